package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"time"
)

// node are the settings of a server that is one of several.
type node struct {
	addr, name, certDir string
	lease               time.Duration
}

func (n *node) bind(set *flag.FlagSet) {
	set.StringVar(&n.addr, "node-addr", "", "the `address` at which the other nodes reach this one, as in node1.internal:7000; empty for a server that runs alone")
	set.StringVar(&n.name, "node-name", "", "what the operator calls this node; empty for the `name` of the host")
	set.StringVar(&n.certDir, "node-cert-dir", "", "the `folder` with ca.pem, node.pem and node-key.pem, by which the nodes know each other")
	set.DurationVar(&n.lease, "node-lease", 3*time.Second, "the `time` without a sign of life after which the other nodes take the rooms of this one")
}

// several reports whether the server is one of several.
func (n *node) several() bool { return n.addr != "" }

func (n *node) check(database string) error {
	if !n.several() {
		return nil
	}
	host, port, err := net.SplitHostPort(n.addr)
	switch {
	case err != nil || host == "" || port == "":
		return fmt.Errorf("-node-addr is host:port, as in node1.internal:7000, not %q", n.addr)
	case database == "":
		return errors.New("-node-addr needs -database: several nodes share a PostgreSQL database")
	case n.certDir == "":
		return errors.New("-node-addr needs -node-cert-dir: see server cluster cert")
	case n.lease < 500*time.Millisecond || n.lease > time.Minute:
		return errors.New("-node-lease is from 500ms to 1m")
	}
	return nil
}

// called returns the name of the node.
func (n *node) called() string {
	if n.name != "" {
		return n.name
	}
	host, _ := os.Hostname()
	return host
}
