package seasons

import (
	cards "archmage/internal/cards/seasons"
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
	t.Run("costs an air and a fire", func(t *testing.T) { costs(t, nil, 2, cards.LewisGreyface, "A1F1", 0) })
	t.Run("with two players copies the only opponent's reserve and asks nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}}, {Reserve: energy("A2W1E3")}}}).
			answer(0, summonID(cards.LewisGreyface)).
			asks(0, "turn").reserve(0, "A2W1E3").inPlay(0, cards.LewisGreyface)
	})
	t.Run("the opponent keeps its energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}}, {Reserve: energy("A2W1E3")}}}).
			answer(0, summonID(cards.LewisGreyface)).
			reserve(1, "A2W1E3")
	})
	t.Run("of several opponents the summoner chooses one, and must", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F1E1"), Hand: []int{cards.LewisGreyface}}, {Reserve: energy("W2")}, {Reserve: energy("F3")}, {},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			asks(0, "opponent").offersOnly(0, "seat:1", "seat:2", "seat:3").
			refuses(0, game.CodeBadCount).
			refuses(0, game.CodeBadCount, "seat:1", "seat:2").
			answer(0, "seat:2").
			reserve(0, "F3E1").reserve(1, "W2").reserve(2, "F3")
	})
	t.Run("an opponent with an empty reserve is a legal choice", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F1E1"), Hand: []int{cards.LewisGreyface}}, {Reserve: energy("W2")}, {},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			answer(0, "seat:2").
			asks(0, "turn").reserve(0, "E1")
	})
	t.Run("copies energy of a Bespelled Grimoire, as it is part of the reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}, Play: inPlayCards(cards.BespelledGrimoire)},
			{Reserve: energy("A4W6"), Play: inPlayCards(cards.BespelledGrimoire)},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			reserve(0, "A4W6")
	})
	t.Run("does not copy energy on an Amulet of Water or a Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}},
			{Reserve: energy("E1"), Play: []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("W4")}, {Card: cards.GluttonCauldron, Tokens: energy("F5")}}},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			reserve(0, "E1").tokensOn(1, 1, "W4").tokensOn(1, 2, "F5")
	})
	t.Run("of too much energy the summoner keeps seven at once, old or new", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F2E3"), Hand: []int{cards.LewisGreyface}}, {Reserve: energy("A4W1")},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			asks(0, "keep_energy").offersOnly(0, "energy:air", "energy:water", "energy:fire", "energy:earth").
			refuses(0, game.CodeBadCount, "energy:air x4", "energy:water").
			refuses(0, game.CodeBadCount, "energy:air x4", "energy:water", "energy:fire", "energy:earth x2").
			answer(0, "energy:air x4", "energy:earth x3").
			asks(0, "turn").reserve(0, "A4E3").reserve(1, "A4W1")
	})
	t.Run("the summoner's own limit counts, not the opponent's", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{cards.LewisGreyface}}, {Reserve: energy("A5W5"), Play: inPlayCards(cards.BespelledGrimoire)},
		}}).
			answer(0, summonID(cards.LewisGreyface)).
			asks(0, "keep_energy").
			answer(0, "energy:air x5", "energy:water x2").
			reserve(0, "A5W2")
	})
	t.Run("summoned by a Potion of Dreams it copies after the reserve is discarded", func(t *testing.T) {
		dreamOf(t, cards.LewisGreyface, SeatSetup{Gauge: 1, Reserve: energy("A1F6"), Play: inPlayCards(cards.PotionOfDreams)}, SeatSetup{Reserve: energy("W2E1")}).
			asks(0, "turn").reserve(0, "W2E1")
	})
}

func TestCard22RunicCube(t *testing.T) {
	t.Run("costs twenty crystals with any number of players", func(t *testing.T) {
		for players := 2; players <= 4; players++ {
			costs(t, nil, players, cards.RunicCubeOfEolis, "", 20)
		}
	})
	t.Run("a Hand of Fortune does not lower a cost without energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Crystals: 19, Hand: []int{cards.RunicCubeOfEolis}, Play: inPlayCards(cards.HandOfFortune)}}}).
			offersNot(0, summonID(cards.RunicCubeOfEolis))
	})
	t.Run("has no effect", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Crystals: 20, Reserve: energy("A1"), Hand: []int{cards.RunicCubeOfEolis}}, {Crystals: 5, Reserve: energy("F1")},
		}}).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			asks(0, "turn").offersNot(0, "activate:1").
			crystals(0, 0).reserve(0, "A1").gauge(0, 1).inPlay(0, cards.RunicCubeOfEolis).
			crystals(1, 5).reserve(1, "F1")
	})
	t.Run("is worth thirty points at the end", func(t *testing.T) {
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Crystals: 1, Play: inPlayCards(cards.RunicCubeOfEolis)}, {Play: inPlayCards(cards.RunicCubeOfEolis), Bonuses: 1}}}).
			over(31, 25)
	})
}

func TestCard23PotionOfPower(t *testing.T) {
	potion := func(t *testing.T, setup Setup) *scenario {
		t.Helper()
		setup.Seats[0].Play = inPlayCards(cards.PotionOfPower)
		return position(t, setup)
	}
	t.Run("costs two fire", func(t *testing.T) { costs(t, nil, 2, cards.PotionOfPower, "F2", 0) })
	t.Run("is sacrificed to draw a card and raise the gauge by two", func(t *testing.T) {
		potion(t, Setup{Draw: []int{cards.BalanceOfIshtar, cards.StaffOfSpring}, Seats: []SeatSetup{{Gauge: 1}}}).
			answer(0, "activate:1").
			inPlay(0).discarded(cards.PotionOfPower).hand(0, cards.BalanceOfIshtar).gauge(0, 3)
	})
	t.Run("the card must be kept: nothing is asked", func(t *testing.T) {
		potion(t, Setup{Draw: []int{cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 1}}}).
			answer(0, "activate:1").
			asks(0, "turn").hand(0, cards.BalanceOfIshtar)
	})
	t.Run("only the owner sees the card drawn", func(t *testing.T) {
		m := potion(t, Setup{Draw: []int{cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 1}, {}, {}}}).
			answer(0, "activate:1").
			secretly(0, fmt.Sprintf("draw seat 0 card %d", cards.PotionOfPower), fmt.Sprintf("drawn %d", cards.BalanceOfIshtar)).
			learns(game.Spectator(), fmt.Sprintf("sacrifice seat 0 card %d id 1", cards.PotionOfPower))
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
		potion(t, Setup{Draw: []int{cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 15}}}).
			answer(0, "activate:1").
			gauge(0, 15).hand(0, cards.BalanceOfIshtar)
	})
	t.Run("sacrificed before the draw, it is in the pile that is shuffled when no other card is left", func(t *testing.T) {
		potion(t, Setup{Rest: "aside", Seats: []SeatSetup{{Gauge: 1}}}).
			answer(0, "activate:1").
			hand(0, 23).discarded().gauge(0, 3)
	})
	t.Run("can be used in the turn in which it is summoned", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F2"), Hand: []int{cards.PotionOfPower}}}}).
			answer(0, summonID(cards.PotionOfPower)).
			answer(0, "activate:1").
			hand(0, 5).gauge(0, 3).inPlay(0)
	})
	t.Run("two potions can be used in one turn", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.BalanceOfIshtar, cards.StaffOfSpring}, Seats: []SeatSetup{{Gauge: 2, Play: inPlayCards(cards.PotionOfPower, cards.PotionOfPower)}}}).
			answer(0, "activate:1").
			answer(0, "activate:2").
			hand(0, 5, cards.StaffOfSpring).gauge(0, 6).discarded(cards.PotionOfPower, cards.PotionOfPower)
	})
	t.Run("cannot be used on another player's turn", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{}, {Gauge: 1, Play: inPlayCards(cards.PotionOfPower)}}}).
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
	t.Run("costs two air", func(t *testing.T) { costs(t, nil, 2, cards.PotionOfDreams, "A2", 0) })
	t.Run("is sacrificed with the whole reserve to summon a card from the hand for free", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1W2F3E1"), Hand: []int{cards.AmuletOfEarth, cards.RunicCubeOfEolis}, Play: inPlayCards(cards.PotionOfDreams)},
		}}).
			answer(0, "activate:1").
			asks(0, "hand_card").offersOnly(0, cardID(cards.AmuletOfEarth), cardID(cards.RunicCubeOfEolis), "back").
			answer(0, cardID(cards.RunicCubeOfEolis)).
			asks(0, "turn").inPlay(0, cards.RunicCubeOfEolis).hand(0, cards.AmuletOfEarth).reserve(0, "").crystals(0, 0).discarded(cards.PotionOfDreams)
	})
	t.Run("the effect of the card takes place", func(t *testing.T) {
		dreamOf(t, cards.OlafsBlessedStatue, SeatSetup{Gauge: 1, Play: inPlayCards(cards.PotionOfDreams)}).
			asks(0, "turn").inPlay(0, cards.OlafsBlessedStatue).crystals(0, 20).hand(0)
	})
	t.Run("can be taken back until the card is named, and nobody sees that it was declared", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W2"), Hand: []int{cards.AmuletOfEarth, cards.OlafsBlessedStatue}, Play: inPlayCards(cards.PotionOfDreams)}}}).
			takesBack(0, "activate:1").
			turned(0, 1, false).reserve(0, "W2").hand(0, cards.AmuletOfEarth, cards.OlafsBlessedStatue)
		m.answer(0, "activate:1")
		require.Empty(t, m.step.Events)
		require.Equal(t, "turn", m.public(0).Asked)
	})
	t.Run("needs a card in hand", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Play: inPlayCards(cards.PotionOfDreams)}}}).
			offersNot(0, "activate:1")
	})
	t.Run("may be used without energy", func(t *testing.T) {
		dreamOf(t, cards.AmuletOfEarth, SeatSetup{Gauge: 1, Play: inPlayCards(cards.PotionOfDreams)}).
			inPlay(0, cards.AmuletOfEarth).crystals(0, 9)
	})
	t.Run("its own place is free for the card", func(t *testing.T) {
		dreamOf(t, cards.AmuletOfEarth, SeatSetup{Gauge: 2, Play: inPlayCards(cards.PotionOfDreams, cards.RunicCubeOfEolis)}).
			inPlay(0, cards.RunicCubeOfEolis, cards.AmuletOfEarth)
	})
	t.Run("needs a gauge high enough once it has left", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.AmuletOfEarth}, Play: inPlayCards(cards.PotionOfDreams, cards.RunicCubeOfEolis)}}}).
			offersNot(0, "activate:1")
		position(t, Setup{Seats: []SeatSetup{{Gauge: 0, Hand: []int{cards.AmuletOfEarth}, Play: inPlayCards(cards.PotionOfDreams)}}}).
			offersNot(0, "activate:1")
	})
	t.Run("energy on an Amulet of Water or a Glutton Cauldron stays", func(t *testing.T) {
		dreamOf(t, cards.AmuletOfEarth, SeatSetup{Gauge: 3, Reserve: energy("E2"), Play: []PlaySetup{
			{Card: cards.PotionOfDreams}, {Card: cards.AmuletOfWater, Tokens: energy("W3A1")}, {Card: cards.GluttonCauldron, Tokens: energy("F2")},
		}}).
			reserve(0, "").tokensOn(0, 2, "W3A1").tokensOn(0, 3, "F2")
	})
	t.Run("energy on a Bespelled Grimoire is discarded", func(t *testing.T) {
		dreamOf(t, cards.AmuletOfEarth, SeatSetup{Gauge: 2, Reserve: energy("E5W5"), Play: inPlayCards(cards.PotionOfDreams, cards.BespelledGrimoire)}).
			asks(0, "turn").reserve(0, "")
	})
	t.Run("no crystal for an Arcano Leech", func(t *testing.T) {
		dreamOf(t, cards.RunicCubeOfEolis, SeatSetup{Gauge: 1, Crystals: 1, Play: inPlayCards(cards.PotionOfDreams)}, SeatSetup{Play: inPlayCards(cards.ArcanoLeech)}).
			crystals(0, 1).crystals(1, 0).inPlay(0, cards.RunicCubeOfEolis)
	})
	t.Run("nothing from a Staff of Spring or Yjang's Forgotten Vase", func(t *testing.T) {
		dreamOf(t, cards.RunicCubeOfEolis, SeatSetup{Gauge: 3, Play: inPlayCards(cards.PotionOfDreams, cards.StaffOfSpring, cards.YjangsForgottenVase)}).
			asks(0, "turn").crystals(0, 0).reserve(0, "")
	})
	t.Run("a Divine Chalice then draws four cards and needs another free place", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 2, Hand: []int{cards.DivineChalice}, Play: inPlayCards(cards.PotionOfDreams)}}}).
			answer(0, "activate:1").
			answer(0, cardID(cards.DivineChalice)).
			asks(0, "pick_summon").offersOnly(0, cardID(cards.AmuletOfAir), cardID(cards.AmuletOfFire), cardID(cards.AmuletOfEarth), cardID(cards.BalanceOfIshtar)).
			answer(0, cardID(cards.AmuletOfEarth)).
			inPlay(0, cards.DivineChalice, cards.AmuletOfEarth).crystals(0, 9).discardedAnyOrder(cards.PotionOfDreams, cards.AmuletOfAir, cards.AmuletOfFire, cards.BalanceOfIshtar)
	})
	t.Run("without another free place the cards of the Chalice are discarded", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.DivineChalice}, Play: inPlayCards(cards.PotionOfDreams)}}}).
			answer(0, "activate:1").
			answer(0, cardID(cards.DivineChalice)).
			asks(0, "turn").inPlay(0, cards.DivineChalice).discardedAnyOrder(cards.PotionOfDreams, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.BalanceOfIshtar)
	})
	t.Run("the reserve is gone before the card's own gain", func(t *testing.T) {
		dreamOf(t, cards.BespelledGrimoire, SeatSetup{Gauge: 1, Reserve: energy("A7"), Play: inPlayCards(cards.PotionOfDreams)}).
			asks(0, "gain").reserve(0, "").
			answer(0, "gain:fire x2").
			asks(0, "turn").reserve(0, "F2")
	})
	t.Run("a second potion summoned by the first can be used at once", func(t *testing.T) {
		dreamOf(t, cards.PotionOfDreams, SeatSetup{Gauge: 1, Hand: []int{cards.OlafsBlessedStatue}, Play: inPlayCards(cards.PotionOfDreams)}).
			answer(0, "activate:2").
			answer(0, cardID(cards.OlafsBlessedStatue)).
			inPlay(0, cards.OlafsBlessedStatue).crystals(0, 20).discarded(cards.PotionOfDreams, cards.PotionOfDreams)
	})
}
