package notify

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// notification is the JSON part of a stored notification. The texts are composed when it is sent.
type notification struct {
	Event Event  `json:"event"`
	Game  string `json:"game,omitempty"`
	// Names are the names of the other players at the table, or of the person who invites.
	Names []string `json:"names,omitempty"`
	// Since is the beginning of the turn that the notification is about, in milliseconds since
	// 1970; 0 if the notification is not about a turn. The notification is sent only during that
	// turn.
	Since int64 `json:"since,omitempty"`
	// Appointment is the code of the appointment that the notification is about, or "".
	Appointment string `json:"appointment,omitempty"`
	// Tournament is the id of the tournament that the notification is about, or "". Title is its title.
	Tournament string `json:"tournament,omitempty"`
	Title      string `json:"title,omitempty"`
	// Until is the time from which the notification is not sent any more, in milliseconds since 1970;
	// 0 means never.
	Until int64 `json:"until,omitempty"`
	// Tries counts the attempts to send the notification.
	Tries int `json:"tries,omitempty"`
	// Sent is true if the notification was sent and stays stored, so that the person gets no
	// further one before coming to the table.
	Sent bool `json:"sent,omitempty"`
}

// Events that are not in a Choice.
const (
	eventConfirm Event = "confirm" // to an e-mail address that is not confirmed
	eventTest    Event = "test"
	eventReport  Event = "report" // to moderators
)

// topic returns the topic of an event. A notification replaces an earlier one with the same channel,
// room and topic.
func (e Event) topic() string {
	switch e {
	case Turn, Begin, End:
		return "table"
	}
	return string(e)
}

// queue stores notifications until they are due. It fails with people.CodeNotStored.
func (n *Notifier) queue(ctx context.Context, notifications ...store.Notification) error {
	if err := n.store.AddNotifications(ctx, notifications); err != nil {
		return notStored(err)
	}
	return nil
}

// newNotification returns a notification to a channel that is due now.
func newNotification(c *Channel, room string, note notification) store.Notification {
	now := time.Now().Truncate(time.Millisecond) // the store rounds up, which would make it due later
	return store.Notification{
		NotificationKey: store.NotificationKey{Channel: c.ID, Room: room, Topic: note.Event.topic()},
		Identity:        c.Person, Made: now, Due: now, Data: strict.Encode(&note), Once: c.Kind == Mail,
	}
}

// Invite notifies a person of an invitation to a room. inviter is the name of the person who invites. It
// fails with people.CodeNotStored.
func (n *Notifier) Invite(ctx context.Context, person, room, inviter string) error {
	if !n.HasChannel(person) {
		return nil
	}
	list, err := n.Channels(ctx, person)
	if err != nil {
		return err
	}
	var notifications []store.Notification
	for i := range list {
		if list[i].wants(Invitation, false) {
			notifications = append(
				notifications,
				newNotification(&list[i], room, notification{Event: Invitation, Names: []string{inviter}}),
			)
		}
	}
	if len(notifications) == 0 {
		return nil
	}
	return n.queue(ctx, notifications...)
}

const (
	// pollInterval is the interval at which due notifications are read. After a delivery they are
	// read after pollSoon, because another notification may have waited for it.
	pollInterval = time.Second
	pollSoon     = 100 * time.Millisecond
	// tablesPerPage is the number of pending turns that one poll handles.
	tablesPerPage = 64
)

// Start begins to send notifications in the background. It makes none about tables during the first
// Grace, so that people who come back after a restart of the server are not notified.
func (n *Notifier) Start() {
	ctx, stop := context.WithCancel(context.Background())
	n.stop = stop
	n.graceEnds = time.Now().Add(Grace)
	n.running.Go(func() {
		timer := time.NewTimer(n.options.PollInterval())
		defer timer.Stop()
		for soon := false; ; {
			select {
			case <-ctx.Done():
				return
			case <-n.finished:
				if !soon {
					soon = true
					timer.Reset(pollSoon)
				}
				continue
			case <-timer.C:
			}
			if n.hasAnyChannel() {
				n.startDue(ctx)
			}
			soon = false
			timer.Reset(n.options.PollInterval())
		}
	})
}

// Close stops sending and waits for the notifications in flight.
func (n *Notifier) Close() {
	if n.stop != nil {
		n.stop()
	}
	n.running.Wait()
	n.sending.Wait()
}

// SendDue sends the due notifications and waits until they are delivered or have failed.
func (n *Notifier) SendDue(ctx context.Context) {
	n.startDue(ctx)
	n.sending.Wait()
}

// startDue makes the notifications that are due for tables, and starts to send all due ones. It logs
// errors and panics.
func (n *Notifier) startDue(ctx context.Context) {
	defer func() {
		if value := recover(); value != nil {
			n.log.Error("panic in the notification loop", zap.Any("panic", value), zap.Stack("stack"))
		}
	}()
	if !time.Now().Before(n.graceEnds) {
		n.queueForTables(ctx)
	}
	for range maxPages {
		notifications, err := n.store.DueNotifications(ctx, time.Now(), maxInFlightPerPerson, n.offset, maxInFlight)
		if err != nil {
			n.logError(ctx, "reading due notifications failed", err)
			return
		}
		for i := range notifications {
			n.start(ctx, &notifications[i])
		}
		n.offset += len(notifications)
		if len(notifications) < maxInFlight || n.inFlight.isFull() {
			n.offset = 0
			return
		}
	}
}

// queueForTables stores the notifications that are due because of pending turns.
func (n *Notifier) queueForTables(ctx context.Context) {
	tables, err := n.store.DuePendingTurns(ctx, time.Now(), tablesPerPage)
	if err != nil {
		n.logError(ctx, "reading pending turns failed", err)
		return
	}
	for i := range tables {
		if err := n.queueForTable(ctx, &tables[i]); err != nil {
			n.logError(ctx, "recording a pending turn failed", err, zap.String("room", tables[i].Room))
		}
	}
}

// logError logs an error, unless the notifier is stopping.
func (n *Notifier) logError(ctx context.Context, message string, err error, more ...zap.Field) {
	if ctx.Err() == nil && !errors.Is(err, store.ErrClosed) {
		n.log.Error(message, append(more, zap.Error(err))...)
	}
}

// queueForTable stores the notifications that are due for a table, and records in the same write that
// they were made. It skips a table that has changed since it was read: a later poll handles it.
func (n *Notifier) queueForTable(ctx context.Context, pending *store.PendingTurn) error {
	table, err := Decode(pending.Data)
	if err != nil {
		return err
	}
	var before sentState
	if len(pending.Sent) > 0 {
		if err := json.Unmarshal(pending.Sent, &before); err != nil {
			return err
		}
	}
	triggers, after, due := before.next(table, time.Now().UnixMilli())
	notifications, err := n.notificationsFor(ctx, pending.Room, table, triggers)
	if err != nil {
		return err
	}
	pending.Sent, pending.Due = strict.Encode(&after), time.Time{}
	if due != 0 {
		pending.Due = time.UnixMilli(due)
	}
	err = n.store.SavePendingTurn(ctx, *pending, notifications)
	if errors.Is(err, store.ErrFenced) || errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// notificationsFor returns the notifications for the triggers of a table, one for each channel that
// wants one.
func (n *Notifier) notificationsFor(
	ctx context.Context,
	room string,
	table *Table,
	triggers []trigger,
) (notifications []store.Notification, err error) {
	if len(triggers) == 0 {
		return nil, nil
	}
	present := n.options.Present(ctx, room)
	for i := range triggers {
		trigger := &triggers[i]
		if !n.HasChannel(trigger.person) {
			continue
		}
		channels, err := n.Channels(ctx, trigger.person)
		if err != nil {
			return nil, err
		}
		for j := range channels {
			c := &channels[j]
			if !c.wants(trigger.event, slices.Contains(present, trigger.person)) ||
				trigger.event == Begin && c.Created.UnixMilli() > table.Started {
				continue
			}
			notifications = append(
				notifications,
				newNotification(
					c,
					room,
					notification{
						Event: trigger.event,
						Game:  table.Game,
						Names: table.others(trigger.person),
						Since: trigger.since,
					},
				),
			)
		}
	}
	return notifications, nil
}

// Errors of delivery.
var (
	// errGone: the address no longer exists, so its channel is removed.
	errGone = errors.New("address no longer exists")
	// errMailServerDown: the operator's mail server does not work. It does not count as a failure of
	// the channel.
	errMailServerDown = errors.New("mail server does not accept mail")
)

const (
	// firstRetryDelay is the pause before the second try. Each further pause is retryFactor
	// times longer, up to maxRetryDelay.
	firstRetryDelay = 30 * time.Second
	retryFactor     = 4
	maxRetryDelay   = 6 * time.Hour
	// maxTries is the number of attempts to send a notification. Together they take about a day.
	maxTries = 8
	// maxFailures is the number of notifications in a row that are given up before their channel
	// is removed.
	maxFailures = 3
	// suppressFor is the time for which a mail about a table suppresses further ones while the
	// person does not come.
	suppressFor = 30 * 24 * time.Hour
)

// retryDelay returns the pause after a number of failed tries.
func retryDelay(tries int) time.Duration {
	pause := firstRetryDelay
	for range tries - 1 {
		pause = min(pause*retryFactor, maxRetryDelay)
	}
	return pause
}

// send sends a due notification and records the outcome. err is the error of reading the channel. A
// notification that is no longer wanted is removed.
func (n *Notifier) send(ctx context.Context, stored *store.Notification, c Channel, err error) {
	defer func() {
		if value := recover(); value != nil {
			n.log.Error("panic while sending a notification", zap.Any("panic", value), zap.Stack("stack"))
		}
	}()
	var note notification
	if err := json.Unmarshal(stored.Data, &note); err != nil {
		n.logStoreFailure(ctx, n.store.EndNotification(ctx, *stored))
		return
	}
	switch {
	case err != nil && coded.Of(err) == "":
		n.logError(ctx, "reading a channel failed", err)
		return
	case err == nil && !c.Confirmed && time.Since(c.Created) >= ConfirmWithin:
		n.logStoreFailure(ctx, n.deleteChannel(ctx, &c))
		return
	case err != nil || note.Sent || c.Confirmed == (note.Event == eventConfirm) || n.isStale(ctx, stored, &note):
		n.logStoreFailure(ctx, n.store.EndNotification(ctx, *stored))
		return
	}
	err = n.deliver(ctx, &c, stored, &note)
	if ctx.Err() != nil {
		return // the notification is sent again after the next start
	}
	n.recordOutcome(ctx, &c, stored, &note, err)
}

// isStale reports whether the turn that a notification is about is over, or its Until.
func (n *Notifier) isStale(ctx context.Context, stored *store.Notification, note *notification) bool {
	if note.Until != 0 && time.Now().UnixMilli() >= note.Until {
		return true
	}
	if note.Since == 0 {
		return false
	}
	pending, err := n.store.PendingTurn(ctx, stored.Room)
	if errors.Is(err, store.ErrNotFound) {
		return true
	} else if err != nil {
		return false
	}
	table, err := Decode(pending.Data)
	if err != nil {
		return true
	}
	seat := table.seat(stored.Identity)
	return seat == nil || seat.Since != note.Since
}

// recordOutcome stores the outcome of a delivery: it removes the notification, postpones it, or removes
// the channel.
func (n *Notifier) recordOutcome(
	ctx context.Context,
	c *Channel,
	stored *store.Notification,
	note *notification,
	err error,
) {
	note.Tries++
	fields := []zap.Field{zap.String("kind", string(c.Kind)), zap.String("channel", c.ID), zap.Int("tries", note.Tries)}
	switch {
	case err == nil:
		n.log.Debug("notification sent", fields...)
		if c.Failures > 0 {
			c.Failures = 0
			n.logStoreFailure(ctx, n.saveChannel(ctx, c))
		}
		switch {
		case note.Event == eventConfirm:
			n.postpone(ctx, stored, note, c.Created.Add(ConfirmWithin))
			return
		case c.Kind == Mail && stored.Room != "":
			note.Sent = true
			n.postpone(ctx, stored, note, time.Now().Add(suppressFor))
			return
		}
	case errors.Is(err, errGone):
		n.log.Info("channel removed: address no longer exists", fields...)
		n.logStoreFailure(ctx, n.deleteChannel(ctx, c))
		return
	case note.Tries < maxTries:
		n.log.Info("notification not sent, trying again later", append(fields, zap.Error(err))...)
		n.postpone(ctx, stored, note, time.Now().Add(retryDelay(note.Tries)))
		return
	case errors.Is(err, errMailServerDown):
		n.log.Warn("notification given up", append(fields, zap.Error(err))...)
	default:
		n.log.Info("notification given up", append(fields, zap.Error(err))...)
		if c.Failures++; c.Failures >= maxFailures {
			n.log.Info("channel removed: too many notifications were given up", fields...)
			n.logStoreFailure(ctx, n.deleteChannel(ctx, c))
			return
		}
		n.logStoreFailure(ctx, n.saveChannel(ctx, c))
	}
	n.logStoreFailure(ctx, n.store.EndNotification(ctx, *stored))
}

// postpone stores a notification with a new due time.
func (n *Notifier) postpone(ctx context.Context, stored *store.Notification, note *notification, due time.Time) {
	stored.Due, stored.Data = due, strict.Encode(note)
	n.logStoreFailure(ctx, n.store.SetNotification(ctx, *stored))
}

// logStoreFailure logs the error of a write. It ignores a missing notification or channel, which was
// replaced or removed meanwhile.
func (n *Notifier) logStoreFailure(ctx context.Context, err error) {
	if err == nil || errors.Is(err, store.ErrNotFound) || coded.Of(err) == CodeNoChannel {
		return
	}
	n.logError(ctx, "storing the outcome of a notification failed", err)
}

func (n *Notifier) deliver(ctx context.Context, c *Channel, stored *store.Notification, note *notification) error {
	switch c.Kind {
	case Push:
		return n.sendPush(ctx, c, stored, note)
	case Mail:
		if n.mailer == nil {
			return errMailServerDown
		}
		return n.sendMail(ctx, c, stored, note)
	}
	return n.postWebhook(ctx, c, stored, note)
}
