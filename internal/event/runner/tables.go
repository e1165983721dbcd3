package runner

import (
	"context"
	"encoding/json"

	"archmage/internal/event"
	"archmage/internal/game"
	"archmage/internal/match"
)

// Tables opens the rooms of the tables of events, and says what has become of them.
type Tables interface {
	// Open opens the room of a table. It succeeds if there is already a room with that id.
	Open(ctx context.Context, table *Table) error
	// Await says at a table until when people are awaited, in milliseconds since 1970, and whether they have more time
	// than usual. It succeeds if there is nothing to do.
	Await(ctx context.Context, room string, until int64, isLonger bool) error
	// States returns the state of each room, in the order of the ids.
	States(ctx context.Context, rooms []string) ([]TableState, error)
	// Close ends the match of a room without a result, as after a forfeit or a settlement. It succeeds if there is
	// nothing to close.
	Close(ctx context.Context, room string) error
	// Hurry says at a table that the time of its round is over, so that its match ends soon. It succeeds if there is
	// nothing to do.
	Hurry(ctx context.Context, room string) error
}

// Table is a table of an event whose room is to be opened.
type Table struct {
	// Room is the id of the room, which cannot be guessed.
	Room string
	// Event is the id of the event, Round the number of the round, counted from 1, and Number that of the table in
	// the round, counted from 0.
	Event  string
	Round  int
	Number int
	// Settings are those of the event.
	Settings event.Settings
	// People has the people by seat. A bot has the zero value.
	People []event.Person
	// Until is when people forfeit who have not come, in milliseconds since 1970.
	Until int64
	// Deal is the seed with which the match begins, or nil.
	Deal *game.Seed
}

// TableStatus is a stage in the life of the room of a table.
type TableStatus string

// The statuses of the room of a table.
const (
	TableWaiting TableStatus = "waiting" // not everybody has come
	TablePlaying TableStatus = "playing"
	TableOver    TableStatus = "over"
	TableClosed  TableStatus = "closed" // there is no room, or it was closed without a result
)

// TableState is the state of the room of a table.
type TableState struct {
	Status TableStatus
	// Present is true, by seat, for people who have come to the table once. Bots are always present.
	Present []bool
	// Match and Record are those of [event.Report], and Result is that of the match, once the status is TableOver.
	Match  string
	Record string
	Result *match.Result
	// Progress is what the lists of rooms say about the match, as JSON, or nil.
	Progress json.RawMessage
}
