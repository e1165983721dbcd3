package main

import (
	"bytes"
	"encoding/json"
	"io"
)

// lineWidth is the maximum length, in bytes, of a line with a whole list or object.
const lineWidth = 110

// indentTo writes a compact JSON value with indentation. A value that fits on a line stays on one line. A list
// without lists or objects in it stays on one line, too, whatever its length.
func indentTo(w io.Writer, compact []byte) error {
	p := indenter{in: bytes.TrimSpace(compact)}
	p.value(0, 0)
	p.out.WriteByte('\n')
	_, err := w.Write(p.out.Bytes())
	return err
}

// indenter formats compact JSON, which must be valid.
type indenter struct {
	in     []byte
	offset int
	out    bytes.Buffer
}

// value copies the value at the offset. used is the number of bytes on the line before the value, without the
// indentation of the line.
func (p *indenter) value(depth, used int) {
	end, flat := p.valueEnd()
	if open := p.in[p.offset]; open != '{' && open != '[' || end-p.offset == 2 ||
		open == '[' && flat || 2*depth+used+end-p.offset <= lineWidth {
		p.copyLine(end)
		return
	}
	p.copy(1)
	for {
		p.newLine(depth + 1)
		lineStart := p.out.Len()
		if p.in[p.offset] == '"' {
			if length := stringLength(p.in[p.offset:]); p.in[p.offset+length] == ':' {
				p.copy(length + 1)
				p.out.WriteByte(' ')
			}
		}
		p.value(depth+1, p.out.Len()-lineStart)
		hasNext := p.in[p.offset] == ','
		if hasNext {
			p.copy(1)
			continue
		}
		p.newLine(depth)
		p.copy(1)
		return
	}
}

// valueEnd returns the end of the value at the offset. flat is true if the value contains no list or object.
func (p *indenter) valueEnd() (end int, flat bool) {
	depth, deepest := 0, 0
	for i := p.offset; i < len(p.in); i++ {
		switch p.in[i] {
		case '"':
			i += stringLength(p.in[i:]) - 1
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			depth--
		}
		// A number, true, false or null ends before the next separator.
		if depth == 0 && (i+1 == len(p.in) || bytes.IndexByte([]byte(",]}"), p.in[i+1]) >= 0) {
			return i + 1, deepest <= 1
		}
	}
	return len(p.in), deepest <= 1
}

// copyLine copies up to end on one line, with a space after each comma and colon.
func (p *indenter) copyLine(end int) {
	for p.offset < end {
		switch c := p.in[p.offset]; c {
		case '"':
			p.copy(stringLength(p.in[p.offset:]))
		case ',', ':':
			p.copy(1)
			p.out.WriteByte(' ')
		default:
			p.copy(1)
		}
	}
}

func (p *indenter) copy(n int) {
	p.out.Write(p.in[p.offset : p.offset+n])
	p.offset += n
}

func (p *indenter) newLine(depth int) {
	p.out.WriteByte('\n')
	for range depth {
		p.out.WriteString("  ")
	}
}

// stringLength returns the length of the JSON string at the start of data, with its quotes.
func stringLength(data []byte) int {
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// writeIndented writes a value as indented JSON.
func writeIndented(w io.Writer, value any) error {
	compact, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return indentTo(w, compact)
}
