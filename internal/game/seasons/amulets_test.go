package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard01AmuletOfAir(t *testing.T) {
	t.Run("costs two air", func(t *testing.T) { costs(t, nil, 2, cards.AmuletOfAir, "A2", 0) })
	t.Run("raises the gauge by two", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir}}}}).
			answer(0, summonID(cards.AmuletOfAir)).
			gauge(0, 3).
			gauge(1, 0).
			reserve(0, "").
			inPlay(0, cards.AmuletOfAir).
			asks(0, "turn")
	})
	t.Run("not beyond fifteen", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 14, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir}}}}).
			answer(0, summonID(cards.AmuletOfAir)).
			gauge(0, 15)
	})
	t.Run("can be summoned with a full gauge track", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 15, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir}}}}).
			answer(0, summonID(cards.AmuletOfAir)).
			gauge(0, 15).
			inPlay(0, cards.AmuletOfAir)
	})
	t.Run("two copies raise it by four", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A4"), Hand: []int{cards.AmuletOfAir, cards.AmuletOfAir}},
			},
		}).
			answer(0, summonID(cards.AmuletOfAir)).
			answer(0, summonID(cards.AmuletOfAir)).
			gauge(0, 5).
			inPlay(0, cards.AmuletOfAir, cards.AmuletOfAir)
	})
	t.Run("needs a free place before the gauge rises", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{
						Gauge:   1,
						Reserve: energy("A2"),
						Hand:    []int{cards.AmuletOfAir},
						Play:    inPlayCards(cards.RunicCubeOfEolis),
					},
				},
			},
		).
			offersNot(0, summonID(cards.AmuletOfAir))
	})
}

func TestCard02AmuletOfFire(t *testing.T) {
	owner, opponent, spectator := game.SeatViewer(0), game.SeatViewer(1), game.Spectator()
	summoned := func(t *testing.T, setup Setup) *scenario {
		setup.Seats = []SeatSetup{
			{Gauge: 1, Reserve: energy("F2"), Hand: []int{cards.AmuletOfFire, cards.AmuletOfEarth}},
		}
		return position(t, setup).answer(0, summonID(cards.AmuletOfFire))
	}
	t.Run("costs two fire", func(t *testing.T) { costs(t, nil, 2, cards.AmuletOfFire, "F2", 0) })
	t.Run("draws four, one must go to the hand, three are discarded", func(t *testing.T) {
		summoned(t, Setup{
			Draw: []int{
				cards.AirElemental, cards.SyllasTheFaithful, cards.YjangsForgottenVase, cards.HandOfFortune,
				cards.DamnedSoulOfOnys,
			},
		}).
			asks(0, "pick_card").
			offersOnly(
				0, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune),
				cardID(cards.YjangsForgottenVase), cardID(cards.AirElemental),
			).
			refuses(0, game.CodeBadCount).
			refuses(0, game.CodeBadCount, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune)).
			answer(0, cardID(cards.YjangsForgottenVase)).
			hand(0, cards.AmuletOfEarth, cards.YjangsForgottenVase).
			discardedAnyOrder(cards.SyllasTheFaithful, cards.HandOfFortune, cards.AirElemental).
			asks(0, "turn")
	})
	t.Run("only the owner sees the cards drawn", func(t *testing.T) {
		m := summoned(
			t,
			Setup{
				Draw: []int{
					cards.SyllasTheFaithful, cards.HandOfFortune, cards.YjangsForgottenVase,
					cards.AirElemental,
				},
			},
		).
			learns(
				owner,
				fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.AmuletOfFire, cards.SyllasTheFaithful),
				fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.AmuletOfFire, cards.AirElemental),
			)
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(other, fmt.Sprintf("draw seat 0 card %d", cards.AmuletOfFire)).learnsNot(other, "drawn", "private")
		}
		require.Len(t, m.private(0).Held, 4)
		require.Nil(t, m.public(0).Secret)
		require.Equal(t, 4, m.public(0).Held)
		require.Equal(t, "pick_card", m.public(0).Asked)
		require.Equal(t, game.Seats(0).With(0), m.step.Shown)
		require.False(t, m.step.Undoable())
	})
	t.Run("the chosen and the discarded cards stay secret", func(t *testing.T) {
		m := summoned(t, Setup{
			Draw: []int{
				cards.SyllasTheFaithful, cards.HandOfFortune, cards.YjangsForgottenVase, cards.AirElemental,
			},
		}).
			answer(0, cardID(cards.YjangsForgottenVase)).
			learns(
				owner,
				fmt.Sprintf(
					"keep seat 0 card %d private kept %d", cards.AmuletOfFire, cards.YjangsForgottenVase,
				),
				fmt.Sprintf(
					"discard seat 0 card %d private discarded %d",
					cards.AmuletOfFire,
					cards.SyllasTheFaithful,
				),
			)
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(
				other,
				fmt.Sprintf("keep seat 0 card %d", cards.AmuletOfFire),
				fmt.Sprintf("discard seat 0 card %d", cards.AmuletOfFire),
			).
				learnsNot(other, "kept", "discarded", "private")
		}
		require.Equal(t, 2, m.public(0).Hand)
	})
	t.Run("of two equal cards one may be chosen", func(t *testing.T) {
		summoned(t, Setup{
			Draw: []int{
				cards.SyllasTheFaithful, cards.HandOfFortune, cards.SyllasTheFaithful, cards.HandOfFortune,
			},
		}).
			answer(0, cardID(cards.SyllasTheFaithful)).
			hand(0, cards.AmuletOfEarth, cards.SyllasTheFaithful).
			discardedAnyOrder(cards.SyllasTheFaithful, cards.HandOfFortune, cards.HandOfFortune)
	})
	t.Run("the draw goes on across a reshuffle", func(t *testing.T) {
		summoned(
			t,
			Setup{
				Draw:    []int{cards.SyllasTheFaithful},
				Discard: []int{cards.HandOfFortune, cards.YjangsForgottenVase, cards.AirElemental},
				Rest:    "aside",
			},
		).
			offersOnly(
				0, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune),
				cardID(cards.YjangsForgottenVase), cardID(cards.AirElemental),
			).
			answer(0, cardID(cards.HandOfFortune)).
			discardedAnyOrder(cards.SyllasTheFaithful, cards.YjangsForgottenVase, cards.AirElemental)
	})
	t.Run("with fewer cards one of them is chosen", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{cards.SyllasTheFaithful}, Discard: []int{cards.HandOfFortune}, Rest: "aside"}).
			offersOnly(0, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune)).
			answer(0, cardID(cards.SyllasTheFaithful)).
			hand(0, cards.AmuletOfEarth, cards.SyllasTheFaithful).
			discarded(cards.HandOfFortune)
	})
	t.Run("a single card goes to the hand without a question", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{cards.SyllasTheFaithful}, Rest: "aside"}).
			asks(0, "turn").
			hand(0, cards.AmuletOfEarth, cards.SyllasTheFaithful).
			discarded()
	})
	t.Run("with no card anywhere nothing happens", func(t *testing.T) {
		summoned(t, Setup{Rest: "aside"}).
			asks(0, "turn").
			hand(0, cards.AmuletOfEarth).
			inPlay(0, cards.AmuletOfFire)
	})
	t.Run("two copies draw four each", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{
				cards.SyllasTheFaithful, cards.HandOfFortune, cards.YjangsForgottenVase, cards.AirElemental,
				cards.FigrimTheAvaricious, cards.LewisGreyface, cards.ElementalAmulet, cards.ThievingFairies,
			},
			Seats: []SeatSetup{
				{Gauge: 2, Reserve: energy("F4"), Hand: []int{cards.AmuletOfFire, cards.AmuletOfFire}},
			},
		}).
			answer(0, summonID(cards.AmuletOfFire)).
			answer(0, cardID(cards.SyllasTheFaithful)).
			answer(0, summonID(cards.AmuletOfFire)).
			offersOnly(
				0, cardID(cards.FigrimTheAvaricious), cardID(cards.LewisGreyface),
				cardID(cards.ElementalAmulet), cardID(cards.ThievingFairies),
			).
			answer(0, cardID(cards.ThievingFairies)).
			hand(0, cards.SyllasTheFaithful, cards.ThievingFairies)
	})
}

func TestCard03AmuletOfEarth(t *testing.T) {
	t.Run("costs two earth", func(t *testing.T) { costs(t, nil, 2, cards.AmuletOfEarth, "E2", 0) })
	t.Run("gives nine crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("E2"), Hand: []int{cards.AmuletOfEarth}}}}).
			answer(0, summonID(cards.AmuletOfEarth)).
			crystals(0, 9).
			crystals(1, 0).
			reserve(0, "").
			asks(0, "turn")
	})
	t.Run("two copies give eighteen", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:    2,
					Crystals: 1,
					Reserve:  energy("E4"),
					Hand:     []int{cards.AmuletOfEarth, cards.AmuletOfEarth},
				},
			},
		}).
			answer(0, summonID(cards.AmuletOfEarth)).
			answer(0, summonID(cards.AmuletOfEarth)).
			crystals(0, 19)
	})
	t.Run("its crystals cannot pay a toll for itself", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("E2"),
				Hand:    []int{cards.AmuletOfEarth},
			},
			{Gauge: 1, Play: inPlayCards(cards.ArcanoLeech)},
		}}).offersNot(0, summonID(cards.AmuletOfEarth))
	})
}

func TestCard04AmuletOfWater(t *testing.T) {
	t.Run("costs two water", func(t *testing.T) { costs(t, nil, 2, cards.AmuletOfWater, "W2", 0) })
	summoned := func(t *testing.T, reserve string) *scenario {
		return position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Gauge: 2, Reserve: energy(reserve), Hand: []int{cards.AmuletOfWater, cards.AmuletOfWater}},
				},
			},
		).
			answer(0, summonID(cards.AmuletOfWater))
	}
	t.Run("four energies of choice are placed on it", func(t *testing.T) {
		summoned(t, "W2F1").
			asks(0, "store").
			refuses(0, game.CodeBadCount, "gain:air x3").
			refuses(0, game.CodeBadCount, "gain:air x5").
			answer(0, "gain:air", "gain:water", "gain:fire x2").
			tokensOn(0, 1, "A1W1F2").
			reserve(0, "F1").
			asks(0, "turn")
	})
	t.Run("all four may be alike", func(t *testing.T) {
		summoned(t, "W2").
			answer(0, "gain:earth x4").
			tokensOn(0, 1, "E4")
	})
	t.Run("each copy holds its own", func(t *testing.T) {
		summoned(t, "W4").
			answer(0, "gain:earth x4").
			answer(0, summonID(cards.AmuletOfWater)).
			answer(0, "gain:air x4").
			tokensOn(0, 1, "E4").
			tokensOn(0, 2, "A4").
			reserve(0, "")
	})
	t.Run("a full reserve does not matter", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F7"), Hand: []int{cards.AmuletOfWater},
			Play: waterAmulets("W2")}}}).
			answer(0, summonID(cards.AmuletOfWater)).
			answer(0, "gain:earth x4").
			reserve(0, "F7").
			tokensOn(0, 2, "E4").
			asks(0, "turn")
	})
	t.Run("everybody sees what lies on it", func(t *testing.T) {
		m := summoned(t, "W2").answer(0, "gain:earth x4").
			learns(game.Spectator(), fmt.Sprintf("store seat 0 earth 4 card %d", cards.AmuletOfWater))
		require.Equal(t, energy("E4"), m.public(0).Play.Get("c1").Tokens)
	})
	t.Run("brought by a Divine Chalice it is filled too", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.AmuletOfWater, cards.WondrousChest, cards.BeggarsHorn, cards.KairnTheDestroyer},
			Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.AmuletOfWater)).
			asks(0, "store").
			answer(0, "gain:water x4").
			tokensOn(0, 2, "W4")
	})
}

// The tokens can be spent on everything: payments, discards, placing and transmuting.
func TestCard04AmuletOfWaterTokensSpent(t *testing.T) {
	owns := func(reserve string, play ...PlaySetup) SeatSetup {
		return SeatSetup{Gauge: 9, Reserve: energy(reserve), Play: play}
	}
	t.Run("summoning", func(t *testing.T) {
		seat := owns("", waterAmulets("A2")...)
		seat.Hand = []int{cards.AmuletOfAir}
		position(t, Setup{Seats: []SeatSetup{seat}}).
			answer(0, summonID(cards.AmuletOfAir)).
			tokensOn(0, 1, "").
			inPlay(0, cards.AmuletOfWater, cards.AmuletOfAir)
	})
	t.Run("one payment may mix the reserve and both Amulets", func(t *testing.T) {
		seat := owns("A2", waterAmulets("A2", "A2")...)
		seat.Hand = []int{cards.KairnTheDestroyer}
		m := position(t, Setup{Seats: []SeatSetup{seat}}).takesBack(0, summonID(cards.KairnTheDestroyer)).
			answer(0, summonID(cards.KairnTheDestroyer)).asks(0, "payment").
			offersOnly(0, "energy:air", "energy:air@1", "energy:air@2", "back").
			refuses(0, game.CodeBadCount, "energy:air", "energy:air@1")
		require.Equal(
			t,
			[]game.PickText{{Option: "energy:air", N: 2, Group: "air"}, {Option: "energy:air@1", N: 1, Group: "air"}},
			m.decision(0).Text(theRules).Suggested,
			"the reserve comes first",
		)
		m.answer(0, "energy:air", "energy:air@1", "energy:air@2").
			reserve(0, "A1").
			tokensOn(0, 1, "A1").
			tokensOn(0, 2, "A1").
			inPlay(0, cards.AmuletOfWater, cards.AmuletOfWater, cards.KairnTheDestroyer)
	})
	t.Run("the place is not asked for where all must go or there is one place only", func(t *testing.T) {
		seat := owns("A1W1", waterAmulets("A1F2E1")...)
		seat.Hand = []int{cards.AmuletOfAir, cards.DivineChalice}
		position(t, Setup{Seats: []SeatSetup{seat}}).
			answer(0, summonID(cards.AmuletOfAir)).
			asks(0, "turn").
			reserve(0, "W1").
			tokensOn(0, 1, "F2E1")
	})
	t.Run("Balance of Ishtar", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				owns("W3", append(waterAmulets("W1"), PlaySetup{Card: cards.BalanceOfIshtar})...),
			},
		}).
			use(0, 2).
			crystals(0, 12).
			reserve(0, "").
			tokensOn(0, 1, "")
	})
	t.Run("Kairn the Destroyer", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				owns("", append(waterAmulets("W1"), PlaySetup{Card: cards.KairnTheDestroyer})...),
				{Crystals: 9},
			},
		}).
			use(0, 2).
			tokensOn(0, 1, "").
			crystals(1, 5)
	})
	t.Run("Mirror of the Seasons, the new tokens going to the reserve", func(t *testing.T) {
		seat := owns("W1", append(waterAmulets("W2"), PlaySetup{Card: cards.MirrorOfTheSeasons})...)
		seat.Crystals = 3
		position(t, Setup{Seats: []SeatSetup{seat}}).
			use(0, 2).
			answer(0, "kind:fire").
			answer(0, "energy:water", "energy:water@1 x2").
			reserve(0, "F3").
			tokensOn(0, 1, "").
			crystals(0, 0)
	})
	t.Run("Tree of Light", func(t *testing.T) {
		position(t, Setup{
			Dice:  dice(5, 5, 5),
			Seats: []SeatSetup{owns("F1", append(waterAmulets("W2"), PlaySetup{Card: cards.TreeOfLight})...)},
		}).
			offersNot(0, "transmute").
			use(0, 2).
			answer(0, "energy:water@1").
			tokensOn(0, 1, "W1").
			offers(0, "transmute")
	})
	t.Run("Crystal Orb", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.RunicCubeOfEolis},
			Seats: []SeatSetup{owns("F2", append(waterAmulets("W2"), PlaySetup{Card: cards.CrystalOrb})...)},
		}).
			use(0, 2).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.AmuletOfWater, cards.CrystalOrb, cards.RunicCubeOfEolis).
			reserve(0, "").
			tokensOn(0, 1, "")
	})
	t.Run("Damned Soul of Onys", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				owns("F2", append(waterAmulets("W1"), PlaySetup{Card: cards.DamnedSoulOfOnys})...),
			},
		}).
			use(0, 2).
			inPlay(0, cards.AmuletOfWater).
			inPlay(1, cards.DamnedSoulOfOnys).
			tokensOn(0, 1, "")
	})
	t.Run("placing on a Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				owns("F1", append(waterAmulets("W2"), PlaySetup{Card: cards.GluttonCauldron})...),
			},
		}).
			answer(0, "activate:2").
			answer(0, "energy:water@1").
			tokensOn(0, 2, "W1").
			tokensOn(0, 1, "W1").
			reserve(0, "F1")
	})
	t.Run("transmuting", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{owns("E1", waterAmulets("E2")...)}}.wheel(cards.Winter)).
			answer(0, "transmute").
			answer(0, "energy:earth", "energy:earth@1 x2").
			crystals(0, 9).
			reserve(0, "").
			tokensOn(0, 1, "")
	})
	t.Run("the exchange bonus, the new tokens going to the reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{owns("E7", waterAmulets("W2F1")...)}}).
			answer(0, "bonus:exchange").
			answer(0, "energy:water@1", "energy:fire@1").
			tokensOn(0, 1, "W1").
			answer(0, "gain:air x2").
			asks(0, "lose_energy").
			refuses(0, game.CodeBadCount, "energy:earth x7", "energy:air").
			keeps(0, "energy:earth x5", "energy:air x2").
			reserve(0, "A2E5")
	})
	t.Run("an opponent cannot spend them", func(t *testing.T) {
		position(
			t,
			Setup{Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.AmuletOfAir}}, {Gauge: 1, Play: waterAmulets("A2")}}},
		).
			offersNot(0, summonID(cards.AmuletOfAir))
	})
}

// The tokens are not part of the reserve.
func TestCard04AmuletOfWaterTokensApart(t *testing.T) {
	amulet := waterAmulets("W4")
	with := func(reserve string, more ...int) SeatSetup {
		return SeatSetup{Gauge: 9, Reserve: energy(reserve), Play: append(waterAmulets("W4"), inPlayCards(more...)...)}
	}
	t.Run("they do not count for the limit", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{with("F2", cards.PotionOfKnowledge)}}).
			answer(0, "activate:2").answer(0, "gain:air x5").
			asks(0, "turn").reserve(0, "A5F2").tokensOn(0, 1, "W4")
		require.Equal(t, 7, m.public(0).Limit)
	})
	t.Run("nor for a Wondrous Chest", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{with("F3", cards.WondrousChest), {}}}).
			answer(1, "end").
			crystals(0, 0)
	})
	t.Run("nor for a Beggar's Horn", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{with("F1", cards.BeggarsHorn), {}}}).
			answer(1, "end").
			asks(0, "gain")
	})
	t.Run("nor for a Lantern of Xidit", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{with("F2", cards.LanternOfXidit)}})
		require.Equal(t, 6, m.public(0).Score.Cards)
	})
	t.Run("an Air Elemental does not change them", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A3"), Hand: []int{cards.AirElemental}}, with("F2")},
		}).
			answer(0, summonID(cards.AirElemental)).
			reserve(1, "A2").
			tokensOn(1, 1, "W4")
	})
	t.Run("Lewis Greyface does not copy them", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}},
				with("F2"),
			},
		}).
			answer(0, summonID(cards.LewisGreyface)).
			reserve(0, "F2").
			tokensOn(1, 1, "W4")
	})
	t.Run("a Potion of Dreams does not discard them", func(t *testing.T) {
		seat := with("F2", cards.PotionOfDreams)
		seat.Hand = []int{cards.RunicCubeOfEolis}
		position(t, Setup{Seats: []SeatSetup{seat}}).
			answer(0, "activate:2").
			answer(0, cardID(cards.RunicCubeOfEolis)).
			reserve(0, "").
			tokensOn(0, 1, "W4")
	})
	t.Run("a Potion of Life does not transmute them", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{with("F2", cards.PotionOfLife)}}).
			answer(0, "activate:2").
			crystals(0, 8).
			tokensOn(0, 1, "W4")
	})
	t.Run("a Cursed Treatise does not burn them", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}},
				with("F2", cards.CursedTreatiseOfArus),
			},
		}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			answer(1, "play:2").
			reserve(1, "").
			tokensOn(1, 1, "W4")
	})
	t.Run("they are lost when the card is sacrificed", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   3,
					Reserve: energy("F3"),
					Play:    append(amulet, inPlayCards(cards.DragonSkull, cards.RunicCubeOfEolis)...),
				},
			},
		}).
			answer(0, "activate:2").
			answer(0, "play:1", "play:2", "play:3").
			inPlay(0).
			reserve(0, "F3")
	})
	t.Run("they are lost when the card goes back to the hand", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 2, Reserve: energy("A1W3"), Hand: []int{cards.AmsugLongneck}, Play: amulet},
			},
		}).
			answer(0, summonID(cards.AmsugLongneck)).
			answer(0, "energy:air", "energy:water").
			hand(0, cards.AmuletOfWater).
			reserve(0, "W2").
			answer(0, summonID(cards.AmuletOfWater)).
			answer(0, "gain:fire x4").
			tokensOn(0, 3, "F4")
	})
}
