package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// Faces of winter die 1: face 1 shows fire, a star and transmute, face 2 two water and a star, face
// 5 a card. With two players die 3 remains.

func TestDieGainsAreMandatory(t *testing.T) {
	c := cards.MustLoad()
	for season := range c.Dice {
		for number := range c.Dice[season] {
			for i, face := range c.Dice[season][number] {
				others := []int{(number+1)%5 + 1, (number+2)%5 + 1}
				m := position(t, Setup{
					Phase: "start",
					Kept:  map[string][]int{cards.Season(season).String(): {number + 1, others[0], others[1]}},
					Dice: []DieSetup{
						{
							Die:  number + 1,
							Face: i + 1,
							Seat: seat(0),
						},
						{Die: others[0], Face: 1, Seat: seat(1)},
						{Die: others[1], Face: 1},
					},
					Seats: []SeatSetup{{Crystals: 1, Gauge: 2}},
				}.wheel(cards.Season(season)))
				star := 0
				if face.Star {
					star = 1
				}
				m.asks(0, "turn").
					crystals(0, 1+face.Crystals).
					gauge(0, 2+star)
				require.Equal(t, viewEnergy(face.Energy), viewEnergy(m.s.players[0].reserve))
			}
		}
	}
}

func TestDieStarBeyondFifteenIsLost(t *testing.T) {
	position(t, Setup{Phase: "start", Dice: dice(2, 1, 1), Seats: []SeatSetup{{Gauge: 15}}}).
		asks(0, "turn").
		gauge(0, 15)
}

func TestReserveHoldsSeven(t *testing.T) {
	gain := func(reserve string) *scenario {
		return position(t, Setup{Phase: "start", Dice: dice(2, 1, 1), Seats: []SeatSetup{{Reserve: energy(reserve)}}})
	}
	t.Run("up to seven nothing is asked", func(t *testing.T) {
		gain("F5").
			asks(0, "turn").
			reserve(0, "W2F5")
	})
	t.Run("above it the owner keeps seven of old and new before anything else", func(t *testing.T) {
		m := gain("F6").asks(0, "lose_energy").offersOnly(0, "energy:water", "energy:fire")
		m.refuses(0, game.CodeBadCount, "energy:fire x6").
			refuses(0, game.CodeBadCount, "energy:fire x6", "energy:water x2").
			keeps(0, "energy:fire x5", "energy:water x2").
			reserve(0, "W2F5").
			asks(0, "turn")
		gain("F6").
			keeps(0, "energy:fire x6", "energy:water").
			reserve(0, "W1F6")
	})
	t.Run(
		"tokens that are all alike need no choice",
		func(t *testing.T) {
			gain("W6").
				asks(0, "turn").
				reserve(0, "W7")
		},
	)
}

func TestDraw(t *testing.T) {
	drawing := func(s Setup) *scenario {
		s.Dice = dice(5, 1, 1)
		return position(t, s)
	}
	t.Run("the card is kept", func(t *testing.T) {
		drawing(Setup{Draw: []int{cards.RunicCubeOfEolis}}).
			answer(0, "draw").
			offersOnly(0, "keep", "discard").
			answer(0, "keep").
			hand(0, 22).
			discarded()
	})
	t.Run("or discarded", func(t *testing.T) {
		drawing(Setup{Draw: []int{cards.RunicCubeOfEolis}}).
			answer(0, "draw").
			answer(0, "discard").
			hand(0).
			discarded(cards.RunicCubeOfEolis)
	})
	t.Run("only its owner sees it, kept or not", func(t *testing.T) {
		for _, choice := range []string{"keep", "discard"} {
			m := drawing(Setup{Draw: []int{cards.RunicCubeOfEolis}}).answer(0, "draw")
			require.Equal(
				t,
				[]string{fmt.Sprintf("draw seat 0 private drawn %d", cards.RunicCubeOfEolis)},
				m.visibleEvents(game.SeatViewer(0)),
			)
			require.Equal(t, []string{"draw seat 0"}, m.visibleEvents(game.SeatViewer(1)))
			m.answer(0, choice)
			require.Equal(
				t,
				[]string{choice + " seat 0"},
				m.visibleEvents(game.Spectator()),
				"what was done with it is public",
			)
		}
	})
	t.Run("once a turn", func(t *testing.T) {
		drawing(Setup{Draw: []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue}}).
			answer(0, "draw").
			answer(0, "keep").
			offersNot(0, "draw")
	})
	t.Run("only with the symbol", func(t *testing.T) { position(t, Setup{}).offersNot(0, "draw") })
	t.Run("not if no card is left in either pile", func(t *testing.T) {
		drawing(Setup{Rest: "aside"}).offersNot(0, "draw")
		drawing(Setup{Rest: "aside", Discard: []int{cards.RunicCubeOfEolis}}).
			answer(0, "draw").
			answer(0, "keep").
			hand(0, cards.RunicCubeOfEolis)
	})
	t.Run("nothing else can be done before the choice", func(t *testing.T) {
		drawing(Setup{Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.TemporalBoots}}}}).
			answer(0, "draw").
			asks(0, "keep_card").
			offersNot(0, "end", summonID(cards.TemporalBoots))
	})
}

// rates is the transmutation chart of the rulebook: air, water, fire, earth.
var rates = map[cards.Season][4]int{
	cards.Winter: {1, 1, 2, 3}, cards.Spring: {2, 1, 3, 1}, cards.Summer: {3, 2, 1, 1}, cards.Fall: {1, 3, 1, 2},
}

func TestTransmutationChart(t *testing.T) {
	for season, row := range rates {
		for _, e := range cards.Energies {
			position(
				t,
				Setup{Turn: &TurnSetup{Tree: true}, Seats: []SeatSetup{{Reserve: energy("A1W1F1E1")}}}.wheel(
					season,
				),
			).
				answer(0, "transmute").
				answer(0, "energy:"+e.String()).
				crystals(0, row[e])
		}
	}
}

func TestTransmutationWinterExample(t *testing.T) {
	position(t, Setup{Seats: []SeatSetup{{Reserve: energy("F1E2")}}}.wheel(cards.Winter)).
		answer(0, "transmute").
		answer(0, "energy:fire", "energy:earth x2").
		crystals(0, 8).
		reserve(0, "")
}

func TestTransmutation(t *testing.T) {
	winter := func(face int, s SeatSetup) *scenario {
		return position(t, Setup{Dice: dice(face, 1, 1), Seats: []SeatSetup{s}}.wheel(cards.Winter))
	}
	t.Run("only with the symbol", func(t *testing.T) {
		winter(1, SeatSetup{Reserve: energy("A1")}).offers(0, "transmute")
		winter(2, SeatSetup{Reserve: energy("A1")}).offersNot(0, "transmute")
	})
	t.Run("only with a token", func(t *testing.T) { winter(1, SeatSetup{}).offersNot(0, "transmute") })
	t.Run("again and again until the end of the turn, other actions between", func(t *testing.T) {
		winter(1, SeatSetup{Gauge: 1, Reserve: energy("A1F2E2"), Hand: []int{cards.AmuletOfEarth}}).
			answer(0, "transmute").
			answer(0, "energy:fire").
			crystals(0, 2).
			answer(0, summonID(cards.AmuletOfEarth)).
			crystals(0, 11).
			answer(0, "transmute").
			answer(0, "energy:fire", "energy:air").
			crystals(0, 14)
	})
	t.Run("not by the next player without a symbol", func(t *testing.T) {
		position(t, Setup{Dice: dice(1, 2, 1), Seats: []SeatSetup{{Reserve: energy("A1")}, {Reserve: energy("A1")}}}).
			offers(0, "transmute").
			answer(0, "end").
			offersNot(1, "transmute")
	})
	t.Run("of at least one token and no more than there are", func(t *testing.T) {
		winter(1, SeatSetup{Reserve: energy("A2F1")}).
			answer(0, "transmute").
			refuses(0, game.CodeBadCount).
			refuses(0, game.CodeBadCount, "energy:air x3")
	})
	t.Run("may be taken back before it is done", func(t *testing.T) {
		winter(1, SeatSetup{Reserve: energy("A2F1")}).
			answer(0, "transmute").
			answer(0, "back").
			crystals(0, 0).
			reserve(0, "A2F1").
			offers(0, "transmute")
	})
	t.Run("at the rates of where the season token stands, not of the dice", func(t *testing.T) {
		position(t, Setup{Year: 1, Space: 4, Season: "winter", Seats: []SeatSetup{{Reserve: energy("F1")}}}).
			answer(0, "transmute").
			answer(0, "energy:fire").
			crystals(0, 3)
	})
}

func TestBonusExchange(t *testing.T) {
	m := func(reserve string) *scenario {
		return position(t, Setup{Seats: []SeatSetup{{Reserve: energy(reserve)}}})
	}
	t.Run("two tokens for two others of any kind", func(t *testing.T) {
		m("A3F1").
			answer(0, "bonus:exchange").
			answer(0, "energy:air x2").
			answer(0, "gain:earth", "gain:air").
			reserve(0, "A2F1E1").
			bonuses(0, 1)
	})
	t.Run("from a full reserve", func(t *testing.T) {
		m("A7").
			answer(0, "bonus:exchange").
			answerIfOnlyOne(0).
			answer(0, "gain:earth x2").
			reserve(0, "A5E2").
			asks(0, "turn")
	})
	t.Run("going back uses no bonus", func(t *testing.T) {
		m("A3F1").
			answer(0, "bonus:exchange").
			answer(0, "back").
			bonuses(0, 0).
			reserve(0, "A3F1")
	})
}

func TestBonusTransmute(t *testing.T) {
	t.Run("permits transmuting and adds a crystal a token", func(t *testing.T) {
		position(t, Setup{Dice: dice(2, 1, 1), Seats: []SeatSetup{{Reserve: energy("E2F1")}}}.wheel(cards.Winter)).
			answer(0, "bonus:transmute").
			bonuses(0, 1).
			answer(0, "transmute").
			answer(0, "energy:earth x2", "energy:fire").
			crystals(0, 4+4+3)
	})
	t.Run("also for the symbol of the die, but not for tokens transmuted before", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("E2")}}}.wheel(cards.Winter)).
			answer(0, "transmute").
			answer(0, "energy:earth").
			crystals(0, 3).
			answer(0, "bonus:transmute").
			crystals(0, 3).
			answer(0, "transmute").
			answer(0, "energy:earth").
			crystals(0, 3+4)
	})
	t.Run("without any token", func(t *testing.T) {
		position(t, Setup{}).
			answer(0, "bonus:transmute").
			bonuses(0, 1)
	})
	t.Run("until the end of the turn", func(t *testing.T) {
		position(t, Setup{
			Dice:  dice(1, 1, 1),
			First: 0,
			Seats: []SeatSetup{{}, {Reserve: energy("E1")}},
			Turn:  &TurnSetup{Bonus: 1},
		}).
			answer(0, "end").
			offersNot(1, "transmute")
	})
}

func TestBonusGauge(t *testing.T) {
	position(t, Setup{Seats: []SeatSetup{{Gauge: 14}}}).
		answer(0, "bonus:gauge").
		gauge(0, 15).
		bonuses(0, 1).
		offersNot(0, "bonus:gauge")
}

func TestBonusDraw(t *testing.T) {
	drawing := func(s Setup) *scenario {
		s.Dice = dice(5, 1, 1)
		return position(t, s)
	}
	t.Run("two cards, one to the hand, the other discarded", func(t *testing.T) {
		m := drawing(Setup{Draw: []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue}}).
			answer(0, "bonus:draw").bonuses(0, 1).
			offersOnly(0, cardID(cards.RunicCubeOfEolis), cardID(cards.OlafsBlessedStatue))
		require.Contains(
			t,
			m.visibleEvents(game.SeatViewer(0)),
			fmt.Sprintf("draw seat 0 private drawn %d", cards.OlafsBlessedStatue),
		)
		require.NotContains(t, fmt.Sprint(m.visibleEvents(game.SeatViewer(1))), "private")
		m.refuses(0, game.CodeBadCount).
			refuses(0, game.CodeBadCount, cardID(cards.RunicCubeOfEolis), cardID(cards.OlafsBlessedStatue)).
			answer(0, cardID(cards.OlafsBlessedStatue)).
			hand(0, cards.OlafsBlessedStatue).
			discarded(cards.RunicCubeOfEolis)
		require.NotContains(t, fmt.Sprint(m.visibleEvents(game.Spectator())), "private")
	})
	t.Run("takes the place of the die's draw", func(t *testing.T) {
		drawing(Setup{Draw: []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue}}).
			answer(0, "bonus:draw").
			answer(0, cardID(cards.OlafsBlessedStatue)).
			offersNot(0, "draw", "bonus:draw")
		drawing(Setup{Draw: []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue}}).
			answer(0, "draw").
			answer(0, "keep").
			offersNot(0, "bonus:draw")
	})
	t.Run("only with the symbol", func(t *testing.T) { position(t, Setup{}).offersNot(0, "bonus:draw") })
	t.Run("the only card left goes to the hand", func(t *testing.T) {
		drawing(Setup{Rest: "aside", Draw: []int{cards.RunicCubeOfEolis}}).
			answer(0, "bonus:draw").
			asks(0, "turn").
			hand(0, cards.RunicCubeOfEolis).
			bonuses(0, 1)
	})
	t.Run("both copies of a card are one choice", func(t *testing.T) {
		drawing(Setup{Draw: []int{cards.RunicCubeOfEolis, cards.RunicCubeOfEolis}}).
			answer(0, "bonus:draw").
			answer(0, cardID(cards.RunicCubeOfEolis)).
			hand(0, cards.RunicCubeOfEolis).
			discarded(cards.RunicCubeOfEolis)
	})
}

func TestBonusDrawNeedsACard(t *testing.T) {
	position(t, Setup{Dice: dice(5, 1, 1), Rest: "aside"}).offersNot(0, "bonus:draw")
}

func TestThreeBonusesAGame(t *testing.T) {
	all := []string{"bonus:exchange", "bonus:transmute", "bonus:gauge", "bonus:draw"}
	t.Run("in one turn, also the same one", func(t *testing.T) {
		position(t, Setup{Dice: dice(5, 1, 1), Seats: []SeatSetup{{Reserve: energy("A2")}}}).
			offers(0, all...).
			answer(0, "bonus:gauge").
			answer(0, "bonus:gauge").
			answer(0, "bonus:gauge").
			gauge(0, 3).
			bonuses(0, 3).
			offersNot(0, all...)
	})
	t.Run("not a fourth in a later turn", func(t *testing.T) {
		position(t, Setup{Dice: dice(5, 1, 1), Seats: []SeatSetup{{Bonuses: 3, Reserve: energy("A2")}}}).
			offersNot(0, all...)
	})
}

func TestSummoning(t *testing.T) {
	t.Run("the rulebook's example", func(t *testing.T) {
		// Three cards in play and a gauge of four: Hand of Fortune for earth, fire, air and three
		// crystals.
		position(t, Setup{Seats: []SeatSetup{
			{
				Crystals: 3,
				Gauge:    4,
				Reserve:  energy("A1W1F1E1"),
				Hand:     []int{cards.HandOfFortune},
				Play:     inPlayCards(cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.RagfieldsHelm),
			},
		}}).
			answer(0, summonID(cards.HandOfFortune)).
			inPlay(0, cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.RagfieldsHelm, cards.HandOfFortune).
			hand(0).
			crystals(0, 0).
			reserve(0, "W1")
	})
	t.Run("needs room under the gauge", func(t *testing.T) {
		with := func(gauge int) *scenario {
			return position(
				t,
				Setup{
					Seats: []SeatSetup{
						{Gauge: gauge, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.RunicCubeOfEolis)},
					},
				},
			)
		}
		with(0).offersNot(0, summonID(cards.TemporalBoots))
		with(1).offersNot(0, summonID(cards.TemporalBoots))
		with(2).offers(0, summonID(cards.TemporalBoots))
	})
	t.Run("several cards in a turn", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Crystals: 40,
					Gauge:    2,
					Hand:     []int{cards.RunicCubeOfEolis, cards.RunicCubeOfEolis, cards.AmuletOfEarth},
					Reserve:  energy("E2"),
				},
			},
		}).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.RunicCubeOfEolis, cards.RunicCubeOfEolis).
			crystals(0, 0).
			offersNot(0, summonID(cards.AmuletOfEarth))
	})
	t.Run("everybody sees which card it is", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Crystals: 20, Gauge: 1, Hand: []int{cards.RunicCubeOfEolis}}}}).
			answer(0, summonID(cards.RunicCubeOfEolis))
		require.Contains(
			t,
			m.visibleEvents(game.Spectator()),
			fmt.Sprintf("summon seat 0 card %d id 1", cards.RunicCubeOfEolis),
		)
	})
	t.Run("cards above the gauge stay", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge: 1,
					Hand:  []int{cards.TemporalBoots},
					Play: inPlayCards(
						cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.IdolOfTheFamiliar,
					),
				},
			},
		}).
			inPlay(0, cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.IdolOfTheFamiliar).
			offersNot(0, summonID(cards.TemporalBoots)).
			answer(0, "activate:3").
			answer(0, "end").
			answer(1, "end").
			inPlay(0, cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.IdolOfTheFamiliar)
	})
}

func TestOnlyTheActivePlayerActs(t *testing.T) {
	m := position(
		t,
		Setup{
			Seats: []SeatSetup{
				{},
				{Gauge: 1, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.IdolOfTheFamiliar)},
			},
		},
	)
	require.False(t, m.s.Decision(1, &game.Decision{}))
	var refusal *coded.Error
	require.ErrorAs(t, m.s.Apply(1, game.Answer{}, &game.Step{}), &refusal)
	require.Equal(t, game.CodeNotAsked, refusal.Code)
}

func TestEndOfTurnIsSaid(t *testing.T) {
	position(t, Setup{Players: 3, First: 1}).
		asks(1, "turn").
		offers(1, "end").
		answer(1, "end").
		asks(2, "turn").
		answer(2, "end").
		asks(0, "turn")
}
