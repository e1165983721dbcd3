package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"hash/maphash"
	"maps"
	"slices"
	"sync"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

// Wanted is the kind of table at which somebody wants to play now.
type Wanted struct {
	Game  string `json:"game"`
	Seats int    `json:"seats"`
	Pace  Pace   `json:"pace"`
	// Rated says that the match is to count for ratings. Then the pace is not PaceFree.
	Rated bool `json:"rated"`
}

// Pace is a class of clocks.
type Pace string

// The classes of clocks.
const (
	PaceLive Pace = "live" // a clock of minutes: people stay until the end
	PaceDays Pace = "days" // a clock of days
	PaceFree Pace = "free" // no clock
)

// settings returns the settings that a table must have to fit the search, which are also those of a
// table that the search opens.
func (w *Wanted) settings(games game.Modules) (room.Settings, error) {
	s := room.Settings{
		Game: w.Game, Seats: w.Seats, Listed: true, Spectators: true, AutoStart: true,
		OutOfTime: room.OutOfTimeLose, Absent: room.AbsentBot, LeftSeat: room.LeftSeatBot,
	}
	switch w.Pace {
	case PaceLive:
		s.Clock = room.Clock{Mode: room.ClockBank, Seconds: 30 * 60, Increment: 15}
	case PaceDays:
		s.Clock, s.Absent = room.Clock{Mode: room.ClockDays, Seconds: 3 * 24 * 60 * 60}, room.AbsentWait
	case PaceFree:
	default:
		return s, coded.Errorf(room.CodeBadSettings, "there is no pace %.20q", w.Pace)
	}
	if s.Rated = w.Rated; s.Rated {
		s.Absent = room.AbsentWait
	}
	if w.Seats < 2 {
		return s, coded.Errorf(room.CodeBadSettings, "nobody else plays at a table with %d seats", w.Seats)
	}
	g, ok := games.Find(w.Game)
	if !ok {
		return s, coded.Errorf(room.CodeBadSettings, "there is no game %.40q", w.Game)
	}
	var err error
	s.Options, err = game.CompleteOptions(g.Rules.Info(), nil, w.Seats)
	if s.Clock.Mode == "" {
		s.Clock.Mode = room.ClockNone
	}
	return s, err
}

// fits reports whether a listed room whose match has not begun has what a search promises, by its
// list entry.
func (s *roomSummary) fits(r *store.Room, promised *room.Settings) bool {
	return r.Listed && r.Game == promised.Game && len(s.People) == promised.Seats && s.Clock == promised.Clock &&
		s.Delay == promised.Delay && s.Rated == promised.Rated && maps.Equal(s.Options, promised.Options)
}

// keeps reports whether a table with settings s has what a search promises.
func keeps(s, promised *room.Settings) bool {
	return s.Listed && s.Game == promised.Game && s.Seats == promised.Seats && s.Clock == promised.Clock &&
		s.Delay == promised.Delay && s.Rated == promised.Rated && maps.Equal(s.Options, promised.Options)
}

const (
	// finderTries is how many tables a search tries to take a seat at. It reads at most finderPages
	// pages of finderPage open tables each.
	finderTries = 16
	finderPages = 5
	finderPage  = 200
	// graceTime is how long a player without a connection counts as present before a match:
	// somebody who has just taken a seat is still opening the page.
	graceTime = time.Minute
)

// finder lets only one search for the same kind of table run at a time, so that two people who
// search at once find each other.
type finder struct {
	seed  maphash.Seed
	locks [16]sync.Mutex
}

func (f *finder) lock(w *Wanted) *sync.Mutex {
	return &f.locks[maphash.Comparable(f.seed, *w)%uint64(len(f.locks))]
}

// PlayNow finds a person a seat at a table of the wanted kind, and returns the id of its room. It
// takes the oldest open table in the public list at which somebody is present, and nobody has
// blocked the person or is blocked by the person. If there is none, it opens a table, unless mayOpen
// returns an error. A person who already waits at such a table stays there, except one who waits
// alone while others wait at another. A request with the id of an earlier one returns the same room.
// PlayNow fails as Create does.
func (l *Lobby) PlayNow(ctx context.Context, by people.Person, id string, wanted Wanted, mayOpen func() error) (string, error) {
	return l.PlayNowAt(ctx, l, by, id, wanted, mayOpen)
}

// Tables are the rooms as a search for a table uses them: those of a lobby, or those of all nodes.
type Tables interface {
	// SeatAt gives a person a seat at a table, if the table is still as the search has found it,
	// and reports whether it has done so.
	SeatAt(ctx context.Context, id string, by people.Person, ask Seating) (bool, error)
	// HasDone reports whether the room has lately carried out a person's command with that id.
	HasDone(ctx context.Context, id string, by people.Person, command string) (bool, error)
	// Do carries out a command.
	Do(ctx context.Context, id string, by people.Person, command string, body room.Action) error
}

// Seating is what a search knows of a table.
type Seating struct {
	// ID is the id of the search.
	ID     string `json:"id"`
	Wanted Wanted `json:"wanted"`
	// People are the ids of the people who have a seat. Fresh says that the table was just opened.
	People []string `json:"people"`
	Fresh  bool     `json:"fresh"`
}

// PlayNowAt is PlayNow with the given tables.
func (l *Lobby) PlayNowAt(ctx context.Context, tables Tables, by people.Person, id string, wanted Wanted, mayOpen func() error) (string, error) {
	if err := check(by); err != nil {
		return "", err
	}
	settings, err := wanted.settings(l.games)
	if err != nil {
		return "", err
	}
	id = shortID(id)
	lock := l.finder.lock(&wanted)
	lock.Lock()
	defer lock.Unlock()
	if meet := l.options.LockSearch; meet != nil {
		done, err := meet(ctx)
		if err != nil {
			return "", err
		}
		defer done()
	}
	own, waits, err := l.ownTables(ctx, tables, by, id, &settings)
	if err != nil || waits {
		return own, err
	}
	found, err := l.sitSomewhere(ctx, tables, by, id, &wanted, &settings)
	if err != nil {
		return "", err
	}
	if found == "" && own != "" {
		return own, nil
	}
	if found != "" {
		if own != "" {
			// An error here is ignored: the person can leave the table by hand.
			_ = tables.Do(ctx, own, by, "", &room.Leave{})
		}
		return found, nil
	}
	if err := mayOpen(); err != nil {
		return "", err
	}
	return l.create(ctx, by, id, &room.Open{Settings: settings})
}

// ownTables returns a table at which the person already has a seat. If an earlier request with that
// id has led to it, or the person waits there with others, waits is true. Else it is a table at which
// the person waits alone, or "" if there is none.
func (l *Lobby) ownTables(ctx context.Context, tables Tables, by people.Person, id string, promised *room.Settings) (own string, waits bool, err error) {
	page, err := l.log.List(ctx, store.ListQuery{
		Member: by.ID, Game: promised.Game, Limit: finderPage,
		Statuses: []store.Status{store.StatusOpen, store.StatusSeated, store.StatusPlaying},
	})
	if err != nil {
		return "", false, err
	}
	for i := range page.Items {
		r := &page.Items[i]
		var s roomSummary
		if json.Unmarshal(r.Summary, &s) != nil || !s.fits(r, promised) {
			continue
		}
		if r.Status != store.StatusPlaying {
			others := slices.ContainsFunc(s.People, func(id string) bool { return id != "" && id != by.ID })
			if others {
				return r.Room, true, nil
			}
			own = r.Room
			continue
		}
		// If the request was made before, the match of its table may have just begun.
		if id == "" || !l.awake(r) {
			continue
		}
		if waits, err := tables.HasDone(ctx, r.Room, by, id); err != nil || waits {
			return r.Room, waits, err
		}
	}
	return own, false, nil
}

// awake reports whether a room is in memory, here or at another node.
func (l *Lobby) awake(r *store.Room) bool {
	return l.Awake(r.Room) || r.Owner != "" && r.Owner != l.options.Owner
}

// HasDone implements Tables.
func (l *Lobby) HasDone(ctx context.Context, id string, by people.Person, command string) (done bool, err error) {
	err = l.ask(ctx, id, by.ID, func(r *liveRoom) error { done = r.table.Done(by.ID, command); return nil })
	return done, err
}

// sitSomewhere gives a person a seat at a table of others. It returns the id of the room, or "" if no
// table fits.
func (l *Lobby) sitSomewhere(ctx context.Context, all Tables, by people.Person, id string, wanted *Wanted, promised *room.Settings) (string, error) {
	query := store.ListQuery{Game: wanted.Game, Statuses: []store.Status{store.StatusOpen}, Listed: true, Oldest: true, Limit: finderPage}
	tries := 0
	for range finderPages {
		page, err := l.log.List(ctx, query)
		if err != nil {
			return "", err
		}
		tables, err := l.candidates(ctx, by, wanted.Pace, promised, page.Items)
		if err != nil {
			return "", err
		}
		for i := range tables {
			if tries++; tries > finderTries {
				return "", nil
			}
			seated, err := all.SeatAt(ctx, tables[i].room, by, Seating{id, *wanted, tables[i].people, tables[i].fresh})
			if err != nil {
				return "", err
			}
			if seated {
				return tables[i].room, nil
			}
		}
		if query.After = page.Next; page.Next == "" {
			break
		}
	}
	return "", nil
}

// candidate is a table at which a search may give somebody a seat. people are the ids of the people
// who have a seat; fresh says that the table was just opened.
type candidate struct {
	room   string
	people []string
	fresh  bool
}

// candidates returns those of the open rooms in which a person may get a seat.
func (l *Lobby) candidates(ctx context.Context, by people.Person, pace Pace, promised *room.Settings, open []store.Room) ([]candidate, error) {
	var list []candidate
	var met []string
	hosts := map[string]string{}
	for i := range open {
		r := &open[i]
		var s roomSummary
		if json.Unmarshal(r.Summary, &s) != nil || !s.fits(r, promised) || s.Accounts && by.Kind != people.Account {
			continue
		}
		c := candidate{room: r.Room, fresh: time.Since(r.Created) < graceTime}
		for _, id := range s.People {
			if id != "" {
				c.people = append(c.people, id)
			}
		}
		if len(c.people) == 0 || slices.Contains(c.people, by.ID) || pace != PaceDays && !c.fresh && !l.awake(r) {
			continue
		}
		list, hosts[r.Room] = append(list, c), r.Host
		met = append(append(met, c.people...), r.Host)
	}
	var apart []string
	for some := range slices.Chunk(met, store.MaxPage) {
		blocks, err := l.log.BlocksBetween(ctx, by.ID, some)
		if err != nil {
			return nil, err
		}
		for _, b := range blocks {
			apart = append(apart, b.Identity, b.Blocked)
		}
	}
	blocked := func(id string) bool { return id != by.ID && slices.Contains(apart, id) }
	return slices.DeleteFunc(list, func(c candidate) bool { return blocked(hosts[c.room]) || slices.ContainsFunc(c.people, blocked) }), nil
}

// errUnfit says that a table has changed since the search found it.
var errUnfit = errors.New("the table has changed")

// SeatAt implements Tables.
func (l *Lobby) SeatAt(ctx context.Context, id string, by people.Person, ask Seating) (bool, error) {
	if err := check(by); err != nil {
		return false, err
	}
	wanted := &ask.Wanted
	promised, err := wanted.settings(l.games)
	if err != nil {
		return false, err
	}
	err = l.ask(ctx, id, by.ID, func(r *liveRoom) error {
		stranger := slices.ContainsFunc(r.table.Persons(), func(id string) bool { return !slices.Contains(ask.People, id) })
		there := ask.Fresh || wanted.Pace == PaceDays || slices.ContainsFunc(r.table.Persons(), r.presence.expected)
		if stranger || !there || !keeps(&r.table.Settings, &promised) || r.table.From != nil {
			return errUnfit
		}
		return r.sitDown(by, ask.ID, false)
	})
	var refusal *coded.Error
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, errUnfit), errors.As(err, &refusal) && refusal.Code != CodeNotStored && refusal.Code != CodeClosing:
		return false, nil
	}
	return false, err
}

// sitDown gives a person the first free seat. blocked says that the host has blocked the person.
func (r *liveRoom) sitDown(by people.Person, id string, blocked bool) error {
	for i := range r.table.Seats {
		if seat := game.Seat(i); r.table.Free(seat) {
			return r.carryOut(&room.Command{By: asPerson(by), ID: id, Blocked: blocked, Body: &room.Claim{Seat: seat}})
		}
	}
	return coded.Errorf(room.CodeTaken, "every seat is taken")
}

// Sit gives a person the first free seat of a room whose match has not begun. A person who has a seat
// keeps it. Sit fails as the command room.Claim does.
func (l *Lobby) Sit(ctx context.Context, id string, by people.Person) error {
	if err := check(by); err != nil {
		return err
	}
	blocked, err := l.isBlocked(ctx, id, by.ID)
	if err != nil {
		return err
	}
	return l.ask(ctx, id, by.ID, func(r *liveRoom) error {
		if r.table.SeatOf(by.ID) != game.NoSeat {
			return nil
		}
		return r.sitDown(by, "", blocked)
	})
}

// isBlocked reports whether the host of a room has blocked a person.
func (l *Lobby) isBlocked(ctx context.Context, id, person string) (bool, error) {
	r, err := l.wake(ctx, id)
	if err != nil {
		return false, err
	}
	host := r.host()
	if host == "" || host == person {
		return false, nil
	}
	blocks, err := l.log.BlocksBetween(ctx, host, []string{person})
	return slices.ContainsFunc(blocks, func(b store.Block) bool { return b.Identity == host }), err
}
