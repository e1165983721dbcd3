package lobby

import (
	"fmt"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/store"
)

// The codes of the lobby's errors, in addition to those of rooms, games and the directory.
const (
	// CodeNoSpectators: only players may watch this room.
	CodeNoSpectators coded.Code = "no_spectators"
	// CodeBadChat: the chat line is empty or too long.
	CodeBadChat coded.Code = "bad_chat"
	// CodeNoLine: the person cannot read that line of the chat, or it is too old.
	CodeNoLine coded.Code = "no_line"
	// CodeFrozen: the room has stopped after an error of the server; its log is kept.
	CodeFrozen coded.Code = "frozen"
	// CodeNotStored: the command could not be stored and has changed nothing. The client can try
	// again.
	CodeNotStored coded.Code = "not_stored"
	// CodeNotKept: these events are no longer available.
	CodeNotKept coded.Code = "not_kept"
	// CodeNoHints: hints are given only where no other person plays, and in games with a search.
	CodeNoHints coded.Code = "no_hints"
	// CodeClosed: the operator or a moderator has deleted the room.
	CodeClosed coded.Code = "closed"
	// CodeRestart: the server is stopping and will start again, or the room goes to another node. The
	// client can try again.
	CodeRestart coded.Code = "restart"
	// CodeMoved: the room moves to another node. Clients read `restart`, and connect again at once.
	// The client can try again.
	CodeMoved coded.Code = "moved"
	// CodeClosing: the server is stopping, and everything is stored. Clients read `restart`. The
	// client can try again.
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
