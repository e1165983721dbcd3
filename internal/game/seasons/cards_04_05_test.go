package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// waterAmulets returns set-ups of Amulets of Water with these tokens.
func waterAmulets(tokens ...string) []PlaySetup {
	var list []PlaySetup
	for _, t := range tokens {
		list = append(list, PlaySetup{Card: cards.AmuletOfWater, Tokens: energy(t)})
	}
	return list
}

func TestCard04AmuletOfWater(t *testing.T) {
	t.Run("costs two water", func(t *testing.T) { costs(t, nil, 2, cards.AmuletOfWater, "W2", 0) })
	summoned := func(t *testing.T, reserve string) *scenario {
		return position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy(reserve), Hand: []int{cards.AmuletOfWater, cards.AmuletOfWater}}}}).
			answer(0, summonID(cards.AmuletOfWater))
	}
	t.Run("four energies of choice are placed on it", func(t *testing.T) {
		summoned(t, "W2F1").asks(0, "store").
			refuses(0, game.CodeBadCount, "gain:air x3").refuses(0, game.CodeBadCount, "gain:air x5").
			answer(0, "gain:air", "gain:water", "gain:fire x2").
			tokensOn(0, 1, "A1W1F2").reserve(0, "F1").asks(0, "turn")
	})
	t.Run("all four may be alike", func(t *testing.T) {
		summoned(t, "W2").answer(0, "gain:earth x4").tokensOn(0, 1, "E4")
	})
	t.Run("each copy holds its own", func(t *testing.T) {
		summoned(t, "W4").answer(0, "gain:earth x4").
			answer(0, summonID(cards.AmuletOfWater)).answer(0, "gain:air x4").
			tokensOn(0, 1, "E4").tokensOn(0, 2, "A4").reserve(0, "")
	})
	t.Run("a full reserve does not matter", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F7"), Hand: []int{cards.AmuletOfWater},
			Play: waterAmulets("W2")}}}).
			answer(0, summonID(cards.AmuletOfWater)).answer(0, "gain:earth x4").
			reserve(0, "F7").tokensOn(0, 2, "E4").asks(0, "turn")
	})
	t.Run("everybody sees what lies on it", func(t *testing.T) {
		m := summoned(t, "W2").answer(0, "gain:earth x4").
			learns(game.Spectator(), fmt.Sprintf("store seat 0 air 0 water 0 fire 0 earth 4 card %d", cards.AmuletOfWater))
		require.Equal(t, energy("E4"), m.public(0).Play.Get("c1").Tokens)
	})
	t.Run("brought by a Divine Chalice it is filled too", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfWater, cards.WondrousChest, cards.BeggarsHorn, cards.KairnTheDestroyer}, Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}},
		}}).answer(0, summonID(cards.DivineChalice)).answer(0, cardID(cards.AmuletOfWater)).
			asks(0, "store").answer(0, "gain:water x4").tokensOn(0, 2, "W4")
	})
}

// What its tokens can be spent on: whatever the owner pays, discards, places
// or transmutes.
func TestCard04AmuletOfWaterTokensSpent(t *testing.T) {
	owns := func(reserve string, play ...PlaySetup) SeatSetup {
		return SeatSetup{Gauge: 9, Reserve: energy(reserve), Play: play}
	}
	t.Run("summoning", func(t *testing.T) {
		seat := owns("", waterAmulets("A2")...)
		seat.Hand = []int{cards.AmuletOfAir}
		position(t, Setup{Seats: []SeatSetup{seat}}).answer(0, summonID(cards.AmuletOfAir)).tokensOn(0, 1, "").inPlay(0, cards.AmuletOfWater, cards.AmuletOfAir)
	})
	t.Run("one payment may mix the reserve and both Amulets", func(t *testing.T) {
		seat := owns("A2", waterAmulets("A2", "A2")...)
		seat.Hand = []int{cards.KairnTheDestroyer}
		m := position(t, Setup{Seats: []SeatSetup{seat}}).takesBack(0, summonID(cards.KairnTheDestroyer)).
			answer(0, summonID(cards.KairnTheDestroyer)).asks(0, "payment").
			offersOnly(0, "energy:air", "energy:air@1", "energy:air@2", "back").
			refuses(0, game.CodeBadCount, "energy:air", "energy:air@1")
		require.Equal(t, []game.PickText{{Option: "energy:air", N: 2, Group: "air"}, {Option: "energy:air@1", N: 1, Group: "air"}},
			m.decision(0).Text(theRules).Suggested, "the reserve comes first")
		m.answer(0, "energy:air", "energy:air@1", "energy:air@2").
			reserve(0, "A1").tokensOn(0, 1, "A1").tokensOn(0, 2, "A1").inPlay(0, cards.AmuletOfWater, cards.AmuletOfWater, cards.KairnTheDestroyer)
	})
	t.Run("the place is not asked for where all must go or there is one place only", func(t *testing.T) {
		seat := owns("A1W1", waterAmulets("A1F2E1")...)
		seat.Hand = []int{cards.AmuletOfAir, cards.DivineChalice}
		position(t, Setup{Seats: []SeatSetup{seat}}).answer(0, summonID(cards.AmuletOfAir)).
			asks(0, "turn").reserve(0, "W1").tokensOn(0, 1, "F2E1")
	})
	t.Run("Balance of Ishtar", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{owns("W3", append(waterAmulets("W1"), PlaySetup{Card: cards.BalanceOfIshtar})...)}}).
			use(0, 2).crystals(0, 12).reserve(0, "").tokensOn(0, 1, "")
	})
	t.Run("Kairn the Destroyer", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{owns("", append(waterAmulets("W1"), PlaySetup{Card: cards.KairnTheDestroyer})...), {Crystals: 9}}}).
			use(0, 2).tokensOn(0, 1, "").crystals(1, 5)
	})
	t.Run("Mirror of the Seasons, the new tokens going to the reserve", func(t *testing.T) {
		seat := owns("W1", append(waterAmulets("W2"), PlaySetup{Card: cards.MirrorOfTheSeasons})...)
		seat.Crystals = 3
		position(t, Setup{Seats: []SeatSetup{seat}}).use(0, 2).answer(0, "kind:fire").
			answer(0, "energy:water", "energy:water@1 x2").
			reserve(0, "F3").tokensOn(0, 1, "").crystals(0, 0)
	})
	t.Run("Tree of Light", func(t *testing.T) {
		position(t, Setup{Dice: dice(5, 5, 5), Seats: []SeatSetup{owns("F1", append(waterAmulets("W2"), PlaySetup{Card: cards.TreeOfLight})...)}}).
			offersNot(0, "transmute").use(0, 2).answer(0, "energy:water@1").
			tokensOn(0, 1, "W1").offers(0, "transmute")
	})
	t.Run("Crystal Orb", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.RunicCubeOfEolis}, Seats: []SeatSetup{owns("F2", append(waterAmulets("W2"), PlaySetup{Card: cards.CrystalOrb})...)}}).
			use(0, 2).answer(0, summonID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.AmuletOfWater, cards.CrystalOrb, cards.RunicCubeOfEolis).reserve(0, "").tokensOn(0, 1, "")
	})
	t.Run("Damned Soul of Onys", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{owns("F2", append(waterAmulets("W1"), PlaySetup{Card: cards.DamnedSoulOfOnys})...)}}).
			use(0, 2).inPlay(0, cards.AmuletOfWater).inPlay(1, cards.DamnedSoulOfOnys).tokensOn(0, 1, "")
	})
	t.Run("placing on a Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{owns("F1", append(waterAmulets("W2"), PlaySetup{Card: cards.GluttonCauldron})...)}}).
			answer(0, "activate:2").answer(0, "energy:water@1").
			tokensOn(0, 2, "W1").tokensOn(0, 1, "W1").reserve(0, "F1")
	})
	t.Run("transmuting", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{owns("E1", waterAmulets("E2")...)}}.wheel(cards.Winter)).
			answer(0, "transmute").answer(0, "energy:earth", "energy:earth@1 x2").
			crystals(0, 9).reserve(0, "").tokensOn(0, 1, "")
	})
	t.Run("the exchange bonus, the new tokens going to the reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{owns("E7", waterAmulets("W2F1")...)}}).
			answer(0, "bonus:exchange").answer(0, "energy:water@1", "energy:fire@1").
			tokensOn(0, 1, "W1").answer(0, "gain:air x2").
			asks(0, "keep_energy").refuses(0, game.CodeBadCount, "energy:earth x7", "energy:air").
			answer(0, "energy:earth x5", "energy:air x2").reserve(0, "A2E5")
	})
	t.Run("an opponent cannot spend them", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.AmuletOfAir}}, {Gauge: 1, Play: waterAmulets("A2")}}}).
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
			answer(1, "end").crystals(0, 0)
	})
	t.Run("nor for a Beggar's Horn", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{with("F1", cards.BeggarsHorn), {}}}).
			answer(1, "end").asks(0, "gain")
	})
	t.Run("nor for a Lantern of Xidit", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{with("F2", cards.LanternOfXidit)}})
		require.Equal(t, 6, m.public(0).Score.Cards)
	})
	t.Run("an Air Elemental does not change them", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A3"), Hand: []int{cards.AirElemental}}, with("F2")}}).
			answer(0, summonID(cards.AirElemental)).reserve(1, "A2").tokensOn(1, 1, "W4")
	})
	t.Run("Lewis Greyface does not copy them", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}}, with("F2")}}).
			answer(0, summonID(cards.LewisGreyface)).reserve(0, "F2").tokensOn(1, 1, "W4")
	})
	t.Run("a Potion of Dreams does not discard them", func(t *testing.T) {
		seat := with("F2", cards.PotionOfDreams)
		seat.Hand = []int{cards.RunicCubeOfEolis}
		position(t, Setup{Seats: []SeatSetup{seat}}).
			answer(0, "activate:2").answer(0, cardID(cards.RunicCubeOfEolis)).reserve(0, "").tokensOn(0, 1, "W4")
	})
	t.Run("a Potion of Life does not transmute them", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{with("F2", cards.PotionOfLife)}}).
			answer(0, "activate:2").crystals(0, 8).tokensOn(0, 1, "W4")
	})
	t.Run("a Cursed Treatise does not burn them", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}}, with("F2", cards.CursedTreatiseOfArus)}}).
			answer(0, summonID(cards.SyllasTheFaithful)).answer(1, "play:2").reserve(1, "").tokensOn(1, 1, "W4")
	})
	t.Run("they are lost when the card is sacrificed", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("F3"), Play: append(amulet, inPlayCards(cards.DragonSkull, cards.RunicCubeOfEolis)...)}}}).
			answer(0, "activate:2").answer(0, "play:1", "play:2", "play:3").
			inPlay(0).reserve(0, "F3")
	})
	t.Run("they are lost when the card goes back to the hand", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W3"), Hand: []int{cards.AmsugLongneck}, Play: amulet}}}).
			answer(0, summonID(cards.AmsugLongneck)).answer(0, "energy:air", "energy:water").hand(0, cards.AmuletOfWater).reserve(0, "W2").
			answer(0, summonID(cards.AmuletOfWater)).answer(0, "gain:fire x4").tokensOn(0, 3, "F4")
	})
}

func TestCard05BalanceOfIshtar(t *testing.T) {
	balance := func(t *testing.T, reserve string, more ...int) *scenario {
		return position(t, Setup{Seats: []SeatSetup{
			{Gauge: 9, Reserve: energy(reserve), Play: append(inPlayCards(cards.BalanceOfIshtar), inPlayCards(more...)...)},
		}})
	}
	t.Run("costs six crystals", func(t *testing.T) { costs(t, nil, 2, cards.BalanceOfIshtar, "", 6) })
	t.Run("four identical tokens become twelve crystals", func(t *testing.T) {
		balance(t, "F5W1").use(0, 1).
			crystals(0, 12).reserve(0, "F1W1").turned(0, 1, true).asks(0, "turn")
	})
	t.Run("three identical tokens are not enough", func(t *testing.T) {
		balance(t, "F3W3").offersNot(0, "activate:1")
	})
	t.Run("it can be used in the turn in which it is summoned", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 6, Reserve: energy("W4"), Hand: []int{cards.BalanceOfIshtar}}}}).
			answer(0, summonID(cards.BalanceOfIshtar)).use(0, 1).crystals(0, 12)
	})
	t.Run("once a round", func(t *testing.T) {
		m := balance(t, "F7").use(0, 1)
		require.Equal(t, "turned", *m.private(0).Unusable.Get("c1"))
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F4"), Play: []PlaySetup{{Card: cards.BalanceOfIshtar, Turned: true}}}}}).
			offersNot(0, "activate:1")
	})
	t.Run("each of two copies", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("F8"), Play: inPlayCards(cards.BalanceOfIshtar, cards.BalanceOfIshtar, cards.BespelledGrimoire)}}}).
			use(0, 1).use(0, 2).crystals(0, 24).reserve(0, "")
	})
	t.Run("of several kinds the owner chooses one, and may still go back", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F4W5"), Play: inPlayCards(cards.BalanceOfIshtar, cards.BespelledGrimoire)}}}).
			takesBack(0, "activate:1").
			answer(0, "activate:1").asks(0, "kind").offersOnly(0, "kind:fire", "kind:water", "back").
			turned(0, 1, false).
			answer(0, "kind:water").crystals(0, 12).reserve(0, "F4W1")
	})
	t.Run("where the tokens lie in two places the owner chooses them", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F4"), Play: append(inPlayCards(cards.BalanceOfIshtar), waterAmulets("F2")...)}}}).
			takesBack(0, "activate:1").
			use(0, 1).asks(0, "tokens").
			refuses(0, game.CodeBadCount, "energy:fire x3").
			answer(0, "energy:fire x2", "energy:fire@2 x2").
			crystals(0, 12).reserve(0, "F2").tokensOn(0, 2, "")
	})
	t.Run("in every season and without a transmute symbol, giving no permission to transmute", func(t *testing.T) {
		for season, face := range map[cards.Season]int{cards.Winter: 5, cards.Spring: 1, cards.Summer: 1, cards.Fall: 2} {
			setup := Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A4E1"), Play: inPlayCards(cards.BalanceOfIshtar)}}}.wheel(season)
			setup.Dice = dice(face, 4, 4)
			position(t, setup).offersNot(0, "transmute").
				use(0, 1).crystals(0, 12).offersNot(0, "transmute")
		}
	})
	t.Run("each Purse of Io adds four", func(t *testing.T) {
		balance(t, "A4", cards.PurseOfIo).use(0, 1).crystals(0, 16)
		balance(t, "A4", cards.PurseOfIo, cards.PurseOfIo).use(0, 1).crystals(0, 20)
	})
	t.Run("each transmute bonus of this turn adds four", func(t *testing.T) {
		balance(t, "A4").answer(0, "bonus:transmute").use(0, 1).crystals(0, 16)
		balance(t, "A4", cards.PurseOfIo).answer(0, "bonus:transmute").answer(0, "bonus:transmute").use(0, 1).crystals(0, 24)
	})
	t.Run("a bonus used afterwards adds nothing", func(t *testing.T) {
		balance(t, "A4").use(0, 1).answer(0, "bonus:transmute").crystals(0, 12)
	})
	t.Run("a Hand of Fortune does not lower the cost of activating it", func(t *testing.T) {
		balance(t, "A3", cards.HandOfFortune).offersNot(0, "activate:1")
	})
	t.Run("opposing Thieving Fairies take their crystal", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A4"), Play: inPlayCards(cards.BalanceOfIshtar)}, {Gauge: 1, Play: inPlayCards(cards.ThievingFairies)},
		}}).use(0, 1).crystals(0, 12).crystals(1, 1)
	})
	t.Run("it can still be used after a Potion of Life", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 3, Play: append(inPlayCards(cards.BalanceOfIshtar, cards.PotionOfLife), waterAmulets("A4")...)},
		}}).answer(0, "activate:2").use(0, 1).crystals(0, 12)
	})
}

func TestCard05BalanceOfIshtarSecondEdition(t *testing.T) {
	balance := func(t *testing.T, reserve string, more ...int) *scenario {
		return position(t, Setup{Options: second, Seats: []SeatSetup{
			{Gauge: 9, Reserve: energy(reserve), Play: append(inPlayCards(cards.BalanceOfIshtar), inPlayCards(more...)...)},
		}})
	}
	t.Run("costs two crystals", func(t *testing.T) { costs(t, second, 2, cards.BalanceOfIshtar, "", 2) })
	t.Run("three identical tokens become nine crystals", func(t *testing.T) {
		balance(t, "F4").use(0, 1).crystals(0, 9).reserve(0, "F1")
	})
	t.Run("two identical tokens are not enough", func(t *testing.T) {
		balance(t, "A2W2").offersNot(0, "activate:1")
	})
	t.Run("of several kinds the owner chooses one", func(t *testing.T) {
		balance(t, "A3W3").answer(0, "activate:1").offersOnly(0, "kind:air", "kind:water", "back").
			answer(0, "kind:air").reserve(0, "W3").crystals(0, 9)
	})
	t.Run("each Purse of Io adds three", func(t *testing.T) {
		balance(t, "A3", cards.PurseOfIo, cards.PurseOfIo).use(0, 1).crystals(0, 15)
	})
	t.Run("each transmute bonus of this turn adds three", func(t *testing.T) {
		balance(t, "A3", cards.PurseOfIo).answer(0, "bonus:transmute").use(0, 1).crystals(0, 15)
	})
}
