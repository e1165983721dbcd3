package stream

import (
	"bytes"

	"archmage/internal/room"
	"archmage/internal/strict"
)

// Room is the public information about a room, as an audience sees it. It must not be changed. Its frame is
// encoded when it is first needed.
type Room struct {
	room.Info
	frame []byte
}

// NewRoom returns a Room with the given information.
func NewRoom(info room.Info) *Room { return &Room{Info: info} }

// roomFrame is the state of the room. It comes at first and after changes. Many changes may come as one frame
// a moment later, except to the person who has made them.
type roomFrame struct {
	Type string `json:"type"` // "room"
	room.Info
}

// Frame returns the frame that describes the room, nil if r is nil.
func (r *Room) Frame() []byte {
	if r == nil {
		return nil
	}
	if r.frame == nil {
		r.frame = strict.Encode(roomFrame{"room", r.Info})
	}
	return r.frame
}

// Equal reports whether both rooms have the same frame.
func (r *Room) Equal(other *Room) bool { return r == other || bytes.Equal(r.Frame(), other.Frame()) }
