package api

import (
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// accountHandler answers requests about the client's own account.
type accountHandler struct {
	*httpx.Base
	publicURL string
	signIn    *signInHandler
	eraser    *Eraser
}

// AccountAnswer is a person's own account.
type AccountAnswer struct {
	httpx.Person
	// Created is the time at which the person was first seen, in milliseconds since 1970.
	Created int64 `json:"created"`
	// About is the person's text about themselves.
	About string `json:"about"`
	// NoFollowers is true if other people may not follow the person.
	NoFollowers bool `json:"noFollowers"`
	// Missing is the reason why the server offers no passkeys, or "" if it offers them. Provider
	// is the name of the identity provider, or "" if there is none.
	Missing  people.Missing `json:"missing"`
	Provider string         `json:"provider"`

	Passkeys  []KeyAnswer `json:"passkeys"`
	Providers []KeyAnswer `json:"providers"`
	Sessions  []KeyAnswer `json:"sessions"`
	Tokens    []KeyAnswer `json:"tokens"`
	// Codes is the number of unused recovery codes.
	Codes int `json:"codes"`
}

// KeyAnswer is a passkey, a provider, a session or an API token.
type KeyAnswer struct {
	ID string `json:"id"`
	people.Device
	Name string `json:"name"`
	// Bot is the id of the bot whose token it is, or "".
	Bot string `json:"bot"`
	// Current is true for the session of this request. Created and Used are in milliseconds since
	// 1970.
	Current bool  `json:"current"`
	Created int64 `json:"created"`
	Used    int64 `json:"used"`
}

func keyAnswers(keys []people.Key, here string) []KeyAnswer {
	list := []KeyAnswer{}
	for i := range keys {
		k := &keys[i]
		list = append(list, KeyAnswer{
			ID:      k.ID,
			Device:  k.Device,
			Name:    k.Name,
			Bot:     k.Bot,
			Current: k.ID == here,
			Created: k.Created.UnixMilli(),
			Used:    k.Used.UnixMilli(),
		})
	}
	return list
}

// KeysKept is the answer when a person has added a passkey or has made new recovery codes.
type KeysKept struct {
	httpx.Person
	// Codes are the new recovery codes. They are not shown again.
	Codes []string `json:"codes"`
}

// mount adds the routes of the handler.
func (s *accountHandler) mount(r chi.Router) {
	add := func(method, pattern string, do sessionEndpoint) { r.Method(method, pattern, forSession(s.Base, do)) }
	add(http.MethodGet, "/account", s.account)
	add(http.MethodDelete, "/account", s.deleteAccount)
	add(http.MethodPost, "/account/passkeys/options", s.passkeyOptions)
	add(http.MethodPost, "/account/passkeys", s.newPasskey)
	add(http.MethodPost, "/account/codes", s.newCodes)
	add(http.MethodPost, "/account/tokens", s.newAPIToken)
	add(http.MethodPost, "/account/provider", s.signIn.keepByProvider)
	add(http.MethodDelete, "/account/sessions", s.endOtherSessions)
	add(http.MethodDelete, "/account/keys/{key}", s.removeKey)
	add(http.MethodPost, "/sign-out", s.signOut)
}

// account sends the client's account and its ways to sign in.
func (s *accountHandler) account(w http.ResponseWriter, r *http.Request, session people.Session) error {
	answer, err := s.describe(r, session)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// isLocal reports whether a request was sent to localhost.
func isLocal(host string) bool { return (&url.URL{Host: host}).Hostname() == "localhost" }

func (s *accountHandler) describe(r *http.Request, session people.Session) (AccountAnswer, error) {
	keys, err := s.People.Accounts.Keys(r.Context(), session.ID)
	if err != nil {
		return AccountAnswer{}, err
	}
	missing, err := s.People.Accounts.PasskeysMissing(r.Context())
	if err != nil {
		return AccountAnswer{}, err
	}
	if missing == people.MissingNothing && s.publicURL == "" && !isLocal(r.Host) {
		// Without a public URL, passkeys work only in browsers on the server's own machine.
		missing = people.MissingAddress
	}
	return AccountAnswer{
		Person: httpx.AsPerson(session.Person), Created: keys.Created.UnixMilli(),
		About: keys.About, NoFollowers: keys.NoFollowers, Missing: missing, Provider: s.People.Accounts.ProviderName(),
		Passkeys: keyAnswers(keys.Passkeys, ""), Providers: keyAnswers(keys.Providers, ""),
		Sessions: keyAnswers(keys.Sessions, session.Key), Tokens: keyAnswers(keys.Tokens, ""), Codes: keys.Codes,
	}, nil
}

// passkeyOptions sends the options with which a browser makes a passkey.
func (s *accountHandler) passkeyOptions(w http.ResponseWriter, r *http.Request, session people.Session) error {
	var body struct {
		// Name is the name of the new account, if a guest sends the request.
		Name string `json:"name"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := countSignIn(w, r, s.Base); err != nil {
		return err
	}
	options, err := s.People.Accounts.BeginPasskey(r.Context(), session, body.Name)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, options)
	return nil
}

// newPasskey adds a passkey. A guest becomes an account.
func (s *accountHandler) newPasskey(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	var body struct {
		Credential json.RawMessage `json:"credential"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := countSignIn(w, r, s.Base); err != nil {
		return err
	}
	account, err := s.People.Accounts.FinishPasskey(r.Context(), session, body.Credential, r.UserAgent())
	if err != nil {
		return err
	}
	if account.Token != "" {
		s.signIn.cutOffOtherDevices(r, &account)
		s.SetCookie(w, r, account.Token)
	}
	if account.Codes == nil {
		account.Codes = []string{}
	}
	s.WriteJSON(w, http.StatusCreated, KeysKept{httpx.AsPerson(account.Person), account.Codes})
	return nil
}

// newCodes makes recovery codes. They replace the earlier ones.
func (s *accountHandler) newCodes(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	codes, err := s.People.Accounts.NewCodes(r.Context(), session)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, KeysKept{httpx.AsPerson(session.Person), codes})
	return nil
}

func (s *accountHandler) newAPIToken(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	var body struct {
		Name string `json:"name"`
		// Bot adds a bot with the name, to which the token belongs.
		Bot bool `json:"bot"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	token, err := s.People.Accounts.NewToken(r.Context(), session, body.Name, body.Bot)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, struct {
		Token string `json:"token"`
	}{token})
	return nil
}

// removeKey removes a passkey, a provider, a session or an API token.
func (s *accountHandler) removeKey(w http.ResponseWriter, r *http.Request, session people.Session) error {
	key := chi.URLParam(r, "key")
	if err := s.People.Accounts.RemoveKey(r.Context(), session, key); err != nil {
		return err
	}
	s.signIn.signals.EndSessions(r.Context(), key)
	return s.account(w, r, session)
}

// endOtherSessions ends all other sessions and the personal links. With the parameter programs=1 it
// also removes the API tokens and the webhooks.
func (s *accountHandler) endOtherSessions(w http.ResponseWriter, r *http.Request, session people.Session) error {
	programs := r.URL.Query().Get("programs") == "1"
	ended, err := s.People.Accounts.EndOtherSessions(r.Context(), session, programs)
	if err != nil {
		return err
	}
	if len(ended) > 0 {
		s.signIn.signals.EndSessions(r.Context(), ended...)
	}
	if programs && s.signIn.notices != nil {
		if err := s.signIn.notices.RemoveWebhooks(r.Context(), session.ID); err != nil {
			return err
		}
	}
	return s.account(w, r, session)
}

// signOut ends the session of this browser. If the browser had a guest before it signed in, it gets
// that guest back.
func (s *accountHandler) signOut(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if session.Kind == people.Guest {
		return coded.Errorf(people.CodeNoAccount, "a guest who signs out could not come back; keep your name first")
	}
	if err := s.People.Accounts.SignOut(r.Context(), session); err != nil {
		return err
	}
	s.signIn.signals.EndSessions(r.Context(), session.Key)
	s.signIn.restoreGuest(w, r)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// deleteAccount deletes the person, who leaves all seats. Finished matches stay, without the name.
func (s *accountHandler) deleteAccount(w http.ResponseWriter, r *http.Request, session people.Session) error {
	var body struct {
		// Name must be the person's own name, so that an account is not deleted by accident.
		Name string `json:"name"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if body.Name != session.Name {
		return coded.Errorf(people.CodeBadName, "that is not your name")
	}
	if err := session.CheckProof(); err != nil {
		return err
	}
	done, err := s.Reserve(w, r, httpx.Costs, httpx.Heavy)
	if err != nil {
		return err
	}
	defer done()
	if err := s.eraser.DeletePerson(r.Context(), session.ID); err != nil {
		return err
	}
	s.signIn.restoreGuest(w, r)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
