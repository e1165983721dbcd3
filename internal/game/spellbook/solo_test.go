package spellbook

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func opponentTrack(n int) []string {
	return list("violet.circle violet.circle violet.circle violet.square violet.square violet.square " +
		"violet.triangle violet.triangle violet.triangle yellow.circle yellow.circle yellow.circle " +
		"yellow.square")[:n]
}

func TestSoloStart(t *testing.T) {
	s, err := New().New(game.MatchOptions{"handicap": "3"}, 1, game.SeedFromInt(1))
	require.NoError(t, err)
	m := s.(*match)
	require.Equal(t, 7, int(m.altar.size))
	require.Equal(t, 2, int(m.players[0].pool.size))
	require.Equal(t, 3, int(m.lower.size))
	require.Equal(t, 3, m.opponentTotal())
}

func TestSoloOpponentGetsOneBeforeTheUpdate(t *testing.T) {
	in := Setup{
		Phase: "evening", Altar: counts("red.circle blue.circle"), Seats: []SeatSetup{{Pool: counts("green.circle*3")}},
		Opponent: &OpponentSetup{Track: opponentTrack(1)},
	}
	sc := start(t, in).answer("skip").asks(0, "give").offersOnly("give:red.circle", "give:blue.circle").
		answer("give:red.circle")
	require.Equal(t, 7, int(sc.s.altar.size))
	require.Equal(t, 2, int(sc.s.givenCount))
	require.Equal(t, 1, int(sc.s.altar.n[15]), "the blue one stays")
	require.Equal(t, 2, int(sc.s.round))
}

// A space with the symbol empties the altar in addition to the update: the altar is filled to seven
// first, and then all seven go to the box (R29).
func TestR29SymbolEmptiesTheUpdatedAltar(t *testing.T) {
	drawn := list("white.circle white.square white.triangle black.circle black.square black.triangle")
	again := list(
		"yellow.circle yellow.square yellow.triangle violet.circle violet.square violet.triangle green.circle",
	)
	in := Setup{
		Phase: "evening", Altar: counts("red.circle blue.circle"), Draws: append(drawn, again...),
		Seats: []SeatSetup{{}}, Opponent: &OpponentSetup{Track: opponentTrack(2)},
	}
	in.Seats[0].Pool = counts("red.circle*3")
	sc := start(t, in).answer("skip").answer("give:red.circle").
		box("blue.circle " + strings.Join(drawn, " ")).altar(strings.Join(again, " "))
	want := []string{eventSkipped, eventGiven}
	for range drawn {
		want = append(want, eventDrew)
	}
	want = append(want, eventAltar)
	for range again {
		want = append(want, eventDrew)
	}
	require.Equal(t, append(want, eventDay), sc.events)
	// On a day on which the opponent gets nothing, its last space has no effect again.
	in.Altar, in.Opponent.Track = nil, opponentTrack(3)
	start(t, in).
		answer("skip").
		happened(eventAltar, 0).
		altar(strings.Join(append(drawn, again[0]), " "))
}

func TestR29SoloUpdate(t *testing.T) {
	for n, want := range map[int]int{1: 7, 6: 7, 8: 7, 10: 9, 11: 7, 12: 7} {
		sc := start(
			t,
			Setup{
				Phase: "evening",
				Altar: someMateria(n, "green", "violet"),
				Seats: []SeatSetup{{Pool: counts("green.circle*3")}},
			},
		)
		sc.answer("skip")
		if n > 1 {
			sc.answer(sc.options()[0])
		}
		require.Equal(t, want, int(sc.s.altar.size), "%d on the altar", n)
	}
}

func TestR30EmptyAltarGivesNothing(t *testing.T) {
	sc := start(t, Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("green.circle*3")}}}).
		answer("skip").asksPhase(0, "morning")
	require.Equal(t, 0, int(sc.s.givenCount))
	require.Equal(t, 7, int(sc.s.altar.size))
}

func TestR31SoloClone(t *testing.T) {
	in := Setup{
		Spells: spellSets("white:3 red:2 violet:2 green:3 black:1 blue:1 yellow:1"),
		Phase:  "midday",
		Altar:  counts("red.circle red.square"),
		Seats: []SeatSetup{
			{
				Pool:     counts("blue.circle blue.square"),
				Familiar: list("black.circle"),
				Spells:   learnedSpells("white:5:circle red:5:circle"),
			},
		},
	}
	// Unlearned spells can be copied at levels 4 and 3. Red is learned and cannot be copied.
	start(t, in).
		answer("use:white:5").
		offersOnly("copy:take", "copy:draw", "copy:violet:3", "copy:violet:4", "back")
	start(t, in).
		answer("use:white:3").
		offersOnly("copy:store", "copy:black:3", "copy:black:4", "back")
	start(t, in).
		answer("use:white:4").
		offersOnly("copy:green:3", "copy:green:4", "back").
		answer("copy:green:4").
		answer("take:red.circle").
		familiar(0, "black.circle red.circle red.square").
		level(0, "white", 4)
	// A copied Sharing serves the opponent.
	sc := start(t, in).answer("use:white:5").answer("copy:violet:3").answer("take:red.circle")
	require.Equal(t, 1, int(sc.s.lower.size))
}

func TestR32LowerPart(t *testing.T) {
	in := Setup{
		Spells:   spellSets("red:3 violet:2"),
		Altar:    counts("blue.circle green.square"),
		Draws:    list("yellow.circle yellow.circle yellow.square yellow.square"),
		Seats:    []SeatSetup{{Pool: counts("white.circle"), Spells: learnedSpells("red:3:circle violet:4:circle")}},
		Opponent: &OpponentSetup{Track: opponentTrack(3), Lower: counts("black.circle*4")},
	}
	sc := start(t, in).answer("use:red:3").asks(0, "give").offersOnly("give:blue.circle", "give:green.square").
		answer("give:blue.circle").altar("green.square").poolSize(0, 5)
	require.Equal(t, 5, int(sc.s.lower.size))
	require.Equal(t, 3, int(sc.s.givenCount))
	require.Equal(t, 3+5, sc.s.opponentTotal())
	// A full pool is no obstacle, but an empty altar is.
	in.Draws = nil
	in.Seats[0].Pool = someMateria(9, "blue", "green", "violet", "black")
	start(t, in).
		offers("use:red:3", "use:violet:4").
		answer("use:red:3").
		answer("give:green.square").
		poolSize(0, 9).
		altar("blue.circle")
	sc = start(t, in).answer("use:violet:4").poolSize(0, 9).altar("blue.circle green.square")
	require.Equal(t, 5, int(sc.s.lower.size))
	in.Altar = nil
	start(t, in).
		offersNot("use:red:3").
		offers("use:violet:4")
	// With nothing to draw, Sharing cannot serve the opponent.
	in.Bag, in.Box = counts(""), counts("")
	in.Altar = Counts{}
	for id, n := range allExcept("violet.circle*4 black.circle*4 red.circle") {
		in.Altar[id] = n - in.Seats[0].Pool[id]
	}
	start(t, in).
		offers("use:red:3").
		offersNot("use:violet:4")
}

func TestSoloEnd(t *testing.T) {
	// The opponent's last space ends the match.
	in := Setup{
		Phase:    "evening",
		Altar:    counts("red.circle"),
		Seats:    []SeatSetup{{Pool: counts("green.circle*3"), Familiar: list("black.circle")}},
		Opponent: &OpponentSetup{Track: opponentTrack(12), Lower: counts("white.circle*2")},
	}
	sc := start(t, in).answer("skip")
	require.True(t, sc.s.over)
	out := sc.s.Outcome()
	require.Equal(t, game.NoSeat, out.Places[0].Seat)
	require.Equal(t, 18+2, out.Places[0].Total)
	require.Equal(t, 2, out.Places[1].Rank)
	// When the player ends the match, the opponent still gets a last Materia. A tie remains a tie.
	in = Setup{
		Phase: "evening", Altar: counts("red.circle"),
		Seats: []SeatSetup{
			{
				Pool: counts("yellow.circle*3"),
				Spells: learnedSpells(
					"red:3:circle violet:3:circle green:3:circle black:3:circle white:3:circle blue:3:circle",
				),
			},
		},
		Opponent: &OpponentSetup{Lower: counts("white.circle*4 white.square*5 white.triangle*5")},
	}
	sc = start(t, in).answer("learn:yellow:3")
	require.True(t, sc.s.over)
	out = sc.s.Outcome()
	require.Equal(t, 1, int(sc.s.givenCount))
	// 1+3+1+2+2+4+3 points for the spells, 0 for the Familiar, and 1+14 for the opponent.
	require.Equal(t, 16, sc.s.total(0))
	require.Equal(t, 15, sc.s.opponentTotal())
	require.Equal(t, game.Seat(0), out.Places[0].Seat)
	in.Opponent.Lower = counts("white.circle*4 white.square*5 white.triangle*5 black.square")
	out = start(t, in).answer("learn:yellow:3").s.Outcome()
	require.Equal(t, out.Places[0].Total, out.Places[1].Total)
	require.Equal(t, out.Places[0].Rank, out.Places[1].Rank)
}

// At the end of each day the opponent gets a Materia and the altar is filled to seven. An altar of
// ten or more is emptied before, and one of seven after a space with the symbol (R29, "Solo").
func TestSoloAltarAtEveryNumber(t *testing.T) {
	for given := range 12 {
		for _, n := range []int{1, 2, 5, 6, 7, 8, 9, 10, 11, 12} {
			t.Run(fmt.Sprintf("%d given, %d on the altar", given, n), func(t *testing.T) {
				sc := start(t, Setup{
					Phase:    "evening",
					Altar:    someMateria(n, "green", "violet", "yellow"),
					Opponent: &OpponentSetup{Track: opponentTrack(given)},
					Seats:    []SeatSetup{{Pool: counts("green.circle*3")}},
				}).answer("skip").answerUntilAction()
				want, cleared, box := max(7, n-1), 0, 0
				if n-1 >= 10 {
					want, cleared, box = 7, 1, n-1
				}
				if (given+1)%3 == 0 {
					want, cleared, box = 7, cleared+1, box+want
				}
				require.Equal(t, want, int(sc.s.altar.size))
				sc.happened(eventAltar, cleared).happened(eventGiven, 1)
				require.Equal(t, box, int(sc.s.box.size))
				require.Equal(t, given+1, int(sc.s.givenCount))
			})
		}
	}
}

// If there are several kinds on the altar, the player chooses. Giving is not taking, so Mirage
// draws nothing (R19).
func TestSoloGivingIsNoTake(t *testing.T) {
	sc := start(t, Setup{
		Spells:   spellSets("blue:3"),
		Phase:    "evening",
		Altar:    counts("red.circle red.square black.circle"),
		Opponent: &OpponentSetup{},
		Seats:    []SeatSetup{{Pool: counts("green.circle*3"), Spells: learnedSpells("blue:5:circle")}},
	}).answer("skip").asks(0, "give").
		offersOnly("give:red.circle", "give:red.square", "give:black.circle").answer("give:black.circle").
		poolSize(0, 3).happened(eventTook, 0)
	require.Equal(t, "black.circle", sc.s.track[0].String())
	// What Blaze gives is not taken either.
	start(t, Setup{
		Spells: spellSets("blue:3 red:3"),
		Altar:  counts("black.circle red.square"),
		Draws:  list("red.circle red.circle yellow.square yellow.square"),
		Seats:  []SeatSetup{{Spells: learnedSpells("blue:5:circle red:3:square")}},
	}).
		answer("use:red:3").
		answer("give:black.circle").
		poolSize(0, 4).
		happened(eventDrew, 4)
}

// The opponent scores its first visible space and one point for each Materia in its lower part. The
// handicap is there from the start.
func TestSoloOpponentScore(t *testing.T) {
	for given, want := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16} {
		sc := start(t, Setup{
			Opponent: &OpponentSetup{
				Track: opponentTrack(given),
				Lower: counts("white.circle*2 black.circle"),
			},
			Seats: []SeatSetup{{}},
		})
		require.Equal(t, want+3, sc.s.opponentTotal(), "%d given", given)
	}
	for handicap := range 4 {
		s, err := New().New(game.MatchOptions{"handicap": fmt.Sprint(handicap)}, 1, game.SeedFromInt(5))
		require.NoError(t, err)
		require.Equal(t, handicap, s.(*match).opponentTotal())
		require.Equal(t, 105-7-2-handicap, int(s.(*match).bag.size))
	}
	for _, handicap := range []string{"4", "-1"} {
		_, err := New().New(game.MatchOptions{"handicap": handicap}, 1, game.SeedFromInt(5))
		require.Error(t, err)
	}
}

// Blaze and Sharing serve the opponent after the player's own part, once per use and at every
// level. With nothing left they do not serve it (R32).
func TestSoloBlazeAndSharing(t *testing.T) {
	for level := 3; level <= 5; level++ {
		in := Setup{
			Spells:   spellSets("red:3 violet:2"),
			Altar:    counts("blue.circle*2 green.square*2 black.circle"),
			Opponent: &OpponentSetup{},
			Seats:    []SeatSetup{{Spells: learnedSpells("red:5:circle violet:5:circle")}},
		}
		sc := start(t, in).answer(fmt.Sprint("use:red:", level)).asks(0, "give").offersNot("back")
		require.Equal(t, "lower", sc.decision().Args[0].Text)
		sc.poolSize(0, 4).
			answer("give:green.square").
			asksPhase(0, "midday").
			altar("blue.circle*2 green.square black.circle")
		require.Equal(t, "green.square", sc.s.lower.kinds.first().String())
		sc = start(t, in).answer(fmt.Sprint("use:violet:", level)).answerUntilAction().asksPhase(0, "midday")
		require.Equal(t, 1, int(sc.s.lower.size))
		require.Equal(t, map[int]int{5: 3, 4: 2, 3: 2}[level], int(sc.s.players[0].pool.size))
	}
	// Equal Materia leave no choice.
	sc := start(t, Setup{
		Spells:   spellSets("red:3"),
		Altar:    counts("blue.circle*2"),
		Opponent: &OpponentSetup{},
		Seats:    []SeatSetup{{Spells: learnedSpells("red:5:circle")}},
	}).answer("use:red:5").altar("blue.circle").asksPhase(0, "midday")
	require.Equal(t, 1, int(sc.s.lower.size))
	// Blaze still draws with an empty altar, and Sharing still takes with nothing to draw.
	in := Setup{
		Spells:   spellSets("red:3"),
		Opponent: &OpponentSetup{},
		Seats:    []SeatSetup{{Spells: learnedSpells("red:5:circle")}},
	}
	sc = start(t, in).answer("use:red:5").poolSize(0, 4)
	require.Zero(t, sc.s.lower.size)
	in = Setup{
		Spells: spellSets("violet:2"), Opponent: &OpponentSetup{}, Altar: nothingToDraw("violet.circle"),
		Seats: []SeatSetup{{Spells: learnedSpells("violet:5:circle")}},
	}
	sc = start(t, in).answer("use:violet:5").answerUntilAction().poolSize(0, 3)
	require.Zero(t, sc.s.lower.size)
}

// In a solo match Clone copies unlearned spells of every kind as if at level 4, with the Clone's
// rune. A copied Growth lowers the Clone (R31).
func TestR31SoloCloneCopiesEveryKind(t *testing.T) {
	in := Setup{
		Spells:   spellSets("white:3 red:3 violet:2 green:3 black:2 blue:1 yellow:1"),
		Phase:    "midday",
		Altar:    counts("red.circle red.square black.circle"),
		Opponent: &OpponentSetup{},
		Seats: []SeatSetup{
			{
				Pool:     counts("yellow.square yellow.triangle blue.circle blue.square"),
				Familiar: list("yellow.circle"),
				Spells:   learnedSpells("white:5:circle"),
			},
		},
	}
	start(t, in).
		answer("use:white:5").
		offersOnly("copy:take", "copy:draw", "copy:red:4", "copy:red:3", "copy:violet:4", "copy:violet:3", "back")
	sc := start(t, in).answer("use:white:5").answer("copy:red:4").asks(0, "give").answer("give:red.square").
		poolSize(0, 3+4)
	require.Equal(t, 1, int(sc.s.lower.size))
	// Transmutation with the Clone's rune: one joker.
	start(t, in).
		answer("use:white:4").
		offersOnly("copy:green:4", "copy:green:3", "copy:black:4", "copy:black:3", "copy:blue:4", "back").
		answer("copy:blue:4").
		answer("place:yellow.square").
		asks(0, "pay").
		answer("pay:yellow.triangle", "pay:blue.circle").
		level(0, "yellow", 3)
}
