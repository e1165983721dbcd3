package runner_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/people"
	"archmage/internal/stream/patch"
	"archmage/internal/strict"
)

// viewer has the document of a subscription.
type viewer struct {
	t   testing.TB
	sub *runner.Subscription
	doc []byte
	// frames counts the frames, bytes their bytes.
	frames, bytes int
}

func watch(t testing.TB, r *runner.Runner, id string, person people.Person) *viewer {
	t.Helper()
	sub, err := r.Watch(t.Context(), id, person)
	require.NoError(t, err)
	return &viewer{t: t, sub: sub}
}

// read takes the frames and returns the document.
func (v *viewer) read() (doc runner.Document) {
	v.t.Helper()
	frames, isOpen := v.sub.Take(nil)
	require.True(v.t, isOpen)
	for _, data := range frames {
		v.frames++
		v.bytes += len(data)
		var frame struct{ Document, Patch json.RawMessage }
		require.NoError(v.t, json.Unmarshal(data, &frame))
		if frame.Document != nil {
			v.doc = frame.Document
			continue
		}
		var err error
		v.doc, err = patch.Apply(v.doc, frame.Patch)
		require.NoError(v.t, err)
	}
	require.NoError(v.t, json.Unmarshal(v.doc, &doc))
	return doc
}

// Documents of viewers follow the event, also at a node that does not do what is due, and are those of the API.
func TestWatching(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 8)
		leader, other := w.node(), w.node()
		id := w.create(leader, event.Settings{Kind: event.KindSwiss, Rounds: 2}, 8)
		require.NoError(t, w.do(leader, id, person(7), &event.Join{Perhaps: true}))
		member := watch(t, leader, id, account(person(0)))
		visitor := watch(t, other, id, people.Person{ID: "moss", Name: "Moss", Kind: people.Guest})
		far := watch(t, other, id, account(person(1)))
		require.Len(t, member.read().People, 8)
		require.Len(t, visitor.read().People, 7, "who comes perhaps is not shown to visitors")
		require.NotContains(t, string(visitor.doc), person(7))

		// The other node looks every second.
		go other.Run(t.Context(), func() bool { return false })
		require.NoError(t, w.do(leader, id, person(6), &event.Withdraw{Person: person(6)}))
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.Len(t, member.read().People, 7)
		require.Len(t, visitor.read().People, 6)
		e := w.play(id, 2*time.Hour, func() error {
			err := leader.DoDue(t.Context())
			time.Sleep(2 * time.Second)
			synctest.Wait()
			doc := member.read()
			require.JSONEq(t, string(member.doc), same(t, far), "the same at all nodes")
			isOver := doc.Status == event.StatusFinished
			require.Equal(t, isOver, doc.Secret != "", "the secret is shown at the end")
			for _, round := range doc.Rounds {
				for _, table := range round.Tables {
					require.Equal(t, table.Status != runner.TableOver, table.Room != "")
				}
			}
			return err
		})
		require.Equal(t, event.StatusFinished, e.Status)
		for kind, v := range map[runner.Audience]*viewer{runner.Member: member, runner.Visitor: visitor} {
			v.read()
			doc, err := leader.Document(t.Context(), id, kind)
			require.NoError(t, err)
			require.JSONEq(t, string(strict.Encode(doc)), string(v.doc))
		}
		require.NotContains(t, string(visitor.doc), person(7))
		require.Contains(t, string(visitor.doc), e.Commitment)
		for _, v := range []*viewer{member, visitor, far} {
			v.sub.Close()
			v.sub.Close()
		}
	})
}

func same(t *testing.T, v *viewer) string {
	t.Helper()
	v.read()
	return string(v.doc)
}

// The leader shows what another node has stored, also while nothing is due.
func TestTheLeaderLooksAtOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 2)
		leader, other := w.node(), w.node()
		id := w.create(leader, event.Settings{Kind: event.KindSwiss}, 1)
		go leader.Run(t.Context(), nil)
		member := watch(t, leader, id, account(person(0)))
		require.Len(t, member.read().People, 1)
		require.NoError(t, w.do(other, id, person(1), &event.Join{}))
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.Len(t, member.read().People, 2)
		member.sub.Close()
	})
}

// Nothing of what is to come is in a document: no secret, no deal, no later round of the schedule, no names of rooms.
func TestDocumentsHideWhatIsToCome(t *testing.T) {
	w := newWorld(t, 4)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindRoundRobin, SameDeal: true}, 4)
	e := w.play(id, time.Minute, func() error { return r.DoDue(t.Context()) })
	require.Len(t, e.Rounds, 1)
	require.Len(t, e.Schedule, 3)
	doc, err := r.Document(t.Context(), id, runner.Member)
	require.NoError(t, err)
	text := string(strict.Encode(doc))
	secret, err := e.Secret.MarshalText()
	require.NoError(t, err)
	require.NotContains(t, text, string(secret))
	require.NotContains(t, strings.ToLower(text), "schedule")
	require.NotContains(t, strings.ToLower(text), `"deal`)
	require.Len(t, doc.Rounds, 1)
	for _, room := range w.openRooms() {
		require.NotNil(t, room.table.Deal)
		require.Equal(t, e.Deal(1), *room.table.Deal)
	}
}

// A deleted person has no name in documents and lists.
func TestDeletedPeopleHaveNoNames(t *testing.T) {
	w := newWorld(t, 4)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 1, Listed: true}, 4)
	e := w.play(id, time.Hour, func() error { return r.DoDue(t.Context()) })
	require.Equal(t, event.StatusFinished, e.Status)
	lines, _, err := r.Lines(t.Context(), runner.Query{Past: true, Limit: 9})
	require.NoError(t, err)
	require.Len(t, lines[0].Podium, 3)
	require.Equal(t, "Name of organiser", lines[0].Organiser)
	w.deleted["organiser"], w.deleted[person(0)] = true, true
	w.at(w.time().Add(2 * time.Minute))
	doc, err := r.Document(t.Context(), id, runner.Visitor)
	require.NoError(t, err)
	require.NotContains(t, string(strict.Encode(doc)), "Name of p00")
	lines, _, err = r.Lines(t.Context(), runner.Query{Past: true, Limit: 9})
	require.NoError(t, err)
	require.Empty(t, lines[0].Organiser)
	for i, place := range lines[0].Podium {
		isDeleted := e.People[e.Final[i].Person].ID == person(0)
		require.Equal(t, isDeleted, place.Name == "")
	}
}

func TestLists(t *testing.T) {
	w := newWorld(t, 3)
	r := w.node()
	listed := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 5, Listed: true}, 2)
	private := w.create(r, event.Settings{Kind: event.KindEvening}, 1)
	ids := func(query runner.Query) (list []string) {
		t.Helper()
		query.Limit = 9
		lines, _, err := r.Lines(t.Context(), query)
		require.NoError(t, err)
		for i := range lines {
			list = append(list, lines[i].ID+" "+lines[i].Mine)
		}
		return list
	}
	require.Equal(t, []string{listed + " "}, ids(runner.Query{}))
	require.Equal(t, []string{listed + " "}, ids(runner.Query{Person: person(2)}))
	require.ElementsMatch(t, []string{listed + " yes", private + " yes"}, ids(runner.Query{Person: person(0)}))
	require.ElementsMatch(
		t, []string{listed + " organiser", private + " organiser"}, ids(runner.Query{Person: "organiser"}),
	)
	require.Empty(t, ids(runner.Query{Within: time.Hour}))
	lines, _, err := r.Lines(t.Context(), runner.Query{Limit: 9})
	require.NoError(t, err)
	require.Equal(t, runner.Line{
		ID: listed, Title: "A cup", Kind: event.KindSwiss, Game: w.load(listed).Settings.Game, Size: 2,
		Status: event.StatusPlanned, Begins: noon.Add(2 * time.Hour).UnixMilli(), Coming: 2, Rounds: 5,
		Organiser: "Name of organiser", OrganiserID: "organiser",
	}, lines[0])
	_, _, err = r.Lines(t.Context(), runner.Query{After: "x", Limit: 9})
	require.Equal(t, coded.Malformed, coded.Of(err))
	own, err := r.Own(t.Context(), person(0))
	require.NoError(t, err)
	require.Len(t, own, 2)
	require.Equal(t, "yes", own[0].Role)
}

// Who asks for events that do not exist leaves nothing in memory, and what fails is tried again.
func TestFailures(t *testing.T) {
	w := newWorld(t, 2)
	r := w.node()
	_, err := r.Document(t.Context(), "none", runner.Member)
	require.Equal(t, runner.CodeNoEvent, coded.Of(err))
	_, err = r.Watch(t.Context(), "none", account(person(0)))
	require.Equal(t, runner.CodeNoEvent, coded.Of(err))
	require.Zero(t, r.Loaded())
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 1}, 2)
	require.Equal(t, 1, r.Loaded())
	w.opsLeft, w.diesBefore = 1, true
	err = w.do(r, id, person(0), &event.Withdraw{Person: person(0)})
	require.Equal(t, people.CodeNotStored, coded.Of(err))
	require.True(t, errors.Is(err, errDead))
	require.Len(t, w.load(id).People, 2)
}
