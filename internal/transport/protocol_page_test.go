package transport

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// protocolPage returns docs/protocol.md, the guide to the protocol, whose numbers these tests compare with the code.
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

// exampleFile returns a file of docs/examples/protocol.
func exampleFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/examples/protocol/" + name)
	require.NoError(t, err)
	return string(text)
}

// The files with the examples of frames.
const (
	clientFrames = "client-frames.json"
	serverFrames = "server-frames.json"
)

// frameExamples returns the JSON values in a file.
func frameExamples(t *testing.T, name string) []json.RawMessage {
	t.Helper()
	var list []json.RawMessage
	decoder := json.NewDecoder(strings.NewReader(exampleFile(t, name)))
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

// described is what the tests read of openapi.json.
type described struct {
	Paths map[string]map[string]struct{ Description string }
	Codes []struct{ Code, Meaning string } `json:"x-codes"`
}

// openAPI returns openapi.json.
func openAPI(t *testing.T) described {
	t.Helper()
	text, err := os.ReadFile("../../web/static/schema/openapi.json")
	require.NoError(t, err)
	var d described
	require.NoError(t, json.Unmarshal(text, &d))
	return d
}

// requests returns the requests as "POST /api/rooms/{room}/code", in order.
func (d *described) requests() []string {
	var list []string
	for path, operations := range d.Paths {
		for method := range operations {
			list = append(list, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(list)
	return list
}

// errorCodes returns the codes in order.
func (d *described) errorCodes() []string {
	list := make([]string, len(d.Codes))
	for i, row := range d.Codes {
		list[i] = row.Code
	}
	return list
}

// openEnded are the members of frames whose contents belong to a game, or are described in the
// pages on decisions and events.
var openEnded = []string{"public", "private", "options", "args", "decisions", "events"}

// shape returns the paths of all members in a JSON value.
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

// The frames and requests that docs/protocol.md shows are among the examples, which other tests check.
func TestProtocolGuide(t *testing.T) {
	var known []string
	for _, name := range []string{clientFrames, serverFrames} {
		for _, frame := range frameExamples(t, name) {
			known = append(known, string(frame))
		}
	}
	requests := strings.Split(strings.TrimSpace(exampleFile(t, "requests.http")), "\n\n")
	shown := 0
	blocks := regexp.MustCompile("(?s)```(json|http)\n(.*?)\n```").FindAllStringSubmatch(protocolPage(t), -1)
	for _, block := range blocks {
		shown++
		if block[1] == "http" {
			require.Contains(t, requests, block[2])
			continue
		}
		decoder := json.NewDecoder(strings.NewReader(block[2]))
		for decoder.More() {
			var frame json.RawMessage
			require.NoError(t, decoder.Decode(&frame))
			require.Contains(t, known, string(frame))
		}
	}
	require.Greater(t, shown, 5)
}
