package coded_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

func TestOf(t *testing.T) {
	refusal := coded.Malformedf("no %s", "number")
	require.Equal(t, coded.Malformed, coded.Of(refusal))
	require.Equal(t, coded.Malformed, coded.Of(fmt.Errorf("read: %w", refusal)))
	require.Empty(t, coded.Of(errors.New("the disk is full")))
	require.Empty(t, coded.Of(nil))
}

func TestRefusal(t *testing.T) {
	refusal, ok := coded.Refusal(errors.New("disk I/O error"))
	require.False(t, ok)
	require.Equal(t, coded.Internal, refusal.Code)
	refusal, ok = coded.Refusal(fmt.Errorf("read: %w", coded.Malformedf("no number")))
	require.True(t, ok)
	require.Equal(t, coded.Malformed, refusal.Code)
	refusal, ok = coded.Refusal(nil)
	require.True(t, ok)
	require.Nil(t, refusal)
}
