package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard31ElementalAmulet(t *testing.T) {
	four := energy("A1W1F1E1")
	// begin summons the Amulet from a hand that also has card 5. The next card to draw is 6.
	begin := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Hand = []int{cards.ElementalAmulet, cards.BalanceOfIshtar}
		own.Gauge = max(own.Gauge, 3)
		return position(t, Setup{Draw: []int{cards.StaffOfSpring}, Seats: append([]SeatSetup{own}, others...)}).
			answer(0, summonID(cards.ElementalAmulet))
	}
	t.Run("the player names which of the four energies it costs", func(t *testing.T) {
		begin(t, SeatSetup{Reserve: four}).
			asks(0, "elements").
			offersOnly(0, "element:air", "element:water", "element:fire", "element:earth", "back")
	})
	t.Run("at least one energy, and each at most once", func(t *testing.T) {
		begin(t, SeatSetup{Reserve: energy("A2E2")}).
			offersOnly(0, "element:air", "element:earth", "back").
			refuses(0, game.CodeBadCount).
			refuses(0, game.CodeBadCount, "element:earth x2").
			refuses(0, game.CodeUnknownOption, "element:water")
	})
	t.Run("cannot be summoned without energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 9, Hand: []int{cards.ElementalAmulet}}}}).
			offersNot(0, summonID(cards.ElementalAmulet))
	})
	t.Run("can be taken back, and nobody sees that it was declared", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: four, Hand: []int{cards.ElementalAmulet}}}}).
			takesBack(0, summonID(cards.ElementalAmulet))
		m := begin(t, SeatSetup{Reserve: four})
		require.Empty(t, m.step.Events)
		require.Equal(t, "turn", m.public(0).Asked)
	})
	t.Run("water gives two energies of choice", func(t *testing.T) {
		begin(t, SeatSetup{Reserve: four}).
			answer(0, "element:water").
			asks(0, "gain").
			reserve(0, "A1F1E1").
			refuses(0, game.CodeBadCount, "gain:air").
			answer(0, "gain:air", "gain:fire").
			asks(0, "turn").
			reserve(0, "A2F2E1").
			crystals(0, 0).
			hand(0, cards.BalanceOfIshtar)
	})
	t.Run("water: of an eighth energy the owner keeps seven", func(t *testing.T) {
		begin(t, SeatSetup{Reserve: energy("W7")}).
			answer(0, "element:water").
			answer(0, "gain:fire x2").
			asks(0, "lose_energy").
			keeps(0, "energy:water x5", "energy:fire x2").
			asks(0, "turn").
			reserve(0, "W5F2")
	})
	t.Run("the energy gained by water cannot pay for the Amulet", func(t *testing.T) {
		begin(t, SeatSetup{Reserve: energy("W1")}).offersOnly(0, "element:water", "back")
	})
	t.Run("earth gives five crystals", func(t *testing.T) {
		m := begin(t, SeatSetup{Reserve: four}).
			answer(0, "element:earth").
			asks(0, "turn").reserve(0, "A1W1F1").crystals(0, 5).hand(0, cards.BalanceOfIshtar)
		require.True(t, m.step.Undoable(), "nothing hidden has been seen")
	})
	t.Run("fire draws a card that must be kept and that only the owner sees", func(t *testing.T) {
		m := begin(t, SeatSetup{Reserve: four}, SeatSetup{}, SeatSetup{}).
			answer(0, "element:fire").
			asks(0, "turn").reserve(0, "A1W1E1").hand(0, cards.BalanceOfIshtar, cards.StaffOfSpring).
			learnsSecretly(
				0,
				fmt.Sprintf("draw seat 0 card %d", cards.ElementalAmulet),
				fmt.Sprintf("drawn %d", cards.StaffOfSpring),
			)
		require.False(t, m.step.Undoable(), "a card has been drawn")
	})
	t.Run("air discards a card from the hand, which must be done", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   1,
					Reserve: four,
					Hand:    []int{cards.BalanceOfIshtar, cards.StaffOfSpring, cards.ElementalAmulet},
				},
			},
		}).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:air").
			asks(0, "hand_card").
			offersOnly(0, cardID(cards.BalanceOfIshtar), cardID(cards.StaffOfSpring)).
			refuses(0, game.CodeBadCount).
			answer(0, cardID(cards.StaffOfSpring)).
			asks(0, "turn").
			reserve(0, "W1F1E1").
			hand(0, cards.BalanceOfIshtar).
			discarded(cards.StaffOfSpring)
	})
	t.Run("air does not show the others which card is discarded", func(t *testing.T) {
		begin(t, SeatSetup{Reserve: four}, SeatSetup{}, SeatSetup{}).
			answer(0, "element:air").
			hand(0).
			discarded(cards.BalanceOfIshtar).
			learnsSecretly(
				0,
				fmt.Sprintf("discard seat 0 card %d", cards.ElementalAmulet),
				fmt.Sprintf("discarded %d", cards.BalanceOfIshtar),
			).
			learnsNot(game.SeatViewer(1), "discarded").
			learnsNot(game.Spectator(), "discarded")
	})
	t.Run("air does nothing with an empty hand", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: four, Hand: []int{cards.ElementalAmulet}}}}).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:air").
			asks(0, "turn").
			discarded().
			inPlay(0, cards.ElementalAmulet).
			gauge(0, 1)
	})
	t.Run("of fire and air the player says which comes first, after water and earth", func(t *testing.T) {
		begin(t, SeatSetup{Reserve: four}).
			answer(0, "element:air", "element:water", "element:fire", "element:earth").
			asks(0, "gain").
			reserve(0, "").
			answer(0, "gain:air x2").
			asks(0, "element_first").
			offersOnly(0, "element:air", "element:fire").
			crystals(0, 5).
			hand(0, cards.BalanceOfIshtar)
	})
	t.Run("fire first: the card drawn may be the one discarded", func(t *testing.T) {
		begin(t, SeatSetup{Reserve: four}).
			answer(0, "element:fire", "element:air").
			answer(0, "element:fire").
			asks(0, "hand_card").
			offersOnly(0, cardID(cards.BalanceOfIshtar), cardID(cards.StaffOfSpring)).
			answer(0, cardID(cards.StaffOfSpring)).
			asks(0, "turn").
			hand(0, cards.BalanceOfIshtar).
			discarded(cards.StaffOfSpring)
	})
	t.Run("air first: the card drawn is kept", func(t *testing.T) {
		begin(t, SeatSetup{Reserve: four}).
			answer(0, "element:fire", "element:air").
			answer(0, "element:air").
			asks(0, "turn").
			hand(0, cards.StaffOfSpring).
			discarded(cards.BalanceOfIshtar)
	})
	t.Run("air first with an empty hand spares the card drawn", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.StaffOfSpring},
			Seats: []SeatSetup{{Gauge: 1, Reserve: four, Hand: []int{cards.ElementalAmulet}}},
		}).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:fire", "element:air").
			answer(0, "element:air").
			asks(0, "turn").
			hand(0, cards.StaffOfSpring).
			discarded()
	})
	t.Run("fire does nothing when no card is left anywhere", func(t *testing.T) {
		position(t, Setup{
			Rest: "aside",
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: four, Hand: []int{cards.BalanceOfIshtar, cards.ElementalAmulet}},
			},
		}).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:fire").
			asks(0, "turn").
			hand(0, cards.BalanceOfIshtar)
	})
	t.Run("with no card in hand or piles the order is not asked", func(t *testing.T) {
		position(t, Setup{
			Rest:  "aside",
			Seats: []SeatSetup{{Gauge: 1, Reserve: four, Hand: []int{cards.ElementalAmulet}}},
		}).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:fire", "element:air").
			asks(0, "turn").
			hand(0).
			discarded()
	})
	t.Run("with both piles empty fire after air draws the very card discarded", func(t *testing.T) {
		last := Setup{
			Rest:  "aside",
			Seats: []SeatSetup{{Gauge: 1, Reserve: four, Hand: []int{cards.BalanceOfIshtar, cards.ElementalAmulet}}},
		}
		position(t, last).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:fire", "element:air").
			answer(0, "element:air").
			asks(0, "turn").
			hand(0, cards.BalanceOfIshtar).
			discarded()
		position(t, last).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:fire", "element:air").
			answer(0, "element:fire").
			asks(0, "turn").
			hand(0).
			discarded(cards.BalanceOfIshtar)
	})
	t.Run("the cost can be paid from an Amulet of Water", func(t *testing.T) {
		amulet := []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("E1")}}
		begin(t, SeatSetup{Play: amulet}).
			offersOnly(0, "element:earth", "back").
			answer(0, "element:earth").
			tokensOn(0, 1, "").
			crystals(0, 5)
		begin(t, SeatSetup{Reserve: energy("E1"), Play: amulet}).
			answer(0, "element:earth").
			asks(0, "payment").
			offersOnly(0, "energy:earth", "energy:earth@1", "back").
			answer(0, "energy:earth@1").
			tokensOn(0, 1, "").
			reserve(0, "E1").
			crystals(0, 5)
	})
	t.Run("the crystals of Arcano Leeches come first", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Gauge: 1, Reserve: four, Hand: []int{cards.ElementalAmulet}},
					{Play: inPlayCards(cards.ArcanoLeech)},
				},
			},
		).
			offersNot(0, summonID(cards.ElementalAmulet))
		begin(t, SeatSetup{Reserve: four, Crystals: 1}, SeatSetup{Play: inPlayCards(cards.ArcanoLeech)}).
			answer(0, "element:earth").
			crystals(0, 5).
			crystals(1, 1)
	})
	t.Run("Staff of Spring and Yjang's Forgotten Vase come before its effects", func(t *testing.T) {
		m := begin(t, SeatSetup{Reserve: four, Play: inPlayCards(cards.StaffOfSpring, cards.YjangsForgottenVase)}).
			answer(0, "element:water", "element:earth").
			asks(0, "gain").crystals(0, 3)
		require.Equal(t, 1, m.decision(0).Max, "the Vase's energy")
		m.answer(0, "gain:air").asks(0, "gain")
		require.Equal(t, 2, m.decision(0).Max, "the Amulet's energies")
		m.answer(0, "gain:air x2").
			crystals(0, 8).
			reserve(0, "A4F1")
	})
}

func TestCard31ElementalAmuletWithHandOfFortune(t *testing.T) {
	begin := func(t *testing.T, reserve string, hands ...int) *scenario {
		t.Helper()
		return position(t, Setup{Draw: []int{cards.StaffOfSpring}, Seats: []SeatSetup{
			{Gauge: 3, Reserve: energy(reserve), Hand: []int{cards.ElementalAmulet}, Play: inPlayCards(hands...)},
		}}).
			answer(0, summonID(cards.ElementalAmulet))
	}
	t.Run("one paid energy brings two effects, the second need not be owned", func(t *testing.T) {
		begin(t, "F1", cards.HandOfFortune).
			offersOnly(0, "element:air", "element:water", "element:fire", "element:earth", "back").
			answer(0, "element:fire", "element:earth").
			asks(0, "turn").
			reserve(0, "").
			crystals(0, 5).
			hand(0, cards.StaffOfSpring)
	})
	t.Run("at least one energy is paid", func(t *testing.T) {
		begin(t, "F1E1", cards.HandOfFortune).
			answer(0, "element:earth").
			reserve(0, "F1").
			crystals(0, 5)
		begin(t, "F1", cards.HandOfFortune).
			refuses(0, game.CodeBadGroup, "element:earth")
	})
	t.Run("one Hand does not strike two energies", func(t *testing.T) {
		begin(t, "F1", cards.HandOfFortune).
			refuses(0, game.CodeBadGroup, "element:fire", "element:earth", "element:air")
	})
	t.Run("of energies that are all owned the player says which is struck", func(t *testing.T) {
		begin(t, "F1E1", cards.HandOfFortune).
			answer(0, "element:fire", "element:earth").
			asks(0, "waive").
			offersOnly(0, "waive:fire", "waive:earth", "back").
			refuses(0, game.CodeBadCount, "waive:fire", "waive:earth").
			answer(0, "waive:earth").
			asks(0, "turn").
			reserve(0, "E1").
			crystals(0, 5).
			hand(0, cards.StaffOfSpring)
	})
	t.Run("an energy that is not owned is the one struck", func(t *testing.T) {
		begin(t, "W1F1", cards.HandOfFortune).
			answer(0, "element:water", "element:fire", "element:earth").
			asks(0, "gain").
			reserve(0, "").
			answer(0, "gain:air x2").
			crystals(0, 5).
			hand(0, cards.StaffOfSpring)
	})
	t.Run("two Hands strike two energies", func(t *testing.T) {
		begin(t, "W1", cards.HandOfFortune, cards.HandOfFortune).
			answer(0, "element:water", "element:fire", "element:earth").
			asks(0, "gain").
			reserve(0, "").
			answer(0, "gain:air x2").
			crystals(0, 5).
			hand(0, cards.StaffOfSpring)
	})
	t.Run("two Hands strike only one of two energies", func(t *testing.T) {
		begin(t, "F1E1", cards.HandOfFortune, cards.HandOfFortune).
			answer(0, "element:fire", "element:earth").
			asks(0, "waive").
			answer(0, "waive:fire").
			reserve(0, "F1").
			crystals(0, 5).
			hand(0, cards.StaffOfSpring)
	})
}

func TestCard31ElementalAmuletForFree(t *testing.T) {
	// all requires the effects of all four energies. Card 5 is in hand and card 6 is drawn.
	all := func(m *scenario, reserve string) {
		m.t.Helper()
		m.asks(0, "gain").
			reserve(0, reserve).
			answer(0, "gain:water x2").
			asks(0, "element_first").
			crystals(0, 5).
			answer(0, "element:fire").
			asks(0, "hand_card").
			offersOnly(0, cardID(cards.BalanceOfIshtar), cardID(cards.StaffOfSpring)).
			answer(0, cardID(cards.BalanceOfIshtar)).
			asks(0, "turn").
			hand(0, cards.StaffOfSpring)
	}
	t.Run("a Potion of Dreams brings all four effects and nothing is paid", func(t *testing.T) {
		m := position(
			t,
			Setup{
				Draw: []int{cards.StaffOfSpring},
				Seats: []SeatSetup{
					{
						Gauge: 1,
						Hand:  []int{cards.BalanceOfIshtar, cards.ElementalAmulet},
						Play:  inPlayCards(cards.PotionOfDreams),
					},
				},
			},
		).
			answer(0, "activate:1").
			answer(0, cardID(cards.ElementalAmulet))
		all(m, "")
	})
	t.Run("a Divine Chalice brings all four effects and nothing is paid", func(t *testing.T) {
		m := position(
			t,
			Setup{
				Draw: []int{
					cards.ElementalAmulet, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth,
					cards.StaffOfSpring,
				},
				Seats: []SeatSetup{
					{Gauge: 2, Reserve: energy("A2W1F1E1"), Hand: []int{cards.BalanceOfIshtar, cards.DivineChalice}},
				},
			},
		).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.ElementalAmulet))
		all(m, "A1")
	})
	t.Run("a Crystal Orb brings all four effects for its four energies", func(t *testing.T) {
		m := position(t, Setup{Draw: []int{cards.ElementalAmulet, cards.StaffOfSpring}, Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A5"), Hand: []int{cards.BalanceOfIshtar}, Play: inPlayCards(cards.CrystalOrb)},
		}}).
			use(0, 1).
			answer(0, summonID(cards.ElementalAmulet))
		all(m, "A1")
	})
}

func TestCard31ElementalAmuletSecondEdition(t *testing.T) {
	four := energy("A1W1F1E1")
	t.Run("air raises the gauge by one and discards nothing", func(t *testing.T) {
		position(t, Setup{
			Options: second,
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: four, Hand: []int{cards.BalanceOfIshtar, cards.ElementalAmulet}},
			},
		}).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:air").
			asks(0, "turn").
			gauge(0, 2).
			hand(0, cards.BalanceOfIshtar).
			discarded()
	})
	t.Run("the other energies do the same as in the first, and no order is asked", func(t *testing.T) {
		position(t, Setup{
			Options: second,
			Draw:    []int{cards.StaffOfSpring},
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: four, Hand: []int{cards.BalanceOfIshtar, cards.ElementalAmulet}},
			},
		}).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:air", "element:water", "element:fire", "element:earth").
			answer(0, "gain:air x2").
			asks(0, "turn").
			reserve(0, "A2").
			crystals(0, 5).
			hand(0, cards.BalanceOfIshtar, cards.StaffOfSpring).
			gauge(0, 2)
	})
	t.Run("summoned for free it has all four effects", func(t *testing.T) {
		position(t, Setup{
			Options: second,
			Draw:    []int{cards.StaffOfSpring},
			Seats: []SeatSetup{
				{
					Gauge: 1,
					Hand:  []int{cards.BalanceOfIshtar, cards.ElementalAmulet},
					Play:  inPlayCards(cards.PotionOfDreams),
				},
			},
		}).
			answer(0, "activate:1").
			answer(0, cardID(cards.ElementalAmulet)).
			answer(0, "gain:air x2").
			asks(0, "turn").
			reserve(0, "A2").
			crystals(0, 5).
			hand(0, cards.BalanceOfIshtar, cards.StaffOfSpring).
			gauge(0, 2)
	})
	t.Run("in the first edition air leaves the gauge", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: four, Hand: []int{cards.ElementalAmulet}}}}).
			answer(0, summonID(cards.ElementalAmulet)).
			answer(0, "element:air").
			gauge(0, 1)
	})
}
