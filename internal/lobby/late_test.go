package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/match"
	"archmage/internal/room"
	"archmage/internal/store"
)

// listed returns the room as the list of rooms shows it.
func (w *world) listed() directory.RoomInfo {
	w.t.Helper()
	page, err := w.lobby.List(w.ctx, directory.ListQuery{Listed: true, Limit: 1})
	require.NoError(w.t, err)
	require.Len(w.t, page.Rooms, 1)
	return page.Rooms[0]
}

// seesTheList requires that the list of rooms shows what the spectator c sees.
func (w *world) seesTheList(c *client) {
	w.t.Helper()
	listed := w.listed()
	of := &c.room.Settings
	want := directory.Summary{
		Watch:     of.Spectators,
		Delay:     of.Delay,
		Clock:     of.Clock,
		AutoStart: of.AutoStart,
		Accounts:  of.Accounts,
		Options:   of.Options,
	}
	for _, seat := range c.room.Seats {
		want.Players, want.People = append(want.Players, seat.Name), append(want.People, seat.Player)
		want.Bots = append(want.Bots, seat.Bot)
	}
	requireSameJSON(w.t, want, listed.Summary, "the seats")
	require.Equal(w.t, c.room.Status, listed.Status)
	require.Equal(w.t, c.room.Host, listed.Host)
	require.Len(w.t, listed.Connected, len(c.presence.Connected))
	require.Equal(w.t, c.presence.SpectatorCount, listed.SpectatorCount)
}

// delayed returns settings of a room whose spectators are that many turns behind.
func delayed(turns int) room.Settings {
	settings := toyTable()
	settings.Seats, settings.Delay, settings.Listed = 3, turns, true
	return settings
}

// slowBots let a test look at the room before they answer.
var slowBots = Options{BotPause: 10 * time.Second}

// TestSpectatorsSeeSeatsLater: spectators learn that a player has left, conceded or was replaced at
// the moment of the match that they see. The same holds for presence and for the list of rooms.
func TestSpectatorsSeeSeatsLater(t *testing.T) {
	inWorldWith(t, slowBots, 1, func(w *world) {
		settings := delayed(2)
		settings.Seats = 4
		list := w.playing(settings, "ann", "bob", "cy", "dee")
		ann, bob, cy, dee, eve := list[0], list[1], list[2], list[3], w.guest("eve")
		before := eve.room
		w.must(cy, &room.Leave{})
		w.must(bob, &room.Concede{})
		require.Equal(t, match.LostConceded, ann.room.Seats[1].Lost)
		require.Equal(t, []string{"ann", "bob", "dee"}, ann.presence.Connected)
		require.Contains(t, ann.presence.Spectators, watcher{Player: "cy", Name: "The cy"})
		requireSameJSON(t, before, eve.room, "eve sees no change")
		requireSameJSON(t, eve.room, cy.room, "nor does who has left")
		require.Equal(t, []string{"ann", "bob", "cy", "dee"}, eve.presence.Connected)
		require.Equal(t, []watcher{{Player: "eve", Name: "The eve"}}, eve.presence.Spectators)
		w.seesTheList(eve)
		w.refused(room.CodeTaken, eve, &room.AskSeat{Seat: 2})
		inspected, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, []string{"ann", "bob", "cy", "dee"}, inspected.Connected)
		newcomer := w.guest("zoe")
		requireSameJSON(t, eve.presence, newcomer.presence, "who is here")

		turn := w.truth().Play.Turn
		for w.truth().Play.Turn < turn+2 {
			require.Empty(t, eve.room.Seats[1].Lost)
			w.seesTheList(eve)
			w.next(ann, dee)
		}
		require.Equal(t, match.LostConceded, eve.room.Seats[1].Lost)
		require.Equal(t, match.LostLeft, eve.room.Seats[2].Lost)
		require.Equal(t, []string{"ann", "bob", "dee"}, eve.presence.Connected)
		w.seesTheList(eve)
		w.must(eve, &room.AskSeat{Seat: 2})
	})
}

// TestSeatsStayHiddenAfterARestart restarts in the middle of a match, also if the moments before it
// cannot be played again.
func TestSeatsStayHiddenAfterARestart(t *testing.T) {
	for _, how := range []string{"entries", "upgrade", "snapshot"} {
		t.Run(how, func(t *testing.T) {
			inWorldWith(t, slowBots, 1, func(w *world) {
				settings := delayed(3)
				settings.Seats = 4
				list := w.playing(settings, "ann", "bob", "cy", "dee")
				ann, eve := list[0], w.guest("eve")
				w.must(list[1], &room.Concede{})
				w.must(list[2], &room.Leave{})
				before := eve.room
				rounds := 2
				if how == "snapshot" && !thorough() {
					rounds = 1 // it takes many commands
				}
				for version := range rounds {
					switch how {
					case "upgrade":
						w.ruled(version + 2)
					case "snapshot":
						w.saveNow(ann)
						w.restart()
					default:
						w.restart()
					}
					w.join(ann, list[3], eve)
					requireSameJSON(t, before, eve.room, "what eve saw before")
					w.seesTheList(eve)
				}
				turn := w.stored().Play.Turn
				for w.stored().Play.Turn < turn+3 {
					require.Empty(t, eve.room.Seats[1].Lost)
					w.next(ann, list[3])
				}
				require.Equal(t, match.LostConceded, eve.room.Seats[1].Lost)
				require.Equal(t, match.LostLeft, eve.room.Seats[2].Lost)
				require.NotNil(t, eve.public, "and the match")
			})
		})
	}
}

// next lets one of the people answer, or a bot if none of them has to.
func (w *world) next(people ...*client) {
	w.t.Helper()
	for _, c := range people {
		if c.decision() != nil {
			require.NoError(w.t, c.answer())
			return
		}
	}
	w.after(slowBots.BotPause)
}

// saveNow lets the host give commands that change little, until the room is stored as a snapshot.
func (w *world) saveNow(host *client) {
	w.t.Helper()
	before, err := w.log.Snapshot(w.ctx, w.room)
	require.NoError(w.t, err)
	for {
		require.NoError(w.t, w.lobby.Do(w.ctx, w.room, host.person, "", &room.Mute{Person: "nobody", Muted: true}))
		if w.head().Seq%100 == 0 {
			w.after(0)
			now, err := w.log.Snapshot(w.ctx, w.room)
			require.NoError(w.t, err)
			if now.Seq != before.Seq {
				require.Equal(w.t, now.Seq+1, w.first(), "nothing before the snapshot is kept")
				return
			}
		}
	}
}

// TestEventsSinceTheSnapshot: events from before a snapshot cannot be shown any more, later ones
// can.
func TestEventsSinceTheSnapshot(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann := list[0]
		require.NoError(t, ann.answer())
		saved := ann.first + len(ann.events)
		w.saveNow(ann)
		w.restart()
		w.join(list...)
		_, err := w.lobby.Events(w.ctx, w.room, ann.person, saved, 10)
		w.requireCode(CodeNotKept, err)
		w.play(list...)
		page, err := w.lobby.Events(w.ctx, w.room, ann.person, 0, MaxEvents)
		require.NoError(t, err)
		require.Equal(t, saved, page.From)
		require.Len(t, page.Events, w.truth().Play.Events-saved)
	})
}

// TestRoomsWakeSideBySide: a room that takes long to load does not delay the others, and at most
// wakeAtOnce rooms are loaded at the same time.
func TestRoomsWakeSideBySide(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Clock = room.Clock{Mode: room.ClockDays, Seconds: 3600}
		var rooms []string
		for i := range 2 * maxLoading {
			list := w.playing(settings, fmt.Sprint("ann ", i), fmt.Sprint("bob ", i))
			list[0].leave()
			list[1].leave()
			rooms = append(rooms, w.room)
		}
		w.stop()
		slow := &slowLog{testLog: w.log}
		w.log = slow
		w.start()
		w.after(2 * time.Hour)
		require.Equal(t, maxLoading, slow.most)
		for _, id := range rooms {
			entries, err := slow.testLog.Read(w.ctx, id, 1, store.MaxPage)
			require.NoError(t, err)
			require.True(
				t,
				slices.ContainsFunc(entries, func(e store.Entry) bool { return e.Kind == string(room.KindTimeout) }),
			)
		}
	})
}

// The host can mute and remove spectators who disturb.
func TestSpectatorsWhoDisturb(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob, eve, zoe := list[0], list[1], w.guest("eve"), w.guest("zoe")
		w.refused(room.CodeNotHost, bob, &room.Mute{Person: "eve", Muted: true})
		w.must(ann, &room.Mute{Person: "eve", Muted: true})
		w.requireCode(room.CodeMuted, w.say(eve, "hello"))
		require.NoError(t, w.say(zoe, "hello"))
		w.must(ann, &room.Mute{Person: "eve"})
		require.NoError(t, w.say(eve, "hello"))

		w.refused(room.CodeNotHere, ann, &room.Remove{Person: "nobody", PersonName: "Nobody"})
		w.must(ann, &room.Remove{Person: "eve"})
		require.Equal(t, room.CodeRemoved, eve.bye)
		require.Equal(t, []room.Removal{{Person: "eve", Name: "The eve", By: "The ann", Out: true}}, bob.room.Removed)
		w.requireCode(room.CodeRemoved, eve.join())
		w.requireCode(room.CodeRemoved, w.say(eve, "hello"))
		w.must(ann, &room.Readmit{Person: "eve"})
		w.join(eve)
		require.NotNil(t, eve.public)

		w.endTogether(list...)
		w.must(ann, &room.Rematch{Open: true})
		settings := ann.room.Settings
		settings.PlayersChat = true
		w.must(ann, &room.ChangeSettings{Settings: settings})
		w.requireCode(room.CodeMuted, w.say(zoe, "hello"))
		require.NoError(t, w.say(bob, "hello"))
	})
}

// TestAHostDoesNotSeeTwoHands: a host who removes an opponent cannot take that seat with its cards,
// and nobody can take an abandoned seat only to look at its cards.
func TestAHostDoesNotSeeTwoHands(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 4
		list := w.playing(settings, "ann", "bob", "cy", "dee")
		second := w.guest("ann's second")
		w.must(list[0], &room.Kick{Seat: 1})
		w.must(list[2], &room.Leave{})
		for seat := range game.Seat(3) {
			w.refused(room.CodePlaying, second, &room.Claim{Seat: seat})
		}
		for _, test := range []struct {
			seat game.Seat
			code coded.Code
		}{{0, room.CodeTaken}, {1, room.CodeTaken}, {2, ""}} {
			err := w.do(second, &room.AskSeat{Seat: test.seat})
			if test.code != "" {
				w.requireCode(test.code, err)
			}
			require.Empty(t, second.decisions)
			require.Nil(t, json.RawMessage(second.private))
		}
	})
}

// slowLog is a log in which taking a room over is slow.
type slowLog struct {
	testLog
	mu        sync.Mutex
	now, most int
}

func (s *slowLog) TakeOver(ctx context.Context, id, owner string) (store.Head, error) {
	count := func(n int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.now += n
		s.most = max(s.most, s.now)
	}
	count(1)
	defer count(-1)
	time.Sleep(time.Second)
	return s.testLog.TakeOver(ctx, id, owner)
}
