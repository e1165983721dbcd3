package spellbook

import (
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// guide is the search guide of SpellBook. It plays like greedy.
type guide struct {
	greedy *greedy
	rules  map[string]func(*evaluation) []game.Pick
	eval   evaluation
}

var (
	_ search.Ranker    = (*guide)(nil)
	_ search.Explainer = (*guide)(nil)
)

// NewGuide returns the search guide of SpellBook.
func NewGuide() search.Guide {
	b := newBook()
	return &guide{greedy: &greedy{book: b, weights: weightTable(b)}, rules: answerTable()}
}

// Answer implements search.Guide.
func (g *guide) Answer(s game.State, d *game.Decision) []game.Pick {
	rule := g.rules[d.Kind]
	if rule == nil {
		return nil
	}
	g.eval.read(g.greedy, s.(*match), d)
	g.eval.quick = true
	return rule(&g.eval)
}

// Rank implements search.Ranker with the value of the own side after each option, for the kinds of
// decisions that greedy answers in this way.
func (g *guide) Rank(s game.State, d *game.Decision, worth []float64) bool {
	switch d.Kind {
	case "action", "take", "colour", "choose", "raise", "copy", "learn", "place", "way", "give":
	default:
		return false
	}
	m := &g.eval
	m.read(g.greedy, s.(*match), d)
	for i := range d.Options {
		if key := d.Options[i].Key; !g.TakesBack(key) {
			p := m.afterOption(key)
			worth[i] = float64(m.value(&p)) / point
		}
	}
	return true
}

// TakesBack implements search.Guide.
func (g *guide) TakesBack(key game.Key) bool { return key.Word == optBack }

// StopRound implements search.Guide: playouts go on to the end, because estimates in the middle of a
// match turned out to be misleading.
func (g *guide) StopRound(game.State) int { return 0 }

// Points implements search.Guide. Once the match is over, the points include the tie-breaks.
func (g *guide) Points(from game.State, points *search.Points) (sides int, spread float64) {
	s := from.(*match)
	if !s.over {
		spread = spreadBeforeEnd
	}
	if s.isSolo() {
		points[0], points[1] = float64(s.total(0)), float64(s.opponentTotal())
		return 2, spread
	}
	for seat := range game.Seat(s.seats) {
		p := &s.players[seat]
		points[seat] = float64(s.total(seat))
		if s.over {
			points[seat] += float64(p.learnedCount)/100 + float64(p.pool.size)/10000
		}
	}
	return int(s.seats), spread
}

// unknown is the standard deviation of the final points while the match is not over.
const spreadBeforeEnd = 8
