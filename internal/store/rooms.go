package store

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"archmage/internal/store/commit"
)

// Rooms is the part of a [DB] that keeps the rooms and their logs.
//
// A room has one writer at a time: the caller that created it or took it over last. The
// writer holds a [Head]. Each write compares it with the stored head and returns the next
// one, so that of two writers one always gets [ErrFenced].
//
// The owner of a room names the process that has it, or is empty. The store keeps it and
// returns it in [Room], but writes compare only the epoch. Where several servers share
// the database ([Postgres]), the owner is the id of a [Node].
type Rooms struct{ db *engine }

// Head is what a writer knows of its room: the epoch, and how far the log goes.
type Head = commit.Head

// Entry is one thing that happened in a room.
type Entry = commit.Entry

// Limits of what is stored. Writes beyond them fail with [ErrInvalid].
const (
	// MaxText bounds the length of an id, a kind, a name, a hash and the like, in bytes.
	MaxText = 256
	// MaxData bounds the length of an entry, a snapshot, a summary, a match's record and
	// a chat line, in bytes.
	MaxData = 16 << 20
	// MaxMembers bounds the number of identities of a room or of a match.
	MaxMembers = 256
	// MaxPage bounds the size of a page. A greater limit means MaxPage, and a limit below
	// 1 is refused. MaxPage also bounds a list of ids in a query.
	MaxPage = 1000
)

// Batch is what one transaction writes. Every field is optional: nil leaves what is
// stored as it is.
type Batch struct {
	Entries []Entry
	Meta    *Meta
	// Progress is JSON for whoever shows the list, about what changes too often to be in
	// Meta. Empty leaves what is stored as it is.
	Progress json.RawMessage
	// Wake is when the room wants to be woken, rounded up to the millisecond; the zero
	// time means never.
	Wake     *time.Time
	Snapshot *Snapshot
	// Trim removes every entry up to Snapshot.Seq, even entries of this batch. Later
	// entries keep counting from where the log was. Trim without a snapshot is refused,
	// and so is a later snapshot that needs a removed entry.
	Trim bool
	// Awaiting says whom the room waits for now. The batch must then have an entry.
	PendingTurn *NewPendingTurn
	// Match is a match that has ended and goes to the archive. Record is its record,
	// which means nothing to the store. A record without a match is refused.
	Match  *Match
	Record []byte
}

// size returns the length of all data in the batch, in bytes.
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

// Meta is a room as lists show it.
type Meta struct {
	Game   string
	Status Status
	// Listed rooms are shown to everybody, others only to their members.
	Listed bool
	// Host is the identity that the room belongs to.
	Host string
	// Members are the identities that find the room under their name. The host is a
	// member only if named here.
	Members []string
	// Summary is JSON for whoever shows the list, or empty.
	Summary json.RawMessage
}

// Room is what is stored about a room besides its log.
type Room struct {
	Head
	Meta
	// Owner is the process that created the room or took it over last, or empty if that
	// process has released it.
	Owner string
	// First is the number of the first entry that is kept, or of the next entry if none
	// is. It is 1 until the log is trimmed.
	First uint64
	// Progress is the Progress that was written last, nil if none was.
	Progress json.RawMessage
	// Wake is when the room wants to be woken, or the zero time.
	Wake time.Time
	// Created is the time of the first write. Updated is the time of the latest, or up to
	// a minute earlier.
	Created, Updated time.Time
}

// Snapshot is the state of a room after one of its entries.
type Snapshot struct {
	// Seq is the number of that entry. It is at most the number of the last one.
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

// checkBatch refuses a batch that cannot be written after the entry with that number.
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

// inMilli returns the batch with its times as they are stored.
func batchInMilli(batch Batch) Batch {
	if batch.Wake != nil {
		wake := ceilMilli(*batch.Wake)
		batch.Wake = &wake
	}
	if batch.PendingTurn != nil {
		awaiting := *batch.PendingTurn
		awaiting.Due = ceilMilli(awaiting.Due)
		batch.PendingTurn = &awaiting
	}
	if batch.Match != nil {
		match := *batch.Match
		match.Started, match.Ended, match.Opens = toMilli(match.Started), toMilli(match.Ended), toMilli(match.Opens)
		batch.Match = &match
	}
	return batch
}
