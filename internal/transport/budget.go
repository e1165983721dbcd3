package transport

import (
	"net/netip"

	"archmage/internal/coded"
)

// addressShare is how many people at once one address may stand for: a family, a
// class, a club.
const addressShare = 4

// framesShare is how many connections' worth of frames one address may send.
const framesShare = 5

// budget bounds how much the server stores for clients. A frame is checked against it
// before anything else is done for it.
type budget struct {
	answers   *meters[presence]
	persons   *meters[string]
	addresses *meters[netip.Addr]
}

func newBudget(l *Limits) *budget {
	return &budget{
		answers:   newMeters[presence](l.MessageRate, float64(l.MessageBurst)),
		persons:   newMeters[string](l.ChangeRate, float64(l.ChangeBurst)),
		addresses: newMeters[netip.Addr](addressShare*l.ChangeRate, addressShare*float64(l.ChangeBurst)),
	}
}

// checkSpace refuses writes that can wait while hardly any space is left.
func (s *core) checkSpace() error {
	if s.options.Storage != nil && s.options.Storage().Low {
		s.metrics.refused.WithLabelValues("space").Inc()
		return coded.Errorf(CodeNoSpace, "the server is running out of space: matches in progress go on, nothing else does")
	}
	return nil
}

// allow counts a change by a person at an address, and reports whether both are within
// their limits.
func (b *budget) allow(person string, addr netip.Addr) bool {
	if _, ok := b.persons.allow(person); !ok {
		return false
	}
	_, ok := b.addresses.allow(addr)
	return ok
}
