// Package replay shows finished matches step by step from their records, as each audience saw them, and makes
// an overview and an analysis of a whole match. Its [Service] limits how much is computed at the same time, so
// that replays do not slow down live matches.
//
// The package must not import a room, a socket or a database. Its caller passes in the records and gets encoded
// parts. Start reading at [Service.Steps] and [Replay.Chunk].
package replay

import (
	"bytes"
	"encoding/json"
	"strconv"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/stream"
	"archmage/internal/stream/patch"
)

// Replay is a match that can be shown step by step. Step 0 is the start, and each item of the record leads to
// the next step, except in a live replay ([NewLive]). A Replay is not safe for concurrent use.
type Replay struct {
	record   *match.Record
	rules    game.Rules
	timeline *match.Timeline
	// items has, for each step, the number of items of the record before it.
	items []int
	// events has, for each step, the number of events until then, including those of the step.
	events []int
	index  Timeline
}

// New returns the replay of a record. It fails with [match.CodeBadRecord].
func New(rules game.Rules, record *match.Record) (*Replay, error) {
	timeline, err := match.NewTimeline(rules, record)
	if err != nil {
		return nil, err
	}
	r := &Replay{record: record, rules: rules, timeline: timeline}
	return r, r.summarize()
}

// NewLive returns the replay of a match in progress, for one viewer only. It has steps only where that viewer
// learned something, because even the number of steps would reveal what other players did in secret. It has no
// timeline. It fails with [match.CodeBadRecord].
func NewLive(rules game.Rules, record *match.Record, viewer Viewer) (*Replay, error) {
	timeline, err := match.NewTimeline(rules, record)
	if err != nil {
		return nil, err
	}
	r := &Replay{record: record, rules: rules, timeline: timeline}
	count := 0
	var before documents
	var decisionsBefore []byte
	err = timeline.Walk(0, timeline.Len(), func(number int, moment match.Moment) bool {
		events := len(r.eventsOf(&moment))
		count += events
		now, decisions := r.documents(viewer, moment.Match.State), r.openDecisions(viewer, moment.Match.State)
		if number == 0 || events > 0 || patch.Diff(before.public, now.public) != nil ||
			now.privatePatch(&before) != nil ||
			!bytes.Equal(decisionsBefore, decisions) {
			r.items, r.events = append(r.items, number), append(r.events, count)
		}
		before, decisionsBefore = now, decisions
		return true
	})
	return r, err
}

// openDecisions returns the open decisions of the seats whose hands the viewer sees, as JSON.
func (r *Replay) openDecisions(viewer Viewer, state game.State) []byte {
	d := game.BorrowDecision()
	defer d.GiveBack()
	var list []byte
	for i := range r.record.Seats {
		if viewer.sees(game.Seat(i)) && state.Decision(game.Seat(i), d) {
			text := d.Text(r.rules)
			list = text.AppendJSON(list)
		}
	}
	return list
}

// Len returns the number of the last step.
func (r *Replay) Len() int { return len(r.items) - 1 }

// Viewer is the viewpoint of a replay: a seat, Spectator, or Everybody, who sees all hands.
type Viewer int

// The viewers that are not seats.
const (
	Spectator Viewer = -1
	Everybody Viewer = -2
)

// ParseViewer parses "all", "spectator", or the number of a seat below seats. It fails with
// [coded.Malformed].
func ParseViewer(text string, seats int) (Viewer, error) {
	switch text {
	case "all":
		return Everybody, nil
	case "spectator":
		return Spectator, nil
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 0 && n < seats && strconv.Itoa(n) == text {
		return Viewer(n), nil
	}
	return 0, coded.Malformedf(
		"a match of %d is seen as all, spectator, or a seat from 0 to %d, not as %.20q",
		seats, seats-1, text,
	)
}

// String returns the text that ParseViewer parses.
func (e Viewer) String() string {
	switch e {
	case Everybody:
		return "all"
	case Spectator:
		return "spectator"
	}
	return strconv.Itoa(int(e))
}

// sees reports whether the viewer sees the hand and the decisions of a seat.
func (e Viewer) sees(seat game.Seat) bool { return e == Everybody || e == Viewer(seat) }

func (e Viewer) viewer() game.Viewer {
	switch e {
	case Everybody:
		return game.AllSeeing()
	case Spectator:
		return game.Spectator()
	}
	return game.SeatViewer(game.Seat(e))
}

// ChunkSteps is the number of steps of a chunk. The last chunk of a match can have fewer.
const ChunkSteps = 64

// Chunk is a section of a match: the documents at its first step, and the changes at each later step.
type Chunk struct {
	// As is whose view it is: the number of a seat, `spectator` or `all`.
	As string `json:"as"`
	// From is the number of the first step in the chunk. Last is the number of the last step of the match.
	From int `json:"from"`
	Last int `json:"last"`
	// EventsFrom is the number of the first event of the first step.
	EventsFrom int `json:"eventsFrom"`
	// Public and Private are the documents at the first step. A spectator has no Private. For Everybody,
	// Private has the documents of all seats, as s0, s1 and so on.
	Public  any `json:"public"`
	Private any `json:"private,omitempty"`
	// Steps are at most 64. An answer that was taken back is none.
	Steps []Step `json:"steps"`
}

// Step has what a viewer learns at one step of a match.
type Step struct {
	// Public and Private are the merge patches from the documents of the step before. They are absent in the
	// first step of a chunk, and if nothing has changed.
	Public  json.RawMessage `json:"public,omitempty"`
	Private json.RawMessage `json:"private,omitempty"`
	// Events are the events since the step before.
	Events []game.EventText `json:"events,omitempty"`
	// Decisions has the open decision of the viewer's seat, as the player saw it. For Everybody, it has the
	// decision that is answered next.
	Decisions []game.DecisionText `json:"decisions,omitempty"`
	// Answer is the answer that leads to the next step, if the viewer can see it.
	Answer []game.PickText `json:"answer,omitempty"`
}

// Chunk returns the chunk that contains a step. It fails with [coded.Malformed] if the match does not have the
// step.
func (r *Replay) Chunk(viewer Viewer, step int) (*Chunk, error) {
	if step < 0 || step > r.Len() {
		return nil, coded.Malformedf("the match has the steps 0 to %d, not %d", r.Len(), step)
	}
	first := ChunkStart(step)
	last := min(first+ChunkSteps-1, r.Len())
	chunk := &Chunk{As: viewer.String(), From: first, Last: r.Len()}
	if first > 0 {
		chunk.EventsFrom = r.events[first-1]
	}
	var before documents
	step = first
	err := r.timeline.Walk(r.items[first], r.items[last], func(number int, moment match.Moment) bool {
		if number < r.items[step] {
			return true
		}
		now := r.documents(viewer, moment.Match.State)
		var s Step
		if step == first {
			chunk.Public, chunk.Private = now.public, now.privateDocument()
		} else {
			s.Public, s.Private = patch.Diff(before.public, now.public), now.privatePatch(&before)
		}
		before = now
		s.Events = stream.Visible(r.eventsOf(&moment), viewer.viewer())
		r.addDecisions(&s, viewer, step, moment.Match)
		chunk.Steps = append(chunk.Steps, s)
		step++
		return true
	})
	return chunk, err
}

// ChunkStart returns the first step of the chunk that contains a step.
func ChunkStart(step int) int { return step / ChunkSteps * ChunkSteps }

// addDecisions adds the open decisions and the next answer to a step.
func (r *Replay) addDecisions(s *Step, viewer Viewer, step int, m *match.Match) {
	if step == r.Len() {
		return
	}
	item := &r.record.Items[r.items[step+1]-1]
	isAnswer := item.Kind == match.ItemAnswer
	seat := game.Seat(viewer)
	switch {
	case viewer == Everybody && isAnswer:
		seat = item.Seat
	case viewer < 0:
		return
	}
	d := game.BorrowDecision()
	defer d.GiveBack()
	if !m.State.Decision(seat, d) {
		return
	}
	s.Decisions = []game.DecisionText{d.Text(r.rules)}
	if isAnswer && item.Seat == seat {
		// The record has been checked, so the answer can be parsed.
		picks, _ := d.ParsePicks(r.rules, item.Answer)
		s.Answer = d.PicksText(r.rules, picks)
	}
}

// eventsOf returns the events that led to a moment. For items other than answers, as when a bot takes over a
// seat or the match ends before its game does, it adds the event that players saw at the table.
func (r *Replay) eventsOf(moment *match.Moment) []game.Event {
	events := moment.Events
	if item := moment.Item; item != nil {
		kind := ""
		switch item.Kind {
		case match.ItemLost:
			switch item.Lost {
			case match.LostTime:
				kind = "timeout"
			case match.LostLeft:
				kind = "left"
			case match.LostConceded:
				kind = "conceded"
			}
		case match.ItemPlays:
			if moment.Match.Seats[item.Seat].Lost == "" {
				kind = "standin"
			}
			if item.Bot == "" {
				kind = "returned"
			}
		case match.ItemTaken:
			kind = "taken"
		}
		if kind != "" {
			events = append([]game.Event{{Kind: kind, Seat: item.Seat}}, events...)
		}
	}
	return append(events, moment.Match.Closing()...)
}

// documents holds the documents that a viewer sees at one step.
type documents struct {
	public  any
	private stream.Hands
	// singleHand is true if the viewer sees the hand of at most one seat.
	singleHand bool
}

func (r *Replay) documents(viewer Viewer, state game.State) documents {
	d := documents{public: state.Public(), singleHand: viewer != Everybody}
	for i := range r.record.Seats {
		if seat := game.Seat(i); viewer.sees(seat) {
			d.private[i] = state.Private(seat)
		}
	}
	return d
}

// privateDocument returns the private document, nil if there is none.
func (d *documents) privateDocument() any {
	if !d.singleHand {
		return d.private.Document()
	}
	for _, private := range d.private {
		if private != nil {
			return private
		}
	}
	return nil
}

// privatePatch returns the merge patch that turns the private document of before into this one, nil if they are
// equal.
func (d *documents) privatePatch(before *documents) json.RawMessage {
	if !d.singleHand {
		return d.private.Diff(&before.private)
	}
	for i, private := range d.private {
		if private != nil {
			return patch.Diff(before.private[i], private)
		}
	}
	return nil
}
