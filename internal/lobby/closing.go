package lobby

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
	"archmage/internal/store"
)

// CloseRoom deletes a room with its log and chat. It abandons a match in progress first, and ends subscriptions
// with CodeClosed. The room's matches stay in the archive. CloseRoom fails with directory.CodeNoRoom, with
// CodeNotStored if it could not end the match, and with coded.Busy if the room possibly still exists.
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
	if r.table != nil {
		r.lobby.options.Changed(club.Change{Tables: true, Mine: r.table.Members()})
	}
	r.ending = true
	r.subs.end(CodeClosed)
	return nil
}

// delete deletes the room from the log. It takes a frozen room over first, because a room that froze while it
// was loaded has no head.
func (r *liveRoom) delete() (err error) {
	ctx, log := r.lobby.storeCtx, r.lobby.log
	if r.frozen {
		if r.head, err = log.TakeOver(ctx, r.id, r.lobby.options.NodeID); err != nil {
			return err
		}
	}
	return log.Delete(ctx, r.head)
}

// Inspection is the state of a room for the operators of the server. Operators can also be players,
// so it has no data of a match in progress that is hidden from spectators.
type Inspection struct {
	room.Info
	Created time.Time `json:"created"`
	// Frozen is true if an error of the server has frozen the room. In this case, only the id is
	// set.
	Frozen bool `json:"frozen"`
	// Connected has the ids of the players who are connected.
	Connected []string `json:"connected"`
	// Entries is the number of the log's last entry. During a match it is that of the match's first entry,
	// because the number of later entries would reveal secret answers.
	Entries uint64 `json:"entries"`
}

// Inspect returns the state of a room. It loads the room if it is not in memory. It fails with
// directory.CodeNoRoom or coded.Busy.
func (l *Lobby) Inspect(ctx context.Context, id string) (Inspection, error) {
	var inspection Inspection
	err := l.ask(ctx, id, "", func(r *liveRoom) (err error) {
		inspection, err = r.inspect()
		return err
	})
	if err != nil {
		return Inspection{}, err
	}
	stored, err := l.log.Room(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Inspection{}, directory.ErrNoRoom(id)
	}
	inspection.Created = stored.Created
	return inspection, err
}

func (r *liveRoom) inspect() (Inspection, error) {
	if r.frozen {
		return Inspection{Info: room.Info{ID: r.id}, Frozen: true, Connected: []string{}}, nil
	}
	inspection := Inspection{Connected: []string{}, Entries: r.head.Seq}
	inspection.Info = r.public().Info
	for i := range inspection.Seats {
		if person := inspection.Seats[i].Player; person != "" && r.presence.connections[person] > 0 {
			inspection.Connected = append(inspection.Connected, person)
		}
	}
	if p := r.table.Play; r.table.Playing() || r.table.HasHiddenEnd() {
		inspection.Entries = p.StartEntry
	}
	return inspection, nil
}
