package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheFilesAreUpToDate(t *testing.T) {
	const root = "../.."
	files, err := generate(root)
	require.NoError(t, err)
	require.Contains(t, files, common)
	require.GreaterOrEqual(t, len(files), 3, "a file for each game")
	for name, text := range files {
		there, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		require.Equal(t, string(text), string(there), "%s: go run ./web/types writes it", name)
	}
}

// moduleWith writes a package into a temporary module.
func moduleWith(t *testing.T, text string) *writer {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "internal/toy"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "internal/toy/toy.go"), []byte(text), 0o644))
	return &writer{
		source: source{folder, map[string]*pkg{}},
		names:  map[string]string{},
		kinds:  map[string]string{},
		taken:  map[string]string{},
		files:  map[string]*file{},
	}
}

func TestFieldsAsJSONHasThem(t *testing.T) {
	w := moduleWith(t, `package toy

import "encoding/json"

// Frame is told.
type Frame struct {
	Type string `+"`json:\"type\"`"+` // "toy"
	// Left is in
	// milliseconds.
	Left []int64 `+"`json:\"left\"`"+`
	inner
	Mood   Mood               `+"`json:\"mood\"`"+`
	Some   *inner             `+"`json:\"some\"`"+`
	Gone   *inner             `+"`json:\"gone,omitzero\"`"+`
	By     map[string][]bool  `+"`json:\"by\"`"+`
	Raw    json.RawMessage    `+"`json:\"raw,omitempty\"`"+`
	Hidden int                `+"`json:\"-\"`"+`
	secret int
}

type Mood string

const (
	Good Mood = "good"
	Bad  Mood = "bad"
)

type inner struct {
	N int `+"`json:\"n\"`"+`
}
`)
	as, err := w.named("internal/toy", "Frame")
	require.NoError(t, err)
	require.Equal(t, "Frame", as)
	require.NoError(t, w.declareWaiting())
	require.Equal(t, `// Written by go run ./web/types. Do not edit.

/** Frame is told. */
export interface Frame extends Inner {
  type: 'toy';
  /**
   * left is in
   * milliseconds.
   */
  left: number[];
  mood: Mood;
  some: Inner | null;
  gone?: Inner;
  by: Record<string, boolean[]>;
  raw?: unknown;
}

export interface Inner {
  n: number;
}

export type Mood = 'good' | 'bad';
`, string(w.files[common].text()))
}

func TestWhatHasNoForm(t *testing.T) {
	for _, test := range []struct{ name, text, why string }{
		{
			name: "a type that is not there",
			text: "package toy\ntype Other struct{}",
			why:  "no type",
		},
		{
			name: "a field without a tag",
			text: "package toy\ntype Frame struct{ A int }",
			why:  "no tag",
		},
		{
			name: "a function",
			text: "package toy\ntype Frame struct{ A func() `json:\"a\"` }",
			why:  "no form",
		},
		{
			name: "two types of one name",
			text: "package toy\ntype Frame struct{ A frame `json:\"a\"` }\ntype frame struct{}",
			why:  "both be Frame",
		},
		{
			name: "a type that encodes itself",
			text: "package toy\ntype Frame struct{}\n" +
				"func (f *Frame) MarshalJSON() ([]byte, error) { return nil, nil }",
			why: "encodes itself",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := moduleWith(t, test.text)
			_, err := w.named("internal/toy", "Frame")
			if err == nil {
				err = w.declareWaiting()
			}
			require.ErrorContains(t, err, test.why)
		})
	}
}

func TestFactsOfEvents(t *testing.T) {
	for comment, want := range map[string]string{
		"seat":                    "[kind: 'x', seat: integer]",
		"no facts":                "[kind: 'x', seat: integer]",
		"cards":                   "[kind: 'x', seat: integer, public: { cards: integer }]",
		"seat; phase: string, n?": "[kind: 'x', seat: integer, public: { phase: string; n?: integer }]",
		"seat; c?; private b: string": "[kind: 'x', seat: integer, " +
			"public?: { c?: integer }, private?: { b: string }]",
		"seat; private a":               "[kind: 'x', seat: integer, public?: {}, private?: { a: integer }]",
		"seat; card, for the seat":      "",
		"seat; materia, to (the altar)": "",
	} {
		facts, ok := readFacts(comment)
		require.Equal(t, want != "", ok, comment)
		if !ok {
			continue
		}
		require.Equal(t, want, facts.tuple("'x'"), comment)
		_, err := schemaOf(want)
		require.NoError(t, err, comment)
	}
}

func TestTablesOfThePage(t *testing.T) {
	section := "\nText.\n\n| `bye` | why | again |\n|---|---|---|\n| `slow`, `busy` | it is [late](x.md) | yes |\n" +
		"| `closed` | an `end` | |\n\nMore.\n"
	require.Equal(t, []any{
		object{"code": "slow", "why": "it is late", "again": "yes"},
		object{"code": "busy", "why": "it is late", "again": "yes"},
		object{"code": "closed", "why": "an `end`"},
	}, tableOf(section, "code", "why", "again"))
}

func TestExamplesOfRequests(t *testing.T) {
	operation := func() object {
		return object{
			"requestBody": object{"content": object{"application/json": object{}}},
			"responses":   object{"201": object{"content": object{"application/json": object{}}}},
		}
	}
	rooms, room := operation(), operation()
	paths := object{"/api/rooms/{room}": object{"post": room}, "/api/rooms/new": object{"post": rooms}}
	require.Equal(t, rooms, operationAt(paths, "POST", "/api/rooms/new?x=1"))
	require.Equal(t, room, operationAt(paths, "POST", "/api/rooms/ROOM"))
	require.Nil(t, operationAt(paths, "GET", "/api/rooms/ROOM"))
	addExample(room, "/api/rooms/ROOM", `{"b": 1, "a": 2}`, "201", `{"id": "r"}`)
	addExample(room, "/api/rooms/OTHER", `{}`, "201", `{}`)
	data, err := json.Marshal(room)
	require.NoError(t, err)
	require.JSONEq(t, `{
		"x-example": "/api/rooms/ROOM",
		"requestBody": {"content": {"application/json": {"example": {"b": 1, "a": 2}}}},
		"responses": {"201": {"content": {"application/json": {"example": {"id": "r"}}}}}
	}`, string(data))
}

func TestErrorCodes(t *testing.T) {
	w := moduleWith(t, `package toy

// Code is a code.
type Code string

const (
	// CodeBusy: there is too much
	// to do. The client can try again.
	CodeBusy Code = "busy"
	CodeOver Code = "over" // the match is over
)

// CodeSlow: the client is slow.
const CodeSlow Code = "slow"

const other = "no code"
`)
	codes, err := w.source.errorCodes()
	require.NoError(t, err)
	require.Equal(t, []any{
		object{"code": "busy", "meaning": "there is too much to do", "retry": "yes"},
		object{"code": "over", "meaning": "the match is over"},
		object{"code": "slow", "meaning": "the client is slow"},
	}, codes)

	w = moduleWith(t, "package toy\ntype Code string\nconst CodeBusy Code = \"busy\"\n")
	_, err = w.source.errorCodes()
	require.ErrorContains(t, err, "the code busy of internal/toy has no comment")
}

func TestCommentsAboutSeveralMembers(t *testing.T) {
	d := declaration{
		members: []member{
			{name: "from", doc: "from is the first. Last is\nthe last one. It is there."},
			{name: "last"},
			{name: "next", doc: "next is another."},
		},
		goNames: map[string]string{"from": "From", "last": "Last", "next": "Next"},
	}
	d.shareComments()
	require.Equal(t, []member{
		{name: "from", doc: "from is the first."},
		{name: "last", doc: "last is the last one. It is there."},
		{name: "next", doc: "next is another."},
	}, d.members)
}

// clearNames are the names of members that need no description, because the type and the name say everything.
var clearNames = strings.Fields(`
	absentAfter accounts achievements agree answer appointments at auth autoStart avatar avatars begins blocked
	bot by code command confirmed connected count created current de deal default delay doing en end estimate events
	followed fr from game guests host id invitations invited kind label last line lines listed match matches max
	maxSeats members min minSeats muted name next notice number of offer options other outcome own part parts
	passkeys patch people perhaps person place planner played player players points private proposal providers
	provisional rated ready reason reporter result role room rooms round scope seat seats secret sessions settings
	since size spectatorCount standings started state status step storage summary target text title to tokens
	topic total totals type until used values waiting what won words yesterday
`)

// ofGo matches words that only readers of the code understand: constants, nil, and names of packages.
var ofGo = regexp.MustCompile(`\b([Mm](ax|in)[A-Z]\w+|nil|NoSeat|game\.\w+|replay\.\w+)\b`)

// Every member of the wire format has a description, unless its name is among clearNames.
func TestMembersAreDescribed(t *testing.T) {
	files, err := generate("../..")
	require.NoError(t, err)
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct{ Description string }
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(files[schemas+"/protocol.json"], &schema))
	for name, of := range schema.Defs {
		for member, description := range of.Properties {
			if !slices.Contains(clearNames, member) {
				require.NotEmpty(t, description.Description, "%s.%s has no comment", name, member)
			}
			require.NotRegexp(t, ofGo, description.Description, "%s.%s: what is that for a client?", name, member)
		}
	}
}
