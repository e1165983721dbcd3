package browsertest

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNewGame adds a game to a copy of the project, checks the types of its client, draws its board, plays a
// match against bots to the end, and simulates other matches.
func TestNewGame(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, part := range []string{"cmd", "docs", "internal", "test", "web/static", "web/types"} {
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
	binary, overlaidLab, types := filepath.Join(folder, "server"), filepath.Join(
		folder,
		"lab",
	), filepath.Join(folder, "types")
	build := func(output, part string, flags ...string) {
		command := exec.CommandContext(
			t.Context(),
			"go",
			append(append([]string{"build"}, flags...), "-o", output, part)...)
		command.Dir = "../.."
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	lab, err := shared.lab()
	require.NoError(t, err)
	inside(lab, "newgame", "hearth")
	// The build cache has everything that the copy shares with this checkout.
	overlaid := []string{"-overlay", overlay(t, "../..", folder)}
	build(types, "./web/types", overlaid...)
	inside(types)
	packages, err := filepath.Abs("../node_modules")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(packages, filepath.Join(folder, "web/node_modules")))
	inside("web/node_modules/.bin/tsc", "-p", "web")
	build(overlaidLab, "./cmd/lab", overlaid...)
	inside(overlaidLab, "simulate", "--game", "hearth", "--games", "100", "--check", "full")
	build(binary, "./cmd/server", overlaid...)

	ada := newVisitor(t, "Ada", launchBinary(t, binary, t.TempDir()).url, phone)
	ada.click("button", "^Play against bots$", ".d-hearth")
	ada.waitForRole("region", "^Your question and your hand$")
	ada.waitForText("Which card do you bid?")
	ada.checkAccess("a new game")
	m := newMatch(14, ada)
	m.playToEnd()
	ada.waitForText("Seed of the match")
}

// overlay writes a file for the -overlay flag of the go command and returns its path. A build of folder with
// this file uses the files of the copy that differ.
func overlay(t *testing.T, folder, copied string) string {
	t.Helper()
	root, err := filepath.Abs(folder)
	require.NoError(t, err)
	replace := map[string]string{}
	for _, part := range []string{"cmd", "internal", "web"} {
		require.NoError(
			t,
			filepath.WalkDir(filepath.Join(copied, part), func(path string, entry fs.DirEntry, err error) error {
				if err != nil || !entry.Type().IsRegular() {
					return err
				}
				rel, err := filepath.Rel(copied, path)
				if err != nil {
					return err
				}
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				here := filepath.Join(root, rel)
				if before, err := os.ReadFile(here); err != nil || !bytes.Equal(before, text) {
					replace[here] = path
				}
				return nil
			}),
		)
	}
	require.NotEmpty(t, replace)
	text, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "overlay.json")
	require.NoError(t, os.WriteFile(file, text, 0o644))
	return file
}
