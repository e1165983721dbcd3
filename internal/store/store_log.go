package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Create implements [Rooms].
func (s *store) Create(ctx context.Context, id, owner string, batch Batch) (Head, error) {
	var head Head
	err := s.submit(ctx, func(t *tables) (err error) {
		head, err = t.create(id, owner, batch)
		return err
	})
	if err != nil {
		return Head{}, fmt.Errorf("create a room: %w", err)
	}
	return head, nil
}

// TakeOver implements [Rooms].
func (s *store) TakeOver(ctx context.Context, id, owner string) (Head, error) {
	var head Head
	orphan := false
	err := s.submitTo(ctx, s.others, &request{room: id, apply: func(t *tables) (err error) {
		head, orphan, err = t.takeOver(id, owner)
		return err
	}})
	if err != nil {
		return Head{}, fmt.Errorf("take a room over: %w", err)
	}
	if orphan {
		s.orphans.Add(1)
	}
	return head, nil
}

// Release implements [Rooms].
func (s *store) Release(ctx context.Context, head Head) error {
	err := s.submitTo(ctx, s.others, &request{room: head.Room, apply: func(t *tables) error {
		room, err := t.ofEpoch(head)
		if err != nil {
			return err
		}
		_, err = t.exec(setOwner, int64(room.epoch), "", room.number)
		return err
	}})
	if err != nil {
		return fmt.Errorf("release a room: %w", err)
	}
	return nil
}

// Append implements [Rooms].
func (s *store) Append(ctx context.Context, head Head, batch Batch) (Head, error) {
	var next Head
	to := s.moves
	if batch.Match != nil {
		to = s.others // which number matches in the order in which they are committed
	}
	err := s.submitTo(ctx, to, &request{room: head.Room, apply: func(t *tables) (err error) {
		next, err = t.append(head, batch)
		return err
	}})
	if err != nil {
		return Head{}, fmt.Errorf("append: %w", err)
	}
	return next, nil
}

// Code implements [Directory].
func (s *store) Code(ctx context.Context, room, code string) (string, error) {
	var has string
	err := s.submit(ctx, func(t *tables) error {
		var other string
		if err := t.queryRow(findCode, code).Scan(&other); err == nil && other != room {
			return fmt.Errorf("code %q: %w", code, ErrExists)
		} else if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		err := t.queryRow(`UPDATE rooms SET code = coalesce(code, ?) WHERE id = ? AND status IN ('open', 'seated') RETURNING code`, code, room).Scan(&has)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("room %q: %w", room, ErrNotFound)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("give a room a code: %w", err)
	}
	return has, nil
}

// SetChat implements [Chats].
func (s *store) SetChat(ctx context.Context, room string, number uint64, data []byte) error {
	return s.change(ctx, "change a chat line", func(t *tables) error {
		row, err := t.room(room)
		if err != nil {
			return err
		}
		t.written += len(data)
		changed, err := t.count(`UPDATE chat SET data = ? WHERE room = ? AND number = ?`, blob(data), row.number, int64(number))
		if err == nil && changed == 0 {
			err = fmt.Errorf("line %d: %w", number, ErrNotFound)
		}
		return err
	})
}

// AddChat implements [Chats].
func (s *store) AddChat(ctx context.Context, head Head, data []byte) (ChatLine, error) {
	line := ChatLine{Time: toMilli(time.Now())}
	err := s.submitTo(ctx, s.others, &request{room: head.Room, apply: func(t *tables) error {
		row, err := t.ofEpoch(head)
		if err != nil {
			return err
		}
		t.written += len(data)
		return t.queryRow(`INSERT INTO chat (room, number, time, data)
			SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM chat WHERE room = ?1 RETURNING number`, row.number, line.Time.UnixMilli(), blob(data)).Scan(&line.Number)
	}})
	if err != nil {
		return ChatLine{}, fmt.Errorf("add to a chat: %w", err)
	}
	line.Data = append([]byte(nil), data...)
	return line, nil
}
