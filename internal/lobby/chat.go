package lobby

import (
	"encoding/json"
	"maps"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"archmage/internal/eventlog"
	"archmage/internal/game"
)

// Bounds of the chat.
const (
	// MaxChat is the length of a chat line in characters.
	MaxChat = 300
	// chatBurst lines can be said in chatWindow.
	chatBurst  = 6
	chatWindow = 10 * time.Second
	// shownChat is how many lines somebody who comes later sees.
	shownChat = 50
)

// ChatLine is a line of a room's chat.
type ChatLine struct {
	Number uint64    `json:"number"`
	At     int64     `json:"at"`
	Name   string    `json:"name"`
	Seat   game.Seat `json:"seat"`
	Text   string    `json:"text"`
}

// storedLine is a line as it is stored, with the match and the turn in which
// it was said.
type storedLine struct {
	ChatLine
	Match int `json:"match"`
	Turn  int `json:"turn"`
	// By is who said it, Intent that person's own id for it.
	By     string `json:"by,omitempty"`
	Intent string `json:"intent,omitempty"`
}

// say asks the room to take a line into its chat.
type say struct {
	user     User
	id, text string
	reply    chan error
}

func (m say) handle(a *actor) {
	m.reply <- a.guard(func() error { return a.say(m.user, m.id, m.text) })
}

func (a *actor) say(user User, id, text string) error {
	if !a.admits(user) {
		return errorf(CodeNoSpectators, "the host lets nobody watch")
	}
	if said, err := a.hasSaid(user, id); said || err != nil {
		return err
	}
	text = clean(text)
	if text == "" || utf8.RuneCountInString(text) > MaxChat {
		return errorf(CodeBadChat, "a chat line has 1 to %d characters", MaxChat)
	}
	now := time.Now()
	recent := a.chat[user.ID]
	for len(recent) > 0 && now.Sub(recent[0]) >= chatWindow {
		recent = recent[1:]
	}
	if len(recent) >= chatBurst {
		return errorf(CodeTooFast, "too many lines in a short time; wait a little")
	}
	line := storedLine{
		ChatLine: ChatLine{Name: cleanName(user.Name), Seat: a.table.seatOf(user.ID), Text: text},
		Match:    a.table.matches, By: user.ID, Intent: id,
	}
	if a.table.match != nil {
		line.Turn = a.table.match.turn
	}
	stored, err := a.lobby.log.AddChat(a.lobby.storing, a.room.ID, encode(line))
	if err != nil {
		return errorf(CodeNotStored, "the line could not be stored")
	}
	a.chat[user.ID] = append(recent, now)
	maps.DeleteFunc(a.chat, func(_ string, said []time.Time) bool { return now.Sub(said[len(said)-1]) >= chatWindow })
	line.Number, line.At = stored.Number, stored.Time.UnixMilli()
	frame := encode(chatFrame{Type: "chat", ChatLine: line.ChatLine})
	late := a.tooEarly(&line)
	for sub := range a.subs {
		if sub.seat != game.NoSeat || !late {
			sub.push(frame)
		}
	}
	if late {
		a.held = append(a.held, line)
	}
	return nil
}

// hasSaid reports whether a person's line with that id is among the last ones.
func (a *actor) hasSaid(user User, id string) (bool, error) {
	if id == "" {
		return false, nil
	}
	stored, err := a.lobby.log.Chat(a.lobby.storing, a.room.ID, 0, shownChat)
	if err != nil {
		return false, errorf(CodeNotStored, "the line could not be stored")
	}
	for _, s := range stored {
		if line, ok := readLine(s); ok && line.By == user.ID && line.Intent == id {
			return true, nil
		}
	}
	return false, nil
}

// tooEarly reports whether spectators may not read a line yet: what players
// say during a match they read when they see the turn in which it was said.
func (a *actor) tooEarly(line *storedLine) bool {
	if line.Seat == game.NoSeat || !a.delays() || line.Match != a.table.matches {
		return false
	}
	if a.table.match.result != nil {
		return a.behind()
	}
	return a.table.match.turn-line.Turn < a.table.settings.Delay
}

// tellHeld tells the spectators the lines that they may read by now.
func (a *actor) tellHeld() {
	for len(a.held) > 0 && !a.tooEarly(&a.held[0]) {
		frame := encode(chatFrame{Type: "chat", ChatLine: a.held[0].ChatLine})
		a.held = a.held[1:]
		for sub := range a.subs {
			if sub.seat == game.NoSeat {
				sub.push(frame)
			}
		}
	}
}

// lastChat returns the last lines that somebody who comes now may read.
func (a *actor) lastChat(sub *Subscription) []ChatLine {
	stored, err := a.lobby.log.Chat(a.lobby.storing, a.room.ID, 0, shownChat)
	if err != nil {
		return nil
	}
	var lines []ChatLine
	for _, s := range stored {
		if line, ok := readLine(s); ok && (sub.seat != game.NoSeat || !a.tooEarly(&line)) {
			lines = append(lines, line.ChatLine)
		}
	}
	return lines
}

func readLine(s eventlog.ChatLine) (storedLine, bool) {
	var line storedLine
	if json.Unmarshal(s.Data, &line) != nil {
		return line, false
	}
	line.Number, line.At = s.Number, s.Time.UnixMilli()
	return line, true
}

// cleanName makes a person's name fit to be shown.
func cleanName(name string) string {
	runes := []rune(clean(name))
	return string(runes[:min(len(runes), MaxName)])
}

// clean takes outer space from a text, and characters that would do something
// to what stands around it: control characters, line ends, changes of the
// direction of writing.
func clean(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
			return -1
		}
		return r
	}, text))
}
