package event

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/match"
)

// randomSettings returns settings of a random event that are valid.
func randomSettings(source *rand.Rand) Settings {
	s := Settings{
		Kind:     []Kind{KindEvening, KindSwiss, KindRoundRobin, KindKnockout}[source.IntN(4)],
		Size:     2 + source.IntN(3),
		SameDeal: source.IntN(3) == 0,
	}
	switch s.Kind {
	case KindSwiss:
		s.Rounds = 1 + source.IntN(6)
		s.LateUntil = source.IntN(s.Rounds + 1)
		s.FullTables, s.Fillers = source.IntN(3) == 0, source.IntN(3) == 0
	case KindEvening:
		s.Fillers = source.IntN(3) == 0
	case KindKnockout:
		s.Advance = 1 + source.IntN(s.Size-1)
	}
	return s
}

// randomEvent plays a random event to its end.
func randomEvent(t require.TestingT, number uint64) *club {
	source := rand.New(rand.NewPCG(number, 1))
	c := newClub(t, "event")
	people := 2 + source.IntN(12)
	c.create(randomSettings(source), people)
	for range source.IntN(4) {
		_ = c.try(person(source.IntN(people)), &Join{Perhaps: source.IntN(2) == 0, Strength: source.IntN(3)})
		_ = c.withdraw(source.IntN(people))
	}
	for source.IntN(4) == 0 && people > 1 {
		c.blocks = append(c.blocks, [2]string{person(source.IntN(people)), person(source.IntN(people))})
	}
	if c.try("", &Start{}) != nil {
		c.do(organiser, &Cancel{Reason: "too few came"})
		return c
	}
	seatings := 1 + source.IntN(8)
	for c.try("", &BeginRound{Blocks: c.blocks}) == nil {
		checkRounds(t, c.event)
		for range source.IntN(4) {
			c.randomCommand(source, people)
		}
		if c.isOver() {
			return c
		}
		c.at += 10 * minute
		if c.event.Status == StatusPaused {
			c.do(organiser, &Resume{})
		}
		if c.event.Settings.Kind != KindEvening || source.IntN(2) == 0 {
			c.reportAll(source)
		}
		if c.event.Settings.Kind == KindEvening && len(c.event.Rounds) >= seatings {
			break
		}
	}
	c.reportAll(source)
	checkRounds(t, c.event)
	if source.IntN(8) == 0 {
		c.do(organiser, &Cancel{Reason: "a storm"})
	} else {
		c.do(organiser, &Finish{})
	}
	return c
}

func (c *club) isOver() bool {
	return c.event.Status == StatusFinished || c.event.Status == StatusCancelled
}

// randomCommand gives a command that may be refused.
func (c *club) randomCommand(source *rand.Rand, people int) {
	who := person(source.IntN(people + 3))
	by := []string{"", organiser, "officer-1", who, person(source.IntN(people))}[source.IntN(5)]
	round, table := source.IntN(len(c.event.Rounds)+2), source.IntN(8)
	at := place{round, table}
	places := []int{1, 2, 3, 4}[:2+source.IntN(3)]
	source.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	switch source.IntN(16) {
	case 0:
		_ = c.try(by, &Enter{Person: who, Name: "Name of " + who, Strength: source.IntN(3)})
	case 1:
		_ = c.try(by, &Leave{Person: who})
	case 2:
		c.at += int64(source.IntN(7)) * minute
		_ = c.try(by, &Forfeit{at, source.IntN(5) - 1})
	case 3:
		_ = c.try(by, &Settle{at, places, "seen by the officer"})
	case 4:
		_ = c.try(by, &Pause{})
	case 5:
		_ = c.try(by, &Resume{})
	case 6:
		_ = c.try(by, c.reportOf(round, table, places))
	case 7:
		_ = c.try(by, &BeginRound{})
	case 8:
		_ = c.try(by, &Join{})
	case 9:
		_ = c.try(by, &Withdraw{Person: who, Reason: "was rude"})
	case 10:
		_ = c.try(by, &Start{})
	case 11:
		_ = c.try(by, &ChangeSettings{Settings{Title: "Other", Kind: KindSwiss}})
	case 12:
		if source.IntN(20) == 0 {
			_ = c.try(by, &Cancel{Reason: "a storm"})
		}
	case 13:
		if source.IntN(20) == 0 {
			_ = c.try(by, &Finish{})
		}
	case 14:
		if round >= 1 && round <= len(c.event.Rounds) && table < len(c.event.Rounds[round-1].Tables) {
			_ = c.try("", c.randomReport(source, round, table))
		}
	case 15:
		_ = c.give(&Command{By: Person{who, ""}, At: -1, Body: &Pause{}})
		_ = c.give(&Command{})
		_ = c.try(by, &Wait{at})
	}
}

// checkRounds checks what is true of all events at all times.
func checkRounds(t require.TestingT, e *Event) {
	open := make([]int, len(e.People))
	for i := range e.Rounds {
		r := &e.Rounds[i]
		checkTablePoints(t, e, i+1)
		places := make([]int, len(e.People))
		for _, table := range r.Tables {
			require.GreaterOrEqual(t, len(table.Seats), 2)
			require.LessOrEqual(t, len(table.Seats), e.Settings.Size)
			for _, person := range table.Seats {
				if person == Bot {
					require.True(t, e.Settings.Fillers)
					continue
				}
				places[person]++
				if table.Result == nil {
					open[person]++
				}
			}
		}
		for _, person := range r.Byes {
			places[person]++
		}
		require.LessOrEqual(t, slices.Max(places), 1, "each person has one place in a round")
	}
	require.LessOrEqual(t, slices.Max(append(open, 0)), 1, "each person sits at one table")
	checkStandings(t, e)
}

// checkTablePoints checks the sums of the points of a round: over the seats of a table, and over the tables of a seat
// if people with the same deal are compared.
func checkTablePoints(t require.TestingT, e *Event, round int) {
	r := &e.Rounds[round-1]
	win := PointUnits * (e.Settings.Size - 1)
	type group struct{ seats, seat int }
	sums, counts := map[group]int{}, map[group]int{}
	for i, points := range e.TablePoints(round) {
		table := &r.Tables[i]
		require.Equal(t, table.Result == nil, points == nil)
		sum := 0
		for seat, n := range points {
			require.GreaterOrEqual(t, n, 0)
			require.LessOrEqual(t, n, win)
			sum += n
			if table.Result.Totals != nil && table.Seats[seat] != Bot {
				sums[group{len(points), seat}] += n
				counts[group{len(points), seat}]++
			}
		}
		switch {
		case points == nil:
		case slices.Contains(table.Result.Places, 0):
			require.LessOrEqual(t, sum, win*len(points)/2)
		case !e.Settings.SameDeal:
			require.Equal(t, win*len(points)/2, sum)
		case table.Result.Totals == nil:
			require.LessOrEqual(t, slices.Max(points), win*3/5)
		}
	}
	if !e.Settings.SameDeal {
		return
	}
	for g, sum := range sums {
		if n := counts[g]; n > 1 {
			// Each comparison gives one win in all, and each person's points are rounded.
			require.InDelta(t, win*n/2, sum, float64(n)/2+1)
		}
	}
}

// checkStandings checks that each person who takes part has one rank, in the order of the points.
func checkStandings(t require.TestingT, e *Event) {
	standings := e.Standings()
	seen := map[int]bool{}
	for i, s := range standings {
		require.Equal(t, i+1, s.Rank)
		require.False(t, seen[s.Person])
		seen[s.Person] = true
		if i > 0 && e.Settings.Kind != KindKnockout {
			require.GreaterOrEqual(t, standings[i-1].Points, s.Points)
		}
	}
	for i := range e.People {
		require.Equal(t, !e.People[i].Perhaps, seen[i])
	}
}

// The same entries lead to the same event, also after they were stored, and honest events verify.
func TestRandomEvents(t *testing.T) {
	const events = 240
	kinds := map[Kind]int{}
	hidden, entries := 0, 0
	for number := range uint64(events) {
		c := randomEvent(t, number)
		kinds[c.event.Settings.Kind]++
		entries += len(c.entries)
		again := New(testGames(), c.event.ID)
		for _, entry := range c.entries {
			decoded, err := DecodeEntry(entry.Encode())
			require.NoError(t, err)
			require.Equal(t, string(entry.Encode()), string(decoded.Encode()))
			again, err = Apply(again, decoded)
			require.NoError(t, err)
		}
		require.Equal(t, snapshot(c.event), snapshot(again))

		file, err := Export(c.event, c.entries)
		require.NoError(t, err)
		data := file.Encode()
		require.NotContains(t, string(data), `"blocks":`)
		file, err = DecodeFile(data)
		require.NoError(t, err)
		findings, end := file.Verify(t.Context(), c.witness())
		require.Len(t, findings, checksOf(end))
		for _, f := range findings {
			if f.Check == PairingsCheck && f.Code == CodeHiddenBlocks {
				hidden++
				continue
			}
			require.Equal(t, match.Holds, f.Verdict, "event %d: %+v", number, f)
		}
		require.Equal(t, c.event.Final, end.Final)
		require.Equal(t, c.event.Digest, end.Digest)
	}
	t.Logf("%v, %d entries, %d with blocks", kinds, entries, hidden)
	require.Len(t, kinds, 4)
	require.Less(t, hidden, events/2)
}

// FuzzCommands gives random commands at random times. None panics, and bad ones get codes and change nothing, which
// club.give checks.
func FuzzCommands(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, uint8(40))
	}
	f.Fuzz(func(t *testing.T, seed uint64, count uint8) {
		source := rand.New(rand.NewPCG(seed, 2))
		c := newClub(t, "event")
		people := 1 + source.IntN(9)
		if source.IntN(8) > 0 {
			c.create(randomSettings(source), people)
			_ = c.try(organiser, &Start{})
		}
		for range count {
			c.randomCommand(source, people)
			if source.IntN(3) == 0 {
				_ = c.try("", &BeginRound{})
			}
			checkRounds(t, c.event)
		}
		for _, entry := range c.entries {
			_, err := DecodeEntry(entry.Encode())
			require.NoError(t, err)
		}
	})
}

// FuzzEntries applies decoded entries to events. None panics, and errors have codes.
func FuzzEntries(f *testing.F) {
	for number := range uint64(6) {
		c := randomEvent(f, number)
		for i, entry := range c.entries {
			if i%3 == 0 {
				f.Add(entry.Encode(), uint8(i))
			}
		}
	}
	f.Add(
		[]byte(`{"v":1,"kind":"round","at":1800000900000,"body":{"number":2,"tables":[[0,-1]],"byes":[7]}}`),
		uint8(9),
	)
	f.Add([]byte(`{"v":1,"kind":"start","at":1800000900000,"body":{"order":[9,0]}}`), uint8(4))
	base := randomEvent(f, 3)
	f.Fuzz(func(t *testing.T, data []byte, after uint8) {
		entry, err := DecodeEntry(data)
		if err != nil {
			require.Equal(t, CodeBadEntry, coded.Of(err))
			return
		}
		e := New(testGames(), "event")
		for _, before := range base.entries[:min(int(after), len(base.entries))] {
			e, err = Apply(e, before)
			require.NoError(t, err)
		}
		next, err := Apply(e, entry)
		if err != nil {
			require.NotEmpty(t, coded.Of(err), "%v", err)
			return
		}
		next.Standings()
		next.isLastRound()
		_, _ = Decide(next, &Command{At: firstTime, Body: &BeginRound{}})
	})
}

// FuzzFiles verifies decoded files.
func FuzzFiles(f *testing.F) {
	for number := range uint64(4) {
		c := randomEvent(f, number)
		file, err := Export(c.event, c.entries)
		require.NoError(f, err)
		f.Add(file.Encode())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := DecodeFile(data)
		if err != nil {
			require.Equal(t, CodeBadFile, coded.Of(err))
			return
		}
		findings, end := file.Verify(t.Context(), Witness{})
		require.Len(t, findings, checksOf(end))
	})
}

// checksOf returns the number of checks of an event.
func checksOf(e *Event) int {
	if e.Settings.SameDeal {
		return 7
	}
	return 6
}
