package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/cmd/internal/cli"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/test/programtest"
)

// runAdmin runs the command against the server.
func (s *served) runAdmin(args ...string) result {
	s.t.Helper()
	return runToEnd(s.t, append([]string{"admin", "--url", s.Admin}, args...)...)
}

// adminOutput runs the command and returns what it says.
func (s *served) adminOutput(args ...string) string {
	s.t.Helper()
	got := s.runAdmin(args...)
	require.Zero(s.t, got.status, got.err)
	require.Empty(s.t, got.err)
	return got.out
}

func TestAdminCommand(t *testing.T) {
	data := t.TempDir()
	s := startServer(t, data, "--admin-addr", "127.0.0.1:0")
	require.Equal(t, "no rooms\n", s.adminOutput("rooms"))
	require.Equal(t, "nobody is banned\n", s.adminOutput("bans"))
	tab := sitDown(t, s.Base, client.Settings{Game: "seasons", Seats: 2, Listed: true}, 0).start()
	ann, bob := tab.players[0], tab.players[1]
	require.NoError(t, ann.guest.Call(programtest.Within(t), http.MethodPost, "/api/rooms", map[string]any{
		"settings": map[string]any{"game": "spellbook", "seats": 2},
	}, nil))

	lines := strings.Split(strings.TrimSpace(s.adminOutput("rooms")), "\n")
	require.Len(t, lines, 3)
	require.Regexp(t, `^ROOM +GAME +STATUS +LISTED +OPENED +CONNECTED +MEMORY +PLAYERS$`, lines[0])
	require.Regexp(
		t,
		`^[0-9a-f-]{36}  spellbook  open     no      .{16}  0          no      Player 0, \(free\)$`,
		lines[1],
	)
	require.Regexp(
		t,
		`^`+tab.room+`  seasons    playing  yes     .{16}  2          yes     Player 0, Player 1$`,
		lines[2],
	)
	require.NotContains(t, s.adminOutput("rooms", "--listed"), "spellbook")
	require.NotContains(t, s.adminOutput("rooms", "--status", "open,seated"), "seasons")
	more := regexp.MustCompile(`more with --after (\S+)`).FindStringSubmatch(s.adminOutput("rooms", "--limit", "1"))
	require.NotNil(t, more)
	require.Contains(t, s.adminOutput("rooms", "--after", more[1], "--game", "seasons"), tab.room)

	seen := s.adminOutput("room", tab.room)
	for _, line := range []string{
		`room +` + tab.room, `status +playing`, `matches +1`,
		`0 +Player 0 +` + ann.guest.ID + ` \(host\) +yes`, `1 +Player 1 +` + bob.guest.ID + ` +yes`,
		`Player 1 +` + bob.guest.ID + ` +127\.0\.0\.1`,
	} {
		require.Regexp(t, `(?m)^`+line, seen)
	}

	ban := strings.TrimSpace(
		strings.TrimPrefix(
			s.adminOutput("ban", "--identity", bob.guest.ID, "--reason", "insult", "--words", "rude", "--for", "30d"),
			"banned:",
		),
	)
	<-bob.conn.Done()
	bob.conn.Inspect(func(s *client.State) { require.Equal(t, moderation.CodeBanned, s.Bye.Code) })
	require.Regexp(t, `(?m)^`+ban+` +`+bob.guest.ID+` +server .*insult rude$`, s.adminOutput("bans"))
	// A ban is kept across a restart.
	s.stop()
	s = startServer(t, data, "--admin-addr", "127.0.0.1:0")
	bob.guest.Base = s.Base
	requireCode(t, moderation.CodeBanned, bob.guest.Call(programtest.Within(t), http.MethodGet, "/api/me", nil, nil))
	require.Equal(t, "unbanned\n", s.adminOutput("unban", ban))
	require.NoError(t, bob.guest.Call(programtest.Within(t), http.MethodGet, "/api/me", nil, nil))
	require.Regexp(t, ` ever `, s.adminOutput("ban", "--address", "192.0.2.7")+s.adminOutput("bans"))

	conn, err := bob.guest.Dial(programtest.Within(t), tab.room, client.Options{})
	require.NoError(t, err)
	require.Equal(t, "removed\n", s.adminOutput("remove-guest", "--yes", bob.guest.ID))
	<-conn.Done()
	conn.Inspect(func(s *client.State) { require.Equal(t, people.CodeNoIdentity, s.Bye.Code) })
	requireCode(t, people.CodeNoIdentity, bob.guest.Call(programtest.Within(t), http.MethodGet, "/api/me", nil, nil))
	require.Contains(t, s.runAdmin("remove-guest", "--yes", bob.guest.ID).err, "there is no such person (not_found)")
	require.Contains(t, s.runAdmin("remove-match", tab.room).err, "(no_match)")

	// The first owner needs no browser, and a person who cannot sign in gets a link.
	require.Equal(t, "no accounts\n", s.adminOutput("people"))
	made := regexp.MustCompile(
		`^Root ([0-9a-f-]{36})\n/account#me=(\S+)\nopens the account once, until `,
	).FindStringSubmatch(
		s.adminOutput("account", "Root"),
	)
	require.NotNil(t, made)
	s.adminOutput("account", "Bob")
	require.Contains(t, s.runAdmin("account", "root").err, "(name_taken)")
	require.Equal(t, "done\n", s.adminOutput("role", "Root", "owner"))
	require.Regexp(t, `(?m)^Root  `+made[1]+`  owner  .{16}  .{16}$`, s.adminOutput("people"))
	require.Regexp(t, `(?s)^NAME.*\nBob .*more with --after (\S+)\n$`, s.adminOutput("people", "--limit", "1"))
	var page struct{ People []struct{ Name, Role string } }
	require.NoError(t, json.Unmarshal([]byte(s.adminOutput("people", "--name", "r0o", "--json")), &page))
	require.Equal(t, []struct{ Name, Role string }{{"Root", "owner"}}, page.People)
	unasked := s.runAdmin("remove-person", "Bob")
	require.Contains(t, unasked.out, "Remove the account Bob (")
	require.Contains(t, unasked.err, "nothing was removed; answer yes, or use --yes")
	require.Contains(t, s.adminOutput("people"), "Bob")
	require.Equal(t, "removed\n", s.adminOutput("remove-person", "--yes", "Bob"))
	require.NotContains(t, s.adminOutput("people"), "Bob")
	again := regexp.MustCompile(`#me=(\S+)`).FindStringSubmatch(s.adminOutput("link", "Root"))
	require.NotNil(t, again)
	var root struct{ ID, Kind, Token string }
	use := func(secret string) error {
		return bob.guest.Call(
			programtest.Within(t),
			http.MethodPost,
			"/api/me",
			map[string]any{"link": secret, "token": true},
			&root,
		)
	}
	requireCode(t, people.CodeBadLink, use(made[2]))
	require.NoError(t, use(again[1]))
	require.Equal(t, []string{made[1], "account"}, []string{root.ID, root.Kind})
	require.Contains(t, s.runAdmin("link", ann.guest.ID).err, "(no_account)")
	require.Regexp(
		t,
		`(?m)operator +account +- +Root +done.*(\n.*)*operator +link +Root `+made[1],
		reversed(s.adminOutput("log")),
	)

	// The host's texts can be set, shown and removed.
	require.Equal(t, "languages\n  en fr de\n", s.adminOutput("site"))
	for _, args := range [][]string{
		{"say", "name", "The Wood"},
		{"say", "--lang", "fr", "welcome", "Salut\nles amis"},
		{"say", "imprint", "Ann"},
	} {
		require.Equal(t, "said from now on\n", s.adminOutput(args...))
	}
	for _, part := range []string{"name\n  The Wood\n", "welcome fr\n  Salut\n  les amis\n", "imprint en\n  Ann\n"} {
		require.Contains(t, s.adminOutput("site"), part)
	}
	require.Equal(t, "said from now on\n", s.adminOutput("say", "name", ""))
	require.NotContains(t, s.adminOutput("site"), "The Wood")
	for _, args := range [][]string{
		{"say", "colour", "x"},
		{"say", "--lang", "nl", "welcome", "x"},
		{"say", "name", strings.Repeat("x", 33)},
	} {
		require.Contains(t, s.runAdmin(args...).err, "(malformed)", args)
	}

	copied := filepath.Join(t.TempDir(), "copy.db")
	require.Regexp(t, `copy\.db: [0-9]+ bytes\n$`, s.adminOutput("backup", copied))
	file, err := os.Stat(copied)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), file.Mode())
	require.True(t, strings.HasPrefix(s.adminOutput("backup", "-"), "SQLite format 3\x00"))
	got := s.runAdmin("backup", copied)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "file exists")

	require.Equal(t, "closed\n", s.adminOutput("close", tab.room))
	require.NotContains(t, s.adminOutput("rooms"), tab.room)
	for _, args := range [][]string{{"close", tab.room}, {"room", tab.room}} {
		got = s.runAdmin(args...)
		require.Equal(t, cli.Failed, got.status)
		require.Contains(t, got.err, "archmage admin "+args[0]+": there is no room")
		require.Contains(t, got.err, "(no_room)")
	}
}

// reversed returns the lines of a text in reverse order.
func reversed(text string) string {
	lines := strings.Split(text, "\n")
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

func TestAdminCommandLines(t *testing.T) {
	for _, test := range []struct {
		args   []string
		status int
		err    string
	}{
		{nil, cli.Usage, `archmage admin: a command is missing`},
		{[]string{"dance"}, cli.Usage, `unknown command "dance" for "archmage admin"`},
		{[]string{"-h"}, cli.OK, "unban"},
		{[]string{"-fast"}, cli.Usage, "unknown shorthand flag: 'f' in -fast"},
		{[]string{"rooms", "x"}, cli.Usage, "accepts 0 arg(s), received 1"},
		{[]string{"close"}, cli.Usage, "accepts 1 arg(s), received 0"},
		{[]string{"ban", "-h"}, cli.OK, "--address"},
		{[]string{"ban", "--for", "soon"}, cli.Usage, `--for is "soon", want an age like 30d or 12h`},
		{[]string{"--url", "http://127.0.0.1:1", "rooms"}, cli.Failed, "archmage admin rooms: "},
		{[]string{"--url", ":", "bans"}, cli.Failed, "archmage admin bans: "},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			got := runToEnd(t, append([]string{"admin"}, test.args...)...)
			require.Equal(t, test.status, got.status, got.err)
			require.Contains(t, got.out+got.err, test.err)
		})
	}
}

// A truncated backup is removed.
func TestABackupThatEndsTooEarly(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/backup" {
			http.Error(w, "what?", http.StatusTeapot)
			return
		}
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte("half"))
	}))
	defer web.Close()
	name := filepath.Join(t.TempDir(), "copy.db")
	got := runToEnd(t, "admin", "--url", web.URL, "backup", name)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "unexpected EOF")
	require.NoFileExists(t, name)
	got = runToEnd(t, "admin", "--url", web.URL, "bans")
	require.Contains(t, got.err, "the server answers with status 418")
}
