package main

import (
	"bytes"
	"compress/gzip"
	"html/template"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/stretchr/testify/require"

	"archmage/web"
)

// bundled is the bundled client, made once for all tests.
var bundled = sync.OnceValues(func() (map[string][]byte, error) {
	source, err := web.Source()
	if err != nil {
		return nil, err
	}
	return bundle(source)
})

func theBundle(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := bundled()
	require.NoError(t, err)
	return files
}

// has requires a file. The failure names the file that needs it.
func has(t *testing.T, files map[string][]byte, name, asking string) {
	t.Helper()
	require.True(t, files[name] != nil, "%s asks for %s", asking, name)
}

// lacks requires that a file does not exist.
func lacks(t *testing.T, files map[string][]byte, name string) {
	t.Helper()
	require.True(t, files[name] == nil, name)
}

var (
	// Static and dynamic imports of a minified script.
	importsAtOnce = regexp.MustCompile(`(?:\bfrom|\bimport)"(\.[\w./-]+)"`)
	importsLater  = regexp.MustCompile(`\bimport\("(\.[\w./-]+)"\)`)
	// The path of a file, in any context.
	address = regexp.MustCompile(
		`["'(]/((?:app|appointments|art|chunks|core|endgame|games|generic|lobby|moderation|people|question|replay|` +
			`scenes|table|ui|vendor|waiting)/[\w./-]+\.\w+|[\w-]+\.webmanifest)["')]`,
	)
)

func TestEverythingThatABundleAsksForIsThere(t *testing.T) {
	files := theBundle(t)
	later := 0
	for name, text := range files {
		if slices.Contains([]string{".js", ".css", ".html", ".webmanifest"}, path.Ext(name)) {
			for _, found := range address.FindAllSubmatch(text, -1) {
				has(t, files, string(found[1]), name)
			}
		}
		if path.Ext(name) != ".js" || strings.HasPrefix(name, web.Worker) || name == serviceWorkerName {
			continue
		}
		later += len(importsLater.FindAll(text, -1))
		imports := append(importsAtOnce.FindAllSubmatch(text, -1), importsLater.FindAllSubmatch(text, -1)...)
		for _, found := range imports {
			has(t, files, path.Join(path.Dir(name), string(found[1])), name)
		}
		has(t, files, name+".map", name)
	}
	require.GreaterOrEqual(t, later, 2, "each board is loaded later")
}

func TestTheBundledPage(t *testing.T) {
	files := theBundle(t)
	text := string(files["index.html"])
	require.Equal(t, 1, strings.Count(text, `rel="stylesheet"`))
	require.Regexp(t, `<link rel="stylesheet" href="/chunks/page-[0-9a-f]{8}\.css">`, text)
	require.Contains(t, text, `<script type="module" src="/app/app.js">`)
	require.Equal(t, followed(files, entryName), linked(text))
}

// linked returns the sorted modules that a page preloads.
func linked(page string) []string {
	var list []string
	preload := regexp.MustCompile(`<link rel="modulepreload" href="/([^"]+)">`)
	for _, found := range preload.FindAllStringSubmatch(page, -1) {
		list = append(list, found[1])
	}
	slices.Sort(list)
	return list
}

// followed returns scripts and what they import, directly or indirectly, sorted.
func followed(files map[string][]byte, next ...string) []string {
	seen := map[string]bool{}
	for len(next) > 0 {
		name := next[0]
		next = next[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, found := range importsAtOnce.FindAllSubmatch(files[name], -1) {
			next = append(next, path.Join(path.Dir(name), string(found[1])))
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// The page of a room preloads all scripts that it needs before its match, and that of a table those of its
// game.
func TestThePagesOfRooms(t *testing.T) {
	files := theBundle(t)
	scripts := func(page, pattern string) []string {
		return slices.DeleteFunc(linked(page), func(name string) bool {
			return !regexp.MustCompile(`^chunks/` + pattern + `-\w{8}\.js$`).MatchString(name)
		})
	}
	check := func(page, shown string) {
		require.Equal(t, followed(files, linked(page)...), linked(page))
		require.Subset(t, linked(page), linked(string(files["index.html"])))
		require.Len(t, scripts(page, "page"), 1)
		require.Len(t, scripts(page, shown), 1)
	}
	check(string(files["room.html"]), "waiting-room")
	boards := map[string]bool{}
	for _, game := range []string{"seasons", "spellbook"} {
		page := string(files["table-"+game+".html"])
		require.Contains(t, page, `<meta name="game" content="`+game+`">`)
		require.Contains(t, page, `href="/api/games/`+game+`/catalogue"`)
		check(page, "board")
		boards[scripts(page, "board")[0]] = true
		page = string(files["match-"+game+".html"])
		require.Contains(t, page, `href="/replay/replay.css" as="style"`)
		check(page, "board")
		page = string(files["end-"+game+".html"])
		check(page, "board")
		check(page, "ending")
		check(page, "score")
	}
	require.Len(t, boards, 2)
	require.NotContains(t, files["index.html"], "catalogue")
}

// A page outside of a match preloads its script and style sheets. The pages of a game's rules and pieces also
// preload what draws the pieces.
func TestThePagesOutsideOfMatches(t *testing.T) {
	files := theBundle(t)
	check := func(name, game string, scripts, styles []string) {
		page := string(files[name])
		require.NotEmpty(t, page, name)
		require.Equal(t, followed(files, linked(page)...), linked(page), name)
		require.Subset(t, linked(page), linked(string(files["index.html"])), name)
		for _, script := range scripts {
			require.Regexp(t, `<link rel="modulepreload" href="/chunks/`+script+`-\w{8}\.js">`, page, name)
		}
		var asked []string
		preload := regexp.MustCompile(`<link rel="preload" href="/([^"]+)" as="style"(?: media="[^"]+")?>`)
		for _, found := range preload.FindAllStringSubmatch(page, -1) {
			asked = append(asked, found[1])
		}
		require.ElementsMatch(t, styles, asked, name)
		require.Equal(t, game != "", strings.Contains(page, `<meta name="game" content="`+game+`">`), name)
	}
	people := "people/people.css"
	check("watch.html", "", []string{"watch"}, []string{"lobby/watch.css", "lobby/filters.css"})
	check("u.html", "", []string{"profile"}, []string{people, "lobby/inviting.css"})
	check(
		"host.html",
		"",
		[]string{"host"},
		[]string{people, "moderation/moderation.css", "moderation/host.css"},
	)
	check("rules.html", "", []string{"rules"}, []string{"ui/rules.css"})
	seasons := []string{
		"games/seasons/landscape.css", "games/seasons/cards.css", "games/seasons/dice.css", "games/seasons/board.css",
		"games/seasons/desk.css", "games/seasons/tablet.css", "games/seasons/phone.css", "games/seasons/prelude.css",
	}
	check(
		"rules-seasons.html",
		"seasons",
		[]string{"rules", "rules-figures", "board"},
		append(seasons, "ui/rules.css", "games/seasons/rules-figures.css"),
	)
	check("gallery-seasons.html", "seasons", []string{"gallery", "board"}, append(seasons, "lobby/gallery.css"))
}

// fetched returns the texts and API responses that a page preloads, with {{ for the fields that the server
// fills in.
func fetched(t *testing.T, page string) (list []string) {
	t.Helper()
	require.NotEmpty(t, page)
	for _, found := range regexp.MustCompile(`(.*)<link rel="preload" href="/([^"]+)" as="fetch" crossorigin>`).
		FindAllStringSubmatch(page, -1) {
		list = append(list, found[1]+found[2])
	}
	// Left out are those in the source of index.html.
	return slices.DeleteFunc(list, func(name string) bool {
		return slices.Contains([]string{"api/games", "api/site", "art/pieces.svg"}, name)
	})
}

// Pages preload the texts and API responses that they show first.
func TestThePagesBringTheirWords(t *testing.T) {
	files := theBundle(t)
	every := []string{
		"core/texts.{{.Lang}}.json",
		"games/seasons/cover.{{.Lang}}.json",
		"games/spellbook/cover.{{.Lang}}.json",
	}
	ofSeasons := []string{"games/seasons/texts.{{.Lang}}.json", "api/games/seasons/catalogue"}
	rare := "core/rare.{{.Lang}}.json"
	for name, more := range map[string][]string{
		"index.html":         nil,
		"tables.html":        nil,
		"room.html":          {"ui/settings-form.{{.Lang}}.json", rare},
		"table-seasons.html": ofSeasons,
		"end-seasons.html":   append([]string{"replay/texts.{{.Lang}}.json", rare}, ofSeasons...),
		"match-seasons.html": append([]string{
			"replay/texts.{{.Lang}}.json", rare, "api/matches/{{.Match}}", "api/matches/{{.Match}}/timeline",
			"api/matches/{{.Match}}/steps?as=all&amp;from=0",
		}, ofSeasons...),
		"rules-seasons.html":   append([]string{"games/seasons/rules.{{.Lang}}.json"}, ofSeasons...),
		"gallery-seasons.html": ofSeasons,
		"watch.html": {
			"lobby/watch.{{.Lang}}.json", "{{if .WithoutQuery}}api/rooms?status=playing&amp;limit=50",
		},
		"history.html": {
			"lobby/history.{{.Lang}}.json", "{{if .WithoutQuery}}{{if .SignedIn}}api/matches?mine=1&amp;limit=50",
		},
		"account.html": {
			"people/texts.{{.Lang}}.json", rare, "{{if .WithoutQuery}}{{if .SignedIn}}api/account",
			"{{if .WithoutQuery}}{{if .SignedIn}}api/blocks",
		},
		"u.html": {
			"people/texts.{{.Lang}}.json", "lobby/here.{{.Lang}}.json", rare, "api/people?name={{.Name}}",
			"api/matches?person={{.Person}}&amp;limit=20",
		},
		"leaderboard.html": {
			"people/texts.{{.Lang}}.json", rare, "{{if .WithoutQuery}}api/standings?game={{.FirstGame}}&amp;limit=50",
		},
	} {
		require.ElementsMatch(t, append(slices.Clone(every), more...), fetched(t, string(files[name])), name)
	}
	for name, text := range files {
		if path.Ext(name) == ".html" {
			_, err := template.New(name).Parse(string(text))
			require.NoError(t, err, name)
		}
	}
}

// The client must stay small: all scripts, style sheets and symbols, of all games and pages together.
// TestFirstLoadIsSmall in web/browsertest bounds the first load of a table, and TestPictures bounds each
// picture.
func TestTheClientIsSmall(t *testing.T) {
	games := 0
	for name := range theBundle(t) {
		if ok, _ := path.Match("games/*/cover.svg", name); ok {
			games++
		}
	}
	require.NotZero(t, games)
	// Most of it loads on its own, when a page needs it. TestFirstLoadIsSmall bounds what a first visit loads. This
	// limit makes sure that nobody adds a large library, picture or table of data without noticing.
	limit := (340 + 42*games) << 10
	sizes := map[string]int{}
	for name, text := range theBundle(t) {
		if isPicture(name, text) {
			continue
		}
		if kind := path.Ext(name); kind == ".js" || kind == ".css" || kind == ".svg" {
			sizes[kind] += packedSize(t, text)
		}
	}
	t.Logf("bytes: %v", sizes)
	require.Len(t, sizes, 3)
	require.LessOrEqual(t, sizes[".js"]+sizes[".css"]+sizes[".svg"], limit)
}

// The bundle has no indentation in template literals, so only those of HTML may have several lines. esbuild writes
// a tagged template as a call of __template, and any other as a string.
func TestOnlyMarkupIsIndented(t *testing.T) {
	text := `"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`
	templates := regexp.MustCompile(`__template\((?:\[(?:(?:` + text + `),?\s*)*\],?\s*)+\)`)
	indented := regexp.MustCompile(`\\n[ \t]+[^"']*`)
	outsideMarkup := func(source string) string {
		result := api.Transform(source, api.TransformOptions{Supported: map[string]bool{"template-literal": false}})
		require.Empty(t, result.Errors)
		return indented.FindString(templates.ReplaceAllString(string(result.Code), ""))
	}
	require.NotEmpty(t, outsideMarkup("export const text = `a\n  b`;"))
	require.Empty(t, outsideMarkup("export const markup = html`<p>\n  ${x ? html`<b>\n  c` : ''}`;"))
	sources, err := web.Source()
	require.NoError(t, err)
	for name, text := range sources {
		if path.Ext(name) == ".js" {
			require.Empty(t, outsideMarkup(string(text)), name)
		}
	}
}

// packedSize returns the compressed size of a file.
func packedSize(t *testing.T, text []byte) int {
	var packed bytes.Buffer
	zipper, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	require.NoError(t, err)
	_, err = zipper.Write(text)
	require.NoError(t, err)
	require.NoError(t, zipper.Close())
	return min(packed.Len(), len(text))
}

// The folder contains exactly the files of the bundle. A bundle is reproducible, since browsers cache files
// by name across builds, and unchanged files are not written again.
func TestTheBundleIsWritten(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	require.NoError(t, os.WriteFile(path("old.js"), nil, 0o600))
	require.NoError(t, os.WriteFile(path(".gitkeep"), nil, 0o600))
	require.NoError(t, run(folder))
	source, err := web.Source()
	require.NoError(t, err)
	require.NoFileExists(t, path("old.js"))
	require.FileExists(t, path(".gitkeep"))
	for name, text := range theBundle(t) {
		if source[name] != nil && !web.Replaced(name) {
			require.NoFileExists(t, path(name))
			require.True(t, bytes.Equal(text, source[name]), name)
			continue
		}
		written, err := os.ReadFile(path(name))
		require.NoError(t, err)
		require.True(t, bytes.Equal(text, written), name)
	}
	sum, err := os.ReadFile(path(web.SourceSum))
	require.NoError(t, err)
	require.Equal(t, web.Sum(source), string(sum))

	require.NoError(t, os.WriteFile(path(indexName), nil, 0o600))
	long := time.Unix(1_000_000_000, 0)
	require.NoError(t, os.Chtimes(path(entryName), long, long))
	require.NoError(t, run(folder))
	index, err := os.ReadFile(path(indexName))
	require.NoError(t, err)
	require.NotEmpty(t, index)
	unchanged, err := os.Stat(path(entryName))
	require.NoError(t, err)
	require.True(t, unchanged.ModTime().Equal(long))
}

func TestWhatIsNotBundled(t *testing.T) {
	sources, err := web.Source()
	require.NoError(t, err)
	files := theBundle(t)
	for name, text := range sources {
		switch path.Ext(name) {
		case ".ts":
			lacks(t, files, name)
		case ".js":
			if strings.HasPrefix(name, web.Worker) || name == serviceWorkerName {
				has(t, files, name, "the page of a match")
			} else if name != entryName {
				lacks(t, files, name)
			}
		case ".css", ".html", ".svg":
		case ".json":
			require.True(t, name == web.Manifest || bytes.Equal(text, files[name]), name)
		default:
			require.True(t, bytes.Equal(text, files[name]), name)
		}
	}
	has(t, files, "vendor/lit-html/LICENSE", "its authors")
}

func TestSourcesRunAsTheyAre(t *testing.T) {
	sources, err := web.Source()
	require.NoError(t, err)
	page := string(sources["index.html"])
	for _, found := range address.FindAllStringSubmatch(page, -1) {
		has(t, sources, found[1], "index.html")
	}
	named := regexp.MustCompile(`(?m)^(?:import|export)\b[^'";=(]*'([^']+)';$`)
	// Modules that only declare types are read by tsc and by no browser.
	onlyTypes := regexp.MustCompile(`^(?:\s|//.*|/\*(?s:.*?)\*/|export (?:\* from '[^']+'|\{\});)*$`)
	modules := 0
	for name, text := range sources {
		if path.Ext(name) != ".js" || strings.HasPrefix(name, "vendor/") {
			continue
		}
		for _, found := range named.FindAllSubmatch(text, -1) {
			modules++
			require.Regexp(t, `^\.\.?/`, string(found[1]), "%s: browsers know no packages", name)
			asked := path.Join(path.Dir(name), string(found[1]))
			if onlyTypes.Match(text) {
				require.True(
					t,
					sources[asked] != nil || sources[strings.TrimSuffix(asked, ".js")+".d.ts"] != nil,
					"%s asks for %s",
					name,
					asked,
				)
				continue
			}
			has(t, sources, asked, name)
			require.False(t, onlyTypes.Match(sources[asked]), "%s loads %s, which holds types alone", name, asked)
		}
	}
	require.Greater(t, modules, 100)
}

// little is a client in which two dynamically imported modules share a module, and one of them shares another
// with the entry.
func little() map[string][]byte {
	files := map[string][]byte{}
	for name, text := range map[string]string{
		"index.html": `<head>
<link rel="stylesheet" href="/css/a.css">
<link rel="stylesheet" href="/css/b.css">
<link rel="modulepreload" href="/app/app.js">
<link rel="modulepreload" href="/shared.js">
<script type="module" src="/app/app.js"></script>
</head>`,
		"app/app.js": "import { shared } from '../shared.js';\nconsole.log(shared);\n" +
			"export const parts = [() => import('../parts/one.js'), () => import('../parts/two.js')];",
		"shared.js": "export const shared = 'of all';",
		"common.js": "export const common = 'of the parts';",
		"parts/one.js": "import { shared } from '../shared.js';\nimport { common } from '../common.js';\n" +
			"console.log(shared, common);",
		"parts/two.js":       "// Said to people.\nimport { common } from '../common.js';\nconsole.log(common);",
		"parts/two.d.ts":     "export {};",
		"pages.json":         `{"pages": {"one": {"modules": ["parts/one.js"], "styles": ["css/part.css"]}}}`,
		"css/a.css":          "/* about a */ a { color: #ff0000 }",
		"css/b.css":          "b { margin: 0 0 0 0 }",
		"css/part.css":       "p { margin: 0 }",
		"art/piece.svg":      "<svg>\n  <!-- a circle -->\n  <circle\n    r=\"1\"/>\n</svg>",
		"texts.json":         "{\"a\": \"b\"}",
		"core/texts.en.json": "{}",
	} {
		files[name] = []byte(text)
	}
	return files
}

func TestALittleBundle(t *testing.T) {
	files, err := bundle(little())
	require.NoError(t, err)
	names := slices.Sorted(maps.Keys(files))
	hashes := regexp.MustCompile(`-\w{8}\.`)
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i] = hashes.ReplaceAllString(name, "-HASH.")
	}
	require.Equal(t, []string{
		"app/app.js",
		"app/app.js.map",
		"art/piece.svg",
		// One chunk is shared with the entry, the other only by the two modules.
		"chunks/chunk-HASH.js",
		"chunks/chunk-HASH.js.map",
		"chunks/chunk-HASH.js",
		"chunks/chunk-HASH.js.map",
		"chunks/one-HASH.js",
		"chunks/one-HASH.js.map",
		"chunks/page-HASH.css",
		"chunks/two-HASH.js",
		"chunks/two-HASH.js.map",
		"core/texts.en.json",
		"css/part.css",
		"index.html",
		"one.html",
		"texts.json",
	}, plain)
	require.Equal(t, "<svg><circle r=\"1\"/></svg>", string(files["art/piece.svg"]))
	require.Equal(t, "p{margin:0}\n", string(files["css/part.css"]))
	require.Contains(t, string(files["one.html"]), `<link rel="preload" href="/css/part.css" as="style">`)
	require.Equal(t, followed(files, linked(string(files["one.html"]))...), linked(string(files["one.html"])))
	require.Greater(t, len(linked(string(files["one.html"]))), len(linked(string(files["index.html"]))))
	for _, name := range names {
		if strings.HasPrefix(name, "chunks/page-") {
			require.Equal(t, "a{color:red}\nb{margin:0}\n", string(files[name]))
		}
		if path.Ext(name) == ".js" {
			require.NotContains(t, string(files[name]), "Said to people")
		}
	}

	// A changed file gets a new name, and so do the files that import it.
	changed := little()
	changed["shared.js"] = []byte("export const shared = 'of everybody';")
	others, err := bundle(changed)
	require.NoError(t, err)
	require.NotEqual(t, names, slices.Sorted(maps.Keys(others)))
	for name, text := range others {
		if strings.HasPrefix(name, web.Chunks) && files[name] != nil {
			require.Equal(t, string(files[name]), string(text), name)
		}
	}
}

func TestWhatCannotBeBundled(t *testing.T) {
	for _, test := range []struct{ name, file, text, why string }{
		{
			name: "a module that is not there",
			file: "app/app.js",
			text: "import './nothing.js';",
			why:  "nothing.js",
		},
		{
			name: "a package",
			file: "app/app.js",
			text: "import 'lit-html';",
			why:  "lit-html",
		},
		{
			name: "a module that cannot be read",
			file: "shared.js",
			text: "export const = 1;",
			why:  "shared.js:1",
		},
		{
			name: "a name that a module does not have",
			file: "app/app.js",
			text: "import { other } from '../shared.js'; console.log(other);",
			why:  "other",
		},
		{
			name: "a style sheet that cannot be read",
			file: "css/part.css",
			text: "p { margin: 0",
			why:  "css/part.css:1",
		},
		{
			name: "a style sheet that is not there",
			file: "index.html",
			text: "<link rel=\"stylesheet\" href=\"/css/c.css\">\n",
			why:  "css/c.css",
		},
		{
			name: "a page without style sheets",
			file: "index.html",
			text: "<head></head>",
			why:  "no style sheet",
		},
		{
			name: "a style sheet of nobody",
			file: "index.html",
			text: "<link rel=\"stylesheet\">",
			why:  "names no file",
		},
		{
			name: "no list of pages",
			file: "pages.json",
			why:  "pages.json",
		},
		{
			name: "a page that preloads something unknown",
			file: "pages.json",
			text: `{"pages": {"one": {"script": "a.js"}}}`,
			why:  "script",
		},
		{
			name: "a page whose module is not there",
			file: "pages.json",
			text: `{"pages": {"one": {"modules": ["a.js"]}}}`,
			why:  "a.js",
		},
		{
			name: "a page whose module the entry imports",
			file: "pages.json",
			text: `{"pages": {"one": {"modules": ["shared.js"]}}}`,
			why:  "shared.js",
		},
		{
			name: "a page whose style sheet is not there",
			file: "pages.json",
			text: `{"pages": {"one": {"styles": ["a.css"]}}}`,
			why:  "a.css",
		},
		{
			name: "a page whose texts are not there",
			file: "pages.json",
			text: `{"pages": {"one": {"texts": ["core/a.*.json"]}}}`,
			why:  "core/a.*.json",
		},
		{
			name: "a page that asks for no answer",
			file: "pages.json",
			text: `{"pages": {"one": {"api": ["/apis"]}}}`,
			why:  "/apis",
		},
		{
			name: "a page that asks for something unknown",
			file: "pages.json",
			text: `{"pages": {"one": {"api": ["/api/{nothing}"]}}}`,
			why:  "/api/{nothing}",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := little()
			files[test.file] = []byte(test.text)
			_, err := bundle(files)
			require.ErrorContains(t, err, test.why)
		})
	}
}

// The documents list the oldest supported browsers.
func TestDocumentsNameTheOldestBrowsers(t *testing.T) {
	names := map[api.EngineName]string{
		api.EngineChrome:  "Chrome",
		api.EngineFirefox: "Firefox",
		api.EngineSafari:  "Safari",
	}
	for _, document := range []string{"../../README.md", "../../docs/troubleshooting.md"} {
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		for _, engine := range oldestBrowsers {
			if name, ok := names[engine.Name]; ok {
				pattern := name + `( and| or)?( Edge)?( from)?( version)? ` + regexp.QuoteMeta(engine.Version)
				require.Regexp(t, pattern, string(text), document)
			}
		}
	}
}
