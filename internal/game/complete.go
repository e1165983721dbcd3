package game

import (
	"math/rand/v2"
	"slices"

	"archmage/internal/coded"
)

// aloneOneIn is how rarely an option that is a whole answer by itself (mostly
// "back") is chosen while a regular answer exists: once in so many.
const aloneOneIn = 16

// bounds is what the options of a decision allow, its groups left aside.
type bounds struct {
	// min and max are the sums over all options that are not Alone.
	min, max int
	// low and high bound the number of choices of a regular answer. There is
	// none if low is above high.
	low, high int
	// alone counts the Alone options.
	alone int
}

// Complete completes a partial answer to a legal one and returns its choices in the memory of
// picks. The choices in picks stay; further ones are added, as few as possible and the first that
// fit if random is nil, and otherwise as drawn from random. Every legal answer that holds the
// choices can then come up; from no choices an Alone option is drawn rarely while there is a
// regular answer. With or without random, it is found always when there is no other.
//
// Complete fails with a code of [Decision.Check] if no legal answer holds the choices. From no
// choices it allocates nothing once picks has grown large enough.
func (d *Decision) Complete(picks []Pick, random rand.Source) ([]Pick, error) {
	if len(d.Options) > MaxOptions || len(d.Groups) > maxGroups {
		return picks[:0], coded.Errorf(
			CodeBadCount, "%d options and %d groups are too many", len(d.Options), len(d.Groups),
		)
	}
	if len(picks) > 0 {
		return d.completeFrom(picks, random)
	}
	b := measure(d)
	if b.alone > 0 && (b.low > b.high || random != nil && random.Uint64()%aloneOneIn == 0) {
		return pickAlone(d, b.alone, random, picks), nil
	}
	ok := b.low <= b.high
	if ok && len(d.Groups) == 0 {
		return pickCounts(d, &b, random, picks), nil
	}
	if ok {
		picks, ok = pickGroups(d, &b, random, picks)
	}
	switch {
	case ok:
		return picks, nil
	case b.alone > 0:
		return pickAlone(d, b.alone, random, picks), nil
	}
	return picks, coded.Errorf(CodeBadCount, "there is no legal answer")
}

// completeFrom completes choices that have been made: it completes the empty
// answer to the decision that is left once they are taken off its bounds.
func (d *Decision) completeFrom(picks []Pick, random rand.Source) ([]Pick, error) {
	left := BorrowDecision()
	defer left.GiveBack()
	left.Ordered, left.Min, left.Max = d.Ordered, d.Min, d.Max
	left.Groups = append(left.Groups, d.Groups...)
	left.Options = append(left.Options, d.Options...)
	for i, pick := range picks {
		at := d.find(pick.Key)
		if at < 0 {
			return picks, coded.Errorf(CodeUnknownOption, "choice %d is not among the options", i+1)
		}
		option := &left.Options[at]
		switch {
		case option.Alone:
			return picks, d.checkAlone(Answer{Picks: picks})
		case pick.N == 0 || pick.N > option.Max:
			return picks, coded.Errorf(CodeBadCount, "choice %d is chosen too often or not at all", i+1)
		case len(d.Groups) > 0 && (int(pick.Group) >= len(d.Groups) || option.Groups>>pick.Group&1 == 0):
			return picks, coded.Errorf(CodeBadGroup, "choice %d cannot go there", i+1)
		case len(d.Groups) == 0 && pick.Group != 0:
			return picks, coded.Errorf(CodeBadGroup, "choice %d names a group, and there are none", i+1)
		}
		option.Max -= pick.N
		option.Min -= min(option.Min, pick.N)
		left.Min -= int(pick.N)
		left.Max -= int(pick.N)
		if len(d.Groups) > 0 {
			left.Groups[pick.Group].Min -= int(pick.N)
			left.Groups[pick.Group].Max -= int(pick.N)
		}
	}
	left.Min = max(0, left.Min)
	left.Options = slices.DeleteFunc(left.Options, func(o Option) bool { return o.Alone })
	for i := range left.Groups {
		left.Groups[i].Min = max(0, left.Groups[i].Min)
		if left.Groups[i].Max < 0 {
			return picks, coded.Errorf(CodeBadGroup, "%q has too many", left.Groups[i].ID)
		}
	}
	rest, err := left.Complete(nil, random)
	if err != nil {
		return picks, coded.Errorf(CodeBadCount, "no legal answer holds these choices")
	}
	if d.Ordered {
		return append(picks, rest...), nil
	}
	whole := picks[:0]
	for _, pick := range append(slices.Clone(picks), rest...) {
		whole = AddPick(whole, pick)
	}
	return whole, nil
}

// AddPick adds a choice to those of an answer in which the order
// does not matter: more of a choice that is there, or a new one.
func AddPick(picks []Pick, pick Pick) []Pick {
	for i := range picks {
		if picks[i].Key == pick.Key && picks[i].Group == pick.Group {
			picks[i].N += pick.N
			return picks
		}
	}
	return append(picks, pick)
}

// PlainAnswer returns the simplest answer to a decision: the suggested one, or else the first
// options that fit. It is empty if there is no legal answer.
func PlainAnswer(d *Decision) []Pick {
	if len(d.Suggested) > 0 {
		return slices.Clone(d.Suggested)
	}
	picks, _ := d.Complete(nil, nil)
	return picks
}

// Forced returns the only answer to a decision that leaves no choice, and whether
// it is such a decision. It does not look into groups of more than one option.
func (d *Decision) Forced() ([]Pick, bool) {
	b := measure(d)
	if b.low > b.high {
		if b.alone != 1 {
			return nil, false
		}
	} else {
		someOfMany := b.low > b.min && b.low < b.max && b.max > b.min && !d.oneSpare()
		if b.alone > 0 || b.low < b.high || someOfMany || len(d.Groups) > 1 || d.Ordered && b.low > 1 {
			return nil, false
		}
	}
	picks, err := d.Complete(nil, nil)
	return picks, err == nil
}

// oneSpare reports whether all that can be chosen beyond the minimums is one
// option, so that only its number is left to choose.
func (d *Decision) oneSpare() bool {
	n := 0
	for i := range d.Options {
		if spare(&d.Options[i]) > 0 {
			n++
		}
	}
	return n <= 1
}

// measure sums up what the options allow.
func measure(d *Decision) bounds {
	least, most, alone := 0, 0, 0
	possible := true
	for i := range d.Options {
		option := &d.Options[i]
		if option.Min > option.Max || (option.Alone && option.Min > 0) {
			possible = false
		}
		if option.Alone {
			alone++
			continue
		}
		least += int(option.Min)
		most += int(option.Max)
	}
	b := bounds{min: least, max: most, low: max(d.Min, least), high: min(d.Max, most), alone: alone}
	if !possible {
		b.low, b.high = 1, 0
	}
	return b
}

// pickAlone draws one of the n Alone options.
func pickAlone(d *Decision, n int, rng rand.Source, picks []Pick) []Pick {
	skip := below(rng, n)
	for i := range d.Options {
		if !d.Options[i].Alone {
			continue
		}
		if skip == 0 {
			return append(picks, Pick{Key: d.Options[i].Key, N: 1})
		}
		skip--
	}
	return picks
}

// pickCounts draws a regular answer to a decision without groups.
func pickCounts(d *Decision, b *bounds, rng rand.Source, picks []Pick) []Pick {
	if b.high == 1 && b.low == 1 && b.min == 0 {
		return pickOne(d, b.max, rng, picks) // by far the most frequent question
	}
	var counts [MaxOptions]uint8
	drawCounts(d, b, rng, &counts)
	for i := range d.Options {
		if counts[i] > 0 {
			picks = appendPick(d, picks, Pick{Key: d.Options[i].Key, N: counts[i]})
		}
	}
	if d.Ordered {
		shuffle(rng, picks)
	}
	return picks
}

// drawCounts draws how often each option is chosen.
func drawCounts(d *Decision, b *bounds, rng rand.Source, counts *[MaxOptions]uint8) {
	extra := b.low - b.min + below(rng, b.high-b.low+1)
	left := b.max - b.min
	// Draw what is chosen beyond the minimums, or what is left out, whichever
	// is less. Meanwhile counts holds what can still be drawn.
	leaveOut := rng != nil && 2*extra > left
	draws := extra
	if leaveOut {
		draws = left - extra
	}
	for i := range d.Options {
		counts[i] = spare(&d.Options[i])
	}
	for ; draws > 0; draws-- {
		n, i := below(rng, left), 0
		for n >= int(counts[i]) {
			n -= int(counts[i])
			i++
		}
		counts[i]--
		left--
	}
	for i := range d.Options {
		switch option := &d.Options[i]; {
		case option.Alone:
		case leaveOut:
			counts[i] += option.Min
		default:
			counts[i] = option.Max - counts[i]
		}
	}
}

// pickOne draws a single choice out of n, where no option has a minimum.
func pickOne(d *Decision, n int, rng rand.Source, picks []Pick) []Pick {
	n = below(rng, n)
	for i := range d.Options {
		option := &d.Options[i]
		if more := int(spare(option)); n >= more {
			n -= more
			continue
		}
		return append(picks, Pick{Key: option.Key, N: 1})
	}
	return picks
}

// spare returns how often the option may be chosen beyond its minimum, as part of a regular answer.
func spare(option *Option) uint8 {
	if option.Alone {
		return 0
	}
	return option.Max - option.Min
}

// appendPick adds a choice, one by one where the order matters.
func appendPick(d *Decision, picks []Pick, pick Pick) []Pick {
	if !d.Ordered {
		return append(picks, pick)
	}
	n := pick.N
	pick.N = 1
	for ; n > 0; n-- {
		picks = append(picks, pick)
	}
	return picks
}

// below draws a number from 0 to n-1, for a small n, and spends nothing where
// n is 1. Without a stream it is 0.
func below(rng rand.Source, n int) int {
	if n <= 1 || rng == nil {
		return 0
	}
	return int(uint64(uint32(rng.Uint64())) * uint64(n) >> 32)
}

// shuffle puts the choices into a random order, if there is a stream.
func shuffle(rng rand.Source, picks []Pick) {
	if rng == nil {
		return
	}
	for i := len(picks) - 1; i > 0; i-- {
		j := below(rng, i+1)
		picks[i], picks[j] = picks[j], picks[i]
	}
}
