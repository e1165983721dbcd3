package main

import (
	"context"
	"net"
	"net/netip"

	"archmage/internal/cluster"
)

// linkNodes connects this node with the others, and returns the rooms of all of them.
func (p *program) linkNodes() *cluster.Rooms {
	p.links = cluster.NewLinks(cluster.LinkOptions{Identity: p.identity, Nodes: p.nodes, Lobby: p.lobby, Logger: p.log})
	return cluster.NewRooms(p.lobby, p.nodes, p.links)
}

// serveNodes opens the address for the other nodes.
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

// listenAddr returns the address at which the node listens for the others. If the settings
// do not say, it takes an IP address in n.addr as its own; a name may belong to something
// in front of the node.
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

// nodeLost ends the requests to a node that is not alive any more.
func (p *program) nodeLost(id string) {
	if p.links != nil {
		p.links.NodeLost(id)
	}
}

// closeLinks ends the connections to other nodes, once their requests are answered.
func (p *program) closeLinks(ctx context.Context) {
	if p.links == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	p.links.Close(ctx)
}
