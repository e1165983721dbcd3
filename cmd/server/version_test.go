package main

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func TestVersionCommand(t *testing.T) {
	for _, name := range []string{"version", "-version", "--version"} {
		got := runToEnd(t, name)
		require.Zero(t, got.status, got.err)
		require.Regexp(t, `^archmage \d+\.\d+\.\d+\ncommit \S+.*\nbuilt with go1\.\S+ for \w+/\w+\n`+
			fmt.Sprintf(`schema %d\n$`, store.SQLiteSchema()), got.out)
	}
	require.NotZero(t, runToEnd(t, "version", "of what").status)
}

// The version of the program is the same everywhere.
func TestVersionIsTold(t *testing.T) {
	s := startServer(t, t.TempDir(), "--admin-addr", "127.0.0.1:0")
	_, body := fetch(t, http.MethodGet, s.Base+"/api/site")
	require.Contains(t, string(body), `"version":"`+version+`"`)
	_, metrics := fetch(t, http.MethodGet, s.Admin+"/metrics")
	require.Contains(t, string(metrics), `archmage_build_info{commit="`+commit()+`",go="`)
	require.Contains(t, string(metrics), `",version="`+version+`"} 1`)
	require.Contains(t, deployed(t, "CHANGELOG.md"), "\n## "+version+"\n")
}
