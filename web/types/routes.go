package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// routesFile describes the body and the response of each request for core/api.js.
const routesFile = "web/static/core/api-routes.d.ts"

// routeTypes formats the completed description of the requests as TypeScript: an interface with a member for
// each method and path, and the types that exist only in request bodies.
func routeTypes(requests, defs object) ([]byte, error) {
	t := routeWriter{defs: defs}
	var b strings.Builder
	b.WriteString("// Written by go run ./web/types. Do not edit.\n\n" +
		"import type * as wire from './wire-types.js';\n\n" +
		"/** ApiRoutes has what each request sends and what it is answered with. */\nexport interface ApiRoutes {\n")
	paths := requests["paths"].(object)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		for _, method := range slices.Sorted(maps.Keys(paths[path].(object))) {
			route, err := t.route(paths[path].(object)[method].(object))
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, path, err)
			}
			fmt.Fprintf(&b, "  '%s %s': %s;\n", strings.ToUpper(method), path, route)
		}
	}
	b.WriteString("}\n")
	components := requests["components"].(object)["schemas"].(object)
	for _, name := range slices.Sorted(maps.Keys(components)) {
		if !t.isOfRequests(name) {
			continue
		}
		text, err := t.typeOf(components[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(&b, "\nexport type %s = %s;\n", name, text)
	}
	return []byte(b.String()), nil
}

// routeWriter converts schemas to TypeScript.
type routeWriter struct {
	// defs are the types of wire.d.ts.
	defs object
}

// isOfRequests reports whether a type exists only in request bodies, and therefore not in wire.d.ts.
func (t *routeWriter) isOfRequests(name string) bool {
	return t.defs[name] == nil && strings.HasSuffix(name, ofRequest)
}

// route returns the type of an operation: its body and its response.
func (t *routeWriter) route(operation object) (string, error) {
	answer := "null"
	responses := operation["responses"].(object)
	for _, status := range slices.Sorted(maps.Keys(responses)) {
		content, ok := responses[status].(object)["content"].(object)
		if status[0] != '2' || !ok {
			continue
		}
		media, ok := content["application/json"].(object)
		if !ok {
			answer = "unknown"
			continue
		}
		var err error
		if answer, err = t.typeOf(media["schema"]); err != nil {
			return "", err
		}
	}
	requestBody, ok := operation["requestBody"].(object)
	if !ok {
		return "{ answer: " + answer + " }", nil
	}
	body, err := t.typeOf(requestBody["content"].(object)["application/json"].(object)["schema"])
	return "{ body: " + body + "; answer: " + answer + " }", err
}

// typeOf returns the TypeScript type of a schema.
func (t *routeWriter) typeOf(described any) (string, error) {
	schema, ok := described.(object)
	if !ok {
		return "", fmt.Errorf("unexpected schema %v", described)
	}
	if to, ok := schema["$ref"].(string); ok {
		name := to[strings.LastIndex(to, "/")+1:]
		if t.isOfRequests(name) {
			return name, nil
		}
		return "wire." + name, nil
	}
	for keyword, between := range map[string]string{"allOf": " & ", "anyOf": " | ", "oneOf": " | "} {
		if parts, ok := schema[keyword].([]any); ok {
			return t.joined(parts, between)
		}
	}
	if values, ok := schema["enum"].([]any); ok {
		return literals(values)
	}
	if value, ok := schema["const"]; ok {
		return literals([]any{value})
	}
	switch schema["type"] {
	case "string", "number", "boolean", "null":
		return schema["type"].(string), nil
	case integer:
		return "number", nil
	case "array":
		items, err := t.typeOf(schema["items"])
		return "(" + items + ")[]", err
	case "object":
		return t.object(schema)
	}
	return "unknown", nil
}

// joined returns the types of several schemas with a separator between them.
func (t *routeWriter) joined(parts []any, separator string) (string, error) {
	texts := make([]string, len(parts))
	for i, part := range parts {
		var err error
		if texts[i], err = t.typeOf(part); err != nil {
			return "", err
		}
	}
	return "(" + strings.Join(texts, separator) + ")", nil
}

// object returns the type of an object.
func (t *routeWriter) object(schema object) (string, error) {
	if all, ok := schema["additionalProperties"].(object); ok {
		text, err := t.typeOf(all)
		return "Record<string, " + text + ">", err
	}
	properties, ok := schema["properties"].(object)
	if !ok {
		return "unknown", nil
	}
	required, _ := schema["required"].([]any)
	members := make([]string, 0, len(properties))
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		text, err := t.typeOf(properties[name])
		if err != nil {
			return "", err
		}
		mark := "?: "
		if slices.Contains(required, any(name)) {
			mark = ": "
		}
		members = append(members, name+mark+text)
	}
	if len(members) == 0 {
		return "Record<string, never>", nil
	}
	return "{ " + strings.Join(members, "; ") + " }", nil
}

// literals returns a union of literal values.
func literals(values []any) (string, error) {
	texts := make([]string, len(values))
	for i, value := range values {
		text, err := json.Marshal(value)
		if err != nil {
			return "", err
		}
		texts[i] = strings.ReplaceAll(string(text), `"`, "'")
	}
	return strings.Join(texts, " | "), nil
}
