// Package bot is what plays in place of a person, whatever the game.
package bot

import (
	"math/rand/v2"

	"archmage/internal/game"
)

// aloneOneIn is how rarely an option that is a whole answer by itself (mostly
// "back") is chosen while a regular answer exists: once in so many.
const aloneOneIn = 16

// maxGroups bounds the number of groups of a decision: sets of groups have 8 bits.
const maxGroups = 8

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

// Random draws a legal answer to any decision and returns its choices in the
// memory of picks. It returns false if the decision has no legal answer.
//
// Every legal answer can come up. An Alone option is drawn rarely while there
// is a regular answer, and always when there is none. Random allocates nothing
// once picks has grown large enough.
func Random(d *game.Decision, rng *rand.Rand, picks []game.Pick) ([]game.Pick, bool) {
	picks = picks[:0]
	if len(d.Options) > game.MaxOptions || len(d.Groups) > maxGroups {
		return picks, false
	}
	b := measure(d)
	if b.alone > 0 && (b.low > b.high || rng.Uint64()%aloneOneIn == 0) {
		return pickAlone(d, b.alone, rng, picks), true
	}
	if b.low > b.high {
		return picks, false
	}
	if len(d.Groups) == 0 {
		return pickCounts(d, &b, rng, picks), true
	}
	picks, ok := pickGroups(d, &b, rng, picks)
	if !ok && b.alone > 0 {
		return pickAlone(d, b.alone, rng, picks), true
	}
	return picks, ok
}

// measure sums up what the options allow.
func measure(d *game.Decision) bounds {
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
func pickAlone(d *game.Decision, n int, rng *rand.Rand, picks []game.Pick) []game.Pick {
	skip := below(rng, n)
	for i := range d.Options {
		if !d.Options[i].Alone {
			continue
		}
		if skip == 0 {
			return append(picks, game.Pick{Key: d.Options[i].Key, N: 1})
		}
		skip--
	}
	return picks
}

// pickCounts draws a regular answer to a decision without groups.
func pickCounts(d *game.Decision, b *bounds, rng *rand.Rand, picks []game.Pick) []game.Pick {
	if b.high == 1 && b.low == 1 && b.min == 0 {
		return pickOne(d, b.max, rng, picks) // by far the most frequent question
	}
	var counts [game.MaxOptions]uint8
	drawCounts(d, b, rng, &counts)
	for i := range d.Options {
		if counts[i] > 0 {
			picks = appendPick(d, picks, game.Pick{Key: d.Options[i].Key, N: counts[i]})
		}
	}
	if d.Ordered {
		shuffle(rng, picks)
	}
	return picks
}

// drawCounts draws how often each option is chosen.
func drawCounts(d *game.Decision, b *bounds, rng *rand.Rand, counts *[game.MaxOptions]uint8) {
	extra := b.low - b.min + below(rng, b.high-b.low+1)
	left := b.max - b.min
	// Draw what is chosen beyond the minimums, or what is left out, whichever
	// is less. Meanwhile counts holds what can still be drawn.
	leaveOut := 2*extra > left
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
func pickOne(d *game.Decision, n int, rng *rand.Rand, picks []game.Pick) []game.Pick {
	n = below(rng, n)
	for i := range d.Options {
		option := &d.Options[i]
		if more := int(spare(option)); n >= more {
			n -= more
			continue
		}
		return append(picks, game.Pick{Key: option.Key, N: 1})
	}
	return picks
}

// spare returns how often the option may be chosen beyond its minimum, as part
// of a regular answer.
func spare(option *game.Option) uint8 {
	if option.Alone {
		return 0
	}
	return option.Max - option.Min
}

// appendPick adds a choice, one by one where the order matters.
func appendPick(d *game.Decision, picks []game.Pick, pick game.Pick) []game.Pick {
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
// n is 1.
func below(rng *rand.Rand, n int) int {
	if n <= 1 {
		return 0
	}
	return int(uint64(uint32(rng.Uint64())) * uint64(n) >> 32)
}

func shuffle(rng *rand.Rand, picks []game.Pick) {
	for i := len(picks) - 1; i > 0; i-- {
		j := below(rng, i+1)
		picks[i], picks[j] = picks[j], picks[i]
	}
}
