package main

import (
	"errors"
	"flag"
	"time"

	"archmage/internal/people"
)

// accounts are the settings of how people sign in.
type accounts struct {
	signInTime age
	provider   people.Provider
}

// defaultAccounts returns the default settings.
func defaultAccounts() accounts {
	return accounts{signInTime: age(people.DefaultTokenTime), provider: people.Provider{Name: "OpenID Connect"}}
}

// bind adds the flags to the set.
func (a *accounts) bind(set *flag.FlagSet) {
	set.Var(
		&a.signInTime,
		"sign-in-time",
		"the `age`, as in 365d, without use after which a browser or program has to sign in again",
	)
	set.StringVar(
		&a.provider.Issuer,
		"oidc-issuer",
		"",
		"the `address` of a provider of OpenID Connect by which people may sign in; empty for none",
	)
	set.StringVar(&a.provider.ID, "oidc-id", "", "the client `id` that the provider has given this server")
	set.StringVar(&a.provider.Secret, "oidc-secret", "", "the client `secret` that goes with it")
	set.StringVar(&a.provider.Name, "oidc-name", a.provider.Name, "the `name` by which people know the provider")
}

// check refuses settings that do not go together.
func (a *accounts) check(publicURL publicURL) error {
	switch {
	case a.signInTime <= 0:
		return errors.New("-sign-in-time is above 0")
	case a.provider.Issuer == "":
		return nil
	case a.provider.ID == "" || a.provider.Name == "":
		return errors.New("-oidc-issuer needs -oidc-id and -oidc-name")
	case publicURL == "":
		return errors.New("-oidc-issuer needs -public-url, where people come back to")
	}
	return nil
}

// people returns the settings as the package people takes them.
func (s *settings) people() people.Options {
	return people.Options{
		PublicURL: string(s.publicURL),
		TokenTime: time.Duration(s.accounts.signInTime),
		Provider:  s.accounts.provider,
	}
}
