package picture

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"embed"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"sync"

	"golang.org/x/image/font/opentype"
)

// pieces are what pictures are made of: the typefaces and the faces of the client,
// which web/vendor.mjs writes.
//
//go:embed pieces/*/*.woff pieces/faces.svg
var pieces embed.FS

// A style is a typeface and its weight.
type style int

const (
	plain style = iota
	bold
	display
)

// fonts are read once.
var fonts = sync.OnceValues(func() (list [3]*opentype.Font, err error) {
	for i, name := range [...]string{
		plain:   "alegreya-sans/alegreya-sans-latin-500-normal",
		bold:    "alegreya-sans/alegreya-sans-latin-800-normal",
		display: "almendra/almendra-latin-700-normal",
	} {
		file, err := pieces.ReadFile("pieces/" + name + ".woff")
		if err != nil {
			return list, err
		}
		if file, err = sfnt(file); err != nil {
			return list, err
		}
		if list[i], err = opentype.Parse(file); err != nil {
			return list, err
		}
	}
	return list, nil
})

// sfnt returns the font in a WOFF 1.0 file: a directory of its tables, and the unpacked
// tables.
func sfnt(woff []byte) ([]byte, error) {
	const header, entry, most = 44, 20, 1 << 20
	if len(woff) < header || string(woff[:4]) != "wOFF" {
		return nil, errors.New("no WOFF file")
	}
	number := int(binary.BigEndian.Uint16(woff[12:]))
	if len(woff) < header+number*entry {
		return nil, errors.New("a WOFF file that ends in its directory")
	}
	type table struct {
		tag, sum []byte
		data     []byte
	}
	tables := make([]table, number)
	for i := range tables {
		at := woff[header+i*entry:]
		offset, packed, size := binary.BigEndian.Uint32(
			at[4:],
		), binary.BigEndian.Uint32(
			at[8:],
		), binary.BigEndian.Uint32(
			at[12:],
		)
		if uint64(offset)+uint64(packed) > uint64(len(woff)) || size > most {
			return nil, errors.New("a WOFF file whose tables are not in it")
		}
		data := woff[offset : offset+packed]
		if packed < size {
			r, err := zlib.NewReader(bytes.NewReader(data))
			if err != nil {
				return nil, err
			}
			data = make([]byte, size)
			if _, err := io.ReadFull(r, data); err != nil {
				return nil, err
			}
		}
		tables[i] = table{at[:4], at[16:20], data}
	}
	slices.SortFunc(tables, func(a, b table) int { return cmp.Compare(string(a.tag), string(b.tag)) })
	out := slices.Clone(woff[4:8])
	out = binary.BigEndian.AppendUint16(out, uint16(number))
	out = append(out, make([]byte, 6)...) // for binary searches, which the reader does without
	offset := len(out) + 16*number
	for _, t := range tables {
		out = append(append(out, t.tag...), t.sum...)
		out = binary.BigEndian.AppendUint32(out, uint32(offset))
		out = binary.BigEndian.AppendUint32(out, uint32(len(t.data)))
		offset += (len(t.data) + 3) / 4 * 4
	}
	for _, t := range tables {
		out = append(append(out, t.data...), make([]byte, -len(t.data)&3)...)
	}
	return out, nil
}
