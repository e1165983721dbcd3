package eventlog

import (
	"context"
	"fmt"
)

// Create implements [Rooms].
func (s *SQLite) Create(ctx context.Context, id string, batch Batch) (Head, error) {
	if err := checkCreate(id, batch); err != nil {
		return Head{}, err
	}
	var head Head
	err := s.submit(ctx, func(t *tables) (err error) {
		head, err = t.create(id, batch)
		return err
	})
	if err != nil {
		return Head{}, fmt.Errorf("create a room: %w", err)
	}
	return head, nil
}

// TakeOver implements [Rooms].
func (s *SQLite) TakeOver(ctx context.Context, id string) (Head, error) {
	var head Head
	err := s.submit(ctx, func(t *tables) (err error) {
		head, err = t.takeOver(id)
		return err
	})
	if err != nil {
		return Head{}, fmt.Errorf("take a room over: %w", err)
	}
	return head, nil
}

// Append implements [Rooms].
func (s *SQLite) Append(ctx context.Context, head Head, batch Batch) (Head, error) {
	if err := checkBatch(batch, head.Seq); err != nil {
		return Head{}, err
	}
	var next Head
	err := s.submit(ctx, func(t *tables) (err error) {
		next, err = t.append(head, batch)
		return err
	})
	if err != nil {
		return Head{}, fmt.Errorf("append: %w", err)
	}
	return next, nil
}

// AddChat implements [Chats].
func (s *SQLite) AddChat(ctx context.Context, room string, data []byte) (ChatLine, error) {
	if err := checkData("the chat line", data); err != nil {
		return ChatLine{}, err
	}
	line := ChatLine{Time: now()}
	err := s.submit(ctx, func(t *tables) error {
		number, err := t.number(room)
		if err != nil {
			return err
		}
		return t.addChat.QueryRow(number, line.Time.UnixMilli(), blob(data)).Scan(&line.Number)
	})
	if err != nil {
		return ChatLine{}, fmt.Errorf("add to a chat: %w", err)
	}
	line.Data = append([]byte(nil), data...)
	return line, nil
}

// CreateIdentity implements [Identities].
func (s *SQLite) CreateIdentity(ctx context.Context, tokenHash []byte, identity Identity) error {
	if err := checkIdentity(tokenHash, identity); err != nil {
		return err
	}
	identity = fillIdentity(identity)
	err := s.submit(ctx, func(t *tables) error {
		added, err := count(t.addIdentity, identity.ID, tokenHash, identity.Name,
			identity.Created.UnixMilli(), identity.Seen.UnixMilli())
		if err == nil && added == 0 {
			err = fmt.Errorf("%q: %w", identity.ID, ErrExists)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("create an identity: %w", err)
	}
	return nil
}

// UpdateIdentity implements [Identities].
func (s *SQLite) UpdateIdentity(ctx context.Context, identity Identity) error {
	if err := checkText("the name", identity.Name); err != nil {
		return err
	}
	identity = fillIdentity(identity)
	err := s.submit(ctx, func(t *tables) error {
		changed, err := count(t.setIdentity, identity.Name, identity.Seen.UnixMilli(), identity.ID)
		if err == nil && changed == 0 {
			err = fmt.Errorf("%q: %w", identity.ID, ErrNotFound)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("update an identity: %w", err)
	}
	return nil
}
