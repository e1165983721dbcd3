package spellbook

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Transmutation (R13) works from the day after it was learned, with its placed rune, for other
// colours only, and at its current level.
func TestR13TransmutationJokers(t *testing.T) {
	for _, tt := range []struct {
		name, pool, know string
		offered          []string
	}{
		{
			name:    "two of different colours",
			pool:    "red.square green.circle black.circle",
			know:    "blue:5:circle",
			offered: []string{"learn:red:3"},
		},
		{
			name: "one only at level 4",
			pool: "red.square green.circle black.circle",
			know: "blue:4:circle",
		},
		{
			name: "none at level 3",
			pool: "red.square*2 green.circle",
			know: "blue:3:circle",
		},
		{
			name: "not yet on the day it is learned",
			pool: "red.square*2 green.circle",
			know: "blue:5:circle:fresh",
		},
		{
			name: "of the placed rune only",
			pool: "red.square*2 green.circle",
			know: "blue:5:triangle",
		},
		{
			name: "not of the needed colour alone",
			pool: "red.circle*2",
			know: "blue:5:circle",
		},
		{
			name:    "with a triple",
			pool:    "red.square green.circle black.circle*4",
			know:    "blue:4:circle",
			offered: []string{"learn:red:3", "learn:green:3", "learn:black:3", "learn:black:4", "learn:black:5"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(
				t,
				Setup{
					Phase: "evening",
					Seats: []SeatSetup{{Pool: counts(tt.pool), Spells: learnedSpells(tt.know)}, {}},
				},
			)
			if tt.offered == nil {
				sc.asksPhase(1, "morning") // nothing can be learned
				return
			}
			sc.offersOnly(append(tt.offered, "skip")...)
		})
	}
	// A joker has the rune of the spell, is never placed, and goes to the box.
	sc := start(t, Setup{
		Phase: "evening",
		Seats: []SeatSetup{
			{Pool: counts("red.circle*2 green.circle black.square"), Spells: learnedSpells("blue:4:circle")},
			{},
		},
	}).answer("learn:red:3").asks(0, "pay").offersOnly("pay:red.circle", "pay:green.circle", "back")
	require.Equal(t, []string{"real"}, sc.decision().Options[0].Groups)
	require.Equal(t, []string{"joker"}, sc.decision().Options[1].Groups)
	sc.refuse("pay:green.circle*2").
		refuse("pay:green.circle").
		refuse("pay:red.circle@joker", "pay:green.circle@real").
		answer("pay:green.circle", "pay:red.circle").
		box("red.circle green.circle").
		pool(0, "black.square").
		happened(eventUsed, 1)
}

// The seventh spell triggers the end however it is learned, and its effect at learning still
// applies.
func TestSeventhSpell(t *testing.T) {
	six := "red:3:circle violet:3:circle green:3:circle black:3:circle blue:3:circle"
	for _, tt := range []struct {
		name, sets, know, phase, pool string
		answers                       []string
	}{
		{
			name:    "the basic way",
			know:    six + " white:3:circle",
			phase:   "evening",
			pool:    "yellow.circle*3",
			answers: []string{"learn:yellow:3"},
		},
		{
			name:    "through Clone",
			sets:    "white:3",
			know:    six + " white:4:circle",
			phase:   "midday",
			pool:    "yellow.circle*3",
			answers: []string{"use:white:4"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets(tt.sets), Phase: tt.phase, Draws: list("red.square red.triangle"),
				Seats: []SeatSetup{{Pool: counts(tt.pool), Spells: learnedSpells(tt.know)}, {}},
			})
			for _, answer := range tt.answers {
				sc.answer(answer)
			}
			sc.answerUntilAction().
				level(0, "yellow", 3).
				pool(0, "red.square red.triangle").
				happened(eventEnding, 1)
			require.True(t, sc.s.endTriggered)
			require.False(t, sc.s.over, "the round is finished")
		})
	}
}

// A spell can be learned only once ("Evening"), at every level that can be paid.
func TestLevelsOffered(t *testing.T) {
	for n, want := range map[int][]string{
		2: nil, 3: {"learn:red:3"}, 4: {"learn:red:3", "learn:red:4"}, 5: {"learn:red:3", "learn:red:4", "learn:red:5"},
	} {
		t.Run(fmt.Sprint(n, " red ones"), func(t *testing.T) {
			in := Setup{
				Phase: "evening",
				Seats: []SeatSetup{{Pool: Counts{"red.circle": (n + 1) / 2, "red.square": n / 2}}, {}},
			}
			sc := start(t, in)
			if want == nil {
				sc.asksPhase(1, "morning")
				return
			}
			sc.offersOnly(append(want, "skip")...)
			in.Seats[0].Spells = learnedSpells("red:3:triangle")
			start(t, in).asksPhase(1, "morning")
		})
	}
	// Nine of one colour and rune: three real Materia and two triples.
	in := Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.circle*5 blue.circle*4")}, {}}}
	sc := start(t, in).
		offersOnly(
			"learn:red:3", "learn:red:4", "learn:red:5", "learn:blue:3", "learn:blue:4", "learn:blue:5", "skip",
		).
		answer("learn:red:5").asks(0, "way").offersOnly("way:0", "way:0:circle", "way:0:circle:circle", "back").
		answer("way:0:circle:circle")
	require.Equal(t, 8, sc.decision().Min)
	sc.answer("pay:red.circle*2@real", "pay:red.circle*2@circle", "pay:blue.circle*4").
		pool(0, "").
		level(0, "red", 5)
	// With the circle placed, there is no choice among the others.
	in.Seats[0].Pool = counts("red.circle red.square*4")
	start(t, in).
		answer("learn:red:4").
		answer("place:red.circle").
		pool(0, "red.square").
		level(0, "red", 4)
	start(t, in).
		answer("learn:red:4").
		answer("place:red.square").
		asks(0, "pay").
		offersOnly("pay:red.circle", "pay:red.square", "back")
}

func TestR9Triples(t *testing.T) {
	// A triple can contain the spell's own colour, and two triples can have different runes.
	in := Setup{
		Phase: "evening",
		Seats: []SeatSetup{{Pool: counts("red.triangle red.circle blue.circle*2 green.square*3")}, {}},
	}
	sc := start(t, in).offers("learn:red:3").offersNot("learn:red:4").answer("learn:red:3")
	// With two triples, the circle is needed in one of them.
	sc.answer("place:red.triangle").
		asks(0, "way").
		answer("way:0:circle:square").
		asks(0, "pay").
		answer("pay:red.circle", "pay:blue.circle*2", "pay:green.square*3").
		level(0, "red", 3).
		pool(0, "")
	require.Equal(t, "red.triangle", sc.s.players[0].spells[0].materia.String())
	// Two triples of one rune.
	in.Seats[0].Pool = counts("red.triangle blue.circle*3 green.circle*3")
	sc = start(t, in).offers("learn:red:3").offersNot("learn:red:4").answer("learn:red:3").asks(0, "pay")
	require.Equal(t, 6, sc.decision().Groups[0].Max)
	sc.answer("pay:blue.circle*3", "pay:green.circle*3").level(0, "red", 3)
	// Each Materia is used once: five of one rune make only one triple.
	in.Seats[0].Pool = counts("red.triangle blue.circle*5")
	start(t, in).
		offersNot("learn:red:3").
		offers("learn:blue:3")
}

func TestR10PlacedMateriaIsReal(t *testing.T) {
	// If all go into triples, no red one is left to place.
	start(t, Setup{
		Phase: "evening",
		Seats: []SeatSetup{{Pool: counts("red.circle*3 blue.square*3 green.triangle*2")}, {}},
	}).
		offers("learn:red:3").
		offersNot("learn:red:5", "learn:green:5")
	// A joker is never placed.
	sc := start(t, Setup{
		Phase: "evening",
		Seats: []SeatSetup{
			{Pool: counts("red.square red.triangle green.circle"), Spells: learnedSpells("blue:5:circle")},
			{},
		},
	}).answer("learn:red:3").asks(0, "place").offersOnly("place:red.square", "place:red.triangle", "back")
	sc.answer("place:red.triangle").
		answer("pay:red.square", "pay:green.circle").
		box("red.square green.circle")
}

func TestR11LevelIsExact(t *testing.T) {
	// Four red Materia can be spent as three and a triple, without need.
	sc := start(t, Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.square*4 blue.circle*3")}, {}}})
	sc.offers("learn:red:3", "learn:red:4", "learn:red:5").
		answer("learn:red:4").
		asks(0, "way").
		offers("way:0", "way:0:circle").
		answer("way:0:circle").
		asks(0, "pay").
		answer("pay:red.square*2", "pay:blue.circle*3").
		level(0, "red", 4).
		pool(0, "red.square")
}

func TestR12OrderOfLearning(t *testing.T) {
	// Communion stores before the box is filled, and before the effect at learning.
	in := Setup{
		Spells: spellSets("yellow:3 blue:2"),
		Phase:  "evening",
		Altar:  counts("white.circle white.square"),
		Seats: []SeatSetup{
			{Pool: counts("blue.circle*2 blue.square blue.triangle"), Spells: learnedSpells("yellow:5:circle")},
			{},
		},
	}
	sc := start(t, in).answer("learn:blue:4").answer("place:blue.square").asks(0, "keep").offersNot("back").
		offersOnly("keep:blue.circle", "keep:blue.triangle")
	require.Equal(t, 3, int(sc.s.spent.size))
	sc.answer("keep:blue.triangle", "keep:blue.circle").
		familiar(0, "blue.triangle blue.circle").
		box("blue.circle").
		asksPhase(0, "morning").
		answer("take:white.circle").
		asksPhase(1, "morning")
}

func TestR13LearningThroughCloneAndTransmutation(t *testing.T) {
	in := Setup{
		Spells: spellSets("white:3 blue:1 yellow:1"),
		Phase:  "midday",
		Altar:  counts("red.circle"),
		Draws:  list("red.square red.square"),
		Seats: []SeatSetup{
			{
				Pool:   counts("yellow.square green.circle black.circle violet.square"),
				Spells: learnedSpells("white:4:circle"),
			},
			{Spells: learnedSpells("blue:5:square")},
		},
	}
	// The jokers have the Clone's rune, and can have different colours. Two are needed here, so
	// only Transmutation 5 can be copied.
	sc := start(t, in).answer("use:white:4").asks(0, "learn").offers("learn:yellow:3", "back").
		answer("learn:yellow:3").asks(0, "pay").answer("pay:green.circle", "pay:black.circle").
		level(0, "yellow", 3)
	// Its effect at learning applies. The Evening action remains.
	sc.pool(0, "violet.square red.square*2").skipTo(1, "morning")
	// Fewer jokers than allowed, or none, can be used.
	in.Phase = "evening"
	in.Draws = nil
	in.Seats[0] = SeatSetup{Pool: counts("yellow.square*3 green.circle*2"), Spells: learnedSpells("blue:5:circle")}
	start(t, in).
		answer("learn:yellow:3").
		asks(0, "way").
		offersOnly("way:0", "way:1", "way:2", "back").
		answer("way:1").
		answer("pay:green.circle", "pay:yellow.square").
		level(0, "yellow", 3)
	start(t, in).
		answer("learn:yellow:3").
		answer("way:0").
		level(0, "yellow", 3).
		happened(eventUsed, 0)
}

func TestR14RaisedLevels(t *testing.T) {
	// A raised Abundance draws nothing, but its points change.
	in := Setup{
		Phase: "evening",
		Seats: []SeatSetup{{Pool: counts("red.square"), Spells: learnedSpells("white:3:circle yellow:4:circle")}, {}},
	}
	sc := start(t, in).answer("use:white:3").level(0, "yellow", 5).poolSize(0, 0)
	require.Equal(t, 7, sc.s.spellPoints(0, 6))
	require.Equal(t, "yellow.circle", sc.s.players[0].spells[6].materia.String())
	// Swiftness raised to 5 gives a second Morning action from the next day.
	in.Spells = spellSets("blue:2")
	in.Seats[0].Spells = learnedSpells("white:3:circle blue:4:circle")
	in.Altar = counts("green.circle green.square black.circle black.square")
	sc = start(t, in).answer("use:white:3").level(0, "blue", 5).skipTo(0, "morning").answer("draw").
		asksPhase(0, "morning")
	require.Equal(t, 0, sc.s.spellPoints(0, 5))
	// Communion raised from 4 stores from the next learning on, and loses its points.
	in.Spells = spellSets("yellow:3")
	in.Seats[0] = SeatSetup{
		Pool:     counts("red.square"),
		Familiar: list("green.circle"),
		Spells:   learnedSpells("white:3:circle yellow:4:circle"),
	}
	sc = start(t, in)
	require.Equal(t, 1, sc.s.spellPoints(0, 6))
	sc.answer("use:white:3")
	require.Equal(t, 0, sc.s.spellPoints(0, 6))
	// A Growth that is raised again can be used again.
	in.Spells = spellSets("green:3")
	in.Seats[0] = SeatSetup{Pool: counts("red.square"), Spells: learnedSpells("white:3:circle green:3:circle")}
	start(t, in).
		answer("use:white:3").
		level(0, "green", 4).
		skipTo(0, "evening").
		offers("use:green:4")
}

func TestR15LevelFallsToTheOneNamed(t *testing.T) {
	in := Setup{
		Spells: spellSets("green:3"), Phase: "evening", Altar: counts("red.circle"),
		Seats: []SeatSetup{{Spells: learnedSpells("green:5:circle")}, {}},
	}
	// The level falls even if the effect is done only in part. The effect of level 4 lowers the
	// spell to 3.
	start(t, in).
		answer("use:green:5").
		familiar(0, "red.circle").
		level(0, "green", 4)
	start(t, in).
		answer("use:green:4").
		familiar(0, "red.circle").
		level(0, "green", 3)
	in.Spells = spellSets("white:2")
	in.Seats[0].Spells = learnedSpells("white:5:circle")
	start(t, in).
		answer("use:white:4").
		level(0, "white", 3)
}

func TestR16TimeTravelNeedsASpellToRaise(t *testing.T) {
	in := Setup{
		Phase: "evening",
		Seats: []SeatSetup{
			{Pool: counts("red.square red.circle*2 blue.circle"), Spells: learnedSpells("white:3:circle")},
			{},
		},
	}
	sc := start(t, in).offersNot("use:white:3")
	require.Equal(t, "no_spell_to_raise", sc.why(0, "use:white:3"))
	in.Seats[0].Spells = learnedSpells("white:3:circle violet:5:circle")
	start(t, in).offersNot("use:white:3")
	in.Seats[0].Spells = learnedSpells("white:3:circle violet:4:circle")
	start(t, in).offers("use:white:3")
}

func TestLearnedSpellIsUsableFromTheNextDay(t *testing.T) {
	sc := start(t, Setup{
		Spells: spellSets("white:3 green:2"),
		Phase:  "midday",
		Seats: []SeatSetup{
			{Pool: counts("black.circle*3 red.circle"), Spells: learnedSpells("white:4:circle green:3:square:fresh")},
			{},
		},
	})
	sc.offersNot("use:green:3")
	require.Equal(t, "learned_today", sc.why(0, "use:green:3"))
	require.Equal(t, "higher_level", sc.why(0, "use:green:4"))
	sc.answer("skip").
		skipTo(0, "midday").
		offers("use:green:3")
}

func TestBasicLearning(t *testing.T) {
	in := Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.circle*2 red.square*2 blue.triangle*2")}, {}}}
	sc := start(t, in).offersOnly("learn:red:3", "learn:red:4", "skip").answer("learn:red:3").
		asks(0, "place").offersOnly("place:red.circle", "place:red.square", "back").answer("place:red.square").
		asks(0, "pay").offersOnly("pay:red.circle", "pay:red.square", "back").answer("pay:red.circle", "pay:red.square")
	sc.level(0, "red", 3).
		pool(0, "red.circle blue.triangle*2").
		happened(eventLearned, 1)
	require.Equal(t, "red.square", sc.s.players[0].spells[0].materia.String())
	require.Equal(t, counts("red.circle red.square"), sc.s.box.counts())
	// If only the rune can be chosen, nothing else is asked.
	start(t, in).
		answer("learn:red:4").
		asks(0, "place").
		answer("place:red.circle").
		level(0, "red", 4).
		pool(0, "blue.triangle*2")
}

// The rulebook's example: four yellow Materia and a triple learn yellow at level 5, and Abundance
// draws immediately.
func TestFourYellowAndATripleLearnAtLevelFive(t *testing.T) {
	in := Setup{
		Phase: "evening",
		Draws: list("red.circle red.square red.triangle blue.circle"),
		Seats: []SeatSetup{
			{Pool: counts("yellow.circle*2 yellow.square*2 green.triangle red.triangle black.triangle")},
			{},
		},
	}
	sc := start(t, in).answer("learn:yellow:5").answer("place:yellow.circle").asks(0, "pay")
	d := sc.decision()
	require.Equal(t, 6, d.Min)
	require.Len(t, d.Groups, 2)
	require.Equal(t, "real", d.Groups[0].ID)
	require.Equal(t, 3, d.Groups[0].Max)
	require.Equal(t, "triangle", d.Groups[1].ID)
	sc.answer(
		"pay:yellow.circle", "pay:yellow.square*2", "pay:green.triangle", "pay:red.triangle",
		"pay:black.triangle",
	).
		level(0, "yellow", 5).
		pool(0, "red.circle red.square red.triangle blue.circle")
}

func TestSuggestedPaymentIsLegal(t *testing.T) {
	sc := start(
		t,
		Setup{
			Phase: "evening",
			Seats: []SeatSetup{{Pool: counts("red.circle*2 red.square*2 blue.circle*2 blue.square*3")}, {}},
		},
	)
	sc.answer("learn:red:5").
		answer("place:red.circle").
		asks(0, "way")
	for _, way := range sc.options()[:2] {
		again := *sc
		again.s = sc.s.Clone().(*match)
		again.answer(way)
		if again.s.over || again.decision().Kind != "pay" {
			continue
		}
		var picks []string
		for _, p := range again.decision().Suggested {
			picks = append(picks, fmt.Sprintf("%s*%d@%s", p.Option, p.N, p.Group))
		}
		again.answer(picks...).level(0, "red", 5)
	}
}
