package client

import (
	"math/rand/v2"
	"slices"

	"archmage/internal/game"
)

// aloneOneIn is how rarely an option that is a whole answer by itself is chosen
// while there is another answer: once in so many.
const aloneOneIn = 16

// RandomAnswer draws a legal answer out of nothing but the text of a decision:
// the bounds of its options, of its groups and of the whole. It returns nil if
// there is no legal answer, and an empty list where choosing nothing is one.
func RandomAnswer(d *game.DecisionText, rng *rand.Rand) []game.PickText {
	var alone []string
	for i := range d.Options {
		if d.Options[i].Alone {
			alone = append(alone, d.Options[i].ID)
		}
	}
	if len(alone) == 0 || rng.IntN(aloneOneIn) > 0 {
		f := newFilling(d, rng)
		if f.fill() {
			return f.picks()
		}
	}
	if len(alone) == 0 {
		return nil
	}
	return []game.PickText{{Option: alone[rng.IntN(len(alone))], N: 1}}
}

// filling is an answer while it is made: so many choices of each option in each
// group. A decision without groups is one with a single group that takes all.
type filling struct {
	rng     *rand.Rand
	d       *game.DecisionText
	options []game.OptionText // that are not a whole answer by themselves
	groups  []game.GroupText
	enter   [][]int // the groups that each option may enter
	in      [][]int // how often each option is in each group
	into    []int   // how much each group has
	total   int
}

func newFilling(d *game.DecisionText, rng *rand.Rand) *filling {
	f := &filling{rng: rng, d: d, groups: d.Groups}
	if len(f.groups) == 0 {
		f.groups = []game.GroupText{{Min: 0, Max: d.Max}}
	}
	for _, option := range d.Options {
		if option.Alone {
			continue
		}
		var enter []int
		for g := range f.groups {
			if len(d.Groups) == 0 || slices.Contains(option.Groups, f.groups[g].ID) {
				enter = append(enter, g)
			}
		}
		f.options = append(f.options, option)
		f.enter = append(f.enter, enter)
		f.in = append(f.in, make([]int, len(f.groups)))
	}
	f.into = make([]int, len(f.groups))
	return f
}

// fill makes the answer and reports whether it is legal. It never has to take a
// choice back: it only moves choices from one group to another where that makes
// room, so nothing that fits is missed.
func (f *filling) fill() bool {
	for o := range f.options {
		for range f.options[o].Min {
			if !f.add(o) {
				return false
			}
		}
	}
	for g := range f.groups {
		for f.into[g] < f.groups[g].Min {
			if !f.feed(g, make([]bool, len(f.groups)), false) && !f.feed(g, make([]bool, len(f.groups)), true) {
				return false
			}
		}
	}
	low, high := max(f.d.Min, f.total), f.d.Max
	if low > high {
		return false
	}
	spare := 0
	for o := range f.options {
		spare += int(f.options[o].Max) - f.chosen(o)
	}
	high = max(low, min(high, f.total+spare))
	for want := low + f.rng.IntN(high-low+1); f.total < want; {
		if !f.addAny() {
			break
		}
	}
	return f.total >= low
}

// chosen returns how often an option is chosen.
func (f *filling) chosen(o int) int {
	n := 0
	for _, in := range f.in[o] {
		n += in
	}
	return n
}

// addAny chooses some option once more, as likely as it may still be chosen.
func (f *filling) addAny() bool {
	var bag []int
	for o := range f.options {
		for range int(f.options[o].Max) - f.chosen(o) {
			bag = append(bag, o)
		}
	}
	f.rng.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
	return slices.ContainsFunc(bag, f.add)
}

// add chooses an option once more, if some group has or can make room for it.
func (f *filling) add(o int) bool {
	if !f.place(o, make([]bool, len(f.groups))) {
		return false
	}
	f.total++
	return true
}

// place puts one choice of an option into a group that was not looked at.
func (f *filling) place(o int, seen []bool) bool {
	for _, g := range f.shuffled(f.enter[o]) {
		if seen[g] {
			continue
		}
		if f.into[g] < f.groups[g].Max {
			seen[g] = true
			f.in[o][g]++
			f.into[g]++
			return true
		}
	}
	for _, g := range f.shuffled(f.enter[o]) {
		if seen[g] {
			continue
		}
		seen[g] = true
		for p := range f.options {
			if f.in[p][g] > 0 && f.place(p, seen) {
				f.in[p][g]--
				f.in[o][g]++
				return true
			}
		}
	}
	return false
}

// feed gives a group one choice more: of an option that may still be chosen, if
// the answer may grow, or out of a group that has more than it needs or that
// can be fed in turn.
func (f *filling) feed(g int, seen []bool, grow bool) bool {
	seen[g] = true
	for _, o := range f.rng.Perm(len(f.options)) {
		if !slices.Contains(f.enter[o], g) {
			continue
		}
		if grow && f.chosen(o) < int(f.options[o].Max) {
			f.in[o][g]++
			f.into[g]++
			f.total++
			return true
		}
		for h := range f.groups {
			if seen[h] || f.in[o][h] == 0 {
				continue
			}
			if f.into[h] <= f.groups[h].Min && !f.feed(h, seen, grow) {
				continue
			}
			f.in[o][h]--
			f.into[h]--
			f.in[o][g]++
			f.into[g]++
			return true
		}
	}
	return false
}

// shuffled returns the numbers in any order.
func (f *filling) shuffled(list []int) []int {
	list = slices.Clone(list)
	f.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// picks returns the answer as it is sent.
func (f *filling) picks() []game.PickText {
	list := []game.PickText{}
	for o := range f.options {
		for g, n := range f.in[o] {
			pick := game.PickText{Option: f.options[o].ID, N: n}
			if len(f.d.Groups) > 0 {
				pick.Group = f.groups[g].ID
			}
			switch {
			case n == 0:
			case f.d.Ordered:
				pick.N = 1
				list = append(list, slices.Repeat([]game.PickText{pick}, n)...)
			default:
				list = append(list, pick)
			}
		}
	}
	if f.d.Ordered {
		f.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list
}
