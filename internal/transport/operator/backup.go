package operator

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/transport/httpx"
)

// backupHandler sends copies of the database.
type backupHandler struct {
	*httpx.Base
	moderation *moderation.Moderation
	// write writes a copy to a new file in the folder scratch. It is nil if the database cannot be
	// copied.
	write   func(ctx context.Context, path string) error
	scratch string
	running sync.Mutex
}

// backup sends a copy of the database and records the act.
func (s *backupHandler) backup(w http.ResponseWriter, r *http.Request) error {
	return s.moderation.Record(
		r.Context(),
		moderation.Operator,
		moderation.Act{Kind: moderation.ActBackup},
		func(moderation.Act) error { return s.send(w, r) },
	)
}

// send sends a copy of the database.
func (s *backupHandler) send(w http.ResponseWriter, r *http.Request) error {
	if s.write == nil {
		return coded.Errorf(
			coded.NotFound,
			"everything is in PostgreSQL here: back it up with pg_dump, as docs/postgresql.md says",
		)
	}
	if !s.running.TryLock() {
		return coded.Errorf(coded.Busy, "a backup is on its way already")
	}
	defer s.running.Unlock()
	started := time.Now()
	// Only the user of the server can read the folder.
	folder, err := os.MkdirTemp(s.scratch, "backup-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	name := filepath.Join(folder, "rooms.db")
	if err := s.write(r.Context(), name); err != nil {
		return err
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/vnd.sqlite3")
	w.Header().Set("Content-Disposition", `attachment; filename="rooms.db"`)
	// The length lets a client notice an incomplete backup.
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	if _, err := io.Copy(w, file); err != nil {
		s.Log.Warn("a backup was not sent whole", zap.Error(err))
		return nil
	}
	s.Log.Info("backup sent", zap.Int64("bytes", info.Size()), zap.Duration("took", time.Since(started)))
	return nil
}
