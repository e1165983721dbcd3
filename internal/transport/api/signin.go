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

// Signals ends connections and notifies open pages, at all nodes.
type Signals interface {
	// EndSessions ends the connections of sessions and API tokens that have ended.
	EndSessions(ctx context.Context, keys ...string)
	// EndConnectionsOf ends the connections of a person who was deleted, and returns the number
	// that it has ended at this node.
	EndConnectionsOf(ctx context.Context, person string) (ended int)
	// News notifies a person's open pages that there is news.
	News(ctx context.Context, person string)
	// BlocksChanged says that a block between two people was added or removed.
	BlocksChanged(a, b string)
	// MineChanged says that a person's own tables or invitations have changed.
	MineChanged(person string)
}

// signInHandler answers requests for tokens of guests and for signing in.
type signInHandler struct {
	*httpx.Base
	signals Signals
	notices *notify.Notifier
}

const (
	// guestSuffix ends the name of the cookie that keeps the token of a browser's guest while the
	// browser is signed in to an account.
	guestSuffix = "-guest"
	// stateSuffix ends the name of the cookie with the state of a sign-in at an identity provider.
	stateSuffix = "-state"
	// stateAge is the time for which a browser keeps the state cookie.
	stateAge = 5 * time.Minute
)

// mount adds the routes for signing in.
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
	add("/sign-in/password", s.signInByPassword)
	add("/sign-in/code", s.signInByCode)
	add("/join-codes/check", s.checkJoinCode)
	add("/sign-in/provider", s.signInByProvider)
}

// countSignIn limits the rate at which an address tries to sign in.
func countSignIn(w http.ResponseWriter, r *http.Request, base *httpx.Base) error {
	if !base.Allow(w, r, httpx.SignIns) {
		return coded.Errorf(httpx.CodeTooMany, "too many attempts to sign in from your address; try again later")
	}
	return nil
}

// browserSession returns the session in the cookie of a browser, or the zero Session.
func (s *signInHandler) browserSession(r *http.Request) people.Session {
	session, _, err := s.CookieSession(r)
	if err != nil {
		return people.Session{}
	}
	return session
}

// signedIn gives a browser the token of the person who has signed in. It keeps the token of the
// browser's guest in another cookie until the person signs out.
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

// restoreGuest gives a browser the token of its guest back, or removes the cookie if there was no
// guest.
func (s *signInHandler) restoreGuest(w http.ResponseWriter, r *http.Request) {
	token := ""
	if cookie, err := r.Cookie(s.CookieName(r) + guestSuffix); err == nil {
		if session, err := s.People.Accounts.SessionByToken(
			r.Context(),
			cookie.Value,
		); err == nil &&
			session.Kind == people.Guest {
			token = cookie.Value
		}
	}
	s.PutCookie(w, r, guestSuffix, "", -1)
	if token == "" {
		s.PutCookie(w, r, "", "", -1)
		return
	}
	s.SetCookie(w, r, token)
}

// signInOptions returns the argument of `navigator.credentials.get` (`PublicKeyCredentialRequestOptionsJSON`).
// Allowed for anybody.
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

// signInByPasskey signs in with the `credential` of a passkey. The token is set as a cookie. Allowed for anybody.
func (s *signInHandler) signInByPasskey(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Credential json.RawMessage `json:"credential"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	before := s.browserSession(r)
	p, token, err := s.People.Accounts.SignInByPasskey(r.Context(), body.Credential, before, r.UserAgent())
	return s.answerSignIn(w, r, p, token, before, err)
}

// signInByCode signs in with a recovery `code`, which works once. The token is set as a cookie. Allowed for
// anybody.
func (s *signInHandler) signInByCode(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Code string `json:"code"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	before := s.browserSession(r)
	p, token, err := s.People.Accounts.SignInByCode(r.Context(), body.Code, before, r.UserAgent())
	return s.answerSignIn(w, r, p, token, before, err)
}

// signInByPassword signs in with the `name` of an account and its `password`. The token is set as a cookie.
// Allowed for anybody.
func (s *signInHandler) signInByPassword(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Name     string `json:"name"`
		Password string `json:"password"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	done, err := s.Reserve(w, r, httpx.Costs, httpx.Light)
	if err != nil {
		return err
	}
	defer done()
	release, err := s.ReservePassword(w, body.Name)
	if err != nil {
		return err
	}
	before := s.browserSession(r)
	p, token, err := s.People.Accounts.SignInByPassword(r.Context(), body.Name, body.Password, before, r.UserAgent())
	release(coded.Of(err) == people.CodeWrongPassword)
	return s.answerSignIn(w, r, p, token, before, err)
}

// checkJoinCode answers 204 if an account can be created with that join `code`, and `bad_join_code` otherwise. It
// does not use the code up. Allowed for anybody.
func (s *signInHandler) checkJoinCode(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Code string `json:"code"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.People.Admissions.CheckCode(r.Context(), body.Code); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// answerSignIn answers a request to sign in, with the results of Accounts.
func (s *signInHandler) answerSignIn(
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

// signInByProvider returns the `address` at the provider where the person signs in. The provider sends the browser
// to `/sign-in/provider`, which sends it on to `/account`, with `#problem=CODE` after a failure. Allowed for
// anybody.
func (s *signInHandler) signInByProvider(w http.ResponseWriter, r *http.Request) error {
	var body struct{}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	return s.toProvider(w, r, people.Session{}, false, people.Joining{})
}

// keepByProvider returns the `address` at the provider at which the person confirms to sign in that way from now
// on. A guest sends the `name` of the account to create. Allowed for a person.
func (s *signInHandler) keepByProvider(w http.ResponseWriter, r *http.Request, session people.Session) error {
	var body struct {
		newAccount
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := countSignIn(w, r, s.Base); err != nil {
		return err
	}
	return s.toProvider(w, r, session, true, body.joining())
}

func (s *signInHandler) toProvider(
	w http.ResponseWriter,
	r *http.Request,
	session people.Session,
	keep bool,
	as people.Joining,
) error {
	address, state, err := s.People.Accounts.BeginProvider(r.Context(), session, keep, as)
	if err != nil {
		return err
	}
	s.PutCookie(w, r, stateSuffix, state, int(stateAge/time.Second))
	s.WriteJSON(w, http.StatusOK, struct {
		Address string `json:"address"`
	}{address})
	return nil
}

// fromProvider answers people who come back from the identity provider and redirects them to their
// account page. Instead of the origin it checks the state cookie, which no other site can set.
func (s *signInHandler) fromProvider(w http.ResponseWriter, r *http.Request) {
	err := countSignIn(w, r, s.Base)
	if err == nil {
		err = s.finishProvider(w, r)
	}
	s.PutCookie(w, r, stateSuffix, "", -1)
	w.Header().Set("Cache-Control", "no-store")
	location := httpx.AccountPath
	if err != nil {
		refusal, ok := coded.Refusal(err)
		s.LogFailure(r, err, refusal, ok)
		location += "#problem=" + string(refusal.Code)
	}
	http.Redirect(w, r, location, http.StatusSeeOther)
}

func (s *signInHandler) finishProvider(w http.ResponseWriter, r *http.Request) error {
	state := ""
	if cookie, err := r.Cookie(s.CookieName(r) + stateSuffix); err == nil {
		state = cookie.Value
	}
	query := r.URL.Query()
	before := s.browserSession(r)
	account, err := s.People.Accounts.FinishProvider(
		r.Context(),
		query.Get("code"),
		query.Get("state"),
		state,
		before,
		r.UserAgent(),
	)
	if err != nil || account.Token == "" {
		return err
	}
	s.cutOffOtherDevices(r, &account)
	return s.signedIn(w, r, account.Person, account.Token, before)
}

// cutOffOtherDevices ends the connections of the sessions that ended when a guest became an
// account, and removes the guest's channels for notifications.
func (s *signInHandler) cutOffOtherDevices(r *http.Request, kept *people.SignInResult) {
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
