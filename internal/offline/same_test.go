package offline_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/offline"
	"archmage/internal/room"
)

// sameMatches is the number of matches of [TestSameInWebAssembly], unless the environment variable
// ARCHMAGE_OFFLINE_MATCHES has another one.
const sameMatches = 6

// Every entry, frame, hint and step of a match in WebAssembly equals that of the same match here.
func TestSameInWebAssembly(t *testing.T) {
	count := sameMatches
	if text := os.Getenv("ARCHMAGE_OFFLINE_MATCHES"); text != "" {
		var err error
		count, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	var requests, want []byte
	for number := range count {
		d := newDevice(t)
		d.record = func(request, response []byte) {
			requests = append(append(requests, request...), '\n')
			want = append(append(want, response...), '\n')
		}
		playSame(d, number)
	}
	got := serveInWebAssembly(t, requests)
	lines, wanted := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	require.Len(t, lines, len(wanted))
	for i := range lines {
		require.Equal(t, string(wanted[i]), string(lines[i]), "response %d", i)
	}
}

// playSame plays a match that depends on its number: with each game, number of players and bot, undone answers,
// hints, steps, and a device that was switched off.
func playSame(d *device, number int) {
	bots := []string{"hare", "stag", "random"}
	match := offline.NewMatch{Game: []string{"seasons", "spellbook"}[number%2]}
	least := 1 - number%2 // SpellBook can be played alone.
	for range least + number/2%3 {
		match.Bots = append(match.Bots, bots[(number+len(match.Bots))%len(bots)])
	}
	d.begin("r1", byte(number), &match)
	random := rand.New(rand.NewPCG(uint64(number), 1))
	for count := 0; d.status != string(room.StatusFinished); count++ {
		switch {
		case d.undo && count%7 == 6:
			require.Empty(d.t, d.send("undo", ""))
		case count%50 == 30:
			d.serve(&offline.Request{Do: "hint"})
			d.serve(&offline.Request{Do: "steps"})
			d.serve(&offline.Request{Do: "events", Limit: 50})
			d.load()
		}
		d.answer(random)
	}
	d.serve(&offline.Request{Do: "record"})
}

// serveInWebAssembly compiles the rules for browsers and returns their responses to the requests.
func serveInWebAssembly(t *testing.T, requests []byte) []byte {
	t.Helper()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	program := filepath.Join(t.TempDir(), "rules.wasm")
	build := exec.CommandContext(
		t.Context(), "go", "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-o", program, "./web/wasm",
	)
	build.Dir, build.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	goRoot, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	require.NoError(t, err)
	execScript := filepath.Join(strings.TrimSpace(string(goRoot)), "lib/wasm/wasm_exec.js")
	node := exec.CommandContext(t.Context(), "node", "testdata/serve.mjs", execScript, program)
	var failures bytes.Buffer
	node.Stdin, node.Stderr = bytes.NewReader(requests), &failures
	got, err := node.Output()
	require.NoError(t, err, "%s", &failures)
	return got
}
