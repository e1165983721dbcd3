// Package directory answers questions about rooms from the database, without loading any: lists of rooms, short
// codes, previews of links, what people are doing, and who can invite whom. It reads what rooms have stored
// about themselves.
//
// Package lobby runs the rooms. This package must not import it. Start reading at [Directory.List].
package directory

import (
	"context"
	"errors"

	"archmage/internal/coded"
	"archmage/internal/random"
	"archmage/internal/store"
)

// Store is the part of the database that a directory uses.
type Store interface {
	Room(ctx context.Context, id string) (store.Room, error)
	List(ctx context.Context, query store.ListQuery) (store.Page[store.Room], error)
	AssignCode(ctx context.Context, room, code string) (string, error)
	FindCode(ctx context.Context, code string) (string, error)
	// Matches returns archived matches.
	Matches(ctx context.Context, query store.MatchQuery) (store.Page[store.Match], error)
	// IdentitiesByID returns the identities with these ids, by id. It omits ids that do not exist.
	IdentitiesByID(ctx context.Context, ids []string) (map[string]store.Identity, error)
}

// StoreOf returns the part of a database that a directory uses.
func StoreOf(db *store.DB) Store {
	return struct {
		store.Rooms
		store.Directory
		store.Archive
		store.Identities
	}{db.Rooms, db.Directory, db.Archive, db.Identities}
}

// Live gives access to the rooms in memory.
type Live interface {
	// Attend sets the Attendance of list entries.
	Attend(ctx context.Context, rooms []RoomInfo)
}

// Directory answers questions about rooms from the database. It is safe for concurrent use.
type Directory struct {
	store  Store
	live   Live
	random random.Source
}

// New returns the directory of a database. source is the source of its codes.
func New(db Store, live Live, source random.Source) *Directory {
	return &Directory{db, live, source}
}

// The codes of the directory's errors.
const (
	// CodeNoRoom: there is no such room.
	CodeNoRoom coded.Code = "no_room"
	// CodeNoCode: there is no room with that code, or its match has started.
	CodeNoCode coded.Code = "no_code"
	// CodeNotMet: a guest can only invite people with whom it has played a match.
	CodeNotMet coded.Code = "not_met"
)

// ErrNoRoom returns the error for a room that does not exist.
func ErrNoRoom(id string) *coded.Error {
	return coded.Errorf(CodeNoRoom, "there is no room %.40q", id)
}

// room returns the row of a room. It fails with CodeNoRoom.
func (d *Directory) room(ctx context.Context, id string) (store.Room, error) {
	r, err := d.store.Room(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return r, ErrNoRoom(id)
	} else if err != nil {
		return r, err
	}
	summary, err := ReadSummary(&r)
	if err == nil && summary.isSecret() {
		err = ErrNoRoom(id)
	}
	return r, err
}
