package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/store"
	"archmage/internal/stream/patch"
)

// logged is a match according to the log of the server that played it.
type logged struct {
	id    string
	rules game.Rules
	seed  game.Seed
	start game.State
	steps []loggedStep
}

type loggedStep struct {
	state  game.State
	events []game.Event
}

// readLogged replays a match from the archive of a server that has ended. The match must not have undone
// answers.
func readLogged(t *testing.T, data string, tab *table) *logged {
	t.Helper()
	db, err := store.OpenSQLite(t.Context(), data, store.SQLiteOptions{})
	require.NoError(t, err)
	defer db.Close()
	l := &logged{id: tab.players[0].match()}
	one, ok := childGames(data).Find(tab.settings.Game)
	require.True(t, ok)
	l.rules = one.Rules
	packed, err := db.Archive.Record(t.Context(), l.id)
	require.NoError(t, err)
	text, err := match.Unpack(packed)
	require.NoError(t, err)
	record, err := match.Decode(text)
	require.NoError(t, err)
	l.seed = *record.Start.Seed
	state, err := l.rules.New(record.Options, tab.settings.Seats, l.seed)
	require.NoError(t, err)
	l.start = state.Clone()
	for _, item := range record.Items {
		require.Equal(t, match.ItemAnswer, item.Kind)
		var d game.Decision
		require.True(t, state.Decision(item.Seat, &d))
		picks, err := d.ParsePicks(l.rules, item.Answer)
		require.NoError(t, err)
		var step game.Step
		require.NoError(t, state.Apply(item.Seat, game.Answer{Decision: d.ID, Picks: picks}, &step))
		l.steps = append(l.steps, loggedStep{state.Clone(), step.Events})
	}
	require.NotNil(t, state.Outcome(), "the match is over")
	return l
}

// expectedFrame is an update according to the protocol.
type expectedFrame struct {
	Type      string           `json:"type"`
	Seq       uint64           `json:"seq"`
	Public    json.RawMessage  `json:"public,omitempty"`
	Private   json.RawMessage  `json:"private,omitempty"`
	Events    []game.EventText `json:"events,omitempty"`
	Decisions json.RawMessage  `json:"decisions,omitempty"`
	Result    any              `json:"result,omitempty"`
}

// matchFrames returns the received frames about the match.
func (p *testPlayer) matchFrames() []string {
	var list []string
	for _, frame := range p.received() {
		if strings.HasPrefix(string(frame), `{"type":"snapshot"`) ||
			strings.HasPrefix(string(frame), `{"type":"update"`) {
			list = append(list, string(frame))
		}
	}
	return list
}

// check requires that a client received exactly the frames of the match that its viewer can see according to
// the log, field by field.
func (l *logged) check(t *testing.T, frames []string, seat game.Seat) {
	t.Helper()
	require.NotEmpty(t, frames)
	var first struct {
		Sequence string
		Seq      uint64
	}
	require.NoError(t, json.Unmarshal([]byte(frames[0]), &first))
	viewer := viewerOf(seat)
	decisions := l.decisions(t, l.start, seat)
	public, private := l.start.Public(), privateOf(l.start, seat)
	var opening game.Step
	l.start.Opening(&opening)
	events := []game.EventText{{Kind: "started", Seat: game.NoSeat}}
	for _, event := range opening.Events {
		events = append(events, event.For(viewer))
	}
	snapshot := map[string]any{
		"type":       "snapshot",
		"sequence":   first.Sequence,
		"seq":        first.Seq,
		"match":      l.id,
		"public":     public,
		"decisions":  json.RawMessage(decisions),
		"events":     events,
		"eventsFrom": 0,
		"undo":       false,
	}
	if seat != game.NoSeat {
		snapshot["private"] = private
	}
	require.JSONEq(t, encodeFrame(t, snapshot), frames[0])
	rng := game.NewRNG(game.SeedFromInt(1))
	at, seq := 1, first.Seq
	for i, step := range l.steps {
		nextDecisions := l.decisions(t, step.state, seat)
		nextPublic, nextPrivate := step.state.Public(), privateOf(step.state, seat)
		frame := expectedFrame{
			Type:    "update",
			Seq:     seq + 1,
			Public:  patch.Diff(public, nextPublic),
			Private: patch.Diff(private, nextPrivate),
		}
		public, private = nextPublic, nextPrivate
		for _, event := range step.events {
			frame.Events = append(frame.Events, event.For(viewer))
		}
		if nextDecisions != decisions {
			frame.Decisions = json.RawMessage(nextDecisions)
		}
		decisions = nextDecisions
		if i%16 == 0 {
			// The frames must be the same in every state that the viewer cannot distinguish.
			sampled := step.state.Sample(viewer, &rng)
			require.Equal(
				t,
				encodeFrame(t, []any{public, private}),
				encodeFrame(t, []any{sampled.Public(), privateOf(sampled, seat)}),
			)
		}
		outcome := step.state.Outcome()
		if frame.Public == nil && frame.Private == nil && frame.Events == nil && frame.Decisions == nil &&
			outcome == nil {
			continue // nothing that this viewer may know has changed
		}
		require.Less(t, at, len(frames), "a frame is missing: %v", frame)
		if outcome != nil {
			frame.Result = l.result(t, frames[at], outcome)
		}
		if want := encodeFrame(t, frame); want != frames[at] {
			require.JSONEq(t, want, frames[at])
		}
		at, seq = at+1, seq+1
	}
	require.Len(t, frames, at, "nothing else is told")
}

// decisions returns the decisions of a seat as JSON.
func (l *logged) decisions(t *testing.T, state game.State, seat game.Seat) string {
	t.Helper()
	var d game.Decision
	if seat == game.NoSeat || !state.Decision(seat, &d) {
		return "[]"
	}
	return encodeFrame(t, []game.DecisionText{d.Text(l.rules)})
}

// result returns the result in a frame if it is correct.
func (l *logged) result(t *testing.T, frame string, outcome *game.Outcome) any {
	t.Helper()
	var shown struct{ Result match.Result }
	require.NoError(t, json.Unmarshal([]byte(frame), &shown))
	require.Equal(t, encodeFrame(t, outcome), encodeFrame(t, shown.Result.Outcome))
	require.Equal(t, l.seed, *shown.Result.Seed)
	require.Equal(t, l.id, shown.Result.Match)
	return shown.Result
}

// privateOf returns what a seat knows in addition to the public, or nothing for a spectator.
func privateOf(state game.State, seat game.Seat) any {
	if seat == game.NoSeat {
		return struct{}{}
	}
	return state.Private(seat)
}

func viewerOf(seat game.Seat) game.Viewer {
	if seat == game.NoSeat {
		return game.Spectator()
	}
	return game.SeatViewer(seat)
}

func encodeFrame(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	require.NoError(t, err)
	return string(data)
}
