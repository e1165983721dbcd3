package runner

import (
	"context"
	"errors"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/event"
)

// openTable is a table without a result, and its room.
type openTable struct {
	round, number int
	table         *event.Table
	room          string
	// seats has the seats of the event's table by seat of the room. People who have forfeited have no seat there,
	// unless a bot has taken it.
	seats []int
	state TableState
}

// openTables returns the tables without results.
func openTables(e *event.Event) (list []openTable) {
	for i := range e.Rounds {
		for j := range e.Rounds[i].Tables {
			t := &e.Rounds[i].Tables[j]
			if t.Result != nil {
				continue
			}
			open := openTable{round: i + 1, number: j, table: t, room: e.Room(i+1, j)}
			for seat := range t.Seats {
				if !t.Absent[seat] || e.Settings.Fillers {
					open.seats = append(open.seats, seat)
				}
			}
			list = append(list, open)
		}
	}
	return list
}

// rooms opens, reads and closes the rooms of the tables of events.
type rooms struct{ *Runner }

func (r *Runner) rooms() rooms { return rooms{r} }

// visitTables opens the rooms of tables, and stores results and forfeits. It reports whether the event has changed.
func (r rooms) visitTables(ctx context.Context, l *live, e *event.Event) (hasChanged bool, err error) {
	if err := r.closeRooms(ctx, l, e); err != nil {
		return false, err
	}
	tables := openTables(e)
	if err := r.openRooms(ctx, l, e, tables); err != nil {
		return false, err
	}
	if err := r.readStates(ctx, l, tables); err != nil {
		return false, err
	}
	for i := range tables {
		t := &tables[i]
		changed, err := r.settleTable(ctx, l, e, t)
		hasChanged = hasChanged || changed
		if err != nil {
			return hasChanged, err
		}
	}
	return hasChanged, nil
}

// openRooms opens the rooms of tables that this node has not opened. A room that cannot be opened is tried again at
// the next look; an officer can settle its table.
func (r rooms) openRooms(ctx context.Context, l *live, e *event.Event, tables []openTable) error {
	var failed error
	for i := range tables {
		t := &tables[i]
		if l.has(l.opened, t.room) {
			continue
		}
		table := &Table{Room: t.room, Event: e.ID, Round: t.round, Number: t.number, Settings: e.Settings}
		for _, seat := range t.seats {
			table.People = append(table.People, t.personAt(e, seat))
		}
		table.Until = e.AwaitedUntil(t.round, t.number)
		if e.Settings.SameDeal {
			deal := e.Deal(t.round)
			table.Deal = &deal
		}
		if err := r.options.Tables.Open(ctx, table); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if code := coded.Of(err); code != "" && code != coded.Busy {
				r.log.Warn("the room of a table cannot be opened", zap.String("event", e.ID), zap.Error(err))
				continue
			}
			failed = errors.Join(failed, err)
			continue
		}
		l.put(l.opened, t.room, true)
	}
	return failed
}

// personAt returns the person at a seat of the event's table, the zero Person for a bot.
func (t *openTable) personAt(e *event.Event, seat int) event.Person {
	if number := t.table.Seats[seat]; number != event.Bot && !t.table.Absent[seat] {
		return event.Person{ID: e.People[number].ID, Name: e.People[number].Name}
	}
	return event.Person{}
}

// has and put read and write a set of rooms.
func (l *live) has(set map[string]bool, room string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return set[room]
}

func (l *live) put(set map[string]bool, room string, is bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if is {
		set[room] = true
	} else {
		delete(set, room)
	}
}

// readStates reads the states of the rooms of tables, and shows what has changed.
func (r rooms) readStates(ctx context.Context, l *live, tables []openTable) error {
	ids := make([]string, len(tables))
	for i := range tables {
		ids[i] = tables[i].room
	}
	var states []TableState
	if len(ids) > 0 {
		var err error
		if states, err = r.options.Tables.States(ctx, ids); err != nil {
			return err
		}
	}
	now := make(map[string]TableState, len(ids))
	for i := range tables {
		if i < len(states) {
			tables[i].state, now[ids[i]] = states[i], states[i]
		}
		if tables[i].state.Status == TableClosed {
			l.put(l.opened, ids[i], false) // opened again at the next look
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !areSameStates(l.states, now) {
		l.states = now
		r.changed(l)
	}
	return nil
}

// settleTable stores the result of a table that is over, or that people have not come.
func (r rooms) settleTable(ctx context.Context, l *live, e *event.Event, t *openTable) (hasChanged bool, err error) {
	switch t.state.Status {
	case TableOver:
		report := &event.Report{Match: t.state.Match, Record: t.state.Record}
		report.Places, report.Totals = event.ResultOf(t.state.Result, t.table.Absent)
		report.Round, report.Table = t.round, t.number
		return r.carryOut(ctx, l, report)
	case TablePlaying:
		return false, r.hurry(ctx, l, e, t)
	case TableWaiting:
		until := e.AwaitedUntil(t.round, t.number)
		if err := r.await(ctx, l, e, t, until); err != nil {
			return false, err
		}
		if e.Status != event.StatusRunning || r.now() < until {
			return false, nil
		}
		for i, seat := range t.seats {
			isAbsent := i < len(t.state.Present) && !t.state.Present[i] && !t.table.Absent[seat]
			if !isAbsent || t.table.Seats[seat] == event.Bot {
				continue
			}
			forfeit := &event.Forfeit{Seat: seat}
			forfeit.Round, forfeit.Table = t.round, t.number
			changed, err := r.carryOut(ctx, l, forfeit)
			hasChanged = hasChanged || changed
			if err != nil {
				return hasChanged, err
			}
		}
	}
	return hasChanged, nil
}

// hurry says at a table at which a match is played that the time of the round is over. If that fails, it is tried again
// at the next look.
func (r rooms) hurry(ctx context.Context, l *live, e *event.Event, t *openTable) error {
	if e.Status != event.StatusRunning || r.now() < e.Deadline(t.round) || l.has(l.hurried, t.room) {
		return nil
	}
	if err := r.options.Tables.Hurry(ctx, t.room); err != nil {
		r.log.Warn("the time of a table cannot be ended", zap.String("event", e.ID), zap.Error(err))
		return ctx.Err()
	}
	l.put(l.hurried, t.room, true)
	return nil
}

// await says at a table until when people are awaited, unless this node has said so. If that fails, it is tried again
// at the next look.
func (r rooms) await(ctx context.Context, l *live, e *event.Event, t *openTable, until int64) error {
	l.mu.Lock()
	isKnown := l.awaited[t.room] == until
	l.mu.Unlock()
	if isKnown {
		return nil
	}
	if err := r.options.Tables.Await(ctx, t.room, until, t.table.Waited > t.table.Changed); err != nil {
		r.log.Warn("a table cannot be told who is awaited", zap.String("event", e.ID), zap.Error(err))
		return ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.awaited[t.room] = until
	return nil
}

// closeRooms closes the rooms of tables that were settled or forfeited, and the earlier rooms of tables that have begun
// anew.
func (r rooms) closeRooms(ctx context.Context, l *live, e *event.Event) error {
	for i := range e.Rounds {
		for j, t := range e.Rounds[i].Tables {
			absent := 0
			for _, isAbsent := range t.Absent {
				if isAbsent {
					absent++
				}
			}
			for k := range absent {
				if err := r.closeRoom(ctx, l, e.RoomAfter(i+1, j, k)); err != nil {
					return err
				}
			}
			if t.Result != nil && t.Result.Match == "" {
				if err := r.closeRoom(ctx, l, e.RoomAfter(i+1, j, absent)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r rooms) closeRoom(ctx context.Context, l *live, room string) error {
	if l.has(l.closed, room) {
		return nil
	}
	if err := r.options.Tables.Close(ctx, room); err != nil {
		return err
	}
	l.put(l.closed, room, true)
	return nil
}

// closeWaiting closes the rooms of a cancelled event at which no match has begun.
func (r rooms) closeWaiting(ctx context.Context, e *event.Event) error {
	tables := openTables(e)
	if len(tables) == 0 {
		return nil
	}
	ids := make([]string, len(tables))
	for i := range tables {
		ids[i] = tables[i].room
	}
	states, err := r.options.Tables.States(ctx, ids)
	if err != nil {
		return err
	}
	for i := range states {
		if states[i].Status == TableWaiting {
			if err := r.options.Tables.Close(ctx, ids[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// areSameStates compares what viewers see of states.
func areSameStates(a, b map[string]TableState) bool {
	if len(a) != len(b) {
		return false
	}
	for room, x := range a {
		y, ok := b[room]
		if !ok || x.Status != y.Status || string(x.Progress) != string(y.Progress) || len(x.Present) != len(y.Present) {
			return false
		}
		for i := range x.Present {
			if x.Present[i] != y.Present[i] {
				return false
			}
		}
	}
	return true
}
