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

	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/roomlog"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
	"archmage/internal/stream"
	"archmage/internal/stream/patch"
)

// script is a match that was played before, so that many rooms can play it again
// without the time that bots take. All of them begin with the same seed.
type script struct {
	game  game.Module
	seats int
	// tables are the room after the start and after each answer, changes what
	// led from each to the next.
	tables  []*room.Table
	changes []room.Change
	// commands are the answers in order.
	commands []room.Command
}

// newScript plays a match of the game's last bot in every seat.
func newScript(b *testing.B, id string, seats int) *script {
	b.Helper()
	g, ok := bothGames().Find(id)
	require.True(b, ok)
	s := &script{game: g, seats: seats}
	table := started(b, bothGames(), "script", room.Settings{Game: id, Seats: seats, Spectators: true, Undo: true})
	s.tables = append(s.tables, table)
	thinker := g.Bots[len(g.Bots)-1]
	rng := game.NewRNG(game.SeedFromInt(2))
	for table.Playing() {
		for seat := range game.Seat(seats) {
			p := game.NewPosition(table.Play.Match.State, seat, nil)
			if p == nil || !table.Waiting().Has(seat) {
				continue
			}
			c := room.Command{
				ID: strconv.Itoa(len(s.commands)),
				By: toRoomPerson(player(seat)),
				At: table.Play.Match.Started,
				Body: &room.Answer{
					Decision: table.Play.DecisionID(p.Decision),
					Choice:   match.Choice(g.Rules, p.Decision, thinker.Choose(b.Context(), p, &rng)),
				},
			}
			change, err := room.Decide(table, &c)
			require.NoError(b, err)
			table = change.Next
			s.tables, s.changes, s.commands = append(s.tables, table), append(s.changes, change), append(s.commands, c)
		}
	}
	return s
}

// room returns a room in which the first n answers were given, as it is stored,
// and the bytes of its last entry.
func (s *script) room(n int) (batch store.Batch, last []byte) {
	start := s.tables[0]
	batch = stored(start, start.Encode())
	last = []byte("{}")
	for i := range n {
		one := s.stored(i)
		last = one.Entries[0].Data
		batch.Entries = append(batch.Entries, one.Entries...)
	}
	return batch, last
}

// stored returns what is stored for an answer.
func (s *script) stored(i int) store.Batch {
	return roomlog.Batch(s.tables[i], &s.changes[i], &stream.SpectatorRoom{}, nil)
}

// playerOf returns the person who gave a command.
func playerOf(c *room.Command) people.Person { return people.Person{ID: c.By.ID, Name: c.By.Name} }

// atOnce calls do for 0 to n-1, each in a goroutine, and fails with them.
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
	open func(b *testing.B) testLog
}{
	{"volatile", func(b *testing.B) testLog { return storetest.Open(b) }},
	{"sqlite", func(b *testing.B) testLog {
		log, err := store.OpenSQLite(b.Context(), b.TempDir(), store.SQLiteOptions{})
		require.NoError(b, err)
		return storetest.Of(log.DB)
	}},
}

// BenchmarkCommands measures answers through 1,000 rooms, in each of which the
// next one is sent as soon as the one before is acknowledged; and how many bare
// appends the same log takes in the same way. An operation is an answer in
// each room. Watched rooms have somebody in both seats and a spectator.
func BenchmarkCommands(b *testing.B) {
	const rooms, together = 1000, 5
	for _, kind := range benchLogs {
		for _, watched := range []bool{false, true} {
			b.Run(fmt.Sprintf("log=%s/watched=%t", kind.name, watched), func(b *testing.B) {
				log := kind.open(b)
				defer func() { require.NoError(b, log.Close()) }()
				l := newServer(log, bothGames(), Options{})
				defer l.Close()
				s := newScript(b, "seasons", 2)
				batch, entry := s.room(1)
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
							sub, err := l.Watch(b.Context(), ids[i], player(seat), stream.Hello{})
							if err != nil {
								return err
							}
							sub.Notify(func() { sub.Take(nil) })
						}
						return l.Do(b.Context(), ids[i], playerOf(&s.commands[1]), s.commands[1].ID, s.commands[1].Body)
					})
				}
				open()
				done := 0
				for b.Loop() {
					if at+together > len(s.commands)-1 {
						b.StopTimer()
						open()
						b.StartTimer()
					}
					atOnce(b, rooms, func(i int) error {
						for n := at; n < at+together; n++ {
							if err := l.Do(
								b.Context(),
								ids[i],
								playerOf(&s.commands[n]),
								s.commands[n].ID,
								s.commands[n].Body,
							); err != nil {
								return err
							}
						}
						return nil
					})
					at += together
					done += rooms * together
				}
				b.StopTimer()
				rate := float64(done) / b.Elapsed().Seconds()
				appends := appendsPerSecond(b, log, rooms, entry)
				b.ReportMetric(rate, "commands/s")
				b.ReportMetric(appends, "appends/s")
				b.ReportMetric(rate/appends, "commands/append")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// appendsPerSecond measures bare appends to other rooms.
func appendsPerSecond(b *testing.B, log testLog, rooms int, data []byte) float64 {
	heads := make([]store.Head, rooms)
	atOnce(b, rooms, func(i int) (err error) {
		heads[i], err = log.Create(b.Context(), fmt.Sprint("bare.", i), "", store.Batch{
			Meta: &store.Meta{Status: store.StatusPlaying},
		})
		return err
	})
	start, total := time.Now(), 0
	for time.Since(start) < time.Second {
		atOnce(b, rooms, func(i int) (err error) {
			for n := 0; n < 10 && err == nil; n++ {
				heads[i], err = log.Append(b.Context(), heads[i], store.Batch{
					Entries: []store.Entry{{Kind: string(room.KindAnswer), Data: data}},
				})
			}
			return err
		})
		total += rooms * 10
	}
	return float64(total) / time.Since(start).Seconds()
}

// BenchmarkStep measures what an answer costs, by part, in a match of Seasons
// with four players and a spectator, all of whom watch.
func BenchmarkStep(b *testing.B) {
	s := newScript(b, "seasons", 4)
	// The last answer shows everything and stays out of it.
	last := len(s.commands) - 1
	part := func(name string, do func(i int)) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				do(n % last)
			}
		})
	}
	part("copy+fold", func(i int) {
		e := *s.changes[i].Entry
		e.Hash = ""
		if _, _, err := room.Apply(s.tables[i], &e); err != nil {
			b.Fatal(err)
		}
	})
	part("copy+fold/hash", func(i int) { game.Hash(s.tables[i+1].Play.Match.State) })
	part("decide", func(i int) {
		c := s.commands[i]
		if _, err := room.Decide(s.tables[i], &c); err != nil {
			b.Fatal(err)
		}
	})
	part("views", func(i int) { documents(s.tables[i+1], s.seats) })
	var views [][]any
	for _, table := range s.tables {
		views = append(views, documents(table, s.seats))
	}
	part("diffs", func(i int) {
		for n := range views[i] {
			patch.Diff(views[i][n], views[i+1][n])
		}
	})
	part("encode/entry", func(i int) { s.changes[i].Entry.Encode() })
	var shown *stream.Stream
	var subs []*stream.Subscription
	part("look (views+diffs+encode)", func(i int) {
		if shown == nil || i == 0 {
			shown, subs = stream.New("bench"), nil
			first := shown.Next(moment(s.tables[0], room.Effects{Room: true}), 0)
			shown.Show(&first)
			for seat := game.NoSeat; int(seat) < s.seats; seat++ {
				subs = append(subs, stream.NewSubscription())
				shown.Join(subs[len(subs)-1], seat, stream.Hello{})
			}
		}
		next := shown.Next(moment(s.tables[i+1], s.changes[i].Effects), 0)
		shown.Show(&next)
		for _, sub := range subs {
			sub.Take(nil)
		}
	})
	for _, kind := range benchLogs {
		b.Run("append/"+kind.name, func(b *testing.B) {
			log := kind.open(b)
			defer func() { require.NoError(b, log.Close()) }()
			batch, _ := s.room(1)
			head, err := log.Create(b.Context(), "room", "", batch)
			require.NoError(b, err)
			for n := 0; b.Loop(); n++ {
				head, err = log.Append(b.Context(), head, s.stored(n%last))
				require.NoError(b, err)
			}
		})
	}
}

// documents returns what everybody and what each player alone may see.
func documents(t *room.Table, seats int) []any {
	state := t.Play.Match.State
	list := []any{state.Public()}
	for seat := range game.Seat(seats) {
		list = append(list, state.Private(seat))
	}
	return list
}

// BenchmarkUpdateBytes measures how long the updates are that each audience
// gets in a match of four players. An operation is a match.
func BenchmarkUpdateBytes(b *testing.B) {
	for _, g := range bothGames() {
		id := g.Rules.Info().ID
		b.Run(id, func(b *testing.B) {
			s := newScript(b, id, 4)
			batch, _ := s.room(0)
			sizes := map[game.Seat][]int{}
			var snapshots []int
			for n := 0; b.Loop(); n++ {
				// The archive takes no two matches with the same id.
				log, table := storetest.Open(b), fmt.Sprint(n)
				l := newServer(log, bothGames(), Options{})
				_, err := log.Rooms.Create(b.Context(), table, "", batch)
				require.NoError(b, err)
				var subs []Subscription
				read := func() {
					for i, sub := range subs {
						for _, frame := range take(sub) {
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
					sub, err := l.Watch(b.Context(), table, player(game.Seat(i)), stream.Hello{})
					require.NoError(b, err)
					subs = append(subs, sub)
				}
				for i := range s.commands {
					require.NoError(
						b,
						l.Do(b.Context(), table, playerOf(&s.commands[i]), s.commands[i].ID, s.commands[i].Body),
					)
					read()
				}
				l.Close()
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
			b.ReportMetric(float64(len(s.commands)), "answers")
			b.ReportMetric(float64(len(all))/float64(b.N)/float64(s.seats+1), "updates/audience")
		})
	}
}

// BenchmarkMemory measures what a room of four players in the middle of a match
// takes: in memory with all of them and a spectator connected, in memory with
// nobody connected, and asleep.
func BenchmarkMemory(b *testing.B) {
	const rooms = 500
	s := newScript(b, "seasons", 4)
	batch, _ := s.room(len(s.commands) / 2)
	log := storetest.Open(b)
	for i := range rooms {
		_, err := log.Rooms.Create(b.Context(), fmt.Sprint(i), "", batch)
		require.NoError(b, err)
	}
	for b.Loop() {
		l := newServer(log, bothGames(), Options{IdleAfter: 2 * time.Second})
		empty := memoryInUse()
		var handles []*liveRoom
		var subs []Subscription
		for i := range rooms {
			for seat := range game.Seat(s.seats + 1) {
				sub, err := l.Watch(b.Context(), fmt.Sprint(i), player(seat), stream.Hello{})
				require.NoError(b, err)
				sub.Take(nil)
				subs = append(subs, sub)
			}
			handles = append(handles, subs[len(subs)-1].(*subscription).room)
		}
		watched := memoryInUse()
		for _, sub := range subs {
			sub.Close()
		}
		subs = nil
		alone := memoryInUse()
		for _, one := range handles {
			<-one.ended
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
	given := len(s.commands) * 3 / 4
	batch, _ := s.room(given)
	dir := b.TempDir()
	log, err := store.OpenSQLite(b.Context(), dir, store.SQLiteOptions{})
	require.NoError(b, err)
	const writers = 100
	atOnce(b, writers, func(w int) error {
		for i := w; i < rooms; i += writers {
			if _, err := log.Rooms.Create(b.Context(), fmt.Sprint(i), "", batch); err != nil {
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
		log, err := store.OpenSQLite(b.Context(), dir, store.SQLiteOptions{})
		require.NoError(b, err)
		l := newServer(storetest.Of(log.DB), bothGames(), Options{})
		page, err := l.List(b.Context(), directory.ListQuery{Listed: false, Limit: 50})
		require.NoError(b, err)
		opens = append(opens, time.Since(start).Seconds()*1e3)
		require.Len(b, page.Rooms, 50)
		require.GreaterOrEqual(b, len(order), tried, "more rooms are needed for so many runs")
		for _, i := range order[:tried] {
			start := time.Now()
			require.NoError(
				b,
				l.Do(
					b.Context(),
					fmt.Sprint(i),
					playerOf(&s.commands[given]),
					s.commands[given].ID,
					s.commands[given].Body,
				),
			)
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
