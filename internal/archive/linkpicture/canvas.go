package linkpicture

import (
	"image"
	"image/color"
	"slices"
)

// canvas is a picture with a palette to draw on. [image.Paletted] searches the palette for every pixel that is
// drawn. A canvas searches once for all colours that are alike.
type canvas struct {
	*image.Paletted
	// nearest maps the upper bits of a colour's components to the index of the nearest colour in the palette.
	nearest map[[4]uint8]uint8
}

// farthest returns up to limit colours of candidates: those that are farthest from all colours of the
// palette.
func farthest(palette, candidates color.Palette, limit int) (list color.Palette) {
	// distances has the distance of each candidate to the nearest colour of the palette or of the list.
	distances := make([]int, len(candidates))
	for i, candidate := range candidates {
		distances[i] = distance(candidate, palette[palette.Index(candidate)])
	}
	for range min(limit, len(candidates)) {
		next := slices.Index(distances, slices.Max(distances))
		list = append(list, candidates[next])
		for i, candidate := range candidates {
			distances[i] = min(distances[i], distance(candidate, candidates[next]))
		}
	}
	return list
}

// distance returns the sum of the squared differences between the components of two colours.
func distance(a, b color.Color) (sum int) {
	r0, g0, b0, _ := a.RGBA()
	r1, g1, b1, _ := b.RGBA()
	for _, component := range [][2]uint32{{r0, r1}, {g0, g1}, {b0, b1}} {
		difference := int(component[0]>>8) - int(component[1]>>8)
		sum += difference * difference
	}
	return sum
}

// newCanvas returns a canvas with a copy of the base.
func newCanvas(base *Base) *canvas {
	drawn := *base.picture
	drawn.Pix = slices.Clone(drawn.Pix)
	return &canvas{&drawn, map[[4]uint8]uint8{}}
}

// Set implements [draw.Image].
func (c *canvas) Set(x, y int, colour color.Color) {
	c.SetRGBA64(x, y, color.RGBA64Model.Convert(colour).(color.RGBA64))
}

// SetRGBA64 implements [draw.RGBA64Image].
func (c *canvas) SetRGBA64(x, y int, to color.RGBA64) {
	const shift = 10 // leaves 6 bits of 16
	key := [4]uint8{uint8(to.R >> shift), uint8(to.G >> shift), uint8(to.B >> shift), uint8(to.A >> shift)}
	index, found := c.nearest[key]
	if !found {
		index = uint8(c.Palette.Index(to))
		c.nearest[key] = index
	}
	c.SetColorIndex(x, y, index)
}
