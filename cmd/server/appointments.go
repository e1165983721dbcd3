package main

import (
	"context"
	"encoding/json"
	"net/netip"
	"slices"
	"time"

	"archmage/internal/appointment"
	"archmage/internal/coded"
	"archmage/internal/game/registry"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/retention"
)

// gameTitle returns a function that returns the title of a hosted game in a language, or the id of a game that is
// not hosted.
func (a *app) gameTitle() func(game, lang string) string {
	modules := registry.Hosted(a.games)
	return func(game, lang string) string {
		module, ok := modules.Find(game)
		if !ok {
			return game
		}
		return module.Rules.Info().Title.In(lang)
	}
}

// newAppointments returns the keeper of the appointments, which open tables of the lobby.
func (p *program) newAppointments(persons *people.People) *appointment.Keeper {
	notices := appointmentNotices{p, persons}
	planner := appointment.NewPlanner(p.store.Appointments, appointment.Options{
		Notify:   notices.notificationsAbout,
		Announce: notices.showNews,
	})
	return appointment.NewKeeper(planner, tableOpener{p, persons}.open, p.log)
}

// appointmentTask deletes old appointments.
func appointmentTask(keeper *appointment.Keeper) retention.Task {
	return retention.Task{Name: "appointments", Delete: func(ctx context.Context, now time.Time) (int, error) {
		return 0, keeper.DeleteOld(ctx, now)
	}}
}

// appointmentNotices notifies people of their appointments.
type appointmentNotices struct {
	program *program
	persons *people.People
}

// appointmentEvents has the event of each notice.
var appointmentEvents = map[appointment.Notice]notify.AppointmentEvent{
	appointment.Reminder:        notify.AppointmentReminder,
	appointment.Opened:          notify.AppointmentOpened,
	appointment.Changed:         notify.AppointmentChanged,
	appointment.CancelledNotice: notify.AppointmentCancelled,
}

// notificationsAbout returns the notifications of people about an appointment. It leaves out those with whom the
// planner has a block.
func (n appointmentNotices) notificationsAbout(
	ctx context.Context,
	persons []string,
	notice appointment.Notice,
	a *appointment.Appointment,
) ([]store.Notification, error) {
	planners, err := n.persons.Social.Visible(ctx, []string{a.Planner})
	if err != nil {
		return nil, err
	}
	strangers, err := n.persons.Social.Strangers(ctx, a.Planner)
	if err != nil {
		return nil, err
	}
	persons = slices.DeleteFunc(slices.Clone(persons), func(id string) bool { return slices.Contains(strangers, id) })
	return n.program.notices.NotificationsAbout(ctx, persons, notify.AppointmentNotice{
		Event: appointmentEvents[notice], Code: a.Code, Game: a.Subject.Game, Planner: planners[a.Planner].Name,
		Until: a.At.Add(appointment.OpenUntil),
	})
}

// showNews makes the open pages of people load their news.
func (n appointmentNotices) showNews(ctx context.Context, persons []string) {
	for _, person := range persons {
		n.program.server.News(ctx, person)
	}
}

// tableOpener opens the tables of appointments.
type tableOpener struct {
	program *program
	persons *people.People
}

// open implements [appointment.Opener]. A planner who was deleted or banned opens no table.
func (o tableOpener) open(ctx context.Context, id string, a *appointment.Appointment) error {
	planners, err := o.persons.Social.Visible(ctx, []string{a.Planner})
	if err != nil {
		return err
	}
	planner, ok := planners[a.Planner]
	if !ok {
		return coded.Errorf(people.CodeNoPerson, "the planner is deleted")
	}
	if err := o.program.bans.Check(planner.Person, netip.Addr{}); err != nil {
		return err
	}
	var settings room.Settings
	if err := json.Unmarshal(a.Subject.Settings, &settings); err != nil {
		return coded.Malformedf("the settings of the table cannot be read: %v", err)
	}
	return o.program.lobby.CreateAs(ctx, id, planner.Person, settings)
}
