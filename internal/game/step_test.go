package game_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func requireJSON(t *testing.T, want string, v any) {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	require.Equal(t, want, string(data))
}

func TestFacts(t *testing.T) {
	facts := game.Facts{game.Int("n", uint8(3)), game.ID("season", "winter"), game.Int("down", -2), game.Int("zero", 0)}
	requireJSON(t, `{"n":3,"season":"winter","down":-2,"zero":0}`, facts)
	requireJSON(t, `{}`, game.Facts{})
	requireJSON(t, `{}`, game.Facts(nil))
	requireJSON(t, `{"name":"\"\u003cé\n"}`, game.Facts{game.ID("name", "\"<é\n")})

	n, ok := facts.Get("down")
	require.True(t, ok)
	require.Equal(t, -2, n)
	for _, name := range []string{"season", "missing", ""} {
		_, ok = facts.Get(name)
		require.False(t, ok, name)
	}
}

func TestStepKeepsItsEventsApart(t *testing.T) {
	var step game.Step
	for range 3 { // also in used memory
		step.Reset()
		for i := range 40 {
			step.Add("a", 0, game.Int("i", i), game.Int("j", -i))
			step.AddSecret("b", 1, game.Seats(0).With(1), game.Int("secret", i), game.Int("public", 2*i))
			step.AddPrivate("c", 2, game.Seats(0).With(2), game.Int("known", 3*i))
		}
		require.Len(t, step.Events, 120)
		for i := range 40 {
			e := step.Events[3*i:]
			require.Equal(t, game.Event{Kind: "a", Public: game.Facts{game.Int("i", i), game.Int("j", -i)}}, e[0])
			require.Equal(t, game.Event{
				Kind:    "b",
				Seat:    1,
				To:      0b10,
				Public:  game.Facts{game.Int("public", 2*i)},
				Private: game.Facts{game.Int("secret", i)},
			}, e[1])
			require.Equal(t, game.Facts{game.Int("known", 3*i)}, e[2].Private)
			require.Empty(t, e[2].Public)
		}
		// Adding to one event's facts must not write into the next one's.
		_ = append(step.Events[0].Public, game.Int("more", 1))
		require.Equal(t, game.Facts{game.Int("secret", 0)}, step.Events[1].Private)
		require.Equal(t, game.Seats(0b10), step.Shown, "what somebody knows already is not shown to them")
	}
}

func TestUndoable(t *testing.T) {
	var step game.Step
	step.Add("a", 0)
	step.AddPrivate("b", 0, game.AllSeats(1), game.Int("n", 1))
	require.True(t, step.Undoable())
	for name, mark := range map[string]func(){
		"shown to a seat": func() { step.AddSecret("draw", 1, game.AllSeats(1), game.Int("card", 4)) },
		"shown":           func() { step.MarkShown(game.AllSeats(1)) },
		"shown to all":    step.MarkShownToAll,
		"random":          step.MarkRandom,
	} {
		step.Reset()
		require.True(t, step.Undoable(), name)
		mark()
		require.False(t, step.Undoable(), name)
	}
}

func TestNilStepCollectsNothing(t *testing.T) {
	var step *game.Step
	require.Zero(t, testing.AllocsPerRun(100, func() {
		step.Add("a", 0, game.Int("i", 1), game.ID("j", "x"))
		step.AddPrivate("b", 1, game.AllSeats(2), game.Int("known", 2), game.Int("n", 3))
		step.AddSecret("c", 1, game.AllSeats(2), game.Int("secret", 2))
		step.MarkShown(game.AllSeats(2))
		step.MarkShownToAll()
		step.MarkRandom()
	}))
}

func TestBorrowedDecisionIsEmpty(t *testing.T) {
	for range 3 {
		d := game.BorrowDecision()
		require.Zero(t, d.ID)
		require.Empty(t, d.Options)
		d.ID, d.Kind, d.Min = 4, "x", 2
		d.Add(key(0), 0, 1)
		d.GiveBack()
	}
}

func TestEventFor(t *testing.T) {
	e := game.Event{
		Kind: "draw", Seat: 1, Public: game.Facts{game.Int("cards", 1)},
		Private: game.Facts{game.Int("card", 9)}, To: game.Seats(0).With(1).With(3),
	}
	const public, private = `["draw",1,{"cards":1}]`, `["draw",1,{"cards":1},{"card":9}]`
	requireJSON(t, public, e.For(game.Spectator()))
	requireJSON(t, public, e.For(game.SeatViewer(0)))
	requireJSON(t, private, e.For(game.SeatViewer(1)))
	requireJSON(t, public, e.For(game.SeatViewer(2)))
	requireJSON(t, private, e.For(game.SeatViewer(3)))
	requireJSON(t, private, e.For(game.AllSeeing()))
	requireJSON(t, `["end",-1]`, (&game.Event{Kind: "end", Seat: game.NoSeat}).For(game.SeatViewer(0)))

	text := e.For(game.SeatViewer(1))
	e.Public[0], e.Private[0] = game.Int("x", 0), game.Int("x", 0)
	requireJSON(t, private, text)
}

func TestRank(t *testing.T) {
	place := func(total int, tieBreaks ...int) game.Place { return game.Place{Total: total, TieBreaks: tieBreaks} }
	tests := []struct {
		name   string
		places []game.Place
		want   []int
	}{
		{name: "nobody", want: []int{}},
		{name: "one", places: []game.Place{place(0)}, want: []int{1}},
		{
			name:   "all different",
			places: []game.Place{place(3), place(2), place(-1)},
			want:   []int{1, 2, 3},
		},
		{
			name:   "two share the first",
			places: []game.Place{place(3), place(3), place(2)},
			want:   []int{1, 1, 3},
		},
		{
			name:   "two share the second",
			places: []game.Place{place(3), place(2), place(2), place(1)},
			want:   []int{1, 2, 2, 4},
		},
		{
			name:   "all share",
			places: []game.Place{place(3, 1), place(3, 1), place(3, 1)},
			want:   []int{1, 1, 1},
		},
		{
			name:   "a tie-break decides",
			places: []game.Place{place(3, 2), place(3, 1)},
			want:   []int{1, 2},
		},
		{
			name:   "the second tie-break decides",
			places: []game.Place{place(3, 2, 5), place(3, 2, 4), place(3, 2, 4)},
			want:   []int{1, 2, 2},
		},
		{
			name:   "the total comes first",
			places: []game.Place{place(4, 0), place(3, 9)},
			want:   []int{1, 2},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			game.Rank(test.places)
			got := []int{}
			for _, p := range test.places {
				got = append(got, p.Rank)
			}
			require.Equal(t, test.want, got)
		})
	}
}

func TestTable(t *testing.T) {
	var table game.Table[int]
	requireJSON(t, `{}`, table)
	table.Add("c9", 1)
	table.Add("c1", 2)
	requireJSON(t, `{"c9":1,"c1":2}`, table)
	requireJSON(t, `{"inner":{"c9":1,"c1":2}}`, map[string]any{"inner": table})
	require.Equal(t, 2, *table.Get("c1"))
	require.Nil(t, table.Get("c2"))
	*table.Get("c9") = 5
	requireJSON(t, `{"c9":5,"c1":2}`, table)
	_, err := json.Marshal(game.Table[any]{{Key: "a", Value: make(chan int)}})
	require.Error(t, err)
}

func TestNames(t *testing.T) {
	names := game.MakeNames("card")
	require.Equal(t, "card0", names.Of(0))
	require.Equal(t, "card255", names.Of(255))
	require.Equal(t, "card256", names.Of(256))
}

// A copy of the events does not change when the step is reused.
func TestCopyOfAStep(t *testing.T) {
	var step game.Step
	fill := func(n int) {
		step.Add("plain", 1)
		step.Add("rolled", game.NoSeat, game.Int("die", n), game.ID("season", "winter"))
		step.AddSecret("drawn", 2, game.Seats(4), game.Int("card", n), game.Int("count", 1))
	}
	require.Nil(t, step.Copy())
	fill(1)
	var other game.Step
	other.Events = append(other.Events, step.Events...)
	got := step.Copy()
	require.Equal(t, other.Events, got)
	text, err := json.Marshal(got)
	require.NoError(t, err)
	step.Reset()
	fill(2)
	later, err := json.Marshal(got)
	require.NoError(t, err)
	require.Equal(t, string(text), string(later))
}
