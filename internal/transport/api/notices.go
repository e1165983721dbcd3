package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/transport/httpx"
)

// noticesHandler answers requests about the channels for notifications.
type noticesHandler struct {
	*httpx.Base
	// notifier is nil if this server sends no notifications.
	notifier *notify.Notifier
}

// NoticesAnswer has the channels for notifications to a person.
type NoticesAnswer struct {
	// Missing is the reason why the server sends no notifications, or "" if it sends them.
	Missing people.Missing `json:"missing"`
	// Mail is true if the server sends e-mail. Key is the public key with which browsers
	// subscribe to Web Push.
	Mail bool   `json:"mail"`
	Key  string `json:"key"`
	// Channels are the person's channels. Max is the number of channels that a person may have.
	Channels []ChannelAnswer `json:"channels"`
	Max      int             `json:"max"`
}

// ChannelAnswer is a channel for notifications.
type ChannelAnswer struct {
	ID   string      `json:"id"`
	Kind notify.Kind `json:"kind"`
	// Address is the e-mail address, or the URL of the webhook or of the browser's push
	// service.
	Address string `json:"address"`
	notify.Choice
	people.Device
	Confirmed bool  `json:"confirmed"`
	Created   int64 `json:"created"`
}

// notifications returns where the person gets notifications (`channels`), of which there are at most `max`;
// whether the server sends `mail`; the `key` with which browsers subscribe; and why the server sends none at all
// (`missing` is `address` or `tls`, or empty if it does). Allowed for a person.
func (s *noticesHandler) notifications(w http.ResponseWriter, r *http.Request, session people.Session) error {
	answer, err := s.noticesOf(r, session.ID)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, answer)
	return nil
}

func (s *noticesHandler) noticesOf(r *http.Request, person string) (NoticesAnswer, error) {
	answer := NoticesAnswer{Missing: people.MissingAddress, Channels: []ChannelAnswer{}, Max: notify.MaxChannels}
	n := s.notifier
	if n == nil {
		return answer, nil
	}
	info := n.Info()
	answer.Missing, answer.Mail, answer.Key = info.Missing, info.Mail, info.Key
	list, err := n.Channels(r.Context(), person)
	if err != nil {
		return NoticesAnswer{}, err
	}
	for i := range list {
		c := &list[i]
		answer.Channels = append(answer.Channels, ChannelAnswer{
			ID:        c.ID,
			Kind:      c.Kind,
			Address:   c.Address.Address,
			Choice:    c.Choice,
			Device:    c.Device,
			Confirmed: c.Confirmed,
			Created:   c.Created.UnixMilli(),
		})
	}
	return answer, nil
}

// mount adds the routes of the handler.
func (s *noticesHandler) mount(r chi.Router) {
	add := func(method, pattern string, do sessionEndpoint) { r.Method(method, pattern, forSession(s.Base, do)) }
	changes := func(do sessionEndpoint) sessionEndpoint {
		return func(w http.ResponseWriter, r *http.Request, session people.Session) error {
			if s.notifier == nil {
				return errNoNotices()
			}
			if err := s.CheckSpace(); err != nil {
				return err
			}
			if err := s.CountChange(w, r, session.Person); err != nil {
				return err
			}
			if err := do(w, r, session); err != nil {
				return err
			}
			return s.notifications(w, r, session)
		}
	}
	add(http.MethodGet, "/account/notifications", s.notifications)
	add(http.MethodPost, "/account/notifications", changes(s.addChannel))
	add(http.MethodPatch, "/account/notifications/{channel}", changes(s.changeChannel))
	add(http.MethodDelete, "/account/notifications/{channel}", changes(s.removeChannel))
	add(http.MethodPost, "/account/notifications/{channel}/test", changes(s.tryChannel))
	r.Method(http.MethodPost, "/notifications/confirm", s.HandlerOf(s.confirmMail))
}

// addChannel adds a channel. `kind` is `push`, `mail` or `webhook`; `address` is the endpoint, the e-mail address
// or the https address. The subscription of a browser has `key` (p256dh) and `auth`. `events` are any of `turn`,
// `reminder`, `invitation`, `begin` and `end`. `always` is true to get them at the table too. `lang` is the
// language. A webhook tells a program about the person, as an API token does, so it needs the same recent sign-in.
// The answer is that of `GET`, as it is for the other requests about channels. Allowed for a person for `push`, an
// account for the others.
func (s *noticesHandler) addChannel(w http.ResponseWriter, r *http.Request, session people.Session) error {
	var body struct {
		notify.Address
		notify.Choice
		// Lang is the language of the texts.
		Lang string `json:"lang"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if body.Kind == notify.Webhook {
		if err := session.CheckProof(); err != nil {
			return err
		}
	}
	if err := s.countNotice(w, r); err != nil {
		return err
	}
	return s.notifier.Add(r.Context(), session.Person, body.Address, body.Choice, body.Lang, r.UserAgent())
}

// countNotice limits the rate at which an address makes the server send messages to channels.
func (s *noticesHandler) countNotice(w http.ResponseWriter, r *http.Request) error {
	if !s.Allow(w, r, httpx.Channels) {
		return coded.Errorf(httpx.CodeTooMany, "too much was to be sent from your address; try again later")
	}
	return nil
}

// changeChannel changes `events` and `always` of a channel. Allowed for a person.
func (s *noticesHandler) changeChannel(w http.ResponseWriter, r *http.Request, session people.Session) error {
	var choice notify.Choice
	if err := s.Read(w, r, &choice); err != nil {
		return err
	}
	return s.notifier.Change(r.Context(), session.ID, chi.URLParam(r, "channel"), choice)
}

// removeChannel removes a channel. Allowed for a person.
func (s *noticesHandler) removeChannel(_ http.ResponseWriter, r *http.Request, session people.Session) error {
	return s.notifier.Remove(r.Context(), session.ID, chi.URLParam(r, "channel"))
}

// tryChannel sends a test notification to a channel. Allowed for a person.
func (s *noticesHandler) tryChannel(w http.ResponseWriter, r *http.Request, session people.Session) error {
	if err := s.countNotice(w, r); err != nil {
		return err
	}
	return s.notifier.SendTest(r.Context(), session.ID, chi.URLParam(r, "channel"))
}

// confirmMail confirms an e-mail address with the `token` in the link of a mail. The browser in which the link is
// opened need not be signed in. Allowed for anybody.
func (s *noticesHandler) confirmMail(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Token string `json:"token"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if s.notifier == nil {
		return errNoNotices()
	}
	if err := countSignIn(w, r, s.Base); err != nil {
		return err
	}
	if err := s.notifier.Confirm(r.Context(), body.Token); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// unsubscribePath takes POST requests of the button on the page for unsubscribing, and of mail
// programs (RFC 8058).
const unsubscribePath = "/notices/off"

// unsubscribe stops e-mails to an address. Mail programs send the body of RFC 8058 and no cookies,
// so the token in the URL is the only proof.
func (s *noticesHandler) unsubscribe(w http.ResponseWriter, r *http.Request) error {
	if s.notifier == nil {
		return errNoNotices()
	}
	const form = 4 << 10
	r.Body = http.MaxBytesReader(w, r.Body, form)
	if r.PostFormValue("List-Unsubscribe") != "One-Click" {
		return coded.Malformedf("the body is List-Unsubscribe=One-Click")
	}
	if err := countSignIn(w, r, s.Base); err != nil {
		return err
	}
	if err := s.notifier.Unsubscribe(r.Context(), r.URL.Query().Get("t")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func errNoNotices() error {
	return coded.Errorf(notify.CodeNoNotifications, "this server sends no notices")
}
