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
	"slices"

	xdraw "golang.org/x/image/draw"

	"archmage/internal/people/avatar"
)

// Width and Height are the size of a picture in pixels.
const (
	Width  = 1200
	Height = 630
)

// Version is increased when the same words give another picture.
const Version = 2

// MaxPlaces is the number of places that fit on a picture.
const MaxPlaces = 8

// Words is the text of a picture, with its faces.
type Words struct {
	// Site is the name of the server. Title is the title of the page. Text has one or two
	// sentences that are written below the title.
	Site, Title, Text string
	// Logo is drawn beside the name of the server, unless it is nil.
	Logo image.Image
	// Colour is a dark ground for the line with the name of the server, unless it is the zero value.
	Colour color.RGBA
	// Face is drawn above the title, unless it is the zero value.
	Face avatar.Face
	// Places lists the players of a match, the best first. At most MaxPlaces are shown.
	Places []Place
}

// Place is the result of a player.
type Place struct {
	// Rank is 0 if the match has no result.
	Rank int
	Face avatar.Face
	Name string
	// Score is written if there is a rank.
	Score string
	// Note is the reason why the player has lost regardless of the score, or "" if the score
	// decides.
	Note string
}

// Base is a picture without words, in at most 256 colours.
type Base struct {
	picture *image.Paletted
	// own is the number of colours of the palette that are not of faces.
	own int
}

// The colours of the paper and of the text on it (web/linkpictures.mjs).
var (
	paper  = color.RGBA{0xf8, 0xed, 0xd3, 0xff}
	ink    = color.RGBA{0x2a, 0x1d, 0x12, 0xff}
	pale   = color.RGBA{0x5a, 0x46, 0x30, 0xff}
	accent = color.RGBA{0x7a, 0x3a, 0x12, 0xff}
	// light is the colour of text on the colour of a club.
	light = color.RGBA{0xff, 0xf3, 0xd6, 0xff}
)

// inkSteps is the number of colours that text in one ink adds to a palette.
const inkSteps = 4

// inks are the colours that text adds to a palette: each ink, and its mixtures with paper for the edges of
// letters.
var inks = func() (list color.Palette) {
	for _, each := range []color.RGBA{ink, pale, accent} {
		list = append(list, each)
		list = append(list, mixtures(each, paper, inkSteps)[:inkSteps-1]...)
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
	own := len(drawn.Palette)
	drawn.Palette = append(drawn.Palette, farthest(drawn.Palette, faces.colours, maxColours-own)...)
	return &Base{drawn, own}, nil
}

// maxLogoColours is the maximum number of colours that a logo adds to a palette.
const maxLogoColours = 48

// withColours returns the base with other colours in the palette, in place of some of those of faces. Of colours
// that are too many, those remain that are farthest from all others.
func (b *Base) withColours(colours color.Palette, limit int) *Base {
	drawn := *b.picture
	drawn.Palette = slices.Clone(drawn.Palette[:b.own])
	free := min(limit, maxColours-b.own)
	drawn.Palette = append(drawn.Palette, farthest(drawn.Palette, colours, free)...)
	own := len(drawn.Palette)
	rest := b.picture.Palette[b.own:]
	drawn.Palette = append(drawn.Palette, rest[:min(len(rest), maxColours-own)]...)
	return &Base{&drawn, own}
}

// mixtures returns the colours from one colour to another in equal steps, without the first one.
func mixtures(from, to color.RGBA, steps int) (list color.Palette) {
	for step := 1; step <= steps; step++ {
		mix := func(a, b uint8) uint8 { return uint8((int(a)*(steps-step) + int(b)*step) / steps) }
		list = append(list, color.RGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), 0xff})
	}
	return list
}

// coloursOf returns the opaque colours of a small copy of a picture, and their mixtures with the ground for its
// edges.
func coloursOf(picture image.Image, ground color.RGBA) (colours color.Palette) {
	const edge = 24
	small := image.NewNRGBA(image.Rect(0, 0, edge, edge))
	xdraw.ApproxBiLinear.Scale(small, small.Bounds(), picture, picture.Bounds(), xdraw.Src, nil)
	seen := map[color.NRGBA]bool{}
	for at := range edge * edge {
		each := small.NRGBAAt(at%edge, at/edge)
		if each.A < 0x80 || seen[each] {
			continue
		}
		seen[each] = true
		mix := func(a, b uint8) uint8 { return uint8((int(a)*int(each.A) + int(b)*(0xff-int(each.A))) / 0xff) }
		colours = append(colours, color.RGBA{mix(each.R, ground.R), mix(each.G, ground.G), mix(each.B, ground.B), 0xff})
	}
	return colours
}

// The part of the paper for text. The name of the server is above it, beside
// the mark of the program.
const (
	left, right, top, bottom = 572, 1120, 140, 570
	siteLeft, siteLine       = 632, 109
	// The logo is at the right end of the line with the name of the server.
	logoTop, maxLogoWidth, maxLogoHeight = 62, 176, 64
	logoGap                              = 16
)

// band is the part of the paper with the name of the server, inside the frame of the paper.
var band = image.Rect(544, 52, 1149, 128)

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
	ground, siteInk := paper, accent
	if words.Colour.A > 0 {
		ground, siteInk = words.Colour, light
		b = b.withColours(append(mixtures(light, ground, inkSteps), light), inkSteps+1)
	}
	if words.Logo != nil {
		b = b.withColours(coloursOf(words.Logo, ground), maxLogoColours)
	}
	p, err := newPen(b)
	if err != nil {
		return nil, err
	}
	defer p.close()
	if words.Colour.A > 0 {
		p.fillPaper(band, words.Colour)
	}
	siteRight := right
	if words.Logo != nil {
		siteRight = p.logo(words.Logo) - logoGap
	}
	p.line(words.Site, siteLeft, siteLine, siteRight-siteLeft, p.small, siteInk)

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
		end -= p.width(place.Score, p.small)
		p.line(place.Score, end, baseline, right-end, p.small, ink)
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

// fillPaper gives a part of the paper another colour. What is drawn on the paper stays.
func (p *pen) fillPaper(part image.Rectangle, colour color.RGBA) {
	from := uint8(p.canvas.Palette.Index(p.canvas.At(part.Max.X-1, part.Max.Y-1)))
	to := uint8(p.canvas.Palette.Index(colour))
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if p.canvas.ColorIndexAt(x, y) == from {
				p.canvas.SetColorIndex(x, y, to)
			}
		}
	}
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

// logo draws a logo and returns its left edge.
func (p *pen) logo(logo image.Image) (x int) {
	size := logo.Bounds().Size()
	width, height := maxLogoHeight*size.X/size.Y, maxLogoHeight
	if width > maxLogoWidth {
		width, height = maxLogoWidth, max(1, maxLogoWidth*size.Y/size.X)
	}
	y := logoTop + (maxLogoHeight-height)/2
	place := image.Rect(right-width, y, right, y+height)
	xdraw.CatmullRom.Scale(p.canvas, place, logo, logo.Bounds(), xdraw.Over, nil)
	return place.Min.X
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
