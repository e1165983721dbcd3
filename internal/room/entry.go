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
