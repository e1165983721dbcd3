package stream

import (
	"cmp"
	"slices"

	"archmage/internal/game"
)

// KeptLines is how many lines of the chat somebody who joins later gets.
const KeptLines = 50

// ChatLine is a line of the room's chat.
type ChatLine struct {
	// Number counts the lines of the room from 1.
	Number uint64 `json:"number"`
	At     int64  `json:"at"`
	// Player is the id of the person who wrote the line.
	Player string `json:"player"`
	Name   string `json:"name"`
	// Seat is the seat of the writer, game.NoSeat for a spectator.
	Seat game.Seat `json:"seat"`
	Text string    `json:"text"`

	// Knows says that the writer has no seat but knows what spectators do not know yet.
	Knows bool `json:"-"`

	// held says that spectators may not read the line yet; removed says that nobody may read it any
	// more.
	held, removed bool
}

// chat holds the last lines that players may read, and the last lines that spectators may read.
// apart are the lines that spectators have written during the match; players may read them after
// it.
type chat struct{ players, spectators, apart []*ChatLine }

// keep appends a line, and drops the first one if there are more than KeptLines.
func keep(list []*ChatLine, line *ChatLine) []*ChatLine {
	if len(list) >= 2*KeptLines {
		list = slices.Clone(list[len(list)-KeptLines:])
	}
	return append(list, line)
}

// of returns the last lines that the player of a seat, or a spectator, may read.
func (c *chat) of(seat game.Seat) []*ChatLine {
	list := c.players
	if seat == game.NoSeat {
		list = c.spectators
	}
	return list[max(0, len(list)-KeptLines):]
}

// recent sends a subscription the last lines that it may read.
func (c *chat) recent(sub *Subscription) {
	for _, line := range c.of(sub.seat) {
		sub.Push(line.frame())
	}
}

// held sends a subscription the lines that spectators may not read yet.
func (c *chat) held(sub *Subscription) {
	for _, line := range c.players[max(0, len(c.players)-KeptLines):] {
		if line.held {
			sub.Push(line.frame())
		}
	}
}

// AddLine sends a line of the chat to the people who may read it. Spectators get a player's line when
// they see the turn in which it was written. Players get a spectator's line after the match. own
// are the writer's subscriptions, which get the line at once.
func (s *Stream) AddLine(line ChatLine, own ...*Subscription) {
	if last := s.recall(line, s.players.moment.Number, s.players.moment.Turn); last.held {
		for _, sub := range own {
			if sub.seat == game.NoSeat {
				sub.Push(last.frame())
			}
		}
	}
}

// RestoreLine is Say for a line that was written before the room was loaded, in the given turn of the
// match with that number.
func (s *Stream) RestoreLine(line ChatLine, number, turn int) { s.recall(line, number, turn) }

func (s *Stream) recall(line ChatLine, number, turn int) *ChatLine {
	now := &s.players.moment
	line.held = (line.Seat != game.NoSeat || line.Knows) && !s.SpectatorsCaughtUp() && number == s.players.moment.Number
	if line.Seat == game.NoSeat && now.Match != nil && !now.over() && number == now.Number {
		s.chat.apart = keep(s.chat.apart, &line)
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

// sendLine sends a line to the players.
func (s *Stream) sendLine(line *ChatLine) {
	s.chat.players = keep(s.chat.players, line)
	slices.SortStableFunc(s.chat.players, func(a, b *ChatLine) int { return cmp.Compare(a.Number, b.Number) })
	frame := line.frame()
	for _, to := range s.audiences {
		if to.seat != game.NoSeat {
			to.send(frame)
		}
	}
}

// joinChats gives players the lines that spectators have written during a match that is over.
func (s *Stream) joinChats() {
	for _, line := range s.chat.apart {
		s.sendLine(line)
	}
	s.chat.apart = nil
}

// release sends a held line to the spectators.
func (s *Stream) release(line *ChatLine) {
	if line.held = false; line.removed {
		return
	}
	s.chat.spectators = keep(s.chat.spectators, line)
	if to := s.find(game.NoSeat); to != nil {
		to.send(line.frame())
	}
}

// Lines returns the last lines that the player of a seat or, with game.NoSeat, a spectator may
// read, oldest first.
func (s *Stream) Lines(seat game.Seat) []ChatLine {
	var list []ChatLine
	for _, line := range s.chat.of(seat) {
		list = append(list, *line)
	}
	return list
}

// RemoveLine removes a line of the chat. People who may have read it get the line again without its
// text.
func (s *Stream) RemoveLine(number uint64) {
	take := func(list *[]*ChatLine) (found *ChatLine) {
		*list = slices.DeleteFunc(slices.Clone(*list), func(line *ChatLine) bool {
			if line.Number != number {
				return false
			}
			found = line
			return true
		})
		return found
	}
	readers := map[bool]*ChatLine{true: take(&s.chat.spectators), false: take(&s.chat.players)}
	take(&s.chat.apart)
	for i := range s.delay.queue {
		if line := s.delay.queue[i].line; line != nil && line.Number == number {
			line.removed = true
		}
	}
	for _, to := range s.audiences {
		if line := readers[to.seat == game.NoSeat]; line != nil {
			gone := *line
			gone.Text = ""
			to.send(gone.frame())
		}
	}
}
