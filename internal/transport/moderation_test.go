package transport

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store/storetest"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/operator"
)

type actPage struct {
	Acts []operator.ActAnswer
	Next string
}

type reportPage struct {
	Reports []operator.ReportAnswer
	Next    string
}

// moderationTest is a server with an owner, two moderators and another account.
type moderationTest struct {
	*testHandler
	owner, odile, wren, ann *browser
	ids                     map[string]string
}

func newModerationTest(t *testing.T) *moderationTest {
	return newModerationTestWith(t, func(*Options, site.Store) {})
}

// newModerationTestWith is newModerationTest with other options. The store is for the host's texts.
func newModerationTestWith(t *testing.T, change func(*Options, site.Store)) *moderationTest {
	kept := storetest.Open(t)
	p := &moderationTest{
		testHandler: newPublicHandler(
			t,
			func(o *Options) { withBans(t)(o); o.Limits = o.Limits.Unlimited(); change(o, kept) },
		),
		ids: map[string]string{},
	}
	for name, into := range map[string]**browser{"Oona": &p.owner, "Odile": &p.odile, "Wren": &p.wren, "Ann": &p.ann} {
		b := p.browser()
		b.guest(name)
		p.ids[name] = b.createAccount(name).ID
		*into = b
	}
	p.actAsOperator(`{"kind":"role","person":%q,"role":"owner"}`, p.ids["Oona"])
	p.actAsOperator(`{"kind":"role","person":%q,"role":"moderator"}`, p.ids["Odile"])
	p.actAsOperator(`{"kind":"role","person":%q,"role":"moderator"}`, p.ids["Wren"])
	return p
}

func (p *moderationTest) askAdmin(method, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	p.admin.ServeHTTP(w, request(method, path, body, "Host", "localhost"))
	return w
}

// actAsOperator carries out an act as the operator.
func (p *moderationTest) actAsOperator(body string, args ...any) {
	p.t.Helper()
	w := p.askAdmin("POST", "/moderation/acts", fmt.Sprintf(body, args...))
	require.Equal(p.t, http.StatusCreated, w.Code, w.Body)
}

// act carries out an act as a moderator and requires the status.
func (b *browser) act(status int, body string, args ...any) {
	b.t.Helper()
	w := b.send("POST", "/api/moderation/acts", fmt.Sprintf(body, args...))
	require.Equal(b.t, status, w.Code, w.Body)
}

func (b *browser) log() []operator.ActAnswer {
	b.t.Helper()
	return read[actPage](b.t, b.send("GET", "/api/moderation/acts", ""), http.StatusOK).Acts
}

func (b *browser) reported() []operator.ReportAnswer {
	b.t.Helper()
	return read[reportPage](b.t, b.send("GET", "/api/moderation/reports", ""), http.StatusOK).Reports
}

func (b *browser) news() api.NewsAnswer {
	b.t.Helper()
	return read[api.NewsAnswer](b.t, b.send("GET", "/api/news", ""), http.StatusOK)
}

// People without a role get the answer for a path that does not exist. So does a moderator with an
// API token, or from another site.
func TestModerationIsHidden(t *testing.T) {
	p := newModerationTest(t)
	nobody := p.browser()
	token := read[struct{ Token string }](
		t,
		p.odile.send("POST", "/api/account/tokens", `{"name":"Script"}`),
		http.StatusCreated,
	).Token
	want := p.ask("GET", "/api/nothing", "")
	page := p.ask("GET", "/nothing", "", "Accept", "text/html")
	for _, path := range []string{
		"", "/", "/reports", "/acts", "/people?name=Ann", "/rooms", "/rooms/x", "/bans", "/nothing",
	} {
		for _, method := range []string{"GET", "POST", "DELETE", "PATCH"} {
			for _, b := range []*browser{nobody, p.ann} {
				w := b.send(method, "/api/moderation"+path, "{}")
				require.Equal(t, []any{want.Code, want.Body.String()}, []any{w.Code, w.Body.String()}, method+path)
			}
			w := p.ask(method, "/api/moderation"+path, "{}", "Authorization", "Bearer "+token)
			require.Equal(t, want.Body.String(), w.Body.String(), method+path)
			w = p.ask(
				method,
				"/api/moderation"+path,
				"{}",
				"Cookie",
				httpx.HostCookie+"="+p.odile.cookies[httpx.HostCookie],
				"Origin",
				"https://evil.example",
			)
			require.Equal(t, want.Body.String(), w.Body.String(), method+path)
		}
	}
	for _, b := range []*browser{nobody, p.ann} {
		w := b.send("GET", "/moderation", "", "Accept", "text/html")
		require.Equal(t, []any{page.Code, page.Body.String()}, []any{w.Code, w.Body.String()})
		require.Equal(t, page.Header(), w.Header())
		require.Empty(t, b.news().Role)
	}
	require.Equal(t, http.StatusOK, p.odile.send("GET", "/moderation", "", "Accept", "text/html").Code)
	require.Equal(t, moderation.RoleModerator, p.odile.news().Role)
	require.Equal(t, moderation.RoleOwner, p.owner.news().Role)
	require.Empty(
		t,
		p.ann.send(
			"POST",
			"/api/moderation/acts",
			`{"kind":"ban","person":"`+p.ids["Odile"]+`"}`,
		).Header().Get("Www-Authenticate"),
	)
	require.Len(t, p.odile.log(), 3, "nothing was done")
}

// A report about a line contains the chat around it, as the server has it. An act about the report
// closes it.
func TestReports(t *testing.T) {
	p := newModerationTest(t)
	eve := p.browser()
	id := eve.guest("Eve").ID
	p.rooms.chatLines = []lobby.Line{
		{Number: 4, Player: p.ids["Ann"], Name: "Ann", Text: "good game"},
		{Number: 5, Player: id, Name: "Eve", Text: "something bad"},
	}
	reports := func(b *browser, body string) int {
		return b.send("POST", "/api/reports", body).Code
	}
	const forged = `{"what":"line","room":"r","line":5,"person":"forged","reason":"insult","words":"twice"}`
	const again = `{"what":"line","room":"r","line":5,"reason":"insult"}` // once is enough
	const other = `{"what":"line","room":"r","line":5,"reason":"other"}`
	require.Equal(t, http.StatusCreated, reports(p.ann, forged))
	require.Equal(t, http.StatusCreated, reports(p.ann, again))
	require.Equal(t, http.StatusCreated, reports(p.wren, other))
	require.Equal(t, http.StatusCreated, reports(p.ann, `{"what":"name","person":"`+id+`","reason":"name"}`))
	for _, body := range []string{
		`{"what":"line","room":"r","line":6,"reason":"insult"}`,
		`{"what":"person","person":"nobody","reason":"spam"}`,
	} {
		require.Equal(t, http.StatusNotFound, reports(p.ann, body), body)
	}
	tooLong := strings.Repeat("x", people.MaxTextLength+1)
	for _, body := range []string{
		`{"what":"line","room":"r","reason":"insult"}`,
		`{"what":"line","room":"r","line":4,"reason":"insult"}`, // her own
		`{"what":"person","person":"` + id + `","reason":"taste"}`,
		`{"what":"soul","person":"` + id + `","reason":"spam"}`,
		`{"what":"person","person":"` + id + `","reason":"spam","x":1}`,
		`{"what":"person","person":"` + id + `","reason":"spam","words":"` + tooLong + `"}`,
	} {
		require.Equal(t, http.StatusBadRequest, reports(p.ann, body), body)
	}
	require.Equal(
		t,
		http.StatusUnauthorized,
		p.ask("POST", "/api/reports", `{"what":"name","person":"`+id+`","reason":"name"}`).Code,
	)

	list := p.odile.reported()
	require.Len(t, list, 3)
	require.Equal(t, 3, p.odile.news().Reports)
	require.Zero(t, p.ann.news().Reports)
	require.Equal(t, []string{"name", "line", "line"}, []string{list[0].What, list[1].What, list[2].What})
	first := list[2]
	require.Equal(
		t,
		[]any{"Eve", "Ann", "twice", uint64(5), p.rooms.chatLines},
		[]any{first.Person.Name, first.Reporter.Name, first.Words, first.Line, first.Lines},
	)
	require.Equal(t, first.Topic, list[1].Topic)

	// A moderator at the table does not see its chat.
	p.rooms.rooms = []*fakeRoom{
		{
			info: directory.RoomInfo{
				ID:      "r",
				Status:  room.StatusPlaying,
				Host:    p.ids["Odile"],
				Summary: json.RawMessage(`{}`),
			},
		},
	}
	require.True(t, p.odile.reported()[2].Withheld)
	require.Empty(t, p.odile.reported()[2].Lines)
	p.rooms.rooms = nil

	p.odile.act(http.StatusCreated, `{"kind":"remove_line","report":%d}`, first.Number)
	require.Equal(t, []uint64{5}, p.rooms.removed)
	require.Len(t, p.odile.reported(), 1, "both reports of the line are closed")
	require.Equal(t, []string{moderation.ActRemoveLine}, []string{eve.news().Acts[0].Kind})
	p.wren.act(http.StatusCreated, `{"kind":"dismiss","report":%d,"words":"it is a name"}`, list[0].Number)
	require.Empty(t, p.odile.reported())
	require.Len(
		t,
		read[reportPage](t, p.wren.send("GET", "/api/moderation/reports?closed=1", ""), http.StatusOK).Reports,
		3,
	)
	p.wren.act(http.StatusNotFound, `{"kind":"dismiss","report":99}`)

	var data struct{ Reports []moderation.Reported }
	require.NoError(t, json.Unmarshal(p.ann.send("GET", "/api/account/data", "").Body.Bytes(), &data))
	require.Len(t, data.Reports, 2)
}

// All acts of moderators are logged with their reason, and the people concerned get them as news.
func TestActs(t *testing.T) {
	p := newModerationTest(t)
	eve := p.browser()
	id := eve.guest("Bad <Name>").ID
	p.odile.act(http.StatusCreated, `{"kind":"note","person":%q,"words":"was told"}`, id)
	p.odile.act(http.StatusCreated, `{"kind":"warn","person":%q,"reason":"insult","words":"Be kind."}`, id)
	p.odile.act(http.StatusCreated, `{"kind":"rename","person":%q,"reason":"name"}`, id)
	require.Regexp(t, `^Player [0-9]{5}$`, eve.me().Name)
	p.odile.act(http.StatusCreated, `{"kind":"mute","person":%q,"reason":"spam","hours":24}`, id)
	var kinds []string
	heard := eve.news().Acts
	for _, act := range heard {
		kinds = append(kinds, act.Kind)
	}
	require.Equal(t, []string{"mute", "rename", "warn"}, kinds, "a note is for moderators")
	require.Equal(t, []any{people.ReasonInsult, "Be kind."}, []any{heard[2].Reason, heard[2].Words})
	require.Equal(
		t,
		http.StatusNoContent,
		eve.send("POST", "/api/news", fmt.Sprintf(`{"number":%d}`, heard[0].Number)).Code,
	)
	require.Empty(t, eve.news().Acts)
	require.Error(t, p.server.options.Bans.CheckChat(id))
	require.Equal(t, http.StatusOK, eve.send("GET", "/api/me", "").Code, "who is muted may play")

	p.odile.act(http.StatusCreated, `{"kind":"ban","person":%q,"reason":"insult","words":"Enough.","hours":24}`, id)
	for _, w := range []string{
		eve.send("GET", "/api/me", "").Body.String(),
		eve.send("POST", "/api/me", `{"name":"New"}`).Body.String(),
	} {
		var refusal struct {
			Code string
			Ban  httpx.Explained
		}
		require.NoError(t, json.Unmarshal([]byte(w), &refusal), w)
		require.Equal(
			t,
			[]any{"banned", people.ReasonInsult, "Enough."},
			[]any{refusal.Code, refusal.Ban.Reason, refusal.Ban.Words},
		)
		require.InDelta(t, time.Now().Add(24*time.Hour).UnixMilli(), refusal.Ban.Until, 60_000)
	}
	require.Equal(t, http.StatusOK, eve.send("GET", "/api/site", "").Code, "the imprint is for everybody")
	require.Equal(t, http.StatusOK, p.ann.send("GET", "/api/me", "").Code)
	person := read[struct {
		operator.PersonAndRole
		Rooms, Reports []json.RawMessage
		Bans           []operator.BanAnswer
		Acts           []operator.ActAnswer
	}](t, p.wren.send("GET", "/api/moderation/people?id="+id, ""), http.StatusOK)
	require.Len(t, person.Bans, 2)
	require.Len(t, person.Acts, 5)
	list := read[struct{ Bans []operator.BanAnswer }](t, p.wren.send("GET", "/api/moderation/bans", ""), http.StatusOK)
	for _, ban := range list.Bans {
		p.wren.act(http.StatusCreated, `{"kind":"unban","ban":%q}`, ban.ID)
		p.wren.act(http.StatusNotFound, `{"kind":"unban","ban":%q}`, ban.ID)
	}
	require.Equal(t, http.StatusOK, eve.send("GET", "/api/me", "").Code)

	p.rooms.rooms = []*fakeRoom{{info: directory.RoomInfo{ID: "r"}}}
	p.odile.act(http.StatusCreated, `{"kind":"close_room","room":"r","reason":"spam"}`)
	log := p.owner.log()
	require.Equal(
		t,
		[]any{"close_room", "Odile", "r", "done"},
		[]any{log[0].Kind, log[0].By.Name, log[0].Target, log[0].Outcome},
	)
	require.Len(t, log, 11)
	require.Equal(t, "", log[10].By.ID, "the operator gave the first role")
	for _, act := range log {
		require.Equal(t, moderation.Done, act.Outcome)
	}

	// Owners see the network of the operator's ban.
	require.Equal(t, http.StatusCreated, p.askAdmin("POST", "/bans", `{"address":"192.0.2.7"}`).Code)
	require.Equal(
		t,
		[]string{"network 192.0.2.7/32", "network"},
		[]string{p.owner.log()[0].Target, p.odile.log()[0].Target},
	)

	// The texts are deleted with the person.
	require.Equal(t, http.StatusNoContent, p.askAdmin("DELETE", "/people/"+id, "").Code)
	for _, act := range p.owner.log() {
		if act.Person.ID == id {
			require.Empty(t, act.Words+act.Person.Name)
		}
	}
}

// Moderators cannot act on people with the same or a higher role, or give a role as high as their
// own.
func TestRanks(t *testing.T) {
	p := newModerationTest(t)
	for _, kind := range []string{"ban", "mute", "warn", "rename", "note", "role"} {
		for _, name := range []string{"Oona", "Wren", "Odile"} {
			p.odile.act(http.StatusForbidden, `{"kind":%q,"person":%q,"words":"x"}`, kind, p.ids[name])
		}
		p.owner.act(http.StatusForbidden, `{"kind":%q,"person":%q,"words":"x"}`, kind, p.ids["Oona"])
	}
	p.odile.act(http.StatusForbidden, `{"kind":"role","person":%q,"role":"moderator"}`, p.ids["Ann"])
	p.odile.act(http.StatusForbidden, `{"kind":"notice","texts":{"":"x"}}`)
	p.owner.act(http.StatusForbidden, `{"kind":"role","person":%q,"role":"owner"}`, p.ids["Ann"])
	p.owner.act(http.StatusForbidden, `{"kind":"role","person":%q,"role":"operator"}`, p.ids["Ann"])
	require.Len(t, p.owner.log(), 3)
	p.owner.act(http.StatusCreated, `{"kind":"role","person":%q,"role":"moderator"}`, p.ids["Ann"])
	require.Equal(t, moderation.RoleModerator, p.ann.news().Role)
	require.Equal(t, "moderator", p.ann.news().Acts[0].Role)
	p.owner.act(http.StatusCreated, `{"kind":"role","person":%q}`, p.ids["Wren"])
	require.Empty(t, p.wren.news().Role)
	p.odile.act(http.StatusCreated, `{"kind":"warn","person":%q,"words":"x"}`, p.ids["Wren"])
	for _, wrong := range []string{
		`{"kind":"dance","person":%q}`, `{"kind":"warn","person":%q}`, `{"kind":"dismiss","person":%q}`,
		`{"kind":"warn","person":%q,"words":"x","reason":"taste"}`,
		`{"kind":"ban","person":%q,"hours":-1}`, `{"kind":"ban","person":%q,"hours":1000000}`,
	} {
		p.odile.act(http.StatusBadRequest, wrong, p.ids["Wren"])
	}
	p.odile.act(http.StatusNotFound, `{"kind":"ban","person":"nobody"}`)
	guest := p.browser().guest("Guest")
	p.owner.act(http.StatusForbidden, `{"kind":"role","person":%q,"role":"moderator"}`, guest.ID)
}

// Moderators cannot act in matters in which they are involved, unless all are involved.
func TestModeratorsAreImpartial(t *testing.T) {
	p := newModerationTest(t)
	eve := p.browser()
	id := eve.guest("Eve").ID
	report := func(b *browser, body string) uint64 {
		t.Helper()
		require.Equal(t, http.StatusCreated, b.send("POST", "/api/reports", body).Code)
		return p.owner.reported()[0].Number
	}
	refuses := func(b *browser, body string, args ...any) {
		t.Helper()
		refused(
			t,
			b.send("POST", "/api/moderation/acts", fmt.Sprintf(body, args...)),
			http.StatusForbidden,
			moderation.CodeInvolved,
		)
	}
	person := fmt.Sprintf(`{"what":"name","person":%q,"reason":"name"}`, id)
	first, mine := report(p.ann, person), report(p.odile, person)
	for _, kind := range []string{"dismiss", "rename", "warn", "mute", "ban"} {
		refuses(p.odile, `{"kind":%q,"report":%d,"words":"x"}`, kind, mine)
		refuses(p.odile, `{"kind":%q,"report":%d,"words":"x"}`, kind, first)
	}
	p.odile.act(http.StatusCreated, `{"kind":"note","report":%d,"words":"it was I"}`, report(p.odile, person))
	p.wren.act(http.StatusCreated, `{"kind":"rename","report":%d}`, report(p.odile, person))

	// At her own table she can neither close it, nor act on its players.
	sits := func(names ...string) {
		p.rooms.rooms = nil
		for _, name := range names {
			p.rooms.rooms = append(
				p.rooms.rooms,
				&fakeRoom{
					info: directory.RoomInfo{
						ID:      "r",
						Status:  room.StatusPlaying,
						Host:    name,
						Summary: json.RawMessage(`{}`),
					},
				},
			)
		}
	}
	sits(p.ids["Odile"], id)
	refuses(p.odile, `{"kind":"close_room","room":"r","reason":"spam"}`)
	refuses(p.odile, `{"kind":"remove_line","room":"r","line":1,"person":%q}`, id)
	refuses(p.odile, `{"kind":"ban","person":%q}`, id)
	require.Empty(t, p.server.options.Bans.List())
	p.wren.act(http.StatusCreated, `{"kind":"ban","person":%q}`, id)

	// All who could act are at the table, so each of them may.
	sits(p.ids["Odile"], p.ids["Wren"], p.ids["Oona"])
	p.odile.act(http.StatusCreated, `{"kind":"close_room","room":"r","reason":"spam"}`)
	sits(p.ids["Oona"], p.ids["Wren"])
	p.owner.act(
		http.StatusCreated,
		`{"kind":"warn","person":%q,"words":"no moderator is above another"}`,
		p.ids["Wren"],
	)
}

// An act that cannot be logged is not carried out.
func TestActsAreWrittenFirst(t *testing.T) {
	p := newModerationTest(t)
	eve := p.browser()
	id := eve.guest("Eve").ID
	p.people.actsFull = true
	w := p.odile.send("POST", "/api/moderation/acts", `{"kind":"ban","person":"`+id+`"}`)
	require.Equal(t, http.StatusServiceUnavailable, w.Code, w.Body)
	require.Equal(t, http.StatusServiceUnavailable, p.askAdmin("POST", "/bans", `{"identity":"`+id+`"}`).Code)
	require.Equal(t, http.StatusServiceUnavailable, p.askAdmin("DELETE", "/people/"+id, "").Code)
	require.Equal(t, http.StatusOK, eve.send("GET", "/api/me", "").Code)
	require.Empty(t, p.server.options.Bans.List())
}

// A notice reaches open pages immediately, and later visitors until it ends.
func TestNotice(t *testing.T) {
	g := newTestServer(t, nil)
	_, ann, bob := g.openWatchedRoom()
	notice := func(body string) {
		w := g.askAdmin("POST", "/moderation/acts", body)
		require.Equal(t, http.StatusCreated, w.Code, w.Body)
	}
	hears := func() *moderation.Notice {
		w := httptest.NewRecorder()
		g.server.Handler().ServeHTTP(w, request("GET", "/api/news", ""))
		return read[api.NewsAnswer](t, w, http.StatusOK).Notice
	}
	require.Nil(t, hears())
	notice(`{"kind":"notice","texts":{"":"Restart at <b>22:00</b>","fr":"Redémarrage"},"hours":2}`)
	for _, c := range []*tab{ann, bob} {
		c.readUntil("news")
	}
	message := hears()
	require.Equal(t, map[string]string{"": "Restart at <b>22:00</b>", "fr": "Redémarrage"}, message.Texts)
	require.InDelta(t, time.Now().Add(2*time.Hour).UnixMilli(), message.Until, 60_000)
	notice(`{"kind":"notice"}`)
	ann.readUntil("news")
	require.Nil(t, hears())
}
