package random_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"archmage/internal/random"
)

func TestIDsAreRandomUUIDs(t *testing.T) {
	var source random.Source
	id, err := uuid.Parse(source.ID())
	require.NoError(t, err)
	require.Equal(t, uuid.Version(4), id.Version())
	require.Equal(t, uuid.RFC4122, id.Variant())
	require.NotEqual(t, id.String(), source.ID())
}

func TestIDsFollowFromTheSource(t *testing.T) {
	source := random.Source(func(b []byte) {
		for i := range b {
			b[i] = 0xff
		}
	})
	require.Equal(t, "ffffffff-ffff-4fff-bfff-ffffffffffff", source.ID())
}
