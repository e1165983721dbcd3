package main

import (
	"cmp"
	"errors"
	"net"
	"time"

	"github.com/spf13/pflag"

	"archmage/internal/game"
	"archmage/internal/people"
)

// accounts are the settings for signing in.
type accounts struct {
	signInTime age
	provider   people.Provider
}

func defaultAccounts() accounts {
	return accounts{signInTime: age(people.DefaultTokenTime), provider: people.Provider{Name: "OpenID Connect"}}
}

func (a *accounts) bind(set *pflag.FlagSet) {
	set.Var(
		&a.signInTime,
		"sign-in-time",
		"the `age`, like 365d, without use after which a browser or program has to sign in again",
	)
	set.StringVar(
		&a.provider.Issuer,
		"oidc-issuer",
		"",
		"the `URL` of an OpenID Connect provider with which people may sign in; empty for none",
	)
	set.StringVar(&a.provider.ID, "oidc-id", "", "the client `id` of this server at the provider")
	set.StringVar(&a.provider.Secret, "oidc-secret", "", "the client `secret` of this server at the provider")
	bindSecret(set, "oidc-secret")
	set.StringVar(
		&a.provider.Name,
		"oidc-name",
		a.provider.Name,
		"the `name` of the provider on the page where people sign in",
	)
}

// check refuses invalid settings, and settings that need another setting that is missing.
func (a *accounts) check(publicURL publicURL) error {
	var list []error
	if a.signInTime <= 0 {
		list = append(list, errInvalid("sign-in-time", &a.signInTime, "an age above 0"))
	}
	if a.provider.Issuer == "" {
		return errors.Join(list...)
	}
	if a.provider.ID == "" {
		list = append(list, errors.New("--oidc-issuer is set but --oidc-id is empty, want the client id"))
	}
	if a.provider.Name == "" {
		list = append(list, errInvalid("oidc-name", "", "a name, as --oidc-issuer is set"))
	}
	if publicURL == "" {
		list = append(
			list,
			errors.New("--oidc-issuer is set but --public-url is empty, want the URL that people return to"),
		)
	}
	return errors.Join(list...)
}

// localURL returns the URL at which browsers on this machine open a server that no other machine can reach. It
// returns "" if other machines can reach the server, directly or through a proxy. Browsers allow passkeys at this
// URL without TLS.
func (s *settings) localURL() string {
	host, port, err := net.SplitHostPort(s.addr)
	if len(s.trustedProxies) > 0 || s.tlsCert != "" || err != nil || port == "0" || !isLocalName(host) {
		return ""
	}
	return "http://localhost:" + port
}

// people returns the options of the package people.
func (s *settings) people() people.Options {
	return people.Options{
		PublicURL: cmp.Or(string(s.publicURL), s.localURL()),
		TokenTime: time.Duration(s.accounts.signInTime),
		Provider:  s.accounts.provider,
	}
}

// botNames returns the names, in each language, of the bots that people can choose.
func botNames(list game.Modules) (names []string) {
	for i := range list {
		for _, bot := range list[i].Bots {
			if character, ok := bot.(game.Character); ok {
				names = append(names, character.Name.En, character.Name.Fr)
			}
		}
	}
	return names
}
