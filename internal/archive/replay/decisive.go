package replay

import (
	"cmp"
	"slices"

	"archmage/internal/game"
)

// Decisive has the decisions of a seat that gained and cost most.
type Decisive struct {
	Seat game.Seat `json:"seat"`
	// Best is the decision at which the given answer was the best one, and furthest ahead of the next best. It is
	// absent if there is none that made a difference, as is Costliest.
	Best *Difference `json:"best,omitempty"`
	// Costliest is the decision at which the given answer was furthest behind the best one.
	Costliest *Difference `json:"costliest,omitempty"`
}

// Difference is what the better of two answers to a decision gains over the other one.
type Difference struct {
	Step int `json:"step"`
	// Chance is the difference in the chance of the first place, Points in the points at the end. Points can be
	// negative, and Chance slightly.
	Chance float64 `json:"chance"`
	Points float64 `json:"points"`
}

const (
	// pointWorth is the chance that counts as much as one point.
	pointWorth = 0.01
	// minWorth is the smallest worth of a decision that made a difference. It is about two standard errors of a
	// comparison. maxLoss is the chance that a better answer may lose although it brings more points.
	minWorth, maxLoss = 0.04, 0.02
	// candidatesOfKind is the number of decisions of a seat that are compared again for the best one, and for the
	// costliest one.
	candidatesOfKind = 3
	// doubtedVisits is the number of simulations at which the result of a search counts half.
	doubtedVisits = 20
)

// worth returns the size of a difference, as a chance.
func (d *Difference) worth() float64 { return d.Chance + pointWorth*d.Points }

// gained returns what the given answer gained over the next best one, nil if it was not the best one.
func (j *Judged) gained() (d *Difference, visits int) {
	if j.Chosen == nil || len(j.Best) < 2 || !sameAnswer(j.Chosen, &j.Best[0]) {
		return nil, 0
	}
	return j.difference(&j.Best[0], &j.Best[1])
}

// cost returns what the best answer would have gained over the given one, nil if the given one was the best.
func (j *Judged) cost() (d *Difference, visits int) {
	if j.Chosen == nil || len(j.Best) == 0 || sameAnswer(j.Chosen, &j.Best[0]) {
		return nil, 0
	}
	return j.difference(&j.Best[0], j.Chosen)
}

// difference returns the difference of two lines, and the smaller number of simulations of the two.
func (j *Judged) difference(better, other *Line) (d *Difference, visits int) {
	return &Difference{
		Step:   j.Step,
		Chance: round(better.Chance-other.Chance, 1000),
		Points: round(better.Points-other.Points, 10),
	}, min(better.Visits, other.Visits)
}

func sameAnswer(a, b *Line) bool { return slices.Equal(a.Answer, b.Answer) }

// Candidates returns the indexes of the decisions that can be the best or the costliest one of their seat and are
// not compared yet, the most likely ones of each seat.
func Candidates(decisions []Judged, seats int) (indexes []int) {
	type candidate struct {
		index int
		worth float64
	}
	for _, measure := range []func(*Judged) (*Difference, int){(*Judged).gained, (*Judged).cost} {
		bySeat := make([][]candidate, seats)
		for i := range decisions {
			j := &decisions[i]
			d, visits := measure(j)
			if d == nil || j.isCompared {
				continue
			}
			// A difference between few simulations is large by chance.
			worth := d.worth() * float64(visits) / float64(visits+doubtedVisits)
			if worth > 0 {
				bySeat[j.Seat] = append(bySeat[j.Seat], candidate{i, worth})
			}
		}
		for _, list := range bySeat {
			slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
			for _, c := range list[:min(len(list), candidatesOfKind)] {
				indexes = append(indexes, c.index)
			}
		}
	}
	slices.Sort(indexes)
	return indexes
}

// decisive returns the decisions that mattered most, of those whose answers have been compared.
func decisive(decisions []Judged, seats int) []Decisive {
	var list []Decisive
	for seat := range game.Seat(seats) {
		d := Decisive{Seat: seat}
		for i := range decisions {
			if j := &decisions[i]; j.Seat == seat && j.isCompared {
				gained, _ := j.gained()
				d.Best = greater(d.Best, gained)
				cost, _ := j.cost()
				d.Costliest = greater(d.Costliest, cost)
			}
		}
		if d.Best != nil || d.Costliest != nil {
			list = append(list, d)
		}
	}
	return list
}

// greater returns the greater of two differences, nil if neither matters.
func greater(a, b *Difference) *Difference {
	if b == nil || b.worth() < minWorth || b.Chance < -maxLoss || a != nil && b.worth() <= a.worth() {
		return a
	}
	return b
}
