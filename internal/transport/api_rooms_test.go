package transport

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

func TestRooms(t *testing.T) {
	d := newTestHandler(t, nil)
	ann, annAuth := d.newPerson("Ann")
	_, bobAuth := d.newPerson("Bob")
	w := d.ask(
		"POST",
		"/api/rooms",
		`{"settings":{"game":"toy","seats":2,"listed":true,"options":{"panic":"on"}}}`,
		"Authorization",
		annAuth,
	)
	listed := read[struct{ ID string }](t, w, http.StatusCreated).ID
	require.Equal(t, "/r/"+listed, w.Header().Get("Location"))
	d.rooms.with(listed, func(r *fakeRoom) {
		require.Equal(
			t,
			room.Settings{Game: "toy", Seats: 2, Listed: true, Options: game.MatchOptions{"panic": "on"}},
			r.settings,
		)
	})
	hidden := d.newRoom(annAuth, "")

	ids := func(query string, head ...string) []string {
		var list []string
		page := read[directory.RoomPage](t, d.ask("GET", "/api/rooms"+query, "", head...), http.StatusOK)
		for _, one := range page.Rooms {
			require.Equal(t, ann.ID, one.Host)
			list = append(list, one.ID)
		}
		return list
	}
	require.Equal(t, []string{listed}, ids(""))
	require.Equal(t, []string{listed}, ids("", "Authorization", annAuth))
	require.Equal(t, []string{hidden, listed}, ids("?mine=1", "Authorization", annAuth))
	require.Empty(t, ids("?mine=1", "Authorization", bobAuth))
	ids("?game=toy&status=open,seated&status=playing&after=1")
	require.Equal(t, directory.ListQuery{
		Game: "toy", Statuses: []room.Status{room.StatusOpen, room.StatusSeated, room.StatusPlaying}, Listed: true,
		After: "1", Limit: httpx.DefaultPage,
	}, d.rooms.lists[len(d.rooms.lists)-1])

	first := read[directory.RoomPage](
		t,
		d.ask("GET", "/api/rooms?mine=1&limit=1", "", "Authorization", annAuth),
		http.StatusOK,
	)
	require.Len(t, first.Rooms, 1)
	require.NotEmpty(t, first.Next)
	require.Equal(t, []string{listed}, ids("?mine=1&limit=200&after="+first.Next, "Authorization", annAuth))
	require.Equal(t, httpx.MaxPage, d.rooms.lists[len(d.rooms.lists)-1].Limit)

	refused(t, d.ask("GET", "/api/rooms?mine=1", ""), http.StatusUnauthorized, people.CodeNoIdentity)
	for _, query := range []string{"limit=0", "limit=-1", "limit=201", "limit=many", "status=lost", "after=there"} {
		refused(t, d.ask("GET", "/api/rooms?"+query, ""), http.StatusBadRequest, coded.Malformed)
	}
}

// A list that clients poll is sent again only after a change. Browsers do not store the list of a
// person's own rooms.
func TestListsThatClientsAskForAgain(t *testing.T) {
	d := newTestHandler(t, nil)
	_, auth := d.newPerson("Ann")
	id := d.newRoom(auth, "")
	for _, path := range []string{"/api/rooms", "/api/rooms/" + id + "/events"} {
		w := d.ask("GET", path, "", "Authorization", auth)
		require.Equal(t, "private, no-cache", w.Header().Get("Cache-Control"))
		require.Contains(t, w.Header().Get("Vary"), "Authorization")
		tag := w.Header().Get("ETag")
		again := d.ask("GET", path, "", "Authorization", auth, "If-None-Match", tag)
		require.Equal(t, http.StatusNotModified, again.Code)
		require.Empty(t, again.Body.String())
		require.Equal(t, http.StatusOK, d.ask("GET", path, "", "Authorization", auth, "If-None-Match", `"other"`).Code)
	}
	tag := d.ask("GET", "/api/rooms", "").Header().Get("ETag")
	d.ask("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2,"listed":true}}`, "Authorization", auth)
	require.Equal(t, http.StatusOK, d.ask("GET", "/api/rooms", "", "If-None-Match", tag).Code)
	require.Equal(
		t,
		"no-store",
		d.ask("GET", "/api/rooms?mine=1", "", "Authorization", auth).Header().Get("Cache-Control"),
	)
}

func TestRoomsThatCannotBeOpened(t *testing.T) {
	d := newTestHandler(t, nil)
	_, auth := d.newPerson("Ann")
	refused(
		t,
		d.ask("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2}}`),
		http.StatusUnauthorized,
		people.CodeNoIdentity,
	)
	for body, code := range map[string]coded.Code{
		`{}`:                coded.Malformed,
		`{"settings":null}`: coded.Malformed,
		`{"settings":{"game":"chess","seats":2}}`:              room.CodeBadSettings,
		`{"settings":{"game":"toy","seats":2,"cheat":true}}`:   coded.Malformed,
		`{"settings":{"game":"toy","game":"toy","seats":2}}`:   coded.Malformed,
		`{"settings":{"game":"toy","seats":2,"delay":"none"}}`: coded.Malformed,
	} {
		refused(t, d.ask("POST", "/api/rooms", body, "Authorization", auth), http.StatusBadRequest, code)
	}
}

func TestEvents(t *testing.T) {
	d := newTestHandler(t, nil)
	ann, auth := d.newPerson("Ann")
	id := d.newRoom(auth, "")
	path := "/api/rooms/" + id + "/events"
	for _, query := range []string{"", "?before=7&limit=3", "?limit=200"} {
		page := read[lobby.EventPage](t, d.ask("GET", path+query, "", "Authorization", auth), http.StatusOK)
		require.Equal(t, lobby.EventPage{Events: []game.EventText{}}, page)
	}
	by := people.Person{ID: ann.ID, Name: "Ann", Kind: people.Guest}
	require.Equal(t, []call[[2]int]{
		{by, [2]int{0, httpx.DefaultPage}}, {by, [2]int{7, 3}}, {by, [2]int{0, lobby.MaxEvents}},
	}, d.rooms.events)
	refused(t, d.ask("GET", path, ""), http.StatusUnauthorized, people.CodeNoIdentity)
	for _, query := range []string{"limit=0", "limit=201", "before=-1", "before=x"} {
		refused(t, d.ask("GET", path+"?"+query, "", "Authorization", auth), http.StatusBadRequest, coded.Malformed)
	}
	refused(
		t,
		d.ask("GET", "/api/rooms/nowhere/events", "", "Authorization", auth),
		http.StatusNotFound,
		directory.CodeNoRoom,
	)
}

func TestBoardOfARoom(t *testing.T) {
	d := newTestHandler(t, nil)
	_, auth := d.newPerson("Ann")
	id := d.newRoom(auth, "")
	path := "/api/rooms/" + id + "/board"
	answer := d.ask("GET", path, "", "Authorization", auth)
	board := read[struct {
		Room   room.Info
		Public map[string]int
		Result *match.Result
	}](t, answer, http.StatusOK)
	require.Equal(t, id, board.Room.ID)
	require.Equal(t, map[string]int{"turn": 3}, board.Public)
	again := d.ask("GET", path, "", "Authorization", auth, "If-None-Match", answer.Header().Get("ETag"))
	require.Equal(t, http.StatusNotModified, again.Code, "an unchanged board is not sent again")
	refused(t, d.ask("GET", path, ""), http.StatusUnauthorized, people.CodeNoIdentity)
	refused(
		t,
		d.ask("GET", "/api/rooms/nowhere/board", "", "Authorization", auth),
		http.StatusNotFound,
		directory.CodeNoRoom,
	)
}

func TestCodesOfRooms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, func(o *Options) { o.Limits.Codes = 10 })
		_, auth := d.newPerson("Ann")
		id := d.newRoom(auth, "")
		code := read[struct{ Code string }](
			t,
			d.ask("POST", "/api/rooms/"+id+"/code", "", "Authorization", auth),
			http.StatusOK,
		).Code
		find := func(code string) *httptest.ResponseRecorder {
			return d.ask("GET", "/api/codes/"+code, "", "Authorization", auth)
		}
		require.Equal(t, id, read[api.RoomAnswer](t, find(code), http.StatusOK).ID)
		for range 9 {
			refused(t, find("AAAAAA"), http.StatusNotFound, directory.CodeNoCode)
		}
		w := find(code)
		refused(t, w, http.StatusTooManyRequests, coded.TooFast)
		require.Equal(t, "6", w.Header().Get("Retry-After"))
		time.Sleep(6 * time.Second)
		require.Equal(t, http.StatusOK, find(code).Code)

		refused(
			t,
			d.ask("POST", "/api/rooms/nowhere/code", "", "Authorization", auth),
			http.StatusNotFound,
			directory.CodeNoRoom,
		)
		refused(t, d.ask("POST", "/api/rooms/"+id+"/code", ""), http.StatusUnauthorized, people.CodeNoIdentity)
		refused(t, d.ask("GET", "/api/codes/"+code, ""), http.StatusUnauthorized, people.CodeNoIdentity)
	})
}

func TestCommandsWithoutASocket(t *testing.T) {
	d := newTestHandler(t, nil)
	ann, auth := d.newPerson("Ann")
	id := d.newRoom(auth, "")
	for _, body := range []room.Action{&room.Leave{}, &room.Rematch{}} {
		path := "/api/rooms/" + id + "/" + string(body.Kind())
		require.Equal(t, id, read[api.RoomAnswer](t, d.ask("POST", path, "", "Authorization", auth), http.StatusOK).ID)
		done := d.rooms.commands[len(d.rooms.commands)-1]
		require.Equal(
			t,
			call[room.Command]{people.Person{ID: ann.ID, Name: "Ann", Kind: people.Guest}, room.Command{Body: body}},
			done,
		)
		refused(t, d.ask("POST", path, ""), http.StatusUnauthorized, people.CodeNoIdentity)
	}
	refused(
		t,
		d.ask("POST", "/api/rooms/nowhere/leave", "", "Authorization", auth),
		http.StatusNotFound,
		directory.CodeNoRoom,
	)
}
