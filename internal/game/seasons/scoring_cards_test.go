package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard19RagfieldsHelm(t *testing.T) {
	// The fall dice of the players show no crystals on face 1, and the remaining die ends the third
	// year.
	ended := func(t *testing.T, seats ...SeatSetup) *scenario {
		last := len(seats) - 1
		return position(t, Setup{Active: seat(last), Seats: seats}.onSpace(3, 12)).answer(last, "end")
	}
	play := func(numbers ...int) SeatSetup { return SeatSetup{Gauge: 9, Play: inPlayCards(numbers...)} }
	t.Run("costs three air", func(t *testing.T) { costs(t, nil, 2, cards.RagfieldsHelm, "A3", 0) })
	t.Run("twenty crystals at the end for more cards in play than every opponent", func(t *testing.T) {
		m := ended(t, play(cards.RagfieldsHelm, cards.DieOfMalice), play(cards.DieOfMalice), play())
		m.over(10+8+20, 8, 0)
		require.Contains(
			t,
			m.s.Outcome().Places[0].Parts,
			game.Part{Source: "card", Args: game.Facts{game.Int("card", 19)}, Points: 20},
		)
	})
	t.Run("nothing when tied for most", func(t *testing.T) {
		ended(t, play(cards.RagfieldsHelm, cards.DieOfMalice), play(cards.DieOfMalice, cards.TemporalBoots), play()).
			over(18, 16, 0)
	})
	t.Run("nothing with more than one opponent but not than another", func(t *testing.T) {
		ended(t, play(cards.RagfieldsHelm), play(), play(cards.DieOfMalice, cards.TemporalBoots)).over(10, 0, 16)
	})
	t.Run("two copies give forty", func(t *testing.T) {
		ended(t, play(cards.RagfieldsHelm, cards.RagfieldsHelm), play(cards.DieOfMalice)).over(10+10+40, 8)
	})
	t.Run("turned cards and cards above the gauge count", func(t *testing.T) {
		ended(
			t,
			SeatSetup{
				Gauge: 1,
				Play:  []PlaySetup{{Card: cards.RagfieldsHelm}, {Card: cards.DieOfMalice, Turned: true}},
			},
			play(cards.TemporalBoots),
		).
			over(38, 8)
		ended(t, play(cards.RagfieldsHelm), SeatSetup{Play: inPlayCards(cards.TemporalBoots, cards.RunicCubeOfEolis)}).
			over(10, 38)
	})
	t.Run("familiars count like items, cards in hand do not", func(t *testing.T) {
		ended(
			t,
			play(cards.RagfieldsHelm, cards.SyllasTheFaithful),
			SeatSetup{
				Play: inPlayCards(cards.TemporalBoots),
				Hand: []int{cards.AmuletOfAir, cards.AmuletOfFire},
			},
		).
			over(10+14+20, 8-10)
	})
	t.Run("nothing before the end", func(t *testing.T) {
		m := position(
			t,
			Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A3"), Hand: []int{cards.RagfieldsHelm}}}},
		).
			answer(0, summonID(cards.RagfieldsHelm)).crystals(0, 0)
		require.Equal(t, 20, m.public(0).Score.Cards)
	})
}

func TestCard22RunicCube(t *testing.T) {
	t.Run("costs twenty crystals with any number of players", func(t *testing.T) {
		for players := 2; players <= 4; players++ {
			costs(t, nil, players, cards.RunicCubeOfEolis, "", 20)
		}
	})
	t.Run("a Hand of Fortune does not lower a cost without energy", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{
						Gauge:    2,
						Crystals: 19,
						Hand:     []int{cards.RunicCubeOfEolis},
						Play:     inPlayCards(cards.HandOfFortune),
					},
				},
			},
		).
			offersNot(0, summonID(cards.RunicCubeOfEolis))
	})
	t.Run("has no effect", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:    1,
				Crystals: 20,
				Reserve:  energy("A1"),
				Hand:     []int{cards.RunicCubeOfEolis},
			},
			{Crystals: 5, Reserve: energy("F1")},
		}}).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			asks(0, "turn").
			offersNot(0, "activate:1").
			crystals(0, 0).
			reserve(0, "A1").
			gauge(0, 1).
			inPlay(0, cards.RunicCubeOfEolis).
			crystals(1, 5).
			reserve(1, "F1")
	})
	t.Run("is worth thirty points at the end", func(t *testing.T) {
		position(
			t,
			Setup{
				Phase: "over",
				Seats: []SeatSetup{
					{Crystals: 1, Play: inPlayCards(cards.RunicCubeOfEolis)},
					{Play: inPlayCards(cards.RunicCubeOfEolis), Bonuses: 1},
				},
			},
		).
			over(31, 25)
	})
}

func TestCard45LanternOfXidit(t *testing.T) {
	over := func(t *testing.T, reserve string, play ...PlaySetup) *scenario {
		return position(t, Setup{Phase: "over", Seats: []SeatSetup{{Reserve: energy(reserve), Play: play}}})
	}
	t.Run("costs three fire and three earth", func(t *testing.T) { costs(t, nil, 2, cards.LanternOfXidit, "F3E3", 0) })
	t.Run("brings three for each token in the reserve at the end", func(t *testing.T) {
		over(t, "A2F1", inPlayCards(cards.LanternOfXidit)...).over(24+9, 0)
		over(t, "", inPlayCards(cards.LanternOfXidit)...).over(24, 0)
	})
	t.Run("each copy", func(t *testing.T) {
		over(t, "A2F1", inPlayCards(cards.LanternOfXidit, cards.LanternOfXidit)...).over(48+18, 0)
	})
	t.Run("counts what a Grimoire holds", func(t *testing.T) {
		over(t, "A5E5", inPlayCards(cards.LanternOfXidit, cards.BespelledGrimoire)...).over(24+8+30, 0)
	})
	t.Run("does not count tokens on an Amulet of Water or a Cauldron", func(t *testing.T) {
		over(
			t,
			"A1",
			PlaySetup{Card: cards.LanternOfXidit},
			PlaySetup{Card: cards.AmuletOfWater, Tokens: energy("W4")},
			PlaySetup{Card: cards.GluttonCauldron, Tokens: energy("E6")},
		).
			over(24+3+6+0, 0)
	})
	t.Run("does not count other players' tokens", func(t *testing.T) {
		position(t, Setup{
			Phase: "over",
			Seats: []SeatSetup{{Play: inPlayCards(cards.LanternOfXidit)}, {Reserve: energy("A5")}},
		}).
			over(24, 0)
	})
}

func TestCard46SealedChestOfUrm(t *testing.T) {
	over := func(t *testing.T, hand []int, play ...int) *scenario {
		return position(t, Setup{Phase: "over", Seats: []SeatSetup{{Hand: hand, Play: inPlayCards(play...)}}})
	}
	t.Run("costs two water and one earth", func(t *testing.T) { costs(t, nil, 2, cards.SealedChestOfUrm, "W2E1", 0) })
	t.Run(
		"brings twenty if no familiar is in play at the end",
		func(t *testing.T) { over(t, nil, cards.SealedChestOfUrm, cards.RunicCubeOfEolis).over(10+30+20, 0) },
	)
	t.Run(
		"each copy",
		func(t *testing.T) { over(t, nil, cards.SealedChestOfUrm, cards.SealedChestOfUrm).over(20+40, 0) },
	)
	t.Run(
		"brings nothing with a familiar in play",
		func(t *testing.T) { over(t, nil, cards.SealedChestOfUrm, cards.SidNightshade).over(10+6, 0) },
	)
	t.Run(
		"a familiar in hand does not matter",
		func(t *testing.T) { over(t, []int{cards.SidNightshade}, cards.SealedChestOfUrm).over(10+20-5, 0) },
	)
	t.Run("another player's familiar does not matter", func(t *testing.T) {
		position(t, Setup{
			Phase: "over",
			Seats: []SeatSetup{
				{Play: inPlayCards(cards.SealedChestOfUrm)},
				{Play: inPlayCards(cards.SidNightshade)},
			},
		}).
			over(30, 6)
	})
	t.Run("a Damned Soul received from a neighbour is a familiar", func(t *testing.T) {
		position(t, Setup{First: 1, Year: 3, Space: 12, Seats: []SeatSetup{
			{
				Play: inPlayCards(cards.SealedChestOfUrm),
			},
			{Reserve: energy("W1"), Play: inPlayCards(cards.DamnedSoulOfOnys)},
		}}).
			use(1, 2).
			answer(1, "end").
			answer(0, "end").
			over(10-5, 0)
	})
}
