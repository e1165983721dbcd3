package transport

import (
	"context"

	"archmage/internal/archive"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/replay"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// Rooms are the live rooms that a server serves, for each of its audiences. The
// lobby of this process has them. Errors that a client may see are coded; for any
// other it gets lobby.CodeInternal.
type Rooms interface {
	Live
	Tables
	Finder
	Operated
}

// Live is what connections and requests do in a room.
type Live interface {
	// Do carries out a command of somebody who need not watch; command is the
	// person's own id of it, or "".
	Do(ctx context.Context, id string, by people.Person, command string, body room.Action) error
	// Watch subscribes to a room.
	Watch(ctx context.Context, id string, by people.Person, hello stream.Hello) (lobby.Subscription, error)
	// Events returns the events of the current match before the one with that
	// number, or the last ones if it is 0.
	Events(ctx context.Context, id string, by people.Person, before, limit int) (lobby.EventPage, error)
	// LiveSteps returns steps of the current match so far, as the person sees it.
	LiveSteps(ctx context.Context, id string, by people.Person, step int) (replay.Part, error)
	// Board returns what spectators see now of a table in the public list.
	Board(ctx context.Context, id string, by people.Person) (lobby.Board, error)
	// Hint returns what the search would answer in the person's place.
	Hint(ctx context.Context, id string, by people.Person) (lobby.Hint, error)
	// Lines returns lines of the chat that a person may read, around one or the last
	// ones.
	Lines(ctx context.Context, id string, by people.Person, line uint64) ([]lobby.Line, error)
}

// Tables opens rooms and lists them.
type Tables interface {
	// Create opens a room and returns its id.
	Create(ctx context.Context, host people.Person, settings room.Settings) (string, error)
	// CreateFrom opens one that begins with a moment of a finished match.
	CreateFrom(ctx context.Context, host people.Person, settings room.Settings, from archive.From) (string, error)
	// List lists rooms.
	List(ctx context.Context, query lobby.ListQuery) (lobby.RoomPage, error)
	// Card returns what a link to a room tells.
	Card(ctx context.Context, id string) (lobby.Card, error)
	// Code returns the short code of a room whose match has not started, and
	// FindCode the id of the room with a code.
	Code(ctx context.Context, id string) (string, error)
	FindCode(ctx context.Context, code string) (string, error)
}

// Finder seats people.
type Finder interface {
	// PlayNow seats a person at a table of the wanted kind, or opens one if mayOpen
	// agrees. id is the person's own id of the request.
	PlayNow(ctx context.Context, by people.Person, id string, wanted lobby.Wanted, mayOpen func() error) (string, error)
	// Sit gives a person a free seat of a room, CheckInvitation says why a person may
	// not invite another one to a room, and OpenRooms returns those of the rooms at
	// which a seat is free.
	Sit(ctx context.Context, id string, by people.Person) error
	CheckInvitation(ctx context.Context, id string, by people.Person, other string) error
	OpenRooms(ctx context.Context, ids []string) (map[string]lobby.RoomInfo, error)
	// Whereabouts returns what a person who is connected to some rooms does there, as
	// everybody may know it.
	Whereabouts(ctx context.Context, person string, rooms []string) (lobby.Whereabouts, error)
}

// Operated is what operators and moderators do with rooms.
type Operated interface {
	// CloseRoom deletes a room, RemoveLine a line of its chat, and Inspect shows it.
	CloseRoom(ctx context.Context, id string) error
	RemoveLine(ctx context.Context, id string, line uint64) error
	Inspect(ctx context.Context, id string) (lobby.Inspection, error)
	// Loaded returns how many rooms are in memory, Awake whether that one is.
	Loaded() int
	Awake(id string) bool
}

// Archive has the matches that have ended. What a person may see is shown to them, or
// to nobody in particular if the person is zero.
type Archive interface {
	Matches(ctx context.Context, by people.Person, query archive.MatchQuery) (archive.MatchPage, error)
	Match(ctx context.Context, by people.Person, id string) (archive.MatchInfo, error)
	// Record returns the file of a match.
	Record(ctx context.Context, by people.Person, id string) ([]byte, error)
	// Bring keeps a match that a person brings as a file, Forget deletes it.
	Bring(ctx context.Context, by people.Person, text []byte) (archive.MatchInfo, error)
	Forget(ctx context.Context, by people.Person, id string) error
	// Timeline and Steps show how a match went.
	Timeline(ctx context.Context, by people.Person, id string) (replay.Part, error)
	Steps(ctx context.Context, by people.Person, id, as string, step int) (replay.Part, error)
	// Analyse has a match analysed, and Analysis returns how far that is.
	Analyse(ctx context.Context, by people.Person, id string) (archive.AnalysisInfo, error)
	Analysis(ctx context.Context, by people.Person, id string) (archive.AnalysisInfo, error)
	Preview(ctx context.Context, by people.Person, id string) (archive.Preview, error)
	// RemoveName removes the name of somebody who is gone, and DeleteMatch a match.
	RemoveName(ctx context.Context, person string) error
	DeleteMatch(ctx context.Context, id string) error
}
