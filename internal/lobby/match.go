package lobby

import (
	"errors"
	"time"

	"archmage/internal/game"
)

// match is a match in progress or finished. Its own part of an entry (begin,
// answer, takeBack) needs nothing of the table around it, so a match can be
// played again from its entries alone.
type match struct {
	rules   game.Rules
	state   game.State
	record  record
	started int64
	// ended is when the match was over, 0 while it is not.
	ended int64
	// from is the sequence number of the entry that started the match.
	from uint64
	// turn counts how often it became other players' turn.
	turn int
	// events counts what has happened since the start.
	events int
	// undos counts for each seat the answers taken back that touched its
	// decisions. It is part of the decision ids that leave the room, so that
	// none of them ever means two questions.
	undos undoCounts
	// mayUndo: players may take answers back; undo are the states that can be
	// gone back to now.
	mayUndo bool
	undo    []undoPoint
	// seen says which seat's secrets each person has seen.
	seen map[string]game.Seat
	// result is set when the match is over; shown says that those who watch
	// with a delay may know it.
	result *Result
	shown  bool
}

type undoCounts [game.MaxSeats]uint32

// decisionID returns the id under which a decision leaves the room.
func (u *undoCounts) decisionID(d *game.Decision) uint64 {
	return uint64(u[d.Seat])<<32 | uint64(d.ID)
}

// undoPoint is what was before an answer that can be taken back.
type undoPoint struct {
	state game.State
	seat  game.Seat
	turn  int
	// silent: the answer made no event, so nobody else knows of it.
	silent bool
	// left is the time that the seat had left when it answered at that moment.
	left time.Duration
	at   int64
}

// record is what a match began with.
type record struct {
	Game    string            `json:"game"`
	Version int               `json:"version"`
	Options game.MatchOptions `json:"options"`
	Seats   int               `json:"players"`
	Seed    game.Seed         `json:"seed"`
	// Start is the hash of the first state.
	Start string `json:"start"`
}

// keptUndo is how many answers in a row can be taken back.
const keptUndo = 64

// begin returns the match that a start entry begins, which gets the number
// from. It completes a new entry.
func begin(rules game.Rules, options game.MatchOptions, seats int, mayUndo bool, e *Entry, from uint64) (*match, error) {
	info := rules.Info()
	if e.Version == 0 {
		e.Version = info.Version
	}
	state, err := rules.New(options, seats, game.NewRNG(*e.Seed))
	if err != nil {
		return nil, err
	}
	m := &match{
		rules: rules, state: state, started: e.At, from: from, mayUndo: mayUndo,
		record: record{
			Game: info.ID, Version: e.Version, Options: options, Seats: seats, Seed: *e.Seed, Start: game.Hash(state),
		},
		seen: map[string]game.Seat{},
	}
	return m, e.sign(m.record.Start)
}

// startEvents is what the start of a match tells.
func startEvents() []game.Event { return []game.Event{{Kind: "started", Seat: game.NoSeat}} }

// errOtherState says that stored entries do not lead where they once led.
var errOtherState = errors.New("the stored entries lead to another state")

// sign notes the fingerprint of the state after a new entry, and compares that
// of a stored one.
func (e *Entry) sign(hash string) error {
	if e.Hash != "" && e.Hash != hash {
		return errOtherState
	}
	e.Hash = hash
	return nil
}

// answer applies an answer of e.Seat and returns what happened.
func (m *match) answer(e *Entry) ([]game.Event, error) {
	var d game.Decision
	if !m.state.Decision(e.Seat, &d) {
		return nil, errorf(game.CodeNotAsked, "nothing is asked of you now")
	}
	if e.Decision != m.undos.decisionID(&d) {
		return nil, errorf(game.CodeStale, "that question is no longer open")
	}
	picks, err := m.picks(&d, e)
	if err != nil {
		return nil, err
	}
	var before game.State
	if m.mayUndo && e.By != "" {
		before = m.state.Clone()
	}
	waiting := m.state.Waiting()
	step := &game.Step{}
	if err := m.state.Apply(e.Seat, game.Answer{Decision: d.ID, Picks: picks}, step); err != nil {
		return nil, err
	}
	e.Answer = d.PicksText(m.rules, picks)
	m.remember(before, e.Seat, step)
	if m.state.Waiting() != waiting {
		m.turn++
	}
	m.events += len(step.Events)
	return step.Events, e.sign(game.Hash(m.state))
}

// picks reads the choices of an answer, new or stored.
func (m *match) picks(d *game.Decision, e *Entry) ([]game.Pick, error) {
	if e.picks != nil {
		return d.ParsePicks(m.rules, e.picks)
	}
	return d.PicksFromText(m.rules, e.Answer)
}

// remember keeps the state before an answer, so that it can be taken back, as
// long as nothing hidden or random came up and the same person goes on.
func (m *match) remember(before game.State, seat game.Seat, step *game.Step) {
	if before == nil || !step.Undoable() || m.state.Outcome() != nil {
		m.undo = nil
		return
	}
	if n := len(m.undo); n > 0 && m.undo[n-1].seat != seat {
		m.undo = nil
	}
	if len(m.undo) == keptUndo {
		m.undo = m.undo[1:]
	}
	point := undoPoint{state: before, seat: seat, turn: m.turn, silent: len(step.Events) == 0}
	m.undo = append(m.undo[:len(m.undo):len(m.undo)], point)
}

// canUndo returns the seat whose last answer can be taken back, or game.NoSeat.
func (m *match) canUndo() game.Seat {
	if n := len(m.undo); n > 0 {
		return m.undo[n-1].seat
	}
	return game.NoSeat
}

// takeBack takes the last answer of e.Seat back. It returns where the match
// has gone back to, and what there is to tell: nothing, if others never knew
// of the answer.
func (m *match) takeBack(e *Entry) (undoPoint, []game.Event, error) {
	if m.canUndo() != e.Seat {
		return undoPoint{}, nil, errorf(CodeNoUndo, "nothing can be taken back now")
	}
	at := len(m.undo) - 1
	point := m.undo[at]
	for seat := range m.undos {
		// What was asked and is not any more must not be asked again under
		// the same id. Of others' decisions nobody else learns.
		var now, then game.Decision
		asked := m.state.Decision(game.Seat(seat), &now)
		before := point.state.Decision(game.Seat(seat), &then)
		if game.Seat(seat) == e.Seat || asked && (!before || now.ID != then.ID) {
			m.undos[seat]++
		}
	}
	point.state.CopyInto(m.state)
	if point.turn != m.turn {
		m.turn++
	}
	m.undo = m.undo[:at:at]
	var events []game.Event
	if !point.silent {
		events = []game.Event{{Kind: "undo", Seat: e.Seat}}
	}
	m.events += len(events)
	return point, events, e.sign(game.Hash(m.state))
}
