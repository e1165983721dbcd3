package appointment

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/store"
	"archmage/internal/work"
)

// Opener opens what an appointment is for, under an id that the keeper has chosen. It succeeds if that is
// open already. A coded error other than coded.Busy says that it can never be opened.
type Opener func(ctx context.Context, id string, appointment *Appointment) error

// Keeper does what is due: it reminds people, and opens appointments. Several keepers can share a
// database; each step is stored once, because a keeper writes only the version that it has read.
type Keeper struct {
	*Planner
	open Opener
	log  *zap.Logger
}

// NewKeeper returns the keeper of the appointments of a planner.
func NewKeeper(planner *Planner, open Opener, log *zap.Logger) *Keeper {
	return &Keeper{planner, open, log}
}

const (
	// pollInterval is the time between two looks for what is due.
	pollInterval = 5 * time.Second
	// stepsPerPoll is the number of appointments that one look handles.
	stepsPerPoll = 64
)

// Run does what is due until the context ends. It does nothing while isActive returns false; nil means
// always active.
func (k *Keeper) Run(ctx context.Context, isActive func() bool) {
	for work.Sleep(ctx, pollInterval) == nil {
		if isActive != nil && !isActive() {
			continue
		}
		if err := work.Catch(func() error { return k.DoDue(ctx) }); err != nil && ctx.Err() == nil &&
			!errors.Is(err, store.ErrClosed) {
			k.log.Error("appointments that are due could not be handled", zap.Error(err))
		}
	}
}

// DoDue does what is due now. An appointment whose step fails is tried again at the next call, and the
// others are handled.
func (k *Keeper) DoDue(ctx context.Context) (failed error) {
	due, err := k.store.DueAppointments(ctx, k.options.Now(), stepsPerPoll)
	if err != nil {
		return err
	}
	for i := range due {
		a, err := decode(&due[i])
		if err == nil {
			err = k.do(ctx, &a)
		}
		if !isSettled(err) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// isSettled reports whether a step was done: by this keeper, by another one, or not at all because the
// appointment is gone.
func isSettled(err error) bool {
	return err == nil || errors.Is(err, store.ErrFenced) || coded.Of(err) == CodeNoAppointment
}

// do does the next step of an appointment.
func (k *Keeper) do(ctx context.Context, a *Appointment) error {
	now := k.options.Now()
	switch a.Next(now) {
	case Remind:
		a.details.Reminded = true
		return k.save(ctx, a, Reminder)
	case Begin:
		return k.begin(ctx, a)
	case Miss:
		return k.giveUp(ctx, a, now)
	}
	return nil
}

// giveUp cancels an appointment that cannot be opened, and notifies everybody who comes.
func (k *Keeper) giveUp(ctx context.Context, a *Appointment, now time.Time) error {
	next := a.cancelled(now)
	next.details.Missed = true
	return k.save(ctx, &next, CancelledNotice)
}

// Open opens an appointment before its time. It fails with CodeNoAppointment, CodeNotPlanner,
// CodeAppointmentOver, coded.Busy and people.CodeNotStored, and as the opener does.
func (k *Keeper) Open(ctx context.Context, code, by string) (Appointment, error) {
	a, err := k.Find(ctx, code)
	if err != nil {
		return a, err
	}
	if err := a.checkPlanner(by); err != nil {
		return a, err
	}
	return a, k.begin(ctx, &a)
}

// begin opens an appointment. It stores the id first, so that after a crash, and by another node, the same
// is opened. If it can never be opened, the appointment is cancelled and the reason returned.
func (k *Keeper) begin(ctx context.Context, a *Appointment) error {
	if a.details.Opened == "" {
		a.details.Opened = k.options.Random.ID()
		if err := k.save(ctx, a, ""); err != nil {
			return err
		}
	}
	if err := k.open(ctx, a.details.Opened, a); err != nil {
		if code := coded.Of(err); code == "" || code == coded.Busy {
			return err
		}
		k.log.Info("an appointment cannot be opened", zap.String("code", a.Code), zap.Error(err))
		return errors.Join(err, k.giveUp(ctx, a, k.options.Now()))
	}
	a.State = Begun
	return k.save(ctx, a, Opened)
}
