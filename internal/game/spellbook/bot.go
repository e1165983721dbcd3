package spellbook

import (
	"context"

	"archmage/internal/game"
)

// The computer player. It knows the printed rules and what a person at its seat
// knows: a game.Position, never the State.
//
// It tries every answer out on a position that it has read from Public and takes the one after which its own side is worth most. bot_mind.go reads
// Public, bot_value.go says what a position is worth and bot_worth.go what
// spells are; bot_try.go and bot_move.go do actions by the rules' own table of
// effects, with an average in place of what is drawn, bot_pay.go learns spells,
// and bot_answer.go answers. It does not look ahead beyond that, and takes no
// notice of what the others collect.
// It never goes back on a declaration, so every day ends.

// greedy is the computer player. It never changes once made.
type greedy struct {
	book    *book
	weights [numPrograms]weight
	answers map[string]func(m *mind) []game.Pick
}

var _ game.Bot = (*greedy)(nil)

// NewBot returns the computer player of SpellBook.
func NewBot() game.Bot {
	b := newBook()
	return &greedy{book: b, weights: weightTable(b), answers: answerTable()}
}

// answerTable binds every kind of decision to what answers it. A kind that is
// added to the game and not here gets the fallback.
func answerTable() map[string]func(m *mind) []game.Pick {
	return map[string]func(m *mind) []game.Pick{
		"action":   (*mind).answerBest,
		"take":     (*mind).answerBest,
		"discard":  (*mind).answerSome,
		"colour":   (*mind).answerBest,
		"store":    (*mind).answerSome,
		"exchange": (*mind).answerExchange,
		"choose":   (*mind).answerBest,
		"sweep":    (*mind).answerSweep,
		"raise":    (*mind).answerBest,
		"copy":     (*mind).answerBest,
		"learn":    (*mind).answerBest,
		"place":    (*mind).answerBest,
		"way":      (*mind).answerBest,
		"pay":      (*mind).answerPay,
		"keep":     (*mind).answerSome,
		"give":     (*mind).answerBest,
	}
}

// ID implements game.Bot.
func (*greedy) ID() string { return "greedy" }

// Label implements game.Bot.
func (*greedy) Label() game.Label { return game.Label{En: "Greedy", Fr: "Glouton"} }

// Choose implements game.Bot. Public is a *Public; Private is not needed. It
// uses no randomness: the same position has the same answer.
func (b *greedy) Choose(_ context.Context, p *game.Position, _ *game.RNG) []game.Pick {
	picks, ok := b.answer(p)
	if !ok || p.Decision.Check(game.Answer{Decision: p.Decision.ID, Picks: picks}) != nil {
		return game.PlainAnswer(p.Decision)
	}
	return picks
}

// answer answers the decision by its kind's own rule, if there is one.
func (b *greedy) answer(p *game.Position) ([]game.Pick, bool) {
	v, ok := p.Public.(*Public)
	rule := b.answers[p.Decision.Kind]
	if !ok || rule == nil {
		return nil, false
	}
	var m mind
	if !m.read(b, v, p.Decision) {
		return nil, false
	}
	return rule(&m), true
}

// pickOne answers with one option, once.
func pickOne(key game.Key) []game.Pick { return []game.Pick{{Key: key, N: 1}} }
