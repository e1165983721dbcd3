package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// secretly requires that everybody learns of an event by this line, and the
// seat alone also its private part.
func (m *scenario) secretly(seat int, line, private string) *scenario {
	m.t.Helper()
	m.learns(game.SeatViewer(game.Seat(seat)), line+" private "+private)
	m.learns(game.Spectator(), line)
	for other := range int(m.s.seats) {
		if other != seat {
			m.learns(game.SeatViewer(game.Seat(other)), line)
			require.NotContains(m.t, m.seen(game.SeatViewer(game.Seat(other))), line+" private "+private)
		}
	}
	return m
}

func TestCard21LewisGreyface(t *testing.T) {
	t.Run("costs an air and a fire", func(t *testing.T) { costs(t, nil, 2, 21, "A1F1", 0) })
	t.Run("with two players copies the only opponent's reserve and asks nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{21}}, {Reserve: energy("A2W1E3")}}}).
			answer(0, "summon:21").
			asks(0, "turn").reserve(0, "A2W1E3").inPlay(0, 21)
	})
	t.Run("the opponent keeps its energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{21}}, {Reserve: energy("A2W1E3")}}}).
			answer(0, "summon:21").
			reserve(1, "A2W1E3")
	})
	t.Run("of several opponents the summoner chooses one, and must", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F1E1"), Hand: []int{21}}, {Reserve: energy("W2")}, {Reserve: energy("F3")}, {},
		}}).
			answer(0, "summon:21").
			asks(0, "opponent").offersOnly(0, "seat:1", "seat:2", "seat:3").
			refuses(0, game.CodeBadCount).
			refuses(0, game.CodeBadCount, "seat:1", "seat:2").
			answer(0, "seat:2").
			reserve(0, "F3E1").reserve(1, "W2").reserve(2, "F3")
	})
	t.Run("an opponent with an empty reserve is a legal choice", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F1E1"), Hand: []int{21}}, {Reserve: energy("W2")}, {},
		}}).
			answer(0, "summon:21").
			answer(0, "seat:2").
			asks(0, "turn").reserve(0, "E1")
	})
	t.Run("copies energy of a Bespelled Grimoire, as it is part of the reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A1F1"), Hand: []int{21}, Play: inPlayCards(18)},
			{Reserve: energy("A4W6"), Play: inPlayCards(18)},
		}}).
			answer(0, "summon:21").
			reserve(0, "A4W6")
	})
	t.Run("does not copy energy on an Amulet of Water or a Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{21}},
			{Reserve: energy("E1"), Play: []PlaySetup{{Card: 4, Tokens: energy("W4")}, {Card: 35, Tokens: energy("F5")}}},
		}}).
			answer(0, "summon:21").
			reserve(0, "E1").tokensOn(1, 1, "W4").tokensOn(1, 2, "F5")
	})
	t.Run("of too much energy the summoner keeps seven at once, old or new", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F2E3"), Hand: []int{21}}, {Reserve: energy("A4W1")},
		}}).
			answer(0, "summon:21").
			asks(0, "keep_energy").offersOnly(0, "energy:air", "energy:water", "energy:fire", "energy:earth").
			refuses(0, game.CodeBadCount, "energy:air x4", "energy:water").
			refuses(0, game.CodeBadCount, "energy:air x4", "energy:water", "energy:fire", "energy:earth x2").
			answer(0, "energy:air x4", "energy:earth x3").
			asks(0, "turn").reserve(0, "A4E3").reserve(1, "A4W1")
	})
	t.Run("the summoner's own limit counts, not the opponent's", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{21}}, {Reserve: energy("A5W5"), Play: inPlayCards(18)},
		}}).
			answer(0, "summon:21").
			asks(0, "keep_energy").
			answer(0, "energy:air x5", "energy:water x2").
			reserve(0, "A5W2")
	})
	t.Run("summoned by a Potion of Dreams it copies after the reserve is discarded", func(t *testing.T) {
		dreamOf(t, 21, SeatSetup{Gauge: 1, Reserve: energy("A1F6"), Play: inPlayCards(24)}, SeatSetup{Reserve: energy("W2E1")}).
			asks(0, "turn").reserve(0, "W2E1")
	})
}

func TestCard22RunicCube(t *testing.T) {
	t.Run("costs twenty crystals with any number of players", func(t *testing.T) {
		for players := 2; players <= 4; players++ {
			costs(t, nil, players, 22, "", 20)
		}
	})
	t.Run("a Hand of Fortune does not lower a cost without energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Crystals: 19, Hand: []int{22}, Play: inPlayCards(20)}}}).
			offersNot(0, "summon:22")
	})
	t.Run("has no effect", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Crystals: 20, Reserve: energy("A1"), Hand: []int{22}}, {Crystals: 5, Reserve: energy("F1")},
		}}).
			answer(0, "summon:22").
			asks(0, "turn").offersNot(0, "activate:1").
			crystals(0, 0).reserve(0, "A1").gauge(0, 1).inPlay(0, 22).
			crystals(1, 5).reserve(1, "F1")
	})
	t.Run("is worth thirty points at the end", func(t *testing.T) {
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Crystals: 1, Play: inPlayCards(22)}, {Play: inPlayCards(22), Bonuses: 1}}}).
			over(31, 25)
	})
}

func TestCard23PotionOfPower(t *testing.T) {
	potion := func(t *testing.T, setup Setup) *scenario {
		t.Helper()
		setup.Seats[0].Play = inPlayCards(23)
		return position(t, setup)
	}
	t.Run("costs two fire", func(t *testing.T) { costs(t, nil, 2, 23, "F2", 0) })
	t.Run("is sacrificed to draw a card and raise the gauge by two", func(t *testing.T) {
		potion(t, Setup{Draw: []int{5, 6}, Seats: []SeatSetup{{Gauge: 1}}}).
			answer(0, "activate:1").
			inPlay(0).discarded(23).hand(0, 5).gauge(0, 3)
	})
	t.Run("the card must be kept: nothing is asked", func(t *testing.T) {
		potion(t, Setup{Draw: []int{5}, Seats: []SeatSetup{{Gauge: 1}}}).
			answer(0, "activate:1").
			asks(0, "turn").hand(0, 5)
	})
	t.Run("only the owner sees the card drawn", func(t *testing.T) {
		m := potion(t, Setup{Draw: []int{5}, Seats: []SeatSetup{{Gauge: 1}, {}, {}}}).
			answer(0, "activate:1").
			secretly(0, "draw seat 0 card 23", "drawn 5").
			learns(game.Spectator(), "sacrifice seat 0 card 23 id 1")
		require.Nil(t, m.public(0).Secret)
		require.Equal(t, 1, m.public(0).Hand)
		require.False(t, m.step.Undoable(), "a card has been drawn")
	})
	t.Run("the gauge does not go beyond fifteen", func(t *testing.T) {
		potion(t, Setup{Seats: []SeatSetup{{Gauge: 14}}}).
			answer(0, "activate:1").
			gauge(0, 15)
	})
	t.Run("may be used with the gauge at fifteen", func(t *testing.T) {
		potion(t, Setup{Draw: []int{5}, Seats: []SeatSetup{{Gauge: 15}}}).
			answer(0, "activate:1").
			gauge(0, 15).hand(0, 5)
	})
	t.Run("sacrificed before the draw, it is in the pile that is shuffled when no other card is left", func(t *testing.T) {
		potion(t, Setup{Rest: "aside", Seats: []SeatSetup{{Gauge: 1}}}).
			answer(0, "activate:1").
			hand(0, 23).discarded().gauge(0, 3)
	})
	t.Run("can be used in the turn in which it is summoned", func(t *testing.T) {
		position(t, Setup{Draw: []int{5}, Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F2"), Hand: []int{23}}}}).
			answer(0, "summon:23").
			answer(0, "activate:1").
			hand(0, 5).gauge(0, 3).inPlay(0)
	})
	t.Run("two potions can be used in one turn", func(t *testing.T) {
		position(t, Setup{Draw: []int{5, 6}, Seats: []SeatSetup{{Gauge: 2, Play: inPlayCards(23, 23)}}}).
			answer(0, "activate:1").
			answer(0, "activate:2").
			hand(0, 5, 6).gauge(0, 6).discarded(23, 23)
	})
	t.Run("cannot be used on another player's turn", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{}, {Gauge: 1, Play: inPlayCards(23)}}}).
			offersNot(0, "activate:1")
		require.False(t, m.s.Waiting().Has(1))
	})
}

// dreamOf activates the Potion of Dreams, the first card in play, for a card in
// hand.
func dreamOf(t *testing.T, number int, own SeatSetup, others ...SeatSetup) *scenario {
	t.Helper()
	own.Hand = append(own.Hand, number)
	return position(t, Setup{Seats: append([]SeatSetup{own}, others...)}).
		answer(0, "activate:1").
		answer(0, fmt.Sprintf("card:%d", number))
}

func TestCard24PotionOfDreams(t *testing.T) {
	t.Run("costs two air", func(t *testing.T) { costs(t, nil, 2, 24, "A2", 0) })
	t.Run("is sacrificed with the whole reserve to summon a card from the hand for free", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1W2F3E1"), Hand: []int{3, 22}, Play: inPlayCards(24)},
		}}).
			answer(0, "activate:1").
			asks(0, "hand_card").offersOnly(0, "card:3", "card:22", "back").
			answer(0, "card:22").
			asks(0, "turn").inPlay(0, 22).hand(0, 3).reserve(0, "").crystals(0, 0).discarded(24)
	})
	t.Run("the effect of the card takes place", func(t *testing.T) {
		dreamOf(t, 29, SeatSetup{Gauge: 1, Play: inPlayCards(24)}).
			asks(0, "turn").inPlay(0, 29).crystals(0, 20).hand(0)
	})
	t.Run("can be taken back until the card is named, and nobody sees that it was declared", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W2"), Hand: []int{3, 29}, Play: inPlayCards(24)}}}).
			takesBack(0, "activate:1").
			turned(0, 1, false).reserve(0, "W2").hand(0, 3, 29)
		m.answer(0, "activate:1")
		require.Empty(t, m.step.Events)
		require.Equal(t, "turn", m.public(0).Asked)
	})
	t.Run("needs a card in hand", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Play: inPlayCards(24)}}}).
			offersNot(0, "activate:1")
	})
	t.Run("may be used without energy", func(t *testing.T) {
		dreamOf(t, 3, SeatSetup{Gauge: 1, Play: inPlayCards(24)}).
			inPlay(0, 3).crystals(0, 9)
	})
	t.Run("its own place is free for the card", func(t *testing.T) {
		dreamOf(t, 3, SeatSetup{Gauge: 2, Play: inPlayCards(24, 22)}).
			inPlay(0, 22, 3)
	})
	t.Run("needs a gauge high enough once it has left", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Hand: []int{3}, Play: inPlayCards(24, 22)}}}).
			offersNot(0, "activate:1")
		position(t, Setup{Seats: []SeatSetup{{Gauge: 0, Hand: []int{3}, Play: inPlayCards(24)}}}).
			offersNot(0, "activate:1")
	})
	t.Run("energy on an Amulet of Water or a Glutton Cauldron stays", func(t *testing.T) {
		dreamOf(t, 3, SeatSetup{Gauge: 3, Reserve: energy("E2"), Play: []PlaySetup{
			{Card: 24}, {Card: 4, Tokens: energy("W3A1")}, {Card: 35, Tokens: energy("F2")},
		}}).
			reserve(0, "").tokensOn(0, 2, "W3A1").tokensOn(0, 3, "F2")
	})
	t.Run("energy on a Bespelled Grimoire is discarded", func(t *testing.T) {
		dreamOf(t, 3, SeatSetup{Gauge: 2, Reserve: energy("E5W5"), Play: inPlayCards(24, 18)}).
			asks(0, "turn").reserve(0, "")
	})
	t.Run("no crystal for an Arcano Leech", func(t *testing.T) {
		dreamOf(t, 22, SeatSetup{Gauge: 1, Crystals: 1, Play: inPlayCards(24)}, SeatSetup{Play: inPlayCards(33)}).
			crystals(0, 1).crystals(1, 0).inPlay(0, 22)
	})
	t.Run("nothing from a Staff of Spring or Yjang's Forgotten Vase", func(t *testing.T) {
		dreamOf(t, 22, SeatSetup{Gauge: 3, Play: inPlayCards(24, 6, 30)}).
			asks(0, "turn").crystals(0, 0).reserve(0, "")
	})
	t.Run("a Divine Chalice then draws four cards and needs another free place", func(t *testing.T) {
		position(t, Setup{Draw: []int{1, 2, 3, 5}, Seats: []SeatSetup{{Gauge: 2, Hand: []int{9}, Play: inPlayCards(24)}}}).
			answer(0, "activate:1").
			answer(0, "card:9").
			asks(0, "pick_summon").offersOnly(0, "card:1", "card:2", "card:3", "card:5").
			answer(0, "card:3").
			inPlay(0, 9, 3).crystals(0, 9).discardedAnyOrder(24, 1, 2, 5)
	})
	t.Run("without another free place the cards of the Chalice are discarded", func(t *testing.T) {
		position(t, Setup{Draw: []int{1, 2, 3, 5}, Seats: []SeatSetup{{Gauge: 1, Hand: []int{9}, Play: inPlayCards(24)}}}).
			answer(0, "activate:1").
			answer(0, "card:9").
			asks(0, "turn").inPlay(0, 9).discardedAnyOrder(24, 1, 2, 3, 5)
	})
	t.Run("the reserve is gone before the card's own gain", func(t *testing.T) {
		dreamOf(t, 18, SeatSetup{Gauge: 1, Reserve: energy("A7"), Play: inPlayCards(24)}).
			asks(0, "gain").reserve(0, "").
			answer(0, "gain:fire x2").
			asks(0, "turn").reserve(0, "F2")
	})
	t.Run("a second potion summoned by the first can be used at once", func(t *testing.T) {
		dreamOf(t, 24, SeatSetup{Gauge: 1, Hand: []int{29}, Play: inPlayCards(24)}).
			answer(0, "activate:2").
			answer(0, "card:29").
			inPlay(0, 29).crystals(0, 20).discarded(24, 24)
	})
}
