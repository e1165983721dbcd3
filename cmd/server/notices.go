package main

import (
	"context"
	"errors"
	"flag"

	"archmage/internal/games"
	"archmage/internal/notices"
)

// calls are the settings of how people are called.
type calls struct {
	smtp     notices.SMTP
	tls      choice
	loopback bool
}

// defaultCalls returns the default settings.
func defaultCalls() calls {
	return calls{
		tls: choice{
			string(notices.TLSStart),
			[]string{string(notices.TLSStart), string(notices.TLSAll), string(notices.TLSNone)},
		},
	}
}

// bind adds the flags to the set.
func (c *calls) bind(set *flag.FlagSet) {
	set.StringVar(
		&c.smtp.Addr,
		"smtp-addr",
		"",
		"the `address` of the server for e-mail, as in mail.example:587; empty for no e-mail",
	)
	set.StringVar(
		&c.smtp.From,
		"smtp-from",
		"",
		"the `address` from which mail comes, as in \"Archmage <play@play.example>\"",
	)
	set.StringVar(
		&c.smtp.User,
		"smtp-user",
		"",
		"the `name` with which to sign in to the server for e-mail; empty for not signing in",
	)
	set.StringVar(&c.smtp.Password, "smtp-password", "", "the `secret` that goes with it")
	set.Var(
		&c.tls,
		"smtp-tls",
		"how the connection to the server for e-mail is protected: by `starttls`, tls from the beginning, or none",
	)
	set.BoolVar(&c.loopback, "notices-loopback", false, "let people be called at addresses of this machine, for tests")
}

// check refuses settings that do not go together.
func (c *calls) check(publicURL publicURL) error {
	switch {
	case c.smtp.Addr == "":
		return nil
	case c.smtp.From == "":
		return errors.New("-smtp-addr needs -smtp-from")
	case publicURL == "":
		return errors.New("-smtp-addr needs -public-url, where the links in mail lead")
	}
	return nil
}

// notices returns the notices of the server. The lobby of p says who is connected to a
// room.
func (s *settings) notices(ctx context.Context, a *app, p *program, db notices.Store) (*notices.Notices, error) {
	smtp := s.calls.smtp
	smtp.TLS = notices.TLS(s.calls.tls.value)
	modules := games.Hosted(a.games)
	return notices.New(ctx, db, notices.Options{
		PublicURL: string(s.publicURL), SMTP: smtp, Loopback: s.calls.loopback, Logger: p.log,
		Present: func(ctx context.Context, room string) []string { return p.lobby.Present(ctx, room) },
		Changed: func() { p.broadcastLater(nodeMessage{Channels: true}) },
		Title: func(game, lang string) string {
			found, ok := modules.Find(game)
			if !ok {
				return game
			}
			title := found.Rules.Info().Title
			if lang == "fr" {
				return title.Fr
			}
			return title.En
		},
	})
}
