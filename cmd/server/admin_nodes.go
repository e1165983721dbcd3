package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"
)

func (c *adminCall) nodesCommand() *cobra.Command {
	return c.command(
		"nodes",
		"List the servers that share the database",
		func(ctx context.Context, _ []string) error { return c.listNodes(ctx) },
	)
}

func (c *adminCall) listNodes(ctx context.Context) error {
	var response struct {
		Nodes []struct {
			ID, Name, Addr, Version   string
			Rooms                     int
			Draining, Leader, Current bool
		}
	}
	if err := c.show(ctx, &response, http.MethodGet, "/nodes", nil); err != nil {
		return err
	}
	out := c.table()
	fmt.Fprintln(out, "NODE\tADDRESS\tROOMS\tLEADER\tDRAINING\tID\tVERSION")
	for _, node := range response.Nodes {
		name := node.Name
		if node.Current {
			name += " (this one)"
		}
		fmt.Fprintf(
			out,
			"%s\t%s\t%d\t%s\t%s\t%s\t%s\n",
			name,
			node.Addr,
			node.Rooms,
			yes(node.Leader),
			yes(node.Draining),
			node.ID,
			node.Version,
		)
	}
	return out.Flush()
}

// drainCommand returns the command that makes a node hand over its rooms and stop.
func (c *adminCall) drainCommand() *cobra.Command {
	return c.command(
		"drain NODE",
		"Make a node hand its rooms over to the other nodes and stop; NODE is its name or id",
		func(ctx context.Context, args []string) error {
			if err := c.read(ctx, nil, http.MethodPost, "/nodes/"+url.PathEscape(args[0])+"/drain", nil); err != nil {
				return err
			}
			fmt.Fprintln(c.app.Stdout, "the node hands its rooms over and stops")
			return nil
		},
	)
}
