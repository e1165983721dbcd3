package lobby

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/faulty"
	"archmage/internal/store/storetest"
	"archmage/internal/stream"
	"archmage/internal/stream/patch"
	"archmage/internal/strict"
)

// history is all of a room's entries, read from the log: what clients may have
// been sent.
type history struct {
	t     *testing.T
	log   *recordingLog
	table *room.Table
	// views says after which entry each view of an audience was true last.
	views map[game.Seat]map[string]uint64
	now   map[game.Seat]string
	found map[request]int
}

// request names a command of a person.
type request struct{ person, id string }

func newHistory(t *testing.T, log *recordingLog, id string) *history {
	return &history{
		t: t, log: log, table: room.New(bothGames(), id),
		views: map[game.Seat]map[string]uint64{}, now: map[game.Seat]string{}, found: map[request]int{},
	}
}

// read takes in what is new in the log.
func (h *history) read() {
	h.t.Helper()
	for _, stored := range h.log.of(h.table.ID, h.table.Last+1) {
		e, err := room.DecodeEntry(stored.Kind, stored.Data)
		require.NoError(h.t, err)
		h.table, _, err = room.Apply(h.table, e)
		require.NoError(h.t, err, "entry %d", stored.Seq)
		require.Equal(h.t, stored.Seq, h.table.Last)
		if e.ID != "" {
			h.found[request{e.By, e.ID}]++
		}
		if h.table.Play == nil {
			continue
		}
		state := h.table.Play.Match.State
		for seat := game.NoSeat; int(seat) < len(h.table.Seats); seat++ {
			view := canonical(h.t, state.Public())
			if seat != game.NoSeat {
				view += canonical(h.t, state.Private(seat))
			} else {
				view += "{}"
			}
			if h.views[seat] == nil {
				h.views[seat] = map[string]uint64{}
			}
			h.views[seat][view] = stored.Seq
			h.now[seat] = view
		}
	}
}

// canonical returns a document as a client has it that has applied patches.
func canonical(t *testing.T, document any) string {
	t.Helper()
	text, err := patch.Apply([]byte("{}"), strict.Encode(document))
	require.NoError(t, err)
	return string(text)
}

// faultRoom is a room over a log with faults, with two players and somebody
// who watches.
type faultRoom struct {
	t        *testing.T
	recorded *recordingLog
	log      *faultyLog
	options  Options
	lobby    *server
	id       string
	people   []*fake
	history  *history
}

// newFaultRoom opens a room and plays until a match has begun. It must be
// called inside a bubble of synctest, and the room closed there.
func newFaultRoom(t *testing.T, settings room.Settings, options Options, seed uint64) *faultRoom {
	t.Helper()
	r := &faultRoom{t: t, recorded: newRecordingLog(storetest.Open(t)), options: options}
	r.log = newFaulty(r.recorded)
	r.lobby = newServer(r.log, bothGames(), options)
	settings.Spectators = true
	var err error
	r.id, err = r.lobby.Create(t.Context(), people.Person{ID: "ada", Name: "ada"}, settings)
	require.NoError(t, err)
	r.history = newHistory(t, r.recorded, r.id)
	for i, name := range []string{"ada", "bob", "eve"} {
		p := newFake(r.lobby, r.id, name, rand.New(rand.NewPCG(seed, uint64(i))))
		p.onView = func(view string) {
			r.history.read()
			_, ok := r.history.views[p.own()][view]
			require.True(t, ok, "%s was told what is not in the log: %s", name, view)
		}
		r.people = append(r.people, p)
	}
	for r.people[0].status != room.StatusPlaying {
		r.step()
	}
	return r
}

func (r *faultRoom) close() {
	r.t.Helper()
	r.lobby.Close()
	require.NoError(r.t, r.recorded.Close())
}

// restart ends the lobby and begins another one on a log.
func (r *faultRoom) restart(log testLog) {
	r.lobby.Close()
	r.lobby = newServer(log, bothGames(), r.options)
	for _, p := range r.people {
		p.lobby = r.lobby
	}
}

// settle waits until the room has nothing to do, and lets everybody read what
// they were sent, which must be in the log by then.
func (r *faultRoom) settle() {
	r.t.Helper()
	for _, p := range r.people {
		synctest.Wait()
		if err := p.listen(r.t.Context(), false); !again(err) {
			require.NoError(r.t, err)
		}
	}
	synctest.Wait()
	r.history.read()
}

// current checks that everybody sees the match as the log has it.
func (r *faultRoom) current() {
	r.t.Helper()
	r.settle()
	for _, p := range r.people {
		require.Equal(r.t, r.history.now[p.own()], p.view(), "what %s sees", p.person.ID)
	}
}

// turn returns a player who has something to do, and what; nobody if all wait.
func (r *faultRoom) turn() (*fake, room.Command) {
	r.t.Helper()
	r.settle()
	for _, p := range r.people[:2] {
		command, ok, err := p.next()
		require.NoError(r.t, err)
		if ok {
			return p, command
		}
	}
	return nil, room.Command{}
}

// step lets a player do something, or time go by if all wait.
func (r *faultRoom) step() {
	r.t.Helper()
	p, command := r.turn()
	if p == nil {
		time.Sleep(time.Second)
		return
	}
	require.NoError(r.t, r.lobby.Do(r.t.Context(), r.id, p.person, command.ID, command.Body))
	r.settle()
}

// stored returns how often a command is in the log.
func (r *faultRoom) stored(p *fake, command room.Command) int {
	r.t.Helper()
	r.history.read()
	return r.history.found[request{p.person.ID, command.ID}]
}

func (r *faultRoom) inject(faults map[faulty.Op][]faulty.Fault) {
	for op, list := range faults {
		r.log.Inject(op, list...)
	}
}

// The log fails while it stores an answer. The reply says whether the answer was
// stored, clients are sent nothing that is not in the log, the same command sent
// again is carried out once, and the room goes on.
func TestAppendFailures(t *testing.T) {
	t.Parallel()
	type faults = map[faulty.Op][]faulty.Fault
	fine := faulty.Fault{}
	tests := []struct {
		name   string
		faults faults
		// stored: the entry is in the log all the same; code is the reply.
		stored int
		code   coded.Code
		// bye: the room leaves memory, and everybody has to come back.
		bye bool
	}{
		{"it fails before the write", faults{faulty.Append: {faulty.Before()}}, 0, CodeNotStored, false},
		{"it fails after the write", faults{faulty.Append: {faulty.After()}}, 1, "", false},
		{"another writer has the room", faults{faulty.Append: {faulty.Fenced()}}, 0, coded.Busy, true},
		{"the disk is full", faults{faulty.Append: {faulty.Full()}}, 0, CodeNotStored, false},
		{
			name:   "it is slow and fails before the write",
			faults: faults{faulty.Append: {{Delay: time.Minute, Before: faulty.ErrInjected}}},
			code:   CodeNotStored,
		},
		{
			name:   "it is slow and fails after the write",
			faults: faults{faulty.Append: {{Delay: time.Minute, After: faulty.ErrInjected}}},
			stored: 1,
		},
		{"the room cannot be taken over again", faults{
			faulty.Append: {faulty.Before()}, faulty.TakeOver: {faulty.Before()},
		}, 0, coded.Busy, true},
		{"written, and the room cannot be taken over again", faults{
			faulty.Append: {faulty.After()}, faulty.TakeOver: {faulty.Before()},
		}, 1, coded.Busy, true},
		{"written, and the room is taken over in vain", faults{
			faulty.Append: {faulty.After()}, faulty.TakeOver: {faulty.After()},
		}, 1, coded.Busy, true},
		{"written, and the snapshot cannot be read", faults{
			faulty.Append: {faulty.After()}, faulty.Snapshot: {faulty.Before()},
		}, 1, coded.Busy, true},
		{"written, and the entries cannot be read", faults{
			faulty.Append: {faulty.After()}, faulty.Read: {faulty.Before()},
		}, 1, coded.Busy, true},
		{"not written, and the entries cannot be read", faults{
			faulty.Append: {faulty.Before()}, faulty.Read: {faulty.Before()},
		}, 0, coded.Busy, true},
		{"written, and another writer comes before it is read again", faults{
			faulty.Append: {faulty.After()}, faulty.TakeOver: {faulty.Fenced()},
		}, 1, "", false},
		{"written, and a second look at the log would fail", faults{
			faulty.Append: {faulty.After()}, faulty.Read: {fine, faulty.Before()},
		}, 1, "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newFaultRoom(t, room.Settings{Game: "seasons", Seats: 2}, Options{}, 1)
				defer r.close()
				for range 6 {
					r.step()
				}
				r.current()
				p, command := r.turn()
				require.NotNil(t, p)
				sequences := map[*fake]int{}
				for _, one := range r.people {
					sequences[one], one.bye = one.sequences, ""
				}

				r.inject(test.faults)
				err := r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body)
				require.Equal(t, test.code, coded.Of(err), "%v", err)
				require.Equal(t, test.code != "", err != nil, "%v", err)
				require.Equal(t, test.stored, r.stored(p, command))
				require.Zero(t, r.log.Remaining(faulty.Append))
				r.current()
				for _, one := range r.people {
					require.Equal(t, sequences[one]+1, one.sequences, "%s has got a new snapshot", one.person.ID)
					require.Equal(t, test.bye, one.bye != "", "%s was sent away", one.person.ID)
				}

				for range 2 {
					require.NoError(t, r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body), "sent again")
					require.Equal(t, 1, r.stored(p, command))
				}
				r.current()
				for range 6 {
					r.step()
				}
				r.current()
			})
		})
	}
}

// A command without an id is looked for in the log by its content.
func TestAppendFailsWithoutCommandID(t *testing.T) {
	tests := []struct {
		name   string
		append faulty.Fault
		read   []faulty.Fault
		stored uint64
		code   coded.Code
	}{
		{"not written", faulty.Before(), nil, 0, CodeNotStored},
		{"written", faulty.After(), nil, 1, ""},
		{"written, and cannot be looked for", faulty.After(), []faulty.Fault{faulty.Before()}, 1, coded.Busy},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newFaultRoom(t, room.Settings{Game: "seasons", Seats: 2}, Options{}, 8)
				defer r.close()
				p, command := r.turn()
				require.NotNil(t, p)
				command.ID = ""
				last := r.history.table.Last
				r.log.Inject(faulty.Append, test.append)
				r.log.Inject(faulty.Read, test.read...)
				require.Equal(t, test.code, coded.Of(r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body)))
				r.current()
				require.Equal(t, last+test.stored, r.history.table.Last)
			})
		})
	}
}

// The start of a match removes the entries before it and its own; even so the
// reply says whether it was stored. The same holds for the end, which archives.
func TestAppendFailsAtTheStartAndTheEnd(t *testing.T) {
	for _, test := range []struct {
		name  string
		fault faulty.Fault
		code  coded.Code
	}{
		{"not written", faulty.Before(), CodeNotStored},
		{"written", faulty.After(), ""},
		{"full", faulty.Full(), CodeNotStored},
	} {
		t.Run(test.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				log := newFaulty(w.log)
				w.log = log
				w.restart()
				list := w.seated(toyTable(), "ann", "bob")
				start := room.Command{ID: "start", Body: &room.Start{}}
				for match := 1; match <= 2; match++ {
					log.Inject(faulty.Append, test.fault)
					require.Equal(t, test.code, coded.Of(w.doAs(start.ID, list[0], start.Body)))
					require.Equal(t, test.code == "", w.truth().Matches == match)
					w.mustAs(start.ID, list[0], start.Body)
					require.Equal(t, match, w.check().Matches)
					for w.truth().Playing() {
						for _, c := range list {
							d := c.decision()
							if d == nil {
								continue
							}
							answer := room.Command{
								ID:   fmt.Sprint(match, w.truth().Last),
								Body: &room.Answer{Decision: d.ID, Choice: randomChoice(t, w.rules, d, w.rng)},
							}
							log.Inject(faulty.Append, test.fault)
							require.Equal(t, test.code, coded.Of(w.doAs(answer.ID, c, answer.Body)))
							w.check()
							w.mustAs(answer.ID, c, answer.Body)
							w.check()
						}
					}
					require.Len(t, w.archived("ann"), match)
					w.must(list[0], &room.Rematch{Open: true})
					w.must(list[1], &room.SetReady{Ready: true})
					start.ID += "again"
				}
				require.NotZero(t, w.logged("storing an entry failed"))
			})
		})
	}
}

// While an append takes long, clients are sent nothing, further commands wait up
// to a bound, and all of them are answered.
func TestSlowAppend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newFaultRoom(t, room.Settings{Game: "seasons", Seats: 2}, Options{}, 2)
		defer r.close()
		p, command := r.turn()
		require.NotNil(t, p)
		last := r.history.table.Last
		done := make(chan struct{})
		release := sync.OnceFunc(func() { close(done) })
		defer release()
		r.log.Inject(faulty.Append, faulty.Stalled(done))
		reply := make(chan error, 1)
		go func() { reply <- r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body) }()
		synctest.Wait()
		const more = 10
		replies := make(chan error, inboxSize+more)
		for range cap(replies) {
			go func() {
				replies <- r.lobby.Do(t.Context(), r.id, p.person, "", &room.Answer{Decision: 1 << 60})
			}()
		}
		for range more {
			require.Equal(t, coded.Busy, coded.Of(<-replies))
		}
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		require.Empty(t, reply)
		require.Empty(t, replies)
		for _, one := range r.people {
			require.Empty(t, take(one.sub), "%s was told something too early", one.person.ID)
		}
		r.history.read()
		require.Equal(t, last, r.history.table.Last)

		release()
		require.NoError(t, <-reply)
		for range inboxSize {
			code := coded.Of(<-replies)
			require.Contains(t, []coded.Code{game.CodeStale, game.CodeNotAsked}, code)
		}
		require.Equal(t, 1, r.stored(p, command))
		r.current()
	})
}

// A client that gives up waiting learns the outcome by sending the same command
// again.
func TestGivingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newFaultRoom(t, room.Settings{Game: "spellbook", Seats: 2}, Options{}, 3)
		defer r.close()
		p, command := r.turn()
		require.NotNil(t, p)
		r.log.Inject(faulty.Append, faulty.Slow(time.Minute))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.ErrorIs(t, r.lobby.Do(ctx, r.id, p.person, command.ID, command.Body), context.DeadlineExceeded)
		require.Zero(t, r.stored(p, command))
		require.NoError(t, r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body))
		require.Equal(t, 1, r.stored(p, command))
		r.current()
	})
}

// While the disk is full, people are refused, bots and clocks try again, and
// nothing changes; when there is space again, all of them go on.
func TestFullDisk(t *testing.T) {
	settings := room.Settings{Game: "seasons", Seats: 3, Clock: room.Clock{Mode: room.ClockMove, Seconds: 60}}
	t.Run("people", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := newFaultRoom(t, settings, Options{BotPause: time.Second}, 4)
			defer r.close()
			p, command := r.turn()
			require.NotNil(t, p)
			last := r.history.table.Last
			r.log.Always(faulty.Append, faulty.Full())
			for range 5 {
				require.Equal(
					t,
					CodeNotStored,
					coded.Of(r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body)),
				)
				time.Sleep(time.Second)
				r.current()
			}
			require.Equal(t, last, r.history.table.Last)
			r.log.Always(faulty.Append, faulty.Fault{})
			require.NoError(t, r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body))
			require.Equal(t, 1, r.stored(p, command))
		})
	})
	t.Run("bots", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := newFaultRoom(t, settings, Options{BotPause: time.Second}, 5)
			defer r.close()
			for !r.history.table.Waiting().Has(2) {
				r.step()
			}
			last := r.history.table.Last
			r.log.Always(faulty.Append, faulty.Full())
			for range 20 {
				time.Sleep(time.Second)
				r.current()
			}
			require.Equal(t, last, r.history.table.Last)
			r.log.Always(faulty.Append, faulty.Fault{})
			time.Sleep(2 * retryAfter)
			r.current()
			require.Greater(t, r.history.table.Last, last)
		})
	})
	t.Run("clocks", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := newFaultRoom(t, settings, Options{BotPause: time.Hour}, 6)
			defer r.close()
			last := r.history.table.Last
			r.log.Always(faulty.Append, faulty.Full())
			for range 10 {
				time.Sleep(10 * time.Second)
				r.current()
			}
			require.Equal(t, last, r.history.table.Last)
			r.log.Always(faulty.Append, faulty.Fault{})
			time.Sleep(2 * retryAfter)
			r.current()
			timeouts := 0
			for _, entry := range r.recorded.of(r.id, last+1) {
				require.Equal(t, string(room.KindTimeout), entry.Kind)
				timeouts++
			}
			require.Equal(t, 2, timeouts, "one for each player")
		})
	})
}

// A room that cannot be loaded says so, and is not lost.
func TestWakeFailures(t *testing.T) {
	for _, op := range []faulty.Op{faulty.TakeOver, faulty.Snapshot, faulty.Read} {
		t.Run(string(op), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newFaultRoom(t, room.Settings{Game: "spellbook", Seats: 2}, Options{IdleAfter: time.Minute}, 7)
				defer r.close()
				p, command := r.turn()
				require.NotNil(t, p)
				for _, one := range r.people {
					one.leave()
				}
				time.Sleep(2 * time.Minute)
				r.log.Inject(op, faulty.Before(), faulty.Before())
				require.Equal(
					t,
					coded.Busy,
					coded.Of(r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body)),
				)
				_, err := r.lobby.Watch(t.Context(), r.id, p.person, stream.Hello{})
				require.Equal(t, coded.Busy, coded.Of(err))
				require.Zero(t, r.log.Remaining(op))
				require.NoError(t, r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body))
				require.Equal(t, 1, r.stored(p, command))
				r.current()
			})
		})
	}
}

// shorter is a log that has lost the last entry of a room.
type shorter struct {
	testLog
	last uint64
}

func (s *shorter) TakeOver(ctx context.Context, id, owner string) (store.Head, error) {
	head, err := s.testLog.TakeOver(ctx, id, owner)
	head.Seq--
	s.last = head.Seq
	return head, err
}

func (s *shorter) Read(ctx context.Context, id string, from uint64, limit int) ([]store.Entry, error) {
	list, err := s.testLog.Read(ctx, id, from, limit)
	return slices.DeleteFunc(list, func(e store.Entry) bool { return e.Seq > s.last }), err
}

// TestALogThatLosesEntriesWhileItIsAway: the room has left memory meanwhile, and
// freezes nevertheless.
func TestALogThatLosesEntriesWhileItIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newFaultRoom(t, room.Settings{Game: "spellbook", Seats: 2}, Options{}, 7)
		defer r.close()
		p, command := r.turn()
		require.NoError(t, r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body))
		p, command = r.turn()
		r.log.Inject(faulty.Append, faulty.Before())
		r.log.Inject(faulty.TakeOver, faulty.Before(), faulty.Before())
		require.Equal(t, coded.Busy, coded.Of(r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body)))
		synctest.Wait()
		require.Zero(t, r.lobby.Loaded())
		require.Equal(t, coded.Busy, coded.Of(r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body)))
		whole := r.log.testLog
		r.log.testLog = &shorter{testLog: whole}
		require.Equal(t, CodeFrozen, coded.Of(r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body)))
		r.log.testLog = whole
	})
}

// Matches of people and bots with failures of all kinds at random moments, and
// restarts. What was acknowledged is in the log once, what was refused is not,
// and everybody sees what the log says.
func TestRandomFailures(t *testing.T) {
	t.Parallel()
	seeds := uint64(2) // one for each game
	if thorough() {
		seeds = 40
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { randomFailures(t, seed) })
		})
	}
}

func randomFailures(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 99))
	id := bothGames()[seed%2].Rules.Info().ID
	r := newFaultRoom(t, room.Settings{Game: id, Seats: 3, Undo: true}, Options{BotPause: 100 * time.Millisecond}, seed)
	defer func() { r.close() }()
	acknowledged, refused := 0, 0
	for range 100 {
		if rng.IntN(4) == 0 {
			r.inject(randomFaults(rng))
		}
		if rng.IntN(50) == 0 {
			r.restart(r.log)
		}
		p, command := r.turn()
		if p == nil {
			time.Sleep(time.Duration(rng.IntN(2000)) * time.Millisecond)
			continue
		}
		err := r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body)
		for again(err) {
			if coded.Of(err) == CodeNotStored {
				require.Zero(t, r.stored(p, command), "%v", err)
			}
			r.settle()
			err = r.lobby.Do(t.Context(), r.id, p.person, command.ID, command.Body)
		}
		if err == nil {
			acknowledged++
			require.Equal(t, 1, r.stored(p, command))
		} else {
			refused++
			require.NotEmpty(t, coded.Of(err), "%v", err)
			require.Zero(t, r.stored(p, command), "%v", err)
		}
	}
	r.restart(r.recorded)
	for range 10 {
		r.step()
	}
	r.current()
	for request, times := range r.history.found {
		require.Equal(t, 1, times, "%v", request)
	}
	require.Greater(t, acknowledged, 40)
	t.Logf("%d acknowledged, %d refused", acknowledged, refused)
}

// randomFaults returns a few faults of each operation that rooms use.
func randomFaults(rng *rand.Rand) map[faulty.Op][]faulty.Fault {
	kinds := []faulty.Fault{
		{},
		{},
		faulty.Before(),
		faulty.After(),
		faulty.Full(),
		faulty.Fenced(),
		faulty.Slow(time.Second),
	}
	one := func() faulty.Fault { return kinds[rng.IntN(len(kinds))] }
	faults := map[faulty.Op][]faulty.Fault{faulty.Append: {one(), one(), one()}}
	if rng.IntN(2) == 0 {
		faults[faulty.TakeOver] = []faulty.Fault{one()}
	}
	for _, op := range []faulty.Op{faulty.Read, faulty.Snapshot} {
		if rng.IntN(3) == 0 {
			faults[op] = []faulty.Fault{{}, faulty.Before()}
		}
	}
	return faults
}
