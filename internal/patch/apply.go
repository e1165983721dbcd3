package patch

import (
	"bytes"
	"fmt"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/go-json-experiment/json/jsontext"
)

// Apply returns the document that the merge patch turns doc into, as canonical
// JSON (RFC 8785), so that equal documents are equal texts. Both are objects; the
// document has no null in it, and neither has objects inside arrays.
func Apply(doc, patch []byte) ([]byte, error) {
	merged, err := jsonpatch.MergePatch(doc, patch)
	if err != nil {
		return nil, fmt.Errorf("patch: %w", err)
	}
	// A patch that is not an object comes back as it is, and must not be changed.
	result := jsontext.Value(bytes.Clone(merged))
	if err := result.Canonicalize(); err != nil {
		return nil, fmt.Errorf("patch: %w", err)
	}
	return result, nil
}
