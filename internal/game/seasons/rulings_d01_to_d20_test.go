package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// These tests check the decisions in docs/rulings-seasons.md, one test for each. Each test would
// fail if the rules followed the alternative reading.

func TestRulingD01AirOfTheElementalAmulet(t *testing.T) {
	m := func(options game.MatchOptions) *scenario {
		return position(t, Setup{
			Options: options,
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A1"), Hand: []int{cards.RunicCubeOfEolis, cards.ElementalAmulet}},
			},
		}).
			answer(0, summonID(cards.ElementalAmulet)).answer(0, "element:air")
	}
	m(nil).
		hand(0).
		discarded(cards.RunicCubeOfEolis).
		gauge(0, 1)
	m(second).
		asks(0, "turn").
		hand(0, cards.RunicCubeOfEolis).
		discarded().
		gauge(0, 2)
}

func TestRulingD02BalanceOfIshtar(t *testing.T) {
	balance := func(options game.MatchOptions, reserve string, play ...int) *scenario {
		return position(
			t,
			Setup{Options: options, Seats: []SeatSetup{{Reserve: energy(reserve), Play: inPlayCards(play...)}}},
		)
	}
	cost := func(options game.MatchOptions, crystals int) *scenario {
		return position(
			t,
			Setup{
				Options: options,
				Seats:   []SeatSetup{{Crystals: crystals, Gauge: 1, Hand: []int{cards.BalanceOfIshtar}}},
			},
		)
	}
	cost(nil, 5).offersNot(0, summonID(cards.BalanceOfIshtar))
	cost(nil, 6).
		answer(0, summonID(cards.BalanceOfIshtar)).
		crystals(0, 0)
	balance(nil, "A3F3", cards.BalanceOfIshtar).offersNot(0, "activate:1")
	balance(nil, "A4", cards.BalanceOfIshtar).
		use(0, 1).
		crystals(0, 12).
		reserve(0, "")
	balance(nil, "A4", cards.BalanceOfIshtar, cards.PurseOfIo).
		use(0, 1).
		crystals(0, 16)

	cost(second, 1).offersNot(0, summonID(cards.BalanceOfIshtar))
	cost(second, 2).
		answer(0, summonID(cards.BalanceOfIshtar)).
		crystals(0, 0)
	balance(second, "A2F2", cards.BalanceOfIshtar).offersNot(0, "activate:1")
	balance(second, "A4", cards.BalanceOfIshtar).
		use(0, 1).
		crystals(0, 9).
		reserve(0, "A1")
	balance(second, "A4", cards.BalanceOfIshtar, cards.PurseOfIo).
		use(0, 1).
		crystals(0, 12)
}

func TestRulingD03PotionOfLifeEndsTransmuting(t *testing.T) {
	// Face 1 of winter die 1 allows transmuting.
	m := position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A1"), Play: []PlaySetup{
		{Card: cards.PotionOfLife}, {Card: cards.AmuletOfWater, Tokens: energy("E2")},
	}}}}.wheel(cards.Winter))
	m.offers(0, "transmute").
		answer(0, "activate:1").
		crystals(0, 4).
		tokensOn(0, 2, "E2").
		offersNot(0, "transmute").
		answer(0, "bonus:transmute").
		offersNot(0, "transmute")
	require.Equal(t, "potion", *m.private(0).Unavailable.Get("transmute"))
}

func TestRulingD04TheLastCrossingTriggersNothing(t *testing.T) {
	position(t, Setup{
		Year:  3,
		Space: 12,
		Seats: []SeatSetup{
			{Play: inPlayCards(cards.FigrimTheAvaricious, cards.HourglassOfTime)},
			{Crystals: 5},
		},
	}).
		answer(0, "end").
		answer(1, "end").
		over(7+6, 5)
}

func TestRulingD05BootsStayInYearOne(t *testing.T) {
	at := func(year, space int) *scenario {
		return position(
			t,
			Setup{Year: year, Space: space, Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.TemporalBoots}}}},
		).
			answer(0, summonID(cards.TemporalBoots))
	}
	at(1, 1).offersOnly(0, "move:1", "move:2", "move:3")
	at(1, 2).offersOnly(0, "move:-1", "move:1", "move:2", "move:3")
	at(1, 3).offersOnly(0, "move:-2", "move:-1", "move:1", "move:2", "move:3")
	at(2, 1).
		answer(0, "move:-1").
		tokenAt(1, 12)
	// Several Boots do not go on for ever past year three, where all spaces are alike.
	m := position(t, Setup{Year: 4, Space: 12, Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.TemporalBoots}}}})
	m.s.position = maxPosition - 1
	m.answer(0, summonID(cards.TemporalBoots)).
		offersOnly(0, "move:-3", "move:-2", "move:-1", "move:1").
		answer(0, "move:1")
	data, err := m.s.AppendBinary(nil)
	require.NoError(t, err)
	_, err = theRules.Decode(data)
	require.NoError(t, err)
}

func TestRulingD06AmuletOfWaterPaysLikeTheReserve(t *testing.T) {
	amulet := func(tokens string, hand, play []int, turn *TurnSetup) *scenario {
		return position(t, Setup{Turn: turn, Seats: []SeatSetup{{Gauge: 5, Hand: hand, Play: append(
			[]PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy(tokens)}}, inPlayCards(play...)...,
		)}}})
	}
	amulet("A2", []int{cards.AmuletOfAir}, nil, nil).
		answer(0, summonID(cards.AmuletOfAir)).
		gauge(0, 7).
		tokensOn(0, 1, "")
	amulet("A4", nil, []int{cards.BalanceOfIshtar}, nil).
		use(0, 2).
		crystals(0, 12).
		tokensOn(0, 1, "")
	amulet("A1", nil, []int{cards.KairnTheDestroyer}, nil).
		use(0, 2).
		tokensOn(0, 1, "").
		turned(0, 2, true)
	amulet("A1", nil, []int{cards.GluttonCauldron}, nil).
		use(0, 2).
		tokensOn(0, 1, "").
		tokensOn(0, 2, "A1")
	amulet("E1", nil, nil, &TurnSetup{Tree: true}).
		answer(0, "transmute").
		answer(0, "energy:earth@1").
		crystals(0, 3).
		tokensOn(0, 1, "")
	amulet("A1W1", nil, nil, nil).
		answer(0, "bonus:exchange").
		answerIfOnlyOne(0).
		answer(0, "gain:fire x2").
		tokensOn(0, 1, "").
		reserve(0, "F2")
}

func TestRulingD07IdolBringsNothingOnEntering(t *testing.T) {
	idol := func(options game.MatchOptions) *scenario {
		return position(
			t,
			Setup{
				Options: options,
				Seats:   []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.IdolOfTheFamiliar}}},
			},
		).
			answer(0, summonID(cards.IdolOfTheFamiliar))
	}
	idol(nil).crystals(0, 0)
	idol(second).crystals(0, 10)
}

func TestRulingD08DieOfMaliceLaterInTheTurn(t *testing.T) {
	// Face 5 of winter die 1 shows just a card. Face 2 shows two water and a star.
	t.Run("summoned this turn", func(t *testing.T) {
		position(t, Setup{
			Dice:  dice(5, 1, 1),
			Rolls: []int{2},
			Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.DieOfMalice}}},
		}).
			answer(0, summonID(cards.DieOfMalice)).
			answer(0, "activate:1").
			crystals(0, 2).
			reserve(0, "W2").
			gauge(0, 2).
			asks(0, "turn")
	})
	t.Run("declined before", func(t *testing.T) {
		position(t, Setup{
			Phase: "start",
			Dice:  dice(5, 1, 1),
			Rolls: []int{2},
			Seats: []SeatSetup{{Play: inPlayCards(cards.DieOfMalice)}},
		}).
			answer(0, "keep").
			asks(0, "turn").
			answer(0, "activate:1").
			crystals(0, 2).
			reserve(0, "W2")
	})
	t.Run("not once the die has been used", func(t *testing.T) {
		position(t, Setup{
			Dice:  dice(5, 1, 1),
			Draw:  []int{cards.RunicCubeOfEolis},
			Seats: []SeatSetup{{Play: inPlayCards(cards.DieOfMalice)}},
		}).
			answer(0, "draw").
			answer(0, "keep").
			offersNot(0, "activate:1")
	})
	t.Run("not if the die shows anything else", func(t *testing.T) {
		for _, face := range []int{1, 2, 3, 4, 6} {
			position(t, Setup{Dice: dice(face, 1, 1), Seats: []SeatSetup{{Play: inPlayCards(cards.DieOfMalice)}}}).
				offersNot(
					0,
					"activate:1",
				)
		}
	})
}

func TestRulingD09TheDieDrawMayWaitOrLapse(t *testing.T) {
	m := position(
		t,
		Setup{
			Dice:  dice(5, 1, 1),
			Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.AmuletOfEarth}, Reserve: energy("E2")}},
		},
	)
	m.offers(0, "draw", "end").
		answer(0, summonID(cards.AmuletOfEarth)).
		offers(0, "draw").
		answer(0, "end").
		hand(0)
}

func TestRulingD10TransmuteBonusesAddUp(t *testing.T) {
	// Winter die 1, face 2: no transmute symbol. Fire is worth 2 in winter.
	position(t, Setup{Dice: dice(2, 1, 1), Seats: []SeatSetup{{Reserve: energy("F2")}}}.wheel(cards.Winter)).
		answer(0, "bonus:transmute").
		answer(0, "transmute").
		answer(0, "energy:fire").
		crystals(0, 3).
		answer(0, "bonus:transmute").
		answer(0, "transmute").
		answer(0, "energy:fire").
		crystals(0, 3+4).
		bonuses(0, 2)
}

func TestRulingD11TransmuteBonusCountsForCards(t *testing.T) {
	for card, crystals := range map[int]int{cards.BalanceOfIshtar: 16, cards.PotionOfLife: 20} {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A4"), Play: inPlayCards(card)}}}).
			answer(0, "bonus:transmute").
			use(0, 1).
			crystals(0, crystals)
	}
	position(t, Setup{
		Options: second,
		Seats:   []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.BalanceOfIshtar)}},
	}).
		answer(0, "bonus:transmute").
		use(0, 1).
		crystals(0, 12)
}

func TestRulingD12FairiesComeBeforeTheActivationCost(t *testing.T) {
	orb := func(crystals int) *scenario {
		return position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Crystals: crystals, Play: inPlayCards(cards.CrystalOrb)},
					{Play: inPlayCards(cards.ThievingFairies)},
				},
			},
		).
			use(0, 1)
	}
	orb(3).asks(0, "orb") // the mode that costs three crystals is not there to choose
	orb(4).
		offersOnly(0, "mode:look", "mode:mill", "back").
		answer(0, "mode:mill").
		crystals(0, 0).
		crystals(1, 2)
}

func TestRulingD13ExchangeIsTwoForTwo(t *testing.T) {
	exchange := func(reserve string) *scenario {
		return position(t, Setup{Seats: []SeatSetup{{Reserve: energy(reserve)}}})
	}
	exchange("A1").offersNot(0, "bonus:exchange")
	exchange("A3W1").
		answer(0, "bonus:exchange").
		refuses(0, game.CodeBadCount, "energy:air").
		answer(0, "energy:air", "energy:water").
		refuses(0, game.CodeBadCount, "gain:fire").
		answer(0, "gain:fire", "gain:air").
		reserve(0, "A3F1").
		bonuses(0, 1)
}

func TestRulingD14StaffAndVaseComeFirst(t *testing.T) {
	t.Run("before the effect of the card", func(t *testing.T) {
		// Sid Nightshade takes crystals only if the three of the Staff have been gained.
		position(t, Setup{Seats: []SeatSetup{
			{
				Crystals: 4,
				Gauge:    2,
				Reserve:  energy("E1"),
				Hand:     []int{cards.SidNightshade},
				Play:     inPlayCards(cards.StaffOfSpring),
			},
			{Crystals: 6},
		}}).
			answer(0, summonID(cards.SidNightshade)).
			crystals(1, 1)
		// The energy of the Vase is gained before that of the Treatise.
		m := position(
			t,
			Setup{
				Seats: []SeatSetup{
					{
						Gauge:   2,
						Reserve: energy("W1"),
						Hand:    []int{cards.CursedTreatiseOfArus},
						Play:    inPlayCards(cards.YjangsForgottenVase),
					},
				},
			},
		).
			answer(0, summonID(cards.CursedTreatiseOfArus))
		requireFrom(t, m, 0, cards.YjangsForgottenVase)
		m.answer(0, "gain:air")
		requireFrom(t, m, 0, cards.CursedTreatiseOfArus)
	})
	t.Run("not on their own arrival", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("E3"), Hand: []int{cards.StaffOfSpring}}}}).
			answer(0, summonID(cards.StaffOfSpring)).
			crystals(0, 0)
		position(t, Setup{
			Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W1F1E1"), Hand: []int{cards.YjangsForgottenVase}}},
		}).
			answer(0, summonID(cards.YjangsForgottenVase)).
			asks(0, "turn").
			reserve(0, "")
	})
	t.Run("on the arrival of a second copy", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("E3"),
					Hand:    []int{cards.StaffOfSpring},
					Play:    inPlayCards(cards.StaffOfSpring),
				},
			},
		}).
			answer(0, summonID(cards.StaffOfSpring)).
			crystals(0, 3)
	})
}

// requireFrom requires that the card asks the seat's decision.
func requireFrom(t *testing.T, m *scenario, seat, card int) {
	t.Helper()
	got, _ := m.decision(seat).Args.Get("card")
	require.Equal(t, card, got, "the card that asks")
}

func TestRulingD15OrderAtTheEndOfARound(t *testing.T) {
	t.Run("the owner orders own effects", func(t *testing.T) {
		// Without crystals a Damned Soul takes nothing before the Chest has paid.
		m := func() *scenario {
			return position(t, Setup{
				Seats: []SeatSetup{
					{Reserve: energy("A4"), Play: inPlayCards(cards.WondrousChest, cards.DamnedSoulOfOnys)},
				},
			}).
				answer(0, "end").answer(1, "end").asks(0, "order")
		}
		m().
			answer(0, "play:2", "play:1").
			crystals(0, 3)
		m().
			answer(0, "play:1", "play:2").
			crystals(0, 0)
	})
	t.Run("players follow the turn order of the round", func(t *testing.T) {
		// Seat 1 was first in the round: its Titus acts before the Chest of seat 0 pays.
		position(t, Setup{First: 1, Active: seat(0), Seats: []SeatSetup{
			{Reserve: energy("A4"), Play: inPlayCards(cards.WondrousChest)}, {Play: inPlayCards(cards.TitusDeepgaze)},
		}}).
			answer(0, "end").
			crystals(0, 3).
			crystals(1, 0).
			inPlay(1)
	})
}

func TestRulingD16HourglassAfterTheEndOfTheRound(t *testing.T) {
	// The season token moves from the last space of winter to spring.
	m := position(t, Setup{
		Year:  1,
		Space: 3,
		Seats: []SeatSetup{
			{Reserve: energy("A1"), Play: inPlayCards(cards.BeggarsHorn, cards.HourglassOfTime)},
		},
	}).
		answer(0, "end").answer(1, "end")
	requireFrom(t, m, 0, cards.BeggarsHorn)
	m.answer(0, "gain:fire")
	requireFrom(t, m, 0, cards.HourglassOfTime)
	m.answer(0, "gain:fire").reserve(0, "A1F2")

	position(t, Setup{
		Year:  1,
		Space: 3,
		Seats: []SeatSetup{
			{Reserve: energy("A3"), Play: inPlayCards(cards.WondrousChest, cards.HourglassOfTime)},
		},
	}).
		answer(0, "end").
		answer(1, "end").
		answer(0, "gain:fire").
		crystals(0, 0)
}

func TestRulingD17OverflowOfAnybodyIsSettledAtOnce(t *testing.T) {
	position(t, Setup{Seats: []SeatSetup{
		{
			Gauge:   1,
			Reserve: energy("F3"),
			Hand:    []int{cards.SyllasTheFaithful},
		},
		{Reserve: energy("A5E4"), Play: inPlayCards(cards.BespelledGrimoire)},
	}}).
		answer(0, summonID(cards.SyllasTheFaithful)).
		asks(1, "lose_energy").
		keeps(1, "energy:air x3", "energy:earth x4").
		reserve(1, "A3E4").
		asks(0, "turn")
}

func TestRulingD18BootsBeyondYearThreeAndBack(t *testing.T) {
	m := func() *scenario {
		return position(t, Setup{
			Year:  3,
			Space: 10,
			Seats: []SeatSetup{
				{Gauge: 1, Hand: []int{cards.TemporalBoots}},
				{Gauge: 1, Hand: []int{cards.TemporalBoots}},
			},
		}).
			answer(0, summonID(cards.TemporalBoots)).answer(0, "move:3").tokenAt(4, 1).asks(0, "turn").
			answer(0, "end").asks(1, "turn")
	}
	t.Run("the round is finished, then the game ends", func(t *testing.T) {
		m().
			answer(1, "end").
			tokenAt(4, 1).
			over(8, -5)
	})
	t.Run("brought back in time, the game goes on", func(t *testing.T) {
		m().
			answer(1, summonID(cards.TemporalBoots)).
			answer(1, "move:-3").
			answer(1, "end").
			tokenAt(3, 11).
			asks(1, "die")
	})
}

func TestRulingD19TotalsMayBeNegative(t *testing.T) {
	position(
		t,
		Setup{
			Phase: "over",
			Seats: []SeatSetup{
				{
					Hand:    []int{cards.AmuletOfAir, cards.AmuletOfFire},
					Bonuses: 3,
					Play:    inPlayCards(cards.CursedTreatiseOfArus),
				},
			},
		},
	).
		over(-10-10-20, 0)
}

func TestRulingD20TiesLookAtCardsInPlay(t *testing.T) {
	// Seat 0 summons a potion and drinks it. Seat 1 summons nothing, but has a card in play that is
	// worth nothing either.
	m := position(t, Setup{Year: 3, Space: 12, Seats: []SeatSetup{
		{
			Gauge:   1,
			Reserve: energy("W2"),
			Hand:    []int{cards.PotionOfKnowledge},
		},
		{Play: inPlayCards(cards.OlafsBlessedStatue)},
	}}).
		answer(0, summonID(cards.PotionOfKnowledge)).answer(0, "activate:2").answer(0, "gain:air x5").
		answer(0, "end").answer(1, "end").over(0, 0)
	places := m.s.Outcome().Places
	require.Equal(t, game.Seat(1), places[0].Seat)
	require.Equal(t, []int{1, 2}, []int{places[0].Rank, places[1].Rank})
}
