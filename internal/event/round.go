package event

import (
	"cmp"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/event/pairing"
	"archmage/internal/game"
)

// BeginRound begins the next round, or seats the free people of an evening. All tables of the round before must have
// results, except in an evening. A round of a round robin can be without tables, if the people who are left in it do
// not meet in that round.
type BeginRound struct {
	// Blocks lists pairs of persons, by id, of whom one blocks the other. The server sets it.
	Blocks [][2]string `json:"-"`
}

// Command returns RoundCommand.
func (*BeginRound) Command() Name { return RoundCommand }

func (a *BeginRound) decide(e *Event, c *Command) (Body, error) {
	if err := e.checkNextRound(); err != nil {
		return nil, err
	}
	begun := &RoundBegun{Number: len(e.Rounds) + 1, Blocks: e.numberPairs(a.Blocks)}
	begun.HasBlocks = len(begun.Blocks) > 0
	if err := e.pair(begun, max(c.At, e.At)); err != nil {
		return nil, err
	}
	if len(begun.Tables) == 0 && (e.Settings.Kind != KindRoundRobin || len(begun.Byes) < 2) {
		return nil, errFewPeople
	}
	return begun, nil
}

// errFewPeople refuses a round without a table.
var errFewPeople = coded.Errorf(CodeFewPeople, "there are not enough people for a table")

// RoundBegun begins a round. People are named by their numbers.
type RoundBegun struct {
	Number int `json:"number"`
	// Tables has the people of each table by seat, or Bot. Byes lists the people without a table.
	Tables [][]int `json:"tables"`
	Byes   []int   `json:"byes"`
	// HasBlocks is true if the pairing knew Blocks, which lists the pairs of whom one blocks the other. Public
	// entries do not have Blocks.
	HasBlocks bool     `json:"hasBlocks,omitempty"`
	Blocks    [][2]int `json:"blocks,omitempty"`
}

// Command returns RoundCommand.
func (*RoundBegun) Command() Name { return RoundCommand }

func (b *RoundBegun) action() Action { return &BeginRound{} }

func (b *RoundBegun) apply(e *Event, entry *Entry) error {
	if b.Number != len(e.Rounds)+1 {
		return badEntry("the round %d cannot follow %d rounds", b.Number, len(e.Rounds))
	}
	if err := e.checkNextRound(); err != nil {
		return err
	}
	if err := e.checkSeats(b.Tables, b.Byes, e.free()); err != nil {
		return err
	}
	round := Round{At: entry.At, Byes: b.Byes, HasBlocks: b.HasBlocks}
	met := e.meetings()
	for _, seats := range b.Tables {
		round.Tables = append(round.Tables, Table{Seats: seats, Absent: make([]bool, len(seats))})
		for i, person := range seats {
			for _, other := range seats[:i] {
				if person == Bot || other == Bot {
					continue
				}
				pair := [2]int{min(person, other), max(person, other)}
				if met.Count(person, other) > 0 {
					round.Rematches = append(round.Rematches, pair)
				}
				if slices.Contains(b.Blocks, pair) {
					round.Together = append(round.Together, pair)
				}
			}
		}
	}
	e.Rounds = append(e.Rounds, round)
	return nil
}

// checkNextRound refuses a round that cannot begin.
func (e *Event) checkNextRound() error {
	switch {
	case e.Settings.Kind != KindEvening && !e.IsComplete():
		return errUnfinished
	case e.isLastRound():
		return coded.Errorf(CodeOver, "the event has had its last round")
	}
	return nil
}

// isLastRound reports whether no round can follow. The rounds so far are complete, except in an evening.
func (e *Event) isLastRound() bool {
	switch e.Settings.Kind {
	case KindEvening:
		return len(e.Rounds) >= MaxSeatings
	case KindSwiss:
		return len(e.Rounds) >= e.Settings.Rounds
	case KindRoundRobin:
		return len(e.Rounds) >= len(e.Schedule)
	}
	return len(e.remaining()) < 2 || len(e.Rounds) >= MaxRounds
}

// checkSeats refuses tables and byes in which a person is twice, or is not one of those who can be seated, or a table
// has a wrong size.
func (e *Event) checkSeats(tables [][]int, byes, allowed []int) error {
	isFree := make([]bool, len(e.People))
	for _, person := range allowed {
		isFree[person] = true
	}
	take := func(person int) error {
		if person < 0 || person >= len(isFree) || !isFree[person] {
			return badEntry("person %d cannot be seated", person)
		}
		isFree[person] = false
		return nil
	}
	for _, seats := range tables {
		if len(seats) < pairing.MinSize || len(seats) > e.Settings.Size || seats[0] == Bot {
			return badEntry("a table cannot have the seats %v", seats)
		}
		for _, person := range seats {
			if person == Bot && e.Settings.Fillers {
				continue
			}
			if err := take(person); err != nil {
				return err
			}
		}
	}
	for _, person := range byes {
		if err := take(person); err != nil {
			return err
		}
	}
	return nil
}

// numberPairs returns the pairs of persons who are there as sorted pairs of numbers, each once.
func (e *Event) numberPairs(pairs [][2]string) [][2]int {
	var list [][2]int
	for _, pair := range pairs {
		a, b := e.Find(pair[0]), e.Find(pair[1])
		if a >= 0 && b >= 0 && a != b {
			list = append(list, [2]int{min(a, b), max(a, b)})
		}
	}
	slices.SortFunc(list, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	return slices.Compact(list)
}

// free returns the people who can be seated now.
func (e *Event) free() []int {
	seated := make([]bool, len(e.People))
	for i := range e.Rounds {
		for _, t := range e.Rounds[i].Tables {
			for _, person := range t.Seats {
				if t.Result == nil && person != Bot {
					seated[person] = true
				}
			}
		}
	}
	return slices.DeleteFunc(e.playing(), func(i int) bool { return seated[i] })
}

// pair sets the tables and byes of a round.
func (e *Event) pair(begun *RoundBegun, at int64) error {
	switch e.Settings.Kind {
	case KindRoundRobin:
		e.pairSchedule(begun)
		return nil
	case KindKnockout:
		return e.pairKnockout(begun)
	}
	people := e.free()
	if e.Settings.Kind == KindSwiss {
		people = e.inStandings(people)
	}
	if len(people) < 2 {
		return errFewPeople
	}
	group := e.group(people, begun.Blocks, at)
	method := pairing.Swiss
	if e.Settings.Kind == KindEvening {
		method = pairing.Evening
	}
	round, err := method(group, e.rng("pairing", begun.Number))
	if err != nil {
		return err
	}
	number := func(list []int) []int {
		numbers := make([]int, len(list))
		for i, index := range list {
			numbers[i] = people[index]
		}
		return numbers
	}
	for _, table := range round.Tables {
		begun.Tables = append(begun.Tables, number(table))
	}
	begun.Byes = number(round.Byes)
	e.addBots(begun)
	return nil
}

// addBots gives the free seats to bots, and seats people who have a bye with bots, if the settings say so.
func (e *Event) addBots(begun *RoundBegun) {
	if !e.Settings.Fillers {
		return
	}
	if e.Settings.Kind == KindSwiss {
		for _, person := range begun.Byes {
			begun.Tables = append(begun.Tables, []int{person})
		}
		begun.Byes = []int{}
	}
	for i, seats := range begun.Tables {
		for len(seats) < e.Settings.Size {
			seats = append(seats, Bot)
		}
		begun.Tables[i] = seats
	}
}

// inStandings sorts people by their standings.
func (e *Event) inStandings(people []int) []int {
	var list []int
	for _, s := range e.Standings() {
		if slices.Contains(people, s.Person) {
			list = append(list, s.Person)
		}
	}
	return list
}

// group returns what pairing has to know of people. blocks are pairs of numbers of people.
func (e *Event) group(people []int, blocks [][2]int, at int64) *pairing.Group {
	g := &pairing.Group{
		People: make([]pairing.Person, len(people)),
		Met:    pairing.NewMeetings(len(people)),
		Size:   e.Settings.Size,
		Exact:  e.Settings.FullTables && !e.Settings.Fillers,
	}
	index := make([]int, len(e.People))
	for i := range index {
		index[i] = -1
	}
	score := e.score()
	for i, person := range people {
		index[person] = i
		g.People[i].Score = min(score[person].points, pairing.MaxScore)
		g.People[i].Byes = score[person].byes
		g.People[i].Waiting = max(0, at-max(e.People[person].Entered, score[person].free))
	}
	e.eachMeeting(func(a, b int) {
		if index[a] >= 0 && index[b] >= 0 {
			g.Met.Add(index[a], index[b])
		}
	})
	for i := range e.Rounds {
		for _, t := range e.Rounds[i].Tables {
			for seat, person := range t.Seats {
				if person != Bot && index[person] >= 0 && !t.Absent[seat] {
					p := &g.People[index[person]]
					p.Seats[seat]++
					p.LastSeat = seat + 1
				}
			}
		}
	}
	for _, pair := range blocks {
		if a, b := index[pair[0]], index[pair[1]]; a >= 0 && b >= 0 {
			g.Blocked = append(g.Blocked, [2]int{a, b})
		}
	}
	return g
}

// eachMeeting calls visit for each pair of people who have met at a table to which both came.
func (e *Event) eachMeeting(visit func(a, b int)) {
	for i := range e.Rounds {
		for _, t := range e.Rounds[i].Tables {
			for seat, person := range t.Seats {
				for other := range seat {
					if person != Bot && t.Seats[other] != Bot && !t.Absent[seat] && !t.Absent[other] {
						visit(person, t.Seats[other])
					}
				}
			}
		}
	}
}

// meetings counts who has met whom.
func (e *Event) meetings() *pairing.Meetings {
	met := pairing.NewMeetings(len(e.People))
	e.eachMeeting(met.Add)
	return met
}

// schedule returns the schedule of a round robin. It fails with CodeBadSettings if it has too many rounds.
func (e *Event) schedule(people []int) ([][][]int, error) {
	size := e.Settings.Size
	if e.Settings.Rounds == 0 && pairing.RoundsToMeet(len(people), size) > MaxRounds || len(people) > maxRoundRobin {
		return nil, badSettings("%d people are too many for everybody to meet everybody", len(people))
	}
	rounds, err := pairing.RoundRobin(len(people), size, e.Settings.Rounds, e.rng("schedule", 0))
	if err != nil {
		return nil, err
	}
	list := make([][][]int, min(len(rounds), MaxRounds))
	for r := range list {
		for _, table := range rounds[r].Tables {
			seats := make([]int, len(table))
			for seat, i := range table {
				seats[seat] = people[i]
			}
			list[r] = append(list[r], seats)
		}
	}
	return list, nil
}

// maxRoundRobin is the maximum number of people of a round robin. It bounds the work for a schedule.
const maxRoundRobin = 64

// pairSchedule sets the tables of a round robin. People who have left are not at their tables, and people without
// others at their tables have a bye.
func (e *Event) pairSchedule(begun *RoundBegun) {
	begun.Byes = []int{}
	var seated []int
	for _, table := range e.Schedule[begun.Number-1] {
		seats := slices.DeleteFunc(slices.Clone(table), func(i int) bool { return !e.People[i].IsPlaying() })
		if len(seats) > 1 {
			begun.Tables = append(begun.Tables, seats)
			seated = append(seated, seats...)
		}
	}
	for _, person := range e.playing() {
		if !slices.Contains(seated, person) {
			begun.Byes = append(begun.Byes, person)
		}
	}
}

// pairKnockout sets the tables of a round of a knockout.
func (e *Event) pairKnockout(begun *RoundBegun) error {
	begun.Byes = []int{}
	if e.Settings.Size > 2 {
		people := e.remaining()
		tables, err := pairing.Snake(len(people), e.Settings.Size)
		if err != nil {
			return err
		}
		for _, table := range tables {
			seats := make([]int, len(table))
			for seat, i := range table {
				seats[seat] = people[i]
			}
			game.Shuffle(e.rng("seats", begun.Number), seats)
			begun.Tables = append(begun.Tables, seats)
		}
		return nil
	}
	slots := e.slots()
	rng := e.rng("seats", begun.Number)
	for i := 0; i+1 < len(slots); i += 2 {
		pair := slices.DeleteFunc(slices.Clone(slots[i:i+2]), func(i int) bool { return i == pairing.NoPerson })
		game.Shuffle(rng, pair)
		if len(pair) == 2 {
			begun.Tables = append(begun.Tables, pair)
		} else {
			begun.Byes = append(begun.Byes, pair...)
		}
	}
	if len(begun.Tables) == 0 {
		return errFewPeople
	}
	return nil
}

// remaining returns the people who are still in a knockout, the best seed first.
func (e *Event) remaining() []int {
	if e.Settings.Size == 2 {
		slots := slices.DeleteFunc(e.slots(), func(i int) bool { return i == pairing.NoPerson })
		return slices.DeleteFunc(slices.Clone(e.Order), func(i int) bool { return !slices.Contains(slots, i) })
	}
	people := slices.Clone(e.Order)
	for i := range e.Rounds {
		people = e.goOn(&e.Rounds[i])
	}
	return slices.DeleteFunc(people, func(i int) bool { return e.People[i].Left })
}

// goOn returns the people who go on after a round of a knockout: those of better places first, and of equal places the
// better seed. At least one person of a table does not go on, nor do people who have forfeited. Among people with
// equal places at a table, the better seeds go on.
func (e *Event) goOn(r *Round) []int {
	type placed struct{ person, place int }
	var list []placed
	bySeed := func(a, b placed) int {
		return cmp.Or(a.place-b.place, slices.Index(e.Order, a.person)-slices.Index(e.Order, b.person))
	}
	for _, t := range r.Tables {
		var table []placed
		for seat, person := range t.Seats {
			if t.Result != nil && t.Result.Places[seat] > 0 {
				table = append(table, placed{person, t.Result.Places[seat]})
			}
		}
		slices.SortFunc(table, bySeed)
		list = append(list, table[:min(len(table), e.Settings.Advance, len(t.Seats)-1)]...)
	}
	for _, person := range r.Byes {
		list = append(list, placed{person, 1})
	}
	slices.SortFunc(list, bySeed)
	people := make([]int, len(list))
	for i := range list {
		people[i] = list[i].person
	}
	return people
}

// slots returns the bracket of a knockout at tables of two before the next round.
func (e *Event) slots() []int {
	slots, err := pairing.Bracket(len(e.Order))
	if err != nil {
		return nil // the event has not started
	}
	for i, seed := range slots {
		if seed != pairing.NoPerson {
			slots[i] = e.Order[seed]
		}
	}
	for i := range e.Rounds {
		winners := e.goOn(&e.Rounds[i])
		next := make([]int, len(slots)/2)
		for j := range next {
			next[j] = pairing.NoPerson
			for _, person := range slots[2*j : 2*j+2] {
				if slices.Contains(winners, person) {
					next[j] = person
				}
			}
		}
		slots = next
	}
	for i, person := range slots {
		if person != pairing.NoPerson && e.People[person].Left {
			slots[i] = pairing.NoPerson
		}
	}
	return withoutEmptyRounds(slots)
}

// withoutEmptyRounds returns the bracket without rounds in which no person has an opponent because people have left.
func withoutEmptyRounds(slots []int) []int {
	for len(slots) > 1 {
		next := make([]int, len(slots)/2)
		for i := range next {
			a, b := slots[2*i], slots[2*i+1]
			if a != pairing.NoPerson && b != pairing.NoPerson {
				return slots
			}
			next[i] = max(a, b) // NoPerson is less than any person
		}
		slots = next
	}
	return slots
}
