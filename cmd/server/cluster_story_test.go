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

// A story is everything that one person did in a room, was acknowledged and was
// shown, over all of the person's connections. [checkStories] compares the stories of
// a room with its log.
type story struct {
	name string
	seat game.Seat
	// intents are the answers and lines the lines of the chat that the person has
	// sent, in order.
	intents, lines []*intent
	// streams are what came, a stream for each connection.
	streams []*shownStream
	// events are those of the match by number, chat the lines by number, as JSON.
	events map[int]string
	chat   map[uint64]string
	// strange is what no client may ever get, whatever the log says. Two goroutines
	// note it.
	mu      sync.Mutex
	strange []string
}

func newStory(name string, seat game.Seat) *story {
	return &story{name: name, seat: seat, events: map[int]string{}, chat: map[uint64]string{}}
}

// intent is something that a person wanted. Times are since the start of the test.
type intent struct {
	id string
	// text is that of a line.
	text        string
	sent, ended time.Duration
	// verdict is what the server has said last: "" if it has said nothing.
	verdict string
}

const verdictOK = "ok"

// shownStream is what one connection showed.
type shownStream struct {
	// node is the name of the node that the person was connected to.
	node  string
	views []view
	// oks are the intents that were acknowledged, each with how many views came before.
	oks []shownOK
}

type shownOK struct {
	id    string
	views int
}

// view is what a person knew of the match after a snapshot or an update.
type view struct {
	sequence string
	seq      uint64
	match    string
	key      string
}

// viewKey returns what stands for a view: the same text for the same view.
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

// shownFields are the fields of the frames that show the match, as docs/protocol.md
// names them.
var shownFields = map[string][]string{
	"snapshot": {
		"type", "sequence", "seq", "match", "public", "private", "decisions", "events", "eventsFrom", "undo",
		"result",
	},
	"update": {"type", "seq", "public", "private", "events", "decisions", "undo", "result"},
}

// connects begins a stream.
func (s *story) connects(node string) {
	s.streams = append(s.streams, &shownStream{node: node})
}

// hear takes in a frame as it came. counted is how many events the client has been
// told of before; hear returns how many it has been told of then.
func (s *story) hear(room string, data []byte, counted int) int {
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
		stream.oks = append(stream.oks, shownOK{head.ID, len(stream.views)})
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

func (s *story) odd(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.strange = append(s.strange, fmt.Sprintf(format, args...))
}

// keepEvent keeps an event. It comes again with each snapshot, and is the same then.
func (s *story) keepEvent(number int, event json.RawMessage) {
	text := canonical(event)
	if before, ok := s.events[number]; ok && before != text {
		s.odd("event %d was %s, and then %s", number, before, text)
	}
	s.events[number] = text
}

// keepLine keeps a line of the chat, as keepEvent does.
func (s *story) keepLine(number uint64, frame map[string]json.RawMessage) {
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

// see takes in what the client knows after a snapshot or an update.
func (s *story) see(state *client.State) {
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

// canonical returns JSON with the members of objects in order.
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
