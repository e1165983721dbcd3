package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"archmage/internal/people"
	"archmage/internal/transport"
)

// site are the settings of what the operator says of the server.
type site struct {
	name                      string
	welcome, imprint, privacy string
}

func (s *site) bind(set *flag.FlagSet) {
	const languages = "; a text in one language is in a file beside it, as in welcome.fr.txt"
	set.StringVar(&s.name, "server-name", "", "what the server is called, a `name`; empty for Archmage")
	set.StringVar(&s.welcome, "welcome", "", "the `file` with words of welcome for the start page, as in welcome.txt"+languages)
	set.StringVar(&s.imprint, "imprint", "", "the `file` with the imprint"+languages)
	set.StringVar(&s.privacy, "privacy", "", "the `file` that says what is stored about people"+languages)
}

// longestText is the length of one of those files, in bytes.
const longestText = 64 << 10

// called returns the server's name, "" for that of the program.
func (s *site) called() string { return people.Clean(s.name) }

// load reads the files.
func (s *site) load() (transport.Site, error) {
	loaded := transport.Site{Name: s.called()}
	if utf8.RuneCountInString(loaded.Name) > people.MaxName {
		return loaded, fmt.Errorf("-server-name has at most %d characters", people.MaxName)
	}
	var err error
	for _, one := range []struct {
		into *map[string]string
		path string
	}{{&loaded.Welcome, s.welcome}, {&loaded.Imprint, s.imprint}, {&loaded.Privacy, s.privacy}} {
		if *one.into, err = readTexts(one.path); err != nil {
			return loaded, err
		}
	}
	return loaded, nil
}

// readTexts reads a text by language: the file, under "", and those beside it with a
// language before their ending. No path is no text.
func readTexts(path string) (map[string]string, error) {
	if path == "" {
		return nil, nil
	}
	texts := map[string]string{}
	ending := filepath.Ext(path)
	start := strings.TrimSuffix(path, ending)
	names, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	language := regexp.MustCompile(`^` + regexp.QuoteMeta(filepath.Base(start)) + `(?:\.([a-z]{2}))?` + regexp.QuoteMeta(ending) + `$`)
	for _, name := range names {
		found := language.FindStringSubmatch(name.Name())
		if found == nil {
			continue
		}
		file := filepath.Join(filepath.Dir(path), name.Name())
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if len(data) > longestText || !utf8.Valid(data) {
			return nil, fmt.Errorf("%s: a text has at most %d bytes of UTF-8", file, longestText)
		}
		texts[found[1]] = strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))
	}
	if _, ok := texts[""]; !ok {
		return nil, fmt.Errorf("there is no file %s", path)
	}
	return texts, nil
}
