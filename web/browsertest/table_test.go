package browsertest

import (
	_ "embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// tableScript reads the table of a page. Every page has it.
//
//go:embed table.js
var tableScript string

// A table is the content of a match's page at one moment.
type table struct {
	// Changes is the number of changes of the page so far.
	Changes int
	// Status is the status of the room: playing or finished.
	Status string
	// Question is the text in the bar.
	Question string
	// Asked is true if this person is asked something.
	Asked bool
	// Kept is true if the person has answered and can still change the answer.
	Kept bool
	// Sending is true while an answer is being sent.
	Sending bool
	// Opened is true if an element has been pressed and shows its options.
	Opened bool
	// Refused is the text of a refusal.
	Refused string
	Ways    []way
}

// A way is an element to press that advances the answer.
type way struct {
	N                       int
	Kind, Name, Ref, Option string
}

func (p *person) table() table {
	p.t.Helper()
	return evaluate[table](p, "table.look()")
}

// mayAct reports whether this person can do something now.
func (t table) mayAct() bool { return t.Asked && !t.Kept && !t.Sending && t.Status == "playing" }

func (t table) of(kinds ...string) []way {
	var list []way
	for _, kind := range kinds {
		for _, way := range t.Ways {
			if way.Kind == kind {
				list = append(list, way)
			}
		}
	}
	return list
}

// A manner describes how a simulated person plays.
type manner struct {
	// stays is how rarely the person does nothing: once in this many times.
	stays int
	// likes are prefixes of preferred options, or of what elements refer to, in the order of preference.
	likes []string
	// forward is true if the person goes back only if there is no other way.
	forward bool
}

// first returns the ways that the manner prefers.
func (m manner) first(ways []way) []way {
	for _, start := range m.likes {
		liked := slices.DeleteFunc(slices.Clone(ways), func(w way) bool {
			return !strings.HasPrefix(w.Ref, start) && !strings.HasPrefix(w.Option, start)
		})
		if len(liked) > 0 {
			return liked
		}
	}
	return nil
}

// choose selects a random way, preferring those that complete an answer.
func (t table) choose(random *rand.Rand, like manner) (way, bool) {
	one := func(list []way) (way, bool) {
		if len(list) == 0 {
			return way{}, false
		}
		return list[random.IntN(len(list))], true
	}
	if t.Opened {
		if way, ok := one(t.of("put", "option")); ok {
			return way, true
		}
	}
	parts, send, alone := t.of("option", "thing"), t.of("send"), t.of("alone")
	done := slices.DeleteFunc(slices.Clone(alone), func(w way) bool { return w.Option == "back" })
	if like.forward && len(done)+len(parts)+len(send) > 0 {
		alone = done
	}
	liked := like.first(parts)
	switch {
	case len(send) > 0 && random.IntN(4) > 0:
		return one(send)
	case len(liked) > 0:
		return one(liked)
	case len(done) > 0 && random.IntN(like.stays) == 0:
		return one(done)
	case len(alone) > 0 && random.IntN(16) == 0:
		return one(alone)
	case len(parts) > 0:
		return one(parts)
	case len(send) > 0:
		return one(send)
	}
	return one(alone)
}

// A hand presses one of the ways that a page offers, or returns why it cannot.
type hand func(p *person, w way) error

// byPointer presses with mouse or finger.
func byPointer(p *person, w way) error {
	p.t.Helper()
	return p.tryClick(expression(fmt.Sprintf("table.way(%d)", w.N)))
}

// act does one thing that the page offers, if it is this person's turn, and waits until the page has changed.
// before is the last state of the page. It reports whether it did something. If the page has moved on so that
// the element cannot be pressed, it returns an error.
func (p *person) act(before table, random *rand.Rand, like manner, by hand) (bool, error) {
	p.t.Helper()
	if !before.mayAct() {
		return false, nil
	}
	if before.Refused != "" {
		p.t.Fatalf("%s was refused: %s (%s)", p.name, before.Refused, before.Question)
	}
	way, ok := before.choose(random, like)
	if !ok {
		return false, fmt.Errorf("%s is asked %q and nothing can be pressed", p.name, before.Question)
	}
	if err := by(p, way); err != nil {
		return false, fmt.Errorf(
			"%s is asked %q and cannot press %q (%s %s): %w",
			p.name, before.Question, way.Name, way.Kind, way.Ref, err,
		)
	}
	p.nextFrame()
	p.eventually(
		fmt.Sprintf("see what %q (%s %s%s) does, asked %q", way.Name, way.Kind, way.Ref, way.Option, before.Question),
		func() error {
			if now := evaluate[int](p, "table.changes()"); now == before.Changes {
				return fmt.Errorf("the page does not change")
			}
			return nil
		},
	)
	return true, nil
}

// A match lets several people play together at one table.
type match struct {
	players []*person
	random  *rand.Rand
	hand    hand
	manner  manner
	// each is called whenever a player gets a new question.
	each func(p *person, t table)
	// keyOf tells questions apart, by default by their text.
	keyOf func(p *person, t table) string

	// quick lets hands press again before the page has reacted.
	quick bool

	asked map[*person]string
	// actions counts the presses of the players.
	actions int
}

func newMatch(seed uint64, players ...*person) *match {
	return &match{
		players: players,
		random:  rand.New(rand.NewPCG(seed, 0)),
		hand:    byPointer,
		manner:  manner{stays: 16},
		each:    func(p *person, now table) { p.checkPage(now.Question) },
		keyOf:   func(_ *person, now table) string { return now.Question },
		asked:   map[*person]string{},
	}
}

// playUntil plays until holds returns true. It is called before every action.
func (m *match) playUntil(what string, holds func() bool) {
	first := m.players[0]
	first.t.Helper()
	for _, p := range m.players {
		p.forgetNames()
	}
	last := time.Now()
	for !holds() {
		acted := false
		var obstacle error
		for _, p := range m.players {
			did, err := m.turn(p)
			if did {
				acted = true
				m.actions++
			}
			obstacle = errors.Join(obstacle, err)
		}
		if acted {
			last = time.Now()
			continue
		}
		if time.Since(last) > patience {
			first.t.Fatalf("after %d actions nobody can go on, and not yet: %s\n%v", m.actions, what, obstacle)
		}
		waitForChange(longest, m.players...)
	}
}

func (m *match) turn(p *person) (bool, error) {
	p.t.Helper()
	now := p.table()
	if now.mayAct() {
		if key := m.keyOf(p, now); key != m.asked[p] {
			m.asked[p] = key
			m.each(p, now)
		}
	}
	if m.quick {
		return p.actQuickly(now, m.random, m.manner)
	}
	return p.act(now, m.random, m.manner, m.hand)
}

// actQuickly presses something on the page, whether or not the question has just changed or an answer is
// being sent, and waits only for the hand: 60 to 300 milliseconds.
func (p *person) actQuickly(now table, random *rand.Rand, like manner) (bool, error) {
	p.t.Helper()
	if !now.Asked || now.Kept || now.Status != "playing" {
		return false, nil
	}
	way, ok := now.choose(random, like)
	if !ok {
		return false, fmt.Errorf("%s is asked %q and nothing can be pressed", p.name, now.Question)
	}
	p.pressPoint(evaluate[point](p, fmt.Sprintf("table.middle(%d)", way.N)))
	time.Sleep(time.Duration(60+random.IntN(240)) * time.Millisecond)
	return true, nil
}

// waitForEffectOfPresses waits until each press has had a visible effect.
func (p *person) waitForEffectOfPresses() {
	p.t.Helper()
	p.eventually("see what the last presses did", func() error {
		if left := evaluate[[]string](p, "table.unheeded()"); len(left) > 0 {
			return fmt.Errorf("nothing is to be seen of %q", left)
		}
		return nil
	})
}

// play plays a number of actions, or until the end.
func (m *match) play(actions int) {
	m.players[0].t.Helper()
	until := m.actions + actions
	m.playUntil("enough actions", func() bool { return m.actions >= until || m.over() })
}

// playOn plays a number of actions, or to the end in a thorough run.
func (m *match) playOn(actions int) {
	m.players[0].t.Helper()
	if thorough() {
		m.playToEnd()
	} else {
		m.play(actions)
	}
}

// playToEnd plays until the match is over on all pages.
func (m *match) playToEnd() {
	m.players[0].t.Helper()
	m.playUntil("the end of the match", m.over)
}

func (m *match) over() bool {
	for _, p := range m.players {
		if evaluate[string](p, "table.status()") != "finished" {
			return false
		}
	}
	return true
}
