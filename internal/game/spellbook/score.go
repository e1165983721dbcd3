package spellbook

import (
	"slices"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// scoreStoredColours gives one point for each different colour on the Familiar.
func scoreStoredColours(s *match, seat game.Seat, _ *learnedSpell) int {
	var seen [cards.NumColours]bool
	n := 0
	p := &s.players[seat]
	for _, m := range p.familiar[:p.storedCount] {
		if !seen[m.Colour()] {
			seen[m.Colour()] = true
			n++
		}
	}
	return n
}

// scoreStoredRune gives one point for each stored Materia with the placed rune.
func scoreStoredRune(s *match, seat game.Seat, spell *learnedSpell) int {
	n := 0
	p := &s.players[seat]
	for _, m := range p.familiar[:p.storedCount] {
		if m.Rune() == spell.materia.Rune() {
			n++
		}
	}
	return n
}

// scoreTwoASpell gives two points for each other learned spell.
func scoreTwoASpell(s *match, seat game.Seat, _ *learnedSpell) int {
	return 2 * (int(s.players[seat].learnedCount) - 1)
}

// scoreOneASpell gives one point for each other learned spell.
func scoreOneASpell(s *match, seat game.Seat, _ *learnedSpell) int {
	return int(s.players[seat].learnedCount) - 1
}

// scoreByLevel gives two points for each other spell above the lowest level, and one for each other
// spell at the lowest level.
func scoreByLevel(s *match, seat game.Seat, own *learnedSpell) int {
	n := 0
	for c := range s.players[seat].spells {
		spell := &s.players[seat].spells[c]
		switch {
		case spell == own || spell.level == 0:
		case spell.level > cards.MinLevel:
			n += 2
		default:
			n++
		}
	}
	return n
}

// The sources of points.
const (
	partFamiliar = "familiar"
	partSpell    = "spell"
	partTrack    = "track"
	partLower    = "lower"
)

// spellPoints returns the current points of a learned spell (rulebook: "End").
func (s *match) spellPoints(seat game.Seat, c cards.Colour) int {
	spell := &s.players[seat].spells[c]
	if spell.level == 0 {
		return 0
	}
	points := s.spell(c).Level(int(spell.level)).Points
	if score := s.book.effects[s.programOf(c, spell.level)].score; score != nil {
		points += score(s, seat, spell)
	}
	return points
}

// familiarPoints returns the number on the first empty space of the Familiar.
func (s *match) familiarPoints(seat game.Seat) int {
	return s.book.facts.Familiar.Values[s.players[seat].storedCount]
}

// total returns the current score of a seat.
func (s *match) total(seat game.Seat) int {
	total := s.familiarPoints(seat)
	for c := range cards.Colour(cards.NumColours) {
		total += s.spellPoints(seat, c)
	}
	return total
}

// Standing implements game.State (rulebook: "End"). It adds the points of the learned spells and
// the number on the first empty space of the Familiar, which are public. The virtual opponent has no
// seat and is not included.
func (s *match) Standing() []int {
	standing := make([]int, s.seats)
	for seat := range standing {
		standing[seat] = s.total(game.Seat(seat))
	}
	return standing
}

// Progress implements game.State.
func (s *match) Progress() game.Progress { return game.Progress{Round: int(s.round)} }

// opponentTotal returns the current score of the virtual opponent.
func (s *match) opponentTotal() int {
	return s.book.facts.Opponent.Values[s.givenCount] + int(s.lower.size)
}

// Outcome implements game.State (rulebook: "End", "Solo").
func (s *match) Outcome() *game.Outcome {
	if !s.over {
		return nil
	}
	outcome := &game.Outcome{Rounds: int(s.round)}
	for seat := range game.Seat(s.seats) {
		p := &s.players[seat]
		place := game.Place{Seat: seat, Total: s.total(seat), Parts: []game.Part{}, TieBreaks: []int{}}
		for c := range cards.Colour(cards.NumColours) {
			if p.spells[c].level > 0 {
				place.Parts = append(place.Parts, game.Part{
					Source: partSpell,
					Args: game.Facts{game.Int("spell", s.spell(c).Number), game.ID("colour", c.String()),
						game.Int("level", p.spells[c].level)},
					Points: s.spellPoints(seat, c),
				})
			}
		}
		place.Parts = append(
			place.Parts,
			game.Part{Source: partFamiliar, Args: game.Facts{}, Points: s.familiarPoints(seat)},
		)
		if !s.isSolo() {
			place.TieBreaks = append(place.TieBreaks, int(p.learnedCount), int(p.pool.size))
		}
		outcome.Places = append(outcome.Places, place)
	}
	if s.isSolo() {
		outcome.Places = append(outcome.Places, game.Place{
			Seat: game.NoSeat, Total: s.opponentTotal(), TieBreaks: []int{},
			Parts: []game.Part{
				{Source: partTrack, Args: game.Facts{}, Points: s.book.facts.Opponent.Values[s.givenCount]},
				{Source: partLower, Args: game.Facts{}, Points: int(s.lower.size)},
			},
		})
	}
	slices.SortStableFunc(outcome.Places, func(a, b game.Place) int {
		if a.Total != b.Total {
			return b.Total - a.Total
		}
		return slices.Compare(b.TieBreaks, a.TieBreaks)
	})
	game.Rank(outcome.Places)
	return outcome
}
