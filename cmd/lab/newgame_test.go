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

// TestNewGame adds a game to a copy of the project. The game fulfils the contract and the checks of the
// documents. A browser test plays such a game.
func TestNewGame(t *testing.T) {
	t.Parallel()
	folder := copySources(t)
	files, err := newGame(os.DirFS(folder), "hearth", "Hearth Fire")
	require.NoError(t, err)
	for path, text := range files {
		path = filepath.Join(folder, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	inside := func(args ...string) {
		t.Helper()
		command := exec.CommandContext(t.Context(), "go", args...)
		command.Dir = folder
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	inside("vet", "./internal/game/hearth", "./internal/cards/hearth")
	followPage(t, folder)
	// The usual first changes: the deck and the seats.
	edit := func(path, before, after string) {
		t.Helper()
		require.Contains(t, files[path], before)
		require.NoError(
			t,
			os.WriteFile(filepath.Join(folder, path), []byte(strings.Replace(files[path], before, after, 1)), 0o644),
		)
	}
	edit("internal/cards/hearth/cards.go", "NumCards = 32", "NumCards = 16")
	edit("internal/game/hearth/rules.go", "minSeats = 2", "minSeats = 3")
	inside("test", "-vet=off", "./internal/game/hearth", "./internal/cards/hearth")
}

// followPage runs the commands of the page after the one that starts a game.
func followPage(t *testing.T, folder string) {
	t.Helper()
	modules, err := filepath.Abs(sources + "/web/node_modules")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(modules, filepath.Join(folder, "web/node_modules")))
	page, err := os.ReadFile(sources + "/docs/adding-a-game.md")
	require.NoError(t, err)
	_, block, ok := strings.Cut(string(page), "\n```sh\ngo run ./cmd/lab newgame --title \"Title\" NAME\n")
	require.True(t, ok)
	block, _, _ = strings.Cut(block, "\n```")
	lines := strings.Split(strings.ReplaceAll(block, "NAME", "hearth"), "\n")
	require.Greater(t, len(lines), 3)
	for _, line := range lines {
		command := exec.CommandContext(t.Context(), "sh", "-c", line)
		command.Dir = folder
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s: %s", line, out)
	}
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

// TestNewGameHasNamesOfItsOwn checks that the files of a new game do not contain the toy's names.
func TestNewGameHasNamesOfItsOwn(t *testing.T) {
	files, err := newGame(os.DirFS(sources), "hearth", "Hearth Fire")
	require.NoError(t, err)
	require.Len(t, files, len(newFiles)+5)
	toy := regexp.MustCompile(`(?i)\btoy|panicIf|offerPanic|faulty`)
	for path, text := range files {
		if strings.Contains(path, "hearth") {
			require.NotRegexp(t, toy, text, path)
			require.NotRegexp(t, `\bhearth[A-Z]`, text, "a name that says its package again")
		} else {
			require.Contains(t, strings.ToLower(text), "hearth", path)
		}
	}
	require.Contains(t, files["docs/decisions.md"], "\n## Hearth Fire\n")
	require.Contains(t, files["internal/game/hearth/rules.go"], "func New() game.Rules")
	require.Contains(t, files["web/static/games/hearth/cover.js"], "'/games/hearth/cover.svg'")
	require.Contains(t, files["web/static/games/hearth/cover.svg"], `viewBox="0 0 240 320"`)
}

func TestNewGameRefuses(t *testing.T) {
	for says, args := range map[string][]string{
		"is not 3 to 20 letters":       {"newgame", "No-Name"},
		"folder of the project":        {"newgame", "hearth"},
		"accepts 1 arg(s), received 0": {"newgame"},
	} {
		var out, complaints bytes.Buffer
		require.NotZero(t, run(t.Context(), args, strings.NewReader(""), &out, &complaints))
		require.Contains(t, complaints.String(), says)
	}
	_, err := newGame(os.DirFS(sources), "seasons", "Seasons")
	require.ErrorContains(t, err, "is there already")
}
