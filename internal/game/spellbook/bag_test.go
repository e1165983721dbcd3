package spellbook

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
)

// The box is emptied into the bag when a Materia must be drawn from an empty bag, even in the
// middle of an action (R5).
func TestR5BoxGoesBackInMidAction(t *testing.T) {
	for _, tt := range []struct {
		name, sets, phase, know string
		pool                    string
		answers                 []string
		// drawn is the number of draws, boxed the number of Materia that go to the box.
		drawn, boxed int
	}{
		{
			name:    "draw 2",
			phase:   "morning",
			answers: []string{"draw"},
			drawn:   2,
			boxed:   0,
		},
		{
			name:    "Sacrifice",
			sets:    "red:1",
			phase:   "morning",
			know:    "red:3:circle",
			pool:    "white.circle",
			answers: []string{"use:red:3"},
			drawn:   4,
			boxed:   1,
		},
		{
			name:    "Eruption",
			sets:    "red:2",
			phase:   "morning",
			know:    "red:5:circle",
			answers: []string{"use:red:5"},
			drawn:   6,
			boxed:   0,
		},
		{
			name:    "Blaze",
			sets:    "red:3",
			phase:   "morning",
			know:    "red:3:circle",
			answers: []string{"use:red:3"},
			drawn:   4,
			boxed:   0,
		},
		{
			name:    "Sharing, for the others",
			sets:    "violet:2",
			phase:   "morning",
			know:    "violet:5:circle",
			answers: []string{"use:violet:5"},
			drawn:   2,
			boxed:   0,
		},
		{
			name:    "Divination, onto the altar",
			sets:    "violet:3",
			phase:   "morning",
			know:    "violet:4:circle",
			pool:    "white.circle",
			answers: []string{"use:violet:4", "done"},
			drawn:   2,
			boxed:   0,
		},
		{
			name:    "Healing",
			sets:    "green:2",
			phase:   "midday",
			know:    "green:4:circle",
			pool:    "white.circle*3",
			answers: []string{"use:green:4"},
			drawn:   2,
			boxed:   2,
		},
		{
			name:    "Mirage",
			sets:    "blue:3",
			phase:   "morning",
			know:    "blue:5:circle",
			answers: []string{"take:green.circle"},
			drawn:   2,
			boxed:   0,
		},
		{
			name:    "Abundance, then the altar",
			sets:    "yellow:1",
			phase:   "evening",
			pool:    "yellow.circle*3",
			answers: []string{"learn:yellow:3"},
			drawn:   2 + 1,
			boxed:   2,
		},
		{
			name:    "the altar's update",
			sets:    "black:2",
			phase:   "evening",
			know:    "black:4:circle",
			answers: []string{"use:black:4"},
			drawn:   2,
			boxed:   0,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets(tt.sets),
				Phase:  tt.phase,
				Bag:    counts("red.circle"),
				Altar:  counts("green.circle*2 green.square*2"),
				Draws:  list("red.circle red.square"), // with which the seat can still do something later
				Seats:  []SeatSetup{{Pool: counts(tt.pool), Spells: learnedSpells(tt.know)}, {}, {}},
			})
			in := int(sc.s.box.size)
			for _, answer := range tt.answers {
				sc.answer(answer)
			}
			sc.answerUntilAction().
				happened(eventBag, 1).
				happened(eventDrew, tt.drawn)
			// One came from the bag, the others from what had been in the box.
			require.Equal(t, in+tt.boxed-(tt.drawn-1), int(sc.s.bag.size)+int(sc.s.box.size))
		})
	}
}

// With an empty box and an empty bag, only what is left is drawn (R5).
func TestR5NothingLeftToDraw(t *testing.T) {
	in := Setup{
		Spells: spellSets("red:2 violet:2 blue:3"),
		Bag:    counts("red.circle"),
		Box:    counts(""),
		Altar:  nothingToDraw("red.circle violet.circle red.square blue.circle white.circle"),
		Seats: []SeatSetup{
			{Pool: counts("white.circle"), Spells: learnedSpells("red:5:square violet:5:circle blue:5:circle")},
			{},
			{},
		},
	}
	start(t, in).
		answer("use:red:5").
		pool(0, "red.circle white.circle").
		happened(eventBag, 0).
		happened(eventDrew, 1)
	// Sharing: the neighbour on the left gets the last one.
	sc := start(t, in).answer("use:violet:5").answer("take:green.square").answer("take:green.square").
		answer("take:green.square")
	sc.pool(1, "red.circle").
		pool(2, "").
		asksPhase(0, "midday")
	// Mirage draws what is left.
	start(t, in).
		answer("take:green.circle").
		pool(0, "white.circle green.circle red.circle").
		happened(eventDrew, 1)
	// With nothing left, the altar stays the same, and drawing is not offered.
	in.Bag = counts("")
	in.Altar = nothingToDraw("violet.circle red.square blue.circle white.circle")
	sc = start(t, in).offersNot("draw", "use:red:5").offers("use:violet:5")
	require.Equal(t, "bag_empty", sc.why(0, "draw"))
	require.Equal(t, "bag_empty", sc.why(0, "use:red:5"))
}

// What the same action discarded before is in the box and can be drawn (R5).
func TestR5OwnDiscardsComeBack(t *testing.T) {
	// With nothing to draw, Sacrifice draws its own discard.
	in := Setup{
		Bag: counts(""), Box: counts(""), Altar: nothingToDraw("red.square white.circle"),
		Seats: []SeatSetup{{Pool: counts("white.circle"), Spells: learnedSpells("red:5:square")}, {}},
	}
	start(t, in).
		offersNot("draw").
		answer("use:red:5").
		pool(0, "white.circle").
		happened(eventBag, 1)
	// Healing does not, because it draws first.
	in.Spells = spellSets("green:2")
	in.Phase = "midday"
	in.Altar = nothingToDraw("green.square white.circle")
	in.Seats[0].Spells = learnedSpells("green:5:square")
	sc := start(t, in).answer("use:green:5").pool(0, "")
	require.Equal(t, []string{eventUsed, eventDiscarded}, sc.events[:2])
	// Tempest draws what it has swept: as many as it discards.
	in = Setup{
		Spells: spellSets("white:2"), Phase: "evening", Altar: counts("red.circle*2 blue.circle"),
		Seats: []SeatSetup{{Pool: someMateria(9, "red", "blue"), Spells: learnedSpells("white:5:circle")}, {}, {}, {}},
	}
	left := allExcept("red.circle*2 blue.circle white.circle")
	for id, n := range in.Seats[0].Pool {
		left[id] -= n
	}
	in.Box = left // and nothing is in the bag
	sc = start(t, in).answer("use:white:5").answer("sweep:red.circle*2").happened(eventBag, 1)
	require.Equal(t, 5, int(sc.s.altar.size), "three, then filled up")
	// A full altar can be drawn again as well, if nothing else is left.
	in = Setup{
		Phase: "evening", Bag: counts(""), Box: counts(""), Altar: nothingToDraw("white.circle*3"),
		Seats: []SeatSetup{{Pool: counts("white.circle*3")}, {}},
	}
	sc = start(t, in).answer("skip").happened(eventBag, 1).happened(eventAltar, 1).box("")
	require.Equal(t, 5, int(sc.s.altar.size))
	require.Equal(t, 97, int(sc.s.bag.size))
}

// A use is reported before its effects, even if the box is emptied into the bag first.
func TestUseIsToldFirst(t *testing.T) {
	sc := start(t, Setup{
		Spells: spellSets(
			"red:2",
		),
		Box:   allExcept("red.circle"),
		Seats: []SeatSetup{{Spells: learnedSpells("red:3:circle")}, {}},
	}).answer("use:red:3")
	require.Equal(t, []string{eventUsed, eventBag, eventDrew, eventDrew, eventDrew, eventDrew}, sc.events)
}

// Actions that would change nothing are not offered, and Private gives the reason (R2, R3).
func TestR2ReasonsWhyNot(t *testing.T) {
	for _, tt := range []struct {
		name, sets, phase, know string
		pool, altar             string
		action, reason          string
	}{
		{
			name:   "empty altar",
			phase:  "morning",
			action: "take",
			reason: "altar_empty",
		},
		{
			name:   "empty pool",
			phase:  "midday",
			know:   "blue:5:circle",
			action: "store",
			reason: "pool_empty",
		},
		{
			name:   "Sacrifice without anything",
			sets:   "red:1",
			phase:  "morning",
			know:   "red:5:circle",
			action: "use:red:5",
			reason: "pool_empty",
		},
		{
			name:   "Sacrifice without rune A",
			sets:   "red:1",
			phase:  "morning",
			know:   "red:5:circle",
			pool:   "blue.square",
			action: "use:red:3",
			reason: "no_rune_in_pool",
		},
		{
			name:   "Sacrifice without runes A and B",
			sets:   "red:1",
			phase:  "morning",
			know:   "red:5:circle",
			pool:   "blue.square",
			action: "use:red:4",
			reason: "no_rune_in_pool",
		},
		{
			name:   "Eruption with enough",
			sets:   "red:2",
			phase:  "morning",
			know:   "red:5:circle",
			pool:   "blue.square*4",
			action: "use:red:3",
			reason: "pool_enough",
		},
		{
			name:   "Levitation without rune A",
			sets:   "violet:1",
			phase:  "morning",
			know:   "violet:5:circle",
			altar:  "blue.square",
			action: "use:violet:3",
			reason: "no_rune_on_altar",
		},
		{
			name:   "Levitation without runes A and B",
			sets:   "violet:1",
			phase:  "morning",
			know:   "violet:5:circle",
			altar:  "blue.circle",
			action: "use:violet:4",
			reason: "no_rune_on_altar",
		},
		{
			name:   "Levitation with an empty altar",
			sets:   "violet:1",
			phase:  "morning",
			know:   "violet:5:circle",
			action: "use:violet:5",
			reason: "altar_empty",
		},
		{
			name:   "Purification with an empty pool",
			sets:   "green:1",
			phase:  "midday",
			know:   "green:5:circle",
			altar:  "blue.circle",
			action: "use:green:5",
			reason: "pool_empty",
		},
		{
			name:   "Purification with an empty altar",
			sets:   "green:1",
			phase:  "midday",
			know:   "green:5:circle",
			pool:   "blue.circle",
			action: "use:green:5",
			reason: "altar_empty",
		},
		{
			name:   "Purification of like with like",
			sets:   "green:1",
			phase:  "midday",
			know:   "green:5:circle",
			pool:   "blue.circle",
			altar:  "blue.circle",
			action: "use:green:5",
			reason: "nothing_to_do",
		},
		{
			name:   "Growth with an empty altar",
			sets:   "green:3",
			phase:  "evening",
			know:   "green:5:circle",
			pool:   "yellow.circle*3",
			action: "use:green:5",
			reason: "altar_empty",
		},
		{
			name:   "Growth 3 with an empty Familiar",
			sets:   "green:3",
			phase:  "evening",
			know:   "green:5:circle",
			pool:   "blue.circle",
			action: "use:green:3",
			reason: "familiar_empty",
		},
		{
			name:   "Growth 3 with an empty pool",
			sets:   "green:3",
			phase:  "evening",
			know:   "green:5:circle",
			altar:  "red.circle",
			action: "use:green:3",
			reason: "pool_empty",
		},
		{
			name:   "Growth 3 of like with like",
			sets:   "green:3",
			phase:  "evening",
			know:   "green:5:circle",
			pool:   "blue.circle",
			action: "use:green:3",
			reason: "nothing_to_do",
		},
		{
			name:   "Offering with an empty pool",
			sets:   "black:1",
			phase:  "midday",
			know:   "black:5:circle",
			action: "use:black:5",
			reason: "pool_empty",
		},
		{
			name:   "Offering with a full Familiar",
			sets:   "black:1",
			phase:  "midday",
			know:   "black:5:circle",
			pool:   "blue.circle",
			action: "use:black:5",
			reason: "familiar_full",
		},
		{
			name:   "Focus 3 without the rune",
			sets:   "black:2",
			phase:  "evening",
			know:   "black:5:circle",
			pool:   "blue.square",
			altar:  "red.circle",
			action: "use:black:3",
			reason: "no_rune_in_pool",
		},
		{
			name:   "Focus without the rune anywhere",
			sets:   "black:2",
			phase:  "evening",
			know:   "black:5:circle",
			pool:   "yellow.square*3",
			altar:  "red.square",
			action: "use:black:5",
			reason: "no_rune_in_pool",
		},
		{
			name:   "Feast 4 with an empty altar",
			sets:   "black:3",
			phase:  "midday",
			know:   "black:5:circle",
			pool:   "blue.square",
			action: "use:black:4",
			reason: "altar_empty",
		},
		{
			name:   "Time Travel without the rune",
			sets:   "white:1",
			phase:  "evening",
			know:   "white:5:circle red:3:circle",
			pool:   "blue.triangle",
			action: "use:white:4",
			reason: "no_rune_in_pool",
		},
		{
			name:   "Time Travel without another spell",
			sets:   "white:1",
			phase:  "evening",
			know:   "white:5:circle",
			pool:   "blue.circle",
			action: "use:white:4",
			reason: "no_spell_to_raise",
		},
		{
			name:   "Tempest 3",
			sets:   "white:2",
			phase:  "evening",
			know:   "white:5:circle",
			pool:   "blue.circle",
			altar:  "red.circle",
			action: "use:white:3",
			reason: "no_action",
		},
		{
			name:   "Clone 5 without the placed rune",
			sets:   "white:3",
			phase:  "midday",
			know:   "white:5:circle",
			pool:   "blue.square",
			altar:  "red.circle",
			action: "use:white:5",
			reason: "no_spell_to_copy",
		},
		{
			name:   "Clone 3 with nothing to store",
			sets:   "white:3",
			phase:  "midday",
			know:   "white:5:circle",
			altar:  "red.circle",
			action: "use:white:3",
			reason: "no_spell_to_copy",
		},
		{
			name:   "Mirage is no action",
			sets:   "blue:3",
			phase:  "morning",
			know:   "blue:5:circle",
			altar:  "red.circle",
			action: "use:blue:5",
			reason: "no_action",
		},
		{
			name:   "of another phase",
			phase:  "morning",
			know:   "green:5:circle",
			altar:  "red.circle",
			action: "use:green:5",
			reason: "other_phase",
		},
		{
			name:   "not so high",
			phase:  "morning",
			know:   "violet:4:circle",
			altar:  "red.triangle",
			action: "use:violet:5",
			reason: "higher_level",
		},
		{
			name:   "too few",
			phase:  "evening",
			pool:   "blue.circle*2 red.square*3",
			altar:  "red.circle",
			action: "learn:blue:4",
			reason: "too_few_materia",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := Setup{
				Spells: spellSets(tt.sets),
				Phase:  tt.phase,
				Altar:  counts(tt.altar),
				Seats:  []SeatSetup{{Pool: counts(tt.pool), Spells: learnedSpells(tt.know)}, {}},
			}
			if tt.reason == "familiar_full" {
				in.Seats[0].Familiar = familiarWithFree(0)
			}
			if tt.name == "Growth 3 of like with like" {
				in.Seats[0].Familiar = list("blue.circle blue.circle")
			}
			sc := start(t, in)
			if d := sc.decision(); d.Seat == 0 && d.Args[0].Text == tt.phase {
				sc.offersNot(tt.action)
				require.Equal(t, tt.reason, sc.why(0, tt.action))
				return
			}
			// Nothing was possible, so the phase was skipped.
			if tt.action == "store" {
				require.Equal(t, tt.reason, string(sc.s.whyNot(newFrame(programStore, 0, noColour, noRune))))
				return
			}
			key, ok := sc.rules.ParseOption(tt.action)
			require.True(t, ok)
			ph := phase(slices.Index(phaseNames[:], tt.phase))
			now := sc.s.prospect(0)
			require.Equal(t, tt.reason, string(sc.s.whyNotUse(&now, cards.Colour(key.A), int(key.B), ph)))
		})
	}
}
