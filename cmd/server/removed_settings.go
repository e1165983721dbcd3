package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/pflag"
)

// replacements has the settings of 0.9 that are gone. A host may still have them on the
// command line, in the environment or in a file. Each is replaced by a setting with the same
// meaning, or by none: then it is ignored.
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

// removedSettings are the removed settings that a host has set, with their values.
type removedSettings map[string]string

// bind adds a hidden flag that takes any text for each removed setting.
func (r removedSettings) bind(set *pflag.FlagSet) {
	for _, name := range slices.Sorted(maps.Keys(replacements)) {
		set.Var(&removedSetting{name: name, set: r}, name, "removed in 0.10")
		set.Lookup(name).Hidden = true
	}
}

// apply gives the values of removed settings to those that replace them, unless these are
// set too. It returns a warning for each removed setting.
func (r removedSettings) apply(set *pflag.FlagSet, from sources) (warnings []string, err error) {
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(r)) {
		replacement := replacements[name]
		if replacement == "" {
			warnings = append(warnings, fmt.Sprintf("setting %s was removed in 0.10: see docs/settings.md", name))
			continue
		}
		warnings = append(warnings, fmt.Sprintf("setting %s is %s since 0.10: see docs/settings.md", name, replacement))
		if from[replacement] == byDefault {
			wrong = append(wrong, from.set(set.Lookup(replacement), r[name], from[name], "--"+name))
		}
	}
	return warnings, errors.Join(wrong...)
}

// removedSetting is a flag for a removed setting. It takes any text.
type removedSetting struct {
	name string
	set  removedSettings
}

var _ pflag.Value = (*removedSetting)(nil)

// String returns the text.
func (r *removedSetting) String() string { return r.set[r.name] }

// Set takes any text.
func (r *removedSetting) Set(text string) error {
	r.set[r.name] = text
	return nil
}

// Type returns what help would show as the value.
func (*removedSetting) Type() string { return "removed" }
