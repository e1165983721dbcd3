// Package docstest extracts the commands from the documents, so that tests can run them. A block starts with
// ```sh, or with ```console, in which lines that start with $ are commands and the other lines their output.
// A line of dots stands for omitted lines. Commands in the text, like `make test`, are extracted too. Begin
// at [Commands].
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

// Block is a fenced block.
type Block struct {
	// Position is the position of the block, like docs/tools.md:25.
	Position, Language, Text string
}

// Command is a command with its environment.
type Command struct {
	Position string
	Words    []string
	// Env has the variables that are set for this command, as NAME=VALUE.
	Env []string
	// HasOutput is true if the document shows the output. Output has the lines of the output in order.
	HasOutput bool
	Output    []string
	// Inline is true for a command in the text, which can have placeholders.
	Inline bool
}

// programs maps the names by which documents call the project's programs to server or lab.
var programs = map[string]string{
	"archmage": "server", "./archmage": "server", "/server": "server", "server": "server", "lab": "lab",
	"./cmd/server": "server", "./cmd/lab": "lab",
}

// documents returns the paths of the documents below root.
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

// Blocks returns the fenced blocks of the documents, and for each document, by its name, the text without
// them.
func Blocks(t testing.TB, root string) (blocks []Block, texts map[string]string) {
	t.Helper()
	texts = map[string]string{}
	for _, path := range documents(t, root) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		name, err := filepath.Rel(root, path)
		require.NoError(t, err)
		name = filepath.ToSlash(name)
		fence := regexp.MustCompile("(?ms)^( *)```(\\w*)$\n(.*?)^ *```$")
		for _, match := range fence.FindAllSubmatchIndex(text, -1) {
			part := func(n int) string { return string(text[match[2*n]:match[2*n+1]]) }
			line := strings.Count(string(text[:match[0]]), "\n") + 1
			inside := regexp.MustCompile("(?m)^"+part(1)).ReplaceAllString(part(3), "")
			blocks = append(blocks, Block{Position: place(name, line), Language: part(2), Text: inside})
		}
		texts[name] = fence.ReplaceAllStringFunc(
			string(text),
			func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) },
		)
	}
	return blocks, texts
}

// Commands returns all commands of the documents. Those of a block are consecutive.
func Commands(t testing.TB, root string) []Command {
	t.Helper()
	var list []Command
	blocks, texts := Blocks(t, root)
	for _, b := range blocks {
		switch b.Language {
		case "sh":
			for line := range strings.Lines(b.Text) {
				list = append(list, split(b.Position, line)...)
			}
		case "console":
			for line := range strings.Lines(b.Text) {
				command, ok := strings.CutPrefix(line, "$ ")
				if ok {
					list = append(list, split(b.Position, command)...)
					list[len(list)-1].HasOutput = true
					continue
				}
				require.NotEmpty(t, list, b.Position)
				last := &list[len(list)-1]
				last.Output = append(last.Output, strings.TrimRight(line, "\n "))
			}
		}
	}
	inText := regexp.MustCompile("`((?:archmage|server|lab|make|go run|go test|go build|node|npm) [^`\n]+)`")
	for name, text := range texts {
		for _, match := range inText.FindAllStringSubmatchIndex(text, -1) {
			inline := strings.NewReplacer("[", "", "]", "", `\|`, "|").Replace(text[match[2]:match[3]])
			for _, c := range split(place(name, strings.Count(text[:match[0]], "\n")+1), inline) {
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

// Program returns the program that a command runs and its arguments. The server and the lab have the names
// "server" and "lab", regardless of the name in the document and even inside another command.
func (c *Command) Program() (name string, args []string) {
	words := c.Words
	switch {
	case words[0] == "go" && len(words) > 2 && words[1] == "run" && programs[words[2]] != "":
		words = words[2:]
	case words[0] == "make" && len(words) > 1 && words[1] == "run":
		words = []string{"server"}
		for _, set := range c.Words[2:] {
			if value, ok := strings.CutPrefix(set, "ARGS="); ok {
				words = append(words, strings.Fields(value)...)
			}
		}
	case words[0] == "docker":
		if index := slices.Index(words, "/server"); index > 0 {
			words = words[index:]
		}
	}
	if program := programs[words[0]]; program != "" {
		return program, words[1:]
	}
	return words[0], words[1:]
}

// RequireFlags checks that help lists all flags in args.
func RequireFlags(t testing.TB, at string, args []string, help string) {
	t.Helper()
	for _, arg := range args {
		flag, _, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(flag, "-") && flag != "-" && flag != "-h" {
			require.Regexp(t, `(?m)^ +(-\w, )?`+regexp.QuoteMeta(flag)+`\b`, help, "%s: there is no flag %s", at, flag)
		}
	}
}

// split returns the commands of a line, without keywords of the shell.
func split(position, line string) []Command {
	var list []Command
	var c Command
	next := func() {
		if c.Words != nil || c.Env != nil {
			c.Position = position
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
			c.Env = append(c.Env, word.text)
		case word.text != "...":
			c.Words = append(c.Words, word.text)
		}
	}
	next()
	return slices.DeleteFunc(list, func(c Command) bool { return c.Words == nil || c.Words[0] == "for" })
}

// word is a word or an operator of a shell command.
type word struct {
	text     string
	operator bool
}

// words splits a line as the shell does, without expanding variables and substitutions.
func words(line string) []word {
	var list []word
	var text strings.Builder
	quote, inWord, depth := byte(0), false, 0
	end := func() {
		if inWord {
			list = append(list, word{text: text.String()})
		}
		text.Reset()
		inWord = false
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			text.WriteByte(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == '$' && i+1 < len(line) && line[i+1] == '(', depth > 0 && c == '(':
			depth++
			if c == '$' {
				text.WriteByte(c)
				i++
			}
			text.WriteByte('(')
			inWord = true
		case depth > 0:
			if c == ')' {
				depth--
			}
			text.WriteByte(c)
		case c == '#' && !inWord:
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
			inWord = true
		}
	}
	end()
	return list
}
