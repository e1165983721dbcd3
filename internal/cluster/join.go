package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"archmage/internal/work"
)

// joinTries is how often a node tries to be added, a beat apart: a database may be slow for a
// moment, or restart.
const joinTries = 5

// ErrOtherNodes says that living nodes cannot work with this one.
var ErrOtherNodes = errors.New("this server cannot join the nodes that use the database")

// Join adds this node to the others. It fails with ErrOtherNodes if a living node has another
// version, or if that node or this one runs alone. If it is not known whether such a node is alive,
// Join waits until it is.
func (n *Nodes) Join(ctx context.Context) error {
	for tries := 1; ; tries++ {
		err := n.enter(ctx)
		if err == nil {
			break
		}
		if errors.Is(err, ErrOtherNodes) || tries == joinTries {
			return err
		}
		if work.Sleep(ctx, n.self.Lease/beatsInLease) != nil {
			return err
		}
	}
	live, stop := context.WithCancel(context.Background())
	n.stop = stop
	n.running.Go(func() { n.repeat(live, beatsInLease, func() { n.tick(live) }) })
	n.running.Go(func() { n.repeat(live, 4*beatsInLease, n.watchLease) })
	if n.options.Several {
		n.running.Go(func() { n.repeat(live, beatsInLease, func() { n.receive(live) }) })
	}
	// Another node may have joined at the same time.
	if err := n.refuse(ctx); err != nil {
		return errors.Join(err, n.Close(context.WithoutCancel(ctx)))
	}
	return nil
}

// enter tries once to add this node to the list.
func (n *Nodes) enter(ctx context.Context) error {
	if err := n.refuse(ctx); err != nil {
		return err
	}
	last, err := n.store.LastSignal(ctx)
	if err != nil {
		return err
	}
	n.signal = last
	if !n.tick(ctx) {
		return errors.New("this node cannot be added to the others")
	}
	return nil
}

// fits returns why this node cannot work with another one, "" if it can.
func (n *Nodes) fits(other *Node) string {
	switch {
	case other.ID == n.self.ID:
		return ""
	case other.Addr == "" && !n.options.Several:
		// Two servers were started on one database, perhaps by mistake: the last one to start has
		// the rooms.
		return ""
	case other.Addr == "":
		return "runs without --node-addr"
	case !n.options.Several:
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

// refuse returns ErrOtherNodes if a node that does not fit is alive. It removes dead nodes.
func (n *Nodes) refuse(ctx context.Context) error {
	seen := map[string]sighting{}
	for {
		asked := time.Now()
		list, err := n.store.Nodes(ctx)
		if err != nil {
			return err
		}
		waits := false
		for i := range list {
			other := &list[i]
			why := n.fits(other)
			if why == "" {
				continue
			}
			before, known := seen[other.ID]
			switch {
			case !known:
				seen[other.ID] = sighting{other.Beat, time.Now()}
				waits = true
			case before.beat != other.Beat:
				return fmt.Errorf("%w: %s %s", ErrOtherNodes, other.Name, why)
			case asked.Sub(before.since) < other.Lease:
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
		if err := work.Sleep(ctx, n.self.Lease/beatsInLease); err != nil {
			return err
		}
	}
}
