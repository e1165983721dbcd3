//go:build !bundled

package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
)

// serviceWorkerName is the script by which browsers keep the client. It is no
// module, and stands at the root, as it sees to all pages.
const serviceWorkerName = "sw.js"

// The lines of the service worker that are filled in.
const (
	buildLine = "const build = '';\n"
	shellLine = "const shell = [];\n"
	restLine  = "const rest = [];\n"
)

// shell are the files, besides the page and what it names, that a page needs to
// open and say in words that there is no connection: by patterns of path.Match.
var shell = []string{
	"base/texts.*.json",
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
		return name != serviceWorkerName && !strings.HasPrefix(name, Worker) && !strings.HasPrefix(name, "schema/") &&
			!strings.HasPrefix(name, "vendor/axe")
	case ".svg":
		return strings.HasPrefix(name, "art/") || path.Base(name) == "cover.svg"
	}
	return false
}

// restAnswers are the answers of the server that go with them.
var restAnswers = []string{"/api/games", "/api/site"}

// fillServiceWorker fills in the service worker of a client's files: their build,
// and what a page needs, with the first scripts and style sheets.
func fillServiceWorker(files map[string][]byte, first []string) error {
	text := string(files[serviceWorkerName])
	if !strings.Contains(text, buildLine) || !strings.Contains(text, shellLine) || !strings.Contains(text, restLine) {
		return errors.New("the service worker has no place for the build")
	}
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
	list, err := json.Marshal(needed)
	if err != nil {
		return err
	}
	others, err := json.Marshal(later)
	if err != nil {
		return err
	}
	text = strings.Replace(text, buildLine, "const build = '"+hex.EncodeToString(sum.Sum(nil)[:8])+"';\n", 1)
	text = strings.Replace(text, shellLine, "const shell = "+string(list)+";\n", 1)
	text = strings.Replace(text, restLine, "const rest = "+string(others)+";\n", 1)
	files[serviceWorkerName] = []byte(text)
	return nil
}
