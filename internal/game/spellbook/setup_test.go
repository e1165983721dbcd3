package spellbook

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/test/conformance"
)

func TestSetupFillsTheBag(t *testing.T) {
	sc := start(
		t,
		Setup{
			Altar: counts("red.circle"),
			Seats: []SeatSetup{
				{Pool: counts("blue.circle"), Familiar: list("red.square"), Spells: learnedSpells("green:3:circle")},
				{},
			},
		},
	)
	require.Equal(t, 105-4, int(sc.s.bag.size))
	sc = start(t, Setup{Bag: counts("red.circle"), Seats: []SeatSetup{{}, {}}})
	require.Equal(t, 1, int(sc.s.bag.size))
	require.Equal(t, 104, int(sc.s.box.size))
}

// randomPosition returns a random position with many learned spells.
func randomPosition(t testing.TB, rng *rand.Rand) *match {
	data, err := json.Marshal(randomSetup(rng))
	require.NoError(t, err)
	s, err := New().Setup(data, game.SeedFromInt(rng.Uint64()), nil)
	require.NoError(t, err, string(data))
	return s.(*match)
}

func randomSetup(rng *rand.Rand) Setup {
	n := 1 + rng.IntN(4)
	left := bunch{}
	for m := range cards.Materia(cards.NumMateria) {
		for range 5 {
			left.add(m)
		}
	}
	grab := func() string {
		m := left.nth(rng.IntN(int(left.size)))
		left.remove(m)
		return m.String()
	}
	grabMany := func(n int) Counts {
		c := Counts{}
		for range n {
			c[grab()]++
		}
		return c
	}
	in := Setup{
		Mode:   "classic",
		Spells: map[string]int{},
		First:  game.Seat(rng.IntN(n)),
		Active: seat(game.Seat(rng.IntN(n))),
		Phase:  dayNames[[]int{0, 2, 3}[rng.IntN(3)]],
	}
	for c := range cards.Colour(cards.NumColours) {
		in.Spells[c.String()] = 1 + rng.IntN(3)
	}
	if rng.IntN(2) == 0 {
		in.Spells["white"] = 3 // Clone, which asks most
	}
	for range n {
		p := SeatSetup{Spells: map[string]LearnedSetup{}}
		for c := range cards.Colour(cards.NumColours) {
			if rng.IntN(3) > 0 && len(p.Spells) < 6 {
				m := cards.MateriaOf(c, cards.Rune(rng.IntN(3)))
				left.remove(m)
				p.Spells[c.String()] = LearnedSetup{Level: 3 + rng.IntN(3), Rune: m.Rune().String()}
			}
		}
		in.Seats = append(in.Seats, p)
	}
	for i := range in.Seats {
		in.Seats[i].Pool = grabMany(rng.IntN(10))
		for range rng.IntN(12) {
			if left.size > 20 {
				in.Seats[i].Familiar = append(in.Seats[i].Familiar, grab())
			}
		}
	}
	in.Altar = grabMany(rng.IntN(min(13, int(left.size))))
	if rng.IntN(3) == 0 {
		in.Box = grabMany(int(left.size) - rng.IntN(min(6, int(left.size))))
	}
	return in
}

// Play from random positions never reaches an impossible state. Now and then it continues from the
// described, the decoded and the sampled match.
func TestRandomPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	r := New()
	kinds := map[string]int{}
	used := map[program]int{}
	p := conformance.NewRandomPlay(4)
	for range 300 {
		s := randomPosition(t, rng)
		for i := 0; i < 30 && !s.over; i++ {
			require.NoError(t, s.Check())
			kinds[s.ask.ask.name]++
			for _, f := range s.stack.All() {
				used[f.program]++
			}
			if i%10 == 0 {
				checkForms(t, s, rng)
			}
			p.Answer(t, s)
		}
	}
	for _, kind := range kindNames() {
		require.Positive(t, kinds[kind], "nobody was ever asked %s", kind)
	}
	for program := programDay; program < numPrograms; program++ {
		b := r.(*rules).book
		asks := slices.ContainsFunc(b.ops(program), func(o op) bool { return o.verb.answer != nil })
		if program == programTake || !asks {
			continue // only a Clone asks this, or it is never asked
		}
		require.Positive(t, used[program], "%s was never asked about", program.name())
	}
}

// visibleText returns everything that a viewer can see of a match, as text.
func visibleText(t *testing.T, s *match, v game.Viewer) string {
	t.Helper()
	all := []any{s.Public()}
	for seat := range game.Seat(s.seats) {
		if v.Sees(seat) {
			all = append(all, s.Private(seat))
		}
	}
	data, err := json.Marshal(all)
	require.NoError(t, err)
	return string(data)
}

// checkForms requires that the described, the decoded and the sampled match look the same to every
// viewer who cannot distinguish them.
func checkForms(t *testing.T, s *match, rng *rand.Rand) {
	t.Helper()
	r := &rules{book: s.book}
	same := func(a, b game.State, v game.Viewer) {
		t.Helper()
		one, two := visibleText(t, a.(*match), v), visibleText(t, b.(*match), v)
		require.Equal(t, one, two)
		require.Equal(t, a.Waiting(), b.Waiting())
		require.NotContains(t, one, "null")
	}
	data, err := json.Marshal(s.Describe())
	require.NoError(t, err)
	again, err := r.Setup(data, game.SeedFromInt(rng.Uint64()), nil)
	require.NoError(t, err, string(data))
	same(s, again, game.AllSeeing())
	var one, two game.Decision
	s.Decision(s.ask.seat, &one)
	again.Decision(s.ask.seat, &two)
	require.Equal(t, one.Text(r), two.Text(r))

	encoded, err := s.AppendBinary(nil)
	require.NoError(t, err)
	decoded, err := r.Decode(encoded)
	require.NoError(t, err)
	require.Equal(t, game.Hash(s), game.Hash(decoded))
	same(s, decoded, game.AllSeeing())

	for seat := range game.Seat(s.seats) {
		stream := game.NewRNG(game.SeedFromInt(rng.Uint64()))
		other := stream
		sampled := s.Sample(game.SeatViewer(seat), &stream)
		same(s, sampled, game.SeatViewer(seat))
		require.NoError(t, sampled.Check())
		require.Equal(t, game.Hash(sampled), game.Hash(sampled.Sample(game.SeatViewer(seat), &other)))
	}
}

// An action that can still be dropped is neither shown nor reported to the other players.
func TestDeclarationIsSeenByItsSeatOnly(t *testing.T) {
	sc := start(t, Setup{
		Altar: counts(
			"red.circle blue.circle green.square",
		),
		Seats: []SeatSetup{{Spells: learnedSpells("violet:5:circle")}, {}},
	})
	see := func(v game.Viewer) string { return visibleText(t, sc.s, v) }
	before := []string{see(game.SeatViewer(1)), see(game.Spectator())}
	sc.answer("use:violet:5").asks(0, "take")
	require.Equal(t, before, []string{see(game.SeatViewer(1)), see(game.Spectator())})
	require.Empty(t, sc.events)
	require.True(t, sc.step.Undoable())
	require.Contains(t, see(game.SeatViewer(0)), `"declared":"violet:5"`)
	sc.answer("back").asksPhase(0, "morning")
	require.Equal(t, before, []string{see(game.SeatViewer(1)), see(game.Spectator())})
	// Once something is done, the player cannot go back, and all players are told.
	sc.answer("use:violet:5").
		answer("take:red.circle").
		happened(eventUsed, 1)
	require.NotEqual(t, before, []string{see(game.SeatViewer(1)), see(game.Spectator())})
}

func TestNothingTellsWhatWillBeDrawn(t *testing.T) {
	in := Setup{Draws: list("red.circle red.square"), Seats: []SeatSetup{{}, {}}}
	one := start(t, in)
	in.Draws = list("blue.circle blue.square")
	two := start(t, in)
	for _, v := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.Spectator()} {
		require.Equal(t, visibleText(t, one.s, v), visibleText(t, two.s, v))
	}
	one.answer("draw")
	require.True(t, one.step.Random)
	require.True(t, one.step.ShownToAll)
}

func TestMatchOptions(t *testing.T) {
	r := New()
	for name, tt := range map[string]struct {
		options game.MatchOptions
		seats   int
		code    coded.Code
	}{
		"no seats":       {seats: 0, code: game.CodeBadSeats},
		"five seats":     {seats: 5, code: game.CodeBadSeats},
		"unknown option": {options: game.MatchOptions{"moon": "1"}, seats: 2, code: game.CodeBadOptions},
		"unknown value": {
			options: game.MatchOptions{"mode": "set4"},
			seats:   2,
			code:    game.CodeBadOptions,
		},
		"handicap among two": {
			options: game.MatchOptions{"handicap": "1"},
			seats:   2,
			code:    game.CodeBadOptions,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.New(tt.options, tt.seats, game.Seed{})
			var refusal *coded.Error
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, tt.code, refusal.Code)
		})
	}
	s, err := r.New(game.MatchOptions{"mode": "agreed", "red": "3", "blue": "2"}, 2, game.Seed{})
	require.NoError(t, err)
	require.Equal(t, [cards.NumColours]uint8{2, 0, 0, 0, 0, 1, 0}, s.(*match).sets)
}

func FuzzSetup(f *testing.F) {
	rng := rand.New(rand.NewPCG(3, 4))
	r := New()
	p := conformance.NewRandomPlay(5)
	for range 20 {
		s := randomPosition(f, rng)
		for range 2 {
			data, err := json.Marshal(s.Describe())
			require.NoError(f, err)
			f.Add(data)
			for range 3 {
				p.Answer(f, s)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := r.Setup(data, game.Seed{}, nil)
		if err != nil {
			return
		}
		require.NoError(t, s.Check())
		p := conformance.NewRandomPlay(5)
		for i := 0; i < 20 && p.Answer(t, s); i++ {
			require.NoError(t, s.Check())
		}
	})
}

func FuzzAnswer(f *testing.F) {
	conformance.FuzzAnswer(f, New(), conformance.Case{Seats: 2, Options: game.MatchOptions{"mode": "classic"}, Seed: 3})
}
