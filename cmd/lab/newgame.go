package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
)

// gameID matches the id of a new game, which becomes the name of a Go package.
var gameID = regexp.MustCompile(`^[a-z]{3,20}$`)

// examples is the folder of the games that a new game can be like.
const examples = "internal/game/simple/example/"

// registryFile is the file with the list of all games.
const registryFile = "internal/game/registry/registry.go"

// likes are the example games with the title of each, which a new game replaces by its own.
var likes = map[string]string{
	"open":         "Three in a Row",
	"dice":         "Twenty-One",
	"simultaneous": "Lone Number",
	"cards":        "High Card",
}

// newgameCommand returns the command that adds a new game to the sources in the working directory: a copy of an
// example game under a new name.
func (a *app) newgameCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "newgame NAME",
		Short: "Start a new game in the sources, as a copy of an example",
		Long: "Start a new game in the sources, as a copy of an example:\n" +
			"  open          a board, nothing hidden, nothing random (Three in a Row)\n" +
			"  dice          a die, and a turn that goes on (Twenty-One)\n" +
			"  simultaneous  all choose in secret at the same time (Lone Number)\n" +
			"  cards         a deck and hidden hands (High Card)",
		Args: cobra.ExactArgs(1),
	}
	like := cmd.Flags().String("like", "", "the example to copy: open, dice, simultaneous or cards")
	title := cmd.Flags().String("title", "", "what people call the game; the name with a capital by default")
	cmd.RunE = func(_ *cobra.Command, args []string) error { return a.newgame(args[0], *like, *title) }
	return cmd
}

func (a *app) newgame(name, like, title string) error {
	if !gameID.MatchString(name) {
		return cli.Misuse(fmt.Errorf("the name %q is not 3 to 20 letters from a to z", name))
	}
	if likes[like] == "" {
		return cli.Misuse(fmt.Errorf("no example %q: --like open, dice, simultaneous or cards", like))
	}
	if title == "" {
		title = strings.ToUpper(name[:1]) + name[1:]
	}
	files, err := newGame(os.DirFS("."), name, like, title)
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
	fmt.Fprintf(
		a.Stdout,
		"%[1]s begins as %[2]s. Change internal/game/%[3]s/rules.go and rules_test.go step by step, and run\n"+
			"  go test ./internal/game/%[3]s\n"+
			"  go run ./cmd/lab simulate --game %[3]s --check full\n"+
			"  go run ./cmd/server\n",
		title,
		likes[like],
		name,
	)
	return nil
}

// newGame returns the content of the files that a new game adds or changes. The keys are paths.
func newGame(sources fs.FS, name, like, title string) (map[string]string, error) {
	list, err := fs.ReadFile(sources, registryFile)
	if err != nil {
		return nil, errors.New("run lab newgame in the folder of the project that has go.mod")
	}
	folder := "internal/game/" + name
	if _, err := fs.Stat(sources, folder); err == nil {
		return nil, fmt.Errorf("%s is there already", folder)
	}
	files := map[string]string{}
	if files[registryFile], err = register(string(list), name); err != nil {
		return nil, err
	}
	rename := strings.NewReplacer(
		"Package "+like+" ", "Package "+name+" ",
		"package "+like+"\n", "package "+name+"\n",
		`ID:       "`+like+`"`, `ID:       "`+name+`"`,
		likes[like], title,
	)
	for _, file := range []string{"rules.go", "rules_test.go"} {
		text, err := fs.ReadFile(sources, path.Join(examples, like, file))
		if err != nil {
			return nil, err
		}
		files[path.Join(folder, file)] = rename.Replace(string(text))
	}
	return files, nil
}

// imports and modules match the places of the registry where a game is added.
var (
	imports = regexp.MustCompile(`(?m)^\t"archmage/internal/game/\w+"\n`)
	modules = regexp.MustCompile(`(?m)^\t\t\w+\.Module\(\),\n`)
)

// register adds a game to the text of the registry: its import in alphabetical order, and its module at the end
// of the list.
func register(text, name string) (string, error) {
	listed := modules.FindAllStringIndex(text, -1)
	lines := imports.FindAllStringIndex(text, -1)
	if len(listed) == 0 || len(lines) == 0 {
		return "", fmt.Errorf("%s has no list of modules", registryFile)
	}
	end := listed[len(listed)-1][1]
	text = text[:end] + "\t\t" + name + ".Module(),\n" + text[end:]
	line := "\t\"archmage/internal/game/" + name + "\"\n"
	index := slices.IndexFunc(lines, func(span []int) bool { return text[span[0]:span[1]] > line })
	start := lines[len(lines)-1][1]
	if index >= 0 {
		start = lines[index][0]
	}
	return text[:start] + line + text[start:], nil
}
