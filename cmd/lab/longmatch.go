package main

import (
	"fmt"
	"math/rand/v2"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/match"
)

// longMatch returns the record of a match of Seasons with about that many items, as a
// player can make it who begins to transmute and goes back, again and again.
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
	for at := int64(started); m.Result == nil; at += 1000 {
		var d game.Decision
		for seat := range game.Seat(seats) {
			if d.Reset(); m.State.Decision(seat, &d) && !d.Answered {
				break
			}
		}
		picks, ok := bot.Random(&d, rng, nil)
		// Draw answers until one goes there or back, unless the match is long enough.
		for tries := 0; ok && tries < 500 && len(m.Items) < items && !thereOrBack(d.PicksText(rules, picks)); tries++ {
			picks, ok = bot.Random(&d, rng, nil)
		}
		if !ok {
			return nil, fmt.Errorf("no answer to %q is found", d.Kind)
		}
		if m, err = m.Answer(at, d.Seat, match.Choice(rules, &d, picks), nil, nil); err != nil {
			return nil, err
		}
	}
	return m.Record(nil), nil
}

func thereOrBack(picks []game.PickText) bool {
	return len(picks) == 1 && (picks[0].Option == "transmute" || picks[0].Option == "back")
}
