package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard10SyllasTheFaithful(t *testing.T) {
	syllas := SeatSetup{
		Gauge:   2,
		Reserve: energy("F3"),
		Hand:    []int{cards.SyllasTheFaithful},
		Play:    inPlayCards(cards.RunicCubeOfEolis),
	}
	t.Run("costs three fire", func(t *testing.T) { costs(t, nil, 2, cards.SyllasTheFaithful, "F3", 0) })
	t.Run("each opponent sacrifices a card of its own choice, clockwise from the left", func(t *testing.T) {
		position(t, Setup{First: 1, Seats: []SeatSetup{
			{
				Play: inPlayCards(cards.TemporalBoots, cards.DieOfMalice),
			},
			syllas,
			{Play: inPlayCards(cards.AmuletOfAir, cards.AmuletOfFire)},
			{Play: inPlayCards(cards.WondrousChest, cards.BeggarsHorn)},
		}}).
			answer(1, summonID(cards.SyllasTheFaithful)).
			asks(2, "own_cards").
			offersOnly(2, "play:4", "play:5").
			answer(2, "play:4").
			inPlay(2, cards.AmuletOfFire).
			asks(3, "own_cards").
			offersOnly(3, "play:6", "play:7").
			answer(3, "play:7").
			inPlay(3, cards.WondrousChest).
			asks(0, "own_cards").
			offersOnly(0, "play:1", "play:2").
			answer(0, "play:1").
			inPlay(0, cards.DieOfMalice).
			discarded(cards.TemporalBoots, cards.BeggarsHorn, cards.AmuletOfAir).
			asks(1, "turn")
	})
	t.Run("the choice cannot be refused", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Play: inPlayCards(cards.AmuletOfAir, cards.AmuletOfFire)}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			refuses(1, game.CodeBadCount).
			refuses(1, game.CodeBadCount, "play:2", "play:3")
	})
	t.Run("the summoner sacrifices nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			inPlay(0, cards.RunicCubeOfEolis, cards.SyllasTheFaithful).
			asks(0, "turn")
	})
	t.Run("opponents with nothing in play are skipped", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {}, {Play: inPlayCards(cards.TemporalBoots, cards.DieOfMalice)}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			asks(2, "own_cards").
			answer(2, "play:2").
			inPlay(2, cards.DieOfMalice).
			asks(0, "turn")
	})
	t.Run("an only card goes without a question", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Play: inPlayCards(cards.TemporalBoots)}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			inPlay(1).
			discarded(cards.TemporalBoots).
			asks(0, "turn").
			learns(game.Spectator(), fmt.Sprintf("sacrifice seat 1 card %d id 2", cards.TemporalBoots))
	})
	t.Run("any card will do, turned or not, item or familiar", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				syllas,
				{Play: []PlaySetup{{Card: cards.KairnTheDestroyer, Turned: true}, {Card: cards.TemporalBoots}}},
			},
		}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			offersOnly(1, "play:2", "play:3").
			answer(1, "play:2").
			inPlay(1, cards.TemporalBoots)
	})
	t.Run("tokens on the card are lost", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				syllas,
				{Reserve: energy("F1"), Play: []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("A4")}}},
			},
		}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			inPlay(1).
			reserve(1, "F1")
	})
	t.Run("a sacrificed Cursed Treatise burns its owner's reserve", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				syllas,
				{Reserve: energy("F3W2"), Play: inPlayCards(cards.CursedTreatiseOfArus)},
			},
		}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			reserve(1, "").
			asks(0, "turn")
	})
	t.Run("a sacrificed Grimoire makes its owner choose before the next opponent", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			syllas,
			{Reserve: energy("A5F4"), Play: inPlayCards(cards.BespelledGrimoire)},
			{Play: inPlayCards(cards.TemporalBoots, cards.DieOfMalice)},
		}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			asks(1, "lose_energy").
			refuses(1, game.CodeBadCount, "energy:air x5", "energy:fire x3").
			keeps(1, "energy:air x3", "energy:fire x4").
			reserve(1, "A3F4").
			asks(2, "own_cards").
			answer(2, "play:3").
			asks(0, "turn")
	})
	t.Run("brought by a Divine Chalice it does the same", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{
				cards.SyllasTheFaithful, cards.WondrousChest, cards.BeggarsHorn, cards.KairnTheDestroyer,
			},
			Seats: []SeatSetup{
				{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}},
				{Play: inPlayCards(cards.TemporalBoots, cards.DieOfMalice)},
			},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.SyllasTheFaithful)).
			asks(1, "own_cards").
			answer(1, "play:1").
			inPlay(1, cards.DieOfMalice).
			asks(0, "turn")
	})
}

func TestCard16KairnTheDestroyer(t *testing.T) {
	kairn := func(reserve string) SeatSetup {
		return SeatSetup{Gauge: 2, Crystals: 1, Reserve: energy(reserve), Play: inPlayCards(cards.KairnTheDestroyer)}
	}
	t.Run("costs three air", func(t *testing.T) { costs(t, nil, 2, cards.KairnTheDestroyer, "A3", 0) })
	t.Run("a token of choice costs each opponent four crystals, and nobody gains any", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{kairn("A1W2"), {Crystals: 9}, {Crystals: 4}}}).
			answer(0, "activate:1").
			asks(0, "tokens").
			offersOnly(0, "energy:air", "energy:water", "back").
			refuses(0, game.CodeBadCount, "energy:water x2").
			answer(0, "energy:water").
			reserve(0, "A1W1").
			crystals(0, 1).
			crystals(1, 5).
			crystals(2, 0).
			turned(0, 1, true)
	})
	t.Run("back changes nothing", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{kairn("A1W2"), {Crystals: 9}}}).takesBack(0, "activate:1").
			answer(0, "activate:1").turned(0, 1, false)
		require.Empty(t, m.step.Events)
		require.Equal(t, "turn", m.public(0).Asked, "nobody else learns of it before")
	})
	t.Run("nobody goes below zero", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{kairn("A1"), {Crystals: 3}, {}}}).
			use(0, 1).
			crystals(1, 0).
			crystals(2, 0)
	})
	t.Run("it may be used when no opponent has crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{kairn("A1"), {}}}).
			use(0, 1).
			reserve(0, "").
			turned(0, 1, true)
	})
	t.Run("without a token it cannot be used", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{kairn(""), {Crystals: 9}}}).offersNot(0, "activate:1")
		require.Equal(t, "no_energy", *m.private(0).Unusable.Get("c1"))
	})
	t.Run("once a round for each copy", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Reserve: energy("A3"), Play: inPlayCards(cards.KairnTheDestroyer, cards.KairnTheDestroyer)},
				{Crystals: 9},
			},
		}).
			use(0, 1).
			offersNot(0, "activate:1").
			use(0, 2).
			crystals(1, 1).
			reserve(0, "A1")
	})
	t.Run("in the turn in which he is summoned", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A4"), Hand: []int{cards.KairnTheDestroyer}},
				{Crystals: 9},
			},
		}).
			answer(0, summonID(cards.KairnTheDestroyer)).
			use(0, 1).
			crystals(1, 5)
	})
	t.Run("he does nothing when he enters play", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A3"), Hand: []int{cards.KairnTheDestroyer}},
				{Crystals: 9},
			},
		}).
			answer(0, summonID(cards.KairnTheDestroyer)).
			crystals(1, 9)
	})
	t.Run("opposing Thieving Fairies take first", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{kairn("A1"), {Crystals: 1, Play: inPlayCards(cards.ThievingFairies)}}}).
			use(0, 1).
			crystals(0, 0).
			crystals(1, 0)
	})
}

func TestCard17AmsugLongneck(t *testing.T) {
	amsug := func(play ...int) SeatSetup {
		return SeatSetup{
			Gauge:   5,
			Reserve: energy("A1W1"),
			Hand:    []int{cards.AmsugLongneck},
			Play:    inPlayCards(play...),
		}
	}
	t.Run("costs one air and one water", func(t *testing.T) { costs(t, nil, 2, cards.AmsugLongneck, "A1W1", 0) })
	t.Run("each player takes a magic item back, clockwise, the summoner last", func(t *testing.T) {
		position(t, Setup{First: 1, Seats: []SeatSetup{
			{
				Play: inPlayCards(cards.AmuletOfAir, cards.AmuletOfFire, cards.KairnTheDestroyer),
			},
			amsug(cards.AmuletOfEarth, cards.WondrousChest),
			{Play: inPlayCards(cards.BeggarsHorn, cards.RunicCubeOfEolis), Hand: []int{cards.BeggarsHorn}},
		}}).
			answer(1, summonID(cards.AmsugLongneck)).
			asks(2, "own_cards").
			refuses(2, game.CodeBadCount).
			answer(2, "play:6").
			hand(2, cards.BeggarsHorn, cards.BeggarsHorn).
			inPlay(2, cards.RunicCubeOfEolis).
			asks(0, "own_cards").
			offersOnly(0, "play:1", "play:2").
			answer(0, "play:2").
			hand(0, cards.AmuletOfFire).
			inPlay(0, cards.AmuletOfAir, cards.KairnTheDestroyer).
			asks(1, "own_cards").
			offersOnly(1, "play:4", "play:5").
			answer(1, "play:4").
			hand(1, cards.AmuletOfEarth).
			inPlay(1, cards.WondrousChest, cards.AmsugLongneck).
			asks(1, "turn").
			discarded()
	})
	t.Run("an only item goes back without a question", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				amsug(cards.AmuletOfEarth),
				{Play: inPlayCards(cards.KairnTheDestroyer, cards.RunicCubeOfEolis)},
			},
		}).
			answer(0, summonID(cards.AmsugLongneck)).
			hand(0, cards.AmuletOfEarth).
			inPlay(0, cards.AmsugLongneck).
			hand(1, cards.RunicCubeOfEolis).
			inPlay(1, cards.KairnTheDestroyer).
			asks(0, "turn")
	})
	t.Run("players without an item are passed over, the summoner too", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				amsug(cards.FigrimTheAvaricious),
				{Play: inPlayCards(cards.KairnTheDestroyer)},
				{},
			},
		}).
			answer(0, summonID(cards.AmsugLongneck)).
			inPlay(0, cards.FigrimTheAvaricious, cards.AmsugLongneck).
			inPlay(1, cards.KairnTheDestroyer).
			hand(0).
			hand(1).
			asks(0, "turn")
	})
	t.Run("everybody sees what goes back", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{amsug(), {Play: inPlayCards(cards.RunicCubeOfEolis)}}}).
			answer(0, summonID(cards.AmsugLongneck))
		m.learns(
			game.Spectator(),
			fmt.Sprintf("take_back seat 1 back %d id 1 card %d", cards.RunicCubeOfEolis, cards.AmsugLongneck),
		)
	})
	t.Run("tokens on the card are lost", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				amsug(),
				{Reserve: energy("F1"), Play: []PlaySetup{{Card: cards.GluttonCauldron, Tokens: energy("A5")}}},
			},
		}).
			answer(0, summonID(cards.AmsugLongneck)).
			hand(1, cards.GluttonCauldron).
			reserve(1, "F1").
			answer(0, "end").
			answer(1, summonID(cards.GluttonCauldron)).
			tokensOn(1, 3, "")
	})
	t.Run("a turned card comes back unturned", func(t *testing.T) {
		setup := Setup{Seats: []SeatSetup{amsug()}}
		setup.Seats[0].Play = []PlaySetup{{Card: cards.IdolOfTheFamiliar, Turned: true}}
		setup.Seats[0].Reserve = energy("A2W2F1E1")
		position(t, setup).
			offersNot(0, "activate:1").
			answer(0, summonID(cards.AmsugLongneck)).
			answer(0, summonID(cards.IdolOfTheFamiliar)).
			turned(0, 3, false).
			offers(0, "activate:3")
	})
	t.Run("it is no sacrifice: a Cursed Treatise burns nothing", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{amsug(), {Reserve: energy("F3"), Play: inPlayCards(cards.CursedTreatiseOfArus)}},
		}).
			answer(0, summonID(cards.AmsugLongneck)).
			hand(1, cards.CursedTreatiseOfArus).
			reserve(1, "F3").
			discarded()
	})
	t.Run("a Grimoire taken back makes its owner choose before the next player", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				amsug(cards.AmuletOfAir, cards.AmuletOfFire),
				{Reserve: energy("A5F4"), Play: inPlayCards(cards.BespelledGrimoire)},
			},
		}).
			answer(0, summonID(cards.AmsugLongneck)).
			asks(1, "lose_energy").
			keeps(1, "energy:air x5", "energy:fire x2").
			reserve(1, "A5F2").
			asks(0, "own_cards")
	})
	t.Run("brought by a Divine Chalice he does the same", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.AmsugLongneck, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Seats: []SeatSetup{chalice(3, 6), {Play: inPlayCards(cards.AmuletOfAir)}},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.AmsugLongneck)).
			hand(1, cards.AmuletOfAir).
			asks(0, "own_cards").
			offersOnly(0, "play:1", "play:3").
			answer(0, "play:1").
			hand(0, cards.StaffOfSpring).
			inPlay(0, cards.DivineChalice, cards.AmsugLongneck).
			asks(0, "turn")
	})
}

func TestCard38DemonOfArgos(t *testing.T) {
	own := SeatSetup{Gauge: 3, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DemonOfArgos}}
	t.Run("costs one of each energy", func(t *testing.T) { costs(t, nil, 2, cards.DemonOfArgos, "A1W1F1E1", 0) })
	t.Run("each opponent's gauge goes down by one and each draws a card that must be kept", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.AmuletOfAir, cards.AmuletOfFire},
			Seats: []SeatSetup{own, {Gauge: 5}, {Gauge: 1}},
		}).
			answer(0, summonID(cards.DemonOfArgos)).
			asks(0, "turn").
			gauge(1, 4).
			hand(1, cards.AmuletOfAir).
			gauge(2, 0).
			hand(2, cards.AmuletOfFire)
	})
	t.Run("the summoner is not concerned", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{own, {Gauge: 5}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			gauge(0, 3).
			hand(0).
			inPlay(0, cards.DemonOfArgos)
	})
	t.Run("a gauge at nought stays there, the card is drawn all the same", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfAir}, Seats: []SeatSetup{own, {}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			gauge(1, 0).
			hand(1, cards.AmuletOfAir)
	})
	t.Run("clockwise from the summoner's left, whoever is the first player", func(t *testing.T) {
		position(t, Setup{
			Draw:   []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth},
			Active: seat(2),
			Seats:  []SeatSetup{{}, {}, own, {}},
		}).
			answer(2, summonID(cards.DemonOfArgos)).
			hand(3, 1).
			hand(0, cards.AmuletOfFire).
			hand(1, cards.AmuletOfEarth).
			hand(2)
	})
	t.Run("only the one who draws sees the card", func(t *testing.T) {
		m := position(t, Setup{Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{own, {}, {}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			learnsSecretly(
				1,
				fmt.Sprintf("draw seat 1 card %d", cards.DemonOfArgos),
				fmt.Sprintf("drawn %d", cards.AmuletOfAir),
			).
			learnsSecretly(
				2,
				fmt.Sprintf("draw seat 2 card %d", cards.DemonOfArgos),
				fmt.Sprintf("drawn %d", cards.AmuletOfFire),
			).
			learnsNot(game.SeatViewer(0), "drawn").learnsNot(game.Spectator(), "drawn")
		require.False(t, m.step.Undoable(), "cards have been drawn")
	})
	t.Run("with too few cards left the last in order draw none, but lose on the gauge", func(t *testing.T) {
		position(
			t,
			Setup{
				Rest:  "aside",
				Draw:  []int{cards.AmuletOfAir},
				Seats: []SeatSetup{own, {Gauge: 2}, {Gauge: 2}},
			},
		).
			answer(0, summonID(cards.DemonOfArgos)).
			hand(1, 1).
			hand(2).
			gauge(1, 1).
			gauge(2, 1)
	})
	t.Run("the discard pile is shuffled when the draw pile runs out", func(t *testing.T) {
		position(t, Setup{
			Rest:    "aside",
			Draw:    []int{cards.AmuletOfAir},
			Discard: []int{cards.AmuletOfFire},
			Seats:   []SeatSetup{own, {}, {}},
		}).
			answer(0, summonID(cards.DemonOfArgos)).
			hand(1, 1).
			hand(2, cards.AmuletOfFire).
			discarded()
	})
	t.Run("cards above the gauge stay in play and still work", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				own,
				{
					Gauge:   2,
					Reserve: energy("A9"),
					Play:    inPlayCards(cards.BespelledGrimoire, cards.PotionOfKnowledge),
				},
			},
		}).
			answer(0, summonID(cards.DemonOfArgos)).
			asks(0, "turn").
			gauge(1, 1).
			inPlay(1, cards.BespelledGrimoire, cards.PotionOfKnowledge).
			reserve(1, "A9")
	})
	t.Run("who is one card above the gauge needs two more to summon again", func(t *testing.T) {
		// The die of the second seat gives it a star.
		position(t, Setup{
			Seats: []SeatSetup{
				own,
				{
					Gauge: 2,
					Hand:  []int{cards.DieOfMalice},
					Play:  inPlayCards(cards.RunicCubeOfEolis, cards.PotionOfKnowledge),
				},
			},
		}).
			answer(0, summonID(cards.DemonOfArgos)).
			answer(0, "end").
			gauge(1, 2).
			offersNot(1, summonID(cards.DieOfMalice)).
			answer(1, "bonus:gauge").
			offers(1, summonID(cards.DieOfMalice))
	})
	t.Run("a Demon in play does nothing when a second one enters, each counts on its own", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{
			{
				Gauge:   3,
				Reserve: energy("A2W2F2E1"),
				Hand:    []int{cards.DemonOfArgos, cards.DemonOfArgos},
				Play:    []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("E1")}},
			},
			{Gauge: 5},
		}}).
			answer(0, summonID(cards.DemonOfArgos)).
			answer(0, "energy:air", "energy:water", "energy:fire", "energy:earth@1").
			gauge(1, 4).
			hand(1, cards.AmuletOfAir).
			answer(0, summonID(cards.DemonOfArgos)).
			gauge(1, 3).
			hand(1, cards.AmuletOfAir, cards.AmuletOfFire)
	})
}

func TestCard40AirElemental(t *testing.T) {
	elemental := func(t *testing.T, others ...SeatSetup) *scenario {
		t.Helper()
		own := SeatSetup{Gauge: 1, Reserve: energy("A3W1F2"), Hand: []int{cards.AirElemental}}
		return position(t, Setup{Seats: append([]SeatSetup{own}, others...)}).
			answer(0, summonID(cards.AirElemental)).asks(0, "turn")
	}
	t.Run("costs three air", func(t *testing.T) { costs(t, nil, 2, cards.AirElemental, "A3", 0) })
	t.Run("all energy in the opponents' reserves becomes air, as much as it was", func(t *testing.T) {
		elemental(
			t,
			SeatSetup{Reserve: energy("W2F1E4")},
			SeatSetup{Reserve: energy("A1E1")},
			SeatSetup{Reserve: energy("F1")},
		).
			reserve(1, "A7").
			reserve(2, "A2").
			reserve(3, "A1")
	})
	t.Run("the summoner's own energy stays", func(t *testing.T) {
		elemental(t, SeatSetup{Reserve: energy("W2")}).reserve(0, "W1F2")
	})
	t.Run("an empty reserve stays empty", func(t *testing.T) {
		elemental(t, SeatSetup{}, SeatSetup{Reserve: energy("W2")}).
			reserve(1, "").
			reserve(2, "A2")
	})
	t.Run("energy on a Bespelled Grimoire is part of the reserve", func(t *testing.T) {
		elemental(t, SeatSetup{Reserve: energy("W5E5"), Play: inPlayCards(cards.BespelledGrimoire)}).reserve(1, "A9A1")
	})
	t.Run("energy on an Amulet of Water or a Glutton Cauldron stays", func(t *testing.T) {
		elemental(t, SeatSetup{Reserve: energy("E1"), Play: []PlaySetup{
			{Card: cards.AmuletOfWater, Tokens: energy("W3")}, {Card: cards.GluttonCauldron, Tokens: energy("F5")},
		}}).
			reserve(1, "A1").
			tokensOn(1, 1, "W3").
			tokensOn(1, 2, "F5")
	})
}

func TestCard49SidNightshade(t *testing.T) {
	summon := func(t *testing.T, crystals int, others ...int) *scenario {
		seats := []SeatSetup{{Crystals: crystals, Gauge: 1, Reserve: energy("E3"), Hand: []int{cards.SidNightshade}}}
		for _, n := range others {
			seats = append(seats, SeatSetup{Crystals: n})
		}
		return position(t, Setup{Seats: seats}).answer(0, summonID(cards.SidNightshade))
	}
	t.Run("costs one, two or three earth with 2, 3 or 4 players", func(t *testing.T) {
		costs(t, nil, 2, cards.SidNightshade, "E1", 0)
		costs(t, nil, 3, cards.SidNightshade, "E2", 0)
		costs(t, nil, 4, cards.SidNightshade, "E3", 0)
	})
	t.Run("takes five from each opponent if its owner has the most", func(t *testing.T) {
		summon(t, 20, cards.RagfieldsHelm, cards.PurseOfIo).
			crystals(0, 30).
			crystals(1, 14).
			crystals(2, 3)
	})
	t.Run("takes all from who has less than five, and nothing from who has nothing", func(t *testing.T) {
		summon(t, 10, cards.DivineChalice, cards.AmuletOfEarth, 0).
			crystals(0, 18).
			crystals(1, 4).
			crystals(2, 0).
			crystals(3, 0)
	})
	t.Run("takes nothing from anybody if one opponent has as many", func(t *testing.T) {
		summon(t, 10, cards.SyllasTheFaithful, cards.AmuletOfFire).
			crystals(0, 10).
			crystals(1, 10).
			crystals(2, 2)
		summon(t, 10, cards.FigrimTheAvaricious).
			crystals(0, 10).
			crystals(1, 11)
		summon(t, 0, 0).crystals(0, 0)
	})
	t.Run("looks after the toll is paid", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Crystals: 7,
				Gauge:    1,
				Reserve:  energy("E1"),
				Hand:     []int{cards.SidNightshade},
			},
			{Crystals: 5, Play: inPlayCards(cards.ArcanoLeech)},
		}}).
			answer(0, summonID(cards.SidNightshade)).
			crystals(0, 6).
			crystals(1, 6)
	})
	t.Run("looks after a Staff of Spring has given its crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Crystals: 4,
				Gauge:    2,
				Reserve:  energy("E1"),
				Hand:     []int{cards.SidNightshade},
				Play:     inPlayCards(cards.StaffOfSpring),
			},
			{Crystals: 6},
		}}).
			answer(0, summonID(cards.SidNightshade)).
			crystals(0, 12).
			crystals(1, 1)
	})
	t.Run("put in play by a Chalice does the same", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{cards.SidNightshade, cards.RunicCubeOfEolis, cards.AmuletOfAir, cards.AmuletOfFire},
			Seats: []SeatSetup{
				{Crystals: 7, Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}},
				{Crystals: 6},
			},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.SidNightshade)).
			crystals(0, 12).
			crystals(1, 1)
	})
}
