package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"archmage/web"
)

// manifest lists what each page preloads, so that the browser requests it together with the page instead of
// after the page's script. In all names {game} stands for the id of a game.
type manifest struct {
	// EveryPage is preloaded by all pages, including index.html. Names with {game} apply to each game.
	EveryPage preloads
	// EveryPageOfAGame is preloaded in addition by pages whose name contains {game}.
	EveryPageOfAGame preloads
	// Media are media queries by style sheet. A sheet with one is preloaded only where it matches.
	Media map[string]string
	// Pages are by file name without ".html". A page with {game} in its name is written once for each game.
	// The server chooses the page by the fixed parts of the address joined by "-", as in u-us for /u/NAME/us,
	// and for a room by its state.
	Pages map[string]preloads
}

// preloads are files and API requests. A file with {game} in its name is optional for each game.
type preloads struct {
	// Modules are modules that the client imports dynamically.
	Modules, Styles []string
	// Texts are files of texts, with * in place of the language.
	Texts []string
	// API are paths of requests. They can contain the names in placeholders.
	API []string
	// APIWithoutQuery are requests that the page sends first if its own URL has no query. APISignedIn are
	// those that it also sends only if the server recognises the person.
	APIWithoutQuery, APISignedIn []string
}

// placeholders maps placeholders of the manifest to fields of an html/template that the server fills in for
// each response (internal/transport/pages/page.go).
var placeholders = strings.NewReplacer(
	"*", "{{.Lang}}",
	"{firstGame}", "{{.FirstGame}}",
	"{match}", "{{.Match}}",
	"{name}", "{{.Name}}",
	"{person}", "{{.Person}}",
)

const gamePlaceholder = "{game}"

func readManifest(text []byte) (*manifest, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var m manifest
	if err := decoder.Decode(&m); err != nil {
		return nil, fmt.Errorf("%s: %w", web.Manifest, err)
	}
	return &m, nil
}

// games returns the sorted ids of the games that have a board.
func (b *bundler) games() []string {
	var ids []string
	for _, name := range slices.Sorted(maps.Keys(b.sources)) {
		if found := boards.FindStringSubmatch(name); found != nil {
			ids = append(ids, found[1])
		}
	}
	return ids
}

// page has the files and requests that one page preloads. All files exist.
type page struct {
	// game is the game whose pieces the page shows, or "".
	game string
	preloads
	// scripts are the scripts of the modules and of what these import.
	scripts []string
}

// findPages returns index.html and the pages of the manifest by file name. modules are those that the client
// imports dynamically.
func (b *bundler) findPages(modules map[string]bool) (map[string]page, error) {
	all := b.games()
	for name := range b.manifest.Media {
		if b.files[name] == nil {
			return nil, fmt.Errorf("%s names %s, which is not there", web.Manifest, name)
		}
	}
	pages := map[string]page{}
	var base page
	if err := b.add(&base, b.manifest.EveryPage, modules, all...); err != nil {
		return nil, err
	}
	pages[indexName] = base
	for name, specific := range b.manifest.Pages {
		games := []string{""}
		if strings.Contains(name, gamePlaceholder) {
			games = all
		}
		for _, game := range games {
			p := base
			var err error
			if p.game = game; game == "" {
				err = b.add(&p, specific, modules)
			} else {
				err = errors.Join(
					b.add(&p, b.manifest.EveryPageOfAGame, modules, game),
					b.add(&p, specific, modules, game),
				)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			pages[strings.ReplaceAll(name, gamePlaceholder, game)+".html"] = p
		}
	}
	return pages, nil
}

// add adds preloads to a page. Names with {game} are added for each of the games that has the file.
func (b *bundler) add(p *page, added preloads, modules map[string]bool, games ...string) error {
	var err error
	// Pages share the start of their lists, so each gets its own copy.
	add := func(list *[]string, names []string, exists func(string) bool) {
		extended := slices.Clone(*list)
		for _, name := range names {
			if !strings.Contains(name, gamePlaceholder) {
				extended = append(extended, name)
				if !exists(name) {
					err = errors.Join(err, fmt.Errorf("%s names %s, which is not there", web.Manifest, name))
				}
				continue
			}
			for _, game := range games {
				if ofGame := strings.ReplaceAll(name, gamePlaceholder, game); exists(ofGame) {
					extended = append(extended, ofGame)
				}
			}
		}
		*list = extended
	}
	isFile := func(name string) bool { return b.files[name] != nil }
	isAddress := func(address string) bool {
		return strings.HasPrefix(address, "/api/") &&
			!strings.ContainsAny(field.ReplaceAllString(placeholders.Replace(address), ""), "{}")
	}
	// A module that is not imported dynamically has no script of its own.
	add(&p.Modules, added.Modules, func(name string) bool { return modules[name] })
	add(&p.Styles, added.Styles, isFile)
	add(&p.Texts, added.Texts, func(name string) bool {
		return !slices.ContainsFunc(
			b.languages(),
			func(lang string) bool { return !isFile(strings.Replace(name, "*", lang, 1)) },
		)
	})
	add(&p.API, added.API, isAddress)
	add(&p.APIWithoutQuery, added.APIWithoutQuery, isAddress)
	add(&p.APISignedIn, added.APISignedIn, isAddress)
	return err
}

// field matches the fields that placeholders inserts.
var field = regexp.MustCompile(`{{\.\w+}}`)

// languages returns the languages of the client's texts.
func (b *bundler) languages() (languages []string) {
	for name := range b.sources {
		if ok, _ := path.Match("core/texts.*.json", name); ok {
			languages = append(languages, strings.Split(name, ".")[1])
		}
	}
	return languages
}

// links returns the preload elements for the page's head. media are media queries by style sheet.
func (p *page) links(media map[string]string) string {
	var text strings.Builder
	write := func(format string, names []string) {
		for _, name := range names {
			fmt.Fprintf(&text, format+"\n", placeholders.Replace(html.EscapeString(name)))
		}
	}
	if p.game != "" {
		write(`<meta name="game" content="%s">`, []string{p.game})
	}
	for _, name := range p.Styles {
		condition := ""
		if query := media[name]; query != "" {
			condition = fmt.Sprintf(` media="%s"`, html.EscapeString(query))
		}
		write(`<link rel="preload" href="/%s" as="style"`+condition+`>`, []string{name})
	}
	write(`<link rel="modulepreload" href="/%s">`, p.scripts)
	write(`<link rel="preload" href="/%s" as="fetch" crossorigin>`, p.Texts)
	const answer = `<link rel="preload" href="%s" as="fetch" crossorigin>`
	write(answer, p.API)
	write("{{if .WithoutQuery}}"+answer+"{{end}}", p.APIWithoutQuery)
	write("{{if .WithoutQuery}}{{if .SignedIn}}"+answer+"{{end}}{{end}}", p.APISignedIn)
	return text.String()
}
