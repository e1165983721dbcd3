// Package matchmaking finds people a table when they want to play now: the oldest open table that
// promises what they ask for, or a new one.
//
// It knows tables by their list entries (package directory) and by the interface Tables. Package
// lobby runs the rooms.
package matchmaking

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
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

// Settings returns the settings that a table must have to fit the search, which are also those of a
// table that the search opens.
func (w *Wanted) Settings(games game.Modules) (room.Settings, error) {
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
		return s, coded.Errorf(room.CodeBadSettings, "unknown pace %.20q", w.Pace)
	}
	if s.Rated = w.Rated; s.Rated {
		s.Absent = room.AbsentWait
	}
	if w.Seats < 2 {
		return s, coded.Errorf(room.CodeBadSettings, "a table needs at least 2 seats, not %d", w.Seats)
	}
	g, ok := games.Find(w.Game)
	if !ok {
		return s, coded.Errorf(room.CodeBadSettings, "unknown game %.40q", w.Game)
	}
	var err error
	s.Options, err = game.CompleteOptions(g.Rules.Info(), nil, w.Seats)
	if s.Clock.Mode == "" {
		s.Clock.Mode = room.ClockNone
	}
	return s, err
}

// fits reports whether a table with settings s has what a search with these settings promises.
func fits(s, settings *room.Settings) bool {
	return s.Listed && s.Game == settings.Game && s.Seats == settings.Seats && s.Clock == settings.Clock &&
		s.Delay == settings.Delay && s.Rated == settings.Rated && maps.Equal(s.Options, settings.Options)
}

// listedFits reports whether the list entry of a room has what a search with these settings promises.
func listedFits(r *store.Room, s *directory.Summary, settings *room.Settings) bool {
	return fits(&room.Settings{
		Listed:  r.Listed,
		Game:    r.Game,
		Seats:   len(s.People),
		Clock:   s.Clock,
		Delay:   s.Delay,
		Rated:   s.Rated,
		Options: s.Options,
	}, settings)
}

// Tables are the rooms as a search for a table uses them.
type Tables interface {
	// Open opens a room, as the command of its host with that id.
	Open(ctx context.Context, host people.Person, command string, body *room.Open) (string, error)
	// SeatAt gives a person a seat at a table, if the table is still as the search has found it,
	// and reports whether it has done so.
	SeatAt(ctx context.Context, id string, by people.Person, as Seating) (bool, error)
	// HasDone reports whether the room has lately carried out a person's command with that id.
	HasDone(ctx context.Context, id string, by people.Person, command string) (bool, error)
	// Do carries out a command.
	Do(ctx context.Context, id string, by people.Person, command string, body room.Action) error
	// InMemory reports whether a node has a room in memory, by the room's row in the database.
	InMemory(r *store.Room) bool
}

// Seating is what a search knows of a table.
type Seating struct {
	// Command is the id of the search.
	Command string `json:"command"`
	// Settings are those that the search promises.
	Settings room.Settings `json:"settings"`
	// People are the ids of the people who have a seat. Unattended says that none of them needs to
	// be present.
	People     []string `json:"people"`
	Unattended bool     `json:"unattended"`
}

// Fits reports whether a table is still as the search has found it; present says whether a player
// is present.
func (s *Seating) Fits(t *room.Table, present bool) bool {
	stranger := slices.ContainsFunc(t.Persons(), func(id string) bool { return !slices.Contains(s.People, id) })
	return !stranger && (s.Unattended || present) && fits(&t.Settings, &s.Settings) && t.From == nil
}

const (
	// maxSeatTries is how many tables a search tries to take a seat at. It reads at most pages pages of
	// pageSize open tables each.
	maxSeatTries = 16
	maxPages     = 5
	pageSize     = 200
	// hostGrace is how long after a table was opened a search counts its host as present.
	hostGrace = time.Minute
	// lockTimeout bounds how long a search waits for others of its kind, seatTimeout how long it
	// asks tables for a seat. Together they are below the 10 s after which PostgreSQL ends a
	// transaction in which nothing happens, and with it the lock.
	lockTimeout = 4 * time.Second
	seatTimeout = 5 * time.Second
)

// Store is the part of the database that searches use.
type Store interface {
	List(ctx context.Context, query store.ListQuery) (store.Page[store.Room], error)
	// BlocksBetween returns the blocks between one person and each of the others, in both
	// directions.
	BlocksBetween(ctx context.Context, identity string, others []string) ([]store.Block, error)
}

// StoreOf returns what the search uses of a database.
func StoreOf(db *store.DB) Store {
	return struct {
		store.Directory
		store.Blocks
	}{db.Directory, db.Blocks}
}

// Matchmaker seats people who want to play now. It is safe for use from many goroutines.
type Matchmaker struct {
	store  Store
	games  game.Modules
	tables Tables
	lock   Lock
	// Only one search for the same kind of table runs at a time, so that two people who search at
	// once find each other. A channel holds an element while a search of its kind runs.
	mu      sync.Mutex
	running map[Wanted]chan struct{}
}

// Lock keeps other nodes from searching for a kind of table until done is called, so that two people
// who search at different nodes find each other.
type Lock func(ctx context.Context, kind string) (done func(), err error)

// New returns a matchmaker. lock is nil if there are no other nodes.
func New(db Store, games game.Modules, tables Tables, lock Lock) *Matchmaker {
	return &Matchmaker{store: db, games: games, tables: tables, lock: lock, running: map[Wanted]chan struct{}{}}
}

// runningOf returns the channel of searches for a kind of table, of which there are few.
func (m *Matchmaker) runningOf(wanted Wanted) chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running[wanted] == nil {
		m.running[wanted] = make(chan struct{}, 1)
	}
	return m.running[wanted]
}

// exclusive waits until no other search for the same kind of table runs. It fails with coded.Busy if that
// takes too long.
func (m *Matchmaker) exclusive(ctx context.Context, wanted Wanted) (done func(), err error) {
	// The context of the lock lives as long as the search.
	within, cancel := context.WithCancelCause(ctx)
	waited := time.AfterFunc(lockTimeout, func() { cancel(errBusy()) })
	turn := m.runningOf(wanted)
	select {
	case turn <- struct{}{}:
	case <-within.Done():
		cancel(nil)
		return nil, context.Cause(within)
	}
	unlock := func() {}
	if m.lock != nil {
		kind := fmt.Sprintf("%s %d %s %t", wanted.Game, wanted.Seats, wanted.Pace, wanted.Rated)
		unlock, err = m.lock(within, kind)
	}
	if !waited.Stop() {
		if err == nil {
			unlock()
		}
		err = errBusy()
	}
	if err != nil {
		cancel(nil)
		<-turn
		return nil, err
	}
	return func() { unlock(); cancel(nil); <-turn }, nil
}

func errBusy() error {
	return coded.Errorf(coded.Busy, "many people search for a table at once; try again")
}

// PlayNow finds a person a seat at a table of the wanted kind, and returns the id of its room. It
// takes the oldest open table in the public list at which somebody is present, and nobody has
// blocked the person or is blocked by the person. If there is none, it opens a table, unless mayOpen
// returns an error. A person who already waits at such a table stays there, except one who waits
// alone while others wait at another. A request with the id of an earlier one returns the same room.
// PlayNow fails with coded.Busy, and as opening a room does. Where tables do not answer, it opens one
// after a while.
func (m *Matchmaker) PlayNow(
	ctx context.Context,
	by people.Person,
	id string,
	wanted Wanted,
	mayOpen func() error,
) (string, error) {
	settings, err := wanted.Settings(m.games)
	if err != nil {
		return "", err
	}
	done, err := m.exclusive(ctx, wanted)
	if err != nil {
		return "", err
	}
	defer done()
	s := &search{m, by, id, wanted.Pace == PaceDays, &settings}
	own, waits, err := s.ownTables(ctx)
	if err != nil || waits {
		return own, err
	}
	found, err := s.sitSomewhere(ctx)
	switch {
	case err != nil:
		return "", err
	case found == "" && own != "":
		return own, nil
	case found != "":
		if own != "" {
			// An error here is ignored: the person can leave the table by hand.
			_ = m.tables.Do(ctx, own, by, "", &room.Leave{})
		}
		return found, nil
	}
	if err := mayOpen(); err != nil {
		return "", err
	}
	return m.tables.Open(ctx, by, id, &room.Open{Settings: settings})
}

// search is one person's search for a table.
type search struct {
	*Matchmaker
	by people.Person
	id string
	// unattended says that nobody needs to be present at a table.
	unattended bool
	settings   *room.Settings
}

// ownTables returns a table at which the person already has a seat. If an earlier request with that
// id has led to it, or the person waits there with others, waits is true. Else it is a table at which
// the person waits alone, or "" if there is none.
func (s *search) ownTables(ctx context.Context) (own string, waits bool, err error) {
	page, err := s.store.List(ctx, store.ListQuery{
		Member: s.by.ID, Game: s.settings.Game, Limit: pageSize,
		Statuses: []store.Status{store.StatusOpen, store.StatusSeated, store.StatusPlaying},
	})
	if err != nil {
		return "", false, err
	}
	for i := range page.Items {
		r := &page.Items[i]
		summary, err := directory.ReadSummary(r)
		if err != nil || !listedFits(r, &summary, s.settings) {
			continue
		}
		if r.Status != store.StatusPlaying {
			others := slices.ContainsFunc(summary.People, func(id string) bool { return id != "" && id != s.by.ID })
			if others {
				return r.Room, true, nil
			}
			own = r.Room
			continue
		}
		// If the request was made before, the match of its table may have just begun.
		if s.id == "" || !s.tables.InMemory(r) {
			continue
		}
		if waits, err := s.tables.HasDone(ctx, r.Room, s.by, s.id); err != nil || waits {
			return r.Room, waits, err
		}
	}
	return own, false, nil
}

// sitSomewhere gives a person a seat at a table of others. It returns the id of the room, or "" if no
// table fits.
func (s *search) sitSomewhere(ctx context.Context) (string, error) {
	query := store.ListQuery{
		Game:     s.settings.Game,
		Statuses: []store.Status{store.StatusOpen},
		Listed:   true,
		Oldest:   true,
		Limit:    pageSize,
	}
	within, cancel := context.WithTimeout(ctx, seatTimeout)
	defer cancel()
	tried := 0
	for range maxPages {
		page, err := s.store.List(ctx, query)
		if err != nil {
			return "", err
		}
		tables, err := s.candidates(ctx, page.Items)
		if err != nil {
			return "", err
		}
		for i := range tables {
			if tried++; tried > maxSeatTries {
				return "", nil
			}
			seated, err := s.tables.SeatAt(within, tables[i].room, s.by, tables[i].Seating)
			switch {
			case within.Err() != nil && ctx.Err() == nil && !seated:
				return "", nil
			case err != nil:
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

// candidate is a table at which a search may give somebody a seat.
type candidate struct {
	room, host string
	Seating
}

// candidates returns those of the open rooms in which the person may get a seat.
func (s *search) candidates(ctx context.Context, open []store.Room) ([]candidate, error) {
	var list []candidate
	var met []string
	for i := range open {
		r := &open[i]
		summary, err := directory.ReadSummary(r)
		if err != nil || !listedFits(r, &summary, s.settings) || summary.Accounts && s.by.Kind != people.Account {
			continue
		}
		seated := slices.DeleteFunc(summary.People, func(id string) bool { return id == "" })
		unattended := s.unattended || time.Since(r.Created) < hostGrace
		if len(seated) == 0 || slices.Contains(seated, s.by.ID) || !unattended && !s.tables.InMemory(r) {
			continue
		}
		list = append(list, candidate{r.Room, r.Host, Seating{s.id, *s.settings, seated, unattended}})
		met = append(append(met, seated...), r.Host)
	}
	var apart []string
	for some := range slices.Chunk(met, store.MaxPage) {
		blocks, err := s.store.BlocksBetween(ctx, s.by.ID, some)
		if err != nil {
			return nil, err
		}
		for _, b := range blocks {
			apart = append(apart, b.Identity, b.Blocked)
		}
	}
	blocked := func(id string) bool { return id != s.by.ID && slices.Contains(apart, id) }
	return slices.DeleteFunc(
		list,
		func(c candidate) bool { return blocked(c.host) || slices.ContainsFunc(c.People, blocked) },
	), nil
}
