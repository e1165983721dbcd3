package seasons

import (
	cards "archmage/internal/cards/seasons"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestCard38DemonOfArgos(t *testing.T) {
	own := SeatSetup{Gauge: 3, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DemonOfArgos}}
	t.Run("costs one of each energy", func(t *testing.T) { costs(t, nil, 2, cards.DemonOfArgos, "A1W1F1E1", 0) })
	t.Run("each opponent's gauge goes down by one and each draws a card that must be kept", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{own, {Gauge: 5}, {Gauge: 1}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			asks(0, "turn").
			gauge(1, 4).hand(1, cards.AmuletOfAir).
			gauge(2, 0).hand(2, cards.AmuletOfFire)
	})
	t.Run("the summoner is not concerned", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{own, {Gauge: 5}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			gauge(0, 3).hand(0).inPlay(0, cards.DemonOfArgos)
	})
	t.Run("a gauge at nought stays there, the card is drawn all the same", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfAir}, Seats: []SeatSetup{own, {}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			gauge(1, 0).hand(1, cards.AmuletOfAir)
	})
	t.Run("clockwise from the summoner's left, whoever is the first player", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth}, Active: seat(2), Seats: []SeatSetup{{}, {}, own, {}}}).
			answer(2, summonID(cards.DemonOfArgos)).
			hand(3, 1).hand(0, cards.AmuletOfFire).hand(1, cards.AmuletOfEarth).hand(2)
	})
	t.Run("only the one who draws sees the card", func(t *testing.T) {
		m := position(t, Setup{Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{own, {}, {}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			secretly(1, fmt.Sprintf("draw seat 1 card %d", cards.DemonOfArgos), fmt.Sprintf("drawn %d", cards.AmuletOfAir)).
			secretly(2, fmt.Sprintf("draw seat 2 card %d", cards.DemonOfArgos), fmt.Sprintf("drawn %d", cards.AmuletOfFire)).
			learnsNot(game.SeatViewer(0), "drawn").learnsNot(game.Spectator(), "drawn")
		require.False(t, m.step.Undoable(), "cards have been drawn")
	})
	t.Run("with too few cards left the last in order draw none, but lose on the gauge", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Draw: []int{cards.AmuletOfAir}, Seats: []SeatSetup{own, {Gauge: 2}, {Gauge: 2}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			hand(1, 1).hand(2).gauge(1, 1).gauge(2, 1)
	})
	t.Run("the discard pile is shuffled when the draw pile runs out", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Draw: []int{cards.AmuletOfAir}, Discard: []int{cards.AmuletOfFire}, Seats: []SeatSetup{own, {}, {}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			hand(1, 1).hand(2, cards.AmuletOfFire).discarded()
	})
	t.Run("cards above the gauge stay in play and still work", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{own, {Gauge: 2, Reserve: energy("A9"), Play: inPlayCards(cards.BespelledGrimoire, cards.PotionOfKnowledge)}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			asks(0, "turn").gauge(1, 1).inPlay(1, cards.BespelledGrimoire, cards.PotionOfKnowledge).reserve(1, "A9")
	})
	t.Run("who is one card above the gauge needs two more to summon again", func(t *testing.T) {
		// The die of the second seat gives it a star.
		position(t, Setup{Seats: []SeatSetup{own, {Gauge: 2, Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.RunicCubeOfEolis, cards.PotionOfKnowledge)}}}).
			answer(0, summonID(cards.DemonOfArgos)).
			answer(0, "end").
			gauge(1, 2).offersNot(1, summonID(cards.DieOfMalice)).
			answer(1, "bonus:gauge").
			offers(1, summonID(cards.DieOfMalice))
	})
	t.Run("a Demon in play does nothing when a second one enters, each counts on its own", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{
			{Gauge: 3, Reserve: energy("A2W2F2E1"), Hand: []int{cards.DemonOfArgos, cards.DemonOfArgos}, Play: []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("E1")}}}, {Gauge: 5},
		}}).
			answer(0, summonID(cards.DemonOfArgos)).
			answer(0, "energy:air", "energy:water", "energy:fire", "energy:earth@1").
			gauge(1, 4).hand(1, cards.AmuletOfAir).
			answer(0, summonID(cards.DemonOfArgos)).
			gauge(1, 3).hand(1, cards.AmuletOfAir, cards.AmuletOfFire)
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
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F1"), Hand: []int{cards.TitusDeepgaze}}, {Crystals: 2}}}).
			answer(0, summonID(cards.TitusDeepgaze)).
			asks(0, "turn").crystals(0, 0).crystals(1, 2).inPlay(0, cards.TitusDeepgaze)
	})
	t.Run("at the end of the round each opponent gives its owner a crystal", func(t *testing.T) {
		ended(t, titus, SeatSetup{Crystals: 1}, SeatSetup{Crystals: 5}, SeatSetup{Crystals: 2}).
			crystals(0, 3).crystals(1, 0).crystals(2, 4).crystals(3, 1).inPlay(0, cards.TitusDeepgaze)
	})
	t.Run("the round ends when the last player ends the turn", func(t *testing.T) {
		m := position(t, Setup{Active: seat(1), Seats: []SeatSetup{titus, {Crystals: 2}}}).
			answer(1, "end").
			crystals(0, 1).crystals(1, 1).
			learns(game.Spectator(), fmt.Sprintf("crystals seat 1 n -1 card %d", cards.TitusDeepgaze), fmt.Sprintf("crystals seat 0 n 1 card %d", cards.TitusDeepgaze))
		require.Equal(t, "die", m.decision(1).Kind)
	})
	t.Run("if an opponent has none the others give, and Titus is sacrificed", func(t *testing.T) {
		ended(t, titus, SeatSetup{}, SeatSetup{Crystals: 5}, SeatSetup{Crystals: 1}).
			crystals(0, 2).crystals(1, 0).crystals(2, 4).crystals(3, 0).inPlay(0).discarded(cards.TitusDeepgaze)
	})
	t.Run("the owner's own crystals do not matter", func(t *testing.T) {
		ended(t, SeatSetup{Crystals: 0, Play: inPlayCards(cards.TitusDeepgaze)}, SeatSetup{Crystals: 1}).inPlay(0, cards.TitusDeepgaze)
	})
	t.Run("two copies one after another: the second may find nothing", func(t *testing.T) {
		two := SeatSetup{Play: inPlayCards(cards.TitusDeepgaze, cards.TitusDeepgaze)}
		ended(t, two, SeatSetup{Crystals: 2}).crystals(0, 2).crystals(1, 0).inPlay(0, cards.TitusDeepgaze, cards.TitusDeepgaze)
		ended(t, two, SeatSetup{Crystals: 1}).crystals(0, 1).crystals(1, 0).inPlay(0, cards.TitusDeepgaze).discarded(cards.TitusDeepgaze)
		ended(t, two, SeatSetup{}).crystals(0, 0).inPlay(0).discarded(cards.TitusDeepgaze, cards.TitusDeepgaze)
	})
	t.Run("players in turn order: what an earlier Titus took is gone for a later one", func(t *testing.T) {
		seats := []SeatSetup{titus, {Crystals: 1, Play: inPlayCards(cards.TitusDeepgaze)}, {Crystals: 1}}
		position(t, Setup{Phase: "end", Seats: seats}).
			crystals(0, 1).crystals(1, 1).crystals(2, 0).inPlay(0, cards.TitusDeepgaze).inPlay(1)
		position(t, Setup{Phase: "end", First: 1, Seats: seats}).
			crystals(0, 1).crystals(1, 1).crystals(2, 0).inPlay(0).inPlay(1)
	})
	t.Run("before a Damned Soul its crystals can be lost again, after it they stay: the owner chooses", func(t *testing.T) {
		owner := SeatSetup{Play: inPlayCards(cards.DamnedSoulOfOnys, cards.TitusDeepgaze)}
		ended(t, owner, SeatSetup{Crystals: 4}).
			asks(0, "order").
			answer(0, "play:2", "play:1").
			crystals(0, 0).crystals(1, 3)
		ended(t, owner, SeatSetup{Crystals: 4}).
			answer(0, "play:1", "play:2").
			crystals(0, 1).crystals(1, 3)
	})
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

func TestCard40AirElemental(t *testing.T) {
	elemental := func(t *testing.T, others ...SeatSetup) *scenario {
		t.Helper()
		own := SeatSetup{Gauge: 1, Reserve: energy("A3W1F2"), Hand: []int{cards.AirElemental}}
		return position(t, Setup{Seats: append([]SeatSetup{own}, others...)}).answer(0, summonID(cards.AirElemental)).asks(0, "turn")
	}
	t.Run("costs three air", func(t *testing.T) { costs(t, nil, 2, cards.AirElemental, "A3", 0) })
	t.Run("all energy in the opponents' reserves becomes air, as much as it was", func(t *testing.T) {
		elemental(t, SeatSetup{Reserve: energy("W2F1E4")}, SeatSetup{Reserve: energy("A1E1")}, SeatSetup{Reserve: energy("F1")}).
			reserve(1, "A7").reserve(2, "A2").reserve(3, "A1")
	})
	t.Run("the summoner's own energy stays", func(t *testing.T) {
		elemental(t, SeatSetup{Reserve: energy("W2")}).reserve(0, "W1F2")
	})
	t.Run("an empty reserve stays empty", func(t *testing.T) {
		elemental(t, SeatSetup{}, SeatSetup{Reserve: energy("W2")}).reserve(1, "").reserve(2, "A2")
	})
	t.Run("energy on a Bespelled Grimoire is part of the reserve", func(t *testing.T) {
		elemental(t, SeatSetup{Reserve: energy("W5E5"), Play: inPlayCards(cards.BespelledGrimoire)}).reserve(1, "A9A1")
	})
	t.Run("energy on an Amulet of Water or a Glutton Cauldron stays", func(t *testing.T) {
		elemental(t, SeatSetup{Reserve: energy("E1"), Play: []PlaySetup{
			{Card: cards.AmuletOfWater, Tokens: energy("W3")}, {Card: cards.GluttonCauldron, Tokens: energy("F5")},
		}}).
			reserve(1, "A1").tokensOn(1, 1, "W3").tokensOn(1, 2, "F5")
	})
}
