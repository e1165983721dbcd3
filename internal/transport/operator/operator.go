package operator

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/transport/httpx"
)

// LiveRooms has the rooms in memory, and loads others when they are needed. Package lobby
// implements it.
type LiveRooms interface {
	roomInspector
	// IsLoaded reports whether a room is in memory.
	IsLoaded(id string) bool
}

// Rooms has the rooms of a server.
type Rooms interface {
	LiveRooms
	roomList
}

// Archive has the finished matches. Package archive implements it.
type Archive interface{ matchDeleter }

// Connections has the open WebSockets.
type Connections interface {
	roomConnections
	personConnections
}

// Options of an Operator. Base, Rooms, Archive, Connections, Moderation, Records, Site, Eraser and
// Metrics are required.
type Options struct {
	Base        *httpx.Base
	Rooms       Rooms
	Archive     Archive
	Connections Connections
	// Moderation carries out acts of moderation. Records has the reports and the log of acts.
	Moderation *moderation.Moderation
	Records    *moderation.Records
	// Bans is nil if this server has no bans.
	Bans *moderation.Bans
	// Site has the host's texts about the server.
	Site   *site.Site
	Eraser Eraser
	// Nodes are the servers that share the database; nil if there is only this one.
	Nodes Nodes
	// Numbers counts the stored people, rooms and matches. Storage returns the state of the
	// storage. One that is not available is nil.
	Numbers Numbers
	Storage func() httpx.Storage
	// Backup writes a copy of the database to a new file; nil if that is not possible. Scratch is
	// the folder for that file, "" for the system's temporary folder.
	Backup  func(ctx context.Context, path string) error
	Scratch string
	// Hosts are the host names, without a port, to which the operator's address answers in addition
	// to localhost and IP addresses.
	Hosts []string
	// Token is the token that requests need; "" means none.
	Token string
	// PublicURL is the address that visitors use, "" if it is not known.
	PublicURL string
	// Metrics answers GET /metrics.
	Metrics http.Handler
}

// Operator answers the requests of the operator, of owners and of moderators. It is safe for use
// from many goroutines.
type Operator struct {
	*roles
	gate    *gate
	metrics http.Handler
	rooms   *roomsHandler
	people  *peopleHandler
	person  *personHandler
	bans    *bansHandler
	reports *reportsHandler
	acts    *actsHandler
	host    *hostHandler
	joining *joiningHandler
	nodes   *nodesHandler
	backup  *backupHandler
}

// New returns an Operator.
func New(o Options) *Operator {
	b := o.Base
	s := &Operator{
		roles:   &roles{b, o.Records},
		gate:    &gate{b, o.Hosts, o.Token},
		metrics: o.Metrics,
		rooms:   &roomsHandler{b, o.Rooms, o.Connections, o.Archive, o.Moderation},
		host:    &hostHandler{b, o.Records, o.Moderation, o.Site, o.Storage, o.Numbers},
		nodes:   &nodesHandler{b, o.Nodes},
		backup:  &backupHandler{Base: b, moderation: o.Moderation, write: o.Backup, scratch: o.Scratch},
	}
	s.people = &peopleHandler{s.roles, o.Moderation, o.Eraser, o.PublicURL}
	s.joining = &joiningHandler{s.roles, o.Moderation, s.people}
	s.bans = &bansHandler{s.roles, o.Moderation, o.Bans}
	s.acts = &actsHandler{s.roles, o.Moderation}
	s.reports = &reportsHandler{s.roles, o.Rooms, o.Connections}
	s.person = &personHandler{s.roles, s.reports, s.acts, s.bans, o.Rooms}
	return s
}

// CheckHost is middleware for the operator's address. It refuses requests with a host name that
// does not belong to the address.
func (s *Operator) CheckHost(next http.Handler) http.Handler { return s.gate.checkHost(next) }

// Mount adds the routes of the operator's address. Without a token, requests are not authenticated,
// so only the operator may be able to reach the address.
func (s *Operator) Mount(r chi.Router) {
	r.Use(s.gate.checkToken)
	r.Group(s.mountProfiles)
	r.Group(s.mountAdmin)
}

// MountAPI adds the routes of moderators and of the host's page below /api.
func (s *Operator) MountAPI(r chi.Router) {
	s.mountModeration(r, s.ModeratorOf)
	add := func(method, pattern string, do httpx.Endpoint) {
		r.Method(method, pattern, s.HandlerOf(s.Costly(httpx.Light, s.forOwners(do))))
	}
	add(http.MethodGet, "/host", s.host.host)
	add(http.MethodPost, "/host/logo", s.host.uploadLogo)
	add(http.MethodGet, "/host/join-codes", s.joining.joinCodes)
	add(http.MethodPost, "/host/join-codes", s.joining.newJoinCodes)
	add(http.MethodDelete, "/host/join-codes/{code}", s.joining.endJoinCode)
	add(http.MethodPost, "/host/accounts", s.joining.createAccount)
}

// mountAdmin adds the operator's routes, including those of moderators.
func (s *Operator) mountAdmin(r chi.Router) {
	r.Use(s.gate.notFromPages("none"))
	add := func(method, pattern string, do httpx.Endpoint) { r.Method(method, pattern, s.HandlerOf(do)) }
	s.mountModeration(
		r,
		func(*http.Request) (moderation.Moderator, bool) { return moderation.Operator, true },
	)
	add(http.MethodGet, "/host", s.host.host)
	add(http.MethodPost, "/backup", s.backup.backup)
	add(http.MethodGet, "/rooms", s.rooms.adminRooms)
	add(http.MethodGet, "/rooms/{room}", s.rooms.adminRoom)
	add(http.MethodDelete, "/rooms/{room}", s.rooms.closeRoom)
	add(http.MethodDelete, "/matches/{match}", s.rooms.removeMatch)
	add(http.MethodGet, "/people", s.people.adminPeople)
	add(http.MethodPost, "/people", s.people.newAccount)
	add(http.MethodPost, "/people/{person}/links", s.people.newOperatorLink)
	add(http.MethodDelete, "/people/{person}", s.people.removePerson)
	add(http.MethodGet, "/nodes", s.nodes.nodes)
	add(http.MethodPost, "/nodes/{node}/drain", s.nodes.drainNode)
	add(http.MethodGet, "/bans", s.bans.bans)
	add(http.MethodPost, "/bans", s.bans.addBan)
	add(http.MethodDelete, "/bans/{ban}", s.bans.removeBan)
}

// mountModeration adds the routes of moderators. find returns the moderator who makes a request.
// Other people get the answer for a path that does not exist.
func (s *Operator) mountModeration(r chi.Router, find func(*http.Request) (moderation.Moderator, bool)) {
	r.Route("/moderation", func(r chi.Router) {
		r.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				m, ok := find(r)
				if !ok {
					s.Fail(w, r, httpx.ErrNotFound())
					return
				}
				next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), moderatorKey{}, m)))
			})
		})
		add := func(method, pattern string, do httpx.Endpoint) { r.Method(method, pattern, s.HandlerOf(do)) }
		add(http.MethodGet, "/reports", s.reports.reports)
		add(http.MethodGet, "/acts", s.acts.acts)
		add(http.MethodPost, "/acts", s.acts.act)
		add(http.MethodGet, "/people", s.person.moderatedPerson)
		add(http.MethodGet, "/rooms", s.rooms.moderatedRooms)
		add(http.MethodGet, "/rooms/{room}", s.rooms.moderatedRoom)
		add(http.MethodGet, "/bans", s.bans.moderatedBans)
	})
}
