package transport

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.uber.org/zap"

	"archmage/internal/lobby/club"
	"archmage/internal/lobby/clubchat"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/operator"
	"archmage/internal/transport/pages"
	"archmage/internal/transport/socket"
)

// Options of a server. Static and Records are required. The zero value of all other fields is
// usable in tests.
type Options struct {
	httpx.Options
	// Games is the list of games that GET /api/games sends.
	Games []pages.Game
	// Static returns the client's files, including index.html, by path without the leading slash.
	// It is called once, for the first request for a page or a file. If it fails, all requests for
	// pages and files fail.
	Static func() (map[string][]byte, error)
	// Hashed is the folder of files whose names contain a hash of their contents, as in "chunks/".
	// Browsers cache them forever. "" means none.
	Hashed string
	// Backup writes a copy of the database to a new file; nil if that is not possible. Scratch is
	// the folder for that file, "" for the system's temporary folder.
	Backup  func(ctx context.Context, path string) error
	Scratch string
	// AdminHosts are the host names, without a port, to which the admin address answers in addition
	// to localhost and IP addresses.
	AdminHosts []string
	// AdminToken is the token that requests to the admin address need, except those about health;
	// "" means none.
	AdminToken string
	// Site has the host's texts about the server; nil for none.
	Site *site.Site
	// Version is the version of the program.
	Version string
	// Notices sends notifications; nil if this server sends none.
	Notices *notify.Notifier
	// Appointments plans appointments; nil if this server has none. GameTitle returns the title of a game
	// in a language; nil means its id.
	Appointments api.Appointments
	GameTitle    func(game, lang string) string
	// Events plans and runs events; nil if this server has none.
	Events Events
	// Daily runs the deals of the day; nil if this server has none.
	Daily api.Daily
	// Puzzles serves puzzles; nil if this server has none.
	Puzzles api.Puzzles
	// Records has the reports and the log of acts of moderation.
	Records *moderation.Records
	// Club has the live document of the server; nil for one that is not started, for tests.
	Club *club.Club
	// ClubChat is the chat of the club; nil if there is none.
	ClubChat *clubchat.Chat
	// Numbers counts the stored people, rooms and matches; nil if that is not possible.
	Numbers operator.Numbers
	// Nodes are the servers that share the database; nil if there is only this one. Broadcast sends
	// a signal to the other nodes, which pass it to Receive.
	Nodes     Nodes
	Broadcast func(ctx context.Context, what socket.Signal) error
	// Collectors are additional metrics.
	Collectors []prometheus.Collector
}

// Events plans and runs events. [runner.Runner] implements it.
type Events interface {
	api.Events
	socket.Events
}

// Server answers HTTP requests and keeps WebSocket connections. It is safe for
// use from many goroutines.
type Server struct {
	*httpx.Base
	options  Options
	archive  Archive
	sockets  *socket.Sockets
	signals  *socket.Signals
	metrics  *metrics
	pages    *pages.Pages
	api      *api.API
	eraser   *api.Eraser
	operator *operator.Operator
}

// New returns a server. It fails if Static is nil or the default texts of the site cannot be made.
func New(rooms Rooms, finished Archive, persons *people.People, options Options) (*Server, error) {
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	if options.Static == nil {
		return nil, errors.New("a server needs static files")
	}
	if options.Site == nil {
		var err error
		if options.Site, err = site.New(context.Background(), nil, nil); err != nil {
			return nil, err
		}
	}
	if options.Club == nil {
		options.Club = club.New(options.Logger)
	}
	s := &Server{options: options, archive: finished}
	s.Base = httpx.New(&s.options.Options, persons)
	s.sockets = socket.New(socket.Options{
		Base:           s.Base,
		Limits:         &s.options.Limits,
		Rooms:          rooms,
		TrustedProxies: options.TrustedProxies,
		Bans:           options.Bans,
		Nodes:          options.Nodes,
		Club:           options.Club,
		Events:         options.Events,
	})
	s.signals = socket.NewSignals(s.sockets, options.Site, options.Broadcast)
	s.metrics = newMetrics(rooms.Loaded, s.Refused, slices.Concat(s.sockets.Collectors(), options.Collectors))
	s.api, s.eraser = api.New(api.Options{
		Base:         s.Base,
		Rooms:        rooms,
		Archive:      finished,
		Connections:  s.sockets,
		Signals:      s.signals,
		Records:      options.Records,
		ClubChat:     options.ClubChat,
		Bans:         options.Bans,
		Site:         options.Site,
		Notices:      options.Notices,
		Appointments: options.Appointments,
		Events:       options.Events,
		Daily:        options.Daily,
		Puzzles:      options.Puzzles,
		GameTitle:    options.GameTitle,
		PublicURL:    options.PublicURL,
		MaxHosted:    options.Limits.Hosted,
		Route:        s.routed,
	})
	var clubChat moderation.ClubChat
	if options.ClubChat != nil {
		clubChat = options.ClubChat
	}
	s.operator = operator.New(operator.Options{
		Base:        s.Base,
		Rooms:       rooms,
		Archive:     finished,
		Connections: s.sockets,
		Moderation:  moderation.New(options.Records, options.Bans, rooms, clubChat, options.Site, s.signals, s.Log),
		Records:     options.Records,
		Bans:        options.Bans,
		Site:        options.Site,
		Eraser:      s.eraser,
		Nodes:       options.Nodes,
		Numbers:     options.Numbers,
		Storage:     options.Storage,
		Backup:      options.Backup,
		Scratch:     options.Scratch,
		Hosts:       options.AdminHosts,
		Token:       options.AdminToken,
		PublicURL:   options.PublicURL,
		Metrics:     promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}),
	})
	s.pages = pages.New(pages.Options{
		Base:        s.Base,
		Rooms:       rooms,
		Archive:     finished,
		Games:       options.Games,
		Static:      options.Static,
		Hashed:      options.Hashed,
		Site:        options.Site,
		PublicURL:   options.PublicURL,
		Version:     options.Version,
		ModeratorOf: s.operator.ModeratorOf,

		Appointments: options.Appointments,
		Events:       options.Events,
	})
	return s, nil
}

// FinishErasures removes the seats and names of deleted people that could not be removed before, as
// after a crash. It returns the number of people who are now erased completely.
func (s *Server) FinishErasures(ctx context.Context) (done int, err error) {
	return s.eraser.FinishErasures(ctx)
}

// News tells the open pages of a person, at all nodes, that there is news.
func (s *Server) News(ctx context.Context, person string) { s.signals.News(ctx, person) }

// Stop makes the server refuse further connections and report that it is not ready.
func (s *Server) Stop() { s.sockets.Stop() }

// Close ends all WebSockets after all frames of the rooms are written, or when the context ends.
// Call it once, after Stop and after the rooms are closed.
func (s *Server) Close(ctx context.Context) { s.sockets.Close(ctx) }

// Listener returns a listener that closes new connections of an address that has too many open.
func (s *Server) Listener(inner net.Listener) net.Listener { return s.sockets.Listener(inner) }

// Receive applies a signal of another node.
func (s *Server) Receive(ctx context.Context, signal socket.Signal) { s.signals.Receive(ctx, signal) }

// SendClub sends a change of the club to the other nodes.
func (s *Server) SendClub(ctx context.Context, change club.Change) error {
	return s.signals.SendClub(ctx, change)
}

// Resync is called when this node may have missed signals. It reads bans and the host's texts again,
// and ends all connections, so that the clients reconnect.
func (s *Server) Resync(ctx context.Context) { s.signals.Resync(ctx) }

// Handler returns the handler for the public address.
func (s *Server) Handler() http.Handler {
	r := chi.NewRouter()
	r.Use(s.NormalizeForwardedFor)
	if len(s.options.TrustedProxies) > 0 {
		r.Use(middleware.ClientIPFromXFF(prefixes(s.options.TrustedProxies)...))
	} else {
		r.Use(middleware.ClientIPFromRemoteAddr)
	}
	r.Use(closeAmbiguous, s.secureHeaders, s.observe, s.RefuseBadText, middleware.GetHead)
	s.mountHealth(r)
	r.With(s.LimitSockets, s.RefuseBanned).Get(clubPath, s.sockets.ServeClub)
	if s.options.Events != nil {
		r.With(s.LimitSockets, s.RefuseBanned).Get(eventsPrefix+"{code}", s.sockets.ServeEvent)
	}
	r.With(s.LimitSockets, s.RefuseBanned, s.routed).Get(socketPrefix+"{room}", s.sockets.ServeHTTP)
	r.Route("/api", s.mountAPI)
	s.api.MountLinks(r.With(s.LimitRequests, s.RefuseBanned))
	s.pages.Mount(r.With(s.LimitFiles))
	r.NotFound(s.LimitFiles(http.HandlerFunc(s.pages.File)).ServeHTTP)
	r.MethodNotAllowed(s.BadMethod)
	return r
}

// mountAPI adds the routes below /api. Banned addresses may use only those of MountSite.
func (s *Server) mountAPI(r chi.Router) {
	r.Use(s.LimitRequests)
	s.pages.MountSite(r)
	r.Group(func(r chi.Router) {
		r.Use(s.RefuseBanned)
		s.api.Mount(r)
		s.pages.MountAPI(r)
		s.operator.MountAPI(r)
	})
}

// Admin returns the handler for the operator's address. Without an AdminToken, only the operator
// may be able to reach the address.
func (s *Server) Admin() http.Handler {
	r := chi.NewRouter()
	r.Use(s.secureHeaders, s.operator.CheckHost, s.RefuseBadText)
	s.mountHealth(r)
	r.Group(func(r chi.Router) {
		s.operator.Mount(r)
		r.NotFound(s.pages.NotFound)
		r.MethodNotAllowed(s.BadMethod)
	})
	return r
}

// socketPrefix is the path of WebSockets to rooms, before the id of the room. clubPath is that of WebSockets to
// the club, and eventsPrefix that of WebSockets to events, before the id of the event.
const (
	socketPrefix = "/ws/"
	clubPath     = "/ws/club"
	eventsPrefix = "/ws/events/"
)

func prefixes(list []netip.Prefix) []string {
	var texts []string
	for _, prefix := range list {
		texts = append(texts, prefix.String())
	}
	return texts
}
