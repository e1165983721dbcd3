package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/transport/httpx"
)

// Rooms are the rooms of a server. Errors that a client may see are coded; for any other error
// the client gets coded.Internal.
type Rooms interface {
	LiveRooms
	Directory
	Matchmaker
}

// LiveRooms has the rooms in memory, and loads others when they are needed. Package lobby
// implements it.
type LiveRooms interface {
	roomOpener
	runningRooms
	seater
	chatReader
}

// Directory finds rooms without loading them. Package directory implements it.
type Directory interface {
	roomList
	roomCodes
	invitationRooms
	presence
}

// Archive has the finished matches. Package archive implements it.
type Archive interface {
	matchArchive
	replayArchive
	nameRemover
}

// Options of the API. All fields except Notices, PublicURL and MaxHosted are required.
type Options struct {
	Base        *httpx.Base
	Rooms       Rooms
	Archive     Archive
	Connections Connections
	Signals     Signals
	// Records are the reports and acts of moderation.
	Records *moderation.Records
	// Site has the host's texts about the server.
	Site *site.Site
	// Notices sends notifications; nil if this server sends none.
	Notices *notify.Notifier
	// PublicURL is the address that visitors use, "" if it is not known.
	PublicURL string
	// MaxHosted is the number of unfinished rooms that may have the same host; 0 means no limit.
	MaxHosted int
	// Route returns a handler that passes a request about a room on to the node that has the room,
	// or calls next if this node has it.
	Route func(next http.Handler) http.Handler
}

// API answers the requests of players. It is safe for use from many goroutines.
type API struct {
	*httpx.Base
	route       func(http.Handler) http.Handler
	signIn      *signInHandler
	account     *accountHandler
	data        *dataHandler
	notices     *noticesHandler
	profiles    *profilesHandler
	ratings     *ratingsHandler
	social      *socialHandler
	invitations *invitationsHandler
	reports     *reportsHandler
	news        *newsHandler
	rooms       *roomsHandler
	live        *liveHandler
	play        *playHandler
	matches     *matchesHandler
	replays     *replaysHandler
}

// New returns the API and the Eraser that it uses to delete people.
func New(o Options) (*API, *Eraser) {
	b := o.Base
	eraser := &Eraser{b.People.Accounts, o.Rooms, o.Archive, o.Signals, b.Log}
	a := &API{
		Base:        b,
		route:       o.Route,
		signIn:      &signInHandler{b, o.Signals, o.Notices},
		notices:     &noticesHandler{b, o.Notices},
		profiles:    &profilesHandler{b},
		ratings:     &ratingsHandler{b, o.Archive},
		social:      &socialHandler{b, o.Rooms, o.Connections},
		invitations: &invitationsHandler{b, o.Rooms, o.Rooms, o.Notices},
		reports:     &reportsHandler{b, o.Rooms, o.Records, o.Signals, o.Notices},
		news:        &newsHandler{b, o.Records, o.Site},
		rooms:       &roomsHandler{b, o.Rooms, o.Rooms, o.Rooms, o.MaxHosted},
		live:        &liveHandler{b, o.Rooms},
		matches:     &matchesHandler{b, o.Archive},
		replays:     &replaysHandler{b, o.Archive},
	}
	a.play = &playHandler{b, o.Rooms, a.rooms}
	a.account = &accountHandler{b, o.PublicURL, a.signIn, eraser}
	a.data = &dataHandler{b, a.account, a.notices, a.social, a.invitations, a.news, o.Rooms, o.Archive}
	return a, eraser
}

// Mount adds the routes below /api.
func (a *API) Mount(r chi.Router) {
	add := func(method, pattern string, do httpx.Endpoint) {
		r.Method(method, pattern, a.HandlerOf(do))
	}
	add(http.MethodPost, "/me", a.signIn.newIdentity)
	add(http.MethodGet, "/me", a.signIn.me)
	add(http.MethodPatch, "/me", a.signIn.changeMe)
	add(http.MethodPost, "/me/links", a.signIn.newLink)
	add(http.MethodGet, "/avatars", a.profiles.avatars)
	add(http.MethodGet, "/people", a.Costly(httpx.Light, a.profiles.profile))
	add(http.MethodPost, "/rooms", a.rooms.newRoom)
	add(http.MethodGet, "/rooms", a.rooms.listRooms)
	add(http.MethodPost, "/rooms/{room}/code", a.rooms.code)
	add(http.MethodGet, "/codes/{code}", a.rooms.findCode)
	add(http.MethodGet, "/matches", a.matches.listMatches)
	add(http.MethodPost, "/matches", a.Costly(httpx.Heavy, a.matches.bringMatch))
	add(http.MethodGet, "/matches/{match}", a.matches.match)
	add(http.MethodDelete, "/matches/{match}", a.matches.forgetMatch)
	add(http.MethodGet, "/matches/{match}/record", a.Costly(httpx.Light, a.matches.record))
	add(http.MethodGet, "/matches/{match}/timeline", a.Costly(httpx.Light, a.replays.timeline))
	add(http.MethodGet, "/matches/{match}/steps", a.Costly(httpx.Light, a.replays.steps))
	add(http.MethodPost, "/matches/{match}/analysis", a.Costly(httpx.Light, a.replays.analyse))
	add(http.MethodGet, "/matches/{match}/analysis", a.Costly(httpx.Light, a.replays.analysis))
	add(http.MethodGet, "/matches/{match}/ratings", a.ratings.matchRatings)
	add(http.MethodGet, "/leaderboard", a.Costly(httpx.Light, a.ratings.leaderboard))
	add(http.MethodGet, "/standings", a.Costly(httpx.Light, a.ratings.standings))
	add(http.MethodGet, "/ratings", a.ratings.ratings)
	add(http.MethodPost, "/reports", a.reports.report)
	add(http.MethodGet, "/news", a.news.news)
	add(http.MethodPost, "/news", a.news.markNewsRead)
	a.live.mount(r, a.route)
	a.play.mount(r)
	a.invitations.mount(r)
	a.social.mount(r)
	a.account.mount(r)
	a.data.mount(r)
	a.signIn.mount(r)
	a.notices.mount(r)
}

// MountLinks adds the routes outside /api that identity providers and e-mails link to.
func (a *API) MountLinks(r chi.Router) {
	r.Get(people.ProviderPath, a.signIn.fromProvider)
	r.Post(unsubscribePath, a.HandlerOf(a.notices.unsubscribe))
}

// sessionEndpoint answers a request of a person with a session, or returns an error for the client.
type sessionEndpoint func(http.ResponseWriter, *http.Request, people.Session) error

// forSession returns the handler of an endpoint. It refuses requests without a session, and API
// tokens.
func forSession(base *httpx.Base, do sessionEndpoint) http.Handler {
	return base.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
		session, err := base.RequirePersonalSession(r)
		if err != nil {
			return err
		}
		return do(w, r, session)
	})
}

// personEndpoint answers a request of a person, or returns an error for the client.
type personEndpoint func(http.ResponseWriter, *http.Request, people.Person) error

// forPerson returns the handler of an endpoint. It refuses the same requests as forSession, and
// counts every method except GET as a change.
func forPerson(base *httpx.Base, do personEndpoint) http.Handler {
	return forSession(base, func(w http.ResponseWriter, r *http.Request, session people.Session) error {
		if r.Method != http.MethodGet {
			if err := base.CheckSpace(); err != nil {
				return err
			}
			if err := base.CountChange(w, r, session.Person); err != nil {
				return err
			}
		}
		return do(w, r, session.Person)
	})
}
