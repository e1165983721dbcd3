package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/clubchat"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/pages"
	"archmage/test/conformance"
	"archmage/test/programtest"
)

// testHandler is a server whose handlers a test calls without a network.
type testHandler struct {
	t             *testing.T
	rooms         *fakeRooms
	people        *failingStore
	server        *Server
	public, admin http.Handler
	// logged is the log of the server.
	logged *logBuffer
}

// failingStore is a store that can be full: for identities, or for acts.
type failingStore struct {
	*storetest.Store
	full, actsFull bool
}

func (l *failingStore) AddAct(ctx context.Context, act store.Act) (uint64, error) {
	if l.actsFull {
		return 0, store.ErrFull
	}
	return l.Store.Moderation.AddAct(ctx, act)
}

func (l *failingStore) CreateIdentity(ctx context.Context, identity store.Identity, first store.Credential) error {
	if l.full {
		return store.ErrFull
	}
	return l.Store.Identities.CreateIdentity(ctx, identity, first)
}

// logBuffer is a buffer that is safe for use from many goroutines.
type logBuffer struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.String()
}

// logger returns a logger that writes to the buffer.
func (b *logBuffer) logger() *zap.Logger {
	return zap.New(
		zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(b), zap.DebugLevel),
	)
}

// clientFiles are the client's files of a testHandler. The script is long enough to be compressed.
var clientFiles = map[string][]byte{
	"index.html":            []byte("<!doctype html><title>Archmage</title>"),
	"app.js":                []byte("export default 1;\n" + strings.Repeat("// nothing at all\n", 100)),
	"app.js.map":            []byte("{}"),
	"css/base.css":          []byte("body { margin: 0 }"),
	"art/pieces.svg":        []byte("<svg/>"),
	"app.webmanifest":       []byte("{}"),
	"vendor/x/VENDOR.json":  []byte("{}"),
	"vendor/x/LICENSE":      []byte("free"),
	"sound/bell.unheard-of": {0, 1, 2},
}

// testLimits returns the default limits without those on costs, because a slow machine needs more
// processor time.
func testLimits() httpx.Limits {
	limits := httpx.DefaultLimits()
	limits.Costly, limits.TotalCostly = 0, 0
	return limits
}

// limitCosts sets the limits on costs of a machine with two cores, for tests whose fakes report
// processor time.
func limitCosts(o *Options) {
	o.Limits.Costly, o.Limits.TotalCostly = httpx.DefaultLimits().Costly, 1
}

// newTestHandler returns a server with testLimits and the options as change leaves them.
func newTestHandler(t *testing.T, change func(*Options)) *testHandler {
	t.Helper()
	return newTestHandlerOn(t, func(_ *failingStore, options *Options) {
		if change != nil {
			change(options)
		}
	})
}

// newTestHandlerOn is newTestHandler for options that need the store.
func newTestHandlerOn(t *testing.T, change func(*failingStore, *Options)) *testHandler {
	t.Helper()
	d := &testHandler{t: t, rooms: &fakeRooms{}, people: &failingStore{Store: storetest.Open(t)}, logged: &logBuffer{}}
	toy := conformance.Toy()
	options := Options{
		Options: httpx.Options{Limits: testLimits(), Logger: d.logged.logger()},
		Static:  func() (map[string][]byte, error) { return clientFiles, nil },
		Games: []pages.Game{
			{
				Info:       toy.Info(),
				Bots:       []game.Bot{bot.NewRandom()},
				HasAnalyst: true,
				Catalogue:  []byte(`{"cards":[` + strings.Repeat(`{"name":"no card"},`, 50) + `{}]}`),
			},
			{
				Info: game.Info{
					ID:       "bare",
					Title:    game.Label{En: "Bare", Fr: "Nu", De: "Leer"},
					MinSeats: 1,
					MaxSeats: 2,
				},
			},
		},
	}
	change(d.people, &options)
	var err error
	known := people.New(d.people, people.Options{
		PublicURL: options.PublicURL,
		Admission: func() people.Admission {
			if options.Site == nil {
				return people.AdmitAnybody
			}
			return options.Site.Words().Admission
		},
	})
	options.Records = moderation.NewRecords(d.people, known)
	options.ClubChat = clubchat.New(d.people, known.Social, func() clubchat.Settings {
		if options.Site == nil {
			return clubchat.Settings{CanVisitorsRead: true}
		}
		words := options.Site.Words()
		return clubchat.Settings{
			IsOff:           words.IsClubChatOff,
			CanVisitorsRead: words.Admission == people.AdmitAnybody,
			Link:            words.ClubLink,
		}
	}, func(club.Change) {})
	d.server, err = New(d.rooms, d.rooms, known, options)
	require.NoError(t, err)
	d.public, d.admin = d.server.Handler(), d.server.Admin()
	return d
}

// request returns a request from the address 192.0.2.1, that of httptest. head has the names and
// values of headers, alternately.
func request(method, path, body string, head ...string) *http.Request {
	r := httptest.NewRequestWithContext(context.Background(), method, path, strings.NewReader(body))
	for i := 0; i < len(head); i += 2 {
		if head[i] == "Host" {
			r.Host = head[i+1]
			continue
		}
		r.Header.Add(head[i], head[i+1])
	}
	return r
}

// ask sends a request to the public handler and returns the response. It checks the response
// against the OpenAPI description.
func (d *testHandler) ask(method, path, body string, head ...string) *httptest.ResponseRecorder {
	d.t.Helper()
	w := d.serve(request(method, path, body, head...))
	// The fake of the archive has no real timelines and steps.
	if w.Header().Get("Content-Encoding") == "" && !strings.Contains(path, "/timeline") &&
		!strings.Contains(path, "/steps") {
		readContract(d.t).RequireResponse(d.t, method, path, w.Code, w.Body.Bytes())
	}
	return w
}

// contract is the OpenAPI description, which is read once.
var contract struct {
	once sync.Once
	api  *programtest.API
}

func readContract(t *testing.T) *programtest.API {
	t.Helper()
	contract.once.Do(func() { contract.api = programtest.ReadAPI(t, "../..") })
	return contract.api
}

func (d *testHandler) serve(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	d.public.ServeHTTP(w, r)
	return w
}

// refused requires that a response is an error with the status and the code.
func refused(t *testing.T, w *httptest.ResponseRecorder, status int, code coded.Code) {
	t.Helper()
	require.Equal(t, status, w.Code, w.Body.String())
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	var body map[string]any
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &body))
	require.Equal(t, string(code), body["code"], body["message"])
	require.NotEmpty(t, body["message"])
	// A banned person gets the reason.
	require.Equal(t, code == moderation.CodeBanned, body["ban"] != nil)
	delete(body, "ban")
	require.Len(t, body, 2)
}

// read requires the status of a response and decodes its body.
func read[T any](t *testing.T, w *httptest.ResponseRecorder, status int) T {
	t.Helper()
	require.Equal(t, status, w.Code, w.Body.String())
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	var value T
	decoder := json.NewDecoder(w.Body)
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&value))
	return value
}

// newPerson makes a guest and returns it with the value of its Authorization header.
func (d *testHandler) newPerson(name string) (api.Identity, string) {
	d.t.Helper()
	g := read[api.Identity](d.t, d.ask("POST", "/api/me", `{"name":"`+name+`","token":true}`), http.StatusCreated)
	return g, "Bearer " + g.Token
}

// newRoom opens a room for two players of the toy, and returns its id.
func (d *testHandler) newRoom(auth, more string) string {
	d.t.Helper()
	w := d.ask("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2`+more+`}}`, "Authorization", auth)
	return read[struct{ ID string }](d.t, w, http.StatusCreated).ID
}
