package notify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// notice is a call in words.
type notice struct {
	// Title and Body are plain text.
	Title string `json:"title"`
	Body  string `json:"body"`
	// Path is the path of the page that the notice leads to.
	Path string `json:"path"`
	// Tag names what the notice is about: a later notice replaces one with the same tag.
	Tag string `json:"tag"`
}

// words returns a call in words.
func (n *Notices) words(c *Channel, stored *store.Notification, what *call) notice {
	lang := language(c.Lang)
	words := notice{Title: say(lang, string(what.Event)), Path: "/account", Tag: string(what.Event)}
	if stored.Room == "" {
		words.Body = say(lang, string(what.Event)+".body")
		if what.Event == eventReport {
			words.Path = "/moderation"
		}
		return words
	}
	words.Path, words.Tag = "/r/"+url.PathEscape(stored.Room), stored.Room
	key := "table"
	if what.Event == Invitation {
		key = "invited"
	}
	words.Body = about(lang, key, n.options.Title(what.Game, lang), what.Names)
	return words
}

// name returns the name of a call, which is the same whenever the call is sent.
func name(stored *store.Notification) string {
	sum := sha256.Sum256(
		fmt.Appendf(nil, "%s %s %s %d", stored.Channel, stored.Room, stored.Topic, stored.Made.UnixMilli()),
	)
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}

// pushTopic returns the topic of a message to a browser. Its push service replaces a
// message that is still undelivered by a later one with the same topic (RFC 8030, section
// 5.4).
func pushTopic(stored *store.Notification) string {
	sum := sha256.Sum256([]byte(stored.Topic + " " + stored.Room))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}

// pushKept is how long the push service keeps a message while the browser is off.
const pushKept = 24 * time.Hour

// push sends a call to a browser.
func (n *Notices) push(ctx context.Context, c *Channel, stored *store.Notification, what *call) error {
	text := strict.Encode(n.words(c, stored, what))
	subscription := &webpush.Subscription{Endpoint: c.Address.Address, Keys: webpush.Keys{Auth: c.Auth, P256dh: c.Key}}
	subscriber := n.options.PublicURL
	if !strings.HasPrefix(subscriber, "https:") {
		subscriber = "https://localhost" // a server for trying it out
	}
	return finish(webpush.SendNotificationWithContext(ctx, text, subscription, &webpush.Options{
		HTTPClient:      n.client,
		Subscriber:      subscriber,
		Topic:           pushTopic(stored),
		TTL:             int(pushKept.Seconds()),
		Urgency:         webpush.UrgencyNormal,
		VAPIDPublicKey:  n.keys.Public,
		VAPIDPrivateKey: n.keys.Private,
	}))
}

// hook is the body for a webhook. Discord reads content, bridges to Matrix read text.
type hook struct {
	Content string `json:"content"`
	Text    string `json:"text"`
	// Mentions keeps Discord from notifying people whom a player's name seems to mention.
	Mentions struct {
		Parse []string `json:"parse"`
	} `json:"allowed_mentions"`
}

// post sends a call to a webhook.
func (n *Notices) post(ctx context.Context, c *Channel, stored *store.Notification, what *call) error {
	words := n.words(c, stored, what)
	line := fmt.Sprintf("%s: %s %s%s", words.Title, plain(words.Body), n.options.PublicURL, words.Path)
	body := hook{Content: line, Text: line}
	body.Mentions.Parse = []string{}
	ask, err := http.NewRequestWithContext(
		ctx,
		http.MethodPost,
		c.Address.Address,
		bytes.NewReader(strict.Encode(&body)),
	)
	if err != nil {
		return errGone
	}
	ask.Header.Set("Content-Type", "application/json")
	ask.Header.Set("User-Agent", "Archmage")
	ask.Header.Set("Idempotency-Key", name(stored))
	return finish(n.client.Do(ask))
}

// plain removes from a text the characters that chats would read as markup.
func plain(text string) string {
	return strings.NewReplacer(
		"<", "‹", ">", "›", "@", "＠", "`", "'", "[", "(", "]", ")", "*", "∗", "_", " ", "|", "/",
		"\\", "/",
	).
		Replace(people.Clean(text))
}
