package spellbook

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// answerUntilAction gives the first possible answer to every question up to the next choice of an action.
func (sc *scene) answerUntilAction() *scene {
	sc.t.Helper()
	for range 40 {
		if sc.s.over || sc.decision().Kind == "action" {
			return sc
		}
		sc.answer(firstAnswer(sc.decision())...)
	}
	require.Fail(sc.t, "there is no end of questions")
	return sc
}

// firstAnswer is the suggested answer, or else as few of the first options as are allowed, but at
// least one.
func firstAnswer(d game.DecisionText) []string {
	var picks []string
	for _, p := range d.Suggested {
		picks = append(picks, fmt.Sprintf("%s*%d@%s", p.Option, p.N, p.Group))
	}
	if picks != nil {
		return picks
	}
	n := max(1, d.Min)
	groups := map[string]bool{}
	for _, o := range d.Options {
		some := min(n, int(o.Max))
		if some == 0 || o.Alone || o.Groups != nil && groups[o.Groups[0]] {
			continue
		}
		picks = append(picks, fmt.Sprintf("%s*%d", o.ID, some))
		n -= some
		if o.Groups != nil { // an exchange: one in each group
			groups[o.Groups[0]] = true
		}
	}
	return picks
}

// nothingToDraw returns all Materia except the named ones, so that nothing is left to draw.
func nothingToDraw(text string) Counts { return allExcept(text) }

// familiarWithFree is a Familiar with this number of empty spaces.
func familiarWithFree(free int) []string { return list(fullFamiliar)[:13-free] }

// The runes that allow most are offered. What is possible in full is not done in part (R1), and
// otherwise as much as possible is done (R17).
func TestR1LevitationOffersTheRunesThatAllowMost(t *testing.T) {
	for _, tt := range []struct {
		name, altar string
		pool, level int
		offered     []string
	}{
		{
			name:    "two of one rune",
			altar:   "red.circle blue.circle green.square",
			pool:    0,
			level:   5,
			offered: []string{"take:red.circle", "take:blue.circle"},
		},
		{
			name:    "two of two runes",
			altar:   "red.circle blue.circle green.square*2 white.triangle",
			pool:    0,
			level:   5,
			offered: []string{"take:red.circle", "take:blue.circle", "take:green.square"},
		},
		{
			name:    "never two",
			altar:   "red.circle green.square white.triangle",
			pool:    0,
			level:   5,
			offered: []string{"take:red.circle", "take:green.square", "take:white.triangle"},
		},
		{
			name:    "room for one",
			altar:   "red.circle blue.circle green.square",
			pool:    8,
			level:   5,
			offered: []string{"take:red.circle", "take:blue.circle", "take:green.square"},
		},
		{
			name:    "two of a rune that the level does not allow",
			altar:   "red.circle*2 green.square white.triangle",
			pool:    0,
			level:   4,
			offered: []string{"take:green.square", "take:white.triangle"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Altar: counts(tt.altar),
				Seats: []SeatSetup{
					{
						Pool:   someMateria(tt.pool, "red", "blue", "green", "white"),
						Spells: learnedSpells("violet:5:circle"),
					},
					{},
				},
			}).answer(fmt.Sprint("use:violet:", tt.level)).asks(0, "take").offersOnly(append(tt.offered, "back")...)
			sc.answerUntilAction().asksPhase(0, "midday")
		})
	}
}

func TestR1OfferingOffersTheColoursThatAllowMost(t *testing.T) {
	for _, tt := range []struct {
		name, pool  string
		free, level int
		n           int
		offered     []string
	}{
		{
			name:  "all four of one",
			pool:  "red.circle*4 blue.circle*3",
			free:  13,
			level: 5,
			n:     4,
		},
		{
			name:    "two equal",
			pool:    "red.circle*3 blue.circle*2 blue.square green.circle*2",
			free:    13,
			level:   5,
			n:       3,
			offered: []string{"colour:red", "colour:blue"},
		},
		{
			name:    "enough of both",
			pool:    "red.circle*5 blue.circle*3 green.circle",
			free:    13,
			level:   4,
			n:       3,
			offered: []string{"colour:red", "colour:blue"},
		},
		{
			name:    "a lower level does less",
			pool:    "red.circle*4 blue.circle*2 green.circle",
			free:    13,
			level:   3,
			n:       2,
			offered: []string{"colour:red", "colour:blue"},
		},
		{
			name:    "singles only",
			pool:    "red.circle blue.circle",
			free:    13,
			level:   5,
			n:       1,
			offered: []string{"colour:red", "colour:blue"},
		},
		{
			name:    "two spaces left",
			pool:    "red.circle*3 blue.circle*2 green.circle",
			free:    2,
			level:   5,
			n:       2,
			offered: []string{"colour:red", "colour:blue"},
		},
		{
			name:    "one space left",
			pool:    "red.circle*3 blue.circle*2 green.circle",
			free:    1,
			level:   5,
			n:       1,
			offered: []string{"colour:red", "colour:blue", "colour:green"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Phase: "midday",
				Seats: []SeatSetup{
					{
						Pool:     counts(tt.pool),
						Familiar: familiarWithFree(tt.free),
						Spells:   learnedSpells("black:5:circle"),
					},
					{},
				},
			})
			sc.answer(fmt.Sprint("use:black:", tt.level))
			if tt.offered != nil {
				sc.asks(0, "colour").offersOnly(append(tt.offered, "back")...)
				n, _ := sc.decision().Args.Get("n")
				require.Equal(t, tt.n, n)
				sc.answerUntilAction()
			}
			require.Equal(t, 13-tt.free+tt.n, int(sc.s.players[0].storedCount))
		})
	}
}

// A take cannot be stopped once it has begun, because only Divination 4 says "up to".
func TestR1NoPartOfATakeIsDeclined(t *testing.T) {
	for _, tt := range []struct {
		sets, spell, phase, use string
		done                    bool
	}{
		{
			sets:  "violet:1",
			spell: "violet:5:circle",
			phase: "morning",
			use:   "use:violet:5",
			done:  false,
		},
		{
			sets:  "violet:2",
			spell: "violet:5:circle",
			phase: "morning",
			use:   "use:violet:5",
			done:  false,
		},
		{
			sets:  "violet:3",
			spell: "violet:5:circle",
			phase: "morning",
			use:   "use:violet:5",
			done:  false,
		},
		{
			sets:  "violet:3",
			spell: "violet:5:circle",
			phase: "morning",
			use:   "use:violet:4",
			done:  true,
		},
		{
			sets:  "violet:3",
			spell: "violet:5:circle",
			phase: "morning",
			use:   "use:violet:3",
			done:  false,
		},
		{
			sets:  "green:3",
			spell: "green:5:circle",
			phase: "evening",
			use:   "use:green:5",
			done:  false,
		},
		{
			sets:  "green:3",
			spell: "green:5:circle",
			phase: "evening",
			use:   "use:green:4",
			done:  false,
		},
	} {
		t.Run(tt.sets+" "+tt.use, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets(tt.sets),
				Phase:  tt.phase,
				Altar:  counts("red.circle blue.circle green.circle red.square"),
				Draws:  list("red.triangle black.circle"),
				Seats:  []SeatSetup{{Pool: counts("white.circle"), Spells: learnedSpells(tt.spell)}, {}},
			}).answer(tt.use).answer("take:red.circle").asks(0, "take").offersNot("back")
			if tt.done {
				sc.offersOnly("take:red.square", "take:red.triangle", "done")
			} else {
				sc.offersNot("done")
			}
		})
	}
	sc := start(t, Setup{
		Spells: spellSets("white:2"),
		Phase:  "evening",
		Altar:  counts("red.circle blue.circle green.circle"),
		Draws:  list("white.square"),
		Seats:  []SeatSetup{{Spells: learnedSpells("white:5:circle")}, {}},
	}).answer("use:white:5").
		offersOnly("sweep:red.circle", "sweep:blue.circle", "sweep:green.circle", "back").
		answer("sweep:red.circle")
	for range 2 {
		sc.asks(0, "take").
			offersNot("back", "done").
			answer(sc.options()[0])
	}
	sc.poolSize(0, 3) // the third was the last on the altar
}

// In every action the pool is full at nine, and the excess is left.
func TestPoolLimitCutsEveryActionShort(t *testing.T) {
	for _, tt := range []struct {
		name, sets, spell, phase string
		pool, want               int
		happened                 map[string]int
	}{
		{
			name:     "Sacrifice",
			sets:     "red:1",
			spell:    "use:red:5",
			phase:    "morning",
			pool:     7,
			want:     9,
			happened: map[string]int{eventDrew: 3},
		},
		{
			name:     "Sacrifice with a full pool",
			sets:     "red:1",
			spell:    "use:red:5",
			phase:    "morning",
			pool:     9,
			want:     9,
			happened: map[string]int{eventDrew: 1},
		},
		{
			name:     "Blaze",
			sets:     "red:3",
			spell:    "use:red:4",
			phase:    "morning",
			pool:     8,
			want:     9,
			happened: map[string]int{eventDrew: 1, eventTook: 1},
		},
		{
			name:     "Levitation",
			sets:     "violet:1",
			spell:    "use:violet:5",
			phase:    "morning",
			pool:     8,
			want:     9,
			happened: map[string]int{eventTook: 1},
		},
		{
			name:     "Sharing 5",
			sets:     "violet:2",
			spell:    "use:violet:5",
			phase:    "morning",
			pool:     7,
			want:     9,
			happened: map[string]int{eventTook: 2, eventDrew: 1},
		},
		{
			name:     "Sharing 4",
			sets:     "violet:2",
			spell:    "use:violet:4",
			phase:    "morning",
			pool:     8,
			want:     9,
			happened: map[string]int{eventTook: 1, eventDrew: 1},
		},
		{
			name:     "Sharing 3 has no room to draw",
			sets:     "violet:2",
			spell:    "use:violet:3",
			phase:    "morning",
			pool:     8,
			want:     9,
			happened: map[string]int{eventTook: 1, eventDrew: 1},
		},
		{
			name:     "Divination 5",
			sets:     "violet:3",
			spell:    "use:violet:5",
			phase:    "morning",
			pool:     8,
			want:     9,
			happened: map[string]int{eventDrew: 2, eventTook: 1},
		},
		{
			name:     "Divination 4",
			sets:     "violet:3",
			spell:    "use:violet:4",
			phase:    "morning",
			pool:     8,
			want:     9,
			happened: map[string]int{eventDrew: 2, eventTook: 1},
		},
		{
			name:     "Divination 3",
			sets:     "violet:3",
			spell:    "use:violet:3",
			phase:    "morning",
			pool:     8,
			want:     8,
			happened: map[string]int{eventDrew: 2, eventTook: 1, eventDiscarded: 1},
		},
		{
			name:     "Divination 3 with a full pool",
			sets:     "violet:3",
			spell:    "use:violet:3",
			phase:    "morning",
			pool:     9,
			want:     8,
			happened: map[string]int{eventDrew: 2, eventTook: 0},
		},
		{
			name:     "Healing",
			sets:     "green:2",
			spell:    "use:green:5",
			phase:    "midday",
			pool:     8,
			want:     6,
			happened: map[string]int{eventDrew: 1},
		},
		{
			name:     "Focus",
			sets:     "black:2",
			spell:    "use:black:5",
			phase:    "evening",
			pool:     8,
			want:     9,
			happened: map[string]int{eventTook: 1},
		},
		{
			name:     "Feast 3",
			sets:     "black:3",
			spell:    "use:black:3",
			phase:    "midday",
			pool:     8,
			want:     9,
			happened: map[string]int{eventTook: 1},
		},
		{
			name:     "Tempest",
			sets:     "white:2",
			spell:    "use:white:5",
			phase:    "evening",
			pool:     7,
			want:     9,
			happened: map[string]int{eventTook: 2, eventLowered: 1},
		},
		{
			name:     "Purification",
			sets:     "green:1",
			spell:    "use:green:5",
			phase:    "midday",
			pool:     9,
			want:     9,
			happened: map[string]int{eventExchanged: 3},
		},
		{
			name:     "Growth",
			sets:     "green:3",
			spell:    "use:green:5",
			phase:    "evening",
			pool:     9,
			want:     9,
			happened: map[string]int{eventTook: 3},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			colour, level := tt.spell[len("use:"):len(tt.spell)-2], tt.spell[len(tt.spell)-1:]
			sc := start(t, Setup{
				Spells: spellSets(tt.sets),
				Phase:  tt.phase,
				Altar:  counts("yellow.circle yellow.square yellow.triangle*2 white.circle"),
				Seats: []SeatSetup{{
					// Only the first is a circle, so Focus has a choice.
					Pool: someMateria(tt.pool, "yellow", "white", colour), Familiar: list("yellow.circle"),
					Spells: learnedSpells(colour + ":" + level + ":circle"),
				}, {}},
			}).answer(tt.spell)
			if d := sc.decision(); d.Kind == "choose" {
				sc.answer("do:take")
			}
			if d := sc.decision(); d.Kind == "discard" && d.Args[0].Int == 1 {
				sc.answer(sc.options()[0])
			}
			sc.answerUntilAction().poolSize(0, tt.want)
			for kind, times := range tt.happened {
				sc.happened(kind, times)
			}
		})
	}
	// Abundance draws after the payment has left the pool.
	start(t, Setup{
		Phase: "evening",
		Altar: counts("red.circle*5"),
		Seats: []SeatSetup{{Pool: counts("yellow.circle*5 blue.circle*2 red.square*2")}, {}},
	}).
		answer("learn:yellow:5").
		answer("way:0").
		poolSize(0, 8)
	start(t, Setup{
		Phase: "evening",
		Altar: counts("red.circle*5"),
		Seats: []SeatSetup{{Pool: counts("yellow.circle*3 blue.circle*2 red.square*2 green.square*2")}, {}},
	}).
		answer("learn:yellow:3").
		answer("way:0").
		poolSize(0, 8)
}

// A discard that comes later makes no room before (R4). It takes the full number or the whole pool.
func TestR4DiscardsComeLast(t *testing.T) {
	in := Setup{
		Spells: spellSets("violet:3"),
		Bag:    counts("red.circle"),
		Box:    counts(""),
		Seats:  []SeatSetup{{Spells: learnedSpells("violet:3:circle")}, {}},
	}
	in.Altar = nothingToDraw("red.circle violet.circle")
	sc := start(t, in).answer("use:violet:3").answer("take:red.circle").answer("take:red.square").asks(0, "discard")
	sc.answer("discard:red.circle").
		pool(0, "red.square").
		box("red.circle")
	// An empty pool draws three and discards the same three.
	start(t, Setup{
		Spells: spellSets("green:2"), Phase: "midday", Draws: list("blue.circle blue.square blue.triangle"),
		Seats: []SeatSetup{{Spells: learnedSpells("green:5:circle")}, {}},
	}).
		answer("use:green:5").
		poolSize(0, 0).
		happened(eventDiscarded, 3).
		box("blue.circle blue.square blue.triangle")
}

// Takes from the altar to the Familiar are limited by the empty spaces and not by the pool (R7).
func TestR7FreeSpacesLimitWhatComesFromTheAltar(t *testing.T) {
	for _, free := range []int{1, 2, 3, 4} {
		t.Run(fmt.Sprint(free, " free"), func(t *testing.T) {
			// Materia without a free space stay on the altar. Each one that leaves it is replaced.
			start(t, Setup{
				Spells: spellSets("green:3"),
				Phase:  "evening",
				Altar:  counts("green.circle*2 green.square green.triangle white.triangle"),
				Seats: []SeatSetup{
					{
						Pool:     someMateria(9, "green", "white"),
						Familiar: familiarWithFree(free),
						Spells:   learnedSpells("green:5:circle"),
					},
					{},
				},
			}).
				answer("use:green:5").
				answerUntilAction().
				poolSize(0, 9).
				level(0, "green", 4).
				happened(eventTook, min(3, free)).
				happened(eventDrew, min(3, free))
			// Communion 3, also with fewer than three on the altar.
			sc := start(t, Setup{
				Spells: spellSets("yellow:3"), Phase: "evening", Altar: counts("green.circle green.square"),
				Seats: []SeatSetup{{Pool: counts("yellow.circle*3"), Familiar: familiarWithFree(free)}, {}},
			}).answer("learn:yellow:3").answerUntilAction().happened(eventTook, min(2, free)).level(0, "yellow", 3)
			require.Equal(t, 13-free+min(2, free), int(sc.s.players[0].storedCount))
		})
	}
}

// The rules use the sizes that the catalogue gives to clients.
func TestSizesOfTheCatalogue(t *testing.T) {
	facts := cards.MustLoad()
	require.Equal(t, poolLimit, facts.Pool)
	require.Equal(t, altarFull, facts.Altar)
}
