package stream

import (
	"encoding/json"
	"strconv"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/strict"
)

// Frames are what those who watch are sent, one JSON object each. They are
// encoded once for all subscriptions of an audience.

// snapshotFrame is a match as an audience sees it, whole.
type snapshotFrame struct {
	Type string `json:"type"` // "snapshot"
	// Sequence names what Seq counts in.
	Sequence string `json:"sequence"`
	Seq      uint64 `json:"seq"`
	// Match is the id of the match.
	Match     string          `json:"match"`
	Public    any             `json:"public"`
	Private   any             `json:"private,omitempty"`
	Decisions json.RawMessage `json:"decisions"`
	// Events are the last ones, EventsFrom is the number of the first of them.
	Events     []game.EventText `json:"events"`
	EventsFrom int              `json:"eventsFrom"`
	// Undo: the audience's player can take the last answer back.
	Undo   bool          `json:"undo"`
	Result *match.Result `json:"result,omitempty"`
}

// An update is what has changed since the frame before:
//
//	{"type": "update", "seq", "public", "private", "events", "decisions", "undo", "result"}
//
// public and private are the RFC 7396 merge patches of the two documents. What has not
// changed is left out, and so are events if there are none. It is written by hand, as it
// is what is sent after every move; [audience.update] does the rest.
func appendSeq(b []byte, seq uint64) []byte {
	return strconv.AppendUint(append(b, `{"type":"update","seq":`...), seq, 10)
}

// appendEvents appends events to an update, as a viewer learns them.
func appendEvents(b []byte, events []game.Event, v game.Viewer) []byte {
	b = append(b, `,"events":[`...)
	for i := range events {
		if i > 0 {
			b = append(b, ',')
		}
		b = events[i].AppendJSON(b, v)
	}
	return append(b, ']')
}

// chatFrame is a line of the chat.
type chatFrame struct {
	Type string `json:"type"` // "chat"
	*ChatLine
}

func (l *ChatLine) frame() []byte { return encode(chatFrame{Type: "chat", ChatLine: l}) }

// okFrame says that a command was carried out, and that everything it has
// changed for this client was sent.
type okFrame struct {
	Type string `json:"type"` // "ok"
	ID   string `json:"id"`
}

// encode writes the frame by hand, as it answers every move.
func (f okFrame) encode() []byte {
	b := append(make([]byte, 0, 32+len(f.ID)), `{"type":"ok","id":`...)
	return append(strict.AppendString(b, f.ID), '}')
}

// rejectFrame says that a command was refused and has changed nothing.
type rejectFrame struct {
	Type    string     `json:"type"` // "reject"
	ID      string     `json:"id"`
	Code    coded.Code `json:"code"`
	Message string     `json:"message"`
}

func encode(frame any) []byte {
	data, err := strict.Encode(frame)
	if err != nil {
		panic("stream: a frame that cannot be encoded: " + err.Error())
	}
	return data
}
