package seasons

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
)

// testNames returns the names of all top-level tests of the package.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	names := map[string]bool{}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				names[f.Name.Name] = true
			}
		}
	}
	return names
}

func TestEveryCardHasATest(t *testing.T) {
	pattern := regexp.MustCompile(`^TestCard(\d\d)[A-Z]`)
	tested := map[string]bool{}
	for name := range testNames(t) {
		if match := pattern.FindStringSubmatch(name); match != nil {
			tested[match[1]] = true
		}
	}
	for number := 1; number <= cards.NumCards; number++ {
		require.True(t, tested[fmt.Sprintf("%02d", number)], "card %d has no test", number)
	}
	require.Len(t, tested, cards.NumCards)
}

// lasts reports whether a card does anything while it is in play or when it
// leaves, besides being activated.
func (e *effect) lasts() bool {
	return e.modifier != noModifier || e.holds || e.score != nil || e.sacrificed != nil ||
		e.programs[onSummon] != nil || e.programs[onRoundEnd] != nil || e.programs[onSeason] != nil
}

func TestEveryCardHasItsEffects(t *testing.T) {
	for _, edition := range []cards.Edition{cards.First, cards.Second} {
		for number := 1; number <= cards.NumCards; number++ {
			e, printed := &theRules.effects[edition][number], &theRules.catalogue.Cards[number]
			enters, activates := e.programs[onEnter] != nil, e.programs[onActivate] != nil
			entersHere := printed.Enter || (edition == cards.Second && number == cards.IdolOfTheFamiliar)
			require.Equal(t, entersHere, enters, "card %d: effect upon entering, edition %d", number, edition)
			require.Equal(t, printed.Activate, activates, "card %d: activation", number)
			if printed.Permanent {
				require.True(t, e.lasts(), "card %d: lasting effect", number)
			}
			// The Runic Cube is the one card that does nothing.
			require.Equal(t, number != cards.RunicCubeOfEolis, enters || activates || e.lasts(), "card %d does something", number)
		}
	}
}

// ruling is a line of the page of rulings.
type ruling struct {
	id    string
	cells []string // question, decision, why, tests
	tests []string
}

func rulings(t *testing.T) []ruling {
	t.Helper()
	data, err := os.ReadFile("../../../docs/rulings-seasons.md")
	require.NoError(t, err)
	line := regexp.MustCompile(`(?m)^\| ([A-Z]\d+) \| (.*) \|$`)
	name := regexp.MustCompile("`(Test\\w+)`")
	var list []ruling
	for _, match := range line.FindAllStringSubmatch(string(data), -1) {
		r := ruling{id: match[1], cells: strings.Split(match[2], " | ")}
		for _, test := range name.FindAllStringSubmatch(r.cells[len(r.cells)-1], -1) {
			r.tests = append(r.tests, test[1])
		}
		list = append(list, r)
	}
	return list
}

func TestEveryRulingIsExplainedAndTested(t *testing.T) {
	tests := testNames(t)
	seen := map[string]bool{}
	named := map[string]bool{}
	for _, r := range rulings(t) {
		require.False(t, seen[r.id], "%s is there twice", r.id)
		seen[r.id] = true
		require.Len(t, r.cells, 4, "%s: question, decision, why, test", r.id)
		for _, cell := range r.cells {
			require.NotEmpty(t, strings.TrimSpace(cell), r.id)
		}
		require.NotEmpty(t, r.tests, "%s names no test", r.id)
		for _, test := range r.tests {
			require.True(t, tests[test], "%s: there is no %s", r.id, test)
			named[test] = true
		}
		if n, ok := strings.CutPrefix(r.id, "D"); ok {
			require.Regexp(t, fmt.Sprintf("^TestRulingD0?%s[A-Z]", n), r.tests[0])
		}
	}
	for n := 1; n <= 36; n++ {
		require.True(t, seen[fmt.Sprintf("D%d", n)], "D%d is missing", n)
	}
	for test := range tests {
		if strings.HasPrefix(test, "TestRuling") {
			require.True(t, named[test], "the page does not name %s", test)
		}
	}
}
