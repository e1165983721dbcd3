package lobby

import (
	"context"
	"slices"
	"time"

	"archmage/internal/room"
)

// shares records which players send shares of the seed, so that a start can wait for the ones that are pending.
type shares struct {
	room *liveRoom
	// givers has the players at the table who have sent a share, also for an earlier match.
	givers map[string]bool
	// complete is closed when no share is pending any more. It is nil if no command waits for that.
	complete chan struct{}
}

// record records that a player has sent a share.
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

// isPending reports whether the match could start now, except that the share of a connected player
// who has sent shares before is missing. The share of the host does not count, because the host
// decides about the start.
func (s *shares) isPending() bool {
	t, here := s.room.table, s.room.presence.connections
	return t.Status == room.StatusSeated && t.From == nil && slices.ContainsFunc(t.Seats, func(seat room.Seat) bool {
		return seat.Share == "" && seat.Person != t.Host && s.givers[seat.Person] && here[seat.Person] > 0
	})
}

// wakeWaiting wakes the commands that wait for shares, if none are pending any more.
func (s *shares) wakeWaiting() {
	if s.complete != nil && !s.isPending() {
		close(s.complete)
		s.complete = nil
	}
}

// awaitPending is called before a person's command is carried out. If the host starts a match, it waits for
// pending shares, at most for sharePause.
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
		return // The command will fail with the same error.
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
