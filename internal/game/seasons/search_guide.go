package seasons

import (
	_ "embed"
	"encoding/json"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// guide is the search guide of Seasons. It plays like greedy and estimates positions with a trained
// model.
type guide struct {
	greedy *greedy
	rules  map[string]func(*evaluation) []game.Pick
	model  search.Model
	eval   evaluation
	// d is an empty decision for the evaluation of positions without a question. features is a
	// buffer.
	d        game.Decision
	features []float64
}

var (
	_ search.Learner   = (*guide)(nil)
	_ search.Explainer = (*guide)(nil)
)

// values is the JSON of the model that "make train" trained.
//
//go:embed values.json
var values []byte

// NewGuide returns the search guide of Seasons.
func NewGuide() search.Guide {
	g := &guide{greedy: &greedy{weights: weightTable()}, rules: answerTable()}
	if err := json.Unmarshal(values, &g.model); err != nil {
		panic("seasons: values.json cannot be read: " + err.Error())
	}
	return g
}

// Answer implements search.Guide.
func (g *guide) Answer(s game.State, d *game.Decision) []game.Pick {
	rule := g.rules[d.Kind]
	if rule == nil {
		return nil
	}
	g.eval.read(g.greedy, s.(*match), d)
	return rule(&g.eval)
}

// TakesBack implements search.Guide.
func (g *guide) TakesBack(key game.Key) bool { return key.Word == optBack }

// StopRound implements search.Guide. Playouts stop after three rounds. From the draft and the split
// they stop at the start of the first round, where the model estimates the value of the cards.
func (g *guide) StopRound(state game.State) int {
	if round := int(state.(*match).round); round > 0 {
		return round + roundsAhead
	}
	return 1
}

const roundsAhead = 3

// Points implements search.Guide. Once the match is over, the points include the tie-break.
func (g *guide) Points(state game.State, points *search.Points) (sides int, spread float64) {
	s := state.(*match)
	for seat := range game.Seat(s.seats) {
		points[seat] = float64(s.scoreOf(seat).total())
		if s.phase == phaseOver {
			points[seat] += float64(s.players[seat].nPlay) / 100
			continue
		}
		stage, features := g.Features(s, seat, g.features[:0])
		g.features = features
		gain, deviation, ok := g.model.Gain(stage, features)
		points[seat] += gain
		if spread = deviation; !ok {
			spread = 40
		}
	}
	return int(s.seats), spread
}

// Stages implements search.Learner. The stages are the first round and each season, for each number
// of players.
func (g *guide) Stages() int { return (maxSeats - 1) * stagesOfSize }

const stagesOfSize = 13

// Tables implements search.Learner.
func (g *guide) Tables() []search.Table {
	var list []search.Table
	for players := 2; players <= maxSeats; players++ {
		for _, level := range levelNames[magician:lesson] {
			list = append(list, search.Table{Options: game.MatchOptions{optionLevel: level}, Players: players})
		}
	}
	return list
}

// firstRoundBonus returns the number of points that a card gains, according to the model, if it is
// in hand in the first round instead of later.
func (g *guide) firstRoundBonus(seats uint8, number uint8) float64 {
	weights := g.model.Stages[(int(seats)-2)*stagesOfSize].Weights
	return weights[len(weights)-cards.NumCards+int(number)-1]
}

// Features implements search.Learner. In the first round the features are the seat's cards. Later
// they come from the evaluation of the position.
func (g *guide) Features(state game.State, seat game.Seat, features []float64) (stage int, all []float64) {
	s := state.(*match)
	first := (int(s.seats) - 2) * stagesOfSize
	p := &s.players[seat]
	if s.round <= 1 {
		features = append(features, 1, float64((int(seat)+int(s.seats)-int(s.firstPlayer))%int(s.seats)))
		for number := uint8(1); number <= cards.NumCards; number++ {
			features = append(
				features,
				float64(p.hand.count(number)+p.library[0].count(number)+p.library[1].count(number)),
			)
		}
		for number := uint8(1); number <= cards.NumCards; number++ {
			features = append(features, float64(p.hand.count(number)))
		}
		return first, features
	}
	m := &g.eval
	g.d.Seat = seat
	m.read(g.greedy, s, &g.d)
	rounds := float64(m.rounds)
	byRound, inHand, later, cost := 0.0, 0.0, 0.0, 0.0
	for i := range m.plays {
		w := m.weight(m.plays[i].number)
		byRound += float64(w.perRound + w.perOpponentRound*m.opponents())
		if w.singleUse {
			later += float64(m.oneTimeValue(w))
		}
	}
	for i := range m.hand {
		c := &m.hand[i]
		inHand += float64(max(0, m.worth(c.number, m.rounds)) * c.copies)
		cost += float64(c.energy.total() * c.copies)
	}
	library := 0.0
	for i := range p.library {
		for number := p.library[i].first(); number != 0; number = p.library[i].next(number) {
			library += float64(max(0, m.value(number, max(0, m.rounds-6*(i+1)))) * p.library[i].count(number))
		}
	}
	features = append(
		features,
		1,
		float64((int(seat)+int(s.seats)-int(s.firstPlayer))%int(s.seats)),
		rounds,
		float64(m.tokensWorth(m.have, 0))/100,
		float64(m.have.total()),
		byRound*rounds/100,
		later/100,
		inHand/100,
		cost,
		library/100,
		float64(p.hand.len()),
		float64(max(0, m.freeSlots)),
		float64(min(m.freeSlots, p.hand.len())),
		float64(m.cardsWithoutRoom()),
		float64(p.bonuses),
		float64(min(p.crystals, 20))/10,
	)
	return first + 1 + min(11, (int(s.position)-1)/3), features
}
