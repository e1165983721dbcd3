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

// adminDoes runs the command against the server.
func (s *served) adminDoes(args ...string) result {
	s.t.Helper()
	return ends(s.t, append([]string{"admin", "--url", s.Admin}, args...)...)
}

// done runs the command and returns what it says.
func (s *served) done(args ...string) string {
	s.t.Helper()
	got := s.adminDoes(args...)
	require.Zero(s.t, got.status, got.err)
	require.Empty(s.t, got.err)
	return got.out
}

func TestAdminCommand(t *testing.T) {
	data := t.TempDir()
	s := startServer(t, data, "--admin-addr", "127.0.0.1:0")
	require.Equal(t, "no rooms\n", s.done("rooms"))
	require.Equal(t, "nobody is banned\n", s.done("bans"))
	tab := sitDown(t, s.Base, client.Settings{Game: "seasons", Seats: 2, Listed: true}, 0).start()
	ann, bob := tab.players[0], tab.players[1]
	require.NoError(t, ann.guest.Call(programtest.Within(t), http.MethodPost, "/api/rooms", map[string]any{
		"settings": map[string]any{"game": "spellbook", "seats": 2},
	}, nil))

	lines := strings.Split(strings.TrimSpace(s.done("rooms")), "\n")
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
	require.NotContains(t, s.done("rooms", "--listed"), "spellbook")
	require.NotContains(t, s.done("rooms", "--status", "open,seated"), "seasons")
	more := regexp.MustCompile(`more with --after (\S+)`).FindStringSubmatch(s.done("rooms", "--limit", "1"))
	require.NotNil(t, more)
	require.Contains(t, s.done("rooms", "--after", more[1], "--game", "seasons"), tab.room)

	seen := s.done("room", tab.room)
	for _, line := range []string{
		`room +` + tab.room, `status +playing`, `matches +1`,
		`0 +Player 0 +` + ann.guest.ID + ` \(host\) +yes`, `1 +Player 1 +` + bob.guest.ID + ` +yes`,
		`Player 1 +` + bob.guest.ID + ` +127\.0\.0\.1`,
	} {
		require.Regexp(t, `(?m)^`+line, seen)
	}

	ban := strings.TrimSpace(
		strings.TrimPrefix(
			s.done("ban", "--identity", bob.guest.ID, "--reason", "insult", "--words", "rude", "--for", "30d"),
			"banned:",
		),
	)
	<-bob.conn.Done()
	bob.conn.Inspect(func(s *client.State) { require.Equal(t, moderation.CodeBanned, s.Bye.Code) })
	require.Regexp(t, `(?m)^`+ban+` +`+bob.guest.ID+` +server .*insult rude$`, s.done("bans"))
	// A ban outlives the server.
	s.stop()
	s = startServer(t, data, "--admin-addr", "127.0.0.1:0")
	bob.guest.Base = s.Base
	requireCode(t, moderation.CodeBanned, bob.guest.Call(programtest.Within(t), http.MethodGet, "/api/me", nil, nil))
	require.Equal(t, "unbanned\n", s.done("unban", ban))
	require.NoError(t, bob.guest.Call(programtest.Within(t), http.MethodGet, "/api/me", nil, nil))
	require.Regexp(t, ` ever `, s.done("ban", "--address", "192.0.2.7")+s.done("bans"))

	conn, err := bob.guest.Dial(programtest.Within(t), tab.room, client.Options{})
	require.NoError(t, err)
	require.Equal(t, "removed\n", s.done("remove-guest", "--yes", bob.guest.ID))
	<-conn.Done()
	conn.Inspect(func(s *client.State) { require.Equal(t, people.CodeNoIdentity, s.Bye.Code) })
	requireCode(t, people.CodeNoIdentity, bob.guest.Call(programtest.Within(t), http.MethodGet, "/api/me", nil, nil))
	require.Contains(t, s.adminDoes("remove-guest", "--yes", bob.guest.ID).err, "there is no such person (not_found)")
	require.Contains(t, s.adminDoes("remove-match", tab.room).err, "(no_match)")

	// The first owner needs no browser, and who is locked out gets a link.
	require.Equal(t, "no accounts\n", s.done("people"))
	made := regexp.MustCompile(
		`^Root ([0-9a-f-]{36})\n/account#me=(\S+)\nopens the account once, until `,
	).FindStringSubmatch(
		s.done("account", "Root"),
	)
	require.NotNil(t, made)
	s.done("account", "Bob")
	require.Contains(t, s.adminDoes("account", "root").err, "(name_taken)")
	require.Equal(t, "done\n", s.done("role", "Root", "owner"))
	require.Regexp(t, `(?m)^Root  `+made[1]+`  owner  .{16}  .{16}$`, s.done("people"))
	require.Regexp(t, `(?s)^NAME.*\nBob .*more with --after (\S+)\n$`, s.done("people", "--limit", "1"))
	var page struct{ People []struct{ Name, Role string } }
	require.NoError(t, json.Unmarshal([]byte(s.done("people", "--name", "r0o", "--json")), &page))
	require.Equal(t, []struct{ Name, Role string }{{"Root", "owner"}}, page.People)
	unasked := s.adminDoes("remove-person", "Bob")
	require.Contains(t, unasked.out, "Remove the account Bob (")
	require.Contains(t, unasked.err, "nothing was removed; answer yes, or use --yes")
	require.Contains(t, s.done("people"), "Bob")
	require.Equal(t, "removed\n", s.done("remove-person", "--yes", "Bob"))
	require.NotContains(t, s.done("people"), "Bob")
	again := regexp.MustCompile(`#me=(\S+)`).FindStringSubmatch(s.done("link", "Root"))
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
	require.Contains(t, s.adminDoes("link", ann.guest.ID).err, "(no_account)")
	require.Regexp(
		t,
		`(?m)operator +account +- +Root +done.*(\n.*)*operator +link +Root `+made[1],
		reversed(s.done("log")),
	)

	// What the host says is set, shown and taken away.
	require.Equal(t, "languages\n  en fr\n", s.done("site"))
	for _, args := range [][]string{
		{"say", "name", "The Wood"},
		{"say", "--lang", "fr", "welcome", "Salut\nles amis"},
		{"say", "imprint", "Ann"},
	} {
		require.Equal(t, "said from now on\n", s.done(args...))
	}
	for _, part := range []string{"name\n  The Wood\n", "welcome fr\n  Salut\n  les amis\n", "imprint en\n  Ann\n"} {
		require.Contains(t, s.done("site"), part)
	}
	require.Equal(t, "said from now on\n", s.done("say", "name", ""))
	require.NotContains(t, s.done("site"), "The Wood")
	for _, args := range [][]string{
		{"say", "colour", "x"},
		{"say", "--lang", "de", "welcome", "x"},
		{"say", "name", strings.Repeat("x", 33)},
	} {
		require.Contains(t, s.adminDoes(args...).err, "(malformed)", args)
	}

	copied := filepath.Join(t.TempDir(), "copy.db")
	require.Regexp(t, `copy\.db: [0-9]+ bytes\n$`, s.done("backup", copied))
	file, err := os.Stat(copied)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), file.Mode())
	require.True(t, strings.HasPrefix(s.done("backup", "-"), "SQLite format 3\x00"))
	got := s.adminDoes("backup", copied)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "file exists")

	require.Equal(t, "closed\n", s.done("close", tab.room))
	require.NotContains(t, s.done("rooms"), tab.room)
	for _, args := range [][]string{{"close", tab.room}, {"room", tab.room}} {
		got = s.adminDoes(args...)
		require.Equal(t, cli.Failed, got.status)
		require.Contains(t, got.err, "archmage admin "+args[0]+": there is no room")
		require.Contains(t, got.err, "(no_room)")
	}
}

// reversed returns the lines of a text, the last one first.
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
			got := ends(t, append([]string{"admin"}, test.args...)...)
			require.Equal(t, test.status, got.status, got.err)
			require.Contains(t, got.out+got.err, test.err)
		})
	}
}

// What is not whole is not kept.
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
	got := ends(t, "admin", "--url", web.URL, "backup", name)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "unexpected EOF")
	require.NoFileExists(t, name)
	got = ends(t, "admin", "--url", web.URL, "bans")
	require.Contains(t, got.err, "the server answers with status 418")
}
