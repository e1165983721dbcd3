// Package picture draws the pictures that go with a link: of a finished match, with the
// places and the standing over the match; posters of other pages; and icons.
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
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"archmage/internal/face"
)

// Width and Height are the size of a picture in pixels.
const (
	Width  = 1200
	Height = 630
)

// Card is the content of a match's picture.
type Card struct {
	// Title says who won, Text names the game, the players and the day.
	Title, Text string
	// Site is the name of the server; "" means the name of the program.
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
	// Seat is the player's seat, which sets the colour; -1 for none.
	Seat int
	Face face.Face
	// Rank is 0 if the match has no result.
	Rank  int
	Name  string
	Total int
	// Note says why the player has lost regardless of the score, "" if the score decides.
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
	paper = rgb(0xf8edd3)
	ink   = rgb(0x2a1d12)
	pale  = rgb(0x5e4b38)
	line  = rgb(0xe2d2ae)
	zero  = rgb(0xa99876)
	brass = rgb(0xffe9ac)
	cloth = rgb(0xf7e9cb)
	// seats are the colours of lines.
	seats = []color.RGBA{rgb(0xa3472a), rgb(0x2f5f7d), rgb(0x6b5a1e), rgb(0x54692f)}
)

// dashes are, by seat, the lengths of dashes and gaps in pixels; none for a solid line.
var dashes = [][]int{nil, {14, 6}, {4, 5}, {16, 5, 4, 5}}

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// canvas is a picture in the making.
type canvas struct {
	*image.RGBA
	fonts [3]*opentype.Font
}

// Draw returns the picture as a PNG file.
func Draw(card Card) ([]byte, error) {
	all, err := fonts()
	if err != nil {
		return nil, err
	}
	c := canvas{image.NewRGBA(image.Rect(0, 0, Width, Height)), all}
	copy(c.Pix, empty().Pix)
	left, err := c.winners(card)
	if err != nil {
		return nil, err
	}
	c.text(card.Title, left, 116, 46, display, brass, Width-64-left)
	c.text(card.Text, left, 160, 25, plain, cloth, Width-64-left)
	for i, row := range card.Rows[:min(len(card.Rows), MaxRows)] {
		if err := c.row(row, 236+i*64); err != nil {
			return nil, err
		}
	}
	c.graph(card, image.Rect(620, 270, Width-80, 512))
	c.text(cmp.Or(card.Site, "Archmage"), 48, Height-22, 32, display, brass, Width-96)
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, c.RGBA); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// banner and sheet are where the headline and the places lie.
var (
	banner = image.Rect(40, 28, Width-40, 196)
	sheet  = image.Rect(40, 220, Width-40, 572)
)

// empty is the background with which every picture of a match begins.
var empty = sync.OnceValue(func() canvas {
	c := canvas{RGBA: image.NewRGBA(image.Rect(0, 0, Width, Height))}
	c.wood()
	c.lay(banner, rgb(0x2b170a))
	c.rays(140, 116)
	c.lay(sheet, paper)
	return c
})

// winners draws the faces of the winners, glad and with a crown, and returns the width
// that they take.
func (c canvas) winners(card Card) (left int, err error) {
	left = 72
	for _, row := range card.Rows[:min(len(card.Rows), MaxRows)] {
		if row.Rank != 1 || row.Face.Animal == "" {
			continue
		}
		if err := c.face(row.Face, "glad", float32(left), 54, 124); err != nil {
			return 0, err
		}
		x, y := float32(left)+62, float32(66)
		c.shape(rgb(0x6b4210), x-34, y+2, x-39, y-30, x-19, y-17, x, y-40, x+19, y-17, x+39, y-30, x+34, y+2)
		c.shape(rgb(0xffcf5c), x-31, y, x-35, y-25, x-18, y-13, x, y-35, x+18, y-13, x+35, y-25, x+31, y)
		c.disc(x, y-11, 6, rgb(0xc2433a))
		left += 142
	}
	return left, nil
}

// wood draws planks, with their grain along them and the light of the table from
// the upper left.
func (c canvas) wood() {
	const plank = 126
	dark, light := color.NRGBA{0x2a, 0x17, 0x0d, 255}, color.NRGBA{0x7a, 0x52, 0x38, 255}
	for y := range Height {
		for x := range Width {
			number := y / plank
			grain := math.Sin(float64(y)*.9+3*math.Sin(float64(y)*.13+float64(x)*.004+float64(number)*7)) * .05
			far := math.Hypot(float64(x-260)/1300, float64(y-60)/760)
			part := .78 + grain + float64(number*37%11-5)*.012 - .5*far
			if y%plank < 2 {
				part -= .3
			}
			c.SetRGBA(x, y, solid(mix(dark, light, float32(math.Round(part*48)/48))))
		}
	}
}

func solid(in color.NRGBA) color.RGBA { return color.RGBA{in.R, in.G, in.B, 255} }

// lay puts a sheet onto the table, with its shadow to the lower right.
func (c canvas) lay(r image.Rectangle, in color.Color) {
	for i := range 8 {
		c.round(r.Add(image.Pt(6, 9)).Inset(i-4), 18, color.NRGBA{15, 6, 0, 18})
	}
	c.round(r, 16, in)
}

// rays draws rays behind the winner, fainter with the distance.
func (c canvas) rays(x, y int) {
	for py := banner.Min.Y; py < banner.Max.Y; py++ {
		for px := banner.Min.X; px < banner.Max.X; px++ {
			dx, dy := float64(px-x), float64(py-y)
			far := math.Hypot(dx, dy)
			now := c.RGBAAt(px, py)
			if now != rgb(0x2b170a) {
				continue
			}
			glow := max(0, 1-far/760)
			in := mix(
				color.NRGBA{0x2b, 0x17, 0x0a, 255},
				color.NRGBA{0x7d, 0x51, 0x20, 255},
				float32(math.Round(glow*glow*40)/40),
			)
			if turn := math.Mod(math.Atan2(dy, dx)*180/math.Pi+360, 18); turn < 7 {
				in = mix(in, color.NRGBA{0xff, 0xe2, 0x8a, 255}, float32(math.Round(.32*glow*glow*60)/60))
			}
			c.SetRGBA(px, py, solid(in))
		}
	}
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
func (c canvas) round(r image.Rectangle, radius float32, in color.Color) {
	var points []float32
	for quarter, corner := range [][2]float32{
		{float32(r.Max.X) - radius, float32(r.Max.Y) - radius}, {float32(r.Min.X) + radius, float32(r.Max.Y) - radius},
		{float32(r.Min.X) + radius, float32(r.Min.Y) + radius}, {float32(r.Max.X) - radius, float32(r.Min.Y) + radius},
	} {
		for i := range 13 {
			angle := (float64(quarter) + float64(i)/12) * math.Pi / 2
			points = append(
				points,
				corner[0]+radius*float32(math.Cos(angle)),
				corner[1]+radius*float32(math.Sin(angle)),
			)
		}
	}
	c.shape(in, points...)
}

// text writes a line, cut off at a width. It leaves out characters that the font does not
// have.
func (c canvas) text(text string, x, y int, size float64, in style, colour color.Color, wide int) int {
	face, err := opentype.NewFace(c.fonts[in], &opentype.FaceOptions{Size: size, DPI: 72})
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
	d := font.Drawer{Dst: c, Src: image.NewUniform(colour), Face: face, Dot: fixed.P(x, y)}
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

func (c canvas) row(row Row, y int) error {
	if row.Rank > 0 {
		c.text(fmt.Sprint(row.Rank), 68, y+42, 26, bold, pale, 30)
	}
	if row.Face.Animal != "" {
		if err := c.face(row.Face, "calm", 98, float32(y+4), 54); err != nil {
			return err
		}
	}
	wide := 310
	if row.Note != "" {
		wide = 180
		c.text(row.Note, 356, y+40, 22, plain, pale, 136)
	}
	long := c.text(row.Name, 166, y+40, 30, display, ink, wide)
	if row.Seat >= 0 && row.Seat < len(seats) {
		// A sample of the player's line in the graph.
		pen := pen{c: c, in: seats[row.Seat], dashes: dashes[row.Seat]}
		pen.line(168, y+52, 168+max(long, 60), y+52)
	}
	if row.Rank > 0 {
		nowhere := canvas{image.NewRGBA(image.Rectangle{}), c.fonts}
		points := strings.Replace(fmt.Sprint(row.Total), "-", "−", 1)
		c.text(points, 572-nowhere.text(points, 0, 0, 36, bold, ink, 100), y+44, 36, bold, ink, 100)
	}
	return nil
}

// graph draws the standing as stepped lines, as points jump.
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
			c.text(part.Name, x+6, box.Min.Y-8, 20, plain, pale, room)
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
	c.text("The standing, step by step", box.Min.X, box.Max.Y+36, 22, plain, pale, box.Dx())
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
	// gone is how many pixels the pen has moved.
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
