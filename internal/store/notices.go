package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Notifications is the part of a [DB] that keeps where people want to be called, whom
// rooms wait for, and which calls are still to be sent.
type Notifications struct{ db *engine }

// Channel is where somebody wants to be called.
type Channel struct {
	ID       string
	Identity string
	// Data is JSON and means nothing to the store.
	Data json.RawMessage
	// Created is when the channel was added; zero means now.
	Created time.Time
}

// Awaited says whom a room waits for.
type Awaited struct {
	Room string
	// Seq is the number of the last entry in the batch that wrote it.
	Seq uint64
	// Data is JSON that the room writes. Noted is JSON about the calls that were made for
	// it, or empty. Neither means anything to the store.
	Data, Noted json.RawMessage
	// Due is when calls have to be considered, rounded up to the millisecond; zero means
	// not before the room writes again.
	Due time.Time
}

// Awaiting is the part of a batch that says whom the room waits for.
type Awaiting struct {
	Data json.RawMessage
	Due  time.Time
}

// CallKey names a call. A channel has at most one call for each room and topic.
type CallKey struct{ Channel, Room, Topic string }

// Call is something to be sent to a channel.
type Call struct {
	CallKey
	Identity string
	// Made is when the call was made, which tells it from a later one with the same key.
	// Due is when it is to be sent. Both are rounded up to the millisecond.
	Made, Due time.Time
	// Data is JSON and means nothing to the store.
	Data json.RawMessage
	// Once says what happens if there is already a call with the key: if true, the call
	// is not added; if false, it replaces the earlier one.
	Once bool
}

const (
	addCall = `INSERT INTO calls (channel, room, topic, identity, made, due, data)
			VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT `
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

// AddChannel adds a channel. It fails with ErrExists if there is one with the id, with
// ErrNotFound if there is no such identity, and with ErrQuota if the identity has most
// channels already.
func (s Notifications) AddChannel(ctx context.Context, channel Channel, most int) error {
	err := cmp.Or(
		checkID("the channel", channel.ID),
		checkText("the identity", channel.Identity),
		checkNeededJSON("a channel", channel.Data),
	)
	if err != nil {
		return err
	}
	channel.Created = presentIfZero(channel.Created)
	return s.db.change(ctx, "add a channel", func(t *tx) error {
		if _, err := t.identity(channel.Identity); err != nil {
			return err
		}
		var has int
		if err := t.QueryRow(
			`SELECT count(*) FROM channels WHERE identity = ?`,
			channel.Identity,
		).Scan(&has); err != nil {
			return err
		}
		if has >= most {
			return fmt.Errorf("%d channels: %w", has, ErrQuota)
		}
		return t.addOne(
			channel.ID,
			`INSERT INTO channels (id, identity, data, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			channel.ID,
			channel.Identity,
			string(channel.Data),
			channel.Created.UnixMilli(),
		)
	})
}

// SetChannel replaces the data of a channel, or fails with ErrNotFound.
func (s Notifications) SetChannel(ctx context.Context, id string, data json.RawMessage) error {
	if err := checkNeededJSON("a channel", data); err != nil {
		return err
	}
	return s.db.changeOne(
		ctx,
		"change a channel",
		"channel "+id,
		`UPDATE channels SET data = ? WHERE id = ?`,
		string(data),
		id,
	)
}

// DeleteChannel removes a channel and its calls, or fails with ErrNotFound.
func (s Notifications) DeleteChannel(ctx context.Context, id string) error {
	return s.db.change(ctx, "delete a channel", func(t *tx) error {
		if err := t.changeOne("channel "+id, `DELETE FROM channels WHERE id = ?`, id); err != nil {
			return err
		}
		_, err := t.Exec(`DELETE FROM calls WHERE channel = ?`, id)
		return err
	})
}

const selectChannel = `SELECT id, identity, data, created FROM channels WHERE `

// Channel returns a channel, or ErrNotFound.
func (s Notifications) Channel(ctx context.Context, id string) (Channel, error) {
	return find(ctx, s.db, fmt.Sprintf("channel %q", id), scanChannel, selectChannel+`id = ?`, id)
}

const channelsOf = selectChannel + `identity = ? ORDER BY created, id`

// Channels returns the channels of an identity, the oldest first.
func (s Notifications) Channels(ctx context.Context, identity string) ([]Channel, error) {
	return list(ctx, s.db, "channels", scanChannel, channelsOf, identity)
}

func scanChannel(rows *sql.Rows, c *Channel) error {
	return rows.Scan(&c.ID, &c.Identity, (*jsonText)(&c.Data), (*milli)(&c.Created))
}

const selectReachable = `SELECT DISTINCT identity FROM channels ORDER BY identity`

// Reachable returns the identities that have a channel, sorted by id.
func (s Notifications) Reachable(ctx context.Context) ([]string, error) {
	return list(ctx, s.db, "who has a channel", scanOne[string], selectReachable)
}

const (
	selectAwaited = `SELECT r.id, a.seq, a.data, a.noted, a.due
		FROM awaited a JOIN rooms r ON r.number = a.room WHERE `
	selectAwaitedDue = selectAwaited + `a.due <= ? ORDER BY a.due, a.room LIMIT ?`
)

// Awaited returns whom a room waits for, as it last wrote that, or ErrNotFound.
func (s Notifications) Awaited(ctx context.Context, room string) (Awaited, error) {
	return find(ctx, s.db, fmt.Sprintf("whom room %q waits for", room), scanAwaited, selectAwaited+`r.id = ?`, room)
}

// AwaitedDue returns at most limit of those that are due at a time or before, the
// earliest first.
func (s Notifications) AwaitedDue(ctx context.Context, at time.Time, limit int) ([]Awaited, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	at = toMilli(at)
	return list(ctx, s.db, "whom rooms wait for", scanAwaited, selectAwaitedDue, at.UnixMilli(), limit)
}

func scanAwaited(rows *sql.Rows, a *Awaited) error {
	return rows.Scan(&a.Room, &a.Seq, (*jsonText)(&a.Data), (*jsonText)(&a.Noted), (*milli)(&a.Due))
}

// NoteAwaited writes Noted and Due, together with calls. It fails with ErrFenced if the
// room has written whom it waits for since, and with ErrNotFound if there is no such
// room.
func (s Notifications) NoteAwaited(ctx context.Context, awaited Awaited, calls []Call) error {
	if err := checkJSON("what is noted", awaited.Noted); err != nil {
		return err
	}
	calls, err := checkCalls(calls)
	if err != nil {
		return err
	}
	awaited.Due = roundedUp(awaited.Due)
	return s.db.change(ctx, "note whom a room waits for", func(t *tx) error {
		room, err := t.Room(awaited.Room)
		if err != nil {
			return err
		}
		noted, err := t.count(
			`UPDATE awaited SET noted = ?, due = ? WHERE room = ? AND seq = ?`,
			string(awaited.Noted),
			milliOrNull(awaited.Due),
			room.Number,
			int64(awaited.Seq),
		)
		if err != nil {
			return err
		}
		if noted == 0 {
			return fmt.Errorf("room %q: %w", awaited.Room, ErrFenced)
		}
		return t.addCalls(calls)
	})
}

// AddCalls adds calls.
func (s Notifications) AddCalls(ctx context.Context, calls []Call) error {
	calls, err := checkCalls(calls)
	if err != nil {
		return err
	}
	return s.db.change(ctx, "add calls", func(t *tx) error { return t.addCalls(calls) })
}

func (t *tx) addCalls(calls []Call) error {
	for i := range calls {
		c, add := &calls[i], replaceCall
		if c.Once {
			add = addCallOnce
		}
		_, err := t.Exec(
			add, c.Channel, c.Room, c.Topic, c.Identity, c.Made.UnixMilli(), c.Due.UnixMilli(),
			string(c.Data),
		)
		if err != nil {
			return err
		}
	}
	return nil
}

const selectCallsDue = `SELECT channel, room, topic, identity, made, due, data FROM
	(SELECT *, row_number() OVER (PARTITION BY identity ORDER BY due, channel, room, topic) AS place
		FROM calls WHERE due <= ?) AS waiting
	WHERE place <= ? ORDER BY due, channel, room, topic LIMIT ? OFFSET ?`

// CallsDue returns at most limit calls that are due at a time or before, the earliest
// first, and of each identity at most each. It leaves out the first skip of them.
func (s Notifications) CallsDue(ctx context.Context, at time.Time, each, skip, limit int) ([]Call, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	at = toMilli(at)
	return list(ctx, s.db, "calls", func(rows *sql.Rows, c *Call) error {
		return rows.Scan(
			&c.Channel,
			&c.Room,
			&c.Topic,
			&c.Identity,
			(*milli)(&c.Made),
			(*milli)(&c.Due),
			(*jsonText)(&c.Data),
		)
	}, selectCallsDue, at.UnixMilli(), each, limit, skip)
}

// SetCall replaces Due and Data of the call that has the same key and Made, or fails with
// ErrNotFound.
func (s Notifications) SetCall(ctx context.Context, call Call) error {
	calls, err := checkCalls([]Call{call})
	if err != nil {
		return err
	}
	call = calls[0]
	return s.db.changeOne(
		ctx,
		"change a call",
		"a call",
		`UPDATE calls SET due = ?, data = ? WHERE channel = ? AND room = ? AND topic = ? AND made = ?`,
		call.Due.UnixMilli(),
		string(call.Data),
		call.Channel,
		call.Room,
		call.Topic,
		call.Made.UnixMilli(),
	)
}

// EndCall removes the call that has the same key and Made, or fails with ErrNotFound.
func (s Notifications) EndCall(ctx context.Context, call Call) error {
	call.Made = roundedUp(call.Made)
	return s.db.changeOne(
		ctx,
		"end a call",
		"a call",
		`DELETE FROM calls WHERE channel = ? AND room = ? AND topic = ? AND made = ?`,
		call.Channel,
		call.Room,
		call.Topic,
		call.Made.UnixMilli(),
	)
}

// EndCalls removes the calls of an identity about a room. It fails with
// ErrNotFound if there are none.
func (s Notifications) EndCalls(ctx context.Context, identity, room string) error {
	return s.db.changeOne(ctx, "end calls", "calls", deleteCalls, identity, room)
}

// checkCalls returns the calls with their times as they are stored, or the reason why
// they cannot be stored.
func checkCalls(calls []Call) ([]Call, error) {
	if len(calls) > MaxPage {
		return nil, invalid("%d calls, more than %d", len(calls), MaxPage)
	}
	calls = slices.Clone(calls)
	for i := range calls {
		call := &calls[i]
		err := cmp.Or(
			checkID("the channel", call.Channel),
			checkText("the room", call.Room),
			checkText("the topic", call.Topic),
			checkText("the identity", call.Identity),
			checkNeededJSON("a call", call.Data),
		)
		if err != nil {
			return nil, err
		}
		call.Made, call.Due = roundedUp(call.Made), roundedUp(call.Due)
	}
	return calls, nil
}
