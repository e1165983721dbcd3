package eventlog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
)

// tables are the one connection that writes and its statements. They are used
// inside the writer's transaction.
type tables struct {
	conn *sql.Conn
	// rooms are those used lately, by id, as they are stored. Nobody else writes
	// to the folder, so that an append compares with them and reads nothing.
	rooms map[string]*roomRow
	// pending are the entries of the transaction, which flush writes, and trimmed
	// what it removes: both change recent once it is committed.
	pending pendingEntries
	trimmed []trim
	recent  *atomic.Pointer[recentEntries]
	// written counts the bytes of the transaction's data.
	written int

	findRoom, addRoom, setMeta, delRoom         *sql.Stmt
	findCode, setCode                           *sql.Stmt
	nextEpoch, addHead, setOwner, delHead       *sql.Stmt
	setWake, setUpdated, setProgress, setFirst  *sql.Stmt
	addMember, delMembers                       *sql.Stmt
	trimEntries, delEntries                     *sql.Stmt
	addEntries                                  [len(entryRows)]*sql.Stmt
	addRecent, getRecent, delRecent, getFirst   *sql.Stmt
	setSnapshot, delSnapshot                    *sql.Stmt
	findMatch, addMatch, addPerson, addRecord   *sql.Stmt
	addResult, setSummary, delMatchResults      *sql.Stmt
	sumFiles, addFileRow, findFile, endedFiles  *sql.Stmt
	delFile, endFiles                           *sql.Stmt
	delPersons, delRecord, delMatch             *sql.Stmt
	setAnalysis, delAnalysis                    *sql.Stmt
	addChat, delChat                            *sql.Stmt
	addLeftover, delLeftover                    *sql.Stmt
	getIdentity, addIdentity, setIdentity       *sql.Stmt
	delIdentity, delCredentials, delResults     *sql.Stmt
	getCredential, addCredential, delCredential *sql.Stmt
	clearCredentials                            *sql.Stmt
	setUsed, setData, setSeen                   *sql.Stmt
	addSetting, getSetting                      *sql.Stmt
	addBlock, delBlock, delBlocks               *sql.Stmt
	addInvitation, setAnswer                    *sql.Stmt
	delInvitations, delInvitationsOf            *sql.Stmt
	addBan, delBan                              *sql.Stmt
	notices                                     noticeTables
}

// roomRow is what is stored of a room's head.
type roomRow struct {
	number      int64
	epoch       uint64
	first, last uint64 // see the column first; the last entry, or the one before first
	updated     int64
	wake        sql.NullInt64
}

// maxRooms bounds the memory of the rooms.
const maxRooms = 1 << 16

// updatedStep is how far the column updated may lag behind, in milliseconds.
const updatedStep = 60_000

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

func newTables(p *preparer, recent *atomic.Pointer[recentEntries]) *tables {
	t := &tables{
		conn:   p.conn,
		rooms:  map[string]*roomRow{},
		recent: recent,

		findRoom: p.prepare(`SELECT r.number, h.epoch, h.first, ` + lastEntry + `, h.updated, h.wake
			FROM rooms r JOIN heads h ON h.room = r.number WHERE r.id = ?`),
		addRoom: p.prepare(`INSERT INTO rooms (id, game, status, listed, host, members, summary, created)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING number`),
		setMeta: p.prepare(`UPDATE rooms SET game = ?1, status = ?2, listed = ?3, host = ?4, members = ?5, summary = ?6,
			code = CASE WHEN ?2 IN ('open', 'seated') THEN code END WHERE number = ?7`),
		findCode: p.prepare(findCode),
		setCode:  p.prepare(`UPDATE rooms SET code = coalesce(code, ?) WHERE id = ? AND status IN ('open', 'seated') RETURNING code`),
		delRoom:  p.prepare(`DELETE FROM rooms WHERE number = ?`),

		nextEpoch: p.prepare(`UPDATE epochs SET last = last + 1 RETURNING last`),
		addHead:   p.prepare(`INSERT INTO heads (room, epoch, owner, first, updated) VALUES (?, ?, ?, 1, ?)`),
		setOwner:  p.prepare(`UPDATE heads SET epoch = ?, owner = ? WHERE room = ?`),
		delHead:   p.prepare(`DELETE FROM heads WHERE room = ?`),

		setWake:     p.prepare(`UPDATE heads SET wake = ? WHERE room = ?`),
		setProgress: p.prepare(`UPDATE heads SET progress = ? WHERE room = ?`),
		setUpdated:  p.prepare(`UPDATE heads SET updated = ? WHERE room = ?`),
		setFirst:    p.prepare(`UPDATE heads SET first = ? WHERE room = ?`),

		addMember:  p.prepare(`INSERT INTO members (room, identity) VALUES (?, ?)`),
		delMembers: p.prepare(`DELETE FROM members WHERE room = ?`),

		trimEntries: p.prepare(trimEntries),
		delEntries:  p.prepare(deleteEntries),
		addRecent:   p.prepare(`INSERT INTO recent (data) VALUES (?)`),
		getRecent:   p.prepare(`SELECT data FROM recent ORDER BY number`),
		delRecent:   p.prepare(`DELETE FROM recent`),
		getFirst:    p.prepare(`SELECT first FROM heads WHERE room = ?`),
		setSnapshot: p.prepare(`INSERT INTO snapshots (room, seq, data) VALUES (?, ?, ?)
			ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, data = excluded.data`),
		delSnapshot: p.prepare(`DELETE FROM snapshots WHERE room = ?`),

		findMatch: p.prepare(`SELECT number FROM matches WHERE id = ?`),
		addMatch: p.prepare(`INSERT INTO matches
			(id, room, game, version, seats, listed, started, ended, persons, summary)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`),
		addPerson: p.prepare(`INSERT INTO match_persons (number, identity, game) VALUES (?, ?, ?)`),
		addRecord: p.prepare(`INSERT INTO records (number, data) VALUES (?, ?)`),

		sumFiles:   p.prepare(`SELECT count(*), coalesce(sum(bytes), 0) FROM files WHERE owner = ?`),
		addFileRow: p.prepare(`INSERT INTO files (number, owner, until, bytes) VALUES (?, ?, ?, ?)`),
		findFile:   p.prepare(`SELECT f.number FROM matches m JOIN files f ON f.number = m.number WHERE m.id = ? AND f.owner = ?`),
		endedFiles: p.prepare(selectEndedFiles),
		endFiles:   p.prepare(`UPDATE files SET until = 0 WHERE owner = ?`),
		delFile:    p.prepare(`DELETE FROM files WHERE number = ?`),
		delPersons: p.prepare(deletePersons),
		delRecord:  p.prepare(`DELETE FROM records WHERE number = ?`),
		delMatch:   p.prepare(`DELETE FROM matches WHERE number = ?`),
		setAnalysis: p.prepare(`INSERT INTO analyses (number, data) SELECT number, ?2 FROM matches WHERE id = ?1
			ON CONFLICT (number) DO UPDATE SET data = ?2`),
		delAnalysis: p.prepare(`DELETE FROM analyses WHERE number = ?`),

		addChat: p.prepare(`INSERT INTO chat (room, number, time, data)
			SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM chat WHERE room = ?1 RETURNING number`),
		delChat: p.prepare(deleteChat),

		addLeftover: p.prepare(`INSERT INTO leftovers (room) VALUES (?)`),
		delLeftover: p.prepare(`DELETE FROM leftovers WHERE room = ?`),

		delMatchResults: p.prepare(`DELETE FROM results WHERE number = ?`),
		setSummary:      p.prepare(`UPDATE matches SET summary = ? WHERE id = ?`),
		addResult: p.prepare(`INSERT INTO results (identity, number, game, seats, listed, opens, rank, total)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),

		getIdentity: p.prepare(selectIdentity + `identities i WHERE i.id = ?`),
		addIdentity: p.prepare(`INSERT INTO identities (id, name, kind, look, owner, created, seen)
			VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
		setIdentity: p.prepare(`UPDATE OR IGNORE identities SET name = ?, kind = ?, look = ?, seen = ? WHERE id = ?`),
		delIdentity: p.prepare(deleteIdentity[0]),

		getCredential: p.prepare(selectCredential),
		addCredential: p.prepare(`INSERT INTO credentials (kind, id, identity, label, data, created, used)
			VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
		delCredential:    p.prepare(`DELETE FROM credentials WHERE kind = ? AND id = ? AND identity = ?`),
		clearCredentials: p.prepare(`DELETE FROM credentials WHERE identity = ? AND kind = ?`),
		delCredentials:   p.prepare(deleteIdentity[1]),
		delResults:       p.prepare(deleteIdentity[2]),
		setUsed:          p.prepare(`UPDATE credentials SET used = ? WHERE kind = ? AND id = ? RETURNING identity`),
		setData:          p.prepare(`UPDATE credentials SET data = ? WHERE kind = ? AND id = ?`),
		setSeen:          p.prepare(`UPDATE identities SET seen = ? WHERE id = ?`),

		addSetting: p.prepare(`INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING`),
		getSetting: p.prepare(selectSetting),

		addBlock:  p.prepare(`INSERT INTO blocks (identity, blocked, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`),
		delBlock:  p.prepare(`DELETE FROM blocks WHERE identity = ? AND blocked = ?`),
		delBlocks: p.prepare(deleteIdentity[3]),
		addInvitation: p.prepare(`INSERT INTO invitations (id, inviter, invited, room, answer, created)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
		setAnswer:        p.prepare(`UPDATE invitations SET answer = ? WHERE id = ?`),
		delInvitations:   p.prepare(oldInvitations),
		delInvitationsOf: p.prepare(deleteIdentity[4]),

		addBan: p.prepare(`INSERT INTO bans (id, identity, address, scope, reason, words, created, until)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
		delBan: p.prepare(`DELETE FROM bans WHERE id = ?`),

		notices: newNoticeTables(p),
	}
	for i, rows := range entryRows {
		t.addEntries[i] = p.prepare(`INSERT INTO entries (room, seq, kind, data) VALUES ` +
			strings.TrimSuffix(strings.Repeat("(?, ?, ?, ?), ", rows), ", "))
	}
	return t
}

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
	room := &roomRow{}
	err := t.findRoom.QueryRow(id).Scan(&room.number, &room.epoch, &room.first, &room.last, &room.updated, &room.wake)
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
	switch {
	case err != nil:
		return nil, err
	case head.Epoch != room.epoch:
		return nil, fmt.Errorf("room %q: epoch %d, not %d: another writer has taken the room over: %w",
			head.Room, room.epoch, head.Epoch, ErrFenced)
	case head.Seq != room.last:
		return nil, fmt.Errorf("room %q: the last entry is %d, not %d: %w", head.Room, room.last, head.Seq, ErrFenced)
	}
	return room, nil
}

// flush writes the entries that are pending.
func (t *tables) flush() error {
	if len(t.pending.data) == 0 {
		return nil
	}
	_, err := t.addRecent.Exec(t.pending.data)
	return err
}

// committed notes what the transaction has changed.
func (t *tables) committed() {
	t.recent.Load().change(&t.pending, t.trimmed)
	t.pending, t.trimmed = pendingEntries{}, t.trimmed[:0]
	t.written = 0
	if len(t.rooms) > maxRooms {
		clear(t.rooms)
	}
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
	room := &roomRow{number: number, first: 1, updated: created}
	if err := t.nextEpoch.QueryRow().Scan(&room.epoch); err != nil {
		return Head{}, err
	}
	if _, err := t.addHead.Exec(number, int64(room.epoch), owner, created); err != nil {
		return Head{}, err
	}
	if err := t.addMembers(number, meta.Members); err != nil {
		return Head{}, err
	}
	t.rooms[id] = room
	batch.Meta = nil
	return t.append(Head{Room: id, Epoch: room.epoch}, batch)
}

func (t *tables) takeOver(id, owner string) (Head, error) {
	room, err := t.room(id)
	if err != nil {
		return Head{}, err
	}
	var epoch uint64
	if err := t.nextEpoch.QueryRow().Scan(&epoch); err != nil {
		return Head{}, err
	}
	if _, err := t.setOwner.Exec(int64(epoch), owner, room.number); err != nil {
		return Head{}, err
	}
	room.epoch = epoch
	return Head{Room: id, Epoch: epoch, Seq: room.last}, nil
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
		if _, err := t.notices.setAwaited.Exec(room.number, int64(head.Seq), string(a.Data), milliOrNull(a.Due)); err != nil {
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
		if _, err := t.setUpdated.Exec(now, room.number); err != nil {
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
	_, err := t.setWake.Exec(next, room.number)
	return err
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
func (t *tables) save(room *roomRow, snapshot *Snapshot, trims bool) error {
	if _, err := t.setSnapshot.Exec(room.number, int64(snapshot.Seq), blob(snapshot.Data)); err != nil || !trims {
		return err
	}
	if _, err := t.trimEntries.Exec(room.number, int64(snapshot.Seq)); err != nil {
		return err
	}
	t.trimmed = append(t.trimmed, trim{room: room.number, seq: snapshot.Seq})
	room.first = snapshot.Seq + 1
	_, err := t.setFirst.Exec(int64(room.first), room.number)
	return err
}

// archive adds a match and returns its number.
func (t *tables) archive(room string, match *Match, record []byte) (number int64, err error) {
	persons, err := encodeMembers(match.Persons)
	if err != nil {
		return 0, err
	}
	err = t.addMatch.QueryRow(match.ID, room, match.Game, match.Version, match.Seats, match.Listed,
		match.Started.UnixMilli(), match.Ended.UnixMilli(), persons, string(match.Summary)).Scan(&number)
	if err != nil {
		return 0, err
	}
	for _, person := range match.Persons {
		if _, err := t.addPerson.Exec(number, person, match.Game); err != nil {
			return 0, err
		}
	}
	if err := t.addResults(number, match); err != nil {
		return 0, err
	}
	_, err = t.addRecord.Exec(number, blob(record))
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
