// Package dealer runs the deals of the day: it stores the tries of people, opens their tables, stores their results,
// and says what each viewer may know. What is dealt and how results compare decides package daily. Start reading at
// [Dealer.Begin] and [Dealer.Document].
//
// Nothing happens at midnight that could fail: the secret of each day follows from that of the server, and what a
// viewer may know from the time. A try is stored before its table is opened, and the table of a stored try is opened
// again by the next request, so a crash at any point costs time only. The end of a try is read from the finished match:
// when it ends, when its player asks, or when the day is over, whichever comes first.
package dealer

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/daily"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/random"
	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/work"
)

// The codes of errors.
const (
	// CodeNoDeal: there is no such deal.
	CodeNoDeal coded.Code = "no_deal"
	// CodeDayOpen: the day is not over, so its secret and its results are not public.
	CodeDayOpen coded.Code = "day_open"
)

// KeepDays is the number of days for which tries are kept.
const KeepDays = 400

// Store is the part of the database that this package uses.
type Store interface {
	Secret(ctx context.Context, secret string) (string, error)
	BeginTry(ctx context.Context, try store.DailyTry) (store.DailyTry, error)
	EndTry(ctx context.Context, try store.DailyTry) error
	Try(ctx context.Context, day int, deal, identity string) (store.DailyTry, error)
	TryOfRoom(ctx context.Context, room string) (store.DailyTry, error)
	TriesOf(ctx context.Context, identity string, from, to, limit int) ([]store.DailyTry, error)
	TriesOfMany(ctx context.Context, day int, deal string, identities []string) ([]store.DailyTry, error)
	OpenTries(ctx context.Context, until, limit int) ([]store.DailyTry, error)
	BestTries(ctx context.Context, day int, deal string, limit int) ([]store.DailyTry, error)
	CountTries(ctx context.Context, day int, deal string) ([]store.DailyCount, error)
	DeleteOldTries(ctx context.Context, before int) (int, error)
}

// People is what this package needs to know of people.
type People interface {
	// Visible returns the people with these ids, by id. It omits deleted people and bots.
	Visible(ctx context.Context, ids []string) (map[string]people.Visible, error)
	// Followed returns the people whom a person follows.
	Followed(ctx context.Context, person string) ([]people.Followed, error)
}

// Tables opens and closes the rooms of tries, on any node.
type Tables interface {
	// Open opens the room of a try. It succeeds if there is already a room with that id.
	Open(ctx context.Context, table *Table) error
	// Close ends the match of a room without a result. It succeeds if there is nothing to close.
	Close(ctx context.Context, room string) error
	// Result returns the result of the match of a room, or nil if it is not over.
	Result(ctx context.Context, room string) (*Result, error)
}

// Table is the table of a try whose room is to be opened.
type Table struct {
	// Room is the id of the room, which cannot be guessed.
	Room   string
	Day    daily.Day
	Deal   daily.Deal
	Person people.Person
	Seed   game.Seed
}

// Result is the result of a try.
type Result struct {
	Ended time.Time
	// Points and Place are nil if the person has given up, or the match was abandoned.
	Points, Place *int
}

// Options are the settings of [New]. Games, Tables and People are required. Other zero values have a usual meaning.
type Options struct {
	Games  game.Modules
	Tables Tables
	People People
	// Now returns the time; nil means the clock of the system.
	Now func() time.Time
	// Random makes ids and the secret.
	Random random.Source
	Logger *zap.Logger
}

// Dealer runs the deals of the day. It is safe for concurrent use.
type Dealer struct {
	store   Store
	options Options
	secret  match.Secret
	log     *zap.Logger
	deals   []daily.Deal
	// ended has rooms whose matches have ended. What does not fit is found later.
	ended chan string

	mu     sync.Mutex
	counts map[dayDeal]counted
}

// dayDeal names a deal of a day.
type dayDeal struct {
	day  daily.Day
	deal string
}

// New returns a dealer. It reads the secret of the server, or stores a new one.
func New(ctx context.Context, db Store, options Options) (*Dealer, error) {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	d := &Dealer{
		store: db, options: options, log: options.Logger, ended: make(chan string, 64), counts: map[dayDeal]counted{},
	}
	for _, deal := range daily.Deals() {
		if _, ok := options.Games.Find(deal.Game); ok {
			d.deals = append(d.deals, deal)
		}
	}
	var fresh match.Secret
	options.Random.Fill(fresh[:])
	text, err := fresh.MarshalText()
	if err != nil {
		return nil, err
	}
	stored, err := db.Secret(ctx, string(text))
	if err != nil {
		return nil, err
	}
	return d, d.secret.UnmarshalText([]byte(stored))
}

// Today returns the present day.
func (d *Dealer) Today() daily.Day { return daily.DayOf(d.options.Now()) }

func (d *Dealer) find(id string) (daily.Deal, error) {
	for _, deal := range d.deals {
		if deal.ID == id {
			return deal, nil
		}
	}
	return daily.Deal{}, coded.Errorf(CodeNoDeal, "there is no deal %.40q", id)
}

// Begin begins the try of a person at a deal of today, and returns the id of its room. If the person has begun it,
// Begin returns the same room. It fails with CodeNoDeal, people.CodeNoIdentity, people.CodeNotStored and coded.Busy.
func (d *Dealer) Begin(ctx context.Context, person people.Person, id string) (room string, err error) {
	deal, err := d.find(id)
	if err != nil {
		return "", err
	}
	day := d.Today()
	try, err := d.store.BeginTry(ctx, store.DailyTry{
		Day: int(day), Deal: id, Identity: person.ID, Room: d.options.Random.ID(),
		Ranked: person.Kind == people.Account, Begun: d.options.Now(),
	})
	if errors.Is(err, store.ErrNotFound) {
		return "", coded.Errorf(people.CodeNoIdentity, "nobody has this identity any more")
	} else if err != nil {
		return "", people.NotStored(err)
	}
	if err := d.settle(ctx, &try); err != nil || !try.Ended.IsZero() {
		return try.Room, err
	}
	return try.Room, d.options.Tables.Open(ctx, &Table{
		Room: try.Room, Day: day, Deal: deal, Person: person,
		Seed: daily.SeedOf(daily.SecretOf(d.secret, day), day, id),
	})
}

// settle stores the end of a try whose match is over. It changes try to what is stored.
func (d *Dealer) settle(ctx context.Context, try *store.DailyTry) error {
	if !try.Ended.IsZero() {
		return nil
	}
	result, err := d.options.Tables.Result(ctx, try.Room)
	if err != nil || result == nil {
		return err
	}
	if !result.Ended.Before(daily.Day(try.Day).Ends()) {
		result.Points, result.Place = nil, nil // too late
	}
	return d.end(ctx, try, result)
}

// end stores the end of a try. It changes try to what is stored.
func (d *Dealer) end(ctx context.Context, try *store.DailyTry, result *Result) error {
	ended := *try
	ended.Ended, ended.Points, ended.Place = result.Ended, result.Points, result.Place
	err := d.store.EndTry(ctx, ended)
	if errors.Is(err, store.ErrNotFound) { // somebody else was first
		ended, err = d.store.Try(ctx, try.Day, try.Deal, try.Identity)
	}
	if err != nil {
		return err
	}
	*try = ended
	d.forget(dayDeal{daily.Day(try.Day), try.Deal})
	return nil
}

// IsSecret reports whether a person may not know the seed of a match yet. person is "" for somebody who has not played.
// It is false for matches that do not belong to a deal of a day.
func (d *Dealer) IsSecret(ctx context.Context, person string, deal *match.Deal) (bool, error) {
	day, id, ok := daily.DealOfMatch(deal)
	if !ok || day < d.Today() {
		return false, nil
	}
	if person == "" {
		return true, nil
	}
	hasPlayed, err := d.hasPlayed(ctx, day, id, person)
	return !hasPlayed, err
}

// hasPlayed reports whether the try of a person has ended.
func (d *Dealer) hasPlayed(ctx context.Context, day daily.Day, deal, person string) (bool, error) {
	try, err := d.store.Try(ctx, int(day), deal, person)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	err = d.settle(ctx, &try)
	return !try.Ended.IsZero(), err
}

// Ended says that the match of a room has ended, which can be any room. It does not block.
func (d *Dealer) Ended(room string) {
	select {
	case d.ended <- room:
	default:
	}
}

const (
	// sweepInterval is the time between two looks at the tries of earlier days.
	sweepInterval = 10 * time.Second
	// maxSwept is the number of tries that one look handles.
	maxSwept = store.MaxPage
)

// Run stores the results of matches that end, until the context ends. While isLeader returns true, nil for always, it
// also ends the tries of days that are over.
func (d *Dealer) Run(ctx context.Context, isLeader func() bool) {
	ticker := time.NewTicker(sweepInterval)
	defer ticker.Stop()
	for {
		err := work.Catch(func() error {
			if isLeader == nil || isLeader() {
				return d.Sweep(ctx)
			}
			return nil
		})
		d.logFailure(ctx, err)
		for isWaiting := true; isWaiting; {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				isWaiting = false
			case room := <-d.ended:
				d.logFailure(ctx, work.Catch(func() error { return d.settleRoom(ctx, room) }))
			}
		}
	}
}

func (d *Dealer) logFailure(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil && !errors.Is(err, store.ErrClosed) {
		d.log.Error("deals of the day could not be handled", zap.Error(err))
	}
}

// settleRoom stores the result of a match that has ended, if it belongs to a deal of a day.
func (d *Dealer) settleRoom(ctx context.Context, room string) error {
	try, err := d.store.TryOfRoom(ctx, room)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	return d.settle(ctx, &try)
}

// Sweep ends the tries of days that are over: those whose match has ended get its result, and the matches of the others
// are abandoned. A try that fails is tried again at the next call, and the others are handled.
func (d *Dealer) Sweep(ctx context.Context) (failed error) {
	open, err := d.store.OpenTries(ctx, int(d.Today())-1, maxSwept)
	if err != nil {
		return err
	}
	for i := range open {
		failed = errors.Join(failed, d.sweep(ctx, &open[i]))
	}
	return failed
}

func (d *Dealer) sweep(ctx context.Context, try *store.DailyTry) error {
	if err := d.settle(ctx, try); err != nil || !try.Ended.IsZero() {
		return err
	}
	if err := d.options.Tables.Close(ctx, try.Room); err != nil {
		return err
	}
	return d.end(ctx, try, &Result{Ended: d.options.Now()})
}

// RetentionTask returns the task that deletes tries that are older than KeepDays.
func (d *Dealer) RetentionTask() retention.Task {
	return retention.Task{
		Name: "tries at deals of the day",
		Delete: func(ctx context.Context, _ time.Time) (int, error) {
			return d.store.DeleteOldTries(ctx, int(d.Today())-KeepDays)
		},
	}
}
