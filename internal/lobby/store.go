package lobby

import (
	"reflect"
	"slices"
	"time"

	"archmage/internal/lobby/roomlog"
	"archmage/internal/people/notify"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// store stores a change. It also stores a new list entry if spectators will see the room differently from the
// last one.
func (r *liveRoom) store(change *room.Change, spectators *stream.SpectatorRoom) (store.Head, error) {
	var listed *store.Meta
	if change.Effects.Room || !spectators.Room.Equal(r.lastListed) {
		listed = roomlog.Meta(&spectators.Room.Info, change.Next.Members())
	}
	b := roomlog.Batch(r.table, change, spectators, listed)
	b.Wake, b.Progress, b.PendingTurn = wakeAfter(
		change,
	), roomlog.Progress(
		r.table,
		change,
		r.stream,
	), r.pendingTurn(
		change,
	)
	head, err := r.lobby.log.Append(r.lobby.storeCtx, r.head, b)
	if b.Match != nil {
		r.lobby.options.Archived(b.Match)
	}
	if err == nil {
		r.lastListed = spectators.Room
		r.reportStored(r.table, change.Next, listed != nil, b.Progress != nil)
	}
	return head, err
}

// pendingTurn returns the players whom the room waits for after a change. It returns nil if they stay the same, or
// if no player of the room can be notified.
func (r *liveRoom) pendingTurn(change *room.Change) *store.NewPendingTurn {
	after, n := change.Next, r.lobby.options.Notifier
	if n == nil || after.Play == nil ||
		!slices.ContainsFunc(after.Seats, func(s room.Seat) bool { return n.HasChannel(s.Person) }) {
		return nil
	}
	awaited := roomlog.Awaited(after, r.lastAwaited, change.Entry.At)
	if reflect.DeepEqual(awaited, r.lastAwaited) {
		return nil
	}
	r.lastAwaited = awaited
	return &store.NewPendingTurn{Data: awaited.Encode(), Due: time.UnixMilli(change.Entry.At).Add(notify.Grace)}
}
