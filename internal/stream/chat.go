package stream

import (
	"slices"

	"archmage/internal/game"
)

// KeptLines is how many lines of the chat somebody who comes later gets.
const KeptLines = 50

// ChatLine is a line of the room's chat.
type ChatLine struct {
	// Number counts the lines of the room from 1.
	Number uint64 `json:"number"`
	At     int64  `json:"at"`
	Name   string `json:"name"`
	// Seat is whose line it is, game.NoSeat for a spectator's.
	Seat game.Seat `json:"seat"`
	Text string    `json:"text"`

	// held: spectators may not read it yet.
	held bool
}

// chat is the last lines.
type chat struct{ lines []*ChatLine }

func (c *chat) add(line *ChatLine) {
	if len(c.lines) >= 2*KeptLines {
		c.lines = slices.Clone(c.lines[len(c.lines)-KeptLines:])
	}
	c.lines = append(c.lines, line)
}

// recent gives a subscription the last lines that it may read.
func (c *chat) recent(sub *Subscription) {
	for _, line := range c.lines[max(0, len(c.lines)-KeptLines):] {
		if !line.held || sub.seat != game.NoSeat {
			sub.push(line.frame())
		}
	}
}

// held gives a subscription the lines that spectators may not read yet.
func (c *chat) held(sub *Subscription) {
	for _, line := range c.lines {
		if line.held {
			sub.push(line.frame())
		}
	}
}

// release lets spectators read a line.
func (c *chat) release(line *ChatLine, spectators *audience) {
	line.held = false
	if spectators != nil {
		spectators.send(line.frame())
	}
}

// Say tells everybody a line of the chat. What players say during a match
// spectators read when they see the turn in which it was said.
func (s *Stream) Say(line ChatLine) { s.say(line, s.players.moment.Number, s.players.moment.Turn) }

// Recall is Say for a line that was said before the room came into memory, in a
// turn of a match.
func (s *Stream) Recall(line ChatLine, number, turn int) { s.say(line, number, turn) }

func (s *Stream) say(line ChatLine, number, turn int) {
	line.held = line.Seat != game.NoSeat && s.spectators != s.players && number == s.players.moment.Number
	s.chat.add(&line)
	frame := line.frame()
	for seat, to := range s.audiences {
		if seat != game.NoSeat || !line.held {
			to.send(frame)
		}
	}
	if line.held {
		s.delay.addLine(&line, &s.players.moment, turn)
	}
}
