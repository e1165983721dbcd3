package simple

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// counter is a game for tests: each seat in turn adds 1 or rolls a die, and the match ends at 10.
type counter struct {
	Total int
	Turn  game.Seat
}

const (
	optAdd uint8 = iota + 1
	optRoll
)

func counterGame() Game[counter] {
	return Game[counter]{
		Info:  game.Info{ID: "counter", Version: 1, Title: game.English("Counter"), MinSeats: 2, MaxSeats: 2},
		Words: game.OptionWords{optAdd: {Word: "add"}, optRoll: {Word: "roll"}},
		Start: func(*counter, *Start) {},
		Waiting: func(m *counter) game.Seats {
			if m.Total >= 10 {
				return 0
			}
			return game.Seats(0).With(m.Turn)
		},
		Ask: func(_ *counter, _ game.Seat, d *game.Decision) {
			d.Kind = "turn"
			d.Add(game.Key{Word: optAdd}, 0, 1)
			d.Add(game.Key{Word: optRoll}, 0, 1)
		},
		Answer: func(m *counter, a *Answer) {
			if a.Key().Word == optRoll {
				m.Total += a.Roll(6)
			} else {
				m.Total++
			}
			m.Turn = 1 - m.Turn
		},
		Public: func(m *counter) any { return &struct{ Total int }{m.Total} },
		Points: func(m *counter) []int { return []int{m.Total, 0} },
	}
}

func newMatch(t *testing.T, rules game.Rules) game.State {
	t.Helper()
	s, err := rules.New(nil, 2, game.SeedFromInt(1))
	require.NoError(t, err)
	return s
}

func choose(t *testing.T, s game.State, seat game.Seat, word uint8, step *game.Step) {
	t.Helper()
	var d game.Decision
	require.True(t, s.Decision(seat, &d))
	picks := []game.Pick{{Key: game.Key{Word: word}, N: 1}}
	require.NoError(t, s.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, step))
}

func TestNewRefusesAnIncompleteGame(t *testing.T) {
	g := counterGame()
	g.Answer = nil
	require.PanicsWithValue(t, `simple: the game "counter" has no function Answer`, func() { New(g) })
	g = counterGame()
	g.Private = func(*counter, game.Seat) any { return &struct{}{} }
	require.PanicsWithValue(t, `simple: the game "counter" has no function Hide`, func() { New(g) })
}

func TestNewRefusesAMatchThatIsNotPlainData(t *testing.T) {
	type inner struct{ Names []string }
	type unexported struct{ total int }
	_ = unexported{}.total
	for want, match := range map[string]any{
		"Names is a slice":                 struct{ In [2]inner }{},
		"total, which needs a capital":     unexported{},
		"Next is a ptr":                    struct{ Next *int }{},
		"the match is a map":               map[string]int{},
		"an element of Any is a interface": struct{ Any [1]any }{},
	} {
		require.ErrorContains(t, checkPlain(reflect.TypeOf(match), "the match"), want)
	}
	type plain struct {
		Name string
		Deck Pile
		Grid [3][3]int8
	}
	require.NoError(t, checkPlain(reflect.TypeFor[plain](), "the match"))
}

// An option is marked by what it does in this position. What a die shows has no influence.
func TestOptionsAreMarkedByTrial(t *testing.T) {
	var d game.Decision
	s := newMatch(t, New(counterGame()))
	require.True(t, s.Decision(0, &d))
	require.Equal(t, uint32(1), d.ID)
	require.False(t, d.Options[0].Final)
	require.True(t, d.Options[0].Passes, "the other seat is next")
	require.True(t, d.Options[1].Final, "a die is rolled")
	require.False(t, d.Options[1].Passes)
}

// The same answers roll the same dice, and another answer before a roll does not change them.
func TestDiceFollowFromTheSeed(t *testing.T) {
	first, second := newMatch(t, New(counterGame())), newMatch(t, New(counterGame()))
	var step game.Step
	choose(t, first, 0, optRoll, &step)
	require.False(t, step.Undoable())
	choose(t, second, 0, optRoll, nil)
	require.Equal(t, first.Describe(), second.Describe())
}

func TestARefusedAnswerChangesNothing(t *testing.T) {
	s := newMatch(t, New(counterGame()))
	before := game.Hash(s)
	for _, answer := range []game.Answer{
		{Decision: 2, Picks: []game.Pick{{Key: game.Key{Word: optAdd}, N: 1}}},
		{Decision: 1},
		{Decision: 1, Picks: []game.Pick{{Key: game.Key{Word: 9}, N: 1}}},
	} {
		require.Error(t, s.Apply(0, answer, nil))
	}
	require.Error(t, s.Apply(1, game.Answer{Picks: []game.Pick{{Key: game.Key{Word: optAdd}, N: 1}}}, nil))
	require.Equal(t, before, game.Hash(s))
}

func TestDecodeRefuses(t *testing.T) {
	rules := New(counterGame())
	good, err := newMatch(t, rules).AppendBinary(nil)
	require.NoError(t, err)
	_, err = rules.Decode(good)
	require.NoError(t, err)
	for name, damage := range map[string]func([]byte) []byte{
		"nothing":         func([]byte) []byte { return nil },
		"another version": func(b []byte) []byte { b[0]++; return b },
		"a changed digit": func(b []byte) []byte { b[len(b)-3]++; return b },
		"a short text":    func(b []byte) []byte { return b[:len(b)-1] },
	} {
		_, err := rules.Decode(damage(append([]byte(nil), good...)))
		require.Equal(t, game.CodeBadState, codeOf(err), name)
	}
}

// A position that makes the rules panic is refused.
func TestSetupRefusesAPositionThatTheRulesCannotRead(t *testing.T) {
	g := counterGame()
	g.Points = func(m *counter) []int { return []int{[]int{1, 2}[m.Total], 0} }
	_, err := New(g).Setup([]byte(`{"seats": 2, "match": {"Total": 7}}`), game.Seed{}, nil)
	require.Equal(t, game.CodeBadSetup, codeOf(err))
	require.ErrorContains(t, err, "index out of range")
}

// Members are written as Describe writes them, and an unknown one is refused.
func TestSetup(t *testing.T) {
	rules := New(counterGame())
	s, err := rules.Setup([]byte(`{"seats": 2, "match": {"Total": 9, "Turn": 1}}`), game.Seed{}, nil)
	require.NoError(t, err)
	require.Equal(t, game.Seats(0).With(1), s.Waiting())
	_, err = rules.Setup([]byte(`{"seats": 2, "match": {"Sum": 9}}`), game.Seed{}, nil)
	require.Equal(t, game.CodeBadSetup, codeOf(err))
}

// When the match is over, the result ranks the seats by their points, and nothing can be undone.
func TestTheEnd(t *testing.T) {
	s, err := New(counterGame()).Setup([]byte(`{"seats": 2, "match": {"Total": 9}}`), game.Seed{}, nil)
	require.NoError(t, err)
	var d game.Decision
	require.True(t, s.Decision(0, &d))
	require.True(t, d.Options[0].Final)
	choose(t, s, 0, optAdd, nil)
	require.Zero(t, s.Waiting())
	require.Equal(t, []int{1, 2}, []int{s.Outcome().Places[0].Rank, s.Outcome().Places[1].Rank})
	require.Equal(t, 10, s.Outcome().Places[0].Total)
}

func TestPile(t *testing.T) {
	var p Pile
	p.Add(3, 1, 2)
	require.Equal(t, []int{3, 1, 2}, p.List())
	require.Equal(t, []int{1, 2, 3}, p.Sorted())
	require.True(t, p.Remove(1))
	require.False(t, p.Remove(1))
	require.True(t, p.Has(3))
	require.Equal(t, 2, p.Draw())
	require.Equal(t, 1, p.Len())
	require.Equal(t, Pile{count: 1, pieces: [pileSize]uint8{3}}, p, "pieces that have left are forgotten")
	text, err := json.Marshal(p)
	require.NoError(t, err)
	require.JSONEq(t, "[3]", string(text))
	var read Pile
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, p, read)
	require.Error(t, json.Unmarshal([]byte("[256]"), &read))
	full, err := json.Marshal(make([]int, pileSize+1))
	require.NoError(t, err)
	require.Error(t, json.Unmarshal(full, &read))
}

// Redeal keeps the sizes and the pieces, and what it deals does not depend on where the pieces were.
func TestRedeal(t *testing.T) {
	deal := func(a, b Pile) (Pile, Pile) {
		random := game.NewRNG(game.SeedFromInt(3))
		Redeal(&random, &a, &b)
		return a, b
	}
	var a, b, c, d Pile
	a.Add(1, 2, 3)
	b.Add(4, 5)
	c.Add(5, 3, 1)
	d.Add(2, 4)
	firstA, firstB := deal(a, b)
	secondA, secondB := deal(c, d)
	require.Equal(t, firstA, secondA)
	require.Equal(t, firstB, secondB)
	require.Equal(t, 3, firstA.Len())
	require.ElementsMatch(t, []int{1, 2, 3, 4, 5}, append(firstA.List(), firstB.List()...))
}

// codeOf returns the code of an error, or "".
func codeOf(err error) coded.Code {
	var refused *coded.Error
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}
