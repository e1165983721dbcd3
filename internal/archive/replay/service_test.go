package replay_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game/seasons"
	"archmage/internal/match"
	"archmage/test/conformance"
)

// TestOnceForAll: a hundred who open the same match cost one computation.
func TestOnceForAll(t *testing.T) {
	m, _ := played(t, seasons.New(), 2, 5)
	reads := atomic.Int64{}
	source := replay.Source{ID: m.ID, Rules: seasons.New(), Seats: 2, Record: func() (*match.Record, error) {
		reads.Add(1)
		return m.Record(nil), nil
	}}
	s := replay.NewService(4, replay.DefaultBytes)
	var wait sync.WaitGroup
	for range 100 {
		wait.Go(func() {
			_, err := s.Timeline(source).Data(t.Context())
			require.NoError(t, err)
			part, err := s.Steps(source, "all", 70)
			require.NoError(t, err)
			data, err := part.Data(t.Context())
			require.NoError(t, err)
			r, err := gzip.NewReader(bytes.NewReader(data))
			require.NoError(t, err)
			var chunk replay.Chunk
			require.NoError(t, json.NewDecoder(r).Decode(&chunk))
			require.Equal(t, 64, chunk.From)
		})
	}
	wait.Wait()
	_, computed := s.Stats()
	require.Equal(t, 3, computed, "the replay, its timeline and a chunk")
	require.Equal(t, int64(1), reads.Load())
}

// TestTagsDiffer requires different tags of different parts, and equal tags of equal parts.
func TestTagsDiffer(t *testing.T) {
	s := replay.NewService(1, 1<<20)
	source := replay.Source{ID: "m", Rules: conformance.Toy(), Seats: 2}
	tags := map[string]bool{s.Timeline(source).Tag: true}
	for _, as := range []string{"all", "spectator", "0", "1"} {
		for _, step := range []int{0, 64} {
			part, err := s.Steps(source, as, step)
			require.NoError(t, err)
			require.False(t, tags[part.Tag])
			tags[part.Tag] = true
			same, err := s.Steps(source, as, step+63)
			require.NoError(t, err)
			require.Equal(t, part.Tag, same.Tag)
		}
	}
	for _, step := range []int{-1, match.MaxItems + 1} {
		_, err := s.Steps(source, "all", step)
		require.Equal(t, coded.Malformed, coded.Of(err))
	}
	_, err := s.Steps(source, "2", 0)
	require.Equal(t, coded.Malformed, coded.Of(err))
}

func TestPartsThatFail(t *testing.T) {
	s := replay.NewService(1, 1<<20)
	m, _ := played(t, conformance.Toy(), 2, 2)
	record := m.Record(nil)
	source := replay.Source{
		ID:     "m",
		Rules:  conformance.Toy(),
		Seats:  2,
		Record: func() (*match.Record, error) { return record, nil },
	}
	far, err := s.Steps(source, "all", 10_000)
	require.NoError(t, err)
	_, err = far.Data(t.Context())
	require.Equal(t, coded.Malformed, coded.Of(err))

	record.Start.Hash = "0000000000000000"
	source.ID = "forged"
	_, err = s.Timeline(source).Data(t.Context())
	require.Equal(t, replay.CodeNoReplay, coded.Of(err))
	gone := errors.New("gone")
	source = replay.Source{
		ID:     "gone",
		Rules:  conformance.Toy(),
		Seats:  2,
		Record: func() (*match.Record, error) { return nil, gone },
	}
	_, err = s.Timeline(source).Data(t.Context())
	require.ErrorIs(t, err, gone)
	source = replay.Source{
		ID:     "panic",
		Rules:  conformance.Toy(),
		Seats:  2,
		Record: func() (*match.Record, error) { panic("oh") },
	}
	_, err = s.Timeline(source).Data(t.Context())
	require.ErrorContains(t, err, "oh")
}

// TestWhatIsKeptIsBounded: what was used last stays.
func TestWhatIsKeptIsBounded(t *testing.T) {
	s := replay.NewService(2, 1000)
	get := func(key string, size int) bool {
		computed := false
		value, err := s.Get(t.Context(), key, func() (any, int, error) { computed = true; return key, size, nil })
		require.NoError(t, err)
		require.Equal(t, key, value)
		kept, _ := s.Stats()
		require.LessOrEqual(t, kept, 1000)
		return computed
	}
	require.True(t, get("a", 400))
	require.True(t, get("b", 400))
	require.False(t, get("a", 400))
	require.True(t, get("c", 400), "b is dropped")
	require.False(t, get("a", 400))
	require.True(t, get("b", 400))
	require.True(t, get("large", 2000), "nothing is kept of it")
	require.True(t, get("large", 2000))
}

// TestFewAtOnce: few things are computed at once, a bounded number waits, and who
// leaves does not end what others wait for.
func TestFewAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := replay.NewService(2, 1000)
		var running, most atomic.Int64
		hold := make(chan struct{})
		compute := func() (any, int, error) {
			most.Store(max(most.Load(), running.Add(1)))
			<-hold
			running.Add(-1)
			return 1, 1, nil
		}
		var fine, refused atomic.Int64
		for i := range 200 {
			go func() {
				if _, err := s.Get(t.Context(), fmt.Sprint(i), compute); err == nil {
					fine.Add(1)
				} else {
					require.Equal(t, coded.Busy, coded.Of(err))
					refused.Add(1)
				}
			}()
		}
		synctest.Wait()
		require.Equal(t, int64(2), running.Load())
		require.Equal(t, int64(200-128), refused.Load())
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := s.Get(ctx, "first", compute)
		require.Equal(t, coded.Busy, coded.Of(err))
		close(hold)
		synctest.Wait()
		require.Equal(t, int64(128), fine.Load())
		require.Equal(t, int64(2), most.Load())

		hold = make(chan struct{})
		_, err = s.Get(ctx, "left", compute)
		require.ErrorIs(t, err, context.Canceled)
		close(hold)
		synctest.Wait()
		_, computed := s.Stats()
		require.Equal(t, 129, computed)
	})
}
