package operator

import (
	"context"
	"net/http"

	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
)

// reportsHandler lists reports for moderators.
type reportsHandler struct {
	*roles
	rooms       inspectedRooms
	connections personConnections
}

// inspectedRooms has the rooms in which a moderator may be.
type inspectedRooms interface {
	roomList
	roomInspector
}

// personConnections has the connections of people.
type personConnections interface {
	// RoomsOf returns the rooms to which a person is connected at this node.
	RoomsOf(person string) []string
}

// ReportAnswer is a report as moderators see it. Created and Closed are in milliseconds since 1970.
type ReportAnswer struct {
	Number   uint64        `json:"number"`
	Topic    string        `json:"topic"`
	Person   PersonAndRole `json:"person"`
	Reporter PersonAndRole `json:"reporter"`
	Created  int64         `json:"created"`
	// Closed is 0 while the report is open.
	Closed int64 `json:"closed"`
	moderation.Reported
	// Withheld is true if the lines of the chat are left out, because the moderator is at that
	// table and a match is being played.
	Withheld bool `json:"withheld"`
}

// reports lists open reports, with `closed=1` closed ones, with `person` those about that person. Allowed for a
// moderator.
func (s *reportsHandler) reports(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	limit, err := httpx.Number(query.Get("limit"), httpx.DefaultPage, 1, httpx.MaxPage)
	if err != nil {
		return err
	}
	list, next, err := s.records.Reports(r.Context(), moderation.ReportQuery{
		Closed: query.Get("closed") == "1", Person: query.Get("person"), After: query.Get("after"), Limit: limit,
	})
	if err != nil {
		return err
	}
	answers, err := s.reportAnswers(r, list)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Reports []ReportAnswer `json:"reports"`
		Next    string         `json:"next"`
	}{answers, next})
	return nil
}

func (s *reportsHandler) reportAnswers(r *http.Request, list []moderation.Report) ([]ReportAnswer, error) {
	var ids []string
	for i := range list {
		ids = append(ids, list[i].Person, list[i].Reporter)
	}
	names, err := s.names(r.Context(), ids)
	if err != nil {
		return nil, err
	}
	own, err := s.playingRooms(r.Context(), moderatorOf(r))
	if err != nil {
		return nil, err
	}
	answers := []ReportAnswer{}
	for i := range list {
		report := &list[i]
		answer := ReportAnswer{
			Number:   report.Number,
			Topic:    report.Topic,
			Person:   names.name(report.Person),
			Reporter: names.name(report.Reporter),
			Created:  report.Created.UnixMilli(),
			Reported: report.Reported,
		}
		if !report.Closed.IsZero() {
			answer.Closed = report.Closed.UnixMilli()
		}
		if answer.Withheld = report.Room != "" && own[report.Room]; answer.Withheld || answer.Lines == nil {
			answer.Lines = []lobby.Line{}
		}
		answers = append(answers, answer)
	}
	return answers, nil
}

// playingRooms returns the rooms in which a match is being played and the moderator has a seat or
// watches. The chat of such a room may contain secrets of the match.
func (s *reportsHandler) playingRooms(ctx context.Context, m moderation.Moderator) (map[string]bool, error) {
	own := map[string]bool{}
	if m.ID == "" {
		return own, nil
	}
	query := directory.ListQuery{Member: m.ID, Limit: httpx.MaxPage, Statuses: []room.Status{room.StatusPlaying}}
	for {
		page, err := s.rooms.List(ctx, query)
		if err != nil {
			return nil, err
		}
		for i := range page.Rooms {
			own[page.Rooms[i].ID] = true
		}
		if query.After = page.Next; page.Next == "" {
			break
		}
	}
	for _, id := range s.connections.RoomsOf(m.ID) {
		inspection, err := s.rooms.Inspect(ctx, id)
		if err == nil && inspection.Status == room.StatusPlaying {
			own[id] = true
		}
	}
	return own, nil
}
