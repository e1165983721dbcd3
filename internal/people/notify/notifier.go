// Package notify sends notifications to people who are elsewhere when it is their turn, their time is
// soon up, a match begins or ends, or somebody invites them. It reaches them by Web Push,
// e-mail and webhooks, as each person has chosen.
//
// Rooms store whom they wait for with their entries ([Table]), so no notification is lost when
// the program ends. From these the package makes notifications, which are stored until they are
// sent or given up. After a crash a notification may be sent twice, under the same name. The
// package imports the database and the people of the project, but nothing of rooms or
// games. Begin with [Notifier.Start]: queueForTables makes notifications, send delivers one.
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
	CodeNoNotifications coded.Code = "no_notifications"
)

// Store is where channels and notifications are kept.
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
	// PollInterval returns how long to wait before the store is asked again for what is due;
	// nil means a second.
	PollInterval func() time.Duration
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

// Grace is how long a room waits for a person before it notifies that person, so that
// people who are just playing get no notification.
const Grace = 15 * time.Second

// Notifier stores notifications and sends them when they are due. It is safe for use from many goroutines.
type Notifier struct {
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
	// confirmations are the times at which somebody asked for mail to an address, by the
	// hash of the address.
	confirmations map[[sha256.Size]byte][]time.Time

	// lastReport is when moderators were, or will be, last notified of reports.
	lastReport time.Time

	// inFlight are the notifications in flight. sending waits for them, and finished has an element
	// when one has arrived.
	inFlight inFlight
	sending  sync.WaitGroup
	finished chan struct{}

	stop    context.CancelFunc
	running sync.WaitGroup
	// offset is how many notifications that are due look leaves out, as it has looked at them.
	offset int
	// graceEnds is until when no notifications about tables are made.
	graceEnds time.Time
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

// New returns the notifier of a store. Nothing is sent before Start is called.
func New(ctx context.Context, db Store, options Options) (*Notifier, error) {
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
	if options.PollInterval == nil {
		options.PollInterval = func() time.Duration { return pollInterval }
	}
	if options.Client == nil {
		options.Client = newClient(options.Loopback)
	}
	n := &Notifier{
		store: db, options: options, log: options.Logger, client: options.Client,
		reachable: map[string]int{}, confirmations: map[[sha256.Size]byte][]time.Time{},
		finished: make(chan struct{}, 1),
	}
	if options.SMTP.Addr != "" {
		mailer, err := newMailer(options.SMTP)
		if err != nil {
			return nil, err
		}
		n.mailer = mailer
	}
	if err := n.readKeys(ctx); err != nil {
		return nil, fmt.Errorf("notification keys: %w", err)
	}
	return n, n.Reload(ctx)
}

// readKeys reads the server's keys, and makes them at the first start.
func (n *Notifier) readKeys(ctx context.Context) error {
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
func (n *Notifier) Reload(ctx context.Context) error {
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

// HasChannel reports whether a person has a channel.
func (n *Notifier) HasChannel(person string) bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.reachable[person] > 0
}

// hasAnyChannel reports whether anybody has a channel.
func (n *Notifier) hasAnyChannel() bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return len(n.reachable) > 0
}

// setChannelCount updates how many channels a person has.
func (n *Notifier) setChannelCount(person string, channels int) {
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

// PersonArrived records that a person is at a table. It deletes the notifications about the table
// that are still to be sent; the person may be notified about it again later.
func (n *Notifier) PersonArrived(ctx context.Context, person, room string) {
	if !n.HasChannel(person) {
		return
	}
	if err := n.store.EndNotifications(ctx, person, room); err != nil && !errors.Is(err, store.ErrNotFound) {
		n.log.Warn("deleting notifications of a person who arrived failed", zap.Error(err))
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
func (n *Notifier) Info() Info {
	_, missing := people.SecureHost(n.options.PublicURL)
	return Info{Missing: missing, Mail: n.mailer != nil, Key: n.keys.Public}
}

// Channels returns the channels of a person, the oldest first.
func (n *Notifier) Channels(ctx context.Context, person string) ([]Channel, error) {
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
// it; the caller does not learn whether it gets one. It fails with CodeBadAddress, CodeTooManyChannels,
// CodeNoNotices, people.CodeNoAccount for a guest's e-mail or webhook, and
// people.CodeNotStored.
func (n *Notifier) Add(ctx context.Context, by people.Person, at Address, choice Choice, lang, userAgent string) error {
	info := n.Info()
	switch {
	case info.Missing != "" || at.Kind == Mail && !info.Mail:
		return coded.Errorf(CodeNoNotifications, "this server sends no notices of that kind")
	case by.Kind == people.Bot, at.Kind != Push && by.Kind != people.Account:
		return coded.Errorf(people.CodeNoAccount, "keep your name first: a guest can be notified in this browser only")
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
			return n.saveChannel(ctx, &has[i])
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
		return coded.Errorf(CodeTooManyChannels, "at most %d channels; remove one first", MaxChannels)
	case err != nil:
		return notStored(err)
	}
	n.setChannelCount(by.ID, len(has)+1)
	if at.Kind != Mail {
		return nil
	}
	confirm := newNotification(&c, "", notification{Event: eventConfirm})
	if !n.mayConfirm(at.Address) {
		confirm.Due = confirm.Due.Add(ConfirmWithin)
	}
	return n.queue(ctx, confirm)
}

// confirmsADay bounds how many mails to confirm it one address gets in a day, no matter
// who asks for them.
const confirmsADay = 3

// mayConfirm counts a request to confirm an address, and reports whether the mail may be
// sent.
func (n *Notifier) mayConfirm(address string) bool {
	const day = 24 * time.Hour
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	for key, times := range n.confirmations {
		if now.Sub(times[len(times)-1]) > day {
			delete(n.confirmations, key)
		}
	}
	key := sha256.Sum256([]byte(strings.ToLower(address)))
	times := n.confirmations[key]
	for len(times) > 0 && now.Sub(times[0]) > day {
		times = times[1:]
	}
	if len(times) >= confirmsADay {
		return false
	}
	n.confirmations[key] = append(times, now)
	return true
}

// Change changes what a channel is for. It fails with CodeNoChannel and
// people.CodeNotStored.
func (n *Notifier) Change(ctx context.Context, person, id string, choice Choice) error {
	if err := choice.check(); err != nil {
		return err
	}
	c, err := n.channelOf(ctx, person, id)
	if err != nil {
		return err
	}
	c.Choice = choice
	return n.saveChannel(ctx, &c)
}

// SendTest sends a test notification to a channel. It fails with CodeNoChannel and
// people.CodeNotStored.
func (n *Notifier) SendTest(ctx context.Context, person, id string) error {
	c, err := n.channelOf(ctx, person, id)
	if err != nil {
		return err
	}
	if !c.Confirmed {
		return errNoChannel()
	}
	return n.queue(ctx, newNotification(&c, "", notification{Event: eventTest}))
}

// Remove removes a channel. It fails with CodeNoChannel and people.CodeNotStored.
func (n *Notifier) Remove(ctx context.Context, person, id string) error {
	c, err := n.channelOf(ctx, person, id)
	if err != nil {
		return err
	}
	return n.deleteChannel(ctx, &c)
}

// RemoveWebhooks removes every webhook of a person. It fails with people.CodeNotStored.
func (n *Notifier) RemoveWebhooks(ctx context.Context, person string) error {
	channels, err := n.Channels(ctx, person)
	if err != nil {
		return err
	}
	for i := range channels {
		if channels[i].Kind != Webhook {
			continue
		}
		if err := n.deleteChannel(ctx, &channels[i]); err != nil && coded.Of(err) != CodeNoChannel {
			return err
		}
	}
	return nil
}

// deleteChannel removes a channel.
func (n *Notifier) deleteChannel(ctx context.Context, c *Channel) error {
	if err := n.store.DeleteChannel(ctx, c.ID); errors.Is(err, store.ErrNotFound) {
		return errNoChannel()
	} else if err != nil {
		return notStored(err)
	}
	left, err := n.store.Channels(ctx, c.Person)
	if err == nil {
		n.setChannelCount(c.Person, len(left))
	}
	return nil
}

// channelOf returns the channel of a person.
func (n *Notifier) channelOf(ctx context.Context, person, id string) (Channel, error) {
	c, err := n.channel(ctx, id)
	if err == nil && c.Person != person {
		err = errNoChannel()
	}
	return c, err
}

func (n *Notifier) channel(ctx context.Context, id string) (Channel, error) {
	stored, err := n.store.Channel(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Channel{}, errNoChannel()
	} else if err != nil {
		return Channel{}, err
	}
	return decodeChannel(&stored)
}

// saveChannel stores a channel.
func (n *Notifier) saveChannel(ctx context.Context, c *Channel) error {
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
func (n *Notifier) Confirm(ctx context.Context, token string) error {
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
	return n.saveChannel(ctx, &c)
}

// Unsubscribe removes the channel of an e-mail address. It can be repeated. It
// fails with people.CodeBadLink and people.CodeNotStored.
func (n *Notifier) Unsubscribe(ctx context.Context, token string) error {
	c, err := n.byToken(ctx, purposeUnsubscribe, token)
	switch {
	case coded.Of(err) == CodeNoChannel:
		return nil
	case err != nil:
		return err
	}
	return n.deleteChannel(ctx, &c)
}

// The purposes of links in e-mails.
const (
	purposeConfirm     = "confirm"
	purposeUnsubscribe = "off"
)

// link returns the address of a link in an e-mail to a channel.
func (n *Notifier) link(purpose, channel string) string {
	return n.options.PublicURL + "/notices/" + purpose + "?t=" + url.QueryEscape(channel+"."+n.sign(purpose, channel))
}

// sign returns the proof that the server has made a link.
func (n *Notifier) sign(purpose, channel string) string {
	mac := hmac.New(sha256.New, n.keys.Links)
	mac.Write([]byte(purpose + " " + channel))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// byToken returns the channel to which the token of a link belongs. It fails with
// people.CodeBadLink, and with CodeNoChannel if the channel is gone.
func (n *Notifier) byToken(ctx context.Context, purpose, token string) (Channel, error) {
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
	return coded.Errorf(CodeNoChannel, "no such channel")
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
