package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"archmage/internal/store/commit"
)

// queryInRoom runs a query whose first argument is the number of a room, and returns the number. It
// fails with ErrNotFound if there is no such room.
func (s *engine) queryInRoom(
	ctx context.Context,
	id string,
	scan func(*sql.Rows) error,
	query string,
	args ...any,
) (number int64, err error) {
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

// Room returns the stored data of a room without its log, or ErrNotFound.
func (s Rooms) Room(ctx context.Context, id string) (Room, error) {
	recent := s.db.recent.Load()
	return find(ctx, s.db, fmt.Sprintf("room %q", id), func(rows *sql.Rows, room *Room) error {
		_, err := scanRoom(rows, recent, room)
		return err
	}, selectRoom+`rooms r JOIN heads h ON h.room = r.number WHERE r.id = ?`, id)
}

// RoomsByID returns the stored data of the rooms with these ids, by id. It omits ids that do not exist. It takes at
// most MaxPage ids.
func (s Rooms) RoomsByID(ctx context.Context, ids []string) (map[string]Room, error) {
	if len(ids) > MaxPage {
		return nil, invalid("%d ids, more than %d", len(ids), MaxPage)
	}
	byID := map[string]Room{}
	if len(ids) == 0 {
		return byID, ctx.Err()
	}
	query := selectRoom + `rooms r JOIN heads h ON h.room = r.number WHERE r.id IN (` + placeholders(len(ids)) + `)`
	recent := s.db.recent.Load()
	rooms, err := list(ctx, s.db, "rooms", func(rows *sql.Rows, room *Room) error {
		_, err := scanRoom(rows, recent, room)
		return err
	}, query, toAnySlice(ids)...)
	for i := range rooms {
		byID[rooms[i].Head.Room] = rooms[i]
	}
	return byID, err
}

const selectEntries = `SELECT seq, kind, data FROM entries WHERE room = ? AND seq >= ? ORDER BY seq LIMIT ?`

// Read returns at most limit entries with numbers of at least from, oldest first. If the entry from was
// trimmed, Read begins with the first stored entry. It fails with ErrNotFound if there is no such room.
func (s Rooms) Read(ctx context.Context, id string, from uint64, limit int) ([]Entry, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	recent := s.db.recent.Load()
	var list []Entry
	number, err := s.db.queryInRoom(ctx, id, func(rows *sql.Rows) error {
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
	return append(list, recent.From(number, from, limit-len(list))...), nil
}

// EntryReader reads the entries of a room.
type EntryReader interface {
	Read(ctx context.Context, id string, from uint64, limit int) ([]Entry, error)
}

// Entries iterates over the entries of a room with numbers of at least from. It reads them page by
// page and stops after an error.
func Entries(ctx context.Context, log EntryReader, id string, from uint64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for {
			list, err := log.Read(ctx, id, from, MaxPage)
			if err != nil {
				yield(Entry{}, err)
				return
			}
			for _, entry := range list {
				if !yield(entry, nil) {
					return
				}
				from = entry.Seq + 1
			}
			if len(list) < MaxPage {
				return
			}
		}
	}
}

// Snapshot returns the last snapshot of a room, or the zero Snapshot if there is none. It fails with
// ErrNotFound if there is no such room.
func (s Rooms) Snapshot(ctx context.Context, id string) (Snapshot, error) {
	var snapshot Snapshot
	_, err := s.db.queryInRoom(ctx, id, func(rows *sql.Rows) error { return rows.Scan(&snapshot.Seq, &snapshot.Data) },
		`SELECT seq, data FROM snapshots WHERE room = ?`)
	if err != nil {
		return Snapshot{}, fmt.Errorf("read a snapshot: %w", err)
	}
	return snapshot, nil
}

const selectRoom = `SELECT r.number, r.id, r.game, r.status, r.listed, r.host, r.members, r.summary, r.created,
	h.epoch, h.owner, h.first, ` + commit.LastEntry + `, h.updated, h.wake, h.progress FROM `

// scanRoom scans a row of selectRoom and returns the room's number. recent must have been loaded before
// the query.
func scanRoom(rows *sql.Rows, recent *commit.Recent, room *Room) (number int64, err error) {
	var members string
	err = rows.Scan(
		&number,
		&room.Room,
		&room.Game,
		&room.Status,
		&room.Listed,
		&room.Host,
		&members,
		(*jsonText)(&room.Summary),
		(*milli)(&room.Created),
		&room.Epoch,
		&room.Owner,
		&room.First,
		&room.Seq,
		(*milli)(&room.Updated),
		(*milli)(&room.Wake),
		(*jsonText)(&room.Progress),
	)
	if err != nil {
		return 0, err
	}
	room.Seq = max(room.Seq, recent.Last(number))
	if last := recent.Progress(number); last != nil {
		room.Progress = last
	}
	room.Members, err = decodeMembers(members)
	return number, err
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
