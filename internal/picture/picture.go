// Package picture draws the picture of a finished match that goes with a link to
// it: the places, and the standing over the match.
//
// The package knows nothing of the rest of the program.
package picture

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Width and Height are the size of a picture in pixels.
const (
	Width  = 1200
	Height = 630
)

// Card is what a picture shows.
type Card struct {
	// Title is who won, Text the game, the players and the day.
	Title, Text string
	// Site is what the server is called; "" for the name of the program.
	Site string
	// Rows are the places, best first; at most MaxRows are drawn.
	Rows []Row
	// Standing is by step, then by seat.
	Standing [][]int
	// Parts are the steps with which parts of the match begin, with their names.
	Parts []Part
}

// Row is a player.
type Row struct {
	// Seat is the player's seat, which has a colour; -1 for none.
	Seat int
	// Rank is 0 if the match has no result.
	Rank  int
	Name  string
	Total int
	// Note says why the player has lost whatever the score, "" if not.
	Note string
}

// Part is a part of a match.
type Part struct {
	Step int
	Name string
}

// MaxRows is how many players are drawn.
const MaxRows = 5

var (
	sky    = rgb(0xf6ddb0)
	sun    = rgb(0xfff1cf)
	far    = rgb(0xe2cd93)
	near   = rgb(0xbcb86c)
	ground = rgb(0x86974f)
	paper  = rgb(0xfffaee)
	ink    = rgb(0x2b2417)
	pale   = rgb(0x5c513d)
	line   = rgb(0xe0d6c0)
	zero   = rgb(0xa99f87)
	seats  = []color.RGBA{rgb(0xa3472a), rgb(0x2f5f7d), rgb(0x6b5a1e), rgb(0x54692f)}
)

// dashes are by seat the lengths of lines and gaps; none for a line without gaps.
var dashes = [][]int{nil, {14, 6}, {4, 5}, {16, 5, 4, 5}}

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// fonts are read once.
var fonts = sync.OnceValues(func() ([2]*opentype.Font, error) {
	regular, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return [2]*opentype.Font{}, err
	}
	bold, err := opentype.Parse(gobold.TTF)
	return [2]*opentype.Font{regular, bold}, err
})

// canvas is a picture in the making.
type canvas struct {
	*image.RGBA
	fonts [2]*opentype.Font
}

// Draw returns the picture as a PNG file.
func Draw(card Card) ([]byte, error) {
	both, err := fonts()
	if err != nil {
		return nil, err
	}
	c := canvas{image.NewRGBA(image.Rect(0, 0, Width, Height)), both}
	copy(c.Pix, empty().Pix)
	c.text(card.Title, 84, 150, 44, true, ink, Width-168)
	c.text(card.Text, 84, 190, 22, false, pale, Width-168)
	for i, row := range card.Rows[:min(len(card.Rows), MaxRows)] {
		c.row(row, 252+i*66)
	}
	c.graph(card, image.Rect(600, 240, Width-90, 520))
	c.text(cmp.Or(card.Site, "Archmage"), 84, Height-18, 26, true, ink, Width-168)
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, c.RGBA); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// empty is the picture of no match, which all others begin with.
var empty = sync.OnceValue(func() canvas {
	c := canvas{RGBA: image.NewRGBA(image.Rect(0, 0, Width, Height))}
	c.scenery()
	c.round(image.Rect(48, 84, Width-48, Height-56), 44, paper)
	return c
})

// scenery draws sky, sun, two rows of trees and the ground.
func (c canvas) scenery() {
	draw.Draw(c, c.Bounds(), image.NewUniform(sky), image.Point{}, draw.Src)
	c.disc(1000, 120, 110, sun)
	for i := range 22 {
		c.tree(float32(i*58-20+i%3*9), 330, float32(70+i*37%60), float32(210+i*53%90), far)
	}
	for i := range 13 {
		c.tree(float32(i*104-50+i%4*17), 470, float32(110+i*29%70), float32(300+i*61%110), near)
	}
	draw.Draw(c, image.Rect(0, 470, Width, Height), image.NewUniform(near), image.Point{}, draw.Src)
	c.shape(ground, 0, 560, 300, 520, 700, 556, 1200, 500, Width, Height, 0, Height)
}

// tree draws a fir whose foot stands at x, y.
func (c canvas) tree(x, y, wide, high float32, in color.Color) {
	c.shape(in, x-wide/2, y, x-wide/8, y-high*.55, x, y-high, x+wide/8, y-high*.55, x+wide/2, y)
}

// shape fills a polygon, given as x and y of its corners.
func (c canvas) shape(in color.Color, points ...float32) {
	x0, y0, x1, y1 := points[0], points[1], points[0], points[1]
	for i := 0; i < len(points); i += 2 {
		x0, x1 = min(x0, points[i]), max(x1, points[i])
		y0, y1 = min(y0, points[i+1]), max(y1, points[i+1])
	}
	box := image.Rect(int(x0), int(y0), int(x1)+1, int(y1)+1).Intersect(c.Bounds())
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	left, top := float32(box.Min.X), float32(box.Min.Y)
	r.MoveTo(points[0]-left, points[1]-top)
	for i := 2; i < len(points); i += 2 {
		r.LineTo(points[i]-left, points[i+1]-top)
	}
	r.ClosePath()
	r.Draw(c, box, image.NewUniform(in), image.Point{})
}

func (c canvas) disc(x, y, radius float32, in color.Color) {
	points := make([]float32, 0, 128)
	for i := range 64 {
		angle := 2 * math.Pi * float64(i) / 64
		points = append(points, x+radius*float32(math.Cos(angle)), y+radius*float32(math.Sin(angle)))
	}
	c.shape(in, points...)
}

// round fills a rectangle with round corners.
func (c canvas) round(r image.Rectangle, radius int, in color.Color) {
	draw.Draw(c, image.Rect(r.Min.X+radius, r.Min.Y, r.Max.X-radius, r.Max.Y), image.NewUniform(in), image.Point{}, draw.Src)
	draw.Draw(c, image.Rect(r.Min.X, r.Min.Y+radius, r.Max.X, r.Max.Y-radius), image.NewUniform(in), image.Point{}, draw.Src)
	for _, x := range []int{r.Min.X + radius, r.Max.X - radius} {
		for _, y := range []int{r.Min.Y + radius, r.Max.Y - radius} {
			c.disc(float32(x), float32(y), float32(radius), in)
		}
	}
}

// text writes a line, cut off where it would be wider. What the font does not
// have is left out.
func (c canvas) text(text string, x, y int, size float64, bold bool, in color.Color, wide int) int {
	face, err := opentype.NewFace(c.fonts[map[bool]int{true: 1}[bold]], &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return 0
	}
	defer face.Close()
	text = strings.Map(func(r rune) rune {
		if _, ok := face.GlyphAdvance(r); !ok {
			return -1
		}
		return r
	}, text)
	d := font.Drawer{Dst: c, Src: image.NewUniform(in), Face: face, Dot: fixed.P(x, y)}
	if d.MeasureString(text).Ceil() > wide {
		runes := []rune(text)
		for len(runes) > 0 && d.MeasureString(string(runes)+"…").Ceil() > wide {
			runes = runes[:len(runes)-1]
		}
		text = string(runes) + "…"
	}
	length := d.MeasureString(text).Ceil()
	d.DrawString(text)
	return length
}

func (c canvas) row(row Row, y int) {
	if row.Rank > 0 {
		c.text(fmt.Sprint(row.Rank), 84, y+34, 24, false, pale, 30)
	}
	in := zero
	if row.Seat >= 0 && row.Seat < len(seats) {
		in = seats[row.Seat]
	}
	c.disc(138, float32(y+26), 22, in)
	wide := 290
	if row.Note != "" {
		wide = 160
		c.text(row.Note, 342, y+36, 22, false, pale, 136)
	}
	c.text(row.Name, 176, y+36, 28, true, ink, wide)
	if row.Rank > 0 {
		c.text(strings.Replace(fmt.Sprint(row.Total), "-", "−", 1), 484, y+38, 32, true, ink, 90)
	}
}

// graph draws the standing as lines of steps: points jump.
func (c canvas) graph(card Card, box image.Rectangle) {
	last := len(card.Standing) - 1
	if last < 1 {
		return
	}
	low, high := 0, 1
	for _, standing := range card.Standing {
		for _, n := range standing {
			low, high = min(low, n), max(high, n)
		}
	}
	across := func(step int) int { return box.Min.X + step*box.Dx()/last }
	down := func(n int) int { return box.Max.Y - (n-low)*box.Dy()/(high-low) }
	for i, part := range card.Parts {
		x := across(part.Step)
		c.fill(x, box.Min.Y, x+1, box.Max.Y, line)
		end := last
		if i+1 < len(card.Parts) {
			end = card.Parts[i+1].Step
		}
		if room := across(end) - x - 10; room > 50 {
			c.text(part.Name, x+6, box.Min.Y-8, 18, false, pale, room)
		}
	}
	c.fill(box.Min.X, down(0), box.Max.X, down(0)+1, zero)
	for seat := range card.Standing[0] {
		pen := pen{c: c, in: seats[seat%len(seats)], dashes: dashes[seat%len(dashes)]}
		for step := 1; step <= last; step++ {
			before, now := card.Standing[step-1][seat], card.Standing[step][seat]
			pen.line(across(step-1), down(before), across(step), down(before))
			pen.line(across(step), down(before), across(step), down(now))
		}
	}
	c.text("The standing, step by step", box.Min.X, box.Max.Y+36, 20, false, pale, box.Dx())
}

func (c canvas) fill(x0, y0, x1, y1 int, in color.Color) {
	draw.Draw(c, image.Rect(x0, y0, x1, y1), image.NewUniform(in), image.Point{}, draw.Over)
}

// dot draws a point of a line, three pixels wide.
func (c canvas) dot(x, y int, in color.RGBA) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			c.SetRGBA(x+dx, y+dy, in)
		}
	}
}

// pen draws lines across and down, with gaps.
type pen struct {
	c      canvas
	in     color.RGBA
	dashes []int
	// gone is how far the pen has gone.
	gone int
}

func (p *pen) line(x0, y0, x1, y1 int) {
	stepX, stepY := sign(x1-x0), sign(y1-y0)
	for x, y := x0, y0; x != x1 || y != y1; x, y = x+stepX, y+stepY {
		if p.down() {
			p.c.dot(x, y, p.in)
		}
		p.gone++
	}
}

// down reports whether the pen draws where it is, and is not in a gap.
func (p *pen) down() bool {
	whole := 0
	for _, n := range p.dashes {
		whole += n
	}
	if whole == 0 {
		return true
	}
	at := p.gone % whole
	for i, n := range p.dashes {
		if at < n {
			return i%2 == 0
		}
		at -= n
	}
	return true
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
