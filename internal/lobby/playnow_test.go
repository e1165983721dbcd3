package lobby

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/lobby/matchmaking"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

var wantsToy = matchmaking.Wanted{Game: "toy", Seats: 2, Pace: matchmaking.PaceLive}

// playNow searches a table for a person, who may also open one.
func (w *world) playNow(c *client, id string, wanted matchmaking.Wanted) string {
	w.t.Helper()
	found, err := w.lobby.PlayNow(w.ctx, c.person, id, wanted, func() error { return nil })
	require.NoError(w.t, err)
	return found
}

// at lets a person watch a room, which the test uses from then on.
func (w *world) at(c *client, id string) {
	w.t.Helper()
	if w.room != id {
		w.room, w.known = id, nil
	}
	w.join(c)
}

// rooms returns how many rooms there are.
func (w *world) rooms() int {
	w.t.Helper()
	page, err := w.log.List(w.ctx, store.ListQuery{Limit: store.MaxPage})
	require.NoError(w.t, err)
	return len(page.Items)
}

// block lets one person block another.
func (w *world) block(by, whom *client) {
	w.t.Helper()
	require.NoError(w.t, w.log.AddBlock(w.ctx, store.Block{Identity: by.person.ID, Blocked: whom.person.ID}))
}

// People who search at the same moment are seated together, never too many at one
// table, and the matches start by themselves.
func TestPeopleWhoSearchMeet(t *testing.T) {
	inWorld(t, func(w *world) {
		const n = 9
		found := make(chan string, n)
		var list []*client
		var at []chan string
		for i := range n {
			list, at = append(list, w.newClient(fmt.Sprint("p", i))), append(at, make(chan string, 1))
		}
		for i, c := range list {
			go func() {
				id, err := w.lobby.PlayNow(w.ctx, c.person, "once", wantsToy, func() error { return nil })
				if err != nil {
					id = err.Error()
				}
				found <- id
				at[i] <- id
			}()
		}
		synctest.Wait()
		tables := map[string]int{}
		for range n {
			tables[<-found]++
		}
		require.Len(t, tables, (n+1)/2)
		require.Equal(t, (n+1)/2, w.rooms())
		for i, c := range list {
			w.at(c, <-at[i])
		}
		w.after(sharePause)
		playing, open := 0, 0
		for id, people := range tables {
			r, err := w.log.Room(w.ctx, id)
			require.NoError(t, err)
			require.Len(t, r.Members, people)
			switch r.Status {
			case store.StatusPlaying:
				playing++
			case store.StatusOpen:
				open++
			}
		}
		require.Equal(t, []int{n / 2, n % 2}, []int{playing, open})
	})
}

// The same request leads to the same table, also when the match there has begun;
// another one of somebody who waits with nobody leads there too.
func TestASearchIsMadeAgain(t *testing.T) {
	inWorld(t, func(w *world) {
		ann, bob := w.newClient("ann"), w.newClient("bob")
		id := w.playNow(ann, "a", wantsToy)
		require.Equal(t, id, w.playNow(ann, "a", wantsToy))
		require.Equal(t, id, w.playNow(ann, "another", wantsToy))
		require.NotEqual(
			t,
			id,
			w.playNow(ann, "a", matchmaking.Wanted{Game: "toy", Seats: 3, Pace: matchmaking.PaceLive}),
		)
		long := strings.Repeat("b", 40)
		require.Equal(t, id, w.playNow(bob, long, wantsToy))
		require.Equal(t, id, w.playNow(bob, long, wantsToy), "before the match begins")
		w.at(ann, id)
		w.after(time.Hour)
		require.Equal(t, room.StatusSeated, ann.room.Status, "bob has not been there")
		w.at(bob, id)
		bob.leave()
		w.after(sharePause)
		require.Equal(t, room.StatusPlaying, ann.room.Status)
		require.Equal(t, id, w.playNow(bob, long, wantsToy))
		require.Equal(t, id, w.playNow(ann, "a", wantsToy))
		next := w.playNow(bob, "c", wantsToy)
		require.NotEqual(t, id, next)
		require.Equal(t, 3, w.rooms())
	})
}

// A search skips tables at which nobody is present, and those from which the person was removed.
func TestASearchSkipsTablesThatTheListCannotTell(t *testing.T) {
	inWorld(t, func(w *world) {
		table := func(host string) string {
			s, err := wantsToy.Settings(w.games)
			require.NoError(t, err)
			c := w.newClient(host)
			id, err := w.lobby.Create(w.ctx, c.person, s)
			require.NoError(t, err)
			w.at(c, id)
			return id
		}
		gone := table("gone")
		w.people[0].leave()
		removed := table("strict")
		eve := w.guest("eve")
		w.must(w.people[len(w.people)-2], &room.Remove{Person: "eve"})
		fits := table("fits")
		w.after(2 * graceTime)
		require.Equal(t, fits, w.playNow(eve, "1", wantsToy))
		require.Equal(t, removed, w.playNow(w.newClient("zoe"), "1", wantsToy))
		w.at(w.people[0], gone)
		require.Equal(t, gone, w.playNow(w.newClient("una"), "1", wantsToy), "whoever is back is found again")
	})
}

// Two people with accounts who search for a rated match meet; others may not search for one.
func TestASearchForARatedMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		for _, person := range []string{"rae", "ron"} {
			c := w.newClient(person)
			rated := matchmaking.Wanted{Game: "toy", Seats: 2, Pace: matchmaking.PaceLive, Rated: true}
			_, err := w.lobby.PlayNow(w.ctx, c.person, "1", rated, func() error { return nil })
			w.requireCode(room.CodeAccounts, err)
			c.person.Kind = people.Account
			w.at(c, w.playNow(c, "1", rated))
			require.True(t, c.room.Settings.Rated)
			require.Equal(t, person == "ron", len(w.stored().Persons()) == 2)
		}
	})
}

// A person who waits alone joins another one who waits, and leaves the own table.
func TestTwoWhoWaitAloneMeet(t *testing.T) {
	inWorld(t, func(w *world) {
		ann, bob := w.newClient("ann"), w.newClient("bob")
		w.at(ann, w.playNow(ann, "1", wantsToy))
		old := w.room
		ann.leave()
		w.after(2 * graceTime)
		w.at(bob, w.playNow(bob, "1", wantsToy))
		require.NotEqual(t, old, w.room)
		require.Equal(t, w.room, w.playNow(ann, "2", wantsToy))
		r, err := w.log.Room(w.ctx, old)
		require.NoError(t, err)
		require.Empty(t, r.Members)
	})
}

// A block keeps the blocked person from the other's table. The answer is one that others get too.
func TestTheHostsBlockIsHonoured(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		list := w.playing(settings, "ann", "bob", "cat")
		eve := w.guest("eve")
		claim := &room.Claim{Seat: 1}
		late := w.do(eve, claim)
		w.must(list[2], &room.Leave{})
		w.block(list[0], eve)
		w.refused(room.CodeTaken, eve, &room.AskSeat{Seat: 2})
		require.Equal(t, late, w.do(eve, claim), "in a match as anybody else")
		w.endTogether(list[0], list[1])
		w.must(list[0], &room.Rematch{Open: true})
		require.True(t, eve.room.Seats[2].Free)
		claim.Seat = 2
		refusal := w.do(eve, claim)
		w.requireCode(room.CodeTaken, refusal)
		w.requireCode(room.CodeTaken, w.lobby.Sit(w.ctx, w.room, eve.person))
		// Only the host's block counts at a table that one comes to by oneself.
		w.must(list[0], &room.MakeHost{Seat: 1})
		w.must(eve, claim)
	})
}

// A match starts by itself when every seat is taken and everybody ready, and waits
// a moment for the players' shares of the seed.
func TestAMatchStartsByItself(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.AutoStart = true
		list := w.seated(settings, "ann", "bob")
		ann, bob := list[0], list[1]
		require.Equal(t, room.StatusSeated, ann.room.Status)
		share := func(c *client) room.Action {
			return &room.GiveShare{Commitment: c.room.Commitment, Share: strings.Repeat("0f", 16)}
		}
		w.must(ann, share(ann))
		w.after(sharePause - time.Second)
		require.Equal(t, room.StatusSeated, ann.room.Status)
		w.must(bob, share(bob))
		require.Equal(t, room.StatusPlaying, ann.room.Status, "nothing is missing")
		require.NotContains(t, ann.room.Match.Shares, "")
		w.endTogether(ann, bob)

		// A rematch starts when the other one is ready too.
		w.must(ann, &room.Rematch{Open: true})
		w.after(2 * sharePause)
		require.Equal(t, room.StatusSeated, ann.room.Status)
		w.must(bob, &room.SetReady{Ready: true})
		require.Equal(t, room.StatusSeated, ann.room.Status)
		w.after(sharePause)
		require.Equal(t, room.StatusPlaying, ann.room.Status, "without shares")
		w.check()
	})
}

// The program ends after the last player has sat down: the match starts when the
// players are back.
func TestAMatchStartsByItselfLater(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.AutoStart = true
		list := w.seated(settings, "ann", "bob")
		w.restart()
		w.join(list[0])
		w.after(sharePause + 2*pollInterval)
		require.Equal(t, room.StatusSeated, w.stored().Status)
		w.join(list[1])
		w.after(sharePause)
		require.Equal(t, room.StatusPlaying, w.stored().Status)
	})
}

// Only people with accounts can take a seat at a table for accounts, open it, or be let in.
func TestTablesForAccounts(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Accounts, settings.Seats = true, 3
		guest := w.newClient("guest")
		_, err := w.lobby.Create(w.ctx, guest.person, settings)
		w.requireCode(room.CodeAccounts, err)
		settings.Accounts = false
		ann := w.open("ann", settings)
		settings.Accounts = true
		change := &room.ChangeSettings{Settings: settings}
		w.refused(room.CodeAccounts, ann, change)
		ann.person.Kind = people.Account
		w.must(ann, &room.Leave{})
		w.must(ann, &room.Claim{Seat: 0})
		w.must(ann, change)
		claim := &room.Claim{Seat: 1}
		w.join(guest)
		w.refused(room.CodeAccounts, guest, claim)
		w.requireCode(room.CodeAccounts, w.lobby.Sit(w.ctx, w.room, guest.person))
		guest.person.Kind = people.Bot
		w.refused(room.CodeAccounts, guest, claim)
		guest.person.Kind = people.Account
		w.must(guest, claim)
	})
}

// Invited people get the free seats, once each.
func TestInvitedPeopleSitDown(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		w.open("ann", settings)
		bob, eve := w.newClient("bob"), w.newClient("eve")
		require.NoError(t, w.lobby.Sit(w.ctx, w.room, bob.person))
		require.NoError(t, w.lobby.Sit(w.ctx, w.room, bob.person), "and stays")
		require.NoError(t, w.lobby.Sit(w.ctx, w.room, eve.person))
		w.requireCode(room.CodeTaken, w.lobby.Sit(w.ctx, w.room, w.newClient("cat").person))
		r, err := w.log.Room(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, []string{"ann", "bob", "eve"}, r.Members)
	})
}

// A table that has changed since the list was read is not taken.
func TestATableThatHasChangedIsLeftOut(t *testing.T) {
	inWorld(t, func(w *world) {
		ann, eve := w.newClient("ann"), w.newClient("eve")
		w.at(ann, w.playNow(ann, "1", wantsToy))
		slow := matchmaking.Wanted{Game: "toy", Seats: 2, Pace: matchmaking.PaceDays}
		for _, test := range []struct {
			wanted matchmaking.Wanted
			with   string
			seated bool
		}{{wantsToy, "somebody else", false}, {slow, "ann", false}, {wantsToy, "ann", true}} {
			settings, err := test.wanted.Settings(w.games)
			require.NoError(t, err)
			seated, err := w.lobby.SeatAt(
				w.ctx,
				w.room,
				eve.person,
				matchmaking.Seating{Command: "1", Settings: settings, People: []string{test.with}},
			)
			require.NoError(t, err)
			require.Equal(t, test.seated, seated, test)
		}
	})
}
