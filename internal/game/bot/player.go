// Package bot has what plays any game in place of a person: by chance.
package bot

import (
	"context"
	"math/rand/v2"

	"archmage/internal/game"
)

// random is the bot of every game that answers as [Random] does.
type random struct{}

var _ game.Bot = random{}

// NewRandom returns a bot that plays any game by choosing at random. Of a
// position it needs the decision only.
func NewRandom() game.Bot { return random{} }

// ID implements game.Bot.
func (random) ID() string { return "random" }

// Label implements game.Bot.
func (random) Label() game.Label { return game.Label{En: "Random", Fr: "Au hasard"} }

// Choose implements game.Bot. It returns nil if the decision has no legal
// answer, which no game asks.
func (random) Choose(_ context.Context, p *game.Position, stream *game.RNG) []game.Pick {
	picks, _ := p.Decision.Complete(nil, stream)
	return picks
}

// Random draws a legal answer to any decision and returns its choices in the
// memory of picks. It returns false if the decision has no legal answer.
func Random(d *game.Decision, rng *rand.Rand, picks []game.Pick) ([]game.Pick, bool) {
	picks, err := d.Complete(picks[:0], rng)
	return picks, err == nil
}
