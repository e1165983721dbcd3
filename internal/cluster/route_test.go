package cluster

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/strict"
)

// three opens the room at the first node, for two players at the second and the third node, and a
// spectator at the first.
func (w *world) three() (ann, bob, eve *guest) {
	w.t.Helper()
	eve, ann, bob = w.guest(w.nodes[0], "Eve"), w.guest(w.nodes[1], "Ann"), w.guest(w.nodes[2], "Bob")
	ann.must(http.MethodPost, "/api/rooms", map[string]any{"settings": toyTable()}, &struct{ ID *string }{&w.room})
	eve.join()
	ann.join()
	bob.join()
	w.begin(ann, bob)
	w.play(3, ann, bob)
	w.has(w.nodes[0])
	return ann, bob, eve
}

// passed is how many connections a node passes on.
func (n *testNode) passed() float64 {
	registry := prometheus.NewRegistry()
	registry.MustRegister(n.links.Collectors()...)
	families, err := registry.Gather()
	require.NoError(n.w.t, err)
	for _, family := range families {
		if family.GetName() == "archmage_forwarded_connections" {
			return family.GetMetric()[0].GetGauge().GetValue()
		}
	}
	return -1
}

// People at three nodes play and watch at one table, and see the same.
func TestAnyNodeTakesAnySocket(t *testing.T) {
	inWorld(t, 3, func(w *world) {
		ann, bob, eve := w.three()
		late := w.guest(w.nodes[2], "Oscar")
		late.join()
		w.play(9, ann, bob)
		want := eve.sees()
		for _, g := range []*guest{ann, bob, late} {
			saw := g.sees()
			require.JSONEq(t, want.public, saw.public)
			require.ElementsMatch(t, []string{ann.person.ID, bob.person.ID}, saw.here)
		}
		require.Empty(t, want.private+late.sees().private)
		require.Equal(t, want.seq, late.sees().seq)
		require.NotEqual(t, ann.sees().private, bob.sees().private)
		require.Equal(t, []float64{0, 1, 2}, []float64{w.nodes[0].passed(), w.nodes[1].passed(), w.nodes[2].passed()})

		// A person who returns at another node continues after the last frame seen.
		before := bob.sees()
		bob.node = w.nodes[1]
		bob.join()
		require.Equal(t, before, bob.sees())
		w.play(2, ann, bob)
		require.JSONEq(t, ann.sees().public, bob.sees().public)
		w.has(w.nodes[0])
	})
}

// The node of the room identifies the person itself. It believes the node that passes the request
// on about the client's address, but believes no client about it.
func TestTheNodeOfTheRoomReadsWhoAsks(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann, bob := w.guest(w.nodes[0], "Ann"), w.guest(w.nodes[1], "Bob")
		ann.open(toyTable())
		lie := http.Header{
			"Archmage-Client": {"198.51.100.1"},
			"Archmage-Secure": {"1"},
			"X-Forwarded-For": {"198.51.100.1"},
		}
		status, text := bob.request(http.MethodGet, "/api/rooms/"+w.room+"/events", nil, lie)
		require.Equal(t, http.StatusOK, status, "%s", text)
		hop := http.Header{"Connection": {"Archmage-Client, Archmage-Secure"}}
		status, text = bob.request(http.MethodGet, "/api/rooms/"+w.room+"/events", nil, hop)
		require.Equal(t, http.StatusOK, status, "%s", text)
		bob.join()
		for _, n := range w.nodes {
			var list []directory.Connection
			list = append(list, n.server.Connections([]string{w.room})...)
			list = append(list, n.rooms.Connections(w.ctx, []string{w.room})...)
			require.ElementsMatch(t, []directory.Connection{
				{Room: w.room, Person: ann.person, Address: netip.MustParseAddr("192.0.2.1")},
				{Room: w.room, Person: bob.person, Address: netip.MustParseAddr("192.0.2.2")},
			}, list, n.Name)
		}
		require.Len(t, w.nodes[0].server.Connections([]string{w.room}), 2)

		mallory := w.guest(w.nodes[1], "Mallory")
		mallory.token = "wrong"
		require.Equal(t, people.CodeNoIdentity, coded.Of(mallory.tryJoin()))
		status, text = mallory.request(http.MethodPost, "/api/rooms/"+w.room+"/leave", nil, lie)
		require.Equal(t, http.StatusUnauthorized, status, "%s", text)
	})
}

// A request about a room is answered by the room's node, whichever node gets it, with the same
// answer.
func TestRequestsAreAnsweredByTheNodeOfTheRoom(t *testing.T) {
	inWorld(t, 3, func(w *world) {
		ann, bob, _ := w.three()
		events := func(n *testNode) (string, http.Header) {
			bob.node = n
			r, err := http.NewRequestWithContext(
				w.ctx,
				http.MethodGet,
				"http://play.example/api/rooms/"+w.room+"/events",
				nil,
			)
			require.NoError(t, err)
			r.Header.Set("Authorization", "Bearer "+bob.token)
			web := http.Client{Transport: &http.Transport{DialContext: bob.dial, DisableKeepAlives: true}}
			response, err := web.Do(r)
			require.NoError(t, err)
			defer response.Body.Close()
			var text bytes.Buffer
			_, err = text.ReadFrom(response.Body)
			require.NoError(t, err)
			require.Equal(t, http.StatusOK, response.StatusCode, "%s", &text)
			response.Header.Del("Date")
			return text.String(), response.Header
		}
		want, head := events(w.nodes[0])
		got, headThere := events(w.nodes[2])
		require.JSONEq(t, want, got)
		require.Equal(t, head, headThere)
		// A body is passed on, and errors about it come back.
		status, text := bob.request(
			http.MethodPost,
			"/api/rooms/"+w.room+"/rematch",
			map[string]string{"some": "body"},
			nil,
		)
		require.GreaterOrEqual(t, status, 400)
		var refusal coded.Error
		require.NoError(t, json.Unmarshal(text, &refusal))
		require.Equal(t, room.CodePlaying, refusal.Code)
		ann.must(http.MethodPost, "/api/rooms/"+w.room+"/leave", nil, nil)
		w.has(w.nodes[0])
		w.room = "00000000-0000-4000-8000-000000000000"
		ann.conn = nil
		require.Equal(t, directory.CodeNoRoom, coded.Of(ann.tryJoin()))
	})
}

// A room that nobody is connected to goes to the node of the first person who connects; a room with
// somebody in it stays.
func TestAnEmptyRoomMoves(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann, bob := w.guest(w.nodes[0], "Ann"), w.guest(w.nodes[1], "Bob")
		ann.open(toyTable())
		bob.join()
		w.has(w.nodes[0])
		w.begin(ann, bob)
		w.play(2, ann, bob)
		before := bob.sees()
		bob.leave()
		bob.join()
		w.has(w.nodes[0])
		bob.leave()
		ann.leave()
		w.has(w.nodes[0])
		// A person who may not enter moves no room.
		mallory := w.guest(w.nodes[1], "Mallory")
		token := mallory.token
		mallory.token = "wrong"
		require.Error(t, mallory.tryJoin())
		w.has(w.nodes[0])
		mallory.token = token
		bob.join()
		w.has(w.nodes[1])
		require.Equal(t, before.public, bob.sees().public)
		ann.join()
		require.Equal(t, []float64{1, 0}, []float64{w.nodes[0].passed(), w.nodes[1].passed()})
		w.play(3, ann, bob)
		require.JSONEq(t, ann.sees().public, bob.sees().public)
	})
}

// When a node dies, the people who watched its rooms from elsewhere return and continue, as soon as
// another node may take the room.
func TestTheOwnerDies(t *testing.T) {
	inWorld(t, 3, func(w *world) {
		ann, bob, _ := w.three()
		saw := ann.sees().public
		w.nodes[0].others.hear(false)
		w.nodes[0].others.cut()
		for _, g := range []*guest{ann, bob} {
			bye, over := g.over()
			require.True(t, over)
			require.Nil(t, bye)
		}
		w.nodes[0].die()
		began := time.Now()
		ann.join() // It waits.
		require.Less(t, time.Since(began), 2*testLease)
		bob.join()
		require.JSONEq(t, saw, ann.sees().public)
		require.True(t, w.nodes[1].lobby.IsLoaded(w.room))
		w.play(4, ann, bob)
		require.JSONEq(t, ann.sees().public, bob.sees().public)
	})
}

// A node that stops running closes no connection. Connections that other nodes pass on to it end
// when they find it dead.
func TestTheOwnerStandsStill(t *testing.T) {
	inWorld(t, 3, func(w *world) {
		ann, bob, _ := w.three()
		w.nodes[0].others.hear(false)
		w.nodes[0].die()
		began := time.Now()
		for _, g := range []*guest{ann, bob} {
			_, over := g.over()
			require.False(t, over)
		}
		<-ann.conn.Done()
		<-bob.conn.Done()
		require.Less(t, time.Since(began), 2*testLease)
		ann.join()
		bob.join()
		require.True(t, w.nodes[1].lobby.IsLoaded(w.room))
		require.False(t, w.nodes[2].lobby.IsLoaded(w.room))
		w.play(4, ann, bob)
		require.JSONEq(t, ann.sees().public, bob.sees().public)
	})
}

// A node that hands its rooms over ends the connections of everybody in them, including people at
// other nodes.
func TestTheOwnerStops(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann, bob := w.guest(w.nodes[0], "Ann"), w.guest(w.nodes[1], "Bob")
		ann.open(toyTable())
		bob.join()
		w.begin(ann, bob)
		go w.nodes[0].stop()
		<-bob.conn.Done()
		bye, over := bob.over()
		require.True(t, over)
		require.Equal(t, lobby.CodeRestart, bye.Code)
		require.Less(t, *bye.RetryAfter, int64(200))
		bob.join()
		require.True(t, w.nodes[1].lobby.IsLoaded(w.room))
		ann.node = w.nodes[1]
		ann.join()
		w.play(2, ann, bob)
	})
}

// A node that stops ends the connections that it passes on, and passes on no new ones.
func TestTheNodeOfTheSocketsStops(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann, bob := w.guest(w.nodes[0], "Ann"), w.guest(w.nodes[1], "Bob")
		ann.open(toyTable())
		bob.join()
		w.nodes[1].server.Stop()
		require.Equal(t, lobby.CodeClosing, coded.Of(w.guestAgain(bob).tryJoin()))
		_, over := bob.over()
		require.False(t, over)
		w.nodes[1].links.Stop()
		<-bob.conn.Done()
		require.Equal(t, []string{ann.person.ID}, ann.sees().here)
	})
}

// guestAgain returns the same person with another connection.
func (w *world) guestAgain(g *guest) *guest {
	twin := *g
	twin.conn = nil
	w.guests = append(w.guests, &twin)
	return &twin
}

// Only nodes of the list are answered, and only the node that is meant is asked.
func TestStrangersAreRefused(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann := w.guest(w.nodes[0], "Ann")
		ann.open(toyTable())
		stranger := w.add("stranger") // which has not joined
		ask := func(from *testNode, node Node) error {
			var there []directory.Connection
			time.Sleep(retryNodeAfter)
			return from.links.request(w.ctx, node, "connections", &request{Rooms: []string{w.room}}, &there)
		}
		require.NoError(t, ask(w.nodes[1], w.nodes[0].Node))
		require.ErrorAs(t, ask(stranger, w.nodes[0].Node), new(*unreachableError))
		require.Equal(t, coded.Busy, coded.Of(w.guest(stranger, "Bob").tryJoin()))

		// Another program at the address of a node is not that node.
		address := stranger.Addr
		stranger.Addr, w.nodes[1].Addr = w.nodes[1].Addr, address
		require.ErrorIs(t, ask(w.nodes[0], w.nodes[1].Node), errUnknownPeer)

		// The others take the node for dead, so it is a stranger to them.
		w.nodes[1].die()
		time.Sleep(2 * testLease)
		w.nodes[1].links.transport.CloseIdleConnections()
		require.ErrorAs(t, ask(w.nodes[1], w.nodes[0].Node), new(*unreachableError))

		// Without a certificate there is no answer at all.
		conn, err := w.nodes[0].others.dial(w.ctx, "203.0.113.1:1")
		require.NoError(t, err)
		go func() { _, _ = conn.Write([]byte("GET /call/inspect HTTP/1.1\r\nHost: x\r\n\r\n")) }()
		answer := make([]byte, 100)
		n, _ := conn.Read(answer)
		require.NotContains(t, string(answer[:n]), "200")
		_ = conn.Close()
	})
}

// Requests that make no sense are refused.
func TestHostileRequests(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann := w.guest(w.nodes[0], "Ann")
		ann.open(toyTable())
		for path, body := range map[string]string{
			"/call/nothing": "{}", "/call/do": "{", "/elsewhere": "{}",
			"/call/inspect": string(bytes.Repeat([]byte{' '}, maxRequestBytes+1)),
		} {
			_, err := w.nodes[1].links.post(w.ctx, w.nodes[0].Node, path, []byte(body))
			require.ErrorContains(t, err, "40", path)
			time.Sleep(retryNodeAfter)
		}
		for _, name := range []string{"do", "seat"} {
			require.Equal(
				t,
				coded.Malformed,
				coded.Of(w.nodes[1].links.request(w.ctx, w.nodes[0].Node, name, &request{Room: w.room}, nil)),
			)
		}
	})
}

// Requests that do not need a room in memory are answered alike at every node.
func TestCallsCross(t *testing.T) {
	inWorld(t, 3, func(w *world) {
		ann, bob, eve := w.three()
		line := client.Chat("hello")
		bob.do(line)
		here, there := w.nodes[0].rooms, w.nodes[1].rooms
		same := func(ask func(foundRooms) (any, error)) {
			t.Helper()
			want, err := ask(here)
			got, err2 := ask(there)
			require.Equal(t, err, err2)
			require.JSONEq(t, string(strict.Encode(want)), string(strict.Encode(got)))
			require.NotEqual(t, "null", string(strict.Encode(got)))
		}
		same(func(r foundRooms) (any, error) { return r.Lines(w.ctx, w.room, bob.person, 0) })
		same(func(r foundRooms) (any, error) { return r.Inspect(w.ctx, w.room) })
		same(func(r foundRooms) (any, error) { return r.List(w.ctx, directory.ListQuery{Limit: 10}) })
		same(func(r foundRooms) (any, error) { return r.OpenRooms(w.ctx, []string{w.room}) })
		page, err := there.List(w.ctx, directory.ListQuery{Limit: 10})
		require.NoError(t, err)
		require.Equal(t, []game.Seat{0, 1}, page.Rooms[0].Connected)

		for _, body := range []room.Action{&room.Claim{Seat: 0}, &room.Start{}, &room.Kick{Seat: 0}} {
			want := here.Do(w.ctx, w.room, eve.person, "", body)
			require.Error(t, want)
			require.Equal(t, want, there.Do(w.ctx, w.room, eve.person, "", body), body.Kind())
		}
		require.Equal(t, here.Sit(w.ctx, w.room, eve.person), there.Sit(w.ctx, w.room, eve.person))
		require.NoError(t, there.RemoveLine(w.ctx, w.room, 1))
		lines, err := there.Lines(w.ctx, w.room, bob.person, 0)
		require.NoError(t, err)
		require.Empty(t, lines)
		require.Equal(t, lobby.CodeNoLine, coded.Of(there.RemoveLine(w.ctx, w.room, 7)))
		require.NoError(t, there.Do(w.ctx, w.room, ann.person, "", &room.Leave{}))
		require.NoError(t, there.CloseRoom(w.ctx, w.room))
		bye, over := bob.over()
		require.True(t, over)
		require.Equal(t, lobby.CodeClosed, bye.Code)
	})
}

// A node closes the table of an event that another node has in memory.
func TestCloseEventCrosses(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		here, there := w.nodes[0].rooms, w.nodes[1].rooms
		body := &room.OpenEvent{
			Settings: room.Settings{Game: "toy", Seats: 2},
			Event: room.Event{
				ID: "cup", Title: "The cup", Round: 1, Expected: []room.Expected{{Person: "1", Name: "Ann"}, {}},
			},
		}
		require.NoError(t, there.OpenEvent(w.ctx, "a-table", body))
		require.NoError(t, here.OpenEvent(w.ctx, "a-table", body))
		inspection, err := here.Inspect(w.ctx, "a-table")
		require.NoError(t, err)
		require.False(t, inspection.Event.Closed)
		require.NoError(t, there.AwaitEvent(w.ctx, "a-table", room.Awaited{Until: 1, Longer: true}))
		require.NoError(t, there.AwaitEvent(w.ctx, "a-table", room.Awaited{Until: 1, Longer: true}))
		inspection, err = here.Inspect(w.ctx, "a-table")
		require.NoError(t, err)
		require.Equal(t, room.Awaited{Until: 1, Longer: true}, inspection.Event.Awaited)
		require.NoError(t, there.CloseEvent(w.ctx, "a-table"))
		inspection, err = here.Inspect(w.ctx, "a-table")
		require.NoError(t, err)
		require.True(t, inspection.Event.Closed)
		require.NoError(t, there.CloseEvent(w.ctx, "nowhere"))
		require.NoError(t, there.HurryEvent(w.ctx, "a-table"), "no match is played there")
		require.NoError(t, there.AwaitEvent(w.ctx, "nowhere", room.Awaited{Until: 1}))
		require.NoError(t, there.HurryEvent(w.ctx, "nowhere"))
	})
}

// Two people who search at different nodes find each other, and find their table again.
func TestSearchesMeet(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		wanted := matchmaking.Wanted{Game: "toy", Seats: 2, Pace: matchmaking.PaceLive}
		open := func() error { return nil }
		ann, bob := w.guest(w.nodes[0], "Ann"), w.guest(w.nodes[1], "Bob")
		table, err := ann.node.rooms.PlayNow(w.ctx, ann.person, "1", wanted, open)
		require.NoError(t, err)
		w.room = table
		ann.join()
		time.Sleep(2 * time.Minute) // The table is not fresh any more.
		found, err := bob.node.rooms.PlayNow(w.ctx, bob.person, "2", wanted, open)
		require.NoError(t, err)
		require.Equal(t, table, found)
		bob.join()
		require.ElementsMatch(t, []string{ann.person.ID, bob.person.ID}, ann.sees().here)
		time.Sleep(time.Minute)
		again, err := bob.node.rooms.PlayNow(w.ctx, bob.person, "2", wanted, open)
		require.NoError(t, err)
		require.Equal(t, table, again)
	})
}
