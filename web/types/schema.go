package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

type object = map[string]any

// schema returns the declarations of a file as a JSON Schema. The schema of a game includes the declarations
// of the common file that it uses, so that it is self-contained. describe completes the definitions of frames.
func (f *file) schema(common *file, describe func(defs object) error) ([]byte, error) {
	defs, err := common.defs()
	if err != nil {
		return nil, err
	}
	own, err := f.defs()
	if err != nil {
		return nil, err
	}
	maps.Copy(defs, own)
	schema := object{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": defs}
	if f == common {
		defs["ClientFrame"] = object{
			"description": "ClientFrame is what a client sends.",
			"oneOf": frames(f, func(name string) bool {
				return slices.ContainsFunc(sent, func(r root) bool { return r.as == name })
			}),
		}
		defs["ServerFrame"] = object{
			"description": "ServerFrame is what the server sends.",
			"oneOf": frames(f, func(name string) bool {
				return name == update.name || slices.ContainsFunc(roots, func(r root) bool { return r.as == name })
			}),
		}
		if err := describe(defs); err != nil {
			return nil, err
		}
	} else {
		keep := object{}
		for name := range f.types {
			reach(defs, "#/$defs/"+name, keep)
		}
		schema["$defs"] = keep
	}
	data, err := json.MarshalIndent(schema, "", "  ")
	return append(data, '\n'), err
}

// defs returns the schemas of the declarations by name.
func (f *file) defs() (object, error) {
	defs := object{}
	for name, d := range f.types {
		var err error
		if defs[name], err = d.schema(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return defs, nil
}

// frames returns references to the frames of a file that wanted selects.
func frames(f *file, wanted func(name string) bool) []any {
	var list []any
	for _, name := range slices.Sorted(maps.Keys(f.types)) {
		if strings.HasSuffix(name, "Frame") && wanted(name) {
			list = append(list, reference(name))
		}
	}
	return list
}

func reference(name string) object { return object{"$ref": "#/$defs/" + name} }

// reach copies all definitions that a schema refers to into keep.
func reach(defs object, schema any, keep object) {
	switch schema := schema.(type) {
	case string:
		if name, ok := strings.CutPrefix(schema, "#/$defs/"); ok && keep[name] == nil {
			keep[name] = defs[name]
			reach(defs, defs[name], keep)
		}
	case object:
		for _, part := range schema {
			reach(defs, part, keep)
		}
	case []any:
		for _, part := range schema {
			reach(defs, part, keep)
		}
	}
}

// schema returns the declaration as a JSON Schema. Frames of clients allow no other members.
// What the server sends does, because later versions can add members.
func (d *declaration) schema() (object, error) {
	if len(d.values) > 0 {
		return described(d.doc, constants(d.values)), nil
	}
	if d.alias != "" {
		schema, err := schemaOf(d.alias)
		return described(d.doc, schema), err
	}
	properties, required := object{}, []any{}
	for _, m := range d.members {
		schema, err := schemaOf(m.of)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
		properties[m.name] = described(m.doc, schema)
		if !m.optional {
			required = append(required, m.name)
		}
	}
	schema := described(d.doc, object{"type": "object", "properties": properties, "required": required})
	if slices.ContainsFunc(sent, func(r root) bool { return r.as == d.name }) {
		schema["additionalProperties"] = false
	}
	if len(d.extends) > 0 {
		var all []any
		for _, name := range d.extends {
			all = append(all, reference(name))
		}
		schema["allOf"] = all
	}
	return schema, nil
}

func described(doc string, schema object) object {
	if doc != "" {
		schema["description"] = strings.ReplaceAll(doc, "\n", " ")
	}
	return schema
}

// constants returns the schema of a union of TypeScript literals.
func constants(values []string) object {
	list := make([]any, len(values))
	for i, value := range values {
		list[i] = strings.Trim(value, "'")
	}
	return object{"enum": list}
}

// schemaOf returns the schema of a TypeScript type.
func schemaOf(text string) (object, error) {
	p := expression{tokens: tokens.FindAllString(text, -1)}
	schema := p.union()
	if p.err == nil && len(p.tokens) > 0 {
		p.fail()
	}
	if p.err != nil {
		return nil, fmt.Errorf("%s: %w", text, p.err)
	}
	return schema, nil
}

var tokens = regexp.MustCompile(`'[^']*'|[A-Za-z_][A-Za-z0-9_]*|\?:|\[\]|[^ \s]`)

// expression parses the subset of TypeScript types that writer produces.
type expression struct {
	tokens []string
	err    error
}

func (p *expression) fail() {
	if p.err == nil {
		p.err = fmt.Errorf("cannot be read from %q on", strings.Join(p.tokens, " "))
	}
	p.tokens = nil
}

func (p *expression) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

// take consumes the next token if it is one of those given.
func (p *expression) take(options ...string) bool {
	if len(p.tokens) == 0 || !slices.Contains(options, p.tokens[0]) {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

func (p *expression) must(token string) {
	if !p.take(token) {
		p.fail()
	}
}

func (p *expression) union() object {
	var list []any
	var values []string
	for {
		if strings.HasPrefix(p.peek(), "'") {
			values = append(values, p.peek())
			p.tokens = p.tokens[1:]
		} else {
			list = append(list, p.intersection())
		}
		if !p.take("|") {
			break
		}
	}
	if len(values) > 0 {
		list = append(list, constants(values))
	}
	if len(list) == 1 {
		return list[0].(object)
	}
	return object{"anyOf": list}
}

// intersection parses types joined by &.
func (p *expression) intersection() object {
	schema := p.postfix()
	var all []any
	for p.take("&") {
		all = append(all, p.postfix())
	}
	if all == nil {
		return schema
	}
	return object{"allOf": append([]any{schema}, all...)}
}

func (p *expression) postfix() object {
	schema := p.primary()
	for p.take("[]") {
		schema = object{"type": "array", "items": schema}
	}
	return schema
}

func (p *expression) primary() object {
	switch {
	case p.take("string"):
		return object{"type": "string"}
	case p.take("integer"):
		return object{"type": "integer"}
	case p.take("number"):
		return object{"type": "number"}
	case p.take("boolean"):
		return object{"type": "boolean"}
	case p.take("null"):
		return object{"type": "null"}
	case p.take("unknown"):
		return object{}
	case p.take("("):
		schema := p.union()
		p.must(")")
		return schema
	case p.take("Record"):
		for _, token := range []string{"<", "string", ","} {
			p.must(token)
		}
		schema := object{"type": "object", "additionalProperties": p.union()}
		p.must(">")
		return schema
	case p.take("{"):
		properties, required := p.members("}")
		return object{"type": "object", "properties": properties, "required": required}
	case p.take("["):
		return p.tuple()
	case len(p.tokens) > 0 && p.tokens[0][0] >= 'A' && p.tokens[0][0] <= 'Z':
		name := p.tokens[0]
		p.tokens = p.tokens[1:]
		return reference(name)
	}
	p.fail()
	return nil
}

// members parses the members of an object type up to the token end.
func (p *expression) members(end string) (properties object, required []any) {
	properties, required = object{}, []any{}
	for p.err == nil && !p.take(end) {
		name := p.peek()
		p.take(name)
		if p.take(":") {
			required = append(required, name)
		} else {
			p.must("?:")
		}
		properties[name] = p.union()
		p.take(";", ",")
	}
	return properties, required
}

// tuple parses a tuple type with named elements.
func (p *expression) tuple() object {
	var items []any
	least := 0
	for p.err == nil && !p.take("]") {
		p.take(p.peek())
		if p.take(":") {
			least++
		} else {
			p.must("?:")
		}
		items = append(items, p.union())
		p.take(",")
	}
	return object{"type": "array", "prefixItems": items, "minItems": least, "maxItems": len(items)}
}
