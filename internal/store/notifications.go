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

// Notifications stores the channels of people, the pending turns of rooms, and the notifications that
// are still to be sent.
type Notifications struct{ db *engine }

// Channel is a destination for a person's notifications.
type Channel struct {
	ID       string
	Identity string
	// Data is JSON. The store does not interpret it.
	Data json.RawMessage
	// Created is the time at which the channel was added; zero means now.
	Created time.Time
}

// PendingTurn has the players for whom a room waits.
type PendingTurn struct {
	Room string
	// Seq is the number of the last entry of the batch that wrote the pending turn.
	Seq uint64
	// Data is JSON from the room. Sent is JSON about the notifications that were made for this
	// pending turn, or empty. The store does not interpret them.
	Data, Sent json.RawMessage
	// Due is the time at which to check for new notifications, rounded up to the millisecond. If
	// it is zero, no check is needed until the room writes again.
	Due time.Time
}

// NewPendingTurn is the pending turn that a batch writes.
type NewPendingTurn struct {
	Data json.RawMessage
	Due  time.Time
}

// NotificationKey identifies a notification. A channel has at most one notification for each room and
// topic.
type NotificationKey struct{ Channel, Room, Topic string }

// Notification is a notification that is still to be sent to a channel.
type Notification struct {
	NotificationKey
	Identity string
	// Made is the time at which the notification was made. It distinguishes the notification from
	// a later one with the same key. Due is the time at which to send the notification. Both times
	// are rounded up to the millisecond.
	Made, Due time.Time
	// Data is JSON. The store does not interpret it.
	Data json.RawMessage
	// Once makes AddNotifications keep an existing notification with the same key. If Once is
	// false, the new notification replaces the existing one.
	Once bool
}

const (
	insertNotification = `INSERT INTO calls (channel, room, topic, identity, made, due, data)
			VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT `
	replaceNotification = insertNotification + `(channel, room, topic) DO UPDATE
			SET identity = excluded.identity, made = excluded.made, due = excluded.due, data = excluded.data`
	insertNotificationOnce = insertNotification + `DO NOTHING`
)

var deleteChannelsAndNotifications = [...]string{
	`DELETE FROM channels WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM calls WHERE identity IN (` + identityAndBots + `)`,
}

const deleteNotificationsOf = `DELETE FROM calls WHERE identity = ? AND room = ?`

// AddChannel adds a channel. It fails with ErrExists if there is one with the id, with ErrNotFound if
// there is no such identity, and with ErrQuota if the identity already has limit channels.
func (s Notifications) AddChannel(ctx context.Context, channel Channel, limit int) error {
	err := cmp.Or(
		checkID("the channel", channel.ID),
		checkText("the identity", channel.Identity),
		checkRequiredJSON("a channel", channel.Data),
	)
	if err != nil {
		return err
	}
	channel.Created = nowIfZero(channel.Created)
	return s.db.change(ctx, "add a channel", func(t *tx) error {
		if _, err := t.identity(channel.Identity); err != nil {
			return err
		}
		var count int
		if err := t.QueryRow(
			`SELECT count(*) FROM channels WHERE identity = ?`,
			channel.Identity,
		).Scan(&count); err != nil {
			return err
		}
		if count >= limit {
			return fmt.Errorf("%d channels: %w", count, ErrQuota)
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
	if err := checkRequiredJSON("a channel", data); err != nil {
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

// DeleteChannel removes a channel and its notifications, or fails with ErrNotFound.
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
	return list(ctx, s.db, "who has a channel", scanColumn[string], selectReachable)
}

const (
	selectPendingTurns = `SELECT r.id, a.seq, a.data, a.noted, a.due
		FROM awaited a JOIN rooms r ON r.number = a.room WHERE `
	selectDuePendingTurns = selectPendingTurns + `a.due <= ? ORDER BY a.due, a.room LIMIT ?`
)

// PendingTurn returns the pending turn of a room, or ErrNotFound.
func (s Notifications) PendingTurn(ctx context.Context, room string) (PendingTurn, error) {
	return find(
		ctx,
		s.db,
		fmt.Sprintf("whom room %q waits for", room),
		scanPendingTurn,
		selectPendingTurns+`r.id = ?`,
		room,
	)
}

// DuePendingTurns returns at most limit pending turns that are due at a time or earlier, the earliest
// first.
func (s Notifications) DuePendingTurns(ctx context.Context, now time.Time, limit int) ([]PendingTurn, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	now = toMilli(now)
	return list(ctx, s.db, "whom rooms wait for", scanPendingTurn, selectDuePendingTurns, now.UnixMilli(), limit)
}

func scanPendingTurn(rows *sql.Rows, turn *PendingTurn) error {
	return rows.Scan(&turn.Room, &turn.Seq, (*jsonText)(&turn.Data), (*jsonText)(&turn.Sent), (*milli)(&turn.Due))
}

// SavePendingTurn writes Sent and Due of a pending turn, and adds notifications in the same
// transaction. It fails with ErrFenced if the room has written another pending turn meanwhile, and with
// ErrNotFound if there is no such room.
func (s Notifications) SavePendingTurn(ctx context.Context, turn PendingTurn, notifications []Notification) error {
	if err := checkJSON("what was sent", turn.Sent); err != nil {
		return err
	}
	notifications, err := checkNotifications(notifications)
	if err != nil {
		return err
	}
	turn.Due = ceilMilli(turn.Due)
	return s.db.change(ctx, "save a pending turn", func(t *tx) error {
		room, err := t.Room(turn.Room)
		if err != nil {
			return err
		}
		saved, err := t.count(
			`UPDATE awaited SET noted = ?, due = ? WHERE room = ? AND seq = ?`,
			string(turn.Sent),
			milliOrNull(turn.Due),
			room.Number,
			int64(turn.Seq),
		)
		if err != nil {
			return err
		}
		if saved == 0 {
			return fmt.Errorf("room %q: %w", turn.Room, ErrFenced)
		}
		return t.addNotifications(notifications)
	})
}

// AddNotifications adds notifications in one transaction.
func (s Notifications) AddNotifications(ctx context.Context, notifications []Notification) error {
	notifications, err := checkNotifications(notifications)
	if err != nil {
		return err
	}
	return s.db.change(ctx, "add notifications", func(t *tx) error { return t.addNotifications(notifications) })
}

func (t *tx) addNotifications(notifications []Notification) error {
	for i := range notifications {
		c, add := &notifications[i], replaceNotification
		if c.Once {
			add = insertNotificationOnce
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

const selectDueNotifications = `SELECT channel, room, topic, identity, made, due, data FROM
	(SELECT *, row_number() OVER (PARTITION BY identity ORDER BY due, channel, room, topic) AS place
		FROM calls WHERE due <= ?) AS waiting
	WHERE place <= ? ORDER BY due, channel, room, topic LIMIT ? OFFSET ?`

// DueNotifications returns notifications that are due at a time or earlier, the earliest first, with
// at most perIdentity for each identity. It skips the first skip notifications of this list and
// returns at most limit.
func (s Notifications) DueNotifications(
	ctx context.Context,
	now time.Time,
	perIdentity, skip, limit int,
) ([]Notification, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	now = toMilli(now)
	return list(ctx, s.db, "notifications", func(rows *sql.Rows, c *Notification) error {
		return rows.Scan(
			&c.Channel,
			&c.Room,
			&c.Topic,
			&c.Identity,
			(*milli)(&c.Made),
			(*milli)(&c.Due),
			(*jsonText)(&c.Data),
		)
	}, selectDueNotifications, now.UnixMilli(), perIdentity, limit, skip)
}

// SetNotification replaces Due and Data of the notification with the same key and Made, or fails with
// ErrNotFound.
func (s Notifications) SetNotification(ctx context.Context, notification Notification) error {
	notifications, err := checkNotifications([]Notification{notification})
	if err != nil {
		return err
	}
	notification = notifications[0]
	return s.db.changeOne(
		ctx,
		"change a notification",
		"a notification",
		`UPDATE calls SET due = ?, data = ? WHERE channel = ? AND room = ? AND topic = ? AND made = ?`,
		notification.Due.UnixMilli(),
		string(notification.Data),
		notification.Channel,
		notification.Room,
		notification.Topic,
		notification.Made.UnixMilli(),
	)
}

// EndNotification removes the notification with the same key and Made, or fails with ErrNotFound.
func (s Notifications) EndNotification(ctx context.Context, notification Notification) error {
	notification.Made = ceilMilli(notification.Made)
	return s.db.changeOne(
		ctx,
		"end a notification",
		"a notification",
		`DELETE FROM calls WHERE channel = ? AND room = ? AND topic = ? AND made = ?`,
		notification.Channel,
		notification.Room,
		notification.Topic,
		notification.Made.UnixMilli(),
	)
}

// EndNotifications removes the notifications of an identity about a room. It fails with
// ErrNotFound if there are none.
func (s Notifications) EndNotifications(ctx context.Context, identity, room string) error {
	return s.db.changeOne(ctx, "end notifications", "notifications", deleteNotificationsOf, identity, room)
}

// checkNotifications returns the notifications with their times in the form in which they are stored.
// It fails with ErrInvalid if one of them cannot be stored.
func checkNotifications(notifications []Notification) ([]Notification, error) {
	if len(notifications) > MaxPage {
		return nil, invalid("%d notifications, more than %d", len(notifications), MaxPage)
	}
	notifications = slices.Clone(notifications)
	for i := range notifications {
		notification := &notifications[i]
		err := cmp.Or(
			checkID("the channel", notification.Channel),
			checkText("the room", notification.Room),
			checkText("the topic", notification.Topic),
			checkText("the identity", notification.Identity),
			checkRequiredJSON("a notification", notification.Data),
		)
		if err != nil {
			return nil, err
		}
		notification.Made, notification.Due = ceilMilli(notification.Made), ceilMilli(notification.Due)
	}
	return notifications, nil
}
