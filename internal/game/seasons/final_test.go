package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// finals returns the ids of the final options of the seat's decision.
func (m *scenario) finals(seat int) []string {
	m.t.Helper()
	ids := []string{}
	for _, o := range m.decision(seat).Options {
		if o.Final {
			ids = append(ids, theRules.OptionID(o.Key))
		}
	}
	return ids
}

func TestFinalOptionsOfATurn(t *testing.T) {
	drawFace := dice(5, 1, 1)
	for name, test := range map[string]struct {
		setup Setup
		want  []string
	}{
		"ending it": {setup: Setup{}, want: []string{}},
		"the card of the die, with or without the bonus": {
			setup: Setup{Dice: drawFace},
			want:  []string{"draw", "bonus:draw"},
		},
		"summoning a card that draws": {
			setup: Setup{Seats: []SeatSetup{{
				Gauge: 1, Reserve: energy("A2F2"), Hand: []int{cards.AmuletOfAir, cards.AmuletOfFire},
			}}},
			want: []string{summonID(cards.AmuletOfFire)},
		},
		"not if a Vase asks before the card is drawn": {
			setup: Setup{Seats: []SeatSetup{{
				Gauge: 2, Reserve: energy("F2"), Hand: []int{cards.AmuletOfFire},
				Play: inPlayCards(cards.YjangsForgottenVase),
			}}},
			want: []string{},
		},
		"activating a card that draws at once": {
			setup: Setup{Seats: []SeatSetup{{
				Play: inPlayCards(cards.PotionOfPower, cards.PotionOfKnowledge, cards.CrystalOrb),
			}}},
			want: []string{"activate:1"},
		},
		"rolling again": {
			setup: Setup{Dice: drawFace, Seats: []SeatSetup{{Play: inPlayCards(cards.DieOfMalice)}}},
			want:  []string{"draw", "activate:1", "bonus:draw"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.ElementsMatch(t, test.want, position(t, test.setup).finals(0))
		})
	}
}

// The end of the turn passes the turn. It is final if dice are rolled then, and early if the player
// could still gain something that a bonus or a later turn would not give.
func TestEndOfTheTurn(t *testing.T) {
	transmute := dice(1, 1, 1)
	for name, test := range map[string]struct {
		setup        Setup
		final, early bool
	}{
		"nothing but bonuses": {
			setup: Setup{Dice: dice(2, 1, 1), Seats: []SeatSetup{{Reserve: energy("A3")}, {}}},
			final: false,
			early: false,
		},
		"a card is ready": {
			setup: Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir}}, {}}},
			final: false,
			early: true,
		},
		"the die shows a card": {setup: Setup{Dice: dice(5, 1, 1)}, final: false, early: true},
		"the die transmutes": {
			setup: Setup{Dice: transmute, Seats: []SeatSetup{{Reserve: energy("A1")}, {}}},
			final: false,
			early: true,
		},
		"it transmutes nothing": {setup: Setup{Dice: transmute}, final: false, early: false},
		"a card in play can be used": {
			setup: Setup{Seats: []SeatSetup{
				{Reserve: energy("A1W1"), Play: inPlayCards(cards.KairnTheDestroyer)},
				{Crystals: 9},
			}},
			final: false,
			early: true,
		},
		"a potion keeps": {
			setup: Setup{Seats: []SeatSetup{{Play: inPlayCards(cards.PotionOfKnowledge)}, {}}},
			final: false,
			early: false,
		},
		"the last turn of a round": {setup: Setup{First: 1, Active: seat(0)}, final: true, early: false},
	} {
		t.Run(name, func(t *testing.T) {
			m := position(t, test.setup)
			end := game.Option{
				Key:    game.Key{Word: optEnd},
				Max:    1,
				Passes: true,
				Ends:   true,
				Final:  test.final,
				Early:  test.early,
			}
			require.Contains(t, m.decision(0).Options, end)
		})
	}
}

// Apart from the end of the turn, a question to an opponent passes the match on. Taking a die does
// not, because all players see it before anything else happens.
func TestPassingOptions(t *testing.T) {
	passing := func(m *scenario, seat int) []string {
		ids := []string{}
		for _, o := range m.decision(seat).Options {
			if o.Passes {
				ids = append(ids, theRules.OptionID(o.Key))
			}
		}
		return ids
	}
	syllas := func(play ...int) Setup {
		return Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}},
			{Play: inPlayCards(play...)},
		}}
	}
	asked := position(t, syllas(cards.AmuletOfAir, cards.FigrimTheAvaricious))
	require.Equal(t, []string{summonID(cards.SyllasTheFaithful), "end"}, passing(asked, 0))
	require.Equal(t, []string{"end"}, passing(position(t, syllas()), 0), "the opponent has no card to sacrifice")
}

func TestFinalOptionsOfQuestions(t *testing.T) {
	t.Run("looking at a card, and summoning it for all to see", func(t *testing.T) {
		m := position(t, Setup{Draw: []int{cards.RunicCubeOfEolis}, Seats: []SeatSetup{
			{
				Gauge:    2,
				Crystals: 3,
				Reserve:  energy("A4"),
				Play:     inPlayCards(cards.CrystalOrb),
			},
		}}).answer(0, "activate:1")
		require.Equal(t, []string{"mode:look"}, m.finals(0))
		require.Equal(t, []string{summonID(cards.RunicCubeOfEolis)}, m.answer(0, "mode:look").finals(0))
	})
	t.Run("discarding the top card only if the pile must be shuffled for it", func(t *testing.T) {
		m := position(t, Setup{Rest: "aside", Discard: []int{cards.RunicCubeOfEolis}, Seats: []SeatSetup{{
			Crystals: 3, Play: inPlayCards(cards.CrystalOrb)}}}).answer(0, "activate:1")
		require.Equal(t, []string{"mode:look", "mode:mill"}, m.finals(0))
	})
	t.Run("energy from a Vase before a card is drawn", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F2"), Hand: []int{cards.AmuletOfFire},
			Play: inPlayCards(cards.YjangsForgottenVase)}}}).answer(0, summonID(cards.AmuletOfFire)).asks(0, "gain")
		require.Len(t, m.finals(0), 4)
	})
	t.Run("a Potion of Dreams with a card that draws", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.AmuletOfFire, cards.AmuletOfEarth},
			Play: inPlayCards(cards.PotionOfDreams)}}}).answer(0, "activate:1")
		require.Equal(t, []string{cardID(cards.AmuletOfFire)}, m.finals(0))
	})
	t.Run("dealing cards to opponents", func(t *testing.T) {
		m := position(t, Setup{
			Seats: []SeatSetup{{Gauge: 1, Crystals: 3, Hand: []int{cards.NariaTheProphetess}}, {}, {}},
			Draw:  []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth},
		}).
			answer(0, summonID(cards.NariaTheProphetess))
		require.Empty(t, m.finals(0), "which card is kept can be said again")
		require.Equal(
			t,
			[]string{cardID(cards.AmuletOfFire), cardID(cards.AmuletOfEarth)},
			m.answer(0, cardID(cards.AmuletOfAir)).asks(0, "assign").finals(0),
		)
	})
	t.Run("nothing that can be said again", func(t *testing.T) {
		m := position(t, Setup{
			Seats: []SeatSetup{
				{Reserve: energy("A1W1"), Play: inPlayCards(cards.KairnTheDestroyer)},
				{Crystals: 9},
			},
		}).
			answer(0, "activate:1").asks(0, "tokens")
		require.Empty(t, m.finals(0))
	})
	t.Run("rolling a Die of Malice before the die is used", func(t *testing.T) {
		m := position(t, Setup{Phase: "start", Seats: []SeatSetup{{Play: inPlayCards(cards.DieOfMalice)}}}).
			asks(0, "reroll")
		require.Equal(t, []string{"reroll"}, m.finals(0))
	})
	t.Run("what somebody else's card asks passes the turn back", func(t *testing.T) {
		m := position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}},
				{Play: inPlayCards(cards.AmuletOfAir, cards.AmuletOfFire)},
			},
		}).
			answer(0, summonID(cards.SyllasTheFaithful)).asks(1, "own_cards")
		for _, o := range m.decision(1).Options {
			require.True(t, o.Passes)
			require.False(t, o.Final)
		}
	})
	t.Run("all of the prelude", func(t *testing.T) {
		s, err := theRules.New(nil, 2, game.SeedFromInt(1))
		require.NoError(t, err)
		for kind := ""; kind != "split"; {
			for seat := range game.Seat(2) {
				var d game.Decision
				require.True(t, s.Decision(seat, &d))
				require.True(t, d.Open)
				for _, o := range d.Options {
					require.True(t, o.Final)
				}
				kind = d.Kind
				require.NoError(t, s.Apply(seat, game.Answer{Decision: d.ID, Picks: game.PlainAnswer(&d)}, nil))
			}
		}
	})
}
