package transport

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// adminPerson is an account as the operator sees it in the list.
type adminPerson struct {
	moderatedName
	// Created and Seen are in milliseconds since 1970. Seen is rounded to the day.
	Created int64 `json:"created"`
	Seen    int64 `json:"seen"`
}

// adminPeople lists accounts in the order of their names.
func (s *operatorAPI) adminPeople(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	limit, err := httpx.Number(query.Get("limit"), httpx.DefaultPage, 1, httpx.MaxPage)
	if err != nil {
		return err
	}
	list, next, err := s.People.Accounts(r.Context(), query.Get("name"), query.Get("after"), limit)
	if err != nil {
		return err
	}
	roles, err := s.options.Records.Roles(r.Context())
	if err != nil {
		return err
	}
	answer := struct {
		People []adminPerson `json:"people"`
		Next   string        `json:"next"`
	}{[]adminPerson{}, next}
	for i := range list {
		one := &list[i]
		answer.People = append(answer.People, adminPerson{
			moderatedName{httpx.AsPerson(one.Person), roles[one.ID]}, one.Created.UnixMilli(), one.Seen.UnixMilli(),
		})
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// operatorLink is a link by which a browser signs in to an account, once.
type operatorLink struct {
	httpx.Person
	// Address begins with the public address, if the server knows it.
	Address string `json:"address"`
	Until   int64  `json:"until"`
}

func (s *operatorAPI) operatorLink(p people.Person, secret string, until time.Time) operatorLink {
	return operatorLink{httpx.AsPerson(p), s.options.PublicURL + httpx.AccountPath + "#me=" + secret, until.UnixMilli()}
}

// newOperatorLink makes a link for a person who cannot sign in.
func (s *operatorAPI) newOperatorLink(w http.ResponseWriter, r *http.Request) error {
	found, err := s.People.Find(r.Context(), chi.URLParam(r, "person"))
	if err != nil {
		return err
	}
	var made operatorLink
	err = s.moderation.Record(
		r.Context(),
		moderation.Operator,
		moderation.Act{Kind: moderation.ActLink, Person: found.ID},
		func(moderation.Act) error {
			secret, until, err := s.People.NewOperatorLink(r.Context(), found.ID)
			made = s.operatorLink(found, secret, until)
			return err
		},
	)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, made)
	return nil
}

// newAccount makes an account and a link by which its owner signs in.
func (s *operatorAPI) newAccount(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Name string `json:"name"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	var made operatorLink
	err := s.moderation.Record(
		r.Context(),
		moderation.Operator,
		moderation.Act{Kind: moderation.ActAccount, Target: people.CleanName(body.Name)},
		func(moderation.Act) error {
			account, secret, until, err := s.People.NewAccount(r.Context(), body.Name)
			made = s.operatorLink(account, secret, until)
			return err
		},
	)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, made)
	return nil
}

// removePerson removes a person and ends the person's connections.
func (s *operatorAPI) removePerson(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "person")
	act := moderation.Act{Kind: moderation.ActRemovePerson, Person: id}
	err := s.moderation.Record(
		r.Context(),
		moderation.Operator,
		act,
		func(moderation.Act) error { return s.account.deletePerson(r.Context(), id) },
	)
	if refusal, ok := coded.Refusal(err); ok && refusal != nil && refusal.Code == people.CodeNoIdentity {
		return coded.Errorf(coded.NotFound, "there is no such person")
	} else if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
