package stream

import (
	"bytes"

	"archmage/internal/room"
	"archmage/internal/strict"
)

// Room is what an audience knows of the room around the match. It is not changed once it is made.
// Its frame is encoded when it is first needed.
type Room struct {
	room.Info
	frame []byte
}

// NewRoom returns what everybody may know of a room.
func NewRoom(info room.Info) *Room { return &Room{Info: info} }

// roomFrame is the frame that describes a room.
type roomFrame struct {
	Type string `json:"type"` // "room"
	room.Info
}

// Frame returns the frame that describes the room; nil if r is nil.
func (r *Room) Frame() []byte {
	if r == nil {
		return nil
	}
	if r.frame == nil {
		r.frame = strict.Encode(roomFrame{"room", r.Info})
	}
	return r.frame
}

// Same reports whether both rooms have the same frame.
func (r *Room) Same(other *Room) bool { return r == other || bytes.Equal(r.Frame(), other.Frame()) }
