package notify_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/people/notify/notifytest"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// desk is a Notifier that sends to real receivers, one poll at a time.
type desk struct {
	t    *testing.T
	db   *storetest.Store
	mail *notifytest.Mail
	*notify.Notifier
	options notify.Options
	head    store.Head
}

func newDesk(t *testing.T) *desk {
	d := &desk{t: t, db: storetest.Open(t), mail: notifytest.NewMail(t)}
	d.options = notify.Options{
		PublicURL: "https://play.example", Loopback: true,
		SMTP: notify.SMTP{Addr: d.mail.Addr(), From: "Archmage <play@play.example>", TLS: notify.TLSNone},
	}
	d.open()
	require.NoError(
		t,
		d.db.Identities.CreateIdentity(t.Context(), store.Identity{ID: "ann", Name: "ann", Kind: "account"},
			store.Credential{CredentialKey: store.CredentialKey{Kind: "session", ID: []byte("ann")}}),
	)
	var err error
	d.head, err = d.db.Rooms.Create(t.Context(), "r", "", store.Batch{Meta: &store.Meta{Status: store.StatusPlaying}})
	require.NoError(t, err)
	return d
}

func (d *desk) open() {
	d.t.Helper()
	var err error
	d.Notifier, err = notify.New(d.t.Context(), d.db, d.options)
	require.NoError(d.t, err)
}

var ann = people.Person{ID: "ann", Name: "ann", Kind: people.Account}

// turn makes the room wait for Ann since a time, and sends due notifications.
func (d *desk) turn(since int64) {
	d.t.Helper()
	table := notify.Table{
		Game:    "seasons",
		Match:   "m",
		Started: 1,
		Seats:   []notify.Seat{{Person: "ann", Name: "ann", Since: since}, {Name: "Élie"}},
	}
	var err error
	d.head, err = d.db.Rooms.Append(d.t.Context(), d.head, store.Batch{
		Entries:     []store.Entry{{Kind: "x"}},
		PendingTurn: &store.NewPendingTurn{Data: table.Encode(), Due: time.Now().Add(-time.Second)},
	})
	require.NoError(d.t, err)
	d.SendDue(d.t.Context())
}

// waiting returns the stored notifications about rooms, which wait for another try or for the person.
func (d *desk) waiting() []store.Notification {
	d.t.Helper()
	list, err := d.db.Notifications.DueNotifications(d.t.Context(), time.Now().Add(365*24*time.Hour), 100, 0, 100)
	require.NoError(d.t, err)
	return slices.DeleteFunc(list, func(c store.Notification) bool { return c.Room == "" })
}

func (d *desk) channels() []notify.Channel {
	d.t.Helper()
	list, err := d.Channels(d.t.Context(), "ann")
	require.NoError(d.t, err)
	return list
}

var turns = notify.Choice{Events: []notify.Event{notify.Turn}}

const annsMail = "ann@mail.example"

// linkIn returns the secret of the link for a purpose in a letter.
func linkIn(t *testing.T, letter notifytest.Letter, purpose string) string {
	t.Helper()
	_, rest, found := strings.Cut(letter.Text, "https://play.example/notices/"+purpose+"?t=")
	require.True(t, found, letter.Text)
	token, err := url.QueryUnescape(strings.Fields(rest)[0])
	require.NoError(t, err)
	return token
}

// confirmed adds a confirmed e-mail address for Ann.
func (d *desk) confirmed(lang string) {
	d.t.Helper()
	require.NoError(
		d.t,
		d.Add(d.t.Context(), ann, notify.Address{Kind: notify.Mail, Address: annsMail}, turns, lang, ""),
	)
	d.SendDue(d.t.Context())
	letters := d.mail.Letters(annsMail)
	require.NotEmpty(d.t, letters)
	require.NoError(d.t, d.Confirm(d.t.Context(), linkIn(d.t, letters[len(letters)-1], "confirm")))
}

// An unconfirmed address gets only the mail to confirm it. A confirmed one gets one mail about a table
// until the person comes.
func TestMail(t *testing.T) {
	d := newDesk(t)
	require.NoError(t, d.Add(t.Context(), ann, notify.Address{Kind: notify.Mail, Address: annsMail}, turns, "en", ""))
	d.turn(1)
	letters := d.mail.Letters(annsMail)
	require.Len(t, letters, 1)
	require.Equal(t, "Confirm your e-mail address", letters[0].Subject)
	require.NotContains(t, letters[0].Header, "List-Unsubscribe")
	token := linkIn(t, letters[0], "confirm")
	for _, wrong := range []string{
		"", "x", token + "x", "x" + token, strings.Split(token, ".")[0], strings.Split(token, ".")[0] + ".",
	} {
		requireRefused(t, people.CodeBadLink, d.Confirm(t.Context(), wrong))
	}
	requireRefused(t, people.CodeBadLink, d.Unsubscribe(t.Context(), token))
	require.NoError(t, d.Confirm(t.Context(), token))
	require.NoError(t, d.Confirm(t.Context(), token), "a second press of the button does no harm")

	d.turn(2)
	letters = d.mail.Letters(annsMail)
	require.Len(t, letters, 2)
	got := letters[1]
	require.Equal(t, "Your turn: seasons, with Élie", got.Subject)
	require.Contains(t, got.Text, "https://play.example/r/r")
	require.Contains(t, got.Text, "No other mail about this table")
	require.Equal(t, "List-Unsubscribe=One-Click", got.Header.Get("List-Unsubscribe-Post"))
	off := linkIn(t, got, "off")
	require.Equal(t, "<https://play.example/notices/off?t="+off+">", got.Header.Get("List-Unsubscribe"))
	require.Equal(t, "auto-generated", got.Header.Get("Auto-Submitted"))
	require.Contains(t, got.Header.Get("Message-ID"), "@play.example>")
	require.Contains(t, got.Header.Get("From"), "play@play.example")

	d.turn(3)
	require.Len(t, d.mail.Letters(annsMail), 2, "one mail until Ann comes")
	d.PersonArrived(t.Context(), "ann", "r")
	d.turn(4)
	require.Len(t, d.mail.Letters(annsMail), 3)

	require.NoError(t, d.Unsubscribe(t.Context(), off))
	require.NoError(t, d.Unsubscribe(t.Context(), off))
	require.Empty(t, d.channels())
	d.PersonArrived(t.Context(), "ann", "r")
	d.turn(5)
	require.Len(t, d.mail.Letters(annsMail), 3)
	require.Empty(t, d.waiting())
}

func TestMailInFrench(t *testing.T) {
	d := newDesk(t)
	d.confirmed("fr")
	d.turn(1)
	letters := d.mail.Letters(annsMail)
	require.Len(t, letters, 2)
	require.Equal(t, "Confirmez votre adresse e-mail", letters[0].Subject)
	require.Equal(t, "À vous de jouer: seasons, avec Élie", letters[1].Subject)
}

// If the program ends after a mail was sent and before that was stored, the mail is sent again with the
// same message id, by which mail programs recognise it.
func TestMailTwiceHasOneName(t *testing.T) {
	d := newDesk(t)
	d.confirmed("en")
	d.turn(1)
	call := d.waiting()[0]
	call.Due, call.Data = time.Now().Add(-time.Second), json.RawMessage(
		strings.Replace(string(call.Data), `"sent":true`, `"sent":false`, 1),
	)
	require.NoError(t, d.db.Notifications.SetNotification(t.Context(), call))
	d.open()
	d.SendDue(t.Context())
	letters := d.mail.Letters(annsMail)
	require.Len(t, letters, 3)
	require.Equal(t, letters[1].Header.Get("Message-ID"), letters[2].Header.Get("Message-ID"))
	require.NotEqual(t, letters[0].Header.Get("Message-ID"), letters[1].Header.Get("Message-ID"))
}

// While the mail server is down, mails wait, and no channel is removed.
func TestMailServerIsDown(t *testing.T) {
	d := newDesk(t)
	d.confirmed("en")
	d.mail.Close()
	d.turn(1)
	require.Len(t, d.waiting(), 1)
	require.Zero(t, d.channels()[0].Failures)

	again := notifytest.NewMail(t)
	d.options.SMTP.Addr = again.Addr()
	d.open()
	call := d.waiting()[0]
	call.Due = time.Now().Add(-time.Second)
	require.NoError(t, d.db.Notifications.SetNotification(t.Context(), call))
	d.SendDue(t.Context())
	require.Len(t, again.Letters(annsMail), 1)
}

// A channel is removed if the mail server rejects its address for good, but not for a temporary refusal.
func TestMailIsRefused(t *testing.T) {
	for answer, left := range map[string]int{"550 5.1.1 nobody": 0, "450 4.2.1 later": 1} {
		d := newDesk(t)
		d.confirmed("en")
		d.mail.Refuse(annsMail, answer)
		d.turn(1)
		require.Len(t, d.channels(), left, answer)
		require.Len(t, d.waiting(), left, answer)
	}
}

// An address gets few mails to confirm it from all people together, and the people do not learn how
// many.
func TestFewMailsToConfirm(t *testing.T) {
	d := newDesk(t)
	for range 5 {
		require.NoError(
			t,
			d.Add(t.Context(), ann, notify.Address{Kind: notify.Mail, Address: annsMail}, turns, "en", ""),
		)
		d.SendDue(t.Context())
		require.NoError(t, d.Remove(t.Context(), "ann", d.channels()[0].ID))
	}
	require.Len(t, d.mail.Letters(annsMail), 3)
}

func TestPush(t *testing.T) {
	d := newDesk(t)
	browser := notifytest.NewPush(t)
	guest := people.Person{ID: "ann", Kind: people.Guest}
	at := notify.Address{Kind: notify.Push, Address: browser.Endpoint, Key: browser.Key, Auth: browser.Auth}
	require.NoError(
		t,
		d.Add(
			t.Context(),
			guest,
			at,
			turns,
			"en",
			"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
		),
	)
	require.Equal(t, people.Device{Browser: "Firefox", System: "Linux"}, d.channels()[0].Device)
	d.turn(1)
	d.turn(2)
	got := browser.Messages()
	require.Len(t, got, 2)
	require.JSONEq(t, `{"title":"Your turn","body":"seasons, with Élie","path":"/r/r","tag":"r"}`, got[0].Text)
	require.Contains(t, got[0].Header.Get("Authorization"), "vapid t=")
	require.Contains(t, got[0].Header.Get("Authorization"), d.Info().Key)
	topic := got[0].Header.Get("Topic")
	require.Len(t, topic, 32)
	require.Equal(t, topic, got[1].Header.Get("Topic"), "the later one takes the place of the one before")

	require.NoError(t, d.SendTest(t.Context(), "ann", d.channels()[0].ID))
	d.SendDue(t.Context())
	require.Contains(t, browser.Messages()[2].Text, "This works")

	key := d.Info().Key
	d.open()
	require.Equal(t, key, d.Info().Key, "the keys are made once")
	browser.Answer(http.StatusGone)
	d.turn(3)
	require.Empty(t, d.channels())
	require.False(t, d.HasChannel("ann"))
}

func requireRefused(t *testing.T, code coded.Code, err error) {
	t.Helper()
	var refusal *coded.Error
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, code, refusal.Code)
}
