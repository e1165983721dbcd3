package transport

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// askAdmin asks the admin address of a stage.
func (g *stage) askAdmin(method, path, body string, head ...string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	g.server.Admin().ServeHTTP(w, request(method, path, body, head...))
	return w
}

type adminPage struct {
	Rooms []adminRow
	Next  string
}

func TestAdminListsRooms(t *testing.T) {
	g := newStage(t, nil)
	room, ann, _ := g.playing(lobby.Settings{})
	ann.visitor.join(room)
	hidden := g.visitor("Cy").opens(lobby.Settings{})
	listed := g.visitor("Di").opens(lobby.Settings{Listed: true})
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
	require.Equal(t, []string{listed, hidden, room}, ids(all))
	require.Equal(t, []int{0, 0, 3}, []int{all.Rooms[0].Connections, all.Rooms[1].Connections, all.Rooms[2].Connections})
	require.Equal(t, []bool{false, false, true}, []bool{all.Rooms[0].InMemory, all.Rooms[1].InMemory, all.Rooms[2].InMemory})
	require.Equal(t, lobby.StatusPlaying, all.Rooms[2].Status)
	require.Equal(t, ann.visitor.user.ID, all.Rooms[2].Host)
	require.JSONEq(t, `{"players":["Ann","Bob"],"bots":["",""],"watch":false}`, string(all.Rooms[2].Summary))
	require.False(t, all.Rooms[2].Created.IsZero())

	require.Equal(t, []string{listed}, ids(ask("?listed=1")))
	require.Equal(t, []string{listed, hidden}, ids(ask("?status=open,seated")))
	require.Empty(t, ids(ask("?game=chess")))
	first := ask("?limit=2")
	require.Equal(t, []string{listed, hidden}, ids(first))
	require.Equal(t, []string{room}, ids(ask("?limit=2&after="+first.Next)))
	refused(t, g.askAdmin("GET", "/rooms?status=lost", ""), http.StatusBadRequest, coded.Malformed)
	refused(t, g.askAdmin("GET", "/rooms?limit=0", ""), http.StatusBadRequest, coded.Malformed)
}

// Those who run the server may be players: they see who is there, and nothing
// of the match.
func TestAdminInspectsARoom(t *testing.T) {
	g := newStage(t, nil)
	room, ann, bob := g.playing(lobby.Settings{})
	w := g.askAdmin("GET", "/rooms/"+room, "")
	require.Equal(t, http.StatusOK, w.Code)
	var seen struct {
		lobby.Inspection
		Connections []adminConn
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &seen))
	require.Equal(t, room, seen.ID)
	require.Equal(t, lobby.StatusPlaying, seen.Status)
	require.Equal(t, "toy", seen.Settings.Game)
	require.Equal(t, "Bob", seen.Seats[1].Name)
	require.True(t, seen.Seats[1].Present)
	require.Len(t, seen.Connections, 2)
	require.Equal(t, person{ann.visitor.user.ID, "Ann"}, seen.Connections[0].person)
	require.Equal(t, "127.0.0.1", seen.Connections[1].Address.String())

	// Only what is listed here may be shown; no seeds, hands or decisions.
	require.Equal(t, map[string]bool{
		".id": true, ".status": true, ".host": true, ".created": true, ".settings": true, ".seats": true, ".matches": true,
		".entries": true, ".connections": true,
	}, topOf(shape(t, w.Body.Bytes())))
	ann.answers()
	again := g.askAdmin("GET", "/rooms/"+room, "")
	require.Equal(t, w.Body.String(), again.Body.String(), "what is declared in secret does not show")
	bob.answers()
	refused(t, g.askAdmin("GET", "/rooms/nowhere", ""), http.StatusNotFound, lobby.CodeNoRoom)
}

// topOf returns the paths that name members of the whole.
func topOf(paths map[string]bool) map[string]bool {
	top := map[string]bool{}
	for path := range paths {
		if !strings.ContainsAny(path[1:], ".[") {
			top[path] = true
		}
	}
	return top
}

func TestAdminClosesARoom(t *testing.T) {
	g := newStage(t, nil)
	room, ann, bob := g.playing(lobby.Settings{})
	w := g.askAdmin("DELETE", "/rooms/"+room, "")
	require.Equal(t, http.StatusNoContent, w.Code, w.Body.String())
	for _, c := range []*tab{ann, bob} {
		bye, status := c.ended()
		require.Equal(t, lobby.CodeClosed, bye.Code)
		require.Nil(t, bye.RetryAfter)
		require.Equal(t, 1008, status)
		require.Equal(t, lobby.StatusFinished, c.room.Status)
	}
	again := ann.visitor.dial()
	again.send(`{"type":"hello","v":1,"room":"` + room + `"}`)
	bye, _ := again.ended()
	require.Equal(t, lobby.CodeNoRoom, bye.Code)
	refused(t, g.askAdmin("DELETE", "/rooms/"+room, ""), http.StatusNotFound, lobby.CodeNoRoom)
	page, err := g.lobby.Results(t.Context(), lobby.ResultQuery{Member: bob.visitor.user.ID, Limit: 10})
	require.NoError(t, err)
	require.Len(t, page.Results, 1)
}

// No page in a browser does any of it; who opens a list by hand may.
func TestAdminIsNotForPages(t *testing.T) {
	d := newDesk(t, nil)
	_, auth := d.newPerson("Ann")
	room := d.newRoom(auth, "")
	for _, head := range [][]string{
		{"Origin", "http://example.com"}, {"Sec-Fetch-Site", "same-origin"}, {"Sec-Fetch-Site", "cross-site"},
	} {
		for _, call := range [][2]string{
			{"GET", "/rooms"}, {"GET", "/rooms/" + room}, {"DELETE", "/rooms/" + room},
			{"GET", "/bans"}, {"POST", "/bans"}, {"DELETE", "/bans/x"}, {"POST", "/backup"},
		} {
			refused(t, d.askAdmin(call[0], call[1], head...), http.StatusForbidden, CodeBadOrigin)
		}
	}
	require.Equal(t, http.StatusOK, d.askAdmin("GET", "/rooms", "Sec-Fetch-Site", "none").Code)
	refused(t, d.askAdmin("DELETE", "/rooms/"+room, "Sec-Fetch-Site", "none"), http.StatusForbidden, CodeBadOrigin)
	w := d.askAdmin("PATCH", "/rooms/"+room)
	refused(t, w, http.StatusMethodNotAllowed, CodeBadMethod)
	require.Equal(t, "DELETE, GET", w.Header().Get("Allow"))
	// Nor is it for the public.
	for _, path := range []string{"/rooms", "/rooms/" + room, "/bans"} {
		refused(t, d.ask("GET", path, ""), http.StatusNotFound, CodeNotFound)
	}
}
