package spellbook

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// guide tells the search how SpellBook is played: as greedy does. What positions
// are worth has been learned.
type guide struct {
	b     *greedy
	rules map[string]func(*mind) []game.Pick
	model search.Model
	m     mind
	// d stands for a question where there is none, features for those of a seat.
	d        game.Decision
	features []float64
}

var _ search.Learner = (*guide)(nil)

// values is what "make train" has learned.
//
//go:embed values.json
var values []byte

// NewGuide returns what the search knows of SpellBook.
func NewGuide() search.Guide {
	b := newBook()
	g := &guide{b: &greedy{book: b, weights: weightTable(b)}, rules: answerTable()}
	if err := json.Unmarshal(values, &g.model); err != nil {
		panic("spellbook: values.json cannot be read: " + err.Error())
	}
	return g
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

// Back implements search.Guide.
func (g *guide) Back(key game.Key) bool { return key.Verb == keyBack }

// Until implements search.Guide. A solo match is played to its end: there is no
// estimate for the virtual opponent.
func (g *guide) Until(from game.State, rounds int) int {
	if s := from.(*match); !s.solo() {
		return int(s.round) + rounds
	}
	return math.MaxInt
}

// Points implements search.Guide. Ties are broken by the spells learned, and then
// by the pool.
func (g *guide) Points(from game.State, points *search.Points) (sides int, spread float64) {
	s := from.(*match)
	if s.solo() {
		points[0], points[1] = float64(s.total(0)), float64(s.opponentTotal())
		if !s.over {
			spread = 8
		}
		return 2, spread
	}
	for seat := range game.Seat(s.seats) {
		p := &s.players[seat]
		points[seat] = float64(s.total(seat))
		if s.over {
			points[seat] += float64(p.known)/100 + float64(p.pool.size)/10000
			continue
		}
		stage, features := g.Features(s, seat, g.features[:0])
		g.features = features
		gain, error, ok := g.model.Gain(stage, features)
		points[seat] += gain
		if spread = error; !ok {
			spread = 8
		}
	}
	return int(s.seats), spread
}

const stagesOfSize = 11

// Stages implements search.Learner: how many days are left, and the last round.
func (g *guide) Stages() int { return (game.MaxSeats - 1) * stagesOfSize }

// Tables implements search.Learner.
func (g *guide) Tables() []search.Table {
	var list []search.Table
	for players := 2; players <= game.MaxSeats; players++ {
		for _, mode := range []mode{modeClassic, modeSet1, modeClassic, modeSet2, modeClassic, modeSet3} {
			list = append(list, search.Table{Options: game.MatchOptions{optionMode: modeNames[mode]}, Players: players})
		}
	}
	return list
}

// Features implements search.Learner: where the game stands, what the pool and the
// altar hold for spells to come, and the spells that are learned.
func (g *guide) Features(from game.State, seat game.Seat, f []float64) (stage int, all []float64) {
	s := from.(*match)
	m := &g.m
	g.d.Seat = seat
	m.read(g.b, s, &g.d)
	m.quick = true
	p := &m.now
	stage = min(stagesOfSize-2, m.days/10)
	if m.ending {
		stage = stagesOfSize - 1
	}
	stored, known := 0, 0
	for other := range game.Seat(s.seats) {
		if other != seat {
			stored = max(stored, int(s.players[other].stored))
			known = max(known, int(s.players[other].known))
		}
	}
	// best are the numbers of each colour that is not learned, the most first, and
	// sight how many of them lie on the altar.
	var best, sight [3]int
	for c := range cards.Colour(cards.NumColours) {
		if p.spells[c].level > 0 {
			continue
		}
		n, there := p.pool.count(ofColour(c)), min(2, p.altar.count(ofColour(c)))
		for i := range best {
			if n > best[i] || n == best[i] && there > sight[i] {
				n, best[i], there, sight[i] = best[i], n, sight[i], there
			}
		}
	}
	var runes, runesStored [cards.NumRunes]int
	for k := p.pool.kinds; k != 0; k = k.rest() {
		runes[k.first().Rune()] += int(p.pool.n[k.first()])
	}
	for _, at := range p.familiar[:p.stored] {
		runesStored[at.Rune()]++
	}
	f = append(f, 1, float64((int(seat)+int(s.seats)-int(s.first))%int(s.seats)), float64(m.days)/10,
		float64(m.s.total(seat)), float64(m.value(p))/point, float64(m.hoard(p))/point, float64(p.pool.size),
		float64(p.stored), float64(p.known), float64(stored), float64(known), float64(p.altar.size),
		float64(best[0]), float64(best[1]), float64(best[2]), float64(sight[0]), float64(sight[1]), float64(sight[2]),
		float64(max(0, best[0]-2)), float64(max(0, best[1]-2)),
		float64(slices.Max(runes[:])), float64(slices.Max(runesStored[:])))
	at := len(f)
	f = append(f, make([]float64, cards.NumColours*cards.NumSets*cards.NumLevels)...)
	for c := range cards.Colour(cards.NumColours) {
		if level := p.spells[c].level; level > 0 {
			f[at+(int(c)*cards.NumSets+int(s.sets[c]))*cards.NumLevels+int(level)-cards.MinLevel] = 1
		}
	}
	return (int(s.seats)-2)*stagesOfSize + stage, f
}
