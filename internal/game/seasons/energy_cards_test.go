package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard18BespelledGrimoire(t *testing.T) {
	limit := func(t *testing.T, m *scenario, seat, want int) {
		require.Equal(t, want, m.public(seat).Limit)
	}
	t.Run("costs one water and one earth", func(t *testing.T) { costs(t, nil, 2, cards.BespelledGrimoire, "W1E1", 0) })
	t.Run("gives two energies of choice and a limit of ten", func(t *testing.T) {
		m := position(
			t,
			Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F5W1E1"), Hand: []int{cards.BespelledGrimoire}}}},
		)
		limit(t, m, 0, 7)
		m.answer(0, summonID(cards.BespelledGrimoire)).
			asks(0, "gain").
			refuses(0, game.CodeBadCount, "gain:air").
			answer(0, "gain:air", "gain:earth").
			reserve(0, "A1F5E1").
			asks(0, "turn")
		limit(t, m, 0, 10)
		limit(t, m, 1, 7)
	})
	t.Run("the limit rises before the gain", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("F7"),
					Hand:    []int{cards.BespelledGrimoire},
					Play:    waterAmulets("W1E1"),
				},
			},
		}).
			answer(0, summonID(cards.BespelledGrimoire)).
			answer(0, "gain:air x2").
			asks(0, "turn").
			reserve(0, "A2F7")
	})
	t.Run("the limit rises before a Vase gives energy for the Grimoire itself", func(t *testing.T) {
		seat := SeatSetup{Gauge: 3, Reserve: energy("F7"), Hand: []int{cards.BespelledGrimoire},
			Play: append(waterAmulets("W1E1"), inPlayCards(cards.YjangsForgottenVase)...)}
		position(t, Setup{Seats: []SeatSetup{seat}}).
			answer(0, summonID(cards.BespelledGrimoire)).
			answer(0, "gain:air").
			asks(0, "gain").
			answer(0, "gain:earth x2").
			asks(0, "turn").
			reserve(0, "A1F7E2")
	})
	t.Run("ten tokens may be kept", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Reserve: energy("F5"), Play: inPlayCards(cards.BespelledGrimoire, cards.PotionOfKnowledge)},
			},
		}).
			answer(0, "activate:2").
			answer(0, "gain:air x5").
			asks(0, "turn").
			reserve(0, "A5F5")
	})
	t.Run("of more than ten the owner keeps ten", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Reserve: energy("F7"), Play: inPlayCards(cards.BespelledGrimoire, cards.PotionOfKnowledge)},
			},
		}).
			answer(0, "activate:2").
			answer(0, "gain:air x5").
			asks(0, "lose_energy").
			refuses(0, game.CodeBadCount, "energy:fire x7").
			keeps(0, "energy:fire x5", "energy:air x5").
			reserve(0, "A5F5")
	})
	t.Run("two copies still hold ten", func(t *testing.T) {
		m := position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("F8W1E1"),
					Hand:    []int{cards.BespelledGrimoire},
					Play:    inPlayCards(cards.BespelledGrimoire),
				},
			},
		}).
			answer(0, summonID(cards.BespelledGrimoire)).answer(0, "gain:air x2").reserve(0, "A2F8")
		limit(t, m, 0, 10)
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Reserve: energy("F9"),
					Play: inPlayCards(
						cards.BespelledGrimoire, cards.BespelledGrimoire, cards.PotionOfKnowledge,
					),
				},
			},
		}).
			answer(0, "activate:3").
			answer(0, "gain:air x5").
			asks(0, "lose_energy").
			keeps(0, "energy:fire x5", "energy:air x5").
			reserve(0, "A5F5")
	})
	t.Run("when one of two copies leaves nothing changes", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("F3"),
				Hand:    []int{cards.SyllasTheFaithful},
			},
			{Reserve: energy("A5F5"), Play: inPlayCards(cards.BespelledGrimoire, cards.BespelledGrimoire)},
		}}).answer(0, summonID(cards.SyllasTheFaithful)).answer(1, "play:1").asks(0, "turn").reserve(1, "A5F5")
		limit(t, m, 1, 10)
	})
	t.Run("when the last one is sacrificed the owner keeps seven at once", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Reserve: energy("A5F5"),
					Play:    inPlayCards(cards.BespelledGrimoire, cards.DragonSkull, cards.RunicCubeOfEolis),
				},
			},
		}).
			answer(0, "activate:2").
			answer(0, "play:1", "play:2", "play:3").
			asks(0, "lose_energy").
			crystals(0, 0).
			refuses(0, game.CodeBadCount, "energy:air x5", "energy:fire x5").
			keeps(0, "energy:air x2", "energy:fire x5").
			reserve(0, "A2F5").
			crystals(0, 15)
	})
	t.Run("both copies leaving together make one choice", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Reserve: energy("A5F5"),
					Play:    inPlayCards(cards.BespelledGrimoire, cards.DragonSkull, cards.BespelledGrimoire),
				},
			},
		}).
			answer(0, "activate:2").
			answer(0, "play:1", "play:2", "play:3").
			asks(0, "lose_energy").
			keeps(0, "energy:air x2", "energy:fire x5").
			asks(0, "turn")
	})
	t.Run("with a Cursed Treatise in the same sacrifice the reserve burns first", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Reserve: energy("A5F5"),
					Play: inPlayCards(
						cards.BespelledGrimoire, cards.DragonSkull, cards.CursedTreatiseOfArus,
					),
				},
			},
		}).
			answer(0, "activate:2").
			answer(0, "play:1", "play:2", "play:3").
			asks(0, "turn").
			reserve(0, "").
			crystals(0, 15)
	})
	t.Run("seven or fewer tokens stay without a question", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("F3"),
				Hand:    []int{cards.SyllasTheFaithful},
			},
			{Reserve: energy("A3F4"), Play: inPlayCards(cards.BespelledGrimoire)},
		}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			asks(0, "turn").
			reserve(1, "A3F4")
	})
	t.Run("tokens all alike are cut to seven without a question", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("F3"),
				Hand:    []int{cards.SyllasTheFaithful},
			},
			{Reserve: energy("A9"), Play: inPlayCards(cards.BespelledGrimoire)},
		}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			asks(0, "turn").
			reserve(1, "A7")
	})
}

// All tokens are part of the reserve, even those above seven.
func TestCard18BespelledGrimoireReserve(t *testing.T) {
	full := func(reserve string, more ...int) SeatSetup {
		return SeatSetup{
			Gauge:   9,
			Reserve: energy(reserve),
			Play:    append(inPlayCards(cards.BespelledGrimoire), inPlayCards(more...)...),
		}
	}
	t.Run("an Air Elemental changes them all", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A3"), Hand: []int{cards.AirElemental}},
				full("F5W4"),
			},
		}).
			answer(0, summonID(cards.AirElemental)).
			reserve(1, "A9")
	})
	t.Run("a Lantern of Xidit counts them all", func(t *testing.T) {
		require.Equal(
			t,
			27,
			position(t, Setup{Seats: []SeatSetup{full("F5W4", cards.LanternOfXidit)}}).public(0).Score.Cards,
		)
	})
	t.Run("Lewis Greyface copies them all", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}},
				full("F5W4"),
			},
		}).
			answer(0, summonID(cards.LewisGreyface)).
			asks(0, "lose_energy").
			keeps(0, "energy:fire x5", "energy:water x2").
			reserve(0, "F5W2").
			reserve(1, "F5W4")
	})
	t.Run("a Potion of Dreams discards them all", func(t *testing.T) {
		seat := full("F5W4", cards.PotionOfDreams)
		seat.Hand = []int{cards.RunicCubeOfEolis}
		position(t, Setup{Seats: []SeatSetup{seat}}).
			answer(0, "activate:2").
			answer(0, cardID(cards.RunicCubeOfEolis)).
			reserve(0, "")
	})
	t.Run("a Potion of Life transmutes them all", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{full("F5W4", cards.PotionOfLife)}}).
			answer(0, "activate:2").
			crystals(0, 36).
			reserve(0, "")
	})
	t.Run("a Cursed Treatise burns them all", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}},
				full("F5W4", cards.CursedTreatiseOfArus),
			},
		}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			answer(1, "play:2").
			reserve(1, "")
	})
}

func TestCard21LewisGreyface(t *testing.T) {
	t.Run("costs an air and a fire", func(t *testing.T) { costs(t, nil, 2, cards.LewisGreyface, "A1F1", 0) })
	t.Run("with two players copies the only opponent's reserve and asks nothing", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}},
				{Reserve: energy("A2W1E3")},
			},
		}).
			answer(0, summonID(cards.LewisGreyface)).
			asks(0, "turn").
			reserve(0, "A2W1E3").
			inPlay(0, cards.LewisGreyface)
	})
	t.Run("the opponent keeps its energy", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}},
					{Reserve: energy("A2W1E3")},
				},
			},
		).
			answer(0, summonID(cards.LewisGreyface)).
			reserve(1, "A2W1E3")
	})
	t.Run("of several opponents the summoner chooses one, and must", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("A1F1E1"),
				Hand:    []int{cards.LewisGreyface},
			},
			{Reserve: energy("W2")},
			{Reserve: energy("F3")},
			{},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			asks(0, "opponent").
			offersOnly(0, "seat:1", "seat:2", "seat:3").
			refuses(0, game.CodeBadCount).
			refuses(0, game.CodeBadCount, "seat:1", "seat:2").
			answer(0, "seat:2").
			reserve(0, "F3E1").
			reserve(1, "W2").
			reserve(2, "F3")
	})
	t.Run("an opponent with an empty reserve is a legal choice", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F1E1"), Hand: []int{cards.LewisGreyface}}, {Reserve: energy("W2")}, {},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			answer(0, "seat:2").
			asks(0, "turn").
			reserve(0, "E1")
	})
	t.Run("copies energy of a Bespelled Grimoire, as it is part of the reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   2,
				Reserve: energy("A1F1"),
				Hand:    []int{cards.LewisGreyface},
				Play:    inPlayCards(cards.BespelledGrimoire),
			},
			{Reserve: energy("A4W6"), Play: inPlayCards(cards.BespelledGrimoire)},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			reserve(0, "A4W6")
	})
	t.Run("does not copy energy on an Amulet of Water or a Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}},
			{
				Reserve: energy("E1"),
				Play: []PlaySetup{
					{Card: cards.AmuletOfWater, Tokens: energy("W4")},
					{Card: cards.GluttonCauldron, Tokens: energy("F5")},
				},
			},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			reserve(0, "E1").
			tokensOn(1, 1, "W4").
			tokensOn(1, 2, "F5")
	})
	t.Run("of too much energy the summoner keeps seven at once, old or new", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F2E3"), Hand: []int{cards.LewisGreyface}}, {Reserve: energy("A4W1")},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			asks(0, "lose_energy").
			offersOnly(0, "energy:air", "energy:water", "energy:fire", "energy:earth").
			refuses(0, game.CodeBadCount, "energy:air x4", "energy:water").
			refuses(0, game.CodeBadCount, "energy:air x4", "energy:water", "energy:fire", "energy:earth x2").
			keeps(0, "energy:air x4", "energy:earth x3").
			asks(0, "turn").
			reserve(0, "A4E3").
			reserve(1, "A4W1")
	})
	t.Run("the summoner's own limit counts, not the opponent's", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("A1F1"),
				Hand:    []int{cards.LewisGreyface},
			},
			{Reserve: energy("A5W5"), Play: inPlayCards(cards.BespelledGrimoire)},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			asks(0, "lose_energy").
			keeps(0, "energy:air x5", "energy:water x2").
			reserve(0, "A5W2")
	})
	t.Run("summoned by a Potion of Dreams it copies after the reserve is discarded", func(t *testing.T) {
		useDreamsFor(
			t,
			cards.LewisGreyface,
			SeatSetup{Gauge: 1, Reserve: energy("A1F6"), Play: inPlayCards(cards.PotionOfDreams)},
			SeatSetup{Reserve: energy("W2E1")},
		).
			asks(0, "turn").
			reserve(0, "W2E1")
	})
}

func TestCard25PotionOfKnowledge(t *testing.T) {
	t.Run("costs two water", func(t *testing.T) { costs(t, nil, 2, cards.PotionOfKnowledge, "W2", 0) })
	t.Run("is sacrificed to gain five energies of choice", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Play: inPlayCards(cards.PotionOfKnowledge)}}}).
			answer(0, "activate:1").
			asks(0, "gain").
			offersOnly(0, "gain:air", "gain:water", "gain:fire", "gain:earth").
			inPlay(0).
			discarded(cards.PotionOfKnowledge).
			answer(0, "gain:air x2", "gain:water", "gain:fire", "gain:earth").
			asks(0, "turn").
			reserve(0, "A2W1F1E1")
	})
	t.Run("all five may be the same", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Play: inPlayCards(cards.PotionOfKnowledge)}}}).
			answer(0, "activate:1").
			answer(0, "gain:earth x5").
			reserve(0, "E5")
	})
	t.Run("neither fewer nor more than five are taken", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Play: inPlayCards(cards.PotionOfKnowledge)}}}).
			answer(0, "activate:1").
			refuses(0, game.CodeBadCount, "gain:earth x4").
			refuses(0, game.CodeBadCount, "gain:earth x5", "gain:air")
	})
	t.Run("of more than seven the owner keeps seven at once", func(t *testing.T) {
		position(
			t,
			Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A4"), Play: inPlayCards(cards.PotionOfKnowledge)}}},
		).
			answer(0, "activate:1").
			answer(0, "gain:earth x5").
			asks(0, "lose_energy").
			keeps(0, "energy:air x2", "energy:earth x5").
			reserve(0, "A2E5")
	})
	t.Run("with a Bespelled Grimoire ten fit", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("A5"),
					Play:    inPlayCards(cards.PotionOfKnowledge, cards.BespelledGrimoire),
				},
			},
		}).
			answer(0, "activate:1").
			answer(0, "gain:earth x5").
			asks(0, "turn").
			reserve(0, "A5E5")
	})
	t.Run("does not count the energy on an Amulet of Water for the limit", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("A2"),
					Play: []PlaySetup{
						{Card: cards.PotionOfKnowledge},
						{Card: cards.AmuletOfWater, Tokens: energy("W4")},
					},
				},
			},
		}).
			answer(0, "activate:1").
			answer(0, "gain:earth x5").
			asks(0, "turn").
			reserve(0, "A2E5")
	})
}

func TestCard47MirrorOfTheSeasons(t *testing.T) {
	mirror := func(t *testing.T, crystals int, reserve string, opponent ...int) *scenario {
		return position(t, Setup{Seats: []SeatSetup{
			{
				Crystals: crystals,
				Reserve:  energy(reserve),
				Play:     inPlayCards(cards.MirrorOfTheSeasons),
			},
			{Play: inPlayCards(opponent...)},
		}})
	}
	t.Run("costs three crystals", func(t *testing.T) { costs(t, nil, 2, cards.MirrorOfTheSeasons, "", 3) })
	t.Run("X crystals turn X tokens of one kind into another", func(t *testing.T) {
		mirror(t, 5, "A4F1").
			answer(0, "activate:1").
			offersOnly(0, "kind:air", "kind:fire", "back").
			answer(0, "kind:air").
			answer(0, "kind:water").
			answer(0, "energy:air x3").
			crystals(0, 2).
			reserve(0, "A1W3F1").
			turned(0, 1, true)
	})
	t.Run("X may be one", func(t *testing.T) {
		mirror(t, 5, "A4").
			use(0, 1).
			answer(0, "kind:earth").
			answer(0, "energy:air").
			crystals(0, 4).
			reserve(0, "A3E1")
	})
	t.Run("X is at least one", func(t *testing.T) {
		mirror(t, 5, "A4").
			use(0, 1).
			answer(0, "kind:earth").
			refuses(0, game.CodeBadCount)
	})
	t.Run("the new kind is another one", func(t *testing.T) {
		mirror(t, 5, "A4F1").
			answer(0, "activate:1").
			answer(0, "kind:air").
			offersOnly(0, "kind:water", "kind:fire", "kind:earth", "back")
	})
	t.Run("X is at most the tokens of that kind", func(t *testing.T) {
		mirror(t, 9, "A2F3").
			answer(0, "activate:1").
			answer(0, "kind:air").
			answer(0, "kind:fire").
			refuses(0, game.CodeBadCount, "energy:air x3").
			offersNot(0, "energy:fire")
	})
	t.Run("X is at most the crystals that Fairies leave", func(t *testing.T) {
		mirror(t, 3, "A4").
			use(0, 1).
			answer(0, "kind:fire").
			refuses(0, game.CodeBadCount, "energy:air x4").
			answer(0, "energy:air x3").
			crystals(0, 0)
		mirror(t, 3, "A4", cards.ThievingFairies).
			use(0, 1).
			answer(0, "kind:fire").
			refuses(0, game.CodeBadCount, "energy:air x3").
			answer(0, "energy:air x2").
			crystals(0, 0)
	})
	t.Run("without tokens or without a crystal left it cannot be activated", func(t *testing.T) {
		for why, m := range map[string]*scenario{
			"no_energy": mirror(t, 5, ""), "no_crystals": mirror(t, 0, "A4"),
		} {
			m.offersNot(0, "activate:1")
			require.Equal(t, why, *m.private(0).Unusable.Get("c1"))
		}
		mirror(t, 1, "A4", cards.ThievingFairies).offersNot(0, "activate:1")
	})
	t.Run("tokens of an Amulet of Water come into the reserve, which may be too full", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 2, Reserve: energy("F7"), Play: []PlaySetup{
			{Card: cards.MirrorOfTheSeasons}, {Card: cards.AmuletOfWater, Tokens: energy("A2")},
		}}}}).
			answer(0, "activate:1").
			answer(0, "kind:air").
			answer(0, "kind:water").
			answer(0, "energy:air@2 x2").
			asks(0, "lose_energy").
			keeps(0, "energy:fire x5", "energy:water x2").
			reserve(0, "W2F5").
			tokensOn(0, 2, "").
			crystals(0, 0)
	})
	t.Run("tokens of one kind may come from reserve and Amulet together", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 4, Reserve: energy("A2"), Play: []PlaySetup{
			{Card: cards.MirrorOfTheSeasons}, {Card: cards.AmuletOfWater, Tokens: energy("A2")},
		}}}}).
			use(0, 1).
			answer(0, "kind:fire").
			answer(0, "energy:air", "energy:air@2 x2").
			reserve(0, "A1F3").
			tokensOn(0, 2, "").
			crystals(0, 1)
	})
	t.Run("going back at any step changes nothing", func(t *testing.T) {
		m := mirror(t, 5, "A4F1", cards.ThievingFairies)
		m.answer(0, "activate:1").answer(0, "back")
		m.answer(0, "activate:1").
			answer(0, "kind:air").
			answer(0, "back")
		m.answer(0, "activate:1").
			answer(0, "kind:air").
			answer(0, "kind:fire").
			answer(0, "back")
		m.crystals(0, 5).
			crystals(1, 0).
			reserve(0, "A4F1").
			turned(0, 1, false).
			offers(0, "activate:1")
	})
	t.Run("once a round, each copy", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Crystals: 5,
					Reserve:  energy("A1"),
					Play:     inPlayCards(cards.MirrorOfTheSeasons, cards.MirrorOfTheSeasons),
				},
			},
		}).
			use(0, 1).
			answer(0, "kind:fire").
			offersNot(0, "activate:1").
			use(0, 2).
			answer(0, "kind:air").
			offersNot(0, "activate:2").
			reserve(0, "A1").
			crystals(0, 3)
	})
}

func TestCard48PendantOfRagnor(t *testing.T) {
	summon := func(t *testing.T, reserve string, play ...int) *scenario {
		return position(t, Setup{Seats: []SeatSetup{
			{Gauge: 15, Reserve: energy(reserve), Hand: []int{cards.PendantOfRagnor}, Play: inPlayCards(play...)},
		}}).answer(0, summonID(cards.PendantOfRagnor))
	}
	t.Run(
		"costs one air, one water and one fire",
		func(t *testing.T) { costs(t, nil, 2, cards.PendantOfRagnor, "A1W1F1", 0) },
	)
	t.Run("brings an energy of choice for each other magic item", func(t *testing.T) {
		summon(t, "A1W1F1", cards.RunicCubeOfEolis, cards.RunicCubeOfEolis, cards.WondrousChest).
			refuses(0, game.CodeBadCount, "gain:air x2").
			answer(0, "gain:air x2", "gain:earth").
			reserve(0, "A2E1")
	})
	t.Run("not for familiars, nor for itself", func(t *testing.T) {
		summon(t, "A1W1F1", cards.AirElemental, cards.SidNightshade).
			asks(0, "turn").
			reserve(0, "")
		summon(t, "A1W1F1").
			asks(0, "turn").
			reserve(0, "")
	})
	t.Run("not for other players' items", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("A1W1F1"),
				Hand:    []int{cards.PendantOfRagnor},
			},
			{Play: inPlayCards(cards.RunicCubeOfEolis)},
		}}).
			answer(0, summonID(cards.PendantOfRagnor)).
			asks(0, "turn").
			reserve(0, "")
	})
	t.Run("counts an earlier Pendant", func(t *testing.T) {
		summon(t, "A1W1F1", cards.PendantOfRagnor).
			answer(0, "gain:fire").
			reserve(0, "F1")
	})
	t.Run("too many tokens are thrown away at once", func(t *testing.T) {
		summon(
			t, "A1W1F3E2", cards.RunicCubeOfEolis, cards.RunicCubeOfEolis, cards.WondrousChest,
			cards.WondrousChest,
		).
			answer(0, "gain:air x4").
			asks(0, "lose_energy").
			keeps(0, "energy:air x4", "energy:fire x2", "energy:earth").
			reserve(0, "A4F2E1")
	})
	t.Run("of more than the reserve can hold only so many are named", func(t *testing.T) {
		summon(
			t, "A1W1F1", cards.RunicCubeOfEolis, cards.RunicCubeOfEolis, cards.WondrousChest,
			cards.WondrousChest, cards.RagfieldsHelm, cards.RagfieldsHelm, cards.PurseOfIo, cards.PurseOfIo,
		).
			refuses(0, game.CodeBadCount, "gain:air x8").
			answer(0, "gain:air x7").
			reserve(0, "A7")
	})
	t.Run("put in play by a Chalice counts the Chalice", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.PendantOfRagnor, cards.RunicCubeOfEolis, cards.AmuletOfAir, cards.AmuletOfFire},
			Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.PendantOfRagnor)).
			answer(0, "gain:air").
			reserve(0, "A1")
	})
}
