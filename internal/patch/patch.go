// Package patch computes and applies JSON merge patches (RFC 7396), which say
// how one JSON document becomes another: members that changed with their new
// value, members that vanished with null, all others not at all.
//
// [Diff] compares two Go values of the same type, as two views of a match are,
// field by field, without encoding or decoding them. It imports no game and
// nothing else of the project.
//
// # What is compared how
//
// A value counts as what encoding/json makes of it, with the same tags
// (omitempty, omitzero, string) and the same rules for embedded structs.
//
//   - Structs, maps with string keys and tables are objects and are compared
//     member by member. A table is an ordered slice of keyed entries such as
//     game.Table; its keys must differ from each other. The order of the
//     members of an object is not compared: it means nothing in JSON.
//   - Arrays and slices of bool, numbers or strings are replaced as a whole.
//   - Everything else (types with a MarshalJSON or MarshalText of their own,
//     interfaces, arrays of anything but those scalars, maps with other keys)
//     is compared by its JSON, which is much slower.
//
// # What a patch cannot say
//
// In a merge patch null means that a member vanishes; it cannot give a member
// the value null. A nil pointer therefore counts as a member that is not there,
// also without omitempty. Where a patch would have to set a member to any other
// null (a nil slice or map without omitempty, a nil interface, a MarshalJSON
// that writes null), Diff panics; such a type is not made for patches.
package patch

import "reflect"

// Diff returns the merge patch, as compact JSON, that turns the JSON of before
// into the JSON of after, or nil if they are equal. Both should be of the same
// type, which must not contain cycles of pointers. Neither is changed or kept.
//
// Diff may be used from many goroutines at once. It panics if a value cannot be
// encoded as JSON (a channel, NaN) or if no merge patch can express the change;
// the package comment says when that is.
func Diff(before, after any) []byte {
	// Most patches are shorter than this.
	change := AppendDiff(make([]byte, 0, 256), before, after)
	if len(change) == 0 {
		return nil
	}
	return change
}

// AppendDiff appends the patch that [Diff] returns to dst and returns the
// extended slice: dst itself, as long as before, if the values are equal.
func AppendDiff(dst []byte, before, after any) []byte {
	w := writer{buf: dst}
	old, now := reflect.ValueOf(before), reflect.ValueOf(after)
	if !old.IsValid() || !now.IsValid() || old.Type() != now.Type() {
		w.diffJSON(marshal(before), marshal(after))
		return w.buf
	}
	p := planOf(now.Type())
	old, now = p.resolve(old), p.resolve(now)
	switch {
	case now.IsValid() && old.IsValid():
		p.diff(&w, old, now)
	case now.IsValid():
		p.write(&w, now)
	case old.IsValid():
		w.text("null")
	}
	return w.buf
}
