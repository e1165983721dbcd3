package daily_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"archmage/internal/daily"
	"archmage/internal/match"
)

func TestDays(t *testing.T) {
	day := daily.DayOf(time.Date(2026, 11, 26, 23, 59, 59, 0, time.UTC))
	require.Equal(t, "2026-11-26", day.String())
	require.Equal(t, day+1, daily.DayOf(day.Ends()))
	require.Equal(t, day, daily.DayOf(day.Begins()))
	require.Equal(t, "2026-11-23", day.Monday().String())
	require.Equal(t, day.Monday(), day.Monday().Monday())
	parsed, err := daily.ParseDay("2026-11-26")
	require.NoError(t, err)
	require.Equal(t, day, parsed)
	for _, text := range []string{"", "2026-13-01", "1969-12-31", "tomorrow"} {
		_, err := daily.ParseDay(text)
		require.Error(t, err, text)
	}
}

// The seeds are those of the documents: whoever computes them anew gets the same.
func TestSeedsFollowFromTheSecret(t *testing.T) {
	var server match.Secret
	server[0] = 1
	secret := daily.SecretOf(server, 20_000)
	require.Equal(t, secret, daily.SecretOf(server, 20_000))
	require.NotEqual(t, secret, daily.SecretOf(server, 20_001))
	seen := map[string]bool{}
	for _, deal := range daily.Deals() {
		seed := daily.SeedOf(secret, 20_000, deal.ID)
		require.False(t, seen[string(seed[:])])
		seen[string(seed[:])] = true
		named := daily.MatchDeal(20_000, deal.ID)
		day, id, ok := daily.DealOfMatch(&named)
		require.True(t, ok)
		require.Equal(t, daily.Day(20_000), day)
		require.Equal(t, deal.ID, id)
	}
	_, _, ok := daily.DealOfMatch(&match.Deal{Event: "2c5f", Round: 1})
	require.False(t, ok)
}

func number(n int) *int { return &n }

func TestCompare(t *testing.T) {
	d := daily.Distribution{
		Scores: []daily.ScoreCount{{Points: 10, Count: 4}, {Points: 20, Count: 3}, {Points: 30, Count: 2}}, Unscored: 1,
		Visitors: 5,
	}
	require.Equal(t, 10, d.Ranked())
	require.Equal(t, 15, d.Played())
	require.Equal(t, daily.Standing{Place: 3, Of: 10, Better: number(66)}, d.Compare(number(20), true))
	require.Equal(t, daily.Standing{Place: 1, Of: 10, Better: number(94)}, d.Compare(number(30), true))
	require.Equal(t, daily.Standing{Place: 10, Of: 10, Better: number(0)}, d.Compare(nil, true))
	require.Equal(t, daily.Standing{Place: 1, Of: 11, Better: number(100)}, d.Compare(number(31), false))
	few := daily.Distribution{Scores: []daily.ScoreCount{{Points: 5, Count: 1}}}
	require.Equal(t, daily.Standing{Place: 1, Of: 1}, few.Compare(number(5), true))
}

func TestHistogram(t *testing.T) {
	require.Empty(t, new(daily.Distribution).Histogram())
	d := daily.Distribution{Scores: []daily.ScoreCount{{Points: -3, Count: 1}, {Points: 4, Count: 2}}}
	require.Equal(
		t,
		[]daily.Bin{{-3, -3, 1}, {-2, -2, 0}, {-1, -1, 0}, {0, 0, 0}, {1, 1, 0}, {2, 2, 0}, {3, 3, 0}, {4, 4, 2}},
		d.Histogram(),
	)
	rapid.Check(t, func(t *rapid.T) {
		lowest := rapid.IntRange(-500, 500).Draw(t, "lowest")
		d := daily.Distribution{}
		total := 0
		for points := lowest; points < lowest+rapid.IntRange(1, 900).Draw(t, "range"); points++ {
			if n := rapid.IntRange(0, 3).Draw(t, "count"); n > 0 {
				d.Scores = append(d.Scores, daily.ScoreCount{Points: points, Count: n})
				total += n
			}
		}
		bins := d.Histogram()
		require.LessOrEqual(t, len(bins), daily.MaxBins)
		for _, bin := range bins {
			total -= bin.Count
		}
		require.Zero(t, total)
	})
}

func TestStreak(t *testing.T) {
	for _, c := range []struct {
		days []daily.Day
		want int
	}{
		{nil, 0},
		{[]daily.Day{9}, 1},
		{[]daily.Day{10}, 1},
		{[]daily.Day{8}, 0},
		{[]daily.Day{8, 10, 9, 9, 6}, 3},
		{[]daily.Day{9, 8, 7, 5}, 3},
		{[]daily.Day{11, 10}, 1},
	} {
		require.Equal(t, c.want, daily.Streak(c.days, 10), "%v", c.days)
	}
}

func TestMonth(t *testing.T) {
	for text, first := range map[string]string{
		"2026-11-30": "2026-11-01", "2026-12-01": "2026-12-01", "2028-02-29": "2028-02-01", "1970-01-31": "1970-01-01",
	} {
		day, err := daily.ParseDay(text)
		require.NoError(t, err)
		require.Equal(t, first, day.FirstOfMonth().String())
	}
	require.Nil(t, daily.MonthMean(nil))
	require.Equal(t, 40, *daily.MonthMean([]int{30, 51}))
	results := []int{0, 1, 2}
	for range daily.MonthDays {
		results = append(results, 80)
	}
	require.Equal(t, 80, *daily.MonthMean(results), "only the best 15 days count")
	require.Equal(t, []int{0, 1, 2}, results[:3], "the argument does not change")
}
