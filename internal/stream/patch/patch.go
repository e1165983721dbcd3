// Package patch computes and applies JSON merge patches (RFC 7396). A merge patch says how one JSON
// document becomes another: it has the changed members with their new values, the removed members
// with null, and no others.
//
// [Diff] compares two Go values of the same type, as two views of a match are,
// field by field, without encoding or decoding them. It imports no game and
// nothing else of the project.
//
// # Which types it takes
//
// The types of views, and no others:
//
//   - Structs, by value or behind a pointer, maps with string keys, and tables
//     (see game.Table): they are objects, compared member by member. A table is
//     a slice of entries {Key string; Value V} with a MarshalJSON that writes an
//     object; its keys must differ from each other.
//   - Booleans, integers and strings, and slices of them, which are replaced as
//     a whole.
//
// All fields of a struct are exported, or embedded structs. A tag may give a
// name and omitempty or omitzero, as for encoding/json.
//
// # What a patch cannot say
//
// In a merge patch null means that a member vanishes; it cannot give a member
// the value null. A nil pointer therefore counts as a member that is not there,
// also without omitempty. A nil slice or map without either is not allowed.
package patch

import (
	"fmt"
	"reflect"
)

// Diff returns the merge patch, as compact JSON, that turns the JSON of before into the JSON of
// after, or nil if they are equal. Both must be of the same type, or both nil. Diff does not change
// or keep them.
//
// Diff may be used from many goroutines at once. It panics if the types differ,
// if the package does not take the type (see the package comment), or if a slice
// or map is nil that a patch would have to set to null.
func Diff(before, after any) []byte {
	// Most patches are shorter than 256 bytes.
	if change := AppendDiff(make([]byte, 0, 256), before, after); len(change) > 0 {
		return change
	}
	return nil
}

// AppendDiff appends the result of Diff to buf: nothing if before and after are equal.
func AppendDiff(buf []byte, before, after any) []byte {
	if before == nil && after == nil {
		return buf
	}
	old, now := reflect.ValueOf(before), reflect.ValueOf(after)
	if before == nil || after == nil || old.Type() != now.Type() {
		panic(fmt.Sprintf("patch: documents of two types, %T and %T", before, after))
	}
	p := planOf(now.Type())
	old, now = p.present(old), p.present(now)
	return p.appendChange(buf, old, now)
}
