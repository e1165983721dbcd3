package transport

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"archmage/internal/archive/replay"
	"archmage/internal/game"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/transport/httpx"
)

// Options of a server. Static is required; the zero value of everything else is fit for
// tests.
type Options struct {
	httpx.Options
	// Games are what GET /api/games lists.
	Games []Game
	// Static returns the client's files, index.html among them, by path without the
	// leading slash. It is called once, when a page or a file is first asked for. If it
	// fails, every request for a page or a file fails.
	Static func() (map[string][]byte, error)
	// Hashed is the folder of files whose names change with their contents, as in
	// "chunks/", so that browsers need not ask for them again; "" for none.
	Hashed string
	// Backup writes a copy of everything stored to a new file; nil if that is not
	// possible. Scratch is the folder for that file, "" for the system's temporary
	// folder.
	Backup  func(ctx context.Context, path string) error
	Scratch string
	// AdminHosts are the host names, without a port, to which the admin address answers
	// besides localhost and IP addresses.
	AdminHosts []string
	// AdminToken is the token that requests to the admin address must bring, except those
	// about health; "" means none.
	AdminToken string
	// Site has the host's texts about the server; nil for none.
	Site *site.Site
	// Version is the version of the program.
	Version string
	// Notices sends notifications to people who are elsewhere; nil if this server sends none.
	Notices *notify.Notifier
	// Records are the reports and acts of moderation.
	Records *moderation.Records
	// Numbers counts what is stored; nil if nothing does.
	Numbers Numbers
	// Nodes are the servers that share the database; nil if this one is alone. Broadcast
	// sends a Signal to the others, which pass it to Receive.
	Nodes     Nodes
	Broadcast func(ctx context.Context, what Signal) error
	// Collectors are further metrics.
	Collectors []prometheus.Collector
}

// Game is a game as the server lists it.
type Game struct {
	Info game.Info
	Bots []game.Bot
	// Catalogue is JSON with what is printed on the game's pieces; nil if there is none.
	Catalogue []byte
}

// Server answers HTTP requests and keeps WebSocket connections. It is safe for
// use from many goroutines.
type Server struct {
	*core
	games    *asset
	pages    *pagesAPI
	tables   *roomsAPI
	matches  *matchesAPI
	finding  *findAPI
	signIn   *signInAPI
	account  *accountAPI
	others   *peopleAPI
	calls    *noticesAPI
	operator *operatorAPI
	host     *hostAPI

	moderators *moderators

	// warned is when the server last warned of a proxy, in nanoseconds.
	warned atomic.Int64
	// stopping is true once no more connections are accepted.
	stopping atomic.Bool
}

// core is what the handlers of this package share.
type core struct {
	*httpx.Base
	*signals
	rooms   Rooms
	archive Archive
	options Options
	metrics *metrics
}

// New returns a server of rooms and finished matches for people. It fails if the options
// make no sense.
func New(rooms Rooms, past Archive, known *people.People, options Options) (*Server, error) {
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
	c := &core{rooms: rooms, archive: past, options: options}
	c.Base = httpx.New(&c.options.Options, known)
	c.metrics = newMetrics(rooms, c.Refused, options.Collectors)
	c.signals = &signals{options: &c.options}
	s := newServer(c)
	c.sockets = newSockets(s)
	return s, nil
}

// newServer returns a server with all its handlers.
func newServer(c *core) *Server {
	s := &Server{
		core:  c,
		games: gamesAsset(c.options.Games),
		tables: &roomsAPI{
			c,
		},
		matches: &matchesAPI{c},
		signIn:  &signInAPI{c},
		others:  &peopleAPI{c},
		calls:   &noticesAPI{c},
	}
	acts := moderation.New(c.options.Records, c.options.Bans, c.rooms, c.options.Site, c.signals, c.Log)
	s.moderators = &moderators{c, acts}
	s.finding = &findAPI{c, s.tables}
	s.account = &accountAPI{core: c, signIn: s.signIn, calls: s.calls, finding: s.finding, others: s.others}
	s.pages = &pagesAPI{
		core: c, moderators: s.moderators, catalogues: catalogueAssets(c.options.Games),
		drawn:  replay.NewService(1, drawnBytes),
		loaded: sync.OnceValues(func() (assets, error) { return newAssets(c.options.Static, c.options.Hashed) }),
	}
	s.host = &hostAPI{c}
	s.operator = &operatorAPI{core: c, moderators: s.moderators, host: s.host, moderation: acts, account: s.account}
	return s
}

// Stop makes the server refuse further connections and report that it is not ready.
func (s *Server) Stop() { s.stopping.Store(true) }

// Close ends every WebSocket once all frames of the rooms are written, or when the
// context ends. Call it once, after Stop and after the rooms are closed.
func (s *Server) Close(ctx context.Context) { s.closeSockets(ctx) }

// Handler returns the handler for the public address.
func (s *Server) Handler() http.Handler {
	r := chi.NewRouter()
	r.Use(s.forwarded)
	if len(s.options.TrustedProxies) > 0 {
		r.Use(middleware.ClientIPFromXFF(prefixes(s.options.TrustedProxies)...))
	} else {
		r.Use(middleware.ClientIPFromRemoteAddr)
	}
	r.Use(closing, s.secureHeaders, s.observe, s.RefuseBadText, middleware.GetHead)
	s.mountHealth(r)
	r.With(s.LimitSockets, s.RefuseBanned, s.routed).Get(socketPrefix+"{room}", s.socket)
	r.Route("/api", s.mountAPI)
	r.With(s.LimitRequests, s.RefuseBanned).Get(people.ProviderPath, s.signIn.fromProvider)
	r.With(s.LimitRequests, s.RefuseBanned).Post(unsubscribePath, s.HandlerOf(s.calls.unsubscribe))
	s.pages.mountPages(r.With(s.LimitFiles))
	r.NotFound(s.LimitFiles(http.HandlerFunc(s.pages.file)).ServeHTTP)
	r.MethodNotAllowed(s.BadMethod)
	return r
}

// socketPrefix is the path of WebSockets, up to the id of the room.
const socketPrefix = "/ws/"

func prefixes(list []netip.Prefix) []string {
	var texts []string
	for _, prefix := range list {
		texts = append(texts, prefix.String())
	}
	return texts
}
