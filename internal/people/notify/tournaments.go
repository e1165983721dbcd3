package notify

import (
	"context"
	"time"

	"archmage/internal/store"
)

// TournamentNotice is a notification about a tournament.
type TournamentNotice struct {
	// Event is one of the events about tournaments.
	Event TournamentEvent
	// ID is the id of the tournament, Title its title.
	ID, Title string
	// Until is the time from which the notification is not sent any more.
	Until time.Time
}

// TournamentEvent is an event about a tournament. A person gets it by the channels that get another [Event].
type TournamentEvent string

// The events about tournaments.
const (
	TournamentReminder  TournamentEvent = "tournament.reminder"  // as Reminder
	TournamentTable     TournamentEvent = "tournament.table"     // as Begin
	TournamentOrganiser TournamentEvent = "tournament.organiser" // as Invitation
)

// choice returns the event of a Choice that decides about an event of tournaments.
func (e TournamentEvent) choice() Event {
	switch e {
	case TournamentTable:
		return Begin
	case TournamentOrganiser:
		return Invitation
	}
	return Reminder
}

// NotificationsOfTournament returns the notifications of people about a tournament, one for each channel that wants it.
// They are not stored. A notification about the same tournament replaces the earlier one.
func (n *Notifier) NotificationsOfTournament(
	ctx context.Context,
	persons []string,
	notice TournamentNotice,
) (notifications []store.Notification, err error) {
	choice := notice.Event.choice()
	for _, person := range persons {
		if !n.HasChannel(person) {
			continue
		}
		channels, err := n.Channels(ctx, person)
		if err != nil {
			return nil, err
		}
		for i := range channels {
			if !channels[i].wants(choice, false) {
				continue
			}
			stored := newNotification(&channels[i], "", notification{
				Event: Event(notice.Event), Tournament: notice.ID, Title: notice.Title,
				Until: notice.Until.UnixMilli(),
			})
			stored.Topic, stored.Once = "tournament "+notice.ID, false
			notifications = append(notifications, stored)
		}
	}
	return notifications, nil
}
