package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/roomlog"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/stream"
	"archmage/internal/strict"
)

// Limits of the chat.
const (
	// MaxChat is the maximum length of a chat line, in characters.
	MaxChat = 300
	// A person can write chatBurst lines in chatWindow.
	chatBurst  = 6
	chatWindow = 10 * time.Second
	maxLineID  = 64
)

// chat is the part of a room's chat that is kept in memory outside the stream.
type chat struct {
	room *liveRoom
	// recent has the last lines: the id of the person, the id of the line, and the person's name.
	recent [][3]string
	// times has the times of each person's last lines.
	times map[string][]time.Time
}

// load gives a stream the last lines of the room's chat.
func (c *chat) load(ctx context.Context, log Log, id string, s *stream.Stream) error {
	stored, err := log.Chat(ctx, id, 0, stream.MaxLines)
	if err != nil {
		return err
	}
	c.recent = nil
	for _, row := range stored {
		var line roomlog.ChatLine
		if err := json.Unmarshal(row.Data, &line); err != nil {
			return roomlog.Unreadable(err)
		}
		if line.Removed {
			continue
		}
		c.remember(&line)
		s.RestoreLine(line.Shown(row), line.Match, line.Turn)
	}
	return nil
}

func (c *chat) remember(line *roomlog.ChatLine) {
	c.recent = append(c.recent, [3]string{line.By, line.ID, line.Name})
	c.recent = c.recent[max(0, len(c.recent)-stream.MaxLines):]
}

// hasLine reports whether one of the last lines is this person's line with that id.
func (c *chat) hasLine(person, id string) bool {
	for _, line := range c.recent {
		if id != "" && line[0] == person && line[1] == id {
			return true
		}
	}
	return false
}

// nameOf returns the name of a person who wrote one of the last lines, otherwise "".
func (c *chat) nameOf(person string) string {
	for _, line := range slices.Backward(c.recent) {
		if line[0] == person {
			return line[2]
		}
	}
	return ""
}

// isTooFast reports whether a person has written too many lines recently.
func (c *chat) isTooFast(person string, now time.Time) bool {
	maps.DeleteFunc(
		c.times,
		func(_ string, times []time.Time) bool { return now.Sub(times[len(times)-1]) >= chatWindow },
	)
	recent := 0
	for _, written := range c.times[person] {
		if now.Sub(written) < chatWindow {
			recent++
		}
	}
	return recent >= chatBurst
}

// recordTime records the time of a line that was stored.
func (c *chat) recordTime(person string, now time.Time) {
	if c.times == nil {
		c.times = map[string][]time.Time{}
	}
	times := append(c.times[person], now)
	c.times[person] = times[max(0, len(times)-chatBurst):]
}

// addLine adds a line to the chat, unless it was added before.
func (c *chat) addLine(person people.Person, id, text string) error {
	r := c.room
	if refusal := r.checkEntry(person.ID); refusal != nil {
		return refusal
	}
	if err := r.table.CheckChat(person.ID); err != nil {
		return err
	}
	if err := r.limitVisitors(person.ID); err != nil {
		return err
	}
	if len(id) > maxLineID {
		return coded.Malformedf("the id of a line has at most %d bytes", maxLineID)
	}
	id = shortID(id)
	if c.hasLine(person.ID, id) {
		return nil
	}
	text = people.CleanLine(text)
	if text == "" || utf8.RuneCountInString(text) > MaxChat {
		return coded.Errorf(CodeBadChat, "a chat line has 1 to %d characters", MaxChat)
	}
	now := time.Now()
	if c.isTooFast(person.ID, now) {
		return coded.Errorf(coded.TooFast, "too many lines in a short time; wait a little")
	}
	line := roomlog.ChatLine{
		Name: people.CleanName(person.Name), Seat: r.table.SeatOf(person.ID), Text: text, Match: r.table.Matches,
		By: person.ID, ID: id,
	}
	if p := r.table.Play; p != nil {
		_, line.Informed = p.Seen[person.ID]
		line.Turn, line.Informed = p.Turn, line.Informed && line.Seat == game.NoSeat
	}
	stored, err := r.lobby.log.AddChat(r.lobby.storeCtx, r.head, strict.Encode(line))
	if !r.holds() {
		r.abandon()
		return errMoved
	}
	if errors.Is(err, store.ErrFenced) {
		r.unload(r.fencedCode())
		return errBusy
	}
	if err != nil {
		r.log.Error("storing a chat line failed", zap.Error(err))
		if _, err := r.reload(0); err != nil || c.hasLine(person.ID, id) {
			return err
		}
		return coded.Errorf(CodeNotStored, "the line could not be stored")
	}
	c.recordTime(person.ID, now)
	c.remember(&line)
	var own []*stream.Subscription
	for _, sub := range r.subs {
		if sub.person.ID == person.ID {
			own = append(own, sub.Subscription)
		}
	}
	r.stream.AddLine(line.Shown(stored), own...)
	return nil
}

// Line is a line of a room's chat, for a person who wants to report it.
type Line struct {
	Number uint64 `json:"number"`
	At     int64  `json:"at"`
	Player string `json:"player"`
	Name   string `json:"name"`
	Text   string `json:"text"`
}

// Lines returns lines of a room's chat that a person can read, the oldest first: those around the line with
// number line, or the last ones if line is 0. It fails with CodeNoLine if the person cannot read that line or
// it is too old, and as Watch does.
func (l *Lobby) Lines(ctx context.Context, id string, by people.Person, line uint64) ([]Line, error) {
	if err := by.Check(); err != nil {
		return nil, err
	}
	var lines []Line
	err := l.ask(ctx, id, by.ID, func(r *liveRoom) (err error) {
		lines, err = r.chat.lines(by, line)
		return err
	})
	return lines, err
}

// The numbers of lines that Lines returns before and after a line.
const (
	linesBefore = 10
	linesAfter  = 5
)

func (c *chat) lines(by people.Person, line uint64) ([]Line, error) {
	r := c.room
	if refusal := r.checkEntry(by.ID); refusal != nil {
		return nil, refusal
	}
	all := r.stream.Lines(r.table.SeatOf(by.ID))
	index := len(all) - 1
	if line != 0 {
		if index = slices.IndexFunc(all, func(l stream.ChatLine) bool { return l.Number == line }); index < 0 {
			return nil, coded.Errorf(CodeNoLine, "you cannot read that line, or it was said long ago")
		}
	}
	lines := []Line{}
	for _, l := range all[max(0, index-linesBefore):min(len(all), index+1+linesAfter)] {
		lines = append(lines, Line{Number: l.Number, At: l.At, Player: l.Player, Name: l.Name, Text: l.Text})
	}
	return lines, nil
}

// RemoveLine removes a line from a room's chat. It fails with directory.CodeNoRoom, CodeNoLine or
// CodeNotStored.
func (l *Lobby) RemoveLine(ctx context.Context, id string, line uint64) error {
	return l.ask(ctx, id, "", func(r *liveRoom) error { return r.chat.removeLine(line) })
}

func (c *chat) removeLine(number uint64) error {
	r := c.room
	err := r.lobby.log.SetChat(
		r.lobby.storeCtx,
		r.id,
		number,
		strict.Encode(roomlog.ChatLine{Seat: game.NoSeat, Removed: true}),
	)
	if errors.Is(err, store.ErrNotFound) {
		return coded.Errorf(CodeNoLine, "there is no line %d", number)
	} else if err != nil {
		r.log.Error("removing a chat line failed", zap.Error(err))
		return coded.Errorf(CodeNotStored, "the line could not be removed")
	}
	if !r.frozen {
		r.stream.RemoveLine(number)
	}
	return nil
}
