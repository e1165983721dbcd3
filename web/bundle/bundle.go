package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"archmage/web"
)

const (
	indexName = "index.html"
	entryName = "app/app.js"
	roomName  = "table/page.js"
)

// everywhere are small modules that most pages share: the entry has them too, so that none
// of these pages has to ask for them.
var everywhere = []string{"core/hints.js", "ui/rich.js"}

// bundle returns the client made small: modules joined in as few files as pages need;
// scripts, style sheets and drawings minified; and all other files as they are.
func bundle(source map[string][]byte) (map[string][]byte, error) {
	b := bundler{sources: source, files: map[string][]byte{}}
	var err error
	if b.manifest, err = readManifest(source[web.Manifest]); err != nil {
		return nil, err
	}
	for _, step := range []func() error{b.others, b.scripts, b.page, b.worker} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return b.files, nil
}

// bundler makes files of sources, each by path.
type bundler struct {
	sources, files map[string][]byte
	manifest       *manifest
	// first are the scripts that the entry needs before it can run, and once there is
	// a page all the scripts and the style sheet that it names.
	first []string
	// pages are by the names of their files.
	pages map[string]page
}

// others adds the files that are neither scripts nor the page: style sheets and
// drawings minified, the rest unchanged.
func (b *bundler) others() error {
	for name, text := range b.sources {
		var err error
		switch {
		case name == indexName, name == web.Manifest, strings.HasSuffix(name, ".d.ts"):
			continue
		case name == serviceWorkerName:
			// b.worker fills it in.
		case strings.HasPrefix(name, web.Worker) && path.Ext(name) == ".js":
			text, err = smallScript(name, text)
		case path.Ext(name) == ".js":
			continue
		case path.Ext(name) == ".css":
			text, err = smallStyle(name, text)
		case path.Ext(name) == ".svg":
			text = smallDrawing(text)
		}
		if err != nil {
			return err
		}
		b.files[name] = text
	}
	return nil
}

// smallScript returns a script that is no module minified. Its global names stay.
func smallScript(name string, text []byte) ([]byte, error) {
	result := api.Transform(string(text), api.TransformOptions{
		Loader:            api.LoaderJS,
		Sourcefile:        name,
		Engines:           oldest,
		LogLevel:          api.LogLevelSilent,
		LegalComments:     api.LegalCommentsNone,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
	})
	return result.Code, problems(result.Errors, result.Warnings)
}

// smallStyle returns the style sheet minified.
func smallStyle(name string, text []byte) ([]byte, error) {
	result := api.Transform(string(text), api.TransformOptions{
		Loader:           api.LoaderCSS,
		Sourcefile:       name,
		Engines:          oldest,
		LogLevel:         api.LogLevelSilent,
		LegalComments:    api.LegalCommentsNone,
		MinifyWhitespace: true,
		MinifySyntax:     true,
	})
	return result.Code, problems(result.Errors, result.Warnings)
}

var (
	comments = regexp.MustCompile(`(?s)<!--.*?-->`)
	gaps     = regexp.MustCompile(`>\s+<`)
	spaces   = regexp.MustCompile(`\s+`)
)

// smallDrawing returns a drawing without comments and line breaks. Drawings
// contain no text in which white space would matter.
func smallDrawing(text []byte) []byte {
	text = comments.ReplaceAll(text, nil)
	text = gaps.ReplaceAll(text, []byte("><"))
	return spaces.ReplaceAll(text, []byte(" "))
}

// scripts joins the modules: what the page begins with in one file, and one
// for each part that is loaded later.
func (b *bundler) scripts() error {
	// Scripts that are loaded later share modules with the entry, and esbuild
	// would make a file for each set of scripts that share some. So each of
	// them imports the entry, which is loaded by then: then everything that can
	// be reached from the entry is one set. In the same way scripts of a table
	// import the page of a room, and those of a game its board.
	meta, err := readMetafile(api.Build(b.joined(nil)))
	if err != nil {
		return err
	}
	options := b.joined(meta.later())
	options.MinifyWhitespace, options.MinifyIdentifiers, options.MinifySyntax = true, true, true
	options.Sourcemap = api.SourceMapLinked
	result := api.Build(options)
	if meta, err = readMetafile(result); err != nil {
		return err
	}
	for _, file := range result.OutputFiles {
		b.files[strings.TrimPrefix(filepath.ToSlash(file.Path), "/")] = file.Contents
	}
	b.first = meta.first(entryName)
	if b.pages, err = b.findPages(meta.later()); err != nil {
		return err
	}
	for name, p := range b.pages {
		p.scripts = meta.besides(b.first, p.Modules...)
		b.pages[name] = p
	}
	return nil
}

// oldest are the oldest browsers in which the client runs; README.md and docs/troubleshooting.md name
// them. What decides is light-dark() in the style sheets, and :has() in Firefox.
var oldest = []api.Engine{
	{Name: api.EngineChrome, Version: "123"},
	{Name: api.EngineFirefox, Version: "121"},
	{Name: api.EngineSafari, Version: "17.5"},
	{Name: api.EngineIOS, Version: "17.5"},
}

var (
	// boards are the modules of the games' boards.
	boards = regexp.MustCompile(`^games/([^/]+)/board\.js$`)
	// ofGames are all modules of games, and ofTables the others that are loaded with
	// a table.
	ofGames  = regexp.MustCompile(`^games/[^/]+/`)
	ofTables = regexp.MustCompile(`^(endgame|replay|table|waiting)/`)
)

// before returns the modules that are loaded before one of later.
func before(module string, later map[string]bool) []string {
	list := []string{entryName}
	board := ofGames.FindString(module) + "board.js"
	switch {
	case later[board] && module != board:
		list = append(list, board)
	case later[roomName] && module != roomName && (module == board || ofTables.MatchString(module)):
		list = append(list, roomName)
	}
	return list
}

// alsoImported returns the modules that a module imports in the bundle only.
func (b *bundler) alsoImported(module string, later map[string]bool) []string {
	switch {
	case module == entryName:
		return slices.DeleteFunc(slices.Clone(everywhere), func(name string) bool { return b.sources[name] == nil })
	case later[module]:
		return before(module, later)
	}
	return nil
}

// joined returns how modules are joined. To each module of later, imports of what is
// loaded before it are added.
func (b *bundler) joined(later map[string]bool) api.BuildOptions {
	return api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: entryName, OutputPath: strings.TrimSuffix(entryName, ".js")},
		},
		Outdir:        "/",
		AbsWorkingDir: "/",
		TsconfigRaw:   "{}",
		Plugins:       []api.Plugin{{Name: "sources", Setup: func(build api.PluginBuild) { b.serve(build, later) }}},
		Bundle:        true,
		Splitting:     true,
		Format:        api.FormatESModule,
		Engines:       oldest,
		Charset:       api.CharsetUTF8,
		ChunkNames:    web.Chunks + "[name]-[hash]",
		Metafile:      true,
		LogLevel:      api.LogLevelSilent,
		// Licences are served beside the scripts.
		LegalComments: api.LegalCommentsNone,
	}
}

// serve makes esbuild read modules from memory.
func (b *bundler) serve(build api.PluginBuild, later map[string]bool) {
	const namespace = "client"
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(ask api.OnResolveArgs) (api.OnResolveResult, error) {
		name := path.Join(path.Dir(ask.Importer), ask.Path)
		if b.sources[name] == nil {
			return api.OnResolveResult{}, fmt.Errorf("there is no %s", name)
		}
		return api.OnResolveResult{Path: name, Namespace: namespace}, nil
	})
	build.OnLoad(
		api.OnLoadOptions{Filter: ".*", Namespace: namespace},
		func(ask api.OnLoadArgs) (api.OnLoadResult, error) {
			text := string(b.sources[ask.Path])
			for _, module := range b.alsoImported(ask.Path, later) {
				text += "\nimport '" + strings.Repeat("../", strings.Count(ask.Path, "/")) + "./" + module + "';\n"
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		},
	)
}

// metafile is esbuild's description of a build.
type metafile struct {
	// Inputs are the modules, with the namespace before the name.
	Inputs map[string]struct{ Imports []imported }
	// Outputs are the scripts.
	Outputs map[string]struct {
		// EntryPoint is the module, with the namespace before the name, for which
		// the script is there; "" for what several share.
		EntryPoint string
		Imports    []imported
	}
}

type imported struct{ Path, Kind string }

func readMetafile(result api.BuildResult) (*metafile, error) {
	if err := problems(result.Errors, result.Warnings); err != nil {
		return nil, err
	}
	var meta metafile
	return &meta, json.Unmarshal([]byte(result.Metafile), &meta)
}

// later returns the modules that are loaded later.
func (m *metafile) later() map[string]bool {
	found := map[string]bool{}
	for _, module := range m.Inputs {
		for _, to := range module.Imports {
			if to.Kind == "dynamic-import" {
				_, name, _ := strings.Cut(to.Path, ":")
				found[name] = true
			}
		}
	}
	return found
}

// besides returns the scripts of modules and what these import, but for the entry
// and those of first.
func (m *metafile) besides(first []string, modules ...string) []string {
	found := map[string]bool{}
	for name := range m.Outputs {
		if _, module, _ := strings.Cut(m.Outputs[name].EntryPoint, ":"); slices.Contains(modules, module) {
			found[name] = true
			for _, script := range m.first(name) {
				found[script] = true
			}
		}
	}
	maps.DeleteFunc(found, func(name string, _ bool) bool { return name == entryName || slices.Contains(first, name) })
	return slices.Sorted(maps.Keys(found))
}

// first returns what a script imports before it runs, and what that imports.
func (m *metafile) first(script string) []string {
	found := map[string]bool{}
	var follow func(string)
	follow = func(script string) {
		for _, to := range m.Outputs[script].Imports {
			if to.Kind == "import-statement" && !found[to.Path] {
				found[to.Path] = true
				follow(to.Path)
			}
		}
	}
	follow(script)
	return slices.Sorted(maps.Keys(found))
}

var (
	styleLink  = regexp.MustCompile(`<link\s[^>]*rel="stylesheet"[^>]*>\s*`)
	moduleLink = regexp.MustCompile(`<link\s[^>]*rel="modulepreload"[^>]*>\s*`)
	hrefOf     = regexp.MustCompile(`\shref="/([^"]+)"`)
)

// page writes the pages: with one style sheet in place of those that index.html names, with
// the scripts of the bundle, and with what they preload. The server fills them in as
// templates.
func (b *bundler) page() error {
	text := string(b.sources[indexName])
	var style []byte
	for _, link := range styleLink.FindAllString(text, -1) {
		href := hrefOf.FindStringSubmatch(link)
		if href == nil {
			return fmt.Errorf("%s names no file of the client", strings.TrimSpace(link))
		}
		part, ok := b.files[href[1]]
		if !ok {
			return fmt.Errorf("the page asks for %s, which is not there", href[1])
		}
		style = append(style, part...)
		delete(b.files, href[1])
	}
	at := styleLink.FindStringIndex(text)
	if at == nil || !moduleLink.MatchString(text) {
		return errors.New("the page names no style sheet, or no module")
	}
	sum := sha256.Sum256(style)
	name := web.Chunks + "page-" + hex.EncodeToString(sum[:4]) + ".css"
	b.files[name] = style

	b.first = append(append([]string{entryName}, b.first...), name)

	text, rest := text[:at[0]], moduleLink.ReplaceAllString(styleLink.ReplaceAllString(text[at[0]:], ""), "")
	text += fmt.Sprintf("<link rel=\"stylesheet\" href=\"/%s\">\n", name) + moduleLinks(b.first[:len(b.first)-1])
	for name, page := range b.pages {
		b.files[name] = []byte(text + page.links() + rest)
	}
	return nil
}

// moduleLinks asks for scripts before they are imported.
func moduleLinks(scripts []string) string {
	var links strings.Builder
	for _, script := range scripts {
		fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"/%s\">\n", script)
	}
	return links.String()
}

// problems returns what is wrong as one error: warnings too, since the sources
// are ours.
func problems(lists ...[]api.Message) error {
	var all []error
	for _, list := range lists {
		for _, m := range list {
			where := ""
			if m.Location != nil {
				where = fmt.Sprintf("%s:%d: ", m.Location.File, m.Location.Line)
			}
			all = append(all, errors.New(where+m.Text))
		}
	}
	return errors.Join(all...)
}
