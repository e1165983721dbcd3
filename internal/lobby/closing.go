package lobby

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
	"archmage/internal/store"
)

// CloseRoom ends a room for good. It abandons a match in progress, ends subscriptions with
// CodeClosed, and deletes the room with its log and chat. The room's matches stay in the archive.
// It fails with directory.CodeNoRoom, with CodeNotStored if it could not end the match, and with coded.Busy if
// the room may still exist.
func (l *Lobby) CloseRoom(ctx context.Context, id string) error {
	return l.ask(ctx, id, "", func(r *liveRoom) error { return r.close() })
}

func (r *liveRoom) close() error {
	if !r.frozen && r.table.Playing() {
		if err := r.carryOut(&room.Command{Body: &room.Close{}}); err != nil {
			return err
		}
	}
	err := r.delete()
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		r.log.Error("deleting a room failed", zap.Error(err))
		r.unload(coded.Busy)
		return coded.Errorf(coded.Busy, "the room could not be deleted; try again")
	}
	r.log.Info("room closed")
	r.ending = true
	r.subs.end(CodeClosed)
	return nil
}

// delete deletes the room from the log. A room that has frozen, perhaps while it was loaded, may not know its head.
func (r *liveRoom) delete() (err error) {
	ctx, log := r.lobby.storeCtx, r.lobby.log
	if r.frozen {
		if r.head, err = log.TakeOver(ctx, r.id, r.lobby.options.NodeID); err != nil {
			return err
		}
	}
	return log.Delete(ctx, r.head)
}

// Inspection is what the operators of the server see of a room. Operators may be players too, so it
// shows nothing of a match in progress that spectators may not know.
type Inspection struct {
	room.Info
	Created time.Time `json:"created"`
	// Frozen says that the room has met an error of the server. Then only the id is set.
	Frozen bool `json:"frozen"`
	// Connected are the ids of the players who are connected.
	Connected []string `json:"connected"`
	// Entries is the number of the log's last entry or, during a match, of the match's first entry:
	// the number of later ones would show that somebody has declared something in secret.
	Entries uint64 `json:"entries"`
}

// Inspect returns the state of a room, and loads the room if it is not in memory. It fails with
// directory.CodeNoRoom or coded.Busy.
func (l *Lobby) Inspect(ctx context.Context, id string) (Inspection, error) {
	var seen Inspection
	err := l.ask(ctx, id, "", func(r *liveRoom) (err error) {
		seen, err = r.inspect()
		return err
	})
	if err != nil {
		return Inspection{}, err
	}
	stored, err := l.log.Room(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Inspection{}, directory.ErrNoRoom(id)
	}
	seen.Created = stored.Created
	return seen, err
}

func (r *liveRoom) inspect() (Inspection, error) {
	if r.frozen {
		return Inspection{Info: room.Info{ID: r.id}, Frozen: true, Connected: []string{}}, nil
	}
	seen := Inspection{Connected: []string{}, Entries: r.head.Seq}
	seen.Info = r.public().Info
	for i := range seen.Seats {
		if person := seen.Seats[i].Player; person != "" && r.presence.connections[person] > 0 {
			seen.Connected = append(seen.Connected, person)
		}
	}
	if p := r.table.Play; r.table.Playing() || r.table.HasHiddenEnd() {
		seen.Entries = p.StartEntry
	}
	return seen, nil
}
