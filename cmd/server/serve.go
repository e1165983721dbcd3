package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.uber.org/zap"

	"archmage/cmd/internal/cli"
	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/cluster"
	"archmage/internal/daily/dealer"
	"archmage/internal/event/runner"
	"archmage/internal/game/registry"
	"archmage/internal/lobby"
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/clubchat"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/puzzle/keeper"
	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/transport"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/socket"
	"archmage/internal/work"
	client "archmage/web"
)

const (
	// stopTimeout is the limit of the time to stop. requestTimeout is the part of it that is reserved for requests
	// in progress.
	stopTimeout    = 4500 * time.Millisecond
	requestTimeout = time.Second
)

func (a *app) serveCommand() *cobra.Command {
	return settingsCommand(&cobra.Command{
		Use:   "serve",
		Short: "Run the server; the default command",
		Long:  "Run the server until it gets SIGINT or SIGTERM.",
	}, func(cmd *cobra.Command, s *settings, all *pflag.FlagSet) error {
		if _, err := s.load(all); err != nil {
			return cli.Misuse(err)
		}
		return a.serve(cmd.Context(), s)
	})
}

// serve runs the server until ctx is done, the node is drained or a listener fails.
func (a *app) serve(ctx context.Context, s *settings) error {
	log := s.logger(a.Stderr)
	files, err := client.Load()
	if err != nil {
		return err
	}
	for _, warning := range files.Warnings {
		log.Warn(warning)
	}
	log.Info(
		"starting",
		zap.String("version", version),
		zap.String("commit", commit()),
		zap.String("go", runtime.Version()),
	)
	for _, warning := range s.warnings {
		log.Warn(warning)
	}
	tuneCollector(log)
	db, err := s.waitForStore(ctx, log)
	if err != nil || db == nil {
		return err
	}
	bans, err := moderation.NewBans(ctx, db.Bans)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	p := program{
		log:     log,
		client:  files,
		store:   db,
		bans:    bans,
		rater:   people.NewRater(people.StoreOf(db.DB), log),
		matches: matchesMetric(),
		club:    club.New(log),
	}
	p.rater.OnCounted(func() { p.club.Changed(club.Change{Results: true}) })
	if p.site, err = s.loadSite(ctx, db.Site); err != nil {
		return errors.Join(err, db.Close())
	}
	options, archiveOptions := s.rooms(log), s.archive(log)
	if db.sqlite != nil {
		p.space = newDiskSpace(s.data, uint64(s.minFree)<<20)
		archiveOptions.HasSpace = func() bool { return !p.space.low() }
	}
	archiveOptions.Lang = func() string { return p.site.Words().Lang() }
	archiveOptions.IsDealSecret = p.isDealSecret
	notifications := notify.StoreOf(db.DB)
	if db.postgres != nil {
		if err := p.newNodes(a, s, db.postgres); err != nil {
			return errors.Join(err, db.Close())
		}
	}
	if p.clustered {
		options.NodeID, options.Cluster = p.nodes.Self().ID, p.nodes
		notifications = cluster.SharedNotifications(notifications, p.nodes)
		p.rater.OnlyWhile(p.nodes.Leader)
		archiveOptions.DeletesOldData = p.nodes.Leader
	}
	if p.notices, err = s.notices(ctx, a, &p, notifications); err != nil {
		return errors.Join(err, db.Close())
	}
	options.Notifier, options.Archived, options.Changed = p.notices, p.matchArchived, p.club.Changed
	hosted := registry.Hosted(a.games)
	if p.puzzles, err = newPuzzles(db.DB, a.games); err != nil {
		return errors.Join(err, db.Close())
	}
	archiveOptions.Analysed = p.puzzles.Analysed
	p.workers = work.NewPool(s.cores(), log)
	archiveOptions.Workers, archiveOptions.Replays = p.workers, replay.NewService(
		max(1, runtime.GOMAXPROCS(0)/4),
		replay.DefaultBytes,
	)
	p.archive = archive.New(archive.StoreOf(db.DB), hosted, archiveOptions)
	options.Workers, options.Replays, options.Archive = p.workers, archiveOptions.Replays, p.archive
	p.lobby = lobby.New(lobby.LogOf(db.DB), hosted, options)
	p.notices.Start()
	err = p.start(ctx, a, s)
	if err == nil {
		select {
		case <-ctx.Done():
			log.Info("stopping")
		case <-p.draining():
			log.Info("stopping: this node is drained")
		case err = <-p.failed:
		}
	}
	if err = errors.Join(err, p.stop()); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

// loadSite returns the texts about the server from the settings and from the database.
func (s *settings) loadSite(ctx context.Context, stored site.Store) (*site.Site, error) {
	fixed, err := s.site.load()
	if err != nil {
		return nil, err
	}
	return site.New(ctx, stored, fixed)
}

// program holds the parts of a running server.
type program struct {
	log     *zap.Logger
	client  *client.Client
	store   *storage
	bans    *moderation.Bans
	site    *site.Site
	notices *notify.Notifier
	lobby   *lobby.Lobby
	archive *archive.Archive
	puzzles *keeper.Keeper
	// club has the live document of the server.
	club *club.Club
	// events runs the events. It is nil until the server is built.
	events atomic.Pointer[runner.Runner]
	// dealer runs the deals of the day. It is nil until the server is built.
	dealer atomic.Pointer[dealer.Dealer]
	// space is the free space of the data folder. It is nil with PostgreSQL.
	space   *diskSpace
	workers *work.Pool
	server  *transport.Server
	public  *http.Server
	admin   *http.Server
	rater   *people.Rater
	// matches counts the matches that have ended.
	matches prometheus.Counter
	// nodes has the servers that share the database. It is nil with SQLite. clustered is true if this server is a
	// node of a cluster.
	nodes     *cluster.Nodes
	clustered bool
	// hasReceived is true once the first broadcast has arrived. Only receive uses it.
	hasReceived bool
	// links has the connections to the other nodes. It is nil without a cluster. identity is the key by which the
	// other nodes recognise this node.
	links    *cluster.Links
	identity cluster.Identity
	// failed receives the error of a listener that has failed.
	failed chan error
	// cancelUpkeep stops the background tasks: the rater, retention and the watch of disk space. upkeep waits for
	// these tasks.
	cancelUpkeep context.CancelFunc
	upkeep       sync.WaitGroup
}

// liveRooms gives access to the rooms of this server or, in a cluster, of all nodes. roomServices adds the
// directory and the matchmaker.
type (
	liveRooms interface {
		transport.LiveRooms
		directory.Live
		matchmaking.Tables
	}
	roomServices struct {
		liveRooms
		*directory.Directory
		*matchmaking.Matchmaker
	}
)

// start builds the server, opens its addresses, prints them and starts the background tasks.
func (p *program) start(ctx context.Context, a *app, s *settings) error {
	options := s.transport(p.log)
	s.ensureAdminToken(&options)
	options.Static = func() (map[string][]byte, error) { return p.client.Files, nil }
	if p.client.Bundled {
		options.Hashed = client.Chunks
	}
	options.Bans, options.Notices, options.Club = p.bans, p.notices, p.club
	options.Site, options.Numbers = p.site, counts{p.store.Counts}
	var err error
	options.Version = version
	options.Collectors = append(storeMetrics(p.store.DB), buildMetric())
	p.failed = make(chan error, 3)
	live, peopleOptions := liveRooms(p.lobby), s.people()
	var searchLock matchmaking.Lock
	var watchSpace func(context.Context)
	var isLeader func() bool // nil means that this node is the leader
	peopleOptions.Arrived = func() { p.club.Changed(club.Change{People: true}) }
	peopleOptions.Changed = func(person string) { p.club.Changed(club.Change{Persons: []string{person}}) }
	var otherNodes club.Nodes
	peopleOptions.SiteName = func() string { return p.site.Words().DisplayName() }
	peopleOptions.Admission = func() people.Admission { return p.site.Words().Admission }
	bots := botNames(a.games)
	peopleOptions.Reserved = func() []string { return append(slices.Clip(bots), peopleOptions.SiteName()) }
	var all *cluster.Rooms // nil without a cluster
	if p.clustered {
		all = p.linkNodes()
		live = all
		options.Collectors = append(append(options.Collectors, p.nodeMetrics()...), p.links.Collectors()...)
		options.Nodes = adminNodes{p.nodes, all}
		otherNodes = clubNodes{p, all}
		database := p.store.postgres
		peopleOptions.Ceremonies, peopleOptions.Online = database, database
		isLeader = p.nodes.Leader
		searchLock = func(ctx context.Context, kind string) (func(), error) {
			return database.Exclusive(ctx, "search "+kind)
		}
		options.Broadcast = func(ctx context.Context, signal socket.Signal) error {
			return p.broadcast(ctx, nodeMessage{Connections: &signal})
		}
	}
	options.Storage = func() httpx.Storage {
		return httpx.Storage{Kind: "postgresql", Failing: p.store.Stats().Failing}
	}
	if file := p.store.sqlite; file != nil {
		backup := newBackupMetric(time.Now())
		options.Backup = backup.wrap(file.Backup)
		options.Collectors = append(options.Collectors, backup)
		space := p.space
		watchSpace = func(ctx context.Context) { space.watch(ctx, p.log) }
		options.Collectors = append(options.Collectors, space.metrics()...)
		options.Storage = func() httpx.Storage {
			return httpx.Storage{
				Kind:    "sqlite",
				Low:     space.low(),
				Full:    space.full(),
				Free:    space.freeBytes(),
				Floor:   space.reserve,
				Failing: p.store.Stats().Failing,
			}
		}
	}
	if options.Games, err = clientGames(registry.Hosted(a.games)); err != nil {
		return err
	}
	peopleStore := people.StoreOf(p.store.DB)
	persons := people.New(peopleStore, peopleOptions)
	options.Collectors = append(options.Collectors, p.matches, onlineMetric(persons))
	appointments := p.newAppointments(persons)
	options.Appointments, options.GameTitle = appointments, a.gameTitle()
	events := p.newEvents(a, persons, p.eventTables(all))
	p.events.Store(events)
	options.Events = events
	deals, err := p.newDealer(ctx, a, persons, all)
	if err != nil {
		return err
	}
	p.dealer.Store(deals)
	options.Daily = deals
	options.Puzzles = p.puzzles
	options.Records = moderation.NewRecords(moderation.StoreOf(p.store.DB), persons)
	options.ClubChat = clubchat.New(p.store.ClubLines, persons.Social, p.clubChatSettings, p.club.Changed)
	rooms := roomServices{
		live,
		directory.New(directory.StoreOf(p.store.DB), live, nil),
		matchmaking.New(matchmaking.StoreOf(p.store.DB), registry.Hosted(a.games), live, searchLock),
	}
	if p.server, err = transport.New(rooms, p.archive, persons, options); err != nil {
		return err
	}
	p.club.Start(club.NewSource(p.lobby, rooms, p.archive, persons, options.ClubChat, events), otherNodes)
	if p.clustered {
		if err := p.serveNodes(ctx, s); err != nil {
			return err
		}
	}
	if err := p.joinCluster(ctx); err != nil {
		return err
	}
	var upkeep context.Context
	upkeep, p.cancelUpkeep = context.WithCancel(context.Background())
	p.upkeep.Go(func() { p.rater.Run(upkeep) })
	p.upkeep.Go(func() { appointments.Run(upkeep, isLeader) })
	p.upkeep.Go(func() { events.Run(upkeep, isLeader) })
	p.upkeep.Go(func() { deals.Run(upkeep, isLeader) })
	if watchSpace != nil {
		p.upkeep.Go(func() { watchSpace(upkeep) })
	}
	tasks := append(
		people.RetentionTasks(peopleStore, time.Duration(s.keep.guests)),
		options.Records.RetentionTask(),
		appointmentTask(appointments),
		options.ClubChat.RetentionTask(),
		deals.RetentionTask(),
		retention.Task{Name: "traces of deleted people", Delete: func(ctx context.Context, _ time.Time) (int, error) {
			return p.server.FinishErasures(ctx)
		}},
	)
	p.upkeep.Go(func() { retention.Run(upkeep, isLeader, p.log, tasks...) })
	errorLog := newHTTPErrors(p.log)
	p.public = &http.Server{
		Handler:           p.server.Handler(),
		MaxHeaderBytes:    s.limits.Header,
		ErrorLog:          errorLog,
		ReadHeaderTimeout: s.limits.HeaderTimeout,
		ReadTimeout:       s.limits.ReadTimeout,
		WriteTimeout:      s.limits.ReadTimeout + s.limits.WriteTimeout,
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: maxStreams},
	}
	scheme := "http"
	if p.public.TLSConfig, err = s.tls(p.log); err != nil {
		return err
	}
	if p.public.TLSConfig != nil {
		scheme = "https"
	}
	if err := p.openAdminSocket(ctx, s, &http.Server{
		Handler: p.server.Admin(), ReadHeaderTimeout: s.limits.HeaderTimeout, ErrorLog: errorLog,
	}); err != nil {
		return err
	}
	addr, err := p.listen(ctx, p.public, s.addr, p.server.Listener)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	if err := p.logStart(ctx, a, s, addr); err != nil {
		return err
	}
	s.printAddress(a.Stdout, "listening on", s.visitorsURL(scheme, addr))
	if s.listening != nil {
		s.listening(scheme + "://" + addr.String())
	}
	return p.openAdminAddress(ctx, a, s)
}

// clubChatSettings returns what the owner has decided about the chat of the club. Visitors can read it where everybody
// can create an account.
func (p *program) clubChatSettings() clubchat.Settings {
	words := p.site.Words()
	return clubchat.Settings{
		IsOff: words.IsClubChatOff, CanVisitorsRead: words.Admission == people.AdmitAnybody, Link: words.ClubLink,
	}
}

// printAddress prints an address of the server as plain text, or as a JSON object with --log-format json.
func (s *settings) printAddress(out io.Writer, label, address string) {
	if s.logFormat.value != "json" {
		fmt.Fprintln(out, label, address)
		return
	}
	_ = json.NewEncoder(out).Encode(
		map[string]string{"msg": label, "address": address},
	) // The other branch ignores write errors as well.
}

// logStart logs that the server has started, with its storage, its address and its number of rooms. It adds a
// hint if the server has no owner.
func (p *program) logStart(ctx context.Context, a *app, s *settings, addr net.Addr) error {
	rooms, err := p.store.Directory.Count(ctx)
	if err != nil {
		return err
	}
	count := 0
	for _, n := range rooms {
		count += n
	}
	location, schema := zap.String("data", s.data), store.SQLiteSchema()
	if s.database != "" {
		location, schema = zap.String("database", redactedURL(s.database)), store.PostgresSchema()
	}
	fields := []zap.Field{zap.Stringer("addr", addr), location, zap.Int("schema", schema), zap.Int("rooms", count)}
	if p.clustered {
		fields = append(fields, zap.String("knows", a.nodeVersion(schema)))
	}
	p.log.Info("started", fields...)
	roles, err := p.store.Moderation.Roles(ctx)
	if err != nil {
		return err
	}
	if !slices.Contains(slices.Collect(maps.Values(roles)), string(moderation.RoleOwner)) {
		p.log.Info("no owner yet: archmage admin account NAME, then archmage admin role NAME owner")
	}
	return nil
}

// maxStreams is the maximum number of HTTP/2 requests in flight on one connection.
const maxStreams = 32

// visitorsURL returns the URL at which browsers open the server. It is --public-url if that is set. For a loopback
// address its host is localhost, where browsers allow features that otherwise need TLS.
func (s *settings) visitorsURL(scheme string, addr net.Addr) string {
	if s.publicURL != "" {
		return string(s.publicURL)
	}
	host := addr.String()
	if addrPort, err := netip.ParseAddrPort(
		host,
	); err == nil &&
		addrPort.Addr() == netip.AddrFrom4([4]byte{127, 0, 0, 1}) {
		host = fmt.Sprintf("localhost:%d", addrPort.Port())
	}
	return scheme + "://" + host
}

// listen serves on an address and returns the address that the system has chosen. wrap, unless it is nil,
// wraps the listener to limit its connections.
func (p *program) listen(
	ctx context.Context, server *http.Server, addr string, wrap func(net.Listener) net.Listener,
) (net.Addr, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	if wrap != nil {
		listener = wrap(listener)
	}
	p.serve(server, listener)
	return listener.Addr(), nil
}

// serve serves a listener in the background. A failure is sent to p.failed.
func (p *program) serve(server *http.Server, listener net.Listener) {
	go func() {
		serve := server.Serve
		// http.Server sets TLSConfig for HTTP/2 while it runs, so TLSConfig alone does not show that a server
		// uses TLS.
		if server == p.public && server.TLSConfig != nil {
			serve = func(l net.Listener) error { return server.ServeTLS(l, "", "") }
		}
		if err := serve(listener); !errors.Is(err, http.ErrServerClosed) {
			p.failed <- err
		}
	}()
}

// stop refuses new clients, then closes the rooms, the connections and the database. It returns an error if
// that takes longer than stopTimeout. Even then, everything acknowledged is stored.
func (p *program) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- p.stopInOrder(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("not everything came to an end within %v", stopTimeout)
	}
}

func (p *program) stopInOrder(ctx context.Context) error {
	if p.server != nil {
		p.server.Stop()
	}
	p.startDraining(ctx)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		p.finishRequests(ctx)
	}()
	notified := make(chan struct{})
	go func() {
		defer close(notified)
		p.notices.Close()
	}()
	p.lobby.Close()
	p.archive.Close()
	p.workers.Close()
	if p.links != nil {
		p.links.Stop()
	}
	if p.server != nil {
		p.server.Close(ctx)
	}
	p.closeLinks(ctx)
	p.club.Close()
	<-closed
	select {
	case <-notified:
	case <-time.After(requestTimeout): // notifications still in flight are sent again after the next start
	}
	if p.admin != nil {
		_ = p.admin.Close()
	}
	if p.cancelUpkeep != nil {
		p.cancelUpkeep()
	}
	p.upkeep.Wait()
	p.leaveCluster(ctx)
	return p.store.Close()
}

// finishRequests closes the listener for players. It closes each connection after the response to its current
// request, or after requestTimeout.
func (p *program) finishRequests(ctx context.Context) {
	if p.public == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	if err := p.public.Shutdown(ctx); err != nil {
		_ = p.public.Close()
	}
}
