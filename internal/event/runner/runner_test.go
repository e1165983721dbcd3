package runner_test

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/store"
)

// requireHolds checks the file of an event that is over.
func (w *world) requireHolds(r *runner.Runner, id string) {
	w.t.Helper()
	data, err := r.File(w.t.Context(), id)
	require.NoError(w.t, err)
	file, err := event.DecodeFile(data)
	require.NoError(w.t, err)
	findings, _ := file.Verify(w.t.Context(), event.Witness{Commitment: w.load(id).Commitment})
	for _, finding := range findings {
		if finding.Verdict != match.Holds {
			require.Equal(w.t, match.Unknown, finding.Verdict, "%+v", finding)
		}
	}
}

func TestSwissOfTwelve(t *testing.T) {
	w := newWorld(t, 12)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 4}, 12)
	require.NoError(t, r.DoDue(t.Context()))
	require.Empty(t, w.notices())
	w.at(noon.Add(time.Hour))
	require.NoError(t, r.DoDue(t.Context()))
	require.NoError(t, r.DoDue(t.Context()))
	require.Equal(t, map[string]int{"reminder 0": 12}, w.notices())
	require.Equal(t, event.StatusPlanned, w.load(id).Status)

	e := w.play(id, 2*time.Hour, func() error { return r.DoDue(t.Context()) })
	require.Equal(t, event.StatusFinished, e.Status)
	require.Len(t, e.Rounds, 4)
	require.Len(t, w.opened, 4*6)
	require.Equal(t, fmt.Sprint("p00:", 4*event.PointUnits), ranking(e)[0], "the first of the alphabet wins all")
	require.Equal(t, map[string]int{"table 1": 12, "table 2": 12, "table 3": 12, "table 4": 12}, w.notices())
	w.requireHolds(r, id)
	due, err := w.db.DueEvents(t.Context(), noon.Add(1000*time.Hour), 9)
	require.NoError(t, err)
	require.Empty(t, due, "nothing is left to do")
}

func TestRoundRobinAndKnockout(t *testing.T) {
	for _, settings := range []event.Settings{
		{Kind: event.KindRoundRobin}, {Kind: event.KindKnockout}, {Kind: event.KindSwiss, Size: 2, Fillers: true},
	} {
		t.Run(string(settings.Kind), func(t *testing.T) {
			w := newWorld(t, 7)
			r := w.node()
			id := w.create(r, settings, 7)
			e := w.play(id, 3*time.Hour, func() error { return r.DoDue(t.Context()) })
			require.Equal(t, event.StatusFinished, e.Status)
			require.Contains(t, ranking(e)[0], "p00")
			w.requireHolds(r, id)
		})
	}
}

// In a round robin of four of which two leave, the others meet although some of their rounds have no table.
func TestRoundRobinThatPeopleLeave(t *testing.T) {
	w := newWorld(t, 4)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindRoundRobin}, 4)
	w.at(noon.Add(2 * time.Hour))
	require.NoError(t, r.DoDue(t.Context()))
	require.NoError(t, w.do(r, id, person(2), &event.Leave{Person: person(2)}))
	require.NoError(t, w.do(r, id, person(3), &event.Leave{Person: person(3)}))
	e := w.play(id, 3*time.Hour, func() error { return r.DoDue(t.Context()) })
	require.Equal(t, event.StatusFinished, e.Status)
	require.Len(t, e.Rounds, 3)
}

// An evening seats people who come late, and ends when everybody has left.
func TestEvening(t *testing.T) {
	w := newWorld(t, 8)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindEvening}, 5)
	due := func() error { return r.DoDue(t.Context()) }
	e := w.play(id, 5*time.Minute, due)
	require.Equal(t, event.StatusRunning, e.Status)
	require.Len(t, w.openRooms(), 2, "one of five waits")
	require.NoError(t, w.do(r, id, person(5), &event.Enter{Person: person(5)}))
	w.at(w.time().Add(2 * time.Minute))
	require.NoError(t, due())
	require.Len(t, w.openRooms(), 3)
	e = w.play(id, 90*time.Minute, due)
	require.Equal(t, event.StatusRunning, e.Status)
	require.Greater(t, len(e.Rounds), 5)
	for i := range 6 {
		require.NoError(t, w.do(r, id, person(i), &event.Leave{Person: person(i)}))
	}
	for range 60 {
		w.at(w.time().Add(time.Minute))
		require.NoError(t, due())
	}
	e = w.load(id)
	require.Equal(t, event.StatusFinished, e.Status)
	require.Len(t, e.Final, 6)
	w.requireHolds(r, id)
}

// People who do not come forfeit after the time for it. The others of a larger table begin anew in another room.
func TestNoShows(t *testing.T) {
	w := newWorld(t, 6)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Size: 3, Rounds: 1, Grace: 5}, 6)
	w.absent[person(0)] = true
	due := func() error { return r.DoDue(t.Context()) }
	e := w.play(id, 4*time.Minute, due)
	require.Len(t, w.openRooms(), 2)
	require.False(t, e.People[0].Left)
	e = w.play(id, 6*time.Minute, due)
	require.True(t, e.People[0].Left)
	require.Len(t, w.opened, 3)
	require.Len(t, w.closed, 1)
	last := w.rooms[w.opened[2]].table
	require.Len(t, last.People, 2)
	require.NotEqual(t, last.Room, w.opened[0])
	e = w.play(id, time.Hour, due)
	require.Equal(t, event.StatusFinished, e.Status)
	require.Contains(t, ranking(e)[5], "p00:0")
	w.requireHolds(r, id)
}

// Those who wait at a table give the person who is absent three more minutes, once.
func TestThreeMoreMinutes(t *testing.T) {
	w := newWorld(t, 4)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 1, Grace: 5}, 4)
	w.absent[person(0)] = true
	due := func() error { return r.DoDue(t.Context()) }
	e := w.play(id, time.Minute, due)
	wait := &event.Wait{}
	wait.Round = 1
	other := person(e.Rounds[0].Tables[0].Seats[0])
	if !slices.Contains(e.Rounds[0].Tables[0].Seats, 0) {
		wait.Table = 1
		other = person(e.Rounds[0].Tables[1].Seats[0])
	}
	if other == person(0) {
		other = person(e.Rounds[0].Tables[wait.Table].Seats[1])
	}
	full := &event.Wait{}
	full.Round, full.Table = 1, 1-wait.Table
	require.Equal(t, runner.CodeNobodyMissing, coded.Of(w.do(r, id, "organiser", full)))
	require.Equal(t, runner.CodeNobodyMissing, coded.Of(w.do(r, id, person(0), wait)))
	require.Equal(t, event.CodeNotOfficer, coded.Of(w.do(r, id, person(e.Rounds[0].Tables[full.Table].Seats[0]), wait)))
	require.NoError(t, w.do(r, id, other, wait))
	require.Equal(t, event.CodeWaited, coded.Of(w.do(r, id, "organiser", wait)))
	require.NoError(t, due())
	room := w.rooms[e.Room(1, wait.Table)]
	until := noon.Add(2*time.Hour + 8*time.Minute)
	require.True(t, room.isLonger)
	require.Equal(t, until.UnixMilli(), room.until)
	doc, err := r.Document(t.Context(), id, runner.Visitor)
	require.NoError(t, err)
	shown := doc.Rounds["1"].Tables[strconv.Itoa(wait.Table)]
	require.True(t, shown.Longer)
	require.Equal(t, until.UnixMilli(), shown.Until)
	w.at(until.Add(-time.Second))
	require.NoError(t, due())
	require.False(t, w.load(id).People[0].Left)
	w.at(until)
	require.NoError(t, due())
	require.True(t, w.load(id).People[0].Left)
	e = w.play(id, time.Hour, due)
	require.Equal(t, event.StatusFinished, e.Status)
	w.requireHolds(r, id)
}

// Matches that are not over at the end of the round's time end soon. A pause extends the time. Another node does the
// same if the first one is gone.
func TestTheTimeOfARound(t *testing.T) {
	w := newWorld(t, 4)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 1, Minutes: 30}, 4)
	w.takes = 24 * time.Hour
	due := func() error { return r.DoDue(t.Context()) }
	w.play(id, time.Minute, due)
	require.NoError(t, w.do(r, id, "organiser", &event.Pause{}))
	w.at(w.time().Add(10 * time.Minute))
	require.NoError(t, w.do(r, id, "organiser", &event.Resume{}))
	begins := noon.Add(2 * time.Hour)
	hurried := func() (n int) {
		for _, room := range w.openRooms() {
			if !room.hurriedAt.IsZero() {
				n++
			}
		}
		return n
	}
	w.at(begins.Add(39 * time.Minute))
	require.NoError(t, due())
	require.Zero(t, hurried())
	w.at(begins.Add(41 * time.Minute))
	w.opsLeft, w.diesBefore = 1, true
	require.NoError(t, due(), "the other table is tried again at the next look")
	require.Zero(t, hurried())
	w.opsLeft = -1
	r = w.node()
	require.NoError(t, due())
	require.Equal(t, 2, hurried())
	ops := w.ops
	require.NoError(t, due())
	require.Equal(t, ops, w.ops, "it is said once")
	w.at(begins.Add(46 * time.Minute))
	require.NoError(t, due())
	require.NotNil(t, w.load(id).Rounds[0].Tables[0].Result)
}

// The organiser hands an event over, and the new organiser is notified. If that account is deleted too, the event is in
// the hands of the officers.
func TestHandOver(t *testing.T) {
	w := newWorld(t, 4)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss}, 4)
	handOver := &event.HandOver{Person: "nobody"}
	w.deleted["nobody"] = true
	require.Equal(t, people.CodeNoPerson, coded.Of(w.do(r, id, "organiser", handOver)))
	handOver.Person = person(1)
	require.NoError(t, w.do(r, id, "organiser", handOver))
	require.Equal(t, map[string]int{"organiser 0": 1}, w.notices())
	row, err := w.db.Event(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, person(1), row.Organiser)
	own, err := r.Own(t.Context(), "organiser")
	require.NoError(t, err)
	require.Empty(t, own)
	require.NoError(t, r.DoDue(t.Context()))
	require.Equal(t, person(1), w.load(id).Organiser)

	require.NoError(t, w.db.DeleteIdentity(t.Context(), person(1)))
	w.deleted[person(1)] = true
	require.NoError(t, r.DoDue(t.Context()))
	e := w.load(id)
	require.Empty(t, e.Organiser)
	require.Equal(t, event.StatusPlanned, e.Status)
	entries := e.Last
	require.NoError(t, r.DoDue(t.Context()))
	require.Equal(t, entries, w.load(id).Last)
	due, err := w.db.DueEvents(t.Context(), w.time(), 9)
	require.NoError(t, err)
	require.Empty(t, due)
	_, err = r.Do(t.Context(), id, account("moderator"), true, "1", &event.Start{})
	require.NoError(t, err)
}

// Nobody forfeits in a pause, and results are still taken.
func TestPauseSettleAndCancel(t *testing.T) {
	w := newWorld(t, 4)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 3}, 4)
	due := func() error { return r.DoDue(t.Context()) }
	w.absent[person(3)] = true
	w.play(id, time.Minute, due)
	require.Equal(t, event.CodeNotOfficer, coded.Of(w.do(r, id, person(1), &event.Pause{})))
	require.NoError(t, w.do(r, id, "organiser", &event.Pause{Reason: "pizza"}))
	e := w.play(id, 30*time.Minute, due)
	require.False(t, e.People[3].Left)
	require.Len(t, e.Rounds, 1)
	results := 0
	for _, table := range e.Rounds[0].Tables {
		if table.Result != nil {
			results++
		}
	}
	require.Equal(t, 1, results)
	require.NoError(t, w.do(r, id, "organiser", &event.Resume{}))
	table := 0
	if e.Rounds[0].Tables[0].Result != nil {
		table = 1
	}
	settle := &event.Settle{Places: []int{1, 1}, Reason: "peace"}
	settle.Round, settle.Table = 1, table
	require.NoError(t, w.do(r, id, "organiser", settle))
	require.NoError(t, due())
	require.Equal(t, 1, w.closed[e.Room(1, table)])
	require.NoError(t, w.do(r, id, "organiser", &event.Cancel{Reason: "rain"}))
	require.NoError(t, due())
	e = w.load(id)
	require.Equal(t, event.StatusCancelled, e.Status)
	require.Equal(t, &event.Cancellation{Reason: "rain"}, e.Cancelled)
}

func TestEventsThatDoNotStart(t *testing.T) {
	w := newWorld(t, 3)
	r := w.node()
	few := w.create(r, event.Settings{Kind: event.KindSwiss}, 1)
	begins := noon.Add(2 * time.Hour)
	for at := time.Duration(0); at < runner.StartWait; at += time.Minute {
		w.at(begins.Add(at))
		require.NoError(t, r.DoDue(t.Context()))
		require.Equal(t, event.StatusPlanned, w.load(few).Status)
	}
	w.at(begins.Add(runner.StartWait))
	require.NoError(t, r.DoDue(t.Context()))
	require.Equal(t, &event.Cancellation{IsByServer: true, Reason: runner.ReasonFewPeople}, w.load(few).Cancelled)

	// The server was away.
	w.at(noon)
	missed := w.create(r, event.Settings{Kind: event.KindSwiss}, 3)
	w.at(begins.Add(runner.StartUntil))
	require.NoError(t, r.DoDue(t.Context()))
	require.Equal(t, runner.ReasonMissed, w.load(missed).Cancelled.Reason)

	// Somebody comes late, and somebody is deleted.
	w.at(noon)
	late := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 1}, 2)
	w.deleted[person(1)] = true
	w.at(begins)
	require.NoError(t, r.DoDue(t.Context()))
	require.Equal(t, event.StatusPlanned, w.load(late).Status)
	require.NoError(t, w.do(r, late, person(2), &event.Join{}))
	require.NoError(t, r.DoDue(t.Context()))
	require.Equal(t, event.StatusRunning, w.load(late).Status)
	require.Len(t, w.load(late).People, 2)
}

// A node can die before or after each of its writes. Another one goes on, and the standings are the same.
func TestDeathAtAnyStep(t *testing.T) {
	settings := event.Settings{Kind: event.KindSwiss, Size: 3, Rounds: 2, Grace: 5}
	run := func(t *testing.T, opsLeft int, diesBefore bool) (standings []string, digestless string, ops int) {
		w := newWorld(t, 5)
		r := w.node()
		id := w.create(r, settings, 5)
		w.absent[person(1)] = true
		w.ops, w.opsLeft, w.diesBefore = 0, opsLeft, diesBefore
		e := w.play(id, 2*time.Hour, func() error {
			if err := r.DoDue(t.Context()); err != nil {
				require.ErrorIs(t, err, errDead)
				w.opsLeft = -1
				r = w.node()
			}
			return nil
		})
		require.Equal(t, event.StatusFinished, e.Status)
		w.requireHolds(r, id)
		require.Empty(t, w.openRooms())
		var tables []string
		for i := range e.Rounds {
			for _, table := range e.Rounds[i].Tables {
				tables = append(tables, fmt.Sprint(table.Seats, table.Absent, table.Result.Places))
			}
		}
		return ranking(e), fmt.Sprint(tables), w.ops
	}
	want, tables, ops := run(t, -1, false)
	require.Greater(t, ops, 10)
	for k := 1; k <= ops; k++ {
		for _, diesBefore := range []bool{true, false} {
			got, gotTables, _ := run(t, k, diesBefore)
			require.Equal(t, want, got, "operation %d, before: %v", k, diesBefore)
			require.Equal(t, tables, gotTables, "operation %d, before: %v", k, diesBefore)
		}
	}
}

// Two nodes that both do what is due, and take commands, agree.
func TestTwoNodesAgree(t *testing.T) {
	w := newWorld(t, 16)
	nodes := []*runner.Runner{w.node(), w.node(), w.node()}
	id := w.create(nodes[0], event.Settings{Kind: event.KindSwiss, Rounds: 3}, 0)
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			if err := w.do(nodes[i%3], id, person(i), &event.Join{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.Len(t, w.load(id).People, 16)
	e := w.play(id, 2*time.Hour, func() error {
		for _, node := range nodes {
			all.Go(func() {
				if err := node.DoDue(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		return nil
	})
	require.Equal(t, event.StatusFinished, e.Status)
	require.Len(t, w.opened, 3*8)
	require.Equal(t, map[string]int{"table 1": 16, "table 2": 16, "table 3": 16}, w.notices())
	first, err := nodes[0].Document(t.Context(), id, runner.Member)
	require.NoError(t, err)
	for _, node := range nodes[1:] {
		doc, err := node.Document(t.Context(), id, runner.Member)
		require.NoError(t, err)
		require.Equal(t, first, doc)
	}
	w.requireHolds(nodes[2], id)
}

// A command that is sent again is carried out once, also by another node.
func TestCommandsAreCarriedOutOnce(t *testing.T) {
	w := newWorld(t, 2)
	nodes := []*runner.Runner{w.node(), w.node()}
	id := w.create(nodes[0], event.Settings{Kind: event.KindSwiss}, 0)
	for range 3 {
		for _, node := range nodes {
			_, err := node.Do(t.Context(), id, account(person(0)), false, "same", &event.Join{})
			require.NoError(t, err)
		}
	}
	require.Equal(t, 2, w.load(id).Last)
}

func TestFloodsAreRefused(t *testing.T) {
	w := newWorld(t, 3)
	nodes := []*runner.Runner{w.node(), w.node()}
	id := w.create(nodes[0], event.Settings{Kind: event.KindSwiss}, 0)
	for i := range runner.MaxJoins {
		require.NoError(t, w.do(nodes[i%2], id, person(0), &event.Join{Perhaps: i%2 == 0}))
	}
	for _, node := range append(nodes, w.node()) {
		require.Equal(t, runner.CodeManyJoins, coded.Of(w.do(node, id, person(0), &event.Join{})))
	}
	require.NoError(t, w.do(nodes[0], id, person(1), &event.Join{}), "others can")
	w.at(noon.Add(time.Hour + time.Second))
	require.NoError(t, w.do(nodes[0], id, person(0), &event.Join{}))

	for range runner.MaxPlanned - 1 {
		w.create(nodes[0], event.Settings{Kind: event.KindSwiss}, 0)
	}
	_, err := nodes[1].Create(t.Context(), account("organiser"), event.Settings{
		Title: "x", Kind: event.KindSwiss, Game: w.load(id).Settings.Game,
	})
	require.Equal(t, runner.CodeManyEvents, coded.Of(err))
}

// Events that are handed over count as those that a person has planned. A person who already has the greatest number of
// them gets no other, and is not notified.
func TestHandOverIsBounded(t *testing.T) {
	w := newWorld(t, 2)
	r := w.node()
	settings := event.Settings{Kind: event.KindSwiss}
	var last string
	for i := range runner.MaxOpen {
		id := w.create(r, settings, 2)
		require.NoError(t, w.do(r, id, "organiser", &event.HandOver{Person: person(i % 2)}))
		last = id
	}
	require.Equal(t, map[string]int{"organiser 0": 2}, w.notices(), "one topic replaces another")

	w.at(noon.Add(90 * time.Minute))
	for range runner.MaxOpen / 2 {
		id := w.create(r, settings, 2)
		require.NoError(t, w.do(r, id, "organiser", &event.HandOver{Person: person(0)}))
	}
	require.Len(t, w.notices(), 1)
	id := w.create(r, settings, 2)
	before := w.load(id)
	require.Equal(t, runner.CodeBusyOrganiser, coded.Of(w.do(r, id, "organiser", &event.HandOver{Person: person(0)})))
	require.Equal(t, before.Digest, w.load(id).Digest)
	require.Empty(t, w.notices())
	require.NoError(t, w.do(r, last, person(1), &event.Cancel{Reason: "x"}), "others go on")

	mine, err := w.db.ListEvents(t.Context(), store.EventQuery{Person: person(0), Limit: 99})
	require.NoError(t, err)
	for i := range mine.Items {
		if mine.Items[i].Organiser == person(0) {
			require.NoError(t, w.do(r, mine.Items[i].ID, person(0), &event.Cancel{Reason: "x"}))
			break
		}
	}
	require.NoError(t, w.do(r, id, "organiser", &event.HandOver{Person: person(0)}), "one is over")
}

func TestRefusals(t *testing.T) {
	w := newWorld(t, 3)
	r := w.node()
	guest := people.Person{ID: person(2), Name: "Guest", Kind: people.Guest}
	settings := event.Settings{Title: "x", Kind: event.KindSwiss, Game: "none"}
	_, err := r.Create(t.Context(), guest, settings)
	require.Equal(t, people.CodeNoAccount, coded.Of(err))
	_, err = r.Create(t.Context(), account("organiser"), settings)
	require.Equal(t, event.CodeBadSettings, coded.Of(err))
	settings.Begins = noon.Add(-time.Hour).UnixMilli()
	_, err = r.Create(t.Context(), account("organiser"), settings)
	require.Equal(t, event.CodeBadSettings, coded.Of(err))
	id := w.create(r, event.Settings{Kind: event.KindSwiss, LateUntil: 2}, 0)
	_, err = r.Do(t.Context(), id, guest, false, "1", &event.Join{})
	require.Equal(t, people.CodeNoAccount, coded.Of(err))
	require.Equal(t, runner.CodeNoEvent, coded.Of(w.do(r, "none", person(0), &event.Join{})))
	_, err = r.File(t.Context(), id)
	require.Equal(t, event.CodeNotOver, coded.Of(err))
	require.Equal(t, event.CodeNotStarted, coded.Of(w.do(r, id, person(0), &event.Enter{Person: person(0)})))
	w.deleted["ghost"] = true
	err = w.do(r, id, "organiser", &event.Enter{Person: "ghost"})
	require.Equal(t, people.CodeNoPerson, coded.Of(err))
	// Names and strengths are those of the server.
	require.NoError(t, w.do(r, id, person(0), &event.Join{Name: "Forged", Strength: 9999}))
	require.Equal(t, "Name of p00", w.load(id).People[0].Name)
	require.Equal(t, 1003, w.load(id).People[0].Strength)
}

// People with a block sit apart if that is possible.
func TestBlocksAreRespected(t *testing.T) {
	w := newWorld(t, 4)
	w.blocks = [][2]string{{person(0), person(1)}}
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 2}, 4)
	e := w.play(id, time.Hour, func() error { return r.DoDue(t.Context()) })
	require.Equal(t, event.StatusFinished, e.Status)
	for i := range e.Rounds {
		require.True(t, e.Rounds[i].HasBlocks)
		for _, table := range e.Rounds[i].Tables {
			require.NotContains(t, [][]int{{0, 1}, {1, 0}}, table.Seats)
		}
	}
}

// A room that is gone, as after a loss, is opened again with the same id.
func TestLostRoomsAreOpenedAgain(t *testing.T) {
	w := newWorld(t, 2)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 1}, 2)
	due := func() error { return r.DoDue(t.Context()) }
	w.play(id, time.Minute, due)
	lost := w.opened[0]
	delete(w.rooms, lost)
	require.NoError(t, due())
	doc, err := r.Document(t.Context(), id, runner.Member)
	require.NoError(t, err)
	require.Empty(t, doc.Rounds["1"].Tables["0"].Room, "a room that is gone is not shown")
	require.NoError(t, due())
	require.Equal(t, []string{lost, lost}, w.opened)
	require.Equal(t, event.StatusFinished, w.play(id, time.Hour, due).Status)
}

// In an evening of two people with a block between them no table opens, and the pairing is not tried at every look.
func TestBlockedEvening(t *testing.T) {
	w := newWorld(t, 3)
	w.blocks = [][2]string{{person(0), person(1)}}
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindEvening}, 2)
	due := func() error { return r.DoDue(t.Context()) }
	require.Empty(t, w.play(id, 10*time.Minute, due).Rounds)
	require.NoError(t, w.do(r, id, person(2), &event.Enter{Person: person(2)}))
	require.NoError(t, due())
	require.Len(t, w.openRooms(), 1)
}

// Bots take the seats of people who have not come where the event has bots, and get no points.
func TestNoShowsWithBots(t *testing.T) {
	w := newWorld(t, 3)
	r := w.node()
	id := w.create(r, event.Settings{Kind: event.KindSwiss, Size: 4, Rounds: 1, Fillers: true}, 3)
	w.absent[person(1)] = true
	e := w.play(id, time.Hour, func() error { return r.DoDue(t.Context()) })
	require.Equal(t, event.StatusFinished, e.Status)
	require.Len(t, w.opened, 2)
	bots := 0
	for _, p := range w.rooms[w.opened[1]].table.People {
		if p.ID == "" {
			bots++
		}
	}
	require.Equal(t, 2, bots)
	require.Contains(t, ranking(e)[2], "p01:0")
	w.requireHolds(r, id)
}

// An event that nobody uses is unloaded, and goes on where it was.
func TestEventsAreUnloaded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 2)
		r := w.node()
		id := w.create(r, event.Settings{Kind: event.KindSwiss}, 2)
		member := watch(t, r, id, account(person(0)))
		go r.Run(t.Context(), nil)
		look := func() {
			t.Helper()
			time.Sleep(2 * time.Second)
			synctest.Wait()
		}
		w.at(noon.Add(10 * time.Minute))
		look()
		require.Equal(t, 1, r.Loaded(), "somebody watches")
		member.sub.Close()
		look()
		require.Equal(t, 1, r.Loaded())
		w.at(noon.Add(20 * time.Minute))
		look()
		require.Zero(t, r.Loaded())
		doc, err := r.Document(t.Context(), id, runner.Member)
		require.NoError(t, err)
		require.Len(t, doc.People, 2)
		r.Ended("any")
		look()
	})
}
