package transport

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// accountAPI answers requests of people about their own account.
type accountAPI struct {
	*core
	signIn  *signInAPI
	calls   *noticesAPI
	finding *findAPI
	others  *peopleAPI
}

// accountAnswer is what a person sees of its own account.
type accountAnswer struct {
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

	Passkeys  []keyAnswer `json:"passkeys"`
	Providers []keyAnswer `json:"providers"`
	Sessions  []keyAnswer `json:"sessions"`
	Tokens    []keyAnswer `json:"tokens"`
	// Codes is how many recovery codes are left.
	Codes int `json:"codes"`
}

// keyAnswer is a passkey, a provider, a session or an API token.
type keyAnswer struct {
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

func keyAnswers(keys []people.Key, here string) []keyAnswer {
	list := []keyAnswer{}
	for i := range keys {
		k := &keys[i]
		list = append(list, keyAnswer{
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

// keysKept is the answer to a guest who has become an account.
type keysKept struct {
	httpx.Person
	// Codes are the recovery codes, which are shown only this once.
	Codes []string `json:"codes"`
}

// mountAccount adds the endpoints by which people sign in and change their
// accounts.
func (s *accountAPI) mountAccount(r chi.Router) {
	add := func(method, pattern string, do func(http.ResponseWriter, *http.Request, people.Session) error) {
		r.Method(method, pattern, s.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
			session, err := s.Owner(r)
			if err != nil {
				return err
			}
			return do(w, r, session)
		}))
	}
	add(http.MethodGet, "/account", s.account)
	add(http.MethodDelete, "/account", s.deleteAccount)
	add(http.MethodGet, "/account/data", s.accountData)
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
func (s *accountAPI) account(w http.ResponseWriter, r *http.Request, session people.Session) error {
	answer, err := s.describe(r, session)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

// isLocal reports whether a request was sent to localhost.
func isLocal(host string) bool { return (&url.URL{Host: host}).Hostname() == "localhost" }

func (s *accountAPI) describe(r *http.Request, session people.Session) (accountAnswer, error) {
	keys, err := s.People.Accounts.Keys(r.Context(), session.ID)
	if err != nil {
		return accountAnswer{}, err
	}
	missing, err := s.People.Accounts.PasskeysMissing(r.Context())
	if err != nil {
		return accountAnswer{}, err
	}
	if missing == people.MissingNothing && s.options.PublicURL == "" && !isLocal(r.Host) {
		// What the server takes for its address is for browsers on its own machine.
		missing = people.MissingAddress
	}
	return accountAnswer{
		Person: httpx.AsPerson(session.Person), Created: keys.Created.UnixMilli(),
		About: keys.About, NoFollowers: keys.NoFollowers, Missing: missing, Provider: s.People.Accounts.ProviderName(),
		Passkeys: keyAnswers(keys.Passkeys, ""), Providers: keyAnswers(keys.Providers, ""),
		Sessions: keyAnswers(keys.Sessions, session.Key), Tokens: keyAnswers(keys.Tokens, ""), Codes: keys.Codes,
	}, nil
}

// passkeyOptions sends what a browser needs to make a passkey.
func (s *accountAPI) passkeyOptions(w http.ResponseWriter, r *http.Request, session people.Session) error {
	var body struct {
		// Name is the name that a guest keeps.
		Name string `json:"name"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.countSignIn(w, r); err != nil {
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
func (s *accountAPI) newPasskey(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	var body struct {
		Credential json.RawMessage `json:"credential"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if err := s.countSignIn(w, r); err != nil {
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
	s.WriteJSON(w, http.StatusCreated, keysKept{httpx.AsPerson(kept.Person), kept.Codes})
	return nil
}

// nowAlone cuts other devices off a guest who has become an account: it ends the
// connections of the sessions that have ended, and calls the guest's browsers no more.
func (s *signInAPI) nowAlone(r *http.Request, kept *people.Kept) {
	if len(kept.Ended) == 0 {
		return
	}
	s.signals.SessionsEnded(r.Context(), kept.Ended...)
	if s.options.Notices == nil {
		return
	}
	channels, err := s.options.Notices.Channels(r.Context(), kept.ID)
	for i := range channels {
		err = errors.Join(err, s.options.Notices.Remove(r.Context(), kept.ID, channels[i].ID))
	}
	if err != nil {
		s.Log.Error(
			"browsers are still called for a guest who has become an account",
			zap.String("person", kept.ID),
			zap.Error(err),
		)
	}
}

// newCodes makes recovery codes, which replace the earlier ones.
func (s *accountAPI) newCodes(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	codes, err := s.People.Accounts.NewCodes(r.Context(), session)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, keysKept{httpx.AsPerson(session.Person), codes})
	return nil
}

// newAPIToken makes an API token.
func (s *accountAPI) newAPIToken(w http.ResponseWriter, r *http.Request, session people.Session) error {
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
func (s *accountAPI) removeKey(w http.ResponseWriter, r *http.Request, session people.Session) error {
	key := chi.URLParam(r, "key")
	if err := s.People.Accounts.RemoveKey(r.Context(), session, key); err != nil {
		return err
	}
	s.signals.SessionsEnded(r.Context(), key)
	return s.account(w, r, session)
}

// endOtherSessions ends every session but this one, and the personal links. With the
// parameter programs it also removes the API tokens and the webhooks.
func (s *accountAPI) endOtherSessions(w http.ResponseWriter, r *http.Request, session people.Session) error {
	programs := r.URL.Query().Get("programs") == "1"
	ended, err := s.People.Accounts.EndOthers(r.Context(), session, programs)
	if err != nil {
		return err
	}
	if len(ended) > 0 {
		s.signals.SessionsEnded(r.Context(), ended...)
	}
	if programs && s.options.Notices != nil {
		if err := s.options.Notices.RemoveWebhooks(r.Context(), session.ID); err != nil {
			return err
		}
	}
	return s.account(w, r, session)
}

// signOut ends the session of this browser. A browser that was a guest before it signed
// in is that guest again.
func (s *accountAPI) signOut(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if session.Kind == people.Guest {
		return coded.Errorf(people.CodeNoAccount, "a guest who signs out could not come back; keep your name first")
	}
	if err := s.People.Accounts.SignOut(r.Context(), session); err != nil {
		return err
	}
	s.signals.SessionsEnded(r.Context(), session.Key)
	s.signIn.leaveAccount(w, r)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// deleteAccount removes a person, who leaves all seats. The matches stay.
func (s *accountAPI) deleteAccount(w http.ResponseWriter, r *http.Request, session people.Session) error {
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
	done, err := s.SetAside(w, r, httpx.Costs, httpx.Heavy)
	if err != nil {
		return err
	}
	defer done()
	if err := s.deletePerson(r.Context(), session.ID); err != nil {
		return err
	}
	s.signIn.leaveAccount(w, r)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// accountData sends everything that is stored about a person as a file.
func (s *accountAPI) accountData(w http.ResponseWriter, r *http.Request, session people.Session) error {
	done, err := s.SetAside(w, r, httpx.Costs, httpx.Heavy)
	if err != nil {
		return err
	}
	defer done()
	account, err := s.describe(r, session)
	if err != nil {
		return err
	}
	calls, err := s.calls.noticesOf(r, session.ID)
	if err != nil {
		return err
	}
	data := struct {
		Made    time.Time     `json:"made"`
		Account accountAnswer `json:"account"`
		blocksAnswer
		followsAnswer
		Notifications noticesAnswer         `json:"notifications"`
		Invitations   []madeInvitation      `json:"invitations"`
		Rooms         []directory.RoomInfo  `json:"rooms"`
		Matches       []archive.MatchInfo   `json:"matches"`
		Ratings       []profileRatingAnswer `json:"ratings"`
		Profile       profileAnswer         `json:"profile"`
		moderationAnswer
	}{
		Made:          time.Now().UTC(),
		Account:       account,
		Notifications: calls,
		Rooms:         []directory.RoomInfo{},
		Matches:       []archive.MatchInfo{},
	}
	if data.blocksAnswer, err = s.finding.blocksOf(r, session.Person); err != nil {
		return err
	}
	if data.followsAnswer, err = s.finding.followsOf(r, session.Person); err != nil {
		return err
	}
	if data.Invitations, err = s.finding.madeInvitations(r, session.Person); err != nil {
		return err
	}
	ratings, err := s.People.Profiles.RatingsOf(r.Context(), session.ID)
	if err != nil {
		return err
	}
	data.Ratings = profileRatings(ratings)
	profile, err := s.People.Profiles.Own(r.Context(), session.ID)
	if err != nil {
		return err
	}
	data.Profile = asProfile(&profile)
	if data.moderationAnswer, err = s.others.moderationOf(r, session.ID); err != nil {
		return err
	}
	for query := (directory.ListQuery{Member: session.ID, Limit: httpx.MaxPage}); ; {
		page, err := s.rooms.List(r.Context(), query)
		if err != nil {
			return err
		}
		data.Rooms = append(data.Rooms, page.Rooms...)
		if query.After = page.Next; page.Next == "" {
			break
		}
	}
	for query := (archive.MatchQuery{Person: session.ID, Limit: httpx.MaxPage}); ; {
		var page archive.MatchPage
		var err error
		work.Do(r.Context(), func() { page, err = s.archive.Matches(r.Context(), session.Person, query) })
		if err != nil {
			return err
		}
		data.Matches = append(data.Matches, page.Matches...)
		if query.After = page.Next; page.Next == "" {
			break
		}
	}
	w.Header().Set("Content-Disposition", `attachment; filename="archmage-data.json"`)
	s.WriteJSON(w, http.StatusOK, data)
	return nil
}
