package game_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/gametest"
)

// played returns the record of a whole match of the toy and its last state.
func played(t *testing.T) (*game.Record, game.State) {
	t.Helper()
	rules := gametest.Toy()
	r, s, err := game.NewRecord(rules, game.MatchOptions{"panic": "off"}, 2, game.SeedFromInt(8))
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(3, 1))
	var step game.Step
	for s.Waiting() != 0 {
		d := game.Pending(s)[0]
		if d.Answered {
			d = game.Pending(s)[1]
		}
		picks, ok := bot.Random(&d, rng, nil)
		require.True(t, ok)
		require.NoError(t, s.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: picks}, &step))
		r.Add(rules, &d, picks, s)
	}
	return r, s
}

func TestRecordPlaysAgain(t *testing.T) {
	r, last := played(t)
	data, err := json.Marshal(r)
	require.NoError(t, err)
	var read game.Record
	require.NoError(t, json.Unmarshal(data, &read))
	require.Equal(t, r, &read)

	var hashes []string
	s, err := game.Replay(gametest.Toy(), &read, func(input int, s game.State, step *game.Step) {
		require.Len(t, hashes, input)
		require.NotNil(t, step)
		hashes = append(hashes, game.Hash(s))
	})
	require.NoError(t, err)
	require.Equal(t, game.Hash(last), game.Hash(s))
	require.Len(t, hashes, len(r.Inputs))
	for i, input := range r.Inputs {
		require.Equal(t, input.Hash, hashes[i])
	}
	require.NotNil(t, s.Outcome())
}

func TestRecordWithoutHashesPlaysAgain(t *testing.T) {
	r, last := played(t)
	r.Start = ""
	for i := range r.Inputs {
		r.Inputs[i].Hash = ""
	}
	s, err := game.Replay(gametest.Toy(), r, nil)
	require.NoError(t, err)
	require.Equal(t, game.Hash(last), game.Hash(s))
}

func TestReplayRefuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(r *game.Record)
		code   coded.Code
		// says is part of the message.
		says string
	}{
		{"another game", func(r *game.Record) { r.Game = "chess" }, game.CodeBadRecord, "chess version 1"},
		{"another version", func(r *game.Record) { r.Version = 2 }, game.CodeBadRecord, "toy version 2"},
		{"too many seats", func(r *game.Record) { r.Seats = 7 }, game.CodeBadRecord, ""},
		{"unknown options", func(r *game.Record) { r.Options["x"] = "y" }, game.CodeBadRecord, ""},
		{"another start", func(r *game.Record) { r.Start = "00" }, game.CodeBadRecord, "the start"},
		{"another seed", func(r *game.Record) { r.Seed[0]++ }, game.CodeBadRecord, "the start"},
		{"another hash", func(r *game.Record) { r.Inputs[3].Hash = "00" }, game.CodeBadRecord, "input 3 leads to hash"},
		{"another decision", func(r *game.Record) { r.Inputs[3].Decision++ }, game.CodeBadRecord, "input 3: stale_decision"},
		{"nobody's seat", func(r *game.Record) { r.Inputs[3].Seat = game.NoSeat }, game.CodeBadRecord, "input 3: seat -1"},
		{"an unknown option", func(r *game.Record) { r.Inputs[3].Picks[0].Option = "x" }, game.CodeBadRecord, "input 3: unknown_option"},
		{"an illegal answer", func(r *game.Record) { r.Inputs[3].Picks = nil }, game.CodeBadRecord, "input 3: bad_count"},
		{"too many answers", func(r *game.Record) { r.Inputs = append(r.Inputs, r.Inputs[0]) }, game.CodeBadRecord, "not asked"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, _ := played(t)
			test.change(r)
			_, err := game.Replay(gametest.Toy(), r, nil)
			requireCode(t, test.code, err)
			require.ErrorContains(t, err, test.says)
		})
	}
}

func TestNewRecordRefuses(t *testing.T) {
	_, _, err := game.NewRecord(gametest.Toy(), nil, 9, game.Seed{})
	requireCode(t, game.CodeBadSeats, err)
}

// unwritable is a state that cannot be encoded.
type unwritable struct{ game.State }

func (unwritable) AppendBinary([]byte) ([]byte, error) {
	return nil, coded.Errorf(game.CodeBadState, "no")
}

func TestHash(t *testing.T) {
	start := func(seed uint64) game.State {
		s, err := gametest.Toy().New(nil, 2, game.NewRNG(game.SeedFromInt(seed)))
		require.NoError(t, err)
		return s
	}
	require.Regexp(t, `^[0-9a-f]{16}$`, game.Hash(start(1)))
	require.Equal(t, game.Hash(start(1)), game.Hash(start(1)))
	require.NotEqual(t, game.Hash(start(1)), game.Hash(start(2)))
	require.Panics(t, func() { game.Hash(unwritable{}) })
}
