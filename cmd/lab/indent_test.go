package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIndent(t *testing.T) {
	long := strings.Repeat("x", lineWidth)
	tests := []struct {
		name, in string
		want     []string
	}{
		{name: "number", in: `12`, want: []string{`12`}},
		{
			name: "short",
			in:   `{"a":[1,{"b":"x,y:z"}],"c":{}}`,
			want: []string{`{"a": [1, {"b": "x,y:z"}], "c": {}}`},
		},
		{
			name: "long",
			in:   `{"a":"` + long + `","b":[1,2],"c":[]}`,
			want: []string{`{`, `  "a": "` + long + `",`, `  "b": [1, 2],`, `  "c": []`, `}`},
		},
		{
			name: "long list of scalars",
			in:   `{"a":["` + long + `",1,"]"]}`,
			want: []string{`{`, `  "a": ["` + long + `", 1, "]"]`, `}`},
		},
		{
			name: "long list of objects",
			in:   `[{"a":1},{"b":"` + long + `"}]`,
			want: []string{`[`, `  {"a": 1},`, `  {`, `    "b": "` + long + `"`, `  }`, `]`},
		},
		{
			name: "quotes",
			in:   `{"a\"":"\\","b":"\"{` + long + `"}`,
			want: []string{`{`, `  "a\"": "\\",`, `  "b": "\"{` + long + `"`, `}`},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, indentTo(&out, []byte(test.in+"\n")))
			require.Equal(t, strings.Join(test.want, "\n")+"\n", out.String())
		})
	}
}

func FuzzIndent(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"x,y:z"}],"c":{}}`))
	f.Add([]byte(`["\"",["` + strings.Repeat("x", lineWidth) + `"],{"":null}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var in, again, out bytes.Buffer
		if json.Compact(&in, data) != nil {
			return
		}
		require.NoError(t, indentTo(&out, in.Bytes()))
		require.NoError(t, json.Compact(&again, out.Bytes()))
		require.Equal(t, in.String(), again.String())
	})
}
