package browsertest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// countNodes returns the number of nodes below a node, with itself and the copies that <use> elements make.
func countNodes(node *cdp.Node) int {
	n := 1
	for _, list := range [][]*cdp.Node{node.Children, node.ShadowRoots} {
		for _, child := range list {
			n += countNodes(child)
		}
	}
	return n
}

// restyled returns how many elements got new styles in each computation of styles while act ran, for each
// document by its frame. Pictures are documents of their own.
func (p *person) restyled(act func()) map[string][]int {
	p.t.Helper()
	type event struct {
		Name string
		Args struct {
			ElementCount int
			BeginData    struct{ Frame string }
		}
	}
	counts, complete := map[string][]int{}, make(chan struct{})
	require.NoError(p.t, chromedp.Listen(p.ctx, func(received any) {
		switch e := received.(type) {
		case *tracing.EventDataCollected:
			for _, data := range e.Value {
				var found event
				if json.Unmarshal(data, &found) == nil && found.Name == "UpdateLayoutTree" {
					frame := found.Args.BeginData.Frame
					counts[frame] = append(counts[frame], found.Args.ElementCount)
				}
			}
		case *tracing.EventTracingComplete:
			close(complete)
		}
	}))
	command(p, tracing.Start, tracing.StartParams{
		TraceConfig: &tracing.TraceConfig{
			IncludedCategories: []string{"devtools.timeline"},
			ExcludedCategories: []string{"*"},
		},
	})
	act()
	command(p, tracing.End, cdp.Empty{})
	<-complete
	return counts
}

// A full table of four has few nodes, and an answer computes the styles of what it changes, never those of the
// whole table.
func TestFullTableIsSmall(t *testing.T) {
	t.Parallel()
	// mostRestyled is a third of its elements and their copies.
	const mostNodes, mostRestyled = 5_000, 1_000
	ada := newStagedPerson(t, desk)
	ada.openStagedMatch("seasons-four-crowded")
	document := command(ada, dom.GetDocument, dom.GetDocumentParams{Depth: new(int64(-1)), Pierce: new(true)})
	nodes := countNodes(document.Root)
	t.Logf("%d nodes", nodes)
	require.Less(t, nodes, mostNodes)
	require.Greater(t, nodes, 2_000, "so few cannot be all")
	// The page has only the symbols that it draws, and each of them.
	missing := evaluate[[]string](ada, "page.all('use').map((use) => use.getAttribute('href'))."+
		"filter((href) => !document.querySelector(href))")
	require.Empty(t, missing)

	// The first turn loads style sheets, each of which computes the styles of most elements anew.
	now := ada.answerWith(ada.question(), "end")
	ada.waitUntil("have the style sheets of scenes", "['scenes', 'ceremony'].every((name) => "+
		"document.querySelector(`link[href=\"/scenes/${name}.css\"]`)?.sheet)")
	counts := ada.restyled(func() {
		ada.answerWith(now, now.Options[0])
		ada.nextFrame()
	})
	var table []int
	for _, list := range counts {
		if len(list) > len(table) {
			table = list
		}
	}
	t.Logf("styles of elements: %v", table)
	require.NotEmpty(t, table)
	require.Less(t, slices.Max(table), mostRestyled, table)
}

// answerWith answers a question with one option, and returns the next question.
func (p *person) answerWith(asked question, option string) question {
	p.t.Helper()
	p.sendAnswer(asked, []pick{{Option: option, N: 1}})
	return p.waitForQuestion("be asked again", func(q question) bool { return q.Asked && q.Key != asked.Key })
}
