package seasons

import (
	cards "archmage/internal/cards/seasons"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// The die left over in a default position shows one pip with two or three
// players, so from the last space of a season it brings the next one.

func TestCard11FigrimTheAvaricious(t *testing.T) {
	figrim := func(crystals, copies int) SeatSetup {
		return SeatSetup{Crystals: crystals, Gauge: 2, Play: inPlayCards([]int{11, 11}[:copies]...)}
	}
	has := func(crystals int) SeatSetup { return SeatSetup{Crystals: crystals} }
	// ended is the end of a round in the last turn of it.
	ended := func(t *testing.T, year, space int, seats ...SeatSetup) *scenario {
		last := len(seats) - 1
		return position(t, Setup{Active: seat(last), Seats: seats}.onSpace(year, space)).answer(last, "end")
	}
	t.Run("costs 3, 6 or 9 crystals with 2, 3 or 4 players", func(t *testing.T) {
		costs(t, nil, 2, cards.FigrimTheAvaricious, "", 3)
		costs(t, nil, 3, cards.FigrimTheAvaricious, "", 6)
		costs(t, nil, 4, cards.FigrimTheAvaricious, "", 9)
	})
	t.Run("takes one crystal from each opponent when the season changes", func(t *testing.T) {
		ended(t, 1, 3, figrim(0, 1), has(5), has(1)).at(1, 4).
			crystals(0, 2).crystals(1, 4).crystals(2, 0).
			learns(game.Spectator(), fmt.Sprintf("crystals seat 1 n -1 card %d", cards.FigrimTheAvaricious), fmt.Sprintf("crystals seat 0 n 1 card %d", cards.FigrimTheAvaricious))
	})
	t.Run("passes over opponents without crystals", func(t *testing.T) {
		ended(t, 1, 3, figrim(7, 1), has(0), has(1)).
			crystals(0, 8).crystals(1, 0).crystals(2, 0)
	})
	t.Run("takes nothing while the season lasts", func(t *testing.T) {
		ended(t, 1, 2, figrim(0, 1), has(5)).at(1, 3).crystals(0, 0).crystals(1, 5)
	})
	t.Run("takes nothing when it enters play", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 3, Gauge: 1, Hand: []int{cards.FigrimTheAvaricious}}, has(5)}}).
			answer(0, summonID(cards.FigrimTheAvaricious)).crystals(0, 0).crystals(1, 5)
	})
	t.Run("a new year is a change of season", func(t *testing.T) {
		ended(t, 1, 12, figrim(0, 1), has(5)).at(2, 1).crystals(0, 1).crystals(1, 4)
	})
	t.Run("two copies take one each, one after another", func(t *testing.T) {
		ended(t, 1, 3, figrim(0, 2), has(5), has(1)).
			crystals(0, 3).crystals(1, 3).crystals(2, 0)
	})
	t.Run("two owners take in turn order of the round that ends", func(t *testing.T) {
		// Seat 1 was first: it takes nothing from seat 0, then loses its crystal.
		position(t, Setup{First: 1, Active: seat(0), Seats: []SeatSetup{figrim(0, 1), figrim(1, 1)}}.onSpace(1, 3)).
			answer(0, "end").crystals(0, 1).crystals(1, 0)
	})
	t.Run("it does not act when the third year ends", func(t *testing.T) {
		ended(t, 3, 12, figrim(0, 1), has(5)).over(7, 5)
	})
}

func TestCard12NariaTheProphetess(t *testing.T) {
	naria := SeatSetup{Crystals: 3, Gauge: 1, Hand: []int{cards.NariaTheProphetess}}
	t.Run("costs three crystals whatever the number of players", func(t *testing.T) {
		for players := 2; players <= 4; players++ {
			costs(t, nil, players, cards.NariaTheProphetess, "", 3)
		}
	})
	t.Run("draws a card for each player, one for the own hand, one for each opponent", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AirElemental, cards.SyllasTheFaithful, cards.YjangsForgottenVase, cards.HandOfFortune, cards.DamnedSoulOfOnys}, Seats: []SeatSetup{naria, {}, {Hand: []int{cards.AmuletOfAir}}, {}}}).
			answer(0, summonID(cards.NariaTheProphetess)).
			asks(0, "pick_card").offersOnly(0, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune), cardID(cards.YjangsForgottenVase), cardID(cards.AirElemental)).
			refuses(0, game.CodeBadCount).
			answer(0, cardID(cards.HandOfFortune)).
			asks(0, "assign").offersOnly(0, cardID(cards.SyllasTheFaithful), cardID(cards.YjangsForgottenVase), cardID(cards.AirElemental)).
			refuses(0, game.CodeBadGroup, cardID(cards.SyllasTheFaithful)+" > s1", cardID(cards.YjangsForgottenVase)+" > s1", cardID(cards.AirElemental)+" > s2").
			refuses(0, game.CodeBadCount, cardID(cards.SyllasTheFaithful)+" > s1", cardID(cards.YjangsForgottenVase)+" > s2").
			answer(0, cardID(cards.SyllasTheFaithful)+" > s3", cardID(cards.YjangsForgottenVase)+" > s1", cardID(cards.AirElemental)+" > s2").
			hand(0, cards.HandOfFortune).hand(1, cards.YjangsForgottenVase).hand(2, cards.AmuletOfAir, cards.AirElemental).hand(3, cards.SyllasTheFaithful).discarded().asks(0, "turn")
	})
	t.Run("with two players the other card goes to the opponent unasked", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AirElemental, cards.SyllasTheFaithful}, Seats: []SeatSetup{naria, {}}}).
			answer(0, summonID(cards.NariaTheProphetess)).answer(0, cardID(cards.AirElemental)).
			hand(0, cards.AirElemental).hand(1, cards.SyllasTheFaithful).asks(0, "turn")
	})
	t.Run("two equal cards can go to two opponents", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.SyllasTheFaithful, cards.HandOfFortune, cards.SyllasTheFaithful}, Seats: []SeatSetup{naria, {}, {}}}).
			answer(0, summonID(cards.NariaTheProphetess)).answer(0, cardID(cards.HandOfFortune)).
			answer(0, cardID(cards.SyllasTheFaithful)+" > s1", cardID(cards.SyllasTheFaithful)+" > s2").
			hand(0, cards.HandOfFortune).hand(1, cards.SyllasTheFaithful).hand(2, cards.SyllasTheFaithful)
	})
	t.Run("with fewer cards than players the opponents on the left come first", func(t *testing.T) {
		m := position(t, Setup{First: 2, Draw: []int{cards.SyllasTheFaithful, cards.HandOfFortune, cards.YjangsForgottenVase}, Rest: "aside", Seats: []SeatSetup{{}, {}, naria, {}}}).
			answer(2, summonID(cards.NariaTheProphetess)).answer(2, cardID(cards.HandOfFortune))
		text := m.decision(2).Text(theRules)
		require.Equal(t, []game.GroupText{{ID: "s3", Min: 1, Max: 1}, {ID: "s0", Min: 1, Max: 1}}, text.Groups)
		m.answer(2, cardID(cards.SyllasTheFaithful)+" > s0", cardID(cards.YjangsForgottenVase)+" > s3").
			hand(0, cards.SyllasTheFaithful).hand(1).hand(2, cards.HandOfFortune).hand(3, cards.YjangsForgottenVase)
	})
	t.Run("with two cards one is kept and one goes to the left", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.SyllasTheFaithful, cards.HandOfFortune}, Rest: "aside", Seats: []SeatSetup{naria, {}, {}}}).
			answer(0, summonID(cards.NariaTheProphetess)).answer(0, cardID(cards.HandOfFortune)).
			hand(0, cards.HandOfFortune).hand(1, cards.SyllasTheFaithful).hand(2).asks(0, "turn")
	})
	t.Run("a single card goes to the own hand", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.SyllasTheFaithful}, Rest: "aside", Seats: []SeatSetup{naria, {}, {}}}).
			answer(0, summonID(cards.NariaTheProphetess)).hand(0, cards.SyllasTheFaithful).hand(1).hand(2).asks(0, "turn")
	})
	t.Run("with no card anywhere nothing happens", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Seats: []SeatSetup{naria, {}}}).
			answer(0, summonID(cards.NariaTheProphetess)).hand(0).hand(1).inPlay(0, cards.NariaTheProphetess).asks(0, "turn")
	})
	t.Run("the summoner sees all cards, each receiver its own, nobody else any", func(t *testing.T) {
		summoner, left, right, spectator := game.SeatViewer(0), game.SeatViewer(1), game.SeatViewer(2), game.Spectator()
		m := position(t, Setup{Draw: []int{cards.SyllasTheFaithful, cards.HandOfFortune, cards.YjangsForgottenVase}, Seats: []SeatSetup{naria, {}, {}}}).
			answer(0, summonID(cards.NariaTheProphetess)).
			learns(summoner, fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.NariaTheProphetess, cards.SyllasTheFaithful), fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.NariaTheProphetess, cards.YjangsForgottenVase)).
			learnsNot(left, "drawn").learnsNot(right, "drawn").learnsNot(spectator, "drawn")
		require.Equal(t, 3, m.public(0).Held)
		m.answer(0, cardID(cards.HandOfFortune)).
			learnsNot(left, "kept").learnsNot(right, "kept").learnsNot(spectator, "kept").
			answer(0, cardID(cards.SyllasTheFaithful)+" > s1", cardID(cards.YjangsForgottenVase)+" > s2").
			learns(summoner, fmt.Sprintf("give seat 0 to 1 card %d private given %d", cards.NariaTheProphetess, cards.SyllasTheFaithful), fmt.Sprintf("give seat 0 to 2 card %d private given %d", cards.NariaTheProphetess, cards.YjangsForgottenVase)).
			learns(left, fmt.Sprintf("give seat 0 to 1 card %d private given %d", cards.NariaTheProphetess, cards.SyllasTheFaithful), fmt.Sprintf("give seat 0 to 2 card %d", cards.NariaTheProphetess)).
			learns(right, fmt.Sprintf("give seat 0 to 1 card %d", cards.NariaTheProphetess), fmt.Sprintf("give seat 0 to 2 card %d private given %d", cards.NariaTheProphetess, cards.YjangsForgottenVase)).
			learnsNot(spectator, "given")
		require.False(t, m.step.Undoable())
	})
	t.Run("brought by a Divine Chalice she does the same", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.NariaTheProphetess, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental, cards.RunicCubeOfEolis, cards.SyllasTheFaithful}, Seats: []SeatSetup{chalice(2), {}}}).
			answer(0, summonID(cards.DivineChalice)).answer(0, cardID(cards.NariaTheProphetess)).
			offersOnly(0, cardID(cards.SyllasTheFaithful), cardID(cards.RunicCubeOfEolis)).answer(0, cardID(cards.RunicCubeOfEolis)).
			hand(0, cards.RunicCubeOfEolis).hand(1, cards.SyllasTheFaithful)
	})
}

func TestCard13WondrousChest(t *testing.T) {
	chest := func(t *testing.T, reserve string, more ...int) *scenario {
		return position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{Gauge: 4, Reserve: energy(reserve), Play: append(inPlayCards(cards.WondrousChest), inPlayCards(more...)...)}, {},
		}}).answer(1, "end")
	}
	t.Run("costs one water and one fire", func(t *testing.T) { costs(t, nil, 2, cards.WondrousChest, "W1F1", 0) })
	t.Run("three crystals at the end of a round with four tokens in the reserve", func(t *testing.T) {
		chest(t, "A1W1F1E1").crystals(0, 3).crystals(1, 0)
	})
	t.Run("no more for more tokens", func(t *testing.T) { chest(t, "A7").crystals(0, 3) })
	t.Run("nothing with three", func(t *testing.T) { chest(t, "A1W1F1").crystals(0, 0) })
	t.Run("two copies give three each", func(t *testing.T) { chest(t, "A4", cards.WondrousChest).crystals(0, 6) })
	t.Run("tokens of a Bespelled Grimoire count", func(t *testing.T) {
		chest(t, "A9", cards.BespelledGrimoire).crystals(0, 3)
	})
	t.Run("tokens on a Glutton Cauldron do not", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{Reserve: energy("A3"), Play: []PlaySetup{{Card: cards.WondrousChest}, {Card: cards.GluttonCauldron, Tokens: energy("A5")}}}, {},
		}}).answer(1, "end").crystals(0, 0)
	})
	t.Run("the opponents' tokens do not", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Play: inPlayCards(cards.WondrousChest)}, {Reserve: energy("A7")}}}).
			answer(1, "end").crystals(0, 0)
	})
	t.Run("it looks at the end of the round, not of the owner's turn", func(t *testing.T) {
		// The Boots of seat 1 let the Hourglass of seat 0 bring the fourth token.
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.WondrousChest, cards.HourglassOfTime)}, boots(1)}}.onSpace(1, 2)).
			answer(1, summonID(cards.TemporalBoots)).answer(1, "move:3").answer(0, "gain:air").
			answer(1, "end").crystals(0, 3)
	})
	t.Run("an Hourglass of the same round comes too late", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.WondrousChest, cards.HourglassOfTime)}, {}}}.onSpace(1, 3)).
			answer(1, "end").asks(0, "gain").answer(0, "gain:air").crystals(0, 0).reserve(0, "A4")
	})
	t.Run("it acts in the last round too", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Reserve: energy("A4"), Play: inPlayCards(cards.WondrousChest)}, {}}}.onSpace(3, 12)).
			answer(1, "end").over(3+4, 0)
	})
	t.Run("the owner orders it with a Damned Soul where that matters", func(t *testing.T) {
		poor := Setup{Active: seat(1), Seats: []SeatSetup{{Crystals: 1, Reserve: energy("A4"), Play: inPlayCards(cards.WondrousChest, cards.DamnedSoulOfOnys)}, {}}}
		position(t, poor).answer(1, "end").asks(0, "order").offersOnly(0, "play:1", "play:2").
			answer(0, "play:1", "play:2").crystals(0, 1)
		position(t, poor).answer(1, "end").answer(0, "play:2", "play:1").crystals(0, 3)
	})
}

func TestCard14BeggarsHorn(t *testing.T) {
	horn := func(t *testing.T, reserve string, more ...int) *scenario {
		return position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{Gauge: 4, Reserve: energy(reserve), Play: append(inPlayCards(cards.BeggarsHorn), inPlayCards(more...)...)}, {},
		}}).answer(1, "end")
	}
	t.Run("costs one air and one earth", func(t *testing.T) { costs(t, nil, 2, cards.BeggarsHorn, "A1E1", 0) })
	t.Run("one energy of choice at the end of a round with one token or none", func(t *testing.T) {
		horn(t, "").asks(0, "gain").
			offersOnly(0, "gain:air", "gain:water", "gain:fire", "gain:earth").
			refuses(0, game.CodeBadCount).refuses(0, game.CodeBadCount, "gain:air x2").
			answer(0, "gain:earth").reserve(0, "E1").asks(1, "die")
		horn(t, "F1").answer(0, "gain:earth").reserve(0, "F1E1")
	})
	t.Run("nothing with two", func(t *testing.T) { horn(t, "F2").asks(1, "die").reserve(0, "F2") })
	t.Run("two copies give two to an empty reserve", func(t *testing.T) {
		horn(t, "", cards.BeggarsHorn).answer(0, "gain:air").asks(0, "gain").answer(0, "gain:fire").reserve(0, "A1F1")
	})
	t.Run("from one token the second copy gives nothing", func(t *testing.T) {
		horn(t, "E1", cards.BeggarsHorn).answer(0, "gain:air").asks(1, "die").reserve(0, "A1E1")
	})
	t.Run("tokens of a Bespelled Grimoire count", func(t *testing.T) {
		horn(t, "E2", cards.BespelledGrimoire).asks(1, "die")
	})
	t.Run("tokens on a Glutton Cauldron do not", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{Play: []PlaySetup{{Card: cards.BeggarsHorn}, {Card: cards.GluttonCauldron, Tokens: energy("A5")}}}, {},
		}}).answer(1, "end").asks(0, "gain")
	})
	t.Run("an Hourglass of the same round comes afterwards", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Reserve: energy("A1"), Play: inPlayCards(cards.BeggarsHorn, cards.HourglassOfTime)}, {}}}.onSpace(1, 3)).
			answer(1, "end").answer(0, "gain:air").at(1, 4).answer(0, "gain:fire").
			asks(1, "die").reserve(0, "A2F1")
	})
	t.Run("owners act in turn order", func(t *testing.T) {
		position(t, Setup{First: 1, Active: seat(0), Seats: []SeatSetup{{Play: inPlayCards(cards.BeggarsHorn)}, {Play: inPlayCards(cards.BeggarsHorn)}}}).
			answer(0, "end").asks(1, "gain").answer(1, "gain:air").asks(0, "gain").answer(0, "gain:air")
	})
	t.Run("it acts in the last round too", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Play: inPlayCards(cards.BeggarsHorn, cards.LanternOfXidit)}, {}}}.onSpace(3, 12)).
			answer(1, "end").answer(0, "gain:air").over(8+24+3, 0)
	})
}
