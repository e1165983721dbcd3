package lobby

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// What the store refuses because of the data is refused with a code, like anything that cannot be read.
func TestWhatTheStoreRefusesIsMalformed(t *testing.T) {
	refusal, ok := coded.Refusal(fmt.Errorf("add a block: %w", store.ErrInvalid))
	require.True(t, ok)
	require.Equal(t, coded.Malformed, refusal.Code)
	refusal, ok = coded.Refusal(errors.New("disk I/O error"))
	require.False(t, ok)
	require.Equal(t, coded.Internal, refusal.Code)
}
