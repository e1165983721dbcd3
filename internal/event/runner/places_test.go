package runner_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/event/runner"
)

// People have the places and trophies of the events that they have finished. Others do not see those of a private one.
func TestPlacesAndTrophies(t *testing.T) {
	w := newWorld(t, 5)
	r := w.node()
	due := func() error { return r.DoDue(t.Context()) }
	var ids []string
	for _, settings := range []event.Settings{
		{Kind: event.KindSwiss, Rounds: 2, Listed: true}, {Kind: event.KindSwiss, Rounds: 1},
	} {
		w.at(noon)
		id := w.create(r, settings, 4)
		ids = append(ids, id)
		require.Equal(t, event.StatusFinished, w.play(id, 2*time.Hour, due).Status)
	}
	for _, each := range []struct {
		person, viewer string
		events         []string
		places         []int
	}{
		{person(0), person(1), []string{ids[0], ids[1]}, []int{1, 1}},
		{person(0), person(4), ids[:1], []int{1}},
		{person(0), "", ids[:1], []int{1}},
		{person(4), person(1), nil, nil},
	} {
		lines, next, err := r.PlacesOf(t.Context(), each.person, each.viewer, "", 5)
		require.NoError(t, err)
		require.Empty(t, next)
		events, places := []string(nil), []int(nil)
		for i := range lines {
			events, places = append(events, lines[i].ID), append(places, lines[i].Place)
			require.Equal(t, 4, lines[i].Coming)
		}
		require.ElementsMatch(t, each.events, events)
		require.Equal(t, each.places, places)
	}
	_, _, err := r.PlacesOf(t.Context(), person(0), "", "x", 5)
	require.Equal(t, coded.Malformed, coded.Of(err))
	trophies, err := r.Trophies(t.Context(), person(0))
	require.NoError(t, err)
	require.Equal(t, runner.Trophies{First: 1}, trophies, "only listed events count")
	_, champions, err := r.Champions(t.Context())
	require.NoError(t, err)
	require.Len(t, champions, 1)
	require.Equal(t, 1, champions[0].Won)
}

// An event that ends before a match was played gives no places.
func TestNoPlacesWithoutMatches(t *testing.T) {
	w := newWorld(t, 4)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 2, Listed: true}, 4)
	w.at(noon.Add(2 * time.Hour))
	require.NoError(t, r.DoDue(t.Context()))
	require.NoError(t, r.DoDue(t.Context()))
	for table := range w.load(id).Rounds[0].Tables {
		settle := &event.Settle{Places: []int{1, 2}, Reason: "no light"}
		settle.Round, settle.Table = 1, table
		require.NoError(t, w.do(r, id, "organiser", settle))
	}
	require.NoError(t, w.do(r, id, "organiser", &event.Finish{}))
	require.Equal(t, event.StatusFinished, w.load(id).Status)
	lines, _, err := r.PlacesOf(t.Context(), person(0), person(0), "", 5)
	require.NoError(t, err)
	require.Empty(t, lines)
}

// The points of a match at a table with the deal of the round are shown when the other tables have ended, too.
func TestPointsOfSameDeal(t *testing.T) {
	for _, sameDeal := range []bool{false, true} {
		w := newWorld(t, 4)
		r := w.node()
		w.absent[person(3)], w.takes = true, time.Minute
		id := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 1, SameDeal: sameDeal, Listed: true}, 4)
		w.play(id, 4*time.Minute, func() error { return r.DoDue(t.Context()) })
		doc, err := r.Document(t.Context(), id, runner.Member)
		require.NoError(t, err)
		over, shown := 0, 0
		for _, table := range doc.Rounds["1"].Tables {
			if table.Status == runner.TableOver {
				over++
				shown += len(table.Totals)
			}
		}
		require.Equal(t, 1, over, "the other table waits for a person")
		require.Equal(t, sameDeal, shown == 0)
	}
}
