package lobby

import (
	"context"
	"errors"
	"fmt"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/store"
)

// The codes of the lobby's errors, besides those of rooms, games and the directory.
const (
	// CodeBusy: the room has too much to do; try again.
	CodeBusy coded.Code = "busy"
	// CodeNoSpectators: the host does not allow spectators.
	CodeNoSpectators coded.Code = "no_spectators"
	// CodeBadChat: the chat line is empty or too long.
	CodeBadChat coded.Code = "bad_chat"
	// CodeNoLine: the person cannot read that line of the chat.
	CodeNoLine coded.Code = "no_line"
	// CodeTooFast: the person has written too many chat lines in a short time.
	CodeTooFast coded.Code = "too_fast"
	// CodeFrozen: the room has met an error of the server; its log is kept.
	CodeFrozen coded.Code = "frozen"
	// CodeNotStored: the room could not store the change, so nothing has happened.
	CodeNotStored coded.Code = "not_stored"
	// CodeNotKept: the events cannot be shown any more.
	CodeNotKept coded.Code = "not_kept"
	// CodeNoHints: other people play at the table, or the game has no hints.
	CodeNoHints coded.Code = "no_hints"
	// CodeClosed ends subscriptions when an operator or moderator closes the room: it does not
	// exist any more.
	CodeClosed coded.Code = "closed"
	// CodeRestart ends subscriptions when the server stops: the client should connect again in a
	// moment.
	CodeRestart coded.Code = "restart"
	// CodeMoved ends subscriptions when the room goes to another node: the client should connect
	// again at once.
	CodeMoved coded.Code = "moved"
	// CodeClosing: the server is shutting down, and everything is stored.
	CodeClosing coded.Code = "closing"
	// CodeInternal: the server has met an error.
	CodeInternal coded.Code = "internal"
)

// Refusal returns what a client may see of an error: the error itself if it has a code, else only
// CodeInternal. In the second case ok is false, and the caller should log the error.
func Refusal(err error) (refusal *coded.Error, ok bool) {
	if err == nil || errors.As(err, &refusal) {
		return refusal, true
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return coded.Errorf(CodeBusy, "that took too long; try again"), true
	}
	if isOnOtherNode(err) {
		return errMoved, true
	}
	if away := unavailable(nil); errors.As(err, &away) {
		return coded.Errorf(CodeBusy, "the server cannot reach its database; try again in a moment"), true
	}
	if errors.Is(err, store.ErrInvalid) {
		return coded.Malformedf("the server cannot store that"), true
	}
	return coded.Errorf(CodeInternal, "an error of the server; it has been logged"), false
}

// unavailable is implemented by the errors of a database that cannot be reached now.
type unavailable interface{ Unavailable() }

// ElsewhereError says that another living node has the room, and should be asked instead. Nothing
// was done.
type ElsewhereError struct {
	Room string
	Node store.Node
}

// Error implements error.
func (e *ElsewhereError) Error() string {
	return fmt.Sprintf("node %s (%s) at %s has the room %s", e.Node.Name, e.Node.ID, e.Node.Addr, e.Room)
}

var (
	errBusy   = coded.Errorf(CodeBusy, "the room has too much to do; try again")
	errFrozen = coded.Errorf(CodeFrozen, "the room has met an error of the server; its log is kept")
	// errUnloaded says that the room has left memory; the caller has to look it up again.
	errUnloaded = coded.Errorf(directory.CodeNoRoom, "the room has been unloaded")
	// errUnknown says that it is not known whether an entry was stored.
	errUnknown      = coded.Errorf(CodeBusy, "it is not known yet whether the move is stored; try again")
	errNotStored    = coded.Errorf(CodeNotStored, "the move could not be stored; nothing has happened")
	errNoHints      = coded.Errorf(CodeNoHints, "there are hints only at a table where no other person plays")
	errNoSpectators = coded.Errorf(CodeNoSpectators, "the host lets nobody watch")
)
