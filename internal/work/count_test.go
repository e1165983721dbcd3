package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/work"
)

func TestDecrementDeletesUnusedKeys(t *testing.T) {
	connections := map[string]int{"198.51.100.1": 2, "198.51.100.2": 1}
	work.Decrement(connections, "198.51.100.1")
	require.Equal(t, map[string]int{"198.51.100.1": 1, "198.51.100.2": 1}, connections)
	work.Decrement(connections, "198.51.100.1")
	work.Decrement(connections, "198.51.100.3")
	require.Equal(t, map[string]int{"198.51.100.2": 1}, connections)
}
