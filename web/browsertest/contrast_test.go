package browsertest

import (
	"bytes"
	_ "embed"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/stretchr/testify/require"
)

// contrastScript finds the texts of a page.
//
//go:embed contrast.js
var contrastScript string

// A textOnPage is a text that a page shows, as contrast.js describes it.
type textOnPage struct {
	Element, Text string
	// Color is that of the style sheets, and Paint the one in the painted picture.
	Color, Paint [3]float64
	// Opacity is that of the colour and of all ancestors, from 0 to 1.
	Opacity float64
	// Size is in CSS pixels.
	Size, Weight float64
	Disabled     bool
	// Rects are the line boxes: left, top, right, bottom.
	Rects [][4]float64
}

// required returns the contrast that WCAG 2.2 demands of a text: 3 if it is large, otherwise 4.5.
func (x textOnPage) required() float64 {
	if x.Size >= 24 || (x.Size >= 18.66 && x.Weight >= 700) {
		return 3
	}
	return 4.5
}

// whileDrawn makes the browser draw the page, one device pixel per CSS pixel, while look takes pictures.
func (p *person) whileDrawn(look func(take func() *image.RGBA)) {
	p.t.Helper()
	evaluate[bool](p, "(globalThis.drawPage?.(true), true)")
	command(p, emulation.SetDeviceMetricsOverride, p.metrics(sharp))
	look(func() *image.RGBA {
		p.t.Helper()
		shot := command(p, page.CaptureScreenshot, page.CaptureScreenshotParams{OptimizeForSpeed: new(true)})
		decoded, err := png.Decode(bytes.NewReader(shot.Data))
		require.NoError(p.t, err)
		if picture, ok := decoded.(*image.RGBA); ok {
			return picture
		}
		picture := image.NewRGBA(decoded.Bounds())
		draw.Draw(picture, picture.Bounds(), decoded, image.Point{}, draw.Src)
		return picture
	})
	evaluate[bool](p, "(globalThis.drawPage?.(false), true)")
	command(p, emulation.SetDeviceMetricsOverride, p.metrics(coarse))
}

// weakTexts returns the texts in the window whose contrast is too weak, as lines, and how many texts it measured.
//
// One picture shows the page with transparent text, and another one with text in a bright colour. The pixels of
// the second that have this colour are those of the glyphs, so hidden and covered text is left out. The
// contrast of a pixel is that of the text's colour with the pixel of the first picture, which contains backgrounds,
// pictures and text shadows. A text has the contrast that 95 % of the pixels under and beside its glyphs reach.
func (p *person) weakTexts(take func() *image.RGBA) (lines []string, measured int) {
	p.t.Helper()
	texts := evaluate[[]textOnPage](p, "contrast.texts()")
	evaluate[bool](p, "contrast.paint(true)")
	painted := take()
	evaluate[bool](p, "contrast.paint(false)")
	bare := take()
	evaluate[bool](p, "contrast.clear()")
	for _, text := range texts {
		values := text.contrasts(bare, painted)
		// A few pixels are the edge of a covered text.
		if len(values) < 8 {
			continue
		}
		measured++
		slices.Sort(values)
		if got := values[len(values)/20]; got < text.required() && !text.Disabled {
			lines = append(lines, fmt.Sprintf("%.1f of %.1f: %q, %s", got, text.required(), text.Text, text.Element))
		}
	}
	return lines, measured
}

// contrasts returns the contrast of each pixel under and beside the glyphs of a text.
func (x textOnPage) contrasts(bare, painted *image.RGBA) []float64 {
	const covered = 0.4 // the least share of a pixel that a glyph covers
	glyphs := map[image.Point]bool{}
	for _, rect := range x.Rects {
		box := image.Rect(
			int(math.Floor(rect[0])), int(math.Floor(rect[1])), int(math.Ceil(rect[2])), int(math.Ceil(rect[3])),
		).Intersect(bare.Bounds())
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for at := box.Min.X; at < box.Max.X; at++ {
				if share, far := coverage(
					rgb(bare, at, y),
					rgb(painted, at, y),
					x.Paint,
				); share >= covered &&
					far < 0.3 {
					glyphs[image.Pt(at, y)] = true
				}
			}
		}
	}
	near := map[image.Point]bool{}
	for point := range glyphs {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if beside := point.Add(image.Pt(dx, dy)); beside.In(bare.Bounds()) {
					near[beside] = true
				}
			}
		}
	}
	values := make([]float64, 0, len(near))
	for point := range near {
		behind := rgb(bare, point.X, point.Y)
		var shown [3]float64
		for i := range shown {
			shown[i] = x.Opacity*x.Color[i] + (1-x.Opacity)*behind[i]
		}
		values = append(values, contrast(shown, behind))
	}
	return values
}

// coverage returns how much of the paint a pixel has, and how far it is from a mixture of background and paint.
func coverage(bare, painted, paint [3]float64) (share, far float64) {
	var along, length float64
	for i := range bare {
		along += (painted[i] - bare[i]) * (paint[i] - bare[i])
		length += (paint[i] - bare[i]) * (paint[i] - bare[i])
	}
	if length == 0 {
		return 0, 0
	}
	share = along / length
	var rest float64
	for i := range bare {
		off := painted[i] - bare[i] - share*(paint[i]-bare[i])
		rest += off * off
	}
	return share, math.Sqrt(rest / length)
}

func rgb(picture *image.RGBA, x, y int) [3]float64 {
	i := picture.PixOffset(x, y)
	return [3]float64{float64(picture.Pix[i]), float64(picture.Pix[i+1]), float64(picture.Pix[i+2])}
}

// contrast returns the contrast ratio of two colours as WCAG 2.2 defines it, from 1 to 21.
func contrast(a, b [3]float64) float64 {
	light, dark := luminance(a), luminance(b)
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

// luminance returns the relative luminance of a colour, from 0 to 1.
func luminance(color [3]float64) float64 {
	var linear [3]float64
	for i, c := range color {
		if c /= 255; c <= 0.04045 {
			linear[i] = c / 12.92
		} else {
			linear[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*linear[0] + 0.7152*linear[1] + 0.0722*linear[2]
}

var landscapes = []string{"winter", "spring", "summer", "fall"}

// Every text has enough contrast with the pixels behind it, on the start page and for every kind of question, in
// the light and in the dark, on a desk and a phone, and in each land. In a short run the positions take turns with the
// four lands.
func TestContrast(t *testing.T) {
	t.Parallel()
	night := phone
	night.dark = true
	devices := []namedDevice{{"desk", desk}, {"phone in the dark", night}}
	if thorough() {
		dark := desk
		dark.dark = true
		devices = append(devices, namedDevice{"desk in the dark", dark}, namedDevice{"phone", phone})
	}
	for _, test := range devices {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ada := newStagedPerson(t, test.at, contrastScript)
			t.Run("start page", func(t *testing.T) { ada.inTest(t).checkStartPageContrast() })
			for i, position := range partsOfTable() {
				lands := landscapes
				if !thorough() {
					lands = landscapes[i%len(landscapes):][:1]
				}
				t.Run(position, func(t *testing.T) { ada.inTest(t).checkContrast(position, lands) })
			}
		})
	}
}

// A namedDevice is a device with the name of its subtest.
type namedDevice struct {
	name string
	at   device
}

// checkContrast checks the contrast of all texts at a position, at the top of the page and at its end.
func (p *person) checkContrast(position string, lands []string) {
	p.t.Helper()
	p.openStagedMatch(position)
	if p.device.touch {
		p.resize(390, 844)
	}
	if !evaluate[bool](p, "!!document.querySelector('.land')") {
		lands = []string{""}
	}
	p.picture(position)
	p.checkContrastHere(position, lands)
}

// checkStartPageContrast checks the contrast of all texts of the start page, of which some are over a picture.
func (p *person) checkStartPageContrast() {
	p.t.Helper()
	p.open("/")
	p.waitUntil("see the start page", "!!document.querySelector('"+seasonsDoor+" button')")
	if p.device.touch {
		p.resize(390, 844)
	}
	p.picture("start page")
	p.checkContrastHere("start page", []string{""})
}

// checkContrastHere checks the contrast of all texts of the page, at its top and at its end, in each land.
func (p *person) checkContrastHere(position string, lands []string) {
	p.t.Helper()
	p.whileDrawn(func(take func() *image.RGBA) {
		for _, land := range lands {
			if land != "" {
				p.awaitPromise(fmt.Sprintf("contrast.showSeason(%q)", land))
			}
			for _, end := range []string{"0", "document.scrollingElement.scrollHeight"} {
				if !evaluate[bool](p, "contrast.scrolls("+end+")") && end != "0" {
					continue
				}
				lines, measured := p.weakTexts(take)
				require.Greater(p.t, measured, 10)
				for _, line := range lines {
					p.t.Errorf("%s in the %s: %s", position, land, line)
				}
			}
		}
	})
}

// partsOfTable are positions that together have every kind of part that a table can show. A thorough run takes
// all kinds of questions.
func partsOfTable() []string {
	if !thorough() {
		return []string{
			"seasons-assign", "seasons-die", "seasons-draft", "seasons-order", "seasons-payment", "seasons-split",
			"seasons-transmute", "seasons-last-year", "spellbook-action", "spellbook-place", "spellbook-four",
		}
	}
	var all []string
	for _, group := range kinds {
		for _, one := range group.list {
			all = append(all, one.file)
		}
	}
	return append(all, "seasons-four-crowded", "seasons-last-year", "spellbook-alone", "spellbook-four")
}
