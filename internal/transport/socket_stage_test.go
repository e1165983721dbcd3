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
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/eventlog/logtest"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/gametest"
	"archmage/internal/lobby"
)

// patience is how long a test waits for what must come.
const patience = 10 * time.Second

// stage is a server on loopback with rooms in memory.
type stage struct {
	t      testing.TB
	lobby  *lobby.Lobby
	server *Server
	url    string
	closed bool
}

// newStage starts a server with the default limits as change leaves them.
func newStage(t testing.TB, change func(*Options)) *stage {
	t.Helper()
	log := logtest.NewMemory()
	options := Options{
		Limits: DefaultLimits(), Logger: zap.NewNop(),
		Static: func() (map[string][]byte, error) { return pages, nil },
	}
	if change != nil {
		change(&options)
	}
	games := game.Modules{{Rules: gametest.Toy(), Bots: []game.Bot{bot.NewRandom()}}}
	g := &stage{t: t, lobby: lobby.New(log, games, lobby.Options{BotWorkers: 1})}
	server, err := New(g.lobby, lobby.NewPeople(log), options)
	require.NoError(t, err)
	g.server = server
	web := httptest.NewServer(server.Handler())
	g.url = web.URL
	t.Cleanup(func() {
		g.close()
		web.Close()
	})
	return g
}

// close stops the server as the program does.
func (g *stage) close() {
	if g.closed {
		return
	}
	g.closed = true
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	g.lobby.Close()
	g.server.closeSockets(ctx)
	require.NoError(g.t, ctx.Err(), "connections do not end")
	require.Equal(g.t, [3]int{}, g.counts(), "something is left of them")
}

// counts returns how many connections, addresses and presences are counted.
func (g *stage) counts() [3]int {
	k := g.server.sockets
	k.mu.Lock()
	defer k.mu.Unlock()
	return [3]int{len(k.all), len(k.addresses), len(k.present)}
}

// visitor returns somebody with a token.
func (g *stage) visitor(name string) *visitor {
	g.t.Helper()
	user, token, err := g.server.people.NewGuest(context.Background(), name)
	require.NoError(g.t, err)
	return &visitor{stage: g, user: user, token: token}
}

// visitor is a person who may have several tabs open.
type visitor struct {
	*stage
	user  lobby.User
	token string
}

// opens opens a room for two.
func (p *visitor) opens(settings lobby.Settings) string {
	p.t.Helper()
	settings.Game, settings.Seats = "toy", 2
	room, err := p.lobby.Create(context.Background(), p.user, settings)
	require.NoError(p.t, err)
	return room
}

// dial connects without saying hello.
func (p *visitor) dial() *tab {
	p.t.Helper()
	c := &tab{t: p.t, visitor: p}
	dialer := websocket.Dialer{NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		raw, err := new(net.Dialer).DialContext(ctx, network, addr)
		c.raw = raw
		return raw, err
	}}
	header := http.Header{"Authorization": {"Bearer " + p.token}}
	ws, answer, err := dialer.Dial("ws"+strings.TrimPrefix(p.url, "http")+"/ws", header)
	require.NoError(p.t, err)
	require.NoError(p.t, answer.Body.Close())
	c.ws = ws
	p.t.Cleanup(func() { _ = ws.Close() })
	return c
}

// join connects and watches a room.
func (p *visitor) join(room string) *tab {
	p.t.Helper()
	c := p.dial()
	c.send(map[string]any{"type": "hello", "v": 1, "room": room, "life": 0, "seq": 0})
	c.until("room")
	return c
}

// tab is a connection as its client sees it.
type tab struct {
	t       testing.TB
	visitor *visitor
	ws      *websocket.Conn
	raw     net.Conn

	asked int
	// What was told last.
	room     message
	life     uint64
	seq      uint64
	decision *game.DecisionText
	// got are all frames.
	got []message
}

// message is any frame of the server.
type message struct {
	Type string `json:"type"`

	V      int           `json:"v"`
	You    person        `json:"you"`
	Room   string        `json:"room"`
	Limits welcomeLimits `json:"limits"`

	ID         string     `json:"id"`
	Code       coded.Code `json:"code"`
	Message    string     `json:"message"`
	RetryAfter *int64     `json:"retryAfter"`

	Life      uint64               `json:"life"`
	Seq       uint64               `json:"seq"`
	View      json.RawMessage      `json:"view"`
	Decisions *[]game.DecisionText `json:"decisions"`
	Result    json.RawMessage      `json:"result"`
	Text      string               `json:"text"`

	Status   lobby.Status    `json:"status"`
	Host     string          `json:"host"`
	Settings *lobby.Settings `json:"settings"`
	Watchers int             `json:"watchers"`
	Seats    []struct {
		Player  string `json:"player"`
		Bot     string `json:"bot"`
		Ready   bool   `json:"ready"`
		Present bool   `json:"present"`
		Lost    string `json:"lost"`
		Abandon bool   `json:"abandon"`
	} `json:"seats"`
}

// send sends a frame as JSON, or a text as it is.
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
	_ = c.ws.SetReadDeadline(time.Now().Add(patience))
	_, data, err := c.ws.ReadMessage()
	if err != nil {
		return m, err
	}
	require.NoError(c.t, json.Unmarshal(data, &m), "%s", data)
	c.got = append(c.got, m)
	switch m.Type {
	case "room":
		c.room = m
	case "snapshot":
		c.life = m.Life
		fallthrough
	case "update":
		c.seq = m.Seq
	}
	if m.Decisions != nil {
		c.decision = nil
		for _, d := range *m.Decisions {
			c.decision = &d
		}
	}
	return m, nil
}

// until reads until a frame of that type comes.
func (c *tab) until(kind string) message {
	c.t.Helper()
	for {
		if m := c.next(); m.Type == kind {
			return m
		}
	}
}

// sees reads until what was told is as the test wants it.
func (c *tab) sees(want func() bool) {
	c.t.Helper()
	for !want() {
		c.next()
	}
}

// types returns the types of the frames that came since the n-th.
func (c *tab) types(from int) []string {
	var list []string
	for _, m := range c.got[from:] {
		list = append(list, m.Type)
	}
	return list
}

// ask sends an intent and returns its answer. What came before that is read.
func (c *tab) ask(kind string, fields map[string]any) message {
	c.t.Helper()
	c.asked++
	frame := map[string]any{"type": kind, "id": fmt.Sprintf("%p.%d", c, c.asked)}
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

// does sends an intent that must be carried out.
func (c *tab) does(kind string, fields map[string]any) {
	c.t.Helper()
	m := c.ask(kind, fields)
	require.Equal(c.t, "ok", m.Type, "%s: %s", m.Code, m.Message)
}

// answers answers the open decision of the toy.
func (c *tab) answers() {
	c.t.Helper()
	require.NotNil(c.t, c.decision)
	choice := c.decision.Options[0].ID
	if c.decision.Kind == "act" {
		choice = "roll"
	}
	c.does("answer", map[string]any{"decision": c.decision.ID, "choice": []string{choice}})
}

// ended reads to the end and returns the goodbye and the status of the close.
func (c *tab) ended() (bye message, status int) {
	c.t.Helper()
	for {
		m, err := c.read()
		if err != nil {
			closed, ok := err.(*websocket.CloseError)
			require.True(c.t, ok, "%v", err)
			_ = c.ws.Close()
			return bye, closed.Code
		}
		require.Empty(c.t, bye.Type, "a frame after the goodbye")
		if m.Type == "bye" {
			bye = m
		}
	}
}

// quiet makes sure that no frame but those of the given types comes before the
// answer to a ping.
func (c *tab) quiet(allowed ...string) {
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

// seated opens a room, whose host and another player sit at it.
func (g *stage) seated(settings lobby.Settings) (room string, host, other *tab) {
	g.t.Helper()
	ann, bob := g.visitor("Ann"), g.visitor("Bob")
	room = ann.opens(settings)
	host, other = ann.join(room), bob.join(room)
	other.does("claim", map[string]any{"seat": 1})
	other.does("ready", map[string]any{"ready": true})
	return room, host, other
}

// playing opens a room in which a match has begun.
func (g *stage) playing(settings lobby.Settings) (room string, host, other *tab) {
	g.t.Helper()
	room, host, other = g.seated(settings)
	host.does("start", nil)
	other.sees(func() bool { return other.decision != nil })
	return room, host, other
}

// requireRefusal checks an answer of HTTP that refuses something.
func requireRefusal(t *testing.T, answer *http.Response, status int, code coded.Code) {
	t.Helper()
	var body message
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&body))
	require.NoError(t, answer.Body.Close())
	require.Equal(t, status, answer.StatusCode)
	require.Equal(t, code, body.Code)
	require.NotEmpty(t, body.Message)
}
