package lobby

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/patch"
)

// client is somebody who watches a room and keeps what it was told.
type client struct {
	t    *testing.T
	w    *world
	user User
	sub  *Subscription

	// A goroutine of its own reads the frames, as a connection does.
	mu     sync.Mutex
	queue  [][]byte
	closed bool

	life      uint64
	seq       uint64
	view      []byte
	decisions []game.DecisionText
	undo      bool
	result    *Result
	// events are what has been told of the match, from the number first on.
	first  int
	events []json.RawMessage
	room   roomFrame
	clock  clockFrame
	chat   []ChatLine
	bye    coded.Code
	// The frames that came since the last watch, by type, and all of them.
	count  map[string]int
	frames [][]byte
}

// anyFrame is any frame as a client reads it.
type anyFrame struct {
	Type       string            `json:"type"`
	Life       uint64            `json:"life"`
	Seq        uint64            `json:"seq"`
	View       json.RawMessage   `json:"view"`
	Patch      json.RawMessage   `json:"patch"`
	Own        json.RawMessage   `json:"own"`
	Decisions  json.RawMessage   `json:"decisions"`
	Events     []json.RawMessage `json:"events"`
	EventsFrom int               `json:"eventsFrom"`
	Undo       bool              `json:"undo"`
	Result     *Result           `json:"result"`
}

// join watches the room, with what the client has seen of it before.
func (c *client) join() error { return c.joinFrom(Resume{c.life, c.seq}) }

func (c *client) joinFrom(resume Resume) error {
	c.leave()
	c.count, c.bye, c.closed = map[string]int{}, "", false
	sub, err := c.w.lobby.Watch(c.w.ctx, c.w.room, c.user, resume)
	if err != nil {
		return err
	}
	c.sub = sub
	go func() {
		for frame := range sub.Frames() {
			c.mu.Lock()
			c.queue = append(c.queue, frame)
			c.mu.Unlock()
		}
		c.mu.Lock()
		c.closed = true
		c.mu.Unlock()
	}()
	return nil
}

// leave ends the watch, if there is one.
func (c *client) leave() {
	if c.sub == nil {
		return
	}
	c.w.lobby.Leave(c.sub)
	c.w.after(0)
	c.sub = nil
}

// here reports whether the client watches.
func (c *client) here() bool { return c.sub != nil }

// read takes in everything that has come.
func (c *client) read() {
	c.t.Helper()
	c.mu.Lock()
	queue, closed := c.queue, c.closed
	c.queue = nil
	c.mu.Unlock()
	for _, frame := range queue {
		c.take(frame)
	}
	if closed && c.sub != nil {
		c.sub, c.bye = nil, c.sub.Ended()
	}
}

func (c *client) take(data []byte) {
	c.t.Helper()
	require.Empty(c.t, c.bye, "a frame after the last one")
	c.frames = append(c.frames, data)
	var f anyFrame
	var head struct {
		Type string `json:"type"`
	}
	require.NoError(c.t, json.Unmarshal(data, &head))
	c.count[head.Type]++
	switch head.Type {
	case "room":
		c.room = roomFrame{}
		require.NoError(c.t, json.Unmarshal(data, &c.room))
		return
	case "clock":
		require.NoError(c.t, json.Unmarshal(data, &c.clock))
		return
	case "chat":
		var line chatFrame
		require.NoError(c.t, json.Unmarshal(data, &line))
		c.chat = append(c.chat, line.ChatLine)
		return
	}
	require.NoError(c.t, json.Unmarshal(data, &f))
	switch f.Type {
	case "snapshot":
		c.life, c.seq, c.view, c.result = f.Life, f.Seq, f.View, f.Result
		if f.Own != nil {
			view, err := patch.Apply(c.view, f.Own)
			require.NoError(c.t, err)
			c.view = view
		}
		c.events, c.first = f.Events, f.EventsFrom
		require.NotNil(c.t, f.Decisions)
	case "update":
		require.Equal(c.t, c.seq+1, f.Seq, "a gap")
		c.seq = f.Seq
		for _, change := range []json.RawMessage{f.Patch, f.Own} {
			if change != nil {
				view, err := patch.Apply(c.view, change)
				require.NoError(c.t, err)
				c.view = view
			}
		}
		c.events = append(c.events, f.Events...)
	default:
		c.t.Fatalf("a frame of type %q", f.Type)
	}
	c.undo = f.Undo
	if f.Result != nil {
		c.result = f.Result
	}
	if f.Decisions != nil {
		c.decisions = nil
		require.NoError(c.t, json.Unmarshal(f.Decisions, &c.decisions))
	}
}

// decision returns what the client is asked and has not answered, or nil.
func (c *client) decision() *game.DecisionText {
	if c.here() && len(c.decisions) > 0 && !c.decisions[0].Answered {
		return &c.decisions[0]
	}
	return nil
}

// picks draws a legal answer to a decision as the client knows it.
func picks(t *testing.T, rules game.Rules, text *game.DecisionText, rng *rand.Rand) json.RawMessage {
	t.Helper()
	d := game.Decision{ID: uint32(text.ID), Seat: text.Seat, Min: text.Min, Max: text.Max, Ordered: text.Ordered}
	for _, group := range text.Groups {
		d.Groups = append(d.Groups, game.Group(group))
	}
	for _, option := range text.Options {
		key, ok := rules.ParseOption(option.ID)
		require.True(t, ok, option.ID)
		one := game.Option{Key: key, Min: option.Min, Max: option.Max, Alone: option.Alone}
		for _, group := range option.Groups {
			for i := range d.Groups {
				if d.Groups[i].ID == group {
					one.Groups |= 1 << i
				}
			}
		}
		d.Options = append(d.Options, one)
	}
	chosen, ok := bot.Random(&d, rng, nil)
	require.True(t, ok)
	data, err := json.Marshal(d.PicksText(rules, chosen))
	require.NoError(t, err)
	if bytes.Equal(data, []byte("null")) {
		return json.RawMessage("[]")
	}
	return data
}

// answer answers at random what the client is asked.
func (c *client) answer() error {
	c.t.Helper()
	d := c.decision()
	require.NotNil(c.t, d, "%s is asked nothing", c.user.ID)
	return c.w.do(c, Intent{Kind: KindAnswer, Decision: d.ID, Picks: picks(c.t, c.w.rules, d, c.w.rng)})
}

// choose answers with the options given by id.
func (c *client) choose(options ...string) error {
	c.t.Helper()
	d := c.decision()
	require.NotNil(c.t, d, "%s is asked nothing", c.user.ID)
	return c.w.do(c, Intent{Kind: KindAnswer, Decision: d.ID, Picks: encode(options)})
}
