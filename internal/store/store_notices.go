package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

const (
	addCall     = `INSERT INTO calls (channel, room, topic, identity, made, due, data) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT `
	replaceCall = addCall + `(channel, room, topic) DO UPDATE
			SET identity = excluded.identity, made = excluded.made, due = excluded.due, data = excluded.data`
	addCallOnce = addCall + `DO NOTHING`
)

// deleteNotices removes the channels and the calls of an identity and its bots.
var deleteNotices = [...]string{
	`DELETE FROM channels WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM calls WHERE identity IN (` + identityAndBots + `)`,
}

const deleteCalls = `DELETE FROM calls WHERE identity = ? AND room = ?`

// AddChannel implements [Notices].
func (s *store) AddChannel(ctx context.Context, channel Channel, most int) error {
	return s.change(ctx, "add a channel", func(t *tables) error {
		if _, err := t.identity(channel.Identity); err != nil {
			return err
		}
		var has int
		if err := t.queryRow(`SELECT count(*) FROM channels WHERE identity = ?`, channel.Identity).Scan(&has); err != nil {
			return err
		}
		if has >= most {
			return fmt.Errorf("%d channels: %w", has, ErrQuota)
		}
		added, err := t.count(`INSERT INTO channels (id, identity, data, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, channel.ID, channel.Identity, string(channel.Data), channel.Created.UnixMilli())
		if err == nil && added == 0 {
			err = fmt.Errorf("%q: %w", channel.ID, ErrExists)
		}
		return err
	})
}

// SetChannel implements [Notices].
func (s *store) SetChannel(ctx context.Context, id string, data json.RawMessage) error {
	err := s.submit(ctx, func(t *tables) error {
		return t.changeOne(`UPDATE channels SET data = ? WHERE id = ?`, string(data), id)
	})
	if err != nil {
		return fmt.Errorf("change a channel: %w", err)
	}
	return nil
}

// DeleteChannel implements [Notices].
func (s *store) DeleteChannel(ctx context.Context, id string) error {
	return s.change(ctx, "delete a channel", func(t *tables) error {
		if err := t.changeOne(`DELETE FROM channels WHERE id = ?`, id); err != nil {
			return err
		}
		_, err := t.exec(`DELETE FROM calls WHERE channel = ?`, id)
		return err
	})
}

// changeOne runs a statement, and returns ErrNotFound if it has changed nothing.
func (t *tables) changeOne(query string, args ...any) error {
	changed, err := t.count(query, args...)
	if err == nil && changed == 0 {
		err = ErrNotFound
	}
	return err
}

const selectChannel = `SELECT id, identity, data, created FROM channels WHERE `

// Channel implements [Notices].
func (s *store) Channel(ctx context.Context, id string) (Channel, error) {
	list, err := s.channels(ctx, selectChannel+`id = ?`, id)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("channel %q: %w", id, ErrNotFound)
	}
	if err != nil {
		return Channel{}, err
	}
	return list[0], nil
}

const channelsOf = selectChannel + `identity = ? ORDER BY created, id`

// Channels implements [Notices].
func (s *store) Channels(ctx context.Context, identity string) ([]Channel, error) {
	return s.channels(ctx, channelsOf, identity)
}

func (s *store) channels(ctx context.Context, query, arg string) ([]Channel, error) {
	var list []Channel
	err := s.query(ctx, func(rows *sql.Rows) error {
		var one Channel
		var data string
		err := rows.Scan(&one.ID, &one.Identity, &data, (*milli)(&one.Created))
		one.Data = json.RawMessage(data)
		list = append(list, one)
		return err
	}, query, arg)
	if err != nil {
		return nil, fmt.Errorf("look up channels: %w", err)
	}
	return list, nil
}

const selectReachable = `SELECT DISTINCT identity FROM channels ORDER BY identity`

// Reachable implements [Notices].
func (s *store) Reachable(ctx context.Context) ([]string, error) {
	var list []string
	err := s.query(ctx, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		list = append(list, id)
		return err
	}, selectReachable)
	if err != nil {
		return nil, fmt.Errorf("list who has a channel: %w", err)
	}
	return list, nil
}

const (
	selectAwaited    = `SELECT r.id, a.seq, a.data, a.noted, a.due FROM awaited a JOIN rooms r ON r.number = a.room WHERE `
	selectAwaitedDue = selectAwaited + `a.due <= ? ORDER BY a.due, a.room LIMIT ?`
)

// Awaited implements [Notices].
func (s *store) Awaited(ctx context.Context, room string) (Awaited, error) {
	list, err := s.awaited(ctx, selectAwaited+`r.id = ?`, room)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("room %q: %w", room, ErrNotFound)
	}
	if err != nil {
		return Awaited{}, err
	}
	return list[0], nil
}

// AwaitedDue implements [Notices].
func (s *store) AwaitedDue(ctx context.Context, at time.Time, limit int) ([]Awaited, error) {
	return s.awaited(ctx, selectAwaitedDue, at.UnixMilli(), limit)
}

func (s *store) awaited(ctx context.Context, query string, args ...any) ([]Awaited, error) {
	var list []Awaited
	err := s.query(ctx, func(rows *sql.Rows) error {
		var one Awaited
		var data, noted string
		var due sql.NullInt64
		err := rows.Scan(&one.Room, &one.Seq, &data, &noted, &due)
		if one.Data = json.RawMessage(data); noted != "" {
			one.Noted = json.RawMessage(noted)
		}
		if due.Valid {
			one.Due = fromMilli(due.Int64)
		}
		list = append(list, one)
		return err
	}, query, args...)
	if err != nil {
		return nil, fmt.Errorf("look up whom rooms wait for: %w", err)
	}
	return list, nil
}

// milliOrNull returns NULL for the zero time.
func milliOrNull(at time.Time) sql.NullInt64 {
	if at.IsZero() {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: at.UnixMilli(), Valid: true}
}

// NoteAwaited implements [Notices].
func (s *store) NoteAwaited(ctx context.Context, awaited Awaited, calls []Call) error {
	return s.change(ctx, "note whom a room waits for", func(t *tables) error {
		room, err := t.room(awaited.Room)
		if err != nil {
			return err
		}
		noted, err := t.count(`UPDATE awaited SET noted = ?, due = ? WHERE room = ? AND seq = ?`, string(awaited.Noted), milliOrNull(awaited.Due), room.number, int64(awaited.Seq))
		if err != nil {
			return err
		}
		if noted == 0 {
			return fmt.Errorf("room %q: %w", awaited.Room, ErrFenced)
		}
		return t.addCalls(calls)
	})
}

// AddCalls implements [Notices].
func (s *store) AddCalls(ctx context.Context, calls []Call) error {
	if err := s.submit(ctx, func(t *tables) error { return t.addCalls(calls) }); err != nil {
		return fmt.Errorf("add calls: %w", err)
	}
	return nil
}

func (t *tables) addCalls(calls []Call) error {
	for i := range calls {
		c, add := &calls[i], replaceCall
		if c.Once {
			add = addCallOnce
		}
		_, err := t.exec(add, c.Channel, c.Room, c.Topic, c.Identity, c.Made.UnixMilli(), c.Due.UnixMilli(), string(c.Data))
		if err != nil {
			return err
		}
	}
	return nil
}

const selectCallsDue = `SELECT channel, room, topic, identity, made, due, data FROM
	(SELECT *, row_number() OVER (PARTITION BY identity ORDER BY due, channel, room, topic) AS place FROM calls WHERE due <= ?) AS waiting
	WHERE place <= ? ORDER BY due, channel, room, topic LIMIT ?`

// CallsDue implements [Notices].
func (s *store) CallsDue(ctx context.Context, at time.Time, each, limit int) ([]Call, error) {
	var list []Call
	err := s.query(ctx, func(rows *sql.Rows) error {
		var one Call
		var data string
		err := rows.Scan(&one.Channel, &one.Room, &one.Topic, &one.Identity, (*milli)(&one.Made), (*milli)(&one.Due), &data)
		one.Data = json.RawMessage(data)
		list = append(list, one)
		return err
	}, selectCallsDue, at.UnixMilli(), each, limit)
	if err != nil {
		return nil, fmt.Errorf("look up calls: %w", err)
	}
	return list, nil
}

// SetCall implements [Notices].
func (s *store) SetCall(ctx context.Context, call Call) error {
	return s.change(ctx, "change a call", func(t *tables) error {
		return t.changeOne(`UPDATE calls SET due = ?, data = ? WHERE channel = ? AND room = ? AND topic = ? AND made = ?`, call.Due.UnixMilli(), string(call.Data), call.Channel, call.Room, call.Topic, call.Made.UnixMilli())
	})
}

// EndCall implements [Notices].
func (s *store) EndCall(ctx context.Context, call Call) error {
	return s.change(ctx, "end a call", func(t *tables) error {
		return t.changeOne(`DELETE FROM calls WHERE channel = ? AND room = ? AND topic = ? AND made = ?`, call.Channel, call.Room, call.Topic, call.Made.UnixMilli())
	})
}

// EndCalls implements [Notices].
func (s *store) EndCalls(ctx context.Context, identity, room string) error {
	err := s.submit(ctx, func(t *tables) error { return t.changeOne(deleteCalls, identity, room) })
	if err != nil {
		return fmt.Errorf("end calls: %w", err)
	}
	return nil
}
