package seasons

import (
	cards "archmage/internal/cards/seasons"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestCard18BespelledGrimoire(t *testing.T) {
	limit := func(t *testing.T, m *scenario, seat, want int) {
		require.Equal(t, want, m.public(seat).Limit)
	}
	t.Run("costs one water and one earth", func(t *testing.T) { costs(t, nil, 2, cards.BespelledGrimoire, "W1E1", 0) })
	t.Run("gives two energies of choice and a limit of ten", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F5W1E1"), Hand: []int{cards.BespelledGrimoire}}}})
		limit(t, m, 0, 7)
		m.answer(0, summonID(cards.BespelledGrimoire)).asks(0, "gain").
			refuses(0, game.CodeBadCount, "gain:air").
			answer(0, "gain:air", "gain:earth").reserve(0, "A1F5E1").asks(0, "turn")
		limit(t, m, 0, 10)
		limit(t, m, 1, 7)
	})
	t.Run("the limit rises before the gain", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F7"), Hand: []int{cards.BespelledGrimoire}, Play: waterAmulets("W1E1")}}}).
			answer(0, summonID(cards.BespelledGrimoire)).answer(0, "gain:air x2").
			asks(0, "turn").reserve(0, "A2F7")
	})
	t.Run("the limit rises before a Vase gives energy for the Grimoire itself", func(t *testing.T) {
		seat := SeatSetup{Gauge: 3, Reserve: energy("F7"), Hand: []int{cards.BespelledGrimoire},
			Play: append(waterAmulets("W1E1"), inPlayCards(cards.YjangsForgottenVase)...)}
		position(t, Setup{Seats: []SeatSetup{seat}}).
			answer(0, summonID(cards.BespelledGrimoire)).answer(0, "gain:air").asks(0, "gain").answer(0, "gain:earth x2").
			asks(0, "turn").reserve(0, "A1F7E2")
	})
	t.Run("ten tokens may be kept", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("F5"), Play: inPlayCards(cards.BespelledGrimoire, cards.PotionOfKnowledge)}}}).
			answer(0, "activate:2").answer(0, "gain:air x5").asks(0, "turn").reserve(0, "A5F5")
	})
	t.Run("of more than ten the owner keeps ten", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("F7"), Play: inPlayCards(cards.BespelledGrimoire, cards.PotionOfKnowledge)}}}).
			answer(0, "activate:2").answer(0, "gain:air x5").asks(0, "keep_energy").
			refuses(0, game.CodeBadCount, "energy:fire x7").
			answer(0, "energy:fire x5", "energy:air x5").reserve(0, "A5F5")
	})
	t.Run("two copies still hold ten", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F8W1E1"), Hand: []int{cards.BespelledGrimoire}, Play: inPlayCards(cards.BespelledGrimoire)}}}).
			answer(0, summonID(cards.BespelledGrimoire)).answer(0, "gain:air x2").reserve(0, "A2F8")
		limit(t, m, 0, 10)
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("F9"), Play: inPlayCards(cards.BespelledGrimoire, cards.BespelledGrimoire, cards.PotionOfKnowledge)}}}).
			answer(0, "activate:3").answer(0, "gain:air x5").asks(0, "keep_energy").
			answer(0, "energy:fire x5", "energy:air x5").reserve(0, "A5F5")
	})
	t.Run("when one of two copies leaves nothing changes", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}}, {Reserve: energy("A5F5"), Play: inPlayCards(cards.BespelledGrimoire, cards.BespelledGrimoire)},
		}}).answer(0, summonID(cards.SyllasTheFaithful)).answer(1, "play:1").asks(0, "turn").reserve(1, "A5F5")
		limit(t, m, 1, 10)
	})
	t.Run("when the last one is sacrificed the owner keeps seven at once", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A5F5"), Play: inPlayCards(cards.BespelledGrimoire, cards.DragonSkull, cards.RunicCubeOfEolis)}}}).
			answer(0, "activate:2").answer(0, "play:1", "play:2", "play:3").
			asks(0, "keep_energy").crystals(0, 0).
			refuses(0, game.CodeBadCount, "energy:air x5", "energy:fire x5").
			answer(0, "energy:air x2", "energy:fire x5").reserve(0, "A2F5").crystals(0, 15)
	})
	t.Run("both copies leaving together make one choice", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A5F5"), Play: inPlayCards(cards.BespelledGrimoire, cards.DragonSkull, cards.BespelledGrimoire)}}}).
			answer(0, "activate:2").answer(0, "play:1", "play:2", "play:3").
			asks(0, "keep_energy").answer(0, "energy:air x2", "energy:fire x5").asks(0, "turn")
	})
	t.Run("with a Cursed Treatise in the same sacrifice the reserve burns first", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A5F5"), Play: inPlayCards(cards.BespelledGrimoire, cards.DragonSkull, cards.CursedTreatiseOfArus)}}}).
			answer(0, "activate:2").answer(0, "play:1", "play:2", "play:3").
			asks(0, "turn").reserve(0, "").crystals(0, 15)
	})
	t.Run("seven or fewer tokens stay without a question", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}}, {Reserve: energy("A3F4"), Play: inPlayCards(cards.BespelledGrimoire)},
		}}).answer(0, summonID(cards.SyllasTheFaithful)).asks(0, "turn").reserve(1, "A3F4")
	})
	t.Run("tokens all alike are cut to seven without a question", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}}, {Reserve: energy("A9"), Play: inPlayCards(cards.BespelledGrimoire)},
		}}).answer(0, summonID(cards.SyllasTheFaithful)).asks(0, "turn").reserve(1, "A7")
	})
}

// All tokens are part of the reserve, also those above seven.
func TestCard18BespelledGrimoireReserve(t *testing.T) {
	full := func(reserve string, more ...int) SeatSetup {
		return SeatSetup{Gauge: 9, Reserve: energy(reserve), Play: append(inPlayCards(cards.BespelledGrimoire), inPlayCards(more...)...)}
	}
	t.Run("an Air Elemental changes them all", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A3"), Hand: []int{cards.AirElemental}}, full("F5W4")}}).
			answer(0, summonID(cards.AirElemental)).reserve(1, "A9")
	})
	t.Run("a Lantern of Xidit counts them all", func(t *testing.T) {
		require.Equal(t, 27, position(t, Setup{Seats: []SeatSetup{full("F5W4", cards.LanternOfXidit)}}).public(0).Score.Cards)
	})
	t.Run("Lewis Greyface copies them all", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}}, full("F5W4")}}).
			answer(0, summonID(cards.LewisGreyface)).asks(0, "keep_energy").
			answer(0, "energy:fire x5", "energy:water x2").reserve(0, "F5W2").reserve(1, "F5W4")
	})
	t.Run("a Potion of Dreams discards them all", func(t *testing.T) {
		seat := full("F5W4", cards.PotionOfDreams)
		seat.Hand = []int{cards.RunicCubeOfEolis}
		position(t, Setup{Seats: []SeatSetup{seat}}).
			answer(0, "activate:2").answer(0, cardID(cards.RunicCubeOfEolis)).reserve(0, "")
	})
	t.Run("a Potion of Life transmutes them all", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{full("F5W4", cards.PotionOfLife)}}).
			answer(0, "activate:2").crystals(0, 36).reserve(0, "")
	})
	t.Run("a Cursed Treatise burns them all", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}}, full("F5W4", cards.CursedTreatiseOfArus)}}).
			answer(0, summonID(cards.SyllasTheFaithful)).answer(1, "play:2").reserve(1, "")
	})
}

func TestCard19RagfieldsHelm(t *testing.T) {
	// The fall dice of the players show no crystals on face 1, and the one
	// left over ends the third year.
	ended := func(t *testing.T, seats ...SeatSetup) *scenario {
		last := len(seats) - 1
		return position(t, Setup{Active: seat(last), Seats: seats}.onSpace(3, 12)).answer(last, "end")
	}
	play := func(numbers ...int) SeatSetup { return SeatSetup{Gauge: 9, Play: inPlayCards(numbers...)} }
	t.Run("costs three air", func(t *testing.T) { costs(t, nil, 2, cards.RagfieldsHelm, "A3", 0) })
	t.Run("twenty crystals at the end for more cards in play than every opponent", func(t *testing.T) {
		m := ended(t, play(cards.RagfieldsHelm, cards.DieOfMalice), play(cards.DieOfMalice), play())
		m.over(10+8+20, 8, 0)
		require.Contains(t, m.s.Outcome().Places[0].Parts, game.Part{Source: "card", Args: game.Facts{game.Int("card", 19)}, Points: 20})
	})
	t.Run("nothing when tied for most", func(t *testing.T) {
		ended(t, play(cards.RagfieldsHelm, cards.DieOfMalice), play(cards.DieOfMalice, cards.TemporalBoots), play()).over(18, 16, 0)
	})
	t.Run("nothing with more than one opponent but not than another", func(t *testing.T) {
		ended(t, play(cards.RagfieldsHelm), play(), play(cards.DieOfMalice, cards.TemporalBoots)).over(10, 0, 16)
	})
	t.Run("two copies give forty", func(t *testing.T) {
		ended(t, play(cards.RagfieldsHelm, cards.RagfieldsHelm), play(cards.DieOfMalice)).over(10+10+40, 8)
	})
	t.Run("turned cards and cards above the gauge count", func(t *testing.T) {
		ended(t, SeatSetup{Gauge: 1, Play: []PlaySetup{{Card: cards.RagfieldsHelm}, {Card: cards.DieOfMalice, Turned: true}}}, play(cards.TemporalBoots)).over(38, 8)
		ended(t, play(cards.RagfieldsHelm), SeatSetup{Play: inPlayCards(cards.TemporalBoots, cards.RunicCubeOfEolis)}).over(10, 38)
	})
	t.Run("familiars count like items, cards in hand do not", func(t *testing.T) {
		ended(t, play(cards.RagfieldsHelm, cards.SyllasTheFaithful), SeatSetup{Play: inPlayCards(cards.TemporalBoots), Hand: []int{cards.AmuletOfAir, cards.AmuletOfFire}}).over(10+14+20, 8-10)
	})
	t.Run("nothing before the end", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A3"), Hand: []int{cards.RagfieldsHelm}}}}).
			answer(0, summonID(cards.RagfieldsHelm)).crystals(0, 0)
		require.Equal(t, 20, m.public(0).Score.Cards)
	})
}

func TestCard20HandOfFortune(t *testing.T) {
	hand := func(reserve string, crystals int, inHand []int, play ...int) Setup {
		return Setup{Seats: []SeatSetup{{
			Gauge: 9, Reserve: energy(reserve), Crystals: crystals, Hand: inHand, Play: inPlayCards(play...),
		}}}
	}
	t.Run("costs one air, one fire, one earth and three crystals", func(t *testing.T) { costs(t, nil, 2, cards.HandOfFortune, "A1F1E1", 3) })
	t.Run("the example of the rulebook: the fourth card with a gauge of four", func(t *testing.T) {
		setup := hand("A1F1E1", cards.AmuletOfEarth, []int{cards.HandOfFortune}, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth)
		setup.Seats[0].Gauge = 4
		position(t, setup).answer(0, summonID(cards.HandOfFortune)).inPlay(0, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.HandOfFortune).reserve(0, "").crystals(0, 0)
		setup.Seats[0].Gauge = 3
		position(t, setup).offersNot(0, summonID(cards.HandOfFortune))
	})
	t.Run("one energy of choice less for each card summoned", func(t *testing.T) {
		position(t, hand("A1W1F1E1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)).answer(0, summonID(cards.DivineChalice)).
			asks(0, "waive").offersOnly(0, "waive:air", "waive:water", "waive:fire", "waive:earth", "back").
			refuses(0, game.CodeBadCount, "waive:air", "waive:water").
			answer(0, "waive:water").reserve(0, "W1").inPlay(0, cards.HandOfFortune, cards.DivineChalice)
	})
	t.Run("back changes nothing", func(t *testing.T) {
		position(t, hand("A1W1F1E1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)).takesBack(0, summonID(cards.DivineChalice))
		setup := hand("A1W1F1E1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)
		setup.Seats[0].Play = append(setup.Seats[0].Play, waterAmulets("A1")...)
		position(t, setup).takesBack(0, summonID(cards.DivineChalice), "waive:water")
	})
	t.Run("nobody else learns of the choice before the cost is paid", func(t *testing.T) {
		m := position(t, hand("A1W1F1E1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)).answer(0, summonID(cards.DivineChalice))
		require.Empty(t, m.step.Events)
		require.Equal(t, "turn", m.public(0).Asked)
		require.Equal(t, 1, m.public(0).Hand)
	})
	t.Run("a missing energy is the one that is not paid", func(t *testing.T) {
		position(t, hand("A1W1F1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)).answer(0, summonID(cards.DivineChalice)).
			asks(0, "pick_summon").reserve(0, "").inPlay(0, cards.HandOfFortune, cards.DivineChalice)
	})
	t.Run("two missing energies are too many for one copy", func(t *testing.T) {
		position(t, hand("A4W1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)).offersNot(0, summonID(cards.DivineChalice))
	})
	t.Run("a cost of one kind gets one token cheaper unasked", func(t *testing.T) {
		position(t, hand("E2", 0, []int{cards.StaffOfSpring}, cards.HandOfFortune)).answer(0, summonID(cards.StaffOfSpring)).asks(0, "turn").reserve(0, "").inPlay(0, cards.HandOfFortune, cards.StaffOfSpring)
	})
	t.Run("never less than one energy", func(t *testing.T) {
		position(t, hand("", 0, []int{cards.CursedTreatiseOfArus}, cards.HandOfFortune)).offersNot(0, summonID(cards.CursedTreatiseOfArus))
		position(t, hand("A3", 0, []int{cards.WondrousChest}, cards.HandOfFortune)).offersNot(0, summonID(cards.WondrousChest))
		position(t, hand("W1", 0, []int{cards.WondrousChest}, cards.HandOfFortune, cards.HandOfFortune)).answer(0, summonID(cards.WondrousChest)).reserve(0, "").inPlay(0, cards.HandOfFortune, cards.HandOfFortune, cards.WondrousChest)
		position(t, hand("", 0, []int{cards.WondrousChest}, cards.HandOfFortune, cards.HandOfFortune)).offersNot(0, summonID(cards.WondrousChest))
	})
	t.Run("nothing for a card without an energy cost, and crystals are not reduced", func(t *testing.T) {
		position(t, hand("A1", cards.AmuletOfFire, []int{cards.NariaTheProphetess, cards.TemporalBoots}, cards.HandOfFortune)).offersNot(0, summonID(cards.NariaTheProphetess)).
			answer(0, summonID(cards.TemporalBoots)).reserve(0, "A1")
	})
	t.Run("two copies strike two energies", func(t *testing.T) {
		position(t, hand("A1W1F1E1", 0, []int{cards.DivineChalice}, cards.HandOfFortune, cards.HandOfFortune)).answer(0, summonID(cards.DivineChalice)).
			refuses(0, game.CodeBadCount, "waive:air").refuses(0, game.CodeBadCount, "waive:air x2").
			answer(0, "waive:air", "waive:fire").reserve(0, "A1F1")
		position(t, hand("A1W1", 0, []int{cards.DivineChalice}, cards.HandOfFortune, cards.HandOfFortune)).answer(0, summonID(cards.DivineChalice)).reserve(0, "").inPlay(0, cards.HandOfFortune, cards.HandOfFortune, cards.DivineChalice)
	})
	t.Run("what is missing must be among the energies struck", func(t *testing.T) {
		position(t, hand("A1W1F1", 0, []int{cards.DivineChalice}, cards.HandOfFortune, cards.HandOfFortune)).answer(0, summonID(cards.DivineChalice)).
			asks(0, "waive").refuses(0, game.CodeBadCount, "waive:air", "waive:water").
			answer(0, "waive:earth", "waive:air").reserve(0, "A1")
		// The Kriss costs two air and one water.
		kriss := hand("A1W1", 0, []int{cards.NecroticKriss}, cards.HandOfFortune, cards.HandOfFortune)
		position(t, kriss).answer(0, summonID(cards.NecroticKriss)).
			refuses(0, game.CodeBadCount, "waive:water").
			answer(0, "waive:air", "waive:water").reserve(0, "W1")
		position(t, kriss).answer(0, summonID(cards.NecroticKriss)).answer(0, "waive:air x2").reserve(0, "A1")
	})
	t.Run("not for itself, but the first copy for the second", func(t *testing.T) {
		position(t, hand("A1F1", cards.AmuletOfEarth, []int{cards.HandOfFortune})).offersNot(0, summonID(cards.HandOfFortune))
		position(t, hand("A1F1", cards.AmuletOfEarth, []int{cards.HandOfFortune}, cards.HandOfFortune)).answer(0, summonID(cards.HandOfFortune)).
			reserve(0, "").crystals(0, 0).inPlay(0, cards.HandOfFortune, cards.HandOfFortune)
	})
	t.Run("not for the opponents", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("E2"), Hand: []int{cards.StaffOfSpring}}, {Play: inPlayCards(cards.HandOfFortune)}}}).
			offersNot(0, summonID(cards.StaffOfSpring))
	})
	t.Run("a cost that depends on the number of players is reduced too", func(t *testing.T) {
		// Titus costs two fire with three players.
		setup := hand("F1", 0, []int{cards.TitusDeepgaze}, cards.HandOfFortune)
		setup.Players = 3
		position(t, setup).answer(0, summonID(cards.TitusDeepgaze)).reserve(0, "").inPlay(0, cards.HandOfFortune, cards.TitusDeepgaze)
	})
	t.Run("no activation gets cheaper", func(t *testing.T) {
		setup := hand("A3", 0, nil, cards.HandOfFortune, cards.BalanceOfIshtar, cards.CrystalOrb)
		setup.Draw = []int{cards.RunicCubeOfEolis}
		position(t, setup).offersNot(0, "activate:2").
			use(0, 3).asks(0, "orb").offersOnly(0, "return")
		position(t, hand("", 0, nil, cards.HandOfFortune, cards.KairnTheDestroyer)).offersNot(0, "activate:2")
	})
	t.Run("the rest may be paid from an Amulet of Water", func(t *testing.T) {
		setup := hand("A1W1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)
		setup.Seats[0].Play = append(setup.Seats[0].Play, waterAmulets("A1F1")...)
		position(t, setup).answer(0, summonID(cards.DivineChalice)).
			asks(0, "payment").answer(0, "energy:air@2", "energy:water", "energy:fire@2").
			reserve(0, "A1").tokensOn(0, 2, "").inPlay(0, cards.HandOfFortune, cards.AmuletOfWater, cards.DivineChalice)
	})
	t.Run("the hand shows how many energies are struck", func(t *testing.T) {
		m := position(t, hand("", 0, []int{cards.TemporalBoots, cards.DivineChalice, cards.WondrousChest, cards.CursedTreatiseOfArus}, cards.HandOfFortune, cards.HandOfFortune))
		secret := m.private(0)
		for card, struck := range map[string]int{handNames.Of(cards.TemporalBoots): 0, handNames.Of(cards.DivineChalice): 2, handNames.Of(cards.WondrousChest): 1, handNames.Of(cards.CursedTreatiseOfArus): 0} {
			require.Equal(t, struck, secret.Hand.Get(card).Struck, card)
		}
	})
}

func TestCard20HandOfFortuneWithAnElementalAmulet(t *testing.T) {
	amulet := func(reserve string, play ...int) *Setup {
		return &Setup{Seats: []SeatSetup{{Gauge: 9, Reserve: energy(reserve), Hand: []int{cards.ElementalAmulet}, Play: inPlayCards(play...)}}}
	}
	t.Run("two effects for one energy", func(t *testing.T) {
		position(t, *amulet("W1E1", cards.HandOfFortune)).answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:water", "element:earth").
			asks(0, "waive").answer(0, "waive:earth").
			answer(0, "gain:air x2").crystals(0, 5).reserve(0, "A2E1")
	})
	t.Run("the energy struck need not be there", func(t *testing.T) {
		position(t, *amulet("W1", cards.HandOfFortune)).answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:water > owned", "element:earth > missing").
			answer(0, "gain:air x2").crystals(0, 5).reserve(0, "A2")
	})
	t.Run("one copy strikes one missing energy only", func(t *testing.T) {
		position(t, *amulet("W1", cards.HandOfFortune)).answer(0, summonID(cards.ElementalAmulet)).
			refuses(0, game.CodeBadGroup, "element:water > owned", "element:earth > missing", "element:fire > missing")
		position(t, *amulet("W1", cards.HandOfFortune, cards.HandOfFortune)).answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:water > owned", "element:earth > missing", "element:fire > missing").
			asks(0, "gain").reserve(0, "").crystals(0, 0)
	})
	t.Run("at least one energy is named that is paid", func(t *testing.T) {
		position(t, *amulet("W1", cards.HandOfFortune)).answer(0, summonID(cards.ElementalAmulet)).
			refuses(0, game.CodeBadGroup, "element:earth > missing")
		position(t, *amulet("", cards.HandOfFortune, cards.HandOfFortune)).offersNot(0, summonID(cards.ElementalAmulet))
		position(t, *amulet("W1", cards.HandOfFortune)).answer(0, summonID(cards.ElementalAmulet)).answer(0, "element:water").
			reserve(0, "").asks(0, "gain")
	})
}
