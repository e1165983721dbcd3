package archive

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

// waitingJob returns a job of a person in a network.
func waitingJob(network string, i int) *analysisJob {
	return &analysisJob{
		id:        fmt.Sprint(network, i),
		person:    fmt.Sprint("person ", network, i),
		requester: Requester{Network: network},
		info:      AnalysisInfo{State: AnalysisWaiting},
	}
}

// People in one network cannot fill the queue, and those of other networks do not wait for all of
// them.
func TestNetworksTakeTurns(t *testing.T) {
	a := &analysisQueue{}
	a.init()
	for i := range 3 * maxWaitingPerNetwork {
		_, added, err := a.add(waitingJob("crowd", i))
		require.Equal(t, i < maxWaitingPerNetwork, added, i)
		if !added {
			require.Equal(t, coded.Busy, coded.Of(err))
		}
	}
	for _, network := range []string{"ann", "bob"} {
		info, added, err := a.add(waitingJob(network, 0))
		require.NoError(t, err)
		require.True(t, added)
		require.Equal(t, map[string]int{"ann": 1, "bob": 2}[network], info.Ahead)
	}
	var order []string
	for range maxWaitingPerNetwork + 2 {
		info, ok := a.find("crowd7")
		require.True(t, ok)
		require.Equal(t, maxWaitingPerNetwork+1-len(order), info.Ahead, "it is the last one")
		<-a.ready
		job := a.next()
		require.Same(t, job, a.running)
		order = append(order, job.id)
		a.finish(job, "")
	}
	require.Equal(t, []string{"crowd0", "ann0", "bob0", "crowd1"}, order[:4])
	require.Empty(t, a.ready)
	require.Empty(t, a.networks)
	require.Empty(t, a.waiting)
}

// How many analyses come before one is what then happens.
func TestHowManyComeBefore(t *testing.T) {
	a := &analysisQueue{}
	a.init()
	for network, n := range map[string]int{"a": 4, "b": 1, "c": 3} {
		for i := range n {
			_, added, err := a.add(waitingJob(network, i))
			require.NoError(t, err)
			require.True(t, added)
		}
	}
	<-a.ready
	running := a.next()
	want := map[string]int{}
	for id, job := range a.jobs {
		if job != running {
			want[id] = a.infoOf(job).Ahead
		}
	}
	for i := range len(want) {
		<-a.ready
		require.Equal(t, i+1, want[a.next().id])
	}
}
