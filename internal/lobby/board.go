package lobby

import (
	"context"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
)

// Board is the view of a listed table for spectators, with enough data to draw a small board.
type Board struct {
	Room room.Info `json:"room"`
	// Public is the public document of the match.
	Public any `json:"public"`
	// Result is absent while the match goes on.
	Result *match.Result `json:"result,omitempty"`
}

// Board returns the view of a listed table that spectators, and all other visitors, can see. It fails
// with directory.CodeNoRoom, also for a table that is not listed, with CodeNoSpectators, and with
// [archive.CodeNoMatch] if spectators see no match yet.
func (l *Lobby) Board(ctx context.Context, id string, by people.Person) (Board, error) {
	var board Board
	err := l.ask(ctx, id, by.ID, func(r *liveRoom) error {
		if r.frozen {
			return errFrozen
		}
		if !r.public().Settings.Listed {
			return directory.ErrNoRoom(id)
		}
		if refusal := r.checkEntry(by.ID); refusal != nil {
			return refusal
		}
		m, public := r.stream.Board()
		if m == nil {
			return coded.Errorf(archive.CodeNoMatch, "nothing of a match is to be seen in this room now")
		}
		board = Board{Room: r.public().Info, Public: public, Result: m.Result}
		return nil
	})
	return board, err
}
