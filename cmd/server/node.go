package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/pflag"
	"go.uber.org/zap"

	"archmage/internal/cluster"
	"archmage/internal/coded"
	"archmage/internal/game/registry"
	"archmage/internal/store"
	"archmage/internal/transport"
	"archmage/internal/transport/operator"
	"archmage/internal/transport/socket"
)

// nodeSettings are the settings of a server that is one node of a cluster.
type nodeSettings struct {
	addr, listen, name string
	lease              time.Duration
}

func (n *nodeSettings) bind(set *pflag.FlagSet) {
	set.StringVar(
		&n.addr,
		"node-addr",
		"",
		"the `address` where the other nodes reach this one, like node1.internal:7000; "+
			"empty for a server that runs alone",
	)
	set.StringVar(
		&n.listen,
		"node-listen",
		"",
		"the `address` where this node listens for the others, if it is not --node-addr, like 0.0.0.0:7000",
	)
	set.StringVar(&n.name, "node-name", "", "the `name` of this node; empty for the name of the host")
	set.DurationVar(
		&n.lease,
		"node-lease",
		3*time.Second,
		"the `time` without a heartbeat after which the other nodes take the rooms of this one",
	)
}

// clustered reports whether the server is one of several.
func (n *nodeSettings) clustered() bool { return n.addr != "" }

func (n *nodeSettings) check(database string) error {
	var list []error
	if n.lease < 500*time.Millisecond || n.lease > time.Minute {
		list = append(list, wrong("node-lease", n.lease, "a time from 500ms to 1m"))
	}
	if n.listen != "" && !isAddress(n.listen) {
		list = append(list, wrong("node-listen", n.listen, "host:port, like 0.0.0.0:7000"))
	}
	if !n.clustered() {
		return errors.Join(list...)
	}
	if host, port, err := net.SplitHostPort(n.addr); err != nil || host == "" || port == "" {
		list = append(list, wrong("node-addr", n.addr, "host:port, like node1.internal:7000"))
	}
	if database == "" {
		list = append(
			list,
			errors.New("--node-addr is set but --database is empty, want the PostgreSQL database of all nodes"),
		)
	}
	return errors.Join(list...)
}

// self returns this node as the others see it. They recognise it by the key.
func (n *nodeSettings) self(key, version string) cluster.Node {
	name := n.name
	if name == "" {
		name, _ = os.Hostname()
	}
	return cluster.Node{ID: uuid.NewString(), Name: name, Addr: n.addr, Key: key, Version: version, Lease: n.lease}
}

// nodeVersion returns a text that is equal for all versions of the program that can run
// side by side: they speak the same protocol between nodes, and know the same database
// and rules.
func (a *app) nodeVersion(schema int) string {
	parts := []string{fmt.Sprintf("protocol %d", cluster.Protocol), fmt.Sprintf("database %d", schema)}
	for _, g := range registry.Hosted(a.games) {
		info := g.Rules.Info()
		parts = append(parts, fmt.Sprintf("%s %d", info.ID, info.Version))
	}
	slices.Sort(parts[2:])
	return strings.Join(parts, ", ")
}

// nodeMessage is a broadcast from one node to the others.
type nodeMessage struct {
	// Archived says that a match may have been archived.
	Archived bool `json:"archived,omitempty"`
	// Channels says that somebody has got a first channel for notices, or lost the last
	// one.
	Channels bool `json:"channels,omitempty"`
	// Connections is something that concerns the connections to all nodes.
	Connections *socket.Signal `json:"connections,omitempty"`
}

// newNodes returns the nodes of a PostgreSQL database, which this one joins later.
func (p *program) newNodes(a *app, s *settings, db *store.Postgres) (err error) {
	p.clustered = s.node.clustered()
	key := ""
	if p.clustered {
		if p.identity, err = cluster.NewIdentity(); err != nil {
			return err
		}
		key = p.identity.Key()
	}
	p.nodes = cluster.New(db, s.node.self(key, a.nodeVersion(store.PostgresSchema())), cluster.Options{
		Clustered: p.clustered, Logger: p.log, OnBroadcast: p.receive, Rooms: func() int { return p.lobby.Loaded() },
		OnNodeLost: p.nodeLost,
	})
	return nil
}

// joinCluster adds this server to the list of nodes, as one of several or as one that runs
// alone.
func (p *program) joinCluster(ctx context.Context) error {
	if p.nodes == nil {
		return nil
	}
	return p.nodes.Join(ctx)
}

// draining returns a channel that is closed when the operator wants this node to end.
func (p *program) draining() <-chan struct{} {
	if !p.clustered {
		return nil
	}
	return p.nodes.Draining()
}

// retireTimeout bounds the time to update the list of nodes while this one stops.
const retireTimeout = 500 * time.Millisecond

// startDraining tells the other nodes that this one hands its rooms over.
func (p *program) startDraining(ctx context.Context) {
	if p.clustered {
		ctx, cancel := context.WithTimeout(ctx, retireTimeout)
		defer cancel()
		p.nodes.Retire(ctx)
	}
}

// leaveCluster takes this node out of the list. If it cannot, the others find it dead later.
func (p *program) leaveCluster(ctx context.Context) {
	if p.nodes == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, retireTimeout)
	defer cancel()
	if err := p.nodes.Close(ctx); err != nil {
		p.log.Warn("removing this node from the list failed", zap.Error(err))
	}
}

// matchArchived tells the rater, here and at the other nodes, that a match may have been
// archived.
func (p *program) matchArchived() {
	p.matches.Inc()
	p.rater.Wake()
	if p.clustered && !p.nodes.Leader() {
		p.broadcastLater(nodeMessage{Archived: true})
	}
}

// broadcastTimeout bounds the time to send something to the other nodes.
const broadcastTimeout = 5 * time.Second

// broadcast sends something to the other nodes.
func (p *program) broadcast(ctx context.Context, message nodeMessage) error {
	if !p.clustered {
		return nil
	}
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, broadcastTimeout)
	defer cancel()
	return p.nodes.Broadcast(ctx, data)
}

// broadcastLater is broadcast without waiting, for what the others need not know at once.
func (p *program) broadcastLater(message nodeMessage) {
	if !p.clustered {
		return
	}
	go func() {
		if err := p.broadcast(context.Background(), message); err != nil {
			p.log.Warn("sending a broadcast failed", zap.Error(err))
		}
	}()
}

// receive does what a broadcast of another node says.
func (p *program) receive(ctx context.Context, data []byte) {
	if data == nil {
		if !p.hasReceived {
			// The bans and texts that were read at the start may be out of date already.
			p.server.Receive(ctx, socket.Signal{Bans: true, Site: true})
		} else {
			p.server.Resync(ctx)
		}
		p.hasReceived = true
		p.reloadChannels(ctx)
		p.rater.Wake()
		return
	}
	var message nodeMessage
	if err := json.Unmarshal(data, &message); err != nil {
		p.log.Error("malformed broadcast", zap.Error(err))
		return
	}
	if message.Archived {
		p.rater.Wake()
	}
	if message.Channels {
		p.reloadChannels(ctx)
	}
	if message.Connections != nil {
		p.server.Receive(ctx, *message.Connections)
	}
}

func (p *program) reloadChannels(ctx context.Context) {
	if err := p.notices.Reload(ctx); err != nil {
		p.log.Error("reading notification channels failed", zap.Error(err))
	}
}

// operatedNodes implements [transport.Nodes].
type operatedNodes struct {
	*cluster.Nodes
	*cluster.Rooms
}

var _ transport.Nodes = operatedNodes{}

// List implements [transport.Nodes].
func (n operatedNodes) List() []operator.NodeInfo {
	list := []operator.NodeInfo{}
	for _, one := range n.Nodes.List() {
		list = append(list, operator.NodeInfo{
			ID: one.ID, Name: one.Name, Addr: one.Addr, Version: one.Version, Rooms: one.Rooms,
			Draining: one.Draining, Leader: one.Leader, Current: one.ID == n.Self().ID,
		})
	}
	return list
}

// Drain implements [transport.Nodes].
func (n operatedNodes) Drain(ctx context.Context, name string) error {
	err := n.Nodes.Drain(ctx, name)
	if errors.Is(err, cluster.ErrNoNode) {
		return coded.Errorf(coded.NotFound, "%v", err)
	}
	return err
}

// Ready implements [transport.Nodes].
func (n operatedNodes) Ready() error {
	if !n.Holds() {
		return coded.Errorf(coded.Busy, "the heartbeats of this node fail")
	}
	return nil
}

// nodeMetrics returns the metrics of a node.
func (p *program) nodeMetrics() []prometheus.Collector {
	name := func(name, help string) prometheus.Opts {
		return prometheus.Opts{Namespace: "archmage", Name: name, Help: help}
	}
	gauge := func(of, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts(name(of, help)), value)
	}
	count := func(of, help string, value func() uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(
			prometheus.CounterOpts(name(of, help)),
			func() float64 { return float64(value()) },
		)
	}
	return []prometheus.Collector{
		nodeRooms{p.nodes},
		gauge(
			"nodes",
			"Nodes that are alive, as far as this one knows.",
			func() float64 { return float64(len(p.nodes.List())) },
		),
		gauge("node_leader", "Whether this node is the leader.", func() float64 {
			if p.nodes.Leader() {
				return 1
			}
			return 0
		}),
		gauge("node_lease_seconds", "How long this node keeps its rooms without another heartbeat.", func() float64 {
			return max(0, p.nodes.Stats().LeaseLeft.Seconds())
		}),
		count(
			"node_leases_lost_total",
			"How often this node has lost its rooms because its heartbeats failed.",
			func() uint64 { return p.nodes.Stats().LeasesLost },
		),
		count(
			"nodes_dead_total",
			"Dead nodes that this one has removed.",
			func() uint64 { return p.nodes.Stats().DeadNodes },
		),
		count(
			"rooms_taken_over_total",
			"Rooms that this node has taken over from dead nodes.",
			func() uint64 { return p.store.Stats().Orphans },
		),
		count(
			"rooms_opened_total",
			"Rooms that this node has loaded, also from other nodes.",
			func() uint64 { return p.lobby.Opened() },
		),
	}
}

// nodeRooms collects how many rooms each node has.
type nodeRooms struct{ nodes *cluster.Nodes }

var nodeRoomsMetric = prometheus.NewDesc(
	"archmage_node_rooms",
	"Rooms in the memory of each node.",
	[]string{"node"},
	nil,
)

// Describe implements [prometheus.Collector].
func (nodeRooms) Describe(to chan<- *prometheus.Desc) { to <- nodeRoomsMetric }

// Collect implements [prometheus.Collector]. Nodes with one name count together.
func (n nodeRooms) Collect(to chan<- prometheus.Metric) {
	rooms := map[string]int{}
	for _, one := range n.nodes.List() {
		rooms[one.Name] += one.Rooms
	}
	for name, count := range rooms {
		to <- prometheus.MustNewConstMetric(nodeRoomsMetric, prometheus.GaugeValue, float64(count), name)
	}
}
