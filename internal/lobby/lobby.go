// Package lobby runs rooms. It owns the rooms in memory: a goroutine for each, their timers, the turns of bots,
// and who is connected. It decides which rooms are unloaded and which are deleted. Packages room and stream
// define what a room is and what its clients see.
//
// The package must not import transport, cluster or a particular game. Start reading at [Lobby.Watch] and
// [Lobby.Do]. carryOut decides a command, stores its entry and shows the result.
package lobby

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	"golang.org/x/time/rate"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/roomlog"
	"archmage/internal/people"
	"archmage/internal/random"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/stream"
	"archmage/internal/work"
)

// Log is the part of the database that a lobby uses.
type Log interface {
	Create(ctx context.Context, id, owner string, batch store.Batch) (store.Head, error)
	TakeOver(ctx context.Context, id, owner string) (store.Head, error)
	Release(ctx context.Context, head store.Head) error
	Append(ctx context.Context, head store.Head, batch store.Batch) (store.Head, error)
	Delete(ctx context.Context, head store.Head) error
	Room(ctx context.Context, id string) (store.Room, error)
	Snapshot(ctx context.Context, id string) (store.Snapshot, error)
	Read(ctx context.Context, id string, from uint64, limit int) ([]store.Entry, error)
	List(ctx context.Context, query store.ListQuery) (store.Page[store.Room], error)
	Count(ctx context.Context) (map[store.Status]int, error)
	Due(ctx context.Context, query store.DueQuery) (store.Page[store.Wakeup], error)
	AddChat(ctx context.Context, head store.Head, data []byte) (store.ChatLine, error)
	SetChat(ctx context.Context, room string, number uint64, data []byte) error
	Chat(ctx context.Context, room string, before uint64, limit int) ([]store.ChatLine, error)
	// PendingTurn returns the players for whom a room waits, as the room has stored them.
	PendingTurn(ctx context.Context, room string) (store.PendingTurn, error)
	// BlocksBetween returns the blocks between a person and each of several others, in both
	// directions.
	BlocksBetween(ctx context.Context, identity string, others []string) ([]store.Block, error)
}

// LogOf returns the part of a database that a lobby uses.
func LogOf(db *store.DB) Log {
	return struct {
		store.Rooms
		store.Directory
		store.Chats
		store.Notifications
		store.Blocks
	}{db.Rooms, db.Directory, db.Chats, db.Notifications, db.Blocks}
}

// Archive is the part of the archive of matches that a lobby uses.
type Archive interface {
	// Moment returns a moment of a match that the person can see.
	Moment(ctx context.Context, by people.Person, from archive.From) (*archive.Moment, error)
}

// Notifier sends notifications to players who are elsewhere.
type Notifier interface {
	// HasChannel reports whether a person can be notified. It makes no query.
	HasChannel(person string) bool
	// PersonArrived records that a person is in a room, so that pending notifications about it are dropped.
	PersonArrived(ctx context.Context, person, room string)
}

// Options are the settings of a lobby.
type Options struct {
	// NodeID is the id of this process in the log. Cluster has the other processes that share the log. It is
	// nil if there are none.
	NodeID  string
	Cluster Cluster
	// IdleAfter is the time for which a room without subscriptions stays in memory.
	IdleAfter time.Duration
	// FlushInterval is the minimum time between writes to clients that neither act nor have a decision to
	// answer. Their frames wait for the next write.
	FlushInterval time.Duration
	// BotPause is the time that a bot waits before it answers, so that people can follow.
	BotPause time.Duration
	// BotTime is the time that a bot can think about an answer if few other decisions wait. 0
	// means a second.
	BotTime time.Duration
	// Workers runs the searches of the bots. It must run until the lobby is closed.
	Workers *work.Pool
	// Replays computes and caches the replays of matches in progress.
	Replays *replay.Service
	// Archive has the matches that have ended.
	Archive Archive
	// VisitorsRate is the average number of changes per second that all persons without a seat
	// together can make in a room. 0 means no limit.
	VisitorsRate float64
	// PollInterval returns the time until the next search for due wake-ups in the log. nil means a second.
	PollInterval func() time.Duration
	// Clock replaces the clocks of the system in tests, if it is not nil.
	Clock Clock
	// Retention has the times for which rooms are kept. The zero value keeps all rooms.
	Retention Retention
	// Notifier sends notifications to players who are elsewhere. nil means that none are sent.
	Notifier Notifier
	// Archived is called with a match after a write that can have archived it. It must not block.
	Archived func(*store.Match)
	// Changed is called when others can see a difference in rooms or in who is there. It must not block.
	Changed func(club.Change)
	Logger  *zap.Logger
	// Random is the source of seeds and ids.
	Random random.Source
}

// Lobby runs the rooms of this process and loads them from the log. It is safe for concurrent use.
type Lobby struct {
	log     Log
	games   game.Modules
	options Options

	// liveCtx is done when the lobby closes. Rooms then store their last changes and end.
	liveCtx    context.Context
	cancelLive context.CancelFunc
	storeCtx   context.Context

	mu      sync.Mutex
	rooms   map[string]*liveRoom
	closing bool
	loading map[string]chan struct{}
	// nodes maps a room to the other node that had it when this node last read its row.
	nodes         map[string]string
	lastShown     lastShown
	unloadedSkips skipMemory
	clock         *clockMonitor
	// started is the start of the process, in milliseconds since 1970.
	started int64
	// opened counts the loads of rooms since the start.
	opened       atomic.Uint64
	loadFailures loadFailures
	running      sync.WaitGroup

	hintRequests hintRequests
	stop         chan struct{}
	background   sync.WaitGroup
	fallback     game.Bot
	closed       sync.Once
}

// New returns a lobby whose rooms are in log. Every game must have at least one bot.
func New(log Log, games game.Modules, options Options) *Lobby {
	if options.IdleAfter == 0 {
		options.IdleAfter = 5 * time.Minute
	}
	if options.BotTime == 0 {
		options.BotTime = time.Second
	}
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	if options.Archived == nil {
		options.Archived = func(*store.Match) {}
	}
	if options.Changed == nil {
		options.Changed = func(club.Change) {}
	}
	if options.PollInterval == nil {
		options.PollInterval = func() time.Duration { return pollInterval }
	}
	l := &Lobby{
		log:           log,
		games:         games,
		options:       options,
		rooms:         map[string]*liveRoom{},
		loading:       map[string]chan struct{}{},
		nodes:         map[string]string{},
		lastShown:     lastShown{entries: map[string]uint64{}},
		unloadedSkips: skipMemory{skipped: map[string]time.Duration{}},
		storeCtx:      context.Background(),
		loadFailures:  loadFailures{pace: rate.Sometimes{First: firstFailures, Interval: failureInterval}},
		stop:          make(chan struct{}),
		fallback:      bot.NewRandom(),
	}
	if options.Clock == nil {
		options.Clock = systemClock()
	}
	next := options.PollInterval()
	l.clock = newClockMonitor(options.Clock, next)
	l.started = l.clock.now()
	l.liveCtx, l.cancelLive = context.WithCancel(context.Background())
	l.background.Go(wakeups{l}.poll)
	l.background.Go(func() { l.clock.runTicks(next, options.PollInterval, l.stop) })
	l.background.Go(func() {
		retention.Run(
			l.liveCtx,
			l.deletesOldData,
			options.Logger,
			retention.Task{Name: "rooms", Delete: roomDeleter{l}.deleteOld},
		)
	})
	return l
}

// Close ends every room. It stores everything, stops the clocks, and ends subscriptions with
// CodeRestart. It does not close the log.
func (l *Lobby) Close() { l.closed.Do(l.close) }

func (l *Lobby) close() {
	l.mu.Lock()
	l.closing = true
	l.mu.Unlock()
	l.cancelLive()
	l.running.Wait()
	close(l.stop)
	l.background.Wait()
}

// Create opens a room and seats its host. It returns the room's id. It fails with
// room.CodeBadSettings, or with a code of the game for its options.
func (l *Lobby) Create(ctx context.Context, host people.Person, settings room.Settings) (string, error) {
	return l.Open(ctx, host, "", &room.Open{Settings: settings})
}

// Open is Create with a given action and the id of its command.
func (l *Lobby) Open(ctx context.Context, host people.Person, id string, body *room.Open) (string, error) {
	roomID := l.options.Random.ID() // cannot be guessed
	if err := openAs(ctx, l, roomID, host, id, body); err != nil {
		return "", err
	}
	return roomID, nil
}

// CreateAs is Create with a given id of the room, which must be random. It succeeds if there is already a room
// with that id.
func (l *Lobby) CreateAs(ctx context.Context, roomID string, host people.Person, settings room.Settings) error {
	err := openAs(ctx, l, roomID, host, "", &room.Open{Settings: settings})
	if errors.Is(err, store.ErrExists) {
		return nil
	}
	return err
}

// CompleteSettings returns settings with every missing value. It fails as Create does, and opens no room.
func (l *Lobby) CompleteSettings(host people.Person, settings room.Settings) (room.Settings, error) {
	if err := host.Check(); err != nil {
		return settings, err
	}
	c := &room.Command{By: toRoomPerson(host), Body: &room.Open{Settings: settings}}
	l.complete(c)
	change, err := room.Decide(room.New(l.games, "settings"), c)
	if err != nil {
		return settings, err
	}
	return change.Next.Settings, nil
}

// openAs opens the room with an id for a person.
func openAs(ctx context.Context, l *Lobby, roomID string, host people.Person, id string, body *room.Open) error {
	if err := host.Check(); err != nil {
		return err
	}
	return create(ctx, l, roomID, &room.Command{By: toRoomPerson(host), ID: shortID(id), Body: body})
}

// create stores a new room with the command that opens it. It fails with store.ErrExists if there is already a room
// with that id.
func create(ctx context.Context, l *Lobby, roomID string, c *room.Command) error {
	before := room.New(l.games, roomID)
	l.complete(c)
	change, err := room.Decide(before, c)
	if err != nil {
		return err
	}
	// The room is not in memory yet. The node to which the first person connects loads it.
	info := change.Next.Info()
	batch := roomlog.Batch(before, &change, &stream.SpectatorRoom{}, roomlog.Meta(&info, change.Next.Members()))
	batch.Wake = wakeAfter(&change)
	if _, err := l.log.Create(ctx, roomID, "", batch); err != nil {
		return err
	}
	l.options.Changed(club.Change{Tables: info.Settings.Listed, Mine: change.Next.Members()})
	return nil
}

// toRoomPerson converts a person to the type that rooms use.
func toRoomPerson(p people.Person) room.Person {
	return room.Person{ID: p.ID, Name: people.CleanName(p.Name), Kind: string(p.Kind)}
}

// Subscription is a person's connection to a room.
type Subscription interface {
	// Do carries out a command of the person, who has chosen its id. It waits for the room and returns nil or a
	// refusal. The room also queues the reply as a frame, after all changes that the command made. If the
	// subscription ends before, it is unknown whether the command was carried out.
	Do(ctx context.Context, id string, body room.Action) error
	// Say adds a line to the chat. It replies as Do does. A line that has the id of one of the person's last
	// lines is not added again.
	Say(ctx context.Context, id, text string) error
	// Answer queues a reply that does not come from the room. Push queues a frame of the connection itself.
	Answer(id string, refusal *coded.Error)
	Push(frame []byte)
	// Notify sets the function that is called when frames can be taken and when the subscription has ended.
	// Flush calls that function if something was pushed. Take returns the encoded frames, in order, and whether
	// more can come. It reuses the memory of free.
	Notify(ready func())
	Flush() bool
	Take(free [][]byte) (frames [][]byte, open bool)
	// EndCode returns the reason for the end of the subscription: stream.CodeSlow if the client
	// reads too slowly, CodeRestart, CodeMoved, CodeNoSpectators, CodeClosed, CodeFrozen,
	// coded.Busy if the room is unloaded, or "" if the connection has closed it. Call it only
	// after Take has reported that no more frames will come.
	EndCode() coded.Code
	// Reason returns the reason why the host has removed the person, a code or "". Call it only when EndCode
	// can be called.
	Reason() string
	// Close ends the subscription.
	Close()
}

// Watch subscribes a person to a room. It fails with directory.CodeNoRoom, CodeNoSpectators or CodeFrozen.
func (l *Lobby) Watch(ctx context.Context, id string, by people.Person, hello stream.Hello) (Subscription, error) {
	if err := by.Check(); err != nil {
		return nil, err
	}
	var sub *subscription
	err := l.ask(ctx, id, by.ID, func(r *liveRoom) (err error) {
		sub, err = r.watch(by, hello)
		return err
	})
	if err != nil {
		return nil, err
	}
	if l.options.Notifier != nil && !hello.Overlay {
		l.options.Notifier.PersonArrived(ctx, by.ID, id)
	}
	return sub, nil
}

// ask runs do in a room's goroutine and waits for the result. person is "" for the server.
func (l *Lobby) ask(ctx context.Context, id, person string, do func(*liveRoom) error) error {
	return l.use(ctx, id, func(r *liveRoom) error { return r.ask(ctx, person, do) })
}

// use runs do with a room, and loads the room first if it is not in memory. If do returns errUnloaded because
// the room was unloaded meanwhile, use tries again, at most three times in all.
func (l *Lobby) use(ctx context.Context, id string, do func(*liveRoom) error) error {
	for range 3 {
		r, err := l.load(ctx, id)
		if err != nil {
			return err
		}
		if err = do(r); !errors.Is(err, errUnloaded) {
			return err
		}
	}
	return errBusy
}

// load returns a room. It reads the room from the log if it is not in memory.
func (l *Lobby) load(ctx context.Context, id string) (*liveRoom, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l.mu.Lock()
		if l.closing {
			l.mu.Unlock()
			return nil, coded.Errorf(CodeClosing, "the server is stopping; come back in a moment")
		}
		if r, ok := l.rooms[id]; ok {
			l.mu.Unlock()
			return r, nil
		}
		if loading, ok := l.loading[id]; ok {
			l.mu.Unlock()
			select {
			case <-loading:
				continue
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		if node, ok := l.rememberedNode(id); ok {
			l.mu.Unlock()
			return nil, &ElsewhereError{Room: id, Node: node}
		}
		loading := make(chan struct{})
		l.loading[id] = loading
		l.running.Add(1)
		l.mu.Unlock()

		r, err := l.loadNow(ctx, id, loading)
		if err != nil {
			return nil, err
		}
		go r.run()
		return r, nil
	}
}

// loadNow reads a room from the log, and then closes loading. It fails with errBusy after a panic.
func (l *Lobby) loadNow(ctx context.Context, id string, loading chan struct{}) (r *liveRoom, err error) {
	err = errBusy
	defer func() {
		if value := recover(); value != nil {
			logPanic(l.options.Logger, "panic while loading a room", value, zap.String("room", id))
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.loading, id)
		if err == nil {
			l.rooms[id] = r
			l.opened.Add(1)
		} else {
			l.running.Done()
		}
		close(loading)
	}()
	work.Do(ctx, func() { r, err = l.build(id) })
	return r, err
}

// Loaded returns the number of rooms in memory.
func (l *Lobby) Loaded() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.rooms)
}

// Opened returns the number of loads of rooms since the start.
func (l *Lobby) Opened() uint64 { return l.opened.Load() }

// IsLoaded reports whether a room is in memory.
func (l *Lobby) IsLoaded(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rooms[id] != nil
}

// unregister removes a room that has ended from memory.
func (l *Lobby) unregister(r *liveRoom) {
	l.mu.Lock()
	if l.rooms[r.id] == r {
		delete(l.rooms, r.id)
	}
	l.mu.Unlock()
	if r.occupied.Load() != nil {
		l.options.Changed(club.Change{People: true})
	}
	l.running.Done()
}

// pollInterval is the interval at which the lobby looks for rooms whose wake-up is due.
const pollInterval = time.Second

// wakeups loads the unloaded rooms of a lobby whose wake-up is due.
type wakeups struct{ lobby *Lobby }

// poll regularly loads the rooms whose wake-up is due.
func (w wakeups) poll() {
	l := w.lobby
	timer := time.NewTimer(l.options.PollInterval())
	defer timer.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-timer.C:
		}
		timer.Reset(l.options.PollInterval())
		if l.options.Cluster == nil {
			w.loadDue()
		} else {
			w.loadDueShare()
		}
	}
}

// maxLoading is the maximum number of rooms that wakeups loads at the same time.
const maxLoading = 8

// loadDue loads every room whose wake-up is due.
func (w wakeups) loadDue() {
	l := w.lobby
	query := store.DueQuery{At: time.UnixMilli(l.clock.now()), Limit: 100}
	for {
		due, err := l.log.Due(l.storeCtx, query)
		if err != nil {
			l.options.Logger.Error("reading due wake-ups failed", zap.Error(err))
			return
		}
		w.loadAll(due.Items)
		if due.Next == "" || l.liveCtx.Err() != nil {
			return
		}
		query.After = due.Next
	}
}

// loadAll loads rooms, maxLoading at a time. It returns when all are loaded or the lobby closes.
func (w wakeups) loadAll(list []store.Wakeup) {
	l := w.lobby
	var running sync.WaitGroup
	defer running.Wait()
	slots := make(chan struct{}, maxLoading)
	for _, wakeup := range list {
		slots <- struct{}{}
		if l.liveCtx.Err() != nil {
			return
		}
		running.Go(func() {
			defer func() { <-slots }()
			if _, err := l.load(
				l.liveCtx,
				wakeup.Room,
			); err != nil && l.liveCtx.Err() == nil && coded.Of(err) != directory.CodeNoRoom &&
				!isOnOtherNode(err) {
				l.options.Logger.Error("loading a room failed", zap.String("room", wakeup.Room), zap.Error(err))
			}
		})
	}
}
