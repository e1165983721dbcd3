package transport

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zapcore"

	"archmage/internal/coded"
)

// Every route refuses paths and queries with invalid text before a handler reads them.
func TestEveryAddressRefusesWhatIsNoText(t *testing.T) {
	d := newTestHandler(t, nil)
	d.rooms.panics = true
	_, auth := d.newPerson("Ann")
	names := queryNames(t)
	require.Greater(t, len(names), 15)
	looked := 0
	for _, handler := range []http.Handler{d.public, d.admin} {
		walk := func(method, pattern string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
			for _, bad := range []string{"%00", "a%00b", "%ff", "a%C3%28"} {
				for _, path := range pathsWith(pattern, bad) {
					d.refusesText(handler, method, path, auth)
					looked++
				}
				for _, name := range names {
					path := strings.ReplaceAll(parameter.ReplaceAllString(pattern, "x"), "*", "x")
					d.refusesText(handler, method, path+"?"+name+"="+bad, auth)
					looked++
				}
			}
			return nil
		}
		require.NoError(t, chi.Walk(handler.(chi.Routes), walk))
	}
	for _, path := range []string{"/%00", "/css/%ff", "/a/b%00"} {
		d.refusesText(d.public, http.MethodGet, path, auth)
	}
	require.Greater(t, looked, 1000)
	require.NotContains(t, d.logged.String(), `"level":"`+zapcore.ErrorLevel.String()+`"`)
}

// refusesText requires that a request is refused because of invalid text.
func (d *testHandler) refusesText(handler http.Handler, method, path, auth string) {
	d.t.Helper()
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, request(method, path, "", "Authorization", auth, "Host", "localhost"))
	require.Equal(d.t, http.StatusBadRequest, w.Code, "%s %s: %s", method, path, w.Body)
	if method != http.MethodHead {
		require.Contains(d.t, w.Body.String(), `"code":"`+string(coded.Malformed)+`"`, "%s %s", method, path)
		require.Contains(d.t, w.Body.String(), "U+0000", "%s %s", method, path)
	}
}

// parameter is a parameter of a pattern.
var parameter = regexp.MustCompile(`\{[^}]*\}|\*`)

// pathsWith returns the paths of a pattern in which one of the parameters is the text and the
// others are x.
func pathsWith(pattern, text string) (list []string) {
	for i := range parameter.FindAllString(pattern, -1) {
		n := -1
		list = append(list, parameter.ReplaceAllStringFunc(pattern, func(string) string {
			if n++; n == i {
				return text
			}
			return "x"
		}))
	}
	return list
}

// queryNames returns the names of all parameters that handlers read from queries.
func queryNames(t *testing.T) (list []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	below, err := filepath.Glob("*/*.go")
	require.NoError(t, err)
	known := map[string]bool{}
	for _, name := range append(files, below...) {
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, found := range queryName.FindAllStringSubmatch(string(source), -1) {
			if !known[found[1]] && !strings.HasSuffix(name, "_test.go") {
				known[found[1]] = true
				list = append(list, found[1])
			}
		}
	}
	return list
}

var queryName = regexp.MustCompile(`(?:Query\(\)|\b(?:q|query))(?:\.Get\(|\[)"(\w+)"`)

// A frame with U+0000 is refused, and the connection goes on.
func TestFramesRefuseWhatIsNoText(t *testing.T) {
	g := newTestServer(t, nil)
	_, ann, _ := g.openWatchedRoom()
	for kind, fields := range map[string]map[string]any{
		"chat":   {"text": "a\x00b"},
		"answer": {"decision": 1, "choice": map[string]any{"option": "a\x00b"}},
	} {
		require.Equal(t, coded.Malformed, ann.ask(kind, fields).Code, kind)
	}
	ann.mustDo("chat", map[string]any{"text": `a\u0000b`})
}
