package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/cmd/internal/cli"
	"archmage/cmd/internal/demo"
	"archmage/internal/game/registry"
	"archmage/internal/store"
	"archmage/internal/store/postgrestest"
	"archmage/test/programtest"
)

// keepRelease stores the data of this version of the program for tests of later versions: go test -run
// TestEarlierReleases ./cmd/server -keep-release.
var keepRelease = flag.Bool("keep-release", false, "make testdata/releases/VERSION of this version")

// releases has a folder for each released version with the stored data of its server (archmage.db.gz, and the
// same for PostgreSQL in dump.sql.gz), the record of a match of each game, and responses of the server
// (expected.json).
const releases = "testdata/releases"

// expected has the responses of a server of that version.
type expected struct {
	// Name is a member of the club, Token the member's token, and Room a room with the member's match in
	// progress after the given number of answers.
	Name    string `json:"name"`
	Token   string `json:"token"`
	Room    string `json:"room"`
	Answers int    `json:"answers"`
	// Get are the responses to requests without an identity, by path.
	Get map[string]json.RawMessage `json:"get"`
}

// longSignIn prevents the token of an old version from expiring.
var longSignIn = []string{"--sign-in-time", "36500d"}

// Every version opens the data of earlier versions: matches, ratings and accounts are the same, records are
// valid, and a match in progress continues.
func TestEarlierReleases(t *testing.T) {
	t.Parallel()
	if *keepRelease {
		makeRelease(t, filepath.Join(releases, version))
	}
	folders, err := filepath.Glob(releases + "/*")
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			var want expected
			require.NoError(t, json.Unmarshal(readRelease(t, folder, "expected.json"), &want))
			data := filepath.Join(t.TempDir(), "data")
			require.NoError(t, os.Mkdir(data, 0o700))
			require.NoError(
				t,
				os.WriteFile(filepath.Join(data, store.FileName), unpacked(t, folder, "archmage.db.gz"), 0o600),
			)
			requireSame(t, &want, startChild(t, data, longSignIn...))

			database := postgrestest.URL(t)
			restore(t, database, unpacked(t, folder, "dump.sql.gz"))
			flags := append([]string{"--database", database}, longSignIn...)
			requireSame(t, &want, startChild(t, t.TempDir(), flags...))

			records, err := filepath.Glob(folder + "/*.record.json")
			require.NoError(t, err)
			// Games are never removed, and the first release had these.
			require.Subset(t, records, []string{
				filepath.Join(folder, "seasons.record.json"),
				filepath.Join(folder, "spellbook.record.json"),
			})
			for _, record := range records {
				var out strings.Builder
				require.Equal(
					t,
					cli.OK,
					run(t.Context(), []string{"replay", record}, strings.NewReader(""), &out, &out),
					"%s: %s",
					record,
					&out,
				)
				require.Contains(t, out.String(), "outcome: holds")
			}
		})
	}
}

// requireSame checks all expected responses of a server and continues the match.
func requireSame(t *testing.T, want *expected, p *programtest.Program) {
	t.Helper()
	ctx := programtest.Within(t)
	nobody := &client.Guest{Base: p.Base}
	for path, answer := range want.Get {
		var got json.RawMessage
		require.NoError(t, nobody.Call(ctx, http.MethodGet, path, nil, &got), path)
		requireContains(t, answer, got, path)
	}
	member, err := client.WithToken(ctx, p.Base, want.Token)
	require.NoError(t, err)
	require.Equal(t, want.Name, member.Name)
	conn, err := member.Dial(ctx, want.Room, client.Options{})
	require.NoError(t, err)
	defer conn.Close()
	for range 3 {
		answerOne(t, conn)
	}
	p.Stop(t, syscall.SIGTERM)
}

// requireContains checks that a response contains everything in that of an earlier version. Later versions
// can add members.
func requireContains(t *testing.T, want, got json.RawMessage, path string) {
	t.Helper()
	var w, g any
	require.NoError(t, json.Unmarshal(want, &w))
	require.NoError(t, json.Unmarshal(got, &g))
	w = withNewNames(w)
	require.Equal(t, w, part(w, g), path)
}

// renamedMembers are the members of responses that had another name in 0.9, by their old name.
var renamedMembers = map[string]string{"feats": "achievements"}

// withNewNames returns a response of an earlier version with the present names of its members.
func withNewNames(value any) any {
	switch value := value.(type) {
	case map[string]any:
		renamed := map[string]any{}
		for name, inner := range value {
			renamed[cmp.Or(renamedMembers[name], name)] = withNewNames(inner)
		}
		return renamed
	case []any:
		list := make([]any, len(value))
		for i := range value {
			list[i] = withNewNames(value[i])
		}
		return list
	}
	return value
}

// part returns the part of a value that has a counterpart in another value.
func part(of, value any) any {
	switch of := of.(type) {
	case map[string]any:
		value, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		all := map[string]any{}
		for name := range of {
			if inner, ok := value[name]; ok {
				all[name] = part(of[name], inner)
			}
		}
		return all
	case []any:
		value, ok := value.([]any)
		if !ok || len(value) != len(of) {
			return value
		}
		all := make([]any, len(of))
		for i := range of {
			all[i] = part(of[i], value[i])
		}
		return all
	}
	return value
}

// answerOne sends a random answer to the next decision of a match.
func answerOne(t *testing.T, conn *client.Conn) {
	t.Helper()
	ctx := programtest.Within(t)
	var choice client.Command
	require.NoError(t, conn.Wait(ctx, func(s *client.State) bool {
		asked := s.OpenDecision()
		if asked != nil {
			choice = client.Answer(asked.ID, client.RandomAnswer(asked, rand.New(rand.NewPCG(1, 1))))
		}
		return asked != nil
	}))
	require.NoError(t, conn.Send(ctx, choice))
}

// makeRelease writes the folder of the current version.
func makeRelease(t *testing.T, folder string) {
	t.Helper()
	ctx := programtest.Within(t)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	data := filepath.Join(t.TempDir(), "data")
	db, err := store.OpenSQLite(ctx, data, store.SQLiteOptions{})
	require.NoError(t, err)
	members, err := demo.Fill(ctx, db.DB, registry.Hosted(registry.All()), time.Now(), 4, 1)
	require.NoError(t, err)
	require.NoError(t, errors.Join(rateAndCount(ctx, db.DB), db.Close()))

	p := startChild(t, data)
	member := &client.Guest{Base: p.Base}
	var me struct{ Name, Token string }
	require.NoError(
		t,
		member.Call(ctx, http.MethodPost, "/api/me", map[string]any{"link": members[0].Secret, "token": true}, &me),
	)
	want := expected{Name: me.Name, Token: me.Token, Answers: 10, Get: map[string]json.RawMessage{}}
	member.Token = me.Token
	want.Room, err = member.CreateRoom(ctx, client.Settings{Game: "seasons", Seats: 2, AutoStart: true})
	require.NoError(t, err)
	conn, err := member.Dial(ctx, want.Room, client.Options{})
	require.NoError(t, err)
	require.NoError(t, conn.Send(ctx, client.Fill(1, registry.Hosted(registry.All())[0].Bots[0].ID())))
	for range want.Answers {
		answerOne(t, conn)
	}
	conn.Close()
	nobody := &client.Guest{Base: p.Base}
	get := func(path string, into any) {
		var answer json.RawMessage
		require.NoError(t, nobody.Call(ctx, http.MethodGet, path, nil, &answer))
		want.Get[path] = answer
		if into != nil {
			require.NoError(t, json.Unmarshal(answer, into))
		}
	}
	for _, one := range registry.All() {
		id := one.Rules.Info().ID
		get("/api/leaderboard?game="+id, nil)
		var page struct {
			Matches []struct {
				ID      string
				Players []struct{ Name string }
			}
		}
		get("/api/matches?game="+id, &page)
		profile := "/api/people?name=" + url.QueryEscape(page.Matches[0].Players[0].Name)
		var shown map[string]json.RawMessage
		get(profile, &shown)
		delete(shown, "days") // of the last year
		want.Get[profile], err = json.Marshal(shown)
		require.NoError(t, err)
		match := "/api/matches/" + page.Matches[0].ID
		get(match+"/timeline", nil)
		get(match+"/ratings", nil)
		var record json.RawMessage
		require.NoError(t, nobody.Call(ctx, http.MethodGet, match+"/record", nil, &record))
		require.NoError(t, os.WriteFile(filepath.Join(folder, id+".record.json"), record, 0o644))
	}
	p.Stop(t, syscall.SIGTERM)
	text, err := json.MarshalIndent(want, "", " ")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "expected.json"), append(text, '\n'), 0o644))

	stored, err := os.ReadFile(filepath.Join(data, store.FileName))
	require.NoError(t, err)
	pack(t, folder, "archmage.db.gz", stored)
	database := postgrestest.URL(t)
	var out strings.Builder
	require.Equal(
		t,
		cli.OK,
		run(ctx, []string{"migrate", "--from", data, "--to", database}, strings.NewReader(""), &out, &out),
		"%s",
		&out,
	)
	dump := exec.CommandContext(
		ctx,
		"pg_dump",
		"--no-owner",
		"--schema="+schemaOf(t, database),
		withoutSchema(t, database),
	)
	sql, err := dump.Output()
	require.NoError(t, err)
	pack(t, folder, "dump.sql.gz", bytes.ReplaceAll(sql, []byte(schemaOf(t, database)+"."), []byte("SCHEMA.")))
}

// restore loads a dump into an empty schema.
func restore(t *testing.T, database string, dump []byte) {
	t.Helper()
	var lines [][]byte
	for line := range bytes.Lines(dump) {
		if !bytes.HasPrefix(line, []byte("CREATE SCHEMA ")) {
			lines = append(lines, bytes.ReplaceAll(line, []byte("SCHEMA."), []byte(schemaOf(t, database)+".")))
		}
	}
	command := exec.CommandContext(
		programtest.Within(t),
		"psql",
		"--quiet",
		"--no-psqlrc",
		"--set=ON_ERROR_STOP=1",
		"--output=/dev/null",
		withoutSchema(t, database),
	)
	command.Stdin = bytes.NewReader(bytes.Join(lines, nil))
	said, err := command.CombinedOutput()
	require.NoError(t, err, "%s", said)
}

// schemaOf returns the schema of a test database, withoutSchema its URL for PostgreSQL's own programs.
func schemaOf(t *testing.T, database string) string {
	t.Helper()
	at, err := url.Parse(database)
	require.NoError(t, err)
	return at.Query().Get("search_path")
}

func withoutSchema(t *testing.T, database string) string {
	t.Helper()
	at, err := url.Parse(database)
	require.NoError(t, err)
	query := at.Query()
	query.Del("search_path")
	at.RawQuery = query.Encode()
	return at.String()
}

func readRelease(t *testing.T, folder, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	require.NoError(t, err)
	return data
}

func unpacked(t *testing.T, folder, name string) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(readRelease(t, folder, name)))
	require.NoError(t, err)
	data, err := io.ReadAll(r)
	require.NoError(t, err)
	return data
}

func pack(t *testing.T, folder, name string, data []byte) {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	require.NoError(t, err)
	_, err = w.Write(data)
	require.NoError(t, errors.Join(err, w.Close()))
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), b.Bytes(), 0o644))
	t.Logf("%s: %d bytes", name, b.Len())
}
