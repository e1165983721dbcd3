package operator

import (
	"context"
	"net/http"
	"strings"

	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// actsHandler carries out acts of moderation and lists them.
type actsHandler struct {
	*roles
	moderation *moderation.Moderation
}

// ActAnswer is a line of the log of acts. At and Until are in milliseconds since 1970.
type ActAnswer struct {
	Number  uint64        `json:"number"`
	At      int64         `json:"at"`
	By      PersonAndRole `json:"by"`
	Person  PersonAndRole `json:"person"`
	Kind    string        `json:"kind"`
	Target  string        `json:"target"`
	Reason  people.Reason `json:"reason"`
	Words   string        `json:"words"`
	Until   int64         `json:"until"`
	Outcome string        `json:"outcome"`
}

// acts lists the acts of moderators and the operator, with `person` those about that person. Allowed for a
// moderator.
func (s *actsHandler) acts(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	limit, err := httpx.Number(query.Get("limit"), httpx.DefaultPage, 1, httpx.MaxPage)
	if err != nil {
		return err
	}
	answers, next, err := s.actAnswers(
		r.Context(),
		moderatorOf(r).Role,
		moderation.ActQuery{Person: query.Get("person"), After: query.Get("after"), Limit: limit},
	)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Acts []ActAnswer `json:"acts"`
		Next string      `json:"next"`
	}{answers, next})
	return nil
}

// actAnswers returns acts as people with a role may see them. Only owners see the addresses of
// bans.
func (s *actsHandler) actAnswers(
	ctx context.Context,
	role moderation.Role,
	query moderation.ActQuery,
) (answers []ActAnswer, next string, err error) {
	list, next, err := s.records.Acts(ctx, query)
	if err != nil {
		return nil, "", err
	}
	var ids []string
	for i := range list {
		ids = append(ids, list[i].By, list[i].Person)
	}
	names, err := s.names(ctx, ids)
	answers = []ActAnswer{}
	for i := range list {
		a := &list[i]
		if a.Kind == moderation.ActBan && !role.Above(moderation.RoleModerator) {
			a.Target, _, _ = strings.Cut(a.Target, " ")
		}
		answers = append(answers, ActAnswer{
			Number:  a.Number,
			At:      a.At.UnixMilli(),
			By:      names.name(a.By),
			Person:  names.name(a.Person),
			Kind:    a.Kind,
			Target:  a.Target,
			Reason:  a.Reason,
			Words:   a.Words,
			Until:   httpx.Milliseconds(a.Until),
			Outcome: a.Outcome,
		})
	}
	return answers, next, err
}

// act carries out an act of the given `kind`. The person reads its `reason` and `words`, except for `dismiss` and
// `note`. With the number of a `report`, the act is about the person of the report, and closes all reports of the
// same thing if it succeeds. Moderators act on people without a role, owners also on moderators, and nobody on
// themselves. Each act is kept with its `outcome`: `done`, or the code of an error. Allowed for a moderator.
func (s *actsHandler) act(w http.ResponseWriter, r *http.Request) error {
	var body moderation.Request
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.moderation.Act(r.Context(), moderatorOf(r), body); err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, struct{}{})
	return nil
}
