package event

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/strict"
)

func TestDefaultsOfSettings(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss}, 0)
	s := c.event.Settings
	require.Equal(t, []int{2, 4, 40, 5, 0}, []int{s.Size, s.Rounds, s.Minutes, s.Grace, s.LateUntil})
	require.Equal(t, organiser, c.event.Organiser)
	require.Equal(t, StatusPlanned, c.event.Status)
	for size, advance := range map[int]int{2: 1, 3: 1, 4: 2} {
		c := newClub(t, "event")
		c.create(Settings{Kind: KindKnockout, Size: size}, 0)
		require.Equal(t, advance, c.event.Settings.Advance)
	}
}

func TestBadSettings(t *testing.T) {
	good := Settings{Title: "An evening", Kind: KindSwiss, Game: "toy"}
	for name, edit := range map[string]func(s *Settings){
		"no title":                 func(s *Settings) { s.Title = "" },
		"a long title":             func(s *Settings) { s.Title = strings.Repeat("a", MaxTitle+1) },
		"a title with a line":      func(s *Settings) { s.Title = "a\nb" },
		"a title of spaces":        func(s *Settings) { s.Title = "  " },
		"an unknown kind":          func(s *Settings) { s.Kind = "league" },
		"an unknown game":          func(s *Settings) { s.Game = "chess" },
		"a table of five":          func(s *Settings) { s.Size = 5 },
		"a table of one":           func(s *Settings) { s.Size = 1 },
		"many rounds":              func(s *Settings) { s.Rounds = MaxRounds + 1 },
		"negative rounds":          func(s *Settings) { s.Rounds = -1 },
		"rounds of an evening":     func(s *Settings) { s.Kind, s.Rounds = KindEvening, 3 },
		"rounds of a knockout":     func(s *Settings) { s.Kind, s.Rounds = KindKnockout, 3 },
		"all go on":                func(s *Settings) { s.Kind, s.Advance = KindKnockout, 2 },
		"some go on":               func(s *Settings) { s.Advance = 1 },
		"late after the end":       func(s *Settings) { s.LateUntil = 5 },
		"late in a round robin":    func(s *Settings) { s.Kind, s.LateUntil = KindRoundRobin, 1 },
		"bots in a knockout":       func(s *Settings) { s.Kind, s.Fillers = KindKnockout, true },
		"bots and ratings":         func(s *Settings) { s.Rated, s.Fillers = true, true },
		"full tables of knockout":  func(s *Settings) { s.Kind, s.FullTables = KindKnockout, true },
		"a short round":            func(s *Settings) { s.Minutes = 4 },
		"a long round":             func(s *Settings) { s.Minutes = maxMinutes + 1 },
		"a long grace":             func(s *Settings) { s.Grace = maxGrace + 1 },
		"a negative grace":         func(s *Settings) { s.Grace = -1 },
		"a beginning in the past":  func(s *Settings) { s.Begins = -1 },
		"a beginning in year 9999": func(s *Settings) { s.Begins = maxTime + 1 },
	} {
		s := good
		edit(&s)
		newClub(t, "event").refuse(CodeBadSettings, organiser, &Create{Settings: s})
		_, err := good.complete(testGames())
		require.NoError(t, err, name)
	}
	s := good
	s.Options = game.MatchOptions{"unknown": "x"}
	newClub(t, "event").refuse(game.CodeBadOptions, organiser, &Create{Settings: s})
}

func TestSignUp(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss}, 3)
	require.Equal(t, []int{0, 1, 2}, c.event.playing())
	c.do(person(1), &Join{Perhaps: true})
	require.Equal(t, []int{0, 2}, c.event.playing())
	require.NoError(t, c.withdraw(0))
	require.Equal(t, []int{1}, c.event.playing())
	c.refuse(CodeNotEntered, person(0), &Withdraw{Person: person(0)})
	c.refuse(CodeNotOfficer, person(2), &Withdraw{Person: person(1), Reason: "was rude"})
	c.refuse(coded.Malformed, organiser, &Withdraw{Person: person(1)})
	c.refuse(CodeFewPeople, organiser, &Start{})
	c.refuse(CodeNotOfficer, person(1), &Start{})
	c.refuse(CodeNotOfficer, person(1), &ChangeSettings{c.event.Settings})
	c.refuse(CodeNotStarted, person(1), &Leave{Person: person(1)})
	c.refuse(CodeUnknownCommand, person(1), &Create{Settings: c.event.Settings})
	c.refuse(CodeUnknownCommand, "", &Join{})
	c.refuse(coded.Malformed, person(5), &Join{Strength: -1})
	c.do(person(0), &Join{Strength: 1400})
	require.Equal(t, 1400, c.event.People[c.event.Find(person(0))].Strength)
	c.do("officer-1", &Start{})
	c.refuse(CodeStarted, person(5), &Join{})
	require.Equal(t, "Name of officer-1", c.event.Acts[0].By)
}

func TestAnEventHasAMaximumOfPeople(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss}, 0)
	for range MaxPeople {
		c.event.People = append(c.event.People, Entrant{ID: person(len(c.event.People)), Name: "Name"})
	}
	c.refuse(CodeFull, "other", &Join{})
	c.do(person(3), &Join{Perhaps: true})
}

func TestJoiningAndLeavingCannotFillTheLog(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss}, 2)
	c.event.Last = maxSignUps
	c.refuse(CodeFull, person(1), &Withdraw{Person: person(1)})
	c.do("", &Start{})
	c.event.Last = MaxEntries
	c.refuse(CodeFull, "", &BeginRound{})
	c.do(organiser, &Cancel{Reason: "too much"})
}

func TestACommandIsCarriedOutOnce(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss}, 2)
	command := &Command{By: Person{person(0), "Name"}, ID: "1", At: c.at, Body: &Withdraw{Person: person(0)}}
	require.NoError(t, c.give(command))
	last := c.event.Last
	require.NoError(t, c.give(command))
	require.Equal(t, last, c.event.Last)
}

func TestALateEntry(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, LateUntil: 2}, 4)
	c.do("", &Start{})
	c.begin()
	c.refuse(CodeEntered, person(1), &Enter{Person: person(1), Name: "Name"})
	c.refuse(CodeNotOfficer, person(1), &Enter{Person: "late", Name: "Name"})
	c.do("late", &Enter{Person: "late", Name: "Late"})
	standings := c.event.Standings()
	require.Equal(t, 50, standings[0].Points, "half a point for the missed round")
	require.Equal(t, c.event.Find("late"), standings[0].Person)
	c.reportAll(rand.New(rand.NewPCG(1, 1)))
	c.begin()
	c.refuse(CodeTooLate, "later", &Enter{Person: "later", Name: "Later"})
	c.refuse(coded.Malformed, organiser, &Enter{Person: "later", Name: ""})
	c.do(organiser, &Enter{Person: "later", Name: "Later"})
	require.Equal(t, 2, c.event.People[c.event.Find("later")].Missed)
	require.IsType(t, &Enter{}, c.event.Acts[len(c.event.Acts)-1].Body)

	for _, kind := range []Kind{KindKnockout, KindRoundRobin} {
		c := newClub(t, "event")
		c.create(Settings{Kind: kind}, 4)
		c.do("", &Start{})
		c.refuse(CodeTooLate, organiser, &Enter{Person: "late", Name: "Late"})
	}
}

func TestWhoLeavesIsNotPaired(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, LateUntil: 3}, 5)
	c.do("", &Start{})
	c.refuse(CodeNotOfficer, person(1), &Leave{Person: person(2)})
	c.do(organiser, &Leave{Person: person(2), Reason: "was rude"})
	c.refuse(coded.Malformed, organiser, &Leave{Person: person(3)})
	c.refuse(CodeNotEntered, person(2), &Leave{Person: person(2)})
	c.begin()
	require.Len(t, c.event.Rounds[0].Tables, 2)
	require.Empty(t, c.event.Rounds[0].Byes)
	c.do(person(2), &Enter{Person: person(2), Name: "Back"})
	require.Zero(t, c.event.People[2].Missed, "a person who comes back gets nothing for the rounds between")
}

func TestResults(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, Size: 4}, 4)
	c.do("", &Start{})
	c.refuse(CodeNoTable, "", c.reportOf(1, 0, []int{1, 2, 3, 4}))
	c.begin()
	c.refuse(CodeUnfinished, "", &BeginRound{})
	c.refuse(CodeUnfinished, organiser, &Finish{})
	for _, places := range [][]int{
		nil, {1, 2, 3}, {1, 2, 3, 5}, {1, 1, 2, 3}, {0, 1, 2, 3}, {2, 2, 3, 4}, {-1, 1, 2, 3},
	} {
		c.refuse(CodeBadPlaces, "", c.reportOf(1, 0, places))
	}
	bad := c.reportOf(1, 0, []int{1, 2, 3, 4})
	bad.Record = strings.ToUpper(strings.Repeat("a", 64))
	c.refuse(coded.Malformed, "", bad)
	bad.Record = strings.Repeat("a", 66)
	c.refuse(coded.Malformed, "", bad)
	c.report(0, 1, 2, 2, 4)
	c.refuse(CodeReported, "", c.reportOf(1, 0, []int{1, 2, 3, 4}))
	require.Equal(t, []int{300, 150, 150, 0}, PlacePoints(4, c.event.Rounds[0].Tables[0].Result.Places))
	c.refuse(CodeNotOfficer, person(1), &Settle{place{1, 0}, []int{4, 3, 2, 1}, "no"})
	c.refuse(coded.Malformed, organiser, &Settle{place{1, 0}, []int{4, 3, 2, 1}, ""})
	c.do(organiser, &Settle{place{1, 0}, []int{0, 1, 2, 3}, "left the table"})
	result := c.event.Rounds[0].Tables[0].Result
	require.NotEmpty(t, result.Record, "a decision keeps the record")
	require.Equal(t, []int{0, 1, 2, 3}, result.Places)
	c.refuse(CodeUnfinished, "", &Finish{})
	c.do(organiser, &Finish{})
	require.Equal(t, c.event.Standings(), c.event.Final)
	c.refuse(CodeOver, organiser, &Pause{})
}

func TestForfeits(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, Grace: 10}, 2)
	c.do("", &Start{})
	c.begin()
	c.refuse(CodeTooEarly, "", &Forfeit{place{1, 0}, 1})
	c.do(organiser, &Pause{})
	c.at += 20 * minute
	c.refuse(CodePaused, "", &Forfeit{place{1, 0}, 1})
	c.refuse(CodePaused, organiser, &BeginRound{})
	c.do(organiser, &Resume{})
	c.refuse(CodeNotPaused, organiser, &Resume{})
	c.refuse(CodeTooEarly, "", &Forfeit{place{1, 0}, 1})
	require.Equal(t, c.event.Rounds[0].At+c.event.Rounds[0].Paused+40*minute, c.event.Deadline(1))
	c.at += 10 * minute
	c.refuse(CodeNoTable, "", &Forfeit{place{1, 0}, 2})
	c.refuse(CodeNotOfficer, person(0), &Forfeit{place{1, 0}, 1})
	c.do("", &Forfeit{place{1, 0}, 1})
	table := c.event.Rounds[0].Tables[0]
	require.Equal(t, []int{1, 0}, table.Result.Places)
	require.True(t, c.event.People[table.Seats[1]].Left)
	standings := c.event.Standings()
	require.Equal(t, PointUnits, standings[0].Points)
	require.Zero(t, standings[0].Wins, "a win without a match is no win in the tie-break")
	c.refuse(CodeReported, "", &Forfeit{place{1, 0}, 0})
	c.refuse(CodeFewPeople, "", &BeginRound{})
}

func TestTwoOfFourForfeit(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, Size: 4}, 4)
	c.do("", &Start{})
	c.begin()
	c.at += 5 * minute
	c.do("", &Forfeit{place{1, 0}, 1})
	c.do("", &Forfeit{place{1, 0}, 3})
	c.refuse(CodeBadPlaces, "", c.reportOf(1, 0, []int{1, 2, 3, 4}))
	c.report(0, 2, 0, 1, 0)
	require.Equal(t, []int{200, 0, 300, 0}, PlacePoints(4, c.event.Rounds[0].Tables[0].Result.Places))
}

func TestPlacePoints(t *testing.T) {
	for _, test := range []struct {
		size   int
		places []int
		want   []int
	}{
		{2, []int{1, 2}, []int{100, 0}},
		{2, []int{1, 1}, []int{50, 50}},
		{3, []int{3, 1, 2}, []int{0, 200, 100}},
		{3, []int{1, 1, 3}, []int{150, 150, 0}},
		{3, []int{2, 1}, []int{0, 200}},
		{4, []int{1, 2, 3, 4}, []int{300, 200, 100, 0}},
		{4, []int{1, 1, 1, 1}, []int{150, 150, 150, 150}},
		{4, []int{1, 2, 2, 2}, []int{300, 100, 100, 100}},
		{4, []int{1, 2, 3}, []int{300, 150, 0}},
		{4, []int{1, 1, 3}, []int{225, 225, 0}},
		{4, []int{2, 1}, []int{0, 300}},
		{4, []int{0, 1, 0, 2}, []int{0, 300, 0, 200}},
		{2, []int{0, 0}, []int{0, 0}},
	} {
		require.Equal(t, test.want, PlacePoints(test.size, test.places), "%d: %v", test.size, test.places)
	}
}

// tieBreaks plays a round robin of four with the given results and returns the standings. winners has the winner of
// each pair, lower number first; a pair without one is a draw.
func tieBreaks(t *testing.T, n int, winners map[[2]int]int) []Standing {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindRoundRobin}, n)
	c.do("", &Start{})
	for len(c.event.Rounds) < len(c.event.Schedule) {
		c.begin()
		for i, table := range c.event.Rounds[len(c.event.Rounds)-1].Tables {
			a, b := table.Seats[0], table.Seats[1]
			switch winner, ok := winners[[2]int{min(a, b), max(a, b)}]; {
			case !ok:
				c.report(i, 1, 1)
			case winner == a:
				c.report(i, 1, 2)
			default:
				c.report(i, 2, 1)
			}
		}
	}
	c.do("", &Finish{})
	return c.event.Final
}

func TestTieBreaks(t *testing.T) {
	// 0 beats 1 and 2, 3 beats 0: 0 has 2 points, 3 has 1 and two draws, 1 and 2 draw.
	standings := tieBreaks(t, 4, map[[2]int]int{{0, 1}: 0, {0, 2}: 0, {0, 3}: 3})
	require.Equal(t, 3, standings[0].Person)
	require.Equal(t, 0, standings[1].Person)
	require.Equal(t, 2*PointUnits, standings[0].Points)
	require.Equal(t, 2*PointUnits, standings[1].Points)
	// Both have met people with 4 points in all: 2 + 1 + 1 against 1 + 1 + 2.
	require.Equal(t, standings[0].Met, standings[1].Met)
	require.Equal(t, (2+1+1)*MetUnits, standings[0].Met)
	// 3 has beaten 0 with 2 points and drawn with two of 1; 0 has beaten two of 1.
	require.Equal(t, (2+1)*MetUnits, standings[0].Beaten)
	require.Equal(t, (1+1)*MetUnits, standings[1].Beaten)
	// 1 and 2 are equal in all but the lot.
	require.Equal(t, standings[2].Points, standings[3].Points)
	require.Equal(t, standings[2].Direct, standings[3].Direct)
	require.Equal(t, 4, standings[3].Rank)
}

// In a circle of three with equal points, all have met, beaten and won equally, so that the lot decides.
func TestTheLotDecides(t *testing.T) {
	standings := tieBreaks(t, 3, map[[2]int]int{{0, 1}: 0, {1, 2}: 1, {0, 2}: 2})
	for _, s := range standings {
		require.Equal(t, [4]int{2 * PointUnits, 0, 1, 2}, [4]int{s.Points, s.Direct, s.Wins, s.Tables})
	}
	order := map[int]bool{}
	for number := range 40 {
		e := New(nil, "event")
		e.Secret = match.Secret{byte(number)}
		e.People = []Entrant{{ID: "a"}, {ID: "b"}, {ID: "c"}}
		order[e.Standings()[0].Person] = true
	}
	require.Len(t, order, 3, "each person can win the lot")
}

func TestTheDirectEncounterDecides(t *testing.T) {
	e := New(nil, "event")
	e.Settings.Size = 2
	e.People = []Entrant{{ID: "a"}, {ID: "b"}}
	table := func(winner int) Table {
		places := []int{2, 2}
		places[winner] = 1
		return Table{Seats: []int{0, 1}, Absent: make([]bool, 2), Result: &Result{Places: places}}
	}
	list := []Standing{{Person: 0}, {Person: 1}}
	e.Rounds = []Round{{Tables: []Table{table(1)}}, {Tables: []Table{table(1)}}, {Tables: []Table{table(0)}}}
	e.breakTie(list)
	require.Equal(t, []Standing{{Person: 1, Direct: 1}, {Person: 0, Direct: -1}}, list)
	// Three people of whom two have not met: the direct encounter does not count.
	e.People = append(e.People, Entrant{ID: "c"})
	list = []Standing{{Person: 0}, {Person: 1}, {Person: 2}}
	e.breakTie(list)
	for _, s := range list {
		require.Zero(t, s.Direct)
	}
}

func TestRoundRobin(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindRoundRobin}, 5)
	c.do("", &Start{})
	require.Len(t, c.event.Schedule, 5)
	source := rand.New(rand.NewPCG(1, 1))
	for round := range 5 {
		c.begin()
		if round == 2 {
			c.do(person(0), &Leave{Person: person(0)})
		}
		c.reportAll(source)
	}
	c.refuse(CodeOver, "", &BeginRound{})
	require.LessOrEqual(t, len(c.event.Rounds[4].Tables), 2)
	c.do("", &Finish{})

	large := newClub(t, "event")
	large.create(Settings{Kind: KindRoundRobin}, MaxRounds+2)
	large.refuse(CodeBadSettings, "", &Start{})
	large.do(organiser, &ChangeSettings{Settings{Title: "A", Kind: KindRoundRobin, Game: "toy", Rounds: 4}})
	large.do("", &Start{})
	require.Len(t, large.event.Schedule, 4)
}

// In a knockout the best seed always wins here, and meets the second one last.
func TestKnockout(t *testing.T) {
	for _, size := range []int{2, 3, 4} {
		c := newClub(t, "event")
		c.create(Settings{Kind: KindKnockout, Size: size}, 0)
		const people = 11
		for i := range people {
			c.do(person(i), &Join{Strength: 2000 - i})
		}
		c.do("", &Start{})
		require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, c.event.Order)
		for c.try("", &BeginRound{}) == nil {
			round := len(c.event.Rounds)
			for i, table := range c.event.Rounds[round-1].Tables {
				places := make([]int, len(table.Seats))
				for seat, who := range table.Seats {
					places[seat] = 1
					for _, other := range table.Seats {
						if other < who {
							places[seat]++
						}
					}
				}
				c.report(i, places...)
			}
			if round == 1 {
				continue
			}
			c.refuse(
				CodeTooLate,
				organiser,
				&Settle{place{1, 0}, c.event.Rounds[0].Tables[0].Result.Places, "too late"},
			)
		}
		last := c.event.Rounds[len(c.event.Rounds)-1]
		require.Len(t, last.Tables, 1)
		require.Contains(t, last.Tables[0].Seats, 0)
		require.Contains(t, last.Tables[0].Seats, 1)
		c.do("", &Finish{})
		require.Equal(t, 0, c.event.Final[0].Person)
		require.Equal(t, 1, c.event.Final[1].Person)
	}
}

// People who leave a knockout between the rounds leave gaps, and the others still meet.
func TestAKnockoutWithGaps(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindKnockout}, 4)
	c.do("", &Start{})
	c.do(person(0), &Leave{Person: person(0)})
	slots := c.event.slots()
	for i := 0; i < len(slots); i += 2 {
		if opponent := max(slots[i], slots[i+1]); opponent >= 0 && min(slots[i], slots[i+1]) >= 0 {
			c.do(c.event.People[opponent].ID, &Leave{Person: c.event.People[opponent].ID})
		}
	}
	require.Len(t, c.event.remaining(), 2)
	c.begin()
	require.Len(t, c.event.Rounds[0].Tables, 1)
	c.report(0, 1, 1)
	require.Len(t, c.event.remaining(), 1, "of equal places the better seed goes on")
	c.refuse(CodeOver, "", &BeginRound{})
	c.do("", &Finish{})
}

func TestAnEvening(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindEvening}, 5)
	c.do("", &Start{})
	c.begin()
	require.Len(t, c.event.Rounds[0].Tables, 2)
	waiting := c.event.Rounds[0].Byes
	require.Len(t, waiting, 1)
	c.refuse(CodeFewPeople, "", &BeginRound{})
	c.report(0, 1, 2)
	c.begin()
	require.Len(t, c.event.Rounds[1].Tables, 1, "the other table still plays")
	require.Contains(t, c.event.Rounds[1].Tables[0].Seats, waiting[0])
	c.do("guest", &Enter{Person: "guest", Name: "Guest"})
	require.Zero(t, c.event.People[5].Missed)
	c.refuse(CodeUnfinished, organiser, &Finish{})
	c.reportAll(rand.New(rand.NewPCG(1, 1)))
	c.do(organiser, &Finish{})
	for _, s := range c.event.Final {
		require.LessOrEqual(t, s.Points, 2*PointUnits, "waiting gives no points")
	}
}

func TestBotsFillSeats(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, Size: 2, Fillers: true}, 3)
	c.do("", &Start{})
	alone := map[int]bool{}
	for range 3 {
		c.begin()
		round := c.event.Rounds[len(c.event.Rounds)-1]
		require.Empty(t, round.Byes)
		require.Len(t, round.Tables, 2)
		require.Equal(t, Bot, round.Tables[1].Seats[1])
		alone[round.Tables[1].Seats[0]] = true
		c.report(0, 1, 1)
		c.report(1, 2, 1)
	}
	require.Len(t, alone, 3, "the bot plays against another person each time")

	c = newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, Size: 4, Fillers: true}, 6)
	c.do("", &Start{})
	c.begin()
	for _, table := range c.event.Rounds[0].Tables {
		require.Len(t, table.Seats, 4)
		require.Equal(t, Bot, table.Seats[3])
	}
}

// Pairings keep people apart of whom one blocks the other, and public entries do not name them.
func TestBlockedPeopleAreKeptApart(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss}, 4)
	c.blocks = [][2]string{{person(2), person(0)}, {person(0), person(1)}, {"stranger", person(1)}}
	c.do("", &Start{})
	c.begin()
	round := c.event.Rounds[0]
	require.True(t, round.HasBlocks)
	require.Empty(t, round.Together)
	for _, table := range round.Tables {
		if slices.Contains(table.Seats, 0) {
			require.Contains(t, table.Seats, 3)
		}
	}
	c.report(0, 1, 2)
	c.report(1, 1, 2)
	c.do(person(3), &Leave{Person: person(3)})
	c.do(person(1), &Leave{Person: person(1)})
	c.begin()
	require.Equal(t, [][2]int{{0, 2}}, c.event.Rounds[1].Together)
	public := c.entries[len(c.entries)-1].Public().Encode()
	require.NotContains(t, string(public), `"blocks"`)
	require.Contains(t, string(public), `"hasBlocks":true`)
	c.do(organiser, &Settle{place{2, 0}, []int{1, 1}, "they did not want to play"})
	c.do(organiser, &BeginRound{Blocks: c.blocks})
	begun := c.event.Acts[len(c.event.Acts)-1].Body.(*RoundBegun)
	require.True(t, begun.HasBlocks)
	require.Empty(t, begun.Blocks, "the list of acts names no blocks")
}

func TestDealsDiffer(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, SameDeal: true}, 4)
	require.NotEqual(t, c.event.Deal(1), c.event.Deal(2))
	other := *c.event
	other.ID = "other"
	require.NotEqual(t, c.event.Deal(1), other.Deal(1))
	require.Equal(t, c.event.Deal(1), c.event.Deal(1))
}

func TestDecodeAction(t *testing.T) {
	decode := func(name Name, text string) (Action, error) {
		object, ok := strict.ReadObject([]byte(text))
		require.True(t, ok)
		return DecodeAction(name, &object)
	}
	join, err := decode(JoinCommand, `{"perhaps":true,"strength":9000}`)
	require.NoError(t, err)
	require.Equal(t, &Join{Perhaps: true}, join, "a client cannot set its strength")
	settle, err := decode(SettleCommand, `{"round":1,"table":0,"places":[1,2],"reason":"seen"}`)
	require.NoError(t, err)
	require.Equal(t, &Settle{place{1, 0}, []int{1, 2}, "seen"}, settle)
	for name, text := range map[Name]string{
		JoinCommand:   `{}`,
		SettleCommand: `{"round":1,"places":[1,2],"reason":"seen"}`,
		PauseCommand:  `{"why":"x"}`,
		RoundCommand:  `{"blocks":[]}`,
	} {
		_, err := decode(name, text)
		require.Equal(t, coded.Malformed, coded.Of(err), name)
	}
	for _, name := range []Name{ReportCommand, "other", ""} {
		_, err := decode(name, `{}`)
		require.Equal(t, CodeUnknownCommand, coded.Of(err), name)
	}
}

// Every command has an action of its name, and its entry has the same name.
func TestCommandsHaveNames(t *testing.T) {
	for name, spec := range commands {
		require.Equal(t, name, spec.body().Command())
		require.Equal(t, name, spec.body().action().Command())
		if spec.action != nil {
			require.Equal(t, name, spec.action().Command())
		}
	}
}

// Stored entries keep their form, so that events of today can be read tomorrow.
func TestStoredForm(t *testing.T) {
	const stored = `{"v":1,"kind":"settle","at":1800000000000,"by":"a","id":"7","officer":true,"name":"A",` +
		`"body":{"round":1,"table":0,"places":[1,2],"reason":"seen"}}`
	entry, err := DecodeEntry([]byte(stored))
	require.NoError(t, err)
	require.Equal(t, stored, string(entry.Encode()))
	var members map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(stored), &members))
	for name := range members {
		without := map[string]json.RawMessage{}
		for other, value := range members {
			if other != name {
				without[other] = value
			}
		}
		data, err := json.Marshal(without)
		require.NoError(t, err)
		if _, err := DecodeEntry(data); name == "v" || name == "kind" || name == "at" || name == "body" {
			require.Equal(t, CodeBadEntry, coded.Of(err), name)
		} else {
			require.NoError(t, err, name)
		}
	}
}

// The people at a table give those who are absent three more minutes, once.
func TestThreeMoreMinutes(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindRoundRobin, Size: 3, Rounds: 2, Grace: 5}, 3)
	c.do("", &Start{})
	c.begin()
	seats := c.event.Rounds[0].Tables[0].Seats
	at := func(seat int) string { return c.event.People[seats[seat]].ID }
	c.refuse(CodeNotOfficer, "other", &Wait{place{1, 0}})
	c.refuse(CodeNoTable, at(0), &Wait{place{1, 1}})
	c.refuse(CodeUnknownCommand, "", &Wait{place{1, 0}})
	c.do(at(0), &Wait{place{1, 0}})
	require.Empty(t, c.event.Acts, "it is no act of the organiser")
	c.refuse(CodeWaited, at(1), &Wait{place{1, 0}})
	begun := c.event.Rounds[0].At
	require.Equal(t, begun+8*minute, c.event.AwaitedUntil(1, 0))
	c.at = begun + 7*minute
	c.refuse(CodeTooEarly, "", &Forfeit{place{1, 0}, 1})
	c.at = begun + 8*minute
	c.do("", &Forfeit{place{1, 0}, 1})
	require.Equal(t, c.event.At+5*minute, c.event.AwaitedUntil(1, 0), "the others begin anew with the usual time")
	c.refuse(CodeWaited, organiser, &Wait{place{1, 0}})
	c.report(0, 1, 0, 2)
	c.refuse(CodeReported, organiser, &Wait{place{1, 0}})
	c.begin()
	c.do(organiser, &Wait{place{2, 0}})
	require.Equal(t, organiser, c.event.Acts[0].Person)
	require.Equal(t, WaitCommand, c.event.Acts[0].Body.Command())
}

// The organiser hands the event over to another person who takes part, and has no rights any more.
func TestHandOver(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss}, 4)
	c.refuse(CodeNotOfficer, person(1), &HandOver{person(1)})
	c.refuse(CodeNotEntered, organiser, &HandOver{"stranger"})
	c.refuse(coded.Malformed, organiser, &HandOver{})
	c.refuse(CodeEntered, organiser, &HandOver{organiser})
	c.do(organiser, &HandOver{person(1)})
	require.Equal(t, person(1), c.event.Organiser)
	require.Len(t, c.event.Acts, 1)
	c.refuse(CodeNotOfficer, organiser, &Start{})
	c.do(person(1), &Start{})
	c.begin()
	c.do("officer-1", &HandOver{person(2)})
	c.do(person(2), &Pause{})
	c.refuse(coded.Malformed, "", &HandOver{person(3)})
	c.do("", &HandOver{})
	require.Empty(t, c.event.Organiser)
	c.refuse(CodeNotOfficer, person(2), &Resume{})
	c.do("officer-1", &Resume{})
	c.do("officer-1", &Cancel{Reason: "a storm"})
	file, err := Export(c.event, c.entries)
	require.NoError(t, err)
	findings, _ := file.Verify(t.Context(), c.witness())
	for _, finding := range findings {
		require.Equal(t, match.Holds, finding.Verdict, "%+v", finding)
	}
}
