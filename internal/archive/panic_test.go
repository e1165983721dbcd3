package archive

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"archmage/internal/work"
)

// brokenStore panics when a record is read.
type brokenStore struct{ Store }

func (brokenStore) Record(context.Context, string) ([]byte, error) { panic("no records today") }

// An analysis that panics fails, and the next one is computed.
func TestAnAnalysisThatPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		core, logged := observer.New(zap.ErrorLevel)
		pool := work.NewPool(1, nil)
		a := New(brokenStore{}, nil, Options{Workers: pool, Logger: zap.New(core)})
		defer func() {
			a.Close()
			pool.Close()
		}()
		ended := 0
		for i, id := range []string{"m1", "m2"} {
			job := waitingJob(id, i)
			job.id, job.requester.OnEnd = id, func() { ended++ }
			job.ctx = t.Context()
			_, _, err := a.analyses.add(job)
			require.NoError(t, err)
			synctest.Wait()
			info, ok := a.analyses.find(id)
			require.True(t, ok)
			require.Equal(t, AnalysisInfo{State: AnalysisFailed, Error: CodeNoAnalysis}, info)
			require.Equal(t, i+1, ended)
			require.Equal(t, i+1, logged.Len())
		}
		// Nor does a deep one end the server.
		a.analyses.deep <- waitingJob("m3", 3)
		synctest.Wait()
		require.Equal(t, 3, logged.Len())
	})
}
