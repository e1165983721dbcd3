// Package room has the rules of a room: who has which seat, what the host has decided, and everything around
// its match. A [Table] is the state of a room, which follows from its entries. Start reading at [Decide], which
// turns a command into an [Entry] or refuses it, and at [Apply], which returns the table after an entry.
//
// The package is pure. It must not import a socket, a clock, a logger or a database, and starts no goroutines.
// Times, in milliseconds since 1970, ids and random bytes come with the command.
package room

import (
	"hash/maphash"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// Status is the stage in the life of a room.
type Status string

// The statuses of a room.
const (
	StatusOpen     Status = "open"     // seats are free
	StatusSeated   Status = "seated"   // every seat is taken
	StatusPlaying  Status = "playing"  // a match is played
	StatusFinished Status = "finished" // the match is over
)

// Table is the whole state of a room. A finished table is never changed: Apply makes another one. Tables share
// memory. If several were made from the same table, only the last can be used.
type Table struct {
	games    game.Modules
	ID       string
	Settings Settings
	Status   Status
	// Host is the id of a person, "" at the table of an event.
	Host  string
	Seats []Seat
	// From is the position from which every match of the room starts, nil if matches start with a seed.
	From *Position
	// Event is the table of an event to which the room belongs, nil for other rooms.
	Event *Event
	// Secret is the room's part of the seed of the next match.
	Secret match.Secret
	// Play is the match in progress, or the last one, nil before the first.
	Play *Play
	// Matches counts the matches that were started in this room. Abandoned counts the ones
	// that ended without an outcome.
	Matches, Abandoned int
	// Offer is the offer of another match, nil if there is none. Offers is the number of offers since the last
	// match ended.
	Offer  *Offer
	Offers uint64
	// Series is the series that the last match belongs to, nil if it belongs to none.
	Series *Series
	// Continues is true if all players have accepted an offer, so that the match starts by itself.
	Continues bool
	// Stopped is true if the server has stopped since. Clocks are halted until a player is back.
	Stopped bool
	// Unloaded is true if the last entry is an [Unload].
	Unloaded bool
	// At is the time of the last entry, in milliseconds since 1970.
	At int64
	// Removed lists the persons who were removed last. They leave the list when they take a seat or the host
	// lets them come back. Muted has the ids of the spectators whom the host forbids to write.
	Removed Removals
	Muted   []string
	// Starts has the times at which the last matches started, in milliseconds since 1970.
	Starts []int64
	// PreviousHiddenUntil is the time at which delayed spectators can see the end of the match before the
	// current one, in milliseconds since 1970. It is 0 if they can see it now.
	PreviousHiddenUntil int64
	// Saved is the number of the last entry after which a snapshot of the room was due.
	Saved uint64
	// Last is the number of the last entry.
	Last uint64

	// requests are the last commands of persons that were carried out, so that none is carried out twice.
	// hashes are the hashes of the requests, for a quick search.
	requests []request
	hashes   []uint64
}

// New returns the table of a room before its first entry.
func New(games game.Modules, id string) *Table { return &Table{games: games, ID: id} }

// Seat is a place at a room's table. During a match, Match.Seats has the person or bot that plays it.
type Seat struct {
	// Person is the id of the person who has the seat, "" if no person does. Name is the name of the person or
	// bot.
	Person string `json:"person,omitempty"`
	Name   string `json:"name,omitempty"`
	// Kind is the kind of person at the time when the person took the seat.
	Kind string `json:"kind,omitempty"`
	// Bot is the bot to which the seat belongs. It does not stand in for a person.
	Bot   string `json:"bot,omitempty"`
	Ready bool   `json:"ready,omitempty"`
	// Consent is true if the player agrees that spectators see all hands of the next match.
	Consent bool `json:"consent,omitempty"`
	// Share is the player's share of the seed of the next match, "" if the player has sent none.
	Share string `json:"share,omitempty"`
	// Away is the time since when the player has been away, in milliseconds since 1970. It is 0 if the player
	// is connected, or has been disconnected for less than a few minutes.
	Away int64 `json:"away,omitempty"`
	// Bank is the time that the player had left when the clock last stopped, in milliseconds. Since is the time
	// at which the clock started again, in milliseconds since 1970, or 0 while it does not run.
	Bank  int64 `json:"bank,omitempty"`
	Since int64 `json:"since,omitempty"`
}

// Removal records that the host has removed a person.
type Removal struct {
	// Person is the id of the person. Name is the person's name.
	Person string `json:"player"`
	Name   string `json:"name"`
	// By is the name of the host, "" if the host had no seat.
	By string `json:"by"`
	// Out is true if the person cannot come back until the host allows it. If Out is false, the person only lost
	// a seat because the host reduced their number.
	Out bool `json:"out"`
	// Reason is the host's reason, a code or "". It is shown only to the removed person.
	Reason string `json:"reason,omitempty"`
}

// maxRemovals and maxMutes are the maximum numbers of removed and muted persons in a table.
const (
	maxRemovals = 32
	maxMutes    = 64
)

// request identifies a person's command.
type request struct{ person, id string }

var seed = maphash.MakeSeed()

func (r request) hash() uint64 { return maphash.Comparable(seed, r) }

// maxRequests is the maximum number of requests in a table.
const maxRequests = 256

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

// Playing reports whether a match is in progress.
func (t *Table) Playing() bool { return t.Status == StatusPlaying }

// InMatch reports whether a match is in progress or has ended, and no rematch has opened the table
// again.
func (t *Table) InMatch() bool { return t.Status == StatusPlaying || t.Status == StatusFinished }

// BotOf returns the bot that plays a seat now, "" for none.
func (t *Table) BotOf(seat game.Seat) string {
	if t.InMatch() {
		return t.Play.Match.Seats[seat].Bot
	}
	return t.Seats[seat].Bot
}

// LostOf returns the reason why a seat has lost the match whatever the score, "" if it has not.
func (t *Table) LostOf(seat game.Seat) match.Lost {
	if t.InMatch() {
		return t.Play.Match.Seats[seat].Lost
	}
	return ""
}

// NameOf returns the name that is shown at a seat, which is that of its person or bot. During a match it is the
// name of the player who started the match there, unless another person has the seat now.
func (t *Table) NameOf(seat game.Seat) string {
	s := &t.Seats[seat]
	if t.InMatch() {
		if p := &t.Play.Match.Players[seat]; s.Person == "" || s.Person == p.Person {
			return p.Name
		}
	}
	return s.Name
}

// IsFree reports whether a person can take a seat or, during a match, ask for it. The latter is possible if the
// player has left the seat and the settings let the other players decide. A seat that is reserved is not free.
func (t *Table) IsFree(seat game.Seat) bool {
	switch {
	case t.Seats[seat].Person != "", t.Event != nil:
		return false
	case t.InMatch():
		// If spectators saw all hands, the person who asks can be one of them.
		return !t.Play.StartedOpen && t.LostOf(seat) == match.LostLeft && t.Settings.LeftSeat == LeftSeatAgree &&
			!t.Play.Cleared.Has(seat)
	}
	return t.Seats[seat].Bot == ""
}

// Waiting returns the seats that have to answer a decision, none if no match is in progress.
func (t *Table) Waiting() game.Seats {
	if !t.Playing() {
		return 0
	}
	return t.Play.Match.State.Waiting()
}

// Persons returns the ids of all persons who have a seat.
func (t *Table) Persons() []string {
	var list []string
	for i := range t.Seats {
		if t.Seats[i].Person != "" {
			list = append(list, t.Seats[i].Person)
		}
	}
	return list
}

// isCarriedOut reports whether a command of a person was carried out already.
func (t *Table) isCarriedOut(r request) bool {
	return r.person != "" && r.id != "" && slices.Contains(t.hashes, r.hash()) && slices.Contains(t.requests, r)
}

// remember records that a person's command was carried out.
func (t *Table) remember(r request) {
	t.requests, t.hashes = append(t.requests, r), append(t.hashes, r.hash())
	if excess := len(t.requests) - maxRequests; excess > 0 {
		t.requests, t.hashes = t.requests[excess:], t.hashes[excess:]
	}
}

// checkSeat returns an error with CodeNoSeat if the seat does not exist.
func (t *Table) checkSeat(seat game.Seat) error {
	if seat < 0 || int(seat) >= len(t.Seats) {
		return coded.Errorf(CodeNoSeat, "no such seat: %d", seat)
	}
	return nil
}

// updateStatus sets the status before a match, which depends on whether a seat is free.
func (t *Table) updateStatus() {
	if t.InMatch() {
		return
	}
	t.Status = StatusSeated
	for i := range t.Seats {
		if s := &t.Seats[i]; s.Person == "" && s.Bot == "" {
			t.Status = StatusOpen
		}
	}
}

// CanAutoStart reports whether the match can start now without the host, because the settings say so or all players
// have accepted an offer.
func (t *Table) CanAutoStart() bool {
	return (t.Settings.AutoStart || t.Continues) && t.Status == StatusSeated && t.checkRated() == nil &&
		(t.Event == nil || !t.Event.Closed) &&
		!slices.ContainsFunc(t.Seats, func(s Seat) bool { return !s.Ready })
}

// AllShared reports whether every player has sent a share of the seed of the next match, or that match needs
// none.
func (t *Table) AllShared() bool {
	return t.From != nil || t.Reservations().deal() != nil ||
		!slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Person != "" && s.Share == "" })
}

// IsCarriedOut reports whether the person's command with that id was carried out.
func (t *Table) IsCarriedOut(person, id string) bool { return t.isCarriedOut(request{person, id}) }

// nextHost makes the first player who is not away the host, or the first player if all are away. A room without
// players keeps its last host until a person takes a seat.
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

// addEvent adds an event to the effects if a match is in progress.
func (t *Table) addEvent(effects *Effects, kind string, seat game.Seat, facts ...game.Fact) {
	if t.Playing() {
		effects.Events = append(effects.Events, game.Event{Kind: kind, Seat: seat, Public: facts})
	}
}

// addRemoval records that a person was removed. out and reason are those of the Removal.
func (t *Table) addRemoval(person, name string, out bool, reason string) {
	host := ""
	if seat := t.SeatOf(t.Host); seat != game.NoSeat {
		host = t.NameOf(seat)
	}
	t.Removed = append(t.Removed.without(person), Removal{person, name, host, out, reason})
	t.Removed = t.Removed[max(0, len(t.Removed)-maxRemovals):]
}

// Removals lists removed persons, the latest one last.
type Removals []Removal

// Reason returns the host's reason to remove a person, a code or "".
func (list Removals) Reason(person string) string {
	for _, r := range list {
		if r.Person == person {
			return r.Reason
		}
	}
	return ""
}

// IsOut reports whether the host has removed a person and has not let the person come back since.
func (list Removals) IsOut(person string) bool {
	return slices.ContainsFunc(list, func(r Removal) bool { return r.Person == person && r.Out })
}

// without returns the list without a person.
func (list Removals) without(person string) Removals {
	return slices.DeleteFunc(slices.Clone(list), func(r Removal) bool { return r.Person == person })
}

// public returns the list without the reasons, which only the removed persons can see.
func (list Removals) public() []Removal {
	redacted := slices.Clone(list)
	for i := range redacted {
		redacted[i].Reason = ""
	}
	return redacted
}

// setSecret gives the room a new secret for its next match. It drops the shares that players sent for the old
// secret.
func (t *Table) setSecret(secret match.Secret) {
	t.Secret = secret
	for i := range t.Seats {
		t.Seats[i].Share = ""
	}
}
