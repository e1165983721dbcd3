package spellbook

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// opponentTrack is n Materia on the opponent's track.
func opponentTrack(n int) []string {
	return list("violet.circle violet.circle violet.circle violet.square violet.square violet.square violet.triangle violet.triangle violet.triangle yellow.circle yellow.circle yellow.circle yellow.square")[:n]
}

func TestSoloStart(t *testing.T) {
	s, err := New().New(game.MatchOptions{"handicap": "3"}, 1, game.NewRNG(game.SeedFromInt(1)))
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
	sc := start(t, in).answer("skip").asks(0, "give").offersOnly("give:red.circle", "give:blue.circle").answer("give:red.circle")
	require.Equal(t, 7, int(sc.s.altar.size))
	require.Equal(t, 2, int(sc.s.given))
	require.Equal(t, 1, int(sc.s.altar.n[15]), "the blue one stays")
	require.Equal(t, 2, int(sc.s.round))
	// The third space bears the symbol: the altar is emptied first.
	in.Opponent.Track = opponentTrack(2)
	sc = start(t, in).answer("skip").answer("give:red.circle").box("blue.circle")
	require.Equal(t, 7, int(sc.s.altar.size))
}

func TestR29SoloUpdate(t *testing.T) {
	for n, want := range map[int]int{1: 7, 6: 7, 8: 7, 10: 9, 11: 7, 12: 7} {
		sc := start(t, Setup{Phase: "evening", Altar: some(n, "green", "violet"), Seats: []SeatSetup{{Pool: counts("green.circle*3")}}})
		sc.answer("skip")
		if n > 1 {
			sc.answer(sc.options()[0])
		}
		require.Equal(t, want, int(sc.s.altar.size), "%d on the altar", n)
	}
}

func TestR30EmptyAltarGivesNothing(t *testing.T) {
	sc := start(t, Setup{Phase: "evening", Seats: []SeatSetup{{Pool: counts("green.circle*3")}}}).answer("skip").asksPhase(0, "morning")
	require.Equal(t, 0, int(sc.s.given))
	require.Equal(t, 7, int(sc.s.altar.size))
}

func TestR31SoloClone(t *testing.T) {
	in := Setup{
		Spells: sets("white:3 red:2 violet:2 green:3 black:1 blue:1 yellow:1"), Phase: "midday", Altar: counts("red.circle red.square"),
		Seats: []SeatSetup{{Pool: counts("blue.circle blue.square"), Familiar: list("black.circle"), Spells: know("white:5:circle red:5:circle")}},
	}
	// Unlearned spells at levels 4 and 3; red is learned and cannot be copied.
	start(t, in).answer("use:white:5").offersOnly("copy:take", "copy:draw", "copy:violet:3", "copy:violet:4", "back")
	start(t, in).answer("use:white:3").offersOnly("copy:store", "copy:black:3", "copy:black:4", "back")
	start(t, in).answer("use:white:4").offersOnly("copy:green:3", "copy:green:4", "back").answer("copy:green:4").
		answer("take:red.circle").familiar(0, "black.circle red.circle red.square").level(0, "white", 4)
	// Sharing copied serves the opponent.
	sc := start(t, in).answer("use:white:5").answer("copy:violet:3").answer("take:red.circle")
	require.Equal(t, 1, int(sc.s.lower.size))
}

func TestR32LowerPart(t *testing.T) {
	in := Setup{
		Spells: sets("red:3 violet:2"), Altar: counts("blue.circle green.square"), Draws: list("yellow.circle yellow.circle yellow.square yellow.square"),
		Seats:    []SeatSetup{{Pool: counts("white.circle"), Spells: know("red:3:circle violet:4:circle")}},
		Opponent: &OpponentSetup{Track: opponentTrack(3), Lower: counts("black.circle*4")},
	}
	sc := start(t, in).answer("use:red:3").asks(0, "give").offersOnly("give:blue.circle", "give:green.square").answer("give:blue.circle").
		altar("green.square").poolSize(0, 5)
	require.Equal(t, 5, int(sc.s.lower.size))
	require.Equal(t, 3, int(sc.s.given))
	require.Equal(t, 3+5, sc.s.opponentTotal())
	// A full pool does not hinder it; an empty altar does.
	in.Draws = nil
	in.Seats[0].Pool = some(9, "blue", "green", "violet", "black")
	start(t, in).offers("use:red:3", "use:violet:4").answer("use:red:3").answer("give:green.square").poolSize(0, 9).altar("blue.circle")
	sc = start(t, in).answer("use:violet:4").poolSize(0, 9).altar("blue.circle green.square")
	require.Equal(t, 5, int(sc.s.lower.size))
	in.Altar = nil
	start(t, in).offersNot("use:red:3").offers("use:violet:4")
	// Nothing to draw: Sharing cannot serve the opponent.
	in.Bag, in.Box = counts(""), counts("")
	in.Altar = Counts{}
	for id, n := range rest("violet.circle*4 black.circle*4 red.circle") {
		in.Altar[id] = n - in.Seats[0].Pool[id]
	}
	start(t, in).offers("use:red:3").offersNot("use:violet:4")
}

func TestSoloEnd(t *testing.T) {
	// The opponent's last space ends the game.
	in := Setup{
		Phase: "evening", Altar: counts("red.circle"), Seats: []SeatSetup{{Pool: counts("green.circle*3"), Familiar: list("black.circle")}},
		Opponent: &OpponentSetup{Track: opponentTrack(12), Lower: counts("white.circle*2")},
	}
	sc := start(t, in).answer("skip")
	require.True(t, sc.s.over)
	out := sc.s.Outcome()
	require.Equal(t, game.NoSeat, out.Places[0].Seat)
	require.Equal(t, 18+2, out.Places[0].Total)
	require.Equal(t, 2, out.Places[1].Rank)
	// The player's own end: the opponent still gets a last Materia. A tie stays one.
	in = Setup{
		Phase: "evening", Altar: counts("red.circle"),
		Seats: []SeatSetup{{
			Pool:   counts("yellow.circle*3"),
			Spells: know("red:3:circle violet:3:circle green:3:circle black:3:circle white:3:circle blue:3:circle"),
		}},
		Opponent: &OpponentSetup{Lower: counts("white.circle*4 white.square*5 white.triangle*5")},
	}
	sc = start(t, in).answer("learn:yellow:3")
	require.True(t, sc.s.over)
	out = sc.s.Outcome()
	require.Equal(t, 1, int(sc.s.given))
	// 1+3+1+2+2+4+3 for the spells, 0 for the Familiar; 1+14 for the opponent.
	require.Equal(t, 16, sc.s.total(0))
	require.Equal(t, 15, sc.s.opponentTotal())
	require.Equal(t, game.Seat(0), out.Places[0].Seat)
	in.Opponent.Lower = counts("white.circle*4 white.square*5 white.triangle*5 black.square")
	out = start(t, in).answer("learn:yellow:3").s.Outcome()
	require.Equal(t, out.Places[0].Total, out.Places[1].Total)
	require.Equal(t, out.Places[0].Rank, out.Places[1].Rank)
}
