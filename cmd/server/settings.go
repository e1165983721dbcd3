package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"runtime"
	"strings"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"archmage/internal/archive"
	"archmage/internal/cli"
	"archmage/internal/lobby"
	"archmage/internal/transport"
	"archmage/internal/transport/web"
)

// environment is the prefix of the environment variables that stand for flags: -bot-pause
// is ARCHMAGE_BOT_PAUSE.
const environment = "ARCHMAGE"

// settings are the values of the flags of serve.
type settings struct {
	// listening is not a flag. Unless it is nil, it is called with the address at which
	// the server can be reached from this machine.
	listening       func(base string)
	addr, adminAddr string
	publicURL       publicURL
	adminHosts      names
	adminToken      string
	data, database  string
	checkData       bool
	minFree         uint
	origins         origins
	trustedProxies  networks
	secure          choice
	tlsCert, tlsKey string
	limits          web.Limits
	limited         choice
	removed         removedSettings
	// warnings are about the settings, for the log.
	warnings  []string
	logLevel  zapcore.Level
	logFormat choice
	idleAfter time.Duration
	botPause  time.Duration
	botCores  int
	botTime   time.Duration
	keep      retention
	accounts  accounts
	site      said
	calls     calls
	node      node
}

// serveFlags returns the settings with their defaults, and the flags that
// change them.
func (a *app) serveFlags(command string) (*settings, *flag.FlagSet) {
	s := &settings{
		secure: choice{
			string(web.SecureAuto),
			[]string{string(web.SecureAuto), string(web.SecureAlways), string(web.SecureNever)},
		},
		limits:    defaultLimits(),
		limited:   choice{"on", []string{"on", "off"}},
		logFormat: choice{"console", []string{"console", "json"}},
		keep:      defaultRetention(),
		accounts:  defaultAccounts(),
		calls:     defaultCalls(),
		removed:   removedSettings{},
	}
	set := a.Flags(command, "[flags]")
	set.StringVar(&s.addr, "addr", "127.0.0.1:8080", "the `address` for players; port 0 is any free one")
	set.StringVar(
		&s.adminAddr,
		"admin-addr",
		"",
		"the `address` for those who run the server: metrics, rooms, bans, backups; empty for none",
	)
	set.Var(
		&s.publicURL,
		"public-url",
		"the `address` that players use, as in https://play.example: the only page that may use the server, but for -origins",
	)
	set.Var(
		&s.adminHosts,
		"admin-hosts",
		"further `names`, besides localhost and IP addresses, by which the admin address may be asked; separated by commas",
	)
	set.StringVar(
		&s.adminToken,
		"admin-token",
		"",
		"the `secret` that requests to the admin address must bring; empty for none",
	)
	set.StringVar(&s.data, "data", "data", "the `folder` in which everything is kept, unless -database is set")
	set.StringVar(
		&s.database,
		"database",
		"",
		"the `URL` of the PostgreSQL database in which everything is kept, as in postgres://USER@HOST/NAME; empty for SQLite in the folder of -data",
	)
	set.BoolVar(&s.checkData, "check-data", false, "with SQLite, read everything stored at the start, to find damage")
	set.UintVar(
		&s.minFree,
		"min-free",
		64,
		"below this many `MiB` of free space only matches in progress go on; 0 for no such floor",
	)
	set.Var(
		&s.origins,
		"origins",
		"further `origins`, as in https://play.example, whose pages may use the server; separated by commas",
	)
	set.Var(
		&s.trustedProxies,
		"trusted-proxies",
		"the `networks` of proxies, as in 10.0.0.0/8, whose X-Forwarded-* headers count; separated by commas",
	)
	set.Var(&s.secure, "secure", "whether connections count as TLS: `auto`, always or never")
	set.StringVar(&s.tlsCert, "tls-cert", "", "the `file` with the certificate, to serve by TLS")
	set.StringVar(&s.tlsKey, "tls-key", "", "the `file` with the certificate's key")
	set.Var(&s.limited, "limits", "whether numbers and rates are limited: `on` or off")
	s.limits.Bind(set)
	s.removed.bind(set)
	set.TextVar(&s.logLevel, "log-level", zapcore.InfoLevel, "how much is logged: `level` debug, info, warn or error")
	set.Var(&s.logFormat, "log-format", "how lines of the log look: `console` or json")
	set.DurationVar(
		&s.idleAfter,
		"idle-after",
		5*time.Minute,
		"the `time` after which a room without anybody leaves memory",
	)
	set.DurationVar(&s.botPause, "bot-pause", 700*time.Millisecond, "the `time` that a bot waits before it answers")
	set.IntVar(&s.botCores, "bot-cores", 0, "the `number` of bots that think at once (default: half of the processors)")
	set.DurationVar(
		&s.botTime,
		"bot-time",
		800*time.Millisecond,
		"how long a bot may think about an answer; the more bots wait, the less",
	)
	s.keep.bind(set)
	s.accounts.bind(set)
	s.site.bind(set)
	s.calls.bind(set)
	s.node.bind(set)
	bindConfig(set)
	set.Usage = func() {
		fmt.Fprintf(set.Output(), "Usage: %s %s [flags]\n", a.Program, command)
		printDefaults(set)
		fmt.Fprintf(
			set.Output(),
			"\nThe environment sets what no flag does: %s for -bot-pause, and so on.\n",
			variable("bot-pause"),
		)
	}
	return s, set
}

// printDefaults prints the flags that are not removed.
func printDefaults(set *flag.FlagSet) {
	shown := flag.NewFlagSet(set.Name(), flag.ContinueOnError)
	shown.SetOutput(set.Output())
	set.VisitAll(func(f *flag.Flag) {
		if _, gone := replacements[f.Name]; !gone {
			shown.Var(f.Value, f.Name, f.Usage)
			shown.Lookup(f.Name).DefValue = f.DefValue
		}
	})
	shown.PrintDefaults()
}

// defaultLimits returns the limits before any flag. The tests have a server with others.
var defaultLimits = web.DefaultLimits

// variable returns the environment variable that stands for a flag.
func variable(flag string) string {
	return environment + "_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// serveSettings reads flags and environment. If it returns false, the command ends with
// the status.
func (a *app) serveSettings(command string, args []string) (*settings, int, bool) {
	s, set := a.serveFlags(command)
	if status, ok := a.ReadFlags(set, func() error { return readConfig(set, args) }); !ok {
		return nil, status, false
	}
	var err error
	if s.warnings, err = s.removed.apply(set); err == nil {
		err = s.check()
	}
	if set.NArg() > 0 {
		err = fmt.Errorf("%q is no flag", set.Arg(0))
	}
	if err != nil {
		return nil, a.Misused(set.Name(), err), false
	}
	if s.limited.value == "off" {
		s.limits = s.limits.Unlimited()
	}
	return s, cli.OK, true
}

// check refuses settings that do not go together.
func (s *settings) check() error {
	switch {
	case s.addr == "":
		return errors.New("-addr is empty")
	case s.data == "" && s.database == "":
		return errors.New("-data is empty")
	case s.database != "" && !isPostgres(s.database):
		return errNotPostgres("-database")
	case (s.tlsCert == "") != (s.tlsKey == ""):
		return errors.New("-tls-cert and -tls-key go together")
	case s.idleAfter <= 0 || s.botPause < 0 || s.botCores < 0 || s.botTime <= 0:
		return errors.New("-idle-after and -bot-time are above 0, -bot-pause and -bot-cores are at least 0")
	}
	return errors.Join(
		s.keep.check(),
		s.accounts.check(s.publicURL),
		s.calls.check(s.publicURL),
		s.node.check(s.database),
		s.limits.Check(),
	)
}

func isPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

func errNotPostgres(flag string) error { return fmt.Errorf("%s begins with postgres://", flag) }

// logger returns the logger that the settings ask for.
func (s *settings) logger(w io.Writer) *zap.Logger {
	config := zap.NewProductionEncoderConfig()
	config.EncodeTime = zapcore.ISO8601TimeEncoder
	config.EncodeDuration = zapcore.StringDurationEncoder
	encoder := zapcore.NewConsoleEncoder(config)
	if s.logFormat.value == "json" {
		encoder = zapcore.NewJSONEncoder(config)
	}
	return zap.New(zapcore.NewCore(encoder, zapcore.Lock(zapcore.AddSync(w)), s.logLevel))
}

// gather is how far apart the updates of those are who neither act nor are asked: three frames of a
// screen, which nobody notices.
const gather = 50 * time.Millisecond

// rooms returns the settings of the lobby.
func (s *settings) rooms(log *zap.Logger) lobby.Options {
	return lobby.Options{
		Gather:       gather,
		IdleAfter:    s.idleAfter,
		BotPause:     s.botPause,
		BotTime:      s.botTime,
		VisitorsRate: s.limits.Write,
		Keep:         s.keep.rooms(),
		Logger:       log,
	}
}

// archive returns the settings of the archive.
func (s *settings) archive(log *zap.Logger) archive.Options {
	return archive.Options{Keep: time.Duration(s.keep.matches), Logger: log}
}

// cores returns how many bots think at once: the number in the settings, or half of the
// processors, which leaves the other half to rooms.
func (s *settings) cores() int {
	if s.botCores > 0 {
		return s.botCores
	}
	return max(1, runtime.GOMAXPROCS(0)/2)
}

// transport returns the settings of the server that players reach.
func (s *settings) transport(log *zap.Logger) transport.Options {
	return transport.Options{
		Options: web.Options{
			Limits: s.limits, Logger: log, PublicURL: string(s.publicURL), Origins: s.origins,
			TrustedProxies: s.trustedProxies, Secure: web.Secure(s.secure.value),
		},
		AdminHosts: s.adminHosts, AdminToken: s.adminToken, Scratch: s.data,
	}
}

// choice is a flag that takes one of a few words.
type choice struct {
	value string
	words []string
}

var _ flag.Value = (*choice)(nil)

// String returns the word.
func (c *choice) String() string { return c.value }

// Set takes one of the words.
func (c *choice) Set(text string) error {
	for _, word := range c.words {
		if text == word {
			c.value = text
			return nil
		}
	}
	return fmt.Errorf("it is %s", strings.Join(c.words, " or "))
}

// origins is a flag with origins of pages.
type origins []string

var _ flag.Value = (*origins)(nil)

// String returns them separated by commas.
func (o *origins) String() string { return strings.Join(*o, ",") }

// Set reads them.
func (o *origins) Set(text string) error {
	*o = nil
	for part := range strings.SplitSeq(text, ",") {
		one, err := origin(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		*o = append(*o, one)
	}
	return nil
}

// origin reads an origin, and returns it as browsers write it.
func origin(text string) (string, error) {
	at, err := url.Parse(text)
	if err != nil || at.Host == "" || (at.Scheme != "https" && at.Scheme != "http") ||
		*at != (url.URL{Scheme: at.Scheme, Host: at.Host}) {
		return "", fmt.Errorf("want https://host or https://host:port, not %q", text)
	}
	// Browsers leave the usual port out.
	at.Host = strings.TrimSuffix(at.Host, map[string]string{"https": ":443", "http": ":80"}[at.Scheme])
	return strings.ToLower(at.String()), nil
}

// publicURL is a flag with the address that players use.
type publicURL string

var _ flag.Value = (*publicURL)(nil)

// String returns it.
func (p *publicURL) String() string { return string(*p) }

// Set reads it; a slash at the end does no harm.
func (p *publicURL) Set(text string) error {
	one, err := origin(strings.TrimSuffix(text, "/"))
	*p = publicURL(one)
	return err
}

// names is a flag with names of hosts.
type names []string

var _ flag.Value = (*names)(nil)

// String returns them separated by commas.
func (n *names) String() string { return strings.Join(*n, ",") }

// Set reads them.
func (n *names) Set(text string) error {
	*n = nil
	for part := range strings.SplitSeq(text, ",") {
		name := strings.ToLower(strings.TrimSpace(part))
		if name == "" || strings.ContainsAny(name, ":/ ") {
			return fmt.Errorf("want a name without a port, not %q", part)
		}
		*n = append(*n, name)
	}
	return nil
}

// networks is a flag with networks and addresses.
type networks []netip.Prefix

var _ flag.Value = (*networks)(nil)

// String returns them separated by commas.
func (n *networks) String() string {
	var list []string
	for _, prefix := range *n {
		list = append(list, prefix.String())
	}
	return strings.Join(list, ",")
}

// Set reads them; an address is a network of one address.
func (n *networks) Set(text string) error {
	*n = nil
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		prefix, err := netip.ParsePrefix(part)
		if err != nil {
			addr, err := netip.ParseAddr(part)
			if err != nil {
				return fmt.Errorf("want a network, as in 10.0.0.0/8, or an address, not %q", part)
			}
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		*n = append(*n, prefix.Masked())
	}
	return nil
}
