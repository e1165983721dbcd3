package main

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

func (c *adminCall) bansCommand() *cobra.Command {
	return c.command("bans", "List bans", func(ctx context.Context, _ []string) error {
		return c.listBans(ctx)
	})
}

func (c *adminCall) listBans(ctx context.Context) error {
	var response struct {
		Bans []struct {
			ID, Identity, Address, Scope, Reason, Words string
			Created, Until                              time.Time
		}
	}
	if err := c.show(ctx, &response, http.MethodGet, "/bans", nil); err != nil {
		return err
	}
	if len(response.Bans) == 0 {
		fmt.Fprintln(c.app.Stdout, "nobody is banned")
		return nil
	}
	out := c.table()
	fmt.Fprintln(out, "BAN\tPERSON\tADDRESS\tFROM\tSINCE\tUNTIL\tREASON")
	for _, ban := range response.Bans {
		until := "ever"
		if !ban.Until.IsZero() {
			until = ban.Until.Local().Format(timeFormat)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", ban.ID, ban.Identity, ban.Address, cmp.Or(ban.Scope, "server"),
			ban.Created.Local().Format(timeFormat), until, strings.TrimSpace(ban.Reason+" "+ban.Words))
	}
	return out.Flush()
}

func (c *adminCall) banCommand() *cobra.Command {
	var identity, address string
	var flags reasonFlags
	cmd := c.command("ban", "Keep a person or an address out", func(ctx context.Context, _ []string) error {
		body := struct {
			Identity string     `json:"identity,omitempty"`
			Address  string     `json:"address,omitempty"`
			Reason   string     `json:"reason,omitempty"`
			Words    string     `json:"words,omitempty"`
			Until    *time.Time `json:"until,omitempty"`
		}{Identity: identity, Address: address, Reason: flags.reason, Words: flags.words}
		if flags.length != 0 {
			until := time.Now().Add(time.Duration(flags.length))
			body.Until = &until
		}
		var ban struct{ ID string }
		if err := c.show(ctx, &ban, http.MethodPost, "/bans", body); err != nil {
			return err
		}
		fmt.Fprintln(c.app.Stdout, "banned:", ban.ID)
		return nil
	})
	set := cmd.Flags()
	set.StringVar(&identity, "identity", "", "the id of a `person`, as \"room\" shows it")
	set.StringVar(&address, "address", "", "an `address` or a network, like 192.0.2.0/24")
	flags.bind(set)
	return cmd
}

func (c *adminCall) unbanCommand() *cobra.Command {
	return c.command("unban ID", "Remove a ban, by its id", func(ctx context.Context, args []string) error {
		if err := c.read(ctx, nil, http.MethodDelete, "/bans/"+url.PathEscape(args[0]), nil); err != nil {
			return err
		}
		fmt.Fprintln(c.app.Stdout, "unbanned")
		return nil
	})
}
