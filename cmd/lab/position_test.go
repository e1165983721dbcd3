package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
	"archmage/internal/strict"
)

// objects parses the output of position.
func objects(t *testing.T, out string) []map[string]any {
	t.Helper()
	var list []map[string]any
	decoder := json.NewDecoder(strings.NewReader(out))
	for {
		var object map[string]any
		if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, object)
	}
}

func TestPositionFromSetup(t *testing.T) {
	got := runFake(t, `{"game":"fake","setup":{"pile":4,"scores":[5,7]},"seed":3,"answers":[
		{"seat":0,"answer":["take:0"]},
		{"seat":1,"decision":3,"answer":["all:0"]}]}`, "position", "-")
	require.Zero(t, got.status, got.err)
	list := objects(t, got.out)
	require.Len(t, list, 3)

	require.EqualValues(t, 0, list[0]["step"])
	require.NotContains(t, list[0], "seat")
	require.Equal(t, []any{map[string]any{"event": []any{"pile", -1.0, map[string]any{"n": 4.0}}}}, list[0]["events"])
	require.Equal(t, false, list[0]["random"])
	require.NotContains(t, list[0], "outcome")
	require.NotContains(t, list[0], "views")
	require.Equal(t, []any{0.0}, list[0]["waiting"])
	require.Equal(t, map[string]any{"pile": 4.0, "scores": []any{5.0, 7.0}}, list[0]["state"])
	pending := list[0]["pending"].([]any)[0].(map[string]any)
	require.Equal(t, "take", pending["kind"])
	require.Equal(t, "take:0", pending["options"].([]any)[0].(map[string]any)["id"])

	require.EqualValues(t, 1, list[1]["step"])
	require.EqualValues(t, 0, list[1]["seat"])
	require.NotContains(t, list[1], "error")
	require.Equal(t, []any{}, list[1]["shown"])
	require.Equal(t, true, list[1]["random"])
	require.Equal(
		t,
		map[string]any{"event": []any{"take", 0.0, map[string]any{"n": 1.0}}},
		list[1]["events"].([]any)[0],
	)
	require.NotEqual(t, list[0]["hash"], list[1]["hash"])

	require.Equal(t, []any{}, list[2]["pending"])
	require.Equal(t, []any{}, list[2]["waiting"])
	require.Contains(t, list[2]["outcome"], "places")
}

func TestPositionGoesOnAfterARefusal(t *testing.T) {
	tests := []struct {
		name, answer, code string
	}{
		{
			name:   "another seat's turn",
			answer: `{"seat":1,"answer":["take:0"]}`,
			code:   "not_asked",
		},
		{
			name:   "no such seat",
			answer: `{"seat":9,"answer":["take:0"]}`,
			code:   "not_asked",
		},
		{
			name:   "negative seat",
			answer: `{"seat":-1,"answer":["take:0"]}`,
			code:   "not_asked",
		},
		{
			name:   "unknown option",
			answer: `{"seat":0,"answer":["fly:1"]}`,
			code:   "unknown_option",
		},
		{
			name:   "too much",
			answer: `{"seat":0,"answer":[{"option":"take:0","n":4}]}`,
			code:   "bad_count",
		},
		{
			name:   "stale",
			answer: `{"seat":0,"decision":77,"answer":["fly:1"]}`,
			code:   "stale_decision",
		},
		{name: "not a list", answer: `{"seat":0,"answer":"take:0"}`, code: "malformed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := runFake(t, `{"game":"fake","setup":{"pile":4,"scores":[5,7]},"answers":[`+
				test.answer+`,{"seat":0,"answer":["all:0"]},{"seat":0,"answer":["all:0"]}]}`, "position", "-")
			require.Zero(t, got.status, got.err)
			list := objects(t, got.out)
			require.Len(t, list, 4)
			require.Equal(t, test.code, list[1]["error"].(map[string]any)["code"])
			require.NotEmpty(t, list[1]["error"].(map[string]any)["message"])
			require.NotContains(t, list[1], "events")
			for _, key := range []string{"state", "hash", "pending", "waiting"} {
				require.Equal(t, list[0][key], list[1][key])
			}
			require.NotContains(t, list[2], "error")
			require.Equal(t, "over", list[3]["error"].(map[string]any)["code"])
		})
	}
}

func TestPositionViews(t *testing.T) {
	got := runFake(t, `{"game":"fake","new":{"players":2,"seed":5},"views":["seat 1","spectator","all"],
		"answers":[{"seat":0,"answer":["guess:2"]}]}`, "position", "--compact", "-")
	require.Zero(t, got.status, got.err)
	require.Equal(t, 2, strings.Count(got.out, "\n"))
	list := objects(t, got.out)
	views := list[1]["views"].(map[string]any)
	require.Len(t, views, 3)
	shown := func(name string) (private map[string]any, event, decisions []any) {
		v := views[name].(map[string]any)
		require.Equal(t, 20.0, v["public"].(map[string]any)["pile"])
		return v["private"].(map[string]any), v["events"].([]any)[0].([]any), v["decisions"].([]any)
	}
	private, event, decisions := shown("seat 1")
	require.Equal(t, map[string]any{"s1": map[string]any{"guess": 0.0}}, private)
	require.Len(t, event, 2, "without what is private")
	require.Len(t, decisions, 1)
	private, event, decisions = shown("spectator")
	require.Empty(t, private)
	require.Len(t, event, 2, "without what is private")
	require.Empty(t, decisions)
	private, event, decisions = shown("all")
	require.Equal(t, map[string]any{"s0": map[string]any{"guess": 2.0}, "s1": map[string]any{"guess": 0.0}}, private)
	require.Equal(t, map[string]any{"n": 2.0}, event[3])
	require.Len(t, decisions, 2)

	first := list[1]["events"].([]any)[0].(map[string]any)
	require.Equal(t, map[string]any{"n": 2.0}, first["event"].([]any)[3])
	require.Equal(t, []any{0.0}, first["to"])
	require.Equal(t, []any{0.0}, list[1]["shown"])
}

func TestPositionSeeds(t *testing.T) {
	hash := func(seed string) any {
		got := runFake(t, `{"game":"fake","new":{"players":2,"seed":`+seed+`}}`, "position", "-")
		require.Zero(t, got.status, got.err)
		return objects(t, got.out)[0]["hash"]
	}
	require.Equal(t, hash("7"), hash(`"07`+strings.Repeat("0", 62)+`"`))
	require.NotEqual(t, hash("7"), hash("8"))
}

// All error messages of the command. Each is one line on standard error.
func TestPositionRefusesBadFiles(t *testing.T) {
	const fits = `"setup":{"pile":4,"scores":[0,0]}`
	tests := []struct {
		name, text, want string
	}{
		{name: "empty", want: "malformed: the JSON ends too early"},
		{name: "broken", text: `{"game":`, want: "malformed: the JSON ends too early"},
		{
			name: "more after it",
			text: `{"game":"fake","setup":{}}]`,
			want: "malformed: the JSON is wrong at byte 26: invalid character ']' after top-level value",
		},
		{
			name: "unknown field",
			text: `{"game":"fake","speed":1}`,
			want: "malformed: /speed is unknown here",
		},
		{
			name: "a field in capitals",
			text: `{"Game":"fake"}`,
			want: "malformed: /Game is unknown here",
		},
		{
			name: "a field twice",
			text: `{"game":"fake","game":"fake"}`,
			want: "malformed: /game is there twice",
		},
		{
			name: "a field of the set-up twice",
			text: `{"game":"fake","setup":{"pile":1,"pile":2}}`,
			want: "malformed: /setup/pile is there twice",
		},
		{
			name: "a field of an answer twice",
			text: `{"game":"fake","answers":[{"answer":[{"n":1,"n":2}]}]}`,
			want: "malformed: /answers/0/answer/0/n is there twice",
		},
		{
			name: "wrong kind",
			text: `{"game":7}`,
			want: "malformed: /game cannot be a number",
		},
		{
			name: "not a seat",
			text: `{"game":"fake",` + fits + `,"answers":[{"seat":0.5,"answer":[]}]}`,
			want: "malformed: /answers/0/seat cannot be read: 0.5",
		},
		{
			name: "unknown game",
			text: `{"game":"chess","setup":{}}`,
			want: `unknown_game: there is no game "chess"; there is fake`,
		},
		{
			name: "neither new nor setup",
			text: `{"game":"fake"}`,
			want: "malformed: a file has either new or setup",
		},
		{
			name: "both",
			text: `{"game":"fake","new":{"players":2},"setup":{}}`,
			want: "malformed: a file has either new or setup",
		},
		{
			name: "two seeds",
			text: `{"game":"fake","new":{"players":2},"seed":1}`,
			want: "malformed: the seed of a new match stands in new",
		},
		{
			name: "negative seed",
			text: `{"game":"fake","setup":{},"seed":-1}`,
			want: "malformed: /seed: a seed is a whole number from 0 on or 64 hexadecimal digits",
		},
		{
			name: "short seed",
			text: `{"game":"fake","new":{"players":2,"seed":"0a"}}`,
			want: "malformed: /new/seed: a seed is a whole number from 0 on or 64 hexadecimal digits",
		},
		{
			name: "no seat",
			text: `{"game":"fake","setup":{},"answers":[{"answer":[]}]}`,
			want: "malformed: answer 1 has no seat",
		},
		{
			name: "no answer",
			text: `{"game":"fake","setup":{},"answers":[{"seat":0,"answer":[]},{"seat":0}]}`,
			want: "malformed: answer 2 has no answer",
		},
		{
			name: "bad players",
			text: `{"game":"fake","new":{"players":7}}`,
			want: "bad_seats: 1 to 4 players, not 7",
		},
		{
			name: "bad options",
			text: `{"game":"fake","new":{"players":2,"options":{"a":"b"}}}`,
			want: "bad_options: no option a=b",
		},
		{
			name: "bad setup",
			text: `{"game":"fake","setup":{"pile":99,"scores":[0]}}`,
			want: "bad_setup: want pile and scores",
		},
		{
			name: "unknown viewer",
			text: `{"game":"fake",` + fits + `,"views":["seat x"]}`,
			want: `bad_views: "seat x" is not "seat 0" to "seat 1", "spectator" or "all"`,
		},
		{
			name: "viewer without a seat",
			text: `{"game":"fake",` + fits + `,"views":["seat 2"]}`,
			want: `bad_views: "seat 2" is not "seat 0" to "seat 1", "spectator" or "all"`,
		},
		{
			name: "viewer with more behind",
			text: `{"game":"fake",` + fits + `,"views":["seat 0 "]}`,
			want: `bad_views: "seat 0 " is not "seat 0" to "seat 1", "spectator" or "all"`,
		},
		{
			name: "viewer twice",
			text: `{"game":"fake",` + fits + `,"views":["all","all"]}`,
			want: `bad_views: "all" is named twice`,
		},
		{
			name: "too long",
			text: strings.Repeat(" ", maxPositionBytes) + "{}",
			want: "too_large: the file is longer than 1048576 bytes",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := runFake(t, test.text, "position", "-")
			require.Equal(t, cli.Usage, got.status)
			require.Equal(t, test.want+"\n", got.err)
			require.Empty(t, got.out)
		})
	}
	got := runFake(t, `{"game":"fake","setup":{"pile":-1,"scores":[0]}}`, "position", "-")
	require.Equal(t, cli.Usage, got.status)
	require.Regexp(t, `^panic: a pile below nothing \(in archmage/cmd/lab.fake.Setup, fake_test.go:\d+\)\n$`, got.err)
	got = runFake(t, "", "position", filepath.Join(t.TempDir(), "none.json"))
	require.Equal(t, cli.Usage, got.status)
	require.Equal(t, "unreadable: no such file or directory\n", got.err)
}

// The error of a refused answer names the wrong choice and, if the seat's private document has it, the
// reason.
func TestPositionSaysWhyAnAnswerIsRefused(t *testing.T) {
	// Seat 0 has no crystals, Runic Cube in hand, a turned Idol and room in play.
	const seasonsSetup = `{"game":"seasons","setup":{"players":2,"options":{"level":"archmage"},"seats":[
		{"gauge":5,"hand":[22],"play":[{"card":43,"turned":true}]},{"play":[3]}]},"answers":[%s]}`
	tests := []struct {
		name, file, answer, want string
	}{
		{
			name:   "too expensive",
			file:   seasonsSetup,
			answer: `{"seat":0,"answer":["summon:22"]}`,
			want:   "unknown_option: summon:22 is not offered: no_crystals",
		},
		{
			name:   "turned",
			file:   seasonsSetup,
			answer: `{"seat":0,"answer":["activate:1"]}`,
			want:   "unknown_option: activate:1 is not offered: turned",
		},
		{
			name:   "nothing to transmute",
			file:   seasonsSetup,
			answer: `{"seat":0,"answer":["transmute"]}`,
			want:   "unknown_option: transmute is not offered: no_energy",
		},
		{
			name:   "not in hand",
			file:   seasonsSetup,
			answer: `{"seat":0,"answer":["summon:9"]}`,
			want:   "unknown_option: summon:9 is not offered",
		},
		{
			name:   "no such option",
			file:   seasonsSetup,
			answer: `{"seat":0,"answer":["end",{"option":"fly"}]}`,
			want:   "unknown_option: fly is not offered",
		},
		{
			name:   "not its turn",
			file:   seasonsSetup,
			answer: `{"seat":1,"answer":["end"]}`,
			want:   "not_asked: ",
		},
		{
			name:   "no such seat",
			file:   seasonsSetup,
			answer: `{"seat":2,"answer":["end"]}`,
			want:   "not_asked: seat 2, 0 to 1",
		},
		{
			name:   "not a list",
			file:   seasonsSetup,
			answer: `{"seat":0,"answer":"end"}`,
			want:   "malformed: the answer must be a list of choices",
		},
		{
			name:   "a game that gives no reasons",
			file:   `{"game":"spellbook","setup":{"seats":[{},{}]},"answers":[%s]}`,
			answer: `{"seat":0,"answer":["take:red.circle"]}`,
			want:   "unknown_option: take:red.circle is not offered",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out, complaints bytes.Buffer
			file := strings.Replace(test.file, "%s", test.answer, 1)
			require.Zero(
				t,
				run(t.Context(), []string{"position", "-"}, strings.NewReader(file), &out, &complaints),
				complaints.String(),
			)
			refusal := objects(t, out.String())[1]["error"].(map[string]any)
			text := refusal["code"].(string) + ": " + refusal["message"].(string)
			require.True(t, strings.HasPrefix(text, test.want), text)
			if refusal["code"] == "unknown_option" {
				require.Equal(t, test.want, text)
			}
		})
	}
}

// Events before the first decision are in step 0.
func TestPositionTellsWhatHappensFirst(t *testing.T) {
	var out, complaints bytes.Buffer
	file := `{"game":"seasons","setup":{"players":2,"phase":"round","rolls":[1,2,3]},"views":["spectator"]}`
	require.Zero(
		t,
		run(t.Context(), []string{"position", "-"}, strings.NewReader(file), &out, &complaints),
		complaints.String(),
	)
	first := objects(t, out.String())[0]
	var kinds []string
	for _, event := range first["events"].([]any) {
		kinds = append(kinds, event.(map[string]any)["event"].([]any)[0].(string))
	}
	require.Equal(t, []string{"round", "roll", "roll", "roll"}, kinds)
	require.Equal(t, true, first["random"])
	require.Len(t, first["views"].(map[string]any)["spectator"].(map[string]any)["events"], 4)
}

// The opening events of a match are in step 0.
func TestPositionTellsTheOpening(t *testing.T) {
	var out, complaints bytes.Buffer
	file := `{"game":"spellbook","new":{"players":2,"seed":1}}`
	require.Zero(
		t,
		run(t.Context(), []string{"position", "-"}, strings.NewReader(file), &out, &complaints),
		complaints.String(),
	)
	first := objects(t, out.String())[0]
	turn := first["waiting"].([]any)[0]
	require.Equal(t, []any{map[string]any{"event": []any{"day", turn, map[string]any{"round": 1.0}}}}, first["events"])
}

func TestPositionStopsAtAPanic(t *testing.T) {
	got := runFake(t, `{"game":"fake","new":{"players":1,"options":{"fault":"panic"}},"answers":[
		{"seat":0,"answer":["guess:0"]},{"seat":0,"answer":["take:0"]},{"seat":0,"answer":["take:0"]},
		{"seat":0,"answer":["take:0"]},{"seat":0,"answer":["take:0"]},{"seat":0,"answer":["take:0"]}
	]}`, "position", "-")
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "panic: runtime error: index out of range")
	require.Len(t, objects(t, got.out), 6)
}

// position accepts every example of the documentation.
func TestExamplesOfTheDocumentation(t *testing.T) {
	files, err := filepath.Glob("../../docs/examples/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			var read positionFile
			require.NoError(t, strict.Decode(data, &read))
			var out, complaints bytes.Buffer
			status := run(t.Context(), []string{"position", file}, strings.NewReader(""), &out, &complaints)
			require.Zero(t, status, complaints.String())
			require.Len(t, objects(t, out.String()), 1+len(read.Answers))
		})
	}
}
