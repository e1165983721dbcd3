package main

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"archmage/internal/people/notify"
)

type notificationSettings struct {
	smtp     notify.SMTP
	tls      choice
	loopback bool
}

func defaultNotifications() notificationSettings {
	return notificationSettings{
		tls: choice{
			string(notify.TLSStart),
			[]string{string(notify.TLSStart), string(notify.TLSAll), string(notify.TLSNone)},
		},
	}
}

func (c *notificationSettings) bind(set *pflag.FlagSet) {
	set.StringVar(
		&c.smtp.Addr,
		"smtp-addr",
		"",
		"the `address` of the mail server, like mail.example:587; empty for no e-mail",
	)
	set.StringVar(
		&c.smtp.From,
		"smtp-from",
		"",
		"the sender `address` of e-mail, like \"Archmage <play@play.example>\"",
	)
	set.StringVar(
		&c.smtp.User,
		"smtp-user",
		"",
		"the user `name` at the mail server; empty to send without signing in",
	)
	set.StringVar(&c.smtp.Password, "smtp-password", "", "the `password` at the mail server")
	bindSecret(set, "smtp-password")
	set.Var(
		&c.tls,
		"smtp-tls",
		"how the connection to the mail server is protected",
	)
	set.BoolVar(&c.loopback, "notices-loopback", false, "allow notices to addresses of this machine, for tests")
}

// check refuses invalid settings, and settings that need another setting that is missing.
func (c *notificationSettings) check(publicURL publicURL) error {
	if c.smtp.Addr == "" {
		return nil
	}
	var list []error
	if !isAddress(c.smtp.Addr) {
		list = append(list, errInvalid("smtp-addr", c.smtp.Addr, "host:port, like mail.example:587"))
	}
	if c.smtp.From == "" {
		list = append(list, errors.New("--smtp-addr is set but --smtp-from is empty, want the sender of e-mail"))
	}
	if publicURL == "" {
		list = append(
			list,
			errors.New("--smtp-addr is set but --public-url is empty, want the URL for links in e-mail"),
		)
	}
	return errors.Join(list...)
}

// notices returns the notifier of the server. The notifier reads p.lobby only when it checks who is connected to a
// room, so p.lobby can be set later.
func (s *settings) notices(ctx context.Context, a *app, p *program, db notify.Store) (*notify.Notifier, error) {
	smtp := s.notifications.smtp
	smtp.TLS = notify.TLS(s.notifications.tls.value)
	return notify.New(ctx, db, notify.Options{
		PublicURL: string(s.publicURL), SMTP: smtp, Loopback: s.notifications.loopback, Logger: p.log,
		Present: func(ctx context.Context, room string) []string { return p.lobby.Present(ctx, room) },
		Changed: func() { p.broadcastLater(nodeMessage{Channels: true}) },
		Title:   a.gameTitle(),
	})
}
