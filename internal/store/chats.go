package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"archmage/internal/store/commit"
)

// Chats stores the chat lines of rooms. They are not part of the room's log, so AddChat compares only
// the epoch of a head.
type Chats struct{ db *engine }

// ChatLine is one line of a room's chat.
type ChatLine struct {
	// Number counts the lines of a room from 1.
	Number uint64
	Time   time.Time
	Data   []byte
}

// SetChat replaces the data of a line, or fails with ErrNotFound.
func (s Chats) SetChat(ctx context.Context, room string, number uint64, data []byte) error {
	if err := checkData("the chat line", data); err != nil {
		return err
	}
	return s.db.change(ctx, "change a chat line", func(t *tx) error {
		row, err := t.Room(room)
		if err != nil {
			return err
		}
		t.RecordBytes(len(data))
		return t.changeOne(
			fmt.Sprint("line ", number),
			`UPDATE chat SET data = ? WHERE room = ? AND number = ?`,
			blob(data),
			row.Number,
			int64(number),
		)
	})
}

// AddChat adds a line to the room's chat and returns the line with its number. It fails with
// ErrFenced if the head has another epoch than the room, and with ErrNotFound if there is no such
// room.
func (s Chats) AddChat(ctx context.Context, head Head, data []byte) (ChatLine, error) {
	if err := checkData("the chat line", data); err != nil {
		return ChatLine{}, err
	}
	line := ChatLine{Time: toMilli(time.Now())}
	err := s.db.lanes.Write(ctx, s.db.lanes.Others, head.Room, func(t *commit.Tx) error {
		row, err := t.CheckEpoch(head)
		if err != nil {
			return err
		}
		t.RecordBytes(len(data))
		const insert = `INSERT INTO chat (room, number, time, data)
			SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM chat WHERE room = ?1 RETURNING number`
		return t.QueryRow(insert, row.Number, line.Time.UnixMilli(), blob(data)).Scan(&line.Number)
	})
	if err != nil {
		return ChatLine{}, fmt.Errorf("add to a chat: %w", err)
	}
	line.Data = append([]byte(nil), data...)
	return line, nil
}

// Chat returns the last limit lines with numbers below before, oldest first; if before is 0, the last
// lines of the chat. It fails with ErrNotFound if there is no such room.
func (s Chats) Chat(ctx context.Context, room string, before uint64, limit int) ([]ChatLine, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	if before == 0 {
		before = 1<<63 - 1
	}
	var list []ChatLine
	_, err := s.db.queryInRoom(ctx, room, func(rows *sql.Rows) error {
		var line ChatLine
		err := rows.Scan(&line.Number, (*milli)(&line.Time), &line.Data)
		list = append(list, line)
		return err
	}, `SELECT number, time, data FROM (
			SELECT number, time, data FROM chat WHERE room = ? AND number < ? ORDER BY number DESC LIMIT ?
		) last ORDER BY number`, int64(min(before, 1<<63-1)), limit)
	if err != nil {
		return nil, fmt.Errorf("read a chat: %w", err)
	}
	return list, nil
}
