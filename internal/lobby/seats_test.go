package lobby

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestLeavingAMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		list := w.playing(settings, "ann", "bob", "cy")
		ann, bob, cy, eve := list[0], list[1], list[2], w.guest("eve")
		w.refused(CodeTaken, eve, Intent{Kind: KindClaim, Seat: 1})
		w.refused(CodePlaying, ann, Intent{Kind: KindSwap, Other: 1})
		w.refused(CodePlaying, ann, Intent{Kind: KindBot, Seat: 1, Bot: "random"})
		w.refused(CodePlaying, ann, Intent{Kind: KindReady, Ready: true})
		w.must(ann, Intent{Kind: KindLeave})
		require.Equal(t, "bob", eve.room.Host)
		require.Equal(t, LostLeft, eve.room.Seats[0].Lost)
		require.Equal(t, "random", eve.room.Seats[0].Bot)
		require.Empty(t, ann.decisions, "who has left sees what spectators see")
		w.check()
		w.refused(CodeNotSeated, ann, Intent{Kind: KindUndo})

		// Who has seen a seat's cards takes no other; that one again is fine.
		w.must(bob, Intent{Kind: KindKick, Seat: 2})
		w.refused(CodeSeenSecrets, cy, Intent{Kind: KindClaim, Seat: 0})
		w.refused(CodeSeenSecrets, ann, Intent{Kind: KindClaim, Seat: 2})
		w.must(eve, Intent{Kind: KindClaim, Seat: 0})
		require.Equal(t, seatInfo{Player: "eve", Name: "The eve", Ready: true, Present: true}, bob.room.Seats[0])
		require.NotEmpty(t, eve.decisions)
		w.refused(CodeTaken, ann, Intent{Kind: KindClaim, Seat: 0})
		w.must(cy, Intent{Kind: KindClaim, Seat: 2})
		require.Empty(t, cy.room.Seats[2].Lost)
		w.check()

		// A seat that has lost for good is nobody's any more.
		w.must(cy, Intent{Kind: KindConcede})
		require.Equal(t, LostConceded, eve.room.Seats[2].Lost)
		w.refused(CodeBotPlays, cy, Intent{Kind: KindConcede})
		w.refused(CodeBotPlays, cy, Intent{Kind: KindUndo})
		w.refused(CodeBotPlays, cy, Intent{Kind: KindAbandon, Ready: true})
		w.refused(CodeNotPlaying, cy, Intent{Kind: KindReturn})
		w.must(cy, Intent{Kind: KindLeave})
		require.Equal(t, LostConceded, eve.room.Seats[2].Lost)
		w.refused(CodeTaken, cy, Intent{Kind: KindClaim, Seat: 2})
		w.play(bob, eve)
		w.check()
		require.Equal(t, []Lost{"", "", LostConceded}, eve.result.Lost)
		require.Equal(t, []string{"", "", "random"}, eve.result.Bots)
		require.Equal(t, []string{"The eve", "The bob", ""}, eve.result.Names)
		w.must(bob, Intent{Kind: KindRematch})
		require.Equal(t, seatInfo{}, bob.room.Seats[2], "the seat of who left is free again")
		w.must(cy, Intent{Kind: KindClaim, Seat: 2})
		w.must(bob, Intent{Kind: KindSwap, Seat: 0, Other: 2})
	})
}

func TestAbandoning(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		list := w.playing(settings, "ann", "bob", "cy")
		ann, bob, cy := list[0], list[1], list[2]
		vote := func(c *client, yes bool) { w.must(c, Intent{Kind: KindAbandon, Ready: yes}) }
		vote(ann, true)
		require.True(t, bob.room.Seats[0].Abandon)
		vote(ann, false)
		vote(bob, true)
		vote(cy, true)
		require.Equal(t, StatusPlaying, ann.room.Status)
		vote(ann, true)
		require.Equal(t, StatusFinished, ann.room.Status)
		require.NotNil(t, ann.result)
		require.Nil(t, ann.result.Outcome)
		w.check()
		w.must(ann, Intent{Kind: KindRematch})
		for _, c := range list {
			w.must(c, Intent{Kind: KindReady, Ready: true})
		}
		w.must(ann, Intent{Kind: KindStart})
		require.False(t, ann.room.Seats[0].Abandon, "every match is voted on anew")
		vote(ann, true)
		vote(cy, true)
		w.must(bob, Intent{Kind: KindConcede})
		require.Equal(t, StatusFinished, ann.room.Status, "all who still play agree")
		require.Equal(t, LostConceded, cy.result.Lost[1])
	})
}

func TestPersonalLink(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		phone, eve := w.guest("phone"), w.guest("eve")
		secret := strings.Repeat("s", 22)
		w.refused(CodeBadLink, ann, Intent{Kind: KindLink, Secret: "short"})
		w.refused(CodeNotSeated, eve, Intent{Kind: KindLink, Secret: secret})
		w.refused(CodeBadLink, phone, Intent{Kind: KindRedeem, Secret: secret})
		w.must(ann, Intent{Kind: KindLink, Secret: secret})
		for _, e := range w.entries() {
			require.NotContains(t, string(e.encode()), secret)
		}
		for _, c := range w.people {
			for _, frame := range c.frames {
				require.NotContains(t, string(frame), fingerprint(secret))
			}
		}
		w.refused(CodeHasSeat, bob, Intent{Kind: KindRedeem, Secret: secret})
		w.restart()
		require.NoError(t, ann.join())
		require.NoError(t, phone.join())
		w.must(phone, Intent{Kind: KindRedeem, Secret: secret})
		require.Equal(t, "phone", phone.room.Seats[0].Player)
		require.Equal(t, "phone", phone.room.Host, "the host has moved with the seat")
		require.NotNil(t, phone.decision())
		require.Empty(t, ann.decisions)
		w.check()
		w.refused(CodeBadLink, eve, Intent{Kind: KindRedeem, Secret: secret})
		w.refused(CodeBadLink, ann, Intent{Kind: KindRedeem, Secret: secret})
		// A kicked player's link is worth nothing, and no link shows a second
		// hand to somebody.
		require.NoError(t, bob.join())
		w.must(bob, Intent{Kind: KindLink, Secret: secret + "2"})
		w.refused(CodeSeenSecrets, ann, Intent{Kind: KindRedeem, Secret: secret + "2"})
		w.must(phone, Intent{Kind: KindKick, Seat: 1})
		w.refused(CodeBadLink, eve, Intent{Kind: KindRedeem, Secret: secret + "2"})
		// Of a match that is over nothing is hidden any more.
		w.must(bob, Intent{Kind: KindClaim, Seat: 1})
		w.play(phone, bob)
		w.must(bob, Intent{Kind: KindRematch})
		w.must(bob, Intent{Kind: KindLink, Secret: secret + "3"})
		w.must(ann, Intent{Kind: KindRedeem, Secret: secret + "3"})
		require.Equal(t, "ann", phone.room.Seats[1].Player)
	})
}

// TestSeatsDoNotMixUpAbsence: whoever is there is not taken for absent because
// the seat was once somebody else's.
func TestSeatsDoNotMixUpAbsence(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Absent, settings.AbsentAfter = AbsentBot, 10
		list := w.seated(settings, "ann", "bob")
		list[1].leave()
		w.must(list[0], Intent{Kind: KindSwap, Other: 1})
		w.must(list[0], Intent{Kind: KindStart})
		w.after(15 * time.Second)
		require.Equal(t, "random", list[0].room.Seats[0].Bot)
		require.Empty(t, list[0].room.Seats[1].Bot, "ann is there")
	})
}

func TestASubscriptionFollowsItsSeat(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		bob, eve := list[1], w.guest("eve")
		// Bob's place in what he was told as a player means nothing once he is
		// a spectator, even where the numbers are the same.
		for range 3 {
			for _, c := range list {
				if c.decision() != nil {
					require.NoError(t, c.answer())
				}
			}
		}
		bob.leave()
		w.must(list[0], Intent{Kind: KindKick, Seat: 1})
		life, view, decisions := bob.life, bob.view, bob.decisions
		for seq := range eve.seq + 5 {
			bob.life, bob.seq, bob.view, bob.decisions = life, seq, view, decisions
			require.NoError(t, bob.join())
			w.after(0)
			bob.check(w.truth())
		}
		require.Equal(t, game.NoSeat, w.truth().seatOf("bob"))
	})
}
