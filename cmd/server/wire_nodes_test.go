package main

import (
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/cmd/internal/cli"
	"archmage/internal/moderation"
	"archmage/internal/store/postgrestest"
	"archmage/test/programtest"
)

// freeAddr returns an unused address of this machine.
func freeAddr(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	return listener.Addr().String()
}

// TestWireNodes plays a match on two nodes, one of which the operator stops. Acts of the operator at one node
// apply at the other, where the match continues.
func TestWireNodes(t *testing.T) {
	t.Parallel()
	database := postgrestest.URL(t)
	node := func(name string) *served {
		return startServer(t, t.TempDir(), "--limits", "off", "--database", database, "--admin-addr", "127.0.0.1:0",
			"--node-name", name, "--node-addr", freeAddr(t))
	}
	oak, elm := node("oak"), node("elm")
	list := elm.adminOutput("nodes")
	require.Regexp(t, `(?m)^NODE +ADDRESS +ROOMS +LEADER +DRAINING +ID +VERSION$`, list)
	require.Regexp(t, `(?m)^elm \(this one\) +127\.0\.0\.1:\d+ +0 +(yes|no) +no `, list)
	require.Regexp(t, `(?m)^oak +127\.0\.0\.1:\d+ +0 +(yes|no) +no `, list)

	tab := sitDown(t, oak.Base, client.Settings{Game: "spellbook", Seats: 2, Spectators: true}, 0).start()
	eve := newConnectedPlayer(t, elm.Base, tab.room, "Eve")
	oak.adminOutput("ban", "--identity", eve.guest.ID, "--reason", "spam")
	<-eve.conn.Done()
	eve.conn.Inspect(func(s *client.State) { require.Equal(t, moderation.CodeBanned, s.Bye.Code) })
	// The node of the room has closed it. The other node learns about the ban soon.
	var banned error
	for ctx := programtest.Within(t); banned == nil; {
		require.NoError(t, ctx.Err())
		banned = eve.guest.Call(ctx, http.MethodGet, "/api/me", nil, nil)
	}
	requireCode(t, moderation.CodeBanned, banned)

	alone := runToEnd(t, "serve", "--addr", "127.0.0.1:0", "--database", database)
	require.Equal(t, cli.Failed, alone.status)
	require.Contains(t, alone.err, "set --node-addr here too")
	require.Contains(t, elm.runAdmin("drain", "ash").err, "no such node ash")

	elm.adminOutput("drain", "oak")
	require.Zero(t, <-oak.status, oak.complaints.String())
	oak.cancel()
	oak.cancel = nil
	for _, p := range tab.everybody() {
		<-p.conn.Done()
		p.reconnect(elm.Base, tab.room)
	}
	tab.play(never, nil)
	tab.compare()
	for strings.Contains(elm.adminOutput("nodes"), "oak") { // until it looks at the list again
	}
	_, metrics := fetch(t, http.MethodGet, elm.Admin+"/metrics")
	for _, line := range append(slices.Collect(maps.Values(metricsOfNodes)), `archmage_rooms_opened_total [1-9]`) {
		require.Regexp(t, `(?m)^`+line, string(metrics))
	}
}
