package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/stretchr/testify/require"
)

// axeSource is the accessibility checker axe, whose version web/package.json fixes.
var axeSource = sync.OnceValues(func() (string, error) {
	source, err := os.ReadFile("../node_modules/axe-core/axe.min.js")
	if err != nil {
		return "", fmt.Errorf("%w (make setup installs it)", err)
	}
	return string(source), nil
})

// axeRules changes one rule. A card is one large button, and its accessible name reads its corners in a
// sensible order, so only other buttons must have exactly their visible text as their name.
const axeRules = `;
axe.configure({rules: [{
	id: 'label-content-name-mismatch',
	selector: 'button:not([data-ref], [data-card]), a[href], summary',
}]});
true`

// elsewhere are the rules that a page can break on a phone or in French even if it passes them on a desktop
// computer in English, which another test checks.
var elsewhere = []string{
	"target-size", "scrollable-region-focusable", "label-content-name-mismatch", "valid-lang",
	"html-has-lang",
}

// A violation of an accessibility rule, with the elements that violate it.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, FailureSummary string }
}

// checkAccess fails the test for each accessibility rule that the page currently violates. Without rules it
// checks all.
func (p *person) checkAccess(where string, rules ...string) {
	p.t.Helper()
	for _, v := range p.violations(rules...) {
		var nodes strings.Builder
		for i, node := range v.Nodes {
			if i == 5 {
				fmt.Fprintf(&nodes, "\n  and %d more", len(v.Nodes)-i)
				break
			}
			fmt.Fprintf(&nodes, "\n  %s\n    %s", node.HTML, plain(node.FailureSummary))
		}
		p.t.Errorf("%s, %s: %s (%s, %s)%s", p.name, where, v.Help, v.ID, v.Impact, nodes.String())
	}
}

// violations returns the current violations of the given rules, or of all rules.
func (p *person) violations(rules ...string) []violation {
	p.t.Helper()
	source, err := axeSource()
	require.NoError(p.t, err)
	if !evaluate[bool](p, "typeof axe === 'object'") {
		evaluate[bool](p, source+axeRules)
	}
	only, err := json.Marshal(rules)
	require.NoError(p.t, err)
	result := p.awaitPromise(fmt.Sprintf("page.violations(%s)", only))
	var violations []violation
	require.NoError(p.t, json.Unmarshal([]byte(result), &violations))
	return violations
}

// checkPage fails the test if the page shows technical words or can be scrolled sideways.
func (p *person) checkPage(where string) {
	p.t.Helper()
	if words := evaluate[[]string](p, "table.nonsense()"); len(words) > 0 {
		p.t.Errorf("%s, %s: the page says %s", p.name, where, strings.Join(words, ", "))
	}
	p.checkWidth(where)
}

// checkAll takes a picture of the page and checks its words, its width and its accessibility. The rules are
// those of checkAccess.
func (p *person) checkAll(where string, rules ...string) {
	p.t.Helper()
	p.picture(where)
	p.checkPage(where)
	p.checkAccess(where, rules...)
}

// checkWidth fails the test if the page can be scrolled sideways.
func (p *person) checkWidth(where string) {
	p.t.Helper()
	over := evaluate[string](p, "page.overflow()")
	if over != "" {
		p.t.Errorf("%s, %s: the page scrolls sideways: %s", p.name, where, over)
	}
}
