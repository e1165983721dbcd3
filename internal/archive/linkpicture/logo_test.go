package linkpicture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"
)

// A logo is drawn in its own colours at the right end of the line with the name of the server, and leaves the base
// and other pictures as they are.
func TestLogoOnAPicture(t *testing.T) {
	blue := color.NRGBA{0x10, 0x50, 0xe0, 0xff}
	logo := image.NewNRGBA(image.Rect(0, 0, 256, 128))
	draw.Draw(logo, logo.Bounds(), image.NewUniform(blue), image.Point{}, draw.Src)
	base := baseOf(t, "art/link.png")
	words := Words{Site: "The Wood and a very long name beside it", Title: "A table", Text: "Sit down."}
	without := written(t, base, "without-logo", words)
	with := words
	with.Logo = logo
	drawn, err := png.Decode(bytes.NewReader(written(t, base, "with-logo", with)))
	require.NoError(t, err)
	at := image.Pt(right-20, logoTop+maxLogoHeight/2)
	r, g, b, _ := drawn.At(at.X, at.Y).RGBA()
	for i, value := range []uint32{r >> 8, g >> 8, b >> 8} {
		require.InDelta(t, []uint8{blue.R, blue.G, blue.B}[i], value, 12)
	}
	require.Equal(t, without, written(t, base, "without-logo", words))
}

// The line with the name of the server has the colour of the club, with light text, and a logo over it. Other
// pictures of the base have neither.
func TestColourOnAPicture(t *testing.T) {
	wine := color.RGBA{0x6b, 0x1d, 0x2e, 0xff}
	base := baseOf(t, "art/link.png")
	words := matchOfFour
	words.Site = "The Wood"
	before := written(t, base, "without-colour", words)
	words.Colour = wine
	drawn, err := png.Decode(bytes.NewReader(written(t, base, "with-colour", words)))
	require.NoError(t, err)
	for _, at := range []image.Point{
		band.Min.Add(image.Pt(20, 10)), band.Max.Sub(image.Pt(1, 1)), image.Pt(right-20, siteLine),
	} {
		require.Equal(t, wine, color.RGBAModel.Convert(drawn.At(at.X, at.Y)), at)
	}
	bright := 0
	for x := siteLeft; x < right; x++ {
		for y := band.Min.Y; y < band.Max.Y; y++ {
			if color.RGBAModel.Convert(drawn.At(x, y)) == light {
				bright++
			}
		}
	}
	require.Greater(t, bright, 100, "the name is written in light ink")
	below := drawn.At(band.Max.X-1, band.Max.Y)
	require.NotEqual(t, wine, color.RGBAModel.Convert(below))
	words.Colour = color.RGBA{}
	require.Equal(t, before, written(t, base, "without-colour", words))
}
