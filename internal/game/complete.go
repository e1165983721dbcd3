package game

import (
	"math/rand/v2"
	"slices"

	"archmage/internal/coded"
)

// aloneOneIn is the number of random answers of which one is an Alone option (usually "back"), if a
// regular answer exists.
const aloneOneIn = 16

// manyDraws is the number of choices above which a number is not drawn one by one.
const manyDraws = 255

// bounds has the limits that a decision sets for the number of choices, without its groups. A
// regular answer is an answer without an Alone option.
type bounds struct {
	// min and max are the sums over all options that are not Alone.
	min, max int
	// low and high bound the number of choices of a regular answer. If low is above high, no
	// regular answer exists.
	low, high int
	// aloneCount is the number of Alone options.
	aloneCount int
}

// Complete adds choices to picks until they are a legal answer, and returns the answer in the
// memory of picks. If random is nil, it adds as few choices as possible, the first that fit.
// Otherwise it draws the choices and their number, so that every legal answer that contains picks
// can result. If picks is empty and a regular answer exists, an Alone option is drawn only rarely.
// If no regular answer exists, an Alone option is chosen, even if random is nil.
//
// Complete fails with a code of [Decision.Check] if no legal answer contains picks. It allocates
// nothing if picks is empty and has room for the answer, and the decision has at most 64 options.
func (d *Decision) Complete(picks []Pick, random rand.Source) ([]Pick, error) {
	if len(d.Options) > MaxOptions || len(d.Groups) > maxGroups {
		return picks[:0], coded.Errorf(
			CodeBadCount, "%d options and %d groups are too many", len(d.Options), len(d.Groups),
		)
	}
	if len(picks) > 0 {
		return d.completeFrom(picks, random)
	}
	b := boundsOf(d)
	if b.aloneCount > 0 && (b.low > b.high || random != nil && random.Uint64()%aloneOneIn == 0) {
		return pickAlone(d, b.aloneCount, random, picks), nil
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
	case b.aloneCount > 0:
		return pickAlone(d, b.aloneCount, random, picks), nil
	}
	return picks, coded.Errorf(CodeBadCount, "there is no legal answer")
}

// completeFrom completes an answer that already has choices. It subtracts the choices from the
// bounds of the decision and completes an empty answer to the reduced decision.
func (d *Decision) completeFrom(picks []Pick, random rand.Source) ([]Pick, error) {
	remaining := BorrowDecision()
	defer remaining.GiveBack()
	remaining.Ordered, remaining.Min, remaining.Max = d.Ordered, d.Min, d.Max
	remaining.Groups = append(remaining.Groups, d.Groups...)
	remaining.Options = append(remaining.Options, d.Options...)
	for i, pick := range picks {
		index := d.find(pick.Key)
		if index < 0 {
			return picks, coded.Errorf(CodeUnknownOption, "choice %d is not among the options", i+1)
		}
		option := &remaining.Options[index]
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
		remaining.Min -= int(pick.N)
		remaining.Max -= int(pick.N)
		if len(d.Groups) > 0 {
			remaining.Groups[pick.Group].Min -= int(pick.N)
			remaining.Groups[pick.Group].Max -= int(pick.N)
		}
	}
	remaining.Min = max(0, remaining.Min)
	remaining.Options = slices.DeleteFunc(remaining.Options, func(o Option) bool { return o.Alone })
	for i := range remaining.Groups {
		remaining.Groups[i].Min = max(0, remaining.Groups[i].Min)
		if remaining.Groups[i].Max < 0 {
			return picks, coded.Errorf(CodeBadGroup, "%q has too many", remaining.Groups[i].ID)
		}
	}
	added, err := remaining.Complete(nil, random)
	if err != nil {
		return picks, coded.Errorf(CodeBadCount, "no legal answer holds these choices")
	}
	if d.Ordered {
		return append(picks, added...), nil
	}
	whole := picks[:0]
	for _, pick := range append(slices.Clone(picks), added...) {
		whole = AddPick(whole, pick)
	}
	return whole, nil
}

// AddPick adds a choice to an answer whose order does not matter. If the answer already has a
// choice with the same option and group, AddPick raises its count.
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
// options that fit. It returns an empty answer if none is legal.
func PlainAnswer(d *Decision) []Pick {
	if len(d.Suggested) > 0 {
		return slices.Clone(d.Suggested)
	}
	picks, _ := d.Complete(nil, nil)
	return picks
}

// Forced returns the only legal answer to the decision and true. It returns false if there are
// several answers or none, and if a decision with several groups has a regular answer.
func (d *Decision) Forced() ([]Pick, bool) {
	b := boundsOf(d)
	if b.low > b.high {
		if b.aloneCount != 1 {
			return nil, false
		}
	} else {
		someOfMany := b.low > b.min && b.low < b.max && b.max > b.min && !d.hasSingleSpare()
		if b.aloneCount > 0 || b.low < b.high || someOfMany || len(d.Groups) > 1 || d.Ordered && b.low > 1 {
			return nil, false
		}
	}
	picks, err := d.Complete(nil, nil)
	return picks, err == nil
}

// hasSingleSpare reports whether at most one option can be chosen beyond its minimum, so that the
// number of choices determines the answer.
func (d *Decision) hasSingleSpare() bool {
	n := 0
	for i := range d.Options {
		if spareCount(&d.Options[i]) > 0 {
			n++
		}
	}
	return n <= 1
}

func boundsOf(d *Decision) bounds {
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
	b := bounds{min: least, max: most, low: max(d.Min, least), high: min(d.Max, most), aloneCount: alone}
	if !possible {
		b.low, b.high = 1, 0
	}
	return b
}

func pickAlone(d *Decision, n int, rng rand.Source, picks []Pick) []Pick {
	skip := randomBelow(rng, n)
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

func pickCounts(d *Decision, b *bounds, rng rand.Source, picks []Pick) []Pick {
	if b.high == 1 && b.low == 1 && b.min == 0 {
		return pickOne(d, b.max, rng, picks) // by far the most frequent case
	}
	var few [fewOptions]uint16
	counts := few[:]
	if len(d.Options) > fewOptions {
		counts = make([]uint16, len(d.Options))
	}
	drawCounts(d, b, rng, counts)
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

func drawCounts(d *Decision, b *bounds, rng rand.Source, counts []uint16) {
	extra := b.low - b.min + randomBelow(rng, b.high-b.low+1)
	remaining := b.max - b.min
	// Draw the choices beyond the minimums or the choices to leave out, whichever are fewer. During
	// the draws, counts has the number of choices of each option that can still be drawn.
	leaveOut := rng != nil && 2*extra > remaining
	draws := extra
	if leaveOut {
		draws = remaining - extra
	}
	for i := range d.Options {
		counts[i] = spareCount(&d.Options[i])
		if int(counts[i]) == remaining && remaining > manyDraws {
			counts[i] -= uint16(draws) // nothing else can be drawn
			draws = 0
		}
	}
	for ; draws > 0; draws-- {
		n, i := randomBelow(rng, remaining), 0
		for n >= int(counts[i]) {
			n -= int(counts[i])
			i++
		}
		counts[i]--
		remaining--
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

// pickOne draws one of n possible choices. No option may have a minimum.
func pickOne(d *Decision, n int, rng rand.Source, picks []Pick) []Pick {
	n = randomBelow(rng, n)
	for i := range d.Options {
		option := &d.Options[i]
		if spare := int(spareCount(option)); n >= spare {
			n -= spare
			continue
		}
		return append(picks, Pick{Key: option.Key, N: 1})
	}
	return picks
}

// spareCount returns the number of times that the option can be chosen beyond its minimum in a
// regular answer.
func spareCount(option *Option) uint16 {
	if option.Alone {
		return 0
	}
	return option.Max - option.Min
}

// appendPick adds a choice. If the decision is Ordered, it adds each repetition separately.
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

// randomBelow draws a number from 0 to n-1, for a small n. It returns 0 without drawing if n is at
// most 1 or rng is nil.
func randomBelow(rng rand.Source, n int) int {
	if n <= 1 || rng == nil {
		return 0
	}
	return int(uint64(uint32(rng.Uint64())) * uint64(n) >> 32)
}

func shuffle(rng rand.Source, picks []Pick) {
	if rng == nil {
		return
	}
	for i := len(picks) - 1; i > 0; i-- {
		j := randomBelow(rng, i+1)
		picks[i], picks[j] = picks[j], picks[i]
	}
}
