package socket_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/strict"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/socket"
	"archmage/internal/transport/transporttest"
)

func TestDecodeEachFrame(t *testing.T) {
	for name, test := range transporttest.Frames {
		t.Run(name, func(t *testing.T) {
			f, err := frame.Decode([]byte(test.Text))
			require.NoError(t, err)
			require.Equal(t, name, f.Type)
			require.Equal(t, test.Body, f.Body)
		})
	}
}

// A decoded frame does not change when its buffer is reused.
func TestAFrameIsACopy(t *testing.T) {
	data := []byte(transporttest.Frames["answer"].Text)
	f, err := frame.Decode(data)
	require.NoError(t, err)
	clear(data)
	require.Equal(t, transporttest.Frames["answer"].Body, f.Body)
}

// TestEveryFieldIsNeeded removes each field of each frame, sets it to null, repeats it, and adds
// another one.
func TestEveryFieldIsNeeded(t *testing.T) {
	optional := []string{"sequence", "seq", "overlay"}
	for name, test := range transporttest.Frames {
		var fields map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(test.Text), &fields))
		for field := range fields {
			less := maps.Clone(fields)
			delete(less, field)
			f, err := frame.Decode(strict.Encode(less))
			switch {
			case slices.Contains(optional, field), name == frame.TypePing && field == "id":
				require.NoError(t, err, "%s without %s", name, field)
			default:
				requireRefused(t, err, "%s without %s", name, field)
				require.Equal(t, field != "id" && name != frame.TypeHello, f.ID != "", "it can be answered by its id")
			}
			null := maps.Clone(fields)
			null[field] = json.RawMessage("null")
			_, err = frame.Decode(strict.Encode(null))
			requireRefused(t, err, "%s without %s", name, field)

			_, err = frame.Decode(
				fmt.Appendf(nil, "%s,%q:%s}", strings.TrimSuffix(test.Text, "}"), field, fields[field]),
			)
			requireRefused(t, err, "%s with two of %s", name, field)
			delete(less, field)
			less[strings.ToUpper(field)] = fields[field]
			_, err = frame.Decode(strict.Encode(less))
			requireRefused(t, err, "%s with %s in capitals", name, field)
		}
		for _, field := range []string{"x", "Type", "seat ", "text", "life", "room"} {
			if _, there := fields[field]; there {
				continue
			}
			more := maps.Clone(fields)
			more[field] = json.RawMessage(`"1"`)
			_, err := frame.Decode(strict.Encode(more))
			requireRefused(t, err, "%s with %s", name, field)
		}
	}
}

func requireRefused(t *testing.T, err error, format string, args ...any) {
	t.Helper()
	var refusal *coded.Error
	require.ErrorAs(t, err, &refusal, append([]any{format}, args...)...)
	require.Contains(t, []coded.Code{coded.Malformed, room.CodeUnknownCommand}, refusal.Code)
	require.NotEmpty(t, refusal.Message)
}

func TestFramesThatAreRefused(t *testing.T) {
	tests := []struct {
		name, text string
		id         string
		code       coded.Code
	}{
		{"nothing", ``, "", coded.Malformed},
		{"a list", `[]`, "", coded.Malformed},
		{"null", `null`, "", coded.Malformed},
		{"a comma too many", `{"type":"leave","id":"1",}`, "", coded.Malformed},
		{"no type", `{"id":"1"}`, "1", coded.Malformed},
		{"a number as type", `{"type":1,"id":"1"}`, "1", coded.Malformed},
		{"an unknown type", `{"type":"dance","id":"1"}`, "1", room.CodeUnknownCommand},
		{"a type in capitals", `{"type":"LEAVE","id":"1"}`, "1", room.CodeUnknownCommand},
		{"an entry of the room's own", `{"type":"timeout","id":"1","seat":0}`, "1", room.CodeUnknownCommand},
		{"a hello with an id", `{"type":"hello","id":"1","v":1}`, "1", coded.Malformed},
		{"an empty id", `{"type":"ping","id":""}`, "", coded.Malformed},
		{"a long id", `{"type":"ping","id":"` + strings.Repeat("é", 33) + `"}`, "", coded.Malformed},
		{"a seat beyond all", `{"type":"claim","id":"1","seat":300}`, "1", coded.Malformed},
		{"half a seat", `{"type":"claim","id":"1","seat":0.5}`, "1", coded.Malformed},
		{"a decision below zero", `{"type":"answer","id":"1","decision":-1,"choice":[]}`, "1", coded.Malformed},
		{"a seq beyond all", `{"type":"hello","v":1,"seq":18446744073709551616}`, "", coded.Malformed},
		{"a name twice", `{"type":"leave","id":"1","id":"1"}`, "", coded.Malformed},
		{"a name twice, written differently", `{"type":"leave","id":"1","i\u0064":"1"}`, "", coded.Malformed},
		{
			name: "a name twice in a choice",
			text: `{"type":"answer","id":"1","decision":1,"choice":[{"option":"a","option":"b"}]}`,
			code: coded.Malformed,
		},
		{
			name: "a name twice in settings",
			text: `{"type":"settings","id":"1","settings":{"game":"toy","game":"toy"}}`,
			code: coded.Malformed,
		},
		{"more behind it", `{"type":"leave","id":"1"} 1`, "", coded.Malformed},
		{"half a character", `{"type":"chat","id":"1","text":"\ud800"}`, "", coded.Malformed},
		{"a setting in capitals", `{"type":"settings","id":"1","settings":{"Game":"toy"}}`, "1", coded.Malformed},
		{
			name: "a setting that does not exist",
			text: `{"type":"settings","id":"1","settings":{"game":"toy","chess":1}}`,
			id:   "1",
			code: coded.Malformed,
		},
		{
			name: "a setting of the wrong kind",
			text: `{"type":"settings","id":"1","settings":{"seats":"two"}}`,
			id:   "1",
			code: coded.Malformed,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := frame.Decode([]byte(test.text))
			requireRefused(t, err, "%s", test.text)
			refusal, _ := coded.Refusal(err)
			require.Equal(t, test.code, refusal.Code)
			require.Equal(t, test.id, f.ID)
		})
	}
}

// text returns a frame as a client sends it.
func frameText(t *testing.T, f *frame.Frame) []byte {
	t.Helper()
	fields := map[string]any{}
	if f.Body != nil {
		require.NoError(t, json.Unmarshal(strict.Encode(f.Body), &fields))
		if answer, ok := f.Body.(*room.Answer); ok {
			fields["decision"] = answer.Decision
		}
	}
	if fields["type"] = f.Type; f.ID != "" {
		fields["id"] = f.ID
	}
	return strict.Encode(fields)
}

// FuzzDecodeFrame checks that the decoder does not panic, that an accepted frame is the same after
// encoding and decoding, and that a refusal has a code.
func FuzzDecodeFrame(f *testing.F) {
	for _, frame := range transporttest.Frames {
		f.Add([]byte(frame.Text))
	}
	for _, text := range []string{
		``, `null`, `{}`, `[1]`, `{"type":"ping"}`, `{"type":"ping","id":"\ud800"}`, `{"type":"leave","id":1}`,
		`{"type":"hello","v":2}`, `{"type":"dance","id":"1"}`, `{"type":"leave","type":"undo","id":"1"}`,
		"{\"type\":\"chat\",\"id\":\"1\",\"text\":\"\xff\"}",
		`{"type":"answer","id":"1","decision":1e3,"choice":{"a":[[[[]]]]}}`,
		`{"type":"settings","id":"1","settings":{"options":null,"clock":null}}`,
		`{"type":"claim","id":"1","seat":-128}`,
		`{"type":"answer","id":"1","decision":18446744073709551615,"choice":["<&>",{"option":"a","n":256,` +
			`"group":"b"}]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := frame.Decode(data)
		require.LessOrEqual(t, len(got.ID), frame.MaxID)
		if err != nil {
			var refusal *coded.Error
			require.True(t, errors.As(err, &refusal))
			require.NotEmpty(t, refusal.Code)
			return
		}
		require.Equal(
			t,
			got.Type != frame.TypeHello && got.Type != frame.TypePing,
			got.ID != "" && got.Type != frame.TypePing,
		)
		again, err := frame.Decode(frameText(t, &got))
		require.NoError(t, err)
		if answer, ok := got.Body.(*room.Answer); ok {
			once := again.Body.(*room.Answer)
			require.JSONEq(t, string(answer.Choice), string(once.Choice))
			answer.Choice = once.Choice
		}
		require.Equal(t, got, again)
	})
}

func TestServerFrames(t *testing.T) {
	tests := []struct {
		frame any
		want  string
	}{
		{
			socket.WelcomeFrame{
				"welcome",
				1,
				httpx.Person{ID: "u", Name: "Ann", Kind: "guest"},
				"r",
				5,
				frame.WelcomeLimits{Message: 16384, Chat: 300},
			},
			`{"type":"welcome","v":1,"you":{"id":"u","name":"Ann","kind":"guest"},"room":"r","now":5,` +
				`"limits":{"message":16384,"chat":300}}`,
		},
		{frame.PongFrame{Type: "pong", ID: "a1"}, `{"type":"pong","id":"a1"}`},
		{frame.PongFrame{Type: "pong"}, `{"type":"pong"}`},
		{socket.ByeFrame{"bye", lobby.CodeRestart, 1000, nil}, `{"type":"bye","code":"restart","retryAfter":1000}`},
		{socket.ByeFrame{"bye", directory.CodeNoRoom, 0, nil}, `{"type":"bye","code":"no_room"}`},
		{
			socket.ByeFrame{
				"bye",
				moderation.CodeBanned,
				0,
				&httpx.Explained{Reason: people.ReasonSpam, Words: "Stop.", Until: 5},
			},
			`{"type":"bye","code":"banned","explanation":{"reason":"spam","words":"Stop.","until":5}}`,
		},
		{socket.NewsFrame{"news"}, `{"type":"news"}`},
	}
	for _, test := range tests {
		require.Equal(t, test.want, string(strict.Encode(test.frame)))
	}
}

func BenchmarkDecodeFrame(b *testing.B) {
	data := []byte(transporttest.Frames["answer"].Text)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := frame.Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}
