package storetest

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testProgress(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "room", 0)
	shown := func() string {
		t.Helper()
		page, err := db.Directory.List(t.Context(), store.ListQuery{Limit: 1})
		require.NoError(t, err)
		room, err := db.Rooms.Room(t.Context(), "room")
		require.NoError(t, err)
		require.Equal(t, page.Items[0], room)
		return string(room.Progress)
	}
	require.Empty(t, shown())
	for _, step := range []struct{ progress, want string }{
		{`{"round": 1}`, `{"round": 1}`}, {"", `{"round": 1}`}, {`{"round": 2}`, `{"round": 2}`},
	} {
		var err error
		head, err = db.Rooms.Append(
			t.Context(),
			head,
			store.Batch{Entries: makeEntries(head.Seq, 1), Progress: json.RawMessage(step.progress)},
		)
		require.NoError(t, err)
		require.Equal(t, step.want, shown())
	}
	_, err := db.Rooms.Append(t.Context(), head, store.Batch{Progress: json.RawMessage("{")})
	require.ErrorIs(t, err, store.ErrInvalid)
}

// A room has one code, which no other room has. The code finds the room until a match starts.
func testCodes(t *testing.T, db *store.DB) {
	ctx := t.Context()
	head := createRoom(t, db, "room", 0)
	other := createRoom(t, db, "other", 0)
	code := func(room, code string) string {
		t.Helper()
		got, err := db.Directory.AssignCode(ctx, room, code)
		require.NoError(t, err)
		return got
	}
	notFound := func(code string) {
		t.Helper()
		_, err := db.Directory.FindCode(ctx, code)
		require.ErrorIs(t, err, store.ErrNotFound)
	}
	notFound("AAAAAA")
	require.Equal(t, "AAAAAA", code("room", "AAAAAA"))
	require.Equal(t, "AAAAAA", code("room", "BBBBBB"), "it has one")
	notFound("BBBBBB")
	found, err := db.Directory.FindCode(ctx, "AAAAAA")
	require.NoError(t, err)
	require.Equal(t, "room", found)
	_, err = db.Directory.AssignCode(ctx, "other", "AAAAAA")
	require.ErrorIs(t, err, store.ErrExists)
	_, err = db.Directory.AssignCode(ctx, "nowhere", "CCCCCC")
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = db.Directory.AssignCode(ctx, "room", "")
	require.ErrorIs(t, err, store.ErrInvalid)

	change := func(status store.Status) {
		t.Helper()
		m := minimalMeta()
		m.Status = status
		head, err = db.Rooms.Append(ctx, head, store.Batch{Meta: m})
		require.NoError(t, err)
	}
	change(store.StatusSeated)
	require.Equal(t, "AAAAAA", code("room", "BBBBBB"))
	change(store.StatusPlaying)
	notFound("AAAAAA")
	_, err = db.Directory.AssignCode(ctx, "room", "CCCCCC")
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = db.Directory.AssignCode(ctx, "other", "AAAAAA")
	require.ErrorIs(t, err, store.ErrExists)
	change(store.StatusOpen)
	found, err = db.Directory.FindCode(ctx, "AAAAAA")
	require.NoError(t, err)
	require.Equal(t, "room", found, "the code is valid again for the next match")
	require.Equal(t, "AAAAAA", code("room", "CCCCCC"))

	require.Equal(t, "DDDDDD", code("other", "DDDDDD"))
	require.NoError(t, db.Rooms.Delete(ctx, other))
	notFound("DDDDDD")
	require.NoError(t, db.Close())
	_, err = db.Directory.AssignCode(ctx, "room", "EEEEEE")
	require.ErrorIs(t, err, store.ErrClosed)
	_, err = db.Directory.FindCode(ctx, "AAAAAA")
	require.ErrorIs(t, err, store.ErrClosed)
}
