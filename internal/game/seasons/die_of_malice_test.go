package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// Faces of winter die 1: 1 fire, star and transmute; 2 two water and a star;
// 3 two water and three crystals; 4 two air and a star; 5 a card;
// 6 air, water and transmute.

// beforeReroll is a winter position at the start of seat 0's turn, in which die 1 shows the face and the
// next rolls are fixed.
func beforeReroll(face int, rolls []int, seats ...SeatSetup) Setup {
	return Setup{Phase: "start", Dice: dice(face, 1, 1), Rolls: rolls, Seats: seats}
}

func TestCard15DieOfMalice(t *testing.T) {
	malice := SeatSetup{Gauge: 2, Play: inPlayCards(cards.DieOfMalice)}
	two := SeatSetup{Gauge: 2, Play: inPlayCards(cards.DieOfMalice, cards.DieOfMalice)}
	t.Run("costs nothing", func(t *testing.T) { costs(t, nil, 2, cards.DieOfMalice, "", 0) })
	t.Run("asked before anything of the die is used", func(t *testing.T) {
		position(t, beforeReroll(1, []int{3}, malice)).
			asks(0, "reroll").
			offersOnly(0, "reroll", "keep").
			reserve(0, "").
			gauge(0, 2)
	})
	t.Run("it rolls the die again for two crystals, and only the new face counts", func(t *testing.T) {
		position(t, beforeReroll(1, []int{3}, malice)).
			answer(0, "reroll").
			asks(0, "turn").
			turned(0, 1, true).
			crystals(0, 2+3).
			reserve(0, "W2").
			gauge(0, 2).
			offersNot(0, "transmute", "activate:1")
	})
	t.Run("the star and the symbols of the new face count", func(t *testing.T) {
		position(t, beforeReroll(3, []int{1}, malice)).
			answer(0, "reroll").
			crystals(0, 2).
			reserve(0, "F1").
			gauge(0, 3).
			offers(0, "transmute")
	})
	t.Run("declined, the die stays as it is and the card unturned", func(t *testing.T) {
		position(t, beforeReroll(1, []int{3}, malice)).
			answer(0, "keep").
			asks(0, "turn").
			turned(0, 1, false).
			crystals(0, 0).
			reserve(0, "F1").
			gauge(0, 3).
			offersNot(0, "activate:1")
	})
	t.Run("everybody sees the new face, which cannot be taken back", func(t *testing.T) {
		m := position(t, beforeReroll(1, []int{3}, malice)).answer(0, "reroll").
			learns(
				game.Spectator(),
				fmt.Sprintf("activate seat 0 card %d id 1", cards.DieOfMalice),
				"reroll seat 0 die 1 face 3",
			)
		require.False(t, m.step.Undoable())
	})
	t.Run("no other die changes", func(t *testing.T) {
		m := position(t, beforeReroll(1, []int{3}, malice))
		before := m.s.Public().(*Public).Dice
		m.answer(0, "reroll")
		after := m.s.Public().(*Public).Dice
		require.Equal(t, DieView{Face: 3, Taken: "s0"}, *after.Get("d1"))
		require.Equal(t, before[1:], after[1:])
	})
	t.Run("an already turned one is not asked about", func(t *testing.T) {
		turned := SeatSetup{Play: []PlaySetup{{Card: cards.DieOfMalice, Turned: true}}}
		position(t, beforeReroll(1, nil, turned)).asks(0, "turn")
	})
	t.Run("it can be used again in the next round", func(t *testing.T) {
		position(t, beforeReroll(1, []int{3, 1, 1, 1, 2}, malice)).
			answer(0, "reroll").
			answer(0, "end").
			answer(1, "end").
			answer(1, "die:2").
			answer(0, "die:1").
			answer(1, "end").
			asks(0, "reroll").
			answer(0, "reroll").
			crystals(0, 5+2)
	})
	t.Run("two copies are asked about one after another", func(t *testing.T) {
		position(t, beforeReroll(1, []int{6, 3}, two)).
			answer(0, "reroll").
			asks(0, "reroll").
			crystals(0, 2).
			reserve(0, "").
			answer(0, "reroll").
			asks(0, "turn").
			turned(0, 1, true).
			turned(0, 2, true).
			crystals(0, 4+3).
			reserve(0, "W2").
			offersNot(0, "transmute")
	})
	t.Run("the second copy may be kept for nothing", func(t *testing.T) {
		position(t, beforeReroll(1, []int{4}, two)).
			answer(0, "reroll").
			answer(0, "keep").
			asks(0, "turn").
			turned(0, 2, false).
			crystals(0, 2).
			reserve(0, "A2").
			gauge(0, 3)
	})
	t.Run("declining the first copy declines both", func(t *testing.T) {
		position(t, beforeReroll(1, nil, two)).
			answer(0, "keep").
			asks(0, "turn").
			turned(0, 1, false).
			turned(0, 2, false).
			reserve(0, "F1")
	})
	t.Run("opposing Thieving Fairies take their crystal before the two come", func(t *testing.T) {
		position(t, beforeReroll(1, []int{4}, malice, SeatSetup{Play: inPlayCards(cards.ThievingFairies)})).
			answer(0, "reroll").
			crystals(0, 2).
			crystals(1, 1)
		rich := malice
		rich.Crystals = 1
		position(t, beforeReroll(1, []int{4}, rich, SeatSetup{Play: inPlayCards(cards.ThievingFairies)})).
			answer(0, "reroll").
			crystals(0, 2).
			crystals(1, 2)
	})
	t.Run("the gains of the new face may overflow", func(t *testing.T) {
		full := malice
		full.Reserve = energy("E7")
		position(t, beforeReroll(5, []int{4}, full)).
			answer(0, "reroll").
			asks(0, "lose_energy").
			keeps(0, "energy:earth x5", "energy:air x2").
			reserve(0, "A2E5")
	})
	t.Run("an opponent's turn does not ask", func(t *testing.T) {
		position(t, beforeReroll(1, nil, SeatSetup{}, malice)).
			asks(0, "turn").
			answer(0, "end").
			asks(1, "reroll")
	})
}

// Later in the turn it can be used only if nothing of the die has been used or gained: with a face
// that shows just a card.
func TestCard15DieOfMaliceOnAnUntouchedDie(t *testing.T) {
	malice := SeatSetup{Gauge: 2, Play: inPlayCards(cards.DieOfMalice)}
	inHand := SeatSetup{Gauge: 1, Hand: []int{cards.DieOfMalice}}
	t.Run("declined at first", func(t *testing.T) {
		position(t, beforeReroll(5, []int{3}, malice)).
			answer(0, "keep").
			offers(0, "activate:1", "draw").
			answer(0, "activate:1").
			asks(0, "turn").
			crystals(0, 2+3).
			reserve(0, "W2").
			offersNot(0, "draw", "activate:1")
	})
	t.Run("summoned in this turn", func(t *testing.T) {
		position(t, beforeReroll(5, []int{2}, inHand)).
			answer(0, summonID(cards.DieOfMalice)).
			answer(0, "activate:1").
			crystals(0, 2).
			reserve(0, "W2").
			gauge(0, 2)
	})
	t.Run("not once the card has been drawn", func(t *testing.T) {
		position(t, beforeReroll(5, nil, malice)).
			answer(0, "keep").
			answer(0, "draw").
			answer(0, "discard").
			offersNot(0, "activate:1")
	})
	t.Run("not once two cards have been drawn with the bonus", func(t *testing.T) {
		position(t, Setup{
			Phase: "start",
			Dice:  dice(5, 1, 1),
			Draw:  []int{cards.AmuletOfAir, cards.AmuletOfFire},
			Seats: []SeatSetup{malice},
		}).
			answer(0, "keep").
			answer(0, "bonus:draw").
			answer(0, cardID(cards.AmuletOfAir)).
			offersNot(0, "activate:1")
	})
	t.Run("not with any other face", func(t *testing.T) {
		for _, face := range []int{1, 2, 3, 4, 6} {
			m := position(t, beforeReroll(face, nil, inHand)).answer(0, summonID(cards.DieOfMalice)).
				offersNot(0, "activate:1")
			require.Equal(t, "die_used", *m.private(0).Unusable.Get("c1"))
		}
		// The six crystals are gained nevertheless, and nothing else.
		position(t, Setup{Phase: "start", Kept: map[string][]int{"winter": {3, 4, 5}},
			Dice:  []DieSetup{{Die: 4, Face: 5, Seat: seat(0)}, {Die: 3, Face: 1, Seat: seat(1)}, {Die: 5, Face: 1}},
			Seats: []SeatSetup{inHand}}).
			crystals(0, 6).
			answer(0, summonID(cards.DieOfMalice)).
			offersNot(0, "activate:1")
	})
	t.Run("other actions do not touch the die, and bonuses already used stay", func(t *testing.T) {
		malice := malice
		malice.Reserve = energy("E2")
		position(t, beforeReroll(5, []int{3}, malice)).
			answer(0, "keep").
			answer(0, "bonus:transmute").
			answer(0, "transmute").
			answer(0, "energy:earth").
			crystals(0, 4).
			answer(0, "activate:1").
			crystals(0, 4+2+3).
			bonuses(0, 1).
			answer(0, "transmute").
			answer(0, "energy:earth").
			crystals(0, 9+4)
	})
	t.Run("the die keeps its season after Temporal Boots", func(t *testing.T) {
		// In spring face 4 of die 1 would give two earth.
		malice := malice
		malice.Hand = []int{cards.TemporalBoots}
		position(t, beforeReroll(5, []int{4}, malice).onSpace(1, 3)).
			answer(0, "keep").
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			answer(0, "activate:1").
			reserve(0, "A2").
			gauge(0, 3)
	})
	t.Run("the turn begins anew, with the question about another copy", func(t *testing.T) {
		two := SeatSetup{Gauge: 2, Play: inPlayCards(cards.DieOfMalice, cards.DieOfMalice)}
		m := position(t, beforeReroll(5, []int{6, 4}, two)).answer(0, "keep").
			answer(0, "activate:2").asks(0, "reroll").reserve(0, "").crystals(0, 2)
		require.False(t, m.s.Public().(*Public).Turn.Gained)
		m.answer(0, "reroll").
			asks(0, "turn").
			reserve(0, "A2").
			crystals(0, 4).
			gauge(0, 3)
	})
	t.Run("rolled to a card again, the card can be drawn", func(t *testing.T) {
		position(t, beforeReroll(5, []int{5}, malice)).
			answer(0, "keep").
			answer(0, "activate:1").
			offers(0, "draw").
			answer(0, "draw").
			answer(0, "keep").
			crystals(0, 2)
	})
	t.Run("the gains of the new face may overflow", func(t *testing.T) {
		full := malice
		full.Reserve = energy("E7")
		position(t, beforeReroll(5, []int{4}, full)).
			answer(0, "keep").
			answer(0, "activate:1").
			asks(0, "lose_energy").
			keeps(0, "energy:earth x7").
			reserve(0, "E7").
			asks(0, "turn")
	})
}
