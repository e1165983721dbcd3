// Package store stores everything that outlives the process: the log of each
// room, the chat, finished matches, identities, bans and reports. A room's log is a list
// of opaque entries, numbered without gaps.
//
// The package knows no game, no room rules and no socket, and imports nothing
// else of the project. [OpenSQLite] opens a log on disk. Every implementation
// passes the suite in the package logtest.
package store

import (
	"context"
	"encoding/json"
	"time"
)

// Log is everything that is kept. It is safe for use from many goroutines.
//
// A method that writes returns nil only after the write is durable. If it returns
//   - the error of its context, [ErrClosed], or one of [ErrFenced],
//     [ErrNotFound], [ErrExists], [ErrFull] and [ErrInvalid], then nothing was
//     written, and nothing will be. A write whose context ends while it is
//     already on its way to the disk waits for the outcome and returns that;
//   - any other error, then whether it was written is known only after reading
//     the room again.
//
// Data that is handed in is not kept after a method returns, and data that is
// returned belongs to the caller. Empty data may be read back as nil. Times are
// kept to the millisecond.
type Log interface {
	Rooms
	Directory
	Chats
	Archive
	Results
	Ratings
	Files
	Identities
	Blocks
	Invitations
	Bans
	Moderation
	Notices
	// Close waits until what is on its way is written, then releases
	// everything. Afterwards each method returns ErrClosed.
	Close() error
}

// Rooms is the part of a [Log] that a room's writer uses.
//
// A room has one writer at a time: the caller that created it or took it over
// last. The writer holds a [Head], which each write compares and moves on, so
// that of two writers one always gets [ErrFenced].
//
// An owner names the process that has the room; it may be empty. The log stores
// it and returns it in [Room], and compares the epoch alone. Where several servers
// share the log ([Nodes]), it names one of them.
type Rooms interface {
	// Create makes a room with its meta data, which the batch must have, and
	// the rest of the batch. The caller has the room then. It fails with
	// ErrExists if there is a room with the id or a match with the id of the
	// batch's match.
	Create(ctx context.Context, id, owner string, batch Batch) (Head, error)
	// TakeOver makes the caller the one writer of the room and gives the room
	// a new epoch, also when the owner stays the same. It fails with
	// ErrNotFound, and with an [OwnedError] if the owner is not empty and another
	// one in the list of nodes owns the room.
	TakeOver(ctx context.Context, id, owner string) (Head, error)
	// Release notes that nobody owns the room any more. It fails with ErrFenced if
	// the head has another epoch than the room, and with ErrNotFound.
	Release(ctx context.Context, head Head) error
	// Append writes the whole batch in one transaction: its entries get the
	// numbers after head.Seq. It returns the head to go on from. It fails with
	// ErrFenced if the head is not the room's, with ErrNotFound if there is no
	// such room, and with ErrExists if there is a match with the id of the
	// batch's match. An empty batch only compares the head.
	Append(ctx context.Context, head Head, batch Batch) (Head, error)
	// Delete removes the room with its entries, snapshot and chat. Its
	// matches stay. It fails with ErrFenced and ErrNotFound.
	Delete(ctx context.Context, head Head) error

	// Room returns what is known of a room, or ErrNotFound.
	Room(ctx context.Context, id string) (Room, error)
	// Snapshot returns the snapshot that was saved last, or the zero Snapshot
	// if there is none. It fails with ErrNotFound.
	Snapshot(ctx context.Context, id string) (Snapshot, error)
	// Read returns the entries from the sequence number on, oldest first, at
	// most limit: none if there are none. Where the entry with that number
	// was trimmed, it starts with the first one that is kept. It fails with
	// ErrNotFound.
	Read(ctx context.Context, id string, from uint64, limit int) ([]Entry, error)
}

// Directory is the part of a [Log] that finds rooms.
type Directory interface {
	// List returns the rooms that the query asks for, the one created last
	// first.
	List(ctx context.Context, query ListQuery) (Page[Room], error)
	// Count returns how many rooms there are of each status that has any.
	Count(ctx context.Context) (map[Status]int, error)
	// Due returns the wake-ups that are due, the earliest first.
	Due(ctx context.Context, query DueQuery) (Page[Wakeup], error)
	// Code gives a room this code, unless it has one, and returns the one that it
	// has then. A room loses its code when its match starts. Code fails with
	// ErrExists if another room has the code, and with ErrNotFound if there is no
	// room with the id whose match has not started.
	Code(ctx context.Context, room, code string) (string, error)
	// FindCode returns the id of the room with the code, or ErrNotFound.
	FindCode(ctx context.Context, code string) (string, error)
}

// Chats is the part of a [Log] that keeps the chat of rooms. A chat line does not
// change the room, so of a head only the epoch is compared.
type Chats interface {
	// AddChat adds a line to the room's chat and returns it with its number. It
	// fails with ErrFenced if the head has another epoch than the room, and with
	// ErrNotFound.
	AddChat(ctx context.Context, head Head, data []byte) (ChatLine, error)
	// SetChat replaces the data of a line. It fails with ErrNotFound.
	SetChat(ctx context.Context, room string, number uint64, data []byte) error
	// Chat returns the last lines before the given number, or the last of all
	// where it is 0: at most limit, oldest first. It fails with ErrNotFound.
	Chat(ctx context.Context, room string, before uint64, limit int) ([]ChatLine, error)
}

// Limits of what is kept. Beyond them writes fail with [ErrInvalid].
const (
	// MaxText is the length of an id, a kind, a name, a hash and the like, in
	// bytes.
	MaxText = 256
	// MaxData is the length of an entry, a snapshot, a summary, a match's
	// record and a chat line, in bytes.
	MaxData = 16 << 20
	// MaxMembers is the number of identities of a room or of a match.
	MaxMembers = 256
	// MaxPage is the most that one page holds; a greater limit means MaxPage.
	// A limit below 1 is refused. It also bounds a list of ids that is asked
	// for.
	MaxPage = 1000
)

// Head is what a writer knows of its room: whose it is and how far its log goes.
type Head struct {
	Room string
	// Epoch is another one whenever the room is created or taken over. No
	// epoch is given twice in one log.
	Epoch uint64
	// Seq is the number of the last entry; 0 if there is none.
	Seq uint64
}

// Entry is one thing that happened in a room.
type Entry struct {
	// Seq counts a room's entries from 1. It is set by the log.
	Seq uint64
	// Kind says what Data is. Neither means anything to the log.
	Kind string
	Data []byte
}

// Batch is what one transaction writes. Everything is optional: what is nil
// stays as it is.
type Batch struct {
	Entries []Entry
	Meta    *Meta
	// Progress is JSON for those who show the list, about what changes too often
	// to be in Meta; empty leaves it as it is.
	Progress json.RawMessage
	// Wake is when the room wants to be woken; the zero time means never. It
	// is rounded up to the millisecond.
	Wake     *time.Time
	Snapshot *Snapshot
	// Trim removes every entry up to the one that the batch's snapshot comes
	// after, also those of the batch itself. The numbers of further entries go
	// on. Trim without a snapshot is refused, and so is, after a trim, a
	// snapshot that needs an entry which was removed.
	Trim bool
	// Awaiting is whom the room waits for now. It needs an entry in the batch.
	Awaiting *Awaiting
	// Match is a match that has ended and goes to the archive, and Record is
	// its record, opaque to the log. A record without a match is refused.
	Match  *Match
	Record []byte
}

// size returns the length of what the batch holds, in bytes.
func (b *Batch) size() int {
	n := len(b.Progress) + len(b.Record)
	if b.Awaiting != nil {
		n += len(b.Awaiting.Data)
	}
	for i := range b.Entries {
		n += len(b.Entries[i].Kind) + len(b.Entries[i].Data)
	}
	if b.Meta != nil {
		n += len(b.Meta.Summary)
	}
	if b.Snapshot != nil {
		n += len(b.Snapshot.Data)
	}
	if b.Match != nil {
		n += len(b.Match.Summary)
	}
	return n
}

// Status is how far a room has come.
type Status string

// The statuses of a room.
const (
	StatusOpen     Status = "open"     // seats are free
	StatusSeated   Status = "seated"   // every seat is taken, not started
	StatusPlaying  Status = "playing"  // a match goes on
	StatusFinished Status = "finished" // nothing more is expected
)

// Statuses returns every status.
func Statuses() []Status {
	return []Status{StatusOpen, StatusSeated, StatusPlaying, StatusFinished}
}

// Meta is what is listed of a room.
type Meta struct {
	Game   string
	Status Status
	// Listed rooms are shown to everybody, others only to their members.
	Listed bool
	// Host is the identity that the room belongs to.
	Host string
	// Members are the identities that find the room under their name. The
	// host is one only if named here.
	Members []string
	// Summary is JSON for those who show the list, or empty.
	Summary json.RawMessage
}

// Room is what is known of a room without reading its log.
type Room struct {
	Head
	Meta
	// Owner is the process that created the room or took it over last, unless that
	// one has released it.
	Owner string
	// First is the number of the first entry that is kept, or of the next one
	// where none is: 1 until the log is trimmed.
	First uint64
	// Progress is what was written last, nil if nothing was.
	Progress json.RawMessage
	// Wake is when the room wants to be woken, or the zero time.
	Wake time.Time
	// Created is the time of the first write, and Updated that of the latest, or
	// up to a minute earlier.
	Created, Updated time.Time
}

// Snapshot is the state of a room after an entry.
type Snapshot struct {
	// Seq is the number of that entry, at most the last one's.
	Seq  uint64
	Data []byte
}

// Wakeup says when a room wants to be woken.
type Wakeup struct {
	Room string
	At   time.Time
}

// ChatLine is one line of a room's chat.
type ChatLine struct {
	// Number counts a room's lines from 1.
	Number uint64
	Time   time.Time
	Data   []byte
}

// Cursor says where a page begins. The empty one is the first page.
type Cursor string

// Page is a part of a list.
type Page[T any] struct {
	Items []T
	// Next is where the next page begins, or empty if this is the last one.
	Next Cursor
}

// ListQuery asks for rooms. What is zero does not narrow the list.
type ListQuery struct {
	Game     string
	Statuses []Status
	// Listed keeps only the rooms that are shown to everybody.
	Listed bool
	// Member keeps only the rooms of that identity.
	Member string
	// Oldest lists the room created first first.
	Oldest bool
	After  Cursor
	Limit  int
}

// DueQuery asks for wake-ups.
type DueQuery struct {
	// At keeps what is due at that time or before.
	At    time.Time
	After Cursor
	Limit int
}
