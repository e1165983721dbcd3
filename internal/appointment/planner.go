package appointment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/random"
	"archmage/internal/store"
)

// Store is the part of the database that this package uses.
type Store interface {
	AddAppointment(
		ctx context.Context, appointment store.Appointment, answer string, quota store.AppointmentQuota,
	) error
	Appointment(ctx context.Context, id string) (store.Appointment, error)
	ListAppointments(ctx context.Context, query store.AppointmentQuery) (store.Page[store.Appointment], error)
	DueAppointments(ctx context.Context, now time.Time, limit int) ([]store.Appointment, error)
	SetAppointment(ctx context.Context, appointment store.Appointment, notifications []store.Notification) error
	SetAppointmentAnswer(ctx context.Context, answer store.AppointmentAnswer, limit int) error
	AppointmentAnswers(ctx context.Context, ids []string) ([]store.AppointmentAnswer, error)
	DeleteAppointments(ctx context.Context, before time.Time) error
}

// Notice is something that the people of an appointment are notified of.
type Notice string

// The notices.
const (
	// Reminder: it begins soon.
	Reminder Notice = "reminder"
	// Opened: it has been opened, and those who come can go there.
	Opened Notice = "opened"
	// Changed: the planner has changed the time or what it is for.
	Changed Notice = "changed"
	// CancelledNotice: it does not take place.
	CancelledNotice Notice = "cancelled"
)

// Options are the settings of [New]. A nil function does nothing.
type Options struct {
	// Notify returns the notifications of people, for SetAppointment to store.
	Notify func(
		ctx context.Context, people []string, notice Notice, appointment *Appointment,
	) ([]store.Notification, error)
	// Announce is called with people after something about an appointment of theirs was stored.
	Announce func(ctx context.Context, people []string)
	// Now returns the time; nil means the clock of the system.
	Now func() time.Time
	// Random makes the codes.
	Random random.Source
}

// Planner stores appointments and answers. It is safe for concurrent use.
type Planner struct {
	store   Store
	options Options
	soon    soon
}

// NewPlanner returns the planner of a store.
func NewPlanner(db Store, options Options) *Planner {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Notify == nil {
		options.Notify = func(context.Context, []string, Notice, *Appointment) ([]store.Notification, error) {
			return nil, nil
		}
	}
	if options.Announce == nil {
		options.Announce = func(context.Context, []string) {}
	}
	return &Planner{store: db, options: options}
}

// Plan plans an appointment, to which the planner comes. It fails with people.CodeNoAccount for people
// without an account, and with CodeBadTime, CodeManyAppointments, coded.Malformed and
// people.CodeNotStored.
func (p *Planner) Plan(ctx context.Context, by people.Person, plan Plan) (Appointment, error) {
	if by.Kind != people.Account {
		return Appointment{}, coded.Errorf(people.CodeNoAccount, "only people with an account plan appointments")
	}
	now := p.options.Now()
	a, err := New(now, p.options.Random.ID(), by.ID, plan)
	if err != nil {
		return Appointment{}, err
	}
	err = p.store.AddAppointment(ctx, a.encode(), string(Yes), store.AppointmentQuota{
		State: string(Open), InState: MaxOpen, Made: MaxPlanned, Since: now.Add(-time.Hour),
	})
	switch {
	case errors.Is(err, store.ErrQuota):
		return Appointment{}, coded.Errorf(
			CodeManyAppointments,
			"a person plans at most %d appointments to come, and %d in an hour",
			MaxOpen,
			MaxPlanned,
		)
	case err != nil:
		return Appointment{}, people.NotStored(err)
	}
	a.version = 1
	return a, nil
}

// Find returns an appointment. It fails with CodeNoAppointment.
func (p *Planner) Find(ctx context.Context, code string) (Appointment, error) {
	stored, err := p.store.Appointment(ctx, code)
	if errors.Is(err, store.ErrNotFound) {
		return Appointment{}, errNoAppointment()
	} else if err != nil {
		return Appointment{}, err
	}
	return decode(&stored)
}

func errNoAppointment() error { return coded.Errorf(CodeNoAppointment, "there is no such appointment") }

// Change replaces the plan of an appointment by the one that edit returns, and notifies the others who
// come. It fails as [Appointment.Change] does, as edit does, and with CodeNoAppointment, coded.Busy and
// people.CodeNotStored.
func (p *Planner) Change(
	ctx context.Context,
	code, by string,
	edit func(before Plan) (Plan, error),
) (Appointment, error) {
	a, err := p.Find(ctx, code)
	if err != nil {
		return a, err
	}
	if err := a.checkPlanner(by); err != nil {
		return a, err
	}
	plan, err := edit(a.Plan)
	if err != nil {
		return a, err
	}
	next, notify, err := a.Change(p.options.Now(), by, plan)
	if err != nil {
		return a, err
	}
	notice := Notice("")
	if notify {
		notice = Changed
	}
	return next, p.save(ctx, &next, notice)
}

// Cancel cancels an appointment, and notifies the others who come. It fails as [Appointment.Cancel] does,
// and with CodeNoAppointment, coded.Busy and people.CodeNotStored.
func (p *Planner) Cancel(ctx context.Context, code, by string) (Appointment, error) {
	a, err := p.Find(ctx, code)
	if err != nil {
		return a, err
	}
	next, err := a.Cancel(p.options.Now(), by)
	if err != nil {
		return a, err
	}
	return next, p.save(ctx, &next, CancelledNotice)
}

// CancelAllOf cancels the appointments to come that a person has planned, and notifies the others who come. After an
// error it goes on with the other appointments.
func (p *Planner) CancelAllOf(ctx context.Context, planner string) (failed error) {
	query := store.AppointmentQuery{Person: planner, From: p.options.Now(), Limit: store.MaxPage}
	for {
		page, err := p.store.ListAppointments(ctx, query)
		if err != nil {
			return errors.Join(failed, err)
		}
		for i := range page.Items {
			if page.Items[i].Planner != planner || page.Items[i].State != string(Open) {
				continue
			}
			_, err := p.Cancel(ctx, page.Items[i].ID, planner)
			failed = errors.Join(failed, err)
		}
		if query.After = page.Next; page.Next == "" {
			return failed
		}
	}
}

// save stores a changed appointment together with the notifications of a notice; "" means none. It fails
// with coded.Busy if the stored appointment has changed since it was read.
func (p *Planner) save(ctx context.Context, a *Appointment, notice Notice) error {
	var persons []string
	var notifications []store.Notification
	if notice != "" {
		answers, err := p.Answers(ctx, a.Code)
		if err != nil {
			return err
		}
		persons = noticed(a, notice, answers[a.Code])
		if notifications, err = p.options.Notify(ctx, persons, notice, a); err != nil {
			return err
		}
	}
	switch err := p.store.SetAppointment(ctx, a.encode(), notifications); {
	case errors.Is(err, store.ErrNotFound):
		return errNoAppointment()
	case errors.Is(err, store.ErrFenced):
		return fmt.Errorf("%w (%w)", coded.Errorf(coded.Busy, "the appointment has just changed; try again"), err)
	case err != nil:
		return people.NotStored(err)
	}
	a.version++
	p.forgetSoon()
	if len(persons) > 0 {
		p.options.Announce(ctx, persons)
	}
	return nil
}

// noticed returns the people who get a notice: those who come, and until it is opened those who come
// perhaps. The planner gets no notice of what the planner has done.
func noticed(a *Appointment, notice Notice, answers []Given) (persons []string) {
	for _, given := range answers {
		if given.Person == a.Planner && (notice == Changed || notice == CancelledNotice && !a.details.Missed) {
			continue
		}
		if given.Answer == Yes || given.Answer == Perhaps && notice != Opened {
			persons = append(persons, given.Person)
		}
	}
	return persons
}

// Given is the answer of a person.
type Given struct {
	Person string
	Answer Answer
}

// Answer stores the answer of a person. It fails with CodeNoAppointment, CodeAppointmentOver,
// CodeManyAnswers, CodeNotPlanner, coded.Malformed and people.CodeNotStored, and with people.CodeNoAccount
// if the appointment is for people with accounts.
func (p *Planner) Answer(ctx context.Context, code string, by people.Person, answer Answer) (Appointment, error) {
	a, err := p.Find(ctx, code)
	if err != nil {
		return a, err
	}
	if err := a.CheckAnswer(by.ID, answer); err != nil {
		return a, err
	}
	if a.Plan.Subject.Members && by.Kind != people.Account {
		return a, coded.Errorf(people.CodeNoAccount, "this appointment is for people with an account")
	}
	err = p.store.SetAppointmentAnswer(ctx, store.AppointmentAnswer{
		Appointment: code, Identity: by.ID, Answer: string(answer), At: p.options.Now(),
	}, MaxAnswers)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return a, errNoAppointment()
	case errors.Is(err, store.ErrQuota):
		return a, coded.Errorf(CodeManyAnswers, "%d people have answered already", MaxAnswers)
	case err != nil:
		return a, people.NotStored(err)
	}
	p.forgetSoon()
	return a, nil
}

// Answers returns the answers to appointments, by code, the earliest first.
func (p *Planner) Answers(ctx context.Context, codes ...string) (map[string][]Given, error) {
	stored, err := p.store.AppointmentAnswers(ctx, codes)
	if err != nil {
		return nil, err
	}
	answers := map[string][]Given{}
	for _, s := range stored {
		answers[s.Appointment] = append(answers[s.Appointment], Given{s.Identity, Answer(s.Answer)})
	}
	return answers, nil
}

// Query selects appointments to come, and those that have begun within ShownAfter.
type Query struct {
	// Person adds the appointments that the person has planned or answered to those in the public list;
	// "" adds none. Mine leaves the public list out.
	Person string
	Mine   bool
	// Within is the time ahead within which the appointments are; 0 means any.
	Within time.Duration
	// All also selects what is over, which is stored for Keep.
	All   bool
	After string
	Limit int
}

// Upcoming returns a page of appointments, the earliest first, and the cursor of the next page. Cancelled ones
// are left out unless the query selects all. It fails with coded.Malformed for a bad cursor.
func (p *Planner) Upcoming(ctx context.Context, query Query) (list []Appointment, next string, err error) {
	now := p.options.Now()
	stored := store.AppointmentQuery{
		Person: query.Person, Listed: !query.Mine, After: store.Cursor(query.After), Limit: query.Limit,
	}
	if !query.All {
		stored.From = now.Add(-ShownAfter)
	}
	if query.Within > 0 {
		stored.Until = now.Add(query.Within)
	}
	page, err := p.store.ListAppointments(ctx, stored)
	if errors.Is(err, store.ErrInvalid) {
		return nil, "", coded.Malformedf("invalid cursor %.80q", query.After)
	} else if err != nil {
		return nil, "", err
	}
	for i := range page.Items {
		a, err := decode(&page.Items[i])
		if err != nil {
			return nil, "", err
		}
		if query.All || a.State != Cancelled {
			list = append(list, a)
		}
	}
	return list, string(page.Next), nil
}

// DeleteOld deletes the appointments whose time is longer ago than Keep, with their answers.
func (p *Planner) DeleteOld(ctx context.Context, now time.Time) error {
	return p.store.DeleteAppointments(ctx, now.Add(-Keep))
}
