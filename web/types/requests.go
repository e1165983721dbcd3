package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// needs are the members that the server requires in a request body. A test in package transport omits one
// member after the other and compares.
type needs struct {
	members []string
	// least and most bound the number of members. 0 means no bound.
	least, most int
}

// needed has the bodies with required members, by request. In all other bodies every member is optional.
var needed = map[string]needs{
	"PATCH /api/me":                    {least: 1, most: 1},
	"POST /api/me/links/owner":         {members: []string{"link"}},
	"DELETE /api/account":              {members: []string{"name"}},
	"POST /api/account/passkeys":       {members: []string{"credential"}},
	"POST /api/account/tokens":         {members: []string{"name"}},
	"POST /api/account/notifications":  {members: []string{"kind", "address"}},
	"POST /api/notifications/confirm":  {members: []string{"token"}},
	"POST /api/sign-in/passkey":        {members: []string{"credential"}},
	"POST /api/account/password":       {members: []string{"password"}},
	"POST /api/sign-in/password":       {members: []string{"name", "password"}},
	"POST /api/sign-in/code":           {members: []string{"code"}},
	"POST /api/rooms":                  {least: 1},
	"POST /api/play":                   {members: []string{"game", "seats", "pace"}},
	"POST /api/rooms/ROOM/invitations": {members: []string{"person"}},
	"POST /api/invitations":            {members: []string{"person", "settings"}},
	"POST /api/follows":                {members: []string{"person"}},
	"POST /api/blocks":                 {members: []string{"person"}},
	"POST /api/qr":                     {members: []string{"text"}},
	"POST /api/puzzles/PUZZLE":         {members: []string{"answer"}},
	"POST /api/reports":                {members: []string{"what", "reason"}},
	"POST /api/moderation/acts":        {members: []string{"kind"}},
	"POST /api/join-codes/check":       {members: []string{"code"}},
	"POST /api/host/join-codes":        {members: []string{"kind", "count", "people", "until"}},
	"POST /api/host/accounts":          {members: []string{"name"}},
}

// neededOf has the required members of types inside bodies, by their TypeScript names.
var neededOf = map[string][]string{"From": {"match", "luck"}}

// storeNeeds stores the needs of a request in the schema of its body, where complete finds them.
func storeNeeds(r request, operation object) error {
	needs, ok := needed[r.method+" "+r.path]
	if !ok {
		return nil
	}
	content, ok := operation["requestBody"].(object)
	if !ok {
		return fmt.Errorf("something is needed of a body that is not there")
	}
	schema := content["content"].(object)["application/json"].(object)["schema"].(object)
	schema["x-needs"] = needs
	return nil
}

const (
	inProtocol = "#/$defs/"
	inRequests = "#/components/schemas/"
	// ofRequest is the suffix of types as they appear in request bodies, with optional members.
	ofRequest = "Request"
)

// complete copies all referenced types into the description of the requests, so that tools need no other
// file.
func complete(requests, defs object) {
	c := completion{defs, requests["components"].(object)["schemas"].(object)}
	for _, path := range requests["paths"].(object) {
		for _, value := range path.(object) {
			operation := value.(object)
			if content, ok := operation["requestBody"].(object); ok {
				media := content["content"].(object)["application/json"].(object)
				media["schema"] = c.request(media["schema"].(object), nil)
			}
			for _, answer := range operation["responses"].(object) {
				c.response(answer)
			}
		}
	}
}

// completion copies schemas from protocol.json (defs) to openapi.json (schemas).
type completion struct{ defs, schemas object }

// response redirects the references in a schema of a response to copied types.
func (c *completion) response(schema any) {
	switch schema := schema.(type) {
	case object:
		if to, ok := schema["$ref"].(string); ok {
			if name, ok := strings.CutPrefix(to, inProtocol); ok {
				schema["$ref"] = inRequests + name
				c.take(name)
			}
		}
		for _, part := range schema {
			c.response(part)
		}
	case []any:
		for _, part := range schema {
			c.response(part)
		}
	}
}

// take copies a type as it appears in responses.
func (c *completion) take(name string) {
	if c.schemas[name] == nil {
		schema := deepCopy(c.defs[name]).(object)
		c.schemas[name] = schema
		c.response(schema)
	}
}

// deepCopy returns a deep copy of a schema.
func deepCopy(schema any) any {
	switch schema := schema.(type) {
	case object:
		same := maps.Clone(schema)
		for key, part := range same {
			same[key] = deepCopy(part)
		}
		return same
	case []any:
		same := slices.Clone(schema)
		for i, part := range same {
			same[i] = deepCopy(part)
		}
		return same
	}
	return schema
}

// request returns a schema as it appears in request bodies: unknown members are refused, and only the members
// in needs or members are required. A member can be omitted instead of null, so null is left out.
func (c *completion) request(schema object, members []string) object {
	if needs, ok := schema["x-needs"].(needs); ok {
		delete(schema, "x-needs")
		result := c.request(schema, needs.members)
		if needs.least > 0 {
			result["minProperties"] = needs.least
		}
		if needs.most > 0 {
			result["maxProperties"] = needs.most
		}
		return result
	}
	if to, ok := schema["$ref"].(string); ok {
		return c.requestOf(schema, strings.TrimPrefix(to, inProtocol), members)
	}
	if all, ok := schema["allOf"].([]any); ok {
		return c.merged(append(slices.Clone(all), without(schema, "allOf")), members)
	}
	if some, ok := schema["anyOf"].([]any); ok {
		parts := slices.DeleteFunc(slices.Clone(some), func(part any) bool { return part.(object)["type"] == "null" })
		if len(parts) == 1 {
			result := c.request(parts[0].(object), members)
			if doc := schema["description"]; doc != nil {
				result = maps.Clone(result)
				result["description"] = doc
			}
			return result
		}
		for i, part := range parts {
			parts[i] = c.request(part.(object), nil)
		}
		return object{"anyOf": parts}
	}
	result := maps.Clone(schema)
	if items, ok := schema["items"].(object); ok {
		result["items"] = c.request(items, nil)
	}
	properties, ok := schema["properties"].(object)
	if !ok {
		return result
	}
	mine := object{}
	for name, of := range properties {
		mine[name] = c.request(of.(object), nil)
	}
	result["properties"], result["additionalProperties"] = mine, false
	delete(result, "required")
	if len(members) > 0 {
		result["required"] = list(members)
	}
	return result
}

// requestOf returns a reference to a type as it appears in request bodies. For a whole body with required
// members it returns the type itself.
func (c *completion) requestOf(reference object, name string, members []string) object {
	def := c.defs[name].(object)
	if members != nil {
		return c.request(def, members)
	}
	if def["properties"] == nil {
		result := maps.Clone(reference)
		result["$ref"] = inRequests + name
		c.take(name)
		return result
	}
	newName := strings.TrimSuffix(name, ofRequest) + ofRequest
	if c.schemas[newName] == nil {
		c.schemas[newName] = object{}
		c.schemas[newName] = c.request(def, neededOf[name])
	}
	result := maps.Clone(reference)
	result["$ref"] = inRequests + newName
	return result
}

// merged returns one object with the members of several schemas.
func (c *completion) merged(all []any, members []string) object {
	properties := object{}
	for _, schema := range all {
		part := schema.(object)
		if to, ok := part["$ref"].(string); ok {
			part = c.defs[strings.TrimPrefix(to, inProtocol)].(object)
		}
		if len(part) == 0 {
			continue
		}
		maps.Copy(properties, c.request(part, nil)["properties"].(object))
	}
	result := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(members) > 0 {
		result["required"] = list(members)
	}
	return result
}

// without returns a schema without one keyword.
func without(schema object, keyword string) object {
	remaining := maps.Clone(schema)
	delete(remaining, keyword)
	return remaining
}

// list converts strings to a JSON list.
func list(texts []string) []any {
	result := make([]any, len(texts))
	for i, text := range texts {
		result[i] = text
	}
	return result
}
