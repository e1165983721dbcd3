package transport

import (
	"bytes"
	"cmp"
	"html"
	"maps"
	"net/http"
	"path"
	"slices"
	"sync"

	"github.com/go-chi/chi/v5"
)

// Site is what an operator says of the server.
type Site struct {
	// Name is what the server is called; "" for the name of the program.
	Name string
	// Welcome are words on the start page, Imprint and Privacy pages of their own:
	// plain text by language, "" for every other language; nil for none.
	Welcome, Imprint, Privacy map[string]string
}

// called returns what the server is called.
func (s *Site) called() string { return cmp.Or(s.Name, programName) }

// programName is what the client's files call the server.
const programName = "Archmage"

// named returns the client's files, in which titles and the name of the installed app
// are that of the server.
func (s *Site) named(load func() (map[string][]byte, error)) func() (map[string][]byte, error) {
	return func() (map[string][]byte, error) {
		files, err := load()
		if err != nil || s.called() == programName {
			return files, err
		}
		title, escaped := []byte("<title>"+programName+"</title>"), []byte("<title>"+html.EscapeString(s.called())+"</title>")
		quoted := []byte(`"` + programName + `"`)
		files = maps.Clone(files)
		for name, body := range files {
			switch path.Ext(name) {
			case ".html":
				files[name] = bytes.Replace(body, title, escaped, 1)
			case ".webmanifest":
				files[name] = bytes.ReplaceAll(body, quoted, encode(s.called()))
			}
		}
		return files, nil
	}
}

// siteInfo is what clients know of the server.
type siteInfo struct {
	Name string `json:"name"`
	// Version is that of the program.
	Version string            `json:"version"`
	Welcome map[string]string `json:"welcome"`
	// Pages are those of GET /api/site/PAGE.
	Pages []string `json:"pages"`
	// Rules: browsers get the rules with which they can check a match.
	Rules bool `json:"rules"`
}

// rulesName is the file of the rules for browsers.
const rulesName = "wasm/rules.wasm"

// siteTexts returns the pages by name.
func (s *Site) texts() map[string]map[string]string {
	texts := map[string]map[string]string{}
	for name, text := range map[string]map[string]string{"imprint": s.Imprint, "privacy": s.Privacy} {
		if len(text) > 0 {
			texts[name] = text
		}
	}
	return texts
}

// mountSite adds what everybody may read, also who is banned.
func (s *pagesAPI) mountSite(r chi.Router) {
	site := &s.options.Site
	info := siteInfo{Name: site.Name, Version: s.options.Version, Welcome: site.Welcome, Pages: []string{}}
	if info.Welcome == nil {
		info.Welcome = map[string]string{}
	}
	pages := map[string]*asset{}
	for name, text := range site.texts() {
		info.Pages = append(info.Pages, name)
		pages[name] = newAsset(contentType(".json"), encode(text))
	}
	slices.Sort(info.Pages)
	// Whether there are rules is known once the client's files are.
	told := sync.OnceValue(func() *asset {
		files, err := s.static()
		info.Rules = err == nil && files[rulesName] != nil
		return newAsset(contentType(".json"), encode(info))
	})
	r.Method(http.MethodGet, "/site", s.endpoint(func(w http.ResponseWriter, r *http.Request) error {
		told().ServeHTTP(w, r)
		return nil
	}))
	r.Method(http.MethodGet, "/site/{page}", s.endpoint(func(w http.ResponseWriter, r *http.Request) error {
		page := pages[chi.URLParam(r, "page")]
		if page == nil {
			return errNothing()
		}
		page.ServeHTTP(w, r)
		return nil
	}))
}
