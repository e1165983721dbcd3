package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// advance takes the match from one phase to the next while no effect is under
// way (rulebook: second game phase).
func (x *exec) advance() {
	switch x.phase {
	case phaseDraft:
		x.endPicks()
	case phaseSplit:
		x.endSplit()
	case phaseRound:
		x.startRound()
	case phaseDice:
		x.nextDie()
	case phaseStart:
		x.startOfTurn()
	case phaseGain:
		x.phase = phaseTurn
		x.turn.mandatory = true
		x.gainFromDie(x.active)
	case phaseTurn:
		x.question(askTurn, x.active)
	case phaseEnd:
		x.endOfRound()
	case phaseAdvance:
		x.advanceSeason()
	case phaseSeason:
		x.first = x.left(x.first, 1)
		x.phase = phaseRound
	}
}

// startRound straightens the cards and rolls the dice of the season.
func (x *exec) startRound() {
	x.round++
	for i := range x.players[:x.seats] {
		p := &x.players[i]
		for c := range p.play[:p.inPlay] {
			p.play[c].turned = false
		}
	}
	x.season = x.tokenSeason()
	x.step.Add("round", game.Seat(x.first), game.Int("round", x.round), game.ID("season", x.season.String()))
	for i := range x.dice[:x.seats+1] {
		d := &x.dice[i]
		*d = die{number: x.kept[x.season][i], owner: noSeat}
		x.roll(d)
		x.step.Add("roll", game.NoSeat, game.Int("die", d.number), game.Int("face", d.face))
	}
	x.phase = phaseDice
	x.cursor = 0
}

// roll gives the die a random face.
func (x *exec) roll(d *die) {
	x.step.MarkRandom()
	if s := &x.script; s.nRolls > 0 {
		d.face = s.rolls[0]
		s.nRolls--
		copy(s.rolls[:], s.rolls[1:])
		s.rolls[len(s.rolls)-1] = 0
		return
	}
	d.face = uint8(x.rng.IntN(6)) + 1
}

// nextDie asks the next player to take a die, or starts the turns.
func (x *exec) nextDie() {
	if x.cursor < x.seats {
		x.active = x.left(x.first, int(x.cursor))
		x.question(askDie, x.active)
		return
	}
	x.cursor = 0
	x.startTurn(x.first)
}

func buildDie(s *State, _ int8, _ *frame, d *game.Decision) {
	for i := range s.dice[:s.seats+1] {
		if s.dice[i].owner == noSeat {
			d.Add(game.Key{Verb: optDie, A: s.dice[i].number}, 0, 1)
		}
	}
}

func (x *exec) answerDie(seat int8, picks []game.Pick) {
	for i := range x.dice[:x.seats+1] {
		if x.dice[i].number == picks[0].Key.A {
			x.dice[i].owner = seat
			x.step.Add("take", game.Seat(seat), game.Int("die", x.dice[i].number), game.Int("face", x.dice[i].face))
		}
	}
	x.cursor++
}

// timeDie returns the die that nobody took, or nil.
func (s *State) timeDie() *die {
	return s.ownDie(noSeat)
}

// endOfRound lets the players' effects happen in turn order.
func (x *exec) endOfRound() {
	if x.cursor == x.seats {
		x.phase = phaseAdvance
		return
	}
	seat := x.left(x.first, int(x.cursor))
	x.cursor++
	x.start(frame{action: doRoundEnd, seat: seat})
}

// advanceSeason moves the season token by the die left over, unless Temporal
// Boots have ended the game already (rulebook: moving forward on the season wheel).
func (x *exec) advanceSeason() {
	if x.position > lastSpace {
		x.finish()
		return
	}
	from := x.position
	x.position += uint8(x.face(x.timeDie()).Pips)
	x.seasonEvent(from)
	if x.position > lastSpace {
		x.finish()
		return
	}
	x.phase = phaseSeason
	x.afterMove(from, x.first)
}

// afterMove hands out libraries and lets the effects of a change of season
// happen, in turn order beginning with the given seat.
func (x *exec) afterMove(from uint8, start int8) {
	if y := year(x.position); y > year(from) && y <= 3 && !x.given[y-2] {
		x.given[y-2] = true
		for i := range x.players[:x.seats] {
			p := &x.players[i]
			n := p.library[y-2].len()
			p.hand.addAll(&p.library[y-2])
			x.step.Add("library", game.Seat(i), game.Int("year", y), game.Int("cards", n))
		}
	}
	if (from-1)/3 != (x.position-1)/3 {
		x.start(frame{action: doSeason, seat: start})
	}
}

func (x *exec) seasonEvent(from uint8) {
	x.step.Add("season", game.NoSeat,
		game.Int("moved", int(x.position)-int(from)),
		game.Int("year", year(x.position)),
		game.Int("space", (int(x.position)-1)%12+1),
		game.ID("season", x.tokenSeason().String()))
}

// finish ends the match.
func (x *exec) finish() {
	x.phase = phaseOver
	x.active = noSeat
	x.step.MarkShownToAll()
	x.step.Add("over", game.NoSeat)
}

func everybody(*State, int8) bool { return true }

// orderEffects notes the seat's effects for the end of the round and asks for
// their order where it makes a difference: only when a Damned Soul's loss would
// stop at zero crystals before a gain.
func orderEffects(x *exec, f *frame) flow {
	x.collect(f, onRoundEnd)
	due, gained := 0, 0
	for _, id := range f.plays[:f.nPlays] {
		e := x.rules.effect(x.State, x.card(f.seat, id).number)
		due += e.loses
		if e.gains != nil {
			gained += e.gains(x.State, f.seat)
		}
	}
	if gained > 0 && int(x.players[f.seat].crystals) < due {
		return x.question(askOrder, f.seat)
	}
	return next
}

func buildOrder(_ *State, _ int8, f *frame, d *game.Decision) {
	d.Ordered = true
	d.Min, d.Max = int(f.nPlays), int(f.nPlays)
	for _, id := range f.plays[:f.nPlays] {
		d.Add(playKey(id), 1, 1)
		d.Suggest(playKey(id), 1, 0)
	}
}

func answerOrder(_ *exec, f *frame, picks []game.Pick) flow {
	for i, pick := range picks {
		f.plays[i] = pick.Key.B
	}
	return next
}

// rate returns the crystals for one token of the energy when the seat
// transmutes it now (rulebook: transmutation chart, Purse of Io, bonus).
func (s *State) rate(seat int8, e cards.Energy) int {
	return s.rules.catalogue.Rates[s.tokenSeason()][e] + s.transmuteExtra(seat)
}

// transmuteExtra returns what is added to every token that the seat transmutes.
func (s *State) transmuteExtra(seat int8) int {
	extra := s.count(seat, dearerTokens)
	if seat == s.active {
		extra += int(s.turn.bonus)
	}
	return extra
}
