package client

import (
	"encoding/json"
	"fmt"

	"archmage/internal/game"
	"archmage/internal/patch"
)

// State is what a connection has been told of its room.
type State struct {
	You    Person
	Limits Limits
	Room   Room
	// Life and Seq say which frame of the match came last; they outlive a
	// connection.
	Life, Seq uint64
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

	view    json.RawMessage
	patches []json.RawMessage
}

const (
	// keptEvents and keptChat bound what a State remembers.
	keptEvents = 256
	keptChat   = 50
	// maxPatches is how many patches wait until somebody wants the view.
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

// View returns what this person may know of the match, the members of both
// documents in one object: as JSON with the members of objects sorted by name,
// or nil if there is none or views are not kept.
func (s *State) View() (json.RawMessage, error) {
	if err := s.bringUpToDate(); err != nil {
		return nil, err
	}
	return s.view, nil
}

// bringUpToDate applies the patches that wait.
func (s *State) bringUpToDate() error {
	for i, change := range s.patches {
		view, err := patch.Apply(s.view, change)
		if err != nil {
			return fmt.Errorf("client: patch %d of the view: %w", i, err)
		}
		s.view = view
	}
	s.patches = s.patches[:0]
	return nil
}

// take takes in a frame that tells something about the room; data is the whole
// frame.
func (s *State) take(f *frame, data []byte, keepView bool) error {
	switch f.Type {
	case "room":
		var room Room
		if err := json.Unmarshal(data, &room); err != nil {
			return err
		}
		s.Room = room
	case "snapshot":
		s.Life, s.Seq = f.Life, f.Seq
		s.Events, s.EventsFrom = nil, f.EventsFrom
		if err := s.takeEvents(f.Events, keepView); err != nil {
			return err
		}
		s.Result = f.Result
		s.view, s.patches = nil, nil
		if keepView {
			// In the order of names, as a patched view is.
			s.view, s.patches = f.View, append(s.patches, json.RawMessage("{}"))
			if f.Own != nil {
				s.patches = append(s.patches, f.Own)
			}
		}
		s.takeTurn(f)
	case "update":
		if f.Seq != s.Seq+1 {
			return fmt.Errorf("client: frame %d follows frame %d", f.Seq, s.Seq)
		}
		s.Seq = f.Seq
		if err := s.takeEvents(f.Events, keepView); err != nil {
			return err
		}
		if f.Result != nil {
			s.Result = f.Result
		}
		for _, change := range []json.RawMessage{f.Patch, f.Own} {
			if keepView && change != nil {
				s.patches = append(s.patches, change)
			}
		}
		if len(s.patches) > maxPatches {
			if err := s.bringUpToDate(); err != nil {
				return err
			}
		}
		s.takeTurn(f)
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
	s.Undo = f.Undo
	if f.Decisions != nil {
		s.Decisions = *f.Decisions
	}
}

// say keeps a line of the chat; whoever comes back hears the last ones again.
func (s *State) say(line ChatLine) {
	for i := range s.Chat {
		if s.Chat[i].Number == line.Number {
			return
		}
	}
	s.Chat = append(s.Chat, line)
	if over := len(s.Chat) - keptChat; over > 0 {
		s.Chat = append(s.Chat[:0:0], s.Chat[over:]...)
	}
}
