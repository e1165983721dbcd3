package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// AddFile implements [Files].
func (s *store) AddFile(ctx context.Context, file File, most Quota) error {
	err := s.submit(ctx, func(t *tables) error { return t.addFile(&file, most) })
	if err != nil {
		return fmt.Errorf("add a file: %w", err)
	}
	return nil
}

func (t *tables) addFile(file *File, most Quota) error {
	if err := t.checkMatch(&file.Match); err != nil {
		return err
	}
	var matches int
	var bytes int64
	if err := t.queryRow(`SELECT count(*), coalesce(sum(bytes), 0) FROM files WHERE owner = ?`, file.Owner).Scan(&matches, &bytes); err != nil {
		return err
	}
	if matches+1 > most.Matches || bytes+int64(len(file.Record)) > most.Bytes {
		return fmt.Errorf("%d files of %d bytes: %w", matches, bytes, ErrQuota)
	}
	number, err := t.archive("", &file.Match, file.Record)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO files (number, owner, until, bytes) VALUES (?, ?, ?, ?)`, number, file.Owner, file.Until.UnixMilli(), len(file.Record))
	return err
}

// DeleteFile implements [Files].
func (s *store) DeleteFile(ctx context.Context, owner, match string) error {
	return s.change(ctx, "delete a file", func(t *tables) error {
		numbers, err := t.files(t.query(`SELECT f.number FROM matches m JOIN files f ON f.number = m.number WHERE m.id = ? AND f.owner = ?`, match, owner))
		if err == nil && len(numbers) == 0 {
			err = fmt.Errorf("file %q: %w", match, ErrNotFound)
		}
		if err != nil {
			return err
		}
		return t.deleteMatches(numbers)
	})
}

// ExpireFiles implements [Files].
func (s *store) ExpireFiles(ctx context.Context, now time.Time, most int) (expired int, err error) {
	err = s.submit(ctx, func(t *tables) error {
		numbers, err := t.files(t.query(selectEndedFiles, now.UnixMilli(), most))
		if err != nil {
			return err
		}
		expired = len(numbers)
		return t.deleteMatches(numbers)
	})
	if err != nil {
		return 0, fmt.Errorf("delete old files: %w", err)
	}
	return expired, nil
}

// files reads the numbers of files.
func (t *tables) files(rows *sql.Rows, err error) ([]int64, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []int64
	for rows.Next() {
		var number int64
		if err := rows.Scan(&number); err != nil {
			return nil, err
		}
		list = append(list, number)
	}
	return list, rows.Err()
}

// deleteMatches removes everything of these matches.
func (t *tables) deleteMatches(numbers []int64) error {
	for _, number := range numbers {
		if err := t.deleteMatch(number); err != nil {
			return err
		}
	}
	return nil
}

const selectEndedFiles = `SELECT number FROM files WHERE until <= ? LIMIT ?`
