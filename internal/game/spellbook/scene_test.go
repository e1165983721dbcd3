package spellbook

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// scene is a position that a test plays on, with its events so far.
type scene struct {
	t      *testing.T
	rules  *rules
	s      *match
	events []string
	// own lists the kinds of the events that belong to a seat.
	own  []string
	step game.Step
	// confirms makes the scene answer committing questions that have only one answer. In scenes
	// that test what is asked, the test answers everything.
	confirms bool
}

// startAsking builds a position in which the scene answers nothing by itself.
func startAsking(t *testing.T, in Setup) *scene {
	t.Helper()
	sc := start(t, in)
	sc.confirms = false
	return sc
}

func start(t *testing.T, in Setup) *scene {
	t.Helper()
	data, err := json.Marshal(in)
	require.NoError(t, err)
	r := New().(*rules)
	s, err := r.Setup(data, game.SeedFromInt(7), nil)
	require.NoError(t, err)
	sc := &scene{t: t, rules: r, s: s.(*match), confirms: true}
	require.NoError(t, sc.s.Check())
	return sc
}

// counts parses Materia such as "red.circle*2 blue.square".
func counts(text string) Counts {
	c := Counts{}
	for _, word := range strings.Fields(text) {
		name, times, many := strings.Cut(word, "*")
		n := 1
		if many {
			n, _ = strconv.Atoi(times)
		}
		c[name] += n
	}
	return c
}

// learnedSpells parses learned spells such as "red:4:circle violet:5:square".
func learnedSpells(text string) map[string]LearnedSetup {
	spells := map[string]LearnedSetup{}
	for _, word := range strings.Fields(text) {
		part := strings.Split(word, ":")
		level, _ := strconv.Atoi(part[1])
		spells[part[0]] = LearnedSetup{Level: level, Rune: part[2], Fresh: len(part) > 3}
	}
	return spells
}

// spellSets parses the sets of the spells, such as "red:2 violet:3".
func spellSets(text string) map[string]int {
	m := map[string]int{"red": 1}
	for _, word := range strings.Fields(text) {
		colour, set, _ := strings.Cut(word, ":")
		m[colour], _ = strconv.Atoi(set)
	}
	return m
}

// list splits names, in order.
func list(text string) []string { return strings.Fields(text) }

// someMateria returns n Materia of as many kinds as possible, without the named colours.
func someMateria(n int, without ...string) Counts {
	c := Counts{}
	for round := 0; n > 0; round++ {
		for _, name := range cards.MateriaNames {
			colour, _, _ := strings.Cut(name, ".")
			if n > 0 && !slices.Contains(without, colour) {
				c[name]++
				n--
			}
		}
	}
	return c
}

func (sc *scene) decision() game.DecisionText {
	sc.t.Helper()
	var d game.Decision
	require.False(sc.t, sc.s.over, "the match is over")
	require.True(sc.t, sc.s.Decision(sc.s.ask.seat, &d))
	return d.Text(sc.rules)
}

// answer answers the open decision. A choice is an option, an option*n, or an option@group.
func (sc *scene) answer(picks ...string) *scene {
	sc.t.Helper()
	offered := sc.options()
	require.NoError(sc.t, sc.try(picks...), "%v to %+v", picks, offered)
	require.NoError(sc.t, sc.s.Check())
	for sc.confirms && sc.hasOneAnswer() {
		var d game.Decision
		sc.s.Decision(sc.s.ask.seat, &d)
		var ids []string
		for _, p := range game.PlainAnswer(&d) {
			ids = append(ids, sc.rules.OptionID(p.Key)+"*"+strconv.Itoa(int(p.N)))
		}
		require.NoError(sc.t, sc.try(ids...))
	}
	return sc
}

// hasOneAnswer reports whether a question with "back" has only one answer. Payments with a triple or a
// joker do not count.
func (sc *scene) hasOneAnswer() bool {
	if sc.s.over || !sc.s.ask.canDrop || sc.s.stack.Top().jokers > 0 || sc.s.stack.Top().triples > 0 {
		return false
	}
	var d game.Decision
	sc.s.Decision(sc.s.ask.seat, &d)
	options, most := 0, 0
	for _, o := range d.Options {
		if !o.Alone {
			options++
			most += int(o.Max)
		}
	}
	return options == 1 || most == d.Min
}

// refuse requires that an answer is refused.
func (sc *scene) refuse(picks ...string) *scene {
	sc.t.Helper()
	before := game.Hash(sc.s)
	require.Error(sc.t, sc.try(picks...), "%v to %+v", picks, sc.options())
	require.Equal(sc.t, before, game.Hash(sc.s))
	return sc
}

func (sc *scene) try(picks ...string) error {
	var d game.Decision
	sc.s.Decision(sc.s.ask.seat, &d)
	var texts []game.PickText
	for _, pick := range picks {
		text := game.PickText{Option: pick, N: 1}
		if id, group, ok := strings.Cut(text.Option, "@"); ok {
			text.Option, text.Group = id, group
		}
		if id, n, ok := strings.Cut(text.Option, "*"); ok {
			text.Option = id
			text.N, _ = strconv.Atoi(n)
		}
		texts = append(texts, text)
	}
	parsed, err := d.PicksFromText(sc.rules, texts)
	if err != nil {
		return err
	}
	sc.step.Reset()
	if err := sc.s.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: parsed}, &sc.step); err != nil {
		return err
	}
	for i := range sc.step.Events {
		sc.events = append(sc.events, sc.step.Events[i].Kind)
		if sc.step.Events[i].Seat != game.NoSeat {
			sc.own = append(sc.own, sc.step.Events[i].Kind)
		}
	}
	return nil
}

// options lists the ids of the offered options.
func (sc *scene) options() []string {
	var ids []string
	for _, o := range sc.decision().Options {
		ids = append(ids, o.ID)
	}
	return ids
}

func (sc *scene) asks(seat game.Seat, kind string) *scene {
	sc.t.Helper()
	d := sc.decision()
	require.Equal(sc.t, kind, d.Kind, "asked %s of seat %d: %v", d.Kind, d.Seat, sc.options())
	require.Equal(sc.t, seat, d.Seat)
	return sc
}

// asksPhase requires that the seat chooses an action of the phase.
func (sc *scene) asksPhase(seat game.Seat, phase string) *scene {
	sc.t.Helper()
	sc.asks(seat, "action")
	require.Equal(sc.t, phase, sc.decision().Args[0].Text)
	return sc
}

func (sc *scene) offers(ids ...string) *scene {
	sc.t.Helper()
	require.Subset(sc.t, sc.options(), ids)
	return sc
}

// offersOnly requires exactly these options.
func (sc *scene) offersOnly(ids ...string) *scene {
	sc.t.Helper()
	require.ElementsMatch(sc.t, ids, sc.options())
	return sc
}

func (sc *scene) offersNot(ids ...string) *scene {
	sc.t.Helper()
	for _, id := range ids {
		require.NotContains(sc.t, sc.options(), id)
	}
	return sc
}

func (sc *scene) pool(seat game.Seat, want string) *scene {
	sc.t.Helper()
	require.Equal(sc.t, counts(want), sc.s.players[seat].pool.counts(), "pool of seat %d", seat)
	return sc
}

func (sc *scene) poolSize(seat game.Seat, want int) *scene {
	sc.t.Helper()
	require.Equal(sc.t, want, int(sc.s.players[seat].pool.size), "pool of seat %d", seat)
	return sc
}

func (sc *scene) altar(want string) *scene {
	sc.t.Helper()
	require.Equal(sc.t, counts(want), sc.s.altar.counts(), "altar")
	return sc
}

func (sc *scene) box(want string) *scene {
	sc.t.Helper()
	require.Equal(sc.t, counts(want), sc.s.box.counts(), "box")
	return sc
}

func (sc *scene) familiar(seat game.Seat, want string) *scene {
	sc.t.Helper()
	p := &sc.s.players[seat]
	require.Equal(
		sc.t,
		strings.Join(list(want), " "),
		strings.Join(names(p.familiar[:p.storedCount]), " "),
		"Familiar of seat %d",
		seat,
	)
	return sc
}

// level requires this level of a spell. 0 means not learned.
func (sc *scene) level(seat game.Seat, colour string, want int) *scene {
	sc.t.Helper()
	got := sc.s.Public().(*Public).Seats.Get(seatKeys[seat]).Spells.Get(colour)
	if want == 0 {
		require.Nil(sc.t, got, colour)
		return sc
	}
	require.NotNil(sc.t, got, colour)
	require.Equal(sc.t, want, got.Level, colour)
	return sc
}

// happened requires this number of events of the kind.
func (sc *scene) happened(kind string, times int) *scene {
	sc.t.Helper()
	n := 0
	for _, e := range sc.events {
		if e == kind {
			n++
		}
	}
	require.Equal(sc.t, times, n, "%s in %v", kind, sc.events)
	return sc
}

// why returns the reason in the seat's private document for an action.
func (sc *scene) why(seat game.Seat, action string) string {
	sc.t.Helper()
	reason := sc.s.Private(seat).(*Private).Actions.Get(action)
	require.NotNil(sc.t, reason, action)
	return *reason
}

// skipTo skips phases until the seat has to act in the phase.
func (sc *scene) skipTo(seat game.Seat, phase string) *scene {
	sc.t.Helper()
	for range 20 {
		d := sc.decision()
		if d.Kind == "action" && d.Seat == seat && d.Args[0].Text == phase {
			return sc
		}
		if d.Kind == "action" {
			sc.answer("skip")
		} else {
			sc.answer(sc.options()[0])
		}
	}
	require.Fail(sc.t, "never reached", phase)
	return sc
}
