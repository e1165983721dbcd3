package seasons

import (
	"archmage/internal/game"
)

// verb is what an operation does. Those before firstDone are the choices of a
// declaration: they are made before the card is turned.
type verb uint8

const (
	verbName         verb = iota // name the cost of a card whose summoner names it
	verbWaive                    // choose the energies that are struck from the cost
	verbPayment                  // choose the tokens that pay the cost
	verbMode                     // choose one of the modes of a choice
	verbTokens                   // choose n tokens of the energies
	verbKind                     // choose an energy of which there are n tokens
	verbTokensOfKind             // choose n tokens of that energy
	verbExchangeKind             // choose an energy that is exchanged, at a crystal for each token
	verbKindTo                   // choose another energy
	verbTokensUpTo               // choose any number of tokens of the first
	verbTransmutable             // choose any number of tokens to transmute
	verbOwnCards                 // choose n cards in play
	verbFamiliar                 // choose a familiar in hand or in play
	verbSummonable               // choose a card of the hand that can be put in play

	verbSummon        // the card is paid for and put in play
	verbArrive        // a card is put in play for free
	verbEnter         // the card's effect upon entering play
	verbTurn          // a card is turned: its activation has been declared
	verbInTurn        // start a program for each of several seats
	verbCollect       // note the cards in play with an effect in the window
	verbOrder         // note those for the end of the round, in an order
	verbTrigger       // carry out the effects of the cards noted
	verbKeepEnergy    // keep the tokens that the reserve may hold
	verbUseDraw       // the draw action of the die is used
	verbCrystals      // gain n crystals
	verbLose          // lose up to n crystals
	verbPayCrystals   // pay n crystals
	verbTakeFromEach  // take up to n crystals from each opponent
	verbOpponentsLose // each opponent loses up to n crystals
	verbTitus         // take n from each opponent, or be sacrificed
	verbGauge         // raise the gauge by n
	verbSinkAndDraw   // each opponent's gauge sinks by n, and it draws a card
	verbGain          // gain n energies of the owner's choice
	verbGainEnergy    // gain n of the energy
	verbStore         // put n energies of the owner's choice on the card
	verbPlaceTokens   // put the tokens chosen on the card
	verbEmptyOnceFull // sacrifice the full card for n crystals and its tokens
	verbPay           // pay the tokens chosen
	verbPayExchange   // pay them with the exchange bonus
	verbExchange      // exchange the tokens chosen
	verbTransmute     // transmute the tokens chosen
	verbTransmuteAt   // transmute them for n crystals each
	verbTransmuteAll  // transmute the reserve for n crystals each
	verbPermit        // permit transmuting
	verbBurn          // return the reserve to the stockpile
	verbToAir         // turn the opponents' reserves into air
	verbCopyReserve   // gain the tokens of an opponent's reserve
	verbDraw          // draw a card that must be kept
	verbDrawAside     // draw n cards and hold them aside
	verbKeepOne       // keep one of the cards held aside
	verbKeepOrDiscard // keep the card held aside, or discard it
	verbDiscardRest   // discard the cards held aside
	verbDealRest      // deal them to the opponents
	verbPickSummon    // choose one of them to put in play
	verbSummonPicked  // put it in play
	verbDrawOpenly    // draw a card for all to see
	verbHandCard      // choose a card of the hand
	verbFittingCard   // the same; there must be one
	verbDiscard       // discard it
	verbDiscardOpenly // discard it for all to see
	verbSummonChosen  // put it in play
	verbLook          // look at the top card, and decide whether to summon it
	verbTokensForTop  // choose n tokens to summon it
	verbSummonTop     // put it in play
	verbMill          // discard the top card unseen
	verbFireAndAir    // draw a card for fire and discard one for air
	verbReroll        // roll the owner's die again
	verbMoveSeason    // move the season token
	verbSacrifice     // sacrifice the cards chosen
	verbSacrificeSelf // sacrifice the card itself
	verbGiveUp        // give up the familiar chosen
	verbItem          // choose a magic item in play
	verbTakeBack      // take it back into the hand
	verbPassLeft      // give the card to the left
	numVerbs
)

const firstDone = verbSummon

// verbRules is what is known of a verb.
type verbRules struct {
	// run does as much as it can without asking.
	run func(*State, *frame, op) game.Flow
	// asks is the kind of question that run may ask, answer takes the answer.
	asks   askKind
	answer func(*State, *frame, op, []game.Pick) game.Flow
	// why says why a card with this operation cannot be activated now; nil
	// means that the operation is no reason.
	why func(s *State, seat int8, o op) string
}

func verbTable() [numVerbs]verbRules {
	return [numVerbs]verbRules{
		verbName:         {run: runName, asks: askElements, answer: answerName},
		verbWaive:        {run: runWaive, asks: askWaive, answer: answerWaive},
		verbPayment:      {run: runPayment, asks: askPayment, answer: answerTokens},
		verbMode:         {run: runMode, asks: askMode, answer: answerMode},
		verbTokens:       {run: runTokens, asks: askTokens, answer: answerTokens, why: whyTokens},
		verbKind:         {run: runKind, asks: askEnergy, answer: answerKind, why: whyKind},
		verbTokensOfKind: {run: runTokensOfKind, asks: askTokens, answer: answerTokens},
		verbExchangeKind: {run: runKind, asks: askEnergy, answer: answerKind, why: whyExchange},
		verbKindTo:       {run: runKindTo, asks: askEnergyTo, answer: answerKindTo},
		verbTokensUpTo:   {run: runTokensUpTo, asks: askTokens, answer: answerTokens},
		verbTransmutable: {run: runTransmutable, asks: askTransmute, answer: answerTokens},
		verbOwnCards:     {run: runOwnCards, asks: askOwnCards, answer: answerOwnCards, why: whyOwnCards},
		verbFamiliar:     {run: runFamiliar, asks: askFamiliar, answer: answerFamiliar, why: whyFamiliar},
		verbSummonable:   {run: runHandCard, asks: askHandCard, answer: answerHandCard, why: whySummonable},

		verbSummon:        {run: runSummon},
		verbArrive:        {run: runArrive},
		verbEnter:         {run: runEnter},
		verbTurn:          {run: runTurn},
		verbInTurn:        {run: runInTurn},
		verbCollect:       {run: runCollect},
		verbOrder:         {run: runOrder, asks: askOrder, answer: answerOrder},
		verbTrigger:       {run: runTrigger},
		verbKeepEnergy:    {run: runKeepEnergy, asks: askKeepEnergy, answer: answerKeepEnergy},
		verbUseDraw:       {run: runUseDraw},
		verbCrystals:      {run: runCrystals},
		verbLose:          {run: runLose},
		verbPayCrystals:   {run: runLose, why: whyPayCrystals},
		verbTakeFromEach:  {run: runTakeFromEach},
		verbOpponentsLose: {run: runOpponentsLose},
		verbTitus:         {run: runTitus},
		verbGauge:         {run: runGauge},
		verbSinkAndDraw:   {run: runSinkAndDraw},
		verbGain:          {run: runGain, asks: askGain, answer: answerGain},
		verbGainEnergy:    {run: runGainEnergy},
		verbStore:         {run: runStore, asks: askStore, answer: answerStore},
		verbPlaceTokens:   {run: runPlaceTokens},
		verbEmptyOnceFull: {run: runEmptyOnceFull},
		verbPay:           {run: runPay},
		verbPayExchange:   {run: runPayExchange},
		verbExchange:      {run: runExchange},
		verbTransmute:     {run: runTransmute},
		verbTransmuteAt:   {run: runTransmuteAt},
		verbTransmuteAll:  {run: runTransmuteAll},
		verbPermit:        {run: runPermit, why: whyPermit},
		verbBurn:          {run: runBurn},
		verbToAir:         {run: runToAir},
		verbCopyReserve:   {run: runCopyReserve, asks: askOpponent, answer: answerCopyReserve},
		verbDraw:          {run: runDraw},
		verbDrawAside:     {run: runDrawAside},
		verbKeepOne:       {run: runKeepOne, asks: askPickCard, answer: answerKeepOne},
		verbKeepOrDiscard: {run: runKeepOrDiscard, asks: askKeepCard, answer: answerKeepOrDiscard},
		verbDiscardRest:   {run: runDiscardRest},
		verbDealRest:      {run: runDealRest, asks: askAssign, answer: answerDealRest},
		verbPickSummon:    {run: runPickSummon, asks: askPickSummon, answer: answerPickSummon},
		verbSummonPicked:  {run: runSummonPicked},
		verbDrawOpenly:    {run: runDrawOpenly, why: whyNoCardLeft},
		verbHandCard:      {run: runHandCard, asks: askHandCard, answer: answerHandCard},
		verbFittingCard:   {run: runHandCard, asks: askHandCard, answer: answerHandCard, why: whyEmptyHand},
		verbDiscard:       {run: runDiscard},
		verbDiscardOpenly: {run: runDiscardOpenly},
		verbSummonChosen:  {run: runSummonChosen},
		verbLook:          {run: runLook, asks: askOrb, answer: answerLook, why: whyNoCardLeft},
		verbTokensForTop:  {run: runTokens, asks: askTokens, answer: answerTokens},
		verbSummonTop:     {run: runSummonTop},
		verbMill:          {run: runMill, why: whyNoCardLeft},
		verbFireAndAir:    {run: runFireAndAir, asks: askElementFirst, answer: answerFireAndAir},
		verbReroll:        {run: runReroll, why: whyReroll},
		verbMoveSeason:    {run: runMoveSeason, asks: askMove, answer: answerMoveSeason},
		verbSacrifice:     {run: runSacrifice},
		verbSacrificeSelf: {run: runSacrificeSelf},
		verbGiveUp:        {run: runGiveUp},
		verbItem:          {run: runItem, asks: askOwnCards, answer: answerOwnCards, why: whyItem},
		verbTakeBack:      {run: runTakeBack},
		verbPassLeft:      {run: runPassLeft},
	}
}

// why says why the seat cannot carry out operations now, or "": why it cannot
// do one of them, or, of a choice of modes, any mode.
func (s *State) why(seat int8, ops []op) string {
	for _, o := range ops {
		reason := ""
		switch why := s.rules.verbs[o.verb].why; {
		case o.verb == verbMode:
			_, reason = s.possibleModes(seat, ops, o.choice)
		case o.modes == 0 && why != nil:
			reason = why(s, seat, o)
		}
		if reason != "" {
			return reason
		}
	}
	return ""
}

// possibleModes returns the modes of a choice that are possible, or why the
// first one is not if none is.
func (s *State) possibleModes(seat int8, ops []op, choice modeSet) (possible modeSet, reason string) {
	possible = choice
	for _, o := range ops {
		why := s.rules.verbs[o.verb].why
		if o.modes&possible == 0 || why == nil {
			continue
		}
		if r := why(s, seat, o); r != "" {
			possible &^= o.modes
			if o.modes&choice == choice&-choice {
				reason = r
			}
		}
	}
	if possible != 0 {
		reason = ""
	}
	return possible, reason
}
