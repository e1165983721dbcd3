package site

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // decodes logos
	"image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // decodes logos

	"archmage/internal/coded"
)

// CodeBadLogo: the file is not a PNG, JPEG or WebP picture of 32 to 2,048 pixels on each side.
const CodeBadLogo coded.Code = "bad_logo"

// MaxLogoUpload is the maximum size of an uploaded logo, in bytes.
const MaxLogoUpload = 1 << 20

const (
	// maxUploadEdge is the longest edge of an uploaded logo, in pixels. It bounds the memory for the decoded
	// picture to 16 MB.
	maxUploadEdge = 2048
	// minLogoEdge is the shortest edge of a logo, in pixels.
	minLogoEdge = 32
	// maxLogoWidth and maxLogoHeight are the largest size of a stored logo, in pixels.
	maxLogoWidth, maxLogoHeight = 512, 256
	// maxLogoBytes is the largest size of a stored logo. Its base64 form has at most store.MaxSiteText bytes.
	maxLogoBytes = 96 << 10
	// iconEdge is the size of the square icon, in pixels.
	iconEdge = 256
)

// Logo is the picture of the club.
type Logo struct {
	// PNG is a file of at most 512 × 256 pixels.
	PNG []byte
	// Icon is a square PNG file of 256 × 256 pixels, with the logo in its middle.
	Icon []byte
	// Width and Height are the size of PNG in pixels.
	Width, Height int
	// Picture is the decoded PNG.
	Picture image.Image `json:"-"`
	// text is the stored form.
	text string
}

// EncodeLogo returns the text of the part [LogoPart] for a PNG, JPEG or WebP file. The file is decoded, scaled and
// written anew, so that nothing of it is stored except for its pixels. It fails with CodeBadLogo.
func EncodeLogo(file []byte) (string, error) {
	config, kind, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return "", badLogo("it is not a PNG, JPEG or WebP file")
	}
	if max(config.Width, config.Height) > maxUploadEdge || min(config.Width, config.Height) < minLogoEdge {
		return "", badLogo("it has %d × %d pixels", config.Width, config.Height)
	}
	decoded, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return "", badLogo("the %s file is damaged", kind)
	}
	// A smaller picture has a smaller file. The last one fits in any case: 192 × 96 pixels of 4 bytes.
	for _, eighths := range []int{8, 6, 4, 3} {
		data, err := encodePNG(fit(decoded, maxLogoWidth*eighths/8, maxLogoHeight*eighths/8))
		if err != nil {
			return "", err
		}
		if len(data) <= maxLogoBytes {
			return base64.StdEncoding.EncodeToString(data), nil
		}
	}
	return "", badLogo("it is too large")
}

func badLogo(format string, args ...any) error {
	return coded.Errorf(CodeBadLogo, "a logo is a PNG, JPEG or WebP file of 32 to 2048 pixels: "+format, args...)
}

// checkLogo returns the text of the part LogoPart for the text of a request, which is the base64 form of a file or
// "".
func checkLogo(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	file, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", badLogo("it is not in base64")
	}
	return EncodeLogo(file)
}

// logoOf returns the logo of a stored text, nil if the text is "" or damaged.
func logoOf(text string) *Logo {
	data, err := base64.StdEncoding.DecodeString(text)
	if text == "" || err != nil {
		return nil
	}
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	square := image.NewNRGBA(image.Rect(0, 0, iconEdge, iconEdge))
	small := fit(decoded, iconEdge, iconEdge)
	size := small.Bounds().Size()
	at := image.Pt((iconEdge-size.X)/2, (iconEdge-size.Y)/2)
	draw.Copy(square, at, small, small.Bounds(), draw.Src, nil)
	icon, err := encodePNG(square)
	if err != nil {
		return nil
	}
	bounds := decoded.Bounds()
	return &Logo{
		PNG: data, Icon: icon, Width: bounds.Dx(), Height: bounds.Dy(), Picture: decoded, text: text,
	}
}

// fit returns a picture scaled down so that it fits in a size. A picture that fits is only copied.
func fit(picture image.Image, width, height int) *image.NRGBA {
	size := picture.Bounds().Size()
	if size.X > width {
		size = image.Pt(width, max(1, size.Y*width/size.X))
	}
	if size.Y > height {
		size = image.Pt(max(1, size.X*height/size.Y), height)
	}
	scaled := image.NewNRGBA(image.Rectangle{Max: size})
	draw.CatmullRom.Scale(scaled, scaled.Bounds(), picture, picture.Bounds(), draw.Src, nil)
	return scaled
}

func encodePNG(picture *image.NRGBA) ([]byte, error) {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, picture)
	return out.Bytes(), err
}

// Colour is the colour of a club: the background of the top bar, under light text in both themes.
type Colour struct {
	Name string
	RGB  color.RGBA
}

// Hex returns the colour as "#rrggbb".
func (c Colour) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.RGB.R, c.RGB.G, c.RGB.B) }

// Colours returns the colours that a club can choose.
func Colours() []Colour {
	return []Colour{
		{"forest", color.RGBA{0x1f, 0x4a, 0x2e, 0xff}},
		{"moss", color.RGBA{0x44, 0x45, 0x1a, 0xff}},
		{"lagoon", color.RGBA{0x14, 0x4a, 0x52, 0xff}},
		{"sea", color.RGBA{0x1a, 0x43, 0x66, 0xff}},
		{"night", color.RGBA{0x28, 0x2f, 0x66, 0xff}},
		{"plum", color.RGBA{0x4d, 0x26, 0x5c, 0xff}},
		{"wine", color.RGBA{0x6b, 0x1d, 0x2e, 0xff}},
		{"rust", color.RGBA{0x6b, 0x32, 0x16, 0xff}},
		{"slate", color.RGBA{0x3a, 0x43, 0x4a, 0xff}},
	}
}
