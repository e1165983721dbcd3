package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/client"
	"archmage/internal/game"
	"archmage/internal/lobby"
)

// protocolPage returns docs/protocol.md, which these tests hold to the code.
func protocolPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/protocol.md")
	require.NoError(t, err)
	return string(page)
}

// protocolSection returns the part of the page under a heading.
func protocolSection(t *testing.T, heading string) string {
	t.Helper()
	_, section, ok := strings.Cut(protocolPage(t), "\n## "+heading+"\n")
	require.True(t, ok, heading)
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

// fenced returns what stands in the blocks of a language.
func fenced(section, language string) []string {
	var blocks []string
	for _, match := range regexp.MustCompile("(?s)```"+language+"\n(.*?)\n```").FindAllStringSubmatch(section, -1) {
		blocks = append(blocks, match[1])
	}
	return blocks
}

// examples returns the JSON values in a section.
func examples(t *testing.T, section string) []json.RawMessage {
	t.Helper()
	var list []json.RawMessage
	decoder := json.NewDecoder(strings.NewReader(strings.Join(fenced(section, "json"), "\n")))
	for {
		var value json.RawMessage
		err := decoder.Decode(&value)
		if errors.Is(err, io.EOF) {
			return list
		}
		require.NoError(t, err, "after %s", list)
		list = append(list, value)
	}
}

// firstCells returns the code words in the first column of a section's tables.
func firstCells(section string) []string {
	var words []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*`) \\|").FindAllStringSubmatch(section, -1) {
		for _, word := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			words = append(words, word[1])
		}
	}
	return words
}

// typeOf returns the type of a frame.
func typeOf(t *testing.T, frame []byte) string {
	t.Helper()
	var head struct{ Type string }
	require.NoError(t, json.Unmarshal(frame, &head))
	return head.Type
}

// openEnded are the members of frames whose inside is a game's own, or stands
// on the pages about decisions and events.
var openEnded = []string{"view", "patch", "own", "options", "args", "decisions", "events"}

// shape returns the places in a JSON value that have something in them.
func shape(t *testing.T, data []byte) map[string]bool {
	t.Helper()
	var value any
	require.NoError(t, json.Unmarshal(data, &value))
	paths := map[string]bool{}
	var walk func(string, any)
	walk = func(path string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for name, member := range value {
				at := path + "." + name
				paths[at] = true
				if !slices.Contains(openEnded, name) {
					walk(at, member)
				}
			}
		case []any:
			for _, member := range value {
				walk(path+"[]", member)
			}
		}
	}
	walk("", value)
	return paths
}

// Every example of a client's frame is one for the real decoder, and there is
// one of each type.
func TestProtocolClientFrames(t *testing.T) {
	section := protocolSection(t, "What a client sends")
	known := slices.Sorted(maps.Keys(frameFields))
	rows := firstCells(section)
	slices.Sort(rows)
	require.Equal(t, known, rows)
	shown := map[string]bool{}
	for _, example := range examples(t, section) {
		f, err := decodeFrame(example)
		require.NoError(t, err, "%s", example)
		shown[f.Type] = true
		if f.Settings != nil {
			require.Equal(t, shape(t, encode(f.Settings)), shape(t, fieldOf(t, example, "settings")), "every setting is shown")
		}
	}
	require.Equal(t, known, slices.Sorted(maps.Keys(shown)))
}

func fieldOf(t *testing.T, frame []byte, name string) json.RawMessage {
	t.Helper()
	var fields map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(frame, &fields))
	return fields[name]
}

// Every example of a server's frame has the fields that real frames have, and
// the other way round.
func TestProtocolServerFrames(t *testing.T) {
	section := protocolSection(t, "What the server sends")
	documented := map[string]map[string]bool{}
	add := func(to map[string]map[string]bool, frame []byte) {
		kind := typeOf(t, frame)
		if to[kind] == nil {
			to[kind] = map[string]bool{}
		}
		maps.Copy(to[kind], shape(t, frame))
	}
	for _, example := range examples(t, section) {
		add(documented, example)
		requireStrict(t, fieldOf(t, example, "decisions"), &[]game.DecisionText{})
		requireStrict(t, fieldOf(t, example, "events"), &[]game.EventText{})
	}
	// "... and every later snapshot has it too."
	for path := range documented["update"] {
		if strings.HasPrefix(path, ".result") {
			documented["snapshot"][path] = true
		}
	}
	require.Equal(t, slices.Sorted(maps.Keys(documented)), slices.Sorted(slices.Values(firstCells(section))))
	real := map[string]map[string]bool{}
	for _, frame := range everyFrame(t) {
		add(real, frame)
	}
	require.Equal(t, documented, real)
}

func requireStrict(t *testing.T, data []byte, into any) {
	t.Helper()
	if data == nil {
		return
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(into), "%s", data)
}

// everyFrame lets a match be played around which everything is told that there
// is to tell, and returns it.
func everyFrame(t *testing.T) [][]byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var mu sync.Mutex
	var frames [][]byte
	options := client.Options{OnFrame: func(frame []byte) {
		mu.Lock()
		defer mu.Unlock()
		frames = append(frames, bytes.Clone(frame))
	}}
	g := newStage(t, func(o *Options) { o.Limits = o.Limits.Unlimited() })
	arrive := func(name, room string) (*client.Guest, *client.Conn) {
		guest, err := client.NewGuest(ctx, g.url, name)
		require.NoError(t, err)
		if room == "" {
			room, err = guest.CreateRoom(ctx, client.Settings{
				Game: "toy", Seats: 2, Spectators: true, Clock: client.ClockSettings{Mode: "bank", Seconds: 600, Increment: 5},
				Options: game.MatchOptions{"panic": "off"},
			})
			require.NoError(t, err)
		}
		conn, err := guest.Dial(ctx, room, options)
		require.NoError(t, err)
		t.Cleanup(conn.Close)
		return guest, conn
	}
	guest, ann := arrive("Ann", "")
	var room string
	ann.Look(func(s *client.State) { room = s.Room.ID })
	_, eve := arrive("Eve", room)
	must := func(conn *client.Conn, intents ...client.Intent) {
		for _, intent := range intents {
			require.NoError(t, conn.Send(ctx, intent))
		}
	}
	must(ann, client.Fill(1, "random"), client.Do("start"), client.Chat("hello"), client.Do("ping"))
	require.Error(t, eve.Send(ctx, client.Do("start")))
	require.NoError(t, eve.WriteRaw(1, []byte(`{"type":"ping"}`)))
	over := func(s *client.State) bool { return s.Result != nil }
	rng := rand.New(rand.NewPCG(1, 2))
	for done := false; !done; {
		var asked game.DecisionText
		require.NoError(t, ann.Wait(ctx, func(s *client.State) bool {
			if d := s.Asked(); d != nil {
				asked = *d
			}
			done = over(s)
			return done || s.Asked() != nil
		}))
		if !done {
			must(ann, client.Answer(asked.ID, client.RandomAnswer(&asked, rng)))
		}
	}
	_, late := arrive("Zoe", room)
	require.NoError(t, late.Wait(ctx, over))
	_, err := guest.Dial(ctx, "no such room", options)
	require.Error(t, err)
	g.close()
	for _, conn := range []*client.Conn{ann, eve, late} {
		<-conn.Done()
	}
	mu.Lock()
	defer mu.Unlock()
	return frames
}

// Every code of the project has a row on the page, with a meaning, and every row
// is a code.
func TestProtocolCodes(t *testing.T) {
	section := protocolSection(t, "Codes")
	rows := firstCells(section)
	inText := regexp.MustCompile("(?m)^`bad_state`, `bad_setup` and `bad_record` ").FindString(section)
	for _, word := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(inText, -1) {
		rows = append(rows, word[1])
	}
	var codes []string
	for _, folder := range []string{"../coded", "../game", "../match", "../lobby", "."} {
		codes = append(codes, codesIn(t, folder)...)
	}
	slices.Sort(rows)
	slices.Sort(codes)
	require.Contains(t, codes, string(lobby.CodeBusy))
	require.Equal(t, slices.Compact(codes), rows)
}
