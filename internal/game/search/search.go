// Package search has the computer player that looks ahead, for every game: it
// deals what its seat cannot know again and again, plays each answer that it
// considers on from there, and compares what comes of them. It reads a
// [game.Position] and nothing else, so it can know no more than its player.
//
// The answers race each other. In every pass, all answers that are still in the race are played on
// from the same deal; one that is clearly behind drops out. So most of the time goes to the answers
// between which it is hard to choose, and a clear case is decided soon.
//
// A game adds what it knows by a [Guide], and no search code.
package search

import (
	"context"
	"sync"

	"archmage/internal/game"
)

// Guide is what a game tells the search about playing it. Its states are those
// of [game.State.Sample], or what came of them: nothing in them is secret. A
// Guide is used by one goroutine at a time and may reuse its memory.
type Guide interface {
	// Answer returns a quick and sensible answer for the seat that is asked, or
	// nil for the plain one. It plays all seats when an answer is played on, and
	// gives the first answer to consider. The result is read before the next call.
	Answer(s game.State, d *game.Decision) []game.Pick
	// Points fills in the points that each side can expect at the end, and returns the number of
	// sides: one for each seat, and in a solo game another one for the virtual opponent. Spread is
	// how far the difference between two of them may be wrong, as a standard deviation; it is 0
	// once the match is over, and the points are then what decides, tie-breaks included.
	Points(s game.State, points *Points) (sides int, spread float64)
	// Until returns the round at whose start an answer to the state is no longer played on, as
	// Points can tell by then what comes of it; it is 0 where that is at the end only.
	Until(s game.State) int
	// Back reports whether an option only takes back what was declared. It is never considered.
	Back(key game.Key) bool
}

// Ranker is a [Guide] that can say what each option of a decision is worth.
type Ranker interface {
	Guide
	// Rank fills in what answering with each option alone is worth at a glance, in
	// points, and reports whether it can. Few of the others are considered then.
	Rank(s game.State, d *game.Decision, worth []float64) bool
}

// Points are numbers by seat; in a solo game the second one is the virtual opponent's.
type Points [game.MaxSeats]float64

// Answers is how many answers the strongest level considers.
const Answers = 24

// Level is how a bot searches.
type Level struct {
	ID    string
	Label game.Label
	// Iterations is how many times an answer is played on for one decision, where
	// neither the position's budget nor the context ends it first.
	Iterations int
	// Answers bounds the answers that are considered.
	Answers int
	// Guide returns a new guide.
	Guide func() Guide
}

// Bot is a computer player that searches. It thinks until the context is done or
// the budget is used up.
type Bot struct {
	level Level
	// searchers are kept for their memory.
	searchers sync.Pool
}

var (
	_ game.Bot     = (*Bot)(nil)
	_ game.Analyst = (*Bot)(nil)
)

// New returns a bot of the level.
func New(level Level) *Bot {
	b := &Bot{level: level}
	b.searchers.New = func() any { return newSearcher(level) }
	return b
}

// ID implements game.Bot.
func (b *Bot) ID() string { return b.level.ID }

// Label implements game.Bot.
func (b *Bot) Label() game.Label { return b.level.Label }

// Choose implements game.Bot. With the same stream and a budget of iterations
// it chooses the same in positions that look the same.
func (b *Bot) Choose(ctx context.Context, p *game.Position, random *game.RNG) []game.Pick {
	lines := b.look(ctx, p, random, false, nil)
	if len(lines) == 0 {
		return game.PlainAnswer(p.Decision)
	}
	return lines[0].Picks
}

// Analyse implements [game.Analyst]. A decision that leaves no choice is not thought about.
func (b *Bot) Analyse(ctx context.Context, p *game.Position, random *game.RNG, also ...[]game.Pick) []game.Line {
	return b.look(ctx, p, random, true, also)
}

func (b *Bot) look(
	ctx context.Context,
	p *game.Position,
	random *game.RNG,
	explain bool,
	also [][]game.Pick,
) []game.Line {
	if picks, forced := p.Decision.Forced(); forced {
		return []game.Line{{Picks: picks}}
	}
	if p.Sample == nil {
		return nil
	}
	s := b.searchers.Get().(*searcher)
	defer b.searchers.Put(s)
	return s.analyse(ctx, p, random, explain, also)
}
