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

// manifest says what each page preloads, so that the browser asks for it together with
// the page, and not only when the page's script does. In all names {game} stands for the
// id of a game.
type manifest struct {
	// EveryPage is what all pages preload, index.html too: with {game}, for each game.
	EveryPage preloads
	// EveryPageOfAGame is what those preload besides whose name contains {game}.
	EveryPageOfAGame preloads
	// Pages are by the name of their file, without ".html". One whose name contains {game}
	// is written once for each game. The server chooses the page by the address, whose
	// fixed parts are joined by "-", as in u-us for /u/NAME/us; for a room by its state.
	Pages map[string]preloads
}

// preloads are the names of files, which a game need not have, and addresses.
type preloads struct {
	// Modules are loaded by import() in the client.
	Modules, Styles []string
	// Texts have * in place of the language.
	Texts []string
	// API are addresses of answers of the server. They may contain what placeholders names.
	API []string
	// APIWithoutQuery are those for which the page asks first if its own address has no
	// query, and APISignedIn those that moreover only somebody whom the server knows gets.
	APIWithoutQuery, APISignedIn []string
}

// placeholders are what the server fills in when it sends a page: fields of a template of
// the package html/template, by what stands for them in the manifest
// (internal/transport/pages/page.go).
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

// games returns the ids of the client's games, sorted: those with a board.
func (b *bundler) games() []string {
	var ids []string
	for _, name := range slices.Sorted(maps.Keys(b.sources)) {
		if found := boards.FindStringSubmatch(name); found != nil {
			ids = append(ids, found[1])
		}
	}
	return ids
}

// page is what one page preloads. All names are those of files that are there.
type page struct {
	// game is the game whose pieces it shows, "" for none.
	game string
	preloads
	// scripts are made of the modules, and of what these import.
	scripts []string
}

// findPages returns the pages of the manifest and index.html, by the names of their files.
// Modules are those that are loaded by import().
func (b *bundler) findPages(modules map[string]bool) (map[string]page, error) {
	all := b.games()
	pages := map[string]page{}
	var every page
	if err := b.add(&every, b.manifest.EveryPage, modules, all...); err != nil {
		return nil, err
	}
	pages[indexName] = every
	for name, own := range b.manifest.Pages {
		games := []string{""}
		if strings.Contains(name, gamePlaceholder) {
			games = all
		}
		for _, game := range games {
			p := every
			var err error
			if p.game = game; game == "" {
				err = b.add(&p, own, modules)
			} else {
				err = errors.Join(
					b.add(&p, b.manifest.EveryPageOfAGame, modules, game),
					b.add(&p, own, modules, game),
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

// add adds to a page what the manifest says. Names with {game} are added for each of the
// games.
func (b *bundler) add(p *page, more preloads, modules map[string]bool, games ...string) error {
	var failed error
	// Pages share the beginning of their lists, so each gets a list of its own.
	add := func(list *[]string, names []string, exists func(string) bool) {
		own := slices.Clone(*list)
		for _, name := range names {
			if !strings.Contains(name, gamePlaceholder) {
				own = append(own, name)
				if !exists(name) {
					failed = errors.Join(failed, fmt.Errorf("%s names %s, which is not there", web.Manifest, name))
				}
				continue
			}
			for _, game := range games {
				if ofGame := strings.ReplaceAll(name, gamePlaceholder, game); exists(ofGame) {
					own = append(own, ofGame)
				}
			}
		}
		*list = own
	}
	isFile := func(name string) bool { return b.files[name] != nil }
	isAddress := func(address string) bool {
		return strings.HasPrefix(address, "/api/") &&
			!strings.ContainsAny(field.ReplaceAllString(placeholders.Replace(address), ""), "{}")
	}
	// A module that nothing loads by import() has no script of its own.
	add(&p.Modules, more.Modules, func(name string) bool { return modules[name] })
	add(&p.Styles, more.Styles, isFile)
	add(&p.Texts, more.Texts, func(name string) bool {
		return !slices.ContainsFunc(
			b.languages(),
			func(lang string) bool { return !isFile(strings.Replace(name, "*", lang, 1)) },
		)
	})
	add(&p.API, more.API, isAddress)
	add(&p.APIWithoutQuery, more.APIWithoutQuery, isAddress)
	add(&p.APISignedIn, more.APISignedIn, isAddress)
	return failed
}

// field matches what placeholders puts into an address.
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

// links returns the elements of a page's head by which it preloads.
func (p *page) links() string {
	var text strings.Builder
	write := func(format string, names []string) {
		for _, name := range names {
			fmt.Fprintf(&text, format+"\n", placeholders.Replace(html.EscapeString(name)))
		}
	}
	if p.game != "" {
		write(`<meta name="game" content="%s">`, []string{p.game})
	}
	write(`<link rel="preload" href="/%s" as="style">`, p.Styles)
	write(`<link rel="modulepreload" href="/%s">`, p.scripts)
	write(`<link rel="preload" href="/%s" as="fetch" crossorigin>`, p.Texts)
	const answer = `<link rel="preload" href="%s" as="fetch" crossorigin>`
	write(answer, p.API)
	write("{{if .WithoutQuery}}"+answer+"{{end}}", p.APIWithoutQuery)
	write("{{if .WithoutQuery}}{{if .SignedIn}}"+answer+"{{end}}{{end}}", p.APISignedIn)
	return text.String()
}
