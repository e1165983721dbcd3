package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/eventlog"
	"archmage/internal/eventlog/logtest"
	"archmage/internal/game"
	"archmage/internal/lobby"
)

func TestGuests(t *testing.T) {
	d := newDesk(t, nil)
	refused(t, d.ask("GET", "/api/me", ""), http.StatusUnauthorized, lobby.CodeNoIdentity)

	w := d.ask("POST", "/api/me", `{"name":" Ann "}`)
	ann := read[person](t, w, http.StatusCreated)
	require.Equal(t, "Ann", ann.Name)
	require.NotEmpty(t, ann.ID)
	cookies := w.Result().Cookies()
	require.Len(t, cookies, 1)
	require.Equal(t, &http.Cookie{
		Name: "archmage", Value: cookies[0].Value, Path: "/", MaxAge: 365 * 24 * 3600, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Raw: cookies[0].Raw,
	}, cookies[0])
	cookie := "archmage=" + cookies[0].Value

	w = d.ask("GET", "/api/me", "", "Cookie", cookie)
	require.Equal(t, ann, read[person](t, w, http.StatusOK))
	// Each visit is another year.
	require.Equal(t, cookies[0].Value, w.Result().Cookies()[0].Value)
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))

	// Who comes again as if for the first time stays the same person; a program
	// that asks for a token gets a new one.
	w = d.ask("POST", "/api/me", `{"name":"Else"}`, "Cookie", cookie)
	require.Equal(t, ann, read[person](t, w, http.StatusOK))
	w = d.ask("POST", "/api/me", `{"name":"Else","token":true}`, "Cookie", cookie)
	require.NotEqual(t, ann.ID, read[guest](t, w, http.StatusCreated).ID)
	w = d.ask("POST", "/api/me", `{"name":"Else"}`, "Cookie", "archmage=unknown")
	require.NotEqual(t, ann.ID, read[guest](t, w, http.StatusCreated).ID)

	renamed := read[person](t, d.ask("PATCH", "/api/me", `{"name":"Bea"}`, "Cookie", cookie), http.StatusOK)
	require.Equal(t, person{ann.ID, "Bea"}, renamed)
	refused(t, d.ask("PATCH", "/api/me", `{"name":"Bea"}`), http.StatusUnauthorized, lobby.CodeNoIdentity)
	refused(t, d.ask("PATCH", "/api/me", `{"name":""}`, "Cookie", cookie), http.StatusBadRequest, lobby.CodeBadName)
	refused(t, d.ask("PATCH", "/api/me", `{"id":"x"}`, "Cookie", cookie), http.StatusBadRequest, coded.Malformed)
	// The token is good for the header as well.
	w = d.ask("GET", "/api/me", "", "Authorization", "bearer "+cookies[0].Value)
	require.Equal(t, renamed, read[person](t, w, http.StatusOK))
	require.Empty(t, w.Result().Cookies())
}

func TestPrograms(t *testing.T) {
	d := newDesk(t, nil)
	w := d.ask("POST", "/api/me", `{"name":"Robot","token":true}`)
	require.Empty(t, w.Result().Cookies())
	robot := read[guest](t, w, http.StatusCreated)
	require.NotEmpty(t, robot.Token)
	got := read[person](t, d.ask("GET", "/api/me", "", "Authorization", "Bearer "+robot.Token), http.StatusOK)
	require.Equal(t, robot.person, got)

	for _, auth := range []string{"Bearer", "Bearer x", "Bearer " + robot.ID, "Basic " + robot.Token, robot.Token} {
		w := d.ask("GET", "/api/me", "", "Authorization", auth)
		refused(t, w, http.StatusUnauthorized, lobby.CodeNoIdentity)
		require.Equal(t, "Bearer", w.Header().Get("WWW-Authenticate"))
	}
	// A header that is wrong is not made good by a cookie.
	w = d.ask("GET", "/api/me", "", "Authorization", "Bearer x", "Cookie", "archmage="+robot.Token)
	refused(t, w, http.StatusUnauthorized, lobby.CodeNoIdentity)
}

func TestRooms(t *testing.T) {
	d := newDesk(t, nil)
	ann, annAuth := d.newPerson("Ann")
	_, bobAuth := d.newPerson("Bob")
	w := d.ask("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2,"listed":true}}`, "Authorization", annAuth)
	listed := read[struct{ ID string }](t, w, http.StatusCreated).ID
	require.Equal(t, "/r/"+listed, w.Header().Get("Location"))
	hidden := d.newRoom(annAuth, "")

	ids := func(query string, head ...string) []string {
		var list []string
		for _, room := range read[lobby.RoomPage](t, d.ask("GET", "/api/rooms"+query, "", head...), http.StatusOK).Rooms {
			require.Equal(t, ann.ID, room.Host)
			list = append(list, room.ID)
		}
		return list
	}
	require.Equal(t, []string{listed}, ids(""))
	require.Equal(t, []string{listed}, ids("", "Authorization", annAuth))
	require.Equal(t, []string{hidden, listed}, ids("?mine=1", "Authorization", annAuth))
	require.Empty(t, ids("?mine=1", "Authorization", bobAuth))
	require.Equal(t, []string{listed}, ids("?game=toy&status=open,seated&status=playing"))
	require.Empty(t, ids("?game=seasons"))
	require.Empty(t, ids("?status=finished"))

	first := read[lobby.RoomPage](t, d.ask("GET", "/api/rooms?mine=1&limit=1", "", "Authorization", annAuth), http.StatusOK)
	require.Len(t, first.Rooms, 1)
	require.NotEmpty(t, first.Next)
	require.Equal(t, []string{listed}, ids("?mine=1&limit=1000000&after="+first.Next, "Authorization", annAuth))

	refused(t, d.ask("GET", "/api/rooms?mine=1", ""), http.StatusUnauthorized, lobby.CodeNoIdentity)
	for _, query := range []string{"limit=0", "limit=-1", "limit=many", "status=lost", "after=there"} {
		refused(t, d.ask("GET", "/api/rooms?"+query, ""), http.StatusBadRequest, coded.Malformed)
	}
}

func TestRoomsThatCannotBeOpened(t *testing.T) {
	d := newDesk(t, nil)
	_, auth := d.newPerson("Ann")
	refused(t, d.ask("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2}}`), http.StatusUnauthorized, lobby.CodeNoIdentity)
	for body, code := range map[string]coded.Code{
		`{}`:                coded.Malformed,
		`{"settings":null}`: coded.Malformed,
		`{"settings":{"game":"chess","seats":2}}`:                       lobby.CodeBadSettings,
		`{"settings":{"game":"toy","seats":9}}`:                         game.CodeBadSeats,
		`{"settings":{"game":"toy","seats":2,"options":{"no":"such"}}}`: game.CodeBadOptions,
		`{"settings":{"game":"toy","seats":2,"cheat":true}}`:            coded.Malformed,
	} {
		refused(t, d.ask("POST", "/api/rooms", body, "Authorization", auth), http.StatusBadRequest, code)
	}
}

func TestEvents(t *testing.T) {
	d := newDesk(t, nil)
	ann, annAuth := d.newPerson("Ann")
	_, bobAuth := d.newPerson("Bob")
	room := d.newRoom(annAuth, "")
	path := "/api/rooms/" + room + "/events"
	require.Equal(t, lobby.EventPage{Events: []game.EventText{}}, read[lobby.EventPage](t, d.ask("GET", path, "", "Authorization", annAuth), http.StatusOK))

	user := lobby.User{ID: ann.ID, Name: ann.Name}
	for i, intent := range []lobby.Intent{
		{Kind: lobby.KindBot, Seat: 1, Bot: "random"}, {Kind: lobby.KindReady, Ready: true}, {Kind: lobby.KindStart},
	} {
		intent.ID = fmt.Sprint(i)
		require.NoError(t, d.server.lobby.Do(t.Context(), room, user, intent))
	}
	page := read[lobby.EventPage](t, d.ask("GET", path+"?limit=1", "", "Authorization", annAuth), http.StatusOK)
	require.Len(t, page.Events, 1)
	refused(t, d.ask("GET", path, "", "Authorization", bobAuth), http.StatusForbidden, lobby.CodeNoSpectators)
	refused(t, d.ask("GET", path, ""), http.StatusUnauthorized, lobby.CodeNoIdentity)
	for _, query := range []string{"limit=0", "before=-1", "before=x"} {
		refused(t, d.ask("GET", path+"?"+query, "", "Authorization", annAuth), http.StatusBadRequest, coded.Malformed)
	}
	refused(t, d.ask("GET", "/api/rooms/nowhere/events", "", "Authorization", annAuth), http.StatusNotFound, lobby.CodeNoRoom)
}

func TestResultsAreOnesOwn(t *testing.T) {
	d := newDesk(t, nil)
	ann, annAuth := d.newPerson("Ann")
	_, bobAuth := d.newPerson("Bob")
	head, err := d.log.Create(t.Context(), "a-room", "", eventlog.Batch{Meta: &eventlog.Meta{Game: "toy", Status: eventlog.StatusFinished, Host: ann.ID}})
	require.NoError(t, err)
	_, err = d.log.Append(t.Context(), head, eventlog.Batch{
		Entries: []eventlog.Entry{{Kind: "end"}},
		Match:   &eventlog.Match{ID: "m", Game: "toy", Persons: []string{ann.ID}, Summary: []byte(`{"lost":[]}`)},
	})
	require.NoError(t, err)

	for _, query := range []string{"", "?mine=1", "?game=toy", "?limit=1"} {
		page := read[lobby.ResultPage](t, d.ask("GET", "/api/results"+query, "", "Authorization", annAuth), http.StatusOK)
		require.Len(t, page.Results, 1, query)
		require.Equal(t, "a-room", page.Results[0].Room)
		page = read[lobby.ResultPage](t, d.ask("GET", "/api/results"+query, "", "Authorization", bobAuth), http.StatusOK)
		require.Empty(t, page.Results, query)
	}
	page := read[lobby.ResultPage](t, d.ask("GET", "/api/results?game=chess", "", "Authorization", annAuth), http.StatusOK)
	require.Empty(t, page.Results)
	refused(t, d.ask("GET", "/api/results", ""), http.StatusUnauthorized, lobby.CodeNoIdentity)
	refused(t, d.ask("GET", "/api/results?limit=x", "", "Authorization", annAuth), http.StatusBadRequest, coded.Malformed)
	refused(t, d.ask("GET", "/api/results?after=x", "", "Authorization", annAuth), http.StatusBadRequest, coded.Malformed)
}

func TestBodies(t *testing.T) {
	d := newDesk(t, func(o *Options) { o.Limits.Body = 200 })
	for body, code := range map[string]coded.Code{
		``:                             coded.Malformed,
		`name=Ann`:                     coded.Malformed,
		`"Ann"`:                        coded.Malformed,
		`{"name":"Ann"`:                coded.Malformed,
		`{"name":"Ann"} {}`:            coded.Malformed,
		`{"name":1}`:                   coded.Malformed,
		`{"name":"Ann","admin":true}`:  coded.Malformed,
		`{"name":"` + "\\u0000" + `"}`: lobby.CodeBadName,
		`{}`:                           lobby.CodeBadName,
	} {
		refused(t, d.ask("POST", "/api/me", body), http.StatusBadRequest, code)
	}
	refused(t, d.ask("POST", "/api/me", `{"name":"`+strings.Repeat("x", 200)+`"}`), http.StatusRequestEntityTooLarge, CodeTooLarge)
}

func TestAddressesThatAreNotThere(t *testing.T) {
	d := newDesk(t, nil)
	refused(t, d.ask("GET", "/api/nothing", ""), http.StatusNotFound, CodeNotFound)
	refused(t, d.ask("GET", "/api", "", "Accept", "text/html"), http.StatusNotFound, CodeNotFound)
	refused(t, d.ask("POST", "/api/nothing", ""), http.StatusNotFound, CodeNotFound)
	refused(t, d.ask("GET", "/api/games/chess/catalogue", ""), http.StatusNotFound, CodeNotFound)
	refused(t, d.ask("GET", "/api/games/bare/catalogue", ""), http.StatusNotFound, CodeNotFound)
	for path, allowed := range map[string]string{
		"/api/me": "GET, PATCH, POST", "/api/rooms": "GET, POST", "/api/games": "GET", "/healthz": "GET", "/": "GET",
		"/r/a-room": "GET", "/ws": "GET",
	} {
		w := d.ask("DELETE", path, "")
		refused(t, w, http.StatusMethodNotAllowed, CodeBadMethod)
		require.Equal(t, allowed, w.Header().Get("Allow"), path)
	}
}

// failing is a log whose lists fail.
type failing struct {
	eventlog.Log
	err   error
	panic bool
}

func (f *failing) List(ctx context.Context, query eventlog.ListQuery) (eventlog.Page[eventlog.Room], error) {
	if f.panic {
		panic("no lists today")
	}
	if f.err != nil {
		return eventlog.Page[eventlog.Room]{}, f.err
	}
	return f.Log.List(ctx, query)
}

// fullDisk is a log that takes no more people.
type fullDisk struct{ eventlog.Log }

func (fullDisk) CreateIdentity(context.Context, []byte, eventlog.Identity) error {
	return eventlog.ErrFull
}

func TestAFullDisk(t *testing.T) {
	d := newDeskOn(t, fullDisk{logtest.NewMemory()}, nil)
	w := d.ask("POST", "/api/me", `{"name":"Ann"}`)
	refused(t, w, http.StatusServiceUnavailable, lobby.CodeNotStored)
	require.NotContains(t, w.Body.String(), "disk")
	require.Empty(t, w.Result().Cookies())
	// Those who can do something about it learn what it is.
	require.Contains(t, d.said.String(), eventlog.ErrFull.Error())
}

func TestErrorsOfTheServer(t *testing.T) {
	log := &failing{Log: logtest.NewMemory(), err: errors.New("the disk at /var/lib is on fire")}
	d := newDeskOn(t, log, nil)
	w := d.ask("GET", "/api/rooms", "")
	refused(t, w, http.StatusInternalServerError, CodeInternal)
	require.NotContains(t, w.Body.String(), "fire")
	require.Contains(t, d.said.String(), "on fire")

	// What was asked wrongly is no line of the log, but that of the request.
	before := d.said.String()
	refused(t, d.ask("GET", "/api/rooms?limit=x", ""), http.StatusBadRequest, coded.Malformed)
	require.NotContains(t, strings.TrimPrefix(d.said.String(), before), "failed")

	log.err = context.DeadlineExceeded
	w = d.ask("GET", "/api/rooms", "")
	refused(t, w, http.StatusServiceUnavailable, lobby.CodeBusy)
	require.Equal(t, "1", w.Header().Get("Retry-After"))

	log.panic = true
	w = d.ask("GET", "/api/rooms", "")
	refused(t, w, http.StatusInternalServerError, CodeInternal)
	require.NotContains(t, w.Body.String(), "today")
	require.Contains(t, d.said.String(), "no lists today")
	require.Contains(t, d.said.String(), "rest.go")
	require.NotEmpty(t, w.Header().Get("Content-Security-Policy"))

	// The server goes on.
	log.err, log.panic = nil, false
	read[lobby.RoomPage](t, d.ask("GET", "/api/rooms", ""), http.StatusOK)
}

// Each code has its status; a new one that fits no case is the client's fault.
func TestStatuses(t *testing.T) {
	for code, want := range map[coded.Code]int{
		lobby.CodeNoIdentity: 401, CodeBadOrigin: 403, lobby.CodeNoSpectators: 403, lobby.CodeNoRoom: 404, CodeNotFound: 404,
		CodeBadMethod: 405, lobby.CodeNotKept: 410, CodeTooLarge: 413, CodeTooMany: 429, lobby.CodeTooFast: 429,
		CodeInternal: 500, lobby.CodeFrozen: 500, lobby.CodeBusy: 503, lobby.CodeNotStored: 503, lobby.CodeClosing: 503,
		lobby.CodeBadName: 400, coded.Malformed: 400, "whatever": 400,
	} {
		require.Equal(t, want, status(code), code)
	}
}

func TestTheLogOfRequestsHoldsNoSecrets(t *testing.T) {
	d := newDesk(t, nil)
	robot, auth := d.newPerson("Robot")
	w := d.ask("POST", "/api/me", `{"name":"Ann"}`)
	cookie := w.Result().Cookies()[0].Value
	room := d.newRoom(auth, "")
	for _, w := range []*httptest.ResponseRecorder{
		d.ask("GET", "/api/me?token="+robot.Token, "", "Authorization", auth),
		d.ask("GET", "/r/"+room+"?link=a-secret-of-a-link", "", "Cookie", "archmage="+cookie),
		d.ask("GET", "/api/rooms?after=a-secret-of-a-link", "", "Referer", "http://example.com/?a-secret-of-a-link"),
		d.ask("GET", "/api/nothing?a-secret-of-a-link", ""),
	} {
		require.NotZero(t, w.Code)
	}
	said := d.said.String()
	require.Contains(t, said, `"path":"/api/me","status":201`)
	require.Contains(t, said, `"addr":"192.0.2.1"`)
	require.NotContains(t, said, robot.Token)
	require.NotContains(t, said, cookie)
	require.NotContains(t, said, "a-secret-of-a-link")
}
