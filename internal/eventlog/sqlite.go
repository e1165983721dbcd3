package eventlog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/gofrs/flock"
)

// The files in the data folder. SQLite keeps two more beside the first while
// it is open.
const (
	// FileName is the database.
	FileName = "rooms.db"
	// lockName is locked while a process uses the folder. It is empty and stays.
	lockName = "rooms.lock"
)

// SQLiteOptions are the settings of [OpenSQLite]. The zero value is fit for a
// server.
type SQLiteOptions struct {
	// Readers is the number of connections that read beside the writer;
	// 0 means 4.
	Readers int
	// Queue is how many writes may wait for the writer before further ones
	// block; 0 means 4096.
	Queue int
	// Recent is about how many entries gather before they are moved to the rooms
	// they belong to; 0 means 4096. More takes more memory, and the pause in which
	// they are moved is longer.
	Recent int
	// Check reads the whole database when it is opened, to find damage early.
	Check bool
}

// SQLite is a [Log] in a folder on disk. One goroutine writes: it takes all
// the writes that wait, of all rooms, and commits them in one transaction.
type SQLite struct {
	Log
	store *store
}

// store is a [Log] without the checks of [Checked].
type store struct {
	path  string
	lock  *flock.Flock
	write *sql.DB
	read  *sql.DB
	// recent are the entries in the table recent. The writer changes them.
	recent atomic.Pointer[recentEntries]

	queue   chan *request
	closing chan struct{} // no more writes are taken
	stopped chan struct{} // the writer has ended
	close   sync.Once
	closed  error

	commits atomic.Uint64
	writes  atomic.Uint64
	bytes   atomic.Uint64
	failed  atomic.Uint64
	failing atomic.Pointer[error]
}

// Stats counts what the writer has done since the log was opened.
type Stats struct {
	// Commits is the number of transactions, each of which waited once for the
	// disk; Writes is the number of writes in them.
	Commits, Writes uint64
	// Bytes is the length of the data in those writes, without what the database
	// adds to it.
	Bytes uint64
	// Failed is the number of writes that were not made for another reason than
	// their own. Failing is why the last write was not made, nil if it was.
	Failed  uint64
	Failing error
}

// OpenSQLite opens the log in the folder, which is made if it is missing, and
// brings it to the current schema. It fails with [ErrLocked], [ErrCorrupt],
// [ErrNewerSchema] or [ErrFull]. To go back to a backup, open a folder that has
// it under the name [FileName] and nothing else.
func OpenSQLite(ctx context.Context, dir string, options SQLiteOptions) (*SQLite, error) {
	s, err := openStore(ctx, dir, options)
	if err != nil {
		return nil, fmt.Errorf("open the event log in %s: %w", dir, storageError(err))
	}
	return &SQLite{Log: Checked(s), store: s}, nil
}

func openStore(ctx context.Context, dir string, options SQLiteOptions) (_ *store, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := makeFolder(dir); err != nil {
		return nil, err
	}
	s := &store{
		path:    filepath.Join(dir, FileName),
		lock:    flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600)),
		queue:   make(chan *request, positive(options.Queue, 4096)),
		closing: make(chan struct{}),
		stopped: make(chan struct{}),
	}
	if locked, err := s.lock.TryLock(); err != nil {
		return nil, err
	} else if !locked {
		return nil, ErrLocked
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.release())
		}
	}()
	// SQLite gives its other files the permissions of this one.
	file, err := os.OpenFile(s.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	if s.write, err = openDatabase(ctx, s.path, writerPragmas, 1); err != nil {
		return nil, err
	}
	if err := prepareDatabase(ctx, s.write, options.Check); err != nil {
		return nil, err
	}
	// The files' names are safe on disk before anything in them counts.
	if err := syncFolder(dir); err != nil {
		return nil, err
	}
	if s.read, err = openDatabase(ctx, s.path, readerPragmas, positive(options.Readers, 4)); err != nil {
		return nil, err
	}
	w, err := newWriter(ctx, s, positive(options.Recent, 4096))
	if err != nil {
		return nil, err
	}
	go w.run()
	return s, nil
}

// Stats returns what the writer has done.
func (s *SQLite) Stats() Stats {
	stats := Stats{Commits: s.store.commits.Load(), Writes: s.store.writes.Load(), Bytes: s.store.bytes.Load(), Failed: s.store.failed.Load()}
	if err := s.store.failing.Load(); err != nil {
		stats.Failing = *err
	}
	return stats
}

// Close implements [Log]. It moves what is in the write-ahead log into the
// database file.
func (s *store) Close() error {
	s.close.Do(func() {
		close(s.closing)
		<-s.stopped
		// Readers must be closed, or they would block the checkpoint.
		errs := []error{s.read.Close()}
		var busy, logged, moved int
		err := s.write.QueryRow("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &logged, &moved)
		if err != nil {
			errs = append(errs, fmt.Errorf("nothing is lost, but part of it is in %s-wal until the next start: %w", FileName, err))
		}
		if err := errors.Join(append(errs, s.release())...); err != nil {
			s.closed = fmt.Errorf("close the event log: %w", err)
		}
	})
	return s.closed
}

// release closes what is open and unlocks the folder.
func (s *store) release() error {
	var errs []error
	if s.read != nil {
		errs = append(errs, s.read.Close())
	}
	if s.write != nil {
		errs = append(errs, s.write.Close())
	}
	// The file stays, so that all processes lock the same one.
	errs = append(errs, s.lock.Unlock())
	return errors.Join(errs...)
}

// Backup writes a copy of the log, as it is now, to a new file, while rooms go
// on. The file is complete or not there. It fails with [ErrExists] if the file
// is there already.
func (s *SQLite) Backup(ctx context.Context, path string) error {
	if err := s.store.backup(ctx, path); err != nil {
		return fmt.Errorf("back up the event log to %s: %w", path, s.store.readError(err))
	}
	return nil
}

func (s *store) backup(ctx context.Context, path string) (err error) {
	if _, err := os.Lstat(path); err == nil {
		return ErrExists
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// A temporary name, so that two backups at once do not collide.
	part, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	defer part.Close()
	// VACUUM INTO accepts an empty file.
	if _, err := s.read.ExecContext(ctx, "VACUUM INTO ?", part.Name()); err != nil {
		return err
	}
	if err := part.Sync(); err != nil {
		return err
	}
	if err := os.Rename(part.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// makeFolder makes the folder, readable by its owner only, and syncs its parent.
func makeFolder(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(dir))
}

func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func positive(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}
