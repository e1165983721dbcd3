package spellbook

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBasicMorningActions(t *testing.T) {
	in := Setup{
		Altar: counts("red.circle blue.square*2"),
		Draws: list("green.circle black.square"),
		Seats: []SeatSetup{{Pool: counts("white.circle")}, {}},
	}
	start(t, in).
		asksPhase(0, "morning").
		offersOnly("take:red.circle", "take:blue.square", "draw", "skip").
		answer("take:blue.square").
		pool(0, "white.circle blue.square").
		altar("red.circle blue.square").
		asksPhase(0, "midday")
	start(t, in).
		answer("draw").
		pool(0, "white.circle green.circle black.square").
		asksPhase(0, "midday")
	start(t, in).
		answer("skip").
		pool(0, "white.circle").
		asksPhase(0, "midday")
}

// A pool of 8 has room for only one of two draws.
func TestDrawStopsAtNine(t *testing.T) {
	start(t, Setup{Draws: list("green.circle"), Seats: []SeatSetup{{Pool: someMateria(8)}, {}}}).
		answer("draw").
		poolSize(0, 9).
		happened(eventDrew, 1)
}

// The rulebook's example of the limit: a pool of 6 has room for only 3 of 4 draws. Blaze has no
// cost, so the pool is 6 when it draws.
func TestPoolOfSixDrawsThreeOfFour(t *testing.T) {
	start(t, Setup{
		Spells: spellSets(
			"red:3",
		),
		Altar: counts("blue.circle"),
		Draws: list("green.circle green.square green.triangle"),
		Seats: []SeatSetup{
			{Pool: someMateria(6), Spells: learnedSpells("red:5:circle")},
			{Pool: someMateria(9, "green")},
		},
	}).
		answer("use:red:5").
		poolSize(0, 9).
		happened(eventDrew, 3)
}

func TestSacrifice(t *testing.T) {
	// Rune A is the circle, B the triangle, C the square.
	pool := "blue.circle green.triangle black.square"
	for _, tt := range []struct {
		level   int
		discard []string
		not     []string
	}{
		{level: 5, discard: []string{"blue.circle", "green.triangle", "black.square"}},
		{
			level:   4,
			discard: []string{"blue.circle", "green.triangle"},
			not:     []string{"black.square"},
		},
		{level: 3, not: []string{"green.triangle", "black.square"}},
	} {
		t.Run(fmt.Sprint("level ", tt.level), func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets("red:1"), Draws: list("red.circle red.circle red.square white.circle"),
				Seats: []SeatSetup{{Pool: counts(pool), Spells: learnedSpells("red:5:circle")}, {}},
			})
			sc.answer(fmt.Sprint("use:red:", tt.level))
			if tt.level > 3 {
				sc.asks(0, "discard").offers("back")
				for _, m := range tt.discard {
					sc.offers("discard:" + m)
				}
				for _, m := range tt.not {
					sc.offersNot("discard:" + m)
				}
				sc.answer("discard:blue.circle")
			}
			sc.pool(0, "green.triangle black.square red.circle*2 red.square white.circle").
				box("blue.circle").
				asksPhase(0, "midday")
		})
	}
}

func TestEruption(t *testing.T) {
	for level, want := range map[int]int{5: 6, 4: 5, 3: 4} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			sc := start(
				t,
				Setup{
					Spells: spellSets("red:2"),
					Seats:  []SeatSetup{{Pool: someMateria(2), Spells: learnedSpells("red:5:circle")}, {}},
				},
			)
			sc.answer(fmt.Sprint("use:red:", level)).poolSize(0, want)
			sc = start(
				t,
				Setup{
					Spells: spellSets("red:2"),
					Seats:  []SeatSetup{{Pool: someMateria(want), Spells: learnedSpells("red:5:circle")}, {}},
				},
			)
			sc.offersNot(fmt.Sprint("use:red:", level))
			require.Equal(t, "pool_enough", sc.why(0, fmt.Sprint("use:red:", level)))
		})
	}
}

func TestBlaze(t *testing.T) {
	for level := 3; level <= 5; level++ {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets("red:3"),
				First:  1,
				Altar:  counts("blue.circle green.circle white.square"),
				Draws:  list("red.circle red.circle red.square black.circle"),
				Seats: []SeatSetup{
					{},
					{Spells: learnedSpells("red:5:circle")},
					{Pool: someMateria(9, "blue", "green", "white")},
					{},
				},
			})
			// From the left of seat 1: seat 2 is full, then seat 3, then seat 0.
			sc.answer(fmt.Sprint("use:red:", level)).
				pool(1, "red.circle*2 red.square black.circle").
				asks(3, "take").
				offersOnly("take:blue.circle", "take:green.circle", "take:white.square").
				answer("take:green.circle").
				asks(0, "take").
				answer("take:white.square").
				pool(3, "green.circle").
				pool(0, "white.square").
				altar("blue.circle").
				asksPhase(1, "midday")
		})
	}
}

func TestLevitation(t *testing.T) {
	// Rune A is the triangle, B the square, C the circle.
	altar := "red.triangle blue.triangle green.square black.square white.circle yellow.circle"
	for _, tt := range []struct {
		level int
		first []string
	}{
		{
			level: 5,
			first: []string{
				"take:red.triangle", "take:blue.triangle", "take:green.square",
				"take:black.square", "take:white.circle", "take:yellow.circle",
			},
		},
		{
			level: 4,
			first: []string{"take:red.triangle", "take:blue.triangle", "take:green.square", "take:black.square"},
		},
		{level: 3, first: []string{"take:red.triangle", "take:blue.triangle"}},
	} {
		t.Run(fmt.Sprint("level ", tt.level), func(t *testing.T) {
			start(t, Setup{Altar: counts(altar), Seats: []SeatSetup{{Spells: learnedSpells("violet:5:circle")}, {}}}).
				answer(fmt.Sprint("use:violet:", tt.level)).
				asks(0, "take").
				offersOnly(append(tt.first, "back")...).
				answer("take:red.triangle").
				pool(0, "red.triangle blue.triangle").
				asksPhase(0, "midday")
		})
	}
}

func TestSharing(t *testing.T) {
	setup := func(level int) Setup {
		return Setup{
			Spells: spellSets("violet:2"),
			Altar:  counts("red.circle blue.circle green.circle black.circle"),
			Draws:  list("white.square white.circle white.triangle yellow.circle"),
			Seats: []SeatSetup{
				{Spells: learnedSpells(fmt.Sprint("violet:", level, ":circle"))},
				{Pool: someMateria(9, "white", "yellow")},
				{},
			},
		}
	}
	start(t, setup(5)).
		answer("use:violet:5").
		answer("take:red.circle").
		answer("take:blue.circle").
		answer("take:green.circle").
		pool(0, "red.circle blue.circle green.circle").
		poolSize(1, 9).
		pool(2, "white.square").
		asksPhase(0, "midday")
	start(t, setup(4)).
		answer("use:violet:4").
		answer("take:red.circle").
		answer("take:blue.circle").
		pool(0, "red.circle blue.circle").
		pool(2, "white.square").
		asksPhase(0, "midday")
	start(t, setup(3)).
		answer("use:violet:3").
		answer("take:red.circle").
		pool(0, "red.circle white.square").
		pool(2, "white.circle").
		asksPhase(0, "midday")
}

func TestDivination(t *testing.T) {
	in := Setup{
		Spells: spellSets("violet:3"), Altar: counts("red.circle blue.circle"), Draws: list("red.square green.circle"),
		Seats: []SeatSetup{{Pool: counts("white.circle"), Spells: learnedSpells("violet:5:circle")}, {}},
	}
	start(t, in).
		answer("use:violet:5").
		altar("red.circle blue.circle red.square green.circle").
		asks(0, "take").
		offersNot("done", "back").
		answer("take:red.circle").
		answer("take:blue.circle").
		pool(0, "white.circle red.circle blue.circle").
		asksPhase(0, "midday")
	// Up to two, of one colour.
	sc := start(t, in).answer("use:violet:4").offers("done").answer("take:red.circle").
		offersOnly("take:red.square", "done").answer("take:red.square").
		pool(0, "white.circle red.circle red.square").asksPhase(0, "midday")
	sc.altar("blue.circle green.circle")
	start(t, in).
		answer("use:violet:4").
		answer("take:red.circle").
		answer("done").
		pool(0, "white.circle red.circle").
		asksPhase(0, "midday")
	start(t, in).
		answer("use:violet:4").
		answer("done").
		pool(0, "white.circle").
		asksPhase(0, "midday")
	start(t, in).
		answer("use:violet:4").
		answer("take:blue.circle").
		pool(0, "white.circle blue.circle").
		asksPhase(0, "midday")
	start(t, in).
		answer("use:violet:3").
		answer("take:red.circle").
		answer("take:blue.circle").
		asks(0, "discard").
		offersNot("back").
		answer("discard:white.circle").
		pool(0, "red.circle blue.circle").
		box("white.circle")
}
