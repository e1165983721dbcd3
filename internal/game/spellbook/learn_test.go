package spellbook

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBasicLearning(t *testing.T) {
	in := Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.circle*2 red.square*2 blue.triangle*2")}, {}}}
	sc := start(t, in).offersOnly("learn:red:3", "learn:red:4", "skip").answer("learn:red:3").
		asks(0, "place").offersOnly("place:red.circle", "place:red.square", "back").answer("place:red.square").
		asks(0, "pay").offersOnly("pay:red.circle", "pay:red.square", "back").answer("pay:red.circle", "pay:red.square")
	sc.level(0, "red", 3).pool(0, "red.circle blue.triangle*2").happened(eventLearned, 1)
	require.Equal(t, "red.square", sc.s.players[0].spells[0].materia.String())
	require.Equal(t, counts("red.circle red.square"), sc.s.box.counts())
	// With nothing to choose but the rune, nothing else is asked.
	start(t, in).answer("learn:red:4").asks(0, "place").answer("place:red.circle").level(0, "red", 4).pool(0, "blue.triangle*2")
}

// The rulebook's example: four yellow ones and a triple learn yellow at level 5,
// and Abundance draws at once.
func TestFourYellowAndATripleLearnAtLevelFive(t *testing.T) {
	in := Setup{
		Phase: "evening", Draws: list("red.circle red.square red.triangle blue.circle"),
		Seats: []SeatSetup{{Pool: counts("yellow.circle*2 yellow.square*2 green.triangle red.triangle black.triangle")}, {}},
	}
	sc := start(t, in).answer("learn:yellow:5").answer("place:yellow.circle").asks(0, "pay")
	d := sc.decision()
	require.Equal(t, 6, d.Min)
	require.Len(t, d.Groups, 2)
	require.Equal(t, "real", d.Groups[0].ID)
	require.Equal(t, 3, d.Groups[0].Max)
	require.Equal(t, "triangle", d.Groups[1].ID)
	sc.answer("pay:yellow.circle", "pay:yellow.square*2", "pay:green.triangle", "pay:red.triangle", "pay:black.triangle").
		level(0, "yellow", 5).pool(0, "red.circle red.square red.triangle blue.circle")
}

func TestSuggestedPaymentIsLegal(t *testing.T) {
	sc := start(t, Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.circle*2 red.square*2 blue.circle*2 blue.square*3")}, {}}})
	sc.answer("learn:red:5").answer("place:red.circle").asks(0, "way")
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

func TestAbundance(t *testing.T) {
	for level, n := range map[int]int{5: 4, 4: 3, 3: 2} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			start(t, Setup{
				Phase: "evening", Draws: list("red.circle red.square red.triangle blue.circle")[:n],
				Seats: []SeatSetup{{Pool: counts(fmt.Sprint("yellow.circle*", level))}, {}},
			}).answer(fmt.Sprint("learn:yellow:", level)).poolSize(0, n).level(0, "yellow", level)
		})
	}
}

func TestKnowledge(t *testing.T) {
	// Three other spells: two at level 4 or 5, one at level 3.
	for level, want := range map[int]int{5: 6, 4: 5, 3: 3} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			sc := start(t, Setup{
				Spells: sets("yellow:2"),
				Seats:  []SeatSetup{{Spells: know(fmt.Sprintf("yellow:%d:circle red:5:circle violet:4:circle green:3:circle", level))}, {}},
			})
			require.Equal(t, want, sc.s.spellPoints(0, 6))
		})
	}
}

func TestCommunion(t *testing.T) {
	t.Run("level 5", func(t *testing.T) {
		start(t, Setup{
			Spells: sets("yellow:3"), Phase: "evening",
			Seats: []SeatSetup{{Pool: counts("red.circle red.square red.triangle"), Spells: know("yellow:5:circle")}, {}},
		}).answer("learn:red:3").answer("place:red.circle").familiar(0, "red.triangle red.square").level(0, "red", 3)
	})
	t.Run("level 5 stores of what itself cost", func(t *testing.T) {
		start(t, Setup{
			Spells: sets("yellow:3"), Phase: "evening", Seats: []SeatSetup{{Pool: counts("yellow.circle*5")}, {}},
		}).answer("learn:yellow:5").familiar(0, "yellow.circle yellow.circle").box("yellow.circle*2")
	})
	t.Run("level 4", func(t *testing.T) {
		sc := start(t, Setup{
			Spells: sets("yellow:3"),
			Seats:  []SeatSetup{{Familiar: list("red.circle blue.circle blue.square"), Spells: know("yellow:4:circle")}, {}},
		})
		require.Equal(t, 2, sc.s.spellPoints(0, 6))
	})
	t.Run("level 3", func(t *testing.T) {
		start(t, Setup{
			Spells: sets("yellow:3"), Phase: "evening", Altar: counts("red.circle blue.circle green.circle black.circle"),
			Seats: []SeatSetup{{Pool: counts("yellow.circle*3"), Familiar: list("white.square")}, {}},
		}).answer("learn:yellow:3").asks(0, "take").offersNot("back").answer("take:red.circle").answer("take:blue.circle").
			answer("take:green.circle").familiar(0, "white.square red.circle blue.circle green.circle").asksPhase(1, "morning")
	})
}

func TestSwiftness(t *testing.T) {
	t.Run("level 5", func(t *testing.T) {
		in := Setup{
			Spells: sets("blue:2"), Altar: counts("red.circle red.square blue.square"),
			Seats: []SeatSetup{{Spells: know("blue:5:circle")}, {}},
		}
		start(t, in).answer("take:red.circle").asksPhase(0, "morning").answer("take:red.square").asksPhase(0, "midday")
		start(t, in).answer("skip").asksPhase(1, "morning")
		start(t, in).answer("take:red.circle").answer("skip").asksPhase(0, "midday")
	})
	for _, level := range []int{4, 3} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			in := Setup{
				Spells: sets("blue:2"), Phase: "evening", Altar: counts("red.circle red.square green.square"),
				Draws: list("white.circle"),
				Seats: []SeatSetup{{Pool: counts("blue.circle*4"), Spells: know("violet:4:circle")}, {}},
			}
			sc := start(t, in).answer(fmt.Sprint("learn:blue:", level)).asksPhase(0, "morning").
				offers("take:red.circle", "draw", "use:violet:4", "skip").offersNot("back")
			sc.answer("use:violet:4").asks(0, "take").offers("back").answer("back").asksPhase(0, "morning").
				answer("take:red.circle").level(0, "blue", level).asksPhase(1, "morning")
			start(t, in).answer(fmt.Sprint("learn:blue:", level)).answer("skip").level(0, "blue", level).asksPhase(1, "morning")
		})
	}
}

func TestMirage(t *testing.T) {
	for level, n := range map[int]int{5: 2, 4: 2, 3: 1} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			in := Setup{
				Spells: sets("blue:3"), Altar: counts("red.circle red.square"), Draws: list("white.square white.triangle"),
				Seats: []SeatSetup{{Spells: know(fmt.Sprintf("blue:%d:circle", level))}, {}},
			}
			start(t, in).answer("take:red.circle").poolSize(0, 1+n)
			start(t, in).answer("take:red.square").poolSize(0, 1)
		})
	}
}
