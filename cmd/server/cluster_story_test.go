package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"archmage/client"
	"archmage/internal/game"
)

// A clientHistory is everything that one person sent, had acknowledged and was shown in a room, over all connections.
// [checkHistories] compares the histories of a room with its log.
type clientHistory struct {
	name string
	seat game.Seat
	// intents are the answers and lines the chat lines that the person has sent, in order.
	intents, lines []*intent
	// streams are the received frames, one stream for each connection.
	streams []*receivedStream
	// events are the events of the match by number, chat the chat lines by number, as JSON.
	events map[int]string
	chat   map[uint64]string
	// strange are frames that no client can ever receive. Two goroutines append to it.
	mu      sync.Mutex
	strange []string
}

func newClientHistory(name string, seat game.Seat) *clientHistory {
	return &clientHistory{name: name, seat: seat, events: map[int]string{}, chat: map[uint64]string{}}
}

// intent is something that a person has sent. Times are relative to the start of the test.
type intent struct {
	id string
	// text is the text of a chat line.
	text        string
	sent, ended time.Duration
	// verdict is the server's last reply, or "".
	verdict string
}

const verdictOK = "ok"

// receivedStream is what one connection has received.
type receivedStream struct {
	// node is the name of the node of the connection.
	node  string
	views []view
	// oks are the acknowledged intents, each with the number of views before it.
	oks []receivedOK
}

type receivedOK struct {
	id    string
	views int
}

// view is the client's state of the match after a snapshot or an update.
type view struct {
	sequence string
	seq      uint64
	match    string
	key      string
}

// viewKey returns a text that is equal for equal views.
func viewKey(events int, public, private string, decisions []game.DecisionText, result *client.Result) string {
	asked, err := json.Marshal(append([]game.DecisionText{}, decisions...))
	if err != nil {
		panic(err)
	}
	ended, err := json.Marshal(result)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%s\n%s\n%s", events, public, private, asked, ended))
	return fmt.Sprintf("%d events, %x", events, sum[:8])
}

// shownFields are the fields of the frames about the match, as web/static/schema/protocol.json has them.
var shownFields = map[string][]string{
	"snapshot": {
		"type", "sequence", "seq", "match", "public", "private", "decisions", "events", "eventsFrom", "undo",
		"result",
	},
	"update": {"type", "seq", "public", "private", "events", "decisions", "undo", "result"},
}

// connects starts a stream.
func (s *clientHistory) connects(node string) {
	s.streams = append(s.streams, &receivedStream{node: node})
}

// hear records a received frame. counted is the number of events the client has received before, and the
// result the number after it.
func (s *clientHistory) hear(room string, data []byte, counted int) int {
	var frame map[string]json.RawMessage
	var head struct {
		ID         string
		Number     uint64
		Events     []json.RawMessage
		EventsFrom int
	}
	err := json.Unmarshal(data, &frame)
	if err == nil {
		err = json.Unmarshal(data, &head)
	}
	if err != nil {
		s.odd("a frame that cannot be read: %v: %q", err, data)
		return counted
	}
	kind := strings.Trim(string(frame["type"]), `"`)
	stream := s.streams[len(s.streams)-1]
	switch kind {
	case "ok":
		stream.oks = append(stream.oks, receivedOK{head.ID, len(stream.views)})
	case "chat":
		s.keepLine(head.Number, frame)
	case "welcome":
		if of := strings.Trim(string(frame["room"]), `"`); of != room {
			s.odd("a welcome to room %s", of)
		}
	case "room":
		if head.ID != room {
			s.odd("a frame of room %s", head.ID)
		}
	case "snapshot", "update":
		for name := range frame {
			if !slices.Contains(shownFields[kind], name) || name == "private" && s.seat == game.NoSeat {
				s.odd("%s in a frame of type %s: %.200s", name, kind, frame[name])
			}
		}
		if kind == "snapshot" {
			counted = head.EventsFrom
		}
		for _, event := range head.Events {
			s.keepEvent(counted, event)
			counted++
		}
	}
	return counted
}

func (s *clientHistory) odd(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.strange = append(s.strange, fmt.Sprintf(format, args...))
}

// keepEvent stores an event. Each snapshot contains it again, and must not change it.
func (s *clientHistory) keepEvent(number int, event json.RawMessage) {
	text := canonical(event)
	if before, ok := s.events[number]; ok && before != text {
		s.odd("event %d was %s, and then %s", number, before, text)
	}
	s.events[number] = text
}

// keepLine stores a chat line in the same way.
func (s *clientHistory) keepLine(number uint64, frame map[string]json.RawMessage) {
	frame = maps.Clone(frame)
	delete(frame, "type")
	data, err := json.Marshal(frame)
	if err != nil {
		panic(err)
	}
	text := canonical(data)
	if before, ok := s.chat[number]; ok && before != text {
		s.odd("line %d was %s, and then %s", number, before, text)
	}
	s.chat[number] = text
}

// see records the client's state after a snapshot or an update.
func (s *clientHistory) see(state *client.State) {
	public, private, err := state.Documents()
	if err != nil {
		s.odd("documents that cannot be read: %v", err)
		return
	}
	stream := s.streams[len(s.streams)-1]
	stream.views = append(stream.views, view{
		sequence: state.Sequence,
		seq:      state.Seq,
		match:    state.Match,
		key: viewKey(
			state.EventsFrom+len(state.Events),
			string(public),
			string(private),
			state.Decisions,
			state.Result,
		),
	})
}

// canonical returns JSON with sorted members.
func canonical(data []byte) string {
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return string(data)
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}
