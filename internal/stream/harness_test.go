package stream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/game/spellbook"
	"archmage/internal/match"
	"archmage/internal/room"
	"archmage/internal/stream/patch"
	"archmage/test/conformance"
)

var testRules = []game.Rules{conformance.Toy(), seasons.New(), spellbook.New()}

// play is a match that is played at random, moment by moment, as in a room.
type play struct {
	t      testing.TB
	rng    *rand.Rand
	moment Moment
	// before is the match before the last answer, if that can be taken back.
	before *match.Match
	at     int64
}

func newPlay(t testing.TB, seed uint64) *play {
	return &play{t: t, rng: rand.New(rand.NewPCG(seed, 0)), moment: Moment{Watchable: true}, at: 1_800_000_000_000}
}

// roomCalled is a room that differs from others by its id.
func roomCalled(id string) *Room { return NewRoom(room.Info{ID: id}) }

// room gives the moment another room.
func (p *play) room(text string) Moment {
	p.moment.Room, p.moment.Events = roomCalled(text), nil
	return p.moment
}

// start begins another match.
func (p *play) start(rules game.Rules, seats, delay int) Moment {
	p.t.Helper()
	terms := match.Terms{ID: fmt.Sprint("match-", p.moment.Number+1), Game: rules.Info().ID, Started: p.at}
	for seat := range seats {
		terms.Players = append(terms.Players, match.Player{Person: fmt.Sprint("person-", seat)})
	}
	seed := game.SeedFromInt(p.rng.Uint64())
	m, err := match.Begin(rules, terms, match.Start{Seed: &seed})
	require.NoError(p.t, err)
	events := m.Opening()
	p.moment = Moment{
		Match: m, Number: p.moment.Number + 1, Delay: delay, Events: events, EventCount: len(events),
		Watchable: true, Room: roomCalled("match " + m.ID),
	}
	p.before = nil
	return p.moment
}

// answer gives a random answer of the first seat that has to answer.
func (p *play) answer() Moment {
	p.t.Helper()
	before := p.moment.Match
	seat := game.Seat(0)
	for !before.State.Waiting().Has(seat) {
		seat++
	}
	var d game.Decision
	require.True(p.t, before.State.Decision(seat, &d))
	picks, ok := bot.Random(&d, p.rng, nil)
	require.True(p.t, ok)
	step := &game.Step{}
	after, err := before.Answer(p.at, seat, match.Choice(before.Rules, &d, picks), nil, step)
	require.NoError(p.t, err)
	m := &p.moment
	m.Match, m.Events, m.Room, m.Undo = after, step.Events, nil, 0
	m.EventCount += len(step.Events)
	if before.State.Waiting() != after.State.Waiting() {
		m.Turn++
	}
	p.before = nil
	if step.Undoable() && after.Result == nil {
		p.before, m.Undo = before, game.Seats(0).With(seat)
	}
	p.over()
	return *m
}

// undo takes the last answer back.
func (p *play) undo() Moment {
	m := &p.moment
	if m.Match.State.Waiting() != p.before.State.Waiting() {
		m.Turn++
	}
	m.Match = m.Match.Rewind(p.before.Point())
	m.Events, m.Room = []game.Event{{Kind: "undo", Seat: m.Undo.First()}}, nil
	m.EventCount++
	m.Undo, p.before = 0, nil
	return *m
}

// abandon ends the match.
func (p *play) abandon() Moment {
	p.moment.Match, p.moment.Events, p.moment.Undo = p.moment.Match.Abandon(p.at), nil, 0
	p.over()
	return p.moment
}

// over completes a moment at which the match is over.
func (p *play) over() {
	if m := &p.moment; m.Match.Result != nil {
		m.HiddenUntil = m.Match.Result.Ended + int64(m.Delay)*3000
		m.Room = roomCalled(m.Match.ID + " is over")
	}
}

// reader reads a subscription and applies its frames, as a client does.
type reader struct {
	t      testing.TB
	sub    *Subscription
	frames []string // all, in order
	chat   []string
	room   string
	// What is known of the match.
	match           string
	public, private []byte
	decisions       []byte
	undo            bool
	result          json.RawMessage
	events, from    int
	hello           Hello
	snapshots       int
}

// watch joins a stream.
func watch(t testing.TB, s *Stream, seat game.Seat) *reader {
	r := &reader{t: t, sub: NewSubscription()}
	s.Join(r.sub, seat, Hello{})
	r.read()
	return r
}

// read takes the queued frames and returns them.
func (r *reader) read() (fresh []string) {
	r.t.Helper()
	frames, _ := r.sub.Take(nil)
	for _, frame := range frames {
		fresh = append(fresh, string(frame))
		r.take(frame)
	}
	r.frames = append(r.frames, fresh...)
	return fresh
}

func (r *reader) take(data []byte) {
	r.t.Helper()
	var f struct {
		Type, ID, Sequence, Match, Text string
		Seq                             uint64
		Public, Private                 json.RawMessage
		Decisions, Result               json.RawMessage
		Events                          []json.RawMessage
		EventsFrom                      int
		Undo                            *bool
	}
	require.NoError(r.t, json.Unmarshal(data, &f))
	apply := func(doc *[]byte, change []byte) {
		if change != nil {
			next, err := patch.Apply(*doc, change)
			require.NoError(r.t, err)
			*doc = next
		}
	}
	if f.Undo != nil {
		require.False(r.t, f.Type == "update" && *f.Undo == r.undo, "nothing new")
		r.undo = *f.Undo
	}
	switch f.Type {
	case "room":
		r.room = f.ID
	case "chat":
		r.chat = append(r.chat, f.Text)
	case "snapshot":
		r.snapshots++
		r.match, r.public, r.private, r.result = f.Match, f.Public, f.Private, f.Result
		require.NotNil(r.t, f.Undo)
		r.decisions, r.hello = f.Decisions, Hello{Sequence: f.Sequence, Seq: f.Seq}
		r.from, r.events = f.EventsFrom, f.EventsFrom+len(f.Events)
	case "update":
		require.Equal(r.t, r.hello.Seq+1, f.Seq, "a gap")
		r.hello.Seq = f.Seq
		apply(&r.public, f.Public)
		apply(&r.private, f.Private)
		r.events += len(f.Events)
		if f.Decisions != nil {
			r.decisions = f.Decisions
		}
		if f.Result != nil {
			r.result = f.Result
		}
	case "clock", "presence":
	default:
		r.t.Errorf("a frame of type %q", f.Type)
	}
}

// sees compares what the reader knows with a moment as the seat may see it.
func (r *reader) sees(m *Moment, seat game.Seat) {
	r.t.Helper()
	state := m.Match.State
	require.Equal(r.t, m.Match.ID, r.match)
	requireJSON(r.t, state.Public(), r.public)
	decisions := []game.DecisionText{}
	if seat == game.NoSeat {
		require.Nil(r.t, r.private)
	} else {
		requireJSON(r.t, state.Private(seat), r.private)
		var d game.Decision
		if m.Match.Result == nil && state.Decision(seat, &d) {
			decisions = append(decisions, d.Text(m.Match.Rules))
		}
	}
	requireJSON(r.t, decisions, r.decisions)
	require.Equal(r.t, m.EventCount, r.events)
	require.Equal(r.t, m.Undo.Has(seat), r.undo)
	if m.Match.Result == nil {
		require.Nil(r.t, r.result)
	} else {
		requireJSON(r.t, m.Match.Result, r.result)
	}
}

func requireJSON(t testing.TB, want any, got []byte) {
	t.Helper()
	data, err := json.Marshal(want)
	require.NoError(t, err)
	if !bytes.Equal(data, got) {
		require.JSONEq(t, string(data), string(got))
	}
}

// show shows a moment at a time.
func show(s *Stream, m Moment, now int64) {
	next := s.Next(m, now)
	s.Show(&next)
}
