// Package event has the rules of tournaments: who takes part, who sits at which table, what a result counts, and who
// is first. An [Event] is the state of a tournament, which follows from its entries. Start reading at [Decide], which
// turns a command into an [Entry] or refuses it, and at [Apply], which returns the event after an entry. Package
// pairing decides who meets whom, [Event.Standings] counts, and [File.Verify] checks a whole event.
//
// An event is not what has happened in a match, which package game calls an event too.
//
// All chance follows from a secret of 32 bytes, drawn when the event is created. Its commitment is shown from then on,
// and the secret when the event is over. The server knows the lots before; it has to choose the secret before it knows
// who takes part.
//
// The package is pure. It must not import a socket, a clock, a logger or a database, and starts no goroutines. Times,
// in milliseconds since 1970, ids and random bytes come with the command. The matches of tables are played
// elsewhere: their results come as reports. Nothing here checks whether results were arranged between players.
package event

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/strict"
)

// Status is the stage in the life of an event.
type Status string

// The statuses of an event.
const (
	StatusPlanned   Status = "planned"   // people say whether they come
	StatusRunning   Status = "running"   // rounds are played
	StatusPaused    Status = "paused"    // no round begins
	StatusFinished  Status = "finished"  // the standings are final
	StatusCancelled Status = "cancelled" // the event ended without final standings
)

// Event is the whole state of an event. It is never changed: Apply makes another one.
type Event struct {
	games game.Modules
	ID    string
	// Settings are complete once the event is created.
	Settings Settings
	Status   Status
	// Organiser is the id of the person who planned the event, or to whom it was handed over; "" if that account was
	// deleted.
	Organiser string
	// People lists who takes part. From the start on, people are numbered by their index and stay in the list.
	People []Entrant
	// Order lists the people at the start by seed: the highest strength first, and then by lot.
	Order []int
	// Schedule has the tables of each round of a round robin, as people without their seats at bots.
	Schedule [][][]int
	// Rounds are the rounds, or the seatings of an evening.
	Rounds []Round
	// Commitment is the hash of the secret. Secret is zero if the event was made from public entries and is not over.
	Commitment string
	Secret     match.Secret
	// PausedAt is the time of the pause, in milliseconds since 1970, while the event is paused.
	PausedAt int64
	// Acts lists what the organiser and officers have done since the start, and to whom the event was handed over
	// before, the last one last.
	Acts []Act
	// Final has the final standings of a finished event.
	Final []Standing
	// Cancelled is nil unless the event is cancelled.
	Cancelled *Cancellation
	// At is the time of the last entry, in milliseconds since 1970. Last is its number, counted from 1.
	At   int64
	Last int
	// Digest is the digest of all entries, as 64 hexadecimal digits. A person who notes Last and Digest can later show
	// whether the entries up to there were changed.
	Digest string

	// requests are the last commands of persons that were carried out, so that none is carried out twice.
	requests []request
}

// New returns an event before its first entry. If games is nil, settings are accepted for any game.
func New(games game.Modules, id string) *Event {
	return &Event{games: games, ID: id, Status: StatusPlanned}
}

// Entrant is a person who takes part, or perhaps will.
type Entrant struct {
	ID   string
	Name string
	// Strength is an estimate of how well the person plays, 0 to 10,000; 0 if it is not known. Only knockouts use it.
	Strength int
	// Perhaps is true if the person is not sure to come, and does not play.
	Perhaps bool
	// Left is true if the person has left after the start.
	Left bool
	// Missed is the number of rounds of a Swiss event that had begun when the person entered first.
	Missed int
	// Entered is when the person entered the running event, in milliseconds since 1970.
	Entered int64
}

// IsPlaying reports whether the person can be seated in the next round.
func (p *Entrant) IsPlaying() bool { return !p.Perhaps && !p.Left }

// Bot is the number of a seat that a bot has.
const Bot = -1

// Round is a round that has begun.
type Round struct {
	// At is when the round began, in milliseconds since 1970. Paused is how long the event was paused since, in
	// milliseconds.
	At     int64
	Paused int64
	Tables []Table
	// Byes lists the people without a table. In an evening they wait on.
	Byes []int
	// HasBlocks is true if the pairing has avoided pairs of whom one blocks the other. Together lists such pairs that
	// sit at one table because there was no other way; only officers may see it. It is empty in an event made from
	// public entries.
	HasBlocks bool
	Together  [][2]int
	// Rematches lists the pairs that have met before.
	Rematches [][2]int
}

// Table is a table of a round.
type Table struct {
	// Seats has the number of the person at each seat, or Bot.
	Seats []int
	// Absent is true for the seats of people who have forfeited because they did not come.
	Absent []bool
	// Changed is when a person has forfeited at the table, in milliseconds since 1970; 0 for never.
	Changed int64
	// Waited is when the people at the table have given those who are absent more time, in milliseconds since 1970; 0
	// for never.
	Waited int64
	// Result is nil until the table has one.
	Result *Result
}

// Result is the result of a table.
type Result struct {
	// At is when the table had its first result, in milliseconds since 1970.
	At int64
	// Match is the id of the match, Record the SHA-256 hash of its record. Both are "" if no match was played.
	Match  string
	Record string
	// Places has the place of each seat, counted from 1; equal places are shared, and the next ones left out. It is 0
	// for a person who has forfeited.
	Places []int
	// Totals has the points of each seat at the end of the match. It is nil if no match was played, if a seat was
	// absent or has lost whatever its points, or if an officer has decided the result.
	Totals []int
}

// Act is something that the organiser or an officer has done.
type Act struct {
	// Number is the number of the entry. At is its time, in milliseconds since 1970. Person is the id of the person,
	// By the name. Body is that of the public entry.
	Number int
	At     int64
	Person string
	By     string
	Body   Body
}

// copy returns an event that can be changed without changing e, but for its rounds.
func (e *Event) copy() *Event {
	next := *e
	next.People = slices.Clone(e.People)
	next.Rounds = slices.Clone(e.Rounds)
	return &next
}

// changeTable returns a table that can be changed, after replacing it and its round by copies. The event is a copy.
func (e *Event) changeTable(round, table int) *Table {
	r := &e.Rounds[round-1]
	r.Tables = slices.Clone(r.Tables)
	t := &r.Tables[table]
	t.Absent = slices.Clone(t.Absent)
	return t
}

// Find returns the number of a person, or -1.
func (e *Event) Find(id string) int {
	return slices.IndexFunc(e.People, func(p Entrant) bool { return p.ID == id })
}

// IsComplete reports whether all tables of all rounds have results.
func (e *Event) IsComplete() bool {
	for i := len(e.Rounds) - 1; i >= 0; i-- {
		if !e.Rounds[i].isComplete() {
			return false
		}
	}
	return true
}

// isComplete reports whether all tables of the round have results.
func (r *Round) isComplete() bool {
	return !slices.ContainsFunc(r.Tables, func(t Table) bool { return t.Result == nil })
}

// Deadline returns when the time for the matches of a round is over, in milliseconds since 1970. Rounds are counted
// from 1.
func (e *Event) Deadline(round int) int64 {
	r := &e.Rounds[round-1]
	return r.At + r.Paused + int64(e.Settings.Minutes)*minute
}

// forfeitTime returns when a person who is absent from a table can forfeit at the earliest.
func (e *Event) forfeitTime(round int, t *Table) int64 {
	r := &e.Rounds[round-1]
	return r.At + r.Paused + e.grace(t)
}

// AwaitedUntil returns when people forfeit who have not come to a table, in milliseconds since 1970. Those who begin
// anew, because another one has forfeited, have the time again. Rounds are counted from 1, tables from 0.
func (e *Event) AwaitedUntil(round, table int) int64 {
	r := &e.Rounds[round-1]
	t := &r.Tables[table]
	return max(r.At+r.Paused, t.Changed) + e.grace(t)
}

// grace returns the time after which a person who is absent from a table forfeits, in milliseconds.
func (e *Event) grace(t *Table) int64 {
	if t.Waited > t.Changed {
		return int64(e.Settings.Grace+MoreMinutes) * minute
	}
	return int64(e.Settings.Grace) * minute
}

// MoreMinutes is the time by which [Wait] lets the people at a table wait longer, in minutes.
const MoreMinutes = 3

// minute is a minute in milliseconds.
const minute = 60_000

// Room returns the id of the room of a table of a round, which nobody can guess before the end of the event. It is
// another one after each person who has forfeited at the table, because the others begin anew. Rounds are counted from
// 1, tables from 0.
func (e *Event) Room(round, table int) string {
	absent := 0
	for _, isAbsent := range e.Rounds[round-1].Tables[table].Absent {
		if isAbsent {
			absent++
		}
	}
	return e.RoomAfter(round, table, absent)
}

// RoomAfter returns the id of the room of a table at which a number of people have forfeited.
func (e *Event) RoomAfter(round, table, absent int) string {
	seed := e.seed("room", round, strconv.Itoa(table)+"/"+strconv.Itoa(absent))
	return hex.EncodeToString(seed[:16])
}

// seed returns the seed of a source of chance. It is the HMAC-SHA-256, with the secret as key, of one JSON object
// without white space:
//
//	{"event":ID,"purpose":P,"round":N,"person":ID}
func (e *Event) seed(purpose string, round int, person string) (seed game.Seed) {
	mac := hmac.New(sha256.New, e.Secret[:])
	mac.Write(strict.Encode(struct {
		Event   string `json:"event"`
		Purpose string `json:"purpose"`
		Round   int    `json:"round"`
		Person  string `json:"person"`
	}{e.ID, purpose, round, person}))
	mac.Sum(seed[:0])
	return seed
}

// rng returns the random stream of a source of chance.
func (e *Event) rng(purpose string, round int) *game.RNG {
	rng := game.NewRNG(e.seed(purpose, round, ""))
	return &rng
}
