package transport

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/internal/appointment"
	"archmage/internal/coded"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

// newAppointments returns a server with appointments that open no tables.
func newAppointments(t *testing.T, change func(*Options)) *testHandler {
	t.Helper()
	return newTestHandlerOn(t, func(db *failingStore, o *Options) {
		o.PublicURL = publicURL
		planner := appointment.NewPlanner(db.Store, appointment.Options{})
		opener := func(context.Context, string, *appointment.Appointment) error { return nil }
		o.Appointments = appointment.NewKeeper(planner, opener, zap.NewNop())
		if change != nil {
			change(o)
		}
	})
}

func planBody(at time.Time, listed bool, settings string) string {
	return fmt.Sprintf(`{"at":%d,"listed":%v,"settings":{"game":"toy","seats":2%s}}`, at.UnixMilli(), listed, settings)
}

func TestAppointments(t *testing.T) {
	d := newAppointments(t, nil)
	ann, bob, eve := d.browser(), d.browser(), d.browser()
	ann.guest("Ann")
	ann.createAccount("Ann")
	bob.guest("Bob")
	bob.createAccount("Bob")
	eve.guest("Eve")
	at := time.Now().Add(24 * time.Hour).Truncate(time.Minute)
	made := read[api.AppointmentAnswer](
		t, ann.send("POST", "/api/appointments", planBody(at, true, "")), http.StatusCreated,
	)
	require.Len(t, made.Code, 36)
	require.Equal(t, at.UnixMilli(), made.At)
	require.Equal(t, appointment.Yes, made.Answer)
	require.Equal(t, []httpx.Person{ann.me()}, made.Comes)
	path := "/api/appointments/" + made.Code

	answered := read[api.AppointmentAnswer](t, eve.send("POST", path+"/answer", `{"answer":"yes"}`), http.StatusOK)
	require.Equal(t, []httpx.Person{ann.me(), eve.me()}, answered.Comes)
	declined := read[api.AppointmentAnswer](t, bob.send("POST", path+"/answer", `{"answer":"no"}`), http.StatusOK)
	require.Equal(t, appointment.No, declined.Answer)
	require.Empty(t, declined.Declined, "others do not see who does not come")
	seen := read[api.AppointmentAnswer](t, ann.send("GET", path, ""), http.StatusOK)
	require.Equal(t, []httpx.Person{bob.me()}, seen.Declined)

	// Anybody with the code sees it, also as a calendar file.
	require.Len(t, read[api.AppointmentAnswer](t, d.ask("GET", path, ""), http.StatusOK).Comes, 2)
	file := d.ask("GET", path+"/calendar.ics?lang=fr", "")
	require.Equal(t, http.StatusOK, file.Code)
	require.Equal(t, "text/calendar; charset=utf-8", file.Header().Get("Content-Type"))
	require.Contains(t, file.Body.String(), "DTSTART:"+at.UTC().Format("20060102T150405Z")+"\r\n")
	require.Contains(t, file.Body.String(), "avec Ann")

	later := at.Add(time.Hour)
	changed := read[api.AppointmentAnswer](
		t, ann.send("PATCH", path, fmt.Sprintf(`{"at":%d}`, later.UnixMilli())), http.StatusOK,
	)
	require.Equal(t, later.UnixMilli(), changed.At)
	require.Equal(t, made.Settings, changed.Settings)
	require.Contains(t, d.ask("GET", path+"/calendar.ics", "").Body.String(), "SEQUENCE:1\r\n")

	opened := read[api.AppointmentAnswer](t, ann.send("POST", path+"/open", ""), http.StatusOK)
	require.Equal(t, appointment.Begun, opened.State)
	require.NotEmpty(t, opened.Room)
	require.NotEqual(t, made.Code, opened.Room)
	refused(t, ann.send("DELETE", path, ""), http.StatusBadRequest, appointment.CodeAppointmentOver)

	other := read[api.AppointmentAnswer](
		t, ann.send("POST", "/api/appointments", planBody(at, false, `,"accounts":true`)), http.StatusCreated,
	)
	otherPath := "/api/appointments/" + other.Code
	refused(
		t, eve.send("POST", otherPath+"/answer", `{"answer":"yes"}`), http.StatusForbidden, people.CodeNoAccount,
	)
	gone := read[api.AppointmentAnswer](t, ann.send("DELETE", otherPath, ""), http.StatusOK)
	require.Equal(t, appointment.Cancelled, gone.State)
	require.Contains(t, d.ask("GET", otherPath+"/calendar.ics", "").Body.String(), "STATUS:CANCELLED\r\n")

	data := ann.send("GET", "/api/account/data", "").Body.String()
	require.Contains(t, data, made.Code)
	require.Contains(t, data, other.Code)
}

// The preview of a link to an appointment names the game, the time and the number of people who come, in the host's
// language, and nobody. When the planner is deleted, the appointment is cancelled before it goes.
func TestPreviewsOfAppointments(t *testing.T) {
	var kept *recordingAppointments
	d := newAppointments(t, func(o *Options) {
		o.Site = fixedSite(t, map[site.Part]site.Texts{site.Languages: {"": "fr"}})
		kept = &recordingAppointments{Appointments: o.Appointments}
		o.Appointments = kept
	})
	ann := d.browser()
	ann.guest("Ann")
	ann.createAccount("Ann")
	at := time.Now().AddDate(0, 1, 0)
	at = time.Date(at.Year(), at.Month(), 1, 20, 0, 0, 0, time.Local)
	made := read[api.AppointmentAnswer](
		t, ann.send("POST", "/api/appointments", planBody(at, false, "")), http.StatusCreated,
	)
	page := d.ask("GET", "/a/"+made.Code, "").Body.String()
	require.Regexp(t, `<title>[^<]+ : \p{L}+ 1er \p{L}+, 20 h \([^<]+\)</title>`, page)
	require.Contains(t, page, `<meta name="robots" content="noindex">`)
	require.Contains(t, page, `content="Une personne vient, pour 2 places. `)
	require.NotContains(t, page, "Ann")
	for name, answer := range map[string]string{"Bob": "yes", "Eve": "no", "Zoe": "perhaps"} {
		guest := d.browser()
		guest.guest(name)
		read[api.AppointmentAnswer](
			t, guest.send("POST", "/api/appointments/"+made.Code+"/answer", `{"answer":"`+answer+`"}`), http.StatusOK,
		)
	}
	page = d.ask("GET", "/a/"+made.Code, "").Body.String()
	require.Contains(t, page, `<meta property="og:description" content="2 personnes viennent, pour 2 places. `)
	require.NotContains(t, page, "Bob")
	require.Equal(t, http.StatusOK, d.ask("GET", "/a/nothing", "").Code)
	require.Equal(t, http.StatusNoContent, ann.send("DELETE", "/api/account", `{"name":"Ann"}`).Code)
	require.Equal(t, []string{made.Planner.ID}, kept.cancelled)
}

// recordingAppointments records of whom all appointments are cancelled.
type recordingAppointments struct {
	api.Appointments
	cancelled []string
}

func (r *recordingAppointments) CancelAllOf(ctx context.Context, planner string) error {
	r.cancelled = append(r.cancelled, planner)
	return r.Appointments.CancelAllOf(ctx, planner)
}

func TestWhoFindsAppointments(t *testing.T) {
	d := newAppointments(t, nil)
	ann, bob := d.browser(), d.browser()
	ann.guest("Ann")
	ann.createAccount("Ann")
	bob.guest("Bob")
	bob.createAccount("Bob")
	at := time.Now().Add(48 * time.Hour)
	plan := func(listed bool) string {
		t.Helper()
		made := read[api.AppointmentAnswer](
			t, ann.send("POST", "/api/appointments", planBody(at, listed, "")), http.StatusCreated,
		)
		return made.Code
	}
	public, private := plan(true), plan(false)
	codes := func(b *browser, query string) string {
		t.Helper()
		page := read[api.AppointmentPage](t, b.send("GET", "/api/appointments"+query, ""), http.StatusOK)
		var list []string
		for i := range page.Appointments {
			list = append(list, page.Appointments[i].Code)
		}
		return strings.Join(list, " ")
	}
	require.Equal(t, public, codes(bob, ""))
	require.Equal(t, public, codes(d.browser(), ""))
	require.Empty(t, codes(bob, "?mine=1"))
	require.Empty(t, codes(bob, "?days=1"))
	require.Equal(t, public, codes(bob, "?days=3"))
	require.Len(t, codes(ann, "?mine=1"), len(public)+1+len(private))
	bob.send("POST", "/api/appointments/"+private+"/answer", `{"answer":"perhaps"}`)
	require.Equal(t, private, codes(bob, "?mine=1"))

	// A blocked person finds none of them any more, not even by the code.
	ann.send("POST", "/api/blocks", `{"person":"`+bob.me().ID+`"}`)
	require.Empty(t, codes(bob, ""))
	for _, path := range []string{"/api/appointments/" + public, "/api/appointments/" + public + "/calendar.ics"} {
		refused(t, bob.send("GET", path, ""), http.StatusNotFound, appointment.CodeNoAppointment)
	}
	refused(
		t, bob.send("POST", "/api/appointments/"+public+"/answer", `{"answer":"yes"}`),
		http.StatusNotFound, appointment.CodeNoAppointment,
	)
}

func TestAbuseOfAppointments(t *testing.T) {
	d := newAppointments(t, func(o *Options) { o.Limits.Rooms = 3 })
	ann, bob, eve := d.browser(), d.browser(), d.browser()
	ann.guest("Ann")
	ann.createAccount("Ann")
	bob.guest("Bob")
	bob.createAccount("Bob")
	eve.guest("Eve")
	at := time.Now().Add(24 * time.Hour)
	body := planBody(at, true, "")
	refused(t, d.ask("POST", "/api/appointments", body), http.StatusUnauthorized, people.CodeNoIdentity)
	refused(t, eve.send("POST", "/api/appointments", body), http.StatusForbidden, people.CodeNoAccount)
	foreign := ann.send("POST", "/api/appointments", body, "Origin", "https://evil.example")
	require.Equal(t, http.StatusForbidden, foreign.Code)
	for _, wrong := range []string{
		`{`, `{}`, `{"at":1}`, `{"at":-1,"settings":{"game":"toy"}}`,
		`{"at":99999999999999999,"settings":{"game":"toy"}}`,
		`{"at":1,"settings":{"game":"toy"},"more":1}`, `{"at":"x","settings":{}}`,
	} {
		refused(t, ann.send("POST", "/api/appointments", wrong), http.StatusBadRequest, coded.Malformed)
	}
	refused(
		t, ann.send("POST", "/api/appointments", fmt.Sprintf(`{"at":%d,"settings":{"seats":2}}`, at.UnixMilli())),
		http.StatusBadRequest, room.CodeBadSettings,
	)
	made := read[api.AppointmentAnswer](t, ann.send("POST", "/api/appointments", body), http.StatusCreated)
	path := "/api/appointments/" + made.Code
	for _, send := range [][3]string{
		{"PATCH", path, `{"listed":false}`}, {"DELETE", path, ""}, {"POST", path + "/open", ""},
	} {
		refused(t, bob.send(send[0], send[1], send[2]), http.StatusForbidden, appointment.CodeNotPlanner)
		refused(t, d.ask(send[0], send[1], send[2]), http.StatusUnauthorized, people.CodeNoIdentity)
	}
	refused(t, bob.send("POST", path+"/answer", `{"answer":"sure"}`), http.StatusBadRequest, coded.Malformed)
	refused(t, d.ask("POST", path+"/answer", `{"answer":"yes"}`), http.StatusUnauthorized, people.CodeNoIdentity)
	refused(t, ann.send("POST", path+"/answer", `{"answer":"no"}`), http.StatusForbidden, appointment.CodeNotPlanner)
	refused(
		t, ann.send("PATCH", path, `{"at":`+fmt.Sprint(time.Now().UnixMilli())+`}`),
		http.StatusBadRequest, appointment.CodeBadTime,
	)
	refused(t, ann.send("GET", "/api/appointments/none", ""), http.StatusNotFound, appointment.CodeNoAppointment)
	for _, query := range []string{"?limit=21", "?limit=0", "?days=61", "?after=x"} {
		refused(t, ann.send("GET", "/api/appointments"+query, ""), http.StatusBadRequest, coded.Malformed)
	}
	refused(t, d.ask("GET", "/api/appointments?mine=1", ""), http.StatusUnauthorized, people.CodeNoIdentity)
	again := read[api.AppointmentAnswer](t, ann.send("GET", path, ""), http.StatusOK)
	require.Equal(t, made, again, "nothing has changed")

	// Many plans are refused before they are stored.
	for {
		w := ann.send("POST", "/api/appointments", body)
		if w.Code != http.StatusCreated {
			refused(t, w, http.StatusTooManyRequests, httpx.CodeTooMany)
			break
		}
	}
	page := read[api.AppointmentPage](t, ann.send("GET", "/api/appointments?mine=1", ""), http.StatusOK)
	require.LessOrEqual(t, len(page.Appointments), 3)
}
