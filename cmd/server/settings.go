package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"golang.org/x/crypto/acme"

	"archmage/cmd/internal/cli"
	"archmage/internal/archive"
	"archmage/internal/lobby"
	"archmage/internal/transport"
	"archmage/internal/transport/httpx"
)

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
	databaseWait    time.Duration
	checkData       bool
	minFree         uint
	origins         origins
	trustedProxies  networks
	secure          choice
	tlsCert, tlsKey string
	acmeDomains     names
	acmeDirectory   string
	limits          httpx.Limits
	limited         choice
	removed         removedSettings
	// warnings are about the settings, for the log.
	warnings      []string
	logLevel      zapcore.Level
	logFormat     choice
	idleAfter     time.Duration
	botPause      time.Duration
	botCores      int
	botTime       time.Duration
	keep          retentionSettings
	accounts      accounts
	site          siteSettings
	notifications notificationSettings
	node          nodeSettings
}

// section is a part of the settings. The help and the settings file show it with its title.
type section struct {
	title string
	flags *pflag.FlagSet
}

// newSettings returns the settings with their defaults, and the flags that change them.
func newSettings() (*settings, []section) {
	s := &settings{
		secure: choice{
			string(httpx.SecureAuto),
			[]string{string(httpx.SecureAuto), string(httpx.SecureAlways), string(httpx.SecureNever)},
		},
		limits:        defaultLimits(),
		limited:       choice{"on", []string{"on", "off"}},
		logFormat:     choice{"console", []string{"console", "json"}},
		keep:          defaultRetention(),
		accounts:      defaultAccounts(),
		notifications: defaultNotifications(),
		removed:       removedSettings{},
	}
	var sections []section
	for _, one := range []struct {
		title string
		bind  func(*pflag.FlagSet)
	}{
		{"Addresses", s.bindAddresses},
		{"Storage", s.bindStorage},
		{"Rooms and bots", s.bindRooms},
		{"How long things are kept", s.keep.bind},
		{"Accounts", s.accounts.bind},
		{"The host's texts", s.site.bind},
		{"Notices", s.notifications.bind},
		{"Several nodes", s.node.bind},
		{"Log and settings file", s.bindLog},
		{"Limits", s.bindLimits},
	} {
		set := pflag.NewFlagSet(one.title, pflag.ContinueOnError)
		set.SortFlags = false
		one.bind(set)
		sections = append(sections, section{one.title, set})
	}
	return s, sections
}

func (s *settings) bindAddresses(set *pflag.FlagSet) {
	set.StringVar(
		&s.addr,
		"addr",
		"127.0.0.1:8080",
		"the `address` where the server listens for players; port 0 means any free port",
	)
	set.Var(
		&s.publicURL,
		"public-url",
		"the `URL` that players open, like https://play.example; only its pages, and those of --origins, "+
			"may use the server",
	)
	set.Var(
		&s.origins,
		"origins",
		"additional `origins`, like https://play.example, whose pages may use the server; separated by commas",
	)
	set.Var(
		&s.trustedProxies,
		"trusted-proxies",
		"the `networks` of proxies, like 10.0.0.0/8, whose X-Forwarded-* headers are trusted; separated by commas",
	)
	set.Var(&s.secure, "secure", "whether connections of players count as protected by TLS; auto: if they are")
	set.StringVar(&s.tlsCert, "tls-cert", "", "the `file` with the certificate, to serve TLS without a proxy")
	set.StringVar(&s.tlsKey, "tls-key", "", "the `file` with the certificate's private key")
	set.Var(
		&s.acmeDomains,
		"acme-domain",
		"the `hostnames` for which the server gets certificates by itself (ACME); it must be reached at port 443; "+
			"separated by commas",
	)
	set.StringVar(
		&s.acmeDirectory,
		"acme-directory",
		acme.LetsEncryptURL,
		"the `URL` of the certificate authority, for --acme-domain",
	)
	set.StringVar(
		&s.adminAddr,
		"admin-addr",
		adminSocket,
		"the `address` of the admin listener (metrics, rooms, bans, backups): socket for "+socketName+
			" in the data folder, unix:PATH for another one, host:port for an address too, or none",
	)
	set.Var(
		&s.adminHosts,
		"admin-hosts",
		"additional `hostnames` accepted by the admin listener, besides localhost and IP addresses; "+
			"separated by commas",
	)
	set.StringVar(
		&s.adminToken,
		"admin-token",
		"",
		"the `secret` that requests to the admin listener must send; empty for none",
	)
	bindSecret(set, "admin-token")
}

func (s *settings) bindRooms(set *pflag.FlagSet) {
	set.DurationVar(
		&s.idleAfter,
		"idle-after",
		5*time.Minute,
		"the `time` that an empty room stays in memory",
	)
	set.DurationVar(&s.botPause, "bot-pause", 700*time.Millisecond, "the `time` that a bot waits before it answers")
	set.IntVar(
		&s.botCores,
		"bot-cores",
		0,
		"the `number` of bots that think at once; 0 for half of the processors",
	)
	set.DurationVar(
		&s.botTime,
		"bot-time",
		800*time.Millisecond,
		"the `time` that a bot may think about an answer; the more bots wait, the less each gets",
	)
}

func (s *settings) bindLog(set *pflag.FlagSet) {
	set.Var(
		(*logLevel)(&s.logLevel),
		"log-level",
		"the lowest `level` that is logged: debug, info, warn or error",
	)
	set.Var(&s.logFormat, "log-format", "the format of the log, which goes to standard error")
	bindConfig(set)
}

func (s *settings) bindLimits(set *pflag.FlagSet) {
	set.Var(&s.limited, "limits", "whether numbers and rates are limited; off is for load tests")
	limits := flag.NewFlagSet("limits", flag.ContinueOnError)
	s.limits.Bind(limits)
	set.AddGoFlagSet(limits)
	s.removed.bind(set)
}

// defaultLimits returns the limits before any flag. The tests have a server with others.
var defaultLimits = httpx.DefaultLimits

// allFlags returns one set with the flags of all sections.
func allFlags(sections []section) *pflag.FlagSet {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.SortFlags = false
	for _, one := range sections {
		all.AddFlagSet(one.flags)
	}
	return all
}

// environmentSettings returns the settings of a server on this machine, as far as
// the environment says. The commands health and admin find the server by them.
func environmentSettings() (*settings, error) {
	s, sections := newSettings()
	if _, err := s.load(allFlags(sections)); err != nil {
		return nil, cli.Misuse(err)
	}
	return s, nil
}

// load completes the settings from the environment and files, and checks them. It
// reports all errors together.
func (s *settings) load(set *pflag.FlagSet) (sources, error) {
	from, err := readConfig(set)
	var removed error
	s.warnings, removed = s.removed.apply(set, from)
	s.warnings = append(s.warnings, s.questionable()...)
	if len(s.acmeDomains) > 0 && s.publicURL == "" {
		s.publicURL = publicURL("https://" + s.acmeDomains[0])
	}
	err = errors.Join(err, removed, s.check())
	if s.limited.value == "off" {
		s.limits = s.limits.Unlimited()
	}
	return from, err
}

// wrong returns the error of a setting whose value cannot be used.
func wrong(name string, value any, want string) error {
	return fmt.Errorf("--%s is %q, want %s", name, fmt.Sprint(value), want)
}

// check refuses settings that cannot be used, or do not go together.
func (s *settings) check() error {
	var list []error
	refuse := func(is bool, err error) {
		if is {
			list = append(list, err)
		}
	}
	refuse(!isAddress(s.addr), wrong("addr", s.addr, "host:port, like 127.0.0.1:8080"))
	refuse(s.data == "" && s.database == "", wrong("data", s.data, "a folder"))
	refuse(s.database != "" && !isPostgres(s.database), errNotPostgres("--database"))
	refuse(s.databaseWait < 0, wrong("database-wait", s.databaseWait, "a time of at least 0"))
	refuse(
		(s.tlsCert == "") != (s.tlsKey == ""),
		errors.New("only one of --tls-cert and --tls-key is set, want both or none"),
	)
	refuse(s.idleAfter <= 0, wrong("idle-after", s.idleAfter, "a time above 0"))
	refuse(s.botPause < 0, wrong("bot-pause", s.botPause, "a time of at least 0"))
	refuse(s.botCores < 0, wrong("bot-cores", s.botCores, "at least 0"))
	refuse(s.botTime <= 0, wrong("bot-time", s.botTime, "a time above 0"))
	return errors.Join(append(
		list,
		s.checkACME(),
		errAdminAddr(s.adminAddr, s.adminToken),
		s.keep.check(),
		s.accounts.check(s.publicURL),
		s.notifications.check(s.publicURL),
		s.node.check(s.database),
		s.limits.Check(),
	)...)
}

// isAddress reports whether a text is an address to listen at.
func isAddress(text string) bool {
	_, _, err := net.SplitHostPort(text)
	return err == nil
}

func isPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

// errNotPostgres does not contain the value, as that may hold a password.
func errNotPostgres(flag string) error {
	return fmt.Errorf("%s is not the URL of a PostgreSQL database, want postgres://USER@HOST/NAME", flag)
}

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
		FlushInterval: gather,
		IdleAfter:     s.idleAfter,
		BotPause:      s.botPause,
		BotTime:       s.botTime,
		VisitorsRate:  s.limits.Write,
		Retention:     s.keep.rooms(),
		Logger:        log,
	}
}

// archive returns the settings of the archive.
func (s *settings) archive(log *zap.Logger) archive.Options {
	return archive.Options{Retention: time.Duration(s.keep.matches), Logger: log}
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
		Options: httpx.Options{
			Limits: s.limits, Logger: log, PublicURL: string(s.publicURL), Origins: s.origins,
			TrustedProxies: s.trustedProxies, Secure: httpx.Secure(s.secure.value),
		},
		AdminHosts: s.adminHosts, AdminToken: s.adminToken, Scratch: s.data,
	}
}

// logLevel is a flag with the lowest level that is logged.
type logLevel zapcore.Level

var _ pflag.Value = (*logLevel)(nil)

// String returns the name of the level.
func (l *logLevel) String() string { return zapcore.Level(*l).String() }

// Type returns what the help shows as the value.
func (l *logLevel) Type() string { return "level" }

// Set takes the name of a level.
func (l *logLevel) Set(text string) error {
	level, err := zapcore.ParseLevel(text)
	if err != nil {
		return errors.New("want debug, info, warn or error")
	}
	*l = logLevel(level)
	return nil
}

// choice is a flag that takes one of a few words.
type choice struct {
	value string
	words []string
}

var _ pflag.Value = (*choice)(nil)

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
	return fmt.Errorf("want one of %s", strings.Join(c.words, ", "))
}

// Type returns what the help shows as the value.
func (c *choice) Type() string { return strings.Join(c.words, "|") }

// origins is a flag with origins of pages.
type origins []string

var _ pflag.Value = (*origins)(nil)

// String returns them separated by commas.
func (o *origins) String() string { return strings.Join(*o, ",") }

// Type returns what the help shows as the value.
func (o *origins) Type() string { return "origins" }

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
		return "", errors.New("want https://host or https://host:port")
	}
	// Browsers leave the usual port out.
	at.Host = strings.TrimSuffix(at.Host, map[string]string{"https": ":443", "http": ":80"}[at.Scheme])
	return strings.ToLower(at.String()), nil
}

// publicURL is a flag with the address that players use.
type publicURL string

var _ pflag.Value = (*publicURL)(nil)

// String returns it.
func (p *publicURL) String() string { return string(*p) }

// Type returns what the help shows as the value.
func (p *publicURL) Type() string { return "URL" }

// Set reads it; a slash at the end does no harm.
func (p *publicURL) Set(text string) error {
	one, err := origin(strings.TrimSuffix(text, "/"))
	*p = publicURL(one)
	return err
}

// names is a flag with names of hosts.
type names []string

var _ pflag.Value = (*names)(nil)

// String returns them separated by commas.
func (n *names) String() string { return strings.Join(*n, ",") }

// Type returns what the help shows as the value.
func (n *names) Type() string { return "hostnames" }

// Set reads them.
func (n *names) Set(text string) error {
	*n = nil
	for part := range strings.SplitSeq(text, ",") {
		name := strings.ToLower(strings.TrimSpace(part))
		if name == "" || strings.ContainsAny(name, ":/ ") {
			return errors.New("want host names without a port, separated by commas")
		}
		*n = append(*n, name)
	}
	return nil
}

// networks is a flag with networks and addresses.
type networks []netip.Prefix

var _ pflag.Value = (*networks)(nil)

// String returns them separated by commas.
func (n *networks) String() string {
	var list []string
	for _, prefix := range *n {
		list = append(list, prefix.String())
	}
	return strings.Join(list, ",")
}

// Type returns what the help shows as the value.
func (n *networks) Type() string { return "networks" }

// Set reads them; an address is a network of one address.
func (n *networks) Set(text string) error {
	*n = nil
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		prefix, err := netip.ParsePrefix(part)
		if err != nil {
			addr, err := netip.ParseAddr(part)
			if err != nil {
				return errors.New("want networks like 10.0.0.0/8 or addresses, separated by commas")
			}
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		*n = append(*n, prefix.Masked())
	}
	return nil
}
