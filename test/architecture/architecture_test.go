// Package architecture_test checks which package of the project imports which, that types stay small, and
// that the games use the same names for what they have in common. To allow an import, change layers.
package architecture_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	module = "archmage"
	// root is the folder of the project.
	root = "../.."
)

// layer lists the packages of the project that the packages of a folder can import in production code. They
// can also import each other, unless a package below the folder has its own layer.
type layer struct {
	folder string
	// imports lists the allowed packages of the project. A name that ends in /... allows a folder and everything
	// below it. Any other name allows one package.
	imports []string
	// except lists packages that are forbidden although imports allows them.
	except []string
	// pure code uses no socket, clock, logger or database, and no other module.
	pure bool
	// seeded code uses only the random numbers of the match.
	seeded bool
}

var (
	// values can be imported by every package.
	values = []string{"internal/coded", "internal/strict"}
	// helpers can be imported by every package that is not pure.
	helpers = []string{"internal/random", "internal/store/retention", "internal/texts", "internal/work"}
)

// layers lists the folders of the project from the top down. A folder imports only folders below it.
var layers = []layer{
	{folder: "cmd/server", imports: []string{
		"internal/daily/...",
		"internal/event/...",
		"cmd/internal/...",
		"web",
		"internal/appointment",
		"internal/puzzle/...",
		"internal/transport/...",
		"internal/cluster",
		"internal/moderation/...",
		"internal/lobby/...",
		"internal/archive/...",
		"internal/people/...",
		"internal/store",
		"internal/room",
		"internal/match",
		"internal/game",
		"internal/game/registry",
	}, except: []string{"cmd/internal/loadtest", "cmd/internal/attack"}},
	{folder: "cmd/lab", imports: []string{
		"cmd/internal/...",
		"internal/puzzle",
		"internal/archive/replay",
		"internal/people/rating",
		"internal/match",
		"internal/game/...",
		"internal/cards/...",
	}},
	{folder: "cmd/internal/demo", imports: []string{
		"client",
		"internal/lobby/...",
		"internal/people",
		"internal/store",
		"internal/room",
		"internal/match",
		"internal/game",
		"internal/game/bot",
	}},
	{folder: "cmd/internal/cli", imports: []string{"internal/event", "internal/match", "internal/game"}},
	// Tools use the server only through its protocol.
	{folder: "cmd/internal/loadtest", imports: []string{"client", "internal/game"}},
	{folder: "cmd/internal/attack", imports: []string{"client", "cmd/internal/loadtest", "internal/game"}},
	{folder: "client", imports: []string{
		"internal/room", "internal/match", "internal/game", "internal/game/bot", "internal/stream/patch",
	}},
	{folder: "docs/examples", imports: []string{"client"}},
	{folder: "test"},
	{folder: "test/conformance", imports: []string{
		"internal/stream/patch", "internal/match", "internal/game", "internal/game/bot",
	}},
	{folder: "test/largeserver", imports: []string{
		"internal/archive", "internal/event", "internal/match", "internal/people", "internal/people/rating",
		"internal/store",
	}},
	{folder: "test/tournament", imports: []string{
		"internal/event", "internal/match", "internal/game", "internal/game/bot",
	}},
	{folder: "web"},
	{folder: "web/wasm", imports: []string{
		"web", "internal/offline", "internal/event", "internal/match", "internal/game/registry",
	}},

	{folder: "internal/transport", imports: []string{
		"internal/daily/...",
		"internal/event/...",
		"internal/puzzle/...",
		"internal/appointment",
		"internal/transport/...",
		"internal/moderation/...",
		"internal/lobby/...",
		"internal/archive/...",
		"internal/people/...",
		"internal/stream",
		"internal/room",
		"internal/match",
		"internal/game",
	}},
	{folder: "internal/transport/frame", imports: []string{"internal/room"}, pure: true},
	{folder: "internal/transport/socket", imports: []string{
		"internal/event/runner",
		"internal/transport/frame",
		"internal/transport/httpx",
		"internal/moderation/...",
		"internal/lobby",
		"internal/lobby/club",
		"internal/lobby/directory",
		"internal/people",
		"internal/stream",
		"internal/room",
	}},
	{folder: "internal/transport/pages", imports: []string{
		"internal/appointment",
		"internal/transport/httpx",
		"internal/moderation/...",
		"internal/lobby/directory",
		"internal/archive/...",
		"internal/event",
		"internal/event/runner",
		"internal/people/...",
		"internal/room",
		"internal/game",
	}},
	{folder: "internal/transport/api", imports: []string{
		"internal/daily",
		"internal/daily/dealer",
		"internal/puzzle/...",
		"internal/event",
		"internal/event/runner",
		"internal/appointment",
		"internal/transport/frame",
		"internal/transport/httpx",
		"internal/moderation/...",
		"internal/lobby",
		"internal/lobby/clubchat",
		"internal/lobby/directory",
		"internal/lobby/matchmaking",
		"internal/archive",
		"internal/archive/replay",
		"internal/people",
		"internal/people/notify",
		"internal/room",
		"internal/match",
		"internal/game",
	}},
	{folder: "internal/transport/operator", imports: []string{
		"internal/transport/httpx",
		"internal/moderation/...",
		"internal/lobby",
		"internal/lobby/directory",
		"internal/people",
		"internal/room",
	}},
	{folder: "internal/transport/transporttest", imports: []string{
		"internal/transport/frame", "internal/transport/socket", "internal/room", "internal/game",
	}},
	// The error codes of all these packages have an HTTP status.
	{folder: "internal/transport/httpx", imports: []string{
		"internal/daily/dealer",
		"internal/event",
		"internal/event/runner",
		"internal/appointment",
		"internal/moderation/...",
		"internal/lobby/...",
		"internal/archive/...",
		"internal/people/...",
		"internal/room",
	}},
	{folder: "internal/offline", imports: []string{
		"internal/transport/frame",
		"internal/archive/replay",
		"internal/stream",
		"internal/room",
		"internal/match",
		"internal/game",
		"internal/game/bot",
	}, pure: true},
	{folder: "internal/appointment", imports: []string{"internal/people", "internal/store"}},
	{folder: "internal/puzzle", imports: []string{
		"internal/archive/replay", "internal/people/rating", "internal/match", "internal/game",
	}, pure: true},
	{folder: "internal/puzzle/keeper", imports: []string{
		"internal/puzzle", "internal/archive/replay", "internal/people", "internal/people/rating", "internal/store",
		"internal/match", "internal/game",
	}},
	{folder: "internal/cluster", imports: []string{
		"internal/lobby/...",
		"internal/archive/replay",
		"internal/people/...",
		"internal/store",
		"internal/stream",
		"internal/room",
		"internal/match",
		"internal/game",
	}},
	{folder: "internal/moderation", imports: []string{
		"internal/lobby/...", "internal/people", "internal/store", "internal/room",
	}},
	{folder: "internal/lobby/clubchat", imports: []string{
		"internal/lobby", "internal/lobby/club", "internal/people", "internal/store", "internal/store/retention",
	}},
	{folder: "internal/lobby", imports: []string{
		"internal/lobby/...",
		"internal/archive/...",
		"internal/people/...",
		"internal/store",
		"internal/stream",
		"internal/room",
		"internal/match",
		"internal/game",
		"internal/game/bot",
	}},
	{folder: "internal/lobby/matchmaking", imports: []string{
		"internal/lobby/directory", "internal/people", "internal/store", "internal/room", "internal/game",
	}},
	{folder: "internal/lobby/eventtables", imports: []string{
		"internal/daily",
		"internal/daily/dealer",
		"internal/people",
		"internal/lobby/directory",
		"internal/archive",
		"internal/event",
		"internal/event/runner",
		"internal/store",
		"internal/room",
		"internal/match",
	}},
	{folder: "internal/lobby/roomlog", imports: []string{
		"internal/lobby/directory",
		"internal/archive",
		"internal/people/notify",
		"internal/store",
		"internal/stream",
		"internal/room",
		"internal/game",
	}},
	{folder: "internal/lobby/club", imports: []string{
		"internal/event",
		"internal/event/runner",
		"internal/lobby/directory",
		"internal/archive",
		"internal/people",
		"internal/stream/...",
		"internal/room",
		"internal/game",
	}},
	{folder: "internal/lobby/directory", imports: []string{
		"internal/people", "internal/store", "internal/room", "internal/game",
	}},
	{folder: "internal/event/runner", imports: []string{
		"internal/event",
		"internal/people",
		"internal/store",
		"internal/stream",
		"internal/room",
		"internal/match",
		"internal/game",
	}},
	{folder: "internal/daily/dealer", imports: []string{
		"internal/daily",
		"internal/people",
		"internal/store",
		"internal/store/retention",
		"internal/match",
		"internal/game",
	}},
	{folder: "internal/daily", imports: []string{"internal/match", "internal/game"}},
	{folder: "internal/archive", imports: []string{
		"internal/archive/replay", "internal/people/...", "internal/store", "internal/match", "internal/game",
	}},
	{folder: "internal/archive/replay", imports: []string{"internal/stream/...", "internal/match", "internal/game"}},
	{folder: "internal/archive/linkpicture", imports: []string{"internal/people/avatar"}},
	{folder: "internal/people", imports: []string{"internal/people/...", "internal/store"}},
	{folder: "internal/people/rating", pure: true},
	{folder: "internal/people/avatar"},
	{folder: "internal/store"},

	{
		folder:  "internal/stream",
		imports: []string{"internal/stream/patch", "internal/room", "internal/match", "internal/game"},
		pure:    true,
	},
	{folder: "internal/stream/patch"},
	{folder: "internal/room", imports: []string{"internal/match", "internal/game"}, pure: true},
	{
		folder:  "internal/event",
		imports: []string{"internal/event/pairing", "internal/match", "internal/game"},
		pure:    true,
		seeded:  true,
	},
	{folder: "internal/event/pairing", imports: []string{"internal/game"}, pure: true, seeded: true},
	{folder: "internal/match", imports: []string{"internal/game"}, pure: true},
	{folder: "internal/game", pure: true},
	{folder: "internal/game/registry", imports: []string{"internal/game/..."}, pure: true},
	{folder: "internal/game/bot", imports: []string{"internal/game"}, pure: true},
	{folder: "internal/game/simple", imports: []string{"internal/game"}, pure: true, seeded: true},
	{
		folder:  "internal/game/simple/example",
		imports: []string{"internal/game", "internal/game/simple"},
		pure:    true,
		seeded:  true,
	},
	{folder: "internal/game/search", imports: []string{"internal/game"}, pure: true},

	// It decodes JSON with a library.
	{folder: "internal/strict"},
	{folder: "internal/coded", pure: true},
	{folder: "internal/random"},
	{folder: "internal/texts"},
	{folder: "internal/work"},
}

// layerOf returns the layer of a package, by its path inside the module. It returns false for a package
// without a layer, so that its author must add one.
func layerOf(path string) (found layer, ok bool) {
	for _, l := range layers {
		if within(path, l.folder) && len(l.folder) > len(found.folder) {
			found = l
		}
	}
	switch found.folder {
	case "internal/game":
		if path == "internal/game" {
			return found, true
		}
		// A game uses the cards of the same name.
		id, _, _ := strings.Cut(strings.TrimPrefix(path, "internal/game/"), "/")
		return layer{
			folder: "internal/game/" + id,
			imports: []string{
				"internal/game", "internal/game/search", "internal/game/simple", "internal/cards/" + id + "/...",
			},
			pure:   true,
			seeded: true,
		}, true
	case "":
		if rest, isCards := strings.CutPrefix(path, "internal/cards/"); isCards {
			id, _, _ := strings.Cut(rest, "/")
			return layer{folder: "internal/cards/" + id, pure: true, seeded: true}, true
		}
	}
	return found, found.folder != ""
}

// impure and unseeded are the packages of the standard library, with everything below them, that pure and
// seeded code cannot import.
var (
	impure   = []string{"time", "net", "os", "log", "database", "syscall", "runtime", "testing", "unsafe"}
	unseeded = []string{"math/rand", "crypto/rand", "hash/maphash"}
)

// violations describes the forbidden direct imports. Indirect imports need no check, because every package of
// the project is checked.
func violations(imports map[string][]string) []string {
	var list []string
	for _, pkg := range slices.Sorted(maps.Keys(imports)) {
		from := inModule(pkg)
		l, ok := layerOf(from)
		if !ok {
			list = append(
				list,
				fmt.Sprintf("%s has no place in the architecture: say in layerOf what it may import", from),
			)
			continue
		}
		for _, imported := range imports[pkg] {
			if problem := l.forbids(imported); problem != "" {
				list = append(list, fmt.Sprintf("%s imports %s: %s", from, imported, problem))
			}
		}
	}
	return list
}

// forbids returns the reason why the layer cannot import a package, or "" if it can.
func (l layer) forbids(imported string) string {
	if imported == module || strings.HasPrefix(imported, module+"/") {
		path := inModule(imported)
		if slices.Contains(values, path) || slices.Contains(helpers, path) && !l.pure {
			return ""
		}
		if of, ok := layerOf(path); ok && of.folder == l.folder {
			return ""
		}
		for _, allowed := range l.imports {
			if slices.Contains(l.except, path) {
				break
			}
			if below, all := strings.CutSuffix(allowed, "/..."); path == allowed || all && within(path, below) {
				return ""
			}
		}
		return "against the direction of the layers"
	}
	host, _, _ := strings.Cut(imported, "/")
	switch {
	case l.pure && strings.Contains(host, "."):
		return "rules and facts need no other module"
	case l.pure && slices.ContainsFunc(impure, func(p string) bool { return within(imported, p) }):
		return "rules and facts never see a socket, a clock, a file, a logger or a database"
	case l.seeded && slices.ContainsFunc(unseeded, func(p string) bool { return within(imported, p) }):
		return "a match has one stream of random numbers, game.RNG"
	}
	return ""
}

func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

func inModule(pkg string) string { return strings.TrimPrefix(pkg, module+"/") }

func TestImportsRunOneWay(t *testing.T) {
	imports := projectImports(t)
	require.Contains(t, imports, module+"/cmd/server")
	require.Contains(t, imports, module+"/cmd/lab")
	require.Contains(t, imports, module+"/internal/game")
	require.Empty(t, violations(imports))
}

func TestViolations(t *testing.T) {
	const broken = "against the direction of the layers"
	tests := []struct {
		name, from, imported, want string
	}{
		{"the program has the games", "cmd/server", "archmage/internal/game/registry", ""},
		{"the program knows no single game", "cmd/server", "archmage/internal/game/seasons", broken},
		{"the program has no tools", "cmd/server", "archmage/cmd/internal/loadtest", broken},
		{"the tools know games", "cmd/lab", "archmage/internal/game/seasons", ""},
		{"the tools know cards", "cmd/lab", "archmage/internal/cards/seasons", ""},
		{"the tools analyse matches", "cmd/lab", "archmage/internal/archive/replay", ""},
		{"the tools keep no archive", "cmd/lab", "archmage/internal/archive", broken},
		{"the tools run no server", "cmd/lab", "archmage/internal/transport", broken},
		{"the program serves the client", "cmd/server", "archmage/web", ""},
		{"the program may use anything outside", "cmd/server", "net/http", ""},
		{"the tools have no test code", "cmd/lab", "archmage/test/conformance", broken},
		{"the program has no test code", "cmd/server", "archmage/test/conformance", broken},
		{"an event knows who meets whom", "internal/event", "archmage/internal/event/pairing", ""},
		{"an event knows no room", "internal/event", "archmage/internal/room", broken},
		{"pairing knows no event", "internal/event/pairing", "archmage/internal/event", broken},
		{"the lobby knows the contract", "internal/lobby", "archmage/internal/game", ""},
		{"the lobby writes the log", "internal/lobby", "archmage/internal/store", ""},
		{"the lobby knows no game", "internal/lobby", "archmage/internal/game/seasons", broken},
		{"the lobby knows no socket layer", "internal/lobby", "archmage/internal/transport", broken},
		{"the transport reads no cards", "internal/transport", "archmage/internal/cards/seasons", broken},
		{"the transport opens rooms", "internal/transport", "archmage/internal/lobby", ""},
		{"the transport knows no game", "internal/transport", "archmage/internal/game/seasons", broken},
		{"the transport knows no other node", "internal/transport", "archmage/internal/cluster", broken},
		{"the lobby knows no other node", "internal/lobby", "archmage/internal/cluster", broken},
		{"the nodes know the lobby", "internal/cluster", "archmage/internal/lobby", ""},
		{"the transport knows no log", "internal/transport", "archmage/internal/store", broken},
		{"a replay shows what a live match does", "internal/archive/replay", "archmage/internal/stream", ""},
		{"a replay knows no room", "internal/archive/replay", "archmage/internal/room", broken},
		{"a replay knows no log", "internal/archive/replay", "archmage/internal/store", broken},
		{"the lobby shows replays", "internal/lobby", "archmage/internal/archive/replay", ""},
		{"the lobby begins with old matches", "internal/lobby", "archmage/internal/archive", ""},
		{
			name:     "a search for a table has its own interface to rooms",
			from:     "internal/lobby/matchmaking",
			imported: "archmage/internal/lobby",
			want:     broken,
		},
		{
			"a search for a table reads the directory",
			"internal/lobby/matchmaking",
			"archmage/internal/lobby/directory",
			"",
		},
		{"what is stored of a room needs no live room", "internal/lobby/roomlog", "archmage/internal/lobby", broken},
		{"the directory loads no room", "internal/lobby/directory", "archmage/internal/lobby", broken},
		{"moderation acts in rooms", "internal/moderation", "archmage/internal/lobby", ""},
		{"moderation knows no request", "internal/moderation", "archmage/internal/transport", broken},
		{"the archive knows no live room", "internal/archive", "archmage/internal/lobby", broken},
		{"the transport knows no page", "internal/transport", "archmage/web", broken},
		{"the page knows nothing", "web", "archmage/internal/game", broken},
		{"a client patches views", "client", "archmage/internal/stream/patch", ""},
		{"a client knows the protocol alone", "client", "archmage/internal/transport", broken},
		{"a client knows no game", "client", "archmage/internal/game/seasons", broken},
		{"the load test is a client", "cmd/internal/loadtest", "archmage/client", ""},
		{"the load test knows no server", "cmd/internal/loadtest", "archmage/internal/transport", broken},
		{"a socket knows no page", "internal/transport/socket", "archmage/internal/transport/pages", broken},
		{"a page knows no socket", "internal/transport/pages", "archmage/internal/transport/socket", broken},
		{"handlers know no root", "internal/transport/pages", "archmage/internal/transport", broken},
		{"the players' API knows no socket", "internal/transport/api", "archmage/internal/transport/socket", broken},
		{
			"the operator's part knows no player's",
			"internal/transport/operator",
			"archmage/internal/transport/api",
			broken,
		},
		{"the log knows no room", "internal/store", "archmage/internal/lobby", broken},
		{"the log may use a database", "internal/store", "database/sql", ""},
		{"a patch knows no game", "internal/stream/patch", "archmage/internal/game/seasons", broken},
		{"a patch knows not even the contract", "internal/stream/patch", "archmage/internal/game", broken},
		{"handlers use what they share", "internal/transport", "archmage/internal/transport/httpx", ""},
		{"what handlers share knows no handler", "internal/transport/httpx", "archmage/internal/transport", broken},
		{"what handlers share knows no frames", "internal/transport/httpx", "archmage/internal/stream", broken},
		{"nothing imports the program", "internal/lobby", "archmage/cmd/server", broken},
		{"the contract knows no game", "internal/game", "archmage/internal/game/seasons", broken},
		{"the contract knows no cards", "internal/game", "archmage/internal/cards/seasons", broken},
		{"the contract knows no bot", "internal/game", "archmage/internal/game/bot", broken},
		{"the contract has no clock", "internal/game", "time", "rules and facts never see"},
		{"the contract makes the stream", "internal/game", "math/rand/v2", ""},
		{"a game knows the contract", "internal/game/seasons", "archmage/internal/game", ""},
		{"a game reads its cards", "internal/game/seasons", "archmage/internal/cards/seasons", ""},
		{"a part of a game", "internal/game/seasons/search", "archmage/internal/game/seasons", ""},
		{"a game reads no other's cards", "internal/game/spellbook", "archmage/internal/cards/seasons", broken},
		{"a game knows no other game", "internal/game/seasons", "archmage/internal/game/spellbook", broken},
		{"a game of a name that begins alike", "internal/game/seasons2", "archmage/internal/game/seasons", broken},
		{"a game knows no room", "internal/game/seasons", "archmage/internal/lobby", broken},
		{"a game knows no test code", "internal/game/seasons", "archmage/test/conformance", broken},
		{"a game reads JSON", "internal/game/seasons", "archmage/internal/strict", ""},
		{"the reader of JSON knows no contract", "internal/strict", "archmage/internal/game", broken},
		{"a game has no clock", "internal/game/spellbook", "time", "rules and facts never see"},
		{"a game has no socket", "internal/game/seasons", "net/http", "rules and facts never see"},
		{"a game has no files", "internal/game/seasons", "os", "rules and facts never see"},
		{"a game has no logger", "internal/game/seasons", "log/slog", "rules and facts never see"},
		{"a game has no database", "internal/game/seasons", "database/sql", "rules and facts never see"},
		{
			name:     "a game has no randomness of its own",
			from:     "internal/game/seasons",
			imported: "math/rand/v2",
			want:     "one stream of random numbers",
		},
		{"a game computes", "internal/game/seasons", "math/bits", ""},
		{
			name:     "a game needs no other module",
			from:     "internal/game/seasons",
			imported: "github.com/stretchr/testify/require",
			want:     "no other module",
		},
		{"cards know nothing", "internal/cards/seasons", "archmage/internal/game", broken},
		{"cards know no other cards", "internal/cards/spellbook", "archmage/internal/cards/seasons", broken},
		{"cards are embedded", "internal/cards/seasons", "embed", ""},
		{"a bot knows the contract", "internal/game/bot", "archmage/internal/game", ""},
		{"a bot knows no game", "internal/game/bot", "archmage/internal/game/seasons", broken},
		{"test code plays records", "test/conformance", "archmage/internal/match", ""},
		{"a match knows no game", "internal/match", "archmage/internal/game/seasons", broken},
		{"test code knows no game", "test/conformance", "archmage/internal/game/seasons", broken},
		{"a new package", "internal/util", "fmt", "has no place in the architecture"},
		{"cards without a game", "internal/cards", "fmt", "has no place in the architecture"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := violations(map[string][]string{module + "/" + test.from: {"fmt", test.imported}})
			if test.want == "" {
				require.Empty(t, got)
				return
			}
			require.Len(t, got, 1)
			require.Contains(t, got[0], test.from)
			require.Contains(t, got[0], test.want)
		})
	}
}

// projectImports returns the direct imports of all packages of the project.
func projectImports(t *testing.T) map[string][]string {
	t.Helper()
	touchSources(t)
	command := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Imports,Module", "./...")
	command.Dir = root
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	require.NoError(t, err, complaints.String())
	imports := map[string][]string{}
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var pkg struct {
			ImportPath string
			Imports    []string
			Module     *struct{ Path string }
		}
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			return imports
		} else if err != nil {
			t.Fatal(err)
		}
		if pkg.Module != nil && pkg.Module.Path == module {
			imports[pkg.ImportPath] = pkg.Imports
		}
	}
}

// touchSources reads every source file, so that the go command does not reuse a cached result of this test
// after a change. The cache considers only the files that the test itself reads. It ignores the files that a
// command of the test reads.
func touchSources(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != root:
			return fs.SkipDir
		case strings.HasSuffix(path, ".go"):
			_, err = os.ReadFile(path)
		}
		return err
	})
	require.NoError(t, err)
}

// The package comment of game lists the naming rules.
func TestGamesUseTheSameWords(t *testing.T) {
	option := regexp.MustCompile(`game\.Key\{Word: (\w+)`)
	verb := regexp.MustCompile(`(?m)^var (\w+) = &(?:toyVerb|verb)\{`)
	why := regexp.MustCompile(`(?m)^\t(\w+)\s+reason\s+= "\w`)
	found := map[string]int{}
	for _, folder := range []string{"test/conformance", "internal/game/seasons", "internal/game/spellbook"} {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		require.NoError(t, err)
		for _, path := range files {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			for begins, pattern := range map[string]*regexp.Regexp{"opt": option, "verb": verb, "why": why} {
				for _, match := range pattern.FindAllStringSubmatch(string(text), -1) {
					if match[1][0] < '0' || match[1][0] > '9' {
						require.Regexp(t, "^"+begins, match[1], path)
						found[begins+" "+folder]++
					}
				}
			}
		}
	}
	require.Len(t, found, 8, "the toy has no reasons: %v", found)
}

// mostMethods and mostInTransport are the maximum numbers of methods of a type, so that a reader can see what it is
// for. The states of the games, which have a method for each of their decisions, are not counted.
const mostMethods, mostInTransport = 50, 40

func TestTypesAreOfOneConcern(t *testing.T) {
	counts := map[string]int{}
	require.NoError(
		t,
		filepath.WalkDir(filepath.Join(root, "internal"), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() && path == filepath.Join(root, "internal/game") {
				return cmp.Or(err, fs.SkipDir)
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			for _, name := range methodsOf(file) {
				counts[strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), root+"/internal/")+"."+name]++
			}
			return nil
		}),
	)
	require.Greater(t, len(counts), 100)
	for name, n := range counts {
		most := mostMethods
		if strings.HasPrefix(name, "transport") {
			most = mostInTransport
		}
		require.LessOrEqual(t, n, most, "the methods of %s", name)
	}
}

func methodsOf(file *ast.File) (names []string) {
	for _, declared := range file.Decls {
		method, ok := declared.(*ast.FuncDecl)
		if !ok || method.Recv == nil {
			continue
		}
		receiver := method.Recv.List[0].Type
		if pointer, ok := receiver.(*ast.StarExpr); ok {
			receiver = pointer.X
		}
		switch generic := receiver.(type) {
		case *ast.IndexExpr:
			receiver = generic.X
		case *ast.IndexListExpr:
			receiver = generic.X
		}
		names = append(names, receiver.(*ast.Ident).Name)
	}
	return names
}

func TestMethodsOf(t *testing.T) {
	const source = `package a
		func f() {}
		func (a A) f() {}
		func (a *A) g() {}
		func (*B[T]) f() {}
		func (C[T, U]) f() {}`
	file, err := parser.ParseFile(token.NewFileSet(), "a.go", source, parser.SkipObjectResolution)
	require.NoError(t, err)
	require.Equal(t, []string{"A", "A", "B", "C"}, methodsOf(file))
}
