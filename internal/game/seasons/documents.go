package seasons

import (
	"strings"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file builds the documents field by field, so that nothing hidden is sent by mistake.
// Collections are tables, so that a merge patch between two documents contains only the changes.

// Public is the document that all viewers may see.
type Public struct {
	Phase   string `json:"phase"`
	Level   string `json:"level"`
	Edition string `json:"edition"`
	Round   int    `json:"round"`
	// Year is 1 to 3, or 4 if the season token is beyond the end. Space is 1 to 12. Season is the
	// season of the token.
	Year   int    `json:"year"`
	Space  int    `json:"space"`
	Season string `json:"season"`
	First  string `json:"first"`
	// Active is the id of the seat that has its turn or takes a die, or "".
	Active string `json:"active"`
	// Dice has the dice of this round, which belong to the season DiceSeason.
	DiceSeason string               `json:"diceSeason"`
	Dice       game.Table[DieView]  `json:"dice"`
	Kept       KeptView             `json:"kept"`
	Rates      EnergyView           `json:"rates"`
	Turn       TurnView             `json:"turn"`
	Draw       int                  `json:"draw"`
	Discard    int                  `json:"discard"`
	Seats      game.Table[SeatView] `json:"seats"`
}

// DieView is a die of this round.
type DieView struct {
	// Face is 1 to 6, an index into the catalogue's faces of the die.
	Face int `json:"face"`
	// Taken is the id of the seat that took the die, or "".
	Taken string `json:"taken"`
}

// KeptView lists the numbers of the dice in this match by season.
type KeptView struct {
	Winter []int `json:"winter"`
	Spring []int `json:"spring"`
	Summer []int `json:"summer"`
	Fall   []int `json:"fall"`
}

// EnergyView has a number for each energy.
type EnergyView struct {
	Air   int `json:"air"`
	Water int `json:"water"`
	Fire  int `json:"fire"`
	Earth int `json:"earth"`
}

// TurnView shows which actions the current turn has used up and which it permits.
type TurnView struct {
	// Gained means that the die's energy and crystals have been gained.
	Gained bool `json:"gained"`
	// Drawn means that the die's draw action has been used.
	Drawn bool `json:"drawn"`
	// Transmute means that the player can transmute until the end of the turn.
	Transmute bool `json:"transmute"`
	// Bonus is the number of crystals that transmute bonuses add to every token this turn.
	Bonus int `json:"bonus"`
	// Potion means that a Potion of Life forbids further transmuting this turn.
	Potion bool `json:"potion"`
}

// SeatView is one player's side of the table.
type SeatView struct {
	Crystals int `json:"crystals"`
	// Gauge is 0 to 15. Bonuses is the number of bonuses used, 0 to 3.
	Gauge   int        `json:"gauge"`
	Bonuses int        `json:"bonuses"`
	Reserve EnergyView `json:"reserve"`
	// Limit is the number of tokens that the reserve can hold.
	Limit int `json:"limit"`
	// Rates are the crystals that the seat would get for transmuting one token now.
	Rates EnergyView `json:"rates"`
	// Play has the cards in play by id, in the order in which they entered.
	Play     game.Table[PlayView] `json:"play"`
	Hand     int                  `json:"hand"`
	Library2 int                  `json:"library2"`
	Library3 int                  `json:"library3"`
	// Packet is the number of cards to draft from. Picked is the number of drafted cards. Held is
	// the number of cards that are drawn but not yet placed.
	Packet int       `json:"packet"`
	Picked int       `json:"picked"`
	Held   int       `json:"held"`
	Score  ScoreView `json:"score"`
	// Asked is the kind of the seat's open decision, or "".
	Asked string `json:"asked"`
	// Answered means that the seat has answered a simultaneous decision.
	Answered bool `json:"answered"`
	// Secret is the seat's private document, once the match is over.
	Secret *Private `json:"secret,omitempty"`
}

// PlayView is a card in play.
type PlayView struct {
	Card   int  `json:"card"`
	Turned bool `json:"turned,omitempty"`
	// At is the position of the card in its owner's row, from 0.
	At int `json:"at"`
	// Tokens are the tokens on the card. They are omitted if there are none.
	Tokens EnergyView `json:"tokens,omitzero"`
}

// ScoreView is the score of a seat if the game ended now. The crystals are in SeatView.
type ScoreView struct {
	Prestige int `json:"prestige"`
	// Cards is the number of crystals that cards in play give at the end of the game.
	Cards   int `json:"cards"`
	Hand    int `json:"hand"`
	Bonuses int `json:"bonuses"`
	// Total is the whole score, including crystals.
	Total int `json:"total"`
}

// Private is the document that only the seat's player may see. It has all members until the match
// is over, and none afterwards.
type Private struct {
	// Hand has the cards in hand, with card number 9 as "h9".
	Hand game.Table[HandView] `json:"hand,omitzero"`
	// The other zones have the number of copies of each card. Library2 and Library3 have the cards
	// for years 2 and 3. Packet has the cards to draft from, Picked the drafted cards, and Held the
	// cards that are drawn but not yet placed.
	Library2 game.Table[int] `json:"library2,omitzero"`
	Library3 game.Table[int] `json:"library3,omitzero"`
	Packet   game.Table[int] `json:"packet,omitzero"`
	Picked   game.Table[int] `json:"picked,omitzero"`
	Held     game.Table[int] `json:"held,omitzero"`
	// Unusable has the reasons why cards in play cannot be activated now. Unavailable has the
	// reasons why other actions of a turn are impossible now. They are empty unless it is the
	// seat's turn.
	Unusable    game.Table[string] `json:"unusable,omitzero"`
	Unavailable game.Table[string] `json:"unavailable,omitzero"`
	// Useless has the ids of actions that are possible but useless now, with the reason.
	Useless game.Table[string] `json:"useless,omitzero"`
}

// WhyNot returns the reason why an option of a turn is not offered, or "".
func (p *Private) WhyNot(option string) string {
	word, arg, _ := strings.Cut(option, ":")
	reasons := p.Unavailable
	switch word {
	case "summon":
		if card := p.Hand.Get("h" + arg); card != nil {
			return card.Why
		}
		return ""
	case "activate":
		option, reasons = "c"+arg, p.Unusable
	}
	if reason := reasons.Get(option); reason != nil {
		return *reason
	}
	return ""
}

// HandView is a card in hand with the cost of summoning it now.
type HandView struct {
	Copies   int        `json:"copies"`
	Energy   EnergyView `json:"energy"`
	Crystals int        `json:"crystals"`
	// Toll is the number of crystals to pay to the owners of Arcano Leeches in addition.
	Toll int `json:"toll"`
	// Struck is the number of energies of the cost that are waived.
	Struck int `json:"struck"`
	// Why is the reason why the card cannot be summoned, or "".
	Why string `json:"why"`
}

// The keys of tables.
var (
	seatNames = game.MakeNames("s")
	playNames = game.MakeNames("c")
	handNames = game.MakeNames("h")
	dieNames  = game.MakeNames("d")
)

func seatName(seat game.Seat) string {
	if seat < 0 {
		return ""
	}
	return seatNames.Of(int(seat))
}

// Public implements game.State. The result is a *Public.
func (s *match) Public() any {
	v := &Public{
		Phase:      s.phase.String(),
		Level:      levelNames[s.level],
		Edition:    editionNames[s.edition],
		Round:      int(s.round),
		Year:       year(s.position),
		Space:      (int(s.position)-1)%12 + 1,
		Season:     s.tokenSeason().String(),
		First:      seatName(s.firstPlayer),
		Active:     seatName(s.active),
		DiceSeason: s.season.String(),
		Kept:       s.viewKept(),
		Rates:      viewRates(s.rules.catalogue.Rates[s.tokenSeason()], 0),
		Turn:       s.viewTurn(),
		Draw:       int(s.draw.n),
		Discard:    int(s.discard.n),
		Seats:      make(game.Table[SeatView], s.seats),
	}
	if s.round > 0 {
		v.Dice = make(game.Table[DieView], 0, s.seats+1)
		for _, d := range s.dice[:s.seats+1] {
			v.Dice.Add(dieNames.Of(int(d.number)), DieView{Face: int(d.face), Taken: seatName(d.owner)})
		}
	}
	for i := range game.Seat(s.seats) {
		v.Seats[i].Key = seatName(i)
		s.viewSeat(i, &v.Seats[i].Value)
	}
	return v
}

var editionNames = [...]string{cards.First: "first", cards.Second: "second"}

func (s *match) viewKept() KeptView {
	numbers := make([]int, 4*(s.seats+1))
	list := func(season cards.Season) []int {
		part := numbers[:s.seats+1]
		numbers = numbers[s.seats+1:]
		for i := range part {
			part[i] = int(s.seasonDice[season][i])
		}
		return part
	}
	return KeptView{list(cards.Winter), list(cards.Spring), list(cards.Summer), list(cards.Fall)}
}

func viewEnergy(t tokens) EnergyView {
	return EnergyView{int(t[cards.Air]), int(t[cards.Water]), int(t[cards.Fire]), int(t[cards.Earth])}
}

func viewRates(rates [4]int, extra int) EnergyView {
	return EnergyView{
		rates[cards.Air] + extra, rates[cards.Water] + extra, rates[cards.Fire] + extra, rates[cards.Earth] + extra,
	}
}

// inTurn reports whether the active player has a turn, and is not merely taking a die.
func (s *match) inTurn() bool {
	return s.phase == phaseStart || s.phase == phaseGain || s.phase == phaseTurn
}

func (s *match) viewTurn() TurnView {
	if !s.inTurn() {
		return TurnView{}
	}
	return TurnView{
		Gained:    s.turn.hasGained,
		Drawn:     s.turn.drawUsed,
		Transmute: s.canTransmute() && !s.turn.usedPotionOfLife,
		Bonus:     int(s.turn.transmuteBonuses),
		Potion:    s.turn.usedPotionOfLife,
	}
}

func (s *match) viewSeat(seat game.Seat, v *SeatView) {
	p := &s.players[seat]
	sum := s.scoreOf(seat)
	*v = SeatView{
		Crystals: int(p.crystals),
		Gauge:    int(p.gauge),
		Bonuses:  int(p.bonuses),
		Reserve:  viewEnergy(p.reserve),
		Limit:    s.reserveLimit(seat),
		Rates:    viewRates(s.rules.catalogue.Rates[s.tokenSeason()], s.transmuteExtra(seat)),
		Hand:     p.hand.len(),
		Library2: p.library[0].len(),
		Library3: p.library[1].len(),
		Packet:   p.packet.len(),
		Picked:   p.picked.len(),
		Score:    ScoreView{sum.prestige, sum.cards, sum.hand, sum.bonuses, sum.total()},
		Asked:    s.publicKind(seat),
		Answered: p.answered,
	}
	if s.holder() == seat {
		v.Held = s.held.len()
	}
	if p.nPlay > 0 {
		v.Play = make(game.Table[PlayView], 0, p.nPlay)
		for i, c := range p.play[:p.nPlay] {
			v.Play.Add(playNames.Of(int(c.id)), PlayView{
				Card: int(c.number), Turned: c.turned, At: i, Tokens: viewEnergy(c.tokens),
			})
		}
	}
	if s.phase == phaseOver {
		v.Secret = s.viewPrivate(seat)
	}
}

// publicKind returns the kind of the seat's open decision that all viewers may see. During a
// declaration it is the kind of the turn's decision.
func (s *match) publicKind(seat game.Seat) string {
	switch s.phase {
	case phaseDraft:
		return "draft"
	case phaseSplit:
		return "split"
	}
	if !s.ask.open || s.ask.seat != seat {
		return ""
	}
	if s.isDeclaring() {
		return s.rules.phases[phaseTurn].ask.name
	}
	return s.currentAsk().name
}

// holder returns the seat that decides about the held cards, or game.NoSeat if there are none.
func (s *match) holder() game.Seat {
	if s.held.len() == 0 {
		return game.NoSeat
	}
	return s.ask.seat
}

// Private implements game.State. The result is a *Private.
func (s *match) Private(seat game.Seat) any {
	if s.phase == phaseOver {
		return &Private{}
	}
	return s.viewPrivate(seat)
}

// SamePrivate implements game.State.
func (s *match) SamePrivate(before game.State, seat game.Seat) bool {
	b, ok := before.(*match)
	return ok && s.phase != phaseOver && b.phase != phaseOver && !s.onTurn(seat) && !b.onTurn(seat) &&
		s.secretsOf(seat) == b.secretsOf(seat)
}

// secrets has everything that the private document of a seat is computed from while another seat
// has its turn.
type secrets struct {
	hand, packet, picked, held cardSet
	library                    [2]cardSet
	terms                      terms
}

func (s *match) secretsOf(seat game.Seat) secrets {
	p := &s.players[seat]
	own := secrets{hand: p.hand, packet: p.packet, picked: p.picked, library: p.library, terms: s.terms(seat)}
	if s.holder() == seat {
		own.held = s.held
	}
	return own
}

// onTurn reports whether the seat has its turn, and is not merely taking a die.
func (s *match) onTurn(seat game.Seat) bool { return s.active == seat && s.inTurn() }

func (s *match) viewPrivate(seat game.Seat) *Private {
	own := s.secretsOf(seat)
	v := &Private{
		Hand:        make(game.Table[HandView], 0, own.hand.len()),
		Library2:    viewCards(own.library[0]),
		Library3:    viewCards(own.library[1]),
		Packet:      viewCards(own.packet),
		Picked:      viewCards(own.picked),
		Held:        viewCards(own.held),
		Unusable:    game.Table[string]{},
		Unavailable: game.Table[string]{},
		Useless:     game.Table[string]{},
	}
	t := &own.terms
	for number := own.hand.first(); number != 0; number = own.hand.next(number) {
		cost := s.cost(number)
		energy := tokens(cost.Energy)
		v.Hand.Add(handNames.Of(int(number)), HandView{
			Copies: own.hand.count(number), Energy: viewEnergy(energy), Crystals: cost.Crystals,
			Toll: t.toll, Struck: t.struck(energy.total()), Why: string(t.whyNot(s, number)),
		})
	}
	if s.onTurn(seat) {
		s.viewUnavailable(seat, v)
	}
	return v
}

// viewUnavailable fills in the reasons why actions of the seat's turn are impossible or useless
// now.
func (s *match) viewUnavailable(seat game.Seat, v *Private) {
	p := &s.players[seat]
	have := s.owned(seat)
	for i := range p.play[:p.nPlay] {
		c := &p.play[i]
		if why := s.whyNotUse(seat, c); why != possible && why != whyNoEffect {
			v.Unusable.Add(playNames.Of(int(c.id)), string(why))
		}
	}
	add := func(action string, why reason) {
		if why != possible {
			v.Unavailable.Add(action, string(why))
		}
	}
	add("draw", s.whyNotDraw())
	add("transmute", s.whyNotTransmute(&have))
	for bonus, id := range bonusActions {
		add(id, s.whyNotBonus(uint8(bonus), &have))
	}
	if have.total() == 0 && s.whyNotBonus(bonusTransmute, &have) == possible {
		v.Useless.Add(bonusActions[bonusTransmute], string(whyNoTokens))
	}
}

// bonusActions has the option ids of the bonuses.
var bonusActions = [...]string{
	bonusExchange: "bonus:exchange", bonusTransmute: "bonus:transmute",
	bonusGauge: "bonus:gauge", bonusDraw: "bonus:draw",
}

func viewCards(set cardSet) game.Table[int] {
	if set.present == 0 {
		return game.Table[int]{}
	}
	table := make(game.Table[int], 0, set.len())
	for number := set.first(); number != 0; number = set.next(number) {
		table.Add(handNames.Of(int(number)), set.count(number))
	}
	return table
}
