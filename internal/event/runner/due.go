package runner

import (
	"context"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/people"
)

// maxSteps is the number of steps of one event that one look takes.
const maxSteps = 64

// advance does what is due of an event.
func (r *Runner) advance(ctx context.Context, id string) error {
	l, done := r.use(id)
	defer done()
	for range maxSteps {
		hasChanged, err := r.step(ctx, l)
		if err != nil || !hasChanged {
			return err
		}
	}
	return nil
}

// step does the next thing that is due, and reports whether there was one.
func (r *Runner) step(ctx context.Context, l *live) (hasChanged bool, err error) {
	e, err := r.current(ctx, l)
	if err != nil {
		return false, err
	}
	switch e.Status {
	case event.StatusPlanned:
		return r.beforeStart(ctx, l, e)
	case event.StatusRunning, event.StatusPaused:
		if hasChanged, err = r.rooms().visitTables(ctx, l, e); hasChanged || err != nil {
			return hasChanged, err
		}
		if r.now()-e.At >= abandonedAfter.Milliseconds() {
			return r.carryOut(ctx, l, &event.Cancel{Reason: ReasonAbandoned})
		}
		if e.Status == event.StatusPaused {
			return false, nil
		}
		return r.nextRound(ctx, l, e)
	}
	return false, r.cleanUp(ctx, l, e)
}

// carryOut carries out a command of the server. A refusal is no failure: the event has changed, or the command is
// not possible yet.
func (r *Runner) carryOut(ctx context.Context, l *live, action event.Action) (hasChanged bool, err error) {
	_, err = r.decide(ctx, l, &event.Command{Body: action})
	if isRefusal(err) {
		return false, nil
	}
	return err == nil, err
}

// isRefusal reports whether the event has refused a command.
func isRefusal(err error) bool {
	code := coded.Of(err)
	return code != "" && code != coded.Busy && code != people.CodeNotStored
}

// beforeStart reminds people, starts the event at its time, or cancels it.
func (r *Runner) beforeStart(ctx context.Context, l *live, e *event.Event) (hasChanged bool, err error) {
	if hasChanged, err = r.replaceOrganiser(ctx, l, e); hasChanged || err != nil {
		return hasChanged, err
	}
	now, begins := r.now(), e.Settings.Begins
	late := time.Duration(now-begins) * time.Millisecond
	switch {
	case begins == 0:
		if now >= l.createdAt()+keepUnplanned.Milliseconds() {
			return r.carryOut(ctx, l, &event.Cancel{Reason: ReasonNotStarted})
		}
		return false, nil
	case late >= StartUntil:
		return r.carryOut(ctx, l, &event.Cancel{Reason: ReasonMissed})
	case late < 0:
		return false, r.remind(ctx, l, e)
	}
	if hasChanged, err = r.withdrawDeleted(ctx, l, e); hasChanged || err != nil {
		return hasChanged, err
	}
	_, err = r.decide(ctx, l, &event.Command{Body: &event.Start{}})
	switch code := coded.Of(err); {
	case err == nil:
		return true, nil
	case code == event.CodeFewPeople && late < StartWait:
		return false, r.wait(ctx, l)
	case code == event.CodeFewPeople, code == event.CodeBadSettings:
		reason := ReasonFewPeople
		if code == event.CodeBadSettings {
			reason = string(code) // too many people for everybody to meet everybody
		}
		return r.carryOut(ctx, l, &event.Cancel{Reason: reason})
	case isRefusal(err):
		return false, nil
	}
	return false, err
}

// createdAt returns when the event was planned, in milliseconds since 1970.
func (l *live) createdAt() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.row.Created.UnixMilli()
}

// remind stores the reminders once.
func (r *Runner) remind(ctx context.Context, l *live, e *event.Event) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.line.IsReminded || l.event != e {
		return nil
	}
	var persons []string
	for i := range e.People {
		persons = append(persons, e.People[i].ID)
	}
	notifications, err := r.options.Notify(ctx, persons, Reminder, e)
	if err != nil {
		return err
	}
	next := l.line
	next.IsReminded = true
	return r.setLine(ctx, l, next, notifications)
}

// wait makes the event due at the end of the time for which it waits for people, or when somebody joins.
func (r *Runner) wait(ctx context.Context, l *live) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.row.Due.After(r.options.Now()) {
		return nil
	}
	return r.setLine(ctx, l, l.line, nil)
}

// replaceOrganiser hands an event over to the officers if the account of its organiser was deleted.
func (r *Runner) replaceOrganiser(ctx context.Context, l *live, e *event.Event) (hasChanged bool, err error) {
	if e.Organiser == "" {
		return false, nil
	}
	found, err := r.options.People.Visible(ctx, []string{e.Organiser})
	if _, ok := found[e.Organiser]; ok || err != nil {
		return false, err
	}
	return r.carryOut(ctx, l, &event.HandOver{})
}

// withdrawDeleted withdraws people whose accounts were deleted, as by their own command.
func (r *Runner) withdrawDeleted(ctx context.Context, l *live, e *event.Event) (hasChanged bool, err error) {
	var ids []string
	for i := range e.People {
		ids = append(ids, e.People[i].ID)
	}
	found, err := r.options.People.Visible(ctx, ids)
	if err != nil {
		return false, err
	}
	for i := range e.People {
		p := &e.People[i]
		if _, ok := found[p.ID]; ok {
			continue
		}
		by := event.Person{ID: p.ID, Name: p.Name}
		// The person is not bounded by MaxJoins any more, because IsOfficer is true. It changes nothing else about a
		// command that concerns its sender alone.
		_, err := r.decide(ctx, l, &event.Command{By: by, IsOfficer: true, Body: &event.Withdraw{Person: p.ID}})
		if err != nil && !isRefusal(err) {
			return false, err
		}
		hasChanged = hasChanged || err == nil
	}
	return hasChanged, nil
}

// nextRound begins the next round if it is time, or finishes the event.
func (r *Runner) nextRound(ctx context.Context, l *live, e *event.Event) (hasChanged bool, err error) {
	now := r.now()
	if l.isWaiting(e, now) {
		return false, nil
	}
	if e.Settings.Kind == event.KindEvening {
		return r.seatFree(ctx, l, e)
	}
	if !e.IsComplete() || len(e.Rounds) > 0 && now < lastResult(e)+r.options.Break.Milliseconds() {
		return false, nil
	}
	if hasChanged, err = r.carryOut(ctx, l, &event.Finish{}); hasChanged || err != nil {
		return hasChanged, err
	}
	return r.beginRound(ctx, l, e)
}

// isWaiting reports whether a round that could not begin is not tried again yet.
func (l *live) isWaiting(e *event.Event, now int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.retryLast == e.Last && now < l.retryAt
}

// retryAfter is the time after which a round is tried again that could not begin, in milliseconds.
const retryAfter = 30_000

// beginRound begins a round.
func (r *Runner) beginRound(ctx context.Context, l *live, e *event.Event) (hasChanged bool, err error) {
	if hasChanged, err = r.replaceOrganiser(ctx, l, e); hasChanged || err != nil {
		return hasChanged, err
	}
	blocks, err := r.blocks(ctx, e)
	if err != nil {
		return false, err
	}
	hasChanged, err = r.carryOut(ctx, l, &event.BeginRound{Blocks: blocks})
	if err == nil && !hasChanged {
		l.mu.Lock()
		l.retryLast, l.retryAt = e.Last, r.now()+retryAfter
		l.mu.Unlock()
	}
	return hasChanged, err
}

// lastResult returns the time of the last result, or of the beginning of the last round without tables, in
// milliseconds since 1970.
func lastResult(e *event.Event) int64 {
	r := &e.Rounds[len(e.Rounds)-1]
	last := r.At
	for _, t := range r.Tables {
		if t.Result != nil {
			last = max(last, t.Result.At)
		}
	}
	return last
}

// seatFree seats the free people of an evening, or ends an evening that everybody has left. Free people wait a moment
// for others, unless nobody plays.
func (r *Runner) seatFree(ctx context.Context, l *live, e *event.Event) (hasChanged bool, err error) {
	now := r.now()
	free := freeSince(e)
	playing := 0
	for i := range e.People {
		if e.People[i].IsPlaying() {
			playing++
		}
	}
	if playing < 2 && e.IsComplete() && now-e.At >= idleEnd.Milliseconds() {
		return r.carryOut(ctx, l, &event.Finish{})
	}
	if len(free) < 2 {
		return false, nil
	}
	first := free[0]
	for _, since := range free {
		first = min(first, since)
	}
	if len(free) < playing && len(free) < 2*e.Settings.Size && now-first < gatherFor.Milliseconds() {
		return false, nil
	}
	return r.beginRound(ctx, l, e)
}

// freeSince returns the times since which people are free, in milliseconds since 1970.
func freeSince(e *event.Event) (free []int64) {
	since := make([]int64, len(e.People))
	isSeated := make([]bool, len(e.People))
	for i := range e.Rounds {
		for _, t := range e.Rounds[i].Tables {
			for _, number := range t.Seats {
				switch {
				case number == event.Bot:
				case t.Result == nil:
					isSeated[number] = true
				default:
					since[number] = max(since[number], t.Result.At)
				}
			}
		}
	}
	for i := range e.People {
		if p := &e.People[i]; p.IsPlaying() && !isSeated[i] {
			free = append(free, max(since[i], p.Entered))
		}
	}
	return free
}

// cleanUp closes the rooms of an event that is over. Matches in progress go on without counting.
func (r *Runner) cleanUp(ctx context.Context, l *live, e *event.Event) error {
	l.mu.Lock()
	isClean := l.line.IsClean
	l.mu.Unlock()
	if isClean {
		return nil
	}
	if err := r.rooms().closeRooms(ctx, l, e); err != nil {
		return err
	}
	if err := r.rooms().closeWaiting(ctx, e); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := r.refresh(ctx, l); err != nil {
		return err
	}
	next := l.line
	next.IsClean = true
	r.log.Debug("an event is over", zap.String("event", e.ID), zap.String("status", string(e.Status)))
	return r.setLine(ctx, l, next, nil)
}
