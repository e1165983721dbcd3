// Package appointment has the rules of appointments: people agree on a time, answer whether they come,
// and are reminded. At the time the server opens what they meet for. The package knows nothing of rooms,
// games or tournaments: what an appointment is for is a [Subject], which only its opener reads.
//
// The package imports the database, and nothing of transport or lobby. [Appointment] has the rules, as
// functions without a clock; [Planner] stores what they decide; [Keeper] does what is due. Start reading
// at [Appointment.Next].
package appointment

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"archmage/internal/coded"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// The codes of errors about appointments.
const (
	// CodeNoAppointment: there is no such appointment.
	CodeNoAppointment coded.Code = "no_appointment"
	// CodeBadTime: an appointment is 15 minutes to 60 days ahead.
	CodeBadTime coded.Code = "bad_time"
	// CodeNotPlanner: only the planner of the appointment can do that. The planner always comes, or
	// cancels.
	CodeNotPlanner coded.Code = "not_planner"
	// CodeAppointmentOver: the appointment is cancelled, or has begun.
	CodeAppointmentOver coded.Code = "appointment_over"
	// CodeManyAppointments: a person plans at most 10 appointments to come, and 10 in an hour.
	CodeManyAppointments coded.Code = "many_appointments"
	// CodeManyChanges: an appointment changes at most 6 times in an hour.
	CodeManyChanges coded.Code = "many_changes"
	// CodeManyAnswers: at most 60 people answer an appointment.
	CodeManyAnswers coded.Code = "many_answers"
)

// Limits and times of appointments.
const (
	// MinAhead and MaxAhead bound the time from now to the time of an appointment.
	MinAhead = 15 * time.Minute
	MaxAhead = 60 * 24 * time.Hour
	// RemindBefore is the time before an appointment at which people are reminded. OpenBefore is the
	// time before it at which the server opens it.
	RemindBefore = time.Hour
	OpenBefore   = 10 * time.Minute
	// OpenUntil is the time after an appointment for which the server still opens it, as after it was
	// away. Later it cancels the appointment.
	OpenUntil = time.Hour
	// ShownAfter is the time for which lists show an appointment that has begun.
	ShownAfter = time.Hour
	// Keep is the time after an appointment until it is deleted.
	Keep = 30 * 24 * time.Hour
	// MaxOpen is the number of appointments to come that one person can have planned. MaxPlanned is
	// the number that one person can plan in an hour, and MaxChanges the number of changes of one
	// appointment in an hour.
	MaxOpen    = 10
	MaxPlanned = 10
	MaxChanges = 6
	// MaxAnswers is the number of people who can answer one appointment.
	MaxAnswers = 60
	// maxSubject is the longest Subject, in bytes.
	maxSubject = 4096
)

// State is the state of an appointment.
type State string

// The states of an appointment.
const (
	// Open: it is still to come.
	Open State = "open"
	// Begun: the server has opened it.
	Begun State = "begun"
	// Cancelled: it does not take place.
	Cancelled State = "cancelled"
)

// Answer says whether a person comes.
type Answer string

// The answers.
const (
	NoAnswer Answer = ""
	Yes      Answer = "yes"
	Perhaps  Answer = "perhaps"
	No       Answer = "no"
)

// Subject is what an appointment is for. This package does not interpret it.
type Subject struct {
	// Kind says what the appointment opens, such as a table.
	Kind string `json:"kind"`
	// Game is the id of the game, for texts.
	Game string `json:"game"`
	// Places is the number of people who can take part.
	Places int `json:"places"`
	// Members is true if only people with accounts can take part.
	Members bool `json:"members"`
	// Settings is JSON.
	Settings json.RawMessage `json:"settings"`
}

// Plan is what a planner decides.
type Plan struct {
	At time.Time
	// Listed is true if the appointment is in the public list. Others are found by their links only.
	Listed  bool
	Subject Subject
}

// Appointment is a time at which people want to meet. Its functions return a changed copy, which is not
// stored yet.
type Appointment struct {
	// Code is the id, which cannot be guessed.
	Code    string
	Planner string
	Plan
	State   State
	Created time.Time
	details details
	// version is the version of the stored row.
	version uint64
}

// details is the part of an appointment that is stored as JSON.
type details struct {
	Subject Subject `json:"subject"`
	// Sequence counts the changes that calendars must learn of (RFC 5545, section 3.8.7.4).
	Sequence int `json:"sequence,omitempty"`
	// Modified is the time of the last change, in milliseconds since 1970.
	Modified int64 `json:"modified"`
	// Changes are the times of the changes of the last hour, in milliseconds since 1970.
	Changes []int64 `json:"changes,omitempty"`
	// Reminded is true once the reminders are stored.
	Reminded bool `json:"reminded,omitempty"`
	// Opened is the id of what the server opens. It is stored before that is opened, so that servers
	// that open it at the same time open the same.
	Opened string `json:"opened,omitempty"`
	// Missed is true if the server has cancelled the appointment because it could not open it.
	Missed bool `json:"missed,omitempty"`
}

// Sequence counts the changes that calendars must learn of (RFC 5545, section 3.8.7.4).
func (a *Appointment) Sequence() int { return a.details.Sequence }

// Modified is the time of the last change.
func (a *Appointment) Modified() time.Time { return time.UnixMilli(a.details.Modified) }

// Opened returns the id of what was opened, or "" before that.
func (a *Appointment) Opened() string {
	if a.State != Begun {
		return ""
	}
	return a.details.Opened
}

// New returns a planned appointment. It fails with CodeBadTime and coded.Malformed.
func New(now time.Time, code, planner string, plan Plan) (Appointment, error) {
	if err := plan.check(now); err != nil {
		return Appointment{}, err
	}
	a := Appointment{Code: code, Planner: planner, State: Open, Created: now}
	a.Plan = plan
	a.Plan.At = a.At.UTC().Truncate(time.Minute)
	a.details.Modified = now.UnixMilli()
	a.details.Reminded = a.reminderIsPast(now)
	return a, nil
}

// check fails with CodeBadTime if the time is not within MinAhead and MaxAhead.
func (p *Plan) check(now time.Time) error {
	if ahead := p.At.Sub(now); ahead < MinAhead || ahead > MaxAhead {
		return coded.Errorf(
			CodeBadTime, "%s is not between %d minutes and %d days from now",
			p.At.UTC().Format(time.RFC3339), MinAhead/time.Minute, MaxAhead/(24*time.Hour),
		)
	}
	return p.checkSize()
}

// checkSize fails with coded.Malformed if the subject is too long.
func (p *Plan) checkSize() error {
	if len(strict.Encode(&p.Subject)) > maxSubject {
		return coded.Malformedf("the settings are longer than %d bytes", maxSubject)
	}
	return nil
}

// reminderIsPast reports whether the time of the reminder is over. Nobody is reminded of what was planned
// just before.
func (a *Appointment) reminderIsPast(now time.Time) bool { return !now.Before(a.At.Add(-RemindBefore)) }

// IsOpen reports whether the appointment is still to come and nothing was opened for it.
func (a *Appointment) IsOpen() bool { return a.State == Open && a.details.Opened == "" }

// checkPlanner fails with CodeNotPlanner and CodeAppointmentOver.
func (a *Appointment) checkPlanner(by string) error {
	switch {
	case by != a.Planner:
		return coded.Errorf(CodeNotPlanner, "only the person who has planned it may do that")
	case !a.IsOpen():
		return errOver()
	}
	return nil
}

func errOver() error {
	return coded.Errorf(CodeAppointmentOver, "the appointment is cancelled or has begun")
}

// Change returns the appointment with another plan, and whether the people who come must be notified. It
// fails with CodeNotPlanner, CodeAppointmentOver, CodeManyChanges, CodeBadTime and coded.Malformed.
func (a Appointment) Change(now time.Time, by string, plan Plan) (next Appointment, notify bool, err error) {
	if err := a.checkPlanner(by); err != nil {
		return a, false, err
	}
	plan.At = plan.At.UTC().Truncate(time.Minute)
	moved := !plan.At.Equal(a.At)
	sameSubject := string(strict.Encode(&plan.Subject)) == string(strict.Encode(&a.Plan.Subject))
	if !moved && sameSubject && plan.Listed == a.Listed {
		return a, false, nil
	}
	if moved {
		err = plan.check(now)
	} else {
		err = plan.checkSize()
	}
	if err != nil {
		return a, false, err
	}
	next = a
	if next.details.Changes, err = addChange(now, a.details.Changes); err != nil {
		return a, false, err
	}
	next.Plan = plan
	if moved || !sameSubject {
		next.details.Sequence++
		next.details.Modified = now.UnixMilli()
	}
	if moved {
		next.details.Reminded = next.reminderIsPast(now)
	}
	return next, moved || !sameSubject, nil
}

// addChange returns the times of the changes of the last hour with another one. It fails with
// CodeManyChanges.
func addChange(now time.Time, before []int64) ([]int64, error) {
	since := now.Add(-time.Hour).UnixMilli()
	times := slices.DeleteFunc(slices.Clone(before), func(at int64) bool { return at <= since })
	if len(times) >= MaxChanges {
		return nil, coded.Errorf(CodeManyChanges, "the appointment has changed %d times in an hour", len(times))
	}
	return append(times, now.UnixMilli()), nil
}

// Cancel returns the cancelled appointment. It fails with CodeNotPlanner and CodeAppointmentOver.
func (a Appointment) Cancel(now time.Time, by string) (Appointment, error) {
	if err := a.checkPlanner(by); err != nil {
		return a, err
	}
	return a.cancelled(now), nil
}

func (a Appointment) cancelled(now time.Time) Appointment {
	a.State = Cancelled
	a.details.Sequence++
	a.details.Modified = now.UnixMilli()
	return a
}

// CheckAnswer fails with coded.Malformed for an unknown answer, with CodeAppointmentOver, and with
// CodeNotPlanner if the planner answers: the planner comes, or cancels.
func (a *Appointment) CheckAnswer(person string, answer Answer) error {
	switch {
	case answer != Yes && answer != Perhaps && answer != No:
		return coded.Malformedf("unknown answer %.40q", answer)
	case a.State != Open:
		return errOver()
	case person == a.Planner:
		return coded.Errorf(CodeNotPlanner, "the person who has planned it comes, or cancels it")
	}
	return nil
}

// Step is what the server does with an appointment at a time.
type Step int

// The steps.
const (
	// Wait: nothing is to be done before [Appointment.Due].
	Wait Step = iota
	// Remind: the reminders are due.
	Remind
	// Begin: the appointment is to be opened.
	Begin
	// Miss: the server was away at the time. The appointment is to be cancelled.
	Miss
)

// Next returns what is to be done at a time.
func (a *Appointment) Next(now time.Time) Step {
	switch {
	case a.State != Open:
		return Wait
	case now.After(a.At.Add(OpenUntil)):
		return Miss
	case !now.Before(a.At.Add(-OpenBefore)):
		return Begin
	case !a.details.Reminded && a.reminderIsPast(now):
		return Remind
	}
	return Wait
}

// Due returns the time at which Next no longer returns Wait; zero means never.
func (a *Appointment) Due() time.Time {
	switch {
	case a.State != Open:
		return time.Time{}
	case !a.details.Reminded:
		return a.At.Add(-RemindBefore)
	}
	return a.At.Add(-OpenBefore)
}

// encode returns the stored form.
func (a *Appointment) encode() store.Appointment {
	a.details.Subject = a.Plan.Subject
	return store.Appointment{
		ID: a.Code, Planner: a.Planner, At: a.At, Listed: a.Listed, State: string(a.State), Version: a.version,
		Due: a.Due(), Data: strict.Encode(&a.details), Created: a.Created,
	}
}

func decode(stored *store.Appointment) (Appointment, error) {
	a := Appointment{
		Code: stored.ID, Planner: stored.Planner, State: State(stored.State), Created: stored.Created,
		version: stored.Version,
	}
	if err := json.Unmarshal(stored.Data, &a.details); err != nil {
		return a, fmt.Errorf("appointment %s: %w", stored.ID, err)
	}
	a.Plan = Plan{At: stored.At, Listed: stored.Listed, Subject: a.details.Subject}
	return a, nil
}
