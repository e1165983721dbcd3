package largeserver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// A filled folder has no write-ahead log. The server would truncate it when it stops, which takes longer than the
// server has for that if the log has gigabytes.
func TestFillLeavesNoLog(t *testing.T) {
	folder := t.TempDir()
	Fill(t, folder, 50, 200)
	info, err := os.Stat(filepath.Join(folder, store.FileName+"-wal"))
	if !os.IsNotExist(err) {
		require.NoError(t, err)
		require.Zero(t, info.Size())
	}
	db, err := store.OpenSQLite(t.Context(), folder, store.SQLiteOptions{})
	require.NoError(t, err)
	require.NoError(t, db.Close())
}
