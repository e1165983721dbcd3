package main

import (
	"fmt"
	"math/rand/v2"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/match"
)

// longMatch returns the record of a match of Seasons with at least the given number of items. The players start
// to transmute and go back repeatedly, as a hostile player could.
func longMatch(items int) (*match.Record, error) {
	const seats, started = 4, 1_700_000_000_000
	rules := seasons.New()
	options, err := game.CompleteOptions(rules.Info(), nil, seats)
	if err != nil {
		return nil, err
	}
	terms := match.Terms{ID: "long", Game: rules.Info().ID, Options: options, Started: started}
	for seat := range seats {
		terms.Players = append(
			terms.Players,
			match.Player{Person: fmt.Sprint("p", seat), Name: fmt.Sprint("Player ", seat)},
		)
	}
	m, err := match.Begin(rules, terms, match.Start{Seed: new(game.Seed)})
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for now := int64(started); m.Result == nil; now += 1000 {
		var d game.Decision
		for seat := range game.Seat(seats) {
			if d.Reset(); m.State.Decision(seat, &d) && !d.Answered {
				break
			}
		}
		picks, ok := bot.Random(&d, rng, nil)
		// Until the match is long enough, prefer answers that start or cancel a transmutation.
		for tries := 0; ok && tries < 500 && len(m.Items) < items; tries++ {
			if isTransmuteOrBack(d.PicksText(rules, picks)) {
				break
			}
			picks, ok = bot.Random(&d, rng, nil)
		}
		if !ok {
			return nil, fmt.Errorf("no answer to %q is found", d.Kind)
		}
		if m, err = m.Answer(now, d.Seat, match.Choice(rules, &d, picks), nil, nil); err != nil {
			return nil, err
		}
	}
	return m.Record(nil), nil
}

func isTransmuteOrBack(picks []game.PickText) bool {
	return len(picks) == 1 && (picks[0].Option == "transmute" || picks[0].Option == "back")
}
