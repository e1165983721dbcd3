package lobby

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/eventlog"
)

// CloseRoom ends a room for good: a match in progress is abandoned, everybody
// is told CodeClosed, and the room is deleted with its log and chat. Its
// results stay. It fails with CodeNoRoom, CodeNotStored if the match could not
// be ended, and CodeBusy if the room may still be there.
func (l *Lobby) CloseRoom(ctx context.Context, id string) error {
	return l.ask(ctx, id, func(reply chan<- error) message { return closeRoom{reply} })
}

// closeRoom asks the room to end for good.
type closeRoom struct{ reply chan<- error }

func (m closeRoom) handle(a *actor) { m.reply <- a.guard(a.close) }

func (a *actor) close() error {
	if a.frozen == nil && a.table.playing() {
		if err := a.carryOut(&Entry{Kind: KindClose}); err != nil {
			return err
		}
	}
	err := a.lobby.log.Delete(a.lobby.storing, a.head)
	if err != nil && !errors.Is(err, eventlog.ErrNotFound) {
		a.log.Error("a room could not be deleted", zap.Error(err))
		a.leave()
		return errorf(CodeBusy, "the room could not be deleted; try again")
	}
	a.log.Info("the room is closed")
	a.ending = true
	for sub := range a.subs {
		sub.end(CodeClosed)
	}
	return nil
}

// close abandons the match of a room that is closed.
func (t *table) close(e *Entry) error {
	if !t.playing() {
		return errorf(CodeNotPlaying, "no match is played here")
	}
	t.finish(nil, e.At)
	return nil
}

// Inspection is what those who run the server see of a room. They may be
// players themselves, so it has nothing of a match in progress that anybody
// may not know.
type Inspection struct {
	ID       string     `json:"id"`
	Status   Status     `json:"status"`
	Host     string     `json:"host"`
	Created  time.Time  `json:"created"`
	Settings Settings   `json:"settings"`
	Seats    []seatInfo `json:"seats"`
	Matches  int        `json:"matches"`
	// Entries is the length of the log, during a match at its start: how many
	// follow tells of secret declarations.
	Entries uint64 `json:"entries"`
}

// Inspect returns how a room stands, waking it if it is asleep. It fails with
// CodeNoRoom and CodeBusy.
func (l *Lobby) Inspect(ctx context.Context, id string) (Inspection, error) {
	var seen Inspection
	err := l.ask(ctx, id, func(reply chan<- error) message { return inspect{&seen, reply} })
	if err != nil {
		return Inspection{}, err
	}
	room, err := l.log.Room(ctx, id)
	if errors.Is(err, eventlog.ErrNotFound) {
		return Inspection{}, errorf(CodeNoRoom, "there is no room %q", id)
	}
	seen.Created = room.Created
	return seen, err
}

// inspect asks the room how it stands.
type inspect struct {
	into  *Inspection
	reply chan<- error
}

func (m inspect) handle(a *actor) {
	m.reply <- a.guard(func() error { *m.into = a.inspect(); return nil })
}

func (a *actor) inspect() Inspection {
	frame := a.roomFrame()
	if a.behind() {
		a.hideEnd(&frame)
	}
	seen := Inspection{
		ID: frame.ID, Status: frame.Status, Host: frame.Host, Settings: *frame.Settings, Seats: frame.Seats,
		Matches: frame.Matches, Entries: a.head.Seq,
	}
	if m := a.table.match; m != nil && (m.result == nil || a.behind()) {
		seen.Entries = m.from
	}
	return seen
}

// ask sends a room a message with a channel for its reply, waking the room if it
// is asleep, and returns the reply.
func (l *Lobby) ask(ctx context.Context, id string, about func(reply chan<- error) message) error {
	return l.with(ctx, id, func(r *Room) error {
		reply := make(chan error, 1)
		if err := r.send(about(reply)); err != nil {
			return err
		}
		got, err := await(ctx, r, reply)
		if err != nil {
			return err
		}
		return got
	})
}

// Awake reports whether a room is in memory.
func (l *Lobby) Awake(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rooms[id] != nil
}

// hasCode reports whether an error has the code.
func hasCode(err error, code coded.Code) bool {
	var refusal *coded.Error
	return errors.As(err, &refusal) && refusal.Code == code
}
