package room

import (
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// undoPoint is the moment before an answer that can be taken back.
type undoPoint struct {
	point match.Point
	seat  game.Seat
	turn  int
	// events is the number of events of the match at that point.
	events int
	// silent is true if the answer made no event, so that no other player has noticed it. bot is true if a bot
	// gave the answer.
	silent, bot bool
	// gained is the time that the answer added to the seat's clock, in milliseconds.
	gained int64
}

const (
	// maxUndoPoints is the maximum number of consecutive answers that can be taken back.
	maxUndoPoints = 64
	// maxUndos is the number of answers that a seat can take back in a match. maxBacks is the number of
	// times that a seat can go back, or change an answer, in a turn.
	maxUndos = 200
	maxBacks = 100
)

// addUndoPoint adds the point before an answer. The answer can be taken back until another seat gives an answer
// that is not silent.
func (p *Play) addUndoPoint(point undoPoint) {
	first := max(0, len(p.undoPoints)+1-maxUndoPoints)
	if !point.silent {
		for i := range p.undoPoints {
			if p.undoPoints[i].seat != point.seat {
				first = max(first, i+1)
			}
		}
	}
	remaining := p.undoPoints[first:]
	p.undoPoints = append(remaining[:len(remaining):len(remaining)], point)
}

// goBack takes back the silent answers of a seat up to the moment when the seat had the same decision as in the
// given state. These answers leave no trace, and the decision gets another id. goBack returns false if the room
// no longer has that moment.
func (p *Play) goBack(seat game.Seat, state game.State) bool {
	decision, earlier := game.BorrowDecision(), game.BorrowDecision()
	defer decision.GiveBack()
	defer earlier.GiveBack()
	decision.Plain, earlier.Plain = true, true
	if !state.Decision(seat, decision) {
		return false
	}
	for index := len(p.undoPoints) - 1; index >= 0; index-- {
		undo := &p.undoPoints[index]
		if undo.seat != seat || !undo.silent {
			break
		}
		if undo.point.State.Decision(seat, earlier) && earlier.Same(decision) {
			p.Match = p.Match.Rewind(undo.point)
			p.undoPoints = p.undoPoints[:index:index]
			p.DecisionVersions[seat]++
			return true
		}
	}
	return false
}

// lastUndoable returns the index of the undo point before the last answer of a seat. It returns -1 if there is
// none, or if another seat has given an answer since that was not silent.
func (t *Table) lastUndoable(seat game.Seat) int {
	if !t.Playing() || !t.Settings.Undo || t.BotOf(seat) != "" || t.Play.UndoCounts[seat] >= maxUndos {
		return -1
	}
	trail := t.Play.undoPoints
	for index := len(trail) - 1; index >= 0; index-- {
		if trail[index].seat == seat {
			if trail[index].bot {
				return -1
			}
			return index
		} else if !trail[index].silent {
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

// Undo takes back the player's last answer, while `undo` is true.
type Undo struct{}

// Kind implements Action.
func (*Undo) Kind() Kind { return KindUndo }

// AnswerUndone records that a player has taken back the last answer, and with it the time that the answer added
// to the clock.
type AnswerUndone struct {
	atSeat
	Undo
}

func (a *Undo) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	if t.BotOf(seat) != "" {
		return nil, coded.Errorf(CodeBotPlays, "a bot plays your seat")
	} else if t.Play.Paused {
		return nil, errPaused
	} else if t.Play.UndoCounts[seat] >= maxUndos {
		return nil, coded.Errorf(CodeUndoLimit, "a seat can take back %d answers in a match", maxUndos)
	}
	return &AnswerUndone{atSeat: atSeat{seat}}, nil
}

func (b *AnswerUndone) apply(t *Table, e *Entry, effects *Effects) error {
	p := t.Play
	index := t.lastUndoable(b.Seat)
	if index < 0 {
		return coded.Errorf(CodeNoUndo, "nothing can be taken back now")
	}
	before := p.undoPoints[index]
	for seat := range p.DecisionVersions {
		// A decision that is open now and was not open then must get another id when it opens
		// again. Only its own seat sees a decision.
		now, then := game.Decision{Plain: true}, game.Decision{Plain: true}
		isOpen := p.Match.State.Decision(game.Seat(seat), &now)
		wasOpen := before.point.State.Decision(game.Seat(seat), &then)
		if game.Seat(seat) == b.Seat || isOpen && (!wasOpen || now.ID != then.ID) {
			p.DecisionVersions[seat]++
		}
	}
	p.UndoCounts[b.Seat]++
	p.Match = p.Match.Rewind(before.point)
	if before.turn != p.Turn {
		p.nextTurn()
	}
	p.undoPoints = p.undoPoints[:index:index]
	effects.Room = false
	if !before.silent {
		effects.Events = []game.Event{
			{Kind: "undo", Seat: b.Seat, Public: game.Facts{game.Int("events", p.Events-before.events)}},
		}
	}
	if before.gained != 0 {
		s := &t.Seats[b.Seat]
		s.Bank, s.Since = max(0, t.Clocks().Remaining(b.Seat, e.At)-before.gained), 0
	}
	return nil
}
