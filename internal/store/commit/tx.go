package commit

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"
)

// Head is the position of a writer in the log of a room.
type Head struct {
	Room string
	// Epoch changes when the room is created or taken over. A database gives no epoch twice.
	Epoch uint64
	// Seq is the number of the last entry; 0 if there is none.
	Seq uint64
}

// Entry is an entry in the log of a room.
type Entry struct {
	// Seq counts the entries of a room from 1. The store sets it.
	Seq uint64
	// Kind is the kind of Data. The store does not interpret them.
	Kind string
	Data []byte
}

// Tx is the transaction in which the writes of a group are made.
type Tx struct {
	Connection
	// rooms caches the stored heads of recently used rooms, by room id. If no other process writes,
	// an append compares with them and reads nothing.
	rooms map[string]*Row
	// shared is true if other processes write to the database too.
	shared bool
	// transaction is the number of the current transaction.
	transaction uint64
	// insert writes the pending entries, except those that the same transaction trims. fence makes
	// the transaction fail if the room has another epoch; it can be nil.
	insert func(*pendingEntries, []trim) error
	fence  func(room int64, epoch uint64)
	// OtherOwner is the statement that selects the owner of a room if it is another node, and
	// whether that node is in the list. It is empty if there are no nodes.
	OtherOwner string
	// NextEpoch is the statement that returns a new epoch.
	NextEpoch string
	// pending has the entries to insert at the end of the transaction. trimmed has the removals of
	// the transaction. After the commit, pending and trimmed are applied to recent.
	pending pendingEntries
	trimmed []trim
	recent  *atomic.Pointer[Recent]
	// bytes is the length of the data that the transaction writes.
	bytes int
}

// Row is the head of a room as it is stored.
type Row struct {
	Number      int64
	Epoch       uint64
	First, Last uint64 // numbers of the first and the last stored entry; Last is First-1 without entries
	Updated     int64
	Wake        sql.NullInt64
	// lastTransaction is the number of the transaction that has last read or written the row.
	lastTransaction uint64
}

// maxRooms bounds Tx.rooms.
const maxRooms = 1 << 16

func newTx(connection Connection, recent *atomic.Pointer[Recent]) *Tx {
	return &Tx{
		Connection: connection, rooms: map[string]*Row{}, recent: recent,
		NextEpoch: `UPDATE epochs SET last = last + 1 RETURNING last`,
	}
}

const findRoom = `SELECT r.number, h.epoch, h.first, ` + LastEntry + `, h.updated, h.wake
	FROM rooms r JOIN heads h ON h.room = r.number WHERE r.id = ?`

const setProgress = `UPDATE heads SET progress = ? WHERE room = ?`

// LastEntry is the SQL expression for the number of the last entry of a room h in the table entries.
const LastEntry = `coalesce((SELECT max(seq) FROM entries WHERE room = h.room), h.first - 1)`

// reset drops the pending changes and the cached heads, which can be wrong after a rollback.
func (t *Tx) reset() {
	clear(t.rooms)
	t.pending, t.trimmed = pendingEntries{}, t.trimmed[:0]
	t.bytes = 0
}

// Room returns the stored head of a room, or ErrNotFound. A caller that changes the stored head has to
// change the Row too.
func (t *Tx) Room(id string) (*Row, error) {
	if room, ok := t.rooms[id]; ok {
		return room, nil
	}
	room := &Row{lastTransaction: t.transaction}
	err := t.QueryRow(findRoom, id).Scan(&room.Number, &room.Epoch, &room.First, &room.Last, &room.Updated, &room.Wake)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("room %q: %w", id, ErrNotFound)
	} else if err != nil {
		return nil, err
	}
	room.Last = max(room.Last, t.recent.Load().Last(room.Number))
	t.rooms[id] = room
	return room, nil
}

// CheckHead returns the stored head of a room, or ErrFenced if it differs from the given one.
func (t *Tx) CheckHead(head Head) (*Row, error) {
	room, err := t.Room(head.Room)
	if err == nil && t.shared && room.lastTransaction != t.transaction &&
		(head.Epoch != room.Epoch || head.Seq != room.Last) {
		delete(t.rooms, head.Room)
		room, err = t.Room(head.Room)
	}
	switch {
	case err != nil:
		return nil, err
	case head.Epoch != room.Epoch:
		return nil, errOtherEpoch(head, room)
	case head.Seq != room.Last:
		return nil, fmt.Errorf("room %q: the last entry is %d, not %d: %w", head.Room, room.Last, head.Seq, ErrFenced)
	}
	if t.fence != nil {
		t.fence(room.Number, room.Epoch)
	}
	room.lastTransaction = t.transaction
	return room, nil
}

// CheckEpoch returns the stored head of a room, or ErrFenced if the room has another epoch. Only the lane
// Others can use it, because in the lane Moves a cached head can be out of date.
func (t *Tx) CheckEpoch(head Head) (*Row, error) {
	room, err := t.Room(head.Room)
	if err == nil && head.Epoch != room.Epoch {
		return nil, errOtherEpoch(head, room)
	}
	return room, err
}

func errOtherEpoch(head Head, room *Row) error {
	return fmt.Errorf(
		"room %q: epoch %d, not %d: another writer has taken the room over: %w",
		head.Room, room.Epoch, head.Epoch, ErrFenced,
	)
}

// applyToRecent applies the changes of a committed transaction to recent.
func (t *Tx) applyToRecent() {
	if !t.shared {
		t.recent.Load().apply(&t.pending, t.trimmed)
	}
	// Recent keeps the memory of the added data, so the next transaction gets a new buffer of about
	// the same size.
	t.pending = pendingEntries{list: t.pending.list[:0], data: make([]byte, 0, len(t.pending.data)*9/8)}
	t.trimmed, t.bytes = t.trimmed[:0], 0
	if len(t.rooms) > maxRooms {
		clear(t.rooms)
	}
}

// Connection runs statements in the current transaction.
type Connection interface {
	Exec(query string, args ...any) (sql.Result, error)
	Query(query string, args ...any) (*sql.Rows, error)
	QueryRow(query string, args ...any) *sql.Row
}

// Add adds an entry to a room. The entry is written at the end of the transaction. The number 0 means
// the progress of the room's match.
func (t *Tx) Add(room int64, seq uint64, e *Entry) { t.pending.add(room, seq, e) }

// RecordTrimmed records that the transaction removes the entries of a room up to seq.
func (t *Tx) RecordTrimmed(room int64, seq uint64) {
	t.trimmed = append(t.trimmed, trim{room: room, seq: seq})
}

// RecordCreated records a new room.
func (t *Tx) RecordCreated(id string, room *Row) {
	room.lastTransaction = t.transaction
	t.rooms[id] = room
}

// RecordDeleted records that the transaction removes a room.
func (t *Tx) RecordDeleted(id string, room int64) {
	delete(t.rooms, id)
	t.trimmed = append(t.trimmed, trim{room: room, deleted: true})
}

// RecordBytes adds to the length of the data that the transaction writes.
func (t *Tx) RecordBytes(bytes int) { t.bytes += bytes }

// pendingEntries has the entries of a transaction, of all rooms, in the order in which they were added.
// The progress of a match is an entry with the number 0.
type pendingEntries struct {
	list []pendingEntry
	// data is a row of the table recent: for each entry, the number of the room, the number of the
	// entry and the lengths of kind and data as variable-length integers, then kind and data.
	data []byte
}

// pendingEntry is an entry whose data is pendingEntries.data[start:end].
type pendingEntry struct {
	room       int64
	seq        uint64
	kind       string
	start, end int
}

// add appends an entry.
func (p *pendingEntries) add(room int64, seq uint64, e *Entry) {
	for _, n := range [...]uint64{uint64(room), seq, uint64(len(e.Kind)), uint64(len(e.Data))} {
		p.data = binary.AppendUvarint(p.data, n)
	}
	p.data = append(p.data, e.Kind...)
	from := len(p.data)
	p.data = append(p.data, e.Data...)
	p.list = append(p.list, pendingEntry{room, seq, e.Kind, from, len(p.data)})
}

// decode reads a row of the table recent. It fails with ErrCorrupt.
func (p *pendingEntries) decode(row []byte) error {
	errUnreadable := fmt.Errorf("%w: recent entries that cannot be read", ErrCorrupt)
	*p = pendingEntries{data: row}
	for remaining := row; len(remaining) > 0; {
		var n [4]uint64
		for i := range n {
			var size int
			if n[i], size = binary.Uvarint(remaining); size <= 0 {
				return errUnreadable
			}
			remaining = remaining[size:]
		}
		kind, data := n[2], n[3]
		if kind > uint64(len(remaining)) || data > uint64(len(remaining))-kind {
			return errUnreadable
		}
		from := len(row) - len(remaining) + int(kind)
		p.list = append(p.list, pendingEntry{int64(n[0]), n[1], string(remaining[:kind]), from, from + int(data)})
		remaining = remaining[kind+data:]
	}
	return nil
}

// trim is the removal of a room's entries up to seq, or of the whole room.
type trim struct {
	room    int64
	seq     uint64
	deleted bool
}
