package main

import (
	"flag"
	"fmt"
	"slices"
)

// replacements has the settings of 0.9 that are gone. A host may still have them on the
// command line, in the environment or in a file. Each is replaced by a setting with the same
// meaning, or by none: then it is ignored.
var replacements = map[string]string{
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

// removedSettings are the removed settings that a host has set, with their values.
type removedSettings map[string]string

// bind adds a flag that takes any text for each removed setting.
func (r removedSettings) bind(set *flag.FlagSet) {
	for name := range replacements {
		set.Func(name, "removed in 0.10", func(value string) error {
			r[name] = value
			return nil
		})
	}
}

// apply gives the values of removed settings to those that replace them, unless these are
// set too. It returns a warning for each removed setting.
func (r removedSettings) apply(set *flag.FlagSet) (warnings []string, err error) {
	isSet := map[string]bool{}
	set.Visit(func(f *flag.Flag) { isSet[f.Name] = true })
	for name, value := range r {
		replacement := replacements[name]
		if replacement == "" {
			warnings = append(warnings, fmt.Sprintf("setting %s was removed in 0.10: see docs/limits.md", name))
			continue
		}
		warnings = append(warnings, fmt.Sprintf("setting %s is %s since 0.10: see docs/limits.md", name, replacement))
		if isSet[replacement] {
			continue
		}
		if err := set.Set(replacement, value); err != nil {
			return nil, fmt.Errorf("invalid value %q for -%s: %w", value, name, err)
		}
	}
	slices.Sort(warnings)
	return warnings, nil
}
