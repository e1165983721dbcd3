package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard05BalanceOfIshtar(t *testing.T) {
	balance := func(t *testing.T, reserve string, more ...int) *scenario {
		return position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   9,
				Reserve: energy(reserve),
				Play:    append(inPlayCards(cards.BalanceOfIshtar), inPlayCards(more...)...),
			},
		}})
	}
	t.Run("costs six crystals", func(t *testing.T) { costs(t, nil, 2, cards.BalanceOfIshtar, "", 6) })
	t.Run("four identical tokens become twelve crystals", func(t *testing.T) {
		balance(t, "F5W1").
			use(0, 1).
			crystals(0, 12).
			reserve(0, "F1W1").
			turned(0, 1, true).
			asks(0, "turn")
	})
	t.Run("three identical tokens are not enough", func(t *testing.T) {
		balance(t, "F3W3").offersNot(0, "activate:1")
	})
	t.Run("it can be used in the turn in which it is summoned", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Crystals: 6, Reserve: energy("W4"), Hand: []int{cards.BalanceOfIshtar}},
			},
		}).
			answer(0, summonID(cards.BalanceOfIshtar)).
			use(0, 1).
			crystals(0, 12)
	})
	t.Run("once a round", func(t *testing.T) {
		m := balance(t, "F7").use(0, 1)
		require.Equal(t, "turned", *m.private(0).Unusable.Get("c1"))
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Gauge: 1, Reserve: energy("F4"), Play: []PlaySetup{{Card: cards.BalanceOfIshtar, Turned: true}}},
				},
			},
		).
			offersNot(0, "activate:1")
	})
	t.Run("each of two copies", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   3,
					Reserve: energy("F8"),
					Play:    inPlayCards(cards.BalanceOfIshtar, cards.BalanceOfIshtar, cards.BespelledGrimoire),
				},
			},
		}).
			use(0, 1).
			use(0, 2).
			crystals(0, 24).
			reserve(0, "")
	})
	t.Run("of several kinds the owner chooses one, and may still go back", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("F4W5"),
					Play:    inPlayCards(cards.BalanceOfIshtar, cards.BespelledGrimoire),
				},
			},
		}).
			takesBack(0, "activate:1").
			answer(0, "activate:1").
			asks(0, "energy").
			offersOnly(0, "kind:fire", "kind:water", "back").
			turned(0, 1, false).
			answer(0, "kind:water").
			crystals(0, 12).
			reserve(0, "F4W1")
	})
	t.Run("where the tokens lie in two places the owner chooses them", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("F4"),
					Play:    append(inPlayCards(cards.BalanceOfIshtar), waterAmulets("F2")...),
				},
			},
		}).
			takesBack(0, "activate:1").
			use(0, 1).
			asks(0, "tokens").
			refuses(0, game.CodeBadCount, "energy:fire x3").
			answer(0, "energy:fire x2", "energy:fire@2 x2").
			crystals(0, 12).
			reserve(0, "F2").
			tokensOn(0, 2, "")
	})
	t.Run("in every season and without a transmute symbol, giving no permission to transmute", func(t *testing.T) {
		for season, face := range map[cards.Season]int{
			cards.Winter: 5, cards.Spring: 1, cards.Summer: 1, cards.Fall: 2,
		} {
			setup := Setup{
				Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A4E1"), Play: inPlayCards(cards.BalanceOfIshtar)}},
			}.wheel(season)
			setup.Dice = dice(face, 4, 4)
			position(t, setup).
				offersNot(0, "transmute").
				use(0, 1).
				crystals(0, 12).
				offersNot(0, "transmute")
		}
	})
	t.Run("each Purse of Io adds four", func(t *testing.T) {
		balance(t, "A4", cards.PurseOfIo).
			use(0, 1).
			crystals(0, 16)
		balance(t, "A4", cards.PurseOfIo, cards.PurseOfIo).
			use(0, 1).
			crystals(0, 20)
	})
	t.Run("each transmute bonus of this turn adds four", func(t *testing.T) {
		balance(t, "A4").
			answer(0, "bonus:transmute").
			use(0, 1).
			crystals(0, 16)
		balance(t, "A4", cards.PurseOfIo).
			answer(0, "bonus:transmute").
			answer(0, "bonus:transmute").
			use(0, 1).
			crystals(0, 24)
	})
	t.Run("a bonus used afterwards adds nothing", func(t *testing.T) {
		balance(t, "A4").
			use(0, 1).
			answer(0, "bonus:transmute").
			crystals(0, 12)
	})
	t.Run("a Hand of Fortune does not lower the cost of activating it", func(t *testing.T) {
		balance(t, "A3", cards.HandOfFortune).offersNot(0, "activate:1")
	})
	t.Run("opposing Thieving Fairies take their crystal", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("A4"),
				Play:    inPlayCards(cards.BalanceOfIshtar),
			},
			{Gauge: 1, Play: inPlayCards(cards.ThievingFairies)},
		}}).
			use(0, 1).
			crystals(0, 12).
			crystals(1, 1)
	})
	t.Run("it can still be used after a Potion of Life", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 3, Play: append(inPlayCards(cards.BalanceOfIshtar, cards.PotionOfLife), waterAmulets("A4")...)},
		}}).
			answer(0, "activate:2").
			use(0, 1).
			crystals(0, 12)
	})
}

func TestCard05BalanceOfIshtarSecondEdition(t *testing.T) {
	balance := func(t *testing.T, reserve string, more ...int) *scenario {
		return position(t, Setup{Options: second, Seats: []SeatSetup{
			{
				Gauge:   9,
				Reserve: energy(reserve),
				Play:    append(inPlayCards(cards.BalanceOfIshtar), inPlayCards(more...)...),
			},
		}})
	}
	t.Run("costs two crystals", func(t *testing.T) { costs(t, second, 2, cards.BalanceOfIshtar, "", 2) })
	t.Run("three identical tokens become nine crystals", func(t *testing.T) {
		balance(t, "F4").
			use(0, 1).
			crystals(0, 9).
			reserve(0, "F1")
	})
	t.Run("two identical tokens are not enough", func(t *testing.T) {
		balance(t, "A2W2").offersNot(0, "activate:1")
	})
	t.Run("of several kinds the owner chooses one", func(t *testing.T) {
		balance(t, "A3W3").
			answer(0, "activate:1").
			offersOnly(0, "kind:air", "kind:water", "back").
			answer(0, "kind:air").
			reserve(0, "W3").
			crystals(0, 9)
	})
	t.Run("each Purse of Io adds three", func(t *testing.T) {
		balance(t, "A3", cards.PurseOfIo, cards.PurseOfIo).
			use(0, 1).
			crystals(0, 15)
	})
	t.Run("each transmute bonus of this turn adds three", func(t *testing.T) {
		balance(t, "A3", cards.PurseOfIo).
			answer(0, "bonus:transmute").
			use(0, 1).
			crystals(0, 15)
	})
}

func TestCard08PurseOfIo(t *testing.T) {
	t.Run("costs one air and one fire", func(t *testing.T) { costs(t, nil, 2, cards.PurseOfIo, "A1F1", 0) })
	// Face 1 of seat 0's winter die 1 allows transmuting. Face 5 does not.
	winter := Setup{}.wheel(cards.Winter)
	transmute := func(t *testing.T, purses []int, want int) {
		setup := winter
		setup.Seats = []SeatSetup{{Gauge: 3, Reserve: energy("A1W1F1E1"), Play: inPlayCards(purses...)}}
		position(t, setup).
			answer(0, "transmute").
			answer(0, "energy:air", "energy:water", "energy:fire", "energy:earth").
			crystals(0, want)
	}
	t.Run(
		"adds one crystal for each token transmuted",
		func(t *testing.T) { transmute(t, []int{cards.PurseOfIo}, 7+4) },
	)
	t.Run("two copies add two", func(t *testing.T) { transmute(t, []int{cards.PurseOfIo, cards.PurseOfIo}, 7+8) })
	t.Run("works with the transmute bonus, which adds one more", func(t *testing.T) {
		setup := winter
		setup.Dice = dice(5, 5, 5)
		setup.Seats = []SeatSetup{{Gauge: 3, Reserve: energy("A2"), Play: inPlayCards(cards.PurseOfIo)}}
		position(t, setup).
			offersNot(0, "transmute").
			answer(0, "bonus:transmute").
			answer(0, "transmute").
			answer(0, "energy:air x2").
			crystals(0, 2*(1+1+1))
	})
	t.Run("works with a Tree of Light", func(t *testing.T) {
		setup := winter
		setup.Dice = dice(5, 5, 5)
		setup.Seats = []SeatSetup{
			{Gauge: 3, Reserve: energy("A3"), Play: inPlayCards(cards.PurseOfIo, cards.TreeOfLight)},
		}
		position(t, setup).
			use(0, 2).
			answer(0, "transmute").
			answer(0, "energy:air x2").
			crystals(0, 2*(1+1))
	})
	t.Run("works with a Balance of Ishtar", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 3, Reserve: energy("A4"), Play: inPlayCards(cards.PurseOfIo, cards.BalanceOfIshtar)},
			},
		}).
			use(0, 2).
			crystals(0, 16)
	})
	t.Run("works with a Potion of Life", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 3, Reserve: energy("A2E1"), Play: inPlayCards(cards.PurseOfIo, cards.PotionOfLife)},
			},
		}).
			answer(0, "activate:2").
			crystals(0, 3*5)
	})
	t.Run("has no effect on a Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A1"), Play: []PlaySetup{
			{Card: cards.PurseOfIo}, {Card: cards.GluttonCauldron, Tokens: energy("A6")}}}}}).
			use(0, 2).
			crystals(0, 15).
			reserve(0, "A7")
	})
	t.Run("has no effect on a Dragon Skull", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge: 4,
					Play: inPlayCards(
						cards.PurseOfIo, cards.DragonSkull, cards.RunicCubeOfEolis, cards.RunicCubeOfEolis,
					),
				},
			},
		}).
			answer(0, "activate:2").
			answer(0, "play:2", "play:3", "play:4").
			inPlay(0, cards.PurseOfIo).
			crystals(0, 15)
	})
	t.Run("has no effect on an opponent's transmuting", func(t *testing.T) {
		setup := winter
		setup.Seats = []SeatSetup{{Reserve: energy("E1")}, {Gauge: 1, Play: inPlayCards(cards.PurseOfIo)}}
		position(t, setup).
			answer(0, "transmute").
			answer(0, "energy:earth").
			crystals(0, 3).
			crystals(1, 0)
	})
	t.Run("shows in the owner's rates", func(t *testing.T) {
		setup := winter
		setup.Seats = []SeatSetup{{Gauge: 2, Play: inPlayCards(cards.PurseOfIo, cards.PurseOfIo)}}
		m := position(t, setup)
		require.Equal(t, EnergyView{Air: 3, Water: 3, Fire: 4, Earth: 5}, m.public(0).Rates)
		require.Equal(t, EnergyView{Air: 1, Water: 1, Fire: 2, Earth: 3}, m.public(1).Rates)
	})
}

func TestCard26PotionOfLife(t *testing.T) {
	// Without a transmute symbol: winter dice with a water or fire face.
	plain := dice(2, 3, 1)
	t.Run("costs two earth", func(t *testing.T) { costs(t, nil, 2, cards.PotionOfLife, "E2", 0) })
	t.Run("is sacrificed and turns each energy into four crystals, without a transmute symbol", func(t *testing.T) {
		position(t, Setup{
			Dice:  plain,
			Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F1E1"), Play: inPlayCards(cards.PotionOfLife)}},
		}).
			offersNot(0, "transmute").
			answer(0, "activate:1").
			asks(0, "turn").
			crystals(0, 16).
			reserve(0, "").
			inPlay(0).
			discarded(cards.PotionOfLife)
	})
	t.Run("the season does not matter", func(t *testing.T) {
		for _, season := range []cards.Season{cards.Winter, cards.Spring, cards.Summer, cards.Fall} {
			position(
				t,
				Setup{
					Seats: []SeatSetup{{Reserve: energy("A2W2F2E1"), Play: inPlayCards(cards.PotionOfLife)}},
				}.wheel(season),
			).
				answer(0, "activate:1").
				crystals(0, 28)
		}
	})
	t.Run("each Purse of Io adds one crystal per energy", func(t *testing.T) {
		position(
			t,
			Setup{Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.PotionOfLife, cards.PurseOfIo)}}},
		).
			answer(0, "activate:1").
			crystals(0, 15)
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Reserve: energy("A3"), Play: inPlayCards(cards.PotionOfLife, cards.PurseOfIo, cards.PurseOfIo)},
				},
			},
		).
			answer(0, "activate:1").
			crystals(0, 18)
	})
	t.Run("each transmute bonus of the turn adds one crystal per energy", func(t *testing.T) {
		position(
			t,
			Setup{Dice: plain, Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.PotionOfLife)}}},
		).
			answer(0, "bonus:transmute").
			answer(0, "bonus:transmute").
			answer(0, "activate:1").
			crystals(0, 18)
	})
	t.Run("energy on an Amulet of Water or a Glutton Cauldron stays", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("E2"), Play: []PlaySetup{
			{
				Card: cards.PotionOfLife,
			},
			{Card: cards.AmuletOfWater, Tokens: energy("W3A1")},
			{Card: cards.GluttonCauldron, Tokens: energy("F2")},
		}}}}).
			answer(0, "activate:1").
			crystals(0, 8).
			reserve(0, "").
			tokensOn(0, 2, "W3A1").
			tokensOn(0, 3, "F2")
	})
	t.Run("energy on a Bespelled Grimoire is part of the reserve", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Reserve: energy("E5W5"), Play: inPlayCards(cards.PotionOfLife, cards.BespelledGrimoire)},
			},
		}).
			answer(0, "activate:1").
			crystals(0, 40).
			reserve(0, "")
	})
	t.Run("may be used with an empty reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Play: inPlayCards(cards.PotionOfLife)}}}).
			answer(0, "activate:1").
			crystals(0, 0).
			inPlay(0).
			discarded(cards.PotionOfLife)
	})

	// An Amulet of Water leaves energy that could be transmuted.
	after := func(t *testing.T, setup Setup, more ...int) *scenario {
		t.Helper()
		setup.Seats[0].Play = append(
			[]PlaySetup{{Card: cards.PotionOfLife}, {Card: cards.AmuletOfWater, Tokens: energy("W4")}},
			inPlayCards(more...)...)
		return position(t, setup)
	}
	t.Run("afterwards the die's symbol does not permit transmuting", func(t *testing.T) {
		after(t, Setup{Seats: []SeatSetup{{}}}).
			offers(0, "transmute").
			answer(0, "activate:1").
			offersNot(0, "transmute")
	})
	t.Run("afterwards a Tree of Light activated before does not permit transmuting", func(t *testing.T) {
		after(t, Setup{Dice: plain, Turn: &TurnSetup{Tree: true}, Seats: []SeatSetup{{}}}).
			offers(0, "transmute").
			answer(0, "activate:1").
			offersNot(0, "transmute")
	})
	t.Run("afterwards a Tree of Light does not offer to permit transmuting", func(t *testing.T) {
		after(t, Setup{Dice: plain, Seats: []SeatSetup{{Crystals: 2}}}, cards.TreeOfLight).
			offers(0, "activate:3").
			answer(0, "activate:1").
			offersNot(0, "activate:3")
		after(t, Setup{Dice: plain, Seats: []SeatSetup{{Crystals: 3}}}, cards.TreeOfLight).
			answer(0, "activate:1").
			use(0, 3).
			asks(0, "gain").
			crystals(0, 0)
	})
	t.Run("afterwards the transmute bonus is offered but does not permit transmuting", func(t *testing.T) {
		after(t, Setup{Dice: plain, Seats: []SeatSetup{{}}}).
			answer(0, "bonus:transmute").
			offers(0, "transmute").
			answer(0, "activate:1").
			offersNot(0, "transmute").
			answer(0, "bonus:transmute").
			offersNot(0, "transmute").
			bonuses(0, 2)
	})
	t.Run("afterwards a Balance of Ishtar can be used, with the bonus", func(t *testing.T) {
		after(t, Setup{Dice: plain, Seats: []SeatSetup{{}}}, cards.BalanceOfIshtar).
			answer(0, "activate:1").
			answer(0, "bonus:transmute").
			use(0, 3).
			crystals(0, 16).
			tokensOn(0, 2, "")
	})
	t.Run("afterwards a second Potion of Life can be used, with the bonus", func(t *testing.T) {
		position(t, Setup{
			Dice: plain,
			Seats: []SeatSetup{
				{
					Reserve: energy("E2"),
					Play:    inPlayCards(cards.PotionOfLife, cards.PotionOfLife, cards.PotionOfKnowledge),
				},
			},
		}).
			answer(0, "activate:1").
			crystals(0, 8).
			answer(0, "activate:3").
			answer(0, "gain:air x5").
			answer(0, "bonus:transmute").
			answer(0, "activate:2").
			crystals(0, 33).
			reserve(0, "")
	})
	t.Run("the other players' turns are not concerned", func(t *testing.T) {
		// Face 6 of winter die 2 shows air, a star and transmute.
		position(t, Setup{Dice: dice(1, 6, 1), Seats: []SeatSetup{{Play: inPlayCards(cards.PotionOfLife)}, {}}}).
			answer(0, "activate:1").
			answer(0, "end").
			offers(1, "transmute")
	})
}

func TestCard32TreeOfLight(t *testing.T) {
	// In summer air gives 3 crystals, water 2, fire and earth 1. The dice show no transmute symbol.
	tree := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Play = append([]PlaySetup{{Card: cards.TreeOfLight}}, own.Play...)
		setup := Setup{Dice: dice(2, 3, 3), Seats: append([]SeatSetup{own}, others...)}
		return position(t, setup.wheel(cards.Summer))
	}
	t.Run("costs two earth", func(t *testing.T) { costs(t, nil, 2, cards.TreeOfLight, "E2", 0) })
	t.Run("one of two effects is chosen, and can be taken back", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 3, Reserve: energy("A2W1")}).
			answer(0, "activate:1").
			asks(0, "mode").
			offersOnly(0, "mode:gain", "mode:transmute", "back").
			answer(0, "back").
			takesBack(0, "activate:1", "mode:transmute").
			turned(0, 1, false)
	})
	t.Run("three crystals bring one energy of choice", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 4, Reserve: energy("A2W1")}).
			answer(0, "activate:1").
			answer(0, "mode:gain").
			asks(0, "gain").
			crystals(0, 1).
			refuses(0, game.CodeBadCount, "gain:air x2").
			answer(0, "gain:fire").
			asks(0, "turn").
			reserve(0, "A2W1F1").
			turned(0, 1, true).
			offersNot(0, "transmute")
	})
	t.Run("of an eighth energy the owner keeps seven", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 3, Reserve: energy("A4W3")}).
			answer(0, "activate:1").
			answer(0, "mode:gain").
			answer(0, "gain:fire").
			asks(0, "lose_energy").
			keeps(0, "energy:air x3", "energy:water x3", "energy:fire").
			reserve(0, "A3W3F1")
	})
	t.Run("one energy brings the permission to transmute at the usual rates", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 3, Reserve: energy("A2W1F1")}).
			offersNot(0, "transmute").
			answer(0, "activate:1").
			answer(0, "mode:transmute").
			asks(0, "tokens").
			offersOnly(0, "energy:air", "energy:water", "energy:fire", "back").
			answer(0, "energy:fire").
			asks(0, "turn").
			reserve(0, "A2W1").
			crystals(0, 3).
			turned(0, 1, true).
			answer(0, "transmute").
			answer(0, "energy:air", "energy:water").
			crystals(0, 8).
			answer(0, "transmute").
			answer(0, "energy:air").
			crystals(0, 11).
			reserve(0, "")
	})
	t.Run("the permission adds nothing to another one", func(t *testing.T) {
		tree(t, SeatSetup{Reserve: energy("A2")}).
			answer(0, "bonus:transmute").
			use(0, 1).
			answer(0, "transmute").
			answer(0, "energy:air").
			crystals(0, 4)
	})
	t.Run("the permission ends with the turn", func(t *testing.T) {
		tree(t, SeatSetup{Reserve: energy("A2")}, SeatSetup{Reserve: energy("A2")}).
			use(0, 1).
			offers(0, "transmute").
			answer(0, "end").
			asks(1, "turn").
			offersNot(1, "transmute")
	})
	t.Run("only once a round, so one of the two effects", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 6, Reserve: energy("A2")}).
			answer(0, "activate:1").
			answer(0, "mode:gain").
			answer(0, "gain:fire").
			offersNot(0, "activate:1")
	})
	t.Run("two copies can be used one after the other", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 6, Reserve: energy("A1"), Play: inPlayCards(cards.TreeOfLight)}).
			answer(0, "activate:1").
			answer(0, "mode:gain").
			answer(0, "gain:fire").
			answer(0, "activate:2").
			answer(0, "mode:transmute").
			answer(0, "energy:fire").
			offers(0, "transmute").
			crystals(0, 3).
			reserve(0, "A1")
	})
	t.Run("only what can be paid is offered", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 2, Reserve: energy("A2W1")}).
			use(0, 1).
			asks(0, "tokens")
		tree(t, SeatSetup{Crystals: 3}).
			use(0, 1).
			asks(0, "gain").
			crystals(0, 0)
		tree(t, SeatSetup{Crystals: 2}).
			offersNot(0, "activate:1")
	})
	t.Run("crystals that Thieving Fairies take cannot pay", func(t *testing.T) {
		fairies := SeatSetup{Play: inPlayCards(cards.ThievingFairies)}
		tree(t, SeatSetup{Crystals: 3}, fairies).
			offersNot(0, "activate:1")
		tree(t, SeatSetup{Crystals: 4}, fairies).
			use(0, 1).
			asks(0, "gain").
			crystals(0, 0).
			crystals(1, 2)
	})
	t.Run("the energy may come from an Amulet of Water", func(t *testing.T) {
		tree(t, SeatSetup{Play: []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("W2")}}}).
			use(0, 1).
			tokensOn(0, 2, "W1").
			answer(0, "transmute").
			answer(0, "energy:water@2").
			crystals(0, 2).
			tokensOn(0, 2, "")
	})
	t.Run("a Hand of Fortune does not lower its price", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 2, Play: inPlayCards(cards.HandOfFortune)}).
			offersNot(0, "activate:1")
	})
}
