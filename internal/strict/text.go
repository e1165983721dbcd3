package strict

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// findNull returns the place of the first string or member name in a JSON value that contains the character
// U+0000, which PostgreSQL cannot store. It returns false if there is none. It stops at the first syntax error.
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
