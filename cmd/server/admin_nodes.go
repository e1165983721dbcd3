package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// nodes lists the nodes.
func (c *adminCall) nodes(ctx context.Context, args []string) error {
	if err := c.parse(c.flags(), args, 0); err != nil {
		return err
	}
	var page struct {
		Nodes []struct {
			ID, Name, Addr, Version string
			Rooms                   int
			Draining, Leader, Here  bool
		}
	}
	if err := c.show(ctx, &page, http.MethodGet, "/nodes", nil); err != nil {
		return err
	}
	out := c.table()
	fmt.Fprintln(out, "NODE\tADDRESS\tROOMS\tLEADER\tDRAINING\tID\tVERSION")
	for _, one := range page.Nodes {
		name := one.Name
		if one.Here {
			name += " (this one)"
		}
		fmt.Fprintf(
			out,
			"%s\t%s\t%d\t%s\t%s\t%s\t%s\n",
			name,
			one.Addr,
			one.Rooms,
			yes(one.Leader),
			yes(one.Draining),
			one.ID,
			one.Version,
		)
	}
	return out.Flush()
}

// drain makes a node hand its rooms over and end.
func (c *adminCall) drain(ctx context.Context, args []string) error {
	name, err := c.one(args)
	if err != nil {
		return err
	}
	if err := c.read(ctx, nil, http.MethodPost, "/nodes/"+url.PathEscape(name)+"/drain", nil); err != nil {
		return err
	}
	fmt.Fprintln(c.app.Stdout, "the node hands its rooms over, and ends")
	return nil
}
