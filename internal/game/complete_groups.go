package game

import (
	"math/bits"
	"math/rand/v2"
)

// randomTries is the number of attempts to put choices into random groups before the exact search.
// The first attempt nearly always succeeds.
const randomTries = 4

// groupedAnswer is a regular answer to a decision with groups that is being built.
type groupedAnswer struct {
	d *Decision
	// groups is the set of all groups of the decision.
	groups uint8
	// counts has the number of choices of each option.
	counts []uint16
	// inGroup has the number of choices of each option in each group.
	inGroup [][maxGroups]uint16
	// blocked has the options that cannot be chosen once more.
	blocked []bool
	// groupSizes has the number of choices in each group.
	groupSizes [maxGroups]int
	total      int
}

// groupedMemory is the memory of a groupedAnswer to a decision with few options.
type groupedMemory struct {
	counts  [fewOptions]uint16
	inGroup [fewOptions][maxGroups]uint16
	blocked [fewOptions]bool
}

// newGroupedAnswer returns an empty answer, in the given memory unless the decision has too many options.
func newGroupedAnswer(d *Decision, memory *groupedMemory) groupedAnswer {
	s := groupedAnswer{
		d: d, groups: uint8(1<<len(d.Groups) - 1),
		counts: memory.counts[:], inGroup: memory.inGroup[:], blocked: memory.blocked[:],
	}
	if n := len(d.Options); n > fewOptions {
		s.counts, s.inGroup, s.blocked = make([]uint16, n), make([][maxGroups]uint16, n), make([]bool, n)
	}
	return s
}

// pickGroups draws a regular answer to a decision with groups, or returns false if there is none.
func pickGroups(d *Decision, b *bounds, rng rand.Source, picks []Pick) ([]Pick, bool) {
	var memory groupedMemory
	s := newGroupedAnswer(d, &memory)
	found := false
	for try := 0; try < randomTries && !found; try++ {
		found = s.tryRandom(b, rng)
	}
	if !found && !s.solve(b, rng) {
		return picks, false
	}
	for i := range d.Options {
		if s.counts[i] == 0 {
			continue
		}
		for g := range d.Groups {
			if n := s.inGroup[i][g]; n > 0 {
				picks = appendPick(d, picks, Pick{Key: d.Options[i].Key, N: n, Group: uint8(g)})
			}
		}
	}
	if d.Ordered {
		shuffle(rng, picks)
	}
	return picks, true
}

// tryRandom draws the counts first, and then a group with room for each choice. It can produce
// every legal answer, but it fails if a choice finds no room or a group stays below its minimum.
func (s *groupedAnswer) tryRandom(b *bounds, rng rand.Source) bool {
	s.clear()
	drawCounts(s.d, b, rng, s.counts)
	n := len(s.d.Options)
	start := randomBelow(rng, n)
	for k := range n {
		i := (start + k) % n
		for range s.counts[i] {
			g, ok := drawGroup(rng, s.allowedGroups(i)&s.groupsBelowMax())
			if !ok {
				return false
			}
			s.inGroup[i][g]++
			s.groupSizes[g]++
		}
	}
	return s.groupsBelowMin() == 0
}

// solve finds a regular answer if there is one. It solves a flow problem with lower bounds, from
// options to groups: first the options' minimums, then the groups' minimums with as few further
// choices as possible, then more choices up to a number drawn at random. It moves earlier choices
// to other groups where that makes room.
func (s *groupedAnswer) solve(b *bounds, rng rand.Source) bool {
	s.clear()
	room := 0
	for _, g := range s.d.Groups {
		if g.Min > g.Max {
			return false
		}
		room += g.Max
	}
	for i := range s.d.Options {
		if s.d.Options[i].Alone {
			continue
		}
		for range s.d.Options[i].Min {
			if !s.add(i, s.groupsBelowMax(), rng) {
				return false
			}
		}
	}
	if !s.fillGroups(rng) {
		return false
	}
	low, high := max(s.total, b.low), min(b.high, room)
	if low > high {
		return false
	}
	want := low + randomBelow(rng, high-low+1)
	clear(s.blocked)
	for s.total < want {
		i, ok := s.drawSpare(rng)
		if !ok {
			break
		}
		// An option without room now has no room later, because choices are only added.
		s.blocked[i] = !s.add(i, s.groupsBelowMax(), rng)
	}
	return s.total >= low
}

func (s *groupedAnswer) fillGroups(rng rand.Source) bool {
	// First move choices from groups that can spare them, which keeps the total.
	for s.groupsBelowMin() != 0 {
		from, to, ok := s.move(s.groupsAboveMin(), s.groupsBelowMin(), rng)
		if !ok {
			break
		}
		s.groupSizes[from]--
		s.groupSizes[to]++
	}
	clear(s.blocked)
	for s.groupsBelowMin() != 0 {
		i, ok := s.drawSpare(rng)
		if !ok {
			return false
		}
		s.blocked[i] = !s.add(i, s.groupsBelowMin(), rng)
	}
	return true
}

// add chooses an option once more, so that one of the target groups grows. It returns false if that
// is impossible.
func (s *groupedAnswer) add(option int, target uint8, rng rand.Source) bool {
	first, last, ok := s.move(s.allowedGroups(option), target, rng)
	if !ok {
		return false
	}
	s.inGroup[option][first]++
	s.counts[option]++
	s.groupSizes[last]++
	s.total++
	return true
}

// move finds a path from a group in start to a group in target. Each step of the path is a choice
// that can go from one group to the next; move makes all these steps. It returns the two ends of
// the path. A group that is in both sets is a path by itself.
func (s *groupedAnswer) move(start, target uint8, rng rand.Source) (first, last int, ok bool) {
	if g, ok := drawGroup(rng, start&target); ok {
		return g, g, true
	}
	var queue, from [maxGroups]uint8
	var via [maxGroups]uint16
	seen, n := start, 0
	for set := start; set != 0; set &= set - 1 {
		queue[n] = uint8(bits.TrailingZeros8(set))
		n++
	}
	for head := 0; head < n; head++ {
		g := queue[head]
		for i := range s.d.Options {
			if s.inGroup[i][g] == 0 {
				continue
			}
			for next := s.allowedGroups(i) &^ seen; next != 0; next &= next - 1 {
				h := uint8(bits.TrailingZeros8(next))
				from[h], via[h] = g, uint16(i)
				seen |= 1 << h
				if target>>h&1 == 1 {
					return s.shift(start, h, &from, &via), int(h), true
				}
				queue[n] = h
				n++
			}
		}
	}
	return 0, 0, false
}

// shift moves one choice along each step of a path, from its end back to its first group, and
// returns that group.
func (s *groupedAnswer) shift(start, last uint8, from *[maxGroups]uint8, via *[maxGroups]uint16) int {
	h := last
	for start>>h&1 == 0 {
		s.inGroup[via[h]][from[h]]--
		s.inGroup[via[h]][h]++
		h = from[h]
	}
	return int(h)
}

// drawSpare draws an option that may be chosen once more.
func (s *groupedAnswer) drawSpare(rng rand.Source) (int, bool) {
	n := len(s.d.Options)
	if n == 0 {
		return 0, false
	}
	start := randomBelow(rng, n)
	for k := range n {
		i := (start + k) % n
		if option := &s.d.Options[i]; !option.Alone && !s.blocked[i] && s.counts[i] < option.Max {
			return i, true
		}
	}
	return 0, false
}

func (s *groupedAnswer) clear() {
	n := len(s.d.Options)
	clear(s.counts[:n])
	clear(s.inGroup[:n])
	s.groupSizes = [maxGroups]int{}
	s.total = 0
}

func (s *groupedAnswer) allowedGroups(option int) uint8 { return s.d.Options[option].Groups & s.groups }

// groupsWhere returns the groups for which holds is true, given their numbers of choices.
func (s *groupedAnswer) groupsWhere(holds func(choices int, g *Group) bool) uint8 {
	var set uint8
	for g := range s.d.Groups {
		if holds(s.groupSizes[g], &s.d.Groups[g]) {
			set |= 1 << g
		}
	}
	return set
}

func (s *groupedAnswer) groupsBelowMax() uint8 {
	return s.groupsWhere(func(n int, g *Group) bool { return n < g.Max })
}

func (s *groupedAnswer) groupsBelowMin() uint8 {
	return s.groupsWhere(func(n int, g *Group) bool { return n < g.Min })
}

func (s *groupedAnswer) groupsAboveMin() uint8 {
	return s.groupsWhere(func(n int, g *Group) bool { return n > g.Min })
}

// drawGroup draws one group from the set, or returns false if the set is empty.
func drawGroup(rng rand.Source, set uint8) (int, bool) {
	if set == 0 {
		return 0, false
	}
	for skip := randomBelow(rng, bits.OnesCount8(set)); skip > 0; skip-- {
		set &= set - 1
	}
	return bits.TrailingZeros8(set), true
}
