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

// snapshotFrame is the whole match as this client may see it.
type snapshotFrame struct {
	Type string `json:"type"` // "snapshot"
	// Sequence names the series of frames in which Seq counts.
	Sequence string `json:"sequence"`
	// Seq is the number of the frame in its sequence. Every update has the next number.
	Seq uint64 `json:"seq"`
	// Match is the id of the match.
	Match string `json:"match"`
	// Public is the document of what everybody may know. Private is the document of what only this player
	// knows besides, absent for spectators. When the match is over, Public has everything and Private is
	// empty.
	Public  any `json:"public"`
	Private any `json:"private,omitempty"`
	// Decisions are the open decisions of the player, at most one.
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

// chatFrame is a line of the chat. A line that comes again without `text` was removed.
type chatFrame struct {
	Type string `json:"type"` // "chat"
	*ChatLine
}

func (l *ChatLine) frame() []byte { return strict.Encode(chatFrame{Type: "chat", ChatLine: l}) }

// okFrame says that the command with that `id` was carried out. It follows the frames with the changes that
// the command made.
type okFrame struct {
	Type string `json:"type"` // "ok"
	ID   string `json:"id"`
}

// encode encodes the frame without reflection, because one follows every move.
func (f okFrame) encode() []byte {
	b := append(make([]byte, 0, 32+len(f.ID)), `{"type":"ok","id":`...)
	return append(strict.AppendString(b, f.ID), '}')
}

// rejectFrame says that the command with that `id` was refused and has changed nothing.
type rejectFrame struct {
	Type string     `json:"type"` // "reject"
	ID   string     `json:"id"`
	Code coded.Code `json:"code"`
	// Message is English text for people.
	Message string `json:"message"`
}
