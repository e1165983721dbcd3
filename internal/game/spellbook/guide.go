package spellbook

import (
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// guide tells the search how SpellBook is played: as greedy does.
type guide struct {
	b     *greedy
	rules map[string]func(*mind) []game.Pick
	m     mind
}

var _ search.Guide = (*guide)(nil)

// NewGuide returns what the search knows of SpellBook.
func NewGuide() search.Guide {
	b := newBook()
	return &guide{b: &greedy{book: b, weights: weightTable(b)}, rules: answerTable()}
}

// Answer implements search.Guide.
func (g *guide) Answer(s game.State, d *game.Decision) []game.Pick {
	rule := g.rules[d.Kind]
	if rule == nil {
		return nil
	}
	g.m.read(g.b, s.(*match), d)
	return rule(&g.m)
}

// Back implements search.Guide.
func (g *guide) Back(key game.Key) bool { return key.Verb == keyBack }

// Points implements search.Guide. Ties are broken by the spells learned, and then
// by the pool.
func (g *guide) Points(from game.State, points *search.Points) (sides int, spread float64) {
	s := from.(*match)
	for seat := range game.Seat(s.seats) {
		p := &s.players[seat]
		points[seat] = float64(s.total(seat))
		if s.over && !s.solo() {
			points[seat] += float64(p.known)/100 + float64(p.pool.size)/10000
		}
	}
	sides = int(s.seats)
	if s.solo() {
		points[1] = float64(s.opponentTotal())
		sides = 2
	}
	if !s.over {
		spread = 8
	}
	return sides, spread
}
