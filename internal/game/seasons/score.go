package seasons

import (
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// penalties has the cost in points at the end of the game, indexed by the number of bonuses used
// (rulebook: bonus track).
var penalties = [maxBonuses + 1]int{0, 5, 12, 20}

// handPenalty is the cost in points of each card in hand at the end of the game.
const handPenalty = 5

// score has the points of a seat, by source, if the game ended now.
type score struct {
	crystals, prestige, cards, hand, bonuses int
}

func (s score) total() int { return s.crystals + s.prestige + s.cards + s.hand + s.bonuses }

// scoreOf returns the seat's score, computed only from public facts.
func (s *match) scoreOf(seat game.Seat) score {
	p := &s.players[seat]
	result := score{
		crystals: int(p.crystals),
		hand:     -handPenalty * p.hand.len(),
		bonuses:  -penalties[p.bonuses],
	}
	for i := range p.play[:p.nPlay] {
		number := p.play[i].number
		result.prestige += s.facts(number).Prestige
		if points := s.rules.effect(s, number).score; points != nil {
			result.cards += points(s, seat)
		}
	}
	return result
}

// Standing implements game.State (rulebook: end of the game). The points are the crystals, the
// prestige of the cards in play and the crystals they give at the end, minus the penalties for
// bonuses used and for cards in hand. All of this is public, because only the number of cards in
// hand counts. Cards set aside for later years count only once they are in hand.
func (s *match) Standing() []int {
	standing := make([]int, s.seats)
	for i := range standing {
		standing[i] = s.scoreOf(game.Seat(i)).total()
	}
	return standing
}

// Progress implements game.State. The stages are the draft, the split and the years. A season token
// beyond year 3 counts as year 3.
func (s *match) Progress() game.Progress {
	switch s.phase {
	case phaseDraft, phaseSplit:
		return game.Progress{Stage: phaseNames[s.phase]}
	}
	return game.Progress{Stage: "year", Number: min(year(s.position), 3), Round: int(s.round)}
}

// Outcome implements game.State (rulebook: end of the game). The number of cards in play breaks
// ties.
func (s *match) Outcome() *game.Outcome {
	if s.phase != phaseOver {
		return nil
	}
	outcome := &game.Outcome{Rounds: int(s.round)}
	for i := range game.Seat(s.seats) {
		outcome.Places = append(outcome.Places, s.place(i))
	}
	slices.SortStableFunc(outcome.Places, func(a, b game.Place) int {
		if a.Total != b.Total {
			return b.Total - a.Total
		}
		return b.TieBreaks[0] - a.TieBreaks[0]
	})
	game.Rank(outcome.Places)
	return outcome
}

// place returns a seat's result. Its rank is not set.
func (s *match) place(seat game.Seat) game.Place {
	p := &s.players[seat]
	sum := s.scoreOf(seat)
	place := game.Place{Seat: seat, Total: sum.total(), TieBreaks: []int{int(p.nPlay)}}
	add := func(source string, points int, args ...game.Fact) {
		place.Parts = append(place.Parts, game.Part{Source: source, Args: args, Points: points})
	}
	add("crystals", sum.crystals)
	for number := uint8(1); number <= cards.NumCards; number++ {
		points, n, byEffect := 0, 0, 0
		for i := range p.play[:p.nPlay] {
			if p.play[i].number != number {
				continue
			}
			n++
			points += s.facts(number).Prestige
			if score := s.rules.effect(s, number).score; score != nil {
				byEffect += score(s, seat)
			}
		}
		if n > 0 {
			add("prestige", points, game.Int("card", number), game.Int("copies", n))
		}
		if byEffect > 0 {
			add("card", byEffect, game.Int("card", number))
		}
	}
	if sum.hand != 0 {
		add("hand", sum.hand, game.Int("cards", p.hand.len()))
	}
	if sum.bonuses != 0 {
		add("bonuses", sum.bonuses, game.Int("used", p.bonuses))
	}
	return place
}
