package main

import (
	"encoding/json"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The messages in docs/troubleshooting.md are real. Those of a failing start are produced by such a start,
// and all others occur in the program, in the texts of the client, or in messages of the system.
func TestMessagesInTroubleshooting(t *testing.T) {
	page, err := os.ReadFile("../../docs/troubleshooting.md")
	require.NoError(t, err)
	failures := startFailures(t)
	said := slices.Concat(failures, literals(t))
	for name := range strings.FieldsSeq("core/texts core/rare people/texts") {
		text, err := os.ReadFile("../../web/static/" + name + ".en.json")
		require.NoError(t, err)
		var tree any
		require.NoError(t, json.Unmarshal(text, &tree))
		said = appendTexts(said, tree)
	}
	// Messages of proxies and systems.
	said = append(
		said,
		"502 Bad Gateway",
		"too many open files",
		"listen tcp …: bind: permission denied",
		"connect: connection refused",
		"open …: file exists",
		"listen tcp …: bind: cannot assign requested address",
	)
	started, looked := 0, 0
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)`([^|]*)").FindAllStringSubmatch(string(page), -1) {
		require.True(t, containsMessage(said, row[1]), "nobody says %q", row[1])
		looked++
		if containsMessage(failures, row[1]) {
			started++
		}
		if code := regexp.MustCompile("^ \\(`(\\w+)`\\)").FindStringSubmatch(row[2]); code != nil {
			require.True(t, containsMessage(said, code[1]), code[1])
		}
	}
	require.Greater(t, looked, 35)
	require.Greater(t, started, 11)
}

// startFailures returns the messages of servers that fail to start.
func startFailures(t *testing.T) []string {
	t.Helper()
	used := t.TempDir()
	busy := startServer(t, used)
	open, damaged, filled := t.TempDir(), t.TempDir(), t.TempDir()
	require.NoError(t, os.Chmod(open, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(damaged, "rooms.db"), []byte("something else"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(filled, "note"), nil, 0o600))
	misspelt := filepath.Join(filled, "settings")
	require.NoError(t, os.WriteFile(misspelt, []byte("bot-paus 1s\n"), 0o600))
	var said []string
	for _, args := range [][]string{
		{"--addr", strings.TrimPrefix(busy.Base, "http://"), "--data", t.TempDir()},
		{"--addr", "8080", "--data", t.TempDir()},
		{"--data", used},
		{"--data", open},
		{"--data", damaged},
		{"--config", misspelt},
		{"--public-url", "play.example"},
		{"--tls-cert", "cert.pem"},
		{"--data", t.TempDir(), "--tls-cert", "missing.pem", "--tls-key", "missing.pem"},
		{"--database", "postgres://archmage@127.0.0.1:1/archmage", "--database-wait", "0s"},
		{"--smtp-addr", "mail.example:587"},
		{"demo", "--data", filled},
	} {
		if args[0] != "demo" && args[0] != "--addr" {
			args = append([]string{"--addr", "127.0.0.1:0"}, args...)
		}
		got := runToEnd(t, args...)
		require.NotZero(t, got.status, "%s", args)
		said = append(said, got.err)
	}
	t.Setenv("ARCHMAGE_BOT_PAUS", "1s")
	return append(said, runToEnd(t).err)
}

// literals returns the string literals of the program, with dots for inserted values.
func literals(t *testing.T) []string {
	t.Helper()
	var list []string
	verb := regexp.MustCompile(`%[^a-z]*[a-z]`)
	for _, folder := range []string{
		".", "../../internal/store", "../../internal/store/commit", "../../internal/transport",
		"../../internal/transport/api", "../../internal/transport/operator",
		"../../internal/transport/httpx", "../../internal/transport/socket",
		"../../internal/transport/pages", "../../internal/people", "../../internal/lobby",
		"../../internal/people/notify", "../../web",
	} {
		files, err := filepath.Glob(folder + "/*.go")
		require.NoError(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source, err := os.ReadFile(name)
			require.NoError(t, err)
			var s scanner.Scanner
			s.Init(token.NewFileSet().AddFile(name, -1, len(source)), source, nil, 0)
			// Literals joined by a plus are one text on several lines.
			before, goesOn := token.ILLEGAL, false
			for {
				_, kind, text := s.Scan()
				if kind == token.EOF {
					break
				}
				if literal, err := strconv.Unquote(text); kind == token.STRING && err == nil {
					literal = verb.ReplaceAllString(literal, "…")
					if goesOn {
						list[len(list)-1] += literal
					} else {
						list = append(list, literal)
					}
				}
				goesOn = kind == token.ADD && before == token.STRING
				before = kind
			}
		}
	}
	return list
}

// appendTexts adds all texts in a tree of the client's texts.
func appendTexts(list []string, tree any) []string {
	switch tree := tree.(type) {
	case string:
		return append(list, regexp.MustCompile(`\{\w+\}`).ReplaceAllString(tree, "…"))
	case map[string]any:
		for code, inside := range tree {
			list = appendTexts(append(list, code), inside)
		}
	}
	return list
}

// containsMessage reports whether a text contains the message, in which dots match anything.
func containsMessage(texts []string, message string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		for part := range strings.SplitSeq(message, "…") {
			_, rest, found := strings.Cut(text, part)
			if !found {
				return false
			}
			text = rest
		}
		return true
	})
}
