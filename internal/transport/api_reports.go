package transport

import (
	"context"
	"net/http"
	"slices"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// peopleAPI answers requests about other people.
type peopleAPI struct{ *core }

// report stores what somebody reports about a line of the chat, a name or a
// person. The server adds the chat around it, as the reporter could read it.
func (s *peopleAPI) report(w http.ResponseWriter, r *http.Request) error {
	session, err := s.Owner(r)
	if err == nil {
		err = s.CheckSpace()
	}
	if err != nil {
		return err
	}
	var body struct {
		What string `json:"what"`
		// Person is the id of the reported person, for a line of its author.
		Person string `json:"person"`
		// Room is where it happened, or "".
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
	what := moderation.Reported{
		What:   body.What,
		Reason: body.Reason,
		Words:  body.Words,
		Room:   body.Room,
		Lines:  []lobby.Line{},
	}
	if body.What == moderation.ReportLine {
		if what.Line = body.Line; body.Line == 0 || body.Room == "" {
			return coded.Malformedf("a line has a room and a number")
		}
	}
	if body.Room != "" {
		done, err := s.SetAside(w, r, httpx.Costs, httpx.Light)
		if err != nil {
			return err
		}
		defer done()
		if what.Lines, err = s.rooms.Lines(r.Context(), body.Room, session.Person, what.Line); err != nil {
			return err
		}
	}
	for _, line := range what.Lines {
		if what.Line != 0 && line.Number == what.Line {
			body.Person = line.Player
		}
	}
	if err := s.options.Records.Report(r.Context(), session.Person, body.Person, what); err != nil {
		return err
	}
	s.callModerators(r.Context(), session.ID, body.Person)
	s.WriteJSON(w, http.StatusCreated, struct{}{})
	return nil
}

// callModerators tells moderators of a report, on their pages and by their channels, but for
// the reporter and the reported person.
func (s *peopleAPI) callModerators(ctx context.Context, involved ...string) {
	roles, err := s.options.Records.Roles(ctx)
	var moderators []string
	for person, role := range roles {
		if role.Above(moderation.NoRole) && !slices.Contains(involved, person) {
			moderators = append(moderators, person)
			s.signals.News(ctx, person)
		}
	}
	if err == nil && s.options.Notices != nil {
		err = s.options.Notices.NotifyModerators(ctx, moderators)
	}
	if err != nil {
		// The report is stored, and moderators see it on their page.
		s.Log.Warn("moderators are not told of a report", zap.Error(err))
	}
}

// newsAnswer is what a page tells its visitor.
type newsAnswer struct {
	// Notice is the notice for everybody, null if there is none.
	Notice *moderation.Notice `json:"notice"`
	// Acts are what moderators have done about the visitor, the latest first.
	Acts []newsAct `json:"acts"`
	// Role is the visitor's role, or "".
	Role moderation.Role `json:"role"`
	// Reports is how many reports wait for a moderator; 0 for everybody else.
	Reports int `json:"reports"`
	// Online is how many people are on the server now.
	Online int `json:"online"`
	// Site is the tag of the host's texts; it changes with them.
	Site string `json:"site"`
}

// newsAct is an act of a moderator as the person whom it is about sees it.
type newsAct struct {
	Number uint64        `json:"number"`
	At     int64         `json:"at"`
	Kind   string        `json:"kind"`
	Reason people.Reason `json:"reason"`
	Words  string        `json:"words"`
	Until  int64         `json:"until"`
	// Role is the person's role after an act that changed it.
	Role string `json:"role"`
}

func newsActOf(a *moderation.Act) newsAct {
	told := newsAct{
		Number: a.Number,
		At:     a.At.UnixMilli(),
		Kind:   a.Kind,
		Reason: a.Reason,
		Words:  a.Words,
		Until:  httpx.Milliseconds(a.Until),
	}
	if a.Kind == moderation.ActRole {
		told.Role = a.Target
	}
	return told
}

// maxNewsActs bounds the acts in one answer.
const maxNewsActs = 10

// news sends what a page tells its visitor.
func (s *peopleAPI) news(w http.ResponseWriter, r *http.Request) error {
	by, err := s.GuestIfAny(r)
	if err != nil {
		return err
	}
	answer := newsAnswer{
		Acts:   []newsAct{},
		Online: s.People.Social.Touch(r.Context(), by),
		Site:   s.options.Site.Words().Tag,
	}
	if answer.Notice, err = s.options.Records.Notice(r.Context()); err != nil {
		return err
	}
	if by.Kind == people.Account {
		if answer.Role, err = s.options.Records.Role(r.Context(), by.ID); err != nil {
			return err
		}
		if answer.Role.Above(moderation.NoRole) {
			if answer.Reports, err = s.options.Records.OpenReports(r.Context()); err != nil {
				return err
			}
		}
	}
	if by.ID != "" {
		acts, _, err := s.options.Records.Acts(
			r.Context(),
			moderation.ActQuery{Person: by.ID, Unread: true, Limit: maxNewsActs},
		)
		if err != nil {
			return err
		}
		for i := range acts {
			answer.Acts = append(answer.Acts, newsActOf(&acts[i]))
		}
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// markNewsRead records that a person has read the news of acts up to a number.
func (s *peopleAPI) markNewsRead(w http.ResponseWriter, r *http.Request) error {
	session, err := s.Owner(r)
	if err != nil {
		return err
	}
	if err := s.CountChange(w, r, session.Person); err != nil {
		return err
	}
	var body struct {
		Number uint64 `json:"number"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.options.Records.MarkActsRead(r.Context(), session.ID, body.Number); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// moderationAnswer is what moderation stores about a person.
type moderationAnswer struct {
	// Reports are the reports that the person has made, Acts what moderators have done
	// and noted about the person, Role the person's role.
	Reports []moderation.Reported `json:"reports"`
	Acts    []newsAct             `json:"acts"`
	Role    moderation.Role       `json:"role"`
}

func (s *peopleAPI) moderationOf(r *http.Request, person string) (answer moderationAnswer, err error) {
	answer = moderationAnswer{Reports: []moderation.Reported{}, Acts: []newsAct{}}
	if answer.Role, err = s.options.Records.Role(r.Context(), person); err != nil {
		return answer, err
	}
	for _, closed := range []bool{false, true} {
		for query := (moderation.ReportQuery{Reporter: person, Closed: closed, Limit: httpx.MaxPage}); ; {
			reports, next, err := s.options.Records.Reports(r.Context(), query)
			if err != nil {
				return answer, err
			}
			for i := range reports {
				answer.Reports = append(answer.Reports, reports[i].Reported)
			}
			if query.After = next; next == "" {
				break
			}
		}
	}
	for query := (moderation.ActQuery{Person: person, Limit: httpx.MaxPage}); ; {
		acts, next, err := s.options.Records.Acts(r.Context(), query)
		if err != nil {
			return answer, err
		}
		for i := range acts {
			answer.Acts = append(answer.Acts, newsActOf(&acts[i]))
		}
		if query.After = next; next == "" {
			return answer, nil
		}
	}
}
