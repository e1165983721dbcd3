package game

import (
	"math/bits"
	"math/rand/v2"
)

// tries is how often choices are put into groups blindly before the exact
// search. Nearly always the first try fits.
const tries = 4

// spread is a regular answer to a decision with groups while it is built.
type spread struct {
	d *Decision
	// groups is the set of all groups of the decision.
	groups uint8
	// counts says how often each option is chosen, in says into which group,
	// into how many choices each group gets.
	counts [MaxOptions]uint8
	in     [MaxOptions][maxGroups]uint8
	into   [maxGroups]int
	total  int
}

// pickGroups draws a regular answer to a decision with groups, or returns false if there is none.
func pickGroups(d *Decision, b *bounds, rng rand.Source, picks []Pick) ([]Pick, bool) {
	s := spread{d: d, groups: uint8(1<<len(d.Groups) - 1)}
	found := false
	for try := 0; try < tries && !found; try++ {
		found = s.blindly(b, rng)
	}
	if !found && !s.exactly(b, rng) {
		return picks, false
	}
	for i := range d.Options {
		if s.counts[i] == 0 {
			continue
		}
		for g := range d.Groups {
			if n := s.in[i][g]; n > 0 {
				picks = appendPick(d, picks, Pick{Key: d.Options[i].Key, N: n, Group: uint8(g)})
			}
		}
	}
	if d.Ordered {
		shuffle(rng, picks)
	}
	return picks, true
}

// blindly draws the counts first and then a group with room for every choice.
// Any legal answer may come out of it, but often none does.
func (s *spread) blindly(b *bounds, rng rand.Source) bool {
	s.clear()
	drawCounts(s.d, b, rng, &s.counts)
	n := len(s.d.Options)
	start := below(rng, n)
	for k := range n {
		i := (start + k) % n
		for range s.counts[i] {
			g, ok := draw(rng, s.enter(i)&s.roomy())
			if !ok {
				return false
			}
			s.in[i][g]++
			s.into[g]++
		}
	}
	return s.needy() == 0
}

// exactly finds a regular answer if there is one. It is a flow with lower bounds from options to
// groups: the options' minimums first, then the groups' minimums, with as few further choices as
// possible, then more choices up to a number drawn at random. Choices that are already made move to
// other groups where that makes room.
func (s *spread) exactly(b *bounds, rng rand.Source) bool {
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
			if !s.add(i, s.roomy(), rng) {
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
	want := low + below(rng, high-low+1)
	var stuck [MaxOptions]bool
	for s.total < want {
		i, ok := s.drawSpare(rng, &stuck)
		if !ok {
			break
		}
		// No room now means no room later, as choices are only added.
		stuck[i] = !s.add(i, s.roomy(), rng)
	}
	return s.total >= low
}

// fillGroups brings every group up to its minimum, if that is possible.
func (s *spread) fillGroups(rng rand.Source) bool {
	// First with choices that other groups can spare: the total stays.
	for s.needy() != 0 {
		from, to, ok := s.move(s.rich(), s.needy(), rng)
		if !ok {
			break
		}
		s.into[from]--
		s.into[to]++
	}
	var stuck [MaxOptions]bool
	for s.needy() != 0 {
		i, ok := s.drawSpare(rng, &stuck)
		if !ok {
			return false
		}
		stuck[i] = !s.add(i, s.needy(), rng)
	}
	return true
}

// add chooses an option once more so that one of the target groups grows, and
// reports whether that is possible.
func (s *spread) add(option int, target uint8, rng rand.Source) bool {
	first, last, ok := s.move(s.enter(option), target, rng)
	if !ok {
		return false
	}
	s.in[option][first]++
	s.counts[option]++
	s.into[last]++
	s.total++
	return true
}

// move finds a way from one of the groups in start to one in target, over
// choices that can be moved to the next group of the way, and moves them. It
// returns the ends of the way; a group in both sets is a way by itself.
func (s *spread) move(start, target uint8, rng rand.Source) (first, last int, ok bool) {
	if g, ok := draw(rng, start&target); ok {
		return g, g, true
	}
	var queue, from, by [maxGroups]uint8
	seen, n := start, 0
	for set := start; set != 0; set &= set - 1 {
		queue[n] = uint8(bits.TrailingZeros8(set))
		n++
	}
	for at := 0; at < n; at++ {
		g := queue[at]
		for i := range s.d.Options {
			if s.in[i][g] == 0 {
				continue
			}
			for next := s.enter(i) &^ seen; next != 0; next &= next - 1 {
				h := uint8(bits.TrailingZeros8(next))
				from[h], by[h] = g, uint8(i)
				seen |= 1 << h
				if target>>h&1 == 1 {
					return s.shift(start, h, &from, &by), int(h), true
				}
				queue[n] = h
				n++
			}
		}
	}
	return 0, 0, false
}

// shift moves one choice along every part of a way, from its end back to the
// group in start that it begins with, and returns that group.
func (s *spread) shift(start, last uint8, from, by *[maxGroups]uint8) int {
	h := last
	for start>>h&1 == 0 {
		s.in[by[h]][from[h]]--
		s.in[by[h]][h]++
		h = from[h]
	}
	return int(h)
}

// drawSpare draws an option that may be chosen once more and is not stuck.
func (s *spread) drawSpare(rng rand.Source, stuck *[MaxOptions]bool) (int, bool) {
	n := len(s.d.Options)
	if n == 0 {
		return 0, false
	}
	start := below(rng, n)
	for k := range n {
		i := (start + k) % n
		if option := &s.d.Options[i]; !option.Alone && !stuck[i] && s.counts[i] < option.Max {
			return i, true
		}
	}
	return 0, false
}

func (s *spread) clear() {
	n := len(s.d.Options)
	clear(s.counts[:n])
	clear(s.in[:n])
	s.into = [maxGroups]int{}
	s.total = 0
}

// enter returns the groups that the option may enter.
func (s *spread) enter(option int) uint8 { return s.d.Options[option].Groups & s.groups }

// where returns the groups of which the number of their choices holds.
func (s *spread) where(holds func(choices int, g *Group) bool) uint8 {
	var set uint8
	for g := range s.d.Groups {
		if holds(s.into[g], &s.d.Groups[g]) {
			set |= 1 << g
		}
	}
	return set
}

// roomy returns the groups below their maximum, needy those below their minimum, and rich those
// above it.
func (s *spread) roomy() uint8 { return s.where(func(n int, g *Group) bool { return n < g.Max }) }
func (s *spread) needy() uint8 { return s.where(func(n int, g *Group) bool { return n < g.Min }) }
func (s *spread) rich() uint8  { return s.where(func(n int, g *Group) bool { return n > g.Min }) }

// draw draws one group of the set, or returns false if it is empty.
func draw(rng rand.Source, set uint8) (int, bool) {
	if set == 0 {
		return 0, false
	}
	for skip := below(rng, bits.OnesCount8(set)); skip > 0; skip-- {
		set &= set - 1
	}
	return bits.TrailingZeros8(set), true
}
