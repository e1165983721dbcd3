package browsertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNewGame checks the types of the client of a game that newgame has just
// started, in a copy of the project, draws its board, and plays a match of it
// against bots to its end. Other matches are simulated.
func TestNewGame(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, part := range []string{"cmd", "docs", "internal", "web/static", "web/types"} {
		require.NoError(t, os.CopyFS(filepath.Join(folder, part), os.DirFS(filepath.Join("../..", part))))
	}
	files, err := filepath.Glob("../../web/*.go")
	require.NoError(t, err)
	for _, path := range append(files, "../../go.mod", "../../go.sum", "../../web/tsconfig.json") {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		rel, err := filepath.Rel("../..", path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, rel), text, 0o644))
	}
	inside := func(program string, args ...string) {
		command := exec.CommandContext(t.Context(), program, args...)
		command.Dir = folder
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	before, err := shared.executable()
	require.NoError(t, err)
	inside(before, "newgame", "hearth")
	binary := filepath.Join(folder, "server")
	inside("go", "run", "./web/types")
	packages, err := filepath.Abs("../node_modules")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(packages, filepath.Join(folder, "web/node_modules")))
	inside("web/node_modules/.bin/tsc", "-p", "web")
	inside("go", "build", "-o", binary, "./cmd/server")
	inside(binary, "simulate", "-game", "hearth", "-games", "100", "-check", "full")

	ada := comes(t, "Ada", launchBinary(t, binary, t.TempDir()).url, phone)
	ada.click("button", "^Play against bots$", ".d-hearth")
	ada.waitFor("region", "^Your question and your hand$")
	ada.sees("Which card do you bid?")
	ada.checkAccess("a new game")
	m := newMatch(14, ada)
	m.playToEnd()
	ada.sees("Seed of the match")
}
