package transport

import (
	"net/netip"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/room"
)

// addressShare is how many people at once one address may stand for: a family, a
// class, a club.
const addressShare = 4

// budget bounds how much is stored for what clients send. It is asked before
// anything else is done for a frame.
type budget struct {
	answers   *meters[presence]
	persons   *meters[string]
	addresses *meters[netip.Addr]
}

func newBudget(l *Limits) *budget {
	return &budget{
		answers:   newMeters[presence](l.MessageRate, l.MessageBurst),
		persons:   newMeters[string](l.ChangeRate, l.ChangeBurst),
		addresses: newMeters[netip.Addr](addressShare*l.ChangeRate, addressShare*l.ChangeBurst),
	}
}

// check counts a frame for who sends it, or refuses it.
func (b *budget) check(c *conn, kind string) error {
	ok := true
	switch room.Kind(kind) {
	case room.KindAnswer:
		_, ok = b.answers.allow(c.presence())
	default:
		if _, ok = b.persons.allow(c.person.ID); ok {
			_, ok = b.addresses.allow(c.addr)
		}
	}
	if !ok {
		c.server.metrics.refused.WithLabelValues("changes").Inc()
		return coded.Errorf(lobby.CodeTooFast, "too many changes in a short time; try again in a moment")
	}
	return nil
}
