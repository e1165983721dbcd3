package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// chalice is a seat that can summon a Divine Chalice, beside the given cards.
func chalice(gauge int, play ...int) SeatSetup {
	return SeatSetup{Gauge: gauge, Reserve: energy("A1W1F1E1"), Hand: []int{9}, Play: inPlayCards(play...)}
}

func TestCard09DivineChalice(t *testing.T) {
	owner, opponent, spectator := game.SeatViewer(0), game.SeatViewer(1), game.Spectator()
	four := []int{22, 3, 13, 40}
	summoned := func(t *testing.T, setup Setup, seats ...SeatSetup) *scenario {
		setup.Seats = seats
		return position(t, setup).answer(0, "summon:9")
	}
	t.Run("costs one of each energy", func(t *testing.T) { costs(t, nil, 2, 9, "A1W1F1E1", 0) })
	t.Run("draws four, summons one for free, three are discarded", func(t *testing.T) {
		summoned(t, Setup{Draw: four}, chalice(2)).
			asks(0, "pick_summon").offersOnly(0, "card:3", "card:13", "card:22", "card:40").
			answer(0, "card:22").
			inPlay(0, 9, 22).crystals(0, 0).hand(0).discardedAnyOrder(3, 13, 40).asks(0, "turn")
	})
	t.Run("one must be summoned", func(t *testing.T) {
		summoned(t, Setup{Draw: four}, chalice(2)).
			refuses(0, game.CodeBadCount).refuses(0, game.CodeBadCount, "card:3", "card:13")
	})
	t.Run("the summoned card has its effect in full", func(t *testing.T) {
		summoned(t, Setup{Draw: four}, chalice(2)).answer(0, "card:3").crystals(0, 9)
	})
	t.Run("two equal cards drawn are one option", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{3, 13, 3, 13}}, chalice(2)).
			offersOnly(0, "card:3", "card:13").answer(0, "card:13").
			inPlay(0, 9, 13).discardedAnyOrder(3, 3, 13)
	})
	t.Run("only the owner sees what it chooses from", func(t *testing.T) {
		m := summoned(t, Setup{Draw: four}, chalice(2)).
			learns(owner, "draw seat 0 card 9 private drawn 22", "draw seat 0 card 9 private drawn 40")
		require.Equal(t, 4, len(m.private(0).Held))
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(other, "draw seat 0 card 9").learnsNot(other, "drawn", "private")
		}
		require.Nil(t, m.public(0).Secret)
		require.Equal(t, 4, m.public(0).Held)
		require.Equal(t, "pick_summon", m.public(0).Asked)
		require.False(t, m.step.Undoable())
	})
	t.Run("everybody sees the card summoned, nobody else those discarded", func(t *testing.T) {
		m := summoned(t, Setup{Draw: four}, chalice(2)).answer(0, "card:22").
			learns(owner, "discard seat 0 card 9 private discarded 40")
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(other, "summon seat 0 card 22 id 2 free 1 by 9", "discard seat 0 card 9").
				learnsNot(other, "discarded", "private")
		}
		require.Equal(t, 22, m.public(0).Play.Get("c2").Card)
	})
	t.Run("without a free place all four are discarded unchosen, seen by the owner alone", func(t *testing.T) {
		m := summoned(t, Setup{Draw: four}, chalice(1)).
			asks(0, "turn").inPlay(0, 9).discardedAnyOrder(22, 3, 13, 40).
			learns(owner, "draw seat 0 card 9 private drawn 22", "discard seat 0 card 9 private discarded 22")
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(other, "draw seat 0 card 9", "discard seat 0 card 9").learnsNot(other, "drawn", "discarded", "private")
		}
	})
	t.Run("gauge that a drawn card would give does not make room for it", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{1, 1, 42, 42}}, chalice(1)).
			asks(0, "turn").inPlay(0, 9).gauge(0, 1)
	})
	t.Run("the draw goes on across a reshuffle", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{22}, Discard: []int{3, 13, 40}, Rest: "aside"}, chalice(2)).
			offersOnly(0, "card:3", "card:13", "card:22", "card:40")
	})
	t.Run("with fewer cards one of them is summoned", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{22, 3}, Rest: "aside"}, chalice(2)).
			offersOnly(0, "card:3", "card:22").answer(0, "card:22").inPlay(0, 9, 22).discarded(3)
	})
	t.Run("a single card is summoned", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{3}, Rest: "aside"}, chalice(2)).
			asks(0, "turn").inPlay(0, 9, 3).crystals(0, 9).discarded()
	})
	t.Run("with no card anywhere nothing happens", func(t *testing.T) {
		summoned(t, Setup{Rest: "aside"}, chalice(2)).
			asks(0, "turn").inPlay(0, 9)
	})
}

func TestCard09DivineChaliceFreeSummon(t *testing.T) {
	t.Run("an Arcano Leech takes its toll for the Chalice only", func(t *testing.T) {
		seat := chalice(2)
		seat.Crystals = 5
		position(t, Setup{Draw: []int{22, 3, 13, 40}, Seats: []SeatSetup{seat, {Gauge: 1, Play: inPlayCards(33)}}}).
			answer(0, "summon:9").crystals(0, 4).crystals(1, 1).
			answer(0, "card:22").crystals(0, 4).crystals(1, 1)
	})
	t.Run("a free card needs no crystals for a Leech", func(t *testing.T) {
		seat := chalice(2)
		seat.Crystals = 1
		position(t, Setup{Draw: []int{22, 3, 13, 40}, Seats: []SeatSetup{seat, {Gauge: 1, Play: inPlayCards(33)}}}).
			answer(0, "summon:9").answer(0, "card:22").crystals(0, 0).inPlay(0, 9, 22)
	})
	t.Run("Yjang's Forgotten Vase answers the Chalice only", func(t *testing.T) {
		position(t, Setup{Draw: []int{22, 3, 13, 40}, Seats: []SeatSetup{chalice(3, 30)}}).
			answer(0, "summon:9").asks(0, "gain").answer(0, "gain:air").
			asks(0, "pick_summon").answer(0, "card:22").
			asks(0, "turn").reserve(0, "A1")
	})
	t.Run("the other cards are in the discard pile before the new card acts", func(t *testing.T) {
		position(t, Setup{Draw: []int{2, 3, 13, 40}, Rest: "aside", Seats: []SeatSetup{chalice(2)}}).
			answer(0, "summon:9").answer(0, "card:2").
			asks(0, "pick_card").offersOnly(0, "card:3", "card:13", "card:40")
	})
	t.Run("a second Chalice draws again and needs a further place", func(t *testing.T) {
		draw := []int{9, 3, 13, 40, 22, 14, 16, 19}
		position(t, Setup{Draw: draw, Seats: []SeatSetup{chalice(3)}}).
			answer(0, "summon:9").answer(0, "card:9").
			asks(0, "pick_summon").offersOnly(0, "card:14", "card:16", "card:19", "card:22").
			answer(0, "card:22").inPlay(0, 9, 9, 22).discardedAnyOrder(3, 13, 40, 14, 16, 19)
		position(t, Setup{Draw: draw, Seats: []SeatSetup{chalice(2)}}).
			answer(0, "summon:9").answer(0, "card:9").
			asks(0, "turn").inPlay(0, 9, 9).discardedAnyOrder(3, 13, 40, 22, 14, 16, 19)
	})
	t.Run("a second Chalice may reshuffle what the first discarded", func(t *testing.T) {
		position(t, Setup{Draw: []int{9, 3, 13, 40}, Rest: "aside", Seats: []SeatSetup{chalice(3)}}).
			answer(0, "summon:9").answer(0, "card:9").
			asks(0, "pick_summon").offersOnly(0, "card:3", "card:13", "card:40").
			answer(0, "card:3").inPlay(0, 9, 9, 3).crystals(0, 9)
	})
	t.Run("gauge from the summoned card serves later summons only", func(t *testing.T) {
		seat := chalice(2)
		seat.Hand = []int{9, 15}
		position(t, Setup{Draw: []int{1, 3, 13, 40}, Seats: []SeatSetup{seat}}).
			answer(0, "summon:9").answer(0, "card:1").
			asks(0, "turn").inPlay(0, 9, 1).gauge(0, 4).offers(0, "summon:15")
	})
	t.Run("a Bespelled Grimoire raises the limit before its gain", func(t *testing.T) {
		seat := SeatSetup{Gauge: 9, Reserve: energy("F7"), Hand: []int{9}, Play: waterAmulets("A1W1F1E1")}
		position(t, Setup{Draw: []int{18, 3, 13, 40}, Seats: []SeatSetup{seat}}).
			answer(0, "summon:9").
			answer(0, "energy:air@1", "energy:water@1", "energy:fire@1", "energy:earth@1").
			answer(0, "card:18").asks(0, "gain").answer(0, "gain:air x2").
			asks(0, "turn").reserve(0, "A2F7")
	})
	t.Run("a Vampiric Crown draws from the piles as they are then", func(t *testing.T) {
		// Nothing is in hand, so the Crown can only draw: the 10 points of the Helm.
		position(t, Setup{Draw: []int{36, 3, 13, 40, 19}, Seats: []SeatSetup{chalice(2)}}).
			answer(0, "summon:9").answer(0, "card:36").
			hand(0, 19).asks(0, "gain").answer(0, "gain:air x7").reserve(0, "A7")
	})
	t.Run("Amsug may take the Chalice back", func(t *testing.T) {
		position(t, Setup{Draw: []int{17, 3, 13, 40}, Seats: []SeatSetup{chalice(2)}}).
			answer(0, "summon:9").answer(0, "card:17").
			inPlay(0, 17).hand(0, 9).asks(0, "turn")
	})
	t.Run("an Elemental Amulet has all four effects", func(t *testing.T) {
		seat := chalice(2)
		seat.Hand = []int{9, 14}
		position(t, Setup{Draw: []int{31, 3, 13, 40, 22}, Seats: []SeatSetup{seat}}).
			answer(0, "summon:9").answer(0, "card:31").
			asks(0, "gain").answer(0, "gain:fire x2").crystals(0, 5).
			asks(0, "element_first").answer(0, "element:fire").
			hand(0, 14, 22).asks(0, "hand_card").answer(0, "card:14").
			hand(0, 22).reserve(0, "F2").asks(0, "turn")
	})
	t.Run("summoned by a Potion of Dreams it needs a further free place", func(t *testing.T) {
		seat := SeatSetup{Gauge: 2, Hand: []int{9}, Play: inPlayCards(24)}
		position(t, Setup{Draw: []int{22, 3, 13, 40}, Seats: []SeatSetup{seat}}).
			answer(0, "activate:1").answer(0, "card:9").
			asks(0, "pick_summon").answer(0, "card:22").inPlay(0, 9, 22)
		seat.Gauge = 1
		position(t, Setup{Draw: []int{22, 3, 13, 40}, Seats: []SeatSetup{seat}}).
			answer(0, "activate:1").answer(0, "card:9").
			asks(0, "turn").inPlay(0, 9).discardedAnyOrder(24, 22, 3, 13, 40)
	})
}
