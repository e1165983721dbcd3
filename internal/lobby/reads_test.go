package lobby

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/store"
)

// counter is a log that counts what is read of it.
type counter struct {
	testLog
	reads atomic.Int64
}

func (c *counter) Room(ctx context.Context, id string) (store.Room, error) {
	c.reads.Add(1)
	return c.testLog.Room(ctx, id)
}

func (c *counter) Snapshot(ctx context.Context, id string) (store.Snapshot, error) {
	c.reads.Add(1)
	return c.testLog.Snapshot(ctx, id)
}

func (c *counter) Read(ctx context.Context, id string, from uint64, limit int) ([]store.Entry, error) {
	c.reads.Add(1)
	return c.testLog.Read(ctx, id, from, limit)
}

func (c *counter) Chat(ctx context.Context, room string, before uint64, limit int) ([]store.ChatLine, error) {
	c.reads.Add(1)
	return c.testLog.Chat(ctx, room, before, limit)
}

func (c *counter) Match(ctx context.Context, id string) (store.Match, error) {
	c.reads.Add(1)
	return c.testLog.Match(ctx, id)
}

func (c *counter) Record(ctx context.Context, id string) ([]byte, error) {
	c.reads.Add(1)
	return c.testLog.Record(ctx, id)
}

func (c *counter) Matches(ctx context.Context, query store.MatchQuery) (store.Page[store.Match], error) {
	c.reads.Add(1)
	return c.testLog.Matches(ctx, query)
}

func (c *counter) List(ctx context.Context, query store.ListQuery) (store.Page[store.Room], error) {
	c.reads.Add(1)
	return c.testLog.List(ctx, query)
}

func (c *counter) IdentitiesByID(ctx context.Context, ids []string) (map[string]store.Identity, error) {
	c.reads.Add(1)
	return c.testLog.IdentitiesByID(ctx, ids)
}

// TestARoomInMemoryReadsNothing: a room in memory never reads the log for what
// people, bots and clocks do in it.
func TestARoomInMemoryReadsNothing(t *testing.T) {
	inWorld(t, func(w *world) {
		log := &counter{testLog: w.log}
		w.log = log
		w.restart()
		settings := toyTable()
		settings.Seats, settings.Delay, settings.Listed = 3, 2, true
		settings.Absent, settings.AbsentAfter = room.AbsentBot, 10
		settings.Clock = room.Clock{Mode: room.ClockMove, Seconds: 60}
		ann := w.open("ann", settings)
		require.NotZero(t, log.reads.Load(), "the room was loaded")
		log.reads.Store(0)
		bob, eve := w.guest("bob"), w.guest("eve")
		for range 2 {
			w.must(bob, &room.Claim{Seat: 1})
			w.must(bob, &room.SetReady{Ready: true})
			w.must(ann, &room.SeatBot{Seat: 2, Bot: "random"})
			w.must(ann, shareCommand(ann, shareOf(1)))
			w.must(ann, &room.Start{})
			for ann.result == nil {
				for _, c := range []*client{ann, bob} {
					if c.decision() != nil {
						require.NoError(t, c.answer())
					}
					if c.undo && w.rng.IntN(4) == 0 {
						w.must(c, &room.Undo{})
					}
				}
				require.NoError(t, w.say(eve, "hm"))
				w.join(eve)
				bob.leave()
				w.after(15 * time.Second)
				w.join(bob)
				_, err := w.lobby.Events(w.ctx, w.room, eve.person, 0, 20)
				require.NoError(t, err)
			}
			w.after(70 * time.Second)
			w.must(bob, &room.Rematch{Open: true})
			w.must(bob, &room.Leave{})
			w.must(ann, &room.SetReady{Ready: true})
			w.must(ann, &room.Kick{Seat: 2})
		}
		require.Zero(t, log.reads.Load())
		require.Equal(t, game.NoSeat, w.truth().SeatOf("bob"))
	})
}
