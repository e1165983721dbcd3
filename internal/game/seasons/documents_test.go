package seasons

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// visibleText returns everything that a viewer can see of a position.
func visibleText(t *testing.T, m *scenario, viewer game.Viewer) string {
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

// requireSameSight requires that two positions look the same to a viewer.
func requireSameSight(t *testing.T, a, b *scenario, viewer game.Viewer) {
	t.Helper()
	require.Equal(t, visibleText(t, a, viewer), visibleText(t, b, viewer))
}

func TestPublic(t *testing.T) {
	m := position(t, Setup{
		Year:    2,
		Space:   5,
		Round:   9,
		First:   1,
		Active:  seat(0),
		Draw:    []int{cards.AmuletOfAir, cards.AmuletOfFire},
		Discard: []int{cards.AmuletOfEarth},
		Rest:    "aside",
		Seats: []SeatSetup{
			{
				Crystals: 12,
				Gauge:    3,
				Bonuses:  1,
				Reserve:  energy("A1E2"),
				Hand:     []int{cards.BalanceOfIshtar, cards.StaffOfSpring},
				Library3: []int{cards.TemporalBoots, cards.PurseOfIo, cards.DivineChalice},
				Play: []PlaySetup{
					{Card: cards.AmuletOfWater, Tokens: energy("W3")}, {Card: cards.IdolOfTheFamiliar, Turned: true},
				},
			},
			{Play: inPlayCards(cards.BespelledGrimoire)},
		},
	})
	v := m.board()
	require.Equal(
		t,
		[]any{2, 5, "spring", 9, "s1", "s0", 2, 1},
		[]any{v.Year, v.Space, v.Season, v.Round, v.First, v.Active, v.Draw, v.Discard},
	)
	require.Equal(t, KeptView{[]int{1, 2, 3}, []int{1, 2, 3}, []int{1, 2, 3}, []int{1, 2, 3}}, v.Kept)
	require.Equal(
		t,
		game.Table[DieView]{
			{Key: "d1", Value: DieView{1, "s1"}},
			{Key: "d2", Value: DieView{1, "s0"}},
			{Key: "d3", Value: DieView{1, ""}},
		},
		v.Dice,
	)
	s := v.Seats[0].Value
	require.Equal(
		t,
		[]int{12, 3, 1, 2, 0, 3, 7},
		[]int{s.Crystals, s.Gauge, s.Bonuses, s.Hand, s.Library2, s.Library3, s.Limit},
	)
	require.Equal(t, energy("A1E2"), s.Reserve)
	require.Equal(t, game.Table[PlayView]{
		{Key: "c1", Value: PlayView{Card: cards.AmuletOfWater, At: 0, Tokens: energy("W3")}},
		{Key: "c2", Value: PlayView{Card: cards.IdolOfTheFamiliar, At: 1, Turned: true}},
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
	a, b := set(
		[]int{cards.RunicCubeOfEolis, cards.TemporalBoots},
		[]int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth},
		[]int{cards.AmuletOfWater, cards.BalanceOfIshtar, cards.StaffOfSpring},
	), set(
		[]int{cards.DamnedSoulOfOnys, cards.ThievingFairies},
		[]int{cards.FigrimTheAvaricious, cards.NariaTheProphetess, cards.WondrousChest},
		[]int{cards.BeggarsHorn, cards.DieOfMalice, cards.KairnTheDestroyer},
	)
	t.Run("their owner alone sees them, at any time", func(t *testing.T) {
		own := a.private(0)
		require.NotNil(t, own.Hand.Get(handNames.Of(cards.TemporalBoots)))
		require.NotNil(t, own.Hand.Get(handNames.Of(cards.RunicCubeOfEolis)))
		require.Equal(t, viewCards(setOf([]uint8{1, 2, 3})), own.Library2)
		require.Equal(t, viewCards(setOf([]uint8{4, 5, 6})), own.Library3)
	})
	t.Run("the others see only how many there are", func(t *testing.T) {
		requireSameSight(t, a, b, game.SeatViewer(1))
		requireSameSight(t, a, b, game.Spectator())
		require.Equal(t, 2, a.public(0).Hand)
	})
	t.Run("everybody sees everything once the match is over", func(t *testing.T) {
		m := position(t, Setup{Phase: "over", Seats: []SeatSetup{{Hand: []int{cards.RunicCubeOfEolis}}}})
		require.NotNil(t, m.public(0).Secret.Hand.Get(handNames.Of(cards.RunicCubeOfEolis)))
		require.Equal(t, &Private{}, m.private(0))
	})
}

func TestTheDrawPileIsSecret(t *testing.T) {
	set := func(draw ...int) *scenario { return position(t, Setup{Draw: draw, Rest: "discard"}) }
	for _, viewer := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.Spectator()} {
		requireSameSight(
			t,
			set(cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth),
			set(cards.AmuletOfEarth, cards.AmuletOfFire, cards.AmuletOfAir),
			viewer,
		)
		requireSameSight(
			t,
			set(cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth),
			set(cards.AmuletOfWater, cards.BalanceOfIshtar, cards.StaffOfSpring),
			viewer,
		)
	}
}

func TestWhatIsPublicOfDecisions(t *testing.T) {
	t.Run("that and of what kind is public, the options are not", func(t *testing.T) {
		// Secret: whether Kriss can use the hand, and which cards can be summoned.
		set := func(hand ...int) *scenario {
			return position(
				t,
				Setup{Seats: []SeatSetup{{Gauge: 4, Crystals: 30, Hand: hand, Play: inPlayCards(cards.NecroticKriss)}}},
			)
		}
		requireSameSight(
			t,
			set(cards.SidNightshade, cards.RunicCubeOfEolis),
			set(cards.AmuletOfAir, cards.AmuletOfFire),
			game.SeatViewer(1),
		)
		requireSameSight(
			t,
			set(cards.SidNightshade, cards.RunicCubeOfEolis),
			set(cards.AmuletOfAir, cards.AmuletOfFire),
			game.Spectator(),
		)
		require.NotEqual(
			t,
			visibleText(t, set(cards.SidNightshade, cards.RunicCubeOfEolis), game.SeatViewer(0)),
			visibleText(t, set(cards.AmuletOfAir, cards.AmuletOfFire), game.SeatViewer(0)),
		)
	})
	t.Run("a declaration that can be taken back looks like the turn", func(t *testing.T) {
		before := position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A2F1")}}})
		m := position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A2F1")}}}).answer(0, "transmute")
		requireSameSight(t, before, m, game.SeatViewer(1))
		requireSameSight(t, before, m, game.Spectator())
		require.Empty(t, m.visibleEvents(game.SeatViewer(0)))
	})
	t.Run("the choice among drawn cards is seen as such", func(t *testing.T) {
		m := position(t, Setup{Dice: dice(5, 1, 1), Draw: []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue}}).
			answer(0, "bonus:draw")
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
		{
			name: "a card of a Potion of Power",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis},
				Seats: []SeatSetup{{Play: inPlayCards(cards.PotionOfPower)}, {}, {}},
			},
			answers: []string{"activate:1"},
			line:    fmt.Sprintf("draw seat 0 card %d", cards.PotionOfPower),
			fact:    fmt.Sprintf("drawn %d", cards.RunicCubeOfEolis),
			sees:    []int{0},
		},
		{
			name: "a card of a Demon of Argos",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue},
				Seats: summoner("A1W1F1E1", cards.DemonOfArgos),
			},
			answers: []string{summonID(cards.DemonOfArgos)},
			line:    fmt.Sprintf("draw seat 2 card %d", cards.DemonOfArgos),
			fact:    fmt.Sprintf("drawn %d", cards.OlafsBlessedStatue),
			sees:    []int{2},
		},
		{
			name:    "a card of an Elemental Amulet",
			setup:   Setup{Draw: []int{cards.RunicCubeOfEolis}, Seats: summoner("F1", cards.ElementalAmulet)},
			answers: []string{summonID(cards.ElementalAmulet), "element:fire"},
			line:    fmt.Sprintf("draw seat 0 card %d", cards.ElementalAmulet),
			fact:    fmt.Sprintf("drawn %d", cards.RunicCubeOfEolis),
			sees:    []int{0},
		},
		{
			name: "the cards of an Amulet of Fire",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.AmuletOfAir, cards.AmuletOfEarth},
				Seats: summoner("F2", cards.AmuletOfFire),
			},
			answers: []string{summonID(cards.AmuletOfFire)},
			line:    fmt.Sprintf("draw seat 0 card %d", cards.AmuletOfFire),
			fact:    fmt.Sprintf("drawn %d", cards.OlafsBlessedStatue),
			sees:    []int{0},
		},
		{
			name: "the card kept of an Amulet of Fire",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.AmuletOfAir, cards.AmuletOfEarth},
				Seats: summoner("F2", cards.AmuletOfFire),
			},
			answers: []string{summonID(cards.AmuletOfFire), cardID(cards.OlafsBlessedStatue)},
			line:    fmt.Sprintf("keep seat 0 card %d", cards.AmuletOfFire),
			fact:    fmt.Sprintf("kept %d", cards.OlafsBlessedStatue),
			sees:    []int{0},
		},
		{
			name: "the cards discarded of an Amulet of Fire",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.AmuletOfAir, cards.AmuletOfEarth},
				Seats: summoner("F2", cards.AmuletOfFire),
			},
			answers: []string{summonID(cards.AmuletOfFire), cardID(cards.OlafsBlessedStatue)},
			line:    fmt.Sprintf("discard seat 0 card %d", cards.AmuletOfFire),
			fact:    fmt.Sprintf("discarded %d", cards.RunicCubeOfEolis),
			sees:    []int{0},
		},
		{
			name: "the cards of a Divine Chalice",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.AmuletOfAir, cards.AmuletOfEarth},
				Seats: summoner("A1W1F1E1", cards.DivineChalice),
			},
			answers: []string{summonID(cards.DivineChalice)},
			line:    fmt.Sprintf("draw seat 0 card %d", cards.DivineChalice),
			fact:    fmt.Sprintf("drawn %d", cards.OlafsBlessedStatue),
			sees:    []int{0},
		},
		{
			name: "the card that a Divine Chalice brings",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.AmuletOfAir, cards.AmuletOfEarth},
				Seats: summoner("A1W1F1E1", cards.DivineChalice),
			},
			answers: []string{summonID(cards.DivineChalice), cardID(cards.OlafsBlessedStatue)},
			line:    fmt.Sprintf("summon seat 0 card %d", cards.OlafsBlessedStatue),
			sees:    []int{0, 1, 2, 3},
		},
		{
			name: "the cards that a Divine Chalice discards",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.AmuletOfAir, cards.AmuletOfEarth},
				Seats: summoner("A1W1F1E1", cards.DivineChalice),
			},
			answers: []string{summonID(cards.DivineChalice), cardID(cards.OlafsBlessedStatue)},
			line:    fmt.Sprintf("discard seat 0 card %d", cards.DivineChalice),
			fact:    fmt.Sprintf("discarded %d", cards.RunicCubeOfEolis),
			sees:    []int{0},
		},
		{
			name: "the cards of Naria",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.AmuletOfAir},
				Seats: crystalsOfSeat0(summoner("", cards.NariaTheProphetess), 3),
			},
			answers: []string{summonID(cards.NariaTheProphetess)},
			line:    fmt.Sprintf("draw seat 0 card %d", cards.NariaTheProphetess),
			fact:    fmt.Sprintf("drawn %d", cards.OlafsBlessedStatue),
			sees:    []int{0},
		},
		{
			name: "a card that Naria gives",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis, cards.OlafsBlessedStatue, cards.AmuletOfAir},
				Seats: crystalsOfSeat0(summoner("", cards.NariaTheProphetess), 3),
			},
			answers: []string{
				summonID(cards.NariaTheProphetess), cardID(cards.RunicCubeOfEolis),
				cardID(cards.OlafsBlessedStatue) + " > s2|card:1 > s1",
			},
			line: fmt.Sprintf("give seat 0 to 2 card %d", cards.NariaTheProphetess),
			fact: fmt.Sprintf("given %d", cards.OlafsBlessedStatue),
			sees: []int{0, 2},
		},
		{
			name:    "a card drawn for a Vampiric Crown",
			setup:   Setup{Draw: []int{cards.SidNightshade}, Seats: summoner("A1W1", cards.VampiricCrown)},
			answers: []string{summonID(cards.VampiricCrown)},
			line:    fmt.Sprintf("draw_open seat 0 drawn %d", cards.SidNightshade),
			sees:    []int{0, 1, 2, 3},
		},
		{
			name:    "a card discarded for a Vampiric Crown",
			setup:   Setup{Seats: summoner("A1W1", cards.VampiricCrown, cards.OlafsBlessedStatue)},
			answers: []string{summonID(cards.VampiricCrown), "mode:discard"},
			line:    fmt.Sprintf("discard seat 0 discarded %d", cards.OlafsBlessedStatue),
			sees:    []int{0, 1, 2, 3},
		},
		{
			name: "the card that a Crystal Orb looks at",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis},
				Seats: []SeatSetup{{Play: inPlayCards(cards.CrystalOrb)}, {}, {}},
			},
			answers: []string{"activate:1", "mode:look"},
			line:    fmt.Sprintf("look seat 0 card %d", cards.CrystalOrb),
			fact:    fmt.Sprintf("seen %d", cards.RunicCubeOfEolis),
			sees:    []int{0},
		},
		{
			name: "the card that a Crystal Orb brings",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis},
				Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A4"), Play: inPlayCards(cards.CrystalOrb)}, {}, {}},
			},
			answers: []string{"activate:1", "mode:look", summonID(cards.RunicCubeOfEolis)},
			line:    fmt.Sprintf("summon seat 0 card %d", cards.RunicCubeOfEolis),
			sees:    []int{0, 1, 2, 3},
		},
		{
			name: "that a card is put back by a Crystal Orb",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis},
				Seats: []SeatSetup{{Play: inPlayCards(cards.CrystalOrb)}, {}, {}},
			},
			answers: []string{"activate:1", "mode:look", "return"},
			line:    fmt.Sprintf("put_back seat 0 card %d", cards.CrystalOrb),
			sees:    []int{0, 1, 2, 3},
		},
		{
			name: "a card that is put away by a Crystal Orb, by nobody",
			setup: Setup{
				Draw:  []int{cards.RunicCubeOfEolis},
				Seats: []SeatSetup{{Crystals: 3, Play: inPlayCards(cards.CrystalOrb)}, {}, {}},
			},
			answers: []string{"activate:1", "mode:mill"},
			line:    fmt.Sprintf("mill seat 0 card %d", cards.CrystalOrb),
			fact:    "22",
		},
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
				lines := fmt.Sprint(m.visibleEvents(viewer))
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

// crystalsOfSeat0 returns the seats with n crystals for seat 0.
func crystalsOfSeat0(seats []SeatSetup, n int) []SeatSetup {
	seats[0].Crystals = n
	return seats
}

func TestTheCardAnOrbLooksAtIsSecret(t *testing.T) {
	set := func(draw ...int) *scenario {
		return position(t, Setup{Draw: draw, Seats: []SeatSetup{{Play: inPlayCards(cards.CrystalOrb)}}}).use(0, 1)
	}
	requireSameSight(t, set(cards.RunicCubeOfEolis), set(cards.OlafsBlessedStatue), game.SeatViewer(1))
	requireSameSight(t, set(cards.RunicCubeOfEolis), set(cards.OlafsBlessedStatue), game.Spectator())
	require.NotEqual(
		t,
		visibleText(t, set(cards.RunicCubeOfEolis), game.SeatViewer(0)),
		visibleText(t, set(cards.OlafsBlessedStatue), game.SeatViewer(0)),
	)
}

func setOf(numbers []uint8) cardSet {
	var c cardSet
	for _, number := range numbers {
		c.add(number)
	}
	return c
}
