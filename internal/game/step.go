package game

import (
	"bytes"
	"encoding/json"
	"sync"

	"archmage/internal/coded"
)

// Fact is one named detail of an event or a prompt: a number or a short id.
type Fact struct {
	Name string
	// Int is the value if Text is empty.
	Int  int
	Text string
}

// Int returns a fact that is a number.
func Int[T ~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32](name string, n T) Fact {
	return Fact{Name: name, Int: int(n)}
}

// NonZero returns a fact that is a number. Events omit it if it is 0.
func NonZero[T ~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32](name string, n T) Fact {
	if n == 0 {
		return Fact{}
	}
	return Int(name, n)
}

// ID returns a fact that is a short id, such as "winter".
func ID(name, id string) Fact { return Fact{Name: name, Text: id} }

// Facts is a list of facts with distinct names.
type Facts []Fact

// Get returns the number with the given name.
func (f Facts) Get(name string) (int, bool) {
	for i := range f {
		if f[i].Name == name && f[i].Text == "" {
			return f[i].Int, true
		}
	}
	return 0, false
}

// MarshalJSON writes the facts as one object, in their order.
func (f Facts) MarshalJSON() ([]byte, error) { return f.AppendJSON(nil), nil }

// UnmarshalJSON reads what MarshalJSON wrote.
func (f *Facts) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	if _, err := decoder.Token(); err != nil {
		return err
	}
	*f = Facts{}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		var value any
		if err := decoder.Decode(&value); err != nil {
			return err
		}
		fact := Fact{}
		fact.Name, _ = name.(string)
		switch value := value.(type) {
		case float64:
			fact.Int = int(value)
		case string:
			fact.Text = value
		default:
			return coded.Malformedf("a fact is a number or a text")
		}
		*f = append(*f, fact)
	}
	return nil
}

// Event is something that happened, for the log and for animations. Events contain nothing that is
// needed to continue the match: the documents contain all of that.
type Event struct {
	// Kind is the type of event. docs/match-events.md lists the kinds of each game.
	Kind string
	// Seat is the player the event belongs to, or NoSeat.
	Seat Seat
	// Public has the facts for all viewers.
	Public Facts
	// Private has the facts for the seats in To only.
	Private Facts
	To      Seats
}

// Step collects the events of one answer. It can be reused after Reset. On a nil Step the
// collecting methods do nothing, so that rules run the same with and without one.
type Step struct {
	Events []Event
	// Shown is the set of seats that were shown something hidden from them (a card drawn, looked at
	// or received). ShownToAll means that all viewers were. Neither includes what a player chose to
	// show.
	Shown      Seats
	ShownToAll bool
	// Random means that a die was rolled or something was shuffled.
	Random bool

	facts []Fact
}

// Reset empties the step and keeps its memory.
func (s *Step) Reset() { *s = Step{Events: s.Events[:0], facts: s.facts[:0]} }

// BorrowStep returns an empty step for a short use, such as one answer of a match. It saves
// allocations.
func BorrowStep() *Step { return steps.Get().(*Step) }

// GiveBack returns a borrowed step to the pool. The caller must not use the step or its events
// afterwards.
func (s *Step) GiveBack() {
	clear(s.Events)
	s.Reset()
	steps.Put(s)
}

var steps = sync.Pool{New: func() any { return new(Step) }}

// Copy returns a copy of the events that shares nothing with the step and has no spare capacity.
func (s *Step) Copy() []Event {
	if len(s.Events) == 0 {
		return nil
	}
	n := 0
	for i := range s.Events {
		n += len(s.Events[i].Public) + len(s.Events[i].Private)
	}
	result := Step{Events: make([]Event, len(s.Events)), facts: make([]Fact, 0, n)}
	for i, event := range s.Events {
		if event.Public != nil {
			event.Public = result.store(event.Public)
		}
		if event.Private != nil {
			event.Private = result.store(event.Private)
		}
		result.Events[i] = event
	}
	return result.Events
}

// Add appends an event with its public facts.
func (s *Step) Add(kind string, seat Seat, public ...Fact) {
	if s == nil {
		return
	}
	s.Events = append(s.Events, Event{Kind: kind, Seat: seat, Public: s.store(public)})
}

// AddPrivate appends an event with one private fact, which the seats in to already know.
func (s *Step) AddPrivate(kind string, seat Seat, to Seats, private Fact, public ...Fact) {
	if s == nil {
		return
	}
	start := len(s.facts)
	s.facts = append(s.facts, private)
	s.Events = append(s.Events, Event{
		Kind: kind, Seat: seat, Private: s.factsFrom(start), Public: s.store(public), To: to,
	})
}

// AddSecret appends an event with one private fact that was hidden from the seats in to, and marks
// it as shown to them.
func (s *Step) AddSecret(kind string, seat Seat, to Seats, secret Fact, public ...Fact) {
	s.AddPrivate(kind, seat, to, secret, public...)
	s.MarkShown(to)
}

// MarkShown records that something hidden was shown to the seats.
func (s *Step) MarkShown(to Seats) {
	if s != nil {
		s.Shown |= to
	}
}

// MarkShownToAll records that something hidden was shown to all viewers.
func (s *Step) MarkShownToAll() {
	if s != nil {
		s.ShownToAll = true
	}
}

// MarkRandom records that a die was rolled or something was shuffled.
func (s *Step) MarkRandom() {
	if s != nil {
		s.Random = true
	}
}

// store copies facts into the memory of the step, without the empty facts that NonZero returns for
// 0.
func (s *Step) store(facts []Fact) Facts {
	start := len(s.facts)
	for i := range facts {
		if facts[i].Name != "" {
			s.facts = append(s.facts, facts[i])
		}
	}
	return s.factsFrom(start)
}

func (s *Step) factsFrom(start int) Facts { return Facts(s.facts[start:len(s.facts):len(s.facts)]) }

// Undoable reports whether a room may undo the step: nothing hidden was shown and nothing random
// happened.
func (s *Step) Undoable() bool { return s.Shown == 0 && !s.ShownToAll && !s.Random }

// Outcome is the result of a finished match.
type Outcome struct {
	// Places has one entry per seat, best first. In a solo game, and in a game in which all players are one
	// team, it also has one for the virtual opponent, with the seat -1.
	Places []Place `json:"places"`
	// Rounds is the number of rounds played.
	Rounds int `json:"rounds"`
}

// Place is one player's result.
type Place struct {
	Seat Seat `json:"seat"`
	// Team is the player's team, from 1, or 0 in a game without teams. The players of a team share
	// rank, total and tie-breaks. Either all players have a team or none.
	Team int `json:"team,omitempty"`
	// Rank counts from 1. Tied players share a rank.
	Rank int `json:"rank"`
	// Total is the final score, the sum of Parts.
	Total int    `json:"total"`
	Parts []Part `json:"parts"`
	// TieBreaks decide between equal totals. They are compared in order, and more is better.
	TieBreaks []int `json:"tieBreaks"`
}

// Part is one source of a score.
type Part struct {
	// Source names where the points come from, as in "crystals".
	Source string `json:"source"`
	// Args give details, such as the number of the card.
	Args Facts `json:"args"`
	// Points may be negative.
	Points int `json:"points"`
}

// Rank fills in the ranks of places that are already sorted, best first. Places with equal totals
// and tie-breaks share a rank.
func Rank(places []Place) {
	for i := range places {
		places[i].Rank = i + 1
		if i > 0 && !places[i-1].isBetter(&places[i]) {
			places[i].Rank = places[i-1].Rank
		}
	}
}

// isBetter reports whether p beats q.
func (p *Place) isBetter(q *Place) bool {
	if p.Total != q.Total {
		return p.Total > q.Total
	}
	for i := range min(len(p.TieBreaks), len(q.TieBreaks)) {
		if p.TieBreaks[i] != q.TieBreaks[i] {
			return p.TieBreaks[i] > q.TieBreaks[i]
		}
	}
	return false
}
