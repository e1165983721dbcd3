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

// testHandler is a server whose handler a test calls without a network.
type testHandler struct {
	t             *testing.T
	rooms         *fakeRooms
	people        *fullLog
	server        *Server
	public, admin http.Handler
	// said is what the server has logged.
	said *safeBuffer
}

// fullLog is a log that can be full, for everything or for acts alone.
type fullLog struct {
	*storetest.Store
	full, noActs bool
}

func (l *fullLog) AddAct(ctx context.Context, act store.Act) (uint64, error) {
	if l.noActs {
		return 0, store.ErrFull
	}
	return l.Store.Moderation.AddAct(ctx, act)
}

func (l *fullLog) CreateIdentity(ctx context.Context, identity store.Identity, first store.Credential) error {
	if l.full {
		return store.ErrFull
	}
	return l.Store.Identities.CreateIdentity(ctx, identity, first)
}

// safeBuffer is a buffer for several goroutines.
type safeBuffer struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.String()
}

// logger writes everything to the buffer.
func (b *safeBuffer) logger() *zap.Logger {
	return zap.New(
		zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(b), zap.DebugLevel),
	)
}

// clientFiles are the files of a testHandler; the script is long enough to be
// compressed.
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

// testLimits are the default limits without those of costs. Costs are measured processor time, of
// which a slow machine needs more.
func testLimits() httpx.Limits {
	limits := httpx.DefaultLimits()
	limits.Costly, limits.TotalCostly = 0, 0
	return limits
}

// limitCosts sets the limits of costs of a server on a machine with two cores, for tests that
// say how much processor time something takes.
func limitCosts(o *Options) {
	o.Limits.Costly, o.Limits.TotalCostly = httpx.DefaultLimits().Costly, 1
}

// newTestHandler returns a server with testLimits as change leaves them.
func newTestHandler(t *testing.T, change func(*Options)) *testHandler {
	t.Helper()
	return newTestHandlerOn(t, func(_ *fullLog, options *Options) {
		if change != nil {
			change(options)
		}
	})
}

// newTestHandlerOn is newTestHandler for options that need the storage.
func newTestHandlerOn(t *testing.T, change func(*fullLog, *Options)) *testHandler {
	t.Helper()
	d := &testHandler{t: t, rooms: &fakeRooms{}, people: &fullLog{Store: storetest.Open(t)}, said: &safeBuffer{}}
	toy := conformance.Toy()
	options := Options{
		Options: httpx.Options{Limits: testLimits(), Logger: d.said.logger()},
		Static:  func() (map[string][]byte, error) { return clientFiles, nil },
		Games: []pages.Game{
			{
				Info:      toy.Info(),
				Bots:      []game.Bot{bot.NewRandom()},
				Catalogue: []byte(`{"cards":[` + strings.Repeat(`{"name":"no card"},`, 50) + `{}]}`),
			},
			{Info: game.Info{ID: "bare", Title: game.Label{En: "Bare", Fr: "Nu"}, MinSeats: 1, MaxSeats: 2}},
		},
	}
	change(d.people, &options)
	var err error
	known := people.New(d.people, people.Options{PublicURL: options.PublicURL})
	options.Records = moderation.NewRecords(d.people, known)
	d.server, err = New(d.rooms, d.rooms, known, options)
	require.NoError(t, err)
	d.public, d.admin = d.server.Handler(), d.server.Admin()
	return d
}

// request returns a request from the address 192.0.2.1 (as of httptest). head
// holds names and values of its head, in turn.
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

// ask returns the answer to a request.
func (d *testHandler) ask(method, path, body string, head ...string) *httptest.ResponseRecorder {
	d.t.Helper()
	w := d.serve(request(method, path, body, head...))
	// The fake of the archive has no real timelines and steps.
	if w.Header().Get("Content-Encoding") == "" && !strings.Contains(path, "/timeline") &&
		!strings.Contains(path, "/steps") {
		readContract(d.t).Holds(d.t, method, path, w.Code, w.Body.Bytes())
	}
	return w
}

// contract is what programs are told about requests, read once.
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

// refused checks that an answer is an error with the status and the code.
func refused(t *testing.T, w *httptest.ResponseRecorder, status int, code coded.Code) {
	t.Helper()
	require.Equal(t, status, w.Code, w.Body.String())
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	var body map[string]any
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &body))
	require.Equal(t, string(code), body["code"], body["message"])
	require.NotEmpty(t, body["message"])
	// Who is banned is told why.
	require.Equal(t, code == moderation.CodeBanned, body["ban"] != nil)
	delete(body, "ban")
	require.Len(t, body, 2)
}

// read reads the body of an answer with the status.
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

// newPerson makes a guest and returns who it is and its Authorization.
func (d *testHandler) newPerson(name string) (api.Identity, string) {
	d.t.Helper()
	g := read[api.Identity](d.t, d.ask("POST", "/api/me", `{"name":"`+name+`","token":true}`), http.StatusCreated)
	return g, "Bearer " + g.Token
}

// newRoom opens a room of the toy for two, and returns its id.
func (d *testHandler) newRoom(auth, more string) string {
	d.t.Helper()
	w := d.ask("POST", "/api/rooms", `{"settings":{"game":"toy","seats":2`+more+`}}`, "Authorization", auth)
	return read[struct{ ID string }](d.t, w, http.StatusCreated).ID
}
