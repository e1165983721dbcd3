package notices

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// call is what is stored of a call. Its texts are written when it is sent.
type call struct {
	Event Event  `json:"event"`
	Game  string `json:"game,omitempty"`
	// Names are the others at the table, or who invites.
	Names []string `json:"names,omitempty"`
	// Since is of the turn that it is about: when the table no longer waits for the
	// person since then, nothing is sent. 0 for none.
	Since int64 `json:"since,omitempty"`
	// Tries counts how often it was tried to send it.
	Tries int `json:"tries,omitempty"`
	// Sent: it stays so that nothing is sent twice until the person comes.
	Sent bool `json:"sent,omitempty"`
}

// Calls that people do not choose.
const (
	eventConfirm Event = "confirm" // to an e-mail address that is not confirmed
	eventTest    Event = "test"
)

// topic returns which calls about a room replace each other.
func (e Event) topic() string {
	switch e {
	case Turn, Begin, End:
		return "table"
	}
	return string(e)
}

// queue stores calls, to be sent when they are due.
func (n *Notices) queue(ctx context.Context, calls ...store.Call) error {
	if err := n.store.AddCalls(ctx, calls); err != nil {
		return notStored(err)
	}
	return nil
}

// newCall returns a call to a channel, to be sent at once.
func newCall(c *Channel, room string, what call) store.Call {
	now := time.Now().Truncate(time.Millisecond) // due now, not when the millisecond is over
	return store.Call{
		CallKey:  store.CallKey{Channel: c.ID, Room: room, Topic: what.Event.topic()},
		Identity: c.Person, Made: now, Due: now, Data: encode(&what), Once: c.Kind == Mail,
	}
}

// Invite calls a person to a room, on behalf of somebody with that name who invites
// there. It fails with people.CodeNotStored.
func (n *Notices) Invite(ctx context.Context, person, room, by string) error {
	if !n.Wants(person) {
		return nil
	}
	list, err := n.Channels(ctx, person)
	if err != nil {
		return err
	}
	var calls []store.Call
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
	// lookEvery is how often the store is asked for what is due.
	// It is asked sooner when a call has arrived, as another one may have waited for
	// that.
	lookEvery = time.Second
	lookSoon  = 100 * time.Millisecond
	// tablesAtOnce is how many tables are read at once.
	tablesAtOnce = 64
)

// Start begins to send. For what has happened while the server was stopped nobody
// is called before Grace is over, so that those who come back meanwhile are not.
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
	calls, err := n.store.CallsDue(ctx, time.Now(), atOncePerson, atOnceInAll)
	if err != nil {
		n.complain(ctx, "calls cannot be read", err)
		return
	}
	for i := range calls {
		n.begin(ctx, &calls[i])
	}
}

// useTables makes the calls that tables lead to now.
func (n *Notices) useTables(ctx context.Context) {
	tables, err := n.store.AwaitedDue(ctx, time.Now(), tablesAtOnce)
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

// complain logs an error, unless it is that of stopping.
func (n *Notices) complain(ctx context.Context, message string, err error, more ...zap.Field) {
	if ctx.Err() == nil && !errors.Is(err, store.ErrClosed) {
		n.log.Error(message, append(more, zap.Error(err))...)
	}
}

// use makes the calls that a table leads to now, and notes that in the same write.
// A table that has changed since it was read is looked at again later.
func (n *Notices) use(ctx context.Context, at *store.Awaited) error {
	table, err := Decode(at.Data)
	if err != nil {
		return err
	}
	var before noted
	if len(at.Noted) > 0 {
		if err := json.Unmarshal(at.Noted, &before); err != nil {
			return err
		}
	}
	occasions, after, due := before.next(table, time.Now().UnixMilli())
	calls, err := n.callsFor(ctx, at.Room, table, occasions)
	if err != nil {
		return err
	}
	at.Noted, at.Due = encode(&after), time.Time{}
	if due != 0 {
		at.Due = time.UnixMilli(due)
	}
	err = n.store.NoteAwaited(ctx, *at, calls)
	if errors.Is(err, store.ErrFenced) || errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// callsFor returns the calls for the occasions that a table gives.
func (n *Notices) callsFor(ctx context.Context, room string, table *Table, occasions []occasion) (calls []store.Call, err error) {
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
			if !c.wants(o.event, slices.Contains(present, o.person)) || o.event == Begin && c.Created.UnixMilli() > table.Started {
				continue
			}
			calls = append(calls, newCall(c, room, call{Event: o.event, Game: table.Game, Names: table.others(o.person), Since: o.since}))
		}
	}
	return calls, nil
}

// Errors of sending.
var (
	// errGone: nobody is there any more.
	errGone = errors.New("nobody is there any more")
	// errDown: the operator's own server does not answer, for which no address is
	// to blame.
	errDown = errors.New("the server for e-mail does not take mail")
)

const (
	// firstPause is how long the second try waits; each further one waits
	// pauseFactor times longer, up to longestPause.
	firstPause   = 30 * time.Second
	pauseFactor  = 4
	longestPause = 6 * time.Hour
	// maxTries is how often a call is tried: within a day.
	maxTries = 8
	// maxFailures is how many calls in a row are given up before a channel is
	// dropped.
	maxFailures = 3
	// quietFor is how long a call that was sent keeps others back, if the person
	// never comes.
	quietFor = 30 * 24 * time.Hour
)

// pauseAfter returns how long a call waits after so many tries.
func pauseAfter(tries int) time.Duration {
	pause := firstPause
	for range tries - 1 {
		pause = min(pause*pauseFactor, longestPause)
	}
	return pause
}

// send sends a call that is due to its channel, unless that could not be read, and notes
// what has come of it.
func (n *Notices) send(ctx context.Context, stored *store.Call, c Channel, err error) {
	defer func() {
		if value := recover(); value != nil {
			n.log.Error("a call has panicked", zap.Any("panic", value), zap.Stack("stack"))
		}
	}()
	var what call
	if err := json.Unmarshal(stored.Data, &what); err != nil {
		n.logStoreFailure(ctx, n.store.EndCall(ctx, *stored))
		return
	}
	var refusal *coded.Error
	switch {
	case err != nil && !errors.As(err, &refusal):
		n.complain(ctx, "a channel cannot be read", err)
		return
	case err == nil && !c.Confirmed && time.Since(c.Created) >= ConfirmWithin:
		n.logStoreFailure(ctx, n.drop(ctx, &c))
		return
	case err != nil || what.Sent || c.Confirmed == (what.Event == eventConfirm) || n.stale(ctx, stored, &what):
		n.logStoreFailure(ctx, n.store.EndCall(ctx, *stored))
		return
	}
	err = n.deliver(ctx, &c, stored, &what)
	if ctx.Err() != nil {
		return // It may have been sent, and is sent again after the next start.
	}
	n.recordOutcome(ctx, &c, stored, &what, err)
}

// stale reports whether a call is about something that is over.
func (n *Notices) stale(ctx context.Context, stored *store.Call, what *call) bool {
	if what.Since == 0 {
		return false
	}
	at, err := n.store.Awaited(ctx, stored.Room)
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

// recordOutcome notes what has come of a call.
func (n *Notices) recordOutcome(ctx context.Context, c *Channel, stored *store.Call, what *call, err error) {
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
	n.logStoreFailure(ctx, n.store.EndCall(ctx, *stored))
}

// postpone stores a call to be looked at later.
func (n *Notices) postpone(ctx context.Context, stored *store.Call, what *call, due time.Time) {
	stored.Due, stored.Data = due, encode(what)
	n.logStoreFailure(ctx, n.store.SetCall(ctx, *stored))
}

// logStoreFailure logs that something could not be stored. A call that is not there any more
// was replaced, or is not wanted any more.
func (n *Notices) logStoreFailure(ctx context.Context, err error) {
	var refusal *coded.Error
	if err == nil || errors.Is(err, store.ErrNotFound) || errors.As(err, &refusal) && refusal.Code == CodeNoChannel {
		return
	}
	n.complain(ctx, "what has come of a call is not stored", err)
}

// deliver sends a call to its channel.
func (n *Notices) deliver(ctx context.Context, c *Channel, stored *store.Call, what *call) error {
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
