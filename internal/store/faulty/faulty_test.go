package faulty_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
	"archmage/internal/store/faulty"
	"archmage/internal/store/storetest"
)

// faultyLog is a store with planned faults in Append.
type faultyLog struct {
	*storetest.Store
	*faulty.Faults
}

func (l faultyLog) Append(ctx context.Context, head store.Head, batch store.Batch) (store.Head, error) {
	steal := func() error { _, err := l.Rooms.TakeOver(ctx, head.Room, "thief"); return err }
	return faulty.Call(
		ctx,
		l.Faults,
		faulty.Append,
		head.Room,
		steal,
		func() (store.Head, error) { return l.Store.Rooms.Append(ctx, head, batch) },
	)
}

func create(t *testing.T) (faultyLog, store.Head) {
	t.Helper()
	db := faultyLog{storetest.Open(t), faulty.New()}
	head, err := db.Rooms.Create(t.Context(), "a", "node", store.Batch{Meta: &store.Meta{Status: store.StatusOpen}})
	require.NoError(t, err)
	return db, head
}

var batch = store.Batch{Entries: []store.Entry{{Kind: "answer", Data: []byte("x")}}}

// seq returns the number of the last entry in the store itself.
func seq(t *testing.T, db faultyLog) uint64 {
	t.Helper()
	room, err := db.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	return room.Seq
}

func TestFaults(t *testing.T) {
	tests := []struct {
		name  string
		fault faulty.Fault
		want  error
		seq   uint64
	}{
		{"none", faulty.Fault{}, nil, 1},
		{"before", faulty.Before(), faulty.ErrInjected, 0},
		{"after", faulty.After(), faulty.ErrInjected, 1},
		{"full", faulty.Full(), store.ErrFull, 0},
		{"fenced", faulty.Fenced(), store.ErrFenced, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			db, head := create(t)
			db.Inject(faulty.Append, test.fault)
			require.Equal(t, 1, db.Remaining(faulty.Append))
			_, err := db.Append(t.Context(), head, batch)
			require.ErrorIs(t, err, test.want)
			require.Equal(t, test.seq, seq(t, db))
			require.Zero(t, db.Remaining(faulty.Append))
			require.Equal(t, 1, db.Calls(faulty.Append))
		})
	}
}

func TestAlways(t *testing.T) {
	db, head := create(t)
	db.Always(faulty.Append, faulty.Full())
	db.Inject(faulty.Append, faulty.Before())
	_, err := db.Append(t.Context(), head, batch)
	require.ErrorIs(t, err, faulty.ErrInjected)
	for range 3 {
		_, err = db.Append(t.Context(), head, batch)
		require.ErrorIs(t, err, store.ErrFull)
	}
	db.Always(faulty.Append, faulty.Fault{})
	_, err = db.Append(t.Context(), head, batch)
	require.NoError(t, err)
}

func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, head := create(t)
		db.Inject(faulty.Append, faulty.Slow(time.Minute), faulty.Slow(time.Hour))
		start := time.Now()
		head, err := db.Append(t.Context(), head, batch)
		require.NoError(t, err)
		require.Equal(t, time.Minute, time.Since(start))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = db.Append(ctx, head, batch)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, uint64(1), seq(t, db))
	})
}

func TestStalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, head := create(t)
		gate := make(chan struct{})
		db.Inject(faulty.Append, faulty.Stalled(gate))
		done := make(chan error, 1)
		go func() {
			_, err := db.Append(t.Context(), head, batch)
			done <- err
		}()
		synctest.Wait()
		require.Zero(t, seq(t, db))
		close(gate)
		require.NoError(t, <-done)
		require.Equal(t, uint64(1), seq(t, db))
	})
}
