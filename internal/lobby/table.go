package lobby

import (
	"slices"
	"time"

	"archmage/internal/game"
)

// Status is where in its life a room stands.
type Status string

// The life of a room.
const (
	StatusOpen     Status = "open"     // seats are free
	StatusSeated   Status = "seated"   // every seat is taken
	StatusPlaying  Status = "playing"  // a match is played
	StatusFinished Status = "finished" // the match is over
	StatusFrozen   Status = "frozen"   // an error of the server stopped the room
)

// Lost says why a player has lost regardless of the score.
type Lost string

// Why a player has lost.
const (
	LostTime     Lost = "time"
	LostLeft     Lost = "left"
	LostConceded Lost = "conceded"
)

// Seat is a place at a room's table.
type Seat struct {
	// User is who sits here, by id, and the name shown; "" if nobody does.
	User string `json:"user"`
	Name string `json:"name"`
	// Bot is the id of the bot that plays the seat, in its own right (no
	// User) or while its player is gone.
	Bot   string `json:"bot"`
	Ready bool   `json:"ready"`
	Lost  Lost   `json:"lost"`
	// Abandon: the player has voted to end the match without a result.
	Abandon bool `json:"abandon"`
	// link is the fingerprint of the seat's personal link.
	link string
	// bank is what is left of the time; since is when the player has been
	// waited for, 0 while it is not.
	bank  time.Duration
	since int64
}

// free reports whether somebody can take the seat.
func (s *Seat) free() bool { return s.User == "" && (s.Bot == "" || s.Lost == LostLeft) }

// table is all that a room is: the result of its entries. It is changed by
// fold alone.
type table struct {
	games    Games
	settings Settings
	status   Status
	host     string
	seats    []Seat
	match    *match
	// matches counts the matches started in this room.
	matches int
	paused  bool
	// last is the sequence number of the last entry.
	last uint64
	// intents are the last requests of people that were carried out.
	intents []request

	// What the last entry did.
	told told
}

// request names a person's request.
type request struct{ user, intent string }

// keptIntents is how many requests a room remembers.
const keptIntents = 256

// told is what an entry did, for those who watch.
type told struct {
	events []game.Event
	// match: it was about a match in progress; inside: it has changed nothing
	// but the match.
	match, inside bool
}

// Result is how a match ended.
type Result struct {
	// Outcome is nil if the match was abandoned.
	Outcome *game.Outcome `json:"outcome,omitempty"`
	// Lost marks the seats that lost regardless of their score.
	Lost []Lost `json:"lost"`
	// Names are the players' names by seat, Bots the bots that played.
	Names []string `json:"names"`
	Bots  []string `json:"bots"`
	// Seed decided every random event of the match; it is no secret any more.
	Seed game.Seed `json:"seed"`
}

// copy returns a table that can be changed without changing t. spare, if not
// nil, is a state whose memory is used.
func (t *table) copy(spare game.State) *table {
	c := *t
	c.seats = slices.Clone(t.seats)
	c.told = told{}
	if t.match != nil {
		m := *t.match
		if spare == nil {
			m.state = t.match.state.Clone()
		} else {
			t.match.state.CopyInto(spare)
			m.state = spare
		}
		c.match = &m
	}
	return &c
}

// seatOf returns the seat of a person, or game.NoSeat.
func (t *table) seatOf(user string) game.Seat {
	if user == "" {
		return game.NoSeat
	}
	for i := range t.seats {
		if t.seats[i].User == user {
			return game.Seat(i)
		}
	}
	return game.NoSeat
}

// seat returns the seat with the number, or an error with CodeNoSeat.
func (t *table) seat(n game.Seat) (*Seat, error) {
	if n < 0 || int(n) >= len(t.seats) {
		return nil, errorf(CodeNoSeat, "there is no seat %d", n)
	}
	return &t.seats[n], nil
}

// ownSeat returns the seat of the person an entry is by.
func (t *table) ownSeat(e *Entry) (*Seat, game.Seat, error) {
	n := t.seatOf(e.By)
	if n == game.NoSeat {
		return nil, n, errorf(CodeNotSeated, "you have no seat here")
	}
	return &t.seats[n], n, nil
}

func (t *table) hostOnly(e *Entry) error {
	if e.By != t.host {
		return errorf(CodeNotHost, "only the host may do that")
	}
	return nil
}

func (t *table) playing() bool { return t.status == StatusPlaying }

// waitingFor returns the seats that are to answer, none while nothing is played.
func (t *table) waitingFor() game.Seats {
	if !t.playing() {
		return 0
	}
	return t.match.state.Waiting()
}

// done reports whether a person's request has been carried out already.
func (t *table) done(r request) bool { return r.intent != "" && slices.Contains(t.intents, r) }

// settle gives a room whose match has not started the status that its seats say.
func (t *table) settle() {
	if t.status != StatusOpen && t.status != StatusSeated {
		return
	}
	t.status = StatusSeated
	for i := range t.seats {
		if t.seats[i].free() {
			t.status = StatusOpen
		}
	}
}
