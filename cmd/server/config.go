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

// environment is the prefix of the environment variables that stand for flags: ARCHMAGE_BOT_PAUSE
// is --bot-pause.
const environment = "ARCHMAGE"

// variable returns the environment variable that stands for a flag.
func variable(flag string) string {
	return environment + "_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// secrets are the settings that can also be read from a file of their own, as
// --admin-token from the file that --admin-token-file names. Their values are never printed.
var secrets = []string{"admin-token", "database", "oidc-secret", "smtp-password"}

// bindConfig adds the flag that names the settings file.
func bindConfig(set *pflag.FlagSet) {
	set.String(
		"config",
		"",
		"the settings `file`, with a line like \"bot-pause = 1s\" for each setting; "+
			"flags and the environment override it",
	)
}

// bindSecret adds the flag that names the file with a secret.
func bindSecret(set *pflag.FlagSet, name string) {
	set.String(name+"-file", "", "a `file` that holds the --"+name)
}

// byDefault is the source of a setting that nothing sets.
const byDefault = "default"

// sources says by the name of each setting where its value comes from.
type sources map[string]string

// readConfig completes flags that have been parsed: what they do not set is read from the
// environment, then from the settings file, then from the files with secrets. It reports all
// errors together; a setting with an error keeps its value.
func readConfig(set *pflag.FlagSet) (sources, error) {
	from := sources{}
	set.VisitAll(func(flag *pflag.Flag) {
		from[flag.Name] = byDefault
		if flag.Changed {
			from[flag.Name] = "--" + flag.Name
		}
	})
	wrong := from.readEnvironment(set, os.Environ())
	if path := set.Lookup("config").Value.String(); path != "" {
		wrong = append(wrong, from.readFile(set, path)...)
	}
	for _, name := range secrets {
		if err := from.readSecret(set, name); err != nil {
			wrong = append(wrong, err)
		}
	}
	return from, errors.Join(wrong...)
}

// set changes a setting that no earlier source has set. The error names the label.
func (from sources) set(flag *pflag.Flag, value, source, label string) error {
	if from[flag.Name] != byDefault && from[flag.Name] != source {
		return nil
	}
	before := flag.Value.String()
	if err := flag.Value.Set(value); err != nil {
		_ = flag.Value.Set(before) // Some types have changed. An empty list refuses its own text, and stays empty.
		return cli.InvalidValue(label, flag, value, err)
	}
	from[flag.Name] = source
	return nil
}

// readEnvironment reads variables. One without a value counts as missing. One that looks
// like a setting but is none is an error: if it is misspelt, it would otherwise be ignored.
func (from sources) readEnvironment(set *pflag.FlagSet, entries []string) (wrong []error) {
	known := map[string]*pflag.Flag{}
	set.VisitAll(func(flag *pflag.Flag) { known[variable(flag.Name)] = flag })
	names := cli.FlagNames(set)
	for i := range names {
		names[i] = variable(names[i])
	}
	for _, entry := range slices.Sorted(slices.Values(entries)) {
		name, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, environment+"_") {
			continue
		}
		flag := known[name]
		if flag == nil {
			wrong = append(wrong, fmt.Errorf("the environment has the unknown setting %s%s", name, meant(name, names)))
			continue
		}
		if value == "" {
			continue
		}
		if err := from.set(flag, value, name, name); err != nil {
			wrong = append(wrong, err)
		}
	}
	return wrong
}

// readFile reads the settings file.
func (from sources) readFile(set *pflag.FlagSet, path string) (wrong []error) {
	file, err := os.Open(path)
	if err != nil {
		return []error{fmt.Errorf("--config: %w", err)}
	}
	defer func() { _ = file.Close() }() // It is only read.
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		if err := from.readLine(set, path, lines.Text()); err != nil {
			wrong = append(wrong, fmt.Errorf("%s:%d: %w", path, number, err))
		}
	}
	if err := lines.Err(); err != nil {
		wrong = append(wrong, fmt.Errorf("--config: %s: %w", path, err))
	}
	return wrong
}

// readLine reads a line of the settings file at a path.
func (from sources) readLine(set *pflag.FlagSet, path, line string) error {
	name, value, hasValue := splitLine(line)
	if name == "" {
		return nil
	}
	flag := set.Lookup(name)
	switch {
	case flag == nil:
		return fmt.Errorf("unknown setting %q%s", name, meant(name, cli.FlagNames(set)))
	case name == "config":
		return errors.New("config cannot be set in the settings file itself")
	case !hasValue && flag.NoOptDefVal == "":
		return fmt.Errorf("%s has no value, want a line like \"%s = VALUE\"", name, name)
	case !hasValue:
		value = flag.NoOptDefVal
	}
	return from.set(flag, value, path, name)
}

// splitLine returns the name and the value of a line like "name = value # comment", and
// no name if it has only a comment. Files of 0.9 have lines without the equals sign, like
// "name value"; true or false may be set by a name alone.
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

// readSecret reads the file that holds a secret setting, if there is one.
func (from sources) readSecret(set *pflag.FlagSet, name string) error {
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
	from[name] = path
	return set.Lookup(name).Value.Set(strings.TrimRight(string(data), "\r\n"))
}

// meant returns the end of an error about an unknown name: the name that was probably meant.
func meant(name string, names []string) string {
	if near := cli.Nearest(name, names); near != "" {
		return fmt.Sprintf(", did you mean %s?", near)
	}
	return ""
}
