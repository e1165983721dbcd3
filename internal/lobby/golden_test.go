package lobby

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/eventlog"
	"archmage/internal/eventlog/logtest"
	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// writeGolden makes TestGolden write a new file of each game first, if it is
// set. It never touches those that are there.
const writeGolden = "ARCHMAGE_GOLDEN_WRITE"

// keepGolden is what to do when a file is read differently.
const keepGolden = `The files in testdata hold rooms as they were stored once, and rooms like them are in people's databases: they are
never changed. Make the code read them as before. If the rules of a game are changed on purpose, raise their version,
so that matches of the old version freeze instead of going on wrongly. In both cases add a new file beside the old ones:
	` + writeGolden + `=1 go test -run TestGolden ./internal/lobby`

// goldenRoom is a room as it was stored by some version of the program.
type goldenRoom struct {
	Game string `json:"game"`
	// Rules is the version of the game's rules then.
	Rules int       `json:"rules"`
	End   goldenEnd `json:"end"`
	// Snapshots are all that were stored while the room lived, the last one
	// last.
	Snapshots []goldenSnapshot `json:"snapshots"`
	Entries   []goldenEntry    `json:"entries"`
}

// goldenEnd is what the entries lead to.
type goldenEnd struct {
	Entries uint64    `json:"entries"`
	Status  Status    `json:"status"`
	Matches int       `json:"matches"`
	Hash    string    `json:"hash"`
	Waiting []string  `json:"waiting"`
	Results []string  `json:"results"`
	Clocks  []float64 `json:"clocks"`
}

type goldenSnapshot struct {
	Seq  uint64          `json:"seq"`
	Data json.RawMessage `json:"data"`
}

type goldenEntry struct {
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// read returns the file's entries folded after a snapshot, or from the first
// one on.
func (g *goldenRoom) read(games Games, after *goldenSnapshot) (*table, error) {
	t := &table{games: games}
	if after != nil {
		var err error
		if t, err = decodeTable(games, after.Data); err != nil {
			return nil, err
		}
		if t.last != after.Seq {
			return nil, fmt.Errorf("the snapshot is of entry %d, not %d", t.last, after.Seq)
		}
	}
	for i, entry := range g.Entries[t.last:] {
		e, err := decodeEntry(entry.Kind, entry.Data)
		if err != nil {
			return nil, err
		}
		if err := t.fold(e); err != nil {
			return nil, fmt.Errorf("entry %d, %s: %w", int(t.last)+i+1, entry.Kind, err)
		}
	}
	return t, nil
}

// end sums a table up.
func (g *goldenRoom) end(t *table) goldenEnd {
	end := goldenEnd{Entries: t.last, Status: t.status, Matches: t.matches, Hash: game.Hash(t.match.state), Waiting: []string{}}
	for i := range t.seats {
		s := &t.seats[i]
		if t.waitingFor().Has(game.Seat(i)) {
			end.Waiting = append(end.Waiting, s.Name)
		}
		end.Clocks = append(end.Clocks, s.bank.Seconds())
	}
	return end
}

// results returns how each match of the log ended.
func (g *goldenRoom) results(games Games) ([]string, error) {
	var list []string
	t := &table{games: games}
	for _, entry := range g.Entries {
		e, err := decodeEntry(entry.Kind, entry.Data)
		if err != nil {
			return nil, err
		}
		before := t.status
		if err := t.fold(e); err != nil {
			return nil, err
		}
		if t.status == StatusFinished && before != StatusFinished {
			for _, place := range t.match.result.Outcome.Places {
				list = append(list, fmt.Sprintf("%s: rank %d with %d %s",
					t.match.result.Names[place.Seat], place.Rank, place.Total, t.match.result.Lost[place.Seat]))
			}
		}
	}
	return list, nil
}

// store puts the room into a log with its last snapshot, and returns its id.
func (g *goldenRoom) store(t *testing.T, log eventlog.Log) string {
	t.Helper()
	batch := eventlog.Batch{Meta: &eventlog.Meta{Game: g.Game, Status: eventlog.StatusPlaying}}
	for _, entry := range g.Entries {
		batch.Entries = append(batch.Entries, eventlog.Entry{Kind: entry.Kind, Data: entry.Data})
	}
	last := g.Snapshots[len(g.Snapshots)-1]
	batch.Snapshot = &eventlog.Snapshot{Seq: last.Seq, Data: last.Data}
	_, err := log.Create(t.Context(), "golden", "", batch)
	require.NoError(t, err)
	return "golden"
}

// goldenFiles returns the files by name.
func goldenFiles(t *testing.T) map[string]*goldenRoom {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "room-*.json"))
	require.NoError(t, err)
	files := map[string]*goldenRoom{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		g := &goldenRoom{}
		require.NoError(t, json.Unmarshal(data, g), name)
		files[strings.TrimSuffix(filepath.Base(name), ".json")] = g
	}
	return files
}

// Rooms that were stored by this and older versions are read as they were: from
// their first entry, from each of their snapshots, and as rooms that go on.
func TestGolden(t *testing.T) {
	if os.Getenv(writeGolden) != "" {
		for _, g := range bothGames() {
			synctest.Test(t, func(t *testing.T) { write(t, g.Rules.Info()) })
		}
	}
	games := map[string]bool{}
	for name, g := range goldenFiles(t) {
		t.Run(name, func(t *testing.T) {
			rules, ok := bothGames().find(g.Game)
			require.True(t, ok, "a game is gone. %s", keepGolden)
			whole, err := g.read(bothGames(), nil)
			if g.Rules != rules.Rules.Info().Version && errors.Is(err, errOtherState) {
				synctest.Test(t, func(t *testing.T) { freezes(t, g, bothGames(), true) })
				return
			}
			require.NoError(t, err, keepGolden)
			want := g.End
			results, err := g.results(bothGames())
			require.NoError(t, err, keepGolden)
			require.Equal(t, want.Results, results, keepGolden)
			want.Results = nil
			require.Equal(t, want, g.end(whole), keepGolden)
			for i := range g.Snapshots {
				short, err := g.read(bothGames(), &g.Snapshots[i])
				require.NoError(t, err, keepGolden)
				require.JSONEq(t, string(whole.encode()), string(short.encode()), "from the snapshot of entry %d. %s", g.Snapshots[i].Seq, keepGolden)
			}
			synctest.Test(t, func(t *testing.T) { goesOn(t, g, bothGames()) })
		})
		games[g.Game] = true
	}
	for _, g := range bothGames() {
		require.True(t, games[g.Rules.Info().ID], "no file of %s. %s", g.Rules.Info().ID, keepGolden)
	}
}

// otherRules are the rules of a later version. odd says how they differ.
type otherRules struct {
	game.Rules
	odd string
}

// The ways in which otherRules are not the ones before.
const (
	oddNothing = "nothing but the version"
	oddStart   = "another start"
	oddMove    = "another effect of the tenth answer"
	oddState   = "states that cannot be read"
	oddPanic   = "a panic"
)

func (r otherRules) Info() game.Info {
	info := r.Rules.Info()
	info.Version++
	return info
}

func (r otherRules) New(options game.MatchOptions, seats int, rng game.RNG) (game.State, error) {
	if r.odd == oddStart {
		rng.Uint64()
	}
	state, err := r.Rules.New(options, seats, rng)
	return r.wrap(state), err
}

func (r otherRules) Decode(data []byte) (game.State, error) {
	if r.odd == oddState {
		return nil, coded.Errorf(game.CodeBadState, "a form that is no longer known")
	}
	state, err := r.Rules.Decode(data)
	return r.wrap(state), err
}

func (r otherRules) wrap(s game.State) game.State {
	if s == nil || r.odd != oddMove && r.odd != oddPanic {
		return s
	}
	return &otherState{State: s, odd: r.odd}
}

// otherState is a match by otherRules.
type otherState struct {
	game.State
	odd     string
	answers int
}

func (s *otherState) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if err := s.State.Apply(seat, answer, step); err != nil {
		return err
	}
	s.answers++
	if s.answers != 10 {
		return nil
	}
	if s.odd == oddPanic {
		panic("an impossible state")
	}
	// Whoever is asked next answers at once.
	for _, d := range game.Pending(s.State) {
		if picks, ok := bot.Random(&d, rand.New(rand.NewPCG(1, 1)), nil); ok && !d.Answered {
			return s.State.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: picks}, step)
		}
	}
	return nil
}

func (s *otherState) Clone() game.State { c := *s; c.State = s.State.Clone(); return &c }
func (s *otherState) CopyInto(dst game.State) {
	to := dst.(*otherState)
	s.State.CopyInto(to.State)
	to.odd, to.answers = s.odd, s.answers
}

// other returns the registry with all rules changed.
func other(odd string) Games {
	list := slices.Clone(bothGames())
	for i := range list {
		list[i].Rules = otherRules{list[i].Rules, odd}
	}
	return list
}

// A match of an older rules version goes on with the new one if its log leads
// to the same states, and is left alone if it does not.
func TestRulesVersions(t *testing.T) {
	for name, g := range goldenFiles(t) {
		if found, _ := bothGames().find(g.Game); found.Rules.Info().Version != g.Rules {
			continue // TestGolden has shown what becomes of it
		}
		t.Run(name+"/"+oddNothing, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { goesOn(t, g, other(oddNothing)) })
		})
		for _, odd := range []string{oddStart, oddMove, oddPanic} {
			t.Run(name+"/"+odd, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { freezes(t, g, other(odd), true) })
			})
		}
		t.Run(name+"/"+oddState, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { freezes(t, g, other(oddState), false) })
		})
	}
}

// inLobby does something with a lobby, and closes it.
func inLobby(log eventlog.Log, games Games, do func(*Lobby)) {
	l := New(log, games, Options{})
	defer l.Close()
	do(l)
}

// goesOn wakes the room and plays on, sleeps, and plays on again.
func goesOn(t *testing.T, g *goldenRoom, games Games) {
	log := logtest.NewMemory()
	id := g.store(t, log)
	playOn := func(l *Lobby) {
		people := goldenPeople(l, id)
		before, err := log.Room(t.Context(), id)
		require.NoError(t, err)
		goldenAnswers(t, people, 8)
		for _, p := range people {
			require.Equal(t, StatusPlaying, p.status)
		}
		after, err := log.Room(t.Context(), id)
		require.NoError(t, err)
		require.GreaterOrEqual(t, after.Seq, before.Seq+8)
	}
	inLobby(log, games, playOn)
	inLobby(log, games, playOn)
	upgrades := 0
	version := games[0].Rules.Info().Version
	for entry, err := range logtest.Entries(t.Context(), log, id, uint64(len(g.Entries))+1) {
		require.NoError(t, err)
		if entry.Kind == string(KindUpgrade) {
			upgrades++
			require.EqualValues(t, len(g.Entries)+1, entry.Seq, "before anything else")
			e, err := decodeEntry(entry.Kind, entry.Data)
			require.NoError(t, err)
			require.Equal(t, version, e.Version)
		}
	}
	require.Equal(t, version != g.Rules, upgrades == 1, "%d upgrades", upgrades)
	require.NoError(t, log.Close())
}

// freezes wakes a room that cannot go on: it can be looked at, takes nothing,
// and its log stays as it is. The server that could read it finds it unharmed.
func freezes(t *testing.T, g *goldenRoom, games Games, seats bool) {
	// The last snapshot is not there, so that all of the log is played again,
	// unless it is the snapshot that cannot be read.
	short := *g
	if seats {
		short.Snapshots = []goldenSnapshot{{}}
	}
	log := logtest.NewMemory()
	id := short.store(t, log)
	want, err := log.Room(t.Context(), id)
	require.NoError(t, err)
	look := func(l *Lobby) {
		for _, p := range goldenPeople(l, id) {
			require.NoError(t, p.listen(t.Context(), true))
			require.Equal(t, StatusFrozen, p.status)
			if p.user.ID == "ada" { // who has a seat from the first entry on
				require.Equal(t, seats, p.own() != game.NoSeat, "who sits where is known")
			}
			for _, kind := range []Kind{KindAnswer, KindLeave, KindConcede, KindReturn} {
				require.Equal(t, CodeFrozen, refusalCode(l.Do(t.Context(), id, p.user, Intent{ID: string(kind), Kind: kind})))
			}
		}
		time.Sleep(time.Hour)
	}
	inLobby(log, games, look)
	inLobby(log, games, look)
	got, err := log.Room(t.Context(), id)
	require.NoError(t, err)
	got.Epoch = want.Epoch
	require.Equal(t, want, got)
	var entries []goldenEntry
	for entry, err := range logtest.Entries(t.Context(), log, id, 1) {
		require.NoError(t, err)
		entries = append(entries, goldenEntry{entry.Kind, entry.Data})
	}
	require.Equal(t, g.Entries, entries)
	if found, _ := bothGames().find(g.Game); found.Rules.Info().Version == g.Rules {
		inLobby(log, bothGames(), func(l *Lobby) { goldenAnswers(t, goldenPeople(l, id), 8) })
	}
	require.NoError(t, log.Close())
}

// goldenPeople returns those who play in the rooms that are stored as files.
func goldenPeople(l *Lobby, room string) []*fake {
	return []*fake{
		newFake(l, room, "ada", rand.New(rand.NewPCG(1, 1))), newFake(l, room, "cleo", rand.New(rand.NewPCG(1, 2))),
	}
}

// goldenAnswers lets people, and time, go on until they have given so many
// answers.
func goldenAnswers(t *testing.T, people []*fake, n int) {
	t.Helper()
	for n > 0 {
		before := n
		for _, p := range people {
			synctest.Wait()
			require.NoError(t, p.listen(t.Context(), false))
			require.Equal(t, StatusPlaying, p.status)
			if intent, ok, err := p.answer(); ok {
				require.NoError(t, p.lobby.Do(t.Context(), p.room, p.user, intent))
				n--
			} else {
				require.NoError(t, err)
			}
		}
		if n == before {
			time.Sleep(time.Second)
		}
	}
}

// write plays in a room in which nearly everything happens that can, and
// writes it to a new file.
func write(t *testing.T, info game.Info) {
	log := logtest.NewMemory()
	options := Options{IdleAfter: time.Hour}
	l := New(log, bothGames(), options)
	ctx := t.Context()
	settings := Settings{
		Game: info.ID, Seats: 2, Undo: true, Spectators: true, Absent: AbsentBot, AbsentAfter: 30,
		Clock: Clock{Mode: ClockBank, Seconds: 600, Increment: 2},
	}
	ada, bob := User{"ada", "Ada"}, User{"bob", "Bob"}
	id, err := l.Create(ctx, ada, settings)
	require.NoError(t, err)
	g := &goldenRoom{Game: info.ID, Rules: info.Version}
	keep := func() {
		s, err := log.Snapshot(ctx, id)
		require.NoError(t, err)
		if n := len(g.Snapshots); s.Seq > 0 && (n == 0 || g.Snapshots[n-1].Seq != s.Seq) {
			g.Snapshots = append(g.Snapshots, goldenSnapshot{s.Seq, s.Data})
		}
	}
	do := func(user User, intent Intent) {
		t.Helper()
		intent.ID = fmt.Sprintf("%s-%d", user.ID, rand.Uint32())
		require.NoError(t, l.Do(ctx, id, user, intent))
		keep()
	}
	settings.Clock.Seconds = 900
	do(ada, Intent{Kind: KindSettings, Settings: &settings})
	do(ada, Intent{Kind: KindBot, Seat: 1, Bot: "random"})
	do(ada, Intent{Kind: KindKick, Seat: 1})
	do(bob, Intent{Kind: KindClaim, Seat: 1})
	do(bob, Intent{Kind: KindLeave})
	do(bob, Intent{Kind: KindClaim, Seat: 1})
	do(ada, Intent{Kind: KindSwap, Seat: 0, Other: 1})
	do(bob, Intent{Kind: KindReady, Ready: true})
	do(ada, Intent{Kind: KindStart})

	first := newFake(l, id, "ada", rand.New(rand.NewPCG(1, 1)))
	guest := newFake(l, id, "bob", rand.New(rand.NewPCG(1, 2)))
	undone := false
	for n := 0; n < 12 || !undone; n++ {
		require.Less(t, n, 200, "nothing could be taken back")
		goldenAnswers(t, []*fake{first, guest}, 1)
		for _, p := range []*fake{first, guest} {
			require.NoError(t, p.listen(ctx, false))
			if p.undo && !undone {
				do(p.user, Intent{Kind: KindUndo})
				undone = true
			}
		}
	}
	do(bob, Intent{Kind: KindLink, Secret: "a secret of sixteen bytes"})
	cleo := User{"cleo", "Cleo"}
	do(cleo, Intent{Kind: KindRedeem, Secret: "a secret of sixteen bytes"})
	guest.leave()
	people := goldenPeople(l, id)
	first.leave()
	goldenAnswers(t, people, 8)
	// Cleo is gone for a while, and later thinks for too long.
	people[1].leave()
	time.Sleep(time.Minute)
	goldenAnswers(t, people[:1], 3)
	goldenAnswers(t, people, 3)
	for people[1].question == nil || people[1].question.Answered {
		goldenAnswers(t, people, 1)
		synctest.Wait()
		require.NoError(t, people[1].listen(ctx, false))
	}
	for people[1].seats[people[1].own()].Bot == "" {
		// Ada answers what she is asked at the same time, so that only Cleo's
		// time runs out.
		require.NoError(t, people[0].listen(ctx, false))
		if intent, ok, err := people[0].answer(); ok {
			do(ada, intent)
		} else {
			require.NoError(t, err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		require.NoError(t, people[1].listen(ctx, false))
	}
	do(cleo, Intent{Kind: KindReturn})
	// The server stops, and starts again.
	l.Close()
	l = New(log, bothGames(), options)
	people = goldenPeople(l, id)
	goldenAnswers(t, people, 4)
	do(cleo, Intent{Kind: KindConcede})
	for people[0].status == StatusPlaying {
		require.NoError(t, people[0].listen(ctx, false))
		if intent, ok, err := people[0].answer(); ok {
			do(ada, intent)
		} else {
			require.NoError(t, err)
			time.Sleep(time.Second)
		}
		synctest.Wait()
	}
	keep()
	do(ada, Intent{Kind: KindRematch})
	do(cleo, Intent{Kind: KindReady, Ready: true})
	do(ada, Intent{Kind: KindStart})
	goldenAnswers(t, people, 8)
	do(ada, Intent{Kind: KindHost, Seat: people[1].own()})
	do(cleo, Intent{Kind: KindAbandon, Ready: true})
	goldenAnswers(t, people, 8)
	l.Close()

	for entry, err := range logtest.Entries(ctx, log, id, 1) {
		require.NoError(t, err)
		g.Entries = append(g.Entries, goldenEntry{entry.Kind, entry.Data})
	}
	require.NoError(t, log.Close())
	kinds := map[Kind]bool{}
	for _, e := range g.Entries {
		kinds[Kind(e.Kind)] = true
	}
	for kind := range intents {
		require.True(t, kinds[kind], "no %s", kind)
	}
	for _, kind := range []Kind{KindOpen, KindStandIn, KindTimeout, KindPause, KindResume} {
		require.True(t, kinds[kind], "no %s", kind)
	}
	whole, err := g.read(bothGames(), nil)
	require.NoError(t, err)
	g.End = g.end(whole)
	g.End.Results, err = g.results(bothGames())
	require.NoError(t, err)
	g.save(t)
}

// save writes the room to a file with a new name, a line an entry.
func (g *goldenRoom) save(t *testing.T) {
	t.Helper()
	var b bytes.Buffer
	line := func(v any) string {
		data, err := json.Marshal(v)
		require.NoError(t, err)
		return string(data)
	}
	lines := func(n int, at func(int) any) string {
		var list []string
		for i := range n {
			list = append(list, line(at(i)))
		}
		return strings.Join(list, ",\n")
	}
	fmt.Fprintf(&b, "{\n\"game\": %q,\n\"rules\": %d,\n\"end\": %s,\n", g.Game, g.Rules, line(g.End))
	fmt.Fprintf(&b, "\"snapshots\": [\n%s\n],\n", lines(len(g.Snapshots), func(i int) any { return g.Snapshots[i] }))
	fmt.Fprintf(&b, "\"entries\": [\n%s\n]\n}\n", lines(len(g.Entries), func(i int) any { return g.Entries[i] }))
	for n := 1; ; n++ {
		name := filepath.Join("testdata", fmt.Sprintf("room-%s-%d.json", g.Game, n))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		require.NoError(t, err)
		_, err = file.Write(b.Bytes())
		require.NoError(t, err)
		require.NoError(t, file.Close())
		t.Logf("wrote %s", name)
		return
	}
}
