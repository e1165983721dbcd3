package store

import (
	"context"
	"database/sql"
	"fmt"

	"archmage/internal/store/commit"
)

// portionSize bounds the number of entries, and the number of chat lines, that one transaction
// removes. Other writes wait a few milliseconds for such a transaction.
const portionSize = 500

// trimEntries removes the entries up to a snapshot.
const trimEntries = `DELETE FROM entries WHERE room = ? AND seq <= ?`

// The statements that remove a portion of the rows of a deleted room.
var (
	deleteEntries = fmt.Sprintf(`DELETE FROM entries WHERE room = ?1 AND seq IN
		(SELECT seq FROM entries WHERE room = ?1 LIMIT %d)`, portionSize)
	deleteChat = fmt.Sprintf(`DELETE FROM chat WHERE room = ?1 AND number IN
		(SELECT number FROM chat WHERE room = ?1 LIMIT %d)`, portionSize)
)

// Delete removes a room with its entries, snapshot and chat, but not its matches. It fails with
// ErrFenced if the head is not the stored one, and with ErrNotFound if there is no such room. The first
// transaction removes the room. The rest of a long log is removed in portions, with other writes
// between them.
func (s Rooms) Delete(ctx context.Context, head Head) error {
	var number int64
	var remaining bool
	err := s.db.lanes.Write(ctx, s.db.lanes.Others, head.Room, func(t *commit.Tx) (err error) {
		number, remaining, err = (&tx{t}).deleteRoom(head)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete a room: %w", err)
	}
	for remaining {
		err := s.db.submit(ctx, func(t *tx) (err error) {
			remaining, err = t.deleteRemaining(number)
			return err
		})
		if err != nil {
			// The room is deleted. The remaining rows are removed when the database is opened
			// again.
			return nil
		}
	}
	return nil
}

// deleteRoom removes a room with a first portion of its entries and chat lines. It returns the room's
// number and whether rows remain.
func (t *tx) deleteRoom(head Head) (number int64, remaining bool, err error) {
	room, err := t.CheckHead(head)
	if err != nil {
		return 0, false, err
	}
	number = room.Number
	err = t.execAll([]string{
		`DELETE FROM rooms WHERE number = ?`,
		`DELETE FROM heads WHERE room = ?`,
		deleteMembers,
		`DELETE FROM snapshots WHERE room = ?`,
		`DELETE FROM awaited WHERE room = ?`,
	}, number)
	if err != nil {
		return 0, false, err
	}
	t.RecordDeleted(head.Room, number)
	if remaining, err = t.deletePortion(number); err == nil && remaining {
		_, err = t.Exec(`INSERT INTO leftovers (room) VALUES (?)`, number)
	}
	return number, remaining, err
}

// deleteRemaining removes a further portion and reports whether rows remain.
func (t *tx) deleteRemaining(number int64) (remaining bool, err error) {
	if remaining, err = t.deletePortion(number); err == nil && !remaining {
		_, err = t.Exec(`DELETE FROM leftovers WHERE room = ?`, number)
	}
	return remaining, err
}

func (t *tx) deletePortion(number int64) (remaining bool, err error) {
	for _, stmt := range []string{deleteEntries, deleteChat} {
		removed, err := t.count(stmt, number)
		if err != nil {
			return false, err
		}
		remaining = remaining || removed == portionSize
	}
	return remaining, nil
}

// deleteLeftovers are the statements that remove the remaining rows of rooms whose deletion was
// interrupted.
var deleteLeftovers = []string{
	`DELETE FROM entries WHERE room IN (SELECT room FROM leftovers)`,
	`DELETE FROM chat WHERE room IN (SELECT room FROM leftovers)`,
	`DELETE FROM leftovers`,
}

func deleteLeftoverRows(ctx context.Context, db *sql.DB) error {
	for _, statement := range deleteLeftovers {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
