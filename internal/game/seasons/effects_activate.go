package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file holds the odd effects of activated cards: when they can be used,
// what is declared first, and what happens.

// needTokens requires tokens that can be spent.
func needTokens(n int) func(*State, int8, *inPlay) string {
	return func(s *State, seat int8, _ *inPlay) string {
		if have := s.owned(seat); have.total() < n {
			return whyNoTokens
		}
		return ""
	}
}

// needWater requires a water token that can be spent.
func needWater(s *State, seat int8, _ *inPlay) string {
	if s.owned(seat)[cards.Water] == 0 {
		return whyNoTokens
	}
	return ""
}

// needInPlay requires own cards in play.
func needInPlay(n int) func(*State, int8, *inPlay) string {
	return func(s *State, seat int8, _ *inPlay) string {
		if int(s.players[seat].inPlay) < n {
			return whyFewCards
		}
		return ""
	}
}

// needCards requires a card left to draw.
func needCards(s *State, _ int8, _ *inPlay) string {
	if s.cardsLeft() == 0 {
		return whyNoCards
	}
	return ""
}

// ifMode carries out the verb in one of the card's modes only.
func ifMode(mode uint8, do verb) verb {
	return func(x *exec, f *frame) flow {
		if f.mode != mode {
			return next
		}
		return do(x, f)
	}
}

// chooseHandCard asks for a card of the own hand, unless it is empty. A single
// card is asked for too: it is the answer that may show it to the others.
func chooseHandCard(x *exec, f *frame) flow {
	f.chosen = 0
	if x.players[f.seat].hand.len() == 0 {
		return next
	}
	return x.question(askHandCard, f.seat)
}

// own tells which own cards in play may be chosen.
type own uint8

const (
	anyCard own = iota
	isItem
)

// matches reports whether a card may be chosen.
func (o own) matches(s *State, c *inPlay) bool {
	return o == anyCard || s.facts(c.number).Kind == cards.Item
}

// chooseOwn asks for n own cards in play, unless there are just as many to
// choose from and nothing can be taken back.
func chooseOwn(n int, which own) verb {
	return func(x *exec, f *frame) flow {
		p := &x.players[f.seat]
		f.nIDs = 0
		for i := range p.play[:p.inPlay] {
			if which.matches(x.State, &p.play[i]) && int(f.nIDs) < len(f.ids) {
				f.ids[f.nIDs] = p.play[i].id
				f.nIDs++
			}
		}
		if int(f.nIDs) == n && !f.declaring {
			return next
		}
		f.n, f.mask = int16(n), uint8(which)
		return x.question(askOwnCards, f.seat)
	}
}

func buildOwnCards(s *State, seat int8, f *frame, d *game.Decision) {
	d.Min, d.Max = int(f.n), int(f.n)
	p := &s.players[seat]
	for i := range p.play[:p.inPlay] {
		if own(f.mask).matches(s, &p.play[i]) {
			d.Add(playKey(p.play[i].id), 0, 1)
		}
	}
}

func answerOwnCards(_ *exec, f *frame, picks []game.Pick) flow {
	f.nIDs = 0
	for _, pick := range picks {
		f.ids[f.nIDs] = pick.Key.B
		f.nIDs++
	}
	return next
}

// sacrificeChosen sacrifices the chosen cards all at once.
func sacrificeChosen(x *exec, f *frame) flow {
	x.sacrifice(f.seat, f.ids[:f.nIDs]...)
	return next
}

// Balance of Ishtar: f.mode is the energy.

func needAlike(n int) func(*State, int8, *inPlay) string {
	return func(s *State, seat int8, _ *inPlay) string {
		if have := s.owned(seat); have.atLeast(n) == 0 {
			return whyNoTokens
		}
		return ""
	}
}

// atLeast returns the set of energies of which there are n or more.
func (t *tokens) atLeast(n int) uint8 {
	set := uint8(0)
	for e := range t {
		if int(t[e]) >= n {
			set |= 1 << e
		}
	}
	return set
}

// chooseAlike asks for an energy of which the owner has n tokens.
func chooseAlike(n int) verb {
	return func(x *exec, f *frame) flow {
		have := x.owned(f.seat)
		return x.chooseKind(f, have.atLeast(n))
	}
}

// chooseKind asks for one energy of the set, unless there is only one. The
// first choice of a program goes to f.mode, a second (f.sub set) to f.mode2.
func (x *exec) chooseKind(f *frame, set uint8) flow {
	for _, e := range cards.Energies {
		if set == 1<<e {
			f.setKind(uint8(e))
			return next
		}
	}
	f.mask = set
	return x.question(askKind, f.seat)
}

func (f *frame) setKind(e uint8) {
	if f.sub == 0 {
		f.mode = e
	} else {
		f.mode2 = e
	}
}

func spendAlike(n int) verb {
	return func(x *exec, f *frame) flow { return x.askTokens(f, n, n, 1<<f.mode) }
}

// transmuteAlike turns the tokens into three crystals each, whatever the
// season, with what adds to every transmuted token.
func transmuteAlike(x *exec, f *frame) flow {
	x.transmuteAt(f, f.paid, 3)
	return next
}

// transmuteAt spends tokens for a fixed number of crystals each.
func (x *exec) transmuteAt(f *frame, paid payment, rate int) {
	crystals := paid.total() * (rate + x.transmuteExtra(f.seat))
	x.spend(f.seat, paid, f.card)
	x.step.Add("transmute", game.Seat(f.seat), game.Int("crystals", crystals), source(f.card))
	x.gainCrystals(f.seat, crystals, f.card)
}

// Die of Malice.

func dieUntouched(s *State, _ int8, _ *inPlay) string {
	if !s.untouched() {
		return whyDieUsed
	}
	return ""
}

// rerollDie rolls the owner's die again; the turn goes back to before its use.
func rerollDie(x *exec, f *frame) flow {
	d := x.ownDie(f.seat)
	x.roll(d)
	x.step.Add("reroll", game.Seat(f.seat), game.Int("die", d.number), game.Int("face", d.face))
	x.turn.declined = false
	x.turn.mandatory = false
	x.phase = phaseStart
	return next
}

// Potions.

func readyForDreams(s *State, seat int8, _ *inPlay) string {
	p := &s.players[seat]
	switch {
	case p.hand.len() == 0:
		return whyNoHand
	case p.inPlay-1 >= p.gauge:
		return whyGauge
	}
	return ""
}

// discardReserve returns the whole reserve to the stockpile.
func discardReserve(x *exec, f *frame) flow {
	x.burnReserve(f.seat, f.card)
	return next
}

// summonFromHand puts the chosen hand card in play for free.
func summonFromHand(x *exec, f *frame) flow {
	x.players[f.seat].hand.remove(f.chosen)
	x.start(frame{program: doArrive, seat: f.seat, card: f.card, chosen: f.chosen})
	return next
}

// transmuteReserve transmutes the whole reserve; afterwards the turn allows no
// further transmuting.
func transmuteReserve(rate int) verb {
	return func(x *exec, f *frame) flow {
		x.turn.potion = true
		x.transmuteAt(f, payment{x.players[f.seat].reserve}, rate)
		return next
	}
}

// Tree of Light.

func (s *State) treeModes(seat int8) uint8 {
	modes := uint8(0)
	if s.crystalsToSpend(seat) >= 3 {
		modes |= 1 << modeGain
	}
	if have := s.owned(seat); have.total() > 0 && !s.turn.potion {
		modes |= 1 << modeTransmute
	}
	return modes
}

func readyForTree(s *State, seat int8, _ *inPlay) string {
	if s.treeModes(seat) == 0 {
		return whyNoCrystals
	}
	return ""
}

func chooseTreeMode(x *exec, f *frame) flow { return x.chooseMode(f, x.treeModes(f.seat)) }

// chooseMode asks for one mode of the set, unless there is only one.
func (x *exec) chooseMode(f *frame, set uint8) flow {
	for mode := range modeNames {
		if set == 1<<mode {
			f.mode = uint8(mode)
			return next
		}
	}
	f.mask = set
	return x.question(askMode, f.seat)
}

func permitTransmuting(x *exec, f *frame) flow {
	x.turn.tree = true
	x.step.Add("permit", game.Seat(f.seat), source(f.card))
	return next
}

// Crystal Orb.

func chooseOrbMode(x *exec, f *frame) flow {
	modes := uint8(1 << modeLook)
	if x.crystalsToSpend(f.seat) >= 3 {
		modes |= 1 << modeMill
	}
	return x.chooseMode(f, modes)
}

// useOrb discards the top card of the draw pile unseen, or shows it to the
// owner and asks what to do with it.
func useOrb(x *exec, f *frame) flow {
	if f.mode == modeMill {
		x.loseCrystals(f.seat, 3, f.card)
		x.discard.push(x.drawOne())
		x.step.Add("mill", game.Seat(f.seat), source(f.card))
		return drop
	}
	seen := x.drawOne()
	x.draw.push(seen)
	x.step.AddSecret("look", game.Seat(f.seat), seats(f.seat), game.Int("seen", seen), source(f.card))
	return x.question(askOrb, f.seat)
}

func buildOrb(s *State, seat int8, _ *frame, d *game.Decision) {
	d.Args = append(d.Args, game.Int("seen", s.draw.top()))
	d.Add(game.Key{Verb: optReturn}, 0, 1)
	if have := s.owned(seat); s.roomInPlay(seat) && have.total() >= 4 {
		d.Add(game.Key{Verb: optSummon, A: s.draw.top()}, 0, 1)
	}
}

func answerOrb(x *exec, f *frame, picks []game.Pick) flow {
	if picks[0].Key.Verb == optReturn {
		x.step.Add("put_back", game.Seat(f.seat), source(f.card))
		return drop
	}
	return next
}

// summonTopCard puts the card looked at in play for free.
func summonTopCard(x *exec, f *frame) flow {
	x.step.MarkShownToAll()
	x.start(frame{program: doArrive, seat: f.seat, card: f.card, chosen: x.draw.pop()})
	return next
}

// Glutton Cauldron.

// cauldronFull is the number of tokens that fill the Glutton Cauldron.
const cauldronFull = 7

// placeOnCard moves the chosen tokens onto the card.
func placeOnCard(x *exec, f *frame) flow {
	x.spend(f.seat, f.paid, f.card)
	x.card(f.seat, f.id).tokens.add(f.paid.sum())
	x.energyEvent("store", f.seat, f.paid.sum(), f.card)
	return next
}

// emptyFullCauldron sacrifices a full Cauldron for its tokens and 15 crystals.
func emptyFullCauldron(x *exec, f *frame) flow {
	t := x.card(f.seat, f.id).tokens
	if t.total() < cauldronFull {
		return next
	}
	x.sacrifice(f.seat, f.id)
	x.gainCrystals(f.seat, 15, f.card)
	x.gainEnergy(f.seat, t, f.card)
	return next
}

// Idol of the Familiar.

func familiarsInPlay(x *exec, f *frame) int { return x.countKind(f.seat, cards.Familiar) }

// Necrotic Kriss: f.chosen is a familiar in hand, or f.ids[0] one in play.

func (s *State) isFamiliar(number uint8) bool { return s.facts(number).Kind == cards.Familiar }

func readyForKriss(s *State, seat int8, _ *inPlay) string {
	if s.countKind(seat, cards.Familiar) > 0 {
		return ""
	}
	hand := s.players[seat].hand
	for number := hand.first(); number != 0; number = hand.next(number) {
		if s.isFamiliar(number) {
			return ""
		}
	}
	return whyNoHand
}

func chooseFamiliar(x *exec, f *frame) flow { return x.question(askFamiliar, f.seat) }

func buildFamiliar(s *State, seat int8, _ *frame, d *game.Decision) {
	p := &s.players[seat]
	for number := p.hand.first(); number != 0; number = p.hand.next(number) {
		if s.isFamiliar(number) {
			d.Add(cardKey(number), 0, 1)
		}
	}
	for _, c := range p.play[:p.inPlay] {
		if s.isFamiliar(c.number) {
			d.Add(playKey(c.id), 0, 1)
		}
	}
}

func answerFamiliar(_ *exec, f *frame, picks []game.Pick) flow {
	f.chosen, f.ids[0] = picks[0].Key.A, picks[0].Key.B
	return next
}

func giveUpFamiliar(x *exec, f *frame) flow {
	if f.chosen != 0 {
		x.discardFromHand(f.seat, f.chosen, true, f.card)
	} else {
		x.sacrifice(f.seat, f.ids[0])
	}
	return next
}

// Mirror of the Seasons: tokens of f.mode become as many of f.mode2.

func readyForMirror(s *State, seat int8, _ *inPlay) string {
	if have := s.owned(seat); have.total() == 0 {
		return whyNoTokens
	}
	if s.crystalsToSpend(seat) == 0 {
		return whyNoCrystals
	}
	return ""
}

func chooseMirrorFrom(x *exec, f *frame) flow {
	have := x.owned(f.seat)
	return x.chooseKind(f, have.atLeast(1))
}

func chooseMirrorTo(x *exec, f *frame) flow {
	f.sub = 1
	return x.chooseKind(f, allEnergies&^(1<<f.mode))
}

func chooseMirrorTokens(x *exec, f *frame) flow {
	n := min(int(x.owned(f.seat)[f.mode]), x.crystalsToSpend(f.seat))
	return x.askTokens(f, 1, n, 1<<f.mode)
}

func useMirror(x *exec, f *frame) flow {
	n := f.paid.total()
	x.loseCrystals(f.seat, n, f.card)
	x.spend(f.seat, f.paid, f.card)
	var t tokens
	t[f.mode2] = uint8(n)
	x.gainEnergy(f.seat, t, f.card)
	return next
}

// Damned Soul of Onys.

// passLeft gives the card to the player on the left, unturned.
func passLeft(x *exec, f *frame) flow {
	c := x.leavePlay(f.seat, f.id)
	c.turned = false
	to := x.left(f.seat, 1)
	p := &x.players[to]
	p.play[p.inPlay] = c
	p.inPlay++
	x.step.Add("pass", game.Seat(f.seat), game.Int("id", c.id), game.Int("to", to), source(f.card))
	return next
}
