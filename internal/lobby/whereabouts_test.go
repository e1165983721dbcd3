package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/directory"
	"archmage/internal/room"
)

// Followers learn what somebody does at a public table. At a private table they learn only that a
// match is played.
func TestWhereabouts(t *testing.T) {
	inWorld(t, func(w *world) {
		where := func(person string, rooms ...string) directory.Whereabouts {
			t.Helper()
			there, err := w.lobby.Whereabouts(w.ctx, person, rooms)
			require.NoError(t, err)
			return there
		}
		require.Equal(t, directory.Whereabouts{Doing: directory.Here}, where("ann"))
		require.Equal(t, directory.Whereabouts{Doing: directory.Here}, where("ann", "nowhere"))
		settings := toyTable()
		settings.Listed, settings.Spectators = true, true
		list := w.seated(settings, "ann", "bob")
		public := w.room
		require.Equal(t, directory.Whereabouts{Doing: directory.Here}, where("ann", public), "the table is full, and nothing is played")
		w.must(list[1], &room.Leave{})
		require.Equal(t, directory.Whereabouts{Doing: directory.Waiting, Game: settings.Game, Room: public}, where("ann", public))
		require.Equal(t, directory.Whereabouts{Doing: directory.Here}, where("bob", public), "just looking")
		w.must(list[1], &room.Claim{Seat: 1})
		w.must(list[0], &room.Start{})
		require.Equal(t, directory.Whereabouts{Doing: directory.Playing, Game: settings.Game, Room: public}, where("ann", public))
		require.Equal(t, directory.Whereabouts{Doing: directory.Watching, Game: settings.Game, Room: public}, where("eve", public))

		// What nobody may watch has no address.
		settings.Spectators = false
		w.room, w.known = "", nil
		w.playing(settings, "cat", "dan")
		closed := w.room
		require.Equal(t, directory.Whereabouts{Doing: directory.Playing, Game: settings.Game}, where("cat", closed))
		require.Equal(t, directory.Whereabouts{Doing: directory.Here}, where("eve", closed))

		settings.Listed, settings.Spectators = false, true
		private, err := w.lobby.Create(w.ctx, list[0].person, settings)
		require.NoError(t, err)
		require.Equal(t, directory.Whereabouts{Doing: directory.Here}, where("ann", private))
		require.Equal(t, directory.Whereabouts{Doing: directory.Playing, Game: settings.Game, Room: public}, where("ann", private, public), "what is rarest")
		w.room, w.known = "", nil
		w.playing(settings, "fay", "gil")
		require.Equal(t, directory.Whereabouts{Doing: directory.Playing}, where("fay", w.room))
		require.Equal(t, directory.Whereabouts{Doing: directory.Here}, where("eve", w.room))
	})
}
