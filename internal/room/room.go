// Package room is what a room is: who sits where, what the host has decided, the
// match and everything around it. A [Table] is the result of its entries.
// [Decide] turns what somebody wants into an [Entry], or refuses it; [Apply]
// changes the table by an entry.
//
// The package is pure: it knows no goroutine, no socket, no clock and no
// database. Times are milliseconds since 1970 and, like ids and random bytes,
// come with the command.
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

// Table is all that a room is. It is a value that is not changed once it is
// made: Apply makes another one. Tables share memory; of several that were made
// from the same one, only the last may be used.
type Table struct {
	games    game.Modules
	ID       string
	Settings Settings
	Status   Status
	Host     string // the id of a person
	Seats    []Seat
	// From is the position with which every match of the room begins, nil if they
	// begin with a seed.
	From *Position
	// Secret is the room's part of the seed of the next match.
	Secret match.Secret
	// Play is the match in progress, or the last one; nil before the first.
	Play *Play
	// Matches counts the matches that were started in this room, Abandoned those
	// of them that ended without an outcome.
	Matches, Abandoned int
	// Stopped: the server has stopped, and clocks stand still until a player is
	// back.
	Stopped bool
	// Removed are the last people who were removed, until they sit down again or
	// the host lets them back. Muted are the ids of spectators whom the host does
	// not let write.
	Removed Removals
	Muted   []string
	// Starts are the times of the last starts of a match.
	Starts []int64
	// HiddenTo is until when those who watch with a delay do not see the end of
	// the match before the present one, 0 if they may know it.
	HiddenTo int64
	// Saved is the number of the last entry after which the room is stored as a
	// snapshot.
	Saved uint64
	// Last is the number of the last entry.
	Last uint64

	// requests are the last commands of persons that were carried out.
	requests []request
}

// New returns the table of a room before its first entry.
func New(games game.Modules, id string) *Table { return &Table{games: games, ID: id} }

// Seat is a place at a room's table. How it is played in a match, the match says.
type Seat struct {
	// Person is who sits here, "" if nobody does. Name is the name of the person
	// or of the bot.
	Person string `json:"person,omitempty"`
	Name   string `json:"name,omitempty"`
	// Kind is what the person was on taking the seat.
	Kind string `json:"kind,omitempty"`
	// Bot is the bot that has the seat in its own right.
	Bot   string `json:"bot,omitempty"`
	Ready bool   `json:"ready,omitempty"`
	// Consent: the player agrees that spectators see all hands of the next match.
	Consent bool `json:"consent,omitempty"`
	// Share is the player's part of the seed of the next match, "" if none was
	// given.
	Share string `json:"share,omitempty"`
	// Away is since when the player has not been there, 0 if the player is there
	// or has been gone for less than a few minutes.
	Away int64 `json:"away,omitempty"`
	// Bank is what was left of the player's time, in milliseconds, when its clock
	// last stood still. Since is when it began to run, 0 while it does not.
	Bank  int64 `json:"bank,omitempty"`
	Since int64 `json:"since,omitempty"`
}

// Removal says whom a host has removed.
type Removal struct {
	// Player is the id of the person, Name the name.
	Player string `json:"player"`
	Name   string `json:"name"`
	// By is the name of the host, "" if the host has no seat.
	By string `json:"by"`
	// Out: the person may not come back until the host allows it. Without it, the
	// room has only become smaller.
	Out bool `json:"out"`
	// Reason is the host's, a code or "". It is for the person alone.
	Reason string `json:"reason,omitempty"`
}

// keptRemovals and keptMutes are how many people a room remembers who were
// removed, and who may not write.
const (
	keptRemovals = 32
	keptMutes    = 64
)

// request names a person's command. Its sum comes first, so that a comparison with
// another one ends there.
type request struct {
	sum        uint64
	person, id string
}

var sums = maphash.MakeSeed()

func newRequest(person, id string) request {
	return request{maphash.Comparable(sums, [2]string{person, id}), person, id}
}

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

// InMatch reports whether a match is played, or was the last thing that was.
func (t *Table) InMatch() bool { return t.Status == StatusPlaying || t.Status == StatusFinished }

// BotOf returns the bot that plays a seat now, "" for none.
func (t *Table) BotOf(seat game.Seat) string {
	if t.InMatch() {
		return t.Play.Match.Seats[seat].Bot
	}
	return t.Seats[seat].Bot
}

// LostOf returns why a seat has lost the match whatever the score, "" if it has
// not.
func (t *Table) LostOf(seat game.Seat) match.Lost {
	if t.InMatch() {
		return t.Play.Match.Seats[seat].Lost
	}
	return ""
}

// NameOf returns the name that a seat has at the table: that of its person or
// bot. In a match it is the name of the player who started it, unless somebody
// else holds the seat.
func (t *Table) NameOf(seat game.Seat) string {
	s := &t.Seats[seat]
	if t.InMatch() {
		if p := &t.Play.Match.Players[seat]; s.Person == "" || s.Person == p.Person {
			return p.Name
		}
	}
	return s.Name
}

// Free reports whether somebody can take a seat or, in a match, ask for it: then
// its player has left it, and the settings leave it to the other players.
func (t *Table) Free(seat game.Seat) bool {
	switch {
	case t.Seats[seat].Person != "":
		return false
	case t.InMatch():
		// Who asks may have seen the hands.
		return !t.Play.Opened && t.LostOf(seat) == match.LostLeft && t.Settings.LeftSeat == LeftSeatAgree && !t.Play.Cleared.Has(seat)
	}
	return t.Seats[seat].Bot == ""
}

// Waiting returns the seats that are to answer, none while nothing is played.
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
	// Sums tell nearly all apart, and are compared quickly.
	return r.person != "" && r.id != "" && slices.ContainsFunc(t.requests, func(q request) bool { return q.sum == r.sum && q == r })
}

// checkSeat returns an error with CodeNoSeat if there is no such seat.
func (t *Table) checkSeat(seat game.Seat) error {
	if seat < 0 || int(seat) >= len(t.Seats) {
		return coded.Errorf(CodeNoSeat, "there is no seat %d", seat)
	}
	return nil
}

// updateStatus gives a room whose match has not started the status that its seats say.
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

// StartsItself reports whether nothing is missing for the match to start, and
// nobody needs to say so.
func (t *Table) StartsItself() bool {
	return t.Settings.AutoStart && t.Status == StatusSeated && t.checkRated() == nil && !slices.ContainsFunc(t.Seats, func(s Seat) bool { return !s.Ready })
}

// AllShared reports whether every player has given a share of the seed of the
// next match, or none is wanted.
func (t *Table) AllShared() bool {
	return t.From != nil || !slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Person != "" && s.Share == "" })
}

// Done reports whether a person's command with that id has been carried out.
func (t *Table) Done(person, id string) bool { return t.done(newRequest(person, id)) }

// nextHost makes the first player with a seat the host, preferring one who is not away;
// an empty room keeps its last host.
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

// addEvent adds an event to those of the match, if one is played.
func (t *Table) addEvent(effects *Effects, kind string, seat game.Seat, facts ...game.Fact) {
	if t.Playing() {
		effects.Events = append(effects.Events, game.Event{Kind: kind, Seat: seat, Public: facts})
	}
}

// remove records that a person is removed; out says whether for good, reason why.
func (t *Table) remove(person, name string, out bool, reason string) {
	by := ""
	if seat := t.SeatOf(t.Host); seat != game.NoSeat {
		by = t.NameOf(seat)
	}
	t.Removed = append(t.Removed.without(person), Removal{person, name, by, out, reason})
	t.Removed = t.Removed[max(0, len(t.Removed)-keptRemovals):]
}

// Removals are those whom the host has removed, the last one last.
type Removals []Removal

// Reason returns why the host has removed a person, or "".
func (list Removals) Reason(person string) string {
	for _, r := range list {
		if r.Player == person {
			return r.Reason
		}
	}
	return ""
}

// IsOut reports whether the host has removed a person and not let the person back
// since.
func (list Removals) IsOut(person string) bool {
	return slices.ContainsFunc(list, func(r Removal) bool { return r.Player == person && r.Out })
}

// without returns a list without a person.
func (list Removals) without(person string) Removals {
	return slices.DeleteFunc(slices.Clone(list), func(r Removal) bool { return r.Player == person })
}

// public returns those who were removed, as everybody may know it.
func (list Removals) public() []Removal {
	known := slices.Clone(list)
	for i := range known {
		known[i].Reason = ""
	}
	return known
}

// commit gives the room a new secret for its next match. What was promised for
// the one before is void.
func (t *Table) commit(secret match.Secret) {
	t.Secret = secret
	for i := range t.Seats {
		t.Seats[i].Share = ""
	}
}
