//go:build !bundled

package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// manifestName is the file of the client that says what its pages preload.
const manifestName = "pages.json"

// manifest says what each page preloads, so that the browser asks for it together with
// the page, and not only when the page's script imports it. In all names {game} stands
// for the id of a game.
type manifest struct {
	// Game is what every page of a game preloads besides. A game needs not have all of it.
	Game preloads
	// Pages are by the name of their file, without ".html". One whose name contains {game}
	// is written once for each game.
	Pages map[string]preloads
}

// preloads are modules that are loaded by import(), and style sheets.
type preloads struct{ Modules, Styles []string }

const gamePlaceholder = "{game}"

func readManifest(text []byte) (*manifest, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var m manifest
	if err := decoder.Decode(&m); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestName, err)
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

// pagesOf returns what the pages of the manifest preload, by the names of their files.
func (b *bundler) pagesOf(meta *metafile) (map[string]pageFiles, error) {
	pages := map[string]pageFiles{}
	for name, page := range b.manifest.Pages {
		if !strings.Contains(name, gamePlaceholder) {
			files, err := b.pageFiles(meta, page, "")
			if err != nil {
				return nil, err
			}
			pages[name+".html"] = files
			continue
		}
		for _, game := range b.games() {
			files, err := b.pageFiles(meta, page, game)
			if err != nil {
				return nil, err
			}
			pages[strings.ReplaceAll(name, gamePlaceholder, game)+".html"] = files
		}
	}
	return pages, nil
}

// pageFiles returns the files that a page preloads, that of a game unless it is "".
func (b *bundler) pageFiles(meta *metafile, page preloads, game string) (pageFiles, error) {
	modules, styles := page.Modules, page.Styles
	if game != "" {
		modules = slices.Concat(b.manifest.Game.Modules, modules)
		styles = slices.Concat(b.manifest.Game.Styles, styles)
	}
	modules, err := there(modules, game, meta.later())
	if err != nil {
		return pageFiles{}, fmt.Errorf("%w, or is not loaded by import()", err)
	}
	styles, err = there(styles, game, b.files)
	if err != nil {
		return pageFiles{}, err
	}
	return pageFiles{scripts: meta.besides(b.first, modules...), styles: styles, game: game}, nil
}

// there returns the names for a game. Those of the game's files may be missing, the
// others may not.
func there[T any](names []string, game string, files map[string]T) ([]string, error) {
	var found []string
	for _, name := range names {
		ofGame := strings.ReplaceAll(name, gamePlaceholder, game)
		if _, ok := files[ofGame]; ok {
			found = append(found, ofGame)
		} else if ofGame == name {
			return nil, fmt.Errorf("%s names %s, which is not there", manifestName, name)
		}
	}
	return found, nil
}
