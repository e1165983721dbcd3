package spellbook

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Clone copies every action spell of another player, with the copier's pool and Familiar, the rune
// on the Clone, and the owner's level or a lower one (R25, R26).
func TestR25CloneCopiesEverySpell(t *testing.T) {
	// The copier is seat 1. The Clone has a circle, the copied spell a square.
	for _, tt := range []struct {
		name, sets, owner, use string
		answers                []string
		check                  func(*scene)
	}{
		{
			name:  "Sacrifice",
			sets:  "red:1",
			owner: "red:5:square",
			use:   "use:white:5",
			answers: []string{
				"copy:red:4", "discard:blue.circle", "discard:green.triangle",
			},
			check: func(sc *scene) {
				sc.poolSize(1, 5-2+4).happened(eventDiscarded, 2)
			},
		},
		{
			name:    "Eruption",
			sets:    "red:2",
			owner:   "red:5:square",
			use:     "use:white:5",
			answers: []string{"copy:red:5", "discard:blue.circle"},
			check:   func(sc *scene) { sc.poolSize(1, 6) },
		},
		{
			name:  "Blaze",
			sets:  "red:3",
			owner: "red:3:square",
			use:   "use:white:5",
			answers: []string{
				"copy:red:3", "discard:blue.circle", "2 take:red.square", "0 take:black.circle",
			},
			check: func(sc *scene) {
				sc.poolSize(1, 5-1+4).
					pool(2, "red.square").
					pool(0, "black.circle")
			},
		},
		{
			name:  "Levitation",
			sets:  "violet:1",
			owner: "violet:4:square",
			use:   "use:white:5",
			answers: []string{
				"copy:violet:4", "discard:blue.circle", "take:red.square",
			},
			check: func(sc *scene) {
				sc.poolSize(1, 5-1+2)
			},
		},
		{
			name:  "Sharing",
			sets:  "violet:2",
			owner: "violet:3:square",
			use:   "use:white:5",
			answers: []string{
				"copy:violet:3", "discard:blue.circle", "take:red.square",
			},
			check: func(sc *scene) {
				sc.poolSize(1, 5-1+2).
					poolSize(0, 1).
					poolSize(2, 1)
			},
		},
		{
			name:  "Divination",
			sets:  "violet:3",
			owner: "violet:5:square",
			use:   "use:white:5",
			answers: []string{
				"copy:violet:3", "discard:blue.circle", "take:red.square", "take:red.circle",
				"discard:red.circle",
			},
			check: func(sc *scene) {
				sc.poolSize(1, 5-1+2-1)
			},
		},
		{
			name:    "take 1",
			use:     "use:white:5",
			answers: []string{"copy:take", "discard:blue.circle", "take:red.circle"},
			check:   func(sc *scene) { sc.poolSize(1, 5) },
		},
		{
			name:    "draw 2",
			use:     "use:white:5",
			answers: []string{"copy:draw", "discard:blue.circle"},
			check:   func(sc *scene) { sc.poolSize(1, 6) },
		},
		{
			name:  "Growth 5",
			sets:  "green:3",
			owner: "green:5:square",
			use:   "use:white:4",
			answers: []string{
				"copy:green:5", "take:red.circle", "take:red.square", "take:black.square",
			},
			check: func(sc *scene) {
				sc.familiar(1, "yellow.square red.circle red.square black.square").
					level(1, "white", 4).
					level(0, "green", 5)
			},
		},
		{
			name:  "Growth 4",
			sets:  "green:3",
			owner: "green:5:square",
			use:   "use:white:4",
			answers: []string{
				"copy:green:4", "take:red.circle", "take:red.square",
			},
			check: func(sc *scene) {
				sc.familiar(1, "yellow.square red.circle red.square").
					level(1, "white", 4).
					level(0, "green", 5)
			},
		},
		{
			name:  "Growth 3",
			sets:  "green:3",
			owner: "green:5:square",
			use:   "use:white:4",
			answers: []string{
				"copy:green:3", "recall:yellow.square put:blue.circle",
			},
			check: func(sc *scene) {
				sc.familiar(1, "blue.circle").
					level(1, "white", 5).
					level(0, "green", 5)
			},
		},
		{
			name:  "Focus, storing",
			sets:  "black:2",
			owner: "black:5:square",
			use:   "use:white:4",
			answers: []string{
				"copy:black:5", "do:store",
			},
			check: func(sc *scene) {
				sc.familiar(1, "yellow.square green.circle blue.circle blue.circle")
			},
		},
		{
			name:  "Focus, taking",
			sets:  "black:2",
			owner: "black:4:square",
			use:   "use:white:4",
			answers: []string{
				"copy:black:4", "do:take", "take:black.circle",
			},
			check: func(sc *scene) {
				sc.poolSize(1, 6)
			},
		},
		{
			name:  "Transmutation",
			sets:  "blue:1",
			owner: "blue:4:square",
			use:   "use:white:4",
			answers: []string{
				"learn:blue:3", "pay:green.circle pay:blue.circle",
			},
			check: func(sc *scene) {
				sc.level(1, "blue", 3).
					pool(1, "green.triangle black.square").
					level(0, "blue", 4)
			},
		},
		{
			name:  "Purification",
			sets:  "green:1",
			owner: "green:4:square",
			use:   "use:white:3",
			answers: []string{
				"copy:green:4", "take:red.circle put:blue.circle", "put:blue.circle take:red.square",
			},
			check: func(sc *scene) {
				sc.pool(1, "red.circle red.square green.circle green.triangle black.square")
			},
		},
		{
			name:  "Healing",
			sets:  "green:2",
			owner: "green:5:square",
			use:   "use:white:3",
			answers: []string{
				"copy:green:5", "discard:blue.circle*2 discard:green.circle",
			},
			check: func(sc *scene) {
				sc.poolSize(1, 5)
			},
		},
		{
			name:  "Offering",
			sets:  "black:1",
			owner: "black:5:square",
			use:   "use:white:3",
			answers: []string{
				"copy:black:5", "colour:blue",
			},
			check: func(sc *scene) {
				sc.familiar(1, "yellow.square blue.circle blue.circle")
			},
		},
		{
			name:  "Feast 4",
			sets:  "black:3",
			owner: "black:5:square",
			use:   "use:white:3",
			answers: []string{
				"copy:black:4", "take:red.circle",
			},
			check: func(sc *scene) {
				sc.familiar(1, "yellow.square red.circle").poolSize(1, 5)
			},
		},
		{
			name:    "store 1",
			use:     "use:white:3",
			answers: []string{"store:green.circle"},
			check:   func(sc *scene) { sc.familiar(1, "yellow.square green.circle") },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets("white:3 " + tt.sets),
				First:  1,
				Phase:  "midday",
				Altar:  counts("red.circle red.square black.circle black.square*2"),
				Seats: []SeatSetup{
					{Spells: learnedSpells(tt.owner)},
					{
						Pool:     counts("blue.circle*2 green.circle green.triangle black.square"),
						Familiar: list("yellow.square"),
						Spells:   learnedSpells("white:5:circle"),
					},
					{},
				},
			}).answer(tt.use)
			for _, answer := range tt.answers {
				seat, picks, other := strings.Cut(answer, " ")
				if other && len(seat) == 1 {
					sc.asks(sc.s.ask.seat, "take")
					require.Equal(t, seat, fmt.Sprint(sc.s.ask.seat))
					answer = picks
				}
				sc.answer(list(answer)...)
			}
			tt.check(sc)
			require.NotEqual(t, "copy", sc.decision().Kind)
			// The use of the Clone and of a copied spell are reported once each.
			events := 1
			if tt.owner != "" {
				events = 2
			}
			sc.happened(eventUsed, events)
		})
	}
}

// The programs that a Clone can copy at each of its levels (R25 to R27).
func TestR25WhatCloneOffers(t *testing.T) {
	every := "red:5:square green:4:square black:3:square blue:4:square"
	spells := "white:3 red:1 violet:1 green:3 black:2 blue:1 yellow:1"
	for _, tt := range []struct {
		name, sets, clone, own, owner, other string
		use                                  string
		offered                              []string
	}{
		{
			name:    "5: Morning",
			sets:    spells,
			clone:   "5:circle",
			owner:   every,
			use:     "use:white:5",
			offered: []string{"copy:take", "copy:draw", "copy:red:5", "copy:red:4", "copy:red:3"},
		},
		{
			name:  "4: Evening",
			sets:  spells,
			clone: "5:circle",
			owner: every,
			use:   "use:white:4",
			offered: []string{
				"copy:learn", "copy:green:4", "copy:green:3", "copy:black:3", "copy:blue:4",
			},
		},
		{
			name:  "3: Midday",
			sets:  "white:3 green:1 black:1",
			clone: "3:circle",
			owner: "green:5:square",
			other: "black:4:square",
			use:   "use:white:3",
			offered: []string{
				"copy:store", "copy:green:5", "copy:green:4", "copy:green:3", "copy:black:4", "copy:black:3",
			},
		},
		{
			name:  "the higher of two owners",
			sets:  "white:3 green:1",
			clone: "3:circle",
			owner: "green:3:square",
			other: "green:4:square",
			use:   "use:white:3",
			offered: []string{
				"copy:store", "copy:green:4", "copy:green:3",
			},
		},
		{
			name:    "a spell the copier has too",
			sets:    "white:3 green:1",
			clone:   "3:circle",
			own:     "green:5:circle",
			owner:   "green:3:square",
			use:     "use:white:3",
			offered: []string{"copy:store", "copy:green:3"},
		},
		{
			name:    "not one that only the copier has",
			sets:    "white:3 green:1 black:1",
			clone:   "3:circle",
			own:     "green:5:circle",
			owner:   "black:3:square",
			use:     "use:white:3",
			offered: []string{"copy:store", "copy:black:3"},
		},
		{
			name:    "what the owner learned on its last day",
			sets:    "white:3 green:1",
			clone:   "3:circle",
			owner:   "green:3:square:fresh",
			use:     "use:white:3",
			offered: []string{"copy:store", "copy:green:3"},
		},
		{
			name:    "Feast below level 5",
			sets:    "white:3 black:3",
			clone:   "3:circle",
			owner:   "black:5:square",
			use:     "use:white:3",
			offered: []string{"copy:store", "copy:black:4", "copy:black:3"},
		},
		{
			name:    "no Clone, nothing permanent, once or final",
			sets:    "white:3 green:1 blue:3 yellow:3",
			clone:   "3:circle",
			owner:   "white:5:square blue:5:square yellow:5:square green:3:square",
			use:     "use:white:3",
			offered: []string{"copy:store", "copy:green:3"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start(t, Setup{
				Spells: spellSets(tt.sets), Phase: "midday", Altar: counts("red.circle*2 red.square*2 red.triangle"),
				Seats: []SeatSetup{
					{
						Pool:     counts("yellow.circle*3 red.circle red.triangle"),
						Familiar: list("red.square"),
						Spells:   learnedSpells("white:" + tt.clone + " " + tt.own),
					},
					{Spells: learnedSpells(tt.owner)},
					{Spells: learnedSpells(tt.other)},
				},
			}).
				answer(tt.use).
				asks(0, "copy").
				offersOnly(append(tt.offered, "back")...)
		})
	}
}

// The discard of Clone 5 comes first, and only if something can be done afterwards (R3). With a
// full pool it makes room.
func TestCloneDiscardsFirst(t *testing.T) {
	in := Setup{
		Spells: spellSets("white:3 red:2"), Phase: "midday", Altar: counts("red.square"), Draws: list("red.triangle"),
		Seats: []SeatSetup{
			{Pool: counts("blue.square*5 green.square*3 blue.circle"), Spells: learnedSpells("white:5:circle")},
			{Spells: learnedSpells("red:5:circle")},
		},
	}
	// Eruption finds enough in the pool at every level.
	sc := start(t, in).answer("use:white:5").offersOnly("copy:take", "copy:draw", "back").answer("copy:draw").
		poolSize(0, 9).happened(eventDrew, 1)
	require.Equal(t, []string{eventUsed, eventDiscarded, eventDrew}, sc.events)
	start(t, in).
		answer("use:white:5").
		answer("copy:take").
		poolSize(0, 9)
	// With a pool of six, the discard makes Eruption 5 possible: it draws back to six.
	in.Seats[0].Pool = counts("blue.square*5 blue.circle")
	start(t, in).
		answer("use:white:5").
		offersOnly("copy:take", "copy:draw", "copy:red:5", "back").
		answer("copy:red:5").
		poolSize(0, 6)
	// A Clone learned today cannot be used.
	in.Seats[0].Spells = learnedSpells("white:5:circle:fresh")
	require.Equal(t, "learned_today", start(t, in).offersNot("use:white:5").why(0, "use:white:5"))
}

// A copied Growth lowers the Clone by one level, whichever level was used (R28), and the Clone can
// immediately copy what its new level allows.
func TestR28EveryLowering(t *testing.T) {
	for _, tt := range []struct {
		clone, growth, want int
	}{
		{clone: 5, growth: 5, want: 4},
		{clone: 5, growth: 4, want: 4},
		{clone: 5, growth: 3, want: 5},
		{clone: 4, growth: 5, want: 3},
		{clone: 4, growth: 4, want: 3},
		{clone: 4, growth: 3, want: 4},
	} {
		t.Run(fmt.Sprintf("Growth %d by Clone %d", tt.growth, tt.clone), func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets("white:3 green:3"), Phase: "midday", Altar: counts("red.circle*5"),
				Seats: []SeatSetup{
					{
						Pool:     counts("blue.square"),
						Familiar: list("black.circle"),
						Spells:   learnedSpells(fmt.Sprintf("white:%d:circle", tt.clone)),
					},
					{Spells: learnedSpells("green:5:square")},
				},
			}).answer("use:white:4").answer(fmt.Sprint("copy:green:", tt.growth)).answerUntilAction().
				level(0, "white", tt.want).level(1, "green", 5)
			require.Equal(t, map[int]int{5: 6, 4: 5, 3: 4}[tt.want], sc.s.spellPoints(0, 4))
		})
	}
}

// Learning through Clone (R13, R27) has triples, Communion and effects at learning. The Evening of
// the same day remains, and the learned spell can be used from the next day.
func TestR27LearningThroughClone(t *testing.T) {
	in := Setup{
		Spells: spellSets("white:3 yellow:3 green:2"), Phase: "midday", Altar: counts("red.circle*5"),
		Seats: []SeatSetup{
			{
				Pool:   counts("green.circle*3 black.triangle*2 red.triangle yellow.circle*3"),
				Spells: learnedSpells("white:4:circle"),
			},
			{},
		},
	}
	sc := start(t, in).answer("use:white:4").asks(0, "learn").offers("back", "learn:green:4", "learn:yellow:4").
		answer(
			"learn:green:4",
		).answer("way:0:triangle").answerUntilAction().level(0, "green", 4).asksPhase(0, "evening").
		offersNot(
			"use:green:4",
		).answer("learn:yellow:3").answerUntilAction().familiar(0, "red.circle red.circle red.circle")
	sc.skipTo(0, "midday")
	// Communion 5 stores from the payment of a spell learned through Clone.
	in.Seats[0].Spells = learnedSpells("white:4:circle yellow:5:circle")
	start(t, in).
		answer("use:white:4").
		answer("learn:green:3").
		answer("way:0").
		familiar(0, "green.circle green.circle")
	// The player's own Transmutation replaces only the Evening action, so it gives no jokers at
	// Midday.
	in.Spells = spellSets("white:3")
	in.Seats[0] = SeatSetup{
		Pool:   counts("green.square*2 black.circle"),
		Spells: learnedSpells("white:4:circle blue:5:circle"),
	}
	start(t, in).
		offersNot("use:white:4").
		answer("skip").
		offers("learn:green:3")
}
