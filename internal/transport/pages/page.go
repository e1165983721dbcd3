package pages

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/room"
	"archmage/internal/transport/httpx"
)

// indexName is the client's page. Its script shows the content for the path. The other pages differ
// only in what they preload, which the bundler has written into them. The unbundled client has only
// indexName.
const indexName = "index.html"

// pageData is the data of the page templates, by which they choose what to preload
// (web/bundle/pages.go).
type pageData struct {
	// Lang is the language in which the client will be shown.
	Lang string
	// FirstGame is the id of the first game in the list of games.
	FirstGame string
	// WithoutQuery is true if the URL has no query.
	WithoutQuery bool
	subject
	signedIn func() bool
}

// subject is the match or the account that a page shows.
type subject struct {
	// Match is the id of the match. Name and Person are the name and the id of the account.
	Match, Name, Person string
}

// SignedIn reports whether the cookie of the request has a valid token. A browser without one
// requests a new identity first.
func (d *pageData) SignedIn() bool { return d.signedIn() }

// pageNames returns the names of the files that can serve a path, the best one first. They are made
// of the fixed parts of the pattern, and of the game.
func pageNames(pattern, game string) []string {
	var fixed []string
	for _, part := range strings.Split(pattern, "/") {
		if part != "" && part[0] != '{' {
			fixed = append(fixed, part)
		}
	}
	if len(fixed) == 0 {
		return []string{indexName}
	}
	name := strings.Join(fixed, "-")
	names := []string{name + ".html", indexName}
	if game != "" {
		names = append([]string{name + "-" + game + ".html"}, names...)
	}
	return names
}

// roomName returns the name of the file for the page of a room.
func roomName(game string, status room.Status) string {
	switch status {
	case room.StatusPlaying:
		return "table-" + game + ".html"
	case room.StatusFinished:
		return "end-" + game + ".html"
	}
	return "room.html"
}

// replayName returns the name of the file for the page of a replay.
func replayName(game string) string { return "match-" + game + ".html" }

// templates returns the client's pages as templates of pageData, by file name.
func templates(files assets) (map[string]*template.Template, error) {
	pages := map[string]*template.Template{}
	for name, file := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		page, err := template.New(name).Parse(string(file.body))
		if err != nil {
			return nil, fmt.Errorf("static files: %w", err)
		}
		pages[name] = page
	}
	return pages, nil
}

// renderPage returns the first of the named pages that exists, in the language that the browser
// prefers and with the head, unless it is nil.
func (s *Pages) renderPage(
	current *siteAssets,
	r *http.Request,
	about subject,
	head *linkHead,
	names ...string,
) ([]byte, error) {
	index := slices.IndexFunc(names, func(name string) bool { return current.pages[name] != nil })
	if index < 0 {
		return nil, httpx.ErrNotFound()
	}
	data := &pageData{
		Lang:         preferredLanguage(r.Header, current.words.Languages),
		WithoutQuery: r.URL.RawQuery == "",
		subject:      about,
		signedIn: func() bool {
			_, _, err := s.CookieSession(r)
			return err == nil
		},
	}
	if games := s.games; len(games) > 0 {
		data.FirstGame = games[0].Info.ID
	}
	var page bytes.Buffer
	if err := current.pages[names[index]].Execute(&page, data); err != nil {
		return nil, err
	}
	body := withTitle(page.Bytes(), current.words)
	if head != nil {
		body = s.withHead(body, head)
	}
	return body, nil
}

// sendPage sends a page that is the same for all visitors with the same language. Browsers cache
// it, but check each time whether it has changed.
func (s *Pages) sendPage(w http.ResponseWriter, r *http.Request, head *linkHead, names ...string) {
	current, err := s.siteAssets()
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	body, err := s.renderPage(current, r, subject{}, head, names...)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	w.Header().Add("Vary", "Accept-Language")
	current.renderedPage(body).ServeHTTP(w, r)
}

// sendPageAbout sends the page of one room, match or account.
func (s *Pages) sendPageAbout(w http.ResponseWriter, r *http.Request, about subject, head *linkHead, name string) {
	current, err := s.siteAssets()
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	body, err := s.renderPage(current, r, about, head, name, indexName)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	w.Header().Add("Vary", "Accept-Language")
	w.Header().Set("Content-Type", contentType(".html"))
	w.Header().Set("Cache-Control", revalidate)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// renderedPage returns the asset of a rendered page, and caches it. There are few: one for each
// combination of file, language and the other fields of pageData.
func (f *siteAssets) renderedPage(body []byte) *asset {
	if page, ok := f.rendered.Load(string(body)); ok {
		return page.(*asset)
	}
	page, _ := f.rendered.LoadOrStore(string(body), newAsset(contentType(".html"), body))
	return page.(*asset)
}

// pageAt returns the handler of the page with a pattern.
func (s *Pages) pageAt(pattern string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.sendPage(w, r, nil, pageNames(pattern, chi.URLParam(r, "game"))...)
	}
}

// preferredLanguage returns the first language in Accept-Language that is offered, else the first
// offered one. The page's script chooses the same.
func preferredLanguage(h http.Header, offered []string) string {
	for _, entry := range strings.Split(h.Get("Accept-Language"), ",") {
		tag := strings.ToLower(strings.TrimSpace(entry))
		if len(tag) >= 2 && slices.Contains(offered, tag[:2]) {
			return tag[:2]
		}
	}
	return offered[0]
}
