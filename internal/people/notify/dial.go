package notify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// requestTimeout bounds a whole request to a browser's push service or a webhook.
const requestTimeout = 5 * time.Second

// errNotPublic: a host name resolves to an address to which the server does not connect.
var errNotPublic = errors.New("the address is not public")

// newClient returns a client for requests to URLs that people have entered. It connects only to public
// IP addresses, follows no redirects, uses no proxy and keeps no connections. loopback also allows
// addresses of this machine.
func newClient(loopback bool) *http.Client {
	dialer := &net.Dialer{
		Timeout: requestTimeout,
		Control: func(_, address string, _ syscall.RawConn) error {
			parsed, err := netip.ParseAddrPort(address)
			if err != nil {
				return err
			}
			if ip := parsed.Addr().Unmap(); !isPublic(ip) && !(loopback && ip.IsLoopback()) {
				return errNotPublic
			}
			return nil
		},
	}
	return &http.Client{
		Timeout: requestTimeout,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: requestTimeout, DisableKeepAlives: true,
			MaxResponseHeaderBytes: 16 << 10, DisableCompression: true, ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// nonPublicNetworks are networks outside the public internet that the methods of netip.Addr do not
// recognise: those of RFC 6890, and IPv6 networks that stand for IPv4 addresses.
var nonPublicNetworks = func() (list []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
		"198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16",
	} {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}()

// globalIPv6 is the part of IPv6 that is assigned to the public internet.
var globalIPv6 = netip.MustParsePrefix("2000::/3")

// isPublic reports whether an address belongs to the public internet.
func isPublic(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || ip.Is6() && !globalIPv6.Contains(ip) {
		return false
	}
	for _, network := range nonPublicNetworks {
		if network.Contains(ip) {
			return false
		}
	}
	return true
}

// checkResponse returns nil if a request has succeeded, errGone if the address no longer exists, and
// another error otherwise. It closes the response.
func checkResponse(response *http.Response, err error) error {
	if err != nil {
		// The client's own error contains the address, which is personal data.
		if errors.Is(err, errNotPublic) {
			return errNotPublic
		}
		if errors.Is(err, context.DeadlineExceeded) {
			return errors.New("no answer in time")
		}
		return errors.New("no connection")
	}
	_, _ = io.CopyN(io.Discard, response.Body, 1<<10)
	_ = response.Body.Close()
	switch status := response.StatusCode; {
	case status == http.StatusNotFound || status == http.StatusGone:
		return errGone
	case status < 200 || status > 299:
		return fmt.Errorf("answered with status %d", status)
	}
	return nil
}
