package patch

import (
	"bytes"
	"fmt"
	"reflect"
)

// writer builds the text of a patch.
type writer struct{ buf []byte }

func (w *writer) text(s string) { w.buf = append(w.buf, s...) }

// open begins an object and returns where.
func (w *writer) open() int {
	w.buf = append(w.buf, '{')
	return len(w.buf) - 1
}

// closeDiff ends an object that says what changed and reports whether anything
// did. If not, the object is taken back.
func (w *writer) closeDiff(start int) bool {
	if len(w.buf) == start+1 {
		w.buf = w.buf[:start]
		return false
	}
	w.buf = append(w.buf, '}')
	return true
}

// label begins a member, whose name is JSON with the colon already, and
// returns where.
func (w *writer) label(name string) int {
	start := w.comma()
	w.text(name)
	return start
}

// key begins a member and returns where.
func (w *writer) key(name string) int {
	start := w.comma()
	w.buf = append(appendString(w.buf, name), ':')
	return start
}

// comma separates a member from the one before, if there is one. No value ends
// in an opening brace.
func (w *writer) comma() int {
	start := len(w.buf)
	if w.buf[start-1] != '{' {
		w.buf = append(w.buf, ',')
	}
	return start
}

// diffMember completes a member of p that began at start, or takes it back if
// it did not change.
func (w *writer) diffMember(p *plan, start int, member *plan, old, now reflect.Value) {
	value := len(w.buf)
	switch {
	case !now.IsValid() && !old.IsValid():
		w.buf = w.buf[:start]
	case !now.IsValid():
		w.text("null")
	case !old.IsValid():
		member.write(w, now)
		w.refuseNull(start, value, p.typ)
	case member.diff(w, old, now):
		w.refuseNull(start, value, p.typ)
	default:
		w.buf = w.buf[:start]
	}
}

// writeMember completes a member of p that began at start, or takes it back if
// it is not there.
func (w *writer) writeMember(p *plan, start int, member *plan, v reflect.Value) {
	value := len(w.buf)
	if !v.IsValid() {
		w.buf = w.buf[:start]
		return
	}
	member.write(w, v)
	w.refuseNull(start, value, p.typ)
}

// refuseNull panics if the member that began at start was given the value null.
func (w *writer) refuseNull(start, value int, in reflect.Type) {
	if string(w.buf[value:]) == "null" {
		member := bytes.TrimPrefix(w.buf[start:], []byte(","))
		panic(fmt.Sprintf("patch: a merge patch cannot set a member to null: %s in %v", member, in))
	}
}

// appendString appends a string as encoding/json writes it.
func appendString(dst []byte, s string) []byte {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return append(dst, marshal(s)...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}
