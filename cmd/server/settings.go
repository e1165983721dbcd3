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
	// listening is not a flag. Unless it is nil, the server calls it once it listens, with the URL at which this
	// machine reaches the server.
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
	// warnings are messages about the settings that serve logs at its start.
	warnings      []string
	logLevel      zapcore.Level
	logFormat     choice
	idleAfter     time.Duration
	botPause      time.Duration
	botCores      int
	botTime       time.Duration
	analysisShare float64
	keep          retentionSettings
	accounts      accounts
	site          siteSettings
	notifications notificationSettings
	node          nodeSettings
}

// section is a group of settings. The help and the settings file show its title above the settings.
type section struct {
	title string
	flags *pflag.FlagSet
}

// newSettings returns the default settings and the flags that change them.
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
	for _, part := range []struct {
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
		set := pflag.NewFlagSet(part.title, pflag.ContinueOnError)
		set.SortFlags = false
		part.bind(set)
		sections = append(sections, section{part.title, set})
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
	set.Float64Var(
		&s.analysisShare,
		"analysis-share",
		0.2,
		"the `share` of --bot-cores that analyses of matches that have just ended may take on average; "+
			"0: a match is only analysed when somebody asks for it",
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

// defaultLimits returns the limits before flags are applied. Tests replace it.
var defaultLimits = httpx.DefaultLimits

// allFlags returns the flags of all sections in one set.
func allFlags(sections []section) *pflag.FlagSet {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.SortFlags = false
	for _, part := range sections {
		all.AddFlagSet(part.flags)
	}
	return all
}

// environmentSettings returns the settings from the environment and the settings file, without flags. The health
// and admin commands use them to find the server on this machine.
func environmentSettings() (*settings, error) {
	s, sections := newSettings()
	if _, err := s.load(allFlags(sections)); err != nil {
		return nil, cli.Misuse(err)
	}
	return s, nil
}

// load completes the settings from the environment and files, and checks them. It reports all errors
// together.
func (s *settings) load(set *pflag.FlagSet) (sources, error) {
	sourceOf, err := readConfig(set)
	var removed error
	s.warnings, removed = s.removed.apply(set, sourceOf)
	s.warnings = append(s.warnings, s.questionable()...)
	if len(s.acmeDomains) > 0 && s.publicURL == "" {
		s.publicURL = publicURL("https://" + s.acmeDomains[0])
	}
	err = errors.Join(err, removed, s.check())
	if s.limited.value == "off" {
		s.limits = s.limits.Unlimited()
	}
	return sourceOf, err
}

// errInvalid returns the error for a setting with an unusable value.
func errInvalid(name string, value any, want string) error {
	return fmt.Errorf("--%s is %q, want %s", name, fmt.Sprint(value), want)
}

// check refuses settings that are invalid or contradict each other.
func (s *settings) check() error {
	var list []error
	refuse := func(condition bool, err error) {
		if condition {
			list = append(list, err)
		}
	}
	refuse(!isAddress(s.addr), errInvalid("addr", s.addr, "host:port, like 127.0.0.1:8080"))
	refuse(s.data == "" && s.database == "", errInvalid("data", s.data, "a folder"))
	refuse(s.database != "" && !isPostgres(s.database), errNotPostgres("--database"))
	refuse(s.databaseWait < 0, errInvalid("database-wait", s.databaseWait, "a time of at least 0"))
	refuse(
		(s.tlsCert == "") != (s.tlsKey == ""),
		errors.New("only one of --tls-cert and --tls-key is set, want both or none"),
	)
	refuse(s.idleAfter <= 0, errInvalid("idle-after", s.idleAfter, "a time above 0"))
	refuse(s.botPause < 0, errInvalid("bot-pause", s.botPause, "a time of at least 0"))
	refuse(s.botCores < 0, errInvalid("bot-cores", s.botCores, "at least 0"))
	refuse(s.botTime <= 0, errInvalid("bot-time", s.botTime, "a time above 0"))
	refuse(
		!(s.analysisShare >= 0 && s.analysisShare <= 1),
		errInvalid("analysis-share", s.analysisShare, "a number from 0 to 1"),
	)
	return errors.Join(append(
		list,
		s.checkACME(),
		checkAdminAddr(s.adminAddr, s.adminToken),
		s.keep.check(),
		s.accounts.check(s.publicURL),
		s.notifications.check(s.publicURL),
		s.node.check(s.database),
		s.limits.Check(),
	)...)
}

// isAddress reports whether text has the form host:port.
func isAddress(text string) bool {
	_, _, err := net.SplitHostPort(text)
	return err == nil
}

func isPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

// errNotPostgres does not contain the URL, which may hold a password.
func errNotPostgres(flag string) error {
	return fmt.Errorf("%s is not the URL of a PostgreSQL database, want postgres://USER@HOST/NAME", flag)
}

// logger returns the logger that the settings describe.
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

// flushInterval is the time for which updates are collected for connections that neither act nor have to answer.
// It is three frames of a screen, too short to notice.
const flushInterval = 50 * time.Millisecond

// rooms returns the options of the lobby.
func (s *settings) rooms(log *zap.Logger) lobby.Options {
	return lobby.Options{
		FlushInterval: flushInterval,
		IdleAfter:     s.idleAfter,
		BotPause:      s.botPause,
		BotTime:       s.botTime,
		VisitorsRate:  s.limits.Write,
		Retention:     s.keep.rooms(),
		Logger:        log,
	}
}

// archive returns the options of the archive.
func (s *settings) archive(log *zap.Logger) archive.Options {
	return archive.Options{
		AnalysisShare: s.analysisShare,
		Retention:     time.Duration(s.keep.matches),
		Logger:        log,
	}
}

// cores returns the number of bots that can think at the same time. It is --bot-cores or, by default, half of the
// processors, which leaves the other half to rooms.
func (s *settings) cores() int {
	if s.botCores > 0 {
		return s.botCores
	}
	return max(1, runtime.GOMAXPROCS(0)/2)
}

// transport returns the options of the HTTP server.
func (s *settings) transport(log *zap.Logger) transport.Options {
	return transport.Options{
		Options: httpx.Options{
			Limits: s.limits, Logger: log, PublicURL: string(s.publicURL), Origins: s.origins,
			TrustedProxies: s.trustedProxies, Secure: httpx.Secure(s.secure.value),
		},
		AdminHosts: s.adminHosts, AdminToken: s.adminToken, Scratch: s.data,
	}
}

// logLevel is a flag for the lowest level that is logged.
type logLevel zapcore.Level

var _ pflag.Value = (*logLevel)(nil)

// String returns the name of the level.
func (l *logLevel) String() string { return zapcore.Level(*l).String() }

// Type returns the name of the value in the help.
func (l *logLevel) Type() string { return "level" }

// Set parses the name of a level.
func (l *logLevel) Set(text string) error {
	level, err := zapcore.ParseLevel(text)
	if err != nil {
		return errors.New("want debug, info, warn or error")
	}
	*l = logLevel(level)
	return nil
}

// choice is a flag with a fixed set of values.
type choice struct {
	value   string
	allowed []string
}

var _ pflag.Value = (*choice)(nil)

// String returns the value.
func (c *choice) String() string { return c.value }

// Set accepts one of the allowed values.
func (c *choice) Set(text string) error {
	for _, word := range c.allowed {
		if text == word {
			c.value = text
			return nil
		}
	}
	return fmt.Errorf("want one of %s", strings.Join(c.allowed, ", "))
}

// Type returns the name of the value in the help.
func (c *choice) Type() string { return strings.Join(c.allowed, "|") }

// origins is a flag for a list of web origins.
type origins []string

var _ pflag.Value = (*origins)(nil)

// String returns the list separated by commas.
func (o *origins) String() string { return strings.Join(*o, ",") }

// Type returns the name of the value in the help.
func (o *origins) Type() string { return "origins" }

// Set parses a list separated by commas.
func (o *origins) Set(text string) error {
	*o = nil
	for part := range strings.SplitSeq(text, ",") {
		parsed, err := origin(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		*o = append(*o, parsed)
	}
	return nil
}

// origin parses an origin and returns it as browsers write it.
func origin(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") ||
		*u != (url.URL{Scheme: u.Scheme, Host: u.Host}) {
		return "", errors.New("want https://host or https://host:port")
	}
	// Browsers omit the default port.
	u.Host = strings.TrimSuffix(u.Host, map[string]string{"https": ":443", "http": ":80"}[u.Scheme])
	return strings.ToLower(u.String()), nil
}

// publicURL is a flag for the URL that players open.
type publicURL string

var _ pflag.Value = (*publicURL)(nil)

// String returns the URL.
func (p *publicURL) String() string { return string(*p) }

// Type returns the name of the value in the help.
func (p *publicURL) Type() string { return "URL" }

// Set parses the URL. A slash at its end is allowed.
func (p *publicURL) Set(text string) error {
	parsed, err := origin(strings.TrimSuffix(text, "/"))
	*p = publicURL(parsed)
	return err
}

// names is a flag for a list of host names.
type names []string

var _ pflag.Value = (*names)(nil)

// String returns the list separated by commas.
func (n *names) String() string { return strings.Join(*n, ",") }

// Type returns the name of the value in the help.
func (n *names) Type() string { return "hostnames" }

// Set parses a list separated by commas.
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

// networks is a flag for a list of networks and addresses.
type networks []netip.Prefix

var _ pflag.Value = (*networks)(nil)

// String returns the list separated by commas.
func (n *networks) String() string {
	var list []string
	for _, prefix := range *n {
		list = append(list, prefix.String())
	}
	return strings.Join(list, ",")
}

// Type returns the name of the value in the help.
func (n *networks) Type() string { return "networks" }

// Set parses a list separated by commas. An address becomes a network of one address.
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
