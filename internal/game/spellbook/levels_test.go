package spellbook

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
)

// Time Travel raises one other spell by one level (R14, R16), with its consequences for each kind
// of effect.
func TestR14RaisingEachKind(t *testing.T) {
	travel := func(set, on, pool, familiar string) *scene {
		return start(t, Setup{
			Spells: spellSets(
				set,
			),
			Phase: "evening",
			Altar: counts("green.circle green.square black.circle black.square"),
			Seats: []SeatSetup{
				{
					Pool: counts(
						"red.square*2 " + pool,
					),
					Familiar: list(familiar),
					Spells:   learnedSpells("white:5:circle " + on),
				},
				{},
			},
		}).answer("use:white:3")
	}
	points := func(sc *scene, c cards.Colour) int { return sc.s.spellPoints(0, c) }
	t.Run("Swiftness 3 to 4 does nothing but count", func(t *testing.T) {
		sc := travel("blue:2", "blue:3:circle", "", "").level(0, "blue", 4).asksPhase(1, "morning")
		require.Equal(t, 6, points(sc, cards.Blue))
		// Still only one Morning action.
		sc.skipTo(0, "morning").
			answer("draw").
			asksPhase(0, "midday")
	})
	t.Run("Abundance draws nothing", func(t *testing.T) {
		sc := travel("", "yellow:3:circle", "", "").level(0, "yellow", 4).poolSize(0, 1)
		require.Equal(t, 5, points(sc, cards.Yellow))
	})
	t.Run("Communion 3 to 4 counts, and moves nothing", func(t *testing.T) {
		sc := travel("yellow:3", "yellow:3:circle", "", "red.circle blue.circle green.square").level(0, "yellow", 4).
			familiar(0, "red.circle blue.circle green.square")
		require.Equal(t, 2, points(sc, cards.Yellow))
	})
	t.Run("Communion 4 to 5 stores at the next learning", func(t *testing.T) {
		sc := travel("yellow:3", "yellow:4:circle", "black.circle*3", "").level(0, "yellow", 5).familiar(0, "")
		sc.skipTo(0, "evening").
			answer("learn:black:3").
			familiar(0, "black.circle black.circle")
	})
	t.Run("Mirage 3 to 4 draws two from then on", func(t *testing.T) {
		sc := travel("blue:3", "blue:3:circle", "", "").level(0, "blue", 4).skipTo(0, "morning")
		before := int(sc.s.players[0].pool.size)
		sc.answer("take:green.circle").poolSize(0, before+3)
	})
	t.Run("Growth twice raised, twice used", func(t *testing.T) {
		sc := travel("green:3", "green:3:circle", "", "").level(0, "green", 4).skipTo(0, "evening").
			answer("use:white:3").level(0, "green", 5).skipTo(0, "evening").answer("use:green:5").answerUntilAction().
			level(0, "green", 4)
		require.Equal(t, 3, int(sc.s.players[0].storedCount))
	})
	t.Run("Feast 4 to 5 keeps its lower actions", func(t *testing.T) {
		sc := travel("black:3", "black:4:circle", "", "red.circle blue.circle").level(0, "black", 5)
		require.Equal(t, 2, points(sc, cards.Black))
		sc.skipTo(0, "midday").
			offers("use:black:4").
			offersNot("use:black:5")
	})
	t.Run("Knowledge counts the level of the moment", func(t *testing.T) {
		sc := travel("yellow:2", "yellow:4:circle", "", "")
		require.Equal(t, 2, points(sc, cards.Yellow), "Time Travel is the only other one")
	})
	t.Run("Transmutation 3 to 4 gives a joker", func(t *testing.T) {
		sc := travel("", "blue:3:circle", "violet.triangle*2 black.circle", "").level(0, "blue", 4).
			skipTo(0, "evening").offers("learn:violet:3")
		sc.answer("learn:violet:3").
			answerUntilAction().
			level(0, "violet", 3).
			happened(eventUsed, 2)
	})
	t.Run("what was learned today, of a spell at its highest, and itself", func(t *testing.T) {
		sc := start(t, Setup{
			Phase: "evening",
			Seats: []SeatSetup{
				{
					Pool:   counts("red.square*2"),
					Spells: learnedSpells("white:4:circle red:5:circle violet:4:circle green:3:circle"),
				},
				{},
			},
		}).answer("use:white:4").asks(0, "raise").offersOnly("raise:violet", "raise:green").answer("raise:green").
			level(0, "green", 4).level(0, "white", 4)
		require.Equal(t, "green.circle", sc.s.players[0].spells[2].materia.String())
	})
}

// Growth and Tempest are lowered to the level that the used effect names, whatever their level was
// (R15), even if the effect was done only in part.
func TestR15EveryUseOfGrowthAndTempest(t *testing.T) {
	for _, tt := range []struct {
		name, set, colour, use string
		on, want, points       int
		altar                  string
	}{
		{
			name:   "Growth 5",
			set:    "green:3",
			colour: "green",
			use:    "use:green:5",
			on:     5,
			want:   4,
			points: 4,
			altar:  "red.circle*5",
		},
		{
			name:   "Growth 4 from 5",
			set:    "green:3",
			colour: "green",
			use:    "use:green:4",
			on:     5,
			want:   3,
			points: 3,
			altar:  "red.circle*5",
		},
		{
			name:   "Growth 4 from 4",
			set:    "green:3",
			colour: "green",
			use:    "use:green:4",
			on:     4,
			want:   3,
			points: 3,
			altar:  "red.circle*5",
		},
		{
			name:   "Growth 3 from 5",
			set:    "green:3",
			colour: "green",
			use:    "use:green:3",
			on:     5,
			want:   5,
			points: 6,
			altar:  "red.circle*5",
		},
		{
			name:   "Growth 3 from 4",
			set:    "green:3",
			colour: "green",
			use:    "use:green:3",
			on:     4,
			want:   4,
			points: 4,
			altar:  "red.circle*5",
		},
		{
			name:   "Growth 5 in part",
			set:    "green:3",
			colour: "green",
			use:    "use:green:5",
			on:     5,
			want:   4,
			points: 4,
			altar:  "red.circle",
		},
		{
			name:   "Tempest 5",
			set:    "white:2",
			colour: "white",
			use:    "use:white:5",
			on:     5,
			want:   4,
			points: 6,
			altar:  "red.circle*5",
		},
		{
			name:   "Tempest 4 from 5",
			set:    "white:2",
			colour: "white",
			use:    "use:white:4",
			on:     5,
			want:   3,
			points: 4,
			altar:  "red.circle*5",
		},
		{
			name:   "Tempest 4 from 4",
			set:    "white:2",
			colour: "white",
			use:    "use:white:4",
			on:     4,
			want:   3,
			points: 4,
			altar:  "red.circle*5",
		},
		{
			name:   "Tempest 5 in part",
			set:    "white:2",
			colour: "white",
			use:    "use:white:5",
			on:     5,
			want:   4,
			points: 6,
			altar:  "red.circle",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets(tt.set),
				Phase:  "evening",
				Altar:  counts(tt.altar),
				Seats: []SeatSetup{
					{Pool: counts("blue.square"), Familiar: list("black.square"), Spells: map[string]LearnedSetup{
						tt.colour: {Level: tt.on, Rune: "circle"},
					}},
					{},
				},
			}).answer(tt.use).answerUntilAction().level(0, tt.colour, tt.want)
			c, _ := cards.ParseColour(tt.colour)
			require.Equal(t, tt.points, sc.s.spellPoints(0, c))
		})
	}
}

// Tempest sweeps some or all of the altar, at least one (R23). As many are drawn before the takes.
// A swept Materia cannot be taken unless it is drawn again.
func TestR23TempestInDetail(t *testing.T) {
	in := Setup{
		Spells: spellSets("white:2"),
		Phase:  "evening",
		Altar:  counts("red.circle*2 blue.circle green.circle"),
		Draws:  list("yellow.circle yellow.square violet.circle violet.square"),
		Seats:  []SeatSetup{{Spells: learnedSpells("white:5:circle")}, {}},
	}
	start(t, in).
		answer("use:white:5").
		asks(0, "sweep").
		refuse().
		refuse("sweep:red.circle*3").
		answer("sweep:red.circle*2", "sweep:blue.circle", "sweep:green.circle").
		asks(0, "take").
		offersOnly("take:yellow.circle", "take:yellow.square", "take:violet.circle", "take:violet.square").
		answer("take:yellow.circle").
		answer("take:yellow.square").
		answer("take:violet.square").
		level(0, "white", 4)
	in.Draws = in.Draws[:1]
	start(t, in).
		answer("use:white:5").
		answer("sweep:red.circle").
		asks(0, "take").
		offersOnly("take:red.circle", "take:blue.circle", "take:green.circle", "take:yellow.circle")
	// More than ten Materia are on the altar at the end of the day, so all are discarded.
	in.Altar = counts("red.circle*5 red.square*5 red.triangle*4")
	in.Draws = nil
	sc := start(t, in).answer("use:white:5").answer("sweep:red.circle").answerUntilAction().asksPhase(1, "morning").
		happened(eventAltar, 1)
	require.Equal(t, 5, int(sc.s.altar.size))
	require.Equal(t, 1+11, int(sc.s.box.size))
}
