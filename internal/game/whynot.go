package game

// WhyNot is the reason why something cannot be done now, as a code for which clients have a text.
type WhyNot string

// Possible means that there is no reason: it can be done.
const Possible WhyNot = ""

// When returns the reason if the condition holds, and [Possible] otherwise.
func (r WhyNot) When(holds bool) WhyNot {
	if holds {
		return r
	}
	return Possible
}
