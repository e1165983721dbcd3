package browsertest

import (
	_ "embed"
	"image"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// forcedScript measures pages in forced colours.
//
//go:embed forced.js
var forcedScript string

// forceColors emulates the colours that a system forces on all pages, as the contrast themes of Windows do.
func (p *person) forceColors() {
	p.t.Helper()
	scheme := "light"
	if p.device.dark {
		scheme = "dark"
	}
	command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{
			{Name: "forced-colors", Value: "active"},
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"},
		},
	})
}

// In forced colours, everything that can be pressed has an edge, states differ by their edges, drawings that say
// something keep their colours, and the land is gone.
func TestForcedColors(t *testing.T) {
	t.Parallel()
	dark := phone
	dark.dark = true
	for _, test := range []namedDevice{{"desk", desk}, {"phone in the dark", dark}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ada := newStagedPerson(t, test.at, contrastScript, forcedScript)
			ada.forceColors()
			if test.at.touch {
				ada.resize(390, 844)
			}
			for _, position := range partsOfTable() {
				t.Run(position, func(t *testing.T) { ada.inTest(t).checkForcedColors(position) })
			}
		})
	}
}

// checkForcedColors checks the table at a position in forced colours.
func (p *person) checkForcedColors(position string) {
	p.t.Helper()
	p.openStagedMatch(position)
	p.picture(position)
	for _, check := range []struct{ list, fault string }{
		{"edgeless", "no edge"},
		{"alike", "states that look alike"},
		{"recoloured", "lost its colours"},
		{"weak", "too weak a contrast"},
	} {
		for _, line := range evaluate[[]string](p, "forced."+check.list+"()") {
			p.t.Errorf("%s has %s: %s", position, check.fault, line)
		}
	}
	// Only elements that keep their colours can be painted, and so be measured in pictures.
	p.whileDrawn(func(take func() *image.RGBA) {
		lines, _ := p.weakTexts(take)
		for _, line := range lines {
			p.t.Errorf("%s: %s", position, line)
		}
	})
	if evaluate[bool](p, "forced.sees('.land, .wood')") {
		p.t.Errorf("%s: the picture behind the table is visible", position)
	}
}
