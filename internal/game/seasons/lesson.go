package seasons

import "archmage/internal/game"

// This file has the lesson, a level for a first match of two players. It differs from the rulebook
// in its set-up only: there is no draft, each year brings three cards that are always the same, and
// so are the dice of the first rounds. All players know the cards. docs/rulings-seasons.md lists
// the differences.

// The dice of winter in the lesson, and the faces of the first two rounds. The first player can
// summon the Amulet of Fire at once. All faces of the first round have one pip, so that the second
// round has the same dice.
var (
	lessonDice  = [...]uint8{1, 2, 3}
	lessonRolls = [...]uint8{3, 3, 1, 6, 6, 5}
)

// startLesson deals the cards of the first year and begins the first round.
func (s *match) startLesson() {
	copy(s.seasonDice[s.tokenSeason()][:], lessonDice[:])
	s.script.nRolls = uint8(copy(s.script.rolls[:], lessonRolls[:]))
	pool := s.pool()
	for _, years := range s.rules.catalogue.Lesson {
		for _, numbers := range years {
			for _, number := range numbers {
				pool.remove(uint8(number))
				s.setAside.add(uint8(number))
			}
		}
	}
	for _, number := range pool.list() {
		s.draw.push(number)
	}
	s.shuffle()
	for i := range s.players[:s.seats] {
		s.dealLesson(game.Seat(i), 1, &s.players[i].hand)
	}
	s.phase = phaseRound
	s.run()
}

// dealLesson moves a seat's cards of a year to a zone from which they go to its hand. A set-up can
// have put some of the cards elsewhere.
func (s *match) dealLesson(seat game.Seat, year int, to *cardSet) {
	for _, number := range s.rules.catalogue.Lesson[seat][year-1] {
		if s.setAside.count(uint8(number)) == 0 {
			continue
		}
		s.setAside.remove(uint8(number))
		to.add(uint8(number))
		s.recordForAll(seat, uint8(number), handOf(seat))
	}
}
