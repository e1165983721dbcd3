package picture

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/math/f32"
	"golang.org/x/image/vector"
)

// An element of a drawing. Only what the client's drawings use is known: groups,
// symbols and their use, paths, circles and ellipses, in flat colours and
// gradients.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Elements []*element `xml:",any"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) number(name string) float32 {
	n, _ := strconv.ParseFloat(cmp.Or(e.attr(name), "0"), 32)
	return float32(n)
}

// or returns the number in an attribute, or missing if there is none.
func (e *element) or(name string, missing float32) float32 {
	if e.attr(name) == "" {
		return missing
	}
	return e.number(name)
}

// symbols are the elements of the client's faces by their ids.
var symbols = sync.OnceValues(func() (map[string]*element, error) {
	file, err := pieces.ReadFile("pieces/faces.svg")
	if err != nil {
		return nil, err
	}
	var root element
	if err := xml.NewDecoder(bytes.NewReader(file)).Decode(&root); err != nil {
		return nil, err
	}
	list := map[string]*element{}
	for _, e := range root.Elements {
		list[e.attr("id")] = e
	}
	return list, nil
})

// A brush is what an element inherits.
type brush struct {
	at                   f32.Aff3
	current, fill, strok string
	width                float32
	round                bool
	opacity              float64
	// vars are the custom properties of style sheets.
	vars map[string]string
	all  map[string]*element
}

// symbol draws one of the client's symbols into a square.
func (c canvas) symbol(id string, x, y, size float32, vars map[string]string) error {
	all, err := symbols()
	if err != nil {
		return err
	}
	if all[id] == nil {
		return fmt.Errorf("no symbol %q", id)
	}
	scale := size / 64
	return c.element(
		all[id],
		brush{
			at:      f32.Aff3{scale, 0, x, 0, scale, y},
			fill:    "#000",
			strok:   "none",
			width:   1,
			opacity: 1,
			vars:    vars,
			all:     all,
		},
	)
}

func (c canvas) element(e *element, b brush) error {
	if b.value(e.attr("visibility")) == "hidden" {
		return nil
	}
	for _, a := range e.Attrs {
		switch a.Name.Local {
		case "transform":
			at, err := transformed(b.at, a.Value)
			if err != nil {
				return err
			}
			b.at = at
		case "color":
			b.current = a.Value
		case "fill":
			b.fill = b.value(a.Value)
		case "stroke":
			b.strok = b.value(a.Value)
		case "stroke-width":
			b.width = e.number("stroke-width")
		case "stroke-linecap":
			b.round = a.Value == "round"
		case "opacity":
			b.opacity *= float64(e.number("opacity"))
		}
	}
	switch e.XMLName.Local {
	case "g", "symbol":
		for _, inner := range e.Elements {
			if err := c.element(inner, b); err != nil {
				return err
			}
		}
		return nil
	case "use":
		used := b.all[strings.TrimPrefix(e.attr("href"), "#")]
		if used == nil {
			return fmt.Errorf("no symbol %q", e.attr("href"))
		}
		b.at[2], b.at[5] = b.to(f32.Vec2{e.number("x"), e.number("y")})
		return c.element(used, b)
	}
	var lines []polyline
	switch e.XMLName.Local {
	case "path":
		var err error
		if lines, err = pathLines(e.attr("d")); err != nil {
			return err
		}
	case "circle":
		lines = []polyline{ellipse(e.number("cx"), e.number("cy"), e.number("r"), e.number("r"))}
	case "ellipse":
		lines = []polyline{ellipse(e.number("cx"), e.number("cy"), e.number("rx"), e.number("ry"))}
	default:
		return fmt.Errorf("an element %s", e.XMLName.Local)
	}
	return c.lines(lines, b)
}

// value returns the value of an attribute. It replaces var(...) by the custom property,
// and currentColor by the current colour.
func (b *brush) value(text string) string {
	if inner, ok := strings.CutPrefix(text, "var("); ok {
		name, other, _ := strings.Cut(strings.TrimSuffix(inner, ")"), ",")
		return cmp.Or(b.vars[name], other)
	}
	if text == "currentColor" {
		return b.current
	}
	return text
}

// lines fills and strokes polylines.
func (c canvas) lines(lines []polyline, b brush) error {
	if b.fill != "none" {
		if err := c.paint(lines, b.fill, b); err != nil {
			return err
		}
	}
	if b.strok == "none" {
		return nil
	}
	var outline []polyline
	for _, line := range lines {
		outline = append(outline, line.stroked(b.width/2, b.round)...)
	}
	return c.paint(outline, b.strok, b)
}

// paint fills the inside of polygons.
func (c canvas) paint(lines []polyline, in string, b brush) error {
	low, high := bounds(lines)
	src, err := b.source(in, low, high)
	if err != nil {
		return err
	}
	x0, y0, x1, y1 := float32(math.Inf(1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.Inf(-1))
	for _, line := range lines {
		for _, p := range line.points {
			x, y := b.to(p)
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
		}
	}
	box := image.Rect(
		int(math.Floor(float64(x0))),
		int(math.Floor(float64(y0))),
		int(x1)+1,
		int(y1)+1,
	).Intersect(
		c.Bounds(),
	)
	if box.Empty() {
		return nil
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, line := range lines {
		for i, p := range line.points {
			x, y := b.to(p)
			x, y = x-float32(box.Min.X), y-float32(box.Min.Y)
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	r.Draw(c, box, src, box.Min)
	return nil
}

func (b *brush) to(p f32.Vec2) (x, y float32) {
	return b.at[0]*p[0] + b.at[1]*p[1] + b.at[2], b.at[3]*p[0] + b.at[4]*p[1] + b.at[5]
}

// source returns a colour, or a gradient over the box from low to high.
func (b *brush) source(text string, low, high f32.Vec2) (image.Image, error) {
	id, ok := strings.CutPrefix(text, "url(#")
	if !ok {
		in, err := hexColour(text, b.opacity)
		return image.NewUniform(in), err
	}
	e := b.all[strings.TrimSuffix(id, ")")]
	if e == nil {
		return nil, fmt.Errorf("no gradient %q", text)
	}
	x0, y0 := b.to(low)
	x1, y1 := b.to(high)
	g := gradient{left: x0, top: y0, wide: x1 - x0, high: y1 - y0}
	if g.radial = e.XMLName.Local == "radialGradient"; g.radial {
		g.x, g.y, g.dx = e.or("cx", .5), e.or("cy", .5), e.or("r", .5)
	} else {
		g.x, g.y = e.number("x1"), e.number("y1")
		g.dx, g.dy = e.or("x2", 1)-g.x, e.number("y2")-g.y
	}
	for _, stop := range e.Elements {
		opacity := 1.0
		if stop.attr("stop-opacity") != "" {
			opacity = float64(stop.number("stop-opacity"))
		}
		in, err := hexColour(stop.attr("stop-color"), opacity*b.opacity)
		if err != nil {
			return nil, err
		}
		g.stops = append(g.stops, gradientStop{stop.number("offset"), in})
	}
	return g, nil
}

type gradientStop struct {
	at float32
	in color.NRGBA
}

// A gradient goes along a line or around a point. Its numbers are fractions of a box.
type gradient struct {
	left, top, wide, high float32
	radial                bool
	x, y, dx, dy          float32
	stops                 []gradientStop
}

// ColorModel, Bounds and At implement [image.Image].
func (g gradient) ColorModel() color.Model { return color.NRGBAModel }

// Bounds implements [image.Image]: it is everywhere.
func (g gradient) Bounds() image.Rectangle { return image.Rect(-1<<20, -1<<20, 1<<20, 1<<20) }

// At implements [image.Image].
func (g gradient) At(px, py int) color.Color {
	x, y := (float32(px)+.5-g.left)/g.wide-g.x, (float32(py)+.5-g.top)/g.high-g.y
	at := (x*g.dx + y*g.dy) / (g.dx*g.dx + g.dy*g.dy)
	if g.radial {
		at = float32(math.Hypot(float64(x), float64(y))) / g.dx
	}
	before := g.stops[0]
	for _, next := range g.stops {
		if at < next.at {
			return mix(before.in, next.in, (at-before.at)/max(next.at-before.at, 1e-6))
		}
		before = next
	}
	return before.in
}

// mix returns a colour between two.
func mix(a, b color.NRGBA, part float32) color.NRGBA {
	part = min(max(part, 0), 1)
	one := func(a, b uint8) uint8 { return uint8(float32(a) + (float32(b)-float32(a))*part + .5) }
	return color.NRGBA{one(a.R, b.R), one(a.G, b.G), one(a.B, b.B), one(a.A, b.A)}
}

func hexColour(text string, opacity float64) (color.NRGBA, error) {
	digits := strings.TrimPrefix(text, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	if len(digits) == 8 {
		alpha, err := strconv.ParseUint(digits[6:], 16, 8)
		if err != nil {
			return color.NRGBA{}, fmt.Errorf("no colour: %q", text)
		}
		digits, opacity = digits[:6], opacity*float64(alpha)/255
	}
	v, err := strconv.ParseUint(digits, 16, 24)
	if err != nil || len(digits) != 6 {
		return color.NRGBA{}, fmt.Errorf("no colour: %q", text)
	}
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), uint8(opacity*255 + .5)}, nil
}

var operation = regexp.MustCompile(`(translate|scale|rotate|matrix)\(([^)]*)\)`)

func transformed(at f32.Aff3, text string) (f32.Aff3, error) {
	if strings.TrimSpace(operation.ReplaceAllString(text, "")) != "" {
		return at, fmt.Errorf("a transform %q", text)
	}
	for _, op := range operation.FindAllStringSubmatch(text, -1) {
		numbers := numbersIn(op[2])
		if op[1] == "rotate" && (len(numbers) == 1 || len(numbers) == 3) {
			// About the origin, or about a point.
			x, y := float32(0), float32(0)
			if len(numbers) == 3 {
				x, y = numbers[1], numbers[2]
			}
			at[2], at[5] = at[0]*x+at[1]*y+at[2], at[3]*x+at[4]*y+at[5]
			s, c := math.Sincos(float64(numbers[0]) * math.Pi / 180)
			sin, cos := float32(s), float32(c)
			at[0], at[1], at[3], at[4] = at[0]*cos+at[1]*sin, at[1]*cos-at[0]*sin, at[3]*cos+at[4]*sin, at[4]*cos-at[3]*sin
			at[2], at[5] = at[2]-at[0]*x-at[1]*y, at[5]-at[3]*x-at[4]*y
			continue
		}
		if op[1] == "matrix" && len(numbers) == 6 {
			m, was := numbers, at
			at = f32.Aff3{
				was[0]*m[0] + was[1]*m[1], was[0]*m[2] + was[1]*m[3], was[0]*m[4] + was[1]*m[5] + was[2],
				was[3]*m[0] + was[4]*m[1], was[3]*m[2] + was[4]*m[3], was[3]*m[4] + was[4]*m[5] + was[5],
			}
			continue
		}
		if len(numbers) == 1 {
			numbers = append(numbers, map[bool]float32{true: numbers[0]}[op[1] == "scale"])
		}
		if len(numbers) != 2 {
			return at, fmt.Errorf("a transform %q", text)
		}
		x, y := numbers[0], numbers[1]
		if op[1] == "scale" {
			at[0], at[3], at[1], at[4] = at[0]*x, at[3]*x, at[1]*y, at[4]*y
		} else {
			at[2], at[5] = at[0]*x+at[1]*y+at[2], at[3]*x+at[4]*y+at[5]
		}
	}
	return at, nil
}
