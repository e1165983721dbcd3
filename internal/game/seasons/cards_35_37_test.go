package seasons

import (
	cards "archmage/internal/cards/seasons"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestCard35GluttonCauldron(t *testing.T) {
	// cauldron has a Cauldron with these tokens as its first card in play.
	cauldron := func(t *testing.T, tokens string, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Play = append([]PlaySetup{{Card: cards.GluttonCauldron, Tokens: energy(tokens)}}, own.Play...)
		return position(t, Setup{Seats: append([]SeatSetup{own}, others...)})
	}
	t.Run("costs nothing", func(t *testing.T) { costs(t, nil, 2, cards.GluttonCauldron, "", 0) })
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
		cauldron(t, "", SeatSetup{Reserve: energy("A3"), Play: inPlayCards(cards.GluttonCauldron)}).
			use(0, 1).
			offersNot(0, "activate:1").
			use(0, 2).
			offersNot(0, "activate:1", "activate:2").
			reserve(0, "A1").tokensOn(0, 1, "A1").tokensOn(0, 2, "A1")
	})
	t.Run("can be used in the turn in which it is summoned", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1"), Hand: []int{cards.GluttonCauldron}}}}).
			answer(0, summonID(cards.GluttonCauldron)).
			use(0, 1).
			tokensOn(0, 1, "A1").reserve(0, "")
	})
	t.Run("cannot be used without energy", func(t *testing.T) {
		cauldron(t, "A5", SeatSetup{}).offersNot(0, "activate:1")
	})
	t.Run("the energy may come from an Amulet of Water", func(t *testing.T) {
		cauldron(t, "", SeatSetup{Reserve: energy("A1"), Play: []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("W1")}}}).
			answer(0, "activate:1").
			offersOnly(0, "energy:air", "energy:water@2", "back").
			answer(0, "energy:water@2").
			tokensOn(0, 1, "W1").tokensOn(0, 2, "").reserve(0, "A1")
	})
	t.Run("placing is an activation: Thieving Fairies take their crystal", func(t *testing.T) {
		cauldron(t, "", SeatSetup{Crystals: 1, Reserve: energy("A1")}, SeatSetup{Play: inPlayCards(cards.ThievingFairies)}).
			use(0, 1).
			crystals(0, 0).crystals(1, 2)
	})
	t.Run("energy on it cannot be used", func(t *testing.T) {
		cauldron(t, "A2W2F2", SeatSetup{Gauge: 9, Crystals: 9, Hand: []int{cards.AmuletOfAir, cards.PotionOfPower, cards.ElementalAmulet}, Play: inPlayCards(cards.KairnTheDestroyer, cards.MirrorOfTheSeasons)}).
			offersNot(0, summonID(cards.AmuletOfAir), summonID(cards.PotionOfPower), summonID(cards.ElementalAmulet), "activate:2", "activate:3", "transmute", "bonus:exchange")
	})
	t.Run("energy on it is not part of the reserve: limit, Wondrous Chest, Beggar's Horn, Lantern of Xidit", func(t *testing.T) {
		cauldron(t, "W6", SeatSetup{Gauge: 9, Reserve: energy("A6"), Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.YjangsForgottenVase)}).
			answer(0, summonID(cards.DieOfMalice)).
			answer(0, "gain:fire").
			asks(0, "turn").reserve(0, "A6F1")
		full := []PlaySetup{{Card: cards.GluttonCauldron, Tokens: energy("W6")}}
		position(t, Setup{Phase: "end", Seats: []SeatSetup{{Reserve: energy("A3"), Play: append(full, inPlayCards(cards.WondrousChest)...)}}}).
			crystals(0, 0)
		position(t, Setup{Phase: "end", Seats: []SeatSetup{{Reserve: energy("A1"), Play: append(full, inPlayCards(cards.BeggarsHorn)...)}}}).
			asks(0, "gain")
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Reserve: energy("A1"), Play: append(full, inPlayCards(cards.LanternOfXidit)...)}}}).
			over(27, 0)
	})
	t.Run("with the seventh energy it is sacrificed for all seven and fifteen crystals", func(t *testing.T) {
		cauldron(t, "A2W2F2", SeatSetup{Reserve: energy("E1")}).
			use(0, 1).
			asks(0, "turn").inPlay(0).discarded(cards.GluttonCauldron).reserve(0, "A2W2F2E1").crystals(0, 15)
	})
	t.Run("a Purse of Io adds nothing", func(t *testing.T) {
		cauldron(t, "A2W2F2", SeatSetup{Reserve: energy("E1"), Play: inPlayCards(cards.PurseOfIo)}).
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
		cauldron(t, "W6", SeatSetup{Reserve: energy("A4"), Play: inPlayCards(cards.BespelledGrimoire)}).
			use(0, 1).
			asks(0, "turn").reserve(0, "A4W6")
	})
	t.Run("leaving play earlier it loses its energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}}, {Play: []PlaySetup{{Card: cards.GluttonCauldron, Tokens: energy("W6")}}},
		}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			inPlay(1).discarded(cards.GluttonCauldron).reserve(1, "").crystals(1, 0)
	})
	t.Run("taken back by Amsug and summoned again it is empty and unturned", func(t *testing.T) {
		cauldron(t, "W5", SeatSetup{Gauge: 2, Reserve: energy("A2W1"), Hand: []int{cards.AmsugLongneck}}).
			answer(0, "activate:1").
			answer(0, "energy:air").
			answer(0, summonID(cards.AmsugLongneck)).
			hand(0, 35).reserve(0, "").
			answer(0, summonID(cards.GluttonCauldron)).
			tokensOn(0, 3, "").turned(0, 3, false)
	})
}

func TestCard36VampiricCrown(t *testing.T) {
	// crown summons a Crown with the other cards in hand; card 9 is drawn next.
	crown := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Hand = append(own.Hand, cards.VampiricCrown)
		own.Gauge = max(own.Gauge, 3)
		own.Reserve.Air++
		own.Reserve.Water++
		return position(t, Setup{Draw: []int{cards.DivineChalice}, Seats: append([]SeatSetup{own}, others...)}).answer(0, summonID(cards.VampiricCrown))
	}
	t.Run("costs an air and a water", func(t *testing.T) { costs(t, nil, 2, cards.VampiricCrown, "A1W1", 0) })
	t.Run("the player draws or discards, and must do one", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{cards.BalanceOfIshtar}}).
			asks(0, "mode").offersOnly(0, "mode:draw", "mode:discard").
			refuses(0, game.CodeBadCount)
	})
	t.Run("draw: the card is kept and its points are energies of choice", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1E1"), Hand: []int{cards.PotionOfPower, cards.VampiricCrown}}}}).
			answer(0, summonID(cards.VampiricCrown)).
			answer(0, "mode:draw").
			asks(0, "gain").hand(0, cards.BalanceOfIshtar, cards.PotionOfPower).
			refuses(0, game.CodeBadCount, "gain:air x3").
			answer(0, "gain:air x2", "gain:fire x2").
			asks(0, "turn").hand(0, cards.BalanceOfIshtar, cards.PotionOfPower).reserve(0, "A2F2E1")
	})
	t.Run("draw: everybody sees the card", func(t *testing.T) {
		m := crown(t, SeatSetup{Hand: []int{cards.BalanceOfIshtar}}).
			answer(0, "mode:draw")
		for _, viewer := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.Spectator()} {
			m.learns(viewer, fmt.Sprintf("draw_open seat 0 drawn %d card %d", cards.DivineChalice, cards.VampiricCrown))
		}
		require.False(t, m.step.Undoable(), "a card has been drawn")
	})
	t.Run("discard: a card of the hand is chosen and its points are energies of choice", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{cards.BalanceOfIshtar, cards.PotionOfPower}}).
			answer(0, "mode:discard").
			asks(0, "hand_card").offersOnly(0, cardID(cards.BalanceOfIshtar), cardID(cards.PotionOfPower)).
			answer(0, cardID(cards.BalanceOfIshtar)).
			asks(0, "gain").hand(0, cards.PotionOfPower).discarded(cards.BalanceOfIshtar).
			answer(0, "gain:earth x4").
			asks(0, "turn").reserve(0, "E4")
	})
	t.Run("discard: everybody sees the card, and only once it is chosen", func(t *testing.T) {
		m := crown(t, SeatSetup{Hand: []int{cards.BalanceOfIshtar, cards.PotionOfPower}}).
			answer(0, "mode:discard").
			learnsNot(game.Spectator(), "discard seat").
			answer(0, cardID(cards.BalanceOfIshtar))
		for _, viewer := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.Spectator()} {
			m.learns(viewer, fmt.Sprintf("discard seat 0 discarded %d card %d", cards.BalanceOfIshtar, cards.VampiricCrown))
		}
		require.True(t, m.step.Undoable(), "the player has shown a card of the own hand")
	})
	t.Run("a card without points gives nothing", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{cards.PotionOfPower}}).
			answer(0, "mode:discard").
			asks(0, "turn").reserve(0, "").discarded(cards.PotionOfPower)
	})
	t.Run("a card with negative points gives nothing", func(t *testing.T) {
		crown(t, SeatSetup{Reserve: energy("A1"), Hand: []int{cards.CursedTreatiseOfArus}}).
			answer(0, "mode:discard").
			asks(0, "turn").reserve(0, "A1").discarded(cards.CursedTreatiseOfArus)
	})
	t.Run("with an empty hand a card is drawn", func(t *testing.T) {
		crown(t, SeatSetup{}).
			asks(0, "gain").hand(0, cards.DivineChalice)
	})
	t.Run("with no card left to draw one is discarded", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{cards.BalanceOfIshtar, cards.VampiricCrown}}}}).
			answer(0, summonID(cards.VampiricCrown)).
			asks(0, "gain").hand(0)
	})
	t.Run("with neither nothing happens", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{cards.VampiricCrown}}}}).
			answer(0, summonID(cards.VampiricCrown)).
			asks(0, "turn").inPlay(0, cards.VampiricCrown).reserve(0, "")
	})
	t.Run("an empty draw pile is made anew from the discard pile", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Discard: []int{cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{cards.VampiricCrown}}}}).
			answer(0, summonID(cards.VampiricCrown)).
			asks(0, "gain").hand(0, cards.BalanceOfIshtar).discarded()
	})
	t.Run("of too much energy the owner keeps seven at once", func(t *testing.T) {
		crown(t, SeatSetup{Reserve: energy("A5"), Hand: []int{cards.BalanceOfIshtar}}).
			answer(0, "mode:discard").
			answer(0, "gain:earth x4").
			asks(0, "keep_energy").
			answer(0, "energy:air x3", "energy:earth x4").
			asks(0, "turn").reserve(0, "A3E4")
	})
	t.Run("of more than the reserve holds only so many are named", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{cards.RunicCubeOfEolis}}).
			answer(0, "mode:discard").
			refuses(0, game.CodeBadCount, "gain:earth x8").
			answer(0, "gain:earth x7").
			asks(0, "turn").reserve(0, "E7")
		crown(t, SeatSetup{Hand: []int{cards.LanternOfXidit}, Play: inPlayCards(cards.BespelledGrimoire)}).
			answer(0, "mode:discard").
			answer(0, "gain:earth x10").
			asks(0, "turn").reserve(0, "E9E1")
	})
	t.Run("summoned by a Divine Chalice it draws from the pile as it is then", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.VampiricCrown, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}}}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.VampiricCrown)).
			asks(0, "gain").hand(0, cards.BalanceOfIshtar).discardedAnyOrder(cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth).
			answer(0, "gain:air x4").
			reserve(0, "A4")
	})
}

func TestCard37DragonSkull(t *testing.T) {
	// skull has a Skull as its first card in play.
	skull := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Play = append([]PlaySetup{{Card: cards.DragonSkull}}, own.Play...)
		return position(t, Setup{Seats: append([]SeatSetup{own}, others...)})
	}
	t.Run("costs a water, a fire and an earth", func(t *testing.T) { costs(t, nil, 2, cards.DragonSkull, "W1F1E1", 0) })
	t.Run("three own cards are sacrificed for fifteen crystals", func(t *testing.T) {
		skull(t, SeatSetup{Crystals: 1, Play: inPlayCards(cards.SyllasTheFaithful, cards.PotionOfPower, cards.PotionOfKnowledge)}, SeatSetup{Play: inPlayCards(cards.RunicCubeOfEolis)}).
			answer(0, "activate:1").
			asks(0, "own_cards").offersOnly(0, "play:1", "play:2", "play:3", "play:4", "back").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").inPlay(0, cards.DragonSkull).turned(0, 1, true).crystals(0, 16).
			discardedAnyOrder(cards.SyllasTheFaithful, cards.PotionOfPower, cards.PotionOfKnowledge).inPlay(1, cards.RunicCubeOfEolis)
	})
	t.Run("exactly three", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(cards.SyllasTheFaithful, cards.PotionOfPower, cards.PotionOfKnowledge)}).
			answer(0, "activate:1").
			refuses(0, game.CodeBadCount, "play:2", "play:3").
			refuses(0, game.CodeBadCount, "play:2 x2", "play:3").
			refuses(0, game.CodeBadCount, "play:1", "play:2", "play:3", "play:4")
	})
	t.Run("the Skull itself may be one of them", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(cards.SyllasTheFaithful, cards.PotionOfPower)}).
			answer(0, "activate:1").
			answer(0, "play:1", "play:2", "play:3").
			asks(0, "turn").inPlay(0).crystals(0, 15).discardedAnyOrder(cards.SyllasTheFaithful, cards.PotionOfPower, cards.DragonSkull)
	})
	t.Run("cannot be used with fewer than three cards in play", func(t *testing.T) {
		skull(t, SeatSetup{Hand: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth}, Play: inPlayCards(cards.SyllasTheFaithful)}).
			offersNot(0, "activate:1")
	})
	t.Run("can be taken back, also when there is no choice", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(cards.SyllasTheFaithful, cards.PotionOfPower)}).
			takesBack(0, "activate:1").turned(0, 1, false).inPlay(0, cards.DragonSkull, cards.SyllasTheFaithful, cards.PotionOfPower)
	})
	t.Run("a Purse of Io adds nothing", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(cards.PurseOfIo, cards.SyllasTheFaithful, cards.PotionOfPower, cards.PotionOfKnowledge)}).
			answer(0, "activate:1").
			answer(0, "play:3", "play:4", "play:5").
			crystals(0, 15)
	})
	t.Run("a Cursed Treatise among them burns the reserve, not other energy", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A4W2"), Play: []PlaySetup{
			{Card: cards.CursedTreatiseOfArus}, {Card: cards.SyllasTheFaithful}, {Card: cards.PotionOfPower}, {Card: cards.AmuletOfWater, Tokens: energy("W3")}, {Card: cards.GluttonCauldron, Tokens: energy("F2")},
		}}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").reserve(0, "").tokensOn(0, 5, "W3").tokensOn(0, 6, "F2").crystals(0, 15)
	})
	t.Run("a Bespelled Grimoire among them lowers the limit: seven are kept before anything else", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A5W4"), Play: inPlayCards(cards.BespelledGrimoire, cards.SyllasTheFaithful, cards.PotionOfPower)}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "keep_energy").crystals(0, 0).
			answer(0, "energy:air x4", "energy:water x3").
			asks(0, "turn").reserve(0, "A4W3").crystals(0, 15)
	})
	t.Run("a second Grimoire keeps the limit at ten", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A5W4"), Play: inPlayCards(cards.BespelledGrimoire, cards.BespelledGrimoire, cards.SyllasTheFaithful, cards.PotionOfPower)}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:4", "play:5").
			asks(0, "turn").reserve(0, "A5W4")
	})
	t.Run("with Treatise and Grimoire the reserve burns first and nothing is asked", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A5W4"), Play: inPlayCards(cards.BespelledGrimoire, cards.CursedTreatiseOfArus, cards.SyllasTheFaithful)}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").reserve(0, "").crystals(0, 15)
	})
	t.Run("an Amulet of Water or a Glutton Cauldron among them loses its energy", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A1"), Play: []PlaySetup{
			{Card: cards.AmuletOfWater, Tokens: energy("W3")}, {Card: cards.GluttonCauldron, Tokens: energy("F6")}, {Card: cards.SyllasTheFaithful},
		}}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").reserve(0, "A1").crystals(0, 15)
	})
	t.Run("everybody sees what is sacrificed", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(cards.SyllasTheFaithful, cards.PotionOfPower)}).
			answer(0, "activate:1").
			answer(0, "play:1", "play:2", "play:3").
			learns(game.Spectator(), fmt.Sprintf("sacrifice seat 0 card %d id 1", cards.DragonSkull), fmt.Sprintf("sacrifice seat 0 card %d id 2", cards.SyllasTheFaithful), fmt.Sprintf("sacrifice seat 0 card %d id 3", cards.PotionOfPower))
	})
}
