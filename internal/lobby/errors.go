package lobby

import (
	"fmt"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/store"
)

// The codes of the lobby's errors, in addition to those of rooms, games and the directory.
const (
	// CodeNoSpectators: the host does not allow spectators.
	CodeNoSpectators coded.Code = "no_spectators"
	// CodeBadChat: the chat line is empty or too long.
	CodeBadChat coded.Code = "bad_chat"
	// CodeNoLine: the person cannot read that line of the chat.
	CodeNoLine coded.Code = "no_line"
	// CodeFrozen: an error of the server has frozen the room. Its log is kept.
	CodeFrozen coded.Code = "frozen"
	// CodeNotStored: the change could not be stored, and nothing has happened.
	CodeNotStored coded.Code = "not_stored"
	// CodeNotKept: the events are no longer available.
	CodeNotKept coded.Code = "not_kept"
	// CodeNoHints: another person plays at the table, or the game has no hints.
	CodeNoHints coded.Code = "no_hints"
	// CodeClosed ends subscriptions when an operator or moderator closes the room, which no longer exists.
	CodeClosed coded.Code = "closed"
	// CodeRestart ends subscriptions when the server stops. The client should connect again in a moment.
	CodeRestart coded.Code = "restart"
	// CodeMoved ends subscriptions when the room moves to another node. The client should connect again
	// immediately.
	CodeMoved coded.Code = "moved"
	// CodeClosing: the server is shutting down, and everything is stored.
	CodeClosing coded.Code = "closing"
)

// ElsewhereError means that another living node has the room. Nothing was done, and the request
// should go to that node.
type ElsewhereError struct {
	Room string
	Node store.Node
}

// Error implements error.
func (e *ElsewhereError) Error() string {
	return fmt.Sprintf("node %s (%s) at %s has the room %s", e.Node.Name, e.Node.ID, e.Node.Addr, e.Room)
}

// ClientError implements coded.ClientError.
func (e *ElsewhereError) ClientError() *coded.Error { return errMoved }

var (
	errBusy   = coded.Errorf(coded.Busy, "the room has too much to do; try again")
	errFrozen = coded.Errorf(CodeFrozen, "the room has met an error of the server; its log is kept")
	// errUnloaded means that the room was unloaded. The caller has to look the room up again.
	errUnloaded = coded.Errorf(directory.CodeNoRoom, "the room has been unloaded")
	// errUnknown means that it is not known whether an entry was stored.
	errUnknown      = coded.Errorf(coded.Busy, "it is not known yet whether the move is stored; try again")
	errNotStored    = coded.Errorf(CodeNotStored, "the move could not be stored; nothing has happened")
	errNoHints      = coded.Errorf(CodeNoHints, "there are hints only at a table where no other person plays")
	errNoSpectators = coded.Errorf(CodeNoSpectators, "the host lets nobody watch")
)
