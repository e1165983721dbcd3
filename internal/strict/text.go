package strict

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// findNull returns the place of the first string of a JSON value, or name of a member, that holds the character
// U+0000, which PostgreSQL cannot store. It reports whether there is one. A value that is no JSON is not looked
// at to its end.
func findNull(data []byte) (jsontext.Pointer, bool) {
	if !bytes.Contains(data, []byte(`\u0000`)) { // JSON has no other way to write it
		return "", false
	}
	decoder := jsontext.NewDecoder(bytes.NewReader(data))
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			return "", false
		}
		if token.Kind() == '"' && strings.IndexByte(token.String(), 0) >= 0 {
			return decoder.StackPointer(), true
		}
	}
}
