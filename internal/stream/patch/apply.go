package patch

import (
	"bytes"
	"fmt"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/go-json-experiment/json/jsontext"
)

// Apply applies a merge patch to doc and returns the result as canonical JSON (RFC 8785), so that equal
// documents have equal bytes. doc and patch must be objects without objects inside arrays, and doc must not
// contain null.
func Apply(doc, patch []byte) ([]byte, error) {
	merged, err := jsonpatch.MergePatch(doc, patch)
	if err != nil {
		return nil, fmt.Errorf("patch: %w", err)
	}
	// MergePatch can return patch itself, which must not be changed.
	result := jsontext.Value(bytes.Clone(merged))
	if err := result.Canonicalize(); err != nil {
		return nil, fmt.Errorf("patch: %w", err)
	}
	return result, nil
}
