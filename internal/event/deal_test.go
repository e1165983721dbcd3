package event

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/match"
	"archmage/test/conformance"
)

// dealTable returns a table of people, numbered from first on, with the totals of its match.
func dealTable(first int, totals ...int) Table {
	t := Table{Absent: make([]bool, len(totals)), Result: &Result{Totals: totals}}
	for seat, total := range totals {
		place := 1
		for _, other := range totals {
			if other > total {
				place++
			}
		}
		t.Seats = append(t.Seats, first+seat)
		t.Result.Places = append(t.Result.Places, place)
	}
	return t
}

// wonEarly returns a table of two whose match ended before its game, so that it has no totals.
func wonEarly(first int) Table {
	t := dealTable(first, 2, 1)
	t.Result.Totals = nil
	return t
}

func TestSameDealPoints(t *testing.T) {
	for _, test := range []struct {
		name   string
		size   int
		tables []Table
		want   [][]int
	}{
		{
			name: "all are compared with the same seat",
			size: 2,
			tables: []Table{
				dealTable(0, 30, 25), dealTable(2, 20, 15), dealTable(4, 20, 22), dealTable(6, 10, 12),
			},
			want: [][]int{{100, 100}, {50, 33}, {50, 67}, {0, 0}},
		},
		{"one table has nobody to compare with", 2, []Table{dealTable(0, 30, 25)}, [][]int{{100, 0}}},
		{
			name:   "the points of a table of four",
			size:   4,
			tables: []Table{dealTable(0, 9, 8, 7, 6), dealTable(4, 6, 7, 8, 9)},
			want:   [][]int{{300, 300, 0, 0}, {0, 0, 300, 300}},
		},
		{
			name:   "tables with as many seats are compared",
			size:   4,
			tables: []Table{dealTable(0, 5, 3, 1), dealTable(3, 1, 3, 5), dealTable(6, 4, 3, 2, 1)},
			want:   [][]int{{300, 150, 0}, {0, 150, 300}, {300, 200, 100, 0}},
		},
		{
			name:   "a match that ended early is not compared and counts at most as a bye",
			size:   2,
			tables: []Table{dealTable(0, 5, 3), wonEarly(2), dealTable(4, 1, 4)},
			want:   [][]int{{100, 0}, {60, 0}, {0, 100}},
		},
		{
			name:   "a table without a result is not compared",
			size:   2,
			tables: []Table{dealTable(0, 5, 3), {Seats: []int{2, 3}, Absent: make([]bool, 2)}, dealTable(4, 5, 4)},
			want:   [][]int{{50, 0}, nil, {50, 100}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := New(nil, "event")
			e.Settings = Settings{Size: test.size, SameDeal: true}
			e.Rounds = []Round{{Tables: test.tables}}
			require.Equal(t, test.want, e.TablePoints(1))
		})
	}
	e := New(nil, "event")
	e.Settings = Settings{Size: 2, SameDeal: true}
	withBots := dealTable(2, 9, 9)
	withBots.Seats[1] = Bot
	e.Rounds = []Round{{Tables: []Table{dealTable(0, 5, 3), withBots}}}
	require.Equal(t, [][]int{{0, 0}, {100, 50}}, e.TablePoints(1), "nobody is compared with a bot")
}

func TestByesOfASameDealEvent(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, SameDeal: true, Rounds: 2, LateUntil: 1}, 3)
	c.do("", &Start{})
	c.begin()
	bye := c.event.Rounds[0].Byes[0]
	c.at += 6 * minute
	c.do("", &Forfeit{place{1, 0}, 0})
	winner := c.event.Rounds[0].Tables[0].Seats[1]
	c.do("officer-1", &Enter{Person: "late", Name: "Late"})
	points := map[int]int{}
	for _, s := range c.event.Standings() {
		points[s.Person] = s.Points
	}
	require.Equal(t, 60, points[bye])
	require.Equal(t, 60, points[winner], "who has waited for nobody has as much as for a bye")
	require.Equal(t, 50, points[c.event.Find("late")])
}

// The deal of a round is secret until all its tables have results.
func TestDealIsSecret(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, SameDeal: true, Rounds: 2}, 4)
	require.True(t, c.event.DealIsSecret(1))
	c.do("", &Start{})
	c.begin()
	c.report(0, 1, 2)
	require.True(t, c.event.DealIsSecret(1))
	c.report(1, 1, 2)
	require.False(t, c.event.DealIsSecret(1))
	require.True(t, c.event.DealIsSecret(2))
	c.begin()
	require.False(t, c.event.DealIsSecret(1))
	require.True(t, c.event.DealIsSecret(2))
	require.NotEqual(t, c.event.Deal(1), c.event.Deal(2))
	c.do(organiser, &Cancel{Reason: "a storm"})
	require.False(t, c.event.DealIsSecret(2))

	other := newClub(t, "event")
	other.create(Settings{Kind: KindSwiss}, 2)
	require.False(t, other.event.DealIsSecret(1))
}

func TestResultOf(t *testing.T) {
	result := func(seats ...match.SeatResult) *match.Result {
		return &match.Result{Outcome: &game.Outcome{}, Seats: seats}
	}
	first, second := match.SeatResult{Rank: 1, Total: 30}, match.SeatResult{Rank: 2, Total: 20}
	gone := match.SeatResult{Rank: 3, Total: 10, Lost: match.LostLeft}
	here, away := false, true
	for _, test := range []struct {
		name   string
		result *match.Result
		absent []bool
		places []int
		totals []int
	}{
		{"a whole match", result(second, first), []bool{here, here}, []int{2, 1}, []int{20, 30}},
		{"equal places", result(first, first), []bool{here, here}, []int{1, 1}, []int{30, 30}},
		{"below a virtual opponent", result(second, second), []bool{here, here}, []int{1, 1}, []int{20, 20}},
		{"a loss", result(first, gone, second), []bool{here, here, here}, []int{1, 3, 2}, nil},
		{"an absent person", result(second, gone, first), []bool{here, away, here}, []int{2, 0, 1}, nil},
		{"a match without the absent person", result(second, first), []bool{here, away, here}, []int{2, 0, 1}, nil},
		{"another number of seats", result(first), []bool{here, here}, nil, nil},
		{"an abandoned match", &match.Result{Seats: make([]match.SeatResult, 2)}, []bool{here, here}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			places, totals := ResultOf(test.result, test.absent)
			require.Equal(t, test.places, places)
			require.Equal(t, test.totals, totals)
		})
	}
}

func TestTotalsThatCannotBe(t *testing.T) {
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, Size: 3}, 3)
	c.do("", &Start{})
	c.begin()
	for _, totals := range [][]int{{}, {1, 2}, {1, 2, 3, 4}, {1, 2, maxTotal + 1}, {1, 2, -maxTotal - 1}} {
		report := c.reportOf(1, 0, []int{1, 2, 3})
		report.Totals = totals
		c.refuse(CodeBadPlaces, "", report)
	}
	c.at += 6 * minute
	c.do("", &Forfeit{place{1, 0}, 2})
	report := c.reportOf(1, 0, []int{1, 2, 0})
	report.Totals = []int{3, 2, 1}
	c.refuse(CodeBadPlaces, "", report)
	report.Totals = nil
	c.do("", report)
}

// playMatch plays the match of a table at random, reports it and returns its record.
func (c *club) playMatch(source *rand.Rand, round, table int) *match.Record {
	e := c.event
	t := &e.Rounds[round-1].Tables[table]
	m := beginMatch(c.t, e, round, table)
	for m.Result == nil {
		waiting := m.State.Waiting()
		seat := game.Seat(bits.TrailingZeros8(uint8(waiting)))
		var d game.Decision
		require.True(c.t, m.State.Decision(seat, &d))
		picks, ok := bot.Random(&d, source, nil)
		require.True(c.t, ok)
		next, err := m.Answer(c.at, seat, match.Choice(m.Rules, &d, picks), nil, new(game.Step))
		require.NoError(c.t, err)
		m = next
	}
	record := m.Record(func(person string) string { return "Name of " + person })
	places, totals := ResultOf(m.Result, t.Absent)
	c.do("", &Report{place{round, table}, m.ID, m.Record(nil).Digest(), places, totals})
	return record
}

// beginMatch begins the match of a table, with the deal of the round or with a seed of its own.
func beginMatch(t require.TestingT, e *Event, round, number int) *match.Match {
	rules := conformance.Toy()
	table := &e.Rounds[round-1].Tables[number]
	id := e.Room(round, number)
	terms := match.Terms{ID: id, Game: e.Settings.Game, Options: e.Settings.Options}
	for _, person := range table.Seats {
		player := match.Player{Bot: "random"}
		if person != Bot {
			player = match.Player{Person: e.People[person].ID}
		}
		terms.Players = append(terms.Players, player)
	}
	var start match.Start
	if e.Settings.SameDeal {
		seed := e.Deal(round)
		start.Seed, start.Deal = &seed, &match.Deal{Event: e.ID, Round: round}
	} else {
		terms.Version = rules.Info().Version
		start.Proof = &match.Proof{Room: id, Number: 1, Shares: make([]string, len(terms.Players))}
		seed := start.Proof.Seed(&terms)
		start.Seed = &seed
	}
	m, err := match.Begin(rules, terms, start)
	require.NoError(t, err)
	return m
}

// playedEvent plays a Swiss event of three rounds with the matches of its tables, and returns their records.
func playedEvent(t require.TestingT, sameDeal bool, size int) (*club, []*match.Record) {
	source := rand.New(rand.NewPCG(7, uint64(size)))
	c := newClub(t, "event")
	c.create(Settings{Kind: KindSwiss, Rounds: 3, Size: size, SameDeal: sameDeal, Fillers: size == 3}, 9)
	c.do("", &Start{})
	var records []*match.Record
	for range 3 {
		c.begin()
		for table := range c.event.Rounds[len(c.event.Rounds)-1].Tables {
			records = append(records, c.playMatch(source, len(c.event.Rounds), table))
		}
	}
	c.do("", &Finish{})
	return c, records
}

// readAll reads records from their files.
func readAll(t *testing.T, records []*match.Record) []*Played {
	var list []*Played
	for _, r := range records {
		decoded, err := match.Decode(r.Encode())
		require.NoError(t, err)
		list = append(list, ReadRecord(t.Context(), testGames(), decoded))
	}
	return list
}

// Events verify with the records of their matches.
func TestVerifyWithRecords(t *testing.T) {
	for size := 2; size <= 4; size++ {
		for _, sameDeal := range []bool{false, true} {
			c, records := playedEvent(t, sameDeal, size)
			file, err := Export(c.event, c.entries)
			require.NoError(t, err)
			w := c.witness()
			w.Records = readAll(t, records)
			findings, end := file.Verify(t.Context(), w)
			require.Len(t, findings, checksOf(end))
			for _, f := range findings {
				require.Equal(t, match.Holds, f.Verdict, "%+v", f)
			}
			w.Records = w.Records[1:]
			for _, f := range verdicts(t, file, w) {
				require.Equal(t, f.Check == RecordsCheck || f.Check == DealsCheck, f.Code == CodeNotKnown, "%+v", f)
			}
		}
	}
}

func verdicts(t *testing.T, f *File, w Witness) []match.Finding {
	findings, _ := f.Verify(t.Context(), w)
	return findings
}

// dealForgery changes the file of an event and the records of its matches. The hashes of the records are put into the
// file again if the forger is careful.
type dealForgery struct {
	name    string
	check   match.Check
	code    coded.Code
	careful bool
	apply   func(f *File, records []*match.Record)
}

func dealForgeries() []dealForgery {
	report := func(f *File, n int) *Report { return f.Entries[nth[*Report](f, n)].Body.(*Report) }
	const careful, careless = true, false
	return []dealForgery{
		{"another total", RecordsCheck, CodeOtherResult, careful, func(f *File, _ []*match.Record) {
			report(f, 11).Totals[0]++
		}},
		{"totals left out", RecordsCheck, CodeOtherResult, careful, func(f *File, _ []*match.Record) {
			report(f, 11).Totals = nil
		}},
		{"totals exchanged", RecordsCheck, CodeOtherResult, careful, func(f *File, _ []*match.Record) {
			slices.Reverse(report(f, 11).Totals)
			slices.Reverse(report(f, 11).Places)
		}},
		{"another total in an early round", PairingsCheck, CodeBadPairing, careful, func(f *File, _ []*match.Record) {
			report(f, 0).Totals[0] += 500
		}},
		{"a total more", EntriesCheck, CodeBadPlaces, careful, func(f *File, _ []*match.Record) {
			report(f, 11).Totals = append(report(f, 11).Totals, 3)
		}},
		{"a total that is too large", EntriesCheck, CodeBadPlaces, careful, func(f *File, _ []*match.Record) {
			report(f, 11).Totals[0] = maxTotal + 1
		}},
		{"another outcome", RecordsCheck, match.CodeBadOutcome, careful, func(_ *File, r []*match.Record) {
			r[5].Outcome.Places[0].Total++
		}},
		{"another answer", RecordsCheck, match.CodeBadAnswer, careful, func(_ *File, r []*match.Record) {
			r[5].Items[3].Answer = []byte(`["x"]`)
		}},
		{"another hash", RecordsCheck, match.CodeBadHash, careful, func(_ *File, r []*match.Record) {
			r[5].Items[3].Hash = r[5].Start.Hash
		}},
		{"another record of a match", RecordsCheck, CodeOtherRecord, careless, func(_ *File, r []*match.Record) {
			r[5].Ended++
		}},
		{"a match that is not over", RecordsCheck, match.CodeNotOver, careful, func(_ *File, r []*match.Record) {
			*r[5] = *r[5].Truncate(8)
		}},
		{"an abandoned match", RecordsCheck, CodeOtherResult, careful, func(_ *File, r []*match.Record) {
			*r[5] = *r[5].Truncate(8)
			r[5].Lost = make([]match.Lost, len(r[5].Seats))
		}},
		{"the id of another match", RecordsCheck, CodeOtherRecord, careless, func(f *File, _ []*match.Record) {
			report(f, 11).Match = "other"
		}},
		{"the record of another table", RecordsCheck, CodeOtherRecord, careless, func(f *File, r []*match.Record) {
			report(f, 11).Record = r[10].Digest()
		}},
		{"one match at two tables", RecordsCheck, CodeOtherTable, careless, func(f *File, _ []*match.Record) {
			a, b := report(f, 11), report(f, 10)
			a.Match, a.Record, a.Places, a.Totals = b.Match, b.Record, b.Places, b.Totals
		}},
		{"a match of another room", RecordsCheck, CodeOtherTable, careful, func(f *File, r []*match.Record) {
			r[11].ID, report(f, 11).Match = "elsewhere", "elsewhere"
		}},
		{
			"the matches of two tables exchanged",
			RecordsCheck,
			CodeOtherTable,
			careless,
			func(f *File, _ []*match.Record) {
				a, b := report(f, 11), report(f, 10)
				a.place, b.place = b.place, a.place
			},
		},
		{"the match of another round", RecordsCheck, CodeOtherTable, careless, func(f *File, _ []*match.Record) {
			a, b := report(f, 11), report(f, 0)
			a.Match, b.Match = b.Match, a.Match
			a.Record, b.Record = b.Record, a.Record
			a.Places, b.Places = b.Places, a.Places
			a.Totals, b.Totals = b.Totals, a.Totals
		}},
		{"another option", RecordsCheck, CodeOtherTable, careful, func(f *File, _ []*match.Record) {
			created := f.Entries[0].Body.(*Created)
			created.Settings.Options = game.MatchOptions{}
			for id := range toyOptions() {
				created.Settings.Options[id] = "other"
			}
		}},
		{"another game", RecordsCheck, CodeOtherTable, careful, func(f *File, _ []*match.Record) {
			f.Entries[0].Body.(*Created).Settings.Game = "seasons"
		}},
		{"a game that is not here", RecordsCheck, CodeUnknownGame, careful, func(_ *File, r []*match.Record) {
			r[5].Game = "chess"
		}},
		{"a bot in place of a person", RecordsCheck, CodeOtherTable, careful, func(_ *File, r []*match.Record) {
			r[5].Seats[0] = match.RecordSeat{Bot: "strong"}
		}},
		{"no same deal", RecordsCheck, CodeOtherTable, careful, func(f *File, _ []*match.Record) {
			f.Entries[0].Body.(*Created).Settings.SameDeal = false
		}},
		{"the deal of another round", DealsCheck, CodeOtherDeal, careful, func(_ *File, r []*match.Record) {
			r[11].Start.Deal.Round = 1
		}},
		{"the deal of another event", DealsCheck, CodeOtherDeal, careful, func(_ *File, r []*match.Record) {
			r[11].Start.Deal.Event = "other"
		}},
		{"a seed without a source", RecordsCheck, CodeOtherTable, careful, func(_ *File, r []*match.Record) {
			r[11].Start.Deal = nil
		}},
		{"another seed", RecordsCheck, match.CodeBadStart, careful, func(_ *File, r []*match.Record) {
			r[11].Start.Seed[0]++
		}},
		{"a match that was played with another deal", DealsCheck, CodeOtherDeal, careful,
			func(f *File, r []*match.Record) { otherDeal(f, r) }},
		{"a match that was played with a seed of its own", DealsCheck, CodeOtherDeal, careful,
			func(f *File, r []*match.Record) {
				otherDeal(f, r)
				terms := match.Terms{Game: r[11].Game, Version: r[11].Version, Options: r[11].Options}
				r[11].Start.Deal = nil
				r[11].Start.Proof = &match.Proof{Room: r[11].ID, Number: 1, Shares: make([]string, len(r[11].Seats))}
				*r[11].Start.Seed = r[11].Start.Proof.Seed(&terms)
				replayWith(f, r)
			}},
		{"other points of a comparison", StandingsCheck, CodeBadStandings, careful, func(f *File, _ []*match.Record) {
			f.Entries[nth[*Finished](f, 0)].Body.(*Finished).Standings[3].Points++
		}},
	}
}

func toyOptions() game.MatchOptions {
	options, err := game.CompleteOptions(conformance.Toy().Info(), nil, 2)
	if err != nil {
		panic(err)
	}
	return options
}

// otherDeal replaces the last match by one that was played with another seed.
func otherDeal(f *File, records []*match.Record) {
	records[11].Start.Seed[5]++
	replayWith(f, records)
}

// replayWith plays the last match again with the seed of its record, and reports the result.
func replayWith(f *File, records []*match.Record) {
	r := records[11]
	rules := conformance.Toy()
	terms := match.Terms{ID: r.ID, Game: r.Game, Options: r.Options, Started: r.Started}
	for range r.Seats {
		terms.Players = append(terms.Players, match.Player{Person: "p"})
	}
	m, err := match.Begin(rules, terms, r.Start)
	if err != nil {
		panic(err)
	}
	source := rand.New(rand.NewPCG(1, 1))
	for m.Result == nil {
		seat := game.Seat(bits.TrailingZeros8(uint8(m.State.Waiting())))
		var d game.Decision
		m.State.Decision(seat, &d)
		picks, _ := bot.Random(&d, source, nil)
		if m, err = m.Answer(1, seat, match.Choice(rules, &d, picks), nil, new(game.Step)); err != nil {
			panic(err)
		}
	}
	*r = *m.Record(nil)
	report := f.Entries[nth[*Report](f, 11)].Body.(*Report)
	report.Places, report.Totals = ResultOf(m.Result, make([]bool, len(r.Seats)))
}

// A forged result, deal or record is found by the check that names the reason, although the forger has computed all
// digests again and nobody has noted one.
func TestForgedDealsAreFound(t *testing.T) {
	c, records := playedEvent(t, true, 2)
	honest, err := Export(c.event, c.entries)
	require.NoError(t, err)
	require.Len(t, records, 12)
	for _, forgery := range dealForgeries() {
		t.Run(forgery.name, func(t *testing.T) {
			f, err := DecodeFile(honest.Encode())
			require.NoError(t, err)
			var forged []*match.Record
			for _, r := range records {
				decoded, err := match.Decode(r.Encode())
				require.NoError(t, err)
				forged = append(forged, decoded)
			}
			forgery.apply(f, forged)
			for i := range forged {
				if forgery.careful {
					f.Entries[nth[*Report](f, i)].Body.(*Report).Record = forged[i].Digest()
				}
			}
			f.redigest()
			found := map[match.Check]coded.Code{}
			for _, finding := range verdicts(t, f, Witness{Records: readAll(t, forged)}) {
				if finding.Verdict != match.Holds {
					found[finding.Check] = finding.Code
				}
			}
			require.Equal(t, forgery.code, found[forgery.check], "%v", found)
		})
	}
}

// A match that was played in the room of another table is found, although its record says that it has the id of the
// table's room.
func TestMatchOfAnotherRoom(t *testing.T) {
	c, records := playedEvent(t, false, 2)
	file, err := Export(c.event, c.entries)
	require.NoError(t, err)
	r := records[11]
	terms := match.Terms{ID: r.ID, Game: r.Game, Version: r.Version, Options: r.Options}
	for _, seat := range r.Seats {
		terms.Players = append(terms.Players, match.Player{Person: seat.Name, Bot: seat.Bot})
	}
	r.Start.Proof.Room = records[10].ID
	*r.Start.Seed = r.Start.Proof.Seed(&terms)
	replayWith(file, records)
	file.Entries[nth[*Report](file, 11)].Body.(*Report).Record = r.Digest()
	file.redigest()
	findings := verdicts(t, file, Witness{Records: readAll(t, records)})
	i := slices.IndexFunc(findings, func(f match.Finding) bool { return f.Check == RecordsCheck })
	require.Equal(t, CodeOtherTable, findings[i].Code, "%+v", findings)
}
