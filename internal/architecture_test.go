// Package internal_test holds the rules that the packages of the project obey
// as a whole: which may import which.
package internal_test

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

const module = "archmage"

// layer says what one part of the project may import in production code.
type layer struct {
	// parts are the packages and folders of the project that it may import,
	// besides what lies inside its own folder. A name ending in /... stands
	// for a folder with all below it, any other for that one package.
	parts []string
	// except are those of them that it may not.
	except []string
	// pure code never sees a socket, a clock, a logger or a database, nor
	// anything from another module.
	pure bool
	// seeded code draws every random number from the match's own stream.
	seeded bool
}

// helpers are small packages that every part may import that is not pure. They import nothing of the
// project but each other.
var helpers = []string{
	"internal/counts",
	"internal/panics",
	"internal/random",
	"internal/sleep",
	"internal/store/retention",
	"internal/texts",
	"internal/work",
}

// layerOf returns the layer of a package, by its path inside the module, and
// the folder that the layer owns. A package that belongs nowhere is refused,
// so that whoever adds one decides where it stands.
func layerOf(path string) (l layer, folder string, ok bool) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(path, "internal/"), "/")
	switch {
	case path == "cmd/server":
		return layer{parts: []string{
			"web",
			"internal",
			"cmd/internal/cli",
			"internal/transport",
			"internal/transport/httpx",
			"internal/moderation",
			"internal/cluster",
			"internal/lobby/matchmaking",
			"internal/lobby",
			"internal/lobby/directory",
			"internal/archive",
			"internal/archive/replay",
			"internal/people/notify",
			"internal/people",
			"internal/moderation/site",
			"internal/store",
			"internal/room",
			"internal/match",
			"internal/people/rating",
			"internal/game",
			"internal/game/registry",
			"cmd/internal/demo",
		}}, path, true
	case path == "cmd/internal/demo":
		return layer{parts: []string{
			"client", "internal/lobby", "internal/lobby/roomlog", "internal/people", "internal/store",
			"internal/room", "internal/match", "internal/game", "internal/game/bot",
		}}, path, true
	case path == "cmd/lab":
		return layer{parts: []string{
			"cmd/internal/cli",
			"cmd/internal/loadtest",
			"cmd/internal/attack",
			"internal/match",
			"internal/people/rating",
			"internal/game",
			"internal/game/...",
			"internal/game/registry",
			"internal/cards/...",
		}, except: []string{"test/conformance"}}, path, true
	case path == "cmd/internal/cli":
		return layer{parts: []string{"internal/match", "internal/game"}}, path, true
	case path == "test/programtest", path == "test/docstest":
		return layer{}, path, true
	case path == "web/wasm":
		return layer{parts: []string{"internal/match", "internal/game/registry"}}, path, true
	case path == "internal/game/registry":
		return layer{
			parts:  []string{"internal/game", "internal/game/..."},
			except: []string{"test/conformance"},
			pure:   true,
		}, path, true
	case path == "web/bundle":
		return layer{parts: []string{"web"}}, path, true
	case path == "web/wasm/hash":
		return layer{parts: []string{"web"}}, path, true
	case path == "web", path == "web/types", path == "web/browsertest", path == "internal":
		return layer{}, path, true
	case within(path, "internal/transport/httpx"):
		// The codes of all these have a status.
		return layer{parts: []string{
			"internal/moderation",
			"internal/lobby",
			"internal/lobby/directory",
			"internal/archive",
			"internal/people/notify",
			"internal/people",
			"internal/moderation/site",
			"internal/room",
			"internal/archive/replay",
		}}, "internal/transport/httpx", true
	case within(path, "internal/transport"):
		return layer{parts: []string{
			"internal/moderation",
			"internal/lobby/matchmaking",
			"internal/lobby",
			"internal/lobby/directory",
			"internal/archive",
			"internal/people/notify",
			"internal/people",
			"internal/moderation/site",
			"internal/room",
			"internal/stream",
			"internal/archive/replay",
			"internal/archive/linkpicture",
			"internal/people/avatar",
			"internal/match",
			"internal/game",
		}}, "internal/transport", true
	case within(path, "internal/cluster"):
		return layer{parts: []string{
			"internal/lobby/matchmaking", "internal/lobby", "internal/lobby/directory", "internal/people/notify",
			"internal/people", "internal/store", "internal/room", "internal/stream", "internal/archive/replay",
			"internal/match", "internal/game",
		}}, "internal/cluster", true
	case within(path, "client"):
		// What a program is that knows the server by its protocol alone, and what a room
		// takes and shows by the same types.
		return layer{
			parts: []string{
				"internal/room",
				"internal/match",
				"internal/game",
				"internal/game/bot",
				"internal/stream/patch",
			},
		}, "client", true
	case within(path, "cmd/internal/loadtest"):
		return layer{parts: []string{"client", "internal/game"}}, "cmd/internal/loadtest", true
	case within(path, "cmd/internal/attack"):
		return layer{parts: []string{"client", "cmd/internal/loadtest", "internal/game"}}, "cmd/internal/attack", true
	case within(path, "internal/lobby"):
		return layer{parts: []string{
			"internal/lobby/matchmaking",
			"internal/lobby/roomlog",
			"internal/lobby/directory",
			"internal/archive",
			"internal/room",
			"internal/stream",
			"internal/archive/replay",
			"internal/people/avatar",
			"internal/people/notify",
			"internal/people",
			"internal/store",
			"internal/match",
			"internal/game",
			"internal/game/bot",
		}}, "internal/lobby", true
	case path == "internal/lobby/roomlog":
		return layer{
			parts: []string{
				"internal/archive", "internal/lobby/directory", "internal/people/notify", "internal/store",
				"internal/stream", "internal/room", "internal/game",
			},
		}, path, true
	case path == "internal/lobby/matchmaking":
		return layer{
			parts: []string{
				"internal/lobby/directory", "internal/people", "internal/store", "internal/room", "internal/game",
			},
		}, path, true
	case path == "internal/lobby/directory":
		return layer{parts: []string{"internal/people", "internal/store", "internal/room", "internal/game"}}, path, true
	case within(path, "internal/moderation"):
		return layer{
			parts: []string{
				"internal/lobby",
				"internal/lobby/directory",
				"internal/people",
				"internal/room",
				"internal/moderation/site",
				"internal/store",
			},
		}, "internal/moderation", true
	case within(path, "internal/archive"):
		return layer{parts: []string{
			"internal/archive/replay",
			"internal/people/avatar",
			"internal/people",
			"internal/store",
			"internal/match",
			"internal/game",
		}}, "internal/archive", true
	case within(path, "internal/archive/replay"):
		return layer{
			parts: []string{"internal/stream", "internal/match", "internal/game", "internal/stream/patch"},
		}, "internal/archive/replay", true
	case path == "internal/archive/linkpicture":
		return layer{parts: []string{"internal/people/avatar"}}, path, true
	case path == "internal/people/avatar":
		return layer{}, path, true
	case within(path, "internal/room"):
		return layer{parts: []string{"internal/match", "internal/game"}, pure: true}, "internal/room", true
	case within(path, "internal/stream"):
		return layer{
			parts: []string{"internal/room", "internal/match", "internal/game", "internal/stream/patch"},
			pure:  true,
		}, "internal/stream", true
	case within(path, "internal/match"):
		return layer{parts: []string{"internal/game"}, pure: true}, "internal/match", true
	case within(path, "internal/people/notify"):
		return layer{parts: []string{"internal/people", "internal/store"}}, "internal/people/notify", true
	case path == "internal/moderation/site":
		return layer{parts: []string{"internal/people", "internal/store"}}, path, true
	case within(path, "internal/people"):
		return layer{
			parts: []string{"internal/store", "internal/people/rating", "internal/people/avatar"},
		}, "internal/people", true
	case path == "internal/coded", path == "internal/people/rating":
		return layer{pure: true}, path, true
	case path == "internal/strict":
		// It reads JSON with another module.
		return layer{}, path, true
	case slices.Contains(helpers, path):
		return layer{}, path, true
	case within(path, "internal/store"):
		return layer{}, "internal/store", true
	case within(path, "internal/stream/patch"):
		return layer{}, "internal/stream/patch", true
	case path == "internal/game":
		return layer{pure: true}, "", true
	case within(path, "internal/game/bot"):
		return layer{parts: []string{"internal/game"}, pure: true}, "internal/game/bot", true
	case within(path, "internal/game/search"):
		return layer{parts: []string{"internal/game"}, pure: true}, "internal/game/search", true
	case within(path, "test/conformance"):
		// Views are told as patches, so what a game shows is tried as patches too,
		// and a match is played again from its record.
		return layer{
			parts: []string{"internal/game", "internal/game/bot", "internal/match", "internal/stream/patch"},
		}, "test/conformance", true
	case first == "game":
		// A game, which stands on the cards of its own name.
		id, _, _ := strings.Cut(rest, "/")
		return layer{
				parts:  []string{"internal/game", "internal/game/search", "internal/cards/" + id + "/..."},
				pure:   true,
				seeded: true,
			},
			"internal/game/" + id, true
	case first == "cards" && rest != "":
		id, _, _ := strings.Cut(rest, "/")
		return layer{pure: true, seeded: true}, "internal/cards/" + id, true
	}
	return layer{}, "", false
}

// The packages of the standard library that pure and seeded code never imports,
// with all below them.
var (
	impure   = []string{"time", "net", "os", "log", "database", "syscall", "runtime", "testing", "unsafe"}
	unseeded = []string{"math/rand", "crypto/rand", "hash/maphash"}
)

// violations returns what is wrong with the direct imports of the packages, in
// order. Direct imports are enough: each package of the project is checked.
func violations(imports map[string][]string) []string {
	var list []string
	for _, pkg := range slices.Sorted(maps.Keys(imports)) {
		from := inModule(pkg)
		l, folder, ok := layerOf(from)
		if !ok {
			list = append(
				list,
				fmt.Sprintf("%s has no place in the architecture: say in layerOf what it may import", from),
			)
			continue
		}
		for _, imported := range imports[pkg] {
			if problem := l.forbids(folder, imported); problem != "" {
				list = append(list, fmt.Sprintf("%s imports %s: %s", from, imported, problem))
			}
		}
	}
	return list
}

// forbids returns why the layer may not import a package, or "".
func (l layer) forbids(folder, imported string) string {
	if imported == module || strings.HasPrefix(imported, module+"/") {
		path := inModule(imported)
		if path == "internal/coded" || path == "internal/strict" ||
			slices.Contains(helpers, path) && !l.pure {
			return ""
		}
		if folder != "" && within(path, folder) {
			return ""
		}
		for _, part := range l.parts {
			if slices.Contains(l.except, path) {
				break
			}
			if below, all := strings.CutSuffix(part, "/..."); path == part || all && within(path, below) {
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
		{"the tools run no server", "cmd/lab", "archmage/internal/transport", broken},
		{"the program serves the client", "cmd/server", "archmage/web", ""},
		{"the program may use anything outside", "cmd/server", "net/http", ""},
		{"the tools have no test code", "cmd/lab", "archmage/test/conformance", broken},
		{"the program has no test code", "cmd/server", "archmage/test/conformance", broken},
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
		{"a part of the transport", "internal/transport/wire", "archmage/internal/transport", ""},
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

// projectImports returns the direct imports of every package of the project.
func projectImports(t *testing.T) map[string][]string {
	t.Helper()
	touchSources(t)
	command := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Imports,Module", "./...")
	command.Dir = ".."
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

// touchSources looks at every source file, so that a cached result of this
// test is not used after any of them has changed: the test tool sees what a
// test itself reads, not what the go command that it starts reads.
func touchSources(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && entry.Name() != "..":
			return fs.SkipDir
		case strings.HasSuffix(path, ".go"):
			_, err = os.ReadFile(path)
		}
		return err
	})
	require.NoError(t, err)
}

// The games name alike what they have in common (see the package comment of game).
func TestGamesUseTheSameWords(t *testing.T) {
	option := regexp.MustCompile(`game\.Key\{Word: (\w+)`)
	verb := regexp.MustCompile(`(?m)^var (\w+) = &(?:toyVerb|verb)\{`)
	why := regexp.MustCompile(`(?m)^\t(\w+)\s+reason\s+= "\w`)
	found := map[string]int{}
	for _, folder := range []string{"gametest", "seasons", "spellbook"} {
		files, err := filepath.Glob(filepath.Join("game", folder, "*.go"))
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

// mostMethods and mostInTransport are how many methods a type has at most, so that
// whoever reads it sees what it is for. The states of the games, which have a method for each of
// their questions, are not counted.
const mostMethods, mostInTransport = 60, 40

func TestTypesAreOfOneConcern(t *testing.T) {
	counts := map[string]int{}
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && path == "game" {
			return cmp.Or(err, fs.SkipDir)
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, name := range methodsOf(file) {
			counts[filepath.ToSlash(filepath.Dir(path))+"."+name]++
		}
		return nil
	}))
	require.Greater(t, len(counts), 100)
	for name, n := range counts {
		most := mostMethods
		if strings.HasPrefix(name, "transport") {
			most = mostInTransport
		}
		require.LessOrEqual(t, n, most, "the methods of %s", name)
	}
}

// methodsOf returns the type of each method of a file.
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
