package httpx

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHasTag(t *testing.T) {
	for header, want := range map[string]bool{
		`"a"`: true, `W/"a"`: true, `"b", "a"`: true, `"b" ,W/"a"`: true, `*`: true,
		``: false, `"b"`: false, `a`: false, `"ab"`: false, `W/"b"`: false,
	} {
		require.Equal(t, want, HasTag(&http.Request{Header: http.Header{"If-None-Match": {header}}}, `"a"`), header)
	}
	two := http.Header{"If-None-Match": {`"b"`, `"a"`}}
	require.True(t, HasTag(&http.Request{Header: two}, `"a"`))
	require.False(t, HasTag(&http.Request{}, `"a"`))
}
