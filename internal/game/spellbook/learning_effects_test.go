package spellbook

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Communion 5 stores two of everything that was spent, also of triples and jokers, but never the
// placed Materia (R21). It does so even when Communion is the spell being learned.
func TestR21CommunionKeepsOfTriplesAndJokers(t *testing.T) {
	jokers := learnedSpells("yellow:5:circle blue:5:square")
	for _, tt := range []struct {
		name, pool string
		know       map[string]LearnedSetup
		free       int
		answers    [][]string
		kept       []string
		want       int
	}{
		{
			name: "a triple",
			pool: "red.square*2 red.circle blue.triangle green.triangle black.triangle",
			know: learnedSpells("yellow:5:circle"),
			free: 13,
			answers: [][]string{
				{"learn:red:4"},
				{"place:red.circle"},
				{"pay:red.square*2", "pay:blue.triangle", "pay:green.triangle", "pay:black.triangle"},
			},
			kept: []string{"red.square*2", "blue.triangle", "green.triangle", "black.triangle"},
			want: 2,
		},
		{
			name: "two jokers and a triple",
			pool: "red.circle green.square black.square white.circle violet.circle*2",
			know: jokers,
			free: 13,
			answers: [][]string{
				{"learn:red:4"},
				{"pay:green.square@joker", "pay:black.square@joker", "pay:white.circle", "pay:violet.circle*2"},
			},
			kept: []string{"green.square", "black.square", "white.circle", "violet.circle*2"},
			want: 2,
		},
		{
			name:    "one space left",
			pool:    "red.circle green.square black.square",
			know:    jokers,
			free:    1,
			answers: [][]string{{"learn:red:3"}, {"pay:green.square", "pay:black.square"}},
			kept:    []string{"green.square", "black.square"},
			want:    1,
		},
		{
			name:    "one as placed, its like may be kept",
			pool:    "red.circle*2 red.square",
			know:    learnedSpells("yellow:5:circle"),
			free:    1,
			answers: [][]string{{"learn:red:3"}, {"place:red.circle"}},
			kept:    []string{"red.circle", "red.square"},
			want:    1,
		},
		{
			name:    "by itself",
			pool:    "yellow.circle*3 yellow.square*2",
			free:    13,
			answers: [][]string{{"learn:yellow:5"}, {"place:yellow.circle"}},
			kept:    []string{"yellow.circle*2", "yellow.square*2"},
			want:    2,
		},
		{
			name:    "no space left",
			pool:    "red.circle*2 red.square",
			know:    learnedSpells("yellow:5:circle"),
			free:    0,
			answers: [][]string{{"learn:red:3"}, {"place:red.circle"}},
			want:    0,
		},
		{
			name:    "all that there is",
			pool:    "red.circle*3",
			know:    learnedSpells("yellow:5:circle"),
			free:    13,
			answers: [][]string{{"learn:red:3"}},
			want:    2,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets("yellow:3"), Phase: "evening",
				Seats: []SeatSetup{{Pool: counts(tt.pool), Familiar: familiarWithFree(tt.free), Spells: tt.know}, {}},
			})
			for _, answer := range tt.answers {
				sc.answer(answer...)
			}
			if tt.kept != nil {
				sc.asks(0, "keep").offersNot("back")
				require.Equal(t, tt.want, sc.decision().Min)
				require.Equal(t, tt.want, sc.decision().Max)
				got := Counts{}
				for _, o := range sc.decision().Options {
					got[o.ID[len("keep:"):]] += int(o.Max)
				}
				want := Counts{}
				for _, kept := range tt.kept {
					for id, n := range counts(kept) {
						want[id] += n
					}
				}
				require.Equal(t, want, got)
				sc.answerUntilAction()
			}
			require.Equal(t, 13-tt.free+tt.want, int(sc.s.players[0].storedCount))
			require.Zero(t, sc.s.spent.size)
		})
	}
}

// The order of learning is: pay and place, Communion's stores, the effect at learning (R12). The
// draws of that effect find the payment in the box.
func TestR12WhatWasSpentIsInTheBoxForAbundance(t *testing.T) {
	left := allExcept("yellow.circle*3")
	sc := start(t, Setup{
		Phase: "evening", Altar: left, Seats: []SeatSetup{{Pool: counts("yellow.circle*3")}, {}},
	}).answer("learn:yellow:3")
	// Two were spent, and both are drawn again.
	sc.pool(0, "yellow.circle*2").level(0, "yellow", 3)
	require.Equal(t, []string{eventSpent, eventLearned, eventBag, eventDrew, eventDrew}, sc.events[:5])
}

func TestAbundance(t *testing.T) {
	for level, n := range map[int]int{5: 4, 4: 3, 3: 2} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			start(t, Setup{
				Phase: "evening", Draws: list("red.circle red.square red.triangle blue.circle")[:n],
				Seats: []SeatSetup{{Pool: counts(fmt.Sprint("yellow.circle*", level))}, {}},
			}).
				answer(fmt.Sprint("learn:yellow:", level)).
				poolSize(0, n).
				level(0, "yellow", level)
		})
	}
}

func TestKnowledge(t *testing.T) {
	// Three other spells: two at level 4 or 5, one at level 3.
	for level, want := range map[int]int{5: 6, 4: 5, 3: 3} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets("yellow:2"),
				Seats: []SeatSetup{
					{
						Spells: learnedSpells(
							fmt.Sprintf("yellow:%d:circle red:5:circle violet:4:circle green:3:circle", level),
						),
					},
					{},
				},
			})
			require.Equal(t, want, sc.s.spellPoints(0, 6))
		})
	}
}

func TestCommunion(t *testing.T) {
	t.Run("level 5", func(t *testing.T) {
		start(t, Setup{
			Spells: spellSets("yellow:3"),
			Phase:  "evening",
			Seats: []SeatSetup{
				{Pool: counts("red.circle red.square red.triangle"), Spells: learnedSpells("yellow:5:circle")},
				{},
			},
		}).
			answer("learn:red:3").
			answer("place:red.circle").
			familiar(0, "red.triangle red.square").
			level(0, "red", 3)
	})
	t.Run("level 5 stores of what itself cost", func(t *testing.T) {
		start(t, Setup{
			Spells: spellSets("yellow:3"), Phase: "evening", Seats: []SeatSetup{{Pool: counts("yellow.circle*5")}, {}},
		}).
			answer("learn:yellow:5").
			familiar(0, "yellow.circle yellow.circle").
			box("yellow.circle*2")
	})
	t.Run("level 4", func(t *testing.T) {
		sc := start(t, Setup{
			Spells: spellSets("yellow:3"),
			Seats: []SeatSetup{
				{Familiar: list("red.circle blue.circle blue.square"), Spells: learnedSpells("yellow:4:circle")},
				{},
			},
		})
		require.Equal(t, 2, sc.s.spellPoints(0, 6))
	})
	t.Run("level 3", func(t *testing.T) {
		start(t, Setup{
			Spells: spellSets("yellow:3"),
			Phase:  "evening",
			Altar:  counts("red.circle blue.circle green.circle black.circle"),
			Seats:  []SeatSetup{{Pool: counts("yellow.circle*3"), Familiar: list("white.square")}, {}},
		}).
			answer("learn:yellow:3").
			asks(0, "take").
			offersNot("back").
			answer("take:red.circle").
			answer("take:blue.circle").
			answer("take:green.circle").
			familiar(0, "white.square red.circle blue.circle green.circle").
			asksPhase(1, "morning")
	})
}

func TestSwiftness(t *testing.T) {
	t.Run("level 5", func(t *testing.T) {
		in := Setup{
			Spells: spellSets("blue:2"), Altar: counts("red.circle red.square blue.square"),
			Seats: []SeatSetup{{Spells: learnedSpells("blue:5:circle")}, {}},
		}
		start(t, in).
			answer("take:red.circle").
			asksPhase(0, "morning").
			answer("take:red.square").
			asksPhase(0, "midday")
		start(t, in).
			answer("skip").
			asksPhase(1, "morning")
		start(t, in).
			answer("take:red.circle").
			answer("skip").
			asksPhase(0, "midday")
	})
	for _, level := range []int{4, 3} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			in := Setup{
				Spells: spellSets("blue:2"), Phase: "evening", Altar: counts("red.circle red.square green.square"),
				Draws: list("white.circle"),
				Seats: []SeatSetup{{Pool: counts("blue.circle*4"), Spells: learnedSpells("violet:4:circle")}, {}},
			}
			sc := start(t, in).answer(fmt.Sprint("learn:blue:", level)).asksPhase(0, "morning").
				offers("take:red.circle", "draw", "use:violet:4").offersNot("back")
			sc.answer("use:violet:4").
				asks(0, "take").
				offers("back").
				answer("back").
				asksPhase(0, "morning").
				answer("take:red.circle").
				level(0, "blue", level).
				asksPhase(1, "morning")
		})
	}
}

// The action that Swiftness 4 and 3 grant comes immediately, and cannot be skipped if anything is
// possible. The second Morning action of level 5 can be skipped (R12, R22).
func TestR12SwiftnessIsADuty(t *testing.T) {
	in := Setup{
		Spells: spellSets("blue:2"),
		Phase:  "evening",
		Altar:  counts("red.circle"),
		Seats:  []SeatSetup{{Pool: counts("blue.circle*4")}, {}},
	}
	for _, answer := range []string{"learn:blue:4", "learn:blue:3"} {
		start(t, in).
			answer(answer).
			asksPhase(0, "morning").
			offersOnly("take:red.circle", "draw").
			refuse("skip")
	}
	// The same applies if only one thing is possible, and through Clone.
	in.Altar = nil
	startAsking(t, in).
		answer("learn:blue:4").
		answer("pay:blue.circle*3").
		asksPhase(0, "morning").
		offersOnly("draw").
		answer("draw").
		asksPhase(1, "morning")
	clone := Setup{
		Spells: spellSets("blue:2 white:3"), Phase: "midday", Altar: counts("green.circle"),
		Seats: []SeatSetup{{Pool: counts("blue.circle*3"), Spells: learnedSpells("white:4:circle")}, {}},
	}
	start(t, clone).
		answer("use:white:4").
		asksPhase(0, "morning").
		offersOnly("take:green.circle", "draw").
		answer("draw").
		asksPhase(1, "morning")
	// If nothing is possible, nothing is asked: Communion stores the whole payment, and nothing is
	// left to take or to draw.
	start(t, Setup{
		Spells: spellSets("blue:2 yellow:3"), Phase: "evening", Bag: counts(""), Box: counts(""),
		Seats:    []SeatSetup{{Pool: counts("blue.circle*3 red.circle"), Spells: learnedSpells("yellow:5:circle")}},
		Opponent: &OpponentSetup{Lower: allExcept("blue.circle*3 red.circle yellow.circle")},
	}).
		answer("learn:blue:3").
		level(0, "blue", 3).
		asksPhase(0, "midday")
	// At level 5 both actions can be skipped.
	start(t, Setup{
		Spells: spellSets("blue:2"),
		Altar:  counts("red.circle red.square"),
		Seats:  []SeatSetup{{Spells: learnedSpells("blue:5:circle")}, {}},
	}).
		offers("skip").
		answer("draw").
		asksPhase(0, "morning").
		offers("skip").
		answer("skip").
		asksPhase(0, "midday")
}

func TestMirage(t *testing.T) {
	for level, n := range map[int]int{5: 2, 4: 2, 3: 1} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			in := Setup{
				Spells: spellSets("blue:3"),
				Altar:  counts("red.circle red.square"),
				Draws:  list("white.square white.triangle"),
				Seats:  []SeatSetup{{Spells: learnedSpells(fmt.Sprintf("blue:%d:circle", level))}, {}},
			}
			start(t, in).
				answer("take:red.circle").
				poolSize(0, 1+n)
			start(t, in).
				answer("take:red.square").
				poolSize(0, 1)
		})
	}
}
