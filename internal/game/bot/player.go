// Package bot has the bot that plays any game by choosing at random. It must not import a game.
// Begin with [NewRandom].
package bot

import (
	"context"
	"math/rand/v2"

	"archmage/internal/game"
)

// random is the bot that [NewRandom] returns.
type random struct{}

var _ game.Bot = random{}

// NewRandom returns a bot that plays any game by choosing at random. It reads only the decision of
// a position.
func NewRandom() game.Bot { return random{} }

// ID implements game.Bot.
func (random) ID() string { return "random" }

// Label implements game.Bot.
func (random) Label() game.Label { return game.Label{En: "Random", Fr: "Au hasard", De: "Zufällig"} }

// Choose implements game.Bot. It returns nil if no answer is legal, which does not happen in a
// valid game.
func (random) Choose(_ context.Context, p *game.Position, stream *game.RNG) []game.Pick {
	picks, _ := p.Decision.Complete(nil, stream)
	return picks
}

// Random draws a legal answer to a decision and returns it in the memory of picks. It returns false
// if no answer is legal.
func Random(d *game.Decision, rng *rand.Rand, picks []game.Pick) ([]game.Pick, bool) {
	picks, err := d.Complete(picks[:0], rng)
	return picks, err == nil
}
