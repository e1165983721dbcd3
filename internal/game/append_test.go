package game

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// The output of AppendJSON is JSON that reads back as the same value.
func TestAppendJSONReadsBack(t *testing.T) {
	odd := "\x01 \"\\ <b>& é \u2028"
	facts := Facts{Int("n", -3), ID("who", "s1"), ID(odd, odd)}
	picks := []PickText{{Option: "a", N: 1}, {Option: "b", N: 2}, {Option: odd, N: 1, Group: "g"}}
	decisions := []DecisionText{
		{Options: []OptionText{}},
		{
			ID:      1 << 40,
			Seat:    3,
			Kind:    "draft",
			Min:     1,
			Max:     1,
			Options: []OptionText{{ID: "x", Ref: "x", Max: 1}, {ID: "y", Ref: "y", Max: 0}, {ID: "z", Max: 1}},
		},
		{
			ID:       7,
			Seat:     NoSeat,
			Kind:     odd,
			Args:     facts,
			Min:      0,
			Max:      9,
			Ordered:  true,
			Open:     true,
			Answered: true,
			Options: []OptionText{
				{ID: "card:9", Ref: "hand:9", Min: 1, Max: 2, Groups: []string{"a", odd}},
				{ID: "back", Max: 1, Alone: true},
				{ID: "end", Max: 1, Final: true, Passes: true, Ends: true, Early: true},
				{ID: "pass", Ref: "pass", Max: 1, Passes: true},
				{ID: "stop", Ref: "stop", Max: 1, Ends: true},
			},
			Groups:    []GroupText{{ID: "a", Min: 1, Max: 2}, {ID: odd}},
			Suggested: picks,
			Current:   picks,
		},
	}
	for i := range decisions {
		data, err := json.Marshal(decisions[i])
		require.NoError(t, err)
		require.Equal(t, string(data), string(decisions[i].AppendJSON(nil)))
		var back DecisionText
		require.NoError(t, json.Unmarshal(data, &back))
		require.Equal(t, decisions[i], back)
	}
	events := []Event{
		{Kind: "turn", Seat: NoSeat},
		{Kind: "draw", Seat: 1, Public: Facts{Int("card", 0)}, Private: facts, To: 1 << 1},
	}
	for i := range events {
		for _, viewer := range []Viewer{Spectator(), SeatViewer(0), SeatViewer(1)} {
			want := events[i].For(viewer)
			data, err := json.Marshal(want)
			require.NoError(t, err)
			require.Equal(t, string(data), string(events[i].AppendJSON(nil, viewer)))
			var back EventText
			require.NoError(t, json.Unmarshal(data, &back))
			require.Equal(t, want, back)
		}
	}
	want, err := json.Marshal(Facts{})
	require.NoError(t, err)
	require.Equal(t, string(want), string(Facts{}.AppendJSON(nil)))
}

// parsePlainPicks returns what encoding/json reads, or nothing.
func TestPlainPicksIsWhatEncodingJSONReads(t *testing.T) {
	for _, text := range []string{
		`[]`, `["a"]`, `["a","b:2"]`, `["",""]`, `["[","]",","]`, `["a","b","c","d","e"]`,
	} {
		var want []PickText
		require.NoError(t, json.Unmarshal([]byte(text), &want))
		require.Equal(t, want, parsePlainPicks([]byte(text)), text)
	}
	for _, text := range []string{
		``, `[`, `]`, `"a"`, `null`, `[ ]`, `["a" ]`, `["a", "b"]`,
		`["a",]`, `[,"a"]`, `["a""b"]`, `["a]`, `["a"],`, `["a","]`, `["a\"b"]`,
		`["\u0061"]`, `["é"]`, "[\"\x01\"]", `[1]`, `[{"option":"a"}]`, `["a"]]`,
	} {
		require.Nil(t, parsePlainPicks([]byte(text)), text)
	}
}
