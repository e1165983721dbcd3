package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"archmage/internal/store/commit"
)

// tx is the transaction of a write.
type tx struct{ *commit.Tx }

const (
	setOwner      = `UPDATE heads SET epoch = ?, owner = ? WHERE room = ?`
	addMember     = `INSERT INTO members (room, identity) VALUES (?, ?)`
	deleteMembers = `DELETE FROM members WHERE room = ?`
	findMatch     = `SELECT number FROM matches WHERE id = ?`
)

// Create adds a room and writes the batch, which must have a Meta. The caller becomes the writer of the
// room. Create fails with ErrExists if there is a room with the id, or a match with the id of the
// batch's match.
func (s Rooms) Create(ctx context.Context, id, owner string, batch Batch) (Head, error) {
	if batch.Meta == nil {
		return Head{}, invalid("room %q is created without meta data", id)
	}
	if err := cmp.Or(checkID("the room's id", id), checkText("the owner", owner), checkBatch(&batch, 0)); err != nil {
		return Head{}, err
	}
	batch = batchInMilli(batch)
	var head Head
	err := s.db.change(ctx, "create a room", func(t *tx) (err error) {
		head, err = t.createRoom(id, owner, batch)
		return err
	})
	return head, err
}

// TakeOver makes the caller the only writer of a room and gives the room a new epoch, even if the owner
// stays the same. It fails with ErrNotFound if there is no such room, and with an [OwnedError] if owner
// is not empty and another node of the list owns the room.
func (s Rooms) TakeOver(ctx context.Context, id, owner string) (Head, error) {
	if err := checkText("the owner", owner); err != nil {
		return Head{}, err
	}
	var head Head
	orphan := false
	err := s.db.lanes.Write(ctx, s.db.lanes.Others, id, func(t *commit.Tx) (err error) {
		head, orphan, err = (&tx{t}).takeOver(id, owner)
		return err
	})
	if err != nil {
		return Head{}, fmt.Errorf("take a room over: %w", err)
	}
	if orphan {
		s.db.lanes.OrphanCount.Add(1)
	}
	return head, nil
}

// Release removes the owner of a room. It fails with ErrFenced if the head has another epoch than the
// room, and with ErrNotFound if there is no such room.
func (s Rooms) Release(ctx context.Context, head Head) error {
	err := s.db.lanes.Write(ctx, s.db.lanes.Others, head.Room, func(t *commit.Tx) error {
		room, err := t.CheckEpoch(head)
		if err != nil {
			return err
		}
		_, err = t.Exec(setOwner, int64(room.Epoch), "", room.Number)
		return err
	})
	if err != nil {
		return fmt.Errorf("release a room: %w", err)
	}
	return nil
}

// Append writes a batch in one transaction and returns the head for the next write. The entries get the
// numbers after head.Seq. An empty batch only compares the head. Append fails with ErrFenced if the head
// is not the stored one, with ErrNotFound if there is no such room, and with ErrExists if there is a
// match with the id of the batch's match.
func (s Rooms) Append(ctx context.Context, head Head, batch Batch) (Head, error) {
	if err := checkBatch(&batch, head.Seq); err != nil {
		return Head{}, err
	}
	batch = batchInMilli(batch)
	var next Head
	lane := s.db.lanes.Moves
	if batch.Match != nil {
		lane = s.db.lanes.Others // this lane numbers matches in the order of their commits
	}
	err := s.db.lanes.Write(ctx, lane, head.Room, func(t *commit.Tx) (err error) {
		next, err = (&tx{t}).appendBatch(head, batch)
		return err
	})
	if err != nil {
		return Head{}, fmt.Errorf("append: %w", err)
	}
	return next, nil
}

// maxUpdatedLag bounds how far the column updated is behind the last write, in milliseconds.
const maxUpdatedLag = 60_000

// execAll runs statements with the same arguments.
func (t *tx) execAll(queries []string, args ...any) error {
	for _, query := range queries {
		if _, err := t.Exec(query, args...); err != nil {
			return err
		}
	}
	return nil
}

// count runs a statement and returns the number of rows that it changed.
func (t *tx) count(query string, args ...any) (int64, error) {
	result, err := t.Exec(query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// changeOne runs a statement that changes one row. It fails with ErrNotFound if no row has changed;
// name describes the row in the error.
func (t *tx) changeOne(name, query string, args ...any) error {
	changed, err := t.count(query, args...)
	if err == nil && changed == 0 {
		err = fmt.Errorf("%s: %w", name, ErrNotFound)
	}
	return err
}

// addOne runs a statement that adds one row. It fails with ErrExists if no row was added; name
// describes the row in the error.
func (t *tx) addOne(name, query string, args ...any) error {
	added, err := t.count(query, args...)
	if err == nil && added == 0 {
		err = fmt.Errorf("%s: %w", name, ErrExists)
	}
	return err
}

func (t *tx) createRoom(id, owner string, batch Batch) (Head, error) {
	if err := t.checkMatch(batch.Match); err != nil {
		return Head{}, err
	}
	created := time.Now().UnixMilli()
	meta := batch.Meta
	members, err := encodeMembers(meta.Members)
	if err != nil {
		return Head{}, err
	}
	var number int64
	const insert = `INSERT INTO rooms (id, game, status, listed, host, members, summary, created)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING number`
	err = t.QueryRow(insert, id, meta.Game, string(meta.Status), meta.Listed, meta.Host, members,
		string(meta.Summary), created).Scan(&number)
	if errors.Is(err, sql.ErrNoRows) {
		return Head{}, fmt.Errorf("room %q: %w", id, ErrExists)
	} else if err != nil {
		return Head{}, err
	}
	room := &commit.Row{Number: number, First: 1, Updated: created}
	if err := t.QueryRow(t.NextEpoch).Scan(&room.Epoch); err != nil {
		return Head{}, err
	}
	if _, err := t.Exec(
		`INSERT INTO heads (room, epoch, owner, first, updated) VALUES (?, ?, ?, 1, ?)`,
		number,
		int64(room.Epoch),
		owner,
		created,
	); err != nil {
		return Head{}, err
	}
	if err := t.addMembers(number, meta.Members); err != nil {
		return Head{}, err
	}
	t.RecordCreated(id, room)
	batch.Meta = nil
	return t.appendBatch(Head{Room: id, Epoch: room.Epoch}, batch)
}

// takeOver gives a room a new epoch and owner. orphan reports whether the former owner was a node that
// is no longer in the list.
func (t *tx) takeOver(id, owner string) (head Head, orphan bool, err error) {
	room, err := t.Room(id)
	if err != nil {
		return Head{}, false, err
	}
	if t.OtherOwner != "" && owner != "" {
		other, listed := &OwnedError{Room: id}, false
		err := t.QueryRow(t.OtherOwner, room.Number, owner).Scan(&other.Owner, &listed)
		switch {
		case err == nil && listed:
			return Head{}, false, other
		case err == nil:
			orphan = true
		case !errors.Is(err, sql.ErrNoRows):
			return Head{}, false, err
		}
	}
	var epoch uint64
	if err := t.QueryRow(t.NextEpoch).Scan(&epoch); err != nil {
		return Head{}, false, err
	}
	if _, err := t.Exec(setOwner, int64(epoch), owner, room.Number); err != nil {
		return Head{}, false, err
	}
	room.Epoch = epoch
	return Head{Room: id, Epoch: epoch, Seq: room.Last}, orphan, nil
}

// appendBatch writes a batch. Its entries are inserted at the end of the transaction.
func (t *tx) appendBatch(head Head, batch Batch) (Head, error) {
	room, err := t.CheckHead(head)
	if err != nil {
		return Head{}, err
	}
	if s := batch.Snapshot; s != nil && s.Seq+1 < room.First {
		return Head{}, invalid("a snapshot after entry %d where %d is the first that is kept", s.Seq, room.First)
	}
	if err := t.checkMatch(batch.Match); err != nil {
		return Head{}, err
	}
	t.RecordBytes(batch.size())
	for _, entry := range batch.Entries {
		room.Last++
		t.Add(room.Number, room.Last, &entry)
	}
	head.Seq = room.Last
	if err := t.updateHead(room, batch.Wake); err != nil {
		return Head{}, err
	}
	if len(batch.Progress) > 0 {
		t.Add(room.Number, 0, &Entry{Data: batch.Progress})
	}
	if batch.Meta != nil {
		if err := t.updateMeta(room.Number, batch.Meta); err != nil {
			return Head{}, err
		}
	}
	if batch.Snapshot != nil {
		if err := t.saveSnapshot(room, batch.Snapshot, batch.Trim); err != nil {
			return Head{}, err
		}
	}
	if a := batch.PendingTurn; a != nil {
		const upsert = `INSERT INTO awaited (room, seq, data, noted, due) VALUES (?, ?, ?, '', ?)
			ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, data = excluded.data, due = excluded.due`
		_, err := t.Exec(upsert, room.Number, int64(head.Seq), string(a.Data), milliOrNull(a.Due))
		if err != nil {
			return Head{}, err
		}
	}
	if batch.Match != nil {
		if _, err := t.archiveMatch(head.Room, batch.Match, batch.Record); err != nil {
			return Head{}, err
		}
	}
	return head, nil
}

// updateHead stores the time of the write if the stored one is too old, and the wake-up if it has
// changed.
func (t *tx) updateHead(room *commit.Row, wake *time.Time) error {
	if now := time.Now().UnixMilli(); now-room.Updated >= maxUpdatedLag {
		if _, err := t.Exec(`UPDATE heads SET updated = ? WHERE room = ?`, now, room.Number); err != nil {
			return err
		}
		room.Updated = now
	}
	if wake == nil {
		return nil
	}
	next := milliOrNull(*wake)
	if next == room.Wake {
		return nil
	}
	room.Wake = next
	_, err := t.Exec(`UPDATE heads SET wake = ? WHERE room = ?`, next, room.Number)
	return err
}

func (t *tx) updateMeta(number int64, meta *Meta) error {
	members, err := encodeMembers(meta.Members)
	if err != nil {
		return err
	}
	const update = `UPDATE rooms SET game = ?1, status = ?2, listed = ?3, host = ?4, members = ?5, summary = ?6
		WHERE number = ?7`
	_, err = t.Exec(update, meta.Game, string(meta.Status), meta.Listed, meta.Host, members,
		string(meta.Summary), number)
	if err != nil {
		return err
	}
	if _, err := t.Exec(deleteMembers, number); err != nil {
		return err
	}
	return t.addMembers(number, meta.Members)
}

func (t *tx) addMembers(number int64, members []string) error {
	for _, member := range members {
		if _, err := t.Exec(addMember, number, member); err != nil {
			return err
		}
	}
	return nil
}

// saveSnapshot stores a snapshot and, if trim is true, removes the entries up to the snapshot.
func (t *tx) saveSnapshot(room *commit.Row, snapshot *Snapshot, trim bool) error {
	const upsert = `INSERT INTO snapshots (room, seq, data) VALUES (?, ?, ?)
		ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, data = excluded.data`
	_, err := t.Exec(upsert, room.Number, int64(snapshot.Seq), blob(snapshot.Data))
	if err != nil || !trim {
		return err
	}
	if _, err := t.Exec(trimEntries, room.Number, int64(snapshot.Seq)); err != nil {
		return err
	}
	t.RecordTrimmed(room.Number, snapshot.Seq)
	room.First = snapshot.Seq + 1
	_, err = t.Exec(`UPDATE heads SET first = ? WHERE room = ?`, int64(room.First), room.Number)
	return err
}

func encodeMembers(members []string) (string, error) {
	if len(members) == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(members)
	return string(text), err
}
