package spellbook

import "archmage/internal/game"

// The computer player. It knows the printed rules and what a person at its seat
// knows: a state that looks like the position, with the stream of draws drawn anew.
//
// It tries every answer out on a position that it has read and takes the one after which its own
// side is worth most. bot_mind.go reads a state, bot_value.go says what a position is worth and
// bot_worth.go what spells are; bot_try.go and bot_move.go do actions by the rules' own table of
// effects, with an average in place of what is drawn, bot_pay.go learns spells, and bot_answer.go
// answers. It does not look ahead beyond that, and takes no notice of what the others collect. It
// never goes back on a declaration, so every day ends.

// greedy is what the computer player weighs with. It never changes once made.
type greedy struct {
	book    *book
	weights [numPrograms]weight
	// horizonTenths, if not 0, is how many tenths of a day it looks ahead at most.
	horizonTenths int
}

// NewBot returns the computer player of SpellBook that does not search.
func NewBot() game.Bot { return newGreedy("greedy", 0) }

// newGreedy returns a computer player that looks ahead so many tenths of a day.
func newGreedy(id string, horizonTenths int) game.Bot {
	b := newBook()
	g := &greedy{book: b, weights: weightTable(b), horizonTenths: horizonTenths}
	return &game.RuleBot[mind]{
		Name: id, Title: game.Label{En: "medium", Fr: "moyen"}, Read: g.read, Rules: answerTable(),
	}
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

// read reads any state that looks like the position.
func (b *greedy) read(p *game.Position) *mind {
	if p.Sample == nil {
		return nil
	}
	random := game.NewRNG(game.Seed{})
	s, ok := p.Sample(&random).(*match)
	if !ok {
		return nil
	}
	m := new(mind)
	m.read(b, s, p.Decision)
	return m
}
