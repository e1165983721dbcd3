// Package notify notifies people who are not at the table: when it is their turn, their time is nearly
// up, a match begins or ends, or another person invites them. It uses Web Push, e-mail and webhooks, as
// each person has chosen.
//
// Together with its entries, a room stores whom it waits for ([Table]), so that no notification is lost
// when the program ends. The package makes notifications from these tables and stores them until they
// are sent or given up. After a crash a notification can be sent twice, with the same idempotency key.
//
// The package imports the database and package people, but nothing of rooms or games. The entry point
// is [Notifier.Start]: queueForTables makes notifications, send delivers one.
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

// The codes of errors about notifications.
const (
	// CodeBadAddress: the server sends nothing to that address.
	CodeBadAddress coded.Code = "bad_address"
	// CodeTooManyChannels: a person has at most 10 channels.
	CodeTooManyChannels coded.Code = "too_many_channels"
	// CodeNoChannel: the person has no such channel.
	CodeNoChannel coded.Code = "no_channel"
	// CodeNoNotifications: the server sends no notifications of that kind.
	CodeNoNotifications coded.Code = "no_notifications"
)

// Store is the part of the database that a Notifier uses.
type Store interface {
	AddChannel(ctx context.Context, channel store.Channel, limit int) error
	SetChannel(ctx context.Context, id string, data json.RawMessage) error
	DeleteChannel(ctx context.Context, id string) error
	Channel(ctx context.Context, id string) (store.Channel, error)
	Channels(ctx context.Context, identity string) ([]store.Channel, error)
	Reachable(ctx context.Context) ([]string, error)
	PendingTurn(ctx context.Context, room string) (store.PendingTurn, error)
	DuePendingTurns(ctx context.Context, at time.Time, limit int) ([]store.PendingTurn, error)
	SavePendingTurn(ctx context.Context, turn store.PendingTurn, notifications []store.Notification) error
	AddNotifications(ctx context.Context, notifications []store.Notification) error
	DueNotifications(ctx context.Context, at time.Time, perIdentity, skip, limit int) ([]store.Notification, error)
	SetNotification(ctx context.Context, notification store.Notification) error
	EndNotification(ctx context.Context, notification store.Notification) error
	EndNotifications(ctx context.Context, identity, room string) error
	// Setting and InitSetting store the server's signing keys.
	Setting(ctx context.Context, name string) (string, error)
	InitSetting(ctx context.Context, name, value string) (string, error)
}

// StoreOf returns the Store of a database.
func StoreOf(db *store.DB) Store {
	return struct {
		store.Notifications
		store.Identities
	}{db.Notifications, db.Identities}
}

// Options are the settings of [New].
type Options struct {
	// PublicURL is the address that visitors use; links in notifications lead there. There are
	// no notifications unless it is https or localhost.
	PublicURL string
	// SMTP is the mail server; without an Addr no mail is sent.
	SMTP SMTP
	// PollInterval returns the pause before due notifications are read again; nil means a
	// second.
	PollInterval func() time.Duration
	// Loopback allows channels that lead to this machine, for tests.
	Loopback bool
	// Title returns the name of a game in a language; nil means its id.
	Title func(game, lang string) string
	// Present returns the ids of the people who are connected to a room; nil means none.
	Present func(ctx context.Context, room string) []string
	// Changed, unless it is nil, is called when a person gets a first channel or loses the last
	// one. It must not block.
	Changed func()
	Logger  *zap.Logger
	// Client sends requests to push services and webhooks; nil means a client that connects only
	// to public addresses.
	Client *http.Client
}

// Grace is the time for which a room waits for a person before the person is notified, so that people
// who are playing get no notifications.
const Grace = 15 * time.Second

// Notifier stores notifications and sends them when they are due. It is safe for concurrent use.
type Notifier struct {
	store   Store
	options Options
	log     *zap.Logger
	keys    signingKeys
	// client sends requests to push services and webhooks. mailer is nil without a mail server.
	client *http.Client
	mailer *mailer

	mu sync.RWMutex
	// channelCounts has the number of channels of each person who has any. Reload sets the number to 1
	// for each of these people, because only the difference from 0 matters.
	channelCounts map[string]int
	// confirmations are the times of mails to confirm an address, by the hash of the address.
	confirmations map[[sha256.Size]byte][]time.Time

	// lastReport is the due time of the last notification about reports.
	lastReport time.Time

	// inFlight has the notifications in flight. sending waits for their goroutines. finished gets
	// an element when one of them ends.
	inFlight inFlight
	sending  sync.WaitGroup
	finished chan struct{}

	stop    context.CancelFunc
	running sync.WaitGroup
	// offset is the number of due notifications that the next poll skips, because the last poll
	// has read them.
	offset int
	// graceEnds is the end of the time after the start in which no notifications about tables are
	// made.
	graceEnds time.Time
}

// signingKeys are the server's secret keys, stored as a setting.
type signingKeys struct {
	// Private and Public are the VAPID keys.
	Private string `json:"private"`
	Public  string `json:"public"`
	// Links signs the links in e-mails.
	Links []byte `json:"links"`
}

// settingKeys is the name of the setting with the signingKeys.
const settingKeys = "notice keys"

// New returns the notifier of a store. Call Start to send notifications.
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
		channelCounts: map[string]int{}, confirmations: map[[sha256.Size]byte][]time.Time{},
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

// readKeys reads the signing keys, or generates them at the first start.
func (n *Notifier) readKeys(ctx context.Context) error {
	text, err := n.store.Setting(ctx, settingKeys)
	if errors.Is(err, store.ErrNotFound) {
		generated := signingKeys{Links: make([]byte, 32)}
		if generated.Private, generated.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
			return err
		}
		_, _ = rand.Read(generated.Links) // never fails
		text, err = n.store.InitSetting(ctx, settingKeys, string(strict.Encode(generated)))
	}
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), &n.keys)
}

// Reload reads again which people have channels, because another server may have changed that.
func (n *Notifier) Reload(ctx context.Context) error {
	list, err := n.store.Reachable(ctx)
	if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	clear(n.channelCounts)
	for _, person := range list {
		n.channelCounts[person] = 1
	}
	return nil
}

// HasChannel reports whether a person has a channel.
func (n *Notifier) HasChannel(person string) bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.channelCounts[person] > 0
}

// hasAnyChannel reports whether any person has a channel.
func (n *Notifier) hasAnyChannel() bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return len(n.channelCounts) > 0
}

// setChannelCount stores the number of a person's channels. It calls Options.Changed if the person has got a
// first channel or lost the last one.
func (n *Notifier) setChannelCount(person string, channels int) {
	n.mu.Lock()
	changed := (n.channelCounts[person] > 0) != (channels > 0)
	if n.channelCounts[person] = channels; channels == 0 {
		delete(n.channelCounts, person)
	}
	n.mu.Unlock()
	if changed {
		n.options.Changed()
	}
}

// PersonArrived deletes the stored notifications to a person about a table, because the person has
// come to the table. Later ones can follow.
func (n *Notifier) PersonArrived(ctx context.Context, person, room string) {
	if !n.HasChannel(person) {
		return
	}
	if err := n.store.EndNotifications(ctx, person, room); err != nil && !errors.Is(err, store.ErrNotFound) {
		n.log.Warn("deleting notifications of a person who arrived failed", zap.Error(err))
	}
}

// Info describes the channels that this server supports.
type Info struct {
	// Missing is the reason why there are no notifications at all; "" if there are some.
	Missing people.Missing
	// Mail is true if there is a mail server. Key is the public key with which browsers
	// subscribe to Web Push.
	Mail bool
	Key  string
}

// Info returns the channels that this server supports.
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

// Add adds a channel of a person. An e-mail address gets a confirmation mail with a link, unless it
// has got too many of them; Add does not report whether the mail is sent. Add fails with
// CodeBadAddress, CodeTooManyChannels, CodeNoNotifications and people.CodeNotStored, and with
// people.CodeNoAccount for a bot and for a guest's e-mail address or webhook.
func (n *Notifier) Add(
	ctx context.Context,
	person people.Person,
	address Address,
	choice Choice,
	lang, userAgent string,
) error {
	info := n.Info()
	switch {
	case info.Missing != "" || address.Kind == Mail && !info.Mail:
		return coded.Errorf(CodeNoNotifications, "this server sends no notices of that kind")
	case person.Kind == people.Bot, address.Kind != Push && person.Kind != people.Account:
		return coded.Errorf(people.CodeNoAccount, "keep your name first: a guest can be notified in this browser only")
	}
	if err := errors.Join(address.check(n.options.Loopback), choice.check()); err != nil {
		return err
	}
	existing, err := n.Channels(ctx, person.ID)
	if err != nil {
		return err
	}
	for i := range existing {
		if existing[i].Kind == address.Kind && strings.EqualFold(existing[i].Address.Address, address.Address) {
			// A browser that subscribes again has new keys.
			existing[i].Address, existing[i].Choice, existing[i].Lang = address, choice, language(lang)
			return n.saveChannel(ctx, &existing[i])
		}
	}
	c := Channel{
		ID:     uuid.NewString(),
		Person: person.ID,
		channelData: channelData{
			Address:   address,
			Choice:    choice,
			Lang:      language(lang),
			Confirmed: address.Kind != Mail,
		},
	}
	if address.Kind == Push {
		c.Device = people.DeviceOf(userAgent)
	}
	err = n.store.AddChannel(ctx, store.Channel{ID: c.ID, Identity: c.Person, Data: c.encode()}, MaxChannels)
	switch {
	case errors.Is(err, store.ErrQuota):
		return coded.Errorf(CodeTooManyChannels, "at most %d channels; remove one first", MaxChannels)
	case err != nil:
		return notStored(err)
	}
	n.setChannelCount(person.ID, len(existing)+1)
	if address.Kind != Mail {
		return nil
	}
	confirm := newNotification(&c, "", notification{Event: eventConfirm})
	if !n.allowConfirmation(address.Address) {
		confirm.Due = confirm.Due.Add(ConfirmWithin)
	}
	return n.queue(ctx, confirm)
}

// confirmationsPerDay bounds the confirmation mails to an address in a day, for all people together.
const confirmationsPerDay = 3

// allowConfirmation reports whether a confirmation mail can be sent to an address, and counts the
// mail.
func (n *Notifier) allowConfirmation(address string) bool {
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
	if len(times) >= confirmationsPerDay {
		return false
	}
	n.confirmations[key] = append(times, now)
	return true
}

// Change replaces the choice of a channel. It fails with coded.Malformed, CodeNoChannel and
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

func (n *Notifier) deleteChannel(ctx context.Context, c *Channel) error {
	if err := n.store.DeleteChannel(ctx, c.ID); errors.Is(err, store.ErrNotFound) {
		return errNoChannel()
	} else if err != nil {
		return notStored(err)
	}
	remaining, err := n.store.Channels(ctx, c.Person)
	if err == nil {
		n.setChannelCount(c.Person, len(remaining))
	}
	return nil
}

// channelOf returns a channel if it belongs to the person. It fails with CodeNoChannel.
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

// Confirm records that the reader of an e-mail address agrees to get mail. token is from the link in
// the confirmation mail. It fails with people.CodeBadLink and people.CodeNotStored.
func (n *Notifier) Confirm(ctx context.Context, token string) error {
	c, err := n.channelByToken(ctx, purposeConfirm, token)
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

// Unsubscribe removes the channel to an e-mail address. token is from the link in a mail. A second
// call succeeds too. It fails with people.CodeBadLink and people.CodeNotStored.
func (n *Notifier) Unsubscribe(ctx context.Context, token string) error {
	c, err := n.channelByToken(ctx, purposeUnsubscribe, token)
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

// link returns a signed link for an e-mail to a channel.
func (n *Notifier) link(purpose, channel string) string {
	return n.options.PublicURL + "/notices/" + purpose + "?t=" + url.QueryEscape(channel+"."+n.sign(purpose, channel))
}

// sign returns the signature of a link.
func (n *Notifier) sign(purpose, channel string) string {
	mac := hmac.New(sha256.New, n.keys.Links)
	mac.Write([]byte(purpose + " " + channel))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// channelByToken returns the channel to which the token of a link belongs. It fails with
// people.CodeBadLink, and with CodeNoChannel if the channel of a link to unsubscribe is gone.
func (n *Notifier) channelByToken(ctx context.Context, purpose, token string) (Channel, error) {
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
