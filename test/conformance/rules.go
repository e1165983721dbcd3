package conformance

import (
	"errors"
	"fmt"
	"maps"
	"reflect"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// checkRules checks the description of a game, and makes sure that impossible matches are refused.
func checkRules(rules game.Rules) error {
	info := rules.Info()
	if !optionID.MatchString(info.ID) || info.Version < 1 || !isTranslated(info.Title) {
		return fmt.Errorf("bad id %q, version %d or title %v", info.ID, info.Version, info.Title)
	}
	if info.MinSeats < 1 || info.MinSeats > info.MaxSeats || info.MaxSeats > game.MaxSeats {
		return fmt.Errorf("%d to %d seats", info.MinSeats, info.MaxSeats)
	}
	ids := map[string]bool{}
	for _, option := range info.Options {
		if ids[option.ID] {
			return fmt.Errorf("the match option %q is there twice", option.ID)
		}
		ids[option.ID] = true
		if err := checkOption(option); err != nil {
			return fmt.Errorf("the match option %q: %w", option.ID, err)
		}
	}
	return checkStart(rules)
}

func checkOption(option game.MatchOption) error {
	if option.ID == "" || !isTranslated(option.Label) {
		return fmt.Errorf("no id, or a bad label %v", option.Label)
	}
	ids := map[string]bool{}
	for _, value := range option.Values {
		if value.ID == "" || ids[value.ID] || !isTranslated(value.Label) {
			return fmt.Errorf("the value %q is there twice or has a bad label %v", value.ID, value.Label)
		}
		ids[value.ID] = true
	}
	if !ids[option.Default] {
		return fmt.Errorf("the default %q is not among the values", option.Default)
	}
	return nil
}

// isTranslated reports whether a label has a text in every language.
func isTranslated(l game.Label) bool {
	for _, text := range reflect.ValueOf(l).Fields() {
		if text.String() == "" {
			return false
		}
	}
	return true
}

// checkStart makes sure that the default options work with every number of seats, and that a start
// depends only on its arguments.
func checkStart(rules game.Rules) error {
	info := rules.Info()
	start := func(options game.MatchOptions, seats int) (game.State, error) {
		return rules.New(options, seats, game.SeedFromInt(7))
	}
	defaults := game.MatchOptions{}
	for _, option := range info.Options {
		defaults[option.ID] = option.Default
	}
	for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
		given := maps.Clone(defaults)
		full, err := start(given, seats)
		if err != nil {
			return fmt.Errorf("%d seats, all options at their defaults: %w", seats, err)
		}
		if !maps.Equal(given, defaults) {
			return errors.New("starting a match changes the options that it is given")
		}
		none, err := start(nil, seats)
		if err != nil {
			return fmt.Errorf("%d seats, no options: %w", seats, err)
		}
		if game.Hash(full) != game.Hash(none) {
			return fmt.Errorf(
				"%d seats: two starts from the same seed differ, or a missing option does not have its default",
				seats,
			)
		}
	}
	for _, seats := range []int{-1, 0, info.MinSeats - 1, info.MaxSeats + 1, 100} {
		if err := refusedStart(start, nil, seats, game.CodeBadSeats); err != nil {
			return err
		}
	}
	bad := []game.MatchOptions{{"no such option": "x"}, {"": ""}}
	for id := range defaults {
		bad = append(bad, game.MatchOptions{id: "no such value"}, game.MatchOptions{id: ""})
	}
	for _, options := range bad {
		if err := refusedStart(start, options, info.MinSeats, game.CodeBadOptions); err != nil {
			return err
		}
	}
	return nil
}

func refusedStart(
	start func(game.MatchOptions, int) (game.State, error),
	options game.MatchOptions,
	seats int,
	code coded.Code,
) error {
	_, err := start(options, seats)
	if err == nil {
		return fmt.Errorf("a match of %d seats with the options %v starts", seats, options)
	}
	if err := hasCode(err, code); err != nil {
		return fmt.Errorf("a match of %d seats with the options %v: %w", seats, options, err)
	}
	return nil
}

// checkManyAtOnce plays the same match in several goroutines and makes sure that they end alike,
// because the rules must not have state of their own. The check is most useful with the race
// detector.
func checkManyAtOnce(rules game.Rules, c Case) error {
	const players = 4
	type result struct {
		hash string
		err  error
	}
	results := make(chan result, players)
	for range players {
		go func() {
			var r result
			r.err = guard(func() error {
				t, err := newTable(rules, c, 0)
				if err != nil {
					return err
				}
				if err := t.playOut(func() error { return nil }); err != nil {
					return err
				}
				r.hash = game.Hash(t.state)
				return nil
			})
			results <- r
		}()
	}
	first := ""
	var problem error
	for range players {
		r := <-results
		switch {
		case r.err != nil:
			problem = r.err
		case first == "":
			first = r.hash
		case r.hash != first:
			problem = errors.New("the same match, played twice at the same time, ends differently")
		}
	}
	return problem
}
