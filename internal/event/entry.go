package event

import (
	"crypto/sha256"
	"encoding/hex"

	"archmage/internal/coded"
	"archmage/internal/strict"
)

// entryVersion is the version of the stored form of entries.
const entryVersion = 1

// Entry is an entry in the log of an event. Every change of an event is an entry, and the event follows from its
// entries alone.
type Entry struct {
	// At is the server's time, in milliseconds since 1970. It is never before that of the entry before.
	At int64
	// By is the id of the person who gave the command, "" for the server. ID is the id of the command, chosen by that
	// person.
	By, ID string
	// Officer is true if the person is not the organiser and has acted by the rights of an officer. Name is the name of
	// a person who has acted as organiser or officer.
	Officer bool
	Name    string
	// Body is the change. There is one type for each kind.
	Body Body
}

// Body is the part of an entry that depends on its kind.
type Body interface {
	// Command names the type.
	Command() Name
	// apply changes e, a copy that only the caller uses. It fails with CodeBadEntry, or another code, if the entry
	// cannot follow.
	apply(e *Event, entry *Entry) error
	// action returns the action of the command that leads to the body.
	action() Action
}

// storedEntry is the stored form of an entry.
type storedEntry struct {
	Version int    `json:"v"`
	Command Name   `json:"kind"`
	At      int64  `json:"at"`
	By      string `json:"by,omitempty"`
	ID      string `json:"id,omitempty"`
	Officer bool   `json:"officer,omitempty"`
	Name    string `json:"name,omitempty"`
	Body    any    `json:"body"`
}

// Encode returns the stored form of the entry as JSON. It has secrets that [Entry.Public] leaves out.
func (e *Entry) Encode() []byte {
	return strict.Encode(storedEntry{entryVersion, e.Body.Command(), e.At, e.By, e.ID, e.Officer, e.Name, e.Body})
}

// DecodeEntry decodes an entry that Encode has encoded. It refuses unknown and missing fields, and other versions. It
// fails with CodeBadEntry.
func DecodeEntry(data []byte) (*Entry, error) {
	object, ok := strict.ReadObject(data)
	if !ok {
		return nil, badEntry("it is not a JSON object")
	}
	var version int
	var name Name
	if err := object.Take("v", &version); err != nil || version != entryVersion {
		return nil, badEntry("its version is not %d", entryVersion)
	}
	if err := object.Take("kind", &name); err != nil || commands[name].body == nil {
		return nil, badEntry("unknown kind %.40q", name)
	}
	stored := struct {
		At      int64  `json:"at"`
		By      string `json:"by,omitempty"`
		ID      string `json:"id,omitempty"`
		Officer bool   `json:"officer,omitempty"`
		Name    string `json:"name,omitempty"`
		Body    Body   `json:"-"`
	}{Body: commands[name].body()}
	if err := object.Take("body", stored.Body); err != nil {
		return nil, badEntry("its body cannot be read")
	}
	if err := object.Decode(&stored); err != nil {
		return nil, badEntry("%s", err.Error())
	}
	return &Entry{stored.At, stored.By, stored.ID, stored.Officer, stored.Name, stored.Body}, nil
}

// Public returns the entry without what others may not know: the secret of an event that is not over, and who blocks
// whom.
func (e *Entry) Public() *Entry {
	public := *e
	switch body := e.Body.(type) {
	case *Created:
		redacted := *body
		redacted.Secret = nil
		public.Body = &redacted
	case *RoundBegun:
		redacted := *body
		redacted.Blocks = nil
		public.Body = &redacted
	}
	return &public
}

// digest returns the digest of a log after another entry, from the digest before it. It is the SHA-256 hash of the
// digest before, as text, and the public form of the entry.
func digest(before string, e *Entry) string {
	sum := sha256.Sum256(append([]byte(before), e.Public().Encode()...))
	return hex.EncodeToString(sum[:])
}

func badEntry(format string, args ...any) error {
	return coded.Errorf(CodeBadEntry, format, args...)
}
