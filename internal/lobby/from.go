package lobby

import (
	"context"

	"archmage/internal/archive"
	"archmage/internal/people"
	"archmage/internal/room"
)

// CreateFrom opens a room whose matches start from a moment of a match that the person can see. The game, its
// options and the number of seats are those of that match. The other settings are those of the host. CreateFrom
// fails as [archive.Archive.Moment] and Create do.
func (l *Lobby) CreateFrom(
	ctx context.Context,
	host people.Person,
	settings room.Settings,
	from archive.From,
) (string, error) {
	moment, err := l.options.Archive.Moment(ctx, host, from)
	if err != nil {
		return "", err
	}
	settings.Game, settings.Options, settings.Seats = moment.Game, moment.Options, moment.Seats
	return l.Open(
		ctx,
		host,
		"",
		&room.Open{
			Settings: settings,
			From:     &room.Position{Origin: moment.Origin, State: moment.State},
			Seat:     from.Seat,
		},
	)
}
