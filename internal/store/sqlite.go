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

// The files in the data folder. While the database is open, SQLite has two more files there.
const (
	// FileName is the name of the database file.
	FileName = "rooms.db"
	// lockName is the name of the file that is locked while a process uses the folder. The file is
	// empty and is never removed.
	lockName = "rooms.lock"
)

// SQLiteOptions are the settings of [OpenSQLite]. The zero value is the default of a server.
type SQLiteOptions struct {
	// Readers is the number of connections for reading; 0 means 4.
	Readers int
	// Queue is the number of writes that can wait for the writer before further ones block; 0
	// means 4096.
	Queue int
	// MaxRecent is the number of entries that the table recent can have before they are moved to
	// the table entries; 0 means 4096. A higher number takes more memory, and writes wait longer
	// while the entries are moved.
	MaxRecent int
	// Check makes OpenSQLite check the whole database for damage.
	Check bool
	// Volatile makes commits wait neither for the disk nor for other writes. Tests that do not
	// check durability use it.
	Volatile bool
}

// SQLite is a [DB] in a folder on disk. One goroutine writes: it takes all waiting writes of all rooms
// and commits them in one transaction.
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

// OpenSQLite opens the database in a folder and migrates its schema to the current version. It makes
// the folder if it is missing. It fails with [ErrLocked], [ErrCorrupt], [ErrNewerSchema] or [ErrFull].
// To restore a backup, open a folder that contains only the backup, with the name [FileName].
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
	// SQLite gives its other files the same permissions as this one.
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
	// The directory entries of the files must be on disk before a commit is durable.
	if !options.Volatile {
		if err := syncFolder(dir); err != nil {
			return nil, err
		}
	}
	if f.read, err = openSQLitePool(ctx, f.dbPath, readerPragmas, positiveOr(options.Readers, 4)); err != nil {
		return nil, err
	}
	e := newEngine(f.read, sqliteError, f.close)
	if options.Volatile {
		e.lanes.Pause = 0
	}
	session, err := commit.NewSQLite(ctx, f.write, &e.recent, positiveOr(options.MaxRecent, 4096))
	if err != nil {
		return nil, err
	}
	e.lanes.Moves = e.lanes.Add(session, positiveOr(options.Queue, 4096))
	e.lanes.Others = e.lanes.Moves
	return &SQLite{DB: newDB(e), files: f, writer: session}, nil
}

// close moves the contents of the write-ahead log into the database file, and closes and unlocks the
// files.
func (f *sqliteFiles) close() error {
	// Open readers would block the checkpoint.
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

// release closes the connections and unlocks the folder.
func (f *sqliteFiles) release() error {
	var errs []error
	if f.read != nil {
		errs = append(errs, f.read.Close())
	}
	if f.write != nil {
		errs = append(errs, f.write.Close())
	}
	// The lock file is not removed, so that all processes lock the same file.
	errs = append(errs, f.lock.Unlock())
	return errors.Join(errs...)
}

// Backup writes a copy of the database to a new file while reads and writes continue. The copy has the
// state at the start of Backup. Backup fails with [ErrExists] if there is already a file at the path. If
// it fails before the copy is complete, it leaves no file.
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

func (f *sqliteFiles) backup(ctx context.Context, path string) (err error) {
	if _, err := os.Lstat(path); err == nil {
		return ErrExists
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// A temporary name keeps two backups at the same time apart.
	temp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }() // after a success the file has another name
	defer func() { _ = temp.Close() }()           // SQLite opens the file by its name
	// VACUUM INTO accepts a file that exists if it is empty.
	if _, err := f.read.ExecContext(ctx, "VACUUM INTO ?", temp.Name()); err != nil {
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

// makeFolder makes a folder that only its owner can access, and syncs the parent folder.
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
