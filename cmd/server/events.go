package main

import (
	"context"
	"time"

	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/game/registry"
	"archmage/internal/lobby/club"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/store"
)

// newEvents returns the runner of the events, whose tables are those of tables.
func (p *program) newEvents(a *app, persons *people.People, tables runner.Tables) *runner.Runner {
	return runner.New(p.store.Events, runner.Options{
		Games:    registry.Hosted(a.games),
		Tables:   tables,
		People:   eventPeople{persons},
		Notify:   p.eventNotifications,
		Changed:  func() { p.club.Changed(club.Change{Events: true}) },
		IsShared: p.clustered,
		Logger:   p.log,
	})
}

// eventPeople has what events need to know of people.
type eventPeople struct{ people *people.People }

// Visible implements [runner.People].
func (p eventPeople) Visible(ctx context.Context, ids []string) (map[string]people.Visible, error) {
	return p.people.Social.Visible(ctx, ids)
}

// Strangers implements [runner.People].
func (p eventPeople) Strangers(ctx context.Context, person string) ([]string, error) {
	return p.people.Social.Strangers(ctx, person)
}

// Strength implements [runner.People].
func (p eventPeople) Strength(ctx context.Context, game, person string) (int, error) {
	ratings, err := p.people.Profiles.Ratings(ctx, game, []string{person})
	return max(0, ratings[person].Estimate), err
}

// eventNotices has the notification of each notice, and the time for which it is worth sending.
var eventNotices = map[runner.Notice]struct {
	event notify.TournamentEvent
	until time.Duration
}{
	runner.Reminder:   {notify.TournamentReminder, runner.RemindBefore},
	runner.TableReady: {notify.TournamentTable, 10 * time.Minute},
	runner.HandedOver: {notify.TournamentOrganiser, 24 * time.Hour},
}

// eventNotifications returns the notifications of people about an event.
func (p *program) eventNotifications(
	ctx context.Context,
	persons []string,
	notice runner.Notice,
	e *event.Event,
) ([]store.Notification, error) {
	about := eventNotices[notice]
	return p.notices.NotificationsOfTournament(ctx, persons, notify.TournamentNotice{
		Event: about.event, ID: e.ID, Title: e.Settings.Title, Until: time.Now().Add(about.until),
	})
}
