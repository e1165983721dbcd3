package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// Public is the document that all viewers may see: everything except future draws and the action
// that the player of the day may still drop. Once the match is over, it hides nothing.
type Public struct {
	Mode string `json:"mode"`
	// Round counts from 1. First is the seat that had the first day. Active is the seat that has the
	// current day.
	Round  int       `json:"round"`
	First  game.Seat `json:"first"`
	Active game.Seat `json:"active"`
	// Phase is "morning", "midday", "evening", "night" (after the actions) or "over".
	Phase string `json:"phase"`
	// Asked is the seat with an open decision, or -1.
	Asked game.Seat `json:"asked"`
	// Ending means that this is the last round.
	Ending bool `json:"ending"`
	// Spells are the spells of the match, by colour.
	Spells game.Table[SpellView] `json:"spells"`
	// Altar and Box have the number of Materia by kind. Bag is the number of all Materia in the bag.
	Altar game.Table[uint8] `json:"altar"`
	Bag   int               `json:"bag"`
	Box   game.Table[uint8] `json:"box"`
	// Spent is the payment for the spell that is being learned.
	Spent game.Table[uint8] `json:"spent"`
	// Track has the printed numbers of the Familiar: Track[n] is the score for n stored Materia.
	Track []int `json:"track"`
	// Seats are the players, by "s0", "s1" and so on.
	Seats game.Table[SeatView] `json:"seats"`
	// Opponent is the virtual opponent in a solo match.
	Opponent *OpponentView `json:"opponent,omitempty"`
}

// Private is the document that only the seat's player may see. Once the match is over, it has no
// members.
type Private struct {
	// Declared is the action that the player has chosen and may still drop, as "learn" or
	// COLOUR:LEVEL.
	Declared string `json:"declared,omitempty"`
	// Actions has "ok" for each possible action of the phase, and a reason for each impossible one.
	// The keys are "take", "draw", "store", "learn:COLOUR:LEVEL" and "use:COLOUR:LEVEL". It is
	// empty unless the player is choosing an action or may still drop one.
	Actions game.Table[string] `json:"actions,omitzero"`
}

// SpellView is one of the seven spells of the match.
type SpellView struct {
	Number int    `json:"number"`
	ID     string `json:"id"`
	Set    int    `json:"set"`
}

// SeatView is a player's side of the table.
type SeatView struct {
	Pool game.Table[uint8] `json:"pool"`
	// Familiar has the stored Materia by space, from "m0" on without gaps. Value is the number on
	// the first empty space.
	Familiar game.Table[string] `json:"familiar"`
	Value    int                `json:"value"`
	// Spells are the learned spells, by colour.
	Spells game.Table[LearnedView] `json:"spells"`
	// Score is the current total: Value and the points of the spells.
	Score int `json:"score"`
	// Rank is set once the match is over.
	Rank int `json:"rank,omitempty"`
}

// LearnedView is a learned spell.
type LearnedView struct {
	Level int `json:"level"`
	// Materia is the Materia on the spell. Its rune matters to some effects.
	Materia string `json:"materia"`
	// Fresh means that the spell was learned today, so its action cannot be used yet.
	Fresh bool `json:"fresh,omitempty"`
	// Points is the current value of the spell.
	Points int `json:"points"`
}

// OpponentView is the board of the virtual opponent.
type OpponentView struct {
	Track []int `json:"track"`
	// Symbols are the spaces with the altar symbol, counted from 1.
	Symbols []int             `json:"symbols"`
	Given   []string          `json:"given"`
	Lower   game.Table[uint8] `json:"lower"`
	Score   int               `json:"score"`
	Rank    int               `json:"rank,omitempty"`
}

// seatKeys are the keys of the seats.
var seatKeys = [maxSeats]string{"s0", "s1", "s2", "s3"}

// spaceKeys are the keys of the spaces of a Familiar.
var spaceKeys = game.MakeNames("m")

// Public implements game.State. The result is a *Public.
func (s *match) Public() any {
	v := &Public{
		Mode: modeNames[s.mode], Round: int(s.round), First: s.first, Active: s.active, Phase: s.phaseName(),
		Asked: game.NoSeat, Ending: s.endTriggered,
		Altar: s.altar.view(), Bag: int(s.bag.size), Box: s.box.view(), Spent: s.spent.view(),
		Track:  append([]int(nil), s.book.facts.Familiar.Values[:]...),
		Spells: make(game.Table[SpellView], 0, cards.NumColours),
		Seats:  make(game.Table[SeatView], 0, s.seats),
	}
	if !s.over {
		v.Asked = s.ask.seat
	}
	for c := range cards.Colour(cards.NumColours) {
		spell := s.spell(c)
		v.Spells.Add(c.String(), SpellView{Number: spell.Number, ID: spell.ID, Set: spell.Set})
	}
	for seat := range game.Seat(s.seats) {
		v.Seats.Add(seatKeys[seat], s.seatView(seat))
	}
	if s.isSolo() {
		v.Opponent = s.opponentView()
	}
	if outcome := s.Outcome(); outcome != nil {
		for _, place := range outcome.Places {
			if place.Seat == game.NoSeat {
				v.Opponent.Rank = place.Rank
			} else {
				v.Seats[place.Seat].Value.Rank = place.Rank
			}
		}
	}
	return v
}

// Private implements game.State. The result is a *Private.
func (s *match) Private(seat game.Seat) any {
	if s.over {
		return &Private{}
	}
	v := &Private{Actions: s.actionsView(seat)}
	if s.ask.seat == seat {
		v.Declared = s.declared()
	}
	return v
}

// SamePrivate implements game.State.
func (s *match) SamePrivate(before game.State, seat game.Seat) bool {
	b, ok := before.(*match)
	return ok && s.isIdle(seat) && b.isIdle(seat)
}

// isIdle reports whether the match is not over and the seat neither has the day nor an open
// decision.
func (s *match) isIdle(seat game.Seat) bool { return !s.over && s.active != seat && s.ask.seat != seat }

// declared returns the action that the player may still drop, or "".
func (s *match) declared() string {
	if !s.ask.canDrop {
		return ""
	}
	return s.stack.All()[s.actionFrame()+1].program.name()
}

// peek returns the next n draws, or all of the bag if it has fewer. If the bag is empty, it returns
// one draw from the box.
func (s *match) peek(n int) []string {
	future := *s
	list := make([]string, 0, n)
	for range min(n, max(1, int(s.bag.size))) {
		if m, ok := future.draw(); ok {
			list = append(list, m.String())
		}
	}
	return list
}

// view returns the numbers of a bunch by kind.
func (b *bunch) view() game.Table[uint8] {
	t := make(game.Table[uint8], 0, b.kinds.len())
	for k := b.kinds; k != 0; k = k.withoutFirst() {
		t.Add(k.first().String(), b.n[k.first()])
	}
	return t
}

func (s *match) phaseName() string {
	if s.over {
		return "over"
	}
	if o, ok := s.op(&s.stack.All()[0]); ok && o.verb.actions {
		return phase(o.n).String()
	}
	return "night"
}

// names lists the Materia on a track.
func names(slots []cards.Materia) []string {
	list := make([]string, len(slots))
	for i, m := range slots {
		list[i] = m.String()
	}
	return list
}

func (s *match) seatView(seat game.Seat) SeatView {
	p := &s.players[seat]
	v := SeatView{
		Pool: p.pool.view(), Familiar: make(game.Table[string], 0, p.storedCount),
		Value: s.familiarPoints(seat), Score: s.total(seat),
		Spells: make(game.Table[LearnedView], 0, p.learnedCount),
	}
	for i, m := range p.familiar[:p.storedCount] {
		v.Familiar.Add(spaceKeys.Of(i), m.String())
	}
	for c := range cards.Colour(cards.NumColours) {
		if spell := p.spells[c]; spell.level > 0 {
			v.Spells.Add(c.String(), LearnedView{
				Level: int(
					spell.level,
				),
				Materia: spell.materia.String(),
				Fresh:   spell.learnedToday,
				Points:  s.spellPoints(seat, c),
			})
		}
	}
	return v
}

func (s *match) opponentView() *OpponentView {
	track := &s.book.facts.Opponent
	v := &OpponentView{
		Track: append([]int(nil), track.Values[:]...), Symbols: []int{}, Given: names(s.track[:s.givenCount]),
		Lower: s.lower.view(), Score: s.opponentTotal(),
	}
	for i, symbol := range track.Symbol {
		if symbol {
			v.Symbols = append(v.Symbols, i+1)
		}
	}
	return v
}

// actionsView returns "ok" or a reason for each action of the phase, as in Private.
func (s *match) actionsView(seat game.Seat) game.Table[string] {
	t := game.Table[string]{}
	if seat != s.active || s.ask.ask != askAction && !s.ask.canDrop {
		return t
	}
	top := s.stack.Len() - 1
	if s.ask.ask != askAction {
		top = s.actionFrame()
	}
	o, _ := s.op(&s.stack.All()[top])
	pr := s.prospect(seat)
	ph := phase(o.n)
	for _, p := range basicActions[ph] {
		if p != noProgram && p != programLearn {
			t.Add(basicNames[p], reasonText(s.whyProgram(pr.inFrame(newFrame(p, seat, noColour, noRune)))))
		}
	}
	var learns uint32
	if ph == evening {
		f := s.learnFrame(seat)
		learns = s.learnable(&f, &pr.pool)
	}
	for c := range cards.Colour(cards.NumColours) {
		spell := s.players[seat].spells[c]
		for level := cards.MinLevel; level <= cards.MaxLevel; level++ {
			if ph == evening && spell.level == 0 {
				r := whyTooFewMateria
				if learns&levelBit(c, level) != 0 {
					r = possible
				}
				t.Add(s.book.learnIDs[c][level-cards.MinLevel], reasonText(r))
			}
			if spell.level > 0 {
				t.Add(s.book.useIDs[c][level-cards.MinLevel], reasonText(s.whyNotUse(&pr, c, level, ph)))
			}
		}
	}
	return t
}

// whyNotUse returns why the seat cannot use its learned spell at a level now.
func (s *match) whyNotUse(pr *prospect, c cards.Colour, level int, ph phase) reason {
	spell := s.players[pr.seat].spells[c]
	r := s.whyUse(pr, c, level, ph)
	switch {
	case r == whyNoAction || r == whyOtherPhase:
		return r
	case level > int(spell.level):
		return whyHigherLevel
	case spell.learnedToday:
		return whyLearnedToday
	}
	return r
}

func reasonText(r reason) string {
	if r == possible {
		return "ok"
	}
	return string(r)
}

// Sample implements game.State. It replaces the random stream, and removes scripted draws and the
// action that another seat may still drop.
func (s *match) Sample(viewer game.Viewer, rng *game.RNG) game.State {
	c := *s
	c.chance = game.NewRNG(rng.Seed())
	c.script = [maxScript]cards.Materia{}
	c.scriptAt, c.scriptLen = 0, 0
	if !c.over && c.ask.canDrop && !viewer.Sees(c.ask.seat) {
		c.dropAction()
		c.ask = question{}
		c.run()
	}
	// The number of decisions of other seats would reveal dropped actions.
	for seat := range game.Seat(c.seats) {
		if !viewer.Sees(seat) {
			c.players[seat].decisionCount = 1
		}
	}
	return &c
}
