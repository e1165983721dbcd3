package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// needs says of a request's body what the server refuses to miss. A test of package
// transport leaves out one member after another and compares.
type needs struct {
	members []string
	// least and most bound the number of members; 0 stands for no bound.
	least, most int
}

// needed are the bodies of which the server refuses to miss something, by request. In
// every other body each member may be left out.
var needed = map[string]needs{
	"PATCH /api/me":                    {least: 1, most: 1},
	"POST /api/me/links/owner":         {members: []string{"link"}},
	"DELETE /api/account":              {members: []string{"name"}},
	"POST /api/account/passkeys":       {members: []string{"credential"}},
	"POST /api/account/tokens":         {members: []string{"name"}},
	"POST /api/account/notifications":        {members: []string{"kind", "address"}},
	"POST /api/notifications/confirm":        {members: []string{"token"}},
	"POST /api/sign-in/passkey":        {members: []string{"credential"}},
	"POST /api/sign-in/code":           {members: []string{"code"}},
	"POST /api/rooms":                  {least: 1},
	"POST /api/play":                   {members: []string{"game", "seats", "pace"}},
	"POST /api/rooms/ROOM/invitations": {members: []string{"person"}},
	"POST /api/follows":                {members: []string{"person"}},
	"POST /api/blocks":                 {members: []string{"person"}},
	"POST /api/qr":                     {members: []string{"text"}},
	"POST /api/reports":                {members: []string{"what", "reason"}},
	"POST /api/moderation/acts":        {members: []string{"kind"}},
}

// neededOf are the same for the types that bodies have members of, by their names here.
var neededOf = map[string][]string{"From": {"match", "luck"}}

// noteNeeds notes in the body of an operation what of it is needed, for complete.
func noteNeeds(r request, operation object) error {
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
	// ofRequest ends the names of types as bodies have them, where every member may be
	// left out that the server does not need.
	ofRequest = "Request"
)

// complete gives the description of the requests all types that it refers to, so that
// tools need no other file.
func complete(requests, defs object) {
	c := completion{defs, requests["components"].(object)["schemas"].(object)}
	for _, path := range requests["paths"].(object) {
		for _, one := range path.(object) {
			operation := one.(object)
			if content, ok := operation["requestBody"].(object); ok {
				media := content["content"].(object)["application/json"].(object)
				media["schema"] = c.request(media["schema"].(object), nil)
			}
			for _, answer := range operation["responses"].(object) {
				c.answer(answer)
			}
		}
	}
}

// completion takes schemas of protocol.json over.
type completion struct{ defs, schemas object }

// answer leads the references in a schema to types that it takes over.
func (c *completion) answer(schema any) {
	switch schema := schema.(type) {
	case object:
		if to, ok := schema["$ref"].(string); ok {
			if name, ok := strings.CutPrefix(to, inProtocol); ok {
				schema["$ref"] = inRequests + name
				c.take(name)
			}
		}
		for _, part := range schema {
			c.answer(part)
		}
	case []any:
		for _, part := range schema {
			c.answer(part)
		}
	}
}

// take takes a type over as answers have it.
func (c *completion) take(name string) {
	if c.schemas[name] == nil {
		schema := copied(c.defs[name]).(object)
		c.schemas[name] = schema
		c.answer(schema)
	}
}

// copied returns a copy of a schema.
func copied(schema any) any {
	switch schema := schema.(type) {
	case object:
		same := maps.Clone(schema)
		for key, part := range same {
			same[key] = copied(part)
		}
		return same
	case []any:
		same := slices.Clone(schema)
		for i, part := range same {
			same[i] = copied(part)
		}
		return same
	}
	return schema
}

// request returns a schema as bodies have it: with the members of everything that it
// consists of and no others, none of which has to be there unless it is needed or in
// members. null says the same as leaving a member out, so it is not named.
func (c *completion) request(schema object, members []string) object {
	if needs, ok := schema["x-needs"].(needs); ok {
		delete(schema, "x-needs")
		made := c.request(schema, needs.members)
		if needs.least > 0 {
			made["minProperties"] = needs.least
		}
		if needs.most > 0 {
			made["maxProperties"] = needs.most
		}
		return made
	}
	if to, ok := schema["$ref"].(string); ok {
		return c.requestOf(schema, strings.TrimPrefix(to, inProtocol), members)
	}
	if all, ok := schema["allOf"].([]any); ok {
		return c.merged(append(slices.Clone(all), without(schema, "allOf")), members)
	}
	if some, ok := schema["anyOf"].([]any); ok {
		kept := slices.DeleteFunc(slices.Clone(some), func(one any) bool { return one.(object)["type"] == "null" })
		if len(kept) == 1 {
			made := c.request(kept[0].(object), members)
			if doc := schema["description"]; doc != nil {
				made = maps.Clone(made)
				made["description"] = doc
			}
			return made
		}
		for i, one := range kept {
			kept[i] = c.request(one.(object), nil)
		}
		return object{"anyOf": kept}
	}
	made := maps.Clone(schema)
	if items, ok := schema["items"].(object); ok {
		made["items"] = c.request(items, nil)
	}
	properties, ok := schema["properties"].(object)
	if !ok {
		return made
	}
	mine := object{}
	for name, of := range properties {
		mine[name] = c.request(of.(object), nil)
	}
	made["properties"], made["additionalProperties"] = mine, false
	delete(made, "required")
	if len(members) > 0 {
		made["required"] = list(members)
	}
	return made
}

// requestOf returns a reference to a type as bodies have it or, for a whole body, the type.
func (c *completion) requestOf(at object, name string, members []string) object {
	def := c.defs[name].(object)
	if members != nil {
		return c.request(def, members)
	}
	if def["properties"] == nil {
		made := maps.Clone(at)
		made["$ref"] = inRequests + name
		c.take(name)
		return made
	}
	as := strings.TrimSuffix(name, ofRequest) + ofRequest
	if c.schemas[as] == nil {
		c.schemas[as] = object{}
		c.schemas[as] = c.request(def, neededOf[name])
	}
	made := maps.Clone(at)
	made["$ref"] = inRequests + as
	return made
}

// merged returns one object with the members of several.
func (c *completion) merged(all []any, members []string) object {
	properties := object{}
	for _, one := range all {
		part := one.(object)
		if to, ok := part["$ref"].(string); ok {
			part = c.defs[strings.TrimPrefix(to, inProtocol)].(object)
		}
		if len(part) == 0 {
			continue
		}
		maps.Copy(properties, c.request(part, nil)["properties"].(object))
	}
	made := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(members) > 0 {
		made["required"] = list(members)
	}
	return made
}

// without returns a schema without one of its keywords.
func without(schema object, keyword string) object {
	rest := maps.Clone(schema)
	delete(rest, keyword)
	return rest
}

// list returns texts as a list of JSON.
func list(texts []string) []any {
	made := make([]any, len(texts))
	for i, text := range texts {
		made[i] = text
	}
	return made
}
