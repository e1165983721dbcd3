package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// people lists accounts.
func (c *adminCall) people(ctx context.Context, args []string) error {
	set := c.flags()
	name := set.String("name", "", "only accounts with that `text` in their names, or one that looks like it")
	after := set.String("after", "", "go on from a `place` that the page before has named")
	limit := set.Int("limit", 50, "list so `many`, at most 200")
	if err := c.parse(set, args, 0); err != nil {
		return err
	}
	query := url.Values{"limit": {strconv.Itoa(*limit)}, "name": {*name}, "after": {*after}}
	var page struct {
		People []struct {
			ID, Name, Role string
			Created, Seen  int64
		}
		Next string
	}
	if err := c.show(ctx, &page, http.MethodGet, "/people?"+query.Encode(), nil); err != nil {
		return err
	}
	if len(page.People) == 0 {
		fmt.Fprintln(c.app.Stdout, "no accounts")
		return nil
	}
	out := c.table()
	fmt.Fprintln(out, "NAME\tPERSON\tROLE\tSINCE\tSEEN")
	for _, p := range page.People {
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", p.Name, p.ID, p.Role, moment(p.Created), moment(p.Seen))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if page.Next != "" {
		fmt.Fprintf(c.app.Stdout, "\nmore with -after %s\n", page.Next)
	}
	return nil
}

// link makes a link for somebody who cannot sign in.
func (c *adminCall) link(ctx context.Context, args []string) error {
	text, err := c.one(args)
	if err != nil {
		return err
	}
	id, err := c.personID(ctx, text)
	if err != nil {
		return err
	}
	return c.makeLink(ctx, "/people/"+url.PathEscape(id)+"/links", nil)
}

// account makes an account and a link by which its owner signs in.
func (c *adminCall) account(ctx context.Context, args []string) error {
	name, err := c.one(args)
	if err != nil {
		return err
	}
	return c.makeLink(ctx, "/people", map[string]string{"name": name})
}

// makeLink makes a link by which one signs in to an account, and prints it.
func (c *adminCall) makeLink(ctx context.Context, target string, body any) error {
	var made struct {
		ID, Name, Address string
		Until             int64
	}
	if err := c.show(ctx, &made, http.MethodPost, target, body); err != nil {
		return err
	}
	if made.Address == "" {
		return errors.New("the server has made no link")
	}
	fmt.Fprintf(
		c.app.Stdout,
		"%s %s\n%s\nopens the account once, until %s",
		made.Name,
		made.ID,
		made.Address,
		moment(made.Until),
	)
	if made.Address[0] == '/' {
		fmt.Fprint(c.app.Stdout, "; put the address of the server before it")
	}
	fmt.Fprintln(c.app.Stdout)
	return nil
}
