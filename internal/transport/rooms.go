package transport

import (
	"context"

	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/replay"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// Rooms are the rooms and the matches that a server serves. The lobby of this
// process has them. Errors that a client may see are coded; for any other it
// gets lobby.CodeInternal.
type Rooms interface {
	// Create opens a room and returns its id.
	Create(ctx context.Context, host people.Person, settings room.Settings) (string, error)
	// CreateFrom opens one that begins with a moment of a finished match.
	CreateFrom(ctx context.Context, host people.Person, settings room.Settings, from lobby.From) (string, error)
	// Do carries out a command of somebody who need not watch; command is the
	// person's own id of it, or "".
	Do(ctx context.Context, id string, by people.Person, command string, body room.Action) error
	// Lines returns lines of the chat that a person may read, around one or the last
	// ones. RemoveLine removes a line.
	Lines(ctx context.Context, id string, by people.Person, line uint64) ([]people.Line, error)
	RemoveLine(ctx context.Context, id string, line uint64) error
	// Watch subscribes to a room.
	Watch(ctx context.Context, id string, by people.Person, hello stream.Hello) (lobby.Subscription, error)
	// Events returns the events of the current match before the one with that
	// number, or the last ones if it is 0.
	Events(ctx context.Context, id string, by people.Person, before, limit int) (lobby.EventPage, error)
	// LiveSteps returns steps of the current match so far, as the person sees it.
	LiveSteps(ctx context.Context, id string, by people.Person, step int) (replay.Part, error)
	// Hint returns what the search would answer in the person's place.
	Hint(ctx context.Context, id string, by people.Person) (lobby.Hint, error)
	// PlayNow seats a person at a table of the wanted kind, or opens one if mayOpen
	// agrees. id is the person's own id of the request.
	PlayNow(ctx context.Context, by people.Person, id string, wanted lobby.Wanted, mayOpen func() error) (string, error)
	// Sit gives a person a free seat of a room, CheckInvitation says why a person may
	// not invite another one to a room, and OpenRooms returns those of the rooms at
	// which a seat is free.
	Sit(ctx context.Context, id string, by people.Person) error
	CheckInvitation(ctx context.Context, id string, by people.Person, other string) error
	OpenRooms(ctx context.Context, ids []string) (map[string]lobby.RoomInfo, error)
	// Card returns what a link to a room tells.
	Card(ctx context.Context, id string) (lobby.Card, error)
	// List lists rooms.
	List(ctx context.Context, query lobby.ListQuery) (lobby.RoomPage, error)

	// Code returns the short code of a room whose match has not started, and
	// FindCode the id of the room with a code.
	Code(ctx context.Context, id string) (string, error)
	FindCode(ctx context.Context, code string) (string, error)

	// Matches, Match and Record show matches that have ended to a person, or to
	// nobody in particular if the person is zero. Record returns the file.
	Matches(ctx context.Context, by people.Person, query lobby.MatchQuery) (lobby.MatchPage, error)
	Match(ctx context.Context, by people.Person, id string) (lobby.MatchInfo, error)
	Record(ctx context.Context, by people.Person, id string) ([]byte, error)
	// RemoveName removes the name of somebody who is gone from the archived matches.
	RemoveName(ctx context.Context, person string) error
	// Bring keeps a match that a person brings as a file, Forget deletes it.
	Bring(ctx context.Context, by people.Person, text []byte) (lobby.MatchInfo, error)
	Forget(ctx context.Context, by people.Person, id string) error
	// Timeline and Steps show how a match went, as Match does the match.
	Timeline(ctx context.Context, by people.Person, id string) (replay.Part, error)
	Steps(ctx context.Context, by people.Person, id, as string, step int) (replay.Part, error)
	// Analyse has a match analysed, and Analysis returns how far that is.
	Analyse(ctx context.Context, by people.Person, id string) (lobby.AnalysisInfo, error)
	Analysis(ctx context.Context, by people.Person, id string) (lobby.AnalysisInfo, error)
	Preview(ctx context.Context, by people.Person, id string) (lobby.Preview, error)

	// CloseRoom deletes a room, DeleteMatch a finished match, and Inspect shows a room
	// to the operator.
	CloseRoom(ctx context.Context, id string) error
	DeleteMatch(ctx context.Context, id string) error
	Inspect(ctx context.Context, id string) (lobby.Inspection, error)
	// Loaded returns how many rooms are in memory, Awake whether that one is.
	Loaded() int
	Awake(id string) bool
}
