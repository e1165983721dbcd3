package room

import (
	"errors"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Change is the result of a command.
type Change struct {
	// Entry is the entry to store, nil if the same command was carried out before.
	Entry   *Entry
	Next    *Table
	Effects Effects
}

// Effects has the events of an entry and what else has changed, in addition to the new table.
type Effects struct {
	// Events lists the events that happened in the match.
	Events []game.Event
	// Room is true if the public information about the room ([Info]) can have changed too.
	Room bool
}

// Decide carries out a command on a copy of the table and returns the result, or refuses the
// command with a coded error. It does not change t.
func Decide(t *Table, c *Command) (Change, error) {
	var k kindSpec
	if c.Body != nil {
		k = kinds[c.Body.Kind()]
	}
	switch {
	case c.By.ID == "" && k.by&byRoom == 0, c.By.ID != "" && k.by&^byRoom == 0:
		return Change{}, coded.Errorf(CodeUnknownCommand, "unknown command for this sender")
	case len(c.By.ID) > maxID:
		return Change{}, coded.Malformedf("a person's id has at most %d bytes", maxID)
	case len(c.ID) > maxID:
		return Change{}, coded.Malformedf("the id of a command has at most %d bytes", maxID)
	case t.isCarriedOut(request{c.By.ID, c.ID}):
		return Change{Next: t}, nil
	}
	if err := t.Reservations().checkCommand(c); err != nil {
		return Change{}, err
	}
	seat, err := t.authorize(c, k.by)
	if err != nil {
		return Change{}, err
	}
	if err := t.checkStage(k.when, c.Body, seat); err != nil {
		return Change{}, err
	}
	body, err := c.Body.decide(t, c, seat)
	if err != nil {
		return Change{}, err
	}
	e := &Entry{At: c.At, By: c.By.ID, ID: c.ID, Body: body}
	next, effects, err := Apply(t, e)
	if err != nil {
		return Change{}, err
	}
	if next.Play != nil && (t.Play == nil || next.Play.Match.Hash != t.Play.Match.Hash) {
		e.Hash = next.Play.Match.Hash
	}
	return Change{Entry: e, Next: next, Effects: effects}, nil
}

// authorize returns the seat that a command concerns. It refuses the command if its sender is not one of the
// allowed senders.
func (t *Table) authorize(c *Command, allowed senders) (game.Seat, error) {
	switch {
	case c.By.ID == "", allowed&byAnyPerson != 0, allowed&byHost != 0 && c.By.ID == t.Host:
		return seatNamedBy(c.Body), nil
	case allowed&byPlayer == 0:
		return game.NoSeat, coded.Errorf(CodeNotHost, "only the host may do that")
	}
	seat := t.SeatOf(c.By.ID)
	if seat == game.NoSeat {
		return game.NoSeat, coded.Errorf(CodeNotSeated, "you have no seat here")
	}
	return seat, nil
}

// checkStage refuses commands that are not allowed at this stage of the room's life, and those that name a seat
// that does not exist.
func (t *Table) checkStage(when stage, action any, seat game.Seat) error {
	switch {
	case when == unopened && t.Last != 0:
		return coded.Errorf(CodeUnknownCommand, "the room is open already")
	case when != unopened && t.Last == 0:
		return coded.Errorf(CodeUnknownCommand, "the room is not open yet")
	case when == beforeMatch && t.InMatch():
		return ErrTooLate
	case when == inMatch && !t.Playing():
		return coded.Errorf(CodeNotPlaying, "no match is played here")
	case when == afterMatch && t.Status != StatusFinished:
		return coded.Errorf(CodePlaying, "the match is not over")
	}
	if _, ok := action.(seatNamer); ok {
		return t.checkSeat(seat)
	}
	return nil
}

// ErrDiverged means that stored entries no longer lead to the state that they led to when they were stored.
var ErrDiverged = errors.New("the stored entries lead to another state")

// Apply returns the table after an entry. It is the only way to change a room. It does not change t. It fails
// if the entry cannot follow t.
func Apply(t *Table, e *Entry) (*Table, Effects, error) {
	if err := t.checkStage(kinds[e.Body.Kind()].when, e.Body, seatNamedBy(e.Body)); err != nil {
		return nil, Effects{}, err
	}
	next := t.copy()
	if next.Stopped && e.By != "" {
		// The entry shows that a player is back.
		next.Stopped = false
		next.Clocks().update(e.At)
	}
	next.Unloaded, next.At = false, e.At
	wasAway := next.markPresent(next.SeatOf(e.By))
	effects := Effects{Room: true}
	if err := e.Body.apply(next, e, &effects); err != nil {
		return nil, Effects{}, err
	}
	proposals{next}.resolve(e.At, &effects)
	if next.Event == nil && next.SeatOf(next.Host) == game.NoSeat {
		// If the host has no seat, the first person who takes a seat becomes host.
		next.nextHost(&effects)
	}
	effects.Room = effects.Room || wasAway
	if next.Playing() && next.Play.Match.Result != nil {
		next.finishMatch()
		effects.Events = append(effects.Events, next.Play.Match.Closing()...)
		effects.Room = true
	}
	if next.Play != nil {
		next.Play.Events += len(effects.Events)
	}
	if e.Hash != "" && (next.Play == nil || next.Play.Match.Hash != e.Hash) {
		return nil, Effects{}, ErrDiverged
	}
	offers{next}.resolve()
	next.Last++
	if e.By != "" && e.ID != "" {
		next.remember(request{e.By, e.ID})
	}
	next.updateSaved(e.Body.Kind())
	next.updateStatus()
	next.Clocks().update(e.At)
	return next, effects, nil
}
