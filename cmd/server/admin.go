package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
)

// adminCall is one run of the admin command.
type adminCall struct {
	app *app
	// url, token and data are the flags --url, --admin-token and --data. findServer completes the URL and the
	// token. An empty data means the data folder of the settings.
	url, token, data string
	// client sends the requests. socket is the path of the socket that client connects to, or "" for TCP.
	// missing is the path where the admin socket was expected, if no server was found, or "".
	client          *http.Client
	socket, missing string
	// json is the flag --json. If it is set, commands that show something print the server's response.
	json bool
}

// adminCommand returns the admin command, whose subcommands send requests to the admin listener of a running
// server.
func (a *app) adminCommand() *cobra.Command {
	c := &adminCall{app: a}
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "Manage a running server: rooms, people, bans, backups",
		Long: "Manage a running server through its admin listener. It is found by the flags, or by the settings\n" +
			"in the environment: " + envName("data") + ", " + envName("admin-addr") + ", " +
			envName("admin-token") + " and " + envName("admin-token-file") + ".\n" +
			"Without them it is the socket in the folder data, or in " + systemdDataFolder + ".",
	}
	set := cmd.PersistentFlags()
	set.StringVar(
		&c.url,
		"url",
		"",
		"the `URL` of the admin listener, like http://127.0.0.1:9090 or unix:PATH",
	)
	set.StringVar(&c.data, "data", "", "the data `folder` of the server, which has the admin socket")
	set.StringVar(&c.token, "admin-token", "", "the `secret` that the server's --admin-token sets")
	set.BoolVar(&c.json, "json", false, "print the server's answer as JSON")
	return cli.Group(
		cmd,
		c.roomsCommand(),
		c.roomCommand(),
		c.closeCommand(),
		c.removeMatchCommand(),
		c.removePersonCommand(),
		c.bansCommand(),
		c.banCommand(),
		c.unbanCommand(),
		c.reportsCommand(),
		c.dismissCommand(),
		c.removeLineCommand(),
		c.personCommand(),
		c.peopleCommand(),
		c.linkCommand(),
		c.accountCommand(),
		c.noteCommand(),
		c.warnCommand(),
		c.muteCommand(),
		c.renameCommand(),
		c.roleCommand(),
		c.noticeCommand(),
		c.siteCommand(),
		c.sayCommand(),
		c.logCommand(),
		c.nodesCommand(),
		c.drainCommand(),
		c.backupCommand(),
	)
}

// command returns a subcommand that finds the server and then calls run. use is the name of the subcommand and of
// its arguments, all of which are required. If the last argument is TEXT, flags must come before the arguments.
func (c *adminCall) command(use, short string, run func(ctx context.Context, args []string) error) *cobra.Command {
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.ExactArgs(len(strings.Fields(use)) - 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.findServer(); err != nil {
				return err
			}
			err := run(cmd.Context(), args)
			if errors.Is(err, errShown) {
				return nil
			}
			return err
		},
	}
	// This allows a TEXT that begins with a dash.
	cmd.Flags().SetInterspersed(!strings.HasSuffix(use, " TEXT"))
	return cmd
}

// send sends a request and returns the response, whose body the caller closes. A status of 300 or above is an
// error.
func (c *adminCall) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(data)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.url+path, content)
	if err != nil {
		return nil, err
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.client.Do(request)
	if err != nil {
		return nil, c.explainUnreachable(err)
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

// read sends a request and decodes the JSON response into result, unless result is nil.
func (c *adminCall) read(ctx context.Context, result any, method, path string, body any) error {
	response, err := c.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if result == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(result)
}

// errShown means that show has printed the response as JSON, so the command has nothing left to do.
var errShown = errors.New("shown")

// show reads a response that the command then prints. With --json it prints the response itself and returns
// errShown.
func (c *adminCall) show(ctx context.Context, result any, method, path string, body any) error {
	if !c.json {
		return c.read(ctx, result, method, path, body)
	}
	var answer json.RawMessage
	if err := c.read(ctx, &answer, method, path, body); err != nil {
		return err
	}
	fmt.Fprintf(c.app.Stdout, "%s\n", answer)
	return errShown
}

// backupCommand returns the command that writes a backup to a file or to standard output. If the backup fails,
// the file is removed.
func (c *adminCall) backupCommand() *cobra.Command {
	return c.command(
		"backup FILE",
		"Write a copy of everything that is stored to a new file, or (-) to standard output",
		func(ctx context.Context, args []string) error {
			if args[0] == "-" {
				_, err := c.fetchBackup(ctx, c.app.Stdout)
				return err
			}
			return c.backupTo(ctx, args[0])
		},
	)
}

func (c *adminCall) backupTo(ctx context.Context, name string) (err error) {
	// The backup contains the secrets of players, so only its owner can read it.
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

// fetchBackup writes a backup to out and returns its length in bytes. A truncated backup is an error.
func (c *adminCall) fetchBackup(ctx context.Context, out io.Writer) (int64, error) {
	response, err := c.send(ctx, http.MethodPost, "/backup", nil)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return io.Copy(out, response.Body)
}
