package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/spf13/cobra"
)

func (c *adminCall) peopleCommand() *cobra.Command {
	var name, after string
	var limit int
	cmd := c.command(
		"people",
		"List accounts, in the order of their names",
		func(ctx context.Context, _ []string) error {
			return c.listPeople(ctx, url.Values{"limit": {strconv.Itoa(limit)}, "name": {name}, "after": {after}})
		},
	)
	set := cmd.Flags()
	set.StringVar(&name, "name", "", "only accounts with this `text` in their names, or one that looks like it")
	bindPage(set, &after)
	set.IntVar(&limit, "limit", 50, "the `number` of accounts, at most 200")
	return cmd
}

func (c *adminCall) listPeople(ctx context.Context, query url.Values) error {
	var response struct {
		People []struct {
			ID, Name, Role string
			Created, Seen  int64
		}
		Next string
	}
	if err := c.show(ctx, &response, http.MethodGet, "/people?"+query.Encode(), nil); err != nil {
		return err
	}
	if len(response.People) == 0 {
		fmt.Fprintln(c.app.Stdout, "no accounts")
		return nil
	}
	out := c.table()
	fmt.Fprintln(out, "NAME\tPERSON\tROLE\tSINCE\tSEEN")
	for _, p := range response.People {
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", p.Name, p.ID, p.Role, formatTime(p.Created), formatTime(p.Seen))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if response.Next != "" {
		fmt.Fprintf(c.app.Stdout, "\nmore with --after %s\n", response.Next)
	}
	return nil
}

// linkCommand returns the command that makes a sign-in link for a person who cannot sign in.
func (c *adminCall) linkCommand() *cobra.Command {
	return c.command(
		"link PERSON",
		"Make a link that opens an account once, for somebody who cannot sign in",
		func(ctx context.Context, args []string) error {
			id, err := c.personID(ctx, args[0])
			if err != nil {
				return err
			}
			return c.makeLink(ctx, "/people/"+url.PathEscape(id)+"/links", nil)
		},
	)
}

// accountCommand returns the command that makes an account and a link to sign in to it.
func (c *adminCall) accountCommand() *cobra.Command {
	return c.command(
		"account NAME",
		"Make an account, and a link that opens it once",
		func(ctx context.Context, args []string) error {
			return c.makeLink(ctx, "/people", map[string]string{"name": args[0]})
		},
	)
}

// makeLink makes the server create a link that opens an account once, and prints the link.
func (c *adminCall) makeLink(ctx context.Context, path string, body any) error {
	var link struct {
		ID, Name, Address string
		Until             int64
	}
	if err := c.show(ctx, &link, http.MethodPost, path, body); err != nil {
		return err
	}
	if link.Address == "" {
		return errors.New("the server has made no link")
	}
	fmt.Fprintf(
		c.app.Stdout,
		"%s %s\n%s\nopens the account once, until %s",
		link.Name,
		link.ID,
		link.Address,
		formatTime(link.Until),
	)
	if link.Address[0] == '/' {
		fmt.Fprint(c.app.Stdout, "; put the address of the server before it")
	}
	fmt.Fprintln(c.app.Stdout)
	return nil
}
