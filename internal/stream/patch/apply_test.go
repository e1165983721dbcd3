package patch_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/stream/patch"
)

func TestApply(t *testing.T) {
	tests := []struct{ doc, patch, want string }{
		// The examples of RFC 7396, appendix A.
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `null`, `null`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`{"e":null}`, `{"a":1}`, `{"a":1,"e":null}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
		// Its example in section 3.
		{
			`{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["example","sample"],` +
				`"content":"This will be unchanged"}`,
			`{"title":"Hello!","phoneNumber":"+01-123-456-7890","author":{"familyName":null},"tags":["example"]}`,
			`{"author":{"givenName":"John"},"content":"This will be unchanged","phoneNumber":"+01-123-456-7890",` +
				`"tags":["example"],"title":"Hello!"}`,
		},
		// Nothing to change, an object that becomes empty, and one form for equal texts.
		{`{"a":1}`, `{}`, `{"a":1}`},
		{`{"a":{"b":1}}`, `{"a":{"b":null}}`, `{"a":{}}`},
		{
			` { "b" : "\u003c\u00e9", "a" : 9007199254740991 } `,
			`{"c":1,"aa":{"z":2,"y":[]}}`,
			`{"a":9007199254740991,"aa":{"y":[],"z":2},"b":"<é","c":1}`,
		},
	}
	for _, test := range tests {
		t.Run(test.doc+" "+test.patch, func(t *testing.T) {
			got, err := patch.Apply([]byte(test.doc), []byte(test.patch))
			require.NoError(t, err)
			require.Equal(t, test.want, string(got))
		})
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, bad := range []string{"", " ", "{", `{"a"}`, "{} {}", "{}x", "nul", `{"a":01}`} {
		t.Run(bad, func(t *testing.T) {
			_, err := patch.Apply([]byte(bad), []byte("{}"))
			require.ErrorContains(t, err, "patch: ")
			_, err = patch.Apply([]byte("{}"), []byte(bad))
			require.ErrorContains(t, err, "patch: ")
		})
	}
}

// FuzzApply applies arbitrary patches: applying a patch twice must give the same result as applying
// it once.
func FuzzApply(f *testing.F) {
	f.Add([]byte(`{"a":{"b":1}}`), []byte(`{"a":{"b":null,"c":[null]}}`))
	f.Add([]byte(`[1]`), []byte(`{"a":{"b":{"c":null}}}`))
	f.Add([]byte(`{`), []byte(`1e5`))
	f.Fuzz(func(t *testing.T, doc, change []byte) {
		once, err := patch.Apply(doc, change)
		if err != nil {
			return
		}
		require.True(t, json.Valid(once))
		twice, err := patch.Apply(once, change)
		require.NoError(t, err)
		require.Equal(t, string(once), string(twice))
	})
}
