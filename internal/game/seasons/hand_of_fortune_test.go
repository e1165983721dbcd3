package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard20HandOfFortune(t *testing.T) {
	hand := func(reserve string, crystals int, inHand []int, play ...int) Setup {
		return Setup{Seats: []SeatSetup{{
			Gauge: 9, Reserve: energy(reserve), Crystals: crystals, Hand: inHand, Play: inPlayCards(play...),
		}}}
	}
	t.Run(
		"costs one air, one fire, one earth and three crystals",
		func(t *testing.T) { costs(t, nil, 2, cards.HandOfFortune, "A1F1E1", 3) },
	)
	t.Run("the example of the rulebook: the fourth card with a gauge of four", func(t *testing.T) {
		setup := hand(
			"A1F1E1",
			cards.AmuletOfEarth,
			[]int{cards.HandOfFortune},
			cards.AmuletOfAir,
			cards.AmuletOfFire,
			cards.AmuletOfEarth,
		)
		setup.Seats[0].Gauge = 4
		position(t, setup).
			answer(0, summonID(cards.HandOfFortune)).
			inPlay(0, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.HandOfFortune).
			reserve(0, "").
			crystals(0, 0)
		setup.Seats[0].Gauge = 3
		position(t, setup).offersNot(0, summonID(cards.HandOfFortune))
	})
	t.Run("one energy of choice less for each card summoned", func(t *testing.T) {
		position(t, hand("A1W1F1E1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)).
			answer(0, summonID(cards.DivineChalice)).
			asks(0, "waive").
			offersOnly(0, "waive:air", "waive:water", "waive:fire", "waive:earth", "back").
			refuses(0, game.CodeBadCount, "waive:air", "waive:water").
			answer(0, "waive:water").
			reserve(0, "W1").
			inPlay(0, cards.HandOfFortune, cards.DivineChalice)
	})
	t.Run("back changes nothing", func(t *testing.T) {
		position(t, hand("A1W1F1E1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)).
			takesBack(0, summonID(cards.DivineChalice))
		setup := hand("A1W1F1E1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)
		setup.Seats[0].Play = append(setup.Seats[0].Play, waterAmulets("A1")...)
		position(t, setup).takesBack(0, summonID(cards.DivineChalice), "waive:water")
	})
	t.Run("nobody else learns of the choice before the cost is paid", func(t *testing.T) {
		m := position(t, hand("A1W1F1E1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)).
			answer(0, summonID(cards.DivineChalice))
		require.Empty(t, m.step.Events)
		require.Equal(t, "turn", m.public(0).Asked)
		require.Equal(t, 1, m.public(0).Hand)
	})
	t.Run("a missing energy is the one that is not paid", func(t *testing.T) {
		position(t, hand("A1W1F1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)).
			answer(0, summonID(cards.DivineChalice)).
			asks(0, "pick_summon").
			reserve(0, "").
			inPlay(0, cards.HandOfFortune, cards.DivineChalice)
	})
	t.Run("two missing energies are too many for one copy", func(t *testing.T) {
		position(t, hand("A4W1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)).
			offersNot(0, summonID(cards.DivineChalice))
	})
	t.Run("a cost of one kind gets one token cheaper unasked", func(t *testing.T) {
		position(t, hand("E2", 0, []int{cards.StaffOfSpring}, cards.HandOfFortune)).
			answer(0, summonID(cards.StaffOfSpring)).
			asks(0, "turn").
			reserve(0, "").
			inPlay(0, cards.HandOfFortune, cards.StaffOfSpring)
	})
	t.Run("never less than one energy", func(t *testing.T) {
		position(t, hand("", 0, []int{cards.CursedTreatiseOfArus}, cards.HandOfFortune)).
			offersNot(0, summonID(cards.CursedTreatiseOfArus))
		position(t, hand("A3", 0, []int{cards.WondrousChest}, cards.HandOfFortune)).
			offersNot(0, summonID(cards.WondrousChest))
		position(t, hand("W1", 0, []int{cards.WondrousChest}, cards.HandOfFortune, cards.HandOfFortune)).
			answer(0, summonID(cards.WondrousChest)).
			reserve(0, "").
			inPlay(0, cards.HandOfFortune, cards.HandOfFortune, cards.WondrousChest)
		position(t, hand("", 0, []int{cards.WondrousChest}, cards.HandOfFortune, cards.HandOfFortune)).
			offersNot(0, summonID(cards.WondrousChest))
	})
	t.Run("nothing for a card without an energy cost, and crystals are not reduced", func(t *testing.T) {
		position(
			t,
			hand(
				"A1",
				cards.AmuletOfFire,
				[]int{cards.NariaTheProphetess, cards.TemporalBoots},
				cards.HandOfFortune,
			),
		).
			offersNot(0, summonID(cards.NariaTheProphetess)).
			answer(0, summonID(cards.TemporalBoots)).
			reserve(0, "A1")
	})
	t.Run("two copies strike two energies", func(t *testing.T) {
		position(t, hand("A1W1F1E1", 0, []int{cards.DivineChalice}, cards.HandOfFortune, cards.HandOfFortune)).
			answer(0, summonID(cards.DivineChalice)).
			refuses(0, game.CodeBadCount, "waive:air").
			refuses(0, game.CodeBadCount, "waive:air x2").
			answer(0, "waive:air", "waive:fire").
			reserve(0, "A1F1")
		position(t, hand("A1W1", 0, []int{cards.DivineChalice}, cards.HandOfFortune, cards.HandOfFortune)).
			answer(0, summonID(cards.DivineChalice)).
			reserve(0, "").
			inPlay(0, cards.HandOfFortune, cards.HandOfFortune, cards.DivineChalice)
	})
	t.Run("what is missing must be among the energies struck", func(t *testing.T) {
		position(t, hand("A1W1F1", 0, []int{cards.DivineChalice}, cards.HandOfFortune, cards.HandOfFortune)).
			answer(0, summonID(cards.DivineChalice)).
			asks(0, "waive").
			refuses(0, game.CodeBadCount, "waive:air", "waive:water").
			answer(0, "waive:earth", "waive:air").
			reserve(0, "A1")
		// The Kriss costs two air and one water.
		kriss := hand("A1W1", 0, []int{cards.NecroticKriss}, cards.HandOfFortune, cards.HandOfFortune)
		position(t, kriss).
			answer(0, summonID(cards.NecroticKriss)).
			refuses(0, game.CodeBadCount, "waive:water").
			answer(0, "waive:air", "waive:water").
			reserve(0, "W1")
		position(t, kriss).
			answer(0, summonID(cards.NecroticKriss)).
			answer(0, "waive:air x2").
			reserve(0, "A1")
	})
	t.Run("not for itself, but the first copy for the second", func(t *testing.T) {
		position(t, hand("A1F1", cards.AmuletOfEarth, []int{cards.HandOfFortune})).
			offersNot(0, summonID(cards.HandOfFortune))
		position(t, hand("A1F1", cards.AmuletOfEarth, []int{cards.HandOfFortune}, cards.HandOfFortune)).
			answer(0, summonID(cards.HandOfFortune)).
			reserve(0, "").
			crystals(0, 0).
			inPlay(0, cards.HandOfFortune, cards.HandOfFortune)
	})
	t.Run("not for the opponents", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Gauge: 1, Reserve: energy("E2"), Hand: []int{cards.StaffOfSpring}},
					{Play: inPlayCards(cards.HandOfFortune)},
				},
			},
		).
			offersNot(0, summonID(cards.StaffOfSpring))
	})
	t.Run("a cost that depends on the number of players is reduced too", func(t *testing.T) {
		// Titus costs two fire with three players.
		setup := hand("F1", 0, []int{cards.TitusDeepgaze}, cards.HandOfFortune)
		setup.Players = 3
		position(t, setup).
			answer(0, summonID(cards.TitusDeepgaze)).
			reserve(0, "").
			inPlay(0, cards.HandOfFortune, cards.TitusDeepgaze)
	})
	t.Run("no activation gets cheaper", func(t *testing.T) {
		setup := hand("A3", 0, nil, cards.HandOfFortune, cards.BalanceOfIshtar, cards.CrystalOrb)
		setup.Draw = []int{cards.RunicCubeOfEolis}
		position(t, setup).
			offersNot(0, "activate:2").
			use(0, 3).
			asks(0, "orb").
			offersOnly(0, "return")
		position(t, hand("", 0, nil, cards.HandOfFortune, cards.KairnTheDestroyer)).offersNot(0, "activate:2")
	})
	t.Run("the rest may be paid from an Amulet of Water", func(t *testing.T) {
		setup := hand("A1W1", 0, []int{cards.DivineChalice}, cards.HandOfFortune)
		setup.Seats[0].Play = append(setup.Seats[0].Play, waterAmulets("A1F1")...)
		position(t, setup).
			answer(0, summonID(cards.DivineChalice)).
			asks(0, "payment").
			answer(0, "energy:air@2", "energy:water", "energy:fire@2").
			reserve(0, "A1").
			tokensOn(0, 2, "").
			inPlay(0, cards.HandOfFortune, cards.AmuletOfWater, cards.DivineChalice)
	})
	t.Run("the hand shows how many energies are struck", func(t *testing.T) {
		m := position(
			t,
			hand(
				"",
				0,
				[]int{cards.TemporalBoots, cards.DivineChalice, cards.WondrousChest, cards.CursedTreatiseOfArus},
				cards.HandOfFortune,
				cards.HandOfFortune,
			),
		)
		secret := m.private(0)
		for card, struck := range map[string]int{
			handNames.Of(cards.TemporalBoots): 0, handNames.Of(cards.DivineChalice): 2,
			handNames.Of(cards.WondrousChest): 1, handNames.Of(cards.CursedTreatiseOfArus): 0,
		} {
			require.Equal(t, struck, secret.Hand.Get(card).Struck, card)
		}
	})
}

func TestCard20HandOfFortuneWithAnElementalAmulet(t *testing.T) {
	amulet := func(reserve string, play ...int) *Setup {
		return &Setup{
			Seats: []SeatSetup{
				{Gauge: 9, Reserve: energy(reserve), Hand: []int{cards.ElementalAmulet}, Play: inPlayCards(play...)},
			},
		}
	}
	t.Run("two effects for one energy", func(t *testing.T) {
		position(t, *amulet("W1E1", cards.HandOfFortune)).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:water", "element:earth").
			asks(0, "waive").
			answer(0, "waive:earth").
			answer(0, "gain:air x2").
			crystals(0, 5).
			reserve(0, "A2E1")
	})
	t.Run("the energy struck need not be there", func(t *testing.T) {
		position(t, *amulet("W1", cards.HandOfFortune)).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:water > owned", "element:earth > missing").
			answer(0, "gain:air x2").
			crystals(0, 5).
			reserve(0, "A2")
	})
	t.Run("one copy strikes one missing energy only", func(t *testing.T) {
		position(t, *amulet("W1", cards.HandOfFortune)).
			answer(0, summonID(cards.ElementalAmulet)).
			refuses(0, game.CodeBadGroup, "element:water > owned", "element:earth > missing", "element:fire > missing")
		position(t, *amulet("W1", cards.HandOfFortune, cards.HandOfFortune)).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:water > owned", "element:earth > missing", "element:fire > missing").
			asks(0, "gain").
			reserve(0, "").
			crystals(0, 0)
	})
	t.Run("at least one energy is named that is paid", func(t *testing.T) {
		position(t, *amulet("W1", cards.HandOfFortune)).
			answer(0, summonID(cards.ElementalAmulet)).
			refuses(0, game.CodeBadGroup, "element:earth > missing")
		position(t, *amulet("", cards.HandOfFortune, cards.HandOfFortune)).offersNot(0, summonID(cards.ElementalAmulet))
		position(t, *amulet("W1", cards.HandOfFortune)).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:water").
			reserve(0, "").
			asks(0, "gain")
	})
}
