package game

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Entry is one member of a [Table].
type Entry[T any] struct {
	Key   string
	Value T
}

// Table is a collection in a document, in a fixed order and with a unique key for each member. It
// encodes as a JSON object, so that a merge patch (RFC 7396) contains only the members that
// changed.
type Table[T any] []Entry[T]

// Add appends a member.
func (t *Table[T]) Add(key string, value T) { *t = append(*t, Entry[T]{key, value}) }

// Get returns the member with the key, or nil.
func (t Table[T]) Get(key string) *T {
	for i := range t {
		if t[i].Key == key {
			return &t[i].Value
		}
	}
	return nil
}

// MarshalJSON writes the table as an object.
func (t Table[T]) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range t {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(t[i].Key))
		b.WriteByte(':')
		value, err := json.Marshal(&t[i].Value)
		if err != nil {
			return nil, err
		}
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Names has table keys that consist of a prefix and a number ("c12"). Small numbers need no
// allocation.
type Names [256]string

// MakeNames returns the keys of a prefix.
func MakeNames(prefix string) *Names {
	var n Names
	for i := range n {
		n[i] = prefix + strconv.Itoa(i)
	}
	return &n
}

// Of returns the key for a number, which must not be negative.
func (n *Names) Of(i int) string {
	if i < len(n) {
		return n[i]
	}
	return n[0][:len(n[0])-1] + strconv.Itoa(i)
}
