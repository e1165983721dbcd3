package transport

import (
	"context"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// Rooms are the rooms of a server, in one interface for each use. Errors that a client may see are
// coded; for any other error the client gets coded.Internal.
type Rooms interface {
	Live
	Operated
	Directory
	Matchmaker
}

// Live is what people do with rooms. Package lobby implements it.
type Live interface {
	// Create opens a room and returns its id.
	Create(ctx context.Context, host people.Person, settings room.Settings) (string, error)
	// CreateFrom opens a room whose match begins at a moment of a finished match.
	CreateFrom(ctx context.Context, host people.Person, settings room.Settings, from archive.From) (string, error)
	// Sit gives a person a free seat of a room.
	Sit(ctx context.Context, id string, by people.Person) error
	// Do carries out a command of a person, who need not watch the room. command is the
	// id that the person has given the command, or "".
	Do(ctx context.Context, id string, by people.Person, command string, body room.Action) error
	// Watch subscribes to a room.
	Watch(ctx context.Context, id string, by people.Person, hello stream.Hello) (lobby.Subscription, error)
	// Events returns at most limit events of the current match before the one with the
	// number before, or the last ones if that is 0.
	Events(ctx context.Context, id string, by people.Person, before, limit int) (lobby.EventPage, error)
	// LiveSteps returns steps of the current match so far, as the person sees them.
	LiveSteps(ctx context.Context, id string, by people.Person, step int) (replay.Part, error)
	// Board returns what spectators now see of a table in the public list.
	Board(ctx context.Context, id string, by people.Person) (lobby.Board, error)
	// Hint returns the answer that the search would give in the person's place.
	Hint(ctx context.Context, id string, by people.Person) (lobby.Hint, error)
	// Lines returns lines of the chat that a person may read: those around a line, or the
	// last ones if line is 0.
	Lines(ctx context.Context, id string, by people.Person, line uint64) ([]lobby.Line, error)
}

// Directory says what rooms there are. Package directory implements it.
type Directory interface {
	// List lists rooms, and OpenRooms returns those of some rooms that have a free seat.
	List(ctx context.Context, query directory.ListQuery) (directory.RoomPage, error)
	OpenRooms(ctx context.Context, ids []string) (map[string]directory.RoomInfo, error)
	// Card returns what the preview of a link to a room shows.
	Card(ctx context.Context, id string) (directory.Card, error)
	// Code returns the short code of a room whose match has not started, and
	// FindCode the id of the room with a code.
	Code(ctx context.Context, id string) (string, error)
	FindCode(ctx context.Context, code string) (string, error)
	// CheckInvitation returns why a person may not invite another one to a room, or nil.
	CheckInvitation(ctx context.Context, id string, by people.Person, other string) error
	// Whereabouts returns what a person who is connected to some rooms does there, as
	// everybody may know it.
	Whereabouts(ctx context.Context, person string, rooms []string) (directory.Whereabouts, error)
}

// Matchmaker seats people who want to play now. Package matchmaking implements it.
type Matchmaker interface {
	// PlayNow seats a person at a table of the wanted kind, or opens one unless mayOpen
	// returns an error. id is the id that the person has given the request.
	PlayNow(
		ctx context.Context,
		by people.Person,
		id string,
		wanted matchmaking.Wanted,
		mayOpen func() error,
	) (string, error)
}

// Operated is what the operator and moderators do with rooms.
type Operated interface {
	// CloseRoom deletes a room, RemoveLine removes a line of its chat, and Inspect
	// returns the room as the operator sees it.
	CloseRoom(ctx context.Context, id string) error
	RemoveLine(ctx context.Context, id string, line uint64) error
	Inspect(ctx context.Context, id string) (lobby.Inspection, error)
	// Loaded returns how many rooms are in memory, IsLoaded whether a room is.
	Loaded() int
	IsLoaded(id string) bool
}

// Archive has the matches that have ended. A method returns what the person may see, or
// what everybody may see if the person is zero.
type Archive interface {
	Matches(ctx context.Context, by people.Person, query archive.MatchQuery) (archive.MatchPage, error)
	Match(ctx context.Context, by people.Person, id string) (archive.MatchInfo, error)
	// Record returns the file of a match.
	Record(ctx context.Context, by people.Person, id string) ([]byte, error)
	// Import stores a match that a person brings as a file; DeleteImport deletes it.
	Import(ctx context.Context, by people.Person, text []byte) (archive.MatchInfo, error)
	DeleteImport(ctx context.Context, by people.Person, id string) error
	// Timeline and Steps return parts of a match's replay.
	Timeline(ctx context.Context, by people.Person, id string) (replay.Part, error)
	Steps(ctx context.Context, by people.Person, id, as string, step int) (replay.Part, error)
	// Analyse starts the analysis of a match; Analysis returns its progress or the
	// result.
	Analyse(ctx context.Context, by people.Person, id string, asker archive.Requester) (archive.AnalysisInfo, error)
	Analysis(ctx context.Context, by people.Person, id string) (archive.AnalysisInfo, error)
	Preview(ctx context.Context, by people.Person, id string) (archive.Preview, error)
	// RemoveName removes the name of a deleted person from all matches; DeleteMatch
	// removes a match.
	RemoveName(ctx context.Context, person string) error
	DeleteMatch(ctx context.Context, id string) error
}
