package main

import (
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
)

// gameID matches the id of a new game, which becomes the name of Go packages and of a folder of the client.
var gameID = regexp.MustCompile(`^[a-z]{3,20}$`)

// templates is the folder with the files of a new game that are not copied from the toy.
const templates = "cmd/lab/newgame/"

// newFiles maps each file of a new game to its source. "toy" in a path is replaced by the id of the game.
var newFiles = map[string]string{
	"internal/game/toy/rules.go":         "test/conformance/toy.go",
	"internal/game/toy/programs.go":      "test/conformance/toy_programs.go",
	"internal/game/toy/keys.go":          "test/conformance/toy_keys.go",
	"internal/game/toy/documents.go":     "test/conformance/toy_documents.go",
	"internal/game/toy/codec.go":         "test/conformance/toy_codec.go",
	"internal/game/toy/bot.go":           "test/conformance/toy_bot.go",
	"internal/game/toy/module.go":        templates + "module.go.txt",
	"internal/game/toy/toy_test.go":      templates + "toy_test.go.txt",
	"internal/cards/toy/cards.go":        templates + "cards.go.txt",
	"internal/cards/toy/cards_test.go":   templates + "cards_test.go.txt",
	"docs/rulings-toy.md":                templates + "rulings.md",
	"docs/examples/toy-bid.json":         templates + "bid.json",
	"docs/examples/toy-act.json":         templates + "act.json",
	"docs/examples/toy-split.json":       templates + "split.json",
	"docs/examples/toy-sing.json":        templates + "sing.json",
	"web/static/games/toy/game.js":       templates + "game.js",
	"web/static/games/toy/board.js":      templates + "board.js",
	"web/static/games/toy/board.css":     templates + "board.css",
	"web/static/games/toy/cover.js":      templates + "cover.js",
	"web/static/games/toy/cover.svg":     templates + "cover.svg",
	"web/static/games/toy/cover.en.json": templates + "cover.en.json",
	"web/static/games/toy/learn.js":      templates + "learn.js",
	"web/static/games/toy/learn.en.json": templates + "learn.en.json",
	"web/static/games/toy/rules.en.json": templates + "rules.en.json",
	"web/static/games/toy/texts.en.json": templates + "texts.en.json",
}

// addition is a change of an existing file. text is inserted after the first match of the regular expression
// anchor. If anchor is "", text is the path of a template, and its content is appended to the file.
type addition struct{ path, anchor, text string }

var additions = []addition{
	{
		"internal/game/registry/registry.go",
		`\n\t"archmage/internal/game/spellbook"\n`,
		"\t\"archmage/internal/game/toy\"\n",
	},
	{"internal/game/registry/registry.go", `\n\t\tspellbook\.Module\(\),\n`, "\t\ttoy.Module(),\n"},
	{
		"web/static/games/list.js",
		`\nexport \{ default as spellbook \}[^\n]*\n`,
		"export { default as toy } from './toy/game.js';\n",
	},
	{path: "docs/decisions.md", text: templates + "decisions.md"},
	{path: "docs/events.md", text: templates + "events.md"},
	{path: "docs/positions.md", text: templates + "positions.md"},
}

// newgameCommand returns the command that adds a new game to the sources in the working directory: a copy of
// the toy of package conformance under a new name.
func (a *app) newgameCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "newgame NAME",
		Short: "Start a new game in the sources, as a copy of the tests' toy",
		Args:  cobra.ExactArgs(1),
	}
	title := cmd.Flags().String("title", "", "what people call the game; the name with a capital by default")
	cmd.RunE = func(_ *cobra.Command, args []string) error { return a.newgame(args[0], *title) }
	return cmd
}

func (a *app) newgame(name, title string) error {
	if !gameID.MatchString(name) {
		return cli.Misuse(fmt.Errorf("the name %q is not 3 to 20 letters from a to z", name))
	}
	if title == "" {
		title = strings.ToUpper(name[:1]) + name[1:]
	}
	files, err := newGame(os.DirFS("."), name, title)
	if err != nil {
		return err
	}
	for path, text := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.Stdout, "%[1]s is there, with the rules of the toy. Now:\n"+
		"  go run ./web/types\n"+
		"  go test ./internal/game/%[2]s ./internal/cards/%[2]s ./test/architecture ./web/types\n"+
		"Then change it step by step, as docs/adding-a-game.md says.\n", title, name)
	return nil
}

// newGame returns the content of the files that a new game adds or changes. The keys are paths.
func newGame(sources fs.FS, name, title string) (map[string]string, error) {
	if _, err := fs.Stat(sources, templates+"board.js"); err != nil {
		return nil, errors.New("run lab newgame in the folder of the project that has go.mod")
	}
	rename := renamer(name, title)
	files := map[string]string{}
	for path, source := range newFiles {
		text, err := fs.ReadFile(sources, source)
		if err != nil {
			return nil, err
		}
		path = strings.ReplaceAll(path, "toy", name)
		if _, err := fs.Stat(sources, path); err == nil {
			return nil, fmt.Errorf("%s is there already", path)
		}
		files[path] = rename(string(text))
	}
	if err := addLines(sources, files, rename); err != nil {
		return nil, err
	}
	for path, text := range files {
		if filepath.Ext(path) == ".go" {
			formatted, err := format.Source([]byte(text))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			files[path] = string(formatted)
		}
	}
	return files, nil
}

// addLines applies the additions to files. It reads files that are not in the map from sources.
func addLines(sources fs.FS, files map[string]string, rename func(string) string) error {
	for _, add := range additions {
		content, loaded := files[add.path]
		if !loaded {
			text, err := fs.ReadFile(sources, add.path)
			if err != nil {
				return err
			}
			content = string(text)
		}
		if add.anchor == "" {
			text, err := fs.ReadFile(sources, add.text)
			if err != nil {
				return err
			}
			files[add.path] = content + rename(string(text))
			continue
		}
		location := regexp.MustCompile(add.anchor).FindStringIndex(content)
		if location == nil {
			return fmt.Errorf("%s has no match for %s, after which the game is inserted", add.path, add.anchor)
		}
		files[add.path] = content[:location[1]] + rename(add.text) + content[location[1]:]
	}
	return nil
}

// toyOnly matches lines of the toy that new games omit.
var toyOnly = regexp.MustCompile(`(?m)^.*// toy only$\n`)

// toyName matches identifiers with the prefix "toy", which a game in its own package does not need.
var toyName = regexp.MustCompile(`\btoy[A-Z]\w*`)

// renamer returns a function that replaces the names of the toy with names for the new game.
func renamer(name, title string) func(string) string {
	fixed := strings.NewReplacer(
		"package conformance",
		"package "+name,
		"// Toy returns",
		"// New returns",
		"Toy()",
		"New()",
		"ToyBot",
		"NewBot",
		"func (toy) ",
		"func (rules) ",
		"toy{",
		"rules{",
		"type toy ",
		"type rules ",
		"toyPublic",
		"Public",
		"toyPrivate",
		"Private",
		"toyCards",
		"numCards",
		"toyVersion",
		"encoding",
		"toyData",
		"match",
		"toySetup",
		"Setup",
		"toyOp{",
		"op{",
		"toyOp",
		"op",
		"toyOptionWords",
		"optionWords",
	)
	words := []struct {
		pattern *regexp.Regexp
		with    string
	}{
		{regexp.MustCompile(`\bToy\b`), title},
		{regexp.MustCompile(`\btoy\b`), name},
	}
	return func(text string) string {
		text = fixed.Replace(toyOnly.ReplaceAllString(text, ""))
		for _, word := range words {
			text = word.pattern.ReplaceAllString(text, word.with)
		}
		return toyName.ReplaceAllStringFunc(text, func(found string) string {
			return strings.ToLower(found[3:4]) + found[4:]
		})
	}
}
