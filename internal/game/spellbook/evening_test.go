package spellbook

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGrowth(t *testing.T) {
	in := Setup{
		Spells: spellSets("green:3"),
		Phase:  "evening",
		Altar:  counts("red.circle blue.circle green.square black.square"),
		Seats: []SeatSetup{
			{
				Pool:     someMateria(9, "red", "blue", "green", "black"),
				Familiar: list("yellow.circle"),
				Spells:   learnedSpells("green:5:circle"),
			},
			{},
		},
	}
	start(t, in).
		answer("use:green:5").
		answer("take:red.circle").
		answer("take:blue.circle").
		answer("take:green.square").
		familiar(0, "yellow.circle red.circle blue.circle green.square").
		level(0, "green", 4).
		poolSize(0, 9)
	start(t, in).
		answer("use:green:4").
		answer("take:red.circle").
		answer("take:blue.circle").
		familiar(0, "yellow.circle red.circle blue.circle").
		level(0, "green", 3)
	in.Seats[0].Familiar = list("yellow.circle yellow.square")
	in.Seats[0].Pool = counts("white.square*2 white.circle")
	start(t, in).
		answer("use:green:3").
		asks(0, "exchange").
		offersOnly(
			"recall:yellow.circle", "recall:yellow.square", "put:white.circle", "put:white.square", "back",
		).
		answer("recall:yellow.circle", "put:white.square").
		familiar(0, "white.square yellow.square").
		pool(0, "yellow.circle white.square white.circle").
		level(0, "green", 5)
}

func TestFocus(t *testing.T) {
	for level, n := range map[int]int{5: 3, 4: 2, 3: 1} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			in := Setup{
				Spells: spellSets("black:2"),
				Phase:  "evening",
				Altar:  counts("red.circle blue.circle yellow.circle green.square"),
				Seats: []SeatSetup{
					{
						Pool:   counts("white.circle*2 black.circle*2 black.square"),
						Spells: learnedSpells("black:5:circle"),
					},
					{},
				},
			}
			sc := start(t, in).answer(fmt.Sprint("use:black:", level))
			if level > 3 {
				sc.asks(0, "choose").
					offersOnly("do:store", "do:take", "back").
					answer("do:store")
			}
			sc.asks(0, "store").offersOnly("store:white.circle", "store:black.circle", "back")
			stored := map[int][]string{
				3: {"store:white.circle", "store:black.circle*2"},
				2: {"store:white.circle", "store:black.circle"},
				1: {"store:black.circle"},
			}
			sc.answer(stored[n]...)
			require.Equal(t, n, int(sc.s.players[0].storedCount))
			if level > 3 {
				sc = start(t, in).answer(fmt.Sprint("use:black:", level)).answer("do:take")
				for range n - 1 {
					sc.asks(0, "take").
						offersNot("take:green.square").
						answer(sc.options()[0])
				}
				sc.poolSize(0, 5+n-1)
			}
		})
	}
}

func TestTimeTravel(t *testing.T) {
	// A is the square, B the circle, C the triangle.
	in := Setup{
		Phase: "evening",
		Seats: []SeatSetup{{
			Pool:   counts("red.square blue.circle green.triangle"),
			Spells: learnedSpells("white:5:circle red:3:circle violet:4:circle black:5:circle"),
		}, {}},
	}
	for _, tt := range []struct {
		level int
		costs []string
	}{
		{
			level: 5,
			costs: []string{"discard:red.square", "discard:blue.circle", "discard:green.triangle", "back"},
		},
		{level: 4, costs: []string{"discard:red.square", "discard:blue.circle", "back"}},
		{level: 3},
	} {
		t.Run(fmt.Sprint("level ", tt.level), func(t *testing.T) {
			sc := start(t, in).answer(fmt.Sprint("use:white:", tt.level))
			if tt.costs != nil {
				sc.asks(0, "discard").
					offersOnly(tt.costs...).
					answer("discard:red.square")
			}
			sc.asks(0, "raise").
				offersOnly("raise:red", "raise:violet").
				answer("raise:violet").
				level(0, "violet", 5).
				level(0, "red", 3).
				level(0, "white", 5).
				pool(0, "blue.circle green.triangle")
		})
	}
}

func TestTempest(t *testing.T) {
	in := Setup{
		Spells: spellSets("white:2"), Phase: "evening", Altar: counts("red.circle*2 blue.circle"),
		Draws: list("green.circle green.square"),
		Seats: []SeatSetup{{Spells: learnedSpells("white:5:circle")}, {}},
	}
	for _, level := range []int{5, 4} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			start(t, in).
				answer(fmt.Sprint("use:white:", level)).
				asks(0, "sweep").
				answer("sweep:red.circle*2").
				altar("blue.circle green.circle green.square").
				asks(0, "take").
				offersNot("back").
				answer("take:blue.circle").
				answer("take:green.circle").
				pool(0, "blue.circle green.circle green.square").
				level(0, "white", level-1)
		})
	}
	t.Run("level 3", func(t *testing.T) {
		in.Seats[0].Spells = learnedSpells("white:3:circle")
		in.Seats[0].Pool = counts("blue.circle blue.square*2")
		sc := start(t, in).offersNot("use:white:3")
		require.Equal(t, "no_action", sc.why(0, "use:white:3"))
	})
}

func TestTransmutation(t *testing.T) {
	setup := func(level int) Setup {
		return Setup{
			Phase: "evening",
			Seats: []SeatSetup{{
				Pool:   counts("red.square green.circle black.circle white.triangle"),
				Spells: learnedSpells(fmt.Sprint("blue:", level, ":circle")),
			}, {}},
		}
	}
	// One red and two circles as jokers.
	start(t, setup(5)).
		asksPhase(0, "evening").
		offersOnly("learn:red:3", "learn:white:3", "skip").
		answer("learn:red:3").
		asks(0, "pay").
		offersOnly("pay:green.circle", "pay:black.circle", "back").
		answer("pay:green.circle", "pay:black.circle").
		level(0, "red", 3).
		pool(0, "white.triangle").
		happened(eventUsed, 1)
	in := setup(4)
	in.Seats[0].Pool = counts("red.square*2 green.circle")
	start(t, in).
		offersOnly("learn:red:3", "skip").
		answer("learn:red:3").
		answer("pay:green.circle", "pay:red.square").
		level(0, "red", 3)
	in = setup(3)
	in.Seats[0].Pool = counts("red.square*2 green.circle*3")
	start(t, in).
		offersOnly("learn:green:3", "learn:red:3", "skip").
		offersNot("use:blue:3")
}
