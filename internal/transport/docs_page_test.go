package transport

import (
	"encoding/json"
	"html"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/transport/transporttest"
)

// newDocsHandler returns a server with the published descriptions.
func newDocsHandler(t *testing.T) *testHandler {
	t.Helper()
	files := maps.Clone(clientFiles)
	for _, name := range []string{"openapi.json", "protocol.json"} {
		text, err := os.ReadFile("../../web/static/schema/" + name)
		require.NoError(t, err)
		files["schema/"+name] = text
	}
	return newTestHandler(t, func(o *Options) { o.Static = func() (map[string][]byte, error) { return files, nil } })
}

// The page about the API has every request, frame, example and code.
func TestDocsPage(t *testing.T) {
	d := newDocsHandler(t)
	w := d.ask("GET", "/docs", "")
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "text/html; charset=utf-8", w.Header().Get("Content-Type"))
	page := html.UnescapeString(w.Body.String())
	require.Equal(t, w.Body.String(), d.ask("GET", "/docs/", "").Body.String())

	api := openAPI(t)
	for _, request := range api.requests() {
		method, path, _ := strings.Cut(request, " ")
		require.Contains(t, page, "<h3><code><b>"+method+"</b> "+path+"</code></h3>")
	}
	for kind := range transporttest.Frames {
		require.Contains(t, page, `<section id="send-`+kind+`">`)
	}
	for _, frame := range frameExamples(t, serverFrames) {
		require.Contains(t, page, `<section id="receive-`+typeOf(t, frame)+`">`)
	}
	for _, code := range api.errorCodes() {
		require.Contains(t, page, `<tr id="code-`+code+`">`)
	}
	require.Contains(t, page, `<tr id="code-no_identity"><td><code>no_identity</code></td><td>401</td>`)

	var shown [][]byte
	for _, text := range regexp.MustCompile(`(?s)<pre><code>(.*?)</code></pre>`).FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(text[1]) {
			require.Less(t, len(line), 140, line)
		}
		shown = append(shown, compacted(t, []byte(text[1])))
	}
	frames := append(frameExamples(t, clientFrames), frameExamples(t, serverFrames)...)
	require.Greater(t, len(frames), 30)
	for _, frame := range frames {
		require.Contains(t, shown, compacted(t, frame))
	}
}

func compacted(t *testing.T, data []byte) []byte {
	t.Helper()
	var value any
	require.NoError(t, json.Unmarshal(data, &value), "%s", data)
	text, err := json.Marshal(value)
	require.NoError(t, err)
	return text
}

// Every link within the page about the API leads to something, once, and the page loads nothing that its policy
// forbids.
func TestDocsPageLinks(t *testing.T) {
	page := newDocsHandler(t).ask("GET", "/docs", "").Body.String()
	var ids []string
	for _, match := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		require.NotContains(t, ids, match[1])
		ids = append(ids, match[1])
	}
	links := regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1)
	require.Greater(t, len(links), 200)
	for _, link := range links {
		require.True(t, slices.Contains(ids, link[1]), link[1])
	}
	require.NotContains(t, page, "<script")
	require.NotContains(t, page, " style=")
	require.NotContains(t, page, "//cdn")
}

// Without the descriptions there is no page.
func TestNoDocsPage(t *testing.T) {
	require.Equal(t, http.StatusNotFound, newTestHandler(t, nil).ask("GET", "/docs", "").Code)
}
