package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard13WondrousChest(t *testing.T) {
	chest := func(t *testing.T, reserve string, more ...int) *scenario {
		return position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{
				Gauge:   4,
				Reserve: energy(reserve),
				Play:    append(inPlayCards(cards.WondrousChest), inPlayCards(more...)...),
			},
			{},
		}}).answer(1, "end")
	}
	t.Run("costs one water and one fire", func(t *testing.T) { costs(t, nil, 2, cards.WondrousChest, "W1F1", 0) })
	t.Run("three crystals at the end of a round with four tokens in the reserve", func(t *testing.T) {
		chest(t, "A1W1F1E1").
			crystals(0, 3).
			crystals(1, 0)
	})
	t.Run("no more for more tokens", func(t *testing.T) { chest(t, "A7").crystals(0, 3) })
	t.Run("nothing with three", func(t *testing.T) { chest(t, "A1W1F1").crystals(0, 0) })
	t.Run("two copies give three each", func(t *testing.T) { chest(t, "A4", cards.WondrousChest).crystals(0, 6) })
	t.Run("tokens of a Bespelled Grimoire count", func(t *testing.T) {
		chest(t, "A9", cards.BespelledGrimoire).crystals(0, 3)
	})
	t.Run("tokens on a Glutton Cauldron do not", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{
				Reserve: energy("A3"),
				Play:    []PlaySetup{{Card: cards.WondrousChest}, {Card: cards.GluttonCauldron, Tokens: energy("A5")}},
			},
			{},
		}}).
			answer(1, "end").
			crystals(0, 0)
	})
	t.Run("the opponents' tokens do not", func(t *testing.T) {
		position(t, Setup{
			Active: seat(1),
			Seats:  []SeatSetup{{Play: inPlayCards(cards.WondrousChest)}, {Reserve: energy("A7")}},
		}).
			answer(1, "end").
			crystals(0, 0)
	})
	t.Run("it looks at the end of the round, not of the owner's turn", func(t *testing.T) {
		// The Boots of seat 1 trigger the Hourglass of seat 0, which gains the fourth token.
		position(t, Setup{
			Active: seat(1),
			Seats: []SeatSetup{
				{Reserve: energy("A3"), Play: inPlayCards(cards.WondrousChest, cards.HourglassOfTime)},
				boots(1),
			},
		}.onSpace(1, 2)).
			answer(1, summonID(cards.TemporalBoots)).
			answer(1, "move:3").
			answer(0, "gain:air").
			answer(1, "end").
			crystals(0, 3)
	})
	t.Run("an Hourglass of the same round comes too late", func(t *testing.T) {
		position(t, Setup{
			Active: seat(1),
			Seats: []SeatSetup{
				{Reserve: energy("A3"), Play: inPlayCards(cards.WondrousChest, cards.HourglassOfTime)},
				{},
			},
		}.onSpace(1, 3)).
			answer(1, "end").
			asks(0, "gain").
			answer(0, "gain:air").
			crystals(0, 0).
			reserve(0, "A4")
	})
	t.Run("it acts in the last round too", func(t *testing.T) {
		position(t, Setup{
			Active: seat(1),
			Seats:  []SeatSetup{{Reserve: energy("A4"), Play: inPlayCards(cards.WondrousChest)}, {}},
		}.onSpace(3, 12)).
			answer(1, "end").
			over(3+4, 0)
	})
	t.Run("the owner orders it with a Damned Soul where that matters", func(t *testing.T) {
		poor := Setup{
			Active: seat(1),
			Seats: []SeatSetup{
				{Crystals: 1, Reserve: energy("A4"), Play: inPlayCards(cards.WondrousChest, cards.DamnedSoulOfOnys)},
				{},
			},
		}
		position(t, poor).
			answer(1, "end").
			asks(0, "order").
			offersOnly(0, "play:1", "play:2").
			answer(0, "play:1", "play:2").
			crystals(0, 1)
		position(t, poor).
			answer(1, "end").
			answer(0, "play:2", "play:1").
			crystals(0, 3)
	})
}

func TestCard14BeggarsHorn(t *testing.T) {
	horn := func(t *testing.T, reserve string, more ...int) *scenario {
		return position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{
				Gauge:   4,
				Reserve: energy(reserve),
				Play:    append(inPlayCards(cards.BeggarsHorn), inPlayCards(more...)...),
			},
			{},
		}}).answer(1, "end")
	}
	t.Run("costs one air and one earth", func(t *testing.T) { costs(t, nil, 2, cards.BeggarsHorn, "A1E1", 0) })
	t.Run("one energy of choice at the end of a round with one token or none", func(t *testing.T) {
		horn(t, "").
			asks(0, "gain").
			offersOnly(0, "gain:air", "gain:water", "gain:fire", "gain:earth").
			refuses(0, game.CodeBadCount).
			refuses(0, game.CodeBadCount, "gain:air x2").
			answer(0, "gain:earth").
			reserve(0, "E1").
			asks(1, "die")
		horn(t, "F1").
			answer(0, "gain:earth").
			reserve(0, "F1E1")
	})
	t.Run("nothing with two", func(t *testing.T) {
		horn(t, "F2").
			asks(1, "die").
			reserve(0, "F2")
	})
	t.Run("two copies give two to an empty reserve", func(t *testing.T) {
		horn(t, "", cards.BeggarsHorn).
			answer(0, "gain:air").
			asks(0, "gain").
			answer(0, "gain:fire").
			reserve(0, "A1F1")
	})
	t.Run("from one token the second copy gives nothing", func(t *testing.T) {
		horn(t, "E1", cards.BeggarsHorn).
			answer(0, "gain:air").
			asks(1, "die").
			reserve(0, "A1E1")
	})
	t.Run("tokens of a Bespelled Grimoire count", func(t *testing.T) {
		horn(t, "E2", cards.BespelledGrimoire).asks(1, "die")
	})
	t.Run("tokens on a Glutton Cauldron do not", func(t *testing.T) {
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{Play: []PlaySetup{{Card: cards.BeggarsHorn}, {Card: cards.GluttonCauldron, Tokens: energy("A5")}}}, {},
		}}).
			answer(1, "end").
			asks(0, "gain")
	})
	t.Run("an Hourglass of the same round comes afterwards", func(t *testing.T) {
		position(t, Setup{
			Active: seat(1),
			Seats: []SeatSetup{
				{Reserve: energy("A1"), Play: inPlayCards(cards.BeggarsHorn, cards.HourglassOfTime)},
				{},
			},
		}.onSpace(1, 3)).
			answer(1, "end").
			answer(0, "gain:air").
			tokenAt(1, 4).
			answer(0, "gain:fire").
			asks(1, "die").
			reserve(0, "A2F1")
	})
	t.Run("owners act in turn order", func(t *testing.T) {
		position(t, Setup{
			First:  1,
			Active: seat(0),
			Seats:  []SeatSetup{{Play: inPlayCards(cards.BeggarsHorn)}, {Play: inPlayCards(cards.BeggarsHorn)}},
		}).
			answer(0, "end").
			asks(1, "gain").
			answer(1, "gain:air").
			asks(0, "gain").
			answer(0, "gain:air")
	})
	t.Run("it acts in the last round too", func(t *testing.T) {
		position(t, Setup{
			Active: seat(1),
			Seats:  []SeatSetup{{Play: inPlayCards(cards.BeggarsHorn, cards.LanternOfXidit)}, {}},
		}.onSpace(3, 12)).
			answer(1, "end").
			answer(0, "gain:air").
			over(8+24+3, 0)
	})
}

func TestCard39TitusDeepgaze(t *testing.T) {
	titus := SeatSetup{Play: inPlayCards(cards.TitusDeepgaze)}
	ended := func(t *testing.T, seats ...SeatSetup) *scenario {
		t.Helper()
		return position(t, Setup{Phase: "end", Seats: seats})
	}
	t.Run("costs one, two or three fire with two, three or four players", func(t *testing.T) {
		costs(t, nil, 2, cards.TitusDeepgaze, "F1", 0)
		costs(t, nil, 3, cards.TitusDeepgaze, "F2", 0)
		costs(t, nil, 4, cards.TitusDeepgaze, "F3", 0)
	})
	t.Run("does nothing on entering play", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("F1"), Hand: []int{cards.TitusDeepgaze}},
				{Crystals: 2},
			},
		}).
			answer(0, summonID(cards.TitusDeepgaze)).
			asks(0, "turn").
			crystals(0, 0).
			crystals(1, 2).
			inPlay(0, cards.TitusDeepgaze)
	})
	t.Run("at the end of the round each opponent gives its owner a crystal", func(t *testing.T) {
		ended(t, titus, SeatSetup{Crystals: 1}, SeatSetup{Crystals: 5}, SeatSetup{Crystals: 2}).
			crystals(0, 3).
			crystals(1, 0).
			crystals(2, 4).
			crystals(3, 1).
			inPlay(0, cards.TitusDeepgaze)
	})
	t.Run("the round ends when the last player ends the turn", func(t *testing.T) {
		m := position(t, Setup{Active: seat(1), Seats: []SeatSetup{titus, {Crystals: 2}}}).
			answer(1, "end").
			crystals(0, 1).crystals(1, 1).
			learns(
				game.Spectator(),
				fmt.Sprintf("crystals seat 1 n -1 card %d", cards.TitusDeepgaze),
				fmt.Sprintf("crystals seat 0 n 1 card %d", cards.TitusDeepgaze),
			)
		require.Equal(t, "die", m.decision(1).Kind)
	})
	t.Run("if an opponent has none the others give, and Titus is sacrificed", func(t *testing.T) {
		ended(t, titus, SeatSetup{}, SeatSetup{Crystals: 5}, SeatSetup{Crystals: 1}).
			crystals(0, 2).
			crystals(1, 0).
			crystals(2, 4).
			crystals(3, 0).
			inPlay(0).
			discarded(cards.TitusDeepgaze)
	})
	t.Run("the owner's own crystals do not matter", func(t *testing.T) {
		ended(t, SeatSetup{Crystals: 0, Play: inPlayCards(cards.TitusDeepgaze)}, SeatSetup{Crystals: 1}).
			inPlay(0, cards.TitusDeepgaze)
	})
	t.Run("two copies one after another: the second may find nothing", func(t *testing.T) {
		two := SeatSetup{Play: inPlayCards(cards.TitusDeepgaze, cards.TitusDeepgaze)}
		ended(t, two, SeatSetup{Crystals: 2}).
			crystals(0, 2).
			crystals(1, 0).
			inPlay(0, cards.TitusDeepgaze, cards.TitusDeepgaze)
		ended(t, two, SeatSetup{Crystals: 1}).
			crystals(0, 1).
			crystals(1, 0).
			inPlay(0, cards.TitusDeepgaze).
			discarded(cards.TitusDeepgaze)
		ended(t, two, SeatSetup{}).
			crystals(0, 0).
			inPlay(0).
			discarded(cards.TitusDeepgaze, cards.TitusDeepgaze)
	})
	t.Run("players in turn order: what an earlier Titus took is gone for a later one", func(t *testing.T) {
		seats := []SeatSetup{titus, {Crystals: 1, Play: inPlayCards(cards.TitusDeepgaze)}, {Crystals: 1}}
		position(t, Setup{Phase: "end", Seats: seats}).
			crystals(0, 1).
			crystals(1, 1).
			crystals(2, 0).
			inPlay(0, cards.TitusDeepgaze).
			inPlay(1)
		position(t, Setup{Phase: "end", First: 1, Seats: seats}).
			crystals(0, 1).
			crystals(1, 1).
			crystals(2, 0).
			inPlay(0).
			inPlay(1)
	})
	t.Run(
		"before a Damned Soul its crystals can be lost again, after it they stay: the owner chooses",
		func(t *testing.T) {
			owner := SeatSetup{Play: inPlayCards(cards.DamnedSoulOfOnys, cards.TitusDeepgaze)}
			ended(t, owner, SeatSetup{Crystals: 4}).
				asks(0, "order").
				answer(0, "play:2", "play:1").
				crystals(0, 0).
				crystals(1, 3)
			ended(t, owner, SeatSetup{Crystals: 4}).
				answer(0, "play:1", "play:2").
				crystals(0, 1).
				crystals(1, 3)
		},
	)
	t.Run("takes its crystals in the last round too", func(t *testing.T) {
		position(t, Setup{Year: 3, Space: 12, Phase: "end", Seats: []SeatSetup{titus, {Crystals: 3}}}).
			over(5, 2)
	})
	t.Run("takes its crystals when Temporal Boots have ended the game with this round", func(t *testing.T) {
		position(t, Setup{Year: 4, Space: 1, Phase: "end", Seats: []SeatSetup{titus, {Crystals: 3}}}).
			over(5, 2)
	})
	t.Run("sacrificed in the last round it is worth nothing", func(t *testing.T) {
		position(t, Setup{Year: 3, Space: 12, Phase: "end", Seats: []SeatSetup{titus, {}, {Crystals: 3}}}).
			over(1, 0, 2)
	})
}

func TestCard50DamnedSoul(t *testing.T) {
	t.Run("costs one water", func(t *testing.T) { costs(t, nil, 2, cards.DamnedSoulOfOnys, "W1", 0) })
	t.Run("brings ten crystals and one water", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W1"), Hand: []int{cards.DamnedSoulOfOnys}}}}).
			answer(0, summonID(cards.DamnedSoulOfOnys)).
			crystals(0, 10).
			reserve(0, "W1").
			inPlay(0, cards.DamnedSoulOfOnys)
	})
	t.Run("the water may be one token too many", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("F7"),
					Hand:    []int{cards.DamnedSoulOfOnys},
					Play:    []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("W1")}},
				},
			},
		}).
			answer(0, summonID(cards.DamnedSoulOfOnys)).
			crystals(0, 10).
			asks(0, "lose_energy").
			keeps(0, "energy:fire x6", "energy:water").
			reserve(0, "W1F6")
	})
	t.Run("a water passes it to the left, unturned and without its entering effect", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{
			{Crystals: 4, Reserve: energy("W2F1"), Play: inPlayCards(cards.DamnedSoulOfOnys)}, {}, {},
		}}).
			use(0, 1).
			reserve(0, "W1F1").crystals(0, 4).inPlay(0).
			inPlay(1, cards.DamnedSoulOfOnys).turned(1, 1, false).crystals(1, 0).reserve(1, "").gauge(1, 0)
		require.Contains(
			t,
			m.visibleEvents(game.Spectator()),
			fmt.Sprintf("pass seat 0 id 1 to 1 card %d", cards.DamnedSoulOfOnys),
		)
	})
	t.Run("the water may come from an Amulet of Water", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("W1"), Play: []PlaySetup{
			{Card: cards.DamnedSoulOfOnys}, {Card: cards.AmuletOfWater, Tokens: energy("W1")},
		}}}}).
			answer(0, "activate:1").
			offersOnly(0, "energy:water", "energy:water@2", "back").
			answer(0, "energy:water@2").
			reserve(0, "W1").
			tokensOn(0, 2, "").
			inPlay(1, cards.DamnedSoulOfOnys)
	})
	t.Run("going back keeps it", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 1, Reserve: energy("W1"), Play: []PlaySetup{
			{Card: cards.DamnedSoulOfOnys}, {Card: cards.AmuletOfWater, Tokens: energy("W1")},
		}}, {Play: inPlayCards(cards.ThievingFairies)}}}).
			answer(0, "activate:1").
			answer(0, "back").
			inPlay(0, cards.DamnedSoulOfOnys, cards.AmuletOfWater).
			turned(0, 1, false).
			crystals(0, 1).
			crystals(1, 0)
	})
	t.Run("no other energy passes it", func(t *testing.T) {
		m := position(
			t,
			Setup{Seats: []SeatSetup{{Reserve: energy("A2F2E2"), Play: inPlayCards(cards.DamnedSoulOfOnys)}}},
		).
			offersNot(0, "activate:1")
		require.Equal(t, "no_energy", *m.private(0).Unusable.Get("c1"))
	})
	t.Run("travels on in the same round, and costs only the last owner three crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Crystals: 10,
				Reserve:  energy("W1"),
				Play:     inPlayCards(cards.DamnedSoulOfOnys),
			},
			{Crystals: 10},
			{Crystals: 10},
		}, Dice: dice(1, 1, 1, 1)}).
				use(0, 1).
				answer(0, "end").
				use(1, 1).
				inPlay(1).
				answer(1, "end").
				use(2, 1).
				inPlay(2).
				inPlay(0, cards.DamnedSoulOfOnys).
				turned(0, 1, false).
				answer(2, "end").
				crystals(0, 7).
				crystals(1, 10).
				crystals(2, 10)
	})
	t.Run("is no longer the giver's to pass", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("W2"), Play: inPlayCards(cards.DamnedSoulOfOnys)}, {}}}).
			use(0, 1).
			inPlay(1, cards.DamnedSoulOfOnys).
			offersNot(0, "activate:1")
	})
	t.Run("costs each round three crystals, or what there is", func(t *testing.T) {
		for crystals, left := range map[int]int{5: 2, 3: 0, 2: 0, 0: 0} {
			position(t, Setup{Seats: []SeatSetup{{Crystals: crystals, Play: inPlayCards(cards.DamnedSoulOfOnys)}}}).
				answer(0, "end").
				answer(1, "end").
				crystals(0, left)
		}
	})
	t.Run("each copy costs three", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Crystals: 10, Play: inPlayCards(cards.DamnedSoulOfOnys, cards.DamnedSoulOfOnys)},
			},
		}).
			answer(0, "end").
			answer(1, "end").
			crystals(0, 4)
	})
	t.Run("the giver's place is free at once", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   1,
					Reserve: energy("W1"),
					Hand:    []int{cards.TemporalBoots},
					Play:    inPlayCards(cards.DamnedSoulOfOnys),
				},
			},
		}).
			offersNot(0, summonID(cards.TemporalBoots)).
			use(0, 1).
			offers(0, summonID(cards.TemporalBoots))
	})
	t.Run("the receiver's gauge does not matter, but then takes no further card", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Reserve: energy("W1"),
				Play:    inPlayCards(cards.DamnedSoulOfOnys),
			},
			{Gauge: 1, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.RunicCubeOfEolis)},
		}, Dice: dice(1, 2, 1)}).
				use(0, 1).
				answer(0, "end").
				inPlay(1, cards.RunicCubeOfEolis, cards.DamnedSoulOfOnys).
				offersNot(1, summonID(cards.TemporalBoots)) // the die shows no star: gauge 1, two cards in play
	})
	t.Run("counts five points less for its last owner", func(t *testing.T) {
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Crystals: 3, Play: inPlayCards(cards.DamnedSoulOfOnys)}}}).
			over(-2, 0)
	})
}
