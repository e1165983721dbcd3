package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
)

// settingLine returns the line of check-settings about a setting, without padding.
func settingLine(t *testing.T, out, name string) string {
	t.Helper()
	line := regexp.MustCompile(`(?m)^` + name + ` +.*$`).FindString(out)
	return strings.Join(regexp.MustCompile(` {2,}`).Split(line, -1), " | ")
}

func TestCheckSettings(t *testing.T) {
	folder := t.TempDir()
	token := filepath.Join(folder, "token")
	require.NoError(t, os.WriteFile(token, []byte("s3cret\n"), 0o600))
	file := filepath.Join(folder, "archmage.conf")
	require.NoError(
		t,
		os.WriteFile(file, []byte("bot-time = 1s\nbot-pause = 1s\naddr = :81\nsmtp-password = hushhush\n"), 0o600),
	)
	t.Setenv("ARCHMAGE_BOT_PAUSE", "2s")
	t.Setenv("ARCHMAGE_ADDR", ":82")
	got := runToEnd(t, "check-settings", "--config", file, "--addr", ":83", "--admin-token-file", token,
		"--database", "postgres://ann:s3cret@db.example/games?password=s3cret")
	require.Equal(t, cli.OK, got.status, got.err)
	require.Empty(t, got.err)
	for name, want := range map[string]string{
		"addr":          "addr | :83 | --addr",
		"bot-pause":     "bot-pause | 2s | ARCHMAGE_BOT_PAUSE",
		"bot-time":      "bot-time | 1s | " + file,
		"bot-cores":     "bot-cores | 0 | default",
		"public-url":    "public-url | - | default",
		"admin-token":   "admin-token | (hidden) | " + token,
		"smtp-password": "smtp-password | (hidden) | " + file,
		"database":      "database | postgres://db.example/games | --database",
	} {
		require.Equal(t, want, settingLine(t, got.out, name))
	}
	require.NotContains(t, got.out, "s3cret")
	require.NotContains(t, got.out, "hushhush")

	// A removed setting of 0.9 is not an error.
	got = runToEnd(t, "check-settings", "--request-rate", "40", "--max-hosted", "7")
	require.Equal(t, cli.OK, got.status, got.err)
	require.Equal(t, "warning: setting max-hosted was removed in 0.10: see docs/settings.md\n"+
		"warning: setting request-rate is limit-read since 0.10: see docs/settings.md\n", got.err)
	require.Equal(t, "limit-read | 40 | --request-rate", settingLine(t, got.out, "limit-read"))
}

// All problems are reported together, each with the setting and the allowed values.
func TestCheckSettingsReportsEveryProblem(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "archmage.conf")
	require.NoError(t, os.WriteFile(file, []byte(strings.Join([]string{
		"# of the club",
		"bot-paus = 1s",
		"bot-pause = soon",
		"idle-after = 0s",
		"limit-read = -1",
		"limit-address = 0",
		"limits = of",
		"origins",
		"config = other.conf",
		"imprint = " + filepath.Join(folder, "none.txt"),
	}, "\n")), 0o600))
	t.Setenv("ARCHMAGE_BOT_CORE", "1")
	t.Setenv("ARCHMAGE_KEEP_OPEN", "week")
	got := runToEnd(t, "check-settings", "--config", file, "--addr", "8080", "--tls-cert", "cert.pem")
	require.Equal(t, cli.Failed, got.status)
	require.Equal(t, []string{
		"the environment has the unknown setting ARCHMAGE_BOT_CORE, did you mean ARCHMAGE_BOT_CORES?",
		`ARCHMAGE_KEEP_OPEN is "week", want an age like 30d or 12h`,
		file + `:2: unknown setting "bot-paus", did you mean bot-pause?`,
		file + `:3: bot-pause is "soon", want a time like 500ms, 10s, 5m or 1h`,
		file + `:7: limits is "of", want one of on, off`,
		file + `:8: origins has no value, want a line like "origins = VALUE"`,
		file + ":9: config cannot be set in the settings file itself",
		`--addr is "8080", want host:port, like 127.0.0.1:8080`,
		"only one of --tls-cert and --tls-key is set, want both or none",
		`--idle-after is "0s", want a time above 0`,
		`--limit-read is "-1", want a number from 0 to 2147483647`,
		`--limit-address is "0", want a number above 0, at most 1000`,
		"there is no file " + filepath.Join(folder, "none.txt"),
	}, strings.Split(strings.TrimSpace(got.err), "\n"))
	// An invalid value is not used.
	require.Equal(t, "bot-pause | 700ms | default", settingLine(t, got.out, "bot-pause"))

	require.Equal(t, cli.Usage, runToEnd(t, "check-settings", "--bot-pause", "soon").status)
	require.NoError(t, os.Chmod(folder, 0o755))
	got = runToEnd(t, "check-settings", "--data", folder, "--tls-cert", "none.pem", "--tls-key", "none.pem")
	require.Contains(t, got.err, "unknown setting ARCHMAGE_BOT_CORE")
	require.Contains(t, got.err, "--tls-cert and --tls-key: open none.pem")
	require.Contains(t, got.err, "chmod 700 "+folder)
}

// The lines of the settings file have an effect only when uncommented, and then set the value they show.
func TestSettingsFile(t *testing.T) {
	got := runToEnd(t, "settings-file")
	require.Zero(t, got.status, got.err)
	folder := t.TempDir()
	path := filepath.Join(folder, "archmage.conf")
	require.NoError(t, os.WriteFile(path, []byte(got.out), 0o600))
	checked := runToEnd(t, "check-settings", "--config", path)
	require.Zero(t, checked.status, checked.err)
	require.NotRegexp(t, `(?m) `+regexp.QuoteMeta(path)+`$`, checked.out, "no line sets anything")

	lines := regexp.MustCompile(`(?m)^#([a-z-]+) =(?: (.+))?$`).FindAllStringSubmatch(got.out, -1)
	found := map[string]string{}
	for _, line := range lines {
		require.NotContains(t, found, line[1], "twice")
		found[line[1]] = line[2]
	}
	_, sections := newSettings()
	want := map[string]string{}
	allFlags(sections).VisitAll(func(f *pflag.Flag) {
		if f.Name != "config" && !f.Hidden {
			want[f.Name] = f.DefValue
		}
	})
	require.Equal(t, want, found)
	for line := range strings.Lines(got.out) {
		require.True(t, strings.HasPrefix(line, "#") || line == "\n", line)
		require.LessOrEqual(t, len(line), 101)
	}

	// All defaults as active lines.
	var text strings.Builder
	for name, value := range found {
		if value != "" {
			text.WriteString(name + " = " + value + "\n")
		}
	}
	require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
	before, _ := readSettings()
	after, read := readSettings("--config", path)
	require.Zero(t, read.status, read.err)
	before.listening, after.listening = nil, nil
	require.Equal(t, before, after)
}

func TestSplitLine(t *testing.T) {
	for line, want := range map[string][3]any{
		"":                             {"", "", false},
		"  # addr = :80":               {"", "", false},
		"#addr = :80":                  {"", "", false},
		"addr = :80":                   {"addr", ":80", true},
		"addr=:80":                     {"addr", ":80", true},
		"\taddr\t=\t:80\t# here\r":     {"addr", ":80", true},
		"addr :80":                     {"addr", ":80", true},
		"addr :80 # here":              {"addr", ":80", true},
		"server-name = The #1 = Club":  {"server-name", "The", true},
		"server-name = The Club#1 = a": {"server-name", "The Club#1 = a", true},
		"server-name The Club":         {"server-name", "The Club", true},
		"smtp-password = a=b==":        {"smtp-password", "a=b==", true},
		"check-data":                   {"check-data", "", false},
		"check-data # at the start":    {"check-data", "", false},
		"welcome =":                    {"welcome", "", true},
		"welcome = # none":             {"welcome", "", true},
	} {
		name, value, hasValue := splitLine(line)
		require.Equal(t, want, [3]any{name, value, hasValue}, line)
	}
}
