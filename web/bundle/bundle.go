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

// commonModules are small modules that most pages use. They are part of the entry's script, so that pages need
// no request for them.
var commonModules = []string{"core/hints.js", "ui/rich.js"}

// bundle returns the files of the bundled client: modules joined into as few scripts as the pages need, style
// sheets and SVG files minified, and all other files unchanged.
func bundle(source map[string][]byte) (map[string][]byte, error) {
	b := bundler{sources: source, files: map[string][]byte{}}
	var err error
	if b.manifest, err = readManifest(source[web.Manifest]); err != nil {
		return nil, err
	}
	for _, step := range []func() error{b.addOthers, b.addScripts, b.writePages, b.addServiceWorker} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return b.files, nil
}

// bundler makes the files of the bundle from the sources, both by path.
type bundler struct {
	sources, files map[string][]byte
	manifest       *manifest
	// first are the scripts that the entry needs before it can run. After writePages they also include the
	// entry and the style sheet.
	first []string
	// pages are the pages by file name.
	pages map[string]page
}

// addOthers adds all files except scripts and pages: style sheets and SVG files minified, all others unchanged.
func (b *bundler) addOthers() error {
	for name, text := range b.sources {
		var err error
		switch {
		case name == indexName, name == web.Manifest, strings.HasSuffix(name, ".d.ts"):
			continue
		case name == serviceWorkerName:
			// addServiceWorker fills it in.
		case strings.HasPrefix(name, web.Worker) && path.Ext(name) == ".js":
			text, err = minifyScript(name, text)
		case path.Ext(name) == ".js":
			continue
		case path.Ext(name) == ".css":
			text, err = minifyStyle(name, text)
		case path.Ext(name) == ".svg":
			text = minifyDrawing(text)
		}
		if err != nil {
			return err
		}
		b.files[name] = text
	}
	return nil
}

// minifyScript minifies a script that is not a module. Its global names stay.
func minifyScript(name string, text []byte) ([]byte, error) {
	result := api.Transform(string(text), api.TransformOptions{
		Loader:            api.LoaderJS,
		Sourcefile:        name,
		Engines:           oldestBrowsers,
		LogLevel:          api.LogLevelSilent,
		LegalComments:     api.LegalCommentsNone,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
	})
	return result.Code, problems(result.Errors, result.Warnings)
}

func minifyStyle(name string, text []byte) ([]byte, error) {
	result := api.Transform(string(text), api.TransformOptions{
		Loader:           api.LoaderCSS,
		Sourcefile:       name,
		Engines:          oldestBrowsers,
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

// minifyDrawing removes comments and line breaks from an SVG file. The client's SVG files contain no text in
// which white space matters.
func minifyDrawing(text []byte) []byte {
	text = comments.ReplaceAll(text, nil)
	text = gaps.ReplaceAll(text, []byte("><"))
	return spaces.ReplaceAll(text, []byte(" "))
}

// addScripts joins the modules: one script for the entry, and one for each module that is imported
// dynamically.
func (b *bundler) addScripts() error {
	// Scripts loaded later share modules with the entry, and esbuild would make a separate file for each set
	// of scripts that share some. Each of these scripts therefore imports the entry, which is already loaded,
	// so that everything the entry uses is one set. In the same way, scripts of a table import the page of a
	// room, and those of a game import its board.
	meta, err := readMetafile(api.Build(b.buildOptions(nil)))
	if err != nil {
		return err
	}
	options := b.buildOptions(meta.dynamicModules())
	options.MinifyWhitespace, options.MinifyIdentifiers, options.MinifySyntax = true, true, true
	options.Sourcemap = api.SourceMapLinked
	result := api.Build(options)
	if meta, err = readMetafile(result); err != nil {
		return err
	}
	for _, file := range result.OutputFiles {
		b.files[strings.TrimPrefix(filepath.ToSlash(file.Path), "/")] = file.Contents
	}
	b.first = meta.imports(entryName)
	if b.pages, err = b.findPages(meta.dynamicModules()); err != nil {
		return err
	}
	for name, p := range b.pages {
		p.scripts = meta.scriptsOf(b.first, p.Modules...)
		b.pages[name] = p
	}
	return nil
}

// oldestBrowsers are the oldest supported browsers, as listed in README.md and docs/troubleshooting.md. light-dark()
// in the style sheets, and :has() in Firefox, determine them.
var oldestBrowsers = []api.Engine{
	{Name: api.EngineChrome, Version: "123"},
	{Name: api.EngineFirefox, Version: "121"},
	{Name: api.EngineSafari, Version: "17.5"},
	{Name: api.EngineIOS, Version: "17.5"},
}

var (
	// boards matches the modules of the games' boards.
	boards = regexp.MustCompile(`^games/([^/]+)/board\.js$`)
	// ofGames matches all modules of games and of the generic board. ofTables matches the other modules that are
	// loaded with a table.
	ofGames  = regexp.MustCompile(`^(games/[^/]+|generic)/`)
	ofTables = regexp.MustCompile(`^(endgame|replay|table|waiting)/`)
)

// loadedBefore returns the modules that are always loaded before module, which is one of dynamicModules.
func loadedBefore(module string, dynamicModules map[string]bool) []string {
	list := []string{entryName}
	board := ofGames.FindString(module) + "board.js"
	switch {
	case dynamicModules[board] && module != board:
		list = append(list, board)
	case dynamicModules[roomName] && module != roomName && (module == board || ofTables.MatchString(module)):
		list = append(list, roomName)
	}
	return list
}

// addedImports returns the modules that a module imports only in the bundle.
func (b *bundler) addedImports(module string, dynamicModules map[string]bool) []string {
	switch {
	case module == entryName:
		return slices.DeleteFunc(slices.Clone(commonModules), func(name string) bool { return b.sources[name] == nil })
	case dynamicModules[module]:
		return loadedBefore(module, dynamicModules)
	}
	return nil
}

// buildOptions returns the options of esbuild. Each of dynamicModules gets imports of the modules that are
// loaded before it.
func (b *bundler) buildOptions(dynamicModules map[string]bool) api.BuildOptions {
	return api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: entryName, OutputPath: strings.TrimSuffix(entryName, ".js")},
		},
		Outdir:        "/",
		AbsWorkingDir: "/",
		TsconfigRaw:   "{}",
		Plugins: []api.Plugin{
			{Name: "sources", Setup: func(build api.PluginBuild) { b.serve(build, dynamicModules) }},
		},
		Bundle:     true,
		Splitting:  true,
		Format:     api.FormatESModule,
		Engines:    oldestBrowsers,
		Charset:    api.CharsetUTF8,
		ChunkNames: web.Chunks + "[name]-[hash]",
		Metafile:   true,
		LogLevel:   api.LogLevelSilent,
		// Licences are served beside the scripts.
		LegalComments: api.LegalCommentsNone,
	}
}

// serve lets esbuild read the modules from memory.
func (b *bundler) serve(build api.PluginBuild, dynamicModules map[string]bool) {
	const namespace = "client"
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		name := path.Join(path.Dir(args.Importer), args.Path)
		if b.sources[name] == nil {
			return api.OnResolveResult{}, fmt.Errorf("there is no %s", name)
		}
		return api.OnResolveResult{Path: name, Namespace: namespace}, nil
	})
	build.OnLoad(
		api.OnLoadOptions{Filter: ".*", Namespace: namespace},
		func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text := string(indentation.ReplaceAll(b.sources[args.Path], nil))
			for _, module := range b.addedImports(args.Path, dynamicModules) {
				text += "\nimport '" + strings.Repeat("../", strings.Count(args.Path, "/")) + "./" + module + "';\n"
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		},
	)
}

// indentation matches the white space at the beginning of lines. In scripts it means nothing, except in template
// literals, which esbuild does not change: all that have several lines are HTML, where it means nothing either.
var indentation = regexp.MustCompile(`(?m)^[ \t]+`)

// metafile is esbuild's description of a build.
type metafile struct {
	// Inputs are the modules, as NAMESPACE:PATH.
	Inputs map[string]struct{ Imports []imported }
	// Outputs are the scripts.
	Outputs map[string]struct {
		// EntryPoint is the module that the script was made for, as NAMESPACE:PATH, or "" for a script that
		// several others share.
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

// dynamicModules returns the modules that are imported dynamically.
func (m *metafile) dynamicModules() map[string]bool {
	found := map[string]bool{}
	for _, module := range m.Inputs {
		for _, imp := range module.Imports {
			if imp.Kind == "dynamic-import" {
				_, name, _ := strings.Cut(imp.Path, ":")
				found[name] = true
			}
		}
	}
	return found
}

// scriptsOf returns the scripts of modules and of what these import, except the entry and the scripts of
// first.
func (m *metafile) scriptsOf(first []string, modules ...string) []string {
	found := map[string]bool{}
	for name := range m.Outputs {
		if _, module, _ := strings.Cut(m.Outputs[name].EntryPoint, ":"); slices.Contains(modules, module) {
			found[name] = true
			for _, script := range m.imports(name) {
				found[script] = true
			}
		}
	}
	maps.DeleteFunc(found, func(name string, _ bool) bool { return name == entryName || slices.Contains(first, name) })
	return slices.Sorted(maps.Keys(found))
}

// imports returns the scripts that a script imports statically, directly or indirectly.
func (m *metafile) imports(script string) []string {
	found := map[string]bool{}
	var follow func(string)
	follow = func(script string) {
		for _, imp := range m.Outputs[script].Imports {
			if imp.Kind == "import-statement" && !found[imp.Path] {
				found[imp.Path] = true
				follow(imp.Path)
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

// writePages writes the pages: index.html with one style sheet instead of several, with the scripts of the
// bundle, and with preload links. The server executes them as templates.
func (b *bundler) writePages() error {
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
	location := styleLink.FindStringIndex(text)
	if location == nil || !moduleLink.MatchString(text) {
		return errors.New("the page names no style sheet, or no module")
	}
	sum := sha256.Sum256(style)
	name := web.Chunks + "page-" + hex.EncodeToString(sum[:4]) + ".css"
	b.files[name] = style

	b.first = append(append([]string{entryName}, b.first...), name)

	text, tail := text[:location[0]], styleLink.ReplaceAllString(text[location[0]:], "")
	tail = moduleLink.ReplaceAllString(tail, "")
	text += fmt.Sprintf("<link rel=\"stylesheet\" href=\"/%s\">\n", name) + moduleLinks(b.first[:len(b.first)-1])
	for name, page := range b.pages {
		b.files[name] = []byte(text + page.links(b.manifest.Media) + tail)
	}
	return nil
}

// moduleLinks returns elements that load scripts before they are imported.
func moduleLinks(scripts []string) string {
	var links strings.Builder
	for _, script := range scripts {
		fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"/%s\">\n", script)
	}
	return links.String()
}

// problems returns all messages of esbuild as one error, warnings included.
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
