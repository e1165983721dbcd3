package pages

import (
	"bytes"
	"html"
	"html/template"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"

	"archmage/internal/moderation/site"
	"archmage/internal/strict"
	"archmage/internal/transport/httpx"
)

// siteAssets are the client's files and the answers that contain the host's texts. They are made
// again when the host changes a text, and are not changed after that, except for rendered.
type siteAssets struct {
	words *site.Words
	files assets
	// pages are templates of pageData, by file name. rendered caches the pages made of them: each
	// is an *asset, by its HTML.
	pages    map[string]*template.Template
	rendered sync.Map
	// info answers GET /api/site. texts has the answers to GET /api/site/PAGE, by page.
	info  *asset
	texts map[string]*asset
	// heads are the heads of the pages that are the same for all visitors, by path.
	heads map[string]*linkHead
}

// siteAssets returns the assets with the current texts.
func (s *Pages) siteAssets() (*siteAssets, error) {
	words := s.site.Words()
	if built := s.current.Load(); built != nil && built.words == words {
		return built, nil
	}
	files, err := s.buildAssets()
	if err != nil {
		return nil, err
	}
	pages, err := templates(files)
	if err != nil {
		return nil, err
	}
	built := &siteAssets{
		words: words,
		files: withSite(files, words),
		pages: pages,
		texts: map[string]*asset{},
		heads: s.mainPageHeads(words),
	}
	info := SiteInfo{
		Name:      words.Name,
		Version:   s.version,
		Welcome:   words.Welcome,
		Logo:      words.LogoAddress(),
		Colour:    words.ColourRGB(),
		Languages: words.Languages,
		Pages:     []string{},
		Rules:     files[rulesName] != nil,
		Tag:       words.Tag,
	}
	if info.Welcome == nil {
		info.Welcome = site.Texts{}
	}
	for _, part := range []site.Part{site.About, site.Imprint, site.Privacy} {
		if texts := words.Page(part); len(texts) > 0 {
			info.Pages = append(info.Pages, string(part))
			built.texts[string(part)] = newAsset(contentType(".json"), strict.Encode(texts))
		}
	}
	built.info = newAsset(contentType(".json"), strict.Encode(info))
	s.current.Store(built)
	return built, nil
}

// static returns the client's files with the host's texts.
func (s *Pages) static() (assets, error) {
	current, err := s.siteAssets()
	if err != nil {
		return nil, err
	}
	return current.files, nil
}

// defaultTitle and defaultLang are the parts of the client's pages that withTitle replaces.
const (
	defaultTitle = "<title>" + site.ProgramName + "</title>"
	defaultLang  = `<html lang="en">`
)

// withTitle returns a page with the title and the languages of this server.
func withTitle(page []byte, words *site.Words) []byte {
	title := "<title>" + html.EscapeString(words.DisplayName()) + "</title>"
	page = bytes.Replace(page, []byte(defaultTitle), []byte(title), 1)
	if slices.Equal(words.Languages, site.SupportedLanguages()) {
		return page
	}
	lang := `<html lang="` + words.Lang() + `" data-languages="` + strings.Join(words.Languages, " ") + `">`
	return bytes.Replace(page, []byte(defaultLang), []byte(lang), 1)
}

// defaultIcons is the part of the web app manifest before its icons, and defaultTheme its colour.
const (
	defaultIcons = `"icons": [`
	defaultTheme = `"theme_color": "#2f4a2c"`
)

// withSite returns the client's files with the logo of this server, and with its name, its icon and its colour in the
// web app manifest.
func withSite(files assets, words *site.Words) assets {
	files = maps.Clone(files)
	for name, file := range files {
		if path.Ext(name) != ".webmanifest" {
			continue
		}
		body := bytes.ReplaceAll(file.body, []byte(`"`+site.ProgramName+`"`), strict.Encode(words.DisplayName()))
		if words.Logo != nil {
			icon := defaultIcons + `{ "src": "/` + site.IconFile + `", "type": "image/png", "sizes": "256x256" },`
			body = bytes.Replace(body, []byte(defaultIcons), []byte(icon), 1)
		}
		if colour := words.ColourRGB(); colour != "" {
			body = bytes.Replace(body, []byte(defaultTheme), []byte(`"theme_color": "`+colour+`"`), 1)
		}
		files[name] = newAsset(file.contentType, body)
	}
	if words.Logo != nil {
		files[site.LogoFile] = newAsset(contentType(".png"), words.Logo.PNG)
		files[site.IconFile] = newAsset(contentType(".png"), words.Logo.Icon)
	}
	return files
}

// SiteInfo is the answer to GET /api/site.
type SiteInfo struct {
	// Name is the host's name for the server, "" for Archmage.
	Name string `json:"name"`
	// Version is the version of the program.
	Version string `json:"version"`
	// Welcome has the host's welcome by language, "" for any other.
	Welcome site.Texts `json:"welcome"`
	// Logo is the path of the club's logo. Colour is its colour, like "#1f4a2e". Both are "" by default.
	Logo   string `json:"logo"`
	Colour string `json:"colour"`
	// Languages are the languages that the client offers, the host's language first.
	Languages []string `json:"languages"`
	// Pages are the values of PAGE in GET /api/site/PAGE.
	Pages []string `json:"pages"`
	// Rules is true if browsers can load the rules and check a match with them.
	Rules bool `json:"rules"`
	// Tag changes whenever the host changes a text.
	Tag string `json:"tag"`
}

// rulesName is the file of the rules for browsers.
const rulesName = "wasm/rules.wasm"

// MountSite adds the endpoints that banned addresses may use, too.
func (s *Pages) MountSite(r chi.Router) {
	add := func(pattern string, find func(*siteAssets, *http.Request) *asset) {
		r.Method(http.MethodGet, pattern, s.HandlerOf(func(w http.ResponseWriter, r *http.Request) error {
			current, err := s.siteAssets()
			if err != nil {
				return err
			}
			found := find(current, r)
			if found == nil {
				return httpx.ErrNotFound()
			}
			found.ServeHTTP(w, r)
			return nil
		}))
	}
	add("/site", func(current *siteAssets, _ *http.Request) *asset { return current.info })
	add(
		"/site/{page}",
		func(current *siteAssets, r *http.Request) *asset { return current.texts[chi.URLParam(r, "page")] },
	)
}

// mountMainPages adds the pages that are the same for all visitors.
func (s *Pages) mountMainPages(r chi.Router) {
	for path := range s.mainPageHeads(s.site.Words()) {
		r.Get(path, func(w http.ResponseWriter, r *http.Request) {
			current, err := s.siteAssets()
			if err != nil {
				s.Fail(w, r, err)
				return
			}
			s.sendPage(w, r, current.heads[path], pageNames(path, "")...)
		})
	}
}
