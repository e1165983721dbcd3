package spellbook

import "archmage/internal/game"

// This file has the bots that do not search. They read a sampled state, and use only the parts that
// the seat's player may see.
//
// A bot simulates every option on the position and takes the one after which its own side has the
// highest value. bot_evaluation.go reads a state, bot_value.go evaluates a position, and
// bot_worth.go has the values of spells. bot_simulate.go and bot_move.go simulate actions from the
// rules' table of effects, with an average value for draws. bot_pay.go learns spells, and
// bot_answer.go answers. A bot does not look further ahead and ignores what the opponents collect.
// It never drops a chosen action, so every day ends.

// greedy has the parameters of a bot. It never changes after it is made.
type greedy struct {
	book    *book
	weights [numPrograms]weight
	// horizonTenths, if not 0, is the maximum number of tenths of a day that the bot looks ahead.
	horizonTenths int
}

// NewBot returns the bot of SpellBook that does not search.
func NewBot() game.Bot { return newGreedy("greedy", 0) }

// newGreedy returns a bot with a horizon in tenths of a day, or without one if it is 0.
func newGreedy(id string, horizonTenths int) game.Bot {
	b := newBook()
	g := &greedy{book: b, weights: weightTable(b), horizonTenths: horizonTenths}
	return &game.RuleBot[evaluation]{
		Name: id, Title: game.Label{En: "medium", Fr: "moyen", De: "mittel"}, Read: g.read, Rules: answerTable(),
	}
}

// answerTable returns the rule for each kind of decision.
func answerTable() map[string]func(m *evaluation) []game.Pick {
	return map[string]func(m *evaluation) []game.Pick{
		"action":   (*evaluation).answerBest,
		"take":     (*evaluation).answerBest,
		"discard":  (*evaluation).answerSome,
		"colour":   (*evaluation).answerBest,
		"store":    (*evaluation).answerSome,
		"exchange": (*evaluation).answerExchange,
		"choose":   (*evaluation).answerBest,
		"sweep":    (*evaluation).answerSweep,
		"raise":    (*evaluation).answerBest,
		"copy":     (*evaluation).answerBest,
		"learn":    (*evaluation).answerBest,
		"place":    (*evaluation).answerBest,
		"way":      (*evaluation).answerBest,
		"pay":      (*evaluation).answerPay,
		"keep":     (*evaluation).answerSome,
		"give":     (*evaluation).answerBest,
	}
}

// read evaluates a sample of the position. Any sample will do, because the bot reads only what its
// player may see.
func (b *greedy) read(p *game.Position) *evaluation {
	if p.Sample == nil {
		return nil
	}
	random := game.NewRNG(game.Seed{})
	s, ok := p.Sample(&random).(*match)
	if !ok {
		return nil
	}
	m := new(evaluation)
	m.read(b, s, p.Decision)
	return m
}
