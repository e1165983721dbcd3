package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// allowed are the paths of a frame that may have any value, for one viewer of one game.
type allowed struct {
	paths map[string]bool
}

// readAllowed reads the paths in testdata/wire.paths for a viewer. Each prefix of an allowed path is allowed
// too, for empty values.
func readAllowed(t *testing.T, gameID string, seat game.Seat) allowed {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "wire.paths"))
	require.NoError(t, err)
	list := allowed{map[string]bool{}}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		require.Len(t, words, 3, line)
		who, path := words[1], words[2]
		if words[0] != "*" && words[0] != gameID || who == "player" && seat == game.NoSeat {
			continue
		}
		// The list must not be widened by mistake.
		if secret.MatchString(path) {
			require.Equal(t, "player", who, path)
		}
		require.NotRegexp(t, `seed|public\.next|secret`, path)
		for {
			list.paths[path] = true
			at := strings.LastIndexAny(path, ".[")
			if at < 0 {
				break
			}
			path = path[:at]
		}
	}
	return list
}

// secret matches the paths that no spectator ever receives.
var secret = regexp.MustCompile(`private|decisions\[`)

// check compares all frames that a player received before the end of the match with the list.
func (a allowed) check(t *testing.T, p *testPlayer) {
	t.Helper()
	for _, data := range p.received() {
		var frame map[string]any
		require.NoError(t, json.Unmarshal(data, &frame))
		if frame["result"] != nil {
			return
		}
		require.Empty(t, a.others(frame), "%s", data)
	}
	t.Fatal("the match has no end")
}

// others returns the paths of a frame that are not allowed.
func (a allowed) others(frame map[string]any) []string {
	root := fmt.Sprint(frame["type"])
	if root == "snapshot" || root == "update" {
		root = "match"
		nameEventParts(frame)
	}
	return slices.DeleteFunc(a.pathsOf(root, frame), func(path string) bool { return a.paths[path] })
}

// nameEventParts converts the events of a frame from lists to objects.
func nameEventParts(frame map[string]any) {
	events, _ := frame["events"].([]any)
	for i, event := range events {
		named := map[string]any{}
		for at, part := range event.([]any) {
			named[[]string{"kind", "seat", "public", "private"}[at]] = part
		}
		events[i] = named
	}
}

// keyNames has placeholders for the keys of collections.
var keyNames = []struct {
	pattern *regexp.Regexp
	name    string
}{
	{regexp.MustCompile(`^[chd][0-9]+$`), "CARD"},
	{regexp.MustCompile(`^(red|violet|green|black|white|blue|yellow)$`), "COLOUR"},
	{regexp.MustCompile(`^(red|violet|green|black|white|blue|yellow)\.(circle|triangle|square)$`), "MATERIA"},
	{regexp.MustCompile(`^s[0-9]$`), "SEAT"},
	{regexp.MustCompile(`^m[0-9]+$`), "SPACE"},
}

// openEnded are objects whose members depend on the game: public facts, and facts of the player's own
// decision.
var openEnded = []string{"args", "options", "actions", "unusable", "unavailable", "useless"}

// pathsOf returns the sorted paths of everything in a value.
func (a allowed) pathsOf(path string, value any) []string {
	var list []string
	switch value := value.(type) {
	case map[string]any:
		inside := path[strings.LastIndexByte(path, '.')+1:]
		for key, member := range value {
			name := key
			for _, known := range keyNames {
				if known.pattern.MatchString(key) {
					name = known.name
				}
			}
			if slices.Contains(openEnded, inside) || strings.HasSuffix(path, "events[].public") {
				name = "*"
			}
			list = append(list, a.pathsOf(path+"."+name, member)...)
		}
	case []any:
		for _, member := range value {
			list = append(list, a.pathsOf(path+"[]", member)...)
		}
	}
	if len(list) == 0 {
		return []string{path}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// The list allows what the viewer can know, and nothing else.
func TestAllowedPaths(t *testing.T) {
	const own = `{"type":"update","public":{"seats":{"s1":{"hand":3}}},
		"private":{"hand":{"h9":{"why":""}},"packet":{}}}`
	const common = `{"type":"update","public":{"seats":{"s2":{"secret":{"hand":{"h9":null}}}}}}`
	for _, test := range []struct {
		name  string
		seat  game.Seat
		frame string
		ok    bool
	}{
		{"one's own hand", 1, own, true},
		{"another's hand", 1, common, false},
		{"a hand for spectators", game.NoSeat, own, false},
		{"a hand for everybody who watches", game.NoSeat, common, false},
		{"the number of cards", game.NoSeat, `{"type":"update","public":{"seats":{"s2":{"hand":4}}}}`, true},
		{"a question", 1, `{"type":"update","decisions":[{"id":4}]}`, true},
		{"a question for spectators", game.NoSeat, `{"type":"update","decisions":[{"id":4}]}`, false},
		{"no question", game.NoSeat, `{"type":"update","decisions":[]}`, true},
		{"something new", 1, `{"type":"update","public":{"hint":1}}`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := readAllowed(t, "seasons", test.seat)
			var frame map[string]any
			require.NoError(t, json.Unmarshal([]byte(test.frame), &frame))
			require.Equal(t, test.ok, len(a.others(frame)) == 0)
		})
	}
}
