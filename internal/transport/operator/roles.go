package operator

import (
	"context"
	"net/http"

	"go.uber.org/zap"

	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// roles finds the roles of people. Handlers embed it.
type roles struct {
	*httpx.Base
	records *moderation.Records
}

// moderatorKey is the context key of the moderator who makes a request.
type moderatorKey struct{}

func moderatorOf(r *http.Request) moderation.Moderator {
	return r.Context().Value(moderatorKey{}).(moderation.Moderator)
}

// ModeratorOf returns the moderator or owner who makes a request, and false for other people.
func (s *roles) ModeratorOf(r *http.Request) (moderation.Moderator, bool) {
	session, err := s.RequirePersonalSession(r)
	if err != nil || session.Kind != people.Account {
		return moderation.Moderator{}, false
	}
	role, err := s.records.Role(r.Context(), session.ID)
	if err != nil {
		s.Log.Error("a role cannot be read", zap.Error(err))
	}
	return moderation.Moderator{Person: session.Person, Role: role}, err == nil && role != moderation.NoRole
}

// forOwners returns an endpoint that only owners may use. Other people get the answer for a path
// that does not exist.
func (s *roles) forOwners(do httpx.Endpoint) httpx.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		m, ok := s.ModeratorOf(r)
		if !ok || m.Role != moderation.RoleOwner {
			return httpx.ErrNotFound()
		}
		return do(w, r.WithContext(context.WithValue(r.Context(), moderatorKey{}, m)))
	}
}

// PersonAndRole is a person as moderators see one. The name is "" if the person was deleted.
type PersonAndRole struct {
	httpx.Person
	Role moderation.Role `json:"role"`
}

// namer has the names and roles of some people, who were looked up in one query.
type namer struct {
	persons map[string]people.Person
	roles   map[string]moderation.Role
}

func (s *roles) names(ctx context.Context, ids []string) (namer, error) {
	persons, err := s.People.Accounts.FindAll(ctx, ids)
	if err != nil {
		return namer{}, err
	}
	roles, err := s.records.Roles(ctx)
	return namer{persons, roles}, err
}

func (n *namer) name(id string) PersonAndRole {
	return PersonAndRole{httpx.Person{ID: id, Name: n.persons[id].Name, Kind: n.persons[id].Kind}, n.roles[id]}
}
