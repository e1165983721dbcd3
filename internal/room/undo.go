package room

import (
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// undoPoint is the state before an answer that can be taken back.
type undoPoint struct {
	point match.Point
	seat  game.Seat
	turn  int
	// events is the number of events of the match at that point.
	events int
	// silent says that the answer made no event, so that nobody else knows of it. bot says that a
	// bot gave it.
	silent, bot bool
	// won is the time that the seat's clock gained by the answer, in milliseconds.
	won int64
}

const (
	// keptUndo is how many answers in a row can be taken back.
	keptUndo = 64
	// maxUndos is how many answers a seat can take back in a match; maxBacks is how often a seat
	// can go back, or answer anew, in a turn.
	maxUndos = 200
	maxBacks = 100
)

// addUndoPoint remembers a point, so that the answer after it can be taken back until another seat gives an
// answer that is not silent.
func (p *Play) addUndoPoint(point undoPoint) {
	from := max(0, len(p.trail)+1-keptUndo)
	if !point.silent {
		for i := range p.trail {
			if p.trail[i].seat != point.seat {
				from = max(from, i+1)
			}
		}
	}
	kept := p.trail[from:]
	p.trail = append(kept[:len(kept):len(kept)], point)
}

// goBack takes back a seat's silent answers since the seat was last asked what it is asked in the
// given state. Nothing is left of these answers, and the question gets another id. It reports false
// if the room no longer remembers that point.
func (p *Play) goBack(seat game.Seat, state game.State) bool {
	asked, before := game.BorrowDecision(), game.BorrowDecision()
	defer asked.GiveBack()
	defer before.GiveBack()
	asked.Plain, before.Plain = true, true
	if !state.Decision(seat, asked) {
		return false
	}
	for at := len(p.trail) - 1; at >= 0 && p.trail[at].seat == seat && p.trail[at].silent; at-- {
		if p.trail[at].point.State.Decision(seat, before) && before.Same(asked) {
			p.Match = p.Match.Rewind(p.trail[at].point)
			p.trail = p.trail[:at:at]
			p.Undos[seat]++
			return true
		}
	}
	return false
}

// lastUndoable returns the index in the trail of the last answer of a seat, if the others have given only
// silent answers since; -1 if the seat has nothing to take back.
func (t *Table) lastUndoable(seat game.Seat) int {
	if !t.Playing() || !t.Settings.Undo || t.BotOf(seat) != "" || t.Play.Undone[seat] >= maxUndos {
		return -1
	}
	trail := t.Play.trail
	for at := len(trail) - 1; at >= 0; at-- {
		if trail[at].seat == seat {
			if trail[at].bot {
				return -1
			}
			return at
		} else if !trail[at].silent {
			return -1
		}
	}
	return -1
}

// CanUndo returns the seats whose last answers can be taken back.
func (t *Table) CanUndo() game.Seats {
	var seats game.Seats
	for i := range t.Seats {
		if seat := game.Seat(i); t.lastUndoable(seat) >= 0 {
			seats = seats.With(seat)
		}
	}
	return seats
}

// Undo takes the player's last answer back.
type Undo struct{}

// Kind implements Action.
func (*Undo) Kind() Kind { return KindUndo }

// AnswerUndone records that a player has taken the last answer back. The time that the clock gained
// by the answer is taken back too.
type AnswerUndone struct {
	atSeat
	Undo
}

func (a *Undo) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	if t.BotOf(seat) != "" {
		return nil, coded.Errorf(CodeBotPlays, "a bot plays your seat")
	} else if t.Play.Paused {
		return nil, errPaused
	} else if t.Play.Undone[seat] >= maxUndos {
		return nil, coded.Errorf(CodeUndoLimit, "a seat can take back %d answers in a match", maxUndos)
	}
	return &AnswerUndone{atSeat: atSeat{seat}}, nil
}

func (b *AnswerUndone) apply(t *Table, e *Entry, effects *Effects) error {
	p := t.Play
	at := t.lastUndoable(b.Seat)
	if at < 0 {
		return coded.Errorf(CodeNoUndo, "nothing can be taken back now")
	}
	before := p.trail[at]
	for seat := range p.Undos {
		// A question that is open now and was not open then must get another id if it is asked
		// again. Nobody but its seat sees a decision.
		now, then := game.Decision{Plain: true}, game.Decision{Plain: true}
		asked := p.Match.State.Decision(game.Seat(seat), &now)
		askedThen := before.point.State.Decision(game.Seat(seat), &then)
		if game.Seat(seat) == b.Seat || asked && (!askedThen || now.ID != then.ID) {
			p.Undos[seat]++
		}
	}
	p.Undone[b.Seat]++
	p.Match = p.Match.Rewind(before.point)
	if before.turn != p.Turn {
		p.nextTurn()
	}
	p.trail = p.trail[:at:at]
	effects.Room = false
	if !before.silent {
		effects.Events = []game.Event{
			{Kind: "undo", Seat: b.Seat, Public: game.Facts{game.Int("events", p.Events-before.events)}},
		}
	}
	if before.won != 0 {
		s := &t.Seats[b.Seat]
		s.Bank, s.Since = max(0, t.Clocks().Left(b.Seat, e.At)-before.won), 0
	}
	return nil
}
