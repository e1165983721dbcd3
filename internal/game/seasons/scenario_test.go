package seasons

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// A scenario is a position that a test builds and plays. Its assertions report the line of the test
// that calls them.
type scenario struct {
	t    *testing.T
	s    *match
	step game.Step // of the last answer
}

// theRules is shared by all tests, because rules never change.
var theRules = New()

// position builds a position, of the archmage level unless its options say otherwise. The number of
// players is the number of given seats, but at least 2.
func position(t *testing.T, setup Setup) *scenario {
	t.Helper()
	if setup.Players == 0 {
		setup.Players = max(2, len(setup.Seats))
	}
	if setup.Options[optionLevel] == "" {
		options := game.MatchOptions{optionLevel: "archmage"}
		for id, value := range setup.Options {
			options[id] = value
		}
		setup.Options = options
	}
	s, err := theRules.build(setup, game.SeedFromInt(1), nil)
	require.NoError(t, err)
	return &scenario{t: t, s: s}
}

// second are the options for the second edition.
var second = game.MatchOptions{optionEdition: "second"}

// energy parses counts such as "A2W1": air, water, fire, earth.
func energy(text string) EnergyView {
	var v EnergyView
	for i := 0; i+1 < len(text); i += 2 {
		n, err := strconv.Atoi(text[i+1 : i+2])
		if err != nil {
			panic("energy: " + text)
		}
		switch text[i] {
		case 'A':
			v.Air += n
		case 'W':
			v.Water += n
		case 'F':
			v.Fire += n
		case 'E':
			v.Earth += n
		default:
			panic("energy: " + text)
		}
	}
	return v
}

// inPlayCards returns set-ups of cards in play. The ids count up from 1, starting with the cards of
// the first seat.
func inPlayCards(numbers ...int) []PlaySetup {
	var list []PlaySetup
	for _, number := range numbers {
		list = append(list, PlaySetup{Card: number})
	}
	return list
}

// seat returns a pointer, for the optional seats of a Setup.
func seat(n int) *int { return &n }

// dice gives seat i the die i+1 of the season with the given face. The last die remains.
func dice(faces ...int) []DieSetup {
	var list []DieSetup
	for i, face := range faces {
		d := DieSetup{Die: i + 1, Face: face}
		if i < len(faces)-1 {
			d.Seat = seat(i)
		}
		list = append(list, d)
	}
	return list
}

// picks parses choices: "summon:9", "gain:air x2", "card:9 > hand".
func (m *scenario) picks(d *game.Decision, texts []string) []game.Pick {
	m.t.Helper()
	var list []game.PickText
	for _, text := range texts {
		pick := game.PickText{N: 1}
		if left, group, ok := strings.Cut(text, " > "); ok {
			text, pick.Group = left, group
		}
		if left, n, ok := strings.Cut(text, " x"); ok {
			count, err := strconv.Atoi(n)
			require.NoError(m.t, err)
			text, pick.N = left, count
		}
		pick.Option = text
		list = append(list, pick)
	}
	picks, err := d.PicksFromText(theRules, list)
	require.NoError(m.t, err)
	return picks
}

// answer answers the seat's open decision and checks the state afterwards.
func (m *scenario) answer(seat int, texts ...string) *scenario {
	m.t.Helper()
	d := m.decision(seat)
	picks := m.picks(d, texts)
	m.step = game.Step{}
	require.NoError(m.t, m.s.Apply(game.Seat(seat), game.Answer{Decision: d.ID, Picks: picks}, &m.step),
		"asked %s: %v", d.Kind, m.options(d))
	require.NoError(m.t, m.s.Check())
	return m
}

// keeps answers which tokens are lost: all except those that are named.
func (m *scenario) keeps(seat int, kept ...string) *scenario {
	m.t.Helper()
	lost := m.s.players[seat].reserve
	for _, pick := range m.picks(m.decision(seat), kept) {
		lost[pick.Key.A] -= uint8(pick.N)
	}
	var texts []string
	for e, n := range lost {
		if n > 0 {
			texts = append(texts, fmt.Sprintf("%s x%d", theRules.OptionID(energyKey(cards.Energy(e), 0)), n))
		}
	}
	return m.answer(seat, texts...)
}

// use activates a card in play. It also answers the first question if there is only one answer.
func (m *scenario) use(seat, id int) *scenario {
	m.t.Helper()
	return m.answer(seat, "activate:"+strconv.Itoa(id)).answerIfOnlyOne(seat)
}

// answerIfOnlyOne answers a question of a declaration that has only one answer besides "back". It does
// nothing for other questions.
func (m *scenario) answerIfOnlyOne(seat int) *scenario {
	m.t.Helper()
	var d game.Decision
	if !m.s.Decision(game.Seat(seat), &d) || !m.s.isDeclaring() {
		return m
	}
	total := 0
	var only []game.Pick
	for _, o := range d.Options {
		if !o.Alone {
			total += int(o.Max)
			only = append(only, game.Pick{Key: o.Key, N: o.Max})
		}
	}
	if total > d.Min && (len(only) > 1 || d.Min < d.Max) {
		return m
	}
	only[0].N = min(only[0].N, uint16(d.Min))
	require.NoError(m.t, m.s.Apply(game.Seat(seat), game.Answer{Decision: d.ID, Picks: only}, &m.step))
	require.NoError(m.t, m.s.Check())
	return m
}

// refuses requires that an answer is refused with the code and changes nothing.
func (m *scenario) refuses(seat int, code coded.Code, texts ...string) *scenario {
	m.t.Helper()
	d := m.decision(seat)
	before := game.Hash(m.s)
	err := m.s.Apply(game.Seat(seat), game.Answer{Decision: d.ID, Picks: m.picks(d, texts)}, &game.Step{})
	var refusal *coded.Error
	require.ErrorAs(m.t, err, &refusal)
	require.Equal(m.t, code, refusal.Code)
	require.Equal(m.t, before, game.Hash(m.s), "a refused answer changed something")
	return m
}

// decision returns the seat's decision.
func (m *scenario) decision(seat int) *game.Decision {
	m.t.Helper()
	var d game.Decision
	require.True(
		m.t,
		m.s.Decision(game.Seat(seat), &d),
		"seat %d is not asked; waiting for %b in phase %s",
		seat,
		m.s.Waiting(),
		m.s.phase,
	)
	return &d
}

func (m *scenario) options(d *game.Decision) []string {
	var ids []string
	for _, o := range d.Options {
		ids = append(ids, theRules.OptionID(o.Key))
	}
	return ids
}

// asks requires that only this seat is asked, with a decision of this kind.
func (m *scenario) asks(seat int, kind string) *scenario {
	m.t.Helper()
	d := m.decision(seat)
	require.Equal(m.t, kind, d.Kind)
	require.Equal(m.t, game.Seats(0).With(game.Seat(seat)), m.s.Waiting())
	return m
}

// offers requires that the seat has all these options.
func (m *scenario) offers(seat int, ids ...string) *scenario {
	m.t.Helper()
	require.Subset(m.t, m.options(m.decision(seat)), ids)
	return m
}

// offersOnly requires that the seat has exactly these options, in any order.
func (m *scenario) offersOnly(seat int, ids ...string) *scenario {
	m.t.Helper()
	require.ElementsMatch(m.t, ids, m.options(m.decision(seat)))
	return m
}

// offersNot requires that the seat has none of these options.
func (m *scenario) offersNot(seat int, ids ...string) *scenario {
	m.t.Helper()
	offered := m.options(m.decision(seat))
	for _, id := range ids {
		require.NotContains(m.t, offered, id)
	}
	return m
}

func (m *scenario) crystals(seat, want int) *scenario {
	m.t.Helper()
	require.Equal(m.t, want, int(m.s.players[seat].crystals), "crystals of seat %d", seat)
	return m
}

func (m *scenario) gauge(seat, want int) *scenario {
	m.t.Helper()
	require.Equal(m.t, want, int(m.s.players[seat].gauge), "gauge of seat %d", seat)
	return m
}

func (m *scenario) bonuses(seat, want int) *scenario {
	m.t.Helper()
	require.Equal(m.t, want, int(m.s.players[seat].bonuses), "bonuses of seat %d", seat)
	return m
}

// reserve requires these tokens in the seat's reserve, as in "A2W1".
func (m *scenario) reserve(seat int, want string) *scenario {
	m.t.Helper()
	require.Equal(m.t, energy(want), viewEnergy(m.s.players[seat].reserve), "reserve of seat %d", seat)
	return m
}

// hand requires these numbers in the seat's hand, in ascending order.
func (m *scenario) hand(seat int, want ...int) *scenario {
	m.t.Helper()
	require.Equal(m.t, append([]int{}, want...), toInts(m.s.players[seat].hand.list()), "hand of seat %d", seat)
	return m
}

// inPlay requires these numbers of the seat's cards in play, in order.
func (m *scenario) inPlay(seat int, want ...int) *scenario {
	m.t.Helper()
	got := []int{}
	for _, c := range m.s.players[seat].play[:m.s.players[seat].nPlay] {
		got = append(got, int(c.number))
	}
	require.Equal(m.t, append([]int{}, want...), got, "cards in play of seat %d", seat)
	return m
}

// discarded requires this discard pile, from the top.
func (m *scenario) discarded(want ...int) *scenario {
	m.t.Helper()
	require.Equal(m.t, append([]int{}, want...), topFirst(&m.s.discard), "discard pile")
	return m
}

// tokensOn requires these tokens on a card in play, as in "A2W1".
func (m *scenario) tokensOn(seat int, id uint16, want string) *scenario {
	m.t.Helper()
	c := m.s.card(game.Seat(seat), id)
	require.NotNil(m.t, c, "card %d of seat %d", id, seat)
	require.Equal(m.t, energy(want), viewEnergy(c.tokens))
	return m
}

// turned requires that a card in play is turned, or not.
func (m *scenario) turned(seat int, id uint16, want bool) *scenario {
	m.t.Helper()
	c := m.s.card(game.Seat(seat), id)
	require.NotNil(m.t, c, "card %d of seat %d", id, seat)
	require.Equal(m.t, want, c.turned, "card %d turned", id)
	return m
}

// tokenAt requires the season token to be on this space.
func (m *scenario) tokenAt(wantYear, wantSpace int) *scenario {
	m.t.Helper()
	require.Equal(m.t, fmt.Sprintf("year %d space %d", wantYear, wantSpace),
		fmt.Sprintf("year %d space %d", year(m.s.position), (m.s.position-1)%12+1))
	return m
}

// over requires that the match has ended with these totals by seat.
func (m *scenario) over(totals ...int) *scenario {
	m.t.Helper()
	outcome := m.s.Outcome()
	require.NotNil(m.t, outcome, "the match is not over: phase %s", m.s.phase)
	got := make([]int, len(outcome.Places))
	for _, place := range outcome.Places {
		got[place.Seat] = place.Total
	}
	require.Equal(m.t, totals, got)
	return m
}

// visibleEvents returns what the viewer learns from the last answer's events, as lines such as "draw seat 0
// card 12 private drawn 5".
func (m *scenario) visibleEvents(viewer game.Viewer) []string {
	var lines []string
	for i := range m.step.Events {
		e := m.step.Events[i].For(viewer)
		line := fmt.Sprintf("%s seat %d%s", e.Kind, e.Seat, factText(e.Public))
		if len(e.Private) > 0 {
			line += " private" + factText(e.Private)
		}
		lines = append(lines, line)
	}
	return lines
}

func factText(facts game.Facts) string {
	text := ""
	for _, f := range facts {
		if f.Text != "" {
			text += " " + f.Name + " " + f.Text
		} else {
			text += fmt.Sprintf(" %s %d", f.Name, f.Int)
		}
	}
	return text
}

// happened requires an event of the kind in the last answer.
func (m *scenario) happened(kind string) *scenario {
	m.t.Helper()
	require.True(
		m.t,
		slices.ContainsFunc(m.step.Events, func(e game.Event) bool { return e.Kind == kind }),
		"no event %s",
		kind,
	)
	return m
}

// public returns the seat's part of the public document.
func (m *scenario) public(seat int) SeatView { return m.s.Public().(*Public).Seats[seat].Value }

// private returns the private document of the seat.
func (m *scenario) private(seat int) *Private { return m.s.Private(game.Seat(seat)).(*Private) }

// documents returns the public document and all private documents.
func (m *scenario) documents() []any {
	list := []any{m.s.Public()}
	for seat := range game.Seat(m.s.seats) {
		list = append(list, m.s.Private(seat))
	}
	return list
}

// wheel sets the year and space of a set-up to the first space of a season in year 1.
func (s Setup) wheel(season cards.Season) Setup {
	s.Year, s.Space = 1, 3*int(season)+1
	return s
}

// takesBack gives answers of one choice each to a declaration, then "back", and requires that
// everything is as before.
func (m *scenario) takesBack(seat int, choices ...string) *scenario {
	m.t.Helper()
	before, options := m.documents(), m.options(m.decision(seat))
	for _, choice := range choices {
		m.answer(seat, choice)
	}
	m.answer(seat, "back")
	require.Equal(m.t, before, m.documents(), "back left something changed")
	require.Equal(m.t, options, m.options(m.decision(seat)))
	return m
}

// learns requires that the viewer learns these lines from the last answer's events.
func (m *scenario) learns(viewer game.Viewer, lines ...string) *scenario {
	m.t.Helper()
	require.Subset(m.t, m.visibleEvents(viewer), lines)
	return m
}

// learnsNot requires that the viewer learns no line that contains one of the texts.
func (m *scenario) learnsNot(viewer game.Viewer, texts ...string) *scenario {
	m.t.Helper()
	all := strings.Join(m.visibleEvents(viewer), "\n") + "\n"
	for _, text := range texts {
		require.NotContains(m.t, all, text)
	}
	return m
}

// discardedAnyOrder requires these cards in the discard pile, in any order.
func (m *scenario) discardedAnyOrder(want ...int) *scenario {
	m.t.Helper()
	require.ElementsMatch(m.t, want, topFirst(&m.s.discard), "discard pile")
	return m
}

// costs requires that a card can be summoned from the hand with exactly these tokens and crystals,
// and not with one less.
func costs(t *testing.T, options game.MatchOptions, players, number int, tokens string, crystals int) {
	t.Helper()
	id := fmt.Sprintf("summon:%d", number)
	with := func(reserve EnergyView, crystals int) *scenario {
		return position(t, Setup{Players: players, Options: options,
			Seats: []SeatSetup{{Gauge: 1, Reserve: reserve, Crystals: crystals, Hand: []int{number}}}})
	}
	with(energy(tokens), crystals).offers(0, id)
	if crystals > 0 {
		with(energy(tokens), crystals-1).offersNot(0, id)
	}
	less := []func(*EnergyView) *int{
		func(v *EnergyView) *int { return &v.Air }, func(v *EnergyView) *int { return &v.Water },
		func(v *EnergyView) *int { return &v.Fire }, func(v *EnergyView) *int { return &v.Earth },
	}
	for _, of := range less {
		reserve := energy(tokens)
		if n := of(&reserve); *n > 0 {
			*n--
			with(reserve, crystals).offersNot(0, id)
		}
	}
}

// summonID and cardID return the ids of options that name a card by its number.
func summonID(number int) string { return fmt.Sprintf("summon:%d", number) }
func cardID(number int) string   { return fmt.Sprintf("card:%d", number) }

// waterAmulets returns set-ups of Amulets of Water with these tokens.
func waterAmulets(tokens ...string) []PlaySetup {
	var list []PlaySetup
	for _, t := range tokens {
		list = append(list, PlaySetup{Card: cards.AmuletOfWater, Tokens: energy(t)})
	}
	return list
}

// chalice is a seat that can summon a Divine Chalice, with the given cards in play.
func chalice(gauge int, play ...int) SeatSetup {
	return SeatSetup{
		Gauge:   gauge,
		Reserve: energy("A1W1F1E1"),
		Hand:    []int{cards.DivineChalice},
		Play:    inPlayCards(play...),
	}
}

// learnsSecretly requires that all viewers learn this line of an event, and that only the seat also
// learns its private part.
func (m *scenario) learnsSecretly(seat int, line, private string) *scenario {
	m.t.Helper()
	m.learns(game.SeatViewer(game.Seat(seat)), line+" private "+private)
	m.learns(game.Spectator(), line)
	for other := range int(m.s.seats) {
		if other != seat {
			m.learns(game.SeatViewer(game.Seat(other)), line)
			require.NotContains(m.t, m.visibleEvents(game.SeatViewer(game.Seat(other))), line+" private "+private)
		}
	}
	return m
}

// onSpace sets the space of the season token.
func (s Setup) onSpace(year, space int) Setup {
	s.Year, s.Space = year, space
	return s
}

// boots is a seat that can summon Temporal Boots, with the given cards in play.
func boots(copies int, play ...int) SeatSetup {
	s := SeatSetup{Gauge: 9, Play: inPlayCards(play...)}
	for range copies {
		s.Hand = append(s.Hand, cards.TemporalBoots)
	}
	return s
}

// useDreamsFor activates the Potion of Dreams, the first card in play, for a card in hand.
func useDreamsFor(t *testing.T, number int, own SeatSetup, others ...SeatSetup) *scenario {
	t.Helper()
	own.Hand = append(own.Hand, number)
	return position(t, Setup{Seats: append([]SeatSetup{own}, others...)}).
		answer(0, "activate:1").
		answer(0, fmt.Sprintf("card:%d", number))
}
