package room

import (
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// undoPoint is what was before an answer that can be taken back.
type undoPoint struct {
	point match.Point
	seat  game.Seat
	turn  int
	// silent: the answer made no event, so nobody else knows of it.
	silent bool
	// won is how much more time the seat had after the answer, in milliseconds.
	won int64
}

// keptUndo is how many answers in a row can be taken back.
const keptUndo = 64

// maxUndos is how many answers a seat can take back in a match.
const maxUndos = 200

// keep lets an answer be taken back, for as long as the same person goes on.
func (p *Play) keep(point undoPoint) {
	if n := len(p.undo); n > 0 && p.undo[n-1].seat != point.seat {
		p.undo = nil
	}
	if len(p.undo) == keptUndo {
		p.undo = p.undo[1:]
	}
	p.undo = append(p.undo[:len(p.undo):len(p.undo)], point)
}

// CanUndo returns the seat whose last answer can be taken back, or game.NoSeat.
func (t *Table) CanUndo() game.Seat {
	if !t.Playing() || len(t.Play.undo) == 0 {
		return game.NoSeat
	}
	seat := t.Play.undo[len(t.Play.undo)-1].seat
	if t.BotOf(seat) != "" || t.Play.Undone[seat] >= maxUndos {
		return game.NoSeat
	}
	return seat
}

// AnswerUndone: a player has taken the last answer back, and with it the time
// that was won by it.
type AnswerUndone struct {
	atSeat
}

// Kind implements Body.
func (*AnswerUndone) Kind() Kind { return KindUndo }

func decideUndo(t *Table, c *Command) (Body, error) {
	if t.BotOf(c.Seat) != "" {
		return nil, coded.Errorf(CodeBotPlays, "a bot plays your seat")
	} else if t.Play.Paused {
		return nil, errPaused
	} else if t.Play.Undone[c.Seat] >= maxUndos {
		return nil, coded.Errorf(CodeUndoLimit, "a seat can take back %d answers in a match", maxUndos)
	}
	return &AnswerUndone{atSeat{c.Seat}}, nil
}

func (b *AnswerUndone) apply(t *Table, e *Entry, effects *Effects) error {
	p := t.Play
	if t.CanUndo() != b.Seat {
		return coded.Errorf(CodeNoUndo, "nothing can be taken back now")
	}
	at := len(p.undo) - 1
	before := p.undo[at]
	for seat := range p.Undos {
		// What was asked and is not any more must not be asked again under the
		// same id. Of others' decisions nobody else learns.
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
		p.Turn++
	}
	p.undo = p.undo[:at:at]
	effects.Room = false
	if !before.silent {
		effects.Events = []game.Event{{Kind: "undo", Seat: b.Seat}}
	}
	if before.won != 0 {
		s := &t.Seats[b.Seat]
		s.Bank, s.Since = max(0, t.Left(b.Seat, e.At)-before.won), 0
	}
	return nil
}
