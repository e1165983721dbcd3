package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/work"
	"archmage/test/programtest"
)

// After a restart of the database, every node is ready again within two leases. Until then a load balancer
// sends it no requests.
func TestReadinessHeals(t *testing.T) {
	t.Parallel()
	c := startCluster(t, 3, "")
	defer c.resumeAll()
	balancer := newBalancer(t, c)
	c.database.Stop(syscall.SIGINT)
	for _, n := range c.nodes {
		_, err := client.NewGuest(programtest.Within(t), n.Base, "too early")
		require.Error(t, err)
		require.False(t, isReady(t, n))
	}
	require.NoError(t, c.database.Start())
	ctx := programtest.Within(t)
	conn, err := pgx.Connect(ctx, c.database.URL())
	require.NoError(t, err)
	defer conn.Close(ctx)
	for _, n := range c.nodes {
		for beats, last := 0, int64(0); !isReady(t, n); {
			var beat int64
			err := conn.QueryRow(ctx, `SELECT coalesce(max(beat), 0) FROM nodes WHERE name = $1`, n.name).Scan(&beat)
			require.NoError(t, err)
			if beat != last {
				beats, last = beats+1, beat
			}
			require.LessOrEqual(t, beats, 2*6, "%s has given signs of life for two leases", n.name)
			require.NoError(t, work.Sleep(ctx, 10*time.Millisecond))
		}
	}
	for range 6 {
		_, err := client.NewGuest(ctx, balancer.url, "in time")
		require.NoError(t, err)
	}
	require.Len(t, balancer.served(), 3)
}

func isReady(t *testing.T, n *clusterNode) bool {
	t.Helper()
	status, _ := fetch(t, http.MethodGet, n.Base+"/readyz")
	return status == http.StatusOK
}

// balancer sends each request to the next ready node, and responds 503 if there is none.
type balancer struct {
	t     *testing.T
	url   string
	nodes []*clusterNode
	next  atomic.Int64
	sent  []atomic.Int64
}

func newBalancer(t *testing.T, c *testCluster) *balancer {
	t.Helper()
	b := &balancer{t: t, nodes: c.nodes, sent: make([]atomic.Int64, len(c.nodes))}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	b.url = server.URL
	return b
}

// ServeHTTP implements [http.Handler].
func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for range b.nodes {
		i := int(b.next.Add(1)) % len(b.nodes)
		if !isReady(b.t, b.nodes[i]) {
			continue
		}
		b.sent[i].Add(1)
		to := &url.URL{Scheme: "http", Host: strings.TrimPrefix(b.nodes[i].Base, "http://")}
		httputil.NewSingleHostReverseProxy(to).ServeHTTP(w, r)
		return
	}
	w.WriteHeader(http.StatusServiceUnavailable)
}

// served returns the names of the nodes that received requests.
func (b *balancer) served() (names []string) {
	for i := range b.nodes {
		if b.sent[i].Load() > 0 {
			names = append(names, b.nodes[i].name)
		}
	}
	return names
}

// Text that a database cannot store is refused. It must not count as a failure of the database or fill the
// log. These 21 requests once made a node not ready.
func TestWhatIsNoTextLeavesANodeReady(t *testing.T) {
	t.Parallel()
	c := startCluster(t, 1, "")
	n := c.nodes[0]
	ctx := programtest.Within(t)
	guest, err := client.NewGuest(ctx, n.Base, "Ann")
	require.NoError(t, err)
	for _, request := range []struct{ method, path, body string }{
		{"GET", "/api/rooms?game=%00", ""},
		{"GET", "/api/rooms?after=%00", ""},
		{"GET", "/api/matches?game=%00", ""},
		{"GET", "/api/matches?person=%00", ""},
		{"GET", "/api/matches?mine=1&with=%00", ""},
		{"GET", "/api/matches/a%00b", ""},
		{"GET", "/api/matches/a%00b/record", ""},
		{"GET", "/api/matches/a%00b/steps", ""},
		{"DELETE", "/api/matches/a%00b", ""},
		{"GET", "/api/ratings?player=%ff", ""},
		{"GET", "/api/people?name=%00", ""},
		{"GET", "/api/avatars?name=%ff", ""},
		{"GET", "/api/standings?game=%00", ""},
		{"GET", "/api/leaderboard?game=%00", ""},
		{"GET", "/api/codes/a%00b", ""},
		{"GET", "/api/rooms/a%00b/events", ""},
		{"POST", "/api/rooms/a%00b/leave", ""},
		{"POST", "/api/blocks", `{"person":"a\u0000b"}`},
		{"DELETE", "/api/blocks/a%00b", ""},
		{"DELETE", "/api/follows/a%00b", ""},
		{"GET", "/ws/a%00b", ""},
	} {
		status, code := n.request(ctx, t, guest, request.method, request.path, request.body)
		require.Equal(t, http.StatusBadRequest, status, "%s %s", request.method, request.path)
		require.Equal(t, "malformed", code, "%s %s", request.method, request.path)
		require.True(t, isReady(t, n), "after %s %s", request.method, request.path)
	}
	require.NotContains(t, n.Log.String(), "\terror\t")
}

// request sends a request and returns its status and error code.
func (n *clusterNode) request(
	ctx context.Context, t *testing.T, guest *client.Guest, method, path, body string,
) (status int, code string) {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, method, n.Base+path, strings.NewReader(body))
	require.NoError(t, err)
	request.Header.Set("Authorization", "Bearer "+guest.Token)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	var answer struct{ Code string }
	require.NoError(t, json.NewDecoder(response.Body).Decode(&answer))
	return response.StatusCode, answer.Code
}
