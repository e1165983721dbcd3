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
)

// node is the settings of a server that is one of several.
type node struct {
	addr, listen, name string
	lease              time.Duration
}

func (n *node) bind(set *pflag.FlagSet) {
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
		"the `time` without a sign of life after which the other nodes take the rooms of this one",
	)
}

// several reports whether the server is one of several.
func (n *node) several() bool { return n.addr != "" }

func (n *node) check(database string) error {
	var list []error
	if n.lease < 500*time.Millisecond || n.lease > time.Minute {
		list = append(list, wrong("node-lease", n.lease, "a time from 500ms to 1m"))
	}
	if n.listen != "" && !isAddress(n.listen) {
		list = append(list, wrong("node-listen", n.listen, "host:port, like 0.0.0.0:7000"))
	}
	if !n.several() {
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
func (n *node) self(key, version string) cluster.Node {
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
	Connections *transport.Signal `json:"connections,omitempty"`
}

// makeNodes returns the nodes of a PostgreSQL database, which this one joins later.
func (p *program) makeNodes(a *app, s *settings, db *store.Postgres) (err error) {
	p.several = s.node.several()
	key := ""
	if p.several {
		if p.identity, err = cluster.NewIdentity(); err != nil {
			return err
		}
		key = p.identity.Key()
	}
	p.nodes = cluster.New(db, s.node.self(key, a.nodeVersion(store.PostgresSchema())), cluster.Options{
		Clustered: p.several, Logger: p.log, OnBroadcast: p.receive, Rooms: func() int { return p.lobby.Loaded() },
		OnNodeLost: p.gone,
	})
	return nil
}

// join adds this server to the list of nodes, as one of several or as one that runs
// alone.
func (p *program) join(ctx context.Context) error {
	if p.nodes == nil {
		return nil
	}
	return p.nodes.Join(ctx)
}

// drained returns a channel that is closed when the operator wants this node to end.
func (p *program) drained() <-chan struct{} {
	if !p.several {
		return nil
	}
	return p.nodes.Draining()
}

// retireWithin bounds the time to tell the other nodes that this one is ending, or has
// ended.
const retireWithin = 500 * time.Millisecond

// retire tells the other nodes that this one hands its rooms over.
func (p *program) retire(ctx context.Context) {
	if p.several {
		ctx, cancel := context.WithTimeout(ctx, retireWithin)
		defer cancel()
		p.nodes.Retire(ctx)
	}
}

// leave takes this node out of the list. If it cannot, the others find it dead later.
func (p *program) leave(ctx context.Context) {
	if p.nodes == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, retireWithin)
	defer cancel()
	if err := p.nodes.Close(ctx); err != nil {
		p.log.Warn("this node is still in the list of nodes", zap.Error(err))
	}
}

// archived tells the rater, here and at the other nodes, that a match may have been
// archived.
func (p *program) archived() {
	p.matches.Inc()
	p.rater.Wake()
	if p.several && !p.nodes.Leader() {
		p.broadcastLater(nodeMessage{Archived: true})
	}
}

// broadcastWithin bounds the time to send something to the other nodes.
const broadcastWithin = 5 * time.Second

// broadcast sends something to the other nodes.
func (p *program) broadcast(ctx context.Context, what nodeMessage) error {
	if !p.several {
		return nil
	}
	data, err := json.Marshal(what)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, broadcastWithin)
	defer cancel()
	return p.nodes.Broadcast(ctx, data)
}

// broadcastLater is broadcast without waiting, for what the others need not know at once.
func (p *program) broadcastLater(what nodeMessage) {
	if !p.several {
		return
	}
	go func() {
		if err := p.broadcast(context.Background(), what); err != nil {
			p.log.Warn("the other nodes could not be told", zap.Error(err))
		}
	}()
}

// receive does what a broadcast of another node says.
func (p *program) receive(ctx context.Context, data []byte) {
	if data == nil {
		if !p.hasReceived {
			// The bans and texts that were read at the start may be out of date already.
			p.server.Receive(ctx, transport.Signal{Bans: true, Site: true})
		} else {
			p.server.Renew(ctx)
		}
		p.hasReceived = true
		p.reloadChannels(ctx)
		p.rater.Wake()
		return
	}
	var what nodeMessage
	if err := json.Unmarshal(data, &what); err != nil {
		p.log.Error("what a node tells cannot be understood", zap.Error(err))
		return
	}
	if what.Archived {
		p.rater.Wake()
	}
	if what.Channels {
		p.reloadChannels(ctx)
	}
	if what.Connections != nil {
		p.server.Receive(ctx, *what.Connections)
	}
}

func (p *program) reloadChannels(ctx context.Context) {
	if err := p.notices.Reload(ctx); err != nil {
		p.log.Error("who is to be called cannot be read", zap.Error(err))
	}
}

// operatedNodes implements [transport.Nodes].
type operatedNodes struct {
	*cluster.Nodes
	*cluster.Rooms
}

var _ transport.Nodes = operatedNodes{}

// List implements [transport.Nodes].
func (n operatedNodes) List() []transport.NodeInfo {
	list := []transport.NodeInfo{}
	for _, one := range n.Nodes.List() {
		list = append(list, transport.NodeInfo{
			ID: one.ID, Name: one.Name, Addr: one.Addr, Version: one.Version, Rooms: one.Rooms,
			Draining: one.Draining, Leader: one.Leader, Here: one.ID == n.Self().ID,
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
		return coded.Errorf(coded.Busy, "this node cannot show the others that it is alive")
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
		gauge("node_leader", "Whether this node does what one node does for all.", func() float64 {
			if p.nodes.Leader() {
				return 1
			}
			return 0
		}),
		gauge("node_lease_seconds", "How long this node keeps its rooms without another sign of life.", func() float64 {
			return max(0, p.nodes.Stats().LeaseLeft.Seconds())
		}),
		count(
			"node_leases_lost_total",
			"How often this node has lost its rooms because it could not show that it is alive.",
			func() uint64 { return p.nodes.Stats().LeasesLost },
		),
		count(
			"nodes_dead_total",
			"Nodes whose death this one has noted first.",
			func() uint64 { return p.nodes.Stats().DeadNodes },
		),
		count(
			"rooms_taken_over_total",
			"Rooms that this node has taken over from nodes that had died.",
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
