// Package strict decodes JSON from people and other programs, refusing unknown members, and encodes compact
// JSON. It imports only package coded of the project. Start reading at [ReadObject] and [Encode].
package strict

import (
	"errors"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	v1 "github.com/go-json-experiment/json/v1"

	"archmage/internal/coded"
)

// Decode decodes exactly one JSON value, in UTF-8. It refuses members without a field of exactly that name,
// duplicate members, anything after the value, and the character U+0000. It fails with coded.Malformed and a
// message for the author of the JSON. The message names the place, as in "/seats/0/gauge", and never a Go type.
// If an UnmarshalJSON method fails with a coded error, the message ends with the message of that error.
func Decode(data []byte, into any) error {
	if pointer, found := findNull(data); found {
		return coded.Malformedf("%s holds the character U+0000", place(pointer))
	}
	// A byte array of fixed length is encoded as a list of numbers, as in encoding/json.
	err := json.Unmarshal(data, into, json.RejectUnknownMembers(true), v1.FormatByteArrayAsArray(true))
	var syntax *jsontext.SyntacticError
	var meaning *json.SemanticError
	var refusal *coded.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntax):
		return coded.Malformedf("%s is there twice", place(syntax.JSONPointer))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return coded.Malformedf("the JSON ends too early")
	case errors.As(err, &syntax):
		return coded.Malformedf("the JSON is wrong at byte %d: %v", syntax.ByteOffset, syntax.Err)
	case !errors.As(err, &meaning):
		return coded.Malformedf("the JSON cannot be read")
	case errors.Is(err, json.ErrUnknownName):
		return coded.Malformedf("%s is unknown here", place(meaning.JSONPointer))
	case errors.As(err, &refusal):
		return coded.Malformedf("%s: %s", place(meaning.JSONPointer), refusal.Message)
	case meaning.Err == nil && kinds[meaning.JSONKind] != "":
		return coded.Malformedf("%s cannot be %s", place(meaning.JSONPointer), kinds[meaning.JSONKind])
	case meaning.JSONKind == '0' && len(meaning.JSONValue) > 0 && len(meaning.JSONValue) <= maxNumber:
		return coded.Malformedf("%s cannot be read: %s", place(meaning.JSONPointer), meaning.JSONValue)
	}
	return coded.Malformedf("%s cannot be read", place(meaning.JSONPointer))
}

const (
	// maxPlace is the maximum length of a place in a message.
	maxPlace = 80
	// maxNumber is the maximum length of a number that a message repeats.
	maxNumber = 20
)

// place names a place in a JSON value.
func place(pointer jsontext.Pointer) string {
	switch {
	case pointer == "":
		return "the value"
	case len(pointer) > maxPlace:
		return "a member"
	}
	return string(pointer)
}

// kinds has the names of the kinds of JSON values.
var kinds = map[jsontext.Kind]string{
	'n': "null", 'f': "false", 't': "true", '"': "a string", '0': "a number", '{': "an object", '[': "an array",
}
