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

var (
	_ search.Ranker    = (*guide)(nil)
	_ search.Explainer = (*guide)(nil)
)

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
	g.m.quick = true
	return rule(&g.m)
}

// Rank implements search.Ranker: what greedy's own side is worth after each option,
// where it chooses by that.
func (g *guide) Rank(s game.State, d *game.Decision, worth []float64) bool {
	switch d.Kind {
	case "action", "take", "colour", "choose", "raise", "copy", "learn", "place", "way", "give":
	default:
		return false
	}
	m := &g.m
	m.read(g.b, s.(*match), d)
	for i := range d.Options {
		if key := d.Options[i].Key; !g.Back(key) {
			p := m.after(key)
			worth[i] = float64(m.value(&p)) / point
		}
	}
	return true
}

// Back implements search.Guide.
func (g *guide) Back(key game.Key) bool { return key.Word == optBack }

// Until implements search.Guide: every answer is played on to the end. Estimates of
// what a position is worth have proved to mislead.
func (g *guide) Until(game.State) int { return 0 }

// Points implements search.Guide. Ties are broken by the spells learned, and then by the pool.
func (g *guide) Points(from game.State, points *search.Points) (sides int, spread float64) {
	s := from.(*match)
	if !s.over {
		spread = unknown
	}
	if s.solo() {
		points[0], points[1] = float64(s.total(0)), float64(s.opponentTotal())
		return 2, spread
	}
	for seat := range game.Seat(s.seats) {
		p := &s.players[seat]
		points[seat] = float64(s.total(seat))
		if s.over {
			points[seat] += float64(p.known)/100 + float64(p.pool.size)/10000
		}
	}
	return int(s.seats), spread
}

// unknown is how far the points may be from those at the end before it.
const unknown = 8
