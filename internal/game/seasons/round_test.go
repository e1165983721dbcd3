package seasons

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// board returns the public document.
func (m *scenario) board() *Public { return m.s.Public().(*Public) }

// lastTurn is the last turn of a round of two players, before the season token moves from the given
// space by the pips of winter die 3 or its counterpart. Its faces 1, 2 and 3 have one, two and
// three pips in every season.
func lastTurn(t *testing.T, year, space, pips int, seats ...SeatSetup) *scenario {
	t.Helper()
	return position(t, Setup{Year: year, Space: space, Active: seat(1), Dice: dice(1, 1, pips), Seats: seats})
}

func TestRoundRollsTheDiceOfTheSeason(t *testing.T) {
	for _, season := range []cards.Season{cards.Winter, cards.Spring, cards.Summer, cards.Fall} {
		kept := map[string][]int{season.String(): {2, 4, 5}}
		m := position(t, Setup{Phase: "round", Kept: kept, Rolls: []int{6, 3, 1}}.wheel(season))
		v := m.board()
		require.Equal(t, season.String(), v.DiceSeason)
		require.Len(t, v.Dice, 3)
		for die, face := range map[string]int{"d2": 6, "d4": 3, "d5": 1} {
			require.Equal(t, DieView{Face: face}, *v.Dice.Get(die))
		}
	}
}

func TestRoundStraightensTurnedCards(t *testing.T) {
	m := position(t, Setup{Seats: []SeatSetup{{Play: inPlayCards(cards.IdolOfTheFamiliar)}}}).
		answer(0, "activate:1").turned(0, 1, true)
	m.answer(0, "end").turned(0, 1, true)
	m.answer(1, "end").turned(0, 1, false)
}

func TestDiceAreTakenInTurnOrder(t *testing.T) {
	m := position(t, Setup{Players: 3, First: 1, Phase: "dice"})
	m.asks(1, "die").
		offersOnly(1, "die:1", "die:2", "die:3", "die:4").
		answer(1, "die:2").
		asks(2, "die").
		offersOnly(2, "die:1", "die:3", "die:4").
		answer(2, "die:1").
		asks(0, "die").
		offersOnly(0, "die:3", "die:4").
		answer(0, "die:4").
		asks(1, "turn")
	taken := map[string]string{}
	for _, d := range m.board().Dice {
		taken[d.Key] = d.Value.Taken
	}
	require.Equal(t, map[string]string{"d1": "s2", "d2": "s1", "d3": "", "d4": "s0"}, taken)
}

// If every turn is ended immediately, the match ends after at most 36 rounds, because each
// remaining die moves the season token. Each position on the way can be encoded and decoded.
func TestRulingEndingEveryTurnEndsTheMatch(t *testing.T) {
	for _, options := range []game.MatchOptions{{optionLevel: "apprentice"}, {optionLevel: "archmage"}} {
		for seats := 2; seats <= maxSeats; seats++ {
			s, err := theRules.New(options, seats, game.SeedFromInt(uint64(seats)))
			require.NoError(t, err)
			for s.Waiting() != 0 {
				d := game.Decision{Plain: true}
				require.True(t, s.Decision(s.Waiting().First(), &d))
				picks := game.PlainAnswer(&d)
				if d.Kind == "turn" {
					picks = []game.Pick{{Key: game.Key{Word: optEnd}, N: 1}}
				}
				require.NoError(t, s.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: picks}, nil))
				data, err := s.AppendBinary(nil)
				require.NoError(t, err)
				back, err := theRules.Decode(data)
				require.NoError(t, err)
				require.Equal(t, game.Hash(s), game.Hash(back))
			}
			require.LessOrEqual(t, s.Outcome().Rounds, lastSpace)
		}
	}
}

func TestTurnsFollowTheTurnOrder(t *testing.T) {
	position(t, Setup{Players: 4, First: 2}).
		answer(2, "end").
		answer(3, "end").
		answer(0, "end").
		asks(1, "turn")
}

func TestSeasonTokenMovesByTheDieLeftOver(t *testing.T) {
	for pips := 1; pips <= 3; pips++ {
		lastTurn(t, 1, 1, pips).
			answer(1, "end").
			tokenAt(1, 1+pips)
	}
	// The pips of taken dice do not matter: winter die 1 shows 3 or 2.
	for _, face := range []int{1, 2} {
		position(t, Setup{Dice: dice(face, 1, 1)}).
			answer(0, "end").
			answer(1, "end").
			tokenAt(1, 2)
	}
}

func TestLastRoundIsTold(t *testing.T) {
	for pips, last := range map[int]bool{1: false, 2: true, 3: true} {
		free := []DieSetup{{Die: 1, Face: 1}, {Die: 2, Face: 1}, {Die: 3, Face: pips}}
		m := position(t, Setup{Year: 3, Space: 11, Season: "winter", Phase: "dice", Dice: free})
		m.answer(0, "die:1").
			learnsNot(game.Spectator(), "last").
			answer(1, "die:2")
		require.Equal(t, last, slices.Contains(m.visibleEvents(game.Spectator()), "last seat -1"), "%d pips", pips)
	}
}

func TestFirstPlayerRotatesToTheLeft(t *testing.T) {
	m := position(t, Setup{Players: 3, First: 2})
	m.answer(2, "end").
		answer(0, "end").
		answer(1, "end").
		asks(0, "die")
	require.Equal(t, "s0", m.board().First)
	require.Equal(t, 2, m.board().Round)
}

func TestSeasonChangesAfterEveryThirdSpace(t *testing.T) {
	for _, step := range []struct {
		space, pips int
		changes     bool
		season      string
	}{
		{
			space:   1,
			pips:    2,
			changes: false,
			season:  "winter",
		},
		{
			space:   3,
			pips:    1,
			changes: true,
			season:  "spring",
		},
		{
			space:   4,
			pips:    2,
			changes: false,
			season:  "spring",
		},
		{
			space:   5,
			pips:    3,
			changes: true,
			season:  "summer",
		},
		{
			space:   9,
			pips:    1,
			changes: true,
			season:  "fall",
		},
		{
			space:   10,
			pips:    2,
			changes: false,
			season:  "fall",
		},
		{
			space:   12,
			pips:    3,
			changes: true,
			season:  "winter",
		},
	} {
		m := lastTurn(
			t,
			1,
			step.space,
			step.pips,
			SeatSetup{Play: inPlayCards(cards.FigrimTheAvaricious)},
			SeatSetup{Crystals: 5},
		).
			answer(1, "end")
		require.Equal(t, step.season, m.board().Season, "from space %d", step.space)
		require.Equal(t, step.season, m.board().DiceSeason)
		if step.changes {
			m.crystals(0, 1).crystals(1, 4)
		} else {
			m.crystals(0, 0).crystals(1, 5)
		}
	}
}

func TestSeasonEffectsFollowTurnOrder(t *testing.T) {
	// Seat 1 of three was first in the round: it chooses first, and already has the crystals of its
	// Figrim.
	m := position(t, Setup{Year: 1, Space: 3, First: 1, Active: seat(0), Seats: []SeatSetup{
		{
			Crystals: 5,
			Play:     inPlayCards(cards.HourglassOfTime),
		},
		{Play: inPlayCards(cards.HourglassOfTime, cards.FigrimTheAvaricious)},
		{Crystals: 5},
	}, Dice: dice(1, 1, 1, 1)})
	m.answer(0, "end").
		asks(1, "gain").
		crystals(1, 2).
		answer(1, "gain:air").
		asks(0, "gain").
		answer(0, "gain:air").
		asks(2, "die")
}

func TestSeasonEffectsResolveEachOverflow(t *testing.T) {
	position(t, Setup{Year: 1, Space: 3, Active: seat(1), Seats: []SeatSetup{
		{Reserve: energy("F7"), Play: inPlayCards(cards.HourglassOfTime)}, {Play: inPlayCards(cards.HourglassOfTime)},
	}}).
		answer(1, "end").
		answer(0, "gain:air").
		asks(0, "lose_energy").
		keeps(0, "energy:air", "energy:fire x6").
		asks(1, "gain")
}

func TestYearChangeHandsOutLibraries(t *testing.T) {
	set := func() []SeatSetup {
		return []SeatSetup{
			{
				Hand:     []int{cards.AmuletOfAir, cards.AmuletOfFire},
				Library2: []int{cards.AmuletOfEarth, cards.AmuletOfWater, cards.BalanceOfIshtar},
				Library3: []int{cards.StaffOfSpring, cards.TemporalBoots, cards.PurseOfIo},
			},
			{
				Library2: []int{cards.WondrousChest, cards.BeggarsHorn, cards.DieOfMalice},
				Library3: []int{cards.KairnTheDestroyer, cards.AmsugLongneck, cards.BespelledGrimoire},
			},
		}
	}
	t.Run("year two", func(t *testing.T) {
		m := lastTurn(t, 1, 11, 2, set()...).answer(1, "end").tokenAt(2, 1).
			hand(0, 1, cards.AmuletOfFire, cards.AmuletOfEarth, cards.AmuletOfWater, cards.BalanceOfIshtar).
			hand(1, cards.WondrousChest, cards.BeggarsHorn, cards.DieOfMalice)
		require.Equal(t, []int{0, 3}, []int{m.board().Seats[0].Value.Library2, m.board().Seats[0].Value.Library3})
		require.Contains(t, m.visibleEvents(game.Spectator()), "library seat 0 year 2 cards 3", "how many, not which")
	})
	t.Run("year three", func(t *testing.T) {
		lastTurn(t, 2, 12, 1, SeatSetup{
			Hand:     []int{cards.AmuletOfAir},
			Library3: []int{cards.StaffOfSpring, cards.TemporalBoots, cards.PurseOfIo},
		}).
			answer(1, "end").
			tokenAt(3, 1).
			hand(0, cards.AmuletOfAir, cards.StaffOfSpring, cards.TemporalBoots, cards.PurseOfIo)
	})
	t.Run("not within a year", func(t *testing.T) {
		lastTurn(t, 1, 11, 1, set()...).
			answer(1, "end").
			tokenAt(1, 12).
			hand(0, cards.AmuletOfAir, cards.AmuletOfFire)
	})
	t.Run("once, also if Boots make the year begin again", func(t *testing.T) {
		m := position(t, Setup{
			Year:  2,
			Space: 1,
			Dice:  dice(1, 1, 1),
			Seats: []SeatSetup{
				{Gauge: 1, Hand: []int{cards.TemporalBoots}},
				{Hand: []int{cards.AmuletOfEarth, cards.AmuletOfWater, cards.BalanceOfIshtar}},
			},
		}).
			answer(0, summonID(cards.TemporalBoots)).answer(0, "move:-1").tokenAt(1, 12).
			hand(1, cards.AmuletOfEarth, cards.AmuletOfWater, cards.BalanceOfIshtar).answer(0, "end").
			answer(1, "end").tokenAt(2, 1).hand(1, cards.AmuletOfEarth, cards.AmuletOfWater, cards.BalanceOfIshtar)
		require.NotContains(t, fmt.Sprint(m.visibleEvents(game.AllSeeing())), "library")
	})
	t.Run("before the effects of the season", func(t *testing.T) {
		s := set()
		s[0].Play = inPlayCards(cards.HourglassOfTime)
		lastTurn(t, 1, 12, 1, s...).
			answer(1, "end").
			asks(0, "gain").
			hand(1, cards.WondrousChest, cards.BeggarsHorn, cards.DieOfMalice)
	})
}

func TestDiceKeepTheSeasonOfTheirRoll(t *testing.T) {
	// The Boots lead to spring, but seat 1 still uses a winter die: two water and a star.
	m := position(t, Setup{
		Year:  1,
		Space: 3,
		Dice:  dice(1, 1, 1),
		Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.TemporalBoots}}},
	}).
		answer(0, summonID(cards.TemporalBoots)).answer(0, "move:1").answer(0, "end").reserve(1, "W2").
		gauge(1, 1)
	require.Equal(t, []string{"spring", "winter"}, []string{m.board().Season, m.board().DiceSeason})
	m.answer(1, "end").tokenAt(1, 5)
	require.Equal(t, "spring", m.board().DiceSeason)
}

func TestGameEndsAsTheTokenPassesTheLastSpace(t *testing.T) {
	t.Run("at once: no new round", func(t *testing.T) {
		for pips := 1; pips <= 3; pips++ {
			m := lastTurn(t, 3, 12, pips, SeatSetup{Crystals: 4}, SeatSetup{Crystals: 2}).answer(1, "end").over(4, 2)
			require.Equal(t, game.Seats(0), m.s.Waiting())
			require.Equal(t, 1, m.s.Outcome().Rounds)
		}
		lastTurn(t, 3, 11, 2).
			answer(1, "end").
			over(0, 0)
	})
	t.Run("not on the last space", func(t *testing.T) {
		lastTurn(t, 3, 11, 1).
			answer(1, "end").
			tokenAt(3, 12).
			asks(1, "die")
	})
	t.Run(
		"not in an earlier year",
		func(t *testing.T) {
			lastTurn(t, 2, 12, 3).
				answer(1, "end").
				tokenAt(3, 3).
				asks(1, "die")
		},
	)
	t.Run("after the effects at the end of the round", func(t *testing.T) {
		lastTurn(t, 3, 12, 1, SeatSetup{Reserve: energy("A4"), Play: inPlayCards(cards.WondrousChest)}).
			answer(1, "end").
			over(4+3, 0)
	})
	t.Run("no answer is taken any more", func(t *testing.T) {
		m := lastTurn(t, 3, 12, 1).answer(1, "end")
		for i := range game.Seat(2) {
			var refusal *coded.Error
			require.ErrorAs(t, m.s.Apply(i, game.Answer{}, &game.Step{}), &refusal)
			require.Equal(t, game.CodeOver, refusal.Code)
		}
	})
}

func TestEndOfRoundEffectsGoPlayerByPlayer(t *testing.T) {
	// Seat 0 is first: its Titus takes the only crystal of seat 1, whose Chest pays only
	// afterwards.
	position(t, Setup{Seats: []SeatSetup{
		{
			Play: inPlayCards(cards.TitusDeepgaze),
		},
		{Crystals: 1, Reserve: energy("A4"), Play: inPlayCards(cards.WondrousChest)},
	}}).
		answer(0, "end").
		answer(1, "end").
		crystals(0, 1).
		crystals(1, 3).
		inPlay(0, cards.TitusDeepgaze)
}

func TestDiscardPileIsShuffledIntoANewDrawPile(t *testing.T) {
	t.Run("in the middle of drawing several cards", func(t *testing.T) {
		m := position(t, Setup{
			Dice:    dice(5, 1, 1),
			Rest:    "aside",
			Draw:    []int{cards.SyllasTheFaithful},
			Discard: []int{cards.HandOfFortune},
		}).
			answer(0, "bonus:draw").offersOnly(0, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune))
		require.Contains(t, m.visibleEvents(game.Spectator()), "shuffle seat -1 cards 1", "the card held is not in it")
		require.True(t, m.step.Random)
		m.answer(0, cardID(cards.SyllasTheFaithful)).discarded(cards.HandOfFortune)
	})
	t.Run("all of it, and not before it is needed", func(t *testing.T) {
		m := position(t, Setup{
			Dice:    dice(5, 1, 1),
			Rest:    "aside",
			Discard: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.AmuletOfWater},
		}).
			discarded(cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.AmuletOfWater).
			answer(0, "draw")
		require.Equal(t, []int{3, 0}, []int{m.board().Draw, m.board().Discard})
	})
	t.Run("fewer cards are drawn if both piles run out", func(t *testing.T) {
		position(t, Setup{
			Rest:    "aside",
			Draw:    []int{cards.SyllasTheFaithful},
			Discard: []int{cards.HandOfFortune},
			Seats:   []SeatSetup{{Gauge: 1, Reserve: energy("F2"), Hand: []int{cards.AmuletOfFire}}},
		}).
			answer(0, summonID(cards.AmuletOfFire)).
			offersOnly(0, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune)).
			answer(0, cardID(cards.HandOfFortune)).
			hand(0, cards.HandOfFortune).
			discarded(cards.SyllasTheFaithful)
	})
}
