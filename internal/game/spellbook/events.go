package spellbook

// The kinds of events.
const (
	eventDay       = "day"       // seat; round
	eventUsed      = "used"      // seat; spell, colour, level, copied
	eventSkipped   = "skipped"   // seat; phase
	eventTook      = "took"      // seat; materia, to
	eventDrew      = "drew"      // seat; materia, to
	eventStored    = "stored"    // seat; materia, from
	eventDiscarded = "discarded" // seat; materia, n, from
	eventExchanged = "exchanged" // seat; taken, put, with
	eventLearned   = "learned"   // seat; spell, colour, level, materia, jokers, triples
	eventSpent     = "spent"     // seat; materia, n
	eventRaised    = "raised"    // seat; spell, colour, level
	eventLowered   = "lowered"   // seat; spell, colour, level
	eventGiven     = "given"     // seat; materia, to
	eventAltar     = "altar"     // cleared; n
	eventBag       = "bag"       // refilled; n
	eventEnding    = "ending"    // seat; cause
	eventOver      = "over"
)
