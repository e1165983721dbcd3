// Package linkpicture writes words on the pictures that other programs show with a link: the title of a page,
// and for a match its players and places.
//
// The pictures are drawn beforehand, by make link-pictures, and leave room for the words. The package imports
// avatar for the faces of people and must not import a room, a socket or a database. Start reading at
// [Base.Write].
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

// Version is increased when the same words give another picture.
const Version = 1

// MaxPlaces is the number of places that fit on a picture.
const MaxPlaces = 8

// Words is the text of a picture, with its faces.
type Words struct {
	// Site is the name of the server. Title is the title of the page. Text has one or two
	// sentences that are written below the title.
	Site, Title, Text string
	// Face is drawn above the title, unless it is the zero value.
	Face avatar.Face
	// Places lists the players of a match, the best first. At most MaxPlaces are shown.
	Places []Place
}

// Place is the result of a player.
type Place struct {
	// Rank is 0 if the match has no result.
	Rank  int
	Face  avatar.Face
	Name  string
	Total int
	// Note is the reason why the player has lost regardless of the score, or "" if the score
	// decides.
	Note string
}

// Base is a picture without words, in at most 256 colours.
type Base struct{ picture *image.Paletted }

// The colours of the paper and of the text on it (web/linkpictures.mjs).
var (
	paper  = color.RGBA{0xf8, 0xed, 0xd3, 0xff}
	ink    = color.RGBA{0x2a, 0x1d, 0x12, 0xff}
	pale   = color.RGBA{0x5a, 0x46, 0x30, 0xff}
	accent = color.RGBA{0x7a, 0x3a, 0x12, 0xff}
)

// inks are the colours that text adds to a palette: each ink, and its mixtures with paper for the edges of
// letters.
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

// maxColours is the maximum number of colours in a palette.
const maxColours = 256

// Decode reads a base from a PNG file with a palette. The palette must leave room for the inks. Decode fills
// the rest of it with colours of faces.
func Decode(file []byte) (*Base, error) {
	decoded, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	if size := decoded.Bounds().Size(); size != image.Pt(Width, Height) {
		return nil, fmt.Errorf("a picture of %v pixels instead of %dx%d", size, Width, Height)
	}
	drawn, ok := decoded.(*image.Paletted)
	if !ok || len(drawn.Palette)+len(inks) > maxColours {
		return nil, fmt.Errorf("a picture without a palette of at most %d colours", maxColours-len(inks))
	}
	faces, err := faceSheet()
	if err != nil {
		return nil, err
	}
	drawn.Palette = append(drawn.Palette, inks...)
	drawn.Palette = append(drawn.Palette, farthest(drawn.Palette, faces.colours, maxColours-len(drawn.Palette))...)
	return &Base{drawn}, nil
}

// The part of the paper for text. The name of the server is above it, beside
// the mark of the program.
const (
	left, right, top, bottom = 572, 1120, 140, 570
	siteLeft, siteLine       = 632, 109
)

// Heights and gaps in pixels, and maximum numbers of lines.
const (
	faceSize           = 132
	faceHeight         = faceSize + 18
	textHeight         = 38
	titleGap           = 12 // between a title and its text
	placesGap          = 20
	maxPlaceHeight     = 72
	maxTitleLines      = 4 // lines of a title
	maxTextLines       = 3 // lines
	maxSmallTitleLines = 3 // lines of a title in the smaller font
	// A title above more than manyPlaces places has fewer lines.
	manyPlaces, maxTitleAbovePlaces = 5, 2
)

// Write returns a PNG file of the base with the words on it.
func (b *Base) Write(words Words) ([]byte, error) {
	p, err := newPen(b)
	if err != nil {
		return nil, err
	}
	defer p.close()
	p.line(words.Site, siteLeft, siteLine, right-siteLeft, p.small, accent)

	// A title has a smaller font if it is long, or has a face above it or places below it.
	titleFont, titleHeight, maxTitle := p.large, 62, maxTitleLines
	if len(words.Places) > 0 || words.Face.Animal != "" ||
		len(wrap(words.Title, p.large, right-left, maxTitle)) == maxTitle {
		titleFont, titleHeight, maxTitle = p.medium, 50, maxSmallTitleLines
	}
	if len(words.Places) > manyPlaces {
		maxTitle = maxTitleAbovePlaces
	}
	title := wrap(words.Title, titleFont, right-left, maxTitle)
	text := wrap(words.Text, p.text, right-left, maxTextLines)
	places := words.Places[:min(len(words.Places), MaxPlaces)]

	height := len(title)*titleHeight + titleGap + len(text)*textHeight
	if words.Face.Animal != "" {
		height += faceHeight
	}
	placeHeight := 0
	if len(places) > 0 {
		height += placesGap
		placeHeight = min((bottom-top-height)/len(places), maxPlaceHeight)
		height += placeHeight * len(places)
	}

	// The text is a little above the middle.
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
	if err := encoder.Encode(&out, p.canvas.Paletted); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// place writes the line of a player. y is its top.
func (p *pen) place(place Place, y, height int) error {
	const faceMiddle, nameLeft, gap, maxNoteWidth = left + 66, left + 116, 20, 180
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
		end -= min(p.width(place.Note, p.text), maxNoteWidth)
		p.line(place.Note, end, baseline, maxNoteWidth, p.text, pale)
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
	source := image.Rect(
		0,
		0,
		cellSize,
		cellSize,
	).Add(
		image.Pt(cell%columns*cellSize, cell/columns*cellSize),
	).Inset(
		cellMargin,
	)
	xdraw.BiLinear.Scale(p.canvas, square, p.faces.drawn, source, xdraw.Over, nil)
}
