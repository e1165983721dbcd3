package picture

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/face"
)

// scenes reads scenes of power cards.
func scenes(t *testing.T, names ...string) (list []*Art) {
	for _, name := range names {
		file, err := os.ReadFile("../../web/static/games/seasons/scenes/" + name + ".svg")
		require.NoError(t, err)
		art, err := ReadArt(file)
		require.NoError(t, err)
		list = append(list, art)
	}
	return list
}

// The scene of every card can be drawn, and is no single colour.
func TestScenesAreDrawn(t *testing.T) {
	all, err := filepath.Glob("../../web/static/games/*/scenes/*.svg")
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for _, name := range all {
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		art, err := ReadArt(file)
		require.NoError(t, err, name)
		c := canvas{RGBA: image.NewRGBA(image.Rect(0, 0, 120, 100))}
		require.NoError(t, c.art(art, c.Bounds()), name)
		colours := map[any]bool{}
		for x := range 120 {
			colours[c.At(x, 60)] = true
		}
		require.Greater(t, len(colours), 20, name)
	}
}

// The drawing of every game can be drawn on a poster, and words change no drawing.
func TestPosters(t *testing.T) {
	covers, err := filepath.Glob("../../web/static/games/*/cover.svg")
	require.NoError(t, err)
	require.NotEmpty(t, covers)
	posters := map[string]*Poster{
		"face":  {Title: "Ann", Face: face.Of("Hazel the Hare")},
		"games": {Title: "Archmage: Seasons and SpellBook", Text: "Play with friends from a link. No account."},
	}
	for _, name := range covers {
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		art, err := ReadArt(file)
		require.NoError(t, err)
		posters["games"].Art = append(posters["games"].Art, art)
		posters[filepath.Base(filepath.Dir(name))] = &Poster{
			Title: "Fern Robin invites you to a very long game of many words, more than there is room for on four lines of a poster, and then some",
			Text:  "1 of 2 seats free. Open the link and sit down: no account.",
			Site:  "Critical Boards",
			Art:   []*Art{art},
		}
	}
	posters["seasons"].Cards = scenes(t, "13", "26", "38")
	posters["games"].Cards = scenes(t, "19", "36", "24")
	for name, poster := range posters {
		stage, err := poster.Stage()
		require.NoError(t, err, name)
		data, err := stage.Draw(poster)
		require.NoError(t, err)
		if name == "face" {
			again, err := stage.Draw(poster)
			require.NoError(t, err)
			require.Equal(t, data, again, "words change no drawing")
		}
		shown, err := png.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		require.Equal(t, Width, shown.Bounds().Dx())
		colours := map[any]bool{}
		for x := range artSide {
			colours[shown.At(x, 300)] = true
		}
		require.Greater(t, len(colours), 60, "%s is empty", name)
		if folder := os.Getenv("ARCHMAGE_POSTERS"); folder != "" {
			require.NoError(t, os.WriteFile(filepath.Join(folder, name+".png"), data, 0o600))
		}
	}
	_, err = ReadArt([]byte(`<svg viewBox="0 0 1 1"/>`))
	require.Error(t, err)
}
