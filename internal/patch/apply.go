package patch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Apply returns the document that the merge patch turns doc into, as compact
// JSON with the members of objects sorted by name. It fails if either is not
// exactly one JSON value.
func Apply(doc, patch []byte) ([]byte, error) {
	target, err := decode(doc)
	if err != nil {
		return nil, fmt.Errorf("the document: %w", err)
	}
	change, err := decode(patch)
	if err != nil {
		return nil, fmt.Errorf("the patch: %w", err)
	}
	return json.Marshal(merge(target, change))
}

// merge is MergePatch of RFC 7396, section 2. It may change target.
func merge(target, patch any) any {
	members, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	result, ok := target.(map[string]any)
	if !ok {
		result = make(map[string]any, len(members))
	}
	for name, value := range members {
		if value == nil {
			delete(result, name)
		} else {
			result[name] = merge(result[name], value)
		}
	}
	return result
}

// decode reads one JSON value and keeps its numbers as they are written.
func decode(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value")
	}
	return v, nil
}
