package notices

import (
	"encoding/json"
	"slices"
	"time"

	"archmage/internal/strict"
)

// Table is what a room says of its match and of whom it waits for. The room
// stores it with its entries.
type Table struct {
	Game  string `json:"game"`
	Match string `json:"match"`
	// Started is when the match began, in milliseconds since 1970.
	Started int64 `json:"started"`
	// Ended: the match is over.
	Ended bool   `json:"ended,omitempty"`
	Seats []Seat `json:"seats"`
}

// Seat is a place at a table. Times are milliseconds since 1970.
type Seat struct {
	// Person is who sits there, "" for a bot or nobody.
	Person string `json:"person,omitempty"`
	Name   string `json:"name"`
	// Since is since when the table waits for the person, 0 while it does not.
	Since int64 `json:"since,omitempty"`
	// Until is when the person's time is up, 0 at a table without days for a move.
	Until int64 `json:"until,omitempty"`
}

// Encode returns what is stored of a table.
func (t *Table) Encode() json.RawMessage { return encode(t) }

// Decode reads what Encode has written.
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

// others returns the names at the table but a person's own.
func (t *Table) others(person string) (names []string) {
	for i := range t.Seats {
		if s := &t.Seats[i]; s.Person != person && s.Name != "" {
			names = append(names, s.Name)
		}
	}
	return names
}

// longestNotice is how long before the time is up a reminder is sent at most.
const longestNotice = 12 * time.Hour

// remindAt returns when a person is reminded, 0 for never: when a quarter of the
// time is left, or half a day where that is less.
func (s *Seat) remindAt() int64 {
	if s.Since == 0 || s.Until <= s.Since {
		return 0
	}
	return s.Until - min((s.Until-s.Since)/4, longestNotice.Milliseconds())
}

// noted is what has been done about a table.
type noted struct {
	// Match is whose players have been told that it has begun, and Ended that it is
	// over.
	Match string `json:"match"`
	Ended bool   `json:"ended,omitempty"`
	// Called and Reminded are the times Since of the turns for which people were
	// called and reminded, by person.
	Called   map[string]int64 `json:"called,omitempty"`
	Reminded map[string]int64 `json:"reminded,omitempty"`
}

// occasion is why a person may be called now.
type occasion struct {
	person string
	event  Event
	// since is of the turn that it is about, 0 for none.
	since int64
}

// next returns the occasions that a table gives at a time, what is noted once they
// are used, and when there is the next one if the table stays as it is, 0 for
// never.
func (n *noted) next(t *Table, now int64) (list []occasion, after noted, due int64) {
	after = noted{Match: t.Match, Ended: t.Ended, Called: map[string]int64{}, Reminded: map[string]int64{}}
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.Person == "" {
			continue
		}
		add := func(event Event, since int64) { list = append(list, occasion{s.Person, event, since}) }
		switch {
		case t.Ended && !(n.Ended && n.Match == t.Match):
			add(End, 0)
		case !t.Ended && n.Match != t.Match:
			add(Begin, 0)
		}
		if s.Since == 0 || t.Ended {
			continue
		}
		if after.Called[s.Person] = s.Since; n.Called[s.Person] != s.Since {
			add(Turn, s.Since)
		}
		at := s.remindAt()
		switch reminded := n.Reminded[s.Person] == s.Since; {
		case at == 0:
		case reminded || at <= now:
			if after.Reminded[s.Person] = s.Since; !reminded && now < s.Until {
				add(Reminder, s.Since)
			}
		case due == 0 || at < due:
			due = at
		}
	}
	return list, after, due
}

func encode(value any) json.RawMessage {
	text, err := strict.Encode(value)
	if err != nil {
		panic("notices: a value that cannot be encoded: " + err.Error())
	}
	return text
}
