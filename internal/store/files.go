package store

import (
	"cmp"
	"context"
	"fmt"
	"time"
)

// Imports stores matches that people have imported from files. These matches are part of the archive
// until they are deleted.
type Imports struct{ db *engine }

// ImportedMatch is a match that a person has imported from a file.
type ImportedMatch struct {
	// Match has no room and no persons, and it is not listed.
	Match  Match
	Record []byte
	// Owner is the identity that has imported the match. After the identity is deleted, the next
	// call of ExpireImports deletes the match.
	Owner string
	// Until is the time at which the match expires, rounded up to the millisecond.
	Until time.Time
}

// Quota bounds the imports of an identity: the number of matches and the total size of their records.
type Quota struct {
	Matches int
	Bytes   int64
}

// AddImport adds an imported match. It fails with ErrExists if there is a match with the id, and with
// ErrQuota if the owner's imports would exceed the quota.
func (s Imports) AddImport(ctx context.Context, file ImportedMatch, quota Quota) error {
	m := &file.Match
	err := cmp.Or(checkID("the match's id", m.ID), checkText("the game", m.Game), checkMembers(m.Persons),
		checkJSON("the summary", m.Summary), checkData("the record", file.Record), checkID("the owner", file.Owner))
	if err != nil {
		return err
	}
	if len(m.Persons) > 0 || m.Listed {
		return invalid("a file that is listed or found under a name")
	}
	m.Started, m.Ended, file.Until = toMilli(m.Started), toMilli(m.Ended), ceilMilli(file.Until)
	return s.db.change(ctx, "add a file", func(t *tx) error { return t.addImport(&file, quota) })
}

func (t *tx) addImport(file *ImportedMatch, quota Quota) error {
	if err := t.checkMatch(&file.Match); err != nil {
		return err
	}
	var matches int
	var bytes int64
	if err := t.QueryRow(
		`SELECT count(*), coalesce(sum(bytes), 0) FROM files WHERE owner = ?`,
		file.Owner,
	).Scan(&matches, &bytes); err != nil {
		return err
	}
	if matches+1 > quota.Matches || bytes+int64(len(file.Record)) > quota.Bytes {
		return fmt.Errorf("%d files of %d bytes: %w", matches, bytes, ErrQuota)
	}
	number, err := t.archiveMatch("", &file.Match, file.Record)
	if err != nil {
		return err
	}
	_, err = t.Exec(
		`INSERT INTO files (number, owner, until, bytes) VALUES (?, ?, ?, ?)`,
		number,
		file.Owner,
		file.Until.UnixMilli(),
		len(file.Record),
	)
	return err
}

// DeleteImport deletes a match that the owner has imported, or fails with ErrNotFound.
func (s Imports) DeleteImport(ctx context.Context, owner, match string) error {
	return s.db.change(ctx, "delete a file", func(t *tx) error {
		rows, err := t.Query(
			`SELECT f.number FROM matches m JOIN files f ON f.number = m.number WHERE m.id = ? AND f.owner = ?`,
			match,
			owner,
		)
		numbers, err := scanRows(rows, err, scanColumn[int64])
		if err == nil && len(numbers) == 0 {
			err = fmt.Errorf("file %q: %w", match, ErrNotFound)
		}
		if err != nil {
			return err
		}
		return t.deleteMatches(numbers)
	})
}

// ExpireImports deletes at most limit imported matches that have expired, and returns their number.
func (s Imports) ExpireImports(ctx context.Context, now time.Time, limit int) (deletedCount int, err error) {
	if err := checkLimit(&limit); err != nil {
		return 0, err
	}
	now = toMilli(now)
	err = s.db.change(ctx, "delete old files", func(t *tx) error {
		rows, err := t.Query(selectExpiredImports, now.UnixMilli(), limit)
		numbers, err := scanRows(rows, err, scanColumn[int64])
		if err != nil {
			return err
		}
		deletedCount = len(numbers)
		return t.deleteMatches(numbers)
	})
	return deletedCount, err
}

func (t *tx) deleteMatches(numbers []int64) error {
	for _, number := range numbers {
		if err := t.deleteMatch(number); err != nil {
			return err
		}
	}
	return nil
}

const selectExpiredImports = `SELECT number FROM files WHERE until <= ? LIMIT ?`
