package event

import (
	"cmp"

	"archmage/internal/game"
	"archmage/internal/match"
)

// Deal returns the seed with which all matches of a round begin if the settings say SameDeal. It is secret while
// DealIsSecret says so. Rounds are counted from 1.
func (e *Event) Deal(round int) game.Seed { return e.seed("deal", round, "") }

// DealIsSecret reports whether people may still play with the deal of a round. Until then the server must show the
// record of a match of the round, its replay and the seed to nobody, and the match itself only to those at its table.
// Rounds are counted from 1.
func (e *Event) DealIsSecret(round int) bool {
	if !e.Settings.SameDeal || e.Status == StatusFinished || e.Status == StatusCancelled {
		return false
	}
	return round > len(e.Rounds) || !e.Rounds[round-1].isComplete()
}

// ResultOf returns the Places and the Totals of the [Report] on a match. absent has a value for each seat of the table;
// the match has either all of its seats or those that are not absent. ResultOf returns no places if the match was
// abandoned or has another number of seats, and no totals if a seat is absent or has lost whatever its score.
func ResultOf(result *match.Result, absent []bool) (places, totals []int) {
	var present []int
	for seat, isAbsent := range absent {
		if !isAbsent {
			present = append(present, seat)
		}
	}
	isShort := len(result.Seats) == len(present)
	if result.Outcome == nil || !isShort && len(result.Seats) != len(absent) {
		return nil, nil
	}
	at := func(i int) *match.SeatResult {
		if isShort {
			return &result.Seats[i]
		}
		return &result.Seats[present[i]]
	}
	places, totals = make([]int, len(absent)), make([]int, len(absent))
	isWhole := len(present) == len(absent)
	for i, seat := range present {
		places[seat] = 1
		for j := range present {
			if at(j).Rank < at(i).Rank {
				places[seat]++
			}
		}
		totals[seat] = at(i).Total
		isWhole = isWhole && at(i).Lost == ""
	}
	if !isWhole {
		return places, nil
	}
	return places, totals
}

// compareDeal replaces the points of the places in a round whose matches have begun with one deal. The total of each
// person is compared with those of the people who had the same seat at the other tables with as many seats: better
// counts a win, equal half of it. Won comparisons of all comparisons are as much of the points of a win. A person with
// whom nobody can be compared keeps the points of the place. So do the people of a table that has no totals, but then
// the place counts at most as much as a bye.
func (e *Event) compareDeal(r *Round, points [][]int) {
	for i := range r.Tables {
		t := &r.Tables[i]
		if t.Result == nil {
			continue
		}
		for seat, person := range t.Seats {
			if t.Result.Totals == nil {
				points[i][seat] = min(points[i][seat], e.byePoints())
				continue
			}
			if halves, count := r.compareSeat(t, seat); person != Bot && count > 0 {
				points[i][seat] = (e.winPoints()*halves + count) / (2 * count)
			}
		}
	}
}

// compareSeat compares the total of a seat with those of people who had the same seat at other tables with as many
// seats. It returns the sum of the comparisons, 2 for a better total and 1 for an equal one, and their number.
func (r *Round) compareSeat(t *Table, seat int) (halves, count int) {
	for i := range r.Tables {
		other := &r.Tables[i]
		if other == t || len(other.Seats) != len(t.Seats) || other.Seats[seat] == Bot ||
			other.Result == nil || other.Result.Totals == nil {
			continue
		}
		count++
		halves += 1 + cmp.Compare(t.Result.Totals[seat], other.Result.Totals[seat])
	}
	return halves, count
}
