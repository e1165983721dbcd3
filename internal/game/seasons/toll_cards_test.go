package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard33ArcanoLeech(t *testing.T) {
	leech := func(n int) SeatSetup {
		s := SeatSetup{}
		for range n {
			s.Play = append(s.Play, PlaySetup{Card: cards.ArcanoLeech})
		}
		return s
	}
	t.Run("costs two, five or eight crystals with two, three or four players", func(t *testing.T) {
		costs(t, nil, 2, cards.ArcanoLeech, "", 2)
		costs(t, nil, 3, cards.ArcanoLeech, "", 5)
		costs(t, nil, 4, cards.ArcanoLeech, "", 8)
	})
	t.Run("an opponent who summons a card gives its owner a crystal first", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Crystals: 3, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir}},
				leech(1),
			},
		}).
			answer(0, summonID(cards.AmuletOfAir)).
			crystals(0, 2).
			crystals(1, 1).
			gauge(0, 3)
	})
	t.Run("each card costs a crystal again", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 2, Crystals: 3, Hand: []int{cards.DieOfMalice, cards.GluttonCauldron}},
				leech(1),
			},
		}).
			answer(0, summonID(cards.DieOfMalice)).
			answer(0, summonID(cards.GluttonCauldron)).
			crystals(0, 1).
			crystals(1, 2)
	})
	t.Run("who cannot pay cannot summon", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Gauge: 1, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir, cards.DieOfMalice}},
					leech(1),
				},
			},
		).
			offersNot(0, summonID(cards.AmuletOfAir), summonID(cards.DieOfMalice)).
			refuses(0, game.CodeUnknownOption, summonID(cards.DieOfMalice))
	})
	t.Run("the card's own crystals must be there as well", func(t *testing.T) {
		position(
			t,
			Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 3, Hand: []int{cards.NariaTheProphetess}}, leech(1)}},
		).
			offersNot(0, summonID(cards.NariaTheProphetess))
		position(
			t,
			Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 4, Hand: []int{cards.NariaTheProphetess}}, leech(1)}},
		).
			answer(0, summonID(cards.NariaTheProphetess)).
			crystals(0, 0).
			crystals(1, 1)
	})
	t.Run("two copies take two crystals, or nobody gets any", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 1, Hand: []int{cards.DieOfMalice}}, leech(2)}}).
			refuses(0, game.CodeUnknownOption, summonID(cards.DieOfMalice)).
			crystals(0, 1).
			crystals(1, 0)
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 2, Hand: []int{cards.DieOfMalice}}, leech(2)}}).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 0).
			crystals(1, 2)
	})
	t.Run("two owners get a crystal each, or neither does", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{{Gauge: 1, Crystals: 1, Hand: []int{cards.DieOfMalice}}, leech(1), leech(1)},
			},
		).
			refuses(0, game.CodeUnknownOption, summonID(cards.DieOfMalice)).
			crystals(1, 0).
			crystals(2, 0)
		position(
			t,
			Setup{
				Seats: []SeatSetup{{Gauge: 1, Crystals: 2, Hand: []int{cards.DieOfMalice}}, leech(1), leech(1)},
			},
		).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 0).
			crystals(1, 1).
			crystals(2, 1)
	})
	t.Run("crystals of a Staff of Spring come too late to pay", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Gauge: 2, Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.StaffOfSpring)},
					leech(1),
				},
			},
		).
			offersNot(0, summonID(cards.DieOfMalice))
	})
	t.Run("the owner's own summons are free of it", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 2, Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.ArcanoLeech)},
				{},
			},
		}).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 0).
			crystals(1, 0)
	})
	t.Run("two owners pay each other", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 2, Crystals: 1, Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.ArcanoLeech)},
				leech(1),
			},
		}).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 0).
			crystals(1, 1)
	})
	t.Run("summoning a Leech pays those already in play", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 2, Hand: []int{cards.ArcanoLeech}}, leech(1)}}).
			offersNot(0, summonID(cards.ArcanoLeech))
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 3, Hand: []int{cards.ArcanoLeech}}, leech(1)}}).
			answer(0, summonID(cards.ArcanoLeech)).
			crystals(0, 0).
			crystals(1, 1)
	})
	t.Run("a card summoned for free by a Crystal Orb costs no crystal", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{cards.DieOfMalice},
			Seats: []SeatSetup{
				{Gauge: 2, Crystals: 1, Reserve: energy("A4"), Play: inPlayCards(cards.CrystalOrb)},
				leech(1),
			},
		}).
			use(0, 1).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 1).
			crystals(1, 0)
	})
	t.Run("a Divine Chalice costs a crystal, the card it brings does not", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{cards.DieOfMalice, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth},
			Seats: []SeatSetup{
				{Gauge: 2, Crystals: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}},
				leech(1),
			},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.DieOfMalice)).
			inPlay(0, cards.DivineChalice, cards.DieOfMalice).
			crystals(0, 0).
			crystals(1, 1)
	})
}

func TestCard41ThievingFairies(t *testing.T) {
	// Seat 0 activates an Idol of the Familiar, which costs nothing.
	against := func(t *testing.T, crystals int, fairies ...int) *scenario {
		return position(t, Setup{Seats: []SeatSetup{
			{Crystals: crystals, Play: inPlayCards(cards.IdolOfTheFamiliar)}, {Play: inPlayCards(fairies...)},
		}}).answer(0, "activate:1").turned(0, 1, true)
	}
	t.Run("cost none, 3 or 6 crystals with 2, 3 or 4 players", func(t *testing.T) {
		costs(t, nil, 2, cards.ThievingFairies, "", 0)
		costs(t, nil, 3, cards.ThievingFairies, "", 3)
		costs(t, nil, 4, cards.ThievingFairies, "", 6)
	})
	t.Run("take one crystal from an activating opponent and give the owner two", func(t *testing.T) {
		against(t, 5, cards.ThievingFairies).
			crystals(0, 4).
			crystals(1, 2)
	})
	t.Run("give the owner one if the opponent has none, and do not stop the activation", func(t *testing.T) {
		against(t, 0, cards.ThievingFairies).
			crystals(0, 0).
			crystals(1, 1)
	})
	t.Run("each copy takes and gives by itself", func(t *testing.T) {
		against(t, 5, cards.ThievingFairies, cards.ThievingFairies).
			crystals(0, 3).
			crystals(1, 4)
		against(t, 1, cards.ThievingFairies, cards.ThievingFairies).
			crystals(0, 0).
			crystals(1, 3)
	})
	t.Run("the last crystals go to the first owners clockwise from the activator's left", func(t *testing.T) {
		position(t, Setup{First: 1, Seats: []SeatSetup{
			{
				Play: inPlayCards(cards.ThievingFairies),
			},
			{Crystals: 1, Play: inPlayCards(cards.IdolOfTheFamiliar)},
			{Play: inPlayCards(cards.ThievingFairies)},
		}}).
			answer(1, "activate:2").
			crystals(1, 0).
			crystals(2, 2).
			crystals(0, 1)
	})
	t.Run("act before an activation is paid for", func(t *testing.T) {
		tree := func(crystals int) *scenario {
			return position(
				t,
				Setup{
					Seats: []SeatSetup{
						{Crystals: crystals, Play: inPlayCards(cards.TreeOfLight)},
						{Play: inPlayCards(cards.ThievingFairies)},
					},
				},
			)
		}
		tree(3).offersNot(0, "activate:1")
		tree(4).
			use(0, 1).
			crystals(0, 0).
			crystals(1, 2).
			asks(0, "gain")
	})
	t.Run("act on the Die of Malice before its crystals come", func(t *testing.T) {
		reroll := func(crystals int) *scenario {
			return position(t, Setup{Phase: "start", Rolls: []int{2}, Seats: []SeatSetup{
				{Crystals: crystals, Play: inPlayCards(cards.DieOfMalice)}, {Play: inPlayCards(cards.ThievingFairies)},
			}}).answer(0, "reroll")
		}
		reroll(1).
			crystals(0, 2).
			crystals(1, 2)
		reroll(0).
			crystals(0, 2).
			crystals(1, 1)
	})
	t.Run("act on a placement on the Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Crystals: 1,
				Reserve:  energy("A1"),
				Play:     inPlayCards(cards.GluttonCauldron),
			},
			{Play: inPlayCards(cards.ThievingFairies)},
		}}).
			use(0, 1).
			tokensOn(0, 1, "A1").
			crystals(0, 0).
			crystals(1, 2)
	})
	t.Run("act on the passing of a Damned Soul, also to their owner", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Crystals: 1,
				Reserve:  energy("W1"),
				Play:     inPlayCards(cards.DamnedSoulOfOnys),
			},
			{Play: inPlayCards(cards.ThievingFairies)},
		}}).
			use(0, 1).
			inPlay(1, cards.ThievingFairies, cards.DamnedSoulOfOnys).
			crystals(0, 0).
			crystals(1, 2)
	})
	t.Run("act on a card that is sacrificed for its activation", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Crystals: 1, Play: inPlayCards(cards.PotionOfKnowledge)}, {Play: inPlayCards(cards.ThievingFairies)},
		}}).
			answer(0, "activate:1").
			inPlay(0).
			crystals(0, 0).
			crystals(1, 2)
	})
	t.Run("leave the owner's own activations alone", func(t *testing.T) {
		position(
			t,
			Setup{Seats: []SeatSetup{{Crystals: 3, Play: inPlayCards(cards.IdolOfTheFamiliar, cards.ThievingFairies)}}},
		).
			answer(0, "activate:1").
			crystals(
				0,
				4,
			) // one familiar in play
	})
	t.Run("leave entering and lasting effects alone", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   2,
				Reserve: energy("A4E2"),
				Hand:    []int{cards.AmuletOfEarth},
				Play:    inPlayCards(cards.WondrousChest),
			},
			{Play: inPlayCards(cards.ThievingFairies)},
		}}).
			answer(0, summonID(cards.AmuletOfEarth)).
			crystals(0, 9).
			crystals(1, 0).
			answer(0, "end").
			answer(1, "end").
			crystals(0, 12).
			crystals(1, 0)
	})
	t.Run("everybody sees the crystals move", func(t *testing.T) {
		require.Contains(
			t,
			against(t, 5, cards.ThievingFairies).visibleEvents(game.Spectator()),
			fmt.Sprintf("crystals seat 0 n -1 card %d", cards.ThievingFairies),
		)
	})
}
