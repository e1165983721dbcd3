// Package lobby keeps rooms: who sits where, what the host has decided, the
// match and everything around it. Each room is one goroutine that owns its
// state; it stores every entry in the event log before anybody is told.
//
// The package does not know which games there are, and nothing of sockets or
// HTTP. It imports the contract of games and the event log.
package lobby

import (
	"context"
	"crypto/rand"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/google/uuid"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/eventlog"
	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// User is a person as rooms know one.
type User struct {
	// ID is secret to nobody; it is not what the person is recognised by.
	ID   string
	Name string
}

// check refuses whom no entry could name: without an id an entry is the room's
// own.
func (u *User) check() error {
	if u.ID == "" || len(u.ID) > maxUserID {
		return errorf(coded.Malformed, "a person's id has 1 to %d bytes", maxUserID)
	}
	return nil
}

const maxUserID = 64

// Options of a lobby.
type Options struct {
	// IdleAfter is how long a room stays in memory when nobody is there.
	IdleAfter time.Duration
	// BotPause is how long a bot waits before it answers, so that people can
	// follow.
	BotPause time.Duration
	// BotWorkers is how many bots think at once; 0 means one a processor.
	BotWorkers int
	// Keep says how long rooms are kept; the zero value keeps all of them.
	Keep   Retention
	Logger *zap.Logger
}

// Lobby is the directory of rooms. It is safe for use from many goroutines.
type Lobby struct {
	log     eventlog.Log
	games   Games
	options Options

	// live ends the rooms, storing the writes of rooms that are ending.
	live    context.Context
	endLive context.CancelFunc
	storing context.Context

	mu      sync.Mutex
	rooms   map[string]*Room
	closing bool
	waking  map[string]chan struct{}
	running sync.WaitGroup

	pool     chan botJob
	stopBots chan struct{}
	working  sync.WaitGroup
	fallback game.Bot
	closed   sync.Once
	// newSeed returns a seed that nobody can guess.
	newSeed func() game.Seed
}

// New returns a lobby over a log. Every game must have at least one bot.
func New(log eventlog.Log, games Games, options Options) *Lobby {
	if options.IdleAfter == 0 {
		options.IdleAfter = 5 * time.Minute
	}
	if options.BotWorkers == 0 {
		options.BotWorkers = runtime.GOMAXPROCS(0)
	}
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	l := &Lobby{
		log: log, games: games, options: options,
		rooms: map[string]*Room{}, waking: map[string]chan struct{}{},
		storing: context.Background(),
		pool:    make(chan botJob, 16*options.BotWorkers), stopBots: make(chan struct{}),
		fallback: bot.NewRandom(), newSeed: secretSeed,
	}
	l.live, l.endLive = context.WithCancel(context.Background())
	l.working.Add(options.BotWorkers + 1)
	for range options.BotWorkers {
		go l.playBots()
	}
	go l.wakeRooms()
	if l.options.Keep != (Retention{}) {
		l.working.Add(1)
		go l.sweepRooms()
	}
	return l
}

// Close ends every room: clocks stop, everybody is told, everything is stored.
// It does not close the log.
func (l *Lobby) Close() { l.closed.Do(l.close) }

func (l *Lobby) close() {
	l.mu.Lock()
	l.closing = true
	l.mu.Unlock()
	l.endLive()
	l.running.Wait()
	close(l.stopBots)
	l.working.Wait()
}

func secretSeed() game.Seed {
	var seed game.Seed
	// It never fails (crypto/rand).
	_, _ = rand.Read(seed[:])
	return seed
}

// Create opens a room and seats its host. It returns the room's id, or fails
// with CodeBadSettings or a code of the game for its options.
func (l *Lobby) Create(ctx context.Context, host User, settings Settings) (string, error) {
	settings = settings.WithDefaults()
	if err := host.check(); err != nil {
		return "", err
	}
	t := &table{games: l.games}
	e := &Entry{Kind: KindOpen, At: time.Now().UnixMilli(), By: host.ID, Name: cleanName(host.Name), Settings: &settings}
	if err := t.fold(e); err != nil {
		return "", err
	}
	id := uuid.NewString() // nobody can guess it
	batch := t.batch(e, &table{})
	if _, err := l.log.Create(ctx, id, "", batch); err != nil {
		return "", err
	}
	return id, nil
}

// Do carries out a person's intent in a room. A nil error means that it is
// stored. It fails with a coded error and then changes nothing; CodeBusy and
// CodeNotStored are worth another try with the same intent id.
func (l *Lobby) Do(ctx context.Context, room string, user User, intent Intent) error {
	e, err := intent.entry(user)
	if err != nil {
		return err
	}
	return l.with(ctx, room, func(r *Room) error {
		reply := make(chan error, 1)
		if err := r.send(do{e, reply}); err != nil {
			return err
		}
		got, err := await(ctx, r, reply)
		if err != nil {
			return err
		}
		return got
	})
}

// Say adds a line to the chat of a room. id is the client's own, or "": a line
// with the id of one of the person's last lines is not added again.
func (l *Lobby) Say(ctx context.Context, room string, user User, id, text string) error {
	if err := user.check(); err != nil {
		return err
	}
	if err := checkIntentID(id); err != nil {
		return err
	}
	return l.with(ctx, room, func(r *Room) error {
		reply := make(chan error, 1)
		if err := r.send(say{user, id, text, reply}); err != nil {
			return err
		}
		got, err := await(ctx, r, reply)
		if err != nil {
			return err
		}
		return got
	})
}

// Watch subscribes to a room. It fails with CodeNoRoom or CodeNoSpectators.
func (l *Lobby) Watch(ctx context.Context, room string, user User, resume Resume) (*Subscription, error) {
	if err := user.check(); err != nil {
		return nil, err
	}
	var sub *Subscription
	err := l.with(ctx, room, func(r *Room) error {
		reply := make(chan watched, 1)
		if err := r.send(watch{user, resume, reply}); err != nil {
			return err
		}
		got, err := await(ctx, r, reply)
		if err != nil {
			return err
		}
		sub = got.sub
		return got.err
	})
	return sub, err
}

// Leave ends a subscription.
func (l *Lobby) Leave(sub *Subscription) {
	select {
	case sub.room.inbox <- unwatch{sub}:
	case <-sub.room.gone:
	}
}

// with does something with a room, waking it first if it is asleep, and once
// more if it falls asleep meanwhile.
func (l *Lobby) with(ctx context.Context, id string, do func(*Room) error) error {
	for range 3 {
		room, err := l.wake(ctx, id)
		if err != nil {
			return err
		}
		if err = do(room); !errors.Is(err, errGone) {
			return err
		}
	}
	return errorf(CodeBusy, "the room has too much to do; try again")
}

// wake returns a room, loading it from the log if it is not in memory.
func (l *Lobby) wake(ctx context.Context, id string) (*Room, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l.mu.Lock()
		if l.closing {
			l.mu.Unlock()
			return nil, errorf(CodeClosing, "the server is stopping; come back in a moment")
		}
		if room, ok := l.rooms[id]; ok {
			l.mu.Unlock()
			return room, nil
		}
		if loading, ok := l.waking[id]; ok {
			l.mu.Unlock()
			select {
			case <-loading:
				continue
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		loading := make(chan struct{})
		l.waking[id] = loading
		l.running.Add(1)
		l.mu.Unlock()

		a, err := l.open(id)
		l.mu.Lock()
		delete(l.waking, id)
		if err == nil {
			l.rooms[id] = a.room
		} else {
			l.running.Done()
		}
		l.mu.Unlock()
		close(loading)
		if err != nil {
			return nil, err
		}
		go a.run()
		return a.room, nil
	}
}

// open loads a room, whose goroutine is still to be started. A room whose log
// makes no sense is frozen: it takes nothing, and its log stays as it is.
func (l *Lobby) open(id string) (*actor, error) {
	room := &Room{ID: id, inbox: make(chan message, inboxSize), gone: make(chan struct{})}
	a := &actor{
		lobby: l, room: room, ctx: l.live, log: l.options.Logger.With(zap.String("room", id)),
		table: &table{games: l.games}, subs: map[*Subscription]struct{}{}, here: map[string]int{},
		audiences: map[game.Seat]*audience{}, chat: map[string][]time.Time{}, bots: map[game.Seat]botTurn{},
		absent: map[string]time.Time{}, quiet: time.Now(),
	}
	err := a.guard(a.reload)
	switch {
	case errors.Is(err, eventlog.ErrNotFound):
		return nil, errorf(CodeNoRoom, "there is no room %q", id)
	case a.frozen != nil:
		return a, nil
	case notReadable(err):
		a.log.Error("a room's log cannot be understood", zap.Error(err))
		a.freeze()
		return a, nil
	case err != nil:
		a.log.Error("a room cannot be loaded", zap.Error(err))
		return nil, errorf(CodeBusy, "the room cannot be loaded now; try again")
	}
	a.askBots()
	return a, nil
}

// Loaded returns how many rooms are in memory.
func (l *Lobby) Loaded() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.rooms)
}

// forget takes a room that has ended out of the directory.
func (l *Lobby) forget(room *Room) {
	l.mu.Lock()
	if l.rooms[room.ID] == room {
		delete(l.rooms, room.ID)
	}
	l.mu.Unlock()
	l.running.Done()
}

// wakeEvery is how often the lobby looks for rooms that must be woken.
const wakeEvery = time.Second

// wakeRooms wakes sleeping rooms in which somebody's time is up.
func (l *Lobby) wakeRooms() {
	defer l.working.Done()
	ticker := time.NewTicker(wakeEvery)
	defer ticker.Stop()
	for {
		select {
		case <-l.stopBots:
			return
		case <-ticker.C:
			l.wakeDue()
		}
	}
}

// wakeDue wakes every room that wants to be awake by now.
func (l *Lobby) wakeDue() {
	query := eventlog.DueQuery{At: time.Now(), Limit: 100}
	for {
		due, err := l.log.Due(l.storing, query)
		if err != nil {
			l.options.Logger.Error("wake-ups cannot be read", zap.Error(err))
			return
		}
		for _, wakeup := range due.Items {
			if _, err := l.wake(l.live, wakeup.Room); l.live.Err() != nil {
				return
			} else if err != nil && !hasCode(err, CodeNoRoom) {
				l.options.Logger.Error("a room could not be woken", zap.String("room", wakeup.Room), zap.Error(err))
			}
		}
		if due.Next == "" {
			return
		}
		query.After = due.Next
	}
}
