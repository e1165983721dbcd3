package game

// WhyNot says why something cannot be done now, in a word that clients have a text for.
type WhyNot string

// Possible is no reason: it can be done.
const Possible WhyNot = ""

// When returns the reason if it holds, or else [Possible].
func (r WhyNot) When(holds bool) WhyNot {
	if holds {
		return r
	}
	return Possible
}
