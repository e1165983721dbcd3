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

// TestNewGame adds a game like each example to a copy of the project. Two players play one of them in their
// browsers, from the start page to the end, without a line of JavaScript for it. The tools play all of them, and
// the tests of the client that look at every game accept them.
func TestNewGame(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, part := range []string{"cmd", "docs", "internal", "test", "web/static", "web/types", "web/tests"} {
		require.NoError(t, os.CopyFS(filepath.Join(folder, part), os.DirFS(filepath.Join("../..", part))))
	}
	files, err := filepath.Glob("../../web/*.*")
	require.NoError(t, err)
	for _, path := range append(files, "../../go.mod", "../../go.sum") {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		rel, err := filepath.Rel("../..", path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, rel), text, 0o644))
	}
	packages, err := filepath.Abs("../node_modules")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(packages, filepath.Join(folder, "web/node_modules")))
	inside := func(program string, args ...string) {
		t.Helper()
		command := exec.CommandContext(t.Context(), program, args...)
		command.Dir = folder
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	lab, err := shared.lab()
	require.NoError(t, err)
	games := map[string]string{"hearth": "open", "meadow": "dice", "harbour": "simultaneous", "orchard": "cards"}
	for name, like := range games {
		inside(lab, "newgame", "--like", like, name)
	}

	// The build cache has everything that the copy shares with this checkout.
	overlaid := overlay(t, "../..", folder)
	server, overlaidLab := filepath.Join(folder, "server"), filepath.Join(folder, "lab")
	for output, part := range map[string]string{server: "./cmd/server", overlaidLab: "./cmd/lab"} {
		command := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlaid, "-o", output, part)
		command.Dir = "../.."
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	for name := range games {
		inside(overlaidLab, "simulate", "--game", name, "--games", "20", "--check", "full")
		inside(overlaidLab, "tournament", "--quiet", "--game", name, "--bots", "random,random", "--deals", "2")
	}
	inside("node", "--test", "web/tests/games.test.mjs", "web/tests/pages.test.mjs", "web/tests/imports.test.mjs")

	origin := launchBinary(t, server, t.TempDir()).url
	ada := newVisitor(t, "Ada", origin, desk)
	link := ada.openTable(".d-hearth")
	bob := newSeatedPerson(t, "Bob", origin, link, phone)
	startMatch(ada, bob)
	for _, p := range []*person{ada, bob} {
		p.picture("a new game")
	}
	ada.checkAccess("a new game")
	newMatch(14, ada, bob).playToEnd()
	for _, p := range []*person{ada, bob} {
		p.waitForText("Seed of the match")
		p.picture("the end of a new game")
		p.checkPage("the end of a new game")
	}
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
