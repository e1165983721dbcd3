package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/peterbourgon/ff/v3"
)

// secrets are the settings that can also be read from a file of their own, as
// -admin-token from the file that -admin-token-file names.
var secrets = []string{"admin-token", "database", "oidc-secret", "smtp-password"}

// bindConfig adds the flags that name files with settings.
func bindConfig(set *flag.FlagSet) {
	set.String(
		"config",
		"",
		"a `file` with settings, one in a line, as in \"bot-pause 1s\"; flags and the environment go before it",
	)
	for _, name := range secrets {
		set.String(name+"-file", "", "a `file` that holds the -"+name)
	}
}

// readConfig reads the flags, then the environment, then the file of -config, and the
// files with secrets.
func readConfig(set *flag.FlagSet, args []string) error {
	err := ff.Parse(
		set,
		args,
		ff.WithEnvVarPrefix(environment),
		ff.WithConfigFileFlag("config"),
		ff.WithConfigFileParser(plainConfig(set)),
	)
	if err != nil {
		return err
	}
	if err := checkEnvironment(set, os.Environ()); err != nil {
		return err
	}
	for _, name := range secrets {
		path := set.Lookup(name + "-file").Value.String()
		switch {
		case path == "":
			continue
		case set.Lookup(name).Value.String() != "":
			return fmt.Errorf("-%s and -%[1]s-file do not go together", name)
		}
		data, err := os.ReadFile(path)
		if err == nil && strings.TrimSpace(string(data)) == "" {
			err = errors.New("it is empty")
		}
		if err == nil {
			err = set.Set(name, strings.TrimRight(string(data), "\r\n"))
		}
		if err != nil {
			return fmt.Errorf("-%s-file: %w", name, err)
		}
	}
	return nil
}

// plainConfig returns a parser of files with settings that refuses unknown ones.
func plainConfig(set *flag.FlagSet) ff.ConfigFileParser {
	return func(file io.Reader, use func(name, value string) error) error {
		err := ff.PlainParser(file, func(name, value string) error {
			if set.Lookup(name) == nil {
				return fmt.Errorf("%q is no setting; %q is", name, nearest(name, flagNames(set)))
			}
			return use(name, value)
		})
		if err != nil {
			return fmt.Errorf("-config: %w", err)
		}
		return nil
	}
}

// checkEnvironment refuses an environment variable that looks like a setting but is not:
// a misspelt one would otherwise be ignored.
func checkEnvironment(set *flag.FlagSet, entries []string) error {
	known := flagNames(set)
	for i := range known {
		known[i] = variable(known[i])
	}
	for _, entry := range entries {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, environment+"_") && !slices.Contains(known, name) {
			return fmt.Errorf("the environment has %s, which is no setting; %s is", name, nearest(name, known))
		}
	}
	return nil
}

func flagNames(set *flag.FlagSet) (names []string) {
	set.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

// nearest returns the word with the smallest distance from a text.
func nearest(text string, words []string) (found string) {
	least := math.MaxInt
	for _, word := range words {
		if d := distance(text, word); d < least {
			found, least = word, d
		}
	}
	return found
}

// distance returns the Levenshtein distance, in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, before+1, row[j]+1)
		}
	}
	return row[len(b)]
}
