package picture

import (
	"image"
	"image/color"
	"slices"
)

// canvas is a picture with a palette that is drawn on. [image.Paletted] compares every
// colour with the whole palette; a canvas does so once for each colour.
type canvas struct {
	*image.Paletted
	nearest map[color.RGBA64]uint8
}

// newCanvas returns a copy of a base.
func newCanvas(of *Base) *canvas {
	drawn := *of.drawn
	drawn.Pix = slices.Clone(drawn.Pix)
	return &canvas{&drawn, map[color.RGBA64]uint8{}}
}

// Set implements [draw.Image].
func (c *canvas) Set(x, y int, to color.Color) {
	c.SetRGBA64(x, y, color.RGBA64Model.Convert(to).(color.RGBA64))
}

// SetRGBA64 implements [draw.RGBA64Image].
func (c *canvas) SetRGBA64(x, y int, to color.RGBA64) {
	index, known := c.nearest[to]
	if !known {
		index = uint8(c.Palette.Index(to))
		c.nearest[to] = index
	}
	c.SetColorIndex(x, y, index)
}
