package main

import (
	"cmp"
	"errors"
	"net"
	"net/netip"
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

// localURL returns the URL at which browsers on this machine open the server without a proxy and without TLS.
// Browsers allow passkeys there. It returns "" if there is no such URL, or if its port is not known yet.
func (s *settings) localURL() string {
	host, port, err := net.SplitHostPort(s.addr)
	if len(s.trustedProxies) > 0 || s.tlsCert != "" || err != nil || port == "0" ||
		!isLocalName(host) && !isEveryAddress(host) {
		return ""
	}
	return "http://localhost:" + port
}

// isEveryAddress reports whether a server that listens at a host listens at all addresses of the machine.
func isEveryAddress(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "" || err == nil && ip.IsUnspecified()
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
				names = append(names, character.Name.All()...)
			}
		}
	}
	return names
}
