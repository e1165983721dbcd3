// Package web holds the browser client: its source, native modules that browsers run as
// they are, and a bundle of few small files, if "make bundle" has made one before this
// program was built. It imports nothing of this module.
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
	// Chunks is the folder of a bundle whose files have a hash of their content in
	// their names.
	Chunks = "chunks/"
	// Worker is the folder of the rules for browsers and of the worker that runs them.
	Worker = "wasm/"
	// Manifest is the file that tells the bundler what each page preloads.
	Manifest = "pages.json"
	// SourceSum is a file of the bundle with the Sum of the source from which it was made.
	SourceSum = "source.sha256"
)

// readme is the file that explains a folder of the source. It is no file of the client.
const readme = "README.md"

// embedded has the source in the folder static. The folder bundled has what the bundler
// writes, and otherwise only a hidden file, as an empty folder cannot be embedded.
//
//go:embed static all:bundled
var embedded embed.FS

// Client is the client as this program sends it: files by path without the leading slash.
type Client struct {
	Files map[string][]byte
	// Bundled is false if Files are the source.
	Bundled bool
	// Lacks are sentences that say what the build of this program has left out.
	Lacks []string
}

// What Lacks may say. "make build" leaves nothing out.
const (
	noBundle   = "the client is sent as its source modules, because it is not bundled: make build"
	oldBundle  = "the client is sent as its source modules, because its bundle is of another version: make build"
	noRules    = "browsers cannot check matches, because the rules for them are not built: make build"
	otherRules = "browsers cannot check matches, because the rules for them are of another version: make build"
)

// Load returns the bundle, or the source if there is no bundle of exactly this source.
func Load() (*Client, error) { return load(embedded, rulesHash) }

func load(from fs.FS, hash string) (*Client, error) {
	source, err := readFolder(from, "static")
	if err != nil {
		return nil, err
	}
	bundle, err := readFolder(from, "bundled")
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
		c.Lacks = append(c.Lacks, noBundle)
	default:
		c.Lacks = append(c.Lacks, oldBundle)
	}
	if lack := c.keepRules(hash); lack != "" {
		c.Lacks = append(c.Lacks, lack)
	}
	return c, nil
}

// Source returns the client as it is written.
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

// Replaced reports whether a file of the source is replaced by files of the bundle, or
// dropped. All other files are the same in the bundle.
func Replaced(name string) bool {
	switch path.Ext(name) {
	case ".html", ".js", ".ts", ".css", ".svg":
		return true
	}
	return name == Manifest
}

// rulesHash is the hash of the sources of the rules from which this program was built, as
// the command web/wasm/hash prints it; the linker sets it. It is "" in a program that was
// built without "make build".
//
// Browsers check a finished match with the same rules, compiled to WebAssembly, and report
// every difference as a fault. Rules of another version would report faults in matches
// that have none. "make wasm" writes the hash of the sources from which it compiles the
// rules beside them, in rules.hash; if both hashes are the same, so are the rules. Neither
// hash covers libraries and the version of Go, which go.mod says for both.
var rulesHash string

// keepRules removes the rules for browsers if they were compiled from other sources than
// this program, and returns what is lacking, "" for nothing.
func (c *Client) keepRules(hash string) (lack string) {
	file := func(name string) []byte { return c.Files[Worker+name] }
	switch compiled := strings.TrimSpace(string(file("rules.hash"))); {
	case hash == "" || compiled == "" || file("rules.wasm") == nil || file("wasm_exec.js") == nil:
		lack = noRules
	case hash != compiled:
		lack = otherRules
	default:
		return ""
	}
	maps.DeleteFunc(c.Files, func(name string, _ []byte) bool { return strings.HasPrefix(name, Worker) })
	return lack
}

// readFolder returns the files of a folder by their paths, without those that explain it.
func readFolder(from fs.FS, folder string) (map[string][]byte, error) {
	sub, err := fs.Sub(from, folder)
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
