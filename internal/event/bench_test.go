package event

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/match"
)

// largeEvent returns a Swiss event of 300 people after three rounds.
func largeEvent(b *testing.B, size int) *club {
	source := rand.New(rand.NewPCG(1, 1))
	c := newClub(b, "event")
	c.create(Settings{Kind: KindSwiss, Size: size, Rounds: 7}, 0)
	for i := range 300 {
		entry := &Entry{At: c.at, By: person(i), Body: &Join{Name: "Name"}}
		next, err := Apply(c.event, entry)
		require.NoError(b, err)
		c.event = next
	}
	c.do("", &Start{})
	for range 3 {
		c.begin()
		c.reportAll(source)
	}
	return c
}

func benchmarkRound(b *testing.B, size int) {
	c := largeEvent(b, size)
	for b.Loop() {
		_, err := Decide(c.event, &Command{At: c.at, Body: &BeginRound{}})
		require.NoError(b, err)
	}
}

func BenchmarkRoundOf300AtTablesOf2(b *testing.B) { benchmarkRound(b, 2) }

func BenchmarkRoundOf300AtTablesOf4(b *testing.B) { benchmarkRound(b, 4) }

func BenchmarkStandingsOf300(b *testing.B) {
	c := largeEvent(b, 4)
	for b.Loop() {
		c.event.Standings()
	}
}

func BenchmarkReportOf300(b *testing.B) {
	c := largeEvent(b, 4)
	c.begin()
	report := c.reportOf(4, 0, []int{1, 2, 3, 4})
	for b.Loop() {
		_, err := Decide(c.event, &Command{At: c.at, Body: report})
		require.NoError(b, err)
	}
}

// BenchmarkVerify checks the file of an event of 64 people who have played seven rounds at tables of four.
func BenchmarkVerify(b *testing.B) {
	source := rand.New(rand.NewPCG(1, 1))
	c := newClub(b, "event")
	c.create(Settings{Kind: KindSwiss, Size: 4, Rounds: 7}, 64)
	c.do("", &Start{})
	for range 7 {
		c.begin()
		c.reportAll(source)
	}
	c.do("", &Finish{})
	file, err := Export(c.event, c.entries)
	require.NoError(b, err)
	w := c.witness()
	for b.Loop() {
		findings, _ := file.Verify(b.Context(), w)
		for _, f := range findings {
			require.Equal(b, match.Holds, f.Verdict, "%+v", f)
		}
	}
}
