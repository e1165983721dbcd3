package matchmaking_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
	"archmage/internal/strict"
	"archmage/test/conformance"
)

var (
	games = game.Modules{{Rules: conformance.Toy()}}
	live  = matchmaking.Wanted{Game: "toy", Seats: 2, Pace: matchmaking.PaceLive}
)

// world is a database with tables, and the rooms as a search uses them.
type world struct {
	*matchmaking.Matchmaker
	t  *testing.T
	db *storetest.Store
	// asleep are the rooms that are not in memory; changed are those in which the search finds
	// another table than in the list.
	asleep, changed []string
	// asked are the rooms in which the search has asked for a seat, left those in which it has given
	// one up, opened those that it has opened.
	asked, left, opened []string
	// hangs says that the rooms do not answer.
	hangs bool
}

func inWorld(t *testing.T, do func(*world)) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, db: storetest.Open(t)}
		w.Matchmaker = matchmaking.New(w.db, games, w, nil)
		do(w)
	})
}

// Open implements matchmaking.Tables.
func (w *world) Open(_ context.Context, host people.Person, _ string, body *room.Open) (string, error) {
	id := fmt.Sprint("of ", host.ID)
	w.store(id, &body.Settings, host.ID)
	w.opened = append(w.opened, id)
	return id, nil
}

// SeatAt implements matchmaking.Tables.
func (w *world) SeatAt(ctx context.Context, id string, _ people.Person, _ matchmaking.Seating) (bool, error) {
	w.asked = append(w.asked, id)
	if w.hangs {
		<-ctx.Done()
		return false, ctx.Err()
	}
	return !slices.Contains(w.changed, id), nil
}

// HasDone implements matchmaking.Tables: no match has begun lately.
func (w *world) HasDone(context.Context, string, people.Person, string) (bool, error) {
	return false, nil
}

// Do implements matchmaking.Tables.
func (w *world) Do(_ context.Context, id string, _ people.Person, _ string, body room.Action) error {
	require.Equal(w.t, room.KindLeave, body.Kind())
	w.left = append(w.left, id)
	return nil
}

// InMemory implements matchmaking.Tables.
func (w *world) InMemory(r *store.Room) bool { return !slices.Contains(w.asleep, r.Room) }

// store stores a table, with people in its first seats. The first one is its host.
func (w *world) store(id string, settings *room.Settings, seated ...string) {
	w.t.Helper()
	info := room.Info{Settings: *settings, Seats: make([]room.SeatInfo, settings.Seats)}
	for i, person := range seated {
		info.Seats[i].Player = person
	}
	m := &store.Meta{
		Game: settings.Game, Status: store.StatusOpen, Listed: settings.Listed, Host: seated[0], Members: seated,
		Summary: strict.Encode(directory.SummaryOf(&info)),
	}
	_, err := w.db.Rooms.Create(w.t.Context(), id, "node", store.Batch{Meta: m, Entries: []store.Entry{{Kind: "open"}}})
	require.NoError(w.t, err)
}

// table stores a table that a search for live wants, but for a change, with a host of its own.
func (w *world) table(id string, change func(*room.Settings)) {
	w.t.Helper()
	s, err := live.Settings(games)
	require.NoError(w.t, err)
	if change != nil {
		change(&s)
	}
	w.store(id, &s, "host of "+id)
}

// playNow searches a table for a person, who may also open one.
func (w *world) playNow(person string, wanted matchmaking.Wanted) string {
	w.t.Helper()
	return w.playNowAs(people.Person{ID: person}, wanted)
}

func (w *world) playNowAs(by people.Person, wanted matchmaking.Wanted) string {
	w.t.Helper()
	found, err := w.PlayNow(w.t.Context(), by, "", wanted, func() error { return nil })
	require.NoError(w.t, err)
	return found
}

func TestWhatCannotBeWanted(t *testing.T) {
	for _, wrong := range []matchmaking.Wanted{
		{Game: "toy", Seats: 1, Pace: matchmaking.PaceLive},
		{Game: "toy", Seats: 2, Pace: "now"},
		{Game: "chess", Seats: 2, Pace: matchmaking.PaceLive},
	} {
		_, err := wrong.Settings(games)
		require.Equal(t, room.CodeBadSettings, coded.Of(err))
	}
}

// A search skips tables that do not fit, and takes the oldest one that does.
func TestASearchTakesTheOldestTableThatFits(t *testing.T) {
	inWorld(t, func(w *world) {
		w.table("private", func(s *room.Settings) { s.Listed = false })
		w.table("of three", func(s *room.Settings) { s.Seats = 3 })
		w.table("of days", func(s *room.Settings) { s.Clock = room.Clock{Mode: room.ClockDays, Seconds: 3 * 86400} })
		w.table("without clock", func(s *room.Settings) { s.Clock = room.Clock{Mode: room.ClockNone} })
		w.table("of another game", func(s *room.Settings) { s.Game, s.Options = "chess", nil })
		w.table("for accounts", func(s *room.Settings) { s.Accounts = true })
		w.table("rated", func(s *room.Settings) { s.Accounts, s.Rated = true, true })
		w.table("with little time", func(s *room.Settings) { s.Clock = room.Clock{Mode: room.ClockMove, Seconds: 5} })
		w.table("with less time", func(s *room.Settings) { s.Clock.Seconds = 300 })
		w.table("with a delay", func(s *room.Settings) { s.Delay = 3 })
		w.table("with options", func(s *room.Settings) { s.Options = game.MatchOptions{"panic": "on"} })
		w.table("that fits", nil)
		w.table("that fits too", nil)
		require.Equal(t, "that fits", w.playNow("eve", live))
		require.Equal(
			t,
			"of three",
			w.playNow("eve", matchmaking.Wanted{Game: "toy", Seats: 3, Pace: matchmaking.PaceLive}),
		)
		require.Equal(
			t,
			"of days",
			w.playNow("eve", matchmaking.Wanted{Game: "toy", Seats: 2, Pace: matchmaking.PaceDays}),
		)
		require.Equal(
			t,
			"without clock",
			w.playNow("eve", matchmaking.Wanted{Game: "toy", Seats: 2, Pace: matchmaking.PaceFree}),
		)
		account := people.Person{ID: "uma", Kind: people.Account}
		require.Equal(t, "for accounts", w.playNowAs(account, live))
		require.Equal(
			t,
			"rated",
			w.playNowAs(account, matchmaking.Wanted{Game: "toy", Seats: 2, Pace: matchmaking.PaceLive, Rated: true}),
		)
		require.Equal(t, "that fits", w.playNow("host of that fits too", live), "who waits alone joins another")
		require.Equal(t, []string{"that fits too"}, w.left)
		require.Empty(t, w.opened)
	})
}

// If no table fits, the search opens one, unless the person may not.
func TestASearchOpensATable(t *testing.T) {
	inWorld(t, func(w *world) {
		none := errors.New("no more")
		_, err := w.PlayNow(w.t.Context(), people.Person{ID: "ann"}, "", live, func() error { return none })
		require.Equal(t, none, err)
		require.Equal(t, "of ann", w.playNow("ann", live))
		require.Equal(t, "of ann", w.playNow("ann", live), "who waits alone keeps the table")
		require.Equal(t, "of ann", w.playNow("bob", live))
		require.Equal(t, []string{"of ann"}, w.opened)
	})
}

func TestWhoWaitsWithOthersStays(t *testing.T) {
	inWorld(t, func(w *world) {
		s, err := live.Settings(games)
		require.NoError(t, err)
		s.Seats = 3
		w.store("other", &s, "zoe")
		w.store("own", &s, "ann", "bob")
		require.Equal(t, "own", w.playNow("bob", matchmaking.Wanted{Game: "toy", Seats: 3, Pace: matchmaking.PaceLive}))
		require.Empty(t, w.asked)
	})
}

// The host of a table counts as present for a minute after opening it. Then somebody must be
// there, except at a table with a clock of days.
func TestSomebodyMustBePresent(t *testing.T) {
	inWorld(t, func(w *world) {
		w.table("asleep", nil)
		w.table("of days", func(s *room.Settings) { s.Clock = room.Clock{Mode: room.ClockDays, Seconds: 3 * 86400} })
		w.asleep = []string{"asleep", "of days"}
		require.Equal(t, "asleep", w.playNow("ann", live))
		time.Sleep(time.Minute)
		require.Equal(t, "of bob", w.playNow("bob", live))
		require.Equal(
			t,
			"of days",
			w.playNow("ann", matchmaking.Wanted{Game: "toy", Seats: 2, Pace: matchmaking.PaceDays}),
		)
		w.asleep = nil
		require.Equal(t, "asleep", w.playNow("ann", live))
	})
}

// A block keeps two people apart, whichever of them has made it.
func TestBlocksAreHonoured(t *testing.T) {
	inWorld(t, func(w *world) {
		for i, id := range []string{"ann", "bob", "host of a"} {
			require.NoError(
				t,
				w.db.Identities.CreateIdentity(
					w.t.Context(),
					store.Identity{ID: id},
					store.Credential{CredentialKey: store.CredentialKey{Kind: "session", ID: []byte{byte(i)}}},
				),
			)
		}
		require.NoError(t, w.db.Blocks.AddBlock(w.t.Context(), store.Block{Identity: "host of a", Blocked: "ann"}))
		require.NoError(t, w.db.Blocks.AddBlock(w.t.Context(), store.Block{Identity: "bob", Blocked: "host of a"}))
		w.table("a", nil)
		w.table("b", nil)
		require.Equal(t, "b", w.playNow("ann", live))
		require.Equal(t, "b", w.playNow("bob", live))
		require.Equal(t, "a", w.playNow("eve", live))
	})
}

// A search goes on to the next table if one has changed since the list was read, but not for ever.
func TestTablesThatHaveChanged(t *testing.T) {
	inWorld(t, func(w *world) {
		for i := range 20 {
			id := fmt.Sprint("table ", i)
			w.table(id, nil)
			w.changed = append(w.changed, id)
		}
		w.changed = slices.Delete(w.changed, 3, 4)
		require.Equal(t, "table 3", w.playNow("ann", live))
		require.Equal(t, []string{"table 0", "table 1", "table 2", "table 3"}, w.asked)
		w.changed, w.asked = append(w.changed, "table 3"), nil
		require.Equal(t, "of ann", w.playNow("ann", live))
		require.Len(t, w.asked, 16)
	})
}

// Rooms that do not answer keep nobody from playing for long: who searches then opens a table, and
// who waits for that search is told, or leaves at once.
func TestRoomsThatDoNotAnswer(t *testing.T) {
	inWorld(t, func(w *world) {
		w.table("a", nil)
		w.table("b", nil)
		w.hangs = true
		began := time.Now()
		var group sync.WaitGroup
		group.Go(func() {
			require.Equal(w.t, "of ann", w.playNow("ann", live))
			require.Less(w.t, time.Since(began), 10*time.Second)
		})
		synctest.Wait()
		group.Go(func() {
			_, err := w.PlayNow(w.t.Context(), people.Person{ID: "bob"}, "", live, func() error { return nil })
			require.Equal(w.t, coded.Busy, coded.Of(err))
			require.Less(w.t, time.Since(began), 10*time.Second)
		})
		ctx, leave := context.WithCancel(w.t.Context())
		group.Go(func() {
			_, err := w.PlayNow(ctx, people.Person{ID: "cy"}, "", live, func() error { return nil })
			require.ErrorIs(w.t, err, context.Canceled)
			require.Zero(w.t, time.Since(began))
		})
		synctest.Wait()
		leave()
		group.Wait()
	})
}

// Searches for other kinds of tables do not wait for one that waits for another node.
func TestSearchesWaitForTheirKindAlone(t *testing.T) {
	inWorld(t, func(w *world) {
		hangs := live
		hangs.Rated = true
		w.Matchmaker = matchmaking.New(w.db, games, w, func(ctx context.Context, kind string) (func(), error) {
			if kind == "toy 2 live true" {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return func() {}, nil
		})
		var group sync.WaitGroup
		group.Go(func() {
			_, err := w.PlayNow(w.t.Context(), people.Person{ID: "ann"}, "", hangs, func() error { return nil })
			require.Equal(w.t, coded.Busy, coded.Of(err))
		})
		synctest.Wait()
		began := time.Now()
		require.Equal(w.t, "of bob", w.playNow("bob", live))
		require.Zero(w.t, time.Since(began))
		group.Wait()
	})
}
