package puzzle

import (
	"bytes"
	"compress/gzip"
	_ "embed" // for the file of puzzles
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// format is the version of the file.
const format = 1

// maxFile is the greatest length of a file that is read, uncompressed.
const maxFile = 64 << 20

// Book is a list of puzzles with their matches.
type Book struct {
	Format  int      `json:"format"`
	Matches []Match  `json:"matches"`
	Puzzles []Puzzle `json:"puzzles"`
}

//go:embed puzzles.json.gz
var shipped []byte

// Shipped returns the puzzles that come with the program, made by "lab puzzles".
func Shipped() (*Book, error) { return Read(shipped) }

// New returns a book without puzzles.
func New() *Book { return &Book{Format: format} }

// Add adds the puzzles of a match that [Maker.Make] has returned, unless there are none.
func (b *Book) Add(m *Match, puzzles []Puzzle) {
	if len(puzzles) == 0 {
		return
	}
	b.Matches = append(b.Matches, *m)
	for _, p := range puzzles {
		p.Match = len(b.Matches) - 1
		b.Puzzles = append(b.Puzzles, p)
	}
}

// Join adds all puzzles of another book that are clear, except those that b has.
func (b *Book) Join(other *Book) {
	known := map[string]bool{}
	for i := range b.Puzzles {
		known[b.Puzzles[i].ID] = true
	}
	for i := range other.Matches {
		var added []Puzzle
		for _, p := range other.Puzzles {
			if p.Match == i && !known[p.ID] && IsClear(p.Answers) {
				sortOthers(p.Answers)
				added = append(added, p)
			}
		}
		b.Add(&other.Matches[i], added)
	}
}

// Sort orders the puzzles by game and id, so that the order of making them does not matter.
func (b *Book) Sort() {
	slices.SortFunc(b.Puzzles, func(a, c Puzzle) int { return strings.Compare(a.ID, c.ID) })
}

// Read reads a book from the contents of a file.
func Read(data []byte) (*Book, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("puzzle: read: %w", err)
	}
	var b Book
	if err := json.NewDecoder(io.LimitReader(r, maxFile)).Decode(&b); err != nil {
		return nil, fmt.Errorf("puzzle: read: %w", err)
	}
	if b.Format != format {
		return nil, fmt.Errorf("puzzle: the file has format %d, not %d", b.Format, format)
	}
	for i := range b.Puzzles {
		p := &b.Puzzles[i]
		if p.Match < 0 || p.Match >= len(b.Matches) || p.Step > len(b.Matches[p.Match].Moves) || len(p.Answers) < 2 {
			return nil, fmt.Errorf("puzzle: puzzle %s is incomplete", p.ID)
		}
	}
	return &b, nil
}

// Encode returns the contents of the file of the book. The same book has the same bytes.
func (b *Book) Encode() ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(w).Encode(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
