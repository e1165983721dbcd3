package eventlog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// tables are the one connection that writes and its statements. They are used
// inside the writer's transaction.
type tables struct {
	conn *sql.Conn
	// numbers are the numbers of rooms by id, of those used lately.
	numbers map[string]int64

	findRoom, addRoom, setMeta, delRoom            *sql.Stmt
	nextEpoch, addHead, getHead, setEpoch, delHead *sql.Stmt
	advance, advanceWake                           *sql.Stmt
	addMember, delMembers                          *sql.Stmt
	addEntry, delEntries, setSnapshot, delSnapshot *sql.Stmt
	addResult, addResultMember                     *sql.Stmt
	addChat, delChat                               *sql.Stmt
	addLeftover, delLeftover                       *sql.Stmt
	addIdentity, setIdentity                       *sql.Stmt
	addBan, delBan                                 *sql.Stmt
}

// maxNumbers bounds the memory of the rooms' numbers.
const maxNumbers = 1 << 16

// preparer prepares statements on one connection up to the first error.
type preparer struct {
	ctx  context.Context
	conn *sql.Conn
	err  error
}

func (p *preparer) prepare(query string) *sql.Stmt {
	if p.err != nil {
		return nil
	}
	var stmt *sql.Stmt
	stmt, p.err = p.conn.PrepareContext(p.ctx, query)
	return stmt
}

func newTables(p *preparer) *tables {
	return &tables{
		conn:    p.conn,
		numbers: map[string]int64{},

		findRoom: p.prepare(`SELECT number FROM rooms WHERE id = ?`),
		addRoom: p.prepare(`INSERT INTO rooms (id, game, status, listed, host, members, summary, created)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
		setMeta: p.prepare(`UPDATE rooms SET game = ?, status = ?, listed = ?, host = ?, members = ?, summary = ?
			WHERE number = ?`),
		delRoom: p.prepare(`DELETE FROM rooms WHERE number = ?`),

		nextEpoch: p.prepare(`UPDATE epochs SET last = last + 1 RETURNING last`),
		addHead:   p.prepare(`INSERT INTO heads (room, epoch, seq, updated) VALUES (?, ?, 0, ?)`),
		getHead:   p.prepare(`SELECT epoch, seq FROM heads WHERE room = ?`),
		setEpoch:  p.prepare(`UPDATE heads SET epoch = ? WHERE room = ?`),
		delHead:   p.prepare(`DELETE FROM heads WHERE room = ? AND epoch = ? AND seq = ?`),
		advance: p.prepare(`UPDATE heads SET seq = ?, updated = ?
			WHERE room = ? AND epoch = ? AND seq = ?`),
		advanceWake: p.prepare(`UPDATE heads SET seq = ?, updated = ?, wake = ?
			WHERE room = ? AND epoch = ? AND seq = ?`),

		addMember:  p.prepare(`INSERT INTO members (room, identity) VALUES (?, ?)`),
		delMembers: p.prepare(`DELETE FROM members WHERE room = ?`),

		addEntry: p.prepare(`INSERT INTO entries (room, seq, kind, data) VALUES (?, ?, ?, ?)
			ON CONFLICT DO NOTHING`),
		delEntries: p.prepare(deleteEntries),
		setSnapshot: p.prepare(`INSERT INTO snapshots (room, seq, data) VALUES (?, ?, ?)
			ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, data = excluded.data`),
		delSnapshot: p.prepare(`DELETE FROM snapshots WHERE room = ?`),

		addResult: p.prepare(`INSERT INTO results (room, seq, time, game, members, data)
			VALUES (?, ?, ?, ?, ?, ?)`),
		addResultMember: p.prepare(`INSERT INTO result_members (result, identity) VALUES (?, ?)`),

		addChat: p.prepare(`INSERT INTO chat (room, number, time, data)
			SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM chat WHERE room = ?1 RETURNING number`),
		delChat: p.prepare(deleteChat),

		addLeftover: p.prepare(`INSERT INTO leftovers (room) VALUES (?)`),
		delLeftover: p.prepare(`DELETE FROM leftovers WHERE room = ?`),

		addIdentity: p.prepare(`INSERT INTO identities (id, token_hash, name, created, seen)
			VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
		setIdentity: p.prepare(`UPDATE identities SET name = ?, seen = ? WHERE id = ?`),

		addBan: p.prepare(`INSERT INTO bans (id, identity, address, reason, created, until)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
		delBan: p.prepare(`DELETE FROM bans WHERE id = ?`),
	}
}

// forget drops what may not be true any more after a transaction is undone.
func (t *tables) forget() { clear(t.numbers) }

// number returns the number of the room, or ErrNotFound.
func (t *tables) number(id string) (int64, error) {
	if number, ok := t.numbers[id]; ok {
		return number, nil
	}
	var number int64
	if err := t.findRoom.QueryRow(id).Scan(&number); errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("room %q: %w", id, ErrNotFound)
	} else if err != nil {
		return 0, err
	}
	if len(t.numbers) >= maxNumbers {
		clear(t.numbers)
	}
	t.numbers[id] = number
	return number, nil
}

// count runs a statement and returns how many rows it changed.
func count(stmt *sql.Stmt, args ...any) (int64, error) {
	result, err := stmt.Exec(args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (t *tables) create(id string, batch Batch) (Head, error) {
	created := now().UnixMilli()
	meta := batch.Meta
	members, err := encodeMembers(meta.Members)
	if err != nil {
		return Head{}, err
	}
	result, err := t.addRoom.Exec(id, meta.Game, string(meta.Status), meta.Listed, meta.Host, members, string(meta.Summary), created)
	if err != nil {
		return Head{}, err
	}
	if added, err := result.RowsAffected(); err != nil {
		return Head{}, err
	} else if added == 0 {
		return Head{}, fmt.Errorf("room %q: %w", id, ErrExists)
	}
	number, err := result.LastInsertId()
	if err != nil {
		return Head{}, err
	}
	head := Head{Room: id}
	if err := t.nextEpoch.QueryRow().Scan(&head.Epoch); err != nil {
		return Head{}, err
	}
	if _, err := t.addHead.Exec(number, int64(head.Epoch), created); err != nil {
		return Head{}, err
	}
	if err := t.addMembers(number, meta.Members); err != nil {
		return Head{}, err
	}
	batch.Meta = nil
	return t.append(head, batch)
}

func (t *tables) takeOver(id string) (Head, error) {
	number, err := t.number(id)
	if err != nil {
		return Head{}, err
	}
	head := Head{Room: id}
	if err := t.getHead.QueryRow(number).Scan(&head.Epoch, &head.Seq); err != nil {
		return Head{}, err
	}
	if err := t.nextEpoch.QueryRow().Scan(&head.Epoch); err != nil {
		return Head{}, err
	}
	_, err = t.setEpoch.Exec(int64(head.Epoch), number)
	return head, err
}

func (t *tables) append(head Head, batch Batch) (Head, error) {
	number, err := t.number(head.Room)
	if err != nil {
		return Head{}, err
	}
	next := head
	next.Seq += uint64(len(batch.Entries))
	updated := now().UnixMilli()
	// The head is compared and moved in one statement; where that changes
	// nothing, nothing was written yet.
	var moved int64
	if batch.Wake == nil {
		moved, err = count(t.advance, int64(next.Seq), updated, number, int64(head.Epoch), int64(head.Seq))
	} else {
		var wake any
		if !batch.Wake.IsZero() {
			wake = ceilMilli(*batch.Wake)
		}
		moved, err = count(t.advanceWake, int64(next.Seq), updated, wake, number, int64(head.Epoch), int64(head.Seq))
	}
	if err != nil {
		return Head{}, err
	}
	if moved == 0 {
		return Head{}, t.fenced(head, number)
	}
	for i := range batch.Entries {
		entry := &batch.Entries[i]
		seq := head.Seq + uint64(i) + 1
		added, err := count(t.addEntry, number, int64(seq), entry.Kind, blob(entry.Data))
		if err != nil {
			return Head{}, err
		}
		if added == 0 {
			return Head{}, fmt.Errorf("room %q has an entry %d after its last one: %w", head.Room, seq, ErrCorrupt)
		}
	}
	if batch.Meta != nil {
		if err := t.updateMeta(number, batch.Meta); err != nil {
			return Head{}, err
		}
	}
	if batch.Snapshot != nil {
		if _, err := t.setSnapshot.Exec(number, int64(batch.Snapshot.Seq), blob(batch.Snapshot.Data)); err != nil {
			return Head{}, err
		}
	}
	if batch.Result != nil {
		if err := t.archive(next, updated, batch.Result); err != nil {
			return Head{}, err
		}
	}
	return next, nil
}

// fenced says why the head is not the room's.
func (t *tables) fenced(head Head, number int64) error {
	stored := Head{Room: head.Room}
	if err := t.getHead.QueryRow(number).Scan(&stored.Epoch, &stored.Seq); err != nil {
		return err
	}
	return fencedError(head, stored)
}

func (t *tables) updateMeta(number int64, meta *Meta) error {
	members, err := encodeMembers(meta.Members)
	if err != nil {
		return err
	}
	if _, err := t.setMeta.Exec(meta.Game, string(meta.Status), meta.Listed, meta.Host, members, string(meta.Summary), number); err != nil {
		return err
	}
	if _, err := t.delMembers.Exec(number); err != nil {
		return err
	}
	return t.addMembers(number, meta.Members)
}

func (t *tables) addMembers(number int64, members []string) error {
	for _, member := range members {
		if _, err := t.addMember.Exec(number, member); err != nil {
			return err
		}
	}
	return nil
}

func (t *tables) archive(head Head, at int64, result *Result) error {
	members, err := encodeMembers(result.Members)
	if err != nil {
		return err
	}
	added, err := t.addResult.Exec(head.Room, int64(head.Seq), at, result.Game, members, blob(result.Data))
	if err != nil {
		return err
	}
	number, err := added.LastInsertId()
	if err != nil {
		return err
	}
	for _, member := range result.Members {
		if _, err := t.addResultMember.Exec(number, member); err != nil {
			return err
		}
	}
	return nil
}

func encodeMembers(members []string) (string, error) {
	if len(members) == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(members)
	return string(text), err
}

// blob returns the data for a column that is never null.
func blob(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}
