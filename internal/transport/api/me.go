package api

import (
	"net/http"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// Identity is a person, with a token for a new device.
type Identity struct {
	httpx.Person
	// Token is "" unless the client has requested it.
	Token string `json:"token,omitempty"`
}

// newIdentity creates a guest with that `name` (1 to 32 characters, without `/` and `\`, and not only dots), or
// adds the client to the person whose personal `link` it sends. The new token comes in the response if `token` is
// true, and otherwise as a cookie. A browser that has an identity already, and asks for a guest without `token`,
// gets the identity that it has. Allowed for anybody.
func (s *signInHandler) newIdentity(w http.ResponseWriter, r *http.Request) error {
	if !s.IsOriginAllowed(r) {
		return httpx.ErrBadOrigin()
	}
	var body struct {
		Name *string `json:"name"`
		Link *string `json:"link"`
		// Token requests the token in the response instead of a cookie.
		Token bool `json:"token"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	switch {
	case body.Link != nil && body.Name != nil:
		return coded.Malformedf("a request has a name or a link, not both")
	case body.Link == nil && !body.Token:
		// Two tabs that open at the same time on a first visit get the same person.
		_, err := s.RequirePerson(r)
		if err == nil {
			return s.me(w, r)
		} else if refusal, ok := coded.Refusal(err); ok && refusal.Code == moderation.CodeBanned {
			return err
		}
	}
	if err := s.CheckSpace(); err != nil {
		return err
	}
	if !s.Allow(w, r, httpx.Guests) {
		return coded.Errorf(httpx.CodeTooMany, "too many guests have come from your address; try again later")
	}
	var p people.Person
	var before people.Session
	var token string
	var err error
	status := http.StatusCreated
	if body.Link != nil {
		status = http.StatusOK
		if !body.Token {
			before = s.browserSession(r)
		}
		p, token, err = s.People.Accounts.SignInByLink(r.Context(), *body.Link, before, r.UserAgent())
	} else {
		name := ""
		if body.Name != nil {
			name = *body.Name
		}
		p, token, err = s.People.Accounts.NewGuest(r.Context(), name, r.UserAgent())
	}
	if err != nil {
		return err
	}
	answer := Identity{Person: httpx.AsPerson(p)}
	if !body.Token {
		err = s.signedIn(w, r, p, token, before)
	} else {
		answer.Token, err = token, s.CheckBan(p, s.ClientAddr(r))
	}
	if err != nil {
		return err
	}
	s.WriteJSON(w, status, answer)
	return nil
}

// linkOwner returns the person to whom a personal `link` belongs. The link stays valid. Allowed for anybody.
func (s *signInHandler) linkOwner(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Link string `json:"link"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	owner, err := s.People.Accounts.LinkOwner(r.Context(), body.Link)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, httpx.AsPerson(owner))
	return nil
}

// me returns the client's identity. Allowed for anybody with a token.
func (s *signInHandler) me(w http.ResponseWriter, r *http.Request) error {
	p, err := s.RequirePerson(r)
	if err != nil {
		return err
	}
	if _, ok := httpx.Bearer(r); !ok {
		if _, token, err := s.ByCookie(r); err == nil {
			// Each visit renews the cookie for a year.
			s.SetCookie(w, r, token)
		}
	}
	s.WriteJSON(w, http.StatusOK, httpx.AsPerson(p))
	return nil
}

// changeMe changes one of these: the `name`; `about`, the line that an account writes about itself (at most 140
// characters); `noFollowers`, true for an account that nobody can follow; `presence`, who sees that an account is
// here: `everybody`, `members` (accounts, the default) or `nobody`, which `noFollowers` implies; or the `avatar`
// of an account: an animal and the number of a colour, as in `owl-3`, or `""` for the one that follows from its
// name. A room shows the new name when the person connects again, a seat when the person claims it again. Allowed
// for anybody with a token.
func (s *signInHandler) changeMe(w http.ResponseWriter, r *http.Request) error {
	session, err := s.RequirePersonalSession(r)
	if err == nil {
		err = s.CheckSpace()
	}
	if err == nil {
		err = s.CountChange(w, r, session.Person)
	}
	if err != nil {
		return err
	}
	var body struct {
		Name   *string `json:"name"`
		Avatar *string `json:"avatar"`
		// NoFollowers is true if other people may not follow the person.
		NoFollowers *bool `json:"noFollowers"`
		// Presence says who sees that the person is here.
		Presence *people.Presence `json:"presence"`
		// About is the person's text about themselves, on one line.
		About *string `json:"about"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	changes := 0
	for _, isSet := range []bool{
		body.Name != nil,
		body.Avatar != nil,
		body.NoFollowers != nil,
		body.About != nil,
		body.Presence != nil,
	} {
		if isSet {
			changes++
		}
	}
	if changes != 1 {
		return coded.Malformedf("a request changes one thing")
	}
	var p people.Person
	switch {
	case body.Name != nil:
		p, err = s.People.Accounts.Rename(r.Context(), session, *body.Name)
	case body.Avatar != nil:
		p, err = s.People.Accounts.SetAvatar(r.Context(), session.ID, *body.Avatar)
	case body.About != nil:
		p, err = s.People.Profiles.SetAbout(r.Context(), session.ID, *body.About)
	case body.Presence != nil:
		p, err = s.People.Social.SetPresence(r.Context(), session.ID, *body.Presence)
	default:
		p, err = s.People.Social.SetNoFollowers(r.Context(), session.ID, *body.NoFollowers)
	}
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, httpx.AsPerson(p))
	return nil
}

// newLink makes a personal link, by which a second device signs in as the same person. It returns its `secret`,
// and the time `until` which it works, in milliseconds since 1970. Allowed for anybody with a token.
func (s *signInHandler) newLink(w http.ResponseWriter, r *http.Request) error {
	session, err := s.RequirePersonalSession(r)
	if err == nil {
		err = s.CheckSpace()
	}
	if err == nil {
		err = s.CountChange(w, r, session.Person)
	}
	if err != nil {
		return err
	}
	secret, until, err := s.People.Accounts.NewLink(r.Context(), session)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, struct {
		Secret string `json:"secret"`
		// Until is in milliseconds since 1970.
		Until int64 `json:"until"`
	}{secret, until.UnixMilli()})
	return nil
}
