package spellbook

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

func TestR1NumbersAreDuties(t *testing.T) {
	// A player cannot stop taking, nor begin with a rune of which there is only one.
	start(t, Setup{
		Altar: counts(
			"red.circle blue.circle green.square",
		),
		Seats: []SeatSetup{{Spells: learnedSpells("violet:5:circle")}, {}},
	}).
		answer("use:violet:5").
		offersOnly("take:red.circle", "take:blue.circle", "back").
		answer("take:red.circle").
		pool(0, "red.circle blue.circle")
	start(t, Setup{
		Spells: spellSets("violet:2"),
		Altar:  counts("red.circle blue.circle green.square"),
		Seats:  []SeatSetup{{Spells: learnedSpells("violet:5:circle")}, {}},
	}).
		answer("use:violet:5").
		answer("take:red.circle").
		offersOnly("take:blue.circle", "take:green.square")
	// Four of one colour take precedence over two of another. Level 3 can be used to do less.
	in := Setup{
		Phase: "midday",
		Seats: []SeatSetup{{Pool: counts("red.circle*4 blue.circle*2"), Spells: learnedSpells("black:5:circle")}, {}},
	}
	start(t, in).
		answer("use:black:5").
		familiar(0, "red.circle red.circle red.circle red.circle")
	start(t, in).
		answer("use:black:3").
		asks(0, "colour").
		answer("colour:blue").
		familiar(0, "blue.circle blue.circle")
}

func TestR2NothingToDoIsNotOffered(t *testing.T) {
	in := Setup{
		Spells: spellSets("violet:2 green:3"), Altar: counts("red.circle blue.circle"),
		Seats: []SeatSetup{{Pool: someMateria(9), Spells: learnedSpells("violet:5:circle green:5:circle")}, {}},
	}
	// With a full pool, neither take nor draw is possible. Sharing still serves the other player.
	sc := start(t, in).offersOnly("use:violet:3", "use:violet:4", "use:violet:5", "skip")
	require.Equal(t, "pool_full", sc.why(0, "take"))
	require.Equal(t, "pool_full", sc.why(0, "draw"))
	sc.answer("use:violet:5").
		poolSize(0, 9).
		poolSize(1, 1).
		asksPhase(0, "midday")
	// Nothing is possible, so the phase is skipped.
	in.Spells = spellSets("red:3")
	in.Seats[0].Spells = nil
	start(t, in).asksPhase(0, "midday")
	// Blaze with a full pool still serves the other players.
	in.Seats[0].Spells = learnedSpells("red:3:circle")
	start(t, in).
		answer("use:red:3").
		asks(1, "take").
		offersNot("back").
		answer("take:blue.circle").
		poolSize(0, 9).
		poolSize(1, 1)
	// Growth above level 3 needs an empty space. A full Familiar ends the match.
	full := Setup{
		Spells: spellSets("green:3"),
		Phase:  "evening",
		Altar:  counts("red.circle"),
		Seats: []SeatSetup{
			{
				Pool: counts("white.circle"),
				Familiar: list(
					"red.square red.square red.square blue.square blue.square blue.square " +
						"black.square black.square black.square yellow.square yellow.square yellow.square " +
						"violet.square",
				),
				Spells: learnedSpells("green:5:circle"),
			},
			{},
		},
	}
	sc = start(t, full).offersOnly("use:green:3", "skip")
	require.Equal(t, "familiar_full", sc.why(0, "use:green:5"))
}

func TestR3CostMustLeaveTheRest(t *testing.T) {
	// No spell can be raised, so Time Travel is not offered.
	sc := start(
		t,
		Setup{
			Phase: "evening",
			Seats: []SeatSetup{{Pool: counts("red.circle"), Spells: learnedSpells("white:5:circle red:5:circle")}, {}},
		},
	)
	sc.asksPhase(1, "morning")
	// The only circle cannot pay for both Clone and the Sacrifice that it copies.
	in := Setup{
		Spells: spellSets("white:3"),
		Phase:  "midday",
		Draws:  list("black.square"),
		Altar:  counts("blue.square"),
		Seats: []SeatSetup{
			{Pool: counts("green.circle green.square"), Spells: learnedSpells("white:5:circle")},
			{Spells: learnedSpells("red:3:circle")},
		},
	}
	start(t, in).
		answer("use:white:5").
		offersOnly("copy:take", "copy:draw", "back")
	in.Seats[0].Pool = counts("green.circle*2 green.square")
	start(t, in).
		answer("use:white:5").
		offers("copy:red:3")
}

func TestR4HealingWithAFullPool(t *testing.T) {
	in := Setup{
		Spells: spellSets("green:2"), Phase: "midday", Draws: list("blue.circle"),
		Seats: []SeatSetup{{Pool: counts("red.circle*5 red.square*4"), Spells: learnedSpells("green:5:circle")}, {}},
	}
	start(t, in).
		answer("use:green:5").
		asks(0, "discard").
		offers("back").
		answer("discard:red.circle*3").
		poolSize(0, 6).
		happened(eventDrew, 0)
	in.Seats[0].Pool = counts("red.circle*5 red.square*3")
	start(t, in).
		answer("use:green:5").
		asks(0, "discard").
		answer("discard:red.circle*3").
		poolSize(0, 6).
		happened(eventDrew, 1)
	// A pool that is smaller than the number is discarded entirely.
	in.Draws = nil
	in.Bag, in.Box = counts("blue.circle"), counts("")
	in.Altar = allExcept("blue.circle green.circle*2")
	in.Seats[0].Pool = nil
	in.Seats[1].Pool = counts("green.circle")
	start(t, in).
		answer("use:green:5").
		poolSize(0, 0).
		happened(eventDiscarded, 1)
}

// allExcept returns all Materia except the named ones.
func allExcept(text string) Counts {
	c := Counts{}
	for _, id := range cards.MateriaNames {
		if n := 5 - counts(text)[id]; n > 0 {
			c[id] = n
		}
	}
	return c
}

func TestR5BoxGoesBackOnlyWhenNeeded(t *testing.T) {
	in := Setup{
		Bag:   counts("red.circle red.square"),
		Altar: allExcept("red.circle*2 red.square blue.circle green.circle yellow.circle yellow.square"),
		Box:   counts("green.circle yellow.circle yellow.square"),
		Draws: list("red.circle red.square blue.circle green.circle"),
		Seats: []SeatSetup{{Pool: counts("blue.circle"), Spells: learnedSpells("red:5:circle")}, {}},
	}
	// The discard of Sacrifice is in the box by the time it is needed.
	start(t, in).
		answer("use:red:5").
		pool(0, "red.circle red.square blue.circle green.circle").
		happened(eventBag, 1).
		box("")
	in.Draws = list("red.square red.circle")
	start(t, in).
		answer("draw").
		box("green.circle yellow.circle yellow.square").
		happened(eventBag, 0)
	// Bag and box are nearly empty: what is left is drawn.
	in.Bag, in.Box, in.Draws = counts("red.square"), counts(""), nil
	in.Altar = allExcept("red.circle red.square blue.circle")
	start(t, in).
		answer("draw").
		pool(0, "blue.circle red.square")
}

func TestR6WhatLeavesTheAltarGoesToTheBox(t *testing.T) {
	start(t, Setup{
		Phase: "evening",
		Altar: counts("red.circle*5 blue.circle*5"),
		Seats: []SeatSetup{{Pool: counts("green.circle*3")}, {}},
	}).
		answer("skip").
		box("red.circle*5 blue.circle*5").
		asksPhase(1, "morning").
		happened(eventAltar, 1)
}

func TestAltarUpdate(t *testing.T) {
	for n, want := range map[int]int{0: 5, 4: 5, 5: 6, 8: 9, 9: 10, 10: 5, 12: 5} {
		sc := start(
			t,
			Setup{
				Phase: "evening",
				Altar: someMateria(n, "green"),
				Seats: []SeatSetup{{Pool: counts("green.circle*3")}, {}},
			},
		)
		sc.answer("skip").asksPhase(1, "morning")
		require.Equal(t, want, int(sc.s.altar.size), "%d on the altar", n)
	}
}

func TestR7AltarToFamiliarPassesByThePool(t *testing.T) {
	sc := start(t, Setup{
		Spells: spellSets("green:3"),
		Phase:  "evening",
		Altar:  counts("red.circle*2 blue.circle green.circle"),
		Seats: []SeatSetup{
			{
				Pool: someMateria(9, "red", "blue", "green"),
				Familiar: list(
					"white.circle white.circle white.circle white.square white.square white.square " +
						"black.circle black.circle black.square black.square black.square",
				),
				Spells: learnedSpells("green:5:circle"),
			},
			{},
		},
	})
	// Two spaces are empty, so the third Materia stays on the altar.
	sc.answer("use:green:5").
		answer("take:red.circle").
		answer("take:red.circle").
		poolSize(0, 9).
		level(0, "green", 4)
	require.EqualValues(t, 1, sc.s.altar.n[6], "green.circle stays")
	require.True(t, sc.s.endTriggered)
}

func TestR8RoundIsFinished(t *testing.T) {
	almost := "red.square red.square red.square blue.square blue.square blue.square " +
		"black.square black.square black.square yellow.square yellow.square yellow.square"
	in := Setup{
		First: 1, Active: seat(2), Phase: "midday", Altar: counts("white.circle"),
		Seats: []SeatSetup{{}, {}, {Pool: counts("violet.circle"), Familiar: list(almost)}},
	}
	// Seat 2 fills its Familiar. Seat 0 is the last of the round, to the right of seat 1.
	sc := start(t, in).answer("store:violet.circle").happened(eventEnding, 1).asksPhase(0, "morning")
	require.Equal(t, 1, int(sc.s.round))
	sc.answer("take:white.circle").skipAll()
	require.True(t, sc.s.over)
	// The last player of the round triggers the end: the match ends after that day.
	in.First = 0
	sc = start(t, in).answer("store:violet.circle")
	require.True(t, sc.s.over)
	require.Error(t, sc.s.Apply(0, game.Answer{}, &game.Step{}))
	// Both conditions still count for the other players in the last round.
	in = Setup{
		Active: seat(0), Phase: "evening",
		Seats: []SeatSetup{
			{
				Pool: counts("yellow.circle*3"),
				Spells: learnedSpells(
					"red:3:circle violet:3:circle green:3:circle black:3:circle white:3:circle blue:3:circle",
				),
			},
			{Pool: counts("violet.circle"), Familiar: list(almost)},
		},
	}
	sc = start(t, in).answer("learn:yellow:3").happened(eventEnding, 1).asksPhase(1, "morning").
		skipTo(1, "midday").answer("store:violet.circle").happened(eventEnding, 2)
	sc.skipAll()
	require.True(t, sc.s.over)
}

func seat(n game.Seat) *game.Seat { return &n }

func (sc *scene) skipAll() {
	sc.t.Helper()
	for range 20 {
		if sc.s.over {
			return
		}
		sc.answer("skip")
	}
}
