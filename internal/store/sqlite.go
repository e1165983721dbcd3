package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"archmage/internal/store/commit"
)

// The files in the data folder. SQLite keeps two more beside FileName while the database
// is open.
const (
	// FileName is the database.
	FileName = "rooms.db"
	// lockName is locked while a process uses the folder. The file is empty and is never
	// removed.
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
	// Recent is about how many entries gather in the table recent before they are moved
	// to the table entries; 0 means 4096. A higher number takes more memory, and writes
	// wait longer while the entries are moved.
	Recent int
	// Check makes OpenSQLite read the whole database to find damage early.
	Check bool
	// Volatile is for tests that are not about durability: a commit waits neither for the
	// disk nor for other writes.
	Volatile bool
}

// SQLite is a [DB] in a folder on disk. One goroutine writes: it takes all
// the writes that wait, of all rooms, and commits them in one transaction.
type SQLite struct {
	*DB
	files  *sqliteFiles
	writer *commit.SQLite
}

// sqliteFiles are the open files of a data folder.
type sqliteFiles struct {
	dbPath      string
	lock        *flock.Flock
	write, read *sql.DB
}

// OpenSQLite opens the database in the folder, which is made if it is missing, and brings
// it to the current schema. It fails with [ErrLocked], [ErrCorrupt], [ErrNewerSchema] or
// [ErrFull]. To go back to a backup, open a folder that contains only the backup, under
// the name [FileName].
func OpenSQLite(ctx context.Context, dir string, options SQLiteOptions) (*SQLite, error) {
	s, err := openFolder(ctx, dir, options)
	if err != nil {
		return nil, fmt.Errorf("open the database in %s: %w", dir, sqliteError(err))
	}
	return s, nil
}

func openFolder(ctx context.Context, dir string, options SQLiteOptions) (_ *SQLite, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := makeFolder(dir); err != nil {
		return nil, err
	}
	f := &sqliteFiles{
		dbPath: filepath.Join(dir, FileName),
		lock:   flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600)),
	}
	if locked, err := f.lock.TryLock(); err != nil {
		return nil, err
	} else if !locked {
		return nil, ErrLocked
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.release())
		}
	}()
	// SQLite gives its other files the permissions of this one.
	file, err := os.OpenFile(f.dbPath, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	if f.write, err = openSQLitePool(ctx, f.dbPath, writerPragmasFor(options.Volatile), 1); err != nil {
		return nil, err
	}
	if err := prepareSQLite(ctx, f.write, options.Check); err != nil {
		return nil, err
	}
	// The names of the files must be safe on disk before their contents count.
	if !options.Volatile {
		if err := syncFolder(dir); err != nil {
			return nil, err
		}
	}
	if f.read, err = openSQLitePool(ctx, f.dbPath, readerPragmas, positiveOr(options.Readers, 4)); err != nil {
		return nil, err
	}
	s := newEngine(f.read, sqliteError, f.close)
	if options.Volatile {
		s.lanes.Pause = 0
	}
	session, err := commit.NewSQLite(ctx, f.write, &s.recent, positiveOr(options.Recent, 4096))
	if err != nil {
		return nil, err
	}
	s.lanes.Moves = s.lanes.Add(session, positiveOr(options.Queue, 4096))
	s.lanes.Others = s.lanes.Moves
	return &SQLite{DB: newDB(s), files: f, writer: session}, nil
}

// close moves the contents of the write-ahead log into the database file and closes
// everything.
func (f *sqliteFiles) close() error {
	// Readers must be closed, or they would block the checkpoint.
	errs := []error{f.read.Close()}
	var busy, logged, moved int
	err := f.write.QueryRowContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &logged, &moved)
	if err != nil {
		errs = append(
			errs,
			fmt.Errorf("nothing is lost, but part of it is in %s-wal until the next start: %w", FileName, err),
		)
	}
	return errors.Join(append(errs, f.release())...)
}

// release closes what is open and unlocks the folder.
func (f *sqliteFiles) release() error {
	var errs []error
	if f.read != nil {
		errs = append(errs, f.read.Close())
	}
	if f.write != nil {
		errs = append(errs, f.write.Close())
	}
	// The file stays, so that all processes lock the same one.
	errs = append(errs, f.lock.Unlock())
	return errors.Join(errs...)
}

// Backup writes a copy of the database, as it is now, to a new file. Rooms go on
// meanwhile. If Backup fails, there is no file. It fails with [ErrExists] if the file
// exists already.
func (s *SQLite) Backup(ctx context.Context, path string) error {
	select {
	case <-s.engine.lanes.Closing:
		return fmt.Errorf("back up the database: %w", ErrClosed)
	default:
	}
	if err := s.files.backup(ctx, path); err != nil {
		return fmt.Errorf("back up the database to %s: %w", path, s.engine.readError(err))
	}
	return nil
}

func (s *sqliteFiles) backup(ctx context.Context, path string) (err error) {
	if _, err := os.Lstat(path); err == nil {
		return ErrExists
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// The name is temporary, so that two backups at once do not collide.
	temp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }() // after a success it has another name
	defer func() { _ = temp.Close() }()           // SQLite writes it by its name
	// VACUUM INTO accepts a file that exists if it is empty.
	if _, err := s.read.ExecContext(ctx, "VACUUM INTO ?", temp.Name()); err != nil {
		return err
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := os.Rename(temp.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// makeFolder makes the folder, with access for its owner only, and syncs its parent.
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

func positiveOr(n, fallback int) int {
	if n > 0 {
		return n
	}
	return fallback
}
