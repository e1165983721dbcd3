package spellbook

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// choice returns the ids of the bot's choices in the scene.
func (sc *scene) choice() []string {
	random := game.NewRNG(game.SeedFromInt(1))
	var ids []string
	for _, p := range NewBot().Choose(sc.t.Context(), game.NewPosition(sc.s, sc.s.ask.seat, nil), &random) {
		for range p.N {
			ids = append(ids, sc.rules.OptionID(p.Key))
		}
	}
	return ids
}

func TestBotMakesSense(t *testing.T) {
	altar := counts("red.circle violet.circle green.circle black.circle white.circle")
	long := "red.circle red.circle red.square violet.circle violet.square green.circle green.square " +
		"black.circle black.square white.circle white.square yellow.circle"
	for _, test := range []struct {
		name string
		in   Setup
		want []string
	}{
		{
			name: "takes what completes a spell on the last day",
			in: Setup{
				Altar: counts("red.circle violet.circle green.circle black.circle yellow.square"), Active: seatOf(1),
				Seats: []SeatSetup{
					{Familiar: list(long + " red.triangle")},
					{Pool: counts("yellow.circle*2 blue.circle")},
				},
			},
			want: list("take:yellow.square"),
		},
		{
			name: "draws while nothing fits",
			in: Setup{
				Altar: altar, Seats: []SeatSetup{{Pool: counts("blue.circle yellow.circle")}, {}},
			},
			want: list("draw"),
		},
		{
			name: "stores what belongs to no spell",
			in: Setup{
				Altar: altar, Phase: "midday",
				Seats: []SeatSetup{
					{Pool: counts("blue.circle*3 red.circle"), Spells: learnedSpells("red:5:square")},
					{},
				},
			},
			want: list("store:red.circle"),
		},
		{
			name: "learns at the highest level when it can be paid",
			in: Setup{
				Altar: altar, Phase: "evening", Seats: []SeatSetup{{Pool: counts("yellow.circle*5")}, {}},
			},
			want: list("learn:yellow:5"),
		},
		{
			name: "learns what it can on the last day",
			in: Setup{
				Altar: altar, Phase: "evening", Active: seatOf(1),
				Seats: []SeatSetup{
					{Familiar: list(long + " red.triangle")},
					{Pool: counts("yellow.circle*3"), Familiar: list("blue.circle")},
				},
			},
			want: list("learn:yellow:3"),
		},
		{
			name: "ends the game when it is ahead",
			in: Setup{
				Altar: altar, Phase: "midday", Active: seatOf(1),
				Seats: []SeatSetup{{}, {Pool: counts("yellow.triangle*4"), Familiar: list(long)}},
			},
			want: list("store:yellow.triangle"),
		},
		{
			name: "does not end the game when it is behind",
			in: Setup{
				Altar: altar, Phase: "midday", Active: seatOf(1),
				Seats: []SeatSetup{
					{
						Spells: learnedSpells(
							"red:5:circle violet:5:circle green:5:circle black:5:circle white:5:circle yellow:5:circle",
						),
					},
					{Pool: counts("yellow.triangle*4"), Familiar: list(long)},
				},
			},
			want: list("skip"),
		},
		{
			name: "gives away what it needs least",
			in: Setup{
				Altar: counts("red.circle yellow.circle"), Phase: "night", Opponent: &OpponentSetup{},
				Seats: []SeatSetup{{Pool: counts("yellow.circle*3"), Spells: learnedSpells("red:5:square")}},
			},
			want: list("give:red.circle"),
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, start(t, test.in).choice())
		})
	}
}

func seatOf(seat game.Seat) *game.Seat { return &seat }

// The rune placed on Focus decides what it stores.
func TestBotPlacesTheRuneThatHelps(t *testing.T) {
	sc := start(t, Setup{
		Spells: spellSets("black:2"), Phase: "evening", Altar: counts("red.square*3 violet.square*2"),
		Seats: []SeatSetup{{Pool: counts("black.circle*2 black.square*3 green.square*2")}, {}},
	}).answer("learn:black:5")
	require.Equal(t, list("place:black.square"), sc.choice())
}

// A triple does not use Materia that another spell needs.
func TestBotPaysWithWhatItNeedsLeast(t *testing.T) {
	sc := start(t, Setup{
		Phase: "evening", Altar: counts("violet.circle*2 green.circle"),
		Seats: []SeatSetup{
			{
				Pool: counts(
					"yellow.square*2 yellow.triangle*2 blue.circle*2 red.circle*3",
				),
				Spells: learnedSpells("red:5:square"),
			},
			{},
		},
	}).answer("learn:yellow:5")
	for sc.decision().Kind != "pay" {
		sc.answer(sc.choice()...)
	}
	require.Subset(t, sc.choice(), list("pay:red.circle pay:red.circle pay:red.circle"))
}
