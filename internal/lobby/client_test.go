package lobby

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
	"archmage/internal/stream/patch"
	"archmage/internal/strict"
)

// client is a person who watches a room, and keeps the frames.
type client struct {
	t      *testing.T
	w      *world
	person people.Person
	sub    Subscription

	// A goroutine reads the frames, as a connection does.
	mu     sync.Mutex
	queue  [][]byte
	closed bool
	// writes counts how often frames were there to be written.
	writes atomic.Int32
	// ended is closed when the subscription has ended.
	ended chan struct{}

	sequence  string
	seq       uint64
	match     string
	public    []byte
	private   []byte
	decisions []game.DecisionText
	undo      bool
	result    *match.Result
	// events are the match's events that have come, from the number first on.
	first    int
	events   []json.RawMessage
	room     room.Info
	presence presenceFrame
	clock    clockFrame
	chat     []stream.ChatLine
	bye      coded.Code
	// The frames that came since the last watch, by type, and all of them.
	count  map[string]int
	frames [][]byte
}

// anyFrame is a frame about a match as a client reads it.
type anyFrame struct {
	Type       string            `json:"type"`
	Sequence   string            `json:"sequence"`
	Seq        uint64            `json:"seq"`
	Match      string            `json:"match"`
	Public     json.RawMessage   `json:"public"`
	Private    json.RawMessage   `json:"private"`
	Decisions  json.RawMessage   `json:"decisions"`
	Events     []json.RawMessage `json:"events"`
	EventsFrom int               `json:"eventsFrom"`
	Undo       *bool             `json:"undo"`
	Result     *match.Result     `json:"result"`
}

// join watches the room, with what the client has seen of it before.
func (c *client) join() error { return c.joinFrom(stream.Hello{Sequence: c.sequence, Seq: c.seq}) }

func (c *client) joinFrom(hello stream.Hello) error {
	c.t.Helper()
	c.leave()
	c.count, c.bye, c.closed = map[string]int{}, "", false
	c.chat = nil
	sub, err := c.w.lobby.Watch(c.w.ctx, c.w.room, c.person, hello)
	if err != nil {
		return err
	}
	c.sub = sub
	ended := make(chan struct{})
	end := sync.OnceFunc(func() { close(ended) })
	c.ended = ended
	sub.Notify(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		frames, open := sub.Take(nil)
		c.queue, c.closed = append(c.queue, frames...), !open
		if len(frames) > 0 {
			c.writes.Add(1)
		}
		if !open {
			end() // in a crowd, the end may be announced twice
		}
	})
	return nil
}

// take takes the frames that a subscription has queued.
func take(sub interface {
	Take([][]byte) ([][]byte, bool)
}) [][]byte {
	frames, _ := sub.Take(nil)
	return frames
}

// leave ends the watch, if there is one.
func (c *client) leave() {
	c.t.Helper()
	if c.sub == nil {
		return
	}
	c.sub.Close()
	c.w.after(0)
	require.Nil(c.t, c.sub)
	require.Empty(c.t, c.bye)
}

// here reports whether the client watches.
func (c *client) here() bool { return c.sub != nil }

// read processes all frames that have come.
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
		c.sub, c.bye = nil, c.sub.EndCode()
	}
}

func (c *client) take(data []byte) {
	c.t.Helper()
	require.Empty(c.t, c.bye, "a frame after the last one")
	c.frames = append(c.frames, data)
	var head struct {
		Type string `json:"type"`
	}
	require.NoError(c.t, json.Unmarshal(data, &head))
	c.count[head.Type]++
	switch head.Type {
	case "room":
		c.room = room.Info{}
		require.NoError(c.t, json.Unmarshal(data, &c.room))
	case "presence":
		c.presence = presenceFrame{}
		require.NoError(c.t, json.Unmarshal(data, &c.presence))
	case "clock":
		c.clock = clockFrame{}
		require.NoError(c.t, json.Unmarshal(data, &c.clock))
	case "chat":
		var line stream.ChatLine
		require.NoError(c.t, json.Unmarshal(data, &line))
		if !slices.Contains(c.chat, line) { // the last ones come again when a room is loaded again
			c.chat = append(c.chat, line)
		}
	case "snapshot", "update":
		c.takeMatch(data)
	case "ok", "reject":
	default:
		c.t.Fatalf("a frame of type %q", head.Type)
	}
}

// takeMatch processes a frame about the match.
func (c *client) takeMatch(data []byte) {
	c.t.Helper()
	var f anyFrame
	require.NoError(c.t, json.Unmarshal(data, &f))
	if f.Type == "snapshot" {
		c.sequence, c.seq, c.match, c.result = f.Sequence, f.Seq, f.Match, f.Result
		c.public, c.private, c.events, c.first = f.Public, f.Private, f.Events, f.EventsFrom
		require.NotEmpty(c.t, f.Sequence)
		require.NotNil(c.t, f.Decisions)
	} else {
		require.Equal(c.t, c.seq+1, f.Seq, "a gap")
		c.seq = f.Seq
		c.public, c.private = c.patched(c.public, f.Public), c.patched(c.private, f.Private)
		c.events = append(c.events, f.Events...)
	}
	if f.Undo != nil {
		c.undo = *f.Undo
	}
	if f.Result != nil {
		c.result = f.Result
	}
	if f.Decisions != nil {
		c.decisions = nil
		require.NoError(c.t, json.Unmarshal(f.Decisions, &c.decisions))
	}
}

// patched returns a document after a patch, if there is one.
func (c *client) patched(document, change []byte) []byte {
	c.t.Helper()
	if change == nil {
		return document
	}
	require.NotNil(c.t, document, "a patch for nothing: %s", change)
	after, err := patch.Apply(document, change)
	require.NoError(c.t, err)
	return after
}

// decision returns the open decision that the client has not answered yet, or nil.
func (c *client) decision() *game.DecisionText {
	if c.here() && len(c.decisions) > 0 && !c.decisions[0].Answered {
		return &c.decisions[0]
	}
	return nil
}

// randomChoice draws a legal answer to a decision as the client knows it.
func randomChoice(t *testing.T, rules game.Rules, text *game.DecisionText, rng *rand.Rand) json.RawMessage {
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

// answer gives a random answer to the client's open decision.
func (c *client) answer() error {
	c.t.Helper()
	d := c.decision()
	require.NotNil(c.t, d, "%s is asked nothing", c.person.ID)
	return c.w.do(c, &room.Answer{Decision: d.ID, Choice: randomChoice(c.t, c.w.rules, d, c.w.rng)})
}

// choose answers with the options given by id.
func (c *client) choose(options ...string) error {
	c.t.Helper()
	d := c.decision()
	require.NotNil(c.t, d, "%s is asked nothing", c.person.ID)
	return c.w.do(c, &room.Answer{Decision: d.ID, Choice: strict.Encode(options)})
}

// answerAgain replaces the client's last answer, which may still be changed.
func (c *client) answerAgain() error {
	c.t.Helper()
	require.True(c.t, len(c.decisions) > 0 && c.decisions[0].Answered)
	d := c.decisions[0]
	return c.w.do(c, &room.Answer{Decision: d.ID, Choice: randomChoice(c.t, c.w.rules, &d, c.w.rng)})
}
