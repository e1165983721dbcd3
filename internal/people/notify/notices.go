// Package notify calls people who are elsewhere when it is their turn, their time is
// soon up, a match begins or ends, or somebody invites them. It reaches them by Web Push,
// e-mail and webhooks, as each person has chosen.
//
// Rooms store whom they wait for with their entries ([Table]), so no call is lost when
// the program ends. From these the package makes calls, which are stored until they are
// sent or given up. After a crash a call may be sent twice, under the same name. The
// package imports the database and the people of the project, but nothing of rooms or
// games.
package notify

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/SherClockHolmes/webpush-go"
	"github.com/google/uuid"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// The codes of errors about notices.
const (
	// CodeBadAddress: an address to which the server does not send.
	CodeBadAddress coded.Code = "bad_address"
	// CodeTooManyChannels: the person has MaxChannels.
	CodeTooManyChannels coded.Code = "too_many_channels"
	// CodeNoChannel: the person has no such channel.
	CodeNoChannel coded.Code = "no_channel"
	// CodeNoNotices: this server sends no notices of that kind.
	CodeNoNotices coded.Code = "no_notices"
)

// Store is where channels and calls are kept.
type Store interface {
	AddChannel(ctx context.Context, channel store.Channel, most int) error
	SetChannel(ctx context.Context, id string, data json.RawMessage) error
	DeleteChannel(ctx context.Context, id string) error
	Channel(ctx context.Context, id string) (store.Channel, error)
	Channels(ctx context.Context, identity string) ([]store.Channel, error)
	Reachable(ctx context.Context) ([]string, error)
	PendingTurn(ctx context.Context, room string) (store.PendingTurn, error)
	DuePendingTurns(ctx context.Context, at time.Time, limit int) ([]store.PendingTurn, error)
	SavePendingTurn(ctx context.Context, awaited store.PendingTurn, calls []store.Notification) error
	AddNotifications(ctx context.Context, calls []store.Notification) error
	DueNotifications(ctx context.Context, at time.Time, each, skip, limit int) ([]store.Notification, error)
	SetNotification(ctx context.Context, call store.Notification) error
	EndNotification(ctx context.Context, call store.Notification) error
	EndNotifications(ctx context.Context, identity, room string) error
	// Setting and KeepSetting keep the server's keys.
	Setting(ctx context.Context, name string) (string, error)
	KeepSetting(ctx context.Context, name, value string) (string, error)
}

// StoreOf returns what notifications use of a database.
func StoreOf(db *store.DB) Store {
	return struct {
		store.Notifications
		store.Identities
	}{db.Notifications, db.Identities}
}

// Options of notices.
type Options struct {
	// PublicURL is the address that visitors use, to which the links in notices lead.
	// There are no notices unless it is https or an address of this machine.
	PublicURL string
	// SMTP is the server for e-mail; without an address there is no e-mail.
	SMTP SMTP
	// Every returns how long to wait before the store is asked again for what is due;
	// nil means a second.
	Every func() time.Duration
	// Loopback allows channels that lead to this machine, for tests.
	Loopback bool
	// Title returns the name of a game in a language; nil means its id.
	Title func(game, lang string) string
	// Present returns who is connected to a room; nil means nobody.
	Present func(ctx context.Context, room string) []string
	// Changed, unless it is nil, is called when somebody gets a first channel or loses
	// the last one. It must not wait.
	Changed func()
	Logger  *zap.Logger
	// Client sends to browsers and webhooks; nil means one that connects only to public
	// addresses.
	Client *http.Client
}

// Grace is how long a room waits for a person before that person is called, so that
// nobody is called who is just playing.
const Grace = 15 * time.Second

// Notices calls people. It is safe for use from many goroutines.
type Notices struct {
	store   Store
	options Options
	log     *zap.Logger
	keys    keys
	// client sends to browsers and webhooks. mailer sends to the mail server; it is nil
	// if there is none.
	client *http.Client
	mailer *mailer

	mu sync.RWMutex
	// reachable counts the channels of each person who has any.
	reachable map[string]int
	// confirming are the times at which somebody asked for mail to an address, by the
	// hash of the address.
	confirming map[[sha256.Size]byte][]time.Time

	// reported is when moderators were, or will be, told of reports last.
	reported time.Time

	// way are the calls on their way. sending waits for them, and arrived has an element
	// when one has arrived.
	way     way
	sending sync.WaitGroup
	arrived chan struct{}

	stop    context.CancelFunc
	running sync.WaitGroup
	// skip is how many calls that are due look leaves out, as it has looked at them.
	skip int
	// quietUntil is until when no calls about tables are made.
	quietUntil time.Time
}

// keys are the secrets with which the server signs.
type keys struct {
	// Private and Public are the VAPID keys.
	Private string `json:"private"`
	Public  string `json:"public"`
	// Links signs the links in e-mails.
	Links []byte `json:"links"`
}

// settingKeys is the setting that holds the keys.
const settingKeys = "notice keys"

// New returns the notices of a store. Nothing is sent before Start is called.
func New(ctx context.Context, db Store, options Options) (*Notices, error) {
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	if options.Title == nil {
		options.Title = func(game, _ string) string { return game }
	}
	if options.Present == nil {
		options.Present = func(context.Context, string) []string { return nil }
	}
	if options.Changed == nil {
		options.Changed = func() {}
	}
	if options.Every == nil {
		options.Every = func() time.Duration { return lookEvery }
	}
	if options.Client == nil {
		options.Client = caller(options.Loopback)
	}
	n := &Notices{
		store: db, options: options, log: options.Logger, client: options.Client,
		reachable: map[string]int{}, confirming: map[[sha256.Size]byte][]time.Time{},
		arrived: make(chan struct{}, 1),
	}
	if options.SMTP.Addr != "" {
		mailer, err := newMailer(options.SMTP)
		if err != nil {
			return nil, err
		}
		n.mailer = mailer
	}
	if err := n.readKeys(ctx); err != nil {
		return nil, fmt.Errorf("the keys of notices: %w", err)
	}
	return n, n.Reload(ctx)
}

// readKeys reads the server's keys, and makes them at the first start.
func (n *Notices) readKeys(ctx context.Context) error {
	text, err := n.store.Setting(ctx, settingKeys)
	if errors.Is(err, store.ErrNotFound) {
		made := keys{Links: make([]byte, 32)}
		if made.Private, made.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
			return err
		}
		_, _ = rand.Read(made.Links) // it never fails
		text, err = n.store.KeepSetting(ctx, settingKeys, string(strict.Encode(made)))
	}
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), &n.keys)
}

// Reload reads who has a channel. Another server may have changed it.
func (n *Notices) Reload(ctx context.Context) error {
	list, err := n.store.Reachable(ctx)
	if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	clear(n.reachable)
	for _, person := range list {
		n.reachable[person] = 1
	}
	return nil
}

// Wants reports whether a person has a channel.
func (n *Notices) Wants(person string) bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.reachable[person] > 0
}

// anybody reports whether anybody has a channel.
func (n *Notices) anybody() bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return len(n.reachable) > 0
}

// count updates how many channels a person has.
func (n *Notices) count(person string, channels int) {
	n.mu.Lock()
	changed := (n.reachable[person] > 0) != (channels > 0)
	if n.reachable[person] = channels; channels == 0 {
		delete(n.reachable, person)
	}
	n.mu.Unlock()
	if changed {
		n.options.Changed()
	}
}

// Came says that a person is at a table. Calls about it that are still to be sent are
// dropped, and the person may be called about it again later.
func (n *Notices) Came(ctx context.Context, person, room string) {
	if !n.Wants(person) {
		return
	}
	if err := n.store.EndNotifications(ctx, person, room); err != nil && !errors.Is(err, store.ErrNotFound) {
		n.log.Warn("calls of somebody who has come could not be ended", zap.Error(err))
	}
}

// Info is what this server can do.
type Info struct {
	// Missing says why there are no notices at all, "" if there are.
	Missing people.Missing
	// Mail is true if there is a mail server. Key is the public key with which browsers
	// subscribe to Web Push.
	Mail bool
	Key  string
}

// Info returns what this server can do.
func (n *Notices) Info() Info {
	_, missing := people.SecureHost(n.options.PublicURL)
	return Info{Missing: missing, Mail: n.mailer != nil, Key: n.keys.Public}
}

// Channels returns the channels of a person, the oldest first.
func (n *Notices) Channels(ctx context.Context, person string) ([]Channel, error) {
	stored, err := n.store.Channels(ctx, person)
	if err != nil {
		return nil, err
	}
	list := make([]Channel, 0, len(stored))
	for i := range stored {
		c, err := decodeChannel(&stored[i])
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// Add adds a channel of a person. An e-mail address gets a mail with a link to confirm
// it; whether it gets one is not told. It fails with CodeBadAddress, CodeTooManyChannels,
// CodeNoNotices, people.CodeNoAccount for a guest's e-mail or webhook, and
// people.CodeNotStored.
func (n *Notices) Add(ctx context.Context, by people.Person, at Address, choice Choice, lang, userAgent string) error {
	info := n.Info()
	switch {
	case info.Missing != "" || at.Kind == Mail && !info.Mail:
		return coded.Errorf(CodeNoNotices, "this server sends no notices of that kind")
	case by.Kind == people.Bot, at.Kind != Push && by.Kind != people.Account:
		return coded.Errorf(people.CodeNoAccount, "keep your name first: a guest can be called in this browser alone")
	}
	if err := errors.Join(at.check(n.options.Loopback), choice.check()); err != nil {
		return err
	}
	has, err := n.Channels(ctx, by.ID)
	if err != nil {
		return err
	}
	for i := range has {
		if has[i].Kind == at.Kind && strings.EqualFold(has[i].Address.Address, at.Address) {
			// A browser that subscribes again has new keys.
			has[i].Address, has[i].Choice, has[i].Lang = at, choice, language(lang)
			return n.keep(ctx, &has[i])
		}
	}
	c := Channel{
		ID:     uuid.NewString(),
		Person: by.ID,
		data:   data{Address: at, Choice: choice, Lang: language(lang), Confirmed: at.Kind != Mail},
	}
	if at.Kind == Push {
		c.Device = people.DeviceOf(userAgent)
	}
	err = n.store.AddChannel(ctx, store.Channel{ID: c.ID, Identity: c.Person, Data: c.encode()}, MaxChannels)
	switch {
	case errors.Is(err, store.ErrQuota):
		return coded.Errorf(CodeTooManyChannels, "nobody has more than %d of these; remove one first", MaxChannels)
	case err != nil:
		return notStored(err)
	}
	n.count(by.ID, len(has)+1)
	if at.Kind != Mail {
		return nil
	}
	confirm := newCall(&c, "", call{Event: eventConfirm})
	if !n.mayConfirm(at.Address) {
		confirm.Due = confirm.Due.Add(ConfirmWithin)
	}
	return n.queue(ctx, confirm)
}

// confirmsADay bounds how many mails to confirm it one address gets in a day, whoever
// asks for them.
const confirmsADay = 3

// mayConfirm counts a request to confirm an address, and reports whether the mail may be
// sent.
func (n *Notices) mayConfirm(address string) bool {
	const day = 24 * time.Hour
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	for key, times := range n.confirming {
		if now.Sub(times[len(times)-1]) > day {
			delete(n.confirming, key)
		}
	}
	key := sha256.Sum256([]byte(strings.ToLower(address)))
	times := n.confirming[key]
	for len(times) > 0 && now.Sub(times[0]) > day {
		times = times[1:]
	}
	if len(times) >= confirmsADay {
		return false
	}
	n.confirming[key] = append(times, now)
	return true
}

// Change changes what a channel is for. It fails with CodeNoChannel and
// people.CodeNotStored.
func (n *Notices) Change(ctx context.Context, person, id string, choice Choice) error {
	if err := choice.check(); err != nil {
		return err
	}
	c, err := n.own(ctx, person, id)
	if err != nil {
		return err
	}
	c.Choice = choice
	return n.keep(ctx, &c)
}

// Try sends a test call to a channel. It fails with CodeNoChannel and
// people.CodeNotStored.
func (n *Notices) Try(ctx context.Context, person, id string) error {
	c, err := n.own(ctx, person, id)
	if err != nil {
		return err
	}
	if !c.Confirmed {
		return errNoChannel()
	}
	return n.queue(ctx, newCall(&c, "", call{Event: eventTest}))
}

// Remove removes a channel. It fails with CodeNoChannel and people.CodeNotStored.
func (n *Notices) Remove(ctx context.Context, person, id string) error {
	c, err := n.own(ctx, person, id)
	if err != nil {
		return err
	}
	return n.drop(ctx, &c)
}

// RemoveWebhooks removes every webhook of a person. It fails with people.CodeNotStored.
func (n *Notices) RemoveWebhooks(ctx context.Context, person string) error {
	channels, err := n.Channels(ctx, person)
	if err != nil {
		return err
	}
	for i := range channels {
		if channels[i].Kind != Webhook {
			continue
		}
		if err := n.drop(ctx, &channels[i]); err != nil && coded.Of(err) != CodeNoChannel {
			return err
		}
	}
	return nil
}

// drop removes a channel.
func (n *Notices) drop(ctx context.Context, c *Channel) error {
	if err := n.store.DeleteChannel(ctx, c.ID); errors.Is(err, store.ErrNotFound) {
		return errNoChannel()
	} else if err != nil {
		return notStored(err)
	}
	left, err := n.store.Channels(ctx, c.Person)
	if err == nil {
		n.count(c.Person, len(left))
	}
	return nil
}

// own returns the channel of a person.
func (n *Notices) own(ctx context.Context, person, id string) (Channel, error) {
	c, err := n.channel(ctx, id)
	if err == nil && c.Person != person {
		err = errNoChannel()
	}
	return c, err
}

func (n *Notices) channel(ctx context.Context, id string) (Channel, error) {
	stored, err := n.store.Channel(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Channel{}, errNoChannel()
	} else if err != nil {
		return Channel{}, err
	}
	return decodeChannel(&stored)
}

// keep stores a channel.
func (n *Notices) keep(ctx context.Context, c *Channel) error {
	err := n.store.SetChannel(ctx, c.ID, c.encode())
	switch {
	case errors.Is(err, store.ErrNotFound):
		return errNoChannel()
	case err != nil:
		return notStored(err)
	}
	return nil
}

// Confirm records that the reader of an e-mail address wants the mail. token is from the
// link in a mail. It fails with people.CodeBadLink and people.CodeNotStored.
func (n *Notices) Confirm(ctx context.Context, token string) error {
	c, err := n.byToken(ctx, purposeConfirm, token)
	if err != nil {
		return err
	}
	if c.Confirmed {
		return nil
	}
	if time.Since(c.Created) > ConfirmWithin {
		return errBadLink()
	}
	c.Confirmed = true
	return n.keep(ctx, &c)
}

// Unsubscribe removes the channel of an e-mail address. It can be repeated. It
// fails with people.CodeBadLink and people.CodeNotStored.
func (n *Notices) Unsubscribe(ctx context.Context, token string) error {
	c, err := n.byToken(ctx, purposeOff, token)
	switch {
	case coded.Of(err) == CodeNoChannel:
		return nil
	case err != nil:
		return err
	}
	return n.drop(ctx, &c)
}

// The purposes of links in e-mails.
const (
	purposeConfirm = "confirm"
	purposeOff     = "off"
)

// link returns the address of a link in an e-mail to a channel.
func (n *Notices) link(purpose, channel string) string {
	return n.options.PublicURL + "/notices/" + purpose + "?t=" + url.QueryEscape(channel+"."+n.sign(purpose, channel))
}

// sign returns the proof that the server has made a link.
func (n *Notices) sign(purpose, channel string) string {
	mac := hmac.New(sha256.New, n.keys.Links)
	mac.Write([]byte(purpose + " " + channel))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// byToken returns the channel to which the token of a link belongs. It fails with
// people.CodeBadLink, and with CodeNoChannel if the channel is gone.
func (n *Notices) byToken(ctx context.Context, purpose, token string) (Channel, error) {
	id, proof, _ := strings.Cut(token, ".")
	if !hmac.Equal([]byte(proof), []byte(n.sign(purpose, id))) {
		return Channel{}, errBadLink()
	}
	c, err := n.channel(ctx, id)
	if purpose == purposeConfirm && coded.Of(err) != "" {
		err = errBadLink()
	}
	return c, err
}

func errNoChannel() *coded.Error {
	return coded.Errorf(CodeNoChannel, "there is no such channel")
}

func errBadLink() *coded.Error {
	return coded.Errorf(people.CodeBadLink, "that link is not valid, or has ended; ask for a new one")
}

func notStored(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w (%w)", coded.Errorf(people.CodeNotStored, "that could not be stored; try again"), err)
}
