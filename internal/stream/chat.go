package stream

import (
	"cmp"
	"slices"

	"archmage/internal/game"
)

// MaxLines is the maximum number of chat lines that a client gets when it joins.
const MaxLines = 50

// ChatLine is a line of the room's chat.
type ChatLine struct {
	// Number counts the lines of the room from 1.
	Number uint64 `json:"number"`
	At     int64  `json:"at"`
	// Player is the id of the person who wrote the line.
	Player string `json:"player"`
	Name   string `json:"name"`
	// Seat is the seat of the writer, -1 for a spectator.
	Seat game.Seat `json:"seat"`
	Text string    `json:"text"`

	// Informed means that the writer has no seat but knows what spectators cannot know yet.
	Informed bool `json:"-"`

	// held means that spectators cannot read the line yet. removed means that the line was removed
	// from the chat.
	held, removed bool
}

// chat has the last lines that players can read, and the last lines that spectators can read.
// spectatorOnly has the lines that spectators have written during the match. Players can read them after the match.
type chat struct{ players, spectators, spectatorOnly []*ChatLine }

// appendLine appends a line and drops old lines from time to time.
func appendLine(list []*ChatLine, line *ChatLine) []*ChatLine {
	if len(list) >= 2*MaxLines {
		list = slices.Clone(list[len(list)-MaxLines:])
	}
	return append(list, line)
}

// linesFor returns the last lines that the audience of a seat can read.
func (c *chat) linesFor(seat game.Seat) []*ChatLine {
	list := c.players
	if seat == game.NoSeat {
		list = c.spectators
	}
	return list[max(0, len(list)-MaxLines):]
}

// sendRecent sends the last lines that a subscription can read to it.
func (c *chat) sendRecent(sub *Subscription) {
	for _, line := range c.linesFor(sub.seat) {
		sub.Push(line.frame())
	}
}

// sendHeld sends a subscription the lines that spectators cannot read yet.
func (c *chat) sendHeld(sub *Subscription) {
	for _, line := range c.players[max(0, len(c.players)-MaxLines):] {
		if line.held {
			sub.Push(line.frame())
		}
	}
}

// AddLine sends a line of the chat to the clients that can read it. Spectators get a player's line when they
// see the turn in which it was written. Players get a spectator's line after the match. own lists the
// subscriptions of the writer, which get the line immediately.
func (s *Stream) AddLine(line ChatLine, own ...*Subscription) {
	if added := s.addLine(line, s.players.moment.Number, s.players.moment.Turn); added.held {
		for _, sub := range own {
			if sub.seat == game.NoSeat {
				sub.Push(added.frame())
			}
		}
	}
}

// RestoreLine is AddLine for a line that was written before the room was loaded. number is the number of the
// match in which the line was written, and turn is the turn of that match.
func (s *Stream) RestoreLine(line ChatLine, number, turn int) { s.addLine(line, number, turn) }

func (s *Stream) addLine(line ChatLine, number, turn int) *ChatLine {
	now := &s.players.moment
	line.held = (line.Seat != game.NoSeat || line.Informed) && !s.SpectatorsCaughtUp() &&
		number == s.players.moment.Number
	if line.Seat == game.NoSeat && now.Match != nil && !now.isOver() && number == now.Number {
		s.chat.spectatorOnly = appendLine(s.chat.spectatorOnly, &line)
	} else {
		s.sendLine(&line)
	}
	if line.held {
		s.delay.addLine(&line, now, turn)
	} else {
		s.release(&line)
	}
	return &line
}

// sendLine adds a line to the players' chat and sends it to them.
func (s *Stream) sendLine(line *ChatLine) {
	s.chat.players = appendLine(s.chat.players, line)
	slices.SortStableFunc(s.chat.players, func(a, b *ChatLine) int { return cmp.Compare(a.Number, b.Number) })
	frame := line.frame()
	for _, a := range s.audiences {
		if a.seat != game.NoSeat {
			a.send(frame)
		}
	}
}

// joinChats sends players the lines that spectators wrote during the match.
func (s *Stream) joinChats() {
	for _, line := range s.chat.spectatorOnly {
		s.sendLine(line)
	}
	s.chat.spectatorOnly = nil
}

// release adds a line to the spectators' chat and sends it to them, unless it was removed.
func (s *Stream) release(line *ChatLine) {
	if line.held = false; line.removed {
		return
	}
	s.chat.spectators = appendLine(s.chat.spectators, line)
	if a := s.find(game.NoSeat); a != nil {
		a.send(line.frame())
	}
}

// Lines returns the last lines that the audience of a seat can read, the oldest first.
func (s *Stream) Lines(seat game.Seat) []ChatLine {
	var list []ChatLine
	for _, line := range s.chat.linesFor(seat) {
		list = append(list, *line)
	}
	return list
}

// RemoveLine removes a line of the chat. Clients that have the line get it again without its text.
func (s *Stream) RemoveLine(number uint64) {
	remove := func(list *[]*ChatLine) (found *ChatLine) {
		*list = slices.DeleteFunc(slices.Clone(*list), func(line *ChatLine) bool {
			if line.Number != number {
				return false
			}
			found = line
			return true
		})
		return found
	}
	readers := map[bool]*ChatLine{true: remove(&s.chat.spectators), false: remove(&s.chat.players)}
	remove(&s.chat.spectatorOnly)
	for i := range s.delay.queue {
		if line := s.delay.queue[i].line; line != nil && line.Number == number {
			line.removed = true
		}
	}
	for _, a := range s.audiences {
		if line := readers[a.seat == game.NoSeat]; line != nil {
			removed := *line
			removed.Text = ""
			a.send(removed.frame())
		}
	}
}
