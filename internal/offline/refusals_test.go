package offline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/offline"
	"archmage/internal/room"
)

// started returns a device with a match of SpellBook that waits for its player.
func started(t *testing.T) *device {
	t.Helper()
	d := newDevice(t)
	match := matches["SpellBook"]
	d.begin("r1", 3, &match)
	require.NotNil(t, d.decision)
	return d
}

// answerFrame returns a request with an answer to the open decision.
func (d *device) answerFrame(choice string) *offline.Request {
	return &offline.Request{
		Do:    "receive",
		Frame: fmt.Sprintf(`{"type":"answer","id":"a","decision":%d,"choice":%s}`, d.decision.ID, choice),
	}
}

func TestCommandsAreRefused(t *testing.T) {
	for _, test := range []struct {
		name, kind, fields string
		want               coded.Code
	}{
		{"a line of the chat", "chat", `,"text":"hello"`, room.CodeUnknownCommand},
		{"to leave", "leave", "", room.CodeUnknownCommand},
		{"to remove a bot", "kick", `,"seat":1`, room.CodeUnknownCommand},
		{"an unknown command", "fly", "", room.CodeUnknownCommand},
		{"to start again", "start", "", room.CodePlaying},
		{"an answer to no decision", "answer", `,"decision":99,"choice":[]`, game.CodeStale},
		{"a wrong field", "undo", `,"seat":1`, coded.Malformed},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := started(t)
			stored := len(d.entries)
			require.Equal(t, test.want, d.send(test.kind, test.fields))
			require.Len(t, d.entries, stored)
		})
	}
}

func TestRequestsAreRefused(t *testing.T) {
	random := strings.Repeat("01", 32)
	match := matches["SpellBook"]
	unknownBot := offline.NewMatch{Game: "spellbook", Bots: []string{"x"}}
	for _, test := range []struct {
		name    string
		request offline.Request
		want    coded.Code
	}{
		{"no room", offline.Request{Do: "hint"}, coded.Malformed},
		{"no match", offline.Request{Do: "new", Random: random}, coded.Malformed},
		{"few random bytes", offline.Request{Do: "new", Random: "01", Match: &match}, coded.Malformed},
		{"no person", offline.Request{Do: "new", Random: random, Match: &match}, coded.Malformed},
		{"no entries", offline.Request{Do: "load", Random: random}, offline.CodeBrokenStore},
		{
			"an unknown game",
			offline.Request{Do: "new", Random: random, Match: &offline.NewMatch{Game: "chess"}},
			room.CodeBadSettings,
		},
		{
			"an unknown bot",
			offline.Request{Do: "new", Random: random, Match: &unknownBot},
			room.CodeNoBot,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.name != "no person" {
				test.request.Person = person
			}
			response := newDevice(t).serve(&test.request)
			require.NotNil(t, response.Error)
			require.Equal(t, test.want, response.Error.Code)
			require.Empty(t, response.Entries)
		})
	}
	d := started(t)
	require.Equal(t, room.CodePlaying, d.serve(&offline.Request{Do: "record"}).Error.Code, "it has the hidden cards")
	require.Equal(t, coded.Malformed, d.serve(&offline.Request{Do: "dance"}).Error.Code)
	response := d.serve(&offline.Request{Do: "receive", Frame: "{"})
	require.Equal(t, []string{`{"type":"bye","code":"malformed"}`}, response.Frames)
}

// Entries that are missing, cannot be read or belong to other rules are refused as a whole.
func TestStoreIsBroken(t *testing.T) {
	d := started(t)
	choice := d.decision.Options[0].ID
	d.do(d.answerFrame(fmt.Sprintf("[%q]", choice)))
	for _, test := range []struct {
		name   string
		change func(entries []offline.StoredEntry) []offline.StoredEntry
		want   coded.Code
	}{
		{"an entry is missing", func(e []offline.StoredEntry) []offline.StoredEntry {
			return append(e[:1], e[2:]...)
		}, offline.CodeBrokenStore},
		{"an entry cannot be read", func(e []offline.StoredEntry) []offline.StoredEntry {
			e[1].Data = e[1].Data[1:]
			return e
		}, offline.CodeBrokenStore},
		{"an entry is of an unknown kind", func(e []offline.StoredEntry) []offline.StoredEntry {
			e[1].Kind = "teleport"
			return e
		}, offline.CodeBrokenStore},
		{"an entry leads to another state", func(e []offline.StoredEntry) []offline.StoredEntry {
			last := &e[len(e)-1]
			at := strings.Index(last.Data, `"hash":"`) + len(`"hash":"`)
			last.Data = last.Data[:at] + "0" + last.Data[at:]
			return e
		}, offline.CodeOtherRules},
	} {
		t.Run(test.name, func(t *testing.T) {
			entries := test.change(append([]offline.StoredEntry{}, d.entries...))
			response := newDevice(t).serve(&offline.Request{
				Do: "load", Room: "r1", Person: person, Random: strings.Repeat("01", 32), Entries: entries,
			})
			require.NotNil(t, response.Error)
			require.Equal(t, test.want, response.Error.Code)
		})
	}
}

// An answer that could not be stored has changed nothing, and can be given again.
func TestNotStored(t *testing.T) {
	d := started(t)
	asked := d.decision.ID
	request := d.answerFrame(fmt.Sprintf("[%q]", d.decision.Options[0].ID))
	response := d.serve(request)
	require.NotNil(t, response.Entry)
	require.Empty(t, response.Frames, "nothing is shown before it is stored")
	d.serve(&offline.Request{Do: "receive", Frame: `{"type":"undo","id":"b"}`})
	require.NotEmpty(t, d.refusals["b"], "one entry at a time")
	d.serve(&offline.Request{Do: "discard", Code: "store_full"})
	require.EqualValues(t, "store_full", d.refusals["a"])
	require.Equal(t, asked, d.decision.ID)
	d.load()
	require.Equal(t, asked, d.decision.ID)
	d.do(request)
	require.NotEqual(t, asked, d.decision.ID)
}

// A client that connects again gets only what it does not have, and a command that is sent again is carried out
// once.
func TestConnectAgain(t *testing.T) {
	d := started(t)
	request := d.answerFrame(fmt.Sprintf("[%q]", d.decision.Options[0].ID))
	d.do(request)
	stored := len(d.entries)
	d.do(request)
	require.Len(t, d.entries, stored)
	d.frames = nil
	d.join()
	require.Contains(t, strings.Join(d.frames, "\n"), `{"type":"snapshot"`)
	require.True(t, strings.HasPrefix(d.frames[0], `{"type":"welcome","v":1,"you":{"id":"p1","name":"Ann"`))
}

// A player alone pauses the match, goes on, and ends it, without anybody's consent.
func TestProposals(t *testing.T) {
	d := started(t)
	require.Empty(t, d.send("propose", `,"what":"pause","other":-1`))
	request := d.answerFrame(fmt.Sprintf("[%q]", d.decision.Options[0].ID))
	d.do(request)
	require.Equal(t, room.CodePaused, d.refusals["a"])
	require.Empty(t, d.send("propose", `,"what":"resume","other":-1`))
	d.do(&offline.Request{Do: request.Do, Frame: strings.Replace(request.Frame, `"id":"a"`, `"id":"again"`, 1)})
	require.NotContains(t, d.refusals, "again")
	require.Empty(t, d.send("propose", `,"what":"end","other":-1`))
	require.Equal(t, string(room.StatusFinished), d.status)
}

// A match goes to its end after its player has conceded.
func TestConcede(t *testing.T) {
	d := newDevice(t)
	match := matches["Seasons"]
	d.begin("r1", 4, &match)
	require.Empty(t, d.send("concede", ""))
	require.Equal(t, string(room.StatusFinished), d.status)
}
