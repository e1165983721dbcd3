package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// tables are what the writes of a group use, inside the writer's transaction.
type tables struct {
	connection
	// rooms are those used lately, by id, as they are stored. Where nobody else
	// writes, an append compares with them and reads nothing.
	rooms map[string]*roomRow
	// shared says that other processes write to the database too.
	shared bool
	// transaction counts the transactions.
	transaction uint64
	// insert writes entries that are not trimmed in the same transaction. fence makes
	// the transaction fail if the room has another epoch; it may be nil.
	insert func(*pendingEntries, []trim) error
	fence  func(room int64, epoch uint64)
	// otherOwner finds the owner of a room if that is another node, and whether that
	// one is in the list; empty where there are no nodes.
	otherOwner string
	// nextEpoch gives an epoch.
	nextEpoch string
	// pending are the entries of the transaction, which flush writes, and trimmed
	// what it removes: both change recent once it is committed.
	pending pendingEntries
	trimmed []trim
	recent  *atomic.Pointer[recentEntries]
	// written counts the bytes of the transaction's data.
	written int
}

// roomRow is what is stored of a room's head.
type roomRow struct {
	number      int64
	epoch       uint64
	first, last uint64 // see the column first; the last entry, or the one before first
	updated     int64
	wake        sql.NullInt64
	// read is the transaction that has read or written it last.
	read uint64
}

// maxRooms bounds the memory of the rooms.
const maxRooms = 1 << 16

// updatedStep is how far the column updated may lag behind, in milliseconds.
const updatedStep = 60_000

func newTables(on connection, recent *atomic.Pointer[recentEntries]) *tables {
	return &tables{
		connection: on, rooms: map[string]*roomRow{}, recent: recent,
		nextEpoch: `UPDATE epochs SET last = last + 1 RETURNING last`,
	}
}

const (
	findRoom = `SELECT r.number, h.epoch, h.first, ` + lastEntry + `, h.updated, h.wake
			FROM rooms r JOIN heads h ON h.room = r.number WHERE r.id = ?`
	setOwner      = `UPDATE heads SET epoch = ?, owner = ? WHERE room = ?`
	setProgress   = `UPDATE heads SET progress = ? WHERE room = ?`
	addMember     = `INSERT INTO members (room, identity) VALUES (?, ?)`
	deleteMembers = `DELETE FROM members WHERE room = ?`
	findMatch     = `SELECT number FROM matches WHERE id = ?`
)

// forget drops what is in memory, which may be wrong after a rollback.
func (t *tables) forget() {
	clear(t.rooms)
	t.pending, t.trimmed = pendingEntries{}, t.trimmed[:0]
	t.written = 0
}

// room returns what is stored of a room, or ErrNotFound. Who changes what is
// stored changes it too.
func (t *tables) room(id string) (*roomRow, error) {
	if room, ok := t.rooms[id]; ok {
		return room, nil
	}
	room := &roomRow{read: t.transaction}
	err := t.queryRow(findRoom, id).Scan(&room.number, &room.epoch, &room.first, &room.last, &room.updated, &room.wake)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("room %q: %w", id, ErrNotFound)
	} else if err != nil {
		return nil, err
	}
	room.last = max(room.last, t.recent.Load().last(room.number))
	t.rooms[id] = room
	return room, nil
}

// held returns the room of a head, or ErrFenced if the head is another one.
func (t *tables) held(head Head) (*roomRow, error) {
	room, err := t.room(head.Room)
	if err == nil && t.shared && room.read != t.transaction && (head.Epoch != room.epoch || head.Seq != room.last) {
		delete(t.rooms, head.Room)
		room, err = t.room(head.Room)
	}
	switch {
	case err != nil:
		return nil, err
	case head.Epoch != room.epoch:
		return nil, fencedBy(head, room)
	case head.Seq != room.last:
		return nil, fmt.Errorf("room %q: the last entry is %d, not %d: %w", head.Room, room.last, head.Seq, ErrFenced)
	}
	if t.fence != nil {
		t.fence(room.number, room.epoch)
	}
	room.read = t.transaction
	return room, nil
}

// ofEpoch returns the room of a head, or ErrFenced if the room has another epoch. It
// is for the writer that sees what other processes have written.
func (t *tables) ofEpoch(head Head) (*roomRow, error) {
	room, err := t.room(head.Room)
	if err == nil && head.Epoch != room.epoch {
		return nil, fencedBy(head, room)
	}
	return room, err
}

func fencedBy(head Head, room *roomRow) error {
	return fmt.Errorf("room %q: epoch %d, not %d: another writer has taken the room over: %w", head.Room, room.epoch, head.Epoch, ErrFenced)
}

// flush writes the entries that are pending.
func (t *tables) flush() error {
	if len(t.pending.list) == 0 {
		return nil
	}
	return t.insert(&t.pending, t.trimmed)
}

// committed notes what the transaction has changed.
func (t *tables) committed() {
	if !t.shared {
		t.recent.Load().change(&t.pending, t.trimmed)
	}
	t.pending, t.trimmed = pendingEntries{}, t.trimmed[:0]
	t.written = 0
	if len(t.rooms) > maxRooms {
		clear(t.rooms)
	}
}

// count runs a statement and returns how many rows it changed.
func (t *tables) count(query string, args ...any) (int64, error) {
	result, err := t.exec(query, args...)
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
	err = t.queryRow(`INSERT INTO rooms (id, game, status, listed, host, members, summary, created)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING number`, id, meta.Game, string(meta.Status), meta.Listed, meta.Host, members, string(meta.Summary), created).Scan(&number)
	if errors.Is(err, sql.ErrNoRows) {
		return Head{}, fmt.Errorf("room %q: %w", id, ErrExists)
	} else if err != nil {
		return Head{}, err
	}
	room := &roomRow{number: number, first: 1, updated: created, read: t.transaction}
	if err := t.queryRow(t.nextEpoch).Scan(&room.epoch); err != nil {
		return Head{}, err
	}
	if _, err := t.exec(`INSERT INTO heads (room, epoch, owner, first, updated) VALUES (?, ?, ?, 1, ?)`, number, int64(room.epoch), owner, created); err != nil {
		return Head{}, err
	}
	if err := t.addMembers(number, meta.Members); err != nil {
		return Head{}, err
	}
	t.rooms[id] = room
	batch.Meta = nil
	return t.append(Head{Room: id, Epoch: room.epoch}, batch)
}

// takeOver gives a room a new epoch and owner. orphan: its owner was a node that has
// died.
func (t *tables) takeOver(id, owner string) (head Head, orphan bool, err error) {
	room, err := t.room(id)
	if err != nil {
		return Head{}, false, err
	}
	if t.otherOwner != "" && owner != "" {
		other, listed := &OwnedError{Room: id}, false
		err := t.queryRow(t.otherOwner, room.number, owner).Scan(&other.Owner, &listed)
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
	if err := t.queryRow(t.nextEpoch).Scan(&epoch); err != nil {
		return Head{}, false, err
	}
	if _, err := t.exec(setOwner, int64(epoch), owner, room.number); err != nil {
		return Head{}, false, err
	}
	room.epoch = epoch
	return Head{Room: id, Epoch: epoch, Seq: room.last}, orphan, nil
}

// append writes a batch; its entries only with the next flush.
func (t *tables) append(head Head, batch Batch) (Head, error) {
	room, err := t.held(head)
	if err != nil {
		return Head{}, err
	}
	if s := batch.Snapshot; s != nil && s.Seq+1 < room.first {
		return Head{}, invalid("a snapshot after entry %d where %d is the first that is kept", s.Seq, room.first)
	}
	if err := t.checkMatch(batch.Match); err != nil {
		return Head{}, err
	}
	t.written += batch.size()
	for _, entry := range batch.Entries {
		room.last++
		t.pending.add(room.number, room.last, &entry)
	}
	head.Seq = room.last
	if err := t.note(room, batch.Wake); err != nil {
		return Head{}, err
	}
	if len(batch.Progress) > 0 {
		t.pending.add(room.number, 0, &Entry{Data: batch.Progress})
	}
	if batch.Meta != nil {
		if err := t.updateMeta(room.number, batch.Meta); err != nil {
			return Head{}, err
		}
	}
	if batch.Snapshot != nil {
		if err := t.save(room, batch.Snapshot, batch.Trim); err != nil {
			return Head{}, err
		}
	}
	if a := batch.Awaiting; a != nil {
		if _, err := t.exec(`INSERT INTO awaited (room, seq, data, noted, due) VALUES (?, ?, ?, '', ?)
			ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, data = excluded.data, due = excluded.due`, room.number, int64(head.Seq), string(a.Data), milliOrNull(a.Due)); err != nil {
			return Head{}, err
		}
	}
	if batch.Match != nil {
		if _, err := t.archive(head.Room, batch.Match, batch.Record); err != nil {
			return Head{}, err
		}
	}
	return head, nil
}

// note stores that the room was written, and when it wants to be woken, where
// that changes.
func (t *tables) note(room *roomRow, wake *time.Time) error {
	if now := time.Now().UnixMilli(); now-room.updated >= updatedStep {
		if _, err := t.exec(`UPDATE heads SET updated = ? WHERE room = ?`, now, room.number); err != nil {
			return err
		}
		room.updated = now
	}
	if wake == nil {
		return nil
	}
	var next sql.NullInt64
	if !wake.IsZero() {
		next = sql.NullInt64{Int64: wake.UnixMilli(), Valid: true}
	}
	if next == room.wake {
		return nil
	}
	room.wake = next
	_, err := t.exec(`UPDATE heads SET wake = ? WHERE room = ?`, next, room.number)
	return err
}

// checkMatch refuses a match that is in the archive already.
func (t *tables) checkMatch(match *Match) error {
	if match == nil {
		return nil
	}
	err := t.queryRow(findMatch, match.ID).Scan(new(int64))
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	} else if err != nil {
		return err
	}
	return fmt.Errorf("match %q: %w", match.ID, ErrExists)
}

func (t *tables) updateMeta(number int64, meta *Meta) error {
	members, err := encodeMembers(meta.Members)
	if err != nil {
		return err
	}
	if _, err := t.exec(`UPDATE rooms SET game = ?1, status = ?2, listed = ?3, host = ?4, members = ?5, summary = ?6,
			code = CASE WHEN ?2 IN ('open', 'seated') THEN code END WHERE number = ?7`, meta.Game, string(meta.Status), meta.Listed, meta.Host, members, string(meta.Summary), number); err != nil {
		return err
	}
	if _, err := t.exec(deleteMembers, number); err != nil {
		return err
	}
	return t.addMembers(number, meta.Members)
}

func (t *tables) addMembers(number int64, members []string) error {
	for _, member := range members {
		if _, err := t.exec(addMember, number, member); err != nil {
			return err
		}
	}
	return nil
}

// save stores the snapshot and, to trim, removes the entries before it.
func (t *tables) save(room *roomRow, snapshot *Snapshot, trims bool) error {
	if _, err := t.exec(`INSERT INTO snapshots (room, seq, data) VALUES (?, ?, ?)
			ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, data = excluded.data`, room.number, int64(snapshot.Seq), blob(snapshot.Data)); err != nil || !trims {
		return err
	}
	if _, err := t.exec(trimEntries, room.number, int64(snapshot.Seq)); err != nil {
		return err
	}
	t.trimmed = append(t.trimmed, trim{room: room.number, seq: snapshot.Seq})
	room.first = snapshot.Seq + 1
	_, err := t.exec(`UPDATE heads SET first = ? WHERE room = ?`, int64(room.first), room.number)
	return err
}

// archive adds a match and returns its number.
func (t *tables) archive(room string, match *Match, record []byte) (number int64, err error) {
	persons, err := encodeMembers(match.Persons)
	if err != nil {
		return 0, err
	}
	err = t.queryRow(`INSERT INTO matches
			(id, room, game, version, seats, listed, started, ended, persons, summary)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`, match.ID, room, match.Game, match.Version, match.Seats, match.Listed,
		match.Started.UnixMilli(), match.Ended.UnixMilli(), persons, string(match.Summary)).Scan(&number)
	if err != nil {
		return 0, err
	}
	for _, person := range match.Persons {
		if _, err := t.exec(`INSERT INTO match_persons (number, identity, game) VALUES (?, ?, ?)`, number, person, match.Game); err != nil {
			return 0, err
		}
	}
	if err := t.addResults(number, match); err != nil {
		return 0, err
	}
	if err := t.addRated(number, match); err != nil {
		return 0, err
	}
	_, err = t.exec(`INSERT INTO records (number, data) VALUES (?, ?)`, number, blob(record))
	return number, err
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
