package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/test/programtest"
)

const pythonFolder = "../../client/python"

// python returns a Python 3 that has the package websockets. make setup installs it on Debian.
func python(t *testing.T) string {
	t.Helper()
	var said []string
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		out, err := exec.CommandContext(programtest.Within(t), name, "-c", "import websockets").CombinedOutput()
		if err == nil {
			return name
		}
		said = append(said, name+": "+err.Error()+" "+string(out))
	}
	require.Fail(t, "no Python 3 with the package websockets: run make setup, or pip install websockets", "%s", said)
	return ""
}

// The Python client passes its own tests.
func TestPythonClient(t *testing.T) {
	t.Parallel()
	folder, err := filepath.Abs(pythonFolder)
	require.NoError(t, err)
	command := exec.CommandContext(programtest.Within(t), python(t), "-B", "-W", "error", "-m", "unittest", "-q")
	command.Dir = folder
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `Ran [1-9]\d* tests`, string(out))
}

// The bot in the README of the Python client plays a match.
func TestPythonReadme(t *testing.T) {
	t.Parallel()
	server := startChild(t, t.TempDir())
	text, err := os.ReadFile(filepath.Join(pythonFolder, "README.md"))
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, block)
	require.Regexp(t, `^\[\{'seat': [01], 'rank': 1, `, runPython(t, server.Base, string(block[1])))
}

// runPython runs a bot with the Python client on a server, and returns what it prints.
func runPython(t *testing.T, base, source string) string {
	t.Helper()
	folder := t.TempDir()
	client, err := os.ReadFile(filepath.Join(pythonFolder, "archmage.py"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "archmage.py"), client, 0o600))
	script := filepath.Join(folder, "bot.py")
	source = strings.ReplaceAll(source, "http://127.0.0.1:8080", base)
	require.NoError(t, os.WriteFile(script, []byte(source), 0o600))
	out, err := exec.CommandContext(programtest.Within(t), python(t), "-B", "-W", "error", script).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}
