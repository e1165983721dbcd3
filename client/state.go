package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"archmage/internal/game"
	"archmage/internal/stream/patch"
)

// State is what a connection knows of its room.
type State struct {
	You    Person
	Limits Limits
	Room   Room
	// Presence is who is connected.
	Presence Presence
	// Sequence and Seq say which frame of the match came last. They are kept when the
	// connection ends.
	Sequence string
	Seq      uint64
	// Match is the id of the current match.
	Match string
	// Decisions are the decisions of this person, including those that say that they are
	// answered.
	Decisions []game.DecisionText
	// Events are the last events of the match. The first of them has the number
	// EventsFrom.
	Events     []game.EventText
	EventsFrom int
	// Undo is true if the last answer can be taken back.
	CanUndo   bool
	Result *Result
	Clock  Clock
	// Chat are the last lines of the chat.
	Chat []ChatLine
	// Bye is why the server has ended the connection, Err why the client has. Both are
	// nil while the connection is open.
	Bye *Bye
	Err error

	public, private document
}

// document is one of the two documents of a match. Patches wait until somebody asks for
// the document.
type document struct {
	data    json.RawMessage
	patches []json.RawMessage
}

const (
	// keptEvents and keptChat bound how many events and lines a State keeps.
	maxEvents = 256
	maxLines   = 50
	// maxPatches bounds how many patches wait.
	maxPatches = 64
)

// Asked returns the decision that waits for an answer of this person, or nil.
func (s *State) OpenDecision() *game.DecisionText {
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

// Documents returns the public document of the match and the private one of this person,
// as JSON with the members of objects sorted by name. Both are nil if there is no match
// or documents are not kept; for a spectator, private is nil.
func (s *State) Documents() (public, private json.RawMessage, err error) {
	if public, err = s.public.get(); err == nil {
		private, err = s.private.get()
	}
	return public, private, err
}

// set replaces the document.
func (d *document) set(data json.RawMessage) {
	d.data, d.patches = data, d.patches[:0]
	if data != nil {
		// An empty patch sorts the members by name, as in a patched document.
		d.patches = append(d.patches, json.RawMessage("{}"))
	}
}

// change adds a patch; nil means none.
func (d *document) addPatch(patch json.RawMessage) error {
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

// take applies a frame about the room. data is the whole frame.
func (s *State) apply(f *frame, data []byte, keep bool) error {
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
		s.applyDecisions(f)
		return s.addEvents(f.Events, keep)
	case "update":
		if f.Seq != s.Seq+1 {
			return fmt.Errorf("client: frame %d follows frame %d", f.Seq, s.Seq)
		}
		s.Seq = f.Seq
		if f.Result != nil {
			s.Result = f.Result
		}
		if keep {
			if err := errors.Join(s.public.addPatch(f.Public), s.private.addPatch(f.Private)); err != nil {
				return err
			}
		}
		s.applyDecisions(f)
		return s.addEvents(f.Events, keep)
	case "clock":
		return json.Unmarshal(data, &s.Clock)
	case "chat":
		var line ChatLine
		if err := json.Unmarshal(data, &line); err != nil {
			return err
		}
		s.addLine(line)
	}
	return nil
}

// takeEvents adds events or, unless keep is true, only counts them.
func (s *State) addEvents(list []json.RawMessage, keep bool) error {
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
	if over := len(s.Events) - maxEvents; over > 0 {
		s.Events = append(s.Events[:0:0], s.Events[over:]...)
		s.EventsFrom += over
	}
	return nil
}

// takeTurn applies the fields that snapshots and updates share.
func (s *State) applyDecisions(f *frame) {
	if f.Undo != nil {
		s.CanUndo = *f.Undo
	}
	if f.Decisions != nil {
		s.Decisions = *f.Decisions
	}
}

// say adds a line of the chat, unless it is there already: after a reconnection the last
// lines come again. A line without text has been removed.
func (s *State) addLine(line ChatLine) {
	at := slices.IndexFunc(s.Chat, func(old ChatLine) bool { return old.Number == line.Number })
	switch {
	case line.Text == "" && at >= 0:
		s.Chat = slices.Delete(slices.Clone(s.Chat), at, at+1)
		return
	case line.Text == "" || at >= 0:
		return
	}
	s.Chat = append(s.Chat, line)
	if over := len(s.Chat) - maxLines; over > 0 {
		s.Chat = append(s.Chat[:0:0], s.Chat[over:]...)
	}
}
