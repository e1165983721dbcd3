package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
)

// healthTimeout bounds the time until the server's reply.
const healthTimeout = 4 * time.Second

// healthCommand returns the command that checks whether a running server is ready. It is the health check of
// the container image, which contains no other program.
func (a *app) healthCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Check whether a running server is ready",
		Long: "Ask a running server whether it is ready. Without --url it is the server on this machine, by\n" +
			"the settings of the environment.",
		Args: cobra.ExactArgs(0),
	}
	url := cmd.Flags().String("url", "", "the `URL` of the server, like http://127.0.0.1:8080")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return a.health(cmd.Context(), *url) }
	return cmd
}

func (a *app) health(ctx context.Context, url string) error {
	client := &http.Client{Timeout: healthTimeout}
	if url == "" {
		s, err := environmentSettings()
		if err != nil {
			return err
		}
		url = ownURL("http", s.addr)
		if s.tlsCert != "" {
			url = ownURL("https", s.addr)
			// The certificate is for the name that players use. This request stays on the machine, so the
			// certificate need not be verified.
			client.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
		}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/readyz", nil)
	if err != nil {
		return cli.Misuse(err)
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		var answer struct{ Message string }
		// The response of a proxy may not be JSON.
		_ = json.NewDecoder(io.LimitReader(response.Body, 1<<16)).Decode(&answer)
		if answer.Message == "" {
			return fmt.Errorf("the server answers with status %d", response.StatusCode)
		}
		return fmt.Errorf("the server answers with status %d: %s", response.StatusCode, answer.Message)
	}
	fmt.Fprintln(a.Stdout, "ok")
	return nil
}

// ownURL returns the URL by which this machine reaches a listener at addr.
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
