package transport

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/lobby"
	"archmage/internal/picture"
	"archmage/internal/room"
	"archmage/internal/site"
)

// linkHead is what a page says of itself in its head, in English, which programs show
// of a link to it.
type linkHead struct {
	Title, Text string
	// Path is the address of the page, and Picture that of its picture, on this server;
	// "" for the icon, which is small.
	Path, Picture string
	// Hidden: search engines shall not list the page.
	Hidden bool
}

// iconPath is the picture of what has none of its own.
const iconPath = "/icons/512.png"

// ownHead is what a page says of itself, which a linkHead replaces.
var ownHead = regexp.MustCompile(`(?s)<title>.*?</title>|<meta name="?description"?[^>]*>`)

// withHead returns the page with that head. There are addresses in it only if the
// server knows its own.
func (s *pagesAPI) withHead(page []byte, h *linkHead) []byte {
	var head strings.Builder
	meta := func(kind, name, content string) {
		fmt.Fprintf(&head, "<meta %s=%q content=\"%s\">\n", kind, name, html.EscapeString(content))
	}
	fmt.Fprintf(&head, "<title>%s</title>\n", html.EscapeString(h.Title))
	meta("name", "description", h.Text)
	if h.Hidden {
		meta("name", "robots", "noindex")
	}
	meta("property", "og:type", "website")
	meta("property", "og:site_name", s.options.Site.Words().Called())
	meta("property", "og:title", h.Title)
	meta("property", "og:description", h.Text)
	if home := s.options.PublicURL; home != "" {
		meta("property", "og:url", home+h.Path)
		if h.Picture == "" {
			meta("property", "og:image", home+iconPath)
			meta("name", "twitter:card", "summary")
		} else {
			meta("property", "og:image", home+h.Picture)
			meta("property", "og:image:width", fmt.Sprint(picture.Width))
			meta("property", "og:image:height", fmt.Sprint(picture.Height))
			meta("name", "twitter:card", "summary_large_image")
		}
		meta("property", "og:image:alt", h.Title)
	}
	return ownHead.ReplaceAllFunc(page, func(old []byte) []byte {
		if bytes.HasPrefix(old, []byte("<title")) {
			return []byte(head.String())
		}
		return nil
	})
}

// sendPage sends one of the client's pages, with a head unless it is nil.
func (s *pagesAPI) sendPage(w http.ResponseWriter, r *http.Request, name string, head *linkHead) {
	files, err := s.static()
	if err != nil || head == nil || files[name] == nil {
		s.sendFile(w, r, name)
		return
	}
	page := files[name]
	w.Header().Set("Content-Type", page.contentType)
	w.Header().Set("Cache-Control", revalidate)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.withHead(page.body, head)))
}

// chiefPages are the pages that say the same to everybody, by their address.
func (s *pagesAPI) chiefPages(words *site.Words) map[string]*linkHead {
	called := words.Called()
	var titles []string
	for i := range s.options.Games {
		titles = append(titles, s.options.Games[i].Info.Title.En)
	}
	games := strings.Join(titles, " and ")
	return map[string]*linkHead{
		"/":            {Title: called + ": " + games, Text: "Play " + games + " with friends from a link. No account."},
		"/tables":      {Title: "Tables · " + called, Text: "Tables with a free seat, and matches that are being played."},
		"/watch":       {Title: "Watch · " + called, Text: "Matches of " + games + " that are played now before spectators."},
		"/leaderboard": {Title: "Leaderboard · " + called, Text: "Who is rated best in " + games + "."},
		"/rules":       {Title: "Rules · " + called, Text: "How " + games + " are played, and everything that is printed on their pieces."},
	}
}

// roomPage sends the page of a room: whoever has the link reads in its preview who
// invites to what.
func (s *pagesAPI) roomPage(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "room")
	card, err := s.rooms.Card(r.Context(), id)
	if err != nil {
		s.sendFile(w, r, indexName)
		return
	}
	name := indexName
	if files, err := s.static(); err == nil && files[roomName(card.Game, card.Begun())] != nil {
		name = roomName(card.Game, card.Begun())
	}
	head := s.roomHead(&card)
	head.Path = "/r/" + id
	s.sendPage(w, r, name, head)
}

// roomHead returns what a link to a room says.
func (s *pagesAPI) roomHead(card *lobby.Card) *linkHead {
	title := card.Game
	for i := range s.options.Games {
		if info := &s.options.Games[i].Info; info.ID == card.Game {
			title = info.Title.En
		}
	}
	head := &linkHead{Title: "A table of " + title, Hidden: !card.Listed}
	switch {
	case card.Status == room.StatusFinished:
		head.Text = "The match is over."
	case card.Begun() && card.Players == nil:
		head.Text = "Only its players see this match."
	case card.Begun():
		head.Title, head.Text = title+": "+strings.Join(card.Players, " and "), "The match is being played. Watch it from the seat of any player."
	default:
		head.Title = "You are invited to " + title
		if card.Host != "" {
			head.Title = card.Host + " invites you to " + title
		}
		head.Text = "All seats are taken."
		if free := card.Free(); free > 0 {
			head.Text = fmt.Sprintf("%d of %d seats free. Open the link and sit down: no account.", free, len(card.Players))
		}
	}
	return head
}

// profilePage sends the page of an account. Of a name that nobody keeps it says
// nothing.
func (s *pagesAPI) profilePage(w http.ResponseWriter, r *http.Request) {
	who, err := s.people.FindName(r.Context(), chi.URLParam(r, "name"))
	if err != nil {
		s.sendFile(w, r, indexName)
		return
	}
	called := s.options.Site.Words().Called()
	s.sendPage(w, r, indexName, &linkHead{
		Title: who.Name + " · " + called, Text: "Matches, ratings and companions of " + who.Name + " at " + called + ".", Path: "/u/" + url.PathEscape(who.Name),
	})
}
