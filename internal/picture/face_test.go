package picture

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/face"
)

// Every animal is drawn, in each mood, and no two pictures are the same.
func TestEveryFaceIsDrawn(t *testing.T) {
	seen := map[string]string{}
	for _, animal := range face.Animals() {
		for _, mood := range []string{"calm", "glad"} {
			c := canvas{RGBA: image.NewRGBA(image.Rect(0, 0, 64, 64))}
			require.NoError(t, c.face(face.Face{Animal: animal}, mood, 0, 0, 64))
			what := animal + ", " + mood
			require.Empty(t, seen[string(c.Pix)], what)
			seen[string(c.Pix)] = what
			require.NotZero(t, c.RGBAAt(32, 32).A, what)
			require.Zero(t, c.RGBAAt(1, 62).A, what)
		}
	}
	c := canvas{RGBA: image.NewRGBA(image.Rect(0, 0, 64, 64))}
	require.Error(t, c.face(face.Face{Animal: "unicorn"}, "calm", 0, 0, 64))
}

// What a drawing says and this package does not know is an error, not another
// picture.
func TestPathsThatAreNotKnown(t *testing.T) {
	for _, d := range []string{"M0 0a5 5 0 0 1 3", "M0", "M0 0C1 2 3 4 5", "M0 0z4", "M0 0B1 2"} {
		_, err := pathLines(d)
		require.Error(t, err, d)
	}
	lines, err := pathLines("M1 2h3v-1.5.5l.5-1zM9 9")
	require.NoError(t, err)
	require.Len(t, lines, 2)
	require.True(t, lines[0].closed)
	require.Equal(t, [][2]float32{{1, 2}, {4, 2}, {4, .5}, {4, 1}, {4.5, 0}}, [][2]float32{
		lines[0].points[0], lines[0].points[1], lines[0].points[2], lines[0].points[3], lines[0].points[4],
	})
}

// A file that is no font is refused.
func TestFontsThatAreCutOff(t *testing.T) {
	whole, err := pieces.ReadFile("pieces/almendra/almendra-latin-700-normal.woff")
	require.NoError(t, err)
	font, err := sfnt(whole)
	require.NoError(t, err)
	require.Len(t, font, 30480, "as the file says of itself")
	for _, cut := range []int{0, 10, 60, 400, len(whole) / 2} {
		_, err := sfnt(whole[:cut])
		require.Error(t, err, cut)
	}
	_, err = sfnt(append([]byte("OTTO"), whole[4:]...))
	require.Error(t, err)
}
