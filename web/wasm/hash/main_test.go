package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The hash covers all sources of a program and nothing else.
func TestHash(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write("go.mod", "module example\n\ngo 1.26\n")
	write("program/main.go", "package main\n\nimport \"example/rules\"\n\nfunc main() { print(rules.Cards) }\n")
	write("rules/rules.go", "package rules\n\nimport _ \"embed\"\n\n//go:embed cards.json\nvar Cards string\n")
	write("rules/cards.json", "[]")
	write("rules/rules_other.go", "//go:build !js\n\npackage rules\n")
	hash := func() string {
		t.Helper()
		got, err := hashOf(t.Context(), folder, "./program")
		require.NoError(t, err)
		require.Regexp(t, `^[0-9a-f]{64}$`, got)
		return got
	}
	first := hash()
	write("rules/rules_test.go", "package rules\n")
	write("rules/README.md", "About.")
	write("other/other.go", "package other\n")
	require.Equal(t, first, hash())
	write("rules/cards.json", "[1]")
	cards := hash()
	require.NotEqual(t, first, cards)
	write("rules/more.go", "package rules\n")
	more := hash()
	require.NotEqual(t, cards, more)
	write("program/main.go", "package main\n\nimport _ \"example/rules\"\n\nfunc main() {}\n")
	require.NotEqual(t, more, hash())
	_, err := hashOf(t.Context(), folder, "./nothing")
	require.ErrorContains(t, err, "go list")
}
