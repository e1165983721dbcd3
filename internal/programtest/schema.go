package programtest

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// Contract returns the schema called name in a file of web/static/schema below root. It
// is stricter than the file, which lets later versions add members: here nothing is
// in order that the file does not name.
func Contract(t testing.TB, root, file, name string) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile(root + "/web/static/schema/" + file)
	require.NoError(t, err)
	text := string(data)
	var schema map[string]any
	require.NoError(t, json.Unmarshal(data, &schema))
	for name, one := range schema["$defs"].(map[string]any) {
		// A base of others does not know their members.
		if def := one.(map[string]any); def["type"] == "object" && !strings.Contains(text, `"allOf": [
        {
          "$ref": "#/$defs/`+name+`"`) {
			def["unevaluatedProperties"] = false
		}
	}
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource(file, schema))
	compiled, err := c.Compile(file + "#/$defs/" + name)
	require.NoError(t, err)
	return compiled
}

// Holds fails the test if a JSON document is not what a schema says.
func Holds(t testing.TB, schema *jsonschema.Schema, data []byte) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	require.NoError(t, err)
	require.NoError(t, schema.Validate(value), "%s", data)
}
