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

// updateFrame is what has changed since the frame before:
//
//	{"type": "update", "seq", "public", "private", "events", "decisions", "undo", "result"}
type updateFrame struct {
	seq uint64
	// public and private are the RFC 7396 merge patches of the two documents,
	// left out if nothing changed.
	public, private []byte
	// events are told as the viewer learns them; left out if there are none.
	events []game.Event
	viewer game.Viewer
	// decisions are an encoded list; left out if unchanged.
	decisions []byte
	// undo is left out unless undoChanged says that it has changed.
	undo, undoChanged bool
	// result is left out if unchanged.
	result *match.Result
}

// encode writes the frame by hand, as it is what is sent after every move.
func (f *updateFrame) encode() []byte {
	b := make([]byte, 0, 64+len(f.public)+len(f.private)+len(f.decisions)+96*len(f.events))
	b = append(b, `{"type":"update","seq":`...)
	b = strconv.AppendUint(b, f.seq, 10)
	if f.public != nil {
		b = append(b, `,"public":`...)
		b = append(b, f.public...)
	}
	if f.private != nil {
		b = append(b, `,"private":`...)
		b = append(b, f.private...)
	}
	for i := range f.events {
		if i == 0 {
			b = append(b, `,"events":[`...)
		} else {
			b = append(b, ',')
		}
		b = f.events[i].AppendJSON(b, f.viewer)
	}
	if len(f.events) > 0 {
		b = append(b, ']')
	}
	if f.decisions != nil {
		b = append(b, `,"decisions":`...)
		b = append(b, f.decisions...)
	}
	if f.undoChanged {
		b = append(b, `,"undo":`...)
		b = strconv.AppendBool(b, f.undo)
	}
	if f.result != nil {
		b = append(b, `,"result":`...)
		b = append(b, encode(f.result)...)
	}
	return append(b, '}')
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
