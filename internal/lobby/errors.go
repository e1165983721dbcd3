package lobby

import (
	"context"
	"errors"
	"fmt"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// The codes of errors of the lobby, besides those of rooms and games.
const (
	// CodeBusy: the room has too much to do; try again.
	CodeBusy coded.Code = "busy"
	// CodeNoRoom: there is no such room.
	CodeNoRoom coded.Code = "no_room"
	// CodeNoCode: there is no room with that short code, or its match has started.
	CodeNoCode coded.Code = "no_code"
	// CodeNoSpectators: the host does not allow spectators.
	CodeNoSpectators coded.Code = "no_spectators"
	// CodeBadChat: a chat line that is empty or too long.
	CodeBadChat coded.Code = "bad_chat"
	// CodeNoLine: a line of the chat that the person cannot read.
	CodeNoLine coded.Code = "no_line"
	// CodeTooFast: too many chat lines in a short time.
	CodeTooFast coded.Code = "too_fast"
	// CodeFrozen: the room has met an error of the server; its log is kept.
	CodeFrozen coded.Code = "frozen"
	// CodeNotStored: the room could not store the move; nothing has happened.
	CodeNotStored coded.Code = "not_stored"
	// CodeNotKept: events that cannot be shown any more.
	CodeNotKept coded.Code = "not_kept"
	// CodeNotMet: somebody with whom the person has not played.
	CodeNotMet coded.Code = "not_met"
	// CodeNoHints: no hints where other people play, or none for the game.
	CodeNoHints coded.Code = "no_hints"
	// CodeClosed ends subscriptions when those who run the server close the
	// room: it does not exist any more.
	CodeClosed coded.Code = "closed"
	// CodeRestart ends subscriptions when the server stops: connect again in a
	// moment.
	CodeRestart coded.Code = "restart"
	// CodeMoved ends subscriptions when the room goes to another node: connect again
	// at once.
	CodeMoved coded.Code = "moved"
	// CodeClosing: the server is shutting down; everything is stored.
	CodeClosing coded.Code = "closing"
	// CodeInternal: an error of the server.
	CodeInternal coded.Code = "internal"
)

// Refusal returns what a client sees of an error: the error itself if it has a code,
// otherwise only CodeInternal. In the second case ok is false, and the caller logs the
// error.
func Refusal(err error) (refusal *coded.Error, ok bool) {
	if err == nil || errors.As(err, &refusal) {
		return refusal, true
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return coded.Errorf(CodeBusy, "that took too long; try again"), true
	}
	if isElsewhere(err) {
		return errMoved, true
	}
	if away := unavailable(nil); errors.As(err, &away) {
		return coded.Errorf(CodeBusy, "the server cannot reach its database; try again in a moment"), true
	}
	return coded.Errorf(CodeInternal, "an error of the server; it has been logged"), false
}

// unavailable is an error of a database that cannot be reached now.
type unavailable interface{ Unavailable() }

// ElsewhereError says that another living node has the room, which must be asked
// instead. Nothing was done.
type ElsewhereError struct {
	Room string
	Node store.Node
}

// Error implements error.
func (e *ElsewhereError) Error() string {
	return fmt.Sprintf("node %s (%s) at %s has the room %s", e.Node.Name, e.Node.ID, e.Node.Addr, e.Room)
}

func errNoRoom(id string) error { return coded.Errorf(CodeNoRoom, "there is no room %.40q", id) }

var (
	errBusy   = coded.Errorf(CodeBusy, "the room has too much to do; try again")
	errFrozen = coded.Errorf(CodeFrozen, "the room has met an error of the server; its log is kept")
	// errAsleep says that the room has left memory; the directory finds it again.
	errAsleep = coded.Errorf(CodeNoRoom, "the room is asleep")
	// errUnknown says that an entry may be stored or not.
	errUnknown      = coded.Errorf(CodeBusy, "it is not known yet whether the move is stored; try again")
	errNotStored    = coded.Errorf(CodeNotStored, "the move could not be stored; nothing has happened")
	errNoHints      = coded.Errorf(CodeNoHints, "there are hints only at a table where no other person plays")
	errNoSpectators = coded.Errorf(CodeNoSpectators, "the host lets nobody watch")
)
