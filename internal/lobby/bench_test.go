package lobby

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
	"archmage/internal/eventlog/logtest"
	"archmage/internal/game"
	"archmage/internal/patch"
)

// script is a match that was played before, so that it can be played again in
// many rooms without anybody who thinks.
type script struct {
	game  Game
	seats int
	seed  game.Seed
	// intents are the answers in order; by says whose each is.
	intents []Intent
	by      []User
}

// newScript plays a match of the game's last bot in every seat.
func newScript(b *testing.B, id string, seats int) *script {
	b.Helper()
	g, ok := bothGames().find(id)
	require.True(b, ok)
	s := &script{game: g, seats: seats, seed: game.SeedFromInt(1)}
	player := g.Bots[len(g.Bots)-1]
	state, err := g.Rules.New(nil, seats, game.NewRNG(s.seed))
	require.NoError(b, err)
	rng := game.NewRNG(game.SeedFromInt(2))
	var step game.Step
	for state.Outcome() == nil {
		for seat := range game.Seat(seats) {
			var d game.Decision
			if !state.Waiting().Has(seat) || !state.Decision(seat, &d) {
				continue
			}
			picks := player.Choose(state.View(game.SeatViewer(seat)), &d, &rng)
			text, err := json.Marshal(append([]game.PickText{}, d.PicksText(g.Rules, picks)...))
			require.NoError(b, err)
			s.intents = append(s.intents, Intent{
				ID: strconv.Itoa(len(s.intents)), Kind: KindAnswer, Decision: uint64(d.ID), Picks: text,
			})
			s.by = append(s.by, scriptUser(seat))
			step.Reset()
			require.NoError(b, state.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, &step))
		}
	}
	return s
}

func scriptUser(seat game.Seat) User {
	return User{ID: fmt.Sprint("p", seat), Name: fmt.Sprint("Player ", seat)}
}

// entries calls do for each entry of a room in which the first n answers were
// given, with the table before and after it.
func (s *script) entries(b *testing.B, n int, do func(before, after *table, e *Entry)) {
	b.Helper()
	host := scriptUser(0)
	settings := Settings{Game: s.game.Rules.Info().ID, Seats: s.seats, Spectators: true, Undo: true}.WithDefaults()
	list := []*Entry{{Kind: KindOpen, By: host.ID, Name: host.Name, Settings: &settings}}
	for seat := game.Seat(1); int(seat) < s.seats; seat++ {
		user := scriptUser(seat)
		list = append(list,
			&Entry{Kind: KindClaim, By: user.ID, Name: user.Name, Seat: seat},
			&Entry{Kind: KindReady, By: user.ID, Ready: true})
	}
	list = append(list, &Entry{Kind: KindStart, By: host.ID, Seed: &s.seed})
	for i := range n {
		e, err := s.intents[i].entry(s.by[i])
		require.NoError(b, err)
		list = append(list, e)
	}
	t := &table{games: bothGames()}
	for i, e := range list {
		e.At = time.Now().UnixMilli() + int64(i)
		next := t.copy(nil)
		require.NoError(b, next.fold(e))
		do(t, next, e)
		t = next
	}
}

// room returns a room in which the first n answers were given, as it is
// stored, and the bytes of its last entry.
func (s *script) room(b *testing.B, n int) (batch eventlog.Batch, last []byte) {
	b.Helper()
	s.entries(b, n, func(before, after *table, e *Entry) {
		one := after.batch(e, before)
		batch.Entries = append(batch.Entries, one.Entries...)
		if one.Meta != nil {
			batch.Meta = one.Meta
		}
		if one.Snapshot != nil {
			batch.Snapshot = one.Snapshot
		}
	})
	return batch, batch.Entries[len(batch.Entries)-1].Data
}

// atOnce calls do for 0 to n-1, each on a goroutine of its own, and fails with
// them.
func atOnce(b *testing.B, n int, do func(int) error) {
	b.Helper()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			if err := do(i); err != nil {
				b.Error(err)
			}
		})
	}
	all.Wait()
	if b.Failed() {
		b.FailNow()
	}
}

// benchLogs opens a log of each kind.
var benchLogs = []struct {
	name string
	open func(b *testing.B) eventlog.Log
}{
	{"memory", func(*testing.B) eventlog.Log { return logtest.NewMemory() }},
	{"sqlite", func(b *testing.B) eventlog.Log {
		log, err := eventlog.OpenSQLite(b.Context(), b.TempDir(), eventlog.SQLiteOptions{})
		require.NoError(b, err)
		return log
	}},
}

// BenchmarkIntents measures answers through 1,000 rooms, in each of which the
// next one is sent as soon as the one before is acknowledged; and how many bare
// appends the same log takes in the same way. An operation is an answer in
// each room. Watched rooms have somebody in both seats and a spectator.
func BenchmarkIntents(b *testing.B) {
	const rooms, together = 1000, 5
	for _, kind := range benchLogs {
		for _, watched := range []bool{false, true} {
			b.Run(fmt.Sprintf("log=%s/watched=%t", kind.name, watched), func(b *testing.B) {
				log := kind.open(b)
				defer func() { require.NoError(b, log.Close()) }()
				l := New(log, bothGames(), Options{})
				defer l.Close()
				s := newScript(b, "seasons", 2)
				batch, entry := s.room(b, 1)
				ids := make([]string, rooms)
				at, set := 0, 0
				// open makes a thousand rooms whose matches have just begun.
				open := func() {
					set++
					at = 2
					atOnce(b, rooms, func(i int) error {
						ids[i] = fmt.Sprint(set, ".", i)
						if _, err := log.Create(b.Context(), ids[i], "", batch); err != nil {
							return err
						}
						for seat := game.Seat(0); watched && seat < 3; seat++ {
							sub, err := l.Watch(b.Context(), ids[i], scriptUser(seat), Resume{})
							if err != nil {
								return err
							}
							go func() {
								for range sub.Frames() {
								}
							}()
						}
						return l.Do(b.Context(), ids[i], s.by[1], s.intents[1])
					})
				}
				open()
				done := 0
				for b.Loop() {
					if at+together > len(s.intents)-1 {
						b.StopTimer()
						open()
						b.StartTimer()
					}
					atOnce(b, rooms, func(i int) error {
						for n := at; n < at+together; n++ {
							if err := l.Do(b.Context(), ids[i], s.by[n], s.intents[n]); err != nil {
								return err
							}
						}
						return nil
					})
					at += together
					done += rooms * together
				}
				b.StopTimer()
				intents := float64(done) / b.Elapsed().Seconds()
				appends := appendsPerSecond(b, log, rooms, entry)
				b.ReportMetric(intents, "intents/s")
				b.ReportMetric(appends, "appends/s")
				b.ReportMetric(intents/appends, "intents/append")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// appendsPerSecond measures bare appends in rooms of their own.
func appendsPerSecond(b *testing.B, log eventlog.Log, rooms int, data []byte) float64 {
	heads := make([]eventlog.Head, rooms)
	atOnce(b, rooms, func(i int) (err error) {
		heads[i], err = log.Create(b.Context(), fmt.Sprint("bare.", i), "", eventlog.Batch{
			Meta: &eventlog.Meta{Status: eventlog.StatusPlaying},
		})
		return err
	})
	start, total := time.Now(), 0
	for time.Since(start) < time.Second {
		atOnce(b, rooms, func(i int) (err error) {
			for n := 0; n < 10 && err == nil; n++ {
				heads[i], err = log.Append(b.Context(), heads[i], eventlog.Batch{
					Entries: []eventlog.Entry{{Kind: string(KindAnswer), Data: data}},
				})
			}
			return err
		})
		total += rooms * 10
	}
	return float64(total) / time.Since(start).Seconds()
}

// benchStep is an answer with everything around it.
type benchStep struct {
	before, after *table
	entry         Entry
	events        []game.Event
	// views are what everybody and what each player alone saw before and after.
	views  [][2]any
	frames []updateFrame
}

// partOf returns what everybody sees, for game.NoSeat, or what a player sees
// beyond that.
func partOf(t *table, seat game.Seat) any {
	if seat == game.NoSeat {
		return t.match.state.View(game.Spectator())
	}
	return t.match.state.Own(seat)
}

// BenchmarkStep measures what an answer costs, by part, in a match of Seasons
// with four players and a spectator, all of whom watch.
func BenchmarkStep(b *testing.B) {
	s := newScript(b, "seasons", 4)
	var steps []benchStep
	s.entries(b, len(s.intents)-1, func(before, after *table, e *Entry) {
		if e.Kind != KindAnswer {
			return
		}
		step := benchStep{before: before, after: after, entry: *e, events: after.told.events}
		for seat := game.NoSeat; int(seat) < s.seats; seat++ {
			a := audience{seat: seat}
			a.look(&sight{state: after.match.state, rules: after.match.rules}, nil)
			pair := [2]any{partOf(before, seat), partOf(after, seat)}
			step.views = append(step.views, pair)
			frame := updateFrame{
				seq: 100, patch: patch.Diff(step.views[0][0], step.views[0][1]),
				events: step.events, viewer: a.viewer(), decisions: a.decisions,
			}
			if seat != game.NoSeat {
				frame.own = patch.Diff(pair[0], pair[1])
			}
			step.frames = append(step.frames, frame)
		}
		steps = append(steps, step)
	})
	part := func(name string, do func(*benchStep)) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				do(&steps[n%len(steps)])
			}
		})
	}

	var spare game.State
	part("copy+fold", func(s *benchStep) {
		next := s.before.copy(spare)
		e := s.entry
		e.Hash = ""
		if err := next.fold(&e); err != nil {
			b.Fatal(err)
		}
		spare = next.match.state
	})
	part("copy+fold/hash", func(s *benchStep) { game.Hash(s.after.match.state) })
	part("views", func(s *benchStep) {
		for seat := game.NoSeat; int(seat) < len(s.after.seats); seat++ {
			partOf(s.after, seat)
		}
	})
	part("diffs", func(s *benchStep) {
		for _, pair := range s.views {
			patch.Diff(pair[0], pair[1])
		}
	})
	part("encode/entry", func(s *benchStep) { s.entry.encode() })
	part("encode/frames", func(s *benchStep) {
		for i := range s.frames {
			s.frames[i].encode()
		}
	})
	audiences := make([]audience, s.seats+1)
	for i := range audiences {
		audiences[i].seat = game.Seat(i - 1)
	}
	var all common
	part("look (views+diffs+encode)", func(s *benchStep) {
		now := &sight{state: s.after.match.state, rules: s.after.match.rules}
		all.share(now)
		for i := range audiences {
			audiences[i].look(now, s.events)
		}
	})
	for _, kind := range benchLogs {
		b.Run("append/"+kind.name, func(b *testing.B) {
			log := kind.open(b)
			defer func() { require.NoError(b, log.Close()) }()
			batch, _ := s.room(b, 1)
			head, err := log.Create(b.Context(), "room", "", batch)
			require.NoError(b, err)
			for n := 0; b.Loop(); n++ {
				step := &steps[n%len(steps)]
				head, err = log.Append(b.Context(), head, step.after.batch(&step.entry, step.before))
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkUpdateBytes measures how long the updates are that each audience
// gets in a match of four players. An operation is a match.
func BenchmarkUpdateBytes(b *testing.B) {
	for _, g := range bothGames() {
		id := g.Rules.Info().ID
		b.Run(id, func(b *testing.B) {
			s := newScript(b, id, 4)
			batch, _ := s.room(b, 0)
			log := logtest.NewMemory()
			l := New(log, bothGames(), Options{})
			defer l.Close()
			sizes := map[game.Seat][]int{}
			var snapshots []int
			for n := 0; b.Loop(); n++ {
				room := fmt.Sprint(n)
				_, err := log.Create(b.Context(), room, "", batch)
				require.NoError(b, err)
				var subs []*Subscription
				read := func() {
					for i, sub := range subs {
						for len(sub.Frames()) > 0 {
							frame := <-sub.Frames()
							var head struct{ Type string }
							require.NoError(b, json.Unmarshal(frame, &head))
							switch head.Type {
							case "update":
								seat := game.Seat(i)
								if i == s.seats {
									seat = game.NoSeat
								}
								sizes[seat] = append(sizes[seat], len(frame))
							case "snapshot":
								snapshots = append(snapshots, len(frame))
							}
						}
					}
				}
				for i := range s.seats + 1 {
					sub, err := l.Watch(b.Context(), room, scriptUser(game.Seat(i)), Resume{})
					require.NoError(b, err)
					subs = append(subs, sub)
				}
				for i := range s.intents {
					require.NoError(b, l.Do(b.Context(), room, s.by[i], s.intents[i]))
					read()
				}
				for _, sub := range subs {
					l.Leave(sub)
				}
			}
			var all []int
			for seat, list := range sizes {
				slices.Sort(list)
				all = append(all, list...)
				name := fmt.Sprint("seat", seat)
				if seat == game.NoSeat {
					name = "spectators"
				}
				b.ReportMetric(float64(list[len(list)/2]), name+"-median-B")
			}
			slices.Sort(all)
			slices.Sort(snapshots)
			b.ReportMetric(float64(all[len(all)/2]), "median-B")
			b.ReportMetric(float64(all[len(all)*95/100]), "p95-B")
			b.ReportMetric(float64(snapshots[len(snapshots)/2]), "snapshot-B")
			b.ReportMetric(float64(len(s.intents)), "answers")
			b.ReportMetric(float64(len(all))/float64(b.N)/float64(s.seats+1), "updates/audience")
		})
	}
}

// BenchmarkMemory measures what a room of four players in the middle of a match
// takes: in memory with all of them there and a spectator, in memory with
// nobody there, and asleep.
func BenchmarkMemory(b *testing.B) {
	const rooms = 500
	s := newScript(b, "seasons", 4)
	batch, _ := s.room(b, len(s.intents)/2)
	log := logtest.NewMemory()
	for i := range rooms {
		_, err := log.Create(b.Context(), fmt.Sprint(i), "", batch)
		require.NoError(b, err)
	}
	for b.Loop() {
		l := New(log, bothGames(), Options{IdleAfter: 2 * time.Second})
		empty := memoryInUse()
		var handles []*Room
		var subs []*Subscription
		for i := range rooms {
			for seat := range game.Seat(s.seats + 1) {
				sub, err := l.Watch(b.Context(), fmt.Sprint(i), scriptUser(seat), Resume{})
				require.NoError(b, err)
				for len(sub.Frames()) > 0 {
					<-sub.Frames()
				}
				subs = append(subs, sub)
			}
			handles = append(handles, subs[len(subs)-1].room)
		}
		watched := memoryInUse()
		for _, sub := range subs {
			l.Leave(sub)
		}
		subs = nil
		alone := memoryInUse()
		for _, room := range handles {
			<-room.gone
		}
		handles = nil
		asleep := memoryInUse()
		l.Close()
		b.ReportMetric(float64(watched-empty)/rooms/1024, "watched-KiB/room")
		b.ReportMetric(float64(alone-empty)/rooms/1024, "unwatched-KiB/room")
		b.ReportMetric(float64(asleep-empty)/rooms/1024, "asleep-KiB/room")
	}
	b.ReportMetric(0, "ns/op")
}

// memoryInUse returns the bytes of what is reachable and of all stacks.
func memoryInUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}

// BenchmarkStoredRooms measures how long it takes to start with 10,000 stored
// rooms with unfinished matches, and then to the first answer in any of them.
func BenchmarkStoredRooms(b *testing.B) {
	const rooms, tried = 10000, 300
	s := newScript(b, "seasons", 2)
	given := len(s.intents) * 3 / 4
	batch, _ := s.room(b, given)
	dir := b.TempDir()
	log, err := eventlog.OpenSQLite(b.Context(), dir, eventlog.SQLiteOptions{})
	require.NoError(b, err)
	const writers = 100
	atOnce(b, writers, func(w int) error {
		for i := w; i < rooms; i += writers {
			if _, err := log.Create(b.Context(), fmt.Sprint(i), "", batch); err != nil {
				return err
			}
		}
		return nil
	})
	require.NoError(b, log.Close())
	order := rand.Perm(rooms)
	var opens, waits []float64
	for b.Loop() {
		start := time.Now()
		log, err := eventlog.OpenSQLite(b.Context(), dir, eventlog.SQLiteOptions{})
		require.NoError(b, err)
		l := New(log, bothGames(), Options{})
		page, err := l.List(b.Context(), ListQuery{Listed: false, Limit: 50})
		require.NoError(b, err)
		opens = append(opens, time.Since(start).Seconds()*1e3)
		require.Len(b, page.Rooms, 50)
		require.GreaterOrEqual(b, len(order), tried, "more rooms are needed for so many runs")
		for _, i := range order[:tried] {
			start := time.Now()
			require.NoError(b, l.Do(b.Context(), fmt.Sprint(i), s.by[given], s.intents[given]))
			waits = append(waits, time.Since(start).Seconds()*1e3)
		}
		order = order[tried:]
		l.Close()
		require.NoError(b, log.Close())
	}
	slices.Sort(waits)
	b.ReportMetric(slices.Max(opens), "open-max-ms")
	b.ReportMetric(waits[len(waits)/2], "first-p50-ms")
	b.ReportMetric(waits[len(waits)*99/100], "first-p99-ms")
	b.ReportMetric(waits[len(waits)-1], "first-max-ms")
	b.ReportMetric(float64(len(batch.Entries)), "entries/room")
	b.ReportMetric(0, "ns/op")
}
