package lobby

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store/faulty"
	"archmage/internal/stream"
)

func TestChat(t *testing.T) {
	inWorld(t, func(w *world) {
		ann, eve := w.open("ann", toyTable()), w.guest("eve")
		for _, text := range []string{"", "  \t\n ", "\x00\x1b", strings.Repeat("é", MaxChat+1)} {
			w.requireCode(CodeBadChat, w.say(ann, text))
		}
		require.NoError(t, w.say(ann, " a\nb\x07 \xff"))
		require.Equal(t, "ab", eve.chat[0].Text)
		require.NoError(t, w.say(eve, strings.Repeat("é", MaxChat)))
		require.Equal(t, ann.chat, eve.chat)
		require.Equal(t, []uint64{1, 2}, []uint64{ann.chat[0].Number, ann.chat[1].Number})
		require.Equal(t, []game.Seat{0, game.NoSeat}, []game.Seat{ann.chat[0].Seat, ann.chat[1].Seat})
		require.Equal(t, "The eve", ann.chat[1].Name)
		require.InDelta(t, time.Now().UnixMilli(), ann.chat[1].At, 100)
		w.requireCode(coded.Malformed, w.lobby.sayAs(w.ctx, w.room, people.Person{}, "", "nobody"))
		w.requireCode(directory.CodeNoRoom, w.lobby.sayAs(w.ctx, "nowhere", ann.person, "", "hello"))

		// Each person may say six lines in ten seconds.
		for n := range chatBurst - 1 {
			require.NoError(t, w.say(ann, fmt.Sprint(n)))
		}
		w.requireCode(coded.TooFast, w.say(ann, "more"))
		require.NoError(t, w.say(eve, "mine"))
		w.after(chatWindow)
		require.NoError(t, w.say(ann, "later"))

		// A client that comes later gets the last lines in order, also after
		// the room has left memory.
		for n := range stream.MaxLines + 10 {
			w.after(chatWindow / chatBurst)
			require.NoError(t, w.say(ann, fmt.Sprint("line ", n)))
		}
		w.restart()
		bob := w.guest("bob")
		require.Len(t, bob.chat, stream.MaxLines)
		for i, line := range bob.chat {
			require.Equal(t, fmt.Sprint("line ", i+10), line.Text)
			if i > 0 {
				require.Equal(t, bob.chat[i-1].Number+1, line.Number)
			}
		}
	})
}

// A line does not cover those above and below it.
func TestLinesHaveFewMarksOnACharacter(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		require.NoError(t, w.say(ann, "a"+strings.Repeat("\u0301", 60)+" \U0001f468\u200d\U0001f469"))
		require.Equal(t, "a\u0301\u0301 \U0001f468\u200d\U0001f469", ann.chat[0].Text)
	})
}

func TestNamesAreFitToBeShown(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		long := w.newClient("long")
		long.person.Name = " \x00\u202e" + strings.Repeat("x", 100)
		w.join(long)
		name := ann.presence.Spectators[0].Name
		require.Len(t, []rune(name), people.MaxName)
		require.Equal(t, strings.Repeat("x", people.MaxName), name)
		w.must(long, &room.Claim{Seat: 1})
		require.Equal(t, name, ann.room.Seats[1].Name)
	})
}

// A line that is sent twice, because the first reply was lost, is added once, also if the room has left
// memory meanwhile.
func TestALineSentAgainIsSaidOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		bob := w.guest("bob")
		say := func(c *client, id, text string) { require.NoError(t, w.lobby.sayAs(w.ctx, w.room, c.person, id, text)) }
		say(ann, "1", "hello")
		say(ann, "1", "hello")
		say(bob, "1", "hello yourself")
		say(ann, "", "no id")
		say(ann, "", "no id")
		w.restart()
		say(ann, "1", "hello")
		w.after(0)
		lines, err := w.log.Chat(w.ctx, w.room, 0, 10)
		require.NoError(t, err)
		require.Len(t, lines, 4)
		w.requireCode(
			coded.Malformed,
			w.lobby.sayAs(w.ctx, w.room, ann.person, strings.Repeat("x", maxLineID+1), "long"),
		)
	})
}

// The reply says whether a line was stored although the log does not, and everybody
// reads it once.
func TestTheReplySaysWhetherALineIsStored(t *testing.T) {
	for name, test := range map[string]struct {
		fault faulty.Fault
		code  coded.Code
	}{
		"not written": {faulty.Before(), CodeNotStored},
		"written":     {faulty.After(), ""},
		"full":        {faulty.Full(), CodeNotStored},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				log := newFaulty(w.log)
				w.log = log
				w.restart()
				list := w.playing(toyTable(), "ann", "bob")
				log.Inject(faulty.AddChat, test.fault)
				say := func() error {
					err := w.lobby.sayAs(w.ctx, w.room, list[0].person, "1", "hello")
					w.after(0)
					return err
				}
				require.Equal(t, test.code, coded.Of(say()))
				require.Equal(t, 1, w.logged("storing a chat line failed"))
				require.NoError(t, say())
				lines, err := w.log.Chat(w.ctx, w.room, 0, 10)
				require.NoError(t, err)
				require.Len(t, lines, 1)
				for _, c := range list {
					require.Len(t, c.chat, 1)
				}
			})
		})
	}
}

// A report contains the lines that the reporter could read. Nobody can read a removed line any more.
func TestReportedAndRemovedLines(t *testing.T) {
	inWorld(t, func(w *world) {
		ann, eve := w.open("ann", toyTable()), w.guest("eve")
		for n := range 20 {
			w.after(chatWindow)
			require.NoError(t, w.say(ann, fmt.Sprint("line ", n+1)))
		}
		lines, err := w.lobby.Lines(w.ctx, w.room, eve.person, 15)
		require.NoError(t, err)
		require.Len(t, lines, linesBefore+1+linesAfter)
		require.Equal(
			t,
			Line{Number: 15, At: lines[linesBefore].At, Player: ann.person.ID, Name: "The ann", Text: "line 15"},
			lines[linesBefore],
		)
		lines, err = w.lobby.Lines(w.ctx, w.room, eve.person, 0)
		require.NoError(t, err)
		require.Len(t, lines, linesBefore+1)
		_, err = w.lobby.Lines(w.ctx, w.room, eve.person, 21)
		w.requireCode(CodeNoLine, err)
		_, err = w.lobby.Lines(w.ctx, "nowhere", eve.person, 1)
		w.requireCode(directory.CodeNoRoom, err)

		require.NoError(t, w.lobby.RemoveLine(w.ctx, w.room, 15))
		w.requireCode(CodeNoLine, w.lobby.RemoveLine(w.ctx, w.room, 99))
		w.after(0)
		last := eve.chat[len(eve.chat)-1]
		require.Equal(t, []any{uint64(15), ""}, []any{last.Number, last.Text}, "it is told once more, without text")
		check := func() {
			_, err := w.lobby.Lines(w.ctx, w.room, eve.person, 15)
			w.requireCode(CodeNoLine, err)
			later := w.newClient("later")
			w.join(later)
			require.Len(t, later.chat, 19)
			for _, line := range later.chat {
				require.NotEqual(t, uint64(15), line.Number)
				require.NotEmpty(t, line.Text)
			}
		}
		check()
		w.restart()
		check()
	})
}

// Spectators report what spectators may read, not what players say meanwhile.
func TestSpectatorsReportNoHiddenLines(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay = 3
		players := w.playing(settings, "ann", "bob")
		ann, bob, eve := players[0], players[1], w.guest("eve")
		require.NoError(t, w.say(ann, "my cards are good"))
		require.NoError(t, w.say(eve, "whose turn is it?"))
		hidden := ann.chat[len(ann.chat)-1].Number
		_, err := w.lobby.Lines(w.ctx, w.room, eve.person, hidden)
		w.requireCode(CodeNoLine, err)
		lines, err := w.lobby.Lines(w.ctx, w.room, eve.person, 0)
		require.NoError(t, err)
		for _, line := range lines {
			require.NotEqual(t, "my cards are good", line.Text)
		}
		lines, err = w.lobby.Lines(w.ctx, w.room, bob.person, 0)
		require.NoError(t, err)
		for _, line := range lines {
			require.NotEqual(t, "whose turn is it?", line.Text)
		}
	})
}
