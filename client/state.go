package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"archmage/internal/game"
	"archmage/internal/patch"
)

// State is what a connection has been told of its room.
type State struct {
	You    Person
	Limits Limits
	Room   Room
	// Presence is who is connected.
	Presence Presence
	// Sequence and Seq say which frame of the match came last; they outlive a
	// connection.
	Sequence string
	Seq      uint64
	// Match is the id of that match.
	Match string
	// Decisions are what is asked of this person, and are answered already if
	// they say so.
	Decisions []game.DecisionText
	// Events are the last of the match, the first of them with the number
	// EventsFrom.
	Events     []game.EventText
	EventsFrom int
	// Undo: the last answer can be taken back.
	Undo   bool
	Result *Result
	Clock  Clock
	// Chat are the last lines.
	Chat []ChatLine
	// Bye is why the server has ended the connection, Err why the client has;
	// both are nil while it is open.
	Bye *Bye
	Err error

	public, private document
}

// document is one of the two documents of a match, with patches that wait until
// somebody wants it.
type document struct {
	data    json.RawMessage
	patches []json.RawMessage
}

const (
	// keptEvents and keptChat bound what a State remembers.
	keptEvents = 256
	keptChat   = 50
	// maxPatches is how many patches wait until somebody wants the document.
	maxPatches = 64
)

// Asked returns the decision that waits for an answer of this person, or nil.
func (s *State) Asked() *game.DecisionText {
	for i := range s.Decisions {
		if !s.Decisions[i].Answered {
			return &s.Decisions[i]
		}
	}
	return nil
}

// Seat returns the seat of this person, or game.NoSeat.
func (s *State) Seat() game.Seat {
	for i := range s.Room.Seats {
		if s.Room.Seats[i].Player == s.You.ID {
			return game.Seat(i)
		}
	}
	return game.NoSeat
}

// Documents returns what this person may know of the match: what everybody may,
// and what only this person does. They are JSON with the members of objects sorted
// by name, nil if there is no match or documents are not kept; of a spectator the
// second is nil.
func (s *State) Documents() (public, private json.RawMessage, err error) {
	if public, err = s.public.get(); err == nil {
		private, err = s.private.get()
	}
	return public, private, err
}

// set puts another document in place.
func (d *document) set(data json.RawMessage) {
	d.data, d.patches = data, d.patches[:0]
	if data != nil {
		// In the order of names, as a patched one is.
		d.patches = append(d.patches, json.RawMessage("{}"))
	}
}

// change takes in a patch, nil for none.
func (d *document) change(patch json.RawMessage) error {
	if patch != nil {
		d.patches = append(d.patches, patch)
	}
	if len(d.patches) > maxPatches {
		_, err := d.get()
		return err
	}
	return nil
}

// get applies the patches that wait and returns the document.
func (d *document) get() (json.RawMessage, error) {
	for i, change := range d.patches {
		data, err := patch.Apply(d.data, change)
		if err != nil {
			return nil, fmt.Errorf("client: patch %d of a document: %w", i, err)
		}
		d.data = data
	}
	d.patches = d.patches[:0]
	return d.data, nil
}

// take takes in a frame that tells something about the room; data is the whole
// frame.
func (s *State) take(f *frame, data []byte, keep bool) error {
	switch f.Type {
	case "room":
		var room Room
		if err := json.Unmarshal(data, &room); err != nil {
			return err
		}
		s.Room = room
	case "presence":
		s.Presence = Presence{}
		return json.Unmarshal(data, &s.Presence)
	case "snapshot":
		s.Sequence, s.Seq = f.Sequence, f.Seq
		if err := json.Unmarshal(f.Match, &s.Match); err != nil {
			return err
		}
		s.Events, s.EventsFrom = nil, f.EventsFrom
		s.Result = f.Result
		if keep {
			s.public.set(f.Public)
			s.private.set(f.Private)
		}
		s.takeTurn(f)
		return s.takeEvents(f.Events, keep)
	case "update":
		if f.Seq != s.Seq+1 {
			return fmt.Errorf("client: frame %d follows frame %d", f.Seq, s.Seq)
		}
		s.Seq = f.Seq
		if f.Result != nil {
			s.Result = f.Result
		}
		if keep {
			if err := errors.Join(s.public.change(f.Public), s.private.change(f.Private)); err != nil {
				return err
			}
		}
		s.takeTurn(f)
		return s.takeEvents(f.Events, keep)
	case "clock":
		return json.Unmarshal(data, &s.Clock)
	case "chat":
		var line ChatLine
		if err := json.Unmarshal(data, &line); err != nil {
			return err
		}
		s.say(line)
	}
	return nil
}

// takeEvents takes in events, or only counts them.
func (s *State) takeEvents(list []json.RawMessage, keep bool) error {
	if !keep {
		s.EventsFrom += len(list)
		return nil
	}
	for _, data := range list {
		var event game.EventText
		if err := json.Unmarshal(data, &event); err != nil {
			return err
		}
		s.Events = append(s.Events, event)
	}
	if over := len(s.Events) - keptEvents; over > 0 {
		s.Events = append(s.Events[:0:0], s.Events[over:]...)
		s.EventsFrom += over
	}
	return nil
}

// takeTurn takes in what snapshots and updates say alike.
func (s *State) takeTurn(f *frame) {
	if f.Undo != nil {
		s.Undo = *f.Undo
	}
	if f.Decisions != nil {
		s.Decisions = *f.Decisions
	}
}

// say keeps a line of the chat. After a new connection the last ones come again. A
// line that comes without text is removed.
func (s *State) say(line ChatLine) {
	at := slices.IndexFunc(s.Chat, func(old ChatLine) bool { return old.Number == line.Number })
	switch {
	case line.Text == "" && at >= 0:
		s.Chat = slices.Delete(slices.Clone(s.Chat), at, at+1)
		return
	case line.Text == "" || at >= 0:
		return
	}
	s.Chat = append(s.Chat, line)
	if over := len(s.Chat) - keptChat; over > 0 {
		s.Chat = append(s.Chat[:0:0], s.Chat[over:]...)
	}
}
