package seasons

import cards "archmage/internal/cards/seasons"

// This file has the bots' values of the cards. Costs, points and kinds are the printed ones.
// weightTable has an estimate of each card's effect, which is the same for all positions. The
// functions in bot_use.go add the part that depends on the position.
//
// An estimate is the gain that the card's text names. An energy counts about two crystals. An
// opponent's loss counts as a gain. A lasting effect counts its expected gain per round, multiplied
// by the remaining rounds. Estimates were corrected where a card gained clearly more or less in
// thousands of games of this bot against itself with random drafts.

// crystal is the value of a crystal. All values are in tenths of a crystal.
const crystal = 10

// Estimates that do not depend on a card.
const (
	tokenWorth = 18 // a token: a die gives about two tokens, which are transmuted for 1 to 3 crystals each
	drawWorth  = 60 // the best of several cards, early in the game
	heldWorth  = handPenalty * crystal
)

// weight is the estimated value of a card's effect.
type weight struct {
	// The gains that come once: crystals (including those that opponents lose), tokens, steps of
	// the gauge, and cards to choose from.
	crystals, energy, gauge, cards int
	// perItem is the gain for each other magic item in play, in tenths of a crystal. It comes once.
	perItem int
	// perRound is the gain in every round in play. perOpponentRound is the further gain in every
	// round for each opponent. They are in tenths of a crystal.
	perRound, perOpponentRound int
	// minRounds is the number of rounds that must remain for the gains that come once.
	minRounds int
	// singleUse means that the gains come once when the card is activated, and that it leaves play
	// then.
	singleUse bool
	// These are numbers of crystals at the end of the game: without a familiar in play, with the
	// most cards in play, and for each remaining token. fromEachIfRichest comes from each opponent
	// when the card is summoned, if the owner is richest.
	ifNoFamiliar, ifMostCards, perTokenLeft, fromEachIfRichest int
	// extraInSecondEdition is the number of additional crystals from the effect in the second
	// edition.
	extraInSecondEdition int
	// takesBack means that the card returns the chosen own card to the hand.
	takesBack bool
	// swapsTokens means that the card exchanges tokens of one energy.
	swapsTokens bool
	// useValue returns the value of activating the card now. It is nil if the card is never
	// activated.
	useValue func(m *evaluation, c *piece) int
	// handValue returns the value of choosing a card in hand for the effect. If it is nil, the bot
	// chooses the card with the smallest loss.
	handValue func(m *evaluation, number uint8) int
}

// weightTable returns the estimates of all cards. Other bot code does not mention single cards.
func weightTable() [cards.NumCards + 1]weight {
	return [cards.NumCards + 1]weight{
		cards.AmuletOfAir:          {gauge: 2},
		cards.AmuletOfFire:         {cards: 2},
		cards.AmuletOfEarth:        {crystals: 9},
		cards.AmuletOfWater:        {energy: 4, crystals: 8},
		cards.BalanceOfIshtar:      {perRound: 5, useValue: useAlike},
		cards.StaffOfSpring:        {perRound: 15},
		cards.TemporalBoots:        {crystals: 3},
		cards.PurseOfIo:            {perRound: 5},
		cards.DivineChalice:        {crystals: 13},
		cards.SyllasTheFaithful:    {crystals: 6},
		cards.FigrimTheAvaricious:  {perOpponentRound: 12},
		cards.NariaTheProphetess:   {cards: 1},
		cards.WondrousChest:        {perRound: 20},
		cards.BeggarsHorn:          {perRound: 8},
		cards.DieOfMalice:          {perRound: 18, useValue: useReroll},
		cards.KairnTheDestroyer:    {perRound: 5, useValue: useHarm},
		cards.AmsugLongneck:        {crystals: 1, takesBack: true},
		cards.BespelledGrimoire:    {energy: 2, perRound: 8},
		cards.RagfieldsHelm:        {ifMostCards: 20},
		cards.HandOfFortune:        {perRound: 10},
		cards.LewisGreyface:        {energy: 4},
		cards.RunicCubeOfEolis:     {},
		cards.PotionOfPower:        {gauge: 2, cards: 1, singleUse: true, useValue: useForGains},
		cards.PotionOfDreams:       {crystals: 3, singleUse: true, useValue: useForSummon, handValue: valueForFree},
		cards.PotionOfKnowledge:    {energy: 5, singleUse: true, useValue: useForGains},
		cards.PotionOfLife:         {crystals: 9, singleUse: true, useValue: useSellAll},
		cards.HourglassOfTime:      {perRound: 11},
		cards.ScepterOfGreatness:   {perItem: 3 * crystal},
		cards.OlafsBlessedStatue:   {crystals: 20},
		cards.YjangsForgottenVase:  {perRound: 13},
		cards.ElementalAmulet:      {crystals: 6},
		cards.TreeOfLight:          {useValue: usePermit},
		cards.ArcanoLeech:          {perOpponentRound: 13},
		cards.CrystalOrb:           {perRound: 6, useValue: useLook},
		cards.GluttonCauldron:      {crystals: 12, minRounds: 7, singleUse: true, useValue: useFill},
		cards.VampiricCrown:        {energy: 9, handValue: valueForPrestige},
		cards.DragonSkull:          {crystals: 2, useValue: useSacrifice},
		cards.DemonOfArgos:         {},
		cards.TitusDeepgaze:        {perOpponentRound: 11},
		cards.AirElemental:         {crystals: 3},
		cards.ThievingFairies:      {perOpponentRound: 14},
		cards.CursedTreatiseOfArus: {crystals: 14, energy: 2, gauge: 1},
		cards.IdolOfTheFamiliar:    {perRound: 8, extraInSecondEdition: 10, useValue: useCount},
		cards.NecroticKriss:        {perRound: 3, useValue: useGiveUp},
		cards.LanternOfXidit:       {perTokenLeft: 3},
		cards.SealedChestOfUrm:     {ifNoFamiliar: 20},
		cards.MirrorOfTheSeasons:   {perRound: 2, swapsTokens: true, useValue: useSwap},
		cards.PendantOfRagnor:      {perItem: tokenWorth},
		cards.SidNightshade:        {fromEachIfRichest: 5},
		cards.DamnedSoulOfOnys:     {crystals: 14, energy: 1, perRound: -2, useValue: usePass},
	}
}

// worth estimates the value of a card that enters play now and stays for the given number of
// further rounds. Its cost is not subtracted.
func (ev *evaluation) worth(number uint8, rounds int) int {
	w := ev.weight(number)
	if ev.greedy.horizonRounds > 0 {
		rounds = min(rounds, ev.greedy.horizonRounds)
	}
	total := crystal*ev.facts(number).Prestige + (w.perRound+w.perOpponentRound*ev.opponents())*rounds
	if rounds >= w.minRounds {
		total += ev.oneTimeValue(w)
	}
	if ev.facts(number).Kind == cards.Familiar {
		total += ev.greedy.familiarBonus
	}
	total += w.perItem * ev.items
	if ev.edition == cards.Second {
		total += crystal * w.extraInSecondEdition
	}
	return total + ev.endWorth(number, w)
}

// oneTimeValue returns the value of the gains that come once.
func (ev *evaluation) oneTimeValue(w *weight) int {
	total := crystal*w.crystals + w.energy*tokenWorth + w.gauge*ev.gaugeStepWorth + w.cards*ev.drawWorth
	if w.singleUse && !ev.isLastRound {
		total += ev.gaugeStepWorth / 2 // the card makes room again
	}
	return total
}

// endWorth returns the expected value of the parts of an effect that depend on the cards, tokens
// and crystals at the end.
func (ev *evaluation) endWorth(number uint8, w *weight) int {
	total := 0
	if ev.facts(number).Kind == cards.Familiar {
		for i := range ev.plays {
			total -= crystal * ev.weight(ev.plays[i].number).ifNoFamiliar
		}
	}
	if w.ifNoFamiliar > 0 && ev.inPrelude {
		total += crystal * w.ifNoFamiliar / 4
	} else if w.ifNoFamiliar > 0 && ev.familiars == 0 {
		total += crystal * w.ifNoFamiliar * 3 / 4
	}
	if w.ifMostCards > 0 {
		total += crystal * w.ifMostCards * ev.chanceOfMost() / 100
	}
	if w.perTokenLeft > 0 {
		total += crystal * w.perTokenLeft * min(4, ev.have.total()+ev.rounds)
	}
	switch {
	case w.fromEachIfRichest > 0 && ev.inPrelude:
		total += crystal * w.fromEachIfRichest
	case w.fromEachIfRichest > 0 && ev.isRichest:
		total += crystal * w.fromEachIfRichest * ev.opponents()
	}
	return total
}

// chanceOfMost estimates the probability, in percent, of having the most cards in play at the end,
// with one more than now.
func (ev *evaluation) chanceOfMost() int {
	lead := len(ev.plays) + 1 - ev.rivalPlays
	switch {
	case ev.inPrelude:
		return 40
	case ev.isLastRound && lead > 0:
		return 95
	case ev.isLastRound:
		return 0
	}
	return min(80, max(15, 40+20*(lead-1)))
}

// price returns the cost of a card: crystals, tolls, and energies at their average value.
func (ev *evaluation) price(number uint8) int {
	if hand := ev.handCard(number); hand != nil {
		energies := hand.energy
		return crystal*hand.crystals + 2*crystal*hand.toll + tokenWorth*(energies.total()-hand.struck)
	}
	cost := ev.facts(number).Cost(ev.players, ev.edition)
	energies := tokens(cost.Energy)
	return crystal*cost.Crystals + tokenWorth*energies.total()
}

// value returns the worth of a card minus its price.
func (ev *evaluation) value(number uint8, rounds int) int {
	return ev.worth(number, rounds) - ev.price(number)
}

// lossOf returns the loss if an own card leaves play.
func (ev *evaluation) lossOf(c *piece) int {
	w := ev.weight(c.number)
	total := crystal*ev.facts(c.number).Prestige + (w.perRound+w.perOpponentRound*ev.opponents())*ev.rounds
	total += ev.spareWorth(0, 0) * c.tokens.total()
	if w.singleUse && ev.rounds >= w.minRounds {
		total += ev.oneTimeValue(w)
	}
	if w.ifNoFamiliar > 0 && ev.familiars == 0 {
		total += crystal * w.ifNoFamiliar
	}
	return total + crystal*w.perTokenLeft*min(4, ev.have.total())
}
