package spellbook

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Communion 5 stores two of all that was spent, of triples and jokers too, but
// never the placed one (R21), and also when it is itself what is learned.
func TestR21CommunionKeepsOfTriplesAndJokers(t *testing.T) {
	jokers := know("yellow:5:circle blue:5:square")
	for _, tt := range []struct {
		name, pool string
		know       map[string]LearnedSetup
		free       int
		answers    [][]string
		kept       []string
		want       int
	}{
		{
			"a triple", "red.square*2 red.circle blue.triangle green.triangle black.triangle", know("yellow:5:circle"), 13,
			[][]string{{"learn:red:4"}, {"place:red.circle"}, {"pay:red.square*2", "pay:blue.triangle", "pay:green.triangle", "pay:black.triangle"}},
			[]string{"red.square*2", "blue.triangle", "green.triangle", "black.triangle"}, 2,
		},
		{
			"two jokers and a triple", "red.circle green.square black.square white.circle violet.circle*2", jokers, 13,
			[][]string{{"learn:red:4"}, {"pay:green.square@joker", "pay:black.square@joker", "pay:white.circle", "pay:violet.circle*2"}},
			[]string{"green.square", "black.square", "white.circle", "violet.circle*2"}, 2,
		},
		{
			"one space left", "red.circle green.square black.square", jokers, 1,
			[][]string{{"learn:red:3"}, {"pay:green.square", "pay:black.square"}},
			[]string{"green.square", "black.square"}, 1,
		},
		{
			"one as placed, its like may be kept", "red.circle*2 red.square", know("yellow:5:circle"), 1,
			[][]string{{"learn:red:3"}, {"place:red.circle"}},
			[]string{"red.circle", "red.square"}, 1,
		},
		{
			"by itself", "yellow.circle*3 yellow.square*2", nil, 13,
			[][]string{{"learn:yellow:5"}, {"place:yellow.circle"}},
			[]string{"yellow.circle*2", "yellow.square*2"}, 2,
		},
		{"no space left", "red.circle*2 red.square", know("yellow:5:circle"), 0, [][]string{{"learn:red:3"}, {"place:red.circle"}}, nil, 0},
		{"all that there is", "red.circle*3", know("yellow:5:circle"), 13, [][]string{{"learn:red:3"}}, nil, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: sets("yellow:3"), Phase: "evening",
				Seats: []SeatSetup{{Pool: counts(tt.pool), Familiar: full(tt.free), Spells: tt.know}, {}},
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
				sc.carryOn()
			}
			require.Equal(t, 13-tt.free+tt.want, int(sc.s.players[0].stored))
			require.Zero(t, sc.s.spent.size)
		})
	}
}

// Order of learning (R12): pay and place, then Communion's stores, then the
// effect at learning; that effect's draws find what was spent in the box.
func TestR12WhatWasSpentIsInTheBoxForAbundance(t *testing.T) {
	left := rest("yellow.circle*3")
	sc := start(t, Setup{
		Phase: "evening", Altar: left, Seats: []SeatSetup{{Pool: counts("yellow.circle*3")}, {}},
	}).answer("learn:yellow:3")
	// Two were spent, and both come back.
	sc.pool(0, "yellow.circle*2").level(0, "yellow", 3)
	require.Equal(t, []string{eventSpent, eventLearned, eventBag, eventDrew, eventDrew}, sc.events[:5])
}

// Transmutation (R13): from the day after it was learned, with its placed rune,
// for other colours only, and at its level of the moment.
func TestR13TransmutationJokers(t *testing.T) {
	for _, tt := range []struct {
		name, pool, know string
		offered          []string
	}{
		{"two of different colours", "red.square green.circle black.circle", "blue:5:circle", []string{"learn:red:3"}},
		{"one only at level 4", "red.square green.circle black.circle", "blue:4:circle", nil},
		{"none at level 3", "red.square*2 green.circle", "blue:3:circle", nil},
		{"not yet on the day it is learned", "red.square*2 green.circle", "blue:5:circle:fresh", nil},
		{"of the placed rune only", "red.square*2 green.circle", "blue:5:triangle", nil},
		{"not of the needed colour alone", "red.circle*2", "blue:5:circle", nil},
		{"with a triple", "red.square green.circle black.circle*4", "blue:4:circle", []string{"learn:red:3", "learn:green:3", "learn:black:3", "learn:black:4", "learn:black:5"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts(tt.pool), Spells: know(tt.know)}, {}}})
			if tt.offered == nil {
				sc.asksPhase(1, "morning") // nothing can be learned
				return
			}
			sc.offersOnly(append(tt.offered, "skip")...)
		})
	}
	// A joker bears the rune of the card, is never placed, and goes to the box.
	sc := start(t, Setup{
		Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.circle*2 green.circle black.square"), Spells: know("blue:4:circle")}, {}},
	}).answer("learn:red:3").asks(0, "pay").offersOnly("pay:red.circle", "pay:green.circle", "back")
	require.Equal(t, []string{"real"}, sc.decision().Options[0].Groups)
	require.Equal(t, []string{"joker"}, sc.decision().Options[1].Groups)
	sc.refuse("pay:green.circle*2").refuse("pay:green.circle").refuse("pay:red.circle@joker", "pay:green.circle@real").
		answer("pay:green.circle", "pay:red.circle").box("red.circle green.circle").pool(0, "black.square").happened(eventUsed, 1)
}

// The seventh spell sets off the end in every way of learning, and its effect at
// learning still counts.
func TestSeventhSpell(t *testing.T) {
	six := "red:3:circle violet:3:circle green:3:circle black:3:circle blue:3:circle"
	for _, tt := range []struct {
		name, sets, know, phase, pool string
		answers                       []string
	}{
		{"the basic way", "", six + " white:3:circle", "evening", "yellow.circle*3", []string{"learn:yellow:3"}},
		{"through Clone", "white:3", six + " white:4:circle", "midday", "yellow.circle*3", []string{"use:white:4"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: sets(tt.sets), Phase: tt.phase, Draws: list("red.square red.triangle"),
				Seats: []SeatSetup{{Pool: counts(tt.pool), Spells: know(tt.know)}, {}},
			})
			for _, answer := range tt.answers {
				sc.answer(answer)
			}
			sc.carryOn().level(0, "yellow", 3).pool(0, "red.square red.triangle").happened(eventEnding, 1)
			require.True(t, sc.s.ending)
			require.False(t, sc.s.over, "the round is finished")
		})
	}
}

// A spell is learned once only ("Evening"), at every level that can be paid.
func TestLevelsOffered(t *testing.T) {
	for n, want := range map[int][]string{
		2: nil, 3: {"learn:red:3"}, 4: {"learn:red:3", "learn:red:4"}, 5: {"learn:red:3", "learn:red:4", "learn:red:5"},
	} {
		t.Run(fmt.Sprint(n, " red ones"), func(t *testing.T) {
			in := Setup{Phase: "evening", Seats: []SeatSetup{{Pool: Counts{"red.circle": (n + 1) / 2, "red.square": n / 2}}, {}}}
			sc := start(t, in)
			if want == nil {
				sc.asksPhase(1, "morning")
				return
			}
			sc.offersOnly(append(want, "skip")...)
			in.Seats[0].Spells = know("red:3:triangle")
			start(t, in).asksPhase(1, "morning")
		})
	}
	// Nine of one colour and rune: three as themselves and two triples.
	in := Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("red.circle*5 blue.circle*4")}, {}}}
	sc := start(t, in).offersOnly("learn:red:3", "learn:red:4", "learn:red:5", "learn:blue:3", "learn:blue:4", "learn:blue:5", "skip").
		answer("learn:red:5").asks(0, "way").offersOnly("way:0", "way:0:circle", "way:0:circle:circle", "back").answer("way:0:circle:circle")
	require.Equal(t, 8, sc.decision().Min)
	sc.answer("pay:red.circle*2@real", "pay:red.circle*2@circle", "pay:blue.circle*4").pool(0, "").level(0, "red", 5)
	// With the circle placed there is no choice among the rest.
	in.Seats[0].Pool = counts("red.circle red.square*4")
	start(t, in).answer("learn:red:4").answer("place:red.circle").pool(0, "red.square").level(0, "red", 4)
	start(t, in).answer("learn:red:4").answer("place:red.square").asks(0, "pay").offersOnly("pay:red.circle", "pay:red.square", "back")
}
