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

// shape is how the values of a type are compared and written.
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

// plan says how the values of one type are compared and written. It does not
// change once it is in use.
type plan struct {
	shape shape
	typ   reflect.Type
	// fields are the members of an object.
	fields []field
	// elem is the plan of the elements of a list, table or dict, and of what a
	// pointer points to.
	elem *plan
}

// field is a field of a struct.
type field struct {
	index        int
	offset, size uintptr
	plan         *plan
	// label is the name as JSON, with the colon. It is "" for an embedded struct, whose members
	// belong to the struct around it.
	label string
	// omitEmpty and omitZero say that the member is omitted if it is empty, or the zero value of
	// its type.
	omitEmpty, omitZero bool
}

// plans holds the plans of all types that were used so far.
var plans sync.Map // reflect.Type to *plan

// planOf returns the plan of the type of a document. It panics if there is none.
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

func refuse(t reflect.Type, at, why string) {
	panic(fmt.Sprintf("patch: no patches for %v at %s: %s", t, at, why))
}

// builder holds the plans under construction, so that a type may contain itself.
type builder map[reflect.Type]*plan

// plan returns the plan of a type; at is the type's place in the document, for panics. The plan may
// still be incomplete.
func (b builder) plan(t reflect.Type, at string) *plan {
	if p := b[t]; p != nil {
		return p
	}
	p := &plan{typ: t}
	b[t] = p
	if isTable(t) {
		p.shape = table
		p.elem = b.plan(t.Elem().Field(entryValue).Type, at+"[]")
		return p
	}
	if encodesItself(t) {
		refuse(t, at, "it has an encoding of its own")
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
		p.fields = b.fields(t, at)
	case reflect.Slice:
		p.shape = list
		p.elem = b.plan(t.Elem(), at+"[]")
		if p.elem.shape > text || t.Elem().Kind() == reflect.Uint8 {
			refuse(t, at, "a list is of booleans, integers or strings, and not of bytes")
		}
	case reflect.Map:
		p.shape = dict
		p.elem = b.plan(t.Elem(), at+"[]")
		if t.Key().Kind() != reflect.String || encodesItself(t.Key()) {
			refuse(t, at, "the keys of a map are strings")
		}
	case reflect.Pointer:
		p.shape = pointer
		p.elem = b.plan(t.Elem(), at)
		if p.elem.shape != object {
			refuse(t, at, "a pointer leads to a struct")
		}
	default:
		refuse(t, at, "views have no such types")
	}
	return p
}

var (
	marshalerType     = reflect.TypeFor[json.Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
	stringType        = reflect.TypeFor[string]()
	numberType        = reflect.TypeFor[json.Number]()
)

// encodesItself reports whether encoding/json encodes the type in another way than its kind
// suggests.
func encodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t == numberType || p.Implements(marshalerType) || p.Implements(textMarshalerType)
}

// The fields of an entry of a table.
const (
	entryKey = iota
	entryValue
	entryFields
)

// isTable reports whether the type is a table: a slice of entries {Key string;
// Value V} that encodes itself.
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

// fields returns the fields of a struct in their order; at is as in plan.
func (b builder) fields(t reflect.Type, at string) []field {
	var list []field
	names := map[string]bool{}
	for i := range t.NumField() {
		sf := t.Field(i)
		at := at + "." + sf.Name
		tag, tagged := sf.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		f := field{
			index:     i,
			offset:    sf.Offset,
			size:      sf.Type.Size(),
			plan:      b.plan(sf.Type, at),
			omitEmpty: options == "omitempty",
			omitZero:  options == "omitzero",
		}
		switch {
		case sf.Anonymous && !tagged && f.plan.shape == object:
		case sf.Anonymous || !sf.IsExported():
			refuse(sf.Type, at, "a field is exported, or an embedded struct without a tag")
		case tag == "-" || options != "" && !f.omitEmpty && !f.omitZero || strings.ContainsAny(name, `"\<>&`):
			refuse(sf.Type, at, "a tag has a plain name and omitempty or omitzero")
		case f.omitEmpty && f.plan.shape == object:
			refuse(sf.Type, at, "omitempty does nothing for a struct")
		default:
			f.label = `"` + cmp.Or(name, sf.Name) + `":`
		}
		list = append(list, f)
	}
	for _, name := range memberNames(list) {
		if names[name] {
			refuse(t, at, "two members are named "+strings.TrimSuffix(name, ":"))
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
