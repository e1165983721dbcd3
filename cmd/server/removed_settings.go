package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/pflag"
)

// replacements maps settings of version 0.9 that no longer exist to the setting with the same meaning, or to
// "". An operator may still have them on the command line, in the environment or in a file. Settings without a
// replacement are ignored with a warning.
var replacements = map[string]string{
	"assets":                      "",
	"address-bytes":               "",
	"address-cpu":                 "limit-costly",
	"change-burst":                "",
	"change-rate":                 "limit-write",
	"file-burst":                  "",
	"file-rate":                   "",
	"hello-timeout":               "",
	"idle-timeout":                "",
	"max-body":                    "",
	"max-codes-per-minute":        "",
	"max-connections-per-address": "",
	"max-connections-per-person":  "",
	"max-guests-per-hour":         "",
	"max-header":                  "",
	"max-hosted":                  "",
	"max-message":                 "",
	"max-notices-per-hour":        "",
	"max-reports-per-hour":        "",
	"max-rooms-per-hour":          "",
	"max-sign-ins-per-minute":     "",
	"max-sockets-per-address":     "",
	"message-burst":               "",
	"message-rate":                "",
	"read-header-timeout":         "",
	"read-timeout":                "",
	"request-burst":               "",
	"request-rate":                "limit-read",
	"write-timeout":               "",
}

// removedSettings maps the removed settings that the operator still sets to their values.
type removedSettings map[string]string

// bind adds a hidden flag for each removed setting.
func (r removedSettings) bind(set *pflag.FlagSet) {
	for _, name := range slices.Sorted(maps.Keys(replacements)) {
		set.Var(&removedSetting{name: name, set: r}, name, "removed in 0.10")
		set.Lookup(name).Hidden = true
	}
}

// apply copies the values of removed settings to their replacements, unless the replacements are set too. It
// returns a warning for each removed setting.
func (r removedSettings) apply(set *pflag.FlagSet, sourceOf sources) (warnings []string, err error) {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(r)) {
		replacement := replacements[name]
		if replacement == "" {
			warnings = append(warnings, fmt.Sprintf("setting %s was removed in 0.10: see docs/settings.md", name))
			continue
		}
		warnings = append(warnings, fmt.Sprintf("setting %s is %s since 0.10: see docs/settings.md", name, replacement))
		if sourceOf[replacement] == byDefault {
			errs = append(errs, sourceOf.set(set.Lookup(replacement), r[name], sourceOf[name], "--"+name))
		}
	}
	return warnings, errors.Join(errs...)
}

// removedSetting is the flag of a removed setting. It accepts any text.
type removedSetting struct {
	name string
	set  removedSettings
}

var _ pflag.Value = (*removedSetting)(nil)

// String returns the text.
func (r *removedSetting) String() string { return r.set[r.name] }

// Set accepts any text.
func (r *removedSetting) Set(text string) error {
	r.set[r.name] = text
	return nil
}

// Type implements [pflag.Value]. The flag is hidden, so help does not show it.
func (*removedSetting) Type() string { return "removed" }
