package club_test

import (
	"strconv"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"archmage/internal/lobby/club"
	"archmage/internal/people"
)

// say adds a line of a person to the chat.
func (w *world) say(number uint64, person, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	next := club.ChatState{CanVisitorsRead: true}
	if w.chat != nil {
		next = *w.chat
	}
	line := club.NumberedLine{Number: number, ChatLine: club.ChatLine{Person: person, Name: person, Text: text}}
	next.Lines = append([]club.NumberedLine{line}, next.Lines...)
	w.chat = &next
}

// A line reaches all viewers within a second. Documents have the last lines only, and those of other people in place of
// those whom a viewer has blocked.
func TestChatIsLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.strangers["eve"] = []string{"bob"}
		c := startClub(w, nil)
		defer c.Close()
		ada, eve := join(t, c, w.account("ada")), join(t, c, w.account("eve"))
		guest := join(t, c, people.Person{ID: "moss", Kind: people.Guest})
		require.Nil(t, ada.read().Chat)
		for n, person := range []string{"ada", "ada", "ada", "bob", "bob"} {
			w.say(uint64(n+1), person, "line "+strconv.Itoa(n+1))
		}
		c.Changed(club.Change{Chat: true})
		settle()
		texts := func(v *viewer) (list []string) {
			for _, number := range []string{"1", "2", "3", "4", "5"} {
				if line, ok := v.read().Chat.Lines[number]; ok {
					list = append(list, line.Text)
				}
			}
			return list
		}
		require.Equal(t, []string{"line 3", "line 4", "line 5"}, texts(ada))
		require.Equal(t, []string{"line 3", "line 4", "line 5"}, texts(guest))
		require.Equal(t, []string{"line 1", "line 2", "line 3"}, texts(eve))

		w.mu.Lock()
		closed := *w.chat
		closed.CanVisitorsRead = false
		w.chat = &closed
		w.mu.Unlock()
		reads := w.reads["tables"]
		c.Changed(club.Change{Chat: true})
		settle()
		require.Nil(t, guest.read().Chat, "the club was closed")
		require.NotNil(t, ada.read().Chat)
		require.Equal(t, reads, w.reads["tables"], "nothing else is read")
	})
}

// Events reach all viewers, except those with a block between them and the organiser.
func TestEventsAreLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.strangers["eve"] = []string{"bob"}
		c := startClub(w, nil)
		defer c.Close()
		ada, eve := join(t, c, w.account("ada")), join(t, c, w.account("eve"))
		require.Empty(t, ada.read().Events)
		line := club.EventLine{ID: "cup", Title: "A cup", Organiser: "Bob"}
		w.mu.Lock()
		w.events = []club.EventState{{EventLine: line, OrganiserID: "bob"}}
		w.mu.Unlock()
		c.Changed(club.Change{Events: true})
		settle()
		require.Equal(t, map[string]club.EventLine{"cup": line}, ada.read().Events)
		require.Empty(t, eve.read().Events)
	})
}
