package patch

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// shape selects the way in which the values of a type are compared and encoded.
type shape uint8

const (
	boolean shape = iota
	signed
	unsigned
	text
	// list is a slice of the shapes above.
	list
	// object is a struct.
	object
	// table is a slice of keyed entries that encodes as an object.
	table
	// dict is a map with string keys.
	dict
	// pointer is a pointer to an object.
	pointer
)

// plan describes a type, so that its values can be compared and encoded. A finished plan does not change.
type plan struct {
	shape shape
	typ   reflect.Type
	// fields are the members of an object.
	fields []field
	// elem is the plan of the elements of a list, table or dict, or of the struct that a pointer points to.
	elem *plan
}

// field is a field of a struct.
type field struct {
	index        int
	offset, size uintptr
	plan         *plan
	// label is the name as JSON with the colon. It is "" for an embedded struct, whose members belong to the
	// outer struct.
	label string
	// omitEmpty means that the member is omitted if it is empty, and omitZero that it is omitted if it has the
	// zero value.
	omitEmpty, omitZero bool
}

// plans caches the plans of all types that were used.
var plans sync.Map // reflect.Type to *plan

// planOf returns the plan of the type of a document. It panics if the type is not supported.
func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := builder{}.plan(t, t.String())
	if p.shape < object {
		refuse(t, t.String(), "a document is an object")
	}
	plans.Store(t, p)
	return p
}

func refuse(t reflect.Type, path, reason string) {
	panic(fmt.Sprintf("patch: no patches for %v at %s: %s", t, path, reason))
}

// builder holds the plans under construction, so that a type can contain itself.
type builder map[reflect.Type]*plan

// plan returns the plan of a type, which can still be incomplete. path is the place of the type in the
// document, for panics.
func (b builder) plan(t reflect.Type, path string) *plan {
	if p := b[t]; p != nil {
		return p
	}
	p := &plan{typ: t}
	b[t] = p
	if isTable(t) {
		p.shape = table
		p.elem = b.plan(t.Elem().Field(entryValue).Type, path+"[]")
		return p
	}
	if encodesItself(t) {
		refuse(t, path, "it has an encoding of its own")
	}
	switch t.Kind() {
	case reflect.Bool:
		p.shape = boolean
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.shape = signed
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		p.shape = unsigned
	case reflect.String:
		p.shape = text
	case reflect.Struct:
		p.shape = object
		p.fields = b.fields(t, path)
	case reflect.Slice:
		p.shape = list
		p.elem = b.plan(t.Elem(), path+"[]")
		if p.elem.shape > text || t.Elem().Kind() == reflect.Uint8 {
			refuse(t, path, "a list is of booleans, integers or strings, and not of bytes")
		}
	case reflect.Map:
		p.shape = dict
		p.elem = b.plan(t.Elem(), path+"[]")
		if t.Key().Kind() != reflect.String || encodesItself(t.Key()) {
			refuse(t, path, "the keys of a map are strings")
		}
	case reflect.Pointer:
		p.shape = pointer
		p.elem = b.plan(t.Elem(), path)
		if p.elem.shape != object {
			refuse(t, path, "a pointer leads to a struct")
		}
	default:
		refuse(t, path, "views have no such types")
	}
	return p
}

var (
	marshalerType     = reflect.TypeFor[json.Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
	stringType        = reflect.TypeFor[string]()
	numberType        = reflect.TypeFor[json.Number]()
)

// encodesItself reports whether encoding/json encodes the type differently from what its kind
// suggests.
func encodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t == numberType || p.Implements(marshalerType) || p.Implements(textMarshalerType)
}

// The indices of the fields of a table's entry, and their number.
const (
	entryKey = iota
	entryValue
	entryFields
)

// isTable reports whether the type is a table: a slice of structs {Key string;
// Value V} that has an encoding of its own.
func isTable(t reflect.Type) bool {
	if t.Kind() != reflect.Slice || !t.Implements(marshalerType) {
		return false
	}
	entry := t.Elem()
	if entry.Kind() != reflect.Struct || entry.NumField() != entryFields {
		return false
	}
	key := entry.Field(entryKey)
	return key.Name == "Key" && key.Type == stringType && entry.Field(entryValue).Name == "Value"
}

// fields returns the fields of a struct in order. path is as in plan.
func (b builder) fields(t reflect.Type, path string) []field {
	var list []field
	names := map[string]bool{}
	for i := range t.NumField() {
		sf := t.Field(i)
		path := path + "." + sf.Name
		tag, tagged := sf.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		f := field{
			index:     i,
			offset:    sf.Offset,
			size:      sf.Type.Size(),
			plan:      b.plan(sf.Type, path),
			omitEmpty: options == "omitempty",
			omitZero:  options == "omitzero",
		}
		switch {
		case sf.Anonymous && !tagged && f.plan.shape == object:
		case sf.Anonymous || !sf.IsExported():
			refuse(sf.Type, path, "a field is exported, or an embedded struct without a tag")
		case tag == "-" || options != "" && !f.omitEmpty && !f.omitZero || strings.ContainsAny(name, `"\<>&`):
			refuse(sf.Type, path, "a tag has a plain name and omitempty or omitzero")
		case f.omitEmpty && f.plan.shape == object:
			refuse(sf.Type, path, "omitempty does nothing for a struct")
		default:
			f.label = `"` + cmp.Or(name, sf.Name) + `":`
		}
		list = append(list, f)
	}
	for _, name := range memberNames(list) {
		if names[name] {
			refuse(t, path, "two members are named "+strings.TrimSuffix(name, ":"))
		}
		names[name] = true
	}
	return list
}

// memberNames returns the labels of all members, including those of embedded structs.
func memberNames(fields []field) []string {
	var list []string
	for i := range fields {
		if f := &fields[i]; f.label != "" {
			list = append(list, f.label)
		} else {
			list = append(list, memberNames(f.plan.fields)...)
		}
	}
	return list
}
