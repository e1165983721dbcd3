package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/eventlog"
	"archmage/internal/eventlog/logtest"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/gametest"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
)

func theGames() Games {
	random := bot.NewRandom()
	return Games{
		{Rules: seasons.New(), Bots: []game.Bot{seasons.NewBot(), random}},
		{Rules: spellbook.New(), Bots: []game.Bot{spellbook.NewBot(), random}},
		{Rules: gametest.Toy(), Bots: []game.Bot{random}},
	}
}

// world is a log, a lobby over it, and people. It lives in a synctest bubble,
// so its time passes only where a test says so.
type world struct {
	t       *testing.T
	ctx     context.Context
	log     eventlog.Log
	games   Games
	options Options
	lobby   *Lobby
	rng     *rand.Rand
	people  []*client

	// The room of the test and the rules of its game.
	room  string
	rules game.Rules
	known *truth
}

// inWorld runs a test in a world of its own.
func inWorld(t *testing.T, do func(*world)) { inWorldWith(t, Options{}, 1, do) }

func inWorldWith(t *testing.T, options Options, seed uint64, do func(*world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		if options.BotWorkers == 0 {
			options.BotWorkers = 1
		}
		w := &world{
			t: t, ctx: context.Background(), log: logtest.NewMemory(), games: theGames(), options: options,
			rng: rand.New(rand.NewPCG(seed, 7)),
		}
		w.start()
		// A test that fails must not leave anything running either.
		defer func() { w.lobby.Close() }()
		do(w)
		w.stop()
	})
}

func (w *world) start() {
	w.lobby = New(w.log, w.games, w.options)
	// One stream a lobby: its rooms and bots ask from several goroutines.
	w.lobby.newSeed = seeds(w.rng.Uint64())
}

// seeds returns a source of seeds that a test can repeat.
func seeds(from uint64) func() game.Seed {
	next := make(chan uint64, 1)
	next <- from
	return func() game.Seed {
		n := <-next
		next <- n + 1
		return game.SeedFromInt(n)
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

// restart stops the server and starts another one over the same log.
func (w *world) restart() {
	w.stop()
	w.start()
}

// settle lets everything happen that takes no time.
func (w *world) settle() {
	time.Sleep(time.Millisecond)
	synctest.Wait()
}

// after lets time pass, and everybody read.
func (w *world) after(d time.Duration) {
	time.Sleep(d)
	w.settle()
	for _, c := range w.people {
		c.read()
	}
}

// person returns somebody new who is nowhere yet.
func (w *world) person(name string) *client {
	c := &client{t: w.t, w: w, user: User{ID: name, Name: "The " + name}}
	w.people = append(w.people, c)
	return c
}

// open opens a room with a host, who watches it.
func (w *world) open(host string, settings Settings) *client {
	w.t.Helper()
	c := w.person(host)
	id, err := w.lobby.Create(w.ctx, c.user, settings)
	require.NoError(w.t, err)
	g, ok := w.games.find(settings.Game)
	require.True(w.t, ok)
	w.room, w.rules, w.known = id, g.Rules, nil
	require.NoError(w.t, c.join())
	w.after(0)
	return c
}

// guest returns somebody who watches the room.
func (w *world) guest(name string) *client {
	w.t.Helper()
	c := w.person(name)
	require.NoError(w.t, c.join())
	w.after(0)
	return c
}

// seated opens a room and seats people at it, the first of them as the host,
// who are all ready.
func (w *world) seated(settings Settings, names ...string) []*client {
	w.t.Helper()
	list := []*client{w.open(names[0], settings)}
	for i, name := range names[1:] {
		c := w.guest(name)
		w.must(c, Intent{Kind: KindClaim, Seat: game.Seat(i + 1)})
		w.must(c, Intent{Kind: KindReady, Ready: true})
		list = append(list, c)
	}
	return list
}

// playing is seated, and the match started.
func (w *world) playing(settings Settings, names ...string) []*client {
	w.t.Helper()
	list := w.seated(settings, names...)
	w.must(list[0], Intent{Kind: KindStart})
	return list
}

// do carries out an intent and lets everybody read what came of it.
func (w *world) do(c *client, intent Intent) error {
	err := w.lobby.Do(w.ctx, w.room, c.user, intent)
	w.after(0)
	return err
}

func (w *world) must(c *client, intent Intent) {
	w.t.Helper()
	require.NoError(w.t, w.do(c, intent), "%s: %+v", c.user.ID, intent)
}

// refused asserts that an intent fails with a code and leaves no trace.
func (w *world) refused(code coded.Code, c *client, intent Intent) {
	w.t.Helper()
	before, frames := w.head(), c.seq
	w.requireCode(code, w.do(c, intent))
	require.Equal(w.t, before, w.head(), "a refused intent is not stored")
	require.Equal(w.t, frames, c.seq, "and nobody is told")
}

func (w *world) requireCode(code coded.Code, err error) {
	w.t.Helper()
	var refusal *coded.Error
	require.ErrorAs(w.t, err, &refusal)
	require.Equal(w.t, code, refusal.Code, "%v", err)
}

// head is how far the room's log goes, and who writes it.
func (w *world) head() eventlog.Head {
	w.t.Helper()
	room, err := w.log.Room(w.ctx, w.room)
	require.NoError(w.t, err)
	return room.Head
}

// entries returns the room's whole log.
func (w *world) entries() []*Entry {
	w.t.Helper()
	var list []*Entry
	require.NoError(w.t, readEntries(w.ctx, w.log, w.room, 1, func(e *Entry) (bool, error) {
		list = append(list, e)
		return true, nil
	}))
	return list
}

// inMemory reports whether the room is in memory.
func (w *world) inMemory() bool {
	w.lobby.mu.Lock()
	defer w.lobby.mu.Unlock()
	return w.lobby.rooms[w.room] != nil
}

// truth is a room as its log says it is, folded from the first entry on, never
// from a snapshot.
type truth struct {
	*table
	// events are those of the current match, moments what spectators could
	// see after each of its entries.
	events  []game.Event
	moments []truthMoment
}

type truthMoment struct {
	turn   int
	view   any
	events int
	over   bool
}

func (w *world) truth() *truth {
	w.t.Helper()
	if w.known == nil {
		w.known = &truth{table: &table{games: w.games}}
	}
	s := w.known
	require.NoError(w.t, readEntries(w.ctx, w.log, w.room, s.last+1, func(e *Entry) (bool, error) {
		matches := s.matches
		s.told = told{}
		if err := s.fold(e); err != nil {
			return false, err
		}
		if s.matches != matches {
			s.events, s.moments = nil, nil
		}
		s.events = append(s.events, s.told.events...)
		if s.told.match {
			s.moments = append(s.moments, truthMoment{
				s.match.turn, s.match.state.View(game.Spectator()), len(s.events), s.match.result != nil,
			})
		}
		return true, nil
	}))
	return s
}

// check asserts that somebody who watches knows exactly what the log says that
// this person may know.
func (c *client) check(now *truth) {
	c.t.Helper()
	if !c.here() || now.match == nil {
		return
	}
	seat := now.seatOf(c.user.ID)
	viewer, want := game.Spectator(), []game.DecisionText{}
	if seat != game.NoSeat {
		viewer = game.SeatViewer(seat)
		var d game.Decision
		if now.match.state.Decision(seat, &d) {
			text := d.Text(now.match.rules)
			text.ID = now.match.undos.decisionID(&d)
			want = append(want, text)
		}
	}
	requireSameJSON(c.t, now.match.state.View(viewer), json.RawMessage(c.view), "the view of "+c.user.ID)
	requireSameJSON(c.t, want, c.decisions, "the decisions of "+c.user.ID)
	canUndo := seat != game.NoSeat && now.match.canUndo() == seat && now.seats[seat].Bot == ""
	require.Equal(c.t, canUndo, c.undo, c.user.ID)
	requireSameJSON(c.t, now.match.result, c.result, "the result")
	require.Equal(c.t, len(now.events), c.first+len(c.events), "every event is told, and told once")
	for i, event := range c.events {
		// Exactly what the viewer may know of each event, and no more.
		requireSameJSON(c.t, now.events[c.first+i].For(viewer), event, fmt.Sprintf("event %d", c.first+i))
	}
	require.Equal(c.t, now.status, c.room.Status)
	for i := range now.seats {
		s, info := &now.seats[i], &c.room.Seats[i]
		require.Equal(c.t, []any{s.User, s.Bot, s.Ready, s.Lost, s.Abandon},
			[]any{info.Player, info.Bot, info.Ready, info.Lost, info.Abandon}, "seat %d", i)
	}
}

// check asserts that everybody who watches knows what they may know.
func (w *world) check() *truth {
	w.t.Helper()
	now := w.truth()
	for _, c := range w.people {
		c.check(now)
	}
	return now
}

func requireSameJSON(t *testing.T, want, got any, what string) {
	t.Helper()
	a, b := string(encode(want)), string(encode(got))
	if a == b {
		return
	}
	require.JSONEq(t, a, b, what)
}

// play lets the people answer at random until the match is over.
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
