// Package linkpicture writes on the pictures that programs show with a link: the title of a
// page, and of a match the places and who played.
//
// The pictures themselves are drawn beforehand, by make link-pictures, and have an empty
// sheet of paper for the words.
package linkpicture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	xdraw "golang.org/x/image/draw"

	"archmage/internal/people/avatar"
)

// Width and Height are the size of a picture in pixels.
const (
	Width  = 1200
	Height = 630
)

// Version changes when the same words give another picture.
const Version = 1

// MaxPlaces is how many places fit on a picture.
const MaxPlaces = 5

// Words are what is written on a picture.
type Words struct {
	// Site is the name of the server, Title that of the page, and Text one or two sentences
	// that follow it.
	Site, Title, Text string
	// Face is drawn above the title. Its zero value is no face.
	Face avatar.Face
	// Places are those of a match, best first. At most MaxPlaces are shown.
	Places []Place
}

// Place is what a player of a match has reached.
type Place struct {
	// Rank is 0 if the match has no result.
	Rank  int
	Face  avatar.Face
	Name  string
	Total int
	// Note says why the player has lost regardless of the score, "" if the score decides.
	Note string
}

// Base is a picture without words, in at most 256 colours.
type Base struct{ drawn *image.Paletted }

// The ink on the paper of a base (web/linkpictures.mjs).
var (
	paper  = color.RGBA{0xf8, 0xed, 0xd3, 0xff}
	ink    = color.RGBA{0x2a, 0x1d, 0x12, 0xff}
	pale   = color.RGBA{0x5a, 0x46, 0x30, 0xff}
	accent = color.RGBA{0x7a, 0x3a, 0x12, 0xff}
)

// inks are the colours that a base needs for words: each ink, and what its edges are on
// paper.
var inks = func() (list color.Palette) {
	const steps = 4
	for _, each := range []color.RGBA{ink, pale, accent} {
		for part := range steps {
			mix := func(a, b uint8) uint8 { return uint8((int(a)*(steps-part) + int(b)*part) / steps) }
			list = append(list, color.RGBA{mix(each.R, paper.R), mix(each.G, paper.G), mix(each.B, paper.B), 0xff})
		}
	}
	return list
}()

// mostColours is how many colours a palette has at most.
const mostColours = 256

// Decode reads a base from a PNG file with a palette, which leaves room for the inks and for
// colours of faces.
func Decode(file []byte) (*Base, error) {
	decoded, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	if size := decoded.Bounds().Size(); size != image.Pt(Width, Height) {
		return nil, fmt.Errorf("a picture of %v pixels instead of %dx%d", size, Width, Height)
	}
	drawn, ok := decoded.(*image.Paletted)
	if !ok || len(drawn.Palette)+len(inks) > mostColours {
		return nil, fmt.Errorf("a picture without a palette of at most %d colours", mostColours-len(inks))
	}
	faces, err := faceSheet()
	if err != nil {
		return nil, err
	}
	drawn.Palette = append(drawn.Palette, inks...)
	drawn.Palette = append(drawn.Palette, missing(drawn.Palette, faces.colours, mostColours-len(drawn.Palette))...)
	return &Base{drawn}, nil
}

// The part of the paper that is written on. The name of the server stands above it, beside
// the mark of the program.
const (
	left, right, top, bottom = 572, 1120, 140, 570
	siteLeft, siteLine       = 632, 109
)

// The heights of what is written.
const (
	faceSize       = 132
	faceHeight     = faceSize + 18
	textHeight     = 38
	titleGap       = 12 // between a title and its text
	placesGap      = 20
	mostOfAPlace   = 72
	mostTitle      = 4 // lines
	mostText       = 3
	mostSmallTitle = 3 // lines of a title that is written smaller
)

// Write returns the base with words as a PNG file.
func (b *Base) Write(words Words) ([]byte, error) {
	p, err := newPen(b)
	if err != nil {
		return nil, err
	}
	defer p.close()
	p.line(words.Site, siteLeft, siteLine, right-siteLeft, p.small, accent)

	// A title that is long, or has something above or below it, is written smaller.
	titleFont, titleHeight, most := p.large, 62, mostTitle
	if len(words.Places) > 0 || words.Face.Animal != "" ||
		len(wrapped(words.Title, p.large, right-left, most)) == most {
		titleFont, titleHeight, most = p.medium, 50, mostSmallTitle
	}
	title := wrapped(words.Title, titleFont, right-left, most)
	text := wrapped(words.Text, p.text, right-left, mostText)
	places := words.Places[:min(len(words.Places), MaxPlaces)]

	height := len(title)*titleHeight + titleGap + len(text)*textHeight
	if words.Face.Animal != "" {
		height += faceHeight
	}
	placeHeight := 0
	if len(places) > 0 {
		height += placesGap
		placeHeight = min((bottom-top-height)/len(places), mostOfAPlace)
		height += placeHeight * len(places)
	}

	// What is written stands in the middle, a little above it.
	y := top + max(0, bottom-top-height)*2/5
	if words.Face.Animal != "" {
		if err := p.face(words.Face, left, y, faceSize); err != nil {
			return nil, err
		}
		y += faceHeight
	}
	for _, line := range title {
		p.line(line, left, y+titleHeight*3/4, right-left, titleFont, ink)
		y += titleHeight
	}
	y += titleGap
	for _, line := range text {
		p.line(line, left, y+textHeight*3/4, right-left, p.text, pale)
		y += textHeight
	}
	y += placesGap
	for _, place := range places {
		if err := p.place(place, y, placeHeight); err != nil {
			return nil, err
		}
		y += placeHeight
	}

	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, p.onto.Paletted); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// place writes a line about a player from y down.
func (p *pen) place(place Place, y, height int) error {
	const faceMiddle, nameLeft, gap, mostOfANote = left + 66, left + 116, 20, 180
	baseline := y + height/2 + 11
	if place.Rank > 0 {
		p.line(fmt.Sprint(place.Rank), left, baseline, 30, p.small, pale)
	}
	if size := height - 6; place.Face.Animal != "" {
		if err := p.face(place.Face, faceMiddle-size/2, y+3, size); err != nil {
			return err
		}
		if place.Rank == 1 {
			p.sprite(crown, image.Rect(0, 0, size/2, size/2).Add(image.Pt(faceMiddle-size/4, y-size/6)))
		}
	}
	end := right
	if place.Rank > 0 {
		total := fmt.Sprint(place.Total)
		end -= p.width(total, p.small)
		p.line(total, end, baseline, right-end, p.small, ink)
		end -= gap
	}
	if place.Note != "" {
		end -= min(p.width(place.Note, p.text), mostOfANote)
		p.line(place.Note, end, baseline, mostOfANote, p.text, pale)
		end -= gap
	}
	p.line(place.Name, nameLeft, baseline, end-nameLeft, p.small, ink)
	return nil
}

// face draws a face into a square.
func (p *pen) face(f avatar.Face, x, y, size int) error {
	animal, disc, err := cells(f)
	if err != nil {
		return err
	}
	square := image.Rect(x, y, x+size, y+size)
	p.sprite(disc, square)
	p.sprite(animal, square)
	return nil
}

// sprite draws a cell of the sheet of faces into a square.
func (p *pen) sprite(cell int, square image.Rectangle) {
	from := image.Rect(
		0,
		0,
		cellSize,
		cellSize,
	).Add(
		image.Pt(cell%columns*cellSize, cell/columns*cellSize),
	).Inset(
		cellMargin,
	)
	xdraw.BiLinear.Scale(p.onto, square, p.faces.drawn, from, xdraw.Over, nil)
}
