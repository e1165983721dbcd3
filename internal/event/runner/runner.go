// Package runner runs events: it stores their entries, opens the rooms of their tables, and does what is due. What
// follows from an entry decides package event. Start reading at [Runner.Do] and [Runner.DoDue].
//
// No node owns an event. A node appends entry N+1; if another node was first, it loads what is new and decides again.
// An event in memory has a lock that serialises its changes, and is unloaded when nobody needs it. One node, the
// leader, does what is due. All that is due follows from the stored entries and the state of the rooms, so that a
// crash at any point costs time only. What viewers get is stored before.
package runner

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/random"
	"archmage/internal/store"
	"archmage/internal/work"
)

// The codes of errors, in addition to those of package event.
const (
	// CodeNoEvent: there is no such event.
	CodeNoEvent coded.Code = "no_event"
	// CodeManyEvents: a person has at most 10 events that are not over, and plans 10 in an hour.
	CodeManyEvents coded.Code = "many_events"
	// CodeBusyOrganiser: the person who is to become the organiser has 10 events that are not over.
	CodeBusyOrganiser coded.Code = "busy_organiser"
	// CodeNobodyMissing: nobody else is awaited at the table, or the person has not come to it.
	CodeNobodyMissing coded.Code = "nobody_missing"
	// CodeManyJoins: a person joins and leaves an event at most 6 times in an hour.
	CodeManyJoins coded.Code = "many_joins"
)

// Limits and times of events.
const (
	// MaxOpen is the number of events that are not over of one organiser. MaxPlanned is the number that one person
	// can plan in an hour, and MaxJoins the number of times that a person can join and leave one event in an hour.
	MaxOpen    = 10
	MaxPlanned = 10
	MaxJoins   = 6
	// MaxAhead bounds the time from now to the beginning of an event.
	MaxAhead = 180 * 24 * time.Hour
	// RemindBefore is the time before the beginning at which people are reminded.
	RemindBefore = time.Hour
	// StartWait is the time after the planned beginning for which an event waits for enough people. StartUntil is the
	// time after it for which the server still starts an event, as after it was away.
	StartWait  = 30 * time.Minute
	StartUntil = 2 * time.Hour
	// keepUnplanned is the time after which an event is cancelled that has no beginning and that nobody starts.
	// abandonedAfter is the time without an entry after which an event that has begun is cancelled.
	keepUnplanned  = 60 * 24 * time.Hour
	abandonedAfter = 7 * 24 * time.Hour
	// usualBreak is the time between two rounds.
	usualBreak = 20 * time.Second
	// gatherFor is the longest time for which the first free people of an evening wait for others, so that the same
	// ones do not meet again and again.
	gatherFor = time.Minute
	// idleEnd is the time after which an evening ends if fewer than two people are left.
	idleEnd = 30 * time.Minute
)

// The reasons of cancellations by the server.
const (
	ReasonFewPeople  = "few_people"
	ReasonMissed     = "missed"      // the server was away at the time
	ReasonNotStarted = "not_started" // nobody has started it
	ReasonAbandoned  = "abandoned"   // nothing has happened for a long time
)

// Store is the part of the database that this package uses.
type Store interface {
	AddEvent(ctx context.Context, row store.Event, entry json.RawMessage, role string, quota store.EventQuota) error
	WriteEvent(ctx context.Context, write store.EventWrite) error
	Event(ctx context.Context, id string) (store.Event, error)
	EventEntries(ctx context.Context, id string, after, limit int) ([]store.EventEntry, error)
	ListEvents(ctx context.Context, query store.EventQuery) (store.Page[store.Event], error)
	DueEvents(ctx context.Context, now time.Time, limit int) ([]store.Event, error)
	EventRoles(ctx context.Context, identity string, ids []string) (map[string]string, error)
	EventsOf(ctx context.Context, identity, after string, limit int) ([]store.Event, []string, error)
	EventPlaces(ctx context.Context, query store.EventPlaceQuery) (store.Page[store.EventPlace], error)
	EventTrophies(ctx context.Context, identity string, people int) (store.EventTrophies, error)
	EventWinners(ctx context.Context, since time.Time, people, limit int) ([]store.EventWins, error)
}

// People is what this package needs to know of people.
type People interface {
	// Visible returns the people with these ids, by id. It omits deleted people and bots.
	Visible(ctx context.Context, ids []string) (map[string]people.Visible, error)
	// Strangers returns the people with whom a person has a block, in either direction.
	Strangers(ctx context.Context, person string) ([]string, error)
	// Strength returns an estimate of how well a person plays a game, 0 if it is not known.
	Strength(ctx context.Context, game, person string) (int, error)
}

// Notice is something that the people of an event are notified of.
type Notice string

// The notices.
const (
	Reminder   Notice = "reminder"  // it begins soon
	TableReady Notice = "table"     // a table waits for the person
	HandedOver Notice = "organiser" // the person has become its organiser
)

// Options are the settings of [New]. Tables and People are required. Other zero values have a usual meaning.
type Options struct {
	Games  game.Modules
	Tables Tables
	People People
	// Notify returns the notifications of people, for WriteEvent to store; nil means that nobody is notified.
	Notify func(ctx context.Context, persons []string, notice Notice, e *event.Event) ([]store.Notification, error)
	// Changed is called after the line of a listed event was stored; nil means that nobody needs to know.
	Changed func()
	// IsShared is true if other nodes share the database.
	IsShared bool
	// Now returns the time; nil means the clock of the system.
	Now func() time.Time
	// Break is the time between two rounds, 0 for the usual one.
	Break time.Duration
	// Random makes ids and secrets.
	Random random.Source
	Logger *zap.Logger
}

// Runner runs events. It is safe for concurrent use.
type Runner struct {
	store   Store
	options Options
	log     *zap.Logger
	// wake has a value when a room needs attention.
	wake chan struct{}

	mu     sync.Mutex
	events map[string]*live
}

// New returns a runner. It does nothing on its own before Run.
func New(db Store, options Options) *Runner {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Notify == nil {
		options.Notify = func(context.Context, []string, Notice, *event.Event) ([]store.Notification, error) {
			return nil, nil
		}
	}
	if options.Changed == nil {
		options.Changed = func() {}
	}
	if options.Break == 0 {
		options.Break = usualBreak
	}
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	return &Runner{
		store: db, options: options, log: options.Logger, wake: make(chan struct{}, 1), events: map[string]*live{},
	}
}

// now returns the time in milliseconds since 1970.
func (r *Runner) now() int64 { return r.options.Now().UnixMilli() }

const (
	// pollInterval is the time between two looks at events and their tables.
	pollInterval = time.Second
	// maxDue is the number of events that one look handles. All events that have begun are among them.
	maxDue = store.MaxPage
)

// Ended says that the match of a room has ended.
func (r *Runner) Ended(string) {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run does what is due while isLeader returns true, nil for always, and keeps what viewers see up to date, until the
// context ends.
func (r *Runner) Run(ctx context.Context, isLeader func() bool) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-r.wake:
		}
		err := work.Catch(func() error {
			return r.poll(ctx, isLeader == nil || isLeader())
		})
		if err != nil && ctx.Err() == nil && !errors.Is(err, store.ErrClosed) {
			r.log.Error("events could not be handled", zap.Error(err))
		}
		r.unload()
	}
}

// poll does what is due if this node is the leader, and loads what other nodes have stored.
func (r *Runner) poll(ctx context.Context, isLeader bool) (failed error) {
	if isLeader {
		failed = r.DoDue(ctx)
	}
	if r.options.IsShared {
		failed = errors.Join(failed, r.lookAtWatched(ctx))
	}
	return failed
}

// DoDue does what is due now. An event whose step fails is tried again at the next call, and the others are handled.
func (r *Runner) DoDue(ctx context.Context) (failed error) {
	due, err := r.store.DueEvents(ctx, r.options.Now(), maxDue)
	if err != nil {
		return err
	}
	for i := range due {
		err := r.advance(ctx, due[i].ID)
		if err != nil && !errors.Is(err, store.ErrFenced) && coded.Of(err) != CodeNoEvent {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// lookAtWatched loads what other nodes have stored of the events that have viewers here.
func (r *Runner) lookAtWatched(ctx context.Context) (failed error) {
	for _, l := range r.watched() {
		failed = errors.Join(failed, r.look(ctx, l))
	}
	return failed
}
