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

// newScenario returns a new match.
func newScenario(t *testing.T, options game.MatchOptions, seats int, seed uint64) *scenario {
	t.Helper()
	s, err := theRules.New(options, seats, game.SeedFromInt(seed))
	require.NoError(t, err)
	require.NoError(t, s.Check())
	return &scenario{t: t, s: s.(*match)}
}

// eachTable calls do for every level with a prelude and every number of players.
func eachTable(t *testing.T, do func(t *testing.T, level string, seats int)) {
	for _, level := range levelNames[:lesson] {
		for seats := 2; seats <= 4; seats++ {
			t.Run(fmt.Sprintf("%s with %d players", level, seats), func(t *testing.T) { do(t, level, seats) })
		}
	}
}

func TestTheStartTellsTheFirstPlayer(t *testing.T) {
	for seat, option := range []string{"seat0", "seat1"} {
		var step game.Step
		newScenario(t, game.MatchOptions{optionFirst: option}, 2, 1).s.Opening(&step)
		require.Equal(t, []game.Event{{Kind: "first", Seat: game.Seat(seat)}}, step.Events)
	}
}

func TestSetupDealsByLevelAndPlayers(t *testing.T) {
	draws := map[string][]int{"apprentice": {42, 33, 24}, "magician": {42, 33, 24}, "archmage": {82, 73, 64}}
	eachTable(t, func(t *testing.T, level string, seats int) {
		m := newScenario(t, game.MatchOptions{optionLevel: level}, seats, 7)
		require.Equal(t, draws[level][seats-2], int(m.s.draw.n))
		require.Zero(t, m.s.discard.n)
		for i := range m.s.players[:seats] {
			p := &m.s.players[i]
			if level == "apprentice" {
				require.Equal(t, []int{0, 9}, []int{p.packet.len(), p.picked.len()})
			} else {
				require.Equal(t, []int{9, 0}, []int{p.packet.len(), p.picked.len()})
			}
		}
	})
}

func TestSetupPoolByLevel(t *testing.T) {
	highest := map[string]int{"apprentice": 30, "magician": 30, "archmage": 50}
	eachTable(t, func(t *testing.T, level string, seats int) {
		m := newScenario(t, game.MatchOptions{optionLevel: level}, seats, 7)
		count := map[int]int{}
		for _, number := range m.s.draw.list() {
			count[int(number)]++
		}
		for i := range m.s.players[:seats] {
			for _, number := range append(m.s.players[i].packet.list(), m.s.players[i].picked.list()...) {
				count[int(number)]++
			}
		}
		require.Len(t, count, highest[level])
		for number, n := range count {
			require.LessOrEqual(t, number, highest[level])
			require.Equal(t, 2, n, "card %d", number)
		}
	})
}

func TestSetupStartsFromNothing(t *testing.T) {
	eachTable(t, func(t *testing.T, level string, seats int) {
		m := newScenario(t, game.MatchOptions{optionLevel: level}, seats, 7)
		m.tokenAt(1, 1)
		for i := range seats {
			m.crystals(i, 0).
				gauge(i, 0).
				bonuses(i, 0).
				reserve(i, "").
				hand(i).
				inPlay(i)
		}
	})
}

func TestSetupKeepsOneDieMoreThanPlayers(t *testing.T) {
	eachTable(t, func(t *testing.T, level string, seats int) {
		kept := newScenario(t, game.MatchOptions{optionLevel: level}, seats, 7).s.Public().(*Public).Kept
		for _, numbers := range [][]int{kept.Winter, kept.Spring, kept.Summer, kept.Fall} {
			require.Len(t, numbers, seats+1)
			require.Len(t, slices.Compact(slices.Sorted(slices.Values(numbers))), seats+1, "all different")
			require.GreaterOrEqual(t, slices.Min(numbers), 1)
			require.LessOrEqual(t, slices.Max(numbers), 5)
		}
	})
}

// presets are the ready-made sets of the rulebook.
var presets = [][]uint8{
	{1, 2, 7, 17, 18, 20, 26, 29, 30},
	{3, 5, 9, 14, 15, 21, 23, 25, 28},
	{4, 6, 7, 9, 12, 16, 22, 24, 30},
	{1, 2, 3, 11, 13, 15, 18, 25, 27},
}

func TestApprenticesGetDifferentReadyMadeSets(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		for seed := range uint64(5) {
			m := newScenario(t, game.MatchOptions{optionLevel: "apprentice"}, seats, seed)
			given := map[int]bool{}
			for i := range m.s.players[:seats] {
				at := slices.IndexFunc(
					presets,
					func(set []uint8) bool { return slices.Equal(set, m.s.players[i].picked.list()) },
				)
				require.NotEqual(t, -1, at, "seat %d has none of the sets", i)
				require.False(t, given[at], "set %d is given twice", at+1)
				given[at] = true
			}
		}
	}
}

func TestApprenticesSplitWithoutDraft(t *testing.T) {
	m := newScenario(t, game.MatchOptions{optionLevel: "apprentice"}, 2, 1)
	require.Equal(t, "split", m.decision(0).Kind)
	require.Equal(t, "split", m.decision(1).Kind)
}

func TestOtherLevelsDraft(t *testing.T) {
	for _, level := range []string{"magician", "archmage"} {
		m := newScenario(t, game.MatchOptions{optionLevel: level}, 3, 1)
		require.Equal(t, "draft", m.decision(0).Kind)
		require.Equal(t, game.AllSeats(3), m.s.Waiting())
	}
}

func TestFirstPlayerIsRandomOrChosen(t *testing.T) {
	for chosen := range 4 {
		options := game.MatchOptions{optionFirst: fmt.Sprintf("seat%d", chosen)}
		for seed := range uint64(3) {
			require.Equal(t, game.Seat(chosen), newScenario(t, options, 4, seed).s.firstPlayer)
		}
	}
	seen := map[game.Seat]bool{}
	for seed := range uint64(40) {
		seen[newScenario(t, nil, 4, seed).s.firstPlayer] = true
	}
	require.Len(t, seen, 4, "anybody may begin")
	_, err := theRules.New(game.MatchOptions{optionFirst: "seat2"}, 2, game.SeedFromInt(1))
	require.Error(t, err)
}

func TestTwoToFourPlayers(t *testing.T) {
	for _, seats := range []int{0, 1, 5} {
		_, err := theRules.New(nil, seats, game.SeedFromInt(1))
		var refusal *coded.Error
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, game.CodeBadSeats, refusal.Code)
	}
}

// drafting is a draft of three players with packets of three cards.
func drafting(t *testing.T) *scenario {
	return position(t, Setup{Phase: "draft", Seats: []SeatSetup{
		{
			Packet: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth},
			Picked: []int{
				cards.ElementalAmulet, cards.TreeOfLight, cards.ArcanoLeech, cards.CrystalOrb,
				cards.GluttonCauldron, cards.VampiricCrown,
			},
		},
		{
			Packet: []int{cards.AmuletOfWater, cards.BalanceOfIshtar, cards.StaffOfSpring},
			Picked: []int{
				cards.ElementalAmulet, cards.TreeOfLight, cards.ArcanoLeech, cards.CrystalOrb,
				cards.GluttonCauldron, cards.VampiricCrown,
			},
		},
		{
			Packet: []int{cards.TemporalBoots, cards.PurseOfIo, cards.DivineChalice},
			Picked: []int{
				cards.DragonSkull, cards.DemonOfArgos, cards.TitusDeepgaze, cards.AirElemental,
				cards.ThievingFairies, cards.CursedTreatiseOfArus,
			},
		},
	}})
}

func TestDraftPassesToTheLeft(t *testing.T) {
	m := drafting(t)
	m.offersOnly(0, cardID(cards.AmuletOfAir), cardID(cards.AmuletOfFire), cardID(cards.AmuletOfEarth)).
		offersOnly(1, cardID(cards.AmuletOfWater), cardID(cards.BalanceOfIshtar), cardID(cards.StaffOfSpring))
	m.answer(0, cardID(cards.AmuletOfAir)).
		answer(1, cardID(cards.AmuletOfWater)).
		answer(2, cardID(cards.TemporalBoots))
	m.offersOnly(1, cardID(cards.AmuletOfFire), cardID(cards.AmuletOfEarth)).
		offersOnly(2, cardID(cards.BalanceOfIshtar), cardID(cards.StaffOfSpring)).
		offersOnly(0, cardID(cards.PurseOfIo), cardID(cards.DivineChalice))
}

func TestDraftPicksAreSimultaneous(t *testing.T) {
	m := drafting(t)
	m.answer(2, cardID(cards.DivineChalice)).answer(0, cardID(cards.AmuletOfEarth))
	require.Equal(t, game.Seats(0).With(1), m.s.Waiting())
	m.offersOnly(1, cardID(cards.AmuletOfWater), cardID(cards.BalanceOfIshtar), cardID(cards.StaffOfSpring))
	m.answer(1, cardID(cards.BalanceOfIshtar))
	require.Equal(t, game.AllSeats(3), m.s.Waiting())
}

func TestDraftPickCanBeChangedUntilAllHaveAnswered(t *testing.T) {
	m := drafting(t)
	m.answer(0, cardID(cards.AmuletOfAir))
	require.True(t, m.decision(0).Answered)
	require.Equal(t, []game.Pick{{Key: cardKey(1), N: 1}}, m.decision(0).Current)
	m.answer(0, cardID(cards.AmuletOfEarth)).
		answer(1, cardID(cards.AmuletOfWater)).
		answer(2, cardID(cards.TemporalBoots))
	m.offersOnly(1, cardID(cards.AmuletOfAir), cardID(cards.AmuletOfFire))
	m.refuses(1, game.CodeUnknownOption, cardID(cards.AmuletOfEarth))
	require.Contains(t, toInts(m.s.players[0].picked.list()), 3)
}

func TestDraftLastCardComesByItself(t *testing.T) {
	m := position(t, Setup{Phase: "draft", Seats: []SeatSetup{
		{
			Packet: []int{cards.AmuletOfAir, cards.AmuletOfFire},
			Picked: []int{
				cards.ElementalAmulet, cards.TreeOfLight, cards.ArcanoLeech, cards.CrystalOrb,
				cards.GluttonCauldron, cards.VampiricCrown, cards.DragonSkull,
			},
		},
		{
			Packet: []int{cards.AmuletOfWater, cards.BalanceOfIshtar},
			Picked: []int{
				cards.ThievingFairies, cards.CursedTreatiseOfArus, cards.IdolOfTheFamiliar,
				cards.NecroticKriss, cards.LanternOfXidit, cards.SealedChestOfUrm, cards.MirrorOfTheSeasons,
			},
		},
	}})
	m.answer(0, cardID(cards.AmuletOfAir)).answer(1, cardID(cards.AmuletOfWater))
	require.Equal(t, "split", m.decision(0).Kind)
	require.Equal(t, []int{1, 5, 31, 32, 33, 34, 35, 36, 37}, toInts(m.s.players[0].picked.list()))
	require.Equal(t, []int{2, 4, 41, 42, 43, 44, 45, 46, 47}, toInts(m.s.players[1].picked.list()))
}

func TestDraftTakesNinePicksOfWhichEightAreAsked(t *testing.T) {
	m := newScenario(t, game.MatchOptions{optionLevel: "archmage"}, 4, 3)
	for left := 9; left >= 2; left-- {
		for i := range 4 {
			require.Equal(t, left, m.s.players[i].packet.len())
			m.answer(i, theRules.OptionID(m.decision(i).Options[0].Key))
		}
	}
	for i := range 4 {
		require.Equal(t, "split", m.decision(i).Kind)
		require.Equal(t, 9, m.s.players[i].picked.len())
	}
}

func TestDraftIsSecret(t *testing.T) {
	m := drafting(t)
	m.answer(0, cardID(cards.AmuletOfAir))
	require.Equal(t, []string{"answered seat 0"}, m.visibleEvents(game.SeatViewer(1)))
	require.Equal(t, []string{"answered seat 0"}, m.visibleEvents(game.Spectator()))
	v := m.public(0)
	require.Nil(t, v.Secret)
	require.Equal(t, []int{3, 6}, []int{v.Packet, v.Picked})
	require.True(t, v.Answered)
	require.False(t, m.public(1).Answered)
	require.Equal(t, viewCards(setOf([]uint8{1, 2, 3})), m.private(0).Packet)
	m.answer(0, cardID(cards.AmuletOfFire))
	require.Empty(t, m.visibleEvents(game.SeatViewer(1)), "nobody learns that a pick has been changed")
}

// splitting is a split of two players. Seat 0 has both copies of card 5.
func splitting(t *testing.T) *scenario {
	return position(t, Setup{Phase: "split", Seats: []SeatSetup{
		{
			Picked: []int{
				cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.AmuletOfWater,
				cards.BalanceOfIshtar, cards.BalanceOfIshtar, cards.StaffOfSpring, cards.TemporalBoots,
				cards.PurseOfIo,
			},
		},
		{
			Picked: []int{
				cards.FigrimTheAvaricious, cards.NariaTheProphetess, cards.WondrousChest, cards.BeggarsHorn,
				cards.DieOfMalice, cards.KairnTheDestroyer, cards.AmsugLongneck, cards.BespelledGrimoire,
				cards.RagfieldsHelm,
			},
		},
	}})
}

// thirds is an answer that splits nine cards: three to the hand and three to each library.
func thirds(numbers ...int) []string {
	var texts []string
	for i, number := range numbers {
		texts = append(texts, fmt.Sprintf("card:%d > %s", number, splitGroups[i/3]))
	}
	return texts
}

func TestSplitIntoHandAndLibraries(t *testing.T) {
	m := splitting(t)
	m.answer(1, thirds(11, 12, 13, 14, 15, 16, 17, 18, 19)...)
	require.Equal(t, game.Seats(0).With(0), m.s.Waiting())
	m.answer(0, thirds(1, 5, 8, 2, 5, 7, 3, 4, 6)...)
	m.hand(0, cards.AmuletOfAir, cards.BalanceOfIshtar, cards.PurseOfIo).
		hand(1, cards.FigrimTheAvaricious, cards.NariaTheProphetess, cards.WondrousChest)
	require.Equal(t, []int{2, 5, 7}, toInts(m.s.players[0].library[0].list()))
	require.Equal(t, []int{3, 4, 6}, toInts(m.s.players[0].library[1].list()))
	require.Equal(t, []int{17, 18, 19}, toInts(m.s.players[1].library[1].list()))
	m.asks(0, "die")
	require.Equal(t, 1, int(m.s.round))
}

func TestSplitIsThreeByThreeOfTheNineCards(t *testing.T) {
	m := splitting(t)
	m.refuses(
		0,
		game.CodeBadGroup,
		cardID(cards.AmuletOfAir)+" > hand",
		cardID(cards.AmuletOfFire)+" > hand",
		cardID(cards.AmuletOfEarth)+" > hand",
		cardID(cards.AmuletOfWater)+" > hand",
		cardID(cards.BalanceOfIshtar)+" x2 > library2",
		cardID(cards.StaffOfSpring)+" > library3",
		cardID(cards.TemporalBoots)+" > library3",
		cardID(cards.PurseOfIo)+" > library3",
	)
	m.refuses(0, game.CodeBadCount, thirds(1, 2, 3, 4, 5, 6, 7, 8)...)
	m.refuses(0, game.CodeUnknownOption, thirds(1, 2, 3, 4, 5, 9, 6, 7, 8)...)
	m.refuses(0, game.CodeDuplicate, thirds(1, 1, 3, 4, 5, 2, 6, 7, 8)...)
	m.refuses(0, game.CodeBadCount, thirds(1, 2, 3, 1, 5, 4, 6, 7, 8)...)
	m.answer(
		0,
		cardID(cards.AmuletOfAir)+" > hand",
		cardID(cards.BalanceOfIshtar)+" x2 > hand",
		cardID(cards.AmuletOfFire)+" > library2",
		cardID(cards.AmuletOfEarth)+" > library2",
		cardID(cards.AmuletOfWater)+" > library2",
		cardID(cards.StaffOfSpring)+" > library3",
		cardID(cards.TemporalBoots)+" > library3",
		cardID(cards.PurseOfIo)+" > library3",
	)
}

func TestSplitCanBeChangedUntilAllHaveAnswered(t *testing.T) {
	m := splitting(t)
	m.answer(0, thirds(1, 5, 8, 2, 5, 7, 3, 4, 6)...)
	require.True(t, m.decision(0).Answered)
	m.answer(0, thirds(3, 4, 6, 1, 5, 8, 2, 5, 7)...)
	m.answer(1, thirds(11, 12, 13, 14, 15, 16, 17, 18, 19)...).
		hand(0, cards.AmuletOfEarth, cards.AmuletOfWater, cards.StaffOfSpring)
}

func TestSplitIsSecret(t *testing.T) {
	m := splitting(t)
	m.answer(0, thirds(1, 5, 8, 2, 5, 7, 3, 4, 6)...)
	require.Equal(t, []string{"answered seat 0"}, m.visibleEvents(game.SeatViewer(1)))
	m.answer(1, thirds(11, 12, 13, 14, 15, 16, 17, 18, 19)...)
	v := m.public(0)
	require.Nil(t, v.Secret)
	require.Equal(t, []int{3, 3, 3}, []int{v.Hand, v.Library2, v.Library3}, "the sizes are known")
	own := m.private(0)
	require.Equal(t, viewCards(setOf([]uint8{2, 5, 7})), own.Library2)
	require.Equal(t, viewCards(setOf([]uint8{3, 4, 6})), own.Library3)
}
