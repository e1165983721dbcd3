// Package eventlog keeps the log of every room: what was told to anybody is in
// it. A room's log is a gapless list of opaque entries with a sequence number
// each, and beside it what listing, waking up and archiving need.
//
// The package knows no game, no room rules and no socket, and imports nothing
// else of the project. [OpenSQLite] stores on disk; [NewMemory] forgets. Both
// pass the suite in the package logtest.
package eventlog

import (
	"context"
	"encoding/json"
	"iter"
	"time"
)

// Log is everything that is kept. It is safe for use from many goroutines.
//
// Told means stored: a method that writes returns nil only after the write is
// durable. If it returns
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
	Chats
	Identities
	Bans
	// Close waits until what is on its way is written, then releases
	// everything. Afterwards each method returns ErrClosed.
	Close() error
}

// Rooms is the part of a [Log] that keeps rooms.
//
// One writer at a time has a room: whoever created it or took it over last.
// What it knows is a [Head], which each write compares and moves on, so that of
// two writers one always gets [ErrFenced].
type Rooms interface {
	// Create makes a room with its meta data, which the batch must have, and
	// the batch's entries, if any. The caller has the room then. An id that
	// is there already fails with ErrExists.
	Create(ctx context.Context, id string, batch Batch) (Head, error)
	// TakeOver makes the caller the one writer of the room, whoever had it.
	// It fails with ErrNotFound.
	TakeOver(ctx context.Context, id string) (Head, error)
	// Append writes the whole batch in one transaction: its entries get the
	// numbers after head.Seq. It returns the head to go on from. It fails with
	// ErrFenced if the head is not the room's, and with ErrNotFound. An empty
	// batch only compares the head.
	Append(ctx context.Context, head Head, batch Batch) (Head, error)
	// Delete removes the room with its entries, snapshot and chat. Its
	// results stay. It fails like Append.
	Delete(ctx context.Context, head Head) error

	// Room returns what is known of a room, or ErrNotFound.
	Room(ctx context.Context, id string) (Room, error)
	// Read returns the entries from the sequence number on, oldest first, at
	// most limit: none if there are none. It fails with ErrNotFound.
	Read(ctx context.Context, id string, from uint64, limit int) ([]Entry, error)
	// Snapshot returns the snapshot that was saved last, or the zero Snapshot
	// if there is none. It fails with ErrNotFound.
	Snapshot(ctx context.Context, id string) (Snapshot, error)
	// List returns the rooms that the query asks for, the one created last
	// first.
	List(ctx context.Context, query ListQuery) (Page[Room], error)
	// Count returns how many rooms there are of each status that has any.
	Count(ctx context.Context) (map[Status]int, error)
	// Due returns the wake-ups that are due, the earliest first.
	Due(ctx context.Context, query DueQuery) (Page[Wakeup], error)
	// Results returns archived results, the latest first.
	Results(ctx context.Context, query ResultQuery) (Page[Result], error)
}

// Entries reads the room's entries from the sequence number on to the last one,
// page by page. After an error there is nothing more.
func Entries(ctx context.Context, log Rooms, id string, from uint64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for next := max(from, 1); ; {
			list, err := log.Read(ctx, id, next, MaxPage)
			if err != nil {
				yield(Entry{}, err)
				return
			}
			for _, entry := range list {
				if !yield(entry, nil) {
					return
				}
			}
			if len(list) < MaxPage {
				return
			}
			next += MaxPage
		}
	}
}

// Chats is the part of a [Log] that keeps what is said in rooms. It is not
// fenced: a chat line is nobody's move.
type Chats interface {
	// AddChat adds a line to the room's chat and returns it with its number.
	// It fails with ErrNotFound.
	AddChat(ctx context.Context, room string, data []byte) (ChatLine, error)
	// Chat returns the last lines before the given number, or the last of all
	// where it is 0: at most limit, oldest first. It fails with ErrNotFound.
	Chat(ctx context.Context, room string, before uint64, limit int) ([]ChatLine, error)
}

// Identities is the part of a [Log] that keeps who is who. Tokens are never
// kept, only their hashes.
type Identities interface {
	// CreateIdentity adds an identity that is found by the hash of its token.
	// It fails with ErrExists if the id or the hash is there already.
	CreateIdentity(ctx context.Context, tokenHash []byte, identity Identity) error
	// Identity returns the identity with the id, or ErrNotFound.
	Identity(ctx context.Context, id string) (Identity, error)
	// IdentityByToken returns the identity with that hash, or ErrNotFound.
	IdentityByToken(ctx context.Context, tokenHash []byte) (Identity, error)
	// UpdateIdentity changes the name and the time when the identity was seen
	// last. It fails with ErrNotFound.
	UpdateIdentity(ctx context.Context, identity Identity) error
}

// Limits of what is kept. Beyond them writes fail with [ErrInvalid].
const (
	// MaxText is the length of an id, a kind, a name and the like, in bytes.
	MaxText = 256
	// MaxData is the length of an entry, a snapshot, a summary, a result and a
	// chat line, in bytes.
	MaxData = 16 << 20
	// MaxMembers is the number of identities of a room or of a result.
	MaxMembers = 256
	// MaxPage is the most that one page holds; a greater limit means MaxPage.
	// A limit below 1 is refused.
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

// Batch is what one transaction writes. Everything but Entries is optional:
// what is nil stays as it is.
type Batch struct {
	Entries []Entry
	Meta    *Meta
	// Wake is when the room wants to be woken; the zero time means never. It
	// is rounded up to the millisecond.
	Wake     *time.Time
	Snapshot *Snapshot
	Result   *Result
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
	// Summary is JSON for whoever shows the list, or empty.
	Summary json.RawMessage
}

// Room is what is known of a room without reading its log.
type Room struct {
	Head
	Meta
	// Wake is when the room wants to be woken, or the zero time.
	Wake time.Time
	// Created and Updated are the times of the first and of the latest write.
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

// Result is the archived result of a finished match. It outlives its room.
type Result struct {
	// Room and Seq name the room and its last entry when the result was
	// written; Time is when. All three are set by the log.
	Room string
	Seq  uint64
	Time time.Time

	Game string
	// Members are the identities that find the result under their name.
	Members []string
	Data    []byte
}

// ChatLine is one line of a room's chat.
type ChatLine struct {
	// Number counts a room's lines from 1.
	Number uint64
	Time   time.Time
	Data   []byte
}

// Identity is somebody who can be recognised.
type Identity struct {
	ID   string
	Name string
	// Created and Seen, when the identity came first and was seen last, are
	// the present where they are zero.
	Created, Seen time.Time
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

// ResultQuery asks for results. What is zero does not narrow the list.
type ResultQuery struct {
	Game   string
	Member string
	After  Cursor
	Limit  int
}
