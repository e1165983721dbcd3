package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
)

func TestWhyNotSummon(t *testing.T) {
	for why, test := range map[string]struct {
		seat     SeatSetup
		opponent SeatSetup
		number   string
	}{
		"": {
			seat:     SeatSetup{Gauge: 1, Crystals: 20, Hand: []int{cards.RunicCubeOfEolis}},
			opponent: SeatSetup{},
			number:   handNames.Of(cards.RunicCubeOfEolis),
		},
		"gauge": {
			seat: SeatSetup{
				Gauge:    1,
				Crystals: 20,
				Hand:     []int{cards.RunicCubeOfEolis},
				Play:     inPlayCards(cards.OlafsBlessedStatue),
			},
			opponent: SeatSetup{},
			number:   handNames.Of(cards.RunicCubeOfEolis),
		},
		"no_crystals": {
			seat:     SeatSetup{Gauge: 1, Crystals: 19, Hand: []int{cards.RunicCubeOfEolis}},
			opponent: SeatSetup{},
			number:   handNames.Of(cards.RunicCubeOfEolis),
		},
		"toll": {
			seat:     SeatSetup{Gauge: 1, Crystals: 20, Hand: []int{cards.RunicCubeOfEolis}},
			opponent: SeatSetup{Play: inPlayCards(cards.ArcanoLeech)},
			number:   handNames.Of(cards.RunicCubeOfEolis),
		},
		"no_energy": {
			seat:     SeatSetup{Gauge: 1, Reserve: energy("A1W5"), Hand: []int{cards.AmuletOfAir}},
			opponent: SeatSetup{},
			number:   handNames.Of(cards.AmuletOfAir),
		},
	} {
		t.Run(why, func(t *testing.T) {
			m := position(t, Setup{Seats: []SeatSetup{test.seat, test.opponent}})
			require.Equal(t, why, m.private(0).Hand.Get(test.number).Why)
			id := "summon:" + test.number[1:]
			if why == "" {
				m.offers(0, id)
			} else {
				m.offersNot(0, id)
			}
		})
	}
	// A card that costs any energies needs at least one token.
	m := position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.ElementalAmulet}}}})
	require.Equal(t, "no_energy", m.private(0).Hand.Get(handNames.Of(cards.ElementalAmulet)).Why)
}

func TestWhyNotActivate(t *testing.T) {
	for _, test := range []struct {
		why  string
		set  Setup
		card PlaySetup
	}{
		{
			why:  "turned",
			set:  Setup{},
			card: PlaySetup{Card: cards.IdolOfTheFamiliar, Turned: true},
		},
		{
			why:  "no_energy",
			set:  Setup{Seats: []SeatSetup{{}}},
			card: PlaySetup{Card: cards.KairnTheDestroyer},
		},
		{
			why:  "no_crystals",
			set:  Setup{Seats: []SeatSetup{{Reserve: energy("A1")}}},
			card: PlaySetup{Card: cards.MirrorOfTheSeasons},
		},
		{
			why:  "no_cards",
			set:  Setup{Rest: "aside"},
			card: PlaySetup{Card: cards.CrystalOrb},
		},
		{
			why:  "no_hand",
			set:  Setup{Seats: []SeatSetup{{Gauge: 1}}},
			card: PlaySetup{Card: cards.PotionOfDreams},
		},
		{
			why:  "gauge",
			set:  Setup{Seats: []SeatSetup{{Hand: []int{cards.RunicCubeOfEolis}}}},
			card: PlaySetup{Card: cards.PotionOfDreams},
		},
		{why: "few_cards", set: Setup{}, card: PlaySetup{Card: cards.DragonSkull}},
		{why: "die_used", set: Setup{}, card: PlaySetup{Card: cards.DieOfMalice}},
	} {
		t.Run(test.why, func(t *testing.T) {
			if test.set.Seats == nil {
				test.set.Seats = []SeatSetup{{}}
			}
			test.set.Seats[0].Play = []PlaySetup{test.card}
			m := position(t, test.set).offersNot(0, "activate:1")
			require.Equal(t, test.why, *m.private(0).Unusable.Get("c1"))
		})
	}
	t.Run("no reason where there is none, or nothing to activate", func(t *testing.T) {
		m := position(t, Setup{
			Seats: []SeatSetup{
				{Play: inPlayCards(cards.IdolOfTheFamiliar, cards.RunicCubeOfEolis, cards.PurseOfIo)},
			},
		}).
			offers(0, "activate:1")
		require.Empty(t, m.private(0).Unusable)
	})
}

func TestWhyNotActions(t *testing.T) {
	used := &TurnSetup{Drawn: true}
	for _, test := range []struct {
		action, why string
		set         Setup
	}{
		{action: "draw", why: "no_symbol", set: Setup{}},
		{action: "draw", why: "used", set: Setup{Dice: dice(5, 1, 1), Turn: used}},
		{
			action: "draw",
			why:    "no_cards",
			set:    Setup{Dice: dice(5, 1, 1), Rest: "aside"},
		},
		{
			action: "transmute",
			why:    "no_permit",
			set:    Setup{Dice: dice(2, 1, 1), Seats: []SeatSetup{{Reserve: energy("A1")}}},
		},
		{action: "transmute", why: "no_energy", set: Setup{}},
		{
			action: "transmute",
			why:    "potion",
			set:    Setup{Turn: &TurnSetup{Potion: true}, Seats: []SeatSetup{{Reserve: energy("A1")}}},
		},
		{
			action: "bonus:exchange",
			why:    "no_energy",
			set:    Setup{Seats: []SeatSetup{{Reserve: energy("A1")}}},
		},
		{
			action: "bonus:exchange",
			why:    "bonuses",
			set:    Setup{Seats: []SeatSetup{{Bonuses: 3, Reserve: energy("A2")}}},
		},
		{
			action: "bonus:transmute",
			why:    "bonuses",
			set:    Setup{Seats: []SeatSetup{{Bonuses: 3}}},
		},
		{
			action: "bonus:gauge",
			why:    "bonuses",
			set:    Setup{Seats: []SeatSetup{{Bonuses: 3}}},
		},
		{
			action: "bonus:gauge",
			why:    "gauge_full",
			set:    Setup{Seats: []SeatSetup{{Gauge: 15}}},
		},
		{action: "bonus:draw", why: "no_symbol", set: Setup{}},
		{action: "bonus:draw", why: "used", set: Setup{Dice: dice(5, 1, 1), Turn: used}},
		{
			action: "bonus:draw",
			why:    "no_cards",
			set:    Setup{Dice: dice(5, 1, 1), Rest: "aside"},
		},
		{
			action: "bonus:draw",
			why:    "bonuses",
			set:    Setup{Dice: dice(5, 1, 1), Seats: []SeatSetup{{Bonuses: 3}}},
		},
	} {
		t.Run(test.action+" "+test.why, func(t *testing.T) {
			m := position(t, test.set).offersNot(0, test.action)
			require.Equal(t, test.why, *m.private(0).Unavailable.Get(test.action))
		})
	}
	t.Run("no reason for what can be done", func(t *testing.T) {
		m := position(
			t,
			Setup{Dice: dice(5, 1, 1), Turn: &TurnSetup{Tree: true}, Seats: []SeatSetup{{Reserve: energy("A2")}}},
		)
		m.offers(0, "draw", "transmute", "bonus:exchange", "bonus:transmute", "bonus:gauge", "bonus:draw")
		require.Empty(t, m.private(0).Unavailable)
	})
}

func TestWhyNotIsForTheOwnerOnTheOwnTurn(t *testing.T) {
	m := position(
		t,
		Setup{
			Active: seat(1),
			Seats:  []SeatSetup{{Play: inPlayCards(cards.DragonSkull)}, {Play: inPlayCards(cards.DragonSkull)}},
		},
	)
	require.Empty(t, m.private(0).Unusable)
	require.Empty(t, m.private(0).Unavailable)
	require.NotEmpty(t, m.private(1).Unusable)
	require.Nil(t, m.public(1).Secret)
}

func TestHandShowsWhatSummoningTakes(t *testing.T) {
	m := position(t, Setup{Seats: []SeatSetup{
		{
			Gauge:    5,
			Crystals: 9,
			Reserve:  energy("A1W1F1E1"),
			Hand:     []int{cards.DivineChalice, cards.DivineChalice, cards.FigrimTheAvaricious},
			Play:     inPlayCards(cards.HandOfFortune, cards.HandOfFortune),
		},
		{Play: inPlayCards(cards.ArcanoLeech)},
		{},
	}})
	hand := m.private(0).Hand
	require.Equal(
		t,
		HandView{Copies: 2, Energy: energy("A1W1F1E1"), Toll: 1, Struck: 2},
		*hand.Get(handNames.Of(cards.DivineChalice)),
	)
	require.Equal(
		t,
		HandView{Copies: 1, Crystals: 6, Toll: 1},
		*hand.Get(handNames.Of(cards.FigrimTheAvaricious)),
		"the price for three players",
	)
}

func TestRatesShowWhatATokenIsWorthNow(t *testing.T) {
	m := position(
		t,
		Setup{
			Turn:  &TurnSetup{Bonus: 1},
			Seats: []SeatSetup{{Play: inPlayCards(cards.PurseOfIo)}, {Play: inPlayCards(cards.PurseOfIo)}},
		},
	)
	require.Equal(t, energy("A1W1F2E3"), m.board().Rates)
	require.Equal(t, energy("A3W3F4E5"), m.public(0).Rates)
	require.Equal(t, energy("A2W2F3E4"), m.public(1).Rates)
}
