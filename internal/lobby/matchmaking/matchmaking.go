// Package matchmaking finds a table for a person who wants to play now: the oldest open table of the wanted
// kind, or a new one.
//
// The package sees tables through their list entries (package directory) and through the interface Tables.
// Package lobby runs the rooms. This package must not import it. Start reading at [Matchmaker.PlayNow].
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

// Wanted is the kind of table at which a person wants to play now.
type Wanted struct {
	Game  string `json:"game"`
	Seats int    `json:"seats"`
	// Pace is the time to think: `live` is 30 minutes and 15 seconds a turn, `days` is 3 days a turn, `free`
	// has no limit.
	Pace Pace `json:"pace"`
	// Rated is true if the match counts for ratings. Then the pace is not `free`.
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

// Settings returns the settings that a table must have to match the search. A table that the search opens has
// the same settings.
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

// fits reports whether a table with settings s is of the kind that the wanted settings describe.
func fits(s, wanted *room.Settings) bool {
	return s.Listed && s.Game == wanted.Game && s.Seats == wanted.Seats && s.Clock == wanted.Clock &&
		s.Delay == wanted.Delay && s.Rated == wanted.Rated && maps.Equal(s.Options, wanted.Options)
}

// listedFits is fits for the list entry of a room.
func listedFits(r *store.Room, s *directory.Summary, wanted *room.Settings) bool {
	return fits(&room.Settings{
		Listed:  r.Listed,
		Game:    r.Game,
		Seats:   len(s.People),
		Clock:   s.Clock,
		Delay:   s.Delay,
		Rated:   s.Rated,
		Options: s.Options,
	}, wanted)
}

// Tables gives a search access to the rooms of all nodes.
type Tables interface {
	// Open opens a room. command is the id of the host's command.
	Open(ctx context.Context, host people.Person, command string, body *room.Open) (string, error)
	// SeatAt gives a person a seat at a table if the table still fits the search. It reports
	// whether it has done so.
	SeatAt(ctx context.Context, id string, by people.Person, as Seating) (bool, error)
	// HasDone reports whether the room has recently carried out a person's command with that id.
	HasDone(ctx context.Context, id string, by people.Person, command string) (bool, error)
	// Do carries out a command.
	Do(ctx context.Context, id string, by people.Person, command string, body room.Action) error
	// InMemory reports whether a node has the room in memory, according to the row of the room.
	InMemory(r *store.Room) bool
}

// Seating has the conditions under which a search takes a seat at a table.
type Seating struct {
	// Command is the id of the search.
	Command string `json:"command"`
	// Settings are the settings that the table must have.
	Settings room.Settings `json:"settings"`
	// People has the ids of the persons who had a seat when the search found the table. Unattended
	// is true if none of these persons needs to be present.
	People     []string `json:"people"`
	Unattended bool     `json:"unattended"`
}

// Fits reports whether a table still meets the conditions. present is true if one of its players is
// present.
func (s *Seating) Fits(t *room.Table, present bool) bool {
	stranger := slices.ContainsFunc(t.Persons(), func(id string) bool { return !slices.Contains(s.People, id) })
	return !stranger && (s.Unattended || present) && fits(&t.Settings, &s.Settings) && t.From == nil
}

const (
	// maxSeatTries is the maximum number of tables that a search tries. It reads at most maxPages pages of
	// pageSize open tables each.
	maxSeatTries = 16
	maxPages     = 5
	pageSize     = 200
	// hostGrace is the time after the opening of a table during which its host counts as present.
	hostGrace = time.Minute
	// lockTimeout bounds the wait for other searches of the same kind. seatTimeout bounds the time in which a
	// search tries to get a seat. Together they are below the 10 s after which PostgreSQL ends an idle
	// transaction, and with it the lock.
	lockTimeout = 4 * time.Second
	seatTimeout = 5 * time.Second
)

// Store is the part of the database that searches use.
type Store interface {
	List(ctx context.Context, query store.ListQuery) (store.Page[store.Room], error)
	// BlocksBetween returns the blocks between a person and each of several others, in both
	// directions.
	BlocksBetween(ctx context.Context, identity string, others []string) ([]store.Block, error)
}

// StoreOf returns the part of a database that searches use.
func StoreOf(db *store.DB) Store {
	return struct {
		store.Directory
		store.Blocks
	}{db.Directory, db.Blocks}
}

// Matchmaker seats people who want to play now. It is safe for concurrent use.
type Matchmaker struct {
	store  Store
	games  game.Modules
	tables Tables
	lock   Lock
	// Only one search for the same kind of table runs at a time, so that two people who search at the same time
	// find each other. A channel has an element while a search of its kind runs.
	mu      sync.Mutex
	running map[Wanted]chan struct{}
}

// Lock prevents searches of the same kind at other nodes until done is called, so that two people who search at
// different nodes find each other.
type Lock func(ctx context.Context, kind string) (done func(), err error)

// New returns a matchmaker. lock is nil if there are no other nodes.
func New(db Store, games game.Modules, tables Tables, lock Lock) *Matchmaker {
	return &Matchmaker{store: db, games: games, tables: tables, lock: lock, running: map[Wanted]chan struct{}{}}
}

// runningOf returns the channel for a kind of table. There are few kinds, so channels are never removed.
func (m *Matchmaker) runningOf(wanted Wanted) chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running[wanted] == nil {
		m.running[wanted] = make(chan struct{}, 1)
	}
	return m.running[wanted]
}

// exclusive waits until no other search for the same kind of table runs, and prevents others until done is
// called. It fails with coded.Busy if the wait takes too long.
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

// PlayNow finds a seat for a person at a table of the wanted kind, and returns the id of its room. It takes the
// oldest open table in the public list at which a player is present and no block exists between the person and
// a player there. If there is none, it opens a table, unless mayOpen returns an error.
//
// A person who already waits at such a table stays there, unless the person waits alone and other players wait
// at another table. A request with the id of an earlier one returns the same room. If tables do not respond,
// PlayNow opens a new one after a while. It fails with coded.Busy, and as opening a room does.
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
	found, err := s.takeSeat(ctx)
	switch {
	case err != nil:
		return "", err
	case found == "" && own != "":
		return own, nil
	case found != "":
		if own != "" {
			// Ignore an error: the person can leave the table manually.
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
	// unattended is true if no player needs to be present at a table.
	unattended bool
	settings   *room.Settings
}

// ownTables returns a table of this kind at which the person already has a seat, "" if there is none. waits is
// true if the person should stay there: other players are at the table, or an earlier request with the same id
// led to it.
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
		// If the request was made before, the match at its table can have started since.
		if s.id == "" || !s.tables.InMemory(r) {
			continue
		}
		if waits, err := s.tables.HasDone(ctx, r.Room, s.by, s.id); err != nil || waits {
			return r.Room, waits, err
		}
	}
	return own, false, nil
}

// takeSeat gives the person a seat at a table of other players. It returns the id of the room, "" if no table
// fits.
func (s *search) takeSeat(ctx context.Context) (string, error) {
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

// candidate is a table at which a search tries to take a seat.
type candidate struct {
	room, host string
	Seating
}

// candidates returns the tables among the open rooms at which the person can take a seat.
func (s *search) candidates(ctx context.Context, open []store.Room) ([]candidate, error) {
	var list []candidate
	var ids []string
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
		ids = append(append(ids, seated...), r.Host)
	}
	var blockedIDs []string
	for chunk := range slices.Chunk(ids, store.MaxPage) {
		blocks, err := s.store.BlocksBetween(ctx, s.by.ID, chunk)
		if err != nil {
			return nil, err
		}
		for _, b := range blocks {
			blockedIDs = append(blockedIDs, b.Identity, b.Blocked)
		}
	}
	blocked := func(id string) bool { return id != s.by.ID && slices.Contains(blockedIDs, id) }
	return slices.DeleteFunc(
		list,
		func(c candidate) bool { return blocked(c.host) || slices.ContainsFunc(c.People, blocked) },
	), nil
}
