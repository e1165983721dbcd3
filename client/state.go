package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"archmage/internal/game"
	"archmage/internal/stream/patch"
)

// State is the current state of a room, as the client sees it.
type State struct {
	You    Person
	Limits Limits
	Room   Room
	// Presence has the persons who are connected.
	Presence Presence
	// Sequence and Seq identify the last frame of the match. They stay when the connection ends.
	Sequence string
	Seq      uint64
	// Match is the id of the current match.
	Match string
	// Decisions are the decisions of this person, including those that are answered already.
	Decisions []game.DecisionText
	// Events are the last events of the match, at most 256. EventsFrom is the number of the first
	// event in Events.
	Events     []game.EventText
	EventsFrom int
	// CanUndo is true if this person can take the last answer back.
	CanUndo bool
	Result  *Result
	Clock   Clock
	// Chat has the last lines of the chat, at most 50.
	Chat []ChatLine
	// Bye is the bye frame with which the server has ended the connection. Err is the error of
	// reading. Bye and Err are nil while the connection is open.
	Bye *Bye
	Err error

	public, private document
}

// document is one of the two documents of a match. Patches are applied when the document is read.
type document struct {
	data    json.RawMessage
	patches []json.RawMessage
}

const (
	// maxEvents and maxLines are the numbers of events and of chat lines that a State keeps.
	maxEvents = 256
	maxLines  = 50
	// maxPatches is the maximum number of patches that wait to be applied.
	maxPatches = 64
)

// OpenDecision returns the first decision that waits for an answer of this person, or nil.
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

// Documents returns the public document of the match and the private one of this person, as JSON with
// the members of objects sorted by name. Both documents are nil if there is no match or documents are
// not kept. For a spectator, private is nil.
func (s *State) Documents() (public, private json.RawMessage, err error) {
	if public, err = s.public.get(); err == nil {
		private, err = s.private.get()
	}
	return public, private, err
}

func (d *document) set(data json.RawMessage) {
	d.data, d.patches = data, d.patches[:0]
	if data != nil {
		// The empty patch sorts the members by name, as they are in a patched document.
		d.patches = append(d.patches, json.RawMessage("{}"))
	}
}

// addPatch adds a patch; nil means none.
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

// get applies the waiting patches and returns the document.
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

// apply applies a frame about the room. data is the whole frame.
func (s *State) apply(f *frame, data []byte, keepDocuments bool) error {
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
		if keepDocuments {
			s.public.set(f.Public)
			s.private.set(f.Private)
		}
		s.applyDecisions(f)
		return s.addEvents(f.Events, keepDocuments)
	case "update":
		if f.Seq != s.Seq+1 {
			return fmt.Errorf("client: frame %d follows frame %d", f.Seq, s.Seq)
		}
		s.Seq = f.Seq
		if f.Result != nil {
			s.Result = f.Result
		}
		if keepDocuments {
			if err := errors.Join(s.public.addPatch(f.Public), s.private.addPatch(f.Private)); err != nil {
				return err
			}
		}
		s.applyDecisions(f)
		return s.addEvents(f.Events, keepDocuments)
	case "clock":
		s.Clock = Clock{}
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

// addEvents adds events, or only counts them if documents are not kept.
func (s *State) addEvents(list []json.RawMessage, keepDocuments bool) error {
	if !keepDocuments {
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
	if surplus := len(s.Events) - maxEvents; surplus > 0 {
		s.Events = append(s.Events[:0:0], s.Events[surplus:]...)
		s.EventsFrom += surplus
	}
	return nil
}

// applyDecisions applies the fields that snapshots and updates share.
func (s *State) applyDecisions(f *frame) {
	if f.Undo != nil {
		s.CanUndo = *f.Undo
	}
	if f.Decisions != nil {
		s.Decisions = *f.Decisions
	}
}

// addLine adds a line of the chat, unless the state has it: after a reconnection the last lines
// arrive again. A line without text was removed.
func (s *State) addLine(line ChatLine) {
	index := slices.IndexFunc(s.Chat, func(old ChatLine) bool { return old.Number == line.Number })
	switch {
	case line.Text == "" && index >= 0:
		s.Chat = slices.Delete(slices.Clone(s.Chat), index, index+1)
		return
	case line.Text == "" || index >= 0:
		return
	}
	s.Chat = append(s.Chat, line)
	if surplus := len(s.Chat) - maxLines; surplus > 0 {
		s.Chat = append(s.Chat[:0:0], s.Chat[surplus:]...)
	}
}
