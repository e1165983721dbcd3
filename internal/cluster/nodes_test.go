package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

const testLease = 3 * time.Second

type nodeStore = store.Nodes

// door is one node's access to the store, which a test can shut.
type door struct {
	nodeStore
	shut atomic.Bool
	// slow is how many of its next heartbeats the store does not take in time.
	slow atomic.Int32
	// buries is called when the node has declared another one dead.
	buries atomic.Pointer[func(id string)]
}

var errShut = errors.New("the database cannot be reached")

func (d *door) Beat(ctx context.Context, id string, beat uint64, rooms int) (bool, error) {
	if d.shut.Load() {
		return false, errShut
	}
	if d.slow.Add(-1) >= 0 {
		<-ctx.Done()
		return false, ctx.Err()
	}
	return d.nodeStore.Beat(ctx, id, beat, rooms)
}

func (d *door) Nodes(ctx context.Context) ([]store.Node, error) {
	if d.shut.Load() {
		return nil, errShut
	}
	return d.nodeStore.Nodes(ctx)
}

func (d *door) Bury(ctx context.Context, id string, beat uint64) (bool, error) {
	dead, err := d.nodeStore.Bury(ctx, id, beat)
	if buries := d.buries.Load(); dead && buries != nil {
		(*buries)(id)
	}
	return dead, err
}

// sky is a store and the nodes that share it, in a synctest bubble.
type sky struct {
	t     *testing.T
	ctx   context.Context
	db    storetest.Shared
	began time.Time
	nodes map[string]*Nodes
	doors map[string]*door
	mu    sync.Mutex
	heard map[string][]string
	clock map[string]*atomic.Int64 // how far a node's clock is ahead
}

func inSky(t *testing.T, do func(*sky)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &sky{
			t:     t,
			ctx:   context.Background(),
			db:    storetest.NewShared(t),
			began: time.Now(),
			nodes: map[string]*Nodes{},
			doors: map[string]*door{},
			heard: map[string][]string{},
			clock: map[string]*atomic.Int64{},
		}
		defer func() {
			for id := range s.nodes {
				s.kill(id)
			}
		}()
		do(s)
	})
}

// node returns a node that has not joined.
func (s *sky) node(id, version string, several bool) *Nodes {
	ahead := &atomic.Int64{}
	s.doors[id], s.clock[id] = &door{nodeStore: s.db.Nodes}, ahead
	addr := ""
	if several {
		addr = id + ":7000"
	}
	return New(s.doors[id], Node{ID: id, Name: "node " + id, Addr: addr, Version: version, Lease: testLease}, Options{
		Clustered: several, Rooms: func() int { return len(id) },
		OnBroadcast: func(_ context.Context, data []byte) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.heard[id] = append(s.heard[id], string(data))
			if string(data) == "panic" {
				panic("this cannot be done")
			}
		},
		Clock: func() time.Duration { return time.Since(s.began) + time.Duration(ahead.Load()) },
	})
}

// join adds a node.
func (s *sky) join(id string) *Nodes {
	s.t.Helper()
	n := s.node(id, "1", true)
	require.NoError(s.t, n.Join(s.ctx))
	s.nodes[id] = n
	return n
}

// kill ends a node at once, without a word to the others.
func (s *sky) kill(id string) {
	n := s.nodes[id]
	delete(s.nodes, id)
	n.stop()
	n.running.Wait()
}

// after lets time pass.
func (s *sky) after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// known returns the names of the nodes that a node believes to be alive.
func known(n *Nodes) (names []string) {
	for _, other := range n.List() {
		names = append(names, other.ID)
	}
	return names
}

func TestNodesKnowEachOther(t *testing.T) {
	inSky(t, func(s *sky) {
		a := s.join("a")
		require.True(t, a.Holds())
		require.True(t, a.IsAlone())
		b := s.join("b")
		require.Equal(t, []string{"a", "b"}, known(b))
		found, ok := a.Lookup(s.ctx, "b")
		require.True(t, ok, "also before it has looked")
		require.Equal(t, "b:7000", found.Addr)
		_, ok = a.Available("b")
		require.False(t, ok)
		s.after(testLease)
		for _, n := range []*Nodes{a, b} {
			require.Equal(t, []string{"a", "b"}, known(n))
			require.True(t, n.Holds())
			require.False(t, n.IsAlone())
			require.Zero(t, n.Stats().LeasesLost)
		}
		require.True(t, a.Leader())
		require.False(t, b.Leader())
		require.NoError(t, b.Close(s.ctx))
		delete(s.nodes, "b")
		require.False(t, b.Holds())
		s.after(testLease / heartbeatsPerLease)
		require.Equal(t, []string{"a"}, known(a))
		require.Zero(t, a.Stats().DeadNodes, "it has left in order")
		require.True(t, a.IsAlone())
	})
}

// A node that dies is found dead a lease later, and at most two looks after that.
func TestADeadNodeIsFoundByItsBeat(t *testing.T) {
	inSky(t, func(s *sky) {
		a, b := s.join("a"), s.join("b")
		s.after(10 * time.Second)
		require.True(t, a.Leader())
		s.kill("a")
		s.after(testLease - testLease/heartbeatsPerLease)
		require.Equal(t, []string{"a", "b"}, known(b))
		s.after(3 * testLease / heartbeatsPerLease)
		require.Equal(t, []string{"b"}, known(b))
		require.Equal(t, uint64(1), b.Stats().DeadNodes)
		s.after(testLease / heartbeatsPerLease)
		require.True(t, b.Leader(), "what one node does for all goes on")
		_, ok := b.Lookup(s.ctx, "a")
		require.False(t, ok)
	})
}

// A node that cannot reach the store gives up its rooms before anybody takes them.
func TestALeasePassesBeforeAnybodyTakesTheRooms(t *testing.T) {
	inSky(t, func(s *sky) {
		a, b := s.join("a"), s.join("b")
		s.after(time.Minute)
		lease := a.Lease()
		s.doors["a"].shut.Store(true)
		var buried atomic.Bool
		buries := func(id string) {
			buried.Store(true)
			require.Equal(t, "a", id)
			require.False(t, lease.Holds())
			require.False(t, a.Leader())
			select {
			case <-lease.Lost():
			default:
				require.Fail(t, "the rooms are still there")
			}
		}
		s.doors["b"].buries.Store(&buries)
		s.after(5 * time.Second)
		require.True(t, buried.Load())
		require.Equal(t, []string{"b"}, known(b))
		require.Equal(t, uint64(1), a.Stats().LeasesLost)

		// The node returns with another lease and no rooms.
		s.doors["a"].shut.Store(false)
		s.after(time.Second)
		require.False(t, lease.Holds())
		require.True(t, a.Holds())
		require.Equal(t, []string{"a", "b"}, known(b))
		require.True(t, b.Leader())
		require.Equal(t, []string{"", ""}, s.heard["a"], "it reads again what it may have missed")
	})
}

// After the store was unreachable, no node that returns a little later is declared dead.
func TestTheStoreWasAway(t *testing.T) {
	inSky(t, func(s *sky) {
		a, b := s.join("a"), s.join("b")
		s.after(time.Minute)
		for _, id := range []string{"a", "b"} {
			s.doors[id].shut.Store(true)
		}
		s.after(time.Minute)
		require.False(t, a.Holds() || b.Holds())
		s.doors["a"].shut.Store(false)
		s.after(time.Second)
		s.doors["b"].shut.Store(false)
		s.after(time.Second)
		require.True(t, a.Holds() && b.Holds())
		require.Zero(t, a.Stats().DeadNodes)
		s.kill("b")
		s.after(testLease + time.Second)
		require.Equal(t, []string{"a"}, known(a))
	})
}

// A store that is slow for a moment keeps no node out.
func TestJoinASlowStore(t *testing.T) {
	inSky(t, func(s *sky) {
		a := s.node("a", "1", true)
		s.doors["a"].slow.Store(maxJoinTries)
		require.ErrorContains(t, a.Join(s.ctx), "first heartbeat of this node failed")
		s.doors["a"].slow.Store(maxJoinTries - 1)
		require.NoError(t, a.Join(s.ctx))
		s.nodes["a"] = a
		require.True(t, a.Holds())
	})
}

// A node that starts while the store restarts, and refuses at once, is added a little later.
func TestJoinARestartingStore(t *testing.T) {
	inSky(t, func(s *sky) {
		a := s.node("a", "1", true)
		s.doors["a"].shut.Store(true)
		require.ErrorIs(t, a.Join(s.ctx), errShut)
		require.Equal(t, (maxJoinTries-1)*testLease/heartbeatsPerLease, time.Since(s.began))
		time.AfterFunc(2*testLease/heartbeatsPerLease, func() { s.doors["a"].shut.Store(false) })
		require.NoError(t, a.Join(s.ctx))
		s.nodes["a"] = a
		require.True(t, a.Holds())
	})
}

// A short silence costs nothing.
func TestAShortSilence(t *testing.T) {
	inSky(t, func(s *sky) {
		a, b := s.join("a"), s.join("b")
		lease := a.Lease()
		for range 20 {
			s.doors["a"].shut.Store(true)
			s.after(testLease / 2)
			s.doors["a"].shut.Store(false)
			s.after(testLease / 3)
		}
		require.True(t, lease.Holds())
		require.Equal(t, []string{"a", "b"}, known(b))
	})
}

// While a machine sleeps, Go's clock stands still, but the time since the machine was started does
// not: when it wakes, the lease has expired.
func TestASleepingMachineLosesItsLease(t *testing.T) {
	inSky(t, func(s *sky) {
		a := s.join("a")
		lease := a.Lease()
		s.clock["a"].Store(int64(testLease))
		require.False(t, lease.Holds(), "at once")
		s.after(testLease)
		require.False(t, lease.Holds())
		require.True(t, a.Holds())
	})
}

// Whatever happens to three nodes, no node is declared dead while it holds a lease.
func TestNoLeaseHoldsOfADeadNode(t *testing.T) {
	rounds := 200
	inSky(t, func(s *sky) {
		rng := rand.New(rand.NewPCG(3, 9))
		deaths := &atomic.Int64{}
		ids := []string{"a", "b", "c"}
		for _, id := range ids {
			s.join(id)
		}
		for _, id := range ids {
			buries := func(dead string) {
				deaths.Add(1)
				require.False(t, s.nodes[dead].Holds(), "%s is declared dead by %s", dead, id)
			}
			s.doors[id].buries.Store(&buries)
		}
		for range rounds {
			s.doors[ids[rng.IntN(3)]].shut.Store(rng.IntN(2) == 0)
			s.after(time.Duration(rng.Int64N(int64(2 * testLease))))
		}
		require.Greater(t, deaths.Load(), int64(10))
		for _, id := range ids {
			s.doors[id].shut.Store(false)
		}
		s.after(2 * testLease)
		for _, id := range ids {
			require.Equal(t, ids, known(s.nodes[id]))
			require.True(t, s.nodes[id].Holds())
		}
	})
}

// A node refuses to join living nodes that do not fit, and says why.
func TestOtherNodesAreRefused(t *testing.T) {
	for _, test := range []struct {
		there, version string
		alone, several bool
		why            string
	}{
		{"1", "2", false, true, `node old has the version "1", and this one has "2"`},
		{"1", "1", true, true, "runs without --node-addr"},
		{"1", "1", false, false, "set --node-addr here too"},
		{"1", "1", false, true, ""},
		{"1", "2", true, false, ""},
	} {
		t.Run(fmt.Sprintf("%+v", test), func(t *testing.T) {
			inSky(t, func(s *sky) {
				old := s.node("old", test.there, !test.alone)
				require.NoError(t, old.Join(s.ctx))
				s.nodes["old"] = old
				s.after(time.Minute)
				began := time.Now()
				n := s.node("new", test.version, test.several)
				err := n.Join(s.ctx)
				if test.why == "" {
					require.NoError(t, err)
					s.nodes["new"] = n
					return
				}
				require.ErrorIs(t, err, ErrOtherNodes)
				require.ErrorContains(t, err, test.why)
				require.Less(t, time.Since(began), testLease, "as soon as the other one is seen to be alive")
				require.Equal(t, []string{"old"}, known(old))

				// Once the old node is dead, the new one takes its place.
				s.kill("old")
				began = time.Now()
				n = s.node("new", test.version, test.several)
				require.NoError(t, n.Join(s.ctx))
				s.nodes["new"] = n
				require.GreaterOrEqual(t, time.Since(began), testLease)
				require.Equal(t, []string{"new"}, known(n))
			})
		})
	}
}

// Of two nodes that do not fit and start together, at most one stays.
func TestTwoThatDoNotFitStartTogether(t *testing.T) {
	inSky(t, func(s *sky) {
		results := make(chan error, 2)
		for _, id := range []string{"1", "2"} {
			n := s.node(id, id, true)
			s.nodes[id] = n
			go func() { results <- n.Join(s.ctx) }()
		}
		first, second := <-results, <-results
		require.ErrorIs(t, errors.Join(first, second), ErrOtherNodes)
		for id, n := range s.nodes {
			require.NoError(t, n.Close(s.ctx))
			delete(s.nodes, id)
		}
	})
}

func TestDrain(t *testing.T) {
	inSky(t, func(s *sky) {
		a, b := s.join("a"), s.join("b")
		s.after(testLease / heartbeatsPerLease)
		require.ErrorIs(t, a.Drain(s.ctx, "c"), ErrNoNode)
		require.True(t, a.Leader() || b.Leader())
		require.NoError(t, b.Drain(s.ctx, "node a"))
		s.after(testLease / heartbeatsPerLease)
		select {
		case <-a.Draining():
		default:
			require.Fail(t, "it is not told")
		}
		require.True(t, a.Holds(), "it still has its rooms")
		require.True(t, b.IsAlone(), "but takes no others")
		_, ok := b.Available("a")
		require.False(t, ok)
		_, ok = b.Lookup(s.ctx, "a")
		require.True(t, ok)
		s.after(2 * testLease / heartbeatsPerLease)
		require.False(t, a.Leader())
		require.True(t, b.Leader())
		select {
		case <-b.Draining():
			require.Fail(t, "the other one goes on")
		default:
		}
	})
}

func TestWhatNodesTell(t *testing.T) {
	inSky(t, func(s *sky) {
		a := s.join("a")
		require.NoError(t, a.Broadcast(s.ctx, []byte("before")))
		b := s.join("b")
		require.NoError(t, a.Broadcast(s.ctx, []byte("one")))
		require.NoError(t, a.Broadcast(s.ctx, []byte("two")))
		require.NoError(t, b.Broadcast(s.ctx, []byte("three")))
		s.after(time.Second)
		require.Equal(t, []string{"", "three"}, s.heard["a"])
		require.Equal(t, []string{"", "one", "two"}, s.heard["b"], "what came before is read from the store")
	})
}

// A broadcast that makes a node panic does not end it, and is received once.
func TestABroadcastThatPanics(t *testing.T) {
	inSky(t, func(s *sky) {
		a := s.join("a")
		s.join("b")
		for _, what := range []string{"one", "panic", "two"} {
			require.NoError(t, a.Broadcast(s.ctx, []byte(what)))
		}
		s.after(time.Second)
		require.Equal(t, []string{"", "one", "panic", "two"}, s.heard["b"])
	})
}

func TestSinceBoot(t *testing.T) {
	first := sinceBoot()
	require.Positive(t, first)
	require.GreaterOrEqual(t, sinceBoot(), first)
}
