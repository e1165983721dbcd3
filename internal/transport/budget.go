package transport

import (
	"net/netip"

	"archmage/internal/coded"
)

// addressShare is how many people at once one address may stand for: a family, a
// class, a club.
const addressShare = 4

// framesShare is how many connections one address may keep busy.
const framesShare = 5

// budget bounds how much is stored for what clients send. It is asked before
// anything else is done for a frame.
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

// checkSpace refuses what can wait while there is hardly space left.
func (s *core) checkSpace() error {
	if s.options.Storage != nil && s.options.Storage().Low {
		s.metrics.refused.WithLabelValues("space").Inc()
		return coded.Errorf(CodeNoSpace, "the server is running out of space: matches in progress go on, nothing else does")
	}
	return nil
}

// allow counts a change of a person at an address, and returns whether it is not
// too many.
func (b *budget) allow(person string, addr netip.Addr) bool {
	if _, ok := b.persons.allow(person); !ok {
		return false
	}
	_, ok := b.addresses.allow(addr)
	return ok
}
