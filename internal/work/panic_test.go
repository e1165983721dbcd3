package work_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/work"
)

func TestCatch(t *testing.T) {
	require.NoError(t, work.Catch(func() error { return nil }))
	failed := errors.New("failed")
	require.ErrorIs(t, work.Catch(func() error { return failed }), failed)

	err := work.Catch(func() error { panic("no rules today") })
	caught := (*work.PanicError)(nil)
	require.ErrorAs(t, err, &caught)
	require.Equal(t, "no rules today", caught.Value)
	require.Contains(t, err.Error(), "no rules today")
	require.Contains(t, err.Error(), "TestCatch", "the stack says where")
}
