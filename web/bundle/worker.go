package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"archmage/web"
)

// serviceWorkerName is the service worker, which stores the client in the browser. It is not a module, and is
// in the root folder so that its scope is all pages.
const serviceWorkerName = "sw.js"

// picturesName is the file with the paths of the pictures of the games.
const picturesName = "offline/pictures.json"

// workerBundle is the global BUNDLE of sw.js.
type workerBundle struct {
	// Build changes whenever a file of the client changes.
	Build string `json:"build"`
	// Shell has the paths that a page needs to open. Rest has the paths that are needed to read rules, cards
	// and finished matches offline.
	Shell []string `json:"shell"`
	Rest  []string `json:"rest"`
	// Pictures has the paths of the pictures of the games, which a match without a network also needs. They are in
	// picturesName, because the service worker does not load them otherwise.
	Pictures []string `json:"-"`
}

// shell are patterns, for path.Match, of further files that a page needs to open and to report that it is
// offline.
var shell = []string{
	"core/texts.*.json",
	"games/*/cover.*.json",
	"art/favicon.svg",
	"art/pieces.svg",
	"manifest.webmanifest",
}

// isOffline reports whether a file is in Rest unless it is in Shell. Left out are pictures of single cards,
// which the service worker stores when they are shown, the rules for browsers, and the schemas.
func isOffline(name string) bool {
	switch path.Ext(name) {
	case ".js", ".css", ".json", ".woff2":
		return name != serviceWorkerName && !strings.HasPrefix(name, web.Worker) &&
			!strings.HasPrefix(name, "schema/") &&
			!strings.HasPrefix(name, "vendor/axe")
	case ".svg":
		return strings.HasPrefix(name, "art/") || path.Base(name) == "cover.svg"
	}
	return false
}

// offlineRequests are the API requests in Rest.
var offlineRequests = []string{"/api/games", "/api/site"}

// newWorkerBundle returns the data for the service worker. first are the scripts and the style sheet of every
// page.
func newWorkerBundle(files map[string][]byte, first []string) workerBundle {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sum.Write([]byte(name + "\x00"))
		sum.Write(files[name])
	}
	var needed []string
	for _, name := range first {
		needed = append(needed, "/"+name)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if slices.ContainsFunc(shell, func(pattern string) bool { ok, _ := path.Match(pattern, name); return ok }) {
			needed = append(needed, "/"+name)
		}
	}
	later := slices.Clone(offlineRequests)
	pictures := []string{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if isOffline(name) && !slices.Contains(needed, "/"+name) {
			later = append(later, "/"+name)
		} else if strings.HasPrefix(name, "games/") && path.Ext(name) == ".svg" && !slices.Contains(needed, "/"+name) {
			pictures = append(pictures, "/"+name)
		}
		if game, isGame := strings.CutSuffix(name, "/rules.en.json"); isGame {
			later = append(later, "/api/"+game+"/catalogue")
		}
	}
	return workerBundle{Build: hex.EncodeToString(sum.Sum(nil)[:8]), Shell: needed, Rest: later, Pictures: pictures}
}

// addServiceWorker inserts this data into the service worker, if the client has one.
func (b *bundler) addServiceWorker() error {
	if b.files[serviceWorkerName] == nil {
		return nil
	}
	bundle := newWorkerBundle(b.files, b.first)
	data, err := json.Marshal(bundle)
	if err != nil {
		return err
	}
	if b.files[picturesName], err = json.Marshal(bundle.Pictures); err != nil {
		return err
	}
	result := api.Transform(string(b.files[serviceWorkerName]), api.TransformOptions{
		Loader:     api.LoaderJS,
		Sourcefile: serviceWorkerName,
		Engines:    oldestBrowsers,
		Charset:    api.CharsetUTF8,
		LogLevel:   api.LogLevelSilent,
		Define:     map[string]string{"BUNDLE": string(data)},
	})
	b.files[serviceWorkerName] = result.Code
	return problems(result.Errors, result.Warnings)
}
