package transport

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/event/runner"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store/storetest"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
)

// testTimeout is how long a test waits at most. It only ends tests that hang.
const testTimeout = 10 * time.Minute

// testServer is a server with fake rooms that a test controls.
type testServer struct {
	t      testing.TB
	rooms  *fakeRooms
	server *Server
	url    string
	dialer func(ctx context.Context, network, addr string) (net.Conn, error)
	closed bool
}

// newTestServer starts a server on loopback, with testLimits and the options as change leaves them.
func newTestServer(t testing.TB, change func(*Options)) *testServer {
	t.Helper()
	g := buildStage(t, change)
	web := httptest.NewServer(g.server.Handler())
	g.url, g.dialer = web.URL, new(net.Dialer).DialContext
	t.Cleanup(func() {
		g.close()
		web.Close()
	})
	return g
}

// inBubble runs a test with a server in a synctest bubble. Its connections are in memory and buffer
// size bytes in each direction.
func inBubble(t *testing.T, size int, change func(*Options), test func(g *testServer)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		g := buildStage(t, change)
		listener := newMemoryListener(size)
		web := &http.Server{Handler: g.server.Handler()}
		served := make(chan struct{})
		go func() {
			defer close(served)
			_ = web.Serve(listener)
		}()
		g.url = "http://server.example"
		g.dialer = func(context.Context, string, string) (net.Conn, error) { return listener.dial() }
		defer func() {
			g.close()
			_ = web.Close()
			<-served
		}()
		test(g)
	})
}

func buildStage(t testing.TB, change func(*Options)) *testServer {
	t.Helper()
	options := Options{
		Options: httpx.Options{Limits: testLimits(), Logger: zap.NewNop()},
		Static:  func() (map[string][]byte, error) { return clientFiles, nil },
	}
	if change != nil {
		change(&options)
	}
	g := &testServer{t: t, rooms: &fakeRooms{}}
	db := storetest.Open(t)
	known := people.New(db, people.Options{PublicURL: options.PublicURL})
	options.Records = moderation.NewRecords(db, known)
	server, err := New(g.rooms, g.rooms, known, options)
	require.NoError(t, err)
	g.server = server
	return g
}

// close stops the server as the program does.
func (g *testServer) close() {
	if g.closed {
		return
	}
	g.closed = true
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	defer cancel()
	g.rooms.Close()
	g.server.sockets.Close(ctx)
	g.waitFor(func() bool { return g.counts() == [3]int{} })
}

// waitFor waits until a condition is true.
func (g *testServer) waitFor(so func() bool) {
	g.t.Helper()
	require.Eventually(g.t, so, testTimeout, time.Millisecond)
}

// counts returns how many connections, addresses and presences are counted.
func (g *testServer) counts() [3]int {
	return g.server.sockets.Counts()
}

// visitor returns a person with a token.
func (g *testServer) visitor(name string) *visitor {
	g.t.Helper()
	p, token, err := g.server.People.Accounts.NewGuest(context.Background(), name, "")
	require.NoError(g.t, err)
	return &visitor{testServer: g, person: p, token: token}
}

// visitor is a person with any number of tabs.
type visitor struct {
	*testServer
	person people.Person
	token  string
}

// openRoom opens a room and returns its id.
func (p *visitor) openRoom() string {
	p.t.Helper()
	id, err := p.rooms.Create(context.Background(), p.person, room.Settings{Game: "toy", Seats: 2})
	require.NoError(p.t, err)
	return id
}

// requestSocket requests a WebSocket to a room.
func (p *visitor) requestSocket(room string, header http.Header) (*websocket.Conn, net.Conn, *http.Response, error) {
	var raw net.Conn
	dialer := websocket.Dialer{NetDialContext: func(ctx context.Context, network, addr string) (_ net.Conn, err error) {
		raw, err = p.dialer(ctx, network, addr)
		return raw, err
	}}
	if header == nil {
		header = http.Header{"Authorization": {"Bearer " + p.token}}
	}
	ws, answer, err := dialer.Dial("ws"+strings.TrimPrefix(p.url, "http")+socketPrefix+room, header)
	return ws, raw, answer, err
}

// dial connects to a room without sending hello.
func (p *visitor) dial(room string) *tab {
	p.t.Helper()
	ws, raw, answer, err := p.requestSocket(room, nil)
	require.NoError(p.t, err)
	require.NoError(p.t, answer.Body.Close())
	p.t.Cleanup(func() { _ = ws.Close() })
	return &tab{t: p.t, visitor: p, ws: ws, raw: raw}
}

// join connects to a room and watches it.
func (p *visitor) join(room string) *tab {
	p.t.Helper()
	c := p.dial(room)
	c.send(`{"type":"hello","v":1}`)
	c.readUntil("presence")
	return c
}

// tab is a connection as its client sees it.
type tab struct {
	t       testing.TB
	visitor *visitor
	ws      *websocket.Conn
	raw     net.Conn

	asked int
	// The last frames of each kind.
	room     message
	watchers int
	// got has all frames.
	got []message
}

// message is any frame of the server.
type message struct {
	Type string `json:"type"`

	V      int                 `json:"v"`
	You    httpx.Person        `json:"you"`
	Room   string              `json:"room"`
	Now    int64               `json:"now"`
	Limits frame.WelcomeLimits `json:"limits"`

	// Document and Patch are those of an event.
	Document *runner.Document `json:"document"`
	Patch    json.RawMessage  `json:"patch"`

	ID          string           `json:"id"`
	Code        coded.Code       `json:"code"`
	Message     string           `json:"message"`
	RetryAfter  *int64           `json:"retryAfter"`
	Explanation *httpx.Explained `json:"explanation"`

	Text           string `json:"text"`
	Host           string `json:"host"`
	Matches        int    `json:"matches"`
	SpectatorCount int    `json:"spectatorCount"`
}

// send sends a frame as JSON, or a string unchanged.
func (c *tab) send(frame any) {
	c.t.Helper()
	data, ok := frame.(string)
	if !ok {
		encoded, err := json.Marshal(frame)
		require.NoError(c.t, err)
		data = string(encoded)
	}
	require.NoError(c.t, c.ws.WriteMessage(websocket.TextMessage, []byte(data)))
}

// next returns the next frame.
func (c *tab) next() message {
	c.t.Helper()
	m, err := c.read()
	require.NoError(c.t, err)
	return m
}

func (c *tab) read() (message, error) {
	var m message
	_ = c.ws.SetReadDeadline(time.Now().Add(testTimeout))
	_, data, err := c.ws.ReadMessage()
	if err != nil {
		return m, err
	}
	require.NoError(c.t, json.Unmarshal(data, &m), "%s", data)
	c.got = append(c.got, m)
	switch m.Type {
	case "room":
		c.room = m
	case "presence":
		c.watchers = m.SpectatorCount
	}
	return m, nil
}

// readUntil reads until a frame of a type arrives.
func (c *tab) readUntil(kind string) message {
	c.t.Helper()
	for {
		if m := c.next(); m.Type == kind {
			return m
		}
	}
}

// readUntilTrue reads frames until want returns true.
func (c *tab) readUntilTrue(want func() bool) {
	c.t.Helper()
	for !want() {
		c.next()
	}
}

// types returns the types of all frames from an index on.
func (c *tab) types(from int) []string {
	var list []string
	for _, m := range c.got[from:] {
		list = append(list, m.Type)
	}
	return list
}

// ask sends a command, reads frames until the reply arrives, and returns the reply.
func (c *tab) ask(kind string, fields map[string]any) message {
	c.t.Helper()
	c.asked++
	frame := map[string]any{"type": kind, "id": fmt.Sprint(c.asked)}
	for name, value := range fields {
		frame[name] = value
	}
	c.send(frame)
	for {
		if m := c.next(); m.Type == "ok" || m.Type == "reject" {
			require.Equal(c.t, frame["id"], m.ID)
			return m
		}
	}
}

// mustDo sends a command and requires that it is carried out.
func (c *tab) mustDo(kind string, fields map[string]any) {
	c.t.Helper()
	m := c.ask(kind, fields)
	require.Equal(c.t, "ok", m.Type, "%s: %s", m.Code, m.Message)
}

// readToEnd reads to the end and returns the bye frame and the status of the close frame.
func (c *tab) readToEnd() (bye message, status int) {
	c.t.Helper()
	for {
		m, err := c.read()
		if err != nil {
			closed, ok := err.(*websocket.CloseError)
			require.True(c.t, ok, "%v", err)
			_ = c.ws.Close()
			return bye, closed.Code
		}
		require.Empty(c.t, bye.Type, "a frame after bye")
		if m.Type == "bye" {
			bye = m
		}
	}
}

// requireSilence requires that only frames of the given types arrive before the reply to a ping.
func (c *tab) requireSilence(allowed ...string) {
	c.t.Helper()
	c.send(`{"type":"ping","id":"quiet"}`)
	for {
		m := c.next()
		if m.Type == "pong" && m.ID == "quiet" {
			return
		}
		require.Contains(c.t, allowed, m.Type)
	}
}

// openWatchedRoom opens a room that its host and another person watch.
func (g *testServer) openWatchedRoom() (id string, host, other *tab) {
	g.t.Helper()
	ann, bob := g.visitor("Ann"), g.visitor("Bob")
	id = ann.openRoom()
	host, other = ann.join(id), bob.join(id)
	host.readUntilTrue(func() bool { return host.watchers == 2 })
	return id, host, other
}

// requireRefusal requires that an HTTP response is a refusal with the status and the code.
func requireRefusal(t *testing.T, answer *http.Response, status int, code coded.Code) {
	t.Helper()
	var body message
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&body))
	require.NoError(t, answer.Body.Close())
	require.Equal(t, status, answer.StatusCode)
	require.Equal(t, code, body.Code)
	require.NotEmpty(t, body.Message)
}
