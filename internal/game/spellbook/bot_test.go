package spellbook

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// playBots plays a match to its end with bots, one for each seat. Asked, if not
// nil, is shown every position before it is answered.
func playBots(tb testing.TB, s game.State, players []game.Bot, asked func(p *game.Position)) *game.Outcome {
	random := game.NewRNG(game.SeedFromInt(1 << 32))
	var d game.Decision
	var step game.Step
	for waiting := s.Waiting(); waiting != 0; waiting = s.Waiting() {
		seat := game.Seat(bits.TrailingZeros8(uint8(waiting)))
		p := game.NewPosition(s, seat, &d)
		require.NotNil(tb, p)
		if asked != nil {
			asked(p)
		}
		picks := players[seat].Choose(tb.Context(), p, &random)
		step.Reset()
		if err := s.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, &step); err != nil {
			require.NoError(tb, err, "seat %d asked %s answered %v", seat, d.Kind, picks)
		}
	}
	return s.Outcome()
}

// newMatch starts a match from a seed.
func newMatch(tb testing.TB, r game.Rules, mode string, seats int, seed uint64) game.State {
	s, err := r.New(game.MatchOptions{optionMode: mode}, seats, game.SeedFromInt(seed))
	require.NoError(tb, err)
	return s
}

// against returns the player in seat 0 and the others in the other seats.
func against(first, others game.Bot, seats int) []game.Bot {
	players := []game.Bot{first}
	for range seats - 1 {
		players = append(players, others)
	}
	return players
}

// placeOf returns the seat's place in an outcome.
func placeOf(outcome *game.Outcome, seat game.Seat) game.Place {
	for _, place := range outcome.Places {
		if place.Seat == seat {
			return place
		}
	}
	panic("a seat without a place")
}

// A thorough run plays more games.
func TestBotBeatsRandomPlayers(t *testing.T) {
	games := 25
	if os.Getenv("ARCHMAGE_THOROUGH") != "" {
		games = 100
	}
	for _, mode := range modeNames[:modeAgreed] {
		for _, seats := range []int{2, 3, 4} {
			t.Run(fmt.Sprintf("%s, %d players", mode, seats), func(t *testing.T) {
				t.Parallel()
				r, players := New(), against(NewBot(), bot.NewRandom(), seats)
				won, mean, random := 0, 0.0, 0.0
				for seed := range uint64(games) {
					outcome := playBots(t, newMatch(t, r, mode, seats, seed), players, nil)
					mean += float64(placeOf(outcome, 0).Total) / float64(games)
					random += float64(placeOf(outcome, 1).Total) / float64(games)
					if placeOf(outcome, 0).Rank == 1 {
						won++
					}
				}
				t.Logf("won %d of %d, mean score %.1f, of a random player %.1f", won, games, mean, random)
				require.GreaterOrEqual(t, won, games*9/10)
				require.Greater(t, mean, random+8)
			})
		}
	}
}

func TestBotBeatsTheOpponentInSolo(t *testing.T) {
	const games = 40
	for _, mode := range modeNames[:modeAgreed] {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			r, won, mean, opponent := New(), 0, 0.0, 0.0
			for seed := range uint64(games) {
				outcome := playBots(t, newMatch(t, r, mode, 1, seed), against(NewBot(), nil, 1), nil)
				own, other := placeOf(outcome, 0), placeOf(outcome, game.NoSeat)
				mean += float64(own.Total) / games
				opponent += float64(other.Total) / games
				if own.Rank < other.Rank {
					won++
				}
			}
			t.Logf("won %d of %d, mean score %.1f, of the opponent %.1f", won, games, mean, opponent)
			require.GreaterOrEqual(t, won, games*9/10)
		})
	}
}

// richPosition makes a position in which much is possible: full pools, many
// spells learned, stored Materia. Each is how often every Materia exists.
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
				return materiaIDs()[at]
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
	for range 1 + rng.IntN(game.MaxSeats) {
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
			if at := int(c)*cards.NumRunes + rng.IntN(cards.NumRunes); rng.IntN(2) == 0 && left[at] > 0 && len(seat.Spells) < 6 {
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

// TestBotAnswersEveryKindOfDecision plays on from positions in which much is
// possible, now against random players and now among bots: every decision gets
// a legal answer by the rule for its kind, without the fallback, and all kinds
// come up.
func TestBotAnswersEveryKindOfDecision(t *testing.T) {
	b := NewBot().(*game.RuleBot[mind])
	r := New()
	kinds := map[string]int{}
	positions := uint64(200)
	if os.Getenv("ARCHMAGE_THOROUGH") != "" {
		positions = 1000
	}
	for seed := range positions {
		data, err := json.Marshal(richPosition(seed, newBook().facts.Each))
		require.NoError(t, err)
		s, err := r.Setup(data, game.SeedFromInt(seed), nil)
		require.NoError(t, err, string(data))
		seats := int(s.(*match).seats)
		players := against(b, b, seats)
		if seed%2 == 0 {
			players = against(bot.NewRandom(), bot.NewRandom(), seats)
		}
		answers := 0
		playBots(t, s, players, func(p *game.Position) {
			d := p.Decision
			answers++
			kinds[d.Kind]++
			picks, ok := b.Answer(p)
			require.True(t, ok, d.Kind)
			require.NoError(t, d.Check(game.Answer{Decision: d.ID, Picks: picks}), "seed %d %s: %+v %v", seed, d.Kind, d, picks)
			require.NotEqual(t, optBack, picks[0].Key.Word)
			require.NoError(t, d.Check(game.Answer{Decision: d.ID, Picks: game.PlainAnswer(d)}), "seed %d %s: %+v", seed, d.Kind, d)
		})
		require.Less(t, answers, 1500, "a match that does not end")
	}
	t.Log(kinds)
	for _, kind := range kindNames() {
		require.Contains(t, b.Rules, kind)
		require.Positive(t, kinds[kind], kind)
	}
}

// TestBotAnswersWhatItDoesNotKnow: an unknown kind, another game's documents and
// none at all get a legal answer too.
func TestBotAnswersWhatItDoesNotKnow(t *testing.T) {
	s := newMatch(t, New(), modeNames[modeSet1], 2, 1)
	random := game.NewRNG(game.SeedFromInt(1))
	p := game.NewPosition(s, s.(*match).ask.seat, nil)
	d := p.Decision
	for _, public := range []any{p.Public, nil, 5, &Public{}, Public{}} {
		for _, kind := range []string{d.Kind, "something new"} {
			asked := *d
			asked.Kind = kind
			other := &game.Position{Seat: p.Seat, Public: public, Decision: &asked}
			require.NoError(t, d.Check(game.Answer{Decision: d.ID, Picks: NewBot().Choose(t.Context(), other, &random)}))
		}
	}
	require.Equal(t, "greedy", NewBot().ID())
	require.NotEmpty(t, NewBot().Label().En)
	require.NotEmpty(t, NewBot().Label().Fr)
	before := random
	require.Equal(t, NewBot().Choose(t.Context(), p, &random), NewBot().Choose(t.Context(), p, &random))
	require.Equal(t, before, random, "it uses no randomness")
}

// BenchmarkBot plays complete matches of four such bots.
func BenchmarkBot(b *testing.B) {
	r, players := New(), against(NewBot(), NewBot(), 4)
	choices, games := 0, uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		playBots(b, newMatch(b, r, modeNames[modeClassic], 4, games), players, func(*game.Position) { choices++ })
		games++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(choices), "ns/choice")
	b.ReportMetric(float64(choices)/float64(games), "choices/game")
}
