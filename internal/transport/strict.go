package transport

import (
	"errors"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// decodeStrict reads exactly one JSON value, in UTF-8. It refuses members that
// into does not have by just that name, members that are there twice, and
// anything behind the value. It fails with coded.Malformed, and a message for
// whoever has written the JSON.
func decodeStrict(data []byte, into any) error {
	err := json.Unmarshal(data, into, json.RejectUnknownMembers(true))
	var syntax *jsontext.SyntacticError
	var meaning *json.SemanticError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntax):
		return malformed("%s is there twice", place(syntax.JSONPointer))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return malformed("the JSON ends too early")
	case errors.As(err, &syntax):
		return malformed("the JSON is wrong at byte %d: %v", syntax.ByteOffset, syntax.Err)
	case !errors.As(err, &meaning):
		return malformed("the JSON cannot be read")
	case errors.Is(err, json.ErrUnknownName):
		return malformed("%s is unknown here", place(meaning.JSONPointer))
	case meaning.Err == nil && kinds[meaning.JSONKind] != "":
		return malformed("%s cannot be %s", place(meaning.JSONPointer), kinds[meaning.JSONKind])
	}
	return malformed("%s cannot be read", place(meaning.JSONPointer))
}

// place names a place in a JSON value.
func place(at jsontext.Pointer) string {
	const longest = 80
	switch {
	case at == "":
		return "the value"
	case len(at) > longest:
		return "a member"
	}
	return string(at)
}

// kinds are the kinds of JSON values.
var kinds = map[jsontext.Kind]string{
	'n': "null", 'f': "false", 't': "true", '"': "a string", '0': "a number", '{': "an object", '[': "an array",
}
