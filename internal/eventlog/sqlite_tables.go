package eventlog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// tables are the one connection that writes and its statements. They are used
// inside the writer's transaction.
type tables struct {
	conn *sql.Conn
	// numbers are the numbers of rooms by id, of those used lately.
	numbers map[string]int64

	findRoom, addRoom, setMeta, delRoom            *sql.Stmt
	findCode, setCode                              *sql.Stmt
	nextEpoch, addHead, getHead, setOwner, delHead *sql.Stmt
	advance, advanceWake, setFirst                 *sql.Stmt
	addMember, delMembers                          *sql.Stmt
	addEntry, trimEntries, delEntries              *sql.Stmt
	setSnapshot, delSnapshot                       *sql.Stmt
	findMatch, addMatch, addPerson, addRecord      *sql.Stmt
	addChat, delChat                               *sql.Stmt
	addLeftover, delLeftover                       *sql.Stmt
	getIdentity, addIdentity, setIdentity          *sql.Stmt
	delIdentity                                    *sql.Stmt
	findCredential, addCredential, delCredentials  *sql.Stmt
	findLink, addLink, delLink, delEndedLinks      *sql.Stmt
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
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING number`),
		setMeta: p.prepare(`UPDATE rooms SET game = ?1, status = ?2, listed = ?3, host = ?4, members = ?5, summary = ?6,
			code = CASE WHEN ?2 IN ('open', 'seated') THEN code END WHERE number = ?7`),
		findCode: p.prepare(findCode),
		setCode:  p.prepare(`UPDATE rooms SET code = coalesce(code, ?) WHERE id = ? AND status IN ('open', 'seated') RETURNING code`),
		delRoom:  p.prepare(`DELETE FROM rooms WHERE number = ?`),

		nextEpoch: p.prepare(`UPDATE epochs SET last = last + 1 RETURNING last`),
		addHead:   p.prepare(`INSERT INTO heads (room, epoch, owner, first, seq, updated) VALUES (?, ?, ?, 1, 0, ?)`),
		getHead:   p.prepare(`SELECT epoch, first, seq FROM heads WHERE room = ?`),
		setOwner:  p.prepare(`UPDATE heads SET epoch = ?, owner = ? WHERE room = ?`),
		delHead:   p.prepare(`DELETE FROM heads WHERE room = ? AND epoch = ? AND seq = ?`),
		advance: p.prepare(`UPDATE heads SET seq = ?, updated = ?, progress = coalesce(?, progress)
			WHERE room = ? AND epoch = ? AND seq = ?`),
		advanceWake: p.prepare(`UPDATE heads SET seq = ?, updated = ?, progress = coalesce(?, progress), wake = ?
			WHERE room = ? AND epoch = ? AND seq = ?`),
		setFirst: p.prepare(`UPDATE heads SET first = ? WHERE room = ?`),

		addMember:  p.prepare(`INSERT INTO members (room, identity) VALUES (?, ?)`),
		delMembers: p.prepare(`DELETE FROM members WHERE room = ?`),

		addEntry: p.prepare(`INSERT INTO entries (room, seq, kind, data) VALUES (?, ?, ?, ?)
			ON CONFLICT DO NOTHING`),
		trimEntries: p.prepare(trimEntries),
		delEntries:  p.prepare(deleteEntries),
		setSnapshot: p.prepare(`INSERT INTO snapshots (room, seq, data) VALUES (?, ?, ?)
			ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, data = excluded.data`),
		delSnapshot: p.prepare(`DELETE FROM snapshots WHERE room = ?`),

		findMatch: p.prepare(`SELECT number FROM matches WHERE id = ?`),
		addMatch: p.prepare(`INSERT INTO matches
			(id, room, game, version, seats, listed, started, ended, persons, summary)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`),
		addPerson: p.prepare(`INSERT INTO match_persons (number, identity) VALUES (?, ?)`),
		addRecord: p.prepare(`INSERT INTO records (number, data) VALUES (?, ?)`),

		addChat: p.prepare(`INSERT INTO chat (room, number, time, data)
			SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM chat WHERE room = ?1 RETURNING number`),
		delChat: p.prepare(deleteChat),

		addLeftover: p.prepare(`INSERT INTO leftovers (room) VALUES (?)`),
		delLeftover: p.prepare(`DELETE FROM leftovers WHERE room = ?`),

		getIdentity: p.prepare(selectIdentity + `identities i WHERE i.id = ?`),
		addIdentity: p.prepare(`INSERT INTO identities (id, name, created, seen)
			VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`),
		setIdentity: p.prepare(`UPDATE identities SET name = ?, seen = ? WHERE id = ?`),
		delIdentity: p.prepare(`DELETE FROM identities WHERE id = ?`),

		findCredential: p.prepare(`SELECT identity FROM credentials WHERE token_hash = ?`),
		addCredential: p.prepare(`INSERT INTO credentials (token_hash, identity, created)
			VALUES (?, ?, ?) ON CONFLICT DO NOTHING`),
		delCredentials: p.prepare(`DELETE FROM credentials WHERE identity = ?`),

		findLink: p.prepare(`SELECT identity, until FROM links WHERE hash = ?`),
		addLink: p.prepare(`INSERT INTO links (identity, hash, until) VALUES (?, ?, ?)
			ON CONFLICT (identity) DO UPDATE SET hash = excluded.hash, until = excluded.until`),
		delLink:       p.prepare(`DELETE FROM links WHERE identity = ?`),
		delEndedLinks: p.prepare(deleteEndedLinks),

		addBan: p.prepare(`INSERT INTO bans (id, identity, address, reason, created, until)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
		delBan: p.prepare(`DELETE FROM bans WHERE id = ?`),
	}
}

// forget drops the numbers, which may be wrong after a rollback.
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

func (t *tables) create(id, owner string, batch Batch) (Head, error) {
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
	err = t.addRoom.QueryRow(id, meta.Game, string(meta.Status), meta.Listed, meta.Host, members, string(meta.Summary), created).Scan(&number)
	if errors.Is(err, sql.ErrNoRows) {
		return Head{}, fmt.Errorf("room %q: %w", id, ErrExists)
	} else if err != nil {
		return Head{}, err
	}
	head := Head{Room: id}
	if err := t.nextEpoch.QueryRow().Scan(&head.Epoch); err != nil {
		return Head{}, err
	}
	if _, err := t.addHead.Exec(number, int64(head.Epoch), owner, created); err != nil {
		return Head{}, err
	}
	if err := t.addMembers(number, meta.Members); err != nil {
		return Head{}, err
	}
	batch.Meta = nil
	return t.append(head, batch)
}

func (t *tables) takeOver(id, owner string) (Head, error) {
	number, err := t.number(id)
	if err != nil {
		return Head{}, err
	}
	head, _, err := t.head(id, number)
	if err != nil {
		return Head{}, err
	}
	if err := t.nextEpoch.QueryRow().Scan(&head.Epoch); err != nil {
		return Head{}, err
	}
	_, err = t.setOwner.Exec(int64(head.Epoch), owner, number)
	return head, err
}

// head returns the stored head of a room and the number of the first entry
// that is kept.
func (t *tables) head(id string, number int64) (head Head, first uint64, err error) {
	head.Room = id
	err = t.getHead.QueryRow(number).Scan(&head.Epoch, &first, &head.Seq)
	return head, first, err
}

func (t *tables) append(head Head, batch Batch) (Head, error) {
	number, err := t.number(head.Room)
	if err != nil {
		return Head{}, err
	}
	if batch.Snapshot != nil || batch.Match != nil {
		if err := t.check(head, number, &batch); err != nil {
			return Head{}, err
		}
	}
	next := head
	next.Seq += uint64(len(batch.Entries))
	updated := time.Now().UnixMilli()
	var progress any
	if len(batch.Progress) > 0 {
		progress = string(batch.Progress)
	}
	// One statement compares and advances the head; if it changes no row,
	// nothing was written yet.
	var moved int64
	if batch.Wake == nil {
		moved, err = count(t.advance, int64(next.Seq), updated, progress, number, int64(head.Epoch), int64(head.Seq))
	} else {
		var wake any
		if !batch.Wake.IsZero() {
			wake = batch.Wake.UnixMilli()
		}
		moved, err = count(t.advanceWake, int64(next.Seq), updated, progress, wake, number, int64(head.Epoch), int64(head.Seq))
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
		if err := t.save(number, batch.Snapshot, batch.Trim); err != nil {
			return Head{}, err
		}
	}
	if batch.Match != nil {
		if err := t.archive(head.Room, batch.Match, batch.Record); err != nil {
			return Head{}, err
		}
	}
	return next, nil
}

// check refuses a batch that conflicts with what is stored, before any of it is
// written.
func (t *tables) check(head Head, number int64, batch *Batch) error {
	stored, first, err := t.head(head.Room, number)
	if err != nil {
		return err
	}
	if stored != head {
		return fencedError(head, stored)
	}
	if s := batch.Snapshot; s != nil && s.Seq+1 < first {
		return invalid("a snapshot after entry %d where %d is the first that is kept", s.Seq, first)
	}
	return t.checkMatch(batch.Match)
}

// checkMatch refuses a match that is in the archive already.
func (t *tables) checkMatch(match *Match) error {
	if match == nil {
		return nil
	}
	err := t.findMatch.QueryRow(match.ID).Scan(new(int64))
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	} else if err != nil {
		return err
	}
	return fmt.Errorf("match %q: %w", match.ID, ErrExists)
}

// fenced says why the head is not the room's.
func (t *tables) fenced(head Head, number int64) error {
	stored, _, err := t.head(head.Room, number)
	if err != nil {
		return err
	}
	return fencedError(head, stored)
}

// fencedError says what is wrong with a head.
func fencedError(head, stored Head) error {
	if head.Epoch != stored.Epoch {
		return fmt.Errorf("room %q: epoch %d, not %d: another writer has taken the room over: %w",
			head.Room, stored.Epoch, head.Epoch, ErrFenced)
	}
	return fmt.Errorf("room %q: the last entry is %d, not %d: %w", head.Room, stored.Seq, head.Seq, ErrFenced)
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

// save stores the snapshot and, to trim, removes the entries before it.
func (t *tables) save(number int64, snapshot *Snapshot, trim bool) error {
	if _, err := t.setSnapshot.Exec(number, int64(snapshot.Seq), blob(snapshot.Data)); err != nil || !trim {
		return err
	}
	if _, err := t.trimEntries.Exec(number, int64(snapshot.Seq)); err != nil {
		return err
	}
	_, err := t.setFirst.Exec(int64(snapshot.Seq)+1, number)
	return err
}

func (t *tables) archive(room string, match *Match, record []byte) error {
	persons, err := encodeMembers(match.Persons)
	if err != nil {
		return err
	}
	var number int64
	err = t.addMatch.QueryRow(match.ID, room, match.Game, match.Version, match.Seats, match.Listed,
		match.Started.UnixMilli(), match.Ended.UnixMilli(), persons, string(match.Summary)).Scan(&number)
	if err != nil {
		return err
	}
	for _, person := range match.Persons {
		if _, err := t.addPerson.Exec(number, person); err != nil {
			return err
		}
	}
	_, err = t.addRecord.Exec(number, blob(record))
	return err
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
