package daily

import (
	"cmp"
	"slices"
)

// MinPercentile is the number of ranked results from which on percentiles are shown. With fewer people a percentile is
// mostly chance, and the place is shown instead.
const MinPercentile = 10

// MaxBins bounds the number of bars of a histogram.
const MaxBins = 14

// ScoreCount is the number of ranked results with the same points.
type ScoreCount struct {
	Points int
	Count  int
}

// Distribution has the results of a deal on a day.
type Distribution struct {
	// Scores are the ranked results with points, in ascending order of points.
	Scores []ScoreCount
	// Unscored is the number of ranked results without points, as after somebody has given up. They count as lower than
	// all others.
	Unscored int
	// Visitors is the number of results that are not ranked.
	Visitors int
}

// Ranked returns the number of ranked results.
func (d *Distribution) Ranked() int {
	n := d.Unscored
	for _, s := range d.Scores {
		n += s.Count
	}
	return n
}

// Played returns the number of all results.
func (d *Distribution) Played() int { return d.Ranked() + d.Visitors }

// Standing is how a result compares with the ranked results of others.
type Standing struct {
	// Place is 1 for the most points. Equal results share the better place.
	Place int `json:"place"`
	// Of is the number of ranked results, with this one.
	Of int `json:"of"`
	// Better is how many of 100 others the result is better than, rounded down. Equal results count half. It is absent
	// if there are too few results for that.
	Better *int `json:"better,omitempty"`
}

// Compare returns the standing of a result. points is nil for a result without points. isRanked is true if the result
// is one of the distribution.
func (d *Distribution) Compare(points *int, isRanked bool) Standing {
	lower, equal, higher := 0, 0, 0
	for _, s := range d.Scores {
		switch {
		case points == nil || s.Points > *points:
			higher += s.Count
		case s.Points < *points:
			lower += s.Count
		default:
			equal += s.Count
		}
	}
	if points == nil {
		equal = d.Unscored
	} else {
		lower += d.Unscored
	}
	if isRanked {
		equal--
	}
	others := lower + equal + higher
	standing := Standing{Place: higher + 1, Of: others + 1}
	if standing.Of >= MinPercentile {
		better := (2*lower + equal) * 100 / (2 * others)
		standing.Better = &better
	}
	return standing
}

// Bin is a bar of a histogram: the number of ranked results with From to To points.
type Bin struct {
	From  int `json:"from"`
	To    int `json:"to"`
	Count int `json:"count"`
}

// Histogram returns at most MaxBins bars of equal width, from the lowest to the highest points. Their width is 1, 2, 5,
// 10, 20 and so on. It returns none if there are no points.
func (d *Distribution) Histogram() []Bin {
	bins := []Bin{}
	if len(d.Scores) == 0 {
		return bins
	}
	lowest, highest := d.Scores[0].Points, d.Scores[len(d.Scores)-1].Points
	width := binWidth(lowest, highest)
	first := floorTo(lowest, width)
	for from := first; from <= highest; from += width {
		bins = append(bins, Bin{From: from, To: from + width - 1})
	}
	for _, s := range d.Scores {
		bins[(s.Points-first)/width].Count += s.Count
	}
	return bins
}

func binWidth(lowest, highest int) int {
	for unit := 1; ; unit *= 10 {
		for _, factor := range []int{1, 2, 5} {
			width := unit * factor
			if (floorTo(highest, width)-floorTo(lowest, width))/width < MaxBins {
				return width
			}
		}
	}
}

// floorTo returns the greatest multiple of width that is not greater than n.
func floorTo(n, width int) int {
	rest := n % width
	if rest < 0 {
		rest += width
	}
	return n - rest
}

// Streak returns the number of days in a row on which somebody has played. days can be in any order. The row ends today
// or, as long as today can still be played, yesterday.
func Streak(days []Day, today Day) int {
	sorted := slices.Clone(days)
	slices.SortFunc(sorted, func(a, b Day) int { return cmp.Compare(b, a) })
	n, next := 0, today
	for _, day := range slices.Compact(sorted) {
		switch {
		case day > next:
			continue
		case day == next || n == 0 && day == today-1:
			n, next = n+1, day-1
		default:
			return n
		}
	}
	return n
}

// MonthDays is the number of days of a month that count: those with the best results.
const MonthDays = 15

// MonthMean returns the mean of the best results of a month, at most MonthDays of them, rounded down. Each result is
// how many of 100 others it is better than. It returns nil if there are none.
func MonthMean(results []int) *int {
	if len(results) == 0 {
		return nil
	}
	best := slices.Clone(results)
	slices.SortFunc(best, func(a, b int) int { return cmp.Compare(b, a) })
	best = best[:min(len(best), MonthDays)]
	sum := 0
	for _, result := range best {
		sum += result
	}
	mean := sum / len(best)
	return &mean
}
