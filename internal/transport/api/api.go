package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"archmage/internal/lobby/clubchat"
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
	settingsCompleter
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

// Options of the API. All fields except Appointments, Bans, ClubChat, Daily, Events, GameTitle, Notices, PublicURL,
// Puzzles and MaxHosted are required.
type Options struct {
	Base        *httpx.Base
	Rooms       Rooms
	Archive     Archive
	Connections Connections
	Signals     Signals
	// Records are the reports and acts of moderation.
	Records *moderation.Records
	// ClubChat is the chat of the club; nil if there is none.
	ClubChat *clubchat.Chat
	// Bans is nil if this server has no bans.
	Bans *moderation.Bans
	// Site has the host's texts about the server.
	Site *site.Site
	// Notices sends notifications; nil if this server sends none.
	Notices *notify.Notifier
	// Appointments plans appointments; nil if this server has none.
	Appointments Appointments
	// Events plans and runs events; nil if this server has none.
	Events Events
	// Daily runs the deals of the day; nil if this server has none.
	Daily Daily
	// Puzzles serves puzzles; nil if this server has none.
	Puzzles Puzzles
	// GameTitle returns the title of a game in a language; nil means its id.
	GameTitle func(game, lang string) string
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
	clubChat    *clubChatHandler
	rooms       *roomsHandler
	live        *liveHandler
	play        *playHandler
	matches     *matchesHandler
	replays     *replaysHandler
	// appointments answers requests about appointments. Without Options.Appointments it has no routes.
	appointments *appointmentsHandler
	// events answers requests about events. Without Options.Events it has no routes.
	events *eventsHandler
	// daily answers requests about the deals of the day. Without Options.Daily it has no routes.
	daily *dailyHandler
	// puzzles answers requests about puzzles. Without Options.Puzzles it has no routes.
	puzzles *puzzlesHandler
}

// New returns the API and the Eraser that it uses to delete people.
func New(o Options) (*API, *Eraser) {
	b := o.Base
	eraser := &Eraser{b.People.Accounts, o.Rooms, o.Archive, o.Signals, o.Appointments, b.Log}
	a := &API{
		Base:     b,
		route:    o.Route,
		signIn:   &signInHandler{b, o.Signals, o.Notices},
		notices:  &noticesHandler{b, o.Notices},
		profiles: &profilesHandler{b},
		ratings:  &ratingsHandler{b, o.Archive},
		social:   &socialHandler{b, o.Rooms, o.Connections, o.Signals},
		reports:  &reportsHandler{b, o.Rooms, o.ClubChat, o.Records, o.Signals, o.Notices},
		news:     &newsHandler{b, o.Records, o.Site, o.Appointments},
		clubChat: &clubChatHandler{b, o.ClubChat, o.Bans},
		rooms:    &roomsHandler{b, o.Rooms, o.Rooms, o.Rooms, o.MaxHosted},
		live:     &liveHandler{b, o.Rooms},
		matches:  &matchesHandler{b, o.Archive},
		replays:  &replaysHandler{b, o.Archive},
		puzzles:  &puzzlesHandler{b, o.Puzzles},
	}
	a.play = &playHandler{b, o.Rooms, a.rooms}
	a.invitations = &invitationsHandler{b, o.Rooms, o.Rooms, o.Signals, o.Notices, a.rooms, o.Rooms, o.Rooms}
	a.account = &accountHandler{b, o.PublicURL, a.signIn, eraser}
	if o.GameTitle == nil {
		o.GameTitle = func(game, _ string) string { return game }
	}
	a.appointments = &appointmentsHandler{b, o.Appointments, o.Rooms, a.rooms, o.PublicURL, o.GameTitle}
	a.events = &eventsHandler{b, o.Events, o.Records, a.rooms, o.PublicURL, o.GameTitle}
	a.daily = &dailyHandler{b, o.Daily, a.rooms}
	a.data = &dataHandler{
		b,
		a.account,
		a.notices,
		a.social,
		a.invitations,
		a.news,
		a.appointments,
		a.events,
		a.daily,
		a.puzzles,
		a.clubChat,
		o.Rooms,
		o.Archive,
	}
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
	a.clubChat.mount(r)
	a.account.mount(r)
	a.data.mount(r)
	a.signIn.mount(r)
	a.notices.mount(r)
	if a.appointments.appointments != nil {
		a.appointments.mount(r)
	}
	if a.events.events != nil {
		a.events.mount(r)
	}
	if a.daily.daily != nil {
		a.daily.mount(r)
	}
	if a.puzzles.puzzles != nil {
		a.puzzles.mount(r)
	}
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
			if err := countChange(base, w, r, session.Person); err != nil {
				return err
			}
		}
		return do(w, r, session.Person)
	})
}

// countChange counts a change of a person. It fails if the disk is nearly full, or the person changes too much.
func countChange(base *httpx.Base, w http.ResponseWriter, r *http.Request, person people.Person) error {
	if err := base.CheckSpace(); err != nil {
		return err
	}
	return base.CountChange(w, r, person)
}

// forProgram returns the handler of a change that programs with an API token may make too. It refuses
// requests without a session, and counts the change.
func forProgram(base *httpx.Base, do sessionEndpoint) http.Handler {
	return base.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
		person, err := base.RequirePerson(r)
		if err != nil {
			return err
		}
		session, err := base.Session(r)
		if err != nil {
			return err
		}
		if err := countChange(base, w, r, person); err != nil {
			return err
		}
		return do(w, r, session)
	})
}
