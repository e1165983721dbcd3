package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Follows stores which people a person follows.
type Follows struct{ db *engine }

// Follow records that Follower follows Followed.
type Follow struct {
	Follower, Followed string
	// Created is the time at which the follow began; zero means now.
	Created time.Time
}

// AddFollow adds a follow. It does nothing if the follow is stored already, and fails with ErrNotFound
// if one of the two identities does not exist.
func (s Follows) AddFollow(ctx context.Context, follow Follow) error {
	if follow.Follower == follow.Followed {
		return invalid("an identity cannot follow itself")
	}
	follow.Created = nowIfZero(follow.Created)
	return s.db.change(ctx, "add a follow", func(t *tx) error {
		if err := t.checkIdentities(follow.Follower, follow.Followed); err != nil {
			return err
		}
		_, err := t.Exec(`INSERT INTO follows (identity, followed, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
			follow.Follower, follow.Followed, follow.Created.UnixMilli())
		return err
	})
}

// DeleteFollow removes a follow, or fails with ErrNotFound.
func (s Follows) DeleteFollow(ctx context.Context, follower, followed string) error {
	return s.db.changeOne(
		ctx,
		"delete a follow",
		"a follow by "+follower,
		`DELETE FROM follows WHERE identity = ? AND followed = ?`,
		follower,
		followed,
	)
}

// followsOf sorts without an index, because an identity has few follows.
const (
	followsOf    = `SELECT identity, followed, created FROM follows WHERE identity = ? ORDER BY created DESC, followed`
	followExists = `SELECT 1 FROM follows WHERE identity = ? AND followed = ?`
)

// FollowsOf returns the follows of an identity, the latest first.
func (s Follows) FollowsOf(ctx context.Context, identity string) ([]Follow, error) {
	return list(ctx, s.db, "follows", func(rows *sql.Rows, f *Follow) error {
		return rows.Scan(&f.Follower, &f.Followed, (*milli)(&f.Created))
	}, followsOf, identity)
}

// IsFollowing reports whether follower follows followed.
func (s Follows) IsFollowing(ctx context.Context, follower, followed string) (bool, error) {
	found := false
	err := s.db.query(
		ctx,
		func(rows *sql.Rows) error { found = true; return rows.Scan(new(int)) },
		followExists,
		follower,
		followed,
	)
	if err != nil {
		return false, fmt.Errorf("look up a follow: %w", err)
	}
	return found, nil
}
