package api

import (
	"context"
	"net/http"
	"slices"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/clubchat"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/transport/httpx"
)

// chatReader reads the chat of rooms.
type chatReader interface {
	// Lines returns lines of the chat that a person may read: those around a line, or the
	// last ones if line is 0.
	Lines(ctx context.Context, id string, person people.Person, line uint64) ([]lobby.Line, error)
}

// reportsHandler stores reports and notifies moderators of them.
type reportsHandler struct {
	*httpx.Base
	chat    chatReader
	club    *clubchat.Chat
	records *moderation.Records
	signals Signals
	notices *notify.Notifier
}

// report sends the moderators a report about `what`: a `line` of the chat of a `room` by its number, a line of the
// club's chat (the same without a `room`), the `name` of a `person`, what the person writes about itself
// (`about`), or the `person`; with a `reason`, and `words` of at most 400 characters. With a `room`, the server
// adds the lines around it that the client may read. A second report about the same thing changes nothing. Allowed
// for a person.
func (s *reportsHandler) report(w http.ResponseWriter, r *http.Request) error {
	session, err := s.RequirePersonalSession(r)
	if err == nil {
		err = s.CheckSpace()
	}
	if err != nil {
		return err
	}
	var body struct {
		What string `json:"what"`
		// Person is the id of the reported person. For a line, the server uses its author.
		Person string `json:"person"`
		// Room is the id of the room that the report is about, or "". A line without a room is one of the chat of
		// the club.
		Room   string        `json:"room"`
		Line   uint64        `json:"line"`
		Reason people.Reason `json:"reason"`
		Words  string        `json:"words"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if !s.Allow(w, r, httpx.Reports) {
		return coded.Errorf(httpx.CodeTooMany, "too many reports have come from your address; try again later")
	}
	reported := moderation.Reported{
		What:   body.What,
		Reason: body.Reason,
		Words:  body.Words,
		Room:   body.Room,
		Lines:  []lobby.Line{},
	}
	if body.What == moderation.ReportLine && body.Line != 0 && body.Room == "" {
		body.What, reported.What = moderation.ReportClubLine, moderation.ReportClubLine
	}
	if body.What == moderation.ReportLine {
		if reported.Line = body.Line; body.Line == 0 || body.Room == "" {
			return coded.Malformedf("a line has a room and a number")
		}
	}
	if body.What == moderation.ReportClubLine {
		if reported.Line, reported.Room, body.Room = body.Line, "", ""; s.club == nil {
			return httpx.ErrNotFound()
		}
		if reported.Lines, err = s.clubLines(r.Context(), session.Person, body.Line); err != nil {
			return err
		}
	}
	if body.Room != "" {
		done, err := s.Reserve(w, r, httpx.Costs, httpx.Light)
		if err != nil {
			return err
		}
		defer done()
		if reported.Lines, err = s.chat.Lines(r.Context(), body.Room, session.Person, reported.Line); err != nil {
			return err
		}
	}
	for _, line := range reported.Lines {
		if reported.Line != 0 && line.Number == reported.Line {
			body.Person = line.Player
		}
	}
	if err := s.records.Report(r.Context(), session.Person, body.Person, reported); err != nil {
		return err
	}
	s.callModerators(r.Context(), session.ID, body.Person)
	s.WriteJSON(w, http.StatusCreated, struct{}{})
	return nil
}

// clubLines returns a line of the chat of the club and lines around it.
func (s *reportsHandler) clubLines(ctx context.Context, person people.Person, number uint64) ([]lobby.Line, error) {
	around, err := s.club.Around(ctx, person, number)
	lines := []lobby.Line{}
	for _, line := range around {
		if !line.Removed {
			lines = append(
				lines,
				lobby.Line{Number: line.Number, At: line.At, Player: line.Person, Name: line.Name, Text: line.Text},
			)
		}
	}
	return lines, err
}

// callModerators notifies moderators of a report, on their open pages and by their channels, except
// the people involved.
func (s *reportsHandler) callModerators(ctx context.Context, involved ...string) {
	roles, err := s.records.Roles(ctx)
	var moderators []string
	for person, role := range roles {
		if role.Above(moderation.NoRole) && !slices.Contains(involved, person) {
			moderators = append(moderators, person)
			s.signals.News(ctx, person)
		}
	}
	if err == nil && s.notices != nil {
		err = s.notices.NotifyModerators(ctx, moderators)
	}
	if err != nil {
		// The report is stored, and moderators see it in their list.
		s.Log.Warn("moderators could not be notified of a report", zap.Error(err))
	}
}
