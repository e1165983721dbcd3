package notify

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// Kind is the kind of a channel.
type Kind string

// The kinds of channels.
const (
	// Push is a browser, by Web Push.
	Push Kind = "push"
	// Mail is an e-mail address.
	Mail Kind = "mail"
	// Webhook is a URL that takes JSON, such as those of Discord and of bridges to Matrix.
	Webhook Kind = "webhook"
)

// Event is the kind of event that a notification is about.
type Event string

// The events.
const (
	// Turn: a table waits for the person.
	Turn Event = "turn"
	// Invitation: another person invites the person to a table.
	Invitation Event = "invitation"
	// Begin and End: a match of the person has begun, or has ended.
	Begin Event = "begin"
	End   Event = "end"
	// Reminder: the person's time for a move is nearly up, at a table with days for each move.
	Reminder Event = "reminder"
)

// Events returns every event.
func Events() []Event { return []Event{Turn, Reminder, Invitation, Begin, End} }

// Choice has the settings of a channel that a person chooses.
type Choice struct {
	// Events are the events about which the person is notified.
	Events []Event `json:"events"`
	// Always is true if the channel gets notifications even while the person is at the table.
	Always bool `json:"always"`
}

// Address is the destination of a channel.
type Address struct {
	Kind Kind `json:"kind"`
	// Address is an e-mail address for Mail and a URL for the other kinds.
	Address string `json:"address"`
	// Key and Auth are the keys for encrypting messages to a browser, in base64url. They are
	// empty for other kinds.
	Key  string `json:"key,omitempty"`
	Auth string `json:"auth,omitempty"`
}

// Channel is a destination for a person's notifications.
type Channel struct {
	ID      string
	Person  string
	Created time.Time
	channelData
}

// channelData is the part of a channel that is stored as JSON.
type channelData struct {
	Address
	Choice
	// Device is the device of a Push channel.
	Device people.Device `json:"device"`
	// Lang is the language of the texts.
	Lang string `json:"lang"`
	// Confirmed is false for an e-mail address until its reader has agreed. It is true for all
	// other kinds.
	Confirmed bool `json:"confirmed"`
	// Failures counts the notifications in a row that were given up.
	Failures int `json:"failures,omitempty"`
}

// Limits of channels.
const (
	// MaxChannels bounds the channels of a person.
	MaxChannels = 10
	// maxAddressBytes bounds an address, in bytes.
	maxAddressBytes = 1024
	// ConfirmWithin is the time for which an e-mail address can stay unconfirmed.
	ConfirmWithin = 24 * time.Hour
)

// wants reports whether a channel gets notifications about an event. present is true if the person is
// at the table.
func (c *Channel) wants(event Event, present bool) bool {
	return c.Confirmed && (c.Always || !present) && slices.Contains(c.Events, event)
}

func decodeChannel(stored *store.Channel) (Channel, error) {
	c := Channel{ID: stored.ID, Person: stored.Identity, Created: stored.Created}
	if err := json.Unmarshal(stored.Data, &c.channelData); err != nil {
		return Channel{}, fmt.Errorf("channel %s: %w", stored.ID, err)
	}
	return c, nil
}

func (c *Channel) encode() json.RawMessage { return strict.Encode(&c.channelData) }

// check fails with coded.Malformed for unknown or repeated events.
func (c *Choice) check() error {
	for i, event := range c.Events {
		if !slices.Contains(Events(), event) || slices.Contains(c.Events[:i], event) {
			return coded.Malformedf("unknown or repeated event %.40q", event)
		}
	}
	if c.Events == nil {
		c.Events = []Event{}
	}
	return nil
}

// check fails with CodeBadAddress for an address that is not valid, and with coded.Malformed for an
// unknown kind. loopback allows addresses of this machine.
func (a *Address) check(loopback bool) error {
	if len(a.Address) > maxAddressBytes || !utf8.ValidString(a.Address) {
		return errBadAddress("it is too long")
	}
	switch a.Kind {
	case Mail:
		return a.checkMail()
	case Push:
		if !isKey(a.Key, 65) || !isKey(a.Auth, 16) {
			return errBadAddress("a browser's key has 65 bytes, its secret 16, in base64url")
		}
	case Webhook:
		if a.Key != "" || a.Auth != "" {
			return errBadAddress("only browsers have keys")
		}
	default:
		return coded.Malformedf("unknown kind of channel %.40q", a.Kind)
	}
	return checkURL(a.Address, loopback)
}

// isKey reports whether the argument is n bytes in base64url.
func isKey(encoded string, n int) bool {
	raw, err := base64.RawURLEncoding.DecodeString(encoded)
	return err == nil && len(raw) == n
}

// checkMail refuses anything but a plain e-mail address, without a name.
func (a *Address) checkMail() error {
	a.Address = strings.TrimSpace(a.Address)
	parsed, err := mail.ParseAddress(a.Address)
	if err != nil || parsed.Address != a.Address || len(a.Address) > 254 || a.Key != "" || a.Auth != "" ||
		strings.ContainsAny(a.Address, " \"<>,;:()[]\\") {
		return errBadAddress("it is no e-mail address")
	}
	_, domain, _ := strings.Cut(a.Address, "@")
	if !strings.Contains(domain, ".") {
		return errBadAddress("its domain is not complete")
	}
	return nil
}

// checkURL accepts only https URLs with a host name. The addresses behind the name are checked when
// the server connects; see newClient.
func checkURL(text string, loopback bool) error {
	parsed, err := url.Parse(text)
	if err != nil || parsed.Host == "" || parsed.User != nil || parsed.Fragment != "" || parsed.Opaque != "" {
		return errBadAddress("it is no address as in https://example.org/hook")
	}
	ip, err := netip.ParseAddr(parsed.Hostname())
	local := loopback && (parsed.Hostname() == "localhost" || err == nil && ip.IsLoopback())
	switch {
	case local && (parsed.Scheme == "http" || parsed.Scheme == "https"):
		return nil
	case parsed.Scheme != "https":
		return errBadAddress("it does not begin with https://")
	case err == nil || !strings.Contains(parsed.Hostname(), "."):
		return errBadAddress("its host has no name")
	}
	return nil
}

func errBadAddress(why string) error {
	return coded.Errorf(CodeBadAddress, "that address cannot be used: %s", why)
}
