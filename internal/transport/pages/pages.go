package pages

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/go-chi/chi/v5"

	"archmage/internal/appointment"
	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/event/runner"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// Options of pages. Base, Rooms, Archive, Static, Site and ModeratorOf are required.
type Options struct {
	Base    *httpx.Base
	Rooms   Rooms
	Archive Archive
	// Games is the list of games that GET /api/games sends.
	Games []Game
	// Static returns the client's files, including index.html, by path without the leading slash.
	// It is called once, for the first request for a page or a file. If it fails, all requests for
	// pages and files fail.
	Static func() (map[string][]byte, error)
	// Hashed is the folder of files whose names contain a hash of their contents, as in "chunks/".
	// Browsers cache them forever. "" means none.
	Hashed string
	// Site has the host's texts about the server.
	Site *site.Site
	// PublicURL is the address that visitors use, "" if it is not known. Version is the
	// version of the program.
	PublicURL, Version string
	// ModeratorOf returns the moderator who makes a request, and false for other people.
	ModeratorOf func(*http.Request) (moderation.Moderator, bool)
	// Appointments finds appointments; nil if this server has none.
	Appointments Appointments
	// Events finds events; nil if this server has none.
	Events Events
}

// Events has the methods of events for the previews of links.
type Events interface {
	// Document returns what an audience can know of an event.
	Document(ctx context.Context, id string, audience runner.Audience) (*runner.Document, error)
}

// Appointments has the methods of appointments for the previews of links.
type Appointments interface {
	Find(ctx context.Context, code string) (appointment.Appointment, error)
	// Answers returns the answers to appointments, by code.
	Answers(ctx context.Context, codes ...string) (map[string][]appointment.Given, error)
}

// Rooms has the methods of rooms for the previews of links.
type Rooms interface {
	// Card returns the data for the preview of a link to a room.
	Card(ctx context.Context, id string) (directory.Card, error)
}

// Archive has the methods of the archive for the previews of links.
type Archive interface {
	Preview(ctx context.Context, person people.Person, id string) (archive.Preview, error)
}

// Pages serves the pages and files of the client and the previews of links to them. It is safe for
// use from many goroutines.
type Pages struct {
	*httpx.Base
	rooms       Rooms
	archive     Archive
	games       []Game
	site        *site.Site
	publicURL   string
	version     string
	moderatorOf func(*http.Request) (moderation.Moderator, bool)
	// appointments and events are nil if this server has none.
	appointments Appointments
	events       Events

	// gameList answers GET /api/games. catalogues has the answers to GET
	// /api/games/GAME/catalogue.
	gameList   *asset
	catalogues map[string]*asset
	// buildAssets returns the client's files without the host's texts. It reads them once. current
	// has the files with these texts.
	buildAssets func() (assets, error)
	// buildDocs returns the page about the API. It makes the page once.
	buildDocs    func() (*asset, error)
	current      atomic.Pointer[siteAssets]
	linkPictures linkPictures
	// pictures caches the pictures of links with their words, by tag, and draws one at a time.
	pictures *replay.Service
}

// New returns the pages of a server.
func New(o Options) *Pages {
	s := &Pages{
		Base:        o.Base,
		rooms:       o.Rooms,
		archive:     o.Archive,
		games:       o.Games,
		site:        o.Site,
		publicURL:   o.PublicURL,
		version:     o.Version,
		moderatorOf: o.ModeratorOf,

		appointments: o.Appointments,
		events:       o.Events,

		gameList:    gamesAsset(o.Games),
		catalogues:  catalogueAssets(o.Games),
		buildAssets: sync.OnceValues(func() (assets, error) { return newAssets(o.Static, o.Hashed) }),
		pictures:    replay.NewService(1, pictureCacheBytes),
	}
	s.buildDocs = sync.OnceValues(func() (*asset, error) {
		files, err := s.buildAssets()
		if err != nil {
			return nil, err
		}
		return newDocs(files)
	})
	return s
}

// MountAPI adds the endpoints below /api that banned addresses may not use.
func (s *Pages) MountAPI(r chi.Router) {
	add := func(method, pattern string, do httpx.Endpoint) {
		r.Method(method, pattern, s.HandlerOf(do))
	}
	r.Method(http.MethodGet, "/games", s.gameList)
	add(http.MethodGet, "/games/{game}/catalogue", s.catalogue)
	add(http.MethodGet, "/matches/{match}/picture.png", s.Costly(httpx.Light, s.matchPicture))
	add(http.MethodPost, "/qr", s.Costly(httpx.Light, s.qr))
}

// CountDrawnPictures returns the number of link pictures that were drawn.
func (s *Pages) CountDrawnPictures() int {
	_, computed := s.pictures.Stats()
	return computed
}
