package lobby

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
)

func TestLeavingAMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 4
		list := w.playing(settings, "ann", "bob", "cy", "dee")
		ann, bob, cy, dee, eve := list[0], list[1], list[2], list[3], w.guest("eve")
		w.refused(room.CodePlaying, eve, &room.Claim{Seat: 1})
		w.refused(room.CodePlaying, ann, &room.Swap{Other: 1})
		w.refused(room.CodePlaying, ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.refused(room.CodePlaying, ann, &room.SetReady{Ready: true})
		w.must(ann, &room.Leave{})
		require.Equal(t, "bob", eve.room.Host)
		require.Equal(t, match.LostLeft, eve.room.Seats[0].Lost)
		require.Equal(t, "random", eve.room.Seats[0].Bot)
		require.Empty(t, ann.decisions, "who has left sees what spectators see")
		w.check()
		w.refused(room.CodeNotSeated, ann, &room.Undo{})

		// A person who has seen a seat's cards can be let in to that seat again, but
		// to no other.
		w.must(cy, &room.Leave{})
		w.refused(room.CodeSeenSecrets, cy, &room.AskSeat{Seat: 0})
		w.refused(room.CodeSeenSecrets, ann, &room.AskSeat{Seat: 2})
		w.must(eve, &room.AskSeat{Seat: 0})
		require.Equal(t, &room.ProposalInfo{
			Number:  1,
			What:    room.ProposeLetIn,
			By:      game.NoSeat,
			Name:    "The eve",
			Other:   0,
			Agreed:  []game.Seat{},
			Missing: []game.Seat{1, 3},
		}, bob.room.Proposal)
		require.Empty(t, eve.decisions)
		w.must(bob, &room.Reply{Proposal: 1, Agree: true})
		w.must(dee, &room.Reply{Proposal: 1, Agree: true})
		require.Equal(t, room.SeatInfo{Player: "eve", Name: "The eve", Ready: true}, bob.room.Seats[0])
		require.NotEmpty(t, eve.decisions)
		w.refused(room.CodeTaken, ann, &room.AskSeat{Seat: 0})
		w.letIn(cy, 2, bob, eve, dee)
		require.Empty(t, cy.room.Seats[2].Lost)
		w.check()

		// A seat that has lost for good is free.
		w.must(cy, &room.Concede{})
		require.Equal(t, match.LostConceded, eve.room.Seats[2].Lost)
		w.refused(room.CodeBotPlays, cy, &room.Concede{})
		w.refused(room.CodeBotPlays, cy, &room.Undo{})
		w.refused(room.CodeBotPlays, cy, &room.Propose{What: room.ProposeEnd})
		w.refused(room.CodeNotPlaying, cy, &room.Return{})
		w.must(cy, &room.Leave{})
		require.Equal(t, match.LostConceded, eve.room.Seats[2].Lost)
		w.refused(room.CodeTaken, cy, &room.AskSeat{Seat: 2})
		w.play(bob, eve, dee)
		w.check()
		require.Equal(t, []match.Lost{"", "", match.LostConceded, ""}, lostOf(eve.result))
		require.Equal(t, "random", eve.room.Seats[2].Bot)
		require.Equal(t, []string{"The eve", "The bob", "The cy", "The dee"}, namesOf(eve.room))
		answered := eve.result.Seats[0].Answers
		require.Equal(
			t,
			[]string{"bot random", "eve "},
			[]string{"bot " + answered[0].Bot, answered[1].Person + " " + answered[1].Bot},
		)
		w.must(bob, &room.Rematch{Open: true})
		require.Equal(t, room.SeatInfo{Free: true}, bob.room.Seats[2], "the seat of who left is free again")
		w.must(cy, &room.Claim{Seat: 2})
		w.must(bob, &room.Swap{Seat: 0, Other: 2})
	})
}

// TestSeatsDoNotMixUpAbsence: a connected player does not count as absent because
// the seat's earlier player was.
func TestSeatsDoNotMixUpAbsence(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Absent, settings.AbsentAfter = room.AbsentBot, 10
		list := w.seated(settings, "ann", "bob")
		list[1].leave()
		w.must(list[0], &room.Swap{Other: 1})
		w.must(list[1], &room.SetReady{Ready: true})
		w.must(list[0], &room.Start{})
		w.after(15 * time.Second)
		require.Equal(t, "random", list[0].room.Seats[0].Bot)
		require.Empty(t, list[0].room.Seats[1].Bot, "ann is there")
	})
}

func TestASubscriptionFollowsItsSeat(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		bob, eve := list[1], w.guest("eve")
		// The sequence that Bob has seen as a player does not count once he is
		// a spectator, even if the numbers are the same.
		for range 3 {
			for _, c := range list {
				if c.decision() != nil {
					require.NoError(t, c.answer())
				}
			}
		}
		bob.leave()
		w.must(bob, &room.Leave{})
		sequence, public, private, decisions := bob.sequence, bob.public, bob.private, bob.decisions
		for seq := range eve.seq + 5 {
			bob.sequence, bob.seq, bob.public, bob.private, bob.decisions = sequence, seq, public, private, decisions
			w.join(bob)
			bob.check(w.truth())
		}
		require.Equal(t, game.NoSeat, w.truth().SeatOf("bob"))
	})
}

// lostOf returns why each seat has lost.
func lostOf(result *match.Result) (list []match.Lost) {
	for i := range result.Seats {
		list = append(list, result.Seats[i].Lost)
	}
	return list
}

// namesOf returns the name that each seat has.
func namesOf(info room.Info) (list []string) {
	for i := range info.Seats {
		list = append(list, info.Seats[i].Name)
	}
	return list
}
