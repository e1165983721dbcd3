package main

import (
	"context"
	"fmt"
	"net"
	"net/netip"

	"archmage/internal/cluster"
	"archmage/internal/transport"
)

// link opens the address for the other nodes, and returns the rooms of all of them.
func (p *program) link(s *settings) (transport.Rooms, error) {
	certificate, err := cluster.LoadCertificate(s.node.certDir)
	if err != nil {
		return nil, fmt.Errorf("-node-cert-dir: %w", err)
	}
	listener, err := net.Listen("tcp", s.node.listens())
	if err != nil {
		return nil, err
	}
	p.links = cluster.NewLinks(cluster.LinkOptions{Self: p.nodes.Self(), TLS: certificate, Lobby: p.lobby, Logger: p.log})
	go func() {
		if err := p.links.Serve(listener); err != nil {
			p.failed <- err
		}
	}()
	return cluster.NewRooms(p.lobby, p.links, p.nodes.Known), nil
}

// listens returns the address at which the node listens for the others. If the settings
// do not say, a name may be that of something in front of it, an IP address is its own.
func (n *node) listens() string {
	if n.listen != "" {
		return n.listen
	}
	if addr, err := netip.ParseAddrPort(n.addr); err == nil {
		return addr.String()
	}
	_, port, _ := net.SplitHostPort(n.addr) // checked with the settings
	return ":" + port
}

// gone ends what is under way to a node that is not alive any more.
func (p *program) gone(id string) {
	if p.links != nil {
		p.links.Lost(id)
	}
}

// unlink ends the connections to other nodes, once they have what the rooms of this
// one have sent.
func (p *program) unlink(ctx context.Context) {
	if p.links == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, finishWithin)
	defer cancel()
	p.links.Close(ctx)
}
