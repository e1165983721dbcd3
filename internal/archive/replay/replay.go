// Package replay shows a match again from its record: what each audience saw at every step, and how
// the match went as a whole. It bounds how much it computes at once, so that replays do not slow
// down other matches.
//
// The package knows no room, no socket and no database: its caller passes in the records and gets
// encoded parts.
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

// Replay shows a match again. A step is a moment of the match: step 0 is the start, and each item
// of the record leads to the next step, except in a live replay. A Replay is not safe for
// concurrent use.
type Replay struct {
	record   *match.Record
	rules    game.Rules
	timeline *match.Timeline
	// items counts, for each step, the items of the record up to it.
	items []int
	// events counts, for each step, the events up to it, including its own.
	events []int
	index  Timeline
}

// New returns the replay of a record. It fails with [match.CodeBadRecord].
func New(rules game.Rules, record *match.Record) (*Replay, error) {
	line, err := match.NewTimeline(rules, record)
	if err != nil {
		return nil, err
	}
	r := &Replay{record: record, rules: rules, timeline: line}
	return r, r.summarize()
}

// NewLive returns the replay of a match in progress, for one viewer only. It has a step only where
// that viewer learned something: even the number of steps would tell what others have done in
// secret. It has no timeline. It fails with [match.CodeBadRecord].
func NewLive(rules game.Rules, record *match.Record, as Viewer) (*Replay, error) {
	line, err := match.NewTimeline(rules, record)
	if err != nil {
		return nil, err
	}
	r := &Replay{record: record, rules: rules, timeline: line}
	count := 0
	var before documents
	var asked []byte
	err = line.Walk(0, line.Len(), func(number int, moment match.Moment) bool {
		events := len(r.eventsOf(&moment))
		count += events
		now, asks := r.documents(as, moment.Match.State), r.asks(as, moment.Match.State)
		if number == 0 || events > 0 || patch.Diff(before.public, now.public) != nil || now.since(&before) != nil ||
			!bytes.Equal(asked, asks) {
			r.items, r.events = append(r.items, number), append(r.events, count)
		}
		before, asked = now, asks
		return true
	})
	return r, err
}

// asks returns the open decisions of the seats whose hands the viewer sees, encoded.
func (r *Replay) asks(as Viewer, state game.State) []byte {
	d := game.BorrowDecision()
	defer d.GiveBack()
	var list []byte
	for i := range r.record.Seats {
		if as.sees(game.Seat(i)) && state.Decision(game.Seat(i), d) {
			text := d.Text(r.rules)
			list = text.AppendJSON(list)
		}
	}
	return list
}

// Len returns the number of the last step.
func (r *Replay) Len() int { return len(r.items) - 1 }

// Viewer says whose knowledge a replay shows: that of a seat, of a spectator, or of Everybody, who
// sees all hands.
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

// ChunkSteps is how many steps a chunk has; the last one may have fewer.
const ChunkSteps = 64

// Chunk is a part of a match: the documents at its first step, and the changes at each of its other
// steps.
type Chunk struct {
	As string `json:"as"`
	// From is the number of the first step; Last is the number of the last step of the match.
	From int `json:"from"`
	Last int `json:"last"`
	// EventsFrom is the number of the first event of the first step.
	EventsFrom int `json:"eventsFrom"`
	// Public and Private are the documents at the first step. For Everybody, Private has the
	// document of each seat, under s0, s1 and so on; for a spectator it is absent.
	Public  any    `json:"public"`
	Private any    `json:"private,omitempty"`
	Steps   []Step `json:"steps"`
}

// Step is what a viewer learns at a step of a match.
type Step struct {
	// Public and Private are the merge patches of the documents since the step before. They are
	// absent in the first step of a chunk, and if nothing has changed.
	Public  json.RawMessage `json:"public,omitempty"`
	Private json.RawMessage `json:"private,omitempty"`
	// Events are the events since the step before.
	Events []game.EventText `json:"events,omitempty"`
	// Decisions are the open decisions of the viewer's seat, as its player saw them; for Everybody,
	// the decision that is answered next.
	Decisions []game.DecisionText `json:"decisions,omitempty"`
	// Answer is the answer that follows this step, if the viewer sees it.
	Answer []game.PickText `json:"answer,omitempty"`
}

// Chunk returns the chunk that the step is in. It fails with [coded.Malformed] if the match does
// not have the step.
func (r *Replay) Chunk(as Viewer, step int) (*Chunk, error) {
	if step < 0 || step > r.Len() {
		return nil, coded.Malformedf("the match has the steps 0 to %d, not %d", r.Len(), step)
	}
	from := ChunkStart(step)
	to := min(from+ChunkSteps-1, r.Len())
	chunk := &Chunk{As: as.String(), From: from, Last: r.Len()}
	if from > 0 {
		chunk.EventsFrom = r.events[from-1]
	}
	var before documents
	step = from
	err := r.timeline.Walk(r.items[from], r.items[to], func(number int, moment match.Moment) bool {
		if number < r.items[step] {
			return true
		}
		now := r.documents(as, moment.Match.State)
		var s Step
		if step == from {
			chunk.Public, chunk.Private = now.public, now.whole()
		} else {
			s.Public, s.Private = patch.Diff(before.public, now.public), now.since(&before)
		}
		before = now
		s.Events = stream.Visible(r.eventsOf(&moment), as.viewer())
		r.ask(&s, as, step, moment.Match)
		chunk.Steps = append(chunk.Steps, s)
		step++
		return true
	})
	return chunk, err
}

// ChunkStart returns the first step of the chunk that a step is in.
func ChunkStart(step int) int { return step / ChunkSteps * ChunkSteps }

// ask adds to a step the open decisions and the next answer.
func (r *Replay) ask(s *Step, as Viewer, step int, m *match.Match) {
	if step == r.Len() {
		return
	}
	item := &r.record.Items[r.items[step+1]-1]
	answers := item.Kind == match.ItemAnswer
	asked := game.Seat(as)
	switch {
	case as == Everybody && answers:
		asked = item.Seat
	case as < 0:
		return
	}
	d := game.BorrowDecision()
	defer d.GiveBack()
	if !m.State.Decision(asked, d) {
		return
	}
	s.Decisions = []game.DecisionText{d.Text(r.rules)}
	if answers && item.Seat == asked {
		// The record has been checked, so the answer can be parsed.
		picks, _ := d.ParsePicks(r.rules, item.Answer)
		s.Answer = d.PicksText(r.rules, picks)
	}
}

// eventsOf returns the events that have led to a moment. Where a record has only an item, as when a
// bot takes a seat over or the match ends before the game does, it adds the event that a table
// shows.
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

// documents are the documents that a viewer sees at a moment.
type documents struct {
	public  any
	private stream.Hands
	// one says that the viewer sees the hand of at most one seat.
	one bool
}

func (r *Replay) documents(as Viewer, state game.State) documents {
	d := documents{public: state.Public(), one: as != Everybody}
	for i := range r.record.Seats {
		if seat := game.Seat(i); as.sees(seat) {
			d.private[i] = state.Private(seat)
		}
	}
	return d
}

// whole returns the private document, nil if there is none.
func (d *documents) whole() any {
	if !d.one {
		return d.private.Whole()
	}
	for _, private := range d.private {
		if private != nil {
			return private
		}
	}
	return nil
}

// since returns the merge patch of the private document since the documents before, nil if it has
// not changed.
func (d *documents) since(before *documents) json.RawMessage {
	if !d.one {
		return d.private.Since(&before.private)
	}
	for i, private := range d.private {
		if private != nil {
			return patch.Diff(before.private[i], private)
		}
	}
	return nil
}
