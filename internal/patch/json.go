package patch

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// anyType stands for values that are known by their JSON only.
var anyType = reflect.TypeFor[any]()

// diffJSON is diff for two JSON texts.
func (w *writer) diffJSON(old, now []byte) bool {
	if bytes.Equal(old, now) {
		return false
	}
	return w.diffDecoded(mustDecode(old), mustDecode(now))
}

func (w *writer) diffDecoded(old, now any) bool {
	before, wasObject := old.(map[string]any)
	after, isObject := now.(map[string]any)
	if !wasObject || !isObject {
		if reflect.DeepEqual(old, now) {
			return false
		}
		w.writeDecoded(now)
		return true
	}
	start := w.open()
	names := slices.Concat(slices.Collect(maps.Keys(before)), slices.Collect(maps.Keys(after)))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		x, had := before[name]
		y, has := after[name]
		member := w.key(name)
		value := len(w.buf)
		switch {
		case !has:
			w.text("null")
		case !had:
			w.writeDecoded(y)
			w.refuseNull(member, value, anyType)
		case w.diffDecoded(x, y):
			w.refuseNull(member, value, anyType)
		default:
			w.buf = w.buf[:member]
		}
	}
	return w.closeDiff(start)
}

// writeJSON is write for a JSON text.
func (w *writer) writeJSON(data []byte) {
	if data[0] != '{' {
		w.buf = append(w.buf, data...)
		return
	}
	w.writeDecoded(mustDecode(data))
}

func (w *writer) writeDecoded(v any) {
	members, ok := v.(map[string]any)
	if !ok {
		w.buf = append(w.buf, marshal(v)...)
		return
	}
	w.open()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member := w.key(name)
		value := len(w.buf)
		w.writeDecoded(members[name])
		w.refuseNull(member, value, anyType)
	}
	w.text("}")
}

// mustDecode reads what encoding/json has written.
func mustDecode(data []byte) any {
	v, err := decode(data)
	if err != nil {
		panic(fmt.Errorf("patch: %w", err))
	}
	return v
}
