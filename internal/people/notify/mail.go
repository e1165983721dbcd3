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

// SMTP has the settings of the operator's mail server.
type SMTP struct {
	// Addr is host:port; "" means that there is no mail server.
	Addr string
	// User and Password are the credentials; both can be empty.
	User, Password string
	// From is the sender's address, with or without a name.
	From string
	// TLS is the use of TLS; "" means TLSStart.
	TLS TLS
}

// TLS is the use of TLS in a connection to a mail server.
type TLS string

// The ways to use TLS.
const (
	TLSStart TLS = "starttls" // STARTTLS is required (port 587)
	TLSAll   TLS = "tls"      // from the first byte on (port 465)
	TLSNone  TLS = "none"     // for a mail server on the same machine
)

const (
	// mailTimeout is the timeout of a connection to the mail server.
	mailTimeout = 20 * time.Second
	// mailRetryDelay is the pause after the mail server has not answered.
	mailRetryDelay = 30 * time.Second
)

// mailer sends mails one after the other.
type mailer struct {
	client *mail.Client
	from   string

	mu sync.Mutex
	// downUntil is the end of the pause after a failure. No mail is sent before that time.
	downUntil time.Time
}

func newMailer(s SMTP) (*mailer, error) {
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, fmt.Errorf("port of the mail server: %w", err)
	}
	options := []mail.Option{
		mail.WithPort(number), mail.WithTimeout(mailTimeout), mail.WithTLSPolicy(mail.TLSMandatory),
		mail.WithTLSConfig(&tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}),
	}
	switch s.TLS {
	case TLSStart, "":
	case TLSAll:
		options = append(options, mail.WithSSL())
	case TLSNone:
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
	default:
		return nil, fmt.Errorf("unknown protection of e-mail %q", s.TLS)
	}
	if s.User != "" {
		auth := mail.SMTPAuthAutoDiscover
		options = append(options, mail.WithSMTPAuth(auth), mail.WithUsername(s.User), mail.WithPassword(s.Password))
	}
	client, err := mail.NewClient(host, options...)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	if err := mail.NewMsg().From(s.From); err != nil {
		return nil, fmt.Errorf("sender address of mail: %w", err)
	}
	return &mailer{client: client, from: s.From}, nil
}

// send sends a mail. It fails with errGone if the server rejects the recipient for good, and with
// errMailServerDown if the server does not answer or rejects the sender.
func (m *mailer) send(ctx context.Context, message *mail.Msg) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if time.Now().Before(m.downUntil) {
		return errMailServerDown
	}
	err := m.client.DialAndSendWithContext(ctx, message)
	if err == nil || message.IsDelivered() {
		return nil
	}
	// The server's answer contains the address, which is personal data, so it is not returned.
	var refusal *mail.SendError
	switch {
	case !errors.As(err, &refusal) || refusal.ErrorCode() == 0 || refusal.Reason == mail.ErrSMTPMailFrom:
		m.downUntil = time.Now().Add(mailRetryDelay)
		return errMailServerDown
	case refusal.Reason == mail.ErrSMTPRcptTo && !refusal.IsTemp():
		return errGone
	}
	return fmt.Errorf("mail server answered with code %d", refusal.ErrorCode())
}

func (n *Notifier) sendMail(ctx context.Context, c *Channel, stored *store.Notification, note *notification) error {
	message, err := n.composeMail(c, stored, note)
	if err != nil {
		return errGone
	}
	return n.mailer.send(ctx, message)
}

func (n *Notifier) composeMail(c *Channel, stored *store.Notification, note *notification) (*mail.Msg, error) {
	lang := language(c.Lang)
	content := n.compose(c, stored, note)
	unsubscribe := n.link(purposeUnsubscribe, c.ID)
	subject, paragraphs := content.Title, []string{content.Body, n.options.PublicURL + content.Path}
	switch {
	case note.Event == eventConfirm:
		paragraphs = []string{content.Body, n.link(purposeConfirm, c.ID), translate(lang, "confirm.not")}
	case stored.Room != "":
		subject += ": " + content.Body
		paragraphs = []string{content.Title + ": " + content.Body, n.options.PublicURL + content.Path}
		if note.Event.topic() == Turn.topic() {
			paragraphs = append(paragraphs, translate(lang, "mail.once"))
		}
	}
	if note.Event != eventConfirm {
		paragraphs = append(paragraphs, translate(lang, "mail.off")+"\n"+unsubscribe)
	}
	message := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := errors.Join(message.From(n.mailer.from), message.To(c.Address.Address)); err != nil {
		return nil, err
	}
	message.Subject(subject)
	message.SetMessageIDWithValue(idempotencyKey(stored) + "@" + n.host())
	message.SetDateWithValue(stored.Made)
	message.SetGenHeader("Auto-Submitted", "auto-generated")
	message.SetGenHeader("Content-Language", lang)
	if note.Event != eventConfirm {
		// RFC 8058: mail programs show a button that sends a POST request to the address.
		message.SetListUnsubscribe(unsubscribe)
		message.SetListUnsubscribePost()
	}
	message.SetBodyString(mail.TypeTextPlain, strings.Join(paragraphs, "\n\n")+"\n")
	return message, nil
}

// host returns the host of the public URL, or "localhost".
func (n *Notifier) host() string {
	parsed, err := url.Parse(n.options.PublicURL)
	if err != nil || parsed.Hostname() == "" {
		return "localhost"
	}
	return parsed.Hostname()
}
