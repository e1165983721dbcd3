package transport

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/operator"
)

// askAdmin sends a request to the admin address of a server.
func (g *testServer) askAdmin(method, path, body string, head ...string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	g.server.Admin().ServeHTTP(w, request(method, path, body, append([]string{"Host", "localhost"}, head...)...))
	return w
}

type adminPage struct {
	Rooms []operator.RoomRow
	Next  string
}

func TestAdminListsRooms(t *testing.T) {
	g := newTestServer(t, nil)
	watched, ann, _ := g.openWatchedRoom()
	ann.visitor.join(watched)
	hidden := g.visitor("Cy").openRoom()
	listed := g.visitor("Di").openRoom()
	g.rooms.with(listed, func(r *fakeRoom) { r.info.Listed = true })
	ask := func(query string) adminPage {
		t.Helper()
		return read[adminPage](t, g.askAdmin("GET", "/rooms"+query, ""), http.StatusOK)
	}
	ids := func(page adminPage) []string {
		list := []string{}
		for _, row := range page.Rooms {
			list = append(list, row.ID)
		}
		return list
	}
	all := ask("")
	require.Equal(t, []string{listed, hidden, watched}, ids(all))
	require.Equal(
		t,
		[]int{0, 0, 3},
		[]int{all.Rooms[0].Connections, all.Rooms[1].Connections, all.Rooms[2].Connections},
	)
	require.Equal(
		t,
		[]bool{false, false, true},
		[]bool{all.Rooms[0].InMemory, all.Rooms[1].InMemory, all.Rooms[2].InMemory},
	)
	require.Equal(t, room.StatusOpen, all.Rooms[2].Status)
	require.Equal(t, ann.visitor.person.ID, all.Rooms[2].Host)
	require.NotEmpty(t, all.Rooms[2].Summary)
	require.False(t, all.Rooms[2].Created.IsZero())

	require.Equal(t, []string{listed}, ids(ask("?listed=1")))
	ask("?status=open,seated&game=toy")
	require.Equal(t, directory.ListQuery{
		Game: "toy", Statuses: []room.Status{room.StatusOpen, room.StatusSeated}, Limit: httpx.DefaultPage,
	}, g.rooms.lists[len(g.rooms.lists)-1])
	first := ask("?limit=2")
	require.Equal(t, []string{listed, hidden}, ids(first))
	require.Equal(t, []string{watched}, ids(ask("?limit=2&after="+first.Next)))
	refused(t, g.askAdmin("GET", "/rooms?status=lost", ""), http.StatusBadRequest, coded.Malformed)
	refused(t, g.askAdmin("GET", "/rooms?limit=0", ""), http.StatusBadRequest, coded.Malformed)
}

func TestAdminInspectsARoom(t *testing.T) {
	g := newTestServer(t, nil)
	id, ann, _ := g.openWatchedRoom()
	w := g.askAdmin("GET", "/rooms/"+id, "")
	require.Equal(t, http.StatusOK, w.Code)
	var seen struct {
		lobby.Inspection
		Connections []operator.Connection
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &seen))
	require.Equal(t, id, seen.ID)
	require.Equal(t, room.StatusOpen, seen.Status)
	require.Equal(t, "toy", seen.Settings.Game)
	require.Len(t, seen.Connections, 2)
	require.Equal(t, httpx.AsPerson(ann.visitor.person), seen.Connections[0].Person)
	require.Equal(t, "127.0.0.1", seen.Connections[1].Address.String())
	refused(t, g.askAdmin("GET", "/rooms/nowhere", ""), http.StatusNotFound, directory.CodeNoRoom)
}

func TestAdminClosesARoom(t *testing.T) {
	g := newTestServer(t, nil)
	id, ann, bob := g.openWatchedRoom()
	w := g.askAdmin("DELETE", "/rooms/"+id, "")
	require.Equal(t, http.StatusNoContent, w.Code, w.Body.String())
	for _, c := range []*tab{ann, bob} {
		bye, status := c.readToEnd()
		require.Equal(t, lobby.CodeClosed, bye.Code)
		require.Nil(t, bye.RetryAfter)
		require.Equal(t, 1008, status)
	}
	again := ann.visitor.dial(id)
	again.send(`{"type":"hello","v":1}`)
	bye, _ := again.readToEnd()
	require.Equal(t, directory.CodeNoRoom, bye.Code)
	refused(t, g.askAdmin("DELETE", "/rooms/"+id, ""), http.StatusNotFound, directory.CodeNoRoom)
}

// No page in a browser may send these requests, but a person may open a list.
func TestAdminIsNotForPages(t *testing.T) {
	d := newTestHandler(t, nil)
	_, auth := d.newPerson("Ann")
	room := d.newRoom(auth, "")
	for _, head := range [][]string{
		{"Origin", "http://example.com"}, {"Sec-Fetch-Site", "same-origin"}, {"Sec-Fetch-Site", "cross-site"},
	} {
		for _, call := range [][2]string{
			{"GET", "/rooms"}, {"GET", "/rooms/" + room}, {"DELETE", "/rooms/" + room},
			{"GET", "/bans"}, {"POST", "/bans"}, {"DELETE", "/bans/x"}, {"POST", "/backup"},
		} {
			refused(t, d.askAdmin(call[0], call[1], head...), http.StatusForbidden, httpx.CodeBadOrigin)
		}
	}
	for _, path := range []string{
		"/metrics", "/debug/pprof/", "/debug/pprof/heap", "/debug/pprof/profile?seconds=0",
		"/debug/pprof/cmdline",
	} {
		for _, head := range [][]string{
			{"Origin", "https://evil.example"},
			{"Sec-Fetch-Site", "cross-site"},
			{"Sec-Fetch-Site", "same-site"},
		} {
			refused(t, d.askAdmin("GET", path, head...), http.StatusForbidden, httpx.CodeBadOrigin)
		}
	}
	for _, head := range [][]string{nil, {"Sec-Fetch-Site", "none"}, {"Sec-Fetch-Site", "same-origin"}} {
		require.Equal(t, http.StatusOK, d.askAdmin("GET", "/debug/pprof/", head...).Code)
		require.Equal(t, http.StatusOK, d.askAdmin("GET", "/metrics", head...).Code)
	}
	require.Equal(t, http.StatusOK, d.askAdmin("GET", "/rooms", "Sec-Fetch-Site", "none").Code)
	refused(
		t,
		d.askAdmin("DELETE", "/rooms/"+room, "Sec-Fetch-Site", "none"),
		http.StatusForbidden,
		httpx.CodeBadOrigin,
	)
	w := d.askAdmin("PATCH", "/rooms/"+room)
	refused(t, w, http.StatusMethodNotAllowed, httpx.CodeBadMethod)
	require.Equal(t, "DELETE, GET", w.Header().Get("Allow"))
	// Nor does the public address have these paths.
	for _, path := range []string{"/rooms", "/rooms/" + room, "/bans"} {
		refused(t, d.ask("GET", path, ""), http.StatusNotFound, coded.NotFound)
	}
}
