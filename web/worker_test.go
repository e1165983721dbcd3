//go:build !bundled

package web

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The service worker knows its build, and keeps what the page names.
func TestServiceWorker(t *testing.T) {
	files := theBundle(t)
	text := string(files[serviceWorkerName])
	build := regexp.MustCompile(`const build = '([0-9a-f]{16})';`).FindStringSubmatch(text)
	require.NotNil(t, build)
	list := regexp.MustCompile(`const shell = \[(.*)\];`).FindStringSubmatch(text)
	require.NotNil(t, list)
	for _, name := range strings.Split(list[1], ",") {
		has(t, files, strings.Trim(name, `"/`), serviceWorkerName)
	}
	for _, found := range address.FindAllStringSubmatch(string(files[indexName]), -1) {
		if strings.HasSuffix(found[1], ".js") || strings.HasSuffix(found[1], ".css") {
			require.Contains(t, list[1], `"/`+found[1]+`"`)
		}
	}

	// It keeps whatever else lies in a folder, so that what was open opens without a connection.
	kept := regexp.MustCompile(`const files = /(.*)/;`).FindStringSubmatch(text)
	require.NotNil(t, kept)
	pattern := regexp.MustCompile(strings.ReplaceAll(kept[1], `\/`, "/"))
	for name := range files {
		// Schemas are for programs.
		if strings.Contains(name, "/") && !strings.HasPrefix(name, "schema/") {
			require.Regexp(t, pattern, "/"+name)
		}
	}

	// What is kept later is there, and is no picture of a card.
	later := regexp.MustCompile(`const rest = \[(.*)\];`).FindStringSubmatch(text)
	require.NotNil(t, later)
	require.Contains(t, later[1], `"/api/games/seasons/catalogue","/games/seasons/`)
	require.Contains(t, later[1], `"/games/spellbook/rules.fr.json"`)
	require.NotRegexp(t, "scenes/|wasm|schema", later[1])
	for _, name := range strings.Split(later[1], ",") {
		if name = strings.Trim(name, `"/`); !strings.HasPrefix(name, "api/") {
			has(t, files, name, serviceWorkerName)
			require.NotContains(t, list[1], `"/`+name+`"`)
		}
	}

	// Another client has another build.
	sources, err := Source()
	require.NoError(t, err)
	require.NotContains(t, string(sources[serviceWorkerName]), build[1])
	require.NotContains(t, string(sources[serviceWorkerName]), buildLine)
	require.Error(t, fillServiceWorker(map[string][]byte{serviceWorkerName: []byte("const build = 1;")}, nil))
}
