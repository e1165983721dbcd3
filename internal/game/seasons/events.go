package seasons

// The kinds of events, each with its seat, its public facts and its private ones. A fact is a number unless it is
// marked as a string, and ? marks a fact that may be missing. web/types makes types of them.
const (
	eventFirst     = "first"     // seat
	eventAnswered  = "answered"  // seat
	eventPackets   = "packets"   // cards
	eventSplit     = "split"     // no facts
	eventRound     = "round"     // seat; round, season: string
	eventRoll      = "roll"      // die, face
	eventTake      = "take"      // seat; die, face
	eventLast      = "last"      // no facts
	eventTurn      = "turn"      // seat
	eventReroll    = "reroll"    // seat; die, face
	eventSummon    = "summon"    // seat; card, id, free?, by?
	eventActivate  = "activate"  // seat; card, id
	eventSacrifice = "sacrifice" // seat; card, id
	eventTakeBack  = "take_back" // seat; back, id, card?
	eventPass      = "pass"      // seat; id, to, card?
	eventCrystals  = "crystals"  // seat; n, card?
	eventGauge     = "gauge"     // seat; n, card?
	eventEnergy    = "energy"    // seat; air?, water?, fire?, earth?, card?
	eventSpend     = "spend"     // seat; air?, water?, fire?, earth?, card?
	eventSpill     = "spill"     // seat; air?, water?, fire?, earth?
	eventStore     = "store"     // seat; air?, water?, fire?, earth?, card?
	eventToAir     = "to_air"    // seat; n, card?
	eventTransmute = "transmute" // seat; crystals, card?
	eventPermit    = "permit"    // seat; card?
	eventBonus     = "bonus"     // seat; bonus: string, used
	eventDraw      = "draw"      // seat; card?; private drawn
	eventDrawOpen  = "draw_open" // seat; drawn, card?
	eventLook      = "look"      // seat; card?; private seen
	eventPutBack   = "put_back"  // seat; card?
	eventMill      = "mill"      // seat; card?
	eventKeep      = "keep"      // seat; card?; private kept
	eventDiscard   = "discard"   // seat; discarded?, card?; private discarded
	eventGive      = "give"      // seat; to, card?; private given
	eventShuffle   = "shuffle"   // cards
	eventRoundEnd  = "round_end" // no facts
	eventSeason    = "season"    // moved, year, space, season: string
	eventLibrary   = "library"   // seat; year, cards
	eventOver      = "over"      // no facts
)
