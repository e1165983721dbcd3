// Package web holds the browser client: the source modules in the folder static, which browsers run
// unchanged, and a bundle of fewer, smaller files if "make bundle" has written one. It imports nothing of
// this module. Begin at [Load].
package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

const (
	// Chunks is the folder of a bundle for files with a hash of their content in their names.
	Chunks = "chunks/"
	// Worker is the folder with the rules for browsers and the worker that runs them.
	Worker = "wasm/"
	// Manifest is the file that lists what each page preloads.
	Manifest = "pages.json"
	// SourceSum is the file of a bundle that holds the Sum of its source.
	SourceSum = "source.sha256"
)

// readme is the name of files that document a folder of the source. They are not part of the client.
const readme = "README.md"

// embedded has the source in the folder static. The folder bundled has a bundle, or only a
// hidden file, because an empty folder cannot be embedded.
//
//go:embed static all:bundled
var embedded embed.FS

// Client holds the files that the server sends, by path without the leading slash.
type Client struct {
	Files map[string][]byte
	// Bundled is true if Files are a bundle, and false if they are the source.
	Bundled bool
	// Warnings describe what the build of this program has left out.
	Warnings []string
}

// The warnings. "make build" leaves nothing out.
const (
	noBundle   = "the client is sent as its source modules, because it is not bundled: make build"
	oldBundle  = "the client is sent as its source modules, because its bundle is of another version: make build"
	noRules    = "browsers cannot check matches, because the rules for them are not built: make build"
	otherRules = "browsers cannot check matches, because the rules for them are of another version: make build"
)

// Load returns the bundle, or the source if there is no bundle of exactly this source.
func Load() (*Client, error) { return loadFrom(embedded, rulesHash) }

func loadFrom(folder fs.FS, hash string) (*Client, error) {
	source, err := readFolder(folder, "static")
	if err != nil {
		return nil, err
	}
	bundle, err := readFolder(folder, "bundled")
	if err != nil {
		return nil, err
	}
	c := &Client{Files: source}
	switch string(bundle[SourceSum]) {
	case Sum(source):
		c.Bundled = true
		delete(bundle, SourceSum)
		delete(bundle, ".gitkeep")
		maps.DeleteFunc(source, func(name string, _ []byte) bool { return Replaced(name) })
		maps.Copy(source, bundle)
	case "":
		c.Warnings = append(c.Warnings, noBundle)
	default:
		c.Warnings = append(c.Warnings, oldBundle)
	}
	if warning := c.keepRules(hash); warning != "" {
		c.Warnings = append(c.Warnings, warning)
	}
	return c, nil
}

// Source returns the files of the client's source.
func Source() (map[string][]byte, error) { return readFolder(embedded, "static") }

// Sum returns a hash of files, by their names and contents.
func Sum(files map[string][]byte) string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content := sha256.Sum256(files[name])
		sum.Write([]byte(name + "\x00"))
		sum.Write(content[:])
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Replaced reports whether the bundle replaces a file of the source or leaves it out. All other files are the
// same in source and bundle.
func Replaced(name string) bool {
	switch path.Ext(name) {
	case ".html", ".js", ".ts", ".css", ".svg":
		return true
	}
	return name == Manifest
}

// rulesHash is the hash of the sources of the rules in this program, as printed by the
// command web/wasm/hash. The linker sets it. It is "" in a program built without "make build".
//
// Browsers check a finished match with the same rules, compiled to WebAssembly, and report
// each difference as an error. Rules of another version would report errors in correct
// matches. "make wasm" writes the hash of the sources that it compiles to rules.hash. If both
// hashes are equal, so are the rules. The hash does not cover libraries and the version of
// Go, which go.mod fixes for both.
var rulesHash string

// keepRules removes the rules for browsers unless they were compiled from the same sources as this program.
// It returns a warning, or "" if they are kept.
func (c *Client) keepRules(hash string) (warning string) {
	file := func(name string) []byte { return c.Files[Worker+name] }
	switch compiled := strings.TrimSpace(string(file("rules.hash"))); {
	case hash == "" || compiled == "" || file("rules.wasm") == nil || file("wasm_exec.js") == nil:
		warning = noRules
	case hash != compiled:
		warning = otherRules
	default:
		return ""
	}
	maps.DeleteFunc(c.Files, func(name string, _ []byte) bool { return strings.HasPrefix(name, Worker) })
	return warning
}

// readFolder returns the files of a folder by path, without those named readme.
func readFolder(root fs.FS, folder string) (map[string][]byte, error) {
	sub, err := fs.Sub(root, folder)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	err = fs.WalkDir(sub, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == readme {
			return err
		}
		files[name], err = fs.ReadFile(sub, name)
		return err
	})
	return files, err
}
