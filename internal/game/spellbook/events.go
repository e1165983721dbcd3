package spellbook

// The kinds of events, each with its seat, its public facts and its private ones. A fact is a number unless it is
// marked as a string, and ? marks a fact that may be missing. web/types makes types of them.
const (
	eventDay       = "day"       // seat; round
	eventUsed      = "used"      // seat; spell, colour: string, level, copied
	eventSkipped   = "skipped"   // seat; phase: string
	eventTook      = "took"      // seat; materia: string, to: string
	eventDrew      = "drew"      // seat; materia: string, to: string
	eventStored    = "stored"    // seat; materia: string, from: string
	eventDiscarded = "discarded" // seat; materia: string, n, from: string
	eventExchanged = "exchanged" // seat; taken: string, put: string, with: string
	eventLearned   = "learned"   // seat; spell, colour: string, level, materia: string, jokers, triples
	eventSpent     = "spent"     // seat; materia: string, n
	eventRaised    = "raised"    // seat; spell, colour: string, level
	eventLowered   = "lowered"   // seat; spell, colour: string, level
	eventGiven     = "given"     // seat; materia: string, to: string
	eventAltar     = "altar"     // n
	eventBag       = "bag"       // n
	eventEnding    = "ending"    // seat; cause: string
	eventOver      = "over"      // no facts
)
