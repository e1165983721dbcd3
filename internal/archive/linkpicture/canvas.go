package linkpicture

import (
	"image"
	"image/color"
	"slices"
)

// canvas is a picture with a palette that is drawn on. [image.Paletted] compares every
// colour with the whole palette; a canvas does so once for colours that are alike.
type canvas struct {
	*image.Paletted
	// nearest are the indices of colours, by the upper bits of each of their parts.
	nearest map[[4]uint8]uint8
}

// missing returns the colours of one palette that another one lacks most, at most so many.
func missing(in, of color.Palette, most int) (list color.Palette) {
	// distances are those of the colours to the nearest one that is there.
	distances := make([]int, len(of))
	for i, each := range of {
		distances[i] = distance(each, in[in.Index(each)])
	}
	for range min(most, len(of)) {
		next := slices.Index(distances, slices.Max(distances))
		list = append(list, of[next])
		for i, each := range of {
			distances[i] = min(distances[i], distance(each, of[next]))
		}
	}
	return list
}

// distance is the sum of the squares of what the parts of two colours differ by.
func distance(a, b color.Color) (sum int) {
	r0, g0, b0, _ := a.RGBA()
	r1, g1, b1, _ := b.RGBA()
	for _, each := range [][2]uint32{{r0, r1}, {g0, g1}, {b0, b1}} {
		by := int(each[0]>>8) - int(each[1]>>8)
		sum += by * by
	}
	return sum
}

// newCanvas returns a copy of a base.
func newCanvas(of *Base) *canvas {
	drawn := *of.drawn
	drawn.Pix = slices.Clone(drawn.Pix)
	return &canvas{&drawn, map[[4]uint8]uint8{}}
}

// Set implements [draw.Image].
func (c *canvas) Set(x, y int, to color.Color) {
	c.SetRGBA64(x, y, color.RGBA64Model.Convert(to).(color.RGBA64))
}

// SetRGBA64 implements [draw.RGBA64Image].
func (c *canvas) SetRGBA64(x, y int, to color.RGBA64) {
	const shift = 10 // leaves 6 bits of 16
	key := [4]uint8{uint8(to.R >> shift), uint8(to.G >> shift), uint8(to.B >> shift), uint8(to.A >> shift)}
	index, known := c.nearest[key]
	if !known {
		index = uint8(c.Palette.Index(to))
		c.nearest[key] = index
	}
	c.SetColorIndex(x, y, index)
}
