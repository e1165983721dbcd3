package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"archmage/internal/work"
)

// maxJoinTries is the number of attempts to join, at the interval of heartbeats. The database can be
// slow for a moment or restart.
const maxJoinTries = 5

// ErrOtherNodes means that a living node is incompatible with this one.
var ErrOtherNodes = errors.New("this server cannot join the nodes that use the database")

// Join adds this node to the list of nodes and starts its heartbeats. It fails with ErrOtherNodes if a living
// node has another version, or if that node or this one runs without a cluster. If it is unknown whether such a
// node is alive, Join waits until it is known.
func (n *Nodes) Join(ctx context.Context) error {
	for tries := 1; ; tries++ {
		err := n.tryJoin(ctx)
		if err == nil {
			break
		}
		if errors.Is(err, ErrOtherNodes) || tries == maxJoinTries {
			return err
		}
		if work.Sleep(ctx, n.self.Lease/heartbeatsPerLease) != nil {
			return err
		}
	}
	live, stop := context.WithCancel(context.Background())
	n.stop = stop
	n.running.Go(func() { n.repeat(live, heartbeatsPerLease, func() { n.sendHeartbeat(live) }) })
	n.running.Go(func() { n.repeat(live, 4*heartbeatsPerLease, n.watchLease) })
	if n.options.Clustered {
		n.running.Go(func() { n.repeat(live, heartbeatsPerLease, func() { n.receiveBroadcasts(live) }) })
	}
	// Another node can have joined at the same time.
	if err := n.checkCompatible(ctx); err != nil {
		return errors.Join(err, n.Close(context.WithoutCancel(ctx)))
	}
	return nil
}

// tryJoin tries to add this node to the list once.
func (n *Nodes) tryJoin(ctx context.Context) error {
	if err := n.checkCompatible(ctx); err != nil {
		return err
	}
	last, err := n.store.LastSignal(ctx)
	if err != nil {
		return err
	}
	n.lastBroadcast = last
	if !n.sendHeartbeat(ctx) {
		return errors.New("the first heartbeat of this node failed")
	}
	return nil
}

// incompatibility returns the reason why this node cannot work with another one, "" if it can.
func (n *Nodes) incompatibility(other *Node) string {
	switch {
	case other.ID == n.self.ID:
		return ""
	case other.Addr == "" && !n.options.Clustered:
		// Two servers were started on one database, perhaps by mistake. The last one to start owns
		// the rooms.
		return ""
	case other.Addr == "":
		return "runs without --node-addr"
	case !n.options.Clustered:
		return "is one of several: set --node-addr here too"
	case other.Version != n.self.Version:
		return fmt.Sprintf(
			"has the version %q, and this one has %q: stop all nodes before you start another version",
			other.Version,
			n.self.Version,
		)
	}
	return ""
}

// checkCompatible returns ErrOtherNodes if an incompatible node is alive. It removes dead ones.
func (n *Nodes) checkCompatible(ctx context.Context) error {
	seen := map[string]seenHeartbeat{}
	for {
		requested := time.Now()
		list, err := n.store.Nodes(ctx)
		if err != nil {
			return err
		}
		waits := false
		for i := range list {
			other := &list[i]
			reason := n.incompatibility(other)
			if reason == "" {
				continue
			}
			before, known := seen[other.ID]
			switch {
			case !known:
				seen[other.ID] = seenHeartbeat{other.Beat, time.Now()}
				waits = true
			case before.number != other.Beat:
				return fmt.Errorf("%w: %s %s", ErrOtherNodes, other.Name, reason)
			case requested.Sub(before.since) < other.Lease:
				waits = true
			default:
				if _, err := n.store.RemoveDead(ctx, other.ID, other.Beat); err != nil {
					return err
				}
				waits = true // until it is gone
			}
		}
		if !waits {
			return nil
		}
		if err := work.Sleep(ctx, n.self.Lease/heartbeatsPerLease); err != nil {
			return err
		}
	}
}
