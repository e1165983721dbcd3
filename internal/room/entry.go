package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"archmage/internal/game"
	"archmage/internal/strict"
)

// Kind is a kind of command, and of the entry that the command leads to.
type Kind string

// Entry is an entry in the log of a room. Every change of a room is an entry, and the room can be rebuilt from
// its entries alone.
type Entry struct {
	// At is the server's time, in milliseconds since 1970.
	At int64 `json:"at"`
	// By is the id of the person who gave the command, "" for the room itself. ID is the id of the command,
	// chosen by that person.
	By string `json:"by,omitempty"`
	ID string `json:"id,omitempty"`
	// Hash is the fingerprint of the match's state after an entry that changes it. Apply does not
	// compare it if it is "".
	Hash string `json:"hash,omitempty"`
	// Body is the change. There is one type for each kind.
	Body Body `json:"body"`
}

// Body is the part of an entry that depends on its kind.
type Body interface {
	// Kind names the type.
	Kind() Kind
	// apply changes t, a copy that only the caller uses.
	apply(t *Table, e *Entry, effects *Effects) error
}

// atSeat is embedded in bodies that concern one seat.
type atSeat struct {
	Seat game.Seat `json:"seat"`
}

func (b *atSeat) seat() game.Seat { return b.Seat }

// Encode returns the entry as JSON for the log. The log stores the kind separately. Answers are by far the most
// frequent entries, so they have an encoder of their own.
func (e *Entry) Encode() []byte {
	body, ok := e.Body.(*Answered)
	if !ok {
		return strict.Encode(e)
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

// DecodeEntry decodes an entry that Encode has encoded.
func DecodeEntry(kind string, data []byte) (*Entry, error) {
	k, ok := kinds[Kind(kind)]
	if !ok {
		return nil, fmt.Errorf("unknown kind of entry %q", kind)
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
