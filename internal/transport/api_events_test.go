package transport

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/game"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
	"archmage/internal/transport/api"
	"archmage/internal/transport/frame"
	"archmage/test/conformance"
)

// waitingTables are rooms to which nobody comes.
type waitingTables struct{}

func (waitingTables) Open(context.Context, *runner.Table) error { return nil }

func (waitingTables) States(_ context.Context, rooms []string) ([]runner.TableState, error) {
	states := make([]runner.TableState, len(rooms))
	for i := range states {
		states[i] = runner.TableState{Status: runner.TableWaiting, Present: []bool{true, false}}
	}
	return states, nil
}

func (waitingTables) Close(context.Context, string) error { return nil }

func (waitingTables) Hurry(context.Context, string) error { return nil }

func (waitingTables) Await(context.Context, string, int64, bool) error { return nil }

// storedPeople looks people up in the database of a test.
type storedPeople struct{ db *failingStore }

func (p storedPeople) Visible(ctx context.Context, ids []string) (map[string]people.Visible, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	identities, err := p.db.IdentitiesByID(ctx, ids)
	found := map[string]people.Visible{}
	for id, identity := range identities {
		found[id] = people.Visible{
			Person: people.Person{ID: id, Name: identity.Name, Kind: people.Kind(identity.Kind)},
		}
	}
	return found, err
}

func (storedPeople) Strangers(context.Context, string) ([]string, error) { return nil, nil }

func (storedPeople) Strength(context.Context, string, string) (int, error) { return 0, nil }

// newEvents returns a server with events, and the runner that runs them.
func newEvents(t *testing.T, change func(*Options)) (*testHandler, *runner.Runner) {
	t.Helper()
	var r *runner.Runner
	d := newTestHandlerOn(t, func(db *failingStore, o *Options) {
		o.PublicURL = publicURL
		r = runner.New(db.Events, runner.Options{
			Games: game.Modules{{Rules: conformance.Toy()}}, Tables: waitingTables{}, People: storedPeople{db},
		})
		o.Events = r
		if change != nil {
			change(o)
		}
	})
	return d, r
}

// eventBody returns the body that plans an event of the toy game.
func eventBody(settings string) string {
	const body = `{"settings":{"title":"A cup","game":"toy","kind":"swiss","size":2,"minutes":40,"grace":5%s}}`
	return fmt.Sprintf(body, settings)
}

// plan plans an event and returns its path.
func (b *browser) plan(settings string) string {
	b.t.Helper()
	made := read[api.EventPlanned](b.t, b.send("POST", "/api/events", eventBody(settings)), http.StatusCreated)
	require.Len(b.t, made.ID, 36)
	return "/api/events/" + made.ID
}

// eventCommand gives a command, whose fields begin with a comma.
func (b *browser) eventCommand(path, id, command, fields string) int {
	b.t.Helper()
	body := fmt.Sprintf(`{"id":%q,"command":%q%s}`, id, command, fields)
	return read[api.EventChanged](b.t, b.send("POST", path+"/commands", body), http.StatusOK).Number
}

func (b *browser) withAccount(name string) *browser {
	b.guest(name)
	b.createAccount(name)
	return b
}

func TestTournaments(t *testing.T) {
	d, r := newEvents(t, nil)
	ann, bob, eve := d.browser().withAccount("Ann"), d.browser().withAccount("Bob"), d.browser()
	eve.guest("Eve")
	begins := time.Now().Add(24 * time.Hour).Truncate(time.Minute)
	path := ann.plan(fmt.Sprintf(`,"listed":true,"rounds":1,"begins":%d`, begins.UnixMilli()))
	require.Equal(t, 2, ann.eventCommand(path, "1", "join", `,"perhaps":false`))
	require.Equal(t, 3, bob.eventCommand(path, "1", "join", `,"perhaps":true`))
	require.Equal(t, 3, bob.eventCommand(path, "1", "join", `,"perhaps":true`), "the same command")

	lines := read[api.EventsAnswer](t, bob.send("GET", "/api/events?state=coming", ""), http.StatusOK)
	require.Len(t, lines.Events, 1)
	require.Equal(t, "perhaps", lines.Events[0].Mine)
	require.Equal(t, "Ann", lines.Events[0].Organiser)
	require.Equal(t, 1, lines.Events[0].Coming)
	require.Empty(t, read[api.EventsAnswer](t, bob.send("GET", "/api/events?state=past", ""), http.StatusOK).Events)
	require.Len(t, read[runner.Document](t, bob.send("GET", path, ""), http.StatusOK).People, 2)
	for _, visitor := range []*browser{eve, d.browser()} {
		require.Len(t, read[runner.Document](t, visitor.send("GET", path, ""), http.StatusOK).People, 1)
	}
	file := d.ask("GET", path+"/calendar.ics?lang=fr", "")
	require.Equal(t, "text/calendar; charset=utf-8", file.Header().Get("Content-Type"))
	require.Contains(t, file.Body.String(), "DTSTART:"+begins.UTC().Format("20060102T150405Z")+"\r\n")
	require.Contains(t, file.Body.String(), "SUMMARY:A cup")
	require.Contains(t, file.Body.String(), "/e/")
	refused(t, bob.send("GET", path+"/file", ""), http.StatusBadRequest, event.CodeNotOver)

	bob.eventCommand(path, "2", "join", `,"perhaps":false`)
	refused(
		t, bob.send("POST", path+"/commands", `{"id":"3","command":"start"}`), http.StatusForbidden,
		event.CodeNotOfficer,
	)
	ann.eventCommand(path, "3", "start", "")
	require.NoError(t, r.DoDue(t.Context()))
	doc := read[runner.Document](t, bob.send("GET", path, ""), http.StatusOK)
	require.Equal(t, 1, doc.Round)
	table := doc.Rounds["1"].Tables["0"]
	require.Equal(t, runner.TableWaiting, table.Status)
	require.Len(t, table.Room, 32)
	require.Equal(t, []bool{true, false}, table.Present)
	ann.eventCommand(path, "4", "cancel", `,"reason":"rain"`)
	doc = read[runner.Document](t, bob.send("GET", path, ""), http.StatusOK)
	require.Equal(t, event.StatusCancelled, doc.Status)
	require.Len(t, doc.Secret, 64)
	require.Equal(t, "Ann", doc.Acts[len(doc.Acts)-1].By)
	w := d.ask("GET", path+"/file", "")
	require.Equal(t, http.StatusOK, w.Code)
	_, err := event.DecodeFile(w.Body.Bytes())
	require.NoError(t, err)

	var data struct{ Events []runner.Own }
	require.NoError(t, json.Unmarshal(bob.send("GET", "/api/account/data", "").Body.Bytes(), &data))
	require.Len(t, data.Events, 1)
	require.Equal(t, "yes", data.Events[0].Role)
}

func TestAbuseOfTournaments(t *testing.T) {
	d, _ := newEvents(t, nil)
	ann, guest := d.browser().withAccount("Ann"), d.browser()
	guest.guest("Moss")
	refused(t, guest.send("POST", "/api/events", eventBody("")), http.StatusForbidden, people.CodeNoAccount)
	refused(t, d.browser().send("POST", "/api/events", eventBody("")), http.StatusUnauthorized, people.CodeNoIdentity)
	for _, body := range []string{``, `[]`, `{}`, `{"settings":1}`, eventBody(`,"extra":1`)} {
		w := ann.send("POST", "/api/events", body)
		require.Contains(t, []int{http.StatusBadRequest}, w.Code, "%s: %s", body, w.Body)
	}
	for _, settings := range []string{
		`,"begins":1`, `,"begins":99999999999999`, `,"rounds":99`, `,"advance":1`, `,"fillers":true,"rated":true`,
	} {
		refused(t, ann.send("POST", "/api/events", eventBody(settings)), http.StatusBadRequest, event.CodeBadSettings)
	}
	path := ann.plan("")
	commands := path + "/commands"
	for body, code := range map[string]coded.Code{
		``:                                      coded.Malformed,
		`{"command":"start"}`:                   coded.Malformed,
		`{"id":"","command":"start"}`:           coded.Malformed,
		`{"id":"1"}`:                            coded.Malformed,
		`{"id":"1","command":"join"}`:           coded.Malformed,
		`{"id":"1","command":"start","more":1}`: coded.Malformed,
		`{"id":"1","command":"report","round":1,"table":0}`:                     event.CodeUnknownCommand,
		`{"id":"1","command":"explode"}`:                                        event.CodeUnknownCommand,
		`{"id":"1","command":"round"}`:                                          event.CodeNotStarted,
		`{"id":"1","command":"start"}`:                                          event.CodeFewPeople,
		`{"id":"` + strings.Repeat("x", frame.MaxID+1) + `","command":"start"}`: coded.Malformed,
	} {
		refused(t, ann.send("POST", commands, body), http.StatusBadRequest, code)
	}
	refused(
		t, guest.send("POST", commands, `{"id":"1","command":"join","perhaps":false}`), http.StatusForbidden,
		people.CodeNoAccount,
	)
	for _, missing := range []string{"/api/events/none", "/api/events/none/file", "/api/events/none/calendar.ics"} {
		refused(t, d.ask("GET", missing, ""), http.StatusNotFound, runner.CodeNoEvent)
	}
	refused(
		t, ann.send("POST", "/api/events/none/commands", `{"id":"1","command":"join","perhaps":false}`),
		http.StatusNotFound, runner.CodeNoEvent,
	)
	refused(t, d.ask("GET", path+"/calendar.ics", ""), http.StatusNotFound, coded.NotFound)
	for _, query := range []string{"?state=x", "?limit=0", "?limit=21", "?after=x"} {
		refused(t, d.ask("GET", "/api/events"+query, ""), http.StatusBadRequest, coded.Malformed)
	}
	bob := d.browser().withAccount("Bob")
	for i := range runner.MaxJoins {
		bob.eventCommand(path, fmt.Sprint(i), "join", `,"perhaps":true`)
	}
	refused(
		t, bob.send("POST", commands, `{"id":"x","command":"join","perhaps":true}`), http.StatusTooManyRequests,
		runner.CodeManyJoins,
	)
}

// A WebSocket to an event gets its document and patches, and takes no commands.
func TestTournamentSocket(t *testing.T) {
	var r *runner.Runner
	db := &failingStore{Store: storetest.Open(t)}
	g := newTestServer(t, func(o *Options) {
		r = runner.New(db.Events, runner.Options{
			Games: game.Modules{{Rules: conformance.Toy()}}, Tables: waitingTables{}, People: storedPeople{db},
		})
		o.Events = r
	})
	ann := g.visitor("Ann")
	account := people.Person{ID: "organiser", Name: "Organiser", Kind: people.Account}
	credential := store.Credential{CredentialKey: store.CredentialKey{Kind: "token", ID: []byte("organiser")}}
	require.NoError(t, db.CreateIdentity(t.Context(), store.Identity{ID: account.ID, Name: account.Name}, credential))
	id, err := r.Create(t.Context(), account, event.Settings{Title: "A cup", Game: "toy", Kind: event.KindSwiss})
	require.NoError(t, err)

	tab := ann.dial("events/" + id)
	tab.send(`{"type":"hello","v":1}`)
	require.Empty(t, tab.readUntil("welcome").Room)
	require.Equal(t, "A cup", tab.readUntil("event").Document.Settings.Title)
	tab.send(`{"type":"start","id":"x"}`)
	require.Equal(t, room.CodeUnknownCommand, tab.readUntil("reject").Code)
	_, err = r.Do(t.Context(), id, account, false, "1", &event.Join{})
	require.NoError(t, err)
	require.Contains(t, string(tab.readUntil("event").Patch), `"people":{"0":{`)
	require.Empty(t, g.server.sockets.RoomsOf(ann.person.ID), "an event is no room")

	missing := ann.dial("events/none")
	missing.send(`{"type":"hello","v":1}`)
	require.Equal(t, runner.CodeNoEvent, missing.readUntil("bye").Code)
}

// Events in which no match was played give neither places nor trophies nor champions.
func TestEventsOfPerson(t *testing.T) {
	d, r := newEvents(t, nil)
	ann, bob := d.browser().withAccount("Ann"), d.browser().withAccount("Bob")
	organiser := ""
	for _, listed := range []bool{true, false} {
		path := ann.plan(fmt.Sprintf(`,"listed":%v,"rounds":1`, listed))
		organiser = read[runner.Document](t, ann.send("GET", path, ""), http.StatusOK).Organiser
		ann.eventCommand(path, "1", "join", `,"perhaps":false`)
		bob.eventCommand(path, "1", "join", `,"perhaps":false`)
		ann.eventCommand(path, "2", "start", "")
		require.NoError(t, r.DoDue(t.Context()))
		ann.eventCommand(path, "3", "settle", `,"round":1,"table":0,"places":[1,2],"reason":"rain"`)
		ann.eventCommand(path, "4", "finish", "")
	}
	// No match was played, so there are no places.
	of := "/api/events?person=" + organiser
	answer := read[api.EventsAnswer](t, d.ask("GET", of, ""), http.StatusOK)
	require.Empty(t, answer.Events)
	require.Equal(t, &runner.Trophies{}, answer.Trophies)
	require.Empty(t, read[api.ChampionsAnswer](t, d.ask("GET", "/api/champions", ""), http.StatusOK).Champions)
	for _, query := range []string{"&state=past", "&after=x", "&limit=99"} {
		refused(t, d.ask("GET", of+query, ""), http.StatusBadRequest, coded.Malformed)
	}
}

// A program with an API token of an account plans events and gives commands for it, without the rights of a moderator.
// A bot takes no part.
func TestEventsByAPIToken(t *testing.T) {
	d, _ := newEvents(t, nil)
	ann, bob := d.browser().withAccount("Ann"), d.browser().withAccount("Bob")
	tokenOf := func(b *browser, isBot bool) string {
		w := b.send("POST", "/api/account/tokens", fmt.Sprintf(`{"name":"Fizz","bot":%t}`, isBot))
		return "Bearer " + read[struct{ Token string }](t, w, http.StatusCreated).Token
	}
	tool, bot := tokenOf(ann, false), tokenOf(ann, true)
	made := read[api.EventPlanned](
		t, d.ask("POST", "/api/events", eventBody(""), "Authorization", tool), http.StatusCreated,
	)
	path := "/api/events/" + made.ID + "/commands"
	for i, auth := range []string{tool, tokenOf(bob, false)} {
		body := fmt.Sprintf(`{"id":"join %d","command":"join","perhaps":false}`, i)
		read[api.EventChanged](t, d.ask("POST", path, body, "Authorization", auth), http.StatusOK)
	}
	refused(t, d.ask("POST", "/api/events", eventBody(""), "Authorization", bot), http.StatusForbidden,
		people.CodeNoAccount)
	refused(t, d.ask("POST", path, `{"id":"1","command":"join","perhaps":false}`, "Authorization", bot),
		http.StatusForbidden, people.CodeNoAccount)
	start := `{"id":"2","command":"start"}`
	require.NoError(t, d.people.SetRole(t.Context(), bob.me().ID, string(moderation.RoleModerator)))
	refused(t, d.ask("POST", path, start, "Authorization", tokenOf(bob, false)), http.StatusForbidden,
		event.CodeNotOfficer)
	read[api.EventChanged](t, d.ask("POST", path, start, "Authorization", tool), http.StatusOK)
	refused(t, d.ask("POST", path, start), http.StatusUnauthorized, people.CodeNoIdentity)
	require.Equal(t, 5, bob.eventCommand(strings.TrimSuffix(path, "/commands"), "3", "pause", ""))
}
