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

// protocolPage returns docs/protocol.md, which these tests compare with the code.
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

// fenced returns the contents of the code blocks of a language.
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
