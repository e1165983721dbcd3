package stream

import (
	"encoding/json"
	"strconv"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/strict"
)

// A frame is a message to a connection, one JSON object. It is encoded once for all subscriptions
// of an audience.

// snapshotFrame has everything that an audience can see of a match.
type snapshotFrame struct {
	Type string `json:"type"` // "snapshot"
	// Sequence names the series of frames in which Seq counts.
	Sequence string `json:"sequence"`
	Seq      uint64 `json:"seq"`
	// Match is the id of the match.
	Match     string          `json:"match"`
	Public    any             `json:"public"`
	Private   any             `json:"private,omitempty"`
	Decisions json.RawMessage `json:"decisions"`
	// Events has the last events. EventsFrom is the number of the first one.
	Events     []game.EventText `json:"events"`
	EventsFrom int              `json:"eventsFrom"`
	// Undo means that the audience's player can take the last answer back.
	Undo   bool          `json:"undo"`
	Result *match.Result `json:"result,omitempty"`
}

// appendSeq begins an update, the frame with what has changed since the last frame:
//
//	{"type": "update", "seq", "public", "private", "events", "decisions", "undo", "result"}
//
// public and private are RFC 7396 merge patches of the two documents. Members that have not changed are left
// out, and events if there are none. An update follows every move, so appendSeq and [audience.update] encode it
// without reflection.
func appendSeq(b []byte, seq uint64) []byte {
	return strconv.AppendUint(append(b, `{"type":"update","seq":`...), seq, 10)
}

// appendEvents appends the events to an update, as a viewer can see them.
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

func (l *ChatLine) frame() []byte { return strict.Encode(chatFrame{Type: "chat", ChatLine: l}) }

// okFrame says that a command was carried out. It follows the frames with the changes that the command made.
type okFrame struct {
	Type string `json:"type"` // "ok"
	ID   string `json:"id"`
}

// encode encodes the frame without reflection, because one follows every move.
func (f okFrame) encode() []byte {
	b := append(make([]byte, 0, 32+len(f.ID)), `{"type":"ok","id":`...)
	return append(strict.AppendString(b, f.ID), '}')
}

// rejectFrame says that a command was refused and changed nothing.
type rejectFrame struct {
	Type    string     `json:"type"` // "reject"
	ID      string     `json:"id"`
	Code    coded.Code `json:"code"`
	Message string     `json:"message"`
}
