package people

import (
	"context"
	"errors"
	"time"

	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/work"
)

// RetentionStore is the part of the database that deletes old guests, invitations and join codes.
type RetentionStore interface {
	// Unseen finds people who have neither a seat nor a match and were not seen since a time.
	Unseen(ctx context.Context, query store.UnseenQuery) (store.Page[store.Identity], error)
	DeleteIdentity(ctx context.Context, id string) error
	// DeleteInvitations deletes the invitations that were made before a time.
	DeleteInvitations(ctx context.Context, before time.Time) error
	// DeleteJoinCodes deletes the join codes that ended before a time.
	DeleteJoinCodes(ctx context.Context, before time.Time) error
}

// RetentionTasks returns the tasks that delete invitations and join codes that have ended, and guests who have
// neither a seat nor a match and were not seen for keepGuests; 0 keeps all guests.
func RetentionTasks(db RetentionStore, keepGuests time.Duration) []retention.Task {
	tasks := []retention.Task{{Name: "invitations", Delete: func(ctx context.Context, now time.Time) (int, error) {
		return 0, db.DeleteInvitations(ctx, now.Add(-InvitationTime))
	}}, {Name: "join codes", Delete: func(ctx context.Context, now time.Time) (int, error) {
		return 0, db.DeleteJoinCodes(ctx, now.Add(-JoinCodeTime))
	}}}
	if keepGuests > 0 {
		tasks = append(
			tasks,
			retention.Task{Name: "guests", Delete: func(ctx context.Context, now time.Time) (int, error) {
				return deleteGuests(ctx, db, now.Add(-keepGuests))
			}},
		)
	}
	return tasks
}

func deleteGuests(ctx context.Context, db RetentionStore, since time.Time) (deletedCount int, err error) {
	query := store.UnseenQuery{Kind: string(Guest), Since: since, Limit: retention.Page}
	for {
		page, err := db.Unseen(ctx, query)
		if err != nil {
			return deletedCount, err
		}
		for i := range page.Items {
			if work.Sleep(ctx, retention.Pause) != nil {
				return deletedCount, nil
			}
			if err := db.DeleteIdentity(ctx, page.Items[i].ID); err == nil {
				deletedCount++
			} else if !errors.Is(err, store.ErrNotFound) {
				return deletedCount, err
			}
		}
		if query.After = page.Next; page.Next == "" {
			return deletedCount, nil
		}
	}
}
