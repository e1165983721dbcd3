package programtest

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// Contract returns the schema called name in a file of web/static/schema below root. It
// is stricter than the file, which lets later versions add members: here nothing is
// in order that the file does not name.
func Contract(t testing.TB, root, file, name string) *jsonschema.Schema {
	t.Helper()
	contracts.Lock()
	defer contracts.Unlock()
	key := file + "#" + name
	if known := contracts.schemas[key]; known != nil {
		return known
	}
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource(file, strictly(t, root, file)))
	compiled, err := c.Compile(file + "#/$defs/" + name)
	require.NoError(t, err)
	contracts.schemas[key] = compiled
	return compiled
}

// contracts are the schemas that were asked for: to make one strict takes long.
var contracts = struct {
	sync.Mutex
	schemas map[string]*jsonschema.Schema
}{schemas: map[string]*jsonschema.Schema{}}

// strictly reads a file of schemas and lets objects have only the members that it names.
func strictly(t testing.TB, root, file string) any {
	t.Helper()
	data, err := os.ReadFile(root + "/web/static/schema/" + file)
	require.NoError(t, err)
	requests, err := os.ReadFile(root + "/web/static/schema/openapi.json")
	require.NoError(t, err)
	bases := map[string]bool{}
	allOf := regexp.MustCompile(`"allOf": \[[^]]*\]`)
	ref := regexp.MustCompile(`"\$ref": "(?:protocol\.json)?#/\$defs/(\w+)"`)
	for _, all := range allOf.FindAllString(string(data)+string(requests), -1) {
		for _, base := range ref.FindAllStringSubmatch(all, -1) {
			bases[base[1]] = true
		}
	}
	var schema map[string]any
	require.NoError(t, json.Unmarshal(data, &schema))
	defs, _ := schema["$defs"].(map[string]any)
	for name, one := range defs {
		// A base of others does not know their members.
		if def := one.(map[string]any); def["type"] == "object" && !bases[name] {
			def["unevaluatedProperties"] = false
		}
	}
	return schema
}

// API is what openapi.json says about requests.
type API struct {
	compiler *jsonschema.Compiler
	paths    []address
	mu       sync.Mutex
	schemas  map[string]*jsonschema.Schema
}

// address is a path with what can be asked there; those with the fewest parameters
// come first.
type address struct {
	path    string
	pattern *regexp.Regexp
	does    map[string]operation
}

type operation struct {
	Responses map[string]struct {
		Content map[string]struct {
			Schema map[string]any `json:"schema"`
		} `json:"content"`
	} `json:"responses"`
}

// ReadAPI reads it below root.
func ReadAPI(t testing.TB, root string) *API {
	t.Helper()
	data, err := os.ReadFile(root + "/web/static/schema/openapi.json")
	require.NoError(t, err)
	var whole any
	require.NoError(t, json.Unmarshal(data, &whole))
	var known struct {
		Paths map[string]map[string]operation `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(data, &known))
	a := &API{compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	for path, does := range known.Paths {
		pattern := regexp.MustCompile("^" + template.ReplaceAllString(regexp.QuoteMeta(path), "[^/]+") + "$")
		a.paths = append(a.paths, address{path, pattern, does})
	}
	slices.SortFunc(a.paths, func(x, y address) int { return strings.Count(x.path, "{") - strings.Count(y.path, "{") })
	require.NoError(t, a.compiler.AddResource("openapi.json", whole))
	require.NoError(t, a.compiler.AddResource("protocol.json", strictly(t, root, "protocol.json")))
	return a
}

var template = regexp.MustCompile(`\\\{[a-z]+\\\}`)

// Holds fails the test if a request that succeeds is answered otherwise than the file says.
// Addresses that it does not have do not count.
func (a *API) Holds(t testing.TB, method, path string, status int, body []byte) {
	t.Helper()
	path, _, _ = strings.Cut(path, "?")
	at := slices.IndexFunc(a.paths, func(one address) bool { return one.pattern.MatchString(path) })
	if at < 0 || status/100 != 2 {
		return
	}
	known := &a.paths[at]
	method = strings.ToLower(method)
	does, ok := known.does[method]
	if !ok {
		return
	}
	code := strconv.Itoa(status)
	if _, ok := does.Responses[code]; !ok {
		code = "2XX"
	}
	answer, ok := does.Responses[code]
	require.True(t, ok, "%s %s is answered %d", method, known.path, status)
	if schema := answer.Content["application/json"].Schema; len(schema) == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	place := "openapi.json#/paths/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(
		known.path,
	) + "/" + method + "/responses/" + code + "/content/application~1json/schema"
	if a.schemas[place] == nil {
		var err error
		a.schemas[place], err = a.compiler.Compile(place)
		require.NoError(t, err)
	}
	Holds(t, a.schemas[place], body)
}

// Holds fails the test if a JSON document is not what a schema says.
func Holds(t testing.TB, schema *jsonschema.Schema, data []byte) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	require.NoError(t, err)
	require.NoError(t, schema.Validate(value), "%s", data)
}
