package notify

import (
	"encoding/json"
	"slices"
	"time"

	"archmage/internal/strict"
)

// Table has the seats of a room, with the players for whom the room waits, and the state of its
// match. The room stores it with its entries.
type Table struct {
	Game  string `json:"game"`
	Match string `json:"match"`
	// Started is the beginning of the match, in milliseconds since 1970.
	Started int64 `json:"started"`
	// Ended is true if the match is over.
	Ended bool   `json:"ended,omitempty"`
	Seats []Seat `json:"seats"`
}

// Seat is a place at a table. Times are milliseconds since 1970.
type Seat struct {
	// Person is the id of the person at the seat; "" for a bot and for an empty seat.
	Person string `json:"person,omitempty"`
	Name   string `json:"name"`
	// Since is the time at which the table began to wait for the person; 0 if it does not wait.
	Since int64 `json:"since,omitempty"`
	// Until is the end of the person's time; 0 at a table without days for each move.
	Until int64 `json:"until,omitempty"`
}

// Encode returns a table as JSON.
func (t *Table) Encode() json.RawMessage { return strict.Encode(t) }

// Decode reads a table from the result of Encode.
func Decode(text json.RawMessage) (*Table, error) {
	t := &Table{}
	return t, json.Unmarshal(text, t)
}

// seat returns the seat of a person, or nil.
func (t *Table) seat(person string) *Seat {
	i := slices.IndexFunc(t.Seats, func(s Seat) bool { return s.Person == person })
	if i < 0 {
		return nil
	}
	return &t.Seats[i]
}

// others returns the names at all other seats than the person's.
func (t *Table) others(person string) (names []string) {
	for i := range t.Seats {
		if s := &t.Seats[i]; s.Person != person && s.Name != "" {
			names = append(names, s.Name)
		}
	}
	return names
}

// maxReminderLead is the longest time from a reminder to the end of the person's time.
const maxReminderLead = 12 * time.Hour

// remindAt returns the time at which the person is reminded: when a quarter of the time remains, but
// not earlier than maxReminderLead before its end. It returns 0 if there is no reminder.
func (s *Seat) remindAt() int64 {
	if s.Since == 0 || s.Until <= s.Since {
		return 0
	}
	return s.Until - min((s.Until-s.Since)/4, maxReminderLead.Milliseconds())
}

// sentState records which notifications about a table were made.
type sentState struct {
	// Match is the last match whose players were notified of its beginning. Ended is true if they
	// were also notified of the end of that match.
	Match string `json:"match"`
	Ended bool   `json:"ended,omitempty"`
	// Notified and Reminded have, by person, the Since of the last turn of which the person was
	// notified or reminded.
	Notified map[string]int64 `json:"called,omitempty"`
	Reminded map[string]int64 `json:"reminded,omitempty"`
}

// trigger is a reason to notify a person now.
type trigger struct {
	person string
	event  Event
	// since is the Since of the turn that the notification is about; 0 if it is not about a turn.
	since int64
}

// next returns the triggers of a table at the time now, and the sentState to store with their
// notifications. due is the time of the next check if the table does not change; 0 for never.
func (n *sentState) next(t *Table, now int64) (list []trigger, after sentState, due int64) {
	after = sentState{Match: t.Match, Ended: t.Ended, Notified: map[string]int64{}, Reminded: map[string]int64{}}
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.Person == "" {
			continue
		}
		add := func(event Event, since int64) { list = append(list, trigger{s.Person, event, since}) }
		switch {
		case t.Ended && !(n.Ended && n.Match == t.Match):
			add(End, 0)
		case !t.Ended && n.Match != t.Match:
			add(Begin, 0)
		}
		if s.Since == 0 || t.Ended {
			continue
		}
		if after.Notified[s.Person] = s.Since; n.Notified[s.Person] != s.Since {
			add(Turn, s.Since)
		}
		remindAt := s.remindAt()
		switch reminded := n.Reminded[s.Person] == s.Since; {
		case remindAt == 0:
		case reminded || remindAt <= now:
			if after.Reminded[s.Person] = s.Since; !reminded && now < s.Until {
				add(Reminder, s.Since)
			}
		case due == 0 || remindAt < due:
			due = remindAt
		}
	}
	return list, after, due
}
