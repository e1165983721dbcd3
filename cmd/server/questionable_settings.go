package main

import (
	"net/netip"
	"net/url"
)

// questionable returns warnings about settings that are valid but probably mistakes.
func (s *settings) questionable() []string {
	var list []string
	if u, err := url.Parse(string(s.publicURL)); err == nil && u.Scheme == "http" && !isLocalName(u.Hostname()) {
		list = append(list, "--public-url begins with http: browsers allow no passkeys and no notices there, "+
			"and everybody on the way can read what is sent; use https")
	}
	for _, network := range s.trustedProxies {
		if network.Bits() == 0 {
			list = append(list, "--trusted-proxies has "+network.String()+": every client can choose the address "+
				"that limits and bans see; name the addresses of the proxies alone")
		}
	}
	if s.notifications.smtp.User != "" && s.notifications.smtp.Password == "" {
		list = append(
			list,
			"--smtp-user is set but --smtp-password is empty: the mail server will probably refuse that",
		)
	}
	return list
}

// isLocalName reports whether a host name means this machine.
func isLocalName(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
