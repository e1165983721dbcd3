package store

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"archmage/internal/store/commit"
)

// Rooms stores rooms and their logs.
//
// A room has one writer at a time: the caller that has created the room or taken it over last. The
// writer has a [Head]. Each write compares the writer's head with the stored one and returns the next
// head, so that of two writers one gets [ErrFenced].
//
// The owner of a room is the process that runs the room, or empty. The store returns it in [Room], but
// writes compare only the epoch. If several servers share the database ([Postgres]), the owner is the
// id of a [Node].
type Rooms struct{ db *engine }

// Head is the position of a writer in the log of a room: the epoch and the number of the last entry.
type Head = commit.Head

// Entry is an entry in the log of a room.
type Entry = commit.Entry

// Limits of stored data. Writes beyond them fail with [ErrInvalid].
const (
	// MaxText bounds the length of ids, kinds, names and other short texts, in bytes.
	MaxText = 256
	// MaxData bounds the length of an entry, a snapshot, a summary, a match's record and a chat
	// line, in bytes.
	MaxData = 16 << 20
	// MaxMembers bounds the number of identities of a room or of a match.
	MaxMembers = 256
	// MaxPage bounds the size of a page: a greater limit is lowered to MaxPage, and a limit below 1
	// is refused. It also bounds the number of ids in a query.
	MaxPage = 1000
)

// Batch has the changes of one transaction. All fields are optional; empty ones change nothing.
type Batch struct {
	Entries []Entry
	Meta    *Meta
	// Progress is JSON for lists of rooms. It is separate from Meta because it changes often.
	Progress json.RawMessage
	// Wake is the time at which the room has to be loaded, rounded up to the millisecond; the zero
	// time means never.
	Wake     *time.Time
	Snapshot *Snapshot
	// Trim removes all entries up to Snapshot.Seq, including entries of this batch. The numbers of
	// later entries continue as before. Trim without a snapshot is refused, and so is a later
	// snapshot that needs a removed entry.
	Trim bool
	// PendingTurn has the players for whom the room waits now. A batch with a pending turn must
	// have an entry.
	PendingTurn *NewPendingTurn
	// Match is a match that has ended, and goes into the archive. Record is the record of the
	// match, which the store does not interpret. A record without a match is refused.
	Match  *Match
	Record []byte
}

// size returns the total length of the data in the batch, in bytes.
func (b *Batch) size() int {
	n := len(b.Progress) + len(b.Record)
	if b.PendingTurn != nil {
		n += len(b.PendingTurn.Data)
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

// Status is the status of a room.
type Status string

// The statuses of a room.
const (
	StatusOpen     Status = "open"     // seats are free
	StatusSeated   Status = "seated"   // every seat is taken, not started
	StatusPlaying  Status = "playing"  // a match is being played
	StatusFinished Status = "finished" // the match is over
)

// Statuses returns every status.
func Statuses() []Status {
	return []Status{StatusOpen, StatusSeated, StatusPlaying, StatusFinished}
}

// Meta has the data by which lists select rooms, and that they show.
type Meta struct {
	Game   string
	Status Status
	// Listed is true for a public room. Other rooms appear only in the lists of their members.
	Listed bool
	// Host is the identity that decides about the room.
	Host string
	// Members are the identities in whose lists the room appears. The host is a member only if it
	// is in this list.
	Members []string
	// Summary is JSON for lists of rooms, or empty.
	Summary json.RawMessage
}

// Room is the stored data of a room, without its log.
type Room struct {
	Head
	Meta
	// Owner is the process that has created the room or taken it over last. It is empty if that
	// process has released the room.
	Owner string
	// First is the number of the first stored entry, or of the next entry if none is stored. It is
	// 1 until the log is trimmed.
	First uint64
	// Progress is the last written Progress, or nil.
	Progress json.RawMessage
	// Wake is the time at which the room has to be loaded, or the zero time.
	Wake time.Time
	// Created is the time of the first write. Updated is the approximate time of the last write:
	// it is at most a minute too early.
	Created, Updated time.Time
}

// Snapshot is the state of a room after one of its entries.
type Snapshot struct {
	// Seq is the number of the entry after which the room had this state.
	Seq  uint64
	Data []byte
}

func checkMeta(meta *Meta) error {
	if !slices.Contains(Statuses(), meta.Status) {
		return invalid("there is no status %q", meta.Status)
	}
	return cmp.Or(
		checkText("the game", meta.Game),
		checkText("the host", meta.Host),
		checkMembers(meta.Members),
		checkJSON("the summary", meta.Summary),
	)
}

// checkBatch returns ErrInvalid for a batch that cannot be written after the entry with the number
// after.
func checkBatch(batch *Batch, after uint64) error {
	for i := range batch.Entries {
		entry := &batch.Entries[i]
		if err := cmp.Or(checkText("an entry's kind", entry.Kind), checkData("an entry", entry.Data)); err != nil {
			return err
		}
	}
	if batch.Meta != nil {
		if err := checkMeta(batch.Meta); err != nil {
			return err
		}
	}
	if err := checkJSON("the progress", batch.Progress); err != nil {
		return err
	}
	if a := batch.PendingTurn; a != nil {
		if len(batch.Entries) == 0 || len(a.Data) == 0 {
			return invalid("nobody is awaited, or without an entry")
		}
		if err := checkJSON("who is awaited", a.Data); err != nil {
			return err
		}
	}
	if s := batch.Snapshot; s != nil {
		if last := after + uint64(len(batch.Entries)); s.Seq > last {
			return invalid("a snapshot after entry %d where %d is the last", s.Seq, last)
		}
		if err := checkData("the snapshot", s.Data); err != nil {
			return err
		}
	} else if batch.Trim {
		return invalid("a room is trimmed without a snapshot")
	}
	if m := batch.Match; m != nil {
		return cmp.Or(
			checkID("the match's id", m.ID),
			checkText("the game", m.Game),
			checkMembers(m.Persons),
			checkResults(m.Results),
			checkRated(m.Rated),
			checkJSON("the summary", m.Summary),
			checkData("the record", batch.Record),
		)
	} else if len(batch.Record) > 0 {
		return invalid("a record without a match")
	}
	return nil
}

// batchInMilli returns the batch with its times in the form in which they are stored.
func batchInMilli(batch Batch) Batch {
	if batch.Wake != nil {
		wake := ceilMilli(*batch.Wake)
		batch.Wake = &wake
	}
	if batch.PendingTurn != nil {
		turn := *batch.PendingTurn
		turn.Due = ceilMilli(turn.Due)
		batch.PendingTurn = &turn
	}
	if batch.Match != nil {
		match := *batch.Match
		match.Started, match.Ended, match.Opens = toMilli(match.Started), toMilli(match.Ended), toMilli(match.Opens)
		batch.Match = &match
	}
	return batch
}
