package picture

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each icon has its size, the mark in the middle, and around it what its kind has.
func TestIcons(t *testing.T) {
	for _, test := range []struct {
		size         int
		kind         IconKind
		middle, edge color.RGBA
	}{
		{192, Disc, leaf, color.RGBA{}}, {512, Disc, leaf, color.RGBA{}}, {512, Maskable, leaf, leaf}, {96, Badge, rgb(0xffffff), color.RGBA{}},
	} {
		file, err := Icon(test.size, test.kind)
		require.NoError(t, err)
		got, err := png.Decode(bytes.NewReader(file))
		require.NoError(t, err)
		require.Equal(t, test.size, got.Bounds().Dx())
		require.Equal(t, test.size, got.Bounds().Dy())
		at := func(x, y int) color.RGBA {
			return color.RGBAModel.Convert(got.At(test.size*x/48, test.size*y/48)).(color.RGBA)
		}
		require.Equal(t, test.edge, at(0, 0))
		require.Equal(t, test.middle, at(24, 30), "the vein of the leaf, or the leaf")
		if test.kind != Badge {
			require.Equal(t, gold, at(30, 30), "the leaf")
		}
	}
}
