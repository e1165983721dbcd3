package internal_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tests that the documents name are there.
func TestDocumentsNameTests(t *testing.T) {
	there := map[string]bool{}
	for _, names := range declaredTests(t).functions {
		for _, name := range names {
			there[name] = strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz")
		}
	}
	pages, err := filepath.Glob("../docs/*.md")
	require.NoError(t, err)
	named := 0
	for _, page := range append(pages, "../README.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, name := range regexp.MustCompile("`((?:Test|Fuzz)\\w*)`").FindAllSubmatch(text, -1) {
			require.True(t, there[string(name[1])], "%s names %s", page, name[1])
			named++
		}
	}
	require.Positive(t, named)
}
