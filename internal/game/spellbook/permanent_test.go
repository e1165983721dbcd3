package spellbook

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Mirage draws immediately after each matching take, before the next take of the same action (R19,
// R20), in every action that takes from the altar.
func TestR20MirageInTheMiddleOfEveryAction(t *testing.T) {
	// Circles match.
	for _, tt := range []struct {
		name, sets, know, phase string
		answers                 []string
		want                    string
	}{
		{
			name:    "take 1",
			phase:   "morning",
			answers: []string{"take:red.circle"},
			want:    "took drew drew",
		},
		{
			name:    "take 1 of another rune",
			phase:   "morning",
			answers: []string{"take:red.square"},
			want:    "took",
		},
		{
			name:    "Levitation",
			know:    "violet:5:square",
			phase:   "morning",
			answers: []string{"use:violet:5", "take:red.circle"},
			want:    "took drew drew took drew drew",
		},
		{
			name:    "Levitation of squares",
			know:    "violet:5:square",
			phase:   "morning",
			answers: []string{"use:violet:5", "take:red.square"},
			want:    "took took",
		},
		{
			name:    "Sharing",
			sets:    "violet:2",
			know:    "violet:5:square",
			phase:   "morning",
			answers: []string{"use:violet:5", "take:red.square", "take:red.circle", "take:blue.circle"},
			want:    "took took drew drew took drew drew drew",
		},
		{
			name:    "Divination",
			sets:    "violet:3",
			know:    "violet:5:square",
			phase:   "morning",
			answers: []string{"use:violet:5", "take:red.circle", "take:blue.circle"},
			want:    "drew drew took drew drew took drew drew",
		},
		{
			name:    "Feast 3",
			sets:    "black:3",
			know:    "black:5:square",
			phase:   "midday",
			answers: []string{"use:black:3", "take:red.circle"},
			want:    "took drew drew",
		},
		{
			name:    "Feast 4, to the Familiar",
			sets:    "black:3",
			know:    "black:5:square",
			phase:   "midday",
			answers: []string{"use:black:4", "take:red.circle"},
			want:    "took drew drew",
		},
		{
			name:    "Focus",
			sets:    "black:2",
			know:    "black:5:circle",
			phase:   "evening",
			answers: []string{"use:black:5", "take:red.circle"},
			want:    "took drew drew took drew drew",
		},
		{
			name:    "Growth, to the Familiar",
			sets:    "green:3",
			know:    "green:5:square",
			phase:   "evening",
			answers: []string{"use:green:5", "take:red.circle", "take:red.square", "take:blue.circle"},
			want:    "took drew drew took took drew drew",
		},
		{
			name:    "Growth 3 takes nothing",
			sets:    "green:3",
			know:    "green:5:square",
			phase:   "evening",
			answers: []string{"use:green:3"},
			want:    "exchanged",
		},
		{
			name:  "Tempest",
			sets:  "white:2",
			know:  "white:5:square",
			phase: "evening",
			answers: []string{
				"use:white:5", "sweep:red.square", "take:red.circle", "take:green.square", "take:white.square",
			},
			want: "drew took drew drew took took",
		},
		{
			name:  "Purification",
			sets:  "green:1",
			know:  "green:5:square",
			phase: "midday",
			answers: []string{
				"use:green:5", "take:red.circle put:yellow.square",
				"take:red.square put:red.circle", "take:red.circle put:red.square",
			},
			want: "exchanged drew drew exchanged exchanged drew drew",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets("blue:3 " + tt.sets),
				Phase:  tt.phase,
				Altar:  counts("red.circle blue.circle red.square green.square"),
				Draws:  list("white.square yellow.square yellow.square yellow.square yellow.square"),
				Seats: []SeatSetup{
					{
						Pool:     counts("yellow.square"),
						Familiar: list("red.circle"),
						Spells:   learnedSpells("blue:5:circle " + tt.know),
					},
					{},
				},
			})
			for _, answer := range tt.answers {
				sc.answer(list(answer)...)
			}
			var got []string
			for _, kind := range sc.own {
				if kind == eventTook || kind == eventDrew || kind == eventExchanged {
					got = append(got, kind)
				}
			}
			require.Equal(t, tt.want, strings.Join(got, " "))
		})
	}
}

// If Mirage fills the pool, nothing more can be taken. Takes to the Familiar need no room, but the
// draws of Mirage do.
func TestR20MirageFillsThePool(t *testing.T) {
	for _, tt := range []struct {
		name, sets, know, phase, use string
		pool, took, want             int
	}{
		{
			name:  "Levitation with room for two",
			know:  "violet:5:square",
			phase: "morning",
			use:   "use:violet:5",
			pool:  7,
			took:  1,
			want:  9,
		},
		{
			name:  "Levitation with room for three",
			know:  "violet:5:square",
			phase: "morning",
			use:   "use:violet:5",
			pool:  6,
			took:  1,
			want:  9,
		},
		{
			name:  "Levitation with room for four",
			know:  "violet:5:square",
			phase: "morning",
			use:   "use:violet:5",
			pool:  5,
			took:  2,
			want:  9,
		},
		{
			name:  "Sharing",
			sets:  "violet:2",
			know:  "violet:5:square",
			phase: "morning",
			use:   "use:violet:5",
			pool:  3,
			took:  2,
			want:  9,
		},
		{
			name:  "Growth with a full pool",
			sets:  "green:3",
			know:  "green:5:square",
			phase: "evening",
			use:   "use:green:5",
			pool:  9,
			took:  3,
			want:  9,
		},
		{
			name:  "Growth with room for three",
			sets:  "green:3",
			know:  "green:5:square",
			phase: "evening",
			use:   "use:green:5",
			pool:  6,
			took:  3,
			want:  9,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start(t, Setup{
				Spells: spellSets("blue:3 " + tt.sets),
				Phase:  tt.phase,
				Altar:  counts("red.circle violet.circle green.circle black.circle"),
				Seats: []SeatSetup{
					{
						Pool:   someMateria(tt.pool, "red", "violet", "green", "black"),
						Spells: learnedSpells("blue:5:circle " + tt.know),
					},
					{},
				},
			}).
				answer(tt.use).
				answerUntilAction().
				poolSize(0, tt.want).
				happened(eventTook, tt.took)
		})
	}
	// An exchange does not change the size of the pool.
	for pool, want := range map[int]int{9: 9, 8: 9, 7: 9, 6: 8} {
		start(t, Setup{
			Spells: spellSets("blue:3"),
			Phase:  "midday",
			Altar:  counts("red.circle"),
			Seats: []SeatSetup{
				{Pool: someMateria(pool, "red"), Spells: learnedSpells("blue:5:circle green:3:square")},
				{},
			},
		}).
			answer("use:green:3").
			answerUntilAction().
			poolSize(0, want)
	}
	// With Mirage and room in the pool, an exchange of equal Materia is possible.
	in := Setup{
		Spells: spellSets("blue:3"), Phase: "midday", Altar: counts("red.circle"),
		Seats: []SeatSetup{{Pool: counts("red.circle*2"), Spells: learnedSpells("blue:5:circle green:3:square")}, {}},
	}
	start(t, in).
		answer("use:green:3").
		poolSize(0, 4)
	in.Seats[0].Spells = learnedSpells("blue:5:square green:3:square")
	start(t, in).offersNot("use:green:3")
}

// Communion 3 takes on the owner's own day, so Mirage draws for it. If the bag is empty, Mirage
// draws from the box.
func TestR19MirageWithCommunionAndAnEmptyBag(t *testing.T) {
	start(t, Setup{
		Spells: spellSets("blue:3 yellow:3"), Phase: "evening", Altar: counts("red.circle green.square black.circle"),
		Seats: []SeatSetup{{Pool: counts("yellow.circle*3"), Spells: learnedSpells("blue:3:circle")}, {}},
	}).
		answer("learn:yellow:3").
		answer("take:red.circle").
		poolSize(0, 1).
		answer("take:green.square").
		poolSize(0, 2).
		familiar(0, "red.circle green.square black.circle")
	sc := start(t, Setup{
		Spells: spellSets("blue:3"),
		Altar:  counts("red.circle violet.circle"),
		Box:    allExcept("red.circle*2 violet.circle blue.circle violet.square"),
		Bag:    counts("red.circle"),
		Seats:  []SeatSetup{{Spells: learnedSpells("blue:5:circle violet:5:square")}, {}},
	}).answer("use:violet:5").answer("take:red.circle").happened(eventBag, 1).poolSize(0, 6)
	require.Equal(
		t,
		[]string{eventUsed, eventTook, eventDrew, eventBag, eventDrew, eventTook, eventDrew, eventDrew},
		sc.events,
	)
}

// A permanent effect works immediately: Mirage learned at Midday counts in the Evening of the same
// day.
func TestMirageWorksOnTheDayItIsLearned(t *testing.T) {
	sc := start(t, Setup{
		Spells: spellSets("blue:3 white:3 green:3"), Phase: "midday", Altar: counts("red.circle*3"),
		Seats: []SeatSetup{{Pool: counts("blue.circle*3"), Spells: learnedSpells("white:4:circle green:4:square")}, {}},
	}).answer("use:white:4").level(0, "blue", 3).asksPhase(0, "evening").answer("use:green:4").poolSize(0, 2)
	sc.familiar(0, "red.circle red.circle")
}

// Every Morning action can be done first, second, and as the action that learning Swiftness grants
// (R22).
func TestR22SwiftnessWithEveryMorningAction(t *testing.T) {
	for _, tt := range []struct{ name, sets, know, answer string }{
		{name: "take", answer: "take:green.circle"},
		{name: "draw", answer: "draw"},
		{
			name:   "Sacrifice",
			sets:   "red:1",
			know:   "red:5:circle",
			answer: "use:red:5",
		},
		{
			name:   "Eruption",
			sets:   "red:2",
			know:   "red:5:circle",
			answer: "use:red:5",
		},
		{
			name:   "Blaze",
			sets:   "red:3",
			know:   "red:5:circle",
			answer: "use:red:5",
		},
		{
			name:   "Levitation",
			sets:   "violet:1",
			know:   "violet:5:circle",
			answer: "use:violet:5",
		},
		{
			name:   "Sharing",
			sets:   "violet:2",
			know:   "violet:5:circle",
			answer: "use:violet:5",
		},
		{
			name:   "Sharing 3",
			sets:   "violet:2",
			know:   "violet:5:circle",
			answer: "use:violet:3",
		},
		{
			name:   "Divination",
			sets:   "violet:3",
			know:   "violet:5:circle",
			answer: "use:violet:5",
		},
		{
			name:   "Divination 3",
			sets:   "violet:3",
			know:   "violet:5:circle",
			answer: "use:violet:3",
		},
	} {
		altar := counts("green.circle*4 green.square*4")
		t.Run(tt.name+" twice", func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets("blue:2 " + tt.sets),
				Altar:  altar,
				Seats: []SeatSetup{
					{Pool: counts("white.circle white.square"), Spells: learnedSpells("blue:5:circle " + tt.know)},
					{},
				},
			}).answer(tt.answer).answerUntilAction().asksPhase(0, "morning")
			n, _ := sc.decision().Args.Get("second")
			require.Equal(t, 1, n)
			if tt.name == "Eruption" {
				sc.offersNot("use:red:5").answer("take:green.circle")
			} else {
				sc.answer(tt.answer).answerUntilAction()
			}
			sc.asksPhase(0, "midday")
		})
		for level := 3; level <= 4; level++ {
			t.Run(fmt.Sprintf("%s granted at level %d", tt.name, level), func(t *testing.T) {
				sc := start(t, Setup{
					Spells: spellSets("blue:2 " + tt.sets),
					Phase:  "evening",
					Altar:  altar,
					Seats: []SeatSetup{
						{Pool: counts("blue.circle*2 blue.square*2 white.circle"), Spells: learnedSpells(tt.know)},
						{},
					},
				}).answer(fmt.Sprint("learn:blue:", level)).answerUntilAction()
				sc.asksPhase(0, "morning").offersNot("back")
				n, _ := sc.decision().Args.Get("granted")
				require.Equal(t, 1, n)
				sc.answer(tt.answer).
					answerUntilAction().
					asksPhase(1, "morning").
					level(0, "blue", level).
					happened(eventLearned, 1)
			})
		}
	}
	// If no Morning action is possible, none is asked for, first or second.
	in := Setup{
		Spells: spellSets("blue:2"),
		Seats:  []SeatSetup{{Pool: someMateria(8), Spells: learnedSpells("blue:5:circle")}, {}},
	}
	start(t, in).
		answer("draw").
		poolSize(0, 9).
		asksPhase(0, "midday")
	in.Seats[0].Pool = someMateria(9)
	start(t, in).asksPhase(0, "midday")
	// With a full pool only Sacrifice is possible, and it fills the pool again.
	in.Seats[0].Spells = learnedSpells("blue:5:circle red:5:circle")
	start(t, in).
		offersOnly("use:red:3", "use:red:4", "use:red:5", "skip").
		answer("use:red:3").
		answerUntilAction().
		asksPhase(0, "morning").
		answer("use:red:5").
		answerUntilAction().
		asksPhase(0, "midday").
		poolSize(0, 9)
}

// Learned through Clone, Swiftness grants its Morning action at Midday. The use of each spell is
// reported once.
func TestR22SwiftnessThroughClone(t *testing.T) {
	in := Setup{
		Spells: spellSets("blue:2 white:3"),
		Phase:  "midday",
		Altar:  counts("green.circle green.square"),
		Seats: []SeatSetup{
			{Pool: counts("blue.circle*3 red.circle*3"), Spells: learnedSpells("white:4:circle violet:3:circle")},
			{},
		},
	}
	for _, answer := range []string{"take:green.circle", "draw"} {
		start(t, in).
			answer("use:white:4").
			answer("learn:blue:3").
			answer("way:0").
			asksPhase(0, "morning").
			offersNot("back").
			answer(answer).
			asksPhase(0, "evening").
			happened(eventUsed, 1)
	}
}
