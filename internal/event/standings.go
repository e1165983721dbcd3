package event

import (
	"bytes"
	"cmp"
	"slices"
)

// Units of what standings count, per point.
const (
	// PointUnits is the number of units of a point. Places that are shared, and tables with fewer seats, need
	// quarters. Comparisons of a deal are rounded to a unit.
	PointUnits = 100
	// MetUnits is the number of units of a point in the tie-breaks Met and Beaten.
	MetUnits = 12 * PointUnits
)

// Standing is the standing of a person. The tie-breaks come in the order in which they decide.
type Standing struct {
	// Person is the number of the person. Rank counts from 1.
	Person int `json:"person"`
	Rank   int `json:"rank"`
	// Reached is the number of rounds of a knockout after which the person has gone on. It counts before points.
	Reached int `json:"reached,omitempty"`
	// Points are the points of all rounds, in hundredths of a point.
	Points int `json:"points"`
	// Met is the sum over the rounds of the mean of the points of those whom the person met, in
	// twelve-hundredths of a point. A bye counts as if the person had met people with the same points, and so
	// does each round that was missed before entering.
	Met int `json:"met"`
	// Beaten is the same sum with only those who had a worse place, and half of those with an equal one; a bye
	// counts nothing.
	Beaten int `json:"beaten"`
	// Direct is how many people of those equal so far the person has beaten, minus by how many the person was beaten.
	// It is 0 unless all of them have met.
	Direct int `json:"direct"`
	// Wins is the number of tables at which the person was first alone and not the only one who came. The last
	// tie-break is a lot.
	Wins int `json:"wins"`
	// Tables is the number of tables at which the person has had a result.
	Tables int `json:"tables"`
}

// PlacePoints returns the points of each seat of a table, in units of 1/PointUnits. size is the number of seats of a
// full table of the event: the first place has size-1 points and the last one none; the others are spread evenly.
// People with equal places share their points. A place of 0 has none.
func PlacePoints(size int, places []int) []int {
	points := make([]int, len(places))
	if len(places) < 2 {
		return points
	}
	for seat, place := range places {
		if place == 0 {
			continue
		}
		sum, equal := 0, 0
		for _, other := range places {
			if other == place {
				sum += PointUnits * (size - 1) * (len(places) - place - equal) / (len(places) - 1)
				equal++
			}
		}
		points[seat] = sum / equal
	}
	return points
}

// winPoints returns the points of the first place, in units of 1/PointUnits. byePoints returns those of a bye: as many,
// or three fifths if people with the same deal are compared, because then few win all their comparisons. missedPoints
// returns those of a round that was missed before a late entry, which are half of a win.
func (e *Event) winPoints() int { return PointUnits * (e.Settings.Size - 1) }

func (e *Event) byePoints() int {
	if e.Settings.SameDeal {
		return e.winPoints() * 3 / 5
	}
	return e.winPoints()
}

func (e *Event) missedPoints() int { return e.winPoints() / 2 }

// score is what the rounds have given to a person.
type score struct {
	points, byes, reached, wins, tables int
	// free is when the last table of the person had its result, in milliseconds since 1970.
	free int64
}

// score returns the score of each person.
func (e *Event) score() []score {
	list := make([]score, len(e.People))
	for i := range e.People {
		list[i].points = e.People[i].Missed * e.missedPoints()
	}
	for i := range e.Rounds {
		r := &e.Rounds[i]
		for n, points := range e.TablePoints(i + 1) {
			if points != nil {
				r.Tables[n].addScores(list, points)
			}
		}
		if e.Settings.Kind != KindEvening {
			for _, person := range r.Byes {
				list[person].points += e.byePoints()
				list[person].byes++
			}
		}
		if e.Settings.Kind == KindKnockout {
			for _, person := range e.goOn(r) {
				list[person].reached++
			}
		}
	}
	return list
}

// TablePoints returns the points of each seat of each table of a round, in units of 1/PointUnits. A table without a
// result has nil. Rounds are counted from 1. If the settings say SameDeal, the points can change until the round is
// complete.
func (e *Event) TablePoints(round int) [][]int {
	r := &e.Rounds[round-1]
	list := make([][]int, len(r.Tables))
	for i := range r.Tables {
		if result := r.Tables[i].Result; result != nil {
			list[i] = PlacePoints(e.Settings.Size, result.Places)
		}
	}
	if e.Settings.SameDeal {
		e.compareDeal(r, list)
	}
	return list
}

// addScores adds the result of a table, which has given these points to its seats.
func (t *Table) addScores(list []score, points []int) {
	isAlone := !slices.ContainsFunc(t.Seats[1:], func(person int) bool { return person != Bot })
	for seat, person := range t.Seats {
		if person == Bot {
			continue
		}
		s := &list[person]
		s.points += points[seat]
		s.tables++
		if isAlone {
			s.byes++ // with bots in place of opponents
		}
		s.free = max(s.free, t.Result.At)
		if t.isWin(seat) {
			s.wins++
		}
	}
}

// isWin reports whether a seat is first alone, and others have come.
func (t *Table) isWin(seat int) bool {
	came := 0
	for other, place := range t.Result.Places {
		if other != seat && place == 1 {
			return false
		}
		if place > 0 {
			came++
		}
	}
	return t.Result.Places[seat] == 1 && came > 1
}

// Standings returns the standings of all people who take part or did, the first one first.
func (e *Event) Standings() []Standing {
	scores := e.score()
	met, beaten := e.opponents(scores)
	list := make([]Standing, 0, len(e.People))
	for i := range e.People {
		if e.People[i].Perhaps {
			continue
		}
		s := &scores[i]
		list = append(list, Standing{
			Person:  i,
			Reached: s.reached,
			Points:  s.points,
			Met:     met[i],
			Beaten:  beaten[i],
			Wins:    s.wins,
			Tables:  s.tables,
		})
	}
	byPoints := func(a, b Standing) int {
		return cmp.Or(b.Reached-a.Reached, b.Points-a.Points, b.Met-a.Met, b.Beaten-a.Beaten)
	}
	slices.SortStableFunc(list, byPoints)
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && byPoints(list[from], list[to]) == 0 {
			to++
		}
		e.breakTie(list[from:to])
		from = to
	}
	for i := range list {
		list[i].Rank = i + 1
	}
	return list
}

// opponents returns the tie-breaks Met and Beaten of each person.
func (e *Event) opponents(scores []score) (met, beaten []int) {
	met, beaten = make([]int, len(e.People)), make([]int, len(e.People))
	for i := range e.People {
		met[i] = e.People[i].Missed * scores[i].points * MetUnits / PointUnits
	}
	for i := range e.Rounds {
		r := &e.Rounds[i]
		if e.Settings.Kind != KindEvening {
			for _, person := range r.Byes {
				met[person] += scores[person].points * MetUnits / PointUnits
			}
		}
		for _, t := range r.Tables {
			if t.Result != nil {
				t.addOpponents(scores, met, beaten)
			}
		}
	}
	return met, beaten
}

// addOpponents adds the points of those whom each person of a table met there. A person who met only bots, or whose
// opponents did not come, has met people with the same points.
func (t *Table) addOpponents(scores []score, met, beaten []int) {
	places := t.Result.Places
	for seat, person := range t.Seats {
		if person == Bot || places[seat] == 0 {
			continue
		}
		count, sum, half := 0, 0, 0
		for other, opponent := range t.Seats {
			if other == seat || opponent == Bot || places[other] == 0 {
				continue
			}
			count++
			sum += scores[opponent].points
			switch {
			case places[other] > places[seat]:
				half += 2 * scores[opponent].points
			case places[other] == places[seat]:
				half += scores[opponent].points
			}
		}
		if count == 0 {
			met[person] += scores[person].points * MetUnits / PointUnits
			continue
		}
		// count is at most 3, so that the units are whole.
		met[person] += sum * MetUnits / PointUnits / count
		beaten[person] += half * MetUnits / PointUnits / 2 / count
	}
}

// breakTie sorts standings that are equal in everything before the direct encounter.
func (e *Event) breakTie(list []Standing) {
	if len(list) < 2 {
		return
	}
	e.setDirect(list)
	lots := make(map[int][]byte, len(list))
	for _, s := range list {
		lot := e.seed("lot", 0, e.People[s.Person].ID)
		lots[s.Person] = lot[:]
	}
	slices.SortFunc(list, func(a, b Standing) int {
		return cmp.Or(b.Direct-a.Direct, b.Wins-a.Wins, bytes.Compare(lots[a.Person], lots[b.Person]))
	})
}

// setDirect sets the direct encounter of people if all of them have met.
func (e *Event) setDirect(list []Standing) {
	index := make(map[int]int, len(list))
	for i, s := range list {
		index[s.Person] = i
	}
	n := len(list)
	hasMet := make([]bool, n*n)
	pairs := 0
	direct := make([]int, n)
	for i := range e.Rounds {
		for _, t := range e.Rounds[i].Tables {
			if t.Result == nil {
				continue
			}
			for seat, person := range t.Seats {
				for other, opponent := range t.Seats {
					a, isIn := index[person]
					b, isOtherIn := index[opponent]
					place, otherPlace := t.Result.Places[seat], t.Result.Places[other]
					if !isIn || !isOtherIn || a == b || place == 0 || otherPlace == 0 {
						continue
					}
					if !hasMet[a*n+b] {
						hasMet[a*n+b] = true
						pairs++
					}
					direct[a] += cmp.Compare(otherPlace, place)
				}
			}
		}
	}
	if pairs < n*(n-1) {
		return
	}
	for i := range list {
		list[i].Direct = direct[i]
	}
}
