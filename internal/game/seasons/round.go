package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// startRound unturns the cards in play and rolls the dice of the season.
func (s *match) startRound() {
	s.round++
	for i := range s.players[:s.seats] {
		p := &s.players[i]
		for c := range p.play[:p.nPlay] {
			p.play[c].turned = false
		}
	}
	s.season = s.tokenSeason()
	for i := range s.dice[:s.seats+1] {
		d := &s.dice[i]
		*d = die{number: s.seasonDice[s.season][i], owner: game.NoSeat}
		s.roll(d, &s.rolls)
	}
	s.reportRound(s.step)
	s.phase = phaseDice
	s.turnsTaken = 0
}

// reportRound adds the events of the start of the round.
func (s *match) reportRound(step *game.Step) {
	step.Add(eventRound, s.firstPlayer, game.Int("round", s.round), game.ID("season", s.season.String()))
	for i := range s.dice[:s.seats+1] {
		d := &s.dice[i]
		step.Add(eventRoll, game.NoSeat, game.Int("die", d.number), game.Int("face", d.face))
	}
}

// roll rolls the die. Faces that a set-up has fixed come first.
func (s *match) roll(d *die, stream *game.RNG) {
	s.step.MarkRandom()
	if next := &s.script; next.nRolls > 0 {
		d.face = next.rolls[0]
		next.nRolls--
		copy(next.rolls[:], next.rolls[1:])
		next.rolls[len(next.rolls)-1] = 0
		return
	}
	d.face = uint8(stream.IntN(6)) + 1
}

// nextDie asks the next player to take a die. When all players have one, it starts the first turn.
func (s *match) nextDie() {
	if s.turnsTaken < s.seats {
		s.active = s.clockwise(s.firstPlayer, int(s.turnsTaken))
		s.askFor(s.active, question{})
		return
	}
	if int(s.position)+int(s.face(s.timeDie()).Pips) > lastSpace {
		s.step.Add(eventLast, game.NoSeat)
	}
	s.turnsTaken = 0
	s.startTurn(s.firstPlayer)
}

func fillDie(s *match, _ *frame, _ *op, d *game.Decision) {
	for i := range s.dice[:s.seats+1] {
		if s.dice[i].owner == game.NoSeat {
			d.Add(game.Key{Word: optDie, A: s.dice[i].number}, 0, 1)
		}
	}
}

func (s *match) answerDie(seat game.Seat, picks []game.Pick) {
	for i := range s.dice[:s.seats+1] {
		if s.dice[i].number == picks[0].Key.A {
			s.dice[i].owner = seat
			s.step.Add(eventTake, seat, game.Int("die", s.dice[i].number), game.Int("face", s.dice[i].face))
		}
	}
	s.turnsTaken++
}

// timeDie returns the die that no player has taken, or nil.
func (s *match) timeDie() *die { return s.ownDie(game.NoSeat) }

// endOfRound starts the effects at the end of the round for the next seat in turn order. After the
// last seat, it continues with phaseAdvance.
func (s *match) endOfRound() {
	if s.turnsTaken == s.seats {
		s.phase = phaseAdvance
		return
	}
	seat := s.clockwise(s.firstPlayer, int(s.turnsTaken))
	s.turnsTaken++
	s.stack.Push(frame{program: programRoundEnd, seat: seat})
}

// advanceSeason moves the season token by the pips of the remaining die, unless Temporal Boots have
// already ended the game (rulebook: moving forward on the season wheel).
func (s *match) advanceSeason() {
	if s.position > lastSpace {
		s.finish()
		return
	}
	from := s.position
	s.position += uint8(s.face(s.timeDie()).Pips)
	s.seasonEvent(from)
	if s.position > lastSpace {
		s.finish()
		return
	}
	s.phase = phaseSeason
	s.afterMove(from, s.firstPlayer)
}

// afterMove hands out the libraries of a new year. If the season has changed, it starts the effects
// of the change, in turn order from the seat start.
func (s *match) afterMove(from uint8, start game.Seat) {
	if y := year(s.position); y > year(from) && y <= 3 && !s.handedOut[y-2] {
		s.handedOut[y-2] = true
		for i := range s.players[:s.seats] {
			p := &s.players[i]
			if s.level == lesson {
				s.dealLesson(game.Seat(i), y, &p.library[y-2])
			}
			n := p.library[y-2].len()
			p.hand.addAll(&p.library[y-2])
			s.step.Add(eventLibrary, game.Seat(i), game.Int("year", y), game.Int("cards", n))
		}
	}
	if (from-1)/3 != (s.position-1)/3 {
		s.stack.Push(frame{program: programSeason, seat: start})
	}
}

func (s *match) seasonEvent(from uint8) {
	s.step.Add(eventSeason, game.NoSeat,
		game.Int("moved", int(s.position)-int(from)),
		game.Int("year", year(s.position)),
		game.Int("space", (int(s.position)-1)%12+1),
		game.ID("season", s.tokenSeason().String()))
}

// passFirstPlayer makes the next player the first player of the next round.
func (s *match) passFirstPlayer() {
	s.firstPlayer = s.clockwise(s.firstPlayer, 1)
	s.phase = phaseRound
}

func (s *match) finish() {
	s.phase = phaseOver
	s.active = game.NoSeat
	s.step.MarkShownToAll()
	s.step.Add(eventOver, game.NoSeat)
}

// orderEffects collects the seat's effects at the end of the round. It asks for their order only if
// the order can matter: if the loss from a Damned Soul would be cut off at zero crystals before
// another card gains crystals.
func orderEffects() part { return part{{verb: verbOrder}} }

var verbOrder = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		s.collect(f, onRoundEnd)
		lost, gained := 0, 0
		for _, id := range f.playIDs[:f.nPlayIDs] {
			e := s.rules.effect(s, s.card(f.seat, id).number)
			lost += e.crystalsLost()
			ops := e.programs[onRoundEnd]
			for i := range ops {
				o := &ops[i]
				switch o.verb {
				case verbCrystals:
					gained += s.amount(f, o)
				case verbTakeOrLeave:
					gained += s.wouldTakeFromEach(f.seat, int(o.n))
				}
			}
		}
		if gained > 0 && int(s.players[f.seat].crystals) < lost {
			return s.askFor(f.seat, question{})
		}
		return game.Next
	},
	ask: &ask{name: "order", fill: func(_ *match, f *frame, _ *op, d *game.Decision) {
		d.Ordered = true
		d.Min, d.Max = int(f.nPlayIDs), int(f.nPlayIDs)
		for _, id := range f.playIDs[:f.nPlayIDs] {
			d.Add(playKey(id), 1, 1)
			d.Suggest(playKey(id), 1, 0)
		}
	}},
	answer: answerOrder,
}

// crystalsLost returns the number of crystals that the owner loses through the effect at the end of
// a round.
func (e *effect) crystalsLost() int {
	n := 0
	for _, o := range e.programs[onRoundEnd] {
		if o.verb == verbLoseCrystals {
			n += int(o.n)
		}
	}
	return n
}

func answerOrder(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	for i, pick := range picks {
		f.playIDs[i] = pick.Key.B
	}
	return game.Next
}

// rate returns the number of crystals that the seat gets for transmuting one token now (rulebook:
// transmutation chart, Purse of Io, bonus).
func (s *match) rate(seat game.Seat, e cards.Energy) int {
	return s.rules.catalogue.Rates[s.tokenSeason()][e] + s.transmuteExtra(seat)
}
