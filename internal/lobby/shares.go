package lobby

import (
	"context"
	"slices"
	"time"

	"archmage/internal/room"
)

// shares says which players give shares of the seed, so that a start can wait for those that are on their way.
type shares struct {
	// givers are the players at the table who have given a share, also for an earlier match.
	givers map[string]bool
	// complete is closed when no share is on its way any more; nil if nobody waits for that.
	complete chan struct{}
}

// gave records that a player has given a share.
func (r *liveRoom) gave(person string) {
	for giver := range r.shares.givers {
		if !slices.Contains(r.table.Persons(), giver) {
			delete(r.shares.givers, giver)
		}
	}
	if r.shares.givers == nil {
		r.shares.givers = map[string]bool{}
	}
	r.shares.givers[person] = true
}

// awaitsShares reports whether the match could start now, and the share of a player who is connected and has given
// shares before is not there yet. It does not wait for the host, who decides about the start.
func (r *liveRoom) awaitsShares() bool {
	t := r.table
	return t.Status == room.StatusSeated && t.From == nil && slices.ContainsFunc(t.Seats, func(s room.Seat) bool {
		return s.Share == "" && s.Person != t.Host && r.shares.givers[s.Person] && r.presence.connections[s.Person] > 0
	})
}

// checkShares wakes those who wait for shares, if none are on their way any more.
func (r *liveRoom) checkShares() {
	if r.shares.complete != nil && !r.awaitsShares() {
		close(r.shares.complete)
		r.shares.complete = nil
	}
}

// awaitShares is called before a person's command is carried out. Before the start of a match by the host it waits for
// the shares that are on their way, for sharePause at most.
func (r *liveRoom) awaitShares(ctx context.Context, person string, body room.Action) {
	if _, ok := body.(*room.Start); !ok {
		return
	}
	var complete <-chan struct{}
	err := r.ask(ctx, person, func(r *liveRoom) error {
		if r.frozen || r.table.Host != person || !r.awaitsShares() {
			return nil
		}
		if r.shares.complete == nil {
			r.shares.complete = make(chan struct{})
		}
		complete = r.shares.complete
		return nil
	})
	if err != nil || complete == nil {
		return // The command meets the same error.
	}
	late := time.NewTimer(sharePause)
	defer late.Stop()
	select {
	case <-complete:
	case <-late.C:
	case <-r.ended:
	case <-ctx.Done():
	}
}
