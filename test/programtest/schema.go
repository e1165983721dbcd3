package programtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
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

// Contract returns the schema called name in a file of web/static/schema below root. The file allows unknown
// members, because later versions can add some. The returned schema refuses them.
func Contract(t testing.TB, root, file, name string) *jsonschema.Schema {
	t.Helper()
	contracts.Lock()
	defer contracts.Unlock()
	key := file + "#" + name
	if cached := contracts.schemas[key]; cached != nil {
		return cached
	}
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource(file, readStrict(t, root, file)))
	compiled, err := c.Compile(file + "#/$defs/" + name)
	require.NoError(t, err)
	contracts.schemas[key] = compiled
	return compiled
}

// contracts caches the compiled schemas, because compiling is slow.
var contracts = struct {
	sync.Mutex
	schemas map[string]*jsonschema.Schema
}{schemas: map[string]*jsonschema.Schema{}}

// readStrict reads a file of schemas and makes its object schemas refuse unknown members.
func readStrict(t testing.TB, root, file string) any {
	t.Helper()
	schema, data := readSchema(t, root, file)
	defs, _ := schema["$defs"].(map[string]any)
	closeObjects(data, defs)
	return schema
}

func readSchema(t testing.TB, root, file string) (map[string]any, []byte) {
	t.Helper()
	data, err := os.ReadFile(root + "/web/static/schema/" + file)
	require.NoError(t, err)
	var schema map[string]any
	require.NoError(t, json.Unmarshal(data, &schema))
	return schema, data
}

var (
	inAllOf = regexp.MustCompile(`"allOf": \[[^]]*\]`)
	refName = regexp.MustCompile(`"\$ref": "[^"]*/(\w+)"`)
)

// closeObjects makes the object schemas of a file refuse unknown members.
func closeObjects(file []byte, defs map[string]any) {
	bases := map[string]bool{}
	for _, all := range inAllOf.FindAllString(string(file), -1) {
		for _, base := range refName.FindAllStringSubmatch(all, -1) {
			bases[base[1]] = true
		}
	}
	for name, one := range defs {
		// A base schema must allow the members of the schemas that extend it. Errors can have more members.
		if def := one.(map[string]any); def["type"] == "object" && !bases[name] && name != "Error" {
			def["unevaluatedProperties"] = false
		}
		closeFacts(one)
	}
}

// closeFacts makes the objects in tuples refuse unknown members: the facts of events.
func closeFacts(schema any) {
	switch schema := schema.(type) {
	case []any:
		for _, part := range schema {
			closeFacts(part)
		}
	case map[string]any:
		items, _ := schema["prefixItems"].([]any)
		for _, item := range items {
			if facts, ok := item.(map[string]any); ok && facts["properties"] != nil {
				facts["additionalProperties"] = false
			}
		}
		for _, part := range schema {
			closeFacts(part)
		}
	}
}

// API is the description of requests in openapi.json.
type API struct {
	compiler *jsonschema.Compiler
	paths    []apiPath
	mu       sync.Mutex
	schemas  map[string]*jsonschema.Schema
}

// apiPath is a path with its operations by method. Paths with fewer parameters come first.
type apiPath struct {
	path       string
	pattern    *regexp.Regexp
	operations map[string]operation
}

type operation struct {
	Parameters []struct {
		Name   string         `json:"name"`
		In     string         `json:"in"`
		Schema map[string]any `json:"schema"`
	} `json:"parameters"`
	RequestBody *struct {
		Content map[string]struct {
			Schema map[string]any `json:"schema"`
		} `json:"content"`
	} `json:"requestBody"`
	Responses map[string]struct {
		Content map[string]struct {
			Schema map[string]any `json:"schema"`
		} `json:"content"`
	} `json:"responses"`
}

// ReadAPI reads openapi.json below root.
func ReadAPI(t testing.TB, root string) *API {
	t.Helper()
	document, data := readSchema(t, root, "openapi.json")
	components, _ := document["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	closeObjects(data, schemas)
	var description struct {
		Paths map[string]map[string]operation `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(data, &description))
	a := &API{compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	for path, operations := range description.Paths {
		pattern := regexp.MustCompile("^" + template.ReplaceAllString(regexp.QuoteMeta(path), "[^/]+") + "$")
		a.paths = append(a.paths, apiPath{path, pattern, operations})
	}
	slices.SortFunc(a.paths, func(x, y apiPath) int { return strings.Count(x.path, "{") - strings.Count(y.path, "{") })
	require.NoError(t, a.compiler.AddResource("openapi.json", document))
	return a
}

var template = regexp.MustCompile(`\\\{[a-z]+\\\}`)

// RequireResponse fails the test if the response to a successful request does not match the description.
// Requests without a description are ignored.
func (a *API) RequireResponse(t testing.TB, method, path string, status int, body []byte) {
	t.Helper()
	endpoint, op, ok := a.find(method, path)
	if !ok || status/100 != 2 {
		return
	}
	code := strconv.Itoa(status)
	response, ok := op.Responses[code]
	require.True(t, ok, "%s %s is answered %d", method, endpoint.path, status)
	if len(response.Content["application/json"].Schema) == 0 {
		return
	}
	RequireSchema(t, a.schema(t, endpoint, method, "responses/"+code), body)
}

// CheckRequest returns an error if a request does not match the description. Requests without a description
// are accepted.
func (a *API) CheckRequest(t testing.TB, method, path string, body []byte) error {
	t.Helper()
	endpoint, op, ok := a.find(method, path)
	if !ok {
		return nil
	}
	_, query, _ := strings.Cut(path, "?")
	given, err := url.ParseQuery(query)
	require.NoError(t, err)
	for name, values := range given {
		if err := op.checkParameter(t, name, values); err != nil {
			return err
		}
	}
	if op.RequestBody == nil {
		if len(body) > 0 {
			return errors.New("a body is not expected")
		}
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return a.schema(t, endpoint, method, "requestBody").Validate(value)
}

// checkParameter returns an error if the operation has no such query parameter, or if the values do not match
// its schema.
func (o *operation) checkParameter(t testing.TB, name string, values []string) error {
	t.Helper()
	for _, parameter := range o.Parameters {
		if parameter.Name != name || parameter.In != "query" {
			continue
		}
		var value any = values[0]
		switch parameter.Schema["type"] {
		case "array":
			list := make([]any, len(values))
			for i, one := range values {
				list[i] = one
			}
			value = list
		case "integer":
			n, err := strconv.Atoi(values[0])
			if err != nil {
				return err
			}
			value = n
		}
		c := jsonschema.NewCompiler()
		require.NoError(t, c.AddResource("parameter.json", parameter.Schema))
		compiled, err := c.Compile("parameter.json")
		require.NoError(t, err)
		return compiled.Validate(value)
	}
	return fmt.Errorf("there is no parameter %s", name)
}

// find returns the description of a request.
func (a *API) find(method, path string) (*apiPath, operation, bool) {
	path, _, _ = strings.Cut(path, "?")
	index := slices.IndexFunc(a.paths, func(one apiPath) bool { return one.pattern.MatchString(path) })
	if index < 0 {
		return nil, operation{}, false
	}
	op, ok := a.paths[index].operations[strings.ToLower(method)]
	return &a.paths[index], op, ok
}

// schema returns the schema of a part of a request or a response.
func (a *API) schema(t testing.TB, endpoint *apiPath, method, part string) *jsonschema.Schema {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	location := "openapi.json#/paths/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(endpoint.path) + "/" +
		strings.ToLower(method) + "/" + part + "/content/application~1json/schema"
	if a.schemas[location] == nil {
		var err error
		a.schemas[location], err = a.compiler.Compile(location)
		require.NoError(t, err)
	}
	return a.schemas[location]
}

// RequireSchema fails the test if a JSON document does not match a schema.
func RequireSchema(t testing.TB, schema *jsonschema.Schema, data []byte) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	require.NoError(t, err)
	require.NoError(t, schema.Validate(value), "%s", data)
}
