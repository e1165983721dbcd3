package moderation

import (
	"net/netip"
	"time"

	"github.com/gaissmai/bart"
)

// banIndex finds the bans that apply to a person or an address without a search through all bans. It is never
// changed.
type banIndex struct {
	// list is in the order in which the bans were added. The maps have indices into it.
	list     []Ban
	persons  map[string][]int
	networks bart.Table[[]int]
}

func newBanIndex(list []Ban) *banIndex {
	x := &banIndex{list: list, persons: map[string][]int{}}
	for i := range list {
		ban := &list[i]
		if ban.Identity != "" {
			x.persons[ban.Identity] = append(x.persons[ban.Identity], i)
		}
		if ban.Address.IsValid() {
			others, _ := x.networks.Get(ban.Address)
			x.networks.Insert(ban.Address, append(others, i))
		}
	}
	return x
}

// ofPerson returns a ban of a person with the scope, or nil.
func (x *banIndex) ofPerson(person string, scope Scope, now time.Time) *Ban {
	if person == "" {
		return nil
	}
	return x.first(x.persons[person], scope, now)
}

// ofAddress returns a ban of a network to which an address belongs, or nil.
func (x *banIndex) ofAddress(addr netip.Addr, now time.Time) *Ban {
	if !addr.IsValid() {
		return nil
	}
	for _, indices := range x.networks.Supernets(netip.PrefixFrom(addr, addr.BitLen())) {
		if ban := x.first(indices, FromServer, now); ban != nil {
			return ban
		}
	}
	return nil
}

// first returns the first ban at these indices that has the scope and is not over, or nil.
func (x *banIndex) first(indices []int, scope Scope, now time.Time) *Ban {
	for _, i := range indices {
		if ban := &x.list[i]; ban.Scope == scope && !ban.hasEnded(now) {
			return ban
		}
	}
	return nil
}
