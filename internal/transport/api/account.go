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

// accountHandler answers requests of people about their own account.
type accountHandler struct {
	*httpx.Base
	publicURL string
	signIn    *signInHandler
	eraser    *Eraser
}

// AccountAnswer is what a person sees of its own account.
type AccountAnswer struct {
	httpx.Person
	// Created is when the person first came, in milliseconds since 1970.
	Created int64 `json:"created"`
	// About is what the person says of itself.
	About string `json:"about"`
	// NoFollowers is true if the person cannot be followed.
	NoFollowers bool `json:"noFollowers"`
	// Missing says why the server offers no passkeys, "" if it does. Provider is the name
	// of the provider by which people can also sign in, or "".
	Missing  people.Missing `json:"missing"`
	Provider string         `json:"provider"`

	Passkeys  []KeyAnswer `json:"passkeys"`
	Providers []KeyAnswer `json:"providers"`
	Sessions  []KeyAnswer `json:"sessions"`
	Tokens    []KeyAnswer `json:"tokens"`
	// Codes is how many recovery codes are left.
	Codes int `json:"codes"`
}

// KeyAnswer is a passkey, a provider, a session or an API token.
type KeyAnswer struct {
	ID string `json:"id"`
	people.Device
	Name string `json:"name"`
	// Bot is the id of the bot whose token it is, or "".
	Bot string `json:"bot"`
	// Current is true for the session of this request.
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

// KeysKept is the answer to a guest who has become an account.
type KeysKept struct {
	httpx.Person
	// Codes are the recovery codes, which are shown only this once.
	Codes []string `json:"codes"`
}

// mount adds the endpoints by which people sign in and change their
// accounts.
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

// account sends the client's account and the ways by which it signs in.
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
		// What the server takes for its address is for browsers on its own machine.
		missing = people.MissingAddress
	}
	return AccountAnswer{
		Person: httpx.AsPerson(session.Person), Created: keys.Created.UnixMilli(),
		About: keys.About, NoFollowers: keys.NoFollowers, Missing: missing, Provider: s.People.Accounts.ProviderName(),
		Passkeys: keyAnswers(keys.Passkeys, ""), Providers: keyAnswers(keys.Providers, ""),
		Sessions: keyAnswers(keys.Sessions, session.Key), Tokens: keyAnswers(keys.Tokens, ""), Codes: keys.Codes,
	}, nil
}

// passkeyOptions sends what a browser needs to make a passkey.
func (s *accountHandler) passkeyOptions(w http.ResponseWriter, r *http.Request, session people.Session) error {
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
	options, err := s.People.Accounts.BeginPasskey(r.Context(), session, body.Name)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, options)
	return nil
}

// newPasskey adds the passkey that a browser has made.
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
	kept, err := s.People.Accounts.FinishPasskey(r.Context(), session, body.Credential, r.UserAgent())
	if err != nil {
		return err
	}
	if kept.Token != "" {
		s.signIn.nowAlone(r, &kept)
		s.SetCookie(w, r, kept.Token)
	}
	if kept.Codes == nil {
		kept.Codes = []string{}
	}
	s.WriteJSON(w, http.StatusCreated, KeysKept{httpx.AsPerson(kept.Person), kept.Codes})
	return nil
}

// newCodes makes recovery codes, which replace the earlier ones.
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

// newAPIToken makes an API token.
func (s *accountHandler) newAPIToken(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	var body struct {
		Name string `json:"name"`
		// Bot asks for a new bot of that name, to which the token belongs.
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

// endOtherSessions ends every session but this one, and the personal links. With the
// parameter programs it also removes the API tokens and the webhooks.
func (s *accountHandler) endOtherSessions(w http.ResponseWriter, r *http.Request, session people.Session) error {
	programs := r.URL.Query().Get("programs") == "1"
	ended, err := s.People.Accounts.EndOthers(r.Context(), session, programs)
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

// signOut ends the session of this browser. A browser that was a guest before it signed
// in is that guest again.
func (s *accountHandler) signOut(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if session.Kind == people.Guest {
		return coded.Errorf(people.CodeNoAccount, "a guest who signs out could not come back; keep your name first")
	}
	if err := s.People.Accounts.SignOut(r.Context(), session); err != nil {
		return err
	}
	s.signIn.signals.EndSessions(r.Context(), session.Key)
	s.signIn.leaveAccount(w, r)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// deleteAccount removes a person, who leaves all seats. The matches stay.
func (s *accountHandler) deleteAccount(w http.ResponseWriter, r *http.Request, session people.Session) error {
	var body struct {
		// Name must be the person's own name, so that nobody deletes an account by
		// accident.
		Name string `json:"name"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if body.Name != session.Name {
		return coded.Errorf(people.CodeBadName, "that is not your name")
	}
	if err := session.Proved(); err != nil {
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
	s.signIn.leaveAccount(w, r)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
