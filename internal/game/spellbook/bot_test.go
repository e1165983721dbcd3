package spellbook

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/test/conformance"
)

// newMatch starts a match from a seed.
func newMatch(t testing.TB, mode string, seats int, seed uint64) *match {
	s, err := New().New(game.MatchOptions{optionMode: mode}, seats, game.SeedFromInt(seed))
	require.NoError(t, err)
	return s.(*match)
}

// In a solo match, the opponent is the virtual opponent instead of random players.
func TestBotBeatsRandomPlayers(t *testing.T) {
	for _, mode := range modeNames[:modeAgreed] {
		for seats := 1; seats <= maxSeats; seats++ {
			t.Run(fmt.Sprintf("%s, %d players", mode, seats), func(t *testing.T) {
				t.Parallel()
				games := conformance.Thorough(25, 100)
				if seats == 1 {
					games = max(games, 40)
				}
				mean, others := conformance.BeatsRandom(t, New(), NewBot(), conformance.Case{
					Options: game.MatchOptions{optionMode: mode}, Seats: seats, Games: games,
				})
				if seats > 1 {
					require.Greater(t, mean, others+8)
				}
			})
		}
	}
}

// richPosition makes a position with many possibilities: full pools, many learned spells, stored
// Materia. each is the number of equal Materia.
func richPosition(seed uint64, each int) Setup {
	rng := game.NewRNG(game.SeedFromInt(seed))
	left := make([]int, cards.NumMateria)
	for i := range left {
		left[i] = each
	}
	take := func(from, number int) string {
		for {
			at := from + rng.IntN(number)
			if left[at] > 0 {
				left[at]--
				return cards.MateriaNames[at]
			}
		}
	}
	in := Setup{Phase: phaseNames[rng.IntN(len(phaseNames))], Altar: Counts{}, Spells: map[string]int{}}
	for range 2 + rng.IntN(9) {
		in.Altar[take(0, cards.NumMateria)]++
	}
	for c := range cards.Colour(cards.NumColours) {
		in.Spells[c.String()] = 1 + rng.IntN(cards.NumSets)
	}
	for range 1 + rng.IntN(maxSeats) {
		seat := SeatSetup{Pool: Counts{}, Spells: map[string]LearnedSetup{}}
		favourite := cards.NumRunes * rng.IntN(cards.NumColours)
		for n := 2 + rng.IntN(poolLimit-1); n > 0; n-- {
			if rng.IntN(2) == 0 && left[favourite]+left[favourite+1]+left[favourite+2] > 0 {
				seat.Pool[take(favourite, cards.NumRunes)]++
			} else {
				seat.Pool[take(0, cards.NumMateria)]++
			}
		}
		for range rng.IntN(cards.Slots) {
			seat.Familiar = append(seat.Familiar, take(0, cards.NumMateria))
		}
		for c := range cards.Colour(cards.NumColours) {
			if at := int(
				c,
			)*cards.NumRunes + rng.IntN(cards.NumRunes); rng.IntN(2) == 0 && left[at] > 0 &&
				len(seat.Spells) < 6 {
				left[at]--
				seat.Spells[c.String()] = LearnedSetup{
					Level: cards.MinLevel + rng.IntN(cards.NumLevels), Rune: cards.Materia(at).Rune().String(),
				}
			}
		}
		in.Seats = append(in.Seats, seat)
	}
	if len(in.Seats) == 1 {
		in.Opponent = &OpponentSetup{}
		for range rng.IntN(cards.Slots) {
			in.Opponent.Track = append(in.Opponent.Track, take(0, cards.NumMateria))
		}
	}
	return in
}

// From positions with many possibilities, against random players and among bots, every decision
// gets a legal answer from the rule for its kind, and all kinds occur.
func TestBotAnswersEveryKindOfDecision(t *testing.T) {
	b := NewBot().(*game.RuleBot[evaluation])
	r := New()
	kinds := map[string]int{}
	for seed := range conformance.Thorough[uint64](200, 1000) {
		data, err := json.Marshal(richPosition(seed, newBook().facts.Each))
		require.NoError(t, err)
		s, err := r.Setup(data, game.SeedFromInt(seed), nil)
		require.NoError(t, err, string(data))
		seats := int(s.(*match).seats)
		players := conformance.Against(b, b, seats)
		if seed%2 == 0 {
			players = conformance.Against(bot.NewRandom(), bot.NewRandom(), seats)
		}
		answers := 0
		conformance.Contest(t, s, 1<<32, players, func(p *game.Position) {
			d := p.Decision
			answers++
			kinds[d.Kind]++
			picks, ok := b.Answer(p)
			require.True(t, ok, d.Kind)
			require.NoError(
				t,
				d.Check(game.Answer{Decision: d.ID, Picks: picks}),
				"seed %d %s: %+v %v",
				seed,
				d.Kind,
				d,
				picks,
			)
			require.NotEqual(t, optBack, picks[0].Key.Word)
			require.NoError(
				t,
				d.Check(game.Answer{Decision: d.ID, Picks: game.PlainAnswer(d)}),
				"seed %d %s: %+v",
				seed,
				d.Kind,
				d,
			)
		})
		require.Less(t, answers, 1500, "a match that does not end")
	}
	t.Log(kinds)
	for _, kind := range kindNames() {
		require.Contains(t, b.Rules, kind)
		require.Positive(t, kinds[kind], kind)
	}
}

// An unknown kind, another game's documents, and missing documents get a legal answer, too.
func TestBotAnswersWhatItDoesNotKnow(t *testing.T) {
	s := newMatch(t, modeNames[modeSet1], 2, 1)
	random := game.NewRNG(game.SeedFromInt(1))
	p := game.NewPosition(s, s.ask.seat, nil)
	d := p.Decision
	for _, public := range []any{p.Public, nil, 5, &Public{}, Public{}} {
		for _, kind := range []string{d.Kind, "something new"} {
			asked := *d
			asked.Kind = kind
			other := &game.Position{Seat: p.Seat, Public: public, Decision: &asked}
			require.NoError(
				t,
				d.Check(game.Answer{Decision: d.ID, Picks: NewBot().Choose(t.Context(), other, &random)}),
			)
		}
	}
	require.Equal(t, "greedy", NewBot().ID())
	require.NotEmpty(t, NewBot().Label().En)
	require.NotEmpty(t, NewBot().Label().Fr)
	before := random
	require.Equal(t, NewBot().Choose(t.Context(), p, &random), NewBot().Choose(t.Context(), p, &random))
	require.Equal(t, before, random, "it uses no randomness")
}
