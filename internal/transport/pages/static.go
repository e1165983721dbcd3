package pages

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/transport/httpx"
)

// asset is a response that never changes.
type asset struct {
	contentType string
	body        []byte
	// tag is a hash of the body.
	tag          string
	cacheControl string
	// brotli and gzip return the compressed body, or nil if compression saves too little. It is
	// compressed once, for the first client that accepts it. Middleware (chi's Compress,
	// klauspost's gzhttp) would compress it for each request, and http.ServeContent would compare
	// the wrong ETag.
	brotli, gzip func() []byte
	// policy is the header Content-Security-Policy, "" for the default policy.
	policy string
}

const (
	// revalidate lets browsers cache an asset, but makes them check each time whether it has
	// changed.
	revalidate = "no-cache"
	// immutable lets browsers cache a file for a year without a check.
	immutable = "public, max-age=31536000, immutable"
)

// newAsset returns an asset that browsers revalidate each time.
func newAsset(contentType string, body []byte) *asset {
	sum := sha256.Sum256(body)
	return &asset{
		contentType:  contentType,
		body:         body,
		tag:          base64.RawURLEncoding.EncodeToString(sum[:12]),
		cacheControl: revalidate,
		brotli:       sync.OnceValue(func() []byte { return pack(body, brotliWriter) }),
		gzip:         sync.OnceValue(func() []byte { return pack(body, gzipWriter) }),
	}
}

// pack returns the compressed body, or nil if that saves less than a tenth.
func pack(body []byte, writer func(to io.Writer, size int) io.WriteCloser) []byte {
	var packed bytes.Buffer
	// Write and Close cannot fail, because they write to a buffer.
	zipper := writer(&packed, len(body))
	_, _ = zipper.Write(body)
	_ = zipper.Close()
	if packed.Len() >= len(body)*9/10 {
		return nil
	}
	return packed.Bytes()
}

// brotliWriter makes the files of a table a tenth smaller than gzip does. That takes one second of
// CPU for all of them. Large files would take too long at this level, so theirs is lower.
func brotliWriter(to io.Writer, size int) io.WriteCloser {
	if size > 1<<20 {
		return brotli.NewWriterLevel(to, 5)
	}
	return brotli.NewWriterLevel(to, 10)
}

func gzipWriter(to io.Writer, _ int) io.WriteCloser {
	zipper, _ := gzip.NewWriterLevel(to, gzip.BestCompression) // fails only for an unknown level
	return zipper
}

// ServeHTTP sends the asset, or 304 if the client already has it.
func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	body, tag := a.body, a.tag
	if packed := a.gzip(); packed != nil {
		h.Add("Vary", "Accept-Encoding")
		switch {
		case httpx.AcceptsEncoding(r.Header, "br") && a.brotli() != nil:
			h.Set("Content-Encoding", "br")
			body, tag = a.brotli(), a.tag+"-br"
		case httpx.AcceptsEncoding(r.Header, "gzip"):
			h.Set("Content-Encoding", "gzip")
			body, tag = packed, a.tag+"-gz"
		}
	}
	if a.policy != "" {
		h.Set("Content-Security-Policy", a.policy)
	}
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", a.cacheControl)
	h.Set("ETag", `"`+tag+`"`)
	// ServeContent handles conditions, ranges and HEAD.
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// assets are the client's files, by path without the leading slash.
type assets map[string]*asset

// workerNames are the scripts of the workers that run the rules. A worker has the
// Content-Security-Policy of its own response, and only these may compile WebAssembly.
var workerNames = []string{"wasm/check.js", "wasm/offline.js"}

const (
	workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
)

// drawingPolicy allows the style sheets in drawings. Some browsers apply the policy of its own response also to
// a drawing in an img element.
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

// newAssets returns the files that load returns as assets. Those in the folder hashed, unless it is
// "", are immutable. It fails if indexName is missing.
func newAssets(load func() (map[string][]byte, error), hashed string) (assets, error) {
	files, err := load()
	if err != nil {
		return nil, fmt.Errorf("static files: %w", err)
	}
	all := assets{}
	for name, body := range files {
		all[name] = newAsset(contentType(name), body)
		if path.Ext(name) == ".svg" {
			all[name].policy = drawingPolicy
		}
		if hashed != "" && strings.HasPrefix(name, hashed) {
			all[name].cacheControl = immutable
		}
	}
	for _, name := range workerNames {
		if worker := all[name]; worker != nil {
			worker.policy = workerPolicy
		}
	}
	if all[indexName] == nil {
		return nil, errors.New("static files: there is no " + indexName)
	}
	return all, nil
}

// contentType returns the content type of a file, which does not depend on the MIME types of the
// system.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".json", ".map":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".png":
		return "image/png"
	case ".ico":
		return "image/vnd.microsoft.icon"
	case ".wasm":
		return "application/wasm"
	case ".woff2":
		return "font/woff2"
	case ".txt", ".md", "":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}

// noticesPage is the path of the page, with one button, to which the links in e-mails lead.
const noticesPage = "/notices/{act:off|confirm}"

// Mount adds the paths of the client's pages.
func (s *Pages) Mount(r chi.Router) {
	r.Get("/m/{match}", s.matchPage)
	r.Get("/r/{room}", s.roomPage)
	r.Get(appointmentPage, s.appointmentPage)
	r.Get(eventPage, s.eventPage)
	r.Get(moderationPage, s.moderationPage)
	r.Get(hostPage, s.ownersPage(hostPage))
	r.Get(invitePage, s.ownersPage(invitePage))
	r.Get("/u/{name}", s.profilePage)
	r.Get(docsPath, s.docs)
	r.Get(docsPath+"/", s.docs)
	r.Get("/offline/{match:[0-9a-f]+}", func(w http.ResponseWriter, r *http.Request) {
		s.sendPage(w, r, nil, "offline-match.html", indexName)
	})
	s.mountWellKnown(r)
	s.mountMainPages(r)
	s.mountPictures(r)
	for _, pattern := range []string{
		"/gallery/{game}", "/rules/{game}", "/learn/{game}", "/history", "/open", "/people", "/u/{name}/us",
		httpx.AccountPath, "/join", "/a", "/bench", "/daily", "/evenings", "/evenings/plan", "/offline",
		"/puzzles", "/puzzles/{puzzle:[a-z0-9-]+}",
		noticesPage, "/about", "/imprint", "/privacy",
	} {
		r.Get(pattern, s.pageAt(pattern))
	}
}

// schemaIndex is the file that lists the schemas. web/types writes it.
const schemaIndex = "schema/index.json"

// File answers requests for all other paths, with a file or an error.
func (s *Pages) File(w http.ResponseWriter, r *http.Request) {
	files, err := s.static()
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "schema" || name == "schema/" {
		name = schemaIndex
	}
	found := files[name]
	switch {
	case found == nil:
		s.NotFound(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		s.Fail(w, r, coded.Errorf(httpx.CodeBadMethod, "a file can only be read"))
	case path.Ext(name) == ".html":
		s.sendPage(w, r, nil, name)
	default:
		found.ServeHTTP(w, r)
	}
}

// NotFound answers requests for paths that do not exist. Browsers get the client's page, which says
// so in the visitor's language. Programs get an error with a code.
func (s *Pages) NotFound(w http.ResponseWriter, r *http.Request) {
	current, err := s.siteAssets()
	if err != nil || httpx.IsAPIPath(r) || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		s.Fail(w, r, httpx.ErrNotFound())
		return
	}
	page, err := s.renderPage(current, r, subject{}, nil, indexName)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", contentType(".html"))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write(page)
}
