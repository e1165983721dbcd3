package simple

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// checkPlain returns an error if a value of the type is not copied by an assignment, or if JSON would lose a
// part of it. name says what the type is the type of.
func checkPlain(t reflect.Type, name string) error {
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return nil
	case reflect.Array:
		return checkPlain(t.Elem(), "an element of "+name)
	case reflect.Struct:
		hasOwnJSON := reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]())
		for i := range t.NumField() {
			field := t.Field(i)
			if !field.IsExported() && !hasOwnJSON {
				return fmt.Errorf("%s has a field %s, which needs a capital so that JSON stores it", name, field.Name)
			}
			if err := checkPlain(field.Type, field.Name); err != nil {
				return err
			}
		}
		return nil
	default:
		return fmt.Errorf(
			"%s is a %s, which a copy would share: use a number, a text, an array or a Pile",
			name,
			t.Kind(),
		)
	}
}
