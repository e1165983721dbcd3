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

// The limits of a set-up that are not rules of the game.
const (
	maxRound    = 1000
	maxCrystals = 100000
	maxCardID   = 10000
)

// maxOnCard has the maximum number of tokens on each card that can hold tokens.
var maxOnCard = map[int]int{cards.AmuletOfWater: 4, cards.GluttonCauldron: cauldronFull - 1}

// builder builds a state from a set-up.
type builder struct {
	game.SetupChecks
	*match
	setup    *Setup
	unplaced cardSet // cards of the pool that have no place yet
}

// build fills in the state, part by part.
func (b *builder) build() {
	b.buildCourse()
	b.buildDice()
	b.buildSeats()
	b.buildPiles()
	b.buildScript()
}

// setupPhases has the phases in which a set-up can begin.
var setupPhases = []phase{phaseDraft, phaseSplit, phaseRound, phaseDice, phaseStart, phaseTurn, phaseEnd, phaseOver}

// buildCourse sets the phase, the season token, the round, and the active player.
func (b *builder) buildCourse() {
	in := b.setup
	if len(in.Underway) > 0 || len(in.Held) > 0 {
		b.Fail("a position in the middle of an effect is reached by answers, not built: leave out underway and held")
	}
	if in.Phase == "" {
		in.Phase = phaseTurn.String()
	}
	var names []string
	for _, p := range setupPhases {
		names = append(names, p.String())
	}
	b.phase = setupPhases[b.IndexOf("phase", in.Phase, names)]
	b.buildSeasonToken()
	b.CheckRange("round", in.Round, 0, maxRound)
	b.round = uint16(in.Round)
	if b.round == 0 && b.phase > phaseRound {
		b.round = 1
	}
	b.buildLibraries()
	active := in.First
	if in.Active != nil {
		active = *in.Active
	}
	b.CheckRange("first: seat", in.First, 0, in.Players-1)
	b.CheckRange("active: seat", active, 0, in.Players-1)
	b.firstPlayer = game.Seat(in.First)
	if b.phase == phaseStart || b.phase == phaseTurn {
		b.active = game.Seat(active)
		b.turnsTaken = uint8((active - in.First + in.Players) % in.Players)
	}
	b.buildTurn()
}

// buildSeasonToken sets the position of the season token.
func (b *builder) buildSeasonToken() {
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
	b.CheckRange("phase "+b.setup.Phase+": year", year, low, high)
	b.CheckRange("phase "+b.setup.Phase+": space", space, 1, spaces)
	b.position = uint8(12*(year-1) + space)
}

// buildLibraries records which libraries have been handed out.
func (b *builder) buildLibraries() {
	handed := b.setup.Handed
	if handed == nil {
		for y := 2; y <= min(3, year(b.position)); y++ {
			handed = append(handed, y)
		}
	}
	for _, y := range handed {
		b.CheckRange("handed: year", y, 2, 3)
		b.handedOut[y-2] = true
	}
}

func (b *builder) buildTurn() {
	b.turn.hasGained = b.phase == phaseTurn
	in := b.setup.Turn
	if in == nil {
		return
	}
	b.CheckRange("turn: bonus", in.Bonus, 0, maxBonuses)
	b.turn.drawUsed, b.turn.rerollDeclined = in.Drawn, in.Declined
	b.turn.usedTreeOfLight, b.turn.usedPotionOfLife, b.turn.transmuteBonuses = in.Tree, in.Potion, uint8(in.Bonus)
}

// buildDice sets the dice of the match and of the round.
func (b *builder) buildDice() {
	n := b.setup.Players + 1
	for _, id := range slices.Sorted(maps.Keys(b.setup.Kept)) {
		b.IndexOf("kept: season", id, seasonNames[:])
	}
	for season, name := range seasonNames {
		numbers := b.setup.Kept[name]
		if numbers == nil {
			numbers = []int{1, 2, 3, 4, 5}[:n]
		}
		if len(numbers) != n {
			b.Fail("kept: %s: %d dice; %d players have %d", name, len(numbers), b.setup.Players, n)
		}
		sorted := slices.Sorted(slices.Values(numbers))
		for i, number := range sorted {
			b.CheckRange("kept: "+name+": die", number, 1, cards.DicePerSeason)
			if i > 0 && sorted[i-1] == number {
				b.Fail("kept: %s: die %d is there twice", name, number)
			}
			b.seasonDice[season][i] = uint8(number)
		}
	}
	b.season = b.tokenSeason()
	if b.setup.Season != "" {
		b.season = cards.Season(b.IndexOf("season", b.setup.Season, seasonNames[:]))
	}
	if b.phase > phaseRound {
		b.roundDice(n)
	}
}

var seasonNames = [...]string{
	cards.Winter.String(), cards.Spring.String(), cards.Summer.String(), cards.Fall.String(),
}

// roundDice sets the faces and owners of the round's dice. n is their number.
func (b *builder) roundDice(n int) {
	in := b.setup.Dice
	if in == nil {
		for i := range n {
			in = append(in, DieSetup{Die: int(b.seasonDice[b.season][i]), Face: 1})
			if seat := int(b.clockwise(b.firstPlayer, i)); b.phase != phaseDice && i < n-1 {
				in[i].Seat = &seat
			}
		}
	}
	if len(in) != n {
		b.Fail("dice: %d; %d players have %d", len(in), b.setup.Players, n)
	}
	taken := 0
	for i, d := range in {
		switch {
		case !slices.Contains(b.seasonDice[b.season][:n], uint8(d.Die)) || d.Die != int(uint8(d.Die)):
			b.Fail("dice: die %d; those kept of %s are %s", d.Die, b.season, joinNumbers(b.seasonDice[b.season][:n]))
		case b.hasDie(i, d.Die):
			b.Fail("dice: die %d is there twice", d.Die)
		}
		b.CheckRange(fmt.Sprintf("dice: die %d: face", d.Die), d.Face, 1, 6)
		b.dice[i] = die{number: uint8(d.Die), face: uint8(d.Face), owner: game.NoSeat}
		if d.Seat == nil {
			continue
		}
		b.CheckRange(fmt.Sprintf("dice: die %d: seat", d.Die), *d.Seat, 0, b.setup.Players-1)
		if b.takenBy(i, *d.Seat) {
			b.Fail("dice: seat %d has two dice", *d.Seat)
		}
		b.dice[i].owner = game.Seat(*d.Seat)
		taken++
	}
	if b.phase != phaseDice && taken != n-1 {
		b.Fail("phase %s: %d dice are taken; each of the %d players has one", b.setup.Phase, taken, n-1)
	}
	if b.phase == phaseDice {
		b.turnsTaken = uint8(taken)
		for i := range taken {
			if seat := b.clockwise(b.firstPlayer, i); !b.takenBy(n, int(seat)) {
				b.Fail("dice: seat %d has none; the dice are taken in turn order from seat %d", seat, b.firstPlayer)
			}
		}
	}
}

// joinNumbers returns the numbers separated by commas.
func joinNumbers(numbers []uint8) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ", ")
}

// hasDie reports whether one of the first i dice has this number.
func (b *builder) hasDie(i, number int) bool {
	return slices.ContainsFunc(b.dice[:i], func(d die) bool { return int(d.number) == number })
}

// takenBy reports whether the seat has taken one of the first i dice.
func (b *builder) takenBy(i, seat int) bool {
	return slices.ContainsFunc(b.dice[:i], func(d die) bool { return int(d.owner) == seat })
}

// takeUnplaced removes cards from the unplaced cards and returns them as a set. It fails if a card
// is not unplaced. zone names the cards' new place in messages.
func (b *builder) takeUnplaced(zone string, numbers []int) (set cardSet) {
	for _, number := range numbers {
		b.CheckRange(fmt.Sprintf("%s: level %s: card", zone, levelNames[b.level]), number, 1, b.poolCards())
		if b.unplaced.count(uint8(number)) == 0 {
			b.Fail("%s: a third card %d; there are %d of each", zone, number, copies)
		}
		b.unplaced.remove(uint8(number))
		set.add(uint8(number))
	}
	return set
}

func (b *builder) buildSeats() {
	b.unplaced = b.pool()
	if len(b.setup.Seats) > b.setup.Players {
		b.Fail("seats: %d for %d players", len(b.setup.Seats), b.setup.Players)
	}
	for i := range b.setup.Seats {
		b.Prefix = fmt.Sprintf("seat %d: ", i)
		b.buildSeat(game.Seat(i), &b.setup.Seats[i])
	}
	for i := range b.players[:b.seats] {
		b.Prefix = fmt.Sprintf("phase %s: seat %d: ", b.setup.Phase, i)
		b.checkPrelude(&b.players[i])
	}
	b.Prefix = ""
}

// checkPrelude checks the zones of a seat. Before the first round, its cards must be in packet and
// picked. Afterwards, packet and picked must be empty.
func (b *builder) checkPrelude(p *player) {
	packet, picked := p.packet.len(), p.picked.len()
	elsewhere := p.hand.len() + p.library[0].len() + p.library[1].len() + int(p.nPlay)
	switch {
	case b.phase <= phaseSplit && elsewhere > 0:
		b.Fail("cards in hand, libraries or play; before the first round there are only packet and picked")
	case b.phase > phaseSplit && packet+picked > 0:
		b.Fail("packet and picked have %d cards; they are there in draft and split only", packet+picked)
	case b.phase == phaseSplit && (packet > 0 || picked != packetSize):
		b.Fail("packet %d and picked %d cards, not 0 and %d", packet, picked, packetSize)
	case b.phase == phaseDraft && packet+picked != packetSize:
		b.Fail("packet %d and picked %d cards; together they are %d", packet, picked, packetSize)
	case b.phase == phaseDraft && packet != b.players[0].packet.len():
		b.Fail("packet %d cards; all packets have as many as that of seat 0, %d", packet, b.players[0].packet.len())
	case b.phase == phaseDraft:
		b.CheckRange("packet: cards", packet, 2, packetSize)
	}
}

func (b *builder) buildSeat(seat game.Seat, in *SeatSetup) {
	p := &b.players[seat]
	if in.Answer != nil {
		b.Fail("answers are given, not built: leave out answer")
	}
	for _, number := range []struct {
		name    string
		n, high int
	}{{"crystals", in.Crystals, maxCrystals}, {"gauge", in.Gauge, maxGauge}, {"bonuses", in.Bonuses, maxBonuses}} {
		b.CheckRange(number.name, number.n, 0, number.high)
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
		*zone.set = b.takeUnplaced(zone.name, zone.from)
	}
	for i := range p.library {
		n := p.library[i].len()
		if b.handedOut[i] && n > 0 {
			b.Fail("library%d: %d cards, and it has been handed out", i+2, n)
		}
		b.CheckRange(fmt.Sprintf("library%d: cards", i+2), n, 0, packetSize/3)
	}
	b.CheckRange("play: cards", len(in.Play), 0, maxInPlay-copies)
	for _, c := range in.Play {
		b.buildPlay(p, c)
	}
	p.reserve = b.readTokens("reserve", in.Reserve, int(b.reserveLimit(seat)))
}

// buildPlay puts a card in play.
func (b *builder) buildPlay(p *player, in PlaySetup) {
	b.takeUnplaced("play", []int{in.Card})
	if in.ID == 0 {
		in.ID = int(b.lastID) + 1
	}
	b.CheckRange(fmt.Sprintf("play: card %d: id", in.Card), in.ID, 1, maxCardID)
	for i := range b.players[:b.seats] {
		if b.card(game.Seat(i), uint16(in.ID)) != nil {
			b.Fail("play: id %d is there twice", in.ID)
		}
	}
	b.lastID = max(b.lastID, uint16(in.ID))
	t := b.readTokens(fmt.Sprintf("play: card %d: tokens", in.Card), in.Tokens, maxOnCard[in.Card])
	p.addInPlay(cardInPlay{id: uint16(in.ID), number: uint8(in.Card), turned: in.Turned, tokens: t})
}

// readTokens returns the tokens of v. It fails if there are more than limit in total. name begins
// the messages.
func (b *builder) readTokens(name string, v EnergyView, limit int) (t tokens) {
	sum := 0
	for e, n := range [...]int{cards.Air: v.Air, cards.Water: v.Water, cards.Fire: v.Fire, cards.Earth: v.Earth} {
		b.CheckRange(name+": "+cards.Energy(e).String(), n, 0, limit)
		t[e] = uint8(n)
		sum += n
	}
	b.CheckRange(name+":", sum, 0, limit)
	return t
}

// buildPiles sets the draw and discard piles. Cards that the set-up does not list go to the place named
// by Rest.
func (b *builder) buildPiles() {
	b.takeUnplaced("draw", b.setup.Draw)
	b.takeUnplaced("discard", b.setup.Discard)
	b.setAside = b.takeUnplaced("aside", b.setup.Aside)
	switch b.setup.Rest {
	case "", "draw":
		stackUp(&b.match.draw, b.unplaced.list())
	case "discard":
		stackUp(&b.match.discard, b.unplaced.list())
	case "aside":
		b.setAside.addAll(&b.unplaced)
	default:
		b.Fail("rest %q; there is draw, discard, aside", b.setup.Rest)
	}
	stackUp(&b.match.draw, reversed(b.setup.Draw))
	stackUp(&b.match.discard, reversed(b.setup.Discard))
}

// stackUp puts cards on a pile. The last card is on top.
func stackUp(p *pile, numbers []uint8) {
	for _, number := range numbers {
		p.push(number)
	}
}

// reversed returns the numbers in reverse order.
func reversed(list []int) []uint8 {
	numbers := make([]uint8, len(list))
	for i, number := range list {
		numbers[len(list)-1-i] = uint8(number)
	}
	return numbers
}

func (b *builder) buildScript() {
	for _, list := range []struct {
		name, item string
		in         []int
		out        []uint8
		n          *uint8
		high       int
	}{
		{"rolls", "face", b.setup.Rolls, b.script.rolls[:], &b.script.nRolls, 6},
		{"draws", "card", b.setup.Draws, b.script.draws[:], &b.script.nDraws, b.poolCards()},
	} {
		b.CheckRange(list.name+":", len(list.in), 0, len(list.out))
		for i, n := range list.in {
			b.CheckRange(list.name+": "+list.item, n, 1, list.high)
			list.out[i] = uint8(n)
		}
		*list.n = uint8(len(list.in))
	}
}
