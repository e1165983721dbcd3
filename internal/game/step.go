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
	// Int is the value, unless Text is not empty.
	Int  int
	Text string
}

// Int returns a fact that is a number.
func Int[T ~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32](name string, n T) Fact {
	return Fact{Name: name, Int: int(n)}
}

// NonZero returns a fact that is a number; an event leaves it out if it is 0.
func NonZero[T ~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32](name string, n T) Fact {
	if n == 0 {
		return Fact{}
	}
	return Int(name, n)
}

// ID returns a fact that is a short id, such as "winter".
func ID(name, id string) Fact { return Fact{Name: name, Text: id} }

// Facts is a list of facts with different names.
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

// Event is one thing that happened, for the log and for animations. It holds
// nothing that must be known to go on playing: the documents have all of that.
type Event struct {
	// Kind says what happened; docs/events.md lists the kinds of each game.
	Kind string
	// Seat is whose event it is, or NoSeat.
	Seat Seat
	// Public is what everybody learns.
	Public Facts
	// Private is what only the seats in To learn besides.
	Private Facts
	To      Seats
}

// Step collects what one answer brought about. It may be reused after Reset. All methods that
// collect do nothing on a nil Step, so that rules run the same with and without one.
type Step struct {
	Events []Event
	// Shown is the set of seats that were shown something that was hidden
	// from them (a card drawn, looked at or received), ShownToAll whether
	// everybody was, other than by a player's choice to show it.
	Shown      Seats
	ShownToAll bool
	// Random: a die was rolled or something was shuffled.
	Random bool

	facts []Fact
}

// Reset empties the step and keeps its memory.
func (s *Step) Reset() { *s = Step{Events: s.Events[:0], facts: s.facts[:0]} }

// BorrowStep returns an empty step for a short use, such as one answer of a match.
// It saves the allocations of a step that grows.
func BorrowStep() *Step { return steps.Get().(*Step) }

// GiveBack ends the use of a borrowed step and of all that is in it.
func (s *Step) GiveBack() {
	clear(s.Events)
	s.Reset()
	steps.Put(s)
}

var steps = sync.Pool{New: func() any { return new(Step) }}

// Copy returns a copy of the events that shares nothing with the step and takes no
// more memory than it needs.
func (s *Step) Copy() []Event {
	if len(s.Events) == 0 {
		return nil
	}
	n := 0
	for i := range s.Events {
		n += len(s.Events[i].Public) + len(s.Events[i].Private)
	}
	into := Step{Events: make([]Event, len(s.Events)), facts: make([]Fact, 0, n)}
	for i, event := range s.Events {
		if event.Public != nil {
			event.Public = into.keep(event.Public)
		}
		if event.Private != nil {
			event.Private = into.keep(event.Private)
		}
		into.Events[i] = event
	}
	return into.Events
}

// Add appends an event with its public facts.
func (s *Step) Add(kind string, seat Seat, public ...Fact) {
	if s == nil {
		return
	}
	s.Events = append(s.Events, Event{Kind: kind, Seat: seat, Public: s.keep(public)})
}

// AddPrivate appends an event with one private fact for the seats in to, who know it already.
func (s *Step) AddPrivate(kind string, seat Seat, to Seats, private Fact, public ...Fact) {
	if s == nil {
		return
	}
	at := len(s.facts)
	s.facts = append(s.facts, private)
	s.Events = append(s.Events, Event{
		Kind: kind, Seat: seat, Private: s.since(at), Public: s.keep(public), To: to,
	})
}

// AddSecret appends an event with one private fact and marks the seats in to
// as shown something that was hidden from them.
func (s *Step) AddSecret(kind string, seat Seat, to Seats, secret Fact, public ...Fact) {
	s.AddPrivate(kind, seat, to, secret, public...)
	s.MarkShown(to)
}

// MarkShown marks the seats as shown something that was hidden from them.
func (s *Step) MarkShown(to Seats) {
	if s != nil {
		s.Shown |= to
	}
}

// MarkShownToAll notes that everybody was shown something hidden.
func (s *Step) MarkShownToAll() {
	if s != nil {
		s.ShownToAll = true
	}
}

// MarkRandom notes that a die was rolled or something was shuffled.
func (s *Step) MarkRandom() {
	if s != nil {
		s.Random = true
	}
}

// keep copies facts into the step's own memory, without those of NonZero that are 0.
func (s *Step) keep(facts []Fact) Facts {
	at := len(s.facts)
	for i := range facts {
		if facts[i].Name != "" {
			s.facts = append(s.facts, facts[i])
		}
	}
	return s.since(at)
}

// since returns the facts that were kept from the given place on.
func (s *Step) since(at int) Facts { return Facts(s.facts[at:len(s.facts):len(s.facts)]) }

// Undoable reports whether a room may take the step back: nothing hidden was
// shown to anybody and nothing random happened.
func (s *Step) Undoable() bool { return s.Shown == 0 && !s.ShownToAll && !s.Random }

// Outcome is the result of a finished match.
type Outcome struct {
	// Places has one entry a seat, best first, and in a solo game one for the
	// virtual opponent (NoSeat).
	Places []Place `json:"places"`
	// Rounds is the number of rounds played.
	Rounds int `json:"rounds"`
}

// Place is one player's result.
type Place struct {
	Seat Seat `json:"seat"`
	// Rank counts from 1; players who are still tied share it.
	Rank int `json:"rank"`
	// Total is the final score, the sum of Parts.
	Total int    `json:"total"`
	Parts []Part `json:"parts"`
	// TieBreaks are the numbers that decide between equal totals, compared in
	// order, more is better.
	TieBreaks []int `json:"tieBreaks"`
}

// Part is one source of a score.
type Part struct {
	// Source names where the points come from, as in "crystals".
	Source string `json:"source"`
	// Args say more about it, as the number of the card.
	Args Facts `json:"args"`
	// Points may be negative.
	Points int `json:"points"`
}

// Rank sorts nothing: it fills in the ranks of places that are sorted best
// first; equal totals and tie-breaks share a rank.
func Rank(places []Place) {
	for i := range places {
		places[i].Rank = i + 1
		if i > 0 && !places[i-1].better(&places[i]) {
			places[i].Rank = places[i-1].Rank
		}
	}
}

// better reports whether p beats q.
func (p *Place) better(q *Place) bool {
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
