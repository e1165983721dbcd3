package spellbook

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBasicMiddayAction(t *testing.T) {
	start(t, Setup{
		Phase: "midday",
		Seats: []SeatSetup{{Pool: counts("red.circle blue.square"), Familiar: list("green.circle")}, {}},
	}).
		asksPhase(0, "midday").
		offersOnly("store:red.circle", "store:blue.square", "skip").
		answer("store:blue.square").
		pool(0, "red.circle").
		familiar(0, "green.circle blue.square")
}

func TestPurification(t *testing.T) {
	for level, n := range map[int]int{5: 3, 4: 2, 3: 1} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			sc := start(t, Setup{
				Phase: "midday",
				Altar: counts("red.circle*3"),
				Seats: []SeatSetup{
					{
						Pool:   counts("blue.circle*4 green.square*4 black.square"),
						Spells: learnedSpells("green:5:circle"),
					},
					{},
				},
			})
			sc.answer(fmt.Sprint("use:green:", level))
			for range n {
				sc.asks(0, "exchange").
					answer("take:red.circle", "put:blue.circle").
					poolSize(0, 9)
			}
			require.Equal(t, n, int(sc.s.players[0].pool.count(ofColour(0))))
			sc.happened(eventExchanged, n)
		})
	}
}

func TestHealing(t *testing.T) {
	for level, n := range map[int]int{5: 3, 4: 2, 3: 1} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets("green:2"), Phase: "midday", Draws: list("blue.circle blue.circle blue.square"),
				Seats: []SeatSetup{{Pool: counts("red.circle*4"), Spells: learnedSpells("green:5:circle")}, {}},
			})
			sc.answer(fmt.Sprint("use:green:", level)).
				asks(0, "discard").
				offersNot("back").
				poolSize(0, 4+n).
				answer(fmt.Sprint("discard:red.circle*", n)).
				poolSize(0, 4).
				box(fmt.Sprint("red.circle*", n))
		})
	}
}

func TestOffering(t *testing.T) {
	for level, n := range map[int]int{5: 4, 4: 3, 3: 2} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			sc := start(t, Setup{
				Phase: "midday",
				Seats: []SeatSetup{
					{Pool: counts("red.circle*3 red.square*2 blue.circle*4"), Spells: learnedSpells("black:5:circle")},
					{},
				},
			})
			sc.answer(fmt.Sprint("use:black:", level)).
				asks(0, "colour").
				offersOnly("colour:red", "colour:blue", "back").
				answer("colour:red").
				asks(0, "store").
				offersOnly("store:red.circle", "store:red.square", "back").
				answer(fmt.Sprint("store:red.circle*", n-1), "store:red.square")
			require.Equal(t, n, int(sc.s.players[0].storedCount))
		})
	}
}

func TestFeast(t *testing.T) {
	in := Setup{
		Spells: spellSets("black:3"),
		Phase:  "midday",
		Altar:  counts("red.circle blue.circle green.square"),
		Seats: []SeatSetup{
			{
				Familiar: list("red.square yellow.circle red.circle"),
				Pool:     someMateria(9, "red", "blue"),
				Spells:   learnedSpells("black:5:circle"),
			},
			{},
		},
	}
	sc := start(t, in).offersNot("use:black:5", "use:black:3").offers("use:black:4")
	require.Equal(t, "no_action", sc.why(0, "use:black:5"))
	require.Equal(t, "pool_full", sc.why(0, "use:black:3"))
	sc.answer("use:black:4").
		asks(0, "take").
		answer("take:blue.circle").
		familiar(0, "red.square yellow.circle red.circle blue.circle").
		poolSize(0, 9)
	require.Equal(t, 3, sc.s.spellPoints(0, 3), "red, yellow and blue are stored")
	in.Seats[0].Pool = nil
	start(t, in).
		answer("use:black:3").
		pool(0, "red.circle").
		level(0, "black", 5)
	in.Seats[0].Spells = learnedSpells("black:4:circle")
	start(t, in).
		offersNot("use:black:5").
		offers("use:black:4", "use:black:3")
	in.Seats[0].Spells = learnedSpells("black:3:circle")
	start(t, in).
		offersNot("use:black:5", "use:black:4").
		offers("use:black:3")
}

func TestClone(t *testing.T) {
	in := Setup{
		Spells: spellSets("red:2 green:2 black:2 white:3"), Phase: "midday", Altar: counts("red.circle red.square"),
		Draws: list("yellow.square yellow.circle yellow.triangle"),
		Seats: []SeatSetup{
			{Pool: counts("blue.circle blue.square green.circle"), Spells: learnedSpells("white:5:circle")},
			{Spells: learnedSpells("red:3:square green:3:square black:4:square")},
		},
	}
	// Level 5 copies a Morning spell after a discard of the placed rune.
	start(t, in).
		answer("use:white:5").
		asks(0, "copy").
		offersOnly("copy:take", "copy:draw", "copy:red:3", "back").
		answer("copy:red:3").
		asks(0, "discard").
		offersOnly("discard:blue.circle", "discard:green.circle", "back").
		answer("discard:blue.circle").
		poolSize(0, 4).
		box("blue.circle").
		happened(eventUsed, 2)
	// Level 4 copies an Evening spell. The placed rune is the Clone's circle.
	start(t, in).
		answer("use:white:4").
		offersOnly("copy:black:4", "copy:black:3", "back").
		answer("copy:black:4").
		asks(0, "choose").
		answer("do:store").
		familiar(0, "green.circle blue.circle")
	// Level 3 copies a Midday spell.
	start(t, in).
		answer("use:white:3").
		offersOnly("copy:store", "copy:green:3", "back").
		answer("copy:green:3").
		poolSize(0, 4).
		answer("discard:blue.square").
		level(0, "white", 5)
}
