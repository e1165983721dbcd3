package docstest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/test/docstest"
)

// The tests named in the documents exist.
func TestDocumentsNameTests(t *testing.T) {
	there := map[string]bool{}
	for _, names := range declaredTests(t).functions {
		for _, name := range names {
			there[name] = strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz")
		}
	}
	pages, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	named := 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, name := range regexp.MustCompile("`((?:Test|Fuzz)\\w*)`").FindAllSubmatch(text, -1) {
			require.True(t, there[string(name[1])], "%s names %s", page, name[1])
			named++
		}
	}
	require.Positive(t, named)
}

// testdata/promises.txt names existing tests for each promise of docs/security.md, and for each point about WebSockets
// but those that need none.
func TestPromisesHaveTests(t *testing.T) {
	page, err := os.ReadFile("../../docs/security.md")
	require.NoError(t, err)
	promised, notPromised, found := strings.Cut(string(page), "**Not promised**")
	require.True(t, found)
	var want []string
	for _, item := range regexp.MustCompile(`(?m)^- (.*)$`).FindAllStringSubmatch(promised, -1) {
		want = append(want, item[1])
	}
	_, rows, found := strings.Cut(notPromised, "| point | here |\n|---|---|\n")
	require.True(t, found)
	for _, row := range regexp.MustCompile(`(?m)^\| (.*) \| .* \|$`).FindAllStringSubmatch(rows, -1) {
		if !strings.HasPrefix(row[1], "no compression") {
			want = append(want, row[1])
		}
	}
	there := map[string]bool{}
	for _, names := range declaredTests(t).functions {
		for _, name := range names {
			there[name] = true
		}
	}
	text, err := os.ReadFile("testdata/promises.txt")
	require.NoError(t, err)
	var kept []string
	for _, entry := range regexp.MustCompile(`(?m)^(\S.*)\n\t(.+)$`).FindAllStringSubmatch(string(text), -1) {
		kept = append(kept, entry[1])
		for name := range strings.FieldsSeq(entry[2]) {
			require.True(t, there[name], "%s names %s", entry[1], name)
		}
	}
	require.Equal(t, want, kept)
}

// The glossary explains the words of each game as its page of rules does.
func TestGlossaryHasTheWordsOfGames(t *testing.T) {
	page, err := os.ReadFile("../../docs/glossary.md")
	require.NoError(t, err)
	found := 0
	for _, game := range []string{"seasons", "spellbook"} {
		rules, err := os.ReadFile("../../web/static/games/" + game + "/rules.en.json")
		require.NoError(t, err)
		var sections []struct {
			ID    string
			Parts []json.RawMessage
		}
		require.NoError(t, json.Unmarshal(rules, &sections))
		for _, section := range sections {
			for _, part := range section.Parts {
				var glossary struct{ Words [][3]string }
				if section.ID != "words" || json.Unmarshal(part, &glossary) != nil {
					continue
				}
				for _, word := range glossary.Words {
					require.Contains(t, string(page), "| "+strings.Join(word[:], " | ")+" |", game)
					found++
				}
			}
		}
	}
	require.Greater(t, found, 15)
}

// Links between documents lead to existing pages and headings.
func TestLinksInDocuments(t *testing.T) {
	_, pages := docstest.Blocks(t, "../..")
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	link := regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]*))?\)`)
	anchors := map[string]map[string]bool{}
	anchorsOf := func(path string) map[string]bool {
		if anchors[path] == nil {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			anchors[path] = map[string]bool{}
			for _, found := range heading.FindAllSubmatch(text, -1) {
				if anchor := anchorOf(string(found[1])); anchor == siteAnchorOf(string(found[1])) {
					anchors[path][anchor] = true
				}
			}
		}
		return anchors[path]
	}
	checked := 0
	for name, text := range pages {
		for _, to := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(to[1], "://") || strings.HasPrefix(to[1], "/") {
				continue
			}
			path := filepath.Join("../..", filepath.Dir(name), to[1])
			if to[1] == "" {
				path = filepath.Join("../..", name)
			}
			_, err := os.Stat(path)
			require.NoError(t, err, "%s links to %s", name, to[1])
			if to[2] != "" {
				require.True(t, anchorsOf(path)[to[2]], "%s links to %s#%s", name, to[1], to[2])
			}
			checked++
		}
	}
	require.Greater(t, checked, 150)
}

// anchorOf returns the anchor of a heading on GitHub and similar forges.
func anchorOf(heading string) string {
	heading = notInAnchor.ReplaceAllString(strings.ToLower(heading), "")
	return strings.ReplaceAll(heading, " ", "-")
}

// siteAnchorOf returns the anchor of a heading on the site of the documents. It is the same for all headings
// that documents link to.
func siteAnchorOf(heading string) string {
	heading = dashInSite.ReplaceAllString(strings.ToLower(heading), "-")
	return strings.Trim(heading, "-")
}

var (
	notInAnchor = regexp.MustCompile(`[^\pL\pN _-]`)
	dashInSite  = regexp.MustCompile(`[\s~\x60!@#$%^&*()\-_+=\[\]{}|\\;:"'<>,.?/]+`)
)
