package site

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// noise returns a picture that cannot be compressed.
func noise(width, height int) *image.NRGBA {
	random := rand.New(rand.NewPCG(1, 2))
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range picture.Pix {
		picture.Pix[i] = uint8(random.Uint32())
	}
	return picture
}

func pngOf(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, png.Encode(&out, picture))
	return out.Bytes()
}

// A logo is stored as a small PNG file, whatever was uploaded, in the shape of the upload.
func TestLogosAreWrittenAnew(t *testing.T) {
	var photo bytes.Buffer
	require.NoError(t, jpeg.Encode(&photo, noise(1500, 900), nil))
	withText := append(pngOf(t, noise(40, 40)), "<script>alert(1)</script>"...)
	for name, test := range map[string]struct {
		file          []byte
		width, height int
	}{
		"photo":                {photo.Bytes(), 160, 96},
		"square noise":         {pngOf(t, noise(600, 600)), 128, 128},
		"small":                {withText, 40, 40},
		"wide, with few lines": {pngOf(t, image.NewNRGBA(image.Rect(0, 0, 1024, 64))), 512, 32},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := EncodeLogo(test.file)
			require.NoError(t, err)
			require.LessOrEqual(t, len(text), store.MaxSiteText)
			logo := logoOf(text)
			require.LessOrEqual(t, []int{logo.Width, logo.Height}[0], maxLogoWidth)
			require.InDelta(t, float64(test.width)/float64(test.height), float64(logo.Width)/float64(logo.Height), 0.1)
			require.GreaterOrEqual(t, logo.Width, test.width)
			require.NotContains(t, string(logo.PNG), "script")
			icon, err := png.Decode(bytes.NewReader(logo.Icon))
			require.NoError(t, err)
			require.Equal(t, image.Pt(256, 256), icon.Bounds().Size())
		})
	}
}

func TestFilesThatAreNoLogo(t *testing.T) {
	whole := pngOf(t, noise(64, 64))
	for name, file := range map[string][]byte{
		"nothing":   nil,
		"a drawing": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
		"damaged":   whole[:len(whole)/2],
		"too small": pngOf(t, noise(31, 64)),
		"too wide":  pngOf(t, image.NewGray(image.Rect(0, 0, 2049, 32))),
	} {
		_, err := EncodeLogo(file)
		require.ErrorContains(t, err, string(CodeBadLogo), name)
	}
	s := &Site{}
	_, err := s.Check(LogoPart, "", "not base64!")
	require.ErrorContains(t, err, string(CodeBadLogo))
	text, err := s.Check(LogoPart, "", base64.StdEncoding.EncodeToString(whole))
	require.NoError(t, err)
	require.NotNil(t, logoOf(text))
	require.Nil(t, logoOf("x"))
}

// What is written on the colour of a club, in the top bar and over the picture of the start page, can be read.
func TestTextOnEveryColourCanBeRead(t *testing.T) {
	tokens, err := os.ReadFile(filepath.Join("..", "..", "..", "web", "static", "ui", "tokens.css"))
	require.NoError(t, err)
	inks := []color.RGBA{{0xff, 0xf3, 0xd6, 0xff}} // the words over the picture
	for _, token := range []string{"on-wood", "on-wood-2", "brass-1", "lamp"} {
		found := regexp.MustCompile(`--` + token + `: #([0-9a-f]{6});`).FindSubmatch(tokens)
		require.NotNil(t, found, token)
		rgb, err := strconv.ParseUint(string(found[1]), 16, 32)
		require.NoError(t, err)
		inks = append(inks, color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff})
	}
	for _, colour := range Colours() {
		for _, ink := range inks {
			require.GreaterOrEqual(t, contrast(ink, colour.RGB), 4.5, "%s under %v", colour.Name, ink)
		}
	}
}

// contrast returns the contrast ratio of two colours (WCAG 2.2).
func contrast(a, b color.RGBA) float64 {
	light, dark := luminance(a), luminance(b)
	return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
}

func luminance(c color.RGBA) float64 {
	linear := func(value uint8) float64 {
		part := float64(value) / 0xff
		if part <= 0.04045 {
			return part / 12.92
		}
		return math.Pow((part+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// Pages that the host has not written have a text in every language, which an own text replaces.
func TestDefaultTexts(t *testing.T) {
	s, err := New(t.Context(), nil, map[Part]Texts{Imprint: {"": "Odile"}})
	require.NoError(t, err)
	require.Equal(t, Texts{"": "Odile"}, s.Words().Page(Imprint))
	require.Nil(t, s.Words().Page(About))
	for _, lang := range SupportedLanguages() {
		text := s.Words().Page(Privacy)[lang]
		require.NotEmpty(t, text)
		checked, err := s.Check(Privacy, lang, text)
		require.NoError(t, err)
		require.Equal(t, text, checked, "an owner can store it as it is")
	}
}
