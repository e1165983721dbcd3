package offline

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"

	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
	"archmage/internal/stream"
	"archmage/internal/strict"
)

// The answers to these requests have the same members as those of the server, which documents them.

// eventPage is a page of the events of the match.
type eventPage struct {
	Events []game.EventText `json:"events"`
	From   int              `json:"from"`
}

// maxEvents is the maximum number of events in a page.
const maxEvents = 200

// Events returns a page of at most limit events before number before, as JSON.
func (r *Room) Events(before, limit int) []byte {
	if before < 1 || before > len(r.events) {
		before = len(r.events)
	}
	from := max(0, before-min(max(limit, 1), maxEvents))
	viewer := game.SeatViewer(r.table.SeatOf(r.options.Person.ID))
	return strict.Encode(eventPage{stream.Visible(r.events[from:before], viewer), from})
}

// Steps returns the chunk of the match so far that contains a step, or the last one for replay.Last, as JSON. It
// fails with room.CodeNotPlaying, coded.Malformed and replay.CodeNoReplay.
func (r *Room) Steps(step int) ([]byte, error) {
	seat := r.table.SeatOf(r.options.Person.ID)
	m, mark := r.stream.VisibleMatch(seat)
	if m == nil {
		return nil, coded.Errorf(room.CodeNotPlaying, "nothing is played")
	}
	record := m.Record(nil)
	source := replay.Source{
		ID: mark, Rules: m.Rules, Seats: len(m.Seats), Record: func() (*match.Record, error) { return record, nil },
	}
	data, err := r.replays.Live(source, replay.Viewer(seat), step).Data(context.Background())
	if err != nil {
		return nil, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unpacked)
}

// hint has the best answers to the open decision.
type hint struct {
	Decision uint64        `json:"decision"`
	Lines    []replay.Line `json:"lines"`
}

const (
	// hintLines is the maximum number of answers in a hint.
	hintLines = 3
	// hintIterations limits the search for a hint.
	hintIterations = 2000
	// CodeNoHints: the game has no search.
	CodeNoHints coded.Code = "no_hints"
)

// Hint returns the best answers to the open decision of the player, as JSON. The search uses only what the
// player knows. It fails with room.CodeNotPlaying, CodeNoHints and game.CodeNotAsked.
func (r *Room) Hint() ([]byte, error) {
	t := r.table
	if !t.Playing() || t.Play.Paused {
		return nil, coded.Errorf(room.CodeNotPlaying, "nothing is played")
	}
	m, seat := t.Play.Match, t.SeatOf(r.options.Person.ID)
	g, _ := r.options.Games.Find(m.Game)
	if g.Analyst == nil {
		return nil, coded.Errorf(CodeNoHints, "the game has no search")
	}
	d := game.Decision{Plain: true}
	if t.BotOf(seat) != "" || !m.State.Decision(seat, &d) {
		return nil, coded.Errorf(game.CodeNotAsked, "you are not asked anything")
	}
	answer := hint{Decision: t.Play.DecisionID(&d)}
	rng, p := r.rng(), game.NewPosition(m.State, seat, nil)
	p.Budget.Iterations = hintIterations
	lines := g.Analyst.Analyse(r.think(), p, &rng)
	for i := range lines[:min(len(lines), hintLines)] {
		answer.Lines = append(answer.Lines, replay.NewLine(m.Rules, p.Decision, &lines[i]))
	}
	if len(answer.Lines) == 0 {
		return nil, coded.Errorf(CodeNoHints, "the search has found nothing")
	}
	return strict.Encode(answer), nil
}

// Record returns the record of the last match, as JSON. It fails with room.CodePlaying before its end, because
// the record has what the player may not know.
func (r *Room) Record() ([]byte, error) {
	if p := r.table.Play; p == nil || p.Match.Result == nil {
		return nil, coded.Errorf(room.CodePlaying, "the match is not over")
	}
	return r.table.Play.Match.Record(nil).Encode(), nil
}
