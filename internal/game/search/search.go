// Package search is the computer player that looks ahead, for every game. It samples the hidden
// parts of a position many times, plays out each candidate answer from each sample, and compares
// the results. It reads only a [game.Position], so it sees no more than its player. It imports no
// game. Begin with [Guide] and [Bot.Choose].
//
// The answers race each other. In each pass, all answers still in the race are played out from the
// same sample. An answer that is clearly behind drops out, so that most of the time goes to close
// decisions.
//
// A game supplies its knowledge as a [Guide] and needs no search code.
package search

import (
	"context"
	"sync"

	"archmage/internal/game"
)

// Guide is a game's knowledge for the search. The states it gets come from [game.State.Sample], so
// their hidden parts are not the real ones. A Guide is used by one goroutine at a time and can
// reuse its memory.
type Guide interface {
	// Answer quickly returns a sensible answer to the decision, or nil for the plain answer. In
	// playouts it answers for all seats. In the race its answer is the first candidate. The result
	// is valid until the next call.
	Answer(s game.State, d *game.Decision) []game.Pick
	// Points fills in the expected final points of each side and returns the number of sides: one
	// per seat, and in a solo game one more for the virtual opponent. spread is the standard
	// deviation of the difference between two sides. Once the match is over, spread is 0 and the
	// points include tie-breaks.
	Points(s game.State, points *Points) (sides int, spread float64)
	// StopRound returns the round at whose start playouts from the state stop, because Points can
	// estimate the result from there. It returns 0 if playouts continue to the end of the match.
	StopRound(s game.State) int
	// TakesBack reports whether an option only takes back a declared action. The search leaves such
	// options out.
	TakesBack(key game.Key) bool
}

// Ranker is a [Guide] that can estimate the value of each option of a decision.
type Ranker interface {
	Guide
	// Rank fills in the estimated value, in points, of answering with each option alone, and
	// reports whether it could. The search then considers fewer answers.
	Rank(s game.State, d *game.Decision, worth []float64) bool
}

// Points has a number for each seat (see [game.Points]).
type Points = game.Points

// Answers is the number of answers that the strongest level considers.
const Answers = 24

// Level is the configuration of a search bot.
type Level struct {
	ID    string
	Label game.Label
	// Iterations is the maximum number of playouts for one decision. The position's budget replaces
	// it, and the context can end the search earlier.
	Iterations int
	// Answers bounds the number of answers that are considered.
	Answers int
	// Guide returns a new guide.
	Guide func() Guide
}

// Bot is a computer player that searches until the context is done or the budget is used up.
type Bot struct {
	level Level
	// searchers is a pool, for their memory.
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

// Choose implements game.Bot. With the same random stream and a budget of iterations, it makes the
// same choice in positions that look the same.
func (b *Bot) Choose(ctx context.Context, p *game.Position, random *game.RNG) []game.Pick {
	lines := b.search(ctx, p, random, false, nil)
	if len(lines) == 0 {
		return game.PlainAnswer(p.Decision)
	}
	return lines[0].Picks
}

// Analyse implements [game.Analyst]. A decision with only one answer is not searched.
func (b *Bot) Analyse(ctx context.Context, p *game.Position, random *game.RNG, proposed ...[]game.Pick) []game.Line {
	return b.search(ctx, p, random, true, proposed)
}

// Compare implements [game.Analyst].
func (b *Bot) Compare(ctx context.Context, p *game.Position, random *game.RNG, answers ...[]game.Pick) []game.Line {
	if p.Sample == nil {
		return nil
	}
	s := b.searchers.Get().(*searcher)
	defer b.searchers.Put(s)
	return s.compare(ctx, p, random, answers)
}

// Estimate implements [game.Analyst].
func (b *Bot) Estimate(
	ctx context.Context,
	passes int,
	random *game.RNG,
	sources ...func(*game.RNG) game.State,
) []game.Points {
	s := b.searchers.Get().(*searcher)
	defer b.searchers.Put(s)
	return s.estimate(ctx, passes, random, sources)
}

func (b *Bot) search(
	ctx context.Context,
	p *game.Position,
	random *game.RNG,
	explain bool,
	proposed [][]game.Pick,
) []game.Line {
	if picks, forced := p.Decision.Forced(); forced {
		return []game.Line{{Picks: picks}}
	}
	if p.Sample == nil {
		return nil
	}
	s := b.searchers.Get().(*searcher)
	defer b.searchers.Put(s)
	return s.analyse(ctx, p, random, explain, proposed)
}
