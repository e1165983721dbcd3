package runner_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
	"archmage/test/conformance"
)

// noon is the time at which the tests begin.
var noon = time.Date(2026, time.November, 26, 12, 0, 0, 0, time.UTC)

// world is a database with people, rooms that play by themselves, and a clock. Runners of it are nodes.
type world struct {
	t  testing.TB
	db *storetest.Store
	// ids makes the same ids and secrets in each run.
	ids *rand.ChaCha8

	mu      sync.Mutex
	now     time.Time
	rooms   map[string]*fakeRoom
	opened  []string
	closed  map[string]int
	absent  map[string]bool
	deleted map[string]bool
	blocks  [][2]string
	// takes is the time from the opening of a room to the result of its match.
	takes time.Duration
	// opsLeft is the number of operations until the node dies; negative for never. diesBefore says whether the last
	// one is not carried out.
	opsLeft    int
	diesBefore bool
	ops        int
}

// fakeRoom is the room of a table.
type fakeRoom struct {
	table    *runner.Table
	openedAt time.Time
	isClosed bool
	// hurriedAt is the time at which its match had to end soon.
	hurriedAt time.Time
	// until and isLonger are those of Await.
	until    int64
	isLonger bool
}

var errDead = errors.New("the node is dead")

func newWorld(t testing.TB, persons int) *world {
	w := &world{
		t: t, db: storetest.Open(t), ids: rand.NewChaCha8([32]byte{1}), now: noon, rooms: map[string]*fakeRoom{},
		closed: map[string]int{}, absent: map[string]bool{}, deleted: map[string]bool{}, takes: 10 * time.Minute,
		opsLeft: -1,
	}
	for i := range persons {
		w.addPerson(person(i))
	}
	w.addPerson("organiser")
	return w
}

func (w *world) addPerson(id string) {
	credential := store.Credential{CredentialKey: store.CredentialKey{Kind: "token", ID: []byte(id)}}
	require.NoError(w.t, w.db.CreateIdentity(w.t.Context(), store.Identity{ID: id, Name: id}, credential))
}

func person(i int) string { return fmt.Sprintf("p%02d", i) }

func account(id string) people.Person {
	return people.Person{ID: id, Name: "Name of " + id, Kind: people.Account}
}

// node returns a runner of the world.
func (w *world) node() *runner.Runner {
	return runner.New(nodeStore{w, w.db.Events}, runner.Options{
		Games:  game.Modules{{Rules: conformance.Toy()}},
		Tables: w, People: w, IsShared: true,
		Now: w.time,
		Random: func(b []byte) {
			w.mu.Lock()
			defer w.mu.Unlock()
			_, _ = w.ids.Read(b)
		},
		Notify: func(
			_ context.Context, persons []string, notice runner.Notice, e *event.Event,
		) (list []store.Notification, err error) {
			for _, id := range persons {
				list = append(list, store.Notification{
					NotificationKey: store.NotificationKey{
						Channel: id, Topic: fmt.Sprint(notice, " ", len(e.Rounds)),
					},
					Identity: id, Made: noon, Due: noon, Data: []byte(`{}`),
				})
			}
			return list, nil
		},
	})
}

func (w *world) time() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// at sets the clock.
func (w *world) at(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = now
}

// op counts an operation of a node. do carries it out, unless the node is dead.
func (w *world) op(do func() error) error {
	w.mu.Lock()
	w.ops++
	isLast := w.opsLeft == 1
	isDead := w.opsLeft == 0 || isLast && w.diesBefore
	if w.opsLeft > 0 {
		w.opsLeft--
	}
	w.mu.Unlock()
	if isDead {
		return errDead
	}
	if err := do(); err != nil || !isLast {
		return err
	}
	return errDead
}

// nodeStore is the database as a node sees it.
type nodeStore struct {
	w *world
	store.Events
}

func (s nodeStore) WriteEvent(ctx context.Context, write store.EventWrite) error {
	return s.w.op(func() error { return s.Events.WriteEvent(ctx, write) })
}

// Visible implements [runner.People].
func (w *world) Visible(_ context.Context, ids []string) (map[string]people.Visible, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	found := map[string]people.Visible{}
	for _, id := range ids {
		if !w.deleted[id] {
			found[id] = people.Visible{Person: account(id)}
		}
	}
	return found, nil
}

// Strangers implements [runner.People].
func (w *world) Strangers(_ context.Context, id string) (list []string, err error) {
	for _, pair := range w.blocks {
		switch id {
		case pair[0]:
			list = append(list, pair[1])
		case pair[1]:
			list = append(list, pair[0])
		}
	}
	return list, nil
}

// Strength implements [runner.People].
func (w *world) Strength(_ context.Context, _, id string) (int, error) { return 1000 + len(id), nil }

// Open implements [runner.Tables].
func (w *world) Open(_ context.Context, table *runner.Table) error {
	return w.op(func() error {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.rooms[table.Room] == nil {
			w.rooms[table.Room] = &fakeRoom{table: table, openedAt: w.now}
			w.opened = append(w.opened, table.Room)
		}
		return nil
	})
}

// States implements [runner.Tables].
func (w *world) States(_ context.Context, rooms []string) (list []runner.TableState, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, id := range rooms {
		list = append(list, w.stateOf(w.rooms[id]))
	}
	return list, nil
}

// stateOf returns the state of a room: everybody who is not absent comes, and the match takes a time. The caller holds
// the mutex.
func (w *world) stateOf(room *fakeRoom) runner.TableState {
	if room == nil || room.isClosed {
		return runner.TableState{Status: runner.TableClosed}
	}
	state := runner.TableState{Status: runner.TablePlaying}
	for _, p := range room.table.People {
		isHere := !w.absent[p.ID]
		state.Present = append(state.Present, isHere)
		if !isHere {
			state.Status = runner.TableWaiting
		}
	}
	isOver := w.now.Sub(room.openedAt) >= w.takes || !room.hurriedAt.IsZero() && w.now.Sub(room.hurriedAt) >= lastTime
	if state.Status == runner.TableWaiting || !isOver {
		return state
	}
	sum := sha256.Sum256([]byte(room.table.Room))
	state.Status, state.Match, state.Record = runner.TableOver, "m-"+room.table.Room, hex.EncodeToString(sum[:])
	state.Result = resultOf(room.table.People)
	return state
}

// resultOf orders people by their ids; bots are last.
func resultOf(list []event.Person) *match.Result {
	result := &match.Result{Outcome: &game.Outcome{}, Seats: make([]match.SeatResult, len(list))}
	for i, p := range list {
		seat := &result.Seats[i]
		seat.Rank = 1
		for _, other := range list {
			if other.ID != "" && (p.ID == "" || other.ID < p.ID) {
				seat.Rank++
			}
		}
		seat.Total = 100 - 10*seat.Rank
	}
	return result
}

// lastTime is the longest time that a match takes after Hurry.
const lastTime = 4 * time.Minute

// Hurry implements [runner.Tables].
func (w *world) Hurry(_ context.Context, id string) error {
	return w.op(func() error {
		w.mu.Lock()
		defer w.mu.Unlock()
		if room := w.rooms[id]; room != nil && room.hurriedAt.IsZero() {
			room.hurriedAt = w.now
		}
		return nil
	})
}

// Await implements [runner.Tables].
func (w *world) Await(_ context.Context, id string, until int64, isLonger bool) error {
	return w.op(func() error {
		w.mu.Lock()
		defer w.mu.Unlock()
		if room := w.rooms[id]; room != nil {
			room.until, room.isLonger = until, isLonger
		}
		return nil
	})
}

// Close implements [runner.Tables].
func (w *world) Close(_ context.Context, id string) error {
	return w.op(func() error {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.closed[id]++
		if room := w.rooms[id]; room != nil {
			room.isClosed = true
		}
		return nil
	})
}

// create plans an event of the toy game at noon plus two hours, to which people come.
func (w *world) create(r *runner.Runner, settings event.Settings, persons int) string {
	w.t.Helper()
	settings.Title, settings.Game = "A cup", conformance.Toy().Info().ID
	settings.Begins = noon.Add(2 * time.Hour).UnixMilli()
	id, err := r.Create(w.t.Context(), account("organiser"), settings)
	require.NoError(w.t, err)
	for i := range persons {
		require.NoError(w.t, w.do(r, id, person(i), &event.Join{}))
	}
	return id
}

// do gives a command of a person.
func (w *world) do(r *runner.Runner, id, by string, action event.Action) error {
	w.mu.Lock()
	var random [8]byte
	_, _ = w.ids.Read(random[:])
	w.mu.Unlock()
	_, err := r.Do(w.t.Context(), id, account(by), false, hex.EncodeToString(random[:]), action)
	return err
}

// load returns the event from the database.
func (w *world) load(id string) *event.Event {
	w.t.Helper()
	e := event.New(nil, id)
	for {
		entries, err := w.db.EventEntries(w.t.Context(), id, e.Last, 100)
		require.NoError(w.t, err)
		if len(entries) == 0 {
			return e
		}
		for i := range entries {
			entry, err := event.DecodeEntry(entries[i].Data)
			require.NoError(w.t, err)
			e, err = event.Apply(e, entry)
			require.NoError(w.t, err)
		}
	}
}

// play lets the clock run in steps from the beginning of the event until the event is over or the time is up. due does
// what is due at each step.
func (w *world) play(id string, until time.Duration, due func() error) *event.Event {
	w.t.Helper()
	begins := noon.Add(2 * time.Hour)
	for now := begins; now.Before(begins.Add(until)); now = now.Add(10 * time.Second) {
		w.at(now)
		require.NoError(w.t, due())
		if e := w.load(id); e.Status == event.StatusFinished || e.Status == event.StatusCancelled {
			return e
		}
	}
	return w.load(id)
}

// ranking returns the people in the order of the final standings with their points.
func ranking(e *event.Event) (list []string) {
	for _, s := range e.Final {
		list = append(list, fmt.Sprintf("%s:%d", e.People[s.Person].ID, s.Points))
	}
	return list
}

// notices returns how many people were notified, by notice and round, and forgets them.
func (w *world) notices() map[string]int {
	w.t.Helper()
	list, err := w.db.DueNotifications(w.t.Context(), noon.Add(1000*time.Hour), 999, 0, 999)
	require.NoError(w.t, err)
	counts := map[string]int{}
	for i := range list {
		counts[list[i].Topic]++
		require.NoError(w.t, w.db.EndNotification(w.t.Context(), list[i]))
	}
	return counts
}

// openRooms returns the rooms that are neither over nor closed.
func (w *world) openRooms() (list []*fakeRoom) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, id := range w.opened {
		status := w.stateOf(w.rooms[id]).Status
		if status == runner.TableWaiting || status == runner.TablePlaying {
			list = append(list, w.rooms[id])
		}
	}
	slices.SortFunc(list, func(a, b *fakeRoom) int { return a.table.Number - b.table.Number })
	return list
}
