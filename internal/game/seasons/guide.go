package seasons

import (
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// guide tells the search how Seasons is played: as greedy does.
type guide struct {
	b     *greedy
	rules map[string]func(*mind) []game.Pick
	m     mind
}

var _ search.Guide = (*guide)(nil)

// NewGuide returns what the search knows of Seasons.
func NewGuide() search.Guide {
	return &guide{b: &greedy{weights: weightTable()}, rules: answerTable()}
}

// Answer implements search.Guide.
func (g *guide) Answer(s game.State, d *game.Decision) []game.Pick {
	rule := g.rules[d.Kind]
	if rule == nil {
		return nil
	}
	g.m.read(g.b, s.(*State), d)
	return rule(&g.m)
}

// Back implements search.Guide.
func (g *guide) Back(key game.Key) bool { return key.Verb == optBack }

// Points implements search.Guide. Ties are broken by the cards in play.
func (g *guide) Points(from game.State, points *search.Points) (sides int, spread float64) {
	s := from.(*State)
	for seat := range int8(s.seats) {
		points[seat] = float64(s.scoreOf(seat).total())
		if s.phase == phaseOver {
			points[seat] += float64(s.players[seat].inPlay) / 100
		}
	}
	if s.phase != phaseOver {
		spread = 40
	}
	return int(s.seats), spread
}
