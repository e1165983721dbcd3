package eventlog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// readError returns the error of a read as a caller sees it.
func (s *SQLite) readError(err error) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
		return storageError(err)
	}
}

// query calls scan for every row.
func (s *SQLite) query(ctx context.Context, scan func(*sql.Rows) error, query string, args ...any) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	rows, err := s.read.QueryContext(ctx, query, args...)
	if err != nil {
		return s.readError(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return s.readError(err)
		}
	}
	if err := rows.Err(); err != nil {
		return s.readError(err)
	}
	return nil
}

// queryInRoom is query with the room's number as the first argument. It fails
// with ErrNotFound if there is no such room.
func (s *SQLite) queryInRoom(ctx context.Context, id string, scan func(*sql.Rows) error, query string, args ...any) error {
	var number int64
	err := s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&number) },
		`SELECT number FROM rooms WHERE id = ?`, id)
	if err != nil {
		return err
	}
	if number == 0 {
		return fmt.Errorf("room %q: %w", id, ErrNotFound)
	}
	return s.query(ctx, scan, query, append([]any{number}, args...)...)
}

// Room implements [Rooms].
func (s *SQLite) Room(ctx context.Context, id string) (Room, error) {
	var room Room
	err := s.query(ctx, func(rows *sql.Rows) error { return scanRoom(rows, &room, new(int64)) },
		selectRoom+`rooms r JOIN heads h ON h.room = r.number WHERE r.id = ?`, id)
	if err != nil {
		return Room{}, fmt.Errorf("look up a room: %w", err)
	}
	if room.Room == "" {
		return Room{}, fmt.Errorf("room %q: %w", id, ErrNotFound)
	}
	return room, nil
}

const selectEntries = `SELECT seq, kind, data FROM entries WHERE room = ? AND seq >= ? ORDER BY seq LIMIT ?`

// Read implements [Rooms].
func (s *SQLite) Read(ctx context.Context, id string, from uint64, limit int) ([]Entry, error) {
	size, err := pageSize(limit)
	if err != nil {
		return nil, err
	}
	var list []Entry
	err = s.queryInRoom(ctx, id, func(rows *sql.Rows) error {
		var entry Entry
		if err := rows.Scan(&entry.Seq, &entry.Kind, &entry.Data); err != nil {
			return err
		}
		list = append(list, entry)
		return nil
	}, selectEntries, int64(min(from, 1<<63-1)), size)
	if err != nil {
		return nil, fmt.Errorf("read a room: %w", err)
	}
	return list, nil
}

// Snapshot implements [Rooms].
func (s *SQLite) Snapshot(ctx context.Context, id string) (Snapshot, error) {
	var snapshot Snapshot
	err := s.queryInRoom(ctx, id, func(rows *sql.Rows) error { return rows.Scan(&snapshot.Seq, &snapshot.Data) },
		`SELECT seq, data FROM snapshots WHERE room = ?`)
	if err != nil {
		return Snapshot{}, fmt.Errorf("read a snapshot: %w", err)
	}
	return snapshot, nil
}

// Chat implements [Chats].
func (s *SQLite) Chat(ctx context.Context, room string, before uint64, limit int) ([]ChatLine, error) {
	size, err := pageSize(limit)
	if err != nil {
		return nil, err
	}
	if before == 0 {
		before = 1<<63 - 1
	}
	var list []ChatLine
	err = s.queryInRoom(ctx, room, func(rows *sql.Rows) error {
		var line ChatLine
		var at int64
		if err := rows.Scan(&line.Number, &at, &line.Data); err != nil {
			return err
		}
		line.Time = fromMilli(at)
		list = append(list, line)
		return nil
	}, `SELECT number, time, data FROM (
			SELECT number, time, data FROM chat WHERE room = ? AND number < ? ORDER BY number DESC LIMIT ?
		) ORDER BY number`, int64(min(before, 1<<63-1)), size)
	if err != nil {
		return nil, fmt.Errorf("read a chat: %w", err)
	}
	return list, nil
}

// Identity implements [Identities].
func (s *SQLite) Identity(ctx context.Context, id string) (Identity, error) {
	return s.identity(ctx, `id = ?`, id)
}

// IdentityByToken implements [Identities].
func (s *SQLite) IdentityByToken(ctx context.Context, tokenHash []byte) (Identity, error) {
	return s.identity(ctx, `token_hash = ?`, blob(tokenHash))
}

func (s *SQLite) identity(ctx context.Context, where string, arg any) (Identity, error) {
	var identity Identity
	err := s.query(ctx, func(rows *sql.Rows) error {
		var created, seen int64
		if err := rows.Scan(&identity.ID, &identity.Name, &created, &seen); err != nil {
			return err
		}
		identity.Created, identity.Seen = fromMilli(created), fromMilli(seen)
		return nil
	}, `SELECT id, name, created, seen FROM identities WHERE `+where, arg)
	if err != nil {
		return Identity{}, fmt.Errorf("look up an identity: %w", err)
	}
	if identity.ID == "" {
		return Identity{}, fmt.Errorf("identity: %w", ErrNotFound)
	}
	return identity, nil
}

const selectDue = `SELECT r.id, h.wake, h.room FROM heads h JOIN rooms r ON r.number = h.room
		WHERE h.wake <= ? AND (h.wake, h.room) > (?, ?) ORDER BY h.wake, h.room LIMIT ?`

// Due implements [Rooms].
func (s *SQLite) Due(ctx context.Context, query DueQuery) (Page[Wakeup], error) {
	size, err := pageSize(query.Limit)
	if err != nil {
		return Page[Wakeup]{}, err
	}
	at, number, err := query.After.wake()
	if err != nil {
		return Page[Wakeup]{}, err
	}
	var p pager[Wakeup]
	err = s.query(ctx, func(rows *sql.Rows) error {
		var wakeup Wakeup
		var wake, number int64
		if err := rows.Scan(&wakeup.Room, &wake, &number); err != nil {
			return err
		}
		if !p.full(size) {
			wakeup.At = fromMilli(wake)
			p.add(wakeup, wakeCursor(wake, number))
		}
		return nil
	}, selectDue, query.At.UnixMilli(), at, number, size+1)
	if err != nil {
		return Page[Wakeup]{}, fmt.Errorf("list wake-ups: %w", err)
	}
	return p.page(), nil
}

const selectRoom = `SELECT r.number, r.id, r.game, r.status, r.listed, r.host, r.members, r.summary, r.created,
	h.epoch, h.seq, h.updated, h.wake FROM `

// scanRoom reads a row of selectRoom.
func scanRoom(rows *sql.Rows, room *Room, number *int64) error {
	var members, summary string
	var created, updated int64
	var wake sql.NullInt64
	err := rows.Scan(number, &room.Room, &room.Game, &room.Status, &room.Listed, &room.Host, &members, &summary,
		&created, &room.Epoch, &room.Seq, &updated, &wake)
	if err != nil {
		return err
	}
	if room.Members, err = decodeMembers(members); err != nil {
		return err
	}
	if summary != "" {
		room.Summary = json.RawMessage(summary)
	}
	room.Created, room.Updated = fromMilli(created), fromMilli(updated)
	if wake.Valid {
		room.Wake = fromMilli(wake.Int64)
	}
	return nil
}

func decodeMembers(text string) ([]string, error) {
	if text == "[]" {
		return nil, nil
	}
	var members []string
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		return nil, errors.Join(ErrCorrupt, err)
	}
	return members, nil
}

// placeholders returns n of them with commas between.
func placeholders(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }
