package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The tests in this file hold the decisions of
// docs/rulings-seasons.md, one test a decision. Each would fail if the engine
// did what the other reading says.

func TestRulingD01AirOfTheElementalAmulet(t *testing.T) {
	m := func(options game.MatchOptions) *scenario {
		return position(
			t,
			Setup{
				Options: options,
				Seats: []SeatSetup{
					{Gauge: 1, Reserve: energy("A1"), Hand: []int{cards.RunicCubeOfEolis, cards.ElementalAmulet}},
				},
			},
		).
			answer(
				0,
				summonID(cards.ElementalAmulet),
			).answer(
			0,
			"element:air",
		)
	}
	m(nil).hand(0).discarded(cards.RunicCubeOfEolis).gauge(0, 1)
	m(second).asks(0, "turn").hand(0, cards.RunicCubeOfEolis).discarded().gauge(0, 2)
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
	cost(nil, 6).answer(0, summonID(cards.BalanceOfIshtar)).crystals(0, 0)
	balance(nil, "A3F3", cards.BalanceOfIshtar).offersNot(0, "activate:1")
	balance(nil, "A4", cards.BalanceOfIshtar).use(0, 1).crystals(0, 12).reserve(0, "")
	balance(nil, "A4", cards.BalanceOfIshtar, cards.PurseOfIo).use(0, 1).crystals(0, 16)

	cost(second, 1).offersNot(0, summonID(cards.BalanceOfIshtar))
	cost(second, 2).answer(0, summonID(cards.BalanceOfIshtar)).crystals(0, 0)
	balance(second, "A2F2", cards.BalanceOfIshtar).offersNot(0, "activate:1")
	balance(second, "A4", cards.BalanceOfIshtar).use(0, 1).crystals(0, 9).reserve(0, "A1")
	balance(second, "A4", cards.BalanceOfIshtar, cards.PurseOfIo).use(0, 1).crystals(0, 12)
}

func TestRulingD03PotionOfLifeEndsTransmuting(t *testing.T) {
	// The first face of winter die 1 permits transmuting.
	m := position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A1"), Play: []PlaySetup{
		{Card: cards.PotionOfLife}, {Card: cards.AmuletOfWater, Tokens: energy("E2")},
	}}}}.wheel(cards.Winter))
	m.offers(0, "transmute").
		answer(0, "activate:1").crystals(0, 4).tokensOn(0, 2, "E2").offersNot(0, "transmute").
		answer(0, "bonus:transmute").offersNot(0, "transmute")
	require.Equal(t, "potion", *m.private(0).Unavailable.Get("transmute"))
}

func TestRulingD04TheLastCrossingTriggersNothing(t *testing.T) {
	position(
		t,
		Setup{
			Year:  3,
			Space: 12,
			Seats: []SeatSetup{{Play: inPlayCards(cards.FigrimTheAvaricious, cards.HourglassOfTime)}, {Crystals: 5}},
		},
	).
		answer(
			0,
			"end",
		).answer(
		1,
		"end",
	).over(
		7+6,
		5,
	)
}

func TestRulingD05BootsStayInYearOne(t *testing.T) {
	at := func(year, space int) *scenario {
		return position(
			t,
			Setup{Year: year, Space: space, Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.TemporalBoots}}}},
		).answer(
			0,
			summonID(cards.TemporalBoots),
		)
	}
	at(1, 1).offersOnly(0, "move:1", "move:2", "move:3")
	at(1, 2).offersOnly(0, "move:-1", "move:1", "move:2", "move:3")
	at(1, 3).offersOnly(0, "move:-2", "move:-1", "move:1", "move:2", "move:3")
	at(2, 1).answer(0, "move:-1").at(1, 12)
	// Nor do several go on for ever past year three, where all spaces are alike.
	m := position(t, Setup{Year: 4, Space: 12, Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.TemporalBoots}}}})
	m.s.position = farthest - 1
	m.answer(
		0,
		summonID(cards.TemporalBoots),
	).offersOnly(
		0,
		"move:-3",
		"move:-2",
		"move:-1",
		"move:1",
	).answer(
		0,
		"move:1",
	)
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
	amulet(
		"A2",
		[]int{cards.AmuletOfAir},
		nil,
		nil,
	).answer(
		0,
		summonID(cards.AmuletOfAir),
	).gauge(
		0,
		7,
	).tokensOn(
		0,
		1,
		"",
	)
	amulet("A4", nil, []int{cards.BalanceOfIshtar}, nil).use(0, 2).crystals(0, 12).tokensOn(0, 1, "")
	amulet("A1", nil, []int{cards.KairnTheDestroyer}, nil).use(0, 2).tokensOn(0, 1, "").turned(0, 2, true)
	amulet("A1", nil, []int{cards.GluttonCauldron}, nil).use(0, 2).tokensOn(0, 1, "").tokensOn(0, 2, "A1")
	amulet("E1", nil, nil, &TurnSetup{Tree: true}).
		answer(0, "transmute").answer(0, "energy:earth@1").crystals(0, 3).tokensOn(0, 1, "")
	amulet("A1W1", nil, nil, nil).answer(0, "bonus:exchange").onlyAnswer(0).answer(0, "gain:fire x2").
		tokensOn(0, 1, "").reserve(0, "F2")
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
			answer(
				0,
				summonID(cards.IdolOfTheFamiliar),
			)
	}
	idol(nil).crystals(0, 0)
	idol(second).crystals(0, 10)
}

func TestRulingD08DieOfMaliceLaterInTheTurn(t *testing.T) {
	// Face 5 of winter die 1 shows a card alone; face 2 two water and a star.
	t.Run("summoned this turn", func(t *testing.T) {
		position(
			t,
			Setup{Dice: dice(5, 1, 1), Rolls: []int{2}, Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.DieOfMalice}}}},
		).
			answer(
				0,
				summonID(cards.DieOfMalice),
			).answer(
			0,
			"activate:1",
		).
			crystals(
				0,
				2,
			).reserve(
			0,
			"W2",
		).gauge(
			0,
			2,
		).asks(
			0,
			"turn",
		)
	})
	t.Run("declined before", func(t *testing.T) {
		position(
			t,
			Setup{
				Phase: "start",
				Dice:  dice(5, 1, 1),
				Rolls: []int{2},
				Seats: []SeatSetup{{Play: inPlayCards(cards.DieOfMalice)}},
			},
		).
			answer(
				0,
				"keep",
			).asks(
			0,
			"turn",
		).
			answer(
				0,
				"activate:1",
			).crystals(
			0,
			2,
		).reserve(
			0,
			"W2",
		)
	})
	t.Run("not once the die has been used", func(t *testing.T) {
		position(
			t,
			Setup{
				Dice:  dice(5, 1, 1),
				Draw:  []int{cards.RunicCubeOfEolis},
				Seats: []SeatSetup{{Play: inPlayCards(cards.DieOfMalice)}},
			},
		).
			answer(
				0,
				"draw",
			).answer(
			0,
			"keep",
		).offersNot(
			0,
			"activate:1",
		)
	})
	t.Run("not if the die shows anything else", func(t *testing.T) {
		for _, face := range []int{1, 2, 3, 4, 6} {
			position(
				t,
				Setup{Dice: dice(face, 1, 1), Seats: []SeatSetup{{Play: inPlayCards(cards.DieOfMalice)}}},
			).offersNot(
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
	m.offers(0, "draw", "end").answer(0, summonID(cards.AmuletOfEarth)).offers(0, "draw").answer(0, "end").hand(0)
}

func TestRulingD10TransmuteBonusesAddUp(t *testing.T) {
	// Winter die 1, face 2: no transmute symbol. Fire is worth 2 in winter.
	position(t, Setup{Dice: dice(2, 1, 1), Seats: []SeatSetup{{Reserve: energy("F2")}}}.wheel(cards.Winter)).
		answer(0, "bonus:transmute").answer(0, "transmute").answer(0, "energy:fire").crystals(0, 3).
		answer(0, "bonus:transmute").answer(0, "transmute").answer(0, "energy:fire").crystals(0, 3+4).bonuses(0, 2)
}

func TestRulingD11TransmuteBonusCountsForCards(t *testing.T) {
	for card, crystals := range map[int]int{cards.BalanceOfIshtar: 16, cards.PotionOfLife: 20} {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A4"), Play: inPlayCards(card)}}}).
			answer(0, "bonus:transmute").use(0, 1).crystals(0, crystals)
	}
	position(
		t,
		Setup{Options: second, Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.BalanceOfIshtar)}}},
	).
		answer(
			0,
			"bonus:transmute",
		).use(
		0,
		1,
	).crystals(
		0,
		12,
	)
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
			use(
				0,
				1,
			)
	}
	orb(3).asks(0, "orb") // the mode that costs three crystals is not there to choose
	orb(4).offersOnly(0, "mode:look", "mode:mill", "back").answer(0, "mode:mill").crystals(0, 0).crystals(1, 2)
}

func TestRulingD13ExchangeIsTwoForTwo(t *testing.T) {
	exchange := func(reserve string) *scenario {
		return position(t, Setup{Seats: []SeatSetup{{Reserve: energy(reserve)}}})
	}
	exchange("A1").offersNot(0, "bonus:exchange")
	exchange("A3W1").answer(0, "bonus:exchange").refuses(0, game.CodeBadCount, "energy:air").
		answer(0, "energy:air", "energy:water").refuses(0, game.CodeBadCount, "gain:fire").
		answer(0, "gain:fire", "gain:air").reserve(0, "A3F1").bonuses(0, 1)
}

func TestRulingD14StaffAndVaseComeFirst(t *testing.T) {
	t.Run("before the effect of the card", func(t *testing.T) {
		// Sid Nightshade takes crystals only if the three of the Staff are there.
		position(t, Setup{Seats: []SeatSetup{
			{
				Crystals: 4,
				Gauge:    2,
				Reserve:  energy("E1"),
				Hand:     []int{cards.SidNightshade},
				Play:     inPlayCards(cards.StaffOfSpring),
			},
			{Crystals: 6},
		}}).answer(0, summonID(cards.SidNightshade)).crystals(1, 1)
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
			answer(
				0,
				summonID(cards.CursedTreatiseOfArus),
			)
		requireFrom(t, m, 0, cards.YjangsForgottenVase)
		m.answer(0, "gain:air")
		requireFrom(t, m, 0, cards.CursedTreatiseOfArus)
	})
	t.Run("not on their own arrival", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("E3"), Hand: []int{cards.StaffOfSpring}}}}).
			answer(0, summonID(cards.StaffOfSpring)).crystals(0, 0)
		position(
			t,
			Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W1F1E1"), Hand: []int{cards.YjangsForgottenVase}}}},
		).
			answer(
				0,
				summonID(cards.YjangsForgottenVase),
			).asks(
			0,
			"turn",
		).reserve(
			0,
			"",
		)
	})
	t.Run("on the arrival of a second copy", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{
						Gauge:   2,
						Reserve: energy("E3"),
						Hand:    []int{cards.StaffOfSpring},
						Play:    inPlayCards(cards.StaffOfSpring),
					},
				},
			},
		).
			answer(
				0,
				summonID(cards.StaffOfSpring),
			).crystals(
			0,
			3,
		)
	})
}

// requireFrom requires that what the seat is asked comes from the card.
func requireFrom(t *testing.T, m *scenario, seat, card int) {
	t.Helper()
	got, _ := m.decision(seat).Args.Get("card")
	require.Equal(t, card, got, "the card that asks")
}

func TestRulingD15OrderAtTheEndOfARound(t *testing.T) {
	t.Run("the owner orders own effects", func(t *testing.T) {
		// With no crystals a Damned Soul takes nothing before the Chest has paid.
		m := func() *scenario {
			return position(
				t,
				Setup{
					Seats: []SeatSetup{
						{Reserve: energy("A4"), Play: inPlayCards(cards.WondrousChest, cards.DamnedSoulOfOnys)},
					},
				},
			).
				answer(
					0,
					"end",
				).answer(
				1,
				"end",
			).asks(
				0,
				"order",
			)
		}
		m().answer(0, "play:2", "play:1").crystals(0, 3)
		m().answer(0, "play:1", "play:2").crystals(0, 0)
	})
	t.Run("players follow the turn order of the round", func(t *testing.T) {
		// Seat 1 began the round: its Titus looks before the Chest of seat 0 pays.
		position(t, Setup{First: 1, Active: seat(0), Seats: []SeatSetup{
			{Reserve: energy("A4"), Play: inPlayCards(cards.WondrousChest)}, {Play: inPlayCards(cards.TitusDeepgaze)},
		}}).answer(0, "end").crystals(0, 3).crystals(1, 0).inPlay(1)
	})
}

func TestRulingD16HourglassAfterTheEndOfTheRound(t *testing.T) {
	// The token goes from the last space of winter to spring.
	m := position(
		t,
		Setup{
			Year:  1,
			Space: 3,
			Seats: []SeatSetup{{Reserve: energy("A1"), Play: inPlayCards(cards.BeggarsHorn, cards.HourglassOfTime)}},
		},
	).
		answer(
			0,
			"end",
		).answer(
		1,
		"end",
	)
	requireFrom(t, m, 0, cards.BeggarsHorn)
	m.answer(0, "gain:fire")
	requireFrom(t, m, 0, cards.HourglassOfTime)
	m.answer(0, "gain:fire").reserve(0, "A1F2")

	position(
		t,
		Setup{
			Year:  1,
			Space: 3,
			Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.WondrousChest, cards.HourglassOfTime)}},
		},
	).
		answer(
			0,
			"end",
		).answer(
		1,
		"end",
	).answer(
		0,
		"gain:fire",
	).crystals(
		0,
		0,
	)
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
		answer(0, summonID(cards.SyllasTheFaithful)).asks(1, "lose_energy").
		keeps(1, "energy:air x3", "energy:earth x4").reserve(1, "A3E4").asks(0, "turn")
}

func TestRulingD18BootsBeyondYearThreeAndBack(t *testing.T) {
	m := func() *scenario {
		return position(
			t,
			Setup{
				Year:  3,
				Space: 10,
				Seats: []SeatSetup{
					{Gauge: 1, Hand: []int{cards.TemporalBoots}},
					{Gauge: 1, Hand: []int{cards.TemporalBoots}},
				},
			},
		).
			answer(
				0,
				summonID(cards.TemporalBoots),
			).answer(
			0,
			"move:3",
		).at(
			4,
			1,
		).
			asks(
				0,
				"turn",
			).answer(
			0,
			"end",
		).asks(
			1,
			"turn",
		)
	}
	t.Run("the round is finished, then the game ends", func(t *testing.T) {
		m().answer(1, "end").at(4, 1).over(8, -5)
	})
	t.Run("brought back in time, the game goes on", func(t *testing.T) {
		m().answer(1, summonID(cards.TemporalBoots)).answer(1, "move:-3").answer(1, "end").at(3, 11).asks(1, "die")
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
		over(
			-10-10-20,
			0,
		)
}

func TestRulingD20TiesLookAtCardsInPlay(t *testing.T) {
	// Seat 0 summons a potion and drinks it; seat 1 summons nothing, but has a
	// card in play that is worth nothing either.
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

func TestRulingD21ReshuffleWhenACardIsNeeded(t *testing.T) {
	m := position(
		t,
		Setup{
			Dice:    dice(5, 1, 1),
			Draw:    []int{cards.SyllasTheFaithful},
			Discard: []int{cards.HandOfFortune},
			Rest:    "aside",
			Seats: []SeatSetup{
				{Play: inPlayCards(cards.PotionOfPower)},
			},
		}.wheel(
			cards.Winter,
		),
	).
		answer(
			0,
			"draw",
		).answer(
		0,
		"discard",
	).discarded(
		cards.SyllasTheFaithful,
		cards.HandOfFortune,
	)
	require.Equal(t, 0, m.s.Public().(*Public).Draw)
	// The potion itself and the card thrown away are in the new pile.
	m.answer(0, "activate:1")
	require.Contains(t, m.seen(game.Spectator()), "shuffle seat -1 cards 3")
}

func TestRulingD22PassingADamnedSoulIsAnActivation(t *testing.T) {
	m := position(
		t,
		Setup{
			Seats: []SeatSetup{
				{Crystals: 3, Reserve: energy("W1"), Play: inPlayCards(cards.DamnedSoulOfOnys)},
				{Play: inPlayCards(cards.ThievingFairies)},
			},
		},
	).
		use(
			0,
			1,
		).happened(
		"activate",
	).crystals(
		0,
		2,
	).crystals(
		1,
		2,
	)
	m.inPlay(1, cards.ThievingFairies, cards.DamnedSoulOfOnys)
	// Turned by its owner, it waits for the next round.
	position(
		t,
		Setup{
			Seats: []SeatSetup{
				{Reserve: energy("W1"), Play: []PlaySetup{{Card: cards.DamnedSoulOfOnys, Turned: true}}},
			},
		},
	).
		offersNot(
			0,
			"activate:1",
		)
}

func TestRulingD23ChaliceWithAFullGauge(t *testing.T) {
	m := position(
		t,
		Setup{
			Draw: []int{
				cards.AmuletOfAir,
				cards.AmuletOfFire,
				cards.RunicCubeOfEolis,
				cards.OlafsBlessedStatue,
				cards.YjangsForgottenVase,
			},
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}},
			},
		},
	).answer(
		0,
		summonID(cards.DivineChalice),
	).asks(
		0,
		"turn",
	).inPlay(
		0,
		cards.DivineChalice,
	).hand(
		0,
	)
	require.ElementsMatch(t, []int{1, 2, 22, 29}, topFirst(&m.s.discard))
	require.Contains(
		t,
		m.seen(game.SeatViewer(0)),
		fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.DivineChalice, cards.RunicCubeOfEolis),
		"the owner has seen them",
	)
}

func TestRulingD24LeftOfTheSummonerFirst(t *testing.T) {
	// Seat 1 of three is the second of the round, so turn order would begin
	// with seat 0.
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
	with(
		cards.SyllasTheFaithful,
		"F3",
	).asks(
		2,
		"own_cards",
	).answer(
		2,
		"play:5",
	).asks(
		0,
		"own_cards",
	).answer(
		0,
		"play:1",
	).asks(
		1,
		"turn",
	)
	with(cards.AmsugLongneck, "A1W1").asks(2, "own_cards").answer(2, "play:5").asks(0, "own_cards").answer(0, "play:1").
		asks(
			1,
			"own_cards",
		).answer(1, "play:3").asks(1, "turn").hand(2, cards.AmuletOfEarth).hand(0, cards.RunicCubeOfEolis).hand(1, cards.RunicCubeOfEolis)
}

func TestRulingD25DragonSkullMaySacrificeItself(t *testing.T) {
	position(
		t,
		Setup{
			Seats: []SeatSetup{
				{Play: inPlayCards(cards.DragonSkull, cards.RunicCubeOfEolis, cards.OlafsBlessedStatue)},
			},
		},
	).
		answer(
			0,
			"activate:1",
		).answer(
		0,
		"play:1",
		"play:2",
		"play:3",
	).inPlay(
		0,
	).crystals(
		0,
		15,
	)
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
			sight(t, with(cards.AmuletOfAir, cards.AmuletOfFire), viewer),
			sight(t, with(cards.AmuletOfEarth, cards.AmuletOfWater), viewer),
		)
		require.NotEqual(
			t,
			sight(t, with(cards.AmuletOfAir, cards.AmuletOfFire), viewer),
			sight(t, with(cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth), viewer),
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
	position(
		t,
		Setup{
			Year:  1,
			Space: 3,
			Seats: []SeatSetup{
				{Gauge: 1, Hand: []int{cards.TemporalBoots}},
				{Play: inPlayCards(cards.HourglassOfTime)},
			},
		},
	).
		answer(
			0,
			summonID(cards.TemporalBoots),
		).answer(
		0,
		"move:1",
	).
		asks(
			1,
			"gain",
		).answer(
		1,
		"gain:fire",
	).reserve(
		1,
		"F1",
	).asks(
		0,
		"turn",
	)
}

func TestRulingD30TheStarIsTakenByItself(t *testing.T) {
	// Winter die 3, face 1: two water and a star.
	position(t, Setup{Phase: "start", First: 0, Dice: []DieSetup{
		{Die: 3, Face: 1, Seat: seat(0)}, {Die: 1, Face: 1, Seat: seat(1)}, {Die: 2, Face: 1},
	}, Seats: []SeatSetup{{Gauge: 2}}}).asks(0, "turn").gauge(0, 3)
}

func TestRulingD31LastingEffectsWorkFromTheArrival(t *testing.T) {
	// The Amulet of Water pays for the Grimoire; the Vase adds an eighth token.
	m := position(
		t,
		Setup{
			Seats: []SeatSetup{
				{Gauge: 3, Reserve: energy("F7"), Hand: []int{cards.BespelledGrimoire}, Play: []PlaySetup{
					{Card: cards.YjangsForgottenVase}, {Card: cards.AmuletOfWater, Tokens: energy("W1E1")},
				}},
			},
		},
	).answer(
		0,
		summonID(cards.BespelledGrimoire),
	)
	requireFrom(t, m, 0, cards.YjangsForgottenVase)
	m.answer(0, "gain:air").asks(0, "gain")
	requireFrom(t, m, 0, cards.BespelledGrimoire)
	m.answer(0, "gain:earth x2").reserve(0, "A1F7E2").asks(0, "turn")
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
		answer(0, summonID(cards.TemporalBoots)).answer(0, "move:1").
		asks(
			1,
			"gain",
		).hand(1, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth).hand(0, cards.AmuletOfWater, cards.BalanceOfIshtar, cards.StaffOfSpring)
}

func TestRulingD33TreatiseBurnsBeforeTheLimitIsChecked(t *testing.T) {
	position(
		t,
		Setup{
			Seats: []SeatSetup{
				{
					Reserve: energy("A5E4"),
					Play:    inPlayCards(cards.DragonSkull, cards.BespelledGrimoire, cards.CursedTreatiseOfArus),
				},
			},
		},
	).
		answer(
			0,
			"activate:1",
		).answer(
		0,
		"play:2",
		"play:1",
		"play:3",
	).
		asks(
			0,
			"turn",
		).reserve(
		0,
		"",
	).crystals(
		0,
		15,
	)
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
		// Only its other mode is left, so that it is not asked which.
		(&scenario{t: t, s: m.s.Clone().(*match)}).use(0, 2).asks(0, "gain").crystals(0, 1)
	})
	t.Run("a transmute bonus still raises what cards transmute", func(t *testing.T) {
		(&scenario{t: t, s: m.s.Clone().(*match)}).
			answer(0, "bonus:transmute").use(0, 3).crystals(0, 4+16)
	})
}

func TestRulingD35PlacingOnTheCauldronIsAnActivation(t *testing.T) {
	position(
		t,
		Setup{
			Seats: []SeatSetup{
				{Crystals: 2, Reserve: energy("A3"), Play: inPlayCards(cards.GluttonCauldron)},
				{Play: inPlayCards(cards.ThievingFairies)},
			},
		},
	).
		use(
			0,
			1,
		).turned(
		0,
		1,
		true,
	).tokensOn(
		0,
		1,
		"A1",
	).
		crystals(
			0,
			1,
		).crystals(
		1,
		2,
	).offersNot(
		0,
		"activate:1",
	)
}

func TestRulingD36DemonGoesClockwise(t *testing.T) {
	// Turn order would let seat 0 draw before seat 2.
	position(t, Setup{Active: seat(1), Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{
		{}, {Gauge: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DemonOfArgos}}, {},
	}}).answer(1, summonID(cards.DemonOfArgos)).hand(2, cards.AmuletOfAir).hand(0, cards.AmuletOfFire)
}

func TestRulingStockpileNeverRunsOut(t *testing.T) {
	// The others hold 39 fire tokens already.
	cauldron := []PlaySetup{{Card: cards.BespelledGrimoire}, {Card: cards.GluttonCauldron, Tokens: energy("F6")}}
	position(t, Setup{Seats: []SeatSetup{
		{Gauge: 1, Reserve: energy("W1"), Hand: []int{cards.CursedTreatiseOfArus}},
		{
			Reserve: EnergyView{Fire: 10},
			Play:    cauldron,
		},
		{Reserve: EnergyView{Fire: 10}, Play: cauldron},
		{Reserve: energy("F7")},
	}}).answer(0, summonID(cards.CursedTreatiseOfArus)).answer(0, "gain:fire x2").reserve(0, "F2")
}

func TestRulingElementalAmuletFireAndAirInAnyOrder(t *testing.T) {
	amulet := func() *scenario {
		return position(
			t,
			Setup{
				Draw: []int{cards.OlafsBlessedStatue},
				Seats: []SeatSetup{
					{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.RunicCubeOfEolis, cards.ElementalAmulet}},
				},
			},
		).
			answer(
				0,
				summonID(cards.ElementalAmulet),
			).answer(
			0,
			"element:air",
			"element:fire",
		).asks(
			0,
			"element_first",
		)
	}
	amulet().answer(
		0,
		"element:fire",
	).answer(
		0,
		cardID(cards.OlafsBlessedStatue),
	).hand(
		0,
		cards.RunicCubeOfEolis,
	).discarded(
		cards.OlafsBlessedStatue,
	)
	amulet().answer(0, "element:air").hand(0, cards.OlafsBlessedStatue).discarded(cards.RunicCubeOfEolis)
}

func TestRulingElementalAmuletDiscardStaysSecret(t *testing.T) {
	m := position(
		t,
		Setup{
			Seats: []SeatSetup{
				{
					Gauge:   1,
					Reserve: energy("A1"),
					Hand:    []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.ElementalAmulet},
				},
			},
		},
	).
		answer(
			0,
			summonID(cards.ElementalAmulet),
		).answer(
		0,
		"element:air",
	).answer(
		0,
		cardID(cards.RunicCubeOfEolis),
	)
	require.Contains(
		t,
		m.seen(game.SeatViewer(0)),
		fmt.Sprintf("discard seat 0 card %d private discarded %d", cards.ElementalAmulet, cards.RunicCubeOfEolis),
	)
	for _, other := range []game.Viewer{game.SeatViewer(1), game.Spectator()} {
		require.Contains(t, m.seen(other), fmt.Sprintf("discard seat 0 card %d", cards.ElementalAmulet))
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
		answer(0, "activate:1").crystals(0, 4).
		use(0, 3).crystals(0, 4+12).
		answer(0, "activate:2").crystals(0, 4+12).inPlay(0, cards.BalanceOfIshtar, cards.AmuletOfWater)
}

func TestRulingBootsBeginWithTheActivePlayer(t *testing.T) {
	// Seat 1 of three is on its turn, seat 0 began the round.
	position(t, Setup{Active: seat(1), Year: 1, Space: 3, Seats: []SeatSetup{
		{
			Play: inPlayCards(cards.HourglassOfTime),
		},
		{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.HourglassOfTime)},
		{},
	}}).
		answer(1, summonID(cards.TemporalBoots)).answer(1, "move:1").
		asks(1, "gain").answer(1, "gain:air").asks(0, "gain").answer(0, "gain:air").asks(1, "turn")
}
