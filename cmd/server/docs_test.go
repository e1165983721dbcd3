package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
	"archmage/test/docstest"
)

// Every server command in the documents works as described. Commands in blocks are run against a server, with
// values for placeholders in capitals. For commands in the text, the flags and the number of arguments are
// checked. Commands that need PostgreSQL or several nodes have their own tests, which may be skipped; here
// only their flags are checked.
func TestCommandsInDocuments(t *testing.T) {
	commands := docstest.Commands(t, "../..")
	record, err := filepath.Abs("testdata/releases/0.9.0/spellbook.record.json")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	data := t.TempDir()
	s := startServer(t, data, "--admin-addr", "127.0.0.1:0")
	s.adminOutput("account", "Ann")
	values := strings.NewReplacer("NAME", "Ann", "PERSON", "Ann", "TEXT", "An", "FILE", record, "$(date +%F)", "today")
	ran := 0
	var later [][]string
	for _, c := range commands {
		name, args := c.Program()
		if name != "server" || len(args) == 0 && len(c.Env) == 0 {
			continue
		}
		if len(args) == 0 || strings.HasPrefix(args[0], "-") {
			args = append([]string{"serve"}, args...)
		}
		output := ""
		if at := slices.Index(args, ">"); at > 0 {
			args, output = args[:at], args[at+1]
		}
		requireServerCommand(t, &c, args)
		if c.Inline {
			continue
		}
		for i := range args {
			args[i] = values.Replace(args[i])
		}
		got := result{}
		switch command := strings.Join(args[:min(2, len(args))], " "); {
		case command == "admin nodes",
			command == "admin drain",
			args[0] == "migrate",
			strings.Contains(strings.Join(args, " "), "postgres://"),
			args[0] == "demo":
			continue
		case args[0] == "serve":
			_, got = readSettings(args[1:]...)
		case args[0] == "admin":
			got = s.runAdmin(args[1:]...)
		case args[0] == "health":
			got = runToEnd(t, "health", "--url", s.Base)
		case args[0] == "rate":
			later = append(later, args)
			continue
		case strings.Contains(strings.Join(args, " "), "HEX"):
			continue // the flags of replay, which TestReplay carries out
		default:
			got = runToEnd(t, args...)
		}
		require.Zero(t, got.status, "%s: %s", c.Position, got.err)
		for _, line := range c.Output {
			require.Contains(t, got.out, line, c.Position)
		}
		if output != "" {
			require.NoError(t, os.WriteFile(output, []byte(got.out), 0o600), c.Position)
		}
		ran++
	}
	require.FileExists(t, "rooms-today.db")
	s.stop()
	for _, args := range later {
		line := strings.Replace(strings.Join(args, " "), "--data data", "--data "+data, 1)
		got := runToEnd(t, strings.Fields(line)...)
		require.Zero(t, got.status, got.err)
		ran++
	}
	require.Greater(t, ran, 10)
}

// requireServerCommand checks that a command exists with the flags and the number of arguments in the
// document.
func requireServerCommand(t *testing.T, c *docstest.Command, args []string) {
	t.Helper()
	if args[0] == "admin" && len(args) > 1 {
		if len(args) == 2 && c.Inline {
			got := runToEnd(t, "admin", args[1], "-h")
			require.Zero(t, got.status, "%s: %s", c.Position, got.err)
			return
		}
		numbers := strings.NewReplacer("\x00N\x00", "\x005\x00").Replace(
			"\x00" + strings.Join(args[1:], "\x00") + "\x00",
		)
		got := runToEnd(
			t,
			append(
				[]string{"admin", "--url", "http://127.0.0.1:1"},
				strings.Split(strings.Trim(numbers, "\x00"), "\x00")...)...)
		require.Equal(t, cli.Failed, got.status, "%s: %s", c.Position, got.err)
		return
	}
	got := runToEnd(t, args[0], "-h")
	require.Zero(t, got.status, "%s: %s", c.Position, got.err)
	docstest.RequireFlags(t, c.Position, args[1:], got.out)
}

// adminCommands returns the names of the subcommands of admin.
func adminCommands() (names []string) {
	for _, c := range (&app{}).adminCommand().Commands() {
		names = append(names, c.Name())
	}
	return names
}

// The settings named by pages for hosts exist as flags and variables.
func TestSettingsInDocuments(t *testing.T) {
	// These are suffixes of names, a flag of version 0.9, and flags of the load test and of Compose.
	known := map[string]bool{"-file": true, "-addr": true, "--apart": true, "--profile": true}
	calls := [][]string{{"serve"}, {"migrate"}, {"rate"}, {"admin"}}
	for _, name := range adminCommands() {
		calls = append(calls, []string{"admin", name})
	}
	for _, call := range calls {
		got := runToEnd(t, append(call, "-h")...)
		for _, flag := range regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[\w-]+)`).FindAllStringSubmatch(got.out, -1) {
			known[flag[1]] = true
			known[envName(flag[1][2:])] = true
		}
	}
	_, pages := docstest.Blocks(t, "../..")
	named := 0
	setting := regexp.MustCompile("`(--?[a-z][a-z-]+)[` ]|(ARCHMAGE_[A-Z_]+)")
	for _, page := range []string{
		"hosting", "proxy", "accounts", "site", "moderation", "notices", "backup", "admin", "monitoring",
		"settings", "upgrading", "cluster", "postgresql", "security",
	} {
		text := pages["docs/"+page+".md"]
		require.NotEmpty(t, text, page)
		for _, name := range setting.FindAllStringSubmatch(text, -1) {
			require.True(t, known[name[1]+name[2]], "docs/%s.md names %s%s", page, name[1], name[2])
			named++
		}
	}
	require.Greater(t, named, 120)
}

// The files of a release have the names in the documents.
func TestReleaseInDocuments(t *testing.T) {
	blocks, pages := docstest.Blocks(t, "../..")
	text := pages["docs/hosting.md"]
	for _, b := range blocks {
		text += b.Text
	}
	names := regexp.MustCompile(`archmage(?:-client)?[-_](\d+\.\d+\.\d+)`).FindAllStringSubmatch(text, -1)
	require.Greater(t, len(names), 4)
	for _, name := range names {
		require.Equal(t, version, name[1], name[0])
	}
}
