package patch

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"archmage/internal/strict"
)

// In this file the zero reflect.Value means that the document does not have the value.

// dereference returns the value or, for a pointer, the value that it points to. It returns the zero Value for a
// nil pointer.
func (p *plan) dereference(v reflect.Value) reflect.Value {
	if p.shape == pointer {
		return v.Elem()
	}
	return v
}

// valueIn returns the field of a struct, or the zero Value if the document does not have it.
func (f *field) valueIn(v reflect.Value) reflect.Value {
	if !v.IsValid() {
		return v
	}
	v = v.Field(f.index)
	if f.omitEmpty && isEmpty(v) || f.omitZero && v.IsZero() {
		return reflect.Value{}
	}
	return f.plan.dereference(v)
}

// isEmpty reports whether omitempty omits the value.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Map, reflect.Slice:
		return v.Len() == 0
	}
	return v.IsZero()
}

// appendChange appends the change from old to now. It appends nothing if they are equal, the whole value if old
// is missing, and null if now is missing.
func (p *plan) appendChange(buf []byte, old, now reflect.Value) []byte {
	switch {
	case !now.IsValid():
		if old.IsValid() {
			buf = append(buf, "null"...)
		}
		return buf
	case p.shape >= object:
		return p.appendMembers(buf, old, now)
	case old.IsValid() && p.equal(old, now):
		return buf
	}
	return p.appendValue(buf, now)
}

// equal compares two values that are not objects.
func (p *plan) equal(old, now reflect.Value) bool {
	switch p.shape {
	case boolean:
		return old.Bool() == now.Bool()
	case signed:
		return old.Int() == now.Int()
	case unsigned:
		return old.Uint() == now.Uint()
	case text:
		return old.String() == now.String()
	}
	if old.Len() != now.Len() || old.IsNil() != now.IsNil() {
		return false
	}
	if old.CanAddr() && now.CanAddr() {
		if x, ok := old.Addr().Interface().(*[]int); ok {
			return slices.Equal(*x, *now.Addr().Interface().(*[]int))
		}
	}
	for i := range now.Len() {
		if !p.elem.equal(old.Index(i), now.Index(i)) {
			return false
		}
	}
	return true
}

// appendValue appends a value that is not an object.
func (p *plan) appendValue(buf []byte, v reflect.Value) []byte {
	switch p.shape {
	case boolean:
		return strconv.AppendBool(buf, v.Bool())
	case signed:
		return strconv.AppendInt(buf, v.Int(), 10)
	case unsigned:
		return strconv.AppendUint(buf, v.Uint(), 10)
	case text:
		return strict.AppendString(buf, v.String())
	}
	p.refuseNil(v)
	buf = append(buf, '[')
	for i := range v.Len() {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = p.elem.appendValue(buf, v.Index(i))
	}
	return append(buf, ']')
}

// refuseNil panics if v, a slice or map, is nil, because JSON encodes it as null.
func (p *plan) refuseNil(v reflect.Value) {
	if v.IsNil() {
		panic(fmt.Sprintf("patch: a merge patch cannot set a member to null: a nil %v", p.typ))
	}
}

// appendMembers appends an object with the members that have changed, or nothing if none has.
func (p *plan) appendMembers(buf []byte, old, now reflect.Value) []byte {
	if p.shape == dict && old.IsValid() && old.IsNil() {
		if now.IsNil() {
			return buf
		}
		old = reflect.Value{}
	}
	start := len(buf)
	buf = append(buf, '{')
	switch p.shape {
	case table:
		buf = p.appendEntries(buf, old, now)
	case dict:
		buf = p.appendKeys(buf, old, now)
	case pointer: // now and old are dereferenced
		buf = p.elem.appendFields(buf, old, now)
	default:
		buf = p.appendFields(buf, old, now)
	}
	if len(buf) == start+1 && old.IsValid() {
		return buf[:start]
	}
	return append(buf, '}')
}

// compareBytes enables the quick comparison of haveSameBytes. Tests compare the results with and without it.
var compareBytes = true

// haveSameBytes reports whether two values of the given size have the same bytes. If so, they are equal. Equal
// values can have different bytes. Most parts of two documents have the same bytes, and this comparison is
// cheaper than one field by field. With it, the five patches of a move with four players take 4 µs instead of
// 20 µs. The server spends about 260 µs on a move.
func haveSameBytes(old, now unsafe.Pointer, size uintptr) bool {
	return compareBytes && bytes.Equal(unsafe.Slice((*byte)(old), size), unsafe.Slice((*byte)(now), size))
}

// appendFields appends the members of a struct that have changed.
func (p *plan) appendFields(buf []byte, old, now reflect.Value) []byte {
	var oldStart, nowStart unsafe.Pointer
	if old.IsValid() && old.CanAddr() && now.CanAddr() {
		oldStart, nowStart = old.Addr().UnsafePointer(), now.Addr().UnsafePointer()
	}
	for i := range p.fields {
		f := &p.fields[i]
		if oldStart != nil && haveSameBytes(unsafe.Add(oldStart, f.offset), unsafe.Add(nowStart, f.offset), f.size) {
			continue
		}
		oldValue, nowValue := f.valueIn(old), f.valueIn(now)
		if f.label == "" {
			buf = f.plan.appendFields(buf, oldValue, nowValue)
			continue
		}
		start := len(buf)
		buf = append(appendComma(buf), f.label...)
		buf = f.plan.completeMember(buf, start, oldValue, nowValue)
	}
	return buf
}

// completeMember appends the value of a member whose name begins at start. If the member has not changed, it
// removes the name again.
func (p *plan) completeMember(buf []byte, start int, old, now reflect.Value) []byte {
	value := len(buf)
	if buf = p.appendChange(buf, old, now); len(buf) == value {
		return buf[:start]
	}
	return buf
}

// appendEntry appends an entry of a table or map if it has changed.
func (p *plan) appendEntry(buf []byte, key string, old, now reflect.Value) []byte {
	start := len(buf)
	buf = append(strict.AppendString(appendComma(buf), key), ':')
	return p.elem.completeMember(buf, start, old, now)
}

// appendEntries appends the entries of a table that have changed. The entries of both tables are mostly in the
// same order. So appendEntries walks through both together, and searches only where the order differs.
func (p *plan) appendEntries(buf []byte, old, now reflect.Value) []byte {
	found := 0
	next := 0 // the probable index of the next entry in the old table
	size := p.typ.Elem().Size()
	for i := range now.Len() {
		if old.IsValid() && next < old.Len() &&
			haveSameBytes(
				unsafe.Add(old.UnsafePointer(), next*int(size)),
				unsafe.Add(now.UnsafePointer(), i*int(size)),
				size,
			) {
			found++
			next++
			continue
		}
		key := keyOf(now, i)
		var oldValue reflect.Value
		if index := find(old, key, next); index >= 0 {
			found++
			next = index + 1
			oldValue = p.valueOf(old, index)
		}
		buf = p.appendEntry(buf, key, oldValue, p.valueOf(now, i))
	}
	if !old.IsValid() || found == old.Len() {
		return buf
	}
	for i := range old.Len() {
		if key := keyOf(old, i); find(now, key, i) < 0 {
			buf = p.appendEntry(buf, key, p.valueOf(old, i), reflect.Value{})
		}
	}
	return buf
}

// keyOf returns the key of entry i of a table.
func keyOf(t reflect.Value, i int) string { return t.Index(i).Field(entryKey).String() }

// valueOf returns the value of entry i of a table, or the zero Value if the document does not have it.
func (p *plan) valueOf(t reflect.Value, i int) reflect.Value {
	return p.elem.dereference(t.Index(i).Field(entryValue))
}

// find returns the index of the entry with the key, or -1. The search starts at expected.
func find(t reflect.Value, key string, expected int) int {
	if !t.IsValid() {
		return -1
	}
	n := t.Len()
	for i := range n {
		if index := (expected + i) % n; keyOf(t, index) == key {
			return index
		}
	}
	return -1
}

// appendKeys appends the entries of a map that have changed, sorted by key.
func (p *plan) appendKeys(buf []byte, old, now reflect.Value) []byte {
	p.refuseNil(now)
	keys := map[string]reflect.Value{}
	for _, key := range now.MapKeys() {
		keys[key.String()] = key
	}
	if old.IsValid() {
		for _, key := range old.MapKeys() {
			keys[key.String()] = key
		}
	}
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		buf = p.appendEntry(buf, name, p.entryOf(old, keys[name]), p.entryOf(now, keys[name]))
	}
	return buf
}

// entryOf returns the value for a key in a map, or the zero Value if there is none.
func (p *plan) entryOf(m, key reflect.Value) reflect.Value {
	if !m.IsValid() {
		return m
	}
	if v := m.MapIndex(key); v.IsValid() {
		return p.elem.dereference(v)
	}
	return reflect.Value{}
}

// appendComma appends a comma unless the object is still empty. It is empty if buf ends in an opening brace,
// because no value does.
func appendComma(buf []byte) []byte {
	if buf[len(buf)-1] != '{' {
		buf = append(buf, ',')
	}
	return buf
}
