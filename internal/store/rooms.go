package store

import (
	"encoding/json"
	"slices"
	"time"

	"archmage/internal/store/commit"
)

// rooms is the part of a [DB] that a room's writer uses.
//
// A room has one writer at a time: the caller that created it or took it over
// last. The writer holds a [Head], which each write compares and moves on, so
// that of two writers one always gets [ErrFenced].
//
// An owner names the process that has the room; it may be empty. The log stores
// it and returns it in [Room], and compares the epoch alone. Where several servers
// share the log ([Postgres]), it names one of them.
type rooms struct{ *store }

// Head is what a writer knows of its room.
type Head = commit.Head

// Entry is one thing that happened in a room.
type Entry = commit.Entry

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

func checkMeta(meta *Meta) error {
	if !slices.Contains(Statuses(), meta.Status) {
		return invalid("there is no status %q", meta.Status)
	}
	return firstError(
		checkText("the game", meta.Game),
		checkText("the host", meta.Host),
		checkMembers(meta.Members),
		checkJSON("the summary", meta.Summary),
	)
}

// checkBatch refuses a batch that cannot be written after that entry.
func checkBatch(batch *Batch, after uint64) error {
	for i := range batch.Entries {
		entry := &batch.Entries[i]
		if err := firstError(checkText("an entry's kind", entry.Kind), checkData("an entry", entry.Data)); err != nil {
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
	if a := batch.Awaiting; a != nil {
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
		return firstError(checkID("the match's id", m.ID), checkText("the game", m.Game), checkMembers(m.Persons),
			checkResults(m.Results), checkRated(m.Rated), checkJSON("the summary", m.Summary), checkData("the record", batch.Record))
	} else if len(batch.Record) > 0 {
		return invalid("a record without a match")
	}
	return nil
}

// inMilli returns the batch with its times as they are stored.
func inMilli(batch Batch) Batch {
	if batch.Wake != nil {
		wake := roundedUp(*batch.Wake)
		batch.Wake = &wake
	}
	if batch.Awaiting != nil {
		awaiting := *batch.Awaiting
		awaiting.Due = roundedUp(awaiting.Due)
		batch.Awaiting = &awaiting
	}
	if batch.Match != nil {
		match := *batch.Match
		match.Started, match.Ended, match.Opens = toMilli(match.Started), toMilli(match.Ended), toMilli(match.Opens)
		batch.Match = &match
	}
	return batch
}
