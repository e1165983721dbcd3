package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"archmage/internal/cli"
)

// adminCommand is a subcommand of admin.
type adminCommand struct {
	name, args, about string
	run               func(*adminCall, context.Context, []string) error
}

// adminCommands lists them in the order in which usage names them.
func adminCommands() []adminCommand {
	return []adminCommand{
		{"rooms", "[flags]", "list rooms, those opened last first", (*adminCall).rooms},
		{"room", "ID", "show a room and who is connected to it", (*adminCall).room},
		{"close", "ID", "end a room for good; its finished matches are kept", (*adminCall).close},
		{"remove-match", "ID", "remove a finished match with its record", (*adminCall).removeMatch},
		{
			"remove-guest",
			"ID",
			"forget a person, whose connections end; seats and matches stay without a name",
			(*adminCall).removeGuest,
		},
		{"bans", "", "list who is kept out", (*adminCall).bans},
		{"ban", "[flags]", "keep a person or an address out", (*adminCall).ban},
		{"unban", "ID", "let somebody in again, by the id of the ban", (*adminCall).unban},
		{"reports", "[flags]", "list what people have reported, with the chat around", (*adminCall).reports},
		{"dismiss", "[flags] REPORT", "close a report", (*adminCall).dismiss},
		{"remove-line", "REPORT", "remove the line of a chat that a report is about", (*adminCall).removeLine},
		{
			"person",
			"PERSON",
			"show what is known of a person; PERSON is an id, or the name of an account",
			(*adminCall).person,
		},
		{"people", "[flags]", "list accounts, in the order of their names", (*adminCall).people},
		{
			"link",
			"PERSON",
			"make a link that opens an account once, for somebody who cannot sign in",
			(*adminCall).link,
		},
		{"account", "NAME", "make an account, and a link that opens it once", (*adminCall).account},
		{"note", "PERSON TEXT", "write something about a person down, for moderators", (*adminCall).note},
		{"warn", "PERSON TEXT", "tell a person something", (*adminCall).warn},
		{"mute", "[flags] PERSON", "keep a person from writing in chats", (*adminCall).mute},
		{"rename", "[flags] PERSON", "give a person a name that offends nobody", (*adminCall).rename},
		{"role", "PERSON ROLE", "make an account a moderator or an owner, or (none) neither", (*adminCall).role},
		{"notice", "[flags] TEXT", "tell everybody something; an empty text withdraws it", (*adminCall).notice},
		{"site", "[flags]", "show what the host says of the server", (*adminCall).site},
		{
			"say",
			"[flags] PART TEXT",
			"set what the host says: the name, languages (as in \"fr en\"), welcome, imprint or privacy; an empty text takes it away",
			(*adminCall).say,
		},
		{"log", "[flags]", "list what moderators and the operator have done", (*adminCall).log},
		{"nodes", "", "list the servers that share the database", (*adminCall).nodes},
		{
			"drain",
			"NODE",
			"make a node hand its rooms over to the others and end; NODE is its name or id",
			(*adminCall).drain,
		},
		{
			"backup",
			"FILE",
			"write a copy of everything that is stored to a new file, or (-) to standard output",
			(*adminCall).backup,
		},
	}
}

// adminCall is one call of the command admin.
type adminCall struct {
	app *app
	// name is the subcommand, url the admin address of the server, token the admin token.
	name, args, url, token string
	// json makes the answer be printed as it came.
	json bool
}

// errUsage says that a command line cannot be understood; the reason has been
// printed.
var errUsage = errors.New("bad usage")

// admin runs a subcommand of admin against the admin address of a running server.
func (a *app) admin(ctx context.Context, args []string) int {
	set := a.Flags("admin", "[flags] WHAT ...")
	address := set.String(
		"url",
		"",
		"the admin `address` of the server; by default that of "+variable(
			"admin-addr",
		)+" on this machine, or http://127.0.0.1:9090",
	)
	token := set.String(
		"admin-token",
		"",
		"the `secret` that the server's -admin-token sets; by default that of "+variable(
			"admin-token",
		)+" or "+variable(
			"admin-token-file",
		),
	)
	usage := set.Usage
	set.Usage = func() {
		usage()
		fmt.Fprintln(set.Output(), "\nWHAT is one of:")
		for _, c := range adminCommands() {
			fmt.Fprintf(set.Output(), "  %-12s  %-14s  %s\n", c.name, c.args, c.about)
		}
	}
	if status, ok := a.ReadFlags(set, func() error { return set.Parse(args) }); !ok {
		return status
	}
	if *address == "" || *token == "" {
		s, status, ok := a.serveSettings("serve", nil)
		if !ok {
			return status
		}
		*address, *token = cmp.Or(
			*address,
			ownURL("http", cmp.Or(s.adminAddr, "127.0.0.1:9090")),
		), cmp.Or(
			*token,
			s.adminToken,
		)
	}
	for _, c := range adminCommands() {
		if c.name != set.Arg(0) {
			continue
		}
		call := &adminCall{
			app:   a,
			name:  "admin " + c.name,
			args:  c.args,
			url:   strings.TrimSuffix(*address, "/"),
			token: *token,
		}
		switch err := c.run(call, ctx, set.Args()[1:]); {
		case err == nil, errors.Is(err, flag.ErrHelp), errors.Is(err, errShown):
			return cli.OK
		case errors.Is(err, errUsage):
			return cli.Usage
		default:
			return a.Fail(cli.Failed, call.name, err)
		}
	}
	err := fmt.Errorf("there is no %q to do", set.Arg(0))
	if set.NArg() == 0 {
		err = errors.New("say what to do")
	}
	return a.Misused("admin", err)
}

// flags returns the flags that every subcommand has.
func (c *adminCall) flags() *flag.FlagSet {
	set := c.app.Flags(c.name, c.args)
	set.BoolVar(&c.json, "json", false, "print the server's answer as JSON")
	return set
}

// parse reads the flags of a call and checks that want arguments are left.
func (c *adminCall) parse(set *flag.FlagSet, args []string, want int) error {
	status, ok := c.app.Parse(set, args, want)
	switch {
	case ok:
		return nil
	case status == cli.OK:
		return flag.ErrHelp
	}
	return errUsage
}

// one returns the one argument of a call without flags.
func (c *adminCall) one(args []string) (string, error) {
	set := c.flags()
	if err := c.parse(set, args, 1); err != nil {
		return "", err
	}
	return set.Arg(0), nil
}

// send sends a request and returns the answer, whose body is to be closed. A refusal is
// an error.
func (c *adminCall) send(ctx context.Context, method, target string, body any) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(data)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.url+target, content)
	if err != nil {
		return nil, err
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode < 300 {
		return response, nil
	}
	defer response.Body.Close()
	var refusal struct{ Code, Message string }
	if json.NewDecoder(io.LimitReader(response.Body, 1<<16)).Decode(&refusal) != nil || refusal.Message == "" {
		return nil, fmt.Errorf("the server answers with status %d", response.StatusCode)
	}
	return nil, fmt.Errorf("%s (%s)", refusal.Message, refusal.Code)
}

// read sends a request and reads its answer into a value, unless that is nil.
func (c *adminCall) read(ctx context.Context, into any, method, target string, body any) error {
	response, err := c.send(ctx, method, target, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if into == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(into)
}

// errShown says that the answer has been printed as JSON, and nothing is left to do.
var errShown = errors.New("shown")

// show is read for an answer that the command prints. With the flag for JSON, it prints
// the answer itself and returns errShown.
func (c *adminCall) show(ctx context.Context, into any, method, target string, body any) error {
	if !c.json {
		return c.read(ctx, into, method, target, body)
	}
	var answer json.RawMessage
	if err := c.read(ctx, &answer, method, target, body); err != nil {
		return err
	}
	fmt.Fprintf(c.app.Stdout, "%s\n", answer)
	return errShown
}

// backup fetches a backup. It leaves a complete file or none.
func (c *adminCall) backup(ctx context.Context, args []string) (err error) {
	name, err := c.one(args)
	if err != nil {
		return err
	}
	if name == "-" {
		_, err := c.fetchBackup(ctx, c.app.Stdout)
		return err
	}
	// The backup contains the secrets of players.
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			err = errors.Join(err, os.Remove(name))
		}
	}()
	n, err := c.fetchBackup(ctx, file)
	if err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	fmt.Fprintf(c.app.Stdout, "%s: %d bytes\n", name, n)
	return nil
}

// fetchBackup copies a backup and returns its length. One that ends too early
// is an error.
func (c *adminCall) fetchBackup(ctx context.Context, into io.Writer) (int64, error) {
	response, err := c.send(ctx, http.MethodPost, "/backup", nil)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return io.Copy(into, response.Body)
}
