package roomlog

import (
	"archmage/internal/game"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// ChatLine is the stored form of a chat line, with the match and the turn in which it was written.
type ChatLine struct {
	Name  string    `json:"name"`
	Seat  game.Seat `json:"seat"`
	Text  string    `json:"text"`
	Match int       `json:"match"`
	Turn  int       `json:"turn"`
	// Informed is true if the writer has left a seat of that match, and has seen its secrets.
	Informed bool `json:"knows,omitempty"`
	// By is the id of the writer. ID is the id that the client chose for the line.
	By string `json:"by"`
	ID string `json:"id,omitempty"`
	// Removed is true if a moderator has removed the line. The text of such a line is deleted.
	Removed bool `json:"removed,omitempty"`
}

// Shown converts the line to the form that the stream takes.
func (l *ChatLine) Shown(stored store.ChatLine) stream.ChatLine {
	return stream.ChatLine{
		Number:   stored.Number,
		At:       stored.Time.UnixMilli(),
		Player:   l.By,
		Name:     l.Name,
		Seat:     l.Seat,
		Text:     l.Text,
		Informed: l.Informed,
	}
}
