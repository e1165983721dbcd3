package seasons

import (
	cards "archmage/internal/cards/seasons"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// Faces of winter die 1: 1 fire, star and transmute; 2 two water and a star;
// 3 two water and three crystals; 4 two air and a star; 5 a card;
// 6 air, water and transmute.

// rolled is a position in winter at the beginning of the turn of seat 0, with
// die 1 showing the face and the next rolls fixed.
func rolled(face int, rolls []int, seats ...SeatSetup) Setup {
	return Setup{Phase: "start", Dice: dice(face, 1, 1), Rolls: rolls, Seats: seats}
}

func TestCard15DieOfMalice(t *testing.T) {
	malice := SeatSetup{Gauge: 2, Play: inPlayCards(cards.DieOfMalice)}
	two := SeatSetup{Gauge: 2, Play: inPlayCards(cards.DieOfMalice, cards.DieOfMalice)}
	t.Run("costs nothing", func(t *testing.T) { costs(t, nil, 2, cards.DieOfMalice, "", 0) })
	t.Run("asked before anything of the die is used", func(t *testing.T) {
		position(t, rolled(1, []int{3}, malice)).
			asks(0, "reroll").offersOnly(0, "reroll", "keep").reserve(0, "").gauge(0, 2)
	})
	t.Run("it rolls the die again for two crystals, and only the new face counts", func(t *testing.T) {
		position(t, rolled(1, []int{3}, malice)).answer(0, "reroll").
			asks(0, "turn").turned(0, 1, true).
			crystals(0, 2+3).reserve(0, "W2").gauge(0, 2).
			offersNot(0, "transmute", "activate:1")
	})
	t.Run("the star and the symbols of the new face count", func(t *testing.T) {
		position(t, rolled(3, []int{1}, malice)).answer(0, "reroll").
			crystals(0, 2).reserve(0, "F1").gauge(0, 3).offers(0, "transmute")
	})
	t.Run("declined, the die stays as it is and the card unturned", func(t *testing.T) {
		position(t, rolled(1, []int{3}, malice)).answer(0, "keep").
			asks(0, "turn").turned(0, 1, false).crystals(0, 0).reserve(0, "F1").gauge(0, 3).
			offersNot(0, "activate:1")
	})
	t.Run("everybody sees the new face, which cannot be taken back", func(t *testing.T) {
		m := position(t, rolled(1, []int{3}, malice)).answer(0, "reroll").
			learns(game.Spectator(), fmt.Sprintf("activate seat 0 card %d id 1", cards.DieOfMalice), "reroll seat 0 die 1 face 3")
		require.False(t, m.step.Undoable())
	})
	t.Run("no other die changes", func(t *testing.T) {
		m := position(t, rolled(1, []int{3}, malice))
		before := m.s.Public().(*Public).Dice
		m.answer(0, "reroll")
		after := m.s.Public().(*Public).Dice
		require.Equal(t, DieView{Face: 3, Taken: "s0"}, *after.Get("d1"))
		require.Equal(t, before[1:], after[1:])
	})
	t.Run("an already turned one is not asked about", func(t *testing.T) {
		turned := SeatSetup{Play: []PlaySetup{{Card: cards.DieOfMalice, Turned: true}}}
		position(t, rolled(1, nil, turned)).asks(0, "turn")
	})
	t.Run("it can be used again in the next round", func(t *testing.T) {
		position(t, rolled(1, []int{3, 1, 1, 1, 2}, malice)).answer(0, "reroll").
			answer(0, "end").answer(1, "end").
			answer(1, "die:2").answer(0, "die:1").answer(1, "end").
			asks(0, "reroll").answer(0, "reroll").crystals(0, 5+2)
	})
	t.Run("two copies are asked about one after another", func(t *testing.T) {
		position(t, rolled(1, []int{6, 3}, two)).
			answer(0, "reroll").asks(0, "reroll").crystals(0, 2).reserve(0, "").
			answer(0, "reroll").asks(0, "turn").
			turned(0, 1, true).turned(0, 2, true).
			crystals(0, 4+3).reserve(0, "W2").offersNot(0, "transmute")
	})
	t.Run("the second copy may be kept for nothing", func(t *testing.T) {
		position(t, rolled(1, []int{4}, two)).
			answer(0, "reroll").answer(0, "keep").asks(0, "turn").
			turned(0, 2, false).crystals(0, 2).reserve(0, "A2").gauge(0, 3)
	})
	t.Run("declining the first copy declines both", func(t *testing.T) {
		position(t, rolled(1, nil, two)).answer(0, "keep").
			asks(0, "turn").turned(0, 1, false).turned(0, 2, false).reserve(0, "F1")
	})
	t.Run("opposing Thieving Fairies take their crystal before the two come", func(t *testing.T) {
		position(t, rolled(1, []int{4}, malice, SeatSetup{Play: inPlayCards(cards.ThievingFairies)})).
			answer(0, "reroll").crystals(0, 2).crystals(1, 1)
		rich := malice
		rich.Crystals = 1
		position(t, rolled(1, []int{4}, rich, SeatSetup{Play: inPlayCards(cards.ThievingFairies)})).
			answer(0, "reroll").crystals(0, 2).crystals(1, 2)
	})
	t.Run("the gains of the new face may overflow", func(t *testing.T) {
		full := malice
		full.Reserve = energy("E7")
		position(t, rolled(5, []int{4}, full)).answer(0, "reroll").
			asks(0, "keep_energy").answer(0, "energy:earth x5", "energy:air x2").reserve(0, "A2E5")
	})
	t.Run("an opponent's turn does not ask", func(t *testing.T) {
		position(t, rolled(1, nil, SeatSetup{}, malice)).asks(0, "turn").
			answer(0, "end").asks(1, "reroll")
	})
}

// Later in the turn it can be used while nothing of the die has been used or
// gained: with a face that shows only a card to draw.
func TestCard15DieOfMaliceOnAnUntouchedDie(t *testing.T) {
	malice := SeatSetup{Gauge: 2, Play: inPlayCards(cards.DieOfMalice)}
	inHand := SeatSetup{Gauge: 1, Hand: []int{cards.DieOfMalice}}
	t.Run("declined at first", func(t *testing.T) {
		position(t, rolled(5, []int{3}, malice)).answer(0, "keep").
			offers(0, "activate:1", "draw").
			answer(0, "activate:1").asks(0, "turn").
			crystals(0, 2+3).reserve(0, "W2").offersNot(0, "draw", "activate:1")
	})
	t.Run("summoned in this turn", func(t *testing.T) {
		position(t, rolled(5, []int{2}, inHand)).
			answer(0, summonID(cards.DieOfMalice)).answer(0, "activate:1").
			crystals(0, 2).reserve(0, "W2").gauge(0, 2)
	})
	t.Run("not once the card has been drawn", func(t *testing.T) {
		position(t, rolled(5, nil, malice)).answer(0, "keep").
			answer(0, "draw").answer(0, "discard").offersNot(0, "activate:1")
	})
	t.Run("not once two cards have been drawn with the bonus", func(t *testing.T) {
		position(t, Setup{Phase: "start", Dice: dice(5, 1, 1), Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{malice}}).
			answer(0, "keep").answer(0, "bonus:draw").answer(0, cardID(cards.AmuletOfAir)).offersNot(0, "activate:1")
	})
	t.Run("not with any other face", func(t *testing.T) {
		for _, face := range []int{1, 2, 3, 4, 6} {
			m := position(t, rolled(face, nil, inHand)).answer(0, summonID(cards.DieOfMalice)).offersNot(0, "activate:1")
			require.Equal(t, "die_used", *m.private(0).Unusable.Get("c1"))
		}
		// Six crystals and nothing else have been gained all the same.
		position(t, Setup{Phase: "start", Kept: map[string][]int{"winter": {3, 4, 5}},
			Dice:  []DieSetup{{Die: 4, Face: 5, Seat: seat(0)}, {Die: 3, Face: 1, Seat: seat(1)}, {Die: 5, Face: 1}},
			Seats: []SeatSetup{inHand}}).
			crystals(0, 6).answer(0, summonID(cards.DieOfMalice)).offersNot(0, "activate:1")
	})
	t.Run("other actions do not touch the die, and bonuses already used stay", func(t *testing.T) {
		malice := malice
		malice.Reserve = energy("E2")
		position(t, rolled(5, []int{3}, malice)).answer(0, "keep").
			answer(0, "bonus:transmute").answer(0, "transmute").answer(0, "energy:earth").crystals(0, 4).
			answer(0, "activate:1").crystals(0, 4+2+3).bonuses(0, 1).
			answer(0, "transmute").answer(0, "energy:earth").crystals(0, 9+4)
	})
	t.Run("the die keeps its season after Temporal Boots", func(t *testing.T) {
		// In spring face 4 of die 1 would give two earth.
		malice := malice
		malice.Hand = []int{cards.TemporalBoots}
		position(t, rolled(5, []int{4}, malice).onSpace(1, 3)).answer(0, "keep").
			answer(0, summonID(cards.TemporalBoots)).answer(0, "move:1").answer(0, "activate:1").
			reserve(0, "A2").gauge(0, 3)
	})
	t.Run("the turn begins anew, with the question about another copy", func(t *testing.T) {
		two := SeatSetup{Gauge: 2, Play: inPlayCards(cards.DieOfMalice, cards.DieOfMalice)}
		m := position(t, rolled(5, []int{6, 4}, two)).answer(0, "keep").
			answer(0, "activate:2").asks(0, "reroll").reserve(0, "").crystals(0, 2)
		require.False(t, m.s.Public().(*Public).Turn.Gained)
		m.answer(0, "reroll").asks(0, "turn").reserve(0, "A2").crystals(0, 4).gauge(0, 3)
	})
	t.Run("rolled to a card again, the card can be drawn", func(t *testing.T) {
		position(t, rolled(5, []int{5}, malice)).answer(0, "keep").answer(0, "activate:1").
			offers(0, "draw").answer(0, "draw").answer(0, "keep").crystals(0, 2)
	})
	t.Run("the gains of the new face may overflow", func(t *testing.T) {
		full := malice
		full.Reserve = energy("E7")
		position(t, rolled(5, []int{4}, full)).answer(0, "keep").answer(0, "activate:1").
			asks(0, "keep_energy").answer(0, "energy:earth x7").reserve(0, "E7").asks(0, "turn")
	})
}

func TestCard16KairnTheDestroyer(t *testing.T) {
	kairn := func(reserve string) SeatSetup {
		return SeatSetup{Gauge: 2, Crystals: 1, Reserve: energy(reserve), Play: inPlayCards(cards.KairnTheDestroyer)}
	}
	t.Run("costs three air", func(t *testing.T) { costs(t, nil, 2, cards.KairnTheDestroyer, "A3", 0) })
	t.Run("a token of choice costs each opponent four crystals, and nobody gains any", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{kairn("A1W2"), {Crystals: 9}, {Crystals: 4}}}).
			answer(0, "activate:1").asks(0, "tokens").offersOnly(0, "energy:air", "energy:water", "back").
			refuses(0, game.CodeBadCount, "energy:water x2").
			answer(0, "energy:water").
			reserve(0, "A1W1").crystals(0, 1).crystals(1, 5).crystals(2, 0).turned(0, 1, true)
	})
	t.Run("back changes nothing", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{kairn("A1W2"), {Crystals: 9}}}).takesBack(0, "activate:1").
			answer(0, "activate:1").turned(0, 1, false)
		require.Empty(t, m.step.Events)
		require.Equal(t, "turn", m.public(0).Asked, "nobody else learns of it before")
	})
	t.Run("nobody goes below zero", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{kairn("A1"), {Crystals: 3}, {}}}).
			use(0, 1).crystals(1, 0).crystals(2, 0)
	})
	t.Run("it may be used when no opponent has crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{kairn("A1"), {}}}).
			use(0, 1).reserve(0, "").turned(0, 1, true)
	})
	t.Run("without a token it cannot be used", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{kairn(""), {Crystals: 9}}}).offersNot(0, "activate:1")
		require.Equal(t, "no_energy", *m.private(0).Unusable.Get("c1"))
	})
	t.Run("once a round for each copy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.KairnTheDestroyer, cards.KairnTheDestroyer)}, {Crystals: 9}}}).
			use(0, 1).offersNot(0, "activate:1").
			use(0, 2).crystals(1, 1).reserve(0, "A1")
	})
	t.Run("in the turn in which he is summoned", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A4"), Hand: []int{cards.KairnTheDestroyer}}, {Crystals: 9}}}).
			answer(0, summonID(cards.KairnTheDestroyer)).use(0, 1).crystals(1, 5)
	})
	t.Run("he does nothing when he enters play", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A3"), Hand: []int{cards.KairnTheDestroyer}}, {Crystals: 9}}}).
			answer(0, summonID(cards.KairnTheDestroyer)).crystals(1, 9)
	})
	t.Run("opposing Thieving Fairies take first", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{kairn("A1"), {Crystals: 1, Play: inPlayCards(cards.ThievingFairies)}}}).
			use(0, 1).crystals(0, 0).crystals(1, 0)
	})
}

func TestCard17AmsugLongneck(t *testing.T) {
	amsug := func(play ...int) SeatSetup {
		return SeatSetup{Gauge: 5, Reserve: energy("A1W1"), Hand: []int{cards.AmsugLongneck}, Play: inPlayCards(play...)}
	}
	t.Run("costs one air and one water", func(t *testing.T) { costs(t, nil, 2, cards.AmsugLongneck, "A1W1", 0) })
	t.Run("each player takes a magic item back, clockwise, the summoner last", func(t *testing.T) {
		position(t, Setup{First: 1, Seats: []SeatSetup{
			{Play: inPlayCards(cards.AmuletOfAir, cards.AmuletOfFire, cards.KairnTheDestroyer)}, amsug(cards.AmuletOfEarth, cards.WondrousChest), {Play: inPlayCards(cards.BeggarsHorn, cards.RunicCubeOfEolis), Hand: []int{cards.BeggarsHorn}},
		}}).answer(1, summonID(cards.AmsugLongneck)).
			asks(2, "own_cards").refuses(2, game.CodeBadCount).answer(2, "play:6").hand(2, cards.BeggarsHorn, cards.BeggarsHorn).inPlay(2, cards.RunicCubeOfEolis).
			asks(0, "own_cards").offersOnly(0, "play:1", "play:2").answer(0, "play:2").hand(0, cards.AmuletOfFire).inPlay(0, cards.AmuletOfAir, cards.KairnTheDestroyer).
			asks(1, "own_cards").offersOnly(1, "play:4", "play:5").answer(1, "play:4").hand(1, cards.AmuletOfEarth).inPlay(1, cards.WondrousChest, cards.AmsugLongneck).
			asks(1, "turn").discarded()
	})
	t.Run("an only item goes back without a question", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{amsug(cards.AmuletOfEarth), {Play: inPlayCards(cards.KairnTheDestroyer, cards.RunicCubeOfEolis)}}}).
			answer(0, summonID(cards.AmsugLongneck)).
			hand(0, cards.AmuletOfEarth).inPlay(0, cards.AmsugLongneck).hand(1, cards.RunicCubeOfEolis).inPlay(1, cards.KairnTheDestroyer).asks(0, "turn")
	})
	t.Run("players without an item are passed over, the summoner too", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{amsug(cards.FigrimTheAvaricious), {Play: inPlayCards(cards.KairnTheDestroyer)}, {}}}).
			answer(0, summonID(cards.AmsugLongneck)).
			inPlay(0, cards.FigrimTheAvaricious, cards.AmsugLongneck).inPlay(1, cards.KairnTheDestroyer).hand(0).hand(1).asks(0, "turn")
	})
	t.Run("everybody sees what goes back", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{amsug(), {Play: inPlayCards(cards.RunicCubeOfEolis)}}}).answer(0, summonID(cards.AmsugLongneck))
		m.learns(game.Spectator(), fmt.Sprintf("take_back seat 1 back %d id 1 card %d", cards.RunicCubeOfEolis, cards.AmsugLongneck))
	})
	t.Run("tokens on the card are lost", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{amsug(), {Reserve: energy("F1"), Play: []PlaySetup{{Card: cards.GluttonCauldron, Tokens: energy("A5")}}}}}).
			answer(0, summonID(cards.AmsugLongneck)).hand(1, cards.GluttonCauldron).reserve(1, "F1").
			answer(0, "end").answer(1, summonID(cards.GluttonCauldron)).tokensOn(1, 3, "")
	})
	t.Run("a turned card comes back unturned", func(t *testing.T) {
		setup := Setup{Seats: []SeatSetup{amsug()}}
		setup.Seats[0].Play = []PlaySetup{{Card: cards.IdolOfTheFamiliar, Turned: true}}
		setup.Seats[0].Reserve = energy("A2W2F1E1")
		position(t, setup).offersNot(0, "activate:1").
			answer(0, summonID(cards.AmsugLongneck)).answer(0, summonID(cards.IdolOfTheFamiliar)).turned(0, 3, false).offers(0, "activate:3")
	})
	t.Run("it is no sacrifice: a Cursed Treatise burns nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{amsug(), {Reserve: energy("F3"), Play: inPlayCards(cards.CursedTreatiseOfArus)}}}).
			answer(0, summonID(cards.AmsugLongneck)).hand(1, cards.CursedTreatiseOfArus).reserve(1, "F3").discarded()
	})
	t.Run("a Grimoire taken back makes its owner choose before the next player", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{amsug(cards.AmuletOfAir, cards.AmuletOfFire), {Reserve: energy("A5F4"), Play: inPlayCards(cards.BespelledGrimoire)}}}).
			answer(0, summonID(cards.AmsugLongneck)).
			asks(1, "keep_energy").answer(1, "energy:air x5", "energy:fire x2").reserve(1, "A5F2").
			asks(0, "own_cards")
	})
	t.Run("brought by a Divine Chalice he does the same", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmsugLongneck, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental}, Seats: []SeatSetup{chalice(3, 6), {Play: inPlayCards(cards.AmuletOfAir)}}}).
			answer(0, summonID(cards.DivineChalice)).answer(0, cardID(cards.AmsugLongneck)).hand(1, cards.AmuletOfAir).
			asks(0, "own_cards").offersOnly(0, "play:1", "play:3").answer(0, "play:1").
			hand(0, cards.StaffOfSpring).inPlay(0, cards.DivineChalice, cards.AmsugLongneck).asks(0, "turn")
	})
}
