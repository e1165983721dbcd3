package seasons

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// sight returns all that a viewer gets to see of a position.
func sight(t *testing.T, m *scenario, viewer game.Viewer) string {
	t.Helper()
	all := []any{m.s.Public()}
	for i := range game.Seat(m.s.seats) {
		if !viewer.Sees(i) {
			continue
		}
		all = append(all, m.s.Private(i))
		var d game.Decision
		if m.s.Decision(i, &d) {
			all = append(all, d.Text(theRules))
		}
	}
	text, err := json.Marshal(all)
	require.NoError(t, err)
	return string(text)
}

// hides requires that two positions look the same to a viewer.
func hides(t *testing.T, a, b *scenario, viewer game.Viewer) {
	t.Helper()
	require.Equal(t, sight(t, a, viewer), sight(t, b, viewer))
}

func TestPublic(t *testing.T) {
	m := position(t, Setup{
		Year: 2, Space: 5, Round: 9, First: 1, Active: seat(0), Draw: []int{1, 2}, Discard: []int{3}, Rest: "aside",
		Seats: []SeatSetup{
			{Crystals: 12, Gauge: 3, Bonuses: 1, Reserve: energy("A1E2"), Hand: []int{5, 6}, Library3: []int{7, 8, 9}, Play: []PlaySetup{
				{Card: 4, Tokens: energy("W3")}, {Card: 43, Turned: true},
			}},
			{Play: inPlayCards(18)},
		},
	})
	v := m.board()
	require.Equal(t, []any{2, 5, "spring", 9, "s1", "s0", 2, 1}, []any{v.Year, v.Space, v.Season, v.Round, v.First, v.Active, v.Draw, v.Discard})
	require.Equal(t, KeptView{[]int{1, 2, 3}, []int{1, 2, 3}, []int{1, 2, 3}, []int{1, 2, 3}}, v.Kept)
	require.Equal(t, game.Table[DieView]{{Key: "d1", Value: DieView{1, "s1"}}, {Key: "d2", Value: DieView{1, "s0"}}, {Key: "d3", Value: DieView{1, ""}}}, v.Dice)
	s := v.Seats[0].Value
	require.Equal(t, []int{12, 3, 1, 2, 0, 3, 7}, []int{s.Crystals, s.Gauge, s.Bonuses, s.Hand, s.Library2, s.Library3, s.Limit})
	require.Equal(t, energy("A1E2"), s.Reserve)
	require.Equal(t, game.Table[PlayView]{
		{Key: "c1", Value: PlayView{Card: 4, At: 0, Tokens: energy("W3")}},
		{Key: "c2", Value: PlayView{Card: 43, At: 1, Turned: true}},
	}, s.Play)
	require.Equal(t, "turn", s.Asked)
	require.Equal(t, 10, v.Seats[1].Value.Limit)
}

func TestHandsAndLibrariesAreSecret(t *testing.T) {
	set := func(hand, library2, library3 []int) *scenario {
		return position(t, Setup{Active: seat(1), Seats: []SeatSetup{
			{Gauge: 1, Hand: hand, Library2: library2, Library3: library3}, {},
		}})
	}
	a, b := set([]int{22, 7}, []int{1, 2, 3}, []int{4, 5, 6}), set([]int{50, 41}, []int{11, 12, 13}, []int{14, 15, 16})
	t.Run("their owner alone sees them, at any time", func(t *testing.T) {
		own := a.private(0)
		require.NotNil(t, own.Hand.Get("h7"))
		require.NotNil(t, own.Hand.Get("h22"))
		require.Equal(t, viewCards(setOf([]uint8{1, 2, 3})), own.Library2)
		require.Equal(t, viewCards(setOf([]uint8{4, 5, 6})), own.Library3)
	})
	t.Run("the others see only how many there are", func(t *testing.T) {
		hides(t, a, b, game.SeatViewer(1))
		hides(t, a, b, game.Spectator())
		require.Equal(t, 2, a.public(0).Hand)
	})
	t.Run("everybody sees everything once the match is over", func(t *testing.T) {
		m := position(t, Setup{Phase: "over", Seats: []SeatSetup{{Hand: []int{22}}}})
		require.NotNil(t, m.public(0).Secret.Hand.Get("h22"))
		require.Equal(t, &Private{}, m.private(0))
	})
}

func TestTheDrawPileIsSecret(t *testing.T) {
	set := func(draw ...int) *scenario { return position(t, Setup{Draw: draw, Rest: "discard"}) }
	for _, viewer := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.Spectator()} {
		hides(t, set(1, 2, 3), set(3, 2, 1), viewer)
		hides(t, set(1, 2, 3), set(4, 5, 6), viewer)
	}
}

func TestWhatIsPublicOfDecisions(t *testing.T) {
	t.Run("that and of what kind is public, the options are not", func(t *testing.T) {
		// Whether Kriss could use the hand, which cards can be summoned.
		set := func(hand ...int) *scenario {
			return position(t, Setup{Seats: []SeatSetup{{Gauge: 4, Crystals: 30, Hand: hand, Play: inPlayCards(44)}}})
		}
		hides(t, set(49, 22), set(1, 2), game.SeatViewer(1))
		hides(t, set(49, 22), set(1, 2), game.Spectator())
		require.NotEqual(t, sight(t, set(49, 22), game.SeatViewer(0)), sight(t, set(1, 2), game.SeatViewer(0)))
	})
	t.Run("a declaration that can be taken back looks like the turn", func(t *testing.T) {
		before := position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A2F1")}}})
		m := position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A2F1")}}}).answer(0, "transmute")
		hides(t, before, m, game.SeatViewer(1))
		hides(t, before, m, game.Spectator())
		require.Empty(t, m.seen(game.SeatViewer(0)))
	})
	t.Run("the choice among drawn cards is seen as such", func(t *testing.T) {
		m := position(t, Setup{Dice: dice(5, 1, 1), Draw: []int{22, 29}}).answer(0, "bonus:draw")
		v := m.public(0)
		require.Equal(t, "pick_card", v.Asked)
		require.Equal(t, 2, v.Held)
		require.Equal(t, viewCards(setOf([]uint8{22, 29})), m.private(0).Held)
		require.Nil(t, m.public(0).Secret)
	})
}

func TestWhoLearnsOfHiddenCardsThatMove(t *testing.T) {
	all := []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.SeatViewer(2), game.Spectator()}
	names := []string{"seat 0", "seat 1", "seat 2", "spectator"}
	summoner := func(reserve string, hand ...int) []SeatSetup {
		return []SeatSetup{{Gauge: 3, Reserve: energy(reserve), Hand: hand}, {}, {}}
	}
	for _, test := range []struct {
		name    string
		setup   Setup
		answers []string // of seat 0
		line    string   // how the last answer's event begins
		fact    string   // the card, as the private part tells it; "" if it is public
		sees    []int    // the viewers, by place in the list above, that see it
	}{
		{"a card of a Potion of Power", Setup{Draw: []int{22}, Seats: []SeatSetup{{Play: inPlayCards(23)}, {}, {}}},
			[]string{"activate:1"}, "draw seat 0 card 23", "drawn 22", []int{0}},
		{"a card of a Demon of Argos", Setup{Draw: []int{22, 29}, Seats: summoner("A1W1F1E1", 38)},
			[]string{"summon:38"}, "draw seat 2 card 38", "drawn 29", []int{2}},
		{"a card of an Elemental Amulet", Setup{Draw: []int{22}, Seats: summoner("F1", 31)},
			[]string{"summon:31", "element:fire"}, "draw seat 0 card 31", "drawn 22", []int{0}},
		{"the cards of an Amulet of Fire", Setup{Draw: []int{22, 29, 1, 3}, Seats: summoner("F2", 2)},
			[]string{"summon:2"}, "draw seat 0 card 2", "drawn 29", []int{0}},
		{"the card kept of an Amulet of Fire", Setup{Draw: []int{22, 29, 1, 3}, Seats: summoner("F2", 2)},
			[]string{"summon:2", "card:29"}, "keep seat 0 card 2", "kept 29", []int{0}},
		{"the cards discarded of an Amulet of Fire", Setup{Draw: []int{22, 29, 1, 3}, Seats: summoner("F2", 2)},
			[]string{"summon:2", "card:29"}, "discard seat 0 card 2", "discarded 22", []int{0}},
		{"the cards of a Divine Chalice", Setup{Draw: []int{22, 29, 1, 3}, Seats: summoner("A1W1F1E1", 9)},
			[]string{"summon:9"}, "draw seat 0 card 9", "drawn 29", []int{0}},
		{"the card that a Divine Chalice brings", Setup{Draw: []int{22, 29, 1, 3}, Seats: summoner("A1W1F1E1", 9)},
			[]string{"summon:9", "card:29"}, "summon seat 0 card 29", "", []int{0, 1, 2, 3}},
		{"the cards that a Divine Chalice discards", Setup{Draw: []int{22, 29, 1, 3}, Seats: summoner("A1W1F1E1", 9)},
			[]string{"summon:9", "card:29"}, "discard seat 0 card 9", "discarded 22", []int{0}},
		{"the cards of Naria", Setup{Draw: []int{22, 29, 1}, Seats: crystalsOfSeat0(summoner("", 12), 3)},
			[]string{"summon:12"}, "draw seat 0 card 12", "drawn 29", []int{0}},
		{"a card that Naria gives", Setup{Draw: []int{22, 29, 1}, Seats: crystalsOfSeat0(summoner("", 12), 3)},
			[]string{"summon:12", "card:22", "card:29 > s2|card:1 > s1"}, "give seat 0 to 2 card 12", "given 29", []int{0, 2}},
		{"a card drawn for a Vampiric Crown", Setup{Draw: []int{49}, Seats: summoner("A1W1", 36)},
			[]string{"summon:36"}, "draw_open seat 0 drawn 49", "", []int{0, 1, 2, 3}},
		{"a card discarded for a Vampiric Crown", Setup{Seats: summoner("A1W1", 36, 29)},
			[]string{"summon:36", "mode:discard"}, "discard seat 0 discarded 29", "", []int{0, 1, 2, 3}},
		{"the card that a Crystal Orb looks at", Setup{Draw: []int{22}, Seats: []SeatSetup{{Play: inPlayCards(34)}, {}, {}}},
			[]string{"activate:1", "mode:look"}, "look seat 0 card 34", "seen 22", []int{0}},
		{"the card that a Crystal Orb brings", Setup{Draw: []int{22}, Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A4"), Play: inPlayCards(34)}, {}, {}}},
			[]string{"activate:1", "mode:look", "summon:22"}, "summon seat 0 card 22", "", []int{0, 1, 2, 3}},
		{"that a card is put back by a Crystal Orb", Setup{Draw: []int{22}, Seats: []SeatSetup{{Play: inPlayCards(34)}, {}, {}}},
			[]string{"activate:1", "mode:look", "return"}, "put_back seat 0 card 34", "", []int{0, 1, 2, 3}},
		{"a card that is put away by a Crystal Orb, by nobody", Setup{Draw: []int{22}, Seats: []SeatSetup{{Crystals: 3, Play: inPlayCards(34)}, {}, {}}},
			[]string{"activate:1", "mode:mill"}, "mill seat 0 card 34", "22", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := position(t, test.setup)
			for _, text := range test.answers {
				m.answer(0, strings.Split(text, "|")...)
			}
			for i, viewer := range all {
				sees := false
				for _, at := range test.sees {
					sees = sees || at == i
				}
				lines := fmt.Sprint(m.seen(viewer))
				require.Contains(t, lines, test.line, names[i])
				if test.fact == "" {
					continue
				}
				if sees {
					require.Contains(t, lines, test.line+" private "+test.fact, names[i])
				} else {
					require.NotContains(t, lines, test.fact, names[i])
				}
			}
		})
	}
}

// crystalsOfSeat0 returns the seats with crystals for the first one.
func crystalsOfSeat0(seats []SeatSetup, n int) []SeatSetup {
	seats[0].Crystals = n
	return seats
}

func TestTheCardAnOrbLooksAtIsSecret(t *testing.T) {
	set := func(draw ...int) *scenario {
		return position(t, Setup{Draw: draw, Seats: []SeatSetup{{Play: inPlayCards(34)}}}).use(0, 1)
	}
	hides(t, set(22), set(29), game.SeatViewer(1))
	hides(t, set(22), set(29), game.Spectator())
	require.NotEqual(t, sight(t, set(22), game.SeatViewer(0)), sight(t, set(29), game.SeatViewer(0)))
}
