package linkpicture

import (
	"bytes"
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"sync"

	"archmage/internal/people/avatar"
)

// facesFile is a sheet of square cells, row by row: the animals in the order of
// [avatar.Animals], the discs of persons in each tint, the discs of bots in each tint, and a crown.
//
//go:embed faces.png
var facesFile []byte

const (
	cellSize   = 160
	cellMargin = 12 // pixels on each side that stay empty
	columns    = 6
)

// The first cell of each kind on the sheet.
var (
	animals = avatar.Animals()
	discs   = len(animals)
	cogs    = discs + avatar.Tints
	crown   = cogs + avatar.Tints
)

// sheet is the decoded facesFile. colours are its opaque colours.
type sheet struct {
	drawn   *image.RGBA
	colours color.Palette
}

// faceSheet decodes the sheet on the first call.
var faceSheet = sync.OnceValues(func() (*sheet, error) {
	file, err := png.Decode(bytes.NewReader(facesFile))
	if err != nil {
		return nil, err
	}
	s := &sheet{drawn: image.NewRGBA(file.Bounds())}
	draw.Draw(s.drawn, s.drawn.Bounds(), file, image.Point{}, draw.Src)
	colours, _ := file.ColorModel().(color.Palette)
	for _, each := range colours {
		if _, _, _, alpha := each.RGBA(); alpha == 0xffff {
			s.colours = append(s.colours, each)
		}
	}
	return s, nil
})

// cells returns the cells of the animal of a face and of the disc behind it.
func cells(f avatar.Face) (animal, disc int, err error) {
	animal = slices.Index(animals, f.Animal)
	if animal < 0 || f.Tint < 0 || f.Tint >= avatar.Tints {
		return 0, 0, fmt.Errorf("no drawing of the face %v", f)
	}
	if f.Bot {
		return animal, cogs + f.Tint, nil
	}
	return animal, discs + f.Tint, nil
}
