package linkpicture

import (
	"embed"
	"errors"
	"image"
	"image/color"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// fontFiles holds the typefaces of the client, which web/vendor.mjs unpacks from npm packages.
//
//go:embed fonts/*/*.ttf
var fontFiles embed.FS

// typefaces has the fonts for titles and those for other text. Each font covers only some scripts, so a
// character is taken from the first font that has it.
type typefaces struct{ title, text []*opentype.Font }

// parsedFonts parses the fonts on the first call.
var parsedFonts = sync.OnceValues(func() (all typefaces, err error) {
	parse := func(name string) *opentype.Font {
		file, problem := fontFiles.ReadFile("fonts/" + name + "-normal.ttf")
		if problem != nil {
			err = errors.Join(err, problem)
			return nil
		}
		parsed, problem := opentype.Parse(file)
		err = errors.Join(err, problem)
		return parsed
	}
	for _, part := range []string{"latin", "latin-ext"} {
		all.title = append(all.title, parse("almendra/almendra-"+part+"-700"))
	}
	for _, part := range []string{"latin", "latin-ext", "vietnamese", "greek", "cyrillic"} {
		all.text = append(all.text, parse("alegreya-sans/alegreya-sans-"+part+"-500"))
	}
	all.title = append(all.title, all.text...)
	return all, err
})

// pen writes on one picture.
type pen struct {
	canvas *canvas
	faces  *sheet
	// large, medium and small are sizes of the typeface for titles. text has the typeface for other text.
	large, medium, small, text fallback
}

// newPen returns a pen that writes on a copy of a base.
func newPen(base *Base) (*pen, error) {
	fonts, err := parsedFonts()
	if err != nil {
		return nil, err
	}
	faces, err := faceSheet()
	if err != nil {
		return nil, err
	}
	p := &pen{canvas: newCanvas(base), faces: faces}
	for _, each := range []struct {
		to    *fallback
		fonts []*opentype.Font
		size  float64
	}{
		{&p.large, fonts.title, 54},
		{&p.medium, fonts.title, 43},
		{&p.small, fonts.title, 30},
		{&p.text, fonts.text, 28},
	} {
		if *each.to, err = newFallback(each.fonts, each.size); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *pen) close() {
	for _, each := range []fallback{p.large, p.medium, p.small, p.text} {
		_ = each.Close() // never fails
	}
}

// line writes one line with its baseline at y. A line that is wider than width pixels is cut off with "…".
func (p *pen) line(text string, x, y, width int, face fallback, colour color.Color) {
	d := font.Drawer{Dst: p.canvas, Src: image.NewUniform(colour), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(shorten(face.printable(text), face, width))
}

// width returns the width of a line in pixels.
func (p *pen) width(text string, face fallback) int {
	return font.MeasureString(face, face.printable(text)).Ceil()
}

// shorten cuts a text to at most width pixels. It marks a cut with "…".
func shorten(text string, face font.Face, width int) string {
	if font.MeasureString(face, text).Ceil() <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && font.MeasureString(face, string(runes)+"…").Ceil() > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ") + "…"
}

// wrap breaks a text into at most maxLines lines. The last line can be wider than width.
func wrap(text string, face fallback, width, maxLines int) (lines []string) {
	for _, word := range strings.Fields(face.printable(text)) {
		last := len(lines) - 1
		if last >= 0 && (len(lines) == maxLines || font.MeasureString(face, lines[last]+" "+word).Ceil() <= width) {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// fallback is a typeface that takes each character from the first of its fonts that has it.
type fallback []font.Face

func newFallback(fonts []*opentype.Font, size float64) (fallback, error) {
	var faces fallback
	for _, each := range fonts {
		face, err := opentype.NewFace(each, &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			return nil, err
		}
		faces = append(faces, face)
	}
	return faces, nil
}

// fontFor returns the font for a character, and false if no font has it.
func (f fallback) fontFor(r rune) (font.Face, bool) {
	for _, each := range f {
		if _, ok := each.GlyphAdvance(r); ok {
			return each, true
		}
	}
	return f[0], false
}

// printable removes the characters that no font has, which would be drawn as boxes.
func (f fallback) printable(text string) string {
	return strings.Map(func(r rune) rune {
		if _, ok := f.fontFor(r); !ok {
			return -1
		}
		return r
	}, text)
}

// Glyph implements [font.Face].
func (f fallback) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	face, _ := f.fontFor(r)
	return face.Glyph(dot, r)
}

// GlyphBounds implements [font.Face].
func (f fallback) GlyphBounds(r rune) (fixed.Rectangle26_6, fixed.Int26_6, bool) {
	face, _ := f.fontFor(r)
	return face.GlyphBounds(r)
}

// GlyphAdvance implements [font.Face].
func (f fallback) GlyphAdvance(r rune) (fixed.Int26_6, bool) {
	face, _ := f.fontFor(r)
	return face.GlyphAdvance(r)
}

// Kern implements [font.Face]. Characters of two fonts have no kerning.
func (f fallback) Kern(r0, r1 rune) fixed.Int26_6 {
	first, _ := f.fontFor(r0)
	if second, _ := f.fontFor(r1); first != second {
		return 0
	}
	return first.Kern(r0, r1)
}

// Metrics implements [font.Face].
func (f fallback) Metrics() font.Metrics { return f[0].Metrics() }

// Close implements [font.Face].
func (f fallback) Close() error {
	var err error
	for _, each := range f {
		err = errors.Join(err, each.Close())
	}
	return err
}
