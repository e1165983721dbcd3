package main

import (
	"encoding/json"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// inWorker returns what a pattern captures in the service worker, where it must match once. The bundler
// prints the code, so its layout does not depend on the source.
func inWorker(t *testing.T, files map[string][]byte, pattern string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindAllSubmatch(files[serviceWorkerName], -1)
	require.Len(t, found, 1, pattern)
	return string(found[0][1])
}

// addresses returns a list of paths in the service worker.
func addresses(t *testing.T, files map[string][]byte, name string) (list []string) {
	t.Helper()
	text := inWorker(t, files, `\b`+name+`:\s*(\[[^\]]+\])`)
	require.NoError(t, json.Unmarshal([]byte(text), &list))
	return list
}

// workerPattern returns a regular expression that is a constant of the service worker.
func workerPattern(t *testing.T, files map[string][]byte, constant string) *regexp.Regexp {
	t.Helper()
	return regexp.MustCompile(strings.ReplaceAll(inWorker(t, files, `\bconst `+constant+` = /(.*)/;\n`), `\/`, "/"))
}

// The service worker contains its build and stores what the page names.
func TestServiceWorker(t *testing.T) {
	files := theBundle(t)
	build := inWorker(t, files, `\bbuild:\s*"([0-9a-f]{16})"`)
	list := addresses(t, files, "shell")
	for _, address := range list {
		has(t, files, strings.TrimPrefix(address, "/"), serviceWorkerName)
	}
	for _, found := range address.FindAllStringSubmatch(string(files[indexName]), -1) {
		if strings.HasSuffix(found[1], ".js") || strings.HasSuffix(found[1], ".css") {
			require.Contains(t, list, "/"+found[1])
		}
	}

	// It stores all other files in a folder too, so that pages that were open can be opened offline.
	pattern := workerPattern(t, files, "files")
	for name := range files {
		// Schemas are for programs.
		if strings.Contains(name, "/") && !strings.HasPrefix(name, "schema/") {
			require.Regexp(t, pattern, "/"+name)
		}
	}

	// The files stored later exist and are not pictures of cards.
	later := addresses(t, files, "rest")
	require.Contains(t, later, "/api/games/seasons/catalogue")
	require.Contains(t, later, "/games/spellbook/rules.fr.json")
	for _, address := range later {
		require.NotRegexp(t, "/games/.*/scenes/|wasm|schema", address)
		require.NotContains(t, list, address)
		if !strings.HasPrefix(address, "/api/") {
			has(t, files, strings.TrimPrefix(address, "/"), serviceWorkerName)
		}
	}

	var pictures []string
	require.NoError(t, json.Unmarshal(files[picturesName], &pictures))
	require.NotEmpty(t, pictures)
	for _, address := range pictures {
		require.Regexp(t, `^/games/.*\.svg$`, address)
		require.NotContains(t, later, address)
		has(t, files, strings.TrimPrefix(address, "/"), serviceWorkerName)
	}

	// A different client has a different build.
	others := maps.Clone(files)
	delete(others, "art/wood.svg")
	require.NotEqual(t, newWorkerBundle(files, nil).Build, newWorkerBundle(others, nil).Build)
	require.NotEmpty(t, build)
}
