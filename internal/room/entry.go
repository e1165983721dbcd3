package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"archmage/internal/game"
	"archmage/internal/strict"
)

// Kind is what an entry of a room's log is about, and what a command asks for.
type Kind string

// Entry is one entry of a room's log: everything that changes a room goes
// through one, and a room is nothing but the result of its entries.
type Entry struct {
	// At is the server's time.
	At int64 `json:"at"`
	// By is the id of a person, "" for the room itself; ID is that person's own
	// id of the command.
	By string `json:"by,omitempty"`
	ID string `json:"id,omitempty"`
	// Hash is the fingerprint of the match after an entry that changes it; "" is
	// not compared.
	Hash string `json:"hash,omitempty"`
	// Body says what happened; there is one type for each kind.
	Body Body `json:"body"`
}

// Body is what an entry says happened.
type Body interface {
	// Kind names the type.
	Kind() Kind
	// apply changes a table that nobody else uses yet.
	apply(t *Table, e *Entry, effects *Effects) error
}

// atSeat is part of the bodies that are about one seat.
type atSeat struct {
	Seat game.Seat `json:"seat"`
}

func (b *atSeat) seat() game.Seat { return b.Seat }

// Effects are what an entry brings about besides the table that it leads to.
type Effects struct {
	// Events are what happened in the match.
	Events []game.Event
	// Room: what everybody may know of the room may have changed, and not only
	// the match.
	Room bool
}

// ErrDiverged says that a stored entry does not lead where it once led.
var ErrDiverged = errors.New("the stored entries lead to another state")

// Apply returns the table after an entry. It is the only thing that changes a
// table. The table it is given stays as it is, also on an error: then the entry
// does not fit the table.
func Apply(t *Table, e *Entry) (*Table, Effects, error) {
	if err := t.check(kinds[e.Body.Kind()].when, e.Body, seatOf(e.Body)); err != nil {
		return nil, Effects{}, err
	}
	next := t.copy()
	if next.Stopped && e.By != "" {
		// Somebody is back.
		next.Stopped = false
		next.runClocks(e.At)
	}
	back := next.back(next.SeatOf(e.By))
	effects := Effects{Room: true}
	if err := e.Body.apply(next, e, &effects); err != nil {
		return nil, Effects{}, err
	}
	next.decideProposal(e.At, &effects)
	effects.Room = effects.Room || back
	if next.Playing() && next.Play.Match.Result != nil {
		next.finish()
		effects.Events = append(effects.Events, next.Play.Match.Closing()...)
		effects.Room = true
	}
	if next.Play != nil {
		next.Play.Events += len(effects.Events)
	}
	if e.Hash != "" && (next.Play == nil || next.Play.Match.Hash != e.Hash) {
		return nil, Effects{}, ErrDiverged
	}
	next.Last++
	if e.By != "" && e.ID != "" {
		next.requests = append(next.requests, newRequest(e.By, e.ID))
		next.requests = next.requests[max(0, len(next.requests)-keptRequests):]
	}
	next.save(e.Body.Kind())
	next.updateStatus()
	next.runClocks(e.At)
	return next, effects, nil
}

// Encode returns the entry as it is stored, beside its kind. An answer is written
// by hand, as that is what nearly all entries are.
func (e *Entry) Encode() []byte {
	body, ok := e.Body.(*Answered)
	if !ok {
		return encode(e)
	}
	b := make([]byte, 0, 192+len(body.Choice))
	b = strconv.AppendInt(append(b, `{"at":`...), e.At, 10)
	for _, member := range [...]struct{ label, text string }{{`,"by":`, e.By}, {`,"id":`, e.ID}, {`,"hash":`, e.Hash}} {
		if member.text != "" {
			b = strict.AppendString(append(b, member.label...), member.text)
		}
	}
	b = strconv.AppendInt(append(b, `,"body":{"seat":`...), int64(body.Seat), 10)
	b = append(append(b, `,"choice":`...), body.Choice...)
	return append(b, "}}"...)
}

// DecodeEntry reads what Encode wrote.
func DecodeEntry(kind string, data []byte) (*Entry, error) {
	k, ok := kinds[Kind(kind)]
	if !ok {
		return nil, fmt.Errorf("there is no entry of kind %q", kind)
	}
	e := &Entry{Body: k.body()}
	if err := json.Unmarshal(data, e); err != nil {
		return nil, err
	}
	if e.Body == nil {
		return nil, errors.New("the entry has no body")
	}
	return e, nil
}

func encode(value any) []byte {
	data, err := strict.Encode(value)
	if err != nil {
		panic("room: a value that cannot be encoded: " + err.Error())
	}
	return data
}
