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

// message is the text of a notification, as browsers get it.
type message struct {
	// Title and Body are plain text.
	Title string `json:"title"`
	Body  string `json:"body"`
	// Path is the path of the page that the notification opens.
	Path string `json:"path"`
	// Tag identifies the subject: in a browser, a notification replaces an earlier one with the
	// same tag.
	Tag string `json:"tag"`
}

// compose returns the text of a notification in the language of its channel.
func (n *Notifier) compose(c *Channel, stored *store.Notification, note *notification) message {
	lang := language(c.Lang)
	message := message{Title: translate(lang, string(note.Event)), Path: "/account", Tag: string(note.Event)}
	if note.Appointment != "" {
		message.Path, message.Tag = "/a/"+url.PathEscape(note.Appointment), note.Appointment
		message.Body = matchLine(lang, "table", n.options.Title(note.Game, lang), note.Names)
		return message
	}
	if note.Tournament != "" {
		message.Path, message.Tag = "/e/"+url.PathEscape(note.Tournament), note.Tournament
		message.Body = note.Title
		return message
	}
	if stored.Room == "" {
		message.Body = translate(lang, string(note.Event)+".body")
		if note.Event == eventReport {
			message.Path = "/moderation"
		}
		return message
	}
	message.Path, message.Tag = "/r/"+url.PathEscape(stored.Room), stored.Room
	key := "table"
	if note.Event == Invitation {
		key = "invited"
	}
	message.Body = matchLine(lang, key, n.options.Title(note.Game, lang), note.Names)
	return message
}

// idempotencyKey returns an id of a notification that is the same each time the notification is sent.
func idempotencyKey(stored *store.Notification) string {
	sum := sha256.Sum256(
		fmt.Appendf(nil, "%s %s %s %d", stored.Channel, stored.Room, stored.Topic, stored.Made.UnixMilli()),
	)
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}

// pushTopic returns the topic of a message to a browser. A push service replaces an undelivered
// message by a later one with the same topic (RFC 8030, section 5.4).
func pushTopic(stored *store.Notification) string {
	sum := sha256.Sum256([]byte(stored.Topic + " " + stored.Room))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}

// pushTTL is the time for which the push service keeps a message while the browser is off.
const pushTTL = 24 * time.Hour

func (n *Notifier) sendPush(ctx context.Context, c *Channel, stored *store.Notification, note *notification) error {
	text := strict.Encode(n.compose(c, stored, note))
	subscription := &webpush.Subscription{Endpoint: c.Address.Address, Keys: webpush.Keys{Auth: c.Auth, P256dh: c.Key}}
	subscriber := n.options.PublicURL
	if !strings.HasPrefix(subscriber, "https:") {
		subscriber = "https://localhost" // for a server without a public address
	}
	return checkResponse(webpush.SendNotificationWithContext(ctx, text, subscription, &webpush.Options{
		HTTPClient:      n.client,
		Subscriber:      subscriber,
		Topic:           pushTopic(stored),
		TTL:             int(pushTTL.Seconds()),
		Urgency:         webpush.UrgencyNormal,
		VAPIDPublicKey:  n.keys.Public,
		VAPIDPrivateKey: n.keys.Private,
	}))
}

// webhookBody is the body of a request to a webhook. Discord reads content, bridges to Matrix read
// text.
type webhookBody struct {
	Content string `json:"content"`
	Text    string `json:"text"`
	// Mentions is always empty, so that Discord notifies no user whose name looks like a player's.
	Mentions struct {
		Parse []string `json:"parse"`
	} `json:"allowed_mentions"`
}

func (n *Notifier) postWebhook(ctx context.Context, c *Channel, stored *store.Notification, note *notification) error {
	message := n.compose(c, stored, note)
	line := fmt.Sprintf("%s: %s %s%s", message.Title, stripMarkup(message.Body), n.options.PublicURL, message.Path)
	body := webhookBody{Content: line, Text: line}
	body.Mentions.Parse = []string{}
	request, err := http.NewRequestWithContext(
		ctx,
		http.MethodPost,
		c.Address.Address,
		bytes.NewReader(strict.Encode(&body)),
	)
	if err != nil {
		return errGone
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Archmage")
	request.Header.Set("Idempotency-Key", idempotencyKey(stored))
	return checkResponse(n.client.Do(request))
}

// stripMarkup replaces the characters that chat programs read as markup.
func stripMarkup(text string) string {
	return strings.NewReplacer(
		"<", "‹", ">", "›", "@", "＠", "`", "'", "[", "(", "]", ")", "*", "∗", "_", " ", "|", "/",
		"\\", "/",
	).
		Replace(people.Clean(text))
}
