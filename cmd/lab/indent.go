package main

import (
	"bytes"
	"encoding/json"
	"io"
)

// lineWidth is the number of characters up to which a JSON value stays on one
// line.
const lineWidth = 110

// indentTo writes one compact JSON value for people to read: what is short, and
// every list of nothing but numbers and texts, stays on one line.
func indentTo(w io.Writer, compact []byte) error {
	p := indenter{in: bytes.TrimSpace(compact)}
	p.value(0, 0)
	p.out.WriteByte('\n')
	_, err := w.Write(p.out.Bytes())
	return err
}

// indenter reads compact JSON that is known to be valid.
type indenter struct {
	in  []byte
	at  int
	out bytes.Buffer
}

// value copies the value at the reader's place. used is the number of
// characters that stand on the line before it, its indentation besides.
func (p *indenter) value(depth, used int) {
	end, flat := p.extent()
	if open := p.in[p.at]; open != '{' && open != '[' || end-p.at == 2 ||
		open == '[' && flat || 2*depth+used+end-p.at <= lineWidth {
		p.line(end)
		return
	}
	p.copy(1)
	for {
		p.newLine(depth + 1)
		key := p.out.Len()
		if p.in[p.at] == '"' {
			if length := stringLength(p.in[p.at:]); p.in[p.at+length] == ':' {
				p.copy(length + 1)
				p.out.WriteByte(' ')
			}
		}
		p.value(depth+1, p.out.Len()-key)
		more := p.in[p.at] == ','
		if more {
			p.copy(1)
			continue
		}
		p.newLine(depth)
		p.copy(1)
		return
	}
}

// extent returns where the value at the reader's place ends, and whether no
// list or object is inside it.
func (p *indenter) extent() (end int, flat bool) {
	depth, deepest := 0, 0
	for at := p.at; at < len(p.in); at++ {
		switch p.in[at] {
		case '"':
			at += stringLength(p.in[at:]) - 1
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			depth--
		}
		// A value without brackets ends before what comes behind it.
		if depth == 0 && (at+1 == len(p.in) || bytes.IndexByte([]byte(",]}"), p.in[at+1]) >= 0) {
			return at + 1, deepest <= 1
		}
	}
	return len(p.in), deepest <= 1
}

// line copies up to end on one line, with a space behind each comma and colon.
func (p *indenter) line(end int) {
	for p.at < end {
		switch c := p.in[p.at]; c {
		case '"':
			p.copy(stringLength(p.in[p.at:]))
		case ',', ':':
			p.copy(1)
			p.out.WriteByte(' ')
		default:
			p.copy(1)
		}
	}
}

func (p *indenter) copy(n int) {
	p.out.Write(p.in[p.at : p.at+n])
	p.at += n
}

func (p *indenter) newLine(depth int) {
	p.out.WriteByte('\n')
	for range depth {
		p.out.WriteString("  ")
	}
}

// stringLength returns the length of the JSON string that data begins with.
func stringLength(data []byte) int {
	for at := 1; at < len(data); at++ {
		switch data[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(data)
}

// writeIndented writes a value as JSON for people to read.
func writeIndented(w io.Writer, value any) error {
	compact, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return indentTo(w, compact)
}
