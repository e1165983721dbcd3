package notify

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/wneessen/go-mail"

	"archmage/internal/store"
)

// SMTP is the operator's server for e-mail.
type SMTP struct {
	// Addr is the server's host and port; "" means that there is no server.
	Addr string
	// User and Password sign in there; both may be empty.
	User, Password string
	// From is the address from which mail comes, with or without a name.
	From string
	// TLS says when the connection begins to use TLS; "" means TLSStart.
	TLS TLS
}

// TLS says how a connection to a server for e-mail is protected.
type TLS string

// How a connection is protected.
const (
	TLSStart TLS = "starttls" // before anything is sent (port 587)
	TLSAll   TLS = "tls"      // from the first byte on (port 465)
	TLSNone  TLS = "none"     // not at all: for a server on the same machine
)

const (
	// mailWithin is how long a mail may take.
	mailWithin = 20 * time.Second
	// mailPause is how long the server for e-mail is left alone after it did not
	// answer.
	mailPause = 30 * time.Second
)

// mailer sends mail, one after the other.
type mailer struct {
	client *mail.Client
	from   string

	mu sync.Mutex
	// downUntil is until when no mail is tried.
	downUntil time.Time
}

func newMailer(s SMTP) (*mailer, error) {
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return nil, fmt.Errorf("the server for e-mail: %w", err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, fmt.Errorf("the port of the server for e-mail: %w", err)
	}
	options := []mail.Option{
		mail.WithPort(number), mail.WithTimeout(mailWithin), mail.WithTLSPolicy(mail.TLSMandatory),
		mail.WithTLSConfig(&tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}),
	}
	switch s.TLS {
	case TLSStart, "":
	case TLSAll:
		options = append(options, mail.WithSSL())
	case TLSNone:
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
	default:
		return nil, fmt.Errorf("there is no protection %q for e-mail", s.TLS)
	}
	if s.User != "" {
		auth := mail.SMTPAuthAutoDiscover
		options = append(options, mail.WithSMTPAuth(auth), mail.WithUsername(s.User), mail.WithPassword(s.Password))
	}
	client, err := mail.NewClient(host, options...)
	if err != nil {
		return nil, fmt.Errorf("the server for e-mail: %w", err)
	}
	if err := mail.NewMsg().From(s.From); err != nil {
		return nil, fmt.Errorf("the address from which mail comes: %w", err)
	}
	return &mailer{client: client, from: s.From}, nil
}

// send sends a mail. It fails with errGone if the server says that there is no such
// address, and with errDown if it does not answer or takes no mail at all.
func (m *mailer) send(ctx context.Context, message *mail.Msg) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if time.Now().Before(m.downUntil) {
		return errDown
	}
	err := m.client.DialAndSendWithContext(ctx, message)
	if err == nil || message.IsDelivered() {
		return nil
	}
	// The server's answer quotes the address, which is personal.
	var refusal *mail.SendError
	switch {
	case !errors.As(err, &refusal) || refusal.ErrorCode() == 0 || refusal.Reason == mail.ErrSMTPMailFrom:
		m.downUntil = time.Now().Add(mailPause)
		return errDown
	case refusal.Reason == mail.ErrSMTPRcptTo && !refusal.IsTemp():
		return errGone
	}
	return fmt.Errorf("the server for e-mail answered with code %d", refusal.ErrorCode())
}

// mail sends a call by e-mail.
func (n *Notices) mail(ctx context.Context, c *Channel, stored *store.Notification, what *call) error {
	message, err := n.letter(c, stored, what)
	if err != nil {
		return errGone
	}
	return n.mailer.send(ctx, message)
}

// letter returns a call as an e-mail.
func (n *Notices) letter(c *Channel, stored *store.Notification, what *call) (*mail.Msg, error) {
	lang := language(c.Lang)
	words := n.words(c, stored, what)
	off := n.link(purposeOff, c.ID)
	subject, text := words.Title, []string{words.Body, n.options.PublicURL + words.Path}
	switch {
	case what.Event == eventConfirm:
		text = []string{words.Body, n.link(purposeConfirm, c.ID), say(lang, "confirm.not")}
	case stored.Room != "":
		subject += ": " + words.Body
		text = []string{words.Title + ": " + words.Body, n.options.PublicURL + words.Path}
		if what.Event.topic() == Turn.topic() {
			text = append(text, say(lang, "mail.once"))
		}
	}
	if what.Event != eventConfirm {
		text = append(text, say(lang, "mail.off")+"\n"+off)
	}
	message := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := errors.Join(message.From(n.mailer.from), message.To(c.Address.Address)); err != nil {
		return nil, err
	}
	message.Subject(subject)
	message.SetMessageIDWithValue(name(stored) + "@" + n.host())
	message.SetDateWithValue(stored.Made)
	message.SetGenHeader("Auto-Submitted", "auto-generated")
	message.SetGenHeader("Content-Language", lang)
	if what.Event != eventConfirm {
		// RFC 8058: mail programs show a button that posts to the address.
		message.SetListUnsubscribe(off)
		message.SetListUnsubscribePost()
	}
	message.SetBodyString(mail.TypeTextPlain, strings.Join(text, "\n\n")+"\n")
	return message, nil
}

// host returns the name of this server.
func (n *Notices) host() string {
	at, err := url.Parse(n.options.PublicURL)
	if err != nil || at.Hostname() == "" {
		return "localhost"
	}
	return at.Hostname()
}
