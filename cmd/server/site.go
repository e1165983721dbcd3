package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/transport/operator"
)

// siteSettings are the settings that fix texts about the server. While the server runs, owners can change only the
// other texts.
type siteSettings struct {
	name                      string
	accounts                  choice
	welcome, imprint, privacy string
}

func (s *siteSettings) bind(set *pflag.FlagSet) {
	const languages = "; a translation is in a file beside it, like NAME.fr.txt"
	set.StringVar(&s.name, "server-name", "", "the `name` of the server; empty for the one that owners set")
	s.accounts = choice{allowed: []string{site.Anybody, string(people.AdmitInvited), string(people.AdmitNobody)}}
	set.Var(
		&s.accounts,
		"new-accounts",
		"who may create an account: anybody, invited (who has a code of an owner), "+
			"or owner (only owners create them); "+
			"empty for what owners choose",
	)
	set.StringVar(
		&s.welcome,
		"welcome",
		"",
		"the `file` with a welcome text for the start page, like welcome.txt"+languages,
	)
	set.StringVar(&s.imprint, "imprint", "", "the `file` with the imprint"+languages)
	set.StringVar(&s.privacy, "privacy", "", "the `file` with the privacy notice"+languages)
}

// maxTextBytes is the maximum size of a text file.
const maxTextBytes = 64 << 10

// load reads the files and returns the fixed texts.
func (s *siteSettings) load() (map[site.Part]site.Texts, error) {
	fixed := map[site.Part]site.Texts{}
	if name := people.Clean(s.name); utf8.RuneCountInString(name) > people.MaxName {
		return nil, errInvalid("server-name", name, fmt.Sprintf("at most %d characters", people.MaxName))
	} else if name != "" {
		fixed[site.Name] = site.Texts{"": name}
	}
	if s.accounts.value != "" {
		fixed[site.Accounts] = site.Texts{"": s.accounts.value}
		if s.accounts.value == site.Anybody {
			fixed[site.Accounts] = site.Texts{"": string(people.AdmitAnybody)}
		}
	}
	files := map[site.Part]string{site.Welcome: s.welcome, site.Imprint: s.imprint, site.Privacy: s.privacy}
	for part, path := range files {
		texts, err := readTexts(path)
		if err != nil {
			return nil, err
		}
		if len(texts) > 0 {
			fixed[part] = texts
		}
	}
	return fixed, nil
}

// readTexts reads a text and its translations. The file at path has the language "". The files beside it that have
// a language before the extension, like NAME.fr.txt, are its translations. If path is "", readTexts returns no
// texts.
func readTexts(path string) (site.Texts, error) {
	if path == "" {
		return nil, nil
	}
	texts := site.Texts{}
	ending := filepath.Ext(path)
	start := strings.TrimSuffix(path, ending)
	names, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	pattern := regexp.MustCompile(
		`^` + regexp.QuoteMeta(filepath.Base(start)) + `(?:\.([a-z]{2}))?` + regexp.QuoteMeta(ending) + `$`,
	)
	for _, name := range names {
		match := pattern.FindStringSubmatch(name.Name())
		if match == nil {
			continue
		}
		file := filepath.Join(filepath.Dir(path), name.Name())
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if len(data) > maxTextBytes || !utf8.Valid(data) {
			return nil, fmt.Errorf("%s: a text has at most %d bytes of UTF-8", file, maxTextBytes)
		}
		texts[match[1]] = strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))
	}
	if _, ok := texts[""]; !ok {
		return nil, fmt.Errorf("there is no file %s", path)
	}
	return texts, nil
}

// counts implements [operator.Numbers].
type counts struct{ store.Counts }

// New implements [operator.Numbers].
func (c counts) New(ctx context.Context, since, before time.Time) (operator.Counts, error) {
	n, err := c.CountSince(ctx, since, before)
	return operator.Counts(n), err
}

// All implements [operator.Numbers].
func (c counts) All(ctx context.Context) (operator.Counts, error) {
	n, err := c.CountAll(ctx)
	return operator.Counts(n), err
}
