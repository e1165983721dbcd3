package main

import (
	"context"
	"net"
	"net/netip"

	"archmage/internal/cluster"
	"archmage/internal/lobby/club"
)

// linkNodes prepares the connections to the other nodes and returns the rooms of all nodes.
func (p *program) linkNodes() *cluster.Rooms {
	p.links = cluster.NewLinks(cluster.LinkOptions{
		Identity: p.identity, Nodes: p.nodes, Lobby: p.lobby, Club: p.club, Logger: p.log,
	})
	return cluster.NewRooms(p.lobby, p.nodes, p.links)
}

// clubNodes gives the club access to the other nodes.
type clubNodes struct {
	program *program
	*cluster.Rooms
}

// Send implements [club.Nodes].
func (n clubNodes) Send(ctx context.Context, change club.Change) error {
	return n.program.server.SendClub(ctx, change)
}

// serveNodes listens for connections of the other nodes.
func (p *program) serveNodes(ctx context.Context, s *settings) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.node.listenAddr())
	if err != nil {
		return err
	}
	go func() {
		if err := p.links.Serve(listener, p.server.FromNodes(), p.server.Connections); err != nil {
			p.failed <- err
		}
	}()
	return nil
}

// listenAddr returns the address at which the node listens for the other nodes. It is --node-listen if that is
// set. Otherwise it is --node-addr if its host is an IP address. If the host is a name, which may belong to a
// proxy in front of the node, it is the port of --node-addr on all interfaces.
func (n *nodeSettings) listenAddr() string {
	if n.listen != "" {
		return n.listen
	}
	if addr, err := netip.ParseAddrPort(n.addr); err == nil {
		return addr.String()
	}
	_, port, _ := net.SplitHostPort(n.addr) // checked with the settings
	return ":" + port
}

// nodeLost ends the requests to a node that has died.
func (p *program) nodeLost(id string) {
	if p.links != nil {
		p.links.NodeLost(id)
		p.club.Resync()
	}
}

// closeLinks closes the connections to other nodes after the requests in flight have been answered.
func (p *program) closeLinks(ctx context.Context) {
	if p.links == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	p.links.Close(ctx)
}
