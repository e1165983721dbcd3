package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSchemasOfTypes(t *testing.T) {
	for text, want := range map[string]string{
		"string":          `{"type":"string"}`,
		"unknown":         `{}`,
		"number[] | null": `{"anyOf":[{"items":{"type":"number"},"type":"array"},{"type":"null"}]}`,
		"'' | 'a'":        `{"enum":["","a"]}`,
		"Mood | ''":       `{"anyOf":[{"$ref":"#/$defs/Mood"},{"enum":[""]}]}`,
		"Record<string, (A | B)[]>": `{"additionalProperties":{"items":{"anyOf":` +
			`[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]},"type":"array"},"type":"object"}`,
		"{ a: string; b?: boolean }": `{"properties":{"a":{"type":"string"},"b":{"type":"boolean"}},` +
			`"required":["a"],"type":"object"}`,
		"[a: string, b?: number]": `{"maxItems":2,"minItems":1,` +
			`"prefixItems":[{"type":"string"},{"type":"number"}],"type":"array"}`,
		"A & { b: string }": `{"allOf":[{"$ref":"#/$defs/A"},` +
			`{"properties":{"b":{"type":"string"}},"required":["b"],"type":"object"}]}`,
	} {
		schema, err := schemaOf(text)
		require.NoError(t, err, text)
		data, err := json.Marshal(schema)
		require.NoError(t, err)
		require.JSONEq(t, want, string(data), text)
	}
	for _, text := range []string{
		"", "string string", "{ a string }", "Record<number, string>", "(string", "[a: string",
	} {
		_, err := schemaOf(text)
		require.Error(t, err, text)
	}
}
