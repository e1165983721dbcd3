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

// call is a call as it is stored. Its texts are written when it is sent.
type call struct {
	Event Event  `json:"event"`
	Game  string `json:"game,omitempty"`
	// Names are the names of the others at the table, or of the person who invites.
	Names []string `json:"names,omitempty"`
	// Since is when the turn began that the call is about, 0 for none. The call is sent
	// only while the table still waits for the person since then.
	Since int64 `json:"since,omitempty"`
	// Tries counts the attempts to send the call.
	Tries int `json:"tries,omitempty"`
	// Sent is true if the call was sent. It stays stored so that the person is not called
	// again before they come.
	Sent bool `json:"sent,omitempty"`
}

// Calls that people do not choose.
const (
	eventConfirm Event = "confirm" // to an e-mail address that is not confirmed
	eventTest    Event = "test"
	eventReport  Event = "report" // to moderators
)

// topic returns the topic of an event: of calls about a room with the same topic, a later
// one replaces an earlier one.
func (e Event) topic() string {
	switch e {
	case Turn, Begin, End:
		return "table"
	}
	return string(e)
}

// queue stores calls, to be sent when they are due.
func (n *Notices) queue(ctx context.Context, calls ...store.Notification) error {
	if err := n.store.AddNotifications(ctx, calls); err != nil {
		return notStored(err)
	}
	return nil
}

// newCall returns a call to a channel, to be sent at once.
func newCall(c *Channel, room string, what call) store.Notification {
	now := time.Now().Truncate(time.Millisecond) // rounding up would make it due a millisecond later
	return store.Notification{
		NotificationKey: store.NotificationKey{Channel: c.ID, Room: room, Topic: what.Event.topic()},
		Identity:        c.Person, Made: now, Due: now, Data: strict.Encode(&what), Once: c.Kind == Mail,
	}
}

// Invite calls a person to a room. by is the name of the person who invites. It fails
// with people.CodeNotStored.
func (n *Notices) Invite(ctx context.Context, person, room, by string) error {
	if !n.Wants(person) {
		return nil
	}
	list, err := n.Channels(ctx, person)
	if err != nil {
		return err
	}
	var calls []store.Notification
	for i := range list {
		if list[i].wants(Invitation, false) {
			calls = append(calls, newCall(&list[i], room, call{Event: Invitation, Names: []string{by}}))
		}
	}
	if len(calls) == 0 {
		return nil
	}
	return n.queue(ctx, calls...)
}

const (
	// lookEvery is how often the store is asked for what is due. It is asked earlier when
	// a call has arrived, as another one may have waited for that.
	lookEvery = time.Second
	lookSoon  = 100 * time.Millisecond
	// tablesAtOnce is how many tables are read at once.
	tablesAtOnce = 64
)

// Start begins to send. It makes calls about tables only after Grace, so that people who
// come back after a restart of the server are not called.
func (n *Notices) Start() {
	ctx, stop := context.WithCancel(context.Background())
	n.stop = stop
	n.quietUntil = time.Now().Add(Grace)
	n.running.Go(func() {
		timer := time.NewTimer(n.options.Every())
		defer timer.Stop()
		for soon := false; ; {
			select {
			case <-ctx.Done():
				return
			case <-n.arrived:
				if !soon {
					soon = true
					timer.Reset(lookSoon)
				}
				continue
			case <-timer.C:
			}
			if n.anybody() {
				n.look(ctx)
			}
			soon = false
			timer.Reset(n.options.Every())
		}
	})
}

// Close stops sending, and waits for what is on its way.
func (n *Notices) Close() {
	if n.stop != nil {
		n.stop()
	}
	n.running.Wait()
	n.sending.Wait()
}

// Look sends what is due now, and waits until it is sent. Start does not wait.
func (n *Notices) Look(ctx context.Context) {
	n.look(ctx)
	n.sending.Wait()
}

// look begins to send what is due now.
func (n *Notices) look(ctx context.Context) {
	defer func() {
		if value := recover(); value != nil {
			n.log.Error("notices have panicked", zap.Any("panic", value), zap.Stack("stack"))
		}
	}()
	if !time.Now().Before(n.quietUntil) {
		n.useTables(ctx)
	}
	for range pagesAtOnce {
		calls, err := n.store.DueNotifications(ctx, time.Now(), atOncePerson, n.skip, atOnceInAll)
		if err != nil {
			n.complain(ctx, "calls cannot be read", err)
			return
		}
		for i := range calls {
			n.begin(ctx, &calls[i])
		}
		n.skip += len(calls)
		if len(calls) < atOnceInAll || n.way.full() {
			n.skip = 0
			return
		}
	}
}

// useTables makes the calls that tables lead to now.
func (n *Notices) useTables(ctx context.Context) {
	tables, err := n.store.DuePendingTurns(ctx, time.Now(), tablesAtOnce)
	if err != nil {
		n.complain(ctx, "tables that wait for somebody cannot be read", err)
		return
	}
	for i := range tables {
		if err := n.use(ctx, &tables[i]); err != nil {
			n.complain(ctx, "a table that waits for somebody is not noted", err, zap.String("room", tables[i].Room))
		}
	}
}

// complain logs an error, unless it comes from stopping.
func (n *Notices) complain(ctx context.Context, message string, err error, more ...zap.Field) {
	if ctx.Err() == nil && !errors.Is(err, store.ErrClosed) {
		n.log.Error(message, append(more, zap.Error(err))...)
	}
}

// use makes the calls that a table leads to now, and records that in the same write. A
// table that has changed since it was read is handled later.
func (n *Notices) use(ctx context.Context, at *store.PendingTurn) error {
	table, err := Decode(at.Data)
	if err != nil {
		return err
	}
	var before noted
	if len(at.Sent) > 0 {
		if err := json.Unmarshal(at.Sent, &before); err != nil {
			return err
		}
	}
	occasions, after, due := before.next(table, time.Now().UnixMilli())
	calls, err := n.callsFor(ctx, at.Room, table, occasions)
	if err != nil {
		return err
	}
	at.Sent, at.Due = strict.Encode(&after), time.Time{}
	if due != 0 {
		at.Due = time.UnixMilli(due)
	}
	err = n.store.SavePendingTurn(ctx, *at, calls)
	if errors.Is(err, store.ErrFenced) || errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// callsFor returns the calls for the occasions that a table gives.
func (n *Notices) callsFor(
	ctx context.Context,
	room string,
	table *Table,
	occasions []occasion,
) (calls []store.Notification, err error) {
	if len(occasions) == 0 {
		return nil, nil
	}
	present := n.options.Present(ctx, room)
	for i := range occasions {
		o := &occasions[i]
		if !n.Wants(o.person) {
			continue
		}
		channels, err := n.Channels(ctx, o.person)
		if err != nil {
			return nil, err
		}
		for j := range channels {
			c := &channels[j]
			if !c.wants(o.event, slices.Contains(present, o.person)) ||
				o.event == Begin && c.Created.UnixMilli() > table.Started {
				continue
			}
			calls = append(
				calls,
				newCall(c, room, call{Event: o.event, Game: table.Game, Names: table.others(o.person), Since: o.since}),
			)
		}
	}
	return calls, nil
}

// Errors of sending.
var (
	// errGone: the address does not exist any more.
	errGone = errors.New("nobody is there any more")
	// errDown: the operator's own mail server does not answer, so the address is not to
	// blame.
	errDown = errors.New("the server for e-mail does not take mail")
)

const (
	// firstPause is the pause before the second try. Each further pause is pauseFactor
	// times longer, up to longestPause.
	firstPause   = 30 * time.Second
	pauseFactor  = 4
	longestPause = 6 * time.Hour
	// maxTries is how often a call is tried: within a day.
	maxTries = 8
	// maxFailures is how many calls in a row are given up before a channel is
	// dropped.
	maxFailures = 3
	// quietFor is how long a call that was sent keeps further ones back if the person
	// never comes.
	quietFor = 30 * 24 * time.Hour
)

// pauseAfter returns how long a call waits after a number of tries.
func pauseAfter(tries int) time.Duration {
	pause := firstPause
	for range tries - 1 {
		pause = min(pause*pauseFactor, longestPause)
	}
	return pause
}

// send sends a call that is due to its channel and records the outcome. err is the error
// of reading the channel.
func (n *Notices) send(ctx context.Context, stored *store.Notification, c Channel, err error) {
	defer func() {
		if value := recover(); value != nil {
			n.log.Error("a call has panicked", zap.Any("panic", value), zap.Stack("stack"))
		}
	}()
	var what call
	if err := json.Unmarshal(stored.Data, &what); err != nil {
		n.logStoreFailure(ctx, n.store.EndNotification(ctx, *stored))
		return
	}
	switch {
	case err != nil && coded.Of(err) == "":
		n.complain(ctx, "a channel cannot be read", err)
		return
	case err == nil && !c.Confirmed && time.Since(c.Created) >= ConfirmWithin:
		n.logStoreFailure(ctx, n.drop(ctx, &c))
		return
	case err != nil || what.Sent || c.Confirmed == (what.Event == eventConfirm) || n.stale(ctx, stored, &what):
		n.logStoreFailure(ctx, n.store.EndNotification(ctx, *stored))
		return
	}
	err = n.deliver(ctx, &c, stored, &what)
	if ctx.Err() != nil {
		return // it may have been sent, and will be sent again after the next start
	}
	n.recordOutcome(ctx, &c, stored, &what, err)
}

// stale reports whether a call is about something that is over.
func (n *Notices) stale(ctx context.Context, stored *store.Notification, what *call) bool {
	if what.Since == 0 {
		return false
	}
	at, err := n.store.PendingTurn(ctx, stored.Room)
	if errors.Is(err, store.ErrNotFound) {
		return true
	} else if err != nil {
		return false
	}
	table, err := Decode(at.Data)
	if err != nil {
		return true
	}
	seat := table.seat(stored.Identity)
	return seat == nil || seat.Since != what.Since
}

// recordOutcome stores the outcome of a call.
func (n *Notices) recordOutcome(ctx context.Context, c *Channel, stored *store.Notification, what *call, err error) {
	what.Tries++
	about := []zap.Field{zap.String("kind", string(c.Kind)), zap.String("channel", c.ID), zap.Int("tries", what.Tries)}
	switch {
	case err == nil:
		n.log.Debug("a call is sent", about...)
		if c.Failures > 0 {
			c.Failures = 0
			n.logStoreFailure(ctx, n.keep(ctx, c))
		}
		switch {
		case what.Event == eventConfirm:
			n.postpone(ctx, stored, what, c.Created.Add(ConfirmWithin))
			return
		case c.Kind == Mail && stored.Room != "":
			what.Sent = true
			n.postpone(ctx, stored, what, time.Now().Add(quietFor))
			return
		}
	case errors.Is(err, errGone):
		n.log.Info("a channel is dropped: nobody is there any more", about...)
		n.logStoreFailure(ctx, n.drop(ctx, c))
		return
	case what.Tries < maxTries:
		n.log.Info("a call is not sent, and tried again later", append(about, zap.Error(err))...)
		n.postpone(ctx, stored, what, time.Now().Add(pauseAfter(what.Tries)))
		return
	case errors.Is(err, errDown):
		n.log.Warn("a call is given up", append(about, zap.Error(err))...)
	default:
		n.log.Info("a call is given up", append(about, zap.Error(err))...)
		if c.Failures++; c.Failures >= maxFailures {
			n.log.Info("a channel is dropped: too many calls were given up", about...)
			n.logStoreFailure(ctx, n.drop(ctx, c))
			return
		}
		n.logStoreFailure(ctx, n.keep(ctx, c))
	}
	n.logStoreFailure(ctx, n.store.EndNotification(ctx, *stored))
}

// postpone stores a call with a later time.
func (n *Notices) postpone(ctx context.Context, stored *store.Notification, what *call, due time.Time) {
	stored.Due, stored.Data = due, strict.Encode(what)
	n.logStoreFailure(ctx, n.store.SetNotification(ctx, *stored))
}

// logStoreFailure logs that something could not be stored. It ignores that a call is
// missing: it was replaced or is not wanted any more.
func (n *Notices) logStoreFailure(ctx context.Context, err error) {
	if err == nil || errors.Is(err, store.ErrNotFound) || coded.Of(err) == CodeNoChannel {
		return
	}
	n.complain(ctx, "what has come of a call is not stored", err)
}

// deliver sends a call to its channel.
func (n *Notices) deliver(ctx context.Context, c *Channel, stored *store.Notification, what *call) error {
	switch c.Kind {
	case Push:
		return n.push(ctx, c, stored, what)
	case Mail:
		if n.mailer == nil {
			return errDown
		}
		return n.mail(ctx, c, stored, what)
	}
	return n.post(ctx, c, stored, what)
}
