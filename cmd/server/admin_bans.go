package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// bans lists the bans.
func (c *adminCall) bans(ctx context.Context, args []string) error {
	if err := c.parse(c.app.flags(c.name, c.args), args, 0); err != nil {
		return err
	}
	var list struct {
		Bans []struct {
			ID, Identity, Address, Reason string
			Created, Until                time.Time
		}
	}
	if err := c.read(ctx, &list, http.MethodGet, "/bans", nil); err != nil {
		return err
	}
	if len(list.Bans) == 0 {
		fmt.Fprintln(c.app.stdout, "nobody is banned")
		return nil
	}
	out := c.table()
	fmt.Fprintln(out, "BAN\tPERSON\tADDRESS\tSINCE\tUNTIL\tREASON")
	for _, ban := range list.Bans {
		until := "ever"
		if !ban.Until.IsZero() {
			until = ban.Until.Local().Format(timeFormat)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\n", ban.ID, ban.Identity, ban.Address, ban.Created.Local().Format(timeFormat), until, ban.Reason)
	}
	return out.Flush()
}

// ban adds a ban.
func (c *adminCall) ban(ctx context.Context, args []string) error {
	set := c.app.flags(c.name, c.args)
	identity := set.String("identity", "", "the id of a `person`, as \"room\" shows it")
	address := set.String("address", "", "an `address` or a network, as in 192.0.2.0/24")
	reason := set.String("reason", "", "`why`, for those who run the server")
	var length age
	set.Var(&length, "for", "how `long`, as in 12h or 30d; 0 is for ever")
	if err := c.parse(set, args, 0); err != nil {
		return err
	}
	body := struct {
		Identity string     `json:"identity,omitempty"`
		Address  string     `json:"address,omitempty"`
		Reason   string     `json:"reason,omitempty"`
		Until    *time.Time `json:"until,omitempty"`
	}{Identity: *identity, Address: *address, Reason: *reason}
	if length != 0 {
		until := time.Now().Add(time.Duration(length))
		body.Until = &until
	}
	var ban struct{ ID string }
	if err := c.read(ctx, &ban, http.MethodPost, "/bans", body); err != nil {
		return err
	}
	fmt.Fprintln(c.app.stdout, "banned:", ban.ID)
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
	fmt.Fprintln(c.app.stdout, "unbanned")
	return nil
}
