package transport

import (
	"net/netip"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/room"
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

// goesOn are the frames by which a match in progress goes on, besides answers.
var goesOn = []room.Kind{room.KindUndo, room.KindConcede, room.KindPropose, room.KindReply, room.KindReturn}

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

// check counts a frame for who sends it, or refuses it.
func (b *budget) check(c *conn, kind string) error {
	ok := true
	switch room.Kind(kind) {
	case room.KindAnswer:
		_, ok = b.answers.allow(c.presence())
	default:
		if err := c.server.checkSpace(); err != nil && !slices.Contains(goesOn, room.Kind(kind)) {
			return err
		}
		ok = b.allow(c.person.ID, c.addr)
	}
	if !ok {
		c.server.metrics.refused.WithLabelValues("changes").Inc()
		return coded.Errorf(lobby.CodeTooFast, "too many changes in a short time; try again in a moment")
	}
	return nil
}
