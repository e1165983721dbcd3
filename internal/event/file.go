package event

import (
	"encoding/json"

	"archmage/internal/coded"
	"archmage/internal/strict"
)

// Every file of an event begins with Format and FormatVersion.
const (
	Format        = "archmage event"
	FormatVersion = 1
)

// MaxFile is the maximum length of a file that is read, in bytes.
const MaxFile = 16 << 20

// File is a finished or cancelled event as a file, which every reader can check with [File.Verify].
type File struct {
	ID string
	// Entries are the public entries.
	Entries []*Entry
	// Digest is the digest after the last entry.
	Digest string
}

// storedFile is the JSON form of a file.
type storedFile struct {
	Format        string            `json:"format"`
	FormatVersion int               `json:"version"`
	ID            string            `json:"id"`
	Entries       []json.RawMessage `json:"entries"`
	Digest        string            `json:"digest"`
}

// Export returns the file of an event with these entries. It fails with CodeNotOver before the end of the event,
// because the secret is not revealed before.
func Export(e *Event, entries []*Entry) (*File, error) {
	if e.Status != StatusFinished && e.Status != StatusCancelled {
		return nil, coded.Errorf(CodeNotOver, "the event is not over")
	}
	f := &File{ID: e.ID, Digest: e.Digest}
	for _, entry := range entries {
		f.Entries = append(f.Entries, entry.Public())
	}
	return f, nil
}

// Encode returns the file as JSON.
func (f *File) Encode() []byte {
	stored := storedFile{Format, FormatVersion, f.ID, make([]json.RawMessage, len(f.Entries)), f.Digest}
	for i, entry := range f.Entries {
		stored.Entries[i] = entry.Encode()
	}
	return strict.Encode(stored)
}

// DecodeFile decodes a file that Encode has encoded. It fails with CodeBadFile.
func DecodeFile(data []byte) (*File, error) {
	if len(data) > MaxFile {
		return nil, badFile("it has more than %d bytes", MaxFile)
	}
	object, ok := strict.ReadObject(data)
	if !ok {
		return nil, badFile("it is not a JSON object")
	}
	var stored storedFile
	if err := object.Decode(&stored); err != nil {
		return nil, badFile("%s", err.Error())
	}
	if stored.Format != Format || stored.FormatVersion != FormatVersion {
		return nil, badFile("it is not of the format %q, version %d", Format, FormatVersion)
	}
	if len(stored.Entries) == 0 || len(stored.Entries) > 2*MaxEntries {
		return nil, badFile("it has %d entries", len(stored.Entries))
	}
	f := &File{ID: stored.ID, Digest: stored.Digest}
	for i, data := range stored.Entries {
		entry, err := DecodeEntry(data)
		if err != nil {
			return nil, badFile("entry %d: %s", i+1, err.Error())
		}
		f.Entries = append(f.Entries, entry)
	}
	return f, nil
}

func badFile(format string, args ...any) error {
	return coded.Errorf(CodeBadFile, format, args...)
}
