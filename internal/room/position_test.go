package room

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
)

// playedRecord returns the record of a whole match between two bots and its host.
func playedRecord(t *testing.T, id string, seats int) *match.Record {
	t.Helper()
	h := open(t, Settings{Game: id, Seats: seats}, "ann")
	for seat := 1; seat < seats; seat++ {
		h.do("ann", &SeatBot{Seat: game.Seat(seat), Bot: "random"})
	}
	h.do("ann", &Start{})
	h.finish()
	return h.table.Play.Match.Record(nil)
}

// at returns the position after that many items of a record.
func at(t *testing.T, r *match.Record, step int, luck match.Luck, seat game.Seat) *Position {
	t.Helper()
	g, ok := testGames().Find(r.Game)
	require.True(t, ok)
	m, err := r.At(t.Context(), g.Rules, step)
	require.NoError(t, err)
	state := m.State
	if luck == match.LuckNew {
		rng := game.NewRNG(game.Seed{byte(step), 1})
		state = state.Sample(game.SeatViewer(seat), &rng)
	}
	data, err := state.AppendBinary(nil)
	require.NoError(t, err)
	return &Position{match.Origin{Match: r.ID, Step: step, Luck: luck}, data}
}

// From each of 50 moments of a match of each game, any seat can play on to the end, and the record
// of the new match can be replayed.
func TestPlayOnFromAnyMoment(t *testing.T) {
	for _, one := range []struct {
		game  string
		seats int
	}{{"toy", 3}, {"seasons", 3}, {"spellbook", 2}} {
		t.Run(one.game, func(t *testing.T) {
			r := playedRecord(t, one.game, one.seats)
			g, _ := testGames().Find(one.game)
			rng := rand.New(rand.NewPCG(7, 8))
			for i := range 50 {
				step := rng.IntN(len(r.Items))
				if i == 0 {
					step = 0
				}
				seat, luck := game.Seat(i%one.seats), match.LuckSame
				if i%2 == 1 {
					luck = match.LuckNew
				}
				from := at(t, r, step, luck, seat)
				h := newHouse(t)
				h.do(
					"bob",
					&Open{
						Settings: Settings{Game: r.Game, Options: r.Options, Seats: one.seats},
						From:     from,
						Seat:     seat,
					},
				)
				require.Equal(t, "bob", h.table.Seats[seat].Person)
				require.Equal(t, &from.Origin, h.table.Info().From)
				require.Empty(t, h.table.Info().Commitment, "no share is wanted")
				for other := range game.Seat(one.seats) {
					if other != seat {
						h.do("bob", &SeatBot{Seat: other, Bot: "random"})
					}
				}
				h.do("bob", &Start{})
				m := h.table.Play.Match
				require.Equal(t, from.State, encodedState(t, m.State))
				require.Equal(t, &match.Start{State: from.State, Origin: &from.Origin, Hash: m.Hash}, &m.Start)
				stored, err := Decode(testGames(), "room-1", h.table.Encode())
				require.NoError(t, err)
				require.Equal(t, h.table.Info(), stored.Info())
				h.finish()
				again, err := match.Decode(h.table.Play.Match.Record(nil).Encode())
				require.NoError(t, err)
				last, err := again.Replay(g.Rules, nil)
				require.NoError(t, err, "from step %d", step)
				require.NotNil(t, last.Result.Outcome)
				require.Nil(t, last.Result.Seed)
			}
		})
	}
}

func encodedState(t *testing.T, s game.State) []byte {
	t.Helper()
	data, err := s.AppendBinary(nil)
	require.NoError(t, err)
	return data
}

// With LuckSame, the same answers lead to the same end.
func TestTheSameDealAgain(t *testing.T) {
	r := playedRecord(t, "seasons", 2)
	h := newHouse(t)
	h.do(
		"bob",
		&Open{Settings: Settings{Game: r.Game, Options: r.Options, Seats: 2}, From: at(t, r, 0, match.LuckSame, 0)},
	)
	h.do("eve", &Claim{Seat: 1})
	h.do("bob", &Start{})
	for i, item := range r.Items {
		_, id := h.asked(item.Seat)
		h.do(h.table.Seats[item.Seat].Person, &Answer{Decision: id, Choice: item.Answer})
		require.Equal(t, item.Hash, h.table.Play.Match.Hash, fmt.Sprint("item ", i))
	}
	require.Equal(t, r.Outcome, h.table.Play.Match.Result.Outcome)
	// A rematch begins with the same position.
	h.do("bob", &Rematch{Open: true})
	h.do("eve", &SetReady{Ready: true})
	h.do("bob", &Start{})
	require.Equal(t, r.Start.Hash, h.table.Play.Match.Hash)
	require.Equal(t, 2, h.table.Info().Match.Number)
}

// The position decides the game and its options, and a room refuses a position that does not fit.
func TestPositionFixesTheMatch(t *testing.T) {
	r := playedRecord(t, "toy", 3)
	from := at(t, r, 2, match.LuckSame, 1)
	h := newHouse(t)
	settings := Settings{Game: "toy", Options: r.Options, Seats: 3}
	refused := func(from *Position, seat game.Seat, seats int) {
		t.Helper()
		wrong := settings
		wrong.Seats = seats
		_, err := Decide(h.table, h.by("bob", &Open{Settings: wrong, From: from, Seat: seat}))
		require.Error(t, err)
		require.NotEqual(t, "?", codeOf(err))
	}
	refused(from, 3, 3)
	refused(from, -1, 3)
	refused(from, 0, 2)
	refused(&Position{Origin: from.Origin, State: []byte("no state")}, 0, 3)
	refused(at(t, r, len(r.Items), match.LuckSame, 0), 0, 3)

	h.do("bob", &Open{Settings: settings, From: from, Seat: 1})
	fewer, watched := h.table.Settings, h.table.Settings
	fewer.Seats, watched.Spectators = 2, true
	h.refused(CodeBadSettings, "bob", &ChangeSettings{Settings: fewer})
	other := h.table.Settings
	other.Game, other.Options = "spellbook", nil
	h.refused(CodeBadSettings, "bob", &ChangeSettings{Settings: other})
	h.do("bob", &ChangeSettings{Settings: watched})
	h.refused(
		CodeOldCommitment,
		"bob",
		&GiveShare{Share: "00112233445566778899aabbccddeeff", Commitment: h.table.Secret.Commitment()},
	)
}
