package internal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tests that the documents name are there.
func TestDocumentsNameTests(t *testing.T) {
	declared := map[string]bool{}
	declares := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w*)\(`)
	require.NoError(t, filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		for _, found := range declares.FindAllSubmatch(source, -1) {
			declared[string(found[1])] = true
		}
		return err
	}))
	pages, err := filepath.Glob("../docs/*.md")
	require.NoError(t, err)
	named := 0
	for _, page := range append(pages, "../README.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, name := range regexp.MustCompile("`((?:Test|Fuzz)\\w*)`").FindAllSubmatch(text, -1) {
			require.True(t, declared[string(name[1])], "%s names %s", page, name[1])
			named++
		}
	}
	require.Positive(t, named)
}
