package patch

import (
	"reflect"
	"unsafe"
)

// Most of two views is the same, down to the pointers of their strings. Values
// of one type with the same bytes are equal whatever the type: scalars are, and
// equal pointers lead to the same place. Other bytes say nothing; then the
// values themselves are compared. Nothing else here depends on memory.

// sameBytes reports whether n bytes at two places are the same.
func sameBytes(x, y unsafe.Pointer, n uintptr) bool {
	return unsafe.String((*byte)(x), n) == unsafe.String((*byte)(y), n)
}

// memory is where two structs of one type are, if that is known.
type memory struct{ old, now unsafe.Pointer }

// memoryOf returns where two values are.
func memoryOf(old, now reflect.Value) memory {
	if !old.CanAddr() || !now.CanAddr() {
		return memory{}
	}
	return memory{old.Addr().UnsafePointer(), now.Addr().UnsafePointer()}
}

// same reports whether the bytes at an offset are known to be the same.
func (m memory) same(offset, size uintptr) bool {
	return m.now != nil && sameBytes(unsafe.Add(m.old, offset), unsafe.Add(m.now, offset), size)
}

// entries are the entries of a table, of which each has its key first.
type entries struct {
	base unsafe.Pointer
	n    int
	size uintptr
}

// entriesOf returns the entries of a table.
func entriesOf(t reflect.Value) entries {
	return entries{t.UnsafePointer(), t.Len(), t.Type().Elem().Size()}
}

func (e entries) entry(i int) unsafe.Pointer { return unsafe.Add(e.base, uintptr(i)*e.size) }

func (e entries) key(i int) string { return *(*string)(e.entry(i)) }

// find returns the index of the entry with the key, or the number of entries.
// It looks at the expected place first.
func (e entries) find(key string, expected int) int {
	for i := range e.n {
		at := expected + i
		if at >= e.n {
			at -= e.n
		}
		if e.key(at) == key {
			return at
		}
	}
	return e.n
}
