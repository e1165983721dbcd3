package seasons

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// Setup is a position in readable form (docs/positions.md). Every field may be
// left out; what is not said is as at the start of a match.
type Setup struct {
	Players int               `json:"players"`
	Options game.MatchOptions `json:"options,omitempty"`
	// Phase is one of draft, split, round, dice, start, turn, end and over.
	// The default is turn.
	Phase string `json:"phase"`
	Year  int    `json:"year"`
	Space int    `json:"space"`
	Round int    `json:"round"`
	// First is the first player of the round, Active the seat on its turn
	// (the default is First).
	First  int  `json:"first"`
	Active *int `json:"active,omitempty"`
	// Kept are the numbers of the dice in the match by season: one more than
	// players each. The default is the lowest ones.
	Kept map[string][]int `json:"kept,omitempty"`
	// Season is the season of the round's dice, by default that of the token.
	Season string `json:"season,omitempty"`
	// Dice are the dice of the round. The default: everybody has taken one in
	// turn order, all show face 1; in phase dice they are rolled.
	Dice []DieSetup `json:"dice,omitempty"`
	Turn *TurnSetup `json:"turn,omitempty"`
	// Handed are the years whose libraries have been handed out already. The
	// default is the years that have begun.
	Handed []int       `json:"handed,omitempty"`
	Seats  []SeatSetup `json:"seats"`
	// Draw lists the draw pile from the top, Discard the discard pile from the
	// top. Rest says where all other cards of the pool are: "draw" (below the
	// listed ones, the default), "discard" or "aside", out of the match.
	Draw    []int  `json:"draw,omitempty"`
	Discard []int  `json:"discard,omitempty"`
	Aside   []int  `json:"aside,omitempty"`
	Rest    string `json:"rest,omitempty"`
	// Rolls are the faces of the next dice rolled, Draws the next cards drawn,
	// as far as they are in the draw pile then.
	Rolls []int `json:"rolls,omitempty"`
	Draws []int `json:"draws,omitempty"`
	// Underway describes effects in progress. It is only ever written: a
	// position in the middle of an effect is reached by answers.
	Underway []Underway `json:"underway,omitempty"`
	Held     []int      `json:"held,omitempty"`
}

// DieSetup is a die of the round; Seat is who took it, if anybody.
type DieSetup struct {
	Die  int  `json:"die"`
	Face int  `json:"face"`
	Seat *int `json:"seat,omitempty"`
}

// TurnSetup is what has happened in the turn in progress.
type TurnSetup struct {
	Drawn    bool `json:"drawn,omitempty"`
	Declined bool `json:"declined,omitempty"`
	Tree     bool `json:"tree,omitempty"`
	Potion   bool `json:"potion,omitempty"`
	Bonus    int  `json:"bonus,omitempty"`
}

// SeatSetup is one player's side.
type SeatSetup struct {
	Crystals int         `json:"crystals"`
	Gauge    int         `json:"gauge"`
	Bonuses  int         `json:"bonuses"`
	Reserve  EnergyView  `json:"reserve"`
	Hand     []int       `json:"hand"`
	Library2 []int       `json:"library2"`
	Library3 []int       `json:"library3"`
	Play     []PlaySetup `json:"play"`
	Packet   []int       `json:"packet,omitempty"`
	Picked   []int       `json:"picked,omitempty"`
	// Answer is only ever written: the seat's answer to a simultaneous choice.
	Answer []int `json:"answer,omitempty"`
}

// PlaySetup is a card in play. ID counts up with every card that enters play;
// 0 gives it the next one.
type PlaySetup struct {
	Card   int        `json:"card"`
	ID     int        `json:"id,omitempty"`
	Turned bool       `json:"turned,omitempty"`
	Tokens EnergyView `json:"tokens"`
}

// Underway is an effect in progress: whose it is, of which card, and how many
// of its steps are done.
type Underway struct {
	Seat int `json:"seat"`
	Card int `json:"card,omitempty"`
	Step int `json:"step"`
}

// Setup implements game.Rules.
func (r *Rules) Setup(data []byte, rng game.RNG) (game.State, error) {
	var setup Setup
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&setup); err != nil {
		return nil, coded.Errorf(game.CodeBadSetup, "the set-up cannot be read: %v", err)
	}
	return r.Build(setup, rng)
}

// Build returns the position that a set-up describes. It fails with
// game.CodeBadSetup if there cannot be such a position.
func (r *Rules) Build(setup Setup, rng game.RNG) (*State, error) {
	s, _, err := r.empty(setup.Options, setup.Players, rng)
	if err != nil {
		return nil, err
	}
	b := builder{State: s, setup: &setup}
	for _, part := range []func() error{b.course, b.dicePart, b.seatsPart, b.piles, b.scripted} {
		if err := part(); err != nil {
			return nil, coded.Errorf(game.CodeBadSetup, "%v", err)
		}
	}
	x := exec{s, nil}
	if s.phase == phaseDraft || s.phase == phaseSplit {
		x.askAll()
	}
	x.run()
	if err := s.Check(); err != nil {
		return nil, coded.Errorf(game.CodeBadSetup, "%v", err)
	}
	return s, nil
}

// builder fills a state from a set-up.
type builder struct {
	*State
	setup    *Setup
	unplaced cardSet // cards of the pool that are not anywhere yet
}

// course sets the season, the phase and whose turn it is.
func (b *builder) course() error {
	in := b.setup
	if len(in.Underway) > 0 || len(in.Held) > 0 {
		return fmt.Errorf("a position in the middle of an effect is reached by answers, not built")
	}
	if in.Phase == "" {
		in.Phase = phaseTurn.String()
	}
	at := slices.Index(phaseNames[:], in.Phase)
	if at < 0 || phase(at) == phaseGain || phase(at) == phaseAdvance || phase(at) == phaseSeason {
		return fmt.Errorf("no phase %q", in.Phase)
	}
	b.phase = phase(at)
	yearNow, space := max(1, in.Year), max(1, in.Space)
	if in.Year < 0 || yearNow > 4 || in.Space < 0 || space > 12 {
		return fmt.Errorf("no space %d of year %d", in.Space, in.Year)
	}
	b.position = uint8(12*(yearNow-1) + space)
	if in.Round < 0 || in.Round > 1000 {
		return fmt.Errorf("no round %d", in.Round)
	}
	b.round = uint16(in.Round)
	if b.round == 0 && b.phase > phaseRound {
		b.round = 1
	}
	handed := in.Handed
	if handed == nil {
		for y := 2; y <= min(3, yearNow); y++ {
			handed = append(handed, y)
		}
	}
	for _, y := range handed {
		if y != 2 && y != 3 {
			return fmt.Errorf("no library of year %d", y)
		}
		b.given[y-2] = true
	}
	active := in.First
	if in.Active != nil {
		active = *in.Active
	}
	if !b.seatExists(in.First) || !b.seatExists(active) {
		return fmt.Errorf("no seat %d or %d", in.First, active)
	}
	b.first = int8(in.First)
	if b.phase == phaseStart || b.phase == phaseTurn {
		b.active = int8(active)
		b.cursor = uint8((active - in.First + in.Players) % in.Players)
	}
	return b.turnPart()
}

func (b *builder) seatExists(seat int) bool { return seat >= 0 && seat < b.setup.Players }

func (b *builder) turnPart() error {
	b.turn.mandatory = b.phase == phaseTurn
	in := b.setup.Turn
	if in == nil {
		return nil
	}
	if in.Bonus < 0 || in.Bonus > maxBonuses {
		return fmt.Errorf("%d bonuses in a turn", in.Bonus)
	}
	b.turn.drawn, b.turn.declined = in.Drawn, in.Declined
	b.turn.tree, b.turn.potion, b.turn.bonus = in.Tree, in.Potion, uint8(in.Bonus)
	return nil
}

// dicePart sets the dice of the match and of the round.
func (b *builder) dicePart() error {
	n := b.setup.Players + 1
	for season := range b.kept {
		numbers := b.setup.Kept[cards.Season(season).String()]
		if numbers == nil {
			numbers = []int{1, 2, 3, 4, 5}[:n]
		}
		if len(numbers) != n {
			return fmt.Errorf("%d dice of a season, not %d", len(numbers), n)
		}
		sorted := slices.Sorted(slices.Values(numbers))
		for i, number := range sorted {
			if number < 1 || number > cards.DicePerSeason || (i > 0 && sorted[i-1] == number) {
				return fmt.Errorf("no such dice: %v", numbers)
			}
			b.kept[season][i] = uint8(number)
		}
	}
	for id := range b.setup.Kept {
		if !slices.Contains(seasonNames[:], id) {
			return fmt.Errorf("no season %q", id)
		}
	}
	b.season = b.tokenSeason()
	if b.setup.Season != "" {
		at := slices.Index(seasonNames[:], b.setup.Season)
		if at < 0 {
			return fmt.Errorf("no season %q", b.setup.Season)
		}
		b.season = cards.Season(at)
	}
	if b.phase <= phaseRound {
		return nil
	}
	return b.roundDice(n)
}

var seasonNames = [...]string{
	cards.Winter.String(), cards.Spring.String(), cards.Summer.String(), cards.Fall.String(),
}

// roundDice sets the faces of the round's dice and who took which.
func (b *builder) roundDice(n int) error {
	in := b.setup.Dice
	if in == nil {
		for i := range n {
			in = append(in, DieSetup{Die: int(b.kept[b.season][i]), Face: 1})
			if seat := int(b.left(b.first, i)); b.phase != phaseDice && i < n-1 {
				in[i].Seat = &seat
			}
		}
	}
	if len(in) != n {
		return fmt.Errorf("%d dice in the round, not %d", len(in), n)
	}
	taken := 0
	for i, d := range in {
		if d.Face < 1 || d.Face > 6 || !slices.Contains(b.kept[b.season][:n], uint8(d.Die)) || b.hasDie(i, d.Die) {
			return fmt.Errorf("no die %d with face %d", d.Die, d.Face)
		}
		b.dice[i] = die{number: uint8(d.Die), face: uint8(d.Face), owner: noSeat}
		if d.Seat == nil {
			continue
		}
		if !b.seatExists(*d.Seat) || b.takenBy(i, *d.Seat) {
			return fmt.Errorf("die %d cannot be taken by seat %d", d.Die, *d.Seat)
		}
		b.dice[i].owner = int8(*d.Seat)
		taken++
	}
	if b.phase == phaseDice {
		b.cursor = uint8(taken)
		for i := range taken {
			if !b.takenBy(n, int(b.left(b.first, i))) {
				return fmt.Errorf("the dice are taken in turn order from seat %d", b.first)
			}
		}
		return nil
	}
	if taken != n-1 {
		return fmt.Errorf("%d dice are taken, not %d", taken, n-1)
	}
	return nil
}

// hasDie reports whether one of the first i dice has the number.
func (b *builder) hasDie(i, number int) bool {
	return slices.ContainsFunc(b.dice[:i], func(d die) bool { return int(d.number) == number })
}

// takenBy reports whether one of the first i dice is taken by the seat.
func (b *builder) takenBy(i, seat int) bool {
	return slices.ContainsFunc(b.dice[:i], func(d die) bool { return int(d.owner) == seat })
}

// place takes cards out of those that are left.
func (b *builder) place(numbers []int) (cardSet, error) {
	var set cardSet
	for _, number := range numbers {
		if number < 1 || number > b.poolCards() || b.unplaced.count(uint8(number)) == 0 {
			return set, fmt.Errorf("card %d is not in this match, or is there more than twice", number)
		}
		b.unplaced.remove(uint8(number))
		set.add(uint8(number))
	}
	return set, nil
}

func (b *builder) seatsPart() error {
	b.unplaced = b.pool()
	if len(b.setup.Seats) > b.setup.Players {
		return fmt.Errorf("%d seats for %d players", len(b.setup.Seats), b.setup.Players)
	}
	for i := range b.setup.Seats {
		if err := b.seatPart(&b.players[i], &b.setup.Seats[i]); err != nil {
			return fmt.Errorf("seat %d: %w", i, err)
		}
	}
	for i := range b.players[:b.seats] {
		p := &b.players[i]
		switch {
		case b.phase == phaseDraft && (p.packet.len() != b.players[0].packet.len() || p.packet.len() < 2 || p.packet.len()+p.picked.len() != packetSize):
			return fmt.Errorf("in the draft every packet has the same 2 to 9 cards left, and nine with those picked")
		case b.phase == phaseSplit && p.picked.len() != packetSize:
			return fmt.Errorf("for the split every player has picked nine cards")
		case b.phase != phaseDraft && p.packet.len() > 0, b.phase > phaseSplit && p.picked.len() > 0:
			return fmt.Errorf("packets and picked cards are there in the prelude only")
		}
	}
	return nil
}

func (b *builder) seatPart(p *player, in *SeatSetup) error {
	if in.Answer != nil {
		return fmt.Errorf("answers are given, not built")
	}
	if in.Crystals < 0 || in.Crystals > 100000 || in.Gauge < 0 || in.Gauge > maxGauge || in.Bonuses < 0 || in.Bonuses > maxBonuses {
		return fmt.Errorf("no such crystals, gauge or bonuses")
	}
	p.crystals, p.gauge, p.bonuses = int32(in.Crystals), uint8(in.Gauge), uint8(in.Bonuses)
	var err error
	if p.reserve, err = setupTokens(in.Reserve); err != nil {
		return err
	}
	zones := []struct {
		set  *cardSet
		from []int
	}{{&p.hand, in.Hand}, {&p.library[0], in.Library2}, {&p.library[1], in.Library3}, {&p.packet, in.Packet}, {&p.picked, in.Picked}}
	for _, zone := range zones {
		if *zone.set, err = b.place(zone.from); err != nil {
			return err
		}
	}
	if len(in.Play) > maxInPlay-copies {
		return fmt.Errorf("%d cards in play", len(in.Play))
	}
	for _, c := range in.Play {
		if err := b.putDown(p, c); err != nil {
			return err
		}
	}
	return nil
}

// putDown puts a card in play.
func (b *builder) putDown(p *player, in PlaySetup) error {
	if _, err := b.place([]int{in.Card}); err != nil {
		return err
	}
	if in.ID == 0 {
		in.ID = int(b.lastID) + 1
	}
	if in.ID < 0 || in.ID > 10000 {
		return fmt.Errorf("no card id %d", in.ID)
	}
	for i := range b.players[:b.seats] {
		if b.card(int8(i), uint16(in.ID)) != nil {
			return fmt.Errorf("card id %d is there twice", in.ID)
		}
	}
	b.lastID = max(b.lastID, uint16(in.ID))
	t, err := setupTokens(in.Tokens)
	if err != nil {
		return err
	}
	p.play[p.inPlay] = inPlay{id: uint16(in.ID), number: uint8(in.Card), turned: in.Turned, tokens: t}
	p.inPlay++
	return nil
}

func setupTokens(v EnergyView) (tokens, error) {
	var t tokens
	for e, n := range [...]int{cards.Air: v.Air, cards.Water: v.Water, cards.Fire: v.Fire, cards.Earth: v.Earth} {
		if n < 0 || n > 20 {
			return t, fmt.Errorf("%d tokens of one energy", n)
		}
		t[e] = uint8(n)
	}
	return t, nil
}

// piles sets the draw and discard piles; all cards not named anywhere go where
// the set-up says.
func (b *builder) piles() error {
	for _, list := range [...][]int{b.setup.Draw, b.setup.Discard} {
		if _, err := b.place(list); err != nil {
			return err
		}
	}
	var err error
	if b.aside, err = b.place(b.setup.Aside); err != nil {
		return err
	}
	switch b.setup.Rest {
	case "", "draw":
		stackUp(&b.State.draw, b.unplaced.list())
	case "discard":
		stackUp(&b.State.discard, b.unplaced.list())
	case "aside":
		b.aside.addAll(&b.unplaced)
	default:
		return fmt.Errorf("the rest cannot be in %q", b.setup.Rest)
	}
	stackUp(&b.State.draw, fromTop(b.setup.Draw))
	stackUp(&b.State.discard, fromTop(b.setup.Discard))
	return nil
}

// stackUp puts cards on a pile, the last one on top.
func stackUp(p *pile, numbers []uint8) {
	for _, number := range numbers {
		p.push(number)
	}
}

// fromTop turns a list that begins at the top into one that ends there.
func fromTop(list []int) []uint8 {
	numbers := make([]uint8, len(list))
	for i, number := range list {
		numbers[len(list)-1-i] = uint8(number)
	}
	return numbers
}

func (b *builder) scripted() error {
	rolls, draws := b.setup.Rolls, b.setup.Draws
	if len(rolls) > len(b.script.rolls) || len(draws) > len(b.script.draws) {
		return fmt.Errorf("at most %d rolls and draws can be fixed in advance", len(b.script.rolls))
	}
	for i, face := range rolls {
		if face < 1 || face > 6 {
			return fmt.Errorf("no face %d", face)
		}
		b.script.rolls[i] = uint8(face)
	}
	for i, number := range draws {
		if number < 1 || number > b.poolCards() {
			return fmt.Errorf("no card %d to draw", number)
		}
		b.script.draws[i] = uint8(number)
	}
	b.script.nRolls, b.script.nDraws = uint8(len(rolls)), uint8(len(draws))
	return nil
}
