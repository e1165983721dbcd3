package conformance

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

var (
	// rulingRow matches a row of a page of rulings: a letter, a number, and the other cells.
	rulingRow = regexp.MustCompile(`(?m)^\| ([A-Z])(\d+) \| (.*) \|$`)
	// rulingTest matches the name of a test that contains the number of a ruling.
	rulingTest = regexp.MustCompile(`^Test(?:Ruling)?([A-Z])0?(\d+)[A-Z]`)
	testFunc   = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// TestNames returns the names of the tests in the folder of the running test.
func TestNames(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	names := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, match := range testFunc.FindAllStringSubmatch(string(text), -1) {
			names[match[1]] = true
		}
	}
	return names
}

// RulingsTested checks rulings-GAME.md in the folder docs, and rulings.txt in the folder of the running test, which
// has a line with the tests of each ruling. The rulings of each letter are numbered from 1, no cell is empty, each
// ruling has tests that exist, and a test with the number of a ruling in its name is in the line of that ruling.
func RulingsTested(t *testing.T, rules game.Rules, docs string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(docs, "rulings-"+rules.Info().ID+".md"))
	require.NoError(t, err)
	tests, err := os.ReadFile("rulings.txt")
	require.NoError(t, err)
	require.NoError(t, checkRulings(string(page), string(tests), TestNames(t)))
}

func checkRulings(page, tests string, exists map[string]bool) error {
	testsOf := map[string][]string{}
	for line := range strings.Lines(tests) {
		if words := strings.Fields(line); len(words) > 0 {
			testsOf[words[0]] = words[1:]
		}
	}
	named, last := map[string]bool{}, map[string]int{}
	for _, row := range rulingRow.FindAllStringSubmatch(page, -1) {
		letter, id, cells := row[1], row[1]+row[2], strings.Split(row[3], " | ")
		last[letter]++
		switch {
		case id != fmt.Sprint(letter, last[letter]):
			return fmt.Errorf("%s stands where %s%d should be", id, letter, last[letter])
		case slices.Contains(cells, ""):
			return fmt.Errorf("%s has an empty cell", id)
		case len(testsOf[id]) == 0:
			return fmt.Errorf("%s names no test", id)
		}
		for _, test := range testsOf[id] {
			if !exists[test] {
				return fmt.Errorf("%s names %s, which does not exist", id, test)
			}
			named[id+test] = true
		}
		delete(testsOf, id)
	}
	if len(last) == 0 {
		return errors.New("no rulings")
	}
	for id := range testsOf {
		return fmt.Errorf("%s has tests, but is no ruling", id)
	}
	for test := range exists {
		match := rulingTest.FindStringSubmatch(test)
		if match != nil && last[match[1]] > 0 && !named[match[1]+match[2]+test] {
			return fmt.Errorf("%s%s does not name %s", match[1], match[2], test)
		}
	}
	return nil
}
