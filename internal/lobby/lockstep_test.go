package lobby

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/lobby/roomlog"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
	"archmage/internal/stream"
	"archmage/internal/strict"
)

// decided returns the table after a command.
func decided(t testing.TB, before *room.Table, c room.Command) *room.Table {
	t.Helper()
	c.At = time.Now().UnixMilli()
	change, err := room.Decide(before, &c)
	require.NoError(t, err)
	return change.Next
}

// player returns the person at a seat of a test's table.
func player(seat game.Seat) people.Person {
	return people.Person{ID: fmt.Sprint("p", seat), Name: fmt.Sprint("Player ", seat)}
}

// started returns the table of a match that has just begun, with a person in each
// seat.
func started(t testing.TB, games game.Modules, id string, settings room.Settings) *room.Table {
	t.Helper()
	table := decided(
		t,
		room.New(games, id),
		room.Command{
			By:   toRoomPerson(player(0)),
			Body: &room.Open{Settings: settings, RandomValues: room.RandomValues{Secret: match.Secret{1}}},
		},
	)
	for seat := game.Seat(1); int(seat) < settings.Seats; seat++ {
		by := toRoomPerson(player(seat))
		table = decided(t, table, room.Command{By: by, Body: &room.Claim{Seat: seat}})
		table = decided(t, table, room.Command{By: by, Body: &room.SetReady{Ready: true}})
	}
	return decided(
		t,
		table,
		room.Command{
			By:   toRoomPerson(player(0)),
			Body: &room.Start{RandomValues: room.RandomValues{Match: "match of " + id, Secret: match.Secret{2}}},
		},
	)
}

// stored returns what a log stores of a table as a snapshot.
func stored(t *room.Table, data []byte) store.Batch {
	return store.Batch{
		Entries: make([]store.Entry, t.Last),
		Meta:    metaOf(t),
		Trim:    true,
		Snapshot: &store.Snapshot{
			Seq:  t.Last,
			Data: strict.Encode(map[string]any{"table": json.RawMessage(data), "late": stream.SpectatorRoom{}}),
		},
	}
}

// TestRoomsInLockstep plays two rooms with the same commands at the same times. The rooms differ
// only in what a viewer may not know. The viewer must get the same bytes from both, until something
// hidden is shown or chance decides.
func TestRoomsInLockstep(t *testing.T) {
	for _, test := range []struct {
		game                string
		seats, seeds, least int
	}{
		{"toy", 3, 8, 5},
		{"seasons", 2, 4, 20},
		{"seasons", 4, 4, 25},
		{"spellbook", 2, 16, 10},
		{"spellbook", 4, 4, 5},
	} {
		t.Run(fmt.Sprint(test.game, " ", test.seats), func(t *testing.T) {
			t.Parallel()
			compared, seeds := 0, uint64(test.seeds)
			if thorough() {
				seeds *= 16
			}
			for seed := range seeds {
				synctest.Test(t, func(t *testing.T) {
					rng := rand.New(rand.NewPCG(seed, 4))
					table := randomTable(t, test.game, test.seats, rng)
					for seat := game.NoSeat; int(seat) < test.seats; seat++ {
						compared += lockstep(t, table, seat, rng)
					}
				})
			}
			require.GreaterOrEqual(t, compared, test.least, "steps that were compared")
		})
	}
}

// twin is one of the two rooms.
type twin struct {
	t     *testing.T
	lobby *server
	rules game.Rules
	state game.State
	// subs are the subscriptions of the players, and that of the viewer.
	subs   []Subscription
	viewer Subscription
	frames [][]byte
	step   game.Step
}

// randomTable returns a table in the middle of a match.
func randomTable(t *testing.T, gameID string, seats int, rng *rand.Rand) *room.Table {
	t.Helper()
	table := started(t, theGames(), "room", room.Settings{
		Game: gameID, Seats: seats, Spectators: true, Undo: true,
		Clock: room.Clock{Mode: room.ClockBank, Seconds: 600, Increment: 5},
	})
	for range rng.IntN(100) {
		next := randomAnswer(t, table, rng)
		if !next.Playing() {
			break
		}
		table = next
	}
	return table
}

// lockstep plays two rooms as seen from a seat, and returns how many steps it has compared.
func lockstep(t *testing.T, table *room.Table, seat game.Seat, rng *rand.Rand) int {
	t.Helper()
	viewer := game.Spectator()
	if seat != game.NoSeat {
		viewer = game.SeatViewer(seat)
	}
	state := table.Play.Match.State
	draws := game.NewRNG(game.SeedFromInt(rng.Uint64()))
	a, b := newTwin(t, table, state.Clone(), seat), newTwin(t, table, state.Sample(viewer, &draws), seat)
	defer a.lobby.Close()
	defer b.lobby.Close()
	for n := range 60 {
		synctest.Wait()
		a.read()
		b.read()
		require.Equal(t, len(a.frames), len(b.frames))
		for i := range a.frames {
			require.Equal(t, string(a.frames[i]), string(b.frames[i]))
		}
		if !both(a, b, seat, rng) {
			return n
		}
		time.Sleep(time.Duration(rng.IntN(5000)) * time.Millisecond)
	}
	return 60
}

// randomAnswer returns the table after a random answer of a random seat that has to answer.
func randomAnswer(t *testing.T, table *room.Table, rng *rand.Rand) *room.Table {
	t.Helper()
	d, picks := choose(t, table.Play.Match.State, rng)
	return decided(
		t,
		table,
		room.Command{
			By: toRoomPerson(player(d.Seat)),
			Body: &room.Answer{
				Decision: table.Play.DecisionID(d),
				Choice:   match.Choice(table.Play.Match.Rules, d, picks),
			},
		},
	)
}

// choose draws a seat that has to answer, and its answer.
func choose(t *testing.T, state game.State, rng *rand.Rand) (*game.Decision, []game.Pick) {
	t.Helper()
	var asked []game.Seat
	for seat := range game.Seat(game.MaxSeats) {
		if state.Waiting().Has(seat) {
			asked = append(asked, seat)
		}
	}
	d := new(game.Decision)
	require.True(t, state.Decision(asked[rng.IntN(len(asked))], d))
	picks, ok := bot.Random(d, rng, nil)
	require.True(t, ok)
	return d, picks
}

// newTwin opens a room with that table, in which the match has the given state.
func newTwin(t *testing.T, table *room.Table, state game.State, seat game.Seat) *twin {
	t.Helper()
	var data map[string]any
	require.NoError(t, json.Unmarshal(table.Encode(), &data))
	text, err := state.AppendBinary(nil)
	require.NoError(t, err)
	data["play"].(map[string]any)["state"] = text
	log := storetest.Open(t)
	_, err = log.Rooms.Create(t.Context(), table.ID, "", stored(table, strict.Encode(data)))
	require.NoError(t, err)
	one := &twin{t: t, rules: table.Play.Match.Rules, state: state, lobby: newServer(log, theGames(), Options{})}
	watch := func(by people.Person) Subscription {
		sub, err := one.lobby.Watch(t.Context(), table.ID, by, stream.Hello{})
		require.NoError(t, err)
		one.subs = append(one.subs, sub)
		return sub
	}
	for i := range table.Seats {
		watch(player(game.Seat(i)))
	}
	one.viewer = watch(player(seat))
	return one
}

// read reads the frames of every subscription.
func (one *twin) read() {
	for _, sub := range one.subs {
		for _, frame := range take(sub) {
			if sub == one.viewer {
				one.frames = append(one.frames, frame)
			}
		}
	}
}

// do gives an answer in the room.
func (one *twin) do(d *game.Decision, picks []game.Pick) {
	one.t.Helper()
	require.NoError(
		one.t,
		one.lobby.Do(
			one.t.Context(),
			"room",
			player(d.Seat),
			"",
			&room.Answer{Decision: one.play().DecisionID(d), Choice: match.Choice(one.rules, d, picks)},
		),
	)
	one.step.Reset()
	require.NoError(one.t, one.state.Clone().Apply(d.Seat, game.Answer{Decision: d.ID, Picks: picks}, &one.step))
	one.state = one.play().Match.State
}

// play returns the match as it is played in the room.
func (one *twin) play() (play *room.Play) {
	one.t.Helper()
	require.NoError(
		one.t,
		one.lobby.ask(one.t.Context(), "room", "", func(r *liveRoom) error { play = r.table.Play; return nil }),
	)
	return play
}

// both gives the same answer in both rooms, and reports whether their frames must still be equal.
func both(a, b *twin, seat game.Seat, rng *rand.Rand) bool {
	a.t.Helper()
	if a.state.Waiting() == 0 || b.state.Waiting() == 0 {
		return false
	}
	d, picks := choose(a.t, a.state, rng)
	var other game.Decision
	if !b.state.Decision(d.Seat, &other) || other.Kind != d.Kind {
		// Another seat is asked something else in secret.
		return false
	}
	for try := 0; other.Check(game.Answer{Decision: other.ID, Picks: picks}) != nil; try++ {
		require.NotEqual(a.t, seat, d.Seat, "the viewer's own answer is legal in one room only")
		if try == 20 {
			return false
		}
		picks, _ = bot.Random(d, rng, picks)
	}
	a.do(d, picks)
	b.do(&other, picks)
	shown := func(s *game.Step) bool { return s.Random || s.ShownToAll || s.Shown.Has(seat) }
	return !shown(&a.step) && !shown(&b.step)
}

// metaOf returns the list entry of a table without a delay.
func metaOf(t *room.Table) *store.Meta {
	info := t.Info()
	return roomlog.Meta(&info, t.Persons())
}
