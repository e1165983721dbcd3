package lobby

import (
	"context"
	"slices"
	"time"

	"archmage/internal/room"
)

// shares records which players give shares of the seed, so that a start can wait for those that are pending.
type shares struct {
	room *liveRoom
	// givers are the players at the table who have given a share, also for an earlier match.
	givers map[string]bool
	// complete is closed when no share is pending any more; nil if nothing waits for that.
	complete chan struct{}
}

// record records that a player has given a share.
func (s *shares) record(person string) {
	for giver := range s.givers {
		if !slices.Contains(s.room.table.Persons(), giver) {
			delete(s.givers, giver)
		}
	}
	if s.givers == nil {
		s.givers = map[string]bool{}
	}
	s.givers[person] = true
}

// isPending reports whether the match could start now, and the share of a player who is connected and has given
// shares before is not there yet. It does not wait for the host, who decides about the start.
func (s *shares) isPending() bool {
	t, here := s.room.table, s.room.presence.connections
	return t.Status == room.StatusSeated && t.From == nil && slices.ContainsFunc(t.Seats, func(at room.Seat) bool {
		return at.Share == "" && at.Person != t.Host && s.givers[at.Person] && here[at.Person] > 0
	})
}

// wakeWaiting releases the commands that wait for shares, if none are pending any more.
func (s *shares) wakeWaiting() {
	if s.complete != nil && !s.isPending() {
		close(s.complete)
		s.complete = nil
	}
}

// awaitPending is called before a person's command is carried out. Before the start of a match by the host it waits for
// the pending shares, for sharePause at most.
func (s *shares) awaitPending(ctx context.Context, person string, body room.Action) {
	if _, ok := body.(*room.Start); !ok {
		return
	}
	var complete <-chan struct{}
	err := s.room.ask(ctx, person, func(r *liveRoom) error {
		if r.frozen || r.table.Host != person || !s.isPending() {
			return nil
		}
		if s.complete == nil {
			s.complete = make(chan struct{})
		}
		complete = s.complete
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
	case <-s.room.ended:
	case <-ctx.Done():
	}
}
