package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestRulingD21ReshuffleWhenACardIsNeeded(t *testing.T) {
	m := position(t, Setup{
		Dice:    dice(5, 1, 1),
		Draw:    []int{cards.SyllasTheFaithful},
		Discard: []int{cards.HandOfFortune},
		Rest:    "aside",
		Seats:   []SeatSetup{{Play: inPlayCards(cards.PotionOfPower)}},
	}.wheel(cards.Winter)).answer(0, "draw").answer(0, "discard").
		discarded(cards.SyllasTheFaithful, cards.HandOfFortune)
	require.Equal(t, 0, m.s.Public().(*Public).Draw)
	// The potion and the discarded card are in the new pile.
	m.answer(0, "activate:1")
	require.Contains(t, m.visibleEvents(game.Spectator()), "shuffle seat -1 cards 3")
}

func TestRulingD22PassingADamnedSoulIsAnActivation(t *testing.T) {
	m := position(t, Setup{
		Seats: []SeatSetup{
			{Crystals: 3, Reserve: energy("W1"), Play: inPlayCards(cards.DamnedSoulOfOnys)},
			{Play: inPlayCards(cards.ThievingFairies)},
		},
	}).
		use(0, 1).happened("activate").crystals(0, 2).crystals(1, 2)
	m.inPlay(1, cards.ThievingFairies, cards.DamnedSoulOfOnys)
	// Turned by its owner, the card waits for the next round.
	position(
		t,
		Setup{
			Seats: []SeatSetup{
				{Reserve: energy("W1"), Play: []PlaySetup{{Card: cards.DamnedSoulOfOnys, Turned: true}}},
			},
		},
	).
		offersNot(0, "activate:1")
}

func TestRulingD23ChaliceWithAFullGauge(t *testing.T) {
	m := position(t, Setup{
		Draw: []int{
			cards.AmuletOfAir, cards.AmuletOfFire, cards.RunicCubeOfEolis, cards.OlafsBlessedStatue,
			cards.YjangsForgottenVase,
		},
		Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}},
	}).
		answer(0, summonID(cards.DivineChalice)).asks(0, "turn").inPlay(0, cards.DivineChalice).hand(0)
	require.ElementsMatch(t, []int{1, 2, 22, 29}, topFirst(&m.s.discard))
	require.Contains(
		t,
		m.visibleEvents(game.SeatViewer(0)),
		fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.DivineChalice, cards.RunicCubeOfEolis),
		"the owner has seen them",
	)
}

func TestRulingD24LeftOfTheSummonerFirst(t *testing.T) {
	// Seat 1 of three is second in the round, so turn order would begin with seat 0.
	with := func(card int, reserve string) *scenario {
		return position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{
				Play: inPlayCards(cards.RunicCubeOfEolis, cards.OlafsBlessedStatue),
			},
			{
				Gauge:   3,
				Reserve: energy(reserve),
				Hand:    []int{card},
				Play:    inPlayCards(cards.RunicCubeOfEolis, cards.OlafsBlessedStatue),
			},
			{Play: inPlayCards(cards.AmuletOfEarth, cards.AmuletOfEarth)},
		}}).answer(1, map[int]string{10: summonID(cards.SyllasTheFaithful), 17: summonID(cards.AmsugLongneck)}[card])
	}
	with(cards.SyllasTheFaithful, "F3").
		asks(2, "own_cards").
		answer(2, "play:5").
		asks(0, "own_cards").
		answer(0, "play:1").
		asks(1, "turn")
	with(cards.AmsugLongneck, "A1W1").
		asks(2, "own_cards").
		answer(2, "play:5").
		asks(0, "own_cards").
		answer(0, "play:1").
		asks(1, "own_cards").
		answer(1, "play:3").
		asks(1, "turn").
		hand(2, cards.AmuletOfEarth).
		hand(0, cards.RunicCubeOfEolis).
		hand(1, cards.RunicCubeOfEolis)
}

func TestRulingD25DragonSkullMaySacrificeItself(t *testing.T) {
	position(t, Setup{
		Seats: []SeatSetup{
			{Play: inPlayCards(cards.DragonSkull, cards.RunicCubeOfEolis, cards.OlafsBlessedStatue)},
		},
	}).
		answer(0, "activate:1").
		answer(0, "play:1", "play:2", "play:3").
		inPlay(0).
		crystals(0, 15)
}

func TestRulingD26PotionOfDreamsNeedsACardAndAPlace(t *testing.T) {
	potion := func(gauge int, hand ...int) *scenario {
		return position(
			t,
			Setup{Seats: []SeatSetup{{Gauge: gauge, Hand: hand, Play: inPlayCards(cards.PotionOfDreams)}}},
		)
	}
	potion(1).offersNot(0, "activate:1")
	potion(0, cards.RunicCubeOfEolis).offersNot(0, "activate:1")
	potion(1, cards.RunicCubeOfEolis).offers(0, "activate:1") // the potion makes place
}

func TestRulingD27TheDiscardPileIsFaceDown(t *testing.T) {
	with := func(discard ...int) *scenario { return position(t, Setup{Discard: discard}) }
	for _, viewer := range []game.Viewer{game.Spectator(), game.SeatViewer(0), game.SeatViewer(1)} {
		require.Equal(
			t,
			visibleText(t, with(cards.AmuletOfAir, cards.AmuletOfFire), viewer),
			visibleText(t, with(cards.AmuletOfEarth, cards.AmuletOfWater), viewer),
		)
		require.NotEqual(
			t,
			visibleText(t, with(cards.AmuletOfAir, cards.AmuletOfFire), viewer),
			visibleText(t, with(cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth), viewer),
			"its size is seen",
		)
	}
}

func TestRulingD28EveryFaceIsRolledAlike(t *testing.T) {
	m := position(t, Setup{})
	var counts [7]int
	for range 6000 {
		m.s.roll(&m.s.dice[0], &m.s.rolls)
		counts[m.s.dice[0].face]++
	}
	require.Zero(t, counts[0])
	for face := 1; face <= 6; face++ {
		require.InDelta(t, 1000, counts[face], 150, "face %d", face)
	}
}

func TestRulingD29HourglassAtOnceWithBoots(t *testing.T) {
	position(t, Setup{
		Year:  1,
		Space: 3,
		Seats: []SeatSetup{
			{Gauge: 1, Hand: []int{cards.TemporalBoots}},
			{Play: inPlayCards(cards.HourglassOfTime)},
		},
	}).
		answer(0, summonID(cards.TemporalBoots)).
		answer(0, "move:1").
		asks(1, "gain").
		answer(1, "gain:fire").
		reserve(1, "F1").
		asks(0, "turn")
}

func TestRulingD30TheStarIsTakenByItself(t *testing.T) {
	// Winter die 3, face 1: two water and a star.
	position(t, Setup{Phase: "start", First: 0, Dice: []DieSetup{
		{Die: 3, Face: 1, Seat: seat(0)}, {Die: 1, Face: 1, Seat: seat(1)}, {Die: 2, Face: 1},
	}, Seats: []SeatSetup{{Gauge: 2}}}).
			asks(0, "turn").
			gauge(0, 3)
}

func TestRulingD31LastingEffectsWorkFromTheArrival(t *testing.T) {
	// The Amulet of Water pays for the Grimoire; the Vase adds an eighth token.
	m := position(t, Setup{
		Seats: []SeatSetup{
			{
				Gauge:   3,
				Reserve: energy("F7"),
				Hand:    []int{cards.BespelledGrimoire},
				Play: []PlaySetup{
					{Card: cards.YjangsForgottenVase},
					{Card: cards.AmuletOfWater, Tokens: energy("W1E1")},
				},
			},
		},
	}).
		answer(0, summonID(cards.BespelledGrimoire))
	requireFrom(t, m, 0, cards.YjangsForgottenVase)
	m.answer(0, "gain:air").asks(0, "gain")
	requireFrom(t, m, 0, cards.BespelledGrimoire)
	m.answer(0, "gain:earth x2").
		reserve(0, "A1F7E2").
		asks(0, "turn")
}

func TestRulingD32BootsLibrariesBeforeSeasonEffects(t *testing.T) {
	position(t, Setup{Year: 1, Space: 12, Seats: []SeatSetup{
		{
			Gauge:    1,
			Hand:     []int{cards.TemporalBoots},
			Library2: []int{cards.AmuletOfWater, cards.BalanceOfIshtar, cards.StaffOfSpring},
		},
		{
			Library2: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth},
			Play:     inPlayCards(cards.HourglassOfTime),
		},
	}}).
		answer(0, summonID(cards.TemporalBoots)).
		answer(0, "move:1").
		asks(1, "gain").
		hand(1, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth).
		hand(0, cards.AmuletOfWater, cards.BalanceOfIshtar, cards.StaffOfSpring)
}

func TestRulingD33TreatiseBurnsBeforeTheLimitIsChecked(t *testing.T) {
	position(t, Setup{
		Seats: []SeatSetup{
			{
				Reserve: energy("A5E4"),
				Play:    inPlayCards(cards.DragonSkull, cards.BespelledGrimoire, cards.CursedTreatiseOfArus),
			},
		},
	}).
		answer(0, "activate:1").
		answer(0, "play:2", "play:1", "play:3").
		asks(0, "turn").
		reserve(0, "").
		crystals(0, 15)
}

func TestRulingD34AfterPotionOfLife(t *testing.T) {
	m := position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A1"), Play: []PlaySetup{
		{
			Card: cards.PotionOfLife,
		},
		{Card: cards.TreeOfLight},
		{Card: cards.BalanceOfIshtar},
		{Card: cards.AmuletOfWater, Tokens: energy("E4")},
	}}}}).answer(0, "activate:1").crystals(0, 4)
	t.Run("a Tree of Light gives no permission", func(t *testing.T) {
		// Only the other mode is possible, so the mode is not asked.
		(&scenario{t: t, s: m.s.Clone().(*match)}).use(0, 2).
			asks(0, "gain").
			crystals(0, 1)
	})
	t.Run("a transmute bonus still raises what cards transmute", func(t *testing.T) {
		(&scenario{t: t, s: m.s.Clone().(*match)}).
			answer(0, "bonus:transmute").
			use(0, 3).
			crystals(0, 4+16)
	})
}

func TestRulingD35PlacingOnTheCauldronIsAnActivation(t *testing.T) {
	position(t, Setup{
		Seats: []SeatSetup{
			{Crystals: 2, Reserve: energy("A3"), Play: inPlayCards(cards.GluttonCauldron)},
			{Play: inPlayCards(cards.ThievingFairies)},
		},
	}).
		use(0, 1).
		turned(0, 1, true).
		tokensOn(0, 1, "A1").
		crystals(0, 1).
		crystals(1, 2).
		offersNot(0, "activate:1")
}

func TestRulingD36DemonGoesClockwise(t *testing.T) {
	// Turn order would let seat 0 draw before seat 2.
	position(t, Setup{Active: seat(1), Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{
		{}, {Gauge: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DemonOfArgos}}, {},
	}}).
		answer(1, summonID(cards.DemonOfArgos)).
		hand(2, cards.AmuletOfAir).
		hand(0, cards.AmuletOfFire)
}

func TestRulingStockpileNeverRunsOut(t *testing.T) {
	// The other cards hold 39 fire tokens already.
	cauldron := []PlaySetup{{Card: cards.BespelledGrimoire}, {Card: cards.GluttonCauldron, Tokens: energy("F6")}}
	position(t, Setup{Seats: []SeatSetup{
		{Gauge: 1, Reserve: energy("W1"), Hand: []int{cards.CursedTreatiseOfArus}},
		{
			Reserve: EnergyView{Fire: 10},
			Play:    cauldron,
		},
		{Reserve: EnergyView{Fire: 10}, Play: cauldron},
		{Reserve: energy("F7")},
	}}).
		answer(0, summonID(cards.CursedTreatiseOfArus)).
		answer(0, "gain:fire x2").
		reserve(0, "F2")
}

func TestRulingElementalAmuletFireAndAirInAnyOrder(t *testing.T) {
	amulet := func() *scenario {
		return position(t, Setup{
			Draw: []int{cards.OlafsBlessedStatue},
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.RunicCubeOfEolis, cards.ElementalAmulet}},
			},
		}).
			answer(0, summonID(cards.ElementalAmulet)).answer(0, "element:air", "element:fire").
			asks(0, "element_first")
	}
	amulet().
		answer(0, "element:fire").
		answer(0, cardID(cards.OlafsBlessedStatue)).
		hand(0, cards.RunicCubeOfEolis).
		discarded(cards.OlafsBlessedStatue)
	amulet().
		answer(0, "element:air").
		hand(0, cards.OlafsBlessedStatue).
		discarded(cards.RunicCubeOfEolis)
}

func TestRulingElementalAmuletDiscardStaysSecret(t *testing.T) {
	m := position(t, Setup{
		Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("A1"),
				Hand:    []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.ElementalAmulet},
			},
		},
	}).
		answer(0, summonID(cards.ElementalAmulet)).answer(0, "element:air").
		answer(0, cardID(cards.RunicCubeOfEolis))
	require.Contains(
		t,
		m.visibleEvents(game.SeatViewer(0)),
		fmt.Sprintf("discard seat 0 card %d private discarded %d", cards.ElementalAmulet, cards.RunicCubeOfEolis),
	)
	for _, other := range []game.Viewer{game.SeatViewer(1), game.Spectator()} {
		require.Contains(t, m.visibleEvents(other), fmt.Sprintf("discard seat 0 card %d", cards.ElementalAmulet))
	}
}

func TestRulingPotionOfLifeLeavesOtherCardsUsable(t *testing.T) {
	position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A1"), Play: []PlaySetup{
		{
			Card: cards.PotionOfLife,
		},
		{Card: cards.PotionOfLife},
		{Card: cards.BalanceOfIshtar},
		{Card: cards.AmuletOfWater, Tokens: energy("E4")},
	}}}}).
		answer(0, "activate:1").
		crystals(0, 4).
		use(0, 3).
		crystals(0, 4+12).
		answer(0, "activate:2").
		crystals(0, 4+12).
		inPlay(0, cards.BalanceOfIshtar, cards.AmuletOfWater)
}

func TestRulingBootsBeginWithTheActivePlayer(t *testing.T) {
	// Seat 1 of three has the turn. Seat 0 was first in the round.
	position(t, Setup{Active: seat(1), Year: 1, Space: 3, Seats: []SeatSetup{
		{
			Play: inPlayCards(cards.HourglassOfTime),
		},
		{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.HourglassOfTime)},
		{},
	}}).
		answer(1, summonID(cards.TemporalBoots)).
		answer(1, "move:1").
		asks(1, "gain").
		answer(1, "gain:air").
		asks(0, "gain").
		answer(0, "gain:air").
		asks(1, "turn")
}
