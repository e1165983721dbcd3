package rating

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func newcomers(names ...string) map[string]*Standing {
	standings := map[string]*Standing{}
	for _, name := range names {
		standings[name] = &Standing{Rating: New()}
	}
	return standings
}

// places returns the results of players without teams.
func places(ranks ...int) []Result {
	list := make([]Result, len(ranks))
	for i, rank := range ranks {
		list[i].Rank = rank
	}
	return list
}

func TestPlay(t *testing.T) {
	standings := newcomers("ann", "bob", "cat")
	require.Equal(t, []bool{true, true, true}, Play(7, []string{"ann", "bob", "cat"}, places(2, 1, 2), standings))
	after := Rate([]Rating{New(), New(), New()}, places(2, 1, 2))
	require.Equal(
		t,
		Standing{Rating: after[1], Matches: 1, Day: 7, Meetings: map[string]int{"ann": 1, "cat": 1}},
		*standings["bob"],
	)
	require.Equal(t, after[0], standings["ann"].Rating)
}

// Only the first MaxMeetings matches of two players on a day count, even with other players at the
// table. The next day their matches count again.
func TestMeetings(t *testing.T) {
	both, none := []bool{true, true}, []bool{false, false}
	standings := newcomers("ann", "bob", "cat")
	for range MaxMeetings {
		require.Equal(t, both, Play(1, []string{"ann", "bob"}, places(1, 2), standings))
	}
	before := *standings["ann"]
	require.Equal(t, none, Play(1, []string{"ann", "bob"}, places(1, 2), standings))
	require.Equal(t, []bool{false, false, false}, Play(1, []string{"bob", "cat", "ann"}, places(1, 2, 3), standings))
	require.Equal(t, before, *standings["ann"])
	require.Zero(t, standings["cat"].Matches)
	require.Equal(t, both, Play(1, []string{"cat", "ann"}, places(1, 2), standings))
	require.Equal(t, both, Play(2, []string{"ann", "bob"}, places(1, 2), standings))
	require.Equal(t, MaxMeetings+2, standings["ann"].Matches)
	require.Equal(t, map[string]int{"bob": 1}, standings["ann"].Meetings)
}

// Matches of team-mates do not count as meetings.
func TestMeetingsOfTeams(t *testing.T) {
	standings := newcomers("ann", "bob", "cat", "dan")
	results := []Result{{1, 1}, {1, 1}, {3, 2}, {3, 2}}
	require.Equal(t, []bool{true, true, true, true}, Play(1, []string{"ann", "bob", "cat", "dan"}, results, standings))
	require.Equal(t, map[string]int{"cat": 1, "dan": 1}, standings["ann"].Meetings)
	standings["ann"].Meetings["bob"] = MaxMeetings
	require.Equal(t, []bool{true, true, true, true}, Play(1, []string{"ann", "bob", "cat", "dan"}, results, standings))
	standings["ann"].Meetings["cat"], standings["cat"].Meetings["ann"] = MaxMeetings, MaxMeetings
	require.NotContains(t, Play(1, []string{"ann", "bob", "cat", "dan"}, results, standings), true)
}

// A match only against provisional ratings does not change a settled one.
func TestSettledAgainstProvisional(t *testing.T) {
	standings := newcomers("ann", "bob", "new", "newer")
	for _, player := range []string{"ann", "bob"} {
		standings[player].Matches = SettledAfter
	}
	before := *standings["ann"]
	require.Equal(t, []bool{false, true, true}, Play(1, []string{"ann", "new", "newer"}, places(1, 2, 3), standings))
	require.Equal(t, before.Rating, standings["ann"].Rating)
	require.Equal(t, SettledAfter, standings["ann"].Matches)
	require.NotEqual(t, New(), standings["new"].Rating)
	require.Equal(t, []bool{true, true, true}, Play(1, []string{"ann", "new", "bob"}, places(1, 2, 3), standings))
}

func TestPoints(t *testing.T) {
	require.Equal(t, 1000, Points(New().Ordinal()))
	require.Equal(t, 1000+40*22, Points(Rating{Mu: 28, Sigma: 2}.Ordinal()))
}

// The numbers of docs/ratings.md about farming: how many points a settled player gains in 100 matches a
// day against accounts that lose on purpose.
func TestFarming(t *testing.T) {
	for _, test := range []struct {
		name     string
		opponent func(day, i int) string
		want     [2]int // after 10 and after 100 days
	}{
		{"one account", func(int, int) string { return "puppet" }, [2]int{15, 36}},
		{"five accounts", func(_, i int) string { return fmt.Sprint("puppet ", i%5) }, [2]int{73, 340}},
		{
			"a new account each time",
			func(day, i int) string { return fmt.Sprint("puppet ", day, " ", i) },
			[2]int{0, 0},
		},
	} {
		for i, days := range []int{10, 100} {
			standings := map[string]*Standing{"ann": {Rating: Rating{Mu: 28, Sigma: 1.5}, Matches: 100}}
			before := Points(standings["ann"].Ordinal())
			for day := range days {
				for match := range 100 {
					other := test.opponent(day, match)
					if standings[other] == nil {
						standings[other] = &Standing{Rating: New()}
					}
					Play(int64(day), []string{"ann", other}, places(1, 2), standings)
				}
			}
			require.Equal(t, test.want[i], Points(standings["ann"].Ordinal())-before, "%s, %d days", test.name, days)
		}
	}
}
