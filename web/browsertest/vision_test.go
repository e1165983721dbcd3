package browsertest

import (
	_ "embed"
	"encoding/json"
	"image"
	"math"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/stretchr/testify/require"
)

// visionScript lays out pieces of a table for comparison.
//
//go:embed vision.js
var visionScript string

// deficiencies are the deficiencies of colour vision that the browser can emulate.
var deficiencies = []string{"protanopia", "deuteranopia", "tritanopia", "achromatopsia"}

// seeAs emulates a deficiency of colour vision. "none" ends it.
func (p *person) seeAs(deficiency string) {
	p.t.Helper()
	command(p, emulation.SetEmulatedVisionDeficiency, emulation.SetEmulatedVisionDeficiencyParams{
		Type: emulation.SetEmulatedVisionDeficiencyType(deficiency),
	})
}

// symbols are sets of symbols that players must tell apart: energies, seasons, runes of SpellBook, and the faces
// of players.
var symbols = map[string][]string{
	"energies": {"e-air", "e-water", "e-fire", "e-earth"},
	"seasons":  {"s-winter", "s-spring", "s-summer", "s-fall"},
	"runes":    {"r-circle", "r-triangle", "r-square"},
	"faces":    {"p-fox", "p-owl", "p-hare", "p-stag", "p-badger", "p-crane"},
}

// Players who see no colours tell symbols apart by their shapes, and the states of things on the table of Seasons by
// their edges.
//
// Shapes are compared by the correlation of the lightness of their pixels, which does not depend on how light or
// strong a symbol is. Two symbols must be less alike than a symbol is with itself if it lies between two pixels,
// as it can on any screen.
func TestColorBlind(t *testing.T) {
	t.Parallel()
	ada := newStagedPerson(t, desk, visionScript)
	ada.openStagedMatch("seasons-turn")
	const size = 24 // pixels, as on most tables
	for _, ids := range symbols {
		encoded, err := json.Marshal(ids)
		require.NoError(t, err)
		boxes := evaluate[[][4]int](ada, "vision.showSymbols("+string(encoded)+", 24)")
		require.Len(t, boxes, len(ids))
		for _, deficiency := range deficiencies {
			ada.seeAs(deficiency)
			ada.whileDrawn(func(take func() *image.RGBA) {
				picture := take()
				for i, a := range boxes {
					one := lightness(picture, a[0], a[1], size)
					itself := correlation(one, between(one, lightness(picture, a[0]+1, a[1], size)))
					for j, b := range boxes[:i] {
						other := correlation(one, lightness(picture, b[0], b[1], size))
						if other >= itself {
							t.Errorf(
								"%s: %s and %s are as alike as %.2f of %.2f",
								deficiency,
								ids[i],
								ids[j],
								other,
								itself,
							)
						}
					}
				}
			})
		}
	}
	evaluate[bool](ada, "vision.clear()")
	seen := deficiencies
	if !thorough() {
		seen = []string{"achromatopsia"} // who sees no colours sees the least
	}
	for _, position := range []string{"seasons-turn", "seasons-die", "seasons-draft"} {
		ada.seeAs("none")
		ada.openStagedMatch(position)
		for _, deficiency := range seen {
			ada.seeAs(deficiency)
			ada.compareStates(position, deficiency)
		}
	}
}

// A thingOnPage is a thing that can be chosen and where it is: left, top, right and bottom in pixels.
type thingOnPage struct {
	Kind string
	Box  [4]int
}

// compareStates checks that things look different in each state: as many pixels as a line around the thing must
// change with a contrast of 3, which is what WCAG 2.2 demands of states and of the change of a focus.
func (p *person) compareStates(position, deficiency string) {
	p.t.Helper()
	things := evaluate[[]thingOnPage](p, "vision.things()")
	require.NotEmpty(p.t, things, position)
	p.whileDrawn(func(take func() *image.RGBA) {
		pictures := map[string]*image.RGBA{}
		for _, state := range []string{"choosable", "selected", "blocked"} {
			evaluate[bool](p, "vision.setStates('"+state+"')")
			pictures[state] = take()
		}
		evaluate[bool](p, "vision.setStates('')")
		for _, thing := range things {
			for _, pair := range [][2]string{
				{"choosable", "selected"},
				{"choosable", "blocked"},
				{"selected", "blocked"},
			} {
				changed := changedPixels(pictures[pair[0]], pictures[pair[1]], thing.Box)
				around := 2 * (thing.Box[2] - thing.Box[0] + thing.Box[3] - thing.Box[1])
				if changed < around {
					p.t.Errorf(
						"%s, %s: %s %v: %d of %d pixels change",
						position,
						deficiency,
						thing.Kind,
						pair,
						changed,
						around,
					)
				}
			}
		}
	})
}

// changedPixels counts the pixels in a box whose contrast between two pictures is at least 3.
func changedPixels(a, b *image.RGBA, box [4]int) (count int) {
	area := image.Rect(box[0], box[1], box[2], box[3]).Intersect(a.Bounds())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if contrast(rgb(a, x, y), rgb(b, x, y)) >= 3 {
				count++
			}
		}
	}
	return count
}

// lightness returns the lightness of the pixels of a square, from 0 to 1.
func lightness(picture *image.RGBA, left, top, size int) []float64 {
	values := make([]float64, 0, size*size)
	for y := top; y < top+size; y++ {
		for x := left; x < left+size; x++ {
			values = append(values, math.Cbrt(luminance(rgb(picture, x, y))))
		}
	}
	return values
}

// between returns the values halfway between those of two pictures.
func between(a, b []float64) []float64 {
	values := make([]float64, len(a))
	for i := range a {
		values[i] = (a[i] + b[i]) / 2
	}
	return values
}

// correlation returns how alike two pictures are, from -1 to 1.
func correlation(a, b []float64) float64 {
	var meanA, meanB float64
	for i := range a {
		meanA += a[i] / float64(len(a))
		meanB += b[i] / float64(len(b))
	}
	var both, ownA, ownB float64
	for i := range a {
		both += (a[i] - meanA) * (b[i] - meanB)
		ownA += (a[i] - meanA) * (a[i] - meanA)
		ownB += (b[i] - meanB) * (b[i] - meanB)
	}
	return both / math.Sqrt(ownA*ownB)
}
