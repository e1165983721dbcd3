package spellbook

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestR17DoneInPart(t *testing.T) {
	// Levitation with one, Offering with one, Focus with one.
	start(t, Setup{Altar: counts("red.circle"), Seats: []SeatSetup{{Spells: learnedSpells("violet:5:circle")}, {}}}).
		answer("use:violet:5").
		pool(0, "red.circle")
	start(t, Setup{
		Phase: "midday",
		Seats: []SeatSetup{{Pool: counts("red.circle"), Spells: learnedSpells("black:5:circle")}, {}},
	}).
		answer("use:black:5").
		familiar(0, "red.circle")
	start(t, Setup{
		Spells: spellSets("black:2"),
		Phase:  "evening",
		Seats:  []SeatSetup{{Pool: counts("red.circle red.square"), Spells: learnedSpells("black:5:circle")}, {}},
	}).
		answer("use:black:5").
		familiar(0, "red.circle")
	// Purification exchanges as long as the altar allows an exchange of different Materia.
	start(
		t,
		Setup{
			Phase: "midday",
			Altar: counts("red.circle"),
			Seats: []SeatSetup{{Spells: learnedSpells("green:5:circle")}, {}},
		},
	).
		asksPhase(1, "morning")
	// Divination with a full pool still draws onto the altar.
	start(t, Setup{
		Spells: spellSets("violet:3"),
		Draws:  list("red.circle red.square"),
		Seats:  []SeatSetup{{Pool: someMateria(9), Spells: learnedSpells("violet:5:circle")}, {}},
	}).
		answer("use:violet:5").
		altar("red.circle red.square").
		poolSize(0, 9).
		asksPhase(0, "midday")
	// Divination 4: two only of one colour, one, or none.
	start(t, Setup{
		Spells: spellSets("violet:3"),
		Draws:  list("red.circle blue.square"),
		Seats:  []SeatSetup{{Spells: learnedSpells("violet:4:circle")}, {}},
	}).
		answer("use:violet:4").
		answer("take:red.circle").
		pool(0, "red.circle").
		asksPhase(0, "midday")
}

func TestR18ExchangesOneAfterTheOther(t *testing.T) {
	// The second exchange can take what the first one put down.
	start(t, Setup{
		Phase: "midday",
		Altar: counts("red.circle green.circle"),
		Seats: []SeatSetup{
			{Pool: counts("blue.circle white.square yellow.triangle*3"), Spells: learnedSpells("green:4:circle")},
			{},
		},
	}).
		answer("use:green:4").
		answer("take:red.circle", "put:blue.circle").
		asks(0, "exchange").
		offersNot("back").
		offers("take:blue.circle", "put:red.circle").
		refuse("take:blue.circle").
		refuse("take:blue.circle", "take:green.circle").
		answer("take:blue.circle", "put:white.square").
		pool(0, "red.circle blue.circle yellow.triangle*3").
		altar("green.circle white.square")
	// With the Familiar: the same space is used, and nothing is stored or taken.
	start(t, Setup{
		Spells: spellSets("green:3 blue:3"),
		Phase:  "evening",
		Draws:  nil,
		Seats: []SeatSetup{
			{
				Pool:     counts("red.square"),
				Familiar: list("black.circle blue.circle"),
				Spells:   learnedSpells("green:3:circle blue:5:circle"),
			},
			{},
		},
	}).
		answer("use:green:3").
		answer("recall:black.circle", "put:red.square").
		familiar(0, "red.square blue.circle").
		pool(0, "black.circle")
}

func TestR19WhatMirageCounts(t *testing.T) {
	mirage := "blue:3:circle"
	// Takes by exchange with the altar, after the exchange.
	start(t, Setup{
		Spells: spellSets("blue:3"), Phase: "midday", Altar: counts("red.circle"), Draws: list("black.square"),
		Seats: []SeatSetup{{Pool: counts("white.square"), Spells: learnedSpells(mirage + " green:3:square")}, {}},
	}).
		answer("use:green:3").
		pool(0, "red.circle black.square")
	// Takes directly to the Familiar.
	start(t, Setup{
		Spells: spellSets("blue:3 black:3"), Phase: "midday", Altar: counts("red.circle"), Draws: list("black.square"),
		Seats: []SeatSetup{{Pool: counts("white.square"), Spells: learnedSpells(mirage + " black:4:square")}, {}},
	}).
		answer("use:black:4").
		pool(0, "white.square black.square").
		familiar(0, "red.circle")
	// Takes by a copied spell.
	start(t, Setup{
		Spells: spellSets("blue:3 black:3 white:3"),
		Phase:  "midday",
		Altar:  counts("red.circle"),
		Draws:  list("black.square"),
		Seats: []SeatSetup{
			{Pool: counts("white.square"), Spells: learnedSpells(mirage + " white:3:square")},
			{Spells: learnedSpells("black:4:square")},
		},
	}).
		answer("use:white:3").
		answer("copy:black:4").
		pool(0, "white.square black.square").
		familiar(0, "red.circle")
	// Not on another player's day.
	start(t, Setup{
		Spells: spellSets("blue:3 red:3"),
		Altar:  counts("red.circle"),
		Draws:  list("white.square white.square white.circle white.circle"),
		Seats:  []SeatSetup{{Spells: learnedSpells("red:5:square")}, {Spells: learnedSpells(mirage)}},
	}).
		answer("use:red:5").
		pool(1, "red.circle")
}

func TestR20MirageDrawsBeforeNextTake(t *testing.T) {
	in := Setup{
		Spells: spellSets("blue:3"),
		Altar:  counts("red.circle green.circle black.circle"),
		Draws:  list("white.square yellow.square"),
		Seats: []SeatSetup{
			{
				Pool:   someMateria(6, "red", "green", "black", "white", "yellow"),
				Spells: learnedSpells("blue:5:circle violet:5:square"),
			},
			{},
		},
	}
	// The first take draws two and fills the pool, so there is no second take.
	start(t, in).
		answer("use:violet:5").
		answer("take:red.circle").
		poolSize(0, 9).
		altar("green.circle black.circle").
		asksPhase(0, "midday")
	// With room, the draw comes before the second take.
	in.Seats[0].Pool = nil
	start(t, in).
		answer("use:violet:5").
		answer("take:red.circle").
		asks(0, "take").
		pool(0, "red.circle white.square yellow.square")
}

func TestR21CommunionStoresOfAllThatWasSpent(t *testing.T) {
	in := Setup{
		Spells: spellSets("yellow:3"),
		Phase:  "evening",
		Seats: []SeatSetup{
			{
				Pool:   counts("red.square*2 blue.circle green.circle black.circle"),
				Spells: learnedSpells("yellow:5:circle"),
			},
			{},
		},
	}
	start(t, in).
		answer("learn:red:3").
		answer("pay:red.square", "pay:blue.circle", "pay:green.circle", "pay:black.circle").
		asks(0, "keep").
		offersOnly("keep:red.square", "keep:blue.circle", "keep:green.circle", "keep:black.circle").
		refuse("keep:blue.circle").
		answer("keep:blue.circle", "keep:black.circle").
		familiar(0, "blue.circle black.circle").
		box("red.square green.circle")
	// One empty space: only one Materia.
	in.Seats[0].Familiar = list(
		"white.circle white.circle white.circle white.square white.square white.square " +
			"violet.circle violet.circle violet.square violet.square violet.square green.square",
	)
	sc := start(t, in).answer("learn:red:3").
		answer("pay:red.square", "pay:blue.circle", "pay:green.circle", "pay:black.circle")
	sc.answer("keep:red.square").box("blue.circle green.circle black.circle")
	require.True(t, sc.s.endTriggered)
}

func TestR22Swiftness(t *testing.T) {
	// A spell learned today cannot be used as the granted Morning action. A spell learned earlier
	// can.
	sc := start(t, Setup{
		Spells: spellSets("blue:2 red:2"),
		Phase:  "evening",
		Seats: []SeatSetup{
			{Pool: counts("blue.circle*3"), Spells: learnedSpells("red:3:circle violet:3:square:fresh")},
			{},
		},
	}).answer("learn:blue:3").asksPhase(0, "morning").offers("draw", "use:red:3").offersNot("use:violet:3", "back")
	// The second Morning action is chosen after the first, and can be the same.
	sc.answer("use:red:3").poolSize(0, 4)
	in := Setup{
		Spells: spellSets("blue:2"), Draws: list("red.circle red.square red.triangle green.circle"),
		Seats: []SeatSetup{{Spells: learnedSpells("blue:5:circle")}, {}},
	}
	sc = start(t, in).answer("draw").asksPhase(0, "morning").answer("draw").poolSize(0, 4).asksPhase(0, "midday")
	sc.skipTo(1, "morning")
	// Learned at level 5 it gives nothing on that day, and two actions from the next day.
	start(
		t,
		Setup{Spells: spellSets("blue:2"), Phase: "evening", Seats: []SeatSetup{{Pool: counts("blue.circle*5")}, {}}},
	).
		answer(
			"learn:blue:5",
		).
		asksPhase(
			1,
			"morning",
		).
		skipTo(
			0,
			"morning",
		).
		answer(
			"draw",
		).
		asksPhase(
			0,
			"morning",
		)
}

func TestR23Tempest(t *testing.T) {
	in := Setup{
		Spells: spellSets("white:2"), Phase: "evening",
		Seats: []SeatSetup{{Pool: counts("red.circle*3"), Spells: learnedSpells("white:5:circle")}, {}},
	}
	sc := start(t, in).offersNot("use:white:5")
	require.Equal(t, "altar_empty", sc.why(0, "use:white:5"))
	// With a full pool everything is swept, then drawn, and nothing is taken.
	in.Altar = counts("blue.circle blue.square")
	in.Draws = list("green.circle green.square white.triangle")
	in.Seats[0].Pool = someMateria(9, "blue", "green", "white")
	start(t, in).
		answer("use:white:5").
		refuse().
		answer("sweep:blue.circle", "sweep:blue.square").
		poolSize(0, 9).
		level(0, "white", 4).
		box("blue.circle blue.square")
}

func TestR24FeastNeedsAMatch(t *testing.T) {
	in := Setup{
		Spells: spellSets("black:3"), Phase: "midday", Altar: counts("red.circle"),
		Seats: []SeatSetup{{Pool: counts("white.circle"), Spells: learnedSpells("black:3:circle")}, {}},
	}
	require.Equal(t, "familiar_empty", start(t, in).offersNot("use:black:3").why(0, "use:black:3"))
	in.Seats[0].Familiar = list("blue.circle")
	require.Equal(t, "no_colour_on_altar", start(t, in).offersNot("use:black:3").why(0, "use:black:3"))
	in.Seats[0].Familiar = list("red.square")
	start(t, in).
		answer("use:black:3").
		pool(0, "white.circle red.circle")
}

func TestR25CloneUsesTheOwnersLevel(t *testing.T) {
	in := Setup{
		Spells: spellSets(
			"white:3 green:1 red:3",
		),
		Phase: "midday",
		Altar: counts("red.circle red.square red.triangle"),
		Seats: []SeatSetup{
			{Pool: counts("blue.square blue.circle"), Spells: learnedSpells("white:3:circle green:3:square")},
			{Spells: learnedSpells("green:4:square")},
			{},
		},
	}
	// A Clone at 3 copies a spell at 4 that the copier has learned only at 3.
	start(t, in).
		answer("use:white:3").
		offersOnly("copy:store", "copy:green:3", "copy:green:4", "back").
		answer("copy:green:4").
		answer("take:red.circle", "put:blue.square").
		answer("take:red.square", "put:blue.circle").
		pool(0, "red.circle red.square").
		level(1, "green", 4)
	// The others are all players except the copier, starting at the copier's left.
	in.Seats[0] = SeatSetup{Pool: counts("blue.circle"), Spells: learnedSpells("white:5:circle")}
	in.Seats[2] = SeatSetup{Spells: learnedSpells("red:3:circle")}
	in.Draws = list("violet.circle violet.square violet.triangle white.circle")
	start(t, in).
		answer("use:white:5").
		answer("copy:red:3").
		poolSize(0, 4).
		asks(1, "take").
		answer("take:red.circle").
		asks(2, "take").
		answer("take:red.square")
}

func TestR26CloneNeedsAnActionOfAnother(t *testing.T) {
	// A Clone cannot copy a Clone, the copier's own spells, or spells without an action. It can
	// copy the lower levels of Feast 5.
	in := Setup{
		Spells: spellSets("white:3 green:1 black:3 blue:1 yellow:1"), Phase: "midday", Altar: counts("red.circle"),
		Seats: []SeatSetup{
			{Pool: counts("blue.square blue.circle"), Spells: learnedSpells("white:4:circle green:3:square")},
			{Spells: learnedSpells("black:5:square white:5:square blue:3:square yellow:5:circle")},
		},
	}
	start(t, in).
		answer("use:white:3").
		offersOnly("copy:store", "copy:black:4", "back")
	// Transmutation 3 has no action and nothing can be learned, so Clone 4 is not offered.
	require.Equal(t, "no_spell_to_copy", start(t, in).offersNot("use:white:4").why(0, "use:white:4"))
}

func TestR27CloneCopiesBasicActions(t *testing.T) {
	in := Setup{
		Spells: spellSets(
			"white:3",
		),
		Phase: "midday",
		Altar: counts("red.circle"),
		Draws: list("green.circle green.square"),
		Seats: []SeatSetup{{Pool: counts("black.circle*4"), Spells: learnedSpells("white:5:circle")}, {}},
	}
	start(t, in).
		answer("use:white:5").
		offersOnly("copy:take", "copy:draw", "back").
		answer("copy:draw").
		pool(0, "black.circle*3 green.circle green.square")
	// A spell learned at Midday can be used from the next day. The Evening action remains.
	in.Draws = nil
	in.Seats[0].Pool = counts("black.circle*3 yellow.square*3")
	sc := start(t, in).answer("use:white:4").asks(0, "learn").
		offersOnly("learn:black:3", "learn:yellow:3", "learn:black:4", "learn:yellow:4", "back")
	sc.answer("learn:black:3").
		answer("way:0").
		level(0, "black", 3).
		asksPhase(0, "evening").
		answer("learn:yellow:3").
		level(0, "yellow", 3)
	// Clone 3 stores one.
	start(t, in).
		answer("use:white:3").
		asks(0, "store").
		answer("store:black.circle").
		familiar(0, "black.circle")
}

func TestR28CopiedGrowthLowersTheClone(t *testing.T) {
	in := Setup{
		Spells: spellSets("white:3 green:3"),
		Phase:  "midday",
		Altar:  counts("red.circle*5"),
		Seats: []SeatSetup{
			{Pool: counts("blue.square"), Spells: learnedSpells("white:5:circle")},
			{Spells: learnedSpells("green:5:circle")},
		},
	}
	start(t, in).
		answer("use:white:4").
		answer("copy:green:5").
		familiar(0, "red.circle red.circle red.circle").
		level(0, "white", 4).
		level(1, "green", 5)
	start(t, in).
		answer("use:white:4").
		answer("copy:green:4").
		familiar(0, "red.circle red.circle").
		level(0, "white", 4)
	in.Seats[0].Spells = learnedSpells("white:4:circle")
	start(t, in).
		answer("use:white:4").
		answer("copy:green:4").
		level(0, "white", 3)
	// Growth 3 lowers nothing.
	in.Seats[0].Familiar = list("black.circle")
	start(t, in).
		answer("use:white:4").
		answer("copy:green:3").
		familiar(0, "blue.square").
		level(0, "white", 4)
}
