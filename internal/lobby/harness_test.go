package lobby

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest"
	"go.uber.org/zap/zaptest/observer"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/eventtables"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/lobby/roomlog"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/random"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
	"archmage/internal/strict"
	"archmage/internal/work"
	"archmage/test/conformance"
)

// theGames returns the games of the program and the toy, for a test to change.
func theGames() game.Modules {
	modules := slices.Clone(toyToo())
	for i := range modules {
		modules[i].Bots = slices.Clone(modules[i].Bots)
	}
	return modules
}

// toyToo are the games, built once.
var toyToo = sync.OnceValue(func() game.Modules {
	random := bot.NewRandom()
	return game.Modules{
		{Rules: seasons.New(), Bots: []game.Bot{seasons.NewBot(), random}},
		{Rules: spellbook.New(), Bots: []game.Bot{spellbook.NewBot(), random}},
		{Rules: conformance.Toy(), Bots: []game.Bot{random}},
	}
})

// thorough tells whether the tests shall play more than in a quick run, as in the
// tests of games (package conformance).
func thorough() bool { return os.Getenv("ARCHMAGE_THOROUGH") != "" }

// toyTable is a table of two for the toy.
func toyTable() room.Settings {
	return room.Settings{Game: "toy", Seats: 2, Spectators: true, Undo: true}
}

// testLog is the part of a store that tests use.
type testLog interface {
	Log
	directory.Store
	archive.Store
	people.Store
	notify.Store
	eventtables.Store
	Close() error
}

// server is a lobby, with those who find its rooms and the archive of its matches.
type server struct {
	*Lobby
	*directory.Directory
	*matchmaking.Matchmaker
	*archive.Archive
	workers *work.Pool
	replays *replay.Service
	closed  sync.Once
}

func newServer(log testLog, games game.Modules, options Options) *server {
	return startServer(log, games, options, archive.Options{})
}

func startServer(log testLog, games game.Modules, options Options, past archive.Options) *server {
	s := &server{workers: work.NewPool(1, nil), replays: replay.NewService(1, replay.DefaultBytes)}
	past.Workers, past.Replays, past.Logger, past.Random = s.workers, s.replays, options.Logger, options.Random
	if options.Cluster != nil {
		past.DeletesOldData = options.Cluster.Leader
	}
	s.Archive = archive.New(log, games, past)
	if past.AnalysisShare > 0 {
		options.Archived = s.Archive.AnalyseEnded
	}
	options.Workers, options.Replays, options.Archive = s.workers, s.replays, s.Archive
	s.Lobby = New(log, games, options)
	s.Directory = directory.New(log, s.Lobby, s.Lobby.options.Random)
	s.Matchmaker = matchmaking.New(log, games, s.Lobby, nil)
	return s
}

func (s *server) Close() {
	s.closed.Do(func() {
		s.Lobby.Close()
		s.Archive.Close()
		s.workers.Close()
	})
}

// recordingLog is a log that keeps a copy of every entry ever stored, including entries that the
// log has removed.
type recordingLog struct {
	testLog
	mu      sync.Mutex
	entries map[string][]store.Entry
}

func newRecordingLog(log testLog) *recordingLog {
	return &recordingLog{testLog: log, entries: map[string][]store.Entry{}}
}

func (k *recordingLog) Create(ctx context.Context, id, owner string, batch store.Batch) (store.Head, error) {
	head, err := k.testLog.Create(ctx, id, owner, batch)
	return head, k.record(head, batch, err)
}

func (k *recordingLog) Append(ctx context.Context, head store.Head, batch store.Batch) (store.Head, error) {
	head, err := k.testLog.Append(ctx, head, batch)
	return head, k.record(head, batch, err)
}

func (k *recordingLog) record(head store.Head, batch store.Batch, err error) error {
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, entry := range batch.Entries {
		entry.Seq = head.Seq - uint64(len(batch.Entries)-1-i)
		k.entries[head.Room] = append(k.entries[head.Room], entry)
	}
	return nil
}

// of returns the entries of a room, from a number on.
func (k *recordingLog) of(id string, from uint64) []store.Entry {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := k.entries[id]
	return list[min(from-1, uint64(len(list))):]
}

// world is a log, a lobby over it, and people. It lives in a synctest bubble, so its time passes
// only when a test lets it.
type world struct {
	t        *testing.T
	ctx      context.Context
	log      testLog
	recorded *recordingLog
	games    game.Modules
	options  Options
	// archive are the options of the archive.
	archive archive.Options
	lobby   *server
	rng     *rand.Rand
	people  []*client
	// pace decides when the lobby asks the log which rooms must wake up.
	pace *storetest.Pace
	// logs are the errors that the lobby has logged. There must be none, unless fails says that the
	// test causes some.
	logs   *observer.ObservedLogs
	logger *zap.Logger
	fails  bool

	// The room of the test and the rules of its game.
	room  string
	rules game.Rules
	// kind is the kind of new people.
	kind  people.Kind
	known *truth
}

// inWorld runs a test in a new world.
func inWorld(t *testing.T, do func(*world)) {
	t.Helper()
	inWorldWith(t, Options{}, 1, do)
}

func inWorldWith(t *testing.T, options Options, seed uint64, do func(*world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, newRecordingLog(storetest.Open(t)), options, seed)
		// A test that fails must not leave anything running either.
		defer func() { w.lobby.Close() }()
		do(w)
		w.stop()
		if !w.fails {
			require.Empty(t, w.logs.All())
		}
	})
}

// newWorld returns a world over a log.
func newWorld(t *testing.T, kept *recordingLog, options Options, seed uint64) *world {
	w := &world{
		t: t, ctx: context.Background(), log: kept, recorded: kept, games: theGames(), options: options,
		rng: rand.New(rand.NewPCG(seed, 7)), pace: storetest.NewPace(pollInterval),
	}
	w.logger, w.logs = observed(t)
	w.start()
	return w
}

// logged returns how often the lobby has logged an error, which the test expects.
func (w *world) logged(message string) int {
	w.fails = true
	return w.logs.FilterMessage(message).Len()
}

// observed returns a logger for errors. It prints them if the test fails.
func observed(t *testing.T) (*zap.Logger, *observer.ObservedLogs) {
	core, logs := observer.New(zap.ErrorLevel)
	shown := zaptest.NewLogger(t, zaptest.Level(zap.ErrorLevel)).Core()
	return zap.New(zapcore.NewTee(core, shown)), logs
}

func (w *world) start() {
	options := w.options
	options.Random = repeatable(w.rng.Uint64())
	options.Logger, options.PollInterval = w.logger, w.pace.Next
	w.lobby = startServer(w.log, w.games, options, w.archive)
}

// repeatable returns a source of random bytes that a test can repeat.
func repeatable(from uint64) random.Source {
	var mu sync.Mutex
	rng := rand.New(rand.NewPCG(from, 3))
	return func(b []byte) {
		mu.Lock()
		defer mu.Unlock()
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
	}
}

func (w *world) stop() {
	w.lobby.Close()
	synctest.Wait()
	for _, c := range w.people {
		c.read()
		require.False(w.t, c.here(), "everybody is told that the server stops")
	}
}

// restart stops the server and starts another one over the same log. The room's
// snapshot and remaining entries must agree with all its entries.
func (w *world) restart() {
	w.t.Helper()
	w.stop()
	if w.room != "" {
		require.JSONEq(w.t, string(w.truth().Encode()), string(w.stored().Encode()), "the room as it would be loaded")
	}
	w.start()
}

// stored returns the room that its snapshot and the entries after it lead to.
func (w *world) stored() *room.Table {
	w.t.Helper()
	var t *room.Table
	for step, err := range roomlog.Steps(w.ctx, w.log, w.games, w.room) {
		require.NoError(w.t, err)
		if t = step.Table; step.Entry != nil {
			require.Equal(w.t, step.Entry.Seq, t.Last)
		}
	}
	return t
}

// atSnapshot returns a room as its last snapshot has it.
func atSnapshot(t *testing.T, log testLog, games game.Modules, id string) *room.Table {
	t.Helper()
	for step, err := range roomlog.Steps(t.Context(), log, games, id) {
		require.NoError(t, err)
		return step.Table
	}
	return nil
}

// settle waits until every goroutine of the bubble is blocked.
func (w *world) settle() {
	time.Sleep(time.Millisecond)
	synctest.Wait()
}

// after lets time pass, and then lets every client read.
func (w *world) after(d time.Duration) {
	w.t.Helper()
	w.pace.Sleep(d)
	w.settle()
	for _, c := range w.people {
		c.read()
	}
}

// newClient returns a new person, who watches no room yet.
func (w *world) newClient(name string) *client {
	c := &client{t: w.t, w: w, person: people.Person{ID: name, Name: "The " + name, Kind: w.kind}}
	w.people = append(w.people, c)
	hash := sha256.Sum256([]byte(fmt.Sprint(len(w.people))))
	err := w.log.CreateIdentity(w.ctx, store.Identity{ID: name, Name: c.person.Name, Kind: string(people.Guest)},
		store.Credential{CredentialKey: store.CredentialKey{Kind: "session", ID: hash[:]}})
	if !errors.Is(err, store.ErrExists) { // the same person again
		require.NoError(w.t, err)
	}
	return c
}

// open opens a room with a host, who watches it.
func (w *world) open(host string, settings room.Settings) *client {
	w.t.Helper()
	c := w.newClient(host)
	id, err := w.lobby.Create(w.ctx, c.person, settings)
	require.NoError(w.t, err)
	g, ok := w.games.Find(settings.Game)
	require.True(w.t, ok)
	w.room, w.rules, w.known = id, g.Rules, nil
	w.join(c)
	return c
}

// join lets people watch the room, and then lets everybody read.
func (w *world) join(list ...*client) {
	w.t.Helper()
	for _, c := range list {
		require.NoError(w.t, c.join())
	}
	w.after(0)
}

// guest returns a new person who watches the room.
func (w *world) guest(name string) *client {
	w.t.Helper()
	c := w.newClient(name)
	w.join(c)
	return c
}

// seated opens a room and gives people its seats. The first of them is the host; all are ready.
func (w *world) seated(settings room.Settings, names ...string) []*client {
	w.t.Helper()
	list := []*client{w.open(names[0], settings)}
	for i, name := range names[1:] {
		c := w.guest(name)
		w.must(c, &room.Claim{Seat: game.Seat(i + 1)})
		list = append(list, c)
	}
	return list
}

// propose lets one person make a proposal, and others agree.
func (w *world) propose(what room.ProposalKind, other game.Seat, by *client, agree ...*client) {
	w.t.Helper()
	w.must(by, &room.Propose{What: what, Other: other})
	for _, c := range agree {
		require.NotNil(w.t, c.room.Proposal)
		w.must(c, &room.Reply{Proposal: c.room.Proposal.Number, Agree: true})
	}
}

// letIn lets somebody ask for a seat whose player has left, and players agree.
func (w *world) letIn(c *client, seat game.Seat, agree ...*client) {
	w.t.Helper()
	w.must(c, &room.AskSeat{Seat: seat})
	for _, player := range agree {
		w.must(player, &room.Reply{Proposal: player.room.Proposal.Number, Agree: true})
	}
	require.Equal(w.t, c.person.ID, c.room.Seats[seat].Player)
}

// endTogether lets all players agree to end the match without a result.
func (w *world) endTogether(list ...*client) {
	w.t.Helper()
	w.propose(room.ProposeEnd, game.NoSeat, list[0], list[1:]...)
}

// playing is seated with the match started. Everybody consents to open hands if they are offered.
func (w *world) playing(settings room.Settings, names ...string) []*client {
	w.t.Helper()
	list := w.seated(settings, names...)
	for _, c := range list {
		if settings.OpenHands {
			w.must(c, &room.Consent{Agree: true})
		}
	}
	w.must(list[0], &room.Start{})
	return list
}

// do carries out a command and lets every client read the frames.
func (w *world) do(c *client, body room.Action) error {
	w.t.Helper()
	return w.doAs("", c, body)
}

// doAs is do with an id of the command.
func (w *world) doAs(id string, c *client, body room.Action) error {
	w.t.Helper()
	err := w.lobby.Do(w.ctx, w.room, c.person, id, body)
	w.after(0)
	return err
}

func (w *world) must(c *client, body room.Action) {
	w.t.Helper()
	w.mustAs("", c, body)
}

func (w *world) mustAs(id string, c *client, body room.Action) {
	w.t.Helper()
	require.NoError(w.t, w.doAs(id, c, body), "%s: %+v", c.person.ID, body)
}

// sayAs adds a line to a room's chat for somebody who need not watch.
func (l *Lobby) sayAs(ctx context.Context, id string, by people.Person, line, text string) error {
	if err := by.Check(); err != nil {
		return err
	}
	return l.ask(ctx, id, by.ID, func(r *liveRoom) error { return r.chat.addLine(by, line, text) })
}

// say adds a line to the room's chat and lets every client read the frames.
func (w *world) say(c *client, text string) error {
	w.t.Helper()
	err := w.lobby.sayAs(w.ctx, w.room, c.person, "", text)
	w.after(0)
	return err
}

// refused asserts that a command fails with a code and changes nothing.
func (w *world) refused(code coded.Code, c *client, body room.Action) {
	w.t.Helper()
	w.refusedAs(code, "", c, body)
}

func (w *world) refusedAs(code coded.Code, id string, c *client, body room.Action) {
	w.t.Helper()
	before, frames := w.head(), 0
	for _, one := range w.people {
		frames += len(one.frames)
	}
	w.requireCode(code, w.doAs(id, c, body))
	require.Equal(w.t, before, w.head(), "a refused command is not stored")
	for _, one := range w.people {
		frames -= len(one.frames)
	}
	require.Zero(w.t, frames, "and nobody is told")
}

func (w *world) requireCode(code coded.Code, err error) {
	w.t.Helper()
	require.Equal(w.t, code, coded.Of(err), "%v", err)
	require.Error(w.t, err)
}

// head returns the number of the last entry of the room's log, and who writes the log.
func (w *world) head() store.Head {
	w.t.Helper()
	stored, err := w.log.Room(w.ctx, w.room)
	require.NoError(w.t, err)
	return stored.Head
}

// first returns the number of the first entry that the log still has.
func (w *world) first() uint64 {
	w.t.Helper()
	stored, err := w.log.Room(w.ctx, w.room)
	require.NoError(w.t, err)
	return stored.First
}

// archived returns the archived matches in which a person held a seat, as that person may see them,
// the latest first.
func (w *world) archived(person string) []archive.MatchInfo {
	w.t.Helper()
	page, err := w.lobby.Matches(w.ctx, people.Person{ID: person}, archive.MatchQuery{Person: person, Limit: 100})
	require.NoError(w.t, err)
	require.Empty(w.t, page.Next)
	return page.Matches
}

// lastKind returns the kind of the room's last entry.
func (w *world) lastKind() room.Kind {
	w.t.Helper()
	list := w.recorded.of(w.room, 1)
	require.NotEmpty(w.t, list)
	return room.Kind(list[len(list)-1].Kind)
}

// inMemory reports whether the room is in memory.
func (w *world) inMemory() bool { return w.lobby.IsLoaded(w.room) }

// truth is the room that all its entries lead to, from the first one on, without snapshots.
type truth struct {
	*room.Table
	// events are the events of the current match; moments are what spectators could see after each
	// of its entries.
	events  []game.Event
	moments []truthMoment
}

type truthMoment struct {
	turn     int
	public   any
	events   int
	room     room.Info
	over     bool
	progress game.Progress
}

func (w *world) truth() *truth {
	w.t.Helper()
	if w.known == nil {
		w.known = &truth{Table: room.New(w.games, w.room)}
	}
	s := w.known
	for _, stored := range w.recorded.of(w.room, s.Last+1) {
		e, err := room.DecodeEntry(stored.Kind, stored.Data)
		require.NoError(w.t, err)
		next, effects, err := room.Apply(s.Table, e)
		require.NoError(w.t, err)
		require.Equal(w.t, stored.Seq, next.Last)
		if next.Matches != s.Matches {
			s.events, s.moments = nil, nil
		}
		s.Table = next
		s.events = append(s.events, effects.Events...)
		if p := next.Play; p != nil {
			s.moments = append(s.moments, truthMoment{
				p.Turn, p.Match.State.Public(), len(s.events), next.Info(), p.Match.Result != nil,
				p.Match.State.Progress(),
			})
		}
	}
	return s
}

// check asserts that a client was sent exactly what its person may know, according to the log.
func (c *client) check(now *truth) {
	c.t.Helper()
	if !c.here() {
		return
	}
	requireSameJSON(c.t, now.Info(), c.room, "the room")
	if now.Play == nil {
		require.Nil(c.t, c.public)
		return
	}
	seat := now.SeatOf(c.person.ID)
	m := now.Play.Match
	viewer, want := game.Spectator(), []game.DecisionText{}
	if seat != game.NoSeat {
		viewer = game.SeatViewer(seat)
		var d game.Decision
		if m.Result == nil && m.State.Decision(seat, &d) {
			text := d.Text(m.Rules)
			text.ID = now.Play.DecisionID(&d)
			want = append(want, text)
		}
		requireSameJSON(c.t, m.State.Private(seat), json.RawMessage(c.private), "what only "+c.person.ID+" sees")
	} else {
		require.Nil(c.t, c.private, "a spectator is told something private")
	}
	require.Equal(c.t, m.ID, c.match)
	requireSameJSON(c.t, m.State.Public(), json.RawMessage(c.public), "what "+c.person.ID+" sees")
	requireSameJSON(c.t, want, c.decisions, "the decisions of "+c.person.ID)
	require.Equal(c.t, now.CanUndo().Has(seat), c.undo, c.person.ID)
	requireSameJSON(c.t, m.Result, c.result, "the result")
	require.Equal(c.t, len(now.events), c.first+len(c.events), "every event is told, and told once")
	for i, event := range c.events {
		// Exactly what the viewer may know of each event, and no more.
		requireSameJSON(c.t, now.events[c.first+i].For(viewer), event, fmt.Sprintf("event %d", c.first+i))
	}
}

// check asserts that every client was sent exactly what its person may know.
func (w *world) check() *truth {
	w.t.Helper()
	now := w.truth()
	var here []string
	for i := range now.Seats {
		for _, c := range w.people {
			if c.here() && c.person.ID == now.Seats[i].Person {
				here = append(here, c.person.ID)
				break
			}
		}
	}
	for _, c := range w.people {
		c.check(now)
		if c.here() {
			require.ElementsMatch(w.t, here, c.presence.Connected, "who is here, as %s knows", c.person.ID)
		}
	}
	return now
}

func requireSameJSON(t *testing.T, want, got any, what string) {
	t.Helper()
	a, b := string(strict.Encode(want)), string(strict.Encode(got))
	if a == b {
		return
	}
	require.JSONEq(t, a, b, what)
}

// play lets people give random answers until the match is over.
func (w *world) play(people ...*client) {
	w.t.Helper()
	for range 10_000 {
		asked := people[:0:0]
		for _, c := range people {
			if c.decision() != nil && c.result == nil {
				asked = append(asked, c)
			}
		}
		if len(asked) == 0 {
			return
		}
		require.NoError(w.t, asked[w.rng.IntN(len(asked))].answer())
	}
	w.t.Fatal("the match does not end")
}
