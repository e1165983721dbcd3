package commit

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A head is accepted only with the room's epoch and the number of its last entry.
func TestCheckHead(t *testing.T) {
	tx := newSession().tx
	tx.RecordCreated("r", &Row{Number: 1, Epoch: 3, First: 1, Last: 5})
	room, err := tx.CheckHead(Head{Room: "r", Epoch: 3, Seq: 5})
	require.NoError(t, err)
	require.Equal(t, int64(1), room.Number)
	for _, other := range []Head{{"r", 2, 5}, {"r", 4, 5}, {"r", 3, 4}, {"r", 3, 6}} {
		_, err := tx.CheckHead(other)
		require.ErrorIs(t, err, ErrFenced, "%v", other)
	}
	_, err = tx.CheckEpoch(Head{Room: "r", Epoch: 3, Seq: 99})
	require.NoError(t, err, "who only takes the room away need not know its last entry")
	_, err = tx.CheckEpoch(Head{Room: "r", Epoch: 2, Seq: 5})
	require.ErrorIs(t, err, ErrFenced)
}

// The changes of a transaction appear in the recent entries after the commit, and not before.
func TestRecentEntries(t *testing.T) {
	tx := newSession().tx
	recent := tx.recent.Load()
	tx.Add(1, 1, &Entry{Kind: "open", Data: []byte("x")})
	tx.Add(1, 2, &Entry{Kind: "claim", Data: []byte("y")})
	tx.Add(2, 7, &Entry{Kind: "open"})
	tx.Add(1, 0, &Entry{Data: []byte(`{"round":1}`)})
	require.Zero(t, recent.Last(1))
	tx.applyToRecent()
	require.Equal(t, uint64(2), recent.Last(1))
	require.Equal(t, `{"round":1}`, string(recent.Progress(1)))
	require.Equal(t, []Entry{{Seq: 2, Kind: "claim", Data: []byte("y")}}, recent.From(1, 2, 10))
	require.Len(t, recent.From(1, 1, 1), 1)

	tx.Add(1, 3, &Entry{Kind: "ready"})
	tx.reset()
	tx.applyToRecent()
	require.Equal(t, uint64(2), recent.Last(1), "a transaction that was rolled back adds nothing")

	tx.RecordTrimmed(1, 1)
	tx.RecordDeleted("two", 2)
	tx.applyToRecent()
	require.Equal(t, []Entry{{Seq: 2, Kind: "claim", Data: []byte("y")}}, recent.From(1, 1, 10))
	require.Zero(t, recent.Last(2))
	require.True(t, recent.isFull(100), "those of a deleted room are moved soon")
}

// A row of recent entries is read as it was written. A truncated row is an error.
func TestRowsOfRecentEntries(t *testing.T) {
	var written, read pendingEntries
	written.add(1, 300, &Entry{Kind: "answer", Data: []byte("abc")})
	written.add(70_000, 0, &Entry{Data: []byte("{}")})
	require.NoError(t, read.decode(written.data))
	require.Equal(t, written, read)
	first := read.list[0].end
	for n := 1; n < len(written.data); n++ {
		if err := read.decode(written.data[:n]); n == first {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, ErrCorrupt, "the first %d bytes", n)
		}
	}
}
