package web

import (
	"net/http"
	"net/netip"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/people"
)

// AddressShare is how many people at once one address may stand for: a family, a
// class, a club.
const AddressShare = 4

// FramesShare is how many connections' worth of frames one address may send.
const FramesShare = 5

// Budget bounds how much the server stores for clients. A frame is checked against it
// before anything else is done for it.
type Budget struct {
	persons   *Meters[string]
	addresses *Meters[netip.Addr]
}

func newBudget(l *Limits) *Budget {
	return &Budget{
		persons:   NewMeters[string](l.ChangeRate, float64(l.ChangeBurst)),
		addresses: NewMeters[netip.Addr](AddressShare*l.ChangeRate, AddressShare*float64(l.ChangeBurst)),
	}
}

// CheckSpace refuses writes that can wait while hardly any space is left.
func (s *Base) CheckSpace() error {
	if s.options.Storage != nil && s.options.Storage().Low {
		s.Refused.WithLabelValues("space").Inc()
		return coded.Errorf(
			CodeNoSpace,
			"the server is running out of space: matches in progress go on, nothing else does",
		)
	}
	return nil
}

// Allow counts a change by a person at an address, and reports whether both are within
// their limits.
func (b *Budget) Allow(person string, addr netip.Addr) bool {
	if _, ok := b.persons.Allow(person); !ok {
		return false
	}
	_, ok := b.addresses.Allow(addr)
	return ok
}

// CountChange counts a request that changes something, or refuses it if there are too
// many of them or hardly any space is left.
func (s *Base) CountChange(r *http.Request, by people.Person) error {
	if err := s.CheckSpace(); err != nil {
		return err
	}
	if !s.Changes.Allow(by.ID, s.ClientAddr(r)) {
		s.Refused.WithLabelValues("changes").Inc()
		return coded.Errorf(lobby.CodeTooFast, "too many changes in a short time; try again in a moment")
	}
	return nil
}
