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
)

// objects reads the stream that position printed.
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
	require.NotContains(t, list[0], "events")
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
	require.Equal(t, map[string]any{"kind": "take", "seat": 0.0, "public": map[string]any{"n": 1.0}}, list[1]["events"].([]any)[0])
	require.NotEqual(t, list[0]["hash"], list[1]["hash"])

	require.Equal(t, []any{}, list[2]["pending"])
	require.Equal(t, []any{}, list[2]["waiting"])
	require.Contains(t, list[2]["outcome"], "places")
}

func TestPositionGoesOnAfterARefusal(t *testing.T) {
	tests := []struct {
		name, answer, code string
	}{
		{"another seat's turn", `{"seat":1,"answer":["take:0"]}`, "not_asked"},
		{"no such seat", `{"seat":9,"answer":["take:0"]}`, "not_asked"},
		{"negative seat", `{"seat":-1,"answer":["take:0"]}`, "not_asked"},
		{"unknown option", `{"seat":0,"answer":["fly:1"]}`, "unknown_option"},
		{"too much", `{"seat":0,"answer":[{"option":"take:0","n":4}]}`, "bad_count"},
		{"stale", `{"seat":0,"decision":77,"answer":["fly:1"]}`, "stale_decision"},
		{"not a list", `{"seat":0,"answer":"take:0"}`, "malformed"},
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
		"answers":[{"seat":0,"answer":["guess:2"]}]}`, "position", "-compact", "-")
	require.Zero(t, got.status, got.err)
	require.Equal(t, 2, strings.Count(got.out, "\n"))
	list := objects(t, got.out)
	views := list[1]["views"].(map[string]any)
	require.Len(t, views, 3)
	shown := func(name string) (private, event map[string]any, decisions []any) {
		v := views[name].(map[string]any)
		require.Equal(t, 20.0, v["public"].(map[string]any)["pile"])
		return v["private"].(map[string]any), v["events"].([]any)[0].(map[string]any), v["decisions"].([]any)
	}
	private, event, decisions := shown("seat 1")
	require.Equal(t, map[string]any{"s1": map[string]any{"guess": 0.0}}, private)
	require.NotContains(t, event, "private")
	require.Len(t, decisions, 1)
	private, event, decisions = shown("spectator")
	require.Empty(t, private)
	require.NotContains(t, event, "private")
	require.Empty(t, decisions)
	private, event, decisions = shown("all")
	require.Equal(t, map[string]any{"s0": map[string]any{"guess": 2.0}, "s1": map[string]any{"guess": 0.0}}, private)
	require.Equal(t, map[string]any{"n": 2.0}, event["private"])
	require.Len(t, decisions, 2)

	first := list[1]["events"].([]any)[0].(map[string]any)
	require.Equal(t, map[string]any{"n": 2.0}, first["private"])
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

func TestPositionRefusesBadFiles(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"empty", "", "malformed: EOF"},
		{"broken", `{"game":`, "malformed: unexpected EOF"},
		{"more behind it", `{"game":"fake","setup":{}}]`, "malformed: there is more"},
		{"unknown field", `{"game":"fake","speed":1}`, `malformed: unknown field "speed"`},
		{"unknown game", `{"game":"chess","setup":{}}`, "unknown_game: "},
		{"neither new nor setup", `{"game":"fake"}`, "malformed: want either new or setup"},
		{"both", `{"game":"fake","new":{"players":2},"setup":{}}`, "malformed: want either new or setup"},
		{"two seeds", `{"game":"fake","new":{"players":2},"seed":1}`, "malformed: the seed"},
		{"bad seed", `{"game":"fake","setup":{},"seed":-1}`, "malformed: a seed is"},
		{"short seed", `{"game":"fake","setup":{},"seed":"0a"}`, "malformed: a seed has 64"},
		{"no seat", `{"game":"fake","setup":{},"answers":[{"answer":[]}]}`, "malformed: answer 1: want seat and answer"},
		{"no answer", `{"game":"fake","setup":{},"answers":[{"seat":0}]}`, "malformed: answer 1"},
		{"bad players", `{"game":"fake","new":{"players":7}}`, "bad_seats: "},
		{"bad options", `{"game":"fake","new":{"players":2,"options":{"a":"b"}}}`, "bad_options: "},
		{"bad setup", `{"game":"fake","setup":{"pile":99,"scores":[0]}}`, "bad_setup: want pile"},
		{"unknown viewer", `{"game":"fake","setup":{"pile":1,"scores":[0]},"views":["seat x"]}`, `bad_views: "seat x" is not`},
		{"viewer without a seat", `{"game":"fake","new":{"players":2},"views":["seat 2"]}`, `bad_views: "seat 2" is not "seat 0" to "seat 1"`},
		{"viewer with more behind", `{"game":"fake","new":{"players":2},"views":["seat 0 "]}`, "bad_views: "},
		{"viewer twice", `{"game":"fake","new":{"players":2},"views":["all","all"]}`, `bad_views: "all" is named twice`},
		{"a panic", `{"game":"fake","setup":{"pile":-1,"scores":[0]}}`, "panic: a pile below nothing (in archmage/cmd/server.fake.Setup, fake_test.go:"},
		{"too long", strings.Repeat(" ", maxPositionBytes) + "{}", "too_large: the file is longer than 1048576 bytes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := runFake(t, test.text, "position", "-")
			require.Equal(t, exitUsage, got.status)
			require.Contains(t, got.err, "server position: ")
			require.Contains(t, got.err, test.want)
			require.Empty(t, got.out)
		})
	}
}

func TestPositionStopsAtAPanic(t *testing.T) {
	got := runFake(t, `{"game":"fake","new":{"players":1,"options":{"fault":"panic"}},"answers":[
		{"seat":0,"answer":["guess:0"]},{"seat":0,"answer":["take:0"]},{"seat":0,"answer":["take:0"]},
		{"seat":0,"answer":["take:0"]},{"seat":0,"answer":["take:0"]},{"seat":0,"answer":["take:0"]}]}`, "position", "-")
	require.Equal(t, exitFailed, got.status)
	require.Contains(t, got.err, "panic: runtime error: index out of range")
	require.Len(t, objects(t, got.out), 6)
}

// Every example of the documentation is a file that position takes.
func TestExamplesOfTheDocumentation(t *testing.T) {
	files, err := filepath.Glob("../../docs/examples/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			var read positionFile
			require.NoError(t, decodeStrict(data, &read))
			var out, complaints bytes.Buffer
			status := run(t.Context(), []string{"position", file}, strings.NewReader(""), &out, &complaints)
			require.Zero(t, status, complaints.String())
			require.Len(t, objects(t, out.String()), 1+len(read.Answers))
		})
	}
}
