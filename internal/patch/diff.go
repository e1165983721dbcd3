package patch

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A member that is not there is the zero reflect.Value.

// resolve returns the value, or the zero reflect.Value if it is a nil pointer.
func (p *plan) resolve(v reflect.Value) reflect.Value {
	for q, at := p, v; q.shape == pointer; q = q.elem {
		if at.IsNil() {
			return reflect.Value{}
		}
		at = at.Elem()
	}
	return v
}

// of returns the value of the field in a struct, if it is there.
func (f *field) of(v reflect.Value) reflect.Value {
	for i, n := range f.path {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return reflect.Value{}
			}
			v = v.Elem()
		}
		v = v.Field(n)
	}
	if (f.omitEmpty && empty(v)) || (f.omitZero && f.zero(v)) {
		return reflect.Value{}
	}
	return f.plan.resolve(v)
}

// empty reports whether omitempty leaves the value out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Interface, reflect.Pointer:
		return v.IsNil()
	}
	return scalarShape(v.Type()) <= decimal && v.IsZero()
}

// zero reports whether omitzero leaves the value out.
func (f *field) zero(v reflect.Value) bool {
	if f.isZero != nil {
		return f.isZero(v)
	}
	return v.IsZero()
}

// diff writes how old becomes now and reports whether they differ. Neither is
// a nil pointer. If they do not differ, nothing is written.
func (p *plan) diff(w *writer, old, now reflect.Value) bool {
	switch p.shape {
	case object:
		return p.diffObject(w, old, now)
	case table:
		return p.diffTable(w, old, now)
	case dict:
		if old.IsNil() || now.IsNil() {
			break
		}
		return p.diffDict(w, old, now)
	case pointer:
		if old.UnsafePointer() == now.UnsafePointer() {
			return false
		}
		return p.elem.diff(w, old.Elem(), now.Elem())
	case foreign:
		return w.diffJSON(encode(old), encode(now))
	}
	if p.same(old, now) {
		return false
	}
	p.write(w, now)
	return true
}

// same reports whether two values that are not compared member by member are
// equal.
func (p *plan) same(old, now reflect.Value) bool {
	switch p.shape {
	case boolean:
		return old.Bool() == now.Bool()
	case signed:
		return old.Int() == now.Int()
	case unsigned:
		return old.Uint() == now.Uint()
	case floating:
		return old.Float() == now.Float()
	case text, decimal:
		return old.String() == now.String()
	case quoted:
		return p.elem.same(old, now)
	case list:
		return p.sameList(old, now)
	case dict: // one of them is nil
		return old.IsNil() && now.IsNil()
	}
	panic("patch: compared as a whole: " + p.typ.String())
}

// unchanged reports whether a member is a scalar that did not change. It saves
// writing the name for the most frequent case.
func (p *plan) unchanged(old, now reflect.Value) bool {
	return p.shape <= decimal && old.IsValid() && now.IsValid() && p.same(old, now)
}

func (p *plan) sameList(old, now reflect.Value) bool {
	if old.Len() != now.Len() || old.Kind() == reflect.Slice && old.IsNil() != now.IsNil() {
		return false
	}
	if now.Kind() == reflect.Slice && sameBytes(old.UnsafePointer(), now.UnsafePointer(), uintptr(now.Len())*p.elem.typ.Size()) {
		return true
	}
	for i := range now.Len() {
		if !p.elem.same(old.Index(i), now.Index(i)) {
			return false
		}
	}
	return true
}

func (p *plan) diffObject(w *writer, old, now reflect.Value) bool {
	start := w.open()
	m := memoryOf(old, now)
	for i := range p.fields {
		f := &p.fields[i]
		if f.inside && m.same(f.offset, f.size) {
			continue
		}
		before, after := f.of(old), f.of(now)
		if f.plan.unchanged(before, after) {
			continue
		}
		w.diffMember(p, w.label(f.label), f.plan, before, after)
	}
	return w.closeDiff(start)
}

// diffTable goes through both tables at once, as their entries are mostly in
// the same order, and searches where they are not.
func (p *plan) diffTable(w *writer, old, now reflect.Value) bool {
	before, after := entriesOf(old), entriesOf(now)
	if before.n == after.n && sameBytes(before.base, after.base, uintptr(after.n)*after.size) {
		return false
	}
	start := w.open()
	found := 0
	next := 0 // where the next entry is expected in the old table
	for i := range after.n {
		key := after.key(i)
		var x reflect.Value
		if at := before.find(key, next); at < before.n {
			found++
			next = at + 1
			if sameBytes(before.entry(at), after.entry(i), after.size) {
				continue
			}
			x = p.value(old, at)
		}
		y := p.value(now, i)
		if p.elem.unchanged(x, y) {
			continue
		}
		w.diffMember(p, w.key(key), p.elem, x, y)
	}
	if found < before.n {
		p.diffGone(w, old, before, after)
	}
	return w.closeDiff(start)
}

// diffGone writes the entries of a table that are not there any more.
func (p *plan) diffGone(w *writer, old reflect.Value, before, after entries) {
	next := 0
	for i := range before.n {
		key := before.key(i)
		if at := after.find(key, next); at < after.n {
			next = at + 1
			continue
		}
		w.diffMember(p, w.key(key), p.elem, p.value(old, i), reflect.Value{})
	}
}

// value returns the value of entry i of a table, if it is there.
func (p *plan) value(t reflect.Value, i int) reflect.Value {
	return p.elem.resolve(t.Index(i).Field(entryValue))
}

func (p *plan) diffDict(w *writer, old, now reflect.Value) bool {
	start := w.open()
	for _, key := range sortedKeys(old, now) {
		before, after := p.entry(old, key), p.entry(now, key)
		w.diffMember(p, w.key(key.String()), p.elem, before, after)
	}
	return w.closeDiff(start)
}

// entry returns the value of a map for a key, if it is there.
func (p *plan) entry(m, key reflect.Value) reflect.Value {
	if v := m.MapIndex(key); v.IsValid() {
		return p.elem.resolve(v)
	}
	return reflect.Value{}
}

// sortedKeys returns the keys of all the maps.
func sortedKeys(maps ...reflect.Value) []reflect.Value {
	var keys []reflect.Value
	for _, m := range maps {
		keys = append(keys, m.MapKeys()...)
	}
	slices.SortFunc(keys, func(x, y reflect.Value) int { return strings.Compare(x.String(), y.String()) })
	return slices.CompactFunc(keys, func(x, y reflect.Value) bool { return x.String() == y.String() })
}

// write writes a value, which is not a nil pointer, as a patch sets it.
func (p *plan) write(w *writer, v reflect.Value) {
	switch p.shape {
	case boolean:
		w.buf = strconv.AppendBool(w.buf, v.Bool())
	case signed:
		w.buf = strconv.AppendInt(w.buf, v.Int(), 10)
	case unsigned:
		w.buf = strconv.AppendUint(w.buf, v.Uint(), 10)
	case floating, decimal:
		w.buf = append(w.buf, encode(v)...)
	case text:
		w.buf = appendString(w.buf, v.String())
	case quoted:
		inner := writer{}
		p.elem.write(&inner, v)
		w.buf = appendString(w.buf, string(inner.buf))
	case list:
		p.writeList(w, v)
	case object:
		w.open()
		for i := range p.fields {
			f := &p.fields[i]
			w.writeMember(p, w.label(f.label), f.plan, f.of(v))
		}
		w.text("}")
	case table:
		w.open()
		for i := range v.Len() {
			w.writeMember(p, w.key(v.Index(i).Field(entryKey).String()), p.elem, p.value(v, i))
		}
		w.text("}")
	case dict:
		p.writeDict(w, v)
	case pointer:
		p.elem.write(w, v.Elem())
	case foreign:
		w.writeJSON(encode(v))
	}
}

func (p *plan) writeList(w *writer, v reflect.Value) {
	if v.Kind() == reflect.Slice && v.IsNil() {
		w.text("null")
		return
	}
	w.text("[")
	for i := range v.Len() {
		if i > 0 {
			w.text(",")
		}
		p.elem.write(w, v.Index(i))
	}
	w.text("]")
}

func (p *plan) writeDict(w *writer, v reflect.Value) {
	if v.IsNil() {
		w.text("null")
		return
	}
	w.open()
	for _, key := range sortedKeys(v) {
		w.writeMember(p, w.key(key.String()), p.elem, p.entry(v, key))
	}
	w.text("}")
}

// encode returns what encoding/json makes of a value in its place.
func encode(v reflect.Value) []byte {
	if v.CanAddr() {
		v = v.Addr()
	}
	return marshal(v.Interface())
}

func marshal(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Errorf("patch: %w", err))
	}
	return data
}
