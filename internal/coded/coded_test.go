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
