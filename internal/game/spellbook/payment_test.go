package spellbook

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// payment is a way to learn a spell, as the rulebook describes it.
type payment struct {
	level   int
	placed  cards.Materia
	jokers  int
	triples [cards.NumRunes]int
}

// allPayments finds every way to learn a spell of a colour by trying all roles for each Materia of the
// pool: real, joker, part of a triple of its rune, or not spent (R9 to R11, R13). With all, every
// Materia must be spent.
func allPayments(pool []cards.Materia, c cards.Colour, jokers int, joker cards.Rune, all bool) map[payment]bool {
	found := map[payment]bool{}
	var inTriple [cards.NumRunes]int
	var real [cards.NumMateria]int
	reals, used := 0, 0
	var try func(i int)
	try = func(i int) {
		if i < len(pool) {
			m := pool[i]
			if !all {
				try(i + 1)
			}
			if m.Colour() == c {
				real[m]++
				reals++
				try(i + 1)
				real[m]--
				reals--
			}
			if m.Colour() != c && m.Rune() == joker && used < jokers {
				used++
				try(i + 1)
				used--
			}
			inTriple[m.Rune()]++
			try(i + 1)
			inTriple[m.Rune()]--
			return
		}
		p := payment{level: reals + used, jokers: used}
		for r, n := range inTriple {
			if n%3 != 0 {
				return
			}
			p.triples[r] = n / 3
			p.level += n / 3
		}
		if p.level < cards.MinLevel || p.level > cards.MaxLevel {
			return
		}
		for m, n := range real {
			if n > 0 {
				p.placed = cards.Materia(m)
				found[p] = true
			}
		}
	}
	try(0)
	return found
}

// randomPurse is a pool of few kinds, so that triples and jokers are common.
func randomPurse(rng *rand.Rand) []cards.Materia {
	colours, runes := 1+rng.IntN(4), 1+rng.IntN(3)
	var left bunch
	for range 4 + rng.IntN(6) {
		m := cards.MateriaOf(cards.Colour(rng.IntN(colours)), cards.Rune(rng.IntN(runes)))
		if left.n[m] < 4 {
			left.add(m)
		}
	}
	var pool []cards.Materia
	for i := range int(left.size) {
		pool = append(pool, left.nth(i))
	}
	return pool
}

// purseSetup is an Evening with the pool, and with Transmutation at a level. At level 0 it is not
// learned.
func purseSetup(pool []cards.Materia, level int) Setup {
	p := SeatSetup{Pool: Counts{}}
	for _, m := range pool {
		p.Pool[m.String()]++
	}
	if level > 0 {
		p.Spells = learnedSpells(fmt.Sprintf("blue:%d:circle", level))
	}
	return Setup{Phase: "evening", Seats: []SeatSetup{p, {}}}
}

// The offered payments are exactly those found by trying everything.
func TestLearningOffersEveryPaymentAndNoOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	total := 0
	for range 60 {
		pool := randomPurse(rng)
		level := []int{0, 3, 4, 5}[rng.IntN(4)]
		jokers := max(0, level-3)
		s := start(t, purseSetup(pool, level)).s
		for c := range cards.Colour(4) {
			want := allPayments(pool, c, jokers, cards.Circle, false)
			got := map[payment]bool{}
			f := s.learnFrame(0)
			bits := s.learnable(&f, &s.players[f.seat].pool)
			for level := cards.MinLevel; level <= cards.MaxLevel; level++ {
				f.learnColour, f.level = c, uint8(level)
				set := s.placeable(&f)
				require.Equal(t, bits&levelBit(c, level) != 0, set != 0, "%v: %s at %d", pool, c, level)
				for k := set; k != 0; k = k.withoutFirst() {
					s.eachPayment(&f, k.first(), func(j int, way triples) bool {
						p := payment{level: level, placed: k.first(), jokers: j}
						for r, n := range tripleRunes[way] {
							p.triples[r] = int(n)
						}
						got[p] = true
						return true
					})
				}
			}
			require.Equal(t, want, got, "%v: %s with %d jokers", pool, c, jokers)
			total += len(want)
		}
	}
	require.Greater(t, total, 500)
}

// With random answers, what has left the pool is always a payment that the rules allow.
func TestEveryAnswerPaysInFull(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	learned, special := 0, 0
	for range 150 {
		pool := randomPurse(rng)
		level := []int{0, 4, 5}[rng.IntN(3)]
		sc := start(t, purseSetup(pool, level))
		if sc.decision().Seat != 0 {
			continue
		}
		sc.s.chance = game.NewRNG(game.SeedFromInt(rng.Uint64()))
		for sc.decision().Seat == 0 {
			var d game.Decision
			sc.s.Decision(0, &d)
			picks, ok := bot.Random(&d, rng, nil)
			require.True(t, ok)
			sc.step.Reset()
			require.NoError(t, sc.s.Apply(0, game.Answer{Decision: d.ID, Picks: picks}, &sc.step))
			for i, e := range sc.step.Events {
				if e.Kind != eventLearned {
					continue
				}
				learned++
				want, spent := parsePayment(t, sc.step.Events[:i+1])
				if want.jokers > 0 || want.triples != [cards.NumRunes]int{} {
					special++
				}
				c := want.placed.Colour()
				found := false
				for p := range allPayments(spent, c, max(0, level-3), cards.Circle, true) {
					n := 0
					for _, of := range p.triples {
						n += of
					}
					found = found ||
						p.level == want.level && p.placed == want.placed && p.jokers == want.jokers &&
							n == want.triples[0]
				}
				require.True(t, found, "%v was paid for %+v", spent, want)
			}
		}
	}
	require.Greater(t, learned, 40)
	require.Greater(t, special, 20)
}

// parsePayment reads the payment from the events up to "learned": everything that was spent, with the
// placed Materia. triples[0] counts all triples.
func parsePayment(t *testing.T, events []game.Event) (payment, []cards.Materia) {
	t.Helper()
	text := func(e game.Event, name string) string {
		for _, f := range e.Public {
			if f.Name == name {
				return f.Text
			}
		}
		return ""
	}
	at := len(events) - 1
	var p payment
	p.level, _ = events[at].Public.Get("level")
	p.jokers, _ = events[at].Public.Get("jokers")
	p.triples[0], _ = events[at].Public.Get("triples")
	var ok bool
	p.placed, ok = cards.ParseMateria(text(events[at], "materia"))
	require.True(t, ok)
	spent := []cards.Materia{p.placed}
	for _, e := range events[:at] {
		if e.Kind != eventSpent {
			continue
		}
		m, ok := cards.ParseMateria(text(e, "materia"))
		require.True(t, ok)
		n, _ := e.Public.Get("n")
		for range n {
			spent = append(spent, m)
		}
	}
	return p, spent
}

// A suggested payment is always legal.
func TestSuggestedPaymentsAreLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 1))
	suggested := 0
	for range 150 {
		sc := start(t, purseSetup(randomPurse(rng), []int{0, 4, 5}[rng.IntN(3)]))
		var d game.Decision
		for range 6 {
			if !sc.s.Decision(0, &d) {
				break
			}
			picks, ok := d.Suggested, true
			if len(picks) == 0 {
				picks, ok = bot.Random(&d, rng, nil)
			} else {
				suggested++
			}
			require.True(t, ok)
			require.NoError(t, sc.s.Apply(0, game.Answer{Decision: d.ID, Picks: picks}, &sc.step))
		}
	}
	require.Greater(t, suggested, 30)
}
