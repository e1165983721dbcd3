package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/test/conformance"
	"archmage/test/docstest"
)

// sources is the folder of the project.
const sources = "../.."

// generated are names of folders that are not copied.
var generated = []string{".git", "node_modules", "data", "dist"}

// copySources copies the parts of the project that a new game needs into a
// temporary folder.
func copySources(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	err := filepath.WalkDir(sources, func(path string, entry fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(sources, path)
		switch {
		case err != nil:
			return err
		case relErr != nil:
			return relErr
		case entry.IsDir() && slices.Contains(generated, entry.Name()):
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(folder, rel), 0o755)
		case !entry.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, rel), text, 0o644)
	})
	require.NoError(t, err)
	return folder
}

// goInside runs the go command in a folder and returns its output.
func goInside(t *testing.T, folder string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", args...)
	command.Dir = folder
	out, err := command.CombinedOutput()
	require.NoError(t, err, "go %s: %s", strings.Join(args, " "), out)
	return string(out)
}

func writeFile(t *testing.T, folder, path, text string) {
	t.Helper()
	path = filepath.Join(folder, path)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

// TestNewGame adds a game like each example to a copy of the project. All of them fulfil the contract, and the
// tools play them. A browser test plays such a game.
func TestNewGame(t *testing.T) {
	t.Parallel()
	folder := copySources(t)
	names := map[string]string{"open": "hearth", "dice": "meadow", "simultaneous": "harbour", "cards": "orchard"}
	packages := []string{"test", "-vet=off"}
	for like, name := range names {
		files, err := newGame(os.DirFS(folder), name, like, "Hearth Fire")
		require.NoError(t, err)
		for path, text := range files {
			writeFile(t, folder, path, text)
		}
		packages = append(packages, "./internal/game/"+name)
	}
	goInside(t, folder, append(packages, "./test/architecture")...)
	for _, name := range names {
		goInside(t, folder, "run", "./cmd/lab", "simulate", "--game", name, "--games", "20", "--check", "full")
		out := goInside(t, folder, "run", "./cmd/lab",
			"tournament", "--quiet", "--game", name, "--bots", "random,random", "--deals", "2")
		require.Contains(t, out, "random against random")
	}
}

// TestFirstGame follows docs/first-game.md in a copy of the project: it writes the files and runs the commands,
// which must print what the page shows.
func TestFirstGame(t *testing.T) {
	t.Parallel()
	folder := copySources(t)
	blocks, _ := docstest.Blocks(t, sources)
	written, run := map[string]bool{}, 0
	for _, block := range blocks {
		if !strings.HasPrefix(block.Position, "docs/first-game.md:") {
			continue
		}
		switch block.Language {
		case "go":
			path, text, ok := strings.Cut(strings.TrimPrefix(block.Text, "// "), "\n\n")
			require.True(t, ok, block.Position)
			writePart(t, folder, path, text, written[path])
			written[path] = true
		case "console":
			requirePrinted(t, folder, block)
			run++
		}
	}
	require.Len(t, written, 3)
	require.Equal(t, 2, run)
	formatted := exec.CommandContext(t.Context(), "gofmt", "-l", filepath.Join(folder, "internal/game/fifteen"))
	out, err := formatted.CombinedOutput()
	require.NoError(t, err)
	require.Empty(t, string(out))
	// What the test of the game finds out about a game that has nothing but rules.
	missing := goInside(t, folder,
		"test", "-vet=off", "-v", "-run", "TestConformance/missing", "./internal/game/fifteen")
	require.Contains(t, missing, "a board of its own (docs/adding-a-game.md, The client)")
}

// writePart writes a part of a file that a page shows: a whole new file, more of one, or lines that are added to
// the registry.
func writePart(t *testing.T, folder, path, text string, more bool) {
	t.Helper()
	before, err := os.ReadFile(filepath.Join(folder, path))
	switch {
	case path == registryFile:
		require.NoError(t, err)
		after, err := register(string(before), "fifteen")
		require.NoError(t, err)
		for line := range strings.Lines(text) {
			require.Contains(t, after, line)
		}
		text = after
	case more:
		require.NoError(t, err)
		text = string(before) + "\n" + text
	default:
		require.ErrorIs(t, err, fs.ErrNotExist)
	}
	writeFile(t, folder, path, text)
}

// requirePrinted runs the command of a console block. What it prints must be the lines of the block, in which
// a number stands for any number, and a line of dots for any lines.
func requirePrinted(t *testing.T, folder string, block docstest.Block) {
	t.Helper()
	command, lines, ok := strings.Cut(strings.TrimPrefix(block.Text, "$ go "), "\n")
	require.True(t, ok, block.Position)
	printed := goInside(t, folder, strings.Fields(command)...)
	pattern := regexp.QuoteMeta(strings.TrimRight(lines, "\n"))
	pattern = regexp.MustCompile(`\d+(\\\.\d+)?`).ReplaceAllString(pattern, `\d+(\.\d+)?`)
	pattern = strings.ReplaceAll(pattern, `\.\.\.`, `(?s:.*)`)
	require.Regexp(t, "^"+pattern+"\\n*$", printed, block.Position)
}

// A game without a reference bot and without a guide has the other bots.
func TestContestantsOfANewGame(t *testing.T) {
	one := entry{Module: game.Module{Rules: conformance.Toy(), Bots: []game.Bot{conformance.ToyBot()}}}
	var ids []string
	for _, bot := range one.contestants() {
		ids = append(ids, bot.ID())
	}
	require.Equal(t, []string{"singer", "random"}, ids)
}

// TestNewGameHasNamesOfItsOwn checks that the files of a new game do not contain the names of the example.
func TestNewGameHasNamesOfItsOwn(t *testing.T) {
	for like, title := range likes {
		files, err := newGame(os.DirFS(sources), "hearth", like, "Hearth Fire")
		require.NoError(t, err)
		require.Len(t, files, 3)
		rules := files["internal/game/hearth/rules.go"]
		require.Contains(t, rules, "// Package hearth has the rules of Hearth Fire:")
		require.Contains(t, rules, "\npackage hearth\n")
		require.Contains(t, rules, `ID:       "hearth"`)
		require.Contains(t, rules, "func New() game.Rules")
		tags := regexp.MustCompile(`json:".*"`)
		example, err := os.ReadFile(filepath.Join(sources, examples, like, "rules.go"))
		require.NoError(t, err)
		require.Equal(t, tags.FindAllString(string(example), -1), tags.FindAllString(rules, -1))
		require.Contains(t, files["internal/game/hearth/rules_test.go"], "\npackage hearth\n"[1:])
		for path, text := range files {
			require.NotContains(t, text, title, path)
			require.NotContains(t, text, "package "+like+"\n", path)
		}
	}
}

func TestNewGameRefuses(t *testing.T) {
	for says, args := range map[string][]string{
		"is not 3 to 20 letters":       {"newgame", "--like", "open", "No-Name"},
		"folder of the project":        {"newgame", "--like", "open", "hearth"},
		`no example ""`:                {"newgame", "hearth"},
		"accepts 1 arg(s), received 0": {"newgame"},
	} {
		var out, complaints bytes.Buffer
		require.NotZero(t, run(t.Context(), args, strings.NewReader(""), &out, &complaints))
		require.Contains(t, complaints.String(), says)
	}
	_, err := newGame(os.DirFS(sources), "seasons", "open", "Seasons")
	require.ErrorContains(t, err, "is there already")
}
