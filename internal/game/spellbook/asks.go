package spellbook

import (
	"sync"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// askKind is a kind of question.
type askKind uint8

const (
	noAsk askKind = iota
	askAction
	askTake
	askDiscard
	askColour
	askStore
	askExchange
	askChoose
	askSweep
	askRaise
	askCopy
	askLearn
	askPlace
	askWay
	askPay
	askKeep
	askGive
	numAskKinds
)

// askRules is what is known of a kind of question.
type askRules struct {
	name string
	// fill adds the arguments, options and groups of the question that the
	// frame asks.
	fill func(*match, *frame, op, *game.Decision)
}

func askTable() [numAskKinds]askRules {
	return [numAskKinds]askRules{
		askAction:   {"action", fillAction},
		askTake:     {"take", fillTake},
		askDiscard:  {"discard", fillDiscard},
		askColour:   {"colour", fillColour},
		askStore:    {"store", fillStore},
		askExchange: {"exchange", fillExchange},
		askChoose:   {"choose", fillChoose},
		askSweep:    {"sweep", fillSweep},
		askRaise:    {"raise", fillRaise},
		askCopy:     {"copy", fillCopy},
		askLearn:    {"learn", fillLearn},
		askPlace:    {"place", fillPlace},
		askWay:      {"way", fillWay},
		askPay:      {"pay", fillPay},
		askKeep:     {"keep", fillKeep},
		askGive:     {"give", fillGive},
	}
}

// groupPut is the index of the group of what is put down in an exchange.
const groupPut = 1

// Decision fills d with what the seat is asked.
func (s *match) Decision(seat game.Seat, d *game.Decision) bool {
	if s.over || seat != s.ask.seat {
		return false
	}
	d.Reset()
	f := s.stack.Top()
	o, _ := s.op(f)
	rules := &s.book.asks[s.ask.kind]
	d.ID = s.players[seat].asks
	d.Seat = seat
	d.Kind = rules.name
	d.Min, d.Max = int(s.ask.min), int(s.ask.max)
	rules.fill(s, f, o, d)
	if s.ask.done {
		d.AddAlone(game.Key{Verb: keyDone})
	}
	if s.ask.back {
		d.AddAlone(game.Key{Verb: keyBack})
	}
	if !d.Plain {
		s.markFinal(d)
	}
	return true
}

// trial is a copy of the match in which an answer is tried out.
type trial struct {
	match match
	step  game.Step
}

var trials = sync.Pool{New: func() any { return new(trial) }}

// markFinal marks the options that cannot be taken back: something is drawn,
// somebody else is asked, or the day or the match ends.
func (s *match) markFinal(d *game.Decision) {
	t := trials.Get().(*trial)
	defer trials.Put(t)
	d.MarkFinalByTrial(func(picks []game.Pick) bool {
		t.step.Reset()
		t.match = *s
		t.match.answer(picks, &t.step)
		return t.step.Random || t.match.over || t.match.active != s.active || t.match.ask.seat != d.Seat
	})
}

// Apply answers the open decision and runs the match up to the next one.
func (s *match) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if err := game.CheckAnswer(s, seat, answer); err != nil {
		return err
	}
	s.answer(answer.Picks, step)
	return nil
}

// answer carries out a legal answer to the open decision.
func (s *match) answer(picks []game.Pick, step *game.Step) {
	s.step = step
	s.ask = question{}
	if picks[0].Key.Verb == keyBack {
		s.dropAction()
	} else {
		f := s.stack.Top()
		o, _ := s.op(f)
		s.stack.Settle(&f.Cursor, s.book.verbs[o.verb].answer(s, f, o, picks))
	}
	s.run()
	s.step = nil
}

// addMateria appends an option for each Materia of a set.
func addMateria(d *game.Decision, verb uint8, set kinds) {
	for k := set; k != 0; k = k.rest() {
		d.Add(materiaKey(verb, k.first()), 0, 1)
	}
}

// addCounted appends an option for each Materia of a set, as often as it is there.
func addCounted(d *game.Decision, verb uint8, set kinds, b *bunch) {
	for k := set; k != 0; k = k.rest() {
		d.Add(materiaKey(verb, k.first()), 0, int(b.n[k.first()]))
	}
}

// addLevels appends an option for each colour and level of the bits.
func addLevels(d *game.Decision, verb uint8, bits uint32) {
	for i := 0; bits != 0; i, bits = i+1, bits>>1 {
		if bits&1 == 1 {
			d.Add(levelKey(verb, cards.Colour(i/cards.NumLevels), i%cards.NumLevels+cards.MinLevel), 0, 1)
		}
	}
}

// addArg appends an argument of the prompt.
func addArg(d *game.Decision, fact game.Fact) { d.Args = append(d.Args, fact) }

// addSource appends the number of the spell whose effect asks.
func addSource(d *game.Decision, f *frame) {
	if n := f.program.number(); n > 0 {
		addArg(d, game.Int("spell", n))
	}
}

func fillAction(s *match, f *frame, o op, d *game.Decision) {
	addArg(d, game.ID("phase", phase(o.n).String()))
	if o.how&second != 0 {
		addArg(d, game.Int("second", 1))
	}
	if o.how&asBonus != 0 {
		addArg(d, game.Int("bonus", 1))
	}
	if s.ask.basics>>programTake&1 == 1 {
		addMateria(d, keyTake, s.altar.kinds)
	}
	if s.ask.basics>>programDraw&1 == 1 {
		d.Add(game.Key{Verb: keyDraw}, 0, 1)
	}
	if s.ask.basics>>programStore&1 == 1 {
		addMateria(d, keyStore, s.players[f.seat].pool.kinds)
	}
	addLevels(d, keyLearn, s.ask.learns)
	addLevels(d, keyUse, s.ask.uses)
	// What learning grants is a duty (R12).
	if o.how&asBonus == 0 {
		d.AddAlone(game.Key{Verb: keySkip})
	}
}

func fillTake(s *match, f *frame, o op, d *game.Decision) {
	left, to := int(f.Left), "pool"
	if o.verb == verbOthersTake {
		left = 1
	}
	if o.how&toFamiliar != 0 {
		to = "familiar"
	}
	addArg(d, game.Int("left", left))
	addArg(d, game.ID("to", to))
	addSource(d, f)
	addMateria(d, keyTake, s.ask.set)
}

// fillCounted is for questions about a number of Materia from one place.
func (s *match) fillCounted(f *frame, d *game.Decision, verb uint8, from *bunch) {
	addArg(d, game.Int("n", s.ask.min))
	addSource(d, f)
	addCounted(d, verb, s.ask.set, from)
}

func fillDiscard(s *match, f *frame, _ op, d *game.Decision) {
	s.fillCounted(f, d, keyDiscard, &s.players[f.seat].pool)
}

func fillStore(s *match, f *frame, _ op, d *game.Decision) {
	s.fillCounted(f, d, keyStore, &s.players[f.seat].pool)
}

func fillKeep(s *match, f *frame, _ op, d *game.Decision) {
	addArg(d, game.Int("n", s.ask.min))
	addArg(d, game.ID("colour", f.learn.String()))
	addArg(d, game.Int("spell", s.spell(s.book.holders[storeOnLearned].colour).Number))
	addCounted(d, keyKeep, s.ask.set, &s.spent)
}

func fillColour(s *match, f *frame, o op, d *game.Decision) {
	owner := &s.players[f.seat]
	// Every colour that is offered allows as many as the first.
	there := owner.pool.count(ofColour(s.ask.set.first().Colour()))
	addArg(d, game.Int("n", min(int(f.Left), owner.free(), there)))
	addSource(d, f)
	for c := range cards.Colour(cards.NumColours) {
		if s.ask.set&ofColour(c) != 0 {
			d.Add(colourKey(keyColour, c), 0, 1)
		}
	}
}

func fillExchange(s *match, f *frame, o op, d *game.Decision) {
	verb, with := keyTake, "altar"
	if o.how&toFamiliar != 0 {
		verb, with = keyRecall, "familiar"
	}
	addArg(d, game.Int("left", f.Left))
	addArg(d, game.ID("with", with))
	addSource(d, f)
	d.Groups = append(d.Groups, game.Group{ID: "take", Min: 1, Max: 1}, game.Group{ID: "put", Min: 1, Max: 1})
	for k := s.ask.set; k != 0; k = k.rest() {
		d.AddTo(materiaKey(verb, k.first()), 0, 1, 1)
	}
	for k := s.ask.other; k != 0; k = k.rest() {
		d.AddTo(materiaKey(keyPut, k.first()), 0, 1, 1<<groupPut)
	}
}

func fillChoose(_ *match, f *frame, _ op, d *game.Decision) {
	addSource(d, f)
	d.Add(game.Key{Verb: keyDo, A: doStore}, 0, 1)
	d.Add(game.Key{Verb: keyDo, A: doTake}, 0, 1)
}

func fillSweep(s *match, f *frame, _ op, d *game.Decision) {
	addSource(d, f)
	addCounted(d, keySweep, s.ask.set, &s.altar)
}

func fillRaise(s *match, f *frame, _ op, d *game.Decision) {
	addSource(d, f)
	for c := range cards.Colour(cards.NumColours) {
		if s.ask.set>>c&1 == 1 {
			d.Add(colourKey(keyRaise, c), 0, 1)
		}
	}
}

func fillCopy(s *match, f *frame, o op, d *game.Decision) {
	addArg(d, game.ID("phase", phase(o.n).String()))
	addSource(d, f)
	for p := programTake; p <= programLearn; p++ {
		if s.ask.basics>>p&1 == 1 {
			d.Add(game.Key{Verb: keyCopyBasic, A: uint8(p)}, 0, 1)
		}
	}
	addLevels(d, keyCopy, s.ask.uses)
}

func fillLearn(s *match, f *frame, _ op, d *game.Decision) {
	addSource(d, f)
	addLevels(d, keyLearn, s.ask.learns)
}

// addLearning appends what is being learned.
func addLearning(d *game.Decision, f *frame) {
	addArg(d, game.ID("colour", f.learn.String()))
	addArg(d, game.Int("level", f.level))
}

func fillPlace(s *match, f *frame, _ op, d *game.Decision) {
	addLearning(d, f)
	addMateria(d, keyPlace, s.ask.set)
}

func fillWay(s *match, f *frame, _ op, d *game.Decision) {
	addLearning(d, f)
	s.eachWay(f, f.materia, func(j int, t triples) bool {
		d.Add(game.Key{Verb: keyWay, A: uint8(j), B: uint16(t)}, 0, 1)
		return true
	})
}

// The groups of a payment, in order; those that get nothing are left out.
const (
	groupReal = iota
	groupJoker
	groupTriple  // and one for each further rune
	numPayGroups = groupTriple + cards.NumRunes
)

var payGroupNames = [numPayGroups]string{"real", "joker", "circle", "triangle", "square"}

func fillPay(s *match, f *frame, _ op, d *game.Decision) {
	addLearning(d, f)
	left := s.players[f.seat].pool
	left.remove(f.materia)
	need := [numPayGroups]int{groupReal: f.furtherReal(), groupJoker: int(f.jokers)}
	for r, n := range tripleRunes[f.triples] {
		need[groupTriple+r] = 3 * int(n)
	}
	var bit [numPayGroups]uint8
	for g, n := range need {
		if n > 0 {
			bit[g] = 1 << len(d.Groups)
			d.Groups = append(d.Groups, game.Group{ID: payGroupNames[g], Min: n, Max: n})
		}
	}
	for k := left.kinds; k != 0; k = k.rest() {
		m := k.first()
		groups := bit[groupTriple+m.Rune()]
		if m.Colour() == f.learn {
			groups |= bit[groupReal]
		} else if m.Rune() == f.rune {
			groups |= bit[groupJoker]
		}
		if groups != 0 {
			d.AddTo(materiaKey(keyPay, m), 0, int(left.n[m]), groups)
		}
	}
	if !d.Plain {
		suggestPay(f, &left, need, d)
	}
}

// suggestPay suggests a payment that uses as few Materia of the spell's colour
// in triples as it can.
func suggestPay(f *frame, left *bunch, need [numPayGroups]int, d *game.Decision) {
	group := 0
	for _, g := range [...]int{groupJoker, groupTriple, groupTriple + 1, groupTriple + 2, groupReal} {
		if need[g] == 0 {
			continue
		}
		for i := range d.Groups {
			if d.Groups[i].ID == payGroupNames[g] {
				group = i
			}
		}
		from := left.kinds & ofColour(f.learn)
		switch {
		case g == groupJoker:
			from = left.kinds & ofRune(f.rune) &^ ofColour(f.learn)
		case g >= groupTriple:
			// The others first, then the spell's own colour.
			from = left.kinds & ofRune(cards.Rune(g-groupTriple))
			need[g] = suggestFrom(left, from&^ofColour(f.learn), need[g], group, d)
			from &= ofColour(f.learn)
		}
		suggestFrom(left, from, need[g], group, d)
	}
}

// suggestFrom suggests up to n of a set and returns how many are missing.
func suggestFrom(left *bunch, from kinds, n, group int, d *game.Decision) int {
	for k := from; k != 0 && n > 0; k = k.rest() {
		some := min(n, int(left.n[k.first()]))
		d.Suggest(materiaKey(keyPay, k.first()), some, group)
		for range some {
			left.remove(k.first())
		}
		n -= some
	}
	return n
}

func fillGive(s *match, f *frame, o op, d *game.Decision) {
	to := "track"
	if o.verb == verbOthersTake {
		to = "lower"
	}
	addArg(d, game.ID("to", to))
	addMateria(d, keyGive, s.ask.set)
}
