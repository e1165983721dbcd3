package runner

import (
	"encoding/json"
	"slices"
	"strconv"

	"archmage/internal/event"
	"archmage/internal/people"
	"archmage/internal/strict"
)

// Audience is a kind of viewer. All viewers of an audience get the same document.
type Audience string

// The audiences.
const (
	// Visitor is a viewer without an account, who does not see who comes perhaps.
	Visitor Audience = "visitor"
	// Member is a viewer with an account.
	Member Audience = "member"
)

// AudienceOf returns the audience of a person.
func AudienceOf(person people.Person) Audience {
	if person.Kind == people.Account {
		return Member
	}
	return Visitor
}

// Document is what a viewer can know of an event. Times are in milliseconds since 1970, and the keys of maps are
// decimal numbers. A deleted person has no name.
type Document struct {
	ID       string         `json:"id"`
	Settings event.Settings `json:"settings"`
	// Status is `planned`, `running`, `paused`, `finished` or `cancelled`.
	Status event.Status `json:"status"`
	// Organiser is the id of the organiser.
	Organiser string `json:"organiser"`
	// People has the people by number.
	People map[string]PersonShown `json:"people"`
	// Round is the number of the last round, 0 before the first.
	Round int `json:"round"`
	// Rounds has the rounds by number, counted from 1.
	Rounds map[string]RoundShown `json:"rounds"`
	// Standings has the standings by rank.
	Standings map[string]event.Standing `json:"standings"`
	// Acts are those of the organiser and of moderators since the start.
	Acts []ActShown `json:"acts"`
	// PausedAt is when the event was paused.
	PausedAt int64 `json:"pausedAt,omitempty"`
	// Cancelled says why the event was cancelled.
	Cancelled *CancellationShown `json:"cancelled,omitempty"`
	// Commitment is the SHA-256 hash of the secret of the event.
	Commitment string `json:"commitment"`
	// Secret has 64 hexadecimal digits once the event is over.
	Secret string `json:"secret,omitempty"`
	// Digest is that of all entries of the event up to the number Last.
	Digest string `json:"digest"`
	Last   int    `json:"last"`
	// Changed is the time of the last entry.
	Changed int64 `json:"-"`
}

// PersonShown is a person in a document.
type PersonShown struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Avatar string `json:"avatar,omitempty"`
	// Perhaps is true if the person comes perhaps. It is shown to accounts only.
	Perhaps bool `json:"perhaps,omitempty"`
	// Left is true if the person has left after the start. Missed is the number of rounds before the person
	// has entered.
	Left   bool `json:"left,omitempty"`
	Missed int  `json:"missed,omitempty"`
}

// RoundShown is a round in a document.
type RoundShown struct {
	// At is when the round began.
	At int64 `json:"at"`
	// Deadline is when the time for the matches is over.
	Deadline int64 `json:"deadline"`
	// Byes lists the people without a table. Rematches lists the pairs that have met before.
	Byes      []int    `json:"byes"`
	Rematches [][2]int `json:"rematches"`
	// Tables has the tables by number, counted from 0.
	Tables map[string]TableShown `json:"tables"`
}

// TableShown is a table in a document. Its lists are by seat.
type TableShown struct {
	// Seats has the numbers of people, -1 for a bot.
	Seats []int `json:"seats"`
	// Absent is true for the seats of people who have forfeited. Present is true for those of people who have
	// come.
	Absent []bool `json:"absent"`
	// Room is the id of the open room, or "".
	Room    string      `json:"room"`
	Status  TableStatus `json:"status"`
	Present []bool      `json:"present"`
	// Until is when people forfeit who have not come, absent unless the table waits for them. Longer is true if the
	// people at the table have given them more time.
	Until  int64 `json:"until,omitempty"`
	Longer bool  `json:"longer,omitempty"`
	// Progress is that of lists of rooms.
	Progress json.RawMessage `json:"progress,omitempty"`
	// Places has the places once the table is over. Match is the id of its match.
	Places []int `json:"places,omitempty"`
	// Totals has the points at the end of the match. It is absent if the places do not follow from them, and until
	// all tables of a round with the same deal have results.
	Totals []int  `json:"totals,omitempty"`
	Match  string `json:"match,omitempty"`
}

// ActShown is an act of the organiser or an officer since the start.
type ActShown struct {
	Number  int        `json:"number"`
	At      int64      `json:"at"`
	By      string     `json:"by"`
	Command event.Name `json:"command"`
	// Body is that of the entry.
	Body json.RawMessage `json:"body"`
}

// CancellationShown says why an event was cancelled: Code if the server has done it, Reason if a person has.
type CancellationShown struct {
	Code   string `json:"code,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// build returns the document of an audience. standings are those of the event. faces has the people who are not
// deleted.
func build(
	e *event.Event,
	standings []event.Standing,
	states map[string]TableState,
	faces map[string]people.Visible,
	audience Audience,
) *Document {
	doc := &Document{
		ID: e.ID, Settings: e.Settings, Status: e.Status, Organiser: e.Organiser,
		People: map[string]PersonShown{}, Round: len(e.Rounds), Rounds: map[string]RoundShown{},
		Standings: map[string]event.Standing{}, Acts: []ActShown{}, PausedAt: e.PausedAt,
		Commitment: e.Commitment, Digest: e.Digest, Last: e.Last, Changed: e.At,
	}
	for i := range e.People {
		p := &e.People[i]
		if p.Perhaps && audience != Member {
			continue
		}
		shown := PersonShown{ID: p.ID, Perhaps: p.Perhaps, Left: p.Left, Missed: p.Missed}
		if face, ok := faces[p.ID]; ok {
			shown.Name, shown.Avatar = p.Name, face.Avatar
		}
		doc.People[strconv.Itoa(i)] = shown
	}
	for i := range e.Rounds {
		doc.Rounds[strconv.Itoa(i+1)] = showRound(e, i+1, states)
	}
	for _, standing := range standings {
		doc.Standings[strconv.Itoa(standing.Rank)] = standing
	}
	for _, act := range e.Acts {
		shown := ActShown{Number: act.Number, At: act.At, Command: act.Body.Command(), Body: strict.Encode(act.Body)}
		if _, ok := faces[act.Person]; ok {
			shown.By = act.By
		}
		doc.Acts = append(doc.Acts, shown)
	}
	if c := e.Cancelled; c != nil {
		doc.Cancelled = &CancellationShown{Reason: c.Reason}
		if c.IsByServer {
			doc.Cancelled = &CancellationShown{Code: c.Reason}
		}
	}
	if isOver(e) {
		secret, _ := e.Secret.MarshalText() // never fails
		doc.Secret = string(secret)
	}
	return doc
}

// showRound returns a round. Rounds are counted from 1.
func showRound(e *event.Event, number int, states map[string]TableState) RoundShown {
	round := &e.Rounds[number-1]
	shown := RoundShown{
		At: round.At, Deadline: e.Deadline(number), Byes: notNil(round.Byes), Rematches: notNil(round.Rematches),
		Tables: map[string]TableShown{},
	}
	areTotalsShown := !e.Settings.SameDeal || isComplete(round)
	for i, t := range round.Tables {
		table := TableShown{
			Seats: t.Seats, Absent: t.Absent, Status: TableWaiting, Present: make([]bool, len(t.Seats)),
		}
		if t.Result != nil {
			table.Status, table.Places, table.Match = TableOver, t.Result.Places, t.Result.Match
			if areTotalsShown {
				table.Totals = t.Result.Totals
			}
			for seat := range t.Seats {
				table.Present[seat] = !t.Absent[seat]
			}
		} else {
			showRoom(e, number, i, states, &table)
		}
		shown.Tables[strconv.Itoa(i)] = table
	}
	return shown
}

// isComplete reports whether all tables of a round have results.
func isComplete(round *event.Round) bool {
	return !slices.ContainsFunc(round.Tables, func(t event.Table) bool { return t.Result == nil })
}

// showRoom shows the state of the room of a table without a result.
func showRoom(e *event.Event, round, number int, states map[string]TableState, table *TableShown) {
	room := e.Room(round, number)
	state, ok := states[room]
	if !ok || state.Status == TableClosed {
		return
	}
	table.Room, table.Status, table.Progress = room, state.Status, state.Progress
	if state.Status == TableWaiting {
		t := &e.Rounds[round-1].Tables[number]
		table.Until, table.Longer = e.AwaitedUntil(round, number), t.Waited > t.Changed
	}
	seat := 0
	for i := range table.Seats {
		if table.Absent[i] && !e.Settings.Fillers {
			continue
		}
		table.Present[i] = seat < len(state.Present) && state.Present[seat] && !table.Absent[i]
		seat++
	}
}

// notNil returns an empty list for nil.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// difference returns the merge patch (RFC 7396) from one JSON value to another, and whether they differ. The
// documents have no null.
func difference(before, after json.RawMessage) (patch json.RawMessage, differ bool) {
	if slices.Equal(before, after) {
		return nil, false
	}
	var old, now map[string]json.RawMessage
	isObject := len(before) > 0 && before[0] == '{' && after[0] == '{'
	if !isObject || json.Unmarshal(before, &old) != nil || json.Unmarshal(after, &now) != nil {
		return after, true
	}
	changed := map[string]json.RawMessage{}
	for name, value := range now {
		if _, ok := old[name]; !ok {
			changed[name] = value
		} else if member, ok := difference(old[name], value); ok {
			changed[name] = member
		}
	}
	for name := range old {
		if _, ok := now[name]; !ok {
			changed[name] = json.RawMessage("null")
		}
	}
	return strict.Encode(changed), len(changed) > 0
}
