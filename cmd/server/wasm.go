package main

import (
	"bytes"
	"strings"

	"go.uber.org/zap"

	"archmage/internal"
	"archmage/web"
)

// withFreshRules returns the client's files, without the rules for browsers if these were
// built from other sources than this program. Such rules could report faults in matches
// that have none.
func withFreshRules(load func() (map[string][]byte, error), log *zap.Logger) func() (map[string][]byte, error) {
	return func() (map[string][]byte, error) {
		files, err := load()
		if err != nil {
			return nil, err
		}
		const program = web.Worker + "rules.wasm"
		rules, built := files[program]
		if built && bytes.Contains(rules, []byte(internal.RulesMark+internal.RulesHash())) &&
			files[web.Worker+"wasm_exec.js"] != nil {
			return files, nil
		}
		if built {
			log.Warn(
				"the rules for browsers are of another version, and are not offered: make wasm, and build the server again",
			)
		}
		for name := range files {
			if strings.HasPrefix(name, web.Worker) {
				delete(files, name)
			}
		}
		return files, nil
	}
}
