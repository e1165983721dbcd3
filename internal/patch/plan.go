package patch

import (
	"cmp"
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// shape is how the values of a type are compared and written.
type shape uint8

const (
	// boolean to decimal are the scalars.
	boolean shape = iota
	signed
	unsigned
	floating
	text
	decimal // json.Number
	// quoted is a scalar inside a JSON string: the option "string" of a tag.
	quoted
	// list is an array or a slice of scalars.
	list
	// object is a struct.
	object
	// table is a slice of keyed entries that encodes as an object.
	table
	// dict is a map with string keys.
	dict
	// pointer is whatever it points to.
	pointer
	// foreign is what encoding/json makes of it.
	foreign
)

// plan says how the values of one type are compared and written. It does not
// change once it is in use.
type plan struct {
	shape shape
	typ   reflect.Type
	// fields are the members of an object.
	fields []field
	// elem is the plan of the elements of a list, table or dict, of what a
	// pointer points to, and of a quoted scalar.
	elem *plan
}

// field is a member of an object.
type field struct {
	name string
	// label is the name as JSON, with the colon.
	label string
	// path leads to the field, through embedded structs.
	path []int
	plan *plan
	// inside: the field is part of the struct's own memory, size bytes at
	// offset, not behind an embedded pointer.
	inside       bool
	offset, size uintptr
	// tagged: the name comes from a tag.
	tagged bool
	// A member is left out if it is empty or, by its type's method if isZero is
	// not nil, zero.
	omitEmpty bool
	omitZero  bool
	isZero    func(reflect.Value) bool
}

// plans has the plan of each type that was met before.
var plans sync.Map // reflect.Type to *plan

// planOf returns the plan of a type.
func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	b := builder{}
	p := b.plan(t)
	// Plans refer to each other, in a circle too, so that none is shared
	// before all are complete.
	for t, p := range b {
		plans.LoadOrStore(t, p)
	}
	return p
}

// builder holds the plans in the making.
type builder map[reflect.Type]*plan

// plan returns the plan of a type, which may not be complete yet.
func (b builder) plan(t reflect.Type) *plan {
	if p := b[t]; p != nil {
		return p
	}
	p := &plan{typ: t}
	b[t] = p
	p.shape = shapeOf(t)
	switch p.shape {
	case list, dict, pointer:
		p.elem = b.plan(t.Elem())
	case table:
		p.elem = b.plan(t.Elem().Field(entryValue).Type)
	case object:
		p.fields = b.fields(t)
	}
	return p
}

var (
	marshalerType     = reflect.TypeFor[json.Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
	numberType        = reflect.TypeFor[json.Number]()
	stringType        = reflect.TypeFor[string]()
)

// shapeOf returns the shape of a type.
func shapeOf(t reflect.Type) shape {
	if t.Kind() == reflect.Pointer {
		return pointer
	}
	if isTable(t) {
		return table
	}
	if encodesItself(t) {
		return foreign
	}
	switch t.Kind() {
	case reflect.Struct:
		return object
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return dict
		}
	case reflect.Array:
		if isScalar(t.Elem()) {
			return list
		}
	case reflect.Slice: // a slice of bytes is encoded as a string
		if isScalar(t.Elem()) && t.Elem().Kind() != reflect.Uint8 {
			return list
		}
	default:
		return scalarShape(t)
	}
	return foreign
}

// encodesItself reports whether the type has methods that encoding/json calls,
// at least where a value of it can be addressed.
func encodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(marshalerType) || p.Implements(textMarshalerType)
}

// isScalar reports whether values of the type are scalars.
func isScalar(t reflect.Type) bool { return !encodesItself(t) && scalarShape(t) <= decimal }

// scalarShape returns the shape of a scalar by its kind, or foreign.
func scalarShape(t reflect.Type) shape {
	switch t.Kind() {
	case reflect.Bool:
		return boolean
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return signed
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return unsigned
	case reflect.Float32, reflect.Float64:
		return floating
	case reflect.String:
		if t == numberType {
			return decimal
		}
		return text
	}
	return foreign
}

// The fields of an entry of a table.
const (
	entryKey = iota
	entryValue
	entryFields
)

// isTable reports whether the type is a table: a slice of entries {Key string;
// Value V} that looks up a value by its key and encodes itself.
func isTable(t reflect.Type) bool {
	if t.Kind() != reflect.Slice || !t.Implements(marshalerType) {
		return false
	}
	entry := t.Elem()
	if entry.Kind() != reflect.Struct || entry.NumField() != entryFields {
		return false
	}
	key, value := entry.Field(entryKey), entry.Field(entryValue)
	get, ok := t.MethodByName("Get")
	return ok && key.Name == "Key" && key.Type == stringType && value.Name == "Value" &&
		get.Type == reflect.FuncOf([]reflect.Type{t, stringType}, []reflect.Type{reflect.PointerTo(value.Type)}, false)
}

// fields returns the members of a struct in the order in which encoding/json
// writes them. Names that occur more than once are resolved as it does: the
// least nested one wins, then the one from a tag, else there is none.
func (b builder) fields(t reflect.Type) []field {
	all := b.candidates(t)
	slices.SortStableFunc(all, func(x, y field) int {
		return cmp.Or(strings.Compare(x.name, y.name), cmp.Compare(len(x.path), len(y.path)), cmp.Compare(x.untagged(), y.untagged()))
	})
	var chosen []field
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].name == all[0].name {
			n++
		}
		if n == 1 || len(all[0].path) != len(all[1].path) || all[0].tagged != all[1].tagged {
			chosen = append(chosen, all[0])
		}
		all = all[n:]
	}
	slices.SortFunc(chosen, func(x, y field) int { return slices.Compare(x.path, y.path) })
	return chosen
}

// untagged puts names from tags before others.
func (f *field) untagged() int {
	if f.tagged {
		return 0
	}
	return 1
}

// embedded is a struct whose fields belong to the struct that embeds it.
type embedded struct {
	typ  reflect.Type
	path []int
	// inside and offset are as in field.
	inside bool
	offset uintptr
}

// candidates returns all fields of a struct and of those embedded in it, level
// by level. A type embedded at several levels counts at the outermost only.
func (b builder) candidates(t reflect.Type) []field {
	var all []field
	next := []embedded{{typ: t, inside: true}}
	visited := map[reflect.Type]bool{}
	times := map[reflect.Type]int{}
	for len(next) > 0 {
		level, count := next, times
		next, times = nil, map[reflect.Type]int{}
		for _, e := range level {
			if visited[e.typ] {
				continue
			}
			visited[e.typ] = true
			for i := range e.typ.NumField() {
				f, inner := b.field(e, i)
				switch {
				case inner != nil:
					if times[inner.typ]++; times[inner.typ] == 1 {
						next = append(next, *inner)
					}
				case f.plan != nil:
					all = append(all, f)
					if count[e.typ] > 1 { // hides itself
						all = append(all, f)
					}
				}
			}
		}
	}
	return all
}

// field returns field i of a struct, or the struct that the field embeds, or
// neither if encoding/json ignores the field.
func (b builder) field(in embedded, i int) (field, *embedded) {
	sf := in.typ.Field(i)
	target := sf.Type
	if target.Name() == "" && target.Kind() == reflect.Pointer {
		target = target.Elem()
	}
	tag := sf.Tag.Get("json")
	if tag == "-" || (!sf.IsExported() && (!sf.Anonymous || target.Kind() != reflect.Struct)) {
		return field{}, nil
	}
	name, rest, _ := strings.Cut(tag, ",")
	options := strings.Split(rest, ",")
	if !validName(name) {
		name = ""
	}
	path := append(slices.Clone(in.path), i)
	if name == "" && sf.Anonymous && target.Kind() == reflect.Struct {
		return field{}, &embedded{target, path, in.inside && target == sf.Type, in.offset + sf.Offset}
	}
	f := field{
		name: cmp.Or(name, sf.Name), path: path, plan: b.plan(sf.Type), tagged: name != "",
		inside: in.inside, offset: in.offset + sf.Offset, size: sf.Type.Size(),
		omitEmpty: slices.Contains(options, "omitempty"), omitZero: slices.Contains(options, "omitzero"),
	}
	f.label = string(appendString(nil, f.name)) + ":"
	if f.omitZero {
		f.isZero = zeroMethod(sf.Type)
	}
	if slices.Contains(options, "string") && isScalar(target) {
		f.plan = &plan{shape: quoted, typ: target, elem: b.plan(target)}
		if target != sf.Type {
			f.plan = &plan{shape: pointer, typ: sf.Type, elem: f.plan}
		}
	}
	return f, nil
}

// validName reports whether encoding/json takes the name of a tag.
func validName(name string) bool {
	for _, c := range name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return name != ""
}

// zeroMethod returns what calls the method IsZero of a type, or nil.
func zeroMethod(t reflect.Type) func(reflect.Value) bool {
	type zeroer interface{ IsZero() bool }
	method := reflect.TypeFor[zeroer]()
	switch {
	case t.Implements(method):
		return func(v reflect.Value) bool {
			if (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) && v.IsNil() {
				return true
			}
			if v.Kind() == reflect.Interface && v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() {
				return true
			}
			return v.Interface().(zeroer).IsZero()
		}
	case reflect.PointerTo(t).Implements(method):
		return func(v reflect.Value) bool {
			if !v.CanAddr() {
				boxed := reflect.New(t).Elem()
				boxed.Set(v)
				v = boxed
			}
			return v.Addr().Interface().(zeroer).IsZero()
		}
	}
	return nil
}
