package transport

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/transport/httpx"
)

// changesAllowed sends changes until one is refused, and returns how many were allowed.
func changesAllowed(c *tab) (n int) {
	for ; ; n++ {
		if m := c.ask("leave", nil); m.Type == "reject" {
			require.Equal(c.t, coded.TooFast, m.Code)
			return n
		}
	}
}

// The bursts of one person's changes, and of one connection's frames.
const (
	changesAtOnce = 60
	framesAtOnce  = 60
)

// The changes of one person and of one address are limited over all rooms and connections. Answers
// in a match have a budget of their own.
func TestChangesAreBounded(t *testing.T) {
	inBubble(t, largeBuffer, func(o *Options) { o.Limits.Read = 0 }, func(g *testServer) {
		limits := httpx.DefaultLimits()
		_, ann, bob := g.openWatchedRoom()
		require.Equal(t, changesAtOnce, changesAllowed(ann))
		require.Zero(t, changesAllowed(ann.visitor.join(ann.visitor.openRoom())), "another room does not help")
		ann.mustDo("answer", map[string]any{"decision": 1, "choice": json.RawMessage(`{}`)})
		time.Sleep(5 * time.Second)
		require.Equal(t, int(5*limits.Write), changesAllowed(ann))

		sum := changesAllowed(bob)
		for range 2 * httpx.AddressShare {
			sum += changesAllowed(g.visitor("More").join(ann.visitor.openRoom()))
		}
		require.LessOrEqual(t, sum, httpx.AddressShare*changesAtOnce, "nor do more guests")
	})
}

// The answers of one person in one room are limited over all connections.
func TestAnswersAreBounded(t *testing.T) {
	inBubble(t, largeBuffer, nil, func(g *testServer) {
		room, ann, _ := g.openWatchedRoom()
		answered := 0
		for range 4 {
			c := ann.visitor.join(room)
			for range 20 {
				if c.ask("answer", map[string]any{"decision": 1, "choice": json.RawMessage(`{}`)}).Type == "ok" {
					answered++
				}
			}
		}
		require.Equal(t, framesAtOnce, answered)
	})
}

// The frames of all connections of one address are limited. Frames above the limit are read later,
// and no connection is closed.
func TestFramesOfAnAddress(t *testing.T) {
	inBubble(t, largeBuffer, func(o *Options) {
		o.Limits.IdleTimeout = time.Hour // the tabs that do not ask do not read
	}, func(g *testServer) {
		limits := httpx.DefaultLimits()
		room, ann, _ := g.openWatchedRoom()
		tabs := []*tab{ann}
		for range limits.ConnectionsPerPerson - 1 {
			tabs = append(tabs, ann.visitor.join(room))
		}
		for range 3 {
			other := g.visitor("Other")
			for range limits.ConnectionsPerPerson {
				tabs = append(tabs, other.join(room))
			}
		}
		began := time.Now()
		sent := 0
		for range framesAtOnce / 2 {
			for _, one := range tabs {
				one.send(map[string]any{"type": "ping", "id": "p"})
				one.readUntil("pong")
				sent++
			}
		}
		// Each tab may send that at once; all of them, web.FramesShare times framesAtOnce.
		seconds := time.Since(began).Seconds()
		require.LessOrEqual(t, float64(sent), httpx.FramesShare*(framesAtOnce+limits.Read*seconds)+1)
		require.Greater(t, seconds, 1.0)
	})
}
