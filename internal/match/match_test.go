package match_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/internal/match"
	"archmage/test/conformance"
)

func TestBegin(t *testing.T) {
	s := toySample()
	m := s.begin(t)
	require.Equal(t, game.Hash(m.State), m.Hash)
	require.Equal(t, m.Hash, m.Start.Hash)
	require.Nil(t, m.Result)
	require.Equal(t, []match.Seat{{Person: "p0"}, {Bot: "random"}, {Person: "p2"}}, m.Seats)

	// Begin sets the version of the rules, whatever the terms say.
	terms := s.terms()
	terms.Version = 77
	m, err := match.Begin(s.rules, terms, m.Start)
	require.NoError(t, err)
	require.Equal(t, 1, m.Version)
	require.Equal(t, 1, m.RulesVersion())
}

// A match that begins with a state of another match has no events of its start.
func TestOpening(t *testing.T) {
	s := toySample()
	started := game.Event{Kind: "started", Seat: game.NoSeat}
	deal := game.Event{Kind: "deal", Seat: game.NoSeat, Public: game.Facts{game.Int("cards", 3)}}
	require.JSONEq(t, text(t, []game.Event{started, deal}), text(t, s.begin(t).Opening()))

	midway := encoded(t, play(t, s.begin(t), random(1), 5).State)
	m, err := match.Begin(s.rules, s.terms(), match.Start{State: midway})
	require.NoError(t, err)
	require.JSONEq(t, text(t, []game.Event{started}), text(t, m.Opening()))
}

func TestBeginRefuses(t *testing.T) {
	s := toySample()
	seed := game.SeedFromInt(1)
	over := encoded(t, s.played(t).State)
	midway := encoded(t, play(t, s.begin(t), random(1), 5).State)
	one, two := s, s
	one.seats, two.seats = 1, 2

	_, err := match.Begin(s.rules, s.terms(), match.Start{})
	requireCode(t, match.CodeBadRecord, err, "neither a seed nor a state")
	_, err = match.Begin(s.rules, s.terms(), match.Start{Seed: &seed, Proof: s.proof()})
	requireCode(t, match.CodeBadRecord, err, "does not follow from its proof")
	_, err = match.Begin(s.rules, one.terms(), match.Start{Seed: &seed})
	requireCode(t, game.CodeBadSeats, err, "")
	_, err = match.Begin(s.rules, one.terms(), match.Start{State: midway})
	requireCode(t, game.CodeBadSeats, err, "")
	_, err = match.Begin(s.rules, two.terms(), match.Start{State: midway})
	requireCode(t, game.CodeBadState, err, "is not one for 2")
	_, err = match.Begin(s.rules, s.terms(), match.Start{State: over})
	requireCode(t, game.CodeBadState, err, "the match is over")
	_, err = match.Begin(s.rules, s.terms(), match.Start{State: midway[1:]})
	requireCode(t, game.CodeBadState, err, "")
	_, err = match.Begin(s.rules, s.terms(), match.Start{State: make([]byte, match.MaxState+1)})
	requireCode(t, game.CodeBadState, err, "at most 16384 bytes")
	terms := s.terms()
	terms.Options = game.MatchOptions{"speed": "fast"}
	_, err = match.Begin(s.rules, terms, match.Start{State: midway})
	requireCode(t, game.CodeBadOptions, err, "")

	deal := &match.Deal{Event: "event-1", Round: 2}
	_, err = match.Begin(s.rules, s.terms(), match.Start{State: midway, Deal: deal})
	requireCode(t, match.CodeBadRecord, err, "a deal goes with a seed")
	_, err = match.Begin(s.rules, s.terms(), match.Start{Deal: deal})
	requireCode(t, match.CodeBadRecord, err, "a deal goes with a seed")
	_, err = match.Begin(s.rules, s.terms(), match.Start{Seed: &seed, Proof: s.proof(), Deal: deal})
	requireCode(t, match.CodeBadRecord, err, "a seed has a proof or is a deal")
	_, err = match.Begin(s.rules, s.terms(), match.Start{Seed: &seed, Deal: &match.Deal{Event: "event-1"}})
	requireCode(t, match.CodeBadRecord, err, "counted from 1")
}

// Nothing that a match tells reveals the seed of a deal with which others may still play. Its record does.
func TestTheSeedOfADealStaysSecret(t *testing.T) {
	s := toySample()
	seed := game.SeedFromInt(8)
	m, err := match.Begin(s.rules, s.terms(), match.Start{Seed: &seed, Deal: &match.Deal{Event: "event-1", Round: 2}})
	require.NoError(t, err)
	require.JSONEq(t, text(t, s.begin(t).Opening()), text(t, m.Opening()))
	hidden := text(t, seed)
	for _, end := range []*match.Match{play(t, m, random(1), 10_000), m.Abandon(5)} {
		require.NotContains(t, text(t, end.Result), hidden[1:len(hidden)-1])
		require.Nil(t, end.Result.Proof)
		require.Equal(t, &match.Deal{Event: "event-1", Round: 2}, end.Result.Deal)
		require.Equal(t, &seed, end.Record(nil).Start.Seed)
		requireReplays(t, end)
	}
}

// A state for more seats than its outcome has is refused when it asks a missing seat or at the end,
// whichever comes first. It never does harm.
func TestStateForFewerThanTheSeats(t *testing.T) {
	few, many := toySample(), toySample()
	few.seats = 2
	m, err := match.Begin(many.rules, many.terms(), match.Start{State: encoded(t, few.begin(t).State)})
	require.NoError(t, err)
	rng := random(1)
	for {
		seat, choice := choose(t, m, rng)
		next, err := m.Answer(1, seat, choice, nil, new(game.Step))
		if err != nil {
			requireCode(t, game.CodeBadState, err, "is not one for 3")
			return
		}
		m = next
		require.Nil(t, m.Result)
	}
}

// Whatever a method does, its receiver stays as it was.
func TestMethodsKeepTheReceiver(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.String(), func(t *testing.T) {
			rng := random(5)
			then := play(t, s.begin(t), rng, 7)
			m := play(t, then, rng, 6)
			early, late := whole(t, then), whole(t, m)
			seat, choice := choose(t, m, rng)
			for _, do := range []struct {
				name string
				do   func() *match.Match
			}{
				{"Answer", func() *match.Match {
					next, err := m.Answer(1, seat, choice, nil, new(game.Step))
					require.NoError(t, err)
					return next
				}},
				{"Play", func() *match.Match { return m.SetBot(1, 0, "random") }},
				{"Take", func() *match.Match { return m.TakeOver(1, 0, "p9") }},
				{"Vacate", func() *match.Match { return m.Vacate(0) }},
				{"Lose", func() *match.Match { return m.Lose(1, 0, match.LostLeft) }},
				{"Abandon", func() *match.Match { return m.Abandon(1) }},
				{"Upgrade", func() *match.Match {
					next, err := m.Upgrade(1, 2, encoded(t, m.State))
					require.NoError(t, err)
					return next
				}},
				{"Rewind", func() *match.Match { return m.Rewind(then.Point()) }},
				{
					"a long way",
					func() *match.Match { return play(t, m.Rewind(then.Point()).SetBot(1, 0, "random"), rng, 10_000) },
				},
				{"Record", func() *match.Match {
					m.Record(func(string) string { return "?" }).Encode()
					return nil
				}},
			} {
				next := do.do()
				require.Equal(t, late, whole(t, m), do.name)
				require.Equal(t, early, whole(t, then), do.name)
				if next != nil {
					require.NotEqual(t, late, whole(t, next), do.name)
				}
			}
		})
	}
}

func TestAnswer(t *testing.T) {
	s := toySample()
	m := s.begin(t)
	step := game.Step{Random: true, Events: make([]game.Event, 9)}
	seat, choice := choose(t, m, random(1))
	next, err := m.Answer(started+1, seat, choice, nil, &step)
	require.NoError(t, err)
	require.False(t, step.Random, "the step was emptied")
	require.Less(t, len(step.Events), 9)
	require.Equal(t, []match.Item{{At: started + 1, Seat: seat, Answer: choice, Hash: next.Hash}}, next.Items)
	require.Equal(t, game.Hash(next.State), next.Hash)
	require.Equal(t, 1, next.Answers())

	_, err = m.Answer(1, game.NoSeat, choice, nil, &step)
	requireCode(t, game.CodeNotAsked, err, "")
	_, err = m.Answer(1, seat, json.RawMessage(`["no such option"]`), nil, &step)
	requireCode(t, game.CodeUnknownOption, err, "")
	_, err = m.Answer(1, seat, json.RawMessage(`[]`), nil, &step)
	requireCode(t, game.CodeBadCount, err, "")
	_, err = m.Answer(1, seat, json.RawMessage(`null`), nil, &step)
	require.Error(t, err)
}

func TestRead(t *testing.T) {
	m := toySample().begin(t)
	seat, choice := choose(t, m, random(1))
	var ids []string
	require.NoError(t, json.Unmarshal(choice, &ids))
	long, err := json.Marshal([]map[string]any{{"option": ids[0], "n": 1}})
	require.NoError(t, err)
	var asked game.Decision
	require.True(t, m.State.Decision(seat, &asked))
	read := func(
		m *match.Match, seat game.Seat, id uint32, text json.RawMessage,
	) (game.Answer, json.RawMessage, error) {
		return m.ParseAnswer(seat, id, text, new(game.Decision))
	}
	want, err := m.Answer(1, seat, choice, nil, nil)
	require.NoError(t, err)
	for _, text := range []json.RawMessage{choice, long, append([]byte(" \n"), long...)} {
		answer, stored, err := read(m, seat, asked.ID, text)
		require.NoError(t, err)
		require.Equal(t, string(choice), string(stored))
		got, err := m.Answer(1, seat, stored, &answer, nil)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, _, err = read(m, seat, asked.ID, json.RawMessage(`[]`))
	requireCode(t, game.CodeBadCount, err, "")
	for _, id := range []uint32{0, asked.ID + 1} {
		_, _, err = read(m, seat, id, choice)
		requireCode(t, game.CodeStale, err, "")
	}
	_, _, err = read(m, 3, asked.ID, choice)
	requireCode(t, game.CodeNotAsked, err, "")
	_, _, err = read(m.Abandon(1), seat, asked.ID, choice)
	requireCode(t, game.CodeOver, err, "")
}

// Each answer counts for the person or bot that gave it.
func TestSharesOfAnswers(t *testing.T) {
	s := sample{rules: conformance.Toy(), options: game.MatchOptions{"panic": "off"}, seats: 2}
	m := s.begin(t)
	rng := random(2)
	count := func(m *match.Match) (n [2]int) {
		for _, item := range m.Items {
			if item.Kind == match.ItemAnswer {
				n[item.Seat]++
			}
		}
		return n
	}
	m = play(t, m, rng, 6)
	first := count(m)
	m = play(t, m.SetBot(2, 0, "random"), rng, 6)
	second := count(m)
	m = play(t, m.Vacate(0).TakeOver(3, 0, "p7"), rng, 3)
	third := count(m)
	require.Equal(t, []match.Share{
		{
			Person: "p0",
			Count:  first[0],
		},
		{Bot: "random", Count: second[0] - first[0]},
		{Person: "p7", Count: third[0] - second[0]},
	}, m.Seats[0].Answers)
	require.Equal(t, []match.Share{{Person: "p1", Count: third[1]}}, m.Seats[1].Answers)
	require.Equal(t, []string{"p0", "p1", "p7"}, m.Persons())

	m = m.TakeOver(4, 1, "p8")
	require.Equal(t, []string{"p0", "p1", "p7", "p8"}, m.Persons())
	m = play(t, m, rng, 1000)
	require.Equal(t, m.Seats[0].Answers, m.Result.Seats[0].Answers)
}

func TestLoseOnce(t *testing.T) {
	m := toySample().begin(t).Lose(5, 1, match.LostTime)
	require.Same(t, m, m.Lose(6, 1, match.LostLeft))
	require.Equal(t, match.LostTime, m.Seats[1].Lost)
	require.EqualValues(t, 5, m.Seats[1].LostAt)
	require.Len(t, m.Items, 1)
}

func TestResult(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.String(), func(t *testing.T) {
			m := s.played(t)
			require.ElementsMatch(t, ranked(m.State.Outcome(), 0), ranked(m.Result.Outcome, 0))
			require.Empty(t, m.Closing(), "the game tells its end")
			require.Equal(t, m.Items[len(m.Items)-1].At, m.Result.Ended)
			require.Equal(t, "m1", m.Result.Match)
			require.Equal(t, m.Start.Seed, m.Result.Seed)
			require.Equal(t, m.Start.Proof, m.Result.Proof)
			if s.seats > 2 {
				require.Equal(t, match.LostTime, m.Result.Seats[0].Lost)
				require.Positive(t, m.Result.Seats[0].LostAt)
				require.EqualValues(t, 0, m.Result.Outcome.Places[s.seats-1].Seat)
			}
			for _, place := range m.Result.Outcome.Places {
				if place.Seat != game.NoSeat {
					require.Equal(t, place.Total, m.Result.Seats[place.Seat].Total)
					require.Equal(t, place.Rank, m.Result.Seats[place.Seat].Rank)
				}
			}
		})
	}
}

// ranked returns the places of an outcome, all with the given rank.
func ranked(o *game.Outcome, rank int) []game.Place {
	places := slices.Clone(o.Places)
	for i := range places {
		places[i].Rank = rank
	}
	return places
}

// A match is over as soon as a seat has no opponent left, or no person is left, and its record can
// be played.
func TestOverWhenDecided(t *testing.T) {
	const conceded, left, late = match.LostConceded, match.LostLeft, match.LostTime
	type loss struct {
		seat game.Seat
		why  match.Lost
	}
	tests := []struct {
		name   string
		sample sample
		bots   int // the last seats
		losses []loss
		ranks  []int
		closed game.Event
	}{
		{
			name:   "a duel",
			sample: sample{rules: seasons.New(), seats: 2},
			losses: []loss{{0, conceded}},
			ranks:  []int{2, 1},
			closed: game.Event{Kind: "won", Seat: 1},
		},
		{
			name:   "against a bot",
			sample: sample{rules: spellbook.New(), seats: 2},
			bots:   1,
			losses: []loss{{0, late}},
			ranks:  []int{2, 1},
			closed: game.Event{Kind: "won", Seat: 1},
		},
		{
			name:   "the last of three",
			sample: sample{rules: seasons.New(), seats: 3},
			losses: []loss{{2, left}, {0, conceded}},
			ranks:  []int{2, 1, 2},
			closed: game.Event{Kind: "won", Seat: 1},
		},
		{
			name:   "a person and a bot are left",
			sample: sample{rules: seasons.New(), seats: 3},
			bots:   1,
			losses: []loss{{1, left}},
			closed: game.Event{},
		},
		{
			name:   "only bots are left",
			sample: sample{rules: spellbook.New(), seats: 4},
			bots:   3,
			losses: []loss{{0, conceded}},
			ranks:  []int{4, 1, 1, 1},
			closed: game.Event{Kind: "decided", Seat: game.NoSeat},
		},
		{
			name:   "alone",
			sample: sample{rules: spellbook.New(), seats: 1},
			losses: []loss{{0, conceded}},
			ranks:  []int{2},
			closed: game.Event{Kind: "decided", Seat: game.NoSeat},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.sample.options = withDefaults(test.sample.rules.Info(), nil)
			terms := test.sample.terms()
			for seat := range terms.Players {
				terms.Players[seat] = match.Player{Person: fmt.Sprint("p", seat)}
				if seat >= test.sample.seats-test.bots {
					terms.Players[seat] = match.Player{Bot: "random"}
				}
			}
			seed := game.SeedFromInt(1)
			m, err := match.Begin(test.sample.rules, terms, match.Start{Seed: &seed})
			require.NoError(t, err)
			for _, loss := range test.losses {
				require.Nil(t, m.Result)
				m = m.Lose(now(m), loss.seat, loss.why)
			}
			if test.ranks == nil {
				require.Nil(t, m.Result)
				return
			}
			require.NotNil(t, m.Result)
			require.Equal(t, now(m)-1500, m.Result.Ended)
			standing := m.State.Standing()
			for seat, rank := range test.ranks {
				require.Equal(t, rank, m.Result.Seats[seat].Rank)
				require.Equal(t, standing[seat], m.Result.Seats[seat].Total)
			}
			require.Equal(t, []game.Event{test.closed}, m.Closing())
			requireReplays(t, m)
		})
	}
}

// In teams, a match is over as soon as one team is left. All players of one team have lost it as soon as no person
// is left.
func TestOverWhenOneTeamIsLeft(t *testing.T) {
	const conceded = match.LostConceded
	tests := []struct {
		name, result string
		losses       []game.Seat
		ranks        []int
		closed       game.Event
	}{
		{
			name: "a team of two is left", result: "teams", losses: []game.Seat{3, 1},
			ranks: []int{1, 3, 1, 3}, closed: game.Event{Kind: "decided", Seat: game.NoSeat},
		},
		{
			name: "one of the team that is left has conceded", result: "teams", losses: []game.Seat{0, 3, 1},
			ranks: []int{2, 2, 1, 2}, closed: game.Event{Kind: "won", Seat: 2},
		},
		{name: "one of each team is left", result: "teams", losses: []game.Seat{0, 3}},
		{name: "one of all is left", result: "shared", losses: []game.Seat{0, 1, 2}},
		{
			name: "none is left", result: "shared", losses: []game.Seat{0, 1, 2, 3},
			ranks: []int{2, 2, 2, 2}, closed: game.Event{Kind: "decided", Seat: game.NoSeat},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := sample{rules: conformance.Wide(), options: game.MatchOptions{"result": test.result}, seats: 4}
			s.options = withDefaults(s.rules.Info(), s.options)
			terms := s.terms()
			for seat := range terms.Players {
				terms.Players[seat] = match.Player{Person: fmt.Sprint("p", seat)}
			}
			seed := game.SeedFromInt(1)
			m, err := match.Begin(s.rules, terms, match.Start{Seed: &seed})
			require.NoError(t, err)
			for _, seat := range test.losses {
				require.Nil(t, m.Result)
				m = m.Lose(now(m), seat, conceded)
			}
			if test.ranks == nil {
				require.Nil(t, m.Result)
				return
			}
			require.NotNil(t, m.Result)
			for seat, rank := range test.ranks {
				require.Equal(t, rank, m.Result.Seats[seat].Rank, "seat %d", seat)
				require.Equal(t, m.State.(game.TeamState).Teams()[seat], m.Result.Seats[seat].Team)
			}
			require.Equal(t, []game.Event{test.closed}, m.Closing())
			requireReplays(t, m)
		})
	}
}

// A match that is over takes no answer and no mark.
func TestOver(t *testing.T) {
	s := toySample()
	finished := s.played(t)
	for name, m := range map[string]*match.Match{
		"finished": finished, "abandoned": play(t, s.begin(t), random(1), 4).Abandon(9),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := m.Answer(1, 0, json.RawMessage(`[]`), nil, new(game.Step))
			requireCode(t, game.CodeOver, err, "")
			require.Same(t, m, m.SetBot(1, 0, "random"))
			require.Same(t, m, m.Lose(1, 2, match.LostLeft))
			require.Same(t, m, m.Abandon(1))
			same, err := m.Upgrade(1, 2, nil)
			require.NoError(t, err)
			require.Same(t, m, same)
		})
	}
}

func TestAbandon(t *testing.T) {
	m := play(t, toySample().begin(t), random(1), 4).Lose(5, 2, match.LostConceded).Abandon(9)
	require.Nil(t, m.Result.Outcome)
	require.EqualValues(t, 9, m.Result.Ended)
	require.NotNil(t, m.Result.Proof, "the secret is told all the same")
	for seat, result := range m.Result.Seats {
		require.Zero(t, result.Rank)
		require.Zero(t, result.Total)
		require.Equal(t, m.Seats[seat].Lost, result.Lost)
	}
}

// At MaxItems the match is over and the seat with the most items has lost, even if another seat has
// the last item. The record can be read and played.
func TestTooManyItems(t *testing.T) {
	m := toySample().begin(t)
	for i := range match.MaxItems - 1 {
		m = m.SetBot(int64(i), 2, []string{"random", ""}[i%2])
	}
	require.Nil(t, m.Result)
	for _, last := range []func() *match.Match{
		func() *match.Match { return m.SetBot(7, 0, "random") },
		func() *match.Match { return answer(t, m, random(1)) },
	} {
		over := last()
		require.NotNil(t, over.Result)
		require.Equal(t, match.LostLong, over.Result.Seats[2].Lost)
		require.Equal(
			t,
			[]int{1, 1, 3},
			[]int{over.Result.Seats[0].Rank, over.Result.Seats[1].Rank, over.Result.Seats[2].Rank},
		)
		require.Equal(t, game.Event{Kind: "long", Seat: 2}, over.Closing()[0])
		requireReplays(t, over)
	}
}

func TestRewind(t *testing.T) {
	rng := random(3)
	then := play(t, toySample().begin(t), rng, 5)
	m := play(t, then, rng, 2).SetBot(20, 0, "random")
	m = play(t, m, rng, 2).Lose(21, 1, match.LostLeft)
	m = play(t, m.TakeOver(22, 2, "p9"), rng, 1)

	back := m.Rewind(then.Point())
	require.Equal(t, then.Hash, back.Hash)
	require.Equal(t, encoded(t, then.State), encoded(t, back.State))
	require.Equal(t, 5, back.Answers())
	require.Equal(t, then.Items, back.Items[:5])
	require.Equal(t, []match.Item{
		{Kind: match.ItemPlays, At: 20, Bot: "random"}, {Kind: match.ItemLost, At: 21, Seat: 1, Lost: match.LostLeft},
		{Kind: match.ItemTaken, At: 22, Seat: 2},
	}, back.Items[5:])
	require.Equal(t, "random", back.Seats[0].Bot)
	require.Equal(t, match.LostLeft, back.Seats[1].Lost)
	require.Equal(t, "p9", back.Seats[2].Person)
	for seat := range back.Seats {
		require.Equal(t, then.Seats[seat].Answers, back.Seats[seat].Answers)
	}
	// The match goes on, also after the end was taken back.
	end := play(t, back, rng, 1000)
	require.NotNil(t, end.Result)
	again := end.Rewind(back.Point())
	require.Nil(t, again.Result)
	require.Equal(t, whole(t, back), whole(t, again))
	_, err := record(t, end).Replay(end.Rules, nil)
	require.NoError(t, err)
}

func TestUpgrade(t *testing.T) {
	m := play(t, toySample().begin(t), random(4), 6)
	old := m.Hash
	m.Rules = otherVersion{m.Rules, 3}
	state := encoded(t, m.State)
	next, err := m.Upgrade(30, 3, state)
	require.NoError(t, err)
	require.Equal(t, 1, next.Version)
	require.Equal(t, 3, next.RulesVersion())
	require.Equal(t, old, next.Hash)
	require.Equal(t, match.Item{
		Kind:     match.ItemRules,
		At:       30,
		Seat:     game.NoSeat,
		NewRules: &match.NewRules{Version: 3, State: state},
		Hash:     next.Hash,
	}, next.Items[6])
	_, err = m.Upgrade(30, 3, state[1:])
	requireCode(t, game.CodeBadState, err, "")
	requireReplays(t, play(t, next, random(5), 1000))
}

// After a change of rules, a match whose earlier answers are taken back goes on with the new rules.
func TestRewindAcrossNewRules(t *testing.T) {
	rng := random(6)
	then := play(t, toySample().begin(t), rng, 4)
	m := play(t, then, rng, 2)
	m.Rules = otherVersion{m.Rules, 2}
	then.Rules = m.Rules
	m, err := m.Upgrade(30, 2, encoded(t, m.State))
	require.NoError(t, err)
	back := play(t, m, rng, 1).Rewind(then.Point())
	require.Equal(t, 4, back.Answers())
	require.Equal(t, 2, back.RulesVersion())
	requireReplays(t, back)
	requireReplays(t, play(t, back, rng, 1000))
}

// requireReplays makes sure that the record of a match leads to the match.
func requireReplays(t *testing.T, m *match.Match) {
	t.Helper()
	last, err := record(t, m).Replay(m.Rules, nil)
	require.NoError(t, err)
	require.Equal(t, m.Hash, last.Hash)
	require.Equal(t, m.Items, last.Items)
	require.Equal(t, m.Result == nil, last.Result == nil)
}
