package picture

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"strings"
	"sync"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/f32"
	"golang.org/x/image/math/f64"

	"archmage/internal/face"
)

// Art is a drawing, ready for pictures.
type Art struct {
	root *element
	high float32
}

// artWidth is how wide every drawing is.
const artWidth = 240

// ReadArt reads an SVG file: the drawing of a game, 240 by 320, or the scene of a card,
// 240 by 200. It fails for a file of another size. It reads only the elements that the
// client's drawings use.
func ReadArt(file []byte) (*Art, error) {
	var root element
	if err := xml.NewDecoder(bytes.NewReader(file)).Decode(&root); err != nil {
		return nil, err
	}
	for _, high := range []int{320, 200} {
		if root.attr("viewBox") == fmt.Sprintf("0 0 %d %d", artWidth, high) {
			return &Art{&root, float32(high)}, nil
		}
	}
	return nil, fmt.Errorf("a drawing of %q", root.attr("viewBox"))
}

// Poster is the picture of a page other than a match's: the drawings of games or a face,
// and words.
type Poster struct {
	// Title is the title of the page, Text one more sentence.
	Title, Text string
	// Site is what the server is called; "" for the name of the program.
	Site string
	Art  []*Art
	// Cards are scenes of cards that lie before the Art.
	Cards []*Art
	// Face is drawn if there is no Art.
	Face face.Face
}

// artSide is the width of all drawings together.
const artSide = 560

// Stage is a poster without its words. To draw it is most of the work.
type Stage struct{ canvas }

// planks is the wood under every poster.
var planks = sync.OnceValue(func() canvas {
	c := canvas{RGBA: image.NewRGBA(image.Rect(0, 0, Width, Height))}
	c.wood()
	return c
})

// Stage draws all but the words of a poster.
func (p *Poster) Stage() (*Stage, error) {
	all, err := fonts()
	if err != nil {
		return nil, err
	}
	c := canvas{image.NewRGBA(image.Rect(0, 0, Width, Height)), all}
	copy(c.Pix, planks().Pix)
	for i, art := range p.Art {
		wide := artSide / len(p.Art)
		if err := c.art(art, image.Rect(i*wide, 0, (i+1)*wide, Height)); err != nil {
			return nil, err
		}
	}
	for i, card := range p.Cards {
		if err := c.card(card, i, len(p.Cards)); err != nil {
			return nil, err
		}
	}
	if len(p.Art) == 0 && p.Face.Animal != "" {
		if err := c.face(p.Face, "glad", 80, 115, 400); err != nil {
			return nil, err
		}
	}
	return &Stage{c}, nil
}

// art draws a game's drawing so that it fills a box.
func (c canvas) art(art *Art, box image.Rectangle) error {
	all := map[string]*element{}
	var find func(e *element)
	find = func(e *element) {
		if id := e.attr("id"); id != "" {
			all[id] = e
		}
		for _, inner := range e.Elements {
			find(inner)
		}
	}
	find(art.root)
	scale := max(float32(box.Dx())/artWidth, float32(box.Dy())/art.high)
	sheet := canvas{image.NewRGBA(image.Rect(0, 0, box.Dx(), box.Dy())), c.fonts}
	b := brush{
		at: f32.Aff3{
			scale,
			0,
			(float32(box.Dx()) - artWidth*scale) / 2,
			0,
			scale,
			(float32(box.Dy()) - art.high*scale) / 2,
		},
		fill:    "#000",
		strok:   "none",
		width:   1,
		opacity: 1,
		all:     all,
	}
	for _, e := range art.root.Elements {
		if e.XMLName.Local == "defs" {
			continue
		}
		if err := sheet.element(e, b); err != nil {
			return err
		}
	}
	draw.Draw(c, box, sheet, image.Point{}, draw.Over)
	return nil
}

// The card of a poster, its frame, and how far its neighbour lies.
const (
	cardWide  = 196
	cardHigh  = 184
	cardFrame = 9
	cardStep  = 164
)

// card draws card i of a fan of cards along the lower edge of the drawings.
func (c canvas) card(scene *Art, i, of int) error {
	sheet := canvas{image.NewRGBA(image.Rect(0, 0, cardWide+24, cardHigh+24)), c.fonts}
	sheet.lay(image.Rect(6, 4, 6+cardWide, 4+cardHigh), rgb(0x7d5120))
	sheet.round(image.Rect(8, 6, 4+cardWide, 2+cardHigh), 14, rgb(0xd6a24a))
	if err := sheet.art(scene, image.Rect(6, 4, 6+cardWide, 4+cardHigh).Inset(cardFrame)); err != nil {
		return err
	}
	aside := float64(i) - float64(of-1)/2
	sin, cos := math.Sincos(aside * 7 * math.Pi / 180)
	size := sheet.Bounds().Size()
	x, y := artSide/2+6+aside*cardStep, Height-118+14*aside*aside
	turned := f64.Aff3{
		cos, -sin, x - cos*float64(size.X)/2 + sin*float64(size.Y)/2,
		sin, cos, y - sin*float64(size.X)/2 - cos*float64(size.Y)/2,
	}
	xdraw.BiLinear.Transform(c.RGBA, turned, sheet.RGBA, sheet.Bounds(), xdraw.Over, nil)
	return nil
}

// Draw writes the words of a poster on its stage, and returns the picture as a PNG file.
func (s *Stage) Draw(p *Poster) ([]byte, error) {
	c := canvas{image.NewRGBA(s.Bounds()), s.fonts}
	copy(c.Pix, s.Pix)
	const left, wide = artSide + 48, Width - artSide - 96
	c.text(cmp.Or(p.Site, "Archmage"), left, 92, 34, display, brass, wide)
	y := 210
	for _, line := range c.wrapped(p.Title, 56, display, wide, 4) {
		c.text(line, left, y, 56, display, cloth, wide)
		y += 66
	}
	y += 14
	for _, line := range c.wrapped(p.Text, 29, plain, wide, 4) {
		c.text(line, left, y, 29, plain, cloth, wide)
		y += 40
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, c.RGBA); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// wrapped cuts a text into lines, of which the last one may be too long.
func (c canvas) wrapped(text string, size float64, in style, wide, most int) (lines []string) {
	face, err := opentype.NewFace(c.fonts[in], &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return []string{text}
	}
	defer face.Close()
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && (len(lines) == most || font.MeasureString(face, lines[last]+" "+word).Ceil() <= wide) {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
