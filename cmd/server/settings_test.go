package main

import (
	"bytes"
	"context"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zapcore"

	"archmage/cmd/internal/cli"
	"archmage/internal/lobby"
	"archmage/internal/transport/httpx"
)

// readSettings parses a command line of serve.
func readSettings(args ...string) (*settings, result) {
	var out, complaints bytes.Buffer
	io := cli.IO{Stdout: &out, Stderr: &complaints}
	var read *settings
	root := &cobra.Command{Use: "archmage"}
	root.AddCommand(settingsCommand(
		&cobra.Command{Use: "serve"},
		func(_ *cobra.Command, s *settings, all *pflag.FlagSet) error {
			if _, err := s.load(all); err != nil {
				return cli.Misuse(err)
			}
			read = s
			return nil
		},
	))
	status := io.Execute(context.Background(), root, serveByDefault(append([]string{"serve"}, args...)))
	return read, result{status, out.String(), complaints.String()}
}

func TestSettings(t *testing.T) {
	s, got := readSettings()
	require.Zero(t, got.status)
	require.Equal(t, "127.0.0.1:8080", s.addr)
	require.Equal(t, httpx.DefaultLimits(), s.limits)
	require.Equal(t, adminSocket, s.adminAddr)

	s, got = readSettings(
		"--addr",
		":80",
		"--origins",
		"https://a.example:443, http://B.example:8080",
		"--trusted-proxies",
		"10.1.2.3/8,::1",
		"--secure",
		"always",
		"--log-level",
		"debug",
		"--idle-after",
		"1h",
		"--limit-read",
		"7",
		"--server-name",
		" Critical Boards ",
	)
	require.Zero(t, got.status, got.err)
	require.Equal(t, ":80", s.addr)
	require.Equal(t, zapcore.DebugLevel, s.logLevel)
	require.Equal(t, time.Hour, s.rooms(nil).IdleAfter)
	options := s.transport(nil)
	require.Equal(t, []string{"https://a.example", "http://b.example:8080"}, options.Origins)
	require.Equal(
		t,
		[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")},
		options.TrustedProxies,
	)
	require.Equal(t, httpx.SecureAlways, options.Secure)
	require.InDelta(t, 7, options.Limits.Read, 0)

	require.Equal(t, lobby.Retention{Finished: 30 * oneDay, Open: 7 * oneDay}, s.rooms(nil).Retention)
	require.Equal(t, age(90*oneDay), s.keep.guests)
	s, got = readSettings(
		"--keep-finished",
		"0",
		"--keep-open",
		"36h",
		"--max-finished",
		"9",
		"--keep-matches",
		"365d",
		"--keep-guests",
		"0",
	)
	require.Zero(t, got.status, got.err)
	require.Equal(t, lobby.Retention{Open: 36 * time.Hour, MaxFinished: 9}, s.rooms(nil).Retention)
	require.Zero(t, s.keep.guests)
	require.Equal(t, 365*oneDay, s.archive(nil).Retention)
	require.Equal(t, "36h0m0s", s.keep.open.String())

	s, _ = readSettings("--limits", "off", "--limit-read", "7")
	require.Zero(t, s.limits.Read)
	require.Equal(t, httpx.DefaultLimits().Body, s.limits.Body)
}

func TestSettingsFromTheEnvironment(t *testing.T) {
	for name, value := range map[string]string{
		"ARCHMAGE_ADDR":            ":81",
		"ARCHMAGE_BOT_PAUSE":       "5ms",
		"ARCHMAGE_TRUSTED_PROXIES": "10.0.0.0/8,192.168.0.0/16",
		"ARCHMAGE_MAX_CONNECTIONS": "3",
		"ARCHMAGE_LIMITS":          "on",
		"ARCHMAGE_CHECK_DATA":      "true",
		"ARCHMAGE_ADMIN_ADDR":      "",
	} {
		t.Setenv(name, value)
	}
	s, got := readSettings("--addr", ":82")
	require.Zero(t, got.status, got.err)
	require.Equal(t, ":82", s.addr, "a flag goes before the environment")
	require.Equal(t, 5*time.Millisecond, s.botPause)
	require.Len(t, s.trustedProxies, 2)
	require.Equal(t, 3, s.limits.Connections)
	require.True(t, s.checkData)

	t.Setenv("ARCHMAGE_SECURE", "perhaps")
	_, got = readSettings()
	require.Equal(t, cli.Usage, got.status)
	require.Contains(t, got.err, "ARCHMAGE_SECURE")
	require.Contains(t, got.err, `ARCHMAGE_SECURE is "perhaps", want one of auto, always, never`)
}

// A misspelt variable is refused. Ignoring it could leave the server less protected.
func TestUnknownVariablesAreRefused(t *testing.T) {
	for name, near := range map[string]string{
		"ARCHMAGE_BOT_PAUS":      "ARCHMAGE_BOT_PAUSE",
		"ARCHMAGE_TRUSTED_PROXY": "ARCHMAGE_TRUSTED_PROXIES",
		"ARCHMAGE_PUBLICURL":     "ARCHMAGE_PUBLIC_URL",
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, "1s")
			for _, command := range [][]string{{"serve"}, {"health"}, {"admin", "rooms"}} {
				got := runToEnd(t, command...)
				require.Equal(t, cli.Usage, got.status)
				require.Contains(t, got.err, "unknown setting "+name+", did you mean "+near+"?\n")
			}
		})
	}
}

// Settings can be in a file, and secrets in separate files.
func TestSettingsFromFiles(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	token := file("token", "s3cret\n")
	config := file(
		"config",
		"# of the club\naddr :81\nbot-pause 5ms # quick\nserver-name The Club\nadmin-token-file "+token+"\n",
	)
	t.Setenv("ARCHMAGE_BOT_PAUSE", "7ms")
	s, got := readSettings("--config", config)
	require.Zero(t, got.status, got.err)
	require.Equal(
		t,
		[]any{":81", 7 * time.Millisecond, "The Club", "s3cret"},
		[]any{s.addr, s.botPause, s.site.name, s.adminToken},
	)
	t.Setenv("ARCHMAGE_CONFIG", config)
	t.Setenv("ARCHMAGE_DATABASE_FILE", file("database", "postgres://archmage:pass@host/games"))
	t.Setenv("ARCHMAGE_SMTP_PASSWORD_FILE", file("password", " a b \r\n"))
	s, got = readSettings("--addr", ":82")
	require.Zero(t, got.status, got.err)
	require.Equal(
		t,
		[]any{":82", "postgres://archmage:pass@host/games", " a b "},
		[]any{s.addr, s.database, s.notifications.smtp.Password},
	)

	for _, test := range []struct{ args, err string }{
		{
			args: "--config " + file("wrong", "bot-paus 1s\n"),
			err:  `wrong:1: unknown setting "bot-paus", did you mean bot-pause?`,
		},
		{
			args: "--config " + filepath.Join(folder, "none"),
			err:  "no such file",
		},
		{
			args: "--oidc-secret-file " + filepath.Join(folder, "none"),
			err:  "--oidc-secret-file: open ",
		},
		{
			args: "--oidc-secret-file " + file("empty", "\n"),
			err:  "--oidc-secret-file: " + filepath.Join(folder, "empty") + " is empty",
		},
		{
			args: "--oidc-secret x --oidc-secret-file " + token,
			err:  "--oidc-secret and --oidc-secret-file are both set, want only one of them",
		},
	} {
		_, got := readSettings(strings.Fields(test.args)...)
		require.Equal(t, cli.Usage, got.status, test.args)
		require.Contains(t, got.err, test.err)
	}
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	for _, test := range []struct {
		args []string
		err  string
	}{
		{[]string{"--addr", ""}, `--addr is "", want host:port`},
		{[]string{"--data", ""}, `--data is "", want a folder`},
		{[]string{"--database", "mysql://x"}, "--database is not the URL of a PostgreSQL database, want postgres://"},
		{[]string{"--database-wait", "-1s"}, `--database-wait is "-1s", want a time of at least 0`},
		{[]string{"--node-addr", "node1", "--database", "postgres://x"}, `--node-addr is "node1", want host:port`},
		{[]string{"--node-addr", "node1:7000"}, "--node-addr is set but --database is empty"},
		{[]string{"--node-lease", "100ms"}, `--node-lease is "100ms", want a time from 500ms to 1m`},
		{[]string{"--tls-cert", "x"}, "only one of --tls-cert and --tls-key is set"},
		{[]string{"--origins", "play.example"}, "want https://host"},
		{[]string{"--origins", "https://play.example/path"}, "want https://host"},
		{[]string{"--origins", "*"}, "want https://host"},
		{[]string{"--trusted-proxies", "proxy.example"}, "want networks like 10.0.0.0/8 or addresses"},
		{[]string{"--trusted-proxies", "10.0.0.0/33"}, "want networks like 10.0.0.0/8 or addresses"},
		{[]string{"--limits", "of"}, `--limits is "of", want one of on, off`},
		{[]string{"--log-format", "xml"}, `--log-format is "xml", want one of console, json`},
		{[]string{"--log-level", "loud"}, `--log-level is "loud", want debug, info, warn or error`},
		{[]string{"--idle-after", "0"}, "--idle-after"},
		{[]string{"--bot-pause", "-1s"}, "--bot-pause"},
		{[]string{"--keep-open", "-1h"}, "--keep-open"},
		{[]string{"--keep-finished", "manyd"}, `--keep-finished is "manyd", want an age like 30d or 12h`},
		{[]string{"--max-finished", "-1"}, "--max-finished"},
		{[]string{"--limit-read", "-1"}, `--limit-read is "-1", want a number from 0`},
		{[]string{"--limit-address", "0"}, `--limit-address is "0", want a number above 0`},
		{[]string{"--address-cpu", "much"}, `--address-cpu is "much", want a number`},
		{[]string{"-fast"}, "unknown shorthand flag: 'f' in -fast"},
		{[]string{"8080"}, "accepts 0 arg(s), received 1"},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			_, got := readSettings(test.args...)
			require.Equal(t, cli.Usage, got.status)
			require.Contains(t, got.err, test.err)
			require.Equal(t, 1, strings.Count(got.err, test.err), "said once")
			require.Regexp(t, `\A.+\nSee "archmage serve --help"\.\n\z`, got.err, "the reason, and where help is")
		})
	}
}

func TestHelpOfServe(t *testing.T) {
	_, got := readSettings("-h")
	require.Zero(t, got.status)
	require.Contains(t, got.out, "--trusted-proxies")
	require.Contains(t, got.out, "--limit-read")
	require.NotContains(t, got.out, "--request-rate", "removed settings are not offered")
	require.Contains(t, got.out, "ARCHMAGE_BOT_PAUSE")
}

// docs/settings.md has a line for each setting, with its default.
func TestTheDocumentedSettingsAreThose(t *testing.T) {
	page, err := os.ReadFile("../../docs/settings.md")
	require.NoError(t, err)
	documented := map[string]string{}
	for line := range strings.SplitSeq(string(page), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.HasPrefix(cells[1], " `-") {
			continue
		}
		name := strings.Trim(cells[1], " `-")
		require.NotContains(t, documented, name, "documented twice")
		require.NotEmpty(t, strings.TrimSpace(cells[3]))
		documented[name] = strings.Trim(cells[2], " `")
	}
	_, sections := newSettings()
	actual := map[string]string{}
	allFlags(sections).VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			actual[f.Name] = f.DefValue
		}
	})
	require.Equal(t, actual, documented)
}

// Valid but questionable settings are logged once.
func TestDoubtfulSettingsAreLogged(t *testing.T) {
	for _, test := range []struct {
		args []string
		says string
	}{
		{[]string{"--public-url", "http://play.example"}, "--public-url begins with http"},
		{[]string{"--trusted-proxies", "10.0.0.0/8,0.0.0.0/0"}, "--trusted-proxies has 0.0.0.0/0"},
		{[]string{"--trusted-proxies", "::/0"}, "--trusted-proxies has ::/0"},
		{[]string{"--smtp-user", "ann"}, "--smtp-user is set but --smtp-password is empty"},
	} {
		s, got := readSettings(test.args...)
		require.Zero(t, got.status, got.err)
		require.Len(t, s.warnings, 1)
		require.Contains(t, s.warnings[0], test.says)
	}
	s, got := readSettings(
		"--public-url", "http://localhost:8080", "--trusted-proxies", "127.0.0.1,10.0.0.0/8",
		"--smtp-user", "ann", "--smtp-password", "secret",
	)
	require.Zero(t, got.status, got.err)
	require.Empty(t, s.warnings)
}

// Browsers on the machine of the server can use passkeys without --public-url.
func TestLocalURL(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"", "http://localhost:8080"},
		{"--addr localhost:81", "http://localhost:81"},
		{"--public-url https://play.example", "https://play.example"},
		{"--addr 0.0.0.0:8080", "http://localhost:8080"},
		{"--addr :81", "http://localhost:81"},
		{"--addr 192.0.2.1:8080", ""},
		{"--addr 127.0.0.1:0", ""},
		{"--trusted-proxies 127.0.0.1", ""},
	} {
		s, got := readSettings(strings.Fields(test.args)...)
		require.Zero(t, got.status, got.err)
		require.Equal(t, test.want, s.people().PublicURL, test.args)
	}
}
