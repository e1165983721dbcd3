package picture

import (
	"bytes"
	_ "embed"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"sync"

	"archmage/internal/face"
)

// facesFile is a sheet of faces in square cells, by rows: the animals in the order of
// [face.Animals], the discs of people in each tint, those of bots, and a crown.
//
//go:embed faces.png
var facesFile []byte

const (
	cellSize   = 160
	cellMargin = 12 // which is empty
	columns    = 6
)

// The cells of the sheet.
var (
	animals = face.Animals()
	discs   = len(animals)
	cogs    = discs + face.Tints
	crown   = cogs + face.Tints
)

// faceSheet returns the sheet of faces, which is decoded once.
var faceSheet = sync.OnceValues(func() (*image.RGBA, error) {
	file, err := png.Decode(bytes.NewReader(facesFile))
	if err != nil {
		return nil, err
	}
	sheet := image.NewRGBA(file.Bounds())
	draw.Draw(sheet, sheet.Bounds(), file, image.Point{}, draw.Src)
	return sheet, nil
})

// cells returns the cells of a face's animal and of the disc behind it.
func cells(f face.Face) (animal, disc int, err error) {
	animal = slices.Index(animals, f.Animal)
	if animal < 0 || f.Tint < 0 || f.Tint >= face.Tints {
		return 0, 0, fmt.Errorf("no drawing of the face %v", f)
	}
	if f.Bot {
		return animal, cogs + f.Tint, nil
	}
	return animal, discs + f.Tint, nil
}
