package transport

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/operator"
)

// Requests about a room go to its node, with the client's address. Other requests do not.
func TestRequestsAreRouted(t *testing.T) {
	nodes := &fakeNodes{owner: "another"}
	d := newTestHandler(t, func(o *Options) {
		o.Nodes, o.TrustedProxies = nodes, []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	})
	_, auth := d.newPerson("Ann")
	id := d.newRoom(auth, "")
	for _, path := range []string{"/ws/" + id, "/api/rooms/" + id + "/events", "/api/rooms/" + id + "/steps"} {
		nodes.passed = nil
		refused(
			t,
			d.ask(
				"GET", path, "", "X-Forwarded-For", "198.51.100.7", "X-Forwarded-Proto", "https",
				clientHeader, "203.0.113.1",
			),
			http.StatusServiceUnavailable,
			coded.Busy,
		)
		require.Len(t, nodes.passed, 1, path)
		require.Equal(t, []string{"198.51.100.7"}, nodes.passed[0].Header[clientHeader])
		require.Equal(t, []string{"1"}, nodes.passed[0].Header[secureHeader])
	}
	nodes.passed = nil
	d.ask("POST", "/api/rooms/"+id+"/leave", "a body", secureHeader, "1")
	require.Len(t, nodes.passed, 1)
	require.Empty(t, nodes.passed[0].Header[secureHeader])
	require.Equal(t, []string{"192.0.2.1"}, nodes.passed[0].Header[clientHeader])
	for range 2 { // It can be sent twice.
		body, err := nodes.passed[0].GetBody()
		require.NoError(t, err)
		text, err := io.ReadAll(body)
		require.NoError(t, err)
		require.Equal(t, "a body", string(text))
	}
	nodes.passed = nil
	for _, path := range []string{"/api/rooms", "/api/me", "/r/" + id} {
		require.Equal(t, http.StatusOK, d.ask("GET", path, "", "Authorization", auth).Code, path)
	}
	require.Equal(t, http.StatusOK, d.ask("POST", "/api/rooms/"+id+"/code", "", "Authorization", auth).Code)
	refused(
		t,
		d.ask("POST", "/api/rooms/"+id+"/leave", string(make([]byte, 1<<20))),
		http.StatusRequestEntityTooLarge,
		httpx.CodeTooLarge,
	)
	require.Empty(t, nodes.passed)

	d.server.Stop()
	refused(t, d.ask("GET", "/ws/"+id, "", "Authorization", auth), http.StatusServiceUnavailable, lobby.CodeClosing)
}

// A node that passes a request on names the client's address and whether it uses TLS. Other headers
// of the node do not count.
func TestRequestsFromNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nodes := &fakeNodes{}
		d := newTestHandler(t, func(o *Options) { o.Nodes, o.Limits.Read = nodes, 0.6 })
		_, auth := d.newPerson("Ann")
		id := d.newRoom(auth, "")
		ask := func(path string, head ...string) *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			r := request("GET", path, "", head...)
			if r.Header.Get("Authorization") == "" {
				r.Header.Set("Authorization", auth)
			}
			d.server.FromNodes().ServeHTTP(w, r)
			return w
		}
		events, socket := "/api/rooms/"+id+"/events", "/ws/"+id
		refused(t, ask(events), http.StatusBadRequest, "malformed")
		require.Equal(t, http.StatusOK, ask(events, clientHeader, "198.51.100.7").Code)
		refused(
			t,
			ask(events, clientHeader, "198.51.100.7", "Authorization", "x"),
			http.StatusUnauthorized,
			people.CodeNoIdentity,
		)
		// Each client has limits of its own, wherever the node is.
		require.Equal(t, http.StatusOK, ask(events, clientHeader, "198.51.100.7").Code)
		require.Equal(
			t,
			http.StatusTooManyRequests,
			ask(events, clientHeader, "198.51.100.7", "X-Forwarded-For", "198.51.100.8").Code,
		)
		require.Equal(t, http.StatusOK, ask(events, clientHeader, "198.51.100.9").Code)

		// The node looks for the room again.
		nodes.empty = true
		require.Equal(t, http.StatusMisdirectedRequest, ask(socket, clientHeader, "198.51.100.10").Code)
		refused(
			t,
			ask(socket, clientHeader, "198.51.100.10", "Authorization", "x"),
			http.StatusUnauthorized,
			people.CodeNoIdentity,
		)
		nodes.empty, nodes.owner = false, "another"
		require.Equal(t, http.StatusMisdirectedRequest, ask(events, clientHeader, "198.51.100.11").Code)
		nodes.owner = ""
		d.rooms.Close()
		require.Equal(t, http.StatusMisdirectedRequest, ask(events, clientHeader, "198.51.100.11").Code)
		d.server.Stop()
		require.Equal(t, http.StatusMisdirectedRequest, ask(socket, clientHeader, "198.51.100.12").Code)
		require.Empty(t, nodes.passed, "it is passed on once")
	})
}

// The operator and moderators see the connections to all nodes.
func TestConnectionsOfAllNodes(t *testing.T) {
	nodes := &fakeNodes{}
	g := newTestServer(t, func(o *Options) { o.Nodes = nodes })
	id, ann, _ := g.openWatchedRoom()
	far := directory.Connection{
		Room:    id,
		Person:  people.Person{ID: "far", Name: "Zoe", Kind: people.Guest},
		Address: netip.MustParseAddr("198.51.100.7"),
	}
	nodes.others = []directory.Connection{far}
	var shown struct{ Connections []operator.Connection }
	require.NoError(t, json.Unmarshal(g.askAdmin("GET", "/rooms/"+id, "").Body.Bytes(), &shown))
	require.Len(t, shown.Connections, 3)
	require.Equal(
		t,
		operator.Connection{Person: httpx.AsPerson(far.Person), Address: far.Address},
		shown.Connections[2],
	)
	list := read[adminPage](t, g.askAdmin("GET", "/rooms", ""), http.StatusOK)
	require.Equal(t, 3, list.Rooms[0].Connections)
	require.Len(t, g.server.Connections([]string{id, "none"}), 2)
	require.Len(t, g.server.Connections([]string{"none"}), 0)
	require.Equal(t, ann.visitor.person.ID, shown.Connections[0].ID)
}
