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
	// Presence says who sees that the person is here.
	Presence people.Presence `json:"presence"`
	// Admission says who can create an account.
	Admission people.Admission `json:"admission"`
	// Missing is the reason why the server offers no passkeys, or "" if it offers them. Provider
	// is the name of the identity provider, or "" if there is none.
	Missing  people.Missing `json:"missing"`
	Provider string         `json:"provider"`

	Passkeys []KeyAnswer `json:"passkeys"`
	// Password is null if the person has no password.
	Password  *KeyAnswer  `json:"password"`
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

// KeysKept is the answer when a person has added a passkey or a password, or has made new recovery codes.
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
	add(http.MethodPost, "/account/password", s.setPassword)
	add(http.MethodPost, "/account/codes", s.newCodes)
	add(http.MethodPost, "/account/tokens", s.newAPIToken)
	add(http.MethodPost, "/account/provider", s.signIn.keepByProvider)
	add(http.MethodDelete, "/account/sessions", s.endOtherSessions)
	add(http.MethodDelete, "/account/keys/{key}", s.removeKey)
	add(http.MethodPost, "/sign-out", s.signOut)
}

// account returns what the client can sign in with: `passkeys`, the `password` (null if there is none),
// `providers`, `sessions`, API `tokens`, and the number of recovery `codes` that are left; why passkeys do not
// work here (`missing` is `address`, `tls` or `domain`, or empty if they do); the `provider` with which people can
// sign in; and who can create an account (`admission`: empty for everybody, `invited` for guests with a join code,
// `owner` if only owners create accounts). Allowed for a person.
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
	var password *KeyAnswer
	if keys.Password != nil {
		password = &keyAnswers([]people.Key{*keys.Password}, "")[0]
	}
	return AccountAnswer{
		Admission: s.People.Admissions.Current(), Password: password,
		Person: httpx.AsPerson(session.Person), Created: keys.Created.UnixMilli(),
		About: keys.About, NoFollowers: keys.NoFollowers, Presence: keys.Presence,
		Missing: missing, Provider: s.People.Accounts.ProviderName(),
		Passkeys: keyAnswers(keys.Passkeys, ""), Providers: keyAnswers(keys.Providers, ""),
		Sessions: keyAnswers(keys.Sessions, session.Key), Tokens: keyAnswers(keys.Tokens, ""), Codes: keys.Codes,
	}, nil
}

// newAccount is the part of a request body with which a guest becomes an account. Accounts leave it out.
type newAccount struct {
	// Name is the name of the new account.
	Name string `json:"name"`
	// Code is a join code, which a server needs that is open to invited people only.
	Code string `json:"code"`
}

func (n *newAccount) joining() people.Joining { return people.Joining{Name: n.Name, Code: n.Code} }

// passkeyOptions returns the argument of `navigator.credentials.create`
// (`PublicKeyCredentialCreationOptionsJSON`). A guest sends the `name` of the account to create. Allowed for a
// person.
func (s *accountHandler) passkeyOptions(w http.ResponseWriter, r *http.Request, session people.Session) error {
	var body struct {
		newAccount
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := countSignIn(w, r, s.Base); err != nil {
		return err
	}
	options, err := s.People.Accounts.BeginPasskey(r.Context(), session, body.joining())
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, options)
	return nil
}

// newPasskey adds the passkey in `credential`. A guest becomes an account and gets a new token and its recovery
// `codes`, which are shown only this once. Allowed for a person.
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
	s.keyAdded(w, r, &account)
	return nil
}

// setPassword sets the person's `password`, of at least 8 characters, in place of the earlier one. A guest also
// sends the `name` of the account to create, and its join `code` if it has one; it becomes an account, and gets a
// new token and recovery `codes`, as with a passkey. Allowed for a person.
func (s *accountHandler) setPassword(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	var body struct {
		newAccount
		Password string `json:"password"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := countSignIn(w, r, s.Base); err != nil {
		return err
	}
	done, err := s.Reserve(w, r, httpx.Costs, httpx.Light)
	if err != nil {
		return err
	}
	defer done()
	account, err := s.People.Accounts.SetPassword(r.Context(), session, body.joining(), body.Password, r.UserAgent())
	if err != nil {
		return err
	}
	s.keyAdded(w, r, &account)
	return nil
}

// keyAdded answers a request that has added a passkey or a password.
func (s *accountHandler) keyAdded(w http.ResponseWriter, r *http.Request, account *people.SignInResult) {
	if account.Token != "" {
		s.signIn.cutOffOtherDevices(r, account)
		s.SetCookie(w, r, account.Token)
	}
	if account.Codes == nil {
		account.Codes = []string{}
	}
	s.WriteJSON(w, http.StatusCreated, KeysKept{httpx.AsPerson(account.Person), account.Codes})
}

// newCodes makes new recovery `codes`. The earlier ones no longer work. Allowed for an account.
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

// newAPIToken makes an API `token` with that `name`. With `bot` true, the token is that of a new bot. Allowed for
// an account.
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

// removeKey removes a passkey, the password, a provider, a session or an API token, and ends its connections.
// Allowed for a person.
func (s *accountHandler) removeKey(w http.ResponseWriter, r *http.Request, session people.Session) error {
	key := chi.URLParam(r, "key")
	if err := s.People.Accounts.RemoveKey(r.Context(), session, key); err != nil {
		return err
	}
	s.signIn.signals.EndSessions(r.Context(), key)
	return s.account(w, r, session)
}

// endOtherSessions ends every session but the client's, and the person's personal links. With `programs=1` it also
// removes the API tokens of the person and of its bots, and the webhooks. Allowed for a person.
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

// signOut ends the session. A browser that was a guest before it signed in is that guest again. Allowed for an
// account.
func (s *accountHandler) signOut(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if session.Kind == people.Guest {
		return coded.Errorf(people.CodeNoAccount, "a guest who signs out could not come back; create an account first")
	}
	if err := s.People.Accounts.SignOut(r.Context(), session); err != nil {
		return err
	}
	s.signIn.signals.EndSessions(r.Context(), session.Key)
	s.signIn.restoreGuest(w, r)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// deleteAccount deletes the person, whose own `name` must be sent. The person's seats are left. Finished matches
// stay, with a nameless seat. Allowed for a person.
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
