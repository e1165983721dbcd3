package lobby

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/people"
	"archmage/internal/room"
)

// A reply to a spectator's request tells no more than the spectator sees. Before the end is shown,
// nobody can claim a seat after a rematch, or ask for a code.
func TestAnswersDoNotTellOfTheEnd(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(delayed(3), "ann", "bob", "cy")
		ann, eve := list[0], w.guest("eve")
		ask := func() []error {
			_, code := w.lobby.Code(w.ctx, w.room)
			return []error{w.do(eve, &room.Claim{Seat: 2}), code}
		}
		playing := ask()
		w.requireCode(room.CodePlaying, playing[0])
		w.requireCode(room.CodePlaying, playing[1])
		w.endTogether(list...)
		require.Equal(t, playing, ask())
		w.must(ann, &room.Rematch{Open: true})
		w.must(list[2], &room.Leave{})
		require.Equal(t, room.StatusOpen, ann.room.Status)
		require.Equal(t, room.StatusPlaying, eve.room.Status)
		require.Equal(t, playing, ask())
		w.after(9 * time.Second)
		require.Equal(t, room.StatusOpen, eve.room.Status)
		require.Equal(t, []error{nil, nil}, ask())
	})
}

// A person who leaves a seat knows more than spectators do. Spectators read that person's lines
// when they see the turn in which the lines were written.
func TestLinesOfThoseWhoLeftAreHeld(t *testing.T) {
	inWorldWith(t, slowBots, 1, func(w *world) {
		list := w.playing(delayed(2), "ann", "bob", "cy")
		ann, cy, eve := list[0], list[2], w.guest("eve")
		w.must(cy, &room.Leave{})
		require.NoError(t, w.say(cy, "I had the ace"))
		require.NoError(t, w.say(eve, "hello"))
		text := func(c *client) (texts []string) {
			for _, line := range c.chat {
				texts = append(texts, line.Text)
			}
			return texts
		}
		require.Empty(t, text(ann), "players read what spectators write after the match")
		require.Equal(t, []string{"I had the ace", "hello"}, text(cy), "one's own lines come at once")
		require.Equal(t, []string{"hello"}, text(eve))
		require.Equal(t, "cy", cy.chat[0].Player)
		w.restart()
		w.join(ann, eve)
		require.Empty(t, text(ann))
		require.Equal(t, []string{"hello"}, text(eve))
	})
}

// Only people who are connected can ask for a seat whose player has left, and get it.
func TestOnlyWhoIsThereIsLetIn(t *testing.T) {
	inWorldWith(t, slowBots, 1, func(w *world) {
		settings := delayed(0)
		list := w.playing(settings, "ann", "bob", "cy")
		ann, bob := list[0], list[1]
		w.must(list[2], &room.Leave{})
		absent := people.Person{ID: "zoe", Name: "Zoe"}
		w.requireCode(room.CodeNotHere, w.lobby.Do(w.ctx, w.room, absent, "", &room.AskSeat{Seat: 2}))
		eve := w.guest("eve")
		w.must(eve, &room.AskSeat{Seat: 2})
		eve.leave()
		agree := &room.Reply{Proposal: ann.room.Proposal.Number, Agree: true}
		w.refused(room.CodeNotHere, ann, agree)
		w.join(eve)
		w.must(ann, agree)
		w.must(bob, agree)
		require.Equal(t, "eve", ann.room.Seats[2].Player)
	})
}

// The host can remove and mute a person who has written but is not named among the spectators.
func TestWritersCanBeRemoved(t *testing.T) {
	inWorld(t, func(w *world) {
		ann, eve, zoe := w.open("ann", toyTable()), w.guest("eve"), w.guest("zoe")
		require.NoError(t, w.say(eve, "rude"))
		eve.leave()
		zoe.leave()
		w.must(ann, &room.Mute{Person: ann.chat[0].Player, Muted: true})
		w.must(ann, &room.Remove{Person: ann.chat[0].Player})
		require.Equal(t, "The eve", ann.room.Removed[0].Name)
		w.refused(room.CodeNotHere, ann, &room.Remove{Person: "zoe"})
		w.requireCode(room.CodeRemoved, eve.join())
	})
}
