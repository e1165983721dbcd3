package seasons

import (
	"math"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// encoding is the version of the encoded form.
const encoding = 1

// AppendBinary implements game.State.
func (s *match) AppendBinary(b []byte) ([]byte, error) {
	c := game.NewEncoder(b, encoding)
	s.visit(&c)
	return c.End()
}

// Decode implements game.Rules.
func (r *Rules) Decode(data []byte) (game.State, error) {
	c := game.NewDecoder(data, encoding)
	s := &match{rules: r}
	s.visit(&c)
	if _, err := c.End(); err != nil {
		return nil, err
	}
	if !s.validCourse() || !s.validCards() || !s.validStack() || s.Check() != nil {
		return nil, coded.Errorf(game.CodeBadState, "the encoded state is not one of Seasons")
	}
	return s, nil
}

// visit encodes or decodes every field.
func (s *match) visit(c *game.Codec) {
	c.Seed(&s.seed)
	c.RNG(&s.rolls)
	game.Transfer(c, &s.shuffles, 0, math.MaxUint16)
	c.List(s.script.rolls[:], &s.script.nRolls)
	c.List(s.script.draws[:], &s.script.nDraws)
	game.Transfer(c, &s.level, 0, lesson)
	game.Transfer(c, &s.edition, 0, cards.Second)
	game.Transfer(c, &s.seats, 2, maxSeats)
	game.Transfer(c, &s.phase, 0, phaseOver)
	game.Transfer(c, &s.position, 1, maxPosition)
	game.Transfer(c, &s.round, 0, math.MaxUint16)
	game.Transfer(c, &s.firstPlayer, 0, maxSeats-1)
	game.Transfer(c, &s.active, game.NoSeat, maxSeats-1)
	game.Transfer(c, &s.turnsTaken, 0, maxSeats)
	c.Flags(&s.handedOut[0], &s.handedOut[1])
	for i := range s.seasonDice {
		c.Raw(s.seasonDice[i][:])
	}
	for i := range s.dice {
		d := &s.dice[i]
		game.Transfer(c, &d.number, 0, cards.DicePerSeason)
		game.Transfer(c, &d.face, 0, 6)
		game.Transfer(c, &d.owner, game.NoSeat, maxSeats-1)
		game.Transfer(c, &d.rerolls, 0, math.MaxUint8)
	}
	game.Transfer(c, &s.season, 0, cards.Fall)
	c.Flags(
		&s.turn.drawUsed,
		&s.turn.rerollDeclined,
		&s.turn.usedTreeOfLight,
		&s.turn.usedPotionOfLife,
		&s.turn.hasGained,
	)
	game.Transfer(c, &s.turn.transmuteBonuses, 0, maxBonuses)
	game.Transfer(c, &s.lastID, 0, math.MaxUint16)
	for i := range s.players[:min(s.seats, maxSeats)] {
		s.players[i].visit(c)
		game.Transfer(c, &s.decisionCount[i], 0, math.MaxUint32)
	}
	c.List(s.draw.cards[:], &s.draw.n)
	c.List(s.discard.cards[:], &s.discard.n)
	s.held.visit(c)
	s.setAside.visit(c)
	s.stack.Transfer(c, visitFrame)
	s.ask.visit(c)
	s.knowledge.visit(c, s.seats)
}

func (p *player) visit(c *game.Codec) {
	game.Transfer(c, &p.crystals, 0, math.MaxInt32)
	game.Transfer(c, &p.gauge, 0, maxGauge)
	game.Transfer(c, &p.bonuses, 0, maxBonuses)
	c.Raw(p.reserve[:])
	game.Transfer(c, &p.nPlay, 0, maxInPlay)
	for i := range p.play[:min(p.nPlay, maxInPlay)] {
		card := &p.play[i]
		game.Transfer(c, &card.id, 1, math.MaxUint16)
		game.Transfer(c, &card.number, 1, cards.NumCards)
		c.Flags(&card.turned)
		c.Raw(card.tokens[:])
		if !c.Decoding() || c.Failed() {
			continue
		}
		if p.played.count(card.number) == copies {
			c.Fail("a third copy of a card in play")
			return
		}
		p.played.add(card.number)
	}
	for _, set := range [...]*cardSet{
		&p.hand, &p.library[0], &p.library[1], &p.packet, &p.picked, &p.split[0], &p.split[1],
	} {
		set.visit(c)
	}
	game.Transfer(c, &p.pick, 0, cards.NumCards)
	c.Flags(&p.answered)
}

func visitFrame(c *game.Codec, f *frame) {
	game.Transfer(c, &f.program, 0, numPrograms-1)
	f.Cursor.Transfer(c, math.MaxUint8)
	game.Transfer(c, &f.seat, 0, maxSeats-1)
	c.Flags(&f.declaring, &f.hasAsked)
	game.Transfer(c, &f.card, 0, cards.NumCards)
	game.Transfer(c, &f.id, 0, math.MaxUint16)
	game.Transfer(c, &f.summonedBy, 0, cards.NumCards)
	game.Transfer(c, &f.mode, 0, 1<<len(modeNames)-1)
	game.Transfer(c, &f.from, 0, uint8(cards.Earth))
	game.Transfer(c, &f.to, 0, uint8(cards.Earth))
	game.Transfer(c, &f.namedEnergies, 0, allEnergies)
	c.Raw(f.due[:])
	for i := range f.paid {
		c.Raw(f.paid[i][:])
	}
	game.Transfer(c, &f.chosen, 0, cards.NumCards)
	game.Transfer(c, &f.nPlayIDs, 0, maxPlays)
	for i := range f.playIDs {
		game.Transfer(c, &f.playIDs[i], 0, math.MaxUint16)
	}
}

func (q *question) visit(c *game.Codec) {
	game.Transfer(c, &q.seat, 0, maxSeats-1)
	game.Transfer(c, &q.min, 0, math.MaxUint8)
	game.Transfer(c, &q.max, 0, math.MaxUint8)
	game.Transfer(c, &q.energies, 0, allEnergies)
	game.Transfer(c, &q.modes, 0, 1<<len(modeNames)-1)
	c.Flags(&q.open, &q.items)
}

func (set *cardSet) visit(c *game.Codec) {
	c.Uint64(&set.present)
	c.Uint64(&set.double)
}

// validCourse reports whether the seats and the dice are possible and the active player has a die.
func (s *match) validCourse() bool {
	for _, seat := range [...]game.Seat{s.firstPlayer, s.active, s.ask.seat} {
		if seat >= game.Seat(s.seats) {
			return false
		}
	}
	for season := range s.seasonDice {
		for _, number := range s.seasonDice[season][:s.seats+1] {
			if number < 1 || number > cards.DicePerSeason {
				return false
			}
		}
	}
	for _, d := range s.dice[:s.seats+1] {
		if s.round > 0 && (d.number < 1 || d.face < 1 || d.owner >= game.Seat(s.seats)) {
			return false
		}
	}
	return !s.inTurn() || s.active >= 0 && s.ownDie(s.active) != nil
}

// validCards reports whether the hidden zones contain only existing cards.
func (s *match) validCards() bool {
	sets := []cardSet{s.held, s.setAside}
	for i := range s.players[:s.seats] {
		p := &s.players[i]
		sets = append(sets, p.hand, p.library[0], p.library[1], p.packet, p.picked, p.split[0], p.split[1])
	}
	const existing = (1<<cards.NumCards - 1) << 1
	for _, set := range sets {
		if set.present&^existing != 0 || set.double&^set.present != 0 {
			return false
		}
	}
	return true
}

// validStack reports whether the programs in progress are possible and the current operation or
// phase can ask the open question.
func (s *match) validStack() bool {
	frames := s.stack.All()
	for i := range frames {
		if f := &frames[i]; f.seat >= game.Seat(s.seats) || int(f.Step) > len(s.ops(f)) {
			return false
		}
	}
	if len(frames) == 0 {
		return s.ask.open == (s.rules.phases[s.phase].ask != nil)
	}
	f := s.stack.Top()
	return !s.isSimultaneous() && !f.Done(len(s.ops(f))) && s.ask.seat == f.seat &&
		s.ask.open && s.currentAsk() != nil
}
