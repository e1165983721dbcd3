package api

import (
	"context"
	"net/http"
	"slices"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby"
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
	records *moderation.Records
	signals Signals
	notices *notify.Notifier
}

// report stores a report about a line of the chat, a name or a person. It adds the lines of the
// chat around it, as the reporter could read them.
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
		// Room is the id of the room that the report is about, or "".
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
	if body.What == moderation.ReportLine {
		if reported.Line = body.Line; body.Line == 0 || body.Room == "" {
			return coded.Malformedf("a line has a room and a number")
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
