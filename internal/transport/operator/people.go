package operator

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// Eraser deletes people.
type Eraser interface {
	// DeletePerson deletes a person and ends the person's connections.
	DeletePerson(ctx context.Context, id string) error
}

// peopleHandler answers the operator's requests about accounts.
type peopleHandler struct {
	*roles
	moderation *moderation.Moderation
	eraser     Eraser
	publicURL  string
}

// AccountRow is an account in the operator's list.
type AccountRow struct {
	PersonAndRole
	// Created and Seen are in milliseconds since 1970. Seen is rounded to the day.
	Created int64 `json:"created"`
	Seen    int64 `json:"seen"`
}

// adminPeople lists accounts, ordered by name.
func (s *peopleHandler) adminPeople(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	limit, err := httpx.Number(query.Get("limit"), httpx.DefaultPage, 1, httpx.MaxPage)
	if err != nil {
		return err
	}
	list, next, err := s.People.Accounts.List(r.Context(), query.Get("name"), query.Get("after"), limit)
	if err != nil {
		return err
	}
	roles, err := s.records.Roles(r.Context())
	if err != nil {
		return err
	}
	answer := struct {
		People []AccountRow `json:"people"`
		Next   string       `json:"next"`
	}{[]AccountRow{}, next}
	for i := range list {
		account := &list[i]
		answer.People = append(answer.People, AccountRow{
			PersonAndRole{
				httpx.AsPerson(account.Person),
				roles[account.ID],
			},
			account.Created.UnixMilli(),
			account.Seen.UnixMilli(),
		})
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// OperatorLink is a link with which a browser can sign in to an account once.
type OperatorLink struct {
	httpx.Person
	// Address is the URL of the link, or its path if the server does not know its public URL. Until
	// is in milliseconds since 1970.
	Address string `json:"address"`
	Until   int64  `json:"until"`
}

func (s *peopleHandler) link(p people.Person, secret string, until time.Time) OperatorLink {
	return OperatorLink{httpx.AsPerson(p), s.publicURL + httpx.AccountPath + "#me=" + secret, until.UnixMilli()}
}

// newOperatorLink makes a link for a person who has no other way to sign in.
func (s *peopleHandler) newOperatorLink(w http.ResponseWriter, r *http.Request) error {
	found, err := s.People.Accounts.Find(r.Context(), chi.URLParam(r, "person"))
	if err != nil {
		return err
	}
	var link OperatorLink
	err = s.moderation.Record(
		r.Context(),
		moderation.Operator,
		moderation.Act{Kind: moderation.ActLink, Person: found.ID},
		func(moderation.Act) error {
			secret, until, err := s.People.Accounts.NewOperatorLink(r.Context(), found.ID)
			link = s.link(found, secret, until)
			return err
		},
	)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, link)
	return nil
}

// newAccount makes an account and a link with which its owner signs in.
func (s *peopleHandler) newAccount(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Name string `json:"name"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	link, err := s.newAccountBy(r.Context(), moderation.Operator, body.Name)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, link)
	return nil
}

// newAccountBy makes an account in the name of the operator or of an owner.
func (s *peopleHandler) newAccountBy(
	ctx context.Context,
	by moderation.Moderator,
	name string,
) (link OperatorLink, err error) {
	act := moderation.Act{Kind: moderation.ActAccount, Target: people.CleanName(name)}
	err = s.moderation.Record(ctx, by, act, func(moderation.Act) error {
		account, secret, until, err := s.People.Accounts.NewAccount(ctx, name)
		link = s.link(account, secret, until)
		return err
	})
	return link, err
}

// removePerson deletes a person.
func (s *peopleHandler) removePerson(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "person")
	act := moderation.Act{Kind: moderation.ActRemovePerson, Person: id}
	err := s.moderation.Record(
		r.Context(),
		moderation.Operator,
		act,
		func(moderation.Act) error { return s.eraser.DeletePerson(r.Context(), id) },
	)
	if refusal, ok := coded.Refusal(err); ok && refusal != nil && refusal.Code == people.CodeNoIdentity {
		return coded.Errorf(coded.NotFound, "there is no such person")
	} else if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
