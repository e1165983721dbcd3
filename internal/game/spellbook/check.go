package spellbook

import (
	"bytes"
	"fmt"

	cards "archmage/internal/cards/spellbook"
)

// Check implements game.State.
func (s *match) Check() error {
	for _, b := range []*bunch{&s.altar, &s.bag, &s.box, &s.spent, &s.lower,
		&s.players[0].pool, &s.players[1].pool, &s.players[2].pool, &s.players[3].pool} {
		if err := b.check(); err != nil {
			return err
		}
	}
	resumed := *s
	if err := resumed.resume(); err != nil {
		return err
	}
	if resumed.ask != s.ask {
		return fmt.Errorf("the question does not follow from what is being done")
	}
	return nil
}

// check returns an error if size and kinds do not agree with the numbers.
func (b *bunch) check() error {
	var size int
	var set kinds
	for m, n := range b.n {
		size += int(n)
		if n > 0 {
			set |= 1 << m
		}
	}
	if size != int(b.size) || set != b.kinds {
		return fmt.Errorf("a bunch of %d says that it has %d", size, b.size)
	}
	return nil
}

// resume runs a decoded or built match up to its open question. It fails if the state is
// impossible, or if running it changes anything except the question.
func (s *match) resume() error {
	if err := s.checkPieces(); err != nil {
		return err
	}
	s.ask = question{}
	if s.over {
		if !s.endTriggered || s.stack.Len() != 0 {
			return fmt.Errorf("the match is over in round %d, and nobody has all spells or a full Familiar", s.round)
		}
		return nil
	}
	if err := s.checkFrames(); err != nil {
		return err
	}
	before, err := s.AppendBinary(nil)
	if err != nil {
		return err
	}
	s.run()
	if s.over {
		return fmt.Errorf("the match is not over, and nobody is asked anything")
	}
	s.players[s.ask.seat].decisionCount--
	after, err := s.AppendBinary(nil)
	if err != nil {
		return err
	}
	if !bytes.Equal(before, after) {
		return fmt.Errorf("nobody is asked anything at this place")
	}
	return nil
}

// checkPieces checks everything that is on the table.
func (s *match) checkPieces() error {
	switch {
	case s.seats < 1 || s.seats > maxSeats || int8(s.first) >= int8(s.seats) || int8(s.active) >= int8(s.seats):
		return fmt.Errorf("%d seats, first %d, active %d", s.seats, s.first, s.active)
	case s.round < 1 || s.round > lastRound:
		return fmt.Errorf("round %d", s.round)
	case !s.isSolo() && (s.givenCount > 0 || s.lower.size > 0 || s.handicap > 0):
		return fmt.Errorf("only a player alone has an opponent and a handicap, not %d players", s.seats)
	}
	var total [cards.NumMateria]int
	for _, b := range []*bunch{&s.altar, &s.bag, &s.box, &s.spent, &s.lower} {
		for m, n := range b.n {
			total[m] += int(n)
		}
	}
	ending := int(s.givenCount) == cards.Slots || s.round == lastRound
	if err := countSlots(s.track[:], int(s.givenCount), &total); err != nil {
		return err
	}
	for seat := range s.seats {
		if err := s.checkPlayer(&s.players[seat], &total); err != nil {
			return fmt.Errorf("seat %d: %w", seat, err)
		}
		p := &s.players[seat]
		ending = ending || p.learnedCount == cards.NumColours || p.storedCount == cards.Slots
	}
	if ending != s.endTriggered {
		return fmt.Errorf("the end is set off: %t, and it should be %t", s.endTriggered, ending)
	}
	for m, n := range total {
		if n != s.book.facts.Each {
			return fmt.Errorf("%d of %s; there are %d", n, cards.Materia(m), s.book.facts.Each)
		}
	}
	return nil
}

// countSlots counts the Materia on a track and checks that the track is filled in order.
func countSlots(slots []cards.Materia, filled int, total *[cards.NumMateria]int) error {
	for i, m := range slots {
		if (i < filled) != (m < noMateria) {
			return fmt.Errorf("space %d of a track on which %d are filled", i+1, filled)
		}
		if m < noMateria {
			total[m]++
		}
	}
	return nil
}

func (s *match) checkPlayer(p *player, total *[cards.NumMateria]int) error {
	for m, n := range p.pool.n {
		total[m] += int(n)
	}
	if p.pool.size > poolLimit {
		return fmt.Errorf("a pool of %d, at most %d", p.pool.size, poolLimit)
	}
	if err := countSlots(p.familiar[:], int(p.storedCount), total); err != nil {
		return err
	}
	count := 0
	for c := range cards.Colour(cards.NumColours) {
		spell := p.spells[c]
		if spell.level == 0 {
			if spell.materia != noMateria || spell.learnedToday {
				return fmt.Errorf("%s is not learned, and has a Materia", c)
			}
			continue
		}
		if spell.level < cards.MinLevel || spell.materia >= noMateria || spell.materia.Colour() != c {
			return fmt.Errorf("%s at level %d", c, spell.level)
		}
		total[spell.materia]++
		count++
	}
	if count != int(p.learnedCount) {
		return fmt.Errorf("%d spells are learned, and %d are counted", count, p.learnedCount)
	}
	return nil
}

// checkFrames checks that programs can build this stack.
func (s *match) checkFrames() error {
	frames := s.stack.All()
	if len(frames) == 0 {
		return fmt.Errorf("nothing is being done")
	}
	day := &frames[0]
	if day.program != programDay || day.seat != s.active || day.ownColour != noColour {
		return fmt.Errorf("the outermost frame is not the day of seat %d", s.active)
	}
	isPaying := false
	for i := range frames {
		f := &frames[i]
		o, ok := s.op(f)
		if !ok {
			return fmt.Errorf("frame %d is finished", i)
		}
		if i > 0 {
			if err := s.checkCall(&frames[i-1], f); err != nil {
				return fmt.Errorf("frame %d: %w", i, err)
			}
		}
		if err := s.checkFrame(f, o); err != nil {
			return fmt.Errorf("frame %d: %w", i, err)
		}
		isPaying = isPaying || o.verb == verbKeep
	}
	if s.spent.size > 0 && !isPaying {
		return fmt.Errorf("spent: %d Materia, and no spell is being paid", s.spent.size)
	}
	return nil
}

// checkCall checks that one frame can have started the next.
func (s *match) checkCall(caller, f *frame) error {
	o, _ := s.op(caller)
	if !caller.Begun || f.seat != caller.seat || f.program == noProgram || f.program == programDay {
		return fmt.Errorf("nothing has started it")
	}
	switch o.verb {
	case verbAction:
		if !s.isAction(f.program, phase(o.n)) {
			return fmt.Errorf("it is no action of the phase %s", phase(o.n))
		}
		want := newFrame(f.program, f.seat, noColour, noRune)
		if c, _, level, ok := f.program.spellOf(); ok {
			spell := s.players[f.seat].spells[c]
			// Growth and Tempest lower themselves only at their end.
			if spell.learnedToday || int(spell.level) < level {
				return fmt.Errorf("%s cannot be used at level %d", c, level)
			}
			want = s.ownFrame(f.program, f.seat, c)
		}
		if f.ownColour != want.ownColour || f.rune != want.rune {
			return fmt.Errorf("it uses another card")
		}
	case verbDoCopied:
		if f.program != caller.copiedProgram || f.ownColour != caller.ownColour || f.rune != caller.rune {
			return fmt.Errorf("it copies something else")
		}
	case verbOnce:
		p := s.programOf(caller.learnColour, caller.level)
		spell := s.players[f.seat].spells[caller.learnColour]
		if f.program != p || s.book.kinds[p] != cards.Once || spell.level != caller.level ||
			f.ownColour != caller.learnColour || f.rune != spell.materia.Rune() {
			return fmt.Errorf("it is not the effect of what was learned")
		}
	default:
		return fmt.Errorf("what it stands on starts nothing")
	}
	return nil
}

// isAction reports whether a program is an action of the phase in this match.
func (s *match) isAction(p program, ph phase) bool {
	if c, set, _, ok := p.spellOf(); ok {
		return s.book.kinds[p] == ph.kind() && int(s.sets[c]) == set
	}
	return p != noProgram && (basicActions[ph][0] == p || basicActions[ph][1] == p)
}

// checkFrame checks the fields of a frame.
func (s *match) checkFrame(f *frame, o *op) error {
	ops := s.book.ops(f.program)
	if ops[0].verb == verbCopy && f.Step > 0 {
		c, _, _, isSpell := f.copiedProgram.spellOf()
		if !s.isAction(f.copiedProgram, phase(ops[0].n)) || isSpell && c == f.ownColour {
			return fmt.Errorf("it copies what cannot be copied")
		}
	}
	if f.limit != 0 && limitName(f.limit) == "" {
		return fmt.Errorf("the Materia must be of no rune and no colour")
	}
	if o.verb == verbOthersTake && int(f.Remaining) > max(1, int(s.seats)-1) {
		return fmt.Errorf("%d other players still take, of %d", f.Remaining, max(1, int(s.seats)-1))
	}
	if !s.book.isLearning[f.program] {
		return nil
	}
	owner := &s.players[f.seat]
	spell := owner.spells[f.learnColour]
	switch {
	case o.verb == verbLearn:
		if f.level != 0 {
			return fmt.Errorf("learning %s before it was chosen", f.learnColour)
		}
	case f.level < cards.MinLevel:
		return fmt.Errorf("learning at level %d", f.level)
	case o.verb == verbKeep || o.verb == verbOnce:
		if spell.level != f.level || spell.materia != f.materia {
			return fmt.Errorf("%s was not learned like that", f.learnColour)
		}
	case spell.level != 0:
		return fmt.Errorf("%s is learned already", f.learnColour)
	case o.verb == verbPlace:
	case f.materia >= noMateria || f.materia.Colour() != f.learnColour || owner.pool.n[f.materia] == 0:
		return fmt.Errorf("the placed Materia is not there")
	case o.verb == verbPay && !s.payable(f):
		return fmt.Errorf("it cannot be paid like that")
	}
	return nil
}

// payable reports whether the spell can be paid in the chosen way.
func (s *match) payable(f *frame) bool {
	found := false
	s.eachPayment(f, f.materia, func(j int, t triples) bool {
		found = j == int(f.jokers) && t == f.triples
		return !found
	})
	return found
}
