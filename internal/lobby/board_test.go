package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
)

// TestBoardsOfListedTables: only a table in the public list that may be watched shows
// its board, and only to those who may watch it.
func TestBoardsOfListedTables(t *testing.T) {
	for _, test := range []struct {
		name     string
		settings room.Settings
		code     coded.Code
	}{
		{"listed", room.Settings{Listed: true, Spectators: true}, ""},
		{"private", room.Settings{Spectators: true}, directory.CodeNoRoom},
		{"unwatched", room.Settings{Listed: true}, CodeNoSpectators},
	} {
		t.Run(test.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				test.settings.Game, test.settings.Seats = "toy", 2
				ann := w.seated(test.settings, "ann", "bob")[0]
				eve := w.newClient("eve")
				_, err := w.lobby.Board(w.ctx, w.room, eve.person)
				if test.settings.Listed {
					w.requireCode(archive.CodeNoMatch, err)
				} else {
					w.requireCode(directory.CodeNoRoom, err)
				}
				w.must(ann, &room.Start{})
				board, err := w.lobby.Board(w.ctx, w.room, eve.person)
				if test.code != "" {
					w.requireCode(test.code, err)
					return
				}
				require.NoError(t, err)
				requireSameJSON(t, w.publicOf(ann), board.Public, "what everybody sees")
				w.join(eve)
				w.must(ann, &room.Remove{Person: eve.person.ID})
				_, err = w.lobby.Board(w.ctx, w.room, eve.person)
				require.ErrorIs(t, err, room.ErrRemoved)
			})
		})
	}
}
