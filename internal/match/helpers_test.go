package match_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/internal/match"
	"archmage/test/conformance"
)

// sample is a way to start a match.
type sample struct {
	rules   game.Rules
	options game.MatchOptions
	seats   int
}

func (s sample) String() string { return fmt.Sprintf("%s for %d", s.rules.Info().ID, s.seats) }

// samples are both games and the toy, at every number of seats, and a match of eight in teams.
func samples() []sample {
	var list []sample
	for _, s := range []sample{
		{rules: seasons.New(), options: game.MatchOptions{"level": "archmage"}},
		{rules: spellbook.New(), options: game.MatchOptions{"mode": "classic"}},
		{rules: conformance.Toy()},
	} {
		info := s.rules.Info()
		s.options = withDefaults(info, s.options)
		for s.seats = info.MinSeats; s.seats <= info.MaxSeats; s.seats++ {
			list = append(list, s)
		}
	}
	teams := sample{rules: conformance.Wide(), options: game.MatchOptions{"result": "teams"}, seats: game.MaxSeats}
	teams.options = withDefaults(teams.rules.Info(), teams.options)
	return append(list, teams)
}

func withDefaults(info game.Info, chosen game.MatchOptions) game.MatchOptions {
	all := game.MatchOptions{}
	for _, option := range info.Options {
		all[option.ID] = option.Default
		if value, ok := chosen[option.ID]; ok {
			all[option.ID] = value
		}
	}
	return all
}

// toySample is a sample with the shortest match.
func toySample() sample {
	return sample{rules: conformance.Toy(), options: game.MatchOptions{"panic": "off"}, seats: 3}
}

// started is the time at which the matches of these tests start, in milliseconds since 1970.
const started = 1_700_000_000_000

// terms are the terms of a match with a person in every seat; of three or more, seat 1 is a bot's.
func (s sample) terms() match.Terms {
	info := s.rules.Info()
	terms := match.Terms{ID: "m1", Game: info.ID, Version: info.Version, Options: s.options, Started: started}
	for seat := range s.seats {
		player := match.Player{Person: fmt.Sprintf("p%d", seat), Name: fmt.Sprintf("Name %d", seat)}
		if seat == 1 && s.seats > 2 {
			player = match.Player{Bot: "random"}
		}
		terms.Players = append(terms.Players, player)
	}
	return terms
}

// proof returns a proof in which the last seat gave no share.
func (s sample) proof() *match.Proof {
	p := &match.Proof{Secret: match.Secret{7, 1: 9}, Room: "room-1", Number: 4, Shares: make([]string, s.seats)}
	for seat := range s.seats - 1 {
		p.Shares[seat] = fmt.Sprintf("%032x", seat+1)
	}
	return p
}

// begin starts a match as a room does.
func (s sample) begin(t testing.TB) *match.Match {
	t.Helper()
	terms, proof := s.terms(), s.proof()
	seed := proof.Seed(&terms)
	m, err := match.Begin(s.rules, terms, match.Start{Seed: &seed, Proof: proof})
	require.NoError(t, err)
	return m
}

// random is a source of choices.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// choose draws a seat that has to answer, and its answer.
func choose(t testing.TB, m *match.Match, rng *rand.Rand) (game.Seat, json.RawMessage) {
	t.Helper()
	waiting := m.State.Waiting()
	for range rng.IntN(bits.OnesCount8(uint8(waiting))) {
		waiting &= waiting - 1
	}
	seat := game.Seat(bits.TrailingZeros8(uint8(waiting)))
	var d game.Decision
	require.True(t, m.State.Decision(seat, &d))
	picks, ok := bot.Random(&d, rng, nil)
	require.True(t, ok)
	return seat, match.Choice(m.Rules, &d, picks)
}

// answer gives one answer at random.
func answer(t testing.TB, m *match.Match, rng *rand.Rand) *match.Match {
	t.Helper()
	seat, choice := choose(t, m, rng)
	next, err := m.Answer(now(m), seat, choice, nil, new(game.Step))
	require.NoError(t, err)
	return next
}

// now returns a time that grows with the number of items.
func now(m *match.Match) int64 { return m.Started + 1500*int64(len(m.Items)+1) }

// play gives up to n answers.
func play(t testing.TB, m *match.Match, rng *rand.Rand, n int) *match.Match {
	t.Helper()
	for ; n > 0 && m.Result == nil; n-- {
		m = answer(t, m, rng)
	}
	return m
}

// played is a whole match with marks in it, in which seat 0 loses if two others
// play on.
func (s sample) played(t testing.TB) *match.Match {
	t.Helper()
	rng := random(uint64(s.seats))
	m := play(t, s.begin(t), rng, 9)
	m = m.SetBot(now(m), 0, "random")
	m = play(t, m, rng, 5)
	m = m.SetBot(now(m), 0, "")
	m = play(t, m, rng, 3)
	if s.seats > 2 {
		m = m.Lose(now(m), 0, match.LostTime)
	}
	m = m.SetBot(now(m), 0, "strong")
	m = play(t, m, rng, 10_000)
	require.NotNil(t, m.Result)
	return m
}

// record returns the record of a match, encoded and decoded again.
func record(t testing.TB, m *match.Match) *match.Record {
	t.Helper()
	r, err := match.Decode(m.Record(nil).Encode())
	require.NoError(t, err)
	return r
}

// otherVersion is a game with another version of its rules, which are the same.
type otherVersion struct {
	game.Rules
	version int
}

func (o otherVersion) Info() game.Info {
	info := o.Rules.Info()
	info.Version = o.version
	return info
}

// whole returns everything of a match as text, to compare it.
func whole(t testing.TB, m *match.Match) string {
	t.Helper()
	text, err := json.Marshal(struct {
		Terms  match.Terms
		Start  match.Start
		State  []byte
		Hash   string
		Items  []match.Item
		Seats  []match.Seat
		Result *match.Result
	}{m.Terms, m.Start, encoded(t, m.State), m.Hash, m.Items, m.Seats, m.Result})
	require.NoError(t, err)
	return string(text)
}

func encoded(t testing.TB, s game.State) []byte {
	t.Helper()
	data, err := s.AppendBinary(nil)
	require.NoError(t, err)
	return data
}

// requireCode requires that an error has a code and contains a text.
func requireCode(t testing.TB, code coded.Code, err error, says string) {
	t.Helper()
	var e *coded.Error
	require.Error(t, err)
	require.True(t, errors.As(err, &e), "%v has no code", err)
	require.Equal(t, code, e.Code, "%v", err)
	require.Contains(t, e.Message, says)
}
