package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"golang.org/x/image/vector"
)

// IconKind says what an icon is for.
type IconKind int

// The kinds of icons.
const (
	// Disc is the mark on a disc, and nothing around it.
	Disc IconKind = iota
	// Maskable fills its square, and leaves the margin empty that a system may cut off.
	Maskable
	// Badge is only the mark, in white. Systems use its outline.
	Badge
)

var (
	leaf = rgb(0x2f4a2c)
	gold = rgb(0xf4c25c)
)

// Icon returns the program's mark as a PNG file with sides of size pixels. It is the
// drawing of web/static/art/favicon.svg.
func Icon(size int, kind IconKind) ([]byte, error) {
	c := icon{canvas: canvas{RGBA: image.NewRGBA(image.Rect(0, 0, size, size))}, scale: float32(size) / 48}
	mark, vein := color.Color(gold), color.Color(leaf)
	switch kind {
	case Disc:
		c.disc(24*c.scale, 24*c.scale, 24*c.scale, leaf)
		c.ring(24, 24, 19.7, 21.3, gold)
	case Maskable:
		draw.Draw(c, c.Bounds(), image.NewUniform(leaf), image.Point{}, draw.Src)
		const part = .8 // of the side, in the middle
		c.shift = float32(size) * (1 - part) / 2
		c.scale *= part
	case Badge:
		mark, vein = color.White, color.Transparent
		c.shift, c.scale = -float32(size)*.15, c.scale*1.3
	}
	c.flame(mark)
	if vein != color.Transparent {
		c.stroke(24, 20, 24, 38, vein)
		c.stroke(24, 28.5, 29, 24.5, vein)
		c.stroke(24, 32.5, 19, 28.5, vein)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, c.RGBA); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// icon is an icon in the making. Its units are those of the drawing, which is 48
// wide and high.
type icon struct {
	canvas
	scale, shift float32
}

func (c *icon) at(x, y float32) (float32, float32) { return x*c.scale + c.shift, y*c.scale + c.shift }

// flame fills the outline of the mark.
func (c *icon) flame(in color.Color) {
	r := vector.NewRasterizer(c.Bounds().Dx(), c.Bounds().Dy())
	move := func(to func(x, y float32), x, y float32) { to(c.at(x, y)) }
	cube := func(a, b, d, e, x, y float32) {
		ax, ay := c.at(a, b)
		bx, by := c.at(d, e)
		x, y = c.at(x, y)
		r.CubeTo(ax, ay, bx, by, x, y)
	}
	move(r.MoveTo, 24, 8)
	cube(21, 18, 13, 21, 11.5, 27.5)
	cube(10.2, 33, 14.5, 37.5, 20.5, 37.5)
	move(r.LineTo, 20.5, 42)
	move(r.LineTo, 27.5, 42)
	move(r.LineTo, 27.5, 37.5)
	cube(33.5, 37.5, 37.8, 33, 36.5, 27.5)
	cube(35, 21, 27, 18, 24, 8)
	r.ClosePath()
	r.Draw(c, c.Bounds(), image.NewUniform(in), image.Point{})
}

// stroke draws a line two units wide with round ends.
func (c *icon) stroke(x0, y0, x1, y1 float32, in color.Color) {
	x0, y0 = c.at(x0, y0)
	x1, y1 = c.at(x1, y1)
	long := float32(math.Hypot(float64(x1-x0), float64(y1-y0)))
	dx, dy := (y1-y0)/long*c.scale, (x0-x1)/long*c.scale
	c.shape(in, x0+dx, y0+dy, x1+dx, y1+dy, x1-dx, y1-dy, x0-dx, y0-dy)
	c.disc(x0, y0, c.scale, in)
	c.disc(x1, y1, c.scale, in)
}

// ring fills the area between two circles.
func (c *icon) ring(x, y, inner, outer float32, in color.Color) {
	const corners = 128
	r := vector.NewRasterizer(c.Bounds().Dx(), c.Bounds().Dy())
	for _, round := range []struct{ radius, sign float64 }{{float64(outer), 1}, {float64(inner), -1}} {
		for i := range corners {
			angle := round.sign * 2 * math.Pi * float64(i) / corners
			px, py := c.at(x+float32(round.radius*math.Cos(angle)), y+float32(round.radius*math.Sin(angle)))
			if i == 0 {
				r.MoveTo(px, py)
				continue
			}
			r.LineTo(px, py)
		}
		r.ClosePath()
	}
	r.Draw(c, c.Bounds(), image.NewUniform(in), image.Point{})
}
