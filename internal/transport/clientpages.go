package transport

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"
)

// clientPage is a page outside of a match, as one of the client's scripts draws it.
type clientPage struct {
	// script is the name of the script without ".js".
	script string
	// words are the texts that it shows first, with * for the language.
	words []string
	// asks are the answers that it asks for first at an address without a query, with
	// {game} for the first game, and own those that only somebody with an identity gets.
	asks, own []string
}

const (
	peopleWords = "people/texts.*.json"
	rareWords   = "base/rare.*.json"
)

// clientPages are those pages by their addresses.
var clientPages = map[string]clientPage{
	"/tables": {script: "pages/tables"},
	"/watch": {
		script: "pages/watch",
		words:  []string{"pages/watch.*.json"},
		asks:   []string{"/api/rooms?status=playing&limit=50"},
	},
	"/rules":          {script: "pages/rules"},
	"/rules/{game}":   {script: "pages/rules"},
	"/gallery/{game}": {script: "pages/gallery"},
	"/learn/{game}":   {script: "pages/learn"},
	"/history": {
		script: "pages/history",
		words:  []string{"pages/history.*.json"},
		own:    []string{"/api/matches?mine=1&limit=50"},
	},
	"/open": {script: "pages/open"},
	"/leaderboard": {
		script: "people/leaderboard",
		words:  []string{peopleWords, rareWords},
		asks:   []string{"/api/standings?game={game}&limit=50"},
	},
	"/people":      {script: "people/people", words: []string{peopleWords, rareWords}},
	"/u/{name}":    {script: "people/profile", words: []string{peopleWords, rareWords}},
	"/u/{name}/us": {script: "people/us", words: []string{peopleWords, rareWords}},
	accountPage: {
		script: "people/account",
		words:  []string{peopleWords, rareWords},
		own:    []string{"/api/account", "/api/blocks"},
	},
	noticesPage:    {script: "people/mail", words: []string{peopleWords, rareWords}},
	"/imprint":     {script: "pages/sitetext"},
	"/privacy":     {script: "pages/sitetext"},
	moderationPage: {script: "moderation/page", words: []string{"moderation/texts.*.json", rareWords}},
	hostPage:       {script: "moderation/host", words: []string{"moderation/host.*.json", rareWords}},
}

// clientPageName returns the name of the file of a page that a script draws, of a game's
// if game is not "".
func clientPageName(script, game string) string {
	name := strings.ReplaceAll(script, "/", "-")
	if game != "" {
		name += "-" + game
	}
	return name + ".html"
}

// wordsByPage are the texts of clientPages by the names of their files.
var wordsByPage = func() map[string][]string {
	words := map[string][]string{}
	for _, page := range clientPages {
		words[clientPageName(page.script, "")] = page.words
	}
	return words
}()

// clientPage sends the page of an address of clientPages.
func (s *pagesAPI) clientPage(pattern string) http.HandlerFunc {
	page := clientPages[pattern]
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery == "" {
			s.askForAnswers(w, r, page.asks, page.own)
		}
		s.sendFile(
			w,
			r,
			s.pageOr(clientPageName(page.script, chi.URLParam(r, "game")), clientPageName(page.script, "")),
		)
	}
}

// askForAnswers makes the browser ask for what a page's script will ask for first together
// with the page; for what is own only if the server knows who it is.
func (s *pagesAPI) askForAnswers(w http.ResponseWriter, r *http.Request, asks, own []string) {
	if len(own) > 0 {
		// A browser that is signed out elsewhere has a new identity made first.
		if _, _, err := s.CookieSession(r); err == nil {
			asks = append(asks[:len(asks):len(asks)], own...)
		}
	}
	for _, address := range asks {
		address = strings.Replace(address, "{game}", s.options.Games[0].Info.ID, 1)
		w.Header().Add("Link", "<"+address+">; rel=preload; as=fetch; crossorigin")
	}
}

// query returns a text as the client writes it in a query.
func query(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
