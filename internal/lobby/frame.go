package lobby

import (
	"encoding/json"

	"archmage/internal/game"
)

// Frames are what a room tells those who watch it, one JSON object each. They
// are encoded once for all subscribers of an audience.

// snapshotFrame is a match as an audience sees it, whole.
type snapshotFrame struct {
	Type string `json:"type"` // "snapshot"
	// Life names this stay of the room in memory; Seq counts what the audience
	// was told in it.
	Life      uint64              `json:"life"`
	Seq       uint64              `json:"seq"`
	View      any                 `json:"view"`
	Decisions []game.DecisionText `json:"decisions"`
	// Events are the last ones, EventsFrom is the number of the first of them.
	Events     []game.EventText `json:"events"`
	EventsFrom int              `json:"eventsFrom"`
	// Undo: the audience's player can take the last answer back.
	Undo   bool    `json:"undo"`
	Result *Result `json:"result,omitempty"`
}

// updateFrame is what has changed since the frame before.
type updateFrame struct {
	Type string `json:"type"` // "update"
	Seq  uint64 `json:"seq"`
	// Patch is the RFC 7396 merge patch of the view; absent if nothing changed.
	Patch  json.RawMessage  `json:"patch,omitempty"`
	Events []game.EventText `json:"events,omitempty"`
	// Decisions are absent if unchanged.
	Decisions *[]game.DecisionText `json:"decisions,omitempty"`
	Undo      bool                 `json:"undo"`
	Result    *Result              `json:"result,omitempty"`
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

// byeFrame ends a subscription.
type byeFrame struct {
	Type string    `json:"type"` // "bye"
	Code game.Code `json:"code"`
}

func encode(frame any) []byte {
	data, err := json.Marshal(frame)
	if err != nil {
		panic("lobby: a frame that cannot be encoded: " + err.Error())
	}
	return data
}
