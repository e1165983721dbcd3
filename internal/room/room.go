// Package room owns the rules of a room: who sits where, what the host has decided, and the match
// with everything around it. A [Table] is the result of a room's entries. Begin with [Decide], which turns a
// command into an [Entry] or refuses it, and [Apply], which returns the table after an entry.
//
// The package is pure: it must not import a socket, a clock, a logger or a database, and starts no goroutines. Times are
// milliseconds since 1970; like ids and random bytes they come with the command.
package room

import (
	"hash/maphash"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// Status is where in its life a room stands.
type Status string

// The life of a room.
const (
	StatusOpen     Status = "open"     // seats are free
	StatusSeated   Status = "seated"   // every seat is taken
	StatusPlaying  Status = "playing"  // a match is played
	StatusFinished Status = "finished" // the match is over
)

// Table is the whole state of a room. It is not changed once it is made: Apply makes another one.
// Tables share memory: of several that were made from the same table, only the last may be used.
type Table struct {
	games    game.Modules
	ID       string
	Settings Settings
	Status   Status
	Host     string // the id of a person
	Seats    []Seat
	// From is the position with which every match of the room begins; nil if matches begin with a
	// seed.
	From *Position
	// Secret is the room's part of the seed of the next match.
	Secret match.Secret
	// Play is the match in progress, or the last one; nil before the first.
	Play *Play
	// Matches counts the matches that were started in this room; Abandoned counts those of them
	// that ended without an outcome.
	Matches, Abandoned int
	// Stopped says that the server has stopped: clocks are halted until a player is back.
	Stopped bool
	// Rested says that the room has left memory in order since the last entry before it (see [Rest]).
	Rested bool
	// At is the time of the last entry, in milliseconds since 1970.
	At int64
	// Removed are the people removed last; they leave the list when they take a seat or the host
	// lets them back. Muted are the ids of the spectators whom the host does not let write.
	Removed Removals
	Muted   []string
	// Starts are the times at which the last matches started, in milliseconds since 1970.
	Starts []int64
	// HiddenTo is when delayed spectators may see the end of the match before the present one, in
	// milliseconds since 1970; 0 if they may see it now.
	HiddenTo int64
	// Saved is the number of the last entry after which the room was stored as a snapshot.
	Saved uint64
	// Last is the number of the last entry.
	Last uint64

	// requests are the last commands of persons that were carried out, so that none is carried out
	// twice. sums are their sums, which nearly all differ, and are compared quickly.
	requests []request
	sums     []uint64
}

// New returns the table of a room before its first entry.
func New(games game.Modules, id string) *Table { return &Table{games: games, ID: id} }

// Seat is a place at a room's table. Match.Seats says how it is played in a match.
type Seat struct {
	// Person is the id of the person who sits here, "" if nobody does. Name is the name of the
	// person or bot.
	Person string `json:"person,omitempty"`
	Name   string `json:"name,omitempty"`
	// Kind is the kind of person at the time of taking the seat.
	Kind string `json:"kind,omitempty"`
	// Bot is the bot that has the seat for itself, not in place of a person.
	Bot   string `json:"bot,omitempty"`
	Ready bool   `json:"ready,omitempty"`
	// Consent says that the player agrees that spectators see all hands of the next match.
	Consent bool `json:"consent,omitempty"`
	// Share is the player's part of the seed of the next match, "" if the player has given none.
	Share string `json:"share,omitempty"`
	// Away is since when the player has been away, in milliseconds since 1970; 0 if the player is
	// connected, or has been gone for less than a few minutes.
	Away int64 `json:"away,omitempty"`
	// Bank is the time that the player had left when the clock last stopped, in milliseconds. Since
	// is when the clock started again, in milliseconds since 1970; 0 while it does not run.
	Bank  int64 `json:"bank,omitempty"`
	Since int64 `json:"since,omitempty"`
}

// Removal records that the host has removed somebody.
type Removal struct {
	// Player is the id of the person, Name the person's name.
	Player string `json:"player"`
	Name   string `json:"name"`
	// By is the name of the host, "" if the host had no seat.
	By string `json:"by"`
	// Out says that the person may not come back until the host allows it. If it is false, the
	// person only lost a seat because the host chose fewer seats.
	Out bool `json:"out"`
	// Reason is the host's reason, a code or "". Only the removed person may learn it.
	Reason string `json:"reason,omitempty"`
}

// keptRemovals and keptMutes are how many removed and muted people a room remembers.
const (
	keptRemovals = 32
	keptMutes    = 64
)

// request identifies a person's command.
type request struct{ person, id string }

var seed = maphash.MakeSeed()

func (r request) sum() uint64 { return maphash.Comparable(seed, r) }

// keptRequests is how many requests a room remembers.
const keptRequests = 256

// copy returns a table that can be changed without changing t.
func (t *Table) copy() *Table {
	next := *t
	next.Seats = slices.Clone(t.Seats)
	if t.Play != nil {
		play := *t.Play
		next.Play = &play
	}
	return &next
}

// SeatOf returns the seat of a person, or game.NoSeat.
func (t *Table) SeatOf(person string) game.Seat {
	if person == "" {
		return game.NoSeat
	}
	return game.Seat(slices.IndexFunc(t.Seats, func(s Seat) bool { return s.Person == person }))
}

// Playing reports whether a match is played.
func (t *Table) Playing() bool { return t.Status == StatusPlaying }

// InMatch reports whether a match is played or has ended, and no rematch has opened the table
// again.
func (t *Table) InMatch() bool { return t.Status == StatusPlaying || t.Status == StatusFinished }

// BotOf returns the bot that plays a seat now, "" for none.
func (t *Table) BotOf(seat game.Seat) string {
	if t.InMatch() {
		return t.Play.Match.Seats[seat].Bot
	}
	return t.Seats[seat].Bot
}

// LostOf returns why a seat has lost the match whatever the score, "" if it has not.
func (t *Table) LostOf(seat game.Seat) match.Lost {
	if t.InMatch() {
		return t.Play.Match.Seats[seat].Lost
	}
	return ""
}

// NameOf returns the name that is shown at a seat: that of its person or bot. During a match it is
// the name of the player who started it, unless somebody else holds the seat.
func (t *Table) NameOf(seat game.Seat) string {
	s := &t.Seats[seat]
	if t.InMatch() {
		if p := &t.Play.Match.Players[seat]; s.Person == "" || s.Person == p.Person {
			return p.Name
		}
	}
	return s.Name
}

// Free reports whether somebody can take a seat or, during a match, ask for it. The latter needs
// that the player has left the seat and that the settings let the other players decide.
func (t *Table) Free(seat game.Seat) bool {
	switch {
	case t.Seats[seat].Person != "":
		return false
	case t.InMatch():
		// If spectators saw all hands, somebody who asks may have seen them.
		return !t.Play.Opened && t.LostOf(seat) == match.LostLeft && t.Settings.LeftSeat == LeftSeatAgree &&
			!t.Play.Cleared.Has(seat)
	}
	return t.Seats[seat].Bot == ""
}

// Waiting returns the seats that have to answer a decision; none if no match is played.
func (t *Table) Waiting() game.Seats {
	if !t.Playing() {
		return 0
	}
	return t.Play.Match.State.Waiting()
}

// Persons returns everybody who has a seat.
func (t *Table) Persons() []string {
	var list []string
	for i := range t.Seats {
		if t.Seats[i].Person != "" {
			list = append(list, t.Seats[i].Person)
		}
	}
	return list
}

// done reports whether a person's command has been carried out already.
func (t *Table) done(r request) bool {
	return r.person != "" && r.id != "" && slices.Contains(t.sums, r.sum()) && slices.Contains(t.requests, r)
}

// remember records that a person's command was carried out.
func (t *Table) remember(r request) {
	t.requests, t.sums = append(t.requests, r), append(t.sums, r.sum())
	if over := len(t.requests) - keptRequests; over > 0 {
		t.requests, t.sums = t.requests[over:], t.sums[over:]
	}
}

// checkSeat returns an error with CodeNoSeat if the seat does not exist.
func (t *Table) checkSeat(seat game.Seat) error {
	if seat < 0 || int(seat) >= len(t.Seats) {
		return coded.Errorf(CodeNoSeat, "no such seat: %d", seat)
	}
	return nil
}

// updateStatus sets the status of a room whose match has not started by what its seats hold.
func (t *Table) updateStatus() {
	if t.InMatch() {
		return
	}
	t.Status = StatusSeated
	for i := range t.Seats {
		if t.Free(game.Seat(i)) {
			t.Status = StatusOpen
		}
	}
}

// StartsItself reports whether the match can start now, and the settings let it start without the
// host.
func (t *Table) StartsItself() bool {
	return t.Settings.AutoStart && t.Status == StatusSeated && t.checkRated() == nil &&
		!slices.ContainsFunc(t.Seats, func(s Seat) bool { return !s.Ready })
}

// AllShared reports whether every player has given a share of the seed of the next match, or the
// match needs none.
func (t *Table) AllShared() bool {
	return t.From != nil || !slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Person != "" && s.Share == "" })
}

// Done reports whether the person's command with that id has been carried out.
func (t *Table) Done(person, id string) bool { return t.done(request{person, id}) }

// nextHost makes the first player with a seat the host, and prefers one who is not away. A room
// without players keeps its last host until somebody takes a seat.
func (t *Table) nextHost(effects *Effects) {
	next := game.NoSeat
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.Person != "" && (next == game.NoSeat || s.Away == 0 && t.Seats[next].Away != 0) {
			next = game.Seat(i)
		}
	}
	if next != game.NoSeat {
		t.Host = t.Seats[next].Person
		t.addEvent(effects, "host", next)
	}
}

// addEvent adds an event to the match, if one is played.
func (t *Table) addEvent(effects *Effects, kind string, seat game.Seat, facts ...game.Fact) {
	if t.Playing() {
		effects.Events = append(effects.Events, game.Event{Kind: kind, Seat: seat, Public: facts})
	}
}

// addRemoval records that a person was removed: for good if out is true, with the reason why.
func (t *Table) addRemoval(person, name string, out bool, reason string) {
	by := ""
	if seat := t.SeatOf(t.Host); seat != game.NoSeat {
		by = t.NameOf(seat)
	}
	t.Removed = append(t.Removed.without(person), Removal{person, name, by, out, reason})
	t.Removed = t.Removed[max(0, len(t.Removed)-keptRemovals):]
}

// Removals are the people whom the host has removed, the last one last.
type Removals []Removal

// Reason returns the code with which the host has removed a person, or "".
func (list Removals) Reason(person string) string {
	for _, r := range list {
		if r.Player == person {
			return r.Reason
		}
	}
	return ""
}

// IsOut reports whether the host has removed a person and has not let the person back since.
func (list Removals) IsOut(person string) bool {
	return slices.ContainsFunc(list, func(r Removal) bool { return r.Player == person && r.Out })
}

// without returns a list without a person.
func (list Removals) without(person string) Removals {
	return slices.DeleteFunc(slices.Clone(list), func(r Removal) bool { return r.Player == person })
}

// public returns the list without what only the removed may learn.
func (list Removals) public() []Removal {
	known := slices.Clone(list)
	for i := range known {
		known[i].Reason = ""
	}
	return known
}

// setSecret gives the room a new secret for its next match. Shares that players gave for the old
// secret are dropped.
func (t *Table) setSecret(secret match.Secret) {
	t.Secret = secret
	for i := range t.Seats {
		t.Seats[i].Share = ""
	}
}
