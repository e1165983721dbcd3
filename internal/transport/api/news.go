package api

import (
	"net/http"

	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// newsHandler sends what an open page shows of the server and of moderation.
type newsHandler struct {
	*httpx.Base
	records *moderation.Records
	site    *site.Site
}

// NewsAnswer is what a page tells its visitor.
type NewsAnswer struct {
	// Notice is the notice for everybody, null if there is none.
	Notice *moderation.Notice `json:"notice"`
	// Acts are what moderators have done about the visitor, the latest first.
	Acts []NewsAct `json:"acts"`
	// Role is the visitor's role, or "".
	Role moderation.Role `json:"role"`
	// Reports is how many reports wait for a moderator; 0 for everybody else.
	Reports int `json:"reports"`
	// Online is how many people are on the server now.
	Online int `json:"online"`
	// Site is the tag of the host's texts; it changes with them.
	Site string `json:"site"`
}

// NewsAct is an act of a moderator as the person whom it is about sees it.
type NewsAct struct {
	Number uint64        `json:"number"`
	At     int64         `json:"at"`
	Kind   string        `json:"kind"`
	Reason people.Reason `json:"reason"`
	Words  string        `json:"words"`
	Until  int64         `json:"until"`
	// Role is the person's role after an act that changed it.
	Role string `json:"role"`
}

func newsActOf(a *moderation.Act) NewsAct {
	told := NewsAct{
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
func (s *newsHandler) news(w http.ResponseWriter, r *http.Request) error {
	by, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	answer := NewsAnswer{
		Acts:   []NewsAct{},
		Online: s.People.Social.Touch(r.Context(), by),
		Site:   s.site.Words().Tag,
	}
	if answer.Notice, err = s.records.Notice(r.Context()); err != nil {
		return err
	}
	if by.Kind == people.Account {
		if answer.Role, err = s.records.Role(r.Context(), by.ID); err != nil {
			return err
		}
		if answer.Role.Above(moderation.NoRole) {
			if answer.Reports, err = s.records.OpenReports(r.Context()); err != nil {
				return err
			}
		}
	}
	if by.ID != "" {
		acts, _, err := s.records.Acts(
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
func (s *newsHandler) markNewsRead(w http.ResponseWriter, r *http.Request) error {
	session, err := s.RequirePersonalSession(r)
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
	if err := s.records.MarkActsRead(r.Context(), session.ID, body.Number); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// ModerationAnswer is what moderation stores about a person.
type ModerationAnswer struct {
	// Reports are the reports that the person has made, Acts what moderators have done
	// and noted about the person, Role the person's role.
	Reports []moderation.Reported `json:"reports"`
	Acts    []NewsAct             `json:"acts"`
	Role    moderation.Role       `json:"role"`
}

func (s *newsHandler) moderationOf(r *http.Request, person string) (answer ModerationAnswer, err error) {
	answer = ModerationAnswer{Reports: []moderation.Reported{}, Acts: []NewsAct{}}
	if answer.Role, err = s.records.Role(r.Context(), person); err != nil {
		return answer, err
	}
	for _, closed := range []bool{false, true} {
		for query := (moderation.ReportQuery{Reporter: person, Closed: closed, Limit: httpx.MaxPage}); ; {
			reports, next, err := s.records.Reports(r.Context(), query)
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
		acts, next, err := s.records.Acts(r.Context(), query)
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
