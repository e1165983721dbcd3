package club

import (
	"context"
	"strconv"
)

// MaxLines is the largest number of lines of the chat in a document.
const MaxLines = 3

// ChatState is what documents show of the chat of the club.
type ChatState struct {
	// CanVisitorsRead is true if visitors get the chat, too.
	CanVisitorsRead bool
	// Lines are the last lines, the latest first. Further lines than MaxLines replace those of people who are
	// hidden from a viewer.
	Lines []NumberedLine
	// LastRemoval and Link are those of a [Chat].
	LastRemoval int64
	Link        string
}

// NumberedLine is a line of the chat with its number.
type NumberedLine struct {
	Number uint64
	ChatLine
}

// ChatLine is a line of the chat. A removed one has neither a person nor a text.
type ChatLine struct {
	// At is in milliseconds since 1970.
	At     int64  `json:"at"`
	Person string `json:"person,omitempty"`
	Name   string `json:"name,omitempty"`
	Text   string `json:"text,omitempty"`
	// Removed is true if a moderator has removed the line.
	Removed bool `json:"removed,omitempty"`
}

// Chat is the end of the chat of the club in a document.
type Chat struct {
	// Lines has at most 3 lines, by number.
	Lines map[string]ChatLine `json:"lines"`
	// LastRemoval is the time of the last removal of a line, in milliseconds since 1970. Viewers who show further
	// lines load them again when it changes.
	LastRemoval int64 `json:"lastRemoval"`
	// Link is the address where else the club talks, "" for none.
	Link string `json:"link,omitempty"`
}

// ChatSource reads the chat of the club.
type ChatSource interface {
	// Latest returns what documents show of the chat, nil if there is no chat.
	Latest(ctx context.Context) (*ChatState, error)
}

// chatOf returns the chat in the document of an audience, nil if it cannot read it.
func chatOf(state *ChatState, audience Audience, isHidden func(person string) bool) *Chat {
	if state == nil || audience == Visitor && !state.CanVisitorsRead {
		return nil
	}
	chat := &Chat{Lines: map[string]ChatLine{}, LastRemoval: state.LastRemoval, Link: state.Link}
	for i := range state.Lines {
		line := &state.Lines[i]
		if len(chat.Lines) < MaxLines && (line.Person == "" || !isHidden(line.Person)) {
			chat.Lines[strconv.FormatUint(line.Number, 10)] = line.ChatLine
		}
	}
	return chat
}
