package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"

	"archmage/internal/coded"

	"github.com/go-json-experiment/json/jsontext"
)

// Object is a JSON object from which members are taken one by one.
type Object []member

// member is a member of an object with its undecoded value.
type member struct {
	name string
	data jsontext.Value
}

// ReadObject reads exactly one JSON object, in UTF-8, or returns false. No object in it
// may have a name twice. The result shares memory with data.
func ReadObject(data []byte) (Object, bool) {
	decoder := decoders.Get().(*jsontext.Decoder)
	defer decoders.Put(decoder)
	decoder.Reset(bytes.NewBuffer(data))
	if first, err := decoder.ReadToken(); err != nil || first.Kind() != '{' {
		return nil, false
	}
	o := make(Object, 0, 8)
	for decoder.PeekKind() == '"' {
		token, err := decoder.ReadToken()
		if err != nil {
			return nil, false
		}
		name := token.String()
		value, err := decoder.ReadValue()
		if err != nil {
			return nil, false
		}
		// The decoder's own value does not outlive its next call.
		end := decoder.InputOffset()
		o = append(o, member{name, data[end-int64(len(value)) : end]})
	}
	if _, err := decoder.ReadToken(); err != nil {
		return nil, false
	}
	_, err := decoder.ReadToken()
	return o, errors.Is(err, io.EOF)
}

// decoders reuses the decoders of ReadObject.
var decoders = sync.Pool{New: func() any { return new(jsontext.Decoder) }}

// Has reports whether the object has a member with that name.
func (o *Object) Has(name string) bool { return o.find(name) >= 0 }

func (o *Object) find(name string) int {
	return slices.IndexFunc(*o, func(m member) bool { return m.name == name })
}

// Take removes a member and decodes it. It fails with coded.Malformed if the member is missing or null,
// contains the character U+0000, or cannot be decoded.
func (o *Object) Take(name string, into any) error {
	index := o.find(name)
	if index < 0 {
		return coded.Malformedf("the field %q is missing", name)
	}
	data := (*o)[index].data
	*o = slices.Delete(*o, index, index+1)
	if _, found := findNull(data); found {
		return coded.Malformedf("the field %q holds the character U+0000", name)
	}
	if data.Kind() == 'n' || decodeMember(data, into) != nil {
		return coded.Malformedf("the field %q cannot be read", name)
	}
	return nil
}

// Decode decodes the remaining members into a struct, by the JSON names of its fields. It fails with
// coded.Malformed if a member is missing whose field is not omitempty, if a member has no field, and as Take
// does.
func (o *Object) Decode(into any) error {
	value := reflect.ValueOf(into).Elem()
	for _, f := range fieldsOf(value.Type()) {
		if f.optional && !o.Has(f.name) {
			continue
		}
		if err := o.Take(f.name, value.FieldByIndex(f.index).Addr().Interface()); err != nil {
			return err
		}
	}
	if len(*o) > 0 {
		return coded.Malformedf("the field %.40q is unknown here", (*o)[0].name)
	}
	return nil
}

func decodeMember(data jsontext.Value, into any) error {
	switch into := into.(type) {
	case *json.RawMessage:
		*into = bytes.Clone(data)
		return nil
	case *string:
		if data.Kind() == '"' && bytes.IndexByte(data, '\\') < 0 {
			*into = string(data[1 : len(data)-1])
			return nil
		}
	}
	return Decode(data, into)
}

// field is a field of a struct that has a JSON name.
type field struct {
	name     string
	index    []int
	optional bool
}

// fields caches the fields of the types that were decoded, by type.
var fields sync.Map

func fieldsOf(t reflect.Type) []field {
	if known, ok := fields.Load(t); ok {
		return known.([]field)
	}
	var list []field
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			list = append(list, field{name, f.Index, strings.Contains(options, "omit")})
		}
	}
	fields.Store(t, list)
	return list
}
