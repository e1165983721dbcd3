package notify

import (
	"context"
	"time"

	"archmage/internal/store"
)

// AppointmentNotice is a notification about an appointment.
type AppointmentNotice struct {
	// Event is one of AppointmentReminder, AppointmentOpened, AppointmentChanged and
	// AppointmentCancelled.
	Event AppointmentEvent
	// Code is the code of the appointment, Game its game, and Planner the name of the person who has
	// planned it.
	Code, Game, Planner string
	// Until is the time from which the notification is not sent any more.
	Until time.Time
}

// AppointmentEvent is an event about an appointment. A person gets it by the channels that get another
// [Event], so that no further choice is needed.
type AppointmentEvent string

// The events about appointments.
const (
	AppointmentReminder  AppointmentEvent = "appointment.reminder"  // as Reminder
	AppointmentOpened    AppointmentEvent = "appointment.opened"    // as Begin
	AppointmentChanged   AppointmentEvent = "appointment.changed"   // as Invitation
	AppointmentCancelled AppointmentEvent = "appointment.cancelled" // as Invitation
)

// choiceOf returns the event of a Choice that decides about an event of appointments.
func choiceOf(event AppointmentEvent) Event {
	switch event {
	case AppointmentReminder:
		return Reminder
	case AppointmentOpened:
		return Begin
	}
	return Invitation
}

// NotificationsAbout returns the notifications of people about an appointment, one for each channel that
// wants it. They are not stored. A notification about the same appointment replaces the earlier one.
func (n *Notifier) NotificationsAbout(
	ctx context.Context,
	persons []string,
	notice AppointmentNotice,
) (notifications []store.Notification, err error) {
	for _, person := range persons {
		if !n.HasChannel(person) {
			continue
		}
		channels, err := n.Channels(ctx, person)
		if err != nil {
			return nil, err
		}
		for i := range channels {
			if !channels[i].wants(choiceOf(notice.Event), false) {
				continue
			}
			stored := newNotification(&channels[i], "", notification{
				Event: Event(notice.Event), Game: notice.Game, Names: []string{notice.Planner},
				Appointment: notice.Code, Until: notice.Until.UnixMilli(),
			})
			stored.Topic, stored.Once = "appointment "+notice.Code, false
			notifications = append(notifications, stored)
		}
	}
	return notifications, nil
}
