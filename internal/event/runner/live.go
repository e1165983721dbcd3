package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/strict"
	"archmage/internal/work"
)

// live is an event in memory.
type live struct {
	// uses counts the callers that use it, and used is the time of the last one. The mutex of the runner guards both.
	uses int
	used time.Time
	// isLoaded is true once the event was found in the database.
	isLoaded atomic.Bool

	// mu serialises changes. It guards the fields below.
	mu sync.Mutex
	// row is the stored row. row.Version is 0 before it is loaded.
	row   store.Event
	line  line
	event *event.Event
	// joins has the times at which people have joined and left within an hour, in milliseconds since 1970.
	joins map[string][]int64
	// states has the last known states of the rooms of open tables.
	states map[string]TableState
	// opened has the rooms that this node has opened, closed those that it has closed, and hurried those at which it
	// has said that the time of the round is over.
	opened, closed, hurried map[string]bool
	// awaited has, by room, until when this node has said that people are awaited, in milliseconds since 1970.
	awaited map[string]int64
	// retryAt is when a round is tried again that could not begin after entry retryLast, in milliseconds since 1970.
	retryAt   int64
	retryLast int

	watch watch
}

// line is the part of a stored row that is JSON: what lists show of the event, and what the server has done about it.
type line struct {
	Title  string       `json:"title"`
	Kind   event.Kind   `json:"kind"`
	Game   string       `json:"game"`
	Size   int          `json:"size"`
	Status event.Status `json:"status"`
	Begins int64        `json:"begins,omitempty"`
	Coming int          `json:"coming"`
	Round  int          `json:"round"`
	Rounds int          `json:"rounds"`
	// Podium has the ids of the first three people of a finished event.
	Podium []string `json:"podium,omitempty"`
	// IsReminded is true once the reminders are stored, IsClean once the rooms of an event that is over are closed.
	IsReminded bool `json:"reminded,omitempty"`
	IsClean    bool `json:"clean,omitempty"`
}

const (
	// unloadAfter is the time after which an event is unloaded that nobody uses. maxLoaded is the number of events
	// above which it is unloaded at once.
	unloadAfter = 5 * time.Minute
	maxLoaded   = 200
	// entriesPage is the number of entries that one read loads.
	entriesPage = 500
)

// use returns an event, which is not unloaded until done is called.
func (r *Runner) use(id string) (l *live, done func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l = r.events[id]
	if l == nil {
		l = &live{
			event: event.New(r.options.Games, id), joins: map[string][]int64{}, states: map[string]TableState{},
			opened: map[string]bool{}, closed: map[string]bool{}, hurried: map[string]bool{},
			awaited: map[string]int64{},
		}
		r.events[id] = l
	}
	l.uses++
	return l, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		l.uses--
		l.used = r.options.Now()
		if l.uses == 0 && !l.isLoaded.Load() {
			delete(r.events, id)
		}
	}
}

// unload forgets events that nobody uses.
func (r *Runner) unload() {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.options.Now().Add(-unloadAfter)
	maps.DeleteFunc(r.events, func(_ string, l *live) bool {
		return l.uses == 0 && (l.used.Before(before) || len(r.events) > maxLoaded)
	})
}

// refresh loads what is stored of the event since the last time. It fails with CodeNoEvent. The caller has locked l.
func (r *Runner) refresh(ctx context.Context, l *live) error {
	row, err := r.store.Event(ctx, l.event.ID)
	if errors.Is(err, store.ErrNotFound) {
		return errNoEvent()
	} else if err != nil {
		return err
	}
	if row.Version == l.row.Version {
		return nil
	}
	e := l.event
	var loaded []*event.Entry
	for e.Last < row.Last {
		entries, err := r.store.EventEntries(ctx, e.ID, e.Last, entriesPage)
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			return fmt.Errorf("event %s has no entry %d", e.ID, e.Last+1)
		}
		work.Do(ctx, func() { e, loaded, err = applyAll(e, loaded, entries[:min(len(entries), row.Last-e.Last)]) })
		if err != nil {
			return err
		}
	}
	var stored line
	if err := json.Unmarshal(row.Summary, &stored); err != nil {
		return fmt.Errorf("event %s: %w", e.ID, err)
	}
	for _, entry := range loaded {
		l.noteJoin(entry, r.now())
	}
	l.event, l.row, l.line = e, row, stored
	l.isLoaded.Store(true)
	r.changed(l)
	return nil
}

// applyAll returns the event after stored entries, and adds the entries to loaded.
func applyAll(
	e *event.Event,
	loaded []*event.Entry,
	stored []store.EventEntry,
) (*event.Event, []*event.Entry, error) {
	for i := range stored {
		entry, err := event.DecodeEntry(stored[i].Data)
		if err == nil {
			e, err = event.Apply(e, entry)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("entry %d of an event: %w", stored[i].Number, err)
		}
		loaded = append(loaded, entry)
	}
	return e, loaded, nil
}

func errNoEvent() error { return coded.Errorf(CodeNoEvent, "there is no such event") }

// isJoin reports whether an action is bounded by MaxJoins.
func isJoin(name event.Name) bool {
	switch name {
	case event.JoinCommand, event.WithdrawCommand, event.EnterCommand, event.LeaveCommand:
		return true
	}
	return false
}

// noteJoin remembers an entry of the last hour that counts for MaxJoins.
func (l *live) noteJoin(entry *event.Entry, now int64) {
	if entry.By == "" || !isJoin(entry.Body.Command()) || entry.At <= now-time.Hour.Milliseconds() {
		return
	}
	l.joins[entry.By] = append(l.recentJoins(entry.By, now), entry.At)
}

// recentJoins returns the times of a person's last hour.
func (l *live) recentJoins(person string, now int64) []int64 {
	old := func(at int64) bool { return at <= now-time.Hour.Milliseconds() }
	return slices.DeleteFunc(slices.Clone(l.joins[person]), old)
}

// maxTries is the number of times that a command is decided again because another node was first.
const maxTries = 16

// decide carries out a command and stores its entry. It returns the number of the last entry. It fails as
// [event.Decide] does, and with CodeBusyOrganiser, coded.Busy and people.CodeNotStored.
func (r *Runner) decide(ctx context.Context, l *live, c *event.Command) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for range maxTries {
		if err := r.refresh(ctx, l); err != nil {
			return 0, err
		}
		c.At = r.now()
		isBounded := c.By.ID != "" && isJoin(c.Body.Command()) && c.By.ID != l.event.Organiser && !c.IsOfficer
		if isBounded && len(l.recentJoins(c.By.ID, c.At)) >= MaxJoins {
			return 0, coded.Errorf(
				CodeManyJoins,
				"a person joins and leaves an event at most %d times in an hour",
				MaxJoins,
			)
		}
		change, err := event.Decide(l.event, c)
		if err != nil {
			return 0, err
		}
		if change.Entry == nil {
			return l.event.Last, nil
		}
		err = r.append(ctx, l, change)
		switch {
		case errors.Is(err, store.ErrFenced):
			continue
		case errors.Is(err, store.ErrQuota):
			return 0, coded.Errorf(CodeBusyOrganiser, "a person organises at most %d events that are not over", MaxOpen)
		case err != nil:
			return 0, people.NotStored(err)
		}
		return l.event.Last, nil
	}
	return 0, coded.Errorf(coded.Busy, "the event has just changed; try again")
}

// append stores an entry, and then shows it.
func (r *Runner) append(ctx context.Context, l *live, change event.Change) error {
	write := store.EventWrite{
		Event:  r.rowAfter(l, change.Next),
		Entry:  change.Entry.Encode(),
		People: rolesChanged(l.event, change.Next),
	}
	if change.Next.Status == event.StatusFinished {
		write.Ranking = rankingOf(change.Next)
	}
	if change.Next.Organiser != l.event.Organiser && change.Next.Organiser != "" {
		write.Quota = &store.EventQuota{Open: MaxOpen}
	}
	var err error
	if write.Notifications, err = r.options.notificationsOf(ctx, change); err != nil {
		return err
	}
	if err := r.store.WriteEvent(ctx, write); err != nil {
		return err
	}
	write.Event.Version++
	isListed := l.row.Listed || write.Event.Listed
	l.event, l.row = change.Next, write.Event
	l.line = lineOf(l.line, change.Next, r.now())
	l.noteJoin(change.Entry, r.now())
	r.changed(l)
	if isListed {
		r.options.Changed()
	}
	return nil
}

// notificationsOf returns the notifications about an entry.
func (o *Options) notificationsOf(ctx context.Context, change event.Change) ([]store.Notification, error) {
	switch body := change.Entry.Body.(type) {
	case *event.RoundBegun:
		return o.Notify(ctx, seated(change.Next, body), TableReady, change.Next)
	case *event.HandOver:
		if body.Person != "" && body.Person != change.Entry.By {
			return o.Notify(ctx, []string{body.Person}, HandedOver, change.Next)
		}
	}
	return nil, nil
}

// seated returns the ids of the people who have a table in a round.
func seated(e *event.Event, begun *event.RoundBegun) (persons []string) {
	for _, seats := range begun.Tables {
		for _, number := range seats {
			if number != event.Bot {
				persons = append(persons, e.People[number].ID)
			}
		}
	}
	return persons
}

// The roles of people in an event.
const (
	RoleYes       = "yes"
	RolePerhaps   = "perhaps"
	RoleOrganiser = "organiser"
)

// rolesChanged returns the roles of people that differ between two states.
func rolesChanged(before, after *event.Event) (changed []store.EventPerson) {
	old, now := rolesOf(before), rolesOf(after)
	for id, role := range now {
		if old[id] != role {
			changed = append(changed, store.EventPerson{Identity: id, Role: role})
		}
	}
	for id := range old {
		if now[id] == "" {
			changed = append(changed, store.EventPerson{Identity: id})
		}
	}
	slices.SortFunc(changed, func(a, b store.EventPerson) int {
		if a.Identity < b.Identity {
			return -1
		}
		return 1
	})
	return changed
}

// rolesOf returns the role of each person.
func rolesOf(e *event.Event) map[string]string {
	roles := map[string]string{}
	if e.Organiser != "" {
		roles[e.Organiser] = RoleOrganiser
	}
	for i := range e.People {
		p := &e.People[i]
		if p.Perhaps {
			roles[p.ID] = RolePerhaps
		} else {
			roles[p.ID] = RoleYes
		}
	}
	return roles
}

// rowAfter returns the row of the event in a later state.
func (r *Runner) rowAfter(l *live, e *event.Event) store.Event {
	row := l.row
	next := lineOf(l.line, e, r.now())
	row.Listed, row.Last, row.Summary = e.Settings.Listed, e.Last, strict.Encode(&next)
	row.Over, row.Organiser = isOver(e), e.Organiser
	switch {
	case row.Over:
		row.At = time.UnixMilli(e.At)
	case next.Begins > 0:
		row.At = time.UnixMilli(next.Begins)
	default:
		row.At = row.Created
	}
	row.Due = r.dueOf(&row, &next, e)
	return row
}

// lineOf returns the line of an event. It keeps what the server has done about it.
func lineOf(before line, e *event.Event, now int64) line {
	s := &e.Settings
	next := line{
		Title: s.Title, Kind: s.Kind, Game: s.Game, Size: s.Size, Status: e.Status, Begins: s.Begins,
		Round: len(e.Rounds), Rounds: max(s.Rounds, len(e.Schedule)), IsReminded: before.IsReminded,
		IsClean: before.IsClean,
	}
	if s.Begins != before.Begins {
		next.IsReminded = s.Begins-now <= RemindBefore.Milliseconds()
	}
	for i := range e.People {
		if !e.People[i].Perhaps && !e.People[i].Left {
			next.Coming++
		}
	}
	for i := range e.Final[:min(len(e.Final), 3)] {
		next.Podium = append(next.Podium, e.People[e.Final[i].Person].ID)
	}
	if isOver(e) {
		next.Coming = len(e.Order)
	}
	return next
}

func isOver(e *event.Event) bool {
	return e.Status == event.StatusFinished || e.Status == event.StatusCancelled
}

// dueOf returns the time at which the server has something to do. An event that has begun is always due, because its
// tables are looked at.
func (r *Runner) dueOf(row *store.Event, l *line, e *event.Event) time.Time {
	switch {
	case isOver(e) && l.IsClean:
		return time.Time{}
	case e.Status != event.StatusPlanned:
		return time.UnixMilli(e.At)
	case e.Settings.Begins == 0:
		return row.Created.Add(keepUnplanned)
	}
	begins := time.UnixMilli(e.Settings.Begins)
	switch {
	case !l.IsReminded:
		return begins.Add(-RemindBefore)
	case l.Coming < 2 && r.now() >= e.Settings.Begins:
		return begins.Add(StartWait)
	}
	return begins
}

// Loaded returns the number of events in memory.
func (r *Runner) Loaded() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.events)
}
