package main

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"archmage/internal"
)

func TestRulesForBrowsersAreOfferedIfTheyAreFresh(t *testing.T) {
	fresh := []byte("\x00asm " + internal.RulesMark + internal.RulesHash() + " and so on")
	core, logs := observer.New(zapcore.WarnLevel)
	for _, test := range []struct {
		name    string
		files   map[string][]byte
		offered bool
		warns   int
	}{
		{"not built", map[string][]byte{"wasm/check.js": nil}, false, 0},
		{"fresh", map[string][]byte{"wasm/rules.wasm": fresh, "wasm/wasm_exec.js": {}, "wasm/check.js": {}}, true, 0},
		{"stale", map[string][]byte{"wasm/rules.wasm": []byte(internal.RulesMark + "00"), "wasm/wasm_exec.js": {}}, false, 1},
		{"half", map[string][]byte{"wasm/rules.wasm": fresh, "wasm/check.js": {}}, false, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.files["index.html"] = []byte("page")
			want := []string{"index.html"}
			if test.offered {
				want = slices.Sorted(maps.Keys(test.files))
			}
			files, err := withFreshRules(func() (map[string][]byte, error) { return test.files, nil }, zap.New(core))()
			require.NoError(t, err)
			require.Equal(t, want, slices.Sorted(maps.Keys(files)))
			require.Equal(t, test.warns, len(logs.TakeAll()))
		})
	}
	_, err := withFreshRules(func() (map[string][]byte, error) { return nil, errors.New("none") }, zap.NewNop())()
	require.EqualError(t, err, "none")
}

// What the program for browsers is built from is what its mark is made of.
func TestTheMarkCoversTheRules(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{.Dir}}", "./web/wasm")
	list.Dir = filepath.Join("..", "..")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-buildvcs=false")
	out, err := list.Output()
	require.NoError(t, err)
	root, err := filepath.Abs(list.Dir)
	require.NoError(t, err)
	found := 0
	for dir := range strings.Lines(string(out)) {
		inside, err := filepath.Rel(root, strings.TrimSpace(dir))
		require.NoError(t, err)
		part, isInternal := strings.CutPrefix(filepath.ToSlash(inside), "internal/")
		if strings.HasPrefix(inside, "..") || inside == filepath.Join("web", "wasm") {
			continue
		}
		require.True(t, isInternal, inside)
		first, _, _ := strings.Cut(part, "/")
		require.Contains(t, []string{"cards", "coded", "game", "games", "match", "strict"}, first)
		found++
	}
	require.Greater(t, found, 5)
	require.Regexp(t, `^[0-9a-f]{64}$`, internal.RulesHash())
}
