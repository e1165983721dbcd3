package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/lobby"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/postgrestest"
	"archmage/internal/work"
	"archmage/test/programtest"
)

// TestClusterFaults plays matches on three nodes while faults of every kind happen: nodes
// are killed, stopped for longer than their lease, ended politely, or cut off from
// the database or from each other, and the database restarts. Then the log of each
// room is compared with everything that everybody in it was acknowledged and shown.
// Meanwhile people play an evening, whose file must have what was acknowledged.
//
// ARCHMAGE_CLUSTER_FAULTS is how many faults there are, with the lease that servers
// have by default; ARCHMAGE_CLUSTER_KIND the only kind of them, each alone.
// ARCHMAGE_CLUSTER_SEED chooses their order, their nodes and how long they last.
func TestClusterFaults(t *testing.T) {
	t.Parallel()
	faults, lease := len(clusterFaults), "1s"
	if text := testSettings["ARCHMAGE_CLUSTER_FAULTS"]; text != "" {
		var err error
		faults, err = strconv.Atoi(text)
		require.NoError(t, err)
		lease = ""
	}
	if os.Getenv("ARCHMAGE_CLUSTER_KIND") == "standstill" {
		likeBrowsers()
	}
	c := startCluster(t, 3, lease)
	defer c.resumeAll()
	c.playThrough(faults)
}

// testCluster is a PostgreSQL server and the nodes that share it.
type testCluster struct {
	t        *testing.T
	database *postgrestest.Server
	nodes    []*clusterNode
	rng      *rand.Rand
	start    time.Time
	lease    string
	active   []activeFault
	// remaining are the kinds of faults that are still to come in the current round of all kinds.
	remaining []int
	// pauses are the times, by kind of fault, that rooms were without an acknowledged move after a single
	// fault of their node.
	pauses map[string][]time.Duration
}

// clusterNode is a place for a server. Each start runs a new process there.
type clusterNode struct {
	name string
	// link is the connection of the other nodes to it, data its connection to the database.
	link, data *wire
	args       []string
	folder     string
	*programtest.Program

	// stands is true while the process is paused.
	paused atomic.Bool

	mu sync.Mutex
	at string
}

// address returns the URL of the node, or its last one.
func (n *clusterNode) address() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.at
}

// start starts the server of the node.
func (n *clusterNode) start(t *testing.T) {
	t.Helper()
	n.Program = startChild(t, n.folder, n.args...)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.at = strings.TrimPrefix(n.Base, "http://")
}

// startCluster starts a number of nodes. A single node runs without a cluster.
func startCluster(t *testing.T, count int, lease string) *testCluster {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if text := testSettings["ARCHMAGE_CLUSTER_SEED"]; text != "" {
		var err error
		seed, err = strconv.ParseUint(text, 10, 64)
		require.NoError(t, err)
	}
	t.Logf("ARCHMAGE_CLUSTER_SEED=%d", seed)
	c := &testCluster{
		t: t, database: postgrestest.New(t), rng: rand.New(rand.NewPCG(seed, 0)), start: time.Now(), lease: lease,
		pauses: map[string][]time.Duration{},
	}
	for i := range count {
		n := &clusterNode{name: fmt.Sprint("node", i+1), folder: t.TempDir()}
		n.data = newWire(t, "unix", c.database.Socket())
		n.args = []string{"--database", c.database.URLAt(n.data.addr())}
		if count > 1 {
			listen := freeAddress(t)
			n.link = newWire(t, "tcp", listen)
			n.args = append(n.args, "--node-name", n.name, "--node-addr", n.link.addr(), "--node-listen", listen)
			if lease != "" {
				n.args = append(n.args, "--node-lease", lease)
			}
		}
		n.start(t)
		c.nodes = append(c.nodes, n)
	}
	return c
}

// playThrough plays during a number of faults and checks the result.
func (c *testCluster) playThrough(faults int) {
	t := c.t
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var parties []*party
	var playing sync.WaitGroup
	defer playing.Wait()
	defer stop()
	live := make([]*party, len(clusterGames))
	// Finished matches are replaced by new ones at other tables.
	renew := func() {
		for i, settings := range clusterGames {
			if live[i] != nil && !live[i].isOver() {
				continue
			}
			p := newParty(t, func() []*clusterNode { return c.nodes }, c.start, settings, 1+i%2, c.rng)
			live[i] = p
			parties = append(parties, p)
			for _, w := range p.people {
				playing.Go(func() { w.live(ctx) })
			}
		}
	}
	renew()
	evening := newClusterEvent(t, func() []*clusterNode { return c.nodes }, c.rng)
	for _, p := range evening.people {
		playing.Go(func() { p.live(ctx) })
	}
	c.waitForMoves(live)
	for i := range faults {
		c.fault(ctx, i, live)
		renew()
	}
	c.endFaults(ctx, live)
	evening.end(programtest.Within(t))
	stop()
	playing.Wait()
	evening.check(programtest.Within(t))
	c.compare(live)
	for _, n := range c.nodes {
		n.Stop(t, syscall.SIGTERM)
	}
	db, err := store.OpenPostgres(programtest.Within(t), c.database.URL(), store.PostgresOptions{})
	require.NoError(t, err)
	defer db.Close()
	moves := 0
	for _, p := range parties {
		moves += p.moves()
		if wrong := checkHistories(historyOf(t, lobby.LogOf(db.DB), p.room), p.stories()); len(wrong) > 0 {
			t.Errorf(
				"room %s: %d findings, such as\n%s",
				p.room, len(wrong), strings.Join(wrong[:min(len(wrong), 10)], "\n"),
			)
		}
	}
	t.Logf(
		"%d faults, %d rooms, %d acknowledged answers in %v",
		faults, len(parties), moves, time.Since(c.start).Round(time.Second),
	)
	for kind, list := range c.pauses {
		slices.Sort(list)
		at := func(percent int) time.Duration { return list[(len(list)-1)*percent/100].Round(time.Millisecond) }
		t.Logf(
			"%s: %d times; without an acknowledged move for %v (p50), %v (p99), %v (at most)",
			kind, len(list), at(50), at(99), at(100),
		)
	}
}

var clusterGames = []client.Settings{
	{Game: "seasons", Seats: 3, Options: game.MatchOptions{"level": "apprentice"}},
	{Game: "spellbook", Seats: 2, Delay: 2},
	{Game: "seasons", Seats: 2},
}

// waitForMoves waits until each room has a new acknowledged move or its match is over.
func (c *testCluster) waitForMoves(live []*party) {
	c.t.Helper()
	ctx := programtest.Within(c.t)
	for _, p := range live {
		for before := p.moves(); p.moves() == before && !p.isOver(); {
			require.NoError(c.t, work.Sleep(ctx, 10*time.Millisecond), "nobody moves any more in room %s", p.room)
		}
	}
}

// resumeAll resumes all paused processes, so that they can stop.
func (c *testCluster) resumeAll() {
	for _, n := range c.nodes {
		if !n.HasEnded() {
			_ = n.Command.Process.Signal(syscall.SIGCONT)
		}
	}
}

// activeFault is a fault that has not ended.
type activeFault struct {
	kind *clusterFault
	node *clusterNode
	// from is its start, until its end.
	from, until time.Duration
	// parties are the tables whose rooms were on the node.
	parties []*party
}

// fault starts a fault. Mostly it then ends all faults and waits until every match continues; otherwise the
// next fault overlaps, at another node.
func (c *testCluster) fault(ctx context.Context, number int, live []*party) {
	n := c.nodes[c.rng.IntN(len(c.nodes))]
	for len(c.active) > 0 && n == c.active[0].node {
		n = c.nodes[c.rng.IntN(len(c.nodes))]
	}
	kinds := clusterFaults
	if len(c.nodes) == 1 {
		kinds = kinds[:len(kinds)-2]
	}
	only := testSettings["ARCHMAGE_CLUSTER_KIND"]
	if only != "" {
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(kind clusterFault) bool { return kind.name != only })
		require.NotEmpty(c.t, kinds, "there is no fault %q", only)
	}
	if len(c.remaining) == 0 {
		c.remaining = c.rng.Perm(len(kinds))
	}
	kind := &kinds[c.remaining[0]]
	c.remaining = c.remaining[1:]
	while := time.Duration(c.rng.Int64N(int64(2 * c.longest())))
	had := c.roomsOf(n, live)
	if only == "standstill" {
		// All clients connected to the node wait, wherever the room is.
		had, while = live, 10*time.Second
	}
	from := time.Since(c.start)
	c.t.Logf(
		"%v: fault %d: %s, %s, for %v",
		from.Round(time.Millisecond), number+1, kind.name, n.name, while.Round(time.Millisecond),
	)
	kind.begin(c, n)
	c.active = append(c.active, activeFault{kind, n, from, time.Since(c.start) + while, had})
	if len(c.nodes) > 1 && only == "" && len(c.active) == 1 && c.rng.IntN(3) == 0 {
		_ = work.Sleep(ctx, time.Duration(c.rng.Int64N(int64(c.longest()))))
		return
	}
	c.endFaults(ctx, live)
}

// endFaults ends all faults and waits until every match continues.
func (c *testCluster) endFaults(ctx context.Context, live []*party) {
	slices.SortFunc(c.active, func(a, b activeFault) int { return int(a.until - b.until) })
	for _, one := range c.active {
		_ = work.Sleep(ctx, one.until-time.Since(c.start))
		one.kind.end(c, one.node)
	}
	c.waitForMoves(live)
	now := time.Since(c.start)
	if len(c.active) == 1 { // more of them together would not be measured fairly
		one := c.active[0]
		for _, p := range one.parties {
			if !p.isOver() {
				c.pauses[one.kind.name] = append(c.pauses[one.kind.name], p.longestPause(one.from, now))
			}
		}
	}
	c.active = nil
}

// longest returns the lease of the nodes.
func (c *testCluster) longest() time.Duration {
	if c.lease == "" {
		return 3 * time.Second
	}
	d, err := time.ParseDuration(c.lease)
	require.NoError(c.t, err)
	return d
}

type clusterFault struct {
	name       string
	begin, end func(c *testCluster, n *clusterNode)
}

// clusterFaults are the kinds of faults. The last ones need several nodes.
var clusterFaults = []clusterFault{
	{"kill", func(c *testCluster, n *clusterNode) { n.Stop(c.t, os.Kill) }, startAgain},
	{"end in order", func(c *testCluster, n *clusterNode) { n.Stop(c.t, syscall.SIGTERM) }, startAgain},
	{
		"standstill",
		func(c *testCluster, n *clusterNode) {
			require.NoError(c.t, n.Command.Process.Signal(syscall.SIGSTOP))
			n.paused.Store(true)
		},
		func(c *testCluster, n *clusterNode) {
			require.NoError(c.t, n.Command.Process.Signal(syscall.SIGCONT))
			n.paused.Store(false)
		},
	},
	{"restart of the database", func(c *testCluster, _ *clusterNode) {
		c.database.Stop([]syscall.Signal{syscall.SIGINT, syscall.SIGQUIT}[c.rng.IntN(2)])
		require.NoError(c.t, c.database.Start())
	}, func(*testCluster, *clusterNode) {}},
	{
		"no database",
		func(_ *testCluster, n *clusterNode) { n.data.cut(true) },
		func(_ *testCluster, n *clusterNode) { n.data.mend() },
	},
	{
		"a silent database",
		func(_ *testCluster, n *clusterNode) { n.data.silence() },
		func(_ *testCluster, n *clusterNode) { n.data.mend() },
	},
	{
		"no links",
		func(_ *testCluster, n *clusterNode) { n.link.cut(true) },
		func(_ *testCluster, n *clusterNode) { n.link.mend() },
	},
	{
		"silent links",
		func(_ *testCluster, n *clusterNode) { n.link.silence() },
		func(_ *testCluster, n *clusterNode) { n.link.mend() },
	},
}

func startAgain(c *testCluster, n *clusterNode) { n.start(c.t) }

// roomsOf returns the tables whose rooms are on a node.
func (c *testCluster) roomsOf(n *clusterNode, live []*party) (list []*party) {
	if len(c.nodes) == 1 {
		return live
	}
	ctx := programtest.Within(c.t)
	conn, err := pgx.Connect(ctx, c.database.URL())
	require.NoError(c.t, err)
	defer conn.Close(ctx)
	for _, p := range live {
		var owner string
		err := conn.QueryRow(ctx, roomOwner, p.room).Scan(&owner)
		if err == nil && owner == n.name {
			list = append(list, p)
		}
	}
	return list
}

// roomOwner selects the name of the node of a room.
const roomOwner = `SELECT o.name FROM rooms r
	JOIN heads h ON h.room = r.number JOIN nodes o ON o.id = h.owner WHERE r.id = $1`

// compare requires that all nodes show the same to every person.
func (c *testCluster) compare(live []*party) {
	c.t.Helper()
	ctx := programtest.Within(c.t)
	for _, p := range live {
		for !c.sameEverywhere(ctx, p) {
			require.NoError(c.t, ctx.Err(), "people of room %s do not get the same", p.room)
		}
	}
}

// sameEverywhere connects each person of a table to every node and compares what they receive. It returns
// false if the room has changed meanwhile.
func (c *testCluster) sameEverywhere(ctx context.Context, p *party) bool {
	var twins []*testPlayer
	defer func() {
		for _, twin := range twins {
			twin.conn.Close()
		}
	}()
	for _, w := range p.people {
		for _, n := range c.nodes {
			guest := *w.guest
			guest.Base = n.Base
			conn, err := guest.Dial(ctx, p.room, client.Options{})
			if err != nil {
				return false
			}
			twins = append(twins, &testPlayer{t: c.t, guest: &guest, conn: conn})
		}
	}
	var known []matchView
	for _, twin := range twins {
		err := twin.conn.Wait(ctx, func(s *client.State) bool {
			return s.Sequence != "" && len(s.Presence.Connected) == p.settings.Seats &&
				s.Presence.SpectatorCount == len(p.people)-p.settings.Seats
		})
		if err != nil || twin.conn.Send(ctx, client.Do("ping")) != nil {
			return false
		}
		known = append(known, twin.knows())
	}
	for i, k := range known {
		if first := known[i-i%len(c.nodes)]; k.sequence != first.sequence {
			return false
		} else {
			require.Equal(c.t, first, k, p.people[i/len(c.nodes)].story.name)
		}
	}
	return true
}

// historyOf reads the history of a room from its log.
func historyOf(t *testing.T, db lobby.Log, id string) *roomHistory {
	t.Helper()
	snapshot, err := db.Snapshot(t.Context(), id)
	require.NoError(t, err)
	var stored struct{ Table json.RawMessage }
	require.NoError(t, json.Unmarshal(snapshot.Data, &stored))
	table, err := room.Decode(registry.Hosted(childGames("")), id, stored.Table)
	require.NoError(t, err)
	var entries []store.Entry
	for entry, err := range store.Entries(t.Context(), db, id, snapshot.Seq+1) {
		require.NoError(t, err)
		entries = append(entries, entry)
	}
	lines, err := db.Chat(t.Context(), id, 0, store.MaxPage)
	require.NoError(t, err)
	h, err := newRoomHistory(table, entries, lines)
	require.NoError(t, err)
	return h
}

// freeAddress returns an unused address of this machine.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	return listener.Addr().String()
}
