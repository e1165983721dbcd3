package operator

import (
	"context"
	"net/http"

	"go.uber.org/zap"

	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// roles has the roles of people.
type roles struct {
	*httpx.Base
	records *moderation.Records
}

// moderatorKey is the context key of the moderator who makes a request.
type moderatorKey struct{}

func moderatorOf(r *http.Request) moderation.Moderator {
	return r.Context().Value(moderatorKey{}).(moderation.Moderator)
}

// ModeratorOf returns the moderator who makes a request from a page.
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

// forOwners returns an endpoint that only owners may use. Anybody else gets the answer
// that there is nothing at the address.
func (s *roles) forOwners(do httpx.Endpoint) httpx.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		if m, ok := s.ModeratorOf(r); !ok || m.Role != moderation.RoleOwner {
			return httpx.ErrNotFound()
		}
		return do(w, r)
	}
}

// PersonAndRole is a person as moderators see one. The name is missing if the person was
// deleted.
type PersonAndRole struct {
	httpx.Person
	Role moderation.Role `json:"role"`
}

// namer looks up the names of several people in one query.
type namer struct {
	known map[string]people.Person
	roles map[string]moderation.Role
}

func (s *roles) namesOf(ctx context.Context, ids []string) (namer, error) {
	known, err := s.People.Accounts.Known(ctx, ids)
	if err != nil {
		return namer{}, err
	}
	roles, err := s.records.Roles(ctx)
	return namer{known, roles}, err
}

func (n *namer) name(id string) PersonAndRole {
	return PersonAndRole{httpx.Person{ID: id, Name: n.known[id].Name, Kind: n.known[id].Kind}, n.roles[id]}
}
