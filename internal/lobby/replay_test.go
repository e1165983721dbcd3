package lobby

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/people/avatar"
	"archmage/internal/room"
	"archmage/internal/stream/patch"
	"archmage/internal/strict"
)

// shown is what an audience was shown live: its documents, what it was asked, and
// the events of the answer that had led there.
type shown struct {
	public, private []byte
	decisions       []game.DecisionText
	events          []json.RawMessage
	hasEvents       bool
}

// chunk returns a part of a replay.
func (w *world) chunk(by people.Person, id, as string, step int) *replay.Chunk {
	w.t.Helper()
	part, err := w.lobby.Steps(w.ctx, by, id, as, step)
	require.NoError(w.t, err)
	var chunk replay.Chunk
	w.unpack(part, &chunk)
	return &chunk
}

func (w *world) unpack(part replay.Part, into any) {
	w.t.Helper()
	data, err := part.Data(w.ctx)
	require.NoError(w.t, err)
	r, err := gzip.NewReader(bytes.NewReader(data))
	require.NoError(w.t, err)
	require.NoError(w.t, json.NewDecoder(r).Decode(into))
}

// TestAReplayShowsWhatWasShown plays matches with answers taken back, notes what
// players and a spectator are shown at every moment, and compares all of it with
// the replay.
func TestAReplayShowsWhatWasShown(t *testing.T) {
	for _, id := range []string{"toy", "seasons", "spellbook"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			inWorldWith(t, Options{IdleAfter: time.Minute}, 9, func(w *world) { replayWhatWasShown(w, id) })
		})
	}
}

func replayWhatWasShown(w *world, id string) {
	t := w.t
	list := w.playing(room.Settings{Game: id, Seats: 3, Spectators: true, Undo: true}, "ann", "bob", "cy")
	audiences := append(list[:3:3], w.guest("eve"))
	live := make([]map[int]shown, len(audiences))
	for i := range live {
		live[i] = map[int]shown{}
	}
	before, undone := 0, 0
	note := func(counts []int) {
		n := len(w.truth().Play.Match.Items)
		for i, c := range audiences {
			now := shown{public: bytes.Clone(c.public), private: bytes.Clone(c.private), decisions: c.decisions}
			switch {
			case n == before+1:
				now.events, now.hasEvents = c.events[counts[i]:], true
			case n < before:
				now.events, now.hasEvents = live[i][n].events, live[i][n].hasEvents
			}
			live[i][n] = now
			for later := n + 1; later <= before; later++ {
				delete(live[i], later)
			}
		}
		if n < before {
			undone++
		}
		before = n
	}
	note(make([]int, len(audiences)))
	for step := 0; list[0].result == nil; step++ {
		require.Less(t, step, 3000)
		counts := make([]int, len(audiences))
		for i, c := range audiences {
			counts[i] = len(c.events)
		}
		c := list[w.rng.IntN(3)]
		switch {
		case step == 20 && id == "toy":
			w.must(list[2], &room.Concede{})
		case c.undo && w.rng.IntN(4) == 0:
			w.must(c, &room.Undo{})
		case c.decision() != nil:
			require.NoError(t, c.answer())
		default:
			w.after(time.Second)
		}
		note(counts)
	}
	if id != "toy" {
		require.Positive(t, undone, "something was taken back")
	}
	last := before
	for i, as := range []string{"0", "1", "2", "spectator"} {
		compared := w.compare(list[0].match, as, last, live[i])
		if id == "toy" {
			// After a player conceded, a bot's answers were not always noted one by one.
			require.Greater(t, compared, last/2)
			continue
		}
		require.Equal(t, last+1, compared, "every step was compared")
	}
	for step := 0; step <= last; step += replay.ChunkSteps {
		chunk := w.chunk(people.Person{}, list[0].match, "all", step)
		requireSameJSON(
			t,
			w.chunk(people.Person{}, list[0].match, "spectator", step).Public,
			chunk.Public,
			"all see what everybody sees",
		)
		require.Len(t, chunk.Private, 3)
	}
	var line replay.Timeline
	part, err := w.lobby.Timeline(w.ctx, people.Person{}, list[0].match)
	require.NoError(t, err)
	w.unpack(part, &line)
	require.Len(t, line.Steps, last+1)
}

// compare compares what some viewer is shown at every step with what was shown live,
// and returns how many steps it could.
func (w *world) compare(match, as string, last int, live map[int]shown) (compared int) {
	t := w.t
	var public, private []byte
	for from := 0; from <= last; from += replay.ChunkSteps {
		chunk := w.chunk(people.Person{}, match, as, from)
		for i := range chunk.Steps {
			step, number := &chunk.Steps[i], from+i
			if i == 0 {
				public, private = strict.Encode(chunk.Public), nil
				if chunk.Private != nil {
					private = strict.Encode(chunk.Private)
				}
			}
			for document, change := range map[*[]byte]json.RawMessage{&public: step.Public, &private: step.Private} {
				if change != nil {
					after, err := patch.Apply(*document, change)
					require.NoError(t, err)
					*document = after
				}
			}
			want, ok := live[number]
			if !ok {
				continue
			}
			compared++
			what := fmt.Sprintf("step %d as %s", number, as)
			requireSameJSON(t, json.RawMessage(want.public), json.RawMessage(public), what)
			require.Equal(t, want.private == nil, private == nil)
			if private != nil {
				requireSameJSON(t, json.RawMessage(want.private), json.RawMessage(private), what)
			}
			requireSameJSON(t, withoutIDs(want.decisions), withoutIDs(step.Decisions), what)
			if want.hasEvents {
				requireSameJSON(
					t,
					append([]json.RawMessage{}, want.events...),
					append([]game.EventText{}, step.Events...),
					what,
				)
			}
		}
	}
	return compared
}

// withoutIDs returns questions without their ids, which a room never uses again
// after an undo.
func withoutIDs(list []game.DecisionText) []game.DecisionText {
	out := []game.DecisionText{}
	for _, one := range list {
		one.ID = 0
		out = append(out, one)
	}
	return out
}

// TestWhoMaySeeAReplay: nobody of a match that is not over; of one that
// spectators saw with a delay, its players at once and others later.
func TestWhoMaySeeAReplay(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay = 4
		list := w.playing(settings, "ann", "bob")
		eve := w.guest("eve")
		id := list[0].match
		open := func(by people.Person) bool {
			_, timeline := w.lobby.Timeline(w.ctx, by, id)
			_, steps := w.lobby.Steps(w.ctx, by, id, "spectator", 0)
			_, preview := w.lobby.Preview(w.ctx, by, id)
			require.Equal(
				t,
				[]coded.Code{coded.Of(timeline), coded.Of(timeline)},
				[]coded.Code{coded.Of(steps), coded.Of(preview)},
			)
			if timeline != nil {
				w.requireCode(archive.CodeNoMatch, timeline)
			}
			return timeline == nil
		}
		require.False(t, open(list[0].person))
		require.False(t, open(people.Person{}))
		w.play(list...)
		require.True(t, open(list[0].person))
		require.False(t, open(eve.person))
		require.False(t, open(people.Person{}))
		w.after(5 * hiddenTurn)
		require.True(t, open(eve.person))
		require.True(t, open(people.Person{}))

		for _, as := range []string{"", "2", "-1", "everybody"} {
			_, err := w.lobby.Steps(w.ctx, eve.person, id, as, 0)
			w.requireCode(coded.Malformed, err)
		}
		_, err := w.lobby.Steps(w.ctx, eve.person, id, "all", -1)
		w.requireCode(coded.Malformed, err)
		part, err := w.lobby.Steps(w.ctx, eve.person, id, "all", 5000)
		require.NoError(t, err)
		_, err = part.Data(w.ctx)
		w.requireCode(coded.Malformed, err)
		_, err = w.lobby.Timeline(w.ctx, eve.person, "nowhere")
		w.requireCode(archive.CodeNoMatch, err)
	})
}

// TestPreview: a link says who won, with names that can change, in the language of the
// server.
func TestPreview(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		w.play(list...)
		id := list[0].match
		preview, err := w.lobby.Preview(w.ctx, people.Person{}, id)
		require.NoError(t, err)
		require.False(t, preview.Listed)
		places := list[0].result.Outcome.Places
		name := func(i int) string { return []string{"The ann", "The bob"}[places[i].Seat] }
		if places[0].Rank == places[1].Rank {
			require.Contains(t, preview.Title, " share ")
		} else {
			require.Equal(
				t,
				fmt.Sprintf("%s won a match of %s, %d", name(0), w.rules.Info().Title.En, places[0].Total),
				preview.Title,
			)
			require.Equal(t, fmt.Sprintf("%s %d. See it again, step by step.", name(1), places[1].Total), preview.Text)
		}
		require.Contains(t, preview.Summary, " · 2 players · ")
		require.Len(t, preview.Places, 2)
		for i, place := range preview.Places {
			require.Equal(t, places[i].Rank, place.Rank)
			require.Equal(t, places[i].Total, place.Total)
			require.Equal(t, name(i), place.Name)
			require.Equal(t, avatar.Of(name(i)), place.Face)
			require.Empty(t, place.Note)
		}
		require.NoError(t, w.log.DeleteIdentity(w.ctx, "ann"))
		later, err := w.lobby.Preview(w.ctx, people.Person{}, id)
		require.NoError(t, err)
		require.NotContains(t, fmt.Sprint(later), "ann")
	})
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		w.must(list[0], &room.Concede{})
		preview, err := w.lobby.Preview(w.ctx, people.Person{}, list[0].match)
		require.NoError(t, err)
		require.Contains(t, preview.Title, "The bob won")
		require.Equal(t, "The ann 0 (conceded). See it again, step by step.", preview.Text)
		require.Equal(t, "conceded", preview.Places[1].Note)
		w.archive.Lang = func() string { return "fr" }
		w.restart()
		preview, err = w.lobby.Preview(w.ctx, people.Person{}, list[0].match)
		require.NoError(t, err)
		require.Contains(t, preview.Title, "The bob a gagné")
		require.Contains(t, preview.Summary, " · 2 joueurs · ")
		require.Equal(t, "abandon", preview.Places[1].Note)
	})
}
