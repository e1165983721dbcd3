package cli_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/cli"
)

func TestReadFileHasALimit(t *testing.T) {
	o := cli.IO{Stdin: strings.NewReader("12345678")}
	_, err := o.ReadFile("-", 7)
	require.EqualError(t, err, "too_large: the file is longer than 7 bytes")
	o.Stdin = strings.NewReader("12345678")
	data, err := o.ReadFile("-", 8)
	require.NoError(t, err)
	require.Equal(t, "12345678", string(data))
}
