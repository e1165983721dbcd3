package spellbook

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
)

// The box goes back into the bag at the moment at which a Materia must be drawn
// and none is left, in the middle of whatever is being done (R5).
func TestR5BoxGoesBackInMidAction(t *testing.T) {
	for _, tt := range []struct {
		name, sets, phase, know string
		pool                    string
		answers                 []string
		// drawn and boxed are how many are drawn and how many go to the box.
		drawn, boxed int
	}{
		{"draw 2", "", "morning", "", "", []string{"draw"}, 2, 0},
		{"Sacrifice", "red:1", "morning", "red:3:circle", "white.circle", []string{"use:red:3"}, 4, 1},
		{"Eruption", "red:2", "morning", "red:5:circle", "", []string{"use:red:5"}, 6, 0},
		{"Blaze", "red:3", "morning", "red:3:circle", "", []string{"use:red:3"}, 4, 0},
		{"Sharing, for the others", "violet:2", "morning", "violet:5:circle", "", []string{"use:violet:5"}, 2, 0},
		{"Divination, onto the altar", "violet:3", "morning", "violet:4:circle", "white.circle", []string{"use:violet:4", "done"}, 2, 0},
		{"Healing", "green:2", "midday", "green:4:circle", "white.circle*3", []string{"use:green:4"}, 2, 2},
		{"Mirage", "blue:3", "morning", "blue:5:circle", "", []string{"take:green.circle"}, 2, 0},
		{"Abundance, then the altar", "yellow:1", "evening", "", "yellow.circle*3", []string{"learn:yellow:3"}, 2 + 1, 2},
		{"the altar's update", "black:2", "evening", "black:4:circle", "", []string{"use:black:4"}, 2, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: sets(tt.sets),
				Phase:  tt.phase,
				Bag:    counts("red.circle"),
				Altar:  counts("green.circle*2 green.square*2"),
				Draws:  list("red.circle red.square"), // with which the seat can still do something later
				Seats:  []SeatSetup{{Pool: counts(tt.pool), Spells: know(tt.know)}, {}, {}},
			})
			in := int(sc.s.box.size)
			for _, answer := range tt.answers {
				sc.answer(answer)
			}
			sc.carryOn().happened(eventBag, 1).happened(eventDrew, tt.drawn)
			// One came out of the bag, the others out of what had been in the box.
			require.Equal(t, in+tt.boxed-(tt.drawn-1), int(sc.s.bag.size)+int(sc.s.box.size))
		})
	}
}

// An empty box and an empty bag: what there is is drawn, and no more (R5).
func TestR5NothingLeftToDraw(t *testing.T) {
	in := Setup{
		Spells: sets("red:2 violet:2 blue:3"),
		Bag:    counts("red.circle"),
		Box:    counts(""),
		Altar:  nothingToDraw("red.circle violet.circle red.square blue.circle white.circle"),
		Seats: []SeatSetup{
			{Pool: counts("white.circle"), Spells: know("red:5:square violet:5:circle blue:5:circle")},
			{},
			{},
		},
	}
	start(t, in).answer("use:red:5").pool(0, "red.circle white.circle").happened(eventBag, 0).happened(eventDrew, 1)
	// Sharing: the neighbour on the left gets the last one.
	sc := start(t, in).answer("use:violet:5").answer("take:green.square").answer("take:green.square").
		answer("take:green.square")
	sc.pool(1, "red.circle").pool(2, "").asksPhase(0, "midday")
	// Mirage draws what there is.
	start(t, in).answer("take:green.circle").pool(0, "white.circle green.circle red.circle").happened(eventDrew, 1)
	// Nothing at all: the altar stays as it is, and drawing is not offered.
	in.Bag = counts("")
	in.Altar = nothingToDraw("violet.circle red.square blue.circle white.circle")
	sc = start(t, in).offersNot("draw", "use:red:5").offers("use:violet:5")
	require.Equal(t, "bag_empty", sc.why(0, "draw"))
	require.Equal(t, "bag_empty", sc.why(0, "use:red:5"))
}

// What the same action has discarded is in the box by then and comes back (R5).
func TestR5OwnDiscardsComeBack(t *testing.T) {
	// Sacrifice with nothing to draw gets its own discard back.
	in := Setup{
		Bag: counts(""), Box: counts(""), Altar: nothingToDraw("red.square white.circle"),
		Seats: []SeatSetup{{Pool: counts("white.circle"), Spells: know("red:5:square")}, {}},
	}
	start(t, in).offersNot("draw").answer("use:red:5").pool(0, "white.circle").happened(eventBag, 1)
	// Healing does not: it draws first.
	in.Spells = sets("green:2")
	in.Phase = "midday"
	in.Altar = nothingToDraw("green.square white.circle")
	in.Seats[0].Spells = know("green:5:square")
	sc := start(t, in).answer("use:green:5").pool(0, "")
	require.Equal(t, []string{eventUsed, eventDiscarded}, sc.events[:2])
	// Tempest draws what it has swept: as many as it discards.
	in = Setup{
		Spells: sets("white:2"), Phase: "evening", Altar: counts("red.circle*2 blue.circle"),
		Seats: []SeatSetup{{Pool: some(9, "red", "blue"), Spells: know("white:5:circle")}, {}, {}, {}},
	}
	left := rest("red.circle*2 blue.circle white.circle")
	for id, n := range in.Seats[0].Pool {
		left[id] -= n
	}
	in.Box = left // and nothing is in the bag
	sc = start(t, in).answer("use:white:5").answer("sweep:red.circle*2").happened(eventBag, 1)
	require.Equal(t, 5, int(sc.s.altar.size), "three, then filled up")
	// A full altar comes back as well, if nothing else is left to draw.
	in = Setup{
		Phase: "evening", Bag: counts(""), Box: counts(""), Altar: nothingToDraw("white.circle*3"),
		Seats: []SeatSetup{{Pool: counts("white.circle*3")}, {}},
	}
	sc = start(t, in).answer("skip").happened(eventBag, 1).happened(eventAltar, 1).box("")
	require.Equal(t, 5, int(sc.s.altar.size))
	require.Equal(t, 97, int(sc.s.bag.size))
}

// A use is told before what it brings about, also if the box goes back first.
func TestUseIsToldFirst(t *testing.T) {
	sc := start(t, Setup{
		Spells: sets("red:2"), Box: rest("red.circle"), Seats: []SeatSetup{{Spells: know("red:3:circle")}, {}},
	}).answer("use:red:3")
	require.Equal(t, []string{eventUsed, eventBag, eventDrew, eventDrew, eventDrew, eventDrew}, sc.events)
}

// What would change nothing is not offered, and Private says why (R2, R3).
func TestR2ReasonsWhyNot(t *testing.T) {
	for _, tt := range []struct {
		name, sets, phase, know string
		pool, altar             string
		action, reason          string
	}{
		{"empty altar", "", "morning", "", "", "", "take", "altar_empty"},
		{"empty pool", "", "midday", "blue:5:circle", "", "", "store", "pool_empty"},
		{"Sacrifice without anything", "red:1", "morning", "red:5:circle", "", "", "use:red:5", "pool_empty"},
		{"Sacrifice without rune A", "red:1", "morning", "red:5:circle", "blue.square", "", "use:red:3", "no_rune_in_pool"},
		{"Sacrifice without runes A and B", "red:1", "morning", "red:5:circle", "blue.square", "", "use:red:4", "no_rune_in_pool"},
		{"Eruption with enough", "red:2", "morning", "red:5:circle", "blue.square*4", "", "use:red:3", "pool_enough"},
		{"Levitation without rune A", "violet:1", "morning", "violet:5:circle", "", "blue.square", "use:violet:3", "no_rune_on_altar"},
		{"Levitation without runes A and B", "violet:1", "morning", "violet:5:circle", "", "blue.circle", "use:violet:4", "no_rune_on_altar"},
		{"Levitation with an empty altar", "violet:1", "morning", "violet:5:circle", "", "", "use:violet:5", "altar_empty"},
		{"Purification with an empty pool", "green:1", "midday", "green:5:circle", "", "blue.circle", "use:green:5", "pool_empty"},
		{"Purification with an empty altar", "green:1", "midday", "green:5:circle", "blue.circle", "", "use:green:5", "altar_empty"},
		{"Purification of like with like", "green:1", "midday", "green:5:circle", "blue.circle", "blue.circle", "use:green:5", "nothing_to_do"},
		{"Growth with an empty altar", "green:3", "evening", "green:5:circle", "yellow.circle*3", "", "use:green:5", "altar_empty"},
		{"Growth 3 with an empty Familiar", "green:3", "evening", "green:5:circle", "blue.circle", "", "use:green:3", "familiar_empty"},
		{"Growth 3 with an empty pool", "green:3", "evening", "green:5:circle", "", "red.circle", "use:green:3", "pool_empty"},
		{"Growth 3 of like with like", "green:3", "evening", "green:5:circle", "blue.circle", "", "use:green:3", "nothing_to_do"},
		{"Offering with an empty pool", "black:1", "midday", "black:5:circle", "", "", "use:black:5", "pool_empty"},
		{"Offering with a full Familiar", "black:1", "midday", "black:5:circle", "blue.circle", "", "use:black:5", "familiar_full"},
		{"Focus 3 without the rune", "black:2", "evening", "black:5:circle", "blue.square", "red.circle", "use:black:3", "no_rune_in_pool"},
		{"Focus without the rune anywhere", "black:2", "evening", "black:5:circle", "yellow.square*3", "red.square", "use:black:5", "no_rune_in_pool"},
		{"Feast 4 with an empty altar", "black:3", "midday", "black:5:circle", "blue.square", "", "use:black:4", "altar_empty"},
		{"Time Travel without the rune", "white:1", "evening", "white:5:circle red:3:circle", "blue.triangle", "", "use:white:4", "no_rune_in_pool"},
		{"Time Travel without another spell", "white:1", "evening", "white:5:circle", "blue.circle", "", "use:white:4", "no_spell_to_raise"},
		{"Tempest 3", "white:2", "evening", "white:5:circle", "blue.circle", "red.circle", "use:white:3", "no_action"},
		{"Clone 5 without the placed rune", "white:3", "midday", "white:5:circle", "blue.square", "red.circle", "use:white:5", "no_spell_to_copy"},
		{"Clone 3 with nothing to store", "white:3", "midday", "white:5:circle", "", "red.circle", "use:white:3", "no_spell_to_copy"},
		{"Mirage is no action", "blue:3", "morning", "blue:5:circle", "", "red.circle", "use:blue:5", "no_action"},
		{"of another phase", "", "morning", "green:5:circle", "", "red.circle", "use:green:5", "other_phase"},
		{"not so high", "", "morning", "violet:4:circle", "", "red.triangle", "use:violet:5", "higher_level"},
		{"too few", "", "evening", "", "blue.circle*2 red.square*3", "red.circle", "learn:blue:4", "too_few_materia"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := Setup{
				Spells: sets(tt.sets),
				Phase:  tt.phase,
				Altar:  counts(tt.altar),
				Seats:  []SeatSetup{{Pool: counts(tt.pool), Spells: know(tt.know)}, {}},
			}
			if tt.reason == "familiar_full" {
				in.Seats[0].Familiar = full(0)
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
			// Nothing was possible, so that the phase has been skipped.
			if tt.action == "store" {
				require.Equal(t, tt.reason, string(sc.s.why(newFrame(programStore, 0, noCard, noRune))))
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
