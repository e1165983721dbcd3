package seasons

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The limits of a set-up that no rule of the game sets.
const (
	maxRound    = 1000
	maxCrystals = 100000
	maxCardID   = 10000
)

// maxOnCard is the number of tokens that can lie on each card that holds any.
var maxOnCard = map[int]int{cards.AmuletOfWater: 4, cards.GluttonCauldron: cauldronFull - 1}

// builder fills a state from a set-up.
type builder struct {
	*match
	setup    *Setup
	unplaced cardSet // cards of the pool that are not anywhere yet
}

// within fails unless low <= n <= high; name says what n is.
func within(name string, n, low, high int) error {
	switch {
	case low <= n && n <= high:
		return nil
	case low == high:
		return fmt.Errorf("%s %d, not %d", name, n, low)
	}
	return fmt.Errorf("%s %d, %d to %d", name, n, low, high)
}

// named returns the place of a text in a list; name says what the text is.
func named(name, text string, list []string) (int, error) {
	at := slices.Index(list, text)
	if at < 0 {
		return 0, fmt.Errorf("%s %q; there is %s", name, text, strings.Join(list, ", "))
	}
	return at, nil
}

// setupPhases are the phases that a set-up can begin in.
var setupPhases = []phase{phaseDraft, phaseSplit, phaseRound, phaseDice, phaseStart, phaseTurn, phaseEnd, phaseOver}

// course sets the season, the phase and whose turn it is.
func (b *builder) course() error {
	in := b.setup
	if len(in.Underway) > 0 || len(in.Held) > 0 {
		return fmt.Errorf("a position in the middle of an effect is reached by answers, not built: leave out underway and held")
	}
	if in.Phase == "" {
		in.Phase = phaseTurn.String()
	}
	var names []string
	for _, p := range setupPhases {
		names = append(names, p.String())
	}
	at, err := named("phase", in.Phase, names)
	if err != nil {
		return err
	}
	b.phase = setupPhases[at]
	if err := b.token(); err != nil {
		return err
	}
	if err := within("round", in.Round, 0, maxRound); err != nil {
		return err
	}
	b.round = uint16(in.Round)
	if b.round == 0 && b.phase > phaseRound {
		b.round = 1
	}
	if err := b.libraries(); err != nil {
		return err
	}
	active := in.First
	if in.Active != nil {
		active = *in.Active
	}
	if err := within("first: seat", in.First, 0, in.Players-1); err != nil {
		return err
	}
	if err := within("active: seat", active, 0, in.Players-1); err != nil {
		return err
	}
	b.first = game.Seat(in.First)
	if b.phase == phaseStart || b.phase == phaseTurn {
		b.active = game.Seat(active)
		b.turnsTaken = uint8((active - in.First + in.Players) % in.Players)
	}
	return b.turnPart()
}

// token sets where the season token stands.
func (b *builder) token() error {
	low, high, spaces := 1, 4, 12
	switch b.phase {
	case phaseDraft, phaseSplit:
		high, spaces = 1, 1
	case phaseRound, phaseDice:
		high = 3
	case phaseOver:
		low = 4
	}
	year, space := cmp.Or(b.setup.Year, low), cmp.Or(b.setup.Space, 1)
	if err := within("phase "+b.setup.Phase+": year", year, low, high); err != nil {
		return err
	}
	if err := within("phase "+b.setup.Phase+": space", space, 1, spaces); err != nil {
		return err
	}
	b.position = uint8(12*(year-1) + space)
	return nil
}

// libraries notes which libraries have been handed out.
func (b *builder) libraries() error {
	handed := b.setup.Handed
	if handed == nil {
		for y := 2; y <= min(3, year(b.position)); y++ {
			handed = append(handed, y)
		}
	}
	for _, y := range handed {
		if err := within("handed: year", y, 2, 3); err != nil {
			return err
		}
		b.given[y-2] = true
	}
	return nil
}

func (b *builder) turnPart() error {
	b.turn.mandatory = b.phase == phaseTurn
	in := b.setup.Turn
	if in == nil {
		return nil
	}
	if err := within("turn: bonus", in.Bonus, 0, maxBonuses); err != nil {
		return err
	}
	b.turn.drawn, b.turn.declined = in.Drawn, in.Declined
	b.turn.tree, b.turn.potion, b.turn.bonus = in.Tree, in.Potion, uint8(in.Bonus)
	return nil
}

// dicePart sets the dice of the match and of the round.
func (b *builder) dicePart() error {
	n := b.setup.Players + 1
	for _, id := range slices.Sorted(maps.Keys(b.setup.Kept)) {
		if _, err := named("kept: season", id, seasonNames[:]); err != nil {
			return err
		}
	}
	for season, name := range seasonNames {
		numbers := b.setup.Kept[name]
		if numbers == nil {
			numbers = []int{1, 2, 3, 4, 5}[:n]
		}
		if len(numbers) != n {
			return fmt.Errorf("kept: %s: %d dice; %d players have %d", name, len(numbers), b.setup.Players, n)
		}
		sorted := slices.Sorted(slices.Values(numbers))
		for i, number := range sorted {
			if err := within("kept: "+name+": die", number, 1, cards.DicePerSeason); err != nil {
				return err
			}
			if i > 0 && sorted[i-1] == number {
				return fmt.Errorf("kept: %s: die %d is there twice", name, number)
			}
			b.kept[season][i] = uint8(number)
		}
	}
	b.season = b.tokenSeason()
	if b.setup.Season != "" {
		at, err := named("season", b.setup.Season, seasonNames[:])
		if err != nil {
			return err
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
		return fmt.Errorf("dice: %d; %d players have %d", len(in), b.setup.Players, n)
	}
	taken := 0
	for i, d := range in {
		switch {
		case !slices.Contains(b.kept[b.season][:n], uint8(d.Die)) || d.Die != int(uint8(d.Die)):
			return fmt.Errorf("dice: die %d; those kept of %s are %s", d.Die, b.season, listed(b.kept[b.season][:n]))
		case b.hasDie(i, d.Die):
			return fmt.Errorf("dice: die %d is there twice", d.Die)
		}
		if err := within(fmt.Sprintf("dice: die %d: face", d.Die), d.Face, 1, 6); err != nil {
			return err
		}
		b.dice[i] = die{number: uint8(d.Die), face: uint8(d.Face), owner: game.NoSeat}
		if d.Seat == nil {
			continue
		}
		if err := within(fmt.Sprintf("dice: die %d: seat", d.Die), *d.Seat, 0, b.setup.Players-1); err != nil {
			return err
		}
		if b.takenBy(i, *d.Seat) {
			return fmt.Errorf("dice: seat %d has two dice", *d.Seat)
		}
		b.dice[i].owner = game.Seat(*d.Seat)
		taken++
	}
	if b.phase != phaseDice && taken != n-1 {
		return fmt.Errorf("phase %s: %d dice are taken; each of the %d players has one", b.setup.Phase, taken, n-1)
	}
	if b.phase == phaseDice {
		b.turnsTaken = uint8(taken)
		for i := range taken {
			if seat := b.left(b.first, i); !b.takenBy(n, int(seat)) {
				return fmt.Errorf("dice: seat %d has none; the dice are taken in turn order from seat %d", seat, b.first)
			}
		}
	}
	return nil
}

// listed is a list of numbers in words.
func listed(numbers []uint8) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ", ")
}

// hasDie reports whether one of the first i dice has the number.
func (b *builder) hasDie(i, number int) bool {
	return slices.ContainsFunc(b.dice[:i], func(d die) bool { return int(d.number) == number })
}

// takenBy reports whether one of the first i dice is taken by the seat.
func (b *builder) takenBy(i, seat int) bool {
	return slices.ContainsFunc(b.dice[:i], func(d die) bool { return int(d.owner) == seat })
}

// place takes cards out of those that are left; zone says where they go.
func (b *builder) place(zone string, numbers []int) (cardSet, error) {
	var set cardSet
	for _, number := range numbers {
		if err := within(fmt.Sprintf("%s: level %s: card", zone, levelNames[b.level]), number, 1, b.poolCards()); err != nil {
			return set, err
		}
		if b.unplaced.count(uint8(number)) == 0 {
			return set, fmt.Errorf("%s: a third card %d; there are %d of each", zone, number, copies)
		}
		b.unplaced.remove(uint8(number))
		set.add(uint8(number))
	}
	return set, nil
}

func (b *builder) seatsPart() error {
	b.unplaced = b.pool()
	if len(b.setup.Seats) > b.setup.Players {
		return fmt.Errorf("seats: %d for %d players", len(b.setup.Seats), b.setup.Players)
	}
	for i := range b.setup.Seats {
		if err := b.seatPart(game.Seat(i), &b.setup.Seats[i]); err != nil {
			return fmt.Errorf("seat %d: %w", i, err)
		}
	}
	for i := range b.players[:b.seats] {
		if err := b.prelude(&b.players[i]); err != nil {
			return fmt.Errorf("phase %s: seat %d: %w", b.setup.Phase, i, err)
		}
	}
	return nil
}

// prelude checks where a seat's cards are before the first round, and that
// nothing of the prelude is left afterwards.
func (b *builder) prelude(p *player) error {
	packet, picked := p.packet.len(), p.picked.len()
	switch {
	case b.phase <= phaseSplit && (p.hand.len() > 0 || p.library[0].len() > 0 || p.library[1].len() > 0 || p.inPlay > 0):
		return fmt.Errorf("cards in hand, libraries or play; before the first round there are only packet and picked")
	case b.phase > phaseSplit && packet+picked > 0:
		return fmt.Errorf("packet and picked have %d cards; they are there in draft and split only", packet+picked)
	case b.phase == phaseSplit && (packet > 0 || picked != packetSize):
		return fmt.Errorf("packet %d and picked %d cards, not 0 and %d", packet, picked, packetSize)
	case b.phase == phaseDraft && packet+picked != packetSize:
		return fmt.Errorf("packet %d and picked %d cards; together they are %d", packet, picked, packetSize)
	case b.phase == phaseDraft && packet != b.players[0].packet.len():
		return fmt.Errorf("packet %d cards; all packets have as many as that of seat 0, %d", packet, b.players[0].packet.len())
	case b.phase == phaseDraft:
		return within("packet: cards", packet, 2, packetSize)
	}
	return nil
}

func (b *builder) seatPart(seat game.Seat, in *SeatSetup) error {
	p := &b.players[seat]
	if in.Answer != nil {
		return fmt.Errorf("answers are given, not built: leave out answer")
	}
	for _, number := range []struct {
		name    string
		n, high int
	}{{"crystals", in.Crystals, maxCrystals}, {"gauge", in.Gauge, maxGauge}, {"bonuses", in.Bonuses, maxBonuses}} {
		if err := within(number.name, number.n, 0, number.high); err != nil {
			return err
		}
	}
	p.crystals, p.gauge, p.bonuses = int32(in.Crystals), uint8(in.Gauge), uint8(in.Bonuses)
	for _, zone := range []struct {
		name string
		set  *cardSet
		from []int
	}{
		{"hand", &p.hand, in.Hand}, {"library2", &p.library[0], in.Library2}, {"library3", &p.library[1], in.Library3},
		{"packet", &p.packet, in.Packet}, {"picked", &p.picked, in.Picked},
	} {
		var err error
		if *zone.set, err = b.place(zone.name, zone.from); err != nil {
			return err
		}
	}
	for i := range p.library {
		n := p.library[i].len()
		if b.given[i] && n > 0 {
			return fmt.Errorf("library%d: %d cards, and it has been handed out", i+2, n)
		}
		if err := within(fmt.Sprintf("library%d: cards", i+2), n, 0, packetSize/3); err != nil {
			return err
		}
	}
	if err := within("play: cards", len(in.Play), 0, maxInPlay-copies); err != nil {
		return err
	}
	for _, c := range in.Play {
		if err := b.putDown(p, c); err != nil {
			return err
		}
	}
	return b.reserve(seat, in.Reserve)
}

// reserve sets the tokens of a seat whose cards are in play already.
func (b *builder) reserve(seat game.Seat, in EnergyView) error {
	t, err := setupTokens("reserve", in, int(b.reserveLimit(seat)))
	b.players[seat].reserve = t
	return err
}

// putDown puts a card in play.
func (b *builder) putDown(p *player, in PlaySetup) error {
	if _, err := b.place("play", []int{in.Card}); err != nil {
		return err
	}
	if in.ID == 0 {
		in.ID = int(b.lastID) + 1
	}
	if err := within(fmt.Sprintf("play: card %d: id", in.Card), in.ID, 1, maxCardID); err != nil {
		return err
	}
	for i := range b.players[:b.seats] {
		if b.card(game.Seat(i), uint16(in.ID)) != nil {
			return fmt.Errorf("play: id %d is there twice", in.ID)
		}
	}
	b.lastID = max(b.lastID, uint16(in.ID))
	t, err := setupTokens(fmt.Sprintf("play: card %d: tokens", in.Card), in.Tokens, maxOnCard[in.Card])
	if err != nil {
		return err
	}
	p.lay(inPlay{id: uint16(in.ID), number: uint8(in.Card), turned: in.Turned, tokens: t})
	return nil
}

// setupTokens reads tokens of which there can be so many together.
func setupTokens(name string, v EnergyView, most int) (tokens, error) {
	var t tokens
	sum := 0
	for e, n := range [...]int{cards.Air: v.Air, cards.Water: v.Water, cards.Fire: v.Fire, cards.Earth: v.Earth} {
		if err := within(name+": "+cards.Energy(e).String(), n, 0, most); err != nil {
			return t, err
		}
		t[e] = uint8(n)
		sum += n
	}
	return t, within(name+":", sum, 0, most)
}

// piles sets the draw and discard piles; all cards not named anywhere go where the set-up says.
func (b *builder) piles() error {
	if _, err := b.place("draw", b.setup.Draw); err != nil {
		return err
	}
	if _, err := b.place("discard", b.setup.Discard); err != nil {
		return err
	}
	var err error
	if b.aside, err = b.place("aside", b.setup.Aside); err != nil {
		return err
	}
	switch b.setup.Rest {
	case "", "draw":
		stackUp(&b.match.draw, b.unplaced.list())
	case "discard":
		stackUp(&b.match.discard, b.unplaced.list())
	case "aside":
		b.aside.addAll(&b.unplaced)
	default:
		return fmt.Errorf("rest %q; there is draw, discard, aside", b.setup.Rest)
	}
	stackUp(&b.match.draw, fromTop(b.setup.Draw))
	stackUp(&b.match.discard, fromTop(b.setup.Discard))
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
	for _, list := range []struct {
		name, one string
		in        []int
		out       []uint8
		n         *uint8
		high      int
	}{
		{"rolls", "face", b.setup.Rolls, b.script.rolls[:], &b.script.nRolls, 6},
		{"draws", "card", b.setup.Draws, b.script.draws[:], &b.script.nDraws, b.poolCards()},
	} {
		if err := within(list.name+":", len(list.in), 0, len(list.out)); err != nil {
			return err
		}
		for i, n := range list.in {
			if err := within(list.name+": "+list.one, n, 1, list.high); err != nil {
				return err
			}
			list.out[i] = uint8(n)
		}
		*list.n = uint8(len(list.in))
	}
	return nil
}
