package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"archmage/cmd/internal/cli"
)

// envPrefix is the prefix of the environment variables that set flags: ARCHMAGE_BOT_PAUSE sets --bot-pause.
const envPrefix = "ARCHMAGE"

// envName returns the name of the environment variable that sets a flag.
func envName(flag string) string {
	return envPrefix + "_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// secrets are the settings that can also be read from a separate file. For example, --admin-token-file names the
// file for --admin-token. Their values are never printed.
var secrets = []string{"admin-token", "database", "oidc-secret", "smtp-password"}

// bindConfig adds the flag for the settings file.
func bindConfig(set *pflag.FlagSet) {
	set.String(
		"config",
		"",
		"the settings `file`, with a line like \"bot-pause = 1s\" for each setting; "+
			"flags and the environment override it",
	)
}

// bindSecret adds the flag for the file that holds a secret.
func bindSecret(set *pflag.FlagSet, name string) {
	set.String(name+"-file", "", "a `file` that holds the --"+name)
}

// byDefault is the source of a setting that has its default value.
const byDefault = "default"

// sources maps the name of each setting to the source of its value: a flag, a variable, a file or byDefault.
type sources map[string]string

// readConfig sets the settings that have no flag on the command line: from the environment, otherwise from the
// settings file, otherwise from the file that holds the secret. It returns the source of each setting, and all
// errors joined. A setting with an error keeps its value.
func readConfig(set *pflag.FlagSet) (sources, error) {
	sourceOf := sources{}
	set.VisitAll(func(flag *pflag.Flag) {
		sourceOf[flag.Name] = byDefault
		if flag.Changed {
			sourceOf[flag.Name] = "--" + flag.Name
		}
	})
	errs := sourceOf.readEnvironment(set, os.Environ())
	if path := set.Lookup("config").Value.String(); path != "" {
		errs = append(errs, sourceOf.readFile(set, path)...)
	}
	for _, name := range secrets {
		if err := sourceOf.readSecret(set, name); err != nil {
			errs = append(errs, err)
		}
	}
	return sourceOf, errors.Join(errs...)
}

// set changes a setting unless an earlier source has set it. label names the setting in errors.
func (s sources) set(flag *pflag.Flag, value, source, label string) error {
	if s[flag.Name] != byDefault && s[flag.Name] != source {
		return nil
	}
	before := flag.Value.String()
	if err := flag.Value.Set(value); err != nil {
		// Some flag types change their value even if Set fails, so the earlier value is set again. Flags for lists
		// refuse the empty text of an empty list, but that attempt leaves the list empty, too.
		_ = flag.Value.Set(before)
		return cli.InvalidValue(label, flag, value, err)
	}
	s[flag.Name] = source
	return nil
}

// readEnvironment reads the environment variables of settings. A variable with an empty value counts as
// unset. An unknown variable with the prefix is an error, because it is probably misspelt.
func (s sources) readEnvironment(set *pflag.FlagSet, entries []string) (errs []error) {
	flags := map[string]*pflag.Flag{}
	set.VisitAll(func(flag *pflag.Flag) { flags[envName(flag.Name)] = flag })
	names := cli.FlagNames(set)
	for i := range names {
		names[i] = envName(names[i])
	}
	for _, entry := range slices.Sorted(slices.Values(entries)) {
		name, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, envPrefix+"_") {
			continue
		}
		flag := flags[name]
		if flag == nil {
			errs = append(
				errs,
				fmt.Errorf("the environment has the unknown setting %s%s", name, suggestion(name, names)),
			)
			continue
		}
		if value == "" {
			continue
		}
		if err := s.set(flag, value, name, name); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

func (s sources) readFile(set *pflag.FlagSet, path string) (errs []error) {
	file, err := os.Open(path)
	if err != nil {
		return []error{fmt.Errorf("--config: %w", err)}
	}
	defer func() { _ = file.Close() }() // It is only read.
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		if err := s.readLine(set, path, lines.Text()); err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", path, number, err))
		}
	}
	if err := lines.Err(); err != nil {
		errs = append(errs, fmt.Errorf("--config: %s: %w", path, err))
	}
	return errs
}

// readLine reads one line of the settings file path.
func (s sources) readLine(set *pflag.FlagSet, path, line string) error {
	name, value, hasValue := splitLine(line)
	if name == "" {
		return nil
	}
	flag := set.Lookup(name)
	switch {
	case flag == nil:
		return fmt.Errorf("unknown setting %q%s", name, suggestion(name, cli.FlagNames(set)))
	case name == "config":
		return errors.New("config cannot be set in the settings file itself")
	case !hasValue && flag.NoOptDefVal == "":
		return fmt.Errorf("%s has no value, want a line like \"%s = VALUE\"", name, name)
	case !hasValue:
		value = flag.NoOptDefVal
	}
	return s.set(flag, value, path, name)
}

// splitLine returns the name and the value of a line like "name = value # comment". The name is "" if the
// line is empty or only a comment. Files of version 0.9 have lines without an equals sign, like "name value".
// A name alone sets a boolean to true.
func splitLine(line string) (name, value string, hasValue bool) {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") {
		return "", "", false
	}
	end := strings.IndexAny(line, " \t=")
	if end < 0 {
		return line, "", false
	}
	name, value = line[:end], line[end:]
	for _, comment := range []string{" #", "\t#"} {
		value, _, _ = strings.Cut(value, comment)
	}
	value = strings.TrimSpace(value)
	value, equals := strings.CutPrefix(value, "=")
	value = strings.TrimSpace(value)
	return name, value, equals || value != ""
}

// readSecret reads a secret from its file if the settings name a file. It is an error if the secret itself is also
// set.
func (s sources) readSecret(set *pflag.FlagSet, name string) error {
	path := set.Lookup(name + "-file").Value.String()
	switch {
	case path == "":
		return nil
	case set.Lookup(name).Value.String() != "":
		return fmt.Errorf("--%s and --%[1]s-file are both set, want only one of them", name)
	}
	data, err := os.ReadFile(path)
	if err == nil && strings.TrimSpace(string(data)) == "" {
		err = fmt.Errorf("%s is empty", path)
	}
	if err != nil {
		return fmt.Errorf("--%s-file: %w", name, err)
	}
	s[name] = path
	return set.Lookup(name).Value.Set(strings.TrimRight(string(data), "\r\n"))
}

// suggestion returns the end of an error about an unknown name: ", did you mean NAME?", or "" if no name is
// close.
func suggestion(name string, names []string) string {
	if near := cli.Nearest(name, names); near != "" {
		return fmt.Sprintf(", did you mean %s?", near)
	}
	return ""
}
