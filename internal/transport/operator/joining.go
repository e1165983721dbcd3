package operator

import (
	"fmt"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// joiningHandler answers the requests with which owners let people create accounts.
type joiningHandler struct {
	*roles
	moderation *moderation.Moderation
	people     *peopleHandler
}

// JoinCodeAnswer is a code with which people create accounts, without its secret. All times are in
// milliseconds since 1970.
type JoinCodeAnswer struct {
	ID string `json:"id"`
	// Kind is "link" or "card". Label is the first group of the code.
	Kind  string `json:"kind"`
	Label string `json:"label"`
	// People is the number of accounts that can be created. Used is the number that was created.
	People  int   `json:"people"`
	Used    int   `json:"used"`
	Created int64 `json:"created"`
	Until   int64 `json:"until"`
	// Uses are the accounts that were created, without those that were deleted.
	Uses []JoinUseAnswer `json:"uses"`
}

// JoinUseAnswer is an account that was created with a code.
type JoinUseAnswer struct {
	httpx.Person
	// At is in milliseconds since 1970.
	At int64 `json:"at"`
}

// joinCodes lists the `codes` with which people create accounts, the latest first, without their secrets: `kind`
// (`link` or `card`), `label` (the first group of the code), for how many `people`, how often `used`, `until`
// when, and the accounts that were created (`uses`); and who can create an account (`admission`). Allowed for an
// owner.
func (s *joiningHandler) joinCodes(w http.ResponseWriter, r *http.Request) error {
	list, err := s.People.Admissions.Codes(r.Context())
	if err != nil {
		return err
	}
	answers := []JoinCodeAnswer{}
	for i := range list {
		c := &list[i]
		answer := JoinCodeAnswer{
			ID: c.ID, Kind: c.Kind, Label: c.Label, People: c.People, Used: c.Used,
			Created: c.Created.UnixMilli(), Until: c.Until.UnixMilli(), Uses: []JoinUseAnswer{},
		}
		for _, use := range c.Uses {
			answer.Uses = append(answer.Uses, JoinUseAnswer{httpx.AsPerson(use.Person), use.At.UnixMilli()})
		}
		answers = append(answers, answer)
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Codes []JoinCodeAnswer `json:"codes"`
		// Admission says who can create an account.
		Admission people.Admission `json:"admission"`
	}{answers, s.People.Admissions.Current()})
	return nil
}

// newJoinCodes makes `count` codes (1 to 60 of the kind `card`, or one `link`), each for `people` accounts (1 for
// a card) `until` a time within a year, and returns the `codes`, which are not shown again. Allowed for an owner.
func (s *joiningHandler) newJoinCodes(w http.ResponseWriter, r *http.Request) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	var body struct {
		// Kind is "link" or "card".
		Kind string `json:"kind"`
		// Count is the number of codes. People is the number of people that each is for.
		Count  int `json:"count"`
		People int `json:"people"`
		// Until is the time at which the codes end, in milliseconds since 1970.
		Until int64 `json:"until"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	by := moderatorOf(r)
	if err := s.CountChange(w, r, by.Person); err != nil {
		return err
	}
	var codes []string
	act := moderation.Act{
		Kind:   moderation.ActJoinCodes,
		Target: fmt.Sprintf("%.10s %d %d", body.Kind, body.Count, body.People),
	}
	err := s.moderation.Record(r.Context(), by, act, func(moderation.Act) (err error) {
		codes, err = s.People.Admissions.NewCodes(
			r.Context(), body.Kind, body.Count, body.People, time.UnixMilli(body.Until),
		)
		return err
	})
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, struct {
		Codes []string `json:"codes"`
	}{codes})
	return nil
}

// endJoinCode withdraws the code with that id. Allowed for an owner.
func (s *joiningHandler) endJoinCode(w http.ResponseWriter, r *http.Request) error {
	by := moderatorOf(r)
	if err := s.CountChange(w, r, by.Person); err != nil {
		return err
	}
	id := chi.URLParam(r, "code")
	act := moderation.Act{Kind: moderation.ActEndJoinCode, Target: fmt.Sprintf("%.36s", id)}
	err := s.moderation.Record(r.Context(), by, act, func(moderation.Act) error {
		return s.People.Admissions.EndCode(r.Context(), id)
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// createAccount creates an account with that `name`, and returns the `address` at which its person signs in once,
// `until` that time. Allowed for an owner.
func (s *joiningHandler) createAccount(w http.ResponseWriter, r *http.Request) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	var body struct {
		Name string `json:"name"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	by := moderatorOf(r)
	if err := s.CountChange(w, r, by.Person); err != nil {
		return err
	}
	link, err := s.people.newAccountBy(r.Context(), by, body.Name)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, link)
	return nil
}
