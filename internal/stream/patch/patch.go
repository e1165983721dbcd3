// Package patch computes and applies JSON merge patches (RFC 7396). A merge patch turns one JSON document into
// another. It has the changed members with their new values, the removed members with null, and no other members.
//
// [Diff] compares two Go values of the same type, such as two views of a match, field by field and without
// encoding them. The package must not import any package of the project except strict.
//
// # Supported types
//
// [Diff] supports the types that views are made of, and panics for others:
//
//   - Structs, by value or behind a pointer, maps with string keys, and tables
//     (see game.Table). They are objects, and are compared member by member. A table is
//     a slice of entries {Key string; Value V} with a MarshalJSON that writes an
//     object. Its keys must be distinct.
//   - Booleans, integers and strings, and slices of them, which are replaced as
//     a whole.
//
// All fields of a struct are exported fields or embedded structs. A tag can have a name and omitempty or
// omitzero, as for encoding/json.
//
// # Null
//
// In a merge patch, null means that a member is removed. A patch cannot give a member the value null. A nil
// pointer therefore counts as a missing member, even without omitempty. A nil slice or map is allowed only with
// omitempty or omitzero.
package patch

import (
	"fmt"
	"reflect"
)

// Diff returns the merge patch, as compact JSON, that turns the JSON of before into the JSON of after. It
// returns nil if they are equal. Diff does not change or keep its arguments.
//
// Diff is safe for concurrent use. It panics if the types differ or only one argument is nil, if it does not
// support the type, or if a patch would have to set a member to null for a nil slice or map.
func Diff(before, after any) []byte {
	// Most patches are shorter than 256 bytes.
	if change := AppendDiff(make([]byte, 0, 256), before, after); len(change) > 0 {
		return change
	}
	return nil
}

// AppendDiff appends the result of Diff to buf. It appends nothing if before and after are equal.
func AppendDiff(buf []byte, before, after any) []byte {
	if before == nil && after == nil {
		return buf
	}
	old, now := reflect.ValueOf(before), reflect.ValueOf(after)
	if before == nil || after == nil || old.Type() != now.Type() {
		panic(fmt.Sprintf("patch: documents of two types, %T and %T", before, after))
	}
	p := planOf(now.Type())
	old, now = p.dereference(old), p.dereference(now)
	return p.appendChange(buf, old, now)
}
