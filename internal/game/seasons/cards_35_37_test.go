package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestCard35GluttonCauldron(t *testing.T) {
	// cauldron has a Cauldron with these tokens as its first card in play.
	cauldron := func(t *testing.T, tokens string, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Play = append([]PlaySetup{{Card: 35, Tokens: energy(tokens)}}, own.Play...)
		return position(t, Setup{Seats: append([]SeatSetup{own}, others...)})
	}
	t.Run("costs nothing", func(t *testing.T) { costs(t, nil, 2, 35, "", 0) })
	t.Run("an energy of choice is placed on it and it is turned", func(t *testing.T) {
		cauldron(t, "F1", SeatSetup{Reserve: energy("A2W1")}).
			answer(0, "activate:1").
			asks(0, "tokens").offersOnly(0, "energy:air", "energy:water", "back").
			refuses(0, game.CodeBadCount, "energy:air x2").
			answer(0, "energy:water").
			asks(0, "turn").reserve(0, "A2").tokensOn(0, 1, "W1F1").turned(0, 1, true).crystals(0, 0)
	})
	t.Run("can be taken back", func(t *testing.T) {
		cauldron(t, "", SeatSetup{Reserve: energy("A2W1")}).takesBack(0, "activate:1").turned(0, 1, false)
	})
	t.Run("only one energy a turn on each copy", func(t *testing.T) {
		cauldron(t, "", SeatSetup{Reserve: energy("A3"), Play: inPlayCards(35)}).
			use(0, 1).
			offersNot(0, "activate:1").
			use(0, 2).
			offersNot(0, "activate:1", "activate:2").
			reserve(0, "A1").tokensOn(0, 1, "A1").tokensOn(0, 2, "A1")
	})
	t.Run("can be used in the turn in which it is summoned", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1"), Hand: []int{35}}}}).
			answer(0, "summon:35").
			use(0, 1).
			tokensOn(0, 1, "A1").reserve(0, "")
	})
	t.Run("cannot be used without energy", func(t *testing.T) {
		cauldron(t, "A5", SeatSetup{}).offersNot(0, "activate:1")
	})
	t.Run("the energy may come from an Amulet of Water", func(t *testing.T) {
		cauldron(t, "", SeatSetup{Reserve: energy("A1"), Play: []PlaySetup{{Card: 4, Tokens: energy("W1")}}}).
			answer(0, "activate:1").
			offersOnly(0, "energy:air", "energy:water@2", "back").
			answer(0, "energy:water@2").
			tokensOn(0, 1, "W1").tokensOn(0, 2, "").reserve(0, "A1")
	})
	t.Run("placing is an activation: Thieving Fairies take their crystal", func(t *testing.T) {
		cauldron(t, "", SeatSetup{Crystals: 1, Reserve: energy("A1")}, SeatSetup{Play: inPlayCards(41)}).
			use(0, 1).
			crystals(0, 0).crystals(1, 2)
	})
	t.Run("energy on it cannot be used", func(t *testing.T) {
		cauldron(t, "A2W2F2", SeatSetup{Gauge: 9, Crystals: 9, Hand: []int{1, 23, 31}, Play: inPlayCards(16, 47)}).
			offersNot(0, "summon:1", "summon:23", "summon:31", "activate:2", "activate:3", "transmute", "bonus:exchange")
	})
	t.Run("energy on it is not part of the reserve: limit, Wondrous Chest, Beggar's Horn, Lantern of Xidit", func(t *testing.T) {
		cauldron(t, "W6", SeatSetup{Gauge: 9, Reserve: energy("A6"), Hand: []int{15}, Play: inPlayCards(30)}).
			answer(0, "summon:15").
			answer(0, "gain:fire").
			asks(0, "turn").reserve(0, "A6F1")
		full := []PlaySetup{{Card: 35, Tokens: energy("W6")}}
		position(t, Setup{Phase: "end", Seats: []SeatSetup{{Reserve: energy("A3"), Play: append(full, inPlayCards(13)...)}}}).
			crystals(0, 0)
		position(t, Setup{Phase: "end", Seats: []SeatSetup{{Reserve: energy("A1"), Play: append(full, inPlayCards(14)...)}}}).
			asks(0, "gain")
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Reserve: energy("A1"), Play: append(full, inPlayCards(45)...)}}}).
			over(27, 0)
	})
	t.Run("with the seventh energy it is sacrificed for all seven and fifteen crystals", func(t *testing.T) {
		cauldron(t, "A2W2F2", SeatSetup{Reserve: energy("E1")}).
			use(0, 1).
			asks(0, "turn").inPlay(0).discarded(35).reserve(0, "A2W2F2E1").crystals(0, 15)
	})
	t.Run("a Purse of Io adds nothing", func(t *testing.T) {
		cauldron(t, "A2W2F2", SeatSetup{Reserve: energy("E1"), Play: inPlayCards(8)}).
			use(0, 1).
			crystals(0, 15)
	})
	t.Run("from a full reserve the seventh leaves first, then seven of thirteen are kept at once", func(t *testing.T) {
		cauldron(t, "W6", SeatSetup{Reserve: energy("A7")}).
			use(0, 1).
			asks(0, "keep_energy").offersOnly(0, "energy:air", "energy:water").reserve(0, "A7W6").inPlay(0).
			answer(0, "energy:air", "energy:water x6").
			asks(0, "turn").reserve(0, "A1W6").crystals(0, 15)
	})
	t.Run("with a Bespelled Grimoire ten are kept", func(t *testing.T) {
		cauldron(t, "W6", SeatSetup{Reserve: energy("A4"), Play: inPlayCards(18)}).
			use(0, 1).
			asks(0, "turn").reserve(0, "A4W6")
	})
	t.Run("leaving play earlier it loses its energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{10}}, {Play: []PlaySetup{{Card: 35, Tokens: energy("W6")}}},
		}}).
			answer(0, "summon:10").
			inPlay(1).discarded(35).reserve(1, "").crystals(1, 0)
	})
	t.Run("taken back by Amsug and summoned again it is empty and unturned", func(t *testing.T) {
		cauldron(t, "W5", SeatSetup{Gauge: 2, Reserve: energy("A2W1"), Hand: []int{17}}).
			answer(0, "activate:1").
			answer(0, "energy:air").
			answer(0, "summon:17").
			hand(0, 35).reserve(0, "").
			answer(0, "summon:35").
			tokensOn(0, 3, "").turned(0, 3, false)
	})
}

func TestCard36VampiricCrown(t *testing.T) {
	// crown summons a Crown with the other cards in hand; card 9 is drawn next.
	crown := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Hand = append(own.Hand, 36)
		own.Gauge = max(own.Gauge, 3)
		own.Reserve.Air++
		own.Reserve.Water++
		return position(t, Setup{Draw: []int{9}, Seats: append([]SeatSetup{own}, others...)}).answer(0, "summon:36")
	}
	t.Run("costs an air and a water", func(t *testing.T) { costs(t, nil, 2, 36, "A1W1", 0) })
	t.Run("the player draws or discards, and must do one", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{5}}).
			asks(0, "mode").offersOnly(0, "mode:draw", "mode:discard").
			refuses(0, game.CodeBadCount)
	})
	t.Run("draw: the card is kept and its points are energies of choice", func(t *testing.T) {
		position(t, Setup{Draw: []int{5}, Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1E1"), Hand: []int{23, 36}}}}).
			answer(0, "summon:36").
			answer(0, "mode:draw").
			asks(0, "gain").hand(0, 5, 23).
			refuses(0, game.CodeBadCount, "gain:air x3").
			answer(0, "gain:air x2", "gain:fire x2").
			asks(0, "turn").hand(0, 5, 23).reserve(0, "A2F2E1")
	})
	t.Run("draw: everybody sees the card", func(t *testing.T) {
		m := crown(t, SeatSetup{Hand: []int{5}}).
			answer(0, "mode:draw")
		for _, viewer := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.Spectator()} {
			m.learns(viewer, "draw_open seat 0 drawn 9 card 36")
		}
		require.False(t, m.step.Undoable(), "a card has been drawn")
	})
	t.Run("discard: a card of the hand is chosen and its points are energies of choice", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{5, 23}}).
			answer(0, "mode:discard").
			asks(0, "hand_card").offersOnly(0, "card:5", "card:23").
			answer(0, "card:5").
			asks(0, "gain").hand(0, 23).discarded(5).
			answer(0, "gain:earth x4").
			asks(0, "turn").reserve(0, "E4")
	})
	t.Run("discard: everybody sees the card, and only once it is chosen", func(t *testing.T) {
		m := crown(t, SeatSetup{Hand: []int{5, 23}}).
			answer(0, "mode:discard").
			learnsNot(game.Spectator(), "discard seat").
			answer(0, "card:5")
		for _, viewer := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.Spectator()} {
			m.learns(viewer, "discard seat 0 discarded 5 card 36")
		}
		require.True(t, m.step.Undoable(), "the player has shown a card of the own hand")
	})
	t.Run("a card without points gives nothing", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{23}}).
			answer(0, "mode:discard").
			asks(0, "turn").reserve(0, "").discarded(23)
	})
	t.Run("a card with negative points gives nothing", func(t *testing.T) {
		crown(t, SeatSetup{Reserve: energy("A1"), Hand: []int{42}}).
			answer(0, "mode:discard").
			asks(0, "turn").reserve(0, "A1").discarded(42)
	})
	t.Run("with an empty hand a card is drawn", func(t *testing.T) {
		crown(t, SeatSetup{}).
			asks(0, "gain").hand(0, 9)
	})
	t.Run("with no card left to draw one is discarded", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{5, 36}}}}).
			answer(0, "summon:36").
			asks(0, "gain").hand(0)
	})
	t.Run("with neither nothing happens", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{36}}}}).
			answer(0, "summon:36").
			asks(0, "turn").inPlay(0, 36).reserve(0, "")
	})
	t.Run("an empty draw pile is made anew from the discard pile", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Discard: []int{5}, Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{36}}}}).
			answer(0, "summon:36").
			asks(0, "gain").hand(0, 5).discarded()
	})
	t.Run("of too much energy the owner keeps seven at once", func(t *testing.T) {
		crown(t, SeatSetup{Reserve: energy("A5"), Hand: []int{5}}).
			answer(0, "mode:discard").
			answer(0, "gain:earth x4").
			asks(0, "keep_energy").
			answer(0, "energy:air x3", "energy:earth x4").
			asks(0, "turn").reserve(0, "A3E4")
	})
	t.Run("of more than the reserve holds only so many are named", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{22}}).
			answer(0, "mode:discard").
			refuses(0, game.CodeBadCount, "gain:earth x8").
			answer(0, "gain:earth x7").
			asks(0, "turn").reserve(0, "E7")
		crown(t, SeatSetup{Hand: []int{45}, Play: inPlayCards(18)}).
			answer(0, "mode:discard").
			answer(0, "gain:earth x10").
			asks(0, "turn").reserve(0, "E9E1")
	})
	t.Run("summoned by a Divine Chalice it draws from the pile as it is then", func(t *testing.T) {
		position(t, Setup{Draw: []int{36, 1, 2, 3, 5}, Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{9}}}}).
			answer(0, "summon:9").
			answer(0, "card:36").
			asks(0, "gain").hand(0, 5).discardedAnyOrder(1, 2, 3).
			answer(0, "gain:air x4").
			reserve(0, "A4")
	})
}

func TestCard37DragonSkull(t *testing.T) {
	// skull has a Skull as its first card in play.
	skull := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Play = append([]PlaySetup{{Card: 37}}, own.Play...)
		return position(t, Setup{Seats: append([]SeatSetup{own}, others...)})
	}
	t.Run("costs a water, a fire and an earth", func(t *testing.T) { costs(t, nil, 2, 37, "W1F1E1", 0) })
	t.Run("three own cards are sacrificed for fifteen crystals", func(t *testing.T) {
		skull(t, SeatSetup{Crystals: 1, Play: inPlayCards(10, 23, 25)}, SeatSetup{Play: inPlayCards(22)}).
			answer(0, "activate:1").
			asks(0, "own_cards").offersOnly(0, "play:1", "play:2", "play:3", "play:4", "back").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").inPlay(0, 37).turned(0, 1, true).crystals(0, 16).
			discardedAnyOrder(10, 23, 25).inPlay(1, 22)
	})
	t.Run("exactly three", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(10, 23, 25)}).
			answer(0, "activate:1").
			refuses(0, game.CodeBadCount, "play:2", "play:3").
			refuses(0, game.CodeBadCount, "play:2 x2", "play:3").
			refuses(0, game.CodeBadCount, "play:1", "play:2", "play:3", "play:4")
	})
	t.Run("the Skull itself may be one of them", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(10, 23)}).
			answer(0, "activate:1").
			answer(0, "play:1", "play:2", "play:3").
			asks(0, "turn").inPlay(0).crystals(0, 15).discardedAnyOrder(10, 23, 37)
	})
	t.Run("cannot be used with fewer than three cards in play", func(t *testing.T) {
		skull(t, SeatSetup{Hand: []int{1, 2, 3}, Play: inPlayCards(10)}).
			offersNot(0, "activate:1")
	})
	t.Run("can be taken back, also when there is no choice", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(10, 23)}).
			takesBack(0, "activate:1").turned(0, 1, false).inPlay(0, 37, 10, 23)
	})
	t.Run("a Purse of Io adds nothing", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(8, 10, 23, 25)}).
			answer(0, "activate:1").
			answer(0, "play:3", "play:4", "play:5").
			crystals(0, 15)
	})
	t.Run("a Cursed Treatise among them burns the reserve, not other energy", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A4W2"), Play: []PlaySetup{
			{Card: 42}, {Card: 10}, {Card: 23}, {Card: 4, Tokens: energy("W3")}, {Card: 35, Tokens: energy("F2")},
		}}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").reserve(0, "").tokensOn(0, 5, "W3").tokensOn(0, 6, "F2").crystals(0, 15)
	})
	t.Run("a Bespelled Grimoire among them lowers the limit: seven are kept before anything else", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A5W4"), Play: inPlayCards(18, 10, 23)}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "keep_energy").crystals(0, 0).
			answer(0, "energy:air x4", "energy:water x3").
			asks(0, "turn").reserve(0, "A4W3").crystals(0, 15)
	})
	t.Run("a second Grimoire keeps the limit at ten", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A5W4"), Play: inPlayCards(18, 18, 10, 23)}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:4", "play:5").
			asks(0, "turn").reserve(0, "A5W4")
	})
	t.Run("with Treatise and Grimoire the reserve burns first and nothing is asked", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A5W4"), Play: inPlayCards(18, 42, 10)}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").reserve(0, "").crystals(0, 15)
	})
	t.Run("an Amulet of Water or a Glutton Cauldron among them loses its energy", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A1"), Play: []PlaySetup{
			{Card: 4, Tokens: energy("W3")}, {Card: 35, Tokens: energy("F6")}, {Card: 10},
		}}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").reserve(0, "A1").crystals(0, 15)
	})
	t.Run("everybody sees what is sacrificed", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(10, 23)}).
			answer(0, "activate:1").
			answer(0, "play:1", "play:2", "play:3").
			learns(game.Spectator(), "sacrifice seat 0 card 37 id 1", "sacrifice seat 0 card 10 id 2", "sacrifice seat 0 card 23 id 3")
	})
}
