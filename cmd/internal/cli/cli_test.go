package cli_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
)

func TestReadFileHasALimit(t *testing.T) {
	o := cli.IO{Stdin: strings.NewReader("12345678")}
	_, err := o.ReadFile("-", 7)
	require.EqualError(t, err, "too_large: the file is longer than 7 bytes")
	o.Stdin = strings.NewReader("12345678")
	data, err := o.ReadFile("-", 8)
	require.NoError(t, err)
	require.Equal(t, "12345678", string(data))
}

// call records the arguments of the test's command.
type call struct {
	addr, url string
	pause     time.Duration
	listed    bool
	args      []string
}

// program returns a program with the commands serve and admin rooms, which record the call and return an
// error.
func program(got *call, ends error) *cobra.Command {
	root := &cobra.Command{Use: "toy"}
	serve := &cobra.Command{Use: "serve", Args: cobra.ExactArgs(0)}
	rooms := &cobra.Command{Use: "rooms", Args: cobra.MaximumNArgs(2)}
	for _, cmd := range []*cobra.Command{serve, rooms} {
		cmd.RunE = func(_ *cobra.Command, args []string) error {
			got.args = args
			return ends
		}
	}
	serve.Flags().StringVar(&got.addr, "addr", "", "")
	serve.Flags().DurationVar(&got.pause, "bot-pause", 0, "")
	rooms.Flags().BoolVar(&got.listed, "listed", false, "")
	admin := cli.Group(&cobra.Command{Use: "admin"}, rooms)
	admin.PersistentFlags().StringVar(&got.url, "url", "", "")
	root.AddCommand(serve, admin)
	return root
}

// runs runs a command line and returns its status, the call and the output.
func runs(t *testing.T, ends error, args ...string) (status int, got call, out, complaints string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	o := cli.IO{Stdout: &stdout, Stderr: &stderr}
	status = o.Execute(t.Context(), program(&got, ends), args)
	return status, got, stdout.String(), stderr.String()
}

// Units and scripts of 0.9 have flags with one dash.
func TestFlagsWithOneDash(t *testing.T) {
	for _, test := range []struct {
		args string
		want call
	}{
		{"serve --addr :80 --bot-pause=1s", call{addr: ":80", pause: time.Second}},
		{"serve -addr :80 -bot-pause=1s", call{addr: ":80", pause: time.Second}},
		{"serve -addr -bot-pause", call{addr: "-bot-pause"}}, // a value stays as it is
		{"admin -url http://a rooms -listed", call{url: "http://a", listed: true}},
		{"admin rooms -listed=false -url=http://a one", call{url: "http://a", args: []string{"one"}}},
		{"admin rooms -listed -- -url x", call{listed: true, args: []string{"-url", "x"}}},
	} {
		t.Run(test.args, func(t *testing.T) {
			status, got, _, complaints := runs(t, nil, strings.Fields(test.args)...)
			require.Equal(t, cli.OK, status, complaints)
			if test.want.args == nil {
				test.want.args = []string{}
			}
			require.Equal(t, test.want, got)
		})
	}
	// The old programs read no flags after an argument.
	status, _, _, complaints := runs(t, nil, "admin", "rooms", "one", "-listed")
	require.Equal(t, cli.Usage, status)
	require.Contains(t, complaints, "Did you mean this?\n\t--listed\n")
	status, _, out, _ := runs(t, nil, "serve", "-help")
	require.Equal(t, cli.OK, status)
	require.Contains(t, out, "toy serve [flags]")
}

func TestStatuses(t *testing.T) {
	broken := errors.New("it is broken")
	for _, test := range []struct {
		name   string
		args   string
		ends   error
		status int
		said   string
	}{
		{"well", "serve", nil, cli.OK, ""},
		{"an error", "serve", broken, cli.Failed, "toy serve: it is broken\n"},
		{
			"an error of the user",
			"serve",
			cli.Misuse(broken),
			cli.Usage,
			"toy serve: it is broken\nSee \"toy serve --help\".\n",
		},
		{"a status", "serve", cli.Status(cli.Failed), cli.Failed, ""},
		{
			"an unknown command",
			"serv",
			nil,
			cli.Usage,
			"toy: unknown command \"serv\" for \"toy\"\n\nDid you mean this?\n\tserve\nSee \"toy --help\".\n",
		},
		{
			"an unknown command of a group",
			"admin room",
			nil,
			cli.Usage,
			"toy admin: unknown command \"room\" for \"toy admin\"\n\n" +
				"Did you mean this?\n\trooms\nSee \"toy admin --help\".\n",
		},
		{
			"no command of a group",
			"admin",
			nil,
			cli.Usage,
			"toy admin: a command is missing\nSee \"toy admin --help\".\n",
		},
		{
			"a misspelt flag",
			"serve --bot-paus 1s",
			nil,
			cli.Usage,
			"toy serve: unknown flag: --bot-paus\n\nDid you mean this?\n\t--bot-pause\nSee \"toy serve --help\".\n",
		},
		{
			"an unknown flag",
			"serve --speed 1s",
			nil,
			cli.Usage,
			"toy serve: unknown flag: --speed\nSee \"toy serve --help\".\n",
		},
		{
			"a value that the flag does not take",
			"serve --bot-pause soon",
			nil,
			cli.Usage,
			"toy serve: --bot-pause is \"soon\", want a time like 500ms, 10s, 5m or 1h\nSee \"toy serve --help\".\n",
		},
		{
			"an argument",
			"serve now",
			nil,
			cli.Usage,
			"toy serve: accepts 0 arg(s), received 1\nSee \"toy serve --help\".\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, _, _, complaints := runs(t, test.ends, strings.Fields(test.args)...)
			require.Equal(t, test.status, status)
			require.Equal(t, test.said, complaints)
		})
	}
}

func TestNearest(t *testing.T) {
	words := []string{"addr", "admin-addr", "bot-pause"}
	for text, want := range map[string]string{
		"adr":       "addr",
		"admin-adr": "admin-addr",
		"botpause":  "bot-pause",
		"bot_pause": "bot-pause",
		"speed":     "",
		"x":         "",
		"":          "",
	} {
		require.Equal(t, want, cli.Nearest(text, words), text)
	}
}

// The man pages of a package have a fixed date, so that the package can be reproduced.
func TestManPages(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	folder := filepath.Join(t.TempDir(), "man")
	status, _, _, complaints := runs(t, nil, "man", folder)
	require.Equal(t, cli.OK, status, complaints)
	for name, want := range map[string]string{
		"toy.1": "toy-admin(1)", "toy-serve.1": `\fB--bot-pause\fP=0s`, "toy-admin-rooms.1": `\fB--url\fP=""`,
	} {
		page, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.Contains(t, string(page), want, name)
		require.Contains(t, string(page), `"Nov 2023"`, name)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		status, _, out, complaints := runs(t, nil, "completion", shell)
		require.Equal(t, cli.OK, status, complaints)
		require.Contains(t, out, "__toy_debug", shell)
	}
	_, _, out, _ := runs(t, nil, "__complete", "serve", "--bot")
	require.Contains(t, out, "--bot-pause")
}
