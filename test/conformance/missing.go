package conformance

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"archmage/internal/game"
)

// part is something that a complete game has. All but the rules are optional: without them, tools and clients
// do with less.
type part struct {
	name string
	// chapter is the heading in docs/adding-a-game.md that explains it.
	chapter string
	// file is a file of a game that has the part. ID stands for the id of the game. If text is not nil, the
	// file must also match it.
	file string
	text *regexp.Regexp
}

// parts are in the order in which a game usually gets them.
var parts = []part{
	{name: "bots of its own", chapter: "Bots", file: "internal/game/ID/bot.go"},
	{
		name:    "fuzz targets",
		chapter: "Tests",
		file:    "internal/game/ID/*_test.go",
		text:    regexp.MustCompile(`FuzzAnswer`),
	},
	{name: "a board of its own", chapter: "The client", file: "web/static/games/ID/board.js"},
	{name: "a cover", chapter: "The client", file: "web/static/games/ID/cover.js"},
	{name: "texts in French", chapter: "The client", file: "web/static/games/ID/texts.fr.json"},
	{name: "a summary of the rules", chapter: "The client", file: "web/static/games/ID/rules.en.json"},
	{name: "hints for a first match", chapter: "The client", file: "web/static/games/ID/learn.js"},
	{name: "scenes", chapter: "The client", file: "web/static/games/ID/scenes.js"},
	{name: "its decisions in the documents", chapter: "The pages", file: "docs/examples/ID-*.json"},
	{name: "its rulings", chapter: "The pages", file: "docs/rulings-ID.md"},
	{name: "records of matches that must replay the same", chapter: "Tests", file: "internal/game/ID/testdata/*"},
	{
		name:    "strong bots, hints and analyses",
		chapter: "Bots",
		file:    "internal/game/registry/registry.go",
		text:    regexp.MustCompile(`"ID": +ID\.NewGuide`),
	},
}

// missing returns the parts that a game does not have, as in "a cover (docs/adding-a-game.md, The client)". root
// is the folder of the project.
func missing(root fs.FS, id string) ([]string, error) {
	var list []string
	for _, p := range parts {
		found, err := hasPart(root, id, p)
		if err != nil {
			return nil, err
		}
		if !found {
			list = append(list, p.name+" (docs/adding-a-game.md, "+p.chapter+")")
		}
	}
	return list, nil
}

func hasPart(root fs.FS, id string, p part) (bool, error) {
	files, err := fs.Glob(root, strings.ReplaceAll(p.file, "ID", id))
	if err != nil || p.text == nil {
		return len(files) > 0, err
	}
	pattern, err := regexp.Compile(strings.ReplaceAll(p.text.String(), "ID", id))
	if err != nil {
		return false, err
	}
	for _, file := range files {
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return false, err
		}
		if pattern.Match(text) {
			return true, nil
		}
	}
	return false, nil
}

// logMissing logs what the game does not have, if its rules are a package of the project.
func logMissing(t *testing.T, rules game.Rules) {
	t.Helper()
	root, err := projectFolder()
	if err != nil {
		t.Fatal(err)
	}
	id := rules.Info().ID
	if _, err := os.Stat(filepath.Join(root, "internal/game", id)); err != nil {
		return
	}
	list, err := missing(os.DirFS(root), id)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) > 0 {
		t.Logf("%s is playable. It does not have:\n  %s", rules.Info().Title.En, strings.Join(list, "\n  "))
	}
}

// projectFolder returns the folder with go.mod that contains the working directory.
func projectFolder() (string, error) {
	folder, err := os.Getwd()
	for err == nil {
		if _, found := os.Stat(filepath.Join(folder, "go.mod")); found == nil {
			return folder, nil
		}
		if parent := filepath.Dir(folder); parent != folder {
			folder = parent
			continue
		}
		err = fs.ErrNotExist
	}
	return "", err
}
