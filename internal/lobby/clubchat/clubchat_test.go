package clubchat

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/club"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// world is a chat with its store and its settings. changes counts the changes.
type world struct {
	*Chat
	t        *testing.T
	db       *storetest.Store
	people   *people.People
	settings Settings
	changes  int
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, db: storetest.Open(t)}
	w.people = people.New(w.db, people.Options{})
	w.Chat = New(w.db, w.people.Social, func() Settings { return w.settings }, func(change club.Change) {
		require.Equal(t, club.Change{Chat: true}, change)
		w.changes++
	})
	return w
}

func (w *world) account(name string) people.Person {
	w.t.Helper()
	person, _, _, err := w.people.Accounts.NewAccount(w.t.Context(), name)
	require.NoError(w.t, err)
	return person
}

// add stores a line of a person that was written some time ago.
func (w *world) add(person people.Person, text string, ago time.Duration) uint64 {
	w.t.Helper()
	line, err := w.db.AddClubLine(
		w.t.Context(),
		store.ClubLine{Person: person.ID, Text: text, Created: time.Now().Add(-ago)},
		store.ClubLineLimits{Stored: 100},
	)
	require.NoError(w.t, err)
	return line.Number
}

func texts(lines []club.NumberedLine) (list []string) {
	for i := range lines {
		list = append(list, lines[i].Text)
	}
	return list
}

// A line is stored before the club hears of it. A line that is not stored is not shown.
func TestALineIsStoredFirst(t *testing.T) {
	w := newWorld(t)
	ann := w.account("Ann")
	_, err := w.Write(t.Context(), ann, "hello")
	require.NoError(t, err)
	require.Equal(t, 1, w.changes)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = w.Write(ended, ann, "lost")
	require.Error(t, err)
	require.Equal(t, 1, w.changes)
	state, err := w.Latest(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"hello"}, texts(state.Lines))
	require.Equal(t, "Ann", state.Lines[0].Name)
}

func TestLinesEndAfterAWeek(t *testing.T) {
	w := newWorld(t)
	ann := w.account("Ann")
	old := w.add(ann, "old", KeepFor+time.Second)
	w.add(ann, "young", KeepFor-time.Minute)
	state, err := w.Latest(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"young"}, texts(state.Lines))
	page, err := w.Read(t.Context(), ann, 0, 10)
	require.NoError(t, err)
	require.Len(t, page.Lines, 1)
	own, err := w.Own(t.Context(), ann.ID)
	require.NoError(t, err)
	require.Len(t, own, 1)
	_, err = w.Author(t.Context(), old)
	require.Equal(t, lobby.CodeNoLine, coded.Of(err))

	n, err := w.RetentionTask().Delete(t.Context(), time.Now())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, 1, w.changes, "documents without the line are made")
	_, err = w.db.ClubLine(t.Context(), old)
	require.ErrorIs(t, err, store.ErrNotFound)
	n, err = w.RetentionTask().Delete(t.Context(), time.Now())
	require.NoError(t, err)
	require.Zero(t, n)
	require.Equal(t, 1, w.changes)
}

// A removed line leaves no text, in the document neither.
func TestARemovedLine(t *testing.T) {
	w := newWorld(t)
	ann := w.account("Ann")
	number := w.add(ann, "rude", time.Minute)
	require.NoError(t, w.Remove(t.Context(), number))
	require.Equal(t, lobby.CodeNoLine, coded.Of(w.Remove(t.Context(), number)))
	require.Equal(t, 1, w.changes)
	state, err := w.Latest(t.Context())
	require.NoError(t, err)
	require.Equal(t, number, state.Lines[0].Number)
	require.Equal(t, club.ChatLine{At: state.Lines[0].At, Removed: true}, state.Lines[0].ChatLine)
	require.NotZero(t, state.LastRemoval)
	_, err = w.Around(t.Context(), ann, number)
	require.Equal(t, lobby.CodeNoLine, coded.Of(err))
}

func TestADeletedPersonLeavesNoLines(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.account("Ann"), w.account("Bob")
	w.add(ann, "from Ann", time.Minute)
	w.add(bob, "from Bob", time.Minute)
	require.NoError(t, w.db.DeleteIdentity(t.Context(), ann.ID))
	state, err := w.Latest(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"from Bob"}, texts(state.Lines))
}

// A flood of one person or of many is refused, and does not keep others from reading.
func TestFloods(t *testing.T) {
	w := newWorld(t)
	ann := w.account("Ann")
	for range limits.PerPerson[0].Lines {
		_, err := w.Write(t.Context(), ann, "again")
		require.NoError(t, err)
	}
	_, err := w.Write(t.Context(), ann, "again")
	require.Equal(t, coded.TooFast, coded.Of(err))

	bob := w.account("Bob")
	for range limits.Total[0].Lines {
		w.add(ann, "again", 20*time.Second)
	}
	_, err = w.Write(t.Context(), bob, "hello")
	require.Equal(t, coded.TooFast, coded.Of(err), "too many in all")
	page, err := w.Read(t.Context(), bob, 0, 10)
	require.NoError(t, err)
	require.Len(t, page.Lines, 10)
}

func TestADayOfLines(t *testing.T) {
	w := newWorld(t)
	ann := w.account("Ann")
	for range limits.PerPerson[1].Lines {
		line := store.ClubLine{Person: ann.ID, Text: "x", Created: time.Now().Add(-time.Hour)}
		_, err := w.db.AddClubLine(t.Context(), line, store.ClubLineLimits{Stored: 1000})
		require.NoError(t, err)
	}
	_, err := w.Write(t.Context(), ann, "one more")
	require.Equal(t, coded.TooFast, coded.Of(err))
}
