package transport

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/transport/api"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
)

func TestPlayNow(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.Limits.Rooms = 1 })
	_, ann := d.newPerson("Ann")
	const wanted = `{"id":"1","game":"toy","seats":2,"pace":"live"}`
	id := read[api.RoomAnswer](t, d.ask("POST", "/api/play", wanted, "Authorization", ann), http.StatusOK).ID
	require.NotEmpty(t, id)
	require.Equal(t, "1", d.rooms.wanted[0].arg)
	refused(t, d.ask("POST", "/api/play", wanted), http.StatusUnauthorized, people.CodeNoIdentity)
	for _, wrong := range []string{`{`, `{"id":1}`, `{"id":"` + strings.Repeat("x", frame.MaxID+1) + `"}`} {
		require.Equal(t, http.StatusBadRequest, d.ask("POST", "/api/play", wrong, "Authorization", ann).Code)
	}
	require.Len(t, d.rooms.wanted, 1)
	refused(t, d.ask("POST", "/api/play", wanted, "Authorization", ann), http.StatusTooManyRequests, httpx.CodeTooMany)
	require.Len(t, d.rooms.rooms, 1, "no table is opened")
}

// An invitation from any page opens a table, or uses the inviter's own one. A table whose invitation is refused is
// left again.
func TestInvitationsThatOpenATable(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann, bob := d.browser(), d.browser()
	ann.guest("Ann")
	bobIs := bob.guest("Bob")
	ask := func(to, settings string) *httptest.ResponseRecorder {
		return ann.send("POST", "/api/invitations", fmt.Sprintf(`{"person":%q,"settings":%s}`, to, settings))
	}
	const settings = `{"game":"toy","seats":2}`
	refused(t, ask(bobIs.ID, "null"), http.StatusBadRequest, coded.Malformed)
	cat, dan := d.browser(), d.browser()
	cat.guest("Cat")
	body := fmt.Sprintf(`{"person":%q,"settings":%s}`, dan.guest("Dan").ID, settings)
	require.True(
		t,
		read[api.InvitedToTable](t, cat.send("POST", "/api/invitations", body), http.StatusCreated).Opened,
	)
	refused(t, ask("stranger", settings), http.StatusForbidden, directory.CodeNotMet)
	require.Len(t, d.rooms.commands, 1)
	require.Equal(t, &room.Leave{}, d.rooms.commands[0].arg.Body)
	table := read[api.InvitedToTable](t, ask(bobIs.ID, settings), http.StatusCreated)
	require.False(t, table.Opened, "these rooms do not close the table of a refused invitation")
	id := table.ID
	list := read[api.InvitationsAnswer](t, bob.send("GET", "/api/invitations", ""), http.StatusOK).Invitations
	require.Len(t, list, 1)
	require.Equal(t, id, list[0].Room.ID)
	refused(t, ask("nobody", settings), http.StatusNotFound, people.CodeNoPerson)
	require.Len(t, d.rooms.rooms, 2, "the table that is there is used")
	require.Len(t, d.rooms.commands, 1, "and stays")
}

func TestInvitations(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann, bob := d.browser(), d.browser()
	annIs, bobIs := ann.guest("Ann"), bob.guest("Bob")
	id := read[api.RoomAnswer](
		t,
		ann.send("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2}}`),
		http.StatusCreated,
	).ID
	path := "/api/rooms/" + id + "/invitations"
	refused(t, ann.send("POST", path, `{"person":"stranger"}`), http.StatusForbidden, directory.CodeNotMet)
	refused(t, ann.send("POST", path, `{"person":"nobody"}`), http.StatusNotFound, people.CodeNoPerson)
	refused(
		t,
		ann.send("POST", "/api/rooms/none/invitations", `{"person":"`+bobIs.ID+`"}`),
		http.StatusNotFound,
		directory.CodeNoRoom,
	)
	made := read[api.InvitedList](t, ann.send("POST", path, `{"person":"`+bobIs.ID+`"}`), http.StatusOK)
	require.Len(t, made.Invited, 1)
	require.Positive(t, made.Invited[0].Created)
	require.Equal(t, api.InvitedAnswer{To: bobIs, Created: made.Invited[0].Created}, made.Invited[0])
	require.Empty(
		t,
		read[api.InvitedList](t, ann.send("GET", "/api/rooms/other/invitations", ""), http.StatusOK).Invited,
	)

	list := read[api.InvitationsAnswer](t, bob.send("GET", "/api/invitations", ""), http.StatusOK).Invitations
	require.Len(t, list, 1)
	require.Equal(t, []any{annIs, id}, []any{list[0].From, list[0].Room.ID})
	one := "/api/invitations/" + list[0].ID
	refused(t, ann.send("POST", one, `{"accept":true}`), http.StatusNotFound, people.CodeNoInvitation)
	require.Equal(t, id, read[api.RoomAnswer](t, bob.send("POST", one, `{"accept":true}`), http.StatusOK).ID)
	last := d.rooms.commands[len(d.rooms.commands)-1]
	require.Equal(t, []any{bobIs.ID, room.KindClaim}, []any{last.person.ID, last.arg.Body.Kind()})
	require.Equal(
		t,
		people.Accepted,
		read[api.InvitedList](t, ann.send("GET", path, ""), http.StatusOK).Invited[0].Answer,
	)
	refused(t, bob.send("POST", one, `{"accept":false}`), http.StatusNotFound, people.CodeNoInvitation)

	// Only the inviter can withdraw an invitation, and only an open one.
	refused(t, ann.send("DELETE", path+"/"+bobIs.ID, ""), http.StatusNotFound, people.CodeNoInvitation)
	third := read[api.RoomAnswer](
		t,
		ann.send("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2}}`),
		http.StatusCreated,
	).ID
	path = "/api/rooms/" + third + "/invitations"
	open := func() int {
		return len(read[api.InvitationsAnswer](t, bob.send("GET", "/api/invitations", ""), http.StatusOK).Invitations)
	}
	read[api.InvitedList](t, ann.send("POST", path, `{"person":"`+bobIs.ID+`"}`), http.StatusOK)
	require.Equal(t, 1, open())
	refused(t, bob.send("DELETE", path+"/"+bobIs.ID, ""), http.StatusNotFound, people.CodeNoInvitation)
	refused(t, ann.send("DELETE", path+"/nobody", ""), http.StatusNotFound, people.CodeNoInvitation)
	require.Equal(t, 1, open())
	withdrawn := read[api.InvitedList](t, ann.send("DELETE", path+"/"+bobIs.ID, ""), http.StatusOK)
	require.Empty(t, withdrawn.Invited)
	require.Zero(t, open())
	again := read[api.InvitedList](t, ann.send("POST", path, `{"person":"`+bobIs.ID+`"}`), http.StatusOK)
	require.Equal(t, people.NoAnswer, again.Invited[0].Answer)
	require.Equal(t, 1, open())
	read[api.InvitedList](t, ann.send("DELETE", path+"/"+bobIs.ID, ""), http.StatusOK)

	// A table without a free seat is not shown.
	other := read[api.RoomAnswer](
		t,
		ann.send("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2}}`),
		http.StatusCreated,
	).ID
	read[api.InvitedList](
		t,
		ann.send("POST", "/api/rooms/"+other+"/invitations", `{"person":"`+bobIs.ID+`"}`),
		http.StatusOK,
	)
	require.Len(
		t,
		read[api.InvitationsAnswer](t, bob.send("GET", "/api/invitations", ""), http.StatusOK).Invitations,
		1,
	)
	d.rooms.with(other, func(r *fakeRoom) { r.info.Status = room.StatusSeated })
	require.Empty(t, read[api.InvitationsAnswer](t, bob.send("GET", "/api/invitations", ""), http.StatusOK).Invitations)

	// The invitations are in the file with everything that is stored about a person.
	require.Contains(
		t,
		bob.send("GET", "/api/account/data", "").Body.String(),
		`"room":"`+other+`","answer":"","created":`,
	)
}

func TestBlockedPeople(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann, eve := d.browser(), d.browser()
	ann.guest("Ann")
	eveIs := eve.guest("Eve")
	require.Empty(t, read[api.BlocksAnswer](t, ann.send("GET", "/api/blocks", ""), http.StatusOK).Blocked)
	require.Equal(
		t,
		[]httpx.Person{eveIs},
		read[api.BlocksAnswer](t, ann.send("POST", "/api/blocks", `{"person":"`+eveIs.ID+`"}`), http.StatusOK).Blocked,
	)
	require.Contains(t, ann.send("GET", "/api/account/data", "").Body.String(), `"blocked":[{"id":"`+eveIs.ID)
	require.NotContains(
		t,
		eve.send("GET", "/api/account/data", "").Body.String(),
		ann.me().ID,
		"nobody is told who blocks them",
	)
	refused(t, ann.send("POST", "/api/blocks", `{"person":"nobody"}`), http.StatusNotFound, people.CodeNoPerson)
	require.Empty(t, read[api.BlocksAnswer](t, ann.send("DELETE", "/api/blocks/"+eveIs.ID, ""), http.StatusOK).Blocked)
	refused(t, ann.send("DELETE", "/api/blocks/"+eveIs.ID, ""), http.StatusNotFound, people.CodeNoPerson)
}
