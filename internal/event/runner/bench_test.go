package runner_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/strict"
)

// largeEvent returns a Swiss event of 300 people in its third round, and the node that runs it.
func largeEvent(b *testing.B) (w *world, r *runner.Runner, id string) {
	w = newWorld(b, 300)
	r = w.node()
	id = w.create(r, event.Settings{Kind: event.KindSwiss, Rounds: 7}, 300)
	e := w.play(id, 25*time.Minute, func() error { return r.DoDue(b.Context()) })
	require.Len(b, e.Rounds, 3)
	return w, r, id
}

// BenchmarkDocument makes the document of an event of 300 people as a request does, and encodes it.
func BenchmarkDocument(b *testing.B) {
	_, r, id := largeEvent(b)
	b.ResetTimer()
	size := 0
	for b.Loop() {
		doc, err := r.Document(b.Context(), id, runner.Member)
		require.NoError(b, err)
		size = len(strict.Encode(doc))
	}
	b.ReportMetric(float64(size), "bytes")
}

// BenchmarkLook looks at an event of 300 people of which 150 tables play, as the leader does every second.
func BenchmarkLook(b *testing.B) {
	_, r, _ := largeEvent(b)
	b.ResetTimer()
	for b.Loop() {
		require.NoError(b, r.DoDue(b.Context()))
	}
}

// BenchmarkLoad loads an event of 300 people with its entries.
func BenchmarkLoad(b *testing.B) {
	w, _, id := largeEvent(b)
	b.ResetTimer()
	for b.Loop() {
		_, err := w.node().Document(b.Context(), id, runner.Member)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(w.load(id).Last), "entries")
}
