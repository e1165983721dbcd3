package docstest_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/test/docstest"
)

// system has the system commands in the documents, with the reason why no test runs them. The files of the
// project that they name must exist.
var system = map[string]string{
	"apt":        "installs",
	"cat":        "",
	"cd":         "",
	"chmod":      "",
	"cp":         "needs root",
	"createdb":   "needs PostgreSQL",
	"createuser": "needs PostgreSQL",
	"dnf":        "installs",
	"docker":     "needs a daemon",
	"echo":       "",
	"grep":       "changes the sources",
	"install":    "needs root",
	"mkdir":      "",
	"openssl":    "TestSeedOnThePage computes it",
	"pg_dump":    "needs PostgreSQL",
	"printf":     "",
	"sed":        "",
	"sha256sum":  "",
	"sqlite3":    "is not installed everywhere",
	"systemctl":  "needs systemd",
	"tar":        "needs an archive",
	"xargs":      "changes the sources",
	"xxd":        "TestSeedOnThePage computes it",
	"journalctl": "needs systemd",
	"curl":       "needs a server",
	"mv":         "",
	"ss":         "",
}

// Every command in the documents runs a program of the project, which its own tests check, or names existing
// targets, tests, packages and files. The shell can parse every block.
func TestCommandsInDocuments(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	used := usedByMake(t, string(makefile))
	tests := declaredTests(t)
	checked := map[string]int{}
	for _, c := range docstest.Commands(t, "../..") {
		name, args := c.Program()
		checked[name]++
		switch name {
		case "server", "lab":
		case "make":
			for _, arg := range args {
				if name, _, set := strings.Cut(arg, "="); set {
					require.Regexp(t, `\$[({]?`+name+`\b`, used, c.Position)
					continue
				}
				require.Contains(t, string(makefile), "\n"+arg+":", "%s: make %s", c.Position, arg)
			}
		case "go":
			requireGo(t, &c, args, tests)
		case "node", "npm":
			requireNode(t, &c, name, args)
		default:
			_, known := system[name]
			require.True(t, known, "%s: nothing checks %q", c.Position, strings.Join(c.Words, " "))
		}
		for _, word := range c.Words[1:] {
			requireFile(t, c.Position, word)
		}
		for _, set := range c.Env {
			name, _, _ := strings.Cut(set, "=")
			if strings.HasPrefix(name, "ARCHMAGE_") && name != "ARCHMAGE_DATABASE" {
				require.Contains(t, tests.variables, name, c.Position)
			}
		}
	}
	require.Greater(t, checked["server"], 40)
	require.Greater(t, checked["lab"], 15)
	require.Greater(t, checked["make"], 40)
	require.Greater(t, checked["go"], 15)
	requireShell(t)
}

// usedByMake returns the Makefile with the scripts that it calls.
func usedByMake(t *testing.T, makefile string) string {
	t.Helper()
	for _, name := range []string{"load", "setup"} {
		script, err := os.ReadFile("../../tools/" + name)
		require.NoError(t, err)
		makefile += string(script)
	}
	return makefile
}

// requireShell checks that the shell can parse every block, without running it.
func requireShell(t *testing.T) {
	t.Helper()
	blocks, _ := docstest.Blocks(t, "../..")
	script := ""
	for _, b := range blocks {
		require.Contains(
			t,
			[]string{"sh", "console", "json", "js", "ts", "go", "python", "http", "nginx", "text"},
			b.Language,
			"%s: what is in the block?",
			b.Position,
		)
		if b.Language == "sh" {
			script += b.Text + "\n"
		}
	}
	shell := exec.CommandContext(t.Context(), "sh", "-n")
	shell.Stdin = strings.NewReader(script)
	said, err := shell.CombinedOutput()
	require.NoError(t, err, "%s", said)
}

// declared is what documents can name in the project's tests.
type declared struct {
	// functions are tests, benchmarks and fuzz targets by their folder.
	functions map[string][]string
	// variables are the environment variables that they read.
	variables []string
}

func declaredTests(t *testing.T) declared {
	t.Helper()
	d := declared{functions: map[string][]string{}}
	require.NoError(t, filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		folder := filepath.ToSlash(filepath.Dir(path))
		for line := range strings.Lines(string(source)) {
			if function, is := strings.CutPrefix(line, "func "); is {
				name, _, _ := strings.Cut(function, "(")
				d.functions[folder] = append(d.functions[folder], name)
			}
			if _, rest, is := strings.Cut(line, `"ARCHMAGE_`); is {
				name, _, _ := strings.Cut(rest, `"`)
				d.variables = append(d.variables, "ARCHMAGE_"+name)
			}
		}
		return err
	}))
	return d
}

// gameFolder replaces the games that documents only talk about by games that exist: the placeholder NAME, and the
// game that docs/first-game.md builds, whose commands TestFirstGame runs.
var gameFolder = strings.NewReplacer("NAME", "seasons", "game/fifteen", "game/simple/example/open")

// requireGo checks that the packages of a go command exist and have the tests it selects.
func requireGo(t *testing.T, c *docstest.Command, args []string, tests declared) {
	t.Helper()
	require.Contains(t, []string{"run", "build", "test", "mod", "vet", "tool"}, args[0], c.Position)
	var chosen []string
	var found []string
	takes := ""
	for _, arg := range args[1:] {
		switch {
		case takes == "-run" || takes == "-bench":
			chosen = append(chosen, arg)
			takes = ""
		case takes != "":
			takes = ""
		case strings.HasPrefix(arg, "-"):
			if slices.Contains(
				[]string{"-run", "-bench", "-timeout", "-benchtime", "-o", "-tags", "-module", "-count", "-parallel"},
				arg,
			) {
				takes = arg
			}
		case strings.HasPrefix(arg, "./"):
			folder := filepath.Join("../..", gameFolder.Replace(strings.TrimSuffix(arg, "/...")))
			require.DirExists(t, folder, "%s: %s", c.Position, arg)
			for in, names := range tests.functions {
				if in == filepath.ToSlash(folder) ||
					strings.HasSuffix(arg, "/...") && strings.HasPrefix(in, filepath.ToSlash(folder)+"/") {
					found = append(found, names...)
				}
			}
		}
		if args[0] == "run" && strings.HasPrefix(arg, "./") {
			break
		}
	}
	for _, pattern := range chosen {
		first, _, _ := strings.Cut(pattern, "/")
		if pattern == "^$" {
			continue
		}
		require.True(
			t,
			slices.ContainsFunc(found, regexp.MustCompile(first).MatchString),
			"%s: no test is called %s",
			c.Position,
			pattern,
		)
	}
}

// requireNode checks that an npm script or a file for node exists.
func requireNode(t *testing.T, c *docstest.Command, name string, args []string) {
	t.Helper()
	if name == "node" {
		return // its file is looked up like any other
	}
	data, err := os.ReadFile("../../web/package.json")
	require.NoError(t, err)
	var pack struct{ Scripts map[string]string }
	require.NoError(t, json.Unmarshal(data, &pack))
	if at := slices.Index(args, "run"); at >= 0 {
		require.Contains(t, pack.Scripts, args[at+1], c.Position)
		return
	}
	require.True(
		t,
		slices.ContainsFunc(
			[]string{"ci", "pack", "install", "init"},
			func(known string) bool { return slices.Contains(args, known) },
		),
		c.Position,
	)
}

var fileName = regexp.MustCompile(`^(?:\./)?((?:deploy|docs|web|cmd|internal|tools)/[\w./*-]*)$`)

// requireFile checks that a file or folder exists if a word names one.
func requireFile(t *testing.T, at, word string) {
	t.Helper()
	named := fileName.FindStringSubmatch(word)
	if named == nil || word == "deploy/.env" || strings.Contains(word, "NAME") {
		return
	}
	files, err := filepath.Glob(filepath.Join("../..", gameFolder.Replace(strings.TrimSuffix(named[1], "/..."))))
	require.NoError(t, err)
	require.NotEmpty(t, files, "%s names %s", at, word)
}
