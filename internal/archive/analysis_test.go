package archive

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

// The archive remembers only the last failures.
func TestFailuresAreBounded(t *testing.T) {
	a := &analysisQueue{}
	a.init()
	for i := range 3 * maxFailures {
		a.finish(&analysisJob{id: fmt.Sprint("m", i)}, CodeNoAnalysis)
		require.LessOrEqual(t, len(a.failed), maxFailures)
	}
	info, ok := a.find(fmt.Sprint("m", 3*maxFailures-1))
	require.True(t, ok)
	require.Equal(t, CodeNoAnalysis, info.Error)
}

// A person can have one match analysed at a time, and only a bounded number of matches wait.
func TestAnalysesAreBounded(t *testing.T) {
	a := &analysisQueue{}
	a.init()
	for i := range maxWaitingAnalyses {
		_, _, err := a.add(
			&analysisJob{
				id:        fmt.Sprint("m", i),
				person:    fmt.Sprint("p", i),
				requester: Requester{Network: fmt.Sprint("n", i)},
				info:      AnalysisInfo{State: AnalysisWaiting},
			},
		)
		require.NoError(t, err)
	}
	_, _, err := a.add(&analysisJob{id: "another", person: "p3"})
	require.Equal(t, CodeOneAnalysis, coded.Of(err))
	_, _, err = a.add(&analysisJob{id: "another", person: "somebody"})
	require.Equal(t, coded.Busy, coded.Of(err))
	info, added, err := a.add(&analysisJob{id: "m7", person: "somebody"})
	require.NoError(t, err)
	require.Equal(t, AnalysisWaiting, info.State, "the same match needs no other place")
	require.Equal(t, 7, info.Ahead)
	require.False(t, added)
	<-a.ready
	job := a.next()
	a.finish(job, "")
	_, _, err = a.add(&analysisJob{id: "another", person: job.person})
	require.NoError(t, err)
}
