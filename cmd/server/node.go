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

// nodeSettings are the settings of a server that is a node of a cluster.
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

func (n *nodeSettings) clustered() bool { return n.addr != "" }

func (n *nodeSettings) check(database string) error {
	var list []error
	if n.lease < 500*time.Millisecond || n.lease > time.Minute {
		list = append(list, errInvalid("node-lease", n.lease, "a time from 500ms to 1m"))
	}
	if n.listen != "" && !isAddress(n.listen) {
		list = append(list, errInvalid("node-listen", n.listen, "host:port, like 0.0.0.0:7000"))
	}
	if !n.clustered() {
		return errors.Join(list...)
	}
	if host, port, err := net.SplitHostPort(n.addr); err != nil || host == "" || port == "" {
		list = append(list, errInvalid("node-addr", n.addr, "host:port, like node1.internal:7000"))
	}
	if database == "" {
		list = append(
			list,
			errors.New("--node-addr is set but --database is empty, want the PostgreSQL database of all nodes"),
		)
	}
	return errors.Join(list...)
}

// self returns this node as the other nodes see it. key is its public identity.
func (n *nodeSettings) self(key, version string) cluster.Node {
	name := n.name
	if name == "" {
		name, _ = os.Hostname()
	}
	return cluster.Node{ID: uuid.NewString(), Name: name, Addr: n.addr, Key: key, Version: version, Lease: n.lease}
}

// nodeVersion returns a text that is equal for all builds that can run in one cluster. Such builds have the same
// protocol between nodes, the same database schema and the same versions of the rules.
func (a *app) nodeVersion(schema int) string {
	parts := []string{fmt.Sprintf("protocol %d", cluster.Protocol), fmt.Sprintf("database %d", schema)}
	for _, g := range registry.Hosted(a.games) {
		info := g.Rules.Info()
		parts = append(parts, fmt.Sprintf("%s %d", info.ID, info.Version))
	}
	slices.Sort(parts[2:])
	return strings.Join(parts, ", ")
}

// nodeMessage is the content of a broadcast to the other nodes.
type nodeMessage struct {
	// Archived is true if a match may have been archived.
	Archived bool `json:"archived,omitempty"`
	// Channels is true if a person has added a first notification channel, or removed the last one.
	Channels bool `json:"channels,omitempty"`
	// Connections is a signal that each node passes on to its connections.
	Connections *socket.Signal `json:"connections,omitempty"`
}

// newNodes prepares the list of nodes in a PostgreSQL database. joinCluster adds this server to it.
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

// joinCluster adds this server to the list of nodes. A server that runs alone on PostgreSQL is listed too.
// With SQLite it does nothing.
func (p *program) joinCluster(ctx context.Context) error {
	if p.nodes == nil {
		return nil
	}
	return p.nodes.Join(ctx)
}

// draining returns a channel that is closed when the operator drains this node. It is nil without a cluster.
func (p *program) draining() <-chan struct{} {
	if !p.clustered {
		return nil
	}
	return p.nodes.Draining()
}

// retireTimeout limits the time to update the list of nodes while this node stops.
const retireTimeout = 500 * time.Millisecond

// startDraining notifies the other nodes that this node hands over its rooms.
func (p *program) startDraining(ctx context.Context) {
	if p.clustered {
		ctx, cancel := context.WithTimeout(ctx, retireTimeout)
		defer cancel()
		p.nodes.Retire(ctx)
	}
}

// leaveCluster removes this node from the list. If that fails, the other nodes remove it once its lease is
// over.
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

// matchArchived counts a match that has ended and has it analysed. It wakes the rater and the events of this server
// and, if another node is the leader, broadcasts that a match may have been archived.
func (p *program) matchArchived(m *store.Match) {
	p.matches.Inc()
	p.archive.AnalyseEnded(m)
	p.rater.Wake()
	p.wakeEvents()
	if dealer := p.dealer.Load(); dealer != nil {
		dealer.Ended(m.Room)
	}
	if p.clustered && !p.nodes.Leader() {
		p.broadcastLater(nodeMessage{Archived: true})
	}
}

// wakeEvents makes the runner of events look at the tables.
func (p *program) wakeEvents() {
	if events := p.events.Load(); events != nil {
		events.Ended("")
	}
}

// broadcastTimeout bounds the time to send a broadcast.
const broadcastTimeout = 5 * time.Second

// broadcast sends a message to the other nodes. Without a cluster it does nothing.
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

// broadcastLater sends a broadcast in the background and logs a failure.
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

// receive handles a broadcast of another node. data is nil after the connection for broadcasts was made or
// restored, when earlier broadcasts may have been missed.
func (p *program) receive(ctx context.Context, data []byte) {
	if data == nil {
		if !p.hasReceived {
			// Bans and texts read at the start may already be out of date.
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
		p.wakeEvents()
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

// adminNodes gives the admin listener access to the nodes.
type adminNodes struct {
	*cluster.Nodes
	*cluster.Rooms
}

var _ transport.Nodes = adminNodes{}

// List implements [transport.Nodes].
func (n adminNodes) List() []operator.NodeInfo {
	list := []operator.NodeInfo{}
	for _, node := range n.Nodes.List() {
		list = append(list, operator.NodeInfo{
			ID: node.ID, Name: node.Name, Addr: node.Addr, Version: node.Version, Rooms: node.Rooms,
			Draining: node.Draining, Leader: node.Leader, Current: node.ID == n.Self().ID,
		})
	}
	return list
}

// Drain implements [transport.Nodes].
func (n adminNodes) Drain(ctx context.Context, name string) error {
	err := n.Nodes.Drain(ctx, name)
	if errors.Is(err, cluster.ErrNoNode) {
		return coded.Errorf(coded.NotFound, "%v", err)
	}
	return err
}

// Ready implements [transport.Nodes].
func (n adminNodes) Ready() error {
	if !n.Holds() {
		return coded.Errorf(coded.Busy, "the heartbeats of this node fail")
	}
	return nil
}

func (p *program) nodeMetrics() []prometheus.Collector {
	name := func(name, help string) prometheus.Opts {
		return prometheus.Opts{Namespace: "archmage", Name: name, Help: help}
	}
	gauge := func(metric, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts(name(metric, help)), value)
	}
	count := func(metric, help string, value func() uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(
			prometheus.CounterOpts(name(metric, help)),
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
			func() uint64 { return p.store.Stats().OrphanCount },
		),
		count(
			"rooms_opened_total",
			"Rooms that this node has loaded, also from other nodes.",
			func() uint64 { return p.lobby.Opened() },
		),
	}
}

// nodeRooms collects the number of rooms of each node.
type nodeRooms struct{ nodes *cluster.Nodes }

var nodeRoomsMetric = prometheus.NewDesc(
	"archmage_node_rooms",
	"Rooms in the memory of each node.",
	[]string{"node"},
	nil,
)

// Describe implements [prometheus.Collector].
func (nodeRooms) Describe(descs chan<- *prometheus.Desc) { descs <- nodeRoomsMetric }

// Collect implements [prometheus.Collector]. The rooms of nodes with the same name are added up.
func (n nodeRooms) Collect(metrics chan<- prometheus.Metric) {
	rooms := map[string]int{}
	for _, node := range n.nodes.List() {
		rooms[node.Name] += node.Rooms
	}
	for name, count := range rooms {
		metrics <- prometheus.MustNewConstMetric(nodeRoomsMetric, prometheus.GaugeValue, float64(count), name)
	}
}
