package strict_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/strict"
)

type settings struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options"`
}

// even is an even number.
type even int

func (e *even) UnmarshalJSON(data []byte) error {
	if data[0] == '1' {
		return coded.Malformedf("want an even number, not %s", data)
	}
	return nil
}

// body has members of all kinds that requests have.
type body struct {
	Name     string    `json:"name"`
	Seat     int8      `json:"seat"`
	Token    bool      `json:"token"`
	Until    time.Time `json:"until"`
	Settings *settings `json:"settings"`
	Even     even      `json:"even"`
}

func TestEncode(t *testing.T) {
	require.Equal(t, `{"text":"<b> & so on"}`, string(strict.Encode(map[string]string{"text": "<b> & so on"})))
	require.Panics(t, func() { strict.Encode(func() {}) }, "a function has no JSON")
}

func TestDecode(t *testing.T) {
	var b body
	require.NoError(
		t,
		strict.Decode(
			[]byte(
				` {"name":"Ann","seat":-1,"until":"2026-01-02T03:04:05Z","settings":{"game":"toy",`+
					`"options":{"level":"x"}}} `,
			),
			&b,
		),
	)
	require.Equal(t, body{
		Name: "Ann", Seat: -1, Until: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Settings: &settings{Game: "toy", Options: map[string]string{"level": "x"}},
	}, b)
	require.NoError(t, strict.Decode([]byte(`{"settings":null,"name":"\\u0000"}`), &b))
	require.Equal(t, `\u0000`, b.Name, "an escaped backslash before u0000")
	require.Nil(t, b.Settings)
}

func TestDecodeRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", ``, "the JSON ends too early"},
		{"half of it", `{"name":"Ann"`, "the JSON ends too early"},
		{"a form", `name=Ann`, "the JSON is wrong at byte 1: invalid character 'a' in literal null (expecting 'u')"},
		{
			"another value behind it",
			`{} {}`,
			"the JSON is wrong at byte 3: invalid character '{' after top-level value",
		},
		{"a comma too many", `{"seat":1,}`, "the JSON is wrong at byte 9: invalid character ',' at start of value"},
		{"no UTF-8", "{\"name\":\"\xff\"}", "the JSON is wrong at byte 9: invalid UTF-8"},
		{"no text", `{"name":"A\u0000n"}`, "/name holds the character U+0000"},
		{
			"no text inside",
			`{"settings":{"options":{"a":"\\\u0000"}}}`,
			"/settings/options/a holds the character U+0000",
		},
		{"no text as a name", `{"n\u0000":1}`, "/n\x00 holds the character U+0000"},
		{"another member", `{"name":"Ann","admin":true}`, "/admin is unknown here"},
		{"another member inside", `{"settings":{"game":"toy","cheat":true}}`, "/settings/cheat is unknown here"},
		{"a name in capitals", `{"Name":"Ann"}`, "/Name is unknown here"},
		{"a long name", `{"` + strings.Repeat("x", 100) + `":1}`, "a member is unknown here"},
		{"a member twice", `{"seat":1,"seat":1}`, "/seat is there twice"},
		{"a member twice inside", `{"settings":{"options":{"a":"x","a":"y"}}}`, "/settings/options/a is there twice"},
		{"a string", `"Ann"`, "the value cannot be a string"},
		{"a list", `[]`, "the value cannot be an array"},
		{"a number for a name", `{"name":1}`, "/name cannot be a number"},
		{"an object for a number", `{"seat":{}}`, "/seat cannot be an object"},
		{"a truth for a name", `{"name":true}`, "/name cannot be true"},
		{"a number out of bounds", `{"seat":128}`, "/seat cannot be read: 128"},
		{"half a number", `{"seat":0.5}`, "/seat cannot be read: 0.5"},
		{"a long number", `{"seat":1000000000000000000000}`, "/seat cannot be read"},
		{"a refusal of its own", `{"even":1}`, "/even: want an even number, not 1"},
		{"no time", `{"until":"tomorrow"}`, "/until cannot be read"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := strict.Decode([]byte(test.text), new(body))
			var refusal *coded.Error
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, coded.Malformed, refusal.Code)
			require.Equal(t, test.want, refusal.Message)
			require.NotContains(t, err.Error(), "body")
			require.NotContains(t, err.Error(), "int8")
		})
	}
}
