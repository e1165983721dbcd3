package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/transport/httpx"
)

// Signals end connections and notify pages, at all nodes.
type Signals interface {
	// SessionsEnded ends the connections of sessions and API tokens that have ended.
	EndSessions(ctx context.Context, keys ...string)
	// PersonRemoved ends the connections of a person who was removed, and returns how many
	// ended here.
	EndConnectionsOf(ctx context.Context, person string) (ended int)
	// News notifies a person's pages that there is news.
	News(ctx context.Context, person string)
}

// signInHandler answers requests by which guests get a token and people sign in.
type signInHandler struct {
	*httpx.Base
	signals Signals
	notices *notify.Notifier
}

const (
	// guestSuffix ends the name of the cookie with a guest's token: of the guest that a
	// browser was before it signed in, and is again when it signs out.
	guestSuffix = "-guest"
	// stateSuffix ends the name of the cookie with the state of a sign-in at a provider.
	stateSuffix = "-state"
	// stateAge is how long a browser keeps that cookie.
	stateAge = 5 * time.Minute
)

// mount adds the endpoints by which people sign in.
func (s *signInHandler) mount(r chi.Router) {
	add := func(pattern string, do httpx.Endpoint) {
		r.Method(http.MethodPost, pattern, s.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
			if !s.IsOriginAllowed(r) {
				return httpx.ErrBadOrigin()
			}
			if err := countSignIn(w, r, s.Base); err != nil {
				return err
			}
			return do(w, r)
		}))
	}
	add("/me/links/owner", s.linkOwner)
	add("/sign-in/options", s.signInOptions)
	add("/sign-in/passkey", s.signInByPasskey)
	add("/sign-in/code", s.signInByCode)
	add("/sign-in/provider", s.signInByProvider)
}

// countSignIn bounds how often an address tries to sign in.
func countSignIn(w http.ResponseWriter, r *http.Request, base *httpx.Base) error {
	if !base.Allow(w, r, httpx.SignIns) {
		return coded.Errorf(httpx.CodeTooMany, "too many attempts to sign in from your address; try again later")
	}
	return nil
}

// before returns the session that a browser has before it signs in, or the zero
// Session.
func (s *signInHandler) before(r *http.Request) people.Session {
	session, _, err := s.CookieSession(r)
	if err != nil {
		return people.Session{}
	}
	return session
}

// signedIn gives a browser the token of the person who has signed in. It keeps the token
// of the guest that the browser was, for when the person signs out.
func (s *signInHandler) signedIn(
	w http.ResponseWriter,
	r *http.Request,
	p people.Person,
	token string,
	before people.Session,
) error {
	if err := s.CheckBan(p, s.ClientAddr(r)); err != nil {
		return err
	}
	if before.ID != "" && before.ID != p.ID {
		if _, old, err := s.CookieSession(r); err == nil && before.Kind == people.Guest {
			s.PutCookie(w, r, guestSuffix, old, httpx.CookieAge)
		}
	}
	if before.Key != "" {
		s.signals.EndSessions(r.Context(), before.Key)
	}
	s.SetCookie(w, r, token)
	return nil
}

// leaveAccount makes a browser the guest again that it was before it signed in, or
// nobody.
func (s *signInHandler) leaveAccount(w http.ResponseWriter, r *http.Request) {
	token := ""
	if kept, err := r.Cookie(s.CookieName(r) + guestSuffix); err == nil {
		if session, err := s.People.Accounts.ByToken(
			r.Context(),
			kept.Value,
		); err == nil &&
			session.Kind == people.Guest {
			token = kept.Value
		}
	}
	s.PutCookie(w, r, guestSuffix, "", -1)
	if token == "" {
		s.PutCookie(w, r, "", "", -1)
		return
	}
	s.SetCookie(w, r, token)
}

// signInOptions sends what a browser needs to use a passkey.
func (s *signInHandler) signInOptions(w http.ResponseWriter, r *http.Request) error {
	var body struct{}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	options, err := s.People.Accounts.BeginSignIn(r.Context())
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, options)
	return nil
}

// signInByPasskey signs in with a passkey.
func (s *signInHandler) signInByPasskey(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Credential json.RawMessage `json:"credential"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	before := s.before(r)
	p, token, err := s.People.Accounts.ByPasskey(r.Context(), body.Credential, before, r.UserAgent())
	return s.afterSignIn(w, r, p, token, before, err)
}

// signInByCode signs in with a recovery code.
func (s *signInHandler) signInByCode(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Code string `json:"code"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	before := s.before(r)
	p, token, err := s.People.Accounts.ByCode(r.Context(), body.Code, before, r.UserAgent())
	return s.afterSignIn(w, r, p, token, before, err)
}

// afterSignIn answers a request to sign in.
func (s *signInHandler) afterSignIn(
	w http.ResponseWriter,
	r *http.Request,
	p people.Person,
	token string,
	before people.Session,
	err error,
) error {
	if err == nil {
		err = s.signedIn(w, r, p, token, before)
	}
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, httpx.AsPerson(p))
	return nil
}

// signInByProvider sends the address at the provider where the client signs in.
func (s *signInHandler) signInByProvider(w http.ResponseWriter, r *http.Request) error {
	var body struct{}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	return s.toProvider(w, r, people.Session{}, false, "")
}

// keepByProvider sends that address to a person who adds the provider to the account, or
// to a guest who becomes an account by it.
func (s *signInHandler) keepByProvider(w http.ResponseWriter, r *http.Request, session people.Session) error {
	var body struct {
		// Name is the name that a guest keeps.
		Name string `json:"name"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := countSignIn(w, r, s.Base); err != nil {
		return err
	}
	return s.toProvider(w, r, session, true, body.Name)
}

func (s *signInHandler) toProvider(
	w http.ResponseWriter,
	r *http.Request,
	session people.Session,
	keep bool,
	name string,
) error {
	address, state, err := s.People.Accounts.BeginProvider(r.Context(), session, keep, name)
	if err != nil {
		return err
	}
	s.PutCookie(w, r, stateSuffix, state, int(stateAge/time.Second))
	s.WriteJSON(w, http.StatusOK, struct {
		Address string `json:"address"`
	}{address})
	return nil
}

// fromProvider receives people who come back from the provider and sends them to their
// account page. In place of the origin, it checks the state cookie, which no other site
// can set.
func (s *signInHandler) fromProvider(w http.ResponseWriter, r *http.Request) {
	err := countSignIn(w, r, s.Base)
	if err == nil {
		err = s.takeFromProvider(w, r)
	}
	s.PutCookie(w, r, stateSuffix, "", -1)
	w.Header().Set("Cache-Control", "no-store")
	to := httpx.AccountPath
	if err != nil {
		refusal, ok := coded.Refusal(err)
		s.LogFailure(r, err, refusal, ok)
		to += "#problem=" + string(refusal.Code)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

func (s *signInHandler) takeFromProvider(w http.ResponseWriter, r *http.Request) error {
	given := ""
	if cookie, err := r.Cookie(s.CookieName(r) + stateSuffix); err == nil {
		given = cookie.Value
	}
	query := r.URL.Query()
	before := s.before(r)
	kept, err := s.People.Accounts.FinishProvider(
		r.Context(),
		query.Get("code"),
		query.Get("state"),
		given,
		before,
		r.UserAgent(),
	)
	if err != nil || kept.Token == "" {
		return err
	}
	s.nowAlone(r, &kept)
	return s.signedIn(w, r, kept.Person, kept.Token, before)
}

// nowAlone cuts other devices off a guest who has become an account: it ends the
// connections of the sessions that have ended, and calls the guest's browsers no more.
func (s *signInHandler) nowAlone(r *http.Request, kept *people.Kept) {
	if len(kept.Ended) == 0 {
		return
	}
	s.signals.EndSessions(r.Context(), kept.Ended...)
	if s.notices == nil {
		return
	}
	channels, err := s.notices.Channels(r.Context(), kept.ID)
	for i := range channels {
		err = errors.Join(err, s.notices.Remove(r.Context(), kept.ID, channels[i].ID))
	}
	if err != nil {
		s.Log.Error(
			"browsers are still called for a guest who has become an account",
			zap.String("person", kept.ID),
			zap.Error(err),
		)
	}
}
