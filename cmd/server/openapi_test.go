package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/test/programtest"
)

// A client generated from openapi.json by a common generator compiles, and the server's responses match its
// types.
func TestGeneratedClient(t *testing.T) {
	tools, err := filepath.Abs("../../tools/openapi")
	require.NoError(t, err)
	modules := filepath.Join(tools, "node_modules")
	require.DirExists(t, filepath.Join(modules, "openapi-fetch"), "make setup installs it")
	folder := t.TempDir()
	require.NoError(t, os.Symlink(modules, filepath.Join(folder, "node_modules")))
	for _, name := range []string{"package.json", "sample.ts"} {
		text, err := os.ReadFile(filepath.Join(tools, name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), text, 0o600))
	}
	schema, err := filepath.Abs("../../web/static/schema/openapi.json")
	require.NoError(t, err)
	node := func(args ...string) string {
		t.Helper()
		command := exec.CommandContext(programtest.Within(t), "node", args...)
		command.Dir = folder
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	node("node_modules/openapi-typescript/bin/cli.js", schema, "-o", "schema.d.ts")
	node("node_modules/typescript/bin/tsc", "--strict", "--skipLibCheck", "--target", "es2022",
		"--module", "nodenext", "sample.ts")
	s := startServer(t, t.TempDir())
	require.Equal(t, "Ann true true no_match\n", node("sample.js", s.Base))
}
