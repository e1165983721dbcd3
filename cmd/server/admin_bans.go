package main

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// bans lists the bans.
func (c *adminCall) bans(ctx context.Context, args []string) error {
	if err := c.parse(c.flags(), args, 0); err != nil {
		return err
	}
	var list struct {
		Bans []struct {
			ID, Identity, Address, Scope, Reason, Words string
			Created, Until                              time.Time
		}
	}
	if err := c.show(ctx, &list, http.MethodGet, "/bans", nil); err != nil {
		return err
	}
	if len(list.Bans) == 0 {
		fmt.Fprintln(c.app.Stdout, "nobody is banned")
		return nil
	}
	out := c.table()
	fmt.Fprintln(out, "BAN\tPERSON\tADDRESS\tFROM\tSINCE\tUNTIL\tREASON")
	for _, ban := range list.Bans {
		until := "ever"
		if !ban.Until.IsZero() {
			until = ban.Until.Local().Format(timeFormat)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", ban.ID, ban.Identity, ban.Address, cmp.Or(ban.Scope, "server"),
			ban.Created.Local().Format(timeFormat), until, strings.TrimSpace(ban.Reason+" "+ban.Words))
	}
	return out.Flush()
}

// ban adds a ban.
func (c *adminCall) ban(ctx context.Context, args []string) error {
	set := c.flags()
	identity := set.String("identity", "", "the id of a `person`, as \"room\" shows it")
	address := set.String("address", "", "an `address` or a network, as in 192.0.2.0/24")
	w := bindWhy(set)
	if err := c.parse(set, args, 0); err != nil {
		return err
	}
	body := struct {
		Identity string     `json:"identity,omitempty"`
		Address  string     `json:"address,omitempty"`
		Reason   string     `json:"reason,omitempty"`
		Words    string     `json:"words,omitempty"`
		Until    *time.Time `json:"until,omitempty"`
	}{Identity: *identity, Address: *address, Reason: *w.reason, Words: *w.words}
	if w.length != 0 {
		until := time.Now().Add(time.Duration(w.length))
		body.Until = &until
	}
	var ban struct{ ID string }
	if err := c.show(ctx, &ban, http.MethodPost, "/bans", body); err != nil {
		return err
	}
	fmt.Fprintln(c.app.Stdout, "banned:", ban.ID)
	return nil
}

// unban removes a ban.
func (c *adminCall) unban(ctx context.Context, args []string) error {
	id, err := c.one(args)
	if err != nil {
		return err
	}
	if err := c.read(ctx, nil, http.MethodDelete, "/bans/"+url.PathEscape(id), nil); err != nil {
		return err
	}
	fmt.Fprintln(c.app.Stdout, "unbanned")
	return nil
}
