package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/pflag"
	"go.uber.org/zap"

	"archmage/internal/store"
	"archmage/internal/work"
)

// storage is the database of the program. Either sqlite or postgres is nil.
type storage struct {
	*store.DB
	sqlite   *store.SQLite
	postgres *store.Postgres
}

func (s *settings) bindStorage(set *pflag.FlagSet) {
	set.StringVar(&s.data, "data", "data", "the data `folder`, unless --database is set")
	set.StringVar(
		&s.database,
		"database",
		"",
		"the `URL` of a PostgreSQL database that stores everything, like postgres://USER@HOST/NAME; "+
			"empty for SQLite in the folder of --data",
	)
	bindSecret(set, "database")
	set.DurationVar(
		&s.databaseWait,
		"database-wait",
		5*time.Minute,
		"the `time` that a start waits for a PostgreSQL database that cannot be reached; 0s for not at all",
	)
	set.BoolVar(&s.checkData, "check-data", false, "with SQLite, read all stored data at the start, to find damage")
	set.UintVar(
		&s.minFree,
		"min-free",
		64,
		"with less than this many `MiB` of free disk space, only matches in progress go on; 0 turns this off",
	)
}

const (
	// maxOpenPause is the longest pause between two attempts to open the database.
	maxOpenPause = 5 * time.Second
	// waitLogInterval is the minimum time between two log lines about waiting for the database.
	waitLogInterval = 30 * time.Second
)

// waitForStore opens the database of the settings. If a PostgreSQL database cannot be reached, for instance
// while a whole machine starts, it tries again for at most --database-wait. If ctx is done first, it returns
// nil without an error.
func (s *settings) waitForStore(ctx context.Context, log *zap.Logger) (*storage, error) {
	return retryOpen(ctx, log, s.databaseWait, s.openStore)
}

func retryOpen(
	ctx context.Context, log *zap.Logger, maxWait time.Duration, open func(context.Context) (*storage, error),
) (*storage, error) {
	start := time.Now()
	var lastLogged time.Time
	for wait := maxOpenPause / 16; ; wait = min(2*wait, maxOpenPause) {
		db, err := open(ctx)
		if err == nil {
			return db, nil
		}
		var unavailable interface{ Unavailable() }
		remaining := maxWait - time.Since(start)
		switch {
		case ctx.Err() != nil:
			log.Info("stopped while waiting for the database", zap.Error(err))
			return nil, nil
		case !errors.As(err, &unavailable) || remaining <= 0:
			return nil, err
		case time.Since(lastLogged) >= waitLogInterval:
			lastLogged = time.Now()
			log.Warn("the database cannot be reached yet: trying again", zap.Duration("for", remaining), zap.Error(err))
		}
		_ = work.Sleep(ctx, min(wait, remaining)) // the next try sees that the context has ended
	}
}

func (s *settings) openStore(ctx context.Context) (*storage, error) {
	if s.database != "" {
		db, err := store.OpenPostgres(ctx, s.database, store.PostgresOptions{})
		if err != nil {
			return nil, err
		}
		return &storage{DB: db.DB, postgres: db}, nil
	}
	if err := checkFolder(s.data); err != nil {
		return nil, err
	}
	db, err := store.OpenSQLite(ctx, s.data, store.SQLiteOptions{Check: s.checkData})
	if errors.Is(err, fs.ErrPermission) {
		err = errNotOurFolder(s.data, err)
	}
	if err != nil {
		return nil, err
	}
	return &storage{DB: db.DB, sqlite: db}, nil
}

// checkFolder refuses a path that is a file, and a data folder that other users of the machine can open, because
// the folder holds hidden cards and tokens. A missing folder is accepted: the store creates it with access for
// its owner only.
func checkFolder(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return errNotOurFolder(path, err)
	case err != nil:
		return nil // the store creates the folder or returns an error
	case !info.IsDir():
		return fmt.Errorf("the data folder %s is a file: name a folder", path)
	case hasPermissionBits && info.Mode().Perm()&0o007 != 0:
		return fmt.Errorf("others can open the data folder %s, which holds hidden cards: chmod 700 %[1]s", path)
	}
	return nil
}

// errNotOurFolder explains to the operator how to fix a data folder that the user of the server cannot use.
// cause is the error of the system.
func errNotOurFolder(path string, cause error) error {
	if !hasPermissionBits {
		return cause
	}
	return fmt.Errorf(
		"the server runs as the user %d, who may not use the data folder %s: "+
			"make it, and then chown -R %[1]d %[2]s (%[3]w)",
		os.Geteuid(), path, cause,
	)
}
