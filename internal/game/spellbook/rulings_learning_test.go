package spellbook

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestR9Triples(t *testing.T) {
	// A triple may hold the spell's own colour, and two triples different runes.
	in := Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.triangle red.circle blue.circle*2 green.square*3")}, {}}}
	sc := start(t, in).offers("learn:red:3").offersNot("learn:red:4").answer("learn:red:3")
	// With two triples the circle is needed in one of them.
	sc.answer("place:red.triangle").asks(0, "way").answer("way:0:circle:square").
		asks(0, "pay").answer("pay:red.circle", "pay:blue.circle*2", "pay:green.square*3").level(0, "red", 3).pool(0, "")
	require.Equal(t, "red.triangle", sc.s.players[0].spells[0].materia.String())
	// Two triples of one rune.
	in.Seats[0].Pool = counts("red.triangle blue.circle*3 green.circle*3")
	sc = start(t, in).offers("learn:red:3").offersNot("learn:red:4").answer("learn:red:3").asks(0, "pay")
	require.Equal(t, 6, sc.decision().Groups[0].Max)
	sc.answer("pay:blue.circle*3", "pay:green.circle*3").level(0, "red", 3)
	// Each Materia is used once: five of one rune make one triple only.
	in.Seats[0].Pool = counts("red.triangle blue.circle*5")
	start(t, in).offersNot("learn:red:3").offers("learn:blue:3")
}

func TestR10PlacedMateriaIsReal(t *testing.T) {
	// No red one is left to place if all go into triples.
	start(t, Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.circle*3 blue.square*3 green.triangle*2")}, {}}}).
		offers("learn:red:3").offersNot("learn:red:5", "learn:green:5")
	// A joker is never placed.
	sc := start(t, Setup{
		Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.square red.triangle green.circle"), Spells: know("blue:5:circle")}, {}},
	}).answer("learn:red:3").asks(0, "place").offersOnly("place:red.square", "place:red.triangle", "back")
	sc.answer("place:red.triangle").answer("pay:red.square", "pay:green.circle").box("red.square green.circle")
}

func TestR11LevelIsExact(t *testing.T) {
	// Four reds may be spent as three and a triple, without need.
	sc := start(t, Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.square*4 blue.circle*3")}, {}}})
	sc.offers("learn:red:3", "learn:red:4", "learn:red:5").answer("learn:red:4").asks(0, "way").
		offers("way:0", "way:0:circle").answer("way:0:circle").asks(0, "pay").
		answer("pay:red.square*2", "pay:blue.circle*3").level(0, "red", 4).pool(0, "red.square")
}

func TestR12OrderOfLearning(t *testing.T) {
	// Communion stores before the box is filled, and before the one-time effect.
	in := Setup{
		Spells: sets("yellow:3 blue:2"), Phase: "evening", Altar: counts("white.circle white.square"),
		Seats: []SeatSetup{{Pool: counts("blue.circle*2 blue.square blue.triangle"), Spells: know("yellow:5:circle")}, {}},
	}
	sc := start(t, in).answer("learn:blue:4").answer("place:blue.square").asks(0, "keep").offersNot("back").
		offersOnly("keep:blue.circle", "keep:blue.triangle")
	require.Equal(t, 3, int(sc.s.spent.size))
	sc.answer("keep:blue.triangle", "keep:blue.circle").familiar(0, "blue.triangle blue.circle").box("blue.circle").
		asksPhase(0, "morning").answer("take:white.circle").asksPhase(1, "morning")
}

func TestR13LearningThroughCloneAndTransmutation(t *testing.T) {
	in := Setup{
		Spells: sets("white:3 blue:1 yellow:1"), Phase: "midday", Altar: counts("red.circle"), Draws: list("red.square red.square"),
		Seats: []SeatSetup{
			{Pool: counts("yellow.square green.circle black.circle violet.square"), Spells: know("white:4:circle")},
			{Spells: know("blue:5:square")},
		},
	}
	// The jokers bear the Clone's rune, and may have different colours.
	// (Two are needed here, so nothing but Transmutation 5 can be copied.)
	sc := start(t, in).answer("use:white:4").asks(0, "learn").offers("learn:yellow:3", "back").answer("learn:yellow:3").asks(0, "pay").
		answer("pay:green.circle", "pay:black.circle").level(0, "yellow", 3)
	// Its one-time effect applies; the Evening action remains.
	sc.pool(0, "violet.square red.square*2").skipTo(1, "morning")
	// Jokers may be fewer than allowed, or none.
	in.Phase = "evening"
	in.Draws = nil
	in.Seats[0] = SeatSetup{Pool: counts("yellow.square*3 green.circle*2"), Spells: know("blue:5:circle")}
	start(t, in).answer("learn:yellow:3").asks(0, "way").offersOnly("way:0", "way:1", "way:2", "back").answer("way:1").
		answer("pay:green.circle", "pay:yellow.square").level(0, "yellow", 3)
	start(t, in).answer("learn:yellow:3").answer("way:0").level(0, "yellow", 3).happened(eventUsed, 0)
}

func TestR14RaisedLevels(t *testing.T) {
	// Abundance raised draws nothing; its points follow.
	in := Setup{
		Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.square"), Spells: know("white:3:circle yellow:4:circle")}, {}},
	}
	sc := start(t, in).answer("use:white:3").level(0, "yellow", 5).poolSize(0, 0)
	require.Equal(t, 7, sc.s.spellPoints(0, 6))
	require.Equal(t, "yellow.circle", sc.s.players[0].spells[6].materia.String())
	// Swiftness raised to 5 gives a second Morning action from the next day.
	in.Spells = sets("blue:2")
	in.Seats[0].Spells = know("white:3:circle blue:4:circle")
	in.Altar = counts("green.circle green.square black.circle black.square")
	sc = start(t, in).answer("use:white:3").level(0, "blue", 5).skipTo(0, "morning").answer("draw").asksPhase(0, "morning")
	require.Equal(t, 0, sc.s.spellPoints(0, 5))
	// Communion 4 raised stores from the next learning on, and its points are gone.
	in.Spells = sets("yellow:3")
	in.Seats[0] = SeatSetup{Pool: counts("red.square"), Familiar: list("green.circle"), Spells: know("white:3:circle yellow:4:circle")}
	sc = start(t, in)
	require.Equal(t, 1, sc.s.spellPoints(0, 6))
	sc.answer("use:white:3")
	require.Equal(t, 0, sc.s.spellPoints(0, 6))
	// Growth raised again can be used again.
	in.Spells = sets("green:3")
	in.Seats[0] = SeatSetup{Pool: counts("red.square"), Spells: know("white:3:circle green:3:circle")}
	start(t, in).answer("use:white:3").level(0, "green", 4).skipTo(0, "evening").offers("use:green:4")
}

func TestR15LevelFallsToTheOneNamed(t *testing.T) {
	in := Setup{
		Spells: sets("green:3"), Phase: "evening", Altar: counts("red.circle"),
		Seats: []SeatSetup{{Spells: know("green:5:circle")}, {}},
	}
	// Done in part, the level falls all the same; level 4's effect puts it on 3.
	start(t, in).answer("use:green:5").familiar(0, "red.circle").level(0, "green", 4)
	start(t, in).answer("use:green:4").familiar(0, "red.circle").level(0, "green", 3)
	in.Spells = sets("white:2")
	in.Seats[0].Spells = know("white:5:circle")
	start(t, in).answer("use:white:4").level(0, "white", 3)
}

func TestR16TimeTravelNeedsASpellToRaise(t *testing.T) {
	in := Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.square red.circle*2 blue.circle"), Spells: know("white:3:circle")}, {}}}
	sc := start(t, in).offersNot("use:white:3")
	require.Equal(t, "no_spell_to_raise", sc.why(0, "use:white:3"))
	in.Seats[0].Spells = know("white:3:circle violet:5:circle")
	start(t, in).offersNot("use:white:3")
	in.Seats[0].Spells = know("white:3:circle violet:4:circle")
	start(t, in).offers("use:white:3")
}

func TestLearnedSpellIsUsableFromTheNextDay(t *testing.T) {
	sc := start(t, Setup{
		Spells: sets("white:3 green:2"), Phase: "midday",
		Seats: []SeatSetup{{Pool: counts("black.circle*3 red.circle"), Spells: know("white:4:circle green:3:square:fresh")}, {}},
	})
	sc.offersNot("use:green:3")
	require.Equal(t, "learned_today", sc.why(0, "use:green:3"))
	require.Equal(t, "higher_level", sc.why(0, "use:green:4"))
	sc.answer("skip").skipTo(0, "midday").offers("use:green:3")
}
