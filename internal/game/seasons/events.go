package seasons

// The kinds of events.
const (
	eventFirst     = "first"     // seat
	eventAnswered  = "answered"  // seat
	eventPackets   = "packets"   // cards
	eventSplit     = "split"     // no facts
	eventRound     = "round"     // seat; round, season
	eventRoll      = "roll"      // die, face
	eventTake      = "take"      // seat; die, face
	eventLast      = "last"      // no facts
	eventTurn      = "turn"      // seat
	eventReroll    = "reroll"    // seat; die, face
	eventSummon    = "summon"    // seat; card, id, free, by
	eventActivate  = "activate"  // seat; card, id
	eventSacrifice = "sacrifice" // seat; card, id
	eventTakeBack  = "take_back" // seat; back, id, card
	eventPass      = "pass"      // seat; id, to, card
	eventCrystals  = "crystals"  // seat; n, card
	eventGauge     = "gauge"     // seat; n, card
	eventEnergy    = "energy"    // seat; air, water, fire, earth, card
	eventSpend     = "spend"     // seat; air, water, fire, earth, card
	eventSpill     = "spill"     // seat; air, water, fire, earth
	eventStore     = "store"     // seat; air, water, fire, earth, card
	eventToAir     = "to_air"    // seat; n, card
	eventTransmute = "transmute" // seat; crystals, card
	eventPermit    = "permit"    // seat; card
	eventBonus     = "bonus"     // seat; bonus, used
	eventDraw      = "draw"      // seat; card, and drawn for the seat
	eventDrawOpen  = "draw_open" // seat; drawn, card
	eventLook      = "look"      // seat; card, and seen for the seat
	eventPutBack   = "put_back"  // seat; card
	eventMill      = "mill"      // seat; card
	eventKeep      = "keep"      // seat; card, and kept for the seat
	eventDiscard   = "discard"   // seat; discarded, if all can see it, card
	eventGive      = "give"      // seat; to, and given for both
	eventShuffle   = "shuffle"   // cards
	eventRoundEnd  = "round_end" // no facts
	eventSeason    = "season"    // moved, year, space, season
	eventLibrary   = "library"   // seat; year, cards
	eventOver      = "over"      // no facts
)
