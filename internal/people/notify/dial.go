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

// requestTimeout is how long a notification by HTTP may take as a whole.
const requestTimeout = 5 * time.Second

// errNotPublic says that a host name resolves to an address that the server does not
// connect to.
var errNotPublic = errors.New("the address is not public")

// newClient returns a client for requests to addresses that people give. It connects only to
// public addresses, whatever a name resolves to, follows no redirects, uses no proxy, and
// keeps no connections. loopback allows addresses of this machine.
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

// notPublic are networks outside the public internet that package netip does not know:
// those of RFC 6890, and IPv6 networks that stand for IPv4 addresses.
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

// checkResponse turns the answer to a notification into an error: nil for success, errGone if the
// address does not exist any more. It does not read the body.
func checkResponse(response *http.Response, err error) error {
	if err != nil {
		// The error of a client quotes the address, which is personal.
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
