package seasons

import cards "archmage/internal/cards/seasons"

// The bots' values of the cards. Costs, points and kinds are the printed ones. weightTable adds an
// estimate of the effect that is the same for all positions, and bot_use.go adds what depends on
// the position.
//
// An estimate is the gain that the card's text names. An energy counts about two crystals, and an
// opponent's loss counts as a gain. For a lasting effect it is the expected gain per round,
// multiplied by the remaining rounds. The estimates were then corrected with thousands of games of
// this bot against itself with random drafts, where a card gained clearly more or less than
// estimated.

// crystal is the value of a crystal. All values are in tenths of a crystal.
const crystal = 10

// Estimates that no card or table states.
const (
	tokenWorth = 18 // an energy: a die gives about two, and they are transmuted for 1 to 3
	drawWorth  = 60 // the best of several cards, early in the game
	heldWorth  = handPenalty * crystal
)

// weight is the estimated value of a card's effect.
type weight struct {
	// Gained once: crystals (also those that opponents lose), tokens, steps of the gauge, cards to
	// choose from.
	crystals, energy, gauge, cards int
	// items is gained once for each other magic item in play, in tenths of a crystal.
	items int
	// Gained in every round in play, in tenths of a crystal: in total, and for each opponent.
	round, rival int
	// least is the minimum number of remaining rounds for the gains that come once.
	least int
	// gone means that the card leaves play when it is activated, and that the gains come only then.
	gone bool
	// Crystals at the end of the game or when summoned: without a familiar in play, with the most
	// cards in play, for each remaining token, and from each opponent if the owner is richest.
	ifNoFamiliar, ifMostCards, perTokenLeft, fromEachIfRichest int
	// second is the number of additional crystals from the effect in the second edition.
	second int
	// takeBack means that the card's question about own cards returns one to the hand.
	takeBack bool
	// swap means that the card's questions are about exchanging tokens of one energy.
	swap bool
	// use returns what activating the card is worth now; only what is worth
	// more than nothing is done.
	use func(m *mind, c *piece) int
	// hand returns the value of choosing a card in hand for the effect.
	hand func(m *mind, number uint8) int
}

// weightTable has the estimates of all cards. No other bot code names cards.
func weightTable() [cards.NumCards + 1]weight {
	return [cards.NumCards + 1]weight{
		cards.AmuletOfAir:          {gauge: 2},
		cards.AmuletOfFire:         {cards: 2},
		cards.AmuletOfEarth:        {crystals: 9},
		cards.AmuletOfWater:        {energy: 4, crystals: 8},
		cards.BalanceOfIshtar:      {round: 5, use: useAlike},
		cards.StaffOfSpring:        {round: 15},
		cards.TemporalBoots:        {crystals: 3},
		cards.PurseOfIo:            {round: 5},
		cards.DivineChalice:        {crystals: 13},
		cards.SyllasTheFaithful:    {crystals: 6},
		cards.FigrimTheAvaricious:  {rival: 12},
		cards.NariaTheProphetess:   {cards: 1},
		cards.WondrousChest:        {round: 20},
		cards.BeggarsHorn:          {round: 8},
		cards.DieOfMalice:          {round: 18, use: useReroll},
		cards.KairnTheDestroyer:    {round: 5, use: useHarm},
		cards.AmsugLongneck:        {crystals: 1, takeBack: true},
		cards.BespelledGrimoire:    {energy: 2, round: 8},
		cards.RagfieldsHelm:        {ifMostCards: 20},
		cards.HandOfFortune:        {round: 10},
		cards.LewisGreyface:        {energy: 4},
		cards.RunicCubeOfEolis:     {},
		cards.PotionOfPower:        {gauge: 2, cards: 1, gone: true, use: useForGains},
		cards.PotionOfDreams:       {crystals: 3, gone: true, use: useForSummon, hand: handFree},
		cards.PotionOfKnowledge:    {energy: 5, gone: true, use: useForGains},
		cards.PotionOfLife:         {crystals: 9, gone: true, use: useSellAll},
		cards.HourglassOfTime:      {round: 11},
		cards.ScepterOfGreatness:   {items: 3 * crystal},
		cards.OlafsBlessedStatue:   {crystals: 20},
		cards.YjangsForgottenVase:  {round: 13},
		cards.ElementalAmulet:      {crystals: 6},
		cards.TreeOfLight:          {use: usePermit},
		cards.ArcanoLeech:          {rival: 13},
		cards.CrystalOrb:           {round: 6, use: useLook},
		cards.GluttonCauldron:      {crystals: 12, least: 7, gone: true, use: useFill},
		cards.VampiricCrown:        {energy: 9, hand: handForPrestige},
		cards.DragonSkull:          {crystals: 2, use: useSacrifice},
		cards.DemonOfArgos:         {},
		cards.TitusDeepgaze:        {rival: 11},
		cards.AirElemental:         {crystals: 3},
		cards.ThievingFairies:      {rival: 14},
		cards.CursedTreatiseOfArus: {crystals: 14, energy: 2, gauge: 1},
		cards.IdolOfTheFamiliar:    {round: 8, second: 10, use: useCount},
		cards.NecroticKriss:        {round: 3, use: useGiveUp},
		cards.LanternOfXidit:       {perTokenLeft: 3},
		cards.SealedChestOfUrm:     {ifNoFamiliar: 20},
		cards.MirrorOfTheSeasons:   {round: 2, swap: true, use: useSwap},
		cards.PendantOfRagnor:      {items: tokenWorth},
		cards.SidNightshade:        {fromEachIfRichest: 5},
		cards.DamnedSoulOfOnys:     {crystals: 14, energy: 1, round: -2, use: usePass},
	}
}

// worth estimates the value of a card that enters play now and stays for the given number of
// further rounds. Its cost is not subtracted.
func (m *mind) worth(number uint8, rounds int) int {
	w := m.weight(number)
	if m.b.horizonRounds > 0 {
		rounds = min(rounds, m.b.horizonRounds)
	}
	total := crystal*m.facts(number).Prestige + (w.round+w.rival*m.opponents())*rounds
	if rounds >= w.least {
		total += m.gains(w)
	}
	if m.facts(number).Kind == cards.Familiar {
		total += m.b.familiarBonus
	}
	total += w.items * m.items
	if m.edition == cards.Second {
		total += crystal * w.second
	}
	return total + m.endWorth(number, w)
}

// gains is the value of what a card's effect gives once.
func (m *mind) gains(w *weight) int {
	total := crystal*w.crystals + w.energy*tokenWorth + w.gauge*m.gaugeStepWorth + w.cards*m.drawWorth
	if w.gone && !m.final {
		total += m.gaugeStepWorth / 2 // its place is free again
	}
	return total
}

// endWorth is the expected value of a card from the state of the table at the end.
func (m *mind) endWorth(number uint8, w *weight) int {
	total := 0
	if m.facts(number).Kind == cards.Familiar {
		for i := range m.plays {
			total -= crystal * m.weight(m.plays[i].number).ifNoFamiliar
		}
	}
	if w.ifNoFamiliar > 0 && m.prelude {
		total += crystal * w.ifNoFamiliar / 4
	} else if w.ifNoFamiliar > 0 && m.familiars == 0 {
		total += crystal * w.ifNoFamiliar * 3 / 4
	}
	if w.ifMostCards > 0 {
		total += crystal * w.ifMostCards * m.chanceOfMost() / 100
	}
	if w.perTokenLeft > 0 {
		total += crystal * w.perTokenLeft * min(4, m.have.total()+m.rounds)
	}
	switch {
	case w.fromEachIfRichest > 0 && m.prelude:
		total += crystal * w.fromEachIfRichest
	case w.fromEachIfRichest > 0 && m.richest:
		total += crystal * w.fromEachIfRichest * m.opponents()
	}
	return total
}

// chanceOfMost estimates the probability, in percent, of having the most cards in play at the end,
// with one more than now.
func (m *mind) chanceOfMost() int {
	lead := len(m.plays) + 1 - m.rivalPlays
	switch {
	case m.prelude:
		return 40
	case m.final && lead > 0:
		return 95
	case m.final:
		return 0
	}
	return min(80, max(15, 40+20*(lead-1)))
}

// price is the cost of a card: crystals, tolls, and energies at their average value.
func (m *mind) price(number uint8) int {
	if hand := m.handCard(number); hand != nil {
		energies := hand.energy
		return crystal*hand.crystals + 2*crystal*hand.toll + tokenWorth*(energies.total()-hand.struck)
	}
	cost := m.facts(number).Cost(m.players, m.edition)
	energies := tokens(cost.Energy)
	return crystal*cost.Crystals + tokenWorth*energies.total()
}

// value is the value of having a card to play: its worth minus its price.
func (m *mind) value(number uint8, rounds int) int { return m.worth(number, rounds) - m.price(number) }

// lossOf is the loss if an own card leaves play.
func (m *mind) lost(c *piece) int {
	w := m.weight(c.number)
	total := crystal*m.facts(c.number).Prestige + (w.round+w.rival*m.opponents())*m.rounds
	total += m.spareWorth(0, 0) * c.tokens.total()
	if w.gone && m.rounds >= w.least {
		total += m.gains(w)
	}
	if w.ifNoFamiliar > 0 && m.familiars == 0 {
		total += crystal * w.ifNoFamiliar
	}
	return total + crystal*w.perTokenLeft*min(4, m.have.total())
}
