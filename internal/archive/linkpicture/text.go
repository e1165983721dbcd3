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

// fontFiles are the typefaces of the client, which web/vendor.mjs unpacks from npm packages.
//
//go:embed fonts/*/*.ttf
var fontFiles embed.FS

// typefaces are the fonts of titles and those of other text. A font has a part of Unicode,
// so a character is taken from the first font that has it.
type typefaces struct{ title, text []*opentype.Font }

// parsedFonts parses the fonts once.
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
	onto  *canvas
	faces *sheet
	// The sizes of titles, and of other text.
	large, medium, small, text fallback
}

// newPen returns a pen that writes on a copy of a base.
func newPen(on *Base) (*pen, error) {
	fonts, err := parsedFonts()
	if err != nil {
		return nil, err
	}
	faces, err := faceSheet()
	if err != nil {
		return nil, err
	}
	p := &pen{onto: newCanvas(on), faces: faces}
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
		_ = each.Close() // has nothing to close
	}
}

// line writes one line, cut off with … at a width.
func (p *pen) line(text string, x, y, width int, in fallback, colour color.Color) {
	d := font.Drawer{Dst: p.onto, Src: image.NewUniform(colour), Face: in, Dot: fixed.P(x, y)}
	d.DrawString(shortened(in.known(text), in, width))
}

// width returns how wide a line is.
func (p *pen) width(text string, in fallback) int {
	return font.MeasureString(in, in.known(text)).Ceil()
}

// shortened returns a text that is at most so wide, with … where its end is missing.
func shortened(text string, in font.Face, width int) string {
	if font.MeasureString(in, text).Ceil() <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && font.MeasureString(in, string(runes)+"…").Ceil() > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ") + "…"
}

// wrapped cuts a text into at most so many lines, of which the last one may be too long.
func wrapped(text string, in fallback, width, most int) (lines []string) {
	for _, word := range strings.Fields(in.known(text)) {
		last := len(lines) - 1
		if last >= 0 && (len(lines) == most || font.MeasureString(in, lines[last]+" "+word).Ceil() <= width) {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// fallback is a typeface that takes each character from the first of several fonts that
// has it.
type fallback []font.Face

func newFallback(fonts []*opentype.Font, size float64) (fallback, error) {
	var list fallback
	for _, each := range fonts {
		made, err := opentype.NewFace(each, &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			return nil, err
		}
		list = append(list, made)
	}
	return list, nil
}

// of returns the font of a character, and false if none has it.
func (f fallback) of(r rune) (font.Face, bool) {
	for _, each := range f {
		if _, ok := each.GlyphAdvance(r); ok {
			return each, true
		}
	}
	return f[0], false
}

// known returns the text without the characters that no font has, of which fonts would
// draw boxes.
func (f fallback) known(text string) string {
	return strings.Map(func(r rune) rune {
		if _, ok := f.of(r); !ok {
			return -1
		}
		return r
	}, text)
}

// Glyph implements [font.Face].
func (f fallback) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	in, _ := f.of(r)
	return in.Glyph(dot, r)
}

// GlyphBounds implements [font.Face].
func (f fallback) GlyphBounds(r rune) (fixed.Rectangle26_6, fixed.Int26_6, bool) {
	in, _ := f.of(r)
	return in.GlyphBounds(r)
}

// GlyphAdvance implements [font.Face].
func (f fallback) GlyphAdvance(r rune) (fixed.Int26_6, bool) {
	in, _ := f.of(r)
	return in.GlyphAdvance(r)
}

// Kern implements [font.Face]. Characters of two fonts have no kerning.
func (f fallback) Kern(r0, r1 rune) fixed.Int26_6 {
	first, _ := f.of(r0)
	if second, _ := f.of(r1); first != second {
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
