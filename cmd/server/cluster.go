package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"archmage/internal/cli"
	"archmage/internal/cluster"
)

// cluster makes the certificates by which several nodes know each other.
func (a *app) cluster(_ context.Context, args []string) int {
	set := a.Flags("cluster", "cert [flags]")
	dir := set.String("dir", ".", "the `folder` for the certificate of the node, which is its -node-cert-dir")
	authority := set.String("ca", "", "the `folder` of the authority that all nodes share; it is made if it is not there (default: that of -dir)")
	hosts := set.String("host", "", "the `names` or IP addresses by which the other nodes reach the node, as in its -node-addr; separated by commas")
	missing := set.Bool("if-missing", false, "do nothing if there is a certificate of a node in the folder")
	if len(args) > 0 && args[0] == "cert" {
		args = args[1:]
	} else if len(args) == 0 || !strings.HasPrefix(args[0], "-") {
		return a.Misused("cluster", errors.New("there is only cert, which makes certificates"))
	}
	status, ok := a.Parse(set, args, 0)
	if !ok {
		return status
	}
	var list []string
	for host := range strings.SplitSeq(*hosts, ",") {
		list = append(list, strings.TrimSpace(host))
	}
	if slices.ContainsFunc(list, func(host string) bool {
		return host == "" || strings.ContainsAny(host, "/ ") || strings.Count(host, ":") == 1
	}) {
		return a.Fail(cli.Usage, "cluster cert", fmt.Errorf("-host is a name or an IP address without a port, as in node1.internal, not %q", *hosts))
	}
	path := filepath.Join(*dir, cluster.NodeFile)
	if _, err := os.Stat(path); err == nil && *missing {
		fmt.Fprintf(a.Stdout, "%s is there already\n", path)
		return cli.OK
	}
	if err := cluster.MakeCertificate(cmp.Or(*authority, *dir), *dir, list); err != nil {
		return a.Fail(cli.Failed, "cluster cert", err)
	}
	fmt.Fprintf(a.Stdout, "%s is the certificate of %s\n", path, strings.Join(list, ", "))
	return cli.OK
}
