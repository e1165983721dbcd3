package picture

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/image/math/f32"
)

// A polyline is a part of a path: lines between points. Curves have become short
// lines.
type polyline struct {
	points []f32.Vec2
	closed bool
}

var (
	command = regexp.MustCompile(`[A-Za-z][^A-Za-z]*`)
	numeral = regexp.MustCompile(`-?(?:\d*\.\d+|\d+)`)
)

func numbersIn(text string) (list []float32) {
	for _, one := range numeral.FindAllString(text, -1) {
		n, _ := strconv.ParseFloat(one, 32)
		list = append(list, float32(n))
	}
	return list
}

// takes is how many numbers each command has.
var takes = map[string]int{"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "T": 2, "C": 6, "S": 4, "A": 7, "Z": 0}

// A pen at work on a path.
type pathPen struct {
	lines []polyline
	at    f32.Vec2
	// control is the last point that has bent the line.
	control f32.Vec2
	last    string
}

// pathLines reads the attribute d of a path.
func pathLines(d string) ([]polyline, error) {
	p := &pathPen{}
	for _, text := range command.FindAllString(d, -1) {
		name := strings.ToUpper(text[:1])
		size, ok := takes[name]
		numbers := numbersIn(text[1:])
		if !ok || size > 0 && len(numbers)%size != 0 || size == 0 && len(numbers) > 0 {
			return nil, fmt.Errorf("a path with %q", text)
		}
		if size == 0 {
			p.close()
			continue
		}
		for i := 0; i < len(numbers); i += size {
			p.draw(name, text[:1] != name, numbers[i:i+size])
			if name == "M" {
				name = "L"
			}
		}
	}
	return p.lines, nil
}

func (p *pathPen) close() {
	line := &p.lines[len(p.lines)-1]
	line.closed = true
	p.at = line.points[0]
	p.last = "Z"
}

// draw carries out one command. If relative is true, its coordinates count from the pen's
// position.
func (p *pathPen) draw(name string, relative bool, n []float32) {
	from := f32.Vec2{}
	if relative {
		from = p.at
	}
	point := func(i int) f32.Vec2 { return f32.Vec2{from[0] + n[i], from[1] + n[i+1]} }
	if name != "M" && p.last == "Z" {
		p.lines = append(p.lines, polyline{points: []f32.Vec2{p.at}})
	}
	switch name {
	case "M":
		p.lines = append(p.lines, polyline{})
		p.to(point(0))
	case "L":
		p.to(point(0))
	case "H":
		p.to(f32.Vec2{from[0] + n[0], p.at[1]})
	case "V":
		p.to(f32.Vec2{p.at[0], from[1] + n[0]})
	case "Q":
		p.quadratic(point(0), point(2))
	case "T":
		control := p.at
		if p.last == "Q" || p.last == "T" {
			control = f32.Vec2{2*p.at[0] - p.control[0], 2*p.at[1] - p.control[1]}
		}
		p.quadratic(control, point(0))
	case "C":
		p.cubic(point(0), point(2), point(4))
	case "S":
		control := p.at
		if p.last == "C" || p.last == "S" {
			control = f32.Vec2{2*p.at[0] - p.control[0], 2*p.at[1] - p.control[1]}
		}
		p.cubic(control, point(0), point(2))
	case "A":
		p.arc(n[0], n[1], n[2], n[3] != 0, n[4] != 0, point(5))
	}
	p.last = name
}

func (p *pathPen) to(at f32.Vec2) {
	line := &p.lines[len(p.lines)-1]
	line.points = append(line.points, at)
	p.at = at
}

func (p *pathPen) quadratic(control, end f32.Vec2) {
	const parts = 10
	start := p.at
	for i := 1; i <= parts; i++ {
		t := float32(i) / parts
		a, b, c := (1-t)*(1-t), 2*t*(1-t), t*t
		p.to(f32.Vec2{a*start[0] + b*control[0] + c*end[0], a*start[1] + b*control[1] + c*end[1]})
	}
	p.control = control
}

func (p *pathPen) cubic(first, second, end f32.Vec2) {
	const parts = 14
	start := p.at
	for i := 1; i <= parts; i++ {
		t := float32(i) / parts
		a, b, c, d := (1-t)*(1-t)*(1-t), 3*t*(1-t)*(1-t), 3*t*t*(1-t), t*t*t
		p.to(
			f32.Vec2{
				a*start[0] + b*first[0] + c*second[0] + d*end[0],
				a*start[1] + b*first[1] + c*second[1] + d*end[1],
			},
		)
	}
	p.control = second
}

// arc draws along an ellipse that is turned by some degrees, by the method in appendix
// B.2.4 of SVG 2.
func (p *pathPen) arc(wide, high, turn float32, large, sweep bool, end f32.Vec2) {
	rx, ry := math.Abs(float64(wide)), math.Abs(float64(high))
	if rx == 0 || ry == 0 || p.at == end {
		p.to(end)
		return
	}
	sin, cos := math.Sincos(float64(turn) * math.Pi / 180)
	dx, dy := float64(p.at[0]-end[0])/2, float64(p.at[1]-end[1])/2
	x, y := cos*dx+sin*dy, cos*dy-sin*dx
	if over := math.Sqrt(x*x/(rx*rx) + y*y/(ry*ry)); over > 1 {
		rx, ry = rx*over, ry*over
	}
	part := math.Sqrt(max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		part = -part
	}
	cx, cy := part*rx*y/ry, -part*ry*x/rx
	from, to := math.Atan2((y-cy)/ry, (x-cx)/rx), math.Atan2((-y-cy)/ry, (-x-cx)/rx)
	if sweep && to < from {
		to += 2 * math.Pi
	} else if !sweep && to > from {
		to -= 2 * math.Pi
	}
	middle := f32.Vec2{(p.at[0] + end[0]) / 2, (p.at[1] + end[1]) / 2}
	const parts = 24
	for i := 1; i < parts; i++ {
		s, c := math.Sincos(from + (to-from)*float64(i)/parts)
		px, py := cx+rx*c, cy+ry*s
		p.to(f32.Vec2{middle[0] + float32(cos*px-sin*py), middle[1] + float32(sin*px+cos*py)})
	}
	p.to(end)
}

func ellipse(x, y, wide, high float32) polyline {
	const corners = 48
	line := polyline{closed: true}
	for i := range corners {
		angle := 2 * math.Pi * float64(i) / corners
		line.points = append(
			line.points,
			f32.Vec2{x + wide*float32(math.Cos(angle)), y + high*float32(math.Sin(angle))},
		)
	}
	return line
}

// stroked returns the outline of a line of some width, as polygons that lie over
// each other and turn the same way: a bar for each piece, a disc for each joint.
func (l polyline) stroked(half float32, round bool) (list []polyline) {
	points := l.points
	if l.closed {
		points = append(points[:len(points):len(points)], points[0])
	}
	for i, p := range points {
		if i > 0 {
			q := points[i-1]
			long := float32(math.Hypot(float64(p[0]-q[0]), float64(p[1]-q[1])))
			if long > 0 {
				x, y := (p[1]-q[1])/long*half, (q[0]-p[0])/long*half
				list = append(
					list,
					polyline{
						points: []f32.Vec2{
							{q[0] + x, q[1] + y},
							{p[0] + x, p[1] + y},
							{p[0] - x, p[1] - y},
							{q[0] - x, q[1] - y},
						},
					},
				)
			}
		}
		if round || l.closed || i > 0 && i < len(points)-1 {
			list = append(list, ellipse(p[0], p[1], half, half))
		}
	}
	return list
}

func bounds(lines []polyline) (low, high f32.Vec2) {
	inf := float32(math.Inf(1))
	low, high = f32.Vec2{inf, inf}, f32.Vec2{-inf, -inf}
	for _, line := range lines {
		for _, p := range line.points {
			low = f32.Vec2{min(low[0], p[0]), min(low[1], p[1])}
			high = f32.Vec2{max(high[0], p[0]), max(high[1], p[1])}
		}
	}
	return low, high
}
