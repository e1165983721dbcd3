package match_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// moment is what a timeline must return for a step.
type moment struct {
	match, events, decision string
	item                    *match.Item
}

// straight plays a record from its start and returns all of its moments.
func straight(t *testing.T, rules game.Rules, r *match.Record) []moment {
	t.Helper()
	m, err := r.Begin(rules)
	require.NoError(t, err)
	list := []moment{{match: whole(t, m), events: text(t, m.Opening()), decision: "null"}}
	for i := range r.Items {
		item := &r.Items[i]
		var asked *game.Decision
		if item.Kind == match.ItemAnswer {
			asked = new(game.Decision)
			require.True(t, m.State.Decision(item.Seat, asked))
		}
		var step game.Step
		m, err = r.Next(m, i, &step)
		require.NoError(t, err)
		list = append(
			list,
			moment{
				match:    whole(t, m),
				events:   text(t, append([]game.Event{}, step.Events...)),
				decision: text(t, asked),
				item:     item,
			},
		)
	}
	m, err = r.End(m)
	require.NoError(t, err)
	list[len(r.Items)].match = whole(t, m)
	return list
}

func text(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	require.NoError(t, err)
	return string(data)
}

// requireWalks walks through a record to its end, back to its start, and to and fro.
func requireWalks(t *testing.T, rules game.Rules, r *match.Record) {
	t.Helper()
	want := straight(t, rules, r)
	line, err := match.NewTimeline(rules, r)
	require.NoError(t, err)
	require.Equal(t, len(r.Items), line.Len())
	visit := func(step int) {
		got, err := line.At(step)
		require.NoError(t, err)
		require.Equal(t, want[step].match, whole(t, got.Match), "step %d", step)
		require.Equal(t, want[step].events, text(t, append([]game.Event{}, got.Events...)), "step %d", step)
		require.Equal(t, want[step].decision, text(t, got.Decision), "step %d", step)
		require.Same(t, want[step].item, got.Item)
	}
	for step := range line.Len() + 1 {
		visit(step)
	}
	for step := range line.Len() + 1 {
		visit(line.Len() - step)
	}
	rng := random(3)
	for range 100 {
		visit(rng.IntN(line.Len() + 1))
	}
	for _, step := range []int{-1, line.Len() + 1} {
		_, err := line.At(step)
		requireCode(t, coded.Malformed, err, "the match has the steps 0 to ")
	}
}

func TestTimeline(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			requireWalks(t, s.rules, record(t, s.played(t)))
		})
	}
}

func TestTimelineOfAMatchThatBeganWithAState(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			rng := random(1)
			state := encoded(t, play(t, s.begin(t), rng, 20).State)
			m, err := match.Begin(
				s.rules,
				s.terms(),
				match.Start{State: state, Origin: &match.Origin{Match: "m0", Step: 20, Luck: match.LuckNew}},
			)
			require.NoError(t, err)
			requireWalks(t, s.rules, record(t, play(t, m, rng, 60)))
		})
	}
}

func TestTimelineOfAnUpgradedMatch(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			rng := random(2)
			m := play(t, s.begin(t), rng, 13)
			newer := otherVersion{s.rules, 2}
			m.Rules = newer
			m, err := m.Upgrade(5, 2, encoded(t, m.State))
			require.NoError(t, err)
			m = play(t, m, rng, 40)
			requireWalks(t, newer, record(t, m))
		})
	}
}

func TestTimelineOfAShortMatch(t *testing.T) {
	s := toySample()
	requireWalks(t, s.rules, record(t, s.begin(t)))
	requireWalks(t, s.rules, record(t, s.begin(t).Abandon(1)))
	requireWalks(t, s.rules, record(t, s.begin(t).SetBot(1, 0, "random")))
	requireWalks(t, s.rules, record(t, play(t, s.begin(t), random(1), 16).Abandon(1)))
}

// A moment may be played on, and the timeline stays as it was.
func TestPlayOnFromAMoment(t *testing.T) {
	s := toySample()
	r := record(t, s.played(t))
	line, err := match.NewTimeline(s.rules, r)
	require.NoError(t, err)
	before := string(r.Encode())
	for step := range line.Len() {
		at, err := line.At(step)
		require.NoError(t, err)
		require.NotNil(t, play(t, at.Match, random(uint64(step)), 1000).Result)
	}
	require.Equal(t, before, string(r.Encode()))
	requireWalks(t, s.rules, r)
}
