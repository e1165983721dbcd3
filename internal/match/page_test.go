package match_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/seasons"
	"archmage/internal/match"
)

// page returns docs/records.md.
func page(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../docs/records.md")
	require.NoError(t, err)
	return string(data)
}

// found returns what the one group of a pattern finds on the page.
func found(t *testing.T, pattern string) string {
	t.Helper()
	matches := regexp.MustCompile(pattern).FindAllStringSubmatch(page(t), -1)
	require.Len(t, matches, 1, pattern)
	return matches[0][1]
}

// example is the record on the page.
func example(t *testing.T) *match.Record {
	t.Helper()
	s := sample{rules: seasons.New(), options: withDefaults(seasons.New().Info(), nil), seats: 2}
	terms := s.terms()
	terms.ID = "example-match"
	terms.Players = []match.Player{{Person: "p0", Name: "Ann"}, {Bot: "random"}}
	proof := &match.Proof{Secret: sha256.Sum256([]byte("password")), Room: "example-room", Number: 1, Shares: []string{
		"0123456789abcdef0123456789abcdef", "",
	}}
	seed := proof.Seed(&terms)
	m, err := match.Begin(s.rules, terms, match.Start{Seed: &seed, Proof: proof})
	require.NoError(t, err)
	rng := random(1)
	m = play(t, m, rng, 2)
	m = m.SetBot(now(m), 0, "random")
	m = play(t, m, rng, 2)
	m = m.Lose(now(m), 0, match.LostLeft)
	return m.Record(func(string) string { return "Ann" })
}

func TestExampleOnThePage(t *testing.T) {
	want := example(t)
	shown, err := match.Decode([]byte(found(t, "(?s)```json\n(.*?)\n```")))
	require.NoError(t, err)
	require.Equal(t, string(want.Encode()), string(shown.Encode()), "the page must show this record")
	last, err := shown.Replay(seasons.New(), nil)
	require.NoError(t, err)
	require.NotNil(t, last.Result)
}

// The message on the page has, byte for byte, the seed of the example.
func TestSeedOnThePage(t *testing.T) {
	start := example(t).Start
	secret, err := hex.DecodeString(found(t, "\nsecret=(.*)\n"))
	require.NoError(t, err)
	require.Equal(t, start.Proof.Secret[:], secret)
	sum := sha256.Sum256(secret)
	require.Equal(t, hex.EncodeToString(sum[:]), found(t, "the commitment `(.*)`"))
	require.Equal(t, start.Proof.Secret.Commitment(), found(t, "the commitment `(.*)`"))
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(found(t, "\nmessage='(.*)'\n")))
	require.Equal(t, start.Seed[:], mac.Sum(nil))
}

// The page names every field of a record, and the bounds that hold.
func TestFieldsOnThePage(t *testing.T) {
	text := page(t)
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(of reflect.Type) {
		switch {
		case of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice:
			visit(of.Elem())
			return
		case of.Kind() != reflect.Struct || seen[of] || !strings.HasSuffix(of.PkgPath(), "/match"):
			return
		}
		seen[of] = true
		for i := range of.NumField() {
			field := of.Field(i)
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
				require.Contains(t, text, "`"+name+"`")
			}
			visit(field.Type)
		}
	}
	visit(reflect.TypeFor[match.Record]())
	require.Len(t, seen, 8)
	require.Equal(t, 4<<20, match.MaxRecord)
	require.Equal(t, 16<<10, match.MaxState)
	require.Equal(t, 20_000, match.MaxItems)
	for _, bound := range []string{"at most 4 MiB", "at most 16 KiB", "at most 20,000"} {
		require.Contains(t, text, bound)
	}
	require.Equal(t, game.Seat(-1), game.NoSeat)
}
