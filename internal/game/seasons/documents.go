package seasons

import (
	"strings"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The documents hold what may be known, field by field: what is not copied into
// them here is not sent. Collections are tables, so that a merge patch between
// two documents names only what changed.

// Public is what everybody may know of a match.
type Public struct {
	Phase   string `json:"phase"`
	Level   string `json:"level"`
	Edition string `json:"edition"`
	Round   int    `json:"round"`
	// Year is 1 to 3, or 4 when Temporal Boots have gone beyond the end; Space
	// is 1 to 12; Season is where the season token stands.
	Year   int    `json:"year"`
	Space  int    `json:"space"`
	Season string `json:"season"`
	First  string `json:"first"`
	// Active is the seat whose turn it is, or that takes a die, or "".
	Active string `json:"active"`
	// Dice are those rolled for this round, of the season DiceSeason.
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
	// Taken is the seat that took the die, or "".
	Taken string `json:"taken"`
}

// KeptView lists the numbers of the dice in this match by season.
type KeptView struct {
	Winter []int `json:"winter"`
	Spring []int `json:"spring"`
	Summer []int `json:"summer"`
	Fall   []int `json:"fall"`
}

// EnergyView is a number for each energy.
type EnergyView struct {
	Air   int `json:"air"`
	Water int `json:"water"`
	Fire  int `json:"fire"`
	Earth int `json:"earth"`
}

// TurnView says what of the turn in progress is used up or permitted.
type TurnView struct {
	// Gained: the die's energy and crystals have been gained.
	Gained bool `json:"gained"`
	// Drawn: the die's draw action is used.
	Drawn bool `json:"drawn"`
	// Transmute: energies may be transmuted until the end of the turn.
	Transmute bool `json:"transmute"`
	// Bonus is what transmute bonuses add to every token this turn.
	Bonus int `json:"bonus"`
	// Potion: a Potion of Life forbids further transmuting this turn.
	Potion bool `json:"potion"`
}

// SeatView is one player's side of the table.
type SeatView struct {
	Crystals int `json:"crystals"`
	// Gauge is 0 to 15, Bonuses the bonuses used, 0 to 3.
	Gauge   int        `json:"gauge"`
	Bonuses int        `json:"bonuses"`
	Reserve EnergyView `json:"reserve"`
	// Limit is how many tokens the reserve may hold.
	Limit int `json:"limit"`
	// Rates are the crystals for one token when the seat transmutes now.
	Rates EnergyView `json:"rates"`
	// Play are the cards in play by id, in the order in which they came.
	Play     game.Table[PlayView] `json:"play"`
	Hand     int                  `json:"hand"`
	Library2 int                  `json:"library2"`
	Library3 int                  `json:"library3"`
	// Packet, Picked and Held count cards to draft from, drafted, and drawn but not yet placed.
	Packet int       `json:"packet"`
	Picked int       `json:"picked"`
	Held   int       `json:"held"`
	Score  ScoreView `json:"score"`
	// Asked is the kind of decision that is open to the seat, or "".
	Asked string `json:"asked"`
	// Answered: the seat has answered a simultaneous choice.
	Answered bool `json:"answered"`
	// Secret is what only the seat's player knew, once the match is over.
	Secret *Private `json:"secret,omitempty"`
}

// PlayView is a card in play.
type PlayView struct {
	Card   int  `json:"card"`
	Turned bool `json:"turned,omitempty"`
	// At is the card's place in its owner's row, from 0.
	At int `json:"at"`
	// Tokens lie on the card; absent if there are none.
	Tokens EnergyView `json:"tokens,omitzero"`
}

// ScoreView is what a seat's position is worth if the game ends now, besides its crystals.
type ScoreView struct {
	Prestige int `json:"prestige"`
	// Cards is what cards in play give at the end of the game.
	Cards   int `json:"cards"`
	Hand    int `json:"hand"`
	Bonuses int `json:"bonuses"`
	// Total is the whole score, with the crystals.
	Total int `json:"total"`
}

// Private is what a seat's player knows beyond [Public]. Every member is there
// until the match is over, and none afterwards.
type Private struct {
	// Hand are the cards in hand, the card with the number 9 as "h9".
	Hand game.Table[HandView] `json:"hand,omitzero"`
	// The others count the copies of each card: of those set aside for years 2
	// and 3, to draft from, drafted, and drawn but not yet placed.
	Library2 game.Table[int] `json:"library2,omitzero"`
	Library3 game.Table[int] `json:"library3,omitzero"`
	Packet   game.Table[int] `json:"packet,omitzero"`
	Picked   game.Table[int] `json:"picked,omitzero"`
	Held     game.Table[int] `json:"held,omitzero"`
	// Unusable gives for cards in play the reason why they cannot be activated now, Unavailable the
	// same for the other actions of a turn; both are empty but on the seat's own turn.
	Unusable    game.Table[string] `json:"unusable,omitzero"`
	Unavailable game.Table[string] `json:"unavailable,omitzero"`
	// Useless are the ids of actions that can be done and bring nothing now, with why.
	Useless game.Table[string] `json:"useless,omitzero"`
}

// WhyNot returns why an option of a turn is not offered, or "".
func (p *Private) WhyNot(option string) string {
	word, what, _ := strings.Cut(option, ":")
	reasons := p.Unavailable
	switch word {
	case "summon":
		if card := p.Hand.Get("h" + what); card != nil {
			return card.Why
		}
		return ""
	case "activate":
		option, reasons = "c"+what, p.Unusable
	}
	if reason := reasons.Get(option); reason != nil {
		return *reason
	}
	return ""
}

// HandView is a card in hand and what summoning it would take now.
type HandView struct {
	Copies   int        `json:"copies"`
	Energy   EnergyView `json:"energy"`
	Crystals int        `json:"crystals"`
	// Toll is what goes to the owners of Arcano Leeches besides.
	Toll int `json:"toll"`
	// Struck is how many energies of the cost need not be paid.
	Struck int `json:"struck"`
	// Why says why the card cannot be summoned, or "".
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
		First:      seatName(s.first),
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
			part[i] = int(s.kept[season][i])
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

// inTurn reports whether the active player has its turn, not just a die to take.
func (s *match) inTurn() bool {
	return s.phase == phaseStart || s.phase == phaseGain || s.phase == phaseTurn
}

func (s *match) viewTurn() TurnView {
	if !s.inTurn() {
		return TurnView{}
	}
	return TurnView{
		Gained:    s.turn.mandatory,
		Drawn:     s.turn.drawn,
		Transmute: s.mayTransmute() && !s.turn.potion,
		Bonus:     int(s.turn.bonus),
		Potion:    s.turn.potion,
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
	if p.inPlay > 0 {
		v.Play = make(game.Table[PlayView], 0, p.inPlay)
		for i, c := range p.play[:p.inPlay] {
			v.Play.Add(playNames.Of(int(c.id)), PlayView{
				Card: int(c.number), Turned: c.turned, At: i, Tokens: viewEnergy(c.tokens),
			})
		}
	}
	if s.phase == phaseOver {
		v.Secret = s.viewPrivate(seat)
	}
}

// publicKind returns what everybody may know of what the seat is asked: of a
// declaration only that the seat is on its turn.
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
	if s.declaring() {
		return s.rules.phases[phaseTurn].ask.name
	}
	return s.asking().name
}

// holder returns the seat that holds drawn cards aside, or game.NoSeat.
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

// secrets are what the private document of a seat follows from while another seat has its turn.
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

// onTurn reports whether the seat has its turn, not just a die to take.
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

// viewUnavailable says why things cannot be done on the seat's turn.
func (s *match) viewUnavailable(seat game.Seat, v *Private) {
	p := &s.players[seat]
	have := s.owned(seat)
	for i := range p.play[:p.inPlay] {
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

// bonusActions are the option ids of the bonuses.
var bonusActions = [...]string{
	bonusExchange: "bonus:exchange", bonusTransmute: "bonus:transmute",
	bonusGauge: "bonus:gauge", bonusDraw: "bonus:draw",
}

func viewCards(set cardSet) game.Table[int] {
	if set.one == 0 {
		return game.Table[int]{}
	}
	table := make(game.Table[int], 0, set.len())
	for number := set.first(); number != 0; number = set.next(number) {
		table.Add(handNames.Of(int(number)), set.count(number))
	}
	return table
}
