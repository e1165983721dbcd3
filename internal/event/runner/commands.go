package runner

import (
	"context"
	"errors"
	"slices"
	"time"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// Create plans an event and returns its id, which cannot be guessed. It fails with people.CodeNoAccount for people
// without an account, as [event.Decide] does, and with CodeManyEvents and people.CodeNotStored.
func (r *Runner) Create(ctx context.Context, by people.Person, settings event.Settings) (string, error) {
	if err := checkAccount(by); err != nil {
		return "", err
	}
	now := r.options.Now()
	if err := checkBegins(&settings, now); err != nil {
		return "", err
	}
	var secret match.Secret
	r.options.Random.Fill(secret[:])
	id := r.options.Random.ID()
	change, err := event.Decide(event.New(r.options.Games, id), &event.Command{
		By: event.Person{ID: by.ID, Name: by.Name}, At: now.UnixMilli(),
		Body: &event.Create{Settings: settings, Secret: secret},
	})
	if err != nil {
		return "", err
	}
	planned := &live{row: store.Event{ID: id, Organiser: by.ID, Created: now}}
	row := r.rowAfter(planned, change.Next)
	err = r.store.AddEvent(ctx, row, change.Entry.Encode(), RoleOrganiser, store.EventQuota{
		Open: MaxOpen, Made: MaxPlanned, Since: now.Add(-time.Hour),
	})
	switch {
	case errors.Is(err, store.ErrQuota):
		return "", coded.Errorf(
			CodeManyEvents, "a person has at most %d events to come, and plans %d in an hour", MaxOpen, MaxPlanned,
		)
	case err != nil:
		return "", people.NotStored(err)
	}
	if row.Listed {
		r.options.Changed()
	}
	return id, nil
}

// checkAccount fails with people.CodeNoAccount.
func checkAccount(by people.Person) error {
	if by.Kind != people.Account {
		return coded.Errorf(people.CodeNoAccount, "only people with an account take part in events")
	}
	return nil
}

// checkBegins fails with event.CodeBadSettings if the planned beginning is over or too far away.
func checkBegins(settings *event.Settings, now time.Time) error {
	begins := time.UnixMilli(settings.Begins)
	if settings.Begins != 0 && (begins.Before(now.Add(-time.Minute)) || begins.After(now.Add(MaxAhead))) {
		return coded.Errorf(
			event.CodeBadSettings, "an event begins within %d days from now", MaxAhead/(24*time.Hour),
		)
	}
	return nil
}

// Do carries out a command of a person, who has chosen its id. isOfficer is true if the person may act like the
// organiser of any event. It returns the number of the entry. It fails with CodeNoEvent, people.CodeNoAccount and
// people.CodeNoPerson, as [event.Decide] does, and with CodeManyJoins, CodeBusyOrganiser, coded.Busy and
// people.CodeNotStored.
func (r *Runner) Do(
	ctx context.Context,
	id string,
	by people.Person,
	isOfficer bool,
	commandID string,
	action event.Action,
) (int, error) {
	if err := checkAccount(by); err != nil {
		return 0, err
	}
	l, done := r.use(id)
	defer done()
	e, err := r.current(ctx, l)
	if err != nil {
		return 0, err
	}
	if action, err = r.complete(ctx, e, by, action); err != nil {
		return 0, err
	}
	return r.decide(ctx, l, &event.Command{
		By: event.Person{ID: by.ID, Name: by.Name}, ID: commandID, IsOfficer: isOfficer, Body: action,
	})
}

// current returns the event as it is stored.
func (r *Runner) current(ctx context.Context, l *live) (*event.Event, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := r.refresh(ctx, l); err != nil {
		return nil, err
	}
	return l.event, nil
}

// complete sets what only the server knows in an action of a person.
func (r *Runner) complete(
	ctx context.Context,
	e *event.Event,
	by people.Person,
	action event.Action,
) (event.Action, error) {
	switch a := action.(type) {
	case *event.Create:
		return nil, coded.Errorf(event.CodeUnknownCommand, "the event is created already")
	case *event.ChangeSettings:
		if a.Settings.Begins != e.Settings.Begins {
			return action, checkBegins(&a.Settings, r.options.Now())
		}
	case *event.Join:
		strength, err := r.options.People.Strength(ctx, e.Settings.Game, by.ID)
		return &event.Join{Perhaps: a.Perhaps, Strength: strength}, err
	case *event.Enter:
		found, err := r.options.People.Visible(ctx, []string{a.Person})
		if err != nil {
			return nil, err
		}
		person, ok := found[a.Person]
		if !ok || person.Kind != people.Account {
			return nil, coded.Errorf(people.CodeNoPerson, "there is no account with that id")
		}
		strength, err := r.options.People.Strength(ctx, e.Settings.Game, a.Person)
		return &event.Enter{Person: a.Person, Name: person.Name, Strength: strength}, err
	case *event.HandOver:
		return action, r.checkOrganiser(ctx, a.Person)
	case *event.Wait:
		return action, r.rooms().checkWait(ctx, e, by.ID, a)
	case *event.BeginRound:
		blocks, err := r.blocks(ctx, e)
		return &event.BeginRound{Blocks: blocks}, err
	}
	return action, nil
}

// checkOrganiser fails with people.CodeNoPerson unless a person can become organiser.
func (r *Runner) checkOrganiser(ctx context.Context, id string) error {
	found, err := r.options.People.Visible(ctx, []string{id})
	if err != nil {
		return err
	}
	if person, ok := found[id]; !ok || person.Kind != people.Account {
		return coded.Errorf(people.CodeNoPerson, "there is no account with that id")
	}
	return nil
}

// checkWait fails with CodeNobodyMissing unless somebody else is awaited at a table. A person with a seat there must
// have come to it.
func (r rooms) checkWait(ctx context.Context, e *event.Event, by string, wait *event.Wait) error {
	tables := openTables(e)
	i := slices.IndexFunc(tables, func(t openTable) bool { return t.round == wait.Round && t.number == wait.Table })
	if i < 0 {
		return nil // the event refuses it
	}
	t := &tables[i]
	states, err := r.options.Tables.States(ctx, []string{t.room})
	if err != nil || len(states) == 0 {
		return err
	}
	isMissing := false
	for seat, isPresent := range states[0].Present {
		if isPresent || states[0].Status != TableWaiting || seat >= len(t.seats) {
			continue
		}
		if t.personAt(e, t.seats[seat]).ID == by {
			return errNobodyMissing
		}
		isMissing = true
	}
	if !isMissing {
		return errNobodyMissing
	}
	return nil
}

var errNobodyMissing = coded.Errorf(CodeNobodyMissing, "nobody else is awaited there, or you have not come yourself")

// blocks returns the pairs of people who can be seated of whom one blocks the other.
func (r *Runner) blocks(ctx context.Context, e *event.Event) (pairs [][2]string, err error) {
	isPlaying := map[string]bool{}
	for i := range e.People {
		if e.People[i].IsPlaying() {
			isPlaying[e.People[i].ID] = true
		}
	}
	for i := range e.People {
		id := e.People[i].ID
		if !isPlaying[id] {
			continue
		}
		strangers, err := r.options.People.Strangers(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, other := range strangers {
			if isPlaying[other] && id < other {
				pairs = append(pairs, [2]string{id, other})
			}
		}
	}
	return pairs, nil
}

// IsDealSecret reports whether people may still play with the deal of a round, see [event.Event.DealIsSecret]. The deal
// of an event that does not exist is not secret.
func (r *Runner) IsDealSecret(ctx context.Context, id string, round int) (bool, error) {
	l, done := r.use(id)
	defer done()
	e, err := r.current(ctx, l)
	if coded.Of(err) == CodeNoEvent {
		return false, nil
	} else if err != nil {
		return true, err
	}
	return e.DealIsSecret(round), nil
}

// File returns the file of an event that is over, with which everybody can check it. It fails with CodeNoEvent and
// event.CodeNotOver.
func (r *Runner) File(ctx context.Context, id string) ([]byte, error) {
	l, done := r.use(id)
	defer done()
	e, err := r.current(ctx, l)
	if err != nil {
		return nil, err
	}
	var entries []*event.Entry
	for isOver(e) && len(entries) < e.Last {
		stored, err := r.store.EventEntries(ctx, id, len(entries), entriesPage)
		if err != nil {
			return nil, err
		}
		if len(stored) == 0 {
			break
		}
		for i := range stored {
			entry, err := event.DecodeEntry(stored[i].Data)
			if err != nil {
				return nil, err
			}
			entries = append(entries, entry)
		}
	}
	file, err := event.Export(e, entries)
	if err != nil {
		return nil, err
	}
	return file.Encode(), nil
}

// setLine stores what the server has done about an event, with notifications. The caller has locked l and has loaded
// the event.
func (r *Runner) setLine(ctx context.Context, l *live, next line, notifications []store.Notification) error {
	row := l.row
	row.Summary = strict.Encode(&next)
	row.Due = r.dueOf(&row, &next, l.event)
	if err := r.store.WriteEvent(ctx, store.EventWrite{Event: row, Notifications: notifications}); err != nil {
		return err
	}
	row.Version++
	l.row, l.line = row, next
	return nil
}
