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

// indexName is the client's page. Its script shows what belongs to the address. The other
// pages differ only in what they preload, which the bundler has written into them; the
// client as it is written has none of them.
const indexName = "index.html"

// pageData is what a page preloads by. Pages are templates of it (web/bundle/pages.go).
type pageData struct {
	// Lang is the language in which the client will show itself.
	Lang string
	// FirstGame is the id of the game that the client names first.
	FirstGame string
	// WithoutQuery is true if the address has no query.
	WithoutQuery bool
	subject
	signedIn func() bool
}

// subject is what a page is about.
type subject struct {
	// Match is the id of a match, Name and Person are the name and the id of an account.
	Match, Name, Person string
}

// SignedIn reports whether the server knows who asks. A browser that is signed out
// elsewhere has a new identity made first.
func (d *pageData) SignedIn() bool { return d.signedIn() }

// pageNames returns the names of the files of an address's page, the best one first:
// of the fixed parts of the address, and of the game that it names.
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

// roomName returns the name of the file of the page of a room.
func roomName(game string, status room.Status) string {
	switch status {
	case room.StatusPlaying:
		return "table-" + game + ".html"
	case room.StatusFinished:
		return "end-" + game + ".html"
	}
	return "room.html"
}

// replayName returns the name of the file of the page of a match that is shown again.
func replayName(game string) string { return "match-" + game + ".html" }

// templates returns the client's pages as templates of pageData, by name.
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

// page returns the first of the client's pages that is there, for a request: in the
// language that the browser prefers, with a head unless it is nil.
func (s *Pages) renderPage(
	now *siteAssets,
	r *http.Request,
	about subject,
	head *linkHead,
	names ...string,
) ([]byte, error) {
	there := slices.IndexFunc(names, func(name string) bool { return now.pages[name] != nil })
	if there < 0 {
		return nil, httpx.ErrNotFound()
	}
	data := &pageData{
		Lang:         preferredLanguage(r.Header, now.words.Languages),
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
	if err := now.pages[names[there]].Execute(&page, data); err != nil {
		return nil, err
	}
	body := withTitle(page.Bytes(), now.words)
	if head != nil {
		body = s.withHead(body, head)
	}
	return body, nil
}

// sendPage sends a page that is the same for everybody who prefers a language. Browsers
// keep it, but ask each time whether it has changed.
func (s *Pages) sendPage(w http.ResponseWriter, r *http.Request, head *linkHead, names ...string) {
	now, err := s.siteAssets()
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	body, err := s.renderPage(now, r, subject{}, head, names...)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	w.Header().Add("Vary", "Accept-Language")
	now.renderedPage(body).ServeHTTP(w, r)
}

// sendPageAbout sends the page of one room, match or account.
func (s *Pages) sendPageAbout(w http.ResponseWriter, r *http.Request, about subject, head *linkHead, name string) {
	now, err := s.siteAssets()
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	body, err := s.renderPage(now, r, about, head, name, indexName)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	w.Header().Add("Vary", "Accept-Language")
	w.Header().Set("Content-Type", contentType(".html"))
	w.Header().Set("Cache-Control", revalidate)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// ready returns a page that is ready to be sent, and keeps it. There are not many: one for
// each file, language and whatever else pages depend on.
func (f *siteAssets) renderedPage(body []byte) *asset {
	if page, ok := f.rendered.Load(string(body)); ok {
		return page.(*asset)
	}
	page, _ := f.rendered.LoadOrStore(string(body), newAsset(contentType(".html"), body))
	return page.(*asset)
}

// pageAt sends the page of an address.
func (s *Pages) pageAt(pattern string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.sendPage(w, r, nil, pageNames(pattern, chi.URLParam(r, "game"))...)
	}
}

// preferred returns the first language of the client that is among those offered, else the
// first of these, as the page's script does.
func preferredLanguage(h http.Header, offered []string) string {
	for _, entry := range strings.Split(h.Get("Accept-Language"), ",") {
		tag := strings.ToLower(strings.TrimSpace(entry))
		if len(tag) >= 2 && slices.Contains(offered, tag[:2]) {
			return tag[:2]
		}
	}
	return offered[0]
}
