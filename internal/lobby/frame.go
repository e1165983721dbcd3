package lobby

import (
	"encoding/json"
	"strconv"

	"archmage/internal/game"
)

// Frames are what a room tells those who watch it, one JSON object each. They
// are encoded once for all subscribers of an audience.

// snapshotFrame is a match as an audience sees it, whole.
type snapshotFrame struct {
	Type string `json:"type"` // "snapshot"
	// Life names this stay of the room in memory; Seq counts what the audience
	// was told in it.
	Life uint64 `json:"life"`
	Seq  uint64 `json:"seq"`
	// View is the public document, Own the private one of the audience's seat.
	View      any             `json:"view"`
	Own       any             `json:"own,omitempty"`
	Decisions json.RawMessage `json:"decisions"`
	// Events are the last ones, EventsFrom is the number of the first of them.
	Events     []game.EventText `json:"events"`
	EventsFrom int              `json:"eventsFrom"`
	// Undo: the audience's player can take the last answer back.
	Undo   bool    `json:"undo"`
	Result *Result `json:"result,omitempty"`
}

// updateFrame is what has changed since the frame before:
//
//	{"type": "update", "seq", "patch", "own", "events", "decisions", "undo", "result"}
type updateFrame struct {
	seq uint64
	// patch is the RFC 7396 merge patch of the public document, own of the
	// private one; left out if nothing changed.
	patch, own []byte
	// events are told as the viewer learns them; left out if there are none.
	events []game.Event
	viewer game.Viewer
	// decisions are an encoded list; left out if unchanged.
	decisions []byte
	undo      bool
	// result is left out if unchanged.
	result *Result
}

// encode writes the frame by hand, as it is what is sent after every move.
func (f *updateFrame) encode() []byte {
	b := make([]byte, 0, 64+len(f.patch)+len(f.own)+len(f.decisions)+96*len(f.events))
	b = append(b, `{"type":"update","seq":`...)
	b = strconv.AppendUint(b, f.seq, 10)
	if f.patch != nil {
		b = append(b, `,"patch":`...)
		b = append(b, f.patch...)
	}
	if f.own != nil {
		b = append(b, `,"own":`...)
		b = append(b, f.own...)
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
	b = append(b, `,"undo":`...)
	b = strconv.AppendBool(b, f.undo)
	if f.result != nil {
		b = append(b, `,"result":`...)
		b = append(b, encode(f.result)...)
	}
	return append(b, '}')
}

// roomFrame is the room around the match: who sits where and what the host has
// decided.
type roomFrame struct {
	Type     string     `json:"type"` // "room"
	ID       string     `json:"id"`
	Status   Status     `json:"status"`
	Host     string     `json:"host"`
	Settings *Settings  `json:"settings"`
	Seats    []seatInfo `json:"seats"`
	// Watching are the names of those who watch without a seat, at most
	// maxNamed of them; Watchers is how many people they are.
	Watching []string `json:"watching"`
	Watchers int      `json:"watchers"`
	Matches  int      `json:"matches"`
}

// seatInfo is a seat as everybody sees it.
type seatInfo struct {
	Player  string `json:"player"`
	Name    string `json:"name"`
	Bot     string `json:"bot"`
	Ready   bool   `json:"ready"`
	Present bool   `json:"present"`
	Lost    Lost   `json:"lost"`
	Abandon bool   `json:"abandon"`
}

// clockFrame is the players' time: what is left in milliseconds, and for whom
// it runs.
type clockFrame struct {
	Type    string      `json:"type"` // "clock"
	Left    []int64     `json:"left"`
	Running []game.Seat `json:"running"`
}

// chatFrame is a line of the room's chat.
type chatFrame struct {
	Type string `json:"type"` // "chat"
	ChatLine
}

func encode(frame any) []byte {
	data, err := json.Marshal(frame)
	if err != nil {
		panic("lobby: a frame that cannot be encoded: " + err.Error())
	}
	return data
}
