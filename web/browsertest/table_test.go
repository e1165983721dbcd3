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

// tableScript is what a person looks at; it is in every page.
//
//go:embed table.js
var tableScript string

// A table is what a page of a match shows at one moment.
type table struct {
	// Changes counts the changes of the page so far.
	Changes int
	// Status is that of the room: playing, finished.
	Status string
	// Question is the question in the bar, or what is said there instead.
	Question string
	// Asked tells whether something is asked of this person.
	Asked bool
	// Kept tells that the person has answered and may still change the answer.
	Kept bool
	// Sending tells that the answer is under way.
	Sending bool
	// Opened tells that one thing has been pressed and its options are shown.
	Opened bool
	// Refused is what the page says of a refusal.
	Refused string
	Ways    []way
}

// A way is something to press that leads on.
type way struct {
	N                       int
	Kind, Name, Ref, Option string
}

func (p *person) table() table {
	p.t.Helper()
	return evaluate[table](p, "table.look()")
}

// mayAct tells whether it is this person's to do something.
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

// A manner is how a person plays.
type manner struct {
	// stays is how rarely the person does nothing: once in so many times.
	stays int
	// likes are beginnings of options, or of what things refer to: what has the
	// first of them is chosen, if there is any, else what has the second.
	likes []string
	// forward: the person goes back from what is begun only where nothing else leads on.
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

// choose draws one of the ways on, preferring those that complete an answer.
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

// A hand presses one of the ways on that a page offers, or says why it cannot.
type hand func(p *person, w way) error

// byPointer presses with mouse or finger.
func byPointer(p *person, w way) error {
	p.t.Helper()
	return p.tryClick(expression(fmt.Sprintf("table.way(%d)", w.N)))
}

// act does one thing of those that the page offers, if it is this person's turn
// to act, and waits until the page has changed; before is the last look at the
// page. It reports whether it did. What cannot be pressed, because the page has gone
// on meanwhile, is an error.
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
	p.until(
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

// A match is what several people play together at one table.
type match struct {
	players []*person
	random  *rand.Rand
	hand    hand
	manner  manner
	// each is called for a player who is asked something else than before.
	each func(p *person, t table)

	// quick hands press anew before the page has answered.
	quick bool

	asked map[*person]string
	// actions counts what the players have pressed.
	actions int
}

func newMatch(seed uint64, players ...*person) *match {
	return &match{
		players: players,
		random:  rand.New(rand.NewPCG(seed, 0)),
		hand:    byPointer,
		manner:  manner{stays: 16},
		each:    func(p *person, now table) { p.checkPage(now.Question) },
		asked:   map[*person]string{},
	}
}

// playUntil plays until something holds that is asked before every action.
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
	if now.mayAct() && now.Question != m.asked[p] {
		m.asked[p] = now.Question
		m.each(p, now)
	}
	if m.quick {
		return p.actQuickly(now, m.random, m.manner)
	}
	return p.act(now, m.random, m.manner, m.hand)
}

// actQuickly presses something that the page shows, whether or not the question has
// just changed or an answer is under way, and waits for nothing but the hand: 60 to
// 300 milliseconds.
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

// everyPressHeeded waits until something was to be seen of every press.
func (p *person) everyPressHeeded() {
	p.t.Helper()
	p.until("see what the last presses did", func() error {
		if left := evaluate[[]string](p, "table.unheeded()"); len(left) > 0 {
			return fmt.Errorf("nothing is to be seen of %q", left)
		}
		return nil
	})
}

// play plays for a number of actions, or to the end.
func (m *match) play(actions int) {
	m.players[0].t.Helper()
	until := m.actions + actions
	m.playUntil("enough actions", func() bool { return m.actions >= until || m.over() })
}

// playOn plays for a number of actions, and to the end in a thorough run.
func (m *match) playOn(actions int) {
	m.players[0].t.Helper()
	if thorough() {
		m.playToEnd()
	} else {
		m.play(actions)
	}
}

// playToEnd plays until the match is over for everybody.
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
