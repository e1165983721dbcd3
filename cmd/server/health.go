package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"archmage/internal/cli"
)

// healthTimeout bounds the time of the server's reply.
const healthTimeout = 4 * time.Second

// health asks a running server whether it is ready. It is the health check of the
// container, which has no other program, and finds the server by its settings.
func (a *app) health(ctx context.Context, args []string) int {
	set := a.Flags("health", "[flags]")
	url := set.String(
		"url",
		"",
		"the `address` of the server; by default that which the environment sets, on this machine",
	)
	if status, ok := a.Parse(set, args, 0); !ok {
		return status
	}
	client := &http.Client{Timeout: healthTimeout}
	if *url == "" {
		s, status, ok := a.serveSettings("serve", nil)
		if !ok {
			return status
		}
		*url = ownURL("http", s.addr)
		if s.tlsCert != "" {
			*url = ownURL("https", s.addr)
			// The certificate is for the name that players use. This request does not
			// leave the machine, so it need not be checked.
			client.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
		}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, *url+"/readyz", nil)
	if err != nil {
		return a.Fail(cli.Usage, "health", err)
	}
	response, err := client.Do(request)
	if err != nil {
		return a.Fail(cli.Failed, "health", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return a.Fail(cli.Failed, "health", fmt.Errorf("the server answers with status %d", response.StatusCode))
	}
	fmt.Fprintln(a.Stdout, "ok")
	return cli.OK
}

// ownURL returns the URL at which this machine reaches a listener at an address.
func ownURL(scheme, addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return scheme + "://" + addr
	}
	switch ip, err := netip.ParseAddr(host); {
	case host == "", err == nil && ip.IsUnspecified() && ip.Is4():
		host = "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		host = "::1"
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}
