package lobby

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
	"archmage/internal/strict"
)

const day = 24 * time.Hour

// lastEvents returns the kinds of the last n events that a client got, the latest last.
func (c *client) lastEvents(n int) []string {
	var list []string
	for _, data := range c.events[max(0, len(c.events)-n):] {
		var event game.EventText
		require.NoError(c.t, json.Unmarshal(data, &event))
		list = append(list, event.Kind)
	}
	return list
}

func TestTheHostIsAway(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		list := w.seated(settings, "ann", "bob")
		ann, bob := list[0], list[1]
		eve := w.guest("eve")
		ann.leave()
		bob.leave()
		w.after(awayAfter + time.Minute)
		require.Equal(t, "ann", eve.room.Host, "no player is there")
		require.NotZero(t, eve.room.Seats[0].Away)
		w.join(bob)
		w.after(time.Second)
		require.Equal(t, "bob", eve.room.Host)
		require.Zero(t, eve.room.Seats[1].Away)
		w.join(ann)
		require.Equal(t, "bob", eve.room.Host, "the role is not given back by itself")
		require.Zero(t, eve.room.Seats[0].Away)

		bob.leave()
		w.after(awayAfter - time.Second)
		w.join(bob)
		w.after(awayAfter)
		require.Equal(t, "bob", eve.room.Host, "he was gone for less than that")
		w.must(bob, &room.SeatBot{Seat: 2, Bot: "random"})
		w.must(bob, &room.Start{})
		bob.leave()
		w.after(awayAfter + time.Second)
		require.Equal(t, "ann", eve.room.Host)
		require.Equal(t, []string{"host"}, ann.lastEvents(1))
		w.check()
	})
}

// TestTheTimeAwayCountsWhileARoomSleeps: of two players who come by at times, the
// one who stays away for a day can be replaced, and comes back.
func TestTheTimeAwayCountsWhileARoomSleeps(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		bob.leave()
		gone := time.Now()
		ann.leave()
		w.after(time.Hour)
		require.False(t, w.inMemory())
		w.restart()
		for range 2 {
			w.join(ann)
			require.InDelta(t, gone.UnixMilli(), ann.room.Seats[1].Away, 1000)
			require.Zero(t, ann.room.Seats[0].Away)
			w.refused(room.CodeNotProposed, ann, &room.Propose{What: room.ProposeReplace, Other: 1})
			ann.leave()
			w.after(11 * time.Hour)
		}
		w.join(ann)
		w.after(2 * time.Hour)
		w.propose(room.ProposeReplace, 1, ann)
		require.Equal(t, "random", ann.room.Seats[1].Bot, "nobody else is there to agree")
		require.Contains(t, ann.lastEvents(9), "replaced")
		w.join(bob)
		require.Empty(t, ann.room.Seats[1].Bot)
		require.Zero(t, ann.room.Seats[1].Away)
		require.Equal(t, match.Lost(""), ann.room.Seats[1].Lost)
		w.check()
	})
}

// TestAPlayerAgainstBotsIsNotNoted: nobody waits for the player.
func TestAPlayerAgainstBotsIsNotNoted(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.must(ann, &room.Start{})
		w.after(time.Minute)
		ann.leave()
		before := w.head().Seq
		w.after(time.Hour)
		require.False(t, w.inMemory())
		require.Equal(t, before, w.head().Seq)
	})
}

func TestPausedMatch(t *testing.T) {
	inWorldWith(t, Options{BotPause: 2 * time.Second}, 1, func(w *world) {
		settings := clocked(room.Clock{Mode: room.ClockBank, Seconds: 60}, room.OutOfTimeLose)
		settings.Seats, settings.Absent, settings.AbsentAfter = 3, room.AbsentBot, 20
		list := w.seated(settings, "ann", "bob")
		ann, bob := list[0], list[1]
		w.must(ann, &room.SeatBot{Seat: 2, Bot: "random"})
		w.must(ann, &room.Start{})
		w.after(time.Second)
		w.propose(room.ProposePause, game.NoSeat, ann, bob)
		require.True(t, bob.room.Paused)
		require.Equal(t, []string{"paused"}, bob.lastEvents(1))
		require.Empty(t, ann.clock.Running)
		before := w.head().Seq
		w.after(time.Minute)
		require.Equal(t, before, w.head().Seq, "the bot waits")
		d := ann.decision()
		w.refused(room.CodePaused, ann, &room.Answer{Decision: d.ID, Choice: strict.Encode([]string{d.Options[0].ID})})
		bob.leave()
		w.after(day)
		require.Empty(t, ann.room.Seats[1].Bot, "no bot stands in")
		require.NotZero(t, ann.room.Seats[1].Away)
		w.restart()
		w.after(time.Hour)
		w.join(ann)
		w.propose(room.ProposeResume, game.NoSeat, ann)
		require.True(t, ann.room.Paused, "all have to agree to go on")
		w.join(bob)
		w.must(bob, &room.Reply{Proposal: bob.room.Proposal.Number, Agree: true})
		require.False(t, ann.room.Paused)
		require.InDelta(t, 59, w.left(0), 0.1)
		w.after(3 * time.Second)
		require.NotEqual(t, []string{"resumed"}, bob.lastEvents(1), "the bot plays on")
		w.check()
	})
}

func TestRemovedFromAMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		w.must(ann, &room.Kick{Seat: 1})
		require.Equal(t, "The bob", ann.room.Seats[1].Name, "the seat keeps its name")
		require.Equal(t, []room.Removal{{Person: "bob", Name: "The bob", By: "The ann", Out: true}}, ann.room.Removed)
		require.Contains(t, ann.lastEvents(9), "removed")
		require.Equal(t, room.CodeRemoved, bob.bye)
		w.requireCode(room.CodeRemoved, bob.join())
		w.requireCode(room.CodeRemoved, w.say(bob, "why?"))
		_, err := w.lobby.Events(w.ctx, w.room, bob.person, 0, 10)
		w.requireCode(room.CodeRemoved, err)
		w.restart()
		w.requireCode(room.CodeRemoved, bob.join())
		w.join(ann)
		w.must(ann, &room.Readmit{Person: "bob"})
		w.join(bob)
		require.Empty(t, bob.room.Removed)
		w.check()
	})
}
