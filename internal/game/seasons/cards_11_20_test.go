package seasons

import (
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
		costs(t, nil, 2, 11, "", 3)
		costs(t, nil, 3, 11, "", 6)
		costs(t, nil, 4, 11, "", 9)
	})
	t.Run("takes one crystal from each opponent when the season changes", func(t *testing.T) {
		ended(t, 1, 3, figrim(0, 1), has(5), has(1)).at(1, 4).
			crystals(0, 2).crystals(1, 4).crystals(2, 0).
			learns(game.Spectator(), "crystals seat 1 n -1 card 11", "crystals seat 0 n 1 card 11")
	})
	t.Run("passes over opponents without crystals", func(t *testing.T) {
		ended(t, 1, 3, figrim(7, 1), has(0), has(1)).
			crystals(0, 8).crystals(1, 0).crystals(2, 0)
	})
	t.Run("takes nothing while the season lasts", func(t *testing.T) {
		ended(t, 1, 2, figrim(0, 1), has(5)).at(1, 3).crystals(0, 0).crystals(1, 5)
	})
	t.Run("takes nothing when it enters play", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 3, Gauge: 1, Hand: []int{11}}, has(5)}}).
			answer(0, "summon:11").crystals(0, 0).crystals(1, 5)
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
	naria := SeatSetup{Crystals: 3, Gauge: 1, Hand: []int{12}}
	t.Run("costs three crystals whatever the number of players", func(t *testing.T) {
		for players := 2; players <= 4; players++ {
			costs(t, nil, players, 12, "", 3)
		}
	})
	t.Run("draws a card for each player, one for the own hand, one for each opponent", func(t *testing.T) {
		position(t, Setup{Draw: []int{40, 10, 30, 20, 50}, Seats: []SeatSetup{naria, {}, {Hand: []int{1}}, {}}}).
			answer(0, "summon:12").
			asks(0, "pick_card").offersOnly(0, "card:10", "card:20", "card:30", "card:40").
			refuses(0, game.CodeBadCount).
			answer(0, "card:20").
			asks(0, "assign").offersOnly(0, "card:10", "card:30", "card:40").
			refuses(0, game.CodeBadGroup, "card:10 > s1", "card:30 > s1", "card:40 > s2").
			refuses(0, game.CodeBadCount, "card:10 > s1", "card:30 > s2").
			answer(0, "card:10 > s3", "card:30 > s1", "card:40 > s2").
			hand(0, 20).hand(1, 30).hand(2, 1, 40).hand(3, 10).discarded().asks(0, "turn")
	})
	t.Run("with two players the other card goes to the opponent unasked", func(t *testing.T) {
		position(t, Setup{Draw: []int{40, 10}, Seats: []SeatSetup{naria, {}}}).
			answer(0, "summon:12").answer(0, "card:40").
			hand(0, 40).hand(1, 10).asks(0, "turn")
	})
	t.Run("two equal cards can go to two opponents", func(t *testing.T) {
		position(t, Setup{Draw: []int{10, 20, 10}, Seats: []SeatSetup{naria, {}, {}}}).
			answer(0, "summon:12").answer(0, "card:20").
			answer(0, "card:10 > s1", "card:10 > s2").
			hand(0, 20).hand(1, 10).hand(2, 10)
	})
	t.Run("with fewer cards than players the opponents on the left come first", func(t *testing.T) {
		m := position(t, Setup{First: 2, Draw: []int{10, 20, 30}, Rest: "aside", Seats: []SeatSetup{{}, {}, naria, {}}}).
			answer(2, "summon:12").answer(2, "card:20")
		text := m.decision(2).Text(theRules)
		require.Equal(t, []game.GroupText{{ID: "s3", Min: 1, Max: 1}, {ID: "s0", Min: 1, Max: 1}}, text.Groups)
		m.answer(2, "card:10 > s0", "card:30 > s3").
			hand(0, 10).hand(1).hand(2, 20).hand(3, 30)
	})
	t.Run("with two cards one is kept and one goes to the left", func(t *testing.T) {
		position(t, Setup{Draw: []int{10, 20}, Rest: "aside", Seats: []SeatSetup{naria, {}, {}}}).
			answer(0, "summon:12").answer(0, "card:20").
			hand(0, 20).hand(1, 10).hand(2).asks(0, "turn")
	})
	t.Run("a single card goes to the own hand", func(t *testing.T) {
		position(t, Setup{Draw: []int{10}, Rest: "aside", Seats: []SeatSetup{naria, {}, {}}}).
			answer(0, "summon:12").hand(0, 10).hand(1).hand(2).asks(0, "turn")
	})
	t.Run("with no card anywhere nothing happens", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Seats: []SeatSetup{naria, {}}}).
			answer(0, "summon:12").hand(0).hand(1).inPlay(0, 12).asks(0, "turn")
	})
	t.Run("the summoner sees all cards, each receiver its own, nobody else any", func(t *testing.T) {
		summoner, left, right, spectator := game.SeatViewer(0), game.SeatViewer(1), game.SeatViewer(2), game.Spectator()
		m := position(t, Setup{Draw: []int{10, 20, 30}, Seats: []SeatSetup{naria, {}, {}}}).
			answer(0, "summon:12").
			learns(summoner, "draw seat 0 card 12 private drawn 10", "draw seat 0 card 12 private drawn 30").
			learnsNot(left, "drawn").learnsNot(right, "drawn").learnsNot(spectator, "drawn")
		require.Equal(t, 3, m.public(0).Held)
		m.answer(0, "card:20").
			learnsNot(left, "kept").learnsNot(right, "kept").learnsNot(spectator, "kept").
			answer(0, "card:10 > s1", "card:30 > s2").
			learns(summoner, "give seat 0 to 1 card 12 private given 10", "give seat 0 to 2 card 12 private given 30").
			learns(left, "give seat 0 to 1 card 12 private given 10", "give seat 0 to 2 card 12").
			learns(right, "give seat 0 to 1 card 12", "give seat 0 to 2 card 12 private given 30").
			learnsNot(spectator, "given")
		require.False(t, m.step.Undoable())
	})
	t.Run("brought by a Divine Chalice she does the same", func(t *testing.T) {
		position(t, Setup{Draw: []int{12, 3, 13, 40, 22, 10}, Seats: []SeatSetup{chalice(2), {}}}).
			answer(0, "summon:9").answer(0, "card:12").
			offersOnly(0, "card:10", "card:22").answer(0, "card:22").
			hand(0, 22).hand(1, 10)
	})
}

func TestCard13WondrousChest(t *testing.T) {
	chest := func(t *testing.T, reserve string, more ...int) *scenario {
		return position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{Gauge: 4, Reserve: energy(reserve), Play: append(inPlayCards(13), inPlayCards(more...)...)}, {},
		}}).answer(1, "end")
	}
	t.Run("costs one water and one fire", func(t *testing.T) { costs(t, nil, 2, 13, "W1F1", 0) })
	t.Run("three crystals at the end of a round with four tokens in the reserve", func(t *testing.T) {
		chest(t, "A1W1F1E1").crystals(0, 3).crystals(1, 0)
	})
	t.Run("no more for more tokens", func(t *testing.T) { chest(t, "A7").crystals(0, 3) })
	t.Run("nothing with three", func(t *testing.T) { chest(t, "A1W1F1").crystals(0, 0) })
	t.Run("two copies give three each", func(t *testing.T) { chest(t, "A4", 13).crystals(0, 6) })
	t.Run("tokens of a Bespelled Grimoire count", func(t *testing.T) {
		chest(t, "A9", 18).crystals(0, 3)
	})
	t.Run("tokens on a Glutton Cauldron do not", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{Reserve: energy("A3"), Play: []PlaySetup{{Card: 13}, {Card: 35, Tokens: energy("A5")}}}, {},
		}}).answer(1, "end").crystals(0, 0)
	})
	t.Run("the opponents' tokens do not", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Play: inPlayCards(13)}, {Reserve: energy("A7")}}}).
			answer(1, "end").crystals(0, 0)
	})
	t.Run("it looks at the end of the round, not of the owner's turn", func(t *testing.T) {
		// The Boots of seat 1 let the Hourglass of seat 0 bring the fourth token.
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(13, 27)}, boots(1)}}.onSpace(1, 2)).
			answer(1, "summon:7").answer(1, "move:3").answer(0, "gain:air").
			answer(1, "end").crystals(0, 3)
	})
	t.Run("an Hourglass of the same round comes too late", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(13, 27)}, {}}}.onSpace(1, 3)).
			answer(1, "end").asks(0, "gain").answer(0, "gain:air").crystals(0, 0).reserve(0, "A4")
	})
	t.Run("it acts in the last round too", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Reserve: energy("A4"), Play: inPlayCards(13)}, {}}}.onSpace(3, 12)).
			answer(1, "end").over(3+4, 0)
	})
	t.Run("the owner orders it with a Damned Soul where that matters", func(t *testing.T) {
		poor := Setup{Active: seat(1), Seats: []SeatSetup{{Crystals: 1, Reserve: energy("A4"), Play: inPlayCards(13, 50)}, {}}}
		position(t, poor).answer(1, "end").asks(0, "order").offersOnly(0, "play:1", "play:2").
			answer(0, "play:1", "play:2").crystals(0, 1)
		position(t, poor).answer(1, "end").answer(0, "play:2", "play:1").crystals(0, 3)
	})
}

func TestCard14BeggarsHorn(t *testing.T) {
	horn := func(t *testing.T, reserve string, more ...int) *scenario {
		return position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{Gauge: 4, Reserve: energy(reserve), Play: append(inPlayCards(14), inPlayCards(more...)...)}, {},
		}}).answer(1, "end")
	}
	t.Run("costs one air and one earth", func(t *testing.T) { costs(t, nil, 2, 14, "A1E1", 0) })
	t.Run("one energy of choice at the end of a round with one token or none", func(t *testing.T) {
		horn(t, "").asks(0, "gain").
			offersOnly(0, "gain:air", "gain:water", "gain:fire", "gain:earth").
			refuses(0, game.CodeBadCount).refuses(0, game.CodeBadCount, "gain:air x2").
			answer(0, "gain:earth").reserve(0, "E1").asks(1, "die")
		horn(t, "F1").answer(0, "gain:earth").reserve(0, "F1E1")
	})
	t.Run("nothing with two", func(t *testing.T) { horn(t, "F2").asks(1, "die").reserve(0, "F2") })
	t.Run("two copies give two to an empty reserve", func(t *testing.T) {
		horn(t, "", 14).answer(0, "gain:air").asks(0, "gain").answer(0, "gain:fire").reserve(0, "A1F1")
	})
	t.Run("from one token the second copy gives nothing", func(t *testing.T) {
		horn(t, "E1", 14).answer(0, "gain:air").asks(1, "die").reserve(0, "A1E1")
	})
	t.Run("tokens of a Bespelled Grimoire count", func(t *testing.T) {
		horn(t, "E2", 18).asks(1, "die")
	})
	t.Run("tokens on a Glutton Cauldron do not", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{Play: []PlaySetup{{Card: 14}, {Card: 35, Tokens: energy("A5")}}}, {},
		}}).answer(1, "end").asks(0, "gain")
	})
	t.Run("an Hourglass of the same round comes afterwards", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Reserve: energy("A1"), Play: inPlayCards(14, 27)}, {}}}.onSpace(1, 3)).
			answer(1, "end").answer(0, "gain:air").at(1, 4).answer(0, "gain:fire").
			asks(1, "die").reserve(0, "A2F1")
	})
	t.Run("owners act in turn order", func(t *testing.T) {
		position(t, Setup{First: 1, Active: seat(0), Seats: []SeatSetup{{Play: inPlayCards(14)}, {Play: inPlayCards(14)}}}).
			answer(0, "end").asks(1, "gain").answer(1, "gain:air").asks(0, "gain").answer(0, "gain:air")
	})
	t.Run("it acts in the last round too", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{{Play: inPlayCards(14, 45)}, {}}}.onSpace(3, 12)).
			answer(1, "end").answer(0, "gain:air").over(8+24+3, 0)
	})
}
