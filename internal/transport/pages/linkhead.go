package pages

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"archmage/internal/archive/linkpicture"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/texts"
)

// linkHead is the title, description and picture of a page for previews of links to it. It is in
// the host's language, because programs that show previews do not say who will read them.
type linkHead struct {
	Title, Text string
	// Path is the path of the page. Picture is the path of its picture; "" means the small icon.
	Path, Picture string
	// Hidden asks search engines not to list the page.
	Hidden bool
}

// iconPath is the picture for pages without one.
const iconPath = "/icons/512.png"

// replacedHead matches the title and the description of a page, which a linkHead replaces.
var replacedHead = regexp.MustCompile(`(?s)<title>.*?</title>|<meta name="?description"?[^>]*>`)

// withHead returns the page with a head. The head has URLs only if the server knows its public URL.
func (s *Pages) withHead(page []byte, h *linkHead) []byte {
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
	meta("property", "og:site_name", s.site.Words().DisplayName())
	meta("property", "og:title", h.Title)
	meta("property", "og:description", h.Text)
	if home := s.publicURL; home != "" {
		meta("property", "og:url", home+h.Path)
		if h.Picture == "" {
			meta("property", "og:image", home+iconPath)
			meta("name", "twitter:card", "summary")
		} else {
			meta("property", "og:image", home+h.Picture)
			meta("property", "og:image:width", fmt.Sprint(linkpicture.Width))
			meta("property", "og:image:height", fmt.Sprint(linkpicture.Height))
			meta("name", "twitter:card", "summary_large_image")
		}
		meta("property", "og:image:alt", h.Title)
	}
	return replacedHead.ReplaceAllFunc(page, func(old []byte) []byte {
		if bytes.HasPrefix(old, []byte("<title")) {
			return []byte(head.String())
		}
		return nil
	})
}

//go:embed heads.*.json
var headFiles embed.FS

// headWords are the texts of heads by language.
var headWords = texts.MustLoad(headFiles)

// headText returns the text with a key in a language. {1} is replaced by the first argument.
func headText(lang, key string, args ...any) string {
	gaps := make([]string, 0, 2*len(args))
	for i, arg := range args {
		gaps = append(gaps, strconv.Itoa(i+1), fmt.Sprint(arg))
	}
	return headWords.Fill(lang, key, gaps...)
}

// gameTitle returns the title of a game in a language.
func gameTitle(lang string, info *game.Info) string {
	return info.Title.In(lang)
}

// mainPageHeads returns the heads of the pages that are the same for all visitors, by path.
func (s *Pages) mainPageHeads(words *site.Words) map[string]*linkHead {
	lang := words.Lang()
	var titles []string
	for i := range s.games {
		titles = append(titles, gameTitle(lang, &s.games[i].Info))
	}
	all := strings.Join(titles, headWords[lang]["and"])
	heads := map[string]*linkHead{}
	for _, name := range []string{"home", "tables", "watch", "leaderboard", "rules"} {
		path := "/" + name
		if name == "home" {
			path = "/"
		}
		heads[path] = &linkHead{
			Title: headText(
				lang,
				name,
				words.DisplayName(),
				all,
			),
			Text:    headText(lang, name+".text", words.DisplayName(), all),
			Path:    path,
			Picture: "/pictures/" + name + ".png",
		}
	}
	return heads
}

// roomPage sends the page of a room. The preview of a link to it names the host and the game.
func (s *Pages) roomPage(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "room")
	card, err := s.rooms.Card(r.Context(), id)
	if err != nil {
		s.sendPage(w, r, nil, indexName)
		return
	}
	head := s.roomHead(&card, s.site.Words().Lang())
	head.Path, head.Picture = "/r/"+id, "/r/"+id+"/picture.png"
	s.sendPageAbout(w, r, subject{}, head, roomName(card.Game, card.Status))
}

// roomHead returns the head of a room's page.
func (s *Pages) roomHead(card *directory.Card, lang string) *linkHead {
	title := card.Game
	for i := range s.games {
		if info := &s.games[i].Info; info.ID == card.Game {
			title = gameTitle(lang, info)
		}
	}
	head := &linkHead{Title: headText(lang, "table", title), Hidden: !card.Listed}
	switch {
	case card.Status == room.StatusFinished:
		head.Text = headText(lang, "table.over")
	case card.HasStarted() && card.Players == nil:
		head.Text = headText(lang, "table.private")
	case card.HasStarted():
		head.Title, head.Text = headText(
			lang,
			"playing",
			title,
			strings.Join(card.Players, headWords[lang]["and"]),
		), headText(lang, "playing.text")
	default:
		head.Title = headText(lang, "invited", title)
		if card.Host != "" {
			head.Title = headText(lang, "invites", title, card.Host)
		}
		head.Text = headText(lang, "full")
		if free := card.Free(); free > 0 {
			head.Text = headText(lang, "free", free, len(card.Players))
		}
	}
	return head
}

// profilePage sends the page of an account. The page has no head if no account has the name.
func (s *Pages) profilePage(w http.ResponseWriter, r *http.Request) {
	head, found, err := s.profileHead(r.Context(), chi.URLParam(r, "name"))
	if err != nil {
		s.sendPage(w, r, nil, indexName)
		return
	}
	s.sendPageAbout(w, r, subject{Name: found.Name, Person: found.ID}, head, "u.html")
}

func (s *Pages) profileHead(ctx context.Context, name string) (*linkHead, people.Person, error) {
	found, err := s.People.Accounts.FindName(ctx, name)
	words := s.site.Words()
	path := "/u/" + url.PathEscape(found.Name)
	return &linkHead{
		Title:   headText(words.Lang(), "profile", found.Name, words.DisplayName()),
		Text:    headText(words.Lang(), "profile.text", found.Name, words.DisplayName()),
		Path:    path,
		Picture: path + "/picture.png",
	}, found, err
}
