package transport

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/store/storetest"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/operator"
	"archmage/internal/transport/socket"
)

// twoNodes returns two servers with the same store of bans. The first sends its signals to the
// second.
func twoNodes(t *testing.T) (first, second *testServer) {
	t.Helper()
	db := storetest.Open(t)
	bans := func(o *Options) {
		var err error
		o.Bans, err = moderation.NewBans(t.Context(), db)
		require.NoError(t, err)
	}
	second = newTestServer(t, bans)
	first = newTestServer(t, func(o *Options) {
		bans(o)
		o.Broadcast = func(ctx context.Context, what socket.Signal) error {
			second.server.Receive(ctx, what)
			return nil
		}
	})
	return first, second
}

// A ban at one node ends the person's connections to the other nodes, with the reason.
func TestABanHoldsOnEveryNode(t *testing.T) {
	first, second := twoNodes(t)
	_, _, eve := second.openWatchedRoom()
	ban := first.bans(`{"identity":"` + eve.visitor.person.ID + `","reason":"spam","words":"enough"}`)
	bye, _ := eve.readToEnd()
	require.Equal(t, moderation.CodeBanned, bye.Code)
	require.Equal(t, &httpx.Explained{Reason: people.ReasonSpam, Words: "enough", Until: 0}, bye.Explanation)
	requireRefusal(t, eve.visitor.refusedSocket(), http.StatusForbidden, moderation.CodeBanned)
	require.Equal(t, http.StatusNoContent, first.askAdmin("DELETE", "/bans/"+ban.ID, "").Code)
	require.Empty(t, second.server.options.Bans.List())
}

// Signals for one person and for all people reach all nodes.
func TestSignals(t *testing.T) {
	for name, test := range map[string]struct {
		signal func(s *socket.Signals, ann *tab)
		code   coded.Code
	}{
		"session ended": {
			func(s *socket.Signals, ann *tab) { s.EndSessions(t.Context(), sessionsOf(ann)...) },
			people.CodeNoIdentity,
		},
		"removed": {
			func(s *socket.Signals, ann *tab) { s.EndConnectionsOf(t.Context(), ann.visitor.person.ID) },
			people.CodeNoIdentity,
		},
		"renamed": {
			func(s *socket.Signals, ann *tab) { s.Renamed(t.Context(), ann.visitor.person.ID) },
			coded.Busy,
		},
	} {
		t.Run(name, func(t *testing.T) {
			first, second := twoNodes(t)
			room, ann, bob := second.openWatchedRoom()
			test.signal(first.server.signals, ann)
			bye, _ := ann.readToEnd()
			require.Equal(t, test.code, bye.Code)
			bob.readUntilTrue(func() bool { return bob.watchers < 2 })
			ann.visitor.join(room)
		})
	}
}

func sessionsOf(c *tab) []string {
	session, err := c.visitor.server.People.Accounts.SessionByToken(c.visitor.t.Context(), c.visitor.token)
	require.NoError(c.t, err)
	return []string{session.Key}
}

// A ban with networks includes the person's networks at every node.
func TestNetworksOfAPersonAreBannedFromEveryNode(t *testing.T) {
	first, second := twoNodes(t)
	_, ann, eve := second.openWatchedRoom()
	require.NoError(
		t,
		first.server.signals.Banned(
			t.Context(),
			&moderation.Ban{Identity: eve.visitor.person.ID, Reason: people.ReasonSpam},
		),
	)
	for _, c := range []*tab{ann, eve} { // who are at the same address here
		bye, _ := c.readToEnd()
		require.Equal(t, moderation.CodeBanned, bye.Code)
	}
	list := second.server.options.Bans.List()
	require.Len(t, list, 1)
	require.True(t, list[0].Address.IsValid())
	require.Empty(t, list[0].Identity)
}

// Resync reads the bans again, and ends all connections so that the clients reconnect.
func TestRenew(t *testing.T) {
	first, second := twoNodes(t)
	first.server.options.Broadcast = nil
	room, ann, eve := second.openWatchedRoom()
	first.bans(`{"identity":"` + eve.visitor.person.ID + `","reason":"spam"}`)
	second.server.Resync(t.Context())
	bye, _ := eve.readToEnd()
	require.Equal(t, moderation.CodeBanned, bye.Code)
	bye, _ = ann.readToEnd()
	require.Equal(t, lobby.CodeRestart, bye.Code)
	require.Less(t, *bye.RetryAfter, int64(200))
	ann.visitor.join(room)
}

// fakeNodes are the nodes of a test.
type fakeNodes struct {
	list    []operator.NodeInfo
	drained []string
	ready   error
	// owner is the node that has all rooms, "" for this one. passed are the requests that were
	// passed on to it; it never answers. empty is true if all rooms can be released. others are the
	// connections to other nodes.
	owner  string
	passed []*http.Request
	empty  bool
	others []directory.Connection
}

func (n *fakeNodes) Route(w http.ResponseWriter, r *http.Request, _ string, here http.Handler) error {
	if n.owner == "" {
		here.ServeHTTP(w, r)
		return nil
	}
	n.passed = append(n.passed, r)
	return coded.Errorf(coded.Busy, "the node does not answer")
}

func (n *fakeNodes) HasRoom(context.Context, string) bool     { return n.owner == "" }
func (n *fakeNodes) ReleaseIdle(context.Context, string) bool { return n.empty }

func (n *fakeNodes) Connections(context.Context, []string) []directory.Connection { return n.others }

func (n *fakeNodes) List() []operator.NodeInfo { return n.list }
func (n *fakeNodes) Ready() error              { return n.ready }

func (n *fakeNodes) Drain(_ context.Context, name string) error {
	if !slices.ContainsFunc(n.list, func(one operator.NodeInfo) bool { return one.Name == name }) {
		return coded.Errorf(coded.NotFound, "no such node %s", name)
	}
	n.drained = append(n.drained, name)
	return nil
}

func TestTheOperatorSeesTheNodes(t *testing.T) {
	nodes := &fakeNodes{
		list: []operator.NodeInfo{
			{ID: "n1", Name: "oak", Addr: "oak:7000", Version: "1", Rooms: 7, Leader: true, Current: true},
			{ID: "n2", Name: "elm"},
		},
	}
	g := newTestServer(t, func(o *Options) { o.Nodes = nodes })
	list := read[struct{ Nodes []operator.NodeInfo }](t, g.askAdmin("GET", "/nodes", ""), http.StatusOK)
	require.Equal(t, nodes.list, list.Nodes)
	require.Equal(t, http.StatusNoContent, g.askAdmin("POST", "/nodes/elm/drain", "").Code)
	refused(t, g.askAdmin("POST", "/nodes/ash/drain", ""), http.StatusNotFound, coded.NotFound)
	require.Equal(t, []string{"elm"}, nodes.drained)

	require.Equal(t, http.StatusOK, g.askAdmin("GET", "/readyz", "").Code)
	nodes.ready = coded.Errorf(coded.Busy, "no lease")
	refused(t, g.askAdmin("GET", "/readyz", ""), http.StatusServiceUnavailable, coded.Busy)

	alone := newTestServer(t, nil)
	refused(t, alone.askAdmin("GET", "/nodes", ""), http.StatusNotFound, coded.NotFound)
	refused(t, alone.askAdmin("POST", "/nodes/oak/drain", ""), http.StatusNotFound, coded.NotFound)
}

// When one of several nodes stops, its clients may reconnect immediately.
func TestClientsOfANodeThatEndsComeBackAtOnce(t *testing.T) {
	for _, several := range []bool{true, false} {
		g := newTestServer(t, func(o *Options) {
			if several {
				o.Nodes = &fakeNodes{}
			}
		})
		_, ann, _ := g.openWatchedRoom()
		g.server.Stop()
		g.server.Close(t.Context())
		bye, _ := ann.readToEnd()
		require.Equal(t, lobby.CodeRestart, bye.Code)
		require.Equal(t, several, *bye.RetryAfter < (200*time.Millisecond).Milliseconds())
	}
}
