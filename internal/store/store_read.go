package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// readError returns the error of a read as a caller sees it.
func (s *store) readError(err error) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	if isAway(err) {
		err = connectionError{err}
	}
	return s.problem(err)
}

// query calls scan for every row.
func (s *store) query(ctx context.Context, scan func(*sql.Rows) error, query string, args ...any) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	if s.rewrite != nil {
		query = s.rewrite(query)
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

// queryInRoom is query with the room's number, which it returns, as the first
// argument. It fails with ErrNotFound if there is no such room.
func (s *store) queryInRoom(ctx context.Context, id string, scan func(*sql.Rows) error, query string, args ...any) (number int64, err error) {
	err = s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&number) },
		`SELECT number FROM rooms WHERE id = ?`, id)
	if err != nil {
		return 0, err
	}
	if number == 0 {
		return 0, fmt.Errorf("room %q: %w", id, ErrNotFound)
	}
	return number, s.query(ctx, scan, query, append([]any{number}, args...)...)
}

// Room implements [Rooms].
func (s *store) Room(ctx context.Context, id string) (Room, error) {
	var room Room
	recent := s.recent.Load()
	err := s.query(ctx, func(rows *sql.Rows) error { return scanRoom(rows, recent, &room, new(int64)) },
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
func (s *store) Read(ctx context.Context, id string, from uint64, limit int) ([]Entry, error) {
	recent := s.recent.Load()
	var list []Entry
	number, err := s.queryInRoom(ctx, id, func(rows *sql.Rows) error {
		var entry Entry
		if err := rows.Scan(&entry.Seq, &entry.Kind, &entry.Data); err != nil {
			return err
		}
		list = append(list, entry)
		return nil
	}, selectEntries, int64(min(from, 1<<63-1)), limit)
	if err != nil {
		return nil, fmt.Errorf("read a room: %w", err)
	}
	if len(list) > 0 {
		from = list[len(list)-1].Seq + 1
	}
	return append(list, recent.from(number, from, limit-len(list))...), nil
}

// Snapshot implements [Rooms].
func (s *store) Snapshot(ctx context.Context, id string) (Snapshot, error) {
	var snapshot Snapshot
	_, err := s.queryInRoom(ctx, id, func(rows *sql.Rows) error { return rows.Scan(&snapshot.Seq, &snapshot.Data) },
		`SELECT seq, data FROM snapshots WHERE room = ?`)
	if err != nil {
		return Snapshot{}, fmt.Errorf("read a snapshot: %w", err)
	}
	return snapshot, nil
}

// Chat implements [Chats].
func (s *store) Chat(ctx context.Context, room string, before uint64, limit int) ([]ChatLine, error) {
	if before == 0 {
		before = 1<<63 - 1
	}
	var list []ChatLine
	_, err := s.queryInRoom(ctx, room, func(rows *sql.Rows) error {
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
		) last ORDER BY number`, int64(min(before, 1<<63-1)), limit)
	if err != nil {
		return nil, fmt.Errorf("read a chat: %w", err)
	}
	return list, nil
}

// lastEntry is the number of the last entry of a room h, but for recent ones.
const lastEntry = `coalesce((SELECT max(seq) FROM entries WHERE room = h.room), h.first - 1)`

const selectRoom = `SELECT r.number, r.id, r.game, r.status, r.listed, r.host, r.members, r.summary, r.created,
	h.epoch, h.owner, h.first, ` + lastEntry + `, h.updated, h.wake, h.progress FROM `

// scanRoom reads a row of selectRoom. recent was there before the query.
func scanRoom(rows *sql.Rows, recent *recentEntries, room *Room, number *int64) error {
	var members, summary string
	var created, updated int64
	var wake sql.NullInt64
	var progress sql.NullString
	err := rows.Scan(number, &room.Room, &room.Game, &room.Status, &room.Listed, &room.Host, &members, &summary,
		&created, &room.Epoch, &room.Owner, &room.First, &room.Seq, &updated, &wake, &progress)
	if err != nil {
		return err
	}
	room.Seq = max(room.Seq, recent.last(*number))
	if room.Members, err = decodeMembers(members); err != nil {
		return err
	}
	if summary != "" {
		room.Summary = json.RawMessage(summary)
	}
	room.Created, room.Updated = fromMilli(created), fromMilli(updated)
	if progress.Valid {
		room.Progress = json.RawMessage(progress.String)
	}
	if last := recent.progress(*number); last != nil {
		room.Progress = last
	}
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
