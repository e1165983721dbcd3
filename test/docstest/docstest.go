// Package docstest reads the commands in the documents, for the tests of those who
// carry them out. A block of commands begins with ```sh, or with ```console where a line
// that begins with $ is a command and the others are what it prints; a line of dots stands
// for some that are left out. So does a command in the running text, like `make test`.
package docstest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Block is what stands between two fences.
type Block struct {
	// At is where it begins, as in docs/tools.md:25.
	At, Language, Text string
}

// Command is one command with what the shell gives it.
type Command struct {
	At    string
	Words []string
	// Sets are the variables that are set for it, as in NAME=VALUE.
	Sets []string
	// Shown: the document shows what it prints, which are these lines in this order.
	Shown  bool
	Prints []string
	// Inline: it stands in the running text, perhaps with placeholders.
	Inline bool
}

// programs are the names by which documents call the programs of the project.
var programs = map[string]string{
	"archmage": "server", "./archmage": "server", "/server": "server", "server": "server", "lab": "lab",
	"./cmd/server": "server", "./cmd/lab": "lab",
}

// documents are the pages, from the folder of the project on.
func documents(t testing.TB, root string) []string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	require.NoError(t, err)
	require.Greater(t, len(pages), 20)
	outside := []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "web/client/README.md"}
	for _, name := range outside {
		pages = append(pages, filepath.Join(root, name))
	}
	return pages
}

// Blocks returns what is fenced in the documents, and the rest of each by its name.
func Blocks(t testing.TB, root string) (blocks []Block, rest map[string]string) {
	t.Helper()
	rest = map[string]string{}
	for _, path := range documents(t, root) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		name, err := filepath.Rel(root, path)
		require.NoError(t, err)
		name = filepath.ToSlash(name)
		fence := regexp.MustCompile("(?ms)^( *)```(\\w*)$\n(.*?)^ *```$")
		for _, at := range fence.FindAllSubmatchIndex(text, -1) {
			part := func(n int) string { return string(text[at[2*n]:at[2*n+1]]) }
			line := strings.Count(string(text[:at[0]]), "\n") + 1
			inside := regexp.MustCompile("(?m)^"+part(1)).ReplaceAllString(part(3), "")
			blocks = append(blocks, Block{At: place(name, line), Language: part(2), Text: inside})
		}
		rest[name] = fence.ReplaceAllStringFunc(
			string(text),
			func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) },
		)
	}
	return blocks, rest
}

// Commands returns every command in the documents, those of a block one after another.
func Commands(t testing.TB, root string) []Command {
	t.Helper()
	var list []Command
	blocks, rest := Blocks(t, root)
	for _, b := range blocks {
		switch b.Language {
		case "sh":
			for line := range strings.Lines(b.Text) {
				list = append(list, split(b.At, line)...)
			}
		case "console":
			for line := range strings.Lines(b.Text) {
				command, is := strings.CutPrefix(line, "$ ")
				if is {
					list = append(list, split(b.At, command)...)
					list[len(list)-1].Shown = true
					continue
				}
				require.NotEmpty(t, list, b.At)
				last := &list[len(list)-1]
				last.Prints = append(last.Prints, strings.TrimRight(line, "\n "))
			}
		}
	}
	inText := regexp.MustCompile("`((?:archmage|server|lab|make|go run|go test|go build|node|npm) [^`\n]+)`")
	for name, text := range rest {
		for _, at := range inText.FindAllStringSubmatchIndex(text, -1) {
			inline := strings.NewReplacer("[", "", "]", "", `\|`, "|").Replace(text[at[2]:at[3]])
			for _, c := range split(place(name, strings.Count(text[:at[0]], "\n")+1), inline) {
				c.Inline = true
				list = append(list, c)
			}
		}
	}
	return list
}

func place(name string, line int) string {
	digits := ""
	for ; line > 0; line /= 10 {
		digits = string(rune('0'+line%10)) + digits
	}
	return name + ":" + digits
}

// Program returns what a command calls: server or lab with their arguments, whatever
// the document calls them and even within another command, or the name of another one.
func (c *Command) Program() (name string, args []string) {
	words := c.Words
	switch {
	case words[0] == "go" && len(words) > 2 && words[1] == "run" && programs[words[2]] != "":
		words = words[2:]
	case words[0] == "make" && len(words) > 1 && words[1] == "run":
		words = []string{"server"}
		for _, set := range c.Words[2:] {
			if given, ok := strings.CutPrefix(set, "ARGS="); ok {
				words = append(words, strings.Fields(given)...)
			}
		}
	case words[0] == "docker":
		if at := slices.Index(words, "/server"); at > 0 {
			words = words[at:]
		}
	}
	if program := programs[words[0]]; program != "" {
		return program, words[1:]
	}
	return words[0], words[1:]
}

// RequireFlags checks that a command has the flags with which a document calls it, by its
// help.
func RequireFlags(t testing.TB, at string, args []string, help string) {
	t.Helper()
	for _, arg := range args {
		flag, _, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(flag, "-") && flag != "-" && flag != "-h" {
			require.Regexp(t, `(?m)^ +(-\w, )?`+regexp.QuoteMeta(flag)+`\b`, help, "%s: there is no flag %s", at, flag)
		}
	}
}

// split returns the commands of a line, without what the shell itself does.
func split(at, line string) []Command {
	var list []Command
	var c Command
	next := func() {
		if c.Words != nil || c.Sets != nil {
			c.At = at
			list = append(list, c)
		}
		c = Command{}
	}
	for _, word := range words(line) {
		switch {
		case word.operator && strings.ContainsAny(word.text, "<>"):
			c.Words = append(c.Words, word.text)
		case word.operator:
			next()
		case c.Words == nil && slices.Contains([]string{"do", "done", "then", "fi"}, word.text):
		case c.Words == nil && regexp.MustCompile(`^[A-Za-z_]+=`).MatchString(word.text):
			c.Sets = append(c.Sets, word.text)
		case word.text != "...":
			c.Words = append(c.Words, word.text)
		}
	}
	next()
	return slices.DeleteFunc(list, func(c Command) bool { return c.Words == nil || c.Words[0] == "for" })
}

// word is one of a line for the shell.
type word struct {
	text     string
	operator bool
}

// words splits a line as the shell does, without what it would put in place of a part.
func words(line string) []word {
	var list []word
	var text strings.Builder
	within, open, deep := byte(0), false, 0
	end := func() {
		if open {
			list = append(list, word{text: text.String()})
		}
		text.Reset()
		open = false
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case within != 0 && c == within:
			within = 0
		case within != 0:
			text.WriteByte(c)
		case c == '\'' || c == '"':
			within, open = c, true
		case c == '$' && i+1 < len(line) && line[i+1] == '(', deep > 0 && c == '(':
			deep++
			if c == '$' {
				text.WriteByte(c)
				i++
			}
			text.WriteByte('(')
			open = true
		case deep > 0:
			if c == ')' {
				deep--
			}
			text.WriteByte(c)
		case c == '#' && !open:
			end()
			return list
		case c == ' ' || c == '\n' || c == '\t':
			end()
		case strings.IndexByte("|&;<>", c) >= 0:
			end()
			operator := string(c)
			for i+1 < len(line) && line[i+1] == c {
				i++
				operator += string(c)
			}
			list = append(list, word{operator, true})
		default:
			text.WriteByte(c)
			open = true
		}
	}
	end()
	return list
}
