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

// serviceWorkerName is the script by which browsers keep the client. It is no
// module, and stands at the root, as it sees to all pages.
const serviceWorkerName = "sw.js"

// kept is what the service worker has to know of the client. It is defined as the global
// BUNDLE of sw.js.
type kept struct {
	// Build changes with every file of the client.
	Build string `json:"build"`
	// Shell are the addresses of what a page needs to open, Rest those by which rules, cards
	// and finished matches can be read without a connection.
	Shell []string `json:"shell"`
	Rest  []string `json:"rest"`
}

// shell are the files, besides the page and what it names, that a page needs to
// open and say in words that there is no connection: by patterns of path.Match.
var shell = []string{
	"core/texts.*.json",
	"games/*/cover.*.json",
	"art/favicon.svg",
	"art/pieces.svg",
	"manifest.webmanifest",
}

// rest are the files, besides, by which rules, cards and finished matches can be read without
// a connection: all but pictures of single cards, of which those are kept that were seen,
// the rules for browsers and the schemas.
func rest(name string) bool {
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

// restAnswers are the answers of the server that go with them.
var restAnswers = []string{"/api/games", "/api/site"}

// keptOf returns what the service worker of a client's files has to know, where first are
// the scripts and the style sheet that every page names.
func keptOf(files map[string][]byte, first []string) kept {
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
	later := slices.Clone(restAnswers)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if rest(name) && !slices.Contains(needed, "/"+name) {
			later = append(later, "/"+name)
		}
		if game, isGame := strings.CutSuffix(name, "/rules.en.json"); isGame {
			later = append(later, "/api/"+game+"/catalogue")
		}
	}
	return kept{Build: hex.EncodeToString(sum.Sum(nil)[:8]), Shell: needed, Rest: later}
}

// worker tells the service worker, if the client has one, what it has to know.
func (b *bundler) worker() error {
	if b.files[serviceWorkerName] == nil {
		return nil
	}
	what, err := json.Marshal(keptOf(b.files, b.first))
	if err != nil {
		return err
	}
	result := api.Transform(string(b.files[serviceWorkerName]), api.TransformOptions{
		Loader:     api.LoaderJS,
		Sourcefile: serviceWorkerName,
		Engines:    oldest,
		Charset:    api.CharsetUTF8,
		LogLevel:   api.LogLevelSilent,
		Define:     map[string]string{"BUNDLE": string(what)},
	})
	b.files[serviceWorkerName] = result.Code
	return problems(result.Errors, result.Warnings)
}
